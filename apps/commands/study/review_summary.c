/* What reviews of many records come to. Luck has the mean 0 whatever the judge thinks, as long as it says of
 * a state before a throw the mean of what it says behind; so the mean of results without luck is that of
 * results, with a smaller error. */
#include "review_summary.h"

#include <math.h>
#include <string.h>

#include "hra/json.h"
#include "speech/print.h"

/* By a spec, or as a person is called. */
static review_sum_player *player_of(review_sum *sum, const hra_game *game, const char *name) {
    for (int i = 0; i < sum->count; i++)
        if (hra_spec_equal(sum->players[i].name, name, HRA_NAME_PLAYER, game->rules, NULL))
            return &sum->players[i];
    if (sum->count == REVIEW_SUM_PLAYERS)
        return NULL;
    review_sum_player *p = &sum->players[sum->count++];
    hra_snprintf(p->name, sizeof p->name, "%s", name);
    return p;
}

hra_err review_sum_add(review_sum *sum, const hra_review *review, const char *const *players, int only) {
    const hra_review_info *info = hra_review_snapshot(review);
    const hra_game *game = info->game;
    hra_snprintf(sum->game, sizeof sum->game, "%s", game->spec);
    sum->unit = info->unit;
    sum->decimals = info->decimals;
    sum->thousandths = info->thousandths;
    sum->records++;
    for (int seat = 0; seat < game->seats; seat++) {
        hra_review_summary a;
        if (only && only != seat + 1)
            continue;
        review_sum_player *p = player_of(sum, game, players[seat]);
        if (!p)
            return HRA_ELIMIT;
        hra_review_seat(review, seat, &a);
        double without = a.result - a.luck;
        p->records++;
        p->result += a.result;
        p->result_squares += a.result * a.result;
        p->without += without;
        p->without_squares += without * without;
        p->loss += a.loss;
        p->scaled += a.scaled;
        p->decisions += a.decisions;
    }
    return HRA_OK;
}

/* Of a mean; not a number of one alone. */
static double error_of(double sum, double squares, int n) {
    return n > 1 ? sqrt(fmax(squares - sum * sum / n, 0) / n / (n - 1)) : (double)NAN;
}

/* ---- as text --------------------------------------------------------------------------------*/

enum { NAME = 40, NUMBER = 10 };

static void add_number(const review_sum *sum, double value, const char *sign, hra_text *out) {
    bool chance = sum->unit == HRA_UNIT_PROBABILITY;
    int decimals = sum->decimals + (chance ? 0 : sum->decimals < 3);
    char number[64];
    if (isnan(value))
        hra_snprintf(number, sizeof number, "-");
    else
        hra_snprintf(number, sizeof number, *sign ? "%+.*F%s" : "%.*F%s", decimals,
                     print_rounded(chance ? 100 * value : value, decimals), chance ? print_percent() : "");
    hra_text_addf(out, " %*s", NUMBER, number);
}

static void add_player(const review_sum *sum, const review_sum_player *p, hra_text *out) {
    size_t from = out->length;
    double n = p->records;
    hra_text_add(out, p->name);
    hra_text_pad(out, from, NAME);
    hra_text_addf(out, " %7d", p->records);
    add_number(sum, p->result / n, "+", out);
    add_number(sum, error_of(p->result, p->result_squares, p->records), "", out);
    add_number(sum, p->without / n, "+", out);
    add_number(sum, error_of(p->without, p->without_squares, p->records), "", out);
    add_number(sum, p->loss / n, "", out);
    if (sum->thousandths && p->decisions)
        hra_text_addf(out, " %6.2F", 500 * p->scaled / p->decisions);
    hra_text_add(out, "\n");
}

void review_sum_text(const review_sum *sum, hra_text *out) {
    const char *const heads[] = {_("result"), _("+- error"), _("adjusted"), _("+- error"), _("loss")};
    print_add_cell(out, -NAME, _("player"));
    hra_text_add(out, " ");
    print_add_cell(out, 7, _("records"));
    for (int i = 0; i < 5; i++) {
        hra_text_add(out, " ");
        print_add_cell(out, NUMBER, heads[i]);
    }
    if (sum->thousandths)
        hra_text_addf(out, " %6s", "PR");
    hra_text_add(out, "\n");
    for (int i = 0; i < sum->count; i++)
        add_player(sum, &sum->players[i], out);
}

/* ---- as JSON --------------------------------------------------------------------------------*/

static void add_json(hra_json *json, const review_sum *sum, const review_sum_player *p) {
    double n = p->records;
    hra_json_object(json, NULL);
    hra_json_text(json, "player", p->name);
    hra_json_integer(json, "records", p->records);
    hra_json_number(json, "result", p->result / n);
    hra_json_number(json, "stderr", error_of(p->result, p->result_squares, p->records));
    hra_json_number(json, "luck_adjusted", p->without / n);
    hra_json_number(json, "without_luck", p->without / n); /* the old name, through 0.2.x: docs/json.md */
    hra_json_number(json, "luck_adjusted_stderr", error_of(p->without, p->without_squares, p->records));
    hra_json_number(json, "without_luck_stderr", error_of(p->without, p->without_squares, p->records));
    hra_json_number(json, "loss", p->loss / n);
    hra_json_integer(json, "decisions", p->decisions);
    hra_json_integer(json, "choices", p->decisions); /* the old name, through 0.2.x */
    if (sum->thousandths && p->decisions)
        hra_json_number(json, "pr", 500 * p->scaled / p->decisions);
    hra_json_end(json);
}

void review_sum_json(const review_sum *sum, hra_text *out) {
    hra_json json = hra_json_begin(out);
    hra_json_object(&json, NULL);
    hra_json_text(&json, "game", sum->game);
    hra_json_integer(&json, "records", sum->records);
    hra_json_text(&json, "unit", sum->unit == HRA_UNIT_PROBABILITY ? "probability" : "points");
    hra_json_list(&json, "players");
    for (int i = 0; i < sum->count; i++)
        add_json(&json, sum, &sum->players[i]);
    hra_json_end(&json);
    hra_json_end(&json);
    hra_text_add_char(out, '\n');
}
