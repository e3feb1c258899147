/* A tree in brackets, as it is written on a board: ((3 12 8)(2 4 6)(14 5 2)).
 *
 *     tree   = list
 *     list   = "(" [ "max" | "min" | "p1".."p8" | "?" ] branch { branch } ")"
 *     branch = [ probability ":" ] [ name "=" ] ( list | number | "[" number { number } "]" )
 *
 * The seats move in turn; a word at the beginning of a list says otherwise. "?" is chance, whose branches have
 * probabilities; the seat after it is that whose turn it was. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/messages.h"
#include "core/utf8.h"
#include "tree.h"

enum { GIVEN_NAME = 24 }; /* bytes; what is made of it is longer */

typedef struct bracket_reader {
    tree_reader *r;
    hra_lines *l;
    bool vectors; /* leaves are in square brackets */
} bracket_reader;

/* ---- words --------------------------------------------------------------------------------------*/

static bool is_blank(int c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ',';
}

/* Blanks, ends of lines, and remarks. */
static int peek(bracket_reader *b) {
    hra_lines *l = b->l;
    while (l->at < l->end && (is_blank(*l->at) || *l->at == '#'))
        if (*l->at == '#')
            while (l->at < l->end && *l->at != '\n')
                l->at++;
        else
            l->at++;
    return hra_lines_peek(l);
}

/* The word at the cursor, which stays where it is. */
static tree_word next_word(bracket_reader *b) {
    const char *at = b->l->at;
    while (at < b->l->end && !is_blank(*at) && !strchr("()[]=:#?", *at))
        at++;
    return (tree_word){b->l->at, (int)(at - b->l->at)};
}

static bool word_is(tree_word w, const char *text) {
    return strlen(text) == (size_t)w.length && memcmp(w.at, text, (size_t)w.length) == 0;
}

static hra_err expected_branch(bracket_reader *b) {
    return hra_lines_expected(b->l, _("a number, '[', '(' or a name with '='"));
}

static hra_err read_number(bracket_reader *b, double *out) {
    (void)peek(b);
    tree_word w = next_word(b);
    if (!tree_read_number(w, out))
        return hra_lines_expected(b->l, _("a number such as 3, -2.5 or 1/3"));
    b->l->at += w.length;
    return HRA_OK;
}

/* ---- leaves -------------------------------------------------------------------------------------*/

/* "[3 5 1]" */
static hra_err read_vector(bracket_reader *b, double *value) {
    const char *from = b->l->at++;
    int n = 0;
    hra_err err = HRA_OK;
    while (!err && peek(b) != ']') {
        if (n == b->r->tree->seats)
            break;
        err = read_number(b, &value[n++]);
    }
    if (!err && n == 0)
        return hra_lines_expected(b->l, _("a number such as 3, -2.5 or 1/3"));
    if (!err && (peek(b) != ']' || n < b->r->tree->seats)) {
        b->l->at = from;
        err = hra_lines_fail(b->l, HRA_EINPUT, "every leaf needs %d numbers in [ ], as the first one has",
                             b->r->tree->seats);
    }
    b->l->at += err ? 0 : 1;
    return err;
}

static hra_err read_leaf(bracket_reader *b, int node) {
    tree *t = b->r->tree;
    double value[HRA_MAX_SEATS] = {0};
    hra_err err;
    if (hra_lines_peek(b->l) == '[')
        err = read_vector(b, value);
    else if (b->vectors)
        return hra_lines_fail(b->l, HRA_EINPUT, "every leaf needs %d numbers in [ ], as the first one has",
                              t->seats);
    else
        err = read_number(b, value);
    if (!b->vectors)
        value[1] = -value[0];
    memcpy(t->value + (size_t)(node * t->seats), value, (size_t)t->seats * sizeof *value);
    t->node[node].kind = TREE_LEAF;
    t->node[node].mover = HRA_OVER;
    return err;
}

/* How many numbers the first vector has: 0, there is none. */
static int count_seats(const bracket_reader *b) {
    bracket_reader ahead = *b;
    hra_lines l = *b->l;
    int n = 0;
    l.at = memchr(l.at, '[', hra_lines_left(&l));
    if (!l.at)
        return 0;
    l.at++;
    ahead.l = &l;
    for (tree_word w; peek(&ahead) >= 0 && (w = next_word(&ahead)).length > 0 && n <= HRA_MAX_SEATS; n++)
        l.at += w.length;
    return n;
}

/* ---- lists --------------------------------------------------------------------------------------*/

/* Who moves: as the word says, or whose turn it is. *turn: of the branches. */
static hra_err read_mover(bracket_reader *b, tree_node *node, int *turn) {
    const int seats = b->r->tree->seats;
    int seat = *turn;
    if (peek(b) == '?') {
        b->l->at++;
        node->kind = TREE_CHANCE;
        node->mover = HRA_CHANCE;
        return HRA_OK;
    }
    tree_word w = next_word(b);
    const bool role = !b->vectors && (word_is(w, "max") || word_is(w, "min"));
    if (role)
        seat = *w.at == 'm' && w.at[1] == 'i';
    else if (w.length == 2 && *w.at == 'p' && w.at[1] >= '1' && w.at[1] < '1' + seats)
        seat = w.at[1] - '1';
    else
        w.length = 0;
    b->l->at += w.length;
    node->kind = b->vectors ? TREE_SEAT : seat ? TREE_MIN : TREE_MAX;
    node->mover = (int16_t)seat;
    *turn = (seat + 1) % seats;
    return HRA_OK;
}

static hra_err read_probability(bracket_reader *b, const tree_node *parent, double *out) {
    tree_word w = next_word(b);
    const char *after = w.at + w.length;
    const bool given = w.length > 0 && after < b->l->end && *after == ':';
    if (given != (parent->mover == HRA_CHANCE))
        return given ? hra_lines_fail(b->l, HRA_EINPUT, "a probability stands after '(?' only")
                     : hra_lines_fail(b->l, HRA_EINPUT,
                                      "a branch of chance needs its probability, as in 1/3:5");
    if (!given)
        return HRA_OK;
    if (!tree_read_number(w, out) || !(*out > 0) || *out > 1)
        return hra_lines_expected(b->l, _("a probability over 0, at most 1, as in 1/3:5"));
    b->l->at += w.length + 1;
    return HRA_OK;
}

/* "name=", which is the text of the move too. */
static hra_err read_name(bracket_reader *b, const char **name) {
    tree_word w = next_word(b);
    const char *after = w.at + w.length;
    char copy[TREE_NAME + 1];
    *name = NULL;
    if (w.length == 0 || after == b->l->end || *after != '=')
        return HRA_OK;
    if (w.length > GIVEN_NAME || !hra_utf8_copy(w.at, (size_t)w.length, copy, GIVEN_NAME + 1))
        return hra_lines_fail(b->l, HRA_EINPUT, "a name has at most %d bytes", GIVEN_NAME);
    for (const char *c = copy; *c; c++)
        if (hra_is_control(*c))
            return hra_lines_fail(b->l, HRA_EINPUT, "control character 0x%02x in the text", *c);
    *name = tree_keep(b->r->tree, copy);
    b->l->at += w.length + 1;
    return HRA_OK;
}

static hra_err read_list(bracket_reader *b, int node, int depth, int turn);

static hra_err read_branch(bracket_reader *b, int above, int depth, int turn) {
    tree *t = b->r->tree;
    double probability = 0;
    const char *name = NULL;
    int node;
    hra_err err = read_probability(b, &t->node[above], &probability);
    if (!err)
        err = peek(b) < 0 ? expected_branch(b) : read_name(b, &name);
    if (err)
        return err;
    if (t->node[above].children == TREE_MOVES)
        return hra_lines_fail(b->l, HRA_EINPUT, "a list has more than %d branches", TREE_MOVES);
    const int first = peek(b);
    if (first != '(' && first != '[' && next_word(b).length == 0)
        return expected_branch(b);
    err = tree_add(b->r, name, &node);
    if (err)
        return err;
    t->node[node].probability = probability;
    tree_link(t, above, node);
    if (first == '(')
        return read_list(b, node, depth + 1, turn);
    double ignored;
    return first == '[' || tree_read_number(next_word(b), &ignored) ? read_leaf(b, node) : expected_branch(b);
}

static hra_err check_sum(bracket_reader *b, int node, const char *from) {
    const tree *t = b->r->tree;
    double sum = 0;
    for (int32_t c = t->node[node].first; c >= 0; c = t->node[c].next)
        sum += t->node[c].probability;
    if (fabs(sum - 1) < 1e-9)
        return HRA_OK;
    b->l->at = from;
    return hra_lines_fail(
        b->l, HRA_EINPUT,
        "the probabilities of this chance sum to %.9g, not 1 (fractions such as 1/3 are exact)", sum);
}

/* NOLINTNEXTLINE(misc-no-recursion): at most TREE_DEPTH deep. */
static hra_err read_list(bracket_reader *b, int node, int depth, int turn) {
    const char *from = b->l->at;
    if (depth > TREE_DEPTH)
        return hra_lines_fail(b->l, HRA_EINPUT, "more than %d lists in each other", TREE_DEPTH);
    b->l->at++;
    hra_err err = read_mover(b, &b->r->tree->node[node], &turn);
    while (!err && peek(b) != ')') {
        if (peek(b) < 0) {
            b->l->at = from;
            return hra_lines_fail(b->l, HRA_EINPUT, "this '(' has no ')'");
        }
        err = read_branch(b, node, depth, turn);
    }
    if (!err && b->r->tree->node[node].children == 0)
        return expected_branch(b);
    if (!err && b->r->tree->node[node].kind == TREE_CHANCE)
        err = check_sum(b, node, from);
    b->l->at += err ? 0 : 1;
    return err;
}

/* ---- names --------------------------------------------------------------------------------------*/

static int by_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* "a" .. "z", "aa", ..., by number. */
static void letters(int number, char out[16]) {
    char back[16];
    int n = 0;
    for (int i = number; i >= 0; i = i / 26 - 1)
        back[n++] = (char)('a' + i % 26);
    for (int i = 0; i < n; i++)
        out[i] = back[n - 1 - i];
    out[n] = '\0';
}

/* The names that were given, sorted. */
typedef struct given_names {
    const char **text;
    int count;
} given_names;

static bool is_given(const given_names *given, const char *name) {
    return bsearch(&name, given->text, (size_t)given->count, sizeof *given->text, by_text) != NULL;
}

/* The move to a node without a name, after the list above: "b1"; "n1.1" where that ends in a digit. */
static void make_label(const given_names *given, const char *above, int branch, char label[TREE_NAME + 1]) {
    const char end = above[strlen(above) - 1];
    hra_snprintf(label, TREE_NAME + 1, "%.24s%s%d", above, end >= '0' && end <= '9' ? "." : "", branch);
    for (size_t n = strlen(label); n < TREE_NAME && is_given(given, label); n++) {
        label[n] = '\'';
        label[n + 1] = '\0';
    }
}

/* Keeps a text that was made; there is room for two of each node. */
static const char *keep_made(char **at, const char *text) {
    const size_t size = strlen(text) + 1;
    const char *kept = memcpy(*at, text, size);
    *at += size;
    return kept;
}

/* Names by level, as a textbook has them: lists a, b, c, ..., leaves and moves after the list above: b1, b2.
 * order: room for two numbers of each node. */
static void name_nodes(tree *t, const given_names *given, int32_t *order) {
    int32_t *index = order + t->count; /* among the branches of the list above */
    int last = 1, letter = 0;
    char *at = t->made, name[TREE_NAME + 1], label[TREE_NAME + 1];
    order[0] = 0;
    for (int seen = 0; seen < t->count; seen++) {
        tree_node *node = &t->node[order[seen]];
        int branch = 0;
        if (!node->name && node->parent >= 0) {
            make_label(given, t->node[node->parent].name, index[order[seen]], label);
            node->label = keep_made(&at, label);
        }
        if (!node->name && node->kind == TREE_LEAF)
            node->name = node->label;
        if (!node->name) {
            do
                letters(letter++, name);
            while (is_given(given, name));
            node->name = keep_made(&at, name);
            node->label = node->label ? node->label : node->name;
        }
        for (int32_t c = node->first; c >= 0; c = t->node[c].next) {
            index[c] = ++branch;
            order[last++] = c;
        }
    }
}

static hra_err give_names(tree_reader *r) {
    tree *t = r->tree;
    given_names given = {.text = malloc((size_t)t->count * sizeof *given.text)};
    int32_t *order = malloc((size_t)t->count * 2 * sizeof *order);
    t->made = malloc((size_t)t->count * 2 * (TREE_NAME + 1));
    const bool done = given.text && order && t->made;
    if (done) {
        for (int i = 0; i < t->count; i++)
            if (t->node[i].name)
                given.text[given.count++] = t->node[i].name;
        qsort(given.text, (size_t)given.count, sizeof *given.text, by_text);
        name_nodes(t, &given, order);
    }
    free(given.text);
    free(order);
    return done ? HRA_OK : hra_no_memory(r->why);
}

/* ---- all of it ----------------------------------------------------------------------------------*/

bool tree_in_brackets(const char *text, size_t length) {
    size_t i = hra_lines_mark(text, length);
    while (i < length && (is_blank(text[i]) || text[i] == '#'))
        if (text[i] == '#')
            while (i < length && text[i] != '\n')
                i++;
        else
            i++;
    return i < length && text[i] == '(';
}

/* A second tree: the two want a root. */
static hra_err need_root(bracket_reader *b, const char *from) {
    const int length = (int)(b->l->last - from);
    if (*b->l->at != '(')
        return hra_lines_expected(b->l, _("the end of the tree"));
    if (length > 100 || memchr(from, '\n', (size_t)length))
        return hra_lines_fail(b->l, HRA_EINPUT, "a tree has one root; put all of it into ( )");
    return hra_lines_fail(b->l, HRA_EINPUT, "a tree has one root; write (%.*s)", length, from);
}

hra_err tree_read_brackets(tree_reader *r, int first_seat) {
    hra_lines *l = &r->l;
    bracket_reader b = {.r = r, .l = l};
    hra_place place;
    int root;
    hra_lines_open(l, r->text, r->length, 1, r->why);
    l->name = *r->file ? r->file : NULL;
    l->place = *r->file ? NULL : &place; /* tells the caller in its own way */
    (void)hra_lines_all(l);
    (void)peek(&b);
    const char *from = l->at;
    const int seats = count_seats(&b);
    b.vectors = seats > 0;
    r->tree->seats = b.vectors ? seats : 2;
    hra_err err = seats > HRA_MAX_SEATS
                      ? hra_lines_fail(l, HRA_EINPUT, "a leaf has at most %d numbers", HRA_MAX_SEATS)
                      : tree_add(r, NULL, &root);
    if (!err)
        err = read_list(&b, root, 0, first_seat % r->tree->seats);
    if (!err && peek(&b) >= 0)
        err = need_root(&b, from);
    if (!err)
        err = give_names(r);
    if (l->err && !*r->file && r->why)
        r->why->at = (int)(l->at - r->text);
    l->place = NULL;
    return err;
}
