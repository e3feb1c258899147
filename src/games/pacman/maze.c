/* A maze made of a layout: ways, dots, ghosts, and all distances. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "maze.h"

typedef struct builder {
    pac_maze *maze;
    const pac_layout *layout;
    const char *name;
    hra_error *why;
} builder;

static bool is_open(const pac_layout *l, int x, int y) {
    return l->sign[y][x] != '%';
}

/* ---- ways and dots ----------------------------------------------------------------------------*/

static void add_ways(pac_maze *maze, const pac_layout *l, int x, int y) {
    unsigned at = pac_place(x, y), ways = 1U << PAC_STOP;
    ways |= is_open(l, x - 1, y) ? 1U << PAC_WEST : 0;
    ways |= is_open(l, x + 1, y) ? 1U << PAC_EAST : 0;
    ways |= is_open(l, x, y + 1) ? 1U << PAC_NORTH : 0;
    ways |= is_open(l, x, y - 1) ? 1U << PAC_SOUTH : 0;
    maze->ways[at] = (uint8_t)ways;
    if (ways >> PAC_EAST & 1)
        maze->ways[at + 1] = PAC_BETWEEN_X;
    if (ways >> PAC_NORTH & 1)
        maze->ways[at + PAC_ROW] = PAC_BETWEEN_Y;
}

/* `format` takes how many there may be. */
static hra_err too_many(const builder *b, int x, int y, const char *format, int most) {
    char what[100];
    (void)hra_snprintf(what, sizeof what, _(format), most);
    return pac_layout_fail(b->layout, b->name, x, y, b->why, HRA_ELIMIT, what);
}

static hra_err add_cells(builder *b) {
    pac_maze *maze = b->maze;
    const pac_layout *l = b->layout;
    for (int y = maze->height - 1; y >= 0; y--)
        for (int x = 0; x < maze->width; x++) {
            if (!is_open(l, x, y))
                continue;
            if (maze->cells == PAC_CELLS)
                return too_many(b, x, y, N_("too large: at most %d open cells"), PAC_CELLS);
            maze->place[maze->cells] = (uint16_t)pac_place(x, y);
            maze->cell[pac_place(x, y)] = (uint16_t)maze->cells++;
            add_ways(maze, l, x, y);
        }
    return HRA_OK;
}

static void add_dots(pac_maze *maze, const pac_layout *l, char sign) {
    for (int i = 0; i < maze->cells; i++) {
        unsigned at = maze->place[i];
        if (l->sign[pac_y2(at) / 2][pac_x2(at) / 2] == sign) {
            maze->dot_cell[maze->dots] = (uint16_t)i;
            maze->dot[at] = (uint16_t)maze->dots++;
        }
    }
}

/* ---- agents -----------------------------------------------------------------------------------*/

static hra_err place_pacman(builder *b) {
    bool found = false;
    for (int i = 0; i < b->maze->cells; i++) {
        unsigned at = b->maze->place[i];
        int x = pac_x2(at) / 2, y = pac_y2(at) / 2;
        if (b->layout->sign[y][x] != 'P')
            continue;
        if (found)
            return pac_layout_fail(b->layout, b->name, x, y, b->why, HRA_EINPUT,
                                   _("a second P; a maze has one Pacman"));
        found = true;
        b->maze->start[0] = (uint16_t)at;
    }
    if (!found)
        return pac_layout_fail(b->layout, b->name, 0, b->layout->height - 1, b->why, HRA_EINPUT,
                               _("no P from here on; a maze needs one Pacman"));
    return HRA_OK;
}

/* By digit, column, line from the bottom; G counts as 1. */
static int ghost_rank(const pac_layout *l, int x, int y) {
    char c = l->sign[y][x];
    int digit = c == 'G' ? 1 : c >= '1' && c <= '4' ? c - '0' : 0;
    return digit ? (digit * PAC_SIDE + x) * PAC_SIDE + y : 0;
}

/* The first `most` ghosts in this order; -1: all. */
static hra_err place_ghosts(builder *b, int most) {
    pac_maze *maze = b->maze;
    int rank = 0, found = 0;
    for (;;) {
        int next = 0;
        for (int i = 0; i < maze->cells; i++) {
            int r = ghost_rank(b->layout, pac_x2(maze->place[i]) / 2, pac_y2(maze->place[i]) / 2);
            if (r > rank && (!next || r < next))
                next = r;
        }
        if (!next || found == most)
            return HRA_OK;
        rank = next;
        int x = rank / PAC_SIDE % PAC_SIDE, y = rank % PAC_SIDE;
        if (found == PAC_GHOSTS)
            return too_many(b, x, y, N_("more than %d ghosts; the option ghosts takes the first ones"),
                            PAC_GHOSTS);
        if (maze->ways[pac_place(x, y)] == 1U << PAC_STOP)
            return pac_layout_fail(b->layout, b->name, x, y, b->why, HRA_EINPUT,
                                   _("this ghost is walled in; it needs a way out of its cell"));
        maze->start[++found] = (uint16_t)pac_place(x, y);
        maze->ghosts = found;
    }
}

/* ---- distances --------------------------------------------------------------------------------*/

/* From one cell to all, breadth first; the food is met by its distance. */
static void measure(pac_maze *maze, int from, uint16_t *queue) {
    uint16_t *row = maze->distance + (size_t)from * (size_t)maze->cells;
    uint16_t *food = maze->nearest + (size_t)from * (size_t)maze->food;
    int head = 0, tail = 1;
    for (int i = 0; i < maze->cells; i++)
        row[i] = PAC_NONE;
    queue[0] = (uint16_t)from;
    row[from] = 0;
    while (head < tail) {
        unsigned at = queue[head++], place = maze->place[at];
        if (maze->dot[place] < maze->food)
            *food++ = maze->dot[place];
        for (int m = 0; m < PAC_MOVES; m++) {
            if (m == PAC_STOP || !(maze->ways[place] >> m & 1))
                continue;
            unsigned to = maze->cell[place + (unsigned)(2 * pac_half[m])];
            if (row[to] != PAC_NONE)
                continue;
            row[to] = (uint16_t)(row[at] + 1);
            queue[tail++] = (uint16_t)to;
        }
    }
}

static hra_err add_distances(builder *b) {
    pac_maze *maze = b->maze;
    size_t cells = (size_t)maze->cells;
    uint16_t *queue = malloc(cells * sizeof *queue);
    maze->distance = malloc(cells * cells * sizeof *maze->distance);
    maze->nearest = calloc(cells * (size_t)maze->food + 1, sizeof *maze->nearest);
    bool good = queue && maze->distance && maze->nearest;
    for (int i = 0; good && i < maze->cells; i++)
        measure(maze, i, queue);
    free(queue);
    return good ? HRA_OK : hra_no_memory(b->why);
}

static void add_guards(pac_maze *maze) {
    for (unsigned at = 0; at < PAC_PLACES; at++)
        for (int i = maze->food; maze->ways[at] && i < maze->dots; i++)
            if (pac_half_steps(maze, maze->dot_cell[i], at) <= 2 * PAC_AMBUSH)
                maze->guarded[at] |= (uint64_t)1 << (i - maze->food);
}

static hra_err check_dots(builder *b) {
    const pac_maze *maze = b->maze;
    size_t from = maze->cell[maze->start[0]] * (size_t)maze->cells;
    for (int i = 0; i < maze->dots; i++) {
        unsigned at = maze->place[maze->dot_cell[i]];
        if (maze->distance[from + maze->dot_cell[i]] == PAC_NONE)
            return pac_layout_fail(b->layout, b->name, pac_x2(at) / 2, pac_y2(at) / 2, b->why, HRA_EINPUT,
                                   i < maze->food ? _("Pacman cannot reach this food")
                                                  : _("Pacman cannot reach this capsule"));
    }
    return HRA_OK;
}

/* ---- opening ----------------------------------------------------------------------------------*/

static hra_err build(builder *b, int ghosts) {
    pac_maze *maze = b->maze;
    maze->width = b->layout->width;
    maze->height = b->layout->height;
    memset(maze->dot, 0xff, sizeof maze->dot);
    memset(maze->cell, 0xff, sizeof maze->cell);
    hra_err err = add_cells(b);
    if (!err)
        err = place_pacman(b);
    if (!err)
        err = place_ghosts(b, ghosts);
    if (err)
        return err;
    add_dots(maze, b->layout, '.');
    maze->food = maze->dots;
    add_dots(maze, b->layout, 'o');
    maze->words = maze->dots ? (maze->dots + 63) / 64 : 1;
    if (maze->dots - maze->food > PAC_CAPSULES)
        return too_many(b, 0, b->layout->height - 1, N_("more than %d capsules"), PAC_CAPSULES);
    err = add_distances(b);
    if (!err)
        add_guards(maze);
    return err ? err : check_dots(b);
}

hra_err pac_maze_open(pac_maze **out, const char *name, const char *text, size_t length, int ghosts,
                      hra_error *why) {
    pac_layout *layout = malloc(sizeof *layout);
    pac_maze *maze = calloc(1, sizeof *maze);
    hra_err err = layout && maze ? pac_layout_read(layout, name, text, length, why) : hra_no_memory(why);
    builder b = {.maze = maze, .layout = layout, .name = name, .why = why};
    if (!err)
        err = build(&b, ghosts);
    free(layout);
    if (err)
        pac_maze_close(maze);
    else
        *out = maze;
    return err;
}

void pac_maze_close(pac_maze *maze) {
    if (!maze)
        return;
    free(maze->distance);
    free(maze->nearest);
    free(maze);
}
