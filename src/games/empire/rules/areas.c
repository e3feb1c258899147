/* The regions of a map as areas: neighbours by land share a border, and water separates all others.
 *
 * An area is a disc around its region's place, cut by a line for each region nearby. For a neighbour by land
 * the line is halfway between both, so that both are cut alike and share what is left of it. For any other it
 * is nearer, which leaves a strip of water. So areas are convex and never overlap, and every border that is
 * drawn can be crossed. Neighbours by land whose areas do not meet, because they are far apart or others lie
 * between, have no em_border. */
#include <math.h>
#include <string.h>

#include "areas.h"
#include "empire.h"

enum { POINTS = 24, SPREADS = 400 };

/* In parts of the usual length of a way by land: what the maps of the tests and of the game look well with.
 */
static const double radius = 0.56, half_border = 0.46, ragged = 0.05, water = 0.2, least_apart = 1;

/* A quarter of a turn by steps of 15 degrees; written out, so that every machine draws the same. */
static const double turn[POINTS / 4][2] = {
    {1, 0},
    {0.965925826, 0.258819045},
    {0.866025404, 0.5},
    {0.707106781, 0.707106781},
    {0.5, 0.866025404},
    {0.258819045, 0.965925826},
};

typedef struct point {
    double x, y;
} point;

typedef struct outline {
    int n;
    point at[EM_CORNERS];
} outline;

static point direction(int i) {
    int quarter = i / 6 % 4;
    const double *t = turn[i % 6];
    return quarter == 0   ? (point){t[0], t[1]}
           : quarter == 1 ? (point){-t[1], t[0]}
           : quarter == 2 ? (point){-t[0], -t[1]}
                          : (point){t[1], -t[0]};
}

static double apart(point a, point b) {
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

/* The direction from i to k; two that lie in one point agree about it. */
static point between(const point *at, int i, int k) {
    double d = apart(at[i], at[k]);
    if (d > 1e-6)
        return (point){(at[k].x - at[i].x) / d, (at[k].y - at[i].y) / d};
    point to = direction(i < k ? 5 * i + k : 5 * k + i);
    return i < k ? to : (point){-to.x, -to.y};
}

static bool by_land(const em_map *map, int a, int b) {
    return map->near[0][a] >> b & 1;
}

/* ---- places ---------------------------------------------------------------------------------*/

/* The mean length of the ways by land; where there are none, the mean way to the nearest region. */
static double usual_length(const em_map *map, const point *at) {
    double sum = 0, nearest = 0;
    int ways = 0, n = map->regions;
    if (map->grid)
        return 1;
    for (int i = 0; i < n; i++) {
        double least = INFINITY;
        for (int k = 0; k < n; k++)
            if (k != i) {
                double d = apart(at[i], at[k]);
                least = d < least ? d : least;
                sum += by_land(map, i, k) ? d : 0;
                ways += by_land(map, i, k);
            }
        nearest += n > 1 ? least / n : 0;
    }
    double mean = ways && sum > 0 ? sum / ways : nearest;
    return mean > 0 ? mean : 1;
}

/* Pushes apart what lies closer together than an area needs. */
static void spread(point *at, int n, double least) {
    bool moved = true;
    for (int round = 0; round < SPREADS && moved; round++) {
        moved = false;
        for (int i = 0; i < n; i++)
            for (int k = i + 1; k < n; k++) {
                double d = apart(at[i], at[k]), by = (least - d) / 2 + 0.01 * least;
                point to = between(at, i, k);
                if (d >= least)
                    continue;
                at[i] = (point){at[i].x - by * to.x, at[i].y - by * to.y};
                at[k] = (point){at[k].x + by * to.x, at[k].y + by * to.y};
                moved = true;
            }
    }
}

/* ---- outlines -------------------------------------------------------------------------------*/

/* Keeps what lies on this side of a line: n * p <= d. */
static void cut(outline *o, point n, double d) {
    outline kept = {0};
    for (int i = 0; i < o->n; i++) {
        point a = o->at[i], b = o->at[(i + 1) % o->n];
        double over_a = n.x * a.x + n.y * a.y - d, over_b = n.x * b.x + n.y * b.y - d;
        if (over_a <= 0)
            kept.at[kept.n++] = a;
        if ((over_a < 0 && over_b > 0) || (over_a > 0 && over_b < 0)) {
            double t = over_a / (over_a - over_b);
            kept.at[kept.n++] = (point){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
        }
    }
    *o = kept;
}

/* How far the land of a region reaches in a direction: a disc round its place, and one on the way to each
 * neighbour by land; no coast is quite regular. */
static double reach(const em_map *map, const point *at, int i, int turned) {
    point to = direction(turned);
    unsigned noise = (unsigned)((uint64_t)(i * POINTS + turned) * 2654435761U >> 24 & 255);
    double most = radius;
    for (int k = 0; k < map->regions; k++)
        if (by_land(map, i, k)) {
            double along = to.x * (at[k].x - at[i].x) + to.y * (at[k].y - at[i].y);
            most = fmax(most, along / 2 + half_border);
        }
    return most + ragged * (noise / 127.5 - 1);
}

static void make_outline(const em_map *map, const point *at, int i, outline *o) {
    double far = 1e3;
    *o = (outline){4, {{-far, -far}, {far, -far}, {far, far}, {-far, far}}};
    for (int k = 0; k < 4; k++)
        o->at[k] = (point){o->at[k].x + at[i].x, o->at[k].y + at[i].y};
    for (int k = 0; k < POINTS; k++) {
        point to = direction(k);
        cut(o, to, to.x * at[i].x + to.y * at[i].y + reach(map, at, i, k));
    }
    for (int k = 0; k < map->regions; k++)
        if (k != i) {
            point n = between(at, i, k);
            point middle = {(at[k].x + at[i].x) / 2, (at[k].y + at[i].y) / 2};
            cut(o, n, n.x * middle.x + n.y * middle.y - (by_land(map, i, k) ? 0 : water / 2));
        }
}

/* ---- room -----------------------------------------------------------------------------------*/

/* How far a rectangle round this point can be widened to both sides, and by 1 / EM_ROOM_WIDE of it up and
 * down. */
static double room_at(const outline *o, point c) {
    double least = INFINITY;
    for (int i = 0; i < o->n; i++) {
        point a = o->at[i], b = o->at[(i + 1) % o->n];
        point n = {b.y - a.y, a.x - b.x}; /* outwards: the corners go round by the right in a picture */
        double free = n.x * (a.x - c.x) + n.y * (a.y - c.y);
        double need = fabs(n.x) + fabs(n.y) / EM_ROOM_WIDE;
        if (need > 1e-9)
            least = fmin(least, free / need);
    }
    return least;
}

/* The largest rectangle of this shape; the room is a concave function of its middle, so going uphill finds
 * it. */
static double find_room(const outline *o, point *middle) {
    point c = {0, 0};
    for (int i = 0; i < o->n; i++)
        c = (point){c.x + o->at[i].x / o->n, c.y + o->at[i].y / o->n};
    double best = room_at(o, c);
    for (double step = 0.2; step > 0.006; step /= 2)
        for (int i = 0, fails = 0; fails < POINTS / 2; i++, fails++) {
            point to = direction(2 * i % POINTS), next = {c.x + step * to.x, c.y + step * to.y};
            double room = room_at(o, next);
            if (room > best + 1e-6) {
                best = room;
                c = next;
                fails = -1;
            }
        }
    *middle = c;
    return best;
}

/* ---- the drawing ----------------------------------------------------------------------------*/

static int hundredths(double x) {
    return (int)lround(100 * x);
}

typedef struct frame {
    double left, top, right, bottom;
} frame;

static frame frame_of(const em_map *map, const outline *o) {
    frame f = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    if (map->grid)
        return (frame){-0.5, -0.5, map->columns - 0.5, map->rows - 0.5};
    for (int i = 0; i < map->regions; i++)
        for (int k = 0; k < o[i].n; k++) {
            f.left = fmin(f.left, o[i].at[k].x);
            f.top = fmin(f.top, o[i].at[k].y);
            f.right = fmax(f.right, o[i].at[k].x);
            f.bottom = fmax(f.bottom, o[i].at[k].y);
        }
    return f;
}

static void finish_area(const outline *o, point origin, double scale, em_area *area) {
    point middle;
    double room = find_room(o, &middle);
    int left = INT16_MAX, top = INT16_MAX, right = INT16_MIN, bottom = INT16_MIN;
    area->corners = (uint8_t)o->n;
    for (int k = 0; k < o->n; k++) {
        int x = hundredths((o->at[k].x - origin.x) * scale), y = hundredths((o->at[k].y - origin.y) * scale);
        area->x[k] = (int16_t)x;
        area->y[k] = (int16_t)y;
        left = x < left ? x : left;
        right = x > right ? x : right;
        top = y < top ? y : top;
        bottom = y > bottom ? y : bottom;
    }
    area->box = (em_box){left / 100.0, top / 100.0, (right - left) / 100.0, (bottom - top) / 100.0};
    area->room =
        (em_box){(middle.x - room - origin.x) * scale, (middle.y - room / EM_ROOM_WIDE - origin.y) * scale,
                 2 * room * scale, 2 * room * scale / EM_ROOM_WIDE};
}

void em_draw_areas(const em_map *map, em_drawing *out) {
    point at[EM_REGIONS];
    outline o[EM_REGIONS];
    for (int i = 0; i < map->regions; i++)
        at[i] = (point){map->x[i], map->y[i]};
    double unit = usual_length(map, at);
    for (int i = 0; i < map->regions; i++)
        at[i] = (point){at[i].x / unit, at[i].y / unit};
    spread(at, map->regions, least_apart);
    for (int i = 0; i < map->regions; i++)
        make_outline(map, at, i, &o[i]);
    frame f = frame_of(map, o);
    double scale = fmin(fmax((EM_DRAWING_WIDE - 2 * EM_DRAWING_MARGIN) / (f.right - f.left), EM_AREA_LEAST),
                        EM_AREA_MOST);
    scale = fmin(scale, EM_DRAWING_MOST / fmax(f.right - f.left, f.bottom - f.top));
    double wide = (f.right - f.left) * scale + 2 * EM_DRAWING_MARGIN;
    out->width = fmax(wide, EM_DRAWING_WIDE);
    out->height = (f.bottom - f.top) * scale + 2 * EM_DRAWING_MARGIN;
    point origin = {f.left - ((out->width - wide) / 2 + EM_DRAWING_MARGIN) / scale,
                    f.top - EM_DRAWING_MARGIN / scale};
    for (int i = 0; i < map->regions; i++)
        finish_area(&o[i], origin, scale, &out->area[i]);
}

/* ---- neighbours -----------------------------------------------------------------------------*/

/* Shorter edges have lost their direction by rounding; without them the area is larger by next to nothing. */
static const double least_edge = 0.1;

static point corner(const em_area *a, int i) {
    return (point){a->x[i % a->corners] / 100.0, a->y[i % a->corners] / 100.0};
}

/* How much of an edge lies on one of another area's. */
static double shared(point a, point b, const em_area *other) {
    double length = apart(a, b), most = 0;
    point along = {(b.x - a.x) / length, (b.y - a.y) / length};
    for (int k = 0; length >= least_edge && k < other->corners; k++) {
        point c = corner(other, k + 1), d = corner(other, k); /* the other way round */
        double off_c = along.x * (c.y - a.y) - along.y * (c.x - a.x);
        double off_d = along.x * (d.y - a.y) - along.y * (d.x - a.x);
        double from = along.x * (c.x - a.x) + along.y * (c.y - a.y);
        double to = along.x * (d.x - a.x) + along.y * (d.y - a.y);
        if (fabs(off_c) < 0.03 && fabs(off_d) < 0.03)
            most = fmax(most, fmin(to, length) - fmax(from, 0));
    }
    return most;
}

double em_border(const em_area *a, const em_area *b) {
    double most = 0;
    for (int i = 0; i < a->corners; i++)
        most = fmax(most, shared(corner(a, i), corner(a, i + 1), b));
    return most;
}

double em_distance(const em_area *a, double x, double y) {
    double most = -INFINITY;
    for (int i = 0; i < a->corners; i++) {
        point p = corner(a, i), q = corner(a, i + 1);
        double length = apart(p, q);
        if (length >= least_edge)
            most = fmax(most, ((q.y - p.y) * (x - p.x) - (q.x - p.x) * (y - p.y)) / length);
    }
    return most;
}

/* Whether a line passes through an area. */
static bool crosses(const em_area *area, point from, point to) {
    double first = 0, last = 1;
    const em_box *b = &area->box;
    if (fmax(from.x, to.x) < b->x || fmin(from.x, to.x) > b->x + b->width || fmax(from.y, to.y) < b->y ||
        fmin(from.y, to.y) > b->y + b->height)
        return false;
    for (int i = 0; i < area->corners && first < last; i++) {
        point p = corner(area, i), q = corner(area, i + 1), n = {q.y - p.y, p.x - q.x};
        double over = n.x * (from.x - p.x) + n.y * (from.y - p.y);
        if (apart(p, q) < least_edge)
            continue;
        double slope = n.x * (to.x - from.x) + n.y * (to.y - from.y);
        if (slope > 0)
            last = fmin(last, -over / slope);
        else if (slope < 0)
            first = fmax(first, -over / slope);
        else if (over > 0)
            return false;
    }
    return first < last;
}

static bool is_clear(const em_map *map, const em_drawing *drawing, int a, int b, point from, point to) {
    for (int i = 0; i < map->regions; i++)
        if (i != a && i != b && crosses(&drawing->area[i], from, to))
            return false;
    return true;
}

static point middle_of(const em_box *b) {
    return (point){b->x + b->width / 2, b->y + b->height / 2};
}

static point edge_middle(const em_area *a, int i) {
    point p = corner(a, i), q = corner(a, i + 1);
    return (point){(p.x + q.x) / 2, (p.y + q.y) / 2};
}

em_line em_way(const em_map *map, const em_drawing *drawing, int a, int b) {
    const em_area *one = &drawing->area[a], *two = &drawing->area[b];
    point from = middle_of(&one->room), to = middle_of(&two->room);
    double least = INFINITY;
    if (is_clear(map, drawing, a, b, from, to))
        return (em_line){from.x, from.y, to.x, to.y};
    for (int i = 0; i < one->corners; i++)
        for (int k = 0; k < two->corners; k++) {
            point p = edge_middle(one, i), q = edge_middle(two, k);
            double d = apart(p, q);
            if (d < least && is_clear(map, drawing, a, b, p, q)) {
                least = d;
                from = p;
                to = q;
            }
        }
    return (em_line){from.x, from.y, to.x, to.y};
}
