/* Methods that learn by generations: the games of a round are played with what was learnt before it, on threads
 * or in other processes, and then everything is learnt from the games of this round and of some before it. A
 * game is bytes that only its method reads. A method fills hra_generation_kind, begins its own struct with
 * hra_generations, and puts the functions below into its hra_learner_interface. */
#ifndef HRA_LEARN_GENERATIONS_H
#define HRA_LEARN_GENERATIONS_H

#include "learn/learner.h"

enum { HRA_GENERATION_GAME = 1 << 24 /* bytes of a game at most */ };

typedef struct hra_generation_kind {
    /* Appends game `number`, which depends on it, the seed, and what was learnt before the round. Thread 0 to
     * learner->threads - 1. HRA_ENOMEM. */
    hra_err (*play)(hra_learner *, int thread, uint64_t number, hra_text *out);
    /* Looks at bytes that may come from anybody. HRA_EDAMAGED: they are not game `number`; HRA_ENOMEM. */
    hra_err (*check_game)(const hra_learner *, uint64_t number, const char *bytes, size_t length);
    /* Learns from the games of the window, hra_generations_game, the last of which is end - 1. HRA_ESTOPPED:
     * the progress was stopped, and nothing was learnt; HRA_ENOMEM. progress: NULL, or one whose stop alone
     * counts. */
    hra_err (*learn)(hra_learner *, uint64_t end, const hra_progress *progress, hra_error *);
    /* What it needs to go on beside learner->learnt and the games; may be NULL, both. `take` is handed all of the
     * bytes. HRA_EDAMAGED, HRA_ENOMEM: nothing was taken. */
    void (*keep)(const hra_learner *, hra_text *out);
    hra_err (*take)(hra_learner *, const hra_learnt *read, hra_bytes *from);
} hra_generation_kind;

typedef struct hra_generations {
    const hra_generation_kind *kind;
    int round, before; /* games of a round; rounds before it that are learnt from again */
    hra_text *games;   /* game n at n % slots */
} hra_generations;

/* HRA_ENOMEM. */
hra_err hra_generations_init(hra_generations *g, const hra_generation_kind *kind, int round, int before);
void hra_generations_release(hra_generations *g);
/* The first game that a round which ends behind `end` learns from, and a game from there on. */
uint64_t hra_generations_begin(const hra_generations *g, uint64_t end);
const hra_text *hra_generations_game(const hra_generations *g, uint64_t number);

/* Members of hra_learner_interface. */
int hra_generations_round(const hra_learner *l);
hra_err hra_generations_learn(hra_learner *l, uint64_t from, uint64_t to, const hra_progress *progress,
                              hra_error *why);
hra_err hra_generations_play(hra_learner *l, uint64_t from, uint64_t to, const hra_progress *progress,
                             hra_text *out, hra_error *why);
hra_err hra_generations_take(hra_learner *l, uint64_t to, const char *bytes, size_t length,
                             const hra_progress *progress, hra_error *why);
void hra_generations_remember(const hra_learner *l, hra_text *out);
hra_err hra_generations_recall(hra_learner *l, const hra_learnt *read, const char *name,
                               const hra_text *memory, hra_error *why);

#endif
