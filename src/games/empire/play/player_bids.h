/* Bids for the first place: sealed, the highest pays. */
#ifndef EM_EXPERT_BIDS_H
#define EM_EXPERT_BIDS_H

#include "turn_search.h"

enum { EM_MOST_BID = 5 }; /* more is never worth it */

/* How likely a sensible seat bids 0, 1, .. coins: fictitious play (Brown 1951) of seats that all bid alike,
 * with what each place in the order is worth from `playouts` simulations each, in all `most` (0: as many as
 * that takes; where they do not suffice for one each, all places are worth the same). s: someone is to bid.
 * HRA_ESTOPPED. */
hra_err em_bid_chances(em_turn_search *mind, const em_state *s, uint64_t playouts, uint64_t most,
                       const hra_stop *stop, double chance[EM_MOST_BID + 1]);

/* The same out of the worth: [coins paid][seats between the winner and oneself; 0: the winner]. */
void em_bid_solve(int seats, int most, double worth[EM_MOST_BID + 1][EM_SEATS],
                  double chance[EM_MOST_BID + 1]);

#endif
