/* Many plies of a play in one call. */
#ifndef HRA_PLAY_RUN_H
#define HRA_PLAY_RUN_H

#include "hra/play.h"

/* Steps to the end of the game without an event for each ply: the same game as by hra_play_step. It stops after
 * fewer plies, with HRA_OK and `*over` false, where a step does more than make a move: at a ply of a person, or if
 * the play keeps a record, times, clocks or words, or lets players think in the background. Then the caller goes on
 * by hra_play_step. HRA_ESTOPPED: `stop` is set (NULL: none); else the error of a player or of the game. */
hra_err hra_play_run(hra_play *play, const hra_stop *stop, bool *over);

/* Of a play that is over, what hra_play_snapshot also tells: why, and what each seat gets. */
hra_outcome hra_play_end(const hra_play *play, hra_adjudication *adjudication, double returns[HRA_MAX_SEATS]);

#endif
