/* An analyst is asked about a state once: what it is worth, and what would have been better there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "hra/review.h"

static const char blunders[] = "hra-record 1\ngame tictactoe\nseed 1\nnumber 0\nseat 0 human\nseat 1 random\n"
                               "0 a1\n1 b2\n0 c3\n1 a3\n0 b1\n1 c1\nresult -1 1\n";

static hra_record *parse(void) {
    hra_record *record;
    size_t used;
    assert_int_equal(hra_record_parse(&record, NULL, blunders, strlen(blunders), &used, 1, NULL), 0);
    return record;
}

/* An analyst that gives the seat to move the better value, and thinks that the first legal move is the
 * best. */
static struct {
    const hra_game *game;
    int worths, advice;
    hra_move first;
} asked;

static hra_err asked_open(const hra_game *game, const hra_options *options, const char *data,
                          const hra_progress *progress, void **shared, hra_error *why) {
    return HRA_OK;
}

static void asked_worth(const hra_question *q, hra_analysis *out) {
    int mover = asked.game->rules->to_move(asked.game, q->state);
    hra_move moves[9];
    (void)asked.game->rules->moves(asked.game, q->state, moves);
    asked.first = moves[0];
    asked.worths++;
    out->value[mover] = 0.5;
    out->value[!mover] = -0.5;
}

static void asked_advise(const hra_question *q, hra_analysis *out) {
    hra_move moves[9];
    asked.advice++;
    out->what = (hra_column){.key = "value", .label = "value", .estimate = true};
    out->move_count = asked.game->rules->moves(asked.game, q->state, moves);
    for (int i = 0; i < out->move_count; i++) {
        out->moves[i] = (hra_analysis_move){.move = moves[i]};
        out->moves[i].value[out->value_seat] = i ? 0 : 0.5;
    }
}

static hra_err asked_ask(const void *shared, void *scratch, const hra_question *q, hra_analysis *out) {
    if (q->want == HRA_WANT_VALUE)
        asked_worth(q, out);
    else if (q->want == HRA_WANT_ADVICE)
        asked_advise(q, out);
    else
        out->pv[out->pv_length++] = asked.first;
    return HRA_OK;
}

static void a_judge_who_tells_its_move_is_not_asked_twice(void **state) {
    (void)state;
    int advice[2];
    for (int tells = 0; tells < 2; tells++) {
        static const hra_option none[] = {{0}};
        const hra_player_kind kind = {.size = sizeof kind,
                                      .name = "asked",
                                      .summary = "counts",
                                      .options = none,
                                      .open = asked_open,
                                      .ask = asked_ask,
                                      .answers = HRA_ANSWERS_VALUE | HRA_ANSWERS_ADVICE |
                                                 (tells ? HRA_ANSWERS_LAST_VALUE : 0)};
        hra_record *record = parse();
        hra_player *player;
        hra_agent *analyst;
        hra_review *review;
        memset(&asked, 0, sizeof asked);
        asked.game = hra_record_info(record)->game;
        assert_int_equal(hra_player_open_kind(&player, asked.game, &kind, "", NULL, NULL, NULL), 0);
        assert_int_equal(hra_agent_open(&analyst, player), 0);
        assert_int_equal(hra_review_open(&review, analyst, record, NULL), 0);
        while (hra_review_snapshot(review)->done < hra_review_snapshot(review)->plies)
            assert_int_equal(hra_review_step(review, NULL), 0);
        assert_true(hra_review_ply(review, 2)->better);
        assert_false(hra_review_ply(review, 0)->better); /* a1, where the analyst would have gone */
        advice[tells] = asked.advice;
        assert_int_equal(asked.worths, 6); /* the end is worth what it pays */
        hra_review_close(review);
        hra_agent_close(analyst);
        hra_player_close(player);
        hra_record_close(record);
    }
    assert_int_equal(advice[0], 6); /* the last move won, so it cost nothing */
    assert_int_equal(advice[1], 1); /* about the unit */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_judge_who_tells_its_move_is_not_asked_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
