/* The general solver and positions that no play from the beginning leads to. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"

#include "general_solver.h"

/* A move takes two from a heap of ten, or four; a seat that cannot move has lost. No heap of odd size can
 * occur. */
typedef struct heap {
    int left, turn;
} heap;

static hra_err open_heap(hra_game *game, const hra_options *chosen, hra_error *why) {
    game->state_size = sizeof(heap);
    game->max_moves = 2;
    game->zero_sum = game->integer_returns = true;
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

static void show(const hra_game *game, const void *s, const hra_board_style *look, hra_text *out) {
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
                                    .move_help = "number",
                                    .write_position = write_position,
                                    .read_position = read_position};
static const hra_rules rules = {.size = sizeof(hra_rules),
                                .name = "heap",
                                .seats = {.min = 2, .max = 2, .default_ = 2},
                                .open = open_heap,
                                .init = init,
                                .to_move = to_move,
                                .moves = moves,
                                .apply = apply,
                                .returns = returns,
                                .text = &text};

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

/* The tree walked node by node; 0: a way has more nodes than any game below has plies, so play comes back. */
static double walked(const hra_game *game, const void *s, int plies) {
    hra_move moves[64];
    double probability[64], sum = 1, below;
    unsigned char child[256];
    int mover = game->rules->to_move(game, s);
    int n = mover == HRA_OVER     ? 0
            : mover == HRA_CHANCE ? game->rules->chance_outcomes(game, s, moves, probability)
                                  : game->rules->moves(game, s, moves);
    for (int i = 0; i < n; i++, sum += below) {
        memcpy(child, s, game->state_size);
        game->rules->apply(game, child, moves[i]);
        if (plies == 0 || (below = walked(game, child, plies - 1)) == 0)
            return 0;
    }
    return sum;
}

static void a_tree_is_counted_without_being_walked(void **state) {
    static const char *const specs[] = {
        "nim:rows=1-2", "nim:rows=2-3-4", "matches:count=12",
        "tictactoe",    "tree",           "race:seats=2,track=8,pieces=1,faces=1-2"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        hra_game *game;
        unsigned char s[256];
        double tree = -1;
        assert_int_equal(hra_game_open(&game, NULL, specs[i], NULL), 0);
        assert_true(game->state_size <= sizeof s && hra_game_move_capacity(game) <= 64);
        game->rules->init(game, s);
        assert_int_equal(hra_general_count(game, s, 100000, NULL, &tree), 0);
        double truth = walked(game, s, 40);
        assert_true(truth > 0 ? tree == truth : isinf(tree));
        assert_true((i == 5) == !(truth > 0)); /* a piece that was hit begins again */
        assert_int_equal(hra_general_count(game, s, 2, NULL, &tree), HRA_ELIMIT);
        hra_game_close(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_position_is_solved_where_no_play_leads),
        cmocka_unit_test(a_tree_is_counted_without_being_walked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
