/* Advice at the table: what an adviser says of every move and, with two seats, each move's chance
 * to win, once the player who knows it has been opened in the background. */
#ifndef HRA_TERM_ADVICE_H
#define HRA_TERM_ADVICE_H

#include <hra/hra.h>

typedef struct advice_desk advice_desk;

/* adviser: NULL where nobody advises. data: folder of user data, NULL: none. */
hra_err advice_open(advice_desk **out, const hra_game *game, const hra_player *adviser, const char *data);
void advice_close(advice_desk *desk); /* NULL is allowed */

/* Advice on the present state of the play, valid until the next call; NULL: there is none to be had.
 * With chances: from the first such call on the chance to win is being prepared. */
const hra_advice *advice_get(advice_desk *desk, hra_play *play, bool chances);
/* The same of the position before ply `ply`, without chances to win. */
const hra_advice *advice_at(advice_desk *desk, hra_play *play, int ply);
/* The chance to win is still being worked out. */
bool advice_pending(const advice_desk *desk);

#endif
