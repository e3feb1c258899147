/* hra/author.h: for who writes a game, a player or a protocol.
 *
 * A game is an hra_rules (hra/rules.h; docs/adding-a-game.md shows a whole one), a player an hra_player_kind (hra/kind.h;
 * docs/adding-a-player.md). Both are constant interfaces of functions, which hra_registry_add_game and hra_registry_add_player (hra/host.h) make
 * known by name. hra/scene.h describes a board as shapes, hra/bench.h what `hra bench` measures of a game, hra/protocol.h runs
 * the protocols by which other programs play.
 *
 * Interfaces begin with their size, so that those of an older header go on working; what they lack counts as zero.
 *
 * Thread-safety: the functions that you write are called from many threads at once with the same game or player. They keep
 * nothing between calls but in what they are given (state, scratch). A dialogue of a protocol is used by one thread at a time.
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

#endif
