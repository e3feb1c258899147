/* The kinds of work that the engine of a page has: those that a session opens. All others, with what they bring, are left
 * out of the file that a browser fetches. */
#include <stddef.h>

typedef struct hra_work_kind hra_work_kind; /* which the library alone looks into */
extern const hra_work_kind hra_match_work, hra_rollout_work;
extern const hra_work_kind *const hra_builtin_works[];

const hra_work_kind *const hra_builtin_works[] = {&hra_match_work, &hra_rollout_work, NULL};
