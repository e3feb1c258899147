/* Listing and making moves against another set of rules, and against known counts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "perft.h"
#include "reference_rules.h"

#if defined(__has_feature)
#define HAS_FEATURE(x) __has_feature(x)
#else
#define HAS_FEATURE(x) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || HAS_FEATURE(address_sanitizer) ||       \
    HAS_FEATURE(thread_sanitizer)
enum { BULK_DEPTH = 9, PLAYS = 100 };
#else
enum { BULK_DEPTH = 11, PLAYS = 1000 };
#endif

static hra_game *game;

static int open_game(void **state) {
    return hra_game_open(&game, NULL, "checkers", NULL);
}

static int close_game(void **state) {
    hra_game_close(game);
    return 0;
}

static ck_state read(const char *position) {
    ck_state s;
    hra_error why;
    game->rules->init(game, &s);
    if (*position && hra_game_read_position(game, position, &s, &why) != 0)
        fail_msg("%s: %s", position, why.text);
    return s;
}

static const char *written(const ck_state *s, hra_text *out) {
    hra_text_clear(out);
    game->rules->text->write_position(game, s, out);
    return hra_text_string(out);
}

/* ---- the reference -------------------------------------------------------------*/

static int place_of(const reference_list *l, const char *text) {
    for (int i = 0; i < l->count; i++)
        if (strcmp(l->text[i], text) == 0)
            return i;
    return -1;
}

/* The same moves, the same boards behind them; returns how many moves there are. */
static int compare(const reference *t, const ck_state *s, reference_list *l, hra_move *moves) {
    bool seen[CK_MAX_MOVES] = {false};
    hra_text text;
    hra_text_init(&text);
    reference_moves(t, l);
    int n = ck_moves(&s->board, s->side, moves);
    if (n != l->count)
        fail_msg("%s: %d moves, the reference has %d", written(s, &text), n, l->count);
    for (int i = 0; i < n; i++) {
        hra_text_clear(&text);
        ck_show_move(game, s, moves[i], &text);
        int at = place_of(l, hra_text_string(&text));
        assert_true(at >= 0 && !seen[at]);
        seen[at] = true;
        ck_state next = *s, expected = reference_state(&l->after[at]);
        ck_apply(&next.board, s->side, moves[i]);
        assert_memory_equal(&next.board, &expected.board, sizeof next.board);
    }
    hra_text_release(&text);
    return n;
}

static const char *const start_rows[8] = {"-b-b-b-b", "b-b-b-b-", "-b-b-b-b", ".-.-.-.-",
                                          "-.-.-.-.", "w-w-w-w-", "-w-w-w-w", "w-w-w-w-"};

static void the_reference_makes_the_same_moves(void **state) {
    static reference_list list;
    static hra_move moves[CK_MAX_MOVES];
    hra_rng rng;
    hra_text text;
    hra_rng_init(&rng, 1);
    hra_text_init(&text);
    for (int play = 0; play < PLAYS; play++) {
        reference t = reference_drawn('b', start_rows);
        for (int ply = 0; ply < 200; ply++) {
            ck_state s = reference_state(&t);
            int n = compare(&t, &s, &list, moves);
            if (n == 0)
                break;
            t = list.after[hra_rng_below(&rng, (uint32_t)n)];
        }
    }
    hra_text_release(&text);
}

/* Boards strewn at random: kings in crowds, captures in loops, routes that part and meet again. */
enum { BOARDS = 20000 }; /* enough for some long captures */

static void the_reference_agrees_on_boards_that_no_play_reaches(void **state) {
    static reference_list list;
    static hra_move moves[CK_MAX_MOVES];
    hra_rng rng;
    int longest = 0, most = 0;
    hra_rng_init(&rng, 2);
    for (int board = 0; board < BOARDS; board++) {
        reference t = {.side = board % 2 ? 'b' : 'w'};
        int left[2] = {12, 12}, share = 3 + board % 10;
        for (int square = 1; square <= 32; square++) {
            int what = (int)hra_rng_below(&rng, (uint32_t)share), colour = what % 2;
            bool man = hra_rng_below(&rng, 3) > 0 && square > 4 && square < 29;
            bool piece = what < 2 && left[colour]-- > 0;
            t.at[square] = !piece ? '.' : colour ? (man ? 'b' : 'B') : (man ? 'w' : 'W');
        }
        ck_state s = reference_state(&t);
        int n = compare(&t, &s, &list, moves);
        for (int i = 0; i < n; i++)
            longest = ck_move_jumps(moves[i]) > longest ? ck_move_jumps(moves[i]) : longest;
        most = n > most ? n : most;
    }
    assert_true(longest >= 5); /* else these boards show nothing new */
    assert_true(most >= 20 && most < CK_MAX_MOVES);
}

static uint64_t reference_perft(const reference *t, int depth) {
    reference_list list; /* a ply each */
    uint64_t leaves = 0;
    reference_moves(t, &list);
    if (depth == 1)
        return (uint64_t)list.count;
    for (int i = 0; i < list.count; i++)
        leaves += reference_perft(&list.after[i], depth - 1);
    return leaves;
}

/* ---- counts -----------------------------------------------------------------------------------*/

/* From the start: as published for English checkers, among others in the tables of A. Bik. */
static const uint64_t from_start[] = {1,     7,      49,     302,     1469,     7361,
                                      36768, 179740, 845931, 3963680, 18391564, 85242128};

static hra_perft_count count(const ck_state *s, int depth, bool fast) {
    hra_perft_count found = {0};
    hra_rules rules = *game->rules;
    hra_rules_hints hints = *rules.hints;
    rules.hints = &hints;
    hra_game *other;
    if (!fast)
        hints.fast = NULL;
    assert_int_equal(hra_game_open_rules(&other, NULL, &rules, "checkers", NULL), 0);
    assert_int_equal(hra_perft(other, s, depth, NULL, &found), 0);
    hra_game_close(other);
    return found;
}

static void the_start_has_the_known_counts(void **state) {
    ck_state s = read("");
    reference t = reference_drawn('b', start_rows);
    uint64_t nodes = 0;
    for (int depth = 0; depth <= BULK_DEPTH; depth++) {
        hra_perft_count found = count(&s, depth, true);
        nodes += from_start[depth];
        assert_int_equal(found.leaves, from_start[depth]);
        assert_int_equal(found.nodes, nodes); /* no game ends so early: every ply is complete */
    }
    for (int depth = 1; depth <= 7; depth++)
        assert_int_equal(count(&s, depth, false).leaves, from_start[depth]);
    for (int depth = 1; depth <= 5; depth++)
        assert_int_equal(reference_perft(&t, depth), from_start[depth]);
}

/* Counted by an independent program with another layout of the board. */
static void other_positions_have_the_known_counts(void **state) {
    static const struct {
        const char *position;
        int depth;
        uint64_t leaves;
    } known[] = {
        {"W:WK10,K14:BK1", 9, 97556},
        {"B:W23,22,15,14:B11,10", 9, 50367},
        {"W:WK14:B1,10,11,18,19", 9, 1184},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        ck_state s = read(known[i].position);
        hra_perft_count fast = count(&s, known[i].depth, true), plain = count(&s, known[i].depth, false);
        assert_int_equal(fast.leaves, known[i].leaves);
        assert_int_equal(plain.leaves, known[i].leaves);
        assert_int_equal(fast.nodes, plain.nodes);
    }
}

/* The counter of quiet plies is near its end: the count stops there with or without bulk. */
static void a_draw_ends_the_count_as_it_ends_the_play(void **state) {
    ck_state s = read("W:WK10,K14:BK1:H76"), open = read("W:WK10,K14:BK1");
    for (int depth = 0; depth <= 6; depth++) {
        hra_perft_count fast = count(&s, depth, true), plain = count(&s, depth, false);
        assert_int_equal(fast.leaves, plain.leaves);
        assert_int_equal(fast.nodes, plain.nodes);
        assert_true((depth > 4) == (fast.leaves < count(&open, depth, true).leaves));
    }
}

static void a_count_can_be_stopped(void **state) {
    ck_state s = read("");
    hra_stop stop = {0};
    hra_perft_count found;
    hra_stop_set(&stop);
    assert_int_equal(hra_perft(game, &s, 20, &stop, &found), HRA_ESTOPPED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_reference_makes_the_same_moves),
        cmocka_unit_test(the_reference_agrees_on_boards_that_no_play_reaches),
        cmocka_unit_test(the_start_has_the_known_counts),
        cmocka_unit_test(other_positions_have_the_known_counts),
        cmocka_unit_test(a_draw_ends_the_count_as_it_ends_the_play),
        cmocka_unit_test(a_count_can_be_stopped),
    };
    return cmocka_run_group_tests(tests, open_game, close_game);
}
