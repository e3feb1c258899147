/* The board is drawn once; what is on it, once a frame. */
#include "film.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pictures/board_size.h"
#include "speech/print.h"

enum { CELL = 44, MARGIN = 12, LINE = 26, TEXT = 15, LEAST = 240 }; /* pixels */

static const double last_seconds = 3, letter = 0.58; /* width of a sign by its height */

struct film {
    const hra_game *game;
    const hra_record *record;   /* NULL: */
    const hra_scene_view *view; /* the only frame */
    const film_look *look;
    hra_scene *scene;
    hra_text title;
    double width, height, board; /* of the picture, and the left edge of the board */
    double top;                  /* of the board */
};

/* ---- what is drawn --------------------------------------------------------------------------*/

static hra_err set(film *f, int frame) {
    if (f->view)
        return hra_scene_set(f->scene, f->view);
    const hra_ply at = hra_record_at(f->record, frame);
    hra_scene_view view = {.state = at.state, .seat = -1};
    if (frame > 0) {
        const hra_ply last = hra_record_at(f->record, frame - 1);
        view.before = last.state;
        view.last = last.move;
    }
    return hra_scene_set(f->scene, &view);
}

/* "human – minimax": names of persons, else what plays. */
static void add_names(film *f) {
    const hra_play_info *info = hra_record_info(f->record);
    for (int seat = 0; seat < info->game->seats; seat++)
        hra_text_addf(&f->title, "%s%s", seat ? " – " : "",
                      *info->names[seat] ? info->names[seat] : info->specs[seat]);
}

/* The largest board of all frames has room. */
static hra_err measure(film *f) {
    double width = 1, height = 1, w, h;
    for (int frame = 0; frame < film_frames(f); frame++) {
        const hra_err err = set(f, frame);
        if (err)
            return err;
        board_size(f->scene, &w, &h);
        width = fmax(width, w);
        height = fmax(height, h);
    }
    const bool titled = *hra_text_string(&f->title), texts = titled || f->look->caption;
    f->width = ceil(fmax(width * CELL, texts ? LEAST : 0) + 2 * MARGIN);
    f->board = (f->width - width * CELL) / 2;
    f->top = MARGIN + (titled ? LINE : 0);
    f->height = ceil(f->top + height * CELL + (f->look->caption ? LINE : 0) + MARGIN);
    return HRA_OK;
}

static hra_err prepare(film *f) {
    hra_text_init(&f->title);
    if (f->look->title)
        hra_text_add(&f->title, f->look->title);
    else
        add_names(f);
    hra_err err = f->title.err ? f->title.err : hra_scene_open(&f->scene, f->game, NULL);
    return err ? err : measure(f);
}

hra_err film_open(film **out, const hra_record *record, const film_look *look) {
    film *f = calloc(1, sizeof *f);
    if (!f)
        return HRA_ENOMEM;
    *f = (film){.game = hra_record_info(record)->game, .record = record, .look = look};
    const hra_err err = prepare(f);
    if (err)
        film_close(f);
    else
        *out = f;
    return err;
}

void film_close(film *f) {
    if (!f)
        return;
    hra_scene_close(f->scene);
    hra_text_release(&f->title);
    free(f);
}

int film_frames(const film *f) {
    return f->view ? 1 : hra_record_info(f->record)->plies + 1;
}

double film_seconds(const film *f, int frame) {
    return frame < film_frames(f) - 1 ? f->look->seconds : fmax(f->look->seconds, last_seconds);
}

/* ---- words ----------------------------------------------------------------------------------*/

static void add_caption(const film *f, hra_text *out) {
    const hra_shape *last = hra_scene_find(f->scene, "last"), *turn = hra_scene_find(f->scene, "turn");
    const bool both = last && turn && *last->text && *turn->text;
    hra_text_addf(out, "%s%s%s", last ? last->text : "", both ? "; " : "", turn ? turn->text : "");
}

void film_caption(film *f, int frame, hra_text *out) {
    const hra_err err = set(f, frame);
    if (err)
        out->err = out->err ? out->err : err;
    else
        add_caption(f, out);
}

static bool is_dark(hra_material ground) {
    return ground == HRA_MATERIAL_NIGHT || ground == HRA_MATERIAL_FELT || ground == HRA_MATERIAL_WOOD;
}

/* A line of text, smaller if it would not fit. */
static void add_line(const film *f, const char *class, double y, const char *text, hra_text *out) {
    const int columns = hra_text_columns(text);
    const double room = f->width - 2 * MARGIN;
    const double size = columns > 0 ? fmin(TEXT, room / (letter * columns)) : TEXT;
    const bool dark = is_dark(hra_scene_snapshot(f->scene)->ground);
    hra_text_addf(out, "<text class=\"%s%s\" x=\"%g\" y=\"%g\" font-size=\"%.3g\">", class, dark ? " in" : "",
                  f->width / 2, y, size);
    hra_text_add_xml(out, text);
    hra_text_add(out, "</text>\n");
}

/* ---- the whole ------------------------------------------------------------------------------*/

/* A frame's own style, then that of all boards. */
static void begin(film *f, const char *style, hra_text *out) {
    static const char *const grounds[HRA_MATERIALS] = {"sheet",   "m-wood", "m-felt",
                                                       "m-paper", "m-card", "m-night"};
    hra_text_addf(out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\" "
                  "viewBox=\"0 0 %g %g\" role=\"img\" aria-label=\"",
                  f->width, f->height, f->width, f->height);
    hra_text_add_xml(out, _(f->game->rules->text->title));
    hra_text_add(out, *hra_text_string(&f->title) ? ": " : "");
    hra_text_add_xml(out, hra_text_string(&f->title));
    hra_text_add(out, "\">\n<style>");
    hra_scene_svg(NULL, &(hra_svg_options){.kind = HRA_SVG_STYLE}, out);
    hra_text_addf(out, "%s</style>\n<g class=\"hs\">\n<rect class=\"%s\" width=\"%g\" height=\"%g\"/>\n",
                  style, grounds[hra_scene_snapshot(f->scene)->ground], f->width, f->height);
    if (*hra_text_string(&f->title))
        add_line(f, "m w", MARGIN + TEXT, hra_text_string(&f->title), out);
    hra_text_add(out, "</g>\n");
}

static void add_part(const film *f, hra_scene_part part, hra_text *out) {
    hra_text_addf(out, "<g transform=\"translate(%g %g)\">", f->board, f->top);
    hra_scene_svg(f->scene, &(hra_svg_options){.kind = HRA_SVG_PART, .part = part, .cell = CELL}, out);
    hra_text_add(out, "</g>\n");
}

/* What is on the board of the frame that is set, and its caption. */
static void add_now(const film *f, hra_text *out) {
    hra_text caption;
    add_part(f, HRA_SCENE_NOW, out);
    if (!f->look->caption)
        return;
    hra_text_init(&caption);
    add_caption(f, &caption);
    hra_text_add(out, "<g class=\"hs\">");
    add_line(f, "m", f->height - MARGIN - 4, hra_text_string(&caption), out);
    hra_text_add(out, "</g>\n");
    out->err = out->err ? out->err : caption.err;
    hra_text_release(&caption);
}

void film_frame(film *f, int frame, hra_text *out) {
    const hra_err err = set(f, frame);
    out->err = out->err ? out->err : err;
    if (err)
        return;
    begin(f, "", out);
    add_part(f, HRA_SCENE_BOARD, out);
    add_now(f, out);
    hra_text_add(out, "</svg>\n");
}

hra_err film_still(const hra_game *game, const hra_scene_view *view, const film_look *look, hra_text *out) {
    film f = {.game = game, .view = view, .look = look};
    const hra_err err = prepare(&f);
    if (!err)
        film_frame(&f, 0, out);
    hra_scene_close(f.scene);
    hra_text_release(&f.title);
    return err;
}

static double length(const film *f) {
    const int last = film_frames(f) - 1;
    return last * f->look->seconds + film_seconds(f, last);
}

/* All frames but the last are shown for the same time, each after a wait of its own. */
static void add_times(const film *f, hra_text *out) {
    const double all = length(f), share = 100 * f->look->seconds / all,
                 last = 100 * film_seconds(f, film_frames(f) - 1) / all;
    hra_text_addf(out,
                  ".k{display:none}.z{display:inline}@media(prefers-reduced-motion:no-preference){"
                  ".k,.z{display:inline;visibility:hidden;animation:k %gs step-end infinite}"
                  ".z{animation-name:z}"
                  "@keyframes k{0%%{visibility:visible}%.6g%%{visibility:hidden}}"
                  "@keyframes z{0%%{visibility:visible}%.6g%%{visibility:hidden}}}",
                  all, share, last);
}

void film_animation(film *f, hra_text *out) {
    const int count = film_frames(f);
    hra_text style;
    hra_err err = set(f, 0);
    hra_text_init(&style);
    if (count > 1)
        add_times(f, &style);
    begin(f, hra_text_string(&style), out);
    add_part(f, HRA_SCENE_BOARD, out);
    for (int frame = 0; frame < count && !err; frame++) {
        err = set(f, frame);
        hra_text_addf(out, "<g class=\"%s\" style=\"animation-delay:%gs\">", frame < count - 1 ? "k" : "z",
                      frame * f->look->seconds);
        add_now(f, out);
        hra_text_add(out, "</g>\n");
    }
    hra_text_add(out, "</svg>\n");
    err = err ? err : style.err;
    out->err = out->err ? out->err : err;
    hra_text_release(&style);
}
