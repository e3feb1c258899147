/* The chances of the upper bonus and of a yahtzee under best play. */
#include "bonus.h"

#include "card_index.h"
#include "core/thread.h"

#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

enum { LANES = 8, UPPER_VARIANTS = YZ_DICE + 1 };

/* Eight cards' numbers: what each is worth and the chance that goes with it. */
struct pair {
    _Alignas(64) double worth[LANES];
    double chance[LANES];
};

/* A keep of up to five dice and the keeps that one die more makes, or one less leaves: places of pairs in units of
 * UNIT bytes, four to a word, since to load an index takes as long as to load what it points to. */
struct six {
    uint64_t word[2];
};

enum { UNIT = sizeof(double) };

/* The dice for the kernels. */
struct plan {
    struct six add[YZ_PARTIAL];
    struct six parts[YZ_KEEPS - 1]; /* the keep, then its parts */
    uint16_t parts_first[YZ_DICE + 1][YZ_DICE + 2];
};

static inline struct pair *at(struct pair keep[YZ_KEEPS], const struct six *six, int i) {
    uint16_t place = (uint16_t)(six->word[i / 4] >> (16 * (i % 4)));
    return (struct pair *)(void *)((char *)keep + (size_t)place * UNIT);
}

static void put_place(struct six *six, int i, int keep) {
    six->word[i / 4] |= (uint64_t)keep * (sizeof(struct pair) / UNIT) << (16 * (i % 4));
}

static void plan_init(struct plan *p, const struct yz_dice *dice) {
    *p = (struct plan){0};
    for (int k = 0; k < YZ_PARTIAL; k++)
        for (int f = 0; f < YZ_FACES; f++)
            put_place(&p->add[k], f, dice->add[k][f]);
    for (int i = 0; i < YZ_KEEPS - 1; i++) {
        put_place(&p->parts[i], 0, dice->parts[i].keep);
        for (int j = 0; j < YZ_DICE; j++)
            put_place(&p->parts[i], j + 1, dice->parts[i].part[j]);
    }
    memcpy(p->parts_first, dice->parts_first, sizeof p->parts_first);
}

struct yz_bonus {
    const struct yz_dice *dice;
    const struct yz_rules *rules;
    const yz_solution *solution;
    enum yz_event event;
    struct yz_card_index lanes;
    double *chances; /* by place */
};

/* One way to use five equal dice. */
struct equal {
    const struct pair *from;
    double points;
    int roll;
    bool fresh; /* the first way of this roll */
};

/* The cards with one box more, by their upper totals. */
struct source {
    const double *worth, *chance;
    const uint8_t *worth_lane, *chance_lane;
    int most;    /* points that the open upper boxes may still bring */
    bool filled; /* the yahtzee box, with 50 or 0 */
    double fifty;
};

/* What follows from each box that a last roll can fill, for eight cards of one set. */
struct desk {
    struct source source[YZ_MAX_BOXES], after_fifty;
    struct pair variant[YZ_UPPER_BOXES * UPPER_VARIANTS];      /* box, dice of that face; points added */
    const struct pair *upper[YZ_UPPER_BOXES * UPPER_VARIANTS]; /* those, or none */
    struct pair lower[YZ_MAX_BOXES];                           /* no points added */
    struct pair fifty, none;
    int box[YZ_MAX_BOXES], scored; /* the open lower boxes but chance */
    bool chance;                   /* is open */
    struct equal equal[YZ_FACES * YZ_MAX_BOXES];
    int equals;
};

typedef void work_kernel(const struct desk *desk, const struct plan *p, const struct yz_dice *dice,
                         const struct yz_rules *rules, double out[LANES]);

#if defined(__x86_64__)

#define TARGET __attribute__((target("avx512f")))
#define NAME(x) x##_avx512
#define V __m512d
#define W 8
#define V_PICK(a, b, c, d)                                                                                   \
    b = _mm512_mask_mov_pd(b, _mm512_cmp_pd_mask(c, a, _CMP_GT_OQ), d), a = _mm512_max_pd(c, a)
#include "bonus_kernel.inl"

#define TARGET __attribute__((target("avx2")))
#define NAME(x) x##_avx2
#define V __m256d
#define W 4
#define V_PICK(a, b, c, d)                                                                                   \
    b = _mm256_blendv_pd(b, d, _mm256_cmp_pd(c, a, _CMP_GT_OQ)), a = _mm256_max_pd(c, a)
#include "bonus_kernel.inl"

static inline __m128d pick_base(__m128d b, __m128d d, __m128d mask) {
    return _mm_or_pd(_mm_and_pd(mask, d), _mm_andnot_pd(mask, b));
}

#define TARGET
#define NAME(x) x##_base
#define V __m128d
#define W 2
#define V_PICK(a, b, c, d) b = pick_base(b, d, _mm_cmpgt_pd(c, a)), a = _mm_max_pd(c, a)
#include "bonus_kernel.inl"

static work_kernel *pick_kernel(void) {
    if (__builtin_cpu_supports("avx512f"))
        return work_out_avx512;
    return __builtin_cpu_supports("avx2") ? work_out_avx2 : work_out_base;
}

#else

#define TARGET
#define NAME(x) x##_base
#define V double
#define W 1
#define V_PICK(a, b, c, d) b = c > a ? d : b, a = c > a ? c : a
#include "bonus_kernel.inl"

static work_kernel *pick_kernel(void) {
    return work_out_base;
}

#endif

/* ---- looking up -----------------------------------------------------------------------------*/

double yz_bonus_value(const yz_bonus *bonus, struct yz_card card) {
    if (bonus->event == YZ_EVENT_FIFTY) {
        if (yz_card_has(card, bonus->rules->yahtzee))
            return card.fifty;
    } else if (yz_card_index_decided(&bonus->lanes, card)) {
        return card.upper == YZ_UPPER_GOAL;
    }
    return bonus->chances[yz_card_index_place(&bonus->lanes, card)];
}

double yz_bonus_box(const yz_bonus *bonus, struct yz_card card, int roll, int box) {
    if (bonus->event == YZ_EVENT_FIFTY && box == bonus->rules->yahtzee)
        return bonus->rules->equal[roll] >= 0;
    return yz_bonus_value(bonus, yz_card_after(bonus->rules, card, roll, box));
}

void yz_bonus_keeps(const yz_bonus *bonus, struct yz_card card, const struct yz_turn *turn,
                    double keep[2][YZ_KEEPS]) {
    for (int level = 0; level < 2; level++) {
        for (int r = 0; r < YZ_ROLLS; r++) {
            keep[level][YZ_ROLL0 + r] =
                level == 0 ? yz_bonus_box(bonus, card, r, turn->box[r]) : keep[0][turn->hold[0][r]];
        }
        for (int k = YZ_PARTIAL - 1; k >= 0; k--) {
            const uint16_t *add = bonus->dice->add[k];
            double sum = 0;
            for (int f = 0; f < YZ_FACES; f++)
                sum += keep[level][add[f]];
            keep[level][k] = sum * (1.0 / YZ_FACES);
        }
    }
}

/* ---- working out ----------------------------------------------------------------------------*/

static struct source source_of(const yz_bonus *bonus, unsigned filled, bool fifty) {
    const struct yz_card_index *lanes = &bonus->lanes;
    const struct yz_card card = {(uint16_t)filled, 0, fifty};
    unsigned upper = filled & YZ_UPPER_MASK;
    struct source s = {.most = lanes->most[YZ_UPPER_MASK & ~upper],
                       .filled = yz_card_has(card, bonus->rules->yahtzee),
                       .fifty = fifty,
                       .chance_lane = lanes->lane[upper]};
    size_t row = (size_t)(filled >> YZ_UPPER_BOXES) * 2 + fifty;
    s.chance = bonus->chances + row * lanes->row + lanes->first[upper];
    s.worth = yz_solution_row(bonus->solution, filled, fifty, &s.worth_lane);
    return s;
}

/* As yz_bonus_value. */
static double chance_of(enum yz_event event, const struct source *s, int upper) {
    if (event == YZ_EVENT_FIFTY && s->filled)
        return s->fifty;
    if (event == YZ_EVENT_BONUS && (upper == YZ_UPPER_GOAL || upper + s->most < YZ_UPPER_GOAL))
        return upper == YZ_UPPER_GOAL;
    return s->chance[s->chance_lane[upper]];
}

static inline void put(const yz_bonus *bonus, struct pair *to, int lane, const struct source *s, int upper,
                       int points) {
    to->worth[lane] = s->worth[s->worth_lane[upper]] + points;
    to->chance[lane] = chance_of(bonus->event, s, upper);
}

static void put_upper(struct desk *desk, const yz_bonus *bonus, int before, int box, int lane) {
    for (int n = 0; n <= YZ_DICE; n++) {
        int points = n * (box + 1), upper = before + points;
        if (upper >= YZ_UPPER_GOAL) {
            points += before < YZ_UPPER_GOAL ? bonus->rules->upper_bonus : 0;
            upper = YZ_UPPER_GOAL;
        }
        put(bonus, &desk->variant[box * UPPER_VARIANTS + n], lane, &desk->source[box], upper, points);
    }
}

/* What follows each open box of one of the eight cards. */
static void put_card(struct desk *desk, const yz_bonus *bonus, struct yz_card card, int lane) {
    const struct yz_rules *rules = bonus->rules;
    for (int b = 0; b < rules->boxes; b++) {
        if (yz_card_has(card, b))
            continue;
        if (b < YZ_UPPER_BOXES) {
            put_upper(desk, bonus, card.upper, b, lane);
            continue;
        }
        put(bonus, &desk->lower[b], lane, &desk->source[b], card.upper, 0);
        if (b == rules->yahtzee) {
            put(bonus, &desk->fifty, lane, &desk->after_fifty, card.upper, 0);
            if (bonus->event == YZ_EVENT_FIFTY) {
                desk->lower[b].chance[lane] = 0;
                desk->fifty.chance[lane] = 1;
            }
        }
    }
}

static void list_equals(struct desk *desk, const yz_bonus *bonus, struct yz_card card) {
    const struct yz_rules *rules = bonus->rules;
    desk->equals = 0;
    for (int r = 0; r < YZ_ROLLS; r++) {
        unsigned legal = rules->equal[r] >= 0 ? yz_card_legal(rules, card, r) : 0;
        bool fresh = true;
        for (int b = 0; b < rules->boxes; b++) {
            if (!(legal >> b & 1u))
                continue;
            struct yz_mark mark = yz_card_mark(rules, card, r, b);
            struct equal e = {b == rules->yahtzee ? &desk->fifty : &desk->lower[b], mark.points, r, fresh};
            if (b < YZ_UPPER_BOXES) { /* whose points are in the variant already */
                int n = bonus->dice->count[YZ_ROLL0 + r][b];
                e = (struct equal){&desk->variant[b * UPPER_VARIANTS + n], 0, r, fresh};
            }
            e.points += mark.hundred;
            desk->equal[desk->equals++] = e;
            fresh = false;
        }
    }
}

static void open_desk(struct desk *desk, const yz_bonus *bonus, struct yz_card card) {
    const struct yz_rules *rules = bonus->rules;
    for (int i = 0; i < YZ_UPPER_BOXES * UPPER_VARIANTS; i++)
        desk->upper[i] = yz_card_has(card, i / UPPER_VARIANTS) ? &desk->none : &desk->variant[i];
    desk->scored = 0;
    for (int b = YZ_UPPER_BOXES; b < rules->boxes; b++)
        if (b != rules->chance && !yz_card_has(card, b))
            desk->box[desk->scored++] = b;
    desk->chance = !yz_card_has(card, rules->chance);
    for (int b = 0; b < rules->boxes; b++)
        if (!yz_card_has(card, b))
            desk->source[b] = source_of(bonus, card.filled | 1u << b, card.fifty);
    desk->after_fifty = source_of(bonus, card.filled | 1u << rules->yahtzee, rules->hundred > 0);
    for (int l = 0; l < LANES; l++) {
        desk->none.worth[l] = -1e300;
        desk->none.chance[l] = 0;
    }
    list_equals(desk, bonus, card);
}

struct job {
    yz_bonus *bonus;
    work_kernel *kernel;
    struct plan plan;
    const hra_progress *progress;
    int filled; /* boxes of this layer */
    hra_task_ranges blocks;
};

static void work_out_set(yz_bonus *bonus, struct desk *desk, const struct job *job, struct yz_card card) {
    const struct yz_card_index *lanes = &bonus->lanes;
    unsigned boxes = card.filled & YZ_UPPER_MASK;
    _Alignas(64) double out[LANES];
    open_desk(desk, bonus, card);
    for (int lane = 0; lane < lanes->count[boxes]; lane += LANES) {
        int count = lanes->count[boxes] - lane < LANES ? lanes->count[boxes] - lane : LANES;
        for (int l = 0; l < LANES; l++) { /* past the end the last card is repeated */
            card.upper = lanes->total[boxes][lane + (l < count ? l : count - 1)];
            put_card(desk, bonus, card, l);
        }
        job->kernel(desk, &job->plan, bonus->dice, bonus->rules, out);
        card.upper = lanes->total[boxes][lane];
        double *to = &bonus->chances[yz_card_index_place(lanes, card)];
        for (int l = 0; l < count; l++)
            to[l] = out[l];
    }
}

static void work_out_layer(struct job *job, struct desk *desk, unsigned filled) {
    const struct yz_rules *rules = job->bonus->rules;
    bool yahtzee = filled >> rules->yahtzee & 1u;
    if (yz_count_boxes(filled) != job->filled || (job->bonus->event == YZ_EVENT_FIFTY && yahtzee))
        return; /* another layer's, or known without work */
    if (job->bonus->event == YZ_EVENT_BONUS && (filled & YZ_UPPER_MASK) == YZ_UPPER_MASK)
        return;
    for (int fifty = 0; fifty <= (yahtzee && rules->hundred > 0); fifty++) {
        struct yz_card card = {(uint16_t)filled, 0, (uint8_t)fifty};
        work_out_set(job->bonus, desk, job, card);
    }
}

static hra_err work(void *self, int worker) {
    struct job *job = self;
    uint64_t from, to;
    struct desk *desk = aligned_alloc(_Alignof(struct desk), sizeof *desk);
    if (desk == NULL) {
        hra_task_ranges_close(&job->blocks);
        return HRA_ENOMEM;
    }
    while (hra_task_ranges_take(&job->blocks, &from, &to))
        for (; from < to && !hra_progress_stopped(job->progress); from++)
            work_out_layer(job, desk, (unsigned)from);
    free(desk);
    return hra_progress_stopped(job->progress) ? HRA_ESTOPPED : 0;
}

hra_err yz_bonus_open(yz_bonus **out, const struct yz_dice *dice, const struct yz_rules *rules,
                      const yz_solution *solution, enum yz_event event, int threads,
                      const hra_progress *progress) {
    yz_bonus *bonus = calloc(1, sizeof *bonus);
    if (bonus == NULL)
        return HRA_ENOMEM;
    bonus->dice = dice;
    bonus->rules = rules;
    bonus->solution = solution;
    bonus->event = event;
    yz_card_index_init(&bonus->lanes, rules);
    bonus->chances = calloc(bonus->lanes.size, sizeof *bonus->chances);
    struct job job = {.bonus = bonus, .kernel = pick_kernel(), .progress = progress, .filled = rules->boxes};
    hra_err err = bonus->chances != NULL ? 0 : HRA_ENOMEM;
    plan_init(&job.plan, dice);
    while (err == 0 && job.filled-- > 0) {
        hra_task_ranges_init(&job.blocks, (uint64_t)rules->all + 1, 64);
        err = hra_workers_run(threads, work, &job);
    }
    if (err != 0) {
        yz_bonus_close(bonus);
        return err;
    }
    *out = bonus;
    return 0;
}

void yz_bonus_close(yz_bonus *bonus) {
    if (bonus != NULL) {
        free(bonus->chances);
        free(bonus);
    }
}
