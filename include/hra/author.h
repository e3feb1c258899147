/* hra/author.h: the ring for authors of games, players and protocols.
 *
 * A game is an hra_rules (hra/rules.h; docs/adding-a-game.md shows a whole one), a player is an hra_player_kind
 * (hra/kind.h; docs/adding-a-player.md). Both are constant structs of functions; hra_registry_add_game and
 * hra_registry_add_player (hra/host.h) add them to a registry. hra/scene.h describes a board as shapes, hra/bench.h
 * lists benchmarks of a game, hra/term.h its terms for formulas, hra/protocol.h has the protocols by which other programs play.
 *
 * These structs begin with their size, so that programs compiled with older headers still work: missing members count
 * as zero.
 *
 * Thread-safety: many threads call your functions at once with the same game or player. Store nothing between calls,
 * except in arguments (state, scratch). One thread at a time uses a dialogue of a protocol.
 *
 * Experimental: hra_rules_encoding and hra_rules_hints.fast. */
#ifndef HRA_AUTHOR_H
#define HRA_AUTHOR_H

#include "hra/bench.h"
#include "hra/hra.h"
#include "hra/kind.h"
#include "hra/protocol.h"
#include "hra/rules.h"
#include "hra/scene.h"
#include "hra/solve.h"
#include "hra/term.h"

#endif
