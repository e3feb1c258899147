/* What positions of backgammon are worth some throws ahead, evaluated by nets. */
#ifndef BG_LOOKAHEAD_H
#define BG_LOOKAHEAD_H

#include "games/backgammon/rules/backgammon.h"
#include "hra/player.h"

enum { BG_TOGETHER = 64 }; /* states that are evaluated at once at most */

/* A state as it looks, or the mean of several. */
typedef struct bg_view {
    double value; /* White's worth */
    bg_chances chances;
} bg_view;

/* States behind moves that wait for their evaluation. */
typedef struct bg_queue {
    int count;
    bg_state state[BG_TOGETHER];
    int group[BG_TOGETHER]; /* of moves of which the best is wanted */
} bg_queue;

/* The best move of a group. */
typedef struct bg_choice {
    bg_state before, best;
    bg_view most;
    double sign; /* of the seat that chooses: White's worth for it */
} bg_choice;

/* The memory of one thread. */
typedef struct bg_ahead {
    const hra_game *game;
    const void *judge; /* of rules/eval.h */
    void *scratch;
    const hra_question *question;
    double deadline; /* of hra_clock; INFINITY: none */
    uint64_t nodes;
    bool prune; /* only plays that the sieve lets through are looked at */
    bool ended; /* a limit or a stop came in the midst of a look */
    bg_queue queue;
    bg_choice choice[BG_THROWS];
    hra_move *moves; /* a list for each number of plies */
} bg_ahead;

/* A cube decision that looks worse than the best by more than this is not searched more deeply. */
extern const double bg_cube_loss;

hra_err bg_ahead_begin(bg_ahead *ahead, const hra_game *game, const void *judge, int most_plies,
                       bool prune); /* HRA_ENOMEM */
void bg_ahead_end(bg_ahead *ahead);
/* Its limits count from now on; NULL in `question` afterwards: there are none. */
void bg_ahead_ask(bg_ahead *ahead, const hra_question *question);

/* What is played for in s, as a share of which filters and errors are meant. */
double bg_stakes(const hra_game *game, const bg_state *s);
/* The game has ended behind a move from `before`: another one of the match begins, or none. */
bool bg_has_ended(const bg_state *before, const bg_state *s);

/* Up to BG_TOGETHER moves from s as they look; ends: that end the game. */
void bg_look_at_moves(bg_ahead *ahead, const bg_state *s, const hra_move *moves, int count, bg_view *out,
                      bool *ends);
/* What s is worth behind each of these throws, after the best play, into out; as many as there was time for. */
int bg_replies(bg_ahead *ahead, const bg_state *s, const hra_move *throws, int count, bg_view *out);
/* The value of a state after a move from `before`, PLIES throws ahead. A further game of a match has the
 * value that the match equity table gives before its first throw. */
bg_view bg_worth_ahead(bg_ahead *ahead, const bg_state *before, const bg_state *s, int plies);

#endif
