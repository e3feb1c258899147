/* What expectimax and expectiminimax share: opening, the model of the others, errors. */
#include "expect.h"
#include "players/agent.h"
#include "rules/defaults.h"
#include "rules/options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- what threads share ---------------------------------------------------------------------*/

static hra_err open_model(hra_expect_setup *setup, const char *spec, const char *data,
                          const hra_progress *progress, hra_error *why) {
    const hra_game *game = setup->walk.game;
    if (!spec || strcmp(spec, "random") == 0)
        return HRA_OK;
    setup->model = hra_model_find(game->rules, spec);
    if (setup->model)
        return HRA_OK;
    hra_err err = hra_player_open(&setup->player, game, spec, data, progress, why);
    if (!err && hra_player_info_of(setup->player)->human)
        err = hra_fail(why, HRA_EINPUT, -1, "option 'model' takes programs, not 'human'");
    return err;
}

hra_err hra_expect_open(const hra_game *game, const hra_options *options, const char *data,
                        const hra_progress *progress, void **shared, hra_error *why) {
    hra_expect_setup *setup = calloc(1, sizeof *setup);
    if (!setup)
        return hra_no_memory(why);
    hra_err err = hra_search_setup_open(&setup->walk, game, options, why);
    if (!err && hra_options_has(options, "star"))
        setup->star = (int)hra_options_int(options, "star");
    if (!err && hra_options_has(options, "move-order")) {
        err = hra_order_read(&setup->order, game, options, false, why);
        setup->table = hra_options_size(options, "tt");
        setup->tuned = setup->order.by || setup->order.beam || setup->order.prune || setup->table;
    }
    if (!err && hra_options_has(options, "model"))
        err = open_model(setup, hra_options_text(options, "model"), data, progress, why);
    if (err)
        hra_expect_close(setup);
    else
        *shared = setup;
    return err;
}

void hra_expect_close(void *shared) {
    hra_expect_setup *setup = shared;
    hra_player_close(setup->player);
    hra_search_setup_release(&setup->walk);
    free(setup);
}

/* ---- one thread's ---------------------------------------------------------------------------*/

/* The bounds by which chance nodes are cut. */
static void set_bounds(hra_expect *e) {
    const hra_game *game = e->walk.game;
    const hra_evaluation *kind = e->walk.eval.kind;
    bool own = kind && kind->min < kind->max;
    double least = own ? fmin(kind->min, game->min_return) : game->min_return;
    double most = own ? fmax(kind->max, game->max_return) : game->max_return;
    bool difference = game->seats == 2 && !game->zero_sum;
    e->least = difference ? least - most : least;
    e->most = difference ? most - least : most;
}

static void arrange_root(hra_walk *w, hra_analysis *result);

static hra_err take_memory(hra_expect *e) {
    const hra_expect_setup *setup = e->shared;
    hra_walk_needs needs = {.probability = setup->model, .beside = setup->star || setup->tuned ? 2 : 0};
    hra_err err = hra_walk_open(&e->walk, &setup->walk, needs);
    if (err)
        return err;
    e->walk.aside = setup->walk.game->rules->hints->is_stake_decision;
    if (setup->tuned) {
        e->walk.arrange = arrange_root;
        e->ranks = malloc(e->walk.width * sizeof *e->ranks);
        if (!e->ranks || (setup->table && hra_tt_open(&e->table, setup->table)))
            return HRA_ENOMEM;
    }
    return setup->player ? hra_agent_open(&e->player, setup->player) : HRA_OK;
}

hra_err hra_expect_begin(const void *shared, void **scratch) {
    hra_expect *e = calloc(1, sizeof *e);
    if (!e)
        return HRA_ENOMEM;
    e->shared = shared;
    e->star = e->shared->star;
    e->model = e->shared->model;
    hra_err err = take_memory(e);
    if (err) {
        hra_expect_end(e);
        return err;
    }
    set_bounds(e);
    *scratch = e;
    return HRA_OK;
}

void hra_expect_end(void *scratch) {
    hra_expect *e = scratch;
    hra_agent_close(e->player);
    hra_tt_release(&e->table);
    free(e->ranks);
    hra_walk_release(&e->walk);
    free(e);
}

void hra_expect_forget(void *scratch) {
    hra_expect *e = scratch;
    hra_agent_forget(e->player);
    if (e->table.entries)
        hra_tt_clear(&e->table);
}

/* ---- order and table ------------------------------------------------------------------------*/

hra_order_list hra_expect_list(hra_expect *e, int ply, size_t base, int mover, int n) {
    return (hra_order_list){ply, mover, n, e->walk.moves + base, e->walk.beside + 2 * base};
}

static bool score(hra_expect *e, const hra_order_list *list, const hra_move *known) {
    if (!known && !hra_order_scores(&e->shared->order, list->n))
        return false;
    hra_order_score(&e->shared->order, &e->walk, list, e->ranks);
    for (int i = 0; known && i < list->n; i++)
        if (list->moves[i] == *known)
            list->score[i] = INFINITY;
    return true;
}

/* Drops what knowledge drops. */
static void keep(const hra_expect *e, hra_order_list *list) {
    const hra_walk *w = &e->walk;
    const void *s = w->states + (size_t)list->ply * w->stride;
    list->n = hra_order_keep(&e->shared->order, w, s, list->moves, list->n);
}

int hra_expect_arrange(hra_expect *e, hra_order_list *list, const hra_move *known, bool *scored) {
    hra_walk *w = &e->walk;
    const hra_order *order = &e->shared->order;
    int all = list->n;
    keep(e, list);
    if (w->observer && list->n < all)
        w->observer->cut(w->observer->self, list->ply, HRA_CUT_RULE, 1, 0, list->moves + list->n,
                         all - list->n);
    *scored = score(e, list, known);
    bool narrow = order->beam && list->n > order->beam;
    for (int i = 0; *scored && i < (narrow ? order->beam : 1); i++)
        hra_order_bring(list->moves, list->score, list->n, i);
    if (narrow && w->observer)
        w->observer->cut(w->observer->self, list->ply, HRA_CUT_BEAM, 1, 0, list->moves + order->beam,
                         list->n - order->beam);
    if (narrow)
        list->n = order->beam;
    return list->n;
}

/* The order of the root, as hra_walk_arrange. */
static void arrange_root(hra_walk *w, hra_analysis *result) {
    hra_expect *e = (hra_expect *)w;
    const hra_tt_entry *at = e->table.entries ? hra_tt_find(&e->table, hra_expect_key(e, 0)) : NULL;
    hra_order_list list = hra_expect_list(e, 0, 0, w->rules->to_move(w->game, w->states), result->move_count);
    keep(e, &list);
    if (score(e, &list, at ? &at->move : NULL))
        for (int i = 0; i < list.n; i++)
            hra_order_bring(list.moves, list.score, list.n, i);
    hra_order_leave_root(&e->shared->order, w, list.n, result);
}

/* Where quick wins count more, what a state is worth depends on its ply. */
uint64_t hra_expect_key(const hra_expect *e, int ply) {
    const hra_walk *w = &e->walk;
    uint64_t far = w->win > 0 ? ((uint64_t)ply + 1) * 0xD6E8FEB86659FD93U : 0;
    return hra_game_key(w->game, w->states + (size_t)ply * w->stride) ^ e->salt ^ far;
}

bool hra_expect_look_up(hra_expect *e, int ply, uint64_t key, int depth, double alpha, double beta,
                        double *out, hra_move *move, bool *known) {
    hra_walk *w = &e->walk;
    if (hra_order_given_up(&e->shared->order, w, ply, out)) {
        w->leaves++;
        *out = e->star ? fmax(e->least, fmin(*out, e->most)) : *out;
        if (w->observer)
            w->observer->cut(w->observer->self, ply, HRA_CUT_RULE, alpha, beta, NULL, 0);
        return true;
    }
    const hra_tt_entry *at = e->table.entries ? hra_tt_find(&e->table, key) : NULL;
    if (!at)
        return false;
    hra_value_kind bound = (hra_value_kind)(at->bound & ~(unsigned)HRA_TABLE_WHOLE);
    bool whole = at->bound & HRA_TABLE_WHOLE;
    int wanted = depth < HRA_TT_END ? depth : HRA_TT_END;
    *move = at->move;
    *known = bound != (w->rules->to_move(w->game, w->states + (size_t)ply * w->stride) == w->pov
                           ? HRA_VALUE_AT_MOST
                           : HRA_VALUE_AT_LEAST);
    /* What another depth found may be better, but it is not what was asked for at this depth. */
    if ((at->depth != wanted && !(whole && at->depth < wanted)) ||
        !hra_tt_answers(bound, at->value, alpha, beta))
        return false;
    w->horizon = w->horizon || !whole;
    w->table_hits++;
    *out = at->value;
    if (w->observer)
        w->observer->cut(w->observer->self, ply, HRA_CUT_TABLE, alpha, beta, NULL, 0);
    return true;
}

void hra_expect_store(hra_expect *e, uint64_t key, int depth, double value, hra_move move,
                      hra_value_kind bound) {
    unsigned whole = e->walk.horizon ? 0 : HRA_TABLE_WHOLE;
    hra_tt_store(&e->table, key, value, move, depth < HRA_TT_END ? depth : HRA_TT_END, bound | whole);
}

/* ---- a run ----------------------------------------------------------------------------------*/

bool hra_expect_ask(hra_expect *e, const void *s, hra_move *out) {
    hra_question question = {.state = s, .seed = e->walk.question->seed, .stop = e->walk.question->stop};
    hra_err err = hra_agent_choose(e->player, &question, out);
    if (err) {
        e->player_err = err;
        e->walk.halted = true;
    }
    return !err;
}

hra_err hra_expect_check(hra_expect *e, hra_err err, hra_analysis *result) {
    if (e->outside)
        return hra_analysis_fail(result, HRA_EFIT,
                                 "evaluation %s leaves the bounds %g..%g that star needs; use star=0",
                                 e->walk.eval.kind ? e->walk.eval.kind->name : "", e->least, e->most);
    if (e->player_err && e->player_err != HRA_ESTOPPED)
        return hra_analysis_fail(result, e->player_err, "opponent model: %.200s",
                                 hra_agent_why(e->player)->text);
    return err;
}
