/* Empire at a table: what is hidden, what is final, and what a match counts. */
#include <string.h>

#include "core/messages.h"
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

enum { POINTS, GOODS, COINS, ARMIES, REGIONS, CONTINENTS, WON /* by each reason */, SHARED = WON + 4, FACTS };

static const char *const fact_names[FACTS + 1] = {
    N_("points"),        N_("points of goods"), N_("coins left"),    N_("armies"),
    N_("regions"),       N_("continents"),      N_("won by points"), N_("won by coins"),
    N_("won by armies"), N_("won by regions"),  N_("shared")};

static void fact(const hra_game *game, const void *s, int seat, double *out) {
    const em_game *g = em_of(game);
    em_account account[EM_SEATS];
    em_accounts(g, s, account);
    uint32_t winners = em_winners(g, account), own = UINT32_C(1) << seat;
    const em_account *a = &account[seat];
    const double amounts[] = {a->points, a->goods, a->coins, a->armies, a->regions, a->continents};
    memset(out, 0, FACTS * sizeof *out);
    memcpy(out, amounts, sizeof amounts);
    if (winners == own)
        out[WON + em_reason_of(g, account, seat)] = 1;
    else
        out[SHARED] = winners & own ? 1 : 0;
}

const hra_rules_conduct em_manners = {
    .size = sizeof(hra_rules_conduct),
    .irrevocable = commits,
    .observation = view,
    .hidden = secret,
    .statistics = fact_names,
    .statistic_amounts = (1U << WON) - 1,
    .statistic = fact,
};
