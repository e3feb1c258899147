/* Drawing the maze: two columns a cell where they fit, walls as lines, and a line of figures. */
#include <string.h>

#include "core/messages.h"
#include "pacman.h"

static const char *const colors[PAC_AGENTS] = {"\033[1;33m", "\033[1;31m", "\033[1;35m", "\033[1;36m",
                                               "\033[1;32m", "\033[31m",   "\033[35m",   "\033[36m"};
static const char scared_color[] = "\033[1;34m", dot_color[] = "\033[37m", capsule_color[] = "\033[1;37m",
                  wall_color[] = "\033[34m", plain[] = "\033[0m";

typedef struct brush {
    const pac_maze *maze;
    const pac_state *s;
    const hra_board_style *look;
    hra_text *out;
    bool wide; /* two columns a cell */
} brush;

/* Outside of the maze all is wall. */
static bool is_wall(const pac_maze *maze, int x, int y) {
    return x < 0 || y < 0 || x >= maze->width || y >= maze->height || !maze->ways[pac_place(x, y)];
}

static bool inside(const pac_maze *maze, int x, int y) {
    return x >= 0 && y >= 0 && x < maze->width && y < maze->height;
}

/* Two walls side by side are joined by a line, unless it would lie in the middle of walls. */
static bool joined(const pac_maze *maze, int x, int y, int dx, int dy) {
    int u = x + dx, v = y + dy;
    if (!inside(maze, u, v) || !is_wall(maze, x, y) || !is_wall(maze, u, v))
        return false;
    return !(is_wall(maze, x + dy, y + dx) && is_wall(maze, u + dy, v + dx) &&
             is_wall(maze, x - dy, y - dx) && is_wall(maze, u - dy, v - dx));
}

static void add(const brush *b, const char *color, const char *text) {
    bool colored = b->look->color && color;
    hra_text_addf(b->out, "%s%s%s", colored ? color : "", text, colored ? plain : "");
}

static void draw_wall(const brush *b, int x, int y) {
    /* Bits: north, east, south, west. */
    static const char *const lines[16] = {" ", "│", "─", "└", "│", "│", "┌", "├",
                                          "─", "┘", "─", "┴", "┐", "┤", "┬", "┼"};
    const pac_maze *maze = b->maze;
    bool east = joined(maze, x, y, 1, 0);
    int bits = joined(maze, x, y, 0, 1) | east << 1 | joined(maze, x, y, 0, -1) << 2 |
               joined(maze, x, y, -1, 0) << 3;
    bool alone = is_wall(maze, x, y) && bits == 0 && !(is_wall(maze, x - 1, y) && is_wall(maze, x + 1, y));
    add(b, wall_color, !b->look->unicode ? "%" : alone ? "▪" : lines[bits]);
    if (b->wide && x + 1 < maze->width)
        add(b, wall_color, !b->look->unicode ? (is_wall(maze, x + 1, y) ? "%" : " ") : east ? "─" : " ");
}

/* Pacman's sign looks where it goes; a ghost shows its number, and another shape while it is scared. */
static void draw_agent(const brush *b, int k) {
    static const char *const unicode[PAC_MOVES] = {"←", " ", "→", "↑", "↓"};
    static const char ascii[] = ">C<v^";
    const pac_agent *a = &b->s->agent[k];
    char sign[16];
    bool lines = b->look->unicode;
    if (k == 0 && lines)
        hra_snprintf(sign, sizeof sign, "●%s", b->wide ? unicode[a->direction] : "");
    else if (k == 0)
        hra_snprintf(sign, sizeof sign, "%c%s", ascii[a->direction], b->wide ? " " : "");
    else if (b->wide && lines)
        hra_snprintf(sign, sizeof sign, "%s%d", a->timer ? "◇" : "◆", k);
    else if (b->wide)
        hra_snprintf(sign, sizeof sign, "%c%d", a->timer ? '~' : 'G', k);
    else
        hra_snprintf(sign, sizeof sign, "%c", (a->timer ? 'a' : '1') + k - 1);
    add(b, a->timer ? scared_color : colors[k], sign);
}

static void draw_floor(const brush *b, unsigned at) {
    unsigned dot = b->maze->dot[at];
    bool there = dot != PAC_NONE && b->s->dots[dot / 64] >> dot % 64 & 1;
    if (there && (int)dot < b->maze->food)
        add(b, dot_color, b->look->unicode ? "·" : ".");
    else
        add(b, there ? capsule_color : NULL, !there ? " " : b->look->unicode ? "◉" : "o");
    if (b->wide)
        add(b, NULL, " ");
}

/* The agent drawn on this cell: a ghost before Pacman, a dangerous ghost first; -1 if there is none. A ghost
 * between two cells is drawn on the one to which halves are rounded. */
static int agent_at(const brush *b, int x, int y) {
    int found = -1;
    for (int k = 0; k <= b->maze->ghosts; k++) {
        const pac_agent *a = &b->s->agent[k];
        if ((pac_x2(a->place) + 1) / 2 != x || (pac_y2(a->place) + 1) / 2 != y)
            continue;
        if (found <= 0 || (b->s->agent[found].timer && !a->timer))
            found = k;
    }
    return found;
}

static void draw_figures(const brush *b) {
    const pac_maze *maze = b->maze;
    const pac_state *s = b->s;
    int capsules = 0;
    for (int i = maze->food; i < maze->dots; i++)
        capsules += (int)(s->dots[i / 64] >> i % 64 & 1);
    hra_text_addf(b->out, _("score %d  food %d  capsules %d"), s->score, s->food, capsules);
    hra_text_add(b->out, "  ");
    if (maze->limit) {
        hra_text_addf(b->out, _("round %d"), s->round);
        hra_text_add(b->out, "  ");
    }
    switch (s->end) {
    case PAC_WON:
        hra_text_add(b->out, _("Pacman has won"));
        break;
    case PAC_LOST:
        hra_text_add(b->out, _("Pacman is caught"));
        break;
    case PAC_UNDECIDED:
        hra_text_add(b->out, _("undecided"));
        break;
    default:
        if (s->mover)
            hra_text_addf(b->out, _("ghost %d moves"), s->mover);
        else
            hra_text_add(b->out, _("Pacman moves"));
    }
    hra_text_add_char(b->out, '\n');
}

static void draw_scared(const brush *b) {
    char list[PAC_GHOSTS * 32] = "";
    size_t length = 0;
    for (int k = 1; k <= b->maze->ghosts; k++)
        if (b->s->agent[k].timer) {
            (void)hra_snprintf(list + length, sizeof list - length,
                               length ? _(", %d for %d") : _("%d for %d"), k, b->s->agent[k].timer);
            length = strlen(list);
        }
    if (length)
        hra_text_addf(b->out, _("scared: ghost %s steps\n"), list);
}

void pac_show(const hra_game *game, const void *s, const hra_board_style *look, hra_text *out) {
    const pac_maze *maze = game->data;
    brush b = {.maze = maze, .s = s, .look = look, .out = out, .wide = 2 * maze->width - 1 <= look->width};
    for (int y = maze->height - 1; y >= 0; y--) {
        for (int x = 0; x < maze->width; x++) {
            int k = agent_at(&b, x, y);
            if (is_wall(maze, x, y))
                draw_wall(&b, x, y);
            else if (k >= 0)
                draw_agent(&b, k);
            else
                draw_floor(&b, pac_place(x, y));
        }
        hra_text_add_char(out, '\n');
    }
    draw_figures(&b);
    draw_scared(&b);
}
