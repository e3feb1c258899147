/* The board as shapes. A play is made checker by checker: where it stands, and where it goes. Places have the
 * numbers of White; those that are read on the board are of whose turn it is. */
#include <string.h>

#include "core/messages.h"
#include "text.h"

enum { ID = 12, ACROSS = 7 /* throws in a row */ };

static const double margin = 0.5, bar_at = 6.5, right_at = 7.7, tray_at = 14.2, width = 15.7, cube_at = 15.6,
                    wide = 17.1, height = 11.6, checker = 0.92, point_height = 4.7;

static const char *const words[2] = {"white", "black"};

/* A place as White counts it. */
static int of_white(int seat, int place) {
    return seat == BG_WHITE ? place : BG_BAR - place;
}

static const char *name_place(int seat, int place, char out[ID]) {
    if (place == BG_BAR || place == BG_OFF)
        (void)hra_snprintf(out, ID, "%s.%s", place == BG_BAR ? "bar" : "off", words[seat]);
    else
        (void)hra_snprintf(out, ID, "%d", of_white(seat, place));
    return out;
}

/* White sits below: points 13 to 24 are above, 12 to 1 below. */
static bool is_above(int point) {
    return point > 12;
}

static double column_at(int point) {
    int column = is_above(point) ? point - 13 : 12 - point;
    return column < 6 ? margin + column : right_at + column - 6;
}

/* ---- symbols, in a box of 100 x 100 -----------------------------------------------------------*/

static const hra_symbol_path disc[] = {
    {HRA_SYMBOL_SHADE, 0, "M4 54a47 47 0 1 1 94 0a47 47 0 1 1 -94 0z"},
    {HRA_SYMBOL_EDGE, 0, "M3 50a47 47 0 1 1 94 0a47 47 0 1 1 -94 0z"},
    {HRA_SYMBOL_OWNER, 0, "M5 50a45 45 0 1 1 90 0a45 45 0 1 1 -90 0z"},
    {HRA_SYMBOL_SHADE, 4, "M17 50a33 33 0 1 1 66 0a33 33 0 1 1 -66 0z"},
    {HRA_SYMBOL_LIGHT, 3, "M20 50a30 30 0 1 1 60 0a30 30 0 1 1 -60 0z"},
    {HRA_SYMBOL_LIGHT, 4, "M11 36A41 41 0 0 1 60 10"},
};
static const hra_symbol_path cube[] = {
    {HRA_SYMBOL_SHADE, 0, "M8 22Q8 8 22 8H84Q98 8 98 22V84Q98 98 84 98H22Q8 98 8 84z"},
    {HRA_SYMBOL_PAPER, 0, "M3 18Q3 3 18 3H80Q95 3 95 18V80Q95 95 80 95H18Q3 95 3 80z"},
    {HRA_SYMBOL_INK, 3, "M3 18Q3 3 18 3H80Q95 3 95 18V80Q95 95 80 95H18Q3 95 3 80z"},
    {HRA_SYMBOL_SHADE, 2, "M12 22Q12 12 22 12H76Q86 12 86 22V76Q86 86 76 86H22Q12 86 12 76z"},
};
/* While it is offered it has a ring of what matters now. */
static const hra_symbol_path offered_cube[] = {
    {HRA_SYMBOL_SHADE, 0, "M8 22Q8 8 22 8H84Q98 8 98 22V84Q98 98 84 98H22Q8 98 8 84z"},
    {HRA_SYMBOL_PAPER, 0, "M3 18Q3 3 18 3H80Q95 3 95 18V80Q95 95 80 95H18Q3 95 3 80z"},
    {HRA_SYMBOL_ACCENT, 9, "M6 20Q6 6 20 6H78Q92 6 92 20V78Q92 92 78 92H20Q6 92 6 78z"},
    {HRA_SYMBOL_INK, 3, "M3 18Q3 3 18 3H80Q95 3 95 18V80Q95 95 80 95H18Q3 95 3 80z"},
};

static const hra_symbol symbols[] = {
    {.id = "plain", .width = 100, .height = 100, .text_y = 50, .text_size = 50, .paths = 6, .path = disc},
    {.id = "cube", .width = 100, .height = 100, .text_y = 50, .text_size = 54, .paths = 4, .path = cube},
    {.id = "cube.offered",
     .width = 100,
     .height = 100,
     .text_y = 50,
     .text_size = 54,
     .paths = 4,
     .path = offered_cube},
};

/* ---- what never changes ---------------------------------------------------------------------*/

static void add_point(int point, hra_shapes *out) {
    double x = column_at(point), top = margin, bottom = height - margin;
    double edge = is_above(point) ? top : bottom,
           tip = is_above(point) ? top + point_height : bottom - point_height;
    hra_shape_add(out, HRA_SHAPE_CELL, x, edge < tip ? edge : tip, 1, point_height);
    hra_shape_corner(out, x, edge);
    hra_shape_corner(out, x + 0.5, tip);
    hra_shape_corner(out, x + 1, edge);
    hra_shape_id(out, "%d", point);
    hra_shape_name(out, "point %d of White, %d of Black", point, BG_BAR - point);
    hra_shape_last(out)->material = HRA_MATERIAL_FELT;
    hra_shape_last(out)->tone = point % 2 ? 2 : 1;
}

/* Who is hit waits in the half in which he comes in. */
static void add_bar(int seat, hra_shapes *out) {
    double half = height / 2 - margin;
    hra_shape_add(out, HRA_SHAPE_CELL, bar_at, seat == BG_WHITE ? margin : margin + half, right_at - bar_at,
                  half);
    hra_shape_id(out, "bar.%s", words[seat]);
    hra_shape_name(out, "bar of %s", bg_seat_name(seat));
    hra_shape_last(out)->material = HRA_MATERIAL_WOOD;
}

static void add_tray(int seat, hra_shapes *out) {
    hra_shape_add(out, HRA_SHAPE_CELL, tray_at, seat == BG_BLACK ? margin : height - margin - point_height,
                  1.1, point_height);
    hra_shape_id(out, "off.%s", words[seat]);
    hra_shape_name(out, "borne off by %s", bg_seat_name(seat));
    hra_shape_last(out)->material = HRA_MATERIAL_WOOD;
    hra_shape_last(out)->tone = 1;
}

static void board(const hra_game *game, hra_shapes *out) {
    hra_shapes_size(out, ((const bg_setup *)game->data)->cube ? wide : width, height);
    hra_shapes_symbols(out, symbols, sizeof symbols / sizeof *symbols);
    hra_shapes_ground(out, HRA_MATERIAL_WOOD);
    hra_shape_add(out, HRA_SHAPE_AREA, margin, margin, right_at + 6 - margin, height - 2 * margin);
    hra_shape_id(out, "board");
    hra_shape_name(out, "the board");
    hra_shape_last(out)->material = HRA_MATERIAL_FELT;
    for (int point = 1; point <= 24; point++)
        add_point(point, out);
    for (int seat = 0; seat < 2; seat++) {
        add_bar(seat, out);
        add_tray(seat, out);
    }
}

/* ---- what is there now ----------------------------------------------------------------------*/

static void add_checker(int seat, int place, int i, int n, double x, double y, bool last, hra_shapes *out) {
    char id[ID];
    name_place(seat, place, id);
    hra_shape_add(out, HRA_SHAPE_PIECE, x, y, checker, checker);
    hra_shape_id(out, "%s.%s.%d", id, words[seat], i + 1);
    if (place == BG_BAR)
        hra_shape_name(out,
                       seat == BG_WHITE ? N_("white checker on the bar") : N_("black checker on the bar"));
    else if (place == BG_OFF)
        hra_shape_name(out,
                       seat == BG_WHITE ? N_("white checker, borne off") : N_("black checker, borne off"));
    else
        hra_shape_name(out, seat == BG_WHITE ? N_("white checker on %d") : N_("black checker on %d"), place);
    hra_shape_on(out, "%s", id);
    hra_shape_last(out)->owner = seat;
    if (i + 1 == n && n > 5)
        hra_shape_text(out, "%d", n);
    if (last)
        hra_shape_last(out)->marks |= HRA_MARK_LAST;
}

/* From the edge inwards; more than five lie over each other. `last`: how many came by the last move. */
static void add_stack(int seat, int place, int n, int last, hra_shapes *out) {
    bool waiting = place == BG_BAR, off = place == BG_OFF;
    bool above = waiting ? seat == BG_WHITE : off ? seat == BG_BLACK : is_above(of_white(seat, place));
    double depth = point_height - checker,
           step = n > 1 && depth / (n - 1) < checker ? depth / (n - 1) : checker;
    double x = waiting ? bar_at + 0.14 : off ? tray_at + 0.09 : column_at(of_white(seat, place)) + 0.04;
    for (int i = 0; i < n; i++) {
        double y = margin + 0.02 + step * i;
        add_checker(seat, place, i, n, x, above ? y : height - y - checker, i >= n - last, out);
    }
}

/* How many checkers of the side came to a place by the last move. */
static int came(const hra_scene_view *m, int seat, int place) {
    const bg_state *s = m->state, *before = m->before;
    if (!before || !before->high || s->phase == BG_OPENING)
        return 0;
    int more = bg_count(&s->board.side[seat], place) - bg_count(&before->board.side[seat], place);
    return more > 0 ? more : 0;
}

static void add_numbers(const bg_state *s, hra_shapes *out) {
    for (int point = 1; point <= 24; point++) {
        hra_shape_add(out, HRA_SHAPE_LABEL, column_at(point), is_above(point) ? 0.02 : height - margin + 0.04,
                      1, margin - 0.06);
        hra_shape_id(out, "number.%d", point);
        hra_shape_text(out, "%d", s->turn == BG_BLACK ? BG_BAR - point : point);
    }
}

/* White's dice lie on the right, Black's on the left; before the opening throw each side has one. After the end nothing
 * is thrown any more. */
static void add_dice(const bg_state *s, hra_shapes *out) {
    for (int i = 0; i < 2 && !bg_is_over(s); i++) {
        bool opening = s->phase == BG_OPENING;
        int seat = opening ? i : s->turn, value = i ? s->low : s->high;
        double middle = seat == BG_WHITE ? right_at + 3 : margin + 3,
               x = opening ? middle - 0.4 : middle - 0.9 + i;
        hra_shape_add(out, HRA_SHAPE_DIE, x, height / 2 - 0.4, 0.8, 0.8);
        hra_shape_id(out, i ? "die.2" : "die");
        if (value)
            hra_shape_name(out, "%s has thrown %d", bg_seat_name(seat), value);
        else
            hra_shape_name(out, "to throw: %s", bg_seat_name(seat));
        if (value)
            hra_shape_text(out, "%d", value);
        else
            hra_shape_text(out, "?");
        hra_shape_last(out)->owner = seat;
    }
}

/* What can be thrown, to be pressed. */
static void add_throws(const hra_game *game, const bg_state *s, hra_shapes *out) {
    hra_move list[BG_THROWS];
    double probability[BG_THROWS];
    int n = game->rules->chance_outcomes(game, s, list, probability);
    for (int i = 0; i < n; i++) {
        int first = bg_first_die(list[i]), second = bg_second_die(list[i]);
        hra_shape_add(out, HRA_SHAPE_DIE, margin + 1.9 * (i % ACROSS), height + 1.1 * (i / ACROSS), 1.6, 0.9);
        hra_shape_id(out, "throw.%d%d", first, second);
        if (s->phase == BG_OPENING)
            hra_shape_name(out, "White throws %d, Black %d", first, second);
        else
            hra_shape_name(out, "%d and %d are thrown", first, second);
        hra_shape_text(out, "%d-%d", first, second);
    }
}

/* Beside the trays: in the middle, or on the side of whose it is; while it is offered, of who is asked. */
static void add_cube(const bg_state *s, hra_shapes *out) {
    if (s->owner == BG_NOBODY)
        return;
    bool offered = s->phase == BG_DOUBLED || s->phase == BG_BEAVERED;
    int side = offered ? bg_to_move(NULL, s) : s->owner, value = (offered ? 2 : 1) << s->cube;
    double y = side == BG_WHITE ? height - margin - 1 : side == BG_BLACK ? margin : height / 2 - 0.5;
    hra_shape_add(out, HRA_SHAPE_PIECE, cube_at, y, 1, 1);
    hra_shape_id(out, "cube");
    hra_shape_last(out)->symbol = offered ? "cube.offered" : "cube";
    if (offered)
        hra_shape_name(out,
                       side == BG_WHITE ? N_("doubling cube, offered to White at %d")
                                        : N_("doubling cube, offered to Black at %d"),
                       value);
    else
        hra_shape_name(out,
                       side == BG_WHITE   ? N_("doubling cube of White at %d")
                       : side == BG_BLACK ? N_("doubling cube of Black at %d")
                                          : N_("doubling cube in the middle at %d"),
                       value);
    hra_shape_text(out, "%d", value);
}

/* Beside the middle. */
static void add_score(const bg_setup *setup, const bg_state *s, hra_shapes *out) {
    for (int seat = 0; seat < 2; seat++) {
        hra_shape_add(out, HRA_SHAPE_LABEL, tray_at - 0.2, height / 2 + (seat == BG_WHITE ? 0 : -0.5), 1.4,
                      0.5);
        hra_shape_id(out, "score.%s", words[seat]);
        hra_shape_name(out,
                       seat == BG_WHITE ? N_("points of White: %d of %d") : N_("points of Black: %d of %d"),
                       s->score[seat], setup->match);
        hra_shape_text(out, "%d/%d", s->score[seat], setup->match);
        hra_shape_last(out)->owner = seat;
    }
}

static void now(const hra_game *game, const hra_scene_view *m, hra_shapes *out) {
    const bg_setup *setup = game->data;
    const bg_state *s = m->state;
    add_numbers(s, out);
    for (int seat = 0; seat < 2; seat++)
        for (int place = BG_OFF; place <= BG_BAR; place++)
            add_stack(seat, place, bg_count(&s->board.side[seat], place), came(m, seat, place), out);
    add_dice(s, out);
    if (setup->cube)
        add_cube(s, out);
    if (setup->match)
        add_score(setup, s, out);
    if (m->manual_dice && bg_to_move(game, s) == HRA_CHANCE)
        add_throws(game, s, out);
}

/* ---- presses --------------------------------------------------------------------------------
 * Every order of the steps that the rules allow, and every way between them, as long as the roll has few
 * plays; one from the back to the front where it has many. */

enum { MANY = 80 };

typedef struct step {
    int from, to;
} step;

typedef struct way {
    const bg_state *s;
    bg_board end; /* what the play comes to */
    step step[BG_STEPS];
    bool sorted;
    int n; /* ways that were added */
    hra_move_input *out;
} way;

static void add_way(way *w, int steps) {
    char id[ID];
    if (w->n++)
        hra_input_or(w->out);
    for (int i = 0; i < steps; i++) {
        hra_input_press(w->out, "%s", name_place(w->s->turn, w->step[i].from, id));
        hra_input_press(w->out, "%s", name_place(w->s->turn, w->step[i].to, id));
    }
}

static bg_board go(way *w, const bg_board *b, int i, int from, int die) {
    bg_board next = *b;
    bg_step(&next, w->s->turn, from, die);
    w->step[i] = (step){from, from > die ? from - die : BG_OFF};
    return next;
}

static bool is_end(const way *w, const bg_board *b) {
    return memcmp(b, &w->end, sizeof *b) == 0;
}

/* Of different dice: the one first, then the other. Two checkers that are borne off by either die are pressed
 * alike both times, and so is one that ends the game by either: once is enough. */
static void walk_two(way *w, int first, int second) {
    int seat = w->s->turn;
    bool again = first < second;
    for (bg_set can = bg_sources(&w->s->board, seat, first); can; can &= can - 1) {
        int from = bg_lowest(can);
        bool either = again && from <= first && bg_sources(&w->s->board, seat, second) >> from & 1;
        bg_board b = go(w, &w->s->board, 0, from, first);
        if (is_end(w, &b) && !either)
            add_way(w, 1);
        for (bg_set then = is_end(w, &b) ? 0 : bg_sources(&b, seat, second); then; then &= then - 1) {
            bg_board end = go(w, &b, 1, bg_lowest(then), second);
            if (is_end(w, &end) && !(either && w->step[1].to == BG_OFF && bg_lowest(then) <= first))
                add_way(w, 2);
        }
    }
}

/* Of a double: the places that are left to be left. */
static void walk_double(way *w, const bg_board *b, const int *left, int n) {
    bg_set can = 0;
    for (int i = n; i < BG_STEPS; i++)
        can |= (bg_set)1 << left[i] & ~(bg_set)1;
    if (!can) {
        add_way(w, n);
        return;
    }
    for (can &= bg_sources(b, w->s->turn, w->s->high); can; can &= can - 1) {
        int from = w->sorted ? bg_highest(can) : bg_lowest(can), rest[BG_STEPS], at = n;
        memcpy(rest, left, sizeof rest);
        while (rest[at] != from)
            at++;
        rest[at] = rest[n];
        bg_board next = go(w, b, n, from, w->s->high);
        walk_double(w, &next, rest, n + 1);
        if (w->sorted)
            break;
    }
}

static void add_steps(const bg_state *s, hra_move m, hra_move_input *out) {
    bg_way ways[BG_STEPS];
    bg_set hits = bg_hits(s, m);
    int n = bg_ways(s, m, ways);
    char from[ID], to[ID], bar[ID];
    for (int i = 0; i < n; i++)
        for (int k = 0; k < ways[i].checkers; k++)
            for (int j = 0; j < ways[i].steps; j++) {
                int place = ways[i].place[j + 1];
                name_place(s->turn, place, to);
                if (hits >> place & 1)
                    hra_input_step(out, to, name_place(!s->turn, BG_BAR, bar));
                hits &= ~((bg_set)1 << place);
                hra_input_step(out, name_place(s->turn, ways[i].place[j], from), to);
            }
}

static void move_input(const hra_game *game, const void *state, hra_move m, hra_move_input *out) {
    const bg_state *s = state;
    hra_move list[BG_MAX_PLAYS];
    if (bg_is_asked(s) || bg_is_concession(m))
        return; /* buttons */
    if (!s->high) {
        hra_input_press(out, "throw.%d%d", bg_first_die(m), bg_second_die(m));
        return;
    }
    if (m == 0) {
        hra_input_press(out, "die");
        return;
    }
    way w = {.s = s, .end = s->board, .out = out};
    int left[BG_STEPS] = {bg_from(m, 0), bg_from(m, 1), bg_from(m, 2), bg_from(m, 3)};
    bg_play(&w.end, s->turn, s->high, s->low, m);
    if (s->high == s->low) {
        w.sorted = bg_plays(&s->board, s->turn, s->high, s->low, list) > MANY;
        walk_double(&w, &s->board, left, 0);
    } else {
        walk_two(&w, s->high, s->low);
        walk_two(&w, s->low, s->high);
    }
    add_steps(s, m, out);
}

static void chance_prompt(const hra_game *game, const void *state, hra_text *out) {
    const bg_state *s = state;
    if (s->phase == BG_OPENING)
        hra_text_add(out, _("each side throws a die, the higher one begins"));
    else
        hra_text_addf(out, _("%s throws"), bg_seat_name(s->turn));
}

static void seat_count(const hra_game *game, const void *state, int seat, hra_text *out) {
    int pips = bg_pips(&((const bg_state *)state)->board.side[seat]);
    hra_text_addf(out, _n("%d pip", "%d pips", pips), pips);
}

static void ending(const hra_game *game, const void *state, hra_text *out) {
    const bg_state *s = state;
    if (s->phase == BG_DROPPED)
        hra_text_add(out, _("the double was dropped"));
    else if (s->phase == BG_ENDED && bg_gammons_count(game->data, s) && bg_worth(&s->board, s->turn) > 1)
        hra_text_add(out, bg_worth(&s->board, s->turn) == 2 ? _("a gammon") : _("a backgammon"));
}

static const char *const seat_colors[] = {"white", "black"};

const hra_rules_scene bg_scene = {
    .size = sizeof(hra_rules_scene),
    .seat_colors = seat_colors,
    .board = board,
    .now = now,
    .move_input = move_input,
    .chance_prompt = chance_prompt,
    .seat_count = seat_count,
    .ending = ending,
    .editor = &bg_editor,
};
