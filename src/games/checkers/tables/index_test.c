/* The numbering of positions: without gaps, and back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/checkers/rules/checkers.h"
#include "index.h"

static ck_index *open_index(int pieces) {
    ck_index *x = NULL;
    assert_int_equal(ck_index_open(&x, pieces), 0);
    return x;
}

static uint64_t choose(int n, int k) {
    uint64_t c = 1;
    for (int i = 1; i <= k; i++)
        c = c * (uint64_t)(n - k + i) / (uint64_t)i;
    return k < 0 || k > n ? 0 : c;
}

/* Men of the mover on his own first row leave the other side's men alone; count those apart. */
static uint64_t counted(const uint8_t n[4]) {
    uint64_t men = 0;
    for (int home = 0; home <= 4 && home <= n[0]; home++)
        men += choose(4, home) * choose(24, n[0] - home) * choose(28 - n[0] + home, n[2]);
    return men * choose(32 - n[0] - n[2], n[1]) * choose(32 - n[0] - n[2] - n[1], n[3]);
}

/* One side to move; the totals were also counted by a program that lists boards square by square. */
static void slices_have_their_sizes(void **state) {
    static const uint64_t totals[CK_MAX_PIECES + 1] = {0, 0, 3488, 196032, 6209316, 139450808};
    uint64_t sum[CK_MAX_PIECES + 1] = {0};
    ck_index *x = open_index(CK_MAX_PIECES);
    assert_int_equal(x->slices, 4 + 12 + 25 + 44 + 70);
    for (int i = 0; i < x->slices; i++) {
        assert_int_equal(x->slice[i].size, counted(x->slice[i].count));
        sum[x->slice[i].pieces] += x->slice[i].size;
    }
    for (int pieces = 2; pieces <= 5; pieces++)
        assert_int_equal(sum[pieces], totals[pieces]);
    ck_index_close(x);
}

/* What a build relies on: partners of partners, and needs of lower number. */
static void slices_are_in_order(void **state) {
    ck_index *x = open_index(CK_MAX_PIECES);
    for (int i = 0; i < x->slices; i++) {
        const ck_slice *s = &x->slice[i];
        assert_int_equal(x->slice[s->partner].partner, i);
        assert_memory_equal(x->slice[s->partner].count, s->count + 2, 2);
        if (s->crowned >= 0) {
            int partner = x->slice[s->crowned].partner;
            assert_true(s->crowned < i && s->crowned < s->partner && partner < i && partner < s->partner);
        }
        for (int k = 0; k < i; k++)
            assert_true(x->slice[k].pieces <= s->pieces);
    }
    ck_index_close(x);
}

static void check_place(const ck_index *x, ck_cursor *c, int slice, uint64_t number) {
    const uint8_t *n = x->slice[slice].count;
    ck_board b;
    ck_index_unrank(x, c, slice, number, &b);
    ck_set men[2] = {b.pieces[0] & ~b.kings, b.pieces[1] & ~b.kings};
    assert_int_equal((b.pieces[0] | b.pieces[1]) & ~CK_BOARD, 0);
    assert_int_equal(b.pieces[0] & b.pieces[1], 0);
    assert_int_equal(b.kings & ~(b.pieces[0] | b.pieces[1]), 0);
    assert_int_equal(men[CK_BLACK] & CK_LAST_ROW, 0);
    assert_int_equal(men[CK_WHITE] & CK_FIRST_ROW, 0);
    assert_int_equal(__builtin_popcountll(men[0]), n[CK_MOVER_MEN]);
    assert_int_equal(__builtin_popcountll(men[1]), n[CK_OTHER_MEN]);
    assert_int_equal(__builtin_popcountll(b.pieces[0] & b.kings), n[CK_MOVER_KINGS]);
    assert_int_equal(__builtin_popcountll(b.pieces[1] & b.kings), n[CK_OTHER_KINGS]);
    uint64_t found = number + 1;
    assert_int_equal(ck_index_find(x, &b, CK_BLACK, &found), slice);
    assert_int_equal(found, number);
    ck_flip(&b);
    assert_int_equal(ck_index_find(x, &b, CK_WHITE, &found), slice);
    assert_int_equal(found, number);
}

static void every_number_is_a_position_and_back(void **state) {
    ck_index *x = open_index(3);
    ck_cursor c = {0};
    for (int slice = 0; slice < x->slices; slice++)
        for (uint64_t i = 0; i < x->slice[slice].size; i++)
            check_place(x, &c, slice, i);
    ck_index_close(x);
}

/* Anywhere in any slice, with one cursor: it must not matter where it stood before. */
static void numbers_in_any_order(void **state) {
    ck_index *x = open_index(CK_MAX_PIECES);
    ck_cursor c = {0};
    hra_rng rng;
    hra_rng_init(&rng, 1);
    for (int i = 0; i < 200000; i++) {
        int slice = (int)hra_rng_below(&rng, (uint32_t)x->slices);
        uint64_t number = hra_rng_next(&rng) % x->slice[slice].size;
        for (uint64_t near = 0; near < 3 && number + near < x->slice[slice].size; near++)
            check_place(x, &c, slice, number + near);
    }
    for (int slice = 0; slice < x->slices; slice++) {
        check_place(x, &c, slice, x->slice[slice].size - 1);
        check_place(x, &c, slice, 0);
    }
    ck_index_close(x);
}

static void boards_outside(void **state) {
    ck_index *x = open_index(4);
    ck_board nobody = {{1, 0}, 1}, many = {{0x7, 0x3 << 20}, 0};
    uint64_t number;
    assert_int_equal(ck_index_find(x, &nobody, CK_BLACK, &number), -1);
    assert_int_equal(ck_index_find(x, &nobody, CK_WHITE, &number), -1);
    assert_int_equal(ck_index_find(x, &many, CK_BLACK, &number), -1);
    ck_index_close(x);
    ck_index_close(NULL);
}

static void flipping_twice_changes_nothing(void **state) {
    ck_board b = {{0x2b, (ck_set)1 << 34 | (ck_set)1 << 12}, 1 | (ck_set)1 << 34}, twice = b;
    ck_flip(&twice);
    assert_int_equal(twice.pieces[CK_BLACK], 1 | (ck_set)1 << 22);
    assert_int_equal(twice.kings, 1 | (ck_set)1 << 34);
    ck_flip(&twice);
    assert_memory_equal(&b, &twice, sizeof b);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(slices_have_their_sizes),
                                       cmocka_unit_test(slices_are_in_order),
                                       cmocka_unit_test(every_number_is_a_position_and_back),
                                       cmocka_unit_test(numbers_in_any_order),
                                       cmocka_unit_test(boards_outside),
                                       cmocka_unit_test(flipping_twice_changes_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
