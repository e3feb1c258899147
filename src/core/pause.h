/* A stop that can make work wait. Work looks at its stop often; during a pause a thread that looks waits
 * there, with all its state, until it may go on. So nothing is computed twice, and a pause changes no
 * result except that of work with a limit of time. */
#ifndef HRA_CORE_PAUSE_H
#define HRA_CORE_PAUSE_H

#include "hra/base.h"

typedef struct hra_pause hra_pause;
struct hra_pause {
    hra_stop stop; /* the first member, which work is given */
    /* Called by each thread that looks at the stop while a pause is asked for, without a lock of its own; returns when
     * the work may go on, or the stop is set. */
    void (*wait)(hra_pause *pause);
};

void hra_pause_ask(hra_pause *pause);
void hra_pause_end(hra_pause *pause); /* `wait` is not called any more */
/* Whether the stop is set, for `wait`, which the stop itself would call again. */
bool hra_pause_is_stopped(const hra_pause *pause);

#endif
