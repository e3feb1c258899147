/* A program that was written for the interface 2: it compiles with hra/deprecated.h, links the shared library, and runs. */
#include <hra/author.h>
#include <hra/lab.h>
#include <hra/session.h>
#include <hra/work.h>

#include <hra/deprecated.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int bad;

static void check(bool good, const char *what) {
    if (!good)
        printf("deprecated_test: %s\n", what);
    bad += !good;
}

static hra_err keep(void *self, const char *text, size_t length) {
    hra_text_add_bytes(self, text, length);
    return HRA_OK;
}

static void analyse(const hra_game *game, const void *state) {
    hra_agent *agent;
    hra_result result;
    hra_text text;
    hra_error why;
    if (hra_agent_open_spec(&agent, game, "minimax", &why) != 0)
        abort();
    hra_text_init(&text);
    hra_json json = hra_json_begin(&text);
    hra_result_init(&result);
    check(hra_result_room(&result, 4, 4) == 0, "room");
    check(hra_agent_analyse(agent, &(hra_question){.state = state}, &result) == 0, "an analysis");
    const hra_root_move *best = hra_result_best(&result);
    const hra_bound kind = result.kind;
    check(best && best->move == result.move && kind == HRA_EXACT && kind != HRA_AVERAGE &&
              kind != HRA_AT_MOST && kind != HRA_AT_LEAST,
          "its best move");
    check(HRA_VALUE_BOUND == HRA_AT_MOST && HRA_VALUE_LEAST == HRA_AT_LEAST, "kinds of values");
    check(hra_result_agrees(&result, &result, 0) == HRA_AGREES, "that it agrees with itself");
    hra_json_result(&json, NULL, &result, game, state, "minimax");
    check(hra_json_valid(text.data, text.length), "JSON");
    hra_result_release(&result);
    hra_text_release(&text);
    hra_agent_close(agent);
}

static void review(const hra_record *record) {
    hra_agent *judge;
    hra_review *review;
    hra_error why;
    const hra_game *game = hra_record_game(record);
    if (hra_agent_open_spec(&judge, game, "exact", &why) != 0 ||
        hra_review_open(&review, judge, record, &why) != 0)
        abort();
    while (hra_review_done(review) < hra_review_plies(review))
        if (hra_review_step(review, NULL) != 0)
            abort();
    check(hra_review_game(review) == game && hra_review_over(review) &&
              strcmp(hra_review_player(review, 0), "random") == 0 &&
              hra_player_exact(hra_review_judge(review)),
          "what a review is of");
    check(hra_review_unit(review) == HRA_UNIT_POINTS && hra_review_decimals(review) == 0 &&
              hra_review_span(review) == 2 && hra_review_curves(review) == 1 &&
              hra_review_measure(review) == HRA_MEASURE_CHANCES && !hra_review_thousandths(review),
          "its numbers");
    check(hra_review_grade(review, 0) == HRA_GRADE_FINE &&
              hra_review_grade_from(review, HRA_GRADE_BLUNDER) > 0.39,
          "its grades");
    hra_review_close(review);
    hra_agent_close(judge);
}

static void solve(const hra_game *game) {
    hra_solution *solution;
    hra_slices *slices;
    hra_game *checkers;
    if (hra_solution_open(&solution, game, NULL, NULL) != 0 ||
        hra_game_open(&checkers, NULL, "checkers:tablebase-pieces=3", NULL) != 0 ||
        hra_slices_open(&slices, checkers, NULL) != 0)
        abort();
    check(hra_solution_states(solution) == 5478, "positions of tic-tac-toe");
    check(strcmp(hra_slices_name(slices, 0), "m0k1-m0k1") == 0 && hra_slices_positions(slices, 0) > 0 &&
              strstr(hra_slices_file(slices, 0, 0), "m0k1-m0k1.ckt"),
          "a slice");
    hra_slices_close(slices);
    hra_game_close(checkers);
    hra_solution_close(solution);
}

static void encode(const hra_game *game) {
    char *name;
    hra_error why;
    check(hra_state_size(game) >= (int)game->state_size && hra_state_seats(game) == 2, "sizes");
    check(hra_state_feature_count(game) == 19 && hra_state_action_count(game) == 9 &&
              hra_state_term_count(game) == 4,
          "how many numbers there are");
    check(hra_state_feature_name(game, 0, &name, &why) == 0, "the name of one");
    hra_string_free(name);
}

static void sit_down(const hra_game *game, const hra_player *random) {
    const hra_time_control clock = hra_player_clock(random);
    check(hra_player_game(random) == game && strcmp(hra_player_kind_of(random)->name, "random") == 0 &&
              strcmp(hra_player_spec(random), "random") == 0,
          "who a player is");
    check(!hra_player_human(random) && !hra_player_exact(random) && !hra_player_limited(random) &&
              !hra_player_needs_limit(random) && clock.seconds == 0,
          "what a player is like");
    check(*hra_player_best(game) != '\0' && *hra_player_drawn(game) != '\0', "players of a game");
}

static void read(const char *text, size_t length) {
    hra_record *record;
    hra_error why;
    size_t used;
    if (hra_record_parse(&record, NULL, text, length, &used, 1, &why) != 0)
        abort();
    check(hra_record_finished(record) && !hra_record_manual(record) && hra_record_version(record) >= 1,
          "the head of a record");
    check(hra_record_seed(record) == 1 && hra_record_number(record) == 0 &&
              hra_record_whole(record) == length,
          "its numbers");
    check(!hra_record_position(record) && *hra_record_date(record) == '\0' &&
              hra_record_adjudication(record) == HRA_ADJUDICATION_NONE,
          "what it does not say");
    check(strcmp(hra_record_player(record, 0), "random") == 0 && *hra_record_name(record, 0) == '\0',
          "its players");
    check(hra_record_plies(record) > 0 && hra_record_mover(record, 0) == 0 &&
              hra_record_seconds(record, 0) < 0,
          "its first ply");
    check(hra_game_check_move(hra_record_game(record), hra_record_state(record, 0),
                              hra_record_move(record, 0)) == 0,
          "its first move");
    review(record);
    hra_record_close(record);
}

static void play(hra_game *game) {
    hra_player *random;
    hra_play *play;
    hra_event event;
    hra_text record;
    hra_error why;
    if (hra_player_open(&random, game, "random", NULL, NULL, &why) != 0)
        abort();
    sit_down(game, random);
    encode(game);
    solve(game);
    hra_text_init(&record);
    const hra_player *players[] = {random, random};
    const hra_play_setup setup = {.size = sizeof setup,
                                  .game = game,
                                  .players = players,
                                  .count = 2,
                                  .seed = 1,
                                  .sink = keep,
                                  .sink_self = &record};
    if (hra_play_open(&play, &setup, &why) != 0)
        abort();
    analyse(game, hra_play_state(play, 0));
    const hra_rules_manners *manners = game->rules->conduct;
    const hra_rules_numbers *numbers = game->rules->encoding;
    double gained[2];
    check(manners->size >= sizeof *manners && numbers->size >= sizeof *numbers, "parts of the rules");
    check(hra_state_gained(game, hra_play_state(play, 0), gained, 2, &why) == 0 && gained[0] == 0,
          "what was gained");
    while (hra_play_step(play, &event) == 0 && event.kind != HRA_EVENT_OVER)
        ;
    check(hra_play_game(play) == game && hra_play_seed(play) == 1 && hra_play_number(play) == 0,
          "what a play is of");
    check(hra_play_mover(play, 0) == 0 && hra_play_seconds(play, 0) < 0 &&
              hra_play_move(play, 0) != UINT32_MAX,
          "its plies");
    check(hra_play_player(play, 0) == random && *hra_play_name_of(play, 0) == '\0' &&
              hra_play_offer(play) < 0,
          "its seats");
    check(hra_play_adjudication(play) == HRA_ADJUDICATION_NONE, "how it ended");
    check(hra_play_forfeit(play, 0, "late") == HRA_ESTATE, "that it is over");
    read(record.data, record.length);
    check(hra_play_restart_from(play, 1, NULL, NULL) == 0, "another one");
    hra_play_close(play);
    hra_player_close(random);
    hra_text_release(&record);
}

static void count(void) {
    hra_stats stats = {0};
    for (int i = 1; i <= 3; i++)
        check(hra_stats_add(&stats, i, 1) == 0, "a number");
    check(hra_stats_mean(&stats) == 2 && hra_stats_stddev(&stats) == 1 && hra_stats_stderr(&stats) > 0.5,
          "statistics");
    check(hra_stats_min(&stats) == 1 && hra_stats_max(&stats) == 3 && hra_stats_most(&stats) == 3,
          "the least and the most");
    hra_stats_release(&stats);
    const hra_sequential test = {.low = 0, .high = 5, .alpha = 0.05, .beta = 0.05};
    const double value[] = {0, 1};
    const uint64_t counts[] = {0, 0};
    const hra_sample sample = {.value = value, .count = counts, .kinds = 2, .reference = 0.5, .games = 1};
    check(hra_sequential_llr(&test, &sample) == 0 && hra_sequential_verdict(&test, &sample) == HRA_GO_ON,
          "a test");
    hra_rng rng;
    hra_rng_init(&rng, 1);
    check(hra_rng_unit(&rng) < 1 && hra_text_cut_columns("abc", 2) == 2 &&
              hra_lacks(NULL, HRA_ENOMEM) == HRA_ENOMEM,
          "numbers");
}

static hra_err nothing(void *self) {
    return HRA_OK;
}

static void show(const hra_game *game) {
    hra_scene *scene;
    hra_error why;
    hra_text text;
    hra_text_init(&text);
    if (hra_scene_open(&scene, game, &why) != 0)
        abort();
    void *state = malloc(game->state_size);
    if (!state)
        abort();
    game->rules->init(game, state);
    const hra_moment moment = {.state = state, .seat = -1};
    check(hra_scene_set(scene, &moment) == 0, "a scene");
    const hra_press_way *way = hra_scene_way(scene, 0);
    check(way != NULL, "what is pressed");
    hra_json json = hra_json_begin(&text);
    hra_json_list(&json, NULL);
    hra_json_scene_board(&json, NULL, scene);
    hra_json_scene_now(&json, NULL, scene);
    hra_json_scene_presses(&json, NULL, scene);
    hra_json_end(&json);
    hra_text_clear(&text);
    hra_scene_svg_style(&text);
    hra_scene_svg_part(scene, HRA_SCENE_NOW, 10, &text);
    check(text.length > 100 && *hra_scene_seat_color(scene, 0) != '\0', "a picture");
    hra_text_clear(&text);
    hra_game_add_seat(game, 0, &text);
    check(text.length > 0, "the name of a seat");
    hra_text_release(&text);
    free(state);
    hra_scene_close(scene);
}

/* What a game calls, and what only compiles here. */
void press(hra_presses *out);
void press(hra_presses *out) {
    hra_press(out, "a%d", 1);
    hra_press_or(out);
    hra_press_set(out);
    hra_press_step(out, "a1", NULL);
}

static void sink(void *self, const char *line, size_t length) {}

static void talk(void) {
    hra_protocol *dialogue;
    hra_worker *worker;
    hra_job *job;
    hra_error why;
    hra_text text;
    hra_text_init(&text);
    const hra_protocol_setup setup = {.size = sizeof setup,
                                      .kind = hra_protocol_find("ugi"),
                                      .game = "tictactoe",
                                      .player = "random",
                                      .sink = sink};
    if (hra_protocol_open(&dialogue, &setup, &why) != 0 || hra_worker_open(&worker, NULL, NULL, &why) != 0 ||
        hra_job_start(&job, nothing, NULL) != 0)
        abort();
    check(!hra_protocol_over(dialogue) && !hra_protocol_working(dialogue) && !hra_protocol_due(dialogue),
          "a dialogue");
    check(hra_protocol_end(dialogue) == 0, "its end");
    hra_worker_listen(worker, NULL, NULL);
    check(hra_worker_do(worker, "nonsense", NULL, &text) == 0 || text.length > 0, "an answer");
    check(hra_job_done(job) || hra_job_wait(job, -1), "a job");
    hra_job_join(job);
    hra_text_release(&text);
    hra_worker_close(worker);
    hra_protocol_close(dialogue);
}

static void roll(void) {
    hra_work *work;
    hra_error why;
    if (hra_work_open(&work, "rollout",
                      "game race:pieces=1,track=8\nplayer expectiminimax:depth=1\ntrials 6\n", NULL,
                      &why) != 0 ||
        hra_work_run(work, 1, NULL, &why) != 0)
        abort();
    const hra_rollout *rollout = hra_work_rollout(work);
    check(hra_rollout_trials(rollout) == 6 && hra_rollout_count(rollout) == 1 &&
              hra_rollout_best(rollout) == 0 && !hra_rollout_outlooks(rollout),
          "a rollout");
    hra_work_close(work);
}

static void hear(void *self, const hra_session_event *event) {}

static void sit(void) {
    hra_session *session;
    const hra_session_setup setup = {.size = sizeof setup, .event = hear};
    if (hra_session_open(&session, &setup, NULL) != 0)
        abort();
    check(!hra_session_kept(session) && !hra_session_advises(session), "an empty session");
    hra_session_close(session);
}

/* Names that changed and nothing else: that these lines compile is the test. */
static void names(void) {
    check(sizeof(hra_account) == sizeof(hra_review_summary) && sizeof(hra_cost) == sizeof(hra_move_loss) &&
              sizeof(hra_entering) == sizeof(hra_node_enter) && sizeof(hra_figure) == sizeof(hra_statistic) &&
              sizeof(hra_figure_rows) == sizeof(hra_statistic_rows) &&
              sizeof(hra_kind_account) == sizeof(hra_review_type_summary) &&
              sizeof(hra_learn_kind) == sizeof(hra_learn_method) &&
              sizeof(hra_leaving) == sizeof(hra_node_leave) && sizeof(hra_look) == sizeof(hra_board_style) &&
              sizeof(hra_others) == sizeof(hra_opponent_model) &&
              sizeof(hra_reviewed) == sizeof(hra_review_move) &&
              sizeof(hra_strength) == sizeof(hra_elo_stats) && sizeof(hra_worth) == sizeof(hra_tie_rating),
          "types");
    check(HRA_KINDS == 4 && HRA_OUTLOOKS == 4 && HRA_MARGINS == 8 && HRA_MAX_FACTS == 12 &&
              HRA_SESSION_LOOKERS == 64 && HRA_LEAST_LOSS == 0.005 && HRA_ROLLOUT_OUTLOOKS == -1 &&
              HRA_MAX_FIGURES == 16 && HRA_FIGURE_COLUMNS == 8 && HRA_FIGURE_ROWS == 16 &&
              HRA_TOURNAMENT_ALIKE == 4,
          "numbers, as in the interface 2");
    check((HRA_MAY_PLAY | HRA_MAY_UNDO | HRA_MAY_TABLE | HRA_MAY_READ | HRA_MAY_WRITE | HRA_MAY_ASK |
           HRA_MAY_LOOK) == HRA_MAY_ALL &&
              HRA_LOOK_TABLE != HRA_LOOK_WATCH && HRA_SESSION_KEPT != HRA_SESSION_WORK,
          "permissions and views");
    typedef void (*function)(void);
    const function functions[] = {
        (function)hra_agent_observe,      (function)hra_agent_of,      (function)hra_json_cost,
        (function)hra_json_reviewed,      (function)hra_learn_kind_at, (function)hra_learner_kind,
        (function)hra_learner_write_bare, (function)hra_player_try,    (function)hra_tournament_look,
        (function)hra_player_stand_in,    (function)hra_player_usual,  (function)hra_review_cost,
        (function)hra_strength_of,        (function)hra_game_room};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        for (size_t k = 0; k < i; k++)
            check(functions[i] != functions[k], "each has a function of its own");
}

int main(void) {
    names();
    hra_game *game;
    hra_error why;
    if (hra_game_open_for(&game, NULL, "tictactoe", 2, &why) != 0)
        return 1;
    play(game);
    show(game);
    count();
    talk();
    roll();
    sit();
    hra_stay_on(0);
    hra_game_close(game);
    return bad != 0;
}
