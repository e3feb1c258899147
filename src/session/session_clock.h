/* The state of clocks at a table, and of moves that are taken back by agreement (session_people.h). */
#ifndef HRA_SESSION_SESSION_CLOCK_H
#define HRA_SESSION_SESSION_CLOCK_H

#include "hra/player.h"

/* The clocks of the people at a table. The clock of a seat runs while the table waits for its person, from the second
 * decision of that seat on; each decision that it timed adds the increment. */
typedef struct table_clock {
    hra_time_control control;   /* seconds 0: there are no clocks */
    double left[HRA_MAX_SEATS]; /* seconds of each person, at `since` */
    int running;                /* the seat whose clock runs; -1: none */
    double since;               /* by hra_clock */
    int out;                    /* the seat that ran out of time; -1: none */
    bool stopped;               /* the game is paused, */
    bool told;                  /* and an event says so, and how they stand */
} table_clock;

/* A take-back that a seat has asked for. */
typedef struct take_back {
    int seat;
    unsigned awaited; /* the seats whose persons have to agree; 0: nothing is asked */
} take_back;

#endif
