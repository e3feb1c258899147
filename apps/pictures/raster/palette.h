/* One palette for all frames of a GIF. */
#ifndef HRA_PICTURES_RASTER_PALETTE_H
#define HRA_PICTURES_RASTER_PALETTE_H

#include <hra/hra.h>

/* Colours of pictures, counted to six bits a channel, and the palette that was chosen from them. */
typedef struct palette palette;

enum { PALETTE_COLOURS = 255 }; /* the last of 256 means "as it was" in a GIF */

palette *palette_open(void); /* NULL: no memory */
void palette_close(palette *p);
/* Counts the pixels of a frame: three bytes each, red, green, blue. */
void palette_count(palette *p, const unsigned char *pixels, size_t count);
/* Chooses at most PALETTE_COLOURS colours for what was counted: all, or means of boxes that median cut makes. HRA_ENOMEM. */
hra_err palette_choose(palette *p);
int palette_size(const palette *p);
/* A colour of the palette, three bytes. */
const unsigned char *palette_colour(const palette *p, int index);
/* The index for a pixel that was counted. */
int palette_index(const palette *p, const unsigned char *pixel);

#endif
