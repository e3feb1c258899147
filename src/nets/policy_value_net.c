/* Nets of two heads. */
#include "nets/policy_value_net.h"

#include <stdlib.h>
#include <string.h>

#include "nets/net_kernel.h"
#include "rules/gates.h"

static const float least_preference = -60, most_preference = 60; /* weights may be anybody's */

int hra_heads_values(const hra_game *game) {
    return game->zero_sum || game->one_against_all ? 1 : game->seats;
}

int hra_heads_actions(const hra_game *game) {
    const hra_rules_encoding *numbers = game->rules->encoding;
    int count = numbers->action && numbers->action_count ? numbers->action_count(game) : 0;
    return count <= HRA_NET_WIDTH - HRA_MAX_SEATS ? count : 0;
}

int hra_heads_outputs(const hra_game *game) {
    int actions = hra_heads_actions(game);
    return hra_heads_values(game) + (actions ? actions : 1);
}

/* ---- memory ---------------------------------------------------------------------------------*/

void hra_heads_work_release(hra_heads_work *w) {
    hra_learnt_work_release(&w->work);
    free(w->which);
    free(w->out);
    free(w->wanted);
    *w = (hra_heads_work){0};
}

hra_err hra_heads_work_init(hra_heads_work *w, const hra_learnt *learnt) {
    const hra_game *game = learnt->game;
    size_t capacity = (size_t)game->max_moves + 1 + HRA_MAX_SEATS + HRA_NET_PART; /* whole parts too */
    *w = (hra_heads_work){0};
    w->which = malloc(capacity * sizeof *w->which);
    w->out = malloc(capacity * sizeof *w->out);
    w->wanted = malloc(capacity * sizeof *w->wanted);
    bool some = w->which && w->out && w->wanted;
    hra_err err = some ? hra_learnt_work_init(&w->work, learnt) : HRA_ENOMEM;
    if (err)
        hra_heads_work_release(w);
    return err;
}

/* ---- forward --------------------------------------------------------------------------------*/

static float within(float x, float low, float high) {
    return !(x >= low) ? low : x > high ? high : x; /* NaN becomes low */
}

/* Outputs that tell values, as they are meant: between 0 and 1 where the game's returns are bounded. */
static void through_bounds(const hra_net *net, const hra_game *game, float *value, int n) {
    float part[HRA_NET_PART] = {0};
    if (!hra_learnt_bounded(game))
        return;
    memcpy(part, value, (size_t)n * sizeof *value);
    net->kernel->sigmoid(part, HRA_NET_PART);
    memcpy(value, part, (size_t)n * sizeof *value);
}

double hra_heads_own(hra_learnt_work *w) {
    static const int first = 0;
    float out;
    hra_net_forward_some(&w->net, w->features, w->count, &first, 1, &out);
    through_bounds(&w->learnt->net, w->learnt->game, &out, 1);
    return (double)out;
}

/* Asks the net for values, and for n moves that are numbered; w->out. */
static void ask(hra_heads_work *w, const void *s, int seat, const hra_move *moves, int n) {
    const hra_learnt *l = w->work.learnt;
    int values = hra_heads_values(l->game);
    for (int k = 0; k < values; k++)
        w->which[k] = k;
    for (int i = 0; i < n; i++)
        w->which[values + i] = values + l->game->rules->encoding->action(l->game, s, moves[i]);
    hra_learnt_look(&w->work, s, s, seat);
    hra_net_forward_some(&w->work.net, w->work.features, w->work.count, w->which, values + n, w->out);
    through_bounds(&l->net, l->game, w->out, values);
}

/* Asks the net for the preference of the seat for a move that has no number. */
static float ask_behind(hra_heads_work *w, const void *s, int seat, hra_move m) {
    const hra_game *game = w->work.learnt->game;
    float out;
    memcpy(w->work.child, s, game->state_size);
    game->rules->apply(game, w->work.child, m);
    hra_learnt_look(&w->work, s, w->work.child, seat);
    w->which[0] = hra_heads_values(game);
    hra_net_forward_some(&w->work.net, w->work.features, w->work.count, w->which, 1, &out);
    return out;
}

static void make_prior(float *prior, int n) {
    for (int i = 0; i < n; i++)
        prior[i] = within(prior[i], least_preference, most_preference);
    hra_net_softmax(prior, n);
}

/* From what the net says of the values to what each seat gets. */
static void tell_values(const hra_heads_work *w, const void *s, int seat, double *value) {
    const hra_learnt *l = w->work.learnt;
    const hra_game *game = l->game;
    int values = hra_heads_values(game), seats = game->seats;
    double gained[HRA_MAX_SEATS] = {0};
    if (game->rules->encoding->rewards)
        game->rules->encoding->rewards(game, s, gained);
    for (int i = 0; i < values; i++) {
        int k = (seat + i) % seats;
        double x = gained[k] + l->offset + l->scale * (double)w->out[i], least, most;
        hra_learnt_possible(game, s, k, &least, &most);
        value[k] = !(x >= least) ? least : x > most ? most : x;
    }
    for (int k = 0; values < seats && k < seats; k++) { /* one number tells of all */
        bool with = k == seat || (game->one_against_all && k && seat);
        if (k != seat)
            value[k] = with ? value[seat] : -value[seat];
    }
}

void hra_heads_judge(void *work, const void *s, int seat, const hra_move *moves, int n, float *prior,
                     double *value) {
    hra_heads_work *w = work;
    const hra_game *game = w->work.learnt->game;
    int values = hra_heads_values(game), actions = hra_heads_actions(game);
    ask(w, s, seat, moves, actions ? n : 0);
    tell_values(w, s, seat, value);
    for (int i = 0; i < n; i++)
        prior[i] = actions ? w->out[values + i] : ask_behind(w, s, seat, moves[i]);
    make_prior(prior, n);
    for (int i = 0; i < n; i++)
        hra_gate_probability("a net: a prior", (double)prior[i]);
}

/* ---- learning -------------------------------------------------------------------------------*/

/* What is wanted of the values: target - output is the slope of either measure. */
static void want_values(hra_heads_work *w, const hra_heads_lesson *lesson, float *wanted) {
    const hra_learnt *l = w->work.learnt;
    const hra_game *game = l->game;
    double gained[HRA_MAX_SEATS] = {0};
    int values = hra_heads_values(game);
    if (game->rules->encoding->rewards)
        game->rules->encoding->rewards(game, lesson->state, gained);
    for (int i = 0; i < values; i++) {
        int k = (lesson->seat + i) % game->seats;
        double aim = lesson->result ? (lesson->result[k] - gained[k] - l->offset) / l->scale : 0;
        wanted[i] = lesson->result ? (float)aim - w->out[i] : 0;
    }
}

static void go_back(hra_heads_work *w, const float *wanted, float factor, float *block) {
    hra_net_backward(&w->work.net, wanted);
    hra_net_accumulate(&w->work.net, w->work.features, w->work.count, factor, block);
}

/* Of moves that are judged by what they lead to. */
static void learn_behind(hra_heads_work *w, const hra_heads_lesson *lesson, float factor, float *block) {
    float *wanted = w->wanted;
    for (int i = 0; i < lesson->n; i++)
        wanted[i] = ask_behind(w, lesson->state, lesson->seat, lesson->moves[i]);
    make_prior(wanted, lesson->n);
    for (int i = 0; i < lesson->n; i++) {
        float more = lesson->policy[i] - wanted[i];
        (void)ask_behind(w, lesson->state, lesson->seat, lesson->moves[i]);
        go_back(w, &more, factor, block);
    }
}

void hra_heads_learn(hra_heads_work *w, const hra_heads_lesson *lesson, float factor, float *block) {
    const hra_game *game = w->work.learnt->game;
    int values = hra_heads_values(game), actions = hra_heads_actions(game), n = lesson->n;
    ask(w, lesson->state, lesson->seat, lesson->moves, actions ? n : 0);
    want_values(w, lesson, w->wanted);
    if (actions && n) {
        make_prior(w->out + values, n);
        for (int i = 0; i < n; i++)
            w->wanted[values + i] = lesson->policy[i] - w->out[values + i];
    }
    go_back(w, w->wanted, factor, block);
    if (!actions && n)
        learn_behind(w, lesson, factor, block);
}
