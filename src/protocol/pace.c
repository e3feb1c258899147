/* Dividing what a clock shows. */
#include <math.h>

#include "pace.h"

double hra_pace_share(double time, double inc, double moves) {
    const double lag = 0.05, least = 0.001; /* seconds */
    double left = fmax(time - lag, 0), share = left / (fmax(moves, 0) + 1) + 0.9 * inc;
    return fmax(fmin(share, 0.8 * left), least);
}

double hra_pace_most(double time, double inc, double moves) {
    double share = hra_pace_share(time, inc, moves);
    return fmax(fmin(3 * share, 0.5 * time), share);
}
