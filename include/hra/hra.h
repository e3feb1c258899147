/* hra/hra.h: the first ring: games, players, analyses, plays of games, matches, reviews and records.
 *
 * For programs that use games and players as they are. Begin with hra/easy.h if text in and text out is enough. Read
 * first:
 *   - hra/game.h (open a game), hra/player.h and hra/search.h (open a player and ask it),
 *   - hra/play.h (one game), hra/match.h (many games), hra/review.h (a game reviewed move by move),
 *   - hra/game_file.h (the games of a file in any format) and hra/annotated.h (variations, comments and tags),
 *   - hra/state.h (states with all checks, for programs in other languages),
 *   - hra/spec.h, hra/host.h and hra/input.h (names, files, encodings), hra/json.h (results as JSON), hra/stats.h
 *     (means and histograms),
 *   - hra/base.h (errors, text, random numbers), hra/language.h (translations), hra/version.h.
 * hra/rules.h and hra/kind.h come with these, for the structs of games and players; their functions are for authors. No
 * other header is included. docs/example_hra.c is a whole program.
 *
 * The other rings: hra/lab.h (search trees, rollouts, tournaments, tuning, training, exact solutions), hra/work.h (long
 * work in tasks), hra/session.h (front ends), hra/author.h (games, players and protocols of your own).
 *
 * Thread-safety: objects that are opened and then only read, such as games, players, openings, results and records, are
 * immutable and shared by threads. One thread at a time uses an object that changes, such as agents, plays, reviews and
 * texts. Each header names its exceptions. There is no global state. */
#ifndef HRA_HRA_H
#define HRA_HRA_H

#include "hra/base.h"
#include "hra/game.h"
#include "hra/game_file.h"
#include "hra/host.h"
#include "hra/input.h"
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
