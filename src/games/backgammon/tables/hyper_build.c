/* Building the values of hypergammon by value iteration (Bellman 1957).
 *
 * A play without a hit lowers the sum of both sides' pips, so positions are gone through by that sum,
 * the lowest first, and only what follows a hit (or a pass) is taken from the sweep before. What positions of
 * one sum are worth is put down when all of them are known, so that neither the order in which they are taken
 * nor the number of threads changes a bit.
 *
 * Three checkers hold one point at most. So the plays of a side are listed once for each point that the other
 * may hold, and told apart by the points that they touch: a play hits the blots that stand on those. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/array_alloc.h"
#include "core/messages.h"
#include "core/thread.h"
#include "games/backgammon/rules/backgammon.h"
#include "hyper_table.h"

enum {
    BLOCKS = BG_BAR,               /* the other side holds point 1..24, 0: none */
    HITS = 1 << BG_HYPER_CHECKERS, /* which of its blots are hit */
    MOST_PLAYS = 15,               /* of a roll: of two dice 3 * 3 + 2 * 3 */
    MOST_SWEEPS = 400,
    TAKEN = 8, /* sides that a thread takes at once */
};

/* The largest change that ends the iteration: two units in the last place of a backgammon's 3. */
static const double tolerance = 5e-7;

typedef struct play {
    bg_set touched; /* points, as who plays counts them */
    uint16_t to;
} play;

typedef struct run {
    uint32_t begin, end;
} run;

/* What a side does to the other. */
typedef struct target {
    int block;
    int blot[BG_HYPER_CHECKERS]; /* points as the other side counts them; 0: no blot */
    uint16_t then[HITS];         /* the side when some of these were hit */
} target;

typedef struct builder {
    bg_hyper *t;
    run *runs; /* (side * BLOCKS + block) * BG_ROLLS + roll */
    play *plays;
    uint32_t used, capacity;
    target *targets;
    /* of one sum of pips: */
    int sum;
    float *next;    /* what its positions are worth */
    uint32_t *from; /* of each side that does not throw, in `next` */
    hra_task_ranges todo;
    const hra_progress *progress;
} builder;

/* ---- what may be played -----------------------------------------------------------------------*/

/* A board on which nothing is the same as another play but what always is: blots wherever no point is held.
 */
static bg_board board_against(const bg_side *side, int block) {
    bg_board b = {0};
    b.side[0] = *side;
    b.side[1].bit[0] = BG_POINTS;
    if (block) {
        b.side[1].bit[0] ^= (bg_set)1 << (BG_BAR - block);
        b.side[1].bit[1] = (bg_set)1 << (BG_BAR - block);
    }
    return b;
}

static hra_err add_run(builder *b, run *r, int side, int block, int high, int low) {
    hra_move list[BG_MAX_PLAYS];
    bg_board board = board_against(&b->t->side[side], block);
    int n = bg_plays(&board, 0, high, low, list);
    if (b->used + (uint32_t)n > b->capacity) {
        uint32_t capacity = 2 * b->capacity + BG_MAX_PLAYS;
        play *larger = realloc(b->plays, capacity * sizeof *larger);
        if (!larger)
            return HRA_ENOMEM;
        b->plays = larger;
        b->capacity = capacity;
    }
    r->begin = b->used;
    for (int i = 0; i < n; i++) {
        bg_board next = board;
        play *p = &b->plays[b->used++];
        memset(p, 0, sizeof *p); /* its padding too: runs are compared */
        p->touched = bg_play(&next, 0, high, low, list[i]);
        p->to = (uint16_t)bg_hyper_rank(b->t, &next.side[0]);
    }
    r->end = b->used;
    return HRA_OK;
}

/* A blocked point that changes no play shares the plays of the open board. */
static void share_run(builder *b, run *r, const run *open) {
    uint32_t n = r->end - r->begin;
    if (n != open->end - open->begin ||
        memcmp(&b->plays[r->begin], &b->plays[open->begin], n * sizeof *b->plays) != 0)
        return;
    b->used = r->begin;
    *r = *open;
}

static hra_err list_plays(builder *b) {
    hra_err err = HRA_OK;
    for (int side = 1; side < b->t->sides && !err; side++)
        for (int block = 0; block < BLOCKS && !err; block++) {
            run *runs = &b->runs[((size_t)side * BLOCKS + (size_t)block) * BG_ROLLS];
            for (int high = 1, roll = 0; high <= 6; high++)
                for (int low = 1; low <= high && !err; low++, roll++) {
                    err = add_run(b, &runs[roll], side, block, high, low);
                    if (block && !err)
                        share_run(b, &runs[roll], &runs[roll - block * BG_ROLLS]);
                }
        }
    return err;
}

static void list_targets(builder *b) {
    for (int side = 1; side < b->t->sides; side++) {
        target *at = &b->targets[side];
        const bg_side *s = &b->t->side[side];
        bg_set points = bg_some(s) & BG_POINTS, held = bg_several(s) & BG_POINTS;
        int n = 0;
        at->block = held ? BG_BAR - bg_lowest(held) : 0;
        for (bg_set rest = points & ~held; rest; rest &= rest - 1)
            at->blot[n++] = BG_BAR - bg_lowest(rest);
        for (int hits = 0; hits < 1 << n; hits++) {
            bg_side then = *s;
            for (int i = 0; i < n; i++)
                if (hits >> i & 1) {
                    bg_take(&then, BG_BAR - at->blot[i]);
                    bg_put(&then, BG_BAR);
                }
            at->then[hits] = (uint16_t)bg_hyper_rank(b->t, &then);
        }
    }
}

/* ---- one position -----------------------------------------------------------------------------*/

static inline int hits_of(const target *at, bg_set touched) {
    return (int)((touched >> at->blot[0] & 1) | (touched >> at->blot[1] & 1) << 1 |
                 (touched >> at->blot[2] & 1) << 2);
}

/* The mean over all rolls of the best play, by owner. What is the one side's is the other's after the play.
 */
static inline void throw_at(const builder *b, const target *at, const float *const *then, int side,
                            int owners, double *out) {
    static const int is[] = {BG_HYPER_MIDDLE, BG_HYPER_OTHER, BG_HYPER_OWN};
    const run *runs = &b->runs[((size_t)side * BLOCKS + (size_t)at->block) * BG_ROLLS];
    double sum[BG_HYPER_OWNERS] = {0};
    for (int high = 1; high <= 6; high++)
        for (int low = 1; low <= high; low++, runs++) {
            float worst[BG_HYPER_OWNERS] = {HUGE_VALF, HUGE_VALF, HUGE_VALF};
            for (uint32_t i = runs->begin; i < runs->end; i++) {
                const play *p = &b->plays[i];
                const float *v = then[hits_of(at, p->touched)] + (size_t)p->to * (size_t)owners;
                for (int k = 0; k < owners; k++)
                    worst[k] = v[k] < worst[k] ? v[k] : worst[k];
            }
            for (int k = 0; k < owners; k++)
                sum[k] -= (high == low ? 1 : 2) * (double)worst[k];
        }
    for (int k = 0; k < owners; k++)
        out[k] = sum[is[k]] / BG_THROWS;
}

/* Where one of a position's sides is `other`. */
static void judge_against(const builder *b, int other) {
    const bg_hyper *t = b->t;
    const target *at = &b->targets[other];
    const float *then[HITS];
    int pips = b->sum - bg_pips(&t->side[other]);
    float *out = b->next + (size_t)b->from[other] * (size_t)t->owners;
    for (int i = 0; i < HITS; i++)
        then[i] = t->value + (size_t)at->then[i] * (size_t)t->sides * (size_t)t->owners;
    for (int own = t->from[pips]; own < t->from[pips + 1]; own++, out += t->owners) {
        double thrown[BG_HYPER_OWNERS], worth[BG_HYPER_OWNERS] = {0};
        if (bg_hyper_stands(t, own, other) && t->owners == 1) {
            throw_at(b, at, then, own, 1, worth);
        } else if (bg_hyper_stands(t, own, other)) {
            throw_at(b, at, then, own, BG_HYPER_OWNERS, thrown);
            bg_hyper_double(&t->rules, thrown, worth);
        }
        for (int k = 0; k < t->owners; k++)
            out[k] = (float)worth[k];
    }
}

/* ---- a sweep ----------------------------------------------------------------------------------*/

/* Computes the pips that make the sum together with side `other`. Returns false if no side has them. */
static bool has_partner(const builder *b, int other, int *pips) {
    *pips = b->sum - bg_pips(&b->t->side[other]);
    return other > 0 && *pips > 0 && *pips <= BG_HYPER_PIPS;
}

static hra_err work(void *self, int worker) {
    builder *b = self;
    uint64_t from, to;
    int pips;
    while (hra_task_ranges_take(&b->todo, &from, &to)) {
        if (hra_progress_stopped(b->progress))
            return HRA_ESTOPPED;
        for (int other = (int)from; other < (int)to; other++)
            if (has_partner(b, other, &pips))
                judge_against(b, other);
    }
    return HRA_OK;
}

/* Where the positions of the sum lie in `next`; returns how many. */
static uint32_t lay_out(builder *b) {
    const int *from = b->t->from;
    uint32_t n = 0;
    int pips;
    for (int other = 0; other < b->t->sides; other++) {
        b->from[other] = n;
        if (has_partner(b, other, &pips))
            n += (uint32_t)(from[pips + 1] - from[pips]);
    }
    return n;
}

/* Puts down what was found; returns the largest change. */
static double put_down(const builder *b) {
    bg_hyper *t = b->t;
    float most = 0;
    int pips;
    for (int other = 0; other < t->sides; other++) {
        if (!has_partner(b, other, &pips))
            continue;
        const float *next = b->next + (size_t)b->from[other] * (size_t)t->owners;
        for (int own = t->from[pips]; own < t->from[pips + 1]; own++) {
            float *value = t->value + ((size_t)own * (size_t)t->sides + (size_t)other) * (size_t)t->owners;
            for (int k = 0; k < t->owners; k++, next++) {
                float change = fabsf(*next - value[k]);
                most = change > most ? change : most;
                value[k] = *next;
            }
        }
    }
    return (double)most;
}

static hra_err sweep(builder *b, int threads, double *change) {
    hra_err err = HRA_OK;
    *change = 0;
    for (b->sum = 2; b->sum <= 2 * BG_HYPER_PIPS && !err; b->sum++) {
        if (lay_out(b) == 0)
            continue;
        hra_task_ranges_init(&b->todo, (uint64_t)b->t->sides, TAKEN);
        err = hra_workers_run(threads, work, b);
        if (!err)
            *change = fmax(*change, put_down(b));
    }
    return err;
}

/* ---- the whole --------------------------------------------------------------------------------*/

/* Writes finished games: one side has no checkers left, and the other is to throw. */
static void put_ends(bg_hyper *t) {
    for (int own = 1; own < t->sides; own++) {
        bg_board b = {{t->side[own], t->side[0]}};
        int worth = t->rules.gammons ? bg_worth(&b, 1) : 1;
        float *value = t->value + (size_t)own * (size_t)t->sides * (size_t)t->owners;
        for (int k = 0; k < t->owners; k++)
            value[k] = (float)(k == BG_HYPER_MIDDLE && t->rules.jacoby ? -1 : -worth);
    }
}

/* How far it is, by how the change shrinks. */
static double share_done(double change) {
    return fmin(fmax(1 - log(change / tolerance) / log(3 / tolerance), 0), 1);
}

static hra_err iterate(builder *b, int threads) {
    bg_hyper_header *h = b->t->header;
    hra_err err = HRA_OK;
    put_ends(b->t);
    for (h->change = 3; h->change > tolerance && h->sweeps < MOST_SWEEPS && !err; h->sweeps++) {
        hra_progress_report(b->progress, N_("solving backgammon"), share_done(h->change));
        err = sweep(b, threads, &h->change);
    }
    hra_progress_report(b->progress, N_("solving backgammon"), 1);
    return err;
}

/* The most positions of one sum of pips. */
static uint32_t largest_sum(builder *b) {
    uint32_t most = 0;
    for (b->sum = 2; b->sum <= 2 * BG_HYPER_PIPS; b->sum++) {
        uint32_t n = lay_out(b);
        most = n > most ? n : most;
    }
    return most;
}

static hra_err make(builder *b) {
    uint64_t sides = (uint64_t)b->t->sides;
    b->runs = hra_room(sides * BLOCKS * BG_ROLLS, sizeof *b->runs);
    b->targets = hra_room(sides, sizeof *b->targets);
    b->from = hra_room(sides, sizeof *b->from);
    if (!b->runs || !b->targets || !b->from)
        return HRA_ENOMEM;
    b->next = hra_room((uint64_t)largest_sum(b) * (uint64_t)b->t->owners, sizeof *b->next);
    list_targets(b);
    return b->next ? list_plays(b) : HRA_ENOMEM;
}

hra_err bg_hyper_build(bg_hyper *t, int threads, const hra_progress *progress) {
    builder b = {.t = t, .progress = progress};
    hra_err err = make(&b);
    for (int own = 1; own < t->sides && !err; own++)
        for (int other = 1; other < t->sides; other++)
            t->header->positions += bg_hyper_stands(t, own, other);
    if (!err)
        err = iterate(&b, threads);
    free(b.runs);
    free(b.plays);
    free(b.targets);
    free(b.next);
    free(b.from);
    return err;
}
