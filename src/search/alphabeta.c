/* Alpha-beta (Knuth and Moore 1975). The bare method is the textbook's: the moves in the order of
 * the rules, the full window, a cut on >=; each further option is switched on by name. */
#include <stdlib.h>

#include "plain.inl"

typedef struct alphabeta {
    hra_walk walk;
    hra_limits limits;
    bool strict;
} alphabeta;

/* The four functions of each kind: two for the nodes, one for the root. */
#define KIND(name, ...)                                                                                      \
    static hra_plain_node name##_max, name##_min;                                                            \
    static const hra_plain_kind name = {.prune = true, .high = name##_max, .low = name##_min, __VA_ARGS__};  \
    static double name##_max(hra_walk *w, unsigned char *s, hra_move *moves, int ply, int depth,             \
                             double alpha, double beta) {                                                    \
        return hra_plain_body(w, s, moves, ply, depth, alpha, beta, true, name);                             \
    }                                                                                                        \
    static double name##_min(hra_walk *w, unsigned char *s, hra_move *moves, int ply, int depth,             \
                             double alpha, double beta) {                                                    \
        return hra_plain_body(w, s, moves, ply, depth, alpha, beta, false, name);                            \
    }                                                                                                        \
    static double name##_root(hra_walk *w, hra_move move, int depth, double alpha, double beta) {            \
        return hra_plain_root(w, move, depth, alpha, beta, name);                                            \
    }

KIND(bare, .strict = false)
KIND(bare_seen, .observed = true)
KIND(strict, .strict = true)
KIND(strict_seen, .strict = true, .observed = true)

static hra_err open_alphabeta(const hra_game *game, const hra_options *options, void **self, hra_error *why) {
    if (game->rules->chances)
        return hra_fail(why, HRA_EFIT, -1, "alphabeta knows no chance, which %s has: take expectiminimax",
                        game->rules->name);
    alphabeta *a = calloc(1, sizeof *a);
    if (!a)
        return hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    *self = a;
    hra_limits_read(&a->limits, options);
    a->strict = hra_options_choice(options, "cut") == 1;
    return hra_walk_open(&a->walk, game, hra_options_text(options, "eval"), why);
}

static void close_alphabeta(void *self) {
    alphabeta *a = self;
    hra_walk_release(&a->walk);
    free(a);
}

static hra_err run(void *self, const hra_question *question, hra_result *result) {
    alphabeta *a = self;
    const struct hra_fast *fast = a->walk.rules->fast;
    hra_err err = hra_walk_begin(&a->walk, question, &a->limits, result);
    if (err)
        return err;
    hra_root_child *search = a->strict ? strict_root : fast && fast->alphabeta ? fast->alphabeta : bare_root;
    if (a->walk.observer)
        search = a->strict ? strict_seen_root : bare_seen_root;
    return hra_walk_root(&a->walk, search, a->walk.limits.depth, true, result);
}

static void observe(void *self, const hra_observer *observer) {
    ((alphabeta *)self)->walk.observer = observer;
}

static const hra_option options[] = {
    HRA_OPTION_DEPTH,
    HRA_OPTION_EVAL,
    HRA_OPTION_NODES,
    HRA_OPTION_TIME,
    {"cut",    HRA_OPTION_CHOICE, "equal", 0, 0, "equal|strict",
      "cut where a value reaches the bound, or passes it"},
    {0},
};

const hra_method hra_method_alphabeta = {
    .name = "alphabeta",
    .title = "Alpha-beta",
    .summary = "minimax without the branches that cannot matter",
    .options = options,
    .open = open_alphabeta,
    .close = close_alphabeta,
    .run = run,
    .observe = observe,
};
