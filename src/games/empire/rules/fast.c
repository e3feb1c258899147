/* Playouts of empire in a loop of their own.
 *
 * A random move is found without writing the list: sets of regions are counted, and the k-th is taken.
 * It is the k-th of the list that the rules write, so that the general loop plays the same games. */
#include "rules/fast.h"
#include "steps.h"

static int nth(uint32_t set, int k) {
    for (; k > 0; k--)
        set &= set - 1;
    return em_lowest(set);
}

static int below(hra_rng *rng, int n) {
    return n > 1 ? (int)hra_rng_below(rng, (uint32_t)n) : 0;
}

/* One of these regions, or behind them the end where the turn may end. */
static hra_move pick_region(const em_state *s, em_kind kind, uint32_t set, hra_rng *rng) {
    int n = em_count(set), k = below(rng, n + !s->must);
    return k < n ? em_move(kind, nth(set, k), 0) : em_move(EM_MOVE_END, 0, 0);
}

static hra_move pick_place(const em_game *g, const em_state *s, hra_rng *rng) {
    return pick_region(s, EM_MOVE_PLACE, s->left ? em_placeable(g, s, s->last) : 0, rng);
}

static hra_move pick_city(const em_state *s, hra_rng *rng) {
    bool some = s->left && em_cities(s->supply[s->turn]);
    return pick_region(s, EM_MOVE_CITY, some ? s->army_set & em_from_on(s->last) : 0, rng);
}

static hra_move pick_march(const em_game *g, const em_state *s, int sea, hra_rng *rng) {
    uint32_t sources = s->left ? em_army_moves_sources(s) : 0, to[EM_ARMIES];
    int n = 0, i = 0, sum[EM_ARMIES];
    for (uint32_t rest = sources; rest; rest &= rest - 1, i++) {
        to[i] = em_army_moves_targets(&g->map, s, sea, em_lowest(rest), s->left);
        sum[i] = n += em_count(to[i]);
    }
    int k = below(rng, n + !s->must);
    if (k == n)
        return em_move(EM_MOVE_END, 0, 0);
    for (i = 0; k >= sum[i]; i++)
        sources &= sources - 1;
    return em_move(EM_MOVE_MARCH, em_lowest(sources), nth(to[i], i ? k - sum[i - 1] : k));
}

static hra_move pick_from_list(const hra_game *game, const em_state *s, hra_move *list, hra_rng *rng) {
    return list[below(rng, em_list_moves(game, s, list))];
}

static hra_move pick_step(const hra_game *game, const em_state *s, hra_move *list, hra_rng *rng) {
    const em_game *g = em_of(game);
    const em_card *card = &em_cards[s->card];
    if (card->joined == EM_AND)
        return pick_from_list(game, s, list, rng);
    switch (card->action[s->part]) {
    case EM_PLACE:
        return pick_place(g, s, rng);
    case EM_CITY:
        return pick_city(s, rng);
    case EM_LAND:
        return pick_march(g, s, 0, rng);
    case EM_SEA:
        return pick_march(g, s, 1, rng);
    default:
        return pick_from_list(game, s, list, rng);
    }
}

static hra_move pick(const hra_game *game, const em_state *s, hra_move *list, hra_rng *rng) {
    switch (s->phase) {
    case EM_AT_ACT:
        return pick_step(game, s, list, rng);
    case EM_AT_CARD:
        return list[below(rng, em_list_cards(s, list))];
    case EM_AT_NEUTRAL:
        return em_move(EM_MOVE_NEUTRAL, below(rng, em_of(game)->map.regions), 0);
    case EM_AT_DRAW:
    case EM_AT_LOT:
    case EM_AT_REVEAL:
        return em_sample(game, s, rng);
    default:
        return pick_from_list(game, s, list, rng);
    }
}

/* A whole turn at once, of a card with one action: what comes next is then no guess of the processor's.
 * Returns the moves made. */
static int play_turn(const hra_game *game, em_state *s, hra_move *list, hra_rng *rng) {
    const em_game *g = em_of(game);
    int plies = 1;
    hra_move m;
    em_buy(g, s, em_move_a(list[below(rng, em_list_cards(s, list))]));
    const em_card *card = &em_cards[s->card];
    if (card->joined != EM_ALONE)
        return plies;
    int action = card->action[0];
    if (action == EM_PLACE)
        for (; em_move_kind(m = pick_place(g, s, rng)) != EM_MOVE_END; plies++)
            em_place(s, em_move_a(m));
    else if (action == EM_LAND || action == EM_SEA)
        for (; em_move_kind(m = pick_march(g, s, action == EM_SEA, rng)) != EM_MOVE_END; plies++)
            em_army_moves(g, s, em_move_a(m), em_move_b(m));
    else if (action == EM_CITY)
        for (; em_move_kind(m = pick_city(s, rng)) != EM_MOVE_END; plies++)
            em_build(s, em_move_a(m));
    else
        return plies;
    em_end_turn(g, s);
    return plies + 1;
}

enum { TURN = 2 * EM_MARCHES + 2 }; /* moves of a turn at most */

static uint64_t playout(const hra_game *game, unsigned char *at, hra_move *list, double *probability,
                        hra_rng *rng, uint64_t most) {
    em_state *s = (em_state *)(void *)at;
    uint64_t ply = 0;
    while (ply < most && s->phase != EM_AT_OVER) {
        if (s->phase == EM_AT_CARD && most - ply >= TURN) {
            ply += (uint64_t)play_turn(game, s, list, rng);
        } else if (s->phase == EM_AT_DRAW) {
            em_draw(em_of(game), s, em_move_a(em_sample(game, s, rng)));
            ply++;
        } else {
            em_apply(game, s, pick(game, s, list, rng));
            ply++;
        }
    }
    return ply;
}

const struct hra_fast em_fast = {.playout = playout};
