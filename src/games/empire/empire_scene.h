/* What the files of empire's scene share: how it is laid out below the map, in cells. */
#ifndef HRA_EMPIRE_SCENE_H
#define HRA_EMPIRE_SCENE_H

#include "empire.h"

enum { EM_SCENE_LEAST = 18 }; /* wide at least, for the cards */

#define EM_SCENE_CARDS 2.2   /* height of the row of cards */
#define EM_SCENE_LINE 0.55   /* of a line of an account */
#define EM_SCENE_BUTTONS 0.8 /* of the buttons below */

/* Buttons for what is neither on the map nor a card: the end of a turn, abilities, bids, who is first,
 * jokers; and where chance is moved by hand, its outcomes. */
void em_add_buttons(const hra_game *game, const hra_moment *m, double y, double width, hra_shapes *out);
void em_presses(const hra_game *game, const void *s, hra_move m, hra_presses *out);

#endif
