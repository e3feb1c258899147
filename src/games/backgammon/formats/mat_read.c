/* Reading match files: the games of a match become one annotated game, as far as they follow from each other; where
 * one is missing, the next call begins another.
 *
 * A game that ends without a last move was given up: a line says so ("Wins 2 points"), or the score of the next game. So damage
 * ends the game that it is in, and no other. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "core/utf8.h"
#include "mat_reader.h"

enum { MAX_FAULTS = 100 };

/* ---- faults -----------------------------------------------------------------------------------*/

void bg_mat_go_to(bg_mat_reader *r, const char *found) {
    size_t at = (size_t)(found - r->line), length = (size_t)(r->l.end - r->l.start);
    r->l.at = r->l.start + (at < length ? at : length);
}

hra_err bg_mat_fail(bg_mat_reader *r, const char *expected, const char *found) {
    bg_mat_go_to(r, found);
    return hra_lines_expected(&r->l, _(expected));
}

hra_err bg_mat_fail_at_end(bg_mat_reader *r, const char *expected) {
    r->l.at = r->l.end;
    return hra_lines_expected(&r->l, _(expected));
}

hra_err bg_mat_fail_as(bg_mat_reader *r, hra_err err, const hra_error *told, const char *found) {
    bg_mat_go_to(r, found);
    return hra_lines_fail_as(&r->l, err, told);
}

hra_err bg_mat_pass(bg_mat_reader *r, hra_err err, bool remark) {
    if (!err || hra_is_lack(err))
        return err;
    const hra_fault fault = {.remark = remark,
                             .code = err,
                             .line = r->place.line,
                             .column = r->place.character,
                             .node = r->node,
                             .text = r->told.text};
    r->l.err = HRA_OK;
    return r->out->fault_count < MAX_FAULTS ? hra_annotated_fault(r->out, &fault) : HRA_OK;
}

/* Before a game has begun no move can have a note: add_head_notes finds these later. */
hra_err bg_mat_add_note(bg_mat_reader *r, hra_note note) {
    return r->game ? hra_annotated_note(r->out, r->node, &note) : HRA_OK;
}

int bg_mat_place(const bg_mat_reader *r) {
    return r->bare ? BG_MAT_BEHIND_HEAD : *r->ending ? BG_MAT_BEHIND_END : 0;
}

hra_err bg_mat_add_property(bg_mat_reader *r, const char *name, const char *text) {
    return bg_mat_add_note(
        r, (hra_note){.kind = HRA_NOTE_PROPERTY, .name = name, .text = text, .value = bg_mat_place(r)});
}

/* ---- lines ------------------------------------------------------------------------------------*/

bool bg_mat_get_line(bg_mat_reader *r, hra_err *err) {
    bool there = hra_lines_next(&r->l);
    if (there && !hra_lines_rest(&r->l, r->line, sizeof r->line)) {
        *err = bg_mat_pass(r, r->l.err, false);
        r->lost = true;
        r->line[0] = '\0';
        return !*err;
    }
    *err = r->l.err;
    if (!there)
        return false;
    size_t n = 0, length = 0;
    r->tab = -1;
    for (; r->line[n]; n++) {
        if (r->line[n] == '\t' && n && r->tab < 0)
            r->tab = (int)n;
        r->line[n] = hra_is_control(r->line[n]) ? ' ' : r->line[n];
        length = r->line[n] != ' ' ? n + 1 : length;
    }
    r->line[length] = '\0';
    return true;
}

/* ---- heads of games ---------------------------------------------------------------------------*/

static bool follows(const bg_mat_reader *r, const int *score) {
    return r->match && r->s.phase == BG_OPENING && r->ruled && score[0] == r->s.score[0] &&
           score[1] == r->s.score[1];
}

void bg_mat_note_score(bg_mat_reader *r, const int *score) {
    r->crawford_over = r->crawford_over || score[0] == r->match - 1 || score[1] == r->match - 1;
}

static void reset_game(bg_mat_reader *r, const int *score, int column) {
    r->score[0] = score[0];
    r->score[1] = score[1];
    bg_mat_note_score(r, score);
    r->column = column;
    r->ruled = r->ended = r->pending = r->lost = false;
    r->bare = true;
    r->winner = -1;
    r->drawn = false;
    r->points = 0;
    r->ending[0] = '\0';
}

/* The names behind " Game 3" are missing. If the game before has ended, the score is known nonetheless. */
static hra_err begin_unnamed(bg_mat_reader *r) {
    bg_mat_names names = {.at = {"", ""}};
    hra_err err =
        bg_mat_pass(r, bg_mat_fail(r, N_("names and points, as in 'Anna : 3   Ben : 2'"), r->line), false);
    if (!err && r->game)
        err = bg_mat_end_game(r, NULL);
    bool known = r->game && r->ruled && r->s.phase == BG_OPENING;
    if (err || (r->game && !known)) {
        r->lost = true;
        return err;
    }
    for (int seat = 0; seat < 2 && r->game; seat++)
        names.score[seat] = r->s.score[seat];
    err = r->game ? HRA_OK : bg_mat_begin_play(r, &names);
    reset_game(r, names.score, 0);
    return err ? err : bg_mat_read_line(r);
}

/* The game goes on with the play where it ends as this one begins; else r->next_play. */
static hra_err begin_game(bg_mat_reader *r) {
    const char *from = r->l.start;
    int line = r->l.number;
    bg_mat_names names;
    hra_err err = HRA_OK;
    r->number = bg_mat_game(r->line) > 0 ? bg_mat_game(r->line) : r->number + 1;
    r->row = 0;
    bool there = bg_mat_get_line(r, &err);
    while (there && !*r->line)
        there = bg_mat_get_line(r, &err);
    if (!there)
        return err ? err : bg_mat_pass(r, bg_mat_fail_at_end(r, N_("the names of the players")), false);
    int column = bg_mat_read_names(r->line, &names);
    if (column < 0)
        return begin_unnamed(r);
    if (r->game)
        err = bg_mat_end_game(r, names.score);
    if (!err && r->game && !follows(r, names.score)) {
        r->next_play = from;
        r->next_line = line;
    } else if (!err && !r->game) {
        err = bg_mat_begin_play(r, &names);
    }
    if (!r->next_play)
        reset_game(r, names.score, column);
    return err;
}

/* The rows of all games, up to the next play. */
static hra_err read_games(bg_mat_reader *r) {
    hra_err err = begin_game(r);
    while (!err && !r->next_play && bg_mat_get_line(r, &err))
        err = bg_mat_game(r->line) >= 0 ? begin_game(r) : bg_mat_read_line(r);
    if (err || r->next_play || !r->game)
        return err;
    const bool only_begun = r->bare && r->node && r->winner < 0; /* else it was given up before a move */
    return only_begun ? bg_mat_add_property(r, "Game", "") : bg_mat_end_game(r, NULL);
}

/* Passes over the games before the next play, and remembers what their scores show. */
static hra_err pass_games(bg_mat_reader *r, const char *at) {
    hra_err err = HRA_OK;
    bg_mat_names names;
    while (r->l.next < at && bg_mat_get_line(r, &err))
        if (bg_mat_read_names(r->line, &names) >= 0)
            bg_mat_note_score(r, names.score);
    return err;
}

/* The last call was here. */
static void go_to_mark(bg_mat_reader *r, const hra_format_mark *mark) {
    r->l.next = r->l.checked = r->text + mark->at;
    r->l.number = mark->line - 1;
    r->crawford_over = mark->state;
}

static hra_err go_to_play(bg_mat_reader *r, const hra_format_input *in) {
    hra_err err = HRA_OK;
    if (in->mark && in->mark->at == in->at)
        go_to_mark(r, in->mark);
    else
        err = pass_games(r, in->text + in->at);
    if (err || !bg_mat_get_line(r, &err))
        return err;
    r->part = bg_mat_game(r->line);
    r->lost = false;
    *r->position = '\0';
    return HRA_OK;
}

static void set_mark(const bg_mat_reader *r, hra_format_mark *mark) {
    *mark = (hra_format_mark){0};
    if (r->next_play)
        *mark = (hra_format_mark){
            .at = (size_t)(r->next_play - r->text), .line = r->next_line, .state = r->crawford_over};
}

hra_err bg_mat_read(const hra_format_input *in, hra_annotated *out, size_t *used, hra_error *why) {
    bg_mat_reader *r = calloc(1, sizeof *r);
    if (!r)
        return hra_no_memory(why);
    *r = (bg_mat_reader){
        .host = in->host, .out = out, .text = in->text, .winner = -1, .tab = -1, .bare = true};
    hra_lines_open(&r->l, in->text, in->length, in->line, &r->told);
    r->l.place = &r->place;
    hra_err err = bg_mat_read_head(r);
    if (!err && in->at)
        err = go_to_play(r, in);
    if (!err)
        err = read_games(r);
    *used = r->next_play ? (size_t)(r->next_play - in->text) : in->length;
    if (in->mark)
        set_mark(r, in->mark);
    bool begun = r->game != NULL;
    err = bg_mat_pass(r, err, false);
    hra_error told = r->told;
    free(r);
    if (err)
        return hra_fail_code(why, err);
    return begun ? HRA_OK : hra_fail(why, HRA_EINPUT, -1, "%s", told.text);
}
