/* Opening the values of hypergammon, and asking them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/array_alloc.h"
#include "core/messages.h"
#include "games/backgammon/rules/backgammon.h"
#include "hyper_table.h"

/* ---- numbers ----------------------------------------------------------------------------------
 * Places p1 <= p2 <= ... are numbered by the sum of C(p_i + i - 1, i), as the rising rows of bearoff.c are.
 */

static uint32_t choose(int n, int k) {
    uint32_t c = 1;
    for (int i = 0; i < k; i++)
        c = c * (uint32_t)(n - i) / (uint32_t)(i + 1);
    return c;
}

int bg_hyper_rank(const bg_hyper *t, const bg_side *s) {
    uint32_t number = 0;
    int i = 0;
    for (bg_set rest = bg_some(s); rest; rest &= rest - 1) {
        int p = bg_lowest(rest);
        for (int n = bg_count(s, p); n > 0; n--, i++)
            number += i == 0   ? (uint32_t)p
                      : i == 1 ? (uint32_t)((p + 1) * p / 2)
                               : (uint32_t)((p + 2) * (p + 1) * p / 6);
    }
    return t->rank[number];
}

/* All sides by their numbers: each place of a checker is at most that of the one before. */
static void list_sides(bg_hyper *t, bg_side *out) {
    int place[BG_HYPER_CHECKERS] = {0};
    for (int number = 0; number < t->sides; number++) {
        bg_side s = {{0}};
        for (int i = 0; i < t->rules.checkers; i++)
            bg_put(&s, place[i]);
        out[number] = s;
        int i = 0;
        while (i + 1 < t->rules.checkers && place[i] == place[i + 1])
            place[i++] = 0;
        place[i]++;
    }
}

/* By pips, so that what a play leads to without a hit stands before. */
static void sort_sides(bg_hyper *t, const bg_side *by_number) {
    int at = 0;
    for (int pips = 0; pips <= BG_HYPER_PIPS; pips++) {
        t->from[pips] = at;
        for (int number = 0; number < t->sides; number++)
            if (bg_pips(&by_number[number]) == pips) {
                t->rank[number] = (uint16_t)at;
                t->side[at++] = by_number[number];
            }
    }
    t->from[BG_HYPER_PIPS + 1] = at;
}

bool bg_hyper_stands(const bg_hyper *t, int own, int other) {
    return own > 0 && other > 0 && !(bg_across(bg_some(&t->side[other])) & bg_some(&t->side[own]));
}

/* ---- opening ----------------------------------------------------------------------------------*/

static int sides_of(const bg_hyper_rules *rules) {
    return (int)choose(rules->checkers + BG_BAR, rules->checkers);
}

static int owners_of(const bg_hyper_rules *rules) {
    return rules->cube ? BG_HYPER_OWNERS : 1;
}

/* The values, and how the plays of each side begin: by point and roll. */
size_t bg_hyper_memory(const bg_hyper_rules *rules) {
    size_t sides = (size_t)sides_of(rules);
    return sides * (sides * (size_t)owners_of(rules) * sizeof(float) +
                    (size_t)BG_BAR * BG_ROLLS * 2 * sizeof(uint32_t));
}

static hra_err make(bg_hyper *t) {
    t->sides = sides_of(&t->rules);
    t->owners = owners_of(&t->rules);
    bg_side *by_number = hra_room((uint64_t)t->sides, sizeof *by_number);
    t->header = hra_room(bg_hyper_bytes(t), 1);
    if (by_number && t->header) {
        list_sides(t, by_number);
        sort_sides(t, by_number);
        t->value = (float *)(t->header + 1);
    }
    free(by_number);
    return t->value ? HRA_OK : HRA_ENOMEM;
}

static hra_err build(bg_hyper *t, const char *data, int threads, const hra_progress *progress,
                     hra_error *why) {
    hra_err err = bg_hyper_build(t, threads, progress);
    if (err)
        return hra_fail(why, err, -1, "the solution of backgammon: %s", hra_err_text(err));
    return data ? bg_hyper_write(t, data, why) : HRA_OK;
}

hra_err bg_hyper_open(bg_hyper **out, const bg_hyper_rules *rules, const char *data, bool writes, int threads,
                      const hra_progress *progress, hra_error *why) {
    bg_hyper *t = calloc(1, sizeof *t);
    if (!t)
        return hra_no_memory(why);
    t->rules = *rules;
    hra_err err = make(t) ? hra_no_memory(why) : data ? bg_hyper_read(t, data, why) : HRA_EMISSING;
    if (err == HRA_EMISSING)
        err = build(t, writes ? data : NULL, threads, progress, why);
    if (err)
        bg_hyper_close(t);
    else
        *out = t;
    return err;
}

void bg_hyper_close(bg_hyper *t) {
    if (t)
        free(t->header);
    free(t);
}

uint64_t bg_hyper_positions(const bg_hyper *t) {
    return t->header->positions;
}

int bg_hyper_sweeps(const bg_hyper *t) {
    return (int)t->header->sweeps;
}

double bg_hyper_change(const bg_hyper *t) {
    return t->header->change;
}

/* ---- the cube ---------------------------------------------------------------------------------*/

/* To the doubler, of what a doubled cube that the other side owns is worth to it. */
static double beavered(double taken) {
    return fmax(2 * taken, -2);
}

static double doubled(const bg_hyper_rules *rules, double taken) {
    double answer = fmin(taken, 1);
    return rules->beavers ? fmin(answer, beavered(taken)) : answer;
}

void bg_hyper_double(const bg_hyper_rules *rules, const double *thrown, double *out) {
    double answer = doubled(rules, 2 * thrown[BG_HYPER_OTHER]);
    out[BG_HYPER_MIDDLE] = fmax(thrown[BG_HYPER_MIDDLE], answer);
    out[BG_HYPER_OWN] = fmax(thrown[BG_HYPER_OWN], answer);
    out[BG_HYPER_OTHER] = thrown[BG_HYPER_OTHER];
}

/* ---- asking -----------------------------------------------------------------------------------*/

double bg_hyper_value(const bg_hyper *t, const bg_board *b, int seat, int owner) {
    size_t own = (size_t)bg_hyper_rank(t, &b->side[seat]), other = (size_t)bg_hyper_rank(t, &b->side[!seat]);
    return (double)t->value[(own * (size_t)t->sides + other) * (size_t)t->owners + (size_t)owner];
}

double bg_hyper_roll(const bg_hyper *t, const bg_board *b, int seat, int owner, int high, int low) {
    enum { MOST = BG_HYPER_CHECKERS * BG_HYPER_CHECKERS + 2 * BG_HYPER_CHECKERS };
    static const int then[] = {BG_HYPER_MIDDLE, BG_HYPER_OTHER, BG_HYPER_OWN};
    hra_move list[MOST]; /* 15: of a double C(3 + 3, 4), else 3 * 3 + 3 */
    int n = bg_plays(b, seat, high, low, list);
    double best = -HUGE_VAL;
    for (int i = 0; i < n; i++) {
        bg_board next = *b;
        (void)bg_play(&next, seat, high, low, list[i]);
        best = fmax(best, -bg_hyper_value(t, &next, !seat, then[owner]));
    }
    return best;
}

double bg_hyper_throw(const bg_hyper *t, const bg_board *b, int seat, int owner) {
    double sum = 0;
    for (int high = 1; high <= 6; high++)
        for (int low = 1; low <= high; low++)
            sum += (high == low ? 1 : 2) * bg_hyper_roll(t, b, seat, owner, high, low);
    return sum / BG_THROWS;
}

double bg_hyper_doubled(const bg_hyper *t, const bg_board *b, int seat) {
    return doubled(&t->rules, 2 * bg_hyper_throw(t, b, seat, BG_HYPER_OTHER));
}

double bg_hyper_beavered(const bg_hyper *t, const bg_board *b, int seat) {
    return beavered(2 * bg_hyper_throw(t, b, seat, BG_HYPER_OTHER));
}
