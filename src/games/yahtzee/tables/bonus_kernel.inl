/* The chances of eight cards, compiled once for each vector unit.  The
 * includer defines
 *
 *     TARGET     attributes that let the compiler use the unit
 *     NAME(x)    x with the suffix of the unit
 *     V, W       a vector of doubles and how many it holds (a divisor of LANES)
 *     V_PICK     where c > a: b, else the old: (a, b) = (max(a, c), d where c > a else b)
 *
 * Each number is a pair: what it is worth, which decides, and the chance that
 * goes with it. */

typedef struct NAME(two) {
    V worth, chance;
} NAME(two);

static inline __attribute__((always_inline)) TARGET NAME(two) NAME(load)(const struct pair *p, int j) {
    return (NAME(two)){*(const V *)(p->worth + j), *(const V *)(p->chance + j)};
}

static inline __attribute__((always_inline)) TARGET void NAME(store)(struct pair *p, int j, NAME(two) v) {
    *(V *)(p->worth + j) = v.worth;
    *(V *)(p->chance + j) = v.chance;
}

static inline __attribute__((always_inline)) TARGET NAME(two) NAME(better)(NAME(two) a, NAME(two) b) {
    V_PICK(a.worth, a.chance, b.worth, b.chance);
    return a;
}

/* to = the better of a and b + points */
static inline __attribute__((always_inline)) TARGET void NAME(choose)(struct pair *to, const struct pair *a,
                                                                      const struct pair *b, double points) {
    for (int j = 0; j < LANES; j += W) {
        NAME(two) v = NAME(load)(b, j);
        v.worth += points;
        NAME(store)(to, j, NAME(better)(NAME(load)(a, j), v));
    }
}

static TARGET void NAME(half)(struct pair triple[YZ_TRIPLES], const struct yz_dice *dice,
                              const struct pair *const *box) {
    struct pair two[YZ_PAIRS];
    for (int i = 0; i < YZ_PAIRS; i++)
        NAME(choose)(&two[i], box[dice->pair_count[i][0]], box[UPPER_VARIANTS + dice->pair_count[i][1]], 0);
    for (int i = 0; i < YZ_TRIPLES; i++) {
        NAME(choose)
        (&triple[i], &two[dice->triple_pair[i]], box[2 * UPPER_VARIANTS + dice->triple_count[i]], 0);
    }
}

/* The best lower box of each class of rolls. */
static TARGET void NAME(lower)(struct pair class[YZ_MAX_CLASSES], const struct yz_rules *rules,
                               const struct desk *desk) {
    struct pair pattern[YZ_MAX_PATTERNS], zero = desk->none;
    for (int i = 0; i < desk->scored; i++)
        NAME(choose)(&zero, &zero, &desk->lower[desk->box[i]], 0);
    for (int p = 0; p < rules->patterns; p++)
        pattern[p] = zero;
    for (int i = 0; i < desk->scored; i++) {
        int b = desk->box[i];
        for (int h = rules->hit_first[b]; h < rules->hit_first[b + 1]; h++) {
            struct pair *to = &pattern[rules->hits[h].pattern];
            NAME(choose)(to, to, &desk->lower[b], rules->hits[h].points);
        }
    }
    const struct pair *chance = desk->chance ? &desk->lower[rules->chance] : &desk->none;
    for (int c = 0; c < rules->classes; c++)
        NAME(choose)(&class[c], &pattern[rules->class_pattern[c]], chance, rules -> class_sum[c]);
}

/* The best box of each last roll. */
static TARGET void NAME(last_rolls)(struct pair keep[YZ_KEEPS], const struct yz_dice *dice,
                                    const struct yz_rules *rules, const struct desk *desk) {
    struct pair low[YZ_TRIPLES], high[YZ_TRIPLES], class[YZ_MAX_CLASSES];
    NAME(half)(low, dice, desk->upper);
    NAME(half)(high, dice, desk->upper + 3 * UPPER_VARIANTS);
    NAME(lower)(class, rules, desk);
    for (int r = 0; r < YZ_ROLLS; r++) {
        struct pair *to = &keep[YZ_ROLL0 + r];
        NAME(choose)(to, &low[dice->half[0][r]], &high[dice->half[1][r]], 0);
        NAME(choose)(to, to, &class[rules->class_of[r]], 0);
    }
    for (int i = 0; i < desk->equals; i++) { /* five equal dice: jokers and bonuses, box by box */
        const struct equal *e = &desk->equal[i];
        struct pair *to = &keep[YZ_ROLL0 + e->roll];
        NAME(choose)(to, e->fresh ? &desk->none : to, e->from, e->points);
    }
}

/* Every keep of fewer than five dice: the average over one die more. */
static TARGET void NAME(average)(struct pair keep[YZ_KEEPS], const struct plan *p) {
    for (int k = YZ_PARTIAL - 1; k >= 0; k--) {
        const struct six *add = &p->add[k];
        for (int j = 0; j < LANES; j += W) {
            NAME(two) sum = NAME(load)(at(keep, add, 0), j);
            for (int f = 1; f < YZ_FACES; f++) {
                NAME(two) next = NAME(load)(at(keep, add, f), j);
                sum.worth += next.worth;
                sum.chance += next.chance;
            }
            sum.worth *= 1.0 / YZ_FACES;
            sum.chance *= 1.0 / YZ_FACES;
            NAME(store)(&keep[k], j, sum);
        }
    }
}

/* The best of a keep and `distinct` parts. */
static inline __attribute__((always_inline)) TARGET NAME(two)
    NAME(best_of)(struct pair keep[YZ_KEEPS], const struct six *k, int distinct, int j) {
    NAME(two) best = NAME(load)(at(keep, k, 0), j);
    for (int i = 1; i <= distinct; i++)
        best = NAME(better)(best, NAME(load)(at(keep, k, i), j));
    return best;
}

static inline __attribute__((always_inline)) TARGET void
NAME(best_run)(struct pair keep[YZ_KEEPS], const struct six *k, const struct six *end, int distinct) {
    for (; k < end; k++)
        for (int j = 0; j < LANES; j += W)
            NAME(store)(at(keep, k, 0), j, NAME(best_of)(keep, k, distinct, j));
}

/* In place, smaller keeps first: its own value becomes the best of all inside it. */
static TARGET void NAME(best_keeps)(struct pair keep[YZ_KEEPS], const struct plan *p) {
    for (int size = 1; size <= YZ_DICE; size++) {
        const uint16_t *first = p->parts_first[size];
        NAME(best_run)(keep, p->parts + first[1], p->parts + first[2], 1);
        NAME(best_run)(keep, p->parts + first[2], p->parts + first[3], 2);
        NAME(best_run)(keep, p->parts + first[3], p->parts + first[4], 3);
        NAME(best_run)(keep, p->parts + first[4], p->parts + first[5], 4);
        NAME(best_run)(keep, p->parts + first[5], p->parts + first[6], 5);
    }
}

/* The mean chance over the first roll. */
static TARGET void NAME(work_out)(const struct desk *desk, const struct plan *p, const struct yz_dice *dice,
                                  const struct yz_rules *rules, double out[LANES]) {
    struct pair keep[YZ_KEEPS];
    NAME(last_rolls)(keep, dice, rules, desk);
    NAME(average)(keep, p);
    NAME(best_keeps)(keep, p);
    NAME(average)(keep, p);
    NAME(best_keeps)(keep, p);
    for (int j = 0; j < LANES; j += W) {
        V sum = NAME(load)(&keep[YZ_ROLL0], j).chance * dice->chance[0];
        for (int r = 1; r < YZ_ROLLS; r++)
            sum += NAME(load)(&keep[YZ_ROLL0 + r], j).chance * dice->chance[r];
        *(V *)(out + j) = sum;
    }
}

#undef TARGET
#undef NAME
#undef V
#undef W
#undef V_PICK
