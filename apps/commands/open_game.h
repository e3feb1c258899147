/* A game and the players at its table, opened from the words of a command line. */
#ifndef HRA_COMMANDS_OPEN_GAME_H
#define HRA_COMMANDS_OPEN_GAME_H

#include "args.h"
#include "data_dir.h"
#include "hra/tournament.h"

/* Players that are typed and those of a tournament's file, and advisers. */
enum { SETUP_MOST = HRA_TOURNAMENT_PLAYERS + ARGS_MAX + HRA_MAX_SEATS };

typedef struct setup {
    hra_game *game;
    const hra_player *players[HRA_MAX_SEATS]; /* one per seat */
    hra_player *opened[SETUP_MOST];           /* each spec once, advisers too */
    int opened_count;
    uint64_t seed;
    char data[STORE_PATH]; /* "" : none */
    double deadline;       /* solving a game ends when hra_clock() is past this; 0: never */
    const char *root;      /* of a tree in parentheses: who moves first; NULL: MAX */
    const hra_host *host;  /* of the game; NULL: cli_host, for what was typed */
    store_host stored;     /* of a game of a store */
} setup;

/* Opens the game for a number of named players: `seats=` is added where players are named, the game allows
 * other numbers and the spec does not give one. A word that begins with '(' is a tree. Exit status, 0 when open. */
int setup_game(setup *s, const char *word, int named);
/* The same for the position that --position names, which may name options of the game. */
int setup_game_at(setup *s, const args *a, const char *word);
/* Opens the game of a record once more, for players that are typed and may name files. The record's host has opened
 * it, so it names none that it must not. */
int setup_again(setup *s, const hra_game *game);
/* Opens the players; seats not named take the game's usual opponent, or where it has none its best player. */
int setup_players(setup *s, const char *const *specs, int named);
/* --seed, or a new one. */
bool setup_seed(setup *s, const args *a);
/* Opens one more player, or gives the one already opened with this spec. */
int setup_player(setup *s, const char *spec, const hra_player **out);
/* The same, but a failure is returned instead of printed. */
hra_err setup_try_player(setup *s, const char *spec, const hra_player **out, hra_error *why);
void setup_release(setup *s);

/* The same, with an agent of it. */
int setup_agent(setup *s, const char *spec, hra_agent **out);
/* The same, but a failure is returned instead of printed. */
hra_err setup_try_agent(setup *s, const char *spec, hra_agent **out, hra_error *why);

/* The rules that a word names, a game or a spec of one; NULL: none, which was said, with *status. */
const hra_rules *setup_rules(const char *word, int *status);

/* Before many games: whether all of these players can make a decision, of which nothing else than `limits` limits
 * each. Exit status, 0 where they can. */
int setup_limited(const setup *s, const hra_player *const *players, int count, const hra_limits *limits);

/* The state to begin with: --position or the beginning; malloc'ed, NULL where it failed with *status. */
void *setup_state(const hra_game *game, const args *a, int *status);
/* Where chance can go on in too many ways to look at them all: makes its moves in `state` as a play of this
 * seed draws them, up to a decision, and says which they were. False: the position was named, so it stays. */
bool setup_throw(const hra_game *game, const args *a, uint64_t seed, void *state);

#endif
