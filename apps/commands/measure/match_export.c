/* The report of a match. */
#include "match_export.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "commands/output.h"
#include "pictures/chart/chart.h"
#include "speech/csv.h"

enum { FIGURES = HRA_MAX_STATISTICS + 11 };

typedef struct figure {
    const char *name, *unit; /* in English; "" , "%", "s", "ms" */
    int decimals;
    bool count; /* a number of games: written in tables, not drawn */
    double value[HRA_MAX_SEATS];
} figure;

/* Text and pictures are in the language of the user, CSV is in English. */
typedef struct series {
    const hra_game *game;
    const hra_match_result *result;
    figure figure[FIGURES];
    int count;
    hra_text title;
    const char *heading; /* of a picture */
} series;

/* ---- what is written ------------------------------------------------------------------------*/

static figure *add(series *s, const char *name, const char *unit, int decimals) {
    figure *f = &s->figure[s->count++];
    *f = (figure){.name = name, .unit = unit, .decimals = decimals};
    return f;
}

static void add_games(series *s) {
    const hra_match_result *r = s->result;
    figure *games = add(s, N_("games"), "", 0);
    games->count = true;
    for (int p = 0; p < r->count; p++)
        games->value[p] = (double)r->games;
    if (r->count == 1)
        return;
    figure *won = add(s, N_("won"), "", 0), *drawn = add(s, N_("drawn"), "", 0),
           *lost = add(s, N_("lost"), "", 0), *share = add(s, N_("share of wins"), "%", 2);
    won->count = drawn->count = lost->count = true;
    for (int p = 0; p < r->count; p++) {
        won->value[p] = (double)r->players[p].wins;
        drawn->value[p] = (double)r->players[p].draws;
        lost->value[p] = (double)r->players[p].losses;
        share->value[p] = 100 * r->players[p].points / (double)r->games;
    }
}

static void add_times(series *s, const hra_match_time *times) {
    figure *game = add(s, N_("time per game"), "s", 3), *decision = add(s, N_("time per decision"), "ms", 3),
           *first = add(s, N_("time per first decision"), "ms", 3);
    for (int p = 0; p < s->result->count; p++) {
        double n = times[p].decisions ? (double)times[p].decisions : 1;
        game->value[p] = times[p].seconds / (double)s->result->games;
        decision->value[p] = 1000 * times[p].seconds / n;
        first->value[p] = times[p].firsts ? 1000 * times[p].first_seconds / (double)times[p].firsts : 0;
    }
}

static void collect(series *s, hra_match_result *r, const hra_match_time *times) {
    const hra_rules_conduct *conduct = s->game->rules->conduct;
    add_games(s);
    figure *score = add(s, N_("score"), "", 3);
    for (int p = 0; p < r->count; p++)
        score->value[p] = hra_stats_summary(&r->players[p].score).mean;
    for (int i = 0; conduct->statistics && i < HRA_MAX_STATISTICS && conduct->statistics[i]; i++) {
        bool amount = conduct->statistic_amounts >> i & 1;
        figure *f = add(s, conduct->statistics[i], amount ? "" : "%", 2);
        for (int p = 0; p < r->count; p++)
            f->value[p] = (amount ? 1 : 100) * hra_stats_summary(&r->players[p].statistics[i]).mean;
    }
    if (times)
        add_times(s, times);
}

/* "planner, red": who it is. */
static void add_player(const series *s, int p, hra_text *out) {
    const hra_match_player *player = &s->result->players[p];
    hra_text_add(out, hra_match_called(s->result, p));
    if (player->seat < 0 || s->result->count == 1)
        return;
    hra_text_add(out, ", ");
    hra_text_add(out, hra_game_seat_name(s->game, player->seat));
}

/* Empties a word for the next use; what went wrong with it is remembered in `out`. */
static void next_word(hra_text *word, hra_text *out) {
    out->err = out->err ? out->err : word->err;
    hra_text_clear(word);
}

/* ---- text -----------------------------------------------------------------------------------*/

enum { NAME = 24, CELL = 14 };

static void write_text(const series *s, hra_text *out) {
    hra_text_addf(out, "%s\n\n", hra_text_string(&s->title));
    for (int p = 0; p < s->result->count; p++) {
        hra_text_addf(out, "%*s%d  ", NAME - 3, "", p + 1);
        add_player(s, p, out);
        hra_text_add_char(out, '\n');
    }
    size_t from = out->length;
    hra_text_pad(out, from, NAME);
    for (int p = 0; p < s->result->count; p++)
        hra_text_addf(out, " %*d", CELL - 1, p + 1);
    hra_text_add_char(out, '\n');
    for (int i = 0; i < s->count; i++) {
        const figure *f = &s->figure[i];
        from = out->length;
        hra_text_addf(out, "%s%s%s", _(f->name), *f->unit ? ", " : "", f->unit);
        hra_text_pad(out, from, NAME);
        for (int p = 0; p < s->result->count; p++)
            hra_text_addf(out, " %*.*f", CELL - 1, f->decimals, print_rounded(f->value[p], f->decimals));
        hra_text_add_char(out, '\n');
    }
}

/* ---- CSV -------------------------------------------------------------------------------------*/

/* As it is called in every language; nothing where players change seats. */
static void add_seat_name(const hra_game *game, int seat, hra_text *out) {
    const char *const *names = game->rules->text->seat_names;
    if (seat >= 0 && names)
        hra_text_add(out, names[seat]);
    else if (seat >= 0)
        hra_text_addf(out, "seat %d", seat);
}

static void write_csv(const series *s, hra_text *out) {
    hra_text word;
    hra_text_init(&word);
    hra_text_add(out, "player,name,seat");
    for (int i = 0; i < s->count; i++) {
        hra_text_add_char(out, ',');
        csv_heading(out, s->figure[i].name, s->figure[i].unit);
    }
    hra_text_add(out, "\n");
    for (int p = 0; p < s->result->count; p++) {
        csv_text(out, s->result->players[p].spec);
        hra_text_add_char(out, ',');
        csv_text(out, hra_match_called(s->result, p));
        hra_text_add_char(out, ',');
        next_word(&word, out);
        add_seat_name(s->game, s->result->players[p].seat, &word);
        csv_text(out, hra_text_string(&word));
        for (int i = 0; i < s->count; i++) {
            hra_text_add_char(out, ',');
            csv_measured(out, s->figure[i].value[p]);
        }
        hra_text_add(out, "\n");
    }
    out->err = out->err ? out->err : word.err;
    hra_text_release(&word);
}

/* ---- SVG: a panel for each figure, bars side by side ------------------------------------------*/

enum { ACROSS = 3, PANEL = 280, TALL = 190, LEFT = 48, BARS = 215, PLOT = 120, HEAD = 34 };

static void add_bar(const figure *f, int p, double x, double width, const chart_axis *axis, hra_text *out) {
    double zero = chart_at(axis, 0), y = chart_at(axis, f->value[p]), top = fmin(y, zero);
    hra_text_addf(out,
                  "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' fill='%s'/>"
                  "<text x='%.1f' y='%.1f' text-anchor='middle' font-size='11'>%.*F</text>"
                  "<text x='%.1f' y='%d' text-anchor='middle' font-size='11'>%d</text>\n",
                  x, top, width, fabs(y - zero), chart_colour(p), x + width / 2, top - 3, f->decimals,
                  print_rounded(f->value[p], f->decimals), x + width / 2, HEAD + PLOT + 15, p + 1);
}

/* The axis of the values with its marks, and that of the players at 0. */
static void add_panel(const series *s, const figure *f, int at, int top, hra_text *out) {
    enum { PARTS = 4 };
    double low = 0, high = 0;
    for (int p = 0; p < s->result->count; p++) {
        low = fmin(low, f->value[p]);
        high = fmax(high, f->value[p]);
    }
    const chart_axis axis = chart_round(low, high, PARTS, HEAD + PLOT, HEAD);
    double zero = chart_at(&axis, 0), width = (double)BARS / s->result->count;
    hra_text_addf(out, "<g transform='translate(%d %d)'><text x='%d' y='16' font-weight='bold'>",
                  at % ACROSS * PANEL, top + at / ACROSS * TALL, LEFT);
    hra_text_add_xml(out, _(f->name));
    hra_text_addf(out, "%s%s</text>\n", *f->unit ? ", " : "", f->unit);
    chart_up(out, &axis, PARTS, LEFT, LEFT + BARS, 1, "");
    for (int p = 0; p < s->result->count; p++)
        add_bar(f, p, LEFT + width * (p + 0.15), width * 0.7, &axis, out);
    hra_text_addf(out, "<path d='M%d %.1fH%d' stroke='#333' fill='none'/></g>\n", LEFT, zero, LEFT + BARS);
}

static void write_svg(const series *s, hra_text *out) {
    int panels = 0, top = 52 + 20 * s->result->count, at = 0;
    hra_text who;
    hra_text_init(&who);
    for (int i = 0; i < s->count; i++)
        panels += !s->figure[i].count;
    int width = ACROSS * PANEL, height = top + (panels + ACROSS - 1) / ACROSS * TALL;
    chart_begin(out, width, height, 16, s->heading);
    for (int p = 0; p < s->result->count; p++) {
        next_word(&who, out);
        add_player(s, p, &who);
        hra_text_addf(out, "<rect x='16' y='%d' width='12' height='12' fill='%s'/><text x='36' y='%d'>%d  ",
                      40 + 20 * p, chart_colour(p), 51 + 20 * p, p + 1);
        hra_text_add_xml(out, hra_text_string(&who));
        hra_text_add(out, "</text>\n");
    }
    for (int i = 0; i < s->count; i++)
        if (!s->figure[i].count)
            add_panel(s, &s->figure[i], at++, top, out);
    chart_end(out);
    out->err = out->err ? out->err : who.err;
    hra_text_release(&who);
}

/* ---- files ----------------------------------------------------------------------------------*/

static const struct {
    const char *suffix;
    void (*write)(const series *, hra_text *);
} forms[] = {
    {".txt", write_text},
    {".csv", write_csv},
    {".svg", write_svg},
};

enum { FORMS = sizeof forms / sizeof *forms };

/* Of a path that ends with one of SERIES_ENDINGS; standard output takes the first of them, text, and pictures the
 * last. */
static int form_of(const char *path) {
    int i = 0;
    if (strcmp(path, "-") == 0)
        return i;
    while (i < FORMS - 1 && strcasecmp(output_ending(path), forms[i].suffix) != 0)
        i++;
    return i;
}

int series_write(const hra_game *game, hra_match_result *result, const hra_match_time *times,
                 const char *path, const picture_look *look) {
    series s = {.game = game, .result = result};
    hra_text out;
    hra_text_init(&out);
    hra_text_init(&s.title);
    hra_text_addf(&s.title, _n("%s, %llu game, seed %llu", "%s, %llu games, seed %llu", result->games),
                  result->game, (unsigned long long)result->games, (unsigned long long)result->seed);
    collect(&s, result, times);
    const int form = form_of(path);
    s.heading = picture_title(look, hra_text_string(&s.title));
    forms[form].write(&s, &out);
    out.err = out.err ? out.err : s.title.err;
    int status = form < FORMS - 1 ? output_write(path, &out)
                                  : output_write_svg(path, NULL, &out, look, hra_text_string(&s.title));
    hra_text_release(&s.title);
    hra_text_release(&out);
    return status;
}

/* ---- a line a game --------------------------------------------------------------------------*/

/* "game 12: optimal 253, greedy 201 (78 plies)". */
hra_err series_line(void *self, const hra_match_game *game) {
    const series_lines *lines = self;
    hra_text out;
    hra_text_init(&out);
    hra_text_addf(&out, _("game %llu:"), (unsigned long long)game->game + 1);
    for (int seat = 0; seat < game->count; seat++)
        hra_text_addf(&out, "%s %s %.10g", seat ? "," : "",
                      hra_player_called(lines->players, game->count, game->player[seat]).text,
                      game->value[seat] + 0.0);
    hra_text_addf(&out, _n(" (%d ply)", " (%d plies)", (unsigned long)game->plies), game->plies);
    if (lines->openings) {
        hra_text_add(&out, _(", from "));
        hra_openings_write(lines->openings, game->number, &out);
    }
    print_progress_done();
    if (!out.err && lines->aside)
        print_note("%s", hra_text_string(&out));
    else if (!out.err)
        print("%s\n", hra_text_string(&out));
    fflush(stdout);
    hra_err err = out.err;
    hra_text_release(&out);
    return err;
}
