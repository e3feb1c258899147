/* A sum of some of a game's terms, the others in reserve, as the program of Samuel had it: what was learnt as
 * terms, of which those in reserve weigh 0. */
#ifndef HRA_LEARN_LINEAR_MODEL_H
#define HRA_LEARN_LINEAR_MODEL_H

#include "nets/learnt.h"

typedef struct hra_polynomial {
    hra_learnt learnt;
    hra_learnt_work work;
    int terms, kept;               /* of the game; that take part */
    uint8_t order[HRA_MAX_TERMS];  /* the first `kept` take part, the others wait, the next one first */
    double part[HRA_MAX_TERMS];    /* of each term, what it moved the sum by of late, whichever way */
    double square[HRA_MAX_TERMS];  /* the mean of the squares of each, of late */
    double seen;                   /* the number of looks that these are means of */
    uint32_t tally[HRA_MAX_TERMS]; /* how often it was the weakest since it came in */
} hra_polynomial;

/* The first `kept` of the game's terms (or all, where it has fewer), weighing nothing. HRA_EFIT: the game has
 * none; HRA_ENOMEM. It stays where it is until it is released. */
hra_err hra_polynomial_init(hra_polynomial *p, const hra_game *game, int kept, double unit, hra_error *why);
void hra_polynomial_release(hra_polynomial *p);

/* Moves what it says of s towards `worth`, which s has proved to have for `seat`: with x the terms that take
 * part and a constant 1, q the mean of the squares of each, and d = x / q, the weights go by
 * rate * (worth - said) * d / (d . x), on the scale of the output. So the size of no term matters, and the
 * sum behind the output goes no further than the difference (Nagumo and Noda 1967). */
void hra_polynomial_adjust(hra_polynomial *p, const void *s, int seat, double worth, double rate);
/* The term that moves the sum least gets a mark; with the last of `patience` marks it goes behind all that
 * wait, and the first of these comes in, weighing nothing. Returns the term that went, or -1. */
int hra_polynomial_exchange(hra_polynomial *p, uint32_t patience);
/* The term that moves the sum most counts for nothing from now on, until it has been learnt again. */
void hra_polynomial_shake(hra_polynomial *p);

/* Appends all but the shape; takes it again, up to the end, into one of the same shape. HRA_EDAMAGED: it is
 * none, HRA_ENOMEM; then nothing was taken. */
void hra_polynomial_put(const hra_polynomial *p, hra_text *out);
hra_err hra_polynomial_take(hra_polynomial *p, hra_bytes *from);

#endif
