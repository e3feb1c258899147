/* The terms of pacman beside other ways to reckon them: a search from where the step leads, the exercise's
 * own, and every way of each ghost. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/state.h"
#include "pacman.h"

static bool has_dot(const pac_maze *maze, const pac_state *s, unsigned place, bool capsule) {
    unsigned dot = maze->dot[place];
    return dot != PAC_NONE && ((int)dot >= maze->food) == capsule && s->dots[dot / 64] >> dot % 64 & 1;
}

/* Steps to the nearest food or capsule by the ways of the maze; 0: there is none. */
static int closest(const pac_maze *maze, const pac_state *s, unsigned from, bool capsule) {
    static uint16_t queue[PAC_CELLS], steps[PAC_PLACES];
    int head = 0, tail = 0;
    memset(steps, 0xff, sizeof steps);
    steps[from] = 0;
    queue[tail++] = (uint16_t)from;
    while (head < tail) {
        unsigned at = queue[head++];
        if (has_dot(maze, s, at, capsule))
            return steps[at];
        for (int way = 0; way < PAC_MOVES; way++) {
            unsigned next = at + 2 * (unsigned)pac_half[way];
            if (!(maze->ways[at] >> way & 1) || steps[next] != 0xffff)
                continue;
            steps[next] = (uint16_t)(steps[at] + 1);
            queue[tail++] = (uint16_t)next;
        }
    }
    return 0;
}

/* Whether a ghost may be here at its next step: its own cell, and those beside it. */
static bool is_beside(const pac_maze *maze, const pac_agent *g, unsigned place) {
    double x = floor(pac_x2(g->place) / 2.0 + 0.5), y = floor(pac_y2(g->place) / 2.0 + 0.5);
    unsigned at = pac_place((int)x, (int)y);
    for (int way = 0; way < PAC_MOVES; way++)
        if (maze->ways[at] >> way & 1 && at + 2 * (unsigned)pac_half[way] == place)
            return true;
    return false;
}

enum { WAY = 10 };

/* Marks where a ghost may be after at most N steps, direction by direction. */
static void walk(const pac_maze *maze, pac_agent g, int steps, bool *there) {
    unsigned ways = pac_ghost_ways(maze, &g);
    there[g.place] = true;
    for (int way = 0; way < PAC_MOVES && steps > 0; way++)
        if (ways >> way & 1)
            walk(maze,
                 (pac_agent){.place = (uint16_t)(g.place + 2 * pac_half[way]), .direction = (uint8_t)way},
                 steps - 1, there);
}

/* Step by step: the places where Pacman may be after N steps for the first time. */
static int way_out(const pac_maze *maze, const pac_state *s) {
    static bool ghosts[PAC_PLACES], been[PAC_PLACES], now[PAC_PLACES];
    int farthest = 0;
    memset(been, 0, sizeof been);
    memset(now, 0, sizeof now);
    now[s->agent[0].place] = true;
    for (int steps = 0; steps <= WAY; steps++) {
        bool next[PAC_PLACES] = {false};
        memset(ghosts, 0, sizeof ghosts);
        for (int k = 1; k <= maze->ghosts; k++)
            if (!s->agent[k].timer)
                walk(maze, s->agent[k], steps + 1, ghosts);
        for (unsigned at = 0; at < PAC_PLACES; at++) {
            if (!now[at] || been[at] || ghosts[at])
                continue;
            farthest = steps;
            been[at] = true;
            for (int way = 0; way < PAC_MOVES; way++)
                if (maze->ways[at] >> way & 1)
                    next[at + 2 * (unsigned)pac_half[way]] = true;
        }
        memcpy(now, next, sizeof now);
    }
    return farthest;
}

static void check_terms(const hra_game *game, const pac_state *before, const pac_state *after) {
    const pac_maze *maze = game->data;
    double term[HRA_MAX_TERMS], area = maze->width * maze->height;
    unsigned next = after->agent[0].place;
    int ghosts = 0, scared = 0;
    assert_int_equal(hra_state_terms(game, before, after, 0, term, HRA_MAX_TERMS, NULL), 0);
    for (int k = 1; k <= maze->ghosts; k++) {
        bool beside = is_beside(maze, &before->agent[k], next);
        ghosts += beside;
        scared += beside && before->agent[k].timer > 0;
    }
    assert_true(term[0] == 1);
    assert_true(term[1] == ghosts);
    assert_true(term[2] == (ghosts == 0 && has_dot(maze, before, next, false)));
    assert_true(term[3] == closest(maze, before, next, false) / area);
    assert_true(term[4] == scared);
    assert_true(term[5] == closest(maze, before, next, true) / area);
    if (after->round % 16 == 0)
        assert_true(term[6] == way_out(maze, after) / (double)WAY);
}

static void terms_are_as_reckoned_otherwise(void **state) {
    static const char *const specs[] = {"pacman", "pacman:layout=orchard", "pacman:layout=trap"};
    int steps = 0, beside = 0;
    for (int i = 0; i < 3; i++) {
        hra_game *game = NULL;
        hra_move moves[PAC_MOVES];
        assert_int_equal(hra_game_open(&game, NULL, specs[i], NULL), 0);
        pac_state *s = malloc(game->state_size), *before = malloc(game->state_size);
        for (uint64_t play = 0; play < 400; play++) {
            hra_rng rng;
            hra_rng_init(&rng, play);
            game->rules->init(game, s);
            for (int ply = 0; s->mover >= 0 && ply < 1500; ply++) {
                int n = game->rules->moves(game, s, moves), mover = s->mover;
                memcpy(before, s, game->state_size);
                game->rules->apply(game, s, moves[hra_rng_below(&rng, (uint32_t)n)]);
                if (mover != 0)
                    continue;
                check_terms(game, before, s);
                for (int k = 1; k < game->seats; k++)
                    beside +=
                        before->agent[k].timer && is_beside(game->data, &before->agent[k], s->agent[0].place);
                steps++;
            }
        }
        free(s);
        free(before);
        hra_game_close(game);
    }
    assert_true(steps > 1000 && beside > 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(terms_are_as_reckoned_otherwise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
