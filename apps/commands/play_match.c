/* A match that a command plays to measure something. */
#include "play_match.h"

hra_err play_match(const match_of_players *m, hra_match_result *out, hra_error *why) {
    const hra_work_setup how = {
        .size = sizeof how, .game = m->game, .players = m->players, .player_count = m->game->seats};
    hra_work *work = NULL;
    hra_text spec;
    hra_text_init(&spec);
    hra_text_addf(&spec, "game %s\ngames %llu\nseed %llu\nrotate %s\n", m->game->spec,
                  (unsigned long long)m->games, (unsigned long long)m->seed, m->rotate ? "yes" : "no");
    hra_err err =
        spec.err ? hra_no_memory(why) : hra_work_open(&work, "match", hra_text_string(&spec), &how, why);
    if (!err)
        err = hra_work_run(work, m->threads, m->progress, why);
    if (!err)
        err = hra_work_match(work, out, why);
    hra_work_close(work);
    hra_text_release(&spec);
    return err;
}
