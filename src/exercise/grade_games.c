/* Tests by games. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "grade_talk.h"
#include "hra/player.h"
#include "hra/state.h"

enum { MOST_PLIES = 20000 };

typedef struct games {
    grade_talk *talk;
    hra_grade_kind kind;
    hra_agent *opponent;
    hra_analysis analysis;
    hra_rng rng;
    void *state;
    int seat;      /* of the agent */
    int positions; /* lines of the test's position; 0: none */
    double sum;
    void *worst; /* the end of the game with the lowest result, the first of these */
    double lowest;
    int worst_game;
    int played;
    bool made;
} games;

/* ---- a game ---------------------------------------------------------------------------------*/

static hra_err choose(games *g, int mover, hra_move *move, hra_error *why) {
    grade_talk *t = g->talk;
    g->made = true;
    if (mover == HRA_CHANCE) {
        *move = hra_game_sample(t->game, g->state, &g->rng, t->moves, t->probability);
        return HRA_OK;
    }
    if (mover == g->seat) {
        hra_err err = hra_talk_root(t, g->state, why);
        if (err)
            return err;
        return hra_talk_decide(t, g->kind, move, &g->made, why);
    }
    const hra_question question = {.state = g->state, .seed = hra_rng_next(&g->rng), .want = HRA_WANT_MOVE};
    if (hra_agent_ask(g->opponent, &question, &g->analysis))
        return hra_fail_as(why, &g->analysis.why);
    *move = g->analysis.move;
    return HRA_OK;
}

/* *over: it came to its end within the plies of the test. */
static hra_err play(games *g, double *value, bool *over, hra_error *why) {
    grade_talk *t = g->talk;
    const hra_game *game = t->game;
    const int most = t->test->plies ? t->test->plies : MOST_PLIES;
    hra_err err = HRA_OK;
    hra_agent_forget(g->opponent);
    for (int ply = 0; !err; ply++) {
        const int mover = game->rules->to_move(game, g->state);
        hra_move move = 0;
        *over = mover == HRA_OVER;
        if (*over) {
            game->rules->returns(game, g->state, value);
            return HRA_OK;
        }
        if (ply >= most)
            return HRA_OK;
        err = choose(g, mover, &move, why);
        if (err || !g->made)
            return err;
        game->rules->apply(game, g->state, move);
        if (t->link->watch)
            t->link->watch(t->link->self, game, g->state);
    }
    return err;
}

static int count_lines(const char *text) {
    int lines = 1;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

/* ---- the verdict ----------------------------------------------------------------------------*/

static void draw(games *g) {
    hra_text *drawn = &g->talk->result->drawn;
    char *board = NULL;
    hra_text_addf(drawn, _("the end of game %d, the worst one, with the result %.6G:"), g->worst_game + 1,
                  g->lowest);
    hra_text_add_char(drawn, '\n');
    if (hra_state_show(g->talk->game, g->worst, -1, 72, 0, 0, &board, NULL) == 0)
        hra_text_add(drawn, board);
    hra_string_free(board);
}

static void judge(games *g) {
    const hra_grade_goal *goals = g->talk->test->goals;
    hra_grade_result *r = g->talk->result;
    const double mean = g->sum / g->played;
    double next = 0;
    bool all = true;
    for (int i = 0; i < HRA_GRADE_GOALS && goals[i].points > 0; i++)
        if (mean >= goals[i].mean - 1e-9) {
            r->points = fmax(r->points, goals[i].points);
        } else if (all) {
            next = goals[i].mean;
            all = false;
        }
    hra_text_addf(&r->why,
                  all ? _("The mean of %d games is %.6G.")
                      : _("The mean of %d games is %.6G; more points from %.6G on."),
                  g->played, mean, next);
    if (!all)
        draw(g);
}

/* In a position the agent has the side to move; else two sides take turns. */
static hra_err play_all(games *g, const uint64_t *seeds, size_t count, hra_error *why) {
    grade_talk *t = g->talk;
    hra_err err = HRA_OK;
    for (int i = 0; i < t->test->games && !err; i++) {
        double value[HRA_MAX_SEATS] = {0};
        bool over = false;
        hra_rng_init_stream(&g->rng, seeds && count ? seeds[(size_t)i % count] : 1, (uint64_t)i, 0, 0);
        err = hra_talk_start(t, g->positions ? i % g->positions : 0, g->state, why);
        g->seat = g->positions ? t->game->rules->to_move(t->game, g->state) : t->test->sides ? i % 2 : 0;
        if (!err)
            err = play(g, value, &over, why);
        if (err || !g->made)
            return err;
        g->sum += value[g->seat];
        if (!g->played || value[g->seat] < g->lowest) {
            g->lowest = value[g->seat];
            g->worst_game = i;
            memcpy(g->worst, g->state, t->stride);
        }
        g->played++;
    }
    if (!err)
        judge(g);
    return err;
}

hra_err hra_grade_games(grade_talk *t, hra_grade_kind kind, const uint64_t *seeds, size_t count,
                        hra_error *why) {
    games g = {.talk = t, .kind = kind, .positions = t->test->position ? count_lines(t->test->position) : 0};
    hra_analysis_init(&g.analysis);
    g.state = malloc(t->stride);
    g.worst = malloc(t->stride);
    hra_err err = g.state && g.worst ? HRA_OK : hra_no_memory(why);
    if (!err && t->test->against)
        err = hra_agent_open_spec(&g.opponent, t->game, t->test->against, why);
    if (!err)
        err = play_all(&g, seeds, count, why);
    free(g.state);
    free(g.worst);
    hra_agent_close(g.opponent);
    hra_analysis_release(&g.analysis);
    return err;
}
