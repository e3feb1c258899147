/* The method `rollout`, against positions that are played on by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "asked.h"
#include "hra/hra.h"
#include "hra/lab.h"
#include "learn/learner.h"
#include "learn/rollout_target.h"
#include "learning.h"

enum { MOST = 4096, ENDS = 9, FEATURES = 1024 };

/* A net of outcomes that was never taught. */
static void open_teacher(hra_learnt *teacher, const hra_game *game, uint64_t seed) {
    static const int hidden[] = {6};
    hra_rng rng;
    hra_rng_init(&rng, seed);
    assert_int_equal(hra_learnt_init(teacher, game, HRA_LEARNT_OUTCOMES, hidden, 1, 1, NULL), 0);
    hra_net_randomise(&teacher->net, 4, &rng);
}

/* Some plies on from the beginning by moves at random, up to a state in which no seat is to move if that is
 * wanted; false: the game is over before. */
static bool walk_on(const hra_game *game, unsigned char *s, int plies, bool to_chance, hra_rng *rng) {
    static hra_move moves[MOST];
    static double probability[MOST];
    game->rules->init(game, s);
    for (int ply = 0;; ply++) {
        int mover = game->rules->to_move(game, s);
        if (mover == HRA_OVER)
            return false;
        if (ply >= plies && (mover == HRA_CHANCE) == to_chance)
            return true;
        hra_move m;
        if (mover == HRA_CHANCE)
            m = hra_game_sample(game, s, rng, moves, probability);
        else
            m = moves[hra_rng_below(rng, (uint32_t)game->rules->moves(game, s, moves))];
        game->rules->apply(game, s, m);
    }
}

/* ---- outcomes -------------------------------------------------------------------------------*/

static void every_end_has_the_worth_of_its_outcome(void **state) {
    static const char *const games[] = {"tictactoe",  "nim",
                                        "matches",    "race",
                                        "checkers",   "backgammon:gammons=no",
                                        "backgammon", "race:seats=2,pieces=1,track=8"};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        hra_game *game = open_game(games[g]);
        hra_learnt teacher;
        open_teacher(&teacher, game, g);
        unsigned char *s = malloc(game->state_size);
        hra_learnt_work work;
        hra_rng rng;
        int ends = 0;
        hra_rng_init(&rng, g);
        assert_int_equal(hra_learnt_work_init(&work, &teacher), 0);
        for (int play = 0; play < 20; play++) {
            double value[HRA_MAX_SEATS];
            if (walk_on(game, s, 3000, true, &rng))
                continue;
            ends++;
            game->rules->returns(game, s, value);
            for (int seat = 0; seat < game->seats; seat++) {
                int k = hra_learnt_outcome(game, value[seat]);
                assert_in_range(k, 0, hra_learnt_outcomes(game) - 1);
                assert_true(teacher.offset + teacher.scale * k == value[seat]);
                assert_true(hra_learnt_chances(&work, s, s, seat)[k] == 1);
            }
        }
        assert_true(ends > 0);
        hra_learnt_work_release(&work);
        hra_learnt_release(&teacher);
        free(s);
        hra_game_close(game);
    }
}

/* ---- what a net says, without src/nets/learnt.c ---------------------------------------------*/

typedef struct twin {
    const hra_game *game;
    const hra_learnt *learnt;
    hra_net_work net;
} twin;

/* From the outer ends inwards what cannot be is one point less. */
static void leave_out_the_impossible(const hra_game *game, const void *s, int seat, double *out, int ends) {
    double least, most;
    if (!game->rules->encoding->possible)
        return;
    game->rules->encoding->possible(game, s, seat, &least, &most);
    for (int k = 0; game->min_return + k < least; k++) {
        out[k + 1] += out[k];
        out[k] = 0;
    }
    for (int k = ends - 1; game->min_return + k > most; k--) {
        out[k - 1] += out[k];
        out[k] = 0;
    }
}

/* Chances of a state that is not over, or over. Where one seat looks for both, the other's are turned round.
 */
static void say(twin *t, const void *s, int seat, double *out) {
    const hra_rules_encoding *numbers = t->game->rules->encoding;
    const int viewer = numbers->perspective ? numbers->perspective(t->game, s) : -1;
    const int ends = (int)(t->game->max_return - t->game->min_return) + 1;
    double value[HRA_MAX_SEATS];
    hra_feature list[FEATURES];
    if (t->game->rules->to_move(t->game, s) == HRA_OVER) {
        t->game->rules->returns(t->game, s, value);
        for (int k = 0; k < ends; k++)
            out[k] = t->game->min_return + k == value[seat];
        return;
    }
    int n = numbers->features(t->game, s, viewer < 0 ? seat : viewer, list);
    int phase = numbers->phase ? numbers->phase(t->game, s) : 0;
    for (int i = 0; i < n; i++)
        list[i].index += (uint32_t)(phase * numbers->feature_count(t->game));
    const float *said = hra_net_forward(&t->net, list, n);
    for (int k = 0; k < ends; k++)
        out[k] = (double)said[viewer < 0 || viewer == seat ? k : ends - 1 - k];
    leave_out_the_impossible(t->game, s, seat, out, ends);
}

static double worth(twin *t, const void *s, int seat) {
    double chance[ENDS], sum = 0;
    say(t, s, seat, chance);
    for (int k = 0; t->game->min_return + k <= t->game->max_return; k++)
        sum += (t->game->min_return + k) * chance[k];
    return sum;
}

/* The seat that is to move makes the move that it likes best. */
static void make_best(twin *t, unsigned char *s) {
    static hra_move moves[MOST];
    unsigned char child[512], best[512];
    double most = -INFINITY;
    int seat = t->game->rules->to_move(t->game, s), n = t->game->rules->moves(t->game, s, moves);
    for (int i = 0; i < n; i++) {
        memcpy(child, s, t->game->state_size);
        t->game->rules->apply(t->game, child, moves[i]);
        double value = worth(t, child, seat);
        if (value > most) {
            most = value;
            memcpy(best, child, t->game->state_size);
        }
    }
    memcpy(s, best, t->game->state_size);
}

static void same_chances(const double *expected, const float *found, int n) {
    for (int i = 0; i < n; i++)
        if (fabs(expected[i] - (double)found[i]) > 1e-5)
            fail_msg("chance %d is %g, not %g", i, (double)found[i], expected[i]);
}

static void one_ply_is_the_mean_over_all_throws(void **state) {
    hra_game *game = open_game("backgammon");
    const int ends = 7;
    hra_learnt teacher;
    hra_rollout_work work;
    twin t = {game, &teacher, {0}};
    hra_rng rng;
    unsigned char s[512], next[512];
    hra_rng_init(&rng, 3);
    open_teacher(&teacher, game, 1);
    assert_int_equal(hra_net_work_init(&t.net, &teacher.net, 1), 0);
    assert_int_equal(hra_rollout_work_init(&work, &teacher), 0);
    for (int play = 0; play < 6; play++) {
        static const int plies[] = {2, 10, 30, 60, 80, 100};
        double sums[2 * 7] = {0}, chance[ENDS];
        float found[2 * 7];
        if (!walk_on(game, s, plies[play], true, &rng))
            continue;
        for (int a = 1; a <= 6; a++)
            for (int b = 1; b <= 6; b++) {
                memcpy(next, s, game->state_size);
                game->rules->apply(game, next, (hra_move)(a > b ? a | b << 3 : b | a << 3));
                make_best(&t, next);
                for (int seat = 0; seat < 2; seat++) {
                    say(&t, next, seat, chance);
                    for (int k = 0; k < ends; k++)
                        sums[seat * ends + k] += chance[k] / 36;
                }
            }
        for (int trials = 0; trials <= 36; trials += 36) { /* one trial for each throw of two dice */
            const hra_rollout_way way = {.trials = trials, .plies = 1, .most = 100};
            assert_true(hra_rollout_target(&work, &way, s, &rng, found));
            same_chances(sums, found, 2 * ends);
        }
    }
    hra_rollout_work_release(&work);
    hra_net_work_release(&t.net);
    hra_learnt_release(&teacher);
    hra_game_close(game);
}

/* What a position is taught holds nothing of ends that cannot be, though the teacher speaks of them. */
static void no_target_holds_what_cannot_be(void **state) {
    hra_game *game = open_game("backgammon");
    hra_learnt teacher;
    hra_rollout_work work;
    hra_rng rng;
    unsigned char s[512];
    float found[2 * 7];
    hra_rng_init(&rng, 3);
    open_teacher(&teacher, game, 1);
    assert_int_equal(hra_rollout_work_init(&work, &teacher), 0);
    assert_int_equal(hra_game_read_position(game, "white 6:5 5:5 4:4, black 13:1 6:14, white", s, NULL), 0);
    for (int plies = 1; plies < 4; plies++) {
        const hra_rollout_way way = {.plies = plies, .most = 100};
        double sum = 0;
        assert_true(hra_rollout_target(&work, &way, s, &rng, found));
        for (int k = 0; k < 7; k++)
            sum += (double)found[k];
        assert_true(fabs(sum - 1) < 1e-5);
        assert_true(found[0] == 0 && found[1] == 0 && found[6] == 0); /* White is off, Black is past */
        assert_true(found[2] > 0 && found[4] > 0 && found[5] > 0);
        for (int k = 0; k < 7; k++)
            assert_true(fabs((double)(found[k] - found[7 + 6 - k])) < 1e-6);
    }
    hra_rollout_work_release(&work);
    hra_learnt_release(&teacher);
    hra_game_close(game);
}

/* Without chance there is one play. */
static void plays_go_to_their_end_or_are_given_up(void **state) {
    hra_game *game = open_game("tictactoe");
    hra_learnt teacher;
    hra_rollout_work work;
    twin t = {game, &teacher, {0}};
    hra_rng rng;
    unsigned char s[512];
    hra_rng_init(&rng, 8);
    open_teacher(&teacher, game, 5);
    assert_int_equal(hra_net_work_init(&t.net, &teacher.net, 1), 0);
    assert_int_equal(hra_rollout_work_init(&work, &teacher), 0);
    for (int plies = 0; plies < 4; plies++)
        for (int depth = 0; depth < 3; depth++) {
            const hra_rollout_way way = {.plies = depth, .most = 9}, few = {.most = 1};
            double expected[6];
            float found[6];
            assert_true(walk_on(game, s, plies, false, &rng));
            assert_true(hra_rollout_target(&work, &way, s, &rng, found));
            assert_false(hra_rollout_target(&work, &few, s, &rng, found));
            assert_true(hra_rollout_target(&work, &way, s, &rng, found));
            for (int i = 0; (!depth || i < depth) && game->rules->to_move(game, s) != HRA_OVER; i++)
                make_best(&t, s);
            say(&t, s, 0, expected);
            say(&t, s, 1, expected + 3);
            same_chances(expected, found, 6);
        }
    hra_rollout_work_release(&work);
    hra_net_work_release(&t.net);
    hra_learnt_release(&teacher);
    hra_game_close(game);
}

/* Each of the moves that are near the best is drawn, and no other; a game that would end stays as it is. */
static void positions_beside_are_those_of_near_moves(void **state) {
    static const char *const games[] = {"backgammon", "tictactoe", "nim:rows=1-2-3"};
    static const double near[] = {1e-9, 0.05, 100};
    static hra_move moves[MOST];
    static unsigned char behind[MOST][512];
    static bool wanted[MOST], drawn[MOST];
    for (int play = 0; play < 18; play++) {
        hra_game *game = open_game(games[play % 3]);
        const size_t size = game->state_size;
        hra_learnt teacher;
        hra_rollout_work work;
        twin t = {game, &teacher, {0}};
        hra_rng rng;
        double value[MOST], most = -INFINITY;
        hra_trail trail;
        unsigned char s[512];
        hra_rng_init(&rng, (uint64_t)play);
        open_teacher(&teacher, game, (uint64_t)play);
        assert_int_equal(hra_net_work_init(&t.net, &teacher.net, 1), 0);
        assert_int_equal(hra_rollout_work_init(&work, &teacher), 0);
        assert_true(walk_on(game, s, play / 3 / 2, false, &rng));
        hra_trail_init(&trail, game);
        trail.steps = calloc(1, sizeof *trail.steps);
        trail.states = calloc(2, size);
        memcpy(trail.states, s, size);
        memcpy(trail.states + size, s, size); /* as if nothing had been moved */
        trail.steps->seat = game->rules->to_move(game, s);
        const int n = game->rules->moves(game, s, moves);
        for (int i = 0; i < n; i++) {
            memcpy(behind[i], s, size);
            game->rules->apply(game, behind[i], moves[i]);
            value[i] = worth(&t, behind[i], trail.steps->seat);
            most = fmax(most, value[i]);
            drawn[i] = false;
        }
        for (int i = 0; i < n; i++)
            wanted[i] =
                value[i] >= most - near[play / 6] - 1e-7 && game->rules->to_move(game, behind[i]) != HRA_OVER;
        for (int draw = 0; draw < 20 * n + 20; draw++) {
            hra_rollout_beside(&work, &trail, 0, near[play / 6] + 1e-7, &rng);
            for (int i = 0; i < n; i++)
                drawn[i] = drawn[i] || memcmp(behind[i], hra_trail_behind(&trail, 0), size) == 0;
        }
        for (int i = 0; i < n; i++)
            assert_int_equal(drawn[i], wanted[i]);
        hra_trail_release(&trail);
        hra_rollout_work_release(&work);
        hra_net_work_release(&t.net);
        hra_learnt_release(&teacher);
        hra_game_close(game);
    }
}

/* The probabilities for all seats at once are those of each seat. They mirror each other, except before the
 * opening throw. */
static void all_seats_are_told_as_each(void **state) {
    hra_game *game = open_game("backgammon");
    hra_learnt teacher;
    hra_learnt_work work;
    hra_rng rng;
    unsigned char s[512];
    int turned = 0, alone = 0;
    hra_rng_init(&rng, 2);
    open_teacher(&teacher, game, 4);
    assert_int_equal(hra_learnt_work_init(&work, &teacher), 0);
    for (int plies = 0; plies < 60; plies++) {
        const int ends = 7;
        float all[2 * 7];
        bool alike = true;
        if (!walk_on(game, s, plies, plies % 2 == 0, &rng))
            continue;
        hra_learnt_all_chances(&work, s, s, all);
        for (int seat = 0; seat < 2; seat++) {
            assert_memory_equal(all + seat * ends, hra_learnt_chances(&work, s, s, seat),
                                (size_t)ends * sizeof *all);
            double mean = 0;
            for (int k = 0; k < ends; k++)
                mean += (k - 3) * (double)all[seat * ends + k];
            assert_true(fabs(mean - hra_learnt_worth(&work, s, s, seat)) < 1e-5);
        }
        for (int k = 0; k < ends; k++)
            alike = alike && all[k] == all[ends + ends - 1 - k];
        turned += alike;
        alone += !alike;
        assert_true(alike == (plies > 0));
    }
    assert_true(turned > 40 && alone == 1);
    hra_learnt_work_release(&work);
    hra_learnt_release(&teacher);
    hra_game_close(game);
}

/* ---- learning -------------------------------------------------------------------------------*/

static void runs_that_were_stopped_are_the_same(void **state) {
    hra_game *game = open_game("tictactoe"), *other = open_game("race:seats=2,pieces=1,track=8");
    runs_are_the_same(game, "rollout:hidden=8,games-per-iteration=4,batch-size=4", 30);
    runs_are_the_same(
        game,
        "rollout:hidden=8x4,games-per-iteration=5,target=game,positions=0,teacher-update=0,decay-games=9",
        31);
    runs_are_the_same(game, "rollout:hidden=8,games-per-iteration=5,target=game,lambda=0.5,positions=2", 31);
    runs_are_the_same(
        game, "rollout:hidden=0,games-per-iteration=4,truncate=0,teacher-update=2,weight-decay=0.1", 24);
    runs_are_the_same(other, "rollout:hidden=5,games-per-iteration=3,trials=5,truncate=2,positions=3", 18);
    runs_are_the_same(
        other, "rollout:hidden=5,games-per-iteration=3,candidate-margin=0.5,anneal,positions=3,decay-games=5",
        18);
    hra_game_close(game);
    hra_game_close(other);
}

static void games_can_be_played_elsewhere(void **state) {
    hra_game *game = open_game("race:seats=2,pieces=1,track=8"), *other = open_game("checkers:ballot=all");
    games_can_be_played_by_others(
        game,
        "rollout:hidden=5,games-per-iteration=4,trials=3,candidate-margin=0.5,random-opening=4,positions=3",
        3);
    games_can_be_played_by_others(
        game, "rollout:hidden=5,games-per-iteration=4,target=game,lambda=0.5,positions=0,max-plies=9", 2);
    games_can_be_played_by_others(
        other, "rollout:hidden=3,games-per-iteration=2,truncate=0,max-plies=40,positions=2", 2);
    hra_game_close(game);
    hra_game_close(other);
}

/* What anybody may send: a game with any byte changed is refused, or is another game that can be read. */
static void games_of_others_are_looked_at(void **state) {
    hra_game *game = open_game("backgammon");
    hra_learner *learner =
        open_learner(game, "rollout:hidden=2,games-per-iteration=2,candidate-margin=9,positions=4", 1, 1);
    hra_text bytes;
    hra_error why;
    int refused = 0;
    hra_text_init(&bytes);
    assert_int_equal(hra_learner_run_task(learner, 0, 1, NULL, &bytes, &why), 0);
    for (size_t at = 4; at < bytes.length; at++) {
        bytes.data[at] ^= 0x11;
        if (hra_learner_add_result(learner, 1, bytes.data, bytes.length, NULL, &why) == HRA_EDAMAGED) {
            refused++;
        } else {
            hra_learner_close(learner);
            learner = open_learner(
                game, "rollout:hidden=2,games-per-iteration=2,candidate-margin=9,positions=4", 1, 1);
        }
        bytes.data[at] ^= 0x11;
        assert_int_equal(hra_learner_add_result(learner, 1, bytes.data, at, NULL, &why), HRA_EDAMAGED);
    }
    assert_true(refused > (int)bytes.length / 2);
    hra_text_release(&bytes);
    hra_learner_close(learner);
    hra_game_close(game);
}

typedef struct deadline {
    hra_progress progress;
    double last;
} deadline;

static void let_it_pass(void *self, const char *what, double done) {
    deadline *d = self;
    assert_true(done >= d->last && done <= 1);
    d->last = done;
    d->progress.deadline = 1e-9;
}

/* A game at a time: nothing is lost, and what is learnt is the same. */
static void a_deadline_keeps_the_games_that_were_played(void **state) {
    static const char method[] = "rollout:games-per-iteration=6,truncate=0,positions=0";
    hra_game *game = open_game("race:seats=2,pieces=1,track=8");
    hra_learner *learner = open_learner(game, method, 1, 1), *whole = open_learner(game, method, 1, 1);
    hra_text file, expected;
    for (uint64_t games = 1; games <= 12; games++) {
        deadline d = {.progress = {.report = let_it_pass}};
        d.progress.self = &d;
        assert_int_equal(hra_learner_run(learner, 18, &d.progress, NULL), HRA_ESTOPPED);
        assert_int_equal(hra_learner_games(learner), games);
        assert_true(d.last == (double)games / 18);
    }
    run_to(whole, 12);
    write_learner(learner, &file);
    write_learner(whole, &expected);
    assert_string_equal(hra_text_string(&file), hra_text_string(&expected));
    hra_text_release(&file);
    hra_text_release(&expected);
    hra_learner_close(learner);
    hra_learner_close(whole);
    hra_game_close(game);
}

/* How many of the moves that it chooses, in positions that came by chance, throw a win away. */
static int wins_lost(const hra_game *game, const hra_learner *learner) {
    hra_learnt_work work;
    hra_agent *exact;
    hra_move moves[64];
    unsigned char s[256];
    hra_rng rng;
    int lost = 0;
    hra_rng_init(&rng, 1);
    assert_int_equal(hra_learnt_work_init(&work, &learner->learnt), 0);
    assert_int_equal(hra_agent_open_spec(&exact, game, "exact", NULL), 0);
    for (int play = 0; play < 100; play++) {
        double before[2], after[2], most = -INFINITY;
        hra_move best = 0;
        if (!walk_on(game, s, play % 5, false, &rng))
            continue;
        int seat = game->rules->to_move(game, s), n = game->rules->moves(game, s, moves);
        for (int i = 0; i < n; i++)
            if (hra_learnt_move(&work, s, moves[i], seat) > most) {
                most = hra_learnt_move(&work, s, moves[i], seat);
                best = moves[i];
            }
        assert_int_equal(asked_value(exact, s, before), 0);
        game->rules->apply(game, s, best);
        assert_int_equal(asked_value(exact, s, after), 0);
        lost += after[seat] < before[seat];
    }
    hra_agent_close(exact);
    hra_learnt_work_release(&work);
    return lost;
}

static void nim_is_won_where_it_can_be(void **state) {
    static const char method[] =
        "rollout:hidden=24,positions=0,random-opening=6,learning-rate=0.01,games-per-iteration=20";
    hra_game *game = open_game("nim:rows=1-2-3");
    hra_learner *learner = open_learner(game, method, 1, 1);
    assert_true(wins_lost(game, learner) > 10);
    run_to(learner, 20000);
    assert_int_equal(wins_lost(game, learner), 0);
    hra_learner_close(learner);
    hra_game_close(game);
}

static void damage_is_noticed(void **state) {
    static const char method[] = "rollout:hidden=2,games-per-iteration=2";
    hra_game *game = open_game("nim");
    hra_learner *learner = open_learner(game, method, 1, 1);
    hra_text file, memory, again;
    hra_learnt learnt;
    hra_error why;
    run_to(learner, 4);
    write_learner(learner, &file);
    for (size_t at = 0; at < file.length; at += 7) {
        file.data[at] ^= 4;
        assert_int_not_equal(hra_learnt_read(&learnt, game, "F", file.data, file.length, NULL, &why), 0);
        file.data[at] ^= 4;
        assert_int_not_equal(hra_learnt_read(&learnt, game, "F", file.data, at, NULL, &why), 0);
    }
    hra_text_init(&memory);
    assert_int_equal(hra_learnt_read(&learnt, game, "F", file.data, file.length, &memory, &why), 0);
    assert_int_equal(learnt.form, HRA_LEARNT_OUTCOMES);
    for (int bad = 0; bad < 2; bad++) { /* a memory that is too short, and one that says nonsense */
        hra_text_init(&again);
        memory.length -= !bad;
        memory.data[0] = bad ? 9 : 1;
        assert_int_equal(hra_learnt_write(&learnt, &memory, &again), 0);
        memory.length += !bad;
        assert_int_equal(hra_learner_restore(learner, "F", again.data, again.length, &why), HRA_EDAMAGED);
        hra_text_release(&again);
    }
    hra_learnt_release(&learnt);
    hra_text_release(&memory);
    hra_text_release(&file);
    hra_learner_close(learner);
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_end_has_the_worth_of_its_outcome),
        cmocka_unit_test(one_ply_is_the_mean_over_all_throws),
        cmocka_unit_test(no_target_holds_what_cannot_be),
        cmocka_unit_test(plays_go_to_their_end_or_are_given_up),
        cmocka_unit_test(positions_beside_are_those_of_near_moves),
        cmocka_unit_test(all_seats_are_told_as_each),
        cmocka_unit_test(runs_that_were_stopped_are_the_same),
        cmocka_unit_test(games_can_be_played_elsewhere),
        cmocka_unit_test(games_of_others_are_looked_at),
        cmocka_unit_test(a_deadline_keeps_the_games_that_were_played),
        cmocka_unit_test(nim_is_won_where_it_can_be),
        cmocka_unit_test(damage_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
