/* The evaluation `net` of every game that was learnt: what each seat gets, as that seat sees the state. Where
 * two play against each other it is half of the difference between what the two expect. */
#include <stdlib.h>

#include "core/sentences.h"
#include "nets/learnt.h"
#include "nets/net_evaluation.h"

static const hra_option options[] = {
    {.name = "file",
     .type = HRA_OPTION_FILE,
     .help = "what `hra learn` wrote; default: what is built in of the game"},
    {0},
};

static void close_net(void *self) {
    if (self)
        hra_learnt_release(self);
    free(self);
}

static hra_err open_net(const hra_game *game, const hra_options *given, void **self, hra_error *why) {
    hra_learnt *learnt = calloc(1, sizeof *learnt);
    if (!learnt)
        return hra_no_memory(why);
    hra_err err = hra_learnt_open(learnt, game, hra_options_text(given, "file"), N_("evaluation net"), why);
    if (err)
        close_net(learnt);
    else
        *self = learnt;
    return err;
}

static void end(void *scratch) {
    if (scratch)
        hra_learnt_work_release(scratch);
    free(scratch);
}

static hra_err begin(const hra_game *game, const void *self, void **scratch) {
    hra_learnt_work *work = calloc(1, sizeof *work);
    hra_err err = work ? hra_learnt_work_init(work, self) : HRA_ENOMEM;
    if (err)
        end(work);
    else
        *scratch = work;
    return err;
}

static double within(double x, double low, double high) {
    return !(x >= low) ? low : x > high ? high : x; /* finite weights may still give NAN: infinite sums */
}

static void value(const hra_game *game, const void *self, void *scratch, const void *s, double *out) {
    for (int seat = 0; seat < game->seats; seat++)
        out[seat] = within(hra_learnt_return(scratch, s, s, seat), game->min_return, game->max_return);
    if (!game->zero_sum)
        return;
    out[0] = (out[0] - out[1]) / 2;
    out[1] = -out[0];
}

const hra_evaluation hra_net_evaluation = {
    .name = "net",
    .help = "what was learnt from play: a net, terms, or a table",
    .options = options,
    .open = open_net,
    .close = close_net,
    .begin = begin,
    .end = end,
    .value = value,
};
