/* Terms of a state of Eight-Minute Empire for formulas: what a seat would have if the play ended now. */
#include "core/messages.h"
#include "empire.h"

static em_account account_of(const hra_game *game, const void *s, int seat) {
    em_account account[EM_SEATS];
    em_accounts(em_of(game), s, account);
    return account[seat];
}

static double points(const hra_game *game, const void *s, int seat) {
    return account_of(game, s, seat).points;
}

static double regions(const hra_game *game, const void *s, int seat) {
    return account_of(game, s, seat).regions;
}

static double continents(const hra_game *game, const void *s, int seat) {
    return account_of(game, s, seat).continents;
}

static double goods(const hra_game *game, const void *s, int seat) {
    return account_of(game, s, seat).goods;
}

static double coins(const hra_game *game, const void *s, int seat) {
    return account_of(game, s, seat).coins;
}

static double armies(const hra_game *game, const void *s, int seat) {
    return account_of(game, s, seat).armies;
}

static double cities(const hra_game *game, const void *s, int seat) {
    return EM_CITIES - em_cities(((const em_state *)s)->supply[seat]);
}

static double jokers(const hra_game *game, const void *s, int seat) {
    return em_goods_of(((const em_state *)s)->goods[seat], EM_JOKER);
}

static double turns(const hra_game *game, const void *s, int seat) {
    const em_game *g = em_of(game);
    return g->seats * g->setup.cards - ((const em_state *)s)->turns;
}

const hra_term em_formula_terms[] = {
    {"points", N_("points, all together"), 0, 200, false, points},
    {"regions", N_("points for regions"), 0, 64, false, regions},
    {"continents", N_("points for continents"), 0, 16, false, continents},
    {"goods", N_("points for goods"), 0, 100, false, goods},
    {"coins", N_("coins"), 0, 32, false, coins},
    {"armies", N_("armies on the board"), 0, EM_ARMIES, false, armies},
    {"cities", N_("cities on the board"), 0, EM_CITIES, false, cities},
    {"jokers", N_("wild goods"), 0, 15, false, jokers},
    {"turns", N_("turns that all seats still have"), 0, 200, true, turns},
    {0},
};
