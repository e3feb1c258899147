/* Learners and their methods, for the library itself. A game may have methods of its own, in src/games/NAME/learn,
 * which its catalogue names. */
#ifndef HRA_LEARN_LEARNER_H
#define HRA_LEARN_LEARNER_H

#include "hra/learn.h"
#include "nets/learnt.h"

/* Who plays what was learnt, a move ahead, for hra_learner_interface. */
#define HRA_LEARNT_PLAYER "trained:file=*"

typedef struct hra_learner_interface hra_learner_interface;

struct hra_learner {
    const hra_game *game;
    const hra_learner_interface *method;
    char spec[HRA_SPEC_LENGTH];
    const char *data;
    uint64_t seed;
    int threads;
    uint64_t goal; /* games of hra_learner_run, for progress */
    hra_learnt learnt;
    void *own; /* the method's */
};

struct hra_learner_interface {
    hra_learn_method kind;
    /* Spec of who plays what it has learnt, with a * for its file: "trained:file=*". NULL: tell_player appends
     * it, as the learner's options have it. */
    const char *player;
    void (*tell_player)(const hra_learner *, hra_text *out);
    bool thinks; /* a game of that player takes longer than one that it learns from */
    /* Appends what it is in words, for hra_learner_describe; NULL: as its form says. */
    void (*describe)(const hra_learner *, hra_text *out);
    bool
        any_width; /* the net grows while it learns, and a file may hold it at any width; recall looks at that */
    /* Begins learner->learnt and learner->own. */
    hra_err (*open)(hra_learner *, const hra_options *, hra_error *);
    void (*close)(hra_learner *);
    /* Appends the value of an option that was not typed, where it follows from the game: what hra_learn_complete
     * writes into a spec, and what may change from version to version. A spec that lacks it means what `open`
     * takes, for ever, since files hold specs. NULL: none follows. */
    void (*follows)(const hra_game *, bool small, const hra_options *typed, const char *option,
                    hra_text *out);
    int (*round)(const hra_learner *); /* games that are played before training from them starts */
    /* Plays games from..to-1, at most a round, and learns from them. The stop may be seen before anything was
     * learnt: HRA_ESTOPPED. */
    hra_err (*learn)(hra_learner *, uint64_t from, uint64_t to, const hra_progress *, hra_error *);
    /* hra_learner_add_record and hra_learner_measure, *out being 0; NULL: it makes its own games. */
    hra_err (*add_record)(hra_learner *, const hra_record *, hra_error *);
    void (*measure)(hra_learner *, hra_learn_accuracy *out);
    /* What it needs beside learner->learnt to go on: appends it, and takes it again, `read` being what was
     * learnt until then. NULL: nothing. HRA_EDAMAGED, HRA_ENOMEM; after an error nothing was taken. */
    void (*remember)(const hra_learner *, hra_text *out);
    hra_err (*recall)(hra_learner *, const hra_learnt *read, const char *name, const hra_text *memory,
                      hra_error *);
    /* hra_learner_run_task and hra_learner_add_result, of games that fit. NULL: it learns while it plays. */
    hra_err (*play)(hra_learner *, uint64_t from, uint64_t to, const hra_progress *, hra_text *out,
                    hra_error *);
    hra_err (*take)(hra_learner *, uint64_t to, const char *bytes, size_t length, const hra_progress *,
                    hra_error *);
};

extern const hra_learner_interface hra_learn_td, hra_learn_sarsa, hra_learn_q, hra_learn_mc, hra_learn_vi,
    hra_learn_pi, hra_learn_rote, hra_learn_samuel, hra_learn_tdleaf, hra_learn_zero, hra_learn_rollout,
    hra_learn_records;

/* The method of a spec, and its options. HRA_EINPUT, HRA_ELIMIT. */
hra_err hra_learn_read(const hra_game *game, const char *spec, const hra_learner_interface **method,
                       hra_options *options, hra_error *why);
/* "80x40": the units of hidden layers; "0": there is none. HRA_EINPUT: it is no such text. */
hra_err hra_learn_hidden(const char *text, int out[HRA_NET_LAYERS], int *layers, hra_error *why);
/* What an output without bounds counts in: the standard deviation of the returns of games at random, as far
 * as they end soon; 1 where the output has bounds. HRA_ENOMEM. */
hra_err hra_learn_unit(const hra_game *game, double *unit, hra_error *why);

/* Begins learner->learnt as a net of policy and value with the hidden layers of the option `hidden`, its weights drawn by the seed from
 * this stream. HRA_EINPUT, HRA_EFIT, HRA_ENOMEM. */
hra_err hra_learn_open_heads(hra_learner *learner, const hra_options *given, uint64_t stream, hra_error *why);

/* HRA_ELIMIT, in words: the weights are no numbers any more. */
hra_err hra_learn_diverged(hra_error *why);

/* ---- rounds of games ------------------------------------------------------------------------
 * For the kind of work that learning is (src/work/learn.c): several processes play the games of a round, each with a
 * learner that stands at the beginning of the round, and one learns from them. */

/* The number of games in an iteration. All of them are played with the model from before it. 0: the method
 * trains while it plays, and its games cannot be played elsewhere. */
uint64_t hra_learner_round(const hra_learner *learner);
/* Plays games from..to-1 of the round that the learner is in, in the calling thread, and learns nothing.
 * Appends them as bytes, the same on every machine. HRA_EINPUT: they are of another round, or the method has
 * no rounds; HRA_ESTOPPED: not all were played; HRA_ENOMEM. */
hra_err hra_learner_run_task(hra_learner *learner, uint64_t from, uint64_t to, const hra_progress *progress,
                             hra_text *out, hra_error *why);
/* Takes the games from those that it has learnt from, or taken, up to to-1, as hra_learner_run_task wrote them,
 * one behind the other; with the last of a round it learns from the round, and is then what hra_learner_run
 * would have made it. The bytes may come from anybody. HRA_EINPUT as above; HRA_EDAMAGED: they are no such
 * games, and nothing was taken; HRA_ELIMIT: it diverges; HRA_ESTOPPED: the stop of `progress` (may be NULL) was seen,
 * and nothing was taken; HRA_ENOMEM. */
hra_err hra_learner_add_result(hra_learner *learner, uint64_t to, const char *bytes, size_t length,
                               const hra_progress *progress, hra_error *why);

#endif
