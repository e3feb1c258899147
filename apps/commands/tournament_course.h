/* How the log-likelihood ratio of a sequential test went, for pictures and for the page. */
#ifndef HRA_COMMANDS_TOURNAMENT_COURSE_H
#define HRA_COMMANDS_TOURNAMENT_COURSE_H

#include <hra/hra.h>
#include <hra/lab.h>

enum { COURSE_POINTS = 1024 };

typedef struct tournament_course {
    uint64_t groups[COURSE_POINTS], step, due;
    double llr[COURSE_POINTS];
    int count;
} tournament_course;

/* Adds how a pairing stands; called as hra_tournament_setup.counted. If there are too many points, every second one
 * is dropped. */
void tournament_course_add(tournament_course *course, const hra_pairing *pairing);
/* Writes [[groups, log-likelihood ratio], ...]. */
void tournament_course_write(const tournament_course *course, hra_json *json, const char *key);

#endif
