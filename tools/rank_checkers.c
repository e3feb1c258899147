/* How well the evaluation of checkers orders positions, compared with a deep search, by classes of positions.
 *
 *     rank_checkers --make set.txt --each 600 --nodes 1000000 games.bin
 *     rank_checkers set.txt
 *
 * The first takes quiet positions in which both sides have as many men and as many kings from games that
 * nothing was learnt from (play_checkers --first), at most one of a class from a game, and has them searched.
 * The second prints Spearman's rank correlation of evaluation and search for each class, and how the two
 * differ where the search sees a win. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checkers_games.h"
#include "games/checkers/checkers_weights.h"
#include "games/checkers/tables.h"

enum { CLASSES = 5, MOST = 60000, CACHE = 64 << 20, PIECES = 5, TABLE = 16 << 20 };

static const char *const names[CLASSES] = {"24-19", "18-13", "12-9 without kings", "12-9 with kings",
                                           "8-5 with kings"};

typedef struct entry {
    ck_seen seen;
    int class, deep, now;
} entry;

typedef struct set {
    entry *entries;
    int count;
} set;

static int class_of(const ck_seen *s) {
    int n = __builtin_popcount(s->pieces[0] | s->pieces[1]);
    uint32_t black = s->pieces[0], white = s->pieces[1];
    if (__builtin_popcount(black) != __builtin_popcount(white) ||
        __builtin_popcount(black & s->kings) != __builtin_popcount(white & s->kings) ||
        s->flags & (CK_SEEN_JUMP | CK_SEEN_THREAT))
        return -1;
    if (n > 12)
        return s->kings ? -1 : n > 18 ? 0 : 1;
    return n > 8 ? (s->kings ? 3 : 2) : n > 4 && s->kings ? 4 : -1;
}

static bool probe(void *self, const ck_board *b, int side, int *wdl, int *distance) {
    void **both = self;
    return ck_tables_probe(both[0], both[1], b, side, wdl, distance);
}

/* Passes over the games and takes what is wanted. */
static bool gather(set *out, const char *name, int each) {
    FILE *file = fopen(name, "rb");
    ck_seen s;
    int had[CLASSES] = {0};
    uint32_t last[CLASSES];
    memset(last, 0xff, sizeof last);
    while (file && fread(&s, sizeof s, 1, file) == 1) {
        int class = class_of(&s);
        if (class < 0 || had[class] == each || last[class] == s.game ||
            (s.game * 2654435761U + s.quiet) >> 16 & 3)
            continue;
        last[class] = s.game;
        had[class]++;
        out->entries[out->count++] = (entry){.seen = s, .class = class};
    }
    for (int i = 0; i < CLASSES; i++)
        if (had[i] < each)
            fprintf(stderr, "rank_checkers: only %d of %s\n", had[i], names[i]);
    return file && fclose(file) == 0;
}

static bool make(set *all, const char *name, uint64_t nodes, const ck_weights *weights) {
    static ck_thought thought;
    ck_tables *tables = NULL;
    ck_cache *cache = NULL;
    ck_engine *engine = NULL;
    hra_err err = ck_tables_build(&tables, getenv("HRA_TABLES"), PIECES, (size_t)16 << 20, 2, NULL, NULL);
    if (!err)
        err = ck_cache_open(&cache, tables, CACHE);
    void *both[2] = {tables, cache};
    ck_oracle oracle = {probe, probe, both, PIECES};
    if (!err)
        err = ck_engine_open(&engine, weights, &oracle, TABLE);
    FILE *file = err ? NULL : fopen(name, "w");
    for (int i = 0; file && i < all->count; i++) {
        const ck_seen *s = &all->entries[i].seen;
        ck_task task = {
            .board = ck_seen_board(s), .side = s->side, .draw_plies = 80, .repetition = true, .nodes = nodes};
        ck_engine_forget(engine);
        ck_engine_think(engine, &task, &thought);
        fprintf(file, "%d %08x %08x %08x %d %d\n", all->entries[i].class, s->pieces[0], s->pieces[1],
                s->kings, s->side, thought.value);
    }
    ck_engine_close(engine);
    ck_cache_close(cache);
    ck_tables_close(tables);
    return file && fclose(file) == 0;
}

static bool load(set *out, const char *name) {
    FILE *file = fopen(name, "r");
    int side;
    for (entry e; file && out->count < CLASSES * MOST &&
                  fscanf(file, "%d %x %x %x %d %d", &e.class, &e.seen.pieces[0], &e.seen.pieces[1],
                         &e.seen.kings, &side, &e.deep) == 6;) {
        e.seen.side = (uint8_t)side;
        out->entries[out->count++] = e;
    }
    return file && fclose(file) == 0 && out->count > 0;
}

/* The games themselves: what is compared with is how they ended. */
static bool load_games(set *out, const char *name) {
    FILE *file = fopen(name, "rb");
    ck_seen s;
    int had[CLASSES] = {0};
    while (file && fread(&s, sizeof s, 1, file) == 1) {
        int n = __builtin_popcount(s.pieces[0] | s.pieces[1]);
        int class = n > 18 ? 0 : n > 12 ? 1 : n > 8 ? (s.kings ? 3 : 2) : n > 4 && s.kings ? 4 : -1;
        if (class < 0 || had[class] == MOST || s.flags & (CK_SEEN_JUMP | CK_SEEN_THREAT) ||
            abs(__builtin_popcount(s.pieces[0]) - __builtin_popcount(s.pieces[1])) > 1 ||
            abs(s.value) >= CK_SURE)
            continue;
        had[class]++;
        out->entries[out->count++] = (entry){.seen = s, .class = class, .deep = s.result * CK_SURE};
    }
    return file && fclose(file) == 0 && out->count > 0;
}

static int by_key(const void *a, const void *b) {
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Ranks instead of numbers; of equal ones the mean. */
static void rank(const double *value, int n, double *out) {
    double(*order)[2] = malloc((size_t)n * sizeof *order);
    for (int i = 0; i < n; i++) {
        order[i][0] = value[i];
        order[i][1] = i;
    }
    qsort(order, (size_t)n, sizeof *order, by_key);
    for (int i = 0, next; i < n; i = next) {
        for (next = i; next < n && order[next][0] == order[i][0]; next++)
            continue;
        for (int k = i; k < next; k++)
            out[(int)order[k][1]] = (i + next - 1) / 2.0;
    }
    free(order);
}

static double correlation(const double *a, const double *b, int n) {
    double ma = 0, mb = 0, aa = 0, bb = 0, ab = 0;
    for (int i = 0; i < n; i++) {
        ma += a[i] / n;
        mb += b[i] / n;
    }
    for (int i = 0; i < n; i++) {
        aa += (a[i] - ma) * (a[i] - ma);
        bb += (b[i] - mb) * (b[i] - mb);
        ab += (a[i] - ma) * (b[i] - mb);
    }
    return aa > 0 && bb > 0 ? ab / sqrt(aa * bb) : 0;
}

static void report(const set *s, const ck_weights *weights) {
    static double now[MOST], deep[MOST], a[MOST], b[MOST], won[MOST];
    for (int class = 0; class < CLASSES; class ++) {
        int n = 0, wins = 0;
        double loss = 0;
        for (int i = 0; i < s->count; i++) {
            const entry *e = &s->entries[i];
            if (e->class != class || n == MOST)
                continue;
            ck_board board = ck_seen_board(&e->seen);
            now[n] = ck_evaluate(weights, &board, e->seen.side);
            deep[n] = abs(e->deep) >= CK_SURE ? (e->deep > 0 ? CK_SURE : -CK_SURE) : e->deep;
            if (abs(e->deep) >= CK_SURE)
                won[wins++] = e->deep > 0 ? now[n] : -now[n];
            double r = deep[n] >= CK_SURE ? 1 : deep[n] <= -CK_SURE ? 0 : 0.5, c = ck_chance((int)now[n]);
            loss -= r * log(c + 1e-9) + (1 - r) * log(1 - c + 1e-9);
            n++;
        }
        rank(now, n, a);
        rank(deep, n, b);
        qsort(won, (size_t)wins, sizeof *won, by_key);
        printf("%-20s %5d positions  correlation %.3f  won %d, median chance of the winner %.2f, loss %.4f\n",
               names[class], n, n ? correlation(a, b, n) : 0, wins,
               wins ? ck_chance((int)won[wins / 2]) : 0.5, n ? loss / n : 0);
    }
}

int main(int argc, char **argv) {
    static ck_weights weights;
    const char *make_name = NULL, *file = NULL;
    uint64_t nodes = 1000000;
    int each = 600;
    bool games = false;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--make") == 0 && i + 1 < argc)
            make_name = argv[++i];
        else if (strcmp(argv[i], "--each") == 0 && i + 1 < argc)
            each = (int)strtol(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--nodes") == 0 && i + 1 < argc)
            nodes = strtoull(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--games") == 0)
            games = true;
        else
            file = argv[i];
    set s = {malloc(sizeof(entry) * CLASSES * MOST), 0};
    if (!file || !s.entries || each < 1 || each > MOST) {
        fputs("usage: rank_checkers --make SET [--each N] [--nodes N] GAMES | rank_checkers SET |\n"
              "       rank_checkers --games GAMES\n",
              stderr);
        return 2;
    }
    bool good = ck_weights_read(ck_learnt, ck_learnt_length, &weights) == HRA_OK;
    if (good)
        good = make_name ? gather(&s, file, each) && make(&s, make_name, nodes, &weights)
               : games   ? load_games(&s, file)
                         : load(&s, file);
    if (!good) {
        fprintf(stderr, "rank_checkers: %s cannot be read, or the set not be made\n", file);
        return 1;
    }
    if (!make_name)
        report(&s, &weights);
    free(s.entries);
    return 0;
}
