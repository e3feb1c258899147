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

/* ---- advice: every move of a state with what it is worth, for a person ---------------------*/

typedef struct hra_advised {
    hra_move move;
    double value; /* for the seat to move */
    double loss;  /* best value - value, >= 0; 0 where one of the two is not known */
    double column[HRA_MAX_COLUMNS];
    hra_value_kind kind; /* of the value, as the player says */
    uint64_t visits;     /* of a mean: how many samples, else 0; */
    double error; /* its standard error, negative where they depend on one another and it is not known */
} hra_advised;

typedef struct hra_advice {
    hra_column value; /* what the values are: "expected final score" */
    hra_column columns[HRA_MAX_COLUMNS];
    int column_count;
    hra_advised *moves; /* best first, those of which nothing is known last, unless the best is one; the
                           caller's array of game->max_moves entries */
    int count;
    char reason[160]; /* why the best move, in words; may be empty */
} hra_advice;

/* ---- what a decision rests on ---------------------------------------------------------------*/

enum { HRA_THOUGHT_LINE = 32 };

/* Of the last decision of an agent, or of what it last said a state is worth. */
typedef struct hra_thought {
    double value[HRA_MAX_SEATS]; /* of the move that was chosen, or that it would choose, on the scale of the
                                    player's values */
    int depth;                   /* plies looked ahead; 0: not known, or no search was needed */
    uint64_t nodes;              /* states entered; 0: not counted */
    hra_move line[HRA_THOUGHT_LINE]; /* the move and what is expected to follow, as far as that is known */
    int length;
} hra_thought;

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

/* A way to choose moves. Of choose, analyse and advise one is enough: what is missing is made of the others,
 * as far as it can be. Those that play every game are listed by hra_registry_player. */
struct hra_player_kind {
    size_t size; /* sizeof(hra_player_kind) where the table was compiled */
    const char *name;
    const char *title;   /* of a method, as in a sentence: "Alpha-beta"; of others NULL */
    const char *summary; /* one line */
    const hra_option *options;
    hra_others others;
    bool exact; /* value is the exact worth under best play, so review may call a loss a loss */
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
    /* In all of these a seat is to move, except in value. */
    hra_err (*choose)(const void *shared, void *scratch, const hra_question *, hra_move *out);
    /* Fills a result that has been cleared; an error in words goes to result->why. */
    hra_err (*analyse)(const void *shared, void *scratch, const hra_question *, hra_analysis *);
    /* Fills advice except loss and order, which the caller works out, and kinds that follow from the column:
     * exact, or an estimate; none of a value that is NAN. */
    hra_err (*advise)(const void *shared, void *scratch, const hra_question *, hra_advice *out);
    /* What the state (of chance, of a seat, or over) is worth to each seat under this player's
     * play. NULL: what an analysis says. */
    hra_err (*value)(const void *shared, void *scratch, const void *s, double *out);
    /* What the last choose with this scratch rests on. NULL: what its analysis says, else nothing. */
    void (*recall)(const void *shared, const void *scratch, hra_thought *out);
    /* From the next analysis on the observer (the caller's; NULL: nobody) is told of every node. NULL: it
     * has nothing to show. */
    hra_err (*observe)(void *scratch, const hra_observer *);
    /* It chooses by the state and the seed alone, so a play works out no keys of earlier states for it: it is
     * given no history. */
    bool state_only;
    /* `value` for those who have to search for it: of question->state, within the limits of the question and
     * its own, until the question's stop is set. NULL: `value`, which takes no longer than a moment. */
    hra_err (*worth)(const void *shared, void *scratch, const hra_question *, double *out);
    /* An analysis that nobody limits is refused (HRA_ELIMIT) where the game is too large for it. `on`: from
     * now on one that is not refused ends as soon as that is known; not on: they are whole again. NULL: none
     * is refused. */
    void (*trial)(void *scratch, bool on);
    /* What the last `worth` with this scratch rests on, of a state in which a seat is to move: length 0 where
     * that is no move. NULL: nothing is told. */
    void (*recall_worth)(const void *shared, const void *scratch, hra_thought *out);
    /* It runs a program, so it is for games that offer a protocol, by hosts that run programs, and is listed
     * for these alone. */
    bool program;
    /* Told before a decision what the clocks show, where its spec has one and it is asked by a play: it then
     * divides its time itself. NULL: the question limits it to a share of its clock. */
    void (*clocks)(void *scratch, const hra_clocks *);
    /* For reviews: what each seat gained by the outcome m of chance in question->state, by one look that is as
     * deep at all outcomes, so that it has the mean 0. NULL: by how much the worth changes, which has that mean
     * where the player looks at a state of chance just as deep as behind it. */
    hra_err (*luck)(const void *shared, void *scratch, const hra_question *, hra_move m, double *out);
    /* Its values in points are on a scale of its own, such as points and corrections, and may be any finite
     * numbers. Not set: they lie within the game's returns, or within the range of the evaluation that its
     * option `eval` names. */
    bool own_scale;
    /* Of a kind that has `trial`: how many nodes and seconds a search that nobody limits may take from now on
     * where it is not refused; what they cut short is stopped, or HRA_ESTOPPED. NULL: as many as it takes. */
    void (*patience)(void *scratch, const hra_limits *patience);
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
/* Picks a legal move; the first one where a limit ends before any was looked at. HRA_ESTATE for a human, who
 * is asked by the play, and where no seat is to move. HRA_ESTOPPED by question->stop; HRA_ELIMIT where the
 * tree is deeper than a search can go, or nobody named a limit and the game is large (give it a depth). */
HRA_API hra_err hra_agent_choose(hra_agent *agent, const hra_question *question, hra_move *out);
/* Every move, best first, losses filled in. HRA_EFIT: this player gives no advice; HRA_ESTATE: no seat is to
 * move. */
HRA_API hra_err hra_agent_advise(hra_agent *agent, const hra_question *question, hra_advice *out);
/* What the last move that was chosen rests on, or the worth of a state in which a seat is to move
 * (hra_agent_worth): the move that the player would make there, and what would follow. HRA_EFIT: this player
 * cannot tell; HRA_ESTATE: the last call was neither of these, or failed. */
HRA_API hra_err hra_agent_recall(const hra_agent *agent, hra_thought *out);
/* The same as advice: every move as it was judged when the last one was chosen, so that nobody thinks twice
 * to explain a move. HRA_EFIT: this player chooses without judging all moves; HRA_ESTATE: no move was chosen
 * last. */
HRA_API hra_err hra_agent_told(const hra_agent *agent, hra_advice *out);
/* What a decision of a play, or a search, that nobody limits may take: 5 seconds. */
HRA_API hra_limits hra_limits_usual(void);
/* From now on what would be refused since nobody limits it has a limit: choices, analyses, advice and worths of a
 * player that needs one (hra_player_needs_limit), where the question names none either. `usual` (nodes, seconds or
 * both; copied) is for one call: three fifths of it at most for a search to the end of the game, where that is small
 * enough, the rest for one that goes deeper and deeper, whose last finished depth counts. NULL: there is none, as
 * an agent begins: for matches and all that has to come to the same again. Not while the agent thinks. */
HRA_API void hra_agent_usual(hra_agent *agent, const hra_limits *usual);
/* Whether the usual limit ended the last choice, analysis, advice or worth: its values are estimates. */
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
/* HRA_ELIMIT, in words: nobody limits this search, neither the question nor the player's spec, and the game
 * is too large for it, so that choices and analyses of this state are refused. It takes a moment to find out.
 */
HRA_API hra_err hra_agent_try(hra_agent *agent, const hra_question *question, hra_error *why);
/* The worth of any state for each seat. HRA_EFIT: this player cannot tell. */
HRA_API hra_err hra_agent_value(hra_agent *agent, const void *state, double *out);
/* The same of question->state within limits, besides those that the player's spec names, and until the stop
 * is set: HRA_ESTOPPED then. */
HRA_API hra_err hra_agent_worth(hra_agent *agent, const hra_question *question, double *out);
/* What each seat gained by the outcome m of chance in question->state, with the mean 0 over all outcomes.
 * HRA_EFIT: this player does not tell; HRA_ESTOPPED. */
HRA_API hra_err hra_agent_luck(hra_agent *agent, const hra_question *question, hra_move m, double *out);
/* From the next analysis or choice on `observer` (the caller's, outlives the agent; NULL: nobody) is told of
 * every node. HRA_EFIT: this player has nothing to show. Not while the agent thinks. */
HRA_API hra_err hra_agent_observe(hra_agent *agent, const hra_observer *observer);
/* The tree of a turn from the question's state, with what the player says of the states at its leaves: for
 * players that have nothing to show themselves. It is told to `observer` (NULL: nobody) and its root is put
 * into the result. limits.nodes: how many states at most, 0: 5,000; limits.seconds: after so long none is
 * added, 0: 5 s. HRA_EFIT: this player cannot tell what states are worth; HRA_ESTATE: the game is over;
 * HRA_ESTOPPED; HRA_ENOMEM. */
HRA_API hra_err hra_agent_outlook(hra_agent *agent, const hra_question *question,
                                  const hra_observer *observer, hra_analysis *result);
/* Why the last call on this agent failed, in words; an empty text where it did not. Never NULL. */
HRA_API const hra_error *hra_agent_why(const hra_agent *agent);

#ifdef __cplusplus
}
#endif
#endif
