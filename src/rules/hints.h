/* What somebody meant who typed a game or a level that does not exist. */
#ifndef HRA_RULES_HINTS_H
#define HRA_RULES_HINTS_H

#include "hra/game.h"

/* Fails with HRA_EINPUT: there is no game of this name; the message has the spec of the variant that it may be, such as
 * chess:variant=960 for "chess960", or lists the games. */
hra_err hra_fail_game(const hra_registry *registry, const char *name, hra_error *why);

/* A level that was typed. */
typedef struct hra_typed_level {
    const hra_level *level;
    int number, count; /* from 1; the levels of the game */
} hra_typed_level;

/* Whether an option `level` is among options[0..length-1], and the game has levels. The level is the one of that number,
 * else the nearest. */
bool hra_typed_level_find(const hra_rules *rules, const char *options, size_t length, hra_typed_level *out);

/* Hands `told`, why options could not be read, on to `why`, and returns its code; if `told` is that there is no option
 * `level` and the game has levels, with the player that this level is. `what` has no such option. */
hra_err hra_fail_level(hra_error *why, const hra_error *told, const hra_rules *rules, const char *what,
                       const char *options, size_t length, int offset);

#endif
