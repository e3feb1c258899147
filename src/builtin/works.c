/* The kinds of work that are built in: works.def is the only place that names them. */
#include "work/kind.h"

#define HRA_WORK(name) extern const hra_work_kind name;
#include "works.def"
#undef HRA_WORK
#define HRA_WORK(name) &(name),
const hra_work_kind *const hra_builtin_works[] = {
#include "works.def"
    NULL};
#undef HRA_WORK
