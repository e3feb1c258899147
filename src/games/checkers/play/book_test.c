/* The opening book: read by a slow reader here, and asked in a seat. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "asked.h"
#include "book.h"
#include "engine.h"
#include "games/checkers/rules/ballots.h"
#include "hra/player.h"

static hra_game *game;

static int set_up(void **state) {
    return hra_game_open(&game, NULL, "checkers", NULL);
}

static int clean_up(void **state) {
    hra_game_close(game);
    return 0;
}

static void make(ck_state *s, const char *text) {
    hra_move move;
    hra_error why = {0};
    if (hra_game_parse_move(game, s, text, &move, &why) != 0)
        fail_msg("%s", why.text);
    game->rules->apply(game, s, move);
}

static ck_state ballot(int number) {
    ck_state s;
    game->rules->init(game, &s);
    assert_true(ck_ballot_start(number, &s));
    return s;
}

static const char small[] = "# a remark\n"
                            "8\n"
                            " 18x11 -40\n"
                            "  8x15 38\n"
                            "   24-20 -38\n"
                            "  7x16 20\n"
                            "\n"
                            "9\n"
                            " 18-14 7\n"
                            " 24-19 -7";

static void a_text_is_a_book(void **state) {
    ck_book *book;
    ck_answer answers[CK_BOOK_ANSWERS];
    ck_state s = ballot(8);
    assert_int_equal(ck_book_read(&book, small, sizeof small - 1, NULL), 0);
    assert_int_equal(ck_book_positions(book), 4);
    assert_int_equal(ck_book_find(book, &s.board, s.side, answers), 1);
    assert_int_equal(answers[0].value, -40);
    make(&s, "18x11");
    assert_int_equal(ck_book_find(book, &s.board, s.side, answers),
                     2); /* the lines between them are deeper */
    assert_int_equal(answers[0].value, 38);
    assert_int_equal(answers[1].value, 20);
    game->rules->apply(game, &s, answers[0].move);
    assert_int_equal(ck_book_find(book, &s.board, s.side, answers), 1);
    make(&s, "24-20");
    assert_int_equal(ck_book_find(book, &s.board, s.side, answers), 0);
    s = ballot(9);
    assert_int_equal(ck_book_find(book, &s.board, s.side, answers), 2);
    s.side ^= 1;
    assert_int_equal(ck_book_find(book, &s.board, s.side, answers), 0);
    ck_book_close(book);
}

static void nonsense_is_refused_with_its_line(void **state) {
    static const struct {
        const char *text, *line;
    } bad[] = {
        {"0\n", "opening book, line 1, character 1: expected a whole number from 1 to"},
        {"175\n", "line 1, character 1: expected a whole number from 1 to"},
        {"8x\n", "line 1, character 1: expected a whole number"},
        {" 18x11 5\n",
         "line 1, character 1: the line is not a legal move in this position"}, /* before any ballot */
        {"8\n 18x11\n", "line 2, character 7: expected a whole number"},
        {"8\n 18x11 5x\n", "line 2, character 8: expected a whole number"},
        {"8\n 18x11 99999\n", "line 2, character 8: expected a whole number"},
        {"8\n\n  18x11 5\n",
         "line 3, character 1: the line is not a legal move in this position"}, /* too deep */
        {"8\n 24-20 5\n",
         "line 2, character 1: the line is not a legal move in this position"}, /* a capture is compulsory */
        {"8\n 18x11 5\n   8x15 3\n", "line 3, character 1: the line is not a legal move in this position"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_book *book = NULL;
        hra_error why = {0};
        assert_int_equal(ck_book_read(&book, bad[i].text, strlen(bad[i].text), &why), HRA_EDAMAGED);
        if (!strstr(why.text, bad[i].line))
            fail_msg("'%s': %s", bad[i].text, why.text);
    }
}

/* The built-in book, line by line by the rules: every move is legal, the moves of a position are in order,
 * the value of a position is that of its best move, and each ballot has an answer. */
static void the_book_is_whole(void **state) {
    enum { DEEP = 64 };
    static ck_state at[DEEP + 1];
    static int value[DEEP + 2]; /* of the last move of each depth */
    char *text = malloc(ck_book_text.length + 1), *rest = NULL;
    ck_book *book;
    ck_answer answers[CK_BOOK_ANSWERS];
    int moves = 0, last = -1;
    assert_non_null(text);
    memcpy(text, ck_book_text.bytes, ck_book_text.length);
    text[ck_book_text.length] = '\0';
    assert_int_equal(ck_book_open(&book, NULL), 0);
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        char move[40];
        int depth = (int)strspn(line, " "), now;
        if (line[0] == '#')
            continue;
        if (depth == 0) {
            at[0] = ballot((int)strtol(line, NULL, 10));
            assert_true(ck_book_find(book, &at[0].board, at[0].side, answers) > 0);
            last = 0;
            continue;
        }
        assert_int_equal(sscanf(line, " %39s %d", move, &now), 2);
        assert_true(depth <= last + 1 && depth <= DEEP);
        if (depth == last + 1 && depth > 1)
            assert_int_equal(now, -value[depth - 1]); /* the best answer is what the move before is worth */
        else if (depth <= last)
            assert_true(now <= value[depth]);
        at[depth] = at[depth - 1];
        make(&at[depth], move);
        value[depth] = now;
        last = depth;
        moves++;
    }
    assert_true(moves > 0);
    for (int number = 1; number <= CK_BALLOTS; number++) {
        ck_state s = ballot(number);
        assert_true(ck_book_find(book, &s.board, s.side, answers) > 0);
    }
    free(text);
    ck_book_close(book);
}

/* With the book the answer comes without a search, and says so; without it, or where it ends, it is searched
 * for. */
static void an_expert_looks_it_up(void **state) {
    static const char *const specs[] = {"expert:book=yes,nodes=500,tablebase-pieces=0,tt=64K",
                                        "expert:nodes=500,tablebase-pieces=0,tt=64K",
                                        "expert:book,level=3,tablebase-pieces=0,tt=64K"};
    ck_book *book;
    ck_answer answers[CK_BOOK_ANSWERS];
    ck_state s = ballot(9), end;
    assert_int_equal(hra_game_read_position(game, "W:WK10,K14:BK1", &end, NULL), 0);
    assert_int_equal(ck_book_open(&book, NULL), 0);
    int known = ck_book_find(book, &s.board, s.side, answers);
    for (int i = 0; i < 3; i++) {
        hra_agent *agent;
        asked_move moves[CK_MAX_MOVES];
        asked_list advice = {.moves = moves};
        hra_analysis result;
        hra_move move;
        asked_decision thought;
        const hra_question q = {.state = &s}, other = {.state = &end};
        assert_int_equal(hra_agent_open_spec(&agent, game, specs[i], NULL), 0);
        assert_int_equal(asked_choose(agent, &q, &move), 0);
        assert_int_equal(asked_recall(agent, &thought), 0);
        assert_true((thought.nodes == 0) == (i == 0));
        if (i == 0)
            assert_int_equal(move, answers[0].move);
        hra_analysis_init(&result);
        assert_int_equal(hra_agent_ask(agent, &q, &result), 0);
        assert_true((strcmp(result.what.label, "value in the opening book") == 0) == (i == 0));
        assert_int_equal(result.move_count, game->rules->moves(game, &s, (hra_move[CK_MAX_MOVES]){0}));
        for (int k = 0; i == 0 && k < result.move_count; k++)
            assert_int_equal(result.moves[k].kind, k < known ? HRA_VALUE_ESTIMATE : HRA_VALUE_AT_MOST);
        assert_int_equal(asked_advice(agent, &q, &advice), 0);
        assert_true((strncmp(advice.reason, "from the opening book", 21) == 0) == (i == 0));
        assert_int_equal(hra_agent_ask(agent, &other, &result), 0);
        assert_true(result.nodes > 0);
        hra_analysis_release(&result);
        hra_agent_close(agent);
    }
    ck_book_close(book);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_is_a_book),
        cmocka_unit_test(nonsense_is_refused_with_its_line),
        cmocka_unit_test(the_book_is_whole),
        cmocka_unit_test(an_expert_looks_it_up),
    };
    return cmocka_run_group_tests(tests, set_up, clean_up);
}
