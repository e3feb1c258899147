/* The graph of a review, in characters: curves differ by shape or by signs, never by colour alone. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "speech/print.h"
#include "term_review.h"

enum {
    ROWS = 8,    /* of the graph */
    LABEL = 9,   /* columns left of it */
    WIDEST = 98, /* columns of it */
    STEPS = 8    /* heights that a character of a terminal with Unicode can show */
};

typedef struct graph {
    const term_review *text;
    const hra_review *review;
    int width, points; /* columns, plies + 1 */
    int first, curves; /* the seats that have one */
    double low, high;
    bool unicode;
} graph;

/* Where there are fewer columns than plies some are passed over; the marks below are not. */
static int ply_at(const graph *g, int column) {
    return g->width < 2 ? 0 : (int)((double)column * (g->points - 1) / (g->width - 1) + 0.5);
}

static int column_of(const graph *g, int point) {
    return g->points < 2 ? 0 : (int)((double)point * (g->width - 1) / (g->points - 1) + 0.5);
}

static double value_at(const hra_review *review, int seat, int point) {
    hra_review_summary a;
    if (point > 0)
        return hra_review_ply(review, point - 1)->values[seat];
    hra_review_seat(review, seat, &a);
    return a.expected;
}

void term_review_scale(const hra_review *review, double *low, double *high) {
    const hra_review_info *info = hra_review_snapshot(review);
    if (info->measure == HRA_MEASURE_CHANCES) {
        *low = info->unit == HRA_UNIT_PROBABILITY ? 0 : info->game->min_return;
        *high = *low + info->span;
        return;
    }
    *low = *high = value_at(review, 0, 0);
    for (int seat = 0; seat < info->game->seats; seat++)
        for (int point = 0; point <= info->done; point++) {
            *low = fmin(*low, value_at(review, seat, point));
            *high = fmax(*high, value_at(review, seat, point));
        }
    if (!(*high > *low))
        *high = *low + 1;
}

/* 0 at the foot, 1 at the top. */
static double height(const graph *g, int seat, int column) {
    return (value_at(g->review, seat, ply_at(g, column)) - g->low) / (g->high - g->low);
}

/* ---- rows -----------------------------------------------------------------------------------*/

/* Under a single curve everything is filled. */
static void add_filled(const graph *g, int row, hra_text *line) {
    static const char *const blocks[STEPS + 1] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    for (int column = 0; column < g->width; column++) {
        double above = height(g, g->first, column) * ROWS - (ROWS - 1 - row); /* of this row's height */
        int steps = above <= 0 ? 0 : above >= 1 ? STEPS : (int)(above * STEPS + 0.5);
        if (row == ROWS - 1 && steps == 0)
            steps = 1; /* the foot stays visible */
        hra_text_add(line, g->unicode                                        ? blocks[steps]
                           : steps > STEPS / 2 || (steps && row == ROWS - 1) ? "#"
                                                                             : " ");
    }
}

/* Of several each is a line of its player's number; where they meet the later seat is seen at every second
 * column. */
static void add_lines(const graph *g, int row, hra_text *line) {
    for (int column = 0; column < g->width; column++) {
        char sign = ' ';
        for (int seat = 0; seat < g->curves; seat++) {
            int at = ROWS - 1 - (int)(height(g, seat, column) * (ROWS - 1) + 0.5);
            if (at == row && (sign == ' ' || column % 2))
                sign = (char)('1' + seat);
        }
        hra_text_add_char(line, sign);
    }
}

static void add_row(const graph *g, int row, hra_text *line) {
    bool labelled = row == 0 || row == ROWS - 1 || (row == ROWS / 2 && g->curves == 1);
    double value = row == 0 ? g->high : row == ROWS - 1 ? g->low : (g->low + g->high) / 2;
    hra_text_clear(line);
    if (labelled)
        term_review_number(g->review, "", value, LABEL - 2, line);
    hra_text_pad(line, 0, LABEL - 1);
    hra_text_add(line, g->unicode ? "│" : "|");
    if (g->curves == 1)
        add_filled(g, row, line);
    else
        add_lines(g, row, line);
    print("%s\n", print_string(line));
}

/* ---- below ----------------------------------------------------------------------------------*/

/* The turns, where there is room for their numbers. */
static void print_turns(const graph *g, hra_text *line) {
    int free_from = 0, told = 0;
    hra_text_clear(line);
    const char *what = g->text->places ? _("move") : _("turn");
    hra_text_addf(line, "%*s%s ", LABEL - 1 - hra_text_columns(what), "", what);
    for (int point = 0; point < g->points - 1; point++) {
        const hra_review_move *at = hra_review_ply(g->review, point);
        int column = column_of(g, point + 1);
        const term_review_place *place = g->text->places ? &g->text->places[point] : NULL;
        const int number = place && place->move ? 1000 * place->game + place->move : at->turn;
        if (number <= told || column < free_from || column > g->width - 4)
            continue;
        hra_text_pad(line, 0, LABEL + column);
        term_review_add_place(g->text->places, at, 0, line);
        told = number;
        free_from = column + 8;
    }
    print("%s\n", print_string(line));
}

/* The graded choices of a seat below the plies where they were made, the gravest where several fall together.
 */
static void print_marks(const graph *g, int seat, hra_text *line) {
    enum { CELL = 3 }; /* a sign and a blank */
    hra_grade grade[WIDEST / CELL + 1] = {HRA_GRADE_FINE};
    bool any = false;
    for (int ply = 0; ply < g->points - 1; ply++) {
        hra_grade one = hra_review_ply(g->review, ply)->grade;
        int cell = column_of(g, ply + 1) / CELL;
        if (hra_review_ply(g->review, ply)->mover != seat || one == HRA_GRADE_FINE ||
            (g->text->only && g->text->only != seat + 1))
            continue;
        grade[cell] = one > grade[cell] ? one : grade[cell];
        any = true;
    }
    if (!any)
        return;
    hra_text_clear(line);
    const hra_game *game = hra_review_snapshot(g->review)->game;
    if (game->seats > 1)
        hra_text_add(line, hra_game_seat_name(game, seat));
    hra_text_pad(line, 0, LABEL);
    for (int cell = 0; cell <= g->width / CELL && cell <= WIDEST / CELL; cell++) {
        if (grade[cell] == HRA_GRADE_FINE)
            continue;
        hra_text_pad(line, 0, LABEL + CELL * cell);
        hra_text_add(line, term_review_sign(grade[cell]));
    }
    print("%s\n", print_string(line));
}

/* Which curve is whose, in lines of the terminal. */
static void print_legend(const char *what, const char *who) {
    hra_text line;
    hra_text_init(&line);
    hra_text_addf(&line, "%s: %s", what, who);
    print("\n");
    print_lines(print_string(&line));
    hra_text_release(&line);
}

/* What is drawn. */
static void print_title(const graph *g) {
    const hra_game *game = hra_review_snapshot(g->review)->game;
    bool chance = hra_review_snapshot(g->review)->unit == HRA_UNIT_PROBABILITY;
    hra_text who;
    hra_text_init(&who);
    for (int i = 0; i < g->curves; i++) {
        const int seat = g->first + i;
        if (g->curves > 1)
            hra_text_addf(&who, "%s%d ", i ? "; " : "", i + 1);
        hra_text_add(&who, hra_game_seat_name(game, seat));
        if (*g->text->player[seat])
            hra_text_addf(&who, ", %s", g->text->player[seat]);
    }
    if (g->curves > 1)
        print_legend(chance ? _("win probability") : _("value"), print_string(&who));
    else if (game->seats == 1)
        print("\n  %s\n", _("expected result"));
    else
        print(chance ? _("\n  win probability of %s\n") : _("\n  value for %s\n"), print_string(&who));
    hra_text_release(&who);
}

void term_review_graph(const term_review *t) {
    hra_board_style look = print_style(-1);
    graph g = {.text = t,
               .review = t->review,
               .points = hra_review_snapshot(t->review)->done + 1,
               .unicode = look.unicode};
    g.first = t->only ? t->only - 1 : 0;
    g.curves = t->only ? 1 : hra_review_snapshot(t->review)->game->seats;
    int columns = look.width - LABEL - 1;
    g.width = columns > WIDEST ? WIDEST : columns < 16 ? 16 : columns;
    hra_text line;
    if (g.points < 3)
        return;
    hra_text_init(&line);
    term_review_scale(t->review, &g.low, &g.high);
    print_title(&g);
    for (int row = 0; row < ROWS; row++)
        add_row(&g, row, &line);
    print_turns(&g, &line);
    for (int seat = 0; seat < hra_review_snapshot(t->review)->game->seats; seat++)
        print_marks(&g, seat, &line);
    hra_text_release(&line);
}
