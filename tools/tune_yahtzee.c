/* Tunes the parameters of Yahtzee's heuristic player.
 *
 *     tune_yahtzee [--rules SET[,SET...]] [--heuristic SPEC] [--only PREFIX[,PREFIX...]]
 *                  [--minutes M | --generations N] [--games G] [--step X]
 *                  [--seed S] [--threads T] [--check N]
 *
 * The search is CMA-ES (Hansen, "The CMA evolution strategy: a tutorial",
 * 2016), and all candidates of a generation play with the same dice.  What it
 * minimises is not the score but the loss against the exact solution: in each
 * turn of a game, what the card is worth under best play minus what this turn
 * as the heuristic plays it, followed by best play, is worth on average over
 * all dice.  The sum of that over a game has the expectation (best mean - mean
 * of the heuristic), and a standard deviation of less than 1 instead of 40, so
 * that 64 games say as much as 100,000 scores.
 *
 * The mean of the result is then computed exactly, backwards over all cards.
 * A first step of 1 (X) is a twentieth of the bounds of each parameter. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/thread.h"
#include "games/yahtzee/play/heuristic.h"
#include "games/yahtzee/tables/solve.h"
#include "hra/stats.h"

enum { MAX_N = YZ_PARAMETERS, MAX_LAMBDA = 32 };

/* A rule set with its exact solution. */
struct field {
    struct yz_rules rules;
    yz_solution *solution;
};

struct setup {
    const char *rules, *heuristic, *only; /* as they were typed */
    struct yz_dice dice;
    struct field field[YZ_RULE_SETS];
    int fields;
    struct yz_heuristic start;
    int tuned[MAX_N], n; /* the parameters that are tuned */
    double minutes, step;
    int generations, games, check, threads;
    uint64_t seed;
};

static void die(const char *what) {
    fprintf(stderr, "tune_yahtzee: %s\n", what);
    exit(2);
}

/* ---- what a parameter vector is worth -------------------------------------------------------*/

/* What this turn is worth when it is played as `turn` says and the next card is worth `value`. */
static double turn_worth(const struct setup *s, const struct yz_rules *rules, const struct yz_turn *turn,
                         struct yz_card card, yz_value_fn *value, const void *ctx) {
    double keep[YZ_KEEPS], roll[YZ_ROLLS];
    for (int r = 0; r < YZ_ROLLS; r++) {
        int box = turn->box[r];
        roll[r] =
            yz_mark_total(yz_card_mark(rules, card, r, box)) + value(ctx, yz_card_after(rules, card, r, box));
    }
    for (int level = 0; level < 2; level++) {
        memcpy(&keep[YZ_ROLL0], roll, sizeof roll);
        for (int k = YZ_PARTIAL - 1; k >= 0; k--) {
            const uint16_t *add = s->dice.add[k];
            keep[k] =
                (keep[add[0]] + keep[add[1]] + keep[add[2]] + keep[add[3]] + keep[add[4]] + keep[add[5]]) /
                YZ_FACES;
        }
        for (int r = 0; r < YZ_ROLLS; r++)
            roll[r] = keep[turn->hold[level][r]];
    }
    return yz_dice_mean(&s->dice, roll);
}

/* Rolls one turn as `turn` plays it; the last roll. */
static int play_turn(const struct yz_dice *dice, const struct yz_turn *turn, hra_rng *rng) {
    int keep = 0, roll = 0;
    for (int level = 1; level >= -1; level--) {
        roll = yz_dice_complete(dice, keep, hra_rng_below(rng, dice->outcomes[keep]));
        if (level >= 0)
            keep = turn->hold[level][roll];
    }
    return roll;
}

/* The expected loss of one game, along cards that it meets. */
static double game_loss(const struct setup *s, const struct field *field, const struct yz_heuristic *h,
                        uint64_t seed, uint64_t game) {
    struct yz_card card = {0, 0, 0};
    double loss = 0;
    for (uint64_t round = 0; !yz_card_full(&field->rules, card); round++) {
        struct yz_turn turn;
        hra_rng rng;
        hra_rng_init_stream(&rng, seed, game, round, HRA_STREAM_CHANCE);
        yz_heuristic_turn(&turn, h, &s->dice, &field->rules, card);
        loss += yz_solution_value(field->solution, card) -
                turn_worth(s, &field->rules, &turn, card, yz_solution_value_fn, field->solution);
        int roll = play_turn(&s->dice, &turn, &rng);
        card = yz_card_after(&field->rules, card, roll, turn.box[roll]);
    }
    return loss;
}

static double mean_loss(const struct setup *s, const struct yz_heuristic *h, uint64_t seed) {
    double sum = 0;
    for (int f = 0; f < s->fields; f++)
        for (int g = 0; g < s->games; g++)
            sum += game_loss(s, &s->field[f], h, seed, (uint64_t)g);
    return sum / (s->games * s->fields);
}

/* The values of all cards under the heuristic. */
struct policy {
    double value[1 << YZ_MAX_BOXES][YZ_UPPER_GOAL + 1][2];
};

static double policy_value(const void *ctx, struct yz_card card) {
    return ((const struct policy *)ctx)->value[card.filled][card.upper][card.fifty];
}

/* The expected score of the heuristic, from the full cards backwards. */
static double exact_mean(const struct setup *s, const struct yz_rules *rules, const struct yz_heuristic *h) {
    struct policy *policy = calloc(1, sizeof *policy);
    if (!policy)
        die("out of memory");
    for (int filled = rules->all - 1; filled >= 0; filled--) {
        for (int rest = 0; rest < 2 * (YZ_UPPER_GOAL + 1); rest++) {
            struct yz_card card = {(uint16_t)filled, (uint8_t)(rest / 2), (uint8_t)(rest % 2)};
            if (yz_card_valid(rules, card)) {
                struct yz_turn turn;
                yz_heuristic_turn(&turn, h, &s->dice, rules, card);
                policy->value[filled][rest / 2][rest % 2] =
                    turn_worth(s, rules, &turn, card, policy_value, policy);
            }
        }
    }
    double mean = policy->value[0][0][0];
    free(policy);
    return mean;
}

/* ---- CMA-ES ---------------------------------------------------------------------------------*/

struct cma {
    int n, lambda, mu, generation;
    double weight[MAX_LAMBDA], mu_eff, c_c, c_s, c_1, c_mu, damp, expected_norm;
    double mean[MAX_N], step, path_c[MAX_N], path_s[MAX_N];
    double covariance[MAX_N][MAX_N], axes[MAX_N][MAX_N], length[MAX_N]; /* covariance = axes length^2 axes' */
    double y[MAX_LAMBDA][MAX_N], loss[MAX_LAMBDA];                      /* candidates: mean + step * y */
    int order[MAX_LAMBDA];
    hra_rng rng;
};

static void cma_init(struct cma *c, int n, double step, uint64_t seed) {
    double sum = 0, squares = 0;
    memset(c, 0, sizeof *c);
    c->n = n;
    c->lambda = 4 + (int)(3 * log(n));
    c->mu = c->lambda / 2;
    for (int i = 0; i < c->mu; i++) {
        c->weight[i] = log(c->mu + 0.5) - log(i + 1);
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
    hra_rng_init(&c->rng, seed);
}

static double normal(hra_rng *rng) {
    const double turn = 6.283185307179586;
    double u = 1 - hra_rng_unit(rng), v = hra_rng_unit(rng);
    return sqrt(-2 * log(u)) * cos(turn * v);
}

/* Rotates rows and columns p and q of a so that a[p][q] becomes 0. */
static void rotate(double a[MAX_N][MAX_N], double axes[MAX_N][MAX_N], int n, int p, int q) {
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
static void cma_axes(struct cma *c) {
    static double a[MAX_N][MAX_N];
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

static void cma_sample(struct cma *c) {
    for (int k = 0; k < c->lambda; k++) {
        double z[MAX_N];
        for (int i = 0; i < c->n; i++)
            z[i] = normal(&c->rng) * c->length[i];
        for (int i = 0; i < c->n; i++) {
            c->y[k][i] = 0;
            for (int j = 0; j < c->n; j++)
                c->y[k][i] += c->axes[i][j] * z[j];
        }
    }
}

static void cma_sort(struct cma *c) {
    for (int k = 0; k < c->lambda; k++) {
        int at = k;
        while (at > 0 && c->loss[c->order[at - 1]] > c->loss[k]) {
            c->order[at] = c->order[at - 1];
            at--;
        }
        c->order[at] = k;
    }
}

/* Updates the evolution paths; false while that of the step size is so long that the other must not grow. */
static bool cma_paths(struct cma *c, const double *y) {
    double z[MAX_N], length = 0;
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
    c->step *= exp(c->c_s / c->damp * (length - 1));
    bool steady = length / sqrt(1 - pow(1 - c->c_s, 2 * c->generation)) < 1.4 + 2 / (c->n + 1.0);
    for (int i = 0; i < c->n; i++) {
        double pull = steady ? sqrt(c->c_c * (2 - c->c_c) * c->mu_eff) * y[i] : 0;
        c->path_c[i] = (1 - c->c_c) * c->path_c[i] + pull;
    }
    return steady;
}

/* After the losses of a generation are known: equations 36 to 47 of the tutorial. */
static void cma_update(struct cma *c) {
    double y[MAX_N] = {0};
    c->generation++;
    cma_sort(c);
    for (int i = 0; i < c->n; i++) {
        for (int e = 0; e < c->mu; e++)
            y[i] += c->weight[e] * c->y[c->order[e]][i];
        c->mean[i] += c->step * y[i];
    }
    bool steady = cma_paths(c, y);
    double old = 1 - c->c_1 - c->c_mu + (steady ? 0 : c->c_1 * c->c_c * (2 - c->c_c));
    for (int i = 0; i < c->n; i++) {
        for (int j = 0; j < c->n; j++) {
            double best = 0;
            for (int e = 0; e < c->mu; e++)
                best += c->weight[e] * c->y[c->order[e]][i] * c->y[c->order[e]][j];
            c->covariance[i][j] =
                old * c->covariance[i][j] + c->c_1 * c->path_c[i] * c->path_c[j] + c->c_mu * best;
        }
    }
    if (c->generation % 4 == 0)
        cma_axes(c);
}

/* ---- the search -----------------------------------------------------------------------------*/

/* One step of the search in the units of a parameter. */
static double unit_of(int parameter) {
    const hra_option *o = &yz_heuristic_options[parameter];
    return 0.05 * (o->max - o->min);
}

/* The point `x` of the search as parameters; what lies outside the bounds is moved there. Its cost. */
static double place(const struct setup *s, const double *x, struct yz_heuristic *h) {
    double cost = 0;
    *h = s->start;
    for (int i = 0; i < s->n; i++) {
        int p = s->tuned[i];
        double unit = unit_of(p), wanted = s->start.p[p] + unit * x[i];
        h->p[p] = fmin(fmax(wanted, yz_heuristic_options[p].min), yz_heuristic_options[p].max);
        cost += 0.02 * (wanted - h->p[p]) * (wanted - h->p[p]) / (unit * unit);
    }
    return cost;
}

struct work {
    const struct setup *setup;
    struct cma *cma;
    hra_blocks blocks;
};

static hra_err judge(void *self, int worker) {
    struct work *w = self;
    struct cma *c = w->cma;
    uint64_t from, to;
    while (hra_blocks_take(&w->blocks, &from, &to)) {
        struct yz_heuristic h;
        double x[MAX_N];
        for (int i = 0; i < c->n; i++)
            x[i] = c->mean[i] + c->step * c->y[from][i];
        c->loss[from] = place(w->setup, x, &h);
        c->loss[from] += mean_loss(w->setup, &h, w->setup->seed + (uint64_t)c->generation);
    }
    return HRA_OK;
}

/* Leaves the result in *best. */
static void search(const struct setup *s, struct yz_heuristic *best) {
    struct cma *c = malloc(sizeof *c);
    if (!c)
        die("out of memory");
    double begin = hra_clock(), smooth = 0;
    cma_init(c, s->n, s->step, s->seed);
    while (s->generations ? c->generation < s->generations : hra_clock() - begin < 60 * s->minutes) {
        struct work work = {s, c, {0}};
        cma_sample(c);
        hra_blocks_init(&work.blocks, (uint64_t)c->lambda, 1);
        hra_workers_run(s->threads, judge, &work);
        cma_update(c);
        smooth += (c->loss[c->order[c->mu / 2]] - smooth) * (c->generation == 1 ? 1 : 0.1);
        if (c->generation % 20 == 0) {
            fprintf(stderr, "%5.0f s  generation %4d  step %.4f  loss about %.3f\n", hra_clock() - begin,
                    c->generation, c->step, smooth);
        }
    }
    place(s, c->mean, best);
    for (int i = 0; i < s->n; i++) { /* three digits are enough to type and to print */
        char text[32];
        snprintf(text, sizeof text, "%.3g", best->p[s->tuned[i]]);
        best->p[s->tuned[i]] = strtod(text, NULL) + 0.0;
    }
    free(c);
}

/* ---- the report -----------------------------------------------------------------------------*/

static void print_result(const struct setup *s, const struct yz_heuristic *h) {
    const char *separator = ":";
    printf("heuristic");
    for (int i = 0; i < s->n; i++) {
        printf("%s%s=%.6g", separator, yz_heuristic_options[s->tuned[i]].name, h->p[s->tuned[i]]);
        separator = ",";
    }
    printf("\n\n");
    for (int i = 0; i < s->n; i++) {
        const hra_option *o = &yz_heuristic_options[s->tuned[i]];
        printf("    {\"%s\", REAL, \"%.6g\", %g, %g, NULL, \"%s\"},\n", o->name, h->p[s->tuned[i]], o->min,
               o->max, o->help);
    }
    printf("\n");
}

static void print_games(const struct setup *s, const struct yz_rules *rules, const struct yz_heuristic *h) {
    hra_stats stats;
    double begin = hra_clock();
    hra_stats_init(&stats);
    for (int g = 0; g < s->check; g++) {
        struct yz_card card = {0, 0, 0};
        hra_rng rng;
        int score = 0;
        hra_rng_init_stream(&rng, s->seed, (uint64_t)g, 0, HRA_STREAM_CHANCE);
        while (!yz_card_full(rules, card)) {
            struct yz_turn turn;
            yz_heuristic_turn(&turn, h, &s->dice, rules, card);
            int roll = play_turn(&s->dice, &turn, &rng), box = turn.box[roll];
            score += yz_mark_total(yz_card_mark(rules, card, roll, box));
            card = yz_card_after(rules, card, roll, box);
        }
        if (hra_stats_add(&stats, score, 1) != HRA_OK)
            die("out of memory");
    }
    double seconds = hra_clock() - begin, q[] = {0.10, 0.25, 0.50, 0.75, 0.90};
    printf("    %d games, seed %llu: mean %.2f +- %.2f, sd %.2f, range %.0f-%.0f, percentiles 10/25/50/75/90",
           s->check, (unsigned long long)s->seed, hra_stats_mean(&stats), hra_stats_stderr(&stats),
           hra_stats_stddev(&stats), hra_stats_min(&stats), hra_stats_max(&stats));
    for (int i = 0; i < 5; i++)
        printf("%c%.0f", i ? '/' : ' ', hra_stats_percentile(&stats, q[i]));
    printf("; %.1f us a turn\n", 1e6 * seconds / ((double)s->check * rules->boxes));
    hra_stats_release(&stats);
}

static void report(const struct setup *s, const struct yz_heuristic *h) {
    for (int f = 0; f < s->fields; f++) {
        const struct yz_rules *rules = &s->field[f].rules;
        double best = yz_solution_value(s->field[f].solution, (struct yz_card){0, 0, 0});
        double mean = exact_mean(s, rules, h);
        printf("%s: exact mean %.4f, %.4f below the best possible\n", yz_rules_name((int)rules->id), mean,
               best - mean);
        if (s->check > 0)
            print_games(s, rules, h);
    }
}

/* ---- the command line -----------------------------------------------------------------------*/

/* The words of a list, one at a time; false at its end. */
static bool next_word(const char **list, char word[64]) {
    size_t n = strcspn(*list, ",");
    if (n == 0 || n >= 64)
        return false;
    memcpy(word, *list, n);
    word[n] = '\0';
    *list += n + ((*list)[n] == ',');
    return true;
}

static void open_fields(struct setup *s) {
    const char *list = s->rules;
    char word[64];
    yz_dice_init(&s->dice);
    while (next_word(&list, word) && s->fields < YZ_RULE_SETS) {
        struct field *f = &s->field[s->fields++];
        if (yz_rules_init(&f->rules, &s->dice, yz_rules_find(word)) != 0)
            die("--rules takes hasbro, free, plain, bonus, yatzy");
        if (yz_solve(&f->solution, &s->dice, &f->rules, s->threads, NULL) != HRA_OK)
            die("out of memory");
    }
}

static void read_heuristic(struct setup *s) {
    static hra_options options;
    char name[HRA_NAME_LENGTH];
    const char *text;
    size_t length;
    hra_error why = {0, 0, ""};
    if (hra_spec_split(s->heuristic, name, &text, &length, &why) != HRA_OK ||
        hra_options_read(&options, yz_heuristic_options, NULL, "heuristic", text, length,
                         (int)(text - s->heuristic), &why) != HRA_OK)
        die(why.text);
    yz_heuristic_init(&s->start, &options);
    if (strcmp(name, "greedy") == 0)
        yz_heuristic_greedy(&s->start);
}

/* Does any box of any card ask for this parameter, where all others are in the middle of their bounds? */
static bool matters(const struct setup *s, const struct yz_rules *rules, int parameter) {
    struct yz_heuristic a = {.shape = s->start.shape}, b;
    for (int p = 0; p < YZ_PARAMETERS; p++)
        a.p[p] = (yz_heuristic_options[p].min + yz_heuristic_options[p].max) / 2;
    b = a;
    b.p[parameter] += unit_of(parameter);
    for (unsigned filled = 0; filled < rules->all; filled += 61) { /* a sample will do */
        struct yz_card card = {(uint16_t)filled, 0, 0};
        for (int box = 0; box < rules->boxes; box++) {
            for (int roll = 0; !yz_card_has(card, box) && roll < YZ_ROLLS; roll += 9) {
                int points = rules->points[box][roll];
                if (yz_heuristic_worth(&a, rules, card, box, points) !=
                    yz_heuristic_worth(&b, rules, card, box, points))
                    return true;
            }
        }
    }
    return false;
}

static void choose_parameters(struct setup *s) {
    for (int p = 0; p < YZ_PARAMETERS; p++) {
        bool wanted = !s->only, used = false;
        const char *list = s->only;
        char word[64];
        while (list && next_word(&list, word))
            wanted = wanted || strncmp(yz_heuristic_options[p].name, word, strlen(word)) == 0;
        for (int f = 0; wanted && f < s->fields; f++)
            used = used || matters(s, &s->field[f].rules, p);
        if (used)
            s->tuned[s->n++] = p;
    }
}

/* A number that an option takes, within its bounds. */
static double number(const char *key, const char *value, double min, double max) {
    char *end, text[160];
    double x = strtod(value, &end);
    if (end == value || *end || !(x >= min && x <= max)) {
        (void)snprintf(text, sizeof text, "%.20s takes a number in %g..%g, not '%.40s'", key, min, max,
                       value);
        die(text);
    }
    return x;
}

static void read_option(struct setup *s, const char *key, const char *value) {
    if (strcmp(key, "--rules") == 0) {
        s->rules = value;
    } else if (strcmp(key, "--heuristic") == 0) {
        s->heuristic = value;
    } else if (strcmp(key, "--only") == 0) {
        s->only = value;
    } else if (strcmp(key, "--minutes") == 0) {
        s->minutes = number(key, value, 0, 1e6);
    } else if (strcmp(key, "--generations") == 0) {
        s->generations = (int)number(key, value, 0, 1e6);
    } else if (strcmp(key, "--games") == 0) {
        s->games = (int)number(key, value, 1, 1e6);
    } else if (strcmp(key, "--step") == 0) {
        s->step = number(key, value, 0.001, 10);
    } else if (strcmp(key, "--seed") == 0) {
        s->seed = (uint64_t)number(key, value, 0, 4294967295.0);
    } else if (strcmp(key, "--threads") == 0) {
        s->threads = (int)number(key, value, 1, 64);
    } else if (strcmp(key, "--check") == 0) {
        s->check = (int)number(key, value, 0, 1e9);
    } else {
        die("options: --rules --heuristic --only --minutes --generations --games --step --seed --threads "
            "--check");
    }
}

int main(int argc, char **argv) {
    static struct setup s = {
        .rules = "plain", .heuristic = "heuristic", .games = 60, .step = 1, .seed = 1, .threads = 1};
    for (int i = 1; i < argc; i += 2)
        read_option(&s, argv[i], i + 1 < argc ? argv[i + 1] : "");
    open_fields(&s);
    read_heuristic(&s);
    choose_parameters(&s);
    struct yz_heuristic best = s.start;
    if (s.n > 0 && (s.minutes > 0 || s.generations > 0)) {
        fprintf(stderr, "tuning %d parameters on %s\n", s.n, s.rules);
        search(&s, &best);
        print_result(&s, &best);
    }
    report(&s, &best); /* static storage holds the solutions to the end */
    return 0;
}
