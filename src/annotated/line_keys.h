/* The positions before each position of an annotated game, on its own line: what draws by repetition, and claims of them, are
 * decided by. Kept for games that know repetition (hra_game.repetition_limit). */
#ifndef HRA_ANNOTATED_LINE_KEYS_H
#define HRA_ANNOTATED_LINE_KEYS_H

#include "hra/annotated.h"

typedef struct hra_line_keys {
    uint64_t *keys; /* of each node */
    int *since;     /* of each node: the ply from which positions may come again */
    uint64_t *line; /* keys of one line, to pass on */
} hra_line_keys;

/* Makes room for `room` nodes. HRA_ENOMEM. */
hra_err hra_line_keys_grow(hra_line_keys *keys, int room);
void hra_line_keys_release(hra_line_keys *keys);
/* Takes in a node whose move has been applied, and tells its state of the positions before it
 * (hra_rules_conduct.recall). */
void hra_line_keys_add(hra_line_keys *keys, const hra_annotated *game, int node, void *state);
/* Moves what is kept of a node to a lower number. */
void hra_line_keys_move(hra_line_keys *keys, int from, int to);
/* Returns how often the position of a node has stood on the line that leads to it, itself included. */
int hra_line_keys_occurrences(const hra_line_keys *keys, const hra_annotated *game, int node);

/* The same of a node of an open game; 1 if the game does not know repetition. */
int hra_annotated_occurrences(const hra_annotated *game, int node);

#endif
