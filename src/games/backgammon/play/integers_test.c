/* The built-in nets, whose first layer is in integers: the same bits by every kernel, alone and together, here and elsewhere. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <xxhash.h>

#include "core/rng.h"
#include "games/backgammon/rules/opened.h"
#include "hra/hra.h"
#include "nets/learnt.h"
#include "nets/net_integers.h"

enum { POSITIONS = 1000, TOGETHER = 50, ENDS = 7 };

/* What the nets say of all positions, on x86-64, ARM and WebAssembly alike. */
static const uint64_t known_sum = 0x27e6650900f22eab;

typedef struct positions {
    hra_game *game;
    hra_learnt learnt;
    bg_state state[POSITIONS];
} positions;

/* Of random games, after plays, all phases among them. */
static void draw_positions(positions *p) {
    hra_rng rng;
    hra_move moves[BG_MAX_PLAYS];
    double probability[BG_MAX_PLAYS];
    bg_state s = {.phase = BG_ENDED};
    hra_rng_init(&rng, 48);
    for (int n = 0; n < POSITIONS;) {
        const int mover = p->game->rules->to_move(p->game, &s);
        if (mover == HRA_OVER) {
            p->game->rules->init(p->game, &s);
            continue;
        }
        const hra_move m = mover == HRA_CHANCE
                               ? hra_game_sample(p->game, &s, &rng, moves, probability)
                               : moves[hra_rng_below(&rng, (uint32_t)hra_game_moves(p->game, &s, moves))];
        p->game->rules->apply(p->game, &s, m);
        if (s.phase == BG_PLAYING && !s.high)
            p->state[n++] = s;
    }
}

static void open_positions(positions *p) {
    p->game = bg_test_open("backgammon");
    assert_int_equal(hra_learnt_open(&p->learnt, p->game, NULL, "test", NULL), 0);
    assert_non_null(p->learnt.net.integers);
    draw_positions(p);
}

static void close_positions(positions *p) {
    hra_learnt_release(&p->learnt);
    hra_game_close(p->game);
}

static void ask_all(positions *p, int together, float out[POSITIONS][ENDS]) {
    hra_learnt_work look;
    hra_net_work work;
    static hra_feature features[TOGETHER * 128];
    int counts[TOGETHER];
    assert_int_equal(hra_learnt_work_init(&look, &p->learnt), 0);
    assert_int_equal(hra_net_work_init(&work, &p->learnt.net, together), 0);
    for (int i = 0; i < POSITIONS; i += together) {
        int all = 0;
        for (int k = 0; k < together; k++) {
            hra_learnt_look(&look, &p->state[i + k], &p->state[i + k], 0);
            memcpy(features + all, look.features, (size_t)look.count * sizeof *features);
            all += counts[k] = look.count;
        }
        const float *said = hra_net_forward_many(&work, features, counts, together);
        for (int k = 0; k < together; k++, said += HRA_NET_PART)
            memcpy(out[i + k], said, sizeof out[i + k]);
    }
    hra_net_work_release(&work);
    hra_learnt_work_release(&look);
}

static void all_kernels_say_the_same(void **state) {
    static positions p;
    static float first[POSITIONS][ENDS], out[POSITIONS][ENDS];
    open_positions(&p);
    ask_all(&p, 1, first);
    for (int k = 0; hra_integer_kernel_at(k); k++) {
        if (!hra_integer_kernel_at(k)->runs())
            continue;
        p.learnt.net.integers->kernel = hra_integer_kernel_at(k);
        for (int together = 1; together <= TOGETHER; together += TOGETHER - 1) {
            ask_all(&p, together, out);
            assert_memory_equal(out, first, sizeof out);
        }
    }
    if (XXH64(first, sizeof first, 0) != known_sum)
        fail_msg("other bits than known: 0x%016llx", (unsigned long long)XXH64(first, sizeof first, 0));
    close_positions(&p);
}

/* Against the same net in floats, of the numbers that the integers are. */
static void inputs_are_rounded_and_not_more(void **state) {
    static positions p;
    static float integers[POSITIONS][ENDS], floats[POSITIONS][ENDS];
    double most = 0;
    open_positions(&p);
    ask_all(&p, TOGETHER, integers);
    hra_net_drop_integers(&p.learnt.net);
    ask_all(&p, TOGETHER, floats);
    for (int i = 0; i < POSITIONS; i++)
        for (int k = 0; k < ENDS; k++)
            most = fmax(most, fabs((double)(integers[i][k] - floats[i][k])));
    assert_true(most > 0 && most < 0.002);
    close_positions(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_kernels_say_the_same),
        cmocka_unit_test(inputs_are_rounded_and_not_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
