/* Planners among the other seats: they are found by what all see, and the tree then plays as they do. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "asked.h"
#include "hra/hra.h"
#include "player_mcts.h"
#include "players/agent.h"

typedef struct sitter {
    hra_player *player;
    hra_agent *agent;
} sitter;

static hra_game *open_game(const char *spec) {
    hra_game *game = NULL;
    hra_error why;
    if (hra_game_open(&game, NULL, spec, &why) != 0)
        fail_msg("%s: %s", spec, why.text);
    return game;
}

static sitter open_seat(const hra_game *game, const char *spec) {
    sitter s = {NULL, NULL};
    hra_error why;
    if (hra_player_open(&s.player, game, spec, NULL, NULL, &why) != 0)
        fail_msg("%s: %s", spec, why.text);
    assert_int_equal(hra_agent_open(&s.agent, s.player), 0);
    return s;
}

static void close_seat(sitter *s) {
    hra_agent_close(s->agent);
    hra_player_close(s->player);
}

static void play_on(const hra_game *game, const sitter *seats, em_state *s, uint64_t seed, hra_rng *rng) {
    hra_move m, list[EM_MAX_MOVES];
    double probability[EM_MAX_CHANCES];
    em_state seen;
    int mover = game->rules->to_move(game, s);
    if (mover == HRA_CHANCE) {
        m = hra_game_sample(game, s, rng, list, probability);
    } else {
        hra_game_view(game, s, mover, &seen);
        assert_int_equal(asked_choose(seats[mover].agent, &(hra_question){.state = &seen, .seed = seed}, &m),
                         0);
    }
    game->rules->apply(game, s, m);
}

/* ---- watching ---------------------------------------------------------------------------------------*/

/* Plays a game with these players; PLANNERS, bit n for seat n, must be what seat 0 has seen at the end. */
static void watch_in(const char *spec, const char *const *players, uint32_t planners) {
    hra_game *game = open_game(spec);
    sitter seats[EM_SEATS];
    hra_rng rng;
    em_state s;
    hra_rng_init(&rng, 11);
    for (int i = 0; i < game->seats; i++)
        seats[i] = open_seat(game, i ? players[i - 1] : "mcts:playouts=1,opponents=observed");
    game->rules->init(game, &s);
    for (uint64_t ply = 0; game->rules->to_move(game, &s) != HRA_OVER; ply++)
        play_on(game, seats, &s, ply, &rng);
    const em_thinker *t = seats[0].agent->scratch;
    const int rounds = em_of(game)->setup.cards - 1;
    assert_int_equal(em_watch_planners(&t->watch), planners);
    assert_int_equal(t->mind.planners, planners);
    for (int i = 1; i < game->seats; i++) {
        assert_int_equal(t->watch.met[i] + t->watch.missed[i], rounds);
        if (planners >> i & 1)
            assert_int_equal(t->watch.missed[i], 0);
        else
            assert_true(t->watch.missed[i] > rounds / 2);
    }
    for (int i = 0; i < game->seats; i++)
        close_seat(&seats[i]);
    hra_game_close(game);
}

static void planners_are_known_by_their_turns(void **state) {
    static const char *const mixed[] = {"planner", "random", "planner", "montecarlo:playouts=1"},
                             *const planners[] = {"planner", "planner", "planner", "planner"},
                             *const others[] = {"expert:level=2", "random"};
    watch_in("empire:seats=3", mixed, 2);
    watch_in("empire:seats=5", mixed, 2 | 8);
    watch_in("empire:seats=5", planners, 2 | 4 | 8 | 16);
    watch_in("empire:seats=4,first-player=bid,wild-scoring=declared", planners, 2 | 4 | 8);
    watch_in("empire:map=thesis,rules=classroom", planners, 2);
    watch_in("empire:seats=3", others, 0);
}

/* Of states that are not the next turn nothing is counted. */
static void another_game_is_no_evidence(void **state) {
    hra_game *game = open_game("empire:seats=3");
    sitter seats[EM_SEATS];
    em_watch watch;
    em_state s, first = {.turns = 0}, other = {.turns = 0};
    for (int i = 0; i < 3; i++)
        seats[i] = open_seat(game, "planner");
    for (uint64_t seed = 1; seed < 3; seed++) {
        hra_rng rng;
        hra_rng_init(&rng, seed);
        game->rules->init(game, &s);
        for (uint64_t ply = 0; s.turns < 15 || s.phase != EM_AT_CARD; ply++) {
            play_on(game, seats, &s, ply, &rng);
            if (seed == 1 && s.turns == 13 && s.phase == EM_AT_DRAW)
                first = s;
        }
        other = seed == 2 ? s : other;
        if (seed == 1) {
            em_watch_begin(&watch);
            em_watch_after(&watch, s.turn, &first);
            em_watch_see(&watch, game, &s);
            assert_int_equal(em_count(em_watch_planners(&watch)), 2);
        }
    }
    for (int seat = 0; seat < 3; seat++) {
        em_watch_begin(&watch);
        em_watch_after(&watch, seat, &first);
        em_watch_see(&watch, game, &other);
        assert_int_equal(em_watch_planners(&watch), 0);
        for (int i = 0; i < 3; i++)
            assert_int_equal(watch.met[i] + watch.missed[i], 0);
    }
    for (int i = 0; i < 3; i++)
        close_seat(&seats[i]);
    hra_game_close(game);
}

/* ---- the tree ---------------------------------------------------------------------------------------*/

static em_state random_state(const hra_game *game, int left, hra_rng *rng) {
    const em_game *g = em_of(game);
    hra_move list[EM_MAX_MOVES];
    double probability[EM_MAX_CHANCES];
    for (;;) {
        em_state s;
        game->rules->init(game, &s);
        while (s.phase != EM_AT_OVER) {
            if (s.phase == EM_AT_CARD && g->seats * g->setup.cards - s.turns == left)
                return s;
            if (game->rules->to_move(game, &s) == HRA_CHANCE) {
                game->rules->apply(game, &s, hra_game_sample(game, &s, rng, list, probability));
            } else {
                int n = game->rules->moves(game, &s, list);
                game->rules->apply(game, &s, list[hra_rng_below(rng, (uint32_t)n)]);
            }
        }
    }
}

static void play_turn(const hra_game *game, const sitter *planner, em_state *s) {
    hra_move m;
    do {
        assert_int_equal(asked_choose(planner->agent, &(hra_question){.state = s}, &m), 0);
        game->rules->apply(game, s, m);
    } while (em_move_kind(m) != EM_MOVE_END);
}

/* What the end of a turn is worth to a seat if planners play the rest. */
static double worth_after(const hra_game *game, const sitter *planner, const em_state *s, int seat) {
    hra_move list[EM_MAX_CHANCES];
    double probability[EM_MAX_CHANCES], sum = 0, share[HRA_MAX_SEATS];
    int mover = game->rules->to_move(game, s);
    if (mover == HRA_OVER) {
        game->rules->returns(game, s, share);
        return share[seat];
    }
    em_state t = *s;
    if (mover >= 0) {
        play_turn(game, planner, &t);
        return worth_after(game, planner, &t, seat);
    }
    int n = game->rules->chance_outcomes(game, s, list, probability);
    for (int i = 0; i < n; i++) {
        t = *s;
        game->rules->apply(game, &t, list[i]);
        sum += probability[i] * worth_after(game, planner, &t, seat);
    }
    return sum;
}

typedef struct best {
    const hra_game *game;
    const sitter *planner;
    int ends;
    double worth;
} best;

static bool look_at(void *self, const em_state *s, const em_turn *turn) {
    best *b = self;
    em_state t = *s;
    b->game->rules->apply(b->game, &t, em_move(EM_MOVE_END, 0, 0));
    b->worth = fmax(b->worth, worth_after(b->game, b->planner, &t, s->turn));
    return ++b->ends <= 20;
}

/* The last turns before a planner's: every end, every draw, the planner's own choice. */
static void the_turn_before_a_planner_s_is_the_best(void **state) {
    hra_game *game = open_game("empire:map=thesis");
    sitter planner = open_seat(game, "planner"),
           mcts = open_seat(game, "mcts:playouts=1000,beam=0,max-turns=128,widening=0,opponents=planner");
    hra_rng rng;
    int open = 0;
    hra_rng_init(&rng, 4);
    for (int i = 0; i < 4000 && open < 2; i++) {
        em_state s = random_state(game, 2, &rng);
        int seat = s.turn;
        em_account account[EM_SEATS];
        em_accounts(em_of(game), &s, account);
        if (abs(account[0].points - account[1].points) > 2)
            continue;
        best b = {.game = game, .planner = &planner};
        em_turns_each(game, &s, NULL, look_at, &b);
        if (b.ends > 20 || b.worth < 0.02 || b.worth > 0.98)
            continue;
        hra_agent_forget(mcts.agent);
        play_turn(game, &mcts, &s);
        double worth = worth_after(game, &planner, &s, seat);
        if (worth < b.worth - 0.03)
            fail_msg("position %d: best %f, the turn that was played %f", i, b.worth, worth);
        open++;
    }
    assert_int_equal(open, 2);
    close_seat(&planner);
    close_seat(&mcts);
    hra_game_close(game);
}

/* One reply for each card of the row, that of the planner among them; marks its card and price. */
static void compare_reply(const hra_game *game, em_tree *tree, uint32_t node, const em_state *s,
                          const sitter *planner, bool marked[EM_CARDS + 1][4]) {
    uint32_t replies[EM_MOST_GROUPS];
    em_state planned = *s;
    int n = em_tree_groups(tree, node, s, replies), same = 0;
    play_turn(game, planner, &planned);
    for (int i = 0; i < n; i++) {
        const em_group *reply = &tree->group[replies[i]];
        em_turn turn;
        em_state t = *s;
        assert_int_equal(reply->count, 1);
        em_branch_turn(s, reply, &tree->branch[reply->first], &turn);
        for (int k = 0; k < turn.length; k++)
            game->rules->apply(game, &t, turn.move[k]);
        if (memcmp(&t, &planned, sizeof t) == 0) {
            same++;
            marked[reply->kind][reply->price] = true;
        }
    }
    assert_int_equal(same, 1);
}

/* The node of a planner, behind each card that can be drawn: no other reply was tried than the planner's. Returns
 * how many were. */
static int compare_replies(const hra_game *game, em_tree *tree, uint32_t node, const em_state *s,
                           const sitter *planner) {
    hra_move list[EM_MAX_CHANCES];
    double probability[EM_MAX_CHANCES];
    bool marked[EM_CARDS + 1][4] = {{false}};
    int n = game->rules->chance_outcomes(game, s, list, probability), tried = 0;
    for (int i = 0; i < n; i++) {
        em_state t = *s;
        game->rules->apply(game, &t, list[i]);
        compare_reply(game, tree, node, &t, planner, marked);
    }
    for (uint32_t g = tree->node[node].group; g; g = tree->group[g].next)
        if (tree->branch[tree->group[g].first].child) {
            assert_true(marked[tree->group[g].kind][tree->group[g].price]);
            tried++;
        }
    return tried;
}

static void planners_in_the_tree_play_as_planners(void **state) {
    hra_game *game = open_game("empire:seats=3");
    sitter planner = open_seat(game, "planner"), mcts = open_seat(game, "mcts:playouts=60,opponents=planner");
    em_thinker *t = mcts.agent->scratch;
    em_tree *tree = &t->mind.trees[0];
    hra_move m;
    hra_rng rng;
    int tried = 0;
    hra_rng_init(&rng, 8);
    for (int left = 10; left < 30; left += 9) {
        em_state s = random_state(game, left, &rng);
        uint32_t groups[EM_MOST_GROUPS];
        hra_agent_forget(mcts.agent);
        assert_int_equal(asked_choose(mcts.agent, &(hra_question){.state = &s, .seed = 1}, &m), 0);
        int n = em_tree_groups(tree, 0, &s, groups);
        for (int i = 0; i < n; i++) {
            em_branch branch = tree->branch[tree->group[groups[i]].first];
            em_turn turn;
            em_state after = s;
            if (!branch.child)
                continue;
            em_branch_turn(&s, &tree->group[groups[i]], &branch, &turn);
            for (int k = 0; k < turn.length; k++)
                game->rules->apply(game, &after, turn.move[k]);
            tried += compare_replies(game, tree, branch.child, &after, &planner);
        }
    }
    assert_true(tried >= 5);
    close_seat(&planner);
    close_seat(&mcts);
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planners_are_known_by_their_turns),
        cmocka_unit_test(another_game_is_no_evidence),
        cmocka_unit_test(the_turn_before_a_planner_s_is_the_best),
        cmocka_unit_test(planners_in_the_tree_play_as_planners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
