/* The general solver and positions that no play from the beginning leads to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"

/* Two are taken from a heap of ten, or four; whoever cannot has lost. No play comes to an odd heap. */
typedef struct heap {
    int left, turn;
} heap;

static hra_err open_heap(hra_game *game, const hra_options *chosen, hra_error *why) {
    game->state_size = sizeof(heap);
    game->max_moves = 2;
    game->zero_sum = game->integral = true;
    game->min_return = -1, game->max_return = 1;
    return HRA_OK;
}

static void init(const hra_game *game, void *s) {
    *(heap *)s = (heap){.left = 10};
}

static int to_move(const hra_game *game, const void *s) {
    const heap *h = s;
    return h->left < 2 ? HRA_OVER : h->turn;
}

static int moves(const hra_game *game, const void *s, hra_move *out) {
    const heap *h = s;
    int n = 0;
    for (int take = 2; take <= h->left && take <= 4; take += 2)
        out[n++] = (hra_move)take;
    return n;
}

static void apply(const hra_game *game, void *s, hra_move m) {
    heap *h = s;
    h->left -= (int)m;
    h->turn = !h->turn;
}

static void returns(const hra_game *game, const void *s, double *out) {
    const heap *h = s;
    out[h->turn] = -1;
    out[!h->turn] = 1;
}

static void show(const hra_game *game, const void *s, const hra_look *look, hra_text *out) {
    hra_text_addf(out, "%d\n", ((const heap *)s)->left);
}

static void show_move(const hra_game *game, const void *s, hra_move m, hra_text *out) {
    hra_text_addf(out, "%u", m);
}

static void write_position(const hra_game *game, const void *s, hra_text *out) {
    hra_text_addf(out, "%d/%d", ((const heap *)s)->left, ((const heap *)s)->turn);
}

static hra_err read_position(const hra_game *game, const char *text, void *s, hra_error *why) {
    return hra_fail(why, HRA_EFIT, -1, "not read");
}

static const hra_rules_text text = {.size = sizeof(hra_rules_text),
                                    .title = "Heap",
                                    .summary = "two or four",
                                    .show = show,
                                    .show_move = show_move,
                                    .move_help = "how many",
                                    .write_position = write_position,
                                    .read_position = read_position};
static const hra_rules rules = {
    .size = sizeof(hra_rules),
    .name = "heap",
    .seats = {.fewest = 2, .most = 2, .usual = 2},
    .open = open_heap,
    .init = init,
    .to_move = to_move,
    .moves = moves,
    .apply = apply,
    .returns = returns,
    .text = &text
};

static void a_position_is_solved_where_no_play_leads(void **state) {
    hra_game *game;
    hra_solution *solution;
    double value[2];
    assert_int_equal(hra_game_open_rules(&game, NULL, &rules, "heap", NULL), 0);
    for (int asked = 0; asked < 2; asked++) {
        heap odd = {.left = 11, .turn = 1};
        hra_solve_setup setup = {.size = sizeof setup, .position = asked ? &odd : NULL};
        assert_int_equal(hra_solution_open(&solution, game, &setup, NULL), 0);
        /* the loser to move has left / 2 a multiple of 3 */
        for (int left = 0; left <= 11; left++) {
            heap h = {.left = left, .turn = 1};
            bool held = left % 2 == 0 ? left < 10 : asked && left != 9;
            assert_int_equal(hra_solution_value(solution, &h, value), held ? HRA_OK : HRA_EINPUT);
            if (held)
                assert_true(value[1] == (left / 2 % 3 ? 1 : -1));
        }
        hra_solution_close(solution);
    }
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_position_is_solved_where_no_play_leads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
