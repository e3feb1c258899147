/* For tests that play a match: a work of the kind match (hra/work.h) of players and openings that are open. */
#ifndef HRA_TESTS_PLAYED_H
#define HRA_TESTS_PLAYED_H

#include <inttypes.h>

#include "hra/work.h"

typedef struct played_setup {
    const hra_game *game;
    const hra_player *const *players;
    int count;
    uint64_t games, seed;
    int threads;
    bool rotate;
    hra_limits limits;
    hra_record_sink sink;
    void *sink_self;
    const hra_progress *progress;
    uint64_t first, whole; /* as of a part; whole 0: the games */
    hra_err (*ended)(void *self, const hra_match_game *game);
    void *ended_self;
    hra_match_time *times;
    const hra_openings *openings;
    const hra_adjudicator *adjudicator;
} played_setup;

static inline void played_limits(const played_setup *s, hra_text *out) {
    if (s->limits.depth)
        hra_text_addf(out, "depth %d\n", s->limits.depth);
    if (s->limits.nodes)
        hra_text_addf(out, "nodes %" PRIu64 "\n", s->limits.nodes);
    if (s->limits.playouts)
        hra_text_addf(out, "playouts %" PRIu64 "\n", s->limits.playouts);
    if (s->limits.seconds > 0)
        hra_text_addf(out, "time %.9gs\n", s->limits.seconds);
}

static inline void played_openings(const hra_openings *openings, hra_text *out) {
    for (uint64_t i = 0; openings && i < hra_openings_count(openings); i++) {
        hra_text_add(out, "opening ");
        hra_openings_write(openings, i, out);
        hra_text_add_char(out, '\n');
    }
}

static inline void played_adjudication(const hra_adjudicator *a, hra_text *out) {
    if (a && a->draw_moves)
        hra_text_addf(out, "draw after=%d,moves=%d,score=%.17g\n", a->draw_after, a->draw_moves,
                      a->draw_score);
    if (a && a->resign_moves)
        hra_text_addf(out, "resign moves=%d,score=%.17g,twosided=%s\n", a->resign_moves, a->resign_score,
                      a->resign_twosided ? "yes" : "no");
    if (a && a->max_plies)
        hra_text_addf(out, "length %d\n", a->max_plies);
    if (a && a->tablebases)
        hra_text_add(out, "tables yes\n");
}

static inline void played_spec(const played_setup *s, uint64_t games, hra_text *out) {
    hra_text_addf(out, "game %s\ngames %" PRIu64 "\nseed %" PRIu64 "\nrotate %s\nrecords %s\n", s->game->spec,
                  games, s->seed, s->rotate ? "yes" : "no", s->sink ? "yes" : "no");
    played_limits(s, out);
    played_openings(s->openings, out);
    played_adjudication(s->adjudicator, out);
}

static inline hra_err played_record(void *self, const char *task, const char *text, size_t length) {
    const played_setup *s = self;
    return s->sink(s->sink_self, text, length);
}

/* As hra_work_run; *out, with what was played, is released with hra_match_release, after an error too. */
static inline hra_err played_match(const played_setup *s, hra_match_result *out, hra_error *why) {
    const uint64_t games = s->whole ? s->whole : s->first + s->games;
    const hra_work_setup how = {.size = sizeof how,
                                .game = s->game,
                                .players = s->players,
                                .player_count = s->count,
                                .workers = s->threads,
                                .records = s->sink ? played_record : NULL,
                                .records_self = (void *)(uintptr_t)s,
                                .ended = s->ended,
                                .ended_self = s->ended_self,
                                .times = s->times,
                                .from = s->first,
                                .to = s->first + s->games};
    hra_work *work;
    hra_text spec;
    hra_text_init(&spec);
    played_spec(s, games, &spec);
    hra_err err = spec.err ? spec.err : hra_work_open(&work, "match", hra_text_string(&spec), &how, why);
    hra_text_release(&spec);
    if (err)
        return err;
    err = hra_work_run(work, s->threads, s->progress, why);
    hra_err taken = hra_work_match(work, out, err ? NULL : why);
    out->stopped = !hra_work_is_finished(work);
    hra_work_close(work);
    return err ? err : taken;
}

#endif
