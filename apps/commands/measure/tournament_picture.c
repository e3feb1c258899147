/* Ratings with error bars, the matrix of points, and the course of a test, below each other. */
#include <math.h>
#include <stdlib.h>

#include "commands/output.h"
#include "pictures/chart/chart.h"
#include "tournament_picture.h"

enum {
    WIDTH = 800,
    LEFT = 270,
    RIGHT = 700,
    ROW = 24,
    TOP = 50,
    CELL = 52,
    CHART = 180,
    LABEL = 30,
    MATRIX = 10
};

/* ---- parts ----------------------------------------------------------------------------------*/

static void add_label(hra_text *out, int x, double y, const char *anchor, const char *text) {
    hra_text cut;
    hra_text_init(&cut);
    hra_text_add_bytes(&cut, text, hra_text_cut(text, SIZE_MAX, LABEL));
    chart_text(out, x, y, anchor, "", hra_text_string(&cut));
    hra_text_release(&cut);
}

static double add_ratings(const tournament *u, const hra_rating *ratings, hra_text *out, double y) {
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < u->how.count; i++) {
        bool known = isfinite(ratings[i].low) && isfinite(ratings[i].high);
        low = fmin(low, known ? ratings[i].low : ratings[i].elo);
        high = fmax(high, known ? ratings[i].high : ratings[i].elo);
    }
    double margin = fmax((high - low) / 20, 1);
    const chart_axis elo = {low - margin, high + margin, LEFT, RIGHT};
    for (int i = 0; i < u->how.count; i++, y += ROW) {
        const hra_rating *r = &ratings[i];
        double middle = y + ROW / 2.0;
        char number[40];
        add_label(out, LEFT - 12, middle + 4, "end", tournament_called(u, i));
        if (isfinite(r->low) && isfinite(r->high))
            hra_text_addf(out,
                          "<path d='M%.1f %.1fH%.1f' stroke='%s' stroke-width='3' stroke-opacity='0.45'/>\n",
                          chart_at(&elo, r->low), middle, chart_at(&elo, r->high), chart_colour(0));
        hra_text_addf(out, "<circle cx='%.1f' cy='%.1f' r='4.5' fill='%s'/>\n", chart_at(&elo, r->elo),
                      middle, chart_colour(0));
        hra_snprintf(number, sizeof number, "%+.1F", print_rounded(r->elo, 1));
        add_label(out, WIDTH - 20, middle + 4, "end", number);
    }
    chart_across(out, &elo, 8, y + 4);
    return y + 50;
}

/* Points of i against k, and out of how many. */
static double share_of(const tournament *u, int i, int k, double *of) {
    double points = 0;
    *of = 0;
    for (int n = 0; n < u->how.pairings; n++) {
        hra_pairing p;
        hra_tournament_snapshot(u->t, n, &p);
        for (int side = 0; side < 2; side++)
            if (p.player[side] == i && p.player[1 - side] == k) {
                points = p.points[side];
                *of = p.points[0] + p.points[1];
            }
    }
    return *of > 0 ? points / *of : 0;
}

static double add_matrix(const tournament *u, hra_text *out, double y) {
    add_label(out, LEFT - 12, y, "end", _("score rate of the row, %"));
    for (int k = 0; k < u->how.count; k++)
        hra_text_addf(out, "<text x='%d' y='%.1f' text-anchor='middle'>%d</text>\n",
                      LEFT + CELL * k + CELL / 2, y, k + 1);
    y += 8;
    for (int i = 0; i < u->how.count; i++, y += ROW) {
        hra_text name;
        hra_text_init(&name);
        hra_text_addf(&name, "%d  %s", i + 1, tournament_called(u, i));
        add_label(out, LEFT - 12, y + ROW / 2.0 + 4, "end", hra_text_string(&name));
        hra_text_release(&name);
        for (int k = 0; k < u->how.count; k++) {
            double of, share = share_of(u, i, k, &of);
            int x = LEFT + CELL * k;
            if (of > 0)
                hra_text_addf(out,
                              "<rect x='%d' y='%.1f' width='%d' height='%d' fill='%s' fill-opacity='%.2f'/>"
                              "<text x='%d' y='%.1f' text-anchor='middle'>%.1F</text>\n",
                              x, y, CELL - 2, ROW - 2, chart_colour(share < 0.5), fabs(share - 0.5),
                              x + CELL / 2, y + ROW / 2.0 + 4, 100 * share);
        }
    }
    return y + 40;
}

static double add_course(const tournament *u, hra_text *out, double y) {
    const tournament_course *c = &u->course;
    const hra_sequential_state begin = hra_sequential_judge(&u->test, NULL);
    double lower = begin.lower, upper = begin.upper, low = lower, high = upper;
    for (int i = 0; i < c->count; i++) {
        low = fmin(low, c->llr[i]);
        high = fmax(high, c->llr[i]);
    }
    const chart_axis groups = {0, c->count ? (double)c->groups[c->count - 1] : 1, LEFT, RIGHT},
                     llr = {low, high, y + CHART, y};
    add_label(out, LEFT - 12, y - 10, "end", _("log-likelihood ratio"));
    for (int i = 0; i < 3; i++) {
        double level = i == 0 ? lower : i == 1 ? 0 : upper, at = chart_at(&llr, level);
        hra_text_addf(out,
                      "<path d='M%d %.1fH%d' stroke='#999'%s/><text x='%d' y='%.1f' "
                      "text-anchor='end'>%.2F</text>\n",
                      LEFT, at, RIGHT, i == 1 ? "" : " stroke-dasharray='5 4'", LEFT - 12, at + 4, level);
    }
    hra_text_addf(out, "<path fill='none' stroke='%s' stroke-width='1.5' d='M%d %.1f", chart_colour(0), LEFT,
                  chart_at(&llr, 0));
    for (int i = 0; i < c->count; i++)
        hra_text_addf(out, "L%.1f %.1f", chart_at(&groups, (double)c->groups[i]), chart_at(&llr, c->llr[i]));
    hra_text_add(out, "'/>\n");
    chart_across(out, &groups, 8, y + CHART + 6);
    add_label(out, WIDTH - 20, y + CHART + 28, "end", _("groups"));
    return y + CHART + 50;
}

/* ---- the whole ------------------------------------------------------------------------------*/

static void draw(const tournament *u, const hra_rating *ratings, hra_text *out) {
    hra_text body;
    hra_pairing first;
    hra_tournament_snapshot(u->t, 0, &first);
    hra_text_init(&body);
    double y = add_ratings(u, ratings, &body, TOP);
    if (first.count == 2 && u->how.pairings > 1 && u->how.count <= MATRIX - 2)
        y = add_matrix(u, &body, y + 20);
    if (u->how.test)
        y = add_course(u, &body, y + 30);
    hra_text title;
    hra_text_init(&title);
    hra_text_addf(&title, "%s: Elo", u->s->game->spec);
    chart_begin(out, WIDTH, y, 20, hra_text_string(&title));
    hra_text_release(&title);
    hra_text_add_bytes(out, body.data, body.length);
    chart_end(out);
    out->err = out->err ? out->err : body.err;
    hra_text_release(&body);
}

int tournament_draw(const tournament *u, const char *file) {
    hra_rating ratings[HRA_TOURNAMENT_PLAYERS];
    hra_text out;
    hra_error why;
    bool sampled;
    hra_err err =
        hra_tournament_rate(u->t, HRA_TOURNAMENT_SAMPLES, print_progress(), ratings, &sampled, &why);
    print_progress_done();
    if (err)
        return print_failure(&why, NULL);
    hra_text_init(&out);
    draw(u, ratings, &out);
    int status = output_write_svg(file, NULL, &out, NULL, u->s->game->spec);
    hra_text_release(&out);
    return status;
}
