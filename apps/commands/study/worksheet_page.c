/* Drawing pages with exercises. A tree is as wide as the page at most; the page lies on its side if the tree would be too small
 * else. */
#include "worksheet_page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pictures/tree/sheet.h"
#include "speech/print.h"

/* Pixels of 1/96 inch. */
enum { SHORT = 794, LONG = 1123, MARGIN = 44, HEAD = 84, FOOT = 30, LINE = 15, GAP = 26 };

/* One sheet being drawn. */
typedef struct drawing {
    worksheet_pages *pages;
    int sheet, part;
    const char *title;
    bool key, wide;
    double y; /* the next free line of the page */
    hra_err err;
} drawing;

void worksheet_pages_release(worksheet_pages *pages) {
    for (int i = 0; i < pages->count; i++)
        hra_text_release(&pages->pages[i].svg);
    free(pages->pages);
    *pages = (worksheet_pages){0};
}

static double page_width(const drawing *d) {
    return d->wide ? LONG : SHORT;
}

static double page_height(const drawing *d) {
    return d->wide ? SHORT : LONG;
}

static hra_text *page(const drawing *d) {
    return &d->pages->pages[d->pages->count - 1].svg;
}

static void add_text(hra_text *out, double x, double y, double size, const char *style, const char *text) {
    hra_text_addf(out, "<text x=\"%.5g\" y=\"%.5g\" style=\"font-size:%gpx;text-anchor:start;%s\">", x, y,
                  size, style);
    hra_text_add_xml(out, text);
    hra_text_add(out, "</text>\n");
}

/* ---- pages --------------------------------------------------------------------------------------*/

static void end_page(drawing *d) {
    if (d->part)
        hra_text_add(page(d), "</svg>\n");
}

static void add_head(drawing *d) {
    hra_text *out = page(d), number;
    const double right = page_width(d) - MARGIN;
    hra_text_init(&number);
    hra_text_addf(&number, d->key ? _("Key to sheet %d") : _("Sheet %d"), d->sheet);
    if (d->part > 1)
        hra_text_addf(&number, _(", page %d"), d->part);
    const char *words = hra_text_string(&number);
    const double wide = sheet_text_width(words, 20) + 24;
    add_text(out, MARGIN, MARGIN + 22, 20, "font-weight:bold", d->title);
    hra_text_addf(out,
                  "<rect x=\"%.5g\" y=\"%d\" width=\"%.5g\" height=\"34\" rx=\"4\" "
                  "style=\"fill:%s;stroke:#111;stroke-width:1.5\"/>\n",
                  right - wide, MARGIN - 2, wide, d->key ? "#e4eef5" : "#fff");
    add_text(out, right - wide / 2, MARGIN + 22, 20, "font-weight:bold;text-anchor:middle", words);
    hra_text_addf(out, "<path d=\"M%d %dH%.5g\" style=\"stroke:#111;stroke-width:1;fill:none\"/>\n", MARGIN,
                  MARGIN + 46, right);
    d->err = d->err ? d->err : number.err;
    hra_text_release(&number);
}

static void begin_page(drawing *d) {
    worksheet_pages *all = d->pages;
    end_page(d);
    worksheet_page *pages = realloc(all->pages, (size_t)(all->count + 1) * sizeof *pages);
    if (!pages) {
        d->err = HRA_ENOMEM;
        return;
    }
    all->pages = pages;
    pages[all->count] = (worksheet_page){.sheet = d->sheet, .part = ++d->part};
    hra_text_init(&pages[all->count++].svg);
    hra_text_addf(
        page(d),
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\" viewBox=\"0 0 %g %g\">\n"
        "<style>%s</style>\n<rect width=\"%g\" height=\"%g\" style=\"fill:#fff;stroke:none\"/>\n",
        page_width(d), page_height(d), page_width(d), page_height(d), sheet_style(), page_width(d),
        page_height(d));
    add_head(d);
    d->y = MARGIN + HEAD - 10;
}

static double room_left(const drawing *d) {
    return page_height(d) - MARGIN - FOOT - d->y;
}

/* ---- text ---------------------------------------------------------------------------------------*/

/* A paragraph, wrapped at blanks. */
static void add_paragraph(drawing *d, double size, const char *style, const char *text) {
    const double most = page_width(d) - 2 * MARGIN;
    const double wide = strstr(style, "monospace") ? 1.08 : 0.88; /* of what the text measures */
    hra_text line;
    hra_text_init(&line);
    while (*text) {
        const size_t blank = strspn(text, " "), word = strcspn(text + blank, " ");
        const size_t before = line.length;
        hra_text_add_bytes(&line, text, before ? blank + word : blank);
        if (!before)
            hra_text_add_bytes(&line, text + blank, word);
        if (before && wide * sheet_text_width(hra_text_string(&line), size) > most) {
            line.data[before] = '\0';
            add_text(page(d), MARGIN, d->y, size, style, hra_text_string(&line));
            d->y += LINE;
            hra_text_clear(&line);
            text += blank;
            continue;
        }
        text += blank + word;
    }
    add_text(page(d), MARGIN, d->y, size, style, hra_text_string(&line));
    d->y += LINE;
    d->err = d->err ? d->err : line.err;
    hra_text_release(&line);
}

static void add_lines(drawing *d, const hra_text *text, double size, const char *style) {
    const char *at = hra_text_string(text);
    while (*at && !d->err) {
        const size_t length = strcspn(at, "\n");
        hra_text line;
        hra_text_init(&line);
        hra_text_add_bytes(&line, at, length);
        if (room_left(d) < LINE)
            begin_page(d);
        if (!d->err)
            add_paragraph(d, size, style, hra_text_string(&line));
        d->err = d->err ? d->err : line.err;
        hra_text_release(&line);
        at += length + (at[length] == '\n');
    }
}

/* ---- a tree -------------------------------------------------------------------------------------*/

/* What is asked anywhere in the tree, or'ed. */
static unsigned asked_anywhere(const hra_exercise *x, bool *has_chance) {
    hra_exercise_node node = {.size = sizeof node};
    unsigned asked = 0;
    *has_chance = false;
    for (int i = 0; hra_exercise_tree_node(x, i, &node); i++) {
        asked |= node.asked;
        *has_chance = *has_chance || strcmp(node.role, "chance") == 0;
    }
    return asked;
}

/* The signs of the shapes that the tree has. */
static void say_shapes(const hra_exercise *x, bool has_chance, hra_text *out) {
    hra_exercise_node root = {.size = sizeof root};
    (void)hra_exercise_tree_node(x, 0, &root);
    const bool proof = strcmp(root.role, "or") == 0 || strcmp(root.role, "and") == 0;
    if (root.numbers == 1)
        hra_text_add(out, proof ? "▲ OR  ▼ AND" : "▲ MAX  ▼ MIN");
    else
        hra_text_addf(out, _("▲ player %d  ▼ player %d  ■ player %d"), 1, 2, 3);
    if (has_chance)
        hra_text_addf(out, "  ● %s", _("chance"));
}

static void say_task(const hra_exercise *x, hra_text *out) {
    bool has_chance;
    const unsigned asked = asked_anywhere(x, &has_chance);
    say_shapes(x, has_chance, out);
    hra_text_addf(out, ".  %s", _("Fill in"));
    const char *const parts[] = {
        asked & HRA_ASKED_VALUE ? _("= the value of each node") : NULL,
        asked & HRA_ASKED_WINDOW ? _("α and β when the search enters the node") : NULL,
        asked & HRA_ASKED_CUT
            ? _("cut at: the last child that is searched, if the others are left out, else –")
            : NULL,
        asked & HRA_ASKED_ORDER ? _("# the number of the visit, from 1 for the root") : NULL};
    bool any = false;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (parts[i])
            hra_text_addf(out, "%s %s", any ? ";" : "", parts[i]);
        any = any || parts[i];
    }
    hra_text_addf(out, ". %s\n", _("What the search does not reach stays empty."));
    (void)hra_exercise_terms(x, out);
}

/* "Alpha-beta (alphabeta:fail=hard)" for a method with options; other players as they are typed. */
static void say_method(const char *spec, hra_text *out) {
    const size_t length = strcspn(spec, ":");
    const hra_player_kind *kind;
    hra_text name;
    hra_text_init(&name);
    hra_text_add_bytes(&name, spec, length);
    for (int i = 0; (kind = hra_registry_player(NULL, i)) != NULL; i++)
        if (kind->title && hra_spec_equal(kind->name, hra_text_string(&name), HRA_NAME_METHOD, NULL, NULL))
            break;
    if (!kind)
        hra_text_add(out, spec);
    else
        hra_text_addf(out, spec[length] ? "%s (%s)" : "%s", _(kind->title), spec);
    out->err = out->err ? out->err : name.err;
    hra_text_release(&name);
}

/* On a new page if less than this room is left. */
static void add_heading(drawing *d, const hra_exercise *x, int number, double room) {
    const hra_exercise_info *info = hra_exercise_info_of(x);
    hra_text line;
    hra_text_init(&line);
    hra_text_addf(&line, "%d.  %s", number, info->title);
    if (!*info->title)
        say_method(info->analyst, &line);
    if (*info->title && *info->analyst)
        hra_text_addf(&line, "  (%s)", info->analyst);
    if (info->points != 1)
        hra_text_addf(&line, _(", points: %.4G"), info->points);
    if (room_left(d) < fmin(room, page_height(d) - 2 * MARGIN - HEAD - FOOT))
        begin_page(d);
    if (!d->err)
        add_paragraph(d, 13, "font-weight:bold", hra_text_string(&line));
    d->err = d->err ? d->err : line.err;
    hra_text_release(&line);
}

static void draw_tree(drawing *d, const hra_exercise *x, int number) {
    double width, height;
    hra_text tree, task;
    hra_text_init(&tree);
    hra_text_init(&task);
    d->err = sheet_tree(x, d->key, &width, &height, &tree);
    const double most = page_width(d) - 2 * MARGIN;
    if (!d->err)
        add_heading(d, x, number, fmin(1, most / width) * height + 5 * LINE);
    say_task(x, &task);
    if (!d->err)
        add_lines(d, &task, 11.5, "fill:#222");
    if (!d->err) {
        const double scale = fmin(1.25, fmin(most / width, (room_left(d) - 4) / height));
        hra_text_addf(page(d), "<g transform=\"translate(%.5g %.5g) scale(%.4g)\">\n",
                      MARGIN + (most - scale * width) / 2, d->y + 4, scale);
        hra_text_add(page(d), hra_text_string(&tree));
        hra_text_add(page(d), "</g>\n");
        d->y += 4 + scale * height + GAP;
    }
    d->err = d->err ? d->err : tree.err ? tree.err : task.err;
    hra_text_release(&tree);
    hra_text_release(&task);
}

/* A line for each simulation of UCT by hand, or each other thing that is asked. */
static void say_blanks(const hra_exercise *x, hra_text *out) {
    char name[HRA_EXERCISE_ITEM], last[HRA_EXERCISE_ITEM] = "";
    for (int i = 0; hra_exercise_item(x, i, name); i++) {
        const size_t number = strcspn(name, ".");
        if (!name[number])
            return;
        if (strncmp(name, last, number + 1) != 0)
            hra_text_addf(out, "%s%.*s", i ? "\n \n" : " \n", (int)number, name);
        hra_text_addf(out, "   %s ________", hra_exercise_item_word(name));
        memcpy(last, name, sizeof last);
    }
}

/* Questions that are text, such as a position with its board. */
static void draw_text(drawing *d, const hra_exercise *x, int number) {
    static const char *const styles[] = {
        "font-family:'DejaVu Sans Mono',monospace;white-space:pre",
        "font-family:'DejaVu Sans Mono',monospace;white-space:pre;fill:#00558a"};
    add_heading(d, x, number, 8 * LINE);
    for (int i = 0; i < 1 + d->key && !d->err; i++) {
        hra_text text;
        hra_text_init(&text);
        d->err = i ? hra_exercise_answer(x, NULL, &text) : hra_exercise_question(x, true, &text);
        if (!i && !d->key)
            say_blanks(x, &text);
        add_lines(d, &text, 10, styles[i]);
        d->err = d->err ? d->err : text.err;
        hra_text_release(&text);
    }
    d->y += GAP;
}

/* ---- exercises ----------------------------------------------------------------------------------*/

static void add_exercise(drawing *d, const hra_exercise *x, int number) {
    hra_exercise_node root = {.size = sizeof root};
    if (hra_exercise_tree_node(x, 0, &root))
        draw_tree(d, x, number);
    else
        draw_text(d, x, number);
}

/* Whether a tree would be drawn much too small on an upright page. */
static hra_err is_wide(hra_exercise *const *exercises, int count, bool *wide) {
    hra_err err = HRA_OK;
    *wide = false;
    for (int i = 0; i < count && !err; i++) {
        double width, height;
        hra_text tree;
        hra_text_init(&tree);
        err = sheet_tree(exercises[i], false, &width, &height, &tree);
        *wide = *wide || (!err && 0.8 * width > SHORT - 2 * MARGIN);
        err = err == HRA_EINPUT ? HRA_OK : err; /* no tree */
        hra_text_release(&tree);
    }
    return err;
}

hra_err worksheet_add(worksheet_pages *pages, int sheet, const char *title, hra_exercise *const *exercises,
                      int count, bool key) {
    drawing d = {.pages = pages, .sheet = sheet, .title = title, .key = key};
    d.err = is_wide(exercises, count, &d.wide);
    if (!d.err)
        begin_page(&d);
    for (int i = 0; i < count && !d.err; i++)
        add_exercise(&d, exercises[i], i + 1);
    if (!d.err)
        end_page(&d);
    for (int i = 0; i < pages->count && !d.err; i++)
        d.err = pages->pages[i].svg.err;
    return d.err;
}
