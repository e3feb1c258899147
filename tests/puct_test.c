/* PUCT against the recursion, on trees with several seats and chance. */
#include "recursions.h"

#include "search/montecarlo/puct.h"

typedef struct judge_of {
    const hra_game *game;
    bool perfect; /* else it knows nothing */
} judge_of;

static void judge_state(void *self, const void *s, int seat, const hra_move *moves, int n, float *prior,
                        double *value) {
    const judge_of *j = self;
    for (int i = 0; i < n; i++)
        prior[i] = 1 / (float)n;
    if (j->perfect)
        selfish(j->game, s, 100, value);
    for (int k = 0; !j->perfect && k < j->game->seats; k++)
        value[k] = (j->game->min_return + j->game->max_return) / 2;
}

static void open_puct(hra_puct *p, tree *t, judge_of *j, uint64_t seed) {
    const hra_puct_options options = {.c = 1.25, .urgency = 0.2, .memory = 1 << 24};
    hra_rng rng;
    hra_rng_init(&rng, seed);
    assert_int_equal(hra_puct_init(p, t->game, &options, (hra_puct_judge){j, judge_state}), 0);
    assert_int_equal(hra_puct_begin(p, t->s, NULL, 0, &rng), 0);
}

/* The most visited move is the best one, or hardly worse. */
static void check_choice(const tree *t, const hra_puct *p, double slack) {
    double best = -INFINITY, chosen = 0;
    uint32_t most = 0;
    for (uint32_t c = p->nodes[0].first; c < p->nodes[0].first + hra_puct_children(p); c++) {
        unsigned char child[STATE];
        double value[HRA_MAX_SEATS];
        after(t->game, t->s, p->nodes[c].move, child);
        selfish(t->game, child, 100, value);
        best = fmax(best, value[t->mover]);
        if (p->nodes[c].visits > most) {
            most = p->nodes[c].visits;
            chosen = value[t->mover];
        }
    }
    if (chosen < best - slack)
        fail_msg("%s: it takes a move worth %g, and %g is there", t->game->spec, chosen, best);
}

static void check_trees(bool perfect, int playouts, double slack) {
    static const char *const shapes[] = {"seats=2,plies=5,branch=4,width=100",
                                         "seats=2,plies=5,branch=4,width=100,constant",
                                         "seats=3,plies=5,branch=3,width=50",
                                         "seats=1,plies=5,branch=3,width=50,chance=0.4",
                                         "seats=2,plies=5,branch=3,width=50,chance=0.3",
                                         "seats=4,plies=6,branch=3,width=30,chance=0.3,shuffled"};
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
        for (int seed = 1; seed <= 5; seed++) {
            tree t;
            hra_puct p;
            char spec[128];
            (void)snprintf(spec, sizeof spec, "random:seed=%d,whole=no,%s", seed, shapes[k]);
            open_tree(&t, &hra_rules_random_tree, spec);
            judge_of j = {t.game, perfect};
            open_puct(&p, &t, &j, 7);
            for (int i = 0; i < playouts; i++)
                assert_true(hra_puct_simulate(&p, UINT64_MAX));
            assert_true(p.nodes[0].visits == (uint32_t)playouts + 1);
            check_choice(&t, &p, slack);
            hra_puct_release(&p);
            hra_game_close(t.game);
        }
}

static void a_judge_who_knows_is_believed(void **state) {
    check_trees(true, 1500, 0.5);
}

static void without_a_judge_the_tree_finds_out(void **state) {
    check_trees(false, 6000, 0.5);
}

/* What a limit breaks off leaves no trace, and a tree without room goes on counting. */
static void limits_and_memory_end_nothing_badly(void **state) {
    tree t;
    hra_puct p;
    open_tree(&t, &hra_rules_random_tree, "random:seed=3,seats=2,plies=6,branch=4,width=100,chance=0.3");
    judge_of j = {t.game, false};
    open_puct(&p, &t, &j, 1);
    for (int i = 0; i < 20; i++)
        assert_true(hra_puct_simulate(&p, UINT64_MAX));
    uint32_t visits = p.nodes[0].visits;
    uint64_t plies = p.plies;
    assert_false(hra_puct_simulate(&p, 0));
    assert_int_equal(p.nodes[0].visits, visits);
    assert_int_equal(p.plies, plies);
    p.options.memory = 1; /* no more */
    for (int i = 0; i < 2000; i++)
        assert_true(hra_puct_simulate(&p, UINT64_MAX));
    assert_int_equal(p.nodes[0].visits, visits + 2000);
    assert_true(p.used <= p.capacity);
    hra_puct_release(&p);
    hra_game_close(t.game);
}

/* 1-5 leads to where they stood twice before. */
static void what_stands_the_third_time_is_drawn(void **state) {
    tree t;
    hra_puct p;
    unsigned char child[STATE];
    hra_move move;
    hra_rng rng;
    const hra_puct_options options = {.c = 1.25, .range = 2, .memory = 1 << 20};
    assert_int_equal(hra_game_open(&t.game, NULL, "checkers", NULL), 0);
    assert_int_equal(hra_game_read_position(t.game, "B:WK32:BK1", t.s, NULL), 0);
    judge_of j = {t.game, false};
    assert_int_equal(hra_game_parse_move(t.game, t.s, "1-5", &move, NULL), 0);
    after(t.game, t.s, move, child);
    const uint64_t key = hra_game_key(t.game, child), history[] = {key, 1, key, 2};
    hra_rng_init(&rng, 1);
    assert_int_equal(hra_puct_init(&p, t.game, &options, (hra_puct_judge){&j, judge_state}), 0);
    for (int length = 3; length <= 4; length++) { /* all of it, or but one of the two */
        assert_int_equal(hra_puct_begin(&p, t.s, history + (4 - length), length, &rng), 0);
        for (int i = 0; i < 10; i++)
            assert_true(hra_puct_simulate(&p, UINT64_MAX));
        for (uint32_t c = p.nodes[0].first; c < p.nodes[0].first + hra_puct_children(&p); c++)
            assert_int_equal(p.nodes[c].drawn, length == 4 && p.nodes[c].move == move);
    }
    hra_puct_release(&p);
    hra_game_close(t.game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_judge_who_knows_is_believed),
        cmocka_unit_test(without_a_judge_the_tree_finds_out),
        cmocka_unit_test(limits_and_memory_end_nothing_badly),
        cmocka_unit_test(what_stands_the_third_time_is_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
