/* Ratings from results of games that were played anywhere. */
#include <hra/rating.h>
#include <stdio.h>

int main(void) {
    /* Three players: 0 beat 1 in 30 games and lost 10; 1 beat 2 in 25 and lost 15. */
    const hra_ranking games[] = {
        {.count = 2, .player = {0, 1}, .rank = {0, 1}, .times = 30},
        {.count = 2, .player = {0, 1}, .rank = {1, 0}, .times = 10},
        {.count = 2, .player = {1, 2}, .rank = {0, 1}, .times = 25},
        {.count = 2, .player = {1, 2}, .rank = {1, 0}, .times = 15},
    };
    hra_rating rating[3];
    hra_error why;
    if (hra_rate(games, 4, 3, NULL, rating, &why) != 0) {
        fprintf(stderr, "%s\n", why.text);
        return 1;
    }
    for (int i = 0; i < 3; i++)
        printf("player %d: %+.0f +- %.0f\n", i, rating[i].elo, rating[i].error);
    return 0;
}

/* It prints:

player 0: +157 +- 91
player 1: -34 +- 56
player 2: -123 +- 85
*/
