/* hra/player.h: players, whatever chooses moves.
 *
 * A search method on every game, a game's own expert, `random`: all are kinds of players, one table each. A
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

#include "hra/search.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hra_player hra_player;
typedef struct hra_agent hra_agent;

/* What the clocks of a game show when the player in `seat` is asked: seconds that are left to each seat, and
 * the increments; seconds 0: that seat has no clock. */
typedef struct hra_clocks {
    int seat;
    hra_time_control of[HRA_MAX_SEATS];
} hra_clocks;

/* ---- kinds of players -----------------------------------------------------------------------*/

/* What a method assumes of the other seats. */
typedef enum hra_others {
    HRA_OTHERS_SELFISH,   /* each does what is best for itself */
    HRA_OTHERS_ADVERSARY, /* all play against the seat searched for */
    HRA_OTHERS_RANDOM,    /* they move at random, or as a model says */
    HRA_OTHERS_REFUTE,    /* they look for one answer that keeps the mover from its goal */
} hra_others;

/* What a player works out itself when it is asked; what is missing an agent makes of the others, as far as it can be. */
typedef enum hra_answers {
    HRA_ANSWERS_ALL = 1 << HRA_WANT_ALL,
    HRA_ANSWERS_MOVE = 1 << HRA_WANT_MOVE,
    HRA_ANSWERS_VALUE = 1 << HRA_WANT_VALUE,
    HRA_ANSWERS_ADVICE = 1 << HRA_WANT_ADVICE,
    HRA_ANSWERS_LAST = 1 << HRA_WANT_LAST, /* of a move that it chose */
    HRA_ANSWERS_LAST_VALUE = 1 << HRA_WANT_LAST_VALUE,
} hra_answers;

/* A way to choose moves. Those that play every game are listed by hra_registry_player. */
struct hra_player_kind {
    size_t size; /* sizeof(hra_player_kind) where the table was compiled */
    const char *name;
    const char *title;   /* of a method, as in a sentence: "Alpha-beta"; of others NULL */
    const char *summary; /* one line */
    const hra_option *options;
    hra_others others;
    bool exact; /* values are exact under best play, so review may call a loss a loss */
    /* The part that threads share. `data` is the folder of user data (NULL: none may be used). A long opening
     * reports to `progress`, which may be NULL, and ends with HRA_ESTOPPED where that is stopped. HRA_EFIT
     * says why the kind does not fit the game and names one that does. */
    hra_err (*open)(const hra_game *, const hra_options *, const char *data, const hra_progress *progress,
                    void **shared, hra_error *);
    void (*close)(void *shared); /* NULL: nothing to free */
    /* Working memory of one thread; NULL: none is needed. */
    hra_err (*begin)(const void *shared, void **scratch);
    void (*end)(void *scratch);
    /* Forgets what earlier decisions left in scratch, so that the next one does not depend on
     * them. NULL: nothing is kept that could change a decision. */
    void (*forget)(void *scratch);
    /* Answers what question->want says, which is one of `answers`. But for VALUE a seat is to move.
     *   ALL: `out` is cleared; hra_analysis_reserve makes room. An error in words goes to out->why.
     *   MOVE: sets `move`, and may leave all else as it is.
     *   VALUE: sets `value`, of a state of chance, of a seat, or one that is over, under this player's play.
     *   ADVICE: `out` is cleared, but `value_seat` is who moves, and there is room for game->max_moves in `moves`. Sets `what`, of
     *     each move `move` and `value` of that seat, `columns`, `column_count` and `reason`. Order and losses are worked out by
     *     the agent, and kinds that are not set: exact or an estimate, as `what` says, none of NAN.
     *   LAST, LAST_VALUE: `out` is cleared, with room for HRA_THOUGHT_LINE in `pv`; question->state is NULL. Sets `value`, `depth`,
     *     `nodes`, `pv` and `pv_length`, which stays 0 where it cannot be told. */
    hra_err (*ask)(const void *shared, void *scratch, const hra_question *question, hra_analysis *out);
    unsigned answers; /* HRA_ANSWERS_... together; of MOVE, ALL and ADVICE one at least */
    /* From the next question on the observer (the caller's; NULL: nobody) is told of every node. NULL: it
     * has nothing to show. */
    hra_err (*observe)(void *scratch, const hra_observer *);
    /* It chooses by the state and the seed alone, so a play works out no keys of earlier states for it: it is
     * given no history. */
    bool state_only;
    /* A search that nobody limits is refused (HRA_ELIMIT) where the game is too large for it, so it minds `patience` and `trial` of
     * questions. */
    bool needs_limit;
    /* It runs a program, so it is for games that offer a protocol, by hosts that run programs, and is listed
     * for these alone. */
    bool program;
    /* Told before a decision what the clocks show, where its spec has one and it is asked by a play: it then
     * divides its time itself. NULL: the question limits it to a share of its clock. */
    void (*clocks)(void *scratch, const hra_clocks *);
    /* For reviews: what each seat gained by the outcome m of chance in question->state, by one look that is as
     * deep at all outcomes, so that it has the mean 0. NULL: by how much the value changes, which has that mean
     * where the player looks at a state of chance just as deep as behind it. */
    hra_err (*luck)(const void *shared, void *scratch, const hra_question *, hra_move m, double *out);
    /* Its values in points are on a scale of its own, such as points and corrections, and may be any finite
     * numbers. Not set: they lie within the game's returns, or within the range of the evaluation that its
     * option `eval` names. */
    bool own_scale;
};

/* Spec of the game's strongest player that answers within a second, `random` where it names none. Static. */
HRA_API const char *hra_player_best(const hra_game *game);
/* Spec of the player whose search tree is drawn where none is named: the best one, unless the game says another,
 * since its best one walks no tree. Static. */
HRA_API const char *hra_player_drawn(const hra_game *game);
/* Spec of who sits in a seat that nobody was named for: the game's usual opponent behind the first seat, else
 * a person (`people`), else the best player. Static. */
HRA_API const char *hra_player_usual(const hra_game *game, int seat, bool people);

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
HRA_API hra_err hra_player_stand_in(hra_player **out, const hra_game *game, const char *spec, hra_error *why);
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
HRA_API hra_err hra_agent_of(hra_agent **out, const hra_game *game, const char *spec, hra_error *why);
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
HRA_API hra_err hra_agent_observe(hra_agent *agent, const hra_observer *observer);
/* Why the last call on this agent failed, in words; an empty text where it did not. Never NULL. */
HRA_API const hra_error *hra_agent_why(const hra_agent *agent);

#ifdef __cplusplus
}
#endif
#endif
