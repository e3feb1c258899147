/* The weights of the judge as a file of `hra learn`: their bytes there are text, a line a knot, as the rows of
 * weights.c are. */
#ifndef HRA_EMPIRE_PLAY_WEIGHTS_FILE_H
#define HRA_EMPIRE_PLAY_WEIGHTS_FILE_H

#include "eval.h"

typedef int16_t em_weight_rows[EM_KNOTS][EM_FEATURES];

void em_weights_write(const hra_game *game, const int16_t (*weights)[EM_FEATURES], hra_text *out);
/* HRA_EDAMAGED: these are none, or those for another number of seats. */
hra_err em_weights_read(const hra_game *game, const char *bytes, size_t length, em_weight_rows out);
/* Those of the file that an option names; NULL: the built-in ones of the game. HRA_EFIT, HRA_EDAMAGED; errors of
 * hra_game_read_file. */
hra_err em_weights_open(const hra_game *game, const char *file, em_weight_rows out, hra_error *why);

#endif
