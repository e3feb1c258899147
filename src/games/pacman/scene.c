/* The maze as shapes. A cell is named by its column and line, as in positions; who is half-way between two
 * cells stands on a place of half a number. A way is pressed by the cell it leads to, Stop by one's own. */
#include <string.h>

#include "core/messages.h"
#include "pacman.h"

enum { ID = 16, PLACES = PAC_AGENTS + PAC_MOVES };

/* "3,2", "3.5,2" */
static const char *name_place(unsigned place, char out[ID]) {
    int x2 = pac_x2(place), y2 = pac_y2(place);
    (void)hra_snprintf(out, ID, "%d%s,%d%s", x2 / 2, x2 % 2 ? ".5" : "", y2 / 2, y2 % 2 ? ".5" : "");
    return out;
}

/* The upper left corner of a cell that lies there: lines are counted from below. */
static double left_of(unsigned place) {
    return pac_x2(place) / 2.0;
}

static double top_of(const pac_maze *maze, unsigned place) {
    return maze->height - 1 - pac_y2(place) / 2.0;
}

/* ---- symbols, in a box of 100 x 100 -----------------------------------------------------------*/

static const hra_symbol_path left[] = {{HRA_SYMBOL_OWNER, 0, "M56 50L17 22A48 48 0 1 1 17 78z"},
                                       {HRA_SYMBOL_INK, 0, "M42 22a6 6 0 1 1 12 0a6 6 0 1 1 -12 0z"}};
static const hra_symbol_path right[] = {{HRA_SYMBOL_OWNER, 0, "M44 50L83 22A48 48 0 1 0 83 78z"},
                                        {HRA_SYMBOL_INK, 0, "M46 22a6 6 0 1 1 12 0a6 6 0 1 1 -12 0z"}};
static const hra_symbol_path up[] = {{HRA_SYMBOL_OWNER, 0, "M50 56L22 17A48 48 0 1 0 78 17z"},
                                     {HRA_SYMBOL_INK, 0, "M16 48a6 6 0 1 1 12 0a6 6 0 1 1 -12 0z"}};
static const hra_symbol_path down[] = {{HRA_SYMBOL_OWNER, 0, "M50 44L22 83A48 48 0 1 1 78 83z"},
                                       {HRA_SYMBOL_INK, 0, "M16 52a6 6 0 1 1 12 0a6 6 0 1 1 -12 0z"}};
static const hra_symbol_path ghost[] = {
    {HRA_SYMBOL_OWNER, 0, "M6 98V48a44 44 0 0 1 88 0V98L79 86L65 98L50 86L35 98L21 86z"},
    {HRA_SYMBOL_LIGHT, 5, "M14 48A36 36 0 0 1 44 13"},
    {HRA_SYMBOL_PAPER, 0,
     "M20 40a13 16 0 1 1 26 0a13 16 0 1 1 -26 0zM54 40a13 16 0 1 1 26 0a13 16 0 1 1 -26 0z"},
    {HRA_SYMBOL_INK, 0, "M29 43a7 8 0 1 1 14 0a7 8 0 1 1 -14 0zM63 43a7 8 0 1 1 14 0a7 8 0 1 1 -14 0z"},
};
static const hra_symbol_path scared[] = {
    {HRA_SYMBOL_BLUE, 0, "M6 98V48a44 44 0 0 1 88 0V98L79 86L65 98L50 86L35 98L21 86z"},
    {HRA_SYMBOL_PAPER, 0, "M27 36a7 7 0 1 1 14 0a7 7 0 1 1 -14 0zM59 36a7 7 0 1 1 14 0a7 7 0 1 1 -14 0z"},
    {HRA_SYMBOL_PAPER, 5, "M20 76L32 68L44 76L56 68L68 76L80 68"},
};
static const hra_symbol_path dot[] = {{HRA_SYMBOL_GOLD, 0, "M0 50a50 50 0 1 1 100 0a50 50 0 1 1 -100 0z"}};

static const hra_symbol symbols[] = {
    {.id = "left", .width = 100, .height = 100, .paths = 2, .path = left},
    {.id = "right", .width = 100, .height = 100, .paths = 2, .path = right},
    {.id = "up", .width = 100, .height = 100, .paths = 2, .path = up},
    {.id = "down", .width = 100, .height = 100, .paths = 2, .path = down},
    {.id = "ghost", .width = 100, .height = 100, .text_y = 72, .text_size = 28, .paths = 4, .path = ghost},
    {.id = "scared", .width = 100, .height = 100, .text_y = 54, .text_size = 22, .paths = 3, .path = scared},
    {.id = "dot", .width = 100, .height = 100, .paths = 1, .path = dot},
};

/* ---- what never changes ---------------------------------------------------------------------*/

static bool is_wall(const pac_maze *maze, int x, int y) {
    return !maze->ways[pac_place(x, y)];
}

/* Walls side by side are one shape. */
static void add_walls(const pac_maze *maze, int y, hra_shapes *out) {
    for (int x = 0; x < maze->width; x++) {
        int from = x;
        while (x < maze->width && is_wall(maze, x, y))
            x++;
        if (x > from) {
            hra_shape_add(out, HRA_SHAPE_WALL, from, maze->height - 1 - y, x - from, 1);
            hra_shape_id(out, "wall.%d,%d", from, y);
            hra_text_add(hra_shape_write(out, HRA_WRITE_GROUP), _("walls"));
            hra_shape_last(out)->material = HRA_MATERIAL_NIGHT;
            hra_shape_last(out)->tone = 1;
        }
    }
}

static void board(const hra_game *game, hra_shapes *out) {
    const pac_maze *maze = game->data;
    char id[ID];
    hra_shapes_size(out, maze->width < 9 ? 9 : maze->width, maze->height + 0.9);
    hra_shapes_symbols(out, symbols, sizeof symbols / sizeof *symbols);
    hra_shapes_ground(out, HRA_MATERIAL_NIGHT);
    hra_shape_add(out, HRA_SHAPE_AREA, 0, 0, maze->width, maze->height);
    hra_shape_id(out, "maze");
    hra_shape_name(out, "the maze");
    hra_shape_last(out)->material = HRA_MATERIAL_NIGHT;
    for (int y = maze->height - 1; y >= 0; y--)
        add_walls(maze, y, out);
    for (int i = 0; i < maze->cells; i++) {
        unsigned place = maze->place[i];
        hra_shape_add(out, HRA_SHAPE_PLACE, left_of(place), top_of(maze, place), 1, 1);
        hra_shape_id(out, "%s", name_place(place, id));
        hra_shape_name(out, "column %d, line %d", pac_x2(place) / 2, pac_y2(place) / 2);
    }
}

/* ---- what is there now ----------------------------------------------------------------------*/

static void add_dots(const pac_maze *maze, const pac_state *s, hra_shapes *out) {
    char id[ID];
    for (int i = 0; i < maze->dots; i++) {
        unsigned place = maze->place[maze->dot_cell[i]];
        double half = i < maze->food ? 0.09 : 0.24;
        if (!(s->dots[i / 64] >> i % 64 & 1))
            continue;
        hra_shape_add(out, HRA_SHAPE_PIECE, left_of(place) + 0.5 - half, top_of(maze, place) + 0.5 - half,
                      2 * half, 2 * half);
        hra_shape_id(out, "dot%d", i + 1);
        hra_shape_name(out, i < maze->food ? N_("food") : N_("capsule"));
        hra_shape_on(out, "%s", name_place(place, id));
        hra_shape_last(out)->form = HRA_FORM_DOT;
    }
}

/* Where a ghost stands after a step, as the rules have it. */
static unsigned place_after(const pac_maze *maze, const pac_state *s, hra_move m) {
    const pac_agent *a = &s->agent[s->mover];
    unsigned place = a->place + (unsigned)pac_half[m];
    if (s->mover == 0 || !a->timer)
        return place + (unsigned)pac_half[m];
    return a->timer > 1 ? place : place + place % 2 + place / PAC_ROW % 2 * PAC_ROW;
}

/* Places between two cells on which somebody is, or can be after the next move. */
static void add_places(const pac_maze *maze, const pac_state *s, hra_shapes *out) {
    unsigned place[PLACES];
    int n = 0;
    char id[ID];
    for (int k = 0; k <= maze->ghosts; k++)
        place[n++] = s->agent[k].place;
    for (unsigned m = 0; s->mover >= 0 && m < PAC_MOVES; m++)
        if (pac_ways(maze, s) >> m & 1)
            place[n++] = place_after(maze, s, m);
    for (int i = 0; i < n; i++) {
        bool seen = maze->cell[place[i]] != PAC_NONE;
        for (int k = 0; k < i; k++)
            seen = seen || place[k] == place[i];
        if (seen)
            continue;
        hra_shape_add(out, HRA_SHAPE_PLACE, left_of(place[i]), top_of(maze, place[i]), 1, 1);
        hra_shape_id(out, "%s", name_place(place[i], id));
        hra_shape_name(out, "between two cells");
    }
}

static void add_agent(const pac_maze *maze, const hra_scene_view *m, int k, hra_shapes *out) {
    static const char *const looks[PAC_MOVES] = {"<", ">", ">", "^", "v"};
    static const char *const mouths[PAC_MOVES] = {"left", "right", "right", "up", "down"};
    const pac_state *s = m->state, *before = m->before;
    const pac_agent *a = &s->agent[k];
    char id[ID];
    hra_shape_add(out, HRA_SHAPE_PIECE, left_of(a->place) + 0.06, top_of(maze, a->place) + 0.06, 0.88, 0.88);
    name_place(a->place, id);
    hra_shape_on(out, "%s", id);
    hra_shape_last(out)->owner = k;
    if (k == 0) {
        hra_shape_id(out, "pacman");
        hra_shape_name(out, "Pacman on %s", id);
        hra_shape_text(out, "%s", looks[a->direction]);
        hra_shape_last(out)->form = HRA_FORM_MOUTH;
        hra_shape_last(out)->symbol = mouths[a->direction];
    } else {
        hra_shape_id(out, "ghost%d", k);
        if (a->timer)
            hra_text_addf(
                hra_shape_write(out, HRA_WRITE_NAME),
                _n("ghost %d on %s, scared for %d step", "ghost %d on %s, scared for %d steps", a->timer), k,
                id, a->timer);
        else
            hra_shape_name(out, "ghost %d on %s", k, id);
        hra_shape_text(out, "%d", k);
        hra_shape_last(out)->form = HRA_FORM_GHOST;
        hra_shape_last(out)->symbol = a->timer ? "scared" : "";
    }
    hra_shape_last(out)->marks |=
        (a->timer ? HRA_MARK_FAINT : 0) | (before && before->mover == k ? HRA_MARK_LAST : 0);
}

static void now(const hra_game *game, const hra_scene_view *m, hra_shapes *out) {
    const pac_maze *maze = game->data;
    const pac_state *s = m->state;
    int capsules = 0;
    add_dots(maze, s, out);
    add_places(maze, s, out);
    for (int k = 0; k <= maze->ghosts; k++)
        add_agent(maze, m, k, out);
    for (int i = maze->food; i < maze->dots; i++)
        capsules += (int)(s->dots[i / 64] >> i % 64 & 1);
    hra_shape_add(out, HRA_SHAPE_LABEL, 0, maze->height + 0.1, maze->width < 9 ? 9 : maze->width, 0.8);
    hra_shape_id(out, "figures");
    hra_shape_text(out, "score %d, food %d, capsules %d", s->score, s->food, capsules);
    hra_shape_last(out)->form = HRA_FORM_BEGIN;
}

/* ---- presses --------------------------------------------------------------------------------*/

/* A ghost that is eaten goes home: what moves besides is seen by making the move. */
static void move_input(const hra_game *game, const void *at, hra_move m, hra_move_input *out) {
    const pac_maze *maze = game->data;
    const pac_state *s = at;
    union {
        pac_state state;
        unsigned char bytes[sizeof(pac_state) + PAC_WORDS * sizeof(uint64_t)];
    } after;
    unsigned from = s->agent[s->mover].place, to = place_after(maze, s, m);
    unsigned goal =
        maze->cell[from] == PAC_NONE ? from + (unsigned)pac_half[m] : from + 2 * (unsigned)pac_half[m];
    char id[2][ID];
    hra_input_press(out, "%s", name_place(goal, id[0]));
    if (to != from)
        hra_input_step(out, name_place(from, id[0]), name_place(to, id[1]));
    memcpy(after.bytes, s, game->state_size);
    pac_apply(maze, &after.state, m);
    for (int k = 1; k <= maze->ghosts; k++) {
        unsigned was = k == s->mover ? to : s->agent[k].place;
        if (after.state.agent[k].place != was)
            hra_input_step(out, name_place(was, id[0]), name_place(after.state.agent[k].place, id[1]));
    }
}

static void seat_count(const hra_game *game, const void *state, int seat, hra_text *out) {
    const pac_state *s = state;
    if (seat == 0)
        hra_text_addf(out, _n("%d point", "%d points", s->score), (int)s->score);
}

static void ending(const hra_game *game, const void *state, hra_text *out) {
    const pac_state *s = state;
    const pac_maze *maze = game->data;
    if (s->end == PAC_WON)
        hra_text_add(out, _("all food is eaten"));
    else if (s->end == PAC_UNDECIDED)
        hra_text_add(out, _("no round is left"));
    for (int k = 1; s->end == PAC_LOST && k <= maze->ghosts; k++)
        if (pac_touch(s->agent[0].place, s->agent[k].place)) {
            hra_text_addf(out, _("caught by %s"), hra_game_seat_name(game, k));
            return;
        }
}

static const char *const seat_colors[PAC_AGENTS] = {"yellow", "red",    "violet", "blue",
                                                    "green",  "orange", "black",  "white"};

const hra_rules_scene pac_scene = {
    .size = sizeof(hra_rules_scene),
    .seat_colors = seat_colors,
    .board = board,
    .now = now,
    .move_input = move_input,
    .seat_count = seat_count,
    .ending = ending,
};
