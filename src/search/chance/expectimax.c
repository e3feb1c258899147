/* Expectimax: the seat to move against chance, the other seats being part of it: they move at random, or as a
 * named player would (Michie 1966; Russell and Norvig, chapter 5). */
#include "expect.inl"

HRA_EXPECT_KIND(plain, .lottery = true)
HRA_EXPECT_KIND(many, .lottery = true, .many = true)
HRA_EXPECT_KIND(seen, .lottery = true, .observed = true)

/* ---- the method -----------------------------------------------------------------------------*/

static hra_err search(void *self, int depth, hra_analysis *result) {
    hra_expect *e = self;
    hra_walk *w = &e->walk;
    hra_root_child *way = w->observer ? seen_root : w->company ? many_root : plain_root;
    hra_err err = hra_walk_root(w, way, depth, false, result);
    return hra_expect_check(e, err, result);
}

static hra_err analyse(const void *shared, void *scratch, const hra_question *question,
                       hra_analysis *result) {
    hra_expect *e = scratch;
    hra_walk *w = &e->walk;
    hra_err err = hra_walk_begin(w, question, result);
    if (err)
        return err;
    /* No seat plays against the mover, so the mover's own value counts. */
    w->pov = w->rules->to_move(w->game, w->states);
    w->difference = false;
    w->saving = e->shared->model || e->shared->player ? HRA_PRUNING_BY_CUTS : HRA_PRUNING_NONE;
    e->player_err = HRA_OK;
    return hra_walk_run(w, search, e, result);
}

/* clang-format cannot align rows that are macros. */
/* clang-format off */
static const hra_option options[] = {
    HRA_OPTION_DEPTH,
    HRA_OPTION_EVAL,
    HRA_OPTION_NODES,
    HRA_OPTION_TIME,
    HRA_OPTION_CLOCK,
    {"model", HRA_OPTION_SPEC, "random", 0, 0, NULL, N_("opponent model: random, a model of the game, or a player")},
    {0},
};
/* clang-format on */

const hra_player_kind hra_method_expectimax = {
    .size = sizeof(hra_player_kind),
    .name = "expectimax",
    .title = "Expectimax",
    .summary = "others move at random or by a model",
    .options = options,
    .others = HRA_OTHERS_RANDOM,
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
