/* Tables of the report over all games: players, error rates over time, lucky rolls. */
#include <math.h>
#include <stdlib.h>

#include "review_html.h"
#include "review_trend.h"

#include "speech/print.h"
#include "term/term_review.h"

enum { MOST_PLAYERS = 200, MOST_TRENDS = 12 };

/* ---- cells ----------------------------------------------------------------------------------*/

void review_html_value(hra_text *out, const review_scale *scale, const char *sign, double value) {
    hra_text_add(out, "<td>");
    review_add_value(scale, sign, value, out);
    hra_text_add(out, "</td>");
}

void review_html_rate(hra_text *out, const review_scale *scale, int decisions, double loss, double scaled) {
    hra_text_add(out, "<td>");
    review_add_rate(scale, decisions, loss, scaled, out);
    hra_text_add(out, "</td>");
}

void review_html_count(hra_text *out, int count) {
    hra_text_addf(out, "<td>%d</td>", count);
}

void review_html_percent(hra_text *out, double percent) {
    hra_text_addf(out, isnan(percent) ? "<td>-</td>" : "<td>%.1F%%</td>", percent);
}

static void add_head(hra_text *out, const char *class, const char *text) {
    html_element(out, "th", class, text);
}

static void begin_section(hra_text *out, const char *title) {
    hra_text_add(out, "<section>");
    html_element(out, "h2", "", title);
    hra_text_add_char(out, '\n');
}

/* ---- players --------------------------------------------------------------------------------*/

static void add_player_heads(const review_row *row, hra_text *out) {
    const char *const *types = review_row_types(row);
    hra_text_add(out, "<thead><tr>");
    add_head(out, "w", _("player"));
    add_head(out, "", _("games"));
    add_head(out, "", _("decisions"));
    add_head(out, "", _("costly"));
    for (int grade = 1; row->scale.graded && grade < HRA_GRADES; grade++)
        add_head(out, "", term_review_sign((hra_grade)grade));
    add_head(out, "", review_rate_name(&row->scale));
    for (int type = 0; types && types[type]; type++)
        add_head(out, "", _(types[type]));
    if (row->scale.measure != HRA_MEASURE_NONE)
        add_head(out, "", _("accuracy"));
    hra_text_add(out, "</tr></thead>\n<tbody>");
}

static void add_rates(const review_row *row, hra_text *out) {
    const char *const *types = review_row_types(row);
    review_html_rate(out, &row->scale, row->decisions, row->loss, row->scaled);
    for (int type = 0; types && types[type]; type++)
        review_html_rate(out, &row->scale, row->types[type].decisions, row->types[type].loss,
                         row->types[type].scaled);
    if (row->scale.measure != HRA_MEASURE_NONE)
        review_html_percent(out, row->accurate ? row->accuracy / row->accurate : (double)NAN);
    hra_text_add(out, "</tr>\n");
}

static void add_player(const review_row *row, hra_text *out) {
    hra_text_add(out, "<tr><td class=\"w\">");
    html_foreign(out, row->player);
    hra_text_add(out, "</td>");
    review_html_count(out, row->games);
    review_html_count(out, row->decisions);
    review_html_count(out, row->mistakes);
    for (int grade = 1; row->scale.graded && grade < HRA_GRADES; grade++)
        review_html_count(out, row->graded[grade]);
    add_rates(row, out);
}

static bool same_game(const review_row *a, const review_row *b) {
    return a->rules == b->rules && a->scale.unit == b->scale.unit;
}

/* "and 12 more" below a list that ends early. */
static void add_rest(size_t rest, hra_text *out) {
    hra_text line;
    if (!rest)
        return;
    hra_text_init(&line);
    hra_text_addf(&line, _n("and %d more player", "and %d more players", rest), (int)rest);
    html_element(out, "p", "quiet", hra_text_string(&line));
    review_html_release(&line, out);
}

void review_html_players(const review_over_all *all, hra_text *out) {
    review_totals view;
    if (all->games == 1 && all->games_too) /* its own sums say the same */
        return;
    if (review_totals_view(&all->totals, REVIEW_EVER, &view) != 0) {
        out->err = HRA_ENOMEM;
        return;
    }
    if (view.count)
        begin_section(out, _("Players"));
    for (size_t i = 0, n; i < view.count; i += n) {
        for (n = 0; i + n < view.count && same_game(&view.rows[i], &view.rows[i + n]); n++)
            ;
        hra_text_add(out, "<div class=\"wide\"><table>");
        html_element(out, "caption", "", _(view.rows[i].rules->text->title));
        add_player_heads(&view.rows[i], out);
        for (size_t k = i; k < i + n && k < i + MOST_PLAYERS; k++)
            add_player(&view.rows[k], out);
        hra_text_add(out, "</tbody></table></div>\n");
        add_rest(n > MOST_PLAYERS ? n - MOST_PLAYERS : 0, out);
    }
    hra_text_add(out, view.count ? "</section>\n" : "");
    free(view.rows);
}

/* ---- over time ------------------------------------------------------------------------------*/

static void add_trend(const review_row *rows, size_t count, review_period period, hra_text *out) {
    const char *const *types = review_row_types(rows);
    hra_text_add(out, "<h3>");
    html_text(out, _(rows->rules->text->title));
    hra_text_add(out, ", ");
    html_foreign(out, rows->player);
    hra_text_add(out, "</h3>\n");
    hra_text_add(out, "<div class=\"pair\">");
    review_html_curve(rows, count, out);
    hra_text_add(out, "<div class=\"wide\"><table><thead><tr>");
    add_head(out, "w", period == REVIEW_YEAR ? _("year") : _("month"));
    add_head(out, "", _("games"));
    add_head(out, "", _("decisions"));
    add_head(out, "", review_rate_name(&rows->scale));
    for (int type = 0; types && types[type]; type++)
        add_head(out, "", _(types[type]));
    if (rows->scale.measure != HRA_MEASURE_NONE)
        add_head(out, "", _("accuracy"));
    hra_text_add(out, "</tr></thead>\n<tbody>");
    for (size_t i = 0; i < count; i++) {
        hra_text_add(out, "<tr>");
        html_element(out, "td", "w", review_period_name(&rows[i]));
        review_html_count(out, rows[i].games);
        review_html_count(out, rows[i].decisions);
        add_rates(&rows[i], out);
    }
    hra_text_add(out, "</tbody></table></div></div>\n");
}

void review_html_trend(const review_over_all *all, hra_text *out) {
    review_totals view;
    size_t shown = 0, left = 0;
    if (review_totals_view(&all->totals, all->period, &view) != 0) {
        out->err = HRA_ENOMEM;
        return;
    }
    begin_section(out, _("Error rate over time"));
    for (size_t i = 0, n; i < view.count; i += n) {
        n = review_totals_run(&view, i);
        if (shown < MOST_TRENDS)
            add_trend(&view.rows[i], n, all->period, out);
        else
            left++;
        shown++;
    }
    add_rest(left, out);
    hra_text_add(out, "</section>\n");
    free(view.rows);
}

/* ---- luck -----------------------------------------------------------------------------------*/

static void add_place(const review_over_all *all, const review_roll *roll, hra_text *out) {
    hra_text place;
    hra_text_init(&place);
    hra_text_addf(&place, *roll->file ? "%s:%d" : "%s%d", roll->file, roll->number);
    hra_text_add(out, "<td class=\"w\">");
    if (all->games_too)
        hra_text_addf(out, "<a href=\"#g%d\">", roll->index + 1);
    html_foreign(out, hra_text_string(&place));
    hra_text_add(out, all->games_too ? "</a></td>" : "</td>");
    review_html_release(&place, out);
}

static void add_roll(const review_over_all *all, const review_luck_list *list, const review_roll *roll,
                     hra_text *out) {
    hra_text_add(out, "<tr>");
    review_html_value(out, &list->scale, "+", roll->luck);
    hra_text_add(out, "<td class=\"w\">");
    html_foreign(out, roll->player);
    hra_text_add(out, "</td><td class=\"w\">");
    html_foreign(out, roll->text);
    hra_text_addf(out, "</td><td>%d</td>", roll->turn);
    add_place(all, roll, out);
    hra_text_add(out, "</tr>\n");
}

static void add_rolls(const review_over_all *all, const review_luck_list *list, review_luck_end end,
                      hra_text *out) {
    hra_text_add(out, "<div class=\"wide\"><table>");
    html_element(out, "caption", "", review_luck_title(end));
    hra_text_add(out, "<thead><tr>");
    add_head(out, "", _("luck"));
    add_head(out, "w", _("player"));
    add_head(out, "w", _("rolled"));
    add_head(out, "", _("turn"));
    add_head(out, "w", _("record"));
    hra_text_add(out, "</tr></thead>\n<tbody>");
    for (int i = 0; i < list->count[end]; i++)
        add_roll(all, list, &list->rolls[end][i], out);
    hra_text_add(out, "</tbody></table></div>\n");
}

void review_html_luck(const review_over_all *all, hra_text *out) {
    if (!all->luck.count)
        return;
    begin_section(out, _("Luck"));
    for (size_t i = 0; i < all->luck.count; i++) {
        const review_luck_list *list = &all->luck.lists[i];
        if (all->luck.count > 1) {
            hra_text_add(out, "<h3>");
            html_foreign(out, list->game);
            hra_text_add(out, "</h3>\n");
        }
        hra_text_add(out, "<div class=\"pair\">");
        for (int end = 0; end < REVIEW_LUCK_ENDS; end++)
            if (list->count[end])
                add_rolls(all, list, (review_luck_end)end, out);
        hra_text_add(out, "</div>\n");
    }
    hra_text_add(out, "</section>\n");
}
