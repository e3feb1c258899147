/* `expert`: the engine in a seat. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "book.h"
#include "core/messages.h"
#include "games/checkers/tables/tables.h"
#include "hra/player.h"
#include "lazy_smp.h"
#include "players.h"
#include "players/analysis.h"
#include "players/skill_level.h"
#include "players/time_control.h"
#include "rules/host.h"
#include "weights.h"

enum {
    NODES = 500000,       /* of a decision without any limit: some tenths of a second */
    VALUE_NODES = 100000, /* of `value`, which is asked of every state of a play */
    RESIDENT = 16 << 20,  /* bytes of tables that are decoded at once; of larger ones the outcomes are */
    CACHE = 1 << 20,      /* bytes of decoded blocks, for the current position */
    PIECES = 4,
    PIECES_QUICK = 3 /* of the tables: where they can be kept, and where not */
};

static const hra_option options[] = {
    HRA_OPTION_LEVEL(N_("playing strength, 1 (beginner) to 10 (full)")),
    {.name = "time",
     .type = HRA_OPTION_DURATION,
     .min = HRA_DURATION_LEAST,
     .max = 86400,
     .help = "maximum time per move"},
    HRA_OPTION_CLOCK,
    {.name = "nodes",
     .type = HRA_OPTION_INT,
     .min = 1,
     .max = 1e15,
     .help = "maximum nodes per move (default: 500000 if unlimited)"},
    {.name = "depth", .type = HRA_OPTION_INT, .min = 1, .max = CK_ENGINE_DEPTH, .help = "plies"},
    {.name = "tt",
     .type = HRA_OPTION_SIZE,
     .fallback = "16M",
     .min = CK_ENGINE_TT,
     .max = (double)((uint64_t)1 << 36),
     .help = "transposition table size"},
    {.name = "tablebase-pieces",
     .type = HRA_OPTION_INT,
     .min = 0,
     .max = CK_MAX_PIECES,
     .help = "pieces of the tablebases, 0: none (default: 4, or 3 if they cannot be saved)"},
    {.name = "multipv",
     .type = HRA_OPTION_INT,
     .min = 1,
     .max = CK_MAX_MOVES,
     .help = "moves with exact values in an analysis; others get bounds (default: all)"},
    {.name = "book", .type = HRA_OPTION_FLAG, .fallback = "no", .help = "use the opening book at level 10"},
    {.name = "book-file",
     .type = HRA_OPTION_FILE,
     .help = "book file written by hra learn --method book (default: built in)"},
    {.name = "contempt",
     .type = HRA_OPTION_REAL,
     .fallback = "0",
     .min = -8,
     .max = 8,
     .help = "value of a draw when choosing a move: X below 0 in log odds, a man is 2"},
    {.name = "eval",
     .type = HRA_OPTION_CHOICE,
     .fallback = "nets",
     .choices = "nets|material",
     .help = "evaluation of positions"},
    {.name = "nets",
     .type = HRA_OPTION_FILE,
     .help = "model file written by hra learn --method expert (default: built in)"},
    {"threads", HRA_OPTION_THREADS, "1", 1, 256, NULL,
     N_("number of threads; with more than one, results vary")},
    {0},
};

/* How deep a level looks, and how far its judgement of a move may be wrong: the standard deviation
 * in the logarithm of the odds. A man is worth about 2 (CK_MAN). */
typedef struct skill {
    int depth;
    double error;
} skill;

static const skill skills[HRA_LEVELS] = {
    {1, 4.0}, {1, 2.2}, {2, 1.6}, {3, 1.0}, {4, 0.7}, {5, 0.5}, {6, 0.3}, {8, 0.2}, {10, 0.1}, {0, 0},
};

typedef struct expert {
    const hra_game *game;
    ck_weights weights;
    bool material;     /* judges alone */
    ck_tables *tables; /* NULL: none */
    skill skill;
    hra_limits limits;
    size_t table;
    int threads, lines, contempt; /* contempt as in ck_task */
    ck_book *book;                /* NULL: no book */
} expert;

/* Who looks into the tables, on a thread of his own. */
typedef struct reader {
    const ck_tables *tables;
    ck_cache *cache;
} reader;

/* What one seat works with. */
typedef struct thinker {
    const expert *expert;
    ck_lazy_smp *crew;
    ck_thought thought;
    bool booked;                  /* it is what the book says */
    int chosen, side;             /* of its choices; who made it */
    const hra_question *question; /* that is thought about, since `started` */
    double started;
    reader readers[]; /* one a thread */
} thinker;

/* ---- opening --------------------------------------------------------------------------------*/

static void close_expert(void *shared) {
    expert *e = shared;
    if (e)
        ck_tables_close(e->tables);
    if (e)
        ck_book_close(e->book);
    free(e);
}

/* What judges: the nets of a file, which may hold none yet, or the built-in ones. */
static hra_err open_nets(expert *e, const hra_options *o, hra_error *why) {
    const char *file = hra_options_text(o, "nets");
    bool known = true;
    hra_err err =
        file ? ck_weights_open(e->game, file, &e->weights, &known, why) : ck_weights_learnt(&e->weights, why);
    e->material = !known || hra_options_choice(o, "eval") == 1;
    return err;
}

/* The book of a file of `hra learn`, which may hold none yet, or the built-in one. */
static hra_err open_book(expert *e, const char *file, hra_error *why) {
    hra_text text;
    size_t first, length;
    if (!file)
        return ck_book_open(&e->book, why);
    hra_text_init(&text);
    hra_err err = ck_weights_read_own(e->game, file, &text, &first, &length, why);
    if (!err)
        err = ck_book_read(&e->book, hra_text_string(&text) + first, length, why);
    hra_text_release(&text);
    return err;
}

static hra_err read_options(expert *e, const hra_options *o, hra_error *why) {
    e->skill = skills[hra_options_int(o, "level") - 1];
    hra_limits_read(&e->limits, o);
    e->table = hra_options_size(o, "tt");
    e->contempt = (int)lrint(CK_ODDS * hra_options_real(o, "contempt"));
    e->threads = (int)hra_options_int(o, "threads");
    e->lines = hra_options_given(o, "multipv") ? (int)hra_options_int(o, "multipv") : CK_MAX_MOVES;
    hra_err err = open_nets(e, o, why);
    if (!err && hra_options_flag(o, "book") && e->skill.error <= 0)
        err = open_book(e, hra_options_text(o, "book-file"), why);
    return err;
}

static hra_err open_expert(const hra_game *game, const hra_options *o, const char *data,
                           const hra_progress *progress, void **shared, hra_error *why) {
    expert *e = calloc(1, sizeof *e);
    if (!e)
        return hra_no_memory(why);
    e->game = game;
    hra_err err = read_options(e, o, why);
    const int threads = hra_game_threads(game, hra_processors());
    bool writes;
    const char *folder = hra_game_tables(game, data, &writes);
    int pieces = hra_options_given(o, "tablebase-pieces") ? (int)hra_options_int(o, "tablebase-pieces")
                 : folder                                 ? PIECES
                                                          : PIECES_QUICK;
    if (!err && pieces >= 2)
        err = (writes ? ck_tables_build : ck_tables_build_aside)(&e->tables, folder, pieces, RESIDENT,
                                                                 threads, progress, why);
    if (!err && e->tables)
        err = ck_tables_take_outcomes(e->tables, folder, threads, progress, why);
    if (err)
        close_expert(e);
    else
        *shared = e;
    return err;
}

static bool probe(void *self, const ck_board *b, int side, int *wdl, int *distance) {
    const reader *r = self;
    return ck_tables_probe(r->tables, r->cache, b, side, wdl, distance);
}

static bool glance(void *self, const ck_board *b, int side, int *wdl, int *distance) {
    const reader *r = self;
    return ck_tables_glance(r->tables, b, side, wdl, distance);
}

static void end(void *scratch) {
    thinker *t = scratch;
    ck_lazy_smp_close(t->crew);
    for (int i = 0; i < t->expert->threads; i++)
        ck_cache_close(t->readers[i].cache);
    free(t);
}

static hra_err open_lazy_smp(thinker *t) {
    const expert *e = t->expert;
    ck_oracle *oracles = calloc((size_t)e->threads, sizeof *oracles);
    hra_err err = oracles ? HRA_OK : HRA_ENOMEM;
    for (int i = 0; !err && e->tables && i < e->threads; i++) {
        t->readers[i].tables = e->tables;
        oracles[i] = (ck_oracle){probe, glance, &t->readers[i], ck_tables_pieces(e->tables)};
        err = ck_cache_open(&t->readers[i].cache, e->tables, CACHE);
    }
    if (!err)
        err = ck_lazy_smp_open(&t->crew, e->material ? NULL : &e->weights, oracles, e->threads, e->table);
    free(oracles);
    return err;
}

static hra_err begin(const void *shared, void **scratch) {
    const expert *e = shared;
    thinker *t = calloc(1, sizeof *t + (size_t)e->threads * sizeof *t->readers);
    if (!t)
        return HRA_ENOMEM;
    t->expert = e;
    hra_err err = open_lazy_smp(t);
    if (err)
        end(t);
    else
        *scratch = t;
    return err;
}

static void forget(void *scratch) {
    ck_lazy_smp_forget(((thinker *)scratch)->crew);
}

/* ---- thinking -------------------------------------------------------------------------------*/

static void tell_found(void *self, const ck_thought *so_far);

static hra_err think(thinker *t, const hra_question *q, int lines) {
    const expert *e = t->expert;
    const ck_state *s = q->state;
    hra_limits limits = hra_limits_join(q->limits, e->limits);
    limits = hra_limits_join(limits, (hra_limits){.depth = e->skill.depth});
    ck_task task = {
        .board = s->board,
        .side = s->side,
        .quiet = s->quiet,
        .draw_plies = ((const ck_game *)e->game->data)->draw_plies,
        .contempt = q->want == HRA_WANT_MOVE ? e->contempt : 0,
        .repetition = e->game->repetition_limit > 0,
        .fade = e->skill.error <= 0 && q->want != HRA_WANT_MOVE, /* play gains nothing by it */
        .history = q->history,
        .history_length = q->history ? q->history_length : 0,
        .depth = limits.depth,
        .nodes = limits.nodes,
        .seconds = limits.seconds,
        .stop = q->stop,
        .lines = lines,
        .found = q->want == HRA_WANT_ALL && q->found ? tell_found : NULL,
        .found_self = t,
    };
    t->question = q;
    t->started = hra_clock();
    if (e->game->rules->to_move(e->game, s) < 0)
        return HRA_ESTATE;
    if (!task.depth && !task.nodes && !(task.seconds > 0))
        task.nodes = NODES;
    t->side = s->side;
    return ck_lazy_smp_think(t->crew, &task, &t->thought);
}

/* Takes what the book has for a thought; false: it has nothing. It says nothing of other moves than that they
 * are no better. */
static bool look_up(thinker *t, const ck_state *s) {
    ck_thought *out = &t->thought;
    ck_answer answers[CK_BOOK_ANSWERS];
    hra_move moves[CK_MAX_MOVES];
    int known = t->expert->book ? ck_book_find(t->expert->book, &s->board, s->side, answers) : 0;
    if (!known)
        return false;
    int n = ck_moves(&s->board, s->side, moves);
    for (int i = 0; i < known; i++)
        out->choice[i] = (ck_choice){.move = answers[i].move, .value = answers[i].value};
    out->count = known;
    for (int i = 0, k; i < n; i++) {
        for (k = 0; k < known && answers[k].move != moves[i]; k++)
            continue;
        if (k == known)
            out->choice[out->count++] =
                (ck_choice){.move = moves[i], .value = answers[known - 1].value, .bound = true};
    }
    for (int i = 0; i < n; i++) {
        out->choice[i].after = s->board;
        out->choice[i].progress = ck_apply(&out->choice[i].after, s->side, out->choice[i].move);
    }
    out->value = answers[0].value;
    out->depth = 0;
    out->nodes = 0;
    out->exact = false;
    t->side = s->side;
    return true;
}

/* The book, or else a search. */
static hra_err judge(thinker *t, const hra_question *q, int lines) {
    const hra_game *game = t->expert->game;
    if (game->rules->to_move(game, q->state) < 0)
        return HRA_ESTATE;
    t->booked = look_up(t, q->state);
    return t->booked ? HRA_OK : think(t, q, lines);
}

/* What is expected behind a move. */
static int expect(const thinker *t, const ck_choice *c, hra_move *out, int capacity) {
    ck_answer answers[CK_BOOK_ANSWERS];
    ck_board at = c->after;
    int side = !t->side, n = 0;
    for (; t->booked && n < capacity && ck_book_find(t->expert->book, &at, side, answers) > 0;
         n++, side = !side) {
        out[n] = answers[0].move;
        (void)ck_apply(&at, side, out[n]);
    }
    return n + (t->booked ? 0 : ck_engine_line(ck_lazy_smp_first(t->crew), &at, side, out + n, capacity - n));
}

static double worth(const void *self, int i) {
    return ((const ck_thought *)self)->choice[i].value;
}

static hra_err choose(const void *shared, void *scratch, const hra_question *q, hra_move *out) {
    const expert *e = shared;
    thinker *t = scratch;
    hra_err err = judge(t, q, e->skill.error > 0 ? CK_MAX_MOVES : 0);
    if (err)
        return err;
    t->chosen = hra_level_choose(t->thought.count, worth, &t->thought, e->skill.error * CK_ODDS, q->seed);
    *out = t->thought.choice[t->chosen].move;
    return HRA_OK;
}

/* A quicker win is better, if only in the last digits. */
static double chance(const ck_thought *thought, int value) {
    if (value >= CK_WON)
        return 1 - 1e-6 * (CK_WIN - value);
    if (value <= -CK_WON)
        return 1e-6 * (CK_WIN + value);
    return thought->exact ? 0.5 : ck_chance(value);
}

enum { REASON_MOVES = 8 /* of the line that goes with a reason, at most */ };

/* Appends what would be played, as far as there is room. */
static void add_expected(const thinker *t, hra_analysis *out) {
    const ck_choice *best = &t->thought.choice[0];
    hra_move line[REASON_MOVES];
    hra_text text;
    hra_text_init(&text);
    ck_show_move(NULL, NULL, best->move, &text);
    size_t capacity = sizeof out->reason - strlen(out->reason) - sizeof ": ", whole = text.length;
    int n = expect(t, best, line, REASON_MOVES - 1);
    for (int i = 0; i < n; i++) {
        hra_text_add_char(&text, ' ');
        ck_show_move(NULL, NULL, line[i], &text);
        whole = text.length <= capacity ? text.length : whole;
    }
    size_t end = strlen(out->reason);
    if (n > 0 && !text.err)
        (void)hra_snprintf(out->reason + end, sizeof out->reason - end, ": %.*s", (int)whole,
                           hra_text_string(&text));
    hra_text_release(&text);
}

static void give_reason(const thinker *t, hra_analysis *out) {
    const ck_thought *thought = &t->thought;
    int value = thought->value, plies = CK_WIN - abs(value);
    if (t->booked)
        (void)hra_snprintf(out->reason, sizeof out->reason, "%s", _("from the opening book"));
    else if (out->move_count == 1)
        (void)hra_snprintf(out->reason, sizeof out->reason, "%s", _("the only legal move"));
    else if (value >= CK_SURE)
        (void)hra_snprintf(out->reason, sizeof out->reason, _n("wins in %d ply", "wins in %d plies", plies),
                           plies);
    else if (value <= -CK_SURE)
        (void)hra_snprintf(out->reason, sizeof out->reason, _n("loses in %d ply", "loses in %d plies", plies),
                           plies);
    else if (abs(value) >= CK_WON)
        (void)hra_snprintf(out->reason, sizeof out->reason, "%s",
                           value > 0 ? _("wins by the tablebases") : _("loses by the tablebases"));
    else if (thought->exact)
        (void)hra_snprintf(out->reason, sizeof out->reason, "%s", _("draw by the tablebases"));
    else
        (void)hra_snprintf(out->reason, sizeof out->reason,
                           _n("looked %d ply ahead", "looked %d plies ahead", thought->depth),
                           thought->depth);
    if (out->move_count > 1)
        add_expected(t, out);
}

/* Whether the end is known, by tables or because the search has seen it, and not only judged. */
static bool is_decided(const ck_thought *thought, int value) {
    return thought->exact || abs(value) >= CK_WON;
}

static bool all_decided(const ck_thought *thought) {
    for (int i = 0; i < thought->count; i++)
        if (!is_decided(thought, thought->choice[i].value))
            return false;
    return true;
}

static hra_err advise(const void *shared, void *scratch, const hra_question *q, hra_analysis *out) {
    thinker *t = scratch;
    hra_err err = judge(t, q, t->expert->lines);
    if (err)
        return err;
    out->what = (hra_column){.key = "chance",
                             .label = "win probability, a draw counts 1/2",
                             .unit = HRA_UNIT_PROBABILITY,
                             .estimate = !all_decided(&t->thought)};
    out->move_count = t->thought.count;
    for (int i = 0; i < out->move_count; i++)
        hra_analysis_tell(out, i, t->thought.choice[i].move, chance(&t->thought, t->thought.choice[i].value))
            ->kind = t->thought.choice[i].bound ? HRA_VALUE_AT_MOST : HRA_VALUE_NONE;
    give_reason(t, out);
    return HRA_OK;
}

/* In numbers of the game's returns, as `value` gives them. */
static void set_value(int side, double chance_to_win, double *out) {
    out[side] = 2 * chance_to_win - 1;
    out[!side] = -out[side];
}

/* What a depth found: the best move with its line. */
static void tell_found(void *self, const ck_thought *so_far) {
    thinker *t = self;
    const ck_choice *best = &so_far->choice[0];
    hra_move line[HRA_THOUGHT_LINE] = {best->move};
    hra_analysis out;
    hra_analysis_init(&out);
    out.move = best->move;
    out.pv = line;
    out.pv_length = 1 + expect(t, best, line + 1, HRA_THOUGHT_LINE - 1);
    out.kind = abs(best->value) >= CK_WON ? HRA_VALUE_EXACT : HRA_VALUE_ESTIMATE;
    out.depth = so_far->depth;
    out.nodes = so_far->nodes;
    out.seconds = hra_clock() - t->started;
    set_value(t->side, chance(so_far, best->value), out.value);
    t->question->found(t->question->found_self, &out);
}

static hra_value_kind kind_of(const thinker *t, const ck_choice *c) {
    return c->bound                            ? HRA_VALUE_AT_MOST
           : is_decided(&t->thought, c->value) ? HRA_VALUE_EXACT
                                               : HRA_VALUE_ESTIMATE;
}

/* A bound comes behind all values: where a round was cut short it is that of the round before. */
static bool stands_before(const ck_choice *a, const ck_choice *b) {
    return a->bound != b->bound ? b->bound : a->value >= b->value;
}

/* The best first. */
static void put_in_order(ck_thought *thought) {
    for (int i = 1, at; i < thought->count; i++) {
        const ck_choice one = thought->choice[i];
        for (at = i; at > 0 && !stands_before(&thought->choice[at - 1], &one); at--)
            thought->choice[at] = thought->choice[at - 1];
        thought->choice[at] = one;
    }
}

static void fill_move(const thinker *t, const ck_choice *c, hra_analysis *out) {
    hra_analysis_move *at = &out->moves[out->move_count++];
    hra_move *line = out->lines + out->lines_length;
    *at = (hra_analysis_move){.move = c->move,
                              .probability = 1,
                              .kind = kind_of(t, c),
                              .depth = t->thought.depth,
                              .distance = abs(c->value) >= CK_SURE ? CK_WIN - abs(c->value) : -1,
                              .line = out->lines_length};
    set_value(t->side, chance(&t->thought, c->value), at->value);
    line[0] = c->move;
    at->line_length = 1 + expect(t, c, line + 1, HRA_THOUGHT_LINE - 1);
    out->lines_length += at->line_length;
}

static hra_err analyse(const void *shared, void *scratch, const hra_question *q, hra_analysis *out) {
    const expert *e = shared;
    thinker *t = scratch;
    double started = hra_clock();
    hra_err err = hra_analysis_reserve(out, e->game->max_moves, HRA_THOUGHT_LINE);
    if (!err)
        err = judge(t, q, e->lines);
    if (err)
        return err;
    put_in_order(&t->thought);
    for (int i = 0; i < t->thought.count; i++)
        fill_move(t, &t->thought.choice[i], out);
    if (t->booked)
        out->what = (hra_column){.key = "value", .label = N_("value in the opening book"), .estimate = true};
    const hra_analysis_move *at = &out->moves[0];
    out->move = at->move;
    out->kind = at->kind;
    out->distance = at->distance;
    memcpy(out->value, at->value, sizeof out->value);
    memcpy(out->pv, out->lines + at->line, (size_t)at->line_length * sizeof *out->pv);
    out->pv_length = at->line_length;
    out->depth = t->thought.depth;
    out->nodes = t->thought.nodes;
    out->horizon = !t->thought.exact;
    out->seconds = hra_clock() - started;
    return HRA_OK;
}

static hra_err find_worth(const void *shared, void *scratch, const hra_question *question, double *out) {
    const expert *e = shared;
    const ck_state *s = question->state;
    thinker *t = scratch;
    hra_question q = *question;
    if (e->game->rules->to_move(e->game, s) == HRA_OVER) {
        e->game->rules->returns(e->game, s, out);
        return HRA_OK;
    }
    q.limits = hra_limits_join(q.limits, (hra_limits){.nodes = VALUE_NODES});
    hra_err err = think(t, &q, 0);
    t->booked = false;
    if (err)
        return err;
    t->chosen = 0;
    set_value(s->side, chance(&t->thought, t->thought.value), out);
    return HRA_OK;
}

static void recall(const thinker *t, hra_analysis *out) {
    const ck_choice *c = &t->thought.choice[t->chosen];
    set_value(t->side, chance(&t->thought, t->chosen ? c->value : t->thought.value), out->value);
    out->depth = t->thought.depth;
    out->nodes = t->thought.nodes;
    out->pv[0] = c->move;
    out->pv_length = 1 + expect(t, c, out->pv + 1, HRA_THOUGHT_LINE - 1);
}

static hra_err ask(const void *shared, void *scratch, const hra_question *q, hra_analysis *out) {
    switch (q->want) {
    case HRA_WANT_ALL:
        return analyse(shared, scratch, q, out);
    case HRA_WANT_MOVE:
        return choose(shared, scratch, q, &out->move);
    case HRA_WANT_VALUE:
        return find_worth(shared, scratch, q, out->value);
    case HRA_WANT_ADVICE:
        return advise(shared, scratch, q, out);
    default:
        recall(scratch, out);
        return HRA_OK;
    }
}

const hra_player_kind ck_expert = {
    .size = sizeof(hra_player_kind),
    .name = "expert",
    .summary = "alpha-beta engine with nets and tablebases",
    .options = options,
    .open = open_expert,
    .close = close_expert,
    .begin = begin,
    .end = end,
    .forget = forget,
    .ask = ask,
    .answers = HRA_ANSWERS_ALL | HRA_ANSWERS_MOVE | HRA_ANSWERS_VALUE | HRA_ANSWERS_ADVICE |
               HRA_ANSWERS_LAST | HRA_ANSWERS_LAST_VALUE,
};
