/* Checks what `hra tree` prints, on standard input.
 *
 *     hra tree GAME -m METHOD -f json | tree_check json          keys, links and sums
 *     hra tree GAME -m METHOD -f json | tree_check json nodes    prints this number of the top level
 *     hra tree GAME -m METHOD -f svg  | tree_check xml           well-formed, as far as our files go
 *
 * Exit status: 0 good, 1 not, 2 wrong use. */
#include <ctype.h>
#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- JSON -----------------------------------------------------------------------------------*/

static bool complain(json_int_t id, const char *what) {
    fprintf(stderr, "node %lld: %s\n", (long long)id, what);
    return false;
}

static json_int_t number(const json_t *object, const char *key) {
    return json_integer_value(json_object_get(object, key));
}

static bool is(const json_t *object, const char *key, const char *text) {
    const char *found = json_string_value(json_object_get(object, key));
    return found && strcmp(found, text) == 0;
}

static bool check_node(const json_t *nodes, size_t i, json_int_t seats) {
    const json_t *node = json_array_get(nodes, i), *parent = json_object_get(node, "parent");
    const json_t *value = json_object_get(node, "value"), *best = json_object_get(node, "best");
    bool pruned = is(node, "kind", "pruned"), line = json_is_true(json_object_get(node, "line"));
    if (number(node, "id") != (json_int_t)i)
        return complain((json_int_t)i, "its id is not its place");
    if (i == 0 ? !json_is_null(parent)
               : json_integer_value(parent) >= (json_int_t)i || !json_is_integer(parent))
        return complain((json_int_t)i, "its parent does not stand before it");
    if (i && !json_is_string(json_object_get(node, "move")))
        return complain((json_int_t)i, "it has no move");
    if (pruned ? value != NULL || !json_object_get(node, "cut") : json_array_size(value) != (size_t)seats)
        return complain((json_int_t)i, "its value is wrong");
    if (!json_is_boolean(best) || (line && !json_is_true(best)))
        return complain((json_int_t)i, "it is on the line but not best");
    if (i &&
        number(node, "ply") != number(json_array_get(nodes, (size_t)json_integer_value(parent)), "ply") + 1)
        return complain((json_int_t)i, "its ply is not one more than its parent's");
    return true;
}

static bool is_cut_off(const json_t *node) {
    static const char *const counted[] = {"beta cut", "alpha cut", "chance cut", "shallow cut",
                                          "already decided"};
    for (size_t i = 0; i < sizeof counted / sizeof *counted; i++)
        if (is(node, "cut", counted[i]))
            return true;
    return false;
}

static bool check_tree(const json_t *tree) {
    const json_t *nodes = json_object_get(tree, "tree");
    json_int_t entered = 0, cuts = 0;
    if (!is(tree, "format", "hra tree 1") || !json_is_array(nodes) || json_array_size(nodes) == 0)
        return complain(-1, "this is no tree");
    for (size_t i = 0; i < json_array_size(nodes); i++) {
        const json_t *node = json_array_get(nodes, i);
        bool pruned = is(node, "kind", "pruned");
        if (!check_node(nodes, i, number(tree, "seats")))
            return false;
        entered += number(node, "folded") + !pruned;
        cuts += number(node, "folded_cutoffs") + (!pruned && is_cut_off(node));
    }
    if (entered != number(tree, "nodes") || cuts != number(tree, "cutoffs") ||
        (size_t)number(tree, "kept") != json_array_size(nodes))
        return complain(-1, "the sums do not fit the counts");
    return true;
}

static int check_json(const char *key) {
    json_error_t why;
    json_t *tree = json_loadf(stdin, JSON_REJECT_DUPLICATES, &why);
    bool good = tree && check_tree(tree);
    if (!tree)
        fprintf(stderr, "line %d: %s\n", why.line, why.text);
    if (good && key) {
        char *text = json_dumps(json_object_get(tree, key), JSON_ENCODE_ANY | JSON_COMPACT);
        puts(text ? text : "missing");
        free(text);
    }
    json_decref(tree);
    return good ? 0 : 1;
}

/* ---- XML ------------------------------------------------------------------------------------*/

typedef struct reader {
    char *text;
    size_t at, size;
    char open[64][32]; /* the elements that are not closed yet */
    int depth;
} reader;

static bool begins(const reader *r, const char *word) {
    return strncmp(r->text + r->at, word, strlen(word)) == 0;
}

static bool bad(const reader *r, const char *what) {
    fprintf(stderr, "byte %zu: %s: %.40s\n", r->at, what, r->text + r->at);
    return false;
}

/* Text or the inside of an attribute, up to `end`. */
static bool read_text(reader *r, char end) {
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    for (; r->at < r->size && r->text[r->at] != end; r->at++) {
        bool known = r->text[r->at] != '&';
        for (size_t i = 0; i < 5 && !known; i++)
            known = begins(r, entities[i]);
        unsigned char c = (unsigned char)r->text[r->at];
        if (!known || c == '<' || (c < ' ' && c != '\n' && c != '\t'))
            return bad(r, "a character that must be escaped");
    }
    return r->at < r->size || end == '<' || bad(r, "no end");
}

static size_t name_length(const reader *r) {
    size_t n = 0;
    while (isalnum((unsigned char)r->text[r->at + n]) ||
           strchr("-_:", r->text[r->at + n] ? r->text[r->at + n] : ' '))
        n++;
    return n;
}

static bool read_tag(reader *r) {
    size_t n;
    if (begins(r, "</")) {
        r->at += 2;
        n = name_length(r);
        if (r->depth == 0 || strlen(r->open[r->depth - 1]) != n ||
            memcmp(r->open[r->depth - 1], r->text + r->at, n) != 0 || r->text[r->at + n] != '>')
            return bad(r, "closes what is not open");
        r->depth--;
        r->at += n + 1;
        return true;
    }
    r->at++;
    n = name_length(r);
    if (n == 0 || n > 31 || r->depth == 64)
        return bad(r, "no name");
    snprintf(r->open[r->depth++], 32, "%.*s", (int)n, r->text + r->at);
    for (r->at += n; r->text[r->at] == ' '; r->at++) {
        r->at++;
        n = name_length(r);
        r->at += n + 2;
        if (n == 0 || r->at > r->size || r->text[r->at - 2] != '=' || r->text[r->at - 1] != '"')
            return bad(r, "no attribute");
        if (!read_text(r, '"'))
            return false;
    }
    r->depth -= begins(r, "/>");
    r->at += begins(r, "/>") ? 2 : 1;
    return r->text[r->at - 1] == '>' || bad(r, "the tag has no end");
}

static bool read_document(reader *r) {
    while (r->at < r->size) {
        if (begins(r, "<![CDATA[")) {
            const char *end = strstr(r->text + r->at, "]]>");
            if (!end)
                return bad(r, "no end");
            r->at = (size_t)(end - r->text) + 3;
        } else if (r->text[r->at] == '<' ? !read_tag(r) : !read_text(r, '<')) {
            return false;
        }
    }
    return r->depth == 0 || bad(r, "an element is not closed");
}

static int check_xml(void) {
    static reader r;
    size_t room = 1 << 16, got;
    r.text = malloc(room);
    while (r.text && (got = fread(r.text + r.size, 1, room - r.size - 1, stdin)) > 0) {
        r.size += got;
        if (room - r.size < 2) {
            char *grown = realloc(r.text, room *= 2);
            if (!grown)
                free(r.text);
            r.text = grown;
        }
    }
    if (!r.text)
        return 1;
    r.text[r.size] = '\0';
    bool good = r.size > 4 && begins(&r, "<svg") && strlen(r.text) == r.size && read_document(&r);
    free(r.text);
    return good ? 0 : 1;
}

int main(int argc, char **argv) {
    if (argc >= 2 && argc <= 3 && strcmp(argv[1], "json") == 0)
        return check_json(argc == 3 ? argv[2] : NULL);
    if (argc == 2 && strcmp(argv[1], "xml") == 0)
        return check_xml();
    fprintf(stderr, "usage: tree_check json [KEY] | xml\n");
    return 2;
}
