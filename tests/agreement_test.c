/* Methods that must agree with each other do so on thousands of random trees of all kinds, and they agree
 * with short recursions that are written here and nowhere else. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "hra/solve.h"
#include "recursions.h"

/* Checks every value reported by a method that searches for one number against the recursion. `first`: of
 * equal moves the first must be chosen. */
static void check_number(const tree *t, const char *spec, int depth, model others, bool first) {
    const hra_rules *rules = t->game->rules;
    int mover = rules->to_move(t->game, t->s), pov = t->game->seats <= 2 && others != LOTTERY ? 0 : mover;
    unsigned char child[STATE];
    hra_analysis r;
    hra_analysis_init(&r);
    run(t, spec, &r);
    double best = -INFINITY, sign = pov == mover ? 1 : -1, chosen = NAN;
    hra_move where = 0;
    for (int i = 0; i < r.move_count; i++) {
        memcpy(child, t->s, t->game->state_size);
        rules->apply(t->game, child, r.moves[i].move);
        double v = worth(t->game, child, depth - 1, pov, others);
        if (r.moves[i].kind == HRA_VALUE_EXACT)
            same(t, spec, "an exact move", r.moves[i].value[pov], v);
        else if (sign * v > sign * r.value[pov] + 1e-9)
            fail_msg("%s on %s: move %d is better than the best one", spec, t->game->spec, i);
        if (sign * v > best + 1e-9) {
            best = sign * v;
            where = r.moves[i].move;
        }
        if (r.moves[i].move == r.move)
            chosen = v;
    }
    same(t, spec, "the value", r.value[pov], worth(t->game, t->s, depth, pov, others));
    same(t, spec, "the value of the chosen move", chosen, r.value[pov]);
    if (first)
        assert_int_equal(r.move, where);
    hra_analysis_release(&r);
}

static void check_selfish(const tree *t, const char *spec, int depth) {
    int mover = t->game->rules->to_move(t->game, t->s);
    double value[HRA_MAX_SEATS];
    hra_analysis r;
    hra_analysis_init(&r);
    run(t, spec, &r);
    selfish(t->game, t->s, depth, value);
    for (int k = 0; k < t->game->seats; k++)
        same(t, spec, "a number", r.value[k], value[k]);
    for (int i = 0; i < r.move_count; i++)
        assert_true(r.moves[i].value[mover] <= value[mover] + 1e-9);
    hra_analysis_release(&r);
}

/* ---- trees of all kinds ---------------------------------------------------------------------*/

static void sure_methods_agree(void **state) {
    static const char *const specs[] = {"minimax",
                                        "alphabeta",
                                        "alphabeta:cut=strict",
                                        "expectiminimax",
                                        "expectiminimax:star=1",
                                        "expectiminimax:star=2"};
    char spec[256], limited[128];
    for (unsigned seed = 0; seed < 500; seed++) {
        tree t;
        shape(spec, sizeof spec, seed, 1 + (int)(seed % 4), seed % 7 ? "" : ",constant=no");
        open_tree(&t, &hra_rules_random_tree, spec);
        for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
            check_number(&t, specs[i], -1, ADVERSARY, true);
            snprintf(limited, sizeof limited, "%s%cdepth=2", specs[i], strchr(specs[i], ':') ? ',' : ':');
            check_number(&t, limited, 2, ADVERSARY, true);
        }
        check_number(&t, "expectimax", -1, LOTTERY, false);
        hra_game_close(t.game);
    }
}

/* With any set of options that promises the value of minimax. */
static void alphabeta_agrees_however_it_is_set(void **state) {
    static const char *const parts[] = {"deepen",         "tt=10K",     "tt=96",        "killers",
                                        "history",        "order=game", "order=static", "pvs",
                                        "aspiration=0.5", "cut=strict", "full,tt=1M",   "repeats"};
    char shaped[256], spec[256];
    for (unsigned seed = 0; seed < 600; seed++) {
        tree t;
        uint64_t draw = seed * 0x9E3779B97F4A7C15U;
        shape(shaped, sizeof shaped, seed, 1 + (int)(seed % 4), seed % 7 ? "" : ",constant=no");
        open_tree(&t, &hra_rules_random_tree, shaped);
        snprintf(spec, sizeof spec, "alphabeta:quiescence=no");
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
            bool table = strstr(spec, "tt=") && strstr(parts[i], "tt=");
            bool order = strstr(spec, "order=") && strstr(parts[i], "order=");
            if ((draw >> (2 * i) & 3) == 0 && !table && !order)
                snprintf(spec + strlen(spec), sizeof spec - strlen(spec), ",%s", parts[i]);
        }
        check_number(&t, spec, -1, ADVERSARY, false);
        snprintf(spec + strlen(spec), sizeof spec - strlen(spec), ",depth=3");
        check_number(&t, spec, 3, ADVERSARY, false);
        hra_game_close(t.game);
    }
}

static void chance_methods_agree(void **state) {
    static const char *const specs[] = {"expectiminimax", "expectiminimax:star=1", "expectiminimax:star=2"};
    char spec[256], limited[128];
    for (unsigned seed = 0; seed < 500; seed++) {
        tree t;
        shape(spec, sizeof spec, seed, 1 + (int)(seed % 4),
              seed % 7 ? ",chance=0.5" : ",chance=0.9,constant=no");
        open_tree(&t, &hra_rules_random_tree, spec);
        for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
            check_number(&t, specs[i], -1, ADVERSARY, false);
            snprintf(limited, sizeof limited, "%s%cdepth=2", specs[i], strchr(specs[i], ':') ? ',' : ':');
            check_number(&t, limited, 2, ADVERSARY, false);
        }
        check_number(&t, "expectimax", -1, LOTTERY, false);
        check_number(&t, "expectimax:depth=2", 2, LOTTERY, false);
        hra_game_close(t.game);
    }
}

/* With a table and move ordering expectiminimax finds the value of the recursion at every depth, and over all
 * trees it looks at fewer states than `bare`, without them. */
static void tables_and_orders_change_no_value(void **state) {
    static const struct {
        const char *spec, *bare;
    } cases[] = {
        {"expectiminimax:tt=64K", "expectiminimax:star=0"},
        {"expectiminimax:tt=96", "expectiminimax:star=0"}, /* too small: it forgets nearly everything */
        {"expectiminimax:star=1,move-order=static", "expectiminimax:star=1"},
        {"expectiminimax:star=1,tt=64K", "expectiminimax:star=1"},
        {"expectiminimax:star=1,tt=64K,move-order=static", "expectiminimax:star=1,move-order=static"},
        {"expectiminimax:star=2,move-order=static", "expectiminimax:star=2"},
        {"expectiminimax:star=2,tt=64K", "expectiminimax:star=2"},
        {"expectiminimax:star=2,tt=96,move-order=game", "expectiminimax:star=2,move-order=game"},
    };
    enum { CASES = sizeof cases / sizeof *cases, DEPTH = 5 };
    uint64_t found[CASES] = {0}, bare[CASES] = {0}, hits = 0;
    char shaped[256], spec[128];
    hra_analysis r;
    hra_analysis_init(&r);
    for (unsigned seed = 0; seed < 200; seed++) {
        tree t;
        int length = snprintf(shaped, sizeof shaped, "random:seed=%u,seats=%u,plies=%u,branch=4,width=%s",
                              seed, 1 + seed % 4, 4 + seed % 4, seed % 3 ? "5" : "100000");
        snprintf(shaped + length, sizeof shaped - (size_t)length, ",chance=%s,whole=%s,shuffled=%s%s",
                 seed % 5 ? "0.4" : "0.8", seed % 2 ? "yes" : "no", seed % 6 ? "yes" : "no",
                 seed % 7 ? "" : ",constant=no");
        open_tree(&t, &hra_rules_random_tree, shaped);
        for (size_t i = 0; i < CASES; i++)
            for (int depth = 1; depth <= DEPTH; depth++) {
                int given = depth < DEPTH ? depth : HRA_TO_THE_END;
                snprintf(spec, sizeof spec, depth < DEPTH ? "%s,depth=%d" : "%s", cases[i].spec, given);
                check_number(&t, spec, depth < DEPTH ? depth : -1, ADVERSARY, false);
                run(&t, spec, &r);
                assert_false(r.unsound);
                found[i] += r.nodes;
                hits += r.table_hits;
                snprintf(spec, sizeof spec, depth < DEPTH ? "%s,depth=%d" : "%s", cases[i].bare, given);
                run(&t, spec, &r);
                bare[i] += r.nodes;
            }
        hra_game_close(t.game);
    }
    assert_true(hits > 0);
    for (size_t i = 0; i < CASES; i++)
        if (found[i] >= bare[i])
            fail_msg("%s: %llu states, without %llu", cases[i].spec, (unsigned long long)found[i],
                     (unsigned long long)bare[i]);
    hra_analysis_release(&r);
}

/* Iterative deepening under a limit, where each depth finds the table of the one before, ends with the same
 * result as a single search to that depth. */
static void a_table_serves_the_next_depth(void **state) {
    char shaped[256];
    for (unsigned seed = 0; seed < 100; seed++) {
        tree t;
        hra_analysis r;
        hra_analysis_init(&r);
        snprintf(shaped, sizeof shaped, "random:seed=%u,plies=8,branch=3,width=20,chance=0.3", seed);
        open_tree(&t, &hra_rules_random_tree, shaped);
        run(&t, "expectiminimax:star=2,tt=64K,nodes=3000", &r);
        int depth = r.depth && r.horizon ? r.depth : -1;
        same(&t, "deepened", "the value", r.value[0], worth(t.game, t.s, depth, 0, ADVERSARY));
        hra_analysis_release(&r);
        hra_game_close(t.game);
    }
}

/* What `prune=first` and a beam of the best two leave of the tree, searched by a separate recursion. */
static double narrowed(const hra_game *game, const void *s, int depth, bool beam) {
    hra_move moves[MOVES];
    double value[HRA_MAX_SEATS], p[MOVES], at[MOVES], best = 0, sum = 0;
    unsigned char child[STATE];
    int mover = game->rules->to_move(game, s);
    if (ends(game, s, depth, value))
        return value[0];
    int n = mover == HRA_CHANCE ? game->rules->chance_outcomes(game, s, moves, p)
                                : game->rules->moves(game, s, moves);
    int keep = mover == HRA_CHANCE || n < 2 ? n : 2;
    bool any = false;
    for (int i = 0; i < n; i++) {
        after(game, s, moves[i], child);
        at[i] = narrowed(game, child, 0, beam) * (mover == 1 ? -1 : 1);
    }
    for (int i = 0; i < n; i++) {
        int before = 0; /* moves that come earlier */
        for (int j = 0; j < n; j++)
            before += beam ? at[j] > at[i] || (at[j] == at[i] && j < i) : j < i;
        if (before >= keep)
            continue;
        after(game, s, moves[i], child);
        double v = narrowed(game, child, depth - (mover >= 0), beam);
        sum += mover == HRA_CHANCE ? p[i] * v : 0;
        if (!any || (mover == 0 ? v > best : v < best))
            best = v;
        any = true;
    }
    return mover == HRA_CHANCE ? sum : best;
}

static void filters_keep_what_they_name(void **state) {
    char shaped[256];
    for (unsigned seed = 0; seed < 300; seed++) {
        tree t;
        hra_analysis r;
        hra_analysis_init(&r);
        snprintf(shaped, sizeof shaped, "random:seed=%u,plies=6,branch=4,chance=0.3", seed);
        open_tree(&t, &hra_rules_random_tree, shaped);
        run(&t, "expectiminimax:prune=first,depth=3", &r);
        assert_true(r.unsound);
        same(&t, "prune=first", "the value", r.value[0], narrowed(t.game, t.s, 3, false));
        run(&t, "expectiminimax:beam=2,depth=3", &r);
        assert_true(r.unsound);
        same(&t, "beam=2", "the value", r.value[0], narrowed(t.game, t.s, 3, true));
        run(&t, "expectiminimax:prune=first,star=2,tt=64K,depth=3", &r);
        same(&t, "prune=first,star=2", "the value", r.value[0], narrowed(t.game, t.s, 3, false));
        hra_analysis_release(&r);
        hra_game_close(t.game);
    }
}

static void maxn_takes_what_the_recursion_takes(void **state) {
    char spec[256];
    for (unsigned seed = 0; seed < 500; seed++) {
        tree t;
        shape(spec, sizeof spec, seed, 1 + (int)(seed % 5), seed % 2 ? ",chance=0.4" : ",constant=no");
        open_tree(&t, &hra_rules_random_tree, spec);
        check_selfish(&t, "maxn", -1);
        check_selfish(&t, "maxn:depth=2", 2);
        if (t.game->sum_bounded || t.game->zero_sum) {
            check_selfish(&t, "maxn:shallow", -1);
            check_selfish(&t, "maxn:shallow,depth=2", 2);
        }
        check_selfish(&t, "exact", -1);
        hra_game_close(t.game);
    }
}

/* The range of each root move holds the number that Max^n gives it. */
static void softmaxn_contains_maxn(void **state) {
    char spec[256];
    for (unsigned seed = 0; seed < 500; seed++) {
        tree t;
        hra_analysis one, all;
        hra_analysis_init(&one);
        hra_analysis_init(&all);
        shape(spec, sizeof spec, seed, 2 + (int)(seed % 3), seed % 2 ? "" : ",chance=0.2");
        open_tree(&t, &hra_rules_random_tree, spec);
        run(&t, "maxn", &one);
        run(&t, "softmaxn:set-size=40", &all);
        for (int i = 0; i < one.move_count; i++) {
            double v = one.moves[i].value[t.game->rules->to_move(t.game, t.s)];
            if (!(v >= all.moves[i].range.worst - 1e-9 && v <= all.moves[i].range.best + 1e-9))
                fail_msg("%s: move %d is %g, not in %g..%g", spec, i, v, all.moves[i].range.worst,
                         all.moves[i].range.best);
        }
        hra_analysis_release(&one);
        hra_analysis_release(&all);
        hra_game_close(t.game);
    }
}

static void proofs_agree_with_minimax(void **state) {
    static const char *const specs[] = {"andor:goal=%d", "andor:pn,memory=64K,goal=%d"};
    char spec[256];
    for (unsigned seed = 0; seed < 500; seed++) {
        tree t;
        hra_analysis r;
        hra_analysis_init(&r);
        shape(spec, sizeof spec, seed, 1 + (int)(seed % 4), "");
        open_tree(&t, &hra_rules_random_tree, spec);
        double v = worth(t.game, t.s, -1, t.game->rules->to_move(t.game, t.s), ADVERSARY);
        for (int goal = -3; goal < 6; goal += 2)
            for (int i = 0; i < 2; i++) {
                snprintf(spec, sizeof spec, specs[i], goal);
                run(&t, spec, &r);
                if (r.proof != (v >= goal ? HRA_SOLVED : HRA_UNSOLVED))
                    fail_msg("%s on %s: %d, but minimax says %g", spec, t.game->spec, r.proof, v);
            }
        hra_analysis_release(&r);
        hra_game_close(t.game);
    }
}

static void exact_agrees_with_expectiminimax(void **state) {
    char spec[256];
    for (unsigned seed = 0; seed < 500; seed++) {
        tree t;
        shape(spec, sizeof spec, seed, 2, seed % 2 ? ",chance=0.4" : "");
        open_tree(&t, &hra_rules_random_tree, spec);
        check_number(&t, "exact", -1, ADVERSARY, false);
        hra_game_close(t.game);
    }
}

/* Minimax that searches loud moves beyond its depth; the mover may also stand pat, unless its moves are
 * forced. */
static double settled(const hra_game *game, const void *s, int depth, int pov) {
    hra_move moves[MOVES];
    double value[HRA_MAX_SEATS], best = 0;
    unsigned char child[STATE];
    bool forced = false, any = false;
    int mover = game->rules->to_move(game, s), n;
    if (mover == HRA_OVER) {
        game->rules->returns(game, s, value);
        return number(game, value, pov, ADVERSARY);
    }
    n = depth > 0 ? game->rules->moves(game, s, moves)
                  : game->rules->hints->quiescence_moves(game, s, moves, &forced);
    if (depth <= 0 && !forced) {
        judge(game, s, value);
        best = number(game, value, pov, ADVERSARY);
        any = true;
    }
    for (int i = 0; i < n; i++) {
        after(game, s, moves[i], child);
        double v = settled(game, child, depth - 1, pov);
        if (!any || (mover == pov ? v > best : v < best))
            best = v;
        any = true;
    }
    return best;
}

static void quiescence_goes_on_with_loud_moves(void **state) {
    static const char *const specs[] = {"alphabeta:quiescence,depth=2", "alphabeta:full,tt=10K,depth=2",
                                        "alphabeta:quiescence,pvs,killers,depth=2"};
    char spec[256];
    for (unsigned seed = 0; seed < 500; seed++) {
        tree t;
        hra_analysis r;
        hra_analysis_init(&r);
        shape(spec, sizeof spec, seed, 1 + (int)(seed % 4), "");
        open_tree(&t, &hra_rules_random_tree, spec);
        int pov = t.game->seats <= 2 ? 0 : t.game->rules->to_move(t.game, t.s);
        for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
            run(&t, specs[i], &r);
            same(&t, specs[i], "the value", r.value[pov], settled(t.game, t.s, 2, pov));
        }
        hra_analysis_release(&r);
        hra_game_close(t.game);
    }
}

/* One decision, then chance: the mean of a move is that of its outcomes, to within five standard
 * errors (numbers lie in -10..10, so one playout has a deviation of at most 10). */
static void mcts_finds_the_expectation(void **state) {
    char spec[256];
    for (unsigned seed = 0; seed < 100; seed++) {
        tree t;
        hra_analysis r;
        unsigned char child[STATE];
        hra_analysis_init(&r);
        snprintf(spec, sizeof spec, "random:seed=%u,plies=2,branch=4,chance=1,early=0,whole=no", seed);
        open_tree(&t, &hra_rules_random_tree, spec);
        run(&t, "mcts:playouts=5000,memory=16M", &r);
        for (int i = 0; i < r.move_count; i++) {
            memcpy(child, t.s, t.game->state_size);
            t.game->rules->apply(t.game, child, r.moves[i].move);
            double error = r.moves[i].value[0] - worth(t.game, child, -1, 0, ADVERSARY);
            if (fabs(error) > 50 / sqrt((double)r.moves[i].sampled.visits))
                fail_msg("%s: move %d is off by %g after %d visits", spec, i, error,
                         (int)r.moves[i].sampled.visits);
        }
        hra_analysis_release(&r);
        hra_game_close(t.game);
    }
}

/* Deeper trees of all kinds: what it chooses is worth about as much as the best. */
static void mcts_chooses_well_under_chance(void **state) {
    char spec[256];
    for (unsigned seed = 0; seed < 40; seed++) {
        tree t;
        hra_analysis r;
        unsigned char child[STATE];
        double best[HRA_MAX_SEATS], chosen[HRA_MAX_SEATS];
        hra_analysis_init(&r);
        snprintf(spec, sizeof spec, "random:seed=%u,seats=%u,plies=4,chance=0.4,whole=no", seed,
                 1 + seed % 4);
        open_tree(&t, &hra_rules_random_tree, spec);
        run(&t, "mcts:playouts=30000,memory=16M", &r);
        memcpy(child, t.s, t.game->state_size);
        t.game->rules->apply(t.game, child, r.move);
        selfish(t.game, t.s, -1, best);
        selfish(t.game, child, -1, chosen);
        int mover = t.game->rules->to_move(t.game, t.s);
        if (chosen[mover] < best[mover] - 0.2)
            fail_msg("%s: chose %g where %g is to be had", spec, chosen[mover], best[mover]);
        hra_analysis_release(&r);
        hra_game_close(t.game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sure_methods_agree),
        cmocka_unit_test(alphabeta_agrees_however_it_is_set),
        cmocka_unit_test(quiescence_goes_on_with_loud_moves),
        cmocka_unit_test(chance_methods_agree),
        cmocka_unit_test(tables_and_orders_change_no_value),
        cmocka_unit_test(a_table_serves_the_next_depth),
        cmocka_unit_test(filters_keep_what_they_name),
        cmocka_unit_test(maxn_takes_what_the_recursion_takes),
        cmocka_unit_test(softmaxn_contains_maxn),
        cmocka_unit_test(proofs_agree_with_minimax),
        cmocka_unit_test(exact_agrees_with_expectiminimax),
        cmocka_unit_test(mcts_finds_the_expectation),
        cmocka_unit_test(mcts_chooses_well_under_chance),
    };
    return cmocka_run_group_tests_name("methods on random trees", tests, NULL, NULL);
}
