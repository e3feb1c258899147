/* The parameters of the heuristic as a file of `hra learn`: their bytes there are a spec of the player. */
#ifndef YZ_WEIGHTS_FILE_H
#define YZ_WEIGHTS_FILE_H

#include "heuristic.h"

#include "hra/game.h"

/* Reads a spec such as "heuristic:open-ones=9", or "greedy". The game's host reads its option `file`; game
 * may be NULL, then no file is read. HRA_EINPUT: it is no such spec; else as below. */
hra_err yz_heuristic_parse(struct yz_heuristic *h, const hra_game *game, const char *spec, hra_error *why);
/* Takes the parameters from these options; those that are not given are from the file that the option `file`
 * names. HRA_EFIT, HRA_EDAMAGED; errors of hra_game_read_file. */
hra_err yz_heuristic_open(struct yz_heuristic *h, const hra_game *game, const hra_options *options,
                          hra_error *why);

#endif
