/* The weights of the judge of empire. */
#include "judge.h"

const int16_t em_weights[EM_SEATS - 1][EM_KNOTS][EM_FEATURES] = {{{0}}};
