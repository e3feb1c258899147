/* What a tournament's own files ask of it. */
#ifndef HRA_TOURNAMENT_TOURNAMENT_INTERNAL_H
#define HRA_TOURNAMENT_TOURNAMENT_INTERNAL_H

#include "hra/tournament.h"

const hra_tournament_setup *hra_tournament_setup_of(const hra_tournament *t);

#endif
