/* Reading specs of work. */
#include "work/keyed_lines.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "core/lines.h"
#include "core/messages.h"
#include "hra/spec.h"

/* Lines of every spec. */
static const hra_line_rule common[] = {
    {.name = "hra", .type = HRA_LINE_TEXT},
    {.name = "work", .type = HRA_LINE_TEXT},
    {.name = "game", .type = HRA_LINE_TEXT, .needed = true},
    {0},
};

typedef struct line {
    const hra_line_rule *rule;
    const char *value; /* in the room */
    uint64_t number;   /* of a number; 1: yes */
    double real;
} line;

struct hra_keyed {
    const hra_line_rule *rules;
    char *values; /* of the values, each with a zero */
    line *lines;
    size_t count;
};

/* ---- reading --------------------------------------------------------------------------------*/

static const hra_line_rule *find_rule(const hra_line_rule *rules, hra_lines *l) {
    for (; rules->name; rules++)
        if (hra_lines_key(l, rules->name))
            return rules;
    return NULL;
}

static bool comes_again(const hra_keyed *spec, const hra_line_rule *rule) {
    for (size_t i = 0; i < spec->count && !rule->many; i++)
        if (spec->lines[i].rule == rule)
            return true;
    return false;
}

static void read_seconds(hra_lines *l, const char *value, double *out) {
    if (!hra_duration_read(value, out))
        hra_lines_expected(l, _("a duration, such as 100ms"));
}

/* Reads the value as its rule wants it; `l` is in front of it. */
static void read_value(hra_lines *l, line *out) {
    switch (out->rule->type) {
    case HRA_LINE_NUMBER:
        out->number = hra_lines_whole(l, out->rule->low, out->rule->high);
        break;
    case HRA_LINE_YES:
        out->number = hra_lines_key(l, "yes");
        if (!out->number && !hra_lines_key(l, "no"))
            hra_lines_expected(l, _("yes or no"));
        break;
    case HRA_LINE_SECONDS:
        read_seconds(l, out->value, &out->real);
        l->at = l->end;
        break;
    case HRA_LINE_REAL:
        out->real = hra_lines_number(l, -DBL_MAX, DBL_MAX);
        break;
    case HRA_LINE_TEXT:
        if (!*out->value)
            hra_lines_expected(l, _("a value"));
        l->at = l->end;
        break;
    }
    hra_lines_done(l);
}

/* Reads a line into the room, of which *at to `end` is free. */
static void read_line(hra_keyed *spec, hra_lines *l, char **at, const char *end) {
    const hra_line_rule *rule = find_rule(common, l);
    rule = rule ? rule : find_rule(spec->rules, l);
    if (!rule) {
        hra_lines_fail(l, HRA_EINPUT, "this work has no such line");
        return;
    }
    if (comes_again(spec, rule)) {
        hra_lines_fail(l, HRA_EINPUT, "there is a line '%s' already", rule->name);
        return;
    }
    line *out = &spec->lines[spec->count++];
    *out = (line){.rule = rule, .value = *at};
    const char *value = l->at;
    if (!hra_lines_rest(l, *at, (size_t)(end - *at)))
        return;
    *at += strlen(*at) + 1;
    l->at = value;
    read_value(l, out);
}

static hra_err read_lines(hra_keyed *spec, const char *text, size_t length, size_t capacity, hra_error *why) {
    hra_lines l;
    char *at = spec->values;
    hra_lines_open(&l, text, length, 1, why);
    while (hra_lines_next(&l))
        if (hra_lines_left(&l))
            read_line(spec, &l, &at, spec->values + capacity);
    return l.err;
}

static hra_err check_needed(const hra_keyed *spec, const hra_line_rule *rule, hra_error *why) {
    for (; rule->name; rule++)
        if (rule->needed && !hra_keyed_text(spec, rule->name, 0))
            return hra_fail(why, HRA_EINPUT, -1, "the spec has no line '%s'", rule->name);
    return HRA_OK;
}

hra_err hra_keyed_open(hra_keyed **out, const char *text, const hra_line_rule *rules, hra_error *why) {
    enum { WIDEST = 3 /* bytes that one may become in UTF-8 */ };
    size_t length = strlen(text), lines = 2, capacity = WIDEST * length + 2;
    if (length > HRA_WORK_SPEC)
        return hra_fail(why, HRA_ELIMIT, -1, "a spec of work has at most %d bytes", HRA_WORK_SPEC);
    for (size_t i = 0; i < length; i++)
        lines += text[i] == '\n' || text[i] == '\r';
    hra_keyed *spec = calloc(1, sizeof *spec);
    if (!spec)
        return hra_no_memory(why);
    spec->rules = rules;
    spec->values = malloc(capacity + lines);
    spec->lines = calloc(lines, sizeof *spec->lines);
    hra_err err = spec->values && spec->lines ? read_lines(spec, text, length, capacity + lines, why)
                                              : hra_no_memory(why);
    if (!err)
        err = check_needed(spec, common, why);
    if (!err)
        err = check_needed(spec, rules, why);
    if (err)
        hra_keyed_close(spec);
    else
        *out = spec;
    return err;
}

void hra_keyed_close(hra_keyed *spec) {
    if (!spec)
        return;
    free(spec->values);
    free(spec->lines);
    free(spec);
}

/* ---- asking ---------------------------------------------------------------------------------*/

static const line *find_line(const hra_keyed *spec, const char *name, int index) {
    for (size_t i = 0; i < spec->count; i++)
        if (strcmp(spec->lines[i].rule->name, name) == 0 && index-- == 0)
            return &spec->lines[i];
    return NULL;
}

const char *hra_keyed_text(const hra_keyed *spec, const char *name, int index) {
    const line *found = find_line(spec, name, index);
    return found ? found->value : NULL;
}

int hra_keyed_count(const hra_keyed *spec, const char *name) {
    int count = 0;
    for (size_t i = 0; i < spec->count; i++)
        count += strcmp(spec->lines[i].rule->name, name) == 0;
    return count;
}

uint64_t hra_keyed_number(const hra_keyed *spec, const char *name, uint64_t otherwise) {
    const line *found = find_line(spec, name, 0);
    return found ? found->number : otherwise;
}

bool hra_keyed_yes(const hra_keyed *spec, const char *name) {
    return hra_keyed_number(spec, name, 0) != 0;
}

double hra_keyed_real(const hra_keyed *spec, const char *name, double otherwise) {
    const line *found = find_line(spec, name, 0);
    return found ? found->real : otherwise;
}

void hra_keyed_join(const hra_keyed *spec, const char *name, hra_text *out) {
    for (size_t i = 0; i < spec->count; i++)
        if (strcmp(spec->lines[i].rule->name, name) == 0) {
            hra_text_add(out, spec->lines[i].value);
            hra_text_add_char(out, '\n');
        }
}

const char *hra_keyed_find(const char *text, const char *name, size_t *length) {
    size_t n = strlen(name);
    for (const char *at = text; at && *at; at = strchr(at, '\n'), at = at ? at + 1 : NULL)
        if (strncmp(at, name, n) == 0 && at[n] == ' ') {
            *length = strcspn(at + n + 1, "\r\n");
            return at + n + 1;
        }
    return NULL;
}
