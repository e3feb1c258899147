/* Exercises "fill in the tree": a search tree whose numbers follow from each other by the rules of its method.
 *
 * Nodes are in levels, so that the children of a node follow each other, and neither their places nor their labels say in
 * which order a search visits them. What the search left out has no numbers. */
#ifndef HRA_EXERCISE_FILL_H
#define HRA_EXERCISE_FILL_H

#include "exercise_object.h"

enum {
    FILL_LABEL = 8,
    FILL_MOVE = 64,
    FILL_VECTORS = 16,                        /* the most vectors of a value that is a set */
    FILL_WIDTH = HRA_MAX_SEATS * FILL_VECTORS /* the most numbers of a value */
};

typedef enum fill_role {
    FILL_MAX,
    FILL_MIN,
    FILL_OWN,
    FILL_OR,
    FILL_AND,
    FILL_CHANCE,
    FILL_LEAF,
    FILL_END,
    FILL_ROLES
} fill_role;

/* What is asked of a node. */
typedef enum fill_field { FIELD_VALUE, FIELD_ALPHA, FIELD_BETA, FIELD_CUT, FIELD_ORDER, FIELDS } fill_field;

typedef struct fill_node {
    int parent, first, count; /* parent -1: the root; count: children, which begin at `first` */
    fill_role role;
    int seat;           /* of an own node: whose */
    double probability; /* of the move to it, from a chance node */
    char *move;         /* "": the root */
} fill_node;

/* Numbers of all nodes: those of the key, or those that an attempt comes to. NAN and 0: the search does not come here. */
typedef struct fill_numbers {
    double *value; /* fill_width for each node; of a set that is smaller, NAN follows */
    double *alpha, *beta;
    int *cut;   /* the child behind which the search leaves the node; -1: none */
    int *order; /* of the visit, from 1; 0: none */
} fill_numbers;

typedef struct fill_tree {
    fill_node *nodes;
    int count, capacity;
    int seats;   /* numbers of a vector: 1, or those of an own tree */
    int vectors; /* the most of a value: 1, or FILL_VECTORS if values are sets (Soft-Max^n) */
    bool strict; /* the search leaves a node only if a value is past the window, not at its bound */
    bool hard;   /* fail-hard: a value outside the window of its node is alpha or beta itself */
    bool star;   /* chance nodes have windows and cuts (Star1) by the bounds of all values: */
    double least, most;
    unsigned asked; /* HRA_FILL_... */
    fill_numbers key;
    double tolerance;
} fill_tree;

static inline bool fill_is_leaf(const fill_tree *tree, int node) {
    return tree->nodes[node].count == 0;
}

/* The numbers of a value. */
static inline int fill_width(const fill_tree *tree) {
    return tree->seats * tree->vectors;
}

/* Whether values are answers, solved (1) or unsolved (0). */
static inline bool fill_is_proof(const fill_tree *tree) {
    return tree->nodes[0].role == FILL_OR || tree->nodes[0].role == FILL_AND;
}

static inline bool fill_is_max(fill_role role) {
    return role == FILL_MAX || role == FILL_OR;
}

/* Signs of the field, the same in every language; "": another role. */
static inline const char *fill_role_sign(fill_role role) {
    return role == FILL_MAX   ? "MAX"
           : role == FILL_MIN ? "MIN"
           : role == FILL_OR  ? "OR"
           : role == FILL_AND ? "AND"
                              : "";
}

static inline bool fill_is_min(fill_role role) {
    return role == FILL_MIN || role == FILL_AND;
}

/* ---- fill_text.c --------------------------------------------------------------------------------*/

extern const char *const hra_fill_roles[FILL_ROLES];
extern const char *const hra_fill_fields[FIELDS];

/* A, B, ... Z, AA, AB ... */
void hra_fill_label(int node, char out[FILL_LABEL]);
/* The node of a label, `length` bytes; -1: it is none of this tree. */
int hra_fill_find(const fill_tree *tree, const char *label, size_t length);
/* Appends a number as the text of an exercise has it: -, inf, -inf, 0.5. */
void hra_fill_write_number(double number, hra_text *out);
void hra_fill_write_value(const fill_tree *tree, const double *value, hra_text *out);
/* Reads a number from text[0..length-1]: 3, -0,5, 1/3, inf, or none as NAN. False: it is no number. */
bool hra_fill_read_number(const char *text, size_t length, double *out);
/* The same for people: answers of proofs are words. */
void hra_fill_say_value(const fill_tree *tree, const double *value, hra_text *out);
/* Reads `seats` numbers with : between them; a set has | between its vectors. */
bool hra_fill_read_value(const fill_tree *tree, const char *text, size_t length, double *out);

hra_err hra_fill_numbers_open(fill_numbers *numbers, int nodes, int width); /* all unknown; HRA_ENOMEM */
void hra_fill_numbers_close(fill_numbers *numbers);
void hra_fill_numbers_copy(fill_numbers *to, const fill_numbers *from, int nodes, int width);

bool hra_fill_read_line(hra_exercise *x, hra_lines *l);
void hra_fill_write(const hra_exercise *x, hra_text *out);
void hra_fill_identify(const hra_exercise *x, hra_text *out);
void hra_fill_ask_json(const hra_exercise *x, hra_json *json);
void hra_fill_answer_json(const hra_exercise *x, hra_json *json);

/* ---- fill_rules.c: what follows from the other numbers -----------------------------------------*/

bool hra_fill_is_asked(const fill_tree *tree, int node, fill_field field); /* may be answered */
bool hra_fill_is_given(const fill_tree *tree, int node);    /* its value is shown with the question */
bool hra_fill_is_searched(const fill_tree *tree, int node); /* by the key */
bool hra_fill_near(const fill_tree *tree, double a, double b);
bool hra_fill_same_value(const fill_tree *tree, const double *a, const double *b); /* as sets, if they are */
/* The value of an inner node from those of its children, into out[fill_width]; NAN: unknown. Own nodes with several best
 * children: the one that is nearest to `wanted` (may be NULL). */
void hra_fill_value(const fill_tree *tree, const fill_numbers *numbers, int node, const double *wanted,
                    double *out);
bool hra_fill_has_windows(const fill_tree *tree); /* its search has alpha and beta */
/* The window with which a node is entered, from that of its parent and the values of the children before it. */
void hra_fill_window(const fill_tree *tree, const fill_numbers *numbers, int node, double *alpha,
                     double *beta);
/* The child behind which the search leaves a node; -1: none. */
int hra_fill_cut(const fill_tree *tree, const fill_numbers *numbers, int node);
/* The node that is visited before each, into before[count]; -1: the root, -2: the search does not come here. */
void hra_fill_visits(const fill_tree *tree, const fill_numbers *numbers, int *before);
/* Whether the numbers of the key follow from each other: returns those of HRA_FILL_... that do. HRA_FILL_LEAVES is
 * always one. */
unsigned hra_fill_sound(const fill_tree *tree, const int *before);

/* ---- fill_words.c: rules in words ---------------------------------------------------------------*/

/* Appends why the number of an item is as it is, with the numbers that it follows from. */
void hra_fill_explain(const fill_tree *tree, const fill_numbers *numbers, int node, fill_field field,
                      const int *before, hra_text *out);
const char *hra_fill_reason(const fill_tree *tree, int node, fill_field field);
/* Appends a line for each way in which the search is not the textbook's, which a person has to know. */
void hra_fill_say_ways(const fill_tree *tree, hra_text *out);
int hra_fill_hints(const fill_tree *tree);
void hra_fill_hint(const hra_exercise *x, int number, hra_text *out);
int hra_fill_hint_about(const fill_tree *tree, fill_field field); /* its number; 0: none */
hra_err hra_fill_answer(const hra_exercise *x, const char *attempt, hra_text *out);

/* ---- fill.c: attempts ---------------------------------------------------------------------------*/

/* Of hra_exercise_reaches. */
bool hra_fill_reaches(const hra_exercise *x, const char *text, const char *item);
/* The node and the field of a name such as "C.beta", `length` bytes. False: the exercise does not ask it. */
bool hra_fill_find_item(const fill_tree *tree, const char *name, size_t length, int *node, fill_field *field);
/* What a person knows, who has answered so: opens *out, which hra_fill_numbers_close closes in any case. NAN, and no cut:
 * not known. HRA_EINPUT, HRA_ENOMEM. */
hra_err hra_fill_known(const fill_tree *tree, const char *text, fill_numbers *out);

/* ---- making -------------------------------------------------------------------------------------*/

/* Whether the player of a spec searches a tree that people work out by hand, before it is opened, which may take long.
 * HRA_EINPUT. */
hra_err hra_fill_check_player(const char *spec, hra_error *why);

/* Adds a node, whose string it takes, freed after an error. HRA_ENOMEM. */
hra_err hra_fill_add_node(fill_tree *tree, const fill_node *node);
void hra_fill_close(void *self);

#endif
