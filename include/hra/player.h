/* hra/player.h: players, whatever chooses moves.
 *
 * A search method on every game, a game's own expert, `random`: all are kinds of players (hra/kind.h). A
 * kind is opened with options for a game and is then a player: immutable, shared between threads, so
 * that a solution, a net or a table is loaded once. What it needs to think lives in an agent: one for each
 * thread (or each seat of a play).
 *
 *     hra_player_open(&player, game, "alphabeta:depth=6", NULL, NULL, &why);
 *     hra_agent_open(&agent, player);
 *     hra_agent_ask(agent, &question, &analysis);
 *
 * A spec is looked up in this order: `human`; the game's own experts; its models; the players of every
 * game: `random`, `greedy`, the methods. */
#ifndef HRA_PLAYER_H
#define HRA_PLAYER_H

#include "hra/kind.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hra_player hra_player;
typedef struct hra_agent hra_agent;

/* Spec of the game's strongest player that answers within a second, `random` where it names none. Static. */
HRA_API const char *hra_player_best(const hra_game *game);
/* Spec of the player whose search tree is drawn where none is named: the best one, unless the game says another,
 * since its best one walks no tree. Static. */
HRA_API const char *hra_player_drawn(const hra_game *game);
/* Spec of who sits in a seat that nobody was named for: the game's usual opponent behind the first seat, else
 * a person (`people`), else the best player. Static. */
HRA_API const char *hra_player_default(const hra_game *game, int seat, bool people);

/* ---- opening --------------------------------------------------------------------------------*/

/* data: folder of user data (tables), NULL: none. progress: NULL, or told of long openings.
 * HRA_EINPUT: no such player (with a did-you-mean) or option; HRA_EFIT; HRA_ENOMEM; HRA_ESTOPPED. The game
 * outlives the player. */
HRA_API hra_err hra_player_open(hra_player **out, const hra_game *game, const char *spec, const char *data,
                                const hra_progress *progress, hra_error *why);
/* The same for a kind that is at hand, whatever name the game gives to others; `options` is the text behind
 * the name, "" for none. */
HRA_API hra_err hra_player_open_kind(hra_player **out, const hra_game *game, const hra_player_kind *kind,
                                     const char *options, const char *data, const hra_progress *progress,
                                     hra_error *why);
/* A player by name only, for seats whose player thinks elsewhere: the spec is checked as far as that can be
 * done without opening it, `human` is a person, and an agent of any other fails with HRA_ESTATE. HRA_EINPUT,
 * HRA_ENOMEM. */
HRA_API hra_err hra_player_placeholder(hra_player **out, const hra_game *game, const char *spec,
                                       hra_error *why);
HRA_API void hra_player_close(hra_player *player); /* after its agents; NULL is allowed */
HRA_API const hra_game *hra_player_game(const hra_player *player);
HRA_API const hra_player_kind *hra_player_kind_of(const hra_player *player); /* NULL: human */
HRA_API bool hra_player_human(const hra_player *player);
HRA_API bool hra_player_exact(const hra_player *player); /* its values are the exact worth under best play */
/* Whether its spec names a depth, nodes, playouts, a time or a clock. */
HRA_API bool hra_player_limited(const hra_player *player);
/* Whether it searches a tree that may have no end in sight and nobody limits: it is refused where the game is
 * large, unless its agent has a usual limit (hra_agent_usual). Of a stand-in too. */
HRA_API bool hra_player_needs_limit(const hra_player *player);
HRA_API const char *hra_player_spec(const hra_player *player);
HRA_API hra_time_control hra_player_clock(const hra_player *player); /* of its spec; seconds 0: none */

/* ---- asking ---------------------------------------------------------------------------------*/

/* HRA_ENOMEM; what the player's own part returns when it cannot begin. Any thread; the agent is then
 * used by one at a time. */
HRA_API hra_err hra_agent_open(hra_agent **out, const hra_player *player);
/* An agent with a player of its own, opened from a spec without a folder of data and closed with the agent:
 * for callers with one thread and one question. Errors as of hra_player_open. */
HRA_API hra_err hra_agent_open_spec(hra_agent **out, const hra_game *game, const char *spec, hra_error *why);
HRA_API void hra_agent_close(hra_agent *agent); /* NULL is allowed */
HRA_API const hra_player *hra_agent_player(const hra_agent *agent);
/* Call it when another play begins, so that its moves depend on nothing played before. NULL is allowed. */
HRA_API void hra_agent_forget(hra_agent *agent);
/* Asks about question->state, and fills what question->want says; other members of the answer mean nothing. The answer was
 * initialised by the caller, and the same one may serve many times.
 *   HRA_WANT_ALL: every move with what is known of it; where chance is to move every outcome, each with a share of the
 *     limits, those of the spec too.
 *   HRA_WANT_MOVE: `move`, which is legal; the first one where a limit ends before any was looked at.
 *   HRA_WANT_VALUE: `value`, within the limits.
 *   HRA_WANT_ADVICE: `moves`, best first, those of which nothing is known last, unless the best is one; their values for who
 *     moves (`value_seat`), losses and columns; `what`, `columns` and `reason`. `move`, `value` and `kind` are those of the first.
 *   HRA_WANT_LAST: `value`, `depth`, `nodes` and `pv`, of the last move or of the value of a state in which a seat was to move:
 *     the move that the player would make there, and what would follow. `moves` as advice, as they were judged then; none
 *     where the player chooses without judging all moves.
 * HRA_ESTATE: no seat is to move (of ALL: the game is over), or the player is human, who is asked by the play; of LAST: the
 * last answer was neither of the two, or failed. HRA_EFIT: this player cannot tell. HRA_ESTOPPED by question->stop.
 * HRA_ELIMIT: the tree is deeper than a search can go; nobody named a limit and the game is large (give it a depth); moves of
 * chance follow each other in more than 512 ways; or of ALL and ADVICE, a limit ended before any move was looked at. On
 * failure hra_agent_why and analysis->why say it in words. */
HRA_API hra_err hra_agent_ask(hra_agent *agent, const hra_question *question, hra_analysis *out);
/* What a decision of a play, or a search, that nobody limits may take: 5 seconds. */
HRA_API hra_limits hra_limits_usual(void);
/* From now on what would be refused since nobody limits it has a limit: answers of a
 * player that needs one (hra_player_needs_limit), where the question names none either. `usual` (nodes, seconds or
 * both; copied) is for one call: three fifths of it at most for a search to the end of the game, where that is small
 * enough, the rest for one that goes deeper and deeper, whose last finished depth counts. NULL: there is none, as
 * an agent begins: for matches and all that has to come to the same again. Not while the agent thinks. */
HRA_API void hra_agent_usual(hra_agent *agent, const hra_limits *usual);
/* Whether the usual limit ended the last answer: its values are estimates. */
HRA_API bool hra_agent_usual_ended(const hra_agent *agent);
/* The limits that the last of these kept to: those of the question, which it was asked, and of the player's spec; or the
 * usual one, where that ended it. */
HRA_API hra_limits hra_agent_limits(const hra_agent *agent, const hra_question *question);
/* Appends which of the limits ended a search that was stopped, as it stands in a spec: "nodes=1000"; nothing where it
 * was not stopped, or by none of them. */
HRA_API void hra_limits_say_reached(const hra_limits *limits, const hra_analysis *result, hra_text *out);
/* For what makes many decisions, such as a match, before it begins: HRA_EINPUT, in words that name what is missing,
 * where the player needs a limit, `limits` (of each decision) is none, and the game is too large for a search from
 * `state`, or from the first decision behind it. Else HRA_OK, at once; HRA_ENOMEM. */
HRA_API hra_err hra_player_try(const hra_player *player, const hra_limits *limits, const void *state,
                               hra_error *why);
/* What each seat gained by the outcome m of chance in question->state, with the mean 0 over all outcomes.
 * HRA_EFIT: this player does not tell; HRA_ESTOPPED. */
HRA_API hra_err hra_agent_luck(hra_agent *agent, const hra_question *question, hra_move m, double *out);
/* From the next question on `observer` (the caller's, outlives the agent; NULL: nobody) is told of
 * every node. HRA_EFIT: this player has nothing to show. Not while the agent thinks. */
HRA_API hra_err hra_agent_set_observer(hra_agent *agent, const hra_observer *observer);
/* Why the last call on this agent failed, in words; an empty text where it did not. Never NULL. */
HRA_API const hra_error *hra_agent_why(const hra_agent *agent);

#ifdef __cplusplus
}
#endif
#endif
