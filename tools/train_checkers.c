/* Learns the nets of checkers (src/games/checkers/play/net.h) from games that tools/play_checkers.c
 * played.
 *
 *     train_checkers --out checkers.learnt games.bin MORE.bin
 *
 * First one net learns from all positions, then each phase goes on by itself from there (AdamW without
 * decay, src/nets); with --begin from the nets of a file instead, the phases only. What is to be foretold is
 * how the game ended, mixed with what searches thought of the positions that followed, the nearer the more
 * (Sutton's TD(lambda), 1988); where a search or a table has seen the end, or a position was not played, what
 * they say of it alone. One game in sixteen is kept apart. Everything depends on the files and the seed
 * alone. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checkers_games.h"
#include "checkers_nets.h"
#include "core/thread.h"
#include "pupil.h"

enum {
    BATCH = 256,
    DULL = 12 /* plies without progress after which only every fourth position is learnt from */
};

typedef struct sample {
    float aim;
    uint8_t count, phase, apart, rows[CK_MAX_SEEN];
} sample;

typedef struct trainer {
    double share, lambda, rate;
    int passes, own_passes;
    uint64_t seed;
    const char *begin, *out;
    sample *samples;
    size_t count, first[CK_PHASES + 1]; /* of each phase, where they are in order */
    ck_weights weights;
    float *all;        /* what was learnt from the positions of all phases; NULL: nothing was */
    hra_blocks phases; /* to threads */
} trainer;

/* ---- reading --------------------------------------------------------------------------------*/

static double chance_of(const ck_seen *s) {
    return s->value >= CK_WON ? 1 : s->value <= -CK_WON ? 0 : ck_chance(s->value);
}

static void take(trainer *t, const ck_seen *s, double aim) {
    if (s->flags & CK_SEEN_JUMP || (s->quiet > DULL && s->quiet % 4))
        return;
    ck_board b = ck_seen_board(s);
    sample *to = &t->samples[t->count++];
    to->aim = (float)aim;
    to->phase = (uint8_t)ck_phase(&b);
    to->apart = s->game % 16 == 0;
    to->count = (uint8_t)ck_features(&b, s->side, to->rows);
}

/* From the end of the game to its beginning, for what follows has to be known. A play that was not ended has
 * no result: what the search thought of its last position stands for it. */
static void take_game(trainer *t, const ck_seen *seen, size_t count) {
    const ck_seen *last = &seen[count - 1];
    const bool ended = !(last->flags & CK_SEEN_BESIDE);
    const double share = ended ? t->share : 1;
    double later = ended ? 0.5 + 0.5 * last->result : chance_of(last);
    for (size_t i = count; i-- > 0;) {
        const ck_seen *s = &seen[i];
        if (i + 1 < count)
            later = s->side == seen[i + 1].side ? later : 1 - later;
        later = t->lambda * later + (1 - t->lambda) * chance_of(s);
        double result = 0.5 + 0.5 * s->result;
        if (s->flags & CK_SEEN_EXACT || abs(s->value) >= CK_WON)
            take(t, s, chance_of(s));
        else
            take(t, s, share * later + (1 - share) * result);
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

static const hra_net_shape shape = {
    CK_ROWS, 3, {CK_HIDDEN, CK_SECOND, 1}, {HRA_NET_SQUARED, HRA_NET_CLIPPED, HRA_NET_SIGMOID}};

static double loss_of(float p, float aim) {
    return -(double)(aim * logf(p + 1e-9F) + (1 - aim) * logf(1 - p + 1e-9F));
}

static void learn_one(pupil *l, const sample *s, double done) {
    hra_feature features[CK_MAX_SEEN];
    for (int i = 0; i < s->count; i++)
        features[i] = (hra_feature){s->rows[i], 1};
    float p = *hra_net_forward(&l->work, features, s->count);
    if (!pupil_count(l, s->apart, loss_of(p, s->aim)))
        return;
    pupil_add(l, features, s->count, s->aim - p);
    pupil_step(l, done);
}

/* Goes through the samples so many times, slower and slower; tells what it is off by. */
static void learn(pupil *l, hra_rng *rng, sample *samples, size_t count, int passes, double rate,
                  const char *name) {
    pupil_begin(l, rate);
    for (int pass = 0; pass < passes; pass++) {
        pupil_begin_pass(l);
        for (size_t i = count; i > 1; i--) {
            size_t k = (size_t)(hra_rng_unit(rng) * (double)i);
            sample s = samples[k];
            samples[k] = samples[i - 1];
            samples[i - 1] = s;
        }
        for (size_t i = 0; i < count; i++) {
            double done = (pass + (double)i / (double)count) / passes;
            learn_one(l, &samples[i], done);
        }
        fprintf(stderr, "%s %d: %zu positions, loss %.4f, apart %.4f\n", name, pass + 1, count,
                pupil_loss(l, false), pupil_loss(l, true));
    }
}

/* ---- writing --------------------------------------------------------------------------------*/

static int whole(float x, double scale) {
    return (int)lrint((double)x * scale);
}

/* Where a weight of a layer lies, or with in = -1 what it begins with; in units of 1. */
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

/* ---- courses --------------------------------------------------------------------------------*/

static bool open_pupil(pupil *p) {
    p->bound = 0;
    if (!pupil_open(p, &shape, BATCH))
        return false;
    p->bound = 1.9F; /* the integers of the net have room for 2 */
    return true;
}

/* One net from all positions, from chance. */
static bool learn_all(trainer *t) {
    pupil p;
    hra_rng rng;
    if (!open_pupil(&p) || !(t->all = hra_net_block(&p.net)))
        return false;
    hra_rng_init(&rng, t->seed);
    hra_net_randomise(&p.net, 0, &rng);
    for (int l = 0; l < 2; l++)
        for (int o = 0; o < p.net.layer[l].outputs; o++) /* in the middle of what is not cut off */
            p.net.weights[p.net.layer[l].biases + (size_t)o] = 0.3F;
    learn(&p, &rng, t->samples, t->count, t->passes, t->rate, "all");
    memcpy(t->all, p.net.weights, p.net.size * sizeof *t->all);
    pupil_close(&p);
    return true;
}

static hra_err learn_phases(void *self, int worker) {
    trainer *t = self;
    pupil p;
    uint64_t phase, next;
    (void)worker;
    if (!open_pupil(&p))
        return HRA_ENOMEM;
    while (hra_blocks_take(&t->phases, &phase, &next)) {
        char name[16];
        hra_rng rng;
        hra_rng_init_stream(&rng, t->seed, phase, 0, 0);
        if (t->all)
            memcpy(p.net.weights, t->all, p.net.size * sizeof *t->all);
        else
            take_net(&t->weights.net[phase], &p.net);
        (void)hra_snprintf(name, sizeof name, "phase %d", (int)phase);
        learn(&p, &rng, t->samples + t->first[phase], t->first[next] - t->first[phase], t->own_passes,
              t->rate / 2, name);
        round_net(&p.net, &t->weights.net[phase]);
    }
    pupil_close(&p);
    return HRA_OK;
}

static int compare_phases(const void *a, const void *b) {
    return ((const sample *)a)->phase - ((const sample *)b)->phase;
}

static bool train(trainer *t) {
    if (!t->begin && !learn_all(t))
        return false;
    qsort(t->samples, t->count, sizeof *t->samples, compare_phases);
    for (size_t i = 0; i < t->count; i++)
        t->first[t->samples[i].phase + 1]++;
    for (int i = 0; i < CK_PHASES; i++)
        t->first[i + 1] += t->first[i];
    hra_blocks_init(&t->phases, CK_PHASES, 1);
    return hra_workers_run(hra_processors(), learn_phases, t) == 0;
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
        else if (strcmp(name, "--begin") == 0)
            t->begin = value;
        else if (strcmp(name, "--out") == 0)
            t->out = value;
        else
            return false;
    }
    return t->count > 0;
}

int main(int argc, char **argv) {
    static trainer t = {.share = 0.9,
                        .lambda = 0.9,
                        .rate = 0.002,
                        .passes = 6,
                        .own_passes = 8,
                        .seed = 1,
                        .out = "checkers.learnt"};
    if (!read_arguments(&t, argc, argv)) {
        fputs("usage: train_checkers [--share S] [--lambda L] [--rate R] [--passes N] [--own-passes N] "
              "[--seed S] "
              "[--begin FILE] [--out FILE] GAMES...\n",
              stderr);
        return 2;
    }
    if (t.begin && ck_nets_named(t.begin, &t.weights) != 0) {
        fprintf(stderr, "train_checkers: %s holds no nets of checkers\n", t.begin);
        return 1;
    }
    if (!train(&t)) {
        fputs("train_checkers: out of memory\n", stderr);
        return 1;
    }
    static unsigned char bytes[CK_WEIGHTS_BYTES];
    ck_weights_write(&t.weights, bytes);
    FILE *file = fopen(t.out, "wb");
    if (!file || fwrite(bytes, sizeof bytes, 1, file) != 1 || fclose(file) != 0) {
        fputs("train_checkers: a file could not be written\n", stderr);
        return 1;
    }
    free(t.all);
    free(t.samples);
    return 0;
}
