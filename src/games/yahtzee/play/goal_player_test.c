/* The players with a wish, `atleast` and `duel`, as the frame sees them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "asked.h"
#include "games/yahtzee/rules/yahtzee.h"
#include "hra/player.h"

struct table {
    hra_game *game;
    hra_player *player;
    hra_agent *agent;
    _Alignas(struct yz_state) unsigned char s[YZ_STATE_ROOM];
    hra_question question;
};

static void sit_down(struct table *t, const char *game, const char *player) {
    hra_error why;
    memset(t, 0, sizeof *t);
    assert_int_equal(hra_game_open(&t->game, NULL, game, &why), 0);
    if (hra_player_open(&t->player, t->game, player, NULL, NULL, &why) != 0)
        fail_msg("%s", why.text);
    assert_int_equal(hra_agent_open(&t->agent, t->player), 0);
    t->game->rules->init(t->game, t->s);
    t->question.state = t->s;
}

static void stand_up(struct table *t) {
    hra_agent_close(t->agent);
    hra_player_close(t->player);
    hra_game_close(t->game);
}

static hra_err refused(const char *game, const char *player, hra_error *why) {
    hra_game *g;
    hra_player *p;
    assert_int_equal(hra_game_open(&g, NULL, game, why), 0);
    hra_err err = hra_player_open(&p, g, player, NULL, NULL, why);
    hra_game_close(g);
    return err;
}

static void refusals(void **state) {
    (void)state;
    hra_error why;
    assert_int_equal(refused("yahtzee:seats=3", "duel", &why), HRA_EFIT);
    assert_non_null(strstr(why.text, "seats=2"));
    assert_int_equal(refused("yahtzee:rules=yatzy", "atleast:target=375", &why), HRA_EINPUT);
    assert_non_null(strstr(why.text, "374"));
    assert_int_equal(refused("yahtzee", "atleast:target=0", &why), HRA_EINPUT);
    assert_int_equal(refused("yahtzee", "atleast:target=1576", &why), HRA_EINPUT);
}

static void check_advice(struct table *t, hra_move chosen) {
    asked_move moves[YZ_MAX_MOVES];
    hra_move legal[YZ_MAX_MOVES];
    asked_list advice = {.moves = moves};
    assert_int_equal(asked_advice(t->agent, &t->question, &advice), 0);
    assert_int_equal(advice.count, t->game->rules->moves(t->game, t->s, legal));
    assert_int_equal(advice.value.unit, HRA_UNIT_PROBABILITY);
    assert_int_equal(moves[0].move, chosen);
    for (int i = 0; i < advice.count; i++) {
        assert_true(moves[i].value >= 0 && moves[i].value <= 1 + 1e-9 && moves[i].loss >= 0);
        assert_true(moves[i].column[0] > 0 && moves[i].column[0] < 1576);
    }
}

/* Plays on by itself, dice from one seed, and looks at some pieces of advice. */
static void play_on(struct table *t, uint64_t seed) {
    hra_move rolls[YZ_ROLLS];
    double probability[YZ_ROLLS];
    hra_rng rng;
    int decisions = 0;
    hra_rng_init(&rng, seed);
    for (int who; (who = t->game->rules->to_move(t->game, t->s)) != HRA_OVER;) {
        hra_move move;
        if (who == HRA_CHANCE) {
            move = hra_game_sample(t->game, t->s, &rng, rolls, probability);
        } else {
            assert_int_equal(asked_choose(t->agent, &t->question, &move), 0);
            assert_true(hra_game_legal(t->game, t->s, move));
            if (decisions++ % 3 == 0)
                check_advice(t, move);
        }
        t->game->rules->apply(t->game, t->s, move);
    }
}

/* Once the score is out of reach the player has nothing to lose and goes on for the mean. */
static void hopeless_and_still_good(void **state) {
    (void)state;
    struct table t, best;
    hra_move rolls[YZ_ROLLS], move, other;
    double probability[YZ_ROLLS];
    asked_move moves[YZ_MAX_MOVES];
    asked_list advice = {.moves = moves};
    hra_rng rng;
    int compared = 0;
    sit_down(&t, "yahtzee:rules=plain", "atleast:target=375");
    sit_down(&best, "yahtzee:rules=plain", "optimal");
    hra_rng_init(&rng, 3);
    for (int who; (who = t.game->rules->to_move(t.game, t.s)) != HRA_OVER;) {
        if (who == HRA_CHANCE) {
            move = hra_game_sample(t.game, t.s, &rng, rolls, probability);
        } else {
            assert_int_equal(asked_choose(t.agent, &t.question, &move), 0);
            assert_int_equal(asked_advice(t.agent, &t.question, &advice), 0);
            best.question.state = t.s;
            assert_int_equal(asked_choose(best.agent, &best.question, &other), 0);
            if (moves[0].value == 0) {
                assert_int_equal(move, other);
                compared++;
            }
        }
        t.game->rules->apply(t.game, t.s, move);
    }
    assert_true(compared > 10);
    stand_up(&t);
    stand_up(&best);
}

static void whole_games(void **state) {
    (void)state;
    struct table t;
    sit_down(&t, "yahtzee:rules=plain", "atleast:target=370");
    play_on(&t, 1);
    stand_up(&t);
    sit_down(&t, "yahtzee:rules=plain,seats=2", "duel");
    play_on(&t, 2);
    stand_up(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refusals),
        cmocka_unit_test(whole_games),
        cmocka_unit_test(hopeless_and_still_good),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
