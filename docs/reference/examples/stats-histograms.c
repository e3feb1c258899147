/* Bars of a histogram, with round limits. */
#include <hra/hra.h>
#include <stdio.h>

int main(void) {
    hra_stats stats = {0};
    hra_histogram bars;
    for (int i = 0; i < 100; i++)
        if (hra_stats_add(&stats, i * i / 100.0, 1) != 0)
            return 1;
    hra_stats_histogram(&stats, 0, 100, 6, &bars);
    for (int i = 0; i < bars.count; i++)
        printf("from %3g: %d\n", bars.from + i * bars.width, (int)bars.bar[i]);
    printf("marks of an axis: every %g\n", hra_stats_step(100, 8));
    hra_stats_release(&stats);
    return 0;
}

/* It prints:

from   0: 71
from  50: 29
from 100: 0
marks of an axis: every 20
*/
