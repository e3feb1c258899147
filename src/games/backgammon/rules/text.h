/* The board and the moves as text. */
#ifndef BG_TEXT_H
#define BG_TEXT_H

#include "backgammon.h"

/* show.c */
void bg_show(const hra_game *game, const void *s, const hra_board_style *look, hra_text *out);

/* text.c */

extern const char *const bg_seat_names[];
const char *bg_seat_name(int seat); /* in the user's language */

/* A checker's way within a play: the places it comes to by each die, at most five. Several go alike. */
typedef struct bg_way {
    uint8_t place[BG_STEPS + 1]; /* from the first to the last */
    uint8_t steps, checkers;
} bg_way;

/* The ways of a play, those from the back first. Returns how many, at most BG_STEPS. */
int bg_ways(const bg_state *s, hra_move m, bg_way out[BG_STEPS]);
/* The points on which it hits, as the mover counts them. */
bg_set bg_hits(const bg_state *s, hra_move m);

void bg_add_place(int place, hra_text *out); /* "13", "bar", "off" */
void bg_show_move(const hra_game *game, const void *s, hra_move m, hra_text *out);
void bg_say_move(const hra_game *game, const void *s, hra_move m, hra_text *out);
hra_err bg_parse_move(const hra_game *game, const void *s, const char *text, hra_move *out, hra_error *why);

#endif
