/* The regions of a map as areas of a drawing: see areas.c. Places are counted in cells of a scene, y
 * downwards. */
#ifndef HRA_EMPIRE_RULES_AREAS_H
#define HRA_EMPIRE_RULES_AREAS_H

#include <stdbool.h>
#include <stdint.h>

struct em_map;

/* Of an outline at most: of a box that is cut in 24 directions, and by every other region. */
enum { EM_CORNERS = 4 + 24 + 31 };

#define EM_DRAWING_WIDE 13.0   /* cells; wider where the areas would be too small, */
#define EM_AREA_LEAST 1.6      /* this usual length of a way by land; and never longer than */
#define EM_AREA_MOST 2.3       /* that */
#define EM_DRAWING_MOST 300.0  /* so that every corner fits its numbers */
#define EM_DRAWING_MARGIN 0.35 /* of sea round all */
#define EM_ROOM_WIDE 1.0       /* as many times as high is the room of an area */

typedef struct em_box {
    double x, y, width, height;
} em_box;

/* A convex outline; its corners go round by the right, in hundredths of a cell. */
typedef struct em_area {
    uint8_t corners;
    int16_t x[EM_CORNERS], y[EM_CORNERS];
    em_box box;  /* round the outline */
    em_box room; /* within it: for what stands there */
} em_area;

typedef struct em_drawing {
    double width, height;
    em_area area[32]; /* of each region */
} em_drawing;

typedef struct em_line {
    double x0, y0, x1, y1;
} em_line;

/* Draws the regions of a map, whatever their places are. */
void em_draw_areas(const struct em_map *map, em_drawing *out);
/* The length of the border that two areas share; 0: none. */
double em_border(const em_area *a, const em_area *b);
/* How far outside of an area a point lies, short of its corners a little less; below 0: inside. */
double em_distance(const em_area *area, double x, double y);
/* A line from one area to another that passes through no third one, where there is such a line. */
em_line em_way(const struct em_map *map, const em_drawing *drawing, int a, int b);

#endif
