/* Reading the text of a tree. Lines are gone through twice: first what there is (seats, bounds,
 * nodes, leaves), then what hangs where (edges, evaluations), so that a node may be named before
 * its own line. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    return hra_fail(r->why, HRA_EINPUT, -1, "%.60s%sline %d: %s", r->file, *r->file ? ", " : "", line, text);
}

void tree_release(tree *t) {
    free(t->node);
    free(t->value);
    free(t->named);
    free(t->words);
    *t = (tree){0};
}

/* ---- words ------------------------------------------------------------------------------------*/

static bool word_is(tree_word w, const char *text) {
    return strlen(text) == (size_t)w.length && memcmp(w.at, text, (size_t)w.length) == 0;
}

/* A tab may stand between words, and a carriage return may end a line; other control characters
 * could play tricks on a terminal. */
static bool readable(const char *at, size_t left, size_t *bytes) {
    uint32_t code;
    *bytes = hra_utf8_decode(at, left, &code);
    return *bytes && (code >= 0x20 || code == '\t' || code == '\r') && (code < 0x7f || code > 0x9f);
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/* Splits the next line that has words into r->word; false at the end of the text. */
static hra_err next_line(tree_reader *r, bool *more) {
    r->words = 0;
    while (r->words == 0 && r->at < r->length) {
        r->line++;
        bool comment = false, inside = false;
        for (; r->at < r->length && r->text[r->at] != '\n';) {
            const char *at = r->text + r->at;
            size_t bytes;
            if (!readable(at, r->length - r->at, &bytes))
                return tree_fail(r, r->line, "byte 0x%02x is not text in UTF-8", (unsigned char)*at);
            r->at += bytes;
            comment = comment || *at == '#';
            if (comment || is_blank(*at)) {
                inside = false;
                continue;
            }
            if (!inside && r->words == TREE_WORDS)
                return tree_fail(r, r->line, "more than %d words", TREE_WORDS);
            if (!inside)
                r->word[r->words++] = (tree_word){at, 0};
            inside = true;
            r->word[r->words - 1].length += (int)bytes;
        }
        r->at += r->at < r->length;
    }
    *more = r->words > 0;
    return HRA_OK;
}

/* A word kept for good. There is room: words do not overlap, and something stands between them. */
static const char *keep(tree *t, tree_word w) {
    char *copy = t->words + t->words_used;
    memcpy(copy, w.at, (size_t)w.length);
    copy[w.length] = '\0';
    t->words_used += (size_t)w.length + 1;
    return copy;
}

/* A decimal number, or a fraction of two: -19/6. */
static bool read_number(tree_word w, double *out) {
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
        return tree_fail(r, r->line, "'seats' may stand only once and before all nodes");
    if (r->words != 2 || w.length != 1 || *w.at < '1' || *w.at > '0' + HRA_MAX_SEATS)
        return tree_fail(r, r->line, "expected 'seats N' with N from 1 to %d", HRA_MAX_SEATS);
    r->tree->seats = *w.at - '0';
    return HRA_OK;
}

static hra_err read_bounds(tree_reader *r) {
    tree *t = r->tree;
    if (t->bounded)
        return tree_fail(r, r->line, "'bounds' may stand only once");
    if (r->words != 3 || !read_number(r->word[1], &t->low) || !read_number(r->word[2], &t->high) ||
        !(t->low < t->high))
        return tree_fail(r, r->line, "expected 'bounds LOW HIGH', two numbers, the smaller one first");
    t->bounded = true;
    return HRA_OK;
}

/* Room for one more node and its values. */
static hra_err grow(tree_reader *r) {
    tree *t = r->tree;
    if (t->count == TREE_NODES)
        return tree_fail(r, r->line, "more than %d nodes", TREE_NODES);
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

/* A new node under the name in r->word[1]. */
static hra_err declare(tree_reader *r, tree_node **out) {
    tree *t = r->tree;
    if (r->words < 2 || r->word[1].length > TREE_NAME)
        return tree_fail(r, r->line, "expected a name of at most %d bytes after '%.*s'", TREE_NAME,
                         r->word[0].length, r->word[0].at);
    if (t->seats == 0)
        t->seats = 2;
    hra_err err = grow(r);
    if (err)
        return err;
    tree_node *node = &t->node[t->count];
    memset(node, 0, sizeof *node);
    node->name = node->label = keep(t, r->word[1]);
    node->parent = node->first = node->last = node->next = -1;
    node->line = r->line;
    for (int k = 0; k < t->seats; k++)
        t->value[t->count * t->seats + k] = 0;
    t->count++;
    *out = node;
    return HRA_OK;
}

static hra_err read_node(tree_reader *r) {
    const char *form = _("expected 'node NAME KIND', KIND being max, min, chance or seat K");
    tree_node *node;
    hra_err err = declare(r, &node);
    if (err)
        return err;
    tree_word kind = r->words > 2 ? r->word[2] : (tree_word){"", 0};
    int seats = r->tree->seats, words = 3;
    if (word_is(kind, "max") || word_is(kind, "min")) {
        node->kind = word_is(kind, "max") ? TREE_MAX : TREE_MIN;
        node->mover = node->kind == TREE_MAX ? 0 : 1;
        if (seats != 2)
            return tree_fail(r, r->line,
                             "max and min are for two seats; with 'seats %d' write 'seat 0' to 'seat %d'",
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
            return tree_fail(r, r->line, "expected a seat from 0 to %d after 'seat', found '%.*s'", seats - 1,
                             k.length < 20 ? k.length : 20, k.at);
    } else {
        return tree_fail(r, r->line, "%s; found '%.*s'", form, kind.length < 20 ? kind.length : 20, kind.at);
    }
    return r->words == words ? HRA_OK : tree_fail(r, r->line, "%s, and nothing after it", form);
}

/* The numbers from r->word[2] on: one for each seat, or with two seats only the first one's. */
static hra_err read_values(tree_reader *r, double *value) {
    int n = r->words - 2, seats = r->tree->seats;
    bool many = n != seats && !(n == 1 && seats == 2);
    if (many && seats == 1)
        return tree_fail(r, r->line, "expected one number after the name, found %d", n);
    if (many && seats == 2)
        return tree_fail(r, r->line, "expected one number, or one per seat, after the name, found %d", n);
    if (many)
        return tree_fail(r, r->line, "expected one number per seat after the name, found %d", n);
    for (int i = 0; i < n; i++)
        if (!read_number(r->word[2 + i], &value[i]))
            return tree_fail(r, r->line, "expected a number up to %.0g such as 3, -2.5 or 1/3, found '%.*s'",
                             greatest_value, r->word[2 + i].length < 30 ? r->word[2 + i].length : 30,
                             r->word[2 + i].at);
    if (n < seats)
        value[1] = -value[0];
    return HRA_OK;
}

static hra_err read_leaf(tree_reader *r) {
    tree_node *node;
    if (r->tree->count == 0)
        return tree_fail(r, r->line,
                         "the first node is the root, and a leaf can not be one: put its 'node' line first");
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
    if (w.length > TREE_NAME)
        return -1;
    memcpy(name, w.at, (size_t)w.length);
    name[w.length] = '\0';
    return tree_find(t, name);
}

static hra_err unknown_node(tree_reader *r, tree_word w) {
    enum { NAMES = 512 }; /* to guess from */
    const char *names[NAMES + 1];
    char name[TREE_NAME + 1];
    int n = 0, length = w.length < TREE_NAME ? w.length : TREE_NAME;
    for (; n < r->tree->count && n < NAMES; n++)
        names[n] = r->tree->node[n].name;
    names[n] = NULL;
    memcpy(name, w.at, (size_t)length);
    name[length] = '\0';
    hra_error why;
    hra_fail_guess(&why, -1, name, names, "unknown node '%s': it needs a line 'node %s ...' or 'leaf %s ...'",
                   name, name, name);
    return tree_fail(r, r->line, "%s", why.text);
}

/* The words of an edge behind the child: a label and, below chance, p=..., in either order. */
static hra_err read_edge_words(tree_reader *r, const tree_node *parent, tree_node *child) {
    for (int i = 3; i < r->words; i++) {
        tree_word w = r->word[i];
        if (w.length > 2 && memcmp(w.at, "p=", 2) == 0) {
            if (parent->mover != HRA_CHANCE)
                return tree_fail(r, r->line, "'%s' is no chance node, so its edges have no p=", parent->name);
            if (!read_number((tree_word){w.at + 2, w.length - 2}, &child->probability) ||
                !(child->probability > 0) || child->probability > 1)
                return tree_fail(r, r->line,
                                 "expected p= with a number over 0, at most 1, as in p=1/3; found '%.*s'",
                                 w.length < 30 ? w.length : 30, w.at);
        } else if (child->label != child->name || w.length > TREE_NAME) {
            return tree_fail(r, r->line, "expected one word of at most %d bytes as the label, found '%.*s'",
                             TREE_NAME, w.length < 40 ? w.length : 40, w.at);
        } else {
            child->label = keep(r->tree, w);
        }
    }
    if (parent->mover == HRA_CHANCE && child->probability == 0)
        return tree_fail(r, r->line, "'%s' is a chance node, so the edge needs a probability, as in p=1/3",
                         parent->name);
    return HRA_OK;
}

static hra_err read_edge(tree_reader *r) {
    tree *t = r->tree;
    if (r->words < 3)
        return tree_fail(r, r->line,
                         "expected 'edge PARENT CHILD', a label and a probability being optional");
    int above = find_word(t, r->word[1]), below = find_word(t, r->word[2]);
    if (above < 0 || below < 0)
        return unknown_node(r, r->word[above < 0 ? 1 : 2]);
    tree_node *parent = &t->node[above], *child = &t->node[below];
    if (parent->kind == TREE_LEAF)
        return tree_fail(r, r->line, "'%s' is a leaf (line %d), so it has no moves", parent->name,
                         parent->line);
    if (below == 0)
        return tree_fail(r, r->line, "an edge from '%s' to '%s' makes a cycle: that is the root",
                         parent->name, child->name);
    if (above == below)
        return tree_fail(r, r->line, "an edge from '%s' to '%s' makes a cycle", parent->name, child->name);
    if (child->parent >= 0)
        return tree_fail(r, r->line, "'%s' has two parents, '%s' and '%s'", child->name,
                         t->node[child->parent].name, parent->name);
    if (parent->children == TREE_MOVES)
        return tree_fail(r, r->line, "'%s' has more than %d moves", parent->name, TREE_MOVES);
    child->parent = above;
    if (parent->last < 0)
        parent->first = below;
    else
        t->node[parent->last].next = below;
    parent->last = below;
    parent->children++;
    return read_edge_words(r, parent, child);
}

static hra_err read_eval(tree_reader *r) {
    tree *t = r->tree;
    int at = r->words > 1 ? find_word(t, r->word[1]) : -1;
    if (r->words < 3)
        return tree_fail(r, r->line, "expected 'eval NAME' and a number");
    if (at < 0)
        return unknown_node(r, r->word[1]);
    if (t->node[at].kind == TREE_LEAF)
        return tree_fail(r, r->line, "'%s' is a leaf (line %d), its value is known", t->node[at].name,
                         t->node[at].line);
    if (t->node[at].estimated)
        return tree_fail(r, r->line, "'%s' already has an evaluation", t->node[at].name);
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
    return tree_fail(r, r->line, "expected seats, bounds, node, leaf, edge or eval, found '%.*s'",
                     r->word[0].length < 30 ? r->word[0].length : 30, r->word[0].at);
}

static hra_err read_pass(tree_reader *r, int pass) {
    bool more = true;
    static const char mark[] = "\xef\xbb\xbf"; /* some editors put a byte-order mark in front */
    r->at = r->length >= 3 && memcmp(r->text, mark, 3) == 0 ? 3 : 0;
    r->line = 0;
    for (;;) {
        hra_err err = next_line(r, &more);
        if (err || !more)
            return err;
        err = read_item(r, pass);
        if (err)
            return err;
    }
}

hra_err tree_read(tree *t, const char *file, const char *text, size_t length, hra_error *why) {
    tree_reader r = {.tree = t, .file = file, .text = text, .length = length, .why = why};
    t->words = malloc(length + 1);
    if (!t->words)
        return hra_no_memory(why);
    hra_err err = read_pass(&r, 0);
    if (!err && t->count == 0)
        err = tree_fail(&r, r.line ? r.line : 1, "there is no node: the root is the first 'node' line");
    if (!err)
        err = tree_sort_names(&r);
    if (!err)
        err = read_pass(&r, 1);
    return err ? err : tree_check(&r);
}
