/* The player that is a program of its own. */
#ifndef HRA_PROTOCOL_EXTERNAL_H
#define HRA_PROTOCOL_EXTERNAL_H

#include "hra/player.h"

extern const hra_player_kind hra_external;

#endif
