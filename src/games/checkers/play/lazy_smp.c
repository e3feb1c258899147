/* One task, several engines. */
#include <stdlib.h>

#include "core/thread.h"
#include "lazy_smp.h"

typedef struct member {
    ck_engine *engine;
    ck_thought thought; /* of the first not used: that is the caller's */
} member;

struct ck_lazy_smp {
    int count;
    const ck_task *task;
    ck_thought *out;
    hra_stop done; /* the first is ready */
    member members[];
};

void ck_lazy_smp_close(ck_lazy_smp *crew) {
    for (int i = crew ? crew->count - 1 : -1; i >= 0; i--) /* the table is the first one's */
        ck_engine_close(crew->members[i].engine);
    free(crew);
}

hra_err ck_lazy_smp_open(ck_lazy_smp **out, const ck_weights *weights, const ck_oracle *oracles, int threads,
                         size_t table) {
    ck_lazy_smp *crew = calloc(1, sizeof *crew + (size_t)threads * sizeof *crew->members);
    hra_err err = crew ? HRA_OK : HRA_ENOMEM;
    for (int i = 0; !err && i < threads; i++, crew->count++) {
        const ck_oracle *oracle = oracles ? &oracles[i] : NULL;
        ck_engine **engine = &crew->members[i].engine;
        err = i == 0 ? ck_engine_open(engine, weights, oracle, table)
                     : ck_engine_open_beside(engine, crew->members[0].engine, oracle);
    }
    if (err)
        ck_lazy_smp_close(crew);
    else
        *out = crew;
    return err;
}

void ck_lazy_smp_forget(ck_lazy_smp *crew) {
    for (int i = 0; i < crew->count; i++)
        ck_engine_forget(crew->members[i].engine);
}

const ck_engine *ck_lazy_smp_first(const ck_lazy_smp *crew) {
    return crew->members[0].engine;
}

/* Every second engine begins a ply deeper, so that they do not all do the same. */
static hra_err work(void *self, int worker) {
    ck_lazy_smp *crew = self;
    member *m = &crew->members[worker];
    ck_task task = *crew->task;
    task.nodes = hra_share_of(task.nodes, worker, crew->count);
    m->thought.nodes = 0;
    if (crew->task->nodes && !task.nodes) /* fewer than there are threads */
        return HRA_OK;
    if (worker == 0) {
        ck_engine_think(m->engine, &task, crew->out);
        hra_stop_set(&crew->done);
        return HRA_OK;
    }
    task.found = NULL;
    task.stop = &crew->done;
    task.seconds = 0;
    task.begin = 1 + worker % 2;
    ck_engine_think(m->engine, &task, &m->thought);
    return HRA_OK;
}

hra_err ck_lazy_smp_think(ck_lazy_smp *crew, const ck_task *task, ck_thought *out) {
    crew->task = task;
    crew->out = out;
    hra_stop_clear(&crew->done);
    hra_err err = hra_workers_run(crew->count, work, crew);
    for (int i = 1; !err && i < crew->count; i++)
        out->nodes += crew->members[i].thought.nodes;
    return err;
}
