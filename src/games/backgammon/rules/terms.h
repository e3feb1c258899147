/* A few numbers in which players speak of a position. */
#ifndef BG_TERMS_H
#define BG_TERMS_H

#include "games/backgammon/rules/backgammon.h"
#include "hra/term.h"

typedef enum bg_term_kind {
    BG_AHEAD,     /* pips; half a throw for who is to throw next is not in it */
    BG_SHOTS,     /* throws of 36 that hit a blot of the other side */
    BG_HOME_MADE, /* points made at home */
    BG_PRIME,     /* made points in a row, of the longest */
    BG_ANCHORS,   /* points made in the other's home */
    BG_WAITING,   /* the other's checkers on the bar */
    BG_BACK,      /* own checkers in the other's home or on the bar */
    BG_STACKED,   /* own checkers above three on a point */
    BG_TERMS
} bg_term_kind;

extern const hra_term bg_formula_terms[]; /* formula_terms.c */
extern const char *const bg_term_names[];
void bg_term(const hra_game *game, const void *before, const void *s, int seat, double *out);

/* The throws of 36 that hit a blot of the other side; *loss: the pips that the best hit of each costs it, in
 * all. */
int bg_count_shots(const bg_side *own, const bg_side *other, int *loss);
/* The same from places of the hitter, all of its own, and points as it counts them: those where it may land, and the blots. */
int bg_count_hits(bg_set some, bg_set open, bg_set blots, int *loss);
int bg_longest_run(bg_set points);                      /* in a row */
int bg_count_checkers(const bg_side *s, bg_set places); /* how many stand on these */

/* Whether a checker of one side still has to pass one of the other. */
bool bg_in_contact(const bg_board *b);

#endif
