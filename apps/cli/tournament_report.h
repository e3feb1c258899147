/* A tournament of the command line, and how it is shown. */
#ifndef HRA_CLI_TOURNAMENT_REPORT_H
#define HRA_CLI_TOURNAMENT_REPORT_H

#include "setup.h"
#include "tournament_store.h"

typedef struct tournament {
    setup *s;
    const hra_player *players[ARGS_MAX];
    hra_tournament_setup how;
    hra_sequential test;
    hra_tournament *t;
    tournament_store *store; /* NULL: nothing is kept */
    bool plays;              /* else what was kept is shown */
    bool status;             /* in a few lines */
    bool writes;  /* the records of the store go to the file that --record names: once, by the run that ended
                     it */
    bool records; /* a store keeps them too */
    double began;
} tournament;

/* Ratings, who got what against whom, a test; each returns an exit status. */
int tournament_show(const tournament *u);
int tournament_show_json(const tournament *u);
int tournament_show_status(const tournament *u); /* how far it is */

#endif
