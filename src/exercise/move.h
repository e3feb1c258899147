/* Exercises "find the move": every legal move with its value, as the analyst had it. */
#ifndef HRA_EXERCISE_MOVE_H
#define HRA_EXERCISE_MOVE_H

#include "exercise_object.h"

typedef struct key_move {
    char *text; /* for programs, as the line has it */
    char *line; /* the moves after it, " | " between them; "": not known */
    hra_move move;
    double value; /* for the mover */
    hra_value_kind kind;
} key_move;

typedef struct move_key {
    hra_game *game; /* opened by `finish` */
    void *state;
    key_move *moves;
    int count, capacity;
    int best;      /* in moves */
    char *played;  /* in the record; NULL: not known */
    int played_at; /* in moves; -1 */
} move_key;

/* Adds a move, whose strings it takes; they are freed after an error. HRA_ENOMEM. */
hra_err hra_move_key_add(move_key *key, const key_move *move);
double hra_move_key_loss(const move_key *key, int index); /* against the best move, 0 or more */
bool hra_move_key_is_good(const hra_exercise *x, int index);

#endif
