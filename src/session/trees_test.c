/* The line `tree`: the same tree whether threads of the session search it or a worker does, within the
 * caps, until it is stopped, and no more than a seat may see. */
#include "session_desk.h"

#include <stdlib.h>
#include <string.h>

#include "hra/json.h"
#include "hra/trace.h"

static void open_one(desk *d, bool hand_out, hra_limits caps) {
    *d = (desk){.setup = {.hand_out = hand_out, .caps = caps}};
    desk_open(d);
    desk_attach(d, HRA_VIEW_TABLE);
    if (hand_out)
        assert_int_equal(hra_worker_open(&d->worker, &d->host, NULL, NULL), 0);
}

/* The bytes of the tree that was sent last. */
static const char *tree_text(const desk *d) {
    for (size_t i = d->count; i-- > 0;)
        if (strcmp(desk_text(d->events[i].json, "event"), "tree") == 0)
            return strstr(d->events[i].line, "\"tree\":{") + strlen("\"tree\":");
    fail_msg("no tree was told");
    return NULL;
}

static const json_t *tree(const desk *d) {
    return json_object_get(desk_last(d, 0, "tree"), "tree");
}

/* The same as the library writes it, without a session. */
static void walk_alone(const desk *d, const char *method, const hra_trace_limits *limits, hra_limits within,
                       bool boards, hra_text *out) {
    const hra_play *play = hra_session_play(d->session);
    const hra_game *game = hra_play_snapshot(play)->game;
    hra_agent *agent;
    hra_trace *trace;
    hra_analysis result;
    hra_question question = {.state = hra_play_at(play, HRA_NOW).state, .limits = within, .seed = 1};
    assert_int_equal(hra_agent_open_spec(&agent, game, method, NULL), 0);
    hra_analysis_init(&result);
    assert_int_equal(hra_trace_walk(&trace, agent, &question, limits, &result, NULL), 0);
    const hra_walked walked = {game, question.state, hra_player_info_of(hra_agent_player(agent))->spec,
                               &result, hra_trace_nodes(trace)};
    hra_json json = hra_json_begin(out);
    json.keys = HRA_JSON_OLD_KEYS; /* as a session */
    hra_json_tree(&json, NULL, &walked, boards);
    hra_analysis_release(&result);
    hra_trace_close(trace);
    hra_agent_close(agent);
}

static void a_tree_is_the_same_wherever_it_is_walked(void **state) {
    static const struct {
        const char *game, *line, *method;
        hra_limits within;
        hra_trace_limits shown;
        bool boards;
    } trees[] = {
        {"tictactoe \"position=XOX/.O./..X\"", "tree alphabeta", "alphabeta", {0}, {0}, false},
        {"tictactoe \"position=XOX/.O./..X\"",
         "tree alphabeta boards show=9",
         "alphabeta",
         {0},
         {.nodes = 9},
         true},
        {"tictactoe",
         "tree minimax depth=3 plies=2 breadth=3",
         "minimax",
         {.depth = 3},
         {.depth = 2, .breadth = 3},
         false},
        {"checkers", "tree alphabeta:depth=3 show=50 boards", "alphabeta:depth=3", {0}, {.nodes = 50}, true},
        {"nim", "tree alphabeta:tt=1M nodes=3000", "alphabeta:tt=1M", {.nodes = 3000}, {0}, false},
        {"tree:file=docs/examples/lecture.tree", "tree boards", "expectiminimax", {0}, {0}, true},
        {"yahtzee:rules=plain", "tree greedy boards nodes=100", "greedy", {.nodes = 100}, {0}, true},
    };
    (void)state;
    for (size_t i = 0; i < sizeof trees / sizeof *trees; i++) {
        hra_text alone;
        hra_text_init(&alone);
        for (int hand_out = 0; hand_out < 2; hand_out++) {
            desk d;
            open_one(&d, hand_out, (hra_limits){0});
            desk_ok(&d, 0, "new %s seed=1 rest=people keep=no", trees[i].game);
            desk_ok(&d, 0, "%s", trees[i].line);
            if (!alone.length)
                walk_alone(&d, trees[i].method, &trees[i].shown, trees[i].within, trees[i].boards, &alone);
            assert_int_equal(alone.err, 0);
            const char *told = tree_text(&d);
            size_t same = 0;
            while (same < alone.length && told[same] == alone.data[same])
                same++;
            if (same < alone.length)
                fail_msg("%s, %s: not '%.80s' but '%.80s'", trees[i].line,
                         hand_out ? "handed out" : "in a thread", alone.data + same, told + same);
            assert_string_equal(desk_text(desk_last(&d, 0, "thinking"), "task"), "tree");
            desk_close(&d);
        }
        hra_text_release(&alone);
    }
}

/* And so are the steps of a search. */
static void simulations_are_the_same_wherever_they_are_made(void **state) {
    static const char *const games[] = {"tictactoe", "nim", "race", "pacman"};
    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        char *threaded = NULL;
        for (int hand_out = 0; hand_out < 2; hand_out++) {
            desk d;
            open_one(&d, hand_out, (hra_limits){0});
            desk_ok(&d, 0, "new %s seed=1 rest=people keep=no", games[i]);
            desk_ok(&d, 0, "tree mcts:solver=no simulations=12 playouts=20 boards");
            if (threaded)
                assert_string_equal(tree_text(&d), threaded);
            else
                threaded = strdup(tree_text(&d));
            desk_close(&d);
        }
        free(threaded);
    }
}

static void a_stop_tells_what_was_walked(void **state) {
    (void)state;
    desk d;
    open_one(&d, false, (hra_limits){0});
    desk_ok(&d, 0, "new checkers human human seed=1 keep=no");
    desk_send(&d, 0, "tree alphabeta:full,tt=1M time=3600s");
    while (!json_object_get(desk_last(&d, 0, "thinking"), "found")) {
        (void)hra_session_wait(d.session, 1);
        (void)hra_session_step(d.session);
    }
    desk_send(&d, 0, "tree minimax");
    assert_non_null(strstr(desk_text(desk_last(&d, 0, "error"), "text"), "an analysis is running"));
    desk_ok(&d, 0, "stop");
    desk_settle(&d);
    assert_true(json_array_size(json_object_get(tree(&d), "tree")) > 1);
    desk_ok(&d, 0, "tree minimax depth=1"); /* and the analyst is free again */
    desk_close(&d);
}

static void trees_are_capped(void **state) {
    (void)state;
    for (int hand_out = 0; hand_out < 2; hand_out++) {
        desk d;
        open_one(&d, hand_out, (hra_limits){.depth = 2});
        desk_ok(&d, 0, "new checkers human human seed=1 keep=no");
        desk_ok(&d, 0, "tree alphabeta:depth=9 depth=8 show=2000");
        assert_true(desk_int(tree(&d), "depth") <= 2);
        const json_t *nodes = json_object_get(tree(&d), "tree");
        assert_true(json_array_size(nodes) > 8 && json_array_size(nodes) <= 2000);
        desk_close(&d);
    }
}

/* A tree is smaller than a stream may hold back; the session goes on. */
static void no_tree_is_too_long(void **state) {
    (void)state;
    desk d;
    open_one(&d, true, (hra_limits){0});
    desk_ok(&d, 0, "new matches human human seed=1 keep=no");
    desk_error(&d, 0, "show=N asks for fewer nodes", "tree minimax depth=6 show=2000 boards");
    desk_ok(&d, 0, "tree minimax depth=6 show=20 boards");
    desk_error(&d, 0, "simulations=N asks for fewer",
               "tree mcts:playouts=200,solver=no simulations=200 boards");
    desk_ok(&d, 0, "tree mcts simulations=3 boards");
    desk_close(&d);
}

/* A second question finds no tree of the first one: the steps begin with an unvisited root. */
static void simulations_begin_anew(void **state) {
    (void)state;
    desk d;
    open_one(&d, false, (hra_limits){0});
    desk_ok(&d, 0, "new nim human human seed=1 keep=no");
    desk_ok(&d, 0, "tree mcts:playouts=50,solver=no simulations=5");
    hra_text first;
    hra_text_init(&first);
    hra_text_add(&first, tree_text(&d));
    desk_ok(&d, 0, "tree mcts:playouts=50,solver=no simulations=5");
    assert_int_equal(first.err, 0);
    assert_string_equal(first.data, tree_text(&d));
    hra_text_release(&first);
    desk_close(&d);
}

/* The steps are of the search that is made without them too, and a cap bounds them. */
static void simulations_are_those_of_the_search(void **state) {
    (void)state;
    for (int hand_out = 0; hand_out < 2; hand_out++) {
        desk d;
        open_one(&d, hand_out, (hra_limits){.playouts = 25});
        desk_ok(&d, 0, "new backgammon human human seed=1 keep=no");
        desk_ok(&d, 0, "tree mcts:playouts=25,memory=1M simulations=200");
        assert_int_equal(json_array_size(json_object_get(tree(&d), "simulations")), 25);
        char *with = json_dumps(json_object_get(tree(&d), "value"), 0);
        desk_ok(&d, 0, "tree mcts:playouts=25,memory=1M,reuse=no");
        char *without = json_dumps(json_object_get(tree(&d), "value"), 0);
        assert_string_equal(with, without);
        free(with);
        free(without);
        desk_close(&d);
    }
}

static void wrong_words_are_explained(void **state) {
    static const struct {
        const char *line, *text;
    } lines[] = {
        {"tree nobody", "nobody"},
        {"tree human", "a person cannot analyse"},
        {"tree random", "does not value positions"},
        {"tree minimax show=0", "show is a whole number from 1 to 2000"},
        {"tree minimax show=2001", "show is a whole number from 1 to 2000"},
        {"tree minimax plies=-1", "plies is a whole number from 1 to 1000"},
        {"tree minimax breadth=99999999999", "breadth is a whole number from 1 to 2000"},
        {"tree minimax boards=yes", "unknown limit 'boards=yes'; choose one of"},
        {"tree minimax bords", "did you mean 'boards'?"},
        {"tree minimax alphabeta", "unknown limit 'alphabeta'"},
        {"tree minimax depth=0", "depth is a whole number from 1 to 1000"},
        {"tree minimax time=soon", "time is a duration"},
        {"tree \"minimax", "double quotes without an end"},
        {"tree mcts simulations=0", "simulations is a whole number from 1 to 200"},
        {"tree mcts simulations=201", "simulations is a whole number from 1 to 200"},
        {"tree mcts simulations=-1 boards", "simulations is a whole number from 1 to 200"},
        {"tree mcts simulations=3 show=9", "omit show, plies and breadth"},
        {"tree mcts:threads=2,playouts=9 simulations=3", "use mcts with one thread"},
        {"tree minimax:depth=2 simulations=3", "use mcts with one thread"},
        {"analyse mcts simulations=3", "unknown limit 'simulations=3'; choose one of depth="},
        {"analyse minimax show=3", "unknown limit 'show=3'; choose one of depth="},
    };
    (void)state;
    desk d;
    open_one(&d, false, (hra_limits){0});
    desk_error(&d, 0, "no game is open", "tree");
    desk_ok(&d, 0, "new tictactoe human human seed=1 keep=no");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        desk_error(&d, 0, lines[i].text, "%s", lines[i].line);
    desk_ok(&d, 0, "analyse depth=2"); /* by the adviser */
    desk_ok(&d, 0, "new tictactoe human human \"position=XXX/OO./...\" keep=no");
    desk_error(&d, 0, "nothing to analyse", "tree minimax");
    desk_close(&d);
}

/* Blue bids in secret after red: red's bid is nowhere in the tree that blue gets, and red gets nothing of
 * what blue thinks about. */
static void a_tree_keeps_secrets(void **state) {
    (void)state;
    for (int hand_out = 0; hand_out < 2; hand_out++) {
        desk d;
        open_one(&d, hand_out, (hra_limits){0});
        int blue = desk_attach(&d, 1);
        desk_ok(&d, 0, "look 0");
        desk_ok(&d, 0, "new empire:first-player=bid,neutral-armies=0 human human seed=3 keep=no");
        desk_ok(&d, 0, "move bid 7");
        desk_error(&d, 0, "only the client that is to move gets more", "tree expert");
        desk_ok(&d, blue, "tree expert nodes=40 boards plies=1");
        const char *told = tree_text(&d);
        assert_non_null(strstr(told, "blue bid ?"));
        assert_null(strstr(told, "red bid 7"));
        assert_null(strstr(told, "bids 7"));
        desk_close(&d);
    }
}

static void a_worker_reads_how_much_is_shown(void **state) {
    static const struct {
        const char *shown, *result;
    } orders[] = {
        {"shown 5 0 0\n", "tree {\"format\":"},
        {"shown 5 1 2 boards\n", "tree {\"format\":"},
        {"", "error input the work lacks how mu"},
        {"shown 5 0\n", "error input the work lacks how mu"},
        {"shown 5 0 0 bords\n", "error input the work lacks how mu"},
        {"shown 5 0 0 boards 1\n", "error input the work lacks how mu"},
        {"shown -1 0 0\n", "error input the work lacks how mu"},
        {"shown 2001 0 0\n", "error input the work lacks how mu"},
        {"shown 5 0 0\nsimulations 0\n", "error input the simulations of the work"},
        {"shown 5 0 0\nsimulations 201\n", "error input the simulations of the work"},
        {"shown 5 0 0\nsimulations 5\n", "error fit minimax: it has no simulations"},
        {"shown 5 0 0\nshown 5 0 0\n", "error input the work, line 11, character 1: "},
    };
    (void)state;
    hra_worker *worker;
    hra_text out;
    assert_int_equal(hra_worker_open(&worker, NULL, NULL, NULL), 0);
    hra_text_init(&out);
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        char order[300];
        hra_snprintf(order, sizeof order,
                     "hra-work 1\ntask tree\ngame tictactoe\nplayer minimax\nmind 6\nplay 1\nposition "
                     ".../.../...\nlimits 2 0 0 0\nseed 1\n%s",
                     orders[i].shown);
        hra_text_clear(&out);
        assert_int_equal(hra_worker_run(worker, order, NULL, &out), 0);
        if (strncmp(hra_text_string(&out), orders[i].result, strlen(orders[i].result)) != 0)
            fail_msg("%s: %s", order, hra_text_string(&out));
        assert_null(strchr(out.data, '\n'));
    }
    hra_text_release(&out);
    hra_worker_close(worker);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tree_is_the_same_wherever_it_is_walked),
        cmocka_unit_test(simulations_are_the_same_wherever_they_are_made),
        cmocka_unit_test(a_stop_tells_what_was_walked),
        cmocka_unit_test(trees_are_capped),
        cmocka_unit_test(no_tree_is_too_long),
        cmocka_unit_test(simulations_begin_anew),
        cmocka_unit_test(simulations_are_those_of_the_search),
        cmocka_unit_test(wrong_words_are_explained),
        cmocka_unit_test(a_tree_keeps_secrets),
        cmocka_unit_test(a_worker_reads_how_much_is_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
