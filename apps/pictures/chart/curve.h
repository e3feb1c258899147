/* Learning curves: strength, or another measured value, by the number of games; as a table for programs,
 * and as a picture. */
#ifndef HRA_PICTURES_CHART_CURVE_H
#define HRA_PICTURES_CHART_CURVE_H

#include <hra/hra.h>

enum { CURVE_LINES = 8 }; /* at most */

typedef struct curve_point {
    uint64_t games; /* learnt from; or steps */
    double seconds; /* in which that was done */
    int line;       /* which opponent */
    double score, error;
    uint64_t played; /* games of the measurement */
    uint64_t seed;   /* of the run */
} curve_point;

typedef struct curve {
    curve_point *points;
    size_t count, capacity;
} curve;

bool curve_add(curve *c, const curve_point *point); /* false: no memory */
void curve_release(curve *c);
/* "seed,games,seconds,against,score,error,played", a line a point; titles: of the lines. */
void curve_csv(const curve *c, const char *const *titles, hra_text *out);
typedef struct curve_axes {
    const char *across, *up; /* what they count */
} curve_axes;

/* A picture of 800 x 400 with both axes. A line is the mean of the runs, its band goes from the lowest of
 * them to the highest; of one run it is two errors wide to each side. */
void curve_svg(const curve *c, const char *const *titles, int count, const char *title,
               const curve_axes *axes, hra_text *out);

#endif
