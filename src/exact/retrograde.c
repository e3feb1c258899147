/* Retrograde analysis. Each position keeps its value and a counter of inner moves not yet known to
 * lose. Values spread one ply at a time: to all parents of the positions lost in n plies, which are
 * won in n + 1, and to the parents of those won in n, whose counters sink; at 0 a parent is lost.
 * Positions of one distance are found by looking at all bytes of a slice, eight at once: there are
 * far fewer distances than a queue would take memory. */
#include <stdlib.h>
#include <string.h>

#include "retrograde.h"

#include "core/array_alloc.h"
#include "core/messages.h"
#include "core/thread.h"

enum {
    BLOCK = 1 << 13,           /* positions handed out at once */
    LEAST_SCAN_BLOCK = 1 << 9, /* and where most are passed over: a part of the slice, within these bounds */
    MOST_SCAN_BLOCK = 1 << 16,
    SCAN_BLOCKS = 16,   /* for each thread, so that all end at about the same time */
    SPREAD_COST = 1000, /* what a position that spreads takes, as positions passed over */
    ALONE = 1 << 19,    /* positions passed over in less time than two threads need to meet */
    MORE_LOSE = 0x80,   /* of a counter: outer moves lose, and may lose later */
    MOVES_LEFT = 0x7f,  /* of a counter */
    LINE = 64,          /* bytes that two threads should not share */
    MAX_VALUE = HRA_RETRO_MAX_PLIES + 1,
};

typedef struct worker {
    void *scratch, *other_scratch; /* the second for positions out of turn */
    hra_retro_place *outer;
    uint64_t *inner;
    uint64_t given[2][MAX_VALUE + 1]; /* positions that got each value in this phase, sides as in counters */
    hra_retro_summary summary;
    hra_error why;
} worker;

typedef struct build {
    const hra_retro_game *game;
    const hra_retro_store *store;
    const hra_progress *progress;
    hra_error *why;
    int threads;
    hra_crew *crew;
    worker *workers;
    uint8_t **values;  /* of each slice that is in memory */
    int *last_use;     /* the last unit to be built that needs this slice, as a place in their list */
    int *needs;        /* scratch */
    double done, unit; /* positions finished, and of the unit at work */
    double total;
    /* the phase at work */
    hra_err (*work)(struct build *, worker *, uint64_t from, uint64_t to);
    int slice;
    uint8_t value; /* the one that spreads */
    /* Positions of the unit that got each value: at least those that have it now, since a win may become shorter. */
    uint64_t given[2][MAX_VALUE + 1];
    uint8_t *counters[2]; /* of the lower slice of the unit, of its partner */
    double stage, share;  /* the part of the unit that is done, and what this phase adds */
    hra_task_ranges blocks;
} build;

static hra_err too_long(const build *b, worker *w) {
    return hra_fail(&w->why, HRA_ELIMIT, -1, "%s: an end is more than %d plies away", b->game->what,
                    HRA_RETRO_MAX_PLIES);
}

/* ---- reading and writing values that two threads may meet at ------------------------------------*/

static inline uint8_t get(const uint8_t *at) {
    return __atomic_load_n(at, __ATOMIC_RELAXED);
}

static inline void set(uint8_t *at, uint8_t value) {
    __atomic_store_n(at, value, __ATOMIC_RELAXED);
}

static inline bool side_of(const build *b, int slice) {
    return slice > b->game->partner(b->game->self, slice);
}

static inline uint8_t *counter(const build *b, int slice, uint64_t index) {
    return b->counters[side_of(b, slice)] + index;
}

/* ---- the best of outer moves ------------------------------------------------------------------*/

/* Draws rank 0, wins above it, losses below it: the sooner a win the higher, a loss the lower. */
static inline int rank(uint8_t value) {
    return value == 0 ? 0 : value % 2 == 0 ? MAX_VALUE + 1 - value : value - MAX_VALUE - 1;
}

/* Seen from the other side a ply earlier; MAX_VALUE + 1 where that does not fit. */
static inline int before(uint8_t value) {
    return value ? value + 1 : 0;
}

static uint8_t value_of(const build *b, hra_retro_place at) {
    if (at.slice < 0)
        return at.slice == HRA_RETRO_LOST ? 1 : 0;
    return b->values[at.slice][at.index];
}

/* The best value that outer moves reach, -1: there are none; over MAX_VALUE where one is too far. */
static int best_outer(const build *b, worker *w, void *scratch, int slice, uint64_t index, int *inner) {
    int n = b->game->outer(b->game->self, scratch, slice, index, w->outer, inner), best = -1;
    for (int i = 0; i < n; i++) {
        int value = before(value_of(b, w->outer[i]));
        if (value > MAX_VALUE)
            return value;
        if (best < 0 || rank((uint8_t)value) > rank((uint8_t)best))
            best = value;
    }
    return best;
}

/* ---- phases -----------------------------------------------------------------------------------*/

static hra_err begin_positions(build *b, worker *w, uint64_t from, uint64_t to) {
    uint8_t *values = b->values[b->slice], *counters = counter(b, b->slice, 0);
    uint64_t *given = w->given[side_of(b, b->slice)];
    for (uint64_t i = from; i < to; i++) {
        int inner, best = best_outer(b, w, w->scratch, b->slice, i, &inner);
        if (best > MAX_VALUE)
            return too_long(b, w);
        uint8_t value = best < 0 ? 0 : (uint8_t)best;
        if (inner == 0)
            values[i] = best < 0 ? 1 : value;
        else if (best >= 0 && (value == 0 || value % 2 == 0)) /* never lost: the counter stays above 0 */
            values[i] = value, counters[i] = (uint8_t)(inner + 1);
        else
            counters[i] = (uint8_t)(inner | (best < 0 ? 0 : MORE_LOSE));
        given[values[i]]++;
    }
    return HRA_OK;
}

/* All inner moves of a parent lose: so it is lost, as late as its best move allows. */
static hra_err lose(build *b, worker *w, int slice, uint64_t index, uint8_t left) {
    int value = b->value + 1;
    if (left & MORE_LOSE) {
        int inner, best = best_outer(b, w, w->other_scratch, slice, index, &inner);
        value = best > value ? best : value;
    }
    if (value > MAX_VALUE)
        return too_long(b, w);
    set(&b->values[slice][index], (uint8_t)value);
    w->given[side_of(b, slice)][value]++;
    return HRA_OK;
}

static hra_err spread_one(build *b, worker *w, uint64_t index) {
    int to = b->game->partner(b->game->self, b->slice);
    uint8_t *values = b->values[to], *counters = counter(b, to, 0), next = (uint8_t)(b->value + 1);
    hra_err err = HRA_OK;
    int n = b->game->parents(b->game->self, w->scratch, b->slice, index, w->inner);
    for (int i = 0; i < n && !err; i++) {
        uint64_t parent = w->inner[i];
        if (b->value % 2 == 0) {
            uint8_t left = __atomic_sub_fetch(&counters[parent], 1, __ATOMIC_RELAXED);
            if ((left & MOVES_LEFT) == 0)
                err = lose(b, w, to, parent, left);
            continue;
        }
        uint8_t value = get(&values[parent]);
        if (b->value == MAX_VALUE) {
            err = value == 0 ? too_long(b, w) : HRA_OK;
        } else if (value == 0 || value > next) {
            set(&values[parent], next);
            w->given[side_of(b, to)][next]++;
        }
    }
    return err;
}

/* Is one of the eight bytes zero? (Mycroft 1987) */
static inline bool has_zero(uint64_t word) {
    return ((word - 0x0101010101010101U) & ~word & 0x8080808080808080U) != 0;
}

static hra_err spread(build *b, worker *w, uint64_t from, uint64_t to) {
    const uint8_t *values = b->values[b->slice];
    uint64_t pattern = 0x0101010101010101U * b->value;
    for (uint64_t i = from; i < to; i += 8) { /* what lies behind the last position is 0 */
        if (!has_zero(__atomic_load_n((const uint64_t *)(const void *)(values + i), __ATOMIC_RELAXED) ^
                      pattern))
            continue;
        for (uint64_t k = i; k < i + 8; k++) {
            hra_err err = get(&values[k]) == b->value ? spread_one(b, w, k) : HRA_OK;
            if (err)
                return err;
        }
    }
    return HRA_OK;
}

static void count(hra_retro_summary *s, uint8_t value) {
    if (hra_retro_is_draw(value)) {
        s->drawn++;
    } else if (hra_retro_is_win(value)) {
        s->won++;
        if (hra_retro_plies(value) > s->longest)
            s->longest = hra_retro_plies(value);
    } else {
        s->lost++;
    }
}

static hra_err verify(build *b, worker *w, uint64_t from, uint64_t to) {
    const hra_retro_game *game = b->game;
    const uint8_t *values = b->values[b->slice], *partner = b->values[game->partner(game->self, b->slice)];
    for (uint64_t i = from; i < to; i++) {
        int inner, best = best_outer(b, w, w->scratch, b->slice, i, &inner);
        int n = inner ? game->inner(game->self, w->scratch, b->slice, i, w->inner) : 0;
        for (int k = 0; k < n; k++) {
            int value = before(partner[w->inner[k]]);
            if (best < 0 || rank((uint8_t)value) > rank((uint8_t)best))
                best = value;
        }
        if (n != inner || (best < 0 ? 1 : best) != values[i])
            return hra_fail(&w->why, HRA_EDAMAGED, -1,
                            "%s: position %llu of slice %d has value %d, but its moves give %d", game->what,
                            (unsigned long long)i, b->slice, values[i], best < 0 ? 1 : best);
        count(&w->summary, values[i]);
    }
    return HRA_OK;
}

/* ---- running a phase --------------------------------------------------------------------------*/

static hra_err run_blocks(void *self, int number) {
    build *b = self;
    worker *w = &b->workers[number];
    uint64_t from, to;
    while (hra_task_ranges_take(&b->blocks, &from, &to)) {
        hra_err err = hra_progress_stopped(b->progress) ? HRA_ESTOPPED : b->work(b, w, from, to);
        if (err) {
            hra_task_ranges_close(&b->blocks);
            return err;
        }
        if (number == 0) {
            double part = b->stage + b->share * (double)to / (double)b->blocks.end;
            hra_progress_report(b->progress, b->game->what, (b->done + b->unit * part) / b->total);
        }
    }
    return HRA_OK;
}

/* Runs `work` over all positions of a slice, in one thread or in all. */
static hra_err run_phase(build *b, int slice, bool alone, uint64_t block, double share,
                         hra_err (*work)(build *, worker *, uint64_t, uint64_t)) {
    uint64_t size = b->game->size(b->game->self, slice);
    b->slice = slice;
    b->work = work;
    b->share = share;
    hra_task_ranges_init(&b->blocks, size, block);
    hra_err err = alone || size <= block ? run_blocks(b, 0) : hra_crew_run(b->crew, run_blocks, b);
    for (int i = 0; i < b->threads && err; i++)
        if (b->workers[i].why.code == err)
            (void)hra_fail_as(b->why, &b->workers[i].why);
    b->stage += share;
    return err;
}

static hra_err run_spread(build *b, int slice, double share) {
    uint64_t size = b->game->size(b->game->self, slice), given = b->given[side_of(b, slice)][b->value];
    if (given == 0) {
        b->stage += share;
        return HRA_OK;
    }
    uint64_t block = size / (uint64_t)(SCAN_BLOCKS * b->threads) / 8 * 8; /* spread looks at eight at once */
    block = block < LEAST_SCAN_BLOCK ? LEAST_SCAN_BLOCK : block;
    block = block > MOST_SCAN_BLOCK ? MOST_SCAN_BLOCK : block;
    return run_phase(b, slice, size + SPREAD_COST * given < ALONE, block, share, spread);
}

/* Adds what the workers gave since the last call. */
static void take_given(build *b) {
    for (int i = 0; i < b->threads; i++) {
        worker *w = &b->workers[i];
        for (int side = 0; side < 2; side++)
            for (int value = 0; value <= MAX_VALUE; value++)
                b->given[side][value] += w->given[side][value];
        memset(w->given, 0, sizeof w->given);
    }
}

static hra_err solve_unit(build *b, int slice, int partner) {
    double half = slice == partner ? 1 : 0.5;
    b->stage = 0;
    memset(b->given, 0, sizeof b->given);
    hra_err err = run_phase(b, slice, false, BLOCK, 0.15 * half, begin_positions);
    if (!err && partner != slice)
        err = run_phase(b, partner, false, BLOCK, 0.15 * half, begin_positions);
    for (int value = 1; value <= MAX_VALUE && !err; value++) {
        take_given(b);
        b->value = (uint8_t)value;
        err = run_spread(b, slice, 0.5 / MAX_VALUE * half);
        if (!err && partner != slice)
            err = run_spread(b, partner, 0.5 / MAX_VALUE * half);
    }
    return err;
}

/* ---- slices in memory -------------------------------------------------------------------------*/

static uint8_t *new_values(const build *b, int slice) {
    uint64_t size = b->game->size(b->game->self, slice);
    return hra_room(size / 8 + 1, 8);
}

static void drop(build *b, int slice) {
    free(b->values[slice]);
    b->values[slice] = NULL;
}

static hra_err load_needs(build *b, int slice) {
    int n = b->game->needs(b->game->self, slice, b->needs);
    hra_err err = HRA_OK;
    for (int i = 0; i < n && !err; i++) {
        int need = b->needs[i];
        if (b->values[need])
            continue;
        if (!b->store->has(b->store->self, need))
            return hra_fail(b->why, HRA_EIO, -1, "%s: slice %d needs slice %d, which is missing",
                            b->game->what, slice, need);
        b->values[need] = new_values(b, need);
        err = b->values[need] ? b->store->load(b->store->self, need, b->values[need], b->why)
                              : hra_no_memory(b->why);
    }
    return err;
}

/* Verifies a slice, for which `share` of the progress is due, and saves it. */
static hra_err finish_slice(build *b, int slice, double share) {
    hra_retro_summary sum = {0};
    for (int i = 0; i < b->threads; i++)
        b->workers[i].summary = sum;
    hra_err err = run_phase(b, slice, false, BLOCK, share, verify);
    for (int i = 0; i < b->threads; i++) {
        const hra_retro_summary *part = &b->workers[i].summary;
        sum.won += part->won;
        sum.lost += part->lost;
        sum.drawn += part->drawn;
        sum.longest = part->longest > sum.longest ? part->longest : sum.longest;
    }
    return err ? err : b->store->save(b->store->self, slice, b->values[slice], &sum, b->why);
}

static hra_err build_unit(build *b, int slice, int partner) {
    int unit[2] = {slice < partner ? slice : partner, slice < partner ? partner : slice};
    int slices = slice == partner ? 1 : 2;
    hra_err err = HRA_OK;
    b->counters[0] = b->counters[1] = NULL;
    for (int i = 0; i < slices && !err; i++) {
        drop(b, unit[i]);
        err = load_needs(b, unit[i]);
        b->values[unit[i]] = new_values(b, unit[i]);
        b->counters[i] = new_values(b, unit[i]);
        if (!err && (!b->values[unit[i]] || !b->counters[i]))
            err = hra_no_memory(b->why);
    }
    if (!err)
        err = solve_unit(b, unit[0], unit[slices - 1]);
    free(b->counters[0]);
    free(b->counters[1]);
    b->stage = 0.65;
    for (int i = 0; i < slices && !err; i++)
        err = finish_slice(b, unit[i], 0.35 / slices);
    return err;
}

/* ---- all slices -------------------------------------------------------------------------------*/

static void release(build *b) {
    for (int i = 0; b->values && i < b->game->slices; i++)
        free(b->values[i]);
    for (int i = 0; b->workers && i < b->threads; i++) {
        free(b->workers[i].scratch);
        free(b->workers[i].other_scratch);
        free(b->workers[i].outer);
        free(b->workers[i].inner);
    }
    hra_crew_close(b->crew);
    free(b->workers);
    free(b->values);
    free(b->last_use);
    free(b->needs);
}

static void *lines(size_t bytes) {
    return calloc(bytes / LINE + 2, LINE);
}

static hra_err prepare(build *b) {
    size_t slices = (size_t)b->game->slices, moves = (size_t)b->game->max_moves + 1;
    b->workers = calloc((size_t)b->threads, sizeof *b->workers);
    b->values = calloc(slices + 1, sizeof *b->values);
    b->last_use = calloc(slices + 1, sizeof *b->last_use);
    b->needs = calloc(slices + 1, sizeof *b->needs);
    if (!b->workers || !b->values || !b->last_use || !b->needs)
        return hra_no_memory(b->why);
    for (int i = 0; i < b->threads; i++) {
        worker *w = &b->workers[i];
        w->scratch = lines(b->game->scratch);
        w->other_scratch = lines(b->game->scratch);
        w->outer = lines(moves * sizeof *w->outer);
        w->inner = lines(moves * sizeof *w->inner);
        if (!w->scratch || !w->other_scratch || !w->outer || !w->inner)
            return hra_no_memory(b->why);
    }
    return hra_crew_open(&b->crew, b->threads) ? hra_no_memory(b->why) : HRA_OK;
}

static bool is_there(const build *b, int unit) {
    return b->store->has(b->store->self, unit) &&
           b->store->has(b->store->self, b->game->partner(b->game->self, unit));
}

static double positions_of(const build *b, int unit) {
    const hra_retro_game *game = b->game;
    int partner = game->partner(game->self, unit);
    return (double)game->size(game->self, unit) +
           (partner == unit ? 0 : (double)game->size(game->self, partner));
}

/* How much there is to do, and how long each slice is needed for it. */
static void plan(build *b, const int *units, int count) {
    const hra_retro_game *game = b->game;
    for (int u = 0; u < count; u++) {
        int pair[2] = {units[u], game->partner(game->self, units[u])};
        if (is_there(b, units[u]))
            continue;
        b->total += positions_of(b, units[u]);
        for (int i = 0; i < (pair[0] == pair[1] ? 1 : 2); i++) {
            int n = game->needs(game->self, pair[i], b->needs);
            for (int k = 0; k < n; k++)
                b->last_use[b->needs[k]] = u;
        }
    }
}

static hra_err build_units(build *b, const int *units, int count) {
    const hra_retro_game *game = b->game;
    hra_err err = prepare(b);
    if (!err)
        plan(b, units, count);
    for (int u = 0; u < count && !err; u++) {
        if (is_there(b, units[u]))
            continue;
        b->unit = positions_of(b, units[u]);
        err = build_unit(b, units[u], game->partner(game->self, units[u]));
        b->done += b->unit;
        for (int i = 0; i < game->slices; i++)
            if (b->values[i] && b->last_use[i] <= u)
                drop(b, i);
    }
    release(b);
    if (!err && b->total > 0)
        hra_progress_report(b->progress, game->what, 1);
    return err == HRA_ESTOPPED ? hra_fail(b->why, err, -1, "stopped while %s", _(game->what)) : err;
}

/* ---- units ------------------------------------------------------------------------------------*/

static int unit_of(const hra_retro_game *game, int slice) {
    int partner = game->partner(game->self, slice);
    return partner < slice ? partner : slice;
}

int hra_retro_units(const hra_retro_game *game, int *out) {
    int n = 0;
    for (int s = 0; s < game->slices; s++)
        if (game->partner(game->self, s) <= s)
            out[n++] = unit_of(game, s);
    return n;
}

int hra_retro_unit_needs(const hra_retro_game *game, int unit, int *out) {
    int partner = game->partner(game->self, unit), n = game->needs(game->self, unit, out), count = 0;
    if (partner != unit)
        n += game->needs(game->self, partner, out + n);
    for (int i = 0; i < n; i++) {
        int need = unit_of(game, out[i]), at = 0;
        while (at < count && out[at] != need)
            at++;
        out[at] = need;
        count += at == count;
    }
    return count;
}

hra_err hra_retro_build_unit(const hra_retro_game *game, const hra_retro_store *store, int unit, int threads,
                             const hra_progress *progress, hra_error *why) {
    build b = {
        .game = game, .store = store, .progress = progress, .why = why, .threads = threads < 1 ? 1 : threads};
    return build_units(&b, &unit, 1);
}

hra_err hra_retro_build(const hra_retro_game *game, const hra_retro_store *store, int threads,
                        const hra_progress *progress, hra_error *why) {
    build b = {
        .game = game, .store = store, .progress = progress, .why = why, .threads = threads < 1 ? 1 : threads};
    int *units = malloc(((size_t)game->slices + 1) * sizeof *units);
    hra_err err = units ? build_units(&b, units, hra_retro_units(game, units)) : hra_no_memory(why);
    free(units);
    return err;
}
