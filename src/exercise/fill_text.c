/* Trees to fill in, as text. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "fill.h"
#include "hra/json.h"

const char *const hra_fill_roles[FILL_ROLES] = {"max", "min", "own", "or", "and", "chance", "leaf", "end"};
const char *const hra_fill_fields[FIELDS] = {"value", "alpha", "beta", "cut", "order"};
static const char *const asked_words[] = {"leaves", "values", "windows", "cuts", "order"};
enum { ASKED = sizeof asked_words / sizeof *asked_words, LETTERS = 26 };

/* ---- labels and numbers -------------------------------------------------------------------------*/

void hra_fill_label(int node, char out[FILL_LABEL]) {
    char letters[FILL_LABEL];
    int n = 0;
    for (int left = node + 1; left > 0 && n < FILL_LABEL - 1; left = (left - 1) / LETTERS)
        letters[n++] = (char)('A' + (left - 1) % LETTERS);
    for (int i = 0; i < n; i++)
        out[i] = letters[n - 1 - i];
    out[n] = '\0';
}

int hra_fill_find(const fill_tree *tree, const char *label, size_t length) {
    int node = 0;
    for (size_t i = 0; i < length; i++) {
        const char c = label[i] >= 'a' && label[i] <= 'z' ? (char)(label[i] - 'a' + 'A') : label[i];
        if (c < 'A' || c > 'Z' || node > HRA_EXERCISE_NODES)
            return -1;
        node = node * LETTERS + (c - 'A' + 1);
    }
    return length && node <= tree->count ? node - 1 : -1;
}

void hra_fill_write_number(double number, hra_text *out) {
    if (isnan(number))
        hra_text_add_char(out, '-');
    else if (isinf(number))
        hra_text_add(out, number > 0 ? "inf" : "-inf");
    else
        hra_text_add_number(out, number);
}

void hra_fill_write_value(const fill_tree *tree, const double *value, hra_text *out) {
    for (int i = 0; i < fill_width(tree) && (i == 0 || !isnan(value[i]) || i < tree->seats); i++) {
        hra_text_add(out, i == 0 ? "" : i % tree->seats ? ":" : "|");
        hra_fill_write_number(value[i], out);
    }
}

void hra_fill_say_value(const fill_tree *tree, const double *value, hra_text *out) {
    if (fill_is_proof(tree) && !isnan(value[0]))
        hra_text_add(out, _(hra_proof_text(value[0] > 0 ? HRA_SOLVED : HRA_UNSOLVED)));
    else
        hra_fill_write_value(tree, value, out);
}

/* Whether text[0..length-1] is one of these words, which are ended by NULL. */
static bool is_one_of(const char *text, size_t length, const char *const *words) {
    for (; *words; words++)
        if (strlen(*words) == length && memcmp(*words, text, length) == 0)
            return true;
    return false;
}

static bool read_decimal(const char *text, size_t length, double *out) {
    char copy[64];
    const char *end;
    if (length == 0 || length >= sizeof copy)
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    char *comma = strchr(copy, ',');
    if (comma && !strchr(copy, '.'))
        *comma = '.';
    return hra_number_read(copy[0] == '+' ? copy + 1 : copy, &end, out) && *end == '\0';
}

bool hra_fill_read_number(const char *text, size_t length, double *out) {
    static const char *const none[] = {"-", "none", NULL};
    static const char *const high[] = {"inf", "+inf", "\xe2\x88\x9e", "+\xe2\x88\x9e", NULL};
    static const char *const low[] = {"-inf", "-\xe2\x88\x9e", "\xe2\x88\x92\xe2\x88\x9e", "\xe2\x88\x92inf",
                                      NULL};
    static const char minus[] = "\xe2\x88\x92";
    char copy[64];
    const char *slash = memchr(text, '/', length);
    double below;
    if (is_one_of(text, length, none) || is_one_of(text, length, high) || is_one_of(text, length, low)) {
        *out = is_one_of(text, length, none) ? NAN : is_one_of(text, length, high) ? INFINITY : -INFINITY;
        return true;
    }
    if (length > sizeof minus - 1 && memcmp(text, minus, sizeof minus - 1) == 0 && length < sizeof copy) {
        copy[0] = '-';
        memcpy(copy + 1, text + sizeof minus - 1, length - (sizeof minus - 1));
        return hra_fill_read_number(copy, length - sizeof minus + 2, out);
    }
    if (!slash)
        return read_decimal(text, length, out);
    if (!read_decimal(text, (size_t)(slash - text), out) ||
        !read_decimal(slash + 1, length - (size_t)(slash - text) - 1, &below) || below == 0)
        return false;
    *out /= below;
    return isfinite(*out);
}

/* "solved", "unsolved", in the language of the person too. */
static bool read_proof(const char *text, size_t length, double *out) {
    for (int i = 0; i < 2; i++) {
        const char *word = hra_proof_text(i ? HRA_SOLVED : HRA_UNSOLVED);
        const char *const both[] = {word, _(word), NULL};
        if (is_one_of(text, length, both)) {
            *out = i;
            return true;
        }
    }
    return hra_fill_read_number(text, length, out) && (isnan(*out) || *out == 0 || *out == 1);
}

static bool read_vector(const fill_tree *tree, const char *text, size_t length, double *out) {
    const char *end = text + length;
    for (int i = 0; i < tree->seats; i++) {
        const char *colon = memchr(text, ':', (size_t)(end - text));
        const char *stop = colon ? colon : end;
        if ((i == tree->seats - 1) != !colon || !hra_fill_read_number(text, (size_t)(stop - text), &out[i]))
            return false;
        text = stop + (colon != NULL);
    }
    return true;
}

bool hra_fill_read_value(const fill_tree *tree, const char *text, size_t length, double *out) {
    const char *end = text + length;
    for (int i = 0; i < fill_width(tree); i++)
        out[i] = NAN;
    if (fill_is_proof(tree))
        return read_proof(text, length, out);
    if (tree->seats > 1 && !memchr(text, ':', length)) /* none */
        return hra_fill_read_number(text, length, out) && isnan(out[0]);
    for (int i = 0; i < tree->vectors; i++) {
        const char *bar = tree->vectors > 1 ? memchr(text, '|', (size_t)(end - text)) : NULL;
        const char *stop = bar ? bar : end;
        if (!read_vector(tree, text, (size_t)(stop - text), out + (ptrdiff_t)i * tree->seats))
            return false;
        if (!bar)
            return true;
        text = bar + 1;
    }
    return false;
}

/* ---- memory -------------------------------------------------------------------------------------*/

hra_err hra_fill_numbers_open(fill_numbers *numbers, int nodes, int width) {
    const size_t n = (size_t)nodes + 1;
    *numbers = (fill_numbers){.value = malloc(n * (size_t)width * sizeof(double)),
                              .alpha = malloc(n * sizeof(double)),
                              .beta = malloc(n * sizeof(double)),
                              .cut = malloc(n * sizeof(int)),
                              .order = calloc(n, sizeof(int))};
    if (!numbers->value || !numbers->alpha || !numbers->beta || !numbers->cut || !numbers->order) {
        hra_fill_numbers_close(numbers);
        return HRA_ENOMEM;
    }
    for (size_t i = 0; i < n * (size_t)width; i++)
        numbers->value[i] = NAN;
    for (size_t i = 0; i < n; i++) {
        numbers->alpha[i] = numbers->beta[i] = NAN;
        numbers->cut[i] = -1;
    }
    return HRA_OK;
}

void hra_fill_numbers_close(fill_numbers *numbers) {
    free(numbers->value);
    free(numbers->alpha);
    free(numbers->beta);
    free(numbers->cut);
    free(numbers->order);
    *numbers = (fill_numbers){0};
}

void hra_fill_numbers_copy(fill_numbers *to, const fill_numbers *from, int nodes, int width) {
    const size_t n = (size_t)nodes;
    memcpy(to->value, from->value, n * (size_t)width * sizeof(double));
    memcpy(to->alpha, from->alpha, n * sizeof(double));
    memcpy(to->beta, from->beta, n * sizeof(double));
    memcpy(to->cut, from->cut, n * sizeof(int));
    memcpy(to->order, from->order, n * sizeof(int));
}

hra_err hra_fill_add_node(fill_tree *tree, const fill_node *node) {
    if (tree->count == tree->capacity) {
        int capacity = tree->capacity ? 2 * tree->capacity : 32;
        fill_node *nodes = realloc(tree->nodes, (size_t)capacity * sizeof *nodes);
        if (nodes) {
            tree->nodes = nodes;
            tree->capacity = capacity;
        }
    }
    if (tree->count == tree->capacity || !node->move) {
        free(node->move);
        return HRA_ENOMEM;
    }
    fill_node *parent = node->parent < 0 ? NULL : &tree->nodes[node->parent];
    if (parent && parent->count++ == 0)
        parent->first = tree->count;
    tree->nodes[tree->count++] = *node;
    return HRA_OK;
}

void hra_fill_close(void *self) {
    fill_tree *tree = self;
    for (int i = 0; i < tree->count; i++)
        free(tree->nodes[i].move);
    free(tree->nodes);
    hra_fill_numbers_close(&tree->key);
}

/* ---- reading ------------------------------------------------------------------------------------*/

/* The next word of a line; an error: there is none. */
static const char *next_word(hra_lines *l, size_t *length) {
    const char *word;
    if (l->err || !hra_lines_word(l, &word, length)) {
        (void)hra_lines_expected(l, _("a word"));
        *length = 0;
        return "";
    }
    l->at = word + *length;
    return word;
}

static int read_label(const fill_tree *tree, hra_lines *l) {
    size_t length;
    const char *word = next_word(l, &length);
    const int node = hra_fill_find(tree, word, length);
    if (node < 0 && !l->err) {
        l->at = word;
        (void)hra_lines_expected(l, _("the label of a node above"));
    }
    return node;
}

static fill_role read_role(hra_lines *l) {
    hra_lines_blanks(l);
    for (int role = 0; role < FILL_ROLES; role++)
        if (hra_lines_key(l, hra_fill_roles[role]))
            return (fill_role)role;
    (void)hra_lines_expected(l, _("max, min, own, or, and, chance, leaf or end"));
    return FILL_MAX;
}

/* "node C A min 0 1 a2": label, parent, role, seat, probability and move. Children come behind all nodes above them, those
 * of one node together. */
static void read_node(fill_tree *tree, hra_lines *l) {
    char label[FILL_LABEL];
    hra_fill_label(tree->count, label);
    hra_lines_blanks(l);
    hra_lines_expect_key(l, label);
    if (tree->count == HRA_EXERCISE_NODES)
        (void)hra_lines_fail(l, HRA_ELIMIT, "a tree of more than %d nodes", HRA_EXERCISE_NODES);
    fill_node node = {.parent = -1};
    hra_lines_blanks(l);
    if (tree->count == 0)
        hra_lines_expect_key(l, "-");
    else
        node.parent = read_label(tree, l);
    if (!l->err && tree->count && node.parent < tree->nodes[tree->count - 1].parent)
        (void)hra_lines_expected(l, _("the children of the nodes in order"));
    if (!l->err && tree->count && tree->nodes[node.parent].role >= FILL_LEAF)
        (void)hra_lines_expected(l, _("a parent that has a role of an inner node"));
    node.role = l->err ? FILL_MAX : read_role(l);
    node.seat = hra_lines_int(l, 0, HRA_MAX_SEATS - 1);
    node.probability = hra_lines_number(l, 0, 1);
    hra_lines_blanks(l);
    node.move = l->err ? NULL : hra_exercise_line_text(l);
    if (node.move && node.parent < 0 && strcmp(node.move, "-") == 0)
        *node.move = '\0'; /* no move leads to the root */
    if (node.move && strlen(node.move) >= FILL_MOVE)
        (void)hra_lines_fail(l, HRA_ELIMIT, "a move of more than %d bytes", FILL_MOVE - 1);
    if (node.move && hra_fill_add_node(tree, &node))
        (void)hra_lines_no_memory(l);
}

static void read_word_number(hra_lines *l, double *out) {
    size_t length;
    const char *word = next_word(l, &length);
    if (!l->err && !hra_fill_read_number(word, length, out)) {
        l->at = word;
        (void)hra_lines_expected(l, _("a number, inf or -"));
    }
}

/* "key C 3 -inf 3 H 5": value, alpha, beta, cut and order. All nodes come before. */
static void read_key(fill_tree *tree, hra_lines *l) {
    size_t length;
    if (!tree->count) {
        (void)hra_lines_expected(l, _("nodes before their key"));
        return;
    }
    if (!tree->key.value && hra_fill_numbers_open(&tree->key, HRA_EXERCISE_NODES, fill_width(tree))) {
        (void)hra_lines_no_memory(l);
        return;
    }
    const int node = read_label(tree, l);
    const char *word = next_word(l, &length);
    if (l->err)
        return;
    if (!hra_fill_read_value(tree, word, length, &tree->key.value[(size_t)node * (size_t)fill_width(tree)])) {
        l->at = word;
        (void)hra_lines_expected(l, _("a value"));
    }
    read_word_number(l, &tree->key.alpha[node]);
    read_word_number(l, &tree->key.beta[node]);
    word = next_word(l, &length);
    const int cut = length == 1 && *word == '-' ? -1 : hra_fill_find(tree, word, length);
    if (!l->err && cut >= 0 && tree->nodes[cut].parent != node)
        (void)hra_lines_expected(l, _("a child of the node"));
    tree->key.cut[node] = cut;
    tree->key.order[node] = hra_lines_int(l, 0, HRA_EXERCISE_NODES);
    hra_lines_done(l);
}

static void read_asked(fill_tree *tree, hra_lines *l) {
    while (!l->err && hra_lines_left(l)) {
        int i = 0;
        hra_lines_blanks(l);
        while (i < ASKED && !hra_lines_key(l, asked_words[i]))
            i++;
        if (i == ASKED)
            (void)hra_lines_expected(l, _("leaves, values, windows, cuts or order"));
        else
            tree->asked |= 1U << i;
    }
}

/* How long values are is known before they are read. */
static void refuse_behind_key(const fill_tree *tree, hra_lines *l, const char *line) {
    if (tree->key.value)
        (void)hra_lines_fail(l, HRA_EINPUT, "a line '%s' behind the key", line);
}

bool hra_fill_read_line(hra_exercise *x, hra_lines *l) {
    fill_tree *tree = x->self;
    tree->seats = tree->seats ? tree->seats : 1;
    tree->vectors = tree->vectors ? tree->vectors : 1;
    if (hra_lines_key(l, "node")) {
        read_node(tree, l);
    } else if (hra_lines_key(l, "key")) {
        read_key(tree, l);
    } else if (hra_lines_key(l, "ask")) {
        read_asked(tree, l);
    } else if (hra_lines_key(l, "numbers")) {
        tree->seats = hra_lines_int(l, 1, HRA_MAX_SEATS);
        hra_lines_done(l);
        refuse_behind_key(tree, l, "numbers");
    } else if (hra_lines_key(l, "cut")) {
        tree->strict = hra_lines_key(l, "strict");
        if (!tree->strict)
            hra_lines_expect_key(l, "equal");
    } else if (hra_lines_key(l, "fail")) {
        tree->hard = true;
        hra_lines_expect_key(l, "hard");
    } else if (hra_lines_key(l, "star")) {
        tree->star = true;
        tree->least = hra_lines_number(l, -1e9, 1e9);
        tree->most = hra_lines_number(l, -1e9, 1e9);
        hra_lines_done(l);
    } else if (hra_lines_key(l, "sets")) {
        tree->vectors = FILL_VECTORS;
        hra_lines_done(l);
        refuse_behind_key(tree, l, "sets");
    } else {
        return false;
    }
    return true;
}

/* ---- writing ------------------------------------------------------------------------------------*/

static void write_node(const fill_tree *tree, int index, hra_text *out) {
    const fill_node *node = &tree->nodes[index];
    char label[FILL_LABEL], parent[FILL_LABEL] = "-";
    hra_fill_label(index, label);
    if (node->parent >= 0)
        hra_fill_label(node->parent, parent);
    hra_text_addf(out, "node %s %s %s %d ", label, parent, hra_fill_roles[node->role], node->seat);
    hra_text_add_number(out, node->probability);
    hra_text_addf(out, " %s\n", *node->move ? node->move : "-");
}

static void write_key(const fill_tree *tree, int index, hra_text *out) {
    char label[FILL_LABEL], cut[FILL_LABEL] = "-";
    hra_fill_label(index, label);
    if (tree->key.cut[index] >= 0)
        hra_fill_label(tree->key.cut[index], cut);
    hra_text_addf(out, "key %s ", label);
    hra_fill_write_value(tree, &tree->key.value[(size_t)index * (size_t)fill_width(tree)], out);
    hra_text_add_char(out, ' ');
    hra_fill_write_number(tree->key.alpha[index], out);
    hra_text_add_char(out, ' ');
    hra_fill_write_number(tree->key.beta[index], out);
    hra_text_addf(out, " %s %d\n", cut, tree->key.order[index]);
}

static void write_asked(const fill_tree *tree, hra_text *out) {
    hra_text_add(out, "ask");
    for (int i = 0; i < ASKED; i++)
        if (tree->asked & (1U << i))
            hra_text_addf(out, " %s", asked_words[i]);
    hra_text_add_char(out, '\n');
}

/* How the search goes that is not the textbook's. */
static void write_ways(const fill_tree *tree, hra_text *out) {
    if (tree->hard)
        hra_text_add(out, "fail hard\n");
    if (!tree->star)
        return;
    hra_text_add(out, "star ");
    hra_text_add_number(out, tree->least);
    hra_text_add_char(out, ' ');
    hra_text_add_number(out, tree->most);
    hra_text_add_char(out, '\n');
}

void hra_fill_write(const hra_exercise *x, hra_text *out) {
    const fill_tree *tree = x->self;
    if (tree->seats > 1)
        hra_text_addf(out, "numbers %d\n", tree->seats);
    if (tree->vectors > 1)
        hra_text_add(out, "sets\n");
    if (tree->strict)
        hra_text_add(out, "cut strict\n");
    write_ways(tree, out);
    write_asked(tree, out);
    for (int i = 0; i < tree->count; i++)
        write_node(tree, i, out);
    for (int i = 0; i < tree->count; i++)
        write_key(tree, i, out);
}

/* The tree and what is asked; the key follows from them. */
void hra_fill_identify(const hra_exercise *x, hra_text *out) {
    const fill_tree *tree = x->self;
    hra_text_addf(out, "%s\n%s\n%d\n", x->info.game, x->info.position, tree->strict);
    write_ways(tree, out);
    write_asked(tree, out);
    for (int i = 0; i < tree->count; i++) {
        write_node(tree, i, out);
        if (fill_is_leaf(tree, i))
            hra_fill_write_value(tree, &tree->key.value[(size_t)i * (size_t)fill_width(tree)], out);
    }
}

/* ---- JSON ---------------------------------------------------------------------------------------*/

static void value_json(const fill_tree *tree, int node, hra_json *json) {
    const double *value = &tree->key.value[(size_t)node * (size_t)fill_width(tree)];
    if (tree->vectors > 1) {
        hra_json_list(json, "vectors");
        for (int i = 0; i < fill_width(tree) && !isnan(value[i]); i += tree->seats)
            hra_json_numbers(json, NULL, value + i, tree->seats);
        hra_json_end(json);
    } else if (tree->seats > 1) {
        hra_json_numbers(json, "value", value, tree->seats);
    } else {
        hra_json_number(json, "value", value[0]);
    }
}

/* A value that is given: that of a leaf, unless leaves are asked; those of inner nodes only if nothing else is asked, since
 * they show where the search has been. */
bool hra_fill_is_given(const fill_tree *tree, int node) {
    return fill_is_leaf(tree, node) ? !(tree->asked & HRA_FILL_LEAVES) : tree->asked == HRA_FILL_LEAVES;
}

void hra_fill_ask_json(const hra_exercise *x, hra_json *json) {
    const fill_tree *tree = x->self;
    char label[FILL_LABEL];
    hra_json_list(json, "asked");
    for (int i = 0; i < ASKED; i++)
        if (tree->asked & (1U << i))
            hra_json_text(json, NULL, asked_words[i]);
    hra_json_end(json);
    hra_json_text(json, "cut", tree->strict ? "strict" : "equal");
    if (tree->hard)
        hra_json_text(json, "fail", "hard");
    if (tree->star)
        hra_json_numbers(json, "bounds", (const double[]){tree->least, tree->most}, 2);
    hra_json_list(json, "nodes");
    for (int i = 0; i < tree->count; i++) {
        const fill_node *node = &tree->nodes[i];
        hra_json_object(json, NULL);
        hra_fill_label(i, label);
        hra_json_text(json, "node", label);
        if (node->parent >= 0)
            hra_fill_label(node->parent, label);
        hra_json_text(json, "parent", node->parent >= 0 ? label : NULL);
        hra_json_text(json, "role", hra_fill_roles[node->role]);
        hra_json_integer(json, "seat", node->seat);
        hra_json_number(json, "probability", node->probability);
        hra_json_text(json, "move", *node->move ? node->move : NULL);
        if (hra_fill_is_given(tree, i))
            value_json(tree, i, json);
        hra_json_list(json, "items");
        for (int field = 0; field < FIELDS; field++)
            if (hra_fill_is_asked(tree, i, (fill_field)field))
                hra_json_text(json, NULL, hra_fill_fields[field]);
        hra_json_end(json);
        hra_json_end(json);
    }
    hra_json_end(json);
}

/* Infinite numbers are texts. */
static void bound_json(hra_json *json, const char *key, double number) {
    if (isinf(number))
        hra_json_text(json, key, number > 0 ? "inf" : "-inf");
    else
        hra_json_number(json, key, number);
}

void hra_fill_answer_json(const hra_exercise *x, hra_json *json) {
    const fill_tree *tree = x->self;
    char label[FILL_LABEL];
    hra_json_list(json, "nodes");
    for (int i = 0; i < tree->count; i++) {
        hra_json_object(json, NULL);
        hra_fill_label(i, label);
        hra_json_text(json, "node", label);
        value_json(tree, i, json);
        bound_json(json, "alpha", tree->key.alpha[i]);
        bound_json(json, "beta", tree->key.beta[i]);
        if (tree->key.cut[i] >= 0)
            hra_fill_label(tree->key.cut[i], label);
        hra_json_text(json, "cut", tree->key.cut[i] >= 0 ? label : NULL);
        hra_json_integer(json, "order", tree->key.order[i]);
        hra_json_end(json);
    }
    hra_json_end(json);
}
