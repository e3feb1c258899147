/* `expert`: alpha-beta with all it can do, by the evaluation that was learnt. */
#include "core/messages.h"
#include "games/chess/players.h"
#include "hra/kind.h"
#include "players/machine.h"
#include "search/walk/walk.h"

enum {
    DEPTH = 12,
    NODES = 100000
}; /* without a limit: of a move, and of an analysis, which takes about a tenth of a second */

static const hra_option options[] = {
    {.name = "depth",
     .type = HRA_OPTION_INT,
     .min = 1,
     .max = 64,
     .help = N_("maximum depth in plies (default: 12 for a move without another limit)")},
    HRA_OPTION_NODES,
    HRA_OPTION_TIME,
    {.name = "tt",
     .type = HRA_OPTION_SIZE,
     .min = 1 << 10,
     .max = (double)((uint64_t)1 << 36),
     .help = N_("transposition table size (default: 64M)")},
    {.name = "multipv",
     .type = HRA_OPTION_INT,
     .fallback = "5",
     .min = 1,
     .max = 64,
     .help = N_("moves with exact values in an analysis; others get bounds")},
    {.name = "eval",
     .type = HRA_OPTION_SPEC,
     .fallback = "fitted",
     .help = N_("evaluation; fitted(weights=FILE): weights of hra learn")},
    {0},
};

static void add_limits(const hra_options *given, hra_text *out) {
    const bool nodes = hra_options_given(given, "nodes"), time = hra_options_given(given, "time");
    if (nodes)
        hra_text_addf(out, ",nodes=%lld", (long long)hra_options_int(given, "nodes"));
    if (time)
        hra_text_addf(out, ",time=%.9gs", hra_options_real(given, "time"));
    if (hra_options_given(given, "depth"))
        hra_text_addf(out, ",depth=%lld", (long long)hra_options_int(given, "depth"));
}

static hra_err open_expert(const hra_game *game, const hra_options *given, const char *data,
                           const hra_progress *progress, void **shared, hra_error *why) {
    hra_text spec;
    hra_text_init(&spec);
    hra_text_addf(&spec, "alphabeta:full,loud=holding,selective,eval=%s", hra_options_text(given, "eval"));
    if (hra_options_given(given, "tt"))
        hra_text_addf(&spec, ",tt=%llu", (unsigned long long)hra_options_size(given, "tt"));
    hra_text_addf(&spec, ",multipv=%lld", (long long)hra_options_int(given, "multipv"));
    add_limits(given, &spec);
    hra_err err = spec.err
                      ? hra_no_memory(why)
                      : hra_machine_open(game, hra_text_string(&spec), NULL, data, progress, shared, why);
    hra_text_release(&spec);
    return err;
}

static hra_err ask(const void *shared, void *scratch, const hra_question *question, hra_analysis *out) {
    const hra_limits *given = &question->limits;
    hra_question limited = *question;
    if (!hra_player_info_of(shared)->limited && !given->depth && !given->nodes && !(given->seconds > 0)) {
        const bool best = question->want == HRA_WANT_MOVE || question->only_best;
        limited.limits.depth = best ? DEPTH : 0;
        limited.limits.nodes = best ? 0 : NODES;
    }
    return hra_machine_ask(shared, scratch, &limited, out);
}

const hra_player_kind ch_expert = {
    .size = sizeof(hra_player_kind),
    .name = "expert",
    .summary = "selective alpha-beta, by weights that were learnt",
    .options = options,
    .others = HRA_OTHERS_ADVERSARY,
    .open = open_expert,
    .close = hra_machine_close,
    .begin = hra_machine_begin,
    .end = hra_machine_end,
    .forget = hra_machine_forget,
    .ask = ask,
    .answers = HRA_ANSWERS_ALL,
    .observe = hra_machine_observe,
};
