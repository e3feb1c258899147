/* The size of a board in a picture. */
#ifndef HRA_PICTURES_BOARD_SIZE_H
#define HRA_PICTURES_BOARD_SIZE_H

#include "hra/scene.h"

/* Sets width and height, in cells, of both parts of a scene as HRA_SVG_PART draws them: without buttons and the labels
 * below the board. At least 1. */
void board_size(const hra_scene *scene, double *width, double *height);

#endif
