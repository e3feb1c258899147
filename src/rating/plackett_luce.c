/* Newton's method for the model of Plackett and Luce.
 *
 * With p[k] = e^theta[k] / sum of e^theta over a set of which member k came first f[k] times, and F the sum
 * of f (D. Hunter, "MM algorithms for generalized Bradley-Terry models", 2004):
 *
 *     slope[i]       the sum over sets, and over j in them, of f[i] p[j] - f[j] p[i]
 *     curvature[i,j] the sum over sets of -F p[i] p[j]; of a row the sum is 0
 *
 * So the slope is made of flows from player to player, and the curvature of conductances between them: a step
 * of Newton's is the potentials of a net into which these flows are fed. Its equations are solved by taking
 * one knot after the other out of the net (star-mesh, A. Rosen 1924),
 *
 *     link[i,j] += link[i,k] link[k,j] / sum of link[k,.]
 *     flow[i,j] += (link[i,k] flow[k,j] - link[j,k] flow[k,i]) / sum of link[k,.]
 *
 * which never takes the difference of large sums: flows in a circle of 2^63 wins leave no rounding on the one
 * weak link to the rest. No player has to be fixed, islands need no care, and the variance of a difference is
 * the resistance between two knots. Of the symmetric arrays the part below the diagonal is kept. */
#include "plackett_luce.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/array_alloc.h"

/* Floor of a member's weight beside the strongest of its set: less has no effect on the fit, and quotients are
 * never 0 / 0. */
static const double least_share = 1e-100;

enum { MOST_STEPS = 1000 }; /* some ten are needed; 100 where results are as lopsided as 2^63 to 1 */
static const double last_step = 1e-9; /* each doubles the digits by then */

void hra_find_islands(const bool *met, size_t n, int *island, int *islanders, int *queue) {
    for (size_t i = 0; i < n; i++)
        island[i] = (int)i;
    for (size_t first = 0; first < n; first++) {
        if (island[first] != (int)first)
            continue;
        size_t head = 0, tail = 0;
        queue[tail++] = (int)first;
        while (head < tail) {
            size_t i = (size_t)queue[head++];
            islanders[first]++;
            for (size_t j = first + 1; j < n; j++)
                if (met[i * n + j] && island[j] == (int)j) {
                    island[j] = (int)first;
                    queue[tail++] = (int)j;
                }
        }
    }
}

static int by_members(const void *x, const void *y) {
    const hra_choice *a = *(const hra_choice *const *)x, *b = *(const hra_choice *const *)y;
    if (a->size != b->size)
        return a->size < b->size ? -1 : 1;
    for (int i = 0; i < a->size; i++)
        if (a->member[i] != b->member[i])
            return a->member[i] < b->member[i] ? -1 : 1;
    return 0;
}

hra_err hra_fit_init(hra_fit *fit, const hra_ranking_choices *choices) {
    size_t n = (size_t)choices->players;
    *fit = (hra_fit){.choices = choices, .players = n};
    fit->island = hra_room(n, sizeof *fit->island);
    fit->islanders = hra_room(n, sizeof *fit->islanders);
    fit->opponents = hra_room(n, sizeof *fit->opponents);
    fit->met = hra_room(n * n, sizeof *fit->met);
    fit->pseudo = hra_room(n, sizeof *fit->pseudo);
    fit->theta = hra_room(n, sizeof *fit->theta);
    fit->link = hra_room(n * n, sizeof *fit->link);
    fit->flow = hra_room(n * n, sizeof *fit->flow);
    fit->step = hra_room(n, sizeof *fit->step);
    fit->start = hra_room(n, sizeof *fit->start);
    fit->sum = hra_room(n, sizeof *fit->sum);
    fit->beat = hra_room(n * n, sizeof *fit->beat);
    fit->seen = hra_room(n, sizeof *fit->seen);
    fit->queue = hra_room(n, sizeof *fit->queue);
    fit->order = hra_room(choices->count + 1, sizeof *fit->order);
    if (!fit->island || !fit->islanders || !fit->opponents || !fit->met || !fit->pseudo || !fit->theta ||
        !fit->link || !fit->flow || !fit->step || !fit->start || !fit->sum || !fit->beat || !fit->seen ||
        !fit->queue || !fit->order)
        return HRA_ENOMEM;
    for (size_t c = 0; c < choices->count; c++) {
        const hra_choice *set = fit->order[c] = &choices->choice[c];
        for (int i = 0; i < set->size; i++)
            for (int j = 0; j < set->size; j++)
                fit->met[set->member[i] * n + set->member[j]] |= i != j;
    }
    for (size_t i = 0; i < n * n; i++)
        fit->opponents[i / n] += fit->met[i];
    if (choices->count > 0)
        qsort(fit->order, choices->count, sizeof *fit->order, by_members);
    hra_find_islands(fit->met, n, fit->island, fit->islanders, fit->queue);
    return 0;
}

void hra_fit_release(hra_fit *fit) {
    free(fit->island);
    free(fit->islanders);
    free(fit->opponents);
    free(fit->met);
    free(fit->pseudo);
    free(fit->theta);
    free(fit->link);
    free(fit->flow);
    free(fit->step);
    free(fit->start);
    free(fit->sum);
    free(fit->beat);
    free(fit->seen);
    free(fit->queue);
    free(fit->order);
    *fit = (hra_fit){0};
}

/* ---- whether there is a maximum ----------------------------------------------------------------*/

/* How many players can be reached from `first` by going to whom one beat (or, backwards, lost to). */
static int reached(hra_fit *fit, size_t first, bool backwards) {
    size_t n = fit->players, head = 0, tail = 0;
    memset(fit->seen, 0, n * sizeof *fit->seen);
    fit->queue[tail++] = (int)first;
    fit->seen[first] = true;
    while (head < tail) {
        size_t i = (size_t)fit->queue[head++];
        for (size_t j = 0; j < n; j++)
            if (!fit->seen[j] && (backwards ? fit->beat[j * n + i] : fit->beat[i * n + j])) {
                fit->seen[j] = true;
                fit->queue[tail++] = (int)j;
            }
    }
    return (int)tail;
}

/* Which islands have no maximum of their own: a part of them never beat the others. */
static void find_pseudo(hra_fit *fit, const hra_firsts *firsts) {
    size_t n = fit->players;
    memset(fit->beat, 0, n * n * sizeof *fit->beat);
    for (size_t c = 0; c < fit->choices->count; c++) {
        const hra_choice *set = &fit->choices->choice[c];
        for (int i = 0; i < set->size; i++)
            for (int j = 0; j < set->size; j++)
                if (firsts[c].times[i] > 0)
                    fit->beat[set->member[i] * n + set->member[j]] = true;
    }
    for (size_t i = 0; i < n; i++)
        if (fit->island[i] == (int)i)
            fit->pseudo[i] =
                reached(fit, i, false) < fit->islanders[i] || reached(fit, i, true) < fit->islanders[i];
}

/* ---- flows and conductances --------------------------------------------------------------------*/

/* Adds what came of `size` players, ascending, member[i] first times[i] times. */
static void add_set(hra_fit *fit, const uint16_t *member, int size, const double *times) {
    double share[HRA_MAX_SEATS], most = -INFINITY, sum = 0, total = 0;
    for (int i = 0; i < size; i++)
        most = fmax(most, fit->theta[member[i]]);
    for (int i = 0; i < size; i++) {
        sum += share[i] = fmax(exp(fit->theta[member[i]] - most), least_share);
        total += times[i];
    }
    for (int i = 0; i < size; i++)
        share[i] /= sum;
    for (int i = 1; i < size; i++)
        for (int j = 0; j < i; j++) {
            size_t at = member[i] * fit->players + member[j];
            fit->flow[at] += times[i] * share[j] - times[j] * share[i];
            fit->link[at] += total * share[i] * share[j];
        }
}

/* Flows and conductances at theta. */
static void gather(hra_fit *fit, const hra_firsts *firsts) {
    size_t n = fit->players;
    memset(fit->flow, 0, n * n * sizeof *fit->flow);
    memset(fit->link, 0, n * n * sizeof *fit->link);
    for (size_t c = 0; c < fit->choices->count; c++) {
        const hra_choice *set = fit->order[c];
        add_set(fit, set->member, set->size, firsts[set - fit->choices->choice].times);
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; fit->pseudo[fit->island[i]] && j < i; j++)
            if (fit->met[i * n + j]) {
                double each = HRA_PARTS * (1.0 / fit->opponents[i] + 1.0 / fit->opponents[j]) / 4;
                add_set(fit, (const uint16_t[]){(uint16_t)j, (uint16_t)i}, 2, (const double[]){each, each});
            }
}

/* What goes from knot i through one that is taken out, to those before i. */
static void join(const double *link, const double *flow, double sum, size_t i, double *restrict links,
                 double *restrict flows) {
    double to = link[i] * sum, share = link[i], in = flow[i];
    for (size_t j = 0; j < i; j++) {
        links[j] += to * link[j];
        flows[j] += share * flow[j] - in * link[j];
    }
}

/* Takes the knots out, the last one first. step[k] becomes what flows into knot k over the conductance to
 * those before it, and row k of link these conductances, each divided by their sum, which stands on the
 * diagonal; 0: it was the last of its island. Returns the slope along the step: the power that the net would
 * take. */
static double eliminate(hra_fit *fit) {
    size_t n = fit->players;
    double power = 0;
    for (size_t k = n; k-- > 0;) {
        double *link = fit->link + k * n, *flow = fit->flow + k * n, sum = 0, excess = 0;
        for (size_t j = 0; j < k; j++) {
            sum += link[j];
            excess += flow[j];
        }
        link[k] = sum;
        fit->step[k] = sum > 0 ? excess / sum : 0;
        power += excess * fit->step[k];
        for (size_t j = 0; sum > 0 && j < k; j++)
            link[j] /= sum;
        for (size_t i = 1; i < k; i++)
            if (link[i] > 0 || flow[i] != 0)
                join(link, flow, sum, i, fit->link + i * n, fit->flow + i * n);
    }
    return power;
}

/* From what flows into each knot over its conductance to the potentials, whose sum on each island is 0. */
static void settle(hra_fit *fit, double *x) {
    size_t n = fit->players;
    memset(fit->sum, 0, n * sizeof *fit->sum);
    for (size_t k = 0; k < n; k++) {
        for (size_t j = 0; j < k; j++)
            x[k] += fit->link[k * n + j] * x[j];
        fit->sum[fit->island[k]] += x[k];
    }
    for (size_t k = 0; k < n; k++)
        x[k] -= fit->sum[fit->island[k]] / fit->islanders[fit->island[k]];
}

/* ---- Newton ------------------------------------------------------------------------------------*/

/* The slope along the step, where theta is now. */
static double slope_of(const hra_fit *fit) {
    size_t n = fit->players;
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            sum += fit->flow[i * n + j] * (fit->step[i] - fit->step[j]);
    return sum;
}

/* The part of the step in which no two players who met part by more than twice as far: where chances are all
 * but 0 the net hardly conducts, and steps are longer than anything that they are made of. */
static double bearable(const hra_fit *fit) {
    size_t n = fit->players;
    double part = 1;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++) {
            double change = fabs(fit->step[i] - fit->step[j]), most = 4 + fabs(fit->theta[i] - fit->theta[j]);
            if (fit->met[i * n + j] && change * part > most)
                part = most / change;
        }
    return part;
}

/* Goes along the step, less far where the slope has turned by then: a full step may overshoot. */
static void advance(hra_fit *fit, const hra_firsts *firsts, double slope) {
    size_t n = fit->players;
    double part = bearable(fit);
    memcpy(fit->start, fit->theta, n * sizeof *fit->start);
    for (int halves = 0; halves < 40; halves++, part /= 2) {
        for (size_t i = 0; i < n; i++)
            fit->theta[i] = fit->start[i] + part * fit->step[i];
        gather(fit, firsts);
        if (slope_of(fit) >= -slope / 2)
            return;
    }
}

/* How far the step goes, beside how far its players are from the mean. */
static double length_of(const hra_fit *fit) {
    double farthest = 0;
    for (size_t i = 0; i < fit->players; i++)
        farthest = fmax(farthest, fabs(fit->step[i]) / (1 + fabs(fit->theta[i])));
    return farthest;
}

void hra_fit_solve(hra_fit *fit, const hra_firsts *firsts) {
    double length = INFINITY;
    find_pseudo(fit, firsts);
    gather(fit, firsts);
    for (int steps = 0; steps < MOST_STEPS && length > last_step; steps++) {
        double slope = eliminate(fit);
        settle(fit, fit->step);
        length = length_of(fit);
        advance(fit, firsts, slope);
    }
    eliminate(fit);
}

void hra_fit_covariance(hra_fit *fit, size_t i, double *column) {
    size_t n = fit->players;
    int home = fit->island[i];
    for (size_t j = 0; j < n; j++)
        column[j] = (j == i) - (fit->island[j] == home ? 1.0 / fit->islanders[home] : 0);
    for (size_t k = n; k-- > 0;)
        for (size_t j = 0; j < k; j++)
            column[j] += fit->link[k * n + j] * column[k];
    for (size_t k = 0; k < n; k++)
        column[k] = fit->link[k * n + k] > 0 ? HRA_PARTS * column[k] / fit->link[k * n + k] : 0;
    settle(fit, column);
}
