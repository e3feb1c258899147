/* Areas: neighbours by land share a border, all others have water between them, whatever the map. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "areas.h"
#include "empire.h"

static const double seen = 0.25; /* cells: a border of this length is seen */

static bool by_land(const em_map *map, int a, int b) {
    return map->near[0][a] >> b & 1;
}

static void expect(bool holds, const char *what, const char *map, int a, int b) {
    if (!holds)
        fail_msg("%s: regions %d and %d: %s", map, a + 1, b + 1, what);
}

static double corner_x(const em_area *area, int i) {
    return area->x[i] / 100.0;
}

static double corner_y(const em_area *area, int i) {
    return area->y[i] / 100.0;
}

static void check_area(const em_drawing *d, int i, const char *name) {
    const em_area *a = &d->area[i];
    const em_box *b = &a->box, *r = &a->room;
    expect(a->corners >= 3, "has no area", name, i, i);
    for (int k = 0; k < a->corners; k++) {
        double x = corner_x(a, k), y = corner_y(a, k);
        expect(x >= b->x - 1e-9 && x <= b->x + b->width + 1e-9 && y >= b->y - 1e-9 &&
                   y <= b->y + b->height + 1e-9,
               "a corner is out of its box", name, i, i);
        expect(em_distance(a, x, y) < 0.02, "is not convex", name, i, i);
    }
    expect(b->x >= 0 && b->y >= 0 && b->x + b->width <= d->width && b->y + b->height <= d->height,
           "is not within the drawing", name, i, i);
    expect(r->width > 0.4, "has no room", name, i, i);
    for (int k = 0; k < 4; k++)
        expect(em_distance(a, r->x + r->width * (k & 1), r->y + r->height * (k >> 1)) < 0.02,
               "the room is not within it", name, i, i);
}

/* The distance from a point to the edges of an area. */
static double far_from_edges(const em_area *a, double x, double y) {
    double least = INFINITY;
    for (int i = 0; i < a->corners; i++) {
        int next = (i + 1) % a->corners;
        double px = corner_x(a, i), py = corner_y(a, i), dx = corner_x(a, next) - px,
               dy = corner_y(a, next) - py;
        double square = dx * dx + dy * dy, t = square > 0 ? ((x - px) * dx + (y - py) * dy) / square : 0;
        t = fmin(fmax(t, 0), 1);
        least = fmin(least, hypot(x - px - t * dx, y - py - t * dy));
    }
    return least;
}

static double water_between(const em_area *a, const em_area *b) {
    double least = INFINITY;
    for (int i = 0; i < a->corners; i++)
        least = fmin(least, far_from_edges(b, corner_x(a, i), corner_y(a, i)));
    for (int i = 0; i < b->corners; i++)
        least = fmin(least, far_from_edges(a, corner_x(b, i), corner_y(b, i)));
    return least;
}

static bool overlap(const em_area *a, const em_area *b) {
    for (int i = 0; i <= 12; i++)
        for (int k = 0; k <= 12; k++) {
            double x = a->box.x + a->box.width * i / 12, y = a->box.y + a->box.height * k / 12;
            if (em_distance(a, x, y) < -0.05 && em_distance(b, x, y) < -0.05)
                return true;
        }
    return false;
}

static void check_pair(const em_map *map, const em_drawing *d, int i, int k, bool meet, const char *name) {
    const em_area *a = &d->area[i], *b = &d->area[k];
    expect(!overlap(a, b), "overlap", name, i, k);
    if (by_land(map, i, k)) {
        expect(!meet || em_border(a, b) >= seen, "neighbours by land share no border", name, i, k);
    } else {
        expect(em_border(a, b) <= 0, "share a border that is no way", name, i, k);
        expect(water_between(a, b) > 0.2, "there is no water between them", name, i, k);
    }
}

/* A way touches no third region. */
static void check_way(const em_map *map, const em_drawing *d, int i, int k, const char *name) {
    em_line w = em_way(map, d, i, k);
    for (int n = 0; n <= 200; n++)
        for (int other = 0; other < map->regions; other++)
            if (other != i && other != k)
                expect(em_distance(&d->area[other], w.x0 + (w.x1 - w.x0) * n / 200,
                                   w.y0 + (w.y1 - w.y0) * n / 200) > -0.01,
                       "their way crosses a third", name, i, k);
}

/* `meet`: neighbours lie so that all of them can; `clear`: and ways by sea find free water. */
static void check_map(const em_map *map, bool meet, bool clear, const char *name) {
    static em_drawing d;
    em_draw_areas(map, &d);
    for (int i = 0; i < map->regions; i++)
        check_area(&d, i, name);
    for (int i = 0; i < map->regions; i++)
        for (int k = i + 1; k < map->regions; k++) {
            check_pair(map, &d, i, k, meet, name);
            if (clear && !by_land(map, i, k) && map->near[1][i] >> k & 1)
                check_way(map, &d, i, k, name);
        }
}

static void map_a_is_drawn_as_it_is(void **state) {
    em_map map;
    assert_int_equal(em_map_a(&map, NULL), 0);
    check_map(&map, true, true, "map A");
    em_map_release(&map);
}

static void check_grid(const char *text) {
    em_map map;
    hra_error why = {0};
    if (em_map_grid(&map, "test", text, strlen(text), false, &why) != 0)
        fail_msg("%s: %s", text, why.text);
    check_map(&map, true, true, text);
    em_map_release(&map);
}

static void grids_are_drawn_as_they_are(void **state) {
    static const char *const grids[] = {
        em_grid_thesis,
        "S",
        "SWWWWWWWWWWWWWWW",
        "SGGGGGGGGGGGGGGG",
        "S\nG\nG\nG\nG\nG\nG\nG\nG\nG\nG\nG\nG\nG\nG\nG",
        "SGGGGGGG\nGGGGGGGG\nGGGGGGGG\nGGGGGGGG",
        "SWGWG\nWGWGW\nGWGWG\nWGWGW", /* corner to corner: no way by land */
        "SWGWGWGWGWGWGWGW\nWWWWWWWWWWWWWWWW\nGWGWGWGWGWGWGWGW\nWWWWWWWWWWWWWWWW\nGWGWGWGWGWGWGWGW\n"
        "WWWWWWWWWWWWWWWW\nGWGWGWGWGWGWGWGW",
        "GGG\nGWG\nGSG",
    };
    for (size_t i = 0; i < sizeof grids / sizeof *grids; i++)
        check_grid(grids[i]);
}

static void any_grid_is_drawn_as_it_is(void **state) {
    hra_rng rng;
    hra_rng_init(&rng, 13);
    for (int n = 0; n < 80; n++) {
        char text[8 * 9 + 1];
        int at = 0, land = 0, rows = 1 + (int)hra_rng_below(&rng, 8),
            columns = 1 + (int)hra_rng_below(&rng, 8);
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++, land += text[at - 1] == 'G')
                text[at++] = row + column == 0 ? 'S' : hra_rng_below(&rng, 2) && land < 30 ? 'G' : 'W';
            text[at++] = '\n';
        }
        text[at] = '\0';
        check_grid(text);
    }
}

/* A map of places: whatever they are, with ways from each region to the next. */
static em_map map_of(int regions, const int16_t *x, const int16_t *y) {
    em_map map = {.regions = regions, .continents = 1};
    for (int i = 0; i < regions; i++) {
        map.x[i] = x[i];
        map.y[i] = y[i];
        for (int to = i - 1; to <= i + 1; to += 2)
            if (to >= 0 && to < regions)
                for (int kind = 0; kind < 2; kind++)
                    map.near[kind][i] |= UINT32_C(1) << to;
    }
    return map;
}

static void places_may_be_anywhere(void **state) {
    int16_t x[EM_REGIONS] = {0}, y[EM_REGIONS] = {0};
    hra_rng rng;
    hra_rng_init(&rng, 5);
    em_map map = map_of(EM_REGIONS, x, y);
    check_map(&map, false, false, "all in one point");
    for (int i = 0; i < EM_REGIONS; i++)
        x[i] = (int16_t)(7 * i);
    map = map_of(EM_REGIONS, x, y);
    check_map(&map, true, false, "on a line");
    map = map_of(1, x, y);
    check_map(&map, true, false, "one region");
    x[1] = INT16_MAX, y[1] = INT16_MIN;
    map = map_of(EM_REGIONS, x, y);
    check_map(&map, false, false, "one is far away");
    for (int n = 0; n < 30; n++) {
        for (int i = 0; i < EM_REGIONS; i++) {
            x[i] = (int16_t)hra_rng_below(&rng, n < 15 ? 1000 : 5);
            y[i] = (int16_t)hra_rng_below(&rng, n < 15 ? 700 : 5);
        }
        map = map_of(EM_REGIONS, x, y);
        check_map(&map, false, false, "anywhere");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(map_a_is_drawn_as_it_is),
        cmocka_unit_test(grids_are_drawn_as_they_are),
        cmocka_unit_test(any_grid_is_drawn_as_it_is),
        cmocka_unit_test(places_may_be_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
