/* The gates of builds with checks; see gates.h. */
#include "rules/gates.h"

#ifdef HRA_CHECKS

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const hra_gate_range hra_gate_probabilities = {0, 1};
static const double slack = 1e-12;

static bool is_within(double x, hra_gate_range r) {
    return x >= r.low - slack * fmax(1, fabs(r.low)) && x <= r.high + slack * fmax(1, fabs(r.high));
}

void hra_gate_require(const char *who, const char *what, double x, hra_gate_range r) {
    char text[512];
    if (is_within(x, r))
        return;
    (void)hra_snprintf(text, sizeof text, "hra: gate: %s: %s is %.17g, not within %.17g..%.17g\n", who, what,
                       x, r.low, r.high);
    fputs(text, stderr);
    abort();
}

void hra_gate_probability(const char *what, double probability) {
    hra_gate_require(what, "a probability", probability, hra_gate_probabilities);
}

/* ---- games and evaluations ------------------------------------------------------------------*/

hra_gate_range hra_range_of_returns(const hra_game *game) {
    return (hra_gate_range){game->min_return, game->max_return};
}

static void checked_returns(const hra_game *game, const void *s, double *out) {
    game->rules->behind_gate(game, s, out);
    for (int seat = 0; seat < game->seats; seat++)
        hra_gate_require(game->spec, "a return", out[seat], hra_range_of_returns(game));
}

/* A table that was copied from an opened game has its gate already. */
void hra_gate_rules(hra_rules *rules) {
    if (rules->returns != checked_returns)
        rules->behind_gate = rules->returns;
    rules->returns = checked_returns;
}

hra_gate_range hra_range_of_evaluation(const hra_game *game, const hra_evaluation *kind) {
    return kind->min < kind->max ? (hra_gate_range){kind->min, kind->max} : hra_range_of_returns(game);
}

void hra_evaluated(const hra_evaluator *e, int n, const double *values) {
    const hra_gate_range r = hra_range_of_evaluation(e->game, e->kind);
    for (int i = 0; i < n * e->game->seats; i++)
        hra_gate_require(e->kind->name, "a value of this evaluation", values[i], r);
}

#else

typedef int hra_gates_are_not_built; /* a source may not be empty */

#endif
