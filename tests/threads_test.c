/* What runs in parallel: matches with several threads, thinking in the background, searches and solutions
 * with threads. In `make test` it runs under ThreadSanitizer; besides, the results are checked not to depend
 * on the number of threads, wherever that is promised. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "asked.h"
#include "played.h"
#include "roster.h"
#include "visit.h"

enum { THREADS = 3, GAMES = 4 };

static const hra_limits little = {.depth = 2, .nodes = 100, .playouts = 4};

static hra_game *open_game(const char *spec) {
    hra_game *game;
    hra_error why = {0};
    if (hra_game_open(&game, &visit_files, spec, &why) != 0)
        fail_msg("%s does not open: %s", spec, why.text);
    return game;
}

/* NULL: the method does not fit the game. */
static hra_player *open_player(const hra_game *game, const char *spec) {
    hra_player *player;
    hra_error why = {0};
    hra_err err = hra_player_open(&player, game, spec, NULL, NULL, &why);
    if (err && err != HRA_EFIT)
        fail_msg("%s does not open for %s: %s", spec, game->spec, why.text);
    return err ? NULL : player;
}

/* ---- matches --------------------------------------------------------------------------------*/

typedef struct gathered {
    hra_text record;
    int reports;
    double due;
} gathered;

static hra_err gather(void *self, const char *text, size_t length) {
    hra_text_add_bytes(&((gathered *)self)->record, text, length);
    return HRA_OK;
}

static void count_report(void *self, const char *what, double done) {
    ((gathered *)self)->reports++;
}

/* Plays a match; returns its records. */
static hra_text play_match(const hra_game *game, const hra_player *player, int threads, uint64_t games) {
    const hra_player *players[HRA_MAX_SEATS];
    gathered g = {.due = 0};
    hra_match_result result = {.size = sizeof result};
    hra_error why = {0};
    hra_text_init(&g.record);
    for (int seat = 0; seat < game->seats; seat++)
        players[seat] = player;
    hra_progress progress = {.report = count_report, .self = &g};
    played_setup setup = {.game = game,
                          .players = players,
                          .count = game->seats,
                          .games = games,
                          .seed = 5,
                          .threads = threads,
                          .rotate = true,
                          .limits = little,
                          .sink = gather,
                          .sink_self = &g,
                          .progress = &progress};
    hra_err err = played_match(&setup, &result, &why);
    if (err && err != HRA_EFIT && err != HRA_ESTOPPED && err != HRA_EINPUT)
        fail_msg("%s, %s: the match fails: %s", game->spec, hra_player_info_of(player)->spec, why.text);
    if (!err)
        assert_int_equal(result.games, games);
    hra_match_release(&result);
    return g.record;
}

/* A parallel search of one tree is not reproducible. */
static bool is_reproducible(const char *spec) {
    return !strstr(spec, "parallel=tree");
}

static void play_matches(const char *spec, int most) {
    hra_game *game = open_game(spec);
    roster list;
    roster_list(&list, game->rules);
    for (int i = 0; i < list.count && i < most; i++) {
        hra_player *player = open_player(game, list.spec[i]);
        if (!player)
            continue;
        hra_text one = play_match(game, player, 1, 2), many = play_match(game, player, THREADS, GAMES);
        if (is_reproducible(list.spec[i]) &&
            strncmp(hra_text_string(&one), hra_text_string(&many), one.length) != 0)
            fail_msg("%s, %s: with threads other games are played", spec, list.spec[i]);
        hra_text_release(&one);
        hra_text_release(&many);
        hra_player_close(player);
    }
    hra_game_close(game);
}

static void players_are_shared_by_the_threads_of_a_match(void **state) {
    static const char *const specs[] = {"tictactoe", "nim", "race:pieces=1,track=8,seats=2",
                                        "pacman:layout=five,max-rounds=20",
                                        "tree:file=docs/examples/lecture.tree"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        play_matches(specs[i], MOST_PLAYERS);
}

/* In games with long plays, the experts alone. */
static void experts_are_shared_by_the_threads_of_a_match(void **state) {
    play_matches("checkers:draw-moves=5", 1);
    play_matches("empire", 1);
}

static hra_err stop_soon(void *self) {
    hra_stop_set(self);
    return HRA_OK;
}

static void a_match_is_stopped_from_outside(void **state) {
    hra_game *game = open_game("tictactoe");
    hra_player *player = open_player(game, "random");
    const hra_player *players[] = {player, player};
    hra_stop stop = {0};
    hra_progress progress = {.stop = &stop};
    played_setup setup = {.game = game,
                          .players = players,
                          .count = game->seats,
                          .games = 1000000000000,
                          .threads = THREADS,
                          .progress = &progress};
    hra_match_result result = {.size = sizeof result};
    hra_job *job;
    assert_int_equal(hra_job_start(&job, stop_soon, &stop), 0);
    assert_int_equal(played_match(&setup, &result, NULL), 0);
    assert_true(result.stopped);
    hra_match_release(&result);
    assert_int_equal(hra_job_join(job), 0);
    hra_player_close(player);
    hra_game_close(game);
}

/* ---- plays in the background ----------------------------------------------------------------*/

typedef struct seats {
    hra_game *game;
    hra_player *human, *machine;
    hra_play *play;
} seats;

static void open_seats(seats *t, const char *spec, const char *machine, hra_limits limits) {
    const hra_player *players[HRA_MAX_SEATS];
    t->game = open_game(spec);
    t->human = open_player(t->game, "human");
    t->machine = open_player(t->game, machine);
    assert_non_null(t->machine);
    for (int seat = 0; seat < t->game->seats; seat++)
        players[seat] = seat ? t->machine : t->human;
    hra_play_setup setup = {.size = sizeof setup,
                            .game = t->game,
                            .players = players,
                            .count = t->game->seats,
                            .seed = 3,
                            .background = true,
                            .limits = limits};
    assert_int_equal(hra_play_open(&t->play, &setup, NULL), 0);
}

static void close_seats(seats *t) {
    hra_play_close(t->play);
    hra_player_close(t->human);
    hra_player_close(t->machine);
    hra_game_close(t->game);
}

/* Steps until the machine thinks, a person answering with the first move; false: the play is over. */
static bool until_thinking(seats *t) {
    hra_move moves[4096];
    hra_event event;
    for (;;) {
        assert_int_equal(hra_play_step(t->play, &event), 0);
        if (event.kind == HRA_EVENT_OVER)
            return false;
        if (event.kind == HRA_EVENT_THINKING)
            return true;
        if (event.kind == HRA_EVENT_ASK) {
            assert_true(t->game->max_moves <= 4096);
            hra_game_moves(t->game, hra_play_at(t->play, HRA_NOW).state, moves);
            assert_int_equal(hra_play_answer(t->play, moves[0]), 0);
        }
    }
}

static const struct {
    const char *game, *machine;
} endless[] = {
    {"checkers", "expert:tablebase-pieces=0,tt=1M"},
    {"checkers", "alphabeta:full,tt=1M"},
    {"checkers", "mcts:memory=4M,threads=2,parallel=tree"},
    {"race:seats=2", "mcts:memory=4M,threads=2,parallel=root"},
    {"pacman:layout=trap", "expert"},
    {"empire", "mcts:threads=2,memory=4M"},
};

enum { ENDLESS = sizeof endless / sizeof *endless };

/* The limit is out of reach: only a stop ends the search. */
static const hra_limits far_away = {.seconds = 3600};

static void a_stop_from_outside_ends_the_thinking(void **state) {
    for (int i = 0; i < ENDLESS; i++) {
        seats t;
        hra_event event;
        open_seats(&t, endless[i].game, endless[i].machine, far_away);
        for (int moves = 0; moves < 2 && until_thinking(&t); moves++) {
            assert_int_equal(hra_play_step(t.play, &event), 0);
            hra_play_stop(t.play);
            while (!hra_play_wait(t.play, 0.001))
                continue;
            hra_err err = hra_play_step(t.play, &event);
            assert_true(err == 0 || err == HRA_ESTOPPED);
        }
        close_seats(&t);
    }
}

static void taking_back_ends_the_thinking(void **state) {
    for (int i = 0; i < ENDLESS; i++) {
        seats t;
        open_seats(&t, endless[i].game, endless[i].machine, far_away);
        if (until_thinking(&t)) {
            hra_err err = hra_play_undo(t.play, 0);
            assert_true(err == 0 || err == HRA_ESTATE); /* some moves commit */
        }
        close_seats(&t);
    }
}

static void closing_ends_the_thinking(void **state) {
    for (int i = 0; i < ENDLESS; i++) {
        seats t;
        open_seats(&t, endless[i].game, endless[i].machine, far_away);
        assert_true(until_thinking(&t));
        if (i % 2)
            assert_int_equal(hra_play_restart(t.play, 1, NULL, NULL), 0);
        close_seats(&t);
    }
}

static void plays_are_looked_at_while_somebody_thinks(void **state) {
    seats t;
    hra_event event;
    hra_question question;
    open_seats(&t, "tictactoe", "mcts:memory=1M,playouts=200", (hra_limits){0});
    while (until_thinking(&t)) {
        while (!hra_play_wait(t.play, 0.0001)) {
            hra_play_question(t.play, &question);
            (void)hra_game_key(t.game, hra_play_at(t.play, HRA_NOW).state);
            assert_int_equal(hra_play_step(t.play, &event), 0);
        }
    }
    close_seats(&t);
}

/* ---- searches with threads, and several at once ---------------------------------------------*/

/* The first moves of a play, all seats by one agent. */
static void decide_twice(const hra_game *game, const hra_player *player) {
    hra_move moves[4096];
    hra_agent *agent;
    unsigned char *s = calloc(1, game->state_size);
    assert_true(s && game->max_moves <= 4096 && game->max_chances <= 4096);
    assert_int_equal(hra_agent_open(&agent, player), 0);
    game->rules->init(game, s);
    for (int decisions = 0; decisions < 2;) {
        bool seat = game->rules->to_move(game, s) >= 0;
        hra_question q = {.state = s, .seed = 4};
        hra_game_moves(game, s, moves);
        if (seat)
            assert_int_equal(asked_choose(agent, &q, &moves[0]), 0);
        game->rules->apply(game, s, moves[0]);
        decisions += seat;
    }
    hra_agent_close(agent);
    free(s);
}

static void searches_have_threads(void **state) {
    static const char *const games[] = {"tictactoe", "race:seats=2", "yahtzee:seats=2", "checkers"};
    static const char *const specs[] = {
        "mcts:threads=3,parallel=tree,memory=4M,playouts=300",
        "mcts:threads=3,parallel=tree,memory=16K,playouts=300,solver=no",
        "mcts:threads=3,parallel=root,memory=4M,playouts=300,rave-k=50,mast=0.2"};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++)
        for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
            hra_game *game = open_game(games[g]);
            hra_player *player = open_player(game, specs[i]);
            decide_twice(game, player);
            hra_player_close(player);
            hra_game_close(game);
        }
}

/* One of several threads, with a player in common. */
typedef struct thinker {
    const hra_game *game;
    const hra_player *player;
    hra_move chosen;
    double value[HRA_MAX_SEATS];
} thinker;

static hra_err think(void *self) {
    thinker *t = self;
    hra_agent *agent;
    hra_err err = hra_agent_open(&agent, t->player);
    if (err)
        return err;
    asked_move *moves = calloc((size_t)t->game->max_moves, sizeof *moves);
    unsigned char *s = calloc(1, t->game->state_size);
    asked_list advice = {.moves = moves};
    hra_limits limits = {.nodes = 500, .playouts = 20};
    hra_question q = {.state = s, .seed = 9, .limits = limits};
    t->game->rules->init(t->game, s);
    if (t->game->rules->to_move(t->game, s) >= 0)
        err = asked_choose(agent, &q, &t->chosen);
    if (!err && t->game->rules->to_move(t->game, s) >= 0)
        (void)asked_advice(agent, &q, &advice);
    (void)asked_value(agent, s, t->value);
    free(moves);
    free(s);
    hra_agent_close(agent);
    return err;
}

static void agents_of_one_player_think_at_once(void **state) {
    static const char *const who[][2] = {
        {"checkers", "expert:tablebase-pieces=2,tt=1M"},
        {"yahtzee", "heuristic"},
        {"pacman", "expert"},
        {"matches", "exact"},
        {"race:pieces=1,track=8,seats=2", "exact"},
    };
    for (size_t i = 0; i < sizeof who / sizeof *who; i++) {
        thinker t[THREADS];
        hra_job *job[THREADS];
        hra_game *game = open_game(who[i][0]);
        hra_player *player = open_player(game, who[i][1]);
        assert_non_null(player);
        for (int k = 0; k < THREADS; k++) {
            t[k] = (thinker){.game = game, .player = player};
            assert_int_equal(hra_job_start(&job[k], think, &t[k]), 0);
        }
        for (int k = 0; k < THREADS; k++) {
            while (!hra_job_wait(job[k], 0.01))
                continue;
            assert_true(hra_job_wait(job[k], 0));
            assert_int_equal(hra_job_join(job[k]), 0);
            assert_int_equal(t[k].chosen, t[0].chosen);
        }
        hra_player_close(player);
        hra_game_close(game);
    }
}

/* ---- solutions ------------------------------------------------------------------------------*/

static void solve(const char *spec, bool figures) {
    double value[2][HRA_MAX_SEATS] = {{0}};
    hra_game *game = open_game(spec);
    unsigned char *s = calloc(1, game->state_size);
    for (int round = 0; round < 2; round++) {
        hra_solution *solution;
        hra_error why = {0};
        gathered g = {.reports = 0};
        hra_progress progress = {.report = count_report, .self = &g};
        hra_solve_setup setup = {.size = sizeof setup,
                                 .threads = round ? 1 : THREADS,
                                 .statistics = figures,
                                 .progress = &progress};
        if (hra_solution_open(&solution, game, &setup, &why) != 0)
            fail_msg("%s is not solved: %s", spec, why.text);
        game->rules->init(game, s);
        (void)hra_solution_value(solution, s, value[round]);
        hra_solution_close(solution);
    }
    assert_memory_equal(value[0], value[1], sizeof value[0]);
    free(s);
    hra_game_close(game);
}

static void games_are_solved_with_threads(void **state) {
    solve("checkers:tablebase-pieces=2", true);
    solve("yahtzee:rules=plain", false);
    solve("race:pieces=1,track=8,seats=2", false);
}

/* Stops at the first report, which may come from any of the threads. */
static void stop_at_once(void *self, const char *what, double done) {
    hra_stop_set(self);
}

static void a_solution_is_stopped_on_its_way(void **state) {
    hra_game *game = open_game("checkers:tablebase-pieces=4");
    hra_stop stop = {0};
    hra_progress progress = {.report = stop_at_once, .self = &stop, .stop = &stop};
    hra_solve_setup setup = {.size = sizeof setup, .threads = THREADS, .progress = &progress};
    hra_solution *solution;
    assert_int_equal(hra_solution_open(&solution, game, &setup, NULL), HRA_ESTOPPED);
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_are_shared_by_the_threads_of_a_match),
        cmocka_unit_test(experts_are_shared_by_the_threads_of_a_match),
        cmocka_unit_test(a_match_is_stopped_from_outside),
        cmocka_unit_test(a_stop_from_outside_ends_the_thinking),
        cmocka_unit_test(taking_back_ends_the_thinking),
        cmocka_unit_test(closing_ends_the_thinking),
        cmocka_unit_test(plays_are_looked_at_while_somebody_thinks),
        cmocka_unit_test(searches_have_threads),
        cmocka_unit_test(agents_of_one_player_think_at_once),
        cmocka_unit_test(games_are_solved_with_threads),
        cmocka_unit_test(a_solution_is_stopped_on_its_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
