/* Specs of work: lines "NAME VALUE". A spec may come from anybody. */
#ifndef HRA_WORK_KEYED_LINES_H
#define HRA_WORK_KEYED_LINES_H

#include "hra/base.h"

enum { HRA_WORK_SPEC = 64 << 20 /* bytes of a spec at most */ };

/* A duration is the real number of its seconds. */
typedef enum hra_line_type {
    HRA_LINE_TEXT,
    HRA_LINE_NUMBER,
    HRA_LINE_YES,
    HRA_LINE_SECONDS,
    HRA_LINE_REAL
} hra_line_type;

/* A line that a kind knows; the last one of a list has no name. */
typedef struct hra_line_rule {
    const char *name;
    hra_line_type type;
    uint64_t low, high; /* of a number */
    bool needed;        /* there must be one */
    bool many;          /* there may be several; else one */
} hra_line_rule;

typedef struct hra_keyed hra_keyed;

/* Reads a spec, each of whose lines has a rule. HRA_EINPUT with the line and what was expected; HRA_ELIMIT: it
 * is too long; HRA_ENOMEM. The rules outlive it. */
hra_err hra_keyed_open(hra_keyed **out, const char *text, const hra_line_rule *rules, hra_error *why);
void hra_keyed_close(hra_keyed *spec); /* NULL is allowed */

/* The values, as the rule of the name has checked them. */
/* Number `index` of the lines of this name; NULL: there are fewer. Valid as long as the spec is. */
const char *hra_keyed_text(const hra_keyed *spec, const char *name, int index);
int hra_keyed_count(const hra_keyed *spec, const char *name);
uint64_t hra_keyed_number(const hra_keyed *spec, const char *name, uint64_t otherwise);
bool hra_keyed_yes(const hra_keyed *spec, const char *name); /* false where there is no such line */
double hra_keyed_real(const hra_keyed *spec, const char *name, double otherwise);
/* Appends all lines of this name, without it. */
void hra_keyed_join(const hra_keyed *spec, const char *name, hra_text *out);

/* The value of the first line of this name in a spec that was not read yet, which is *length long; NULL: there is
 * none. */
const char *hra_keyed_find(const char *text, const char *name, size_t *length);

#endif
