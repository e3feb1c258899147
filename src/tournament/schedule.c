/* Pairings: sets of as many players as sit down together. */
#include "tournament/schedule.h"

bool hra_schedule_next(hra_schedule schedule, int players, int size, int *pairing) {
    int first = schedule == HRA_GAUNTLET ? 1 : 0, at = size - 1;
    while (at >= first && pairing[at] == players - size + at)
        at--;
    if (at < first)
        return false;
    pairing[at]++;
    for (int i = at + 1; i < size; i++)
        pairing[i] = pairing[i - 1] + 1;
    return true;
}

int hra_schedule_count(hra_schedule schedule, int players, int size) {
    int fixed = schedule == HRA_GAUNTLET ? 1 : 0, from = players - fixed, chosen = size - fixed;
    int fewer = chosen < from - chosen ? chosen : from - chosen;
    long count = 1;
    for (int i = 1; i <= fewer && count <= HRA_TOURNAMENT_PAIRINGS; i++)
        count = count * (from - i + 1) / i; /* a binomial coefficient, so whole at each step, and it grows */
    return count > HRA_TOURNAMENT_PAIRINGS ? HRA_TOURNAMENT_PAIRINGS + 1 : (int)count;
}
