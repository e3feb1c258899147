/* For tests that hold a tournament: a work of the kind tournament (hra/work.h) of players that are open. */
#ifndef HRA_TESTS_HELD_H
#define HRA_TESTS_HELD_H

#include "played.h"

typedef struct held {
    hra_work *work;
    hra_tournament *t;
} held;

static inline void held_spec(const hra_tournament_setup *s, hra_text *out) {
    const played_setup games = {
        .game = s->game, .seed = s->seed, .limits = s->limits, .adjudicator = s->adjudicator};
    hra_text_addf(out, "game %s\ngroups %" PRIu64 "\nseed %" PRIu64 "\nschedule %s\nrecords %s\n",
                  s->game->spec, s->groups, s->seed, s->schedule == HRA_GAUNTLET ? "gauntlet" : "round-robin",
                  s->records ? "yes" : "no");
    if (s->test)
        hra_text_addf(out, "test %.17g,%.17g\nerrors %.17g,%.17g\n", s->test->low, s->test->high,
                      s->test->alpha, s->test->beta);
    played_limits(&games, out);
    played_openings(s->openings, out);
    played_adjudication(s->adjudicator, out);
}

/* `records` may be NULL. */
static inline hra_err held_open(held *out, const hra_tournament_setup *s,
                                hra_err (*records)(void *self, const char *task, const char *text,
                                                   size_t length),
                                void *self, hra_error *why) {
    const hra_work_setup how = {.size = sizeof how,
                                .game = s->game,
                                .players = s->players,
                                .player_count = s->count,
                                .workers = s->threads,
                                .records = records,
                                .records_self = self};
    hra_text spec;
    hra_text_init(&spec);
    held_spec(s, &spec);
    hra_err err =
        spec.err ? spec.err : hra_work_open(&out->work, "tournament", hra_text_string(&spec), &how, why);
    hra_text_release(&spec);
    if (!err)
        out->t = hra_work_tournament(out->work, NULL);
    return err;
}

#endif
