/* The states of openings, for who plays them. */
#ifndef HRA_MATCH_OPENINGS_H
#define HRA_MATCH_OPENINGS_H

#include "hra/match.h"

/* What game or group `number` begins with, any number: valid as long as the openings are. */
const void *hra_openings_state(const hra_openings *openings, uint64_t number);

#endif
