/* What players count, as inputs of a net beyond the bare board: threats, blocked ways, the race.
 *
 * That such numbers help where raw ones no longer do is known since Tesauro's Neurogammon and TD-Gammon 2
 * (Programming backgammon using self-teaching neural nets, 2002). Throws that hit, and what they cost; ways
 * out for the checker that is furthest back; containment and mobility are in the manner of Berliner's BKG
 * (Backgammon computer program beats world champion, 1980). */
#include <math.h>

#include "backgammon_expert.h"
#include "backgammon_terms.h"

/* In the order of the numbers below. */
static const char *const side_names[BG_SIDE_EXPERT] = {
    "pips",          "throws that hit", "pips hit",        "closed points",
    "longest prime", "ways out",        "fewest ways out", "mobility",
    "at the back",   "pips to home",    "gammon to save",  "outside",
    "buried",        "timing",          "kept on the bar", "blots"};

static const char *const race_names[] = {"race", "ahead", "ahead in a race"};

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
    AHEAD_IN_RACE
};

const char *bg_expert_name(int index, bool *own) {
    *own = index < BG_SIDE_EXPERT || index >= RACE;
    return index >= RACE ? race_names[index - RACE] : side_names[index % BG_SIDE_EXPERT];
}

static inline int six_bits(unsigned x) { /* how many of six are set: the processor may lack the instruction */
    x = (x & 0x15) + (x >> 1 & 0x15);
    return (int)((x & 3) + (x >> 2 & 3) + (x >> 4));
}

int bg_escapes(unsigned ahead) {
    unsigned by_one = ahead >> 6, n = 0;
    for (int i = 0; i < 6; i++) /* the first die is 6 - i; by both it lands on one of six behind that */
        n += (unsigned)six_bits(ahead >> i & 63 & (by_one | (0U - (by_one >> i & 1))));
    return (int)n;
}

/* From place p; what is home or off is not in the way. */
static inline int ways_out(uint64_t open, int p) {
    return bg_escapes((unsigned)(open >> (p + 16 - BG_DISTANCES)) & BG_ALL_OPEN);
}

static void count_ways(const bg_side *own, bg_set blocked, float *out) {
    const uint64_t open = (uint64_t)(BG_ON_BOARD & ~blocked) << 16 | 0x1ffff; /* place p is bit p + 16 */
    bg_set places = bg_some(own) & BG_OUTSIDE;
    int rear = places ? bg_highest(places) : 0, least = 36, mobility = 0;
    out[WAYS] = rear ? (float)ways_out(open, rear) / 36 : 1;
    for (int p = rear; p >= 16; p--) {
        int ways = ways_out(open, p);
        least = ways < least ? ways : least;
    }
    for (bg_set rest = places; rest; rest &= rest - 1) {
        int p = bg_lowest(rest);
        mobility += bg_count(own, p) * (p - BG_HOME) * ways_out(open, p);
    }
    out[FEWEST] = (float)least / 36;
    out[MOBILITY] = (float)mobility / 3600;
}

static float from_home(const bg_side *s, bg_set places) {
    int n = 0;
    for (int i = 0; i < 4; i++)
        for (bg_set rest = s->bit[i] & places; rest; rest &= rest - 1)
            n += (bg_lowest(rest) - BG_HOME) << i;
    return (float)n;
}

static void count_side(const bg_side *own, const bg_side *other, int pips, float *out) {
    const bg_set home = BG_POINTS & ~BG_OUTSIDE, back = bg_across(home) | (bg_set)1 << BG_BAR;
    const bg_set made = bg_several(own) & BG_POINTS, across = bg_across(bg_several(other));
    int loss, hits = bg_count_shots(own, other, &loss), closed = __builtin_popcount(made & home);
    float to_home = from_home(own, BG_OUTSIDE), shut = (float)(closed * closed) / 36;
    out[PIPS] = (float)pips / 167; /* as many as in the beginning */
    out[HITS] = (float)hits / 36;
    out[LOSS] = (float)loss / 360;
    out[CLOSED] = shut;
    out[PRIME] = (float)bg_longest_run(made) / 6;
    count_ways(own, across, out);
    out[BACK] = (float)bg_count_checkers(own, back) / 4;
    out[TO_HOME] = to_home / 100;
    out[GAMMON] = bg_some(own) & 1 ? 0 : 0.1F + to_home / 60;
    out[OUT] = (float)bg_count_checkers(own, BG_OUTSIDE) / BG_CHECKERS;
    out[BURIED] = (float)bg_count_checkers(own, 6) / 5;
    out[TIMING] = from_home(own, BG_OUTSIDE & ~back) / 60;
    out[KEPT] = bg_some(other) >> BG_BAR & 1 ? shut : 0;
    out[BLOTS] = (float)__builtin_popcount(bg_some(own) & BG_POINTS & ~made) / 5;
}

void bg_expert(const bg_state *s, int seat, float out[BG_EXPERT]) {
    const bg_side *own = &s->board.side[seat], *other = &s->board.side[!seat];
    int pips = bg_pips(own), others = bg_pips(other);
    float half = !bg_is_on(s) ? 0 : s->turn == seat ? 4 : -4; /* half a throw for who is to throw next */
    float ahead = (float)(others - pips) + half;
    /* A throw has 8 1/6 pips and a variance of 18.6: so far ahead in standard deviations. */
    ahead /= sqrtf(2.3F * (float)(pips + others) + 10);
    ahead = ahead > 3 ? 3 : ahead < -3 ? -3 : ahead;
    bool race = !bg_in_contact(&s->board);
    count_side(own, other, pips, out);
    count_side(other, own, others, out + BG_SIDE_EXPERT);
    out[RACE] = race ? 1 : 0;
    out[AHEAD] = ahead / 2;
    out[AHEAD_IN_RACE] = race ? ahead / 2 : 0;
}
