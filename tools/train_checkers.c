/* Learns the nets of checkers (src/games/checkers/checkers_net.h) from games that tools/play_checkers.c
 * played.
 *
 *     train_checkers --out checkers.learnt games.bin MORE.bin
 *
 * First one net learns from all positions, then each phase goes on by itself from there (Adam, Kingma and Ba
 * 2014). What is to be foretold is how the game ended, mixed with what searches thought of the positions that
 * followed, the nearer the more (Sutton's TD(lambda), 1988). One game in sixteen is kept apart. Everything
 * depends on the files and the seed alone. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checkers_games.h"
#include "games/checkers/checkers_weights.h"

enum {
    BATCH = 256,
    DULL = 24 /* plies without progress after which only every fourth position is learnt from */
};

typedef struct sample {
    float aim;
    uint8_t count, phase, apart, rows[CK_MAX_SEEN];
} sample;

/* A net of floats; the same numbers again are its slopes and what Adam remembers of them. */
typedef struct net {
    float row[CK_ROWS][CK_HIDDEN], hidden[CK_HIDDEN];
    float second[CK_SECOND][CK_HIDDEN], offset[CK_SECOND];
    float last[CK_SECOND], bias;
} net;

enum { NUMBERS = sizeof(net) / sizeof(float) };

typedef struct learner {
    net now, slope, mean, square;
    int steps;
} learner;

typedef struct trainer {
    double share, lambda, rate;
    int passes, own_passes;
    uint64_t seed;
    const char *out;
    sample *samples;
    size_t count, room;
    hra_rng rng;
} trainer;

/* ---- reading --------------------------------------------------------------------------------*/

static double chance_of(const ck_seen *s) {
    return s->value >= CK_SURE ? 1 : s->value <= -CK_SURE ? 0 : ck_chance(s->value);
}

static void take(trainer *t, const ck_seen *s, double aim) {
    if (s->flags & CK_SEEN_JUMP || (s->quiet > DULL && s->quiet % 4) || abs(s->value) >= CK_SURE)
        return;
    ck_board b = ck_seen_board(s);
    sample *to = &t->samples[t->count++];
    to->aim = (float)aim;
    to->phase = (uint8_t)ck_phase(&b);
    to->apart = s->game % 16 == 0;
    to->count = (uint8_t)ck_features(&b, s->side, to->rows);
}

/* From the end of the game to its beginning, for what follows has to be known. */
static void take_game(trainer *t, const ck_seen *seen, size_t count) {
    double later = 0.5 + 0.5 * seen[count - 1].result;
    for (size_t i = count; i-- > 0;) {
        const ck_seen *s = &seen[i];
        if (i + 1 < count)
            later = s->side == seen[i + 1].side ? later : 1 - later;
        later = t->lambda * later + (1 - t->lambda) * chance_of(s);
        take(t, s, t->share * later + (1 - t->share) * (0.5 + 0.5 * s->result));
    }
}

static bool read_file(trainer *t, const char *name) {
    FILE *file = fopen(name, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0)
        return false;
    size_t count = (size_t)ftell(file) / sizeof(ck_seen);
    ck_seen *seen = malloc(count * sizeof *seen);
    sample *more = realloc(t->samples, (t->count + count) * sizeof *more);
    rewind(file);
    if (!seen || !more || fread(seen, sizeof *seen, count, file) != count)
        return false;
    t->samples = more;
    for (size_t i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && !(seen[next].flags & CK_SEEN_FIRST); next++)
            continue;
        take_game(t, seen + i, next - i);
    }
    free(seen);
    return fclose(file) == 0;
}

/* ---- learning -------------------------------------------------------------------------------*/

static inline float cut(float x) {
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

typedef struct sight {
    float hidden[CK_HIDDEN], raw[CK_HIDDEN], second[CK_SECOND], second_raw[CK_SECOND];
} sight;

/* In eight parts beside each other. */
static inline float product(const float *a, const float *b) {
    float part[8] = {0}, sum = 0;
    for (int k = 0; k < CK_HIDDEN; k += 8)
        for (int j = 0; j < 8; j++)
            part[j] += a[k + j] * b[k + j];
    for (int j = 0; j < 8; j++)
        sum += part[j];
    return sum;
}

static float foretell(const net *w, const sample *s, sight *v) {
    memcpy(v->raw, w->hidden, sizeof v->raw);
    for (int i = 0; i < s->count; i++)
        for (int k = 0; k < CK_HIDDEN; k++)
            v->raw[k] += w->row[s->rows[i]][k];
    for (int k = 0; k < CK_HIDDEN; k++)
        v->hidden[k] = cut(v->raw[k]);
    float sum = w->bias;
    for (int o = 0; o < CK_SECOND; o++) {
        float x = w->offset[o] + product(w->second[o], v->hidden);
        v->second_raw[o] = x;
        v->second[o] = cut(x);
        sum += w->last[o] * v->second[o];
    }
    return 1 / (1 + expf(-sum));
}

static void add_slopes(const net *w, net *slope, const sample *s, const sight *v, float error) {
    float back[CK_HIDDEN] = {0};
    slope->bias += error;
    for (int o = 0; o < CK_SECOND; o++) {
        slope->last[o] += error * v->second[o];
        if (v->second_raw[o] < 0 || v->second_raw[o] > 1)
            continue;
        float e = error * w->last[o];
        slope->offset[o] += e;
        for (int k = 0; k < CK_HIDDEN; k++) {
            slope->second[o][k] += e * v->hidden[k];
            back[k] += e * w->second[o][k];
        }
    }
    for (int k = 0; k < CK_HIDDEN; k++)
        back[k] = v->raw[k] < 0 || v->raw[k] > 1 ? 0 : back[k];
    for (int k = 0; k < CK_HIDDEN; k++)
        slope->hidden[k] += back[k];
    for (int i = 0; i < s->count; i++)
        for (int k = 0; k < CK_HIDDEN; k++)
            slope->row[s->rows[i]][k] += back[k];
}

/* A step of Adam; weights stay where the integers of the net have room. */
static void step(learner *l, float rate) {
    float *w = (float *)&l->now, *g = (float *)&l->slope, *m = (float *)&l->mean, *q = (float *)&l->square;
    float warm = 1 - powf(0.9F, (float)++l->steps), warm_square = 1 - powf(0.999F, (float)l->steps);
    float factor = rate * sqrtf(warm_square) / warm;
    for (int i = 0; i < NUMBERS; i++) {
        float slope = g[i] / BATCH;
        m[i] = 0.9F * m[i] + 0.1F * slope;
        q[i] = 0.999F * q[i] + 0.001F * slope * slope;
        w[i] -= factor * m[i] / (sqrtf(q[i]) + 1e-8F);
        w[i] = w[i] > 1.9F ? 1.9F : w[i] < -1.9F ? -1.9F : w[i];
        g[i] = 0;
    }
}

static double loss_of(float p, float aim) {
    return -(double)(aim * logf(p + 1e-9F) + (1 - aim) * logf(1 - p + 1e-9F));
}

/* Goes through the samples so many times, slower and slower; tells what it is off by. */
static void learn(trainer *t, learner *l, sample *samples, size_t count, int passes, double rate,
                  const char *name) {
    sight v;
    memset(&l->slope, 0, sizeof l->slope + sizeof l->mean + sizeof l->square);
    l->steps = 0;
    for (int pass = 0; pass < passes; pass++) {
        double loss[2] = {0, 0}, seen[2] = {1e-9, 1e-9};
        int gathered = 0;
        for (size_t i = count; i > 1; i--) {
            size_t k = (size_t)(hra_rng_unit(&t->rng) * (double)i);
            sample s = samples[k];
            samples[k] = samples[i - 1];
            samples[i - 1] = s;
        }
        for (size_t i = 0; i < count; i++) {
            const sample *s = &samples[i];
            float p = foretell(&l->now, s, &v);
            loss[s->apart] += loss_of(p, s->aim);
            seen[s->apart] += 1;
            if (s->apart)
                continue;
            add_slopes(&l->now, &l->slope, s, &v, p - s->aim);
            if (++gathered % BATCH == 0) {
                double done = (pass + (double)i / (double)count) / passes;
                step(l, (float)(rate * (0.02 + 0.98 * (1 - done))));
            }
        }
        fprintf(stderr, "%s %d: %zu positions, loss %.4f, apart %.4f\n", name, pass + 1, count,
                loss[0] / seen[0], loss[1] / seen[1]);
    }
}

static void begin(trainer *t, net *w) {
    memset(w, 0, sizeof *w);
    for (int k = 0; k < CK_HIDDEN; k++) {
        w->hidden[k] = 0.3F;
        for (int i = 0; i < CK_ROWS; i++)
            w->row[i][k] = (float)(0.3 * (hra_rng_unit(&t->rng) - 0.5));
        for (int o = 0; o < CK_SECOND; o++)
            w->second[o][k] = (float)(0.4 * (hra_rng_unit(&t->rng) - 0.5));
    }
    for (int o = 0; o < CK_SECOND; o++) {
        w->offset[o] = 0.3F;
        w->last[o] = (float)(hra_rng_unit(&t->rng) - 0.5);
    }
}

/* ---- writing --------------------------------------------------------------------------------*/

static int whole(float x, double scale) {
    return (int)lrint((double)x * scale);
}

static void round_net(const net *w, ck_net *out) {
    const double one = CK_ONE;
    for (int i = 0; i < CK_ROWS; i++)
        for (int k = 0; k < CK_HIDDEN; k++)
            out->row[i][k] = (int16_t)whole(w->row[i][k], one);
    for (int k = 0; k < CK_HIDDEN; k++) {
        out->hidden[k] = (int16_t)whole(w->hidden[k], one);
        for (int o = 0; o < CK_SECOND; o++)
            out->second[k / 2][o][k % 2] = (int16_t)whole(w->second[o][k], one);
    }
    for (int o = 0; o < CK_SECOND; o++) {
        out->offset[o] = whole(w->offset[o], one * one);
        out->last[o] = whole(w->last[o], one);
    }
    out->bias = whole(w->bias, one * one);
}

static int compare_phases(const void *a, const void *b) {
    return ((const sample *)a)->phase - ((const sample *)b)->phase;
}

static void train(trainer *t, ck_weights *out) {
    static learner all, own;
    char name[16];
    begin(t, &all.now);
    learn(t, &all, t->samples, t->count, t->passes, t->rate, "all");
    qsort(t->samples, t->count, sizeof *t->samples, compare_phases);
    for (size_t i = 0, next; i < t->count; i = next) {
        int phase = t->samples[i].phase;
        for (next = i; next < t->count && t->samples[next].phase == phase; next++)
            continue;
        own.now = all.now;
        (void)hra_snprintf(name, sizeof name, "phase %d", phase);
        learn(t, &own, t->samples + i, next - i, t->own_passes, t->rate / 2, name);
        round_net(&own.now, &out->net[phase]);
    }
}

static bool read_arguments(trainer *t, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : "";
        if (strncmp(name, "--", 2) != 0) {
            if (!read_file(t, name))
                return false;
            continue;
        }
        i++;
        if (strcmp(name, "--share") == 0)
            t->share = strtod(value, NULL);
        else if (strcmp(name, "--lambda") == 0)
            t->lambda = strtod(value, NULL);
        else if (strcmp(name, "--rate") == 0)
            t->rate = strtod(value, NULL);
        else if (strcmp(name, "--passes") == 0)
            t->passes = (int)strtol(value, NULL, 10);
        else if (strcmp(name, "--own-passes") == 0)
            t->own_passes = (int)strtol(value, NULL, 10);
        else if (strcmp(name, "--seed") == 0)
            t->seed = strtoull(value, NULL, 10);
        else if (strcmp(name, "--out") == 0)
            t->out = value;
        else
            return false;
    }
    return t->count > 0;
}

int main(int argc, char **argv) {
    static trainer t = {.share = 0.9,
                        .lambda = 0.7,
                        .rate = 0.002,
                        .passes = 6,
                        .own_passes = 8,
                        .seed = 1,
                        .out = "checkers.learnt"};
    static ck_weights weights;
    if (!read_arguments(&t, argc, argv)) {
        fputs("usage: train_checkers [--share S] [--lambda L] [--rate R] [--passes N] [--own-passes N] "
              "[--seed S] "
              "[--out FILE] GAMES...\n",
              stderr);
        return 2;
    }
    hra_rng_init(&t.rng, t.seed);
    train(&t, &weights);
    static unsigned char bytes[CK_WEIGHTS_BYTES];
    ck_weights_write(&weights, bytes);
    FILE *file = fopen(t.out, "wb");
    if (!file || fwrite(bytes, sizeof bytes, 1, file) != 1 || fclose(file) != 0) {
        fputs("train_checkers: a file could not be written\n", stderr);
        return 1;
    }
    free(t.samples);
    return 0;
}
