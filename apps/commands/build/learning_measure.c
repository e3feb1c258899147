/* How strong a model of hra learn is: games that it does not learn from. */
#include <math.h>

#include "commands/play_match.h"
#include "learning.h"

enum { MEASURE_SEED = 20261122 /* its games are never those of the learning */ };

static int decimals(const hra_game *game) {
    return game->max_return - game->min_return <= 10 ? 3 : 1;
}

/* The learner, and in all other seats the opponent, who may be the game's usual one. */
static int measure_against(learning *l, const char *own, int line) {
    const hra_game *game = l->s->game;
    const hra_player *players[HRA_MAX_SEATS];
    hra_player *learnt = NULL;
    hra_match_result result = {.size = sizeof result};
    hra_error why;
    int status = EXIT_DONE;
    for (int seat = 1; seat < game->seats && !status; seat++)
        status = setup_player(l->s, l->against[line], &players[seat]);
    if (status)
        return status;
    hra_err err = hra_player_open(&learnt, game, own, NULL, NULL, &why);
    if (err)
        return print_failure(&why, NULL);
    players[0] = learnt;
    bool rotate = game->seats > 1 && !game->one_against_all && !game->rules->catalogue->opponent;
    const match_of_players how = {.game = game,
                                  .players = players,
                                  .games = l->measure,
                                  .seed = MEASURE_SEED,
                                  .rotate = rotate,
                                  .threads = (int)l->threads,
                                  .progress = print_progress()};
    err = play_match(&how, &result, &why);
    if (!err && result.games == l->measure) {
        hra_match_player *p = &result.players[0];
        const hra_summary score = hra_stats_summary(&p->score);
        double mean = score.mean, error = score.stddev / sqrt((double)result.games);
        bool contest = learning_is_contest(game); /* between -1 and 1 then */
        curve_point point = {.games = hra_learner_games(l->learner),
                             .seconds = l->spent,
                             .line = line,
                             .score = contest ? (mean + 1) / 2 : mean,
                             .error = contest ? error / 2 : error,
                             .played = result.games,
                             .seed = l->s->seed};
        hra_text_addf(&l->row, "  %.*F ± %.*F", decimals(game), point.score, decimals(game), point.error);
        status = curve_add(&l->curve, &point) && !l->row.err ? EXIT_DONE : print_no_memory();
    }
    hra_match_release(&result);
    hra_player_close(learnt);
    return err ? print_failure(&why, NULL) : status;
}

/* How well the held-out games are predicted. */
static void add_accuracy(learning *l) {
    hra_learn_accuracy a;
    hra_learner_measure(l->learner, &a);
    if (a.decisions)
        hra_text_addf(&l->row, _("  %.1F%% (random %.1F%%)"), 100 * a.hits, 100 * a.random_hits);
    if (a.results)
        hra_text_addf(&l->row, _("  ±%.3F (mean ±%.3F)"), a.value_error, a.mean_error);
}

int learning_measure(learning *l) {
    hra_text own;
    int status = EXIT_DONE;
    hra_text_init(&own);
    hra_learner_player(l->learner, l->file, &own);
    if (own.err)
        status = print_no_memory();
    hra_text_clear(&l->row);
    for (int i = 0; l->measure && i < l->opponents && !status && !print_interrupted(); i++)
        status = measure_against(l, hra_text_string(&own), i);
    hra_text_release(&own);
    add_accuracy(l);
    uint64_t games = hra_learner_games(l->learner);
    print_progress_done();
    curve_live_erase();
    if (!status && !l->quiet) {
        print("%12llu %9.1F %12.0f %s\n", (unsigned long long)games, l->spent,
              l->spent > 0 ? (double)(games - l->before) / l->spent : 0, hra_text_string(&l->row));
        (void)print_flush();
        learning_draw_live(l);
    }
    return status;
}
