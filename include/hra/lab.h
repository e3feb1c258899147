/* hra/lab.h: the second ring, for who studies games and players: search trees and graphs, rollouts, tournaments and ratings,
 * tuning, learning, exact solutions.
 *
 * Read hra/hra.h first. Then hra/trace.h and hra/graph.h (what a search walked), hra/rollout.h (moves compared with the same
 * dice), hra/solve.h (exact values), hra/tournament.h and hra/rating.h (who is stronger), hra/tune.h and hra/learn.h (making a
 * player stronger) stand each for itself. What runs for hours is run as work: hra/work.h.
 *
 * Thread-safety: solutions, slices and finished traces are immutable and shared; a learner and a trace that is being filled are used
 * by one thread at a time. Whatever takes a number of threads starts them itself, and its results do not depend on it. Each header
 * says so of its own.
 *
 * Experimental: hra/learn.h (methods and their files may change between versions; old files stay readable) and the figures of
 * hra/rating.h beyond Elo. */
#ifndef HRA_LAB_H
#define HRA_LAB_H

#include "hra/graph.h"
#include "hra/hra.h"
#include "hra/learn.h"
#include "hra/rating.h"
#include "hra/rollout.h"
#include "hra/solve.h"
#include "hra/tournament.h"
#include "hra/trace.h"
#include "hra/tune.h"

#endif
