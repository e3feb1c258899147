/* Spearman's rank correlation, with ties. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ranks.h"

enum { MOST = 10 };

static double spearman(const double *a, const double *b, int n) {
    double x[MOST], y[MOST];
    assert_true(ranks_of(a, n, x) && ranks_of(b, n, y));
    return ranks_correlation(x, y, n);
}

static void equal_numbers_share_their_ranks(void **state) {
    (void)state;
    static const double value[] = {3, -1, 3, 8, -1, 3}, expected[] = {3, 0.5, 3, 5, 0.5, 3};
    double rank[6];
    assert_true(ranks_of(value, 6, rank));
    for (int i = 0; i < 6; i++)
        assert_true(rank[i] == expected[i]);
}

/* Without ties it is 1 - 6 S / (n^3 - n), S the sum of the squares of what ranks differ by. */
static void ranks_correlate(void **state) {
    (void)state;
    static const struct {
        double a[MOST], b[MOST];
        int n;
        double expected;
    } cases[] = {
        {{1, 2, 3, 4, 5}, {10, 20, 400, 500, 9000}, 5, 1},
        {{1, 2, 3, 4, 5}, {5, 4, 3, 2, 1}, 5, -1},
        {{1, 2, 3, 4, 5}, {2, 1, 4, 3, 5}, 5, 1 - 6 * 4.0 / 120},
        {{7, 1, 9, 3}, {1, 7, 3, 9}, 4, 1 - 6 * 16.0 / 60},
        {{1, 2, 3, 4},
         {0, 0, 1, 1},
         4,
         0.894427190999916}, /* by hand: ranks from 0 to 3 and .5, .5, 2.5, 2.5 make 4 / sqrt(5 * 4) */
        {{-INFINITY, 0, 1}, {-1, 0, INFINITY}, 3, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_true(fabs(spearman(cases[i].a, cases[i].b, cases[i].n) - cases[i].expected) < 1e-12);
    static const double same[] = {2, 2, 2}, other[] = {1, 2, 3};
    assert_true(isnan(spearman(same, other, 3)));
}

/* What is in the same order and has no ties of its own reaches the ceiling. */
static void ties_lower_the_ceiling(void **state) {
    (void)state;
    static const double tied[] = {0, 0, 0, 0, 1, -1}, fine[] = {0.1, 0.2, 0.3, 0.4, 2, -2};
    double rank[6];
    assert_true(ranks_of(tied, 6, rank));
    assert_true(fabs(ranks_ceiling(rank, 6) - spearman(tied, fine, 6)) < 1e-12);
    assert_true(ranks_of(fine, 6, rank));
    assert_true(fabs(ranks_ceiling(rank, 6) - 1) < 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_numbers_share_their_ranks),
        cmocka_unit_test(ranks_correlate),
        cmocka_unit_test(ties_lower_the_ceiling),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
