/* The evaluation that every game has. */
#ifndef HRA_NETS_NET_EVALUATION_H
#define HRA_NETS_NET_EVALUATION_H

#include "nets/learnt.h"

extern const hra_evaluation hra_net_evaluation;

/* Its `self`, for those who ask it without opening it by a spec. Both outlive it. */
typedef struct hra_net_judge {
    const hra_learnt *learnt;
    hra_eval other; /* judges what a table does not hold; kind NULL: nothing does, it is worth a draw */
} hra_net_judge;

#endif
