/* Who sits down with a person at a terminal, in the seats for which no player was named. */
#ifndef HRA_COMMANDS_OPPONENT_H
#define HRA_COMMANDS_OPPONENT_H

#include "commands/args.h"

/* Who takes the free seats of a new game. */
typedef struct seating_plan {
    const char *opponent; /* spec of the program that takes seats; NULL: none does. Static */
    int opponents;        /* number of seats that it takes */
    bool alone;           /* a game that more people may play is played alone */
} seating_plan;

/* Appends a player for each seat that the words of `a`, GAME [PLAYER...], leave free: a person if the
 * words name no person, else the usual opponent of the game. Appends nothing if the game cannot be opened: the session reports why.
 * HRA_ENOMEM. */
hra_err opponent_add_players(const args *a, const char *position, hra_text *line, seating_plan *out);

/* Appends who the opponent is, and how to choose another; nothing if all players were named. */
void opponent_say(const args *a, const hra_game *game, const seating_plan *plan, hra_text *out);

#endif
