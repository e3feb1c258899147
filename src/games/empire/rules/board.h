/* The map of empire as it is drawn. */
#ifndef HRA_EMPIRE_RULES_BOARD_H
#define HRA_EMPIRE_RULES_BOARD_H

#include "empire.h"

enum { EM_BOARD_WIDTH = 78 };

/* Appends the map; below it the regions that have more in them than there is room for. */
void em_draw_map(const em_game *g, const em_state *s, const hra_board_style *look, hra_text *out);
/* The colour of an owner (else plain), where colours are wanted. */
void em_color(const hra_board_style *look, int owner, hra_text *out);

#endif
