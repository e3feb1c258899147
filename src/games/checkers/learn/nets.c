/* The nets of checkers learn. */
#include "nets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/array_alloc.h"
#include "core/thread.h"
#include "nets/trainer.h"

enum { CHECK = 1024 /* lessons from one look at the stop to the next */ };

/* A lesson of the course: which game, which of its lessons. */
typedef struct place {
    uint32_t game, lesson;
} place;

typedef struct learning {
    const ck_course *course;
    ck_weights weights; /* as they become */
    place *places;      /* in the order of phases once all have learnt */
    size_t count, first[CK_PHASES + 1];
    float *all; /* what was learnt from the positions of all phases; NULL: nothing was */
    hra_task_ranges phases;
} learning;

/* ---- rounding -------------------------------------------------------------------------------*/

static int whole(float x, double scale) {
    return (int)lrint((double)x * scale);
}

/* Where a weight of a layer is, or with in = -1 what it begins with; in units of 1. */
static float *weight(const hra_net *net, int layer, int in, int out) {
    const hra_net_layer *l = &net->layer[layer];
    return &net->weights[(in < 0 ? l->biases : l->rows + (size_t)in * (size_t)l->stride) + (size_t)out];
}

static void round_net(const hra_net *w, ck_net *out) {
    const double one = CK_ONE;
    for (int i = 0; i < CK_ROWS; i++)
        for (int k = 0; k < CK_HIDDEN; k++)
            out->row[i][k] = (int16_t)whole(*weight(w, 0, i, k), one);
    for (int k = 0; k < CK_HIDDEN; k++) {
        out->hidden[k] = (int16_t)whole(*weight(w, 0, -1, k), one);
        for (int o = 0; o < CK_SECOND; o++)
            out->second[k / 2][o][k % 2] = (int16_t)whole(*weight(w, 1, k, o), one);
    }
    for (int o = 0; o < CK_SECOND; o++) {
        out->offset[o] = whole(*weight(w, 1, -1, o), one * one);
        out->last[o] = whole(*weight(w, 2, o, 0), one);
    }
    out->bias = whole(*weight(w, 2, -1, 0), one * one);
}

/* A net of the engine, to go on with. */
static void take_net(const ck_net *from, const hra_net *w) {
    const float one = CK_ONE;
    for (int i = 0; i < CK_ROWS; i++)
        for (int k = 0; k < CK_HIDDEN; k++)
            *weight(w, 0, i, k) = from->row[i][k] / one;
    for (int k = 0; k < CK_HIDDEN; k++) {
        *weight(w, 0, -1, k) = from->hidden[k] / one;
        for (int o = 0; o < CK_SECOND; o++)
            *weight(w, 1, k, o) = from->second[k / 2][o][k % 2] / one;
    }
    for (int o = 0; o < CK_SECOND; o++) {
        *weight(w, 1, -1, o) = (float)from->offset[o] / (one * one);
        *weight(w, 2, o, 0) = (float)from->last[o] / one;
    }
    *weight(w, 2, -1, 0) = (float)from->bias / (one * one);
}

/* ---- passes ---------------------------------------------------------------------------------*/

static void learn_one(const ck_course *c, hra_trainer *t, place at, double done) {
    const ck_lesson *lesson = &c->games[at.game].list[at.lesson];
    const ck_board b = ck_lesson_board(lesson);
    const float aim = (float)lesson->aim / CK_AIM;
    hra_feature features[CK_MAX_SEEN];
    uint8_t rows[CK_MAX_SEEN];
    const int count = ck_features(&b, CK_BLACK, rows);
    for (int i = 0; i < count; i++)
        features[i] = (hra_feature){rows[i], 1};
    const float p = *hra_net_forward(&t->work, features, count);
    hra_trainer_add(t, features, count, aim - p);
    hra_trainer_step(t, done);
}

static void shuffle(place *places, size_t count, hra_rng *rng) {
    for (size_t i = count; i > 1; i--) {
        size_t k = (size_t)(hra_rng_uniform(rng) * (double)i);
        place at = places[k];
        places[k] = places[i - 1];
        places[i - 1] = at;
    }
}

/* Trains on all places `passes` times, at a falling rate; a last incomplete pass covers a part of them. */
static hra_err learn(const ck_course *c, hra_trainer *t, hra_rng *rng, place *places, size_t count,
                     double passes, double rate) {
    const double all = passes * (double)count;
    double seen = 0;
    hra_trainer_begin(t, rate);
    while (seen < all) {
        shuffle(places, count, rng);
        for (size_t i = 0; i < count && seen < all; i++, seen++) {
            if (i % CHECK == 0 && c->progress && hra_stop_is_set(c->progress->stop))
                return HRA_ESTOPPED;
            learn_one(c, t, places[i], seen / all);
        }
    }
    return HRA_OK;
}

/* ---- courses --------------------------------------------------------------------------------*/

static hra_err open_trainer(const ck_course *c, hra_trainer *t) {
    static const hra_net_shape shape = {
        CK_ROWS, 3, {CK_HIDDEN, CK_SECOND, 1}, {HRA_NET_SQUARED, HRA_NET_CLIPPED, HRA_NET_SIGMOID}};
    hra_err err = hra_trainer_open(t, &shape, c->batch);
    t->bound = 1.9F; /* the integers of the net have room for 2 */
    return err;
}

/* One net from all positions, from chance. */
static hra_err learn_all(learning *l) {
    const ck_course *c = l->course;
    hra_trainer t;
    hra_rng rng;
    hra_err err = open_trainer(c, &t);
    if (!err && !(l->all = hra_net_block(&t.net)))
        err = HRA_ENOMEM;
    if (!err) {
        hra_rng_init_stream(&rng, c->seed, CK_PHASES, 0, 0);
        hra_net_randomise(&t.net, 0, &rng);
        for (int i = 0; i < 2; i++)
            for (int o = 0; o < t.net.layer[i].outputs; o++) /* in the middle of what is not cut off */
                t.net.weights[t.net.layer[i].biases + (size_t)o] = 0.3F;
        err = learn(c, &t, &rng, l->places, l->count, c->passes, c->rate);
    }
    if (!err)
        memcpy(l->all, t.net.weights, t.net.size * sizeof *l->all);
    hra_trainer_close(&t);
    return err;
}

static hra_err learn_phase(learning *l, hra_trainer *t, size_t phase) {
    const ck_course *c = l->course;
    hra_rng rng;
    hra_rng_init_stream(&rng, c->seed, phase, 0, 0);
    if (l->all)
        memcpy(t->net.weights, l->all, t->net.size * sizeof *l->all);
    else
        take_net(&l->weights.net[phase], &t->net);
    hra_err err = learn(c, t, &rng, l->places + l->first[phase], l->first[phase + 1] - l->first[phase],
                        c->own_passes, c->rate / 2);
    if (!err)
        round_net(&t->net, &l->weights.net[phase]);
    return err;
}

static hra_err learn_phases(void *self, int worker) {
    learning *l = self;
    hra_trainer t;
    uint64_t phase, next;
    hra_err err = open_trainer(l->course, &t);
    while (!err && hra_task_ranges_take(&l->phases, &phase, &next))
        err = learn_phase(l, &t, (size_t)phase);
    hra_trainer_close(&t);
    if (err)
        hra_task_ranges_close(&l->phases);
    return err;
}

static int phase_of(const learning *l, const place *at) {
    const ck_board b = ck_lesson_board(&l->course->games[at->game].list[at->lesson]);
    return ck_phase(&b);
}

/* In the order of phases, and within them in that of the games. */
static hra_err sort_by_phase(learning *l) {
    place *sorted = hra_room(l->count + 1, sizeof *sorted);
    size_t next[CK_PHASES], n = 0;
    if (!sorted)
        return HRA_ENOMEM;
    memset(l->first, 0, sizeof l->first);
    for (size_t i = 0; i < l->count; i++)
        l->first[phase_of(l, &l->places[i]) + 1]++;
    for (int i = 0; i < CK_PHASES; i++)
        l->first[i + 1] += l->first[i];
    memcpy(next, l->first, sizeof next);
    for (int g = 0; g < l->course->count; g++)
        for (int i = 0; i < l->course->games[g].count; i++, n++) {
            const place at = {(uint32_t)g, (uint32_t)i};
            sorted[next[phase_of(l, &at)]++] = at;
        }
    free(l->places);
    l->places = sorted;
    return HRA_OK;
}

static hra_err list_places(learning *l) {
    for (int g = 0; g < l->course->count; g++)
        l->count += (size_t)l->course->games[g].count;
    l->places = hra_room(l->count + 1, sizeof *l->places);
    size_t n = 0;
    for (int g = 0; l->places && g < l->course->count; g++)
        for (int i = 0; i < l->course->games[g].count; i++)
            l->places[n++] = (place){(uint32_t)g, (uint32_t)i};
    return l->places ? HRA_OK : HRA_ENOMEM;
}

hra_err ck_nets_learn(const ck_course *course, ck_weights *weights) {
    learning *l = calloc(1, sizeof *l);
    if (!l)
        return HRA_ENOMEM;
    l->course = course;
    l->weights = *weights;
    hra_err err = list_places(l);
    if (!err && course->passes > 0)
        err = learn_all(l);
    if (!err)
        err = sort_by_phase(l);
    hra_task_ranges_init(&l->phases, CK_PHASES, 1);
    if (!err)
        err = hra_workers_run(course->threads, learn_phases, l);
    if (!err)
        *weights = l->weights;
    free(l->places);
    free(l->all);
    free(l);
    return err;
}
