/* Rows of games: what is written is read, and what is damaged is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "match/game_row.h"

static hra_game *game;
static hra_match_facts facts = {.seconds = {0.5, 1e-7}, .decisions = {5, 4}, .first = {0.25, 0}, .legal = 45};
static hra_match_game played = {.game = 7,
                                .number = 3,
                                .count = 2,
                                .player = {1, 0},
                                .value = {1, -1},
                                .winners = 1,
                                .share = 1,
                                .outcome = HRA_OUTCOME_RESIGNED,
                                .plies = 9,
                                .moves = 0xfedcba9876543210,
                                .failure = HRA_EHUNG,
                                .failed = 1,
                                .facts = &facts};
static int told;

static int open_game(void **state) {
    return hra_game_open(&game, NULL, "tictactoe", NULL);
}

static int close_game(void **state) {
    hra_game_close(game);
    return 0;
}

static hra_err compare(void *self, const hra_match_game *g) {
    told++;
    assert_int_equal(g->game, played.game);
    assert_int_equal(g->number, played.number);
    assert_int_equal(g->moves, played.moves);
    assert_int_equal(g->outcome, played.outcome);
    assert_int_equal(g->failure, played.failure);
    assert_int_equal(g->failed, played.failed);
    assert_memory_equal(g->player, played.player, sizeof g->player);
    assert_memory_equal(g->value, played.value, 2 * sizeof *g->value);
    assert_memory_equal(g->facts->seconds, facts.seconds, 2 * sizeof *facts.seconds);
    assert_memory_equal(g->facts->first, facts.first, 2 * sizeof *facts.first);
    assert_memory_equal(g->facts->decisions, facts.decisions, 2 * sizeof *facts.decisions);
    assert_int_equal(g->facts->legal, facts.legal);
    return HRA_OK;
}

static hra_err stop(void *self, const hra_match_game *g) {
    return HRA_EIO;
}

static void rows_are_read_as_they_were_written(void **state) {
    hra_text text;
    hra_text_init(&text);
    for (int i = 0; i < 3; i++)
        hra_game_row_write(game, &played, &text);
    assert_int_equal(hra_game_rows_each(game, text.data, text.length, compare, NULL), 0);
    assert_int_equal(told, 3);
    assert_int_equal(hra_game_rows_each(game, text.data, text.length, stop, NULL), HRA_EIO);
    assert_int_equal(hra_game_rows_each(game, "", 0, compare, NULL), 0);
    hra_text_release(&text);
}

static void a_row_that_is_cut_off_or_changed_is_refused(void **state) {
    hra_text text;
    hra_text_init(&text);
    hra_game_row_write(game, &played, &text);
    for (size_t length = 1; length < text.length; length++)
        assert_int_equal(hra_game_rows_each(game, text.data, length, NULL, NULL), HRA_EDAMAGED);
    for (size_t i = 0; i + 1 < text.length; i++) {
        const char before = text.data[i];
        text.data[i] = 'x';
        assert_int_equal(hra_game_rows_each(game, text.data, text.length, NULL, NULL), HRA_EDAMAGED);
        text.data[i] = before;
    }
    hra_text_release(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(rows_are_read_as_they_were_written),
                                       cmocka_unit_test(a_row_that_is_cut_off_or_changed_is_refused)};
    return cmocka_run_group_tests(tests, open_game, close_game);
}
