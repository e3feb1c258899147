/* Evaluations of a position. */
#include "games/empire/rules/empire.h"

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

/* A finished play that is decided by a tie-break is half a point apart. */
static void score(const hra_game *game, const void *self, void *scratch, const void *at, double *out) {
    const em_game *g = em_of(game);
    const em_state *s = at;
    em_account account[EM_SEATS];
    em_accounts(g, s, account);
    lead(account, g->seats, out);
    uint32_t winners = s->phase == EM_AT_OVER ? em_winners(g, account) : 0;
    for (int seat = 0; seat < g->seats; seat++)
        if (winners == UINT32_C(1) << seat)
            out[seat] += 0.5;
}

const hra_evaluation em_evaluations[] = {
    {.name = "score",
     .help = "points now minus those of the best opponent",
     .value = score,
     .min = -MOST,
     .max = MOST,
     .ends = true},
    {0},
};
