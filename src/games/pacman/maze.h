/* An opened maze: what never changes during a play.
 *
 * Agents stand on cells or, while they are scared, half-way between two. So a place is counted in
 * half cells: x2 = 2x and y2 = 2y, in one number y2 * 128 + x2. A step is then one addition, and
 * whether two agents touch follows from a difference. The bottom line is y = 0. */
#ifndef PACMAN_MAZE_H
#define PACMAN_MAZE_H

#include "hra/game.h"

enum {
    PAC_SIDE = 64,    /* columns and lines at most */
    PAC_CELLS = 2048, /* open cells at most: their distances take cells * cells * 2 bytes */
    PAC_GHOSTS = HRA_MAX_SEATS - 1,
    PAC_AGENTS = 1 + PAC_GHOSTS,
    PAC_SCARED = 40,        /* steps that a ghost is scared after a capsule */
    PAC_ROW = 2 * PAC_SIDE, /* from a place to the one half a cell above */
    PAC_PLACES = PAC_ROW * PAC_ROW,
    PAC_WORDS = PAC_CELLS / 64,
    PAC_CAPSULES = 64, /* at most */
    PAC_AMBUSH = 5,    /* steps: a ghost as near to a capsule guards it */
    PAC_NONE = 0xffff,
};

/* Moves and directions, in the order in which moves are listed. As the direction of an agent, Stop
 * means that it has none yet. */
typedef enum pac_direction { PAC_WEST, PAC_STOP, PAC_EAST, PAC_NORTH, PAC_SOUTH, PAC_MOVES } pac_direction;

/* Half a cell in each direction. */
static const int16_t pac_half[PAC_MOVES] = {-1, 0, 1, PAC_ROW, -PAC_ROW};

static inline unsigned pac_place(int x, int y) {
    return 2 * (unsigned)y * PAC_ROW + 2 * (unsigned)x;
}

static inline int pac_x2(unsigned place) {
    return (int)(place % PAC_ROW);
}

static inline int pac_y2(unsigned place) {
    return (int)(place / PAC_ROW);
}

/* A dot is food or a capsule. A maze without food cannot be won: it ends by a ghost or the limit. They are numbered line by line from the top left, food first. */
typedef struct pac_maze {
    int width, height, ghosts, cells, food, dots;
    int words;                  /* of 64 dots each, at least 1 */
    int limit;                  /* rounds, 0: none */
    uint16_t start[PAC_AGENTS]; /* places */
    /* For each place, bit m: an agent on this cell may move m (always Stop); 32: half-way between two cells
     * in a row, 64: in a column; 0: no agent can be here. */
    uint8_t ways[PAC_PLACES];
    uint16_t dot[PAC_PLACES];     /* number of the dot that lies here at the beginning, or PAC_NONE */
    uint16_t cell[PAC_PLACES];    /* number of the cell, or PAC_NONE */
    uint16_t place[PAC_CELLS];    /* of a cell */
    uint16_t dot_cell[PAC_CELLS]; /* cell of a dot */
    uint64_t guarded[PAC_PLACES]; /* bit i: a ghost that is here guards capsule i */
    uint16_t *distance;           /* steps from cell to cell, [a * cells + b]; PAC_NONE: no way */
    /* The dots that are food by their distance from a cell, the nearest first: [cell * food + i]. */
    uint16_t *nearest;
} pac_maze;

enum { PAC_BETWEEN_X = 32, PAC_BETWEEN_Y = 64 };

enum { PAC_FAR = 1 << 14 }; /* half cells: longer than any way */

/* Half cells from cell to cell; PAC_FAR: there is no way. */
static inline int pac_steps(const pac_maze *maze, unsigned a, unsigned b) {
    int d = maze->distance[a * (unsigned)maze->cells + b];
    return d == PAC_NONE ? PAC_FAR : 2 * d;
}

/* Half cells from a cell to a place on a cell or between two; PAC_FAR or more: there is no way. */
static inline int pac_half_steps(const pac_maze *maze, unsigned cell, unsigned place) {
    if (maze->cell[place] != PAC_NONE)
        return pac_steps(maze, cell, maze->cell[place]);
    unsigned half = maze->ways[place] & PAC_BETWEEN_X ? 1 : PAC_ROW;
    int one = pac_steps(maze, cell, maze->cell[place - half]),
        other = pac_steps(maze, cell, maze->cell[place + half]);
    return 1 + (one < other ? one : other);
}

/* maze.c */

/* Opens the maze of a layout's text, with at most `ghosts` ghosts (-1: all). Error texts begin with `name`.
 * HRA_EINPUT with line and column; HRA_ELIMIT: too large; HRA_ENOMEM. Released by pac_maze_close. */
hra_err pac_maze_open(pac_maze **out, const char *name, const char *text, size_t length, int ghosts,
                      hra_error *why);
void pac_maze_close(pac_maze *maze); /* NULL is allowed */

/* pacman_layout.c: a layout as it is read: signs[y][x], y = 0 at the bottom. */
typedef struct pac_layout {
    int width, height;
    char sign[PAC_SIDE][PAC_SIDE];
    uint8_t indent[PAC_SIDE]; /* blanks before a line, which are no part of the maze */
} pac_layout;

/* A line begins at its first sign and is as long as the first line; what stands behind that is ignored, as
 * the reader of the Berkeley project does. */
hra_err pac_layout_read(pac_layout *out, const char *name, const char *text, size_t length, hra_error *why);
/* An error at a cell, with its line and column in the text. */
hra_err pac_layout_fail(const pac_layout *layout, const char *name, int x, int y, hra_error *why,
                        hra_err code, const char *what);

/* layouts.c: the mazes that are compiled in, and files. */
typedef struct pac_named_layout {
    const char *name, *purpose, *text;
} pac_named_layout;
extern const pac_named_layout pac_layouts[]; /* ends with a NULL name */
extern const char pac_layout_names[];        /* "a|b|...|FILE.lay" */
hra_err pac_maze_by_name(const hra_game *game, pac_maze **out, const char *layout, int ghosts,
                         hra_error *why);

#endif
