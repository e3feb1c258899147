/* The distribution of the final score under a fixed strategy. */
#include "distribution.h"

#include "core/messages.h"
#include "core/thread.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TOTALS = YZ_UPPER_GOAL + 1, MAX_BRING = 192 }; /* one box brings at most 30 + 50 + 100 */

/* ---- one turn -------------------------------------------------------------------------------*/

/* Rolls the dice that are missing: what lies on the keeps of fewer than five dice moves to the rolls. */
static void roll_on(double chance[YZ_KEEPS], const struct yz_dice *dice) {
    for (int k = 0; k < YZ_PARTIAL; k++) {
        if (chance[k] == 0)
            continue;
        double part = chance[k] * (1.0 / YZ_FACES);
        for (int f = 0; f < YZ_FACES; f++)
            chance[dice->add[k][f]] += part;
        chance[k] = 0;
    }
}

/* Each roll becomes the keep that is held. */
static void hold_on(double chance[YZ_KEEPS], const uint16_t hold[YZ_ROLLS]) {
    double rolls[YZ_ROLLS];
    memcpy(rolls, &chance[YZ_ROLL0], sizeof rolls);
    memset(&chance[YZ_ROLL0], 0, sizeof rolls);
    for (int r = 0; r < YZ_ROLLS; r++)
        chance[hold[r]] += rolls[r];
}

/* The chances of the last rolls of a turn from a moment on: last[r] for all 252. */
static void find_last_rolls(double last[YZ_ROLLS], const struct yz_dice *dice,
                            const struct yz_choices *choices, const struct yz_moment *moment) {
    double chance[YZ_KEEPS] = {0};
    int rolls = moment->rolls;
    if (moment->roll < 0 && moment->keep == 0) { /* by far the most frequent */
        memcpy(&chance[YZ_ROLL0], dice->chance, sizeof dice->chance);
        rolls--;
    } else if (moment->roll < 0) {
        chance[moment->keep] = 1;
        roll_on(chance, dice);
        rolls--;
    } else {
        chance[YZ_ROLL0 + moment->roll] = 1;
    }
    for (; rolls > 0; rolls--) {
        hold_on(chance, choices->hold[rolls - 1]);
        roll_on(chance, dice);
    }
    memcpy(last, &chance[YZ_ROLL0], YZ_ROLLS * sizeof last[0]);
}

int yz_outcomes(struct yz_outcome out[YZ_ROLLS], const struct yz_dice *dice, const struct yz_rules *rules,
                const struct yz_choices *choices, const struct yz_moment *moment) {
    double last[YZ_ROLLS];
    int n = 0;
    find_last_rolls(last, dice, choices, moment);
    for (int b = 0; b < rules->boxes; b++) {
        int16_t place[MAX_BRING];
        bool fresh = true;
        for (int r = 0; r < YZ_ROLLS; r++) {
            if (choices->box[r] != b || last[r] == 0)
                continue;
            if (fresh) {
                memset(place, 0xff, sizeof place);
                fresh = false;
            }
            int points = yz_mark_total(yz_card_mark(rules, moment->card, r, b));
            if (place[points] < 0) {
                struct yz_card after = yz_card_after(rules, moment->card, r, b);
                place[points] = (int16_t)n;
                out[n++] = (struct yz_outcome){0, (uint8_t)b, (uint8_t)points, after.upper, after.fifty};
            }
            out[place[points]].chance += last[r];
        }
    }
    return n;
}

static void choose_best(const void *self, struct yz_card card, struct yz_choices *out) {
    const struct yz_best *best = self;
    struct yz_turn turn;
    yz_turn_init(&turn, best->dice, best->rules, card, yz_solution_value_fn, best->solution);
    memcpy(out->hold, turn.hold, sizeof out->hold);
    memcpy(out->box, turn.box, sizeof out->box);
}

struct yz_strategy yz_strategy_best(const struct yz_best *best) {
    return (struct yz_strategy){choose_best, best, true};
}

/* ---- the tables of one layer ----------------------------------------------------------------*/

/* Cards of one set of boxes and one upper total: the chance of each number of points. */
struct row {
    double *chance; /* NULL: cannot be reached */
    int low, count;
    struct yz_outcome *outcomes;
    uint16_t first[YZ_MAX_BOXES + 1]; /* those of each box */
};

struct set {
    struct row rows[TOTALS];
    double *chances; /* of all rows */
    struct yz_outcome *outcomes;
};

typedef void add_fn(double *to, const double *from, int count, double factor);

struct flow {
    const struct yz_dice *dice;
    const struct yz_rules *rules;
    const struct yz_strategy *strategy;
    const struct yz_moment *moment;
    const hra_progress *progress;
    add_fn *add;
    struct set **sets;    /* [filled * 2 + fifty], NULL where there is none */
    const uint32_t *todo; /* of this layer */
    hra_task_ranges blocks;
    double share, shares; /* of the work, for the progress */
};

static inline __attribute__((always_inline)) void add_scaled(double *restrict to, const double *restrict from,
                                                             int count, double factor) {
    for (int i = 0; i < count; i++)
        to[i] += factor * from[i];
}

static void add_base(double *to, const double *from, int count, double factor) {
    add_scaled(to, from, count, factor);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void add_avx2(double *to, const double *from, int count,
                                                     double factor) {
    add_scaled(to, from, count, factor);
}
#endif

static add_fn *pick_add(void) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2"))
        return add_avx2;
#endif
    return add_base;
}

/* The row of an upper total.  With nothing left to decide about the bonus it
 * may share that of 0, which is then out of reach of the bonus too. */
static int row_number(const struct flow *flow, unsigned filled, int upper) {
    int most = 0;
    if (!flow->strategy->alike)
        return upper;
    for (int b = 0; b < YZ_UPPER_BOXES; b++)
        most += filled >> b & 1u ? 0 : YZ_DICE * (b + 1);
    return most < YZ_UPPER_GOAL && (upper == YZ_UPPER_GOAL || upper + most < YZ_UPPER_GOAL) ? 0 : upper;
}

static void free_set(struct set *set) {
    if (set != NULL) {
        free(set->chances);
        free(set->outcomes);
        free(set);
    }
}

/* ---- where a card's turn can end --------------------------------------------------------------*/

/* Appends the outcomes of one card to out; returns how many. */
static int list_outcomes(const struct flow *flow, struct yz_card card, struct row *row,
                         struct yz_outcome *out) {
    struct yz_moment moment = {card, 0, 3, -1, 0};
    struct yz_choices choices;
    if (card.filled == flow->moment->card.filled) { /* the one at the beginning */
        moment = *flow->moment;
        moment.card = card;
    }
    flow->strategy->choose(flow->strategy->self, card, &choices);
    int n = yz_outcomes(out, flow->dice, flow->rules, &choices, &moment);
    for (int b = 0, i = 0; b <= YZ_MAX_BOXES; b++) {
        while (i < n && out[i].box < b)
            i++;
        row->first[b] = (uint16_t)i;
    }
    return n;
}

static hra_err list_set(const struct flow *flow, uint32_t number, struct yz_outcome *outcomes) {
    struct set *set = flow->sets[number];
    int n = 0, start[TOTALS];
    for (int total = 0; total < TOTALS; total++) {
        start[total] = n;
        if (set->rows[total].chance != NULL) {
            struct yz_card card = {(uint16_t)(number >> 1), (uint8_t)total, (uint8_t)(number & 1u)};
            n += list_outcomes(flow, card, &set->rows[total], outcomes + n);
        }
    }
    set->outcomes = malloc((size_t)n * sizeof *outcomes);
    if (set->outcomes == NULL)
        return HRA_ENOMEM;
    memcpy(set->outcomes, outcomes, (size_t)n * sizeof *outcomes);
    for (int total = 0; total < TOTALS; total++)
        set->rows[total].outcomes = set->outcomes + start[total];
    return 0;
}

static hra_err list_work(void *self, int worker) {
    struct flow *flow = self;
    struct yz_outcome *outcomes = malloc(TOTALS * YZ_ROLLS * sizeof *outcomes);
    hra_err err = outcomes != NULL ? 0 : HRA_ENOMEM;
    uint64_t from, to;
    while (err == 0 && hra_task_ranges_take(&flow->blocks, &from, &to)) {
        for (; err == 0 && from < to; from++)
            err = list_set(flow, flow->todo[from], outcomes);
        if (err == 0 && hra_progress_stopped(flow->progress))
            err = HRA_ESTOPPED;
    }
    if (err != 0)
        hra_task_ranges_close(&flow->blocks);
    free(outcomes);
    return err;
}

/* ---- what flows into a set ----------------------------------------------------------------------*/

/* Calls visit for every outcome that ends in this set, always in the same order. */
static void for_sources(const struct flow *flow, uint32_t number, struct set *set,
                        void (*visit)(const struct flow *, struct row *, const struct row *,
                                      const struct yz_outcome *)) {
    unsigned filled = number >> 1, fifty = number & 1u;
    for (int b = 0; b < flow->rules->boxes; b++) {
        if (!(filled >> b & 1u))
            continue;
        for (unsigned before = 0; before <= fifty; before++) {
            const struct set *source = flow->sets[(filled & ~(1u << b)) * 2 + before];
            for (int total = 0; source != NULL && total < TOTALS; total++) {
                const struct row *row = &source->rows[total];
                if (row->chance == NULL)
                    continue;
                const struct yz_outcome *o = row->outcomes + row->first[b],
                                        *end = row->outcomes + row->first[b + 1];
                for (; o < end; o++)
                    if (o->fifty == fifty)
                        visit(flow, &set->rows[row_number(flow, filled, o->upper)], row, o);
            }
        }
    }
}

static void widen(const struct flow *flow, struct row *to, const struct row *from,
                  const struct yz_outcome *o) {
    (void)flow;
    int low = from->low + o->points, high = low + from->count;
    if (to->count > 0) {
        high = high > to->low + to->count ? high : to->low + to->count;
        low = low < to->low ? low : to->low;
    }
    to->low = low;
    to->count = high - low;
}

static void pour(const struct flow *flow, struct row *to, const struct row *from,
                 const struct yz_outcome *o) {
    flow->add(to->chance + (from->low + o->points - to->low), from->chance, from->count, o->chance);
}

static hra_err fill_set(const struct flow *flow, uint32_t number) {
    struct set *set = calloc(1, sizeof *set);
    size_t count = 0;
    if (set == NULL)
        return HRA_ENOMEM;
    for_sources(flow, number, set, widen);
    for (int total = 0; total < TOTALS; total++)
        count += (size_t)set->rows[total].count;
    if (count == 0) {
        free_set(set); /* nothing leads here */
        return 0;
    }
    set->chances = calloc(count, sizeof *set->chances);
    if (set->chances == NULL) {
        free_set(set);
        return HRA_ENOMEM;
    }
    double *at = set->chances;
    for (int total = 0; total < TOTALS; total++) {
        struct row *row = &set->rows[total];
        row->chance = row->count > 0 ? at : NULL;
        at += row->count;
    }
    for_sources(flow, number, set, pour);
    flow->sets[number] = set;
    return 0;
}

static hra_err fill_work(void *self, int worker) {
    struct flow *flow = self;
    hra_err err = 0;
    uint64_t from, to;
    while (err == 0 && hra_task_ranges_take(&flow->blocks, &from, &to)) {
        for (; err == 0 && from < to; from++)
            err = fill_set(flow, flow->todo[from]);
        if (err == 0 && hra_progress_stopped(flow->progress))
            err = HRA_ESTOPPED;
        if (worker == 0) {
            double done = (double)from / (double)(flow->blocks.end + 1);
            hra_progress_report(flow->progress, N_("distribution"), (flow->share + done) / flow->shares);
        }
    }
    if (err != 0)
        hra_task_ranges_close(&flow->blocks);
    return err;
}

/* ---- all layers -----------------------------------------------------------------------------------*/

/* Lists the numbers of the sets with FILLED boxes filled: those that exist, or all. */
static size_t list_layer(const struct flow *flow, int filled, bool all, uint32_t *out) {
    size_t n = 0;
    unsigned from = flow->moment->card.filled;
    for (unsigned set = from; set <= flow->rules->all; set++) {
        if ((set & from) != from || yz_count_boxes(set) != filled)
            continue;
        for (unsigned fifty = 0; fifty < 2; fifty++) {
            uint32_t number = set * 2 + fifty;
            if (flow->sets[number] != NULL || (all && (fifty == 0 || (set >> flow->rules->yahtzee & 1u))))
                out[n++] = number;
        }
    }
    return n;
}

static hra_err run(struct flow *flow, uint32_t *list, int threads) {
    int filled = yz_count_boxes(flow->moment->card.filled);
    flow->shares = flow->rules->boxes - filled;
    for (; filled < flow->rules->boxes; filled++, flow->share++) {
        size_t sources = list_layer(flow, filled, false, list);
        flow->todo = list;
        hra_task_ranges_init(&flow->blocks, sources, 4);
        hra_err err = hra_workers_run(threads, list_work, flow);
        if (err != 0)
            return err;
        size_t targets = list_layer(flow, filled + 1, true, list + sources);
        flow->todo = list + sources;
        hra_task_ranges_init(&flow->blocks, targets, 4);
        err = hra_workers_run(threads, fill_work, flow);
        if (err != 0)
            return err;
        for (size_t i = 0; i < sources; i++) {
            free_set(flow->sets[list[i]]);
            flow->sets[list[i]] = NULL;
        }
    }
    return 0;
}

static hra_err begin(struct flow *flow) {
    const struct yz_moment *m = flow->moment;
    struct set *set = calloc(1, sizeof *set);
    double *chance = malloc(sizeof *chance);
    if (set == NULL || chance == NULL) {
        free(set);
        free(chance);
        return HRA_ENOMEM;
    }
    *chance = 1;
    set->chances = chance;
    set->rows[row_number(flow, m->card.filled, m->card.upper)] =
        (struct row){.chance = chance, .low = m->points, .count = 1};
    flow->sets[m->card.filled * 2u + m->card.fifty] = set;
    return 0;
}

/* Adds up the full cards. */
static hra_err finish(const struct flow *flow, struct yz_distribution *out) {
    struct row all = {0};
    const struct yz_outcome nothing = {.chance = 1};
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = flow->rules->all * 2u; i <= flow->rules->all * 2u + 1; i++) {
            for (int total = 0; flow->sets[i] != NULL && total < TOTALS; total++) {
                const struct row *row = &flow->sets[i]->rows[total];
                if (row->chance != NULL)
                    (pass == 0 ? widen : pour)(flow, &all, row, &nothing);
            }
        }
        if (pass == 0 && (all.chance = calloc((size_t)all.count, sizeof *all.chance)) == NULL)
            return HRA_ENOMEM;
    }
    *out = (struct yz_distribution){all.low, all.low + all.count - 1, all.chance};
    return 0;
}

hra_err yz_distribution_init(struct yz_distribution *out, const struct yz_dice *dice,
                             const struct yz_rules *rules, const struct yz_strategy *strategy,
                             const struct yz_moment *moment, int threads, const hra_progress *progress) {
    size_t sets = ((size_t)rules->all + 1) * 2;
    struct flow flow = {.dice = dice, .rules = rules, .strategy = strategy, .moment = moment};
    flow.progress = progress;
    flow.add = pick_add();
    *out = (struct yz_distribution){0, -1, NULL};
    uint32_t *list = malloc(sets * sizeof *list);
    flow.sets = calloc(sets, sizeof(struct set *));
    hra_err err = list != NULL && flow.sets != NULL ? begin(&flow) : HRA_ENOMEM;
    if (err == 0)
        err = run(&flow, list, threads);
    if (err == 0)
        err = finish(&flow, out);
    for (size_t i = 0; flow.sets != NULL && i < sets; i++)
        free_set(flow.sets[i]);
    free(flow.sets);
    free(list);
    return err;
}

void yz_distribution_release(struct yz_distribution *d) {
    free(d->chance);
    *d = (struct yz_distribution){0, -1, NULL};
}

/* ---- figures --------------------------------------------------------------------------------------*/

double yz_distribution_mean(const struct yz_distribution *d) {
    double sum = 0;
    for (int s = d->low; s <= d->high; s++)
        sum += s * d->chance[s - d->low];
    return sum;
}

double yz_distribution_stddev(const struct yz_distribution *d) {
    double mean = yz_distribution_mean(d), sum = 0;
    for (int s = d->low; s <= d->high; s++)
        sum += (s - mean) * (s - mean) * d->chance[s - d->low];
    return sqrt(sum);
}

int yz_distribution_percentile(const struct yz_distribution *d, double q) {
    double below = 0;
    int s = d->low;
    for (; s < d->high; s++) {
        below += d->chance[s - d->low];
        if (below >= q)
            break;
    }
    return s;
}

int yz_distribution_mode(const struct yz_distribution *d) {
    int mode = d->low;
    for (int s = d->low; s <= d->high; s++)
        if (d->chance[s - d->low] > d->chance[mode - d->low])
            mode = s;
    return mode;
}

double yz_distribution_at_least(const struct yz_distribution *d, int s) {
    double sum = 0;
    for (int t = d->high; t >= d->low && t >= s; t--) /* the small ones first */
        sum += d->chance[t - d->low];
    return sum;
}

double yz_distribution_exactly(const struct yz_distribution *d, int s) {
    return s >= d->low && s <= d->high ? d->chance[s - d->low] : 0;
}
