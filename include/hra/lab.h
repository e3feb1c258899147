/* hra/lab.h: the second ring, for research on games and players: search trees and graphs, rollouts, tournaments and
 * ratings, tuning, training, exact solutions.
 *
 * Read hra/hra.h first. Then read what you need:
 *   - hra/trace.h and hra/graph.h: search trees and graphs
 *   - hra/rollout.h: moves compared with the same dice
 *   - hra/solve.h: exact values
 *   - hra/tournament.h and hra/rating.h: strength of players
 *   - hra/tune.h and hra/learn.h: stronger players
 *   - hra/exercise.h and hra/deck.h: exercises for people, judged, and repeated at growing intervals
 *   - hra/grade.h: agents that students write, graded
 *
 * Run work of hours by hra/work.h.
 *
 * Thread-safety: solutions, slices and finished traces are immutable; threads share them. One thread at a time uses a
 * learner, or a trace that is being recorded. A function with a number of threads starts them itself, and its results
 * do not depend on that number. Each header names its own rules.
 *
 * Experimental: hra/learn.h (methods and their files may change between versions; old files stay readable) and the
 * numbers of hra/rating.h other than Elo. */
#ifndef HRA_LAB_H
#define HRA_LAB_H

#include "hra/deck.h"
#include "hra/grade.h"
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
