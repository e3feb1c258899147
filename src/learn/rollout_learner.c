/* The method `rollout`: a net of outcomes learns, as a pupil from a teacher, how positions of own play end.
 *
 * Rounds: the teacher plays so many games against itself; positions are drawn from them, and for each it is
 * found out how often which end comes, by how the game itself ended or by rollouts (rollout_target.h). The
 * pupil learns that in mini-batches, and becomes the teacher.
 *
 * G. Tesauro and G. Galperin, "On-line policy improvement using Monte-Carlo search", 1996, for rollouts; GNU
 * Backgammon's nets were trained on positions that were rolled out. The optimiser is AdamW (Loshchilov and
 * Hutter 2019). */
#include <stdlib.h>
#include <string.h>

#include "core/array_alloc.h"
#include "core/messages.h"
#include "core/thread.h"
#include "learn/learner.h"
#include "learn/rollout_target.h"

enum {
    START_STREAM = 70,
    PICK_STREAM,
    ROLL_STREAM,
    LEARN_STREAM,
    MOST_ROUND = 100000,
    MOST_PLIES = 1000000,
    MOST_TRIALS = 1000000
};

/* What is to be learnt: the position behind a step of a game of the round. */
typedef struct lesson {
    int game, step;
} lesson;

typedef struct rollout {
    hra_rollout_way way;
    bool by_game; /* targets are how the games ended */
    int round, positions, opening, batch, renew;
    double lambda, near, passes, rate, half, decay;
    bool fall;
    hra_learnt first, copy; /* teachers: of the file that an option names, and a pupil as it was */
    bool renewed;           /* a pupil has become the teacher */
    hra_trail *trails;      /* one a game of the round */
    lesson *lessons;
    int *begin; /* where those of each game begin */
    int count, room;
    float *targets; /* of each lesson, seats * outcomes; the first is -1 where nothing is known */
    hra_net_steps steps;
    float *gradient, *wanted;
    hra_learnt_work pupil;
} rollout;

/* ---- opening --------------------------------------------------------------------------------*/

/* clang-format cannot align rows that are macros. */
/* clang-format off */
static const hra_option options[] = {
    {"from", HRA_OPTION_FILE, NULL, 0, 0, NULL,
     N_("what was learnt, and plays and teaches at first; default: the new net itself")},
    {"hidden", HRA_OPTION_TEXT, "40", 0, 0, "N|NxN...",
     N_("units in the hidden layers of a net, such as 40 or 80x40; 0: none")},
    {"target", HRA_OPTION_CHOICE, "rollout", 0, 0, "rollout|game",
     N_("what positions are taught by: playing them on, or how the game ended in which they stood")},
    {"lambda", HRA_OPTION_REAL, "1", 0, 1, NULL,
     N_("of target=game: how much how the game ended counts; the rest is what the teacher said a move later")},
    {"trials", HRA_OPTION_INT, "0", 0, MOST_TRIALS, NULL,
     N_("plays of a position, evenly over the first throw; 0: one a throw, weighed with its chance")},
    {"depth", HRA_OPTION_INT, "1", 0, MOST_PLIES, NULL,
     N_("decisions of a rollout, behind which the teacher's net judges; 0: to the end")},
    {"positions", HRA_OPTION_INT, "10", 0, MOST_PLIES, NULL,
     N_("so many positions of each game are taught; 0: all")},
    {"opening", HRA_OPTION_INT, "8", 0, MOST_PLIES, NULL,
     N_("so many moves at most a game begins with that are drawn evenly, another number each time")},
    {"near", HRA_OPTION_REAL, "0", 0, 1e6, NULL,
     N_("of target=rollout: positions behind moves that seem at most so much worse than the best are taught as well as those that were played")},
    {"round", HRA_OPTION_INT, "50", 1, MOST_ROUND, NULL,
     N_("games that are played, by all threads, before anything is learnt from them")},
    {"renew", HRA_OPTION_INT, "1", 0, MOST_ROUND, NULL,
     N_("after so many rounds the net becomes the teacher, each time; 0: never")},
    {"passes", HRA_OPTION_REAL, "2", 0, 1000, NULL,
     N_("so often it learns from each position, on the average")},
    {"batch", HRA_OPTION_INT, "32", 1, 65536, NULL, N_("positions a step")},
    {"rate", HRA_OPTION_REAL, "0.003", 0, 10, NULL, N_("of steps, as AdamW takes them")},
    {"half", HRA_OPTION_REAL, "0", 0, 1e15, NULL,
     N_("after so many games the rate is half, after twice as many a third; 0: it stays")},
    {"fall", HRA_OPTION_FLAG, "no", 0, 0, NULL,
     N_("within each round the rate falls evenly to 0, as for rounds that are long")},
    {"decay", HRA_OPTION_REAL, "0", 0, 1, NULL, N_("draws weights to 0, in units of the rate")},
    {"plies", HRA_OPTION_INT, "2000", 1, MOST_PLIES, NULL,
     N_("a game that lasts longer is cut off, and its end unknown")},
    {0},
};
/* clang-format on */

static void read_options(rollout *r, const hra_options *given) {
    r->by_game = hra_options_choice(given, "target") == 1;
    r->way = (hra_rollout_way){.trials = (int)hra_options_int(given, "trials"),
                               .plies = (int)hra_options_int(given, "depth"),
                               .most = (int)hra_options_int(given, "plies")};
    r->round = (int)hra_options_int(given, "round");
    r->positions = (int)hra_options_int(given, "positions");
    r->opening = (int)hra_options_int(given, "opening");
    r->batch = (int)hra_options_int(given, "batch");
    r->renew = (int)hra_options_int(given, "renew");
    r->lambda = hra_options_real(given, "lambda");
    r->near = hra_options_real(given, "near");
    r->passes = hra_options_real(given, "passes");
    r->rate = hra_options_real(given, "rate");
    r->half = hra_options_real(given, "half");
    r->fall = hra_options_flag(given, "fall");
    r->decay = hra_options_real(given, "decay");
}

static void close_rollout(hra_learner *l) {
    rollout *r = l->own;
    for (int i = 0; r->trails && i < r->round; i++)
        hra_trail_release(&r->trails[i]);
    hra_learnt_release(&r->first);
    hra_learnt_release(&r->copy);
    hra_learnt_work_release(&r->pupil);
    hra_net_steps_release(&r->steps);
    free(r->trails);
    free(r->lessons);
    free(r->begin);
    free(r->targets);
    free(r->gradient);
    free(r->wanted);
    free(r);
    l->own = NULL;
}

static const hra_learnt *teacher_of(const rollout *r) {
    return r->first.game && !r->renewed ? &r->first : &r->copy;
}

/* The rows of a layer, to row `first` on, and its biases; what is wider stays as it is. */
static void copy_layer(const hra_net *from, hra_net *to, int layer, int first) {
    const hra_net_layer *a = &from->layer[layer], *b = &to->layer[layer];
    const float *row = from->weights + a->rows;
    float *out = to->weights + b->rows + (size_t)first * (size_t)b->stride;
    for (int i = 0; i <= a->inputs; i++, row += a->stride, out += b->stride) {
        if (i == a->inputs)
            out = to->weights + b->biases;
        memcpy(out, row, (size_t)a->outputs * sizeof *out);
    }
}

/* What comes from units that are new counts for nothing yet. */
static void clear_rows(hra_net *net, int layer, int first, int count) {
    const hra_net_layer *at = &net->layer[layer];
    memset(net->weights + at->rows + (size_t)first * (size_t)at->stride, 0,
           (size_t)count * (size_t)at->stride * sizeof(float));
}

/* The pupil begins with what the first teacher knows, as far as its net has room for that: all of it where
 * both tell outcomes, of another net the hidden layers, the first of them in each phase. */
static void begin_alike(const hra_learnt *teacher, hra_learnt *pupil) {
    const hra_net_shape *a = &teacher->net.shape, *b = &pupil->net.shape;
    bool whole = teacher->form == HRA_LEARNT_OUTCOMES,
         alike = (whole || teacher->form == HRA_LEARNT_NET) && a->layers == b->layers;
    for (int i = 0; alike && i + 1 < a->layers; i++)
        alike = a->width[i] <= b->width[i] && a->activation[i] == b->activation[i];
    for (int i = 0; alike && i < a->layers - !whole; i++) {
        for (int row = 0; row < b->inputs; row += i ? b->inputs : a->inputs)
            copy_layer(&teacher->net, &pupil->net, i, row);
        if (i)
            clear_rows(&pupil->net, i, a->width[i - 1], b->width[i - 1] - a->width[i - 1]);
    }
}

static hra_err open_nets(hra_learner *l, rollout *r, const hra_options *given, hra_error *why) {
    int hidden[HRA_NET_LAYERS], layers;
    const char *from = hra_options_text(given, "from");
    hra_rng rng;
    hra_err err = hra_learn_hidden(hra_options_text(given, "hidden"), hidden, &layers, why);
    if (!err)
        err = hra_learnt_init(&l->learnt, l->game, HRA_LEARNT_OUTCOMES, hidden, layers, 1, why);
    if (!err)
        err = hra_learnt_init(&r->copy, l->game, HRA_LEARNT_OUTCOMES, hidden, layers, 1, why);
    if (!err && from)
        err = hra_learnt_open(&r->first, l->game, from, N_("method rollout"), why);
    bool judged = r->by_game ? r->lambda < 1 : r->way.plies > 0;
    if (!err && from && judged && r->first.form != HRA_LEARNT_OUTCOMES)
        err = hra_fail(why, HRA_EFIT, -1,
                       "'%s': it does not tell how likely each end is, so it cannot judge what is cut off; "
                       "let target=game, or depth=0",
                       from);
    if (!err && r->by_game && r->near > 0)
        err =
            hra_fail(why, HRA_EINPUT, -1, "near is of target=rollout: no game went on from such a position");
    if (err)
        return err;
    hra_rng_init_stream(&rng, l->seed, 0, 0, START_STREAM);
    if (layers)
        hra_net_randomise(&l->learnt.net, l->game->rules->numbers->feature_room(l->game), &rng);
    if (from)
        begin_alike(&r->first, &l->learnt);
    memcpy(r->copy.net.weights, l->learnt.net.weights, l->learnt.net.size * sizeof(float));
    return HRA_OK;
}

static hra_err open_rollout(hra_learner *l, const hra_options *given, hra_error *why) {
    rollout *r = l->own = calloc(1, sizeof *r);
    if (!r)
        return hra_no_memory(why);
    read_options(r, given);
    hra_err err = open_nets(l, r, given, why);
    if (err)
        return err;
    r->trails = hra_room((uint64_t)r->round, sizeof *r->trails);
    r->begin = hra_room((uint64_t)r->round + 1, sizeof *r->begin);
    r->gradient = hra_net_block(&l->learnt.net);
    r->wanted = hra_room((uint64_t)hra_net_outputs(&l->learnt.net), sizeof *r->wanted);
    err = r->trails && r->begin && r->gradient && r->wanted ? HRA_OK : HRA_ENOMEM;
    for (int i = 0; !err && i < r->round; i++)
        hra_trail_init(&r->trails[i], l->game);
    if (!err)
        err = hra_net_steps_init(&r->steps, &l->learnt.net, true);
    if (!err)
        err = hra_learnt_work_init(&r->pupil, &l->learnt);
    return err ? hra_no_memory(why) : HRA_OK;
}

/* ---- playing and picking --------------------------------------------------------------------*/

static uint64_t seat_all(void *self, int thread, uint64_t number, hra_learn_seats *out) {
    const hra_learner *l = self;
    const rollout *r = l->own;
    *out =
        (hra_learn_seats){.seats = (1U << l->game->seats) - 1, .opening = r->opening, .plies = r->way.most};
    return number;
}

static hra_err play_games(hra_learner *l, uint64_t from, uint64_t to, const hra_stop *stop, hra_error *why) {
    rollout *r = l->own;
    hra_trail_work *works = hra_room((uint64_t)l->threads, sizeof *works);
    hra_err err = works ? HRA_OK : HRA_ENOMEM;
    for (int i = 0; !err && i < l->threads; i++)
        err = hra_trail_work_init(&works[i], teacher_of(r));
    const hra_trail_round round = {.trails = r->trails,
                                   .works = works,
                                   .threads = l->threads,
                                   .seed = l->seed,
                                   .seat = seat_all,
                                   .self = l};
    if (!err)
        err = hra_trail_play_round(&round, from, to, stop, why);
    for (int i = 0; works && i < l->threads; i++)
        hra_trail_work_release(&works[i]);
    free(works);
    return err;
}

static hra_err make_room(const hra_learner *l, rollout *r) {
    int all = 0;
    for (int i = 0; i < r->round; i++)
        all += r->trails[i].count;
    if (all <= r->room)
        return HRA_OK;
    free(r->lessons);
    free(r->targets);
    r->lessons = hra_room((uint64_t)all, sizeof *r->lessons);
    r->targets =
        hra_room((uint64_t)all * (uint64_t)(l->game->seats * hra_learnt_outcomes(l->game)), sizeof(float));
    r->room = r->lessons && r->targets ? all : 0;
    return r->room ? HRA_OK : HRA_ENOMEM;
}

/* Positions of the round that are not over, of each game as many as are asked for, drawn evenly. */
static hra_err pick(hra_learner *l, uint64_t from) {
    rollout *r = l->own;
    r->count = 0;
    hra_err err = make_room(l, r);
    for (int i = 0; !err && i < r->round; i++) {
        const hra_trail *t = &r->trails[i];
        hra_rng rng;
        hra_rng_init_stream(&rng, l->seed, from + (uint64_t)i, 0, PICK_STREAM);
        r->begin[i] = r->count;
        int left = t->count, wanted = r->positions ? r->positions : left;
        for (int step = 0; step < t->count; step++, left--) {
            if ((int)hra_rng_below(&rng, (uint32_t)left) >= wanted)
                continue;
            wanted--;
            if (l->game->rules->to_move(l->game, hra_trail_behind(t, step)) != HRA_OVER)
                r->lessons[r->count++] = (lesson){i, step};
        }
    }
    r->begin[r->round] = r->count;
    return err;
}

/* ---- targets --------------------------------------------------------------------------------*/

typedef struct rolling {
    const hra_learner *learner;
    rollout *own;
    uint64_t from;
    hra_blocks blocks;
    const hra_progress *progress; /* of which only the stop ends a round: a deadline waits for it */
} rolling;

static void add(float *out, const float *chance, double weight, int numbers) {
    for (int k = 0; k < numbers; k++)
        out[k] = (float)((1 - weight) * (double)out[k] + weight * (double)chance[k]);
}

/* By how a game ended, from its last step to its first: `now` is what a step is taught, one behind the other
 * the seats. */
static void teach_by_end(const rolling *p, hra_rollout_work *w, int g, float *now) {
    const hra_game *game = p->learner->game;
    const rollout *r = p->own;
    const int ends = hra_learnt_outcomes(game), numbers = game->seats * ends;
    const hra_trail *t = &r->trails[g];
    const bool known = t->over || r->lambda < 1;
    memset(now, 0, (size_t)numbers * sizeof *now);
    for (int seat = 0; t->over && seat < game->seats; seat++)
        now[seat * ends + hra_learnt_outcome(game, t->result[seat])] = 1;
    for (int step = t->count - 1, i = r->begin[g + 1] - 1; step >= 0 && i >= r->begin[g]; step--) {
        const void *s = hra_trail_behind(t, step);
        bool last = step == t->count - 1;
        if (r->lessons[i].step == step) {
            float *out = r->targets + (size_t)i-- * (size_t)numbers;
            memcpy(out, now, (size_t)numbers * sizeof *out);
            out[0] = known && (t->over || !last) ? out[0] : -1;
        }
        double weight = last && !t->over ? 1 : 1 - r->lambda;
        if (weight > 0 && known) {
            hra_learnt_all_chances(&w->teacher.work, s, s, w->chance);
            add(now, w->chance, weight, numbers);
        }
    }
}

static void teach_by_rollouts(const rolling *p, hra_rollout_work *w, int g) {
    const hra_game *game = p->learner->game;
    const rollout *r = p->own;
    const size_t numbers = (size_t)(game->seats * hra_learnt_outcomes(game));
    for (int i = r->begin[g]; i < r->begin[g + 1]; i++) {
        const int step = r->lessons[i].step;
        float *out = r->targets + (size_t)i * numbers;
        hra_rng rng;
        hra_rng_init_stream(&rng, p->learner->seed, p->from + (uint64_t)g, (uint64_t)step, ROLL_STREAM);
        if (r->near > 0)
            hra_rollout_beside(w, &p->own->trails[g], step, r->near, &rng);
        if (!hra_rollout_target(w, &r->way, hra_trail_behind(&r->trails[g], step), &rng, out))
            out[0] = -1;
    }
}

/* Of all games that are asked for, when the targets of game g of the round are known. */
static double share_done(const rolling *p, uint64_t g) {
    const double done = (double)p->from + (double)g + 1, goal = (double)p->learner->goal;
    return done < goal ? done / goal : 1 - 1e-9; /* what comes behind is not done yet */
}

static hra_err find_targets(void *self, int worker) {
    rolling *p = self;
    float now[HRA_MAX_SEATS * (2 * HRA_LEARNT_FEW + 1)];
    hra_rollout_work w;
    uint64_t g, end;
    hra_err err = hra_rollout_work_init(&w, teacher_of(p->own));
    while (!err && hra_blocks_take(&p->blocks, &g, &end))
        for (; !err && g < end; g++) {
            if (p->own->by_game)
                teach_by_end(p, &w, (int)g, now);
            else
                teach_by_rollouts(p, &w, (int)g);
            err = p->progress && hra_stop_is_set(p->progress->stop) ? HRA_ESTOPPED : HRA_OK;
            if (worker == 0)
                hra_progress_report(p->progress, N_("learning"), share_done(p, g));
        }
    if (err)
        hra_blocks_close(&p->blocks);
    hra_rollout_work_release(&w); /* nothing where it was not had */
    return err;
}

/* ---- learning -------------------------------------------------------------------------------*/

/* How many seats look at a lesson in a way of their own. */
static int views_of(const hra_game *game, const hra_trail *t, int step) {
    return hra_learnt_viewer(game, hra_trail_behind(t, step), -1) < 0 ? game->seats : 1;
}

/* A seat's view of a lesson, or that of who looks for it: cross-entropy goes down by the slope. */
static void learn_view(rollout *r, const hra_trail *t, int step, int seat, const float *targets) {
    const void *s = hra_trail_behind(t, step);
    const int ends = hra_net_outputs(&r->pupil.learnt->net);
    seat = hra_learnt_viewer(t->game, s, seat);
    const float *said = hra_learnt_said(&r->pupil, s, s, seat), *target = targets + seat * ends;
    for (int k = 0; k < ends; k++)
        r->wanted[k] = target[k] - said[k];
    hra_net_backward_fitting(&r->pupil.net, r->wanted);
    hra_net_accumulate(&r->pupil.net, r->pupil.features, r->pupil.count, 1 / (float)r->batch, r->gradient);
}

static void learn_round(hra_learner *l, uint64_t end) {
    rollout *r = l->own;
    const int ends = hra_learnt_outcomes(l->game), seats = l->game->seats;
    hra_rng rng;
    hra_rng_init_stream(&rng, l->seed, end, 0, LEARN_STREAM);
    double rate = r->half > 0 ? r->rate / (1 + (double)end / r->half) : r->rate;
    uint64_t views = 0;
    for (int i = 0; i < r->count; i++)
        views += (uint64_t)views_of(l->game, &r->trails[r->lessons[i].game], r->lessons[i].step);
    uint64_t steps = (uint64_t)(r->passes * (double)views / r->batch + 0.5);
    for (uint64_t step = 0; step < steps; step++) {
        for (int b = 0; b < r->batch; b++) {
            int i = (int)hra_rng_below(&rng, (uint32_t)r->count),
                seat = (int)hra_rng_below(&rng, (uint32_t)seats);
            const float *target = r->targets + (size_t)i * (size_t)(seats * ends);
            if (target[0] >= 0)
                learn_view(r, &r->trails[r->lessons[i].game], r->lessons[i].step, seat, target);
        }
        const double left = r->fall ? 1 - (double)step / (double)steps : 1;
        hra_net_adamw(&l->learnt.net, &r->steps, r->gradient, (float)(left * rate), (float)r->decay);
    }
}

static hra_err learn_rollout(hra_learner *l, uint64_t from, uint64_t to, const hra_progress *progress,
                             hra_error *why) {
    rollout *r = l->own;
    hra_err err = play_games(l, from, to, progress ? progress->stop : NULL, why);
    if (!err)
        err = pick(l, from);
    rolling p = {.learner = l, .own = r, .from = from, .progress = progress};
    hra_blocks_init(&p.blocks, (uint64_t)r->round, 1);
    if (!err)
        err = hra_workers_run(l->threads, find_targets, &p);
    if (err)
        return err == HRA_ENOMEM ? hra_no_memory(why) : err;
    learn_round(l, to);
    if (r->renew && to / (uint64_t)r->round % (uint64_t)r->renew == 0) {
        memcpy(r->copy.net.weights, l->learnt.net.weights, l->learnt.net.size * sizeof(float));
        r->renewed = true;
    }
    return HRA_OK;
}

static int round_of(const hra_learner *l) {
    return ((const rollout *)l->own)->round;
}

/* ---- going on -------------------------------------------------------------------------------*/

static void remember(const hra_learner *l, hra_text *out) {
    const rollout *r = l->own;
    hra_bytes_put(out, r->renewed, 8);
    hra_bytes_put(out, r->steps.taken, 8);
    hra_learnt_put_block(&l->learnt.net, r->copy.net.weights, out);
    hra_learnt_put_block(&l->learnt.net, r->steps.mean, out);
    hra_learnt_put_block(&l->learnt.net, r->steps.square, out);
}

static hra_err recall(hra_learner *l, const hra_learnt *read, const char *name, const hra_text *memory,
                      hra_error *why) {
    rollout *r = l->own;
    const hra_net *net = &l->learnt.net;
    hra_net_steps steps = {0};
    hra_bytes from = {hra_text_string(memory), hra_text_string(memory) + memory->length};
    float *copy = hra_net_block(net);
    hra_err err = copy ? hra_net_steps_init(&steps, net, true) : HRA_ENOMEM;
    uint64_t renewed = 2;
    if (!err && hra_bytes_left(&from) >= 16) {
        renewed = hra_bytes_take(&from, 8);
        steps.taken = hra_bytes_take(&from, 8);
    }
    bool whole = !err && renewed <= 1 && hra_learnt_take_block(net, copy, &from) &&
                 hra_learnt_take_block(net, steps.mean, &from) &&
                 hra_learnt_take_block(net, steps.square, &from) && !hra_bytes_left(&from);
    if (whole) {
        hra_net_steps before = r->steps;
        r->steps = steps;
        steps = before;
        memcpy(r->copy.net.weights, copy, net->size * sizeof *copy);
        r->renewed = renewed;
    }
    hra_net_steps_release(&steps);
    free(copy);
    if (err)
        return hra_no_memory(why);
    return whole ? HRA_OK
                 : hra_fail(why, HRA_EDAMAGED, -1, "'%s': what it was to go on with is damaged", name);
}

const hra_learn_method hra_learn_rollout = {
    .kind = {"rollout", N_("Rollout"),
             N_("a teacher plays positions of its games on; the net learns how likely each end is, and "
                "becomes the "
                "teacher"),
             options},
    .player = HRA_LEARNT_PLAYER,
    .open = open_rollout,
    .close = close_rollout,
    .round = round_of,
    .learn = learn_rollout,
    .remember = remember,
    .recall = recall,
};
