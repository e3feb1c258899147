/* What players count, as inputs of a net beyond the bare board: threats, blocked ways, the race, anchors and
 * what is ahead of them.
 *
 * That such numbers help where raw ones no longer do is known since Tesauro's Neurogammon and TD-Gammon 2
 * (Programming backgammon using self-teaching neural nets, 2002). Throws that hit, and what they cost; ways
 * out for the checker that is furthest back; containment and mobility are in the manner of Berliner's BKG
 * (Backgammon computer program beats world champion, 1980). */
#include <math.h>

#include "net_inputs.h"
#include "terms.h"

/* In the order of the numbers below. */
static const char *const side_names[BG_SIDE_EXPERT] = {
    "pips",          "throws that hit", "pips hit",        "closed points",
    "longest prime", "ways out",        "fewest ways out", "mobility",
    "at the back",   "pips to home",    "gammon to save",  "outside",
    "buried",        "timing",          "kept on the bar", "blots"};

static const char *const race_names[] = {"race", "ahead", "ahead in a race"};

static const char *const plan_names[BG_SIDE_PLANS] = {
    "pips to pass", "pips past",       "spread", "back anchor",   "front anchor",    "back game",
    "anchored",     "ways out if hit", "danger", "makes a point", "makes an anchor", "stacked",
    "wall"};

enum {
    PIPS,
    HITS,
    LOSS,
    CLOSED,
    PRIME,
    WAYS,
    FEWEST,
    MOBILITY,
    BACK,
    TO_HOME,
    GAMMON,
    OUT,
    BURIED,
    TIMING,
    KEPT,
    BLOTS,
    RACE = 2 * BG_SIDE_EXPERT,
    AHEAD,
    AHEAD_IN_RACE,
    PLANS, /* of the side that asks; behind them the other's */
};

/* Among the plans of a side. */
enum {
    TO_PASS,
    PAST,
    SPREAD,
    BACK_ANCHOR,
    FRONT_ANCHOR,
    BACK_GAME,
    ANCHORED,
    WAYS_IF_HIT,
    DANGER,
    MAKES_POINT,
    MAKES_ANCHOR,
    STACKED,
    WALL
};

const char *bg_expert_name(int index, bool *own) {
    const int plan = index - PLANS;
    *own = index < BG_SIDE_EXPERT || (index >= RACE && plan < BG_SIDE_PLANS);
    return plan >= 0       ? plan_names[plan % BG_SIDE_PLANS]
           : index >= RACE ? race_names[index - RACE]
                           : side_names[index % BG_SIDE_EXPERT];
}

int bg_escapes(unsigned ahead) {
    unsigned by_one = ahead >> 6, n = 0;
    for (int i = 0; i < 6; i++) /* the first die is 6 - i; by both it lands on one of six behind that */
        n += (unsigned)bg_size(ahead >> i & 63 & (by_one | (0U - (by_one >> i & 1))));
    return (int)n;
}

void bg_expert_open(bg_setup *setup) {
    for (unsigned ahead = 0; ahead <= BG_ALL_OPEN; ahead++)
        setup->escapes[ahead] = (uint8_t)bg_escapes(ahead);
}

/* From place p; what is home or off is not in the way. */
static inline int ways_out(const bg_setup *setup, uint64_t open, int p) {
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

/* The pips by which the checkers on these places stand before place `end`. */
static inline float pips_before(const bg_side *s, bg_set places, int end) {
    int sum;
    const int n = bg_count_on(s, places, &sum);
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
    out[BACK] = (float)bg_count_checkers(own, back) / 4;
    out[TO_HOME] = to_home / 100;
    out[GAMMON] = bg_some(own) & 1 ? 0 : 0.1F + to_home / 60;
    out[OUT] = (float)bg_count_checkers(own, BG_OUTSIDE) / BG_CHECKERS;
    out[BURIED] = (float)bg_count_checkers(own, 6) / 5;
    out[TIMING] = pips_before(own, BG_OUTSIDE & ~back, BG_HOME) / 60;
    out[KEPT] = bg_some(other) >> BG_BAR & 1 ? shut : 0;
    out[BLOTS] = (float)bg_size(bg_some(own) & BG_POINTS & ~made) / 5;
}

/* ---- plans ----------------------------------------------------------------------------------*/

static inline bg_set places_from(int low, int high) {
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
    const int n = bg_count_checkers(own, BG_ON_BOARD);
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
    out[STACKED] = (float)(bg_count_checkers(own, many) - 3 * bg_size(many)) / 6;
    out[WALL] = (float)best_wall(made) / 6;
}

void bg_expert(const bg_setup *setup, const bg_state *s, int seat, float out[BG_EXPERT]) {
    const bg_side *own = &s->board.side[seat], *other = &s->board.side[!seat];
    int pips = bg_pips(own), others = bg_pips(other);
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
