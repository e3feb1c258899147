/* hra/kind.h: what a kind of player is, for whoever writes one.
 *
 * A search method for every game, a game's own expert: each is one constant hra_player_kind. docs/adding-a-player.md walks
 * through one. hra_registry_add_player (hra/host.h) makes it known by name, or the catalogue of a game lists it.
 *
 * Thread-safety: what `open` gives is shared by threads; what `begin` gives is one thread's at a time. */
#ifndef HRA_KIND_H
#define HRA_KIND_H

#include "hra/search.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the clocks of a game show when the player in `seat` is asked: seconds that are left to each seat, and
 * the increments; seconds 0: that seat has no clock. */
typedef struct hra_clocks {
    int seat;
    hra_time_control of[HRA_MAX_SEATS];
} hra_clocks;

/* What a method assumes of the other seats. */
typedef enum hra_opponent_model {
    HRA_OTHERS_SELFISH,   /* each does what is best for itself */
    HRA_OTHERS_ADVERSARY, /* all play against the seat searched for */
    HRA_OTHERS_RANDOM,    /* they move at random, or as a model says */
    HRA_OTHERS_REFUTE,    /* they look for one answer that keeps the mover from its goal */
} hra_opponent_model;

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
    hra_opponent_model others;
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

#ifdef __cplusplus
}
#endif
#endif
