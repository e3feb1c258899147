/* Steps of a turn that the rules and the playouts of fast.c share: the small ones in full, so that
 * they cost no call. None checks whether it is allowed. */
#ifndef HRA_EMPIRE_RULES_STEPS_H
#define HRA_EMPIRE_RULES_STEPS_H

#include "army_moves.h"

static inline uint32_t em_bit(int region) {
    return UINT32_C(1) << region;
}

/* This region and all behind it. */
static inline uint32_t em_from_on(int region) {
    return ~(em_bit(region) - 1);
}

/* Where the seat to move may put an army, from region `last` on. */
static inline uint32_t em_placeable(const em_game *g, const em_state *s, int last) {
    return em_armies(s->supply[s->turn]) ? (s->city_set | em_bit(g->map.start)) & em_from_on(last) : 0;
}

static inline void em_place(em_state *s, int region) {
    s->piece[s->turn][region]++;
    s->supply[s->turn]--;
    s->army_set |= em_bit(region);
    s->last = (uint8_t)region;
    s->left--;
}

static inline void em_build(em_state *s, int region) {
    s->piece[s->turn][region] += 16;
    s->supply[s->turn] -= 16;
    s->city_set |= em_bit(region);
    s->last = (uint8_t)region;
    s->left--;
}

static inline void em_army_moves(const em_game *g, em_state *s, int from, int to) {
    uint8_t *piece = s->piece[s->turn];
    int sea = em_cards[s->card].action[s->part] == EM_SEA;
    piece[to]++;
    s->army_set |= em_bit(to);
    if (em_armies(--piece[from]) == 0)
        s->army_set &= ~em_bit(from);
    s->left = (uint8_t)(s->left - g->map.distance[sea][from][to]);
    s->from[s->marches] = (uint8_t)from;
    s->to[s->marches++] = (uint8_t)to;
}

/* The functions of the table. */
int em_list_moves(const hra_game *game, const void *s, hra_move *out);
void em_apply(const hra_game *game, void *s, hra_move m);
hra_move em_sample(const hra_game *game, const void *s, hra_rng *rng);

/* The cards that the seat to move can pay for. Returns how many moves were listed. */
int em_list_cards(const em_state *s, hra_move *out);
/* Pays for the card at this place of the row, and begins its first action. */
void em_buy(const em_game *g, em_state *s, int place);
/* Puts a card of this kind into the row. */
void em_draw(const em_game *g, em_state *s, int kind);
void em_end_turn(const em_game *g, em_state *s);

#endif
