/* Bids for the first place. */
#include <math.h>
#include <string.h>

#include "player_bids.h"

enum { ROUNDS = 2000 };

/* The value of a bid if each other seat bids b with probability chance[b]. Each of the highest bidders wins a
 * tie with equal probability. */
static double worth_of(int seats, int most, double worth[EM_MOST_BID + 1][EM_SEATS], const double *chance,
                       int bid) {
    double sum = 0, below = 0, lost = 0;
    for (int b = 0; b <= most; b++) {
        /* the highest of the others bids b */
        double highest = pow(below + chance[b], seats - 1) - pow(below, seats - 1), mean = 0;
        for (int k = 1; k < seats; k++)
            mean += worth[b][k] / (seats - 1);
        double won = b < bid ? 1 : b == bid ? 1.0 / seats : 0;
        sum += highest * (won * worth[bid][0] + (1 - won) * mean);
        lost += highest * (1 - won);
        below += chance[b];
    }
    return sum + 1e-9 * lost; /* of equals the one that pays less often */
}

void em_bid_solve(int seats, int most, double worth[EM_MOST_BID + 1][EM_SEATS],
                  double chance[EM_MOST_BID + 1]) {
    double count[EM_MOST_BID + 1], all = most + 1;
    for (int b = 0; b <= EM_MOST_BID; b++) {
        count[b] = b <= most;
        chance[b] = count[b] / all;
    }
    for (int round = 0; round < ROUNDS; round++) {
        int best = 0;
        double value = -1;
        for (int b = 0; b <= most; b++) {
            double v = worth_of(seats, most, worth, chance, b);
            if (v > value) {
                value = v;
                best = b;
            }
        }
        count[best]++;
        all++;
        for (int b = 0; b <= most; b++)
            chance[b] = count[b] / all;
    }
}

/* The value of the game for each seat if seat 0 has paid COINS and, as the highest bidder, names the first
 * seat. */
static hra_err find_worth(em_turn_search *mind, const em_state *s, int coins, int first, uint64_t playouts,
                          const hra_stop *stop, double *share) {
    em_state t = *s;
    hra_limits limits = {.playouts = playouts};
    memset(t.bid, 0, sizeof t.bid);
    t.phase = EM_AT_CHOOSE;
    t.turn = 0;
    t.coins[0] = (uint8_t)(t.coins[0] - coins);
    mind->game->rules->apply(mind->game, &t, em_move(EM_MOVE_FIRST, first, 0));
    return em_turn_search_value(mind, &t, &limits, 1, stop, share);
}

hra_err em_bid_chances(em_turn_search *mind, const em_state *s, uint64_t playouts, uint64_t all,
                       const hra_stop *stop, double chance[EM_MOST_BID + 1]) {
    int seats = mind->game->seats, most = EM_MOST_BID;
    double worth[EM_MOST_BID + 1][EM_SEATS], share[HRA_MAX_SEATS];
    for (int seat = 0; seat < seats; seat++)
        most = s->coins[seat] < most ? s->coins[seat] : most;
    uint64_t places = (uint64_t)(most + 1) * (uint64_t)seats;
    if (all && all / places < playouts)
        playouts = all / places;
    for (int coins = 0; coins <= most; coins++) {
        worth[coins][0] = -1;
        for (int first = 0; first < seats && !playouts; first++)
            worth[coins][first] = 1.0 / seats;
        for (int first = 0; first < seats && playouts; first++) {
            hra_err err = find_worth(mind, s, coins, first, playouts, stop, share);
            if (err)
                return err;
            if (share[0] > worth[coins][0]) /* seat 0 has won and says who is first */
                for (int k = 0; k < seats; k++)
                    worth[coins][k] = share[k];
        }
    }
    em_bid_solve(seats, most, worth, chance);
    return HRA_OK;
}
