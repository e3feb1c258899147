/* What methods say of a state where chance is to move is the mean over its outcomes, worked out by short
 * recursions: the value, and each outcome with its probability, its value and the best reply. */
#include "recursions.h"

/* What is said of a state where chance is to move: the mean over its outcomes of what is said there. */
static void expectation(const hra_game *game, const void *s, int depth, model others, double *out) {
    hra_move moves[MOVES];
    double p[MOVES], value[HRA_MAX_SEATS];
    unsigned char child[STATE];
    int mover = game->rules->to_move(game, s), seats = game->seats;
    memset(out, 0, HRA_MAX_SEATS * sizeof *out);
    if (mover == HRA_CHANCE) {
        int n = game->rules->chance_outcomes(game, s, moves, p);
        for (int i = 0; i < n; i++) {
            memcpy(child, s, game->state_size);
            game->rules->apply(game, child, moves[i]);
            expectation(game, child, depth, others, value);
            for (int k = 0; k < seats; k++)
                out[k] += p[i] * value[k];
        }
        return;
    }
    bool two = seats == 2 && others == ADVERSARY;
    if (others == SELFISH || (mover == HRA_OVER && !two)) {
        selfish(game, s, depth, out);
        return;
    }
    int pov = seats <= 2 && others != LOTTERY ? 0 : mover;
    double v = worth(game, s, depth, pov, others);
    for (int k = 0; k < seats; k++)
        out[k] = k == pov ? v : -v;
}

/* Chance is to move: the value, and each outcome with its probability, its value and a reply that is worth
 * it. */
static void check_chance(const tree *t, const char *spec, int depth, model others) {
    const hra_game *game = t->game;
    hra_move moves[MOVES];
    double p[MOVES], value[HRA_MAX_SEATS];
    unsigned char child[STATE];
    hra_analysis r;
    hra_analysis_init(&r);
    run(t, spec, &r);
    assert_true(r.chance);
    int n = game->rules->chance_outcomes(game, t->s, moves, p);
    expectation(game, t->s, depth, others, value);
    for (int k = 0; k < game->seats; k++)
        same(t, spec, "the value", r.value[k], value[k]);
    assert_int_equal(r.move_count, n);
    for (int i = 0; i < n; i++) {
        const hra_analysis_move *at = &r.moves[i];
        assert_int_equal(at->move, moves[i]);
        same(t, spec, "a probability", at->probability, p[i]);
        memcpy(child, t->s, game->state_size);
        game->rules->apply(game, child, moves[i]);
        expectation(game, child, depth, others, value);
        for (int k = 0; k < game->seats; k++)
            same(t, spec, "an outcome", at->value[k], value[k]);
        int mover = game->rules->to_move(game, child);
        if (mover < 0 || others == SELFISH)
            continue;
        assert_true(at->line_length > 0);
        game->rules->apply(game, child, r.lines[at->line]);
        int pov = game->seats <= 2 && others != LOTTERY ? 0 : mover;
        same(t, spec, "a reply", worth(game, child, depth - 1, pov, others), at->value[pov]);
    }
    hra_analysis_release(&r);
}

static void every_method_begins_with_chance(void **state) {
    static const struct {
        const char *spec;
        model others;
    } cases[] = {
        {"expectiminimax", ADVERSARY},
        {"expectiminimax:star=1", ADVERSARY},
        {"expectiminimax:star=2", ADVERSARY},
        {"expectiminimax:tt=64K", ADVERSARY},
        {"expectimax", LOTTERY},
        {"maxn", SELFISH},
        {"exact", SELFISH},
    };
    char spec[256], limited[128];
    for (unsigned seed = 0; seed < 300; seed++) {
        tree t;
        shape(spec, sizeof spec, seed, 1 + (int)(seed % 4),
              seed % 7 ? ",rolled,chance=0.2" : ",rolled,chance=0.3,constant=no");
        open_tree(&t, &hra_rules_random_tree, spec);
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            check_chance(&t, cases[i].spec, -1, cases[i].others);
            if (strcmp(cases[i].spec, "exact") == 0)
                continue;
            snprintf(limited, sizeof limited, "%s%cdepth=2", cases[i].spec,
                     strchr(cases[i].spec, ':') ? ',' : ':');
            check_chance(&t, limited, 2, cases[i].others);
        }
        hra_game_close(t.game);
    }
}

/* Before the first throw of a small race, and before later ones. */
static void a_throw_is_worth_its_mean(void **state) {
    hra_rng rng;
    hra_move moves[MOVES];
    double p[MOVES];
    tree t;
    hra_error why;
    hra_rng_init(&rng, 3);
    if (hra_game_open(&t.game, NULL, "race:pieces=2,track=8,seats=2", &why))
        fail_msg("%s", why.text);
    assert_true(t.game->state_size <= STATE && hra_game_move_capacity(t.game) <= MOVES);
    t.game->rules->init(t.game, t.s);
    for (int checked = 0; checked < 12;) {
        int mover = t.game->rules->to_move(t.game, t.s);
        if (mover == HRA_OVER)
            t.game->rules->init(t.game, t.s);
        if (mover == HRA_CHANCE) {
            check_chance(&t, "expectiminimax:depth=2,eval=progress", 2, ADVERSARY);
            check_chance(&t, "expectiminimax:depth=2,star=2,eval=progress", 2, ADVERSARY);
            check_chance(&t, "expectimax:depth=2,eval=progress", 2, LOTTERY);
            check_chance(&t, "maxn:depth=2,eval=progress", 2, SELFISH);
            checked++;
        }
        if (mover == HRA_CHANCE)
            t.game->rules->apply(t.game, t.s, hra_game_sample(t.game, t.s, &rng, moves, p));
        else if (mover != HRA_OVER)
            t.game->rules->apply(
                t.game, t.s, moves[hra_rng_below(&rng, (uint32_t)t.game->rules->moves(t.game, t.s, moves))]);
    }
    hra_game_close(t.game);
}

/* The decision behind the i-th outcome; false: there is none. */
static bool decision_behind(const tree *t, hra_move outcome, tree *out) {
    *out = (tree){.game = t->game};
    after(t->game, t->s, outcome, out->s);
    out->mover = t->game->rules->to_move(t->game, out->s);
    return out->mover >= 0;
}

static void is_mean_of_outcomes(const tree *t, const char *spec, const hra_analysis *r) {
    for (int k = 0; k < t->game->seats; k++) {
        double sum = 0;
        for (int i = 0; i < r->move_count; i++)
            sum += r->moves[i].probability * r->moves[i].value[k];
        same(t, spec, "the mean of the outcomes", r->value[k], sum);
    }
}

/* What its ranges are worth softmaxn_test works out; an outcome is the decision behind it. */
static void softmaxn_takes_the_mean(void **state) {
    char spec[256];
    for (unsigned seed = 0; seed < 60; seed++) {
        tree t, at;
        hra_analysis r, alone;
        shape(spec, sizeof spec, seed, 2 + (int)(seed % 3), ",rolled,chance=0.2");
        open_tree(&t, &hra_rules_random_tree, spec);
        hra_analysis_init(&r);
        hra_analysis_init(&alone);
        run(&t, "softmaxn:depth=3", &r);
        is_mean_of_outcomes(&t, "softmaxn", &r);
        for (int i = 0; i < r.move_count; i++) {
            if (!decision_behind(&t, r.moves[i].move, &at))
                continue;
            run(&at, "softmaxn:depth=3", &alone);
            for (int k = 0; k < t.game->seats; k++)
                same(&at, "softmaxn", "an outcome", r.moves[i].value[k], alone.value[k]);
            assert_int_equal(r.lines[r.moves[i].line], alone.move);
        }
        hra_analysis_release(&alone);
        hra_analysis_release(&r);
        hra_game_close(t.game);
    }
}

/* Everybody moves at random, to the end. */
static void drift(const hra_game *game, const void *s, double *out) {
    hra_move moves[MOVES];
    double p[MOVES], value[HRA_MAX_SEATS];
    unsigned char child[STATE];
    int mover = game->rules->to_move(game, s);
    memset(out, 0, HRA_MAX_SEATS * sizeof *out);
    if (mover == HRA_OVER) {
        game->rules->returns(game, s, out);
        return;
    }
    int n = mover == HRA_CHANCE ? game->rules->chance_outcomes(game, s, moves, p)
                                : game->rules->moves(game, s, moves);
    for (int i = 0; i < n; i++) {
        after(game, s, moves[i], child);
        drift(game, child, value);
        for (int k = 0; k < game->seats; k++)
            out[k] += (mover == HRA_CHANCE ? p[i] : 1.0 / n) * value[k];
    }
}

/* The reply behind each outcome has the mean of play at random, within five of its standard errors. */
static void montecarlo_is_within_its_error(void **state) {
    static const char method[] = "montecarlo:playouts=2000";
    char spec[256];
    int checked = 0;
    for (unsigned seed = 0; seed < 40; seed++) {
        tree t, at;
        hra_analysis r, alone;
        shape(spec, sizeof spec, seed, 1 + (int)(seed % 3), ",rolled,chance=0.2");
        open_tree(&t, &hra_rules_random_tree, spec);
        hra_analysis_init(&r);
        hra_analysis_init(&alone);
        run(&t, method, &r);
        is_mean_of_outcomes(&t, method, &r);
        for (int i = 0; i < r.move_count; i++) {
            unsigned char child[STATE];
            double truth[HRA_MAX_SEATS], error = 0;
            if (!decision_behind(&t, r.moves[i].move, &at))
                continue;
            run(&at, method, &alone); /* as exact as behind the outcome, which has a part of the playouts */
            for (int m = 0; m < alone.move_count; m++)
                error =
                    alone.moves[m].move == r.lines[r.moves[i].line] ? alone.moves[m].sampled.error : error;
            after(t.game, at.s, r.lines[r.moves[i].line], child);
            drift(t.game, child, truth);
            double off = fabs(r.moves[i].value[at.mover] - truth[at.mover]);
            double wide = 5 * error * sqrt((double)r.move_count) + 1e-9;
            if (off > wide)
                fail_msg("%s, outcome %d: %g off, of %g", spec, i, off, wide);
            checked++;
        }
        hra_analysis_release(&alone);
        hra_analysis_release(&r);
        hra_game_close(t.game);
    }
    assert_true(checked > 50);
}

/* With visits enough, of which the most are where the best reply is. */
static void mcts_comes_near_the_mean(void **state) {
    static const char method[] = "mcts:playouts=20000";
    char spec[256];
    for (unsigned seed = 0; seed < 24; seed++) {
        tree t;
        hra_analysis r;
        double truth[HRA_MAX_SEATS];
        shape(spec, sizeof spec, seed, 1 + (int)(seed % 2), ",rolled,chance=0.2");
        open_tree(&t, &hra_rules_random_tree, spec);
        hra_analysis_init(&r);
        run(&t, method, &r);
        is_mean_of_outcomes(&t, method, &r);
        expectation(t.game, t.s, -1, SELFISH, truth);
        double wide = 0.05 * (t.game->max_return - t.game->min_return);
        if (fabs(r.value[0] - truth[0]) > wide)
            fail_msg("%s: %g, and it is %g", spec, r.value[0], truth[0]);
        hra_analysis_release(&r);
        hra_game_close(t.game);
    }
}

/* In the last turn, before the second throw and before the third. */
static void a_throw_of_yahtzee_is_worth_its_mean(void **state) {
    static const char *const methods[] = {"expectimax", "expectiminimax", "maxn", "exact"};
    hra_rng rng;
    hra_move moves[MOVES];
    double p[MOVES];
    tree t = {0}, last[2];
    int found = 0;
    hra_rng_init(&rng, 1);
    assert_int_equal(hra_game_open(&t.game, NULL, "yahtzee", NULL), 0);
    assert_true(t.game->state_size <= STATE && hra_game_move_capacity(t.game) <= MOVES);
    t.game->rules->init(t.game, t.s);
    while ((t.mover = t.game->rules->to_move(t.game, t.s)) != HRA_OVER) {
        hra_move next;
        if (t.mover == HRA_CHANCE) {
            last[found++ % 2] = t;
            next = hra_game_sample(t.game, t.s, &rng, moves, p);
        } else { /* the first keeps the fewest dice, and while there is a throw there is no box */
            (void)t.game->rules->moves(t.game, t.s, moves);
            next = moves[0];
        }
        t.game->rules->apply(t.game, t.s, next);
    }
    for (int i = 0; i < 2; i++)
        assert_true(t.game->rules->chance_outcomes(t.game, last[i].s, moves, p) > 20); /* two dice or more */
    for (int i = 0; i < 2; i++)
        for (size_t m = 0; m < sizeof methods / sizeof *methods; m++)
            check_chance(&last[i], methods[m], -1,
                         strcmp(methods[m], "expectiminimax") ? SELFISH : ADVERSARY);
    hra_game_close(t.game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(softmaxn_takes_the_mean),
        cmocka_unit_test(montecarlo_is_within_its_error),
        cmocka_unit_test(mcts_comes_near_the_mean),
        cmocka_unit_test(a_throw_of_yahtzee_is_worth_its_mean),
        cmocka_unit_test(every_method_begins_with_chance),
        cmocka_unit_test(a_throw_is_worth_its_mean),
    };
    return cmocka_run_group_tests_name("chance at the root", tests, NULL, NULL);
}
