/* The format: W3C, Portable Network Graphics (PNG) Specification, second edition. */
#include "png.h"

#include <stdlib.h>
#include <string.h>

#ifdef HRA_ZLIB
#define ZLIB_CONST
#include <zlib.h>

enum { MOST = 32767, SIGNATURE = 8, CHUNK = 12 /* bytes around its data */ };

typedef struct reader {
    const unsigned char *at, *end;
    png_picture *out;
    int channels;
    unsigned char *rows; /* with the filter before each */
    size_t size, filled;
} reader;

static uint32_t number(const unsigned char *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* Width, height, and what this reader takes: 8 bits, RGB or RGBA, row by row. */
static hra_err read_head(reader *r, const unsigned char *data, uint32_t length) {
    if (length != 13 || number(data) == 0 || number(data) > MOST || number(data + 4) == 0 ||
        number(data + 4) > MOST || data[8] != 8 || (data[9] != 2 && data[9] != 6) || data[12] != 0)
        return HRA_EINPUT;
    r->out->width = (int)number(data);
    r->out->height = (int)number(data + 4);
    r->channels = data[9] == 6 ? 4 : 3;
    r->size = (size_t)r->out->height * ((size_t)r->out->width * (size_t)r->channels + 1);
    r->rows = malloc(r->size);
    return r->rows ? HRA_OK : HRA_ENOMEM;
}

static hra_err inflate_part(reader *r, z_stream *z, const unsigned char *data, uint32_t length) {
    z->next_in = data;
    z->avail_in = length;
    z->next_out = r->rows + r->filled;
    z->avail_out = (uInt)(r->size - r->filled);
    const int state = inflate(z, Z_NO_FLUSH);
    r->filled = r->size - z->avail_out;
    return state == Z_OK || state == Z_STREAM_END || state == Z_BUF_ERROR ? HRA_OK : HRA_EINPUT;
}

static hra_err read_chunks(reader *r, z_stream *z) {
    hra_err err = HRA_OK;
    while (!err && r->end - r->at >= CHUNK) {
        const uint32_t length = number(r->at);
        const unsigned char *kind = r->at + 4, *data = r->at + 8;
        if (length > (size_t)(r->end - r->at) - CHUNK)
            return HRA_EINPUT;
        if (memcmp(kind, "IHDR", 4) == 0)
            err = r->rows ? HRA_EINPUT : read_head(r, data, length);
        else if (memcmp(kind, "IDAT", 4) == 0)
            err = r->rows ? inflate_part(r, z, data, length) : HRA_EINPUT;
        r->at += length + CHUNK;
    }
    return err ? err : r->rows && r->filled == r->size ? HRA_OK : HRA_EINPUT;
}

static int paeth(int left, int above, int corner) {
    const int p = left + above - corner, a = abs(p - left), b = abs(p - above), c = abs(p - corner);
    return a <= b && a <= c ? left : b <= c ? above : corner;
}

/* Undoes the filter of a row; above: the row before, NULL of the first. */
static bool unfilter(unsigned char *row, const unsigned char *above, size_t length, size_t pixel,
                     int filter) {
    for (size_t i = 0; i < length; i++) {
        const int left = i >= pixel ? row[i - pixel] : 0, up = above ? above[i] : 0,
                  corner = above && i >= pixel ? above[i - pixel] : 0;
        const int guess = filter == 1   ? left
                          : filter == 2 ? up
                          : filter == 3 ? (left + up) / 2
                          : filter == 4 ? paeth(left, up, corner)
                                        : 0;
        row[i] = (unsigned char)(row[i] + guess);
    }
    return filter <= 4;
}

/* Rows of three bytes a pixel; what is transparent lies on white. */
static hra_err take_rows(reader *r) {
    const size_t pixel = (size_t)r->channels, length = (size_t)r->out->width * pixel;
    unsigned char *to = malloc((size_t)r->out->width * (size_t)r->out->height * 3), *above = NULL;
    if (!to)
        return HRA_ENOMEM;
    r->out->pixels = to;
    for (int y = 0; y < r->out->height; y++) {
        unsigned char *row = r->rows + (size_t)y * (length + 1) + 1;
        if (!unfilter(row, above, length, pixel, row[-1]))
            return HRA_EINPUT;
        for (const unsigned char *at = row; at < row + length; at += pixel) {
            const int solid = pixel == 4 ? at[3] : 255;
            for (int c = 0; c < 3; c++)
                *to++ = (unsigned char)((at[c] * solid + 255 * (255 - solid) + 127) / 255);
        }
        above = row;
    }
    return HRA_OK;
}

bool png_can_read(void) {
    return true;
}

hra_err png_read(const hra_text *png, png_picture *out) {
    const unsigned char *bytes = (const unsigned char *)hra_text_string(png);
    z_stream z = {0};
    reader r = {.at = bytes + SIGNATURE, .end = bytes + png->length, .out = out};
    *out = (png_picture){0};
    if (png->length < SIGNATURE || memcmp(bytes, "\x89PNG\r\n\x1a\n", SIGNATURE) != 0)
        return HRA_EINPUT;
    if (inflateInit(&z) != Z_OK)
        return HRA_ENOMEM;
    hra_err err = read_chunks(&r, &z);
    inflateEnd(&z);
    err = err ? err : take_rows(&r);
    free(r.rows);
    if (err) {
        free(out->pixels);
        out->pixels = NULL;
    }
    return err;
}

#else

bool png_can_read(void) {
    return false;
}

hra_err png_read(const hra_text *png, png_picture *out) {
    *out = (png_picture){0};
    return HRA_EINPUT;
}

#endif
