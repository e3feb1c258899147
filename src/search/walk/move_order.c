/* Order, beam and knowledge of the game. */
#include "move_order.h"
#include "child_eval.h"

#include <string.h>

/* ---- options --------------------------------------------------------------------------------*/

static hra_err find_prune(const hra_game *game, const char *name, const hra_prune **out, hra_error *why) {
    const hra_prune *p = game->rules->hints->prunes;
    if (!p || !p->name)
        return hra_fail(why, HRA_EFIT, -1, "%s has no forward pruning", game->rules->name);
    const char *names[16] = {0};
    for (int i = 0; i < 15 && p[i].name; i++)
        names[i] = p[i].name;
    while (p->name && strcmp(p->name, name) != 0)
        p++;
    *out = p;
    if (p->name)
        return HRA_OK;
    const char *guess = hra_did_you_mean(name, names);
    if (guess && guess != names[0])
        return hra_fail(why, HRA_EINPUT, -1, "%s has no prune=%.40s; it has %s, and %s", game->rules->name,
                        name, names[0], guess);
    return hra_fail(why, HRA_EINPUT, -1, "%s has no prune=%.40s; it has %s", game->rules->name, name,
                    names[0]);
}

hra_err hra_order_read(hra_order *out, const hra_game *game, const hra_options *options, bool full,
                       hra_error *why) {
    const char *prune = hra_options_text(options, "prune");
    *out = (hra_order){.by = (hra_order_by)hra_options_choice(options, "move-order"),
                       .beam = (int)hra_options_int(options, "beam")};
    if (full && !hra_options_given(options, "move-order"))
        out->by = HRA_ORDER_GAME;
    if (out->by == HRA_ORDER_GAME && !full && !game->rules->hints->score_moves)
        return hra_fail(why, HRA_EFIT, -1, "%s has no move order of its own; use move-order=static",
                        game->rules->name);
    return prune ? find_prune(game, prune, &out->prune, why) : HRA_OK;
}

/* ---- a list ---------------------------------------------------------------------------------*/

int hra_order_keep(const hra_order *order, const hra_walk *w, const void *s, hra_move *moves, int n) {
    return order->prune && order->prune->keep ? order->prune->keep(w->game, s, moves, n) : n;
}

/* What a state that a move leads to is worth without looking further: the number searched for. */
static double worth(const hra_walk *w, const unsigned char *s, int ply) {
    double value[HRA_MAX_SEATS] = {0};
    if (w->rules->to_move(w->game, s) == HRA_OVER) {
        hra_walk_returns(w, w->rules, s, value);
        return hra_walk_end(w, hra_walk_number(w, value), ply);
    }
    if (w->eval.kind)
        hra_evaluate(&w->eval, s, value);
    return hra_walk_number(w, value);
}

static void score_static(hra_walk *w, const hra_order_list *list) {
    unsigned char *s = w->states + (size_t)list->ply * w->stride, *child = s + w->stride;
    hra_siblings siblings = {0};
    for (int i = 0; i < list->n; i++) {
        /* A seat behind all others: no round begins, and every state is a leaf. */
        const double *value = hra_walk_sibling(w, &siblings, s, list->moves, i, list->n, HRA_MAX_SEATS, 1);
        hra_copy_state(child, s, w->stride);
        w->rules->apply(w->game, child, list->moves[i]);
        double v = value ? hra_walk_number(w, value) : worth(w, child, list->ply + 1);
        list->score[i] = list->mover == w->pov ? v : -v;
    }
}

void hra_order_score(const hra_order *order, hra_walk *w, const hra_order_list *list, int *ranks) {
    bool narrow = order->beam && list->n > order->beam && order->by == HRA_ORDER_RULES;
    if (order->by == HRA_ORDER_STATIC || narrow) {
        score_static(w, list);
        return;
    }
    bool ranked = order->by == HRA_ORDER_GAME && w->rules->hints->score_moves;
    if (ranked)
        w->rules->hints->score_moves(w->game, w->states + (size_t)list->ply * w->stride, list->moves, list->n,
                                     ranks);
    for (int i = 0; i < list->n; i++)
        list->score[i] = ranked ? ranks[i] : 0;
}

/* ---- the root -------------------------------------------------------------------------------*/

static bool is_among(const hra_move *moves, int n, hra_move m) {
    while (n > 0 && moves[n - 1] != m)
        n--;
    return n > 0;
}

void hra_order_leave_root(const hra_order *order, hra_walk *w, int kept, hra_analysis *result) {
    int searched = order->beam && kept > order->beam ? order->beam : kept, n = 0;
    w->ruled_out = result->move_count - kept;
    w->beamed_out = kept - searched;
    for (int i = 0; i < result->move_count; i++)
        if (is_among(w->moves, searched, result->moves[i].move))
            result->moves[n++] = result->moves[i];
    result->move_count = searched;
}

/* ---- lines ----------------------------------------------------------------------------------*/

bool hra_order_given_up(const hra_order *order, const hra_walk *w, int ply, double *out) {
    hra_path path = {.game = w->game, .states = w->states, .stride = w->stride, .ply = ply};
    if (ply == 0 || !order->prune || !order->prune->given_up || !order->prune->given_up(&path))
        return false;
    double least = w->difference ? w->game->min_return - w->game->max_return : w->game->min_return;
    if (w->eval.kind && w->eval.kind->ends) /* its finished states are on its own scale */
        least = w->eval.kind->min;
    double v = w->win > 0 ? ply - w->win : least;
    *out = w->rules->to_move(w->game, w->states) == w->pov ? v : -v;
    return true;
}
