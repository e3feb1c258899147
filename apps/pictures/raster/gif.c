/* The format: CompuServe, Graphics Interchange Format, version 89a; codes by Lempel, Ziv and Welch. */
#include "gif.h"

#include <stdlib.h>
#include <string.h>

enum {
    CLEAR = PALETTE_COLOURS, /* the index of "as it was" */
    DEPTH = 8,
    RESET = 1 << DEPTH,
    END,
    FIRST,
    MOST = 4096,      /* codes */
    SLOTS = 2 * MOST, /* of the table of codes, a power of two */
    BLOCK = 255,      /* bytes */
};

struct gif {
    const palette *colours;
    int width, height;
    hra_text *out;
    unsigned char *before, *now,
        *part;           /* indices of pixels: of the last frame, this one, and what of it is written */
    bool begun;          /* there is a last frame */
    uint32_t key[SLOTS]; /* a run and the pixel after it, plus 1; 0: free */
    uint16_t code[SLOTS];
    unsigned char block[BLOCK];
    int length, have, size; /* of the block; bits that wait, and of a code */
    uint32_t bits;
};

static void add(gif *g, int byte) {
    hra_text_add_char(g->out, (char)byte);
}

static void add_word(gif *g, int word) {
    add(g, word & 255);
    add(g, word >> 8);
}

static void add_bytes(gif *g, const void *bytes, int count) {
    hra_text_add_bytes(g->out, bytes, (size_t)count);
}

hra_err gif_open(gif **out, const palette *colours, int width, int height, hra_text *text) {
    static const unsigned char black[3];
    const size_t pixels = (size_t)width * (size_t)height;
    gif *g = calloc(1, sizeof *g);
    if (!g)
        return HRA_ENOMEM;
    *g = (gif){.colours = colours, .width = width, .height = height, .out = text};
    g->before = malloc(pixels);
    g->now = malloc(pixels);
    g->part = malloc(pixels);
    if (!g->before || !g->now || !g->part) {
        text->err = HRA_ENOMEM;
        gif_close(g);
        return HRA_ENOMEM;
    }
    add_bytes(g, "GIF89a", 6);
    add_word(g, width);
    add_word(g, height);
    add_bytes(g, "\xf7\0\0", 3); /* a palette of 256 colours */
    for (int i = 0; i <= PALETTE_COLOURS; i++)
        add_bytes(g, i < palette_size(colours) ? palette_colour(colours, i) : black, 3);
    add_bytes(g, "\x21\xff\x0bNETSCAPE2.0\3\1\0\0\0", 19); /* again and again */
    *out = g;
    return HRA_OK;
}

void gif_close(gif *g) {
    if (!g)
        return;
    if (!g->out->err)
        add(g, 0x3b);
    free(g->before);
    free(g->now);
    free(g->part);
    free(g);
}

/* ---- codes ----------------------------------------------------------------------------------*/

static void flush(gif *g) {
    add(g, g->length);
    add_bytes(g, g->block, g->length);
    g->length = 0;
}

static void put_byte(gif *g) {
    g->block[g->length++] = (unsigned char)g->bits;
    if (g->length == BLOCK)
        flush(g);
}

static void put(gif *g, int code) {
    g->bits |= (uint32_t)code << g->have;
    for (g->have += g->size; g->have >= 8; g->have -= 8, g->bits >>= 8)
        put_byte(g);
}

/* The place of a run and a pixel in the table: where it is, or could be. */
static uint32_t slot_of(const gif *g, uint32_t key) {
    uint32_t at = key * 2654435761u >> 7 & (SLOTS - 1);
    while (g->key[at] && g->key[at] != key)
        at = (at + 1) & (SLOTS - 1);
    return at;
}

static void forget(gif *g) {
    memset(g->key, 0, sizeof g->key);
    g->size = DEPTH + 1;
}

/* Codes of 9 to 12 bits in blocks. */
static void pack(gif *g, const unsigned char *pixels, size_t count) {
    int next = FIRST, run = pixels[0];
    add(g, DEPTH);
    g->bits = 0;
    g->have = g->length = 0;
    forget(g);
    put(g, RESET);
    for (size_t i = 1; i < count; i++) {
        const uint32_t key = ((uint32_t)run << 8 | pixels[i]) + 1, slot = slot_of(g, key);
        if (g->key[slot]) {
            run = g->code[slot];
            continue;
        }
        put(g, run);
        if (next == MOST) {
            put(g, RESET);
            forget(g);
            next = FIRST;
        } else {
            g->size += next == 1 << g->size;
            g->key[slot] = key;
            g->code[slot] = (uint16_t)next++;
        }
        run = pixels[i];
    }
    put(g, run);
    g->size += next == 1 << g->size && g->size < 12;
    put(g, END);
    if (g->have > 0)
        put_byte(g);
    if (g->length > 0)
        flush(g);
    add(g, 0);
}

/* ---- frames ---------------------------------------------------------------------------------*/

typedef struct area {
    int left, top, right, bottom; /* the last two are within it */
} area;

/* The least box in which a frame differs from the one before; one pixel if it does not. */
static area changed(const gif *g) {
    area a = {g->width, g->height, -1, -1};
    if (!g->begun)
        return (area){0, 0, g->width - 1, g->height - 1};
    for (int y = 0; y < g->height; y++)
        for (int x = 0; x < g->width; x++) {
            const size_t at = (size_t)y * (size_t)g->width + (size_t)x;
            if (g->before[at] == g->now[at])
                continue;
            a.left = x < a.left ? x : a.left;
            a.right = x > a.right ? x : a.right;
            a.top = y < a.top ? y : a.top;
            a.bottom = y;
        }
    return a.right < 0 ? (area){0} : a;
}

void gif_frame(gif *g, const unsigned char *pixels, int time) {
    const size_t all = (size_t)g->width * (size_t)g->height;
    size_t count = 0;
    for (size_t i = 0; i < all; i++)
        g->now[i] = (unsigned char)palette_index(g->colours, pixels + 3 * i);
    const area a = changed(g);
    for (int y = a.top; y <= a.bottom; y++)
        for (int x = a.left; x <= a.right; x++) {
            const size_t at = (size_t)y * (size_t)g->width + (size_t)x;
            g->part[count++] = g->begun && g->before[at] == g->now[at] ? CLEAR : g->now[at];
        }
    add_bytes(g, "\x21\xf9\4\5", 4); /* what was there stays, and shows through */
    add_word(g, time);
    add(g, CLEAR);
    add(g, 0);
    add(g, 0x2c);
    add_word(g, a.left);
    add_word(g, a.top);
    add_word(g, a.right - a.left + 1);
    add_word(g, a.bottom - a.top + 1);
    add(g, 0);
    pack(g, g->part, count);
    unsigned char *const last = g->before;
    g->before = g->now;
    g->now = last;
    g->begun = true;
}
