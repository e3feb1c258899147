/* Facts about searches of tic-tac-toe and of trees from a seed; limits, stops and bad specs. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "asked.h"
#include "core/thread.h"
#include "hra/player.h"
#include "hra/solve.h"
#include "players/agent.h"
#include "search/walk/tt.h"

static hra_game *game;
static unsigned char start[64];

static int open_game(void **state) {
    hra_err err = hra_game_open(&game, NULL, "tictactoe", NULL);
    if (!err)
        game->rules->init(game, start);
    return err;
}

static int close_game(void **state) {
    hra_game_close(game);
    return 0;
}

static void search(const hra_game *on, const void *s, const char *spec, hra_analysis *result) {
    hra_agent *search;
    hra_error why;
    hra_question question = {.state = s, .seed = 7};
    if (hra_agent_open_spec(&search, on, spec, &why))
        fail_msg("%s: %s", spec, why.text);
    if (hra_agent_ask(search, &question, result))
        fail_msg("%s: %s", spec, result->why.text);
    hra_agent_close(search);
}

/* ---- counts ---------------------------------------------------------------------------------*/

/* Counts of the whole game from the empty board. 549,946 is the size of its tree (OpenSpiel's
 * and everybody's); the others were counted by a separate program of twenty lines. */
static void the_textbook_counts(void **state) {
    static const struct {
        const char *spec;
        uint64_t nodes;
    } cases[] = {
        {"minimax", 549946},
        {"expectiminimax", 549946},
        {"maxn", 549946},
        {"alphabeta", 18297},
        {"alphabeta:beam=9", 18297}, /* the same by the body that can do everything */
        {"expectiminimax:star=1", 18297},
        {"alphabeta:cut=strict", 146120},
        {"alphabeta:root-window=bounds", 16811},
        {"alphabeta:move-order=game", 7275}, /* the middle, corners, edges */
    };
    hra_analysis r;
    hra_analysis_init(&r);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        search(game, start, cases[i].spec, &r);
        if (r.nodes != cases[i].nodes || r.value[0] != 0 || r.value[1] != 0 || r.distance != 9)
            fail_msg("%s: %llu nodes, value %g, distance %d", cases[i].spec, (unsigned long long)r.nodes,
                     r.value[0], r.distance);
    }
    hra_analysis_release(&r);
}

static void two_plies_of_open_lines_prefer_the_middle(void **state) {
    static const char *const specs[] = {"minimax:depth=2", "alphabeta:depth=2", "maxn:depth=2",
                                        "alphabeta:full,depth=2"};
    hra_analysis r;
    hra_analysis_init(&r);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        search(game, start, specs[i], &r);
        assert_int_equal(r.move, 4);
        assert_true(r.value[0] == 1 && r.value[1] == -1); /* 4 open lines after X, less 3 of O's best reply */
        assert_int_equal(r.depth, 2);
    }
    hra_analysis_release(&r);
}

static void a_tie_at_the_root_is_only_a_bound(void **state) {
    hra_analysis r;
    hra_analysis_init(&r);
    search(game, start, "alphabeta", &r);
    assert_int_equal(r.move, 0);
    for (int i = 0; i < 9; i++)
        assert_int_equal(r.moves[i].kind == HRA_VALUE_EXACT, i == 0);
    search(game, start, "minimax", &r);
    for (int i = 0; i < 9; i++)
        assert_true(r.moves[i].kind == HRA_VALUE_EXACT);
    hra_analysis_release(&r);
}

/* ---- the whole game -------------------------------------------------------------------------*/

static uint8_t seen[1 << 18];

/* Calls check for every position in which somebody is to move, once for all that look the same
 * turned and mirrored. */
static void every_position(const void *s, void (*check)(const void *s, void *self), void *self) {
    static const int turn[9] = {6, 3, 0, 7, 4, 1, 8, 5, 2}, mirror[9] = {2, 1, 0, 5, 4, 3, 8, 7, 6};
    hra_move moves[9];
    uint16_t mask[2];
    unsigned char child[64];
    if (game->rules->to_move(game, s) == HRA_OVER)
        return;
    memcpy(mask, s, sizeof mask);
    if (seen[mask[0] << 9 | mask[1]])
        return;
    for (int image = 0; image < 8; image++) {
        uint16_t next[2] = {0, 0};
        seen[mask[0] << 9 | mask[1]] = 1;
        for (int k = 0; k < 2; k++)
            for (int cell = 0; cell < 9; cell++)
                next[k] |= (uint16_t)((mask[k] >> cell & 1) << (image == 3 ? mirror : turn)[cell]);
        memcpy(mask, next, sizeof mask);
    }
    check(s, self);
    int n = game->rules->moves(game, s, moves);
    for (int i = 0; i < n; i++) {
        memcpy(child, s, game->state_size);
        game->rules->apply(game, child, moves[i]);
        every_position(child, check, self);
    }
}

typedef struct converging {
    hra_agent *search;
    hra_solution *solution;
    hra_analysis result;
    int positions;
} converging;

/* The move found is worth as much as the position. */
static void finds_a_best_move(const void *s, void *self) {
    converging *c = self;
    hra_question question = {.state = s, .seed = 11};
    unsigned char child[64];
    double before[2], after[2];
    int mover = game->rules->to_move(game, s);
    hra_agent_forget(c->search);
    assert_int_equal(hra_agent_ask(c->search, &question, &c->result), 0);
    memcpy(child, s, game->state_size);
    game->rules->apply(game, child, c->result.move);
    assert_int_equal(hra_solution_value(c->solution, s, before), 0);
    assert_int_equal(hra_solution_value(c->solution, child, after), 0);
    assert_true(before[mover] == after[mover]);
    c->positions++;
}

static void converge(const char *spec) {
    converging c = {0};
    memset(seen, 0, sizeof seen);
    hra_analysis_init(&c.result);
    assert_int_equal(hra_agent_open_spec(&c.search, game, spec, NULL), 0);
    assert_int_equal(hra_solution_open(&c.solution, game, NULL, NULL), 0);
    assert_int_equal(hra_solution_info_of(c.solution)->states, 5478);
    every_position(start, finds_a_best_move, &c);
    assert_int_equal(c.positions, 627); /* 765 less the 138 in which the game is over */
    hra_analysis_release(&c.result);
    hra_solution_close(c.solution);
    hra_agent_close(c.search);
}

static void mcts_finds_a_best_move_in_every_position(void **state) {
    converge("mcts:playouts=20000");
}

static void mcts_without_proofs_does_too(void **state) {
    converge("mcts:playouts=5000,solver=no");
}

static void every_method_that_sees_the_end_plays_perfectly(void **state) {
    static const char *const specs[] = {"alphabeta:full,tt=64K",
                                        "andor",
                                        "andor:pn,memory=4M",
                                        "maxn",
                                        "exact",
                                        "mcts:playouts=20000,rave-k=200,mast=0.3"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        converge(specs[i]);
}

/* ---- threads, seeds, reuse ------------------------------------------------------------------*/

static void the_same_seed_gives_the_same_result(void **state) {
    static const char *const specs[] = {"mcts:playouts=3000", "mcts:playouts=3000,threads=3",
                                        "mcts:playouts=2000,rave-k=100,mast=0.5,widening=2",
                                        "montecarlo:playouts=300"};
    hra_analysis a, b;
    hra_analysis_init(&a);
    hra_analysis_init(&b);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        search(game, start, specs[i], &a);
        search(game, start, specs[i], &b);
        assert_int_equal(a.move, b.move);
        assert_int_equal(a.nodes, b.nodes);
        for (int m = 0; m < a.move_count; m++)
            assert_memory_equal(&a.moves[m].value, &b.moves[m].value, 2 * sizeof(double));
    }
    hra_analysis_release(&a);
    hra_analysis_release(&b);
}

static void threads_share_one_tree(void **state) {
    hra_analysis r;
    hra_analysis_init(&r);
    search(game, start, "mcts:playouts=20000,threads=3,parallel=tree", &r);
    uint64_t visits = 0;
    for (int i = 0; i < r.move_count; i++)
        visits += r.moves[i].sampled.visits;
    assert_int_equal(r.playouts, 20000);
    assert_true(visits >= r.playouts - 3 && visits <= r.playouts);
    assert_int_equal(r.move, 4);
    hra_analysis_release(&r);
}

/* After a move and its answer the tree goes on: it has visits that this run did not make. */
static void a_tree_goes_on(void **state) {
    hra_agent *search;
    hra_analysis r;
    unsigned char s[64];
    hra_question question = {.state = s, .seed = 5};
    uint64_t visits = 0;
    hra_analysis_init(&r);
    memcpy(s, start, sizeof s);
    assert_int_equal(hra_agent_open_spec(&search, game, "mcts:playouts=5000,solver=no", NULL), 0);
    assert_int_equal(hra_agent_ask(search, &question, &r), 0);
    game->rules->apply(game, s, 4);
    game->rules->apply(game, s, 0);
    assert_int_equal(hra_agent_ask(search, &question, &r), 0);
    for (int i = 0; i < r.move_count; i++)
        visits += r.moves[i].sampled.visits;
    assert_true(visits > 5000);
    hra_agent_forget(search);
    assert_int_equal(hra_agent_ask(search, &question, &r), 0);
    for (int i = 0, sum = 0; i < r.move_count; i++) {
        sum += (int)r.moves[i].sampled.visits;
        assert_true(sum <= 5000);
    }
    hra_analysis_release(&r);
    hra_agent_close(search);
}

/* ---- limits and stops -----------------------------------------------------------------------*/

/* What a table keeps of a position far from the draw by quiet moves is not believed near it. */
static void a_table_tells_counters_near_their_end_apart(void **state) {
    static const struct {
        const char *game, *player, *far, *near;
    } cases[] = {
        {"checkers", "alphabeta:full,depth=9", "W:WK10,K14:BK1", "W:WK10,K14:BK1:H74"},
        {"chess", "alphabeta:full,depth=5", "8/8/8/4k3/8/8/1R6/K7 w - - 0 1",
         "8/8/8/4k3/8/8/1R6/K7 w - - 97 99"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double value[3]; /* far; near, with the table of it; near, with an empty table */
        hra_game *on = NULL;
        hra_agent *agent = NULL;
        assert_int_equal(hra_game_open(&on, NULL, cases[i].game, NULL), 0);
        assert_int_equal(hra_agent_open_spec(&agent, on, cases[i].player, NULL), 0);
        void *s = malloc(on->state_size);
        for (int k = 0; k < 3; k++) {
            hra_analysis result;
            hra_analysis_init(&result);
            assert_int_equal(hra_game_read_position(on, k ? cases[i].near : cases[i].far, s, NULL), 0);
            if (k == 2)
                hra_agent_forget(agent);
            assert_int_equal(hra_agent_ask(agent, &(hra_question){.state = s, .seed = 1}, &result), 0);
            value[k] = result.value[0];
            hra_analysis_release(&result);
        }
        assert_true(value[0] != value[2]);
        assert_true(value[1] == value[2]);
        free(s);
        hra_agent_close(agent);
        hra_game_close(on);
    }
}

static void limits_are_kept(void **state) {
    hra_agent *search;
    hra_analysis r;
    hra_question question = {.state = start, .limits = {.nodes = 5000}};
    hra_analysis_init(&r);
    assert_int_equal(hra_agent_open_spec(&search, game, "alphabeta:deepen", NULL), 0);
    assert_int_equal(hra_agent_ask(search, &question, &r), 0);
    assert_true(r.stopped && r.nodes == 5000 && r.depth >= 4);
    question.limits = (hra_limits){.depth = 3};
    assert_int_equal(hra_agent_ask(search, &question, &r), 0);
    assert_true(!r.stopped && r.depth == 3);
    question.limits = (hra_limits){.nodes = 1}; /* not one move */
    assert_int_equal(hra_agent_ask(search, &question, &r), HRA_ELIMIT);
    assert_non_null(strstr(r.why.text, "nodes=1 is too small"));
    hra_move m; /* a play has to go on */
    assert_int_equal(asked_choose(search, &question, &m), 0);
    assert_true(hra_game_legal(game, start, m));
    hra_agent_close(search);
    assert_int_equal(hra_agent_open_spec(&search, game, "mcts:time=20ms,solver=no", NULL), 0);
    question.limits = (hra_limits){0};
    assert_int_equal(hra_agent_ask(search, &question, &r), 0);
    assert_true(r.stopped && r.playouts > 0);
    hra_agent_close(search);
    hra_analysis_release(&r);
}

typedef struct stopping {
    hra_agent *search;
    hra_question question;
    hra_analysis result;
} stopping;

static hra_err run_in_background(void *self) {
    stopping *s = self;
    return hra_agent_ask(s->search, &s->question, &s->result);
}

/* Runs a search in the background and stops it after some time. HRA_ESTOPPED: that was too early for
 * any move. */
static hra_err stop_after(hra_agent *search, const void *s, double seconds) {
    stopping at = {.search = search};
    hra_stop stop = {0};
    hra_job *job;
    hra_analysis_init(&at.result);
    at.question = (hra_question){.state = s, .stop = &stop};
    assert_int_equal(hra_job_start(&job, run_in_background, &at), 0);
    assert_false(hra_job_wait(job, seconds));
    hra_stop_set(&stop);
    hra_err err = hra_job_join(job);
    assert_true(err == HRA_ESTOPPED || at.result.stopped);
    hra_analysis_release(&at.result);
    return err;
}

/* The simulation that would go beyond the limit is broken off, whatever the clock says, and counts for
 * nothing: the others are those that a search with as many playouts has. */
static void simulations_end_at_the_limit_of_nodes(void **state) {
    static const char *const methods[] = {"mcts:solver=no,memory=1M", "mcts:solver=no,memory=1M,rave-k=10",
                                          "mcts:solver=no,memory=1M,threads=3", "montecarlo"};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        for (int nodes = 100; nodes < 2000; nodes += 37) {
            char spec[96];
            hra_analysis r, same;
            hra_analysis_init(&r);
            hra_analysis_init(&same);
            (void)snprintf(spec, sizeof spec, "%s%cnodes=%d", methods[i], strchr(methods[i], ':') ? ',' : ':',
                           nodes);
            search(game, start, spec, &r);
            assert_true(r.stopped);
            assert_int_equal(r.nodes, nodes);
            uint64_t visits = 0;
            for (int m = 0; m < r.move_count; m++)
                visits += r.moves[m].sampled.visits;
            assert_int_equal(visits, r.playouts);
            if (i == 0) {
                (void)snprintf(spec, sizeof spec, "%s,playouts=%d", methods[i], (int)r.playouts);
                search(game, start, spec, &same);
                assert_true(same.nodes <= r.nodes && same.value[0] == r.value[0] && same.move == r.move);
            }
            hra_analysis_release(&r);
            hra_analysis_release(&same);
        }
}

static void count_entered(void *self, const hra_node_enter *entering) {
    ++*(uint64_t *)self;
}

static void ignore_left(void *self, const hra_node_leave *leaving) {}

static void ignore_cut(void *self, int ply, hra_cut reason, double alpha, double beta, const hra_move *moves,
                       int count) {}

/* Without a limit a small game is searched to its end, and a large one is refused at once with an error text.
 * A position near the end of a large game is searched too. */
static void only_small_games_are_searched_without_a_limit(void **state) {
    static const struct {
        const char *game, *spec, *position;
        hra_err err;
    } cases[] = {
        {"checkers", "minimax", NULL, HRA_ELIMIT},
        {"checkers", "alphabeta", NULL, HRA_ELIMIT},
        {"checkers", "alphabeta:full", NULL, HRA_ELIMIT},
        {"checkers", "maxn", NULL, HRA_ELIMIT},
        {"checkers", "softmaxn", NULL, HRA_ELIMIT},
        {"checkers", "andor", NULL, HRA_ELIMIT},
        {"checkers", "andor:pn", NULL, HRA_ELIMIT},
        {"yahtzee", "expectimax", "dice=1-2-3-4-6", HRA_ELIMIT},
        {"race", "expectiminimax", NULL, HRA_ELIMIT},
        {"tictactoe", "minimax", NULL, HRA_OK},
        {"tictactoe", "alphabeta:full", NULL, HRA_OK},
        {"nim:rows=3-4-5", "minimax", NULL, HRA_OK}, /* 2.6 million nodes, 240 positions */
        {"nim:rows=90-90-90", "alphabeta", NULL, HRA_ELIMIT},
        {"nim:rows=90-90-90", "alphabeta", "1-2-3", HRA_OK},
        /* 20,000 positions, but a tree too large to search */
        {"nim:rows=9-9-9-9", "minimax", NULL, HRA_ELIMIT},
        {"nim:rows=9-9-9-9", "alphabeta", NULL, HRA_ELIMIT},
        {"nim:rows=9-9-9-9", "expectimax", NULL, HRA_ELIMIT},
        {"nim:rows=9-9-9-9", "maxn", NULL, HRA_ELIMIT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *at;
        hra_agent *agent;
        hra_analysis r;
        uint64_t entered = 0;
        const hra_observer observer = {&entered, NULL, count_entered, ignore_left, ignore_cut, NULL};
        hra_analysis_init(&r);
        assert_int_equal(hra_game_open(&at, NULL, cases[i].game, NULL), 0);
        unsigned char *s = calloc(1, at->state_size);
        at->rules->init(at, s);
        if (cases[i].position)
            assert_int_equal(hra_game_read_position(at, cases[i].position, s, NULL), 0);
        assert_int_equal(hra_agent_open_spec(&agent, at, cases[i].spec, NULL), 0);
        hra_error why = {0};
        if (strcmp(cases[i].spec, "minimax") == 0) {
            assert_int_equal(hra_agent_check_limits(agent, &(hra_question){.state = s}, &why), cases[i].err);
            assert_int_equal(why.code, cases[i].err);
            assert_int_equal(
                hra_agent_check_limits(agent, &(hra_question){.state = s, .limits = {.nodes = 9}}, &why), 0);
        }
        if (cases[i].err)
            assert_int_equal(hra_agent_set_observer(agent, &observer), 0);
        hra_err err = hra_agent_ask(agent, &(hra_question){.state = s}, &r);
        bool outcomes = at->rules->to_move(at, s) < 0; /* each of which has the free nodes */
        if (entered > 2 << 20 && !outcomes)
            fail_msg("%s, %s: %llu nodes", cases[i].game, cases[i].spec, (unsigned long long)entered);
        if (err != cases[i].err || (err && !strstr(r.why.text, "depth=")))
            fail_msg("%s, %s: %s %s", cases[i].game, cases[i].spec, hra_err_text(err), r.why.text);
        assert_true(err || !r.stopped);
        hra_agent_close(agent);
        hra_analysis_release(&r);
        hra_game_close(at);
        free(s);
    }
}

/* A long search ends when it is stopped, and returns the best move of its last complete iteration. `hra
 * bench` measures how soon. */
static void another_thread_stops_a_search(void **state) {
    static const char *const specs[] = {"alphabeta:deepen,nodes=1000000000000",
                                        "mcts:playouts=1000000000000,solver=no",
                                        "montecarlo:playouts=1000000000000"};
    hra_game *nim;
    assert_int_equal(hra_game_open(&nim, NULL, "nim:rows=30-40-50-60", NULL), 0);
    unsigned char *s = malloc(nim->state_size);
    nim->rules->init(nim, s);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        hra_agent *search;
        hra_err err = HRA_ESTOPPED;
        assert_int_equal(hra_agent_open_spec(&search, nim, specs[i], NULL), 0);
        for (double seconds = 0.05; err == HRA_ESTOPPED; seconds *= 2) /* the machine may be busy */
            err = stop_after(search, s, seconds);
        assert_int_equal(err, 0);
        hra_agent_close(search);
    }
    free(s);
    hra_game_close(nim);
}

static void a_table_keeps_to_its_bytes(void **state) {
    for (size_t bytes = 48; bytes < 100000; bytes = bytes * 3 / 2 + 1) {
        hra_tt table;
        assert_int_equal(hra_tt_open(&table, bytes), 0);
        assert_true(table.buckets * 2 * sizeof *table.entries <= bytes);
        for (uint64_t key = 1; key < 1000; key++) {
            hra_tt_store(&table, key * 0x123456789ABCDEFU, (double)key, (hra_move)key, 3, HRA_VALUE_EXACT);
            const hra_tt_entry *e = hra_tt_find(&table, key * 0x123456789ABCDEFU);
            assert_non_null(e);
            assert_true(e->value == (double)key);
        }
        hra_tt_release(&table);
    }
}

static void a_solution_keeps_to_its_bytes(void **state) {
    hra_solve_setup setup = {.size = sizeof setup, .memory = 100000};
    hra_solution *solution;
    hra_error why;
    assert_int_equal(hra_solution_open(&solution, game, &setup, &why), HRA_EFIT);
    assert_non_null(strstr(why.text, "too large to solve"));
    setup.size = 0;
    assert_int_equal(hra_solution_open(&solution, game, &setup, &why), HRA_EINPUT);
    assert_string_equal(why.text, "setup of a solution does not begin with its size");
    setup = (hra_solve_setup){.size = sizeof setup + 1};
    assert_int_equal(hra_solution_open(&solution, game, &setup, &why), HRA_EVERSION);
    setup = (hra_solve_setup){.size = sizeof setup, .threads = 257};
    assert_int_equal(hra_solution_open(&solution, game, &setup, &why), HRA_EINPUT);
    assert_string_equal(why.text, "a game can be solved with 0 to 256 threads, not 257");
}

/* ---- what cannot be done --------------------------------------------------------------------*/

static void bad_specs_get_one_clear_line(void **state) {
    static const struct {
        const char *game, *spec;
        hra_err err;
        const char *words;
    } cases[] = {
        {"tictactoe", "alphabeat", HRA_EINPUT, "did you mean 'alphabeta'?"},
        {"tictactoe", "alphabeta:dept=3", HRA_EINPUT, "did you mean 'depth'?"},
        {"tictactoe", "alphabeta:depth=0", HRA_EINPUT, "takes 1..1000, not '0'"},
        {"tictactoe", "alphabeta:depth=x", HRA_EINPUT, "takes 1..1000, not 'x'"},
        {"tictactoe", "alphabeta:quiescence", HRA_EFIT, "does not say which states are quiet"},
        {"tictactoe", "alphabeta:prune=x", HRA_EFIT, "has no forward pruning"},
        {"tictactoe", "minimax:eval=corner", HRA_EINPUT, "has no evaluation 'corner'"},
        {"tictactoe", "expectiminimax:star=3", HRA_EINPUT, "takes 0..2, not '3'"},
        {"tictactoe", "mcts:threads=2,parallel=tree,rave-k=3", HRA_EINPUT, "use parallel=root"},
        {"tictactoe", "expectimax:model=alphabet", HRA_EINPUT, "did you mean 'alphabeta'?"},
        {"tictactoe", "", HRA_EINPUT, "a name is missing"},
        {"race", "alphabeta", HRA_EFIT, "use expectiminimax"},
        {"race", "minimax", HRA_EFIT, "use expectiminimax"},
        {"race", "andor", HRA_EFIT, "use expectiminimax"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *on;
        hra_agent *search = NULL;
        hra_error why = {0};
        assert_int_equal(hra_game_open(&on, NULL, cases[i].game, NULL), 0);
        hra_err err = hra_agent_open_spec(&search, on, cases[i].spec, &why);
        if (err != cases[i].err || !strstr(why.text, cases[i].words))
            fail_msg("%s: %d, %s", cases[i].spec, err, why.text);
        hra_game_close(on);
    }
}

static void a_finished_game_is_not_searched(void **state) {
    unsigned char over[64];
    hra_analysis r;
    hra_analysis_init(&r);
    assert_int_equal(hra_game_read_position(game, "XXX/OO./...", over, NULL), 0);
    for (int i = 0; hra_registry_player(NULL, i); i++) {
        hra_agent *search;
        hra_question question = {.state = over};
        const hra_player_kind *kind = hra_registry_player(NULL, i);
        if (kind->program || (kind->options && kind->options->type == HRA_OPTION_FILE))
            continue; /* it asks for a program, or a file */
        assert_int_equal(hra_agent_open_spec(&search, game, hra_registry_player(NULL, i)->name, NULL), 0);
        assert_int_equal(hra_agent_ask(search, &question, &r), HRA_ESTATE);
        assert_string_equal(r.why.text, "the game is over");
        hra_agent_close(search);
    }
    hra_analysis_release(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_textbook_counts),
        cmocka_unit_test(two_plies_of_open_lines_prefer_the_middle),
        cmocka_unit_test(a_tie_at_the_root_is_only_a_bound),
        cmocka_unit_test(mcts_finds_a_best_move_in_every_position),
        cmocka_unit_test(mcts_without_proofs_does_too),
        cmocka_unit_test(every_method_that_sees_the_end_plays_perfectly),
        cmocka_unit_test(the_same_seed_gives_the_same_result),
        cmocka_unit_test(threads_share_one_tree),
        cmocka_unit_test(a_tree_goes_on),
        cmocka_unit_test(a_table_tells_counters_near_their_end_apart),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(simulations_end_at_the_limit_of_nodes),
        cmocka_unit_test(only_small_games_are_searched_without_a_limit),
        cmocka_unit_test(another_thread_stops_a_search),
        cmocka_unit_test(a_table_keeps_to_its_bytes),
        cmocka_unit_test(a_solution_keeps_to_its_bytes),
        cmocka_unit_test(bad_specs_get_one_clear_line),
        cmocka_unit_test(a_finished_game_is_not_searched),
    };
    return cmocka_run_group_tests_name("searches", tests, open_game, close_game);
}
