/* Judging an exercise "reach a result": its games are a match. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "exercise/agent.h"
#include "hra/work.h"

/* The player and its opponents, the last of whom has all seats that are left. */
static void add_spec(const hra_exercise *x, const hra_game *game, const char *player, hra_text *out) {
    const agent_key *key = x->self;
    const hra_exercise_info *info = &x->info;
    hra_text_addf(out, "game %s\ngames %d\nseed %llu\nplayer %s\n", info->game, key->games,
                  (unsigned long long)info->seed, player);
    for (int seat = 1; seat < game->seats && key->count; seat++)
        hra_text_addf(out, "player %s\n", key->against[seat <= key->count ? seat - 1 : key->count - 1]);
    if (info->limits.depth)
        hra_text_addf(out, "depth %d\n", info->limits.depth);
    if (info->limits.nodes)
        hra_text_addf(out, "nodes %llu\n", (unsigned long long)info->limits.nodes);
    if (info->limits.playouts)
        hra_text_addf(out, "playouts %llu\n", (unsigned long long)info->limits.playouts);
    if (*info->position)
        hra_text_addf(out, "opening %s\n", info->position);
}

static hra_err play(const hra_exercise *x, const char *player, const hra_work_setup *setup, int threads,
                    const hra_progress *progress, double *mean, hra_error *why) {
    hra_text spec;
    hra_game *game;
    hra_work *work = NULL;
    hra_match_result result = {.size = sizeof result};
    hra_err err = hra_game_open(&game, setup ? setup->host : NULL, x->info.game, why);
    if (err)
        return err;
    hra_text_init(&spec);
    add_spec(x, game, player, &spec);
    err = spec.err ? hra_no_memory(why) : hra_work_open(&work, "match", hra_text_string(&spec), setup, why);
    hra_text_release(&spec);
    if (!err)
        err = hra_work_run(work, threads, progress, why);
    if (!err && !hra_work_is_finished(work))
        err = hra_fail_code(why, HRA_ESTOPPED);
    if (!err)
        err = hra_work_match(work, &result, why);
    if (!err)
        *mean = hra_stats_summary(&result.players[0].score).mean;
    hra_match_release(&result);
    hra_work_close(work);
    hra_game_close(game);
    return err;
}

/* One item for each goal; the points are those of the highest one that is reached. */
static hra_err judge(const agent_key *key, double mean, hra_exercise_verdict *out) {
    hra_text why;
    double points = 0;
    hra_err err = HRA_OK;
    for (int i = 0; i < key->goals && !err; i++) {
        const agent_goal *goal = &key->goal[i];
        const bool right = mean >= goal->mean - 1e-12;
        char name[HRA_EXERCISE_ITEM];
        (void)hra_snprintf(name, sizeof name, "goal.%d", i + 1);
        hra_text_init(&why);
        hra_text_addf(&why,
                      right ? _("The mean of %d games is %.4G, and %.4G was asked for.")
                            : _("The mean of %d games is only %.4G; %.4G was asked for."),
                      key->games, mean, goal->mean);
        err = hra_verdict_add(out, name, right, right ? "reached" : "missed", &why);
        hra_text_release(&why);
        if (right && goal->points > points)
            points = goal->points;
    }
    out->points = points;
    return err;
}

hra_err hra_exercise_run(const hra_exercise *x, const char *player, const hra_work_setup *setup, int threads,
                         const hra_progress *progress, hra_exercise_verdict *out, hra_error *why) {
    double mean;
    hra_exercise_verdict_release(out);
    if (!x->info.needs_process)
        return hra_exercise_judge(x, player, out, why);
    hra_err err = play(x, player, setup, threads, progress, &mean, why);
    if (!err && judge(x->self, mean, out))
        err = hra_no_memory(why);
    if (err)
        hra_exercise_verdict_release(out);
    return err;
}
