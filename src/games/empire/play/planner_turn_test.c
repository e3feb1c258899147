/* The planner's turn against all ends, scored in full. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "planner_turn.h"

static hra_game *open_game(const char *spec) {
    hra_game *game = NULL;
    hra_error why;
    if (hra_game_open(&game, NULL, spec, &why) != 0)
        fail_msg("%s: %s", spec, why.text);
    return game;
}

typedef struct slow {
    const hra_game *game;
    int ends;
    double score;
    em_account account;
    em_turn turn;
    em_state end;
} slow;

/* The weights are those of `planner` in the documents. */
static bool compare(void *self, const em_state *s, const em_turn *turn) {
    slow *best = self;
    em_account account[EM_SEATS];
    int rival = 0;
    em_accounts(em_of(best->game), s, account);
    const em_account *own = &account[s->turn];
    for (int seat = 0; seat < best->game->seats; seat++)
        rival = seat != s->turn && account[seat].points > rival ? account[seat].points : rival;
    double score = own->points - rival + 0.01 * own->coins + 0.0005 * own->armies + 0.00001 * own->regions;
    if (best->ends++ == 0 || score > best->score + 1e-9) {
        best->score = score;
        best->account = *own;
        best->turn = *turn;
        best->end = *s;
    }
    return true;
}

static void compare_in(const hra_game *game, const em_state *s) {
    slow all = {.game = game};
    em_planned fast;
    em_account account;
    em_turns_each(game, s, NULL, compare, &all);
    em_planner_turn(game, &em_planner_default, s, NULL, NULL, &fast);
    assert_int_equal(fast.ends, all.ends);
    assert_true(fast.score > all.score - 1e-9 && fast.score < all.score + 1e-9);
    assert_int_equal(fast.turn.length, all.turn.length);
    assert_memory_equal(fast.turn.move, all.turn.move, (size_t)all.turn.length * sizeof all.turn.move[0]);
    assert_memory_equal(&fast.end, &all.end, sizeof all.end);
    assert_memory_equal(&fast.account, &all.account, sizeof all.account);
    assert_true(em_planner_score(game, &em_planner_default, &fast.end, s->turn, &account) >
                fast.score - 1e-9);
    assert_memory_equal(&account, &all.account, sizeof account);
}

/* Every position of a random play, at the card and within turns. */
static void the_planner_s_turn_is_the_first_of_the_best(void **state) {
    static const char *const games[] = {"empire:seats=3", "empire:seats=5",
                                        "empire:map=thesis,rules=classroom", "empire:neutral-armies=0",
                                        "empire:seats=4,continents=armies"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        hra_game *game = open_game(games[i]);
        hra_move list[EM_MAX_MOVES];
        double probability[EM_MAX_CHANCES];
        hra_rng rng;
        em_state s;
        int compared = 0;
        hra_rng_init(&rng, 5 + i);
        game->rules->init(game, &s);
        while (game->rules->to_move(game, &s) != HRA_OVER) {
            if (game->rules->to_move(game, &s) == HRA_CHANCE) {
                game->rules->apply(game, &s, hra_game_sample(game, &s, &rng, list, probability));
                continue;
            }
            if (em_in_turn(&s) && hra_rng_below(&rng, 4) == 0) {
                compare_in(game, &s);
                compared++;
            }
            int n = game->rules->moves(game, &s, list);
            game->rules->apply(game, &s, list[hra_rng_below(&rng, (uint32_t)n)]);
        }
        assert_true(compared > 5);
        hra_game_close(game);
    }
}

static void a_stop_ends_the_search_for_a_turn(void **state) {
    hra_game *game = open_game("empire:seats=3,neutral-armies=0,first-player=0");
    hra_stop stop = {0};
    hra_move list[EM_MAX_MOVES];
    double probability[EM_MAX_CHANCES];
    hra_rng rng;
    em_state s;
    em_planned all, some;
    hra_rng_init(&rng, 2);
    game->rules->init(game, &s);
    do {
        while (game->rules->to_move(game, &s) == HRA_CHANCE)
            game->rules->apply(game, &s, hra_game_sample(game, &s, &rng, list, probability));
        em_planner_turn(game, &em_planner_default, &s, NULL, NULL, &all);
        if (all.ends <= 256) {
            s = all.end;
            game->rules->apply(game, &s, em_move(EM_MOVE_END, 0, 0));
        }
    } while (all.ends <= 256);
    hra_stop_set(&stop);
    em_planner_turn(game, &em_planner_default, &s, NULL, &stop, &some);
    assert_int_equal(some.ends, 256);
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_planner_s_turn_is_the_first_of_the_best),
        cmocka_unit_test(a_stop_ends_the_search_for_a_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
