/* Minimax without cuts (von Neumann 1928; Shannon 1950): every state down to the depth. */
#include "plain.inl"

static hra_plain_node max_node, min_node, max_seen, min_seen, max_many, min_many;

static const hra_plain_kind plain = {.high = max_node, .low = min_node};
static const hra_plain_kind seen = {.observed = true, .high = max_seen, .low = min_seen};
static const hra_plain_kind many = {.many = true, .high = max_many, .low = min_many};

static double max_node(hra_walk *w, unsigned char *s, hra_move *moves, int ply, int depth, double alpha,
                       double beta) {
    return hra_plain_body(w, s, moves, ply, depth, alpha, beta, true, plain);
}

static double min_node(hra_walk *w, unsigned char *s, hra_move *moves, int ply, int depth, double alpha,
                       double beta) {
    return hra_plain_body(w, s, moves, ply, depth, alpha, beta, false, plain);
}

static double max_seen(hra_walk *w, unsigned char *s, hra_move *moves, int ply, int depth, double alpha,
                       double beta) {
    return hra_plain_body(w, s, moves, ply, depth, alpha, beta, true, seen);
}

static double min_seen(hra_walk *w, unsigned char *s, hra_move *moves, int ply, int depth, double alpha,
                       double beta) {
    return hra_plain_body(w, s, moves, ply, depth, alpha, beta, false, seen);
}

static double max_many(hra_walk *w, unsigned char *s, hra_move *moves, int ply, int depth, double alpha,
                       double beta) {
    return hra_plain_body(w, s, moves, ply, depth, alpha, beta, true, many);
}

static double min_many(hra_walk *w, unsigned char *s, hra_move *moves, int ply, int depth, double alpha,
                       double beta) {
    return hra_plain_body(w, s, moves, ply, depth, alpha, beta, false, many);
}

static double child(hra_walk *w, hra_move move, int depth, double alpha, double beta) {
    return hra_plain_root(w, move, depth, alpha, beta, plain);
}

static double seen_child(hra_walk *w, hra_move move, int depth, double alpha, double beta) {
    return hra_plain_root(w, move, depth, alpha, beta, seen);
}

static double many_child(hra_walk *w, hra_move move, int depth, double alpha, double beta) {
    return hra_plain_root(w, move, depth, alpha, beta, many);
}

/* ---- the method -----------------------------------------------------------------------------*/

static hra_err open_minimax(const hra_game *game, const hra_options *options, const char *data,
                            const hra_progress *progress, void **shared, hra_error *why) {
    if (game->max_chances > 0)
        return hra_fail(why, HRA_EFIT, -1, "minimax knows no chance, which %s has: take expectiminimax",
                        game->rules->name);
    return hra_walking_open(game, options, shared, why);
}

static hra_err search(void *self, int depth, hra_result *result) {
    hra_walk *w = self;
    const struct hra_fast *fast = w->rules->hints->fast;
    hra_root_child *way = w->observer              ? seen_child
                          : w->company             ? many_child
                          : fast && fast->minimax ? fast->minimax
                                                   : child;
    return hra_walk_root(w, way, depth, false, result);
}

static hra_err analyse(const void *shared, void *scratch, const hra_question *question, hra_result *result) {
    hra_err err = hra_walk_begin(scratch, question, result);
    return err ? err : hra_walk_run(scratch, search, scratch, result);
}

static const hra_option options[] = {
    HRA_OPTION_DEPTH, HRA_OPTION_EVAL, HRA_OPTION_NODES, HRA_OPTION_TIME, {0}};

const hra_player_kind hra_method_minimax = {
    .size = sizeof(hra_player_kind),
    .name = "minimax",
    .title = "Minimax",
    .summary = "every move of every seat; the others play against the one to move",
    .options = options,
    .others = HRA_OTHERS_ADVERSARY,
    .open = open_minimax,
    .close = hra_walking_close,
    .begin = hra_walking_begin,
    .end = hra_walking_end,
    .analyse = analyse,
    .observe = hra_walking_observe,
};
