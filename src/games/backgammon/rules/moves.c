/* The plays of a roll, each resulting position once, without looking at the positions.
 *
 * Of a double a play is the multiset of the places that are left. Every order of its steps that is possible
 * can be changed, two neighbours at a time, into the one from the back to the front, so only that one is
 * walked. Two multisets never come to one position: the highest place in which they differ ends with
 * different numbers of checkers.
 *
 * Of two different dice a play is a pair of places. Two pairs come to one position in two ways only: one
 * checker goes both dice by either point between, and neither holds a blot; or two checkers are borne off,
 * each by either die. (Write a play as the sum of what it takes from places and adds to places: the sums of
 * other pairs differ.) Of such two one is listed. moves_test.c tries all that with a generator
 * that knows nothing of it. */
#include "board.h"

/* What a side may do, in its own places. */
typedef struct view {
    bg_set own, several; /* places with one checker or more, with two or more */
    bg_set open;         /* points that the other side has not made */
    bg_set blots;        /* of the other side */
} view;

static view look(const bg_board *b, int seat) {
    const bg_side *own = &b->side[seat], *other = &b->side[!seat];
    bg_set made = bg_several(other);
    return (view){.own = bg_some(own) & BG_ON_BOARD,
                  .several = bg_several(own) & BG_ON_BOARD,
                  .open = BG_POINTS & ~bg_across(made),
                  .blots = bg_across(bg_some(other) & ~made)};
}

/* The places from which a checker may move by this die: the bar first; off once all are home, by exactly the
 * die or, if no checker is on a higher point, by less. */
static inline bg_set sources(bg_set own, bg_set open, int die) {
    bg_set can = own & open << die, bar = (bg_set)1 << BG_BAR;
    if (own & bar)
        return can & bar;
    if (!(own & BG_OUTSIDE) && own)
        can |= own >> die ? own & (bg_set)1 << die : (bg_set)1 << bg_highest(own);
    return can;
}

/* The places of the side when a checker has gone from one by a die. */
static inline bg_set after(const view *v, int from, int die) {
    bg_set gone = (bg_set)1 << from & ~v->several;
    return (v->own & ~gone) | (from > die ? (bg_set)1 << (from - die) : 0);
}

/* ---- two different dice ---------------------------------------------------------------------*/

/* Pairs: bit g of row[f] is set where the higher die goes from f and the lower one from g. */
typedef struct pairs {
    bg_set row[BG_PLACES];
    bg_set rows; /* that are not empty */
} pairs;

static inline void find_pairs(const view *v, int high, int low, bg_set by_high, bg_set by_low, pairs *p) {
    for (bg_set rest = by_high; rest; rest &= rest - 1) {
        int from = bg_lowest(rest);
        p->row[from] = sources(after(v, from, high), v->open, low);
        p->rows |= p->row[from] ? rest & -rest : 0;
    }
    for (bg_set rest = by_low; rest; rest &= rest - 1) {
        int from = bg_lowest(rest);
        bg_set then = sources(after(v, from, low), v->open, high);
        p->rows |= then;
        for (; then; then &= then - 1)
            p->row[bg_lowest(then)] |= rest & -rest;
    }
}

/* Of pairs that come to the same position one goes. */
static inline void drop_equal_pairs(const view *v, int high, int low, pairs *p) {
    /* One checker goes both dice, and hits neither here nor there. */
    bg_set calm = p->rows & ~(v->blots << high) & ~(v->blots << low);
    for (calm = calm >> (high + 1) << (high + 1); calm; calm &= calm - 1) {
        int from = bg_lowest(calm);
        if (p->row[from] >> (from - high) & 1)
            p->row[from - low] &= ~(calm & -calm);
    }
    if (v->own & BG_OUTSIDE)
        return;
    /* Two are borne off. */
    for (int g = 1; g < low; g++)
        for (int f = g + 1; f <= low; f++)
            if (p->row[f] >> g & 1)
                p->row[g] &= ~((bg_set)1 << f);
}

static int play_two(const view *v, int high, int low, hra_move *out) {
    bg_set by_high = sources(v->own, v->open, high), by_low = sources(v->own, v->open, low);
    pairs p = {.rows = 0};
    int n = 0;
    find_pairs(v, high, low, by_high, by_low, &p);
    if (p.rows) {
        drop_equal_pairs(v, high, low, &p);
        for (; p.rows; p.rows &= p.rows - 1) {
            int from = bg_lowest(p.rows);
            for (bg_set second = p.row[from]; second; second &= second - 1)
                out[n++] = (hra_move)(from | bg_lowest(second) << 5);
        }
        return n;
    }
    int shift = by_high ? 0 : 5; /* the higher die where either, but not both, can be played */
    for (bg_set rest = by_high ? by_high : by_low; rest; rest &= rest - 1)
        out[n++] = (hra_move)bg_lowest(rest) << shift;
    if (n == 0)
        out[n++] = 0;
    return n;
}

/* ---- doubles --------------------------------------------------------------------------------*/

typedef struct doubles {
    bg_set open;
    int die, n, longest; /* dice played by the plays that are listed */
    hra_move *out;
} doubles;

static inline void add_play(doubles *d, hra_move m, int used) {
    if (used < d->longest)
        return;
    if (used > d->longest)
        d->n = 0;
    d->longest = used;
    d->out[d->n++] = m;
}

/* Goes on from the places in `upto`, when `used` dice were played. */
static void play_on(doubles *d, const bg_side *own, bg_set upto, int used, hra_move m) {
    bg_set can = sources(bg_some(own) & BG_ON_BOARD, d->open, d->die) & upto;
    if (!can)
        add_play(d, m, used);
    for (; can; can &= can - 1) {
        int from = bg_lowest(can);
        hra_move longer = m | (hra_move)from << 5 * used;
        if (used + 1 == BG_STEPS) {
            add_play(d, longer, BG_STEPS);
            continue;
        }
        bg_side next = *own;
        bg_take(&next, from);
        bg_put(&next, from > d->die ? from - d->die : BG_OFF);
        play_on(d, &next, ((bg_set)2 << from) - 1, used + 1, longer);
    }
}

int bg_plays(const bg_board *b, int seat, int high, int low, hra_move *out) {
    view v = look(b, seat);
    if (high != low)
        return play_two(&v, high, low, out);
    doubles d = {.open = v.open, .die = high, .out = out};
    play_on(&d, &b->side[seat], BG_ON_BOARD, 0, 0);
    return d.n;
}

bg_set bg_sources(const bg_board *b, int seat, int die) {
    view v = look(b, seat);
    return sources(v.own, v.open, die);
}

bg_set bg_step(bg_board *b, int seat, int from, int die) {
    return bg_play(b, seat, die, die, (hra_move)from);
}

bg_set bg_play(bg_board *b, int seat, int high, int low, hra_move m) {
    bg_side *own = &b->side[seat], *other = &b->side[!seat];
    bg_set hits = 0;
    for (int i = 0; m; i++, m >>= 5) {
        int from = (int)(m & 31), to = from - (i == 0 ? high : low);
        if (from == 0)
            continue;
        bg_take(own, from);
        bg_put(own, to > 0 ? to : BG_OFF);
        if (to > 0 && bg_count(other, BG_BAR - to)) {
            bg_take(other, BG_BAR - to);
            bg_put(other, BG_BAR);
            hits |= (bg_set)1 << to;
        }
    }
    return hits;
}

/* Bit i of n stands for place i. */
#define BIT(n, i) ((n) >> (i)&1)
#define NINE(n)                                                                                              \
    ((BIT(n, 0) + BIT(n, 1) + BIT(n, 2) + BIT(n, 3) + BIT(n, 4) + BIT(n, 5) + BIT(n, 6) + BIT(n, 7) +        \
      BIT(n, 8))                                                                                             \
         << 8 |                                                                                              \
     (BIT(n, 1) + 2 * BIT(n, 2) + 3 * BIT(n, 3) + 4 * BIT(n, 4) + 5 * BIT(n, 5) + 6 * BIT(n, 6) +            \
      7 * BIT(n, 7) + 8 * BIT(n, 8)))
#define NINES_4(n) NINE(n), NINE((n) + 1), NINE((n) + 2), NINE((n) + 3)
#define NINES_16(n) NINES_4(n), NINES_4((n) + 4), NINES_4((n) + 8), NINES_4((n) + 12)
#define NINES_64(n) NINES_16(n), NINES_16((n) + 16), NINES_16((n) + 32), NINES_16((n) + 48)
#define NINES_256(n) NINES_64(n), NINES_64((n) + 64), NINES_64((n) + 128), NINES_64((n) + 192)

const uint16_t bg_nine_places[512] = {NINES_256(0), NINES_256(256)};

int bg_pips(const bg_side *s) {
    int pips;
    (void)bg_count_on(s, BG_ON_BOARD, &pips);
    return pips;
}
