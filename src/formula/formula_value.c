/* The value of a formula: its steps, on a stack. */
#include <math.h>

#include "formula/formula.h"

/* The used terms of each seat. */
typedef struct terms {
    double of[HRA_FORMULA_STEPS][HRA_MAX_SEATS];
} terms;

static void find_terms(const hra_formula *f, const void *s, terms *out) {
    for (int i = 0; i < f->used_count; i++) {
        const hra_term *term = f->used[i];
        double shared = term->shared ? term->value(f->game, s, 0) : 0;
        for (int seat = 0; seat < f->game->seats; seat++)
            out->of[i][seat] = term->shared ? shared : term->value(f->game, s, seat);
    }
}

static double of_others(const double *term, int seat, int seats) {
    double sum = 0;
    for (int other = 0; other < seats; other++)
        sum += other == seat ? 0 : term[other];
    return sum / (seats - 1);
}

/* Finite, since no operand is more than the largest. */
static double limited(double x) {
    return x > HRA_FORMULA_LARGEST    ? HRA_FORMULA_LARGEST
           : x < -HRA_FORMULA_LARGEST ? -HRA_FORMULA_LARGEST
                                      : x;
}

static double push(const hra_formula *f, const hra_formula_step *step, const terms *t, int seat) {
    const double *of = t->of[step->term];
    switch (step->code) {
    case HRA_FORMULA_NUMBER:
        return step->number;
    case HRA_FORMULA_MINE:
        return of[seat];
    case HRA_FORMULA_THEIRS:
        return of_others(of, seat, f->game->seats);
    default:
        return of[seat] - of_others(of, seat, f->game->seats);
    }
}

static double of_one(hra_formula_code code, double x) {
    switch (code) {
    case HRA_FORMULA_NEGATE:
        return -x;
    case HRA_FORMULA_NOT:
        return x == 0;
    case HRA_FORMULA_ABS:
        return fabs(x);
    case HRA_FORMULA_SQRT:
        return x > 0 ? sqrt(x) : 0; /* IEEE 754 defines its last bit */
    default:
        return floor(x);
    }
}

static double of_two(hra_formula_code code, double x, double y) {
    switch (code) {
    case HRA_FORMULA_ADD:
        return limited(x + y);
    case HRA_FORMULA_SUBTRACT:
        return limited(x - y);
    case HRA_FORMULA_MULTIPLY:
        return limited(x * y);
    case HRA_FORMULA_DIVIDE:
        return y == 0 ? 0 : limited(x / y);
    case HRA_FORMULA_LESS:
        return x < y;
    case HRA_FORMULA_LESS_EQUAL:
        return x <= y;
    case HRA_FORMULA_GREATER:
        return x > y;
    case HRA_FORMULA_GREATER_EQUAL:
        return x >= y;
    case HRA_FORMULA_EQUAL:
        return x == y;
    case HRA_FORMULA_UNEQUAL:
        return x != y;
    case HRA_FORMULA_AND:
        return x != 0 && y != 0;
    case HRA_FORMULA_OR:
        return x != 0 || y != 0;
    case HRA_FORMULA_MIN:
        return y < x ? y : x;
    default:
        return y > x ? y : x;
    }
}

/* Clamp: the least bound holds where the two cross. */
static double of_three(hra_formula_code code, double x, double y, double z) {
    if (code == HRA_FORMULA_IF)
        return x != 0 ? y : z;
    double most = x > z ? z : x;
    return most < y ? y : most;
}

static double value_for(const hra_formula *f, const terms *t, int seat) {
    double stack[HRA_FORMULA_STEPS];
    int n = 0;
    for (const hra_formula_step *step = f->step, *end = step + f->step_count; step < end; step++)
        if (step->code < HRA_FORMULA_NEGATE) {
            stack[n++] = push(f, step, t, seat);
        } else if (step->code < HRA_FORMULA_ADD) {
            stack[n - 1] = of_one(step->code, stack[n - 1]);
        } else if (step->code < HRA_FORMULA_CLAMP) {
            n--;
            stack[n - 1] = of_two(step->code, stack[n - 1], stack[n]);
        } else {
            n -= 2;
            stack[n - 1] = of_three(step->code, stack[n - 1], stack[n], stack[n + 1]);
        }
    return stack[0];
}

void hra_formula_values(const hra_formula *formula, const void *s, double *out) {
    terms t;
    find_terms(formula, s, &t);
    for (int seat = 0; seat < formula->game->seats; seat++)
        out[seat] = value_for(formula, &t, seat);
}
