/* Words of a line, and what they say. */
#ifndef HRA_SESSION_COMMAND_PARSER_H
#define HRA_SESSION_COMMAND_PARSER_H

#include "core/words.h"
#include "hra/game.h"

/* Behind the key, which ends in "=" or not: what a word "key=value" says, else NULL. */
const char *hra_words_value(const char *word, const char *key);
/* A whole number within bounds, or one of two words; `what` names it in the error, HRA_EINPUT. */
hra_err hra_words_number(const char *text, const char *what, uint64_t least, uint64_t most, uint64_t *out,
                         hra_error *why);
hra_err hra_words_choice(const char *value, const char *what, const char *no, const char *yes, bool *out,
                         hra_error *why);

/* A game and who plays it, in the order of the seats; the words lie in the line. */
typedef struct roster {
    const char *game, *players[HRA_MAX_SEATS];
    int named;
} roster;

/* Reads a whole line "GAME [PLAYER...]", with options anywhere behind the game. read_option: 1 where a word
 * is one, 0 where it is not, else an error, which is returned. `command` and `options` (their words, then
 * NULL) are for errors, HRA_EINPUT. */
hra_err hra_words_roster(char *line, const char *command, const char *const *options,
                         int (*read_option)(void *self, const char *word, hra_error *why), void *self,
                         roster *out, hra_error *why);

#endif
