/* The evaluation that every game has. */
#ifndef HRA_NETS_NET_EVALUATION_H
#define HRA_NETS_NET_EVALUATION_H

#include "hra/game.h"

extern const hra_evaluation hra_net_evaluation;

#endif
