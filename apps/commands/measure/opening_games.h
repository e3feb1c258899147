/* Openings out of a file of games. */
#ifndef HRA_COMMANDS_MEASURE_OPENING_GAMES_H
#define HRA_COMMANDS_MEASURE_OPENING_GAMES_H

#include <hra/hra.h>

/* Whether a text has records or is in a format of these rules, such as PDN, and is not a list of positions. */
bool opening_games_look(const hra_rules *rules, const hra_text *text);
/* Appends the position after `plies` moves of the first game of the text that has as many; nothing if there is none. */
void opening_games_first(const hra_rules *rules, const char *path, const hra_text *text, int plies,
                         hra_text *out);
/* Appends the positions after `plies` moves of all games, one per line and each once, and prints which games have none.
 * Returns an exit status. */
int opening_games_read(const hra_game *game, const char *path, const hra_text *text, int plies,
                       hra_text *out);

#endif
