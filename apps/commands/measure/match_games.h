/* The games of a match one by one: as lines, as rows of CSV, and how many moves they had to choose from. */
#ifndef HRA_COMMANDS_MEASURE_MATCH_GAMES_H
#define HRA_COMMANDS_MEASURE_MATCH_GAMES_H

#include <hra/hra.h>
#include <hra/lab.h>

#include "match_export.h"

/* A row of the table, and by what it is sorted: tasks of a tournament end in any order. */
typedef struct match_row {
    int pairing;
    uint64_t game, group;
    size_t at, length;
} match_row;

typedef struct match_games {
    const hra_game *game;
    const hra_player *const *players; /* of the match or the tournament */
    int player_count;
    bool pairings;             /* of a tournament: rows name the pairing */
    const series_lines *lines; /* --verbose; NULL: no lines */
    bool table;                /* --csv */
    hra_text heading, rows;
    match_row *list; /* where each row is in `rows` */
    size_t count, capacity;
    /* --branching: sums over games, of the decisions, of their legal moves, of plies, of squares and of a product. */
    double games, decisions, legal, plies, decisions2, legal2, plies2, legal_decisions;
} match_games;

/* Begins the table; a tournament has pairings. */
void match_games_init(match_games *self, const hra_game *game, const hra_player *const *players, int count,
                      bool pairings);
/* Writes the table as CSV, without the games that `counts` (NULL: all) does not want. Returns an exit status. */
int match_games_write(match_games *self, const char *path, bool (*counts)(const void *of, const match_row *),
                      const void *of);
void match_games_release(match_games *self);
/* For `ended` of hra_work_setup, with `facts`; self is a match_games. */
hra_err match_games_add(void *self, const hra_match_game *game);

/* The mean number of legal moves of a decision and the mean length of a game, with standard errors over games. */
typedef struct match_branching {
    double moves, moves_error, plies, plies_error;
    hra_game_size size;
} match_branching;

/* Computes them, and estimates the size of the game from random games. HRA_ESTOPPED, HRA_ENOMEM. */
hra_err match_branching_of(const match_games *self, match_branching *out, hra_error *why);
void match_branching_show(const match_branching *b);
void match_branching_json(const match_branching *b, hra_json *json);

/* Whether --merge can do what these options want: a part has the sums over its games, and nothing of each. If not, says so. */
bool match_games_fit_merge(const args *a);

#endif
