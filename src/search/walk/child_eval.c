/* Siblings evaluated together. */
#include "child_eval.h"

hra_siblings hra_walk_siblings(hra_walk *w, const void *s, const hra_move *moves, int from, int n, int seat,
                               int depth) {
    hra_company *c = w->company;
    hra_company_begin(c);
    for (int i = from; i < n && !hra_company_full(c); i++) {
        int mover = hra_company_make(c, s, moves[i]);
        /* Where rounds are counted, or this choice is about the stakes, the search may go on behind this one, and
         * use this memory. */
        if (mover != HRA_OVER && depth - ((!w->rounds || mover <= seat) && !hra_walk_aside(w, s)) > 0)
            break;
        hra_company_take(c, mover != HRA_OVER);
    }
    hra_company_judge(c, &w->eval);
    return (hra_siblings){from, from + c->count};
}
