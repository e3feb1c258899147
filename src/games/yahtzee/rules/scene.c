/* Dice and cards as shapes. Pressing dice keeps them, as a set that `done` closes; pressing a box on one's
 * own card writes it. Dice thrown by hand are entered as a number of dice of each face. */
#include <string.h>

#include "core/messages.h"
#include "words.h"

enum { NAME = 64, ROWS = 9, ROW_UPPER = 100, ROW_MISSING, ROW_BONUS, ROW_HUNDREDS, ROW_TOTAL };

static const double top = 3, line = 0.62, name_width = 3.6, column_width = 1.3, die_size = 1.6,
                    table_height = 2.7, die_pitch = 2.1;

/* ---- symbols: the faces of a die, in a box of 100 x 100 ---------------------------------------*/

#define OUTLINE "M4 20Q4 4 20 4H80Q96 4 96 20V80Q96 96 80 96H20Q4 96 4 80z"

static const hra_symbol_path face1[] = {{HRA_SYMBOL_PAPER, 0, OUTLINE},
                                        {HRA_SYMBOL_INK, 5, OUTLINE},
                                        {HRA_SYMBOL_INK, 0, "M40 50a10 10 0 1 1 20 0a10 10 0 1 1 -20 0z"}};
static const hra_symbol_path face2[] = {
    {HRA_SYMBOL_PAPER, 0, OUTLINE},
    {HRA_SYMBOL_INK, 5, OUTLINE},
    {HRA_SYMBOL_INK, 0,
     "M17 27a10 10 0 1 1 20 0a10 10 0 1 1 -20 0zM63 73a10 10 0 1 1 20 0a10 10 0 1 1 -20 0z"}};
static const hra_symbol_path face3[] = {{HRA_SYMBOL_PAPER, 0, OUTLINE},
                                        {HRA_SYMBOL_INK, 5, OUTLINE},
                                        {HRA_SYMBOL_INK, 0,
                                         "M15 25a10 10 0 1 1 20 0a10 10 0 1 1 -20 0zM40 50a10 10 0 1 1 20 "
                                         "0a10 10 0 1 1 -20 0zM65 75a10 10 0 1 1 20 0a10 10 0 1 1 -20 0z"}};
static const hra_symbol_path face4[] = {
    {HRA_SYMBOL_PAPER, 0, OUTLINE},
    {HRA_SYMBOL_INK, 5, OUTLINE},
    {HRA_SYMBOL_INK, 0,
     "M17 27a10 10 0 1 1 20 0a10 10 0 1 1 -20 0zM63 27a10 10 0 1 1 20 0a10 10 0 1 1 -20 0zM17 73a10 10 0 1 1 "
     "20 0a10 10 0 1 1 -20 0zM63 73a10 10 0 1 1 20 0a10 10 0 1 1 -20 0z"}};
static const hra_symbol_path face5[] = {
    {HRA_SYMBOL_PAPER, 0, OUTLINE},
    {HRA_SYMBOL_INK, 5, OUTLINE},
    {HRA_SYMBOL_INK, 0,
     "M15 25a10 10 0 1 1 20 0a10 10 0 1 1 -20 0zM65 25a10 10 0 1 1 20 0a10 10 0 1 1 -20 0zM40 50a10 10 0 1 1 "
     "20 0a10 10 0 1 1 -20 0zM15 75a10 10 0 1 1 20 0a10 10 0 1 1 -20 0zM65 75a10 10 0 1 1 20 0a10 10 0 1 1 "
     "-20 0z"}};
static const hra_symbol_path face6[] = {
    {HRA_SYMBOL_PAPER, 0, OUTLINE},
    {HRA_SYMBOL_INK, 5, OUTLINE},
    {HRA_SYMBOL_INK, 0,
     "M17 24a10 10 0 1 1 20 0a10 10 0 1 1 -20 0zM17 50a10 10 0 1 1 20 0a10 10 0 1 1 -20 0zM17 76a10 10 0 1 1 "
     "20 0a10 10 0 1 1 -20 0zM63 24a10 10 0 1 1 20 0a10 10 0 1 1 -20 0zM63 50a10 10 0 1 1 20 0a10 10 0 1 1 "
     "-20 0zM63 76a10 10 0 1 1 20 0a10 10 0 1 1 -20 0z"}};
static const hra_symbol symbols[] = {
    {.id = "1", .width = 100, .height = 100, .paths = 3, .path = face1},
    {.id = "2", .width = 100, .height = 100, .paths = 3, .path = face2},
    {.id = "3", .width = 100, .height = 100, .paths = 3, .path = face3},
    {.id = "4", .width = 100, .height = 100, .paths = 3, .path = face4},
    {.id = "5", .width = 100, .height = 100, .paths = 3, .path = face5},
    {.id = "6", .width = 100, .height = 100, .paths = 3, .path = face6},
};

/* ---- where the rows of a card are -----------------------------------------------------------*/

/* The upper boxes and their sums stand on the left, the lower boxes and the total on the right. */
static void place_row(const struct yz_rules *rules, int seats, int row, double *x, double *y) {
    int lower = rules->boxes - YZ_UPPER_BOXES, at = row;
    bool left = row < YZ_UPPER_BOXES || (row >= ROW_UPPER && row <= ROW_BONUS);
    if (row >= ROW_HUNDREDS)
        at = lower + (row == ROW_TOTAL && rules->hundred > 0);
    else if (row >= ROW_UPPER)
        at = YZ_UPPER_BOXES + row - ROW_UPPER;
    else if (!left)
        at = row - YZ_UPPER_BOXES;
    *x = left ? 0 : name_width + seats * column_width + 0.5;
    *y = top + line * (1 + at);
}

/* "three of a kind": hyphens are for typing. */
static void name_row(const struct yz_rules *rules, int row, char name[NAME]) {
    static const char *const sums[] = {N_("upper total"), N_("missing to 63"), N_("upper bonus"),
                                       N_("hundreds"), N_("TOTAL")};
    (void)hra_snprintf(name, NAME, "%s",
                       row >= ROW_UPPER ? _(sums[row - ROW_UPPER]) : yz_box_word(rules, row, true));
    for (char *c = name; *c; c++)
        *c = *c == '-' ? ' ' : *c;
}

/* The rows of a rule set, one after another; -1 behind the last. */
static int next_row(const struct yz_rules *rules, int row) {
    if (row + 1 < rules->boxes)
        return row + 1;
    row = row < ROW_UPPER ? ROW_UPPER : row + 1;
    row += row == ROW_HUNDREDS && rules->hundred == 0;
    return row > ROW_TOTAL ? -1 : row;
}

static double width_of(int seats) {
    double card = 2 * (name_width + seats * column_width) + 0.5;
    return card < 12.8 ? 12.8 : card; /* the dice and what stands beside them */
}

static double height_of(const struct yz_rules *rules) {
    int lower = rules->boxes - YZ_UPPER_BOXES + 1 + (rules->hundred > 0);
    return top + line * (1 + (lower > ROWS ? lower : ROWS));
}

/* ---- what never changes ---------------------------------------------------------------------*/

static void add_row(const hra_game *game, int row, hra_shapes *out) {
    const struct yz_rules *rules = &yz_game_of(game)->rules;
    double x, y;
    char name[NAME];
    place_row(rules, game->seats, row, &x, &y);
    name_row(rules, row, name);
    hra_shape_add(out, HRA_SHAPE_LABEL, x + 0.1, y + 0.05, name_width - 0.2, line - 0.1);
    hra_shape_id(out, "row.%d", row);
    hra_shape_text(out, "%s", name);
    hra_shape_last(out)->form = HRA_FORM_BEGIN;
    if (row < YZ_UPPER_BOXES)
        hra_shape_last(out)->symbol = symbols[row].id;
    hra_shape_last(out)->marks |= row == ROW_TOTAL ? HRA_MARK_HELD : 0;
    for (int seat = 0; seat < game->seats; seat++) {
        hra_shape_add(out, HRA_SHAPE_CELL, x + name_width + seat * column_width, y, column_width, line);
        if (row < ROW_UPPER)
            hra_shape_id(out, "%d.%s", seat, yz_box_name(rules, row));
        else
            hra_shape_id(out, "%d.sum%d", seat, row - ROW_UPPER);
        hra_shape_name(out, "%s of player %d", name, seat + 1);
        hra_shape_last(out)->material = HRA_MATERIAL_CARD;
        hra_shape_last(out)->tone = row < ROW_UPPER ? 0 : 1;
    }
}

static void board(const hra_game *game, hra_shapes *out) {
    const struct yz_rules *rules = &yz_game_of(game)->rules;
    hra_shapes_size(out, width_of(game->seats), height_of(rules));
    hra_shapes_symbols(out, symbols, sizeof symbols / sizeof *symbols);
    hra_shapes_ground(out, HRA_MATERIAL_CARD);
    hra_shape_add(out, HRA_SHAPE_AREA, 0, 0, width_of(game->seats), table_height);
    hra_shape_id(out, "table");
    hra_shape_name(out, "the table for the dice");
    hra_shape_last(out)->material = HRA_MATERIAL_FELT;
    for (int row = 0; row >= 0; row = next_row(rules, row))
        add_row(game, row, out);
}

/* ---- dice -----------------------------------------------------------------------------------*/

static void add_dice(const struct yz_game *g, const struct yz_state *s, double width, hra_shapes *out) {
    double left = (width - die_pitch * (YZ_DICE - 1) - die_size) / 2;
    bool rolled = s->phase == YZ_TO_KEEP || s->phase == YZ_TO_BOX;
    int dice = rolled ? YZ_ROLL0 + s->roll : s->keep;
    for (int i = 0; i < YZ_DICE && s->phase != YZ_FINISHED; i++) {
        bool there = i < g->dice.size[dice];
        int face = there ? g->dice.dice[dice][i] : 0;
        hra_shape_add(out, HRA_SHAPE_DIE, left + die_pitch * i, 0.85, die_size, die_size);
        hra_shape_id(out, "die%d", i + 1);
        if (face) {
            hra_shape_text(out, "%d", face);
            hra_shape_name(out, rolled ? N_("a %d") : N_("a %d, held"), face);
        } else {
            hra_shape_text(out, "?");
            hra_shape_name(out, "a die to roll");
        }
        hra_shape_on(out, "table");
        hra_shape_last(out)->marks |= there && !rolled ? HRA_MARK_HELD : 0;
    }
    if (s->phase == YZ_TO_KEEP) {
        hra_shape_add(out, HRA_SHAPE_BUTTON, width - 2.2, 0.13, 2, 0.6);
        hra_shape_id(out, "done");
        hra_shape_name(out, "hold the selected dice and roll the others");
        hra_shape_text(out, "throw");
    }
}

static void add_aside(const hra_game *game, const struct yz_state *s, hra_shapes *out) {
    const struct yz_rules *rules = &yz_game_of(game)->rules;
    hra_shape_add(out, HRA_SHAPE_LABEL, 0.25, 0.15, width_of(game->seats) - 2.8, 0.55);
    hra_shape_id(out, "round");
    hra_shape_last(out)->form = HRA_FORM_BEGIN;
    hra_shape_last(out)->material = HRA_MATERIAL_FELT;
    if (s->phase == YZ_FINISHED) {
        hra_shape_text(out, "all boxes are filled");
        return;
    }
    hra_text *text = hra_shape_write(out, HRA_WRITE_TEXT);
    int round = yz_count_boxes(yz_state_mover(s)->card.filled) + 1;
    if (s->rolls == 0)
        hra_text_addf(text, _("round %d of %d, choose a box"), round, rules->boxes);
    else
        hra_text_addf(text, _n("round %d of %d, %d roll left", "round %d of %d, %d rolls left", s->rolls),
                      round, rules->boxes, s->rolls);
}

/* ---- cards ----------------------------------------------------------------------------------*/

static int sum_of(const struct yz_rules *rules, const struct yz_seat *seat, int row) {
    int upper = 0;
    for (int box = 0; box < YZ_UPPER_BOXES; box++)
        upper += seat->points[box];
    bool reached = seat->card.upper >= YZ_UPPER_GOAL;
    switch (row) {
    case ROW_UPPER:
        return upper;
    case ROW_MISSING:
        return reached ? 0 : YZ_UPPER_GOAL - seat->card.upper;
    case ROW_BONUS:
        return reached ? rules->upper_bonus : 0;
    case ROW_HUNDREDS:
        return 100 * seat->hundreds;
    default:
        return seat->score;
    }
}

/* A number on the card; what a box would bring is faint, and so is one that is closed to the roll. */
static void add_number(const hra_game *game, const hra_scene_view *m, int i, int row, hra_shapes *out) {
    const struct yz_rules *rules = &yz_game_of(game)->rules;
    const struct yz_state *s = m->state, *before = m->before;
    const struct yz_seat *seat = &s->seats[i];
    double x, y;
    bool box = row < ROW_UPPER, filled = box && yz_card_has(seat->card, row);
    bool asked = box && !filled && i == s->seat && yz_state_asks(s);
    bool legal = asked && yz_card_legal(rules, seat->card, s->roll) >> row & 1;
    if (box && !filled && !asked)
        return;
    place_row(rules, game->seats, row, &x, &y);
    hra_shape_add(out, HRA_SHAPE_LABEL, x + name_width + i * column_width, y, column_width, line);
    if (box) {
        hra_shape_id(out, "%d.%s.points", i, yz_box_name(rules, row));
        hra_shape_on(out, "%d.%s", i, yz_box_name(rules, row));
    } else {
        hra_shape_id(out, "%d.sum%d.points", i, row - ROW_UPPER);
        hra_shape_on(out, "%d.sum%d", i, row - ROW_UPPER);
    }
    if (!box || filled)
        hra_shape_text(out, "%d", box ? seat->points[row] : sum_of(rules, seat, row));
    else if (legal)
        hra_shape_text(out, "+%d", yz_mark_total(yz_card_mark(rules, seat->card, s->roll, row)));
    else
        hra_shape_text(out, "x");
    hra_shape_last(out)->marks |= asked ? HRA_MARK_FAINT : row == ROW_TOTAL ? HRA_MARK_HELD : 0;
    if (filled && before && before->phase == YZ_TO_BOX && before->seat == i && yz_box_of(m->last) == row)
        hra_shape_last(out)->marks |= HRA_MARK_LAST;
}

static void add_heading(const hra_game *game, const struct yz_state *s, int i, hra_shapes *out) {
    bool mover = s->phase != YZ_FINISHED && i == s->seat;
    for (int half = 0; half < 2; half++) {
        double x, y;
        place_row(&yz_game_of(game)->rules, game->seats, half ? YZ_UPPER_BOXES : 0, &x, &y);
        hra_shape_add(out, HRA_SHAPE_LABEL, x + name_width + i * column_width, top, column_width, line);
        hra_shape_id(out, "seat%d%s", i, half ? ".lower" : "");
        hra_shape_name(out, mover ? N_("player %d, to move") : N_("player %d"), i + 1);
        if (game->seats > 1)
            hra_shape_text(out, "%d", i + 1);
        else
            hra_shape_text(out, "points");
        hra_shape_last(out)->marks |= mover && game->seats > 1 ? HRA_MARK_TURN : 0;
        hra_shape_last(out)->form = mover && game->seats > 1 ? HRA_FORM_BEGIN : HRA_FORM_PLAIN;
    }
}

/* A button for each face, for a person who throws by hand: pressed once for each die that shows it. */
static void add_throws(double y, hra_shapes *out) {
    for (int face = 1; face <= YZ_FACES; face++) {
        hra_shape_add(out, HRA_SHAPE_BUTTON, 1.5 * (face - 1), y, 1.4, 0.6);
        hra_shape_id(out, "throw.%d", face);
        hra_shape_name(out, "a die shows %d", face);
        hra_shape_text(out, "%d", face);
        hra_shape_last(out)->symbol = symbols[face - 1].id;
    }
    hra_shape_add(out, HRA_SHAPE_BUTTON, 9.2, y, 1.6, 0.6);
    hra_shape_id(out, "done");
    hra_shape_name(out, "all dice are entered");
    hra_shape_text(out, "done");
}

static void now(const hra_game *game, const hra_scene_view *m, hra_shapes *out) {
    const struct yz_game *g = yz_game_of(game);
    const struct yz_state *s = m->state;
    add_dice(g, s, width_of(game->seats), out);
    add_aside(game, s, out);
    for (int i = 0; i < game->seats; i++) {
        add_heading(game, s, i, out);
        for (int row = 0; row >= 0; row = next_row(&g->rules, row))
            add_number(game, m, i, row, out);
    }
    if (m->manual_dice && s->phase == YZ_TO_ROLL)
        add_throws(height_of(&g->rules) + 0.2, out);
}

/* ---- presses --------------------------------------------------------------------------------*/

/* Equal dice are equal: each way to take them is one. */
static void press_keep(const struct yz_game *g, const struct yz_state *s, int keep, hra_move_input *out) {
    bool first = true;
    for (unsigned mask = 0; mask < 1U << YZ_DICE; mask++) {
        int held = g->dice.keep_of_mask[s->roll][mask];
        if (held != keep)
            continue;
        if (!first)
            hra_input_or(out);
        first = false;
        hra_input_set(out);
        for (int i = 0; i < YZ_DICE; i++)
            if (mask >> i & 1)
                hra_input_press(out, "die%d", i + 1);
    }
}

static void move_input(const hra_game *game, const void *at, hra_move m, hra_move_input *out) {
    const struct yz_game *g = yz_game_of(game);
    const struct yz_state *s = at;
    if (yz_move_is_box(m)) {
        hra_input_press(out, "%d.%s", s->seat, yz_box_name(&g->rules, yz_box_of(m)));
    } else if (s->phase == YZ_TO_KEEP) {
        press_keep(g, s, (int)m, out);
    } else {
        hra_input_set(out);
        for (int face = 0; face < YZ_FACES; face++) {
            int n = g->dice.count[YZ_ROLL0 + m][face] - g->dice.count[s->keep][face];
            for (int i = 0; i < n; i++)
                hra_input_press(out, "throw.%d", face + 1);
        }
    }
}

static void chance_prompt(const hra_game *game, const void *s, hra_text *out) {
    hra_text_addf(out, _("player %d throws"), ((const struct yz_state *)s)->seat + 1);
}

static void seat_count(const hra_game *game, const void *state, int seat, hra_text *out) {
    const struct yz_state *s = state;
    int points = sum_of(&yz_game_of(game)->rules, &s->seats[seat], ROW_TOTAL);
    hra_text_addf(out, _n("%d point", "%d points", points), points);
}

const hra_rules_scene yz_scene = {
    .size = sizeof(hra_rules_scene),
    .board = board,
    .now = now,
    .move_input = move_input,
    .chance_prompt = chance_prompt,
    .seat_count = seat_count,
};
