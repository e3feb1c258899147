/* What can be opened by name: what is built in, and what a program adds. The arrays of what is built in are made by src/builtin,
 * the only room that names games and players; a program with the static library may define all four arrays itself
 * (hra_builtin_games, _evaluations, _players, _protocols, each ended by NULL), and nothing of that room is linked. */
#ifndef HRA_RULES_REGISTRY_H
#define HRA_RULES_REGISTRY_H

#include "rules/rules_complete.h"

extern const hra_rules *const hra_builtin_games[];
extern const hra_evaluation *const hra_builtin_evaluations[];

struct hra_player_kind;

/* What was added. */
struct hra_registry {
    hra_whole_rules **games;
    struct hra_player_kind **players;
    int count, player_count;
};

int hra_registry_games(const hra_registry *registry); /* how many */
/* The only game whose summary has a word, such as "ludo", in English or the person's language; NULL: there is none. */
const char *hra_registry_described(const hra_registry *registry, const char *word);
/* Letters, digits and -, and not too long. */
bool hra_registry_is_name(const char *name);
/* That of an entry of a list that NULL ends. */
int hra_builtin_count(const void *const *list);

#endif
