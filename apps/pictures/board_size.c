/* The size of a board in a picture. */
#include "board_size.h"

#include <math.h>
#include <string.h>

static bool is_shown(const hra_shape *s) {
    return s->kind != HRA_SHAPE_BUTTON && strcmp(s->id, "turn") != 0 && strcmp(s->id, "last") != 0;
}

void board_size(const hra_scene *scene, double *width, double *height) {
    *width = *height = 1;
    for (int part = 0; part < HRA_SCENE_PARTS; part++)
        for (int i = 0; hra_scene_shape(scene, (hra_scene_part)part, i); i++) {
            const hra_shape *s = hra_scene_shape(scene, (hra_scene_part)part, i);
            if (!is_shown(s))
                continue;
            *width = fmax(*width, s->x + s->width);
            *height = fmax(*height, s->y + s->height);
        }
}
