/* The course that the nets of backgammon go through, in seven parts of rounds with as many tasks each.
 *
 * In the first four parts a task is a game of the net against itself, and the net learns from how the games of a
 * round ended, which is TD(lambda) for a net of outcomes. In the others a part is one round, a task plays as
 * many games as that takes, and each position is taught what the net says a throw further; a wider net learns
 * that. Of a shorter course each part has fewer rounds, or fewer games a task. */
#ifndef BG_LEARN_COURSE_H
#define BG_LEARN_COURSE_H

#include "learn/rollout_game.h"

enum { BG_PARTS = 7 };

typedef struct bg_part {
    uint64_t games; /* of the whole course */
    int hidden;     /* neurons that the net has at least */
    bool far;       /* a throw further; else how games ended */
    int opening;
    double rate, half; /* after this number of games the rate has halved; 0: it falls to 0 in the iteration */
    double passes;
} bg_part;

extern const bg_part bg_parts[BG_PARTS];

typedef struct bg_course {
    double length; /* 1: the whole course */
    int round;     /* tasks */
    int first;     /* the part that it begins with */
} bg_course;

/* Where a round lies in the course. After the course its last part is repeated. */
typedef struct bg_place {
    int part;
    uint64_t before; /* rounds of the part that came before this one */
    uint64_t games;  /* of a task */
} bg_place;

bg_place bg_course_place(const bg_course *course, uint64_t round);
uint64_t bg_course_rounds(const bg_course *course); /* of the course */

hra_teaching bg_part_teaching(const bg_part *part);
/* How a net is trained in an iteration after GAMES games of the part. */
hra_pupil_way bg_part_way(const bg_part *part, uint64_t games);

#endif
