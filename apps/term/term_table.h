/* A table in the terminal: people and machines play, ask for advice, take back, leave. */
#ifndef HRA_TERM_TABLE_H
#define HRA_TERM_TABLE_H

#include "session_client.h"

typedef struct table_setup {
    sitting *sitting;     /* in which a game is open, and held */
    bool advise;          /* at every decision of a person, without being asked */
    bool forced;          /* the only legal move is made without asking */
    bool introduce;       /* where several people sit down at a terminal, each is asked for a name */
    const char *greeting; /* was said before the first board, which in place wipes it; "": nothing was */
    const char *saved;    /* words that name the saved game to a command; "": it is not saved */
} table_setup;

/* Plays to the end, or until the person leaves. Returns an exit status. */
int table_play(const table_setup *setup);

/* Appends the board of a state as the seat may see it; seat -1: all of it. If it has more than `rows` rows
 * (0: no limit), appends the compact one. `names`: of persons (hra_board_style). */
void table_add_board(const hra_game *game, const char *const *names, const void *state, int seat, int rows,
                     hra_text *out);
/* What a player is called who has no name: a person, or the spec of a machine. */
const char *table_player(const hra_player *player);
/* Writes the board of a state, and the line of one move: "optimal: keep 4-4-4". For replays too. */
void table_show(const hra_game *game, const char *const *names, const void *state, int seat, int rows);
/* Prints the position as the seat may see it, in the game's notation and those of other programs. False: no memory. */
bool table_show_position(const hra_game *game, const void *state, int seat);
/* Writes the board of a finished game from the side of a seat: all of it, and no seat is to move. */
void table_show_final(const hra_play *play, int seat, int rows);
/* What a move says in brackets is on the board too, so of one that was added since byte `from` as much of
 * that is dropped as `width` columns do not hold. */
/* Cuts what was added since byte `from` to these columns, and marks that something is missing. */
void table_cut(hra_text *line, size_t from, int width);
void table_drop_remark(hra_text *line, size_t from, int width);
void table_show_move(const hra_game *game, const void *state, int mover, const char *player, hra_move move);
/* Shows each state on the way of a move that goes through several positions; slowly, where the terminal moves
 * its cursor. */
typedef void table_step(void *self, const void *state);
void table_walk_steps(const hra_game *game, const void *state, hra_move move, table_step *show, void *self);
/* The same, printed as the seat may see them. */
void table_show_steps(const hra_game *game, const void *state, hra_move move, int seat);
/* Prints the name of the opening that led to a state, if it has one. */
void table_show_opening(const hra_game *game, const void *state);
void table_show_opening_of(const hra_play *play); /* the last that it has followed */
/* Why a game is over. */
typedef struct table_end {
    hra_outcome outcome;
    int resigned; /* who did, else -1 */
    hra_adjudication why;
} table_end;

table_end table_end_of(const hra_play_info *info);
/* The score of each seat at the end, who has won, and why it ended. */
void table_show_result(const hra_game *game, const void *state, const table_end *end, const double *value,
                       const char *const *names);

int table_lines(const char *text); /* how many it has */

/* Decimals with which values in points are shown (hra_game_thousandths). */
int table_decimals(const hra_game *game);
/* Prints advice as a table of at most `moves` moves (0: any number): a head, a line for each move, and words about them. */
void table_show_advice(const hra_game *game, const void *state, const hra_analysis *advice, int moves);
/* Begins a line with the value of a program's move, or what it says of the end of the game. */
void table_show_thought(const hra_game *game, double value, int distance);
/* Prints why a program made its move in that state: its value, compared with the best or the next best
 * move. */
void table_explain(const hra_game *game, const void *before, const hra_analysis *advice, hra_move move);

#endif
