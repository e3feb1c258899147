/* Reviews as pictures: the values over a game, with its mistakes marked. */
#include <math.h>
#include <stdlib.h>

#include "commands/output.h"
#include "pictures/chart/chart.h"
#include "review_figures.h"
#include "review_output.h"
#include "term/term_review.h"

enum { WIDTH = 800, HEIGHT = 400, LEFT = 80, RIGHT = 780, TOP = 72, BOTTOM = 340, MARK = 6 };

/* A page a game. */
typedef struct album {
    hra_text *pages;
    int count;
} album;

typedef struct graph {
    const review_game *game;
    const hra_review *review;
    const hra_review_info *info;
    chart_axis plies, values;
    int first, last; /* seats */
    hra_text *out;
} graph;

/* ---- the graph ------------------------------------------------------------------------------*/

static double x_of(const graph *g, int ply) {
    return chart_at(&g->plies, ply);
}

static double y_of(const graph *g, int seat, int ply) {
    return chart_at(&g->values, review_value_before(g->review, seat, ply));
}

static void draw_curve(const graph *g, int seat) {
    hra_text_add(g->out, "<path d='");
    for (int ply = 0; ply <= g->info->done; ply++)
        hra_text_addf(g->out, "%s%.1f %.1f", ply ? "L" : "M", x_of(g, ply), y_of(g, seat, ply));
    hra_text_addf(g->out, "' fill='none' stroke='%s' stroke-width='2'%s/>\n", chart_colour(seat),
                  chart_dashes(seat - g->first));
}

/* An inaccuracy is a triangle, an error a square, a blunder a disc. */
static void draw_mark(const graph *g, hra_grade grade, double x, double y) {
    if (grade == HRA_GRADE_INACCURACY)
        hra_text_addf(g->out, "<path d='M%.1f %.1fl%d %dh%dz' fill='#8a6d00'/>", x, y - MARK, MARK,
                      2 * MARK - 2, -2 * MARK);
    else if (grade == HRA_GRADE_ERROR)
        hra_text_addf(g->out, "<rect x='%.1f' y='%.1f' width='%d' height='%d' fill='#b34700'/>", x - MARK + 1,
                      y - MARK + 1, 2 * MARK - 2, 2 * MARK - 2);
    else
        hra_text_addf(g->out, "<circle cx='%.1f' cy='%.1f' r='%d' fill='#a11b2b'/>", x, y, MARK);
}

/* On the curve of who decided. */
static void draw_marks(const graph *g, bool used[HRA_GRADE_BLUNDER + 1]) {
    for (int ply = 0; ply < g->info->done; ply++) {
        const hra_review_move *at = hra_review_ply(g->review, ply);
        if (at->mover < g->first || at->mover > g->last || at->grade == HRA_GRADE_FINE)
            continue;
        used[at->grade] = true;
        draw_mark(g, at->grade, x_of(g, ply + 1), y_of(g, at->mover, ply + 1));
    }
}

/* ---- words ----------------------------------------------------------------------------------*/

static void add_player(const graph *g, int seat, hra_text *out) {
    if (g->info->game->seats > 1)
        hra_text_addf(out, "%s ", hra_game_seat_name(g->info->game, seat));
    hra_text_add(out, g->game->players[seat]);
}

static double width_of(const char *text) {
    return 7.5 * hra_text_columns(text);
}

/* Whose curve is which, and what the marks mean. */
static void draw_keys(const graph *g, const bool used[HRA_GRADE_BLUNDER + 1]) {
    static const char *const grades[HRA_GRADE_BLUNDER + 1] = {[HRA_GRADE_INACCURACY] = N_("inaccuracy"),
                                                              [HRA_GRADE_ERROR] = N_("error"),
                                                              [HRA_GRADE_BLUNDER] = N_("blunder")};
    double x = LEFT;
    hra_text name;
    hra_text_init(&name);
    for (int seat = g->first; seat <= g->last; seat++) {
        hra_text_clear(&name);
        add_player(g, seat, &name);
        hra_text_addf(g->out, "<path d='M%.1f 48h30' fill='none' stroke='%s' stroke-width='2'%s/>", x,
                      chart_colour(seat), chart_dashes(seat - g->first));
        chart_text(g->out, x + 36, 52, "start", "", hra_text_string(&name));
        x += 36 + width_of(hra_text_string(&name)) + 16;
    }
    for (int grade = HRA_GRADE_INACCURACY; grade <= HRA_GRADE_BLUNDER; grade++)
        if (used[grade]) {
            draw_mark(g, (hra_grade)grade, x + MARK, 48);
            chart_text(g->out, x + 18, 52, "start", "", _(grades[grade]));
            x += 18 + width_of(_(grades[grade])) + 16;
        }
    g->out->err = g->out->err ? g->out->err : name.err;
    hra_text_release(&name);
}

static void add_title(const graph *g, hra_text *out) {
    hra_text_addf(out, "%s: ", _(g->info->game->rules->text->title));
    for (int seat = 0; seat < g->info->game->seats; seat++)
        hra_text_addf(out, "%s%s", seat ? " – " : "", g->game->players[seat]);
}

/* ---- the format -----------------------------------------------------------------------------*/

static void draw(graph *g, const picture_look *look) {
    const bool chance = g->info->unit == HRA_UNIT_PROBABILITY;
    bool used[HRA_GRADE_BLUNDER + 1] = {false};
    hra_text title;
    hra_text_init(&title);
    add_title(g, &title);
    chart_begin(g->out, WIDTH, HEIGHT, LEFT, picture_title(look, hra_text_string(&title)));
    chart_up(g->out, &g->values, 5, LEFT, RIGHT, chance ? 100 : 1, chance ? " %" : "");
    chart_name_up(g->out, &g->values, chance ? _("win probability") : _("value"));
    chart_across(g->out, &g->plies, 8, BOTTOM);
    chart_name_across(g->out, &g->plies, BOTTOM + 42, _("plies"));
    for (int seat = g->first; seat <= g->last; seat++)
        draw_curve(g, seat);
    draw_marks(g, used);
    draw_keys(g, used);
    chart_end(g->out);
    g->out->err = g->out->err ? g->out->err : title.err;
    hra_text_release(&title);
}

static void add_game(review_writer *w, const review_game *game) {
    album *pages = w->self;
    double low, high;
    graph g = {.game = game, .review = game->review, .info = hra_review_snapshot(game->review)};
    hra_text *more = realloc(pages->pages, ((size_t)pages->count + 1) * sizeof *more);
    if (!more) {
        w->out.err = HRA_ENOMEM;
        return;
    }
    pages->pages = more;
    g.out = &more[pages->count++];
    hra_text_init(g.out);
    g.first = game->only ? game->only - 1 : 0;
    g.last = game->only ? g.first : g.info->game->seats - 1;
    term_review_scale(game->review, &low, &high);
    g.plies = (chart_axis){0, g.info->done > 0 ? g.info->done : 1, LEFT, RIGHT};
    g.values = (chart_axis){low, high > low ? high : low + 1, BOTTOM, TOP};
    draw(&g, &w->all->look);
    w->out.err = w->out.err ? w->out.err : g.out->err;
}

static void release(review_writer *w) {
    album *pages = w->self;
    for (int i = 0; i < pages->count; i++)
        hra_text_release(&pages->pages[i]);
    free(pages->pages);
}

static void add_page(void *self, int page, hra_text *out) {
    hra_text_add(out, hra_text_string(&((const album *)self)->pages[page]));
}

static int write_one(review_writer *w) {
    album *pages = w->self;
    const picture_source from = {
        .self = pages, .count = pages->count, .frame = add_page, .title = "", .width = w->all->look.width};
    if (pages->count == 0)
        return EXIT_DONE;
    if (pages->count > 1 && w->format != &review_pictures[REVIEW_PDF]) {
        print_error(
            _("review: %s holds one game, and there are %d; choose one by --game, or name a file that "
              "ends with .pdf, which has a page for each"),
            w->format->name, pages->count);
        return EXIT_WRONG;
    }
    return output_write_picture(w->file, w->format->endings, &from);
}

#define PICTURE(of, ending)                                                                                  \
    {                                                                                                        \
        .name = of, .endings = ending, .self_size = sizeof(album), .game = add_game, .write = write_one,     \
        .release = release                                                                                   \
    }

const review_format review_pictures[REVIEW_PICTURES] = {
    [REVIEW_SVG] = PICTURE("svg", ".svg"),
    [REVIEW_PNG] = PICTURE("png", ".png"),
    [REVIEW_PDF] = PICTURE("pdf", ".pdf"),
    [REVIEW_GIF] = PICTURE("gif", ".gif"),
};
