/* Numbers of moves, and Samuel's terms beside a slow reference that looks at one square at a time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "checkers.h"
#include "hra/state.h"

static hra_game *game;

static int open_game(void **state) {
    return hra_game_open(&game, NULL, "checkers", NULL);
}

static int close_game(void **state) {
    hra_game_close(game);
    return 0;
}

/* ---- moves ----------------------------------------------------------------------------------*/

static int number_of(const ck_state *s, const char *text) {
    hra_move m = 0;
    assert_int_equal(hra_state_parse(game, s, text, &m, NULL), 0);
    return game->rules->encoding->action(game, s, m);
}

static void every_number_is_a_route(void **state) {
    static bool used[CK_STEPS + CK_JUMPS];
    const ck_numbers *n = &((const ck_game *)game->data)->numbers;
    int count = 0;
    for (int from = 0; from < CK_SQUARES + CK_JUMPS; from++)
        for (int way = 0; way < 4; way++) {
            if (n->jump[from][way]) {
                assert_true(n->jump[from][way] >= CK_SQUARES && n->jump[from][way] < CK_SQUARES + CK_JUMPS);
                assert_false(used[CK_STEPS + n->jump[from][way] - CK_SQUARES]);
                used[CK_STEPS + n->jump[from][way] - CK_SQUARES] = true;
                count++;
            }
            if (from < CK_SQUARES && ck_shift((ck_set)1 << ck_bit(from), way) & CK_BOARD) {
                assert_false(used[n->step[from][way]]);
                used[n->step[from][way]] = true;
                count++;
            }
        }
    assert_int_equal(count, CK_STEPS + CK_JUMPS);
    assert_int_equal(hra_encoding_of(game).actions, 1426);
}

/* Two captures with the same ends, and a move as the other side makes it on the turned board. */
static void routes_are_told_apart_and_turned(void **state) {
    ck_state s, t;
    assert_int_equal(hra_state_read(game, "B:W6,7,14,15:BK2", &s, NULL), 0);
    assert_int_equal(hra_state_read(game, "W:WK31:B18,19,26,27", &t, NULL), 0);
    const char *const routes[2] = {"2x9x18x11x2", "2x11x18x9x2"};
    const char *const turned[2] = {"31x24x15x22x31", "31x22x15x24x31"};
    assert_true(number_of(&s, routes[0]) != number_of(&s, routes[1]));
    for (int i = 0; i < 2; i++)
        assert_int_equal(number_of(&s, routes[i]), number_of(&t, turned[i]));
    assert_int_equal(hra_state_init(game, 0, &s, NULL), 0);
    t = s;
    t.side = CK_WHITE;
    assert_int_equal(number_of(&s, "11-15"), number_of(&t, "22-18"));
    assert_true(number_of(&s, "11-15") != number_of(&s, "11-16"));
}

/* ---- terms ----------------------------------------------------------------------------------*/

static double term_of(const ck_state *s, int seat, const char *name) {
    double value[HRA_MAX_TERMS];
    int i = 0;
    while (strcmp(game->rules->encoding->terms[i], name) != 0)
        i++;
    assert_int_equal(hra_state_terms(game, NULL, s, seat, value, HRA_MAX_TERMS, NULL), 0);
    return value[i];
}

static double term_at(const char *position, const char *name) {
    ck_state s;
    assert_int_equal(hra_state_read(game, position, &s, NULL), 0);
    return term_of(&s, CK_BLACK, name);
}

static void terms_of_boards_that_were_drawn(void **state) {
    static const struct {
        const char *position, *term;
        double value;
    } boards[] = {
        {"B:W30,32:B1,3", "bridge", 0}, /* both have it */
        {"B:W29,32:B1,3", "bridge", 1},
        {"B:WK29,32:B1,3", "bridge", 0}, /* a king is there to be kept from nothing */
        {"B:W29:B2,3,7", "oreo", 1},
        {"B:W29:BK2,3,7", "oreo", 0},
        {"B:W29:B2,3,7", "guard", 1},
        {"B:W26,30,31:B2,3,8", "guard", -1},
        {"B:W5:B17,21,9", "advancement", 1}, /* rows five, six and three; the other stands at its seventh */
        {"B:W32:B17,21,25", "advancement", 2},
        {"B:W32:B10,15,K18", "centre", 2},
        {"B:W32:B10,15,K18", "kings in the centre", 1},
        {"B:W29:B1,15,K32", "double diagonal", 3},
        {"B:W29:B1,2,3,4", "diagonal moment", 3},
        {"B:W15:B2", "runaway", 0}, /* each could meet the other */
        {"B:W8:B25", "runaway", 0}, /* each is past the other */
        {"B:WK5:B25", "runaway", 1},
        {"B:W18,22:B9", "denied", 1}, /* 9-14 18x9 loses a man, 18-14 9x18 22x15 costs one each */
        {"B:W18,22:B9", "exchange", -1},
        {"B:W27:B20", "threat", 1}, /* 20-24; on the edge 20 is safe */
        {"B:W32:B1", "the move", 1},
        {"W:W32:B1", "the move", -1},
        {"B:W32:B5", "the move", 0},
    };
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        double value = term_at(boards[i].position, boards[i].term);
        if (value != boards[i].value)
            fail_msg("%s: %s is %g, not %g", boards[i].position, boards[i].term, value, boards[i].value);
    }
}

/* As a side sees it that moves up: 'o' an own man, 'O' a king, 'x' and 'X' another's, '.' nothing; 0: no
 * square. */
static char seen[8][8];

static char at(int row, int column) {
    return row < 0 || row > 7 || column < 0 || column > 7 ? 0 : seen[row][column];
}

static bool own(char c) {
    return c == 'o' || c == 'O';
}

static void look(const ck_board *b, int side) {
    memset(seen, 0, sizeof seen);
    for (int square = 0; square < 32; square++) {
        int turned = side == CK_BLACK ? square : 31 - square, row = turned / 4;
        ck_set bit = (ck_set)1 << ck_bit(square);
        bool mine = b->pieces[side] & bit, other = b->pieces[!side] & bit, king = b->kings & bit;
        seen[row][2 * (turned % 4) + (row % 2 == 0)] = (char)(mine    ? (king ? 'O' : 'o')
                                                              : other ? (king ? 'X' : 'x')
                                                                      : '.');
    }
}

enum { GAP, HOLE, NODE, POLE, DYKE, EXPOSURE, MOBILITY, CONTROL, SHAPES };

static const char *const shapes[SHAPES] = {"gap",  "hole",     "node",     "pole",
                                           "dyke", "exposure", "mobility", "centre control"};

static void count_around(int r, int c, int *out) {
    int mine = 0, empty = 0, near = 0, gap = 0, exposed = 0, reached = 0, king = at(r, c) == 'O';
    for (int i = 0; i < 4; i++) {
        int dr = i / 2 ? 1 : -1, dc = i % 2 ? 1 : -1;
        char one = at(r + dr, c + dc), opposite = at(r - dr, c - dc);
        near += one != 0;
        mine += own(one);
        empty += one == '.';
        gap += own(one) && (own(opposite) || !opposite);
        exposed += one == '.' && opposite == '.';
        reached += one == 'O' || (one == 'o' && dr == -1);
        out[DYKE] += i >= 2 && own(at(r, c)) && own(one) && own(opposite);
    }
    bool centre = r >= 2 && r <= 5 && c >= 2 && c <= 5;
    out[GAP] += at(r, c) == '.' && gap > 0;
    out[HOLE] += at(r, c) == '.' && mine >= 3;
    out[NODE] += own(at(r, c)) && empty >= 3;
    out[POLE] += own(at(r, c)) && !king && empty == near;
    out[EXPOSURE] += own(at(r, c)) && exposed > 0;
    out[MOBILITY] += at(r, c) == '.' && reached > 0;
    out[CONTROL] += centre && (own(at(r, c)) || (at(r, c) == '.' && reached > 0));
}

static void count_slowly(const ck_board *b, int side, int *out) {
    memset(out, 0, SHAPES * sizeof *out);
    look(b, side);
    for (int r = 0; r < 8; r++)
        for (int c = 0; c < 8; c++)
            if (at(r, c))
                count_around(r, c, out);
}

static void shapes_are_what_a_slow_reference_counts(void **state) {
    hra_move moves[CK_MAX_MOVES];
    for (uint64_t play = 0; play < 40; play++) {
        ck_state s;
        hra_rng rng;
        hra_rng_init(&rng, play);
        assert_int_equal(hra_state_init(game, 0, &s, NULL), 0);
        while (game->rules->to_move(game, &s) != HRA_OVER) {
            int mine[SHAPES], others[SHAPES];
            int seat = s.side;
            count_slowly(&s.board, seat, mine);
            count_slowly(&s.board, 1 - seat, others);
            for (int i = 0; i < SHAPES; i++)
                if (term_of(&s, seat, shapes[i]) != mine[i] - others[i])
                    fail_msg("play %d: %s is %g, not %d - %d", (int)play, shapes[i],
                             term_of(&s, seat, shapes[i]), mine[i], others[i]);
            int n = game->rules->moves(game, &s, moves);
            game->rules->apply(game, &s, moves[hra_rng_below(&rng, (uint32_t)n)]);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_is_a_route),
        cmocka_unit_test(routes_are_told_apart_and_turned),
        cmocka_unit_test(terms_of_boards_that_were_drawn),
        cmocka_unit_test(shapes_are_what_a_slow_reference_counts),
    };
    return cmocka_run_group_tests(tests, open_game, close_game);
}
