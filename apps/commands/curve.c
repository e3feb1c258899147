/* How strong somebody was after so many games. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "curve.h"
#include "plot.h"
#include "speech/say.h"

enum { LEFT = 80, RIGHT = 780, TOP = 50, BOTTOM = 350 };

bool curve_add(curve *c, const curve_point *point) {
    if (c->count == c->room) {
        size_t room = c->room ? 2 * c->room : 64;
        curve_point *points = realloc(c->points, room * sizeof *points);
        if (!points)
            return false;
        c->points = points;
        c->room = room;
    }
    c->points[c->count++] = *point;
    return true;
}

void curve_release(curve *c) {
    free(c->points);
    *c = (curve){0};
}

/* A field of CSV; a spec may have commas in it (RFC 4180). */
static void add_field(const char *text, hra_text *out) {
    hra_text_add_char(out, '"');
    for (; *text; text++) {
        if (*text == '"')
            hra_text_add_char(out, '"');
        hra_text_add_char(out, *text);
    }
    hra_text_add_char(out, '"');
}

void curve_csv(const curve *c, const char *const *titles, hra_text *out) {
    hra_text_add(out, "seed,games,seconds,against,score,error,played\n");
    for (size_t i = 0; i < c->count; i++) {
        const curve_point *p = &c->points[i];
        hra_text_addf(out, "%llu,%llu,%.3f,", (unsigned long long)p->seed, (unsigned long long)p->games,
                      p->seconds);
        add_field(titles[p->line], out);
        hra_text_addf(out, ",%.6g,%.3g,%llu\n", p->score, p->error, (unsigned long long)p->played);
    }
}

/* ---- the picture ----------------------------------------------------------------------------*/

/* What the runs came to after so many games: the mean, and the band. */
typedef struct summary {
    uint64_t games;
    double mean, low, high;
} summary;

typedef struct frame {
    double most, low, high; /* games; scores */
} frame;

static double x_of(const frame *f, uint64_t games) {
    return LEFT + (double)games / f->most * (RIGHT - LEFT);
}

static double y_of(const frame *f, double score) {
    double y = BOTTOM - (score - f->low) / (f->high - f->low) * (BOTTOM - TOP);
    return y < TOP ? TOP : y > BOTTOM ? BOTTOM : y;
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
    frame f = {1, INFINITY, -INFINITY};
    summary at, *after = NULL;
    for (int line = 0; line < count; line++, after = NULL)
        for (summary next; next_summary(c, line, after, &next); after = &at) {
            at = next;
            f.most = fmax(f.most, (double)at.games);
            f.low = fmin(f.low, at.low);
            f.high = fmax(f.high, at.high);
        }
    if (f.low > f.high)
        f.low = f.high = 0;
    double step = hra_stats_step(f.high - f.low > 0 ? f.high - f.low : 1, 6);
    f.low = floor(f.low / step) * step;
    f.high = ceil(f.high / step) * step;
    f.high = f.high > f.low ? f.high : f.low + step;
    return f;
}

static void add_axes(const frame *f, const curve_axes *axes, hra_text *out) {
    double step = hra_stats_step(f->high - f->low, 6);
    for (int i = 0; f->low + i * step <= f->high + step / 2; i++) {
        double y = y_of(f, f->low + i * step);
        hra_text_addf(
            out, "<path d='M%d %.1fH%d' stroke='#ddd'/><text x='%d' y='%.1f' text-anchor='end'>%.4g</text>\n",
            LEFT, y, RIGHT, LEFT - 9, y + 4, say_rounded(f->low + i * step, 6));
    }
    step = hra_stats_step(f->most, 8);
    for (int i = 0; i * step <= f->most; i++) {
        double x = LEFT + i * step / f->most * (RIGHT - LEFT);
        hra_text_addf(
            out,
            "<path d='M%.1f %dv6' stroke='#333'/><text x='%.1f' y='%d' text-anchor='middle'>%.6g</text>\n", x,
            BOTTOM, x, BOTTOM + 22, i * step);
    }
    hra_text_addf(out, "<path d='M%d %dV%dH%d' stroke='#333' fill='none'/>\n", LEFT, TOP, BOTTOM, RIGHT);
    hra_text_addf(out, "<text x='%d' y='%d' text-anchor='middle'>%s</text>\n", (LEFT + RIGHT) / 2,
                  BOTTOM + 42, axes->across);
    hra_text_addf(out, "<text transform='translate(14 %d) rotate(-90)' text-anchor='middle'>%s</text>\n",
                  (TOP + BOTTOM) / 2, axes->up);
}

/* The upper edge of the band there, in another text the lower one for the way back, and the line over both.
 */
static void add_line(const curve *c, const frame *f, int line, hra_text *out) {
    hra_text back, middle;
    summary at, next, *after = NULL;
    hra_text_init(&back);
    hra_text_init(&middle);
    hra_text_addf(out, "<path fill='%s' fill-opacity='0.2' d='", plot_colours[line]);
    for (; next_summary(c, line, after, &next); after = &at) {
        at = next;
        double x = x_of(f, at.games);
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
                  hra_text_string(&back), back.length ? "Z" : "", plot_colours[line],
                  line ? " stroke-dasharray='6 3'" : "", hra_text_string(&middle));
    out->err = out->err ? out->err : back.err ? back.err : middle.err;
    hra_text_release(&back);
    hra_text_release(&middle);
}

void curve_svg(const curve *c, const char *const *titles, int count, const char *title,
               const curve_axes *axes, hra_text *out) {
    frame f = frame_of(c, count);
    hra_text_add(out,
                 "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 800 400' font-family='sans-serif' "
                 "font-size='13'>\n<rect width='800' height='400' fill='white'/>\n"
                 "<text x='80' y='26' font-size='16'>");
    hra_text_add_xml(out, title);
    hra_text_add(out, "</text>\n");
    add_axes(&f, axes, out);
    for (int i = 0; i < count && i < CURVE_LINES; i++) {
        add_line(c, &f, i, out);
        hra_text_addf(out, "<text x='775' y='%d' text-anchor='end' fill='%s'>",
                      BOTTOM - 12 - 18 * (count - 1 - i), plot_colours[i]);
        hra_text_add_xml(out, titles[i]);
        hra_text_add(out, "</text>\n");
    }
    hra_text_add(out, "</svg>\n");
}
