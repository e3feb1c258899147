/* The endgame study: the evaluation `corner`, the ways to prune, and the facts known of both. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "asked.h"
#include "corner.h"
#include "games/checkers/rules/reference_rules.h"
#include "hra/hra.h"

static hra_game *game;

static int open_game(void **state) {
    return hra_game_open(&game, NULL, "checkers:tablebase-pieces=3", NULL);
}

static int close_game(void **state) {
    hra_game_close(game);
    return 0;
}

static const char study[] = "W:WK10,K14:BK1";

static ck_state read(const char *position) {
    ck_state s;
    hra_error why;
    if (hra_game_read_position(game, position, &s, &why) != 0)
        fail_msg("%s: %s", position, why.text);
    return s;
}

/* ---- the evaluation ---------------------------------------------------------------------------*/

/* What it says for White. */
static double value_of(const char *spec, const ck_state *s) {
    hra_eval eval;
    hra_error why;
    double out[2];
    if (hra_eval_open(&eval, game, spec, &why) != 0)
        fail_msg("%s: %s", spec, why.text);
    eval.kind->value(game, eval.self, NULL, s, out);
    hra_eval_close(&eval);
    assert_true(out[0] + out[1] == 0);
    return out[1];
}

/* Sums worked out by hand, term by term. */
static void terms_add_up(void **state) {
    static const struct {
        const char *position;
        double value;
    } cases[] = {
        /* material 100, home -600, centre 240, row 150, two moves 300, beside 100, mean 2.5: 210,
  * nearest 2: 1800 + 200, the other at 3: 200 */
        {study, 2700},         {"W:WK10:BK1", -99999},      {"B:WK10:BK1", -99999},
        {"W:W21,K14:BK1", 40}, {"W:WK10,K14,K15:BK1", 200}, {"W:WK10:B5,6,7", -20},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_state s = read(cases[i].position);
        double v = value_of("corner", &s);
        if (v < cases[i].value || v > cases[i].value)
            fail_msg("%s is worth %g, expected %g", cases[i].position, v, cases[i].value);
    }
}

/* With rows and columns added up the kings are 2 apart, 200 more, both 4 from the quarry, 90 less, and both 4
 * from the corner, 2200 less. */
static void weights_are_options(void **state) {
    static const struct {
        const char *spec;
        double value;
    } cases[] = {
        {"corner:king=200", 2800},
        {"corner:king=0,quarry-in-corner=0", 3200},
        {"corner:mean-distance-below-6=0", 2490},
        {"corner:king-corner-distance=0,king-within-2=0,other-king-3=0", 500},
        {"corner:mobility-2=1000", 3400},
        {"corner:corner-net=9,king-on-corner=9,mobility-0=9", 2700},
        {"corner:distance=manhattan", 610},
    };
    ck_state s = read(study);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double v = value_of(cases[i].spec, &s);
        if (v < cases[i].value || v > cases[i].value)
            fail_msg("%s: %g, expected %g", cases[i].spec, v, cases[i].value);
    }
}

static ck_set turned(ck_set set) {
    ck_set out = 0;
    for (; set; set &= set - 1)
        out |= (ck_set)1 << (34 - __builtin_ctzll(set));
    return out;
}

/* Turned with the colours exchanged it is worth the same to the other side, in every position of the
 * slice and of a few others. */
static void both_colours_see_the_same(void **state) {
    hra_eval eval;
    double a[2], b[2];
    assert_int_equal(hra_eval_open(&eval, game, "corner", NULL), 0);
    for (int x = 0; x < 32; x++)
        for (int y = x + 1; y < 32; y++)
            for (int z = 0; z < 32; z++) {
                if (z == x || z == y)
                    continue;
                ck_set pair = (ck_set)1 << ck_bit(x) | (ck_set)1 << ck_bit(y);
                ck_state s = read(study), t = s;
                s.board = (ck_board){{(ck_set)1 << ck_bit(z), pair}, CK_BOARD};
                s.board.kings = s.board.pieces[0] | s.board.pieces[1];
                t.board =
                    (ck_board){{turned(s.board.pieces[1]), turned(s.board.pieces[0])}, turned(s.board.kings)};
                t.side = CK_BLACK;
                eval.kind->value(game, eval.self, NULL, &s, a);
                eval.kind->value(game, eval.self, NULL, &t, b);
                assert_true(a[0] == b[1] && a[1] == b[0]);
            }
    hra_eval_close(&eval);
}

/* ---- searches ---------------------------------------------------------------------------------*/

static void run(const char *method, const ck_state *s, hra_analysis *result) {
    hra_agent *search;
    hra_error why;
    if (hra_agent_open_spec(&search, game, method, &why) != 0)
        fail_msg("%s: %s", method, why.text);
    hra_question question = {.state = s};
    assert_int_equal(hra_agent_ask(search, &question, result), 0);
    hra_agent_close(search);
}

/* Nodes of the whole tree; the shares that have to be saved at least. */
static void pruning_saves_what_it_is_known_to_save(void **state) {
    static const struct {
        const char *method;
        double value;
        uint64_t of, most, exactly; /* `of`: all nodes; exactly 0: not given */
    } cases[] = {
        {"minimax:depth=6,eval=corner", 4680, 2090, 2090, 2090},
        {"alphabeta:depth=6,eval=corner", 4680, 2090, 627, 610},                         /* 70 % */
        {"alphabeta:depth=6,eval=corner,move-order=static", 4680, 2090, 606, 598},       /* 71 % */
        {"alphabeta:depth=6,eval=corner,move-order=static,tt=1M", 4680, 2090, 313, 296}, /* 85 % */
        {"minimax:depth=8,eval=corner", 5780, 27274, 27274, 27274},
        {"alphabeta:depth=8,eval=corner,move-order=static", 5780, 27274, 3818, 3780}, /* 86 % */
    };
    ck_state s = read(study);
    hra_analysis result;
    hra_analysis_init(&result);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        run(cases[i].method, &s, &result);
        assert_true(result.value[CK_WHITE] == cases[i].value);
        assert_false(result.unsound);
        assert_int_equal(result.nodes, cases[i].exactly);
        assert_true(result.nodes <= cases[i].most);
    }
    hra_analysis_release(&result);
}

/* ---- the classroom's own counts ----------------------------------------------------------------*/

/* An order in which moves are listed: of four ways, and of the pieces from the first square or from the last.
 */
typedef struct listing {
    int ways[4];
    bool backwards;
} listing;

typedef struct reference_search {
    const listing *by;
    hra_eval eval;
    int pieces; /* of White at the root */
    bool gives_up;
    unsigned nodes;
} reference_search;

static int place_of(const listing *l, hra_move m) {
    int from = ck_move_from(m), way = 0;
    while (l->ways[way] != ck_move_way(m, 0))
        way++;
    return (l->backwards ? 31 - from : from) * 4 + way;
}

/* In the order of the listing, then stably by the static value for the mover, the best first. */
static int ordered(reference_search *t, const ck_state *s, hra_move *moves, ck_state *next) {
    double value[CK_MAX_MOVES], out[2];
    int n = ck_moves(&s->board, s->side, moves);
    for (int i = 0; i < n; i++)
        for (int k = i; k > 0 && place_of(t->by, moves[k]) < place_of(t->by, moves[k - 1]); k--) {
            hra_move swap = moves[k];
            moves[k] = moves[k - 1], moves[k - 1] = swap;
        }
    for (int i = 0; i < n; i++) {
        ck_state after = *s;
        game->rules->apply(game, &after, moves[i]);
        t->eval.kind->value(game, t->eval.self, NULL, &after, out);
        int k = i;
        for (; k > 0 && value[k - 1] < out[s->side]; k--)
            value[k] = value[k - 1], next[k] = next[k - 1];
        value[k] = out[s->side], next[k] = after;
    }
    return n;
}

/* Alpha-beta, fail-soft, for the side to move. A line in which White has lost a piece may be given up as
 * lost. */
static double reference_alphabeta(reference_search *t, const ck_state *s, int depth, double alpha,
                                  double beta) {
    hra_move moves[CK_MAX_MOVES];
    ck_state next[CK_MAX_MOVES];
    double out[2], best = -INFINITY;
    t->nodes++;
    bool lost = t->gives_up && __builtin_popcountll(s->board.pieces[CK_WHITE]) < t->pieces;
    if (lost && game->rules->to_move(game, s) != HRA_OVER)
        return s->side == CK_WHITE ? -CK_CORNER_FLAT : CK_CORNER_FLAT;
    if (depth == 0 || game->rules->to_move(game, s) == HRA_OVER) {
        t->eval.kind->value(game, t->eval.self, NULL, s, out);
        return out[s->side];
    }
    int n = ordered(t, s, moves, next);
    for (int i = 0; i < n && best < beta; i++)
        best = fmax(best, -reference_alphabeta(t, &next[i], depth - 1, -beta, -fmax(alpha, best)));
    return best;
}

static unsigned reference_nodes(const listing *by, bool gives_up) {
    ck_state s = read(study);
    reference_search t = {.by = by, .pieces = 2, .gives_up = gives_up};
    assert_int_equal(hra_eval_open(&t.eval, game, "corner-flat", NULL), 0);
    assert_true(reference_alphabeta(&t, &s, 6, -INFINITY, INFINITY) == 4680);
    hra_eval_close(&t.eval);
    return t.nodes;
}

/* The source prints 595 nodes ordered and 555 with lost lines given up, and its code counts every end as
 * 99,999. Of the 48 orders in which pieces and directions may be listed 24 have both, ours among them; the
 * other 24 have 594 and 554. */
static void flat_ends_give_the_counts_of_the_source(void **state) {
    static const struct {
        const char *method;
        uint64_t nodes;
    } cases[] = {
        {"alphabeta:depth=6,eval=corner-flat,move-order=static", 595},
        {"alphabeta:depth=6,eval=corner-flat,move-order=static,prune=loss", 555},
    };
    ck_state s = read(study);
    hra_analysis result;
    hra_analysis_init(&result);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        run(cases[i].method, &s, &result);
        assert_int_equal(result.nodes, cases[i].nodes);
        assert_true(result.value[CK_WHITE] == 4680);
    }
    hra_analysis_release(&result);
    int both = 0, fewer = 0;
    for (int code = 0; code < 512; code++) {
        listing by = {{code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6 & 3}, code >> 8};
        if ((1 << by.ways[0] | 1 << by.ways[1] | 1 << by.ways[2] | 1 << by.ways[3]) != 15)
            continue;
        unsigned ordered_nodes = reference_nodes(&by, false), given_up = reference_nodes(&by, true);
        both += ordered_nodes == 595 && given_up == 555;
        fewer += ordered_nodes == 594 && given_up == 554;
    }
    assert_int_equal(both, 24);
    assert_int_equal(fewer, 24);
}

/* No win is quicker than another: a win in one ply and one in three are worth the same. */
static void flat_ends_have_no_distance(void **state) {
    ck_state s = read("W:WK10,K14:BK1");
    hra_eval eval;
    double out[2];
    assert_int_equal(hra_eval_open(&eval, game, "corner-flat", NULL), 0);
    s = read("B:WK6,K2:B");
    eval.kind->value(game, eval.self, NULL, &s, out);
    assert_true(out[CK_WHITE] == CK_CORNER_FLAT && out[CK_BLACK] == -CK_CORNER_FLAT);
    hra_eval_close(&eval);
    /* as many as the weights may bring, within what is declared */
    static const char *const specs[] = {"corner:mobility-0=100000,quarry-corner-distance=100000,king-corner-"
                                        "distance=100000,mean-distance-below-6=100000,king-within-2=100000",
                                        "corner-flat:mobility-0=100000,quarry-corner-distance=100000,king-"
                                        "corner-distance=100000,mean-distance-below-6=100000"};
    for (size_t i = 0; i < 2; i++) {
        s = read(study);
        assert_int_equal(hra_eval_open(&eval, game, specs[i], NULL), 0);
        eval.kind->value(game, eval.self, NULL, &s, out);
        assert_true(out[CK_WHITE] <= eval.kind->max && out[CK_BLACK] >= eval.kind->min);
        hra_eval_close(&eval);
    }
}

static const char line[] = "14-9 1-5 10-14 5-1 9-5 1-6 5-1 6-2 14-18 2-7 18-15 7-2 15-11 2-6 1x10";

static void the_line_comes_out_at_every_depth(void **state) {
    ck_state s = read(study);
    hra_analysis result;
    hra_text text;
    hra_analysis_init(&result);
    hra_text_init(&text);
    for (int depth = 6; depth <= 10; depth += 2) {
        char method[80];
        snprintf(method, sizeof method, "alphabeta:depth=%d,eval=corner,move-order=static", depth);
        run(method, &s, &result);
        assert_int_equal(result.pv_length, depth);
        hra_text_clear(&text);
        for (int i = 0; i < depth; i++) {
            hra_text_add(&text, i ? " " : "");
            ck_show_move(game, &s, result.pv[i], &text);
        }
        assert_memory_equal(hra_text_string(&text), line, text.length);
    }
    hra_text_release(&text);
    hra_analysis_release(&result);
}

static void the_study_is_won_in_fifteen_plies(void **state) {
    ck_state s = read(study);
    hra_analysis result;
    hra_text text;
    int plies = 0;
    hra_analysis_init(&result);
    hra_text_init(&text);
    for (; game->rules->to_move(game, &s) != HRA_OVER && plies < 40; plies++) {
        run("alphabeta:depth=6,eval=corner,move-order=static", &s, &result);
        hra_text_add(&text, plies ? " " : "");
        ck_show_move(game, &s, result.move, &text);
        game->rules->apply(game, &s, result.move);
    }
    assert_string_equal(hra_text_string(&text), line);
    assert_int_equal(plies, 15);
    hra_text_release(&text);
    hra_analysis_release(&result);
}

/* An end is worth 1,000,000 less the plies to it, from the table as well. */
static void quick_wins_come_first(void **state) {
    static const char *const methods[] = {"minimax:depth=7,eval=corner", "alphabeta:depth=7,eval=corner",
                                          "alphabeta:depth=7,eval=corner,move-order=static,tt=1M,deepen"};
    ck_state s = read("W:WK1,K18:BK7"); /* the line above, five plies from its end */
    hra_analysis result;
    hra_analysis_init(&result);
    for (size_t i = 0; i < 3; i++) {
        run(methods[i], &s, &result);
        if (result.value[CK_WHITE] < 999995 || result.value[CK_WHITE] > 999995)
            fail_msg("%s: %g", methods[i], result.value[CK_WHITE]);
    }
    hra_analysis_release(&result);
}

/* Sound: the value of the whole tree, on a sample of the slice. */
static void alphabeta_agrees_with_brute_force(void **state) {
    hra_rng rng;
    hra_analysis result;
    hra_rng_init(&rng, 3);
    hra_analysis_init(&result);
    for (int i = 0; i < 60; i++) {
        int a = (int)hra_rng_below(&rng, 32), b = (int)hra_rng_below(&rng, 32),
            c = (int)hra_rng_below(&rng, 32);
        char position[60];
        if (a == b || b == c || a == c)
            continue;
        snprintf(position, sizeof position, "%c:WK%d,K%d:BK%d", i % 2 ? 'W' : 'B', a + 1, b + 1, c + 1);
        ck_state s = read(position);
        run("minimax:depth=5,eval=corner", &s, &result);
        double whole = result.value[1];
        static const char *const others[] = {"alphabeta:depth=5,eval=corner",
                                             "alphabeta:depth=5,eval=corner,move-order=static",
                                             "alphabeta:depth=5,eval=corner,move-order=static,tt=1M"};
        for (size_t k = 0; k < 3; k++) {
            run(others[k], &s, &result);
            if (result.value[1] < whole || result.value[1] > whole)
                fail_msg("%s on %s: %g, brute force %g", others[k], position, result.value[1], whole);
        }
    }
    hra_analysis_release(&result);
}

/* The source's example of a beam: of two moves a position both lose a king, and it plays on into the double
 * jump. */
static void a_beam_of_two_loses(void **state) {
    ck_state s = read(study);
    hra_analysis result;
    hra_text text;
    hra_analysis_init(&result);
    hra_text_init(&text);
    for (int ply = 0; game->rules->to_move(game, &s) != HRA_OVER && ply < 40; ply++) {
        run(ply % 2 ? "exact" : "alphabeta:depth=6,eval=corner,prune=loss,beam=2", &s, &result);
        assert_true(ply % 2 || result.move_count <= 2);
        assert_true(ply > 0 || result.nodes == 17);
        hra_text_add(&text, ply ? " " : "");
        ck_show_move(game, &s, result.move, &text);
        game->rules->apply(game, &s, result.move);
    }
    assert_string_equal(hra_text_string(&text), "14-9 1-5 9-6 5-1 10-7 1x10x3");
    hra_text_release(&text);
    hra_analysis_release(&result);
}

static void unsound_ways_say_so(void **state) {
    static const char *const methods[] = {
        "alphabeta:depth=6,eval=corner,prune=loss", "alphabeta:depth=6,eval=corner,prune=loss+retreat",
        "alphabeta:depth=6,eval=corner,prune=loss,beam=4", "alphabeta:depth=6,eval=corner,beam=1"};
    ck_state s = read(study);
    hra_analysis result;
    uint64_t before = 611;
    hra_analysis_init(&result);
    for (size_t i = 0; i < 4; i++) {
        run(methods[i], &s, &result);
        assert_true(result.unsound);
        assert_true(result.nodes < 611);
        assert_true(i == 2 || result.nodes < before);
        before = result.nodes;
    }
    assert_true(result.nodes < 12); /* a beam of one is a line */
    run("alphabeta:depth=6,eval=corner", &s, &result);
    assert_false(result.unsound);
    hra_analysis_release(&result);
}

/* White may only give a king away, and prune=loss scores that as lost at once: after two plies. */
static void a_lost_piece_is_a_lost_line(void **state) {
    ck_state s = read("W:WK10,K14:BK1");
    hra_analysis result;
    hra_analysis_init(&result);
    run("alphabeta:depth=2,eval=corner,prune=loss", &s, &result);
    for (int i = 0; i < result.move_count; i++) {
        hra_text text;
        hra_text_init(&text);
        ck_show_move(game, &s, result.moves[i].move, &text);
        if (strcmp(hra_text_string(&text), "10-6") == 0)
            assert_true(result.moves[i].value[CK_WHITE] <= -999998 ||
                        result.moves[i].kind != HRA_VALUE_EXACT);
        hra_text_release(&text);
    }
    hra_analysis_release(&result);
}

/* Where nothing is left to chance and one side's gain is the other's loss, all of these are one method. */
static void other_methods_count_wins_alike(void **state) {
    static const char *const alike[] = {"expectiminimax:depth=3,eval=corner", "maxn:depth=3,eval=corner",
                                        "softmaxn:depth=3,eval=corner"};
    hra_analysis truth, result;
    hra_rng rng;
    int won = 0;
    hra_rng_init(&rng, 11);
    hra_analysis_init(&truth);
    hra_analysis_init(&result);
    for (int i = 0; i < 40; i++) {
        char position[64];
        ck_state s;
        double value[HRA_MAX_SEATS];
        int a = (int)hra_rng_below(&rng, 32), b = (a + 1 + (int)hra_rng_below(&rng, 31)) % 32, red = i % 8;
        (void)snprintf(position, sizeof position, "W:WK%d,K%d:BK%d", a + 1, b + 1, red + 1);
        if (hra_game_read_position(game, position, &s, NULL) || game->rules->to_move(game, &s) < 0)
            continue;
        run("minimax:depth=3,eval=corner", &s, &truth);
        won += truth.value[CK_WHITE] > 999990;
        for (size_t m = 0; m < sizeof alike / sizeof *alike; m++) {
            run(alike[m], &s, &result);
            assert_true(result.value[CK_WHITE] == truth.value[CK_WHITE]);
        }
        run("mcts:playouts=200,playout-plies=2,prior-visits=1,playout-greedy=0.5,eval=corner", &s, &result);
        for (int m = 0; m < result.move_count; m++)
            assert_true(fabs(result.moves[m].value[CK_WHITE]) <= 1); /* a share of a win */
        hra_player *player;
        hra_agent *agent;
        hra_move greedy;
        hra_question q = {.state = &s};
        assert_int_equal(hra_player_open(&player, game, "greedy:eval=corner", NULL, NULL, NULL), 0);
        assert_int_equal(hra_agent_open(&agent, player), 0);
        assert_int_equal(asked_choose(agent, &q, &greedy), 0);
        run("minimax:depth=1,eval=corner", &s, &truth);
        for (int m = 0; m < truth.move_count; m++) /* the move that it takes is among the best */
            if (truth.moves[m].move == greedy)
                memcpy(value, truth.moves[m].value, sizeof value);
        assert_true(value[CK_WHITE] == truth.value[CK_WHITE]);
        hra_agent_close(agent);
        hra_player_close(player);
    }
    assert_true(won >= 3);
    hra_analysis_release(&truth);
    hra_analysis_release(&result);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(terms_add_up),
        cmocka_unit_test(weights_are_options),
        cmocka_unit_test(both_colours_see_the_same),
        cmocka_unit_test(pruning_saves_what_it_is_known_to_save),
        cmocka_unit_test(flat_ends_give_the_counts_of_the_source),
        cmocka_unit_test(flat_ends_have_no_distance),
        cmocka_unit_test(the_line_comes_out_at_every_depth),
        cmocka_unit_test(the_study_is_won_in_fifteen_plies),
        cmocka_unit_test(quick_wins_come_first),
        cmocka_unit_test(alphabeta_agrees_with_brute_force),
        cmocka_unit_test(a_beam_of_two_loses),
        cmocka_unit_test(unsound_ways_say_so),
        cmocka_unit_test(a_lost_piece_is_a_lost_line),
        cmocka_unit_test(other_methods_count_wins_alike),
    };
    return cmocka_run_group_tests(tests, open_game, close_game);
}
