/* Siblings evaluated together. */
#include "siblings.h"

#include <stdlib.h>

struct hra_company {
    unsigned char *states; /* a slot a sibling */
    double *packed;        /* numbers of the states that are evaluated, one behind the other */
    double *value;         /* the same by move */
    bool judged[HRA_SIBLINGS];
};

bool hra_company_open(hra_walk *w) {
    hra_company *c = w->company = calloc(1, sizeof *c);
    size_t numbers = (size_t)HRA_SIBLINGS * (size_t)w->game->seats;
    if (!c)
        return false;
    c->states = calloc(HRA_SIBLINGS, w->stride);
    c->packed = calloc(numbers, sizeof *c->packed);
    c->value = calloc(numbers, sizeof *c->value);
    return c->states && c->packed && c->value;
}

void hra_company_close(hra_company *c) {
    if (c) {
        free(c->states);
        free(c->packed);
        free(c->value);
    }
    free(c);
}

hra_siblings hra_walk_siblings(hra_walk *w, const void *s, const hra_move *moves, int from, int n, int seat,
                               int depth) {
    hra_company *c = w->company;
    size_t seats = (size_t)w->game->seats;
    int count = 0, some = 0;
    for (; from + count < n && count < HRA_SIBLINGS; count++) {
        unsigned char *child = c->states + (size_t)some * w->stride;
        hra_copy_state(child, s, w->stride);
        w->rules->apply(w->game, child, moves[from + count]);
        int mover = w->rules->to_move(w->game, child);
        c->judged[count] = mover != HRA_OVER;
        /* Where rounds are counted the search may go on behind this one, and use this memory. */
        if (c->judged[count] && depth - (!w->rounds || mover <= seat) > 0)
            break;
        some += c->judged[count];
    }
    if (some > 0)
        hra_evaluate_many(&w->eval, c->states, w->stride, some, c->packed);
    for (int i = 0, k = 0; i < count; i++)
        for (size_t j = 0; c->judged[i] && j < seats; j++)
            c->value[(size_t)i * seats + j] = c->packed[k++];
    return (hra_siblings){from, from + count, c->value, c->judged};
}
