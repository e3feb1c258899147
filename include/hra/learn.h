/* hra/learn.h: training by self-play, and from records of games.
 *
 *     hra_learner_open(&learner, &(hra_learn_setup){.size = sizeof(hra_learn_setup), .game = game,
 *                      .method = "td:hidden=40", .seed = 1, .threads = 1}, &why);
 *     hra_learner_run(learner, 20000, NULL, &why);
 *     hra_learner_write(learner, &file);
 *
 * The result is a model file, which the player `trained:file=F` and the evaluation `trained(file=F)` of the same game
 * use. The same game, method and seed give the same file to the bit, on every processor, with any number of threads,
 * and however often training was stopped and resumed.
 *
 * Training that several processes share, or that a store saves, is work (hra/work.h).
 *
 * Thread-safety: one thread at a time uses a learner. */
#ifndef HRA_LEARN_H
#define HRA_LEARN_H

#include "hra/play.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HRA_LEARN_THREADS = 256 };

typedef struct hra_learner hra_learner;

/* A training method, opened by its spec: "td:hidden=40,learning-rate=0.1". */
typedef struct hra_learn_method {
    const char *name;
    const char *title;   /* as in a sentence */
    const char *summary; /* one line */
    const hra_option *options;
} hra_learn_method;

/* Returns a method for every game: index 0 and up, NULL past the last. Static. */
HRA_API const hra_learn_method *hra_learn_method_at(int index);
/* Returns a method for the game with these rules only, such as for the nets of its expert: index 0 and up, NULL past
 * the last. Static. */
HRA_API const hra_learn_method *hra_learn_own_at(const hra_rules *rules, int index);
/* As hra_spec_equal and hra_spec_renames, for specs of training methods. */
HRA_API bool hra_learn_spec_equal(const char *a, const char *b, const hra_rules *rules,
                                  const hra_registry *registry);
HRA_API void hra_learn_spec_renames(const char *spec, const hra_rules *rules, const hra_registry *registry,
                                    void (*tell)(void *self, const hra_rename *row), void *self);

/* ---- defaults of games ----------------------------------------------------------------------
 * Files and stores have specs of methods. So the options that a spec leaves out have the same values in every version.
 * Better options for a game may change with a version; hra_learn_complete writes them into the spec. */

/* Passes over the records of a method that learns from these, where no length is given. */
enum { HRA_LEARN_PASSES = 10 };

/* The default options and length of training for a method and a game. */
typedef struct hra_learn_default {
    const char *game;   /* of the registry; NULL: every game without a row of its own */
    bool small;         /* for games with few positions, which fit in a value table; else for other games */
    const char *method; /* its name */
    uint64_t games; /* number of games: enough, or about a minute on hra_learn_machine; 0: HRA_LEARN_PASSES */
    const char *options; /* "learning-rate=0.2,random-opening=8"; "": the method's own defaults */
    bool suits;          /* the default method of the game */
} hra_learn_default;

/* Returns a row of the table of defaults: index 0 and up, NULL past the last. Static. */
HRA_API const hra_learn_default *hra_learn_default_at(int index);
/* Returns the name of the processor on which the lengths were measured, on one core. Static. */
HRA_API const char *hra_learn_machine(void);
/* Appends the spec `method` (NULL: the game's default method) with the game's defaults for options that it leaves out.
 * *games is set to the default number of games, 0 for a method that learns from records: how many depends on them. `games` may
 * be NULL. After an error nothing was appended. Returns
 *   HRA_EINPUT  if there is no such method or option
 *   HRA_ENOMEM. */
HRA_API hra_err hra_learn_complete(const hra_game *game, const char *method, hra_text *out, uint64_t *games,
                                   hra_error *why);

typedef struct hra_learn_setup {
    size_t size; /* sizeof(hra_learn_setup) of the caller; members beyond it count as zero */
    const hra_game *game;
    const char *method; /* a spec; copied */
    uint64_t seed;
    int threads;      /* 1..HRA_LEARN_THREADS; does not change results */
    const char *data; /* data directory for opponents; NULL: none */
} hra_learn_setup;

/* Opens an untrained learner. The caller closes it before the game. Returns
 *   HRA_EINPUT    if there is no such method or option, or an opponent cannot be opened
 *   HRA_EFIT      if the method does not fit the game
 *   HRA_EVERSION  if the setup is of a newer library
 *   HRA_ENOMEM. */
HRA_API hra_err hra_learner_open(hra_learner **out, const hra_learn_setup *setup, hra_error *why);
HRA_API void hra_learner_close(hra_learner *learner); /* NULL is allowed */

/* Restores what hra_learner_write wrote, of the same game, method and seed. Errors begin with `name`; after an error
 * the learner is unchanged. Returns
 *   HRA_EFIT      if it is of another game, method or seed
 *   HRA_EDAMAGED  if it is damaged
 *   HRA_EVERSION  if it is of a newer version
 *   HRA_ENOMEM. */
HRA_API hra_err hra_learner_restore(hra_learner *learner, const char *name, const char *bytes, size_t length,
                                    hra_error *why);

/* Trains until `games` games in total, or a few more that complete an iteration. Progress is the fraction of these.
 * Returns
 *   HRA_ESTATE    if the method learns from records, and none with a decision was added
 *   HRA_EFIT      if the records are not those of the model that was restored
 *   HRA_ESTOPPED  if it was stopped, between two games or iterations; another call continues
 *   HRA_ELIMIT    if training diverges: weights are not finite any more (a lower learning rate may help)
 *   HRA_ENOMEM
 *   else the error of an opponent. */
HRA_API hra_err hra_learner_run(hra_learner *learner, uint64_t games, const hra_progress *progress,
                                hra_error *why);
HRA_API uint64_t hra_learner_games(const hra_learner *learner);                 /* number of games so far */
HRA_API const hra_learn_method *hra_learner_method(const hra_learner *learner); /* static */
/* Appends the model file, with what the method needs to continue. HRA_ENOMEM. */
HRA_API hra_err hra_learner_write(const hra_learner *learner, hra_text *out);
/* Appends the model file without what the method needs to continue. HRA_ENOMEM. */
HRA_API hra_err hra_learner_export(const hra_learner *learner, hra_text *out);
/* Appends the spec of the player that uses the model in `file`, a name without quotes, and by which a learner is
 * evaluated. */
HRA_API void hra_learner_player(const hra_learner *learner, const char *file, hra_text *out);
/* Returns the number of games by which to evaluate it, unless somebody says: 200, or 10 if a game of that player takes longer than
 * those that it learns from, so that 20 evaluations take about a tenth of a run. */
HRA_API int hra_learner_eval_games(const hra_learner *learner);
/* Appends the spec of the strongest player that uses the model: it searches if the game allows that, and may be
 * slower. */
HRA_API void hra_learner_best(const hra_learner *learner, const char *file, hra_text *out);
/* Appends a description of the model, one line: "net 198-80-1, 16,001 weights". */
HRA_API void hra_learner_describe(const hra_learner *learner, hra_text *out);

/* ---- records of games ------------------------------------------------------------------------
 * The method `records` learns the moves and results of games that others have played. The caller adds them before
 * hra_learner_run, in the same order after hra_learner_restore too; a percentage of whole games is held out, by the seed. */

/* Returns whether the method learns from records that the caller adds. */
HRA_API bool hra_learner_wants_records(const hra_learner *learner);
/* Adds a game, of which everything is copied. Returns
 *   HRA_EFIT    if the record is of another game, or the method takes no records
 *   HRA_ENOMEM. */
HRA_API hra_err hra_learner_add_record(hra_learner *learner, const hra_record *record, hra_error *why);

/* How well a model predicts the held-out games. */
typedef struct hra_learn_accuracy {
    uint64_t learnt, held_out; /* games */
    uint64_t decisions;        /* of held-out games, of two moves or more */
    double hits;        /* fraction of these in which the move that was made has the highest prior, 0..1 */
    double random_hits; /* the same of a move drawn at random */
    uint64_t results;   /* positions of held-out games whose result is known */
    double value_error; /* root of the mean squared difference between value and result of the seat to move */
    double mean_error;  /* the same if the value were always the mean result of the learnt games */
} hra_learn_accuracy;

/* Measures the model as it is; all 0 if the method takes no records. */
HRA_API void hra_learner_measure(hra_learner *learner, hra_learn_accuracy *out);

/* A term of a linear model. */
typedef struct hra_learn_term {
    const char *name; /* in the game: "mobility"; static */
    double weight;    /* 0: not used */
} hra_learn_term;

/* Writes all terms of the game with their weights, by descending size, and returns their number; 0: the model is not
 * linear. */
HRA_API int hra_learner_terms(const hra_learner *learner, hra_learn_term out[HRA_MAX_TERMS]);

#ifdef __cplusplus
}
#endif
#endif
