/* Positions that are set up checker by checker. Places are called as in scene.c; the checkers that are neither on a
 * point nor on the bar are off. */
#include <string.h>

#include "core/lines.h"
#include "core/messages.h"
#include "text.h"

static const char *const ids[] = {"white", "black", NULL};

static void palette(const hra_game *game, hra_shapes *out) {
    for (int seat = 0; seat < 2; seat++) {
        hra_shape_add(out, HRA_SHAPE_PIECE, seat, 0, 1, 1);
        hra_shape_id(out, "%s", ids[seat]);
        hra_shape_name(out, seat == BG_WHITE ? N_("white checker") : N_("black checker"));
        hra_shape_last(out)->owner = seat;
    }
}

/* ---- the board ------------------------------------------------------------------------------*/

/* The number with which a text begins; -1: it begins with none. */
static int number_of(const char *text) {
    hra_lines l;
    hra_lines_string(&l, text, NULL);
    return hra_lines_digits(&l, 2);
}

/* The place as the seat counts it; -1: no checker can be put there. */
static int place_of(const char *place, int seat) {
    const int point = number_of(place);
    if (strncmp(place, "bar.", 4) == 0)
        return strcmp(place + 4, ids[seat]) == 0 ? BG_BAR : -1;
    return point < 1 ? -1 : seat == BG_WHITE ? point : BG_BAR - point;
}

static int count_on_board(const bg_side *side) {
    int n = 0;
    for (int place = 1; place <= BG_BAR; place++)
        n += bg_count(side, place);
    return n;
}

static void bear_off_the_rest(const bg_setup *setup, bg_side *side) {
    while (bg_count(side, BG_OFF))
        bg_take(side, BG_OFF);
    for (int n = count_on_board(side); n < setup->checkers; n++)
        bg_put(side, BG_OFF);
}

/* A game that goes on, in which the side to throw may double if it can. */
static void settle(const bg_setup *setup, bg_state *s) {
    for (int seat = 0; seat < 2; seat++)
        bear_off_the_rest(setup, &s->board.side[seat]);
    if (s->phase == BG_OPENING && s->high)
        s->phase = BG_PLAYING;
    if (bg_is_over(s) || bg_is_asked(s) || (s->phase == BG_PLAYING && !s->high))
        s->phase = setup->cube && bg_may_double(setup, s, s->turn) ? BG_DOUBLING : BG_PLAYING;
}

static hra_err put(const hra_game *game, void *state, const char *piece, const char *place, hra_error *why) {
    const bg_setup *setup = game->data;
    bg_state *s = state;
    if (!piece) {
        for (int seat = 0; seat < 2; seat++) {
            const int at = place_of(place, seat);
            if (at < 0 || !bg_count(&s->board.side[seat], at))
                continue;
            bg_take(&s->board.side[seat], at);
            settle(setup, s);
            return HRA_OK;
        }
        return hra_fail(why, HRA_EINPUT, -1, "there is no checker on %.20s", place);
    }
    const int seat = strcmp(piece, ids[BG_BLACK]) == 0 ? BG_BLACK : BG_WHITE, at = place_of(place, seat);
    bg_side *own = &s->board.side[seat], *other = &s->board.side[!seat];
    if (at < 0)
        return hra_fail(why, HRA_EINPUT, -1,
                        "a checker is on a point or on its own bar; those that are missing are off");
    if (count_on_board(own) == setup->checkers)
        return hra_fail(why, HRA_EINPUT, -1, "a side has at most %d checkers", setup->checkers);
    while (at < BG_BAR && bg_count(other, BG_BAR - at))
        bg_take(other, BG_BAR - at);
    bg_put(own, at);
    settle(setup, s);
    return HRA_OK;
}

static const char *piece_at(const hra_game *game, const void *state, const char *place) {
    const bg_state *s = state;
    for (int seat = 0; seat < 2; seat++) {
        const int at = place_of(place, seat);
        if (at > 0 && bg_count(&s->board.side[seat], at))
            return ids[seat];
    }
    return NULL;
}

static void clear(const hra_game *game, void *state) {
    bg_state *s = state;
    s->board = (bg_board){0};
    settle(game->data, s);
}

/* ---- turn, dice, cube, score ----------------------------------------------------------------*/

static const char *const turns[] = {"opening", "white", "black", NULL};
static const char *const turns_said[] = {N_("opening roll"), N_("White"), N_("Black"), NULL};
static const char *const rolls[] = {"none", "11", "21", "22", "31", "32", "33", "41", "42", "43", "44", "51",
                                    "52",   "53", "54", "55", "61", "62", "63", "64", "65", "66", NULL};
static const char *const rolls_said[] = {N_("not rolled"),
                                         "1-1",
                                         "2-1",
                                         "2-2",
                                         "3-1",
                                         "3-2",
                                         "3-3",
                                         "4-1",
                                         "4-2",
                                         "4-3",
                                         "4-4",
                                         "5-1",
                                         "5-2",
                                         "5-3",
                                         "5-4",
                                         "5-5",
                                         "6-1",
                                         "6-2",
                                         "6-3",
                                         "6-4",
                                         "6-5",
                                         "6-6",
                                         NULL};
static const char *const cubes[] = {"1", "2", "4", "8", "16", "32", "64", "128", "256", "512", "1024", NULL};
static const char *const owners[] = {"white", "black", "middle", "none", NULL};
static const char *const owners_said[] = {N_("White"), N_("Black"), N_("in the middle"),
                                          N_("no cube in this game"), NULL};

static int settings(const hra_game *game, hra_edit_setting out[HRA_MAX_EDIT_SETTINGS]) {
    const bg_setup *setup = game->data;
    int n = 0;
    out[n++] =
        (hra_edit_setting){.name = "turn", .label = N_("To move"), .values = turns, .said = turns_said};
    out[n++] = (hra_edit_setting){.name = "dice", .label = N_("Dice"), .values = rolls, .said = rolls_said};
    if (setup->cube) {
        out[n++] = (hra_edit_setting){.name = "cube", .label = N_("Cube"), .values = cubes};
        out[n++] = (hra_edit_setting){
            .name = "owner", .label = N_("Cube of"), .values = owners, .said = owners_said};
    }
    if (setup->match) {
        const int most = setup->match - 1;
        out[n++] = (hra_edit_setting){.name = "score-white", .label = N_("Points of White"), .max = most};
        out[n++] = (hra_edit_setting){.name = "score-black", .label = N_("Points of Black"), .max = most};
    }
    return n;
}

static void write_setting(const hra_game *game, const void *state, const char *name, hra_text *out) {
    const bg_state *s = state;
    if (strcmp(name, "turn") == 0)
        hra_text_add(out, s->phase == BG_OPENING ? turns[0] : turns[1 + s->turn]);
    else if (strcmp(name, "dice") == 0 && s->high)
        hra_text_addf(out, "%d%d", s->high, s->low);
    else if (strcmp(name, "dice") == 0)
        hra_text_add(out, rolls[0]);
    else if (strcmp(name, "cube") == 0)
        hra_text_addf(out, "%d", 1 << s->cube);
    else if (strcmp(name, "owner") == 0)
        hra_text_add(out, owners[s->owner]);
    else
        hra_text_addf(out, "%d", s->score[strcmp(name, "score-black") == 0]);
}

static void set_turn(bg_state *s, const char *value) {
    if (strcmp(value, turns[0]) == 0)
        s->phase = BG_OPENING;
    else if (s->phase == BG_OPENING)
        s->phase = BG_PLAYING;
    if (s->phase == BG_OPENING)
        s->turn = s->high = s->low = 0;
    else
        s->turn = strcmp(value, ids[BG_BLACK]) == 0 ? BG_BLACK : BG_WHITE;
}

/* A cube with an owner shows two or more, one in the middle what the opening brought. */
static hra_err set_cube(const bg_setup *setup, bg_state *s, int cube, hra_error *why) {
    if (cube > setup->limit)
        return hra_fail(why, HRA_EINPUT, -1, "the cube of this game shows at most %d", 1 << setup->limit);
    s->cube = (uint8_t)cube;
    if (!cube && s->owner != BG_NOBODY)
        s->owner = BG_MIDDLE;
    else if (cube > setup->automatic && s->owner >= BG_MIDDLE)
        s->owner = s->turn;
    return HRA_OK;
}

static void set_owner(const bg_setup *setup, bg_state *s, int owner) {
    s->owner = (uint8_t)owner;
    if (owner == BG_NOBODY || (owner == BG_MIDDLE && s->cube > setup->automatic))
        s->cube = 0;
    else if (owner < BG_MIDDLE && !s->cube)
        s->cube = 1;
}

static int index_of(const char *const *values, const char *value) {
    int i = 0;
    while (strcmp(values[i], value) != 0)
        i++;
    return i;
}

static hra_err set(const hra_game *game, void *state, const char *name, const char *value, hra_error *why) {
    const bg_setup *setup = game->data;
    bg_state *s = state;
    hra_err err = HRA_OK;
    if (strcmp(name, "turn") == 0) {
        set_turn(s, value);
    } else if (strcmp(name, "dice") == 0) {
        const bool rolled = strcmp(value, rolls[0]) != 0;
        s->high = rolled ? (uint8_t)(value[0] - '0') : 0;
        s->low = rolled ? (uint8_t)(value[1] - '0') : 0;
        s->phase = rolled ? BG_PLAYING : s->phase;
    } else if (strcmp(name, "cube") == 0) {
        err = set_cube(setup, s, index_of(cubes, value), why);
    } else if (strcmp(name, "owner") == 0) {
        set_owner(setup, s, index_of(owners, value));
    } else {
        s->score[strcmp(name, "score-black") == 0] = (uint8_t)number_of(value);
    }
    settle(setup, s);
    return err;
}

const hra_scene_editor bg_editor = {
    .size = sizeof(hra_scene_editor),
    .palette = palette,
    .put = put,
    .piece_at = piece_at,
    .clear = clear,
    .settings = settings,
    .write_setting = write_setting,
    .set = set,
};
