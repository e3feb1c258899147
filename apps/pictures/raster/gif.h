/* Animated pictures: GIF89a, one palette for all frames, and of each frame only what has changed. */
#ifndef HRA_PICTURES_RASTER_GIF_H
#define HRA_PICTURES_RASTER_GIF_H

#include "palette.h"

typedef struct gif gif;

/* Begins a picture that repeats without end. The palette is chosen and outlives it. HRA_ENOMEM. */
hra_err gif_open(gif **out, const palette *colours, int width, int height, hra_text *text);
/* Adds a frame, three bytes a pixel, that is shown for `time` hundredths of a second. */
void gif_frame(gif *g, const unsigned char *pixels, int time);
/* Ends the picture; running out of memory is remembered in the text. */
void gif_close(gif *g);

#endif
