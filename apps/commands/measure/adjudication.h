/* How games of a tournament are ended that would go on, as the command line says it. */
#ifndef HRA_COMMANDS_MEASURE_ADJUDICATION_H
#define HRA_COMMANDS_MEASURE_ADJUDICATION_H

#include "commands/open_game.h"

/* Reads --draw, --resign, --max-plies and --tablebases (which opens nothing yet) and says what is wrong. */
bool adjudication_read(const args *a, hra_adjudicator *out);
/* Whether any of them was given. */
bool adjudication_given(const args *a);
/* Opens the exact values of the game of `s` where --tablebases asks for them, else NULL. An exit status. */
int adjudication_open_tables(const setup *s, const args *a, int threads, hra_solution **out);
/* As lines "draw ...", which say the same however it was typed. */
void adjudication_write(const args *a, const hra_adjudicator *how, hra_text *out);

#endif
