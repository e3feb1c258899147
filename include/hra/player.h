/* hra/player.h: players, whatever picks a move for a seat.
 *
 * A spec is looked up in this order: `human`; the game's own experts; its models; the general players
 * `random` and `greedy`; the methods ("alphabeta:depth=6").
 * A player is opened once for a game and is immutable: threads share it. What it needs to think
 * lives in an agent: one for each thread (or each seat of a play). */
#ifndef HRA_PLAYER_H
#define HRA_PLAYER_H

#include "hra/search.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default) /* all else in the library is hidden */
#endif

typedef struct hra_player hra_player;
typedef struct hra_agent hra_agent;

/* ---- advice: every move of a state with what it is worth ------------------------------------*/

enum { HRA_MAX_COLUMNS = 4 };

typedef enum hra_unit { HRA_UNIT_POINTS, HRA_UNIT_PROBABILITY } hra_unit;

/* A further number beside the value of each move. */
typedef struct hra_column {
    const char *key, *label; /* "bonus", "upper bonus" */
    hra_unit unit;
    bool estimate; /* not exact; front ends mark it with ~ */
} hra_column;

typedef struct hra_advised {
    hra_move move;
    double value; /* for the seat to move */
    double loss;  /* best value - value, >= 0 */
    double column[HRA_MAX_COLUMNS];
} hra_advised;

typedef struct hra_advice {
    hra_column value; /* what the values are: "expected final score" */
    hra_column columns[HRA_MAX_COLUMNS];
    int column_count;
    hra_advised *moves; /* best first; the caller's array of game->max_moves entries */
    int count;
    char reason[160]; /* why the best move, in words; may be empty */
} hra_advice;

/* ---- what a decision rests on ---------------------------------------------------------------*/

enum { HRA_THOUGHT_LINE = 32 };

/* Of the last decision of an agent. */
typedef struct hra_thought {
    double value[HRA_MAX_SEATS];     /* of the move that was chosen, on the scale of the player's values */
    int depth;                       /* plies looked ahead; 0: not known, or no search was needed */
    uint64_t nodes;                  /* states entered; 0: not counted */
    hra_move line[HRA_THOUGHT_LINE]; /* the move and what is expected to follow, as far as that is known */
    int length;
} hra_thought;

/* ---- experts: players that belong to a game -------------------------------------------------*/

typedef struct hra_expert {
    const char *name;
    const char *summary; /* one line */
    const hra_option *options;
    /* The part that threads share. `data` is the folder of user data (NULL: none may be used). */
    hra_err (*open)(const hra_game *, const hra_options *, const char *data, const hra_progress *,
                    void **shared, hra_error *);
    void (*close)(void *shared);
    /* Working memory of one thread; NULL: none is needed. */
    hra_err (*begin)(const void *shared, void **scratch);
    void (*end)(void *scratch);
    /* Forgets what earlier decisions left in scratch, so that the next one does not depend on
     * them. NULL: nothing is kept that could change a decision. */
    void (*forget)(void *scratch);
    hra_err (*choose)(const void *shared, void *scratch, const hra_question *, hra_move *out);
    /* Fills advice but for loss and order, which the caller works out. NULL: gives none. */
    hra_err (*advise)(const void *shared, void *scratch, const hra_question *, hra_advice *out);
    /* What the state (of chance, of a seat, or over) is worth to each seat under this player's
     * play. NULL: cannot tell. */
    hra_err (*value)(const void *shared, void *scratch, const void *s, double *out);
    /* What the last choose with this scratch rests on. NULL: cannot tell. */
    void (*recall)(const void *shared, const void *scratch, hra_thought *out);
    bool exact; /* value is the exact worth under best play, so review may call a loss a loss */
} hra_expert;

/* ---- opening and asking ---------------------------------------------------------------------*/

/* data: folder of user data (tables), NULL: none. progress: NULL, or told of long openings.
 * HRA_EINPUT: no such player (with a did-you-mean) or option; HRA_EFIT; HRA_ENOMEM; HRA_ESTOPPED. */
hra_err hra_player_open(hra_player **out, const hra_game *game, const char *spec, const char *data,
                        const hra_progress *progress, hra_error *why);
void hra_player_close(hra_player *player); /* after its agents; NULL is allowed */
bool hra_player_human(const hra_player *player);
bool hra_player_exact(const hra_player *player); /* its values are the exact worth under best play */
const char *hra_player_spec(const hra_player *player);

/* HRA_ENOMEM; what the player's own part returns when it cannot begin. Any thread; the agent is then
 * used by one at a time. */
hra_err hra_agent_open(hra_agent **out, const hra_player *player);
void hra_agent_close(hra_agent *agent); /* NULL is allowed */
/* For the beginning of another play: its moves are to depend on nothing played before. NULL is allowed. */
void hra_agent_forget(hra_agent *agent);
/* Picks a legal move. HRA_ESTATE for a human, who is asked by the play, and where no seat is to move.
 * HRA_ESTOPPED. */
hra_err hra_agent_choose(hra_agent *agent, const hra_question *question, hra_move *out);
/* Every move, best first, losses filled in. HRA_EFIT: this player gives no advice; HRA_ESTATE: no seat is to
 * move. */
hra_err hra_agent_advise(hra_agent *agent, const hra_question *question, hra_advice *out);
/* What the last move that was chosen rests on. HRA_EFIT: this player cannot tell; HRA_ESTATE: no move was
 * chosen last. */
hra_err hra_agent_recall(const hra_agent *agent, hra_thought *out);
/* The worth of any state for each seat. HRA_EFIT: this player cannot tell. */
hra_err hra_agent_value(hra_agent *agent, const void *state, double *out);

/* The general players, for lists; NULL past the last. A game's own player of the same name hides one. */
const hra_expert *hra_general_player(int index);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
