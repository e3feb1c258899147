/* A sum of some of a game's terms, the others in reserve. */
#include "learn/linear_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hra/state.h"

static const double fading = 1.0 / 1024; /* of what a term did long ago */

void hra_polynomial_release(hra_polynomial *p) {
    hra_learnt_work_release(&p->work);
    hra_learnt_release(&p->learnt);
    *p = (hra_polynomial){0};
}

hra_err hra_polynomial_init(hra_polynomial *p, const hra_game *game, int kept, double unit, hra_error *why) {
    *p = (hra_polynomial){0};
    hra_err err = hra_learnt_init(&p->learnt, game, HRA_LEARNT_TERMS, NULL, 0, unit, why);
    if (!err && (err = hra_learnt_work_init(&p->work, &p->learnt)) != 0)
        (void)hra_no_memory(why);
    if (err) {
        hra_polynomial_release(p);
        return err;
    }
    p->terms = hra_encoding_of(game).terms;
    p->kept = kept < p->terms ? kept : p->terms;
    for (int i = 0; i < p->terms; i++)
        p->order[i] = (uint8_t)i;
    return HRA_OK;
}

static float *weight_of(hra_polynomial *p, int term) {
    const hra_net_layer *layer = &p->learnt.net.layer[0];
    return p->learnt.net.weights + layer->rows + (size_t)term * (size_t)layer->stride;
}

/* How large a term is, in the mean of its squares: of all there were at first, then of late. */
static void measure(hra_polynomial *p) {
    p->seen++;
    double share = p->seen * fading < 1 ? 1 / p->seen : fading;
    for (int i = 0; i < p->terms; i++) {
        double x = (double)p->work.features[i].value;
        p->square[i] += share * (x * x - p->square[i]);
    }
}

void hra_polynomial_adjust(hra_polynomial *p, const void *s, int seat, double worth, double rate) {
    const hra_learnt *l = &p->learnt;
    const hra_feature *x = p->work.features;
    double error = (worth - l->offset) / l->scale - hra_learnt_output(&p->work, s, s, seat), norm = 1;
    double direction[HRA_MAX_TERMS];
    measure(p);
    for (int i = 0; i < p->kept; i++) {
        int term = p->order[i];
        direction[term] = p->square[term] > 0 ? (double)x[term].value / p->square[term] : 0;
        norm += direction[term] * (double)x[term].value;
    }
    const double step = rate * error / norm;
    for (int i = 0; i < p->kept; i++) {
        int term = p->order[i];
        float *weight = weight_of(p, term);
        double moved = fabs((double)*weight * (double)x[term].value);
        *weight += (float)(step * direction[term]);
        p->part[term] += fading * (moved - p->part[term]);
    }
    p->learnt.net.weights[p->learnt.net.layer[0].biases] += (float)step;
}

/* The place in the order of the term that moves the sum least, or most; of equals the first. */
static int extreme(const hra_polynomial *p, int sign) {
    int found = 0;
    for (int i = 1; i < p->kept; i++)
        if (sign * p->part[p->order[i]] > sign * p->part[p->order[found]])
            found = i;
    return found;
}

int hra_polynomial_exchange(hra_polynomial *p, uint32_t patience) {
    int at = extreme(p, -1), term = p->order[at];
    bool known = p->part[p->order[extreme(p, 1)]] > 0; /* before any training no term is weaker */
    if (p->kept == p->terms || !known || ++p->tally[term] < patience)
        return -1;
    *weight_of(p, term) = 0;
    p->part[term] = 0;
    p->tally[term] = 0;
    p->order[at] = p->order[p->kept];
    memmove(p->order + p->kept, p->order + p->kept + 1, (size_t)(p->terms - p->kept - 1));
    p->order[p->terms - 1] = (uint8_t)term;
    return term;
}

void hra_polynomial_shake(hra_polynomial *p) {
    *weight_of(p, p->order[extreme(p, 1)]) = 0;
}

/* ---- as bytes -------------------------------------------------------------------------------*/

static void put_real(hra_text *out, double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    hra_bytes_put(out, bits, 8);
}

/* Reads a number. NaN and infinity become -1, which is valid in no field. */
static double take_real(hra_bytes *from) {
    uint64_t bits = hra_bytes_take(from, 8);
    double x;
    memcpy(&x, &bits, sizeof x);
    return isfinite(x) ? x : -1;
}

void hra_polynomial_put(const hra_polynomial *p, hra_text *out) {
    put_real(out, p->seen);
    for (int i = 0; i < p->terms; i++) {
        hra_bytes_put(out, p->order[i], 1);
        hra_bytes_put(out, p->tally[i], 4);
        put_real(out, p->part[i]);
        put_real(out, p->square[i]);
    }
    hra_learnt_put_block(&p->learnt.net, p->learnt.net.weights, out);
}

static bool take_terms(hra_polynomial *p, hra_bytes *from) {
    uint32_t there = 0;
    if (hra_bytes_left(from) < 8 + 21 * (size_t)p->terms || (p->seen = take_real(from)) < 0)
        return false;
    for (int i = 0; i < p->terms; i++) {
        p->order[i] = (uint8_t)hra_bytes_take(from, 1);
        p->tally[i] = (uint32_t)hra_bytes_take(from, 4);
        p->part[i] = take_real(from);
        p->square[i] = take_real(from);
        if (p->order[i] >= p->terms || there >> p->order[i] & 1 || p->part[i] < 0 || p->square[i] < 0)
            return false;
        there |= 1u << p->order[i];
    }
    return true;
}

hra_err hra_polynomial_take(hra_polynomial *p, hra_bytes *from) {
    hra_polynomial read = *p;
    read.learnt.net.weights = hra_net_block(&p->learnt.net);
    if (!read.learnt.net.weights)
        return HRA_ENOMEM;
    bool good = take_terms(&read, from) &&
                hra_learnt_take_block(&p->learnt.net, read.learnt.net.weights, from) &&
                !hra_bytes_left(from) && hra_net_finite(&read.learnt.net);
    hra_polynomial old = *p;
    if (good)
        *p = read;
    free(good ? old.learnt.net.weights : read.learnt.net.weights);
    return good ? HRA_OK : HRA_EDAMAGED;
}
