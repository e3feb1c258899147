/* A few numbers in which players speak of a position. */
#ifndef BG_TERMS_H
#define BG_TERMS_H

#include "backgammon.h"

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

extern const char *const bg_term_names[];
void bg_term(const hra_game *game, const void *before, const void *s, int seat, double *out);

/* Whether a checker of one side still has to pass one of the other. */
bool bg_in_contact(const bg_board *b);

#endif
