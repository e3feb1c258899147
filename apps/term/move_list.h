/* The legal moves as a person sees them: listed with numbers, picked by one, offered to the tabulator key. */
#ifndef HRA_TERM_MOVE_LIST_H
#define HRA_TERM_MOVE_LIST_H

#include <hra/hra.h>

/* The legal moves, malloc'ed; NULL: no memory, and none. */
hra_move *move_list(const hra_game *game, const void *state, int *n);
/* Prints them with their numbers, in columns. HRA_ENOMEM. */
hra_err move_list_print(const hra_game *game, const void *state);
/* Takes the move with a number, "2"; *found: there is one. HRA_ENOMEM. */
hra_err move_list_pick(const hra_game *game, const void *state, const char *number, hra_move *out,
                       bool *found);
/* Whether a line such as "#9" names no move of the list, which is printed then. */
bool move_list_misses(const hra_game *game, const void *state, const char *line);
/* Appends them, a line each. HRA_ENOMEM. */
hra_err move_list_add(const hra_game *game, const void *state, hra_text *out);

#endif
