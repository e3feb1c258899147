/* A tournament of the command line, and how it is shown. */
#ifndef HRA_COMMANDS_MEASURE_TOURNAMENT_REPORT_H
#define HRA_COMMANDS_MEASURE_TOURNAMENT_REPORT_H

#include "commands/open_game.h"
#include "commands/stored_work.h"
#include "commands/tournament_course.h"
#include "match_games.h"

typedef struct tournament {
    setup *s;
    const hra_player *players[HRA_TOURNAMENT_PLAYERS];
    hra_tournament_setup how;
    hra_sequential test;
    hra_adjudicator adjudicator;
    hra_tournament *t;
    hra_openings *openings; /* NULL: none */
    bool keeps;             /* it is stored */
    stored_work stored;
    const hra_error *record_why; /* of the file of --record; NULL: there is none */
    bool plays;                  /* else what was kept is shown */
    bool status;                 /* in a few lines */
    double began;
    bool verbose;             /* a line for each group */
    bool ties;                /* worths by the model in which ties are outcomes of their own, too */
    tournament_course course; /* of a test */
    match_games each;         /* for --csv */
} tournament;

/* What player i is called. */
#define tournament_called(u, i) (hra_player_called((u)->players, (u)->how.count, (i)).text)

/* How many openings are played: those of the file, or fewer where there are fewer groups. */
uint64_t tournament_openings(const tournament *u);

/* Ratings, who got what against whom, a test; each returns an exit status. */
int tournament_show(const tournament *u);
int tournament_show_json(const tournament *u);

#endif
