/* Newton's method for strengths where ties are outcomes of their own.
 *
 * Of those who have no place yet, the set A, a set C of c players takes the next one, tied, with probability
 * f(C) / the sum of f over all sets within A that may be tied, f(C) = d[c] * (product of their worths)^(1/c),
 * d[1] = 1 (H. Turner, J. van Etten, D. Firth, I. Kosmidis, "Modelling rankings in R: the PlackettLuce
 * package", 2020; of two players it is R. Davidson's model, 1970). In logarithms that is linear but for the
 * sum, so the logarithm of the likelihood is concave. Its slope is what occurred less what was to be
 * expected, its curvature minus a covariance; of parameters 0..players-1 are the logarithms of worths and the
 * others those of d. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/array_alloc.h"
#include "elo_stats.h"
#include "plackett_luce.h"

enum { MOST_STEPS = 500, SETS = 1 << HRA_MAX_SEATS, NEAR = 2 * HRA_MAX_SEATS /* parameters of one choice */ };
static const double last_step = 1e-10, rounding = 1e-14;

/* That some members of a choice came first together. */
typedef struct stage {
    hra_choice set;
    uint32_t first; /* a bit for each member */
    double times;
} stage;

typedef struct fit {
    size_t players, size; /* parameters in all */
    stage *stages;
    size_t count, capacity;
    int tie[HRA_MAX_SEATS + 1]; /* tie parameter by number of tied players; negative: unused */
    int *island, *islanders;
    bool *met;
    double *at, *slope, *step, *trial, *curvature; /* minus the second derivatives, and the factor of them */
    double stiff;                                  /* the curvature that the means of islands were given */
} fit;

/* ---- what occurred --------------------------------------------------------------------------*/

static hra_err add_stage(fit *f, const stage *s) {
    if (f->count == f->capacity) {
        size_t capacity = f->capacity ? 2 * f->capacity : 64;
        stage *more =
            hra_room_fits(capacity, sizeof *more) ? realloc(f->stages, capacity * sizeof *more) : NULL;
        if (!more)
            return HRA_ENOMEM;
        f->stages = more;
        f->capacity = capacity;
    }
    f->stages[f->count++] = *s;
    return HRA_OK;
}

/* Who has no place yet when `rank` is given, and who gets it. */
static void find_stage(const hra_ranking *game, int rank, stage *out) {
    *out = (stage){.times = (double)game->times};
    for (int i = 0; i < game->count; i++) {
        int at = out->set.size;
        if (game->rank[i] < rank)
            continue;
        for (; at > 0 && out->set.member[at - 1] > game->player[i]; at--)
            out->set.member[at] = out->set.member[at - 1];
        out->set.member[at] = (uint16_t)game->player[i];
        out->set.size++;
    }
    for (int i = 0; i < game->count; i++)
        for (int k = 0; k < out->set.size && game->rank[i] == rank; k++)
            out->first |= (uint32_t)(out->set.member[k] == game->player[i]) << k;
}

static hra_err take_game(fit *f, const hra_ranking *game) {
    hra_err err = HRA_OK;
    for (int i = 0; i < game->count && !err; i++) {
        bool seen = false; /* one stage for a tie */
        for (int k = 0; k < i; k++)
            seen |= game->rank[k] == game->rank[i];
        stage s;
        find_stage(game, game->rank[i], &s);
        if (!seen && s.set.size > 1)
            err = add_stage(f, &s);
    }
    return err;
}

static int by_set(const void *x, const void *y) {
    const stage *a = x, *b = y;
    if (a->set.size != b->set.size)
        return a->set.size < b->set.size ? -1 : 1;
    for (int i = 0; i < a->set.size; i++)
        if (a->set.member[i] != b->set.member[i])
            return a->set.member[i] < b->set.member[i] ? -1 : 1;
    return a->first < b->first ? -1 : a->first > b->first;
}

/* Equal ones become one, so that a million games cost what their kinds do. */
static void join(fit *f) {
    size_t n = 0;
    if (f->count)
        qsort(f->stages, f->count, sizeof *f->stages, by_set);
    for (size_t i = 0; i < f->count; i++)
        if (n && by_set(&f->stages[n - 1], &f->stages[i]) == 0)
            f->stages[n - 1].times += f->stages[i].times;
        else
            f->stages[n++] = f->stages[i];
    f->count = n;
}

/* Half a win and half a loss for everybody, spread over those it met, as hra_rate has them where it needs
 * any. */
static hra_err add_pseudo(fit *f, const int *opponents) {
    hra_err err = HRA_OK;
    for (size_t i = 0; i < f->players; i++)
        for (size_t j = i + 1; j < f->players && !err; j++) {
            stage s = {.set = {.size = 2, .member = {(uint16_t)i, (uint16_t)j}}};
            if (!f->met[i * f->players + j])
                continue;
            s.times = (1.0 / opponents[i] + 1.0 / opponents[j]) / 4;
            for (s.first = 1; s.first <= 2 && !err; s.first++)
                err = add_stage(f, &s);
        }
    return err;
}

/* Gives each size of ties that occurred a parameter. */
static void find_ties(fit *f) {
    bool occurred[HRA_MAX_SEATS + 1] = {false};
    for (size_t i = 0; i < f->count; i++)
        occurred[__builtin_popcount(f->stages[i].first)] = true;
    f->size = f->players;
    for (int c = 2; c <= HRA_MAX_SEATS; c++)
        f->tie[c] = occurred[c] ? (int)f->size++ : -1;
}

static hra_err open_fit(fit *f, const hra_ranking *games, size_t count, size_t players) {
    *f = (fit){.players = players};
    f->met = hra_room(players * players, sizeof *f->met);
    f->island = hra_room(players, sizeof *f->island);
    f->islanders = hra_room(players, sizeof *f->islanders);
    int *opponents = hra_room(2 * players, sizeof *opponents); /* and room for hra_find_islands */
    hra_err err = f->met && f->island && f->islanders && opponents ? HRA_OK : HRA_ENOMEM;
    for (size_t g = 0; g < count && !err; g++)
        if (games[g].times)
            err = take_game(f, &games[g]);
    join(f);
    for (size_t s = 0; s < f->count && !err; s++)
        for (int i = 0; i < f->stages[s].set.size; i++)
            for (int k = 0; k < f->stages[s].set.size; k++)
                f->met[f->stages[s].set.member[i] * players + f->stages[s].set.member[k]] |= i != k;
    for (size_t i = 0; i < players * players && !err; i++)
        opponents[i / players] += f->met[i];
    if (!err) {
        hra_find_islands(f->met, players, f->island, f->islanders, opponents + players);
        err = add_pseudo(f, opponents);
    }
    free(opponents);
    join(f);
    find_ties(f);
    f->at = hra_room(f->size, sizeof *f->at);
    f->slope = hra_room(f->size, sizeof *f->slope);
    f->step = hra_room(f->size, sizeof *f->step);
    f->trial = hra_room(f->size, sizeof *f->trial);
    f->curvature = hra_room(f->size * f->size, sizeof *f->curvature);
    bool whole = f->at && f->slope && f->step && f->trial && f->curvature;
    return err ? err : whole ? HRA_OK : HRA_ENOMEM;
}

static void close_fit(fit *f) {
    free(f->stages);
    free(f->met);
    free(f->island);
    free(f->islanders);
    free(f->at);
    free(f->slope);
    free(f->step);
    free(f->trial);
    free(f->curvature);
}

/* ---- the likelihood -------------------------------------------------------------------------*/

/* A choice, and what each set of its members has to do with parameters. */
typedef struct near {
    int count, size; /* of sets; of parameters */
    int parameter[NEAR];
    uint32_t set[SETS];
    double share[SETS];        /* of the sets, the probabilities */
    double weight[SETS][NEAR]; /* by how much the logarithm of f grows with each parameter */
    double mean[NEAR];
} near;

/* Fills all but shares and means. */
static void look_near(const fit *f, const hra_choice *set, near *n) {
    n->size = set->size;
    n->count = 0;
    for (int i = 0; i < set->size; i++)
        n->parameter[i] = set->member[i];
    int at[HRA_MAX_SEATS + 1] = {0};
    for (int c = 2; c <= set->size; c++)
        if (f->tie[c] >= 0) {
            at[c] = n->size;
            n->parameter[n->size++] = f->tie[c];
        }
    for (uint32_t some = 1; some < UINT32_C(1) << set->size; some++) {
        int c = __builtin_popcount(some);
        if (c > 1 && f->tie[c] < 0)
            continue;
        double *weight = n->weight[n->count];
        n->set[n->count++] = some;
        for (int p = 0; p < n->size; p++)
            weight[p] = p < set->size ? (some >> p & 1) / (double)c : p == at[c] && c > 1;
    }
}

/* The logarithm of the sum of f, shares and means. */
static double weigh(near *n, const double *at) {
    double most = -INFINITY, sum = 0;
    for (int s = 0; s < n->count; s++) {
        n->share[s] = 0;
        for (int p = 0; p < n->size; p++)
            n->share[s] += n->weight[s][p] * at[n->parameter[p]];
        most = fmax(most, n->share[s]);
    }
    for (int s = 0; s < n->count; s++)
        sum += n->share[s] = exp(n->share[s] - most);
    memset(n->mean, 0, sizeof n->mean);
    for (int s = 0; s < n->count; s++) {
        n->share[s] /= sum;
        for (int p = 0; p < n->size; p++)
            n->mean[p] += n->share[s] * n->weight[s][p];
    }
    return most + log(sum);
}

static void add_curvature(const fit *f, const near *n, double times) {
    for (int p = 0; p < n->size; p++)
        for (int q = 0; q < n->size; q++) {
            double sum = 0;
            for (int s = 0; s < n->count; s++)
                sum += n->share[s] * n->weight[s][p] * n->weight[s][q];
            f->curvature[(size_t)n->parameter[p] * f->size + (size_t)n->parameter[q]] +=
                times * (sum - n->mean[p] * n->mean[q]);
        }
}

/* All stages of a set from `from` on; returns where the next one begins. */
static size_t look_at_set(const fit *f, size_t from, const double *at, near *n, bool derive, double *sum) {
    const hra_choice *set = &f->stages[from].set;
    double times = 0;
    look_near(f, set, n);
    double whole = weigh(n, at);
    size_t i = from;
    for (; i < f->count && memcmp(&f->stages[i].set, set, sizeof *set) == 0; i++) {
        const stage *s = &f->stages[i];
        int which = 0;
        while (n->set[which] != s->first)
            which++;
        times += s->times;
        for (int p = 0; p < n->size; p++) {
            *sum += s->times * n->weight[which][p] * at[n->parameter[p]];
            if (derive)
                f->slope[n->parameter[p]] += s->times * (n->weight[which][p] - n->mean[p]);
        }
    }
    *sum -= times * whole;
    if (derive)
        add_curvature(f, n, times);
    return i;
}

/* The logarithm of the likelihood. */
static double look(const fit *f, const double *at) {
    double sum = 0;
    near n;
    for (size_t i = 0; i < f->count;)
        i = look_at_set(f, i, at, &n, false, &sum);
    return sum;
}

/* Its slope and curvature too. The mean of an island has none, and gets f->stiff, about as much as the
 * others. */
static double derive(fit *f) {
    double sum = 0, trace = 0;
    near n;
    memset(f->slope, 0, f->size * sizeof *f->slope);
    memset(f->curvature, 0, f->size * f->size * sizeof *f->curvature);
    for (size_t i = 0; i < f->count;)
        i = look_at_set(f, i, f->at, &n, true, &sum);
    for (size_t i = 0; i < f->players; i++)
        trace += f->curvature[i * f->size + i];
    f->stiff = trace > 0 ? trace / (double)f->players : 1;
    for (size_t i = 0; i < f->players; i++)
        for (size_t k = 0; k < f->players; k++)
            if (f->island[i] == f->island[k])
                f->curvature[i * f->size + k] += f->stiff / f->islanders[f->island[i]];
    return sum;
}

/* ---- steps ----------------------------------------------------------------------------------*/

/* Cholesky's factor, in place below the diagonal. What rounding made of no curvature is a very small one. */
static void factorise(const fit *f) {
    size_t n = f->size;
    for (size_t k = 0; k < n; k++) {
        double *row = &f->curvature[k * n], least = 1e-14 * row[k];
        for (size_t j = 0; j <= k; j++) {
            const double *other = &f->curvature[j * n];
            double sum = row[j];
            for (size_t i = 0; i < j; i++)
                sum -= row[i] * other[i];
            row[j] = j < k ? sum / other[j] : sqrt(fmax(sum, fmax(least, 1e-300)));
        }
    }
}

/* x becomes what the curvature makes x of. */
static void solve(const fit *f, double *x) {
    size_t n = f->size;
    for (size_t k = 0; k < n; k++) {
        for (size_t i = 0; i < k; i++)
            x[k] -= f->curvature[k * n + i] * x[i];
        x[k] /= f->curvature[k * n + k];
    }
    for (size_t k = n; k-- > 0;) {
        for (size_t i = k + 1; i < n; i++)
            x[k] -= f->curvature[i * n + k] * x[i];
        x[k] /= f->curvature[k * n + k];
    }
}

/* Goes so far along the step as the likelihood grows, but for rounding; returns how far its largest number
 * went. */
static double go(const fit *f, double *likelihood) {
    double most = 0;
    for (size_t i = 0; i < f->size; i++)
        most = fmax(most, fabs(f->step[i]));
    for (double part = fmin(1, 10 / fmax(most, 1e-300)); part * most > last_step / 10; part /= 2) {
        for (size_t i = 0; i < f->size; i++)
            f->trial[i] = f->at[i] + part * f->step[i];
        double now = look(f, f->trial);
        if (now >= *likelihood - rounding * fabs(*likelihood)) {
            *likelihood = now;
            memcpy(f->at, f->trial, f->size * sizeof *f->at);
            return part * most;
        }
    }
    return 0;
}

/* What rounding moved islands by. */
static void centre(const fit *f) {
    memset(f->trial, 0, f->size * sizeof *f->trial);
    for (size_t i = 0; i < f->players; i++)
        f->trial[f->island[i]] += f->at[i] / f->islanders[f->island[i]];
    for (size_t i = 0; i < f->players; i++)
        f->at[i] -= f->trial[f->island[i]];
}

/* Leaves the factor of the curvature at the greatest likelihood. */
static void climb(fit *f) {
    double likelihood = derive(f), went = INFINITY;
    for (int steps = 0; steps < MOST_STEPS && went > last_step; steps++) {
        factorise(f);
        memcpy(f->step, f->slope, f->size * sizeof *f->step);
        solve(f, f->step);
        went = go(f, &likelihood);
        centre(f);
        (void)derive(f);
    }
    factorise(f);
}

static void tell(const fit *f, hra_tie_rating *out, double tie[HRA_MAX_SEATS + 1]) {
    tie[0] = 0;
    tie[1] = 1;
    for (int c = 2; c <= HRA_MAX_SEATS; c++)
        tie[c] = f->tie[c] >= 0 ? exp(f->at[f->tie[c]]) : 0;
    for (size_t i = 0; i < f->players; i++) {
        int island = f->island[i], size = f->islanders[island];
        memset(f->step, 0, f->size * sizeof *f->step);
        f->step[i] = 1;
        solve(f, f->step);
        double variance = f->step[i] - 1 / (f->stiff * size);
        out[i] = (hra_tie_rating){.log = f->at[i], .component = island};
        out[i].error = size == 1 ? (double)INFINITY : HRA_TWO_SIDED_95 * sqrt(fmax(variance, 0));
    }
}

hra_err hra_rate_ties(const hra_ranking *games, size_t count, int players, hra_tie_rating *out,
                      double tie[HRA_MAX_SEATS + 1], hra_error *why) {
    fit f;
    hra_err err = hra_rankings_check(games, count, players, why);
    if (err)
        return err;
    err = open_fit(&f, games, count, (size_t)players);
    if (!err) {
        climb(&f);
        tell(&f, out, tie);
    }
    close_fit(&f);
    return err ? hra_no_memory(why) : HRA_OK;
}
