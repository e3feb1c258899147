/* Reading another format by the reader of match files. */
#include "through_mat.h"

#include <stdlib.h>
#include <string.h>

#include "annotated/game_spare.h"
#include "core/lines.h"
#include "core/messages.h"
#include "core/utf8.h"
#include "mat.h"
#include "sgf_text.h"

enum {
    BLACKS_CELL = 40,                 /* where it begins */
    MAX_TEXTS = HRA_MAX_NOTES * 3 / 4 /* bytes of notes; moves have the rest */
};

/* ---- the text of the match file ---------------------------------------------------------------*/

void bg_through_open(bg_through *t, const hra_format_input *in) {
    *t = (bg_through){.text = in->text,
                      .end = in->text + in->length,
                      .counted = in->text,
                      .line = 1,
                      .first_line = in->line};
    hra_text_init(&t->out);
}

void bg_through_close(bg_through *t) {
    hra_text_release(&t->out);
    free(t->lines);
}

static int line_at(bg_through *t, const char *at) {
    for (; t->counted < at; t->counted++)
        t->line += *t->counted == '\n';
    return t->line;
}

void bg_through_line(bg_through *t, const char *at, const char *line) {
    if (t->count == t->room) {
        int room = t->room ? 2 * t->room : 256;
        int *lines = realloc(t->lines, (size_t)room * sizeof *lines);
        t->err = lines ? t->err : HRA_ENOMEM;
        t->lines = lines ? lines : t->lines;
        t->room = lines ? room : t->room;
        if (!lines)
            return;
    }
    t->lines[t->count++] = line_at(t, at);
    hra_text_addf(&t->out, "%s\n", line);
}

void bg_through_cell(bg_through *t, const char *at, int seat, const char *cell) {
    char line[300];
    (void)hra_snprintf(line, sizeof line, "  1) %*s%s", seat == BG_BLACK ? BLACKS_CELL : 0, "", cell);
    bg_through_line(t, at, line);
}

void bg_through_game(bg_through *t, const char *at, int number, const int score[2]) {
    char line[100];
    if (t->games < BG_THROUGH_GAMES) {
        t->from[t->games] = (size_t)(at - t->text);
        t->to[t->games++] = t->out.length;
    }
    (void)hra_snprintf(line, sizeof line, " Game %d", number);
    bg_through_line(t, at, line);
    (void)hra_snprintf(line, sizeof line, " W : %d %*s B : %d", score[0], BLACKS_CELL, "", score[1]);
    bg_through_line(t, at, line);
}

void bg_through_result(bg_through *t, const char *at, int seat, int points) {
    char cell[40];
    (void)hra_snprintf(cell, sizeof cell, " Wins %d point%s", points, points == 1 ? "" : "s");
    bg_through_cell(t, at, seat, cell);
}

void bg_through_place(bg_through *t, char kind, const char *at, const char *end) {
    char line[60];
    (void)hra_snprintf(line, sizeof line, ";%c%zu-%zu", kind, (size_t)(at - t->text),
                       (size_t)(end - t->text));
    bg_through_line(t, at, line);
}

/* ---- the annotated game -----------------------------------------------------------------------*/

hra_err bg_through_note(bg_through *t, hra_annotated *out, int node, const hra_note *note) {
    t->bytes += (note->name ? strlen(note->name) : 0) + (note->text ? strlen(note->text) : 0) + 2;
    t->cut = t->cut || t->bytes > MAX_TEXTS;
    return t->cut ? HRA_OK : hra_annotated_note(out, node, note);
}

hra_err bg_through_player(hra_annotated *out, int seat, const char *name) {
    hra_text text;
    size_t n = 0;
    hra_text_init(&text);
    bg_sgf_add_text(name, strlen(name), &text);
    for (size_t i = 0; i < text.length; i++)
        if (text.data[i] != ' ' || (n && text.data[n - 1] != ' '))
            text.data[n++] = text.data[i];
    n = n > BG_MAT_NAME ? hra_utf8_whole(text.data, BG_MAT_NAME) : n;
    while (n && text.data[n - 1] == ' ')
        n--;
    if (n)
        text.data[n] = '\0';
    hra_err err = text.err ? text.err : hra_annotated_player(out, seat, n ? text.data : "?");
    hra_text_release(&text);
    return err;
}

hra_err bg_through_tag(hra_annotated *out, const char *name, const char *value) {
    hra_text text;
    hra_text_init(&text);
    bg_sgf_add_text(value, strlen(value), &text);
    hra_err err = text.err ? text.err : hra_annotated_set_tag(out, name, hra_text_string(&text));
    hra_text_release(&text);
    return err;
}

/* Dice that cannot be played are a roll alone in the text of the match: the notes behind it are of the move that passes. */
static int place_of_notes(const hra_annotated *from, int node) {
    const hra_node *n = &from->nodes[node];
    bool played = n->mover == HRA_CHANCE && n->first && !bg_is_concession(from->nodes[n->first].move) &&
                  from->nodes[n->first].mover >= 0;
    return played ? n->first : node;
}

/* "p120-133" */
static hra_err add_place(bg_through *t, hra_annotated *out, int node, const char *mark) {
    char *behind;
    size_t from = strtoul(mark + 1, &behind, 10), to = strtoul(behind + 1, NULL, 10);
    return t->add(t, out, node, *mark, t->text + from, t->text + to);
}

static hra_err fill_notes(bg_through *t, const hra_annotated *from, hra_annotated *out) {
    hra_err err = HRA_OK;
    for (int node = 0; node < from->node_count; node++)
        for (int i = from->nodes[node].note; i >= 0 && !err; i = from->notes[i].next)
            if (from->notes[i].kind == HRA_NOTE_COMMENT)
                err = add_place(t, out, place_of_notes(from, node), from->notes[i].text);
    if (err || !t->cut)
        return err;
    return hra_annotated_fault(
        out, &(hra_fault){.remark = true,
                          .code = HRA_ELIMIT,
                          .line = 1,
                          .column = 1,
                          .text = _("too many notes for one game; the last ones are left out")});
}

/* The moves; the game goes from one to the other. */
static hra_err fill_moves(hra_annotated *from, const hra_host *host, hra_annotated *out, hra_error *why) {
    hra_game *game = hra_annotated_take_game(from);
    const char *spec = game->spec;
    hra_annotated_lend(out, game);
    hra_err err = hra_annotated_begin(out, host, spec, NULL, why);
    if (!err && hra_annotated_start(out, hra_annotated_state(from, 0)))
        err = hra_no_memory(why);
    for (int node = 1; node < from->node_count && !err; node++) {
        int added = hra_annotated_add(out, out->node_count - 1, from->nodes[node].move);
        if (!added || hra_annotated_spell(out, added, from->nodes[node].number, from->nodes[node].spelling))
            err = hra_no_memory(why);
    }
    return err;
}

/* What is not of a move: tags, players, the result, and faults with the places of the .sgf. */
static hra_err fill_rest(bg_through *t, const hra_format_input *in, const hra_annotated *from,
                         hra_annotated *out) {
    hra_err err = t->head(t, out, t->text + in->at);
    for (int i = 0; i < from->tag_count && !err; i++)
        err = hra_annotated_set_tag(out, from->tags[i].name, from->tags[i].value);
    if (!err && from->result.stated)
        err = hra_annotated_result(out, &from->result);
    for (int i = 0; i < from->fault_count && !err; i++) {
        hra_fault fault = from->faults[i];
        fault.line =
            fault.line >= 1 && fault.line <= t->count ? in->line - 1 + t->lines[fault.line - 1] : fault.line;
        fault.column = 1;
        err = hra_annotated_fault(out, &fault);
    }
    return err;
}

static hra_err fill(bg_through *t, const hra_format_input *in, hra_annotated *from, hra_annotated *out,
                    hra_error *why) {
    hra_err err = from->game ? fill_moves(from, in->host, out, why) : HRA_OK;
    if (err)
        return err;
    err = fill_rest(t, in, from, out);
    if (!err && from->node_count)
        err = fill_notes(t, from, out);
    return err ? hra_fail_code(why, err) : HRA_OK;
}

/* ---- hra_format -------------------------------------------------------------------------------*/

static size_t place_in(const size_t *from, const size_t *to, int n, size_t at, size_t other) {
    for (int i = 0; i < n; i++)
        if (from[i] == at)
            return to[i];
    return other;
}

hra_err bg_through_read(bg_through *t, const hra_format_input *in, hra_annotated *out, size_t *used,
                        hra_error *why) {
    hra_annotated *match;
    hra_format_input mat = *in;
    hra_err err = hra_annotated_open(&match, why);
    if (err)
        return err;
    hra_annotated_lend(match, hra_annotated_take_spare(out));
    mat.text = hra_text_string(&t->out);
    mat.length = t->out.length;
    mat.at = in->at ? place_in(t->from, t->to, t->games, in->at, mat.length) : 0;
    mat.line = 1;
    hra_err unread = bg_mat_read(&mat, match, used, why);
    *used = *used == mat.length ? in->length : place_in(t->to, t->from, t->games, *used, in->length);
    err = hra_is_lack(unread) ? unread : fill(t, in, match, out, unread ? NULL : why);
    hra_annotated_close(match);
    return err ? err : unread;
}
