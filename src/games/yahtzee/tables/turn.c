/* The values and choices of one turn of one card. */
#include <math.h>
#include <string.h>

#include "turn.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

enum { NAME_BITS = 9, NAME_MASK = (1 << NAME_BITS) - 1, ROUND_BITS = 12 };

/* Below every value, and still finite when points are added. */
static const double none = -1e300;

/* A value, and the same value rounded with the name of a choice (0..511) in
 * the bits that rounding has freed.  The larger rank is the better choice,
 * and among equal values the larger name; so one maximum of pairs finds the
 * best value and the choice, without a branch.
 *
 * A vector and not a struct: written as two halves and read as one, each read
 * would wait for the writes to leave the store buffer. */
typedef double ranked __attribute__((vector_size(16)));

enum { VALUE, RANK };

/* Negative numbers grow the other way, and so must their names. */
static inline uint64_t downward(uint64_t bits) {
    return (0 - (bits >> 63)) & NAME_MASK;
}

static inline double rank_of(double value, unsigned name) {
    const uint64_t low = ((uint64_t)1 << ROUND_BITS) - 1;
    uint64_t bits;
    value += 0.0; /* no negative zero */
    memcpy(&bits, &value, sizeof bits);
    bits = (bits + (low + 1) / 2) & ~low;
    bits |= name ^ downward(bits);
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline ranked rank(double value, unsigned name) {
    return (ranked){value, rank_of(value, name)};
}

static inline unsigned name_of(double rank) {
    uint64_t bits;
    memcpy(&bits, &rank, sizeof bits);
    return (unsigned)((bits & NAME_MASK) ^ downward(bits));
}

static inline ranked better_of(ranked a, ranked b) {
#if defined(__SSE2__)
    return _mm_max_pd(a, b);
#else
    return (ranked){a[0] > b[0] ? a[0] : b[0], a[1] > b[1] ? a[1] : b[1]};
#endif
}

bool yz_better(double a, double b) {
    return rank_of(a, 0) > rank_of(b, 0);
}

void yz_next_init(struct yz_next *next, const struct yz_rules *rules, struct yz_card card, yz_value_fn *value,
                  const void *ctx) {
    next->card = card;
    for (int box = 0; box < rules->boxes; box++) {
        if (yz_card_has(card, box))
            continue;
        struct yz_card after = card;
        after.filled = (uint16_t)(after.filled | 1u << box);
        if (box >= YZ_UPPER_BOXES) {
            next->lower[box] = value(ctx, after);
            continue;
        }
        for (int n = 0; n <= YZ_DICE; n++) {
            int points = n * (box + 1), upper = card.upper + points;
            if (upper >= YZ_UPPER_GOAL) {
                points += card.upper < YZ_UPPER_GOAL ? rules->upper_bonus : 0;
                upper = YZ_UPPER_GOAL;
            }
            after.upper = (uint8_t)upper;
            next->upper[box][n] = value(ctx, after) + points;
        }
    }
    if (!yz_card_has(card, rules->yahtzee)) {
        struct yz_card after = card;
        after.filled = (uint16_t)(after.filled | 1u << rules->yahtzee);
        after.fifty = rules->hundred > 0;
        next->fifty = rules->hundred > 0 ? value(ctx, after) : next->lower[rules->yahtzee];
    }
}

static double box_worth(const struct yz_next *next, const struct yz_rules *rules, int roll, int box,
                        bool joker) {
    int face = rules->equal[roll], hundred = face >= 0 && next->card.fifty ? rules->hundred : 0;
    if (box < YZ_UPPER_BOXES)
        return next->upper[box][rules->points[box][roll] / (box + 1)] + hundred;
    if (box == rules->yahtzee)
        return (face >= 0 ? next->fifty : next->lower[box]) + rules->points[box][roll];
    return next->lower[box] + ((joker ? rules->joker_points : rules->points)[box][roll] + hundred);
}

unsigned yz_next_boxes(const struct yz_next *next, const struct yz_rules *rules, int roll,
                       double worth[YZ_MAX_BOXES]) {
    unsigned legal = yz_card_legal(rules, next->card, roll);
    bool joker = yz_card_joker(rules, next->card, roll);
    for (int box = 0; box < YZ_MAX_BOXES; box++)
        worth[box] = legal >> box & 1u ? box_worth(next, rules, roll, box, joker) : -HUGE_VAL;
    return legal;
}

/* Lower numbers go first, so they get the higher names. */
static inline unsigned box_name(int box) {
    return (unsigned)(YZ_MAX_BOXES - box);
}

/* The best upper box for each three counts of ones, twos, threes (half 0) or fours, fives, sixes (half 1). */
static void best_upper(ranked best[YZ_TRIPLES], const struct yz_next *next, const struct yz_dice *dice,
                       int half) {
    ranked box[3][YZ_DICE + 1], pair[YZ_PAIRS];
    for (int i = 0; i < 3; i++) {
        int b = 3 * half + i;
        for (int n = 0; n <= YZ_DICE; n++)
            box[i][n] = rank(yz_card_has(next->card, b) ? none : next->upper[b][n], box_name(b));
    }
    for (int i = 0; i < YZ_PAIRS; i++)
        pair[i] = better_of(box[0][dice->pair_count[i][0]], box[1][dice->pair_count[i][1]]);
    for (int i = 0; i < YZ_TRIPLES; i++)
        best[i] = better_of(pair[dice->triple_pair[i]], box[2][dice->triple_count[i]]);
}

/* The best lower box for each class of rolls. */
static void best_lower(ranked best[YZ_MAX_CLASSES], const struct yz_next *next,
                       const struct yz_rules *rules) {
    ranked pattern[YZ_MAX_PATTERNS], zero = rank(none, 0);
    unsigned open = rules->all & ~(unsigned)next->card.filled;
    for (int b = YZ_UPPER_BOXES; b < rules->boxes; b++)
        if ((open >> b & 1u) && b != rules->chance)
            zero = better_of(zero, rank(next->lower[b], box_name(b)));
    for (int p = 0; p < rules->patterns; p++)
        pattern[p] = zero;
    for (int b = YZ_UPPER_BOXES; b < rules->boxes; b++) {
        if (!(open >> b & 1u))
            continue;
        for (int i = rules->hit_first[b]; i < rules->hit_first[b + 1]; i++) {
            ranked *p = &pattern[rules->hits[i].pattern];
            *p = better_of(*p, rank(next->lower[b] + rules->hits[i].points, box_name(b)));
        }
    }
    for (int c = 0; c < rules->classes; c++)
        best[c] = pattern[rules->class_pattern[c]];
    if (open >> rules->chance & 1u) {
        double chance = next->lower[rules->chance];
        for (int c = 0; c < rules->classes; c++)
            best[c] = better_of(best[c], rank(chance + rules->class_sum[c], box_name(rules->chance)));
    }
}

static ranked best_of_equal(const struct yz_next *next, const struct yz_rules *rules, int roll) {
    ranked best = rank(none, 0);
    double worth[YZ_MAX_BOXES];
    unsigned legal = yz_next_boxes(next, rules, roll, worth);
    for (int b = 0; b < rules->boxes; b++)
        if (legal >> b & 1u)
            best = better_of(best, rank(worth[b], box_name(b)));
    return best;
}

/* First half: the best box of each last roll, keep[0][YZ_ROLL0 ..] and box[]. */
static void choose_boxes(struct yz_turn *turn, const struct yz_dice *dice, const struct yz_rules *rules,
                         const struct yz_next *next) {
    ranked upper[2][YZ_TRIPLES], lower[YZ_MAX_CLASSES];
    double *worth = &turn->keep[0][YZ_ROLL0];
    best_upper(upper[0], next, dice, 0);
    best_upper(upper[1], next, dice, 1);
    best_lower(lower, next, rules);
    for (int r = 0; r < YZ_ROLLS; r++) {
        ranked best = better_of(upper[0][dice->half[0][r]], upper[1][dice->half[1][r]]);
        best = better_of(best, lower[rules->class_of[r]]);
        worth[r] = best[VALUE];
        turn->box[r] = (uint8_t)(YZ_MAX_BOXES - name_of(best[RANK]));
    }
    /* jokers and bonuses; the run of keeps with one distinct face holds the rolls of five equal dice */
    for (int i = dice->parts_first[YZ_DICE][1]; i < dice->parts_first[YZ_DICE][2]; i++) {
        int r = dice->parts[i].keep - YZ_ROLL0;
        ranked best = best_of_equal(next, rules, r);
        worth[r] = best[VALUE];
        turn->box[r] = (uint8_t)(YZ_MAX_BOXES - name_of(best[RANK]));
    }
}

static void average(double keep[YZ_KEEPS], const struct yz_dice *dice) {
    for (int k = YZ_PARTIAL - 1; k >= 0; k--) {
        const uint16_t *add = dice->add[k];
        double sum =
            (keep[add[0]] + keep[add[1]]) + (keep[add[2]] + keep[add[3]]) + (keep[add[4]] + keep[add[5]]);
        keep[k] = sum * (1.0 / YZ_FACES);
    }
}

/* The best keep inside each keep of one run: itself, or the best inside one of its parts. */
static inline void best_run(ranked best[YZ_KEEPS], const double *keep, const struct yz_parts *p,
                            const struct yz_parts *end, int distinct) {
    for (; p < end; p++) {
        ranked r = rank(keep[p->keep], p->keep);
        for (int i = 0; i < distinct; i++)
            r = better_of(r, best[p->part[i]]);
        best[p->keep] = r;
    }
}

static void best_keeps(ranked best[YZ_KEEPS], const double *keep, const struct yz_dice *dice) {
    best[0] = rank(keep[0], 0);
    for (int size = 1; size <= YZ_DICE; size++) {
        const uint16_t *first = dice->parts_first[size];
        const struct yz_parts *p = dice->parts;
        best_run(best, keep, p + first[1], p + first[2], 1);
        best_run(best, keep, p + first[2], p + first[3], 2);
        best_run(best, keep, p + first[3], p + first[4], 3);
        best_run(best, keep, p + first[4], p + first[5], 4);
        best_run(best, keep, p + first[5], p + first[6], 5);
    }
}

void yz_turn_keeps(struct yz_turn *turn, const struct yz_dice *dice) {
    ranked best[YZ_KEEPS];
    for (int level = 0; level < 2; level++) {
        double *worth = level == 0 ? &turn->keep[1][YZ_ROLL0] : turn->first;
        average(turn->keep[level], dice);
        best_keeps(best, turn->keep[level], dice);
        for (int r = 0; r < YZ_ROLLS; r++) {
            worth[r] = best[YZ_ROLL0 + r][VALUE];
            turn->hold[level][r] = (uint16_t)name_of(best[YZ_ROLL0 + r][RANK]);
        }
    }
    turn->value = yz_dice_mean(dice, turn->first);
}

void yz_turn_init(struct yz_turn *turn, const struct yz_dice *dice, const struct yz_rules *rules,
                  struct yz_card card, yz_value_fn *value, const void *ctx) {
    struct yz_next next;
    yz_next_init(&next, rules, card, value, ctx);
    choose_boxes(turn, dice, rules, &next);
    yz_turn_keeps(turn, dice);
}

/* What keeps weigh goes to the rolls that they become, a die at a time: `average` the other way round. */
static void throw_rest(const struct yz_dice *dice, double weight[YZ_KEEPS]) {
    for (int k = 0; k < YZ_ROLL0; k++)
        for (int face = 0; face < YZ_FACES && weight[k] > 0; face++)
            weight[dice->add[k][face]] += weight[k] * (1.0 / YZ_FACES);
}

void yz_turn_aims(const struct yz_turn *turn, const struct yz_dice *dice, int rerolls, int keep,
                  double chance[YZ_MAX_BOXES]) {
    double now[YZ_KEEPS] = {0}, next[YZ_KEEPS] = {0};
    const double *last = now;
    now[keep] = 1;
    throw_rest(dice, now);
    if (rerolls == 2 && keep < YZ_ROLL0) {
        for (int r = 0; r < YZ_ROLLS; r++)
            next[turn->hold[0][r]] += now[YZ_ROLL0 + r];
        throw_rest(dice, next);
        last = next;
    }
    memset(chance, 0, YZ_MAX_BOXES * sizeof *chance);
    for (int r = 0; r < YZ_ROLLS; r++)
        chance[turn->box[r]] += last[YZ_ROLL0 + r];
}
