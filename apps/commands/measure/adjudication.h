/* The options that adjudicate games: --draw, --resign, --max-plies, --tablebases. */
#ifndef HRA_COMMANDS_MEASURE_ADJUDICATION_H
#define HRA_COMMANDS_MEASURE_ADJUDICATION_H

#include "commands/open_game.h"

/* Reads these options; --tablebases opens nothing yet. Returns false after it has printed an error. */
bool adjudication_read(const args *a, hra_adjudicator *out);
/* Returns whether these rules fit the game; else prints an error that names the option. */
bool adjudication_fits(const args *a, const hra_adjudicator *how, const hra_game *game);
/* Appends the lines "draw ...", "resign ..." and so on of the spec of a work (hra/work.h). The same rules give the same
 * lines, however they were typed. */
void adjudication_write(const args *a, const hra_adjudicator *how, hra_text *out);

#endif
