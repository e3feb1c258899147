/* How many seats a tree has. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "hra/game.h"

/* The number of seats is that of the tree: if fewer players are named, the others are the default players. */
static void named_players_do_not_make_seats(void **state) {
    static const struct {
        const char *spec;
        int named, seats;
    } cases[] = {
        {"tree", 0, 2},
        {"tree", 1, 2},
        {"tree", 2, 2},
        {"tree:text=seats 1;node r seat 0;leaf a 1;edge r a", 1, 1},
    };
    hra_game *game;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(hra_game_open_at(&game, NULL, cases[i].spec, cases[i].named, NULL, NULL), 0);
        assert_int_equal(game->seats, cases[i].seats);
        hra_game_close(game);
    }
    assert_int_equal(hra_game_open_at(&game, NULL, "tree", 3, NULL, NULL), HRA_EINPUT);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(named_players_do_not_make_seats)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
