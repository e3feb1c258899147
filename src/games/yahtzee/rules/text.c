/* Drawing the table: the dice, beside them what is going on, and below the
 * cards of all seats in columns, upper and lower boxes side by side: those of
 * five and six seats are narrower, so that all fit 80 by 24 with a prompt. */
#include <string.h>

#include "core/messages.h"
#include "words.h"

enum {
    NAME_WIDTH = 18,
    CELL_WIDTH = 5,
    NARROW_NAME = 14,
    NARROW_CELL = 4,
    NAMED_CELL = 14,   /* columns of points under a long name, where there is room for them */
    LEAST_OF_NAME = 3, /* letters of a name; with less room there are numbers */
    CELL_TEXT = 12,
    LINE_TEXT = 120, /* in bytes, which are more than its columns */
    DIE_ROWS = 5,
    DIE_COLUMNS = 10,
    ASIDE_COLUMN = 53,
    ASIDE_WIDTH = 26
};

/* Rows of a card besides its boxes, which are 0 .. boxes-1. */
enum { ROW_NONE = -1, ROW_UPPER = 100, ROW_MISSING, ROW_BONUS, ROW_HUNDREDS, ROW_TOTAL };

struct drawing {
    const struct yz_game *game;
    const struct yz_state *state;
    const hra_board_style *look;
    hra_text *out;
    int seats;
    int name, cell; /* columns of a box's name and of each seat's points */
    bool rolled;    /* a roll lies on the table */
    unsigned open;  /* open boxes of the seat to move */
    unsigned legal; /* those that this roll may go to */
};

static void color(const struct drawing *d, const char *code) {
    if (d->look->color && *code)
        hra_text_addf(d->out, "\033[%sm", code);
}

static void colored(const struct drawing *d, const char *code, const char *text) {
    color(d, code);
    hra_text_add(d->out, text);
    color(d, *code ? "0" : "");
}

static const char *either(const struct drawing *d, const char *unicode, const char *ascii) {
    return d->look->unicode ? unicode : ascii;
}

static void padded(const struct drawing *d, const char *text, int columns) {
    size_t from = d->out->length;
    hra_text_add_bytes(d->out, text, hra_text_cut(text, SIZE_MAX, columns));
    hra_text_pad(d->out, from, columns);
}

/* ---- dice -----------------------------------------------------------------------------------*/

/* Three rows of pips for each face, bit 2 the left one; face 0 is a die not thrown yet. */
static const uint8_t pips[YZ_FACES + 1][3] = {
    {0, 0, 0}, {0, 2, 0}, {1, 0, 4}, {1, 2, 4}, {5, 0, 5}, {5, 2, 5}, {5, 5, 5},
};

static void draw_die_row(const struct drawing *d, int face, bool held, int row) {
    color(d, held ? "1;32" : "");
    if (row == 0) {
        hra_text_add(d->out,
                     held ? either(d, "╔═══════╗", "#=======#") : either(d, "┌───────┐", "+-------+"));
    } else if (row == DIE_ROWS - 1) {
        hra_text_add(d->out,
                     held ? either(d, "╚═══════╝", "#=======#") : either(d, "└───────┘", "+-------+"));
    } else {
        const char *edge = held ? either(d, "║", "#") : either(d, "│", "|");
        hra_text_addf(d->out, "%s ", edge);
        for (int column = 2; column >= 0; column--) {
            bool pip = pips[face][row - 1] >> column & 1u;
            bool unknown = face == 0 && row == 2 && column == 1;
            hra_text_addf(d->out, "%s ", unknown ? "?" : pip ? either(d, "●", "o") : " ");
        }
        hra_text_add(d->out, edge);
    }
    color(d, held ? "0" : "");
}

/* Positions under the dice of a roll, "held" under those that stay on the table. */
static void draw_labels(const struct drawing *d, int size, size_t from) {
    char text[LINE_TEXT];
    for (int i = 0; i < size; i++) {
        if (d->rolled)
            (void)hra_snprintf(text, sizeof text, "%d", i);
        else
            (void)hra_snprintf(text, sizeof text, "%s", _("held"));
        hra_text_pad(d->out, from, DIE_COLUMNS * i + 5 - (hra_text_columns(text) - 1) / 2);
        hra_text_add(d->out, text);
    }
}

/* The name of the person in a seat; "": unknown. */
static const char *name_of(const struct drawing *d, int seat) {
    return d->seats > 1 && d->look->names ? d->look->names[seat] : "";
}

/* What stands beside the given row of the dice; empty for most. */
static void aside(const struct drawing *d, int row, char text[LINE_TEXT]) {
    const struct yz_state *s = d->state;
    const struct yz_rules *rules = &d->game->rules;
    size_t capacity = LINE_TEXT;
    text[0] = '\0';
    if (row == 0) {
        int round = __builtin_popcount(yz_state_mover(s)->card.filled) + 1;
        (void)hra_snprintf(text, capacity, _("round %d of %d"), round, rules->boxes);
    } else if (row == 1 && *name_of(d, s->seat)) {
        (void)hra_snprintf(text, capacity, d->rolled ? _("%s to move") : _("%s to roll"),
                           name_of(d, s->seat));
    } else if (row == 1 && d->seats > 1) {
        (void)hra_snprintf(text, capacity, d->rolled ? _("player %d to move") : _("player %d to roll"),
                           s->seat + 1);
    } else if (row == 2 && s->rolls == 0) {
        (void)hra_snprintf(text, capacity, "%s", _("no roll left: a box"));
    } else if (row == 2) {
        (void)hra_snprintf(text, capacity, _n("%d roll left", "%d rolls left", s->rolls), s->rolls);
    } else if (row == 4 && d->rolled) {
        (void)hra_snprintf(text, capacity, "%s", _("+n  the box would score n"));
    } else if (row == 5 && d->rolled && d->legal != d->open) {
        (void)hra_snprintf(text, capacity, "%s", _("x   closed to this roll"));
    }
}

static void draw_dice(const struct drawing *d) {
    const struct yz_state *s = d->state;
    int dice = d->rolled ? YZ_ROLL0 + s->roll : s->keep, size = d->game->dice.size[dice];
    bool beside = d->look->width <= 0 || d->look->width >= ASIDE_COLUMN + ASIDE_WIDTH;
    char text[LINE_TEXT];
    for (int row = 0; !beside && row <= DIE_ROWS; row++) {
        aside(d, row, text);
        hra_text_addf(d->out, *text ? " %s\n" : "%s", text);
    }
    for (int row = 0; row <= DIE_ROWS; row++) {
        size_t from = d->out->length;
        for (int i = 0; row < DIE_ROWS && i < YZ_DICE; i++) {
            bool there = i < size;
            hra_text_add(d->out, " ");
            draw_die_row(d, there ? d->game->dice.dice[dice][i] : 0, there && !d->rolled, row);
        }
        if (row == DIE_ROWS)
            draw_labels(d, size, from);
        aside(d, row, text);
        if (beside && *text) {
            hra_text_pad(d->out, from, ASIDE_COLUMN);
            hra_text_add(d->out, text);
        }
        hra_text_add(d->out, "\n");
    }
}

/* What stands beside the rows `from` to `to`, in one line. */
static void add_aside(const struct drawing *d, int from, int to) {
    char text[LINE_TEXT];
    const char *between = "   ";
    for (int row = from; row <= to; row++) {
        aside(d, row, text);
        if (*text)
            hra_text_addf(d->out, "%s%s", between, text);
        between = *text ? ", " : between;
    }
    hra_text_add_char(d->out, '\n');
}

/* In a line, with the positions below: "[3]" is held. */
static void draw_compact_dice(const struct drawing *d) {
    const struct yz_state *s = d->state;
    int dice = d->rolled ? YZ_ROLL0 + s->roll : s->keep, size = d->game->dice.size[dice];
    const char *heading = _(" dice  ");
    hra_text_add(d->out, heading);
    for (int i = 0; i < YZ_DICE; i++) {
        char face = i < size ? (char)('0' + d->game->dice.dice[dice][i]) : '?';
        bool held = i < size && !d->rolled;
        color(d, held ? "1;32" : d->rolled ? "1" : "");
        hra_text_addf(d->out, held ? "[%c]" : " %c ", face);
        color(d, held || d->rolled ? "0" : "");
    }
    add_aside(d, 0, 2);
    if (d->rolled) {
        padded(d, _(" at"), hra_text_columns(heading));
        hra_text_add(d->out, " 0  1  2  3  4 ");
        add_aside(d, 3, 5);
    } else {
        hra_text_addf(d->out, "%s\n", size ? _(" [n]: held") : "");
    }
}

/* ---- cards ----------------------------------------------------------------------------------*/

static int upper_total(const struct yz_seat *seat) {
    int total = 0;
    for (int box = 0; box < YZ_UPPER_BOXES; box++)
        total += seat->points[box];
    return total;
}

/* The most that the upper boxes can still come to. */
static int upper_reach(const struct yz_seat *seat) {
    int reach = upper_total(seat);
    for (int box = 0; box < YZ_UPPER_BOXES; box++)
        reach += yz_card_has(seat->card, box) ? 0 : YZ_DICE * (box + 1);
    return reach;
}

/* A box: points, or for the seat to move what the roll would bring there. */
static const char *box_cell(const struct drawing *d, int index, int box, char text[CELL_TEXT]) {
    const struct yz_seat *seat = &d->state->seats[index];
    size_t capacity = CELL_TEXT;
    if (yz_card_has(seat->card, box)) {
        (void)hra_snprintf(text, capacity, "%d", seat->points[box]);
        return "";
    }
    if (!d->rolled || index != d->state->seat) {
        (void)hra_snprintf(text, capacity, ".");
    } else if (!(d->legal >> box & 1u)) {
        (void)hra_snprintf(text, capacity, "x");
    } else {
        struct yz_mark mark = yz_card_mark(&d->game->rules, seat->card, d->state->roll, box);
        (void)hra_snprintf(text, capacity, "+%d", yz_mark_total(mark));
        return "36";
    }
    return "";
}

static const char *sum_cell(const struct drawing *d, int index, int row, char text[CELL_TEXT]) {
    const struct yz_seat *seat = &d->state->seats[index];
    int upper = upper_total(seat), missing = upper < YZ_UPPER_GOAL ? YZ_UPPER_GOAL - upper : 0;
    size_t capacity = CELL_TEXT;
    switch (row) {
    case ROW_UPPER:
        (void)hra_snprintf(text, capacity, "%d", upper);
        break;
    case ROW_MISSING:
        (void)hra_snprintf(text, capacity, "%d", missing);
        break;
    case ROW_BONUS:
        if (missing > 0)
            (void)hra_snprintf(text, capacity, upper_reach(seat) < YZ_UPPER_GOAL ? "0" : ".");
        else
            (void)hra_snprintf(text, capacity, "%d", d->game->rules.upper_bonus);
        break;
    case ROW_HUNDREDS:
        (void)hra_snprintf(text, capacity, "%d", seat->hundreds * d->game->rules.hundred);
        break;
    default:
        (void)hra_snprintf(text, capacity, "%d", seat->score);
        return "1";
    }
    return "";
}

/* The name of a box, shortened if it does not fit a narrow card: in the user's language, as it can be
 * typed. */
static const char *box_name(const struct drawing *d, int box) {
    static const char *const short_names[][2] = {
        {"three-of-a-kind", N_("3 of a kind")},
        {"four-of-a-kind", N_("4 of a kind")},
        {"small-straight", N_("sm straight")},
        {"large-straight", N_("lg straight")},
    };
    const char *name = yz_box_name(&d->game->rules, box);
    for (size_t i = 0; d->name == NARROW_NAME && i < sizeof short_names / sizeof *short_names; i++)
        if (strcmp(name, short_names[i][0]) == 0)
            return _(short_names[i][1]);
    return yz_box_word(&d->game->rules, box, true);
}

/* "10 small straight": hyphens are for typing. */
static void row_name(const struct drawing *d, int row, char name[LINE_TEXT]) {
    size_t capacity = LINE_TEXT;
    if (row >= ROW_UPPER) {
        static const char *const sums[] = {N_("upper total"), N_("missing to 63"), N_("upper bonus"),
                                           N_("hundreds"), N_("TOTAL")};
        bool cut = d->name == NARROW_NAME && row == ROW_MISSING;
        (void)hra_snprintf(name, capacity, "   %s", cut ? _("to go to 63") : _(sums[row - ROW_UPPER]));
        return;
    }
    (void)hra_snprintf(name, capacity, "%2d %s", row + 1, box_name(d, row));
    for (char *c = name; *c; c++)
        *c = *c == '-' ? ' ' : *c;
}

static void draw_row(const struct drawing *d, int row) {
    char name[LINE_TEXT] = "", text[CELL_TEXT];
    if (row != ROW_NONE)
        row_name(d, row, name);
    padded(d, name, d->name);
    for (int i = 0; i < d->seats; i++) {
        text[0] = '\0';
        const char *code = row == ROW_NONE    ? ""
                           : row >= ROW_UPPER ? sum_cell(d, i, row, text)
                                              : box_cell(d, i, row, text);
        hra_text_addf(d->out, "%*s", d->cell - (int)strlen(text), "");
        colored(d, code, text);
    }
}

static void draw_heading(const struct drawing *d, const char *title) {
    hra_text_add(d->out, "   ");
    padded(d, title, d->name - 3);
    for (int i = 0; i < d->seats; i++) {
        bool mover = d->state->phase != YZ_FINISHED && i == d->state->seat;
        char text[LINE_TEXT];
        const char *name = d->cell - 2 >= LEAST_OF_NAME ? name_of(d, i) : "";
        if (*name)
            (void)hra_snprintf(text, sizeof text, "%s%.*s", mover ? ">" : "",
                               (int)hra_text_cut(name, SIZE_MAX, d->cell - 2), name);
        else if (d->seats > 1)
            (void)hra_snprintf(text, sizeof text, mover ? " >%d" : "  %d", i + 1);
        else
            (void)hra_snprintf(text, sizeof text, "%s", _("score"));
        hra_text_addf(d->out, "%*s", d->cell - hra_text_columns(text), "");
        colored(d, d->seats > 1 && mover ? "1" : "", text);
    }
}

static void draw_rule(const struct drawing *d) {
    for (int i = 0; i < d->name + d->cell * d->seats; i++)
        hra_text_add(d->out, either(d, "─", "-"));
}

/* Line `line` of a half of the card: heading, rule, boxes, sums. */
static void draw_half(const struct drawing *d, const char *title, const int *rows, int line) {
    if (line == 0)
        draw_heading(d, title);
    else if (line == 1)
        draw_rule(d);
    else
        draw_row(d, rows[line - 2]);
}

/* Fills in the rows of both halves, ROW_NONE behind the last; returns how many lines the longer takes. */
static int list_rows(const struct yz_rules *rules, int left[YZ_MAX_BOXES], int right[YZ_MAX_BOXES]) {
    int n = 0, m = 0;
    for (int i = 0; i < YZ_MAX_BOXES; i++)
        left[i] = right[i] = ROW_NONE;
    while (n < YZ_UPPER_BOXES) {
        left[n] = n;
        n++;
    }
    for (int row = ROW_UPPER; row <= ROW_BONUS; row++)
        left[n++] = row;
    for (int box = YZ_UPPER_BOXES; box < rules->boxes; box++)
        right[m++] = box;
    if (rules->hundred > 0)
        right[m++] = ROW_HUNDREDS;
    right[m++] = ROW_TOTAL;
    return 2 + (n > m ? n : m);
}

/* Columns of both halves of a card and the line between them. */
static int card_width(int name, int cell, int seats) {
    return 2 * (name + cell * seats) + 3;
}

/* Narrow where that brings both halves side by side; wide enough for names where that keeps them so. */
static void choose_width(struct drawing *d) {
    int width = d->look->width;
    bool narrow = d->seats > 1 && width > 0 && width < card_width(NAME_WIDTH, CELL_WIDTH, d->seats) &&
                  width >= card_width(NARROW_NAME, NARROW_CELL, d->seats);
    d->name = narrow ? NARROW_NAME : NAME_WIDTH;
    d->cell = narrow ? NARROW_CELL : CELL_WIDTH;
    int longest = 0;
    for (int i = 0; i < d->seats; i++) {
        const int columns = hra_text_columns(name_of(d, i)) + 2;
        longest = longest < columns ? columns : longest;
    }
    while (d->cell < longest && d->cell < NAMED_CELL &&
           (width <= 0 || width >= card_width(d->name, d->cell + 1, d->seats)))
        d->cell++;
}

static void draw_cards(const struct drawing *d) {
    int left[YZ_MAX_BOXES], right[YZ_MAX_BOXES], lines = list_rows(&d->game->rules, left, right);
    bool stacked = d->look->width > 0 && d->look->width < card_width(d->name, d->cell, d->seats);
    for (int line = 0; line < lines; line++) {
        if (line > 1 && stacked && left[line - 2] == ROW_NONE)
            break;
        draw_half(d, _("upper boxes"), left, line);
        if (!stacked) {
            hra_text_add(d->out, line == 1 ? either(d, "─┼─", "-+-") : either(d, " │ ", " | "));
            draw_half(d, _("lower boxes"), right, line);
        }
        hra_text_add(d->out, "\n");
    }
    for (int line = 0; line < lines && stacked && (line < 2 || right[line - 2] != ROW_NONE); line++) {
        draw_half(d, _("lower boxes"), right, line);
        hra_text_add(d->out, "\n");
    }
}

void yz_show(const hra_game *game, const void *state, const hra_board_style *look, hra_text *out) {
    const struct yz_game *g = yz_game_of(game);
    const struct yz_state *s = state;
    struct drawing d = {.game = g, .state = s, .look = look, .out = out, .seats = game->seats};
    choose_width(&d);
    if (s->phase != YZ_FINISHED) {
        struct yz_card card = yz_state_mover(s)->card;
        d.rolled = s->phase != YZ_TO_ROLL;
        d.open = g->rules.all & ~(unsigned)card.filled;
        d.legal = d.rolled ? yz_card_legal(&g->rules, card, s->roll) : d.open;
        if (look->compact)
            draw_compact_dice(&d);
        else {
            draw_dice(&d);
            hra_text_add(out, "\n");
        }
    }
    draw_cards(&d);
}
