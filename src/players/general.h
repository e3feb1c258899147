/* Players that every game has. They share the table of a game's experts, so a player is one thing. */
#ifndef HRA_PLAYERS_GENERAL_H
#define HRA_PLAYERS_GENERAL_H

#include "hra/player.h"

extern const hra_expert hra_general_random, hra_general_greedy;

/* A method in a seat: each agent has a search of its own. */
extern const hra_expert hra_searcher;
/* What hra_searcher shares; there is no option table, so it is opened from the whole spec.
 * `data` is the folder of user data, NULL: none. Opens and closes one search, so that a wrong spec is told
 * now and tables are built that others then find. */
hra_err hra_searcher_new(const hra_game *game, const char *spec, const char *data, void **shared,
                         hra_error *why);

/* A model of the game in a seat: opened without options from the model alone. */
extern const hra_expert hra_modelled;
hra_err hra_modelled_new(const hra_game *game, const hra_model *model, void **shared, hra_error *why);

#endif
