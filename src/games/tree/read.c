/* Reading the text of a tree. Lines are gone through twice: first what there is (seats, bounds,
 * nodes, leaves), then what hangs where (edges, evaluations), so that a node may be named before
 * its own line. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/lines.h"
#include "core/messages.h"
#include "core/utf8.h"
#include "tree.h"

static const double greatest_value = 1e9;

hra_err tree_fail(tree_reader *r, int line, const char *format, ...) {
    char text[240];
    va_list list;
    va_start(list, format);
    (void)hra_vsnprintf(text, sizeof text, _(format), list);
    va_end(list);
    return hra_place_fail(r->why, HRA_EINPUT, *r->file ? r->file : NULL, line, 1, text);
}

static hra_err wrong(tree_reader *r, int word, const char *format, ...) HRA_PRINTF(3, 4);

/* An error at a word of the line, or at its end if it has fewer. */
static hra_err wrong(tree_reader *r, int word, const char *format, ...) {
    char text[240];
    va_list list;
    va_start(list, format);
    (void)hra_vsnprintf(text, sizeof text, _(format), list);
    va_end(list);
    r->l.at = word < r->words ? r->word[word].at : r->l.end;
    return hra_lines_fail(&r->l, HRA_EINPUT, "%s", text);
}

void tree_release(tree *t) {
    free(t->node);
    free(t->value);
    free(t->named);
    free(t->words);
    free(t->made);
    *t = (tree){0};
}

/* ---- words ------------------------------------------------------------------------------------*/

static bool word_is(tree_word w, const char *text) {
    return strlen(text) == (size_t)w.length && memcmp(w.at, text, (size_t)w.length) == 0;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/* Control characters could play tricks on a terminal. */
static hra_err check_word(tree_reader *r, tree_word w) {
    uint32_t code;
    for (size_t i = 0, bytes, left = (size_t)w.length; i < left; i += bytes ? bytes : 1) {
        bytes = hra_utf8_decode(w.at + i, left - i, &code);
        r->l.at = w.at + i;
        if (bytes && (code < 0x20 || (code >= 0x7f && code <= 0x9f)))
            return hra_lines_fail(&r->l, HRA_EINPUT, "control character 0x%02x in the text", code);
    }
    return HRA_OK;
}

/* Splits the line into r->word, up to a remark. */
static hra_err split(tree_reader *r) {
    const char *at = r->l.at, *end = r->l.end,
               *remark = end > at ? memchr(at, '#', (size_t)(end - at)) : NULL;
    hra_err err = HRA_OK;
    end = remark ? remark : end;
    while (!err) {
        while (at < end && is_blank(*at))
            at++;
        if (at == end)
            break;
        const char *from = at;
        while (at < end && !is_blank(*at))
            at++;
        r->l.at = from;
        if (r->words == TREE_WORDS)
            return hra_lines_fail(&r->l, HRA_EINPUT, "more than %d words", TREE_WORDS);
        r->word[r->words++] = (tree_word){from, (int)(at - from)};
        err = check_word(r, r->word[r->words - 1]);
    }
    return err;
}

/* Splits the next line that has words; *more: there was one. */
static hra_err next_line(tree_reader *r, bool *more) {
    hra_err err = HRA_OK;
    r->words = 0;
    while (!err && r->words == 0 && hra_lines_next(&r->l))
        err = split(r);
    *more = r->words > 0;
    return r->l.err;
}

/* A word as a string in UTF-8; false: it is too long for a name. */
static bool name_of(tree_word w, char name[TREE_NAME + 1]) {
    return hra_utf8_copy(w.at, (size_t)w.length, name, TREE_NAME + 1);
}

/* A name kept for good. There is room: words do not overlap, and something stands between them. */
const char *tree_keep(tree *t, const char *name) {
    char *copy = t->words + t->words_used;
    size_t size = strlen(name) + 1;
    memcpy(copy, name, size);
    t->words_used += size;
    return copy;
}

/* A decimal number, or a fraction of two: -19/6. */
bool tree_read_number(tree_word w, double *out) {
    char text[48];
    const char *end;
    double x, below;
    if (w.length < 1 || w.length >= (int)sizeof text)
        return false;
    memcpy(text, w.at, (size_t)w.length);
    text[w.length] = '\0';
    if (!hra_number_read(text, &end, &x))
        return false;
    if (*end == '/') {
        if (!hra_number_read(end + 1, &end, &below) || !(below > 0))
            return false;
        x /= below;
    }
    if (*end || !(fabs(x) <= greatest_value))
        return false;
    *out = x;
    return true;
}

/* ---- what there is ----------------------------------------------------------------------------*/

static hra_err read_seats(tree_reader *r) {
    tree_word w = r->word[1];
    if (r->tree->count || r->tree->seats)
        return wrong(r, 0, "give 'seats' once, before all nodes");
    if (r->words != 2 || w.length != 1 || *w.at < '1' || *w.at > '0' + HRA_MAX_SEATS)
        return wrong(r, 1, "expected 'seats N' with N from 1 to %d", HRA_MAX_SEATS);
    r->tree->seats = *w.at - '0';
    return HRA_OK;
}

static hra_err read_bounds(tree_reader *r) {
    tree *t = r->tree;
    if (t->bounded)
        return wrong(r, 0, "give 'bounds' once");
    if (r->words != 3 || !tree_read_number(r->word[1], &t->low) || !tree_read_number(r->word[2], &t->high) ||
        !(t->low < t->high))
        return wrong(r, 1, "expected 'bounds LOW HIGH', two numbers, the smaller one first");
    t->bounded = true;
    return HRA_OK;
}

/* Room for one more node and its values. */
static hra_err grow(tree_reader *r) {
    tree *t = r->tree;
    if (t->count == TREE_NODES)
        return wrong(r, 0, "more than %d nodes", TREE_NODES);
    if (t->count < t->capacity)
        return HRA_OK;
    int capacity = t->capacity ? 2 * t->capacity : 64;
    tree_node *node = realloc(t->node, (size_t)capacity * sizeof *node);
    if (node)
        t->node = node;
    double *value = realloc(t->value, (size_t)capacity * (size_t)t->seats * sizeof *value);
    if (value)
        t->value = value;
    if (!node || !value)
        return hra_no_memory(r->why);
    t->capacity = capacity;
    return HRA_OK;
}

hra_err tree_add(tree_reader *r, const char *name, int *out) {
    tree *t = r->tree;
    hra_err err = grow(r);
    if (err)
        return err;
    t->node[t->count] = (tree_node){
        .name = name, .label = name, .parent = -1, .first = -1, .last = -1, .next = -1, .line = r->l.number};
    for (int k = 0; k < t->seats; k++)
        t->value[t->count * t->seats + k] = 0;
    *out = t->count++;
    return HRA_OK;
}

void tree_link(tree *t, int above, int below) {
    tree_node *parent = &t->node[above];
    t->node[below].parent = above;
    if (parent->last < 0)
        parent->first = below;
    else
        t->node[parent->last].next = below;
    parent->last = below;
    parent->children++;
}

/* A new node under the name in r->word[1]. */
static hra_err declare(tree_reader *r, tree_node **out) {
    tree *t = r->tree;
    char name[TREE_NAME + 1];
    if (r->words < 2 || !name_of(r->word[1], name))
        return wrong(r, 1, "expected a name of at most %d bytes after '%.*s'", TREE_NAME, r->word[0].length,
                     r->word[0].at);
    if (t->seats == 0)
        t->seats = 2;
    int node;
    hra_err err = tree_add(r, tree_keep(t, name), &node);
    *out = err ? NULL : &t->node[node];
    return err;
}

static hra_err read_node(tree_reader *r) {
    const char *form = _("expected 'node NAME KIND', KIND being max, min, chance or seat K");
    tree_node *node = NULL;
    hra_err err = declare(r, &node);
    if (err)
        return err;
    tree_word kind = r->words > 2 ? r->word[2] : (tree_word){"", 0};
    int seats = r->tree->seats, words = 3;
    if (word_is(kind, "max") || word_is(kind, "min")) {
        node->kind = word_is(kind, "max") ? TREE_MAX : TREE_MIN;
        node->mover = node->kind == TREE_MAX ? 0 : 1;
        if (seats != 2)
            return wrong(r, 2, "max and min are for two seats; with 'seats %d' write 'seat 0' to 'seat %d'",
                         seats, seats - 1);
    } else if (word_is(kind, "chance")) {
        node->kind = TREE_CHANCE;
        node->mover = HRA_CHANCE;
    } else if (word_is(kind, "seat")) {
        words = 4;
        tree_word k = r->words > 3 ? r->word[3] : (tree_word){"?", 1};
        node->kind = TREE_SEAT;
        node->mover = (int16_t)(*k.at - '0');
        if (k.length != 1 || *k.at < '0' || *k.at >= '0' + seats)
            return wrong(r, 3, "expected a seat from 0 to %d after 'seat', found '%.*s'", seats - 1,
                         k.length < 20 ? k.length : 20, k.at);
    } else {
        return wrong(r, 2, "%s; found '%.*s'", form, kind.length < 20 ? kind.length : 20, kind.at);
    }
    return r->words == words ? HRA_OK : wrong(r, words, "%s, and then the end of the line", form);
}

/* The numbers from r->word[2] on: one for each seat, or with two seats only the first one's. */
static hra_err read_values(tree_reader *r, double *value) {
    int n = r->words - 2, seats = r->tree->seats;
    bool many = n != seats && !(n == 1 && seats == 2);
    if (many && seats == 1)
        return wrong(r, 2, "expected one number after the name, found %d", n);
    if (many && seats == 2)
        return wrong(r, 2, "expected one number, or one per seat, after the name, found %d", n);
    if (many)
        return wrong(r, 2, "expected one number per seat after the name, found %d", n);
    for (int i = 0; i < n; i++)
        if (!tree_read_number(r->word[2 + i], &value[i]))
            return wrong(r, 2 + i, "expected a number up to %.0g such as 3, -2.5 or 1/3, found '%.*s'",
                         greatest_value, r->word[2 + i].length < 30 ? r->word[2 + i].length : 30,
                         r->word[2 + i].at);
    if (n < seats)
        value[1] = -value[0];
    return HRA_OK;
}

static hra_err read_leaf(tree_reader *r) {
    tree_node *node = NULL;
    if (r->tree->count == 0)
        return wrong(r, 0, "the first node is the root and cannot be a leaf; begin with a 'node' line");
    hra_err err = declare(r, &node);
    if (err)
        return err;
    node->kind = TREE_LEAF;
    node->mover = HRA_OVER;
    return read_values(r, r->tree->value + (r->tree->count - 1) * r->tree->seats);
}

/* ---- what hangs where -------------------------------------------------------------------------*/

static int find_word(const tree *t, tree_word w) {
    char name[TREE_NAME + 1];
    return name_of(w, name) ? tree_find(t, name) : -1;
}

static hra_err unknown_node(tree_reader *r, int word) {
    enum { NAMES = 512 }; /* to guess from */
    const char *names[NAMES + 1];
    char name[TREE_NAME + 1];
    tree_word w = r->word[word];
    int n = 0;
    for (; n < r->tree->count && n < NAMES; n++)
        names[n] = r->tree->node[n].name;
    names[n] = NULL;
    while (!name_of(w, name))
        w.length--;
    hra_error why;
    hra_fail_guess(&why, -1, name, names, "unknown node '%s': it needs a line 'node %s ...' or 'leaf %s ...'",
                   name, name, name);
    return wrong(r, word, "%s", why.text);
}

/* The words of an edge behind the child: a label and, below chance, p=..., in either order. */
static hra_err read_edge_words(tree_reader *r, const tree_node *parent, tree_node *child) {
    for (int i = 3; i < r->words; i++) {
        tree_word w = r->word[i];
        char name[TREE_NAME + 1];
        if (w.length > 2 && memcmp(w.at, "p=", 2) == 0) {
            if (parent->mover != HRA_CHANCE)
                return wrong(r, i, "'%s' is not a chance node, so its edges have no p=", parent->name);
            if (!tree_read_number((tree_word){w.at + 2, w.length - 2}, &child->probability) ||
                !(child->probability > 0) || child->probability > 1)
                return wrong(r, i, "expected p= with a number over 0, at most 1, as in p=1/3; found '%.*s'",
                             w.length < 30 ? w.length : 30, w.at);
        } else if (child->label != child->name || !name_of(w, name)) {
            return wrong(r, i, "expected one word of at most %d bytes as the label, found '%.*s'", TREE_NAME,
                         w.length < 40 ? w.length : 40, w.at);
        } else {
            child->label = tree_keep(r->tree, name);
        }
    }
    if (parent->mover == HRA_CHANCE && child->probability == 0)
        return wrong(r, r->words, "'%s' is a chance node, so the edge needs a probability, as in p=1/3",
                     parent->name);
    return HRA_OK;
}

static hra_err read_edge(tree_reader *r) {
    tree *t = r->tree;
    if (r->words < 3)
        return wrong(r, 0, "expected 'edge PARENT CHILD', a label and a probability being optional");
    int above = find_word(t, r->word[1]), below = find_word(t, r->word[2]);
    if (above < 0 || below < 0)
        return unknown_node(r, above < 0 ? 1 : 2);
    tree_node *parent = &t->node[above], *child = &t->node[below];
    if (parent->kind == TREE_LEAF)
        return wrong(r, 1, "'%s' is a leaf (line %d), so it has no moves", parent->name, parent->line);
    if (below == 0)
        return wrong(r, 2, "an edge from '%s' to '%s' makes a cycle: that is the root", parent->name,
                     child->name);
    if (above == below)
        return wrong(r, 2, "an edge from '%s' to '%s' makes a cycle", parent->name, child->name);
    if (child->parent >= 0)
        return wrong(r, 2, "'%s' has two parents, '%s' and '%s'", child->name, t->node[child->parent].name,
                     parent->name);
    if (parent->children == TREE_MOVES)
        return wrong(r, 1, "'%s' has more than %d moves", parent->name, TREE_MOVES);
    tree_link(t, above, below);
    return read_edge_words(r, parent, child);
}

static hra_err read_eval(tree_reader *r) {
    tree *t = r->tree;
    int at = r->words > 1 ? find_word(t, r->word[1]) : -1;
    if (r->words < 3)
        return wrong(r, 0, "expected 'eval NAME' and a number");
    if (at < 0)
        return unknown_node(r, 1);
    if (t->node[at].kind == TREE_LEAF)
        return wrong(r, 1, "'%s' is a leaf (line %d), its value is known", t->node[at].name,
                     t->node[at].line);
    if (t->node[at].estimated)
        return wrong(r, 1, "'%s' already has an evaluation", t->node[at].name);
    t->node[at].estimated = true;
    return read_values(r, t->value + at * t->seats);
}

/* ---- all of it --------------------------------------------------------------------------------*/

static hra_err read_item(tree_reader *r, int pass) {
    static const struct {
        const char *name;
        int pass;
        hra_err (*read)(tree_reader *);
    } items[] = {
        {"seats", 0, read_seats}, {"bounds", 0, read_bounds}, {"node", 0, read_node},
        {"leaf", 0, read_leaf},   {"edge", 1, read_edge},     {"eval", 1, read_eval},
    };
    for (size_t i = 0; i < sizeof items / sizeof *items; i++)
        if (word_is(r->word[0], items[i].name))
            return items[i].pass == pass ? items[i].read(r) : HRA_OK;
    return wrong(r, 0, "expected seats, bounds, node, leaf, edge or eval, found '%.*s'",
                 r->word[0].length < 30 ? r->word[0].length : 30, r->word[0].at);
}

static hra_err read_pass(tree_reader *r, int pass) {
    bool more = true;
    hra_lines_open(&r->l, r->text, r->length, 1, r->why);
    r->l.name = *r->file ? r->file : NULL;
    for (;;) {
        hra_err err = next_line(r, &more);
        if (err || !more)
            return err;
        err = read_item(r, pass);
        if (err)
            return err;
    }
}

hra_err tree_read(tree *t, const char *file, const char *text, size_t length, int first_seat,
                  hra_error *why) {
    tree_reader r = {.tree = t, .file = file, .text = text, .length = length, .why = why};
    t->words = malloc(3 * length + 1); /* a foreign byte becomes at most three */
    if (!t->words)
        return hra_no_memory(why);
    const bool brackets = tree_in_brackets(text, length);
    hra_err err = brackets ? tree_read_brackets(&r, first_seat) : read_pass(&r, 0);
    if (!err && t->count == 0)
        err =
            tree_fail(&r, r.l.number > 0 ? r.l.number : 1, "missing 'node' line; the first one is the root");
    if (!err)
        err = tree_sort_names(&r);
    if (!err && !brackets)
        err = read_pass(&r, 1);
    return err ? err : tree_check(&r);
}
