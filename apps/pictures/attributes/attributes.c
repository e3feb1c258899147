/* Each start tag gets what the rules say that match it, the more specific ones last, as CSS has it. */
#include "attributes.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 64, PROPERTIES = 24, NAMES = 100 /* weight of a class; a tag has 1 */ };

typedef struct span {
    const char *at;
    size_t length;
} span;

typedef struct rule {
    span selector, body;
    int weight;
} rule;

typedef struct element {
    span tag, class;
} element;

typedef struct property {
    span name, value;
} property;

typedef struct sheet {
    rule *rules; /* by weight, then in order */
    int count, capacity;
    element open[DEEPEST];
    int depth;
    hra_text *out;
} sheet;

static bool is(span a, const char *text) {
    return a.length == strlen(text) && memcmp(a.at, text, a.length) == 0;
}

static bool same(span a, span b) {
    return a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
}

static span until(const char *at, const char *end, const char *signs) {
    span s = {at, 0};
    while (at + s.length < end && !strchr(signs, at[s.length]))
        s.length++;
    return s;
}

/* ---- selectors ------------------------------------------------------------------------------*/

static bool has_class(const element *e, span name) {
    const char *end = e->class.at + e->class.length;
    for (const char *at = e->class.at; at < end;) {
        const span one = until(at, end, " ");
        if (same(one, name))
            return true;
        at += one.length + 1;
    }
    return false;
}

/* [class*=part] */
static bool has_part(const element *e, span part) {
    for (size_t i = 0; i + part.length <= e->class.length; i++)
        if (memcmp(e->class.at + i, part.at, part.length) == 0)
            return true;
    return false;
}

/* "text", ".hs", ".line.red", ".round[class*=m-]" */
static bool is_one(span s, const element *e) {
    const char *end = s.at + s.length, *at = s.at;
    const span tag = until(at, end, ".[");
    if (tag.length && !same(tag, e->tag))
        return false;
    for (at += tag.length; at < end;) {
        if (*at == '[') {
            const size_t before = strlen("[class*=");
            const span part = until(at + before, end, "]");
            if (!has_part(e, part))
                return false;
            at = part.at + part.length + 1;
        } else {
            const span name = until(at + 1, end, ".[");
            if (!has_class(e, name))
                return false;
            at = name.at + name.length;
        }
    }
    return true;
}

/* The last part matches the element at this depth, the parts before it its parent, or any above. */
static bool matches(span s, const element *open, int depth) {
    size_t from = s.length;
    while (from > 0 && s.at[from - 1] != ' ' && s.at[from - 1] != '>')
        from--;
    if (!is_one((span){s.at + from, s.length - from}, &open[depth]))
        return false;
    if (from == 0)
        return true;
    const span rest = {s.at, from - 1};
    const int lowest = s.at[from - 1] == '>' ? depth - 1 : 0;
    for (int d = depth - 1; d >= lowest && d >= 0; d--)
        if (matches(rest, open, d))
            return true;
    return false;
}

static int weigh(span s) {
    int weight = 0;
    for (size_t i = 0; i < s.length; i++) {
        const bool begins = i == 0 || s.at[i - 1] == ' ' || s.at[i - 1] == '>';
        weight += s.at[i] == '.' || s.at[i] == '[' ? NAMES : begins;
    }
    return weight;
}

/* ---- rules ----------------------------------------------------------------------------------*/

static bool add_rule(sheet *s, span selector, span body) {
    const rule one = {selector, body, weigh(selector)};
    int at = s->count;
    if (s->count == s->capacity) {
        const int capacity = 2 * s->capacity + 64;
        rule *more = realloc(s->rules, (size_t)capacity * sizeof *more);
        if (!more)
            return false;
        s->rules = more;
        s->capacity = capacity;
    }
    for (; at > 0 && s->rules[at - 1].weight > one.weight; at--)
        s->rules[at] = s->rules[at - 1];
    s->rules[at] = one;
    s->count++;
    return true;
}

static bool read_rules(sheet *s, const char *at, const char *end) {
    while (at < end) {
        const span selectors = until(at, end, "{"),
                   body = until(selectors.at + selectors.length + 1, end, "}");
        const char *last = selectors.at + selectors.length;
        for (const char *from = at; from < last;) {
            const span one = until(from, last, ",");
            if (!memchr(one.at, ':', one.length) && !add_rule(s, one, body))
                return false;
            from = one.at + one.length + 1;
        }
        at = body.at + body.length + 1;
    }
    return true;
}

/* ---- tags -----------------------------------------------------------------------------------*/

static void set(property *all, int *count, property one) {
    int i = 0;
    while (i < *count && !same(all[i].name, one.name))
        i++;
    if (i < PROPERTIES) {
        all[i] = one;
        *count += i == *count;
    }
}

/* What the rules say about the innermost element. */
static int collect(const sheet *s, property all[PROPERTIES]) {
    int count = 0;
    for (int i = 0; i < s->count; i++) {
        const rule *r = &s->rules[i];
        const char *end = r->body.at + r->body.length;
        if (!matches(r->selector, s->open, s->depth - 1))
            continue;
        for (const char *at = r->body.at; at < end;) {
            const span name = until(at, end, ":"), value = until(name.at + name.length + 1, end, ";");
            set(all, &count, (property){name, value});
            at = value.at + value.length + 1;
        }
    }
    return count;
}

static bool is_set(const property *all, int count, span name) {
    for (int i = 0; i < count; i++)
        if (same(all[i].name, name))
            return true;
    return false;
}

/* ` name="value"`: the next attribute of a tag. */
static bool next_attribute(const char **at, const char *end, span *name, span *value) {
    while (*at < end && strchr(" \n", **at))
        ++*at;
    *name = until(*at, end, "=/");
    if (*at + name->length + 1 >= end || (*at)[name->length] != '=')
        return false;
    const char quote[] = {(*at)[name->length + 1], '\0'};
    *value = until(*at + name->length + 2, end, quote);
    *at = value->at + value->length + 1;
    return true;
}

static void add_attribute(sheet *s, span name, span value, char quote) {
    hra_text_addf(s->out, " %.*s=%c%.*s%c", (int)name.length, name.at, quote, (int)value.length, value.at,
                  quote);
}

static void add_properties(sheet *s, const property *all, int count) {
    for (int i = 0; i < count; i++)
        if (is(all[i].name, "white-space"))
            hra_text_add(s->out, " style=\"white-space:pre\"");
        else if (!is(all[i].name, "background") && !is(all[i].name, "outline") && !is(all[i].name, "cursor"))
            add_attribute(s, all[i].name, all[i].value, '"');
}

/* A start tag from behind its '<' to before its '>'. False: it is too deep. */
static bool add_tag(sheet *s, const char *at, const char *end) {
    property all[PROPERTIES];
    const bool closed = end[-1] == '/';
    const char *const last = closed ? end - 1 : end;
    element *e = &s->open[s->depth];
    span name, value;
    *e = (element){.tag = until(at, last, " \n"), .class = {at, 0}};
    const char *const from = at + e->tag.length;
    for (const char *next = from; next_attribute(&next, last, &name, &value);)
        if (is(name, "class"))
            e->class = value;
    if (++s->depth == DEEPEST)
        return false;
    const int count = collect(s, all);
    hra_text_addf(s->out, "<%.*s", (int)e->tag.length, e->tag.at);
    for (const char *next = from; next_attribute(&next, last, &name, &value);)
        if (!is(name, "class") && !is_set(all, count, name))
            add_attribute(s, name, value, value.at[-1]);
    add_properties(s, all, count);
    hra_text_add(s->out, closed ? "/>" : ">");
    s->depth -= closed;
    return true;
}

/* Goes through the picture, without its style sheets. */
static bool add_elements(sheet *s, const char *at) {
    while (*at) {
        const char *open = strchr(at, '<');
        hra_text_add_bytes(s->out, at, open ? (size_t)(open - at) : strlen(at));
        if (!open)
            return true;
        const char *close = strchr(open, '>');
        if (strncmp(open, "<style>", 7) == 0)
            close = strstr(open, "</style>") + 7;
        else if (open[1] == '/') {
            hra_text_add_bytes(s->out, open, (size_t)(close + 1 - open));
            s->depth--;
        } else if (!add_tag(s, open + 1, close)) {
            return false;
        }
        at = close + 1;
    }
    return true;
}

void attributes_add(const char *svg, hra_text *out) {
    sheet s = {.out = out};
    bool good = !strstr(svg, "<script") && !strstr(svg, "@media");
    const size_t before = out->length;
    for (const char *at = svg; good && (at = strstr(at, "<style>")) != NULL;) {
        const char *end = strstr(at, "</style>");
        good = end && read_rules(&s, at + strlen("<style>"), end);
        at = end;
    }
    if (!good || !s.count || !add_elements(&s, svg)) {
        out->length = before;
        hra_text_add(out, svg);
    }
    free(s.rules);
}
