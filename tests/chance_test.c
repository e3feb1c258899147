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
        int n = game->rules->chances(game, s, moves, p);
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
    hra_result r;
    hra_result_init(&r);
    run(t, spec, &r);
    assert_true(r.chance);
    int n = game->rules->chances(game, t->s, moves, p);
    expectation(game, t->s, depth, others, value);
    for (int k = 0; k < game->seats; k++)
        same(t, spec, "the value", r.value[k], value[k]);
    assert_int_equal(r.move_count, n);
    for (int i = 0; i < n; i++) {
        const hra_root_move *at = &r.moves[i];
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
    hra_result_release(&r);
}

static void every_method_begins_with_chance(void **state) {
    static const struct {
        const char *spec;
        model others;
    } cases[] = {
        {"expectiminimax",        ADVERSARY},
        {"expectiminimax:star=1", ADVERSARY},
        {"expectiminimax:star=2", ADVERSARY},
        {"expectiminimax:tt=64K", ADVERSARY},
        {"expectimax",            LOTTERY  },
        {"maxn",                  SELFISH  },
        {"exact",                 SELFISH  },
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
    if (hra_game_open(&t.game, NULL, "race:pieces=2,ring=8,seats=2", &why))
        fail_msg("%s", why.text);
    assert_true(t.game->state_size <= STATE && hra_game_room(t.game) <= MOVES);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_method_begins_with_chance),
        cmocka_unit_test(a_throw_is_worth_its_mean),
    };
    return cmocka_run_group_tests_name("chance at the root", tests, NULL, NULL);
}
