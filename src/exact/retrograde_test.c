/* Retrograde analysis on graphs drawn at random, against plain iteration. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "retrograde.h"

enum { MOST_SLICES = 6, MOST = 700, MOST_MOVES = 4 };

typedef struct position {
    int inner[MOST_MOVES], inner_count;
    hra_retro_place outer[MOST_MOVES];
    int outer_count;
} position;

/* Slices 0 and 1 are partners, 2 is its own, 3 and 4 are partners, 5 is its own. */
typedef struct graph {
    int size[MOST_SLICES], slices;
    position at[MOST_SLICES][MOST];
    bool wrong; /* parents leaves one out */
    uint8_t kept[MOST_SLICES][MOST];
    hra_retro_summary summary[MOST_SLICES];
    bool has[MOST_SLICES];
    int saves, saves_left;
    hra_stop stop;
} graph;

static const int partners[MOST_SLICES] = {1, 0, 2, 4, 3, 5};
static const int unit_start[MOST_SLICES] = {0, 0, 2, 3, 3, 5};

static uint64_t size(const void *self, int slice) {
    return (uint64_t)((const graph *)self)->size[slice];
}

static int partner(const void *self, int slice) {
    return partners[slice];
}

static int needs(const void *self, int slice, int *out) {
    for (int i = 0; i < unit_start[slice]; i++)
        out[i] = i;
    return unit_start[slice];
}

static int outer(const void *self, void *scratch, int slice, uint64_t index, hra_retro_place *out,
                 int *inner) {
    const position *p = &((const graph *)self)->at[slice][index];
    memcpy(out, p->outer, sizeof p->outer);
    *inner = p->inner_count;
    return p->outer_count;
}

static int inner(const void *self, void *scratch, int slice, uint64_t index, uint64_t *out) {
    const position *p = &((const graph *)self)->at[slice][index];
    for (int i = 0; i < p->inner_count; i++)
        out[i] = (uint64_t)p->inner[i];
    return p->inner_count;
}

static int parents(const void *self, void *scratch, int slice, uint64_t index, uint64_t *out) {
    const graph *g = self;
    int n = 0, from = partners[slice];
    for (int i = 0; i < g->size[from]; i++)
        for (int k = 0; k < g->at[from][i].inner_count; k++)
            if (g->at[from][i].inner[k] == (int)index)
                out[n++] = (uint64_t)i;
    return g->wrong && n > 0 ? n - 1 : n;
}

static bool has(void *self, int slice) {
    return ((graph *)self)->has[slice];
}

static hra_err load(void *self, int slice, uint8_t *out, hra_error *why) {
    graph *g = self;
    assert_true(g->has[slice]);
    memcpy(out, g->kept[slice], (size_t)g->size[slice]);
    return 0;
}

static hra_err save(void *self, int slice, const uint8_t *values, const hra_retro_summary *summary,
                    hra_error *why) {
    graph *g = self;
    memcpy(g->kept[slice], values, (size_t)g->size[slice]);
    g->summary[slice] = *summary;
    g->has[slice] = true;
    g->saves++;
    if (--g->saves_left == 0)
        hra_stop_set(&g->stop);
    return 0;
}

static hra_retro_game as_game(const graph *g) {
    return (hra_retro_game){.self = g,
                            .what = "solving a graph",
                            .slices = g->slices,
                            .max_moves = MOST * MOST_MOVES,
                            .size = size,
                            .partner = partner,
                            .needs = needs,
                            .outer = outer,
                            .inner = inner,
                            .parents = parents};
}

static hra_err build(graph *g, int threads, hra_error *why) {
    hra_retro_game game = as_game(g);
    hra_retro_store store = {g, has, load, save};
    hra_progress progress = {.stop = &g->stop};
    return hra_retro_build(&game, &store, threads, &progress, why);
}

static hra_err build_unit(graph *g, int unit, hra_error *why) {
    hra_retro_game game = as_game(g);
    hra_retro_store store = {g, has, load, save};
    return hra_retro_build_unit(&game, &store, unit, 2, NULL, why);
}

static graph *draw(uint64_t seed) {
    graph *g = calloc(1, sizeof *g);
    hra_rng rng;
    assert_non_null(g);
    hra_rng_init(&rng, seed);
    g->slices = MOST_SLICES;
    for (int s = 0; s < MOST_SLICES; s++)
        g->size[s] = 1 + (int)hra_rng_below(&rng, 60);
    for (int s = 0; s < MOST_SLICES; s++)
        for (int i = 0; i < g->size[s]; i++) {
            position *p = &g->at[s][i];
            p->inner_count = (int)hra_rng_below(&rng, MOST_MOVES);
            for (int k = 0; k < p->inner_count; k++)
                p->inner[k] = (int)hra_rng_below(&rng, (uint32_t)g->size[partners[s]]);
            p->outer_count = hra_rng_below(&rng, 4) ? 0 : 1 + (int)hra_rng_below(&rng, MOST_MOVES - 1);
            for (int k = 0; k < p->outer_count; k++) {
                int to = (int)hra_rng_below(&rng, (uint32_t)unit_start[s] + 2) - 2;
                p->outer[k].slice = to;
                p->outer[k].index = to < 0 ? 0 : hra_rng_below(&rng, (uint32_t)g->size[to]);
            }
        }
    return g;
}

/* ---- the twin: every position is looked at again and again until nothing changes ---------------*/

static int twin_child(const graph *g, int value[MOST_SLICES][MOST], int slice, int move) {
    const position *p = &g->at[slice / MOST][slice % MOST];
    if (move < p->inner_count)
        return value[partners[slice / MOST]][p->inner[move]];
    hra_retro_place to = p->outer[move - p->inner_count];
    return to.slice == HRA_RETRO_LOST ? 0 : to.slice == HRA_RETRO_DRAWN ? -1 : value[to.slice][to.index];
}

/* Plies to the end where it is known to be won (odd) or lost (even), -1 where not. */
static void twin(const graph *g, int value[MOST_SLICES][MOST]) {
    bool changed = true;
    for (int s = 0; s < MOST_SLICES; s++)
        for (int i = 0; i < MOST; i++)
            value[s][i] = -1;
    for (int ply = 0; changed || ply < 400; ply++) {
        changed = false;
        for (int s = 0; s < MOST_SLICES; s++)
            for (int i = 0; i < g->size[s]; i++) {
                const position *p = &g->at[s][i];
                int wins = 0, known = 0, n = p->inner_count + p->outer_count;
                for (int m = 0; m < n; m++) {
                    int child = twin_child(g, value, s * MOST + i, m);
                    wins += child == ply - 1 && child % 2 == 0;
                    known += child % 2 == 1;
                }
                if (value[s][i] < 0 && (ply % 2 ? wins > 0 : known == n)) {
                    value[s][i] = ply;
                    changed = true;
                }
            }
    }
}

static void assert_same(const graph *g) {
    static int value[MOST_SLICES][MOST];
    twin(g, value);
    for (int s = 0; s < MOST_SLICES; s++) {
        hra_retro_summary sum = {0};
        for (int i = 0; i < g->size[s]; i++) {
            int v = value[s][i];
            assert_int_equal(g->kept[s][i], v + 1);
            sum.won += v >= 0 && v % 2 == 1;
            sum.lost += v >= 0 && v % 2 == 0;
            sum.drawn += v < 0;
            sum.longest = v % 2 == 1 && v > sum.longest ? v : sum.longest;
        }
        assert_memory_equal(&sum, &g->summary[s], sizeof sum);
    }
}

/* ---- tests ------------------------------------------------------------------------------------*/

static void random_graphs_are_solved(void **state) {
    for (uint64_t seed = 0; seed < 40; seed++) {
        graph *g = draw(seed);
        hra_error why = {0};
        assert_int_equal(build(g, 1 + (int)(seed % 3), &why), 0);
        assert_same(g);
        free(g);
    }
}

static void a_stopped_build_goes_on(void **state) {
    for (int saves = 1; saves < MOST_SLICES; saves++) {
        graph *g = draw(7);
        hra_error why = {0};
        g->saves_left = saves;
        assert_int_equal(build(g, 1, &why), HRA_ESTOPPED);
        assert_string_equal(why.text, "stopped while solving a graph");
        int before = g->saves;
        hra_stop_clear(&g->stop);
        assert_int_equal(build(g, 1, &why), 0);
        assert_true(g->saves - before <= MOST_SLICES - saves + 1); /* of a pair both are made again */
        assert_same(g);
        free(g);
    }
}

/* Each unit by a call of its own; what it needs was built by others, and is read. */
static void units_are_built_one_by_one(void **state) {
    graph *g = draw(11);
    hra_retro_game game = as_game(g);
    static const int known[] = {0, 2, 3, 5};
    int units[MOST_SLICES], below[2 * MOST_SLICES], n = hra_retro_units(&game, units);
    hra_error why = {0};
    assert_int_equal(n, 4);
    for (int i = 0; i < n; i++) {
        assert_int_equal(units[i], known[i]);
        assert_int_equal(hra_retro_unit_needs(&game, units[i], below), i);
        for (int k = 0; k < i; k++)
            assert_int_equal(below[k], units[k]);
    }
    assert_int_equal(build_unit(g, 0, &why), 0);
    assert_int_equal(build_unit(g, 3, &why), HRA_EIO);
    assert_string_equal(why.text, "solving a graph: slice 3 needs slice 2, which is missing");
    assert_int_equal(g->saves, 2);
    for (int i = 1; i < n; i++)
        assert_int_equal(build_unit(g, units[i], &why), 0);
    assert_same(g);
    assert_int_equal(build_unit(g, 3, &why), 0);
    assert_int_equal(g->saves, MOST_SLICES); /* what is there is left */
    free(g);
}

static void functions_that_contradict_are_found(void **state) {
    graph *g = draw(3);
    hra_error why = {0};
    g->wrong = true;
    assert_int_equal(build(g, 2, &why), HRA_EDAMAGED);
    assert_non_null(strstr(why.text, "but its moves give"));
    free(g);
}

/* One position after the other: 0 is lost at once, each other has one move, down. */
static void distances_have_a_limit(void **state) {
    for (int length = HRA_RETRO_MAX_PLIES + 1; length <= HRA_RETRO_MAX_PLIES + 2; length++) {
        graph *g = calloc(1, sizeof *g);
        hra_error why = {0};
        assert_non_null(g);
        g->slices = MOST_SLICES;
        g->size[2] = length;
        for (int i = 1; i < length; i++)
            g->at[2][i] = (position){.inner = {i - 1}, .inner_count = 1};
        hra_err err = build(g, 1, &why);
        if (length == HRA_RETRO_MAX_PLIES + 1) {
            assert_int_equal(err, 0);
            assert_same(g);
        } else {
            assert_int_equal(err, HRA_ELIMIT);
            assert_non_null(strstr(why.text, "more than 254 plies away"));
        }
        free(g);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_graphs_are_solved), cmocka_unit_test(a_stopped_build_goes_on),
        cmocka_unit_test(units_are_built_one_by_one), cmocka_unit_test(functions_that_contradict_are_found),
        cmocka_unit_test(distances_have_a_limit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
