/* One row of a desk, compiled once for each vector unit.  The includer defines
 *
 *     TARGET     attributes that let the compiler use the unit
 *     NAME(x)    x with the suffix of the unit
 *     V, U, W    a vector of floats, the same at any address, and how many it holds (a divisor of LANES)
 *     V_MAX      the larger of two vectors, lane by lane
 *
 * The points so far are the lanes, LANES at a time; the last roll's boxes are
 * grouped as turn.c groups them.
 *
 * Chances are floats, since what is kept of them is: twice as many at a time.
 * With u = 2^-24, the most that rounding to a float changes, a sum of six is off
 * by 3 u at most, an average (its sixth is off by u / 2) by 5 u. A keep may
 * be an average of averages, five times, twice in a turn, and the mean, which is
 * in doubles but for sums of six, adds 4 u: below 3.3 * 10^-6 of the chance in a
 * turn. Measured over all 13 turns: 1.5 * 10^-6 at most, 0.5 * 10^-6 in the mean. */

static inline TARGET V NAME(load)(const float *p) {
    return *(const V *)p;
}

static inline TARGET V NAME(load_any)(const float *p) {
    return *(const U *)p;
}

static inline TARGET void NAME(store)(float *p, V v) {
    *(V *)p = v;
}

/* The best upper box of each triple of counts; `box` points to the six counts of each of three boxes. */
static TARGET void NAME(half)(float triple[YZ_TRIPLES][LANES], const struct yz_dice *dice,
                              const float *const *box, size_t lane) {
    float pair[YZ_PAIRS][LANES] __attribute__((aligned(CACHE_LINE)));
    for (int i = 0; i < YZ_PAIRS; i++) {
        const float *a = box[dice->pair_count[i][0]] + lane;
        const float *b = box[UPPER_VARIANTS + dice->pair_count[i][1]] + lane;
        for (int j = 0; j < LANES; j += W)
            NAME(store)(pair[i] + j, V_MAX(NAME(load)(a + j), NAME(load)(b + j)));
    }
    for (int i = 0; i < YZ_TRIPLES; i++) {
        const float *a = pair[dice->triple_pair[i]];
        const float *b = box[2 * UPPER_VARIANTS + dice->triple_count[i]] + lane;
        for (int j = 0; j < LANES; j += W)
            NAME(store)(triple[i] + j, V_MAX(NAME(load)(a + j), NAME(load)(b + j)));
    }
}

/* The best lower box of each class of rolls. */
static TARGET void NAME(lower)(float class[YZ_MAX_CLASSES][LANES], const struct yz_rules *rules,
                               const struct yz_turn_kernel *desk, size_t lane) {
    float pattern[YZ_MAX_PATTERNS][LANES] __attribute__((aligned(CACHE_LINE)));
    for (int j = 0; j < LANES; j += W) {
        V zero = NAME(load)(desk->none + j);
        for (int i = 0; i < desk->scored; i++)
            zero = V_MAX(zero, NAME(load)(desk->lower[desk->box[i]] + lane + j));
        for (int p = 0; p < rules->patterns; p++)
            NAME(store)(pattern[p] + j, zero);
    }
    for (int i = 0; i < desk->scored; i++) {
        int b = desk->box[i];
        const float *from = desk->lower[b] + lane;
        for (int h = rules->hit_first[b]; h < rules->hit_first[b + 1]; h++) {
            float *to = pattern[rules->hits[h].pattern];
            for (int j = 0; j < LANES; j += W) {
                V v = NAME(load_any)(from + rules->hits[h].points + j);
                NAME(store)(to + j, V_MAX(NAME(load)(to + j), v));
            }
        }
    }
    for (int c = 0; c < rules->classes; c++) {
        const float *best = pattern[rules->class_pattern[c]];
        const float *chance = desk->chance ? desk->chance + lane + rules->class_sum[c] : best;
        for (int j = 0; j < LANES; j += W)
            NAME(store)(class[c] + j, V_MAX(NAME(load)(best + j), NAME(load_any)(chance + j)));
    }
}

/* The best box of each last roll. */
static TARGET void NAME(last_rolls)(float keep[YZ_KEEPS][LANES], const struct yz_dice *dice,
                                    const struct yz_rules *rules, const struct yz_turn_kernel *desk,
                                    size_t lane) {
    float low[YZ_TRIPLES][LANES] __attribute__((aligned(CACHE_LINE)));
    float high[YZ_TRIPLES][LANES] __attribute__((aligned(CACHE_LINE)));
    float class[YZ_MAX_CLASSES][LANES] __attribute__((aligned(CACHE_LINE)));
    NAME(half)(low, dice, desk->upper, lane);
    NAME(half)(high, dice, desk->upper + 3 * UPPER_VARIANTS, lane);
    NAME(lower)(class, rules, desk, lane);
    for (int r = 0; r < YZ_ROLLS; r++) {
        const float *a = low[dice->half[0][r]], *b = high[dice->half[1][r]], *c = class[rules->class_of[r]];
        for (int j = 0; j < LANES; j += W) {
            V best = V_MAX(NAME(load)(a + j), NAME(load)(b + j));
            NAME(store)(keep[YZ_ROLL0 + r] + j, V_MAX(best, NAME(load)(c + j)));
        }
    }
    for (int i = 0; i < desk->equals; i++) { /* five equal dice: jokers and bonuses, box by box */
        const struct equal *e = &desk->equal[i];
        float *to = keep[YZ_ROLL0 + e->roll];
        for (int j = 0; j < LANES; j += W) {
            V v = NAME(load_any)(e->from + lane + j);
            NAME(store)(to + j, e->fresh ? v : V_MAX(NAME(load)(to + j), v));
        }
    }
}

/* Where the numbers lie whose offsets are the first fields of two words. Found once for all vectors of a group: the rest of
 * their addresses are constants, which loads have for nothing. */
static inline __attribute__((always_inline)) TARGET void
NAME(point)(const float *at[YZ_FACES], const float *keep, const struct yz_six *six, int fields) {
    for (int i = 0; i < fields; i++)
        at[i] = yz_group_at(keep, six->word[i / 4], i % 4);
}

/* Every keep of fewer than five dice: the average over one die more. */
static TARGET void NAME(average)(float keep[YZ_KEEPS][LANES], const struct yz_groups *groups) {
    for (int k = YZ_PARTIAL - 1; k >= 0; k--) {
        const float *from[YZ_FACES];
        NAME(point)(from, keep[0], &groups->add[k], YZ_FACES);
        for (int j = 0; j < LANES; j += W) {
            V a = NAME(load)(from[0] + j) + NAME(load)(from[1] + j);
            V b = NAME(load)(from[2] + j) + NAME(load)(from[3] + j);
            V c = NAME(load)(from[4] + j) + NAME(load)(from[5] + j);
            NAME(store)(keep[k] + j, (a + b + c) * (float)(1.0 / YZ_FACES));
        }
    }
}

static inline __attribute__((always_inline)) TARGET void
NAME(best_run)(float keep[YZ_KEEPS][LANES], const struct yz_six *k, const struct yz_six *end, int distinct) {
    float *const all = keep[0];
    for (; k < end; k++) {
        const float *part[YZ_FACES];
        NAME(point)(part, all, k, distinct + 1);
        float *to = all + (part[0] - all);
        for (int j = 0; j < LANES; j += W) {
            V best = NAME(load)(part[0] + j);
            for (int i = 1; i <= distinct; i++)
                best = V_MAX(best, NAME(load)(part[i] + j));
            NAME(store)(to + j, best);
        }
    }
}

/* In place, smaller keeps first: its own value becomes the best of all inside it. */
static TARGET void NAME(best_keeps)(float keep[YZ_KEEPS][LANES], const struct yz_groups *groups) {
    for (int size = 1; size <= YZ_DICE; size++) {
        const uint16_t *first = groups->parts_first[size];
        const struct yz_six *k = groups->parts;
        NAME(best_run)(keep, k + first[1], k + first[2], 1);
        NAME(best_run)(keep, k + first[2], k + first[3], 2);
        NAME(best_run)(keep, k + first[3], k + first[4], 3);
        NAME(best_run)(keep, k + first[4], k + first[5], 4);
        NAME(best_run)(keep, k + first[5], k + first[6], 5);
    }
}

/* The mean over the first roll; whole sums first, so that no two operations can be fused. */
static TARGET void NAME(mean)(double mean[LANES], float keep[YZ_KEEPS][LANES], const struct yz_dice *dice) {
    static const double ways[YZ_WAYS_CLASSES] = {1, 5, 10, 20, 30, 60, 120};
    const struct yz_parts *k = &dice->parts[dice->parts_first[YZ_DICE][0]];
    float six[LANES] __attribute__((aligned(CACHE_LINE)));
    for (int l = 0; l < LANES; l++)
        mean[l] = 0;
    for (int class = 0; class < YZ_WAYS_CLASSES; class ++) {
        double sum[LANES] __attribute__((aligned(CACHE_LINE))) = {0};
        for (const struct yz_parts *end = k + yz_ways_rolls[class]; k < end; k += SIX) {
            for (int j = 0; j < LANES; j += W) {
                V a = NAME(load)(keep[k[0].keep] + j) + NAME(load)(keep[k[1].keep] + j);
                V b = NAME(load)(keep[k[2].keep] + j) + NAME(load)(keep[k[3].keep] + j);
                V c = NAME(load)(keep[k[4].keep] + j) + NAME(load)(keep[k[5].keep] + j);
                NAME(store)(six + j, a + b + c);
            }
            for (int l = 0; l < LANES; l++)
                sum[l] += (double)six[l];
        }
        for (int l = 0; l < LANES; l++)
            mean[l] += sum[l] * (ways[class] / YZ_ORDERED);
    }
}

static TARGET void NAME(solve_row)(const struct yz_turn_kernel *desk, const struct yz_dice *dice,
                                   const struct yz_rules *rules, float *out, int count) {
    float keep[YZ_KEEPS][LANES] __attribute__((aligned(CACHE_LINE)));
    double mean[LANES] __attribute__((aligned(CACHE_LINE)));
    for (int lane = 0; lane < count; lane += LANES) {
        NAME(last_rolls)(keep, dice, rules, desk, (size_t)lane);
        NAME(average)(keep, &desk->groups);
        NAME(best_keeps)(keep, &desk->groups);
        NAME(average)(keep, &desk->groups);
        NAME(best_keeps)(keep, &desk->groups);
        NAME(mean)(mean, keep, dice);
        for (int l = 0; l < LANES && lane + l < count; l++)
            out[lane + l] = (float)mean[l];
    }
}

#undef TARGET
#undef NAME
#undef V
#undef U
#undef W
#undef V_MAX
