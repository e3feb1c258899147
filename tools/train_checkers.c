/* Learns the weights of checkers (src/games/checkers/checkers_weights.c) from games of the engine against
 * itself; begins with material alone and knows nothing else.
 *
 *     tools/train_checkers.sh --minutes 10 --threads 16 --out weights.c
 *
 * A generation is a number of games from random openings, played by a shallow search with the
 * weights so far, and then some passes of logistic regression (AdaGrad, Duchi, Hazan and Singer
 * 2011) over the quiet positions of the last generations: the result of the game is what the
 * evaluation has to predict. One game in sixteen is held out and never learnt from. Games depend
 * on the seed and their number only, so the number of threads changes nothing; how many
 * generations there are depends on the clock, or on --generations. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/thread.h"
#include "games/checkers/engine.h"
#ifdef WITH_TABLES
#include "games/checkers/tables.h"
#else
typedef struct ck_tables ck_tables;
#endif

enum {
    GAME_POSITIONS = 120,
    GAME_PLIES = 240,
    DRAW_PLIES = 80,
    SHUFFLE = 16, /* plies of king moves alone after which positions teach nothing new */
    TABLE_PIECES = 4,
    POINTS = 4096
};

/* The share of what is learnt that comes from the search; the rest is how the game ended, which is only one
 * of many possible ends, while the search has looked six plies further than the evaluation. */
#define SEEN 0.35F
/* AdaGrad begins as if this much slope had been seen, so that rare features move little. */
#define CAUTION 0.5F

typedef struct sample {
    ck_board board;
    float result; /* of Black, 0..1; in learning, with what the search thought mixed in */
    uint8_t side, apart;
} sample;

/* What one game leaves. */
typedef struct record {
    sample samples[GAME_POSITIONS];
    int count;
} record;

typedef struct point {
    double minutes, learnt, apart;
    int generation;
    size_t positions;
} point;

typedef struct trainer {
    double minutes, started;
    int threads, games, depth, generations, epochs, generation;
    uint64_t seed;
    const char *out, *csv, *svg;
    ck_weights weights;
    float w[CK_FEATURES][2], square[CK_FEATURES][2];
    record *records;
    sample *samples; /* a ring */
    size_t count, room, next, played;
    hra_blocks blocks;
    const ck_tables *tables;
    point points[POINTS];
    int point_count;
} trainer;

/* ---- games ----------------------------------------------------------------------------------*/

#ifdef WITH_TABLES
static bool probe(void *self, const ck_board *b, int side, int *wdl, int *distance) {
    return ck_tables_probe(self, NULL, b, side, wdl, distance);
}
#endif

/* A random opening of 4 to 10 plies; false where it ended or lost a piece on the way. */
static bool open_game(hra_rng *rng, ck_task *task) {
    static const int odds[7] = {4, 5, 6, 7, 8, 9, 10};
    hra_move moves[CK_MAX_MOVES];
    memset(task, 0, sizeof *task);
    for (int square = 0; square < 12; square++) {
        task->board.pieces[CK_BLACK] |= (ck_set)1 << ck_bit(square);
        task->board.pieces[CK_WHITE] |= (ck_set)1 << ck_bit(31 - square);
    }
    for (int left = odds[hra_rng_below(rng, 7)]; left > 0; left--) {
        int n = ck_moves(&task->board, task->side, moves);
        if (n == 0)
            return false;
        ck_apply(&task->board, task->side, moves[hra_rng_below(rng, (uint32_t)n)]);
        task->side ^= 1;
    }
    int difference =
        __builtin_popcountll(task->board.pieces[0]) - __builtin_popcountll(task->board.pieces[1]);
    return abs(difference) <= 1;
}

static bool decided(const trainer *t, const ck_task *task, float *result) {
#ifdef WITH_TABLES
    int wdl, distance;
    int pieces = __builtin_popcountll(task->board.pieces[0] | task->board.pieces[1]);
    if (t->tables && pieces <= TABLE_PIECES &&
        ck_tables_probe(t->tables, NULL, &task->board, task->side, &wdl, &distance)) {
        *result = (float)(0.5 + 0.5 * (task->side == CK_BLACK ? wdl : -wdl));
        return true;
    }
#endif
    *result = 0.5F;
    return task->quiet >= DRAW_PLIES;
}

static void play(const trainer *t, ck_engine *engine, uint64_t number, record *out) {
    hra_rng rng;
    ck_task task;
    ck_thought *thought = malloc(sizeof *thought);
    float result = 0.5F;
    out->count = 0;
    hra_rng_init_stream(&rng, t->seed, number, 0, 0);
    while (!open_game(&rng, &task))
        continue;
    ck_engine_forget(engine);
    task.depth = t->depth;
    task.draw_plies = DRAW_PLIES;
    for (int ply = 0; thought && ply < GAME_PLIES && !decided(t, &task, &result); ply++) {
        ck_engine_think(engine, &task, thought);
        if (!ck_unquiet(&task.board) && task.quiet < SHUFFLE && out->count < GAME_POSITIONS) {
            double seen = ck_chance(task.side == CK_BLACK ? thought->value : -thought->value);
            out->samples[out->count++] =
                (sample){.board = task.board, .side = (uint8_t)task.side, .result = (float)seen};
        }
        if (thought->count == 0 || abs(thought->value) >= CK_SURE) {
            bool lost = thought->count == 0 || thought->value < 0;
            result = lost == (task.side == CK_BLACK) ? 0 : 1;
            break;
        }
        task.quiet = thought->choice[0].progress ? 0 : task.quiet + 1;
        task.board = thought->choice[0].after;
        task.side ^= 1;
    }
    for (int i = 0; i < out->count; i++) {
        out->samples[i].result = (1 - SEEN) * result + SEEN * out->samples[i].result;
        out->samples[i].apart = number % 16 == 0;
    }
    free(thought);
}

static hra_err play_some(void *self, int worker) {
    trainer *t = self;
    ck_engine *engine;
    uint64_t from, to;
    ck_oracle oracle = {0};
#ifdef WITH_TABLES
    if (t->tables)
        oracle = (ck_oracle){probe, (void *)(uintptr_t)t->tables, TABLE_PIECES};
#endif
    hra_err err = ck_engine_open(&engine, &t->weights, &oracle, 1 << 20);
    if (err)
        return err;
    (void)worker;
    while (hra_blocks_take(&t->blocks, &from, &to))
        for (; from < to; from++)
            play(t, engine, t->played + from, &t->records[from]);
    ck_engine_close(engine);
    return HRA_OK;
}

static hra_err play_generation(trainer *t) {
    hra_blocks_init(&t->blocks, (uint64_t)t->games, 4);
    hra_err err = hra_workers_run(t->threads, play_some, t);
    for (int g = 0; g < t->games && !err; g++)
        for (int i = 0; i < t->records[g].count; i++) {
            t->samples[t->next] = t->records[g].samples[i];
            t->next = (t->next + 1) % t->room;
            t->count += t->count < t->room;
        }
    t->played += (size_t)t->games;
    return err;
}

/* ---- learning -------------------------------------------------------------------------------*/

static double foretell(const trainer *t, const ck_feature *f, int n, const float share[2]) {
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += (float)f[i].count * (t->w[f[i].index][0] * share[0] + t->w[f[i].index][1] * share[1]);
    return 1 / (1 + exp(-(double)sum));
}

/* Passes over one sample; returns its loss before it was learnt from. */
static double learn(trainer *t, const sample *s, double rate) {
    ck_feature f[CK_MAX_FEATURES];
    int n = ck_features(&s->board, s->side, f);
    float full = (float)__builtin_popcountll(s->board.pieces[0] | s->board.pieces[1]) / CK_FULL;
    const float share[2] = {full, 1 - full};
    double p = foretell(t, f, n, share), r = (double)s->result;
    if (!s->apart)
        for (int i = 0; i < n; i++)
            for (int phase = 0; phase < 2; phase++) {
                float *w = &t->w[f[i].index][phase], *square = &t->square[f[i].index][phase];
                float slope = (float)(p - r) * (float)f[i].count * share[phase] + 2e-5F * *w;
                *square += slope * slope;
                *w -= (float)rate * slope / sqrtf(*square + CAUTION);
                *w = *w > 3.99F ? 3.99F : *w < -3.99F ? -3.99F : *w;
            }
    return -(r * log(p + 1e-9) + (1 - r) * log(1 - p + 1e-9));
}

static void learn_generation(trainer *t, int epochs) {
    hra_rng rng;
    hra_rng_init_stream(&rng, t->seed, t->played, 0, 1);
    memset(t->square, 0, sizeof t->square);
    for (int epoch = 0; epoch < epochs; epoch++) {
        double loss[2] = {0, 0}, seen[2] = {0, 0};
        for (size_t i = t->count; i > 1; i--) { /* another order every time */
            size_t k = (size_t)(hra_rng_unit(&rng) * (double)i);
            sample s = t->samples[k];
            t->samples[k] = t->samples[i - 1];
            t->samples[i - 1] = s;
        }
        for (size_t i = 0; i < t->count; i++) {
            loss[t->samples[i].apart] += learn(t, &t->samples[i], 0.15 / (1 + epoch));
            seen[t->samples[i].apart] += 1;
        }
        point p = {(hra_clock() - t->started) / 60, loss[0] / (seen[0] + 1e-9), loss[1] / (seen[1] + 1e-9),
                   t->generation, t->count};
        if (t->point_count < POINTS)
            t->points[t->point_count++] = p;
        fprintf(stderr, "%6.2f min  generation %d  games %zu  positions %zu  loss %.4f  apart %.4f\n",
                p.minutes, p.generation, t->played, p.positions, p.learnt, p.apart);
    }
    for (int i = 0; i < CK_FEATURES; i++)
        for (int phase = 0; phase < 2; phase++)
            t->weights.value[i][phase] = (int16_t)lrintf(t->w[i][phase] * CK_ODDS);
}

/* ---- files ----------------------------------------------------------------------------------*/

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-";

static void write_signs(FILE *file, char high, char low, int *column) {
    if (*column == 0)
        fputs("    \"", file);
    fputc(high, file);
    fputc(low, file);
    *column += 2;
    if (*column == 100) {
        fputs("\",\n", file);
        *column = 0;
    }
}

static bool write_weights(const trainer *t) {
    FILE *file = fopen(t->out, "w");
    const int16_t *value = t->weights.value[0];
    int column = 0, total = 2 * CK_FEATURES;
    if (!file)
        return false;
    fprintf(
        file,
        "/* The learnt weights of checkers, see patterns.h. Longer than 600 lines: it is data.\n *\n"
        " * Written by tools/train_checkers.c, which learns from its own games alone: %zu games in %d\n"
        " * generations of %d, depth %d, seed %llu, %.1f minutes on %d threads; docs/games/checkers/engine.md. */\n"
        "#include \"patterns.h\"\n\n/* clang-format off */\nconst char *const ck_weights_text[] = {\n",
        t->played, t->generation, t->games, t->depth, (unsigned long long)t->seed,
        (hra_clock() - t->started) / 60, t->threads);
    for (int i = 0, run; i < total; i += run) {
        for (run = 0; run < 64 && i + run < total && value[i + run] == 0; run++)
            continue;
        unsigned v = (unsigned)(value[i] - CK_WEIGHT_MIN);
        if (run > 0)
            write_signs(file, '~', alphabet[run - 1], &column);
        else
            write_signs(file, alphabet[v >> 6 & 63], alphabet[v & 63], &column);
        run += run == 0;
    }
    fputs(column ? "\",\n};\n" : "};\n", file);
    fputs("const int ck_weights_lines = sizeof ck_weights_text / sizeof *ck_weights_text;\n", file);
    return fclose(file) == 0;
}

static bool write_curve(const trainer *t) {
    FILE *file = fopen(t->csv, "w");
    if (!file)
        return false;
    fputs("minutes,generation,positions,loss,apart\n", file);
    for (int i = 0; i < t->point_count; i++)
        fprintf(file, "%.3f,%d,%zu,%.5f,%.5f\n", t->points[i].minutes, t->points[i].generation,
                t->points[i].positions, t->points[i].learnt, t->points[i].apart);
    return fclose(file) == 0;
}

static void draw_line(FILE *file, const trainer *t, bool apart, double low, double high, const char *look) {
    fprintf(file, "<polyline fill=\"none\" stroke-width=\"2\" %s points=\"", look);
    for (int i = 0; i < t->point_count; i++) {
        double v = apart ? t->points[i].apart : t->points[i].learnt;
        fprintf(file, "%.1f,%.1f ", 60 + 560.0 * i / (t->point_count > 1 ? t->point_count - 1 : 1),
                20 + 280 * (high - v) / (high - low));
    }
    fputs("\"/>\n", file);
}

static bool draw_curve(const trainer *t) {
    FILE *file = fopen(t->svg, "w");
    double low = 1e9, high = -1e9;
    if (!file)
        return false;
    for (int i = 0; i < t->point_count; i++) {
        low = fmin(low, fmin(t->points[i].learnt, t->points[i].apart));
        high = fmax(high, fmax(t->points[i].learnt, t->points[i].apart));
    }
    high = fmax(high, low + 0.01);
    fputs("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 360\" font-family=\"sans-serif\" "
          "font-size=\"12\">\n<rect width=\"640\" height=\"360\" fill=\"white\"/>\n"
          "<path d=\"M60 20V300H620\" fill=\"none\" stroke=\"black\"/>\n",
          file);
    draw_line(file, t, false, low, high, "stroke=\"#0072b2\"");
    draw_line(file, t, true, low, high, "stroke=\"#d55e00\" stroke-dasharray=\"6 3\"");
    fprintf(
        file,
        "<text x=\"8\" y=\"26\">%.4f</text>\n<text x=\"8\" y=\"304\">%.4f</text>\n"
        "<text x=\"60\" y=\"326\">passes over the positions: %d in %d generations, %zu games, %.1f "
        "minutes</text>\n"
        "<text x=\"60\" y=\"346\" fill=\"#0072b2\">loss of positions learnt from</text>\n"
        "<text x=\"300\" y=\"346\" fill=\"#d55e00\">loss of positions kept apart (dashed)</text>\n</svg>\n",
        high, low, t->point_count, t->generation, t->played, t->points[t->point_count - 1].minutes);
    return fclose(file) == 0;
}

/* ---- the program ----------------------------------------------------------------------------*/

static bool read_arguments(trainer *t, int argc, char **argv) {
    for (int i = 1; i + 1 < argc; i += 2) {
        const char *name = argv[i], *value = argv[i + 1];
        if (strcmp(name, "--minutes") == 0)
            t->minutes = strtod(value, NULL);
        else if (strcmp(name, "--threads") == 0)
            t->threads = (int)strtol(value, NULL, 10);
        else if (strcmp(name, "--games") == 0)
            t->games = (int)strtol(value, NULL, 10);
        else if (strcmp(name, "--generations") == 0)
            t->generations = (int)strtol(value, NULL, 10);
        else if (strcmp(name, "--depth") == 0)
            t->depth = (int)strtol(value, NULL, 10);
        else if (strcmp(name, "--epochs") == 0)
            t->epochs = (int)strtol(value, NULL, 10);
        else if (strcmp(name, "--seed") == 0)
            t->seed = strtoull(value, NULL, 10);
        else if (strcmp(name, "--out") == 0)
            t->out = value;
        else if (strcmp(name, "--csv") == 0)
            t->csv = value;
        else if (strcmp(name, "--svg") == 0)
            t->svg = value;
        else
            return false;
    }
    return argc % 2 == 1 && t->games > 0 && t->games <= 1000000 && t->depth > 0 && t->epochs > 0;
}

static hra_err train(trainer *t) {
    hra_err err = HRA_OK;
    for (int g = 0;
         !err && (t->generations ? g < t->generations : (hra_clock() - t->started) / 60 < 0.9 * t->minutes);
         g++) {
        t->generation = g + 1;
        err = play_generation(t);
        if (!err)
            learn_generation(t, t->epochs);
    }
    if (!err && t->count)
        learn_generation(t, 3 * t->epochs); /* a last, longer pass */
    return err;
}

int main(int argc, char **argv) {
    static trainer t = {.minutes = 10,
                        .threads = 1,
                        .games = 20000,
                        .depth = 6,
                        .epochs = 3,
                        .seed = 1,
                        .out = "weights.c",
                        .csv = "loss.csv",
                        .svg = "loss.svg",
                        .room = 8000000};
    if (!read_arguments(&t, argc, argv)) {
        fputs("usage: train_checkers [--minutes M | --generations N] [--threads T] [--games PER_GENERATION] "
              "[--depth D] [--epochs E] [--seed S] [--out FILE] [--csv FILE] [--svg FILE]\n"
              "--minutes 0 writes material alone\n",
              stderr);
        return 2;
    }
    t.records = malloc((size_t)t.games * sizeof *t.records);
    t.samples = malloc(t.room * sizeof *t.samples);
    if (!t.records || !t.samples)
        return 1;
    ck_weights_material(&t.weights);
    for (int i = 0; i < CK_FEATURES; i++)
        for (int phase = 0; phase < 2; phase++)
            t.w[i][phase] = (float)t.weights.value[i][phase] / CK_ODDS;
#ifdef WITH_TABLES
    ck_tables *tables;
    if (t.minutes > 0 &&
        ck_tables_build(&tables, NULL, TABLE_PIECES, (size_t)64 << 20, t.threads, NULL, NULL) == 0)
        t.tables = tables;
#endif
    t.started = hra_clock();
    hra_err err = train(&t);
    if (err || !write_weights(&t) || (t.point_count && (!write_curve(&t) || !draw_curve(&t)))) {
        fprintf(stderr, "train_checkers: %s\n", err ? hra_err_text(err) : "a file could not be written");
        return 1;
    }
    free(t.records);
    free(t.samples);
    return 0;
}
