/* A game of a teacher against itself, and what positions of it are to teach: a task of the method `rollout`, and
 * of the trainers that are made of it. As bytes it can be played anywhere. */
#ifndef HRA_LEARN_ROLLOUT_GAME_H
#define HRA_LEARN_ROLLOUT_GAME_H

#include "learn/rollout_target.h"
#include "nets/bytes.h"

/* How games are played, and which positions teach what. */
typedef struct hra_teaching {
    hra_rollout_way way;
    bool by_game;  /* how the game ended is the target, not rollouts */
    int positions; /* of each game; 0: all */
    int opening;   /* a game begins with at most this number of random moves */
    double lambda; /* by_game: the weight of the game's end; the rest is what the teacher said a move later */
    double near;   /* rollouts: also after moves that are at most this much worse than the best */
} hra_teaching;

/* The memory of one thread. */
typedef struct hra_rollout_player {
    hra_rollout_work work;
    hra_trail trail;
    int *picked; /* steps of the trail */
    int count, capacity;
    hra_move *other; /* of each the move that leads to the position */
    float *targets; /* of each, a seat's outcomes after the other's; the first is -1 where nothing is known */
} hra_rollout_player;

/* The teacher, a net of outcomes if it judges, outlives it. HRA_ENOMEM. */
hra_err hra_rollout_player_open(hra_rollout_player **out, const hra_learnt *teacher);
void hra_rollout_player_close(hra_rollout_player *player); /* NULL is allowed */
/* Plays the game with this number, which with the seed and the teacher decides all of it, and appends it with
 * its targets. HRA_ENOMEM. */
hra_err hra_rollout_player_play(hra_rollout_player *player, const hra_teaching *teaching, uint64_t seed,
                                uint64_t number, hra_text *out);

/* ---- lessons --------------------------------------------------------------------------------*/

/* Positions with their targets. */
typedef struct hra_lessons {
    const hra_game *game;
    unsigned char *states;
    float *targets; /* as above, of each lesson */
    int count, capacity;
} hra_lessons;

void hra_lessons_release(hra_lessons *lessons);
/* Appends the lessons of a game that was written as above and has this number, and moves *from behind it.
 * check: it may come from anybody, so that every move is looked at. HRA_EDAMAGED: it is no such game; HRA_ENOMEM. */
hra_err hra_lessons_read(hra_lessons *lessons, uint64_t number, bool check, hra_bytes *from);

/* How a net learns from them. */
typedef struct hra_pupil_way {
    double passes, rate, decay;
    int batch;
    bool fall; /* the rate falls evenly to 0 */
} hra_pupil_way;

/* The pupil, a net of outcomes, learns from lessons drawn by the seed and `end` in mini-batches. HRA_ESTOPPED by
 * the progress, of which only the stop counts: pupil and steps are as they were; HRA_ENOMEM. */
hra_err hra_lessons_learn(const hra_lessons *lessons, const hra_pupil_way *way, uint64_t seed, uint64_t end,
                          hra_learnt *pupil, hra_net_steps *steps, const hra_progress *progress);

/* Begins a net of outcomes with these hidden layers, drawn by the seed, that knows what the teacher knows as
 * far as it has room for that: all of it if both tell outcomes, of another net the hidden layers, the first of
 * them in each phase. teacher: NULL, or of the same game. As hra_learnt_init. */
hra_err hra_pupil_begin(hra_learnt *pupil, const hra_game *game, const int *hidden, int layers, uint64_t seed,
                        const hra_learnt *teacher, hra_error *why);

#endif
