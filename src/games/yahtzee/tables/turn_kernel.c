/* One turn of one card for many numbers of points at once. */
#include <stdlib.h>
#include <string.h>

#include "groups.h"
#include "turn_kernel.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

enum {
    MOST_POINTS = 50,
    SIX = 6,
    CACHE_LINE = 64,
    LANES = YZ_GROUP_BYTES / sizeof(float),
    UPPER_VARIANTS = YZ_DICE + 1
};

/* Sources of a last roll: six numbers of dice for each upper box, one row for each lower, one for 50. */
enum {
    LOWER_SLOT = YZ_UPPER_BOXES * UPPER_VARIANTS,
    FIFTY_SLOT = LOWER_SLOT + YZ_MAX_BOXES,
    NONE_SLOT,
    SLOTS
};

static inline int min_int(int a, int b) {
    return a < b ? a : b;
}

struct yz_turn_kernel;
typedef void row_kernel(const struct yz_turn_kernel *desk, const struct yz_dice *dice,
                        const struct yz_rules *rules, float *out, int count);

/* One way to use five equal dice. */
struct equal {
    const float *from;
    int roll;
    bool fresh; /* the first way of this roll */
};

/* What one thread works with while it solves the rows of one set of boxes: for
 * each box that a last roll can fill, what follows from row->low points on. */
struct yz_turn_kernel {
    const float *upper[YZ_UPPER_BOXES * UPPER_VARIANTS]; /* box, dice of that face; their points added */
    const float *lower[YZ_MAX_BOXES];                    /* no points added */
    const float *fifty;
    const float *chance;           /* NULL where it is filled */
    const float *none;             /* less than any worth, for boxes that are filled */
    int box[YZ_MAX_BOXES], scored; /* the other open lower boxes */
    struct equal equal[YZ_FACES * YZ_MAX_BOXES];
    int equals;
    float *slots; /* SLOTS rows of `stride` values */
    size_t stride;
    const struct yz_dice *dice;
    const struct yz_rules *rules;
    struct yz_groups groups;
    row_kernel *kernel;
    int most[YZ_MAX_BOXES]; /* points of each box's best roll */
};

#if defined(__x86_64__)
typedef __m512 any512 __attribute__((aligned(4)));
typedef __m256 any256 __attribute__((aligned(4)));

#define TARGET __attribute__((target("avx512f")))
#define NAME(x) x##_avx512
#define V __m512
#define U any512
#define W 16
#define V_MAX _mm512_max_ps
#include "turn_kernel_body.inl"

#define TARGET __attribute__((target("avx2")))
#define NAME(x) x##_avx2
#define V __m256
#define U any256
#define W 8
#define V_MAX _mm256_max_ps
#include "turn_kernel_body.inl"

#endif

/* Four lanes: SSE2, NEON, WebAssembly, or whatever the compiler makes of it. */
typedef float four __attribute__((vector_size(16), may_alias));
typedef float any_four __attribute__((vector_size(16), may_alias, aligned(4)));

static inline four max_of_four(four a, four b) {
#if defined(__SSE2__)
    return _mm_max_ps(a, b);
#elif defined(__wasm_simd128__)
    return __builtin_wasm_pmax_f32x4(a, b); /* one instruction of a processor, where f32x4.max is many */
#else
    typedef int32_t mask __attribute__((vector_size(16)));
    mask greater = a > b;
    return (four)((greater & (mask)a) | (~greater & (mask)b));
#endif
}

#define TARGET
#define NAME(x) x##_base
#define V four
#define U any_four
#define W 4
#define V_MAX max_of_four
#include "turn_kernel_body.inl"

static row_kernel *pick_kernel(void) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f"))
        return solve_row_avx512;
    if (__builtin_cpu_supports("avx2"))
        return solve_row_avx2;
#endif
    return solve_row_base;
}

static float *slot(const struct yz_turn_kernel *desk, int number) {
    return desk->slots + (size_t)number * desk->stride;
}

/* Points the desk to the slots of the open boxes. */
static void open_boxes(struct yz_turn_kernel *desk, struct yz_card card) {
    const struct yz_rules *rules = desk->rules;
    desk->none = slot(desk, NONE_SLOT);
    desk->fifty = slot(desk, rules->hundred > 0 ? FIFTY_SLOT : LOWER_SLOT + rules->yahtzee);
    desk->chance = yz_card_has(card, rules->chance) ? NULL : slot(desk, LOWER_SLOT + rules->chance);
    desk->scored = 0;
    for (int b = 0; b < rules->boxes; b++) {
        for (int n = 0; b < YZ_UPPER_BOXES && n < UPPER_VARIANTS; n++) {
            int i = b * UPPER_VARIANTS + n;
            desk->upper[i] = slot(desk, yz_card_has(card, b) ? NONE_SLOT : i);
        }
        desk->lower[b] = slot(desk, LOWER_SLOT + b);
        if (b >= YZ_UPPER_BOXES && b != rules->chance && !yz_card_has(card, b))
            desk->box[desk->scored++] = b;
    }
}

static void list_equals(struct yz_turn_kernel *desk, struct yz_card card) {
    const struct yz_rules *rules = desk->rules;
    desk->equals = 0;
    for (int r = 0; r < YZ_ROLLS; r++) {
        unsigned legal = rules->equal[r] >= 0 ? yz_card_legal(rules, card, r) : 0;
        bool fresh = true;
        for (int b = 0; b < rules->boxes; b++) {
            if (!(legal >> b & 1u))
                continue;
            struct yz_mark mark = yz_card_mark(rules, card, r, b);
            const float *from = desk->lower[b] + mark.points;
            if (b <
                YZ_UPPER_BOXES) /* the points depend on the bonus and so on the row: they are in the slot */
                from = desk->upper[b * UPPER_VARIANTS + desk->dice->count[YZ_ROLL0 + r][b]];
            else if (b == rules->yahtzee)
                from = desk->fifty + mark.points;
            desk->equal[desk->equals++] = (struct equal){from + mark.hundred, r, fresh};
            fresh = false;
        }
    }
}

/* The rows behind one card, in their slots. */
static void fill_slots(struct yz_turn_kernel *desk, struct yz_card card, int low, int count,
                       yz_expand_fn *expand, const void *self) {
    const struct yz_rules *rules = desk->rules;
    int lanes = (count + LANES - 1) / LANES * LANES, hundred = card.fifty ? rules->hundred : 0;
    for (int b = 0; b < rules->boxes; b++) {
        struct yz_card after = card;
        if (yz_card_has(card, b))
            continue;
        after.filled = (uint16_t)(card.filled | 1u << b);
        for (int n = 0; b < YZ_UPPER_BOXES && n <= YZ_DICE; n++) {
            int points = n * (b + 1), upper = min_int(card.upper + points, YZ_UPPER_GOAL);
            points += card.upper < YZ_UPPER_GOAL && upper == YZ_UPPER_GOAL ? rules->upper_bonus : 0;
            after.upper = (uint8_t)upper;
            expand(self, after, low + points, slot(desk, b * UPPER_VARIANTS + n), lanes + hundred);
        }
        if (b >= YZ_UPPER_BOXES)
            expand(self, after, low, slot(desk, LOWER_SLOT + b), lanes + desk->most[b] + hundred);
        if (b == rules->yahtzee && rules->hundred > 0) {
            after.fifty = 1;
            expand(self, after, low, slot(desk, FIFTY_SLOT), lanes + desk->most[b]);
        }
    }
}

void yz_turn_kernel_boxes(struct yz_turn_kernel *desk, struct yz_card card) {
    open_boxes(desk, card);
    list_equals(desk, card);
}

void yz_turn_kernel_row(struct yz_turn_kernel *desk, struct yz_card card, int low, int count,
                        yz_expand_fn *expand, const void *self, float *out) {
    fill_slots(desk, card, low, count, expand, self);
    desk->kernel(desk, desk->dice, desk->rules, out, count);
}

struct yz_turn_kernel *yz_turn_kernel_open(const struct yz_dice *dice, const struct yz_rules *rules,
                                           int longest) {
    struct yz_turn_kernel *desk = calloc(1, sizeof *desk);
    if (desk == NULL)
        return NULL;
    desk->dice = dice;
    desk->rules = rules;
    yz_groups_init(&desk->groups, dice);
    desk->kernel = pick_kernel();
    desk->stride = ((size_t)(longest + rules->hundred + MOST_POINTS) / LANES + 2) * LANES;
    desk->slots = aligned_alloc(CACHE_LINE, SLOTS * desk->stride * sizeof *desk->slots);
    if (desk->slots == NULL) {
        free(desk);
        return NULL;
    }
    for (size_t i = 0; i < desk->stride; i++)
        slot(desk, NONE_SLOT)[i] = -1;
    for (int b = 0; b < rules->boxes; b++) {
        for (int r = 0; r < YZ_ROLLS; r++) {
            int points = rules->joker_points[b][r] > rules->points[b][r] ? rules->joker_points[b][r]
                                                                         : rules->points[b][r];
            desk->most[b] = points > desk->most[b] ? points : desk->most[b];
        }
    }
    return desk;
}

void yz_turn_kernel_close(struct yz_turn_kernel *desk) {
    if (desk != NULL) {
        free(desk->slots);
        free(desk);
    }
}
