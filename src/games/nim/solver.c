/* The solution of nim. Bouton's theorem gives the winner for any number of positions. It does not give the
 * distance to the end, which is computed from the end upwards if the rows are short enough. */
#include <stdlib.h>

#include "core/messages.h"
#include "hra/solve.h"
#include "nim.h"

/* Moves looked at in the counting of distances, at most: a tenth of a second. */
static const uint64_t most_work = (uint64_t)1 << 24;

typedef struct solution {
    const nim_level *level;
    uint64_t states;    /* 0: more than fit into a number */
    uint32_t count;     /* of distances: one for each way that the rows can stand */
    uint16_t *distance; /* NULL: not counted */
} solution;

/* The row of each place in a number is written to the base of its length + 1, row a first. */
static uint32_t number_of(const nim_level *level, const uint8_t *row) {
    uint32_t number = 0;
    for (int i = level->rows; i-- > 0;)
        number = number * (level->row[i] + 1U) + row[i];
    return number;
}

static void rows_of(const nim_level *level, uint32_t number, uint8_t *row) {
    for (int i = 0; i < level->rows; i++) {
        row[i] = (uint8_t)(number % (level->row[i] + 1U));
        number /= level->row[i] + 1U;
    }
}

/* The player to move takes the last match if the distance is odd, so the distance determines the winner. */
static bool wins_by(const nim_level *level, int distance) {
    return (distance % 2 == 1) != level->last_loses;
}

/* The winner hurries, the loser delays. The positions below have lower numbers and are counted. */
static uint16_t distance_from(const solution *n, uint32_t number) {
    uint8_t row[NIM_ROWS];
    uint32_t weight = 1;
    int soonest = -1, latest = 0;
    rows_of(n->level, number, row);
    for (int i = 0; i < n->level->rows; i++) {
        for (uint32_t take = 1; take <= row[i]; take++) {
            int plies = n->distance[number - take * weight] + 1;
            if (wins_by(n->level, plies) && (soonest < 0 || plies < soonest))
                soonest = plies;
            latest = plies > latest ? plies : latest;
        }
        weight *= n->level->row[i] + 1U;
    }
    return (uint16_t)(soonest >= 0 ? soonest : latest);
}

static hra_err count_distances(solution *n, const hra_progress *progress) {
    n->distance = malloc(n->count * sizeof *n->distance);
    if (!n->distance)
        return HRA_ENOMEM;
    for (uint32_t number = 0; number < n->count; number++) {
        if ((number & 0xffff) == 0 && hra_progress_stopped(progress))
            return HRA_ESTOPPED;
        n->distance[number] = distance_from(n, number);
    }
    return HRA_OK;
}

/* Each way that the rows can stand comes with either seat to move, but where no row has lost more than one:
 * then the number of moves is known. */
static void count_states(solution *n) {
    uint64_t ways = 1, matches = 0, limit = UINT64_MAX / 2;
    bool fits = true;
    for (int i = 0; i < n->level->rows && fits; i++) {
        uint64_t lengths = n->level->row[i] + 1U;
        fits = ways <= limit / lengths;
        ways *= fits ? lengths : 1;
        matches += n->level->row[i];
    }
    n->states = fits ? 2 * ways - ((uint64_t)1 << n->level->rows) : 0;
    n->count = fits && ways <= most_work / matches ? (uint32_t)ways : 0;
}

static void close_solution(void *self) {
    free(((solution *)self)->distance);
    free(self);
}

static hra_err open_solution(const hra_game *game, const hra_solve_setup *setup, void **self,
                             hra_error *why) {
    solution *n = calloc(1, sizeof *n);
    if (!n)
        return hra_no_memory(why);
    n->level = game->data;
    count_states(n);
    hra_err err = n->count && (!setup->memory || n->count <= setup->memory / sizeof *n->distance)
                      ? count_distances(n, setup->progress)
                      : HRA_OK;
    if (err) {
        close_solution(n);
        return hra_fail(why, err, -1, "%s",
                        err == HRA_ESTOPPED ? _("stopped while solving") : hra_err_text(err));
    }
    *self = n;
    return HRA_OK;
}

static hra_err value(const void *self, const void *s, double *out) {
    const uint8_t *b = s;
    bool wins = nim_wins(((const solution *)self)->level, b + 1);
    out[b[0]] = wins ? 1 : -1;
    out[!b[0]] = -out[b[0]];
    return HRA_OK;
}

static int distance(const void *self, const void *s) {
    const solution *n = self;
    return n->distance ? n->distance[number_of(n->level, (const uint8_t *)s + 1)] : -1;
}

static uint64_t states(const void *self) {
    return ((const solution *)self)->states;
}

const hra_solver nim_solver = {
    .open = open_solution,
    .close = close_solution,
    .value = value,
    .distance = distance,
    .states = states,
};
