/* Learning curves: strength by the number of games. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chart.h"
#include "curve.h"
#include "speech/csv.h"
#include "speech/print.h"

enum { LEFT = 80, RIGHT = 780, TOP = 50, BOTTOM = 350 };

bool curve_add(curve *c, const curve_point *point) {
    if (c->count == c->capacity) {
        size_t capacity = c->capacity ? 2 * c->capacity : 64;
        curve_point *points = realloc(c->points, capacity * sizeof *points);
        if (!points)
            return false;
        c->points = points;
        c->capacity = capacity;
    }
    c->points[c->count++] = *point;
    return true;
}

void curve_release(curve *c) {
    free(c->points);
    *c = (curve){0};
}

void curve_csv(const curve *c, const char *const *titles, hra_text *out) {
    hra_text_add(out, "seed,games,seconds,against,score,error,played\n");
    for (size_t i = 0; i < c->count; i++) {
        const curve_point *p = &c->points[i];
        hra_text_addf(out, "%llu,%llu,%.3f,", (unsigned long long)p->seed, (unsigned long long)p->games,
                      p->seconds);
        csv_text(out, titles[p->line]);
        hra_text_addf(out, ",%.6g,%.3g,%llu\n", p->score, p->error, (unsigned long long)p->played);
    }
}

/* ---- the picture ----------------------------------------------------------------------------*/

/* The runs after this number of games: the mean, and the band. */
typedef struct summary {
    uint64_t games;
    double mean, low, high;
} summary;

typedef struct frame {
    chart_axis games, scores;
} frame;

/* What lies outside is drawn at the edge. */
static double y_of(const frame *f, double score) {
    return fmin(fmax(chart_at(&f->scores, score), TOP), BOTTOM);
}

/* The next moment of a line behind `after`; false: there is none. Runs are few, so all points are looked at.
 */
static bool next_summary(const curve *c, int line, const summary *after, summary *out) {
    int runs = 0;
    double sum = 0, error = 0;
    *out = (summary){.games = UINT64_MAX, .low = INFINITY, .high = -INFINITY};
    for (size_t i = 0; i < c->count; i++) {
        const curve_point *p = &c->points[i];
        if (p->line != line || (after && p->games <= after->games) || p->games > out->games)
            continue;
        if (p->games < out->games) {
            *out = (summary){.games = p->games, .low = INFINITY, .high = -INFINITY};
            runs = 0;
            sum = 0;
        }
        out->low = fmin(out->low, p->score);
        out->high = fmax(out->high, p->score);
        sum += p->score;
        error = p->error;
        runs++;
    }
    if (!runs)
        return false;
    out->mean = sum / runs;
    if (runs == 1) {
        out->low = out->mean - 2 * error;
        out->high = out->mean + 2 * error;
    }
    return true;
}

static frame frame_of(const curve *c, int count) {
    double most = 1, low = INFINITY, high = -INFINITY;
    summary at, *after = NULL;
    for (int line = 0; line < count; line++, after = NULL)
        for (summary next; next_summary(c, line, after, &next); after = &at) {
            at = next;
            most = fmax(most, (double)at.games);
            low = fmin(low, at.low);
            high = fmax(high, at.high);
        }
    if (low > high)
        low = high = 0;
    return (frame){{0, most, LEFT, RIGHT}, chart_round(low, high, 6, BOTTOM, TOP)};
}

/* The upper edge of the band there, in another text the lower one for the way back, and the line over both.
 */
static void add_line(const curve *c, const frame *f, int line, hra_text *out) {
    hra_text back, middle;
    summary at, next, *after = NULL;
    hra_text_init(&back);
    hra_text_init(&middle);
    hra_text_addf(out, "<path fill='%s' fill-opacity='0.2' d='", chart_colour(line));
    for (; next_summary(c, line, after, &next); after = &at) {
        at = next;
        double x = chart_at(&f->games, (double)at.games);
        char command = after ? 'L' : 'M';
        hra_text_addf(out, "%c%.1f %.1f", command, x, y_of(f, at.high));
        hra_text_addf(&middle, "%c%.1f %.1f", command, x, y_of(f, at.mean));
        char point[48]; /* in front of those before it */
        hra_text rest = back;
        hra_text_init(&back);
        hra_snprintf(point, sizeof point, "L%.1f %.1f", x, y_of(f, at.low));
        hra_text_add(&back, point);
        hra_text_add(&back, hra_text_string(&rest));
        hra_text_release(&rest);
    }
    hra_text_addf(out, "%s%s'/>\n<path fill='none' stroke='%s' stroke-width='2'%s d='%s'/>\n",
                  hra_text_string(&back), back.length ? "Z" : "", chart_colour(line), chart_dashes(line),
                  hra_text_string(&middle));
    out->err = out->err ? out->err : back.err ? back.err : middle.err;
    hra_text_release(&back);
    hra_text_release(&middle);
}

void curve_svg(const curve *c, const char *const *titles, int count, const char *title,
               const curve_axes *axes, hra_text *out) {
    frame f = frame_of(c, count);
    chart_begin(out, 800, 400, LEFT, title);
    chart_up(out, &f.scores, 6, LEFT, RIGHT, 1, "");
    chart_name_up(out, &f.scores, axes->up);
    chart_across(out, &f.games, 8, BOTTOM);
    chart_name_across(out, &f.games, BOTTOM + 42, axes->across);
    for (int i = 0; i < count && i < CURVE_LINES; i++) {
        char fill[40];
        add_line(c, &f, i, out);
        hra_snprintf(fill, sizeof fill, " fill='%s'", chart_colour(i));
        chart_text(out, 775, BOTTOM - 12 - 18 * (count - 1 - i), "end", fill, titles[i]);
    }
    chart_end(out);
}
