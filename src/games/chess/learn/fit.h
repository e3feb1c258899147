/* The weights of chess are fitted to lessons: the expected result that a value stands for (ch_chance) comes near to the
 * targets, by logistic regression. */
#ifndef CH_LEARN_FIT_H
#define CH_LEARN_FIT_H

#include "games/chess/play/weights.h"
#include "lessons.h"

typedef struct ch_course {
    const ch_lessons *lessons;
    int epochs, batch;
    double rate, decay;
    uint64_t seed;
    const hra_progress *progress; /* only its stop is looked at; NULL: none */
} ch_course;

/* Goes on from *weights (AdamW). HRA_ESTOPPED: *weights are as they were; HRA_ENOMEM. */
hra_err ch_fit(const ch_game *g, const ch_course *course, ch_weights *weights);

#endif
