/* A program is played through the rules of UGI, UBGI or UCI: check.c has the dialogue and how a rule is broken,
 * check_positions.c the positions and moves, check_rules.c the rules. */
#ifndef HRA_PROTOCOL_CHECK_H
#define HRA_PROTOCOL_CHECK_H

#include "core/messages.h"
#include "ubgi.h"
#include "uci.h"

enum { HRA_CHECK_PLIES = 64 /* the most moves that are sent after `moves` */ };

typedef struct hra_checker {
    const hra_program_check *how;
    const hra_game *game;
    bool ubgi, uci;
    hra_ubgi words;            /* of UBGI */
    hra_uci chess;             /* of UCI */
    bool rook;                 /* castling is written as the king's move to its rook */
    bool has_960, has_variant; /* options of UCI that the game needs */
    hra_channel *channel;      /* NULL: the program does not run */
    bool greeted;              /* it said ugiok since it was started */
    hra_text sent, came, expected, errors, line;
    hra_text stray;     /* the first line that the protocol does not know */
    const char *advice; /* N_() */
    hra_rule_verdict verdict;
    bool named; /* it said `id name` */
    bool asked; /* `go` was sent, and no bestmove came yet */
    int heard;  /* lines since the last one that was sent */
    hra_program_checked found;
    hra_err fatal; /* the check itself cannot go on; `why` has the reason */
    hra_error why;
    hra_rng rng;
    void *state;                     /* the position that is asked about */
    void *begin;                     /* what it came from, by `moves` */
    hra_move moves[HRA_CHECK_PLIES]; /* from begin to state */
    int count;
    hra_move *list;
    double *probability;
} hra_checker;

/* ---- the dialogue: all return whether the rule can go on ------------------------------------*/

bool hra_check_say(hra_checker *c, const char *format, ...) HRA_PRINTF(2, 3);
/* Waits, at most `seconds`, for a line that begins with the word; skips others. */
bool hra_check_wait(hra_checker *c, const char *word, double seconds, const char *advice);
/* isready and readyok; a bestmove meanwhile breaks the rule. */
bool hra_check_ready(hra_checker *c);
/* Breaks the rule: what was expected, and advice (N_()). */
bool hra_check_break(hra_checker *c, const char *advice, const char *format, ...) HRA_PRINTF(3, 4);
void hra_check_hint(hra_checker *c, const char *advice, const char *expected);
/* A program that runs and has said ugiok; it is started if there is none. */
bool hra_check_running(hra_checker *c);
bool hra_check_start(hra_checker *c, const char *command);
void hra_check_end(hra_checker *c);
/* Reads one line into c->line; the deadline is `seconds` from now. Its error is that of the channel. */
hra_err hra_check_read(hra_checker *c, double seconds, hra_error *what);
/* The text after a word at the front of c->line, or NULL. */
const char *hra_check_after(const hra_checker *c, const char *word);

/* ---- positions ------------------------------------------------------------------------------*/

typedef enum hra_check_kind {
    HRA_CHECK_ANY,
    HRA_CHECK_DOUBLES,
    HRA_CHECK_BAR,
    HRA_CHECK_OFF,
    HRA_CHECK_PASS,
} hra_check_kind;

/* Plays random moves until a position of this kind is reached; false: none was found. */
bool hra_check_find(hra_checker *c, hra_check_kind kind);
/* The start, and `plies` random moves from it. */
void hra_check_walk(hra_checker *c, int plies);
/* Makes one random move, chance's too; false: the game is over. */
bool hra_check_random_move(hra_checker *c);
void hra_check_make(hra_checker *c, hra_move move);
/* Chance's moves up to a decision. */
void hra_check_roll(hra_checker *c);

/* Makes moves of UCI from the start, a blank between two; false: this is another chess. */
bool hra_check_follow(hra_checker *c, const char *moves);

/* Sends the position: by the start or fen (UGI, UCI, with the moves from c->begin), or by id and dice (UBGI). */
typedef enum hra_check_form { HRA_CHECK_STARTPOS, HRA_CHECK_FEN } hra_check_form;
bool hra_check_position(hra_checker *c, hra_check_form form);
/* Sends `go` with these limits, and takes a legal move. */
bool hra_check_go(hra_checker *c, const char *limits, hra_move *move);
/* The same by `movetime`, within the margin. */
bool hra_check_go_in_time(hra_checker *c, hra_move *move);
/* Waits for the answer to `go` and reads its move. */
bool hra_check_answer(hra_checker *c, double seconds, hra_move *move);

/* ---- rules ----------------------------------------------------------------------------------*/

enum { HRA_CHECK_UGI = 1, HRA_CHECK_UBGI = 2, HRA_CHECK_UCI = 4 };

typedef struct hra_check_rule {
    const char *name;
    bool (*of)(hra_checker *c); /* false: it was broken, or could not be tried */
    int where;                  /* HRA_CHECK_UGI, ..., or'ed */
    bool alone;                 /* it starts the program itself */
} hra_check_rule;

extern const hra_check_rule hra_check_rules[]; /* ends with a NULL name */

#endif
