#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "hra/game.h"

/* A game whose tree can be counted by hand: seat 0 chooses one of two, chance one of three, seat 1 one of
 * four, again and again; a seat that chooses its last option ends the game. A state is the number of plies
 * made, and 0x80 at the end. */
static hra_err open_fan(hra_game *game, const hra_options *options, hra_error *why) {
    game->state_size = 1;
    game->max_moves = 4;
    game->max_chances = 3;
    return HRA_OK;
}

static void init(const hra_game *game, void *s) {
    *(uint8_t *)s = 0;
}

static int to_move(const hra_game *game, const void *s) {
    static const int movers[3] = {0, HRA_CHANCE, 1};
    uint8_t plies = *(const uint8_t *)s;
    return plies & 0x80 ? HRA_OVER : movers[plies % 3];
}

static int width(const void *s) {
    return 2 + *(const uint8_t *)s % 3;
}

static int moves(const hra_game *game, const void *s, hra_move *out) {
    for (int i = 0; i < width(s); i++)
        out[i] = (hra_move)i;
    return width(s);
}

static int chances(const hra_game *game, const void *s, hra_move *out, double *probability) {
    for (int i = 0; i < 3; i++)
        probability[i] = 1.0 / 3;
    return moves(game, s, out);
}

static void apply(const hra_game *game, void *s, hra_move m) {
    uint8_t *plies = s;
    *plies = (int)m == width(s) - 1 ? 0x80 : (uint8_t)(*plies + 1);
}

static void returns(const hra_game *game, const void *s, double *out) {
    out[0] = out[1] = 0;
}

static const hra_rules_text no_text = {.size = sizeof(hra_rules_text)};

static const hra_rules fan = {
    .size = sizeof(hra_rules),
    .name = "fan",
    .seats.min = 2,
    .seats.max = 2,
    .seats.default_ = 2,
    .open = open_fan,
    .init = init,
    .to_move = to_move,
    .moves = moves,
    .apply = apply,
    .returns = returns,
    .chance_outcomes = chances,
    .text = &no_text,
};

static void every_move_counts_chance_too(void **state) {
    /*  depth:   0   1     2       3          4
     *  alive:   1   1   1*2=2   2*3=6      6*1
     *  leaves:  1   2   1*3=3   2*4=8      6*2=12      */
    static const struct {
        int depth;
        uint64_t leaves, nodes;
    } cases[] = {
        {0, 1, 1},
        {1, 2, 1 + 2},
        {2, 3, 1 + 2 + 3},
        {3, 8, 1 + 2 + 3 + 8},
        {4, 12, 1 + 2 + 3 + 8 + 12},
        {5, 18, 1 + 2 + 3 + 8 + 12 + 18},
    };
    hra_game *game = NULL;
    assert_int_equal(hra_game_open_rules(&game, NULL, &fan, "fan", NULL), 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t s = 0;
        hra_perft_count count = {0};
        assert_int_equal(hra_perft(game, &s, cases[i].depth, NULL, &count), 0);
        assert_true(count.leaves == cases[i].leaves);
        assert_true(count.nodes == cases[i].nodes);
        assert_int_equal(s, 0);
    }
    hra_game_close(game);
}

static void from_the_end_there_is_nothing_below(void **state) {
    hra_game *game = NULL;
    uint8_t over = 0x80;
    hra_perft_count count = {0};
    assert_int_equal(hra_game_open_rules(&game, NULL, &fan, "fan", NULL), 0);
    assert_int_equal(hra_perft(game, &over, 0, NULL, &count), 0);
    assert_true(count.leaves == 1 && count.nodes == 1);
    assert_int_equal(hra_perft(game, &over, 1, NULL, &count), 0);
    assert_true(count.leaves == 0 && count.nodes == 1);
    hra_game_close(game);
}

static void bad_depths_and_stops_leave_the_count_alone(void **state) {
    hra_game *game = NULL;
    uint8_t s = 0;
    hra_stop stop = {0};
    hra_perft_count count = {77, 77};
    assert_int_equal(hra_game_open_rules(&game, NULL, &fan, "fan", NULL), 0);
    assert_int_equal(hra_perft(game, &s, -1, NULL, &count), HRA_EINPUT);
    assert_int_equal(hra_perft(game, &s, 1001, NULL, &count), HRA_EINPUT);
    hra_stop_set(&stop);
    assert_int_equal(hra_perft(game, &s, 40, &stop, &count), HRA_ESTOPPED);
    assert_true(count.leaves == 77 && count.nodes == 77);
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_move_counts_chance_too),
        cmocka_unit_test(from_the_end_there_is_nothing_below),
        cmocka_unit_test(bad_depths_and_stops_leave_the_count_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
