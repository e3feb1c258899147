/* What Soft-Max^n says of its sets, held against sets that are worked out whole by a recursion that is
 * written here and nowhere else. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "recursions.h"

/* A tree typed in. */
static void open_file(tree *t, const char *spec) {
    static const hra_host files = {.size = sizeof(hra_host), .read = hra_host_read_file};
    hra_error why;
    if (hra_game_open(&t->game, &files, spec, &why))
        fail_msg("%s: %s", spec, why.text);
    assert_true(t->game->state_size <= STATE);
    t->game->rules->init(t->game, t->s);
    t->mover = t->game->rules->to_move(t->game, t->s);
}

static const hra_analysis_move *move_named(const tree *t, const hra_analysis *r, const char *name) {
    hra_move move;
    assert_int_equal(hra_game_parse_move(t->game, t->s, name, &move, NULL), 0);
    for (int i = 0; i < r->move_count; i++)
        if (r->moves[i].move == move)
            return &r->moves[i];
    fail_msg("no move %s", name);
    return NULL;
}

/* ---- sets of vectors ------------------------------------------------------------------------*/

/* All vectors that may come out of a state, by the definition: without any limit, each child searched whole.
 */
typedef struct set {
    double (*row)[HRA_MAX_SEATS];
    int count, capacity;
} set;

static void put(set *to, const double *row, int seats) {
    for (int i = 0; i < to->count; i++) {
        bool equal = true;
        for (int k = 0; k < seats; k++)
            equal = equal && fabs(to->row[i][k] - row[k]) < 1e-9;
        if (equal)
            return;
    }
    if (to->count == to->capacity) {
        to->capacity = 2 * to->capacity + 16;
        to->row = realloc(to->row, (size_t)to->capacity * sizeof *to->row);
        assert_non_null(to->row);
    }
    memcpy(to->row[to->count++], row, (size_t)seats * sizeof *row);
}

static double extreme(const set *of, int seat, bool largest) {
    double found = of->row[0][seat];
    for (int i = 1; i < of->count; i++)
        found = largest ? fmax(found, of->row[i][seat]) : fmin(found, of->row[i][seat]);
    return found;
}

static set vectors(const hra_game *game, const void *s, int depth);

static set mean_of(const hra_game *game, const set *child, const double *p, int n) {
    set sum = {0};
    double none[HRA_MAX_SEATS] = {0};
    put(&sum, none, game->seats);
    for (int i = 0; i < n; i++) {
        set next = {0};
        for (int a = 0; a < sum.count; a++)
            for (int b = 0; b < child[i].count; b++) {
                double row[HRA_MAX_SEATS];
                for (int k = 0; k < game->seats; k++)
                    row[k] = sum.row[a][k] + p[i] * child[i].row[b][k];
                put(&next, row, game->seats);
            }
        free(sum.row);
        sum = next;
    }
    return sum;
}

/* The vectors of the children that no other one dominates. */
static set undominated(const hra_game *game, const set *child, int n, int mover) {
    set all = {0};
    for (int i = 0; i < n; i++) {
        bool dominated = false;
        for (int j = 0; j < n; j++)
            dominated = dominated || extreme(&child[i], mover, true) < extreme(&child[j], mover, false);
        for (int v = 0; v < child[i].count && !dominated; v++)
            put(&all, child[i].row[v], game->seats);
    }
    return all;
}

static set vectors(const hra_game *game, const void *s, int depth) {
    hra_move moves[MOVES];
    double p[MOVES], value[HRA_MAX_SEATS];
    set child[MOVES], all = {0};
    unsigned char next[STATE];
    int mover = game->rules->to_move(game, s);
    if (ends(game, s, depth, value)) {
        put(&all, value, game->seats);
        return all;
    }
    int n = mover == HRA_CHANCE ? game->rules->chance_outcomes(game, s, moves, p)
                                : game->rules->moves(game, s, moves);
    for (int i = 0; i < n; i++) {
        after(game, s, moves[i], next);
        child[i] = vectors(game, next, depth - (mover >= 0));
    }
    all = mover == HRA_CHANCE ? mean_of(game, child, p, n) : undominated(game, child, n, mover);
    for (int i = 0; i < n; i++)
        free(child[i].row);
    return all;
}

static bool near(double a, double b) {
    return fabs(a - b) < 1e-9;
}

static void check_range(const char *spec, const char *on, const hra_range *found, const set *all, int mover,
                        bool every) {
    bool counted = found->more ? found->vectors < all->count : found->vectors == all->count;
    if (!near(found->worst, extreme(all, mover, false)) || !near(found->best, extreme(all, mover, true)) ||
        (every && !counted))
        fail_msg("%s on %s: %g to %g in %d%s vectors, but it is %g to %g in %d", spec, on, found->worst,
                 found->best, found->vectors, found->more ? " or more" : "", extreme(all, mover, false),
                 extreme(all, mover, true), all->count);
}

static double share(const set *of, int seat, double need) {
    int reaching = 0;
    for (int i = 0; i < of->count; i++)
        reaching += of->row[i][seat] >= need - 1e-9;
    return (double)reaching / of->count;
}

/* The ranges are those of whole sets, whatever a node may keep; so is the move, by safety or by need. */
static void check_sets(const tree *t, const char *spec, int depth, double need, int *dropped) {
    const hra_game *game = t->game;
    set child[MOVES], root = vectors(game, t->s, depth);
    unsigned char next[STATE];
    double sure = -INFINITY;
    int best = -1;
    bool more = false;
    hra_analysis r;
    hra_analysis_init(&r);
    run(t, spec, &r);
    for (int i = 0; i < r.move_count; i++) {
        more = more || r.moves[i].range.more;
        after(game, t->s, r.moves[i].move, next);
        child[i] = vectors(game, next, depth - 1);
        sure = fmax(sure, extreme(&child[i], t->mover, false));
        check_range(spec, game->spec, &r.moves[i].range, &child[i], t->mover, !r.moves[i].range.more);
        assert_true(near(r.moves[i].value[t->mover], extreme(&child[i], t->mover, false)));
        put(&child[i], r.moves[i].value, game->seats); /* a whole vector of those that may come out, */
        assert_true(r.moves[i].range.more || child[i].count == r.moves[i].range.vectors);
        *dropped += r.moves[i].range.more;
    }
    check_range(spec, game->spec, &r.range, &root, t->mover, !r.range.more);
    assert_int_equal(r.unsound, more && !isnan(need));
    for (int i = 0; i < r.move_count; i++) {
        double worst = extreme(&child[i], t->mover, false), most = extreme(&child[i], t->mover, true);
        double part = isnan(need) ? 0 : share(&child[i], t->mover, need);
        if (most < sure - 1e-9)
            continue;
        double than = best < 0 ? 0 : extreme(&child[best], t->mover, false);
        double top = best < 0 ? 0 : extreme(&child[best], t->mover, true);
        double reached = best < 0 || isnan(need) ? 0 : share(&child[best], t->mover, need);
        if (!r.unsound && !isnan(need))
            assert_true(near(r.moves[i].range.fraction, part));
        if (best < 0 || part > reached + 1e-9 ||
            (near(part, reached) && (worst > than + 1e-9 || (near(worst, than) && most > top + 1e-9))))
            best = i;
    }
    if (!r.unsound && r.move != r.moves[best].move)
        fail_msg("%s on %s: move %u, but %u is better", spec, game->spec, r.move, r.moves[best].move);
    for (int i = 0; i < r.move_count; i++)
        free(child[i].row);
    free(root.row);
    hra_analysis_release(&r);
}

static void sets_are_whole_or_say_that_they_are_not(void **state) {
    char shaped[256], spec[96];
    int whole = 0, dropped = 0;
    for (unsigned seed = 0; seed < 150; seed++) {
        tree t;
        bool chance = seed % 3 == 0;
        snprintf(shaped, sizeof shaped, "random:seed=%u,seats=%u,plies=%u,branch=%u,shuffled=%s,chance=%s%s",
                 seed, 2 + seed % 3, chance ? 3 : 4 + seed % 3, 2 + seed % 2, seed % 2 ? "yes" : "no",
                 chance ? "0.3" : "0", seed % 4 ? ",levels=3,constant=no" : "");
        open_tree(&t, &hra_rules_random_tree, shaped);
        for (int most = 1; most <= 4096; most = most < 8 ? most + 1 : most * 8) {
            snprintf(spec, sizeof spec, "softmaxn:set-size=%d", most);
            check_sets(&t, spec, -1, NAN, most < 4096 ? &dropped : &whole);
            snprintf(spec, sizeof spec, "softmaxn:set-size=%d,depth=3", most);
            check_sets(&t, spec, 3, NAN, most < 4096 ? &dropped : &whole);
            snprintf(spec, sizeof spec, "softmaxn:set-size=%d,target=%u", most, seed % 11);
            check_sets(&t, spec, -1, seed % 11, most < 4096 ? &dropped : &whole);
        }
        hra_game_close(t.game);
    }
    assert_true(dropped > 100); /* the limit was met, */
    assert_int_equal(whole, 0); /* and here it was not */
}

/* Three moves at the root and a player that needs at least 5: which it takes depends on what it needs. */
static void a_need_decides_between_three_moves(void **state) {
    static const struct {
        const char *spec, *move;
        double share[3];
    } cases[] = {
        {"softmaxn", "b", {-1, -1, -1}}, /* safe: never less than 4 */
        {"softmaxn:target=4", "b", {2 / 3., 1, 1 / 3.}},
        {"softmaxn:target=5", "a", {2 / 3., 1 / 2., 1 / 3.}},
        {"softmaxn:target=7", "b", {1 / 3., 1 / 2., 0}},
        {"softmaxn:target=8", "a", {1 / 3., 0, 0}},
        {"softmaxn:target=9", "b", {0, 0, 0}}, /* nothing does: the safe one */
    };
    tree t;
    hra_analysis r;
    hra_analysis_init(&r);
    open_file(&t, "tree:file=docs/examples/softmaxn-need.tree");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        run(&t, cases[i].spec, &r);
        assert_ptr_equal(hra_analysis_best(&r), move_named(&t, &r, cases[i].move));
        for (int m = 0; m < 3; m++)
            assert_true(near(r.moves[m].range.fraction, cases[i].share[m]));
        assert_true(r.range.worst == 1 && r.range.best == 8 && r.range.vectors == 8 && !r.range.more);
    }
    hra_analysis_release(&r);
    hra_game_close(t.game);
}

/* Where sets may not take the memory, that is said. */
static void sets_keep_to_their_memory(void **state) {
    hra_host host = {.size = sizeof host, .caps.memory = (size_t)96 << 10};
    hra_error why;
    tree t;
    hra_agent *search;
    hra_analysis r;
    hra_analysis_init(&r);
    assert_int_equal(hra_game_open_rules(&t.game, &host, &hra_rules_random_tree,
                                         "random:seats=4,plies=6,branch=4,chance=0.5,constant=no", &why),
                     0);
    t.game->rules->init(t.game, t.s);
    hra_question question = {.state = t.s};
    assert_int_equal(hra_agent_open_spec(&search, t.game, "softmaxn:set-size=4096", &why), 0);
    assert_int_equal(hra_agent_ask(search, &question, &r), HRA_ELIMIT);
    assert_non_null(strstr(r.why.text, "smaller set-size="));
    hra_agent_close(search);
    run(&t, "softmaxn:set-size=16", &r);
    hra_analysis_release(&r);
    hra_game_close(t.game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_are_whole_or_say_that_they_are_not),
        cmocka_unit_test(a_need_decides_between_three_moves),
        cmocka_unit_test(sets_keep_to_their_memory),
    };
    return cmocka_run_group_tests_name("sets of Soft-Max^n", tests, NULL, NULL);
}
