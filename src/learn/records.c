/* The method `records`: a net of policy and value learns from games that others have played: which move they made in
 * each position, and how the game ended.
 *
 * G. Tesauro, "Neurogammon: a neural-network backgammon program", 1990, learnt moves of experts; C. Clark and A. Storkey,
 * "Training deep convolutional neural networks to play Go", 2015, a policy that is measured by held-out games.
 *
 * Games of an even part of all are held out: by number and seed, whole, so that no position of theirs is ever trained on.
 * A step draws its positions from all others. Positions, games and passes are the same measure: as many steps are taken for
 * one game as its mean number of positions fills. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/array_alloc.h"
#include "core/messages.h"
#include "core/rng.h"
#include "learn/learner.h"
#include "learn/zero_self_play.h"

enum { START_STREAM = 73, SPLIT_STREAM = 74, LEARN_STREAM = 75, FIRST = 64, PERCENT = 100 };

/* Games, and where each decision of theirs is. */
typedef struct shelf {
    hra_zero_game *games;
    int count, room;
    uint64_t *ends; /* decisions up to the end of each game */
} shelf;

typedef struct records {
    shelf learnt, held;
    int held_out, batch; /* percent; positions of a step */
    double rate, half, decay;
    hra_zero_work work;
    hra_net_steps steps;
    float *gradient;
    uint64_t print, expected; /* of the games; of those that a file was learnt from, 0: none */
} records;

/* clang-format cannot align rows that are macros. */
/* clang-format off */
static const hra_option options[] = {
    {"hidden", HRA_OPTION_TEXT, "128", 0, 0, "N|NxN...",
     N_("neurons per hidden layer of the net, such as 64 or 128x64 (0: none)")},
    {"held-out", HRA_OPTION_INT, "10", 0, PERCENT - 1, NULL, N_("percentage of games that only measure the accuracy")},
    {"batch-size", HRA_OPTION_INT, "32", 1, 65536, NULL, N_("positions per training step")},
    {"learning-rate", HRA_OPTION_REAL, "0.002", 0, 10, NULL, N_("learning rate of AdamW")},
    {"decay-games", HRA_OPTION_REAL, "0", 0, 1e15, NULL,
     N_("divide the learning rate by 1 + games/N (0: constant)")},
    {"weight-decay", HRA_OPTION_REAL, "0.01", 0, 1, NULL, N_("weight decay of AdamW")},
    {0},
};
/* clang-format on */

static void release_shelf(shelf *s) {
    for (int i = 0; i < s->count; i++)
        hra_zero_game_release(&s->games[i]);
    free(s->games);
    free(s->ends);
    *s = (shelf){0};
}

static void close_records(hra_learner *l) {
    records *r = l->own;
    release_shelf(&r->learnt);
    release_shelf(&r->held);
    hra_zero_work_release(&r->work);
    hra_net_steps_release(&r->steps);
    free(r->gradient);
    free(r);
    l->own = NULL;
}

static hra_err open_records(hra_learner *l, const hra_options *given, hra_error *why) {
    records *r = l->own = calloc(1, sizeof *r);
    if (!r)
        return hra_no_memory(why);
    r->held_out = (int)hra_options_int(given, "held-out");
    r->batch = (int)hra_options_int(given, "batch-size");
    r->rate = hra_options_real(given, "learning-rate");
    r->half = hra_options_real(given, "decay-games");
    r->decay = hra_options_real(given, "weight-decay");
    hra_err err = hra_learn_open_heads(l, given, START_STREAM, why);
    if (err)
        return err;
    r->gradient = hra_net_block(&l->learnt.net);
    err = r->gradient ? hra_net_steps_init(&r->steps, &l->learnt.net, true) : HRA_ENOMEM;
    if (!err)
        err = hra_zero_work_init(&r->work, &l->learnt, &(hra_puct_options){.memory = 1 << 20});
    return err ? hra_no_memory(why) : HRA_OK;
}

/* ---- games ----------------------------------------------------------------------------------*/

static bool has_room(shelf *s) {
    if (s->count < s->room)
        return true;
    const int room = s->room ? 2 * s->room : FIRST;
    hra_zero_game *games = realloc(s->games, (size_t)room * sizeof *games);
    s->games = games ? games : s->games;
    uint64_t *ends = games ? realloc(s->ends, (size_t)room * sizeof *ends) : NULL;
    if (!ends)
        return false;
    s->ends = ends;
    s->room = room;
    return true;
}

static bool is_held_out(const hra_learner *l, const records *r) {
    hra_rng rng;
    hra_rng_init_stream(&rng, l->seed, (uint64_t)r->learnt.count + (uint64_t)r->held.count, 0, SPLIT_STREAM);
    return (int)hra_rng_below(&rng, PERCENT) < r->held_out;
}

static uint64_t end_of(const shelf *s, int game) {
    return game < 0 ? 0 : s->ends[game];
}

static hra_err add_record(hra_learner *l, const hra_record *record, hra_error *why) {
    records *r = l->own;
    shelf *to = is_held_out(l, r) ? &r->held : &r->learnt;
    hra_zero_game game = {0};
    hra_err err = has_room(to) ? hra_zero_game_of(&game, &r->work, record) : HRA_ENOMEM;
    if (err) {
        hra_zero_game_release(&game);
        if (err == HRA_ENOMEM)
            return hra_no_memory(why);
        return hra_fail(why, err, -1, "a game of '%s' does not fit '%s'", hra_record_info(record)->game->spec,
                        l->game->spec);
    }
    const uint64_t parts[] = {r->print, hra_hash(game.moves, (size_t)game.plies * sizeof *game.moves),
                              (uint64_t)game.plies};
    r->print = hra_hash(parts, sizeof parts);
    to->ends[to->count] = end_of(to, to->count - 1) + (uint64_t)game.count;
    to->games[to->count++] = game;
    return HRA_OK;
}

/* ---- learning -------------------------------------------------------------------------------*/

/* The number of steps for `games` games. */
static uint64_t steps_until(const records *r, uint64_t games) {
    const double positions = (double)end_of(&r->learnt, r->learnt.count - 1) / r->learnt.count;
    return (uint64_t)((double)games * positions / r->batch);
}

static void take_step(hra_learner *l, uint64_t step, uint64_t games) {
    records *r = l->own;
    const uint64_t all = end_of(&r->learnt, r->learnt.count - 1); /* memory keeps it below 2^32 */
    hra_rng rng;
    hra_rng_init_stream(&rng, l->seed, step, 0, LEARN_STREAM);
    for (int b = 0; b < r->batch; b++) {
        uint64_t at = hra_rng_below(&rng, (uint32_t)all);
        const hra_zero_game *g = &r->learnt.games[hra_zero_find_choice(r->learnt.ends, r->learnt.count, &at)];
        const int seat = (int)hra_rng_below(&rng, (uint32_t)l->game->seats);
        hra_zero_game_learn(g, &r->work, (int)at, seat, 1 / (float)r->batch, r->gradient);
    }
    const double rate = r->half > 0 ? r->rate / (1 + (double)games / r->half) : r->rate;
    hra_net_adamw(&l->learnt.net, &r->steps, r->gradient, (float)rate, (float)r->decay);
}

static hra_err learn_records(hra_learner *l, uint64_t from, uint64_t to, const hra_progress *progress,
                             hra_error *why) {
    records *r = l->own;
    if (!end_of(&r->learnt, r->learnt.count - 1))
        return hra_fail(why, HRA_ESTATE, -1, "there are no games to learn from, or none with a decision");
    if (r->expected && r->expected != r->print)
        return hra_fail(why, HRA_EFIT, -1,
                        "the model was trained on other games, or on these in another order");
    if (hra_progress_stopped(progress))
        return HRA_ESTOPPED;
    for (uint64_t step = steps_until(r, from); step < steps_until(r, to); step++)
        take_step(l, step, from);
    l->learnt.games = to;
    return HRA_OK;
}

static int round_of(const hra_learner *l) {
    return 1;
}

/* ---- measuring ------------------------------------------------------------------------------*/

static double mean_result(const shelf *s, int seat) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < s->count; i++)
        if (s->games[i].over) {
            sum += s->games[i].result[seat];
            count++;
        }
    return count ? sum / count : 0;
}

static void measure_decision(records *r, const hra_zero_game *g, int choice, const double *means,
                             hra_learn_accuracy *out) {
    const hra_game *game = r->work.game;
    const hra_zero_choice *c = &g->choices[choice];
    const void *s = g->states + (size_t)choice * game->state_size;
    const int seat = game->rules->to_move(game, s);
    double value[HRA_MAX_SEATS];
    int best = 0;
    (void)game->rules->moves(game, s, r->work.moves);
    hra_heads_judge(&r->work.heads, s, seat, r->work.moves, c->count, r->work.policy, value);
    for (int i = 1; i < c->count; i++)
        best = r->work.policy[i] > r->work.policy[best] ? i : best;
    if (c->count > 1) {
        out->decisions++;
        out->hits += g->visits[c->first + best] ? 1 : 0;
        out->random_hits += 1.0 / c->count;
    }
    if (g->over) {
        out->results++;
        out->value_error += pow(value[seat] - g->result[seat], 2);
        out->mean_error += pow(means[seat] - g->result[seat], 2);
    }
}

static void measure(hra_learner *l, hra_learn_accuracy *out) {
    records *r = l->own;
    double means[HRA_MAX_SEATS];
    out->learnt = (uint64_t)r->learnt.count;
    out->held_out = (uint64_t)r->held.count;
    for (int seat = 0; seat < l->game->seats; seat++)
        means[seat] = mean_result(&r->learnt, seat);
    for (int i = 0; i < r->held.count; i++)
        for (int choice = 0; choice < r->held.games[i].count; choice++)
            measure_decision(r, &r->held.games[i], choice, means, out);
    const double decisions = out->decisions ? (double)out->decisions : 1,
                 results = out->results ? (double)out->results : 1;
    out->hits /= decisions;
    out->random_hits /= decisions;
    out->value_error = sqrt(out->value_error / results);
    out->mean_error = sqrt(out->mean_error / results);
}

/* ---- going on -------------------------------------------------------------------------------*/

static void remember(const hra_learner *l, hra_text *out) {
    const records *r = l->own;
    hra_bytes_put(out, r->print, 8);
    hra_bytes_put(out, r->steps.taken, 8);
    hra_learnt_put_block(&l->learnt.net, r->steps.mean, out);
    hra_learnt_put_block(&l->learnt.net, r->steps.square, out);
}

static hra_err recall(hra_learner *l, const hra_learnt *read, const char *name, const hra_text *memory,
                      hra_error *why) {
    records *r = l->own;
    const hra_net *net = &l->learnt.net;
    hra_net_steps steps = {0};
    hra_bytes from = {hra_text_string(memory), hra_text_string(memory) + memory->length};
    hra_err err = hra_net_steps_init(&steps, net, true);
    if (err)
        return hra_no_memory(why);
    if (hra_bytes_left(&from) < 16)
        err = HRA_EDAMAGED;
    const uint64_t print = err ? 0 : hra_bytes_take(&from, 8);
    steps.taken = err ? 0 : hra_bytes_take(&from, 8);
    if (err || !hra_learnt_take_block(net, steps.mean, &from) ||
        !hra_learnt_take_block(net, steps.square, &from) || hra_bytes_left(&from)) {
        hra_net_steps_release(&steps);
        return hra_fail(why, HRA_EDAMAGED, -1, "'%s': the state of the optimizer is damaged", name);
    }
    hra_net_steps_release(&r->steps);
    r->steps = steps;
    r->expected = print;
    return HRA_OK;
}

const hra_learner_interface hra_learn_records = {
    .kind = {"records", N_("Learning from records"),
             N_("a net learns the moves and results of recorded games, such as experts'"), options},
    .player = "zero:file=*",
    .open = open_records,
    .close = close_records,
    .round = round_of,
    .learn = learn_records,
    .add_record = add_record,
    .measure = measure,
    .remember = remember,
    .recall = recall,
};
