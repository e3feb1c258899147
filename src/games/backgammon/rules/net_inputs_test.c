/* The numbers that players count, as inputs of a net, against a slow count, place by place; the same bits. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/rng.h"
#include "games/backgammon/rules/net_inputs.h"
#include "games/backgammon/rules/net_places.h"
#include "games/backgammon/rules/opened.h"
#include "games/backgammon/rules/terms.h"
#include "hra/hra.h"

enum { POSITIONS = 20000 };

/* From place p; what is home or off is not in the way. */
static int ways_out(const bg_setup *setup, uint64_t open, int p) {
    return setup->escapes[(open >> (p + 16 - BG_DISTANCES)) & BG_ALL_OPEN];
}

static void count_ways(const bg_setup *setup, const bg_side *own, bg_set blocked, float *out) {
    const uint64_t open = (uint64_t)(BG_ON_BOARD & ~blocked) << 16 | 0x1ffff; /* place p is bit p + 16 */
    bg_set places = bg_some(own) & BG_OUTSIDE;
    int rear = places ? bg_highest(places) : 0, least = 36, mobility = 0;
    out[WAYS] = rear ? (float)ways_out(setup, open, rear) / 36 : 1;
    for (int p = rear; p >= 16; p--) {
        int ways = ways_out(setup, open, p);
        least = ways < least ? ways : least;
    }
    for (bg_set rest = places; rest; rest &= rest - 1) {
        int p = bg_lowest(rest);
        mobility += bg_count(own, p) * (p - BG_HOME) * ways_out(setup, open, p);
    }
    out[FEWEST] = (float)least / 36;
    out[MOBILITY] = (float)mobility / 3600;
}

/* Place by place. */
static int slow_count(const bg_side *s, bg_set places, int *sum) {
    int n = 0;
    *sum = 0;
    for (int p = 0; p < BG_PLACES; p++)
        if (places >> p & 1) {
            n += bg_count(s, p);
            *sum += p * bg_count(s, p);
        }
    return n;
}

static int slow_checkers(const bg_side *s, bg_set places) {
    int sum;
    return slow_count(s, places, &sum);
}

static int slow_pips(const bg_side *s) {
    int pips;
    (void)slow_count(s, BG_ON_BOARD, &pips);
    return pips;
}

/* The pips by which the checkers on these places stand before place `end`. */
static float pips_before(const bg_side *s, bg_set places, int end) {
    int sum;
    const int n = slow_count(s, places, &sum);
    return (float)(sum - n * end);
}

static void count_side(const bg_setup *setup, const bg_side *own, const bg_side *other, int pips,
                       float *out) {
    const bg_set home = BG_POINTS & ~BG_OUTSIDE, back = bg_across(home) | (bg_set)1 << BG_BAR;
    const bg_set made = bg_several(own) & BG_POINTS, across = bg_across(bg_several(other));
    int loss, hits = bg_count_shots(own, other, &loss), closed = bg_size(made & home);
    float to_home = pips_before(own, BG_OUTSIDE, BG_HOME), shut = (float)(closed * closed) / 36;
    out[PIPS] = (float)pips / 167; /* as many as in the beginning */
    out[HITS] = (float)hits / 36;
    out[LOSS] = (float)loss / 360;
    out[CLOSED] = shut;
    out[PRIME] = (float)bg_longest_run(made) / 6;
    count_ways(setup, own, across, out);
    out[BACK] = (float)slow_checkers(own, back) / 4;
    out[TO_HOME] = to_home / 100;
    out[GAMMON] = bg_some(own) & 1 ? 0 : 0.1F + to_home / 60;
    out[OUT] = (float)slow_checkers(own, BG_OUTSIDE) / BG_CHECKERS;
    out[BURIED] = (float)slow_checkers(own, 6) / 5;
    out[TIMING] = pips_before(own, BG_OUTSIDE & ~back, BG_HOME) / 60;
    out[KEPT] = bg_some(other) >> BG_BAR & 1 ? shut : 0;
    out[BLOTS] = (float)bg_size(bg_some(own) & BG_POINTS & ~made) / 5;
}

/* ---- plans ----------------------------------------------------------------------------------*/

static bg_set places_from(int low, int high) {
    return ((bg_set)2 << high) - ((bg_set)1 << low);
}

/* The other side's checker that is furthest back stands on place q: who is before it has to pass it. */
static void count_passing(const bg_side *own, const bg_side *other, float *out) {
    const bg_set theirs = bg_some(other) & BG_ON_BOARD;
    const int q = theirs ? BG_BAR - bg_highest(theirs) : BG_BAR;
    out[TO_PASS] = q < BG_BAR ? pips_before(own, places_from(q + 1, BG_BAR), q) / 100 : 0;
    out[PAST] = q > 1 ? pips_before(own, places_from(1, q - 1), 0) / 100 : 0;
}

/* How far those behind the mean checker lag, squared, in the mean. */
static float spread(const bg_side *own, int pips) {
    const int n = slow_checkers(own, BG_ON_BOARD);
    const float mean = n ? (float)pips / (float)n : 0;
    float sum = 0;
    for (bg_set rest = bg_some(own) & BG_ON_BOARD; rest; rest &= rest - 1) {
        const int p = bg_lowest(rest);
        const float lag = (float)p - mean;
        sum += lag > 0 ? lag * lag * (float)bg_count(own, p) : 0;
    }
    return n ? sum / (float)n / 100 : 0;
}

static void count_anchors(bg_set made, float back, float *out) {
    const bg_set anchors = made & places_from(19, 24), front = made & places_from(15, 24);
    const int n = bg_size(anchors);
    out[BACK_ANCHOR] = anchors ? (float)(bg_highest(anchors) - 18) / 6 : 0;
    out[FRONT_ANCHOR] = front ? (float)(BG_BAR - bg_lowest(front)) / 10 : 0;
    out[BACK_GAME] = n > 1 ? (back - 3) / 4 : 0;
    out[ANCHORED] = n == 1 ? back / 4 : 0;
}

/* The throws of 36 that make one of these points, by two checkers that no point needs or by one on a blot. */
static int count_makers(const bg_side *own, bg_set points, bg_set open) {
    const bg_set some = bg_some(own) & BG_ON_BOARD, several = bg_several(own) & BG_ON_BOARD,
                 blots = some & ~several;
    const bg_set pairs = own->bit[1] & ~(own->bit[0] | own->bit[2] | own->bit[3]), spare = some & ~pairs;
    int n = 0;
    for (int high = 1; high <= 6; high++) {
        const bg_set to_blot = spare >> high & blots & points, step = several >> high;
        for (int low = 1; low < high; low++) {
            const bg_set both = spare >> high & spare >> low & points;
            n += (both | to_blot | (spare >> low & blots & points)) ? 2 : 0;
        }
        n += (to_blot | ((step | (step & open) >> high) & points)) ? 1 : 0;
    }
    return n;
}

/* The most points made of six in a row. */
static int best_wall(bg_set made) {
    int most = 0;
    for (made >>= 1; made; made >>= 1) {
        const int n = bg_size(made & 63);
        most = n > most ? n : most;
    }
    return most;
}

static void count_plans(const bg_setup *setup, const bg_side *own, const bg_side *other, const float *counted,
                        const float *others, int pips, float *out) {
    const bg_set made = bg_several(own) & BG_POINTS, across = bg_across(bg_several(other));
    const bg_set open = BG_POINTS & ~across, free = open & ~made,
                 many = (own->bit[2] | own->bit[3]) & BG_POINTS;
    const bool waits = bg_some(own) >> BG_BAR & 1;
    count_passing(own, other, out);
    out[SPREAD] = spread(own, pips);
    count_anchors(made, 4 * counted[BACK], out);
    out[WAYS_IF_HIT] = (float)ways_out(setup, (uint64_t)open << 16 | 0x1ffff, BG_BAR) / 36;
    out[DANGER] = others[HITS] * (1 - out[WAYS_IF_HIT]);
    out[MAKES_POINT] = waits ? 0 : (float)count_makers(own, free & places_from(1, 7), open) / 36;
    out[MAKES_ANCHOR] = waits ? 0 : (float)count_makers(own, free & places_from(18, 22), open) / 36;
    out[STACKED] = (float)(slow_checkers(own, many) - 3 * bg_size(many)) / 6;
    out[WALL] = (float)best_wall(made) / 6;
}

static void slow_expert(const bg_setup *setup, const bg_state *s, int seat, float out[BG_EXPERT]) {
    const bg_side *own = &s->board.side[seat], *other = &s->board.side[!seat];
    int pips = slow_pips(own), others = slow_pips(other);
    float half = !bg_is_on(s) ? 0 : s->turn == seat ? 4 : -4; /* half a throw for who is to throw next */
    float ahead = (float)(others - pips) + half;
    /* A throw has 8 1/6 pips and a variance of 18.6: so far ahead in standard deviations. */
    ahead /= sqrtf(2.3F * (float)(pips + others) + 10);
    ahead = ahead > 3 ? 3 : ahead < -3 ? -3 : ahead;
    bool race = !bg_in_contact(&s->board);
    count_side(setup, own, other, pips, out);
    count_side(setup, other, own, others, out + BG_SIDE_EXPERT);
    out[RACE] = race ? 1 : 0;
    out[AHEAD] = ahead / 2;
    out[AHEAD_IN_RACE] = race ? ahead / 2 : 0;
    count_plans(setup, own, other, out, out + BG_SIDE_EXPERT, pips, out + PLANS);
    count_plans(setup, other, own, out + BG_SIDE_EXPERT, out, others, out + PLANS + BG_SIDE_PLANS);
}

/* ---- positions ------------------------------------------------------------------------------*/

/* Of random games, and checkers anywhere: crowds, sides that are off, several on the bar. */
static void draw_side(hra_rng *rng, bg_side *s) {
    const uint32_t reach = 1 + hra_rng_below(rng, BG_PLACES);
    *s = (bg_side){{0}};
    for (int i = 0; i < BG_CHECKERS; i++) {
        const uint32_t place = hra_rng_below(rng, reach);
        bg_put(s, (int)(hra_rng_below(rng, 3) ? place : hra_rng_below(rng, 3) * place / 2));
    }
}

static bool have_the_same_bits(const hra_game *game, const bg_state *s) {
    for (int seat = 0; seat < 2; seat++) {
        float slow[BG_EXPERT], fast[BG_EXPERT];
        slow_expert(game->data, s, seat, slow);
        bg_expert(game->data, s, seat, fast);
        for (int i = 0; i < BG_EXPERT; i++)
            if (memcmp(&slow[i], &fast[i], sizeof *slow) != 0) {
                bool own;
                fail_msg("%s: %g, not %g", bg_expert_name(i, &own), (double)fast[i], (double)slow[i]);
            }
    }
    return true;
}

static void numbers_are_those_of_a_slow_count(void **state) {
    hra_game *game = bg_test_open("backgammon");
    hra_rng rng;
    hra_move moves[BG_MAX_PLAYS];
    double probability[BG_MAX_PLAYS];
    bg_state s = {.phase = BG_ENDED};
    hra_rng_init(&rng, 79);
    for (int n = 0; n < POSITIONS; n++) {
        const int mover = game->rules->to_move(game, &s);
        if (mover == HRA_OVER)
            game->rules->init(game, &s);
        else if (mover == HRA_CHANCE)
            game->rules->apply(game, &s, hra_game_sample(game, &s, &rng, moves, probability));
        else
            game->rules->apply(game, &s,
                               moves[hra_rng_below(&rng, (uint32_t)hra_game_moves(game, &s, moves))]);
        assert_true(have_the_same_bits(game, &s));
        bg_state any = {.turn = (uint8_t)hra_rng_below(&rng, 2), .phase = BG_PLAYING};
        draw_side(&rng, &any.board.side[0]);
        draw_side(&rng, &any.board.side[1]);
        assert_true(have_the_same_bits(game, &any));
    }
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_those_of_a_slow_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
