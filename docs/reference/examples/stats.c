/* Statistics of a stream of numbers, and playing strength from counts. */
#include <hra/stats.h>
#include <stdio.h>

int main(void) {
    hra_stats stats = {0};
    for (int i = 1; i <= 100; i++)
        if (hra_stats_add(&stats, i, 1) != 0)
            return 1;
    hra_summary summary = hra_stats_summary(&stats);
    printf("mean %.1f, standard deviation %.2f, median %g\n", summary.mean, summary.stddev,
           hra_stats_percentile(&stats, 0.5));
    hra_stats_release(&stats);
    hra_elo elo;
    hra_elo_from(60, 20, 20, &elo);
    printf("score %.2f, Elo %.0f, 95 %% between %.0f and %.0f\n", elo.score, elo.elo, elo.low, elo.high);
    return 0;
}

/* It prints:

mean 50.5, standard deviation 29.01, median 50
score 0.70, Elo 147, 95 % between 86 and 218
*/
