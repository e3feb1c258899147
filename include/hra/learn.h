/* hra/learn.h: programs that teach themselves games.
 *
 *     hra_learner_open(&learner, &(hra_learn_setup){.size = sizeof(hra_learn_setup), .game = game,
 *                      .method = "td:hidden=40", .seed = 1, .threads = 1}, &why);
 *     hra_learner_run(learner, 20000, NULL, &why);
 *     hra_learner_write(learner, &file);
 *
 * What was written is opened by the player `trained:file=F`, and by the evaluation `trained(file=F)` of the same
 * game. The same game, method and seed give the same file to the bit, on every processor, with any number of
 * threads, and however often the run was stopped and gone on with.
 *
 * Learning whose games several processes play, or that is saved and resumed, is a work (hra/work.h).
 *
 * Thread-safety: a learner is used by one thread at a time. */
#ifndef HRA_LEARN_H
#define HRA_LEARN_H

#include "hra/player.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HRA_LEARN_THREADS = 256 };

typedef struct hra_learner hra_learner;

/* A way to learn, opened by its spec: "td:hidden=40,learning-rate=0.1". */
typedef struct hra_learn_method {
    const char *name;
    const char *title;   /* as in a sentence */
    const char *summary; /* one line */
    const hra_option *options;
} hra_learn_method;

/* Those that learn any game: index 0 and up, NULL past the last. Static. */
HRA_API const hra_learn_method *hra_learn_method_at(int index);
/* Those that learn the game with these rules alone, such as what its expert judges by. Static. */
HRA_API const hra_learn_method *hra_learn_own_at(const hra_rules *rules, int index);
/* Whether two specs name the same method of learning, as of hra_spec_equal; and hra_spec_renames of such a spec. */
HRA_API bool hra_learn_spec_equal(const char *a, const char *b, const hra_rules *rules,
                                  const hra_registry *registry);
HRA_API void hra_learn_spec_renames(const char *spec, const hra_rules *rules, const hra_registry *registry,
                                    void (*tell)(void *self, const hra_rename *row), void *self);

/* ---- what was not typed ---------------------------------------------------------------------
 * A spec that names a method and no more means the same for ever, since files and stores hold specs. What
 * suits a game may change with every version; hra_learn_complete writes it into the spec. */

/* How long and by which options a method learns a game by default. */
typedef struct hra_learn_default {
    const char *game;   /* of the registry; NULL: every game without a row of its own */
    bool small;         /* for games with few positions, which a table can hold one by one; else for others */
    const char *method; /* its name */
    uint64_t games;     /* enough, or about a minute on hra_learn_machine */
    const char *options; /* "rate=0.2,opening=8"; empty: those that the method has by itself */
    bool suits;          /* the method for who names none */
} hra_learn_default;

/* The table of them: index 0 and up, NULL past the last. Static. */
HRA_API const hra_learn_default *hra_learn_default_at(int index);
/* The processor, one core of it, that the lengths were measured on. Static. */
HRA_API const char *hra_learn_machine(void);
/* Appends `method` (NULL: the one that suits the game) with the value of each option whose default follows
 * from the game and that it does not name. games: the default length; may be NULL. HRA_EINPUT: no such method
 * or option; HRA_ENOMEM; after an error nothing was appended. */
HRA_API hra_err hra_learn_complete(const hra_game *game, const char *method, hra_text *out, uint64_t *games,
                                   hra_error *why);

typedef struct hra_learn_setup {
    size_t size; /* sizeof(hra_learn_setup) where it was compiled; what an older one lacks counts as zero */
    const hra_game *game;
    const char *method; /* a spec; copied */
    uint64_t seed;
    int threads;      /* 1..HRA_LEARN_THREADS; changes no result */
    const char *data; /* folder of user data for opponents; NULL: none */
} hra_learn_setup;

/* Knows nothing yet. HRA_EINPUT: no such method or option, an opponent that cannot be opened; HRA_EFIT: the
 * method does not fit the game, in words; HRA_EVERSION, HRA_ENOMEM. The game outlives the learner. */
HRA_API hra_err hra_learner_open(hra_learner **out, const hra_learn_setup *setup, hra_error *why);
HRA_API void hra_learner_close(hra_learner *learner); /* NULL is allowed */

/* Goes on with what hra_learner_write wrote of a learner of the same game, method and seed; `name` begins
 * errors. HRA_EFIT: it is of others; HRA_EDAMAGED, HRA_EVERSION, HRA_ENOMEM. After an error the learner is
 * what it was. */
HRA_API hra_err hra_learner_restore(hra_learner *learner, const char *name, const char *bytes, size_t length,
                                    hra_error *why);

/* Learns until it has learnt from so many games in all, or from the few more that fill a round up. Progress
 * is told in shares of these. HRA_ESTOPPED: stopped between two games, or rounds of them; what was learnt so
 * far is there, and it can go on. HRA_ELIMIT: it diverges, the weights are no numbers any more (a lower rate
 * may help). Errors of opponents. HRA_ENOMEM. */
HRA_API hra_err hra_learner_run(hra_learner *learner, uint64_t games, const hra_progress *progress,
                                hra_error *why);
HRA_API uint64_t hra_learner_games(const hra_learner *learner);
HRA_API const hra_learn_method *hra_learner_method(const hra_learner *learner); /* static */
/* Appends the file. HRA_ENOMEM. */
HRA_API hra_err hra_learner_write(const hra_learner *learner, hra_text *out);
/* The same without what its method needs to go on: what plays and judges, and no more. */
HRA_API hra_err hra_learner_write_bare(const hra_learner *learner, hra_text *out);
/* Appends the spec of who plays what was learnt and is kept in `file`, a name without quotes. */
HRA_API void hra_learner_player(const hra_learner *learner, const char *file, hra_text *out);
/* The same of the player that plays it best: one that looks ahead where the game allows that. It may take
 * longer than the one above, by which a learner is measured. */
HRA_API void hra_learner_best(const hra_learner *learner, const char *file, hra_text *out);
/* What it is in words, a line: "net 198-80-1, 16,001 weights". Appends. */
HRA_API void hra_learner_describe(const hra_learner *learner, hra_text *out);

/* A term of what was learnt as a sum of terms. */
typedef struct hra_learn_term {
    const char *name; /* as the game calls it: "mobility"; static */
    double weight;    /* 0: it takes no part */
} hra_learn_term;

/* All terms of the game with what they weigh, the heaviest first. Returns how many; 0: what is learnt is no
 * sum of terms. */
HRA_API int hra_learner_terms(const hra_learner *learner, hra_learn_term out[HRA_MAX_TERMS]);

#ifdef __cplusplus
}
#endif
#endif
