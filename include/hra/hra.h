/* hra/hra.h: the first ring: games, players, analyses, plays, matches, reviews and records.
 *
 * For programs that use games and players as they are. Begin with hra/easy.h if text in and text out is enough. Read
 * first hra/game.h (open a game), hra/player.h (open a player and ask it), hra/play.h (one play) and hra/match.h (many of them);
 * hra/state.h has states with all checks, for programs in other languages. docs/example_hra.c is a whole program.
 *
 * What else there is: hra/lab.h (search trees, rollouts, tournaments, tuning, learning, exact solutions), hra/work.h
 * (long work in tasks), hra/session.h (front ends), hra/author.h (games, players and protocols of your own).
 *
 * Thread-safety: what is opened and then only asked, such as games, players, openings, results and records, is immutable: any
 * number of threads share it. What is worked with, such as agents, plays, reviews and texts, is used by one thread at a time. Each header says
 * so of its own, with the exceptions. There is no global state. */
#ifndef HRA_HRA_H
#define HRA_HRA_H

#include "hra/base.h"
#include "hra/game.h"
#include "hra/host.h"
#include "hra/json.h"
#include "hra/language.h"
#include "hra/match.h"
#include "hra/play.h"
#include "hra/player.h"
#include "hra/review.h"
#include "hra/search.h"
#include "hra/spec.h"
#include "hra/state.h"
#include "hra/stats.h"
#include "hra/version.h"

#endif
