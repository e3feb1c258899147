/* What the files of empire's scene share: how it is laid out below the map, in cells. */
#ifndef HRA_EMPIRE_RULES_SCENE_H
#define HRA_EMPIRE_RULES_SCENE_H

#include "empire.h"

#define EM_SCENE_NUMBER 0.5  /* cells above the pieces of a region, where its number stands */
#define EM_SCENE_CARDS 3.8   /* height of the cards, in two rows */
#define EM_SCENE_SEAT 1.15   /* of the account of a seat, two lines */
#define EM_SCENE_LINE 0.5    /* of such a line */
#define EM_SCENE_BUTTONS 0.8 /* of the buttons below */

enum { EM_SYMBOLS = 14 };
extern const hra_symbol em_symbols[EM_SYMBOLS];

/* The map as it never changes, in the upper left corner. */
void em_add_map(const em_game *g, hra_shapes *out);
/* Buttons for what is neither on the map nor a card: the end of a turn, abilities, bids, who is first,
 * jokers; and where chance is moved by hand, its outcomes. */
void em_add_buttons(const hra_game *game, const hra_scene_view *m, double y, double width, hra_shapes *out);
void em_move_input(const hra_game *game, const void *s, hra_move m, hra_move_input *out);

#endif
