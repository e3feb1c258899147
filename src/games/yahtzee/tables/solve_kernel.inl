/*
 * The body of the solver, compiled once for each vector unit.  The includer
 * defines (and this file undefines)
 *
 *     TARGET     attributes that let the compiler use the unit
 *     NAME(x)    x with the suffix of the unit
 *     V, W       a vector of doubles and how many it holds (1..8, a divisor of 8)
 *     V_SPLAT       all lanes the same
 *     V_MAX         the larger of two vectors, lane by lane
 *     V_PICK(a, b, x, y)  where b > a: y, else x, lane by lane
 *
 * A group is LANES = 8 doubles, 64 bytes, of LANES / W vectors; offsets are in
 * doubles, but those of groups.h.  No operation may be fused or reordered, so that
 * the results are the same bits everywhere, and those of turn.c.
 *
 * Where `event` is true, each number is a pair: what it is worth, which
 * decides, and APART behind it the chance that goes with it.  It is a constant
 * wherever it is passed, so that without it nothing of this is left.
 */

typedef struct NAME(two) {
    V worth, chance;
} NAME(two);

#define HERE static inline __attribute__((always_inline)) TARGET

HERE V NAME(load)(const double *p) {
    return *(const V *)p;
}

HERE void NAME(store)(double *p, V v) {
    *(V *)p = v;
}

HERE NAME(two) NAME(load_from)(const double *worth, const double *chance, bool event) {
    return (NAME(two)){NAME(load)(worth), event ? NAME(load)(chance) : V_SPLAT(0)};
}

HERE NAME(two) NAME(load_side)(struct side side, size_t lanes, bool event) {
    return NAME(load_from)(side.value + lanes, event ? side.odds + lanes : NULL, event);
}

HERE NAME(two) NAME(load_two)(const double *p, bool event) {
    return NAME(load_from)(p, p + APART, event);
}

HERE void NAME(store_two)(double *p, NAME(two) v, bool event) {
    NAME(store)(p, v.worth);
    if (event)
        NAME(store)(p + APART, v.chance);
}

HERE NAME(two) NAME(better)(NAME(two) a, NAME(two) b, bool event) {
    if (event)
        a.chance = V_PICK(a.worth, b.worth, a.chance, b.chance);
    a.worth = V_MAX(a.worth, b.worth);
    return a;
}

HERE NAME(two) NAME(plus)(NAME(two) a, double points) {
    a.worth += V_SPLAT(points);
    return a;
}

HERE NAME(two) NAME(none)(void) {
    return (NAME(two)){V_SPLAT(NONE), V_SPLAT(0)};
}

HERE V NAME(gather)(const double *from, const int32_t *lane) {
    V v = V_SPLAT(0);
    for (int i = 0; i < W; i++)
        v[i] = from[lane[i]];
    return v;
}

HERE V NAME(widen)(const float *from) {
    V v = V_SPLAT(0);
    for (int i = 0; i < W; i++)
        v[i] = from[i];
    return v;
}

/* What each upper box brings for 0..5 dice of its face. */
static inline TARGET void NAME(upper_boxes)(double *box, const struct plan *p, const struct row *row,
                                            unsigned upper, const struct step *step, bool event) {
    for (int b = 0; b < YZ_UPPER_BOXES; b++) {
        size_t next = p->first[upper | 1u << b];
        for (int n = 0; n <= YZ_DICE; n++, box += LANES) {
            bool open = !(upper >> b & 1u);
            for (int j = 0; j < LANES; j += W) {
                NAME(two) v = NAME(none)();
                if (open)
                    v.worth = NAME(gather)(row->value + next, step->lane + j) + NAME(load)(step->points + j);
                if (open && event)
                    v.chance = NAME(gather)(row->odds + next, step->lane + j);
                if (open && event && row->paid)
                    v.chance += NAME(widen)(step->paid + j);
                NAME(store_two)(box + j, v, event);
            }
            step += open;
        }
    }
}

/* The best upper box for each triple of counts (numbered as in yz_dice), from three boxes of six counts each. */
static inline TARGET void NAME(half)(double *triple, const double *first, bool event) {
    const double *second = first + UPPER_BOX, *third = second + UPPER_BOX;
    for (int a = 0; a <= YZ_DICE; a++) {
        for (int b = 0; a + b <= YZ_DICE; b++) {
            for (int c = 0; a + b + c <= YZ_DICE; c++, triple += LANES) {
                for (int j = 0; j < LANES; j += W) {
                    NAME(two)
                    pair = NAME(better)(NAME(load_two)(first + a * LANES + j, event),
                                        NAME(load_two)(second + b * LANES + j, event), event);
                    pair = NAME(better)(pair, NAME(load_two)(third + c * LANES + j, event), event);
                    NAME(store_two)(triple + j, pair, event);
                }
            }
        }
    }
}

/* The best lower box but chance for each pattern. */
static inline TARGET void NAME(patterns)(double *pattern, const struct plan *p, const struct row *row,
                                         size_t lanes, bool event) {
    for (int j = 0; j < LANES; j += W, lanes += W) {
        NAME(two) zero = NAME(none)();
        for (int i = 0; i < row->scored; i++)
            zero = NAME(better)(zero, NAME(load_side)(row->next[i], lanes, event), event);
        for (int i = 0; i < p->patterns; i++)
            NAME(store_two)(pattern + i * LANES + j, zero, event);
        for (int i = 0; i < row->scored; i++) {
            NAME(two) next = NAME(load_side)(row->next[i], lanes, event);
            const struct hit *end = p->hit[row->box[i] + 1];
            for (const struct hit *h = p->hit[row->box[i]]; h < end; h++) {
                double *best = pattern + h->pattern + j;
                NAME(two) v = NAME(better)(NAME(load_two)(best, event), NAME(plus)(next, h->points), event);
                NAME(store_two)(best, v, event);
            }
        }
    }
}

/* The best lower box of each class of rolls. */
static inline TARGET void NAME(classes)(double *class, const double *pattern, const struct plan *p,
                                        const struct row *row, size_t lanes, bool event) {
    for (int j = 0; j < LANES; j += W, lanes += W) {
        NAME(two) chance = NAME(none)();
        if (row->chance.value)
            chance = NAME(load_side)(row->chance, lanes, event);
        for (int i = 0; i < p->classes; i++) {
            NAME(two) best = NAME(load_two)(pattern + p->class[i].pattern + j, event);
            best = NAME(better)(best, NAME(plus)(chance, p->class[i].sum), event);
            NAME(store_two)(class + i * LANES + j, best, event);
        }
    }
}

/* Five equal dice: jokers and bonuses, box by box. */
static inline TARGET void NAME(equal_rolls)(double *keep, const struct extra *extra, int extras,
                                            const double *box, size_t lanes, bool event) {
    for (int i = 0; i < extras; i++) {
        const struct extra *e = &extra[i];
        const double *value = e->row.value ? e->row.value + lanes : box + e->box;
        const double *odds = !e->row.value ? box + e->box + APART : event ? e->row.odds + lanes : NULL;
        double *to = keep + e->roll;
        for (int j = 0; j < LANES; j += W) {
            NAME(two) best = e->fresh ? NAME(none)() : NAME(load_two)(to + j, event);
            NAME(two) v = NAME(plus)(NAME(load_from)(value + j, event ? odds + j : NULL, event), e->points);
            NAME(store_two)(to + j, NAME(better)(best, v, event), event);
        }
    }
}

static inline TARGET void NAME(last_rolls)(double *keep, const struct plan *p, const double *triple,
                                           const double *class, bool event) {
    double *to = keep + YZ_ROLL0 * LANES;
    for (int r = 0; r < YZ_ROLLS; r++, to += LANES) {
        const uint64_t roll = p->roll[r];
        const double *low = yz_group_at(triple, roll, 0), *high = yz_group_at(triple, roll, 1),
                     *lower = yz_group_at(class, roll, 2);
        for (int j = 0; j < LANES; j += W) {
            NAME(two)
            best = NAME(better)(NAME(load_two)(low + j, event), NAME(load_two)(high + j, event), event);
            best = NAME(better)(best, NAME(load_two)(lower + j, event), event);
            NAME(store_two)(to + j, best, event);
        }
    }
}

/* Where the numbers lie whose offsets are the first fields of two words. Found once for all vectors of a group: the rest of
 * their addresses are constants, which loads have for nothing. */
HERE void NAME(point)(const double *at[YZ_FACES], const double *keep, const struct yz_six *six, int fields) {
    for (int i = 0; i < fields; i++)
        at[i] = yz_group_at(keep, six->word[i / 4], i % 4);
}

HERE V NAME(sixth)(const double *const from[YZ_FACES], size_t j) {
    V a = NAME(load)(from[0] + j) + NAME(load)(from[1] + j);
    V b = NAME(load)(from[2] + j) + NAME(load)(from[3] + j);
    V c = NAME(load)(from[4] + j) + NAME(load)(from[5] + j);
    return (a + b + c) * V_SPLAT(1.0 / YZ_FACES);
}

/* Every keep of fewer than five dice: the average over one die more. */
static inline TARGET void NAME(average)(double *keep, const struct plan *p, bool event) {
    for (int k = YZ_PARTIAL - 1; k >= 0; k--) {
        const double *from[YZ_FACES];
        double *to = keep + k * LANES;
        NAME(point)(from, keep, &p->offsets.add[k], YZ_FACES);
        for (size_t j = 0; j < LANES; j += W) {
            NAME(store)(to + j, NAME(sixth)(from, j));
            if (event)
                NAME(store)(to + j + APART, NAME(sixth)(from, j + APART));
        }
    }
}

/* The best of a keep and `distinct` parts. */
HERE NAME(two) NAME(best_of)(const double *const part[YZ_FACES], size_t j, int distinct, bool event) {
    NAME(two) best = NAME(load_two)(part[0] + j, event);
    for (int i = 1; i <= distinct; i++)
        best = NAME(better)(best, NAME(load_two)(part[i] + j, event), event);
    return best;
}

HERE void NAME(best_run)(double *keep, const struct yz_six *parts, const struct yz_six *end, int distinct,
                         bool event) {
    for (; parts < end; parts++) {
        const double *part[YZ_FACES];
        NAME(point)(part, keep, parts, distinct + 1);
        double *to = keep + (part[0] - keep);
        for (size_t j = 0; j < LANES; j += W)
            NAME(store_two)(to + j, NAME(best_of)(part, j, distinct, event), event);
    }
}

/* In place, for all keeps of up to `sizes` dice: its own value becomes the best of all inside it. */
static inline TARGET void NAME(best_keeps)(double *keep, const struct plan *p, int sizes, bool event) {
    for (int size = 1; size <= sizes; size++) {
        const uint16_t *first = p->offsets.parts_first[size];
        NAME(best_run)(keep, p->offsets.parts + first[1], p->offsets.parts + first[2], 1, event);
        NAME(best_run)(keep, p->offsets.parts + first[2], p->offsets.parts + first[3], 2, event);
        NAME(best_run)(keep, p->offsets.parts + first[3], p->offsets.parts + first[4], 3, event);
        NAME(best_run)(keep, p->offsets.parts + first[4], p->offsets.parts + first[5], 4, event);
        NAME(best_run)(keep, p->offsets.parts + first[5], p->offsets.parts + first[6], 5, event);
    }
}

/* Adds up the best keeps of these rolls, all vectors of the group side by side. */
HERE void NAME(sum_run)(NAME(two) sum[LANES / W], const double *keep, const struct yz_six *parts, int rolls,
                        int distinct, bool event) {
    for (int j = 0; j < LANES / W; j++)
        sum[j] = (NAME(two)){V_SPLAT(0), V_SPLAT(0)};
    for (; rolls > 0; rolls--, parts++) {
        const double *part[YZ_FACES];
        NAME(point)(part, keep, parts, distinct + 1);
        for (size_t j = 0; j < LANES / W; j++) {
            NAME(two) best = NAME(best_of)(part, j * W, distinct, event);
            sum[j].worth += best.worth;
            sum[j].chance += best.chance;
        }
    }
}

/* The order of the additions is that of yz_dice_mean. */
HERE V NAME(weigh)(V sum1, V sum5, V sum10, V sum20, V sum30, V sum60, V sum120) {
    V t = sum120 + sum120 + sum60;
    t = t + t + sum30;
    V u = sum20 + sum20 + sum10;
    u = t + t + t + u;
    u = u + u + sum5;
    V v = u + u;
    v = v + v + u + sum1;
    return v * V_SPLAT(1.0 / YZ_ORDERED);
}

/* The best keep of each first roll and their mean in one. */
static inline TARGET void NAME(mean)(double *value, double *odds, const double *keep, const struct plan *p,
                                     bool event) {
    const struct yz_six *parts = &p->offsets.parts[p->offsets.parts_first[YZ_DICE][0]];
    NAME(two) sum[YZ_WAYS_CLASSES][LANES / W];
    NAME(sum_run)(sum[0], keep, parts, 6, 1, event);
    NAME(sum_run)(sum[1], keep, parts + 6, 30, 2, event);
    NAME(sum_run)(sum[2], keep, parts + 36, 30, 2, event);
    NAME(sum_run)(sum[3], keep, parts + 66, 60, 3, event);
    NAME(sum_run)(sum[4], keep, parts + 126, 60, 3, event);
    NAME(sum_run)(sum[5], keep, parts + 186, 60, 4, event);
    NAME(sum_run)(sum[6], keep, parts + 246, 6, 5, event);
    for (size_t j = 0; j < LANES / W; j++) {
        const V worth = NAME(weigh)(sum[0][j].worth, sum[1][j].worth, sum[2][j].worth, sum[3][j].worth,
                                    sum[4][j].worth, sum[5][j].worth, sum[6][j].worth);
        const V chance = NAME(weigh)(sum[0][j].chance, sum[1][j].chance, sum[2][j].chance, sum[3][j].chance,
                                     sum[4][j].chance, sum[5][j].chance, sum[6][j].chance);
        NAME(store)(value + j * W, worth);
        if (event)
            NAME(store)(odds + j * W, chance);
    }
}

/* One group of lanes of one set of upper boxes. */
HERE void NAME(group)(double *keep, const struct plan *p, const struct row *row, const struct desk *desk,
                      size_t g, bool event) {
    double *class = keep + CLASSES, *pattern = keep + PATTERNS;
    /* keeps of fewer than five dice come later: until then their place holds the upper boxes */
    double *box = keep, *triple = box + UPPER_BOX * YZ_UPPER_BOXES;
    unsigned upper = desk->upper;
    size_t lanes = p->first[upper] + g * LANES;
    NAME(upper_boxes)(box, p, row, upper, p->step[upper] + g * p->steps[upper], event);
    NAME(half)(triple, box, event);
    NAME(half)(triple + YZ_TRIPLES * LANES, box + 3 * UPPER_BOX, event);
    NAME(patterns)(pattern, p, row, lanes, event);
    NAME(classes)(class, pattern, p, row, lanes, event);
    NAME(last_rolls)(keep, p, triple, class, event);
    NAME(equal_rolls)(keep, desk->extra, desk->extras, box, lanes, event);
    NAME(average)(keep, p, event);
    NAME(best_keeps)(keep, p, YZ_DICE, event);
    NAME(average)(keep, p, event);
    NAME(best_keeps)(keep, p, YZ_DICE - 1, event);
    NAME(mean)(row->value + lanes, event ? row->odds + lanes : NULL, keep, p, event);
}

static __attribute__((noinline)) TARGET void NAME(group_alone)(double *keep, const struct plan *p,
                                                               const struct row *row, const struct desk *desk,
                                                               size_t g) {
    NAME(group)(keep, p, row, desk, g, false);
}

static __attribute__((noinline)) TARGET void NAME(group_event)(double *keep, const struct plan *p,
                                                               const struct row *row, const struct desk *desk,
                                                               size_t g) {
    NAME(group)(keep, p, row, desk, g, true);
}

/* All cards of one row: from all upper boxes filled to none. */
static TARGET void NAME(solve_row)(const struct plan *p, const struct row *row) {
    double keep[2 * APART] __attribute__((aligned(64)));
    for (int upper = YZ_UPPER_MASK; upper >= 0; upper--) {
        struct desk desk = {.upper = (unsigned)upper};
        desk.extras = list_extras(desk.extra, p, row, (unsigned)upper);
        if (row->last && upper == YZ_UPPER_MASK) {
            for (int i = 0; i < LANES; i++)
                row->value[p->first[upper] + (size_t)i] = 0; /* the card is full */
            continue;
        }
        for (size_t g = 0; g < p->groups[upper]; g++)
            if (row->odds && !(row->paid && g * LANES == p->settled[upper]))
                NAME(group_event)(keep, p, row, &desk, g);
            else
                NAME(group_alone)(keep, p, row, &desk, g);
        if (row->odds && row->paid && p->settled[upper] != NONE_SETTLED)
            row->odds[p->first[upper] + p->settled[upper]] = 0;
    }
}

#undef HERE
#undef TARGET
#undef NAME
#undef V
#undef W
#undef V_SPLAT
#undef V_MAX
#undef V_PICK
