/* The map as it is drawn: regions at their places, their ways between them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"

enum { WIDTH = EM_BOARD_WIDTH, HEIGHT = 2 * EM_GRID_ROWS, PLAIN = 255, WAY = 254 };

/* Characters and whose colour they have. */
typedef struct canvas {
    int rows;
    char sign[HEIGHT][WIDTH + 1];
    uint8_t owner[HEIGHT][WIDTH];
} canvas;

/* Where map A has its regions on the drawing: column and row. */
static const uint8_t places_a[EM_MAP_A_REGIONS][2] = {
    {1, 0},   {0, 3},   {13, 2}, {23, 0},  {12, 5},  {0, 6},   {3, 9},   {45, 1}, {44, 3},
    {67, 1},  {25, 6},  {39, 6}, {55, 5},  {67, 4},  {33, 8},  {53, 8},  {67, 7}, {33, 11},
    {47, 10}, {52, 12}, {6, 12}, {21, 12}, {67, 10}, {38, 13}, {58, 13},
};
enum { ROWS_A = 14 };

/* And where the letters of its continents stand: off the ways. */
static const uint8_t letters_a[][2] = {
    {19, 3},
    {57, 3},
    {13, 13},
    {68, 12},
};

/* Of grids. */
static int cell_width(const em_map *map) {
    int width = WIDTH / map->columns;
    return width > 13 ? 13 : width;
}

static int cell_height(const em_map *map) {
    return map->rows <= 7 ? 2 : 1;
}

static void place_of(const em_map *map, int region, int *column, int *row) {
    if (map->grid) {
        int height = cell_height(map);
        *column = map->x[region] * cell_width(map);
        *row = map->y[region] * height;
    } else {
        *column = places_a[region][0];
        *row = places_a[region][1];
    }
}

/* ---- ways -------------------------------------------------------------------------------------*/

/* A dotted line; by sea a wave. */
static void draw_way(canvas *c, const em_map *map, int a, int b, bool sea) {
    int x0, y0, x1, y1;
    place_of(map, a, &x0, &y0);
    place_of(map, b, &x1, &y1);
    int steps = abs(x1 - x0) > 2 * abs(y1 - y0) ? abs(x1 - x0) / 2 : abs(y1 - y0);
    for (int i = 1; i < steps; i++) {
        int x = 1 + x0 + (2 * i * (x1 - x0) + steps) / (2 * steps), y = y0;
        y += (2 * i * (y1 - y0) + (y1 > y0 ? steps : -steps)) / (2 * steps);
        c->sign[y][x] = sea ? '~' : '.';
        c->owner[y][x] = WAY;
    }
}

static void draw_ways(canvas *c, const em_map *map) {
    for (int sea = 1; sea >= 0; sea--)
        for (int a = 0; a < map->regions; a++)
            for (int b = 0; b < a; b++)
                if (map->near[0][a] >> b & 1 ? !sea : sea && map->near[1][a] >> b & 1)
                    draw_way(c, map, a, b, sea);
}

static void draw_water(canvas *c, const em_map *map) {
    int width = cell_width(map), height = cell_height(map);
    for (int row = 0; row < c->rows; row++)
        for (int column = 0; column < map->columns * width; column++) {
            c->sign[row][column] = (column + row) % 3 ? ' ' : '~';
            c->owner[row][column] = WAY;
        }
    for (int i = 0; i < map->regions; i++)
        for (int row = 0; row < height; row++)
            for (int column = 0; column < width; column++) {
                c->sign[map->y[i] * height + row][map->x[i] * width + column] = ' ';
                c->owner[map->y[i] * height + row][map->x[i] * width + column] = PLAIN;
            }
}

/* ---- regions ----------------------------------------------------------------------------------*/

typedef struct label {
    char sign[64];
    uint8_t owner[64];
    int length;
} label;

static void add(label *l, int owner, const char *text) {
    for (; *text && l->length < (int)sizeof l->sign; text++) {
        l->sign[l->length] = *text;
        l->owner[l->length++] = (uint8_t)owner;
    }
}

/* "12R": the number, and the seat with the majority, = if no seat has it. The start region is in brackets. */
static void add_head(label *l, const em_map *map, const em_state *s, int region,
                     const uint32_t held[EM_SEATS]) {
    char text[16], sign = 0;
    int who = PLAIN;
    for (int owner = 0; owner < EM_OWNERS; owner++) {
        sign = s->piece[owner][region] ? '=' : sign;
        if (owner < EM_SEATS && held[owner] >> region & 1)
            who = owner;
    }
    hra_snprintf(text, sizeof text, region == map->start ? "(%d)%c" : "%d%c", region + 1,
                 who < EM_SEATS ? em_sign(who) : sign);
    add(l, who, text);
}

/* "R3*B2": armies, and a star a city. */
static void add_pieces(label *l, const em_state *s, int region) {
    for (int owner = 0; owner < EM_OWNERS; owner++) {
        uint8_t piece = s->piece[owner][region];
        char text[16];
        if (!piece)
            continue;
        hra_snprintf(text, sizeof text, "%c%d%.*s", em_sign(owner), em_armies(piece), em_cities(piece),
                     "***");
        add(l, owner, text);
    }
}

/* Columns from here to the next label of the row or the margin. */
static int capacity(const em_map *map, int region) {
    int column, row, best = WIDTH;
    place_of(map, region, &column, &row);
    if (map->grid)
        return cell_width(map) - 1;
    for (int i = 0; i < map->regions; i++) {
        int x, y;
        place_of(map, i, &x, &y);
        if (y == row && x > column && x < best)
            best = x;
    }
    return best - column - (best < WIDTH);
}

/* Writes a label, as far as there is room; false: it does not fit. */
static bool put(canvas *c, const label *l, int column, int row, int most) {
    for (int i = 0; i < l->length && i < most; i++) {
        c->sign[row][column + i] = l->sign[i];
        c->owner[row][column + i] = l->owner[i];
    }
    if (l->length > most && most > 0)
        c->sign[row][column + most - 1] = '+';
    return l->length <= most;
}

static void put_letter(canvas *c, int continent, int column, int row) {
    char name[8];
    label l = {.length = 0};
    em_name_continent(continent, name);
    add(&l, PLAIN, "[");
    add(&l, PLAIN, name);
    add(&l, PLAIN, "]");
    (void)put(c, &l, column, row, l.length);
}

/* Map A has room for a letter on each continent; */
static void draw_letters(canvas *c, const em_map *map) {
    for (int i = 0; i < map->continents && !map->grid; i++)
        put_letter(c, i, letters_a[i][0], letters_a[i][1]);
}

/* a cell of a grid where it is wide and nothing else stands at its right. */
static void draw_cell_letter(canvas *c, const em_map *map, int region, int column, int row, int taken) {
    int from = map->grid ? cell_width(map) - 4 : 0;
    if (map->grid && map->continent_of[region] < 26 && from > taken)
        put_letter(c, map->continent_of[region], column + from, row);
}

/* False: not all of it could be said at its place. */
static bool draw_region(canvas *c, const em_map *map, const em_state *s, int region,
                        const uint32_t held[EM_SEATS]) {
    label head = {.length = 0}, pieces = {.length = 0};
    int column, row, most = capacity(map, region);
    place_of(map, region, &column, &row);
    add_head(&head, map, s, region, held);
    add_pieces(&pieces, s, region);
    if (!map->grid || cell_height(map) < 2) {
        add(&head, PLAIN, pieces.length ? " " : "");
        add_pieces(&head, s, region);
        pieces.length = 0;
    }
    draw_cell_letter(c, map, region, column, row, head.length);
    return put(c, &head, column, row, most) && (!pieces.length || put(c, &pieces, column, row + 1, most));
}

/* ---- the whole --------------------------------------------------------------------------------*/

void em_color(const hra_board_style *look, int owner, hra_text *out) {
    static const int codes[EM_OWNERS] = {31, 34, 32, 33, 35, 1};
    if (look->color)
        hra_text_addf(out, "\033[%dm", owner < EM_OWNERS ? codes[owner] : owner == WAY ? 2 : 0);
}

static void add_row(const canvas *c, int row, const hra_board_style *look, hra_text *out) {
    int end = WIDTH, now = PLAIN;
    while (end > 0 && c->sign[row][end - 1] == ' ')
        end--;
    for (int i = 0; i < end; i++) {
        int owner = c->sign[row][i] == ' ' ? now : c->owner[row][i];
        if (owner != now) {
            em_color(look, PLAIN, out);
            em_color(look, owner, out);
        }
        now = owner;
        if (look->unicode && now == WAY)
            hra_text_add(out, c->sign[row][i] == '.' ? "\u00b7" : c->sign[row][i] == '~' ? "\u2248" : " ");
        else
            hra_text_add_char(out, c->sign[row][i]);
    }
    if (now != PLAIN)
        em_color(look, PLAIN, out);
    hra_text_add_char(out, '\n');
}

/* A region for which the drawing has no room. */
static void add_region(const em_map *map, const em_state *s, int region, const uint32_t held[EM_SEATS],
                       label *l) {
    l->length = 0;
    add_head(l, map, s, region, held);
    add(l, PLAIN, " ");
    add_pieces(l, s, region);
}

static void add_label(const label *l, const hra_board_style *look, hra_text *out) {
    for (int i = 0; i < l->length; i++) {
        if (i == 0 || l->owner[i] != l->owner[i - 1])
            em_color(look, l->owner[i], out);
        hra_text_add_char(out, l->sign[i]);
    }
    em_color(look, PLAIN, out);
}

/* The regions of a set, as many in a line as fit; each in one of its own where lines are short. */
static void add_regions(const em_map *map, const em_state *s, uint32_t set, const uint32_t held[EM_SEATS],
                        const hra_board_style *look, hra_text *out) {
    label l;
    int column = 0;
    for (uint32_t rest = set; rest; rest &= rest - 1) {
        add_region(map, s, em_lowest(rest), held, &l);
        bool fits = look->width >= WIDTH && column + 3 + l.length <= WIDTH;
        if (rest != set)
            hra_text_add(out, fits ? "   " : "\n");
        column = (fits && rest != set ? column + 3 : 0) + l.length;
        add_label(&l, look, out);
    }
    if (set)
        hra_text_add_char(out, '\n');
}

void em_draw_map(const em_game *g, const em_state *s, const hra_board_style *look, hra_text *out) {
    const em_map *map = &g->map;
    uint32_t held[EM_SEATS], rest = 0;
    canvas c = {.rows = map->grid ? map->rows * cell_height(map) : ROWS_A};
    memset(c.sign, ' ', sizeof c.sign);
    memset(c.owner, PLAIN, sizeof c.owner);
    em_holdings(g, s, held);
    if (map->grid)
        draw_water(&c, map);
    else
        draw_ways(&c, map);
    draw_letters(&c, map);
    for (int i = 0; i < map->regions; i++)
        if (!draw_region(&c, map, s, i, held))
            rest |= UINT32_C(1) << i;
    if (look->width < WIDTH) /* no room for a drawing: what stands somewhere, as a list */
        rest = ~UINT32_C(0) >> (EM_REGIONS - map->regions);
    for (int row = 0; row < c.rows && look->width >= WIDTH; row++)
        add_row(&c, row, look, out);
    add_regions(map, s, rest, held, look, out);
}
