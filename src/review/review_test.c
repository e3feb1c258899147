/* Reviews: what is charged to whom, step by step, from records and from plays; and what one move costs. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/review.h"

/* O . X   O answers the two corners of X with a third (a side was needed): c1 now wins for X, who plays b1
 * and . O .   lets O win there instead. X . . */
static const char blunders[] = "hra-record 1\n"
                               "game tictactoe\n"
                               "seed 1\n"
                               "number 0\n"
                               "seat 0 human\n"
                               "seat 1 random\n"
                               "0 a1\n"
                               "1 b2\n"
                               "0 c3\n"
                               "1 a3\n"
                               "0 b1\n"
                               "1 c1\n"
                               "result -1 1\n";

/* Ends with a move that no player can choose. */
static const char drawn[] = "hra-record 1\n"
                            "game tictactoe\n"
                            "seed 1\n"
                            "number 0\n"
                            "seat 0 human\n"
                            "seat 1 human\n"
                            "0 b2\n1 a1\n0 c3\n1 c1\n0 b1\n1 b3\n0 a3\n1 a2\n";

typedef struct opened {
    hra_record *record;
    hra_agent *analyst;
    hra_review *review;
} opened;

static opened open_review(const char *text, const char *by) {
    opened o;
    size_t used;
    hra_error why = {0};
    if (hra_record_parse(&o.record, NULL, text, strlen(text), &used, 1, &why) != 0 ||
        hra_agent_open_spec(&o.analyst, hra_record_info(o.record)->game, by, &why) != 0 ||
        hra_review_open(&o.review, o.analyst, o.record, &why) != 0)
        fail_msg("%s", why.text);
    return o;
}

static void close_review(opened *o) {
    hra_review_close(o->review);
    hra_agent_close(o->analyst);
    hra_record_close(o->record);
}

static void finish(hra_review *review) {
    while (hra_review_snapshot(review)->done < hra_review_snapshot(review)->plies)
        assert_int_equal(hra_review_step(review, NULL), 0);
}

static char *as_json(const hra_review *review) {
    hra_text text;
    hra_text_init(&text);
    hra_json json = hra_json_begin(&text);
    hra_json_review(&json, NULL, review);
    assert_int_equal(text.err, 0);
    return text.data;
}

static bool near(double a, double b) {
    return fabs(a - b) < 1e-9;
}

static void exact_judges_charge_what_was_lost(void **state) {
    (void)state;
    opened o = open_review(blunders, "exact");
    finish(o.review);
    static const struct {
        double loss;
        const char *best; /* NULL: nothing better */
    } expected[] = {
        {0, NULL}, {0, NULL}, {0, NULL}, {1, "b1"}, {2, "c1"}, {0, NULL},
    };
    for (int ply = 0; ply < 6; ply++) {
        const hra_review_move *at = hra_review_ply(o.review, ply);
        hra_text best;
        hra_text_init(&best);
        const hra_game *game = hra_review_snapshot(o.review)->game;
        game->rules->text->show_move(game, hra_review_state(o.review, ply), at->best, &best);
        assert_true(near(at->loss, expected[ply].loss));
        assert_int_equal(at->better, expected[ply].best != NULL);
        if (at->better)
            assert_string_equal(hra_text_string(&best), expected[ply].best);
        assert_int_equal(at->mover, ply % 2);
        assert_int_equal(at->turn, ply / 2 + 1);
        assert_false(at->forced);
        assert_true(near(at->gain[!at->mover], at->loss)); /* what one loses the other gains */
        assert_int_equal(at->mistake, expected[ply].loss > 0);
        assert_false(at->reassessed);
        hra_text_release(&best);
    }
    assert_true(hra_review_ply(o.review, 3)->line_length > 1);
    assert_int_equal(hra_review_ply(o.review, 3)->line[0], hra_review_ply(o.review, 3)->best);
    hra_review_summary first, second;
    hra_review_seat(o.review, 0, &first);
    hra_review_seat(o.review, 1, &second);
    assert_true(near(first.expected, 0) && near(first.others, 1) && near(first.loss, 2) &&
                near(first.result, -1));
    assert_true(near(second.others, 2) && near(second.loss, 1) && near(second.result, 1));
    assert_true(first.luck == 0 && second.luck == 0); /* there are no dice */
    assert_true(first.reassessed == 0 && second.reassessed == 0);
    assert_int_equal(hra_review_snapshot(o.review)->unit, HRA_UNIT_POINTS);
    assert_int_equal(hra_review_snapshot(o.review)->decimals,
                     0); /* each worth is a win, a draw or a defeat */
    assert_int_equal(first.mistakes, 1);
    assert_int_equal(first.decisions, 3);
    /* half of the chances lost: 103.1668 exp(-0.04354 * 50) - 3.1669 = 8.53; all of them: 0 */
    assert_true(fabs(hra_review_ply(o.review, 3)->accuracy - 8.53027) < 1e-4);
    assert_true(near(first.accuracy, 200.0 / 3));
    assert_true(fabs(second.accuracy - (200 + 8.53027) / 3) < 1e-4);
    assert_true(hra_review_snapshot(o.review)->over);
    close_review(&o);
}

static void a_forced_move_is_no_choice(void **state) {
    (void)state;
    hra_review_summary first;
    hra_text text;
    hra_text_init(&text);
    hra_text_add(&text, drawn);
    hra_text_add(&text, "0 c2\nresult 0 0\n"); /* the last free square */
    opened o = open_review(hra_text_string(&text), "exact");
    finish(o.review);
    const hra_review_move *last = hra_review_ply(o.review, 8);
    assert_true(last->forced && !last->better && isnan(last->accuracy));
    assert_false(hra_review_ply(o.review, 7)->forced);
    hra_review_seat(o.review, 0, &first);
    assert_int_equal(first.decisions, 4);
    assert_true(near(first.accuracy, 100));
    close_review(&o);
    hra_text_release(&text);
    /* not over yet: the worth now stands for the result */
    o = open_review(drawn, "exact");
    finish(o.review);
    assert_false(hra_review_snapshot(o.review)->over);
    close_review(&o);
}

static void accuracy_is_that_of_lichess(void **state) {
    (void)state;
    static const struct {
        double before, after, percent;
    } cases[] = {
        {0.5, 0.5, 100},    {0.5, 0.9, 100},      /* an analyst that found more */
        {1, 0.9, 63.58262}, {0.6, 0.5, 63.58262}, /* only the difference counts */
        {1, 0.5, 8.53027},  {1, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_true(fabs(hra_accuracy(cases[i].before, cases[i].after) - cases[i].percent) < 1e-4);
}

/* ---- chance and estimates -------------------------------------------------------------------*/

static hra_err add_text(void *self, const char *text, size_t length) {
    hra_text_add_bytes(self, text, length);
    return HRA_OK;
}

/* A play by these players in each seat; the record goes to `text`. */
static hra_play *play_out(const hra_game *game, const hra_player *player, hra_text *text) {
    const hra_player *players[HRA_MAX_SEATS];
    hra_play *play;
    hra_event event;
    for (int seat = 0; seat < game->seats; seat++)
        players[seat] = player;
    const hra_play_setup setup = {.size = sizeof setup,
                                  .game = game,
                                  .players = players,
                                  .count = game->seats,
                                  .seed = 5,
                                  .sink = add_text,
                                  .sink_self = text};
    assert_int_equal(hra_play_open(&play, &setup, NULL), 0);
    do
        assert_int_equal(hra_play_step(play, &event), 0);
    while (event.kind != HRA_EVENT_OVER);
    return play;
}

/* With any analyst the parts add up; and a game gives the same as its record. */
/* The decisions of a seat are those of the three thirds. */
static void check_thirds(const hra_review *review, int seat, const hra_review_summary *whole) {
    hra_review_summary sum = {0};
    double accuracy = 0;
    for (int third = 0; third < HRA_REVIEW_THIRDS; third++) {
        hra_review_summary a;
        hra_review_third(review, seat, third, &a);
        sum.decisions += a.decisions;
        sum.mistakes += a.mistakes;
        sum.loss += a.loss;
        accuracy += a.decisions ? a.accuracy * a.decisions : 0;
    }
    assert_int_equal(sum.decisions, whole->decisions);
    assert_int_equal(sum.mistakes, whole->mistakes);
    assert_true(fabs(sum.loss - whole->loss) < 1e-9);
    if (hra_review_snapshot(review)->measure == HRA_MEASURE_CHANCES && whole->decisions)
        assert_true(fabs(accuracy / whole->decisions - whole->accuracy) < 1e-9);
}

static void the_parts_add_up(void **state) {
    (void)state;
    static const struct {
        const char *game, *analyst;
        bool chances; /* an accuracy is reported */
    } cases[] = {
        {"tictactoe", "exact", true},
        {"tictactoe", "mcts:playouts=30", true},
        {"nim:rows=3-4", "alphabeta:depth=2", true},
        {"race", "expectiminimax:depth=1", true},
        {"race:win-value=50", "expectiminimax:depth=1", false},
        {"race:seats=3", "maxn:depth=1", true},
        {"pacman:layout=gallery", "expert:depth=1", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game;
        hra_player *player;
        hra_text text;
        hra_review *second;
        hra_text_init(&text);
        assert_int_equal(hra_game_open(&game, NULL, cases[i].game, NULL), 0);
        assert_int_equal(hra_player_open(&player, game, "random", NULL, NULL, NULL), 0);
        hra_play *play = play_out(game, player, &text);
        opened o = open_review(hra_text_string(&text), cases[i].analyst);
        finish(o.review);
        for (int seat = 0; seat < game->seats; seat++) {
            hra_review_summary a;
            hra_review_seat(o.review, seat, &a);
            if (fabs(a.expected + a.luck + a.others + a.reassessed - a.loss - a.result) > 1e-6)
                fail_msg("%s by %s: %g + %g + %g + %g - %g is not %g", cases[i].game, cases[i].analyst,
                         a.expected, a.luck, a.others, a.reassessed, a.loss, a.result);
            assert_true(game->max_chances > 0 || a.luck == 0);
            assert_true(!hra_player_info_of(hra_review_snapshot(o.review)->analyst)->exact ||
                        a.reassessed == 0);
            check_thirds(o.review, seat, &a);
            if (isnan(a.accuracy) == cases[i].chances || a.accuracy < 0 || a.accuracy > 100)
                fail_msg("%s by %s: accuracy %g", cases[i].game, cases[i].analyst, a.accuracy);
        }
        char *first = as_json(o.review);
        assert_int_equal(hra_review_open_play(&second, o.analyst, play, NULL), 0);
        hra_play_close(play);
        finish(second);
        char *again = as_json(second);
        assert_string_equal(first, again);
        free(first);
        free(again);
        hra_review_close(second);
        close_review(&o);
        hra_player_close(player);
        hra_game_close(game);
        hra_text_release(&text);
    }
}

/* Or are not. */
static void errors_are_in_thousandths(const hra_review *review, bool expected) {
    char *json = as_json(review);
    assert_int_equal(hra_review_snapshot(review)->thousandths, expected);
    assert_int_equal(strstr(json, "\"error_rate\":") && strstr(json, "\"pr\":"), expected);
    if (expected)
        assert_true(near(hra_review_snapshot(review)->grade_from[HRA_GRADE_BLUNDER], 0.16));
    free(json);
}

/* What numbers of a review are. */
typedef struct numbers {
    const char *game, *analyst;
    hra_unit unit;
    int decimals;
    hra_measure measure;
    int curves;
} numbers;

static const numbers number_cases[] = {
    {"tictactoe", "exact", HRA_UNIT_POINTS, 0, HRA_MEASURE_CHANCES, 1},
    {"tictactoe", "mcts:playouts=30", HRA_UNIT_POINTS, 3, HRA_MEASURE_CHANCES, 1},
    {"checkers", "expert:nodes=500", HRA_UNIT_PROBABILITY, 2, HRA_MEASURE_CHANCES, 1},
    {"chess", "alphabeta:full,depth=2", HRA_UNIT_PROBABILITY, 2, HRA_MEASURE_CHANCES, 1},
    {"chess", "mcts:playouts=30", HRA_UNIT_POINTS, 3, HRA_MEASURE_CHANCES, 1}, /* means of returns */
    {"race", "expectiminimax:depth=1", HRA_UNIT_POINTS, 3, HRA_MEASURE_CHANCES, 4},
    {"race:seats=3", "maxn:depth=1", HRA_UNIT_POINTS, 3, HRA_MEASURE_CHANCES, 3},
    {"race:win-value=50", "expectiminimax:depth=1", HRA_UNIT_POINTS, 2, HRA_MEASURE_NONE, 4},
    {"yahtzee:rules=plain,seats=2", "optimal", HRA_UNIT_POINTS, 2, HRA_MEASURE_POINTS, 2},
    {"backgammon:cube", "greedy", HRA_UNIT_POINTS, 3, HRA_MEASURE_NONE, 1},
    {"backgammon:match-length=3", "greedy", HRA_UNIT_POINTS, 3, HRA_MEASURE_CHANCES, 1},
    {"pacman:layout=gallery", "expert:depth=1", HRA_UNIT_POINTS, 0, HRA_MEASURE_NONE, 1},
};

/* Numbers are those of the analyst's advice, and as exact as the game is fine. */
static void numbers_are_in_the_unit_of_the_advice(void **state) {
    for (size_t i = 0; i < sizeof number_cases / sizeof *number_cases; i++) {
        hra_game *game;
        hra_agent *analyst;
        hra_play *play;
        hra_event event;
        hra_review *review;
        hra_player *random;
        const hra_player *players[HRA_MAX_SEATS];
        assert_int_equal(hra_game_open(&game, NULL, number_cases[i].game, NULL), 0);
        assert_int_equal(hra_player_open(&random, game, "random", NULL, NULL, NULL), 0);
        for (int seat = 0; seat < game->seats; seat++)
            players[seat] = random;
        const hra_play_setup setup = {
            .size = sizeof setup, .game = game, .players = players, .count = game->seats, .seed = 3};
        assert_int_equal(hra_play_open(&play, &setup, NULL), 0);
        while (hra_play_plies(play) < 6)
            assert_int_equal(hra_play_step(play, &event), 0);
        assert_int_equal(hra_agent_open_spec(&analyst, game, number_cases[i].analyst, NULL), 0);
        assert_int_equal(hra_review_open_play(&review, analyst, play, NULL), 0);
        finish(review);
        assert_int_equal(hra_review_snapshot(review)->unit, number_cases[i].unit);
        assert_int_equal(hra_review_snapshot(review)->decimals, number_cases[i].decimals);
        assert_int_equal(hra_review_snapshot(review)->measure, number_cases[i].measure);
        assert_int_equal(hra_review_snapshot(review)->curves, number_cases[i].curves);
        errors_are_in_thousandths(review, strncmp(number_cases[i].game, "backgammon", 10) == 0);
        for (int ply = 0; ply < 6 && number_cases[i].unit == HRA_UNIT_PROBABILITY; ply++) {
            const hra_review_move *at = hra_review_ply(review, ply);
            const hra_question question = {.state = hra_review_state(review, ply)};
            hra_move_loss cost;
            assert_true(at->values[0] >= 0 && at->values[0] <= 1);
            assert_true(near(at->values[0] + at->values[1], 1));
            assert_int_equal(hra_review_loss(analyst, &question, at->move, &cost), 0);
            assert_true(cost.forced || cost.unit == number_cases[i].unit);
        }
        hra_review_close(review);
        hra_agent_close(analyst);
        hra_play_close(play);
        hra_player_close(random);
        hra_game_close(game);
    }
}

/* ---- grades ---------------------------------------------------------------------------------*/

/* The bounds of the header, by hand: the stake is the span, or a tenth of what was expected. */
static void check_grades(const hra_review *review, double stake) {
    static const double share[] = {0.05, 0.1, 0.2};
    int graded[HRA_MAX_SEATS][HRA_GRADES] = {{0}};
    for (int ply = 0; ply < hra_review_snapshot(review)->plies; ply++) {
        const hra_review_move *at = hra_review_ply(review, ply);
        int grade = 0;
        for (int i = 0; i < 3; i++)
            grade += at->loss >= share[i] * stake - 1e-9;
        assert_int_equal(hra_review_ply(review, ply)->grade, grade);
        graded[at->mover < 0 ? HRA_MAX_SEATS - 1 : at->mover][grade] += at->mover >= 0 && !at->forced;
    }
    for (int i = 0; i < 3; i++)
        assert_true(near(hra_review_snapshot(review)->grade_from[i + 1], share[i] * stake));
    for (int seat = 0; seat < hra_review_snapshot(review)->game->seats; seat++) {
        hra_review_summary a;
        hra_review_seat(review, seat, &a);
        int sum = 0;
        for (int grade = 0; grade < HRA_GRADES; grade++) {
            assert_int_equal(a.graded[grade], graded[seat][grade]);
            sum += graded[seat][grade];
        }
        assert_int_equal(sum, a.decisions);
    }
}

static void choices_are_graded_by_what_they_lost(void **state) {
    (void)state;
    static const struct {
        const char *game, *analyst;
        double stake;
    } cases[] = {
        {"tictactoe", "exact", 2},
        {"checkers", "expert:nodes=500", 1},
        {"yahtzee:rules=plain,seats=2", "optimal", 24.5870774514},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game;
        hra_player *player;
        hra_text text;
        hra_text_init(&text);
        assert_int_equal(hra_game_open(&game, NULL, cases[i].game, NULL), 0);
        assert_int_equal(hra_player_open(&player, game, "random", NULL, NULL, NULL), 0);
        hra_play_close(play_out(game, player, &text));
        opened o = open_review(hra_text_string(&text), cases[i].analyst);
        finish(o.review);
        check_grades(o.review, cases[i].stake);
        hra_review_summary a;
        hra_review_seat(o.review, 1, &a);
        assert_true(a.graded[HRA_GRADE_BLUNDER] > 0 || i == 0);
        if (hra_review_snapshot(o.review)->measure ==
            HRA_MEASURE_POINTS) /* what it got of what there was to get */
            assert_true(near(a.accuracy, 100 * a.result / (a.expected + a.luck + a.others)));
        close_review(&o);
        hra_player_close(player);
        hra_game_close(game);
        hra_text_release(&text);
    }
}

/* By an evaluation of thousands of points there is no saying how much is at stake. */
static void a_scale_of_its_own_grades_nothing(void **state) {
    (void)state;
    static const char text[] = "hra-record 1\ngame checkers\nseed 1\nnumber 0\nseat 0 human\nseat 1 human\n"
                               "0 11-15\n1 23-19\n0 8-11\n1 22-17\n0 15-18\n1 19-15\n";
    opened o = open_review(text, "alphabeta:depth=1,eval=corner");
    finish(o.review);
    int mistakes = 0;
    for (int ply = 0; ply < 6; ply++) {
        assert_int_equal(hra_review_ply(o.review, ply)->grade, HRA_GRADE_FINE);
        mistakes += hra_review_ply(o.review, ply)->mistake;
    }
    assert_true(mistakes > 0);
    assert_true(near(hra_review_snapshot(o.review)->grade_from[HRA_GRADE_BLUNDER], 0));
    assert_int_equal(hra_review_snapshot(o.review)->measure, HRA_MEASURE_NONE);
    close_review(&o);
}

/* ---- steps ----------------------------------------------------------------------------------*/

static void a_stop_leaves_the_review_where_it_was(void **state) {
    (void)state;
    opened whole = open_review(blunders, "alphabeta"), o = open_review(blunders, "alphabeta");
    hra_stop stop = {0};
    finish(whole.review);
    assert_int_equal(hra_review_step(o.review, &stop), 0);
    assert_int_equal(hra_review_step(o.review, &stop), 0);
    hra_stop_set(&stop);
    assert_int_equal(hra_review_step(o.review, &stop), HRA_ESTOPPED);
    assert_int_equal(hra_review_snapshot(o.review)->done, 2);
    char *part = as_json(o.review);
    assert_non_null(strstr(part, "{\"ply\":1,"));
    assert_null(strstr(part, "{\"ply\":2,"));
    finish(o.review);
    assert_int_equal(hra_review_step(o.review, NULL), 0); /* nothing is left to do */
    assert_int_equal(hra_review_snapshot(o.review)->done, 6);
    char *json[] = {as_json(whole.review), as_json(o.review)};
    assert_string_equal(json[0], json[1]);
    free(part);
    free(json[0]);
    free(json[1]);
    close_review(&o);
    close_review(&whole);
}

static void whoever_cannot_judge_says_so_at_once(void **state) {
    (void)state;
    hra_review *none = NULL;
    hra_game *nim;
    hra_agent *analyst;
    hra_error why;
    opened o = open_review(blunders, "random");
    assert_int_equal(hra_review_step(o.review, NULL), HRA_EFIT);
    assert_int_equal(hra_review_snapshot(o.review)->done, 0);
    assert_int_equal(hra_game_open(&nim, NULL, "nim", NULL), 0);
    assert_int_equal(hra_agent_open_spec(&analyst, nim, "alphabeta", NULL), 0);
    assert_int_equal(hra_review_open(&none, analyst, o.record, &why), HRA_EINPUT);
    assert_string_equal(why.text, "the analyst is of the game nim, but tictactoe was played");
    assert_null(none);
    hra_agent_close(analyst);
    hra_game_close(nim);
    close_review(&o);
}

/* White gives up at once: the result is White's loss, though no move brought it about. */
static void a_word_is_the_result(void **state) {
    static const char given_up[] =
        "hra-record 2\ngame tictactoe\nseed 1\nnumber 0\nseat 0 human\nseat 1 human\n"
        "0 b2\n1 a1\nresign 1\nresult 1 -1\n";
    (void)state;
    hra_review_summary a;
    opened o = open_review(given_up, "exact");
    finish(o.review);
    assert_true(hra_review_snapshot(o.review)->over);
    for (int seat = 0; seat < 2; seat++) {
        const double sign = seat == 0 ? 1 : -1;
        hra_review_seat(o.review, seat, &a);
        assert_true(a.result * sign > 0.999 && a.conceded * sign > 0.999); /* the position is a draw */
        assert_true(fabs(a.expected + a.luck + a.others + a.reassessed - a.loss + a.conceded - a.result) <
                    1e-9);
    }
    close_review(&o);
}

static void json_has_all_of_it(void **state) {
    (void)state;
    opened o = open_review(blunders, "exact");
    finish(o.review);
    char *json = as_json(o.review);
    const char *head =
        "{\"game\":\"tictactoe\",\"analyst\":\"exact\",\"judge\":\"exact\",\"unit\":\"points\",\"decimals\":"
        "0,"
        "\"measure\":\"chances\",\"curves\":1,"
        "\"grades\":{\"inaccuracy\":0.1,\"error\":0.2,\"blunder\":0.4},"
        "\"seats\":[{\"seat\":0,\"player\":\"human\","
        "\"expected\":0,\"luck\":0,\"others\":1,\"reassessed\":0,\"revised\":0,\"loss\":2,\"conceded\":0,"
        "\"result\":-1,"
        "\"mistakes\":1,\"decisions\":3,\"choices\":3,"
        "\"mean_loss\":0.6666666666666666,\"luck_adjusted\":-1,\"without_luck\":-1,\"inaccuracies\":0,"
        "\"errors\":0,\"blunders\":1,"
        "\"accuracy\":66.66666666666667},";
    assert_int_equal(strncmp(json, head, strlen(head)), 0);
    assert_non_null(strstr(
        json, "\"moves\":[{\"ply\":0,\"turn\":1,\"seat\":0,\"move\":\"a1\",\"loss\":0,"
              "\"mistake\":false,\"forced\":false,\"reassessed\":false,\"revised\":false,\"accuracy\":100,"
              "\"values\":[0,0],\"worth\":[0,0],\"unit\":\"points\"},"));
    assert_non_null(strstr(json,
                           "{\"ply\":3,\"turn\":2,\"seat\":1,\"move\":\"a3\",\"loss\":1,\"mistake\":"
                           "true,\"grade\":\"blunder\",\"best\":\"b1\","
                           "\"forced\":false,\"reassessed\":false,\"revised\":false,\"accuracy\":8.530"));
    assert_non_null(strstr(json, "\"line\":[\"b1\","));
    free(json);
    close_review(&o);
}

/* ---- one move -------------------------------------------------------------------------------*/

/* An exact analyst says before a move what a review says behind it. */
static void a_move_costs_what_its_review_says(void **state) {
    (void)state;
    static const char *const judges[] = {"exact", "alphabeta", "minimax"};
    for (size_t i = 0; i < sizeof judges / sizeof *judges; i++) {
        opened o = open_review(blunders, judges[i]);
        finish(o.review);
        for (int ply = 0; ply < 6; ply++) {
            const hra_review_move *at = hra_review_ply(o.review, ply);
            const hra_question question = {.state = hra_review_state(o.review, ply)};
            hra_move_loss cost;
            assert_int_equal(hra_review_loss(o.analyst, &question, at->move, &cost), 0);
            assert_true(cost.bound ? cost.loss <= at->loss + 1e-9 : near(cost.loss, at->loss));
            assert_false(cost.forced);
            assert_int_equal(cost.line[0], cost.best);
            assert_true(cost.length >= 1);
            if (near(cost.loss, 0))
                assert_true(near(cost.value, at->values[at->mover]));
            assert_int_equal(hra_review_loss(o.analyst, &question, cost.best, &cost), 0);
            assert_true(near(cost.loss, 0) && !cost.bound);
        }
        close_review(&o);
    }
}

static void a_cost_is_refused_where_there_is_none(void **state) {
    (void)state;
    hra_move_loss cost = {.length = 77};
    opened o = open_review(drawn, "alphabeta"), blind = open_review(drawn, "random");
    const hra_question end = {.state = hra_review_state(o.review, 8)},
                       begin = {.state = hra_review_state(o.review, 0)};
    assert_int_equal(hra_review_loss(o.analyst, &begin, 9, &cost), HRA_EINPUT);
    assert_int_equal(hra_review_loss(blind.analyst, &begin, 4, &cost), HRA_EFIT);
    assert_int_equal(cost.length, 77); /* nothing was written */
    hra_move moves[9];
    const hra_game *game = hra_review_snapshot(o.review)->game;
    assert_int_equal(game->rules->moves(game, end.state, moves), 1);
    hra_move last = moves[0];
    assert_int_equal(hra_review_loss(blind.analyst, &end, last, &cost),
                     0); /* with any analyst: it is forced */
    assert_true(cost.forced && cost.best == last && near(cost.loss, 0) && cost.length == 1);
    close_review(&blind);
    close_review(&o);
    hra_game *race;
    assert_int_equal(hra_game_open(&race, NULL, "race", NULL), 0);
    assert_int_equal(hra_agent_open_spec(&o.analyst, race, "expectiminimax:depth=1", NULL), 0);
    void *s = malloc(race->state_size);
    race->rules->init(race, s); /* the dice come first */
    const hra_question chance = {.state = s};
    assert_int_equal(hra_review_loss(o.analyst, &chance, 1, &cost), HRA_ESTATE);
    free(s);
    hra_agent_close(o.analyst);
    hra_game_close(race);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_judges_charge_what_was_lost),
        cmocka_unit_test(a_forced_move_is_no_choice),
        cmocka_unit_test(accuracy_is_that_of_lichess),
        cmocka_unit_test(the_parts_add_up),
        cmocka_unit_test(numbers_are_in_the_unit_of_the_advice),
        cmocka_unit_test(choices_are_graded_by_what_they_lost),
        cmocka_unit_test(a_scale_of_its_own_grades_nothing),
        cmocka_unit_test(a_stop_leaves_the_review_where_it_was),
        cmocka_unit_test(whoever_cannot_judge_says_so_at_once),
        cmocka_unit_test(a_word_is_the_result),
        cmocka_unit_test(json_has_all_of_it),
        cmocka_unit_test(a_move_costs_what_its_review_says),
        cmocka_unit_test(a_cost_is_refused_where_there_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
