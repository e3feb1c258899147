/* Pieces and dice as SVG. */
#include <math.h>
#include <string.h>

#include "svg.h"

/* The middle of a shape, and half of its smaller side. */
typedef struct spot {
    double x, y, r;
} spot;

static spot middle(const hra_pen *pen, const hra_shape *s) {
    hra_box b = hra_pen_box(pen, s);
    return (spot){b.x + b.width / 2, b.y + b.height / 2, fmin(b.width, b.height) / 2};
}

static void circle(const hra_pen *pen, const char *class, double x, double y, double r) {
    hra_text_addf(pen->out, "<circle class=\"%s\"", class);
    hra_pen_number(pen, "cx", x);
    hra_pen_number(pen, "cy", y);
    hra_pen_number(pen, "r", r);
    hra_text_add(pen->out, "/>");
}

static void begin_path(const hra_pen *pen, const char *class, double width) {
    hra_text_addf(pen->out, "<path class=\"%s\"", class);
    if (width > 0)
        hra_pen_number(pen, "stroke-width", width);
    hra_text_add(pen->out, " d=\"M");
}

static void end_path(const hra_pen *pen, bool closed) {
    hra_text_add(pen->out, closed ? "z\"/>" : "\"/>");
}

/* A closed outline through points given in half sizes from the middle. */
static void outline(const hra_pen *pen, const char *class, spot m, const double (*points)[2], int n) {
    begin_path(pen, class, 0);
    for (int i = 0; i < n; i++)
        hra_pen_point(pen, m.x + points[i][0] * m.r, m.y + points[i][1] * m.r);
    end_path(pen, true);
}

static bool is_dark(const char *color) {
    return !strchr("wyon", *color); /* white, yellow, orange, no owner */
}

static void add_sign_on(const hra_pen *pen, const char *color, const hra_shape *s, spot m, double size) {
    if (*s->text)
        hra_pen_text(pen, is_dark(color) ? "w dark" : "w", m.x, m.y + 0.36 * size,
                     hra_pen_fit(s->text, 1.6 * m.r, size), s->text);
}

static void add_sign(const hra_pen *pen, const hra_shape *s, spot m, double size) {
    add_sign_on(pen, hra_pen_color(pen, s), s, m, size);
}

/* ---- forms ----------------------------------------------------------------------------------*/

static void draw_man(const hra_pen *pen, const hra_shape *s, spot m) {
    circle(pen, hra_pen_color(pen, s), m.x, m.y, m.r);
    add_sign(pen, s, m, 1.25 * m.r);
}

static void draw_king(const hra_pen *pen, const hra_shape *s, spot m) {
    static const double crown[][2] = {{-0.55, 0.4}, {-0.6, -0.35}, {-0.25, 0}, {0, -0.5},
                                      {0.25, 0},    {0.6, -0.35},  {0.55, 0.4}};
    const char *color = hra_pen_color(pen, s);
    circle(pen, color, m.x, m.y, m.r);
    outline(pen, is_dark(color) ? "eye" : "hole", m, crown, 7);
}

static void draw_cross(const hra_pen *pen, const hra_shape *s, spot m) {
    double r = 0.72 * m.r;
    for (int i = 0; i < 2; i++) {
        hra_text_addf(pen->out, "<path class=\"%s line\"", hra_pen_color(pen, s));
        hra_pen_number(pen, "stroke-width", 0.26 * m.r);
        hra_text_add(pen->out, " d=\"M");
        hra_pen_point(pen, m.x - r, i ? m.y + r : m.y - r);
        hra_text_add(pen->out, "L");
        hra_pen_point(pen, m.x + r, i ? m.y - r : m.y + r);
        end_path(pen, false);
    }
}

static void draw_ring(const hra_pen *pen, const hra_shape *s, spot m) {
    hra_text_addf(pen->out, "<circle class=\"%s line\"", hra_pen_color(pen, s));
    hra_pen_number(pen, "cx", m.x);
    hra_pen_number(pen, "cy", m.y);
    hra_pen_number(pen, "r", 0.72 * m.r);
    hra_pen_number(pen, "stroke-width", 0.26 * m.r);
    hra_text_add(pen->out, "/>");
}

/* A line through what was taken. */
static void draw_stroke(const hra_pen *pen, const hra_shape *s) {
    hra_box b = hra_pen_box(pen, s);
    begin_path(pen, "last", 0);
    hra_pen_point(pen, b.x, b.y);
    hra_text_add(pen->out, "L");
    hra_pen_point(pen, b.x + b.width, b.y + b.height);
    end_path(pen, false);
}

/* A match: its head is at the upper end. */
static void draw_stick(const hra_pen *pen, const hra_shape *s) {
    hra_box b = hra_pen_box(pen, s);
    double x = b.x + b.width / 2, half = fmin(b.width, b.height) * 0.3;
    hra_text_add(pen->out, "<rect class=\"wood\"");
    hra_pen_number(pen, "x", x - 0.7 * half);
    hra_pen_number(pen, "y", b.y + half);
    hra_pen_number(pen, "width", 1.4 * half);
    hra_pen_number(pen, "height", b.height - half);
    hra_text_add(pen->out, "/>");
    circle(pen, "head", x, b.y + 1.2 * half, 1.2 * half);
    if (s->marks & HRA_MARK_LAST)
        draw_stroke(pen, s);
}

static void draw_house(const hra_pen *pen, const hra_shape *s, spot m) {
    static const double walls[][2] = {{-0.8, 0.85}, {-0.8, -0.1}, {0, -0.9}, {0.8, -0.1}, {0.8, 0.85}};
    outline(pen, hra_pen_color(pen, s), m, walls, 5);
    m.y += 0.4 * m.r;
    add_sign(pen, s, m, 0.9 * m.r);
}

static void draw_ghost(const hra_pen *pen, const hra_shape *s, spot m) {
    begin_path(pen, hra_pen_color(pen, s), 0);
    hra_pen_point(pen, m.x - m.r, m.y + m.r);
    hra_text_add(pen->out, "V");
    hra_text_addf(pen->out, "%g", round(m.y * 10) / 10);
    hra_text_addf(pen->out, "a%g %g 0 0 1 %g 0V%g", round(m.r * 10) / 10, round(m.r * 10) / 10,
                  round(m.r * 20) / 10, round((m.y + m.r) * 10) / 10);
    for (int i = 1; i < 6; i++) {
        hra_text_add(pen->out, "L");
        hra_pen_point(pen, m.x + m.r * (1 - i / 3.0), m.y + m.r * (i % 2 ? 0.68 : 1));
    }
    end_path(pen, true);
    for (int i = -1; i <= 1; i += 2) {
        circle(pen, "eye", m.x + 0.38 * i * m.r, m.y - 0.35 * m.r, 0.26 * m.r);
        circle(pen, "hole", m.x + 0.38 * i * m.r, m.y - 0.35 * m.r, 0.12 * m.r);
    }
    m.y += 0.35 * m.r;
    add_sign(pen, s, m, 0.75 * m.r);
}

/* A circle without the slice in which it looks. */
static void draw_mouth(const hra_pen *pen, const hra_shape *s, spot m) {
    static const double ways[][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    const char sign = *s->text;
    const double *way = ways[sign == '<' ? 0 : sign == '^' ? 2 : sign == 'v' ? 3 : 1];
    double along = 0.8 * m.r, aside = 0.6 * m.r;
    begin_path(pen, "yellow", 0);
    hra_pen_point(pen, m.x - 0.1 * m.r * way[0], m.y - 0.1 * m.r * way[1]);
    hra_text_add(pen->out, "L");
    hra_pen_point(pen, m.x + along * way[0] - aside * way[1], m.y + along * way[1] + aside * way[0]);
    hra_text_addf(pen->out, "A%g %g 0 1 1 ", round(m.r * 10) / 10, round(m.r * 10) / 10);
    hra_pen_point(pen, m.x + along * way[0] + aside * way[1], m.y + along * way[1] - aside * way[0]);
    end_path(pen, true);
}

static void draw_triangle(const hra_pen *pen, const hra_shape *s, spot m) {
    double up = s->form == HRA_FORM_UP ? 1 : -1;
    const double points[][2] = {{-1, 0.85 * up}, {1, 0.85 * up}, {0, -0.95 * up}};
    outline(pen, hra_pen_color(pen, s), m, points, 3);
    m.y += 0.28 * up * m.r;
    add_sign(pen, s, m, 0.8 * m.r);
}

/* The text of a piece is where its symbol has room for it. */
static void draw_symbol(const hra_pen *pen, const hra_shape *s, const hra_symbol *symbol) {
    hra_box b = hra_pen_symbol(pen, symbol, s, hra_pen_box(pen, s));
    double scale = b.height / symbol->height, size = symbol->text_size * scale;
    if (*s->text && size > 0)
        hra_pen_text(pen, is_dark(hra_pen_color(pen, s)) ? "w dark" : "w", b.x + b.width / 2,
                     b.y + symbol->text_y * scale + 0.36 * size, hra_pen_fit(s->text, 0.9 * b.width, size),
                     s->text);
}

void hra_pen_piece(const hra_pen *pen, const hra_shape *s) {
    spot m = middle(pen, s);
    const hra_symbol *symbol = hra_scene_symbol_of(pen->scene, s);
    bool last = s->marks & HRA_MARK_LAST;
    for (int i = hra_pen_is_small(pen); i < 2 && last && s->form != HRA_FORM_STICK; i++)
        circle(pen,
               i == 0                  ? "halo"
               : hra_pen_is_small(pen) ? "last fine"
                                       : "last",
               m.x, m.y, m.r + 0.05 * pen->cell);
    if (symbol) {
        draw_symbol(pen, s, symbol);
        if (last && s->form == HRA_FORM_STICK)
            draw_stroke(pen, s);
        return;
    }
    switch (s->form) {
    case HRA_FORM_KING:
        draw_king(pen, s, m);
        return;
    case HRA_FORM_CROSS:
        draw_cross(pen, s, m);
        return;
    case HRA_FORM_RING:
        draw_ring(pen, s, m);
        return;
    case HRA_FORM_STICK:
        draw_stick(pen, s);
        return;
    case HRA_FORM_DOT:
        circle(pen, "dot", m.x, m.y, m.r);
        return;
    case HRA_FORM_HOUSE:
        draw_house(pen, s, m);
        return;
    case HRA_FORM_GHOST:
        draw_ghost(pen, s, m);
        return;
    case HRA_FORM_MOUTH:
        draw_mouth(pen, s, m);
        return;
    case HRA_FORM_UP:
    case HRA_FORM_DOWN:
        draw_triangle(pen, s, m);
        return;
    default:
        draw_man(pen, s, m);
    }
}

/* ---- dice -----------------------------------------------------------------------------------*/

/* Bits of three rows of pips, from the top left. */
static const int pips[] = {0, 0020, 0104, 0124, 0505, 0525, 0555};

void hra_pen_die(const hra_pen *pen, const hra_shape *s) {
    hra_box b = hra_pen_box(pen, s);
    spot m = middle(pen, s);
    int face = s->text[0] >= '1' && s->text[0] <= '6' && !s->text[1] ? s->text[0] - '0' : 0;
    hra_text_add(pen->out, "<rect class=\"f-shade\"");
    hra_pen_number(pen, "x", b.x + 0.05 * b.width);
    hra_pen_number(pen, "y", b.y + 0.07 * b.height);
    hra_pen_number(pen, "width", b.width);
    hra_pen_number(pen, "height", b.height);
    hra_pen_number(pen, "rx", 0.4 * m.r);
    hra_text_addf(pen->out, "/><rect class=\"die%s%s\"", s->marks & HRA_MARK_HELD ? " held" : "",
                  face || !*s->text || *s->text != '?' ? "" : " thin");
    hra_pen_number(pen, "x", b.x);
    hra_pen_number(pen, "y", b.y);
    hra_pen_number(pen, "width", b.width);
    hra_pen_number(pen, "height", b.height);
    hra_pen_number(pen, "rx", 0.4 * m.r);
    hra_text_add(pen->out, "/>");
    if (s->marks & HRA_MARK_LAST) {
        hra_text_add(pen->out, "<rect class=\"last\"");
        double edge = 0.09 * pen->cell;
        hra_pen_number(pen, "x", b.x - edge);
        hra_pen_number(pen, "y", b.y - edge);
        hra_pen_number(pen, "width", b.width + 2 * edge);
        hra_pen_number(pen, "height", b.height + 2 * edge);
        hra_pen_number(pen, "rx", 0.4 * m.r + edge);
        hra_text_add(pen->out, "/>");
    }
    for (int i = 0; i < 9 && face; i++)
        if (pips[face] >> i & 1)
            circle(pen, "pip", m.x + (i % 3 - 1) * 0.52 * m.r, m.y + (i / 3 - 1) * 0.52 * m.r, 0.19 * m.r);
    if (!face) /* a die is white, also one that has an owner */
        add_sign_on(pen, "white", s, m, m.r);
}
