/* Value iteration over chases.
 *
 * A track is a cell and the direction in which a ghost entered it. A row holds, for two tracks (or one), a
 * number for each cell of Pacman: the expected value with Pacman to move there. Rows are adjacent in memory,
 * so that a round of the ghosts is sums of whole rows. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "core/messages.h"
#include "escape.h"
#include "escape_cache.h"

enum {
    LANE = 16,   /* cells of a row are a multiple of this */
    EXITS = 4,   /* moves of a ghost */
    WARY = 3,    /* a ghost that is scared for no longer than this counts as it will be */
    SWEEPS = 40, /* at most */
    USUAL_SWEEPS = 10,
    SOLVED = 1,             /* which way of solving a file holds */
    SETTLED = 64,           /* of 65535: a sweep that changes nothing by more was the last */
    MOST_BYTES = 160 << 20, /* of the pairs */
    LEAST_KEPT = 4 << 20    /* numbers of them: to solve fewer takes no longer than to read a file */
};

static const double forget = 0.01; /* how much less a round later weighs */
static const float whole = 65535;  /* a chance of 1, as it is stored */

typedef struct track {
    uint16_t cell, next[EXITS];
    uint8_t direction, exits;
} track;

struct pac_escape {
    const pac_maze *maze;
    bool worst;
    int tracks, width; /* width: numbers of a row */
    int *id;           /* of a track, [cell * PAC_MOVES + direction]; -1: there is none */
    track *track;
    uint16_t *west,
        *east; /* of each cell: all bits where Pacman can go there, to the cell before or behind it, else 0 */
    uint16_t (*above)[2]; /* pairs of cells with a way between them, one above the other */
    int ups;              /* how many */
    float *share;         /* of a ghost's moves: [(track * EXITS + exit) * width + cell of Pacman's] */
    uint16_t *one, *two;  /* rows of single tracks and of pairs; two may be NULL */
};

static size_t pair_of(int a, int b) {
    size_t low = (size_t)(a < b ? a : b), high = (size_t)(a < b ? b : a);
    return high * (high + 1) / 2 + low;
}

static const uint16_t *row_one(const pac_escape *e, int a) {
    return e->one + (size_t)a * (size_t)e->width;
}

static const uint16_t *row_two(const pac_escape *e, int a, int b) {
    return e->two + pair_of(a, b) * (size_t)e->width;
}

static const float *share_of(const pac_escape *e, int t, int exit) {
    return e->share + ((size_t)t * EXITS + (size_t)exit) * (size_t)e->width;
}

/* ---- tracks -----------------------------------------------------------------------------------*/

static bool is_track(const pac_maze *maze, int cell, int direction) {
    unsigned place = maze->place[cell];
    if (maze->ways[place] == 1U << PAC_STOP)
        return false;
    if (direction != PAC_STOP) /* from where it came there is a way */
        return maze->ways[place - (unsigned)pac_half[direction]] & (PAC_BETWEEN_X | PAC_BETWEEN_Y);
    for (int k = 1; k <= maze->ghosts; k++)
        if (maze->start[k] == place)
            return true;
    return false;
}

static void list_tracks(pac_escape *e) {
    const pac_maze *maze = e->maze;
    for (int c = 0; c < maze->cells; c++)
        for (int d = 0; d < PAC_MOVES; d++) {
            bool there = is_track(maze, c, d);
            e->id[c * PAC_MOVES + d] = there ? e->tracks : -1;
            if (there)
                e->track[e->tracks++] = (track){.cell = (uint16_t)c, .direction = (uint8_t)d};
        }
    for (int t = 0; t < e->tracks; t++) {
        track *g = &e->track[t];
        unsigned place = maze->place[g->cell];
        unsigned ways =
            pac_ghost_ways(maze, &(pac_agent){.place = (uint16_t)place, .direction = g->direction});
        for (int m = 0; m < PAC_MOVES; m++)
            if (ways >> m & 1) {
                int to = maze->cell[place + (unsigned)(2 * pac_half[m])];
                g->next[g->exits++] = (uint16_t)e->id[to * PAC_MOVES + m];
            }
    }
}

/* Cells are numbered row by row, so those side by side follow one another. */
static void list_cells(pac_escape *e) {
    const pac_maze *maze = e->maze;
    for (int c = 0; c < maze->cells; c++) {
        unsigned place = maze->place[c], ways = maze->ways[place];
        e->west[c] = ways >> PAC_WEST & 1 ? UINT16_MAX : 0;
        e->east[c] = ways >> PAC_EAST & 1 ? UINT16_MAX : 0;
        if (ways >> PAC_NORTH & 1) {
            e->above[e->ups][0] = maze->cell[place + (unsigned)(2 * pac_half[PAC_NORTH])];
            e->above[e->ups++][1] = (uint16_t)c;
        }
    }
}

/* What the model says of a ghost on each track, for each cell of Pacman's. */
static void ask_model(pac_escape *e, const hra_game *game, const hra_model *model, pac_state *s, int t) {
    const track *g = &e->track[t];
    hra_move moves[PAC_MOVES];
    double p[PAC_MOVES];
    s->mover = 1;
    s->agent[1] = (pac_agent){.place = e->maze->place[g->cell], .direction = g->direction};
    int n = game->rules->moves(game, s, moves);
    for (int c = 0; c < e->maze->cells; c++) {
        s->agent[0].place = e->maze->place[c];
        if (model)
            model->probabilities(game, s, moves, n, p);
        for (int i = 0; i < n; i++)
            e->share[((size_t)t * EXITS + (size_t)i) * (size_t)e->width + (size_t)c] =
                (float)(model ? p[i] : 1.0 / n);
    }
}

/* ---- sweeps -----------------------------------------------------------------------------------*/

/* A row while it is worked out. */
typedef struct sweep {
    float *after;     /* the expected value after Pacman has moved */
    uint16_t *stored; /* the same a round earlier */
    uint16_t *best;   /* where Pacman is to move */
} sweep;

/* Loops over a row gain from wide vectors, so they are compiled for those too; no number depends on it. */
#if defined(__GNUC__)
#define EVERYWHERE static inline __attribute__((always_inline))
#else
#define EVERYWHERE static inline
#endif

/* What the ghosts' moves make of rows, where Pacman has moved. `from` is a row after these moves; its numbers
 * pass through int, which vectors of most machines convert by one instruction. */
EVERYWHERE void gather(const pac_escape *e, float *out, const uint16_t *from, const float *a,
                       const float *b) {
    int width = e->width;
    if (e->worst)
        for (int i = 0; i < width; i++)
            out[i] = out[i] < (float)(int)from[i] ? out[i] : (float)(int)from[i];
    else if (b)
        for (int i = 0; i < width; i++)
            out[i] += a[i] * b[i] * (float)(int)from[i];
    else
        for (int i = 0; i < width; i++)
            out[i] += a[i] * (float)(int)from[i];
}

EVERYWHERE void start_row(const pac_escape *e, float *out) {
    for (int i = 0; i < e->width; i++)
        out[i] = e->worst ? whole : 0;
}

/* What each cell is worth a round earlier, as it is stored. */
EVERYWHERE void store_row(const pac_escape *e, const float *after, uint16_t *out) {
    for (int i = 0; i < e->width; i++) {
        float kept = (float)forget * whole + (1 - (float)forget) * after[i] + 0.5F;
        out[i] = (uint16_t)(int)(kept < whole ? kept : whole);
    }
}

EVERYWHERE uint16_t more(uint16_t a, uint16_t b) {
    return a > b ? a : b;
}

/* Pacman moves to the best cell; row[] is what each is worth then. More is stored as no less, so the best is
 * found among the stored numbers. Returns the largest change. */
EVERYWHERE int move_pacman(const pac_escape *e, const sweep *w, uint16_t *restrict row, int caught,
                           int caught_too) {
    const uint16_t *restrict stored = w->stored;
    uint16_t *restrict best = w->best;
    uint16_t most = 0;
    store_row(e, w->after, w->stored);
    for (int c = 0; c < e->width; c++)
        best[c] = more(stored[c], more(stored[c - 1] & e->west[c], stored[c + 1] & e->east[c]));
    for (int i = 0; i < e->ups; i++) {
        int up = e->above[i][0], down = e->above[i][1];
        best[up] = more(best[up], stored[down]);
        best[down] = more(best[down], stored[up]);
    }
    best[caught] = best[caught_too] = 0;
    for (int c = 0; c < e->width; c++) {
        uint16_t change = (uint16_t)(more(best[c], row[c]) - (best[c] < row[c] ? best[c] : row[c]));
        most = more(most, change);
        row[c] = best[c];
    }
    return most;
}

EVERYWHERE int sweep_one(const pac_escape *e, const sweep *w, int t) {
    float *after = w->after;
    const track *g = &e->track[t];
    start_row(e, after);
    for (int i = 0; i < g->exits; i++)
        gather(e, after, row_one(e, g->next[i]), share_of(e, t, i), NULL);
    after[g->cell] = 0;
    return move_pacman(e, w, e->one + (size_t)t * (size_t)e->width, g->cell, g->cell);
}

EVERYWHERE int sweep_two(const pac_escape *e, const sweep *w, int t, int u) {
    float *after = w->after;
    const track *g = &e->track[t], *h = &e->track[u];
    start_row(e, after);
    for (int i = 0; i < g->exits; i++)
        for (int j = 0; j < h->exits; j++)
            gather(e, after, row_two(e, g->next[i], h->next[j]), share_of(e, t, i), share_of(e, u, j));
    after[g->cell] = after[h->cell] = 0;
    return move_pacman(e, w, e->two + pair_of(t, u) * (size_t)e->width, g->cell, h->cell);
}

/* One chase, of one ghost (u < 0) or of two; returns the largest change of its row. */
typedef int sweep_chase(const pac_escape *e, const sweep *w, int t, int u);

static int sweep_base(const pac_escape *e, const sweep *w, int t, int u) {
    return u < 0 ? sweep_one(e, w, t) : sweep_two(e, w, t, u);
}

#if defined(__x86_64__) && defined(__GNUC__)
__attribute__((target("avx2"))) static int sweep_avx2(const pac_escape *e, const sweep *w, int t, int u) {
    return u < 0 ? sweep_one(e, w, t) : sweep_two(e, w, t, u);
}

static sweep_chase *widest_sweep(void) {
    return __builtin_cpu_supports("avx2") ? sweep_avx2 : sweep_base;
}
#else
static sweep_chase *widest_sweep(void) {
    return sweep_base;
}
#endif

static void fill(const pac_escape *e, uint16_t *row, int a, int b) {
    for (int c = 0; c < e->width; c++)
        row[c] = (uint16_t)whole;
    row[e->track[a].cell] = row[e->track[b].cell] = 0;
}

static hra_err solve_pairs(pac_escape *e, const sweep *w, const hra_progress *progress) {
    sweep_chase *chase = widest_sweep();
    int change = SETTLED + 1;
    for (int u = 0; u < e->tracks; u++)
        for (int t = 0; t <= u; t++)
            fill(e, e->two + pair_of(t, u) * (size_t)e->width, t, u);
    for (int n = 0; n < SWEEPS && change > SETTLED; n++) {
        change = 0;
        for (int u = 0; u < e->tracks; u++) {
            double share = (double)u * u / ((double)e->tracks * e->tracks);
            double done = (n + share) / USUAL_SWEEPS;
            if (hra_progress_stopped(progress))
                return HRA_ESTOPPED;
            hra_progress_report(progress, N_("solving the chases"), done < 0.99 ? done : 0.99);
            for (int t = 0; t <= u; t++) {
                int c = chase(e, w, t, u);
                change = c > change ? c : change;
            }
        }
    }
    return HRA_OK;
}

static hra_err solve(pac_escape *e, const hra_progress *progress) {
    size_t width = (size_t)e->width;
    uint16_t *stored =
        calloc(width + 2, sizeof *stored); /* with a number before the first and behind the last */
    sweep w = {.after = calloc(width, sizeof(float)),
               .stored = stored ? stored + 1 : NULL,
               .best = malloc(width * sizeof(uint16_t))};
    hra_err err = w.after && stored && w.best ? HRA_OK : HRA_ENOMEM;
    sweep_chase *chase = widest_sweep();
    int change = SETTLED + 1;
    for (int t = 0; !err && t < e->tracks; t++)
        fill(e, e->one + (size_t)t * (size_t)e->width, t, t);
    for (int n = 0; !err && n < 4 * SWEEPS && change > 1; n++) {
        change = 0;
        for (int t = 0; t < e->tracks; t++) {
            int c = chase(e, &w, t, -1);
            change = c > change ? c : change;
        }
        err = hra_progress_stopped(progress) ? HRA_ESTOPPED : HRA_OK;
    }
    if (!err && e->two)
        err = solve_pairs(e, &w, progress);
    free(w.after);
    free(stored);
    free(w.best);
    return err;
}

/* ---- keeping ----------------------------------------------------------------------------------*/

/* A hash of everything that determines the solution. A change of how a sweep computes must raise SOLVED. */
static uint64_t key_of(const pac_escape *e, size_t pairs) {
    size_t width = (size_t)e->width, tracks = (size_t)e->tracks;
    const size_t sizes[] = {tracks, width, (size_t)e->maze->cells, e->worst, pairs, SETTLED, SWEEPS, SOLVED};
    uint64_t key = XXH3_64bits(sizes, sizeof sizes);
    key = XXH3_64bits_withSeed(&forget, sizeof forget, key);
    key = XXH3_64bits_withSeed(e->west, width * sizeof *e->west, key);
    key = XXH3_64bits_withSeed(e->east, width * sizeof *e->east, key);
    key = XXH3_64bits_withSeed(e->above, (size_t)e->ups * sizeof *e->above, key);
    key = XXH3_64bits_withSeed(e->track, tracks * sizeof *e->track, key);
    return XXH3_64bits_withSeed(e->share, tracks * EXITS * width * sizeof *e->share, key);
}

/* Solves, or takes the solution that is kept in the folder `data` (NULL: none), where it takes long. What
 * could not be kept is solved again the next time. */
static hra_err solve_once(pac_escape *e, const char *data, const hra_progress *progress) {
    size_t width = (size_t)e->width, tracks = (size_t)e->tracks,
           pairs = e->two ? tracks * (tracks + 1) / 2 : 0;
    pac_escape_cache kept = {
        .data = data, .part = {e->one, e->two}, .count = {tracks * width, pairs * width}};
    bool long_work = data && kept.count[1] >= LEAST_KEPT;
    kept.key = long_work ? key_of(e, pairs) : 0;
    if (long_work && pac_escape_cache_load(&kept))
        return HRA_OK;
    hra_err err = solve(e, progress);
    if (!err && long_work)
        pac_escape_cache_save(&kept);
    return err;
}

/* ---- opening ----------------------------------------------------------------------------------*/

void pac_escape_close(pac_escape *e) {
    if (!e)
        return;
    free(e->id);
    free(e->track);
    free(e->west);
    free(e->east);
    free(e->above);
    free(e->share);
    free(e->one);
    free(e->two);
    free(e);
}

static hra_err build(pac_escape *e, const hra_game *game, const hra_model *model, const char *data,
                     const hra_progress *progress) {
    size_t cells = (size_t)e->maze->cells, width = (size_t)e->width;
    pac_state *s = calloc(1, game->state_size);
    e->id = malloc(cells * PAC_MOVES * sizeof *e->id);
    e->track = calloc(cells * PAC_MOVES, sizeof *e->track);
    e->west = calloc(width, sizeof *e->west);
    e->east = calloc(width, sizeof *e->east);
    e->above = malloc(cells * sizeof *e->above);
    if (!s || !e->id || !e->track || !e->west || !e->east || !e->above) {
        free(s);
        return HRA_ENOMEM;
    }
    list_tracks(e);
    list_cells(e);
    size_t tracks = (size_t)e->tracks, pairs = tracks * (tracks + 1) / 2;
    e->share = calloc(tracks * EXITS * width, sizeof *e->share);
    e->one = malloc(tracks * width * sizeof *e->one);
    bool two = e->maze->ghosts > 1 && pairs * width * sizeof *e->two <= MOST_BYTES;
    if (two)
        e->two = malloc(pairs * width * sizeof *e->two);
    bool good = e->share && e->one && (e->two || !two);
    for (int t = 0; good && !e->worst && t < e->tracks; t++)
        ask_model(e, game, model, s, t);
    free(s);
    return good ? solve_once(e, data, progress) : HRA_ENOMEM;
}

hra_err pac_escape_open(pac_escape **out, const hra_game *game, const hra_model *model, bool worst,
                        const char *data, const hra_progress *progress, hra_error *why) {
    pac_escape *e = calloc(1, sizeof *e);
    hra_err err = HRA_ENOMEM;
    if (e) {
        e->maze = game->data;
        e->worst = worst;
        e->width = (e->maze->cells + LANE - 1) / LANE * LANE;
        err = e->maze->ghosts ? build(e, game, model, data, progress) : HRA_OK;
    }
    if (err) {
        pac_escape_close(e);
        return hra_fail(why, err, -1, "%s", hra_err_text(err));
    }
    *out = e;
    return HRA_OK;
}

bool pac_escape_pairs(const pac_escape *e) {
    return e->two;
}

/* ---- asking -----------------------------------------------------------------------------------*/

/* A ghost, and where it will be when Pacman is to move: one track, or several with their shares. */
typedef struct hunter {
    int count;
    int track[EXITS];
    float share[EXITS];
} hunter;

/* Returns false if this ghost cannot be a threat. */
static bool find_hunter(const pac_escape *e, const pac_state *s, int k, unsigned cell, hunter *out) {
    const pac_maze *maze = e->maze;
    const pac_agent *g = &s->agent[k];
    unsigned place = g->place;
    if (g->timer > WARY)
        return false;
    place += place % 2 + (place / PAC_ROW % 2) * PAC_ROW;
    const int *ids = e->id + maze->cell[place] * PAC_MOVES;
    int t = ids[g->direction];
    for (int d = 0; d < PAC_MOVES && t < 0; d++) /* the position was typed */
        t = ids[d];
    if (t < 0)
        return false;
    bool moved = s->mover <= 0 || k < s->mover;
    *out = (hunter){.count = 1, .track = {t}, .share = {1}};
    if (moved)
        return true;
    out->count = e->track[t].exits;
    for (int i = 0; i < out->count; i++) {
        out->track[i] = e->track[t].next[i];
        out->share[i] = share_of(e, t, i)[cell];
    }
    return true;
}

static float least_of(float a, float b) {
    return a < b ? a : b;
}

static double against_one(const pac_escape *e, const hunter *a, unsigned cell) {
    float x = e->worst ? whole : 0;
    for (int i = 0; i < a->count; i++) {
        float one = (float)row_one(e, a->track[i])[cell];
        x = e->worst ? least_of(x, one) : x + a->share[i] * one;
    }
    return x / whole;
}

static double against_two(const pac_escape *e, const hunter *a, const hunter *b, unsigned cell) {
    float x = e->worst ? whole : 0;
    for (int i = 0; i < a->count; i++)
        for (int j = 0; j < b->count; j++) {
            float one = (float)row_two(e, a->track[i], b->track[j])[cell];
            x = e->worst ? least_of(x, one) : x + a->share[i] * b->share[j] * one;
        }
    return x / whole;
}

/* Three and more are put together from pairs as if these were independent but for what they share
 * (Kirkwood 1935): the product over the pairs by the product over the single ones. */
double pac_escape_chance(const pac_escape *e, const pac_state *s) {
    unsigned cell = e->maze->cell[s->agent[0].place];
    hunter h[PAC_GHOSTS];
    int n = 0;
    double pairs = 1, singles = 1;
    if (s->end == PAC_LOST || s->end == PAC_WON)
        return s->end == PAC_WON;
    for (int k = 1; k <= e->maze->ghosts; k++)
        n += find_hunter(e, s, k, cell, &h[n]);
    if (n == 2 && e->two)
        return against_two(e, &h[0], &h[1], cell);
    for (int i = 0; i < n; i++)
        singles *= against_one(e, &h[i], cell);
    if (n < 3 || !e->two || singles <= 0)
        return singles;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            pairs *= against_two(e, &h[j], &h[i], cell);
    double x = pairs / pow(singles, n - 2);
    return x < 1 ? x : 1;
}
