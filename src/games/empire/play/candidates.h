/* The turns that are worth a look, best first. */
#ifndef HRA_EMPIRE_PLAY_CANDIDATES_H
#define HRA_EMPIRE_PLAY_CANDIDATES_H

#include "eval.h"

enum { EM_MOST_KEPT = 128 };

/* A turn and how it is judged. */
typedef struct em_candidate {
    em_turn turn;
    float logit; /* of the mover's share; after the last turn of all, of what the rules pay, a bit more
                    where the lead is larger */
    float share[EM_SEATS];
} em_candidate;

typedef struct em_candidates {
    int count;
    em_candidate list[EM_MOST_KEPT];
} em_candidates;

/* The best `keep` ways to play the turn on from s, which is behind the choice of the card. After each step
 * only the best `beam` positions are kept for the next; 0: all. `moves`, which led to s, begin each of the
 * turns. */
void em_candidates_find(const hra_game *game, const em_eval *judge, const em_state *s, const em_turn *moves,
                        int beam, int keep, em_candidates *out);

#endif
