/* A tournament of the command line, and how it is shown. */
#ifndef HRA_COMMANDS_MEASURE_TOURNAMENT_REPORT_H
#define HRA_COMMANDS_MEASURE_TOURNAMENT_REPORT_H

#include "commands/open_game.h"
#include "commands/stored_work.h"

enum { COURSE_POINTS = 1024 };

/* How the log-likelihood ratio of a test went. */
typedef struct tournament_course {
    uint64_t groups[COURSE_POINTS], step, due;
    double llr[COURSE_POINTS];
    int count;
} tournament_course;

/* Somebody who looks on at what others play. */
typedef struct tournament_watcher {
    void *self;
    void (*tell)(void *self, hra_text *json);   /* how it stands now; he takes the text over */
    bool (*wait)(void *self);                   /* until it is read again; false: he has seen enough */
    void (*waits)(void *self, const char *why); /* the store is waited for; NULL: no more */
} tournament_watcher;

typedef struct tournament {
    setup *s;
    const hra_player *players[ARGS_MAX];
    hra_tournament_setup how;
    hra_sequential test;
    hra_adjudicator adjudicator;
    hra_solution *solution; /* that it asks; NULL: none */
    hra_tournament *t;
    hra_openings *openings; /* NULL: none */
    bool keeps;             /* it is stored */
    stored_work stored;
    bool plays;                        /* else what was kept is shown */
    bool status;                       /* in a few lines */
    const tournament_watcher *watcher; /* told instead; NULL: nobody */
    double began;
    bool verbose;             /* a line for each group */
    bool ties;                /* worths by the model in which ties are outcomes of their own, too */
    tournament_course course; /* of a test */
} tournament;

/* How many openings are played: those of the file, or fewer where there are fewer groups. */
uint64_t tournament_openings(const tournament *u);

/* Ratings, who got what against whom, a test; each returns an exit status. */
int tournament_show(const tournament *u);
int tournament_show_json(const tournament *u);
/* For who looks on, appended: the same, and of a test its course, [[groups, log-likelihood ratio], ...]. */
hra_err tournament_write_watched(const tournament *u, hra_text *out, hra_error *why);

#endif
