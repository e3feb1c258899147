/* Scenes as SVG. Owners differ by the signs of their pieces and by shades that differ on paper too; the
 * last move has a double edge, and the side to move a triangle. */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "core/messages.h"
#include "svg.h"

enum { CELL = 44, MARGIN = 12, LINES = 6 }; /* of a picture of its own; lines on a card */

static const char style[] =
    ".hs text{font-family:Helvetica,Arial,'DejaVu Sans',sans-serif;fill:#111;stroke:none;text-anchor:middle}"
    ".hs .b{text-anchor:start}.hs .e{text-anchor:end}.hs .w{font-weight:bold}.hs .q{fill:#555}"
    ".hs .y{font-family:'DejaVu Sans Mono',Menlo,Consolas,monospace;text-anchor:start;white-space:pre}"
    ".hs .sheet{fill:#fff}.hs .area{fill:#f4f1ea;stroke:#8a857a}.hs .cell{fill:#fff;stroke:#8a857a}"
    ".hs .t1{fill:#a9bd9b}.hs .t2{fill:#f6e7c8}.hs .t3{fill:#d6e6f5}.hs .t4{fill:#eed9e6}.hs "
    ".t5{fill:#dcefd6}"
    ".hs .t6{fill:#e4e0f4}.hs .t7{fill:#e9e9e9}"
    ".hs .round{fill:none;stroke:#6a6254;stroke-width:6;stroke-linejoin:round}"
    ".hs .r4{stroke-dasharray:4 4}.hs .r5{stroke-dasharray:15 5}.hs .r6{stroke-dasharray:15 4 4 4}"
    ".hs .r7{stroke-dasharray:2 4}"
    ".hs .wall{fill:#51617a}.hs .path{fill:none;stroke:#77726a;stroke-width:2.5;stroke-linecap:round}"
    ".hs .dashed{stroke:#3f77ad;stroke-dasharray:7 6}"
    ".hs .card,.hs .die{fill:#fff;stroke:#333;stroke-width:1.5}.hs .button{fill:#e9eef6;stroke:#4d5f7a}"
    ".hs .held{stroke-width:4}.hs .faint{opacity:.45}.hs .pip{fill:#111}.hs .thin{stroke-dasharray:4 3}"
    ".hs .halo{fill:none;stroke:#4a2500;stroke-width:3.5;stroke-opacity:.55}"
    ".hs .last{fill:none;stroke:#ffab2e;stroke-width:2.5}.hs .fine{stroke-width:1.2}.hs "
    ".here{stroke:#b34700;stroke-width:3;"
    "stroke-dasharray:6 3}.hs .turn{fill:#b34700}.hs .in.turn{fill:#ffb54d}"
    ".hs .none{fill:#d4d4d4;stroke:#444;color:#444}.hs .black{fill:#2b2b2b;stroke:#000;color:#9a9a9a}.hs "
    ".white{fill:#fff;stroke:#222;color:#222}"
    ".hs .red{fill:#c63a2b;stroke:#5e150b;color:#5e150b}.hs .blue{fill:#2668a8;stroke:#0d2f54;color:#0d2f54}"
    ".hs .green{fill:#2c8552;stroke:#0d3f23;color:#0d3f23}.hs "
    ".yellow{fill:#f3c534;stroke:#6b5200;color:#6b5200}"
    ".hs .violet{fill:#7a4a9e;stroke:#371c4c;color:#371c4c}.hs "
    ".orange{fill:#e98324;stroke:#703700;color:#703700}"
    ".hs .dark{fill:#fff}.hs .line{fill:none;stroke-linecap:round}.hs .wood{fill:#d8ab6a;stroke:#6e4b1a}"
    ".hs .head{fill:#8f2f18;stroke:#4a140a}.hs .eye{fill:#fff;stroke:none}.hs .dot{fill:#3b3b3b;stroke:none}"
    ".hs .hole{fill:#111;stroke:none}.hs .line.red{stroke:#c63a2b}.hs .line.blue{stroke:#2668a8}"
    ".hs .line.green{stroke:#2c8552}.hs .line.yellow{stroke:#d9a400}.hs .line.violet{stroke:#7a4a9e}"
    ".hs .line.orange{stroke:#c25e00}";

/* ---- the pen --------------------------------------------------------------------------------*/

hra_box hra_pen_box(const hra_pen *pen, const hra_shape *s) {
    return (hra_box){s->x * pen->cell, s->y * pen->cell, s->width * pen->cell, s->height * pen->cell};
}

static double tenth(double x) {
    return round(x * 10) / 10 + 0.0; /* no -0 */
}

void hra_pen_number(const hra_pen *pen, const char *attribute, double value) {
    hra_text_addf(pen->out, " %s=\"%g\"", attribute, tenth(value));
}

void hra_pen_point(const hra_pen *pen, double x, double y) {
    hra_text_addf(pen->out, "%g %g ", tenth(x), tenth(y));
}

void hra_pen_text(const hra_pen *pen, const char *class, double x, double y, double size, const char *text) {
    hra_text_addf(pen->out, "<text class=\"%s\"", class);
    hra_pen_number(pen, "x", x);
    hra_pen_number(pen, "y", y);
    hra_pen_number(pen, "font-size", size);
    hra_text_add(pen->out, ">");
    hra_text_add_xml(pen->out, text);
    hra_text_add(pen->out, "</text>");
}

const char *hra_pen_color(const hra_pen *pen, const hra_shape *s) {
    return s->owner >= 0 ? hra_scene_snapshot(pen->scene)->colors[s->owner] : "none";
}

/* A sign is about 0.58 of its height wide. */
double hra_pen_fit(const char *text, double width, double size) {
    int columns = hra_text_columns(text);
    return columns > 0 && 0.58 * size * columns > width ? width / (0.58 * columns) : size;
}

static void add_box(const hra_pen *pen, hra_box b, double round_by) {
    hra_pen_number(pen, "x", b.x);
    hra_pen_number(pen, "y", b.y);
    hra_pen_number(pen, "width", b.width);
    hra_pen_number(pen, "height", b.height);
    if (round_by > 0)
        hra_pen_number(pen, "rx", round_by);
    hra_text_add(pen->out, "/>");
}

static void add_ellipse(const hra_pen *pen, hra_box b) {
    hra_pen_number(pen, "cx", b.x + b.width / 2);
    hra_pen_number(pen, "cy", b.y + b.height / 2);
    hra_pen_number(pen, "rx", b.width / 2);
    hra_pen_number(pen, "ry", b.height / 2);
    hra_text_add(pen->out, "/>");
}

static hra_box inset(hra_box b, double by) {
    return (hra_box){b.x + by, b.y + by, b.width - 2 * by, b.height - 2 * by};
}

/* ---- outlines -------------------------------------------------------------------------------*/

/* What a shape has the outline of: itself, or what it stands on. */
static const hra_shape *outlined(const hra_pen *pen, const hra_shape *s) {
    const hra_shape *on = s->form == HRA_FORM_OVER ? hra_scene_find(pen->scene, s->on) : NULL;
    return on ? on : s;
}

/* The path of an outline, its corners moved towards the middle. */
static void add_outline(const hra_pen *pen, const hra_shape *s, double by) {
    double x = (s->x + s->width / 2) * pen->cell, y = (s->y + s->height / 2) * pen->cell;
    hra_text_add(pen->out, "M");
    for (int i = 0; i < s->corners; i++) {
        double dx = s->corner[2 * i] * pen->cell - x, dy = s->corner[2 * i + 1] * pen->cell - y;
        double far = sqrt(dx * dx + dy * dy), part = far > by ? 1 - by / far : 0;
        hra_pen_point(pen, x + part * dx, y + part * dy);
    }
    hra_text_add(pen->out, "z");
}

/* A box, an oval or an outline, `by` within its edge, with what its element has begun with; `rest` are
 * further attributes.
 */
static void add_figure(const hra_pen *pen, const hra_shape *s, double by, double round_by, const char *class,
                       const char *rest) {
    const hra_shape *of = outlined(pen, s);
    bool oval = of->form == HRA_FORM_ROUND;
    hra_text_addf(pen->out, "<%s class=\"%s\"%s",
                  of->corners ? "path"
                  : oval      ? "ellipse"
                              : "rect",
                  class, rest);
    if (of->corners) {
        hra_text_add(pen->out, " d=\"");
        add_outline(pen, of, by);
        hra_text_add(pen->out, "\"/>");
    } else if (oval) {
        add_ellipse(pen, inset(hra_pen_box(pen, of), by));
    } else {
        add_box(pen, inset(hra_pen_box(pen, of), by), round_by);
    }
}

static void add_rectangle(const hra_pen *pen, hra_box b) {
    hra_text_add(pen->out, "M");
    hra_pen_point(pen, b.x, b.y);
    hra_text_addf(pen->out, "h%gv%gh%gz", tenth(b.width), tenth(b.height), tenth(-b.width));
}

/* One line round all parts of a group, of which `first` is the first: what of it lies between them, they
 * cover. */
static void draw_group(const hra_pen *pen, hra_scene_part part, int first) {
    const char *group = hra_scene_shape(pen->scene, part, first)->group;
    int count = hra_scene_count(pen->scene, part), tone = hra_scene_shape(pen->scene, part, first)->tone;
    hra_material material = hra_scene_shape(pen->scene, part, first)->material;
    char class[32];
    (void)hra_snprintf(class, sizeof class, "r%d", tone ? 1 + (tone - 1) % 7 : 0);
    if (material)
        hra_pen_material(material, tone, class, sizeof class);
    hra_text_addf(pen->out, "<path class=\"round %s\" d=\"", class);
    for (int i = first; i < count && strcmp(hra_scene_shape(pen->scene, part, i)->group, group) == 0; i++) {
        const hra_shape *s = hra_scene_shape(pen->scene, part, i);
        if (s->corners)
            add_outline(pen, s, 0);
        else
            add_rectangle(pen, hra_pen_box(pen, s));
    }
    hra_text_add(pen->out, "\"/>");
}

static bool begins_group(const hra_scene *scene, hra_scene_part part, int i) {
    const char *group = hra_scene_shape(scene, part, i)->group;
    return *group && (i == 0 || strcmp(hra_scene_shape(scene, part, i - 1)->group, group) != 0);
}

/* ---- kinds ----------------------------------------------------------------------------------*/

/* A frame along the edge where the last move was made, with a dark line around it, so that it is seen on every ground
 * and cuts no number; one that is broken where it is the turn of a place. */
static void draw_marks(const hra_pen *pen, const hra_shape *s, double round_by) {
    bool last = s->marks & HRA_MARK_LAST;
    double edge = fmin(0.025 * pen->cell, 1.1);
    if (last && !hra_pen_is_small(pen))
        add_figure(pen, s, edge, round_by, "halo", "");
    if (last || (s->marks & HRA_MARK_TURN && s->kind == HRA_SHAPE_PLACE))
        add_figure(pen, s, edge, round_by,
                   !last                   ? "last here"
                   : hra_pen_is_small(pen) ? "last fine"
                                           : "last",
                   "");
}

static void draw_ground(const hra_pen *pen, const hra_shape *s, const char *class, double round_by) {
    char full[64], material[32];
    if (s->material) {
        hra_pen_material(s->material, s->tone, material, sizeof material);
        (void)hra_snprintf(full, sizeof full, "%s %s", class, material);
    } else {
        (void)hra_snprintf(full, sizeof full, s->tone ? "%s t%d" : "%s", class, 1 + (s->tone - 1) % 7);
    }
    add_figure(pen, s, 0, round_by, full, "");
    draw_marks(pen, s, round_by);
}

/* A line in the colour of who holds a place, within its edge. */
static void draw_owner(const hra_pen *pen, const hra_shape *s) {
    char class[32];
    (void)hra_snprintf(class, sizeof class, "%s line", hra_pen_color(pen, s));
    if (s->owner >= 0)
        add_figure(pen, s, 2.5, 0, class, " stroke-width=\"3\"");
}

/* The symbol of a shape other than a piece, within its edge. */
static void draw_symbol(const hra_pen *pen, const hra_shape *s) {
    const hra_symbol *symbol = hra_scene_symbol_of(pen->scene, s);
    if (symbol)
        hra_pen_symbol(pen, symbol, s, hra_pen_box(pen, s));
}

/* The text of a place is in its upper left corner, so that pieces there do not hide it; in the middle if
 * the place is not a box. */
static void draw_cell(const hra_pen *pen, const hra_shape *s) {
    hra_box b = hra_pen_box(pen, s);
    bool dark = *hra_pen_ink(pen, s), middle = s->form == HRA_FORM_ROUND || s->corners;
    double size = fmin((middle ? 0.24 : 0.145) * pen->cell, 0.34 * b.height);
    draw_ground(pen, s, "cell", 0);
    draw_owner(pen, s);
    draw_symbol(pen, s);
    if (*s->text && middle)
        hra_pen_text(pen, dark ? "in" : "q", b.x + b.width / 2, b.y + b.height / 2 + 0.36 * size,
                     hra_pen_fit(s->text, 0.8 * b.width, size), s->text);
    else if (*s->text)
        hra_pen_text(pen, dark ? "b in" : "b q", b.x + 0.07 * pen->cell, b.y + 0.07 * pen->cell + 0.75 * size,
                     hra_pen_fit(s->text, 0.8 * b.width, size), s->text);
}

/* No line around it: it may be a part of a longer one. */
static void draw_wall(const hra_pen *pen, const hra_shape *s) {
    char material[32] = "";
    if (s->material)
        hra_pen_material(s->material, s->tone, material, sizeof material);
    hra_text_addf(pen->out, "<rect class=\"wall%s%s\"", *material ? " " : "", material);
    add_box(pen, inset(hra_pen_box(pen, s), -0.25), 0);
}

static void draw_path(const hra_pen *pen, const hra_shape *s) {
    hra_box b = hra_pen_box(pen, s);
    hra_text_addf(pen->out, "<path class=\"path%s\" d=\"M", s->form == HRA_FORM_DASHED ? " dashed" : "");
    hra_pen_point(pen, b.x, b.y);
    hra_text_add(pen->out, "L");
    hra_pen_point(pen, b.x + b.width, b.y + b.height);
    hra_text_add(pen->out, "\"/>");
}

/* Where to break the text so that a line has at most `columns` columns; takes at least one character. */
static size_t break_line(const char *text, int columns) {
    size_t fits = hra_text_cut(text, SIZE_MAX, columns), at = fits;
    if (!text[fits])
        return fits;
    while (at > 0 && text[at] != ' ')
        at--;
    return at ? at : fits ? fits : strlen(text);
}

static int count_lines(const char *text, int columns) {
    int lines = 0;
    for (; *text; lines++) {
        text += break_line(text, columns);
        text += strspn(text, " ");
    }
    return lines;
}

/* Text broken into lines, in the largest size in which they fit the box. */
static void draw_lines(const hra_pen *pen, hra_box b, const char *class, const char *text) {
    double size = 0.36 * pen->cell, least = 0.14 * pen->cell;
    int columns = 1, lines = 0;
    for (; size > least; size *= 0.94) {
        columns = (int)((b.width - 4) / (0.55 * size));
        lines = columns > 0 ? count_lines(text, columns) : LINES + 1;
        if (lines <= LINES && lines * 1.15 * size <= b.height - 2)
            break;
    }
    columns = columns > 0 ? columns : 1;
    lines = lines < LINES ? lines : LINES;
    double y = b.y + b.height / 2 - lines * 0.575 * size + 0.88 * size;
    for (int i = 0; *text && i < LINES; i++, y += 1.15 * size) {
        char line[128];
        size_t length = break_line(text, columns), most = hra_text_cut(text, sizeof line - 1, INT_MAX);
        length = length < most ? length : most;
        (void)hra_snprintf(line, sizeof line, "%.*s", (int)length, text);
        hra_pen_text(pen, class, b.x + b.width / 2, y, size, line);
        text += length;
        text += strspn(text, " ");
    }
}

static void draw_sheet(const hra_pen *pen, const hra_shape *s, const char *class) {
    char full[48];
    (void)hra_snprintf(full, sizeof full, "%s%s%s", class, s->marks & HRA_MARK_HELD ? " held" : "",
                       s->marks & HRA_MARK_FAINT ? " thin" : "");
    draw_ground(pen, s, full, 0.12 * pen->cell);
    const hra_symbol *symbol = hra_scene_symbol_of(pen->scene, s);
    hra_box b = hra_pen_box(pen, s);
    if (symbol) { /* beside the text, or above it on a card that is not wide */
        bool wide = b.width > 1.5 * b.height;
        double part = !*s->text ? 0 : wide ? fmin(b.height, 0.36 * b.width) : 0.55 * b.height;
        hra_box at =
            *s->text == '\0' ? b : (hra_box){b.x, b.y, wide ? part : b.width, wide ? b.height : part};
        hra_pen_symbol(pen, symbol, s, inset(at, 0.08 * fmin(at.width, at.height)));
        b = wide ? (hra_box){b.x + part, b.y, b.width - part, b.height}
                 : (hra_box){b.x, b.y + part, b.width, b.height - part};
    }
    draw_lines(pen, b, *hra_pen_ink(pen, s) ? "m in" : "m", s->text);
}

/* A badge in the colour of who holds something. */
static void draw_flag(const hra_pen *pen, const hra_shape *s) {
    hra_box b = hra_pen_box(pen, s);
    const char *color = hra_pen_color(pen, s);
    double size = hra_pen_fit(s->text, 0.9 * b.width, 0.8 * b.height);
    hra_text_addf(pen->out, "<rect class=\"%s\"", color);
    add_box(pen, b, 2);
    hra_pen_text(pen, strchr("wyon", *color) ? "w" : "w dark", b.x + b.width / 2,
                 b.y + b.height / 2 + 0.36 * size, size, s->text);
}

static void draw_label(const hra_pen *pen, const hra_shape *s) {
    hra_box b = hra_pen_box(pen, s);
    bool turn = s->marks & HRA_MARK_TURN, bold = turn || s->marks & HRA_MARK_HELD;
    const hra_symbol *symbol = hra_scene_symbol_of(pen->scene, s);
    double size = 0.72 * b.height, x = b.x + (turn ? size : symbol ? 1.25 * b.height : 0);
    char class[24];
    draw_marks(pen, s, 0);
    if (s->form == HRA_FORM_FLAG) {
        draw_flag(pen, s);
        return;
    }
    if (turn) {
        hra_text_addf(pen->out, "<path class=\"turn%s\" d=\"M", hra_pen_ink(pen, s));
        hra_pen_point(pen, b.x + 0.1 * size, b.y + b.height / 2 - 0.4 * size);
        hra_text_addf(pen->out, "l%g %gl%g %gz\"/>", tenth(0.65 * size), tenth(0.4 * size),
                      tenth(-0.65 * size), tenth(0.4 * size));
    }
    if (symbol)
        hra_pen_symbol(pen, symbol, s, *s->text ? (hra_box){b.x, b.y, b.height, b.height} : b);
    if (!*s->text)
        return;
    size = hra_pen_fit(s->text, b.width - (x - b.x), size);
    (void)hra_snprintf(class, sizeof class, "%s%s%s%s",
                       s->form == HRA_FORM_BEGIN ? "b"
                       : s->form == HRA_FORM_END ? "e"
                                                 : "m",
                       bold ? " w" : "", s->marks & HRA_MARK_FAINT ? " q" : "", hra_pen_ink(pen, s));
    x = s->form == HRA_FORM_BEGIN ? x : s->form == HRA_FORM_END ? b.x + b.width : (x + b.x + b.width) / 2;
    hra_pen_text(pen, class, x, b.y + b.height / 2 + 0.36 * size, size, s->text);
}

/* Lines as a terminal has them. */
static void draw_text(const hra_pen *pen, const hra_shape *s) {
    hra_box b = hra_pen_box(pen, s);
    double line = 0.5 * pen->cell, y = b.y + 0.75 * line;
    for (const char *from = s->text; *from; y += line) {
        size_t length = strcspn(from, "\n");
        hra_text text;
        hra_text_init(&text);
        hra_text_add_bytes(&text, from, length);
        hra_pen_text(pen, "y", b.x, y, 0.4 * pen->cell, hra_text_string(&text));
        pen->out->err = pen->out->err ? pen->out->err : text.err;
        hra_text_release(&text);
        from += length + (from[length] == '\n');
    }
}

static void draw_kind(const hra_pen *pen, const hra_shape *s) {
    switch (s->kind) {
    case HRA_SHAPE_AREA:
        draw_ground(pen, s, "area", 0.1 * pen->cell);
        draw_symbol(pen, s);
        return;
    case HRA_SHAPE_CELL:
        draw_cell(pen, s);
        return;
    case HRA_SHAPE_WALL:
        draw_wall(pen, s);
        return;
    case HRA_SHAPE_PATH:
        draw_path(pen, s);
        return;
    case HRA_SHAPE_PIECE:
        hra_pen_piece(pen, s);
        return;
    case HRA_SHAPE_DIE:
        hra_pen_die(pen, s);
        return;
    case HRA_SHAPE_CARD:
        draw_sheet(pen, s, "card");
        return;
    case HRA_SHAPE_LABEL:
        draw_label(pen, s);
        return;
    case HRA_SHAPE_TEXT:
        draw_text(pen, s);
        return;
    case HRA_SHAPE_BUTTON:
        draw_sheet(pen, s, "button");
        return;
    default: /* a place */
        draw_symbol(pen, s);
        draw_owner(pen, s);
        draw_marks(pen, s, 0);
    }
}

/* ---- the whole ------------------------------------------------------------------------------*/

/* Whether a screen reader needs a text for it beside what it shows. */
static bool is_told(const hra_shape *s) {
    return s->kind == HRA_SHAPE_PIECE || s->kind == HRA_SHAPE_DIE || s->kind == HRA_SHAPE_CARD ||
           (s->kind == HRA_SHAPE_CELL && strcmp(s->name, s->text) != 0);
}

static void draw_part(const hra_pen *pen, hra_scene_part part, bool whole) {
    for (int i = 0; hra_scene_shape(pen->scene, part, i); i++) {
        const hra_shape *s = hra_scene_shape(pen->scene, part, i);
        bool faint = s->marks & HRA_MARK_FAINT && s->kind == HRA_SHAPE_PIECE;
        if (!whole &&
            (s->kind == HRA_SHAPE_BUTTON || strcmp(s->id, "turn") == 0 || strcmp(s->id, "last") == 0))
            continue;
        if (begins_group(pen->scene, part, i))
            draw_group(pen, part, i);
        if ((whole && is_told(s)) || faint) {
            hra_text_add(pen->out, faint ? "<g class=\"faint\">" : "<g>");
            if (whole) {
                hra_text_add(pen->out, "<title>");
                hra_text_add_xml(pen->out, s->name);
                hra_text_add(pen->out, "</title>");
            }
            draw_kind(pen, s);
            hra_text_add(pen->out, "</g>\n");
        } else {
            draw_kind(pen, s);
            hra_text_add(pen->out, whole ? "\n" : "");
        }
    }
}

static void draw_one_part(const hra_scene *scene, hra_scene_part part, double cell, hra_text *out) {
    hra_pen pen = {.scene = scene, .out = out, .cell = cell};
    hra_text_add(out, "<g class=\"hs\">");
    if (part == HRA_SCENE_BOARD)
        hra_pen_define_symbols(&pen, true);
    draw_part(&pen, part, false);
    hra_text_add(out, "</g>");
}

static void add_words(const hra_scene *scene, const char *id, hra_text *out) {
    const hra_shape *s = hra_scene_find(scene, id);
    if (s && *s->text) {
        hra_text_add(out, id[0] == 't' ? ": " : "; ");
        hra_text_add_xml(out, s->text);
    }
}

/* What is where, in words. */
static void add_description(const hra_scene *scene, hra_text *out) {
    bool any = false;
    for (int i = 0; hra_scene_shape(scene, HRA_SCENE_NOW, i); i++) {
        const hra_shape *s = hra_scene_shape(scene, HRA_SCENE_NOW, i);
        if (s->form == HRA_FORM_DOT ||
            (s->kind != HRA_SHAPE_PIECE && s->kind != HRA_SHAPE_DIE && s->kind != HRA_SHAPE_CARD))
            continue;
        hra_text_add(out, any ? "; " : "");
        hra_text_add_xml(out, s->name);
        any = true;
    }
}

static void draw_file(const hra_scene *scene, hra_text *out) {
    hra_pen pen = {.scene = scene, .out = out, .cell = CELL};
    const hra_scene_info *info = hra_scene_snapshot(scene);
    const double width = tenth(info->width * CELL + 2 * MARGIN),
                 height = tenth(info->height * CELL + 2 * MARGIN);
    hra_text_addf(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\" viewBox=\"%d %d %g %g\" "
        "role=\"img\" aria-labelledby=\"title description\">\n<title id=\"title\">",
        width, height, -MARGIN, -MARGIN, width, height);
    hra_text_add_xml(out, _(hra_scene_game(scene)->rules->text->title));
    add_words(scene, "turn", out);
    add_words(scene, "last", out);
    hra_text_add(out, "</title>\n<desc id=\"description\">");
    add_description(scene, out);
    hra_text_addf(out, "</desc>\n<style>%s%s</style>\n", style, hra_pen_symbol_style);
    hra_pen_define_symbols(&pen, false);
    hra_text_add(out, "<g class=\"hs\">\n");
    char ground[32] = "sheet";
    if (info->ground)
        hra_pen_material(info->ground, 0, ground, sizeof ground);
    hra_text_addf(out, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%g\" height=\"%g\"/>\n", ground, -MARGIN,
                  -MARGIN, width, height);
    for (int part = 0; part < HRA_SCENE_PARTS; part++)
        draw_part(&pen, (hra_scene_part)part, true);
    hra_text_add(out, "</g>\n</svg>\n");
}

void hra_scene_svg(const hra_scene *scene, const hra_svg_options *options, hra_text *out) {
    switch (options ? options->kind : HRA_SVG_FILE) {
    case HRA_SVG_STYLE:
        hra_text_add(out, style);
        hra_text_add(out, hra_pen_symbol_style);
        break;
    case HRA_SVG_PART:
        draw_one_part(scene, options->part, options->cell, out);
        break;
    default:
        draw_file(scene, out);
    }
}
