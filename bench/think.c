/* What it would cost if a session ran each decision, and each ply of a review, as a task of a work of its own
 * (docs/decisions/059-sessions-keep-their-agents.md).
 *
 *     build/bench/bench-think
 *
 * Processor time of one thread. A decision: the median of a task of a session, with the agent that it has, and of a work
 * of the kind think, in which game and player are opened already. A review: the fastest of five by one analyst from ply to ply, by
 * tasks of one ply, and by such tasks that two workers run by turns. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "hra/hra.h"
#include "hra/work.h"
#include "work/think_task.h"

enum { MOST = 1001, RUNS = 5 };

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void stop_at(hra_err err, const hra_error *why) {
    if (!err)
        return;
    fprintf(stderr, "%s\n", why->text[0] ? why->text : hra_err_text(err));
    exit(1);
}

static hra_err give_player(void *self, const char *spec, const hra_player **out, hra_error *why) {
    *out = self;
    return HRA_OK;
}

static hra_work *open_work(const char *kind, const hra_text *spec, hra_player *player) {
    hra_error why = {0};
    hra_work *work = NULL;
    const hra_work_setup how = {.size = sizeof how,
                                .game = hra_player_info_of(player)->game,
                                .player = give_player,
                                .player_self = player};
    stop_at(hra_work_open(&work, kind, spec->data, &how, &why), &why);
    return work;
}

/* Runs all tasks, each other one by `second` if that is not NULL. */
static void run_tasks(hra_work *work, hra_work *second) {
    char task[HRA_WORK_TASK];
    hra_error why = {0};
    for (int i = 0; hra_work_next_task(work, task); i++) {
        hra_text result;
        hra_text_init(&result);
        stop_at(hra_work_run_task(second && i % 2 ? second : work, task, NULL, &result, NULL, &why), &why);
        stop_at(hra_work_add_result(work, task, result.data, result.length, &why), &why);
        hra_text_release(&result);
    }
}

/* ---- decisions ------------------------------------------------------------------------------*/

static double decide_as_task(agent_slot *slot, const void *state) {
    const hra_question question = {.state = state, .seed = 17};
    double began = seconds();
    think_task *task = hra_think_task_new(THINK_CHOOSE, hra_player_info_of(slot->player)->game, &question);
    task->at = slot;
    hra_think_task_run(task);
    stop_at(task->err, &task->why);
    hra_think_task_free(task);
    return seconds() - began;
}

static double decide_as_work(hra_player *player, const void *state) {
    const hra_player_info *info = hra_player_info_of(player);
    hra_text spec;
    double began = seconds();
    hra_text_init(&spec);
    hra_text_addf(&spec, "game %s\nplayer %s\nseed 17\nposition ", info->game->spec, info->spec);
    info->game->rules->text->write_position(info->game, state, &spec);
    hra_work *work = open_work("think", &spec, player);
    run_tasks(work, NULL);
    hra_work_close(work);
    hra_text_release(&spec);
    return seconds() - began;
}

/* The first state in which a seat is to move. */
static void *first_decision(const hra_game *game) {
    void *state = calloc(1, game->state_size);
    hra_move *moves = calloc(hra_game_move_capacity(game), sizeof *moves);
    double *probability = calloc(hra_game_move_capacity(game), sizeof *probability);
    hra_rng rng;
    hra_rng_init(&rng, 1);
    game->rules->init(game, state);
    while (game->rules->to_move(game, state) == HRA_CHANCE)
        game->rules->apply(game, state, hra_game_sample(game, state, &rng, moves, probability));
    free(moves);
    free(probability);
    return state;
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void compare_decisions(const char *game_spec, const char *player_spec, int runs) {
    static double task[MOST], work[MOST];
    hra_game *game;
    hra_error why = {0};
    agent_slot slot = {.ready = true};
    stop_at(hra_game_open(&game, NULL, game_spec, &why), &why);
    stop_at(hra_player_open(&slot.player, game, player_spec, NULL, NULL, &why), &why);
    void *state = first_decision(game);
    for (int i = 0; i < runs; i++) {
        task[i] = decide_as_task(&slot, state);
        work[i] = decide_as_work(slot.player, state);
    }
    qsort(task, (size_t)runs, sizeof *task, by_size);
    qsort(work, (size_t)runs, sizeof *work, by_size);
    printf("%-11s %-27s a decision %9.1f us, as a work %9.1f us\n", game_spec, player_spec,
           1e6 * task[runs / 2], 1e6 * work[runs / 2]);
    hra_agent_close(slot.agent);
    hra_player_close(slot.player);
    hra_game_close(game);
    free(state);
}

/* ---- reviews --------------------------------------------------------------------------------*/

static hra_err add_text(void *self, const char *text, size_t length) {
    hra_text_add_bytes(self, text, length);
    return ((hra_text *)self)->err;
}

/* The record of a game between random players. */
static void play(const hra_game *game, hra_text *out) {
    hra_play *play;
    hra_player *player;
    hra_error why = {0};
    hra_event event;
    stop_at(hra_player_open(&player, game, "random", NULL, NULL, &why), &why);
    const hra_player *players[HRA_MAX_SEATS];
    for (int seat = 0; seat < game->seats; seat++)
        players[seat] = player;
    const hra_play_setup how = {.size = sizeof how,
                                .game = game,
                                .players = players,
                                .count = game->seats,
                                .seed = 3,
                                .sink = add_text,
                                .sink_self = out};
    stop_at(hra_play_open(&play, &how, &why), &why);
    do
        stop_at(hra_play_step(play, &event), hra_play_why(play));
    while (event.kind != HRA_EVENT_OVER);
    hra_play_close(play);
    hra_player_close(player);
}

static double review_by_steps(const hra_record *record, const hra_player *player) {
    hra_agent *agent;
    hra_review *review;
    hra_error why = {0};
    double began = seconds();
    stop_at(hra_agent_open(&agent, player), &why);
    stop_at(hra_review_open(&review, agent, record, &why), &why);
    const hra_review_info *info = hra_review_snapshot(review);
    do
        stop_at(hra_review_step(review, NULL), &why);
    while (info->done < info->plies);
    hra_review_close(review);
    hra_agent_close(agent);
    return seconds() - began;
}

static double review_as_work(const hra_text *record, hra_player *player, bool two) {
    const hra_player_info *info = hra_player_info_of(player);
    hra_text spec;
    double began = seconds();
    hra_text_init(&spec);
    hra_text_addf(&spec, "game %s\nplayer %s\n", info->game->spec, info->spec);
    for (const char *at = record->data; *at; at += strcspn(at, "\n") + 1)
        hra_text_addf(&spec, "record %.*s\n", (int)strcspn(at, "\n"), at);
    hra_work *work = open_work("review", &spec, player),
             *second = two ? open_work("review", &spec, player) : NULL;
    run_tasks(work, second);
    hra_work_close(second);
    hra_work_close(work);
    hra_text_release(&spec);
    return seconds() - began;
}

static double least(double a, double b) {
    return a < b ? a : b;
}

static void compare_reviews(const char *game_spec, const char *player_spec) {
    hra_game *game;
    hra_player *player;
    hra_record *record;
    hra_text text;
    size_t used;
    hra_error why = {0};
    double steps = 1e9, one = 1e9, two = 1e9;
    hra_text_init(&text);
    stop_at(hra_game_open(&game, NULL, game_spec, &why), &why);
    stop_at(hra_player_open(&player, game, player_spec, NULL, NULL, &why), &why);
    play(game, &text);
    stop_at(hra_record_parse(&record, NULL, text.data, text.length, &used, 1, &why), &why);
    for (int i = 0; i < RUNS; i++) {
        steps = least(steps, review_by_steps(record, player));
        one = least(one, review_as_work(&text, player, false));
        two = least(two, review_as_work(&text, player, true));
    }
    printf("%-11s %-27s a review of %d plies %.1f ms, as tasks of a ply %.1f ms, by two workers %.1f ms\n",
           game_spec, player_spec, hra_record_info(record)->plies, 1e3 * steps, 1e3 * one, 1e3 * two);
    hra_record_close(record);
    hra_player_close(player);
    hra_game_close(game);
    hra_text_release(&text);
}

int main(void) {
    compare_decisions("nim", "random", MOST);
    compare_decisions("yahtzee", "greedy", MOST);
    compare_decisions("checkers", "alphabeta:depth=2", MOST);
    compare_decisions("backgammon", "expert:plies=0", 101);
    compare_decisions("checkers", "expert:nodes=2000,tablebase-pieces=0", 21);
    compare_reviews("checkers", "alphabeta:depth=5");
    compare_reviews("backgammon", "expert:plies=0");
    return 0;
}
