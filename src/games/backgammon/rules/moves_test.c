/* The plays of a roll, against published counts and a second generator. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "backgammon.h"
#include "hra/hra.h"

/* ---- a second generator -----------------------------------------------------------------------
 * One row of 26 signed numbers as both see it, White's positive and walking down, Black's negative and
 * walking up; every order of the dice is played out, step by step, and the final rows are compared one by
 * one. */

typedef struct row {
    int at[26]; /* 0: Black's bar, 25: White's; never both colours */
    int off[2];
} row;

enum { FOUND = 100000 };

typedef struct finds {
    row *row;
    int *dice, *single; /* how many dice were played, and which if one */
    int n;
} finds;

static row row_of(const bg_board *b) {
    row r = {{0}, {bg_count(&b->side[0], 0), bg_count(&b->side[1], 0)}};
    for (int p = 1; p <= 25; p++) {
        r.at[p] += bg_count(&b->side[0], p);
        r.at[25 - p] -= bg_count(&b->side[1], p);
    }
    return r;
}

static bool all_home(const row *r, int white) {
    for (int p = white ? 7 : 0; p <= (white ? 25 : 18); p++)
        if (white ? r->at[p] > 0 : r->at[p] < 0)
            return false;
    return true;
}

/* Whether a checker is farther from home than one on p. */
static bool any_behind(const row *r, int white, int p) {
    for (int q = white ? p + 1 : 0; q <= (white ? 25 : p - 1); q++)
        if (white ? r->at[q] > 0 : r->at[q] < 0)
            return true;
    return false;
}

static bool walk_step(row *r, int white, int p, int die) {
    int sign = white ? 1 : -1, to = p - sign * die, bar = white ? 25 : 0;
    if (r->at[p] * sign <= 0 || (r->at[bar] * sign > 0 && p != bar))
        return false;
    if (to <= 0 || to >= 25) {
        if (!all_home(r, white) || (to != 0 && to != 25 && any_behind(r, white, p)))
            return false;
        r->off[!white]++;
    } else {
        if (r->at[to] * sign < -1)
            return false;
        if (r->at[to] * sign == -1) {
            r->at[to] = 0;
            r->at[25 - bar] -= sign;
        }
        r->at[to] += sign;
    }
    r->at[p] -= sign;
    return true;
}

static void walk_all(const row *r, int white, const int *dice, int left, int played, int single, finds *out) {
    bool any = false;
    for (int p = 0; p <= 25 && left; p++) {
        row next = *r;
        if (!walk_step(&next, white, p, *dice))
            continue;
        any = true;
        walk_all(&next, white, dice + 1, left - 1, played + 1, played ? 0 : *dice, out);
    }
    if (any)
        return;
    assert_true(out->n < FOUND);
    out->row[out->n] = *r;
    out->dice[out->n] = played;
    out->single[out->n++] = single;
}

static int by_bytes(const void *a, const void *b) {
    return memcmp(a, b, sizeof(row));
}

/* The different rows that a roll may lead to, sorted. */
static int twin_plays(const bg_board *b, int seat, int high, int low, finds *f) {
    int one[5] = {high, low, high, high}, two[3] = {low, high}, most = 0, n = 0, kept = 0;
    bool by_high = false;
    row r = row_of(b);
    f->n = 0;
    walk_all(&r, seat == BG_WHITE, one, high == low ? 4 : 2, 0, 0, f);
    if (high != low)
        walk_all(&r, seat == BG_WHITE, two, 2, 0, 0, f);
    for (int i = 0; i < f->n; i++)
        most = f->dice[i] > most ? f->dice[i] : most;
    for (int i = 0; i < f->n; i++)
        by_high = by_high || (f->dice[i] == most && f->single[i] == high);
    for (int i = 0; i < f->n; i++)
        if (f->dice[i] == most && (most != 1 || !by_high || f->single[i] == high))
            f->row[n++] = f->row[i];
    qsort(f->row, (size_t)n, sizeof *f->row, by_bytes);
    for (int i = 0; i < n; i++)
        if (i == 0 || by_bytes(&f->row[i], &f->row[kept - 1]) != 0)
            f->row[kept++] = f->row[i];
    return kept;
}

/* See BG_MAX_PLAYS. */
static int most_plays(const bg_side *s) {
    int n = 0;
    for (int place = 1; place <= BG_BAR; place++)
        n += bg_count(s, place);
    int doubles = (n + 3) * (n + 2) * (n + 1) * n / 24, others = n * n + n;
    return doubles > others ? doubles : others;
}

static void compare(const bg_board *b, int seat, int high, int low, finds *f) {
    static hra_move list[BG_MAX_PLAYS];
    static row made[BG_MAX_PLAYS];
    int n = bg_plays(b, seat, high, low, list), other = twin_plays(b, seat, high, low, f);
    assert_in_range(n, 1, most_plays(&b->side[seat]));
    for (int i = 0; i < n; i++) {
        bg_board next = *b;
        bg_play(&next, seat, high, low, list[i]);
        made[i] = row_of(&next);
    }
    qsort(made, (size_t)n, sizeof *made, by_bytes);
    if (n == other && memcmp(made, f->row, (size_t)n * sizeof *made) == 0)
        return;
    row r = row_of(b);
    for (int p = 0; p < 26; p++)
        fprintf(stderr, "%d ", r.at[p]);
    fail_msg("seat %d with %d-%d: %d plays, or %d", seat, high, low, n, other);
}

static finds find_room(void) {
    finds f = {malloc(FOUND * sizeof *f.row), malloc(FOUND * sizeof *f.dice),
               malloc(FOUND * sizeof *f.single), 0};
    assert_true(f.row && f.dice && f.single);
    return f;
}

static void free_finds(finds *f) {
    free(f->row);
    free(f->dice);
    free(f->single);
}

static bg_board start(const char *spec) {
    hra_game *game = NULL;
    bg_state s;
    assert_int_equal(hra_game_open(&game, NULL, spec, NULL), 0);
    game->rules->init(game, &s);
    hra_game_close(game);
    return s.board;
}

/* Whole games at random, from each beginning. */
static void plays_are_those_of_the_twin(void **state) {
    static const char *const specs[] = {"backgammon", "backgammon:variation=nackgammon",
                                        "backgammon:checkers=3", "backgammon:checkers=1"};
    static hra_move list[BG_MAX_PLAYS];
    const char *all = getenv("ALL");
    int games = all && *all ? 60 : 3;
    finds f = find_room();
    hra_rng rng;
    hra_rng_init(&rng, 3);
    for (int i = 0; i < 4 * games; i++) {
        bg_board b = start(specs[i % 4]);
        for (int seat = 0;; seat ^= 1) {
            int one = 1 + (int)hra_rng_below(&rng, 6), two = 1 + (int)hra_rng_below(&rng, 6);
            int high = one > two ? one : two, low = one > two ? two : one;
            compare(&b, seat, high, low, &f);
            int n = bg_plays(&b, seat, high, low, list);
            bg_play(&b, seat, high, low, list[hra_rng_below(&rng, (uint32_t)n)]);
            if (!(bg_some(&b.side[seat]) & BG_ON_BOARD))
                break;
        }
    }
    free_finds(&f);
}

/* Puts N checkers of a side at random on places first..last that the other side has not taken. */
static void strew(hra_rng *rng, bg_board *b, int seat, int n, int first, int last) {
    while (n > 0) {
        int place = first + (int)hra_rng_below(rng, (uint32_t)(last - first + 1));
        if (place >= 1 && place < BG_BAR && bg_count(&b->side[!seat], BG_BAR - place))
            continue;
        bg_put(&b->side[seat], place);
        n--;
    }
}

/* Where games at random seldom come: bars, broken homes, sides nearly off. */
static void strewn_positions_too(void **state) {
    const char *all = getenv("ALL");
    int rounds = all && *all ? 20000 : 600;
    finds f = find_room();
    hra_rng rng;
    hra_rng_init(&rng, 4);
    for (int i = 0; i < rounds; i++) {
        bg_board b = {0};
        int kind = i % 4, few = 1 + (int)hra_rng_below(&rng, 5);
        if (kind == 0) { /* all over the board */
            strew(&rng, &b, 0, 4 + few, 1, 25);
            strew(&rng, &b, 1, 8, 1, 24);
        } else if (kind == 1) { /* bearing off */
            strew(&rng, &b, 0, 2 * few, 1, 6);
            strew(&rng, &b, 1, 5, 1, 12);
        } else if (kind == 2) { /* bearing off against the bar, and an anchor */
            strew(&rng, &b, 0, 2 * few, 1, 8);
            strew(&rng, &b, 1, 3, 19, 25);
        } else { /* coming in */
            strew(&rng, &b, 1, 10, 1, 6);
            strew(&rng, &b, 0, few, 24, 25);
            strew(&rng, &b, 0, 4, 5, 12);
        }
        for (int seat = 0; seat < 2; seat++) {
            int high = 1 + (int)hra_rng_below(&rng, 6), low = 1 + (int)hra_rng_below(&rng, (uint32_t)high);
            compare(&b, seat, high, low, &f);
        }
    }
    free_finds(&f);
}

/* ---- published counts -------------------------------------------------------------------------
 * Different positions after a number of rolls from the beginning, over the 21 rolls, and weighted over 36. */

static uint64_t count(const bg_board *b, int seat, int rolls, uint64_t *weighted) {
    hra_move list[BG_MAX_PLAYS];
    uint64_t leaves = 0;
    for (int high = 1; high <= 6; high++)
        for (int low = 1; low <= high; low++) {
            int n = bg_plays(b, seat, high, low, list);
            uint64_t below = 0, heavy = rolls == 1 ? (uint64_t)n : 0;
            for (int i = 0; rolls > 1 && i < n; i++) {
                bg_board next = *b;
                uint64_t more = 0;
                bg_play(&next, seat, high, low, list[i]);
                below += count(&next, !seat, rolls - 1, &more);
                heavy += more;
            }
            leaves += rolls == 1 ? (uint64_t)n : below;
            *weighted += heavy * (high == low ? 1 : 2);
        }
    return leaves;
}

static void positions_are_as_many_as_published(void **state) {
    static const uint64_t known[][2] = {{447, 637}, {202782, 419783}, {116154993, 346692108}};
    const char *all = getenv("ALL");
    bg_board b = start("backgammon");
    for (int rolls = 1; rolls <= (all && *all ? 3 : 2); rolls++) {
        uint64_t weighted = 0;
        assert_int_equal(count(&b, 0, rolls, &weighted), known[rolls - 1][0]);
        assert_int_equal(weighted, known[rolls - 1][1]);
    }
}

static void opening_rolls_have_as_many_plays_as_published(void **state) {
    static const int known[][2] = {{21, 15}, {31, 16}, {41, 14}, {51, 8},  {61, 10}, {32, 17}, {42, 18},
                                   {52, 8},  {62, 14}, {43, 17}, {53, 9},  {63, 14}, {54, 9},  {64, 14},
                                   {65, 7},  {11, 42}, {22, 75}, {33, 73}, {44, 52}, {55, 4},  {66, 11}};
    hra_move list[BG_MAX_PLAYS];
    bg_board b = start("backgammon");
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        for (int seat = 0; seat < 2; seat++)
            assert_int_equal(bg_plays(&b, seat, known[i][0] / 10, known[i][0] % 10, list), known[i][1]);
}

/* ---- the bits ---------------------------------------------------------------------------------*/

static void checkers_are_counted(void **state) {
    bg_side s = {{0}};
    for (int place = 0; place < BG_PLACES; place++)
        for (int n = 1; n <= 15; n++) {
            bg_put(&s, place);
            assert_int_equal(bg_count(&s, place), n);
            assert_int_equal(bg_several(&s) >> place & 1, n > 1);
            assert_int_equal(bg_some(&s), ((bg_set)2 << place) - 1);
        }
    assert_int_equal(bg_pips(&s), 15 * 25 * 26 / 2);
    for (int place = 0; place < BG_PLACES; place++)
        for (int n = 14; n >= 0; n--) {
            bg_take(&s, place);
            assert_int_equal(bg_count(&s, place), n);
        }
    assert_int_equal(bg_some(&s), 0);
    for (int place = 0; place < BG_PLACES; place++) /* bar and off are not across */
        assert_int_equal(bg_across((bg_set)1 << place),
                         place == BG_OFF || place == BG_BAR ? 0 : (bg_set)1 << (BG_BAR - place));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(checkers_are_counted),
        cmocka_unit_test(positions_are_as_many_as_published),
        cmocka_unit_test(opening_rolls_have_as_many_plays_as_published),
        cmocka_unit_test(plays_are_those_of_the_twin),
        cmocka_unit_test(strewn_positions_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
