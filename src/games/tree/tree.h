/* What the files of tree share: a game tree typed in by hand. */
#ifndef HRA_TREE_H
#define HRA_TREE_H

#include "core/lines.h"
#include "hra/scene.h"

enum {
    TREE_BYTES = 4 << 20, /* of a file */
    TREE_NODES = 1 << 16,
    TREE_MOVES = 1024, /* of one node */
    TREE_DEPTH = 200,  /* moves from the root to a leaf */
    TREE_NAME = 31,    /* bytes of a name or a label */
};

typedef enum tree_kind { TREE_MAX, TREE_MIN, TREE_CHANCE, TREE_SEAT, TREE_LEAF } tree_kind;

/* Nodes are in the order of their lines, the root first; children are a list in the order of the edges. -1
 * means none. */
typedef struct tree_node {
    const char *name;
    const char *label;  /* of the edge from the parent: the text of the move; the name if it has no text */
    double probability; /* of that edge below a chance node */
    int32_t parent, first, last, next, children;
    int32_t line;  /* where it was declared */
    int16_t mover; /* seat, HRA_CHANCE or HRA_OVER */
    uint8_t kind;
    bool estimated; /* an eval line was given */
} tree_node;

typedef struct tree {
    int seats, count, capacity;
    tree_node *node;
    double *value;  /* count * seats: returns of leaves, evaluations of inner nodes */
    int32_t *named; /* all nodes, sorted by name */
    char *words;    /* the text of names and labels */
    char *made;     /* of those that were not given */
    size_t words_used;
    bool zero_sum, integral, bounded; /* bounded: by a line of the file */
    double low, high, max_sum;
} tree;

/* A state is the index of its node; a move is the index of the child. */
typedef uint32_t tree_place;

/* Where the text comes from and where the reading stands. */
typedef struct tree_word {
    const char *at;
    int length;
} tree_word;

enum { TREE_WORDS = 16 }; /* of a line; none needs more than 10 */

typedef struct tree_reader {
    tree *tree;
    const char *file; /* for errors */
    const char *text;
    size_t length;
    hra_lines l;
    int words;
    tree_word word[TREE_WORDS];
    hra_error *why;
} tree_reader;

extern const hra_rules hra_rules_tree;

/* read.c: text to nodes. The tree is the caller's, zeroed; release it on failure too. first_seat: who moves at the
 * root of a tree in brackets. */
hra_err tree_read(tree *t, const char *file, const char *text, size_t length, int first_seat, hra_error *why);
void tree_release(tree *t);
/* An error of a line, found when all had been read. */
hra_err tree_fail(tree_reader *r, int line, const char *format, ...) HRA_PRINTF(3, 4);
int tree_find(const tree *t, const char *name); /* -1: no such node */
/* A new node, and an edge. A name may be NULL and come later. */
hra_err tree_add(tree_reader *r, const char *name, int *out);
void tree_link(tree *t, int above, int below);
/* A name kept for good; the text of the tree has room for it. */
const char *tree_keep(tree *t, const char *name);
/* A decimal number, or a fraction of two: -19/6. */
bool tree_read_number(tree_word word, double *out);

/* brackets.c: "((3 5)(6 9))". Without a file why->at is where in the text an error is. */
bool tree_in_brackets(const char *text, size_t length);
hra_err tree_read_brackets(tree_reader *r, int first_seat);

/* validate.c: what the lines mean together. */
hra_err tree_sort_names(tree_reader *r);
hra_err tree_check(tree_reader *r);

extern const hra_rules_scene tree_scene; /* scene.c */

/* text.c: how many nodes there are on each level below a node, 0..deepest, added to `level`; returns how many in
 * all. */
int tree_count_levels(const tree *t, int root, int deepest, int *level);

void tree_show(const hra_game *game, const void *s, const hra_board_style *look, hra_text *out);
void tree_show_move(const hra_game *game, const void *s, hra_move m, hra_text *out);
hra_err tree_parse_move(const hra_game *game, const void *s, const char *text, hra_move *out, hra_error *why);
void tree_write_position(const hra_game *game, const void *s, hra_text *out);
hra_err tree_read_position(const hra_game *game, const char *text, void *s, hra_error *why);

#endif
