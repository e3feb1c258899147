/* What is said in the Hub protocol: lines, positions and moves of English checkers. */
#ifndef HRA_CLI_HUB_WORDS_H
#define HRA_CLI_HUB_WORDS_H

#include <hra/hra.h>

enum { HUB_LINE = 1 << 16, HUB_ARGUMENTS = 32 };

/* A line "command name=value name="a value" name", taken to pieces where it stands. */
typedef struct hub_line {
    char *command; /* "" of an empty line */
    char *name[HUB_ARGUMENTS], *value[HUB_ARGUMENTS];
    int count;
} hub_line;

void hub_split(char *text, hub_line *out);
/* The value of an argument, "" of a flag; NULL: it is not there. */
const char *hub_value(const hub_line *line, const char *name);
/* A finite number that is not negative, or the fallback. */
double hub_number(const hub_line *line, const char *name, double fallback);

/* Reads "Bbbb...": the side to move and 32 squares. */
hra_err hub_position(const hra_game *game, const char *text, void *state, hra_error *why);
/* Appends a move: 11-15, or 15x31x18x27, from x to x everything taken. */
void hub_show_move(const hra_game *game, const void *state, hra_move move, hra_text *out);
/* The legal move that such a text of `length` bytes means; false: none. `moves` has room for all. */
bool hub_find_move(const hra_game *game, const void *state, const char *text, size_t length, hra_move *moves,
                   hra_move *out);

/* Makes moves that stand in a text with spaces between them, at most `room`; the keys of the states before
 * each go to `keys`. Returns how many, -1: one is not legal, or there are more. */
int hub_make_moves(const hra_game *game, const char *text, void *state, hra_move *moves, uint64_t *keys,
                   int room);

#endif
