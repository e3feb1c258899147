/* Engines that think about one position at once, each on a thread, with one transposition table: what one
 * finds spares the others the search for it ("lazy SMP"). With one thread it is the engine alone, and the
 * same task has the same thought; with more of them thoughts vary from run to run. */
#ifndef CK_LAZY_SMP_H
#define CK_LAZY_SMP_H

#include "engine.h"

typedef struct ck_lazy_smp ck_lazy_smp;

/* Takes all memory of the thinking but what threads need. `oracles`: one for each of `threads` >= 1, for each
 * is asked from a thread of its own, or NULL: none; weights and table as in ck_engine_open. HRA_ENOMEM. */
hra_err ck_lazy_smp_open(ck_lazy_smp **out, const ck_weights *weights, const ck_oracle *oracles, int threads,
                         size_t table);
void ck_lazy_smp_close(ck_lazy_smp *crew); /* NULL is allowed */
void ck_lazy_smp_forget(ck_lazy_smp *crew);

/* As ck_engine_think: the thought of the engine on the calling thread, which alone looks at the clock and the
 * task's stop. A limit of nodes is shared out; thought->nodes are those of all. HRA_ENOMEM: nothing was
 * thought. */
hra_err ck_lazy_smp_think(ck_lazy_smp *crew, const ck_task *task, ck_thought *out);

/* The engine of the calling thread, for ck_engine_line. */
const ck_engine *ck_lazy_smp_first(const ck_lazy_smp *crew);

#endif
