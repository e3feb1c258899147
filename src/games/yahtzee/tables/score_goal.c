/* The best play for a wish about the final score, card by card backwards. */
#include "score_goal.h"

#include "core/thread.h"
#include "turn_kernel.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { DECIDED = YZ_UPPER_GOAL };

/* Points so far from low on; fewer are worth 0, more than the row has are worth 1. */
struct row {
    size_t at; /* in values[] */
    int16_t low, count;
};

struct yz_score_goal {
    struct yz_score_goal_setup setup;
    double *worth;
    int most[YZ_MAX_BOXES]; /* points of each box's best roll */
    uint32_t *first;        /* [filled * 2 + fifty]: the first row, NO_ROWS where the card cannot occur */
    struct row *rows;
    float *values;
    size_t row_count, value_count;
};

static const uint32_t NO_ROWS = UINT32_MAX;

static inline int min_int(int a, int b) {
    return a < b ? a : b;
}

static inline int max_int(int a, int b) {
    return a > b ? a : b;
}

/* Five dice in each of these upper boxes. */
static int most_upper(unsigned boxes) {
    int points = 0;
    for (int b = 0; b < YZ_UPPER_BOXES; b++)
        points += boxes >> b & 1u ? YZ_DICE * (b + 1) : 0;
    return points;
}

static int most_lower(const struct yz_score_goal *goal, unsigned boxes) {
    int points = 0;
    for (int b = YZ_UPPER_BOXES; b < goal->setup.rules->boxes; b++)
        points += boxes >> b & 1u ? goal->most[b] : 0;
    return points;
}

/* The lowest upper total whose bonus is still open; the rows of a set are those from it to 63. */
static int lowest_open(const struct yz_score_goal *goal, unsigned filled) {
    return max_int(0, YZ_UPPER_GOAL - most_upper(goal->setup.rules->all & ~filled & YZ_UPPER_MASK));
}

/* ---- layout ---------------------------------------------------------------------------------*/

struct range {
    int low, high; /* inclusive; empty where high < low */
};

static void widen(struct range *range, int low, int high) {
    if (low <= high) {
        range->low = min_int(range->low, low);
        range->high = max_int(range->high, high);
    }
}

/* Which points the upper boxes filled since the start can have brought, bonus included. */
static struct range upper_gain(const struct yz_score_goal *goal, unsigned filled, int total) {
    const struct yz_score_goal_setup *s = &goal->setup;
    unsigned added = filled & ~(unsigned)s->card.filled & YZ_UPPER_MASK;
    uint64_t reach = s->rules->totals[added];
    int from = s->card.upper, most = most_upper(added), lowest = lowest_open(goal, filled);
    struct range gain = {9999, -1};
    if (total != DECIDED) {
        if (total >= from && (reach >> (total - from) & 1u))
            gain = (struct range){total - from, total - from};
        return gain;
    }
    if (from == YZ_UPPER_GOAL)
        return (struct range){0, most};
    for (int t = from; t < lowest; t++)
        if (reach >> (t - from) & 1u)
            widen(&gain, t - from, t - from);
    int bonus = s->rules->upper_bonus;
    widen(&gain, YZ_UPPER_GOAL - from + bonus, most + bonus);
    return gain;
}

/* Points so far of one row, as far as they can occur: a superset is as good. */
static struct range points_range(const struct yz_score_goal *goal, unsigned filled, int fifty, int total) {
    const struct yz_score_goal_setup *s = &goal->setup;
    unsigned added = filled & ~(unsigned)s->card.filled, yahtzee = 1u << s->rules->yahtzee;
    struct range range = upper_gain(goal, filled, total);
    if (range.high < range.low)
        return range;
    int fixed = 0, free_points = most_lower(goal, added);
    if (s->rules->hundred >
        0) { /* the yahtzee box holds what `fifty` says, and each further one brings 100 */
        free_points -= added & yahtzee ? goal->most[s->rules->yahtzee] : 0;
        fixed = (added & yahtzee) && fifty ? goal->most[s->rules->yahtzee] : 0;
        free_points += fifty ? s->rules->hundred * yz_count_boxes(added & ~yahtzee) : 0;
    }
    range.low += s->points + fixed;
    range.high += s->points + fixed + free_points;
    return range;
}

/* No rest of the game brings more. */
static int most_rest(const struct yz_score_goal *goal, unsigned filled, int fifty, int total) {
    const struct yz_rules *rules = goal->setup.rules;
    unsigned open = rules->all & ~filled, yahtzee = 1u << rules->yahtzee;
    int rest = most_upper(open & YZ_UPPER_MASK) + most_lower(goal, open);
    rest += total != DECIDED ? rules->upper_bonus : 0;
    if (fifty || (open & yahtzee))
        rest += rules->hundred * yz_count_boxes(open & ~yahtzee);
    return rest;
}

static struct row lay_row(struct yz_score_goal *goal, unsigned filled, int fifty, int total) {
    const struct yz_score_goal_setup *s = &goal->setup;
    struct range points = points_range(goal, filled, fifty, total);
    int hopeful = s->low - most_rest(goal, filled, fifty, total); /* fewer points are worth 0 */
    int low = max_int(points.low, hopeful), high = min_int(points.high, s->high - 1);
    struct row row = {goal->value_count, 0, 0};
    if (points.high < points.low)
        return row;
    if (low > high) { /* all are worth 0, or all 1, or the worth changes between two points */
        row.low = (int16_t)(points.low >= s->high   ? s->high
                            : points.high < hopeful ? points.high + 1
                                                    : hopeful);
        return row;
    }
    row.low = (int16_t)low;
    row.count = (int16_t)(high - low + 1);
    goal->value_count += (size_t)row.count;
    return row;
}

static bool occurs(const struct yz_score_goal *goal, unsigned filled, int fifty) {
    const struct yz_score_goal_setup *s = &goal->setup;
    unsigned yahtzee = 1u << s->rules->yahtzee;
    if ((filled & s->card.filled) != s->card.filled)
        return false;
    if (s->rules->hundred == 0 || (s->card.filled & yahtzee) || !(filled & yahtzee))
        return fifty == s->card.fifty;
    return true;
}

/* First the numbers of rows, then, with goal->rows there, the rows. */
static void lay_rows(struct yz_score_goal *goal) {
    goal->row_count = 0;
    goal->value_count = 0;
    for (unsigned filled = 0; filled <= goal->setup.rules->all; filled++) {
        for (int fifty = 0; fifty < 2; fifty++) {
            uint32_t *first = &goal->first[filled * 2 + (unsigned)fifty];
            *first = NO_ROWS;
            if (!occurs(goal, filled, fifty))
                continue;
            *first = (uint32_t)goal->row_count;
            for (int total = lowest_open(goal, filled); total <= DECIDED; total++) {
                if (goal->rows != NULL)
                    goal->rows[goal->row_count] = lay_row(goal, filled, fifty, total);
                goal->row_count++;
            }
        }
    }
}

static void find_most(struct yz_score_goal *goal) {
    const struct yz_rules *rules = goal->setup.rules;
    for (int b = 0; b < rules->boxes; b++)
        for (int r = 0; r < YZ_ROLLS; r++)
            goal->most[b] = max_int(goal->most[b], max_int(rules->points[b][r], rules->joker_points[b][r]));
}

hra_err yz_score_goal_open(struct yz_score_goal **out, const struct yz_score_goal_setup *setup) {
    struct yz_score_goal *goal = calloc(1, sizeof *goal);
    if (goal == NULL)
        return HRA_ENOMEM;
    size_t open = (size_t)(setup->high - setup->low);
    assert(setup->low <= setup->high && yz_card_valid(setup->rules, setup->card));
    goal->setup = *setup;
    goal->setup.worth = NULL;
    find_most(goal);
    goal->worth = malloc((open + 1) * sizeof *goal->worth);
    goal->first = malloc(((size_t)setup->rules->all + 1) * 2 * sizeof *goal->first);
    if (goal->worth == NULL || goal->first == NULL)
        goto no_memory;
    if (open > 0)
        memcpy(goal->worth, setup->worth, open * sizeof *goal->worth);
    lay_rows(goal);
    goal->rows = malloc(goal->row_count * sizeof *goal->rows);
    if (goal->rows == NULL)
        goto no_memory;
    lay_rows(goal);
    goal->values = malloc((goal->value_count + 1) * sizeof *goal->values);
    if (goal->values == NULL)
        goto no_memory;
    *out = goal;
    return 0;
no_memory:
    yz_score_goal_close(goal);
    return HRA_ENOMEM;
}

void yz_score_goal_close(struct yz_score_goal *goal) {
    if (goal != NULL) {
        free(goal->worth);
        free(goal->first);
        free(goal->rows);
        free(goal->values);
        free(goal);
    }
}

float *yz_score_goal_values(struct yz_score_goal *goal, size_t *count) {
    *count = goal->value_count;
    return goal->values;
}

/* ---- looking up -----------------------------------------------------------------------------*/

static const struct row *row_of(const struct yz_score_goal *goal, unsigned filled, int fifty, int upper) {
    int lowest = lowest_open(goal, filled), total = upper < lowest ? DECIDED : upper;
    uint32_t first = goal->first[filled * 2 + (unsigned)fifty];
    assert(first != NO_ROWS);
    return &goal->rows[first + (uint32_t)(total - lowest)];
}

double yz_score_goal_value(const struct yz_score_goal *goal, struct yz_card card, int points) {
    const struct row *row = row_of(goal, card.filled, card.fifty, card.upper);
    if (points < row->low)
        return 0;
    int i = points - row->low;
    return i < row->count ? (double)goal->values[row->at + (size_t)i] : 1;
}

double yz_score_goal_box(const struct yz_score_goal *goal, struct yz_card card, int points, int roll,
                         int box) {
    const struct yz_rules *rules = goal->setup.rules;
    points += yz_mark_total(yz_card_mark(rules, card, roll, box));
    return yz_score_goal_value(goal, yz_card_after(rules, card, roll, box), points);
}

/* ---- solving --------------------------------------------------------------------------------*/

struct job {
    struct yz_score_goal *goal;
    int longest; /* of all rows */
    const hra_progress *progress;
    const char *what;
    const uint32_t *sets; /* of this layer: filled * 2 + fifty */
    hra_task_ranges blocks;
    size_t done; /* values of all layers before, then atomically of this one too */
};

/* Writes what `row` is worth for length points from `points` on. */
static void expand(const struct yz_score_goal *goal, const struct row *row, int points, float *out,
                   int length) {
    int before = min_int(max_int(row->low - points, 0), length);
    int skip = max_int(points - row->low, 0);
    int inside = min_int(max_int(row->count - skip, 0), length - before);
    const float *values = &goal->values[row->at + (size_t)skip];
    for (int i = 0; i < before; i++)
        out[i] = 0;
    for (int i = 0; i < inside; i++)
        out[before + i] = values[i];
    for (int i = before + inside; i < length; i++)
        out[i] = 1;
}

static void expand_card(const void *self, struct yz_card after, int points, float *out, int length) {
    expand(self, row_of(self, after.filled, after.fifty, after.upper), points, out, length);
}

/* A full card is worth what its points are worth. */
static void finish_row(struct yz_score_goal *goal, const struct row *row) {
    for (int i = 0; i < row->count; i++)
        goal->values[row->at + (size_t)i] = (float)goal->worth[row->low + i - goal->setup.low];
}

static size_t solve_set(struct job *job, struct yz_turn_kernel *desk, uint32_t set) {
    struct yz_score_goal *goal = job->goal;
    struct yz_card card = {(uint16_t)(set >> 1), 0, (uint8_t)(set & 1u)};
    int lowest = lowest_open(goal, card.filled);
    const struct row *row = &goal->rows[goal->first[set]];
    size_t values = 0;
    if (!yz_card_full(goal->setup.rules, card))
        yz_turn_kernel_boxes(desk, card);
    for (int total = lowest; total <= DECIDED; total++, row++) {
        values += (size_t)row->count;
        if (row->count == 0)
            continue;
        if (yz_card_full(goal->setup.rules, card)) {
            finish_row(goal, row);
            continue;
        }
        card.upper = (uint8_t)total;
        yz_turn_kernel_row(desk, card, row->low, row->count, expand_card, goal, &goal->values[row->at]);
    }
    return values;
}

static hra_err work(void *self, int worker) {
    struct job *job = self;
    uint64_t from, to;
    hra_err err = 0;
    struct yz_turn_kernel *desk =
        yz_turn_kernel_open(job->goal->setup.dice, job->goal->setup.rules, job->longest);
    if (desk == NULL) {
        hra_task_ranges_close(&job->blocks);
        return HRA_ENOMEM;
    }
    while (err == 0 && hra_task_ranges_take(&job->blocks, &from, &to)) {
        size_t values = 0;
        for (; from < to; from++)
            values += solve_set(job, desk, job->sets[from]);
        size_t done = __atomic_add_fetch(&job->done, values, __ATOMIC_RELAXED);
        if (worker == 0) { /* one thread reports */
            hra_progress_report(job->progress, job->what,
                                (double)done / (double)(job->goal->value_count + 1));
        }
        if (hra_progress_stopped(job->progress)) {
            hra_task_ranges_close(&job->blocks);
            err = HRA_ESTOPPED;
        }
    }
    yz_turn_kernel_close(desk);
    return err;
}

/* Lists the sets of FILLED filled boxes that can occur; returns their number. */
static size_t list_layer(const struct yz_score_goal *goal, int filled, uint32_t *sets) {
    size_t n = 0;
    for (uint32_t set = 0; set <= (uint32_t)goal->setup.rules->all * 2 + 1; set++)
        if (yz_count_boxes(set >> 1) == filled && goal->first[set] != NO_ROWS)
            sets[n++] = set;
    return n;
}

hra_err yz_score_goal_solve(struct yz_score_goal *goal, int threads, const hra_progress *progress,
                            const char *what) {
    const struct yz_rules *rules = goal->setup.rules;
    hra_err err = 0;
    uint32_t *sets = malloc(((size_t)rules->all + 1) * 2 * sizeof *sets);
    struct job job = {.goal = goal, .progress = progress, .what = what, .sets = sets};
    if (sets == NULL)
        return HRA_ENOMEM;
    for (size_t i = 0; i < goal->row_count; i++)
        job.longest = max_int(job.longest, goal->rows[i].count);
    for (int filled = rules->boxes; err == 0 && filled >= yz_count_boxes(goal->setup.card.filled); filled--) {
        size_t count = list_layer(goal, filled, sets);
        hra_task_ranges_init(&job.blocks, count, 4);
        err = hra_workers_run(threads, work, &job);
    }
    free(sets);
    if (err == 0)
        hra_progress_report(progress, what, 1);
    return err;
}
