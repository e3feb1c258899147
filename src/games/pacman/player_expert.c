/* `expert`: expectimax with a model of the ghosts and the evaluation `escape`.
 *
 * Some rounds are searched, unlikely lines less deeply; whether Pacman gets away after that is looked up in
 * the solved chases. Iterations deepen by one round, so a decision can be had at any time. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "eval.h"
#include "hra/player.h"
#include "pacman.h"
#include "players.h"
#include "players/analysis.h"

enum {
    MOST_DEPTH = 24,
    LOOK = 1024, /* states between two looks at the clock */
};

static const hra_option options[] = {
    {.name = "depth",
     .type = HRA_OPTION_INT,
     .min = 1,
     .max = MOST_DEPTH,
     .help = "maximum depth in rounds (default: 5 if unlimited)"},
    {.name = "time",
     .type = HRA_OPTION_DURATION,
     .min = HRA_DURATION_LEAST,
     .max = 86400,
     .help = "maximum time per move"},
    {.name = "nodes", .type = HRA_OPTION_INT, .min = 1, .max = 1e15, .help = "maximum nodes per move"},
    {.name = "min-probability",
     .type = HRA_OPTION_REAL,
     .fallback = "0.01",
     .min = 0,
     .max = 1,
     .help = "ignore less likely ghost moves"},
    PAC_JUDGE_OPTIONS,
    {0},
};

enum { USUAL_DEPTH = 5 };

typedef struct expert {
    const hra_game *game;
    pac_eval judge;
    hra_limits limits;
    double cutoff;
} expert;

/* What one thread works with. */
typedef struct thinker {
    const expert *expert;
    unsigned char *states; /* a stack of them */
    uint64_t nodes, most;  /* most: 0: no limit */
    double until;          /* by the clock; 0: no limit */
    const hra_stop *stop;
    bool stopped, points;    /* leaves are worth the score that is expected, not what the weights say */
    double value[PAC_MOVES]; /* of the root's moves, of the last whole iteration */
    double away[PAC_MOVES];  /* the chance to get away behind each */
    hra_move moves[PAC_MOVES];
    int count, known, depth, seat, best; /* known: how many of the moves have a value */
} thinker;

/* ---- opening ----------------------------------------------------------------------------------*/

static void close_expert(void *shared) {
    expert *e = shared;
    if (e)
        pac_eval_close(&e->judge);
    free(e);
}

static hra_err open_expert(const hra_game *game, const hra_options *o, const char *data,
                           const hra_progress *progress, void **shared, hra_error *why) {
    expert *e = calloc(1, sizeof *e);
    if (!e)
        return hra_no_memory(why);
    e->game = game;
    e->cutoff = hra_options_real(o, "min-probability");
    e->limits.depth = hra_options_given(o, "depth") ? (int)hra_options_int(o, "depth") : 0;
    e->limits.nodes = hra_options_given(o, "nodes") ? (uint64_t)hra_options_int(o, "nodes") : 0;
    e->limits.seconds = hra_options_given(o, "time") ? hra_options_real(o, "time") : 0;
    hra_err err = pac_eval_open(&e->judge, game, o, data, progress, why);
    if (err)
        close_expert(e);
    else
        *shared = e;
    return err;
}

static void end(void *scratch) {
    thinker *t = scratch;
    if (t)
        free(t->states);
    free(t);
}

static hra_err begin(const void *shared, void **scratch) {
    const expert *e = shared;
    thinker *t = calloc(1, sizeof *t);
    if (!t)
        return HRA_ENOMEM;
    t->expert = e;
    t->states = calloc(1, ((size_t)MOST_DEPTH * PAC_AGENTS + 2) * e->game->state_size);
    if (!t->states) {
        end(t);
        return HRA_ENOMEM;
    }
    *scratch = t;
    return HRA_OK;
}

/* ---- searching --------------------------------------------------------------------------------*/

static pac_state *state_at(const thinker *t, int ply) {
    return (pac_state *)(void *)(t->states + (size_t)ply * t->expert->game->state_size);
}

/* A copy whose size the compiler knows is some loads and stores, and no call; the words of dots, few in most
 * mazes, follow one by one; in WebAssembly a loop that the compiler sees to be a copy would be a call. */
static void copy_state(const pac_maze *maze, pac_state *to, const pac_state *from) {
    memcpy(to, from, sizeof *to);
    for (int i = 0; i < maze->words; i++) {
        to->dots[i] = from->dots[i];
#if defined(__wasm__)
        __asm__("" : "+r"(to));
#endif
    }
}

/* Makes a move from the state at a ply; the next one holds what comes of it. */
static void step(thinker *t, int ply, hra_move m) {
    const pac_maze *maze = t->expert->game->data;
    pac_state *to = state_at(t, ply + 1);
    copy_state(maze, to, state_at(t, ply));
    pac_apply(maze, to, m);
    if (++t->nodes % LOOK == 0 && t->depth > 1 &&
        (hra_stop_is_set(t->stop) || (t->until > 0 && hra_clock() >= t->until)))
        t->stopped = true;
    t->stopped = t->stopped || t->nodes == t->most; /* which is not exceeded */
}

static double worth(thinker *t, int ply, int depth, double share);

static double worth_of_ghost(thinker *t, int ply, int depth, double share) {
    const expert *e = t->expert;
    hra_move moves[PAC_MOVES];
    double p[PAC_MOVES], sum = 0, least = 0;
    int n = e->game->rules->moves(e->game, state_at(t, ply), moves);
    if (n > 1 && e->judge.model)
        e->judge.model->probabilities(e->game, state_at(t, ply), moves, n, p);
    for (int i = 0; i < n && !t->stopped; i++) {
        double q = n == 1 ? 1 : e->judge.model ? p[i] : 1.0 / n;
        step(t, ply, moves[i]);
        double x = worth(t, ply + 1, depth, e->judge.foe == PAC_FOE_MINIMAX ? share : share * q);
        sum += q * x;
        least = i == 0 || x < least ? x : least;
    }
    return e->judge.foe == PAC_FOE_MINIMAX ? least : sum;
}

/* Without Stop, unless there is nothing else. */
static int drop_stop(hra_move moves[PAC_MOVES], int n) {
    int kept = 0;
    for (int i = 0; i < n && n > 1; i++)
        if (moves[i] != PAC_STOP)
            moves[kept++] = moves[i];
    return n > 1 ? kept : n;
}

/* Pacman stands still only in the first round. What waiting longer brings is in the chances, and without it
 * lines are as long again. */
static double worth_of_pacman(thinker *t, int ply, int depth, double share) {
    hra_move moves[PAC_MOVES];
    int n = t->expert->game->rules->moves(t->expert->game, state_at(t, ply), moves);
    n = ply ? drop_stop(moves, n) : n;
    double best = 0;
    for (int i = 0; i < n && !t->stopped; i++) {
        step(t, ply, moves[i]);
        double x = worth(t, ply + 1, depth, share);
        best = i == 0 || x > best ? x : best;
    }
    return best;
}

/* To Pacman. The last round ends with Pacman's move: what the ghosts make of it is in the chances. */
static double worth(thinker *t, int ply, int depth, double share) {
    const expert *e = t->expert;
    const pac_state *s = state_at(t, ply);
    bool moved = s->mover == 1 || e->game->seats == 1;
    if (s->mover == HRA_OVER || (moved && (depth <= 1 || share < e->cutoff)))
        return (t->points ? pac_eval_points : pac_eval_value)(&e->judge, e->game, s);
    return s->mover == 0 ? worth_of_pacman(t, ply, depth - 1, share) : worth_of_ghost(t, ply, depth, share);
}

static void choose_best(thinker *t) {
    t->best = 0;
    for (int i = 1; i < t->known; i++)
        if (t->seat == 0 ? t->value[i] > t->value[t->best] : t->value[i] < t->value[t->best])
            t->best = i;
}

/* The limits of a question and its own. */
static hra_limits begin_thinking(thinker *t, const hra_question *question) {
    hra_limits limits = hra_limits_join(t->expert->limits, question->limits);
    memcpy(state_at(t, 0), question->state, t->expert->game->state_size);
    t->most = limits.nodes;
    t->until = limits.seconds > 0 ? hra_clock() + limits.seconds : 0;
    t->stop = question->stop;
    t->nodes = 1;
    t->stopped = t->most == 1;
    t->points = false;
    return limits;
}

/* Every move of the root, deeper and deeper. No clock ends the first iteration; where a limit of nodes does,
 * what is known of some moves is the answer. HRA_ESTOPPED: it is known of none. */
static hra_err think(thinker *t, const hra_question *question) {
    const expert *e = t->expert;
    hra_limits limits = begin_thinking(t, question);
    int most = limits.depth ? limits.depth : t->until > 0 || t->most ? MOST_DEPTH : USUAL_DEPTH;
    double fresh[PAC_MOVES];
    t->seat = state_at(t, 0)->mover;
    if (t->seat < 0)
        return HRA_ESTATE;
    t->count = e->game->rules->moves(e->game, question->state, t->moves);
    t->known = 0;
    for (t->depth = 1; t->depth <= most && t->depth <= MOST_DEPTH; t->depth++) {
        int found = 0;
        for (int i = 0; i < t->count && !t->stopped; i++) {
            step(t, 0, t->moves[i]);
            if (t->depth == 1)
                t->away[i] = pac_escape_chance(e->judge.escape, state_at(t, 1));
            fresh[i] = worth(t, 1, t->depth, 1);
            found += !t->stopped;
        }
        if (t->stopped && t->depth > 1)
            break;
        t->known = found;
        memcpy(t->value, fresh, (size_t)found * sizeof *fresh);
        if (t->stopped || t->count == 1)
            break;
    }
    choose_best(t);
    return t->known ? HRA_OK : HRA_ESTOPPED;
}

/* ---- answers ----------------------------------------------------------------------------------*/

static hra_err choose(const void *shared, void *scratch, const hra_question *question, hra_move *out) {
    thinker *t = scratch;
    hra_err err = think(t, question);
    if (!err)
        *out = t->moves[t->best];
    return err;
}

static hra_err advise(const void *shared, void *scratch, const hra_question *question, hra_analysis *out) {
    thinker *t = scratch;
    hra_err err = think(t, question);
    if (err)
        return err;
    out->what = (hra_column){"worth", N_("points and corrections"), HRA_UNIT_POINTS, true};
    out->columns[0] = (hra_column){"escape", N_("probability of escape"), HRA_UNIT_PROBABILITY, true};
    out->column_count = 1;
    out->move_count = t->count;
    for (int i = 0; i < t->count; i++) {
        bool known = i < t->known;
        double value = known ? t->value[i] : NAN;
        hra_analysis_move *to = hra_analysis_tell(out, i, t->moves[i], t->seat == 0 ? value : -value);
        to->kind = known ? HRA_VALUE_ESTIMATE : HRA_VALUE_NONE;
        to->column[0] = known ? t->away[i] : NAN;
    }
    return HRA_OK;
}

/* The expected score, so that the loss of a step is in points. The only clock is a time limit of the
 * question, so that a game is judged alike on every machine; with a limit the search deepens step by step. A
 * state with Pacman to move and the states after its moves are searched to the same leaves, so the loss of
 * the best move is 0. */
static hra_err find_worth(const void *shared, void *scratch, const hra_question *question, double *out) {
    const expert *e = shared;
    thinker *t = scratch;
    (void)begin_thinking(t, question);
    hra_limits asked = question->limits;
    int own = e->limits.depth ? e->limits.depth : USUAL_DEPTH,
        most = asked.depth && asked.depth < own ? asked.depth : own;
    t->points = true;
    t->most = asked.nodes;
    t->stopped = t->most == 1;
    t->until = asked.seconds > 0 ? hra_clock() + asked.seconds : 0;
    t->depth = asked.nodes || asked.seconds > 0 ? 1 : most;
    out[0] = pac_eval_points(&e->judge, e->game, state_at(t, 0)); /* where a limit leaves no more than that */
    for (; t->depth <= most && !t->stopped; t->depth++) {
        double found = worth(t, 0, t->depth + (state_at(t, 0)->mover == 0), 1);
        if (t->stopped)
            break;
        out[0] = found;
    }
    for (int k = 1; k < e->game->seats; k++)
        out[k] = out[0] != 0 ? -out[0] : 0;
    return HRA_OK;
}

static void recall(const void *shared, const void *scratch, hra_analysis *out) {
    const expert *e = shared;
    const thinker *t = scratch;
    double x = t->value[t->best];
    for (int k = 0; k < e->game->seats; k++)
        out->value[k] = k == 0 ? x : -x;
    out->depth = (t->depth - 1) * e->game->seats;
    out->nodes = t->nodes;
    out->pv[0] = t->moves[t->best];
    out->pv_length = 1;
}

static hra_err ask(const void *shared, void *scratch, const hra_question *question, hra_analysis *out) {
    switch (question->want) {
    case HRA_WANT_MOVE:
        return choose(shared, scratch, question, &out->move);
    case HRA_WANT_VALUE:
        return find_worth(shared, scratch, question, out->value);
    case HRA_WANT_ADVICE:
        return advise(shared, scratch, question, out);
    default:
        recall(shared, scratch, out);
        return HRA_OK;
    }
}

const hra_player_kind pac_expert_expert = {
    .size = sizeof(hra_player_kind),
    .name = "expert",
    .summary = "expectimax, then escape probabilities",
    .options = options,
    .open = open_expert,
    .close = close_expert,
    .begin = begin,
    .end = end,
    .ask = ask,
    .answers = HRA_ANSWERS_MOVE | HRA_ANSWERS_VALUE | HRA_ANSWERS_ADVICE | HRA_ANSWERS_LAST,
    .own_scale = true,
};
