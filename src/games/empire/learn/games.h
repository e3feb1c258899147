/* Plays of the judge against itself, and the ends of turns that are learnt from them. */
#ifndef EM_LEARN_GAMES_H
#define EM_LEARN_GAMES_H

#include "games/empire/play/candidates.h"
#include "nets/bytes.h"

/* A training example, the end of a turn: the features of each seat, and its fraction of a win as the
 * target. */
typedef struct em_lesson {
    em_feature feature[EM_SEATS][EM_MOST_FEATURES];
    uint8_t count[EM_SEATS], left[EM_SEATS];
    float target[EM_SEATS];
} em_lesson;

/* How many lessons a play has: a turn each. */
int em_lessons_of(const hra_game *game);
void em_lesson_write(const hra_game *game, const em_lesson *lesson, hra_text *out);
/* Any bytes. HRA_EDAMAGED: they are no lesson. */
hra_err em_lesson_read(const hra_game *game, em_lesson *lesson, hra_bytes *from);

/* Who plays, on one thread. */
typedef struct em_self_player {
    const hra_game *game;
    const em_eval *judge;
    float lambda;
    em_candidates found;
} em_self_player;

/* The shares of a win that strengths mean, with the same bits on every processor. */
void em_learn_shares(const float *strength, int seats, float *share);
/* Plays game NUMBER, which with the seed and the judge determines everything, and writes one example for each
 * turn. Every seat plays the turn with the highest value, plus noise. The target is the result, mixed with
 * the value one turn later (TD(lambda), Sutton 1988). */
void em_self_play(em_self_player *player, uint64_t seed, uint64_t number, em_lesson *out);

#endif
