/* The points of a course: at most COURSE_POINTS, evenly spread. */
#include "tournament_course.h"

void tournament_course_add(tournament_course *c, const hra_pairing *p) {
    if (p->groups < c->due)
        return;
    if (c->count == COURSE_POINTS) {
        c->count /= 2;
        for (int i = 0; i < c->count; i++) {
            c->groups[i] = c->groups[2 * i + 1];
            c->llr[i] = c->llr[2 * i + 1];
        }
        c->step = c->step ? 2 * c->step : p->groups / COURSE_POINTS;
    }
    c->groups[c->count] = p->groups;
    c->llr[c->count++] = p->llr;
    c->due = p->groups + c->step;
}

void tournament_course_write(const tournament_course *c, hra_json *json, const char *key) {
    hra_json_list(json, key);
    for (int i = 0; i < c->count; i++)
        hra_json_numbers(json, NULL, (double[]){(double)c->groups[i], c->llr[i]}, 2);
    hra_json_end(json);
}
