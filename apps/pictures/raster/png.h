/* Reading PNG as rsvg-convert writes it. */
#ifndef HRA_PICTURES_RASTER_PNG_H
#define HRA_PICTURES_RASTER_PNG_H

#include <hra/hra.h>

typedef struct png_picture {
    int width, height;
    unsigned char *pixels; /* three bytes each, on white; the caller frees them */
} png_picture;

/* Whether this build has zlib, which reading takes. */
bool png_can_read(void);
/* Reads a picture of 8 bits a channel, with or without transparency, not interlaced. HRA_ENOMEM; HRA_EINPUT: it is no such
 * picture. */
hra_err png_read(const hra_text *png, png_picture *out);

#endif
