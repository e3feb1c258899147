/* Putting the move that a player takes first in its advice. */
#include <string.h>

#include "best_first.h"

void yz_put_first(hra_advice *out, hra_move best) {
    double highest = out->moves[0].value;
    int at = 0;
    for (int i = 0; i < out->count; i++) {
        highest = out->moves[i].value > highest ? out->moves[i].value : highest;
        at = out->moves[i].move == best ? i : at;
    }
    hra_advised first = out->moves[at];
    memmove(&out->moves[1], &out->moves[0], (size_t)at * sizeof *out->moves);
    out->moves[0] = first;
    out->moves[0].value = highest;
}
