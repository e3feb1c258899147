/* What is built in: games.def, players.def, evaluations.def and protocols.def are the only places that name it. */
#include "players/player.h"
#include "protocol/known.h"
#include "rules/registry.h"

#define HRA_GAME(name) extern const hra_rules hra_rules_##name;
#include "games.def"
#undef HRA_GAME
#define HRA_GAME(name) &hra_rules_##name,
const hra_rules *const hra_builtin_games[] = {
#include "games.def"
    NULL};
#undef HRA_GAME

#define HRA_EVALUATION(name) extern const hra_evaluation name;
#include "evaluations.def"
#undef HRA_EVALUATION
#define HRA_EVALUATION(name) &(name),
const hra_evaluation *const hra_builtin_evaluations[] = {
#include "evaluations.def"
    NULL};
#undef HRA_EVALUATION

#define HRA_PLAYER(name) extern const hra_player_kind name;
#include "players.def"
#undef HRA_PLAYER
#define HRA_PLAYER(name) &(name),
const hra_player_kind *const hra_builtin_players[] = {
#include "players.def"
    NULL};
#undef HRA_PLAYER

#define HRA_PROTOCOL(name) extern const hra_protocol_kind name;
#include "protocols.def"
#undef HRA_PROTOCOL
#define HRA_PROTOCOL(name) &(name),
const hra_protocol_kind *const hra_builtin_protocols[] = {
#include "protocols.def"
    NULL};
#undef HRA_PROTOCOL
