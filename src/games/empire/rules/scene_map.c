/* The map of empire as shapes: the sea, the ways over it, the continents and their regions. */
#include <math.h>

#include "core/messages.h"
#include "scene.h"

/* Cells: the size of a continent's name, and the least border that is seen as one. */
static const double name_size = 0.8, least_border = 0.25;

enum { SEA_TONE = 3 };

static const int tones[] = {2, 5, 4, 6, 7}; /* of continents */

/* ---- ways -----------------------------------------------------------------------------------*/

/* The lines of a map, so that no name stands on one. */
typedef struct ways {
    int count;
    em_line line[EM_REGIONS * (EM_REGIONS - 1) / 2];
} ways;

static void add_way(const em_game *g, int a, int b, bool sea, ways *drawn, hra_shapes *out) {
    em_line line = em_way(&g->map, &g->drawing, a, b);
    hra_shape_add(out, HRA_SHAPE_PATH, line.x0, line.y0, line.x1 - line.x0, line.y1 - line.y0);
    hra_shape_id(out, "way.%d-%d", a + 1, b + 1);
    if (sea)
        hra_shape_name(out, "way by sea from %d to %d", a + 1, b + 1);
    else
        hra_shape_name(out, "way by land from %d to %d", a + 1, b + 1);
    hra_shape_last(out)->form = sea ? HRA_FORM_DASHED : HRA_FORM_PLAIN;
    drawn->line[drawn->count++] = line;
}

/* Ways by sea, and those by land that no border shows. */
static void add_ways(const em_game *g, ways *drawn, hra_shapes *out) {
    for (int a = 0; a < g->map.regions; a++)
        for (int b = a + 1; b < g->map.regions; b++) {
            bool land = g->map.near[0][a] >> b & 1;
            if (land ? em_border(&g->drawing.area[a], &g->drawing.area[b]) < least_border
                     : g->map.near[1][a] >> b & 1)
                add_way(g, a, b, !land, drawn, out);
        }
}

static double far_from_line(const em_line *w, double x, double y) {
    double dx = w->x1 - w->x0, dy = w->y1 - w->y0, square = dx * dx + dy * dy;
    double part = square > 0 ? ((x - w->x0) * dx + (y - w->y0) * dy) / square : 0;
    part = fmin(fmax(part, 0), 1);
    double off_x = x - w->x0 - part * dx, off_y = y - w->y0 - part * dy;
    return sqrt(off_x * off_x + off_y * off_y);
}

/* ---- continents -----------------------------------------------------------------------------*/

static void add_region(const em_game *g, int i, const char *continent, int tone, hra_shapes *out) {
    const em_area *area = &g->drawing.area[i];
    hra_shape_add(out, HRA_SHAPE_CELL, area->box.x, area->box.y, area->box.width, area->box.height);
    hra_shape_id(out, "%d", i + 1);
    if (i == g->map.start)
        hra_shape_name(out, "region %d of continent %s, start", i + 1, continent);
    else
        hra_shape_name(out, "region %d of continent %s", i + 1, continent);
    hra_text_addf(hra_shape_write(out, HRA_WRITE_GROUP), _("continent %s"), continent);
    hra_shape_last(out)->tone = tone;
    for (int k = 0; k < area->corners; k++)
        hra_shape_corner(out, area->x[k] / 100.0, area->y[k] / 100.0);
}

static void add_number(const em_game *g, int i, hra_shapes *out) {
    em_box room = g->drawing.area[i].room;
    bool start = i == g->map.start;
    hra_shape_add(out, HRA_SHAPE_LABEL, room.x, room.y, fmax(room.width - 0.5, 0.5), EM_SCENE_NUMBER);
    hra_shape_id(out, "%d.number", i + 1);
    hra_shape_text(out, "%d%s", i + 1, start ? "★" : "");
    hra_shape_on(out, "%d", i + 1);
    hra_shape_last(out)->form = HRA_FORM_BEGIN;
    hra_shape_last(out)->marks |= start ? HRA_MARK_HELD : 0;
}

/* At least how far a point lies from what is in a box. */
static double far_from_box(const em_box *b, double x, double y) {
    return fmax(fmax(b->x - x, x - b->x - b->width), fmax(b->y - y, y - b->y - b->height));
}

/* How well a continent's name stands here: near its coast, off all others; INFINITY: not at all. */
static double cost_of_name(const em_game *g, int continent, double x, double y) {
    double nearest = INFINITY, crowd = 0;
    for (int i = 0; i < g->map.regions; i++) {
        bool own = g->map.continent_of[i] == continent;
        if (far_from_box(&g->drawing.area[i].box, x, y) > (own ? nearest : name_size))
            continue;
        double far = em_distance(&g->drawing.area[i], x, y);
        if (far < 0.55 * name_size)
            return INFINITY;
        if (own)
            nearest = fmin(nearest, far);
        else if (far < name_size)
            crowd += name_size - far;
    }
    return nearest + crowd;
}

static bool is_free(const ways *drawn, double x, double y) {
    for (int i = 0; i < drawn->count; i++)
        if (far_from_line(&drawn->line[i], x, y) < 0.5 * name_size)
            return false;
    return true;
}

static void add_name(const em_game *g, const ways *drawn, int continent, const char *name, hra_shapes *out) {
    double least = INFINITY, at_x = 0, at_y = 0, edge = name_size / 2, step = name_size / 2;
    for (double y = edge; y <= g->drawing.height - edge; y += step)
        for (double x = edge; x <= g->drawing.width - edge; x += step) {
            double cost = cost_of_name(g, continent, x, y);
            if (cost < least && is_free(drawn, x, y)) {
                least = cost;
                at_x = x;
                at_y = y;
            }
        }
    if (least > 3 * name_size)
        return; /* no sea is left beside it */
    hra_shape_add(out, HRA_SHAPE_LABEL, at_x - edge, at_y - edge, name_size, name_size);
    hra_shape_id(out, "continent.%s", name);
    int regions = em_count(g->map.continent[continent]);
    hra_text_addf(hra_shape_write(out, HRA_WRITE_NAME),
                  _n("continent %s, %d region", "continent %s, %d regions", regions), name, regions);
    hra_shape_text(out, "%s", name);
    hra_shape_last(out)->marks |= HRA_MARK_HELD;
}

void em_add_map(const em_game *g, hra_shapes *out) {
    char name[8];
    ways drawn = {0};
    hra_shape_add(out, HRA_SHAPE_AREA, 0, 0, g->drawing.width, g->drawing.height);
    hra_shape_id(out, "sea");
    hra_shape_last(out)->tone = SEA_TONE;
    add_ways(g, &drawn, out);
    for (int c = 0; c < g->map.continents; c++) {
        int tone = tones[c % 5];
        em_name_continent(c, name);
        for (int i = 0; i < g->map.regions; i++)
            if (g->map.continent_of[i] == c)
                add_region(g, i, name, tone, out);
    }
    for (int i = 0; i < g->map.regions; i++)
        add_number(g, i, out);
    for (int c = 0; c < g->map.continents; c++) {
        em_name_continent(c, name);
        add_name(g, &drawn, c, name, out);
    }
}
