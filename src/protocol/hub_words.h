/* The words of the Hub protocol: lines, positions, moves, time. */
#ifndef HRA_PROTOCOL_HUB_WORDS_H
#define HRA_PROTOCOL_HUB_WORDS_H

#include "rules/hub.h"

enum { HRA_HUB_ARGUMENTS = 32 };

/* A line "command name=value name="a value" name", taken to pieces where it stands; more arguments than there
 * is room for are left out. */
typedef struct hra_hub_line {
    char *command; /* "" of an empty line */
    char *name[HRA_HUB_ARGUMENTS], *value[HRA_HUB_ARGUMENTS];
    int count;
} hra_hub_line;

void hra_hub_split(char *text, hra_hub_line *out);
/* The value of an argument, "" of a flag; NULL: it is not there. */
const char *hra_hub_value(const hra_hub_line *line, const char *name);
/* The value as a number of 0..1e15; *out stays where there is no such argument. False: the value is none. */
bool hra_hub_number(const hra_hub_line *line, const char *name, double *out);

/* Copies the table that a game offers. HRA_EINPUT: it lacks something; HRA_EVERSION. */
hra_err hra_hub_take(hra_hub *out, const hra_game *game, const void *offered, hra_error *why);
/* Reads "Bbbb...": the side to move and what stands on each square. HRA_EINPUT. */
hra_err hra_hub_position(const hra_hub *words, const hra_game *game, const char *text, void *state,
                         hra_error *why);
/* Appends a legal move: 11-15, or 15x31x18x27, from x to x everything taken. */
void hra_hub_show_move(const hra_hub *words, const hra_game *game, const void *state, hra_move move,
                       hra_text *out);
/* The legal move that such a text of `length` bytes means; false: none. `moves` has room for all. */
bool hra_hub_find_move(const hra_hub *words, const hra_game *game, const void *state, const char *text,
                       size_t length, hra_move *moves, hra_move *out);
/* Makes the moves of a text, which has spaces between them, at most `capacity`; the keys of the states
 * before each go to `keys`. Returns how many, -1: one is not legal, or there are more. */
int hra_hub_make_moves(const hra_hub *words, const hra_game *game, const char *text, void *state,
                       hra_move *moves, uint64_t *keys, int capacity);

#endif
