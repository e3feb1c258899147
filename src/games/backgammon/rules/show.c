/* The board as text: who looks sits below, as at a table; the points have the numbers of whose turn it
 * is, and of who looks where it is no turn. */
#include "core/messages.h"
#include "position.h"
#include "text.h"

enum { ROWS = 5 }; /* of checkers in each half */

typedef struct picture {
    const bg_state *s;
    const hra_board_style *look;
    hra_text *out;
    int below; /* the seat that sits below */
} picture;

static void add(const picture *p, const char *unicode, const char *ascii) {
    hra_text_add(p->out, p->look->unicode ? unicode : ascii);
}

static void add_checker(const picture *p, int seat) {
    const char *sign = p->look->unicode ? (seat == BG_WHITE ? "○" : "●") : (seat == BG_WHITE ? "O" : "X");
    const char *color = !p->look->color ? "" : seat == BG_WHITE ? "\033[1;37m" : "\033[1;31m";
    hra_text_addf(p->out, "%s%s%s", color, sign, *color ? "\033[0m" : "");
}

/* A cell of a stack, `row` counted from the edge: a checker, in the last row how many there are in all. */
static void add_cell(const picture *p, int seat, int n, int row, bool point) {
    if (row == ROWS - 1 && n > ROWS)
        hra_text_addf(p->out, " %2d ", n);
    else if (row < n) {
        hra_text_add(p->out, "  ");
        add_checker(p, seat);
        hra_text_add(p->out, " ");
    } else if (point && row == 0) {
        add(p, "  · ", "  . ");
    } else {
        hra_text_add(p->out, "    ");
    }
}

/* A column of twelve, from the left: the point of who sits below. */
static int point_at(int column, bool top) {
    return top ? 13 + column : 12 - column;
}

static void add_point(const picture *p, int point, int row) {
    int mine = bg_count(&p->s->board.side[p->below], point);
    int others = bg_count(&p->s->board.side[!p->below], BG_BAR - point);
    add_cell(p, mine ? p->below : !p->below, mine + others, row, true);
}

/* Beside the board: name, pips, what is off. */
static void add_side(const picture *p, int seat, int line) {
    const bg_side *side = &p->s->board.side[seat];
    int pips = bg_pips(side), off = bg_count(side, BG_OFF);
    if (line < 0 || line > 2)
        return;
    hra_text_add(p->out, "  ");
    if (line == 0) {
        add_checker(p, seat);
        hra_text_add(p->out, " ");
        hra_text_add(p->out, bg_seat_name(seat));
    } else if (line == 1) {
        hra_text_addf(p->out, _n("%d pip", "%d pips", pips), pips);
    } else {
        hra_text_addf(p->out, _("off: %d"), off);
    }
}

/* Checkers on the bar wait in the half in which they come in. */
static void add_half(const picture *p, bool top) {
    int guest = top ? p->below : !p->below, waiting = bg_count(&p->s->board.side[guest], BG_BAR);
    for (int i = 0; i < ROWS; i++) {
        int row = top ? i : ROWS - 1 - i;
        add(p, "  │", "  |");
        for (int column = 0; column < 12; column++) {
            if (column == 6) {
                add(p, "│", "|");
                add_cell(p, guest, waiting, row, false);
                add(p, "│", "|");
            }
            add_point(p, point_at(column, top), row);
        }
        add(p, "│", "|");
        add_side(p, top ? !p->below : p->below, top ? i : i - 2);
        hra_text_add_char(p->out, '\n');
    }
}

static void add_edge(const picture *p, bool top) {
    const bool stands = p->s->phase == BG_OPENING || p->look->over || bg_is_over(p->s); /* it is no turn */
    const bool own = stands || p->s->turn == p->below;                                  /* whose numbers */
    add(p, top ? "  ┌" : "  └", "  +");
    for (int column = 0; column < 12; column++) {
        int point = point_at(column, top);
        if (column == 6)
            add(p, top ? "┬────┬" : "┴────┴", "+----+");
        int shown = own ? point : BG_BAR - point;
        add(p, shown < 10 ? "──" : "─", shown < 10 ? "--" : "-");
        hra_text_addf(p->out, "%d", shown);
        add(p, "─", "-");
    }
    add(p, top ? "┐\n" : "┘\n", "+\n");
}

static void add_dice(const picture *p) {
    static const char *const faces[] = {"⚀", "⚁", "⚂", "⚃", "⚄", "⚅"};
    hra_text_addf(p->out, " %d-%d", p->s->high, p->s->low);
    if (p->look->unicode)
        hra_text_addf(p->out, " %s%s", faces[p->s->high - 1], faces[p->s->low - 1]);
}

/* "White has won a gammon" */
static void add_result(const bg_setup *setup, const bg_state *s, hra_text *out) {
    int worth = setup->gammons ? bg_worth(&s->board, s->turn) : 1;
    const char *name = bg_seat_name(s->turn);
    hra_text_addf(out,
                  setup->match             ? _("%s has won the match")
                  : s->phase == BG_DROPPED ? _("%s has won: the double was dropped")
                  : s->phase > BG_DROPPED  ? _("%s has won: the game was given up")
                  : worth == 3             ? _("%s has won a backgammon")
                  : worth == 2             ? _("%s has won a gammon")
                                           : _("%s has won"),
                  name);
}

/* "the cube is at 2, Black's" */
static void add_cube(const bg_state *s, hra_text *out) {
    int value = 1 << s->cube;
    if (s->owner == BG_NOBODY)
        hra_text_add(out, _("no cube in this game (Crawford)"));
    else
        hra_text_addf(out,
                      s->owner == BG_MIDDLE  ? _("the cube is at %d, in the middle")
                      : s->owner == BG_WHITE ? _("the cube is at %d, White's")
                                             : _("the cube is at %d, Black's"),
                      value);
}

/* "White throws, or doubles to 4" */
static void add_question(const bg_state *s, hra_text *out) {
    hra_text_addf(out,
                  s->phase == BG_DOUBLING  ? _("%s throws, or doubles to %d")
                  : s->phase == BG_DOUBLED ? _("%s must take or drop: drop, or play on for %d")
                                           : _("%s must answer the beaver: drop, or play on for %d"),
                  bg_seat_name(s->phase == BG_DOUBLED ? !s->turn : s->turn), 2 << s->cube);
}

static void add_turn(const picture *p, const bg_setup *setup) {
    const bg_state *s = p->s;
    hra_text_add(p->out, "  ");
    if (s->phase != BG_OPENING) {
        add_checker(p, s->phase == BG_DOUBLED ? !s->turn : s->turn);
        hra_text_add_char(p->out, ' ');
    }
    if (s->phase == BG_OPENING)
        hra_text_add(p->out, _("each side throws a die, the higher one begins"));
    else if (bg_is_over(s))
        add_result(setup, s, p->out);
    else if (bg_is_asked(s))
        add_question(s, p->out);
    else if (s->high)
        hra_text_addf(p->out, _("%s has thrown"), bg_seat_name(s->turn));
    else
        hra_text_addf(p->out, _("%s throws"), bg_seat_name(s->turn));
    if (s->high)
        add_dice(p);
    hra_text_add_char(p->out, '\n');
}

/* The cube and the score, in a line. */
static void add_stakes(const picture *p, const bg_setup *setup) {
    const bg_state *s = p->s;
    if (!setup->cube && !setup->match)
        return;
    hra_text_add(p->out, "  ");
    if (setup->cube)
        add_cube(s, p->out);
    if (setup->match) {
        hra_text_add(p->out, setup->cube ? "; " : "");
        hra_text_addf(p->out, _("White %d, Black %d in a match to %d"), s->score[0], s->score[1],
                      setup->match);
    }
    hra_text_add_char(p->out, '\n');
}

/* What other programs read. */
static void add_ids(const picture *p, const bg_setup *setup) {
    hra_text_add(p->out, "  GNU Backgammon: ");
    bg_write_gnubg(setup, p->s, p->out);
    hra_text_add(p->out, "\n  ");
    bg_write_xgid(setup, p->s, p->out);
    hra_text_add_char(p->out, '\n');
}

void bg_show(const hra_game *game, const void *s, const hra_board_style *look, hra_text *out) {
    const bg_setup *setup = game->data;
    picture p = {.s = s, .look = look, .out = out, .below = look->seat == BG_BLACK ? BG_BLACK : BG_WHITE};
    add_edge(&p, true);
    add_half(&p, true);
    if (!look->compact) {
        add(&p, "  │                        │    │                        │\n",
            "  |                        |    |                        |\n");
    }
    add_half(&p, false);
    add_edge(&p, false);
    if (!look->over)
        add_turn(&p, setup);
    add_stakes(&p, setup);
    if (!look->compact && !look->no_ids && !look->over && bg_is_on(p.s))
        add_ids(&p, setup);
}
