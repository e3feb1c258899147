/* Games of a file as JSON. */
#ifndef HRA_COMMANDS_RECORDS_JSON_H
#define HRA_COMMANDS_RECORDS_JSON_H

#include "records.h"

/* The number of its seats, 2 if it is not known, and the name of a player, else the spec; "?": unknown. */
int records_seats(const hra_game_found *game);
const char *records_player(const hra_game_found *game, int seat);

/* {"number","line","format","players","game","plies","over","returns","opening","tags","faults"}; "game" to "opening" only if
 * something could be read. */
void records_json_game(hra_json *json, const hra_game_found *game);
/* A list of {"line","column","ply","remark","text"}: `ply` is how many were kept before it. */
void records_json_faults(hra_json *json, const char *name, const hra_game_found *game);

#endif
