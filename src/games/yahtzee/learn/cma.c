/* CMA-ES. */
#include "cma.h"

#include <math.h>
#include <string.h>

#include "learn/portable_random.h"

/* ---- points ---------------------------------------------------------------------------------*/

/* From the normal distribution, by Marsaglia's polar method. */
static double normal(hra_rng *rng) {
    double x, y, square;
    do {
        x = 2 * hra_rng_uniform(rng) - 1;
        y = 2 * hra_rng_uniform(rng) - 1;
        square = x * x + y * y;
    } while (square >= 1 || square <= 0);
    return x * sqrt(-2 * hra_draw_ln(square) / square);
}

static void draw_points(yz_cma *c) {
    hra_rng rng;
    hra_rng_init_stream(&rng, c->seed, c->generation, 0, 0);
    for (int k = 0; k < c->lambda; k++) {
        double z[YZ_CMA_NUMBERS];
        for (int i = 0; i < c->n; i++)
            z[i] = normal(&rng) * c->length[i];
        for (int i = 0; i < c->n; i++) {
            c->y[k][i] = 0;
            for (int j = 0; j < c->n; j++)
                c->y[k][i] += c->axes[i][j] * z[j];
        }
    }
}

void yz_cma_point(const yz_cma *c, int k, double *out) {
    for (int i = 0; i < c->n; i++)
        out[i] = c->mean[i] + c->step * c->y[k][i];
}

void yz_cma_init(yz_cma *c, int n, double step, uint64_t seed) {
    double sum = 0, squares = 0;
    memset(c, 0, sizeof *c);
    c->n = n;
    c->lambda = 4 + (int)(3 * hra_draw_ln(n));
    c->mu = c->lambda / 2;
    for (int i = 0; i < c->mu; i++) {
        c->weight[i] = hra_draw_ln(c->mu + 0.5) - hra_draw_ln(i + 1);
        sum += c->weight[i];
    }
    for (int i = 0; i < c->mu; i++) {
        c->weight[i] /= sum;
        squares += c->weight[i] * c->weight[i];
    }
    double m = c->mu_eff = 1 / squares;
    c->c_c = (4 + m / n) / (n + 4 + 2 * m / n);
    c->c_s = (m + 2) / (n + m + 5);
    c->c_1 = 2 / ((n + 1.3) * (n + 1.3) + m);
    c->c_mu = fmin(1 - c->c_1, 2 * (m - 2 + 1 / m) / ((n + 2.0) * (n + 2.0) + m));
    c->damp = 1 + 2 * fmax(0, sqrt((m - 1) / (n + 1)) - 1) + c->c_s;
    c->expected_norm = sqrt(n) * (1 - 1 / (4.0 * n) + 1 / (21.0 * n * n));
    c->step = step;
    for (int i = 0; i < n; i++)
        c->covariance[i][i] = c->axes[i][i] = c->length[i] = 1;
    c->seed = seed;
    draw_points(c);
}

/* ---- axes -----------------------------------------------------------------------------------*/

/* Rotates rows and columns p and q of a so that a[p][q] becomes 0. */
static void rotate(double a[YZ_CMA_NUMBERS][YZ_CMA_NUMBERS], double axes[YZ_CMA_NUMBERS][YZ_CMA_NUMBERS],
                   int n, int p, int q) {
    double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
    double t = (theta >= 0 ? 1 : -1) / (fabs(theta) + sqrt(theta * theta + 1));
    double cosine = 1 / sqrt(t * t + 1), sine = t * cosine;
    for (int k = 0; k < n; k++) {
        double x = a[k][p], y = a[k][q];
        a[k][p] = cosine * x - sine * y;
        a[k][q] = sine * x + cosine * y;
    }
    for (int k = 0; k < n; k++) {
        double x = a[p][k], y = a[q][k];
        a[p][k] = cosine * x - sine * y;
        a[q][k] = sine * x + cosine * y;
        x = axes[k][p], y = axes[k][q];
        axes[k][p] = cosine * x - sine * y;
        axes[k][q] = sine * x + cosine * y;
    }
}

/* Jacobi's method; the matrix is small, and this is needed every few generations only. */
static void find_axes(yz_cma *c) {
    double a[YZ_CMA_NUMBERS][YZ_CMA_NUMBERS];
    memcpy(a, c->covariance, sizeof a);
    memset(c->axes, 0, sizeof c->axes);
    for (int i = 0; i < c->n; i++)
        c->axes[i][i] = 1;
    for (int sweep = 0; sweep < 50; sweep++) {
        for (int p = 0; p < c->n; p++) {
            for (int q = p + 1; q < c->n; q++)
                if (fabs(a[p][q]) > 1e-13 * sqrt(fabs(a[p][p] * a[q][q])))
                    rotate(a, c->axes, c->n, p, q);
        }
    }
    for (int i = 0; i < c->n; i++)
        c->length[i] = sqrt(fmax(a[i][i], 1e-14));
}

/* ---- generations ----------------------------------------------------------------------------*/

static void sort_points(const yz_cma *c, const double *values, int *order) {
    for (int k = 0; k < c->lambda; k++) {
        int at = k;
        while (at > 0 && values[order[at - 1]] > values[k]) {
            order[at] = order[at - 1];
            at--;
        }
        order[at] = k;
    }
}

/* Updates the evolution paths. Returns false while the path of the step size is too long for the other to
 * grow. */
static bool go_paths(yz_cma *c, const double *y) {
    double z[YZ_CMA_NUMBERS], length = 0;
    for (int j = 0; j < c->n; j++) {
        z[j] = 0;
        for (int i = 0; i < c->n; i++)
            z[j] += c->axes[i][j] * y[i] / c->length[j];
    }
    for (int i = 0; i < c->n; i++) {
        double white = 0;
        for (int j = 0; j < c->n; j++)
            white += c->axes[i][j] * z[j];
        c->path_s[i] = (1 - c->c_s) * c->path_s[i] + sqrt(c->c_s * (2 - c->c_s) * c->mu_eff) * white;
        length += c->path_s[i] * c->path_s[i];
    }
    length = sqrt(length) / c->expected_norm;
    c->step *= hra_draw_exp(c->c_s / c->damp * (length - 1));
    bool steady = length / sqrt(1 - hra_draw_exp(2 * (double)c->generation * hra_draw_ln(1 - c->c_s))) <
                  1.4 + 2 / (c->n + 1.0);
    for (int i = 0; i < c->n; i++) {
        double pull = steady ? sqrt(c->c_c * (2 - c->c_c) * c->mu_eff) * y[i] : 0;
        c->path_c[i] = (1 - c->c_c) * c->path_c[i] + pull;
    }
    return steady;
}

/* Equations 36 to 47 of the tutorial. */
void yz_cma_update(yz_cma *c, const double *values) {
    double y[YZ_CMA_NUMBERS] = {0};
    int order[YZ_CMA_POINTS];
    c->generation++;
    sort_points(c, values, order);
    for (int i = 0; i < c->n; i++) {
        for (int e = 0; e < c->mu; e++)
            y[i] += c->weight[e] * c->y[order[e]][i];
        c->mean[i] += c->step * y[i];
    }
    bool steady = go_paths(c, y);
    double old = 1 - c->c_1 - c->c_mu + (steady ? 0 : c->c_1 * c->c_c * (2 - c->c_c));
    for (int i = 0; i < c->n; i++) {
        for (int j = 0; j < c->n; j++) {
            double best = 0;
            for (int e = 0; e < c->mu; e++)
                best += c->weight[e] * c->y[order[e]][i] * c->y[order[e]][j];
            c->covariance[i][j] =
                old * c->covariance[i][j] + c->c_1 * c->path_c[i] * c->path_c[j] + c->c_mu * best;
        }
    }
    if (c->generation % 4 == 0)
        find_axes(c);
    draw_points(c);
}

/* ---- going on -------------------------------------------------------------------------------*/

static void put(hra_text *out, const double *x, int count) {
    for (int i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &x[i], sizeof bits);
        hra_bytes_put(out, bits, 8);
    }
}

void yz_cma_write(const yz_cma *c, hra_text *out) {
    hra_bytes_put(out, c->generation, 8);
    put(out, &c->step, 1);
    put(out, c->mean, c->n);
    put(out, c->path_c, c->n);
    put(out, c->path_s, c->n);
    put(out, c->length, c->n);
    for (int i = 0; i < c->n; i++) {
        put(out, c->covariance[i], c->n);
        put(out, c->axes[i], c->n);
    }
}

static bool take(hra_bytes *from, double *x, int count) {
    bool good = true;
    for (int i = 0; i < count; i++) {
        const uint64_t bits = hra_bytes_take(from, 8);
        memcpy(&x[i], &bits, sizeof bits);
        good = good && isfinite(x[i]);
    }
    return good;
}

bool yz_cma_read(yz_cma *c, hra_bytes *from) {
    yz_cma read = *c;
    const int n = c->n;
    if (hra_bytes_left(from) != 8 * (size_t)(2 + 4 * n + 2 * n * n))
        return false;
    read.generation = hra_bytes_take(from, 8);
    bool good = take(from, &read.step, 1) && take(from, read.mean, n) && take(from, read.path_c, n) &&
                take(from, read.path_s, n) && take(from, read.length, n);
    for (int i = 0; good && i < n; i++)
        good = take(from, read.covariance[i], n) && take(from, read.axes[i], n);
    if (!good)
        return false;
    draw_points(&read);
    *c = read;
    return true;
}
