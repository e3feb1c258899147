/* The distribution of the points still to come, for every card at once. */
#include "score_sketch.h"

#include "card_index.h"
#include "core/messages.h"
#include "core/thread.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 192 / YZ_SKETCH_STEP + 1 }; /* that one box brings */

struct yz_score_sketch {
    const struct yz_rules *rules;
    struct yz_card_index lanes;
    uint32_t *at;   /* by place: where its chances begin */
    uint8_t *count; /* by place: how many it has; 0 where there is no such card */
    float *chance;
};

const float *yz_score_sketch_steps(const yz_score_sketch *rest, struct yz_card card, int *count) {
    size_t place = yz_card_index_place(&rest->lanes, card);
    *count = rest->count[place];
    return rest->chance + rest->at[place];
}

/* No rest brings more points; a superset is as good. */
static int most_rest(const struct yz_rules *rules, const struct yz_card_index *lanes, struct yz_card card) {
    int rest = lanes->most[YZ_UPPER_MASK & ~(unsigned)card.filled], boxes = 0;
    rest += yz_card_index_decided(lanes, card) ? 0 : rules->upper_bonus;
    for (int b = 0; b < rules->boxes; b++) {
        if (!yz_card_has(card, b)) {
            rest += b < YZ_UPPER_BOXES ? 0 : b == rules->yahtzee ? 50 : 40;
            boxes++;
        }
    }
    bool hundreds = card.fifty || !yz_card_has(card, rules->yahtzee);
    return rest + (hundreds ? rules->hundred * boxes : 0);
}

/* ---- working out ----------------------------------------------------------------------------*/

struct job {
    yz_score_sketch *rest;
    const struct yz_dice *dice;
    const struct yz_strategy *strategy;
    const hra_progress *progress;
    int filled; /* boxes of this layer */
    hra_task_ranges blocks;
};

/* Adds a rest, later by some points, to sums of steps. */
static void add_later(double *sum, const float *chance, int count, int points, double factor) {
    double *to = sum + points / YZ_SKETCH_STEP;
    double share = (double)(points % YZ_SKETCH_STEP) / YZ_SKETCH_STEP, stay = factor * (1 - share);
    share *= factor;
    for (int i = 0; i < count; i++)
        to[i] += stay * (double)chance[i];
    for (int i = 0; i < count; i++)
        to[i + 1] += share * (double)chance[i];
}

static void work_out_card(const struct job *job, struct yz_card card) {
    yz_score_sketch *rest = job->rest;
    double sum[YZ_SKETCH_STEPS + MOST_STEPS + 1] = {0};
    struct yz_outcome outcomes[YZ_ROLLS];
    struct yz_choices choices;
    const struct yz_moment moment = {card, 0, 3, -1, 0};
    size_t place = yz_card_index_place(&rest->lanes, card);
    float *to = rest->chance + rest->at[place];
    int last = rest->count[place] - 1;
    if (yz_card_full(rest->rules, card)) {
        to[0] = 1;
        return;
    }
    job->strategy->choose(job->strategy->self, card, &choices);
    int n = yz_outcomes(outcomes, job->dice, rest->rules, &choices, &moment);
    for (int i = 0; i < n; i++) {
        const struct yz_outcome *o = &outcomes[i];
        struct yz_card after = {(uint16_t)(card.filled | 1u << o->box), o->upper, o->fifty};
        int count;
        const float *chance = yz_score_sketch_steps(rest, after, &count);
        add_later(sum, chance, count, o->points, o->chance);
    }
    for (int i = last + 1; i < YZ_SKETCH_STEPS + MOST_STEPS + 1; i++)
        sum[last] += sum[i];
    for (int i = 0; i <= last; i++)
        to[i] = (float)sum[i];
}

static void work_out_set(const struct job *job, unsigned filled) {
    const struct yz_score_sketch *rest = job->rest;
    const struct yz_card_index *lanes = &rest->lanes;
    unsigned upper = filled & YZ_UPPER_MASK;
    if (yz_count_boxes(filled) != job->filled)
        return;
    for (unsigned fifty = 0; fifty < 2; fifty++) {
        for (int lane = 0; lane < lanes->count[upper]; lane++) {
            struct yz_card card = {(uint16_t)filled, lanes->total[upper][lane], (uint8_t)fifty};
            if (yz_card_valid(rest->rules, card))
                work_out_card(job, card);
        }
    }
}

static hra_err work(void *self, int worker) {
    struct job *job = self;
    uint64_t from, to;
    while (hra_task_ranges_take(&job->blocks, &from, &to)) {
        for (; from < to; from++)
            work_out_set(job, (unsigned)from);
        if (hra_progress_stopped(job->progress)) {
            hra_task_ranges_close(&job->blocks);
            return HRA_ESTOPPED;
        }
    }
    return 0;
}

/* Gives every card its room; returns how much all of them need. */
static size_t lay_out(yz_score_sketch *rest) {
    const struct yz_card_index *lanes = &rest->lanes;
    size_t capacity = 0;
    for (unsigned filled = 0; filled <= rest->rules->all; filled++) {
        unsigned upper = filled & YZ_UPPER_MASK;
        for (unsigned i = 0; i < 2u * (unsigned)lanes->count[upper]; i++) {
            struct yz_card card = {(uint16_t)filled, lanes->total[upper][i / 2], (uint8_t)(i % 2)};
            if (!yz_card_valid(rest->rules, card))
                continue;
            /* one step more for each turn: a number between two steps counts as the higher too */
            int most = most_rest(rest->rules, lanes, card) / YZ_SKETCH_STEP + 1 + YZ_MAX_BOXES;
            size_t place = yz_card_index_place(lanes, card);
            rest->count[place] = (uint8_t)(most < YZ_SKETCH_STEPS ? most : YZ_SKETCH_STEPS);
            rest->at[place] = (uint32_t)capacity;
            capacity += rest->count[place];
        }
    }
    return capacity;
}

hra_err yz_score_sketch_open(yz_score_sketch **out, const struct yz_dice *dice, const struct yz_rules *rules,
                             const struct yz_strategy *strategy, int threads, const hra_progress *progress) {
    yz_score_sketch *rest = calloc(1, sizeof *rest);
    if (rest == NULL)
        return HRA_ENOMEM;
    rest->rules = rules;
    yz_card_index_init(&rest->lanes, rules);
    rest->at = calloc(rest->lanes.size, sizeof *rest->at);
    rest->count = calloc(rest->lanes.size, sizeof *rest->count);
    if (rest->at != NULL && rest->count != NULL)
        rest->chance = calloc(lay_out(rest), sizeof *rest->chance);
    hra_err err = rest->chance != NULL ? 0 : HRA_ENOMEM;
    struct job job = {.rest = rest, .dice = dice, .strategy = strategy, .progress = progress};
    for (job.filled = rules->boxes; err == 0 && job.filled >= 0; job.filled--) {
        hra_task_ranges_init(&job.blocks, (uint64_t)rules->all + 1, 32);
        err = hra_workers_run(threads, work, &job);
        hra_progress_report(progress, N_("scores still open on all cards"),
                            1 - (double)job.filled / (rules->boxes + 1));
    }
    if (err != 0) {
        yz_score_sketch_close(rest);
        return err;
    }
    *out = rest;
    return 0;
}

void yz_score_sketch_close(yz_score_sketch *rest) {
    if (rest != NULL) {
        free(rest->at);
        free(rest->count);
        free(rest->chance);
        free(rest);
    }
}

hra_err yz_score_sketch_distribution(struct yz_distribution *out, const yz_score_sketch *rest,
                                     struct yz_card card, int points) {
    int count, around = YZ_SKETCH_STEP - 1;
    const float *chance = yz_score_sketch_steps(rest, card, &count);
    out->low = points - around;
    out->high = points + (count - 1) * YZ_SKETCH_STEP + around;
    out->chance = calloc((size_t)(out->high - out->low + 1), sizeof *out->chance);
    if (out->chance == NULL)
        return HRA_ENOMEM;
    for (int i = 0; i < count; i++) {
        for (int d = -around; d <= around; d++) {
            double share = (double)(YZ_SKETCH_STEP - abs(d)) / (YZ_SKETCH_STEP * YZ_SKETCH_STEP);
            out->chance[i * YZ_SKETCH_STEP + d + around] += share * (double)chance[i];
        }
    }
    return 0;
}
