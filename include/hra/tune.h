/* hra/tune.h: numbers in a player's spec, made better by playing: SPSA.
 *
 * In each step all numbers are moved at once, each up or down by the throw of a coin; the player with them so
 * plays a group of games against the one with them the other way round, and what it gets more tells in which
 * direction, of all together, to go. However many numbers there are, a step costs one group (J. Spall,
 * "Implementation of the Simultaneous Perturbation Algorithm for Stochastic Optimization", IEEE Transactions
 * on Aerospace and Electronic Systems 34, 1998; his exponents 0.602 and 0.101).
 *
 * Tuning is a work of the kind "tune" (hra/work.h); here is what it is made of, and what is told of it. */
#ifndef HRA_TUNE_H
#define HRA_TUNE_H

#include "hra/json.h"
#include "hra/match.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HRA_TUNE_PARAMETERS = 32 };

typedef struct hra_tune_parameter {
    const char *name; /* "king"; it stands in the spec in braces: "{king}" */
    double start, low, high;
    double step; /* how far it is moved up and down at the end, above 0; at first 1.3 times as far */
    bool whole;  /* only whole numbers fit in its place: it is rounded there */
} hra_tune_parameter;

typedef struct hra_tune_setup {
    size_t size; /* sizeof(hra_tune_setup) where it was compiled; what an older one lacks counts as zero */
    const hra_game *game; /* of one seat or two */
    const char
        *player; /* a spec with names of parameters in braces: "alphabeta:depth=2,eval=corner(king={king})" */
    const char *data; /* folder of user data for the players; NULL: none */
    const hra_tune_parameter *parameters;
    int count;      /* of them, 1..HRA_TUNE_PARAMETERS */
    uint64_t steps; /* groups of games in all, at least 1 */
    int batch; /* steps that begin at the same numbers, so can be played at a time; at least 1. It changes the
                * result, threads do not */
    double rate; /* how far the numbers go: at the end a group that is won in full moves each by rate * step;
                  * above 0, and 0.1 is usual */
    uint64_t seed;
    hra_limits limits;
    /* Told the numbers after each batch; NULL: nobody is. */
    void (*stepped)(void *self, uint64_t steps, const double *values);
    void *stepped_self;
} hra_tune_setup;

/* Appends the spec with these values in place of the names, each within its limits and to a hundredth of its
 * step, as players are opened. HRA_EINPUT: a parameter that the spec does not name, or one in it that is none; HRA_ENOMEM. */
HRA_API hra_err hra_tune_spec(const hra_tune_setup *setup, const double *values, hra_text *out,
                              hra_error *why);

/* Reads "king=100,0,300,20": name, start, low, high and step. `name` has room for HRA_NAME_LENGTH bytes and becomes that
 * of the parameter. HRA_EINPUT: it is something else. */
HRA_API hra_err hra_tune_read_parameter(const char *text, hra_tune_parameter *out, char *name);

#ifdef __cplusplus
}
#endif
#endif
