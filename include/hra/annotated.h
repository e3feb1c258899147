/* hra/annotated.h: an annotated game: its moves and variations as a tree, with the comments, glyphs and tags that were
 * written about it.
 *
 * Readers of file formats fill it, writers write it, and a record (hra/play.h) may have one. Its arrays are open to read;
 * only the functions below change it. Node 0 is the start, without a move; a node's first child goes on with its line,
 * and the other children are variations of that child.
 *
 *     for (int node = game->nodes[0].first; node; node = game->nodes[node].first)
 *         hra_text_addf(out, "%s ", game->nodes[node].spelling);
 *
 * Thread-safety: one thread at a time uses an annotated game that changes. */
#ifndef HRA_ANNOTATED_H
#define HRA_ANNOTATED_H

#include "hra/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HRA_MAX_NODES = 1 << 20,  /* nodes of a game */
    HRA_MAX_NOTES = 1 << 22,  /* bytes of all texts in a game */
    HRA_MAX_TAGS = 1000,      /* tags of a game */
    HRA_MAX_VARIATIONS = 100, /* depth of variations in variations */
};

typedef enum hra_note_kind {
    HRA_NOTE_COMMENT,  /* `text`: a sentence of a person or a program */
    HRA_NOTE_NAG,      /* `value`: a numeric annotation glyph, 1 is !, 2 is ?, 3 !!, 4 ??, 5 !?, 6 ?! */
    HRA_NOTE_PROPERTY, /* `name` and `text`: what only its own format understands, such as a property of SGF */
} hra_note_kind;

/* What is written about a move. */
typedef struct hra_note {
    hra_note_kind kind;
    int value;
    const char *name, *text; /* never NULL */
    char
        form; /* how its format spells it, such as ';' for a comment up to the end of the line; 0: as usual */
    bool before; /* it is written before the move */
    int after; /* the number of variations of this move that are written before it; of a note before the move 1: it is
                    written behind the move's number */
    int next; /* the next note of the same move; -1: it is the last */
} hra_note;

typedef struct hra_node {
    hra_move move;        /* that leads here; of node 0: none */
    int mover;            /* the seat that made it, or HRA_CHANCE; of node 0: HRA_OVER */
    int depth;            /* of the variation that it is in; 0: the main line */
    int ply;              /* number of moves from the start, chance moves included */
    int parent;           /* -1: it is node 0 */
    int first, last;      /* the first and the last child; 0: none */
    int sibling;          /* the next child of the same parent; 0: none */
    int beside;           /* of a variation's first move: the move in place of which it is written; 0: none */
    int note, last_note;  /* the first and the last one; -1: none */
    const char *spelling; /* the move as the file has it; "": as the format spells it usually */
    const char *
        number; /* what the file has in front of it, such as "12.", or "3:7)" in row 7 of game 3; "": nothing; NULL:
                   not read from a file */
} hra_node;

typedef struct hra_tag {
    const char *name, *value;
} hra_tag;

/* What does not let the file be read as it is. */
typedef struct hra_fault {
    bool remark;      /* it was settled, and the game is whole */
    hra_err code;     /* HRA_EINPUT, or why a game could not be opened */
    int line, column; /* in the file, from 1 */
    int node;         /* the last one before it; 0 too if the game has no nodes */
    const char *text; /* a sentence without the place, in the user's language */
} hra_fault;

/* The result that a file states. */
typedef struct hra_stated_result {
    bool stated;     /* the others count */
    bool unfinished; /* it states that the game goes on, such as by * in PDN */
    double returns[HRA_MAX_SEATS];
    const char *text;   /* as the file has it: "1-0" */
    const char *reason; /* as the file has it: "time forfeit"; "": it says none */
} hra_stated_result;

typedef struct hra_annotated {
    const hra_format *format;    /* that read it; NULL: none */
    hra_game *game;              /* its own; NULL: there is none (yet), and no node */
    const char *position;        /* the start as it was given; NULL: the game's */
    const unsigned char *states; /* of node_count nodes, `stride` bytes apart: hra_annotated_state */
    size_t stride;
    const hra_node *nodes;
    const hra_note *notes;
    const hra_tag *tags; /* in the order of the file */
    const hra_fault *faults;
    int node_count, note_count, tag_count, fault_count;
    const char *players[HRA_MAX_SEATS]; /* "": unknown */
    hra_stated_result result;
} hra_annotated;

/* Opens an annotated game without anything in it, which the caller closes. HRA_ENOMEM. */
HRA_API hra_err hra_annotated_open(hra_annotated **out, hra_error *why);
HRA_API void hra_annotated_close(hra_annotated *game); /* NULL is allowed */

/* Makes it a game by this spec, at `position` (NULL: the game's own start). Moves, variations and notes are removed; tags,
 * faults and players stay. After an error it has no game. Returns
 *   HRA_EINPUT  if the position is wrong
 *   HRA_ENOMEM
 *   else what hra_game_open returns. */
HRA_API hra_err hra_annotated_begin(hra_annotated *game, const hra_host *host, const char *spec,
                                    const char *position, hra_error *why);
/* Begins at another state, which is copied, before the first move is added. HRA_ENOMEM. */
HRA_API hra_err hra_annotated_start(hra_annotated *game, const void *state);
/* Adds a move behind `parent`: its first child, or another variation. The caller has checked that
 * the rules can apply it (hra_game_check_move). Returns the node; 0: there is no memory, or hra_annotated_full. */
HRA_API int hra_annotated_add(hra_annotated *game, int parent, hra_move move);
/* Sets hra_node.beside of a variation's first move, another child of the same parent; without this call the first child. The
 * caller keeps variations within HRA_MAX_VARIATIONS. */
HRA_API void hra_annotated_beside(hra_annotated *game, int node, int beside);
/* Sets how the file spells the move of a node, and its number. HRA_ENOMEM; HRA_ELIMIT after HRA_MAX_NOTES bytes of
 * text. */
HRA_API hra_err hra_annotated_spell(hra_annotated *game, int node, const char *number, const char *spelling);
/* Adds a note behind the others of a node; `next` is set. Texts are copied; NULL is "". Errors as hra_annotated_spell. */
HRA_API hra_err hra_annotated_note(hra_annotated *game, int node, const hra_note *note);
/* Puts a note in place of all notes of its kind that are written after the move of a node; with value 0 and no text (NULL or
 * ""), only removes these. Its name, `before` and `after` are not read. Texts that were set so no longer count when they are replaced or
 * removed; texts of files do. After an error nothing has changed. Errors as hra_annotated_spell. */
HRA_API hra_err hra_annotated_set_note(hra_annotated *game, int node, const hra_note *note);
/* Adds a tag after the others, or sets one, which is added if it is new. Of tags with the same name, ignoring case, the
 * last one counts: it is the one that is set. Errors as hra_annotated_spell, and HRA_ELIMIT after HRA_MAX_TAGS. */
HRA_API hra_err hra_annotated_add_tag(hra_annotated *game, const char *name, const char *value);
HRA_API hra_err hra_annotated_set_tag(hra_annotated *game, const char *name, const char *value);
/* Returns the value of a tag, of several the last one's; NULL: there is none. */
HRA_API const char *hra_annotated_tag(const hra_annotated *game, const char *name);
/* Adds a fault, a player's name (NULL: unknown) or the result, of which texts are copied. Errors as
 * hra_annotated_spell. */
HRA_API hra_err hra_annotated_fault(hra_annotated *game, const hra_fault *fault);
HRA_API hra_err hra_annotated_player(hra_annotated *game, int seat, const char *name);
HRA_API hra_err hra_annotated_result(hra_annotated *game, const hra_stated_result *result);
/* Removes a node with all behind it, or makes it the first child of its parent. Numbers of nodes change by `remove`:
 * they close up. Returns
 *   HRA_EINPUT  for node 0 and for none
 *   HRA_ELIMIT  if variations would be nested deeper than HRA_MAX_VARIATIONS
 *   HRA_ENOMEM. */
HRA_API hra_err hra_annotated_remove(hra_annotated *game, int node);
HRA_API hra_err hra_annotated_promote(hra_annotated *game, int node);

/* Returns the state after the move of a node. */
static inline const void *hra_annotated_state(const hra_annotated *game, int node) {
    return game->states + (size_t)node * game->stride;
}

/* Returns whether one of the limits above allows no other move behind `parent`. If not, hra_annotated_add fails only
 * without memory. */
static inline bool hra_annotated_full(const hra_annotated *game, int parent) {
    const hra_node *n = &game->nodes[parent];
    return game->node_count == HRA_MAX_NODES || n->depth + (n->first != 0) > HRA_MAX_VARIATIONS;
}

#ifdef __cplusplus
}
#endif
#endif
