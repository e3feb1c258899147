/* How games of a tournament are ended that would go on, as the command line says it. */
#ifndef HRA_COMMANDS_MEASURE_ADJUDICATION_H
#define HRA_COMMANDS_MEASURE_ADJUDICATION_H

#include "commands/open_game.h"

/* Reads --draw, --resign, --max-plies and --tablebases (which opens nothing yet) and says what is wrong. */
bool adjudication_read(const args *a, hra_adjudicator *out);
/* As lines "draw ...", which say the same however it was typed. */
void adjudication_write(const args *a, const hra_adjudicator *how, hra_text *out);

#endif
