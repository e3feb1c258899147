/* The moves played, as far as they are known. A question has the keys of earlier states, and a program
 * needs moves: those since the last question follow from its state, our answer and this state. */
#ifndef HRA_PROTOCOL_MOVE_HISTORY_H
#define HRA_PROTOCOL_MOVE_HISTORY_H

#include "hra/search.h"

enum { HRA_PAST = 128 /* moves that are remembered: more than any count of quiet plies in use */ };

typedef struct hra_past {
    const hra_game *game;
    unsigned char
        *states; /* HRA_PAST + 1 of them: state i comes before move i, the last is what is known now */
    hra_move moves[HRA_PAST];
    int count;
    void *next;     /* where moves are tried */
    hra_move *list; /* room for those of one state */
} hra_past;

/* HRA_ENOMEM; released then too. */
hra_err hra_past_init(hra_past *past, const hra_game *game);
void hra_past_release(hra_past *past);
void *hra_past_state(const hra_past *past, int i);
void hra_past_begin(hra_past *past, const void *state);
void hra_past_push(hra_past *past, hra_move move);
/* Adds the other's move, where one leads to this state; else it begins a past of its own. */
void hra_past_come_to(hra_past *past, const void *state);
/* How many of the last moves are known to have led here since a move that cannot be taken back. */
int hra_past_known(const hra_past *past, const hra_question *question);

#endif
