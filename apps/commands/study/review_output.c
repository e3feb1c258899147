/* Files and lists of a review. */
#include "review_output.h"

#include <stdlib.h>
#include <string.h>

#include "commands/output.h"
#include "commands/records_json.h"
#include "review_trend.h"

/* ---- JSON -----------------------------------------------------------------------------------*/

static void json_game(review_writer *w, const review_game *game) {
    hra_json json = hra_json_begin(&w->out);
    hra_json_review_of(&json, NULL, game->review, game->only - 1);
    if (w->out.length) { /* further keys */
        w->out.length--;
        if (game->encoding)
            hra_text_addf(&w->out, ",\"encoding\":\"%s\"", game->encoding);
        if (game->faults)
            hra_text_addf(&w->out, ",\"faults\":%s", game->faults);
        hra_text_add_char(&w->out, '}');
    }
    hra_text_add_char(&w->out, '\n');
}

static const review_format review_json = {
    .name = "json", .endings = ".json .jsonl", .lists = true, .streams = true, .game = json_game};

/* ---- texts out of files ----------------------------------------------------------------------*/

void review_add_harmless(const char *text, size_t length, hra_text *out) {
    size_t steering;
    for (size_t left = length, n; left > 0; left -= n + steering, text += n + steering) {
        n = hra_text_harmless(text, left, &steering);
        hra_text_add_bytes(out, text, n);
        hra_text_add(out, steering ? "?" : "");
    }
}

/* ---- options --------------------------------------------------------------------------------*/

/* The formats of files; text on standard output is printed by the command itself, as it comes. */
static const review_format *const formats[] = {&review_html,
                                               &review_csv,
                                               &review_json,
                                               &review_pdn,
                                               &review_pgn,
                                               &review_mat,
                                               &review_sgf,
                                               &review_text,
                                               &review_pictures[REVIEW_SVG],
                                               &review_pictures[REVIEW_PNG],
                                               &review_pictures[REVIEW_PDF],
                                               &review_pictures[REVIEW_GIF],
                                               NULL};

#define ENDINGS ".html .csv .json .pdn .pgn .mat .sgf .txt .svg .png .pdf .gif"

static const review_format *format_of_name(const char *name) {
    for (int i = 0; formats[i]; i++)
        if (strcmp(formats[i]->name, name) == 0)
            return formats[i];
    return NULL;
}

static const review_format *format_of_file(const char *file) {
    for (int i = 0; formats[i]; i++)
        if (output_is(file, formats[i]->endings))
            return formats[i];
    return NULL;
}

static hra_err add_writer(review_output *o, const review_format *format, const char *file) {
    review_writer *w = &o->writers[o->count];
    *w = (review_writer){.format = format, .file = file, .all = &o->all};
    hra_text_init(&w->out);
    if (format->self_size && !(w->self = calloc(1, format->self_size)))
        return HRA_ENOMEM;
    o->count++;
    if (format->begin)
        format->begin(w);
    return HRA_OK;
}

/* The format that --format or --json names; false: an error was printed. NULL: neither was given. */
static bool named_format(const args *a, const review_format **out, bool *text) {
    static const char *const names[] = {"text", "html", "csv", "json", "pdn", "pgn", "mat",
                                        "sgf",  "svg",  "png", "pdf",  "gif", NULL};
    const char *name = args_text(a, "format", NULL);
    *out = NULL;
    *text = name && strcmp(name, "text") == 0 && !args_given(a, "output");
    if (name && args_given(a, "json") && strcmp(name, "json") != 0) {
        print_error(_("review: --json and --format both name the format; use one of them"));
        return false;
    }
    name = args_given(a, "json") ? "json" : name;
    if (!name || *text || (*out = format_of_name(name)) != NULL)
        return true;
    const char *guess = hra_did_you_mean(name, names);
    if (guess)
        print_error(
            _("review: --format takes text, html, csv, json, pdn, pgn, mat, sgf, svg, png, pdf or gif, "
              "not '%s'; did "
              "you mean '%s'?"),
            name, guess);
    else
        print_error(_("review: --format takes text, html, csv, json, pdn, pgn, mat, sgf, svg, png, pdf or "
                      "gif, not '%s'"),
                    name);
    return false;
}

/* The format of a file: by its name, else the one that was named. */
static const review_format *choose(const char *file, const review_format *named) {
    const review_format *by_name = format_of_file(file);
    if (strcmp(file, "-") != 0 && named && output_misleads(file, named->endings)) {
        output_ends("review", "output", file, named->endings);
        return NULL;
    }
    if (named || by_name)
        return named ? named : by_name;
    output_ends("review", "output", file, ENDINGS);
    return NULL;
}

static int open_files(review_output *o, const args *a, const review_format *named, bool text) {
    const char *const *files;
    int count = args_values(a, "output", &files);
    o->text = text || (!count && !named);
    if (!count && named && add_writer(o, named, NULL) != 0)
        return print_no_memory();
    for (int i = 0; i < count; i++) {
        const review_format *format = choose(files[i], named);
        for (int k = 0; k < i; k++)
            if (strcmp(files[i], files[k]) == 0) {
                print_error(_("review: --output names %s twice"), files[i]);
                return EXIT_WRONG;
            }
        if (!format)
            return EXIT_WRONG;
        if (!output_fits(files[i]))
            return EXIT_FAILED;
        if (add_writer(o, format, strcmp(files[i], "-") == 0 ? NULL : files[i]) != 0)
            return print_no_memory();
    }
    return EXIT_DONE;
}

static bool read_trend(review_output *o, const args *a) {
    const char *period = args_text(a, "trend", NULL);
    o->trend = period != NULL;
    o->all.period = period && strcmp(period, "year") == 0 ? REVIEW_YEAR : REVIEW_MONTH;
    if (!period || strcmp(period, "year") == 0 || strcmp(period, "month") == 0)
        return true;
    print_error(_("review: --trend takes month or year, not '%s'"), period);
    return false;
}

/* Whether a format can have the lists that were asked for. */
static int check_lists(const review_output *o, const review_format *format) {
    if (o->worst && format != &review_json && format != &review_text)
        print_error(_("review: --worst is for text and JSON, not for %s"), format->name);
    else if (!o->all.games_too && !format->lists)
        print_error(_("review: --summary, --luck and --trend are for text, JSON and HTML, not for %s"),
                    format->name);
    else
        return EXIT_DONE;
    return EXIT_WRONG;
}

int review_output_open(review_output *o, const args *a) {
    const review_format *named;
    bool text;
    uint64_t rolls, worst;
    if (!named_format(a, &named, &text) || !read_trend(o, a) ||
        !args_number(a, "luck", 10, 1, REVIEW_LUCK_ROLLS, &rolls) ||
        !args_number(a, "worst", 10, 1, REVIEW_WORST, &worst))
        return EXIT_WRONG;
    o->luck = args_given(a, "luck");
    o->all.luck.most = (int)rolls;
    o->worst = args_given(a, "worst");
    o->all.worst.most = (int)worst;
    o->all.all_moves = args_given(a, "all-moves");
    o->all.games_too = !o->luck && !o->trend && !o->worst && !args_given(a, "summary");
    int status = open_files(o, a, named, text);
    bool drawn = false;
    for (int i = 0; i < o->count && !status; i++) {
        status = check_lists(o, o->writers[i].format);
        drawn = drawn || o->writers[i].format->write;
    }
    return status || picture_look_read(a, drawn, &o->all.look) ? status : EXIT_WRONG;
}

/* ---- games ----------------------------------------------------------------------------------*/

static bool is_written(const review_over_all *all, const review_game *game, const hra_review_move *at) {
    const int seat = at->mover >= 0 ? at->mover : at->owner;
    if (game->only && game->only != seat + 1)
        return false;
    return all->all_moves || (at->mover >= 0 && at->mistake);
}

static void write_game(review_writer *w, const review_game *game) {
    const review_format *f = w->format;
    if (f->game)
        f->game(w, game);
    for (int ply = 0; f->decision && ply < hra_review_snapshot(game->review)->done; ply++)
        if (is_written(w->all, game, hra_review_ply(game->review, ply)))
            f->decision(w, game, ply);
    if (f->game_end)
        f->game_end(w, game);
}

static bool collects(const review_output *o) {
    for (int i = 0; i < o->count; i++)
        if (o->writers[i].format == &review_html)
            return true;
    return o->luck || o->trend;
}

/* What a writer has for standard output is printed at once, so that it is seen as it comes. */
static void print_part(review_writer *w) {
    if (w->file || !w->format->streams || w->out.err)
        return;
    print_data(&w->out);
    hra_text_clear(&w->out);
}

static int take_game(review_output *o, const review_game *game) {
    review_game numbered = *game;
    numbered.index = o->all.games++;
    if (collects(o) && (review_totals_add(&o->all.totals, game->review, game->players, game->only,
                                          hra_record_info(game->record)->date) != 0 ||
                        review_luck_add(&o->all.luck, &numbered) != 0))
        return print_no_memory();
    if (o->worst && review_worst_add(&o->all.worst, &numbered) != 0)
        return print_no_memory();
    for (int i = 0; i < o->count; i++) {
        review_writer *w = &o->writers[i];
        if (!o->all.games_too)
            continue;
        write_game(w, &numbered);
        if (w->status)
            return w->status;
        print_part(w);
        if (w->out.err)
            return print_no_memory();
    }
    return EXIT_DONE;
}

int review_output_game(review_output *o, const review_game *game) {
    int status = take_game(o, game);
    o->broken = status == EXIT_FAILED;
    return status;
}

int review_output_unread(review_output *o, const hra_game_found *game) {
    for (int i = 0; i < o->count && o->all.games_too; i++) {
        review_writer *w = &o->writers[i];
        if (w->format != &review_json)
            continue;
        hra_json json = hra_json_begin(&w->out);
        records_json_game(&json, game);
        hra_text_add_char(&w->out, '\n');
        o->unread++;
        print_part(w);
        if (w->out.err)
            return print_no_memory();
    }
    return EXIT_DONE;
}

/* ---- the end --------------------------------------------------------------------------------*/

static hra_err add_json_lists(const review_output *o, const review_sum *sum, hra_text *out) {
    if (sum)
        review_sum_json(sum, out);
    if (o->worst)
        review_worst_json(&o->all.worst, out);
    if (o->luck)
        review_luck_json(&o->all.luck, out);
    return o->trend ? review_trend_json(&o->all.totals, o->all.period, out) : HRA_OK;
}

static hra_err add_text_lists(const review_output *o, const review_sum *sum, hra_text *out) {
    const size_t from = out->length;
    if (sum)
        review_sum_text(sum, out);
    if (o->worst) {
        hra_text_add(out, out->length > from ? "\n" : "");
        review_worst_text(&o->all.worst, out);
    }
    if (o->luck) {
        hra_text_add(out, out->length > from ? "\n" : "");
        review_luck_text(&o->all.luck, out);
    }
    if (!o->trend)
        return HRA_OK;
    hra_text_add(out, out->length > from ? "\n" : "");
    return review_trend_text(&o->all.totals, o->all.period, print_style(-1).unicode, out);
}

static int print_lists(const review_output *o, const review_sum *sum) {
    hra_text out;
    hra_text_init(&out);
    if (add_text_lists(o, sum, &out) == 0)
        return print_text(&out);
    hra_text_release(&out);
    return print_no_memory();
}

static int end_writer(const review_output *o, review_writer *w, const review_sum *sum) {
    if (w->format->end)
        w->format->end(w);
    if ((w->format == &review_json && add_json_lists(o, sum, &w->out) != 0) ||
        (w->format == &review_text && add_text_lists(o, sum, &w->out) != 0) || w->out.err)
        return print_no_memory();
    if (w->format->write)
        return w->format->write(w);
    if (w->file)
        return output_write(w->file, &w->out);
    print_data(&w->out);
    return EXIT_DONE;
}

int review_output_end(review_output *o, const review_sum *sum, bool whole) {
    if (o->broken)
        return EXIT_FAILED;
    int status = o->text && !o->all.games_too ? print_lists(o, sum) : EXIT_DONE;
    for (int i = 0; i < o->count && !status; i++)
        if (!o->writers[i].status && (whole || !o->writers[i].file))
            status = end_writer(o, &o->writers[i], sum);
    return status;
}

void review_output_release(review_output *o) {
    for (int i = 0; i < o->count; i++) {
        review_writer *w = &o->writers[i];
        if (w->format->release)
            w->format->release(w);
        free(w->self);
        hra_text_release(&w->out);
    }
    review_totals_release(&o->all.totals);
    review_luck_release(&o->all.luck);
    review_worst_release(&o->all.worst);
}
