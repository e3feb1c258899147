/* Graphs of the report: values over a game, error rates over time. */
#include <math.h>

#include "review_html.h"

#include "speech/print.h"
#include "term/term_review.h"

enum { WIDTH = 760, HEIGHT = 220, LEFT = 68, RIGHT = 12, TOP = 12, FOOT = 26, CURVES = 8 };

typedef struct graph {
    const hra_review *review;
    review_scale scale;
    const review_game *game;
    double low, high;
    int points; /* plies + 1 */
    hra_text *out;
} graph;

static double x_of(const graph *g, int point) {
    return LEFT + (double)point / (g->points > 1 ? g->points - 1 : 1) * (WIDTH - LEFT - RIGHT);
}

static double y_of(const graph *g, double value) {
    return TOP + (g->high - value) / (g->high - g->low) * (HEIGHT - TOP - FOOT);
}

static void draw_grid(const graph *g) {
    for (int i = 0; i <= 4; i++) {
        double value = g->low + (g->high - g->low) * i / 4, y = y_of(g, value);
        hra_text_addf(g->out, "<path class=\"grid\" d=\"M%d %.1fH%d\"/>", LEFT, y, WIDTH - RIGHT);
        if (i % 2)
            continue;
        hra_text_addf(g->out, "<text class=\"axis\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">", LEFT - 8,
                      y + 4);
        review_add_value(&g->scale, "", value, g->out);
        hra_text_add(g->out, "</text>");
    }
}

/* Numbers of turns where there is room for them. */
static void draw_turns(const graph *g) {
    double free_from = 0;
    int told = 0;
    for (int point = 1; point < g->points; point++) {
        const hra_review_move *at = hra_review_ply(g->review, point - 1);
        double x = x_of(g, point);
        const term_review_place *place = g->game->places ? &g->game->places[point - 1] : NULL;
        const int number = place && place->move ? 1000 * place->game + place->move : at->turn;
        if (number <= told || x < free_from)
            continue;
        hra_text_addf(g->out, "<text class=\"axis\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">", x,
                      HEIGHT - 8);
        term_review_add_place(g->game->places, at, 0, g->out);
        hra_text_add(g->out, "</text>");
        told = number;
        free_from = x + 44;
    }
}

static void draw_curve(const graph *g, int seat) {
    hra_text_addf(g->out, "<path class=\"curve%d\" d=\"", seat % CURVES);
    for (int point = 0; point < g->points; point++)
        hra_text_addf(g->out, "%s%.1f %.1f", point ? "L" : "M", x_of(g, point),
                      y_of(g, review_value_before(g->review, seat, point)));
    hra_text_add(g->out, "\"/>");
}

/* What is under a single curve is filled, down to the foot. */
static void fill_under(const graph *g, int seat) {
    hra_text_addf(g->out, "<path class=\"under\" d=\"M%d %.1f", LEFT, y_of(g, g->low));
    for (int point = 0; point < g->points; point++)
        hra_text_addf(g->out, "L%.1f %.1f", x_of(g, point),
                      y_of(g, review_value_before(g->review, seat, point)));
    hra_text_addf(g->out, "V%.1fz\"/>", y_of(g, g->low));
}

/* Graded decisions: a triangle, a square or a disc, on the curve of the seat. */
static void draw_marks(const graph *g, const review_game *game) {
    for (int ply = 0; ply < g->points - 1; ply++) {
        const hra_review_move *at = hra_review_ply(g->review, ply);
        if (at->mover < 0 || at->grade == HRA_GRADE_FINE || (game->only && game->only != at->mover + 1))
            continue;
        double x = x_of(g, ply + 1), y = y_of(g, at->values[at->mover]);
        hra_text_add(g->out, "<a href=\"#");
        review_html_id(game, ply, g->out);
        hra_text_add(g->out, "\"><title>");
        html_text(g->out, review_html_grade(at->grade));
        hra_text_add(g->out, ", ");
        term_review_add_place(game->places, at, 0, g->out);
        hra_text_add(g->out, "</title>");
        if (at->grade == HRA_GRADE_INACCURACY)
            hra_text_addf(g->out, "<path class=\"mark1\" d=\"M%.1f %.1fl5 9h-10z\"/></a>", x, y - 6);
        else if (at->grade == HRA_GRADE_ERROR)
            hra_text_addf(g->out,
                          "<rect class=\"mark2\" x=\"%.1f\" y=\"%.1f\" width=\"9\" height=\"9\"/></a>",
                          x - 4.5, y - 4.5);
        else
            hra_text_addf(g->out, "<circle class=\"mark3\" cx=\"%.1f\" cy=\"%.1f\" r=\"6\"/></a>", x, y);
    }
}

/* Whose curve is which; of a single one, whose value it is. */
static void add_keys(const review_game *game, int first, int last, hra_text *out) {
    const hra_review_info *info = hra_review_snapshot(game->review);
    bool chance = info->unit == HRA_UNIT_PROBABILITY;
    hra_text_add(out, "<figcaption class=\"keys\">");
    html_element(out, "span", "quiet",
                 info->game->seats == 1 ? _("expected result")
                 : chance               ? _("win probability")
                                        : _("value"));
    for (int seat = first; seat <= last && info->game->seats > 1; seat++) {
        hra_text_addf(out,
                      "<span><svg viewBox=\"0 0 32 10\" aria-hidden=\"true\"><path class=\"curve%d\" d=\"M1 "
                      "5h30\"/></svg>",
                      seat % CURVES);
        html_text(out, hra_game_seat_name(info->game, seat));
        hra_text_add(out, " ");
        html_foreign(out, game->players[seat]);
        hra_text_add(out, "</span>");
    }
    hra_text_add(out, "</figcaption>\n");
}

void review_html_graph(const review_game *game, hra_text *out) {
    const hra_review_info *info = hra_review_snapshot(game->review);
    const int first = game->only ? game->only - 1 : 0, last = game->only ? first : info->game->seats - 1;
    graph g = {.review = game->review,
               .game = game,
               .scale = review_scale_of(game->review),
               .points = info->done + 1,
               .out = out};
    if (g.points < 3)
        return;
    term_review_scale(game->review, &g.low, &g.high);
    hra_text_add(out, "<figure class=\"graph\">");
    add_keys(game, first, last, out);
    hra_text_addf(out, "<svg viewBox=\"0 0 %d %d\" role=\"group\" aria-label=\"", WIDTH, HEIGHT);
    html_text(out, _("value over the game"));
    hra_text_add(out, "\">");
    draw_grid(&g);
    draw_turns(&g);
    if (last == first)
        fill_under(&g, first);
    for (int seat = first; seat <= last; seat++)
        draw_curve(&g, seat);
    draw_marks(&g, game);
    hra_text_add(out, "</svg></figure>\n");
}

/* ---- over time ------------------------------------------------------------------------------*/

enum { SMALL_WIDTH = 480, SMALL_HEIGHT = 180, SERIES = 1 + HRA_MAX_DECISION_TYPES };

/* Series 0: all decisions; 1 and on: those of a type. */
static double rate_of(const review_row *row, int series) {
    const review_type_sums *type = series ? &row->types[series - 1] : NULL;
    return type ? review_rate(&row->scale, type->decisions, type->loss, type->scaled)
                : review_rate(&row->scale, row->decisions, row->loss, row->scaled);
}

static int count_series(const review_row *row) {
    const char *const *types = review_row_types(row);
    int n = 1;
    while (types && types[n - 1] && n < SERIES)
        n++;
    return n;
}

static double highest(const review_row *rows, size_t count, int series) {
    double most = 0;
    for (size_t i = 0; i < count; i++)
        for (int s = 0; s < series; s++)
            if (!isnan(rate_of(&rows[i], s)))
                most = fmax(most, rate_of(&rows[i], s));
    return most > 0 ? most : 1;
}

/* Months, or years, since the beginning of years. */
static int time_of(const review_row *row) {
    int year = 0, month = 0;
    for (int i = 0; i < REVIEW_YEAR; i++)
        year = 10 * year + row->period[i] - '0';
    if (!row->period[REVIEW_YEAR])
        return year;
    for (int i = REVIEW_YEAR + 1; i < REVIEW_MONTH; i++)
        month = 10 * month + row->period[i] - '0';
    return 12 * year + month;
}

/* Time passes evenly, also where nothing was played. */
static double time_x(const review_row *rows, size_t i, size_t count) {
    int first = time_of(&rows[0]), last = time_of(&rows[count - 1]);
    return LEFT + (double)(time_of(&rows[i]) - first) / (last - first) * (SMALL_WIDTH - LEFT - 3 * RIGHT);
}

/* A line from point to point; a period without decisions of this type is passed over. */
static void draw_series(const review_row *rows, size_t count, int series, double most, hra_text *out) {
    bool begun = false;
    hra_text_addf(out, "<path class=\"curve%d\" d=\"", series % CURVES);
    for (size_t i = 0; i < count; i++) {
        double rate = rate_of(&rows[i], series);
        if (isnan(rate))
            continue;
        hra_text_addf(out, "%s%.1f %.1f", begun ? "L" : "M", time_x(rows, i, count),
                      TOP + (1 - rate / most) * (SMALL_HEIGHT - TOP - FOOT));
        begun = true;
    }
    hra_text_add(out, begun ? "\"/>" : "M0 0\"/>");
    for (size_t i = 0; i < count && series == 0; i++)
        if (!isnan(rate_of(&rows[i], 0)))
            hra_text_addf(out, "<circle class=\"dot\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>",
                          time_x(rows, i, count),
                          TOP + (1 - rate_of(&rows[i], 0) / most) * (SMALL_HEIGHT - TOP - FOOT));
}

static void draw_frame(const review_row *rows, size_t count, double most, hra_text *out) {
    for (int i = 0; i <= 2; i++) {
        double y = TOP + i / 2.0 * (SMALL_HEIGHT - TOP - FOOT);
        hra_text_addf(out,
                      "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text class=\"axis\" x=\"%d\" y=\"%.1f\" "
                      "text-anchor=\"end\">",
                      LEFT, y, SMALL_WIDTH - RIGHT, LEFT - 8, y + 4);
        review_add_rate(&rows->scale, 1, most * (2 - i) / 2, most * (2 - i) / 1000, out);
        hra_text_add(out, "</text>");
    }
    double free_from = 0;
    for (size_t i = 0; i < count; i++) {
        double x = time_x(rows, i, count);
        if (x < free_from)
            continue;
        hra_text_addf(out, "<text class=\"axis\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">", x,
                      SMALL_HEIGHT - 8);
        html_text(out, rows[i].period);
        hra_text_add(out, "</text>");
        free_from = x + 72;
    }
}

static void add_series_keys(const review_row *row, int series, hra_text *out) {
    const char *const *types = review_row_types(row);
    hra_text_add(out, "<figcaption class=\"keys\">");
    for (int s = 0; s < series; s++) {
        hra_text_addf(out,
                      "<span><svg viewBox=\"0 0 32 10\" aria-hidden=\"true\"><path class=\"curve%d\" d=\"M1 "
                      "5h30\"/></svg>",
                      s % CURVES);
        html_text(out, s ? _(types[s - 1]) : review_rate_name(&row->scale));
        hra_text_add(out, "</span>");
    }
    hra_text_add(out, "</figcaption>\n");
}

void review_html_curve(const review_row *rows, size_t count, hra_text *out) {
    while (count && !review_row_is_dated(&rows[count - 1])) /* unknown dates are last */
        count--;
    if (count < 2)
        return;
    int series = count_series(rows);
    double most = highest(rows, count, series);
    hra_text_add(out, "<figure class=\"curve\">");
    add_series_keys(rows, series, out);
    hra_text_addf(out, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", SMALL_WIDTH, SMALL_HEIGHT);
    html_text(out, _("error rate over time"));
    hra_text_add(out, "\">");
    draw_frame(rows, count, most, out);
    for (int s = series - 1; s >= 0; s--)
        draw_series(rows, count, s, most, out);
    hra_text_add(out, "</svg></figure>\n");
}
