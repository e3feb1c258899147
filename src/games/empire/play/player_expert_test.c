/* The opponents of empire: every decision against a slow twin or an exact search. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "asked.h"
#include "candidates.h"
#include "hra/hra.h"
#include "plan.h"
#include "player_bids.h"
#include "player_mcts.h"
#include "players/agent.h"

static hra_game *open_game(const char *spec) {
    hra_game *game = NULL;
    hra_error why;
    if (hra_game_open(&game, NULL, spec, &why) != 0)
        fail_msg("%s: %s", spec, why.text);
    return game;
}

static hra_move random_move(const hra_game *game, const em_state *s, hra_rng *rng) {
    hra_move list[EM_MAX_MOVES];
    double probability[EM_MAX_CHANCES];
    if (game->rules->to_move(game, s) == HRA_CHANCE)
        return hra_game_sample(game, s, rng, list, probability);
    return list[hra_rng_below(rng, (uint32_t)game->rules->moves(game, s, list))];
}

/* A random state before a seat's turn, with LEFT turns left in the game. */
static em_state random_state(const hra_game *game, int left, hra_rng *rng) {
    const em_game *g = em_of(game);
    for (;;) {
        em_state s;
        game->rules->init(game, &s);
        while (s.phase != EM_AT_OVER) {
            if (s.phase == EM_AT_CARD && g->seats * g->setup.cards - s.turns == left)
                return s;
            game->rules->apply(game, &s, random_move(game, &s, rng));
        }
    }
}

/* ---- planner ----------------------------------------------------------------------------------------*/

/* The best score of all ends below s, one rule at a time. */
static double best_score(const hra_game *game, const em_state *s, int seat, int *ends) {
    hra_move list[EM_MAX_MOVES];
    em_account account[EM_SEATS];
    double most = -1e9;
    int n = game->rules->moves(game, s, list);
    for (int i = 0; i < n; i++) {
        em_state t = *s;
        game->rules->apply(game, &t, list[i]);
        if (em_move_kind(list[i]) != EM_MOVE_END) {
            most = fmax(most, best_score(game, &t, seat, ends));
            continue;
        }
        em_accounts(em_of(game), &t, account);
        int rival = 0;
        for (int k = 0; k < game->seats; k++)
            rival = k != seat && account[k].points > rival ? account[k].points : rival;
        most = fmax(most, account[seat].points - rival + 0.01 * account[seat].coins +
                              0.0005 * account[seat].armies + 1e-5 * account[seat].regions);
        ++*ends;
    }
    return most;
}

static double score_of(const hra_game *game, const em_state *s, int seat) {
    em_account account[EM_SEATS];
    int rival = 0;
    em_accounts(em_of(game), s, account);
    for (int k = 0; k < game->seats; k++)
        rival = k != seat && account[k].points > rival ? account[k].points : rival;
    return account[seat].points - rival + 0.01 * account[seat].coins + 0.0005 * account[seat].armies +
           1e-5 * account[seat].regions;
}

static void plan_in(const char *spec, int turns) {
    hra_game *game = open_game(spec);
    hra_player *player = NULL;
    hra_agent *agent = NULL;
    hra_rng rng;
    hra_rng_init(&rng, 3);
    assert_int_equal(hra_player_open(&player, game, "planner", NULL, NULL, NULL), 0);
    assert_int_equal(hra_agent_open(&agent, player), 0);
    for (int i = 0; i < turns; i++) {
        em_state s = random_state(game, 1 + (int)hra_rng_below(&rng, 14), &rng), start = s;
        int ends = 0, seat = s.turn;
        double best = best_score(game, &s, seat, &ends);
        hra_move m = 0, first = 0;
        do {
            assert_int_equal(asked_choose(agent, &(hra_question){.state = &s}, &m), 0);
            assert_true(hra_game_legal(game, &s, m));
            first = first ? first : m;
            game->rules->apply(game, &s, m);
        } while (em_move_kind(m) != EM_MOVE_END);
        assert_true(fabs(score_of(game, &s, seat) - best) < 1e-9);
        assert_int_equal(asked_choose(agent, &(hra_question){.state = &start}, &m), 0);
        assert_int_equal(m, first); /* asked again, the same answer */
    }
    hra_agent_close(agent);
    hra_player_close(player);
    hra_game_close(game);
}

static void planner_finds_the_best_of_all_ends(void **state) {
    plan_in("empire", 12);
    plan_in("empire:seats=4", 12);
    plan_in("empire:map=thesis,seats=3", 6);
}

/* ---- the judge ---------------------------------------------------------------------------------------*/

typedef struct compared {
    const hra_game *game;
    const em_eval *judge;
    const em_evaluated *base;
    int ends;
    float most;
} compared;

/* The sum of weights of the features, taken from the state alone. */
static void compare_sum(compared *c, const em_state *s, const float *strength) {
    em_evaluated fresh;
    em_feature feature[EM_MOST_FEATURES];
    em_eval_base(c->judge, s, &fresh);
    for (int seat = 0; seat < c->game->seats; seat++) {
        double sum = 0;
        int n = em_eval_features(c->judge, &fresh, s, seat, feature);
        assert_true(n <= EM_MOST_FEATURES);
        for (int i = 0; i < n; i++)
            sum += (double)c->judge->weight[fresh.left[seat]][feature[i].index] * feature[i].number;
        if (fabs(sum - (double)strength[seat]) > 1e-3)
            fail_msg("seat %d: %f, the sum of its features is %f", seat, (double)strength[seat], sum);
    }
}

static bool compare_end(void *self, const em_state *s, const em_turn *turn) {
    compared *c = self;
    float strength[EM_SEATS], share[EM_SEATS];
    em_eval_after(c->judge, c->base, s, turn->changed, strength);
    compare_sum(c, s, strength);
    em_shares(strength, c->game->seats, share);
    c->most = c->ends++ == 0 || share[s->turn] > c->most ? share[s->turn] : c->most;
    return c->ends < 400;
}

static void judge_in(const char *spec) {
    hra_game *game = open_game(spec);
    em_eval judge;
    hra_rng rng;
    em_candidates *found = malloc(sizeof *found);
    hra_rng_init(&rng, 9);
    em_eval_open(&judge, em_of(game), em_weights[game->seats - 2]);
    for (int i = 0; i < 20; i++) {
        em_state s = random_state(game, 2 + (int)hra_rng_below(&rng, 12), &rng);
        em_turn turn = {.length = 0};
        em_evaluated base;
        hra_move card = em_move(EM_MOVE_CARD, 0, 0);
        em_turn_add(&turn, card);
        game->rules->apply(game, &s, card);
        em_eval_base(&judge, &s, &base);
        compared c = {.game = game, .judge = &judge, .base = &base};
        bool all = em_turns_each(game, &s, &turn, compare_end, &c);
        /* the best candidate is the best of all; with a beam it is one of them */
        for (int beam = 0; all && beam <= 4; beam += 4) {
            em_candidates_find(game, &judge, &s, &turn, beam, EM_MOST_KEPT, found);
            assert_in_range(found->count, 1, c.ends);
            float best = found->list[0].share[s.turn];
            assert_true(beam ? best <= c.most + 1e-5F : fabsf(best - c.most) < 1e-5F);
            if (!beam && c.ends <= EM_MOST_KEPT)
                assert_int_equal(found->count, c.ends);
            for (int k = 1; k < found->count; k++)
                assert_true(found->list[k].logit <= found->list[k - 1].logit);
        }
    }
    free(found);
    hra_game_close(game);
}

static void judging_what_changed_is_judging_anew(void **state) {
    judge_in("empire");
    judge_in("empire:seats=5");
    judge_in("empire:map=thesis,seats=3");
}

/* ---- the tree ----------------------------------------------------------------------------------------*/

static int count_ends(const hra_game *game, const em_state *s, int most) {
    int ends = 0;
    hra_move list[EM_MAX_MOVES];
    int n = game->rules->moves(game, s, list);
    for (int i = 0; i < n && ends <= most; i++) {
        em_state t = *s;
        game->rules->apply(game, &t, list[i]);
        ends += em_move_kind(list[i]) == EM_MOVE_END ? 1 : count_ends(game, &t, most - ends);
    }
    return ends;
}

/* What s is worth to seat 0, by the full tree. */
static double exact_share(hra_agent *search, const hra_game *game, const em_state *s) {
    hra_analysis result;
    double share;
    hra_move list[EM_MAX_MOVES];
    double probability[EM_MAX_CHANCES], sum = 0, value[HRA_MAX_SEATS];
    int mover = game->rules->to_move(game, s);
    if (mover == HRA_OVER) {
        game->rules->returns(game, s, value);
        return value[0];
    }
    if (mover == HRA_CHANCE) {
        int n = game->rules->chance_outcomes(game, s, list, probability);
        for (int i = 0; i < n; i++) {
            em_state t = *s;
            game->rules->apply(game, &t, list[i]);
            sum += probability[i] * exact_share(search, game, &t);
        }
        return sum;
    }
    hra_analysis_init(&result);
    const hra_question question = {.state = s, .limits = {.depth = HRA_TO_THE_END}};
    assert_int_equal(hra_agent_ask(search, &question, &result), 0);
    share = (1 + result.value[0]) / 2; /* the difference of two shares that sum to 1 */
    hra_analysis_release(&result);
    return share;
}

/* Positions with two turns to go and few ends, so that the whole tree is small. */
static void the_last_turns_are_played_exactly(void **state) {
    hra_game *game = NULL;
    hra_rules rules = hra_rules_empire; /* ends are worth what they pay, not what an evaluation says */
    hra_rules_catalogue catalogue = *rules.catalogue;
    catalogue.evaluations = NULL;
    rules.catalogue = &catalogue;
    hra_agent *search = NULL;
    hra_player *player = NULL;
    hra_agent *agent = NULL;
    hra_rng rng;
    int tried = 0, close = 0;
    hra_rng_init(&rng, 12);
    assert_int_equal(hra_game_open_rules(&game, NULL, &rules, "empire", NULL), 0);
    assert_int_equal(hra_agent_open_spec(&search, game, "expectiminimax", NULL), 0);
    assert_int_equal(hra_player_open(&player, game, "mcts:playouts=2500,beam=0,max-turns=128,widening=0",
                                     NULL, NULL, NULL),
                     0);
    assert_int_equal(hra_agent_open(&agent, player), 0);
    for (int i = 0; i < 4000 && close < 4; i++) {
        em_state s = random_state(game, 1 + i % 3 / 2, &rng);
        em_account account[EM_SEATS];
        em_accounts(em_of(game), &s, account);
        if (abs(account[0].points - account[1].points) > 2 || count_ends(game, &s, 60) > 60)
            continue;
        double before = exact_share(search, game, &s);
        int seat = s.turn;
        bool open = before > 0.02 && before < 0.98; /* not decided yet */
        hra_move m = 0;
        if (!open && tried >= 4)
            continue;
        do {
            assert_int_equal(asked_choose(agent, &(hra_question){.state = &s, .seed = 5}, &m), 0);
            game->rules->apply(game, &s, m);
        } while (em_move_kind(m) != EM_MOVE_END);
        double after = exact_share(search, game, &s), lost = seat == 0 ? before - after : after - before;
        if (lost > 0.02 || lost < -1e-9)
            fail_msg("position %d, seat %d: best %f, the turn that was played %f", i, seat, before, after);
        tried++;
        close += open;
    }
    assert_true(tried >= 8 && close == 4);
    hra_agent_close(agent);
    hra_player_close(player);
    hra_agent_close(search);
    hra_game_close(game);
}

/* Plays to the end with one player in every seat; the moves mixed into one number. */
static uint64_t play_whole(const char *game_spec, const char *player_spec, uint64_t seed) {
    hra_game *game = open_game(game_spec);
    hra_player *player = NULL;
    hra_agent *agent = NULL;
    hra_rng rng;
    hra_error why;
    em_state s, seen;
    uint64_t sum = 0;
    hra_rng_init(&rng, seed);
    if (hra_player_open(&player, game, player_spec, NULL, NULL, &why) != 0)
        fail_msg("%s: %s", player_spec, why.text);
    assert_int_equal(hra_agent_open(&agent, player), 0);
    game->rules->init(game, &s);
    for (uint64_t ply = 0;; ply++) {
        int mover = game->rules->to_move(game, &s);
        hra_move m = 0;
        if (mover == HRA_OVER)
            break;
        if (mover == HRA_CHANCE) {
            m = random_move(game, &s, &rng);
        } else {
            hra_game_view(game, &s, mover, &seen);
            hra_question q = {.state = &seen, .seed = seed * 1000 + ply};
            assert_int_equal(asked_choose(agent, &q, &m), 0);
            if (!hra_game_legal(game, &s, m))
                fail_msg("%s by %s: move %x is not legal", game_spec, player_spec, m);
        }
        sum = sum * 31 + m;
        game->rules->apply(game, &s, m);
    }
    hra_agent_close(agent);
    hra_player_close(player);
    hra_game_close(game);
    return sum;
}

static void equal_seeds_play_equally(void **state) {
    uint64_t once = play_whole("empire", "mcts:playouts=20", 1);
    assert_true(play_whole("empire", "mcts:playouts=20", 1) == once);
    assert_true(play_whole("empire", "mcts:playouts=20", 2) != once);
    once = play_whole("empire:seats=3", "expert:level=3", 4);
    assert_true(play_whole("empire:seats=3", "expert:level=3", 4) == once);
}

static void every_player_plays_by_the_rules(void **state) {
    static const char *const games[] = {
        "empire:first-player=bid,wild-scoring=declared", "empire:seats=3,first-player=bid",
        "empire:map=thesis,neutral-armies=0", "empire:seats=5,wild-scoring=declared"};
    static const char *const players[] = {"planner",
                                          "mcts:playouts=8,memory=65536",
                                          "mcts:playouts=4,playout-weight=0.5",
                                          "expert:level=1",
                                          "expert:level=7",
                                          "mcts:playouts=6,threads=2"};
    for (int i = 0; i < 4; i++)
        for (int k = i % 2; k < 6; k += 2)
            play_whole(games[i], players[k], (uint64_t)(10 * i + k));
    play_whole("empire:seats=5", "montecarlo:playouts=1", 1);
}

/* ---- stops, advice, worth --------------------------------------------------------------------------*/

static void a_stop_is_heeded(void **state) {
    hra_game *game = open_game("empire");
    hra_player *player = NULL;
    hra_agent *agent = NULL;
    hra_rng rng;
    hra_stop stop = {0};
    hra_move m = 0;
    hra_rng_init(&rng, 1);
    em_state s = random_state(game, 20, &rng);
    assert_int_equal(hra_player_open(&player, game, "mcts:playouts=1000000000", NULL, NULL, NULL), 0);
    assert_int_equal(hra_agent_open(&agent, player), 0);
    hra_stop_set(&stop);
    assert_int_equal(asked_choose(agent, &(hra_question){.state = &s, .stop = &stop}, &m), 0);
    assert_true(hra_game_legal(game, &s, m)); /* by the judge alone */
    hra_agent_close(agent);
    hra_player_close(player);
    hra_game_close(game);
}

/* In every phase of a play: bids, turns, and moves that are no part of one. */
static void no_more_playouts_than_were_asked_for(void **state) {
    static const uint64_t limits[] = {1, 7, 60};
    hra_game *game = open_game("empire:seats=3,first-player=bid");
    hra_player *player = NULL;
    hra_agent *agent = NULL;
    hra_rng rng;
    em_state s;
    int alone = 0;
    assert_int_equal(hra_player_open(&player, game, "mcts:reuse=no,threads=2", NULL, NULL, NULL), 0);
    assert_int_equal(hra_agent_open(&agent, player), 0);
    em_thinker *t = agent->scratch;
    hra_rng_init(&rng, 3);
    game->rules->init(game, &s);
    for (int ply = 0; ply < 60 && game->rules->to_move(game, &s) != HRA_OVER; ply++) {
        hra_move m = random_move(game, &s, &rng);
        for (size_t i = 0; i < 3 && game->rules->to_move(game, &s) >= 0; i++) {
            const hra_question question = {.state = &s, .limits = {.playouts = limits[i]}};
            hra_agent_forget(agent);
            t->mind.playouts = 0;
            assert_int_equal(asked_choose(agent, &question, &m), 0);
            assert_true(hra_game_legal(game, &s, m));
            assert_true(t->mind.playouts <= limits[i]);
            alone += !em_in_turn(&s) && t->mind.playouts == limits[i];
        }
        game->rules->apply(game, &s, m);
    }
    assert_true(alone > 0);
    hra_agent_close(agent);
    hra_player_close(player);
    hra_game_close(game);
}

static void advice_begins_with_what_would_be_played(void **state) {
    hra_game *game = open_game("empire:seats=3");
    hra_player *player = NULL;
    hra_agent *agent = NULL;
    hra_rng rng;
    asked_move moves[EM_MAX_MOVES];
    hra_rng_init(&rng, 8);
    assert_int_equal(hra_player_open(&player, game, "mcts:playouts=200", NULL, NULL, NULL), 0);
    assert_int_equal(hra_agent_open(&agent, player), 0);
    for (int i = 0; i < 4; i++) {
        asked_list advice = {.moves = moves};
        em_state s = random_state(game, 3 + 5 * i, &rng);
        hra_question q = {.state = &s, .seed = 2};
        hra_move m = 0;
        hra_agent_forget(agent);
        assert_int_equal(asked_choose(agent, &q, &m), 0);
        hra_agent_forget(agent);
        assert_int_equal(asked_advice(agent, &q, &advice), 0);
        assert_int_equal(advice.moves[0].move, m);
        assert_true(advice.column_count == 4 && advice.reason[0]);
        for (int k = 0; k < advice.count; k++) {
            assert_true(advice.moves[k].value >= 0 && advice.moves[k].value <= 1);
            assert_true(advice.moves[k].column[0] >= 1 && advice.moves[k].column[0] <= 3);
        }
    }
    hra_agent_close(agent);
    hra_player_close(player);
    hra_game_close(game);
}

static void the_best_turn_costs_nothing(void **state) {
    hra_game *game = open_game("empire");
    hra_player *player = NULL;
    hra_agent *agent = NULL;
    hra_rng rng;
    double before[HRA_MAX_SEATS], after[HRA_MAX_SEATS];
    hra_move list[EM_MAX_MOVES];
    hra_rng_init(&rng, 6);
    assert_int_equal(hra_player_open(&player, game, "expert:level=7", NULL, NULL, NULL), 0);
    assert_int_equal(hra_agent_open(&agent, player), 0);
    em_state s = random_state(game, 12, &rng);
    assert_int_equal(asked_value(agent, &s, before), 0);
    assert_true(fabs(before[0] + before[1] - 1) < 1e-3);
    int n = game->rules->moves(game, &s, list), free_of_cost = 0;
    for (int i = 0; i < n; i++) {
        em_state t = s;
        asked_decision thought;
        hra_agent_forget(agent);
        assert_int_equal(asked_value(agent, &s, before), 0);
        assert_int_equal(asked_recall(agent, &thought), 0);
        assert_true(thought.length >= 1 && thought.value[s.turn] == before[s.turn]);
        game->rules->apply(game, &t, list[i]);
        assert_int_equal(asked_value(agent, &t, after), 0);
        free_of_cost += after[s.turn] == before[s.turn];
        if (thought.line[0] == list[i]) /* the loss of the best move is 0 */
            assert_true(after[s.turn] == before[s.turn]);
    }
    assert_true(free_of_cost >= 1 && free_of_cost < n);
    hra_agent_close(agent);
    hra_player_close(player);
    hra_game_close(game);
}

/* ---- bids --------------------------------------------------------------------------------------------*/

static void bids_follow_the_worth_of_the_first_place(void **state) {
    double chance[EM_MOST_BID + 1], worth[EM_MOST_BID + 1][EM_SEATS];
    for (int b = 0; b <= EM_MOST_BID; b++) { /* to name the first is worth nothing, coins something */
        worth[b][0] = 0.5 - 0.02 * b;
        worth[b][1] = 0.5 + 0.02 * b;
    }
    em_bid_solve(2, EM_MOST_BID, worth, chance);
    assert_true(chance[0] > 0.99);
    for (int b = 0; b <= EM_MOST_BID; b++) { /* worth 0.1 to each, a coin 0.02: two coins are fair */
        worth[b][0] = 0.6 - 0.04 * b;
        worth[b][1] = 0.4 + 0.04 * b;
    }
    em_bid_solve(2, EM_MOST_BID, worth, chance);
    assert_true(chance[2] + chance[3] > 0.9 && chance[0] + chance[5] < 0.02);
}

static void nobody_peeps_at_bids(void **state) {
    hra_game *game = open_game("empire:seats=2,first-player=bid,neutral-armies=0");
    hra_player *player = NULL;
    hra_agent *agent = NULL;
    hra_rng rng;
    em_state s;
    hra_move seen = 0, other = 0;
    hra_rng_init(&rng, 2);
    game->rules->init(game, &s);
    while (s.phase != EM_AT_BID)
        game->rules->apply(game, &s, random_move(game, &s, &rng));
    assert_int_equal(hra_player_open(&player, game, "expert", NULL, NULL, NULL), 0);
    assert_int_equal(hra_agent_open(&agent, player), 0);
    for (int bid = 0; bid < 15; bid += 7) {
        em_state t = s, view;
        game->rules->apply(game, &t, em_move(EM_MOVE_BID, bid, 0));
        hra_game_view(game, &t, 1, &view);
        hra_agent_forget(agent);
        assert_int_equal(asked_choose(agent, &(hra_question){.state = &view, .seed = 3}, &seen), 0);
        assert_true(em_move_kind(seen) == EM_MOVE_BID && (bid == 0 || seen == other));
        other = seen;
    }
    hra_agent_close(agent);
    hra_player_close(player);
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planner_finds_the_best_of_all_ends),
        cmocka_unit_test(judging_what_changed_is_judging_anew),
        cmocka_unit_test(the_last_turns_are_played_exactly),
        cmocka_unit_test(equal_seeds_play_equally),
        cmocka_unit_test(every_player_plays_by_the_rules),
        cmocka_unit_test(a_stop_is_heeded),
        cmocka_unit_test(no_more_playouts_than_were_asked_for),
        cmocka_unit_test(advice_begins_with_what_would_be_played),
        cmocka_unit_test(the_best_turn_costs_nothing),
        cmocka_unit_test(bids_follow_the_worth_of_the_first_place),
        cmocka_unit_test(nobody_peeps_at_bids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
