/* The evaluation `trained` of every game that was learnt: what each seat gets, as that seat sees the state. Where
 * two play against each other it is half of the difference between what the two expect. What a table does not
 * hold another evaluation may judge. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "nets/learnt.h"
#include "nets/net_evaluation.h"
#include "rules/evaluate.h"

static const hra_option options[] = {
    {.name = "file",
     .type = HRA_OPTION_FILE,
     .help = "model file written by `hra learn` (default: the game's, if it has one)"},
    {.name = "fallback",
     .type = HRA_OPTION_SPEC,
     .help = "evaluation for positions missing from a table (default: draw)"},
    {0},
};

typedef struct opened {
    hra_net_judge judge; /* first: it is `self` */
    hra_learnt learnt;
} opened;

static void close_net(void *self) {
    opened *o = self;
    if (o) {
        hra_eval_close(&o->judge.other);
        hra_learnt_release(&o->learnt);
    }
    free(o);
}

static hra_err open_net(const hra_game *game, const hra_options *given, void **self, hra_error *why) {
    const char *other = hra_options_text(given, "fallback");
    opened *o = calloc(1, sizeof *o);
    if (!o)
        return hra_no_memory(why);
    o->judge.learnt = &o->learnt;
    hra_err err =
        hra_learnt_open(&o->learnt, game, hra_options_text(given, "file"), N_("evaluation trained"), why);
    if (!err && other && o->learnt.form != HRA_LEARNT_TABLE)
        err =
            hra_fail(why, HRA_EFIT, -1,
                     "evaluation trained: option 'fallback' needs a table; this model values every position");
    if (!err && other)
        err = hra_eval_open(&o->judge.other, game, other, why);
    if (err)
        close_net(o);
    else
        *self = o;
    return err;
}

enum { TOGETHER = 64 };

typedef struct judging {
    hra_learnt_work work;
    hra_net_work together;
    hra_feature *features; /* of TOGETHER states; of nets of outcomes */
    hra_evaluator other;
} judging;

static void end(void *scratch) {
    judging *j = scratch;
    if (j) {
        hra_evaluator_close(&j->other);
        hra_learnt_work_release(&j->work);
        hra_net_work_release(&j->together);
        free(j->features);
    }
    free(j);
}

static hra_err begin_together(judging *j, const hra_learnt *learnt) {
    if (learnt->form != HRA_LEARNT_OUTCOMES)
        return HRA_OK;
    const int room = learnt->game->rules->encoding->feature_room(learnt->game) + 1;
    j->features = calloc((size_t)room * TOGETHER, sizeof *j->features);
    return j->features ? hra_net_work_init(&j->together, &learnt->net, TOGETHER) : HRA_ENOMEM;
}

static hra_err begin(const hra_game *game, const void *self, void **scratch) {
    const hra_net_judge *judge = self;
    judging *j = calloc(1, sizeof *j);
    hra_err err = j ? hra_learnt_work_init(&j->work, judge->learnt) : HRA_ENOMEM;
    if (!err)
        err = begin_together(j, judge->learnt);
    if (!err)
        err = hra_evaluator_open(&j->other, &judge->other);
    if (err)
        end(j);
    else
        *scratch = j;
    return err;
}

static double within(double x, double low, double high) {
    return !(x >= low) ? low : x > high ? high : x; /* finite weights may still give NAN: infinite sums */
}

static bool holds(hra_learnt_work *work, const void *s) {
    for (int seat = 0; seat < work->learnt->game->seats; seat++)
        if (!hra_value_table_find(&work->learnt->table, hra_learnt_key(work, s, seat)))
            return false;
    return true;
}

static void finish(const hra_game *game, double *out) {
    for (int seat = 0; seat < game->seats; seat++)
        out[seat] = within(out[seat], game->min_return, game->max_return);
    if (!game->zero_sum)
        return;
    out[0] = (out[0] - out[1]) / 2;
    out[1] = -out[0];
}

static void value(const hra_game *game, const void *self, void *scratch, const void *s, double *out) {
    judging *j = scratch;
    if (j->other.kind && !holds(&j->work, s))
        hra_evaluate_return(&j->other, s, out);
    else if (hra_learnt_has_one_view(j->work.learnt, s))
        hra_learnt_returns_of(&j->work, s, hra_learnt_said(&j->work, s, s, 0), out);
    else
        for (int seat = 0; seat < game->seats; seat++)
            out[seat] = hra_learnt_return(&j->work, s, s, seat);
    finish(game, out);
}

/* States whose features are collected. */
typedef struct company {
    int count, features, counts[TOGETHER];
    const void *state[TOGETHER];
    double *out[TOGETHER];
} company;

static void ask_company(const hra_game *game, judging *j, company *c) {
    if (c->count == 0)
        return;
    const int stride = j->together.net->layer[j->together.net->shape.layers - 1].stride;
    const float *said = hra_net_forward_many(&j->together, j->features, c->counts, c->count);
    for (int i = 0; i < c->count; i++, said += stride) {
        hra_learnt_returns_of(&j->work, c->state[i], said, c->out[i]);
        finish(game, c->out[i]);
    }
    c->count = c->features = 0;
}

static void values(const hra_game *game, const void *self, void *scratch, const void *states, size_t stride,
                   int n, double *out) {
    judging *j = scratch;
    hra_learnt_work *w = &j->work;
    company c = {.count = 0};
    for (int i = 0; i < n; i++, out += game->seats) {
        const void *s = (const unsigned char *)states + (size_t)i * stride;
        if (!hra_learnt_has_one_view(w->learnt, s)) {
            value(game, self, scratch, s, out);
            continue;
        }
        hra_learnt_look(w, s, s, 0);
        memcpy(j->features + c.features, w->features, (size_t)w->count * sizeof *w->features);
        c.features += c.counts[c.count] = w->count;
        c.state[c.count] = s;
        c.out[c.count++] = out;
        if (c.count == TOGETHER)
            ask_company(game, j, &c);
    }
    ask_company(game, j, &c);
}

const hra_evaluation hra_net_evaluation = {
    .name = "trained",
    .help = "trained model: net, linear or table",
    .options = options,
    .open = open_net,
    .close = close_net,
    .begin = begin,
    .end = end,
    .value = value,
    .values = values,
};
