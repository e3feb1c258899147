/* External programs that wait for the next task of a tournament: each was started once and plays for several pairings. */
#ifndef HRA_TOURNAMENT_IDLE_PROGRAMS_H
#define HRA_TOURNAMENT_IDLE_PROGRAMS_H

#include "core/thread.h"
#include "hra/play.h"

enum { HRA_IDLE_PROGRAMS = 64 }; /* that are kept; the one that waits for longest is ended first */

typedef struct hra_idle_programs {
    hra_lock lock;
    int count;
    hra_agent *agents[HRA_IDLE_PROGRAMS]; /* in the order in which they began to wait */
} hra_idle_programs;

hra_err hra_idle_programs_init(hra_idle_programs *idle); /* HRA_ENOMEM */
void hra_idle_programs_release(hra_idle_programs *idle); /* ends all */
/* Gives a play, before its first game, a waiting agent of each player that is a program, as far as there are some. */
void hra_idle_programs_lend(hra_idle_programs *idle, hra_play *play, const hra_player *const *players,
                            int count);
/* After its last game: takes over the agents of its programs, whether they were lent or opened by the play. */
void hra_idle_programs_take_back(hra_idle_programs *idle, hra_play *play, const hra_player *const *players,
                                 int count);

#endif
