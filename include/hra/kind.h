/* hra/kind.h: the interface of a player, for authors of players.
 *
 * A kind of player, such as a search method or a game's expert, is one constant hra_player_kind.
 * docs/adding-a-player.md shows a whole one. hra_registry_add_player (hra/host.h) adds it to all games; the
 * catalogue of a game adds it to that game.
 *
 * Thread-safety: threads share what `open` returns; one thread at a time uses what `begin` returns. */
#ifndef HRA_KIND_H
#define HRA_KIND_H

#include "hra/search.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The clocks of a game when the player in `seat` is to move: remaining seconds and increment of each seat;
 * seconds 0: no clock. */
typedef struct hra_clocks {
    int seat;
    hra_time_control of[HRA_MAX_SEATS];
} hra_clocks;

/* What a method assumes about the other seats. */
typedef enum hra_opponent_model {
    HRA_OTHERS_SELFISH,   /* each maximizes its own value */
    HRA_OTHERS_ADVERSARY, /* all play against the mover */
    HRA_OTHERS_RANDOM,    /* they move at random, or by a model */
    HRA_OTHERS_REFUTE,    /* they search for one reply that refutes the mover's goal */
} hra_opponent_model;

/* The questions that a player answers itself. Agents derive the others from these as far as possible. */
typedef enum hra_answers {
    HRA_ANSWERS_ALL = 1 << HRA_WANT_ALL,
    HRA_ANSWERS_MOVE = 1 << HRA_WANT_MOVE,
    HRA_ANSWERS_VALUE = 1 << HRA_WANT_VALUE,
    HRA_ANSWERS_ADVICE = 1 << HRA_WANT_ADVICE,
    HRA_ANSWERS_LAST = 1 << HRA_WANT_LAST, /* for a move that it chose */
    HRA_ANSWERS_LAST_VALUE = 1 << HRA_WANT_LAST_VALUE,
} hra_answers;

/* A kind of player. hra_registry_player lists those that play every game. */
struct hra_player_kind {
    size_t size; /* sizeof(hra_player_kind) */
    const char *name;
    const char *title;   /* of a search method, as in a sentence: "Alpha-beta"; else NULL */
    const char *summary; /* one line */
    const hra_option *options;
    hra_opponent_model others;
    bool exact; /* its values are exact under best play */
    /* Opens what threads share. `data` is the data directory (NULL: use none). `progress` may be NULL; a long
     * opening reports to it. Returns
     *   HRA_ESTOPPED  if `progress` was stopped
     *   HRA_EFIT      if the kind does not fit the game; the error names one that does. */
    hra_err (*open)(const hra_game *, const hra_options *, const char *data, const hra_progress *progress,
                    void **shared, hra_error *);
    void (*close)(void *shared); /* NULL: nothing to free */
    /* Allocates working memory for one thread. NULL: needs none. */
    hra_err (*begin)(const void *shared, void **scratch);
    void (*end)(void *scratch);
    /* Resets the scratch memory, so that the next decision does not depend on earlier ones. NULL: decisions never
     * depend on earlier ones. */
    void (*forget)(void *scratch);
    /* Answers a question; question->want is one of `answers`. A seat is to move, except for VALUE.
     *   ALL: `out` is empty; allocate with hra_analysis_reserve. Write an error to out->why.
     *   MOVE: set `move`; the rest may stay as it is.
     *   VALUE: set `value`, under play by this player. Chance may be to move, or the game over.
     *   ADVICE: `out` is empty but for `value_seat`, the mover; `moves` has capacity for game->max_moves. Set
     *     `what`, `columns`, `column_count`, `reason`, and `move` and the mover's `value` of each entry. The agent
     *     sorts the moves and sets losses, and kinds that are unset: exact or estimate as `what` says; none if the
     *     value is NAN.
     *   LAST, LAST_VALUE: `out` is empty, `pv` has capacity for HRA_THOUGHT_LINE; question->state is NULL. Set
     *     `value`, `depth`, `nodes`, `pv` and `pv_length`; pv_length 0: unknown. */
    hra_err (*ask)(const void *shared, void *scratch, const hra_question *question, hra_analysis *out);
    unsigned answers; /* HRA_ANSWERS_... or'ed; at least one of MOVE, ALL and ADVICE */
    /* Sets the observer of all following questions; NULL: none. The caller owns it. NULL: this kind has no search
     * to observe. */
    hra_err (*observe)(void *scratch, const hra_observer *);
    /* Decisions depend on the state and the seed alone: question->history is not computed, and NULL. */
    bool state_only;
    /* A search without a limit is refused (HRA_ELIMIT) if the game is too large for it; the kind respects
     * `patience` and `trial` of the question. */
    bool needs_limit;
    /* Runs an external program: available only for games with a protocol, on hosts that run programs. */
    bool program;
    /* Called before a decision in a game with the current clocks, if the spec has a clock; the player then manages
     * its time itself. NULL: the question's limit is a fraction of the clock. */
    void (*clocks)(void *scratch, const hra_clocks *);
    /* For reviews: writes the luck of each seat from chance outcome m in question->state, with every outcome
     * searched to the same depth, so that the mean is 0. NULL: the change of the value, whose mean is 0 if the
     * player searches a chance state to the same depth as its outcomes. */
    hra_err (*luck)(const void *shared, void *scratch, const hra_question *, hra_move m, double *out);
    /* Values in points are on a scale of the player's own and may be any finite numbers. false: they are within
     * the game's returns, or within the range of the evaluation of its option `eval`. */
    bool own_scale;
    /* Appends what an external program wrote to its standard error since the last call, at most HRA_CHANNEL_ERRORS
     * bytes, any but 0. NULL: no program. */
    void (*errors)(void *scratch, hra_text *out);
    /* Returns how an external program calls itself; any text. NULL, or "": it has no name of its own. */
    const char *(*called)(const void *shared);
    /* Each decision is the move number hra_rng_below(rng, n) of the n legal moves, where hra_rng_init(rng, seed): a caller
     * that knows this need not ask. question->state may then be the state itself, without a view made for the seat. */
    bool even;
};

#ifdef __cplusplus
}
#endif
#endif
