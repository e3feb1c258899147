/* Alpha-beta with quiescence against a recursion over the other set of rules, which cuts nothing. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "games/checkers/rules/reference_rules.h"
#include "hra/hra.h"

/* The evaluation `material`, for who is to move. */
static double lead(const reference *t) {
    double sum = 0;
    for (int square = 1; square <= 32; square++)
        if (t->at[square] != '.')
            sum += (tolower(t->at[square]) == t->side ? 1 : -1) *
                   (isupper((unsigned char)t->at[square]) ? 1.5 : 1);
    return sum / 20;
}

/* What t is worth to who is to move, `depth` plies deep and then through every capture. */
static double worth(const reference *t, int depth) {
    reference_list l;
    double best = -INFINITY;
    reference_moves(t, &l);
    if (l.count == 0)
        return -1;
    if (depth <= 0 && !strchr(l.text[0], 'x'))
        return lead(t);
    for (int i = 0; i < l.count; i++)
        best = fmax(best, -worth(&l.after[i], depth - 1));
    return best;
}

static double searched(const hra_game *game, const ck_state *s, const char *spec, hra_move *move) {
    hra_agent *search = NULL;
    hra_analysis result;
    hra_analysis_init(&result);
    assert_int_equal(hra_agent_open_spec(&search, game, spec, NULL), 0);
    assert_int_equal(hra_agent_ask(search, &(hra_question){.state = s}, &result), 0);
    double value = result.value[s->side];
    *move = result.move;
    hra_agent_close(search);
    hra_analysis_release(&result);
    return value;
}

/* Black must take, and is taken back: the first ply sees two against two. */
static void a_capture_is_followed_to_its_end(void **state) {
    static const char *const rows[8] = {"-b-.-.-.", ".-.-.-.-", "-.-b-.-.", ".-.-w-.-",
                                        "-.-.-.-.", ".-.-w-.-", "-.-w-.-.", ".-.-.-.-"};
    const reference t = reference_drawn('b', rows);
    const ck_state s = reference_state(&t);
    hra_game *game = NULL;
    hra_move move;
    assert_int_equal(hra_game_open(&game, NULL, "checkers:draw-moves=0", NULL), 0);
    assert_true(searched(game, &s, "alphabeta:depth=1,eval=material", &move) == 0);
    assert_true(searched(game, &s, "alphabeta:depth=1,eval=material,quiescence", &move) == -1.0 / 20);
    assert_true(worth(&t, 1) == -1.0 / 20);
    hra_game_close(game);
}

static void random_positions_are_worth_what_the_reference_finds(void **state) {
    hra_game *game = NULL;
    hra_rng rng;
    int loud = 0;
    hra_rng_init(&rng, 7);
    assert_int_equal(hra_game_open(&game, NULL, "checkers:draw-moves=0", NULL), 0);
    for (int play = 0; play < 40; play++) {
        reference t = {.side = 'b'};
        for (int square = 1; square <= 32; square++)
            t.at[square] = square <= 12 ? 'b' : square >= 21 ? 'w' : '.';
        reference_list l;
        for (int ply = 0; reference_moves(&t, &l), l.count > 0 && ply < 60; ply++) {
            if (ply % 5 == play % 5) {
                const ck_state s = reference_state(&t);
                hra_move move;
                double plain = searched(game, &s, "alphabeta:depth=2,eval=material", &move);
                double quiet = searched(game, &s, "alphabeta:depth=2,eval=material,quiescence", &move);
                ck_state next = s;
                ck_apply(&next.board, s.side, move);
                next.side ^= 1;
                hra_move reply;
                double kept =
                    hra_game_moves(game, &next, (hra_move[CK_MAX_MOVES]){0})
                        ? -searched(game, &next, "alphabeta:depth=1,eval=material,quiescence", &reply)
                        : 1;
                if (fabs(quiet - worth(&t, 2)) > 1e-12 || fabs(kept - quiet) > 1e-12)
                    fail_msg("play %d, ply %d: %g, the move keeps %g, the reference has %g", play, ply, quiet,
                             kept, worth(&t, 2));
                loud += quiet != plain;
            }
            t = l.after[hra_rng_below(&rng, (uint32_t)l.count)];
        }
    }
    assert_true(loud > 20); /* else nothing was left to look at */
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_capture_is_followed_to_its_end),
        cmocka_unit_test(random_positions_are_worth_what_the_reference_finds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
