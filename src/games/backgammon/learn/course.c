/* The course of the nets of backgammon. */
#include "course.h"

enum { MOST_PLIES = 2000 /* of a game, which is given up then */ };

/* The built-in nets went through it (docs/games/backgammon/training.md). */
const bg_part bg_parts[BG_PARTS] = {
    {.games = 415200, .hidden = 192, .opening = 2, .rate = 0.0015, .half = 400000, .passes = 1},
    {.games = 473200, .hidden = 192, .opening = 2, .rate = 0.0004, .half = 300000, .passes = 1},
    {.games = 1493200, .hidden = 192, .opening = 5, .rate = 0.0003, .half = 400000, .passes = 1},
    {.games = 1038800, .hidden = 192, .opening = 3, .rate = 0.0001, .half = 400000, .passes = 1},
    {.games = 30000, .hidden = 256, .far = true, .opening = 5, .rate = 0.002, .passes = 20},
    {.games = 50000, .hidden = 384, .far = true, .opening = 5, .rate = 0.002, .passes = 20},
    {.games = 80000, .hidden = 384, .far = true, .opening = 5, .rate = 0.001, .passes = 15},
};

/* Rounds of a part with a game a task, or games a task of a part with one round. */
static uint64_t times_of(const bg_course *c, int part) {
    const double times = c->length * (double)bg_parts[part].games / c->round + 0.5;
    return times < 1 ? 1 : (uint64_t)times;
}

bg_place bg_course_place(const bg_course *c, uint64_t round) {
    for (int part = c->first;; part++) {
        const bool far = bg_parts[part].far;
        const uint64_t times = times_of(c, part), rounds = far ? 1 : times;
        if (round < rounds || part + 1 == BG_PARTS)
            return (bg_place){.part = part, .before = round, .games = far ? times : 1};
        round -= rounds;
    }
}

uint64_t bg_course_rounds(const bg_course *c) {
    uint64_t rounds = 0;
    for (int part = c->first; part < BG_PARTS; part++)
        rounds += bg_parts[part].far ? 1 : times_of(c, part);
    return rounds;
}

hra_teaching bg_part_teaching(const bg_part *part) {
    return (hra_teaching){.way = {.plies = 1, .most = MOST_PLIES},
                          .by_game = !part->far,
                          .positions = part->far ? 20 : 0,
                          .opening = part->opening,
                          .lambda = 0.7,
                          .near = part->far ? 0.12 : 0};
}

hra_pupil_way bg_part_way(const bg_part *part, uint64_t games) {
    const double rate = part->half > 0 ? part->rate / (1 + (double)games / part->half) : part->rate;
    return (hra_pupil_way){
        .passes = part->passes, .rate = rate, .batch = part->far ? 128 : 256, .fall = part->far};
}
