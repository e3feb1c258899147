/* Logistic regression of the weights, by AdamW (Loshchilov and Hutter, "Decoupled weight decay regularization", 2019). */
#include "fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/array_alloc.h"
#include "learn/portable_random.h"
#include "rules/uci.h"

enum {
    WEIGHTS = 2 * CH_TERMS,
    MATERIAL_DECAY = 10 /* times that of other terms: of pieces and their squares */,
    SHUFFLE = 2 /* stream of random numbers */
};

/* The weights in hundredths of a pawn: with all pieces, then with few. */
typedef struct fitting {
    const ch_game *g;
    const ch_course *course;
    double weight[WEIGHTS], anchor[WEIGHTS], gradient[WEIGHTS], mean[WEIGHTS], square[WEIGHTS];
    double left_mean, left_square; /* of what the averages began with */
} fitting;

static void load(fitting *f, const ch_weights *from) {
    for (int i = 0; i < CH_TERMS; i++) {
        f->weight[i] = from->all[i] / (double)CH_FINENESS;
        f->weight[CH_TERMS + i] = from->few[i] / (double)CH_FINENESS;
    }
}

static int16_t rounded(double weight) {
    const double fine = weight * CH_FINENESS;
    return (int16_t)(fine > INT16_MAX ? INT16_MAX : fine < -INT16_MAX ? -INT16_MAX : lround(fine));
}

static void store(const fitting *f, ch_weights *to) {
    for (int i = 0; i < CH_TERMS; i++) {
        to->all[i] = rounded(f->weight[i]);
        to->few[i] = rounded(f->weight[CH_TERMS + i]);
    }
}

/* Adds the gradient of one lesson. */
static void look(fitting *f, const ch_lesson *lesson) {
    const ch_state s = ch_lesson_state(lesson);
    int16_t count[CH_TERMS];
    const double all = ch_count_terms(f->g, &s, count) / (double)CH_PHASES, few = 1 - all;
    double value = 0;
    for (int i = 0; i < CH_TERMS; i++)
        if (count[i])
            value += count[i] * (f->weight[i] * all + f->weight[CH_TERMS + i] * few);
    const double aim = lesson->aim / (double)CH_AIM;
    const double said = 1 / (1 + hra_draw_exp(-HRA_UCI_STEEPNESS * value));
    for (int i = 0; i < CH_TERMS; i++)
        if (count[i]) {
            f->gradient[i] += (said - aim) * count[i] * all;
            f->gradient[CH_TERMS + i] += (said - aim) * count[i] * few;
        }
}

/* The weights are drawn back to what they were at first, since what few lessons show says little; those of single squares more
 * than others. */
static void step(fitting *f, int lessons, double rate) {
    const double keep_mean = 0.9, keep_square = 0.999, least = 1e-8;
    f->left_mean *= keep_mean;
    f->left_square *= keep_square;
    for (int i = 0; i < WEIGHTS; i++) {
        const double gradient = f->gradient[i] / lessons;
        f->mean[i] = keep_mean * f->mean[i] + (1 - keep_mean) * gradient;
        f->square[i] = keep_square * f->square[i] + (1 - keep_square) * gradient * gradient;
        const double mean = f->mean[i] / (1 - f->left_mean), square = f->square[i] / (1 - f->left_square);
        const double decay = f->course->decay * (i % CH_TERMS < CH_TERM_PAIR ? MATERIAL_DECAY : 1);
        f->weight[i] -= rate * (mean / (sqrt(square) + least) + decay * (f->weight[i] - f->anchor[i]));
        f->gradient[i] = 0;
    }
}

static void shuffle(hra_rng *rng, int *order, int count) {
    for (int i = count - 1; i > 0; i--) {
        const int k = (int)hra_rng_below(rng, (uint32_t)i + 1), kept = order[i];
        order[i] = order[k];
        order[k] = kept;
    }
}

/* The rate falls to nothing over all epochs. HRA_ESTOPPED. */
static hra_err epoch(fitting *f, const int *order, int number) {
    const ch_course *c = f->course;
    const int count = c->lessons->count;
    for (int i = 0; i < count; i += c->batch) {
        const int end = i + c->batch < count ? i + c->batch : count;
        for (int k = i; k < end; k++)
            look(f, &c->lessons->list[order[k]]);
        step(f, end - i, c->rate * (1 - (number + (double)i / count) / c->epochs));
        if (c->progress && hra_progress_stopped(c->progress))
            return HRA_ESTOPPED;
    }
    return HRA_OK;
}

hra_err ch_fit(const ch_game *g, const ch_course *course, ch_weights *weights) {
    const int count = course->lessons->count;
    fitting *f = calloc(1, sizeof *f);
    int *order = hra_room((uint64_t)count, sizeof *order);
    hra_rng rng;
    hra_err err = f && order ? HRA_OK : HRA_ENOMEM;
    hra_rng_init_stream(&rng, course->seed, 0, 0, SHUFFLE);
    if (!err) {
        f->g = g;
        f->course = course;
        f->left_mean = f->left_square = 1;
        load(f, weights);
        memcpy(f->anchor, f->weight, sizeof f->anchor);
        for (int i = 0; i < count; i++)
            order[i] = i;
    }
    for (int i = 0; !err && i < course->epochs && count > 0; i++) {
        shuffle(&rng, order, count);
        err = epoch(f, order, i);
    }
    if (!err)
        store(f, weights);
    free(order);
    free(f);
    return err;
}
