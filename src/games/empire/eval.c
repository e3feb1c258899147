/* Evaluations of a position. */
#include "empire.h"

/* No seat can have more points: 32 regions, as many continents, and 25 of goods. */
enum { MOST = 128 };

/* Own points less the most that another seat has. */
static void lead(const em_account *account, int seats, double *out) {
    for (int seat = 0; seat < seats; seat++) {
        int best = 0;
        for (int other = 0; other < seats; other++)
            if (other != seat && account[other].points > best)
                best = account[other].points;
        out[seat] = account[seat].points - best;
    }
}

static void score(const hra_game *game, const void *self, const void *s, double *out) {
    em_account account[EM_SEATS];
    em_accounts(em_of(game), s, account);
    lead(account, game->seats, out);
}

const hra_evaluation em_evaluations[] = {
    {.name = "score",
     .help = "points if the play ended now, less those of the best other seat",
     .value = score,
     .min = -MOST,
     .max = MOST},
    {0 },
};
