/* Empire at a table: what is hidden, what is final, and what a match counts. */
#include <string.h>

#include "empire.h"

static bool commits(const hra_game *game, const void *s, hra_move m) {
    return em_move_kind(m) == EM_MOVE_END || em_move_kind(m) == EM_MOVE_BID;
}

static bool secret(const hra_game *game, const void *s, hra_move m) {
    return em_move_kind(m) == EM_MOVE_BID;
}

static void view(const hra_game *game, const void *at, int seat, void *out) {
    em_state *s = out;
    memmove(s, at, sizeof *s);
    if (s->phase != EM_AT_BID && s->phase != EM_AT_REVEAL)
        return;
    int made = s->phase == EM_AT_BID ? s->turn : game->seats;
    for (int other = 0; other < made && other < EM_SEATS; other++)
        if (other != seat)
            s->bid[other] = EM_HIDDEN;
}

static const char *const fact_names[] = {"points", "points of goods", "coins left", "armies", NULL};

static void fact(const hra_game *game, const void *s, int seat, double *out) {
    em_account account = em_account_of(em_of(game), s, seat);
    out[0] = account.points;
    out[1] = account.goods;
    out[2] = account.coins;
    out[3] = account.armies;
}

const hra_rules_manners em_manners = {
    .size = sizeof(hra_rules_manners),
    .commits = commits,
    .view = view,
    .secret = secret,
    .facts = fact_names,
    .fact_amounts = 15,
    .fact = fact,
};
