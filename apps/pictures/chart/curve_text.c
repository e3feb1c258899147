/* Curves in characters. */
#include "curve_text.h"

#include <math.h>
#include <string.h>

#include "speech/print.h"

enum {
    LABEL = 9,
    MOST_COLUMNS = 160,
    MOST_ROWS = 40,
    ROWS = 12 /* on a terminal */,
    BESIDE = 4 /* lines around the plot */
};

static const char marks[CURVE_LINES] = {'*', 'o', '+', 'x', '#', '@', '%', '='};

typedef struct bounds {
    double least, most; /* scores */
    uint64_t first, last;
} bounds;

static bounds bounds_of(const curve *c) {
    bounds b = {.least = INFINITY, .most = -INFINITY, .first = UINT64_MAX};
    for (size_t i = 0; i < c->count; i++) {
        const curve_point *p = &c->points[i];
        b.least = fmin(b.least, p->score);
        b.most = fmax(b.most, p->score);
        b.first = p->games < b.first ? p->games : b.first;
        b.last = p->games > b.last ? p->games : b.last;
    }
    return b;
}

/* In which of `cells` a value is that lies between 0 and 1; one line alone is in the middle. */
static int cell_of(double at, double span, int cells) {
    return span > 0 ? (int)(at / span * (cells - 1) + 0.5) : cells / 2;
}

static void add_line(hra_text *out, const char *label, char bar, const char *cells, int width) {
    hra_text_addf(out, "%*s %c", LABEL, label, bar);
    hra_text_add_bytes(out, cells, (size_t)width);
    hra_text_add_char(out, '\n');
}

static void add_plot(const curve *c, const bounds *b, int width, int rows, hra_text *out) {
    char grid[MOST_ROWS][MOST_COLUMNS], label[32];
    memset(grid, ' ', sizeof grid);
    for (size_t i = 0; i < c->count; i++) {
        const curve_point *p = &c->points[i];
        int row = cell_of(b->most - p->score, b->most - b->least, rows);
        int column = cell_of((double)(p->games - b->first), (double)(b->last - b->first), width);
        grid[row][column] = marks[p->line % CURVE_LINES];
    }
    for (int row = 0; row < rows; row++) {
        label[0] = '\0';
        if (row == 0 || row == rows - 1)
            hra_snprintf(label, sizeof label, "%.4G", row ? b->least : b->most);
        add_line(out, label, '|', grid[row], width);
    }
    memset(grid[0], '-', (size_t)width);
    add_line(out, "", '+', grid[0], width);
}

/* "0        games        1000". */
static void add_bounds(const bounds *b, const char *across, int width, hra_text *out) {
    char first[24], last[24];
    hra_snprintf(first, sizeof first, "%llu", (unsigned long long)b->first);
    hra_snprintf(last, sizeof last, "%llu", (unsigned long long)b->last);
    const size_t from = out->length;
    hra_text_addf(out, "%*s %s", LABEL + 1, "", first);
    hra_text_pad(out, from, LABEL + 2 + (width - hra_text_columns(across)) / 2);
    hra_text_add(out, across);
    hra_text_pad(out, from, LABEL + 2 + width - (int)strlen(last));
    hra_text_addf(out, "%s\n", last);
}

void curve_text(const curve *c, const char *const *titles, int count, const curve_axes *axes, int columns,
                int rows, hra_text *out) {
    const bounds b = bounds_of(c);
    int width = (columns < MOST_COLUMNS ? columns : MOST_COLUMNS) - LABEL - 3;
    rows = rows < MOST_ROWS ? rows : MOST_ROWS;
    if (c->count == 0 || b.first == b.last || width < 10 || rows < 2)
        return;
    hra_text_addf(out, "%*s%s\n", LABEL + 2, "", axes->up);
    add_plot(c, &b, width, rows, out);
    add_bounds(&b, axes->across, width, out);
    const size_t from = out->length;
    hra_text_addf(out, "%*s", LABEL + 1, "");
    for (int i = 0; i < count && i < CURVE_LINES; i++) {
        const int room = columns - 1 - (int)(out->length - from) - BESIDE;
        if (room > 0) {
            hra_text_addf(out, " %c ", marks[i]);
            hra_text_add_bytes(out, titles[i], hra_text_cut(titles[i], SIZE_MAX, room));
        }
    }
    hra_text_add_char(out, '\n');
}

/* ---- on a terminal --------------------------------------------------------------------------*/

static int drawn; /* lines of the chart above the cursor */

void curve_live_erase(void) {
    char order[32];
    if (!drawn)
        return;
    print_progress_done();
    hra_snprintf(order, sizeof order, "\r\033[%dA\033[J", drawn);
    print_control(order);
    (void)print_flush();
    drawn = 0;
}

void curve_live_leave(void) {
    drawn = 0;
}

void curve_live_draw(const curve *c, const char *const *titles, int count, const curve_axes *axes) {
    hra_text chart;
    const int rows = print_height() / 2 < ROWS ? print_height() / 2 : ROWS;
    if (!print_terminal_moves() || count > CURVE_LINES)
        return;
    curve_live_erase();
    hra_text_init(&chart);
    curve_text(c, titles, count, axes, print_terminal_width(), rows - BESIDE, &chart);
    print_progress_done();
    if (!chart.err)
        print("%s", print_string(&chart));
    for (const char *at = print_string(&chart); !chart.err && *at; at++)
        drawn += *at == '\n';
    (void)print_flush();
    hra_text_release(&chart);
}
