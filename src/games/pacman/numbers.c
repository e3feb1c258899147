/* Pacman in numbers. Of every cell of the maze whether Pacman is there, and each ghost, live or scared, and
 * of every dot whether it is there. A ghost sees itself first, then those behind it; a ghost between two
 * cells is half in each. The terms are those of the exercise on approximate Q-learning of CS188, UC Berkeley
 * (http://ai.berkeley.edu). */
#include <string.h>

#include "pacman.h"
#include "rules/features.h"

/* Behind the cells of Pacman: of each ghost its cells, its cells while it is scared, and these. */
enum { WEST, EAST, NORTH, SOUTH, SCARED, GHOST };

/* Behind the ghosts: the dots, who is to move (Pacman, then ghosts as they are seen), and these. */
enum { IS_PACMAN, SCORE, FOOD, ROUND, WON, LOST, UNDECIDED, REST };

static int ghost_width(const pac_maze *maze) {
    return 2 * maze->cells + GHOST;
}

static int first_dot(const pac_maze *maze) {
    return maze->cells + maze->ghosts * ghost_width(maze);
}

static int first_seat(const pac_maze *maze) {
    return first_dot(maze) + maze->dots;
}

static int feature_count(const hra_game *game) {
    return first_seat(game->data) + game->seats + REST;
}

static int feature_room(const hra_game *game) {
    const pac_maze *maze = game->data;
    return 1 + 4 * maze->ghosts + maze->dots + 1 + REST;
}

/* The ghost that a seat sees in this slot, and the slot of a ghost. */
static int ghost_in(const pac_maze *maze, int seat, int slot) {
    return seat == 0 ? 1 + slot : 1 + (seat - 1 + slot) % maze->ghosts;
}

static int slot_of(const pac_maze *maze, int seat, int ghost) {
    return seat == 0 ? ghost - 1 : (ghost - seat + maze->ghosts) % maze->ghosts;
}

static void put_ghost(const pac_maze *maze, const pac_agent *g, int first, hra_feature_list *list) {
    static const int8_t way[PAC_MOVES] = {
        [PAC_WEST] = WEST, [PAC_STOP] = -1, [PAC_EAST] = EAST, [PAC_NORTH] = NORTH, [PAC_SOUTH] = SOUTH};
    int cells = first + (g->timer ? maze->cells : 0);
    if (maze->cell[g->place] != PAC_NONE) {
        hra_feature_put(list, cells + maze->cell[g->place], 1);
    } else {
        unsigned half = maze->ways[g->place] & PAC_BETWEEN_X ? 1 : PAC_ROW;
        int a = maze->cell[g->place - half], b = maze->cell[g->place + half];
        hra_feature_put(list, cells + (a < b ? a : b), 0.5);
        hra_feature_put(list, cells + (a < b ? b : a), 0.5);
    }
    first += 2 * maze->cells;
    if (way[g->direction] >= 0)
        hra_feature_put(list, first + way[g->direction], 1);
    hra_feature_put(list, first + SCARED, (double)g->timer / PAC_SCARED);
}

static int features(const hra_game *game, const void *state, int seat, hra_feature *out) {
    const pac_maze *maze = game->data;
    const pac_state *s = state;
    hra_feature_list list = {out, 0};
    int score = s->score;
    hra_feature_put(&list, maze->cell[s->agent[0].place], 1);
    for (int slot = 0; slot < maze->ghosts; slot++)
        put_ghost(maze, &s->agent[ghost_in(maze, seat, slot)], maze->cells + slot * ghost_width(maze), &list);
    for (int w = 0; w < maze->words; w++)
        hra_feature_put_set(&list, first_dot(maze) + 64 * w, s->dots[w]);
    int at = first_seat(maze);
    if (s->mover >= 0)
        hra_feature_put(&list, at + (s->mover ? 1 + slot_of(maze, seat, s->mover) : 0), 1);
    at += game->seats;
    hra_feature_put(&list, at + IS_PACMAN, seat == 0);
    hra_feature_put(&list, at + SCORE, score / (1000.0 + (score < 0 ? -score : score)));
    hra_feature_put(&list, at + FOOD, maze->food ? (double)s->food / maze->food : 0);
    hra_feature_put(&list, at + ROUND, maze->limit ? (double)s->round / maze->limit : 0);
    if (s->end != PAC_PLAYING)
        hra_feature_put(&list, at + WON + s->end - PAC_WON, 1);
    return list.count;
}

static void name_cell(const pac_maze *maze, int cell, hra_text *out) {
    unsigned place = maze->place[cell];
    hra_text_addf(out, " on %d,%d", pac_x2(place) / 2, pac_y2(place) / 2);
}

static void name_of_ghost(const pac_maze *maze, int index, hra_text *out) {
    static const char *const own[GHOST] = {"goes west", "goes east", "goes north", "goes south",
                                           "scared for so long"};
    hra_text_addf(out, "ghost %d", index / ghost_width(maze) + 1);
    index %= ghost_width(maze);
    if (index >= 2 * maze->cells) {
        hra_text_addf(out, " %s", own[index - 2 * maze->cells]);
        return;
    }
    hra_text_add(out, index < maze->cells ? "" : " scared");
    name_cell(maze, index % maze->cells, out);
}

static void name_feature(const hra_game *game, int index, hra_text *out) {
    static const char *const rest[REST] = {"is Pacman",  "score",       "food left", "rounds played",
                                           "Pacman won", "Pacman lost", "undecided"};
    const pac_maze *maze = game->data;
    int dot = index - first_dot(maze), seat = index - first_seat(maze);
    if (index < maze->cells) {
        hra_text_add(out, "Pacman");
        name_cell(maze, index, out);
    } else if (dot < 0) {
        name_of_ghost(maze, index - maze->cells, out);
    } else if (seat < 0) {
        hra_text_add(out, dot < maze->food ? "food" : "capsule");
        name_cell(maze, maze->dot_cell[dot], out);
    } else if (seat < game->seats) {
        if (seat == 0)
            hra_text_add(out, "Pacman to move");
        else
            hra_text_addf(out, "ghost %d to move", seat);
    } else {
        hra_text_add(out, rest[seat - game->seats]);
    }
}

/* ---- terms ----------------------------------------------------------------------------------*/

static const char *const terms[] = {"bias",
                                    "ghosts one step away",
                                    "eats food",
                                    "closest food",
                                    "scared ghosts one step away",
                                    "closest capsule",
                                    "free way",
                                    NULL};

enum { FREE_WAY = 10 /* steps; with more of them Pacman comes to fear ghosts that are no danger */ };

/* Where a ghost counts as standing: between two cells on the next one, halves up. */
static unsigned ghost_cell(const pac_maze *maze, unsigned place) {
    return maze->cell[place + place % 2 + (place / PAC_ROW % 2) * PAC_ROW];
}

static int nearest_capsule(const pac_maze *maze, const pac_state *s, unsigned cell) {
    int best = PAC_FAR;
    for (int i = maze->food; i < maze->dots; i++)
        if (s->dots[i / 64] >> i % 64 & 1) {
            int d = pac_steps(maze, cell, maze->dot_cell[i]);
            best = d < best ? d : best;
        }
    return best == PAC_FAR ? 0 : best / 2;
}

/* A ghost on its way. */
typedef struct walker {
    uint16_t cell;
    uint8_t direction, steps;
} walker;

/* After how many steps the first live ghost may be on each cell, not turning back, where FREE_WAY + 1 are
 * enough; else more. */
static void find_ghosts(const pac_maze *maze, const pac_state *s, uint8_t *steps) {
    walker queue[PAC_CELLS * PAC_MOVES + PAC_GHOSTS];
    uint8_t seen[PAC_CELLS] = {0}; /* bit m: a ghost came there by m */
    int head = 0, tail = 0;
    memset(steps, UINT8_MAX, (size_t)maze->cells);
    for (int k = 1; k <= maze->ghosts; k++)
        if (!s->agent[k].timer)
            queue[tail++] = (walker){maze->cell[s->agent[k].place], s->agent[k].direction, 0};
    while (head < tail) {
        const walker *at = &queue[head++];
        const pac_agent ghost = {.place = maze->place[at->cell], .direction = at->direction};
        unsigned ways = pac_ghost_ways(maze, &ghost);
        if (at->steps < steps[at->cell])
            steps[at->cell] = at->steps;
        for (int m = 0; m < PAC_MOVES && at->steps <= FREE_WAY; m++) {
            unsigned to = maze->cell[ghost.place + 2 * (unsigned)pac_half[m]];
            if (!(ways >> m & 1) || seen[to] >> m & 1)
                continue;
            seen[to] |= (uint8_t)(1U << m);
            queue[tail++] = (walker){(uint16_t)to, (uint8_t)m, (uint8_t)(at->steps + 1)};
        }
    }
}

/* How many steps Pacman gets away from a cell, where ghosts are to move, by cells that no live ghost can have
 * reached by then. */
static int free_way(const pac_maze *maze, const pac_state *s, unsigned cell) {
    uint8_t ghosts[PAC_CELLS], seen[PAC_CELLS] = {0};
    walker queue[PAC_CELLS];
    int head = 0, tail = 0;
    find_ghosts(maze, s, ghosts);
    if (ghosts[cell] > 1)
        queue[tail++] = (walker){.cell = (uint16_t)cell};
    seen[cell] = 1;
    while (head < tail && queue[head].steps < FREE_WAY) {
        const walker *at = &queue[head++];
        unsigned place = maze->place[at->cell];
        for (int m = 0; m < PAC_MOVES; m++) {
            unsigned to =
                maze->ways[place] >> m & 1 ? maze->cell[place + 2 * (unsigned)pac_half[m]] : at->cell;
            if (seen[to] || ghosts[to] <= at->steps + 2)
                continue;
            seen[to] = 1;
            queue[tail++] = (walker){.cell = (uint16_t)to, .steps = (uint8_t)(at->steps + 1)};
        }
    }
    return tail ? queue[tail - 1].steps : 0; /* the last one is the farthest */
}

/* As the exercise reckons, of where Pacman's step leads, with food, capsules and ghosts still as they were
 * before it; but for the free way, which looks ahead from what the step has led to. The step of a ghost is
 * over: there they are as they are. */
static void term(const hra_game *game, const void *before, const void *now, int seat, double *out) {
    const pac_maze *maze = game->data;
    const pac_state *s = seat == 0 ? before : now;
    unsigned place = ((const pac_state *)now)->agent[0].place, cell = maze->cell[place],
             dot = maze->dot[place];
    const double area = maze->width * maze->height;
    out[0] = 1;
    out[1] = out[4] = 0;
    for (int k = 1; k <= maze->ghosts; k++)
        if (pac_steps(maze, cell, ghost_cell(maze, s->agent[k].place)) <= 2) {
            out[1]++;
            out[4] += s->agent[k].timer > 0;
        }
    out[2] = out[1] == 0 && dot < (unsigned)maze->food && (s->dots[dot / 64] >> dot % 64 & 1);
    out[3] = pac_nearest_food(maze, s, cell) / area;
    out[5] = nearest_capsule(maze, s, cell) / area;
    out[6] = (double)free_way(maze, now, cell) / FREE_WAY;
}

/* ---- moves, points --------------------------------------------------------------------------*/

static int action_count(const hra_game *game) {
    return PAC_MOVES;
}

static int action(const hra_game *game, const void *s, hra_move m) {
    return (int)m;
}

const hra_rules_encoding pac_numbers = {
    .size = sizeof(hra_rules_encoding),
    .rewards = pac_score,
    .feature_count = feature_count,
    .feature_room = feature_room,
    .features = features,
    .name_feature = name_feature,
    .terms = terms,
    .term = term,
    .action_count = action_count,
    .action = action,
};
