/* Which seats play as `planner` does. */
#include <string.h>

#include "planner_turn.h"
#include "seat_watch.h"

enum {
    MOST_TURNS = 120, /* of the planner, looked at in one round */
    WEIGHT = 3,       /* other turns count as many of the planner's: these are often good ones */
};

/* The ways from one turn of a seat to its next: draws and cards that are possible. */
typedef struct interval {
    const hra_game *game;
    const em_state *now;
    int seat, looked;
    bool found;   /* a way */
    uint32_t met; /* on the way with most turns of the planner */
    hra_move drawn[EM_SEATS][EM_MAX_CHANCES];
    double probability[EM_MAX_CHANCES];
} interval;

void em_watch_begin(em_watch *watch) {
    *watch = (em_watch){.seat = -1};
}

void em_watch_after(em_watch *watch, int seat, const em_state *s) {
    watch->after = *s;
    watch->seat = seat;
}

/* What a card adds to the goods of a seat. */
static uint32_t goods_of(int card) {
    return (uint32_t)em_cards[card].goods << 4 * em_cards[card].good;
}

/* Whether the seat paid for this card, and has it. */
static bool has_bought(const interval *r, const em_state *s, int place, int seat) {
    return s->coins[seat] - em_prices[place] == r->now->coins[seat] &&
           s->goods[seat] + goods_of(s->row[place]) == r->now->goods[seat];
}

/* Whether the row now can come of this one: what is missing in it has been bought by seats that are still to
 * play, from `seat` on. */
static bool may_become_row(const interval *r, const em_state *s, int seat) {
    int missing = 0, at = 0, left = (r->seat - seat + r->game->seats) % r->game->seats;
    for (int i = 0; i < EM_ROW && s->row[i]; i++) {
        bool bought = false;
        if (at < EM_ROW && r->now->row[at] == s->row[i]) {
            at++;
            continue;
        }
        for (int k = seat; k != r->seat; k = (k + 1) % r->game->seats)
            bought = bought || s->goods[k] + goods_of(s->row[i]) == r->now->goods[k];
        if (!bought || ++missing > left)
            return false;
    }
    return true;
}

/* The pieces of a seat are those of a turn, but for armies that seats behind it may have destroyed. */
static bool same_pieces(const em_state *end, const em_state *now, int seat, int behind) {
    int lost = 0;
    for (int i = 0; i < EM_REGIONS; i++) {
        int less = end->piece[seat][i] - now->piece[seat][i];
        if (less < 0)
            return false;
        lost += less;
    }
    return lost <= behind;
}

/* The same after this card was bought. */
static bool may_leave_row(const interval *r, const em_state *s, int place) {
    em_state t = *s;
    r->game->rules->apply(r->game, &t, em_move(EM_MOVE_CARD, place, 0));
    return may_become_row(r, &t, (s->turn + 1) % r->game->seats);
}

static void follow(interval *r, const em_state *s, uint32_t met);

/* Another turn than the planner's: its pieces are taken from the board as it is now. */
static void follow_other(interval *r, const em_state *s, int place, uint32_t met) {
    em_state t = *s;
    int seat = s->turn;
    r->game->rules->apply(r->game, &t, em_move(EM_MOVE_CARD, place, 0));
    r->game->rules->apply(r->game, &t, em_move(EM_MOVE_END, 0, 0));
    memcpy(t.piece[seat], r->now->piece[seat], sizeof t.piece[seat]);
    t.supply[seat] = r->now->supply[seat];
    follow(r, &t, met);
}

static void follow_turn(interval *r, const em_state *s, uint32_t met) {
    int seat = s->turn, behind = (r->seat - seat + r->game->seats) % r->game->seats - 1;
    em_planned planned = {.ends = 0};
    for (int i = 0; i < EM_ROW && s->row[i] && r->looked < MOST_TURNS; i++) {
        if (!has_bought(r, s, i, seat) || !may_leave_row(r, s, i))
            continue;
        if (!planned.ends) {
            em_planner_turn(r->game, &em_planner_default, s, NULL, NULL, &planned);
            r->looked++;
        }
        if (i == em_move_a(planned.turn.move[0]) && same_pieces(&planned.end, r->now, seat, behind)) {
            em_state t = planned.end;
            r->game->rules->apply(r->game, &t, em_move(EM_MOVE_END, 0, 0));
            follow(r, &t, met | UINT32_C(1) << seat);
        } else {
            follow_other(r, s, i, met);
        }
    }
}

static void follow(interval *r, const em_state *s, uint32_t met) {
    const hra_rules *rules = r->game->rules;
    int left = (r->seat - s->turn + r->game->seats) % r->game->seats;
    if (r->looked >= MOST_TURNS || (r->found && em_count(met) + left <= em_count(r->met)))
        return;
    if (rules->to_move(r->game, s) == HRA_CHANCE) {
        hra_move *drawn = r->drawn[left];
        int n = rules->chance_outcomes(r->game, s, drawn, r->probability);
        for (int i = 0; i < n; i++) {
            em_state t = *s;
            rules->apply(r->game, &t, drawn[i]);
            if (may_become_row(r, &t, t.turn))
                follow(r, &t, met);
        }
    } else if (s->turn != r->seat) {
        follow_turn(r, s, met);
    } else if (memcmp(s->row, r->now->row, sizeof s->row) == 0) {
        r->met = met;
        r->found = true;
    }
}

/* s may be of another play, or the turn have been another one. */
static bool follows(const em_watch *watch, const hra_game *game, const em_state *s) {
    const em_state *after = &watch->after;
    int seat = watch->seat;
    return seat == s->turn && s->phase == EM_AT_CARD && after->turns + game->seats - 1 == s->turns &&
           after->coins[seat] == s->coins[seat] && after->goods[seat] == s->goods[seat] &&
           same_pieces(after, s, seat, game->seats - 1);
}

void em_watch_see(em_watch *watch, const hra_game *game, const em_state *s) {
    interval r = {.game = game, .now = s, .seat = watch->seat};
    bool next = follows(watch, game, s);
    watch->seat = -1;
    if (!next)
        return;
    follow(&r, &watch->after, 0);
    for (int seat = 0; r.found && seat < game->seats; seat++) {
        watch->met[seat] += seat != s->turn && (r.met >> seat & 1);
        watch->missed[seat] += seat != s->turn && !(r.met >> seat & 1);
    }
}

uint32_t em_watch_planners(const em_watch *watch) {
    uint32_t set = 0;
    for (int seat = 0; seat < EM_SEATS; seat++)
        set |= (uint32_t)(watch->met[seat] > WEIGHT * watch->missed[seat]) << seat;
    return set;
}
