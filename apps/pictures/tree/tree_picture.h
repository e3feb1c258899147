/* Pictures of the tree that a search walked: text, DOT and SVG, all from a finished trace. */
#ifndef HRA_PICTURES_TREE_TREE_PICTURE_H
#define HRA_PICTURES_TREE_TREE_PICTURE_H

#include <hra/hra.h>
#include <hra/lab.h>
#include <hra/term.h>

typedef struct tree_boards tree_boards;
typedef struct tree_terms tree_terms;

typedef struct tree_picture {
    const hra_game *game;
    const char *method;   /* as it was typed */
    const char *position; /* of the root */
    const hra_analysis *result;
    hra_limits limits; /* that the search kept to, */
    bool usual;        /* which the user did not name */
    const hra_trace_tree *tree;
    const hra_graph *graph; /* NULL: a tree; else `tree` is its tree */
    bool unicode, color;    /* of text */
    tree_boards *boards;    /* of SVG: a board at each node; NULL: none */
    tree_terms *terms;      /* of leaves, what evaluations are made of; NULL: not shown */
    const char *const
        *notes;        /* of SVG: a line below each node of the tree, NULL: none; NULL: none anywhere */
    const char *title; /* of SVG, above it; NULL: what was searched */
    bool bare;         /* of SVG: without the lines above it, except a title, and without a script */
    double least;      /* of SVG: its width is this or more */
    int step;          /* of SVG that is bare: after this step of the search, from 1; 0: when it is over */
} tree_picture;

/* Boards of a game, all in the size that the board of this state needs. The game outlives them. HRA_ENOMEM.
 */
hra_err tree_boards_open(tree_boards **out, const hra_game *game, const void *root);
void tree_boards_close(tree_boards *boards); /* NULL is allowed */

/* Terms of the game: those that the formula in the player's spec names, else all. The game outlives them. HRA_EFIT where
 * the game has none, HRA_ENOMEM. */
hra_err tree_terms_open(tree_terms **out, const hra_game *game, const char *method);
void tree_terms_close(tree_terms *terms); /* NULL is allowed */

/* Each appends the whole picture; running out of memory is remembered in out->err. */
void picture_text(const tree_picture *picture, hra_text *out);
void picture_dot(const tree_picture *picture, hra_text *out);
/* HRA_ENOMEM. */
hra_err picture_svg(const tree_picture *picture, hra_text *out);

/* The number of steps of the search, and the width of the longest sentence; a picture of one, from 1, with its sentence above it.
 * HRA_ENOMEM. */
hra_err picture_count_steps(const tree_picture *picture, int *count, double *width);
hra_err picture_frame(const tree_picture *picture, int step, hra_text *out);

/* The search step by step, in words. HRA_ENOMEM. */
hra_err picture_working(const tree_picture *picture, hra_text *out);
/* For LaTeX: a tree of the package forest, with the lines that a document needs for it. */
void picture_tikz(const tree_picture *picture, hra_text *out);
/* A file for tree:file=, of what was searched; moves that were not are remarks in it. HRA_EINPUT if a value is not
 * known, with `why`. */
hra_err picture_tree_file(const tree_picture *picture, hra_text *out, hra_error *why);

/* The same of a graph: each position once, with all its moves. */
void graph_text(const tree_picture *picture, hra_text *out);
void graph_dot(const tree_picture *picture, hra_text *out);
/* HRA_ENOMEM. */
hra_err graph_svg(const tree_picture *picture, hra_text *out);

/* ---- words that the pictures share ----------------------------------------------------------*/

/* How numbers are written: with signs of ASCII or Unicode and the decimal mark of the language, or for LaTeX, with a point. */
typedef enum picture_signs { PICTURE_ASCII, PICTURE_UNICODE, PICTURE_TEX } picture_signs;

void picture_number(double value, picture_signs signs, hra_text *out);
/* "3", "<= 2", "(8, 3, 5)", "solved", "2 vectors"; nothing where there is no value. */
void picture_value(const tree_picture *picture, const hra_trace_node *node, picture_signs signs,
                   hra_text *out);
/* Who moves: "MAX", "player 2", "chance"; or what a leaf is: "end", "leaf", "not searched". */
void picture_kind(const tree_picture *picture, const hra_trace_node *node, hra_text *out);
/* "(3, inf)": a window that is not open on both sides; nothing else. */
void picture_window(const hra_trace_node *node, bool unicode, hra_text *out);
/* "alpha cut (3, 2)": why moves of this node were not searched. */
void picture_cut(const hra_trace_node *node, bool unicode, hra_text *out);
/* "men 5:4, kings 1:0" behind `lead`: terms of a leaf or an end, a number for each seat, from the *at-th on, as many as
 * fit into `columns` but at least one; *at becomes the next. False, and nothing is added, if no more are there. */
bool picture_terms(const tree_picture *picture, const hra_trace_node *node, const char *lead, int *at,
                   int columns, hra_text *out);
/* "12 moves, 345 nodes": what is folded into a node. */
void picture_folded(const hra_trace_node *node, hra_text *out);
/* "▲ OR solved (3, inf)": sign, kind, value, window, visits, cut. */
void picture_node(const tree_picture *picture, const hra_trace_node *node, hra_text *out);
/* One line about the whole: the move, its value, the counts; of a graph how many positions there are. */
void picture_summary(const tree_picture *picture, bool unicode, hra_text *out);

/* Text from outside, made safe: what has a meaning in the format is escaped; control characters and bytes
 * that are not UTF-8 become '?'. */
void picture_add_dot(hra_text *out, const char *string); /* without the quotes */
void picture_add_js(hra_text *out, const char *string);  /* in quotes; safe within CDATA and HTML */
/* Empties a line for the next use; an error stays, since only the last one asks for it. */
void picture_next_line(hra_text *line);
/* At most `columns` of a text, an ellipsis where it is longer. */
void picture_add_short(hra_text *out, const char *string, int columns);

#endif
