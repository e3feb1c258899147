/*
 * The body of the solver, compiled once for each vector unit.  The includer
 * defines (and this file undefines)
 *
 *     TARGET     attributes that let the compiler use the unit
 *     NAME(x)    x with the suffix of the unit
 *     V, W       a vector of doubles and how many it holds (1..8, a divisor of 8)
 *     V_SPLAT       all lanes the same
 *     V_MAX         the larger of two vectors, lane by lane
 *
 * A group is LANES = 8 doubles, 64 bytes, of LANES / W vectors; all offsets
 * below are in doubles.  No operation may be fused or reordered, so that
 * the results are the same bits everywhere, and those of turn.c.
 */

static inline TARGET V NAME(load)(const double *p) {
    return *(const V *)p;
}

static inline TARGET void NAME(store)(double *p, V v) {
    *(V *)p = v;
}

static inline TARGET V NAME(gather)(const double *from, const int32_t *lane) {
    V v = V_SPLAT(0);
    for (int i = 0; i < W; i++)
        v[i] = from[lane[i]];
    return v;
}

/* to = max(a, b) */
static inline TARGET void NAME(max_of)(double *to, const double *a, const double *b) {
    for (int j = 0; j < LANES; j += W)
        NAME(store)(to + j, V_MAX(NAME(load)(a + j), NAME(load)(b + j)));
}

/* to = max(to, a + points) */
static inline TARGET void NAME(max_add)(double *to, const double *a, double points) {
    for (int j = 0; j < LANES; j += W)
        NAME(store)(to + j, V_MAX(NAME(load)(to + j), NAME(load)(a + j) + V_SPLAT(points)));
}

static inline TARGET void NAME(fill)(double *to, double x) {
    for (int j = 0; j < LANES; j += W)
        NAME(store)(to + j, V_SPLAT(x));
}

/* What each upper box brings for 0..5 dice of its face. */
static TARGET void NAME(upper_boxes)(double *box, const struct plan *p, const struct row *row, unsigned upper,
                                     const struct step *step) {
    for (int b = 0; b < YZ_UPPER_BOXES; b++) {
        const double *next = row->value + p->first[upper | 1u << b];
        for (int n = 0; n <= YZ_DICE; n++, box += LANES) {
            if (upper >> b & 1u) {
                NAME(fill)(box, NONE);
                continue;
            }
            for (int j = 0; j < LANES; j += W)
                NAME(store)(box + j, NAME(gather)(next, step->lane + j) + NAME(load)(step->points + j));
            step++;
        }
    }
}

/* The best upper box for each triple of counts (numbered as in yz_dice), from three boxes of six counts each. */
static TARGET void NAME(half)(double *triple, const double *first, const double *second,
                              const double *third) {
    for (int a = 0; a <= YZ_DICE; a++) {
        for (int b = 0; a + b <= YZ_DICE; b++) {
            for (int c = 0; a + b + c <= YZ_DICE; c++, triple += LANES) {
                for (int j = 0; j < LANES; j += W) {
                    V pair = V_MAX(NAME(load)(first + a * LANES + j), NAME(load)(second + b * LANES + j));
                    NAME(store)(triple + j, V_MAX(pair, NAME(load)(third + c * LANES + j)));
                }
            }
        }
    }
}

/* The best lower box but chance for each pattern. */
static TARGET void NAME(patterns)(double *pattern, const struct plan *p, const struct row *row,
                                  size_t lanes) {
    for (int j = 0; j < LANES; j += W) {
        V zero = V_SPLAT(NONE);
        for (int i = 0; i < row->scored; i++)
            zero = V_MAX(zero, NAME(load)(row->next[i] + lanes + j));
        for (int i = 0; i < p->patterns; i++)
            NAME(store)(pattern + i * LANES + j, zero);
        for (int i = 0; i < row->scored; i++) {
            V next = NAME(load)(row->next[i] + lanes + j);
            const struct hit *end = p->hit[row->box[i] + 1];
            for (const struct hit *h = p->hit[row->box[i]]; h < end; h++) {
                double *best = pattern + h->pattern + j;
                NAME(store)(best, V_MAX(NAME(load)(best), next + V_SPLAT(h->points)));
            }
        }
    }
}

/* The best lower box of each class of rolls. */
static TARGET void NAME(classes)(double *class, const double *pattern, const struct plan *p,
                                 const struct row *row, size_t lanes) {
    for (int j = 0; j < LANES; j += W) {
        V chance = row->chance ? NAME(load)(row->chance + lanes + j) : V_SPLAT(NONE);
        for (int i = 0; i < p->classes; i++) {
            V best = NAME(load)(pattern + p->class[i].pattern + j);
            NAME(store)(class + i * LANES + j, V_MAX(best, chance + V_SPLAT(p->class[i].sum)));
        }
    }
}

/* Five equal dice: jokers and bonuses, box by box. */
static TARGET void NAME(equal_rolls)(double *keep, const struct extra *extra, int extras, const double *box,
                                     size_t lanes) {
    for (int i = 0; i < extras; i++) {
        const struct extra *e = &extra[i];
        if (e->fresh)
            NAME(fill)(keep + e->roll, NONE);
        NAME(max_add)(keep + e->roll, e->row ? e->row + lanes : box + e->box, e->points);
    }
}

static TARGET void NAME(last_rolls)(double *keep, const struct plan *p, const double *triple,
                                    const double *class) {
    double *to = keep + YZ_ROLL0 * LANES;
    for (int r = 0; r < YZ_ROLLS; r++, to += LANES) {
        uint64_t roll = p->roll[r];
        for (int j = 0; j < LANES; j += W) {
            V best = V_MAX(NAME(load)(at(triple, roll, 0) + j), NAME(load)(at(triple, roll, 1) + j));
            NAME(store)(to + j, V_MAX(best, NAME(load)(at(class, roll, 2) + j)));
        }
    }
}

/* Every keep of fewer than five dice: the average over one die more. */
static TARGET void NAME(average)(double *keep, const struct plan *p) {
    const V sixth = V_SPLAT(1.0 / YZ_FACES);
    for (int k = YZ_PARTIAL - 1; k >= 0; k--) {
        uint64_t add = p->add[k].word[0], more = p->add[k].word[1];
        for (int j = 0; j < LANES; j += W) {
            V a = NAME(load)(at(keep, add, 0) + j) + NAME(load)(at(keep, add, 1) + j);
            V b = NAME(load)(at(keep, add, 2) + j) + NAME(load)(at(keep, add, 3) + j);
            V c = NAME(load)(at(keep, more, 0) + j) + NAME(load)(at(keep, more, 1) + j);
            NAME(store)(keep + k * LANES + j, (a + b + c) * sixth);
        }
    }
}

/* The best of a keep and `distinct` parts. */
static inline TARGET V NAME(best_of)(const double *keep, const struct six *parts, int distinct) {
    uint64_t word = parts->word[0];
    V best = NAME(load)(at(keep, word, 0));
    for (int i = 1; i <= distinct && i < 4; i++)
        best = V_MAX(best, NAME(load)(at(keep, word, i)));
    for (int i = 4; i <= distinct; i++)
        best = V_MAX(best, NAME(load)(at(keep, parts->word[1], i - 4)));
    return best;
}

static inline TARGET void NAME(best_run)(double *keep, const struct six *parts, const struct six *end,
                                         int distinct) {
    for (; parts < end; parts++) {
        double *to = keep + (uint16_t)parts->word[0];
        for (int j = 0; j < LANES; j += W)
            NAME(store)(to + j, NAME(best_of)(keep + j, parts, distinct));
    }
}

/* In place, for all keeps of up to `sizes` dice: its own value becomes the best of all inside it. */
static TARGET void NAME(best_keeps)(double *keep, const struct plan *p, int sizes) {
    for (int size = 1; size <= sizes; size++) {
        const uint16_t *first = p->parts_first[size];
        NAME(best_run)(keep, p->parts + first[1], p->parts + first[2], 1);
        NAME(best_run)(keep, p->parts + first[2], p->parts + first[3], 2);
        NAME(best_run)(keep, p->parts + first[3], p->parts + first[4], 3);
        NAME(best_run)(keep, p->parts + first[4], p->parts + first[5], 4);
        NAME(best_run)(keep, p->parts + first[5], p->parts + first[6], 5);
    }
}

static inline TARGET V NAME(sum_run)(const double *keep, const struct six *parts, int rolls, int distinct) {
    V sum = V_SPLAT(0);
    for (; rolls > 0; rolls--)
        sum += NAME(best_of)(keep, parts++, distinct);
    return sum;
}

/*
 * The best keep of each first roll and their mean in one: the order of the
 * additions is that of yz_dice_mean.
 */
static TARGET void NAME(mean)(double *to, const double *keep, const struct plan *p) {
    const struct six *parts = &p->parts[p->parts_first[YZ_DICE][0]];
    for (int j = 0; j < LANES; j += W) {
        V sum1 = NAME(sum_run)(keep + j, parts, 6, 1);
        V sum5 = NAME(sum_run)(keep + j, parts + 6, 30, 2);
        V sum10 = NAME(sum_run)(keep + j, parts + 36, 30, 2);
        V sum20 = NAME(sum_run)(keep + j, parts + 66, 60, 3);
        V sum30 = NAME(sum_run)(keep + j, parts + 126, 60, 3);
        V sum60 = NAME(sum_run)(keep + j, parts + 186, 60, 4);
        V sum120 = NAME(sum_run)(keep + j, parts + 246, 6, 5);
        V t = sum120 + sum120 + sum60;
        t = t + t + sum30;
        V u = sum20 + sum20 + sum10;
        u = t + t + t + u;
        u = u + u + sum5;
        V v = u + u;
        v = v + v + u + sum1;
        NAME(store)(to + j, v * V_SPLAT(1.0 / YZ_ORDERED));
    }
}

/* All cards of one row: from all upper boxes filled to none. */
static TARGET void NAME(solve_row)(const struct plan *p, const struct row *row) {
    double keep[YZ_KEEPS * LANES] __attribute__((aligned(64)));
    double class[YZ_MAX_CLASSES * LANES] __attribute__((aligned(64)));
    double pattern[YZ_MAX_PATTERNS * LANES] __attribute__((aligned(64)));
    /* keeps of fewer than five dice come later: until then their place holds the upper boxes */
    double *box = keep, *triple = box + UPPER_BOX * YZ_UPPER_BOXES;
    for (int upper = YZ_UPPER_MASK; upper >= 0; upper--) {
        struct extra extra[MAX_EXTRAS];
        int extras = list_extras(extra, p, row, (unsigned)upper);
        if (row->last && upper == YZ_UPPER_MASK) {
            NAME(fill)(row->value + p->first[upper], 0); /* the card is full */
            continue;
        }
        for (size_t g = 0; g < p->groups[upper]; g++) {
            size_t lanes = p->first[upper] + g * LANES;
            NAME(upper_boxes)(box, p, row, (unsigned)upper, p->step[upper] + g * p->steps[upper]);
            NAME(half)(triple, box, box + UPPER_BOX, box + 2 * UPPER_BOX);
            NAME(half)
            (triple + YZ_TRIPLES * LANES, box + 3 * UPPER_BOX, box + 4 * UPPER_BOX, box + 5 * UPPER_BOX);
            NAME(patterns)(pattern, p, row, lanes);
            NAME(classes)(class, pattern, p, row, lanes);
            NAME(last_rolls)(keep, p, triple, class);
            NAME(equal_rolls)(keep, extra, extras, box, lanes);
            NAME(average)(keep, p);
            NAME(best_keeps)(keep, p, YZ_DICE);
            NAME(average)(keep, p);
            NAME(best_keeps)(keep, p, YZ_DICE - 1);
            NAME(mean)(row->value + lanes, keep, p);
        }
    }
}

#undef TARGET
#undef NAME
#undef V
#undef W
#undef V_SPLAT
#undef V_MAX
