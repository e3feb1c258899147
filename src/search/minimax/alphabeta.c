/* Alpha-beta (Knuth and Moore 1975). The bare method is the textbook's: the moves in the order of
 * the rules, the full window, a cut on >=; each further option is switched on by name. */
#include <stdlib.h>
#include <string.h>

#include "alphabeta_full.h"
#include "plain.inl"
#include "rules/host.h"

/* What threads share. */
typedef struct alphabeta {
    hra_search_setup setup;
    hra_deep_options options;
    hra_eval ties;
    bool bounded; /* begins with the window of the game's returns */
    bool unsound; /* beam, prune, lmr, null-move or selective */
    bool bare;    /* nothing but depth, limits, the cut and how it fails: the textbook's */
    bool hard;    /* fail-hard */
} alphabeta;

/* One thread's. */
typedef struct searching {
    hra_walk walk;
    hra_deep deep;
    const alphabeta *shared;
} searching;

HRA_PLAIN_KIND(bare, .prune = true)
HRA_PLAIN_KIND(bare_seen, .prune = true, .observed = true)
HRA_PLAIN_KIND(hard, .prune = true, .hard = true)
HRA_PLAIN_KIND(hard_seen, .prune = true, .hard = true, .observed = true)
HRA_PLAIN_KIND(bare_many, .prune = true, .many = true)
HRA_PLAIN_KIND(strict, .prune = true, .strict = true)
HRA_PLAIN_KIND(strict_many, .prune = true, .strict = true, .many = true)
HRA_PLAIN_KIND(strict_seen, .prune = true, .strict = true, .observed = true)

/* ---- options --------------------------------------------------------------------------------*/

static hra_err find_loud(const hra_game *game, const char *name, const hra_loud **out, hra_error *why) {
    const hra_loud *l = game->rules->hints->louds;
    const char *names[16] = {0};
    if (!name)
        return HRA_OK;
    if (!l || !l->name)
        return hra_fail(why, HRA_EFIT, -1, "%s has no loud moves by name; quiescence has its own",
                        game->rules->name);
    for (int i = 0; i < 15 && l[i].name; i++)
        names[i] = l[i].name;
    while (l->name && strcmp(l->name, name) != 0)
        l++;
    *out = l;
    return l->name ? HRA_OK
                   : hra_fail(why, HRA_EINPUT, -1, "%s has no loud=%.40s; it has %s", game->rules->name, name,
                              names[0]);
}

/* A selective search asks the game about its moves, and keeps what it finds in a table. */
static hra_err check_selective(const hra_game *game, hra_deep_options *out, hra_error *why) {
    if (!out->loud || !out->loud->selection || !game->zero_sum || game->max_moves > 256)
        return hra_fail(why, HRA_EFIT, -1,
                        "selective needs loud moves that %s can rank, such as loud=holding of chess",
                        game->rules->name);
    if (!out->table)
        return hra_fail(why, HRA_EINPUT, -1, "selective needs a table; add tt=64M or full");
    return HRA_OK;
}

/* Reads the options. Each is switched on by its name; `full` sets the default of the others. */
static hra_err read_options(const hra_game *game, const hra_options *options, hra_deep_options *out,
                            hra_error *why) {
    bool full = hra_options_flag(options, "full");
    static const char *const flags[] = {"deepen", "killers", "history", "pvs", "quiescence", "repetition"};
    bool *const to[] = {&out->deepen, &out->killers, &out->history, &out->pvs, &out->quiet, &out->repeats};
    *out = (hra_deep_options){0};
    for (size_t i = 0; i < sizeof to / sizeof *to; i++)
        *to[i] = hra_options_given(options, flags[i]) ? hra_options_flag(options, flags[i]) : full;
    out->reductions = hra_options_flag(options, "lmr");
    out->passes = hra_options_flag(options, "null-move");
    if (out->passes && (game->seats != 2 || !game->rules->hints->pass))
        return hra_fail(why, HRA_EFIT, -1,
                        "null-move needs a game of two in which a search may pass; omit it in %s",
                        game->rules->name);
    out->strict = hra_options_choice(options, "cut") == 1;
    out->aspiration = hra_options_real(options, "aspiration");
    out->table = hra_options_size(options, "tt");
    out->lines = (int)hra_options_int(options, "multipv");
    if (full && !hra_options_given(options, "tt"))
        out->table = hra_game_memory(game, (size_t)64 << 20);
    out->selective = hra_options_flag(options, "selective");
    hra_err err = find_loud(game, hra_options_text(options, "loud"), &out->loud, why);
    if (!err && out->selective)
        err = check_selective(game, out, why);
    if (err)
        return err;
    out->quiet = out->quiet || out->loud;
    if (hra_options_given(options, "quiescence") && out->quiet && !out->loud &&
        !game->rules->hints->quiescence_moves)
        return hra_fail(why, HRA_EFIT, -1, "%s does not say which states are quiet", game->rules->name);
    return hra_order_read(&out->order, game, options, full, why);
}

static bool is_bare(const hra_deep_options *o) {
    return !o->deepen && !o->killers && !o->history && !o->pvs && !o->quiet && !o->repeats &&
           !o->reductions && !o->passes && !o->order.by && !o->order.beam && !(o->aspiration > 0) &&
           !o->table && !o->order.prune && o->lines == 1;
}

/* ---- the method -----------------------------------------------------------------------------*/

/* Ties are broken only if values are exact: no bound of a table or of a window without width may stand for one. */
static hra_err read_ties(alphabeta *a, const hra_game *game, const hra_options *options, hra_error *why) {
    const char *text = hra_options_text(options, "ties");
    if (!text)
        return HRA_OK;
    if (a->options.table || a->options.pvs || a->options.lines > 1 || a->options.reductions ||
        a->options.passes || a->options.selective)
        return hra_fail(why, HRA_EINPUT, -1,
                        "ties= does not go with full, tt, pvs, multipv, lmr, null-move and selective; omit "
                        "these options");
    hra_err err = hra_eval_open(&a->ties, game, text, why);
    if (err)
        return err;
    a->options.ties = &a->ties;
    a->options.strict = true;
    return HRA_OK;
}

static hra_err read_setup(void *self, const hra_game *game, const hra_options *options, hra_error *why) {
    alphabeta *a = self;
    hra_err err = read_options(game, options, &a->options, why);
    if (err)
        return err;
    a->bare = is_bare(&a->options) && !hra_options_text(options, "ties");
    a->unsound = a->options.order.beam || a->options.order.prune || a->options.reductions ||
                 a->options.passes || a->options.selective;
    a->bounded = hra_options_choice(options, "root-window") == 1;
    a->hard = hra_options_choice(options, "fail") == 1;
    if (a->hard && (!a->bare || a->options.strict))
        return hra_fail(why, HRA_EINPUT, -1,
                        "fail=hard is for the plain method with cut=equal; omit the other options");
    if (a->bounded && !a->bare)
        return hra_fail(why, HRA_EINPUT, -1,
                        "root-window=bounds is for the plain method; with its options use aspiration=");
    return read_ties(a, game, options, why);
}

static void close_alphabeta(void *shared) {
    hra_eval_close(&((alphabeta *)shared)->ties);
    hra_search_close(shared);
}

static hra_err open_alphabeta(const hra_game *game, const hra_options *options, const char *data,
                              const hra_progress *progress, void **shared, hra_error *why) {
    hra_err err = hra_search_without_chance(game, "alphabeta", "expectiminimax", why);
    return err ? err : hra_search_open(sizeof(alphabeta), read_setup, game, options, shared, why);
}

static void end(void *scratch) {
    searching *s = scratch;
    hra_deep_release(&s->deep);
    hra_walk_release(&s->walk);
    free(s);
}

static hra_err begin(const void *shared, void **scratch) {
    const alphabeta *a = shared;
    searching *s = calloc(1, sizeof *s);
    if (!s)
        return HRA_ENOMEM;
    s->shared = a;
    hra_err err = hra_walk_open(&s->walk, &a->setup, (hra_walk_needs){.beside = !a->bare});
    if (!err && !a->bare)
        err = hra_deep_open(&s->deep, &s->walk, &a->options);
    s->walk.bounded = a->bounded;
    s->walk.strict = a->options.strict;
    if (err)
        end(s);
    else
        *scratch = s;
    return err;
}

/* The textbook's, to one depth. */
static hra_err search_bare(void *self, int depth, hra_analysis *result) {
    searching *s = self;
    const struct hra_fast *fast = s->walk.rules->hints->fast;
    bool beyond = s->shared->options.strict;
    hra_root_child *way = beyond ? strict_root : fast && fast->alphabeta ? fast->alphabeta : bare_root;
    if (s->walk.company)
        way = beyond ? strict_many_root : bare_many_root;
    if (s->walk.observer)
        way = beyond ? strict_seen_root : bare_seen_root;
    if (s->shared->hard)
        way = s->walk.observer ? hard_seen_root : hard_root;
    return hra_walk_root(&s->walk, way, depth, true, result);
}

static hra_err analyse(const void *shared, void *scratch, const hra_question *question,
                       hra_analysis *result) {
    const alphabeta *a = shared;
    searching *s = scratch;
    hra_err err = hra_walk_begin(&s->walk, question, result);
    if (err)
        return err;
    s->walk.saving = a->options.table ? HRA_PRUNING_BY_TABLE : HRA_PRUNING_BY_CUTS;
    err = a->bare ? hra_walk_run(&s->walk, search_bare, s, result) : hra_deep_run(&s->deep, result);
    result->unsound = a->unsound;
    return err;
}

static void forget(void *scratch) {
    searching *s = scratch;
    if (s->deep.table.entries)
        hra_tt_clear(&s->deep.table);
    if (s->deep.selective)
        hra_selective_forget(s->deep.selective);
}

/* clang-format cannot align rows that are macros. */
/* clang-format off */
static const hra_option options[] = {
    HRA_OPTION_DEPTH,
    HRA_OPTION_EVAL,
    HRA_OPTION_NODES,
    HRA_OPTION_TIME,
    HRA_OPTION_CLOCK,
    {"cut", HRA_OPTION_CHOICE, "equal", 0, 0, "equal|strict", N_("prune if value >= beta (equal) or > beta (strict)")},
    {"fail", HRA_OPTION_CHOICE, "soft", 0, 0, "soft|hard", N_("value outside the window: as found (soft), or alpha or beta (hard)")},
    {"root-window", HRA_OPTION_CHOICE, "open", 0, 0, "open|bounds", N_("alpha-beta window at the root: open, or the bounds of the game's returns")},
    {"full", HRA_OPTION_FLAG, "no", 0, 0, NULL, N_("yes to all below but lmr, null-move, selective; tt=64M, move-order=game")},
    {"deepen", HRA_OPTION_FLAG, "no", 0, 0, NULL, N_("iterative deepening")},
    {"tt", HRA_OPTION_SIZE, "0", 0, 1e12, NULL, N_("transposition table size (0: none; full: 64M)")},
    HRA_OPTION_ORDER(N_("by the rules, the game's heuristic or static evaluation (full: game)")),
    {"killers", HRA_OPTION_FLAG, "no", 0, 0, NULL, N_("killer moves")},
    {"history", HRA_OPTION_FLAG, "no", 0, 0, NULL, N_("history heuristic")},
    {"pvs", HRA_OPTION_FLAG, "no", 0, 0, NULL, N_("principal variation search")},
    {"aspiration", HRA_OPTION_REAL, "0", 0, 1e9, NULL, N_("half-width of the aspiration window (0: off)")},
    {"multipv", HRA_OPTION_INT, "1", 1, HRA_DEEP_LINES, NULL, N_("moves with exact values in an analysis; others get bounds")},
    {"quiescence", HRA_OPTION_FLAG, "no", 0, 0, NULL, N_("quiescence search: extend forcing moves past the depth limit")},
    {"loud", HRA_OPTION_TEXT, NULL, 0, 0, N_("name"), N_("quiescence search by these moves of the game")},
    {"ties", HRA_OPTION_SPEC, NULL, 0, 0, NULL, N_("evaluation of the position after a move that decides among equal moves")},
    {"repetition", HRA_OPTION_FLAG, "no", 0, 0, NULL, N_("value repeated positions as 0")},
    {"lmr", HRA_OPTION_FLAG, "no", 0, 0, NULL, N_("late move reductions; changes values")},
    {"null-move", HRA_OPTION_FLAG, "no", 0, 0, NULL, N_("prune if even a pass keeps beta in a shallower search; changes values")},
    {"selective", HRA_OPTION_FLAG, "no", 0, 0, NULL, N_("search quiet, late and losing moves less, checks more; changes values")},
    HRA_OPTION_BEAM,
    HRA_OPTION_PRUNE,
    {0},
};
/* clang-format on */

const hra_player_kind hra_method_alphabeta = {
    .size = sizeof(hra_player_kind),
    .name = "alphabeta",
    .title = "Alpha-beta",
    .summary = "minimax with alpha-beta pruning",
    .options = options,
    .others = HRA_OTHERS_ADVERSARY,
    .open = open_alphabeta,
    .close = close_alphabeta,
    .begin = begin,
    .end = end,
    .forget = forget,
    .ask = analyse,
    .answers = HRA_ANSWERS_ALL,
    .observe = hra_walking_observe,
    .needs_limit = true,
};
