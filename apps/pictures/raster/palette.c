/* Median cut (Heckbert, Color image quantization for frame buffer display, SIGGRAPH 1982): the box of colours with
 * the widest spread of pixels is halved at its median until there are enough boxes. */
#include "palette.h"

#include <stdlib.h>

enum { BITS = 6, CELLS = 1 << 3 * BITS, CHANNELS = 3 };

typedef struct cell {
    uint64_t count, sum[CHANNELS];
} cell;

/* A range of the list of cells that occur. */
typedef struct box {
    size_t first, end;
    int channel; /* in which it spreads most, */
    double cost; /* and how much, times its pixels */
} box;

struct palette {
    cell *cells;
    uint32_t *used; /* cells that occur, in the order of boxes */
    size_t used_count;
    unsigned char *index; /* of each cell */
    unsigned char colour[PALETTE_COLOURS][CHANNELS];
    int size;
};

palette *palette_open(void) {
    palette *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->cells = calloc(CELLS, sizeof *p->cells);
    p->index = calloc(CELLS, 1);
    if (p->cells && p->index)
        return p;
    palette_close(p);
    return NULL;
}

void palette_close(palette *p) {
    if (!p)
        return;
    free(p->cells);
    free(p->used);
    free(p->index);
    free(p);
}

static uint32_t cell_of(const unsigned char *pixel) {
    uint32_t at = 0;
    for (int c = 0; c < CHANNELS; c++)
        at = at << BITS | pixel[c] >> (8 - BITS);
    return at;
}

void palette_count(palette *p, const unsigned char *pixels, size_t count) {
    for (; count > 0; count--, pixels += CHANNELS) {
        cell *at = &p->cells[cell_of(pixels)];
        at->count++;
        for (int c = 0; c < CHANNELS; c++)
            at->sum[c] += pixels[c];
    }
}

static int level(uint32_t at, int channel) {
    return (int)(at >> BITS * (CHANNELS - 1 - channel) & ((1 << BITS) - 1));
}

/* Finds the channel in which the pixels of a box spread most: count times variance. */
static void measure(const palette *p, box *b) {
    b->cost = 0;
    b->channel = 0;
    for (int c = 0; c < CHANNELS; c++) {
        double n = 0, sum = 0, squares = 0;
        for (size_t i = b->first; i < b->end; i++) {
            const double weight = (double)p->cells[p->used[i]].count, value = level(p->used[i], c);
            n += weight;
            sum += weight * value;
            squares += weight * value * value;
        }
        const double cost = n > 0 ? squares - sum * sum / n : 0;
        if (cost > b->cost) {
            b->cost = cost;
            b->channel = c;
        }
    }
}

/* Puts the cells of a box in order of its channel: counted, level by level, so that equal ones keep their order. */
static void sort(palette *p, const box *b, uint32_t *spare) {
    size_t n = 0;
    for (int at = 0; at < 1 << BITS; at++)
        for (size_t i = b->first; i < b->end; i++)
            if (level(p->used[i], b->channel) == at)
                spare[n++] = p->used[i];
    for (size_t i = 0; i < n; i++)
        p->used[b->first + i] = spare[i];
}

/* Halves a box of at least two cells: as many pixels on one side as on the other, and a cell at least. */
static void halve(palette *p, box *b, box *other, uint32_t *spare) {
    uint64_t all = 0, half = 0;
    sort(p, b, spare);
    for (size_t i = b->first; i < b->end; i++)
        all += p->cells[p->used[i]].count;
    size_t cut = b->first;
    while (cut < b->end - 1 && (cut == b->first || 2 * half < all))
        half += p->cells[p->used[cut++]].count;
    *other = (box){.first = cut, .end = b->end};
    b->end = cut;
    measure(p, b);
    measure(p, other);
}

/* The colour of a box is the mean of its pixels. */
static void take(palette *p, const box *b) {
    uint64_t count = 0, sum[CHANNELS] = {0};
    for (size_t i = b->first; i < b->end; i++) {
        const cell *at = &p->cells[p->used[i]];
        count += at->count;
        for (int c = 0; c < CHANNELS; c++)
            sum[c] += at->sum[c];
        p->index[p->used[i]] = (unsigned char)p->size;
    }
    for (int c = 0; c < CHANNELS; c++)
        p->colour[p->size][c] = (unsigned char)(count ? (sum[c] + count / 2) / count : 0);
    p->size++;
}

hra_err palette_choose(palette *p) {
    box boxes[PALETTE_COLOURS];
    int count = 1;
    for (uint32_t i = 0; i < CELLS; i++)
        p->used_count += p->cells[i].count > 0;
    p->used = malloc((p->used_count + 1) * sizeof *p->used);
    uint32_t *spare = malloc((p->used_count + 1) * sizeof *spare);
    if (!p->used || !spare) {
        free(spare);
        return HRA_ENOMEM;
    }
    size_t n = 0;
    for (uint32_t i = 0; i < CELLS; i++)
        if (p->cells[i].count)
            p->used[n++] = i;
    boxes[0] = (box){.end = n};
    measure(p, &boxes[0]);
    while (count < PALETTE_COLOURS) {
        int widest = 0;
        for (int i = 1; i < count; i++)
            widest = boxes[i].cost > boxes[widest].cost ? i : widest;
        if (boxes[widest].cost <= 0)
            break;
        halve(p, &boxes[widest], &boxes[count], spare);
        count++;
    }
    free(spare);
    for (int i = 0; i < count; i++)
        take(p, &boxes[i]);
    return HRA_OK;
}

int palette_size(const palette *p) {
    return p->size;
}

const unsigned char *palette_colour(const palette *p, int index) {
    return p->colour[index];
}

int palette_index(const palette *p, const unsigned char *pixel) {
    return p->index[cell_of(pixel)];
}
