/* Solving Yahtzee backwards over all cards, in vectors. */
#include "solve.h"

#include "core/thread.h"
#include "groups.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__) || defined(__i386__)
#define ON_X86 1
#include <immintrin.h>
#else
#define ON_X86 0
#endif

enum {
    LANES = 8,
    UPPER_SETS = 1 << YZ_UPPER_BOXES,
    UPPER_BOX = (YZ_DICE + 1) * LANES, /* the values of an upper box with 0..5 dice */
    MAX_STEPS = 4644,                  /* groups x open upper boxes x counts, summed over the upper sets */
    MAX_EXTRAS = YZ_FACES * YZ_MAX_BOXES,
    MAX_LOWER = YZ_MAX_BOXES - YZ_UPPER_BOXES,
    NO_LANE = 0xff,
    /* what a kernel works with, in doubles: keeps, classes and patterns; as much again for the chances of an event */
    CLASSES = YZ_KEEPS * LANES,
    PATTERNS = CLASSES + YZ_MAX_CLASSES * LANES,
    APART = PATTERNS + YZ_MAX_PATTERNS * LANES
};

static const size_t NONE_SETTLED = SIZE_MAX;
static const double NONE = -1e300; /* below every value, and finite when points are added */

/* One upper box with one count of its face, for the lanes of one group: where they go, and what it brings. */
struct step {
    double points[LANES];
    int32_t lane[LANES];
    float paid[LANES]; /* 1: the bonus is paid now */
} __attribute__((aligned(64)));

struct hit {
    double points;
    uint16_t pattern;
};

/* What does not depend on the values: dice and rules as offsets between groups of lanes. */
struct plan {
    const struct yz_rules *rules;
    /* totals of each set of upper boxes as lanes */
    uint8_t lane[UPPER_SETS][YZ_UPPER_GOAL + 1];
    size_t first[UPPER_SETS], groups[UPPER_SETS], stride;
    size_t settled[UPPER_SETS]; /* the lane of totals that decide about the bonus; NONE_SETTLED */
    const struct step *step[UPPER_SETS];
    size_t steps[UPPER_SETS]; /* of one group */
    /* dice */
    struct yz_groups offsets;
    uint16_t equal[YZ_FACES];
    /* boxes */
    uint64_t roll[YZ_ROLLS]; /* the triples of either half, the class */
    int patterns, classes;
    struct {
        double sum;
        uint16_t pattern;
    } class[YZ_MAX_CLASSES];
    struct hit hits[YZ_MAX_HITS];
    const struct hit *hit[YZ_MAX_BOXES + 1];
    struct step all_steps[MAX_STEPS];
};

/* Numbers of the cards of a row, and their chances of the event. */
struct side {
    const double *value; /* NULL: not open */
    const double *odds;
};

/* The cards with one set of lower boxes (and what the yahtzee box holds), and the rows that they lead to. */
struct row {
    double *value;
    double *odds;    /* NULL: known without work, or not asked for */
    bool paid;       /* the event is the bonus */
    unsigned filled; /* lower boxes only */
    bool fifty, last;
    int scored; /* open boxes but chance */
    uint8_t box[MAX_LOWER];
    struct side next[MAX_LOWER];
    struct side chance, after_fifty;
};

/* One of the boxes for five equal dice. */
struct extra {
    struct side row; /* NULL: an upper box */
    double points;
    uint16_t box, roll;
    bool fresh; /* the first of its roll */
};

/* The cards of a row with one set of upper boxes. */
struct desk {
    unsigned upper;
    int extras;
    struct extra extra[MAX_EXTRAS];
};

struct yz_solution {
    const struct yz_rules *rules;
    double *value;
    size_t bytes;
    struct plan plan;
};

/* ---- the plan -------------------------------------------------------------------------------*/

static int open_total(unsigned upper) {
    int sum = 0;
    for (int b = 0; b < YZ_UPPER_BOXES; b++)
        sum += upper >> b & 1u ? 0 : b + 1;
    return sum;
}

/* Totals that can still bring the bonus get a lane each, all others together one more. */
static void plan_lanes(struct plan *p) {
    memset(p->lane, NO_LANE, sizeof p->lane);
    for (unsigned u = 0; u < UPPER_SETS; u++) {
        int lanes = 0, rest = open_total(u) * YZ_DICE;
        bool settled = false;
        for (int t = 0; t <= YZ_UPPER_GOAL; t++) {
            if (!(p->rules->totals[u] >> t & 1u))
                continue;
            if (t < YZ_UPPER_GOAL && t + rest >= YZ_UPPER_GOAL)
                p->lane[u][t] = (uint8_t)lanes++;
            else
                settled = true;
        }
        for (int t = 0; t <= YZ_UPPER_GOAL; t++)
            if ((p->rules->totals[u] >> t & 1u) && p->lane[u][t] == NO_LANE)
                p->lane[u][t] = (uint8_t)lanes;
        p->settled[u] = settled ? (size_t)lanes : NONE_SETTLED;
        lanes += settled;
        p->first[u] = p->stride;
        p->groups[u] = (size_t)(lanes + LANES - 1) / LANES;
        p->stride += p->groups[u] * LANES;
    }
}

/* The total of a lane; spare lanes at the end of a group repeat the last one. */
static int total_of(const struct plan *p, unsigned upper, size_t lane) {
    int total = YZ_UPPER_GOAL, best = -1;
    for (int t = 0; t <= YZ_UPPER_GOAL; t++) {
        int l = p->lane[upper][t];
        if (l != NO_LANE && l > best && (size_t)l <= lane) {
            best = l;
            total = t;
        }
    }
    return total;
}

static void plan_step(const struct plan *p, struct step *step, unsigned upper, size_t group, int box,
                      int count) {
    for (size_t i = 0; i < LANES; i++) {
        int points = count * (box + 1), total = total_of(p, upper, group * LANES + i);
        int after = total + points;
        step->points[i] = points;
        if (after >= YZ_UPPER_GOAL) {
            step->points[i] += total < YZ_UPPER_GOAL ? p->rules->upper_bonus : 0;
            step->paid[i] = total < YZ_UPPER_GOAL;
            after = YZ_UPPER_GOAL;
        }
        step->lane[i] = p->lane[upper | 1u << box][after];
    }
}

static void plan_steps(struct plan *p) {
    struct step *s = p->all_steps;
    for (unsigned u = 0; u < UPPER_SETS; u++) {
        p->step[u] = s;
        for (size_t g = 0; g < p->groups[u]; g++) {
            for (int b = 0; b < YZ_UPPER_BOXES; b++) {
                for (int n = 0; n <= YZ_DICE && !(u >> b & 1u); n++) {
                    assert(s < p->all_steps + MAX_STEPS);
                    plan_step(p, s++, u, g, b, n);
                }
            }
        }
        p->steps[u] = (size_t)(s - p->step[u]) / p->groups[u];
    }
}

static uint16_t group_at(int i) {
    return (uint16_t)(i * LANES);
}

static void plan_dice(struct plan *p, const struct yz_dice *dice) {
    yz_groups_init(&p->offsets, dice);
    for (int r = 0; r < YZ_ROLLS; r++) {
        p->roll[r] = yz_group_field(dice->half[0][r], 0) | yz_group_field(YZ_TRIPLES + dice->half[1][r], 1) |
                     yz_group_field(p->rules->class_of[r], 2);
        if (p->rules->equal[r] >= 0)
            p->equal[p->rules->equal[r]] = group_at(YZ_ROLL0 + r);
    }
}

static void plan_boxes(struct plan *p) {
    const struct yz_rules *rules = p->rules;
    p->patterns = rules->patterns;
    p->classes = rules->classes;
    for (int c = 0; c < rules->classes; c++) {
        p->class[c].pattern = group_at(rules->class_pattern[c]);
        p->class[c].sum = rules->class_sum[c];
    }
    for (int i = 0; i < rules->hit_first[rules->boxes]; i++)
        p->hits[i] = (struct hit){rules->hits[i].points, group_at(rules->hits[i].pattern)};
    for (int b = 0; b <= rules->boxes; b++)
        p->hit[b] = &p->hits[rules->hit_first[b]];
}

/* ---- rows -----------------------------------------------------------------------------------*/

static size_t row_index(const yz_solution *s, unsigned filled, bool fifty) {
    size_t lower = filled >> YZ_UPPER_BOXES;
    return s->rules->hundred > 0 ? 2 * lower + fifty : lower;
}

static double *row_at(const yz_solution *s, unsigned filled, bool fifty) {
    return s->value + row_index(s, filled, fifty) * s->plan.stride;
}

/* What is worked out beside the values: `all` has the chances as the values lie, then a row of 0 and one of 1. */
struct odds {
    double *all;
    enum yz_event event;
};

static struct side side_of(const yz_solution *s, const struct odds *odds, unsigned filled, bool fifty) {
    const double *value = row_at(s, filled, fifty);
    return (struct side){value, odds->all ? odds->all + (value - s->value) : NULL};
}

/* After the yahtzee box: with 50 or with 0. */
static struct side after_yahtzee(const yz_solution *s, const struct odds *odds, unsigned filled, bool fifty,
                                 bool scored) {
    struct side side = side_of(s, odds, filled, fifty);
    if (odds->all && odds->event == YZ_EVENT_FIFTY)
        side.odds = odds->all + yz_solution_lanes(s) + (scored ? s->plan.stride : 0);
    return side;
}

static struct row row_init(const yz_solution *s, const struct odds *odds, unsigned filled, bool fifty) {
    const struct yz_rules *rules = s->rules;
    unsigned open = rules->all & ~(filled | YZ_UPPER_MASK);
    struct row row = {.value = row_at(s, filled, fifty), .filled = filled, .fifty = fifty, .last = open == 0};
    row.paid = odds->event == YZ_EVENT_BONUS;
    if (odds->all && (row.paid || open >> rules->yahtzee & 1u))
        row.odds = odds->all + (row.value - s->value);
    for (int b = YZ_UPPER_BOXES; b < rules->boxes; b++) {
        if (!(open >> b & 1u))
            continue;
        struct side next = side_of(s, odds, filled | 1u << b, fifty);
        if (b == rules->chance) {
            row.chance = next;
            continue;
        }
        if (b == rules->yahtzee) {
            next = after_yahtzee(s, odds, filled | 1u << b, fifty, false);
            row.after_fifty = after_yahtzee(s, odds, filled | 1u << b, rules->hundred > 0, true);
        }
        row.box[row.scored] = (uint8_t)b;
        row.next[row.scored++] = next;
    }
    return row;
}

static struct side row_after(const struct plan *p, const struct row *row, int box) {
    if (box == p->rules->chance)
        return row->chance;
    if (box == p->rules->yahtzee)
        return row->after_fifty;
    int i = 0;
    while (row->box[i] != box)
        i++;
    return row->next[i];
}

/* The boxes that five equal dice may fill, roll by roll. */
static int list_extras(struct extra extra[MAX_EXTRAS], const struct plan *p, const struct row *row,
                       unsigned upper) {
    const struct yz_rules *rules = p->rules;
    struct yz_card card = {(uint16_t)(row->filled | upper), 0, row->fifty};
    int n = 0;
    for (int f = 0; f < YZ_FACES; f++) {
        int roll = p->equal[f] / LANES - YZ_ROLL0, start = n;
        unsigned legal = yz_card_legal(rules, card, roll);
        for (int b = 0; b < rules->boxes; b++) {
            if (!(legal >> b & 1u))
                continue;
            struct yz_mark mark = yz_card_mark(rules, card, roll, b);
            struct extra *e = &extra[n++];
            *e = (struct extra){.roll = p->equal[f], .fresh = n == start + 1, .points = mark.hundred};
            if (b < YZ_UPPER_BOXES) {
                e->box = group_at(b * (YZ_DICE + 1) + (b == f ? YZ_DICE : 0)); /* has the points already */
            } else {
                e->row = row_after(p, row, b);
                e->points += mark.points;
            }
        }
    }
    return n;
}

/* ---- kernels --------------------------------------------------------------------------------*/

#if ON_X86

typedef double vector8 __attribute__((vector_size(64), may_alias));
typedef double vector4 __attribute__((vector_size(32), may_alias));

#define TARGET __attribute__((target("avx512f")))
#define NAME(x) x##_avx512
#define V vector8
#define W 8
#define V_SPLAT(x) _mm512_set1_pd(x)
#define V_MAX(a, b) _mm512_max_pd(a, b)
#define V_PICK(a, b, x, y) _mm512_mask_mov_pd(x, _mm512_cmp_pd_mask(b, a, _CMP_GT_OQ), y)
#include "solve_kernel.inl"

#define TARGET __attribute__((target("avx2")))
#define NAME(x) x##_avx2
#define V vector4
#define W 4
#define V_SPLAT(x) _mm256_set1_pd(x)
#define V_MAX(a, b) _mm256_max_pd(a, b)
#define V_PICK(a, b, x, y) _mm256_blendv_pd(x, y, _mm256_cmp_pd(b, a, _CMP_GT_OQ))
#include "solve_kernel.inl"

#endif

/* Two lanes: SSE2, NEON, WebAssembly, or whatever the compiler makes of it. */
typedef double vector2 __attribute__((vector_size(16), may_alias));
typedef int64_t mask2 __attribute__((vector_size(16)));

static inline vector2 max_of_two(vector2 a, vector2 b) {
#if defined(__SSE2__)
    return _mm_max_pd(a, b);
#elif defined(__wasm_simd128__)
    return __builtin_wasm_pmax_f64x2(b, a); /* one instruction of a processor, where f64x2.max is many */
#else
    return (vector2){a[0] > b[0] ? a[0] : b[0], a[1] > b[1] ? a[1] : b[1]};
#endif
}

static inline vector2 two_of(double x) {
    return (vector2){x, x};
}

static inline vector2 pick_of_two(vector2 a, vector2 b, vector2 x, vector2 y) {
    mask2 greater = b > a;
    return (vector2)((greater & (mask2)y) | (~greater & (mask2)x));
}

#define TARGET
#define NAME(x) x##_base
#define V vector2
#define W 2
#define V_SPLAT(x) two_of(x)
#define V_MAX(a, b) max_of_two(a, b)
#define V_PICK(a, b, x, y) pick_of_two(a, b, x, y)
#include "solve_kernel.inl"

typedef void row_kernel(const struct plan *p, const struct row *row);

static const struct unit {
    const char *name;
    row_kernel *kernel;
} units[] = {
#if ON_X86
    {"avx512", solve_row_avx512},
    {"avx2", solve_row_avx2},
#endif
    {"base", solve_row_base},
};

enum { UNITS = sizeof units / sizeof units[0] };

/* The compiler's run-time test takes only a literal. */
static bool unit_works(const struct unit *unit) {
#if ON_X86
    if (unit->kernel == solve_row_avx512)
        return __builtin_cpu_supports("avx512f");
    if (unit->kernel == solve_row_avx2)
        return __builtin_cpu_supports("avx2");
#endif
    return unit->kernel == solve_row_base;
}

void yz_solve_units(const char *names[4]) {
    int n = 0;
    for (int i = 0; i < UNITS; i++)
        if (unit_works(&units[i]))
            names[n++] = units[i].name;
    names[n] = NULL;
}

static row_kernel *kernel_of(const char *name) {
    for (int i = 0; i < UNITS; i++)
        if (unit_works(&units[i]) && (name == NULL || strcmp(name, units[i].name) == 0))
            return units[i].kernel;
    return NULL;
}

/* ---- the solution ---------------------------------------------------------------------------*/

struct task {
    const yz_solution *solution;
    struct odds odds;
    row_kernel *kernel;
    const hra_progress *progress;
    hra_task_ranges rows;
    uint16_t filled[1 << MAX_LOWER];
    bool fifty[1 << MAX_LOWER];
};

static hra_err solve_rows(void *self, int worker) {
    struct task *task = self;
    const yz_solution *s = task->solution;
    uint64_t i, end;
    (void)worker;
    while (hra_task_ranges_take(&task->rows, &i, &end)) {
        if (hra_progress_stopped(task->progress))
            return HRA_ESTOPPED;
        struct row row = row_init(s, &task->odds, task->filled[i], task->fifty[i]);
        task->kernel(&s->plan, &row);
    }
    return 0;
}

static int bits_of(unsigned set) {
    int n = 0;
    for (; set != 0; set &= set - 1)
        n++;
    return n;
}

/* All rows with this many lower boxes filled: they do not depend on each other. */
static uint64_t list_rows(struct task *task, int filled_boxes) {
    const struct yz_rules *rules = task->solution->rules;
    uint64_t n = 0;
    for (unsigned set = 0; set <= rules->all >> YZ_UPPER_BOXES; set++) {
        if (bits_of(set) != filled_boxes)
            continue;
        unsigned filled = set << YZ_UPPER_BOXES;
        bool may_hold_fifty = rules->hundred > 0 && (filled >> rules->yahtzee & 1u);
        for (int fifty = 0; fifty <= may_hold_fifty; fifty++, n++) {
            task->filled[n] = (uint16_t)filled;
            task->fifty[n] = fifty;
        }
    }
    return n;
}

static yz_solution *solution_init(const struct yz_dice *dice, const struct yz_rules *rules) {
    yz_solution *s = aligned_alloc(64, sizeof *s);
    if (s == NULL)
        return NULL;
    memset(s, 0, sizeof *s);
    s->rules = s->plan.rules = rules;
    plan_lanes(&s->plan);
    plan_steps(&s->plan);
    plan_dice(&s->plan, dice);
    plan_boxes(&s->plan);
    size_t rows = ((size_t)rules->all >> YZ_UPPER_BOXES) + 1;
    s->bytes = rows * (rules->hundred > 0 ? 2 : 1) * s->plan.stride * sizeof *s->value;
    s->value = aligned_alloc(64, s->bytes);
    if (s->value == NULL) {
        free(s);
        return NULL;
    }
    return s;
}

static hra_err solve_all(const yz_solution *s, row_kernel *kernel, struct odds odds, int threads,
                         const hra_progress *progress) {
    struct task *task = malloc(sizeof *task);
    hra_err err = task == NULL ? HRA_ENOMEM : 0;
    for (int filled = s->rules->boxes - YZ_UPPER_BOXES; filled >= 0 && err == 0; filled--) {
        task->solution = s;
        task->odds = odds;
        task->kernel = kernel;
        task->progress = progress;
        hra_task_ranges_init(&task->rows, list_rows(task, filled), 1);
        err = hra_workers_run(threads, solve_rows, task);
    }
    free(task);
    return err;
}

hra_err yz_solve_on(const char *unit, yz_solution **out, const struct yz_dice *dice,
                    const struct yz_rules *rules, int threads, const hra_progress *progress) {
    row_kernel *kernel = kernel_of(unit);
    *out = NULL;
    if (kernel == NULL)
        return HRA_EINPUT;
    yz_solution *s = solution_init(dice, rules);
    hra_err err = s == NULL ? HRA_ENOMEM : solve_all(s, kernel, (struct odds){0}, threads, progress);
    if (err != 0) {
        yz_solution_close(s);
        return err;
    }
    *out = s;
    return 0;
}

hra_err yz_solve(yz_solution **out, const struct yz_dice *dice, const struct yz_rules *rules, int threads,
                 const hra_progress *progress) {
    return yz_solve_on(NULL, out, dice, rules, threads, progress);
}

hra_err yz_solve_event_on(const char *unit, yz_solution **out, double **chances, const struct yz_dice *dice,
                          const struct yz_rules *rules, enum yz_event event, int threads,
                          const hra_progress *progress) {
    row_kernel *kernel = kernel_of(unit);
    *out = NULL;
    *chances = NULL;
    if (kernel == NULL)
        return HRA_EINPUT;
    yz_solution *s = solution_init(dice, rules);
    size_t lanes = s ? yz_solution_lanes(s) : 0, stride = s ? s->plan.stride : 0;
    struct odds odds = {.all = s ? aligned_alloc(64, (lanes + 2 * stride) * sizeof(double)) : NULL,
                        .event = event};
    hra_err err = HRA_ENOMEM;
    if (odds.all) {
        memset(odds.all, 0, (lanes + 2 * stride) * sizeof(double));
        for (size_t i = 0; i < stride; i++)
            odds.all[lanes + stride + i] = 1;
        err = solve_all(s, kernel, odds, threads, progress);
    }
    if (err != 0) {
        free(odds.all);
        yz_solution_close(s);
        return err;
    }
    *out = s;
    *chances = odds.all;
    return 0;
}

void yz_solution_close(yz_solution *solution) {
    if (solution != NULL) {
        free(solution->value);
        free(solution);
    }
}

size_t yz_solution_lane(const yz_solution *solution, struct yz_card card) {
    const struct plan *p = &solution->plan;
    unsigned upper = card.filled & YZ_UPPER_MASK;
    return row_index(solution, card.filled, card.fifty) * p->stride + p->first[upper] +
           p->lane[upper][card.upper];
}

size_t yz_solution_lanes(const yz_solution *solution) {
    return solution->bytes / sizeof *solution->value;
}

double yz_solution_value(const yz_solution *solution, struct yz_card card) {
    return solution->value[yz_solution_lane(solution, card)];
}

bool yz_solution_settled(const yz_solution *solution, struct yz_card card) {
    const struct plan *p = &solution->plan;
    unsigned upper = card.filled & YZ_UPPER_MASK;
    return p->lane[upper][card.upper] == p->settled[upper];
}

double yz_solution_value_fn(const void *ctx, struct yz_card card) {
    return yz_solution_value(ctx, card);
}

size_t yz_solution_bytes(const yz_solution *solution) {
    return sizeof *solution + solution->bytes;
}

size_t yz_solution_cards(const yz_solution *solution) {
    const struct yz_rules *rules = solution->rules;
    size_t totals = 0, lower = (size_t)(rules->all >> YZ_UPPER_BOXES) + 1;
    for (unsigned u = 0; u < UPPER_SETS; u++)
        for (int t = 0; t <= YZ_UPPER_GOAL; t++)
            totals += rules->totals[u] >> t & 1u;
    /* half of the lower sets have the yahtzee box filled, and there it may hold 0 or 50 */
    return totals * (rules->hundred > 0 ? lower + lower / 2 : lower);
}
