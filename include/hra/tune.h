/* hra/tune.h: tuning of numeric parameters in a player's spec by self-play (SPSA).
 *
 * In each step all parameters are perturbed at once, each up or down at random. The player with these values plays a
 * group of games against the player with the opposite perturbation. The difference of their points gives the direction
 * in which all values are changed. So a step costs one group, whatever the number of parameters (J. Spall,
 * "Implementation of the Simultaneous Perturbation Algorithm for Stochastic Optimization", IEEE Transactions on
 * Aerospace and Electronic Systems 34, 1998; his exponents 0.602 and 0.101).
 *
 * Tuning is work of the kind "tune" (hra/work.h). This header has its setup.
 *
 * Thread-safety: any thread may call these functions. */
#ifndef HRA_TUNE_H
#define HRA_TUNE_H

#include "hra/json.h"
#include "hra/match.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HRA_TUNE_PARAMETERS = 32 };

typedef struct hra_tune_parameter {
    const char *name; /* "king"; in the spec in braces: "{king}" */
    double start, low, high;
    double
        step; /* the final perturbation (C_END of fishtest), above 0; the first one is 1.3 times as large */
    bool is_integer; /* rounded in the spec */
} hra_tune_parameter;

typedef struct hra_tune_setup {
    size_t size;          /* sizeof(hra_tune_setup) of the caller; members beyond it count as zero */
    const hra_game *game; /* of one or two seats */
    /* A spec with names of parameters in braces: "alphabeta:depth=2,eval=corner(king={king})". */
    const char *player;
    const char *data; /* data directory for the players; NULL: none */
    const hra_tune_parameter *parameters;
    int count;      /* number of parameters, 1..HRA_TUNE_PARAMETERS */
    uint64_t steps; /* groups of games in total, at least 1 */
    int batch; /* steps that start from the same values and so can run at the same time, at least 1. It changes
                     * the results; threads do not */
    double rate; /* the final learning rate, above 0, usually 0.1: winning a whole group changes each value by
                     * rate * step */
    uint64_t seed;
    hra_limits limits; /* of each decision */
    /* Called with the values after each batch. NULL: not called. */
    void (*stepped)(void *self, uint64_t steps, const double *values);
    void *stepped_self;
} hra_tune_setup;

/* Appends the spec with these values in place of the names, each within its bounds and rounded to a hundredth of its
 * step, as players are opened. Returns
 *   HRA_EINPUT  if the spec lacks a parameter, or has a name in braces that is not a parameter
 *   HRA_ENOMEM. */
HRA_API hra_err hra_tune_spec(const hra_tune_setup *setup, const double *values, hra_text *out,
                              hra_error *why);

/* Reads a parameter such as "king=100,0,300,20": name, start, low, high and step. The name is written to `name`, which
 * has room for HRA_NAME_LENGTH bytes and must outlive *out. It is not an integer. Returns
 *   HRA_EINPUT  if the text is wrong. */
HRA_API hra_err hra_tune_read_parameter(const char *text, hra_tune_parameter *out, char *name);

#ifdef __cplusplus
}
#endif
#endif
