/* Clocks for whole games: their text, and dividing what they show. */
#include "players/time_control.h"

#include <math.h>
#include <string.h>

#include "hra/spec.h"

bool hra_time_control_read(const char *text, hra_time_control *out) {
    char time[40];
    const char *plus = strchr(text, '+');
    size_t length = plus ? (size_t)(plus - text) : strlen(text);
    if (length >= sizeof time)
        return false;
    memcpy(time, text, length);
    time[length] = '\0';
    *out = (hra_time_control){0};
    return hra_duration_read(time, &out->seconds) && (!plus || hra_increment_read(plus + 1, &out->increment));
}

double hra_time_share(double time, double inc, double moves) {
    const double lag = 0.05, least = 0.001; /* seconds */
    double left = fmax(time - lag, 0), share = left / (fmax(moves, 0) + 1) + 0.9 * inc;
    return fmax(fmin(share, 0.8 * left), least);
}

double hra_time_share_of(hra_time_control shown) {
    return hra_time_share(shown.seconds, shown.increment, HRA_TIME_MOVES);
}

double hra_time_most(double time, double inc, double moves) {
    double share = hra_time_share(time, inc, moves);
    return fmax(fmin(3 * share, 0.5 * time), share);
}
