/* The evaluation `trained` of every game that was learnt: what each seat gets, as that seat sees the state. Where
 * two play against each other it is half of the difference between what the two expect. What a table does not
 * hold another evaluation may judge. */
#include <stdlib.h>

#include "core/messages.h"
#include "nets/learnt.h"
#include "nets/net_evaluation.h"
#include "rules/evaluate.h"

static const hra_option options[] = {
    {.name = "file",
     .type = HRA_OPTION_FILE,
     .help = "model file written by `hra learn` (default: built in)"},
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

typedef struct judging {
    hra_learnt_work work;
    hra_evaluator other;
} judging;

static void end(void *scratch) {
    judging *j = scratch;
    if (j) {
        hra_evaluator_close(&j->other);
        hra_learnt_work_release(&j->work);
    }
    free(j);
}

static hra_err begin(const hra_game *game, const void *self, void **scratch) {
    const hra_net_judge *judge = self;
    judging *j = calloc(1, sizeof *j);
    hra_err err = j ? hra_learnt_work_init(&j->work, judge->learnt) : HRA_ENOMEM;
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

static void value(const hra_game *game, const void *self, void *scratch, const void *s, double *out) {
    judging *j = scratch;
    if (j->other.kind && !holds(&j->work, s))
        hra_evaluate_return(&j->other, s, out);
    else
        for (int seat = 0; seat < game->seats; seat++)
            out[seat] = hra_learnt_return(&j->work, s, s, seat);
    for (int seat = 0; seat < game->seats; seat++)
        out[seat] = within(out[seat], game->min_return, game->max_return);
    if (!game->zero_sum)
        return;
    out[0] = (out[0] - out[1]) / 2;
    out[1] = -out[0];
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
};
