/* What a review tells of cube decisions, by hand: a checker on the six comes off with 27 throws of 36, and
 * the other side, on its ace, wins with any. So White wins p = 0.75: no double is 2p - 1, double and take
 * twice that, the take point 25 %. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"

typedef struct decision {
    const char *position, *said;
    double outlook[3]; /* to the one who decides first */
    double loss, scale;
    int choices; /* about the cube */
} decision;

static void check(const decision *d) {
    hra_text text;
    hra_text_init(&text);
    hra_text_addf(&text,
                  "hra-record 1\ngame backgammon:checkers=1,cube,gammons=no,max-cube=0\nseed 1\nnumber 0\n"
                  "seat 0 human\nseat 1 human\nposition %s\n%s",
                  d->position, d->said);
    hra_record *record;
    hra_agent *judge;
    hra_review *review;
    hra_error why = {0};
    size_t used;
    if (hra_record_parse(&record, NULL, hra_text_string(&text), text.length, &used, 1, &why) != 0 ||
        hra_agent_open_spec(&judge, hra_record_info(record)->game, "exact", &why) != 0 ||
        hra_review_open(&review, judge, record, &why) != 0)
        fail_msg("%s: %s", d->position, why.text);
    while (hra_review_snapshot(review)->done < hra_review_snapshot(review)->plies)
        assert_int_equal(hra_review_step(review, NULL), 0);
    for (int ply = 0; ply < hra_review_snapshot(review)->done; ply++) {
        const hra_review_move *at = hra_review_ply(review, ply);
        assert_int_equal(at->decision_type, 1);
        assert_int_equal(at->stake_action_count, 3);
        for (int i = 0; i < 3; i++)
            assert_true(fabs(at->stake_action[i] - (ply ? -1 : 1) * d->outlook[i]) < 1e-6);
        bool rolls = hra_review_snapshot(review)->done == 1; /* else White doubles, and Black takes */
        assert_int_equal(at->responding, ply);
        assert_int_equal(at->chosen, ply ? 1 : rolls ? 0 : -1);
    }
    const hra_review_move *first = hra_review_ply(review, 0);
    hra_review_summary sums;
    hra_review_seat(review, 0, &sums);
    const hra_review_type_summary plays = sums.types[0], cube = sums.types[1];
    assert_true(fabs(first->loss - d->loss) < 1e-6 && fabs(first->stakes - d->scale) < 1e-9);
    assert_int_equal(first->not_close, d->choices == 0);
    assert_int_equal(cube.decisions, d->choices);
    assert_int_equal(plays.decisions, 0);
    assert_true(fabs(cube.scaled - d->loss / d->scale) < 1e-6);
    hra_review_close(review);
    hra_agent_close(judge);
    hra_record_close(record);
    hra_text_release(&text);
}

static void cube_decisions_are_those_worked_out_by_hand(void **state) {
    static const decision decisions[] = {
        {"white 6:1, black 1:1, white", "0 double\n1 take\n", {0.5, 1, 1}, 0, 1, 1},
        {"white 6:1, black 1:1, white", "0 roll\n", {0.5, 1, 1}, 0.5, 1, 1},
        {"white 6:1, black 1:1, white, cube 4 white", "0 roll\n", {2, 4, 4}, 2, 4, 1},
        /* only 5-5 and 6-6 win: doubling would be a blunder */
        {"white 20:1, black 1:1, white", "0 roll\n", {-32 / 36.0, -64 / 36.0, 1}, 0, 1, 0},
        {"white 20:1, black 1:1, white", "0 double\n1 take\n", {-32 / 36.0, -64 / 36.0, 1}, 32 / 36.0, 1, 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof decisions / sizeof *decisions; i++)
        check(&decisions[i]);
}

/* By the nets too, in a game in which gammons do not count: the take points of a cube that is turned again in
 * part, never, or at once, the window from 69 % to 78.6 %, and nothing that is too good. Where there are no
 * nets there are no margins. */
static void margins_are_told_with_cube_decisions(void **state) {
    static const double margins[] = {-1, 0.691729, -1, 1.84 / 2.34, 0.5 / 2.34, 0.25, 0.2};
    for (int nets = 0; nets < 2; nets++) {
        hra_text text;
        hra_record *record;
        hra_agent *judge;
        hra_review *review;
        size_t used;
        hra_error why = {0};
        hra_text_init(&text);
        hra_text_addf(&text,
                      "hra-record 1\ngame backgammon:%scube,gammons=no,max-cube=0\nseed 1\nnumber 0\nseat 0 "
                      "human\nseat 1 "
                      "human\nposition white 6:1, black 1:1, white\n0 double\n1 take\n",
                      nets ? "" : "checkers=1,");
        assert_int_equal(hra_record_parse(&record, NULL, hra_text_string(&text), text.length, &used, 1, &why),
                         0);
        assert_int_equal(hra_agent_open_spec(&judge, hra_record_info(record)->game,
                                             "expectiminimax:depth=1,eval=pips", &why),
                         0);
        assert_int_equal(hra_review_open(&review, judge, record, &why), 0);
        while (hra_review_snapshot(review)->done < hra_review_snapshot(review)->plies)
            assert_int_equal(hra_review_step(review, NULL), 0);
        for (int ply = 0; ply < 2; ply++) {
            const hra_review_move *at = hra_review_ply(review, ply);
            assert_int_equal(at->threshold_count, nets ? 7 : 0);
            for (int i = 1; i < at->threshold_count; i++)
                assert_true(margins[i] < 0 ? isnan(at->threshold[i])
                                           : fabs(at->threshold[i] - margins[i]) < 1e-6);
            assert_true(!nets || (at->threshold[0] > 0.5 && at->threshold[0] < 1));
        }
        hra_review_close(review);
        hra_agent_close(judge);
        hra_record_close(record);
        hra_text_release(&text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(cube_decisions_are_those_worked_out_by_hand),
                                       cmocka_unit_test(margins_are_told_with_cube_decisions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
