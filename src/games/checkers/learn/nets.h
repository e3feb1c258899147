/* The nets of checkers (games/checkers/play/net.h) learn from lessons. */
#ifndef CK_LEARN_NETS_H
#define CK_LEARN_NETS_H

#include "games.h"

/* First one net learns from all positions, `passes` times, from chance; then each phase goes on by itself from
 * there, `own_passes` times (AdamW without decay). With passes 0 the phases go on from *weights. */
typedef struct ck_course {
    const ck_lessons *games;
    int count;
    double passes, own_passes, rate;
    int batch, threads; /* threads change no result */
    uint64_t seed;
    const hra_progress *progress; /* only its stop is looked at; NULL: none */
} ck_course;

/* HRA_ESTOPPED: *weights are as they were; HRA_ENOMEM. */
hra_err ck_nets_learn(const ck_course *course, ck_weights *weights);

#endif
