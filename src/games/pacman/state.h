/* A state of pacman, and the steps of its agents.
 *
 * The rules are those of the exercise on multi-agent search of CS188, UC Berkeley
 * (http://ai.berkeley.edu). */
#ifndef PACMAN_STATE_H
#define PACMAN_STATE_H

#include "maze.h"

typedef struct pac_agent {
    uint16_t place;
    uint8_t direction; /* of the last move that was not Stop */
    uint8_t timer;     /* steps that a ghost stays scared */
} pac_agent;

typedef enum pac_end { PAC_PLAYING, PAC_WON, PAC_LOST, PAC_UNDECIDED } pac_end;

/* Agents beyond the maze's are 0, and so are bits beyond its dots. */
typedef struct pac_state {
    int32_t score;
    uint16_t round; /* whole rounds played; 0 where there is no limit */
    uint16_t food;  /* how much is left */
    int8_t mover;   /* 0: Pacman, 1..: a ghost; HRA_OVER */
    uint8_t end;
    uint8_t unused[2];
    pac_agent agent[PAC_AGENTS];
    uint64_t dots[]; /* maze.words of them; bit i: dot i is there */
} pac_state;

enum { PAC_FOOD = 10, PAC_STEP = 1, PAC_WIN = 500, PAC_CATCH = 500, PAC_GHOST = 200 };

/* Which ways a ghost may take, as bits: not back, unless it is the only one, and straight on
 * between cells. */
static inline unsigned pac_ghost_ways(const pac_maze *maze, const pac_agent *g) {
    static const uint8_t back[PAC_MOVES] = {1 << PAC_EAST, 0, 1 << PAC_WEST, 1 << PAC_SOUTH, 1 << PAC_NORTH};
    unsigned open = maze->ways[g->place], ways = open & ~(1U << PAC_STOP);
    if (__builtin_expect(open & (PAC_BETWEEN_X | PAC_BETWEEN_Y), 0))
        return 1U << g->direction;
    ways &= ~(unsigned)back[g->direction];
    return ways ? ways : back[g->direction];
}

/* The ways of the seat to move, as bits. */
static inline unsigned pac_ways(const pac_maze *maze, const pac_state *s) {
    return s->mover == 0 ? maze->ways[s->agent[0].place] : pac_ghost_ways(maze, &s->agent[s->mover]);
}

/* At most 0.7 apart, and that is at most half a cell: on lines and columns nothing lies between. */
static inline bool pac_touch(unsigned a, unsigned b) {
    int d = (int)a - (int)b;
    return d == 0 || d == 1 || d == -1 || d == PAC_ROW || d == -PAC_ROW;
}

/* Pacman and ghost k touch. The last food wins before a live ghost there could end it. */
static inline void pac_meet(const pac_maze *maze, pac_state *s, int k) {
    pac_agent *g = &s->agent[k];
    if (g->timer) {
        s->score += PAC_GHOST;
        *g = (pac_agent){.place = maze->start[k], .direction = PAC_STOP};
    } else if (s->end != PAC_WON) {
        s->score -= PAC_CATCH;
        s->end = PAC_LOST;
    }
}

static inline void pac_eat(const pac_maze *maze, pac_state *s) {
    unsigned dot = maze->dot[s->agent[0].place];
    if (dot == PAC_NONE || !(s->dots[dot / 64] >> dot % 64 & 1))
        return;
    s->dots[dot / 64] ^= (uint64_t)1 << dot % 64;
    if ((int)dot >= maze->food) {
        for (int k = 1; k <= maze->ghosts; k++)
            s->agent[k].timer = PAC_SCARED;
        return;
    }
    s->score += PAC_FOOD;
    if (--s->food == 0) {
        s->score += PAC_WIN;
        s->end = PAC_WON;
    }
}

static inline void pac_step(const pac_maze *maze, pac_state *s, hra_move m) {
    pac_agent *p = &s->agent[0];
    p->place = (uint16_t)(p->place + 2 * pac_half[m]);
    p->direction = m == PAC_STOP ? p->direction : (uint8_t)m;
    pac_eat(maze, s);
    s->score -= PAC_STEP;
    for (int k = 1; k <= maze->ghosts; k++)
        if (__builtin_expect(pac_touch(p->place, s->agent[k].place), 0))
            pac_meet(maze, s, k);
}

static inline void pac_ghost_step(const pac_maze *maze, pac_state *s, int k, hra_move m) {
    pac_agent *g = &s->agent[k];
    g->direction = (uint8_t)m;
    if (__builtin_expect(g->timer == 0, 1)) {
        g->place = (uint16_t)(g->place + 2 * pac_half[m]);
    } else {
        g->place = (uint16_t)(g->place + pac_half[m]);
        if (--g->timer == 0) /* to the nearest cell; halves are rounded up */
            g->place = (uint16_t)(g->place + g->place % 2 + (g->place / PAC_ROW % 2) * PAC_ROW);
    }
    if (__builtin_expect(pac_touch(s->agent[0].place, g->place), 0))
        pac_meet(maze, s, k);
}

static inline void pac_apply(const pac_maze *maze, pac_state *s, hra_move m) {
    int mover = s->mover;
    if (mover == 0)
        pac_step(maze, s, m);
    else
        pac_ghost_step(maze, s, mover, m);
    if (mover < maze->ghosts) {
        s->mover = (int8_t)(mover + 1);
    } else {
        s->mover = 0;
        if (maze->limit && ++s->round == maze->limit && s->end == PAC_PLAYING)
            s->end = PAC_UNDECIDED;
    }
    if (__builtin_expect(s->end != PAC_PLAYING, 0))
        s->mover = HRA_OVER;
}

#endif
