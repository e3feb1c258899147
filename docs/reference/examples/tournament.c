/* Three players, each against each, and their ratings. */
#include <hra/lab.h>
#include <hra/work.h>
#include <stdio.h>

static const char spec[] =
    "game tictactoe\nplayer random\nplayer alphabeta:depth=1\nplayer alphabeta:depth=4\n"
    "groups 100\nseed 1\n";

int main(void) {
    hra_work *work;
    hra_error why;
    hra_rating rating[3];
    bool sampled;
    if (hra_work_open(&work, "tournament", spec, NULL, &why) != 0 || hra_work_run(work, 1, NULL, &why) != 0)
        return 1;
    const hra_tournament_setup *setup;
    hra_tournament *t = hra_work_tournament(work, &setup);
    double points[3] = {0};
    for (int i = 0; i < setup->pairings; i++) {
        hra_pairing pairing;
        hra_tournament_snapshot(t, i, &pairing);
        for (int k = 0; k < pairing.count; k++)
            points[pairing.player[k]] += pairing.points[k];
    }
    if (hra_tournament_rate(t, 0, NULL, rating, &sampled, &why) != 0)
        return 1;
    for (int i = 0; i < setup->count; i++)
        printf("%-18s %5.1f points, Elo %.0f\n", hra_player_info_of(setup->players[i])->spec, points[i],
               rating[i].elo);
    hra_work_close(work);
    return 0;
}

/* It prints:

random              99.5 points, Elo -146
alphabeta:depth=1  123.5 points, Elo -65
alphabeta:depth=4  179.0 points, Elo 211
*/
