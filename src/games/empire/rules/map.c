/* Maps: neighbours, distances, continents; map A and grids out of text. */
#include <stdlib.h>
#include <string.h>

#include "army_moves.h"
#include "core/lines.h"
#include "core/messages.h"
#include "empire.h"

static void join(em_map *map, int a, int b, bool sea) {
    for (int kind = sea; kind < 2; kind++) {
        map->near[kind][a] |= UINT32_C(1) << b;
        map->near[kind][b] |= UINT32_C(1) << a;
    }
}

/* Computes distances from one region, and the regions within each number of steps. */
static void measure(em_map *map, int sea, int from) {
    uint32_t seen = UINT32_C(1) << from, edge = seen;
    memset(map->distance[sea][from], EM_FAR, sizeof map->distance[sea][from]);
    map->distance[sea][from][from] = 0;
    for (int d = 1; d <= EM_REGIONS; d++) {
        uint32_t next = 0;
        for (uint32_t rest = edge; rest; rest &= rest - 1)
            next |= map->near[sea][em_lowest(rest)];
        edge = next & ~seen;
        seen |= edge;
        for (uint32_t rest = edge; rest; rest &= rest - 1)
            map->distance[sea][from][em_lowest(rest)] = (uint8_t)d;
        if (d <= EM_MARCHES)
            map->reach[sea][from][d] = seen & ~(UINT32_C(1) << from);
    }
}

static hra_err finish(em_map *map, hra_error *why) {
    for (int sea = 0; sea < 2; sea++)
        for (int region = 0; region < map->regions; region++)
            measure(map, sea, region);
    return em_army_moves_prepare(map) ? hra_no_memory(why) : HRA_OK;
}

void em_map_release(em_map *map) {
    for (int sea = 0; sea < 2; sea++) {
        free(map->first_wins[sea]);
        map->first_wins[sea] = NULL;
    }
}

hra_err em_map_a(em_map *map, hra_error *why) {
    *map = (em_map){.regions = EM_MAP_A_REGIONS};
    for (int i = 0; i < EM_MAP_A_REGIONS; i++) {
        const em_map_region *r = &em_map_a_regions[i];
        int continent = r->continent - 'A';
        if (r->start)
            map->start = i;
        map->continent[continent] |= UINT32_C(1) << i;
        map->continent_of[i] = (uint8_t)continent;
        map->continents = continent >= map->continents ? continent + 1 : map->continents;
        map->x[i] = r->x;
        map->y[i] = r->y;
    }
    for (int i = 0; i < em_map_a_edge_count; i++)
        join(map, em_map_a_edges[i].a - 1, em_map_a_edges[i].b - 1, em_map_a_edges[i].sea);
    return finish(map, why);
}

/* ---- grids ------------------------------------------------------------------------------------*/

typedef struct grid {
    em_map *map;
    hra_lines l;
    int8_t region[EM_GRID_ROWS][EM_GRID_COLUMNS]; /* -1: water */
    bool start;
} grid;

static hra_err wrong(grid *g, const char *what) {
    return hra_lines_fail(&g->l, HRA_EINPUT, "%s", _(what));
}

static hra_err read_cell(grid *g, char c, int row, int column) {
    em_map *map = g->map;
    if (row == EM_GRID_ROWS || column == EM_GRID_COLUMNS)
        return wrong(g, N_("a grid has at most 16 rows and 16 columns"));
    if (c >= 'a' && c <= 'z')
        c = (char)(c - 'a' + 'A');
    if (c != 'G' && c != 'W' && c != 'S')
        return wrong(g, N_("expected G for land, W for water or S for the start"));
    if (c == 'S' && g->start)
        return wrong(g, N_("a second start S; a map has one"));
    g->region[row][column] = -1;
    if (c == 'W')
        return HRA_OK;
    if (map->regions == EM_REGIONS)
        return wrong(g, N_("a map has at most 32 regions, cells G and S"));
    if (c == 'S') {
        g->start = true;
        map->start = map->regions;
    }
    map->x[map->regions] = (int16_t)column;
    map->y[map->regions] = (int16_t)row;
    g->region[row][column] = (int8_t)map->regions++;
    return HRA_OK;
}

/* Ends a line with this number of columns; the cursor is at its end. */
static hra_err end_line(grid *g, int columns) {
    em_map *map = g->map;
    if (columns == 0)
        return wrong(g, N_("an empty line is allowed at the end only"));
    if (map->rows == 0)
        map->columns = columns;
    if (columns > map->columns)
        g->l.at = g->l.start + map->columns;
    if (columns != map->columns)
        return wrong(g, columns < map->columns ? N_("this line is shorter than the first one")
                                               : N_("this line is longer than the first one"));
    map->rows++;
    return HRA_OK;
}

static hra_err read_grid(grid *g) {
    hra_lines *l = &g->l;
    while (hra_lines_next(l)) {
        int column = 0;
        for (; !l->err && l->at < l->end; l->at += !l->err)
            read_cell(g, *l->at, g->map->rows, column++);
        end_line(g, column);
    }
    if (g->map->rows == 0)
        return end_line(g, 0);
    l->number = 1;
    l->at = l->start;
    return l->err || g->start ? l->err : wrong(g, N_("missing start S"));
}

static int region_at(const grid *g, int row, int column) {
    bool inside = row >= 0 && row < g->map->rows && column >= 0 && column < g->map->columns;
    return inside ? g->region[row][column] : -1;
}

/* Neighbours below to the right and to the left, round a corner of water. */
static void join_corners(grid *g) {
    for (int row = 0; row < g->map->rows; row++)
        for (int column = 0; column < g->map->columns; column++)
            for (int side = -1; side <= 1; side += 2) {
                int a = g->region[row][column], b = region_at(g, row + 1, column + side);
                bool land = region_at(g, row, column + side) >= 0 && region_at(g, row + 1, column) >= 0;
                if (a >= 0 && b >= 0 && !land)
                    join(g->map, a, b, true);
            }
}

/* Neighbours to the right and below; by sea, behind one cell of water. */
static void join_cells(grid *g) {
    for (int row = 0; row < g->map->rows; row++)
        for (int column = 0; column < g->map->columns; column++)
            for (int down = 0; down < 2; down++) {
                int a = g->region[row][column], r = row + down, c = column + 1 - down;
                if (a < 0 || r >= g->map->rows || c >= g->map->columns)
                    continue;
                bool sea = g->region[r][c] < 0;
                r += sea && down;
                c += sea && !down;
                if (r < g->map->rows && c < g->map->columns && g->region[r][c] >= 0)
                    join(g->map, a, g->region[r][c], sea);
            }
}

/* Land that hangs together is a continent. */
static void find_continents(em_map *map) {
    uint32_t seen = 0;
    for (int i = 0; i < map->regions; i++) {
        uint32_t set = UINT32_C(1) << i, before = 0;
        if (seen & set)
            continue;
        while (set != before) {
            before = set;
            for (uint32_t rest = before; rest; rest &= rest - 1)
                set |= map->near[0][em_lowest(rest)];
        }
        for (uint32_t rest = set; rest; rest &= rest - 1)
            map->continent_of[em_lowest(rest)] = (uint8_t)map->continents;
        map->continent[map->continents++] = set;
        seen |= set;
    }
}

hra_err em_map_grid(em_map *map, const char *name, const char *text, size_t length, bool corners,
                    hra_error *why) {
    grid g = {.map = map};
    char label[120];
    *map = (em_map){.grid = true};
    while (length && strchr(" \r\n", text[length - 1]) && text[length - 1])
        length--;
    hra_lines_open(&g.l, text, length, 1, why);
    (void)hra_snprintf(label, sizeof label, _("game empire: map '%.80s'"), name);
    g.l.name = label;
    hra_err err = read_grid(&g);
    if (err)
        return err;
    join_cells(&g);
    if (corners)
        join_corners(&g);
    find_continents(map);
    return finish(map, why);
}
