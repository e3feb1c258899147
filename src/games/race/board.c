/* Drawing race: a cross where the ring has the length for one, else a loop; below it a line per seat.
 * A compact board has the fields in lines, in the order in which they are passed.
 * Every field shows its number, because moves are typed by it. A piece stands before the number as a
 * capital letter; a small letter marks a seat's start and lane. */
#include <string.h>

#include "core/messages.h"
#include "race.h"

enum { CELL = 4, CROSS_MOST = RACE_COLUMNS - 1, LOOP_MOST = RACE_COLUMNS - 1, LANE = RACE_LANE };

static const char *const colors[RACE_SEATS] = {"\033[32m", "\033[34m", "\033[31m", "\033[33m"};

/* ---- where things are -------------------------------------------------------------------------*/

/* The arm of a cross whose ring has 8 * (arm + 1) fields; 0: no cross. */
static int arm_of(const race_setup *setup, int columns) {
    int arm = setup->ring % 8 == 0 ? setup->ring / 8 - 1 : 0;
    bool fits =
        2 * arm + 3 <= CROSS_MOST && CELL * (2 * arm + 3) <= columns && setup->home <= arm && !setup->lecture;
    return fits ? arm : 0;
}

/* A cell given from the middle of the cross for the lowest arm, turned to another one. */
static void put(race_grid *g, int arm, int quarter, int dx, int dy, int what) {
    for (int i = 0; i < quarter; i++) {
        int x = dx;
        dx = -dy;
        dy = x;
    }
    g->cell[arm + 1 + dy][arm + 1 + dx] = (uint16_t)what;
}

/* Each quarter begins at the foot of its arm on the left: up, left, and one step up to the next. */
static void lay_cross(race_grid *g, const race_setup *setup, int arm) {
    int quarter_length = setup->ring / 4, field = 1;
    g->width = g->height = 2 * arm + 3;
    for (int quarter = 0; quarter < 4; quarter++) {
        for (int i = 0; i <= arm; i++)
            put(g, arm, quarter, -1, arm + 1 - i, field++);
        for (int i = 1; i <= arm; i++)
            put(g, arm, quarter, -1 - i, 1, field++);
        put(g, arm, quarter, -1 - arm, 0, field++);
    }
    for (int seat = 0; seat < setup->seats; seat++)
        for (int i = 1; i <= setup->home; i++)
            put(g, arm, setup->start[seat] / quarter_length, 0, arm + 1 - i, LANE + 16 * seat + i);
}

/* Clockwise from the upper left corner. */
static void lay_loop(race_grid *g, const race_setup *setup, int columns) {
    int sum = (setup->ring + 4) / 2, widest = columns / CELL < LOOP_MOST ? columns / CELL : LOOP_MOST;
    int width = (2 * sum + 2) / 3;
    width = width < widest ? width : widest;
    width = width > 2 ? width : 2;
    int height = sum - width, field = 1;
    g->width = width, g->height = height;
    for (int x = 0; x < width; x++)
        g->cell[0][x] = (uint16_t)field++;
    for (int y = 1; y < height; y++)
        g->cell[y][width - 1] = (uint16_t)field++;
    for (int x = width - 2; x >= 0; x--)
        g->cell[height - 1][x] = (uint16_t)field++;
    for (int y = height - 2; y > 0; y--)
        g->cell[y][0] = (uint16_t)field++;
}

int race_lay(race_grid *g, const race_setup *setup, int columns) {
    int arm = arm_of(setup, columns);
    *g = (race_grid){0};
    if (arm)
        lay_cross(g, setup, arm);
    else
        lay_loop(g, setup, columns);
    return arm;
}

/* ---- one place --------------------------------------------------------------------------------*/

/* The letter before a number, and whose it is; a blank and -1 for a plain field. */
static char mark_of(const race_setup *setup, const race_state *r, int what, int *seat) {
    *seat = -1;
    if (what >= LANE) {
        *seat = (what - LANE) / 16;
        for (int i = 0; i < setup->pieces; i++)
            if (r->place[*seat][i] == setup->ring + (what - LANE) % 16)
                return race_sign(*seat);
        return (char)(race_sign(*seat) + 32);
    }
    for (int k = 0; k < setup->seats; k++)
        for (int i = 0; i < setup->pieces; i++) {
            int place = r->place[k][i];
            if (place && place <= setup->ring && race_field(setup, k, place) == what - 1) {
                *seat = k;
                return race_sign(k);
            }
        }
    for (int k = 0; k < setup->seats; k++)
        if (setup->start[k] == what - 1) {
            *seat = k;
            return (char)(race_sign(k) + 32);
        }
    return ' ';
}

/* Three columns and a blank before them. */
static void draw_cell(const race_setup *setup, const race_state *r, const hra_board_style *look, int what,
                      hra_text *out) {
    char text[16];
    int seat;
    if (!what) {
        hra_text_add(out, "    ");
        return;
    }
    char mark = mark_of(setup, r, what, &seat);
    if (what >= LANE)
        hra_snprintf(text, sizeof text, "%cD%d", mark, (what - LANE) % 16);
    else
        hra_snprintf(text, sizeof text, "%c%d", mark, what);
    bool color = look->color && seat >= 0, piece = mark >= 'A' && mark <= 'Z';
    hra_text_addf(out, "%*s%s%s%s%s", CELL - (int)strlen(text), "", color ? colors[seat] : "",
                  color && piece ? "\033[1;7m" : "", text, color ? "\033[0m" : "");
}

/* ---- the lines below --------------------------------------------------------------------------*/

/* "has thrown 2 ⚁", "has thrown 2+5 ⚁⚄, again": what is left of the throw. */
static void draw_dice(const race_setup *setup, const race_state *r, const hra_board_style *look,
                      hra_text *out) {
    static const char *const dice[] = {"⚀", "⚁", "⚂", "⚃", "⚄", "⚅"};
    int die[RACE_DICE], n = race_dice(setup, r, die);
    hra_text_addf(out, "%s ", _("has thrown"));
    for (int i = 0; i < n; i++)
        hra_text_addf(out, "%s%d", i ? "+" : "", die[i]);
    for (int i = 0; i < n && look->unicode && die[n - 1] <= 6; i++)
        hra_text_addf(out, "%s%s", i ? "" : " ", dice[die[i] - 1]);
    if (setup->dice == 2 && r->again)
        hra_text_add(out, _(", again"));
}

static void draw_turn(const race_setup *setup, const race_state *r, const hra_board_style *look,
                      hra_text *out) {
    if (r->won)
        hra_text_add(out, _("has won"));
    else if (r->thrown)
        draw_dice(setup, r, look, out);
    else if (r->failed)
        hra_text_addf(out, _("throws, try %d of %d"), r->failed + 1, setup->tries);
    else
        hra_text_add(out, _("throws"));
}

/* Columns of the longest name of a seat. */
static int widest_name(void) {
    int widest = 0;
    for (int seat = 0; seat < RACE_SEATS; seat++) {
        int width = hra_text_columns(race_seat(seat));
        widest = width > widest ? width : widest;
    }
    return widest;
}

static void draw_seat(const race_setup *setup, const race_state *r, const hra_board_style *look, int seat,
                      bool lane, hra_text *out) {
    int off = 0, home = 0;
    for (int i = 0; i < setup->pieces; i++) {
        off += r->place[seat][i] == 0;
        home += r->place[seat][i] > setup->ring;
    }
    hra_text_addf(out, " %c ", race_sign(seat));
    size_t name = out->length;
    hra_text_add(out, race_seat(seat));
    hra_text_pad(out, name, widest_name() + 2);
    hra_text_addf(out, _("off %d  home %d/%d"), off, home, setup->pieces);
    if (lane) {
        hra_text_add_char(out, ' ');
        for (int i = 1; i <= setup->home; i++)
            draw_cell(setup, r, look, LANE + 16 * seat + i, out);
    }
    if (seat == r->turn && !look->over) {
        hra_text_add(out, "  ");
        draw_turn(setup, r, look, out);
    }
    hra_text_add_char(out, '\n');
}

static void draw_lines(const race_setup *setup, const race_state *r, const hra_board_style *look,
                       hra_text *out) {
    int across = look->width / CELL > 10 ? look->width / CELL / 10 * 10 : 10;
    for (int field = 1; field <= setup->ring; field++) {
        draw_cell(setup, r, look, field, out);
        if (field % across == 0 || field == setup->ring)
            hra_text_add_char(out, '\n');
    }
}

/* Returns whether the lanes are on it. */
static bool draw_ring(const race_setup *setup, const race_state *r, const hra_board_style *look,
                      hra_text *out) {
    race_grid g;
    int arm = race_lay(&g, setup, look->width);
    for (int y = 0; y < g.height; y++) {
        int last = g.width;
        while (last > 0 && !g.cell[y][last - 1])
            last--;
        for (int x = 0; x < last; x++)
            draw_cell(setup, r, look, g.cell[y][x], out);
        hra_text_add_char(out, '\n');
    }
    return arm > 0;
}

void race_show(const hra_game *game, const void *s, const hra_board_style *look, hra_text *out) {
    const race_setup *setup = game->data;
    bool lanes = !look->compact && draw_ring(setup, s, look, out);
    if (look->compact)
        draw_lines(setup, s, look, out);
    for (int seat = 0; seat < setup->seats; seat++)
        draw_seat(setup, s, look, seat, !lanes, out);
}
