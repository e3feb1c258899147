/* Expectiminimax: minimax with chance nodes (Michie 1966), with Ballard's cuts on request. */
#include "expect.inl"

HRA_EXPECT_KIND(plain, .lottery = false)
HRA_EXPECT_KIND(many, .many = true)
HRA_EXPECT_KIND(seen, .observed = true)
HRA_EXPECT_KIND(tuned, .many = true, .tuned = true)
HRA_EXPECT_KIND(tuned_seen, .tuned = true, .observed = true)

/* ---- the method -----------------------------------------------------------------------------*/

static hra_err search(void *self, int depth, hra_analysis *result) {
    hra_expect *e = self;
    hra_walk *w = &e->walk;
    e->outside = false;
    hra_root_child *way = e->shared->tuned ? w->observer ? tuned_seen_root : tuned_root
                          : w->observer    ? seen_root
                          : w->company     ? many_root
                                           : plain_root;
    hra_err err = hra_walk_root(w, way, depth, e->star > 0, result);
    if (!err && e->table.entries && !w->halted)
        hra_expect_store(e, hra_expect_key(e, 0), depth ? depth : HRA_TT_END, result->value[w->pov],
                         result->move, HRA_VALUE_EXACT);
    return hra_expect_check(e, err, result);
}

static hra_err analyse(const void *shared, void *scratch, const hra_question *question,
                       hra_analysis *result) {
    hra_expect *e = scratch;
    hra_walk *w = &e->walk;
    hra_err err = hra_walk_begin(w, question, result);
    if (err)
        return err;
    e->salt = w->game->seats > 2 ? (uint64_t)(w->pov + 1) * 0xD1B54A32D192ED03U : 0;
    bool whole = !e->star && !e->shared->order.beam && !e->shared->order.prune;
    w->saving = e->table.entries ? HRA_PRUNING_BY_TABLE : whole ? HRA_PRUNING_NONE : HRA_PRUNING_BY_CUTS;
    if (e->table.entries)
        hra_tt_begin(&e->table);
    err = hra_walk_run(w, search, e, result);
    result->unsound = e->shared->order.beam || e->shared->order.prune;
    return err;
}

static const hra_option options[] = {
    HRA_OPTION_DEPTH,
    HRA_OPTION_EVAL,
    HRA_OPTION_NODES,
    HRA_OPTION_TIME,
    HRA_OPTION_CLOCK,
    {"star", HRA_OPTION_INT, "0", 0, 2, NULL, N_("chance pruning: 0 none, 1 Star1, 2 Star2")},
    {"tt", HRA_OPTION_SIZE, "0", 0, 1e12, NULL, N_("transposition table size (0: none)")},
    HRA_OPTION_ORDER(N_("as generated (rules), by the game's heuristic, or by static evaluation")),
    HRA_OPTION_BEAM,
    HRA_OPTION_PRUNE,
    {0},
};

const hra_player_kind hra_method_expectiminimax = {
    .size = sizeof(hra_player_kind),
    .name = "expectiminimax",
    .title = "Expectiminimax",
    .summary = "minimax with chance nodes",
    .options = options,
    .others = HRA_OTHERS_ADVERSARY,
    .open = hra_expect_open,
    .close = hra_expect_close,
    .begin = hra_expect_begin,
    .end = hra_expect_end,
    .forget = hra_expect_forget,
    .ask = analyse,
    .answers = HRA_ANSWERS_ALL,
    .observe = hra_walking_observe,
    .needs_limit = true,
};
