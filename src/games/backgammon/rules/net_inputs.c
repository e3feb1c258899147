/* What players count, as inputs of a net beyond the bare board: threats, blocked ways, the race, anchors and
 * what is ahead of them.
 *
 * That such numbers help where raw ones no longer do is known since Tesauro's Neurogammon and TD-Gammon 2
 * (Programming backgammon using self-teaching neural nets, 2002). Throws that hit, and what they cost; ways
 * out for the checker that is furthest back; containment and mobility are in the manner of Berliner's BKG
 * (Backgammon computer program beats world champion, 1980). */
#include <math.h>
#include <string.h>

#include "net_inputs.h"
#include "net_places.h"
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

/* What the numbers below are divided by at the end, all at once: a division alone takes as long as four. */
#define OF_A_SIDE 167, 36, 360, 36, 6, 36, 36, 3600, 4, 100, 60, BG_CHECKERS, 5, 60, 36, 5
#define OF_PLANS 100, 100, 100, 6, 10, 4, 4, 36, 1, 36, 36, 6, 6
static const float units[BG_EXPERT] = {OF_A_SIDE, OF_A_SIDE, 1, 2, 2, OF_PLANS, OF_PLANS};

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

/* ---- of one side ----------------------------------------------------------------------------*/

static inline bg_set places_from(int low, int high) {
    return ((bg_set)2 << high) - ((bg_set)1 << low);
}

/* How many checkers are on six places from this one on, and the sum of the places on which they are. */
static inline int count_six(const bg_side *s, int first, int *sum) {
    int all = 0;
    for (int i = 0; i < 4; i++)
        all += bg_nine_places[s->bit[i] >> first & 63] << i;
    const int n = all >> 8;
    *sum = (all & 255) + n * first;
    return n;
}

/* The most points in a row, of the seven that fifteen checkers can make; without a branch. */
static inline int longest_run(bg_set points) {
    int n = 0;
    for (int i = 0; i < BG_CHECKERS / 2; i++, points &= points >> 1)
        n += points != 0;
    return n;
}

/* The most points made of six in a row: for each place the number of points on it and on the five behind it, its three bits in three
 * sets. */
static int best_wall(bg_set made) {
    const bg_set a = made, b = made >> 1, c = made >> 2, d = made >> 3, e = made >> 4, f = made >> 5;
    const bg_set one = a ^ b ^ c, two = (a & b) | (c & (a ^ b)), more = d ^ e ^ f,
                 twice = (d & e) | (f & (d ^ e));
    const bg_set carry = one & more, ones = one ^ more, twos = two ^ twice ^ carry,
                 fours = (two & twice) | (carry & (two ^ twice));
    const bg_set most = fours ? fours : ~(bg_set)0;
    const bg_set next = most & twos ? most & twos : most;
    return (fours ? 4 : 0) + (most & twos ? 2 : 0) + (next & ones ? 1 : 0);
}

/* How far those behind the mean checker lag, squared, in the mean. */
static float spread(const bg_side *own, int n, int pips) {
    const float mean = n ? (float)pips / (float)n : 0;
    float sum = 0;
    for (bg_set rest = bg_some(own) & BG_ON_BOARD & ~(((bg_set)2 << (int)mean) - 1); rest; rest &= rest - 1) {
        const int p = bg_lowest(rest);
        const float lag = (float)p - mean;
        sum += lag * lag * (float)bg_count(own, p);
    }
    return n ? sum / (float)n : 0;
}

static void count_anchors(bg_set made, float back, float *out) {
    const bg_set anchors = made & places_from(19, 24), front = made & places_from(15, 24);
    const int n = bg_size(anchors);
    out[BACK_ANCHOR] = anchors ? (float)(bg_highest(anchors) - 18) : 0;
    out[FRONT_ANCHOR] = front ? (float)(BG_BAR - bg_lowest(front)) : 0;
    out[BACK_GAME] = n > 1 ? back - 3 : 0;
    out[ANCHORED] = n == 1 ? back : 0;
}

static float stacked(const bg_side *s) {
    int n = 0;
    for (bg_set many = (s->bit[2] | s->bit[3]) & BG_POINTS; many; many &= many - 1)
        n += bg_count(s, bg_lowest(many)) - 3;
    return (float)n;
}

static int count_buried(const bg_side *s) {
    int n = 0;
    for (int i = 0; i < 4; i++)
        n += (int)((s->bit[i] >> 1 & 1) + (s->bit[i] >> 2 & 1)) << i;
    return n;
}

/* In sixes from the points 1, 7, 13, 19 on, and the bar. */
static void count_numbers(bg_counted *c, const bg_side *s) {
    int sum[4], n[4], all = 0;
    for (int i = 0; i < 4; i++)
        all += n[i] = count_six(s, 1 + 6 * i, &sum[i]);
    const int bar = bg_count(s, BG_BAR), outside = all - n[0] + bar,
              closed = bg_size(c->made & places_from(1, 6));
    c->checkers = all + bar;
    c->pips = sum[0] + sum[1] + sum[2] + sum[3] + BG_BAR * bar;
    c->buried = count_buried(s);
    c->back = n[3] + bar;
    const float to_home = (float)(c->pips - sum[0] - outside * BG_HOME);
    float *out = c->number;
    out[PIPS] = (float)c->pips; /* 167 in the beginning */
    out[CLOSED] = (float)(closed * closed);
    out[PRIME] = (float)longest_run(c->made);
    out[BACK] = (float)c->back;
    out[TO_HOME] = out[GAMMON] = to_home;
    out[OUT] = (float)outside;
    out[BURIED] = (float)c->buried;
    out[TIMING] = (float)(sum[1] + sum[2] - (n[1] + n[2]) * BG_HOME);
    out[BLOTS] = (float)bg_size(c->some & BG_POINTS & ~c->made);
}

void bg_count_side(bg_counted *c, const bg_side *s) {
    c->side = *s;
    c->some = bg_some(s);
    c->made = bg_several(s) & BG_POINTS;
    c->made_across = bg_across(c->made);
    c->blots_across = bg_across(c->some & ~c->made);
    c->rear = c->some & BG_ON_BOARD ? bg_highest(c->some & BG_ON_BOARD) : 0;
    count_numbers(c, s);
    c->plan[SPREAD] = spread(s, c->checkers, c->pips);
    count_anchors(c->made, (float)c->back, c->plan);
    c->plan[STACKED] = stacked(s);
    c->plan[WALL] = (float)best_wall(c->made);
}

/* ---- of both --------------------------------------------------------------------------------*/

static void count_ways(const bg_setup *setup, const bg_counted *own, uint64_t open, float *out) {
    const bg_set places = own->some & BG_OUTSIDE;
    const int rear = places ? own->rear : 0;
    int least = 36, mobility = 0;
    out[WAYS] = rear ? (float)ways_out(setup, open, rear) : 36;
    for (int p = rear; p >= 16; p--) {
        int ways = ways_out(setup, open, p);
        least = ways < least ? ways : least;
    }
    for (bg_set rest = places; rest; rest &= rest - 1) {
        int p = bg_lowest(rest);
        mobility += bg_count(&own->side, p) * (p - BG_HOME) * ways_out(setup, open, p);
    }
    out[FEWEST] = (float)least;
    out[MOBILITY] = (float)mobility;
}

/* The other side's checker that is furthest back stands on place q: who is before it has to pass it. */
static void count_passing(const bg_counted *own, const bg_counted *other, float *out) {
    const int q = BG_BAR - other->rear;
    int past, n = bg_count_on(&own->side, ((bg_set)1 << q) - 2 + !q, &past);
    n += bg_count(&own->side, q) * (q > 0);
    const int before = own->pips - past - q * bg_count(&own->side, q) * (q > 0);
    out[TO_PASS] = q < BG_BAR ? (float)(before - (own->checkers - n) * q) : 0;
    out[PAST] = q > 1 ? (float)past : 0;
}

/* The throws of 36 that make one of these points, by two checkers that no point needs or by one on a blot. */
static void count_makers(const bg_side *own, const bg_set points[2], bg_set open, int out[2]) {
    const bg_set some = bg_some(own) & BG_ON_BOARD, several = bg_several(own) & BG_ON_BOARD,
                 blots = some & ~several;
    const bg_set pairs = own->bit[1] & ~(own->bit[0] | own->bit[2] | own->bit[3]), spare = some & ~pairs;
    int n[2] = {0}, equal[2] = {0};
    for (int high = 1; high <= 6; high++) {
        const bg_set by_high = spare >> high, to_blot = by_high & blots, step = several >> high;
        for (int low = 1; low < high; low++) {
            const bg_set by_low = spare >> low, made = (by_high & by_low) | to_blot | (by_low & blots);
            n[0] += (made & points[0]) != 0;
            n[1] += (made & points[1]) != 0;
        }
        const bg_set made = to_blot | step | (step & open) >> high;
        equal[0] += (made & points[0]) != 0;
        equal[1] += (made & points[1]) != 0;
    }
    out[0] = 2 * n[0] + equal[0];
    out[1] = 2 * n[1] + equal[1];
}

static void count_against(const bg_setup *setup, const bg_counted *own, const bg_counted *other,
                          float *number, float *plan) {
    const bg_set open = BG_POINTS & ~other->made_across, free = open & ~own->made;
    const bg_set points[] = {free & places_from(1, 7), free & places_from(18, 22)};
    const uint64_t landing = (uint64_t)open << 16 | 0x1ffff; /* place p is bit p + 16 */
    int loss, makers[2] = {0};
    memcpy(number, own->number, sizeof own->number);
    memcpy(plan, own->plan, sizeof own->plan);
    number[HITS] = (float)bg_count_hits(own->some, open, other->blots_across, &loss);
    number[LOSS] = (float)loss;
    count_ways(setup, own, landing, number);
    number[KEPT] = other->some >> BG_BAR & 1 ? number[CLOSED] : 0;
    count_passing(own, other, plan);
    plan[WAYS_IF_HIT] = (float)ways_out(setup, landing, BG_BAR);
    if (!(own->some >> BG_BAR & 1))
        count_makers(&own->side, points, open, makers);
    plan[MAKES_POINT] = (float)makers[0];
    plan[MAKES_ANCHOR] = (float)makers[1];
    plan[DANGER] = 0;
}

void bg_expert_of(const bg_setup *setup, const bg_state *s, int seat, const bg_counted *own,
                  const bg_counted *other, float out[BG_EXPERT]) {
    float *plan = out + PLANS, *others_plan = plan + BG_SIDE_PLANS, *others = out + BG_SIDE_EXPERT;
    float half = !bg_is_on(s) ? 0 : s->turn == seat ? 4 : -4; /* half a throw for who is to throw next */
    float ahead = (float)(other->pips - own->pips) + half;
    /* A throw has 8 1/6 pips and a variance of 18.6: so far ahead in standard deviations. */
    ahead /= sqrtf(2.3F * (float)(own->pips + other->pips) + 10);
    ahead = ahead > 3 ? 3 : ahead < -3 ? -3 : ahead;
    const bool race = !bg_meet(own, other);
    count_against(setup, own, other, out, plan);
    count_against(setup, other, own, others, others_plan);
    out[RACE] = race ? 1 : 0;
    out[AHEAD] = ahead;
    out[AHEAD_IN_RACE] = race ? ahead : 0;
    for (int i = 0; i < BG_EXPERT; i++)
        out[i] /= units[i];
    out[GAMMON] = own->some & 1 ? 0 : 0.1F + out[GAMMON];
    others[GAMMON] = other->some & 1 ? 0 : 0.1F + others[GAMMON];
    plan[DANGER] = others[HITS] * (1 - plan[WAYS_IF_HIT]);
    others_plan[DANGER] = out[HITS] * (1 - others_plan[WAYS_IF_HIT]);
}

void bg_expert(const bg_setup *setup, const bg_state *s, int seat, float out[BG_EXPERT]) {
    bg_counted own, other;
    bg_count_side(&own, &s->board.side[seat]);
    bg_count_side(&other, &s->board.side[!seat]);
    bg_expert_of(setup, s, seat, &own, &other, out);
}
