/* hra/player.h: players, which choose moves and value states.
 *
 * A search method on every game, a game's own expert, `random`: each is a kind of player (hra/kind.h). A kind is opened
 * with options for a game and is then a player: immutable and shared by threads, so that a solution, a net or a table
 * is loaded once. Working memory is in an agent: one for each thread, or for each seat of a game.
 *
 *     hra_player_open(&player, game, "alphabeta:depth=6", NULL, NULL, &why);
 *     hra_agent_open(&agent, player);
 *     hra_agent_ask(agent, &question, &analysis);
 *
 * A spec is looked up in this order: `human`; the game's own experts; its models; the players of every game: `random`,
 * `greedy`, the methods.
 *
 * Thread-safety: any number of threads may use a player; one thread at a time uses an agent. */
#ifndef HRA_PLAYER_H
#define HRA_PLAYER_H

#include "hra/kind.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hra_player hra_player;
typedef struct hra_agent hra_agent;

/* ---- players that a game suggests -----------------------------------------------------------*/

/* Specs of players; static. */
typedef struct hra_suggested_players {
    const char *best; /* the strongest player that answers within a second; `random` if the game names none */
    const char
        *drawn; /* the player whose search tree is drawn by default: the best one, if it searches a tree */
    const char *opponent; /* the usual opponent of a person; NULL: none */
    const char *fast;     /* the strongest player that is fast enough for rollouts */
} hra_suggested_players;

/* Returns the players that the game suggests. */
HRA_API hra_suggested_players hra_player_suggest(const hra_game *game);
/* Returns the spec for a seat for which no player was named: the usual opponent in all seats but the first; else
 * `human` if `people`, or the best player. Static. */
static inline const char *hra_player_default(const hra_game *game, int seat, bool people) {
    const hra_suggested_players players = hra_player_suggest(game);
    return seat > 0 && players.opponent ? players.opponent : people ? "human" : players.best;
}

enum { HRA_NAME_BYTES = 80 }; /* the most bytes of a name of a player or a person */

/* ---- opening --------------------------------------------------------------------------------*/

/* Facts about a player. */
typedef struct hra_player_info {
    size_t size; /* sizeof(hra_player_info) of the library: members beyond it do not exist */
    const hra_game *game;
    const hra_player_kind *kind; /* NULL: a person */
    const char *spec;
    bool human;
    bool exact;   /* its values are exact under best play */
    bool limited; /* its spec has a depth, nodes, playouts, a time or a clock */
    /* Its search has no end of its own, and its spec has no limit. So in a large game its agent refuses to search
     * without a usual limit (hra_agent_usual). Placeholders have it too. */
    bool needs_limit;
    hra_limits limits;      /* of its spec */
    hra_time_control clock; /* of its spec; seconds 0: none */
    /* The option `name` of its spec, else how an external program calls itself, else NULL. At most HRA_NAME_BYTES of
     * UTF-8, without control characters. */
    const char *name;
} hra_player_info;

/* Opens a player; the game stays open until the player is closed. `data`: data directory; NULL: none. `progress`:
 * receives reports of a long opening; may be NULL. Returns
 *   HRA_EINPUT if there is no such player or option; the error suggests a similar name
 *   HRA_EFIT if it does not play this game
 *   HRA_ESTOPPED if `progress` was stopped
 *   HRA_ENOMEM. */
HRA_API hra_err hra_player_open(hra_player **out, const hra_game *game, const char *spec, const char *data,
                                const hra_progress *progress, hra_error *why);
/* Opens a player of the given kind, whatever other kinds have its name. `options`: the text after the name; "": none.
 * Errors of hra_player_open. */
HRA_API hra_err hra_player_open_kind(hra_player **out, const hra_game *game, const hra_player_kind *kind,
                                     const char *options, const char *data, const hra_progress *progress,
                                     hra_error *why);
/* Opens a player by name only, for seats whose player runs elsewhere. The spec is checked as far as possible without
 * opening the player. `human` is a person; an agent of any other placeholder fails with HRA_ESTATE. Returns
 *   HRA_EINPUT if the spec is wrong
 *   HRA_ENOMEM. */
HRA_API hra_err hra_player_placeholder(hra_player **out, const hra_game *game, const char *spec,
                                       hra_error *why);
HRA_API void hra_player_close(hra_player *player); /* after its agents; NULL is allowed */
/* Returns the facts about the player, which owns them; they do not change. */
HRA_API const hra_player_info *hra_player_info_of(const hra_player *player);

/* ---- names ----------------------------------------------------------------------------------*/

/* How a player is called. */
typedef struct hra_called {
    char text[HRA_SPEC_LENGTH];
} hra_called;

/* Returns how players[index] is called among these `count` players, for people: by its name, with a number where an
 * earlier one has the same name ("Deep", "Deep (2)"); by its spec if it has no name. What identifies a player is its
 * spec. */
HRA_API hra_called hra_player_called(const hra_player *const *players, int count, int index);

/* ---- asking ---------------------------------------------------------------------------------*/

/* Opens an agent; the player stays open until the agent is closed. Returns
 *   HRA_ENOMEM
 *   else errors of the player's kind. */
HRA_API hra_err hra_agent_open(hra_agent **out, const hra_player *player);
/* Opens an agent with a player of its own, without a data directory; both are closed together. For callers with one
 * thread and one question. Errors of hra_player_open. */
HRA_API hra_err hra_agent_open_spec(hra_agent **out, const hra_game *game, const char *spec, hra_error *why);
HRA_API void hra_agent_close(hra_agent *agent); /* NULL is allowed */
/* Returns the agent's player. */
HRA_API const hra_player *hra_agent_player(const hra_agent *agent);
/* Deletes the agent's memory of earlier moves: call it when another game begins. NULL is allowed. */
HRA_API void hra_agent_forget(hra_agent *agent);
/* Asks about question->state, and fills the members of `out` that question->want names; others are undefined. `out` was
 * initialised by the caller and can be used many times.
 *   HRA_WANT_ALL: every move with its values; if chance is to move, every outcome, each with a fraction of the limits,
 *     those of the spec too.
 *   HRA_WANT_MOVE: `move`, which is legal; the first legal one if a limit ends the search before a move was valued.
 *   HRA_WANT_VALUE: `value`, within the limits.
 *   HRA_WANT_ADVICE: `moves`, best first, those without a value last; their values for the seat to move (`value_seat`),
 *     losses and columns; `what`, `columns` and `reason`. `move`, `value` and `kind` are those of the first.
 *   HRA_WANT_LAST: `value`, `depth`, `nodes` and `pv` of the last move, or of the last value of a state in which a seat
 *     was to move: the move that the player would make there, and the moves after it. `moves` as advice with the values
 *     at that time; none if the player chooses without valuing all moves.
 *
 * After an error, hra_agent_why and out->why have it in words. Returns
 *   HRA_ESTATE    if no seat is to move (ALL: if the game is over), or the player is a person; LAST: if the last answer
 *                 was neither a move nor a value, or failed
 *   HRA_EFIT      if the player cannot answer
 *   HRA_ESTOPPED  if question->stop was set
 *   HRA_ELIMIT    if the tree is deeper than a search can go; if there is no limit and the game is large; if chance
 *                 nodes follow each other in more than 512 ways; ALL and ADVICE: if a limit ended the search before a
 *                 move was valued. */
HRA_API hra_err hra_agent_ask(hra_agent *agent, const hra_question *question, hra_analysis *out);
/* Returns what each seat gained by the outcome m of chance in question->state, with the mean 0 over all outcomes, in
 * `out`. Returns
 *   HRA_EFIT if the player has no such values
 *   HRA_ESTOPPED. */
HRA_API hra_err hra_agent_luck(hra_agent *agent, const hra_question *question, hra_move m, double *out);
/* Sets the observer that is called at every node from the next question on. The caller owns it, and it outlives the
 * agent; NULL: none. Not during a search. HRA_EFIT if the player has no nodes to show. */
HRA_API hra_err hra_agent_set_observer(hra_agent *agent, const hra_observer *observer);
/* Returns the error of the last call with this agent, in words; an empty text if it succeeded. Never NULL. */
HRA_API const hra_error *hra_agent_why(const hra_agent *agent);

/* ---- limits ---------------------------------------------------------------------------------*/

/* Returns the usual limit of a decision or a search for which there is no other: 5 seconds. */
static inline hra_limits hra_limits_usual(void) {
    hra_limits usual = {0, 0, 0, 5};
    return usual;
}
/* Sets the usual limit: from now on it holds for questions without a limit to a player that needs one
 * (hra_player_info.needs_limit); without it they are refused in large games. `usual` (nodes, seconds or both) is copied
 * and is for one question: at most three fifths of it for a search to the end of the game, the rest for iterative
 * deepening, whose last complete depth counts. NULL: no usual limit, the default of an agent: for matches, and for all
 * results that must be reproducible. Not during a search. */
HRA_API void hra_agent_usual(hra_agent *agent, const hra_limits *usual);
/* Returns the limits of the last answer, to this question: those of the question and of the player's spec, or the usual
 * limit if that ended it; then *usual_ended (may be NULL) is true, and the answer's values are estimates. */
HRA_API hra_limits hra_agent_limits(const hra_agent *agent, const hra_question *question, bool *usual_ended);
/* Appends the limit that ended a search, as in a spec: "nodes=1000"; nothing if the search was not stopped by a
 * limit. */
HRA_API void hra_limits_say_reached(const hra_limits *limits, const hra_analysis *result, hra_text *out);
/* Checks before a match, or other long work, that a player can decide within `limits` (of each decision) from `state`
 * on. Returns
 *   HRA_EINPUT if it needs a limit, `limits` has none, and the game is too large: the error names what is missing
 *   HRA_ENOMEM. */
HRA_API hra_err hra_player_check_limits(const hra_player *player, const hra_limits *limits, const void *state,
                                        hra_error *why);

#ifdef __cplusplus
}
#endif
#endif
