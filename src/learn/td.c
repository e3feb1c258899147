/* Temporal differences: learning from the steps of a game, in their order. */
#include "learn/td.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nets/net_kernel.h"

static const double faded = 1e-4; /* a trace that is weaker is cut off */

static hra_err init_pairs(hra_temporal *t, const hra_learnt *learnt) {
    if (learnt->form != HRA_LEARNT_NET)
        return HRA_OK;
    for (int k = 0; k < learnt->game->seats; k++) {
        t->view[k].features = calloc(2 * (size_t)hra_learnt_room(learnt), sizeof *t->view[k].features);
        if (!t->view[k].features)
            return HRA_ENOMEM;
    }
    return hra_net_work_init(&t->pair, &learnt->net, 2);
}

hra_err hra_temporal_init(hra_temporal *t, hra_learnt *learnt) {
    t->learnt = learnt;
    hra_err err = hra_trail_work_init(&t->work, learnt);
    bool traced = t->lambda > 0 && learnt->form != HRA_LEARNT_TABLE;
    for (int k = 0; !err && traced && k < learnt->game->seats; k++)
        if ((t->trace[k] = hra_net_block(&learnt->net)) == NULL)
            err = HRA_ENOMEM;
    if (!err)
        err = init_pairs(t, learnt);
    if (err)
        hra_temporal_release(t);
    return err;
}

void hra_temporal_release(hra_temporal *t) {
    hra_trail_work_release(&t->work);
    hra_net_work_release(&t->pair);
    for (int k = 0; k < HRA_MAX_SEATS; k++) {
        free(t->trace[k]);
        t->trace[k] = NULL;
        free(t->view[k].features);
        t->view[k].features = NULL;
    }
}

static void clear_traces(hra_temporal *t) {
    for (int k = 0; k < HRA_MAX_SEATS; k++)
        if (t->trace[k])
            memset(t->trace[k], 0, t->learnt->net.size * sizeof(float));
}

/* ---- the aim of a step ----------------------------------------------------------------------*/

/* What the seat gets after step i, estimated at the next step. Returns false if the game was cut off
 * there. */
static bool find_aim(hra_temporal *t, const hra_trail *trail, int i, int seat, double *out) {
    const hra_game *game = trail->game;
    double gained = hra_learnt_gained(game, hra_trail_behind(trail, i), seat), rest;
    if (i + 1 == trail->count) {
        *out = trail->result[seat] - gained;
        return trail->over;
    }
    const void *before = hra_trail_before(trail, i + 1), *from = hra_trail_from(trail, i + 1),
               *behind = hra_trail_behind(trail, i + 1);
    double now = hra_learnt_gained(game, before, seat);
    if (t->aim == HRA_AIM_BEST)
        (void)hra_trail_best(&t->work, before, seat, NULL, &rest);
    else
        rest =
            hra_learnt_gained(game, behind, seat) - now + hra_learnt_rest(&t->work.work, from, behind, seat);
    *out = now - gained + t->discount * rest;
    return true;
}

/* ---- a step ---------------------------------------------------------------------------------*/

/* The value moves on by `change`, and those of the steps before it by what is left of that. */
static hra_err change_table(hra_temporal *t, const hra_trail *trail, int first, int i, int seat,
                            double change) {
    const float unknown = (float)hra_learnt_unknown(trail->game);
    double left = 1;
    for (int j = i; j >= first && left > faded; j--, left *= t->lambda * t->discount) {
        uint64_t key = hra_learnt_key(&t->work.work, hra_trail_behind(trail, j), seat);
        float *value = hra_value_table_put(&t->learnt->table, key, unknown);
        if (!value)
            return HRA_ENOMEM;
        *value += (float)(left * change);
    }
    return HRA_OK;
}

/* By what `asked` has said last, or of several positions first, of these features. */
static void change_net(hra_temporal *t, hra_net_work *asked, const hra_feature *features, int count, int seat,
                       double error, double rate) {
    hra_net *net = &t->learnt->net;
    float wanted = 1;
    hra_net_backward_fitting(asked, &wanted);
    if (!t->trace[seat]) {
        hra_net_accumulate(asked, features, count, (float)(rate * error), net->weights);
        return;
    }
    float *trace = t->trace[seat];
    net->kernel->add(trace, trace, (float)(t->lambda * t->discount) - 1, net->size);
    hra_net_accumulate(asked, features, count, 1, trace);
    net->kernel->add(net->weights, trace, (float)(rate * error), net->size);
}

static hra_err learn_step(hra_temporal *t, const hra_trail *trail, int i, int seat, double aim) {
    const hra_learnt *l = t->learnt;
    double output =
        hra_learnt_output(&t->work.work, hra_trail_from(trail, i), hra_trail_behind(trail, i), seat);
    double error = (aim - l->offset) / l->scale - output;
    if (l->form == HRA_LEARNT_TABLE)
        return change_table(t, trail, t->first, i, seat, t->step_rate * error);
    hra_learnt_work *w = &t->work.work;
    change_net(t, &w->net, w->features, w->count, seat, error, t->step_rate);
    return HRA_OK;
}

void hra_temporal_begin(hra_temporal *t) {
    t->next = t->first = 0;
    for (int k = 0; k < HRA_MAX_SEATS; k++)
        t->view[k].step = -1;
    t->step_rate = t->half > 0 ? t->rate / (1 + (double)t->learnt->games / t->half) : t->rate;
    clear_traces(t);
}

/* Step i and the next one, of which features were looked at for the step before. */
static const hra_temporal_view *view_pair(hra_temporal *t, const hra_trail *trail, int i, int seat) {
    hra_temporal_view *v = &t->view[seat];
    hra_learnt_work *w = &t->work.work;
    if (i > 0 && v->step == i - 1) {
        memmove(v->features, v->features + v->counts[0], (size_t)v->counts[1] * sizeof *v->features);
        v->counts[0] = v->counts[1];
    } else {
        v->counts[0] =
            hra_learnt_look_into(w, hra_trail_from(trail, i), hra_trail_behind(trail, i), seat, v->features);
    }
    v->counts[1] = hra_learnt_look_into(w, hra_trail_from(trail, i + 1), hra_trail_behind(trail, i + 1), seat,
                                        v->features + v->counts[0]);
    v->step = i;
    return v;
}

/* find_aim and learn_step by a net that is asked of both steps at once, as its weights stay in between; the same bits. */
static void learn_pair(hra_temporal *t, const hra_trail *trail, int i, int seat) {
    const hra_learnt *l = t->learnt;
    const hra_temporal_view *v = view_pair(t, trail, i, seat);
    const float *said = hra_net_forward_many(&t->pair, v->features, v->counts, 2);
    const double output = (double)said[0], next = (double)said[l->net.layer[l->net.shape.layers - 1].stride];
    const void *behind = hra_trail_behind(trail, i + 1);
    const double gained = hra_learnt_gained(trail->game, hra_trail_behind(trail, i), seat),
                 now = hra_learnt_gained(trail->game, hra_trail_before(trail, i + 1), seat);
    const double rest =
        hra_learnt_gained(trail->game, behind, seat) - now + hra_learnt_rest_by(l, behind, seat, next);
    const double aim = now - gained + t->discount * rest;
    change_net(t, &t->pair, v->features, v->counts[0], seat, (aim - l->offset) / l->scale - output,
               t->step_rate);
}

static bool is_pair(const hra_temporal *t, const hra_trail *trail, int i) {
    return t->pair.net && t->aim != HRA_AIM_BEST && i + 1 < trail->count &&
           trail->game->rules->to_move(trail->game, hra_trail_behind(trail, i + 1)) != HRA_OVER;
}

static hra_err follow_step(hra_temporal *t, const hra_trail *trail, unsigned seats, int i) {
    const hra_game *game = trail->game;
    if (game->rules->to_move(game, hra_trail_behind(trail, i)) == HRA_OVER)
        return HRA_OK; /* nothing is to come */
    if (t->aim == HRA_AIM_SELF && i + 1 < trail->count && trail->steps[i + 1].explored) {
        t->first = i + 1; /* what follows was not the best, so it says nothing of what stood before */
        clear_traces(t);
        return HRA_OK;
    }
    hra_err err = HRA_OK;
    double aim;
    const bool pair = is_pair(t, trail, i);
    for (int seat = 0; !err && seat < game->seats; seat++)
        if ((seats >> seat & 1) && pair)
            learn_pair(t, trail, i, seat);
        else if ((seats >> seat & 1) && find_aim(t, trail, i, seat, &aim))
            err = learn_step(t, trail, i, seat, aim);
    return err;
}

/* From the end of the game back to its beginning: each step goes towards what the seat got behind it. */
static hra_err follow_back(hra_temporal *t, const hra_trail *trail, int seat) {
    const hra_game *game = trail->game;
    hra_err err = HRA_OK;
    double to_come = 0,
           then = trail->result[seat]; /* what comes behind the next step; what it has until there */
    for (int i = trail->count - 1; !err && i >= 0; i--) {
        const void *before = hra_trail_before(trail, i), *behind = hra_trail_behind(trail, i);
        double now = hra_learnt_gained(game, before, seat), gained = hra_learnt_gained(game, behind, seat);
        to_come += then - gained;
        t->first = i; /* nothing goes on to the steps before it */
        if (game->rules->to_move(game, behind) != HRA_OVER)
            err = learn_step(t, trail, i, seat, to_come);
        to_come = t->discount * (gained - now + to_come);
        then = now;
    }
    return err;
}

hra_err hra_temporal_follow(hra_temporal *t, const hra_trail *trail, unsigned seats, bool ended) {
    hra_err err = HRA_OK;
    if (t->aim == HRA_AIM_END) {
        for (int seat = 0; !err && ended && trail->over && seat < trail->game->seats; seat++)
            if (seats >> seat & 1)
                err = follow_back(t, trail, seat);
        return err;
    }
    for (; !err && t->next < trail->count - !ended; t->next++)
        err = follow_step(t, trail, seats, t->next);
    return err;
}
