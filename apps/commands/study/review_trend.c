/* Error rates over time, as text and JSON. */
#include "review_trend.h"

#include <math.h>
#include <stdlib.h>

#include "speech/print.h"

enum { PERIOD = 8, GAMES = 7, DECISIONS = 12, RATE = 11, TYPE = 14, ACCURACY = 10, STEPS = 8 };

const char *review_period_name(const review_row *row) {
    return row->period[0] == '?' ? _("unknown") : row->period;
}

static double rate_of(const review_row *row) {
    return review_rate(&row->scale, row->decisions, row->loss, row->scaled);
}

static void add_right(hra_text *out, int width, const hra_text *cell) {
    hra_text_addf(out, "%*s", width, hra_text_string(cell));
}

static void add_rate(hra_text *out, int width, const review_scale *scale, int decisions, double loss,
                     double scaled) {
    hra_text cell;
    hra_text_init(&cell);
    review_add_rate(scale, decisions, loss, scaled, &cell);
    add_right(out, width, &cell);
    hra_text_release(&cell);
}

/* ---- text -----------------------------------------------------------------------------------*/

/* A bar for each known period, as high as its error rate; of one period none. */
static void add_sparkline(const review_row *rows, size_t count, hra_text *out) {
    static const char *const bars[STEPS] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    double most = 0;
    size_t known = 0;
    for (size_t i = 0; i < count; i++)
        if (review_row_is_dated(&rows[i]) && rows[i].decisions) {
            most = fmax(most, rate_of(&rows[i]));
            known++;
        }
    if (known < 2 || !(most > 0))
        return;
    hra_text_add(out, "  ");
    for (size_t i = 0; i < count; i++)
        if (review_row_is_dated(&rows[i]) && rows[i].decisions) {
            int step = (int)(rate_of(&rows[i]) / most * (STEPS - 1) + 0.5);
            hra_text_add(out, bars[step < 0 ? 0 : step]);
        }
}

static void add_head(const review_row *row, review_period period, hra_text *out) {
    const char *const *types = review_row_types(row);
    hra_text_add(out, "  ");
    print_add_cell(out, -PERIOD, period == REVIEW_YEAR ? _("year") : _("month"));
    print_add_cell(out, GAMES, _("games"));
    print_add_cell(out, DECISIONS, _("decisions"));
    print_add_cell(out, RATE, review_rate_name(&row->scale));
    for (int type = 0; types && types[type]; type++)
        print_add_cell(out, TYPE, _(types[type]));
    if (row->scale.measure != HRA_MEASURE_NONE)
        print_add_cell(out, ACCURACY, _("accuracy"));
    hra_text_add_char(out, '\n');
}

static void add_line(const review_row *row, hra_text *out) {
    const char *const *types = review_row_types(row);
    hra_text_add(out, "  ");
    print_add_cell(out, -PERIOD, review_period_name(row));
    hra_text_addf(out, "%*d%*d", GAMES, row->games, DECISIONS, row->decisions);
    add_rate(out, RATE, &row->scale, row->decisions, row->loss, row->scaled);
    for (int type = 0; types && types[type]; type++) {
        const review_type_sums *sums = &row->types[type];
        add_rate(out, TYPE, &row->scale, sums->decisions, sums->loss, sums->scaled);
    }
    if (row->accurate)
        print_add_percent(out, ACCURACY, row->accuracy / row->accurate);
    else if (row->scale.measure != HRA_MEASURE_NONE)
        hra_text_addf(out, "%*s", ACCURACY, "-");
    hra_text_add_char(out, '\n');
}

hra_err review_trend_text(const review_totals *totals, review_period period, bool unicode, hra_text *out) {
    review_totals view;
    hra_err err = review_totals_view(totals, period, &view);
    for (size_t i = 0, n; !err && i < view.count; i += n) {
        const review_row *row = &view.rows[i];
        n = review_totals_run(&view, i);
        hra_text_addf(out, _("%s%s, %s"), i ? "\n" : "", _(row->rules->text->title), row->player);
        if (unicode)
            add_sparkline(row, n, out);
        hra_text_add_char(out, '\n');
        add_head(row, period, out);
        for (size_t k = i; k < i + n; k++)
            add_line(&view.rows[k], out);
    }
    free(view.rows);
    return err;
}

/* ---- JSON -----------------------------------------------------------------------------------*/

static void add_rates(hra_json *json, const review_scale *scale, int decisions, double loss, double scaled) {
    hra_json_integer(json, "decisions", decisions);
    hra_json_number(json, "mean_loss", decisions ? loss / decisions : (double)NAN);
    if (scale->thousandths)
        hra_json_number(json, "pr", decisions ? 500 * scaled / decisions : (double)NAN);
}

static void add_json(hra_json *json, const review_row *row) {
    const char *const *types = review_row_types(row);
    hra_json_object(json, NULL);
    hra_json_text(json, "game", row->rules->name);
    hra_json_text(json, "player", row->player);
    hra_json_text(json, "period", row->period[0] == '?' ? NULL : row->period);
    hra_json_text(json, "unit", row->scale.unit == HRA_UNIT_PROBABILITY ? "probability" : "points");
    hra_json_integer(json, "games", row->games);
    add_rates(json, &row->scale, row->decisions, row->loss, row->scaled);
    hra_json_number(json, "accuracy", row->accurate ? row->accuracy / row->accurate : (double)NAN);
    if (types) {
        hra_json_list(json, "kinds");
        for (int type = 0; types[type]; type++) {
            hra_json_object(json, NULL);
            hra_json_text(json, "decision_type", types[type]);
            add_rates(json, &row->scale, row->types[type].decisions, row->types[type].loss,
                      row->types[type].scaled);
            hra_json_end(json);
        }
        hra_json_end(json);
    }
    hra_json_end(json);
}

hra_err review_trend_json(const review_totals *totals, review_period period, hra_text *out) {
    review_totals view;
    hra_err err = review_totals_view(totals, period, &view);
    hra_json json = hra_json_begin(out);
    hra_json_object(&json, NULL);
    hra_json_list(&json, "trend");
    for (size_t i = 0; !err && i < view.count; i++)
        add_json(&json, &view.rows[i]);
    hra_json_end(&json);
    hra_json_end(&json);
    hra_text_add_char(out, '\n');
    free(view.rows);
    return err;
}
