/* Damages texts as people, programs and broken copies do: always in the same ways for the same text, numbered
 * from 0. */
#ifndef HRA_TESTS_DAMAGE_H
#define HRA_TESTS_DAMAGE_H

#include "hra/hra.h"

typedef enum damage {
    DAMAGE_NUMBER,    /* a number becomes another: negative, out of range, huge, no number at all */
    DAMAGE_DROP,      /* a character is missing */
    DAMAGE_DOUBLE,    /* or stands twice */
    DAMAGE_SWAP,      /* or has changed places with its neighbour */
    DAMAGE_REPLACE,   /* or is another */
    DAMAGE_CUT,       /* the text ends early */
    DAMAGE_WORD_DROP, /* the same with words */
    DAMAGE_WORD_DOUBLE,
    DAMAGE_WORD_SWAP,  /* any two */
    DAMAGE_WORD_GRAFT, /* a word of another text stands in its place */
    DAMAGE_FIELD_SWAP, /* words are letters and digits; fields are what stands between blanks */
    DAMAGE_FIELD_GRAFT,
    DAMAGES
} damage;

/* In how many ways this kind of damage can be done to `text`; `other` is what grafts are taken from. */
size_t damage_ways(damage kind, const char *text, const char *other);
/* Writes the text damaged in this way, 0..ways-1, to out. It may come out as it was. */
void damage_do(damage kind, const char *text, const char *other, size_t way, hra_text *out);

#endif
