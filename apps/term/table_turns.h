/* The turns of a play: which moves each seat made last, and a list of them. */
#ifndef HRA_TERM_TABLE_TURNS_H
#define HRA_TERM_TABLE_TURNS_H

#include <hra/hra.h>

typedef struct turns_of {
    const hra_play *play;
    const int *secrets; /* plies whose moves are not shown */
    int secret_count;
    int first; /* the first ply that is shown */
} turns_of;

/* Finds the last turn of another seat than `seat`, or in a game of one seat the last decision: its first and its last ply. */
bool turns_last(const hra_play *play, int seat, int *first, int *last);
/* Appends the name of a seat; `brief`: its number or first letter, if no other seat has the same. */
void turns_add_seat(const hra_game *game, int seat, bool brief, hra_text *out);
/* Appends a line: the last turn of each seat, the oldest first. */
void turns_add_last(const turns_of *of, int width, hra_text *out);
/* Appends at most `lines` lines, one for each of the last turns. */
void turns_add_list(const turns_of *of, int lines, int width, hra_text *out);

#endif
