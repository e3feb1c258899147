/* Scenes: what a game draws, what every game gets besides, and which presses make a move. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "shapes.h"

enum { WIDE = 9, COLUMNS = 78 }; /* cells from which one line holds both labels; columns of a text */

/* Cells of a column and a line of text, of a label's line, and of a button. */
static const double text_column = 0.24, text_line = 0.5, label = 0.5, gap = 0.12, button_width = 3.4,
                    button_height = 0.6;

struct hra_scene {
    const hra_game *game;
    hra_shapes part[HRA_SCENE_PARTS];
    hra_move_input presses;
    hra_move *moves;
    double *probability;
    unsigned char *seen[2]; /* the state and the one before, as the looker may see them */
    hra_text text;
    hra_scene_info info; /* what callers see, by hra_scene_snapshot */
};

/* ---- opening --------------------------------------------------------------------------------*/

void hra_scene_close(hra_scene *c) {
    if (!c)
        return;
    for (int i = 0; i < HRA_SCENE_PARTS; i++)
        hra_shapes_release(&c->part[i]);
    hra_move_input_release(&c->presses);
    free(c->moves);
    free(c->probability);
    free(c->seen[0]);
    free(c->seen[1]);
    hra_text_release(&c->text);
    free(c);
}

static hra_err draw_board(hra_scene *c) {
    hra_shapes *board = &c->part[HRA_SCENE_BOARD];
    hra_shapes_clear(board);
    hra_shapes_clear(&c->part[HRA_SCENE_NOW]);
    hra_move_input_clear(&c->presses);
    if (c->game->rules->scene->board)
        c->game->rules->scene->board(c->game, board);
    return hra_shapes_seal(board, "board.");
}

/* What does not change; the size follows the shapes (note_size). */
static void begin_info(hra_scene *c) {
    const char *const *colors = c->game->rules->scene->seat_colors;
    c->info =
        (hra_scene_info){.size = sizeof c->info, .game = c->game, .ground = c->part[HRA_SCENE_BOARD].ground};
    for (int seat = 0; seat < c->game->seats; seat++)
        c->info.colors[seat] = colors ? colors[seat] : hra_scene_colors[seat];
}

static void note_size(hra_scene *c) {
    const hra_shapes *board = &c->part[HRA_SCENE_BOARD], *now = &c->part[HRA_SCENE_NOW];
    c->info.width = now->width > board->width ? now->width : board->width;
    c->info.height = now->height > board->height ? now->height : board->height;
}

hra_err hra_scene_open(hra_scene **out, const hra_game *game, hra_error *why) {
    hra_scene *c = calloc(1, sizeof *c);
    if (!c)
        return hra_no_memory(why);
    size_t capacity = hra_game_move_capacity(game);
    c->game = game;
    c->moves = malloc(capacity * sizeof *c->moves);
    c->probability = malloc(capacity * sizeof *c->probability);
    c->seen[0] = malloc(game->state_size);
    c->seen[1] = malloc(game->state_size);
    if (!c->moves || !c->probability || !c->seen[0] || !c->seen[1] || draw_board(c) != 0) {
        hra_scene_close(c);
        return hra_no_memory(why);
    }
    hra_err err = hra_symbols_check(c->part[HRA_SCENE_BOARD].symbol, c->part[HRA_SCENE_BOARD].symbols, why);
    if (err) {
        hra_scene_close(c);
        return err;
    }
    begin_info(c);
    note_size(c);
    *out = c;
    return HRA_OK;
}

/* ---- seats ----------------------------------------------------------------------------------*/

/* ---- what every scene has -------------------------------------------------------------------*/

static void add_winners(hra_scene *c, unsigned winners, hra_text *out) {
    int count = 0;
    hra_text_clear(&c->text);
    for (int seat = 0; seat < c->game->seats; seat++)
        if (winners >> seat & 1)
            hra_text_addf(&c->text, "%s%s", count++ ? _(" and ") : "", hra_game_seat_name(c->game, seat));
    hra_text_addf(out, count > 1 ? _("%s have won") : _("%s has won"), hra_text_string(&c->text));
    out->err = out->err ? out->err : c->text.err;
}

/* "Black has won", "red and blue have won", "a draw"; of one seat what it got. */
static void add_end(hra_scene *c, const void *s, hra_text *out) {
    double value[HRA_MAX_SEATS];
    int share, seats = c->game->seats;
    c->game->rules->returns(c->game, s, value);
    unsigned winners = hra_game_winners(c->game, s, value, &share);
    unsigned all = (1U << seats) - 1;
    if (seats == 1) {
        hra_text_add(out, _("the game is over:"));
        hra_text_add_char(out, ' ');
        hra_text_add_number(out, value[0]);
    } else if (!(winners & all) || (winners & all) == all) {
        hra_text_add(out, _("the game is over: a draw"));
    } else {
        add_winners(c, winners, out);
    }
}

static void add_turn(hra_scene *c, const void *s, hra_text *out) {
    int mover = c->game->rules->to_move(c->game, s);
    if (mover == HRA_OVER)
        add_end(c, s, out);
    else if (mover == HRA_CHANCE && c->game->rules->scene->chance_prompt)
        c->game->rules->scene->chance_prompt(c->game, s, out);
    else if (mover == HRA_CHANCE)
        hra_text_add(out, _("chance is to move"));
    else
        hra_text_addf(out, _("%s is to move"), hra_game_seat_name(c->game, mover));
}

static void add_last(hra_scene *c, const hra_scene_view *m, hra_text *out) {
    int mover = c->game->rules->to_move(c->game, m->before);
    hra_text_addf(out, _("last: %s"), mover >= 0 ? hra_game_seat_name(c->game, mover) : _("chance"));
    hra_text_add_char(out, ' ');
    hra_game_say_move(c->game, m->before, m->last, out);
}

static void add_labels(hra_scene *c, const hra_scene_view *m, const hra_scene_view *told) {
    hra_shapes *now = &c->part[HRA_SCENE_NOW];
    double width = now->width, y = now->height + gap;
    bool wide = width >= WIDE;
    int mover = c->game->rules->to_move(c->game, m->state);
    hra_shape_add(now, HRA_SHAPE_LABEL, 0, y, wide ? width * 0.45 : width, label);
    hra_shape_id(now, "turn");
    add_turn(c, m->state, hra_shape_write(now, HRA_WRITE_TEXT));
    hra_shape_last(now)->form = HRA_FORM_BEGIN;
    hra_shape_last(now)->marks |= HRA_MARK_TURN;
    hra_shape_last(now)->owner = mover >= 0 ? mover : -1;
    hra_shape_add(now, HRA_SHAPE_LABEL, wide ? width * 0.47 : 0, wide ? y : y + label,
                  wide ? width * 0.53 : width, label);
    hra_shape_id(now, "last");
    hra_shape_last(now)->form = wide ? HRA_FORM_END : HRA_FORM_BEGIN;
    if (m->before)
        add_last(c, told, hra_shape_write(now, HRA_WRITE_TEXT));
    else
        hra_shape_name(now, "no move was made yet");
}

/* ---- games without a scene of their own -----------------------------------------------------*/

static void add_text(hra_scene *c, const hra_scene_view *m) {
    hra_shapes *now = &c->part[HRA_SCENE_NOW];
    hra_board_style look = {.unicode = true, .width = COLUMNS, .seat = m->seat};
    hra_text_clear(&c->text);
    c->game->rules->text->show(c->game, m->state, &look, &c->text);
    while (c->text.length && c->text.data[c->text.length - 1] == '\n')
        c->text.data[--c->text.length] = '\0';
    int columns = 1, lines = 1;
    for (const char *line = hra_text_string(&c->text); *line; line += *line == '\n', lines++) {
        size_t length = strcspn(line, "\n");
        char *end = c->text.data + (line - c->text.data) + length, was = *end;
        *end = '\0';
        int wide = hra_text_columns(line);
        *end = was;
        columns = wide > columns ? wide : columns;
        line += length;
    }
    hra_shape_add(now, HRA_SHAPE_TEXT, 0, now->height, columns * text_column, lines * text_line);
    hra_shape_id(now, "text");
    hra_shape_name(now, "%s", _(c->game->rules->text->title));
    hra_shape_text(now, "%s", hra_text_string(&c->text));
}

/* Buttons are in columns to the right of all else, one below the other down to its end. */
typedef struct buttons {
    double x, y, bottom;
} buttons;

static void add_button(hra_scene *c, buttons *b, const char *id, const char *text) {
    hra_shapes *now = &c->part[HRA_SCENE_NOW];
    if (b->y + button_height > b->bottom) {
        b->x += button_width + gap;
        b->y = 0;
    }
    hra_shape_add(now, HRA_SHAPE_BUTTON, b->x, b->y, button_width, button_height);
    hra_shape_id(now, "%s", id);
    hra_shape_text(now, "%s", text);
    b->y += button_height + gap;
}

static buttons begin_buttons(const hra_shapes *now) {
    double least = 10 * (button_height + gap);
    return (buttons){.x = now->width + gap, .bottom = now->height > least ? now->height : least};
}

/* Where no shape of the game is called `done`. */
static bool has_shape(const hra_shapes *shapes, const char *id) {
    const char *words = hra_text_string(&shapes->words);
    for (int i = 0; i < shapes->count; i++)
        if (shapes->at[i].id && strcmp(words + shapes->at[i].id, id) == 0)
            return true;
    return false;
}

static void add_buttons(hra_scene *c, bool done) {
    hra_move_input *p = &c->presses;
    buttons b = begin_buttons(&c->part[HRA_SCENE_NOW]);
    if (done && !has_shape(&c->part[HRA_SCENE_BOARD], "done") && !has_shape(&c->part[HRA_SCENE_NOW], "done"))
        add_button(c, &b, "done", _("done"));
    for (int i = 0; i < p->count && !p->err && !p->words.err; i++) {
        char id[32];
        if (!p->mark[i].button)
            continue;
        (void)hra_snprintf(id, sizeof id, "move.%u", p->way[i].move);
        bool first = i == 0 || p->mark[i - 1].text != p->mark[i].text || !p->mark[i - 1].button;
        if (first)
            add_button(c, &b, id, p->words.data + p->mark[i].said);
        hra_move_input_replace(p, i, id);
    }
}

/* ---- presses --------------------------------------------------------------------------------*/

static int list_moves(hra_scene *c, const void *s, bool hand) {
    const hra_rules *rules = c->game->rules;
    int mover = rules->to_move(c->game, s);
    return mover == HRA_OVER     ? 0
           : mover == HRA_CHANCE ? (hand ? rules->chance_outcomes(c->game, s, c->moves, c->probability) : 0)
                                 : rules->moves(c->game, s, c->moves);
}

static void add_move(hra_scene *c, const void *s, hra_move m) {
    const hra_rules *rules = c->game->rules;
    hra_text *text = hra_move_input_begin(&c->presses, m);
    rules->text->show_move(c->game, s, m, text);
    hra_text_add_char(text, '\0');
    if (rules->text->say_move) {
        rules->text->say_move(c->game, s, m, hra_move_input_say(&c->presses));
        hra_text_add_char(text, '\0');
    }
    if (rules->scene->move_input)
        rules->scene->move_input(c->game, s, m, &c->presses);
    hra_move_input_end(&c->presses);
}

static bool add_presses(hra_scene *c, const void *s, bool hand) {
    int n = list_moves(c, s, hand);
    for (int i = 0; i < n; i++)
        add_move(c, s, c->moves[i]);
    return hra_move_input_part(&c->presses);
}

/* ---- setting --------------------------------------------------------------------------------*/

/* The moment as the looker may see it. */
static hra_scene_view look_through(hra_scene *c, const hra_scene_view *m) {
    hra_scene_view seen = *m;
    const hra_rules_conduct *conduct = c->game->rules->conduct;
    if (m->seat < 0)
        return seen;
    hra_game_view(c->game, m->state, m->seat, c->seen[0]);
    seen.state = c->seen[0];
    if (!m->before)
        return seen;
    bool secret = conduct->hidden && conduct->hidden(c->game, m->before, m->last) &&
                  c->game->rules->to_move(c->game, m->before) != m->seat;
    hra_game_view(c->game, m->before, m->seat, c->seen[1]);
    seen.before = secret ? NULL : c->seen[1];
    return seen;
}

hra_err hra_scene_set(hra_scene *c, const hra_scene_view *moment) {
    hra_scene_view seen = look_through(c, moment);
    hra_shapes *now = &c->part[HRA_SCENE_NOW];
    hra_shapes_clear(now);
    hra_move_input_clear(&c->presses);
    hra_shapes_size(now, c->part[HRA_SCENE_BOARD].width, c->part[HRA_SCENE_BOARD].height);
    if (c->game->rules->scene->now)
        c->game->rules->scene->now(c->game, &seen, now);
    else
        add_text(c, &seen);
    bool done = add_presses(c, seen.state, seen.manual_dice);
    add_labels(c, &seen, moment);
    add_buttons(c, done);
    hra_err err = hra_move_input_seal(&c->presses);
    err = err ? err : hra_shapes_seal(now, "now.");
    if (err) {
        hra_shapes_clear(now);
        hra_move_input_clear(&c->presses);
    }
    note_size(c);
    return err;
}

hra_err hra_scene_set_still(hra_scene *c, const void *state) {
    const hra_scene_view view = {.state = state, .seat = -1};
    hra_shapes *now = &c->part[HRA_SCENE_NOW];
    hra_shapes_clear(now);
    hra_move_input_clear(&c->presses);
    hra_shapes_size(now, c->part[HRA_SCENE_BOARD].width, c->part[HRA_SCENE_BOARD].height);
    c->game->rules->scene->now(c->game, &view, now);
    hra_err err = hra_shapes_seal(now, "now.");
    if (err)
        hra_shapes_clear(now);
    note_size(c);
    return err;
}

hra_err hra_scene_set_move(hra_scene *c, const void *state, hra_move move) {
    hra_shapes_clear(&c->part[HRA_SCENE_NOW]);
    note_size(c);
    hra_move_input_clear(&c->presses);
    add_move(c, state, move);
    hra_err err = hra_move_input_seal(&c->presses);
    if (err)
        hra_move_input_clear(&c->presses);
    return err;
}

/* ---- looking --------------------------------------------------------------------------------*/

const hra_game *hra_scene_game(const hra_scene *c) {
    return c->game;
}

const hra_scene_info *hra_scene_snapshot(const hra_scene *c) {
    return &c->info;
}

int hra_scene_count(const hra_scene *c, hra_scene_part part) {
    return c->part[part].count;
}

const hra_shape *hra_scene_shape(const hra_scene *c, hra_scene_part part, int i) {
    return i >= 0 && i < c->part[part].count ? &c->part[part].shape[i] : NULL;
}

const hra_symbol *hra_scene_symbol(const hra_scene *c, int i) {
    const hra_shapes *board = &c->part[HRA_SCENE_BOARD];
    return i >= 0 && i < board->symbols ? &board->symbol[i] : NULL;
}

/* A piece without a symbol has that of its form. */
const hra_symbol *hra_scene_symbol_of(const hra_scene *c, const hra_shape *s) {
    const char *id = *s->symbol ? s->symbol : s->kind == HRA_SHAPE_PIECE ? hra_shape_form_word(s->form) : "";
    const hra_shapes *board = &c->part[HRA_SCENE_BOARD];
    for (int i = 0; i < board->symbols && *id; i++)
        if (strcmp(board->symbol[i].id, id) == 0)
            return &board->symbol[i];
    return NULL;
}

const char *hra_scene_said(const hra_scene *c, int i) {
    return c->presses.words.data + c->presses.mark[i].said;
}

const hra_input_path *hra_scene_path(const hra_scene *c, int i) {
    return i >= 0 && i < c->presses.count ? &c->presses.way[i] : NULL;
}
