/* What a player holds, for its agents. */
#ifndef HRA_PLAYERS_PLAYER_H
#define HRA_PLAYERS_PLAYER_H

#include "hra/player.h"

struct hra_player {
    hra_player_info info;  /* what callers see; info.spec is `spec` */
    hra_player_kind whole; /* what info.kind points to, but for models of the game */
    double margin;         /* seconds beyond its clock before it has run out */
    bool outside;          /* its kind comes from the calling program, so its moves have to be checked */
    void *shared;
#ifdef HRA_CHECKS
    double low, high; /* bounds of its values in points, see gates.h */
#endif
    hra_option options[HRA_MAX_OPTIONS + 1]; /* of its kind and of every player */
    char name[HRA_NAME_BYTES + 1];           /* info.name; "": it has none */
    char spec[HRA_SPEC_LENGTH];
};

/* What is built in: see rules/registry.h. */
extern const hra_player_kind *const hra_builtin_players[];

/* Whether it can say, of a move that it chose, what that rests on; of a stand-in too. */
bool hra_player_explains(const hra_player *player);
/* The evaluation that a player's option `eval` names, or the game's first if it was not given; NULL: it has no such option, or
 * it is one of the player itself. */
const hra_evaluation *hra_player_evaluation(const hra_player *player);
/* A complete copy, as of rules (src/rules/rules_complete.h); it needs a name, a summary, open, and something to be asked.
 * HRA_EINPUT, HRA_EVERSION. */
hra_err hra_kind_whole(hra_player_kind *out, const hra_player_kind *kind, hra_error *why);
/* The expert of a game by its name of today or an old one; NULL: there is none. */
const hra_player_kind *hra_expert_find(const hra_rules *rules, const char *name);
/* Whether this very table is one of the library's: of players.def, or an expert of a game of games.def. */
bool hra_registry_built_in(const hra_player_kind *kind);

#endif
