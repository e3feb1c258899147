/* Minimax without cuts (von Neumann 1928; Shannon 1950): every state down to the depth. */
#include "plain.inl"

HRA_PLAIN_KIND(plain, .prune = false)
HRA_PLAIN_KIND(seen, .observed = true)
HRA_PLAIN_KIND(many, .many = true)

/* ---- the method -----------------------------------------------------------------------------*/

static hra_err open_minimax(const hra_game *game, const hra_options *options, const char *data,
                            const hra_progress *progress, void **shared, hra_error *why) {
    hra_err err = hra_search_without_chance(game, "minimax", "expectiminimax", why);
    return err ? err : hra_search_open(sizeof(hra_search_setup), NULL, game, options, shared, why);
}

static hra_err search(void *self, int depth, hra_analysis *result) {
    hra_walk *w = self;
    const struct hra_fast *fast = w->rules->hints->fast;
    hra_root_child *way = w->observer             ? seen_root
                          : w->company            ? many_root
                          : fast && fast->minimax ? fast->minimax
                                                  : plain_root;
    return hra_walk_root(w, way, depth, false, result);
}

static hra_err analyse(const void *shared, void *scratch, const hra_question *question,
                       hra_analysis *result) {
    hra_walk *w = scratch;
    hra_err err = hra_walk_begin(w, question, result);
    w->saving = HRA_PRUNING_NONE;
    return err ? err : hra_walk_run(w, search, w, result);
}

static const hra_option options[] = {HRA_OPTION_DEPTH, HRA_OPTION_EVAL,  HRA_OPTION_NODES,
                                     HRA_OPTION_TIME,  HRA_OPTION_CLOCK, {0}};

const hra_player_kind hra_method_minimax = {
    .size = sizeof(hra_player_kind),
    .name = "minimax",
    .title = "Minimax",
    .summary = "all others play against the mover",
    .options = options,
    .others = HRA_OTHERS_ADVERSARY,
    .open = open_minimax,
    .close = hra_search_close,
    .begin = hra_walking_begin,
    .end = hra_walking_end,
    .ask = analyse,
    .answers = HRA_ANSWERS_ALL,
    .observe = hra_walking_observe,
    .needs_limit = true,
};
