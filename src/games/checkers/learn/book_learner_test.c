/* The opening book of checkers is made: stopped, gone on with and searched elsewhere it is the same, and a player reads it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "asked.h"
#include "games/checkers/learn/book_maker.h"
#include "games/checkers/play/book.h"
#include "games/checkers/rules/ballots.h"
#include "hra/hra.h"
#include "hra/lab.h"
#include "learning.h"

static const char small[] = "book:nodes=40,positions=6,first-ballot=3,last-ballot=8";

static void a_stop_changes_nothing(void **state) {
    hra_game *game = open_game("checkers");
    runs_are_the_same(game, small, 6);
    runs_are_the_same(game, small, 12); /* after the book is made nothing is left to do */
    hra_game_close(game);
}

static void ballots_can_be_searched_elsewhere(void **state) {
    hra_game *game = open_game("checkers");
    games_can_be_played_by_others(game, small, 1);
    hra_game_close(game);
}

/* The text of the book in a file, and what it says behind a ballot. */
static void the_file_holds_the_book(void **state) {
    hra_game *game = open_game("checkers");
    hra_learner *learner = open_learner(game, small, 1, 2);
    hra_text bytes;
    ck_book *book;
    ck_state s;
    ck_answer answers[CK_BOOK_ANSWERS];
    run_to(learner, 6);
    hra_text_init(&bytes);
    assert_int_equal(hra_learner_export(learner, &bytes), 0);
    const char *text = strstr(hra_text_string(&bytes),
                              "\n\n# Made by: hra learn checkers --method book:nodes=40,positions=6\n3\n");
    assert_non_null(text);
    const char *end = strstr(text, "\n\nsum ");
    assert_non_null(end);
    assert_int_equal(ck_book_read(&book, text + 2, (size_t)(end - text - 1), NULL), 0);
    assert_in_range(ck_book_positions(book), 20, 36);
    for (int ballot = 1; ballot <= CK_BALLOTS; ballot++) {
        game->rules->init(game, &s);
        assert_true(ck_ballot_start(ballot, &s));
        const int found = ck_book_find(book, &s.board, s.side, answers);
        assert_true((found > 0) >= (ballot >= 3 && ballot <= 8));
        for (int i = 0; i < found; i++)
            assert_true(hra_game_legal(game, &s, answers[i].move));
    }
    ck_book_close(book);
    hra_text_release(&bytes);
    hra_learner_close(learner);
    hra_game_close(game);
}

static void a_player_reads_it(void **state) {
    static const hra_host host = {.size = sizeof host, .read = hra_host_read_file};
    char path[] = "/tmp/hra-book-XXXXXX", spec[200];
    hra_game *game;
    hra_agent *agent;
    hra_error why = {0};
    hra_text bytes;
    ck_state s;
    assert_int_equal(hra_game_open(&game, &host, "checkers", &why), 0);
    hra_learner *learner = open_learner(game, small, 1, 1);
    const int file = mkstemp(path);
    for (int made = 0; made < 2; made++) { /* a book without positions, and one that has some */
        hra_move move;
        run_to(learner, made ? 6 : 0);
        write_learner(learner, &bytes);
        assert_int_equal(pwrite(file, bytes.data, bytes.length, 0), bytes.length);
        (void)snprintf(spec, sizeof spec, "expert:book=yes,book-file=%s,nodes=20,tablebase-pieces=0,tt=64K",
                       path);
        if (hra_agent_open_spec(&agent, game, spec, &why) != 0)
            fail_msg("%s", why.text);
        game->rules->init(game, &s);
        assert_true(ck_ballot_start(5, &s));
        assert_int_equal(asked_choose(agent, &(hra_question){.state = &s}, &move), 0);
        assert_true(hra_game_legal(game, &s, move));
        hra_agent_close(agent);
        hra_text_release(&bytes);
    }
    hra_learner_close(learner);
    (void)snprintf(spec, sizeof spec, "expert:nets=%s,tablebase-pieces=0", path);
    assert_int_not_equal(hra_agent_open_spec(&agent, game, spec, &why), 0);
    close(file);
    unlink(path);
    hra_game_close(game);
}

/* ---- the maker ------------------------------------------------------------------------------*/

/* Says of every position that its first moves are worth nothing to either side. */
static hra_err all_alike(void *self, const ck_state *s, ck_found *out) {
    hra_move moves[CK_MAX_MOVES];
    const int n = ck_moves(&s->board, s->side, moves);
    ++*(int *)self;
    out->count = n < CK_BOOK_LINES ? n : CK_BOOK_LINES;
    for (int i = 0; i < out->count; i++) {
        out->branch[i].move = moves[i];
        out->branch[i].value = 0;
    }
    return HRA_OK;
}

/* Many positions, with kings too: each position is searched once, and the book is finished. */
static void many_positions_are_searched_once(void **state) {
    int searched = 0;
    const ck_searcher searcher = {all_alike, &searched};
    ck_book_maker *maker;
    ck_book *book;
    hra_text text;
    hra_text_init(&text);
    assert_int_equal(ck_book_maker_open(&maker, &searcher, 2, CK_BOOK_MOST), 0);
    assert_int_equal(ck_book_maker_add(maker, 1), 0);
    assert_int_equal(ck_book_maker_add(maker, 2), 0);
    assert_in_range(searched, 100, 2 * CK_BOOK_MOST);
    assert_int_equal(ck_book_maker_write(maker, 1, 2, &text), 0);
    assert_int_equal(ck_book_read(&book, text.data, text.length, NULL), 0);
    assert_int_equal(ck_book_positions(book), searched);
    ck_book_close(book);
    ck_book_maker_close(maker);
    hra_text_release(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stop_changes_nothing),
        cmocka_unit_test(ballots_can_be_searched_elsewhere),
        cmocka_unit_test(the_file_holds_the_book),
        cmocka_unit_test(a_player_reads_it),
        cmocka_unit_test(many_positions_are_searched_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
