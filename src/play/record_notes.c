/* Reading what is written about a game in a record. */
#include "play/record_notes.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NAME = 1024 }; /* bytes of a name in any format, and a zero */

/* The moves so far as an annotated game. */
static hra_err begin(hra_record_notes *n, hra_record *record) {
    hra_err err = hra_annotated_open(&record->annotated, NULL);
    if (!err)
        err = hra_annotated_begin(record->annotated, record->game->host, record->game->spec, NULL, NULL);
    if (!err)
        err = hra_annotated_start(record->annotated, hra_track_state(&record->track, 0));
    for (int ply = 0; ply < record->track.plies && !err; ply++)
        err = hra_record_notes_move(n, record, record->track.moves[ply]);
    if (err) {
        hra_annotated_close(record->annotated);
        record->annotated = NULL;
    }
    return err;
}

hra_err hra_record_notes_move(hra_record_notes *n, hra_record *record, hra_move move) {
    if (!record->annotated)
        return HRA_OK;
    const int parent = n->depth ? n->before[1] : n->node; /* a variation without an end ends here */
    n->depth = n->skipped = 0;
    if (hra_annotated_full(record->annotated, parent))
        return HRA_ELIMIT;
    n->node = hra_annotated_add(record->annotated, parent, move);
    return n->node ? HRA_OK : HRA_ENOMEM;
}

hra_err hra_record_notes_cut(hra_record_notes *n, hra_record *record, int plies) {
    hra_annotated *a = record->annotated;
    int node = 0;
    if (!a)
        return HRA_OK;
    for (int ply = 0; ply < plies; ply++)
        node = a->nodes[node].first;
    n->node = node;
    n->depth = n->skipped = 0;
    hra_err err = HRA_OK;
    while (a->nodes[node].first && !err) /* variations too: they would be the game */
        err = hra_annotated_remove(a, a->nodes[node].first);
    return err;
}

/* The rest of the line without escapes; the caller frees it. NULL: no memory. */
static char *take_text(hra_lines *l) {
    size_t n = 0, length = hra_lines_left(l);
    char *out = malloc(length + 1);
    for (const char *at = l->at; out && at < l->end; at++) {
        bool escaped = *at == '\\' && at + 1 < l->end;
        at += escaped;
        out[n++] = (char)(escaped && *at == 'n' ? '\n' : *at);
    }
    if (out)
        out[n] = '\0';
    l->at = l->end;
    return out;
}

static bool take_name(hra_lines *l, char name[MAX_NAME]) {
    size_t n = 0;
    while (l->at < l->end && *l->at != ' ' && n + 1 < MAX_NAME)
        name[n++] = *l->at++;
    name[n] = '\0';
    return n && (hra_lines_take(l, " ") || l->at == l->end);
}

static hra_err read_tag(hra_record *record, hra_lines *l) {
    char name[MAX_NAME];
    if (!take_name(l, name))
        return HRA_OK;
    char *value = take_text(l);
    hra_err err = value ? hra_annotated_add_tag(record->annotated, name, value) : HRA_ENOMEM;
    free(value);
    return err;
}

static hra_err read_note(const hra_record_notes *n, hra_record *record, hra_lines *l, hra_note_kind kind,
                         bool before) {
    char name[MAX_NAME] = "";
    const hra_annotated *a = record->annotated;
    hra_note note = {.kind = kind, .before = before, .name = name};
    for (int other = n->node ? a->nodes[n->node].sibling : 0; other && !note.before;
         other = a->nodes[other].sibling)
        note.after += a->nodes[other].beside == n->node;
    if (kind == HRA_NOTE_PROPERTY && !take_name(l, name))
        return HRA_OK;
    note.value = kind == HRA_NOTE_NAG ? hra_lines_digits(l, 6) : 0;
    if (note.value < 0)
        return HRA_OK;
    char *text = kind == HRA_NOTE_NAG ? NULL : take_text(l);
    if (kind != HRA_NOTE_NAG && !text)
        return HRA_ENOMEM;
    note.text = text;
    hra_err err = hra_annotated_note(record->annotated, n->node, &note);
    free(text);
    return err;
}

static void open_variation(hra_record_notes *n, const hra_record *record) {
    if (n->skipped || !n->node || n->depth == HRA_MAX_VARIATIONS) {
        n->skipped++;
        return;
    }
    n->before[++n->depth] = n->node;
    n->node = record->annotated->nodes[n->node].parent;
}

static void close_variation(hra_record_notes *n) {
    if (n->skipped)
        n->skipped--;
    else if (n->depth)
        n->node = n->before[n->depth--];
}

/* "0 11-15" of a variation. A move that is not legal there ends the variation. */
static hra_err read_move(hra_record_notes *n, hra_record *record, hra_lines *l) {
    const hra_game *game = record->game;
    const void *s = hra_annotated_state(record->annotated, n->node);
    int mover = hra_lines_take(l, "*") ? HRA_CHANCE : hra_lines_digits(l, 1);
    hra_move move;
    if (n->depth && hra_lines_take(l, " ") && mover == game->rules->to_move(game, s)) {
        char *text = take_text(l);
        if (!text)
            return HRA_ENOMEM;
        bool legal =
            hra_game_parse_move(game, s, text, &move, NULL) == 0 && hra_game_check_move(game, s, move) == 0;
        free(text);
        int node = legal ? hra_annotated_add(record->annotated, n->node, move) : 0;
        if (legal && !node && !hra_annotated_full(record->annotated, n->node))
            return HRA_ENOMEM;
        if (node) {
            if (n->node == record->annotated->nodes[n->before[n->depth]].parent)
                hra_annotated_beside(record->annotated, node, n->before[n->depth]);
            n->node = node;
            return HRA_OK;
        }
    }
    n->skipped = n->depth ? 1 : 0;
    return HRA_OK;
}

hra_err hra_record_notes_read(hra_record_notes *n, hra_record *record, hra_lines *l) {
    hra_err err = record->annotated || !record->game ? HRA_OK : begin(n, record);
    if (err || !record->game || !hra_lines_take(l, " "))
        return err;
    const bool before = hra_lines_key(l, "before");
    if (hra_lines_key(l, "("))
        open_variation(n, record);
    else if (hra_lines_key(l, ")"))
        close_variation(n);
    else if (n->skipped)
        return HRA_OK;
    else if (hra_lines_key(l, "tag"))
        err = read_tag(record, l);
    else if (hra_lines_key(l, "comment"))
        err = read_note(n, record, l, HRA_NOTE_COMMENT, before);
    else if (hra_lines_key(l, "nag"))
        err = read_note(n, record, l, HRA_NOTE_NAG, before);
    else if (hra_lines_key(l, "property"))
        err = read_note(n, record, l, HRA_NOTE_PROPERTY, before);
    else
        err = read_move(n, record, l);
    return err == HRA_ELIMIT ? HRA_OK : err; /* more than can be kept */
}
