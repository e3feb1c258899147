/* Formulas, "10*men + 15*kings - 2*mine.back": a number of a position for a seat, made of the game's terms (hra_term).
 *
 *     formula     numbers, terms, + - * /, < <= > >= == !=, and or not, parentheses, functions; * before +, then
 *                 comparisons, not, and, or. A comparison is 1 or 0; all but 0 is true
 *     functions   min(a,b,...) max(a,b,...) abs(a) clamp(a,least,most) if(condition,a,b) sqrt(a) floor(a)
 *     terms       mine.men is that of the seat, theirs.men the mean of the others', men the difference. A shared term
 *                 belongs to the position: it is only called by its name
 *
 * Every text has one value: doubles, operations from the left, none that depends on a C library. x/0 and the root of a
 * negative number are 0, and each result is limited to HRA_FORMULA_LARGEST, so no value is infinite or no number. */
#ifndef HRA_FORMULA_FORMULA_H
#define HRA_FORMULA_FORMULA_H

#include "hra/term.h"

enum {
    HRA_FORMULA_LENGTH = 4096, /* the most bytes */
    HRA_FORMULA_STEPS = 256,   /* the most numbers, terms and operations */
    HRA_FORMULA_NESTING = 64,  /* the most parentheses, calls and signs in each other */
};

#define HRA_FORMULA_LARGEST 1e15

typedef enum hra_formula_code {
    HRA_FORMULA_NUMBER,
    HRA_FORMULA_MINE, /* term `term` of `used` */
    HRA_FORMULA_THEIRS,
    HRA_FORMULA_DIFFERENCE,
    HRA_FORMULA_NEGATE, /* one operand */
    HRA_FORMULA_NOT,
    HRA_FORMULA_ABS,
    HRA_FORMULA_SQRT,
    HRA_FORMULA_FLOOR,
    HRA_FORMULA_ADD, /* two operands */
    HRA_FORMULA_SUBTRACT,
    HRA_FORMULA_MULTIPLY,
    HRA_FORMULA_DIVIDE,
    HRA_FORMULA_LESS,
    HRA_FORMULA_LESS_EQUAL,
    HRA_FORMULA_GREATER,
    HRA_FORMULA_GREATER_EQUAL,
    HRA_FORMULA_EQUAL,
    HRA_FORMULA_UNEQUAL,
    HRA_FORMULA_AND,
    HRA_FORMULA_OR,
    HRA_FORMULA_MIN,
    HRA_FORMULA_MAX,
    HRA_FORMULA_CLAMP, /* three operands */
    HRA_FORMULA_IF,
} hra_formula_code;

typedef struct hra_formula_step {
    hra_formula_code code;
    int term;
    double number;
} hra_formula_step;

/* A formula as steps of a machine with a stack; immutable, threads share it. */
typedef struct hra_formula {
    const hra_game *game;
    const hra_term *used[HRA_FORMULA_STEPS]; /* each term once */
    int used_count, step_count;
    hra_formula_step step[HRA_FORMULA_STEPS];
} hra_formula;

/* Reads a formula of this game. Returns
 *   HRA_EINPUT  if the text cannot be read; the error says at which character
 *   HRA_ELIMIT  if it is longer or deeper than the limits above
 *   HRA_EFIT    if the game has no terms. */
hra_err hra_formula_read(hra_formula *out, const hra_game *game, const char *text, hra_error *why);

/* Writes the value for each seat. s: any state that the game may be in. */
void hra_formula_values(const hra_formula *formula, const void *s, double *out);

extern const hra_evaluation hra_formula_evaluation;

#endif
