/* Learning that a store keeps, with which others may help. */
#ifndef HRA_COMMANDS_BUILD_STORED_TRAINING_H
#define HRA_COMMANDS_BUILD_STORED_TRAINING_H

#include "commands/stored_run.h"

typedef struct learn_kept {
    const hra_learn_setup *how;
    uint64_t games;
    bool plays;  /* else what was kept is shown */
    bool status; /* in a few lines */
    bool helps;  /* another process began it and will report */
} learn_kept;

extern const kept_command learn_kept_command;

/* Whether the method's games can be shared, and no option is given that does not go with a store; else it is
 * said. */
bool learn_kept_fits(const args *a, const hra_learner *learner);
/* Learns with whoever else does, or looks. `learner`, which is fresh, has then learnt what there is, in so
 * many seconds of all. *told: nothing else is to be said. Exit status. */
int learn_kept_run(const learn_kept *what, const args *a, const char *store, hra_learner *learner,
                   double *seconds, bool *told);

#endif
