/* `trained`: plays what was learnt, without looking ahead. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "nets/learnt.h"
#include "players/analysis.h"
#include "players/general.h"

static const hra_option options[] = {
    {.name = "file",
     .type = HRA_OPTION_FILE,
     .help = "model file written by `hra learn` (default: the game's, if it has one)"},
    {0},
};

static void close_learnt(void *shared) {
    if (shared)
        hra_learnt_release(shared);
    free(shared);
}

static hra_err open_learnt(const hra_game *game, const hra_options *given, const char *data,
                           const hra_progress *progress, void **shared, hra_error *why) {
    hra_learnt *learnt = calloc(1, sizeof *learnt);
    if (!learnt)
        return hra_no_memory(why);
    hra_err err = hra_learnt_open(learnt, game, hra_options_text(given, "file"), N_("player trained"), why);
    if (err)
        close_learnt(learnt);
    else
        *shared = learnt;
    return err;
}

/* One block a thread. */
typedef struct deciding {
    hra_learnt_work work;
    hra_move *moves;
} deciding;

static void end_learnt(void *scratch) {
    deciding *d = scratch;
    if (!d)
        return;
    hra_learnt_work_release(&d->work);
    free(d->moves);
    free(d);
}

static hra_err begin_learnt(const void *shared, void **scratch) {
    const hra_learnt *learnt = shared;
    deciding *d = calloc(1, sizeof *d);
    if (!d)
        return HRA_ENOMEM;
    d->moves = malloc(((size_t)learnt->game->max_moves + 1) * sizeof *d->moves);
    hra_err err = d->moves ? hra_learnt_work_init(&d->work, learnt) : HRA_ENOMEM;
    if (err)
        end_learnt(d);
    else
        *scratch = d;
    return err;
}

static hra_err advise_learnt(const void *shared, void *scratch, const hra_question *question,
                             hra_analysis *out) {
    const hra_learnt *learnt = shared;
    deciding *d = scratch;
    int seat = learnt->game->rules->to_move(learnt->game, question->state);
    out->move_count = learnt->game->rules->moves(learnt->game, question->state, d->moves);
    out->what = (hra_column){"expected", "what it expects to get", HRA_UNIT_POINTS, true};
    for (int i = 0; i < out->move_count; i++)
        hra_analysis_tell(out, i, d->moves[i], hra_learnt_move(&d->work, question->state, d->moves[i], seat));
    return HRA_OK;
}

static hra_err choose_learnt(const void *shared, void *scratch, const hra_question *question, hra_move *out) {
    const hra_learnt *learnt = shared;
    deciding *d = scratch;
    int seat = learnt->game->rules->to_move(learnt->game, question->state);
    int n = learnt->game->rules->moves(learnt->game, question->state, d->moves);
    double best = 0;
    for (int i = 0; i < n; i++) {
        double value = hra_learnt_move(&d->work, question->state, d->moves[i], seat);
        if (i == 0 || value > best) {
            best = value;
            *out = d->moves[i];
        }
    }
    return HRA_OK;
}

static hra_err ask(const void *shared, void *scratch, const hra_question *question, hra_analysis *out) {
    return question->want == HRA_WANT_MOVE ? choose_learnt(shared, scratch, question, &out->move)
                                           : advise_learnt(shared, scratch, question, out);
}

const hra_player_kind hra_general_learnt = {
    .size = sizeof(hra_player_kind),
    .name = "trained",
    .summary = "best move one ply ahead by a trained model",
    .options = options,
    .others = HRA_OTHERS_SELFISH,
    .open = open_learnt,
    .close = close_learnt,
    .begin = begin_learnt,
    .end = end_learnt,
    .ask = ask,
    .answers = HRA_ANSWERS_MOVE | HRA_ANSWERS_ADVICE,
    .state_only = true,
};
