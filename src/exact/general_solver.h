/* The general exact solver, behind the same table as a game's own. */
#ifndef HRA_EXACT_GENERAL_H
#define HRA_EXACT_GENERAL_H

#include "hra/solve.h"

extern const hra_solver hra_general_solver;

#endif
