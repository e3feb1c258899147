/* What the library itself takes of a pool. */
#ifndef HRA_WORK_WORKER_POOL_H
#define HRA_WORK_WORKER_POOL_H

#include "hra/worker.h"
#include "work/scheduler.h"
#include "work/shared_agents.h"

hra_scheduler *hra_worker_pool_scheduler(hra_worker_pool *pool);
int hra_worker_pool_threads(const hra_worker_pool *pool);
hra_agents *hra_worker_pool_agents(hra_worker_pool *pool);

#endif
