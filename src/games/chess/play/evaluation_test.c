/* The evaluation `fitted` is what its counts times its weights are, says the opposite of the board turned about, and counts
 * what formulas count. Captures come to what a plain recursion finds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/rng.h"
#include "games/chess/play/exchange.h"
#include "games/chess/play/weights.h"
#include "hra/hra.h"

enum { GAMES = 60, PLIES = 90 };

typedef void look_at_one(const hra_game *game, const ch_state *s, void *self);

/* The positions of random games. */
static void look_at(look_at_one *look, const char *spec, int plies, void *self) {
    hra_game *game;
    hra_move moves[CH_MAX_MOVES];
    hra_rng rng;
    assert_int_equal(hra_game_open(&game, NULL, spec, NULL), 0);
    const ch_game *g = ch_game_of(game);
    hra_rng_init(&rng, 1);
    for (int number = 0; number < GAMES; number++) {
        ch_state s;
        ch_set_up(g, number * 16 % 960, &s);
        for (int ply = 0; ply < plies && s.over == CH_GOES_ON; ply++) {
            look(game, &s, self);
            ch_make(g, &s, moves[hra_rng_below(&rng, (uint32_t)ch_moves(g, &s, moves))]);
            ch_settle(g, &s);
        }
    }
    hra_game_close(game);
}

static void look_at_games(look_at_one *look, void *self) {
    look_at(look, "chess:variant=960", PLIES, self);
}

static void draw_weights(ch_weights *w) {
    hra_rng rng;
    hra_rng_init(&rng, 2);
    for (int i = 0; i < CH_TERMS; i++) {
        w->all[i] = (int16_t)((int)hra_rng_below(&rng, 8000) - 4000);
        w->few[i] = (int16_t)((int)hra_rng_below(&rng, 8000) - 4000);
    }
}

static void compare_sums(const hra_game *game, const ch_state *s, void *self) {
    const ch_weights *w = self;
    ch_packed_weights packed;
    int16_t count[CH_TERMS];
    int all = 0, few = 0;
    ch_pack_weights(w, &packed);
    const int phase = ch_count_terms(ch_game_of(game), s, count);
    assert_in_range(phase, 0, CH_PHASES);
    for (int i = 0; i < CH_TERMS; i++) {
        all += count[i] * w->all[i];
        few += count[i] * w->few[i];
    }
    assert_int_equal(ch_evaluate(ch_game_of(game), &packed, s),
                     (all * phase + few * (CH_PHASES - phase)) / (CH_PHASES * CH_FINENESS));
    ch_state turned;
    game->rules->hints->exchange(game, s, &turned);
    assert_int_equal(ch_evaluate(ch_game_of(game), &packed, &turned),
                     -ch_evaluate(ch_game_of(game), &packed, s));
}

static void a_value_is_the_sum_of_its_terms(void **state) {
    static ch_weights weights;
    draw_weights(&weights);
    look_at_games(compare_sums, &weights);
}

/* By the name of the term in formulas, White's less Black's. */
static double formula(const hra_game *game, const ch_state *s, const char *name) {
    const hra_term *t = ch_formula_terms;
    while (strcmp(t->name, name) != 0)
        t++;
    return t->value(game, s, CH_WHITE) - t->value(game, s, CH_BLACK);
}

static void compare_counts(const hra_game *game, const ch_state *s, void *self) {
    static const struct {
        int term;
        const char *name;
    } same[] = {{CH_TERM_MATERIAL + CH_PAWN, "pawns"},
                {CH_TERM_MATERIAL + CH_KNIGHT, "knights"},
                {CH_TERM_MATERIAL + CH_BISHOP, "bishops"},
                {CH_TERM_MATERIAL + CH_ROOK, "rooks"},
                {CH_TERM_MATERIAL + CH_QUEEN, "queens"},
                {CH_TERM_PAIR, "pair"},
                {CH_TERM_ISOLATED, "isolated"},
                {CH_TERM_DOUBLED, "doubled"},
                {CH_TERM_OPEN, "open_rooks"}};
    int16_t count[CH_TERMS];
    int sum = 0, ranks = 0, shelter = 0;
    ch_count_terms(ch_game_of(game), s, count);
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        assert_int_equal(count[same[i].term], (int)formula(game, s, same[i].name));
    for (int square = 0; square < CH_SQUARES; square++) {
        sum += count[CH_TERM_PLACE + square];
        ranks += count[CH_TERM_PLACE + square] * (square / 8 - 1);
    }
    for (int n = 0; n < 7; n++)
        shelter += n * count[CH_TERM_SHELTER + n];
    assert_int_equal(sum, (int)formula(game, s, "pawns"));
    assert_int_equal(ranks, (int)formula(game, s, "ranks"));
    assert_int_equal(shelter, (int)formula(game, s, "shelter"));
    assert_int_equal(count[CH_TERM_TURN], s->turn == CH_WHITE ? 1 : -1);
}

static void terms_count_what_formulas_count(void **state) {
    look_at_games(compare_counts, NULL);
}

/* ---- by hand ------------------------------------------------------------------------------------*/

static void counts_of(const char *fen, int16_t count[CH_TERMS]) {
    hra_game *game;
    ch_state s;
    assert_int_equal(hra_game_open(&game, NULL, "chess", NULL), 0);
    assert_int_equal(game->rules->text->read_position(game, fen, &s, NULL), 0);
    ch_count_terms(ch_game_of(game), &s, count);
    hra_game_close(game);
}

static void counts_by_hand(void **state) {
    int16_t n[CH_TERMS];
    /* White: pawns a5 (passed, blocked by the knight), e4 and d3 (each other's guard); Black: pawn d6. */
    counts_of("4k3/8/n2p4/P7/4P3/3P4/8/4K3 w - - 0 1", n);
    assert_int_equal(n[CH_TERM_PASSED + 4], 1);
    assert_int_equal(n[CH_TERM_BLOCKED + 4], 1);
    assert_int_equal(n[CH_TERM_OWN_KING], 2 * 5);   /* rank 5, the king five steps from a6 */
    assert_int_equal(n[CH_TERM_OTHER_KING], 2 * 4); /* and the other one four */
    assert_int_equal(n[CH_TERM_SUPPORTED + 3], 1);
    assert_int_equal(n[CH_TERM_ISOLATED], 1 - 1); /* a5; d6 */
    assert_int_equal(n[CH_TERM_KNIGHT_MOVES + 4], -1);
    /* A knight on d5 that a pawn defends and none can attack; pawns attack a rook and a loose knight. */
    counts_of("4k3/p4ppp/8/1r1N1n2/P1P1P3/8/8/4K3 w - - 0 1", n);
    assert_int_equal(n[CH_TERM_OUTPOST], 1);
    assert_int_equal(n[CH_TERM_PAWN_ATTACKS + CH_ROOK], 1);
    assert_int_equal(n[CH_TERM_PAWN_ATTACKS + CH_KNIGHT], 1);
    /* Rooks: an open file, and one with a pawn of the other side alone. */
    counts_of("4k3/1p6/8/8/8/8/8/RR2K3 w - - 0 1", n);
    assert_int_equal(n[CH_TERM_OPEN], 1);
    assert_int_equal(n[CH_TERM_HALF_OPEN], 1);
    assert_int_equal(n[CH_TERM_BARE], 3 - 3);
}

/* ---- captures -----------------------------------------------------------------------------------*/

static const int worth[CH_KINDS] = {100, 320, 330, 500, 900, 20000};

/* What `side` wins on a square by taking with its least piece, or by not taking, which is 0. The state needs no kings. */
static int wins(const ch_game *g, const ch_state *s, int square, int side) {
    const ch_set own = ch_attackers(g, s, square, ch_all(s), side);
    int kind = 0;
    while (kind < CH_KINDS && !(own & s->kind[kind]))
        kind++;
    if (kind == CH_KINDS || (kind == CH_KING && ch_attackers(g, s, square, ch_all(s), !side)))
        return 0;
    ch_state after = *s;
    const ch_set from = own & s->kind[kind], bit = ch_bit(square);
    const int taken = ch_kind_at(s, square);
    after.kind[taken] &= ~bit;
    after.side[!side] &= ~bit;
    after.kind[kind] ^= (from & -from) | bit;
    after.side[side] ^= (from & -from) | bit;
    const int gain = worth[taken] - wins(g, &after, square, !side);
    return gain > 0 ? gain : 0;
}

static void compare_captures(const hra_game *game, const ch_state *s, void *self) {
    const ch_game *g = ch_game_of(game);
    hra_move moves[CH_MAX_MOVES];
    const int n = ch_moves(g, s, moves);
    for (int i = 0; i < n; i++) {
        const int from = ch_from(moves[i]), to = ch_to(moves[i]), kind = ch_kind_at(s, from);
        if (!(s->side[!s->turn] >> to & 1) || ch_becomes(moves[i]))
            continue;
        ch_state after = *s;
        const int taken = ch_kind_at(s, to);
        after.kind[taken] &= ~ch_bit(to);
        after.side[!s->turn] &= ~ch_bit(to);
        after.kind[kind] ^= ch_bit(from) | ch_bit(to);
        after.side[s->turn] ^= ch_bit(from) | ch_bit(to);
        const int comes_to = worth[taken] - wins(g, &after, to, !s->turn);
        const bool holds = comes_to >= 0;
        assert_int_equal(ch_exchange(g, s, moves[i]), comes_to);
        assert_int_equal(ch_exchange_holds(g, s, moves[i]), holds);
        ((int *)self)[holds]++;
    }
}

static void captures_come_to_what_a_recursion_finds(void **state) {
    int seen[2] = {0};
    look_at_games(compare_captures, seen);
    print_message("%d captures hold, %d do not\n", seen[1], seen[0]);
    assert_true(seen[0] > 500 && seen[1] > 500);
}

/* A piece that goes to a free square is lost there, or it is not. */
static void compare_quiet(const hra_game *game, const ch_state *s, void *self) {
    const ch_game *g = ch_game_of(game);
    hra_move moves[CH_MAX_MOVES];
    const int n = ch_moves(g, s, moves);
    for (int i = 0; i < n; i++) {
        const int from = ch_from(moves[i]), to = ch_to(moves[i]), kind = ch_kind_at(s, from);
        if (ch_kind_at(s, to) != CH_KINDS || ch_becomes(moves[i]) || (s->passed && to == s->passed))
            continue;
        ch_state after = *s;
        after.kind[kind] ^= ch_bit(from) | ch_bit(to);
        after.side[s->turn] ^= ch_bit(from) | ch_bit(to);
        const int lost = wins(g, &after, to, !s->turn);
        assert_int_equal(ch_exchange(g, s, moves[i]), -lost);
        ((int *)self)[lost > 0]++;
    }
}

static void quiet_moves_lose_what_a_recursion_finds(void **state) {
    int seen[2] = {0};
    look_at_games(compare_quiet, seen);
    assert_true(seen[1] > 500 && seen[0] > 500);
}

static int by_number(const void *a, const void *b) {
    const hra_move x = *(const hra_move *)a, y = *(const hra_move *)b;
    return x < y ? -1 : x > y;
}

/* The list of captures and new queens is all moves, sifted; and those are the loud ones by their ranks. */
static void compare_lists(const hra_game *game, const ch_state *s, void *self) {
    const ch_game *g = ch_game_of(game);
    hra_move moves[CH_MAX_MOVES], captures[CH_MAX_MOVES], sifted[CH_MAX_MOVES];
    int rank[CH_MAX_MOVES], n = ch_moves(g, s, moves), kept = 0;
    ch_selection.rank(game, s, moves, n, rank);
    for (int i = 0; i < n; i++) {
        const bool passing =
            s->passed && ch_to(moves[i]) == s->passed && (s->kind[CH_PAWN] >> ch_from(moves[i]) & 1);
        const bool takes = passing || (s->side[!s->turn] >> ch_to(moves[i]) & 1);
        const bool loud = ch_becomes(moves[i]) ? ch_becomes(moves[i]) == CH_QUEEN : takes;
        assert_int_equal(rank[i] >= HRA_LOUD_RANK || rank[i] <= -HRA_LOUD_RANK, loud);
        if (loud && !ch_becomes(moves[i]))
            assert_int_equal(rank[i] > 0, ch_exchange_holds(g, s, moves[i]));
        ((int *)self)[passing ? 1 : ch_becomes(moves[i]) ? 2 : 0]++;
        if (loud)
            sifted[kept++] = moves[i];
    }
    assert_int_equal(ch_selection.forced(game, s), ch_checkers(g, s, s->turn) != 0);
    if (ch_checkers(g, s, s->turn))
        return;
    assert_int_equal(ch_captures(g, s, captures), kept);
    qsort(captures, (size_t)kept, sizeof *captures, by_number);
    qsort(sifted, (size_t)kept, sizeof *sifted, by_number);
    assert_memory_equal(captures, sifted, (size_t)kept * sizeof *sifted);
}

static void captures_are_all_moves_sifted(void **state) {
    int seen[3] = {0};
    look_at_games(compare_lists, seen);
    look_at(compare_lists, "chess:variant=losalamos", 400, seen);
    assert_true(seen[1] > 5 && seen[2] > 100);
}

/* ---- the file -----------------------------------------------------------------------------------*/

static void weights_are_read_as_they_were_written(void **state) {
    static ch_weights weights, again;
    hra_text bytes;
    hra_text_init(&bytes);
    draw_weights(&weights);
    ch_weights_write(&weights, &bytes);
    assert_int_equal(bytes.length, CH_WEIGHTS_BYTES);
    assert_int_equal(ch_weights_read(bytes.data, bytes.length, &again), 0);
    assert_memory_equal(&weights, &again, sizeof weights);
    assert_int_equal(ch_weights_read(bytes.data, bytes.length - 1, &again), HRA_EDAMAGED);
    for (size_t i = 0; i < bytes.length; i++) {
        bytes.data[i] ^= 16;
        assert_int_equal(ch_weights_read(bytes.data, bytes.length, &again), HRA_EDAMAGED);
        bytes.data[i] ^= 16;
    }
    hra_text_release(&bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_value_is_the_sum_of_its_terms),
        cmocka_unit_test(terms_count_what_formulas_count),
        cmocka_unit_test(counts_by_hand),
        cmocka_unit_test(captures_come_to_what_a_recursion_finds),
        cmocka_unit_test(quiet_moves_lose_what_a_recursion_finds),
        cmocka_unit_test(captures_are_all_moves_sifted),
        cmocka_unit_test(weights_are_read_as_they_were_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
