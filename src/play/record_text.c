/* Writing a record that was read, as text. */
#include <string.h>

#include "play/record_object.h"

static void add_header(const hra_record *record, hra_text *out) {
    const hra_game *game = record->game;
    hra_text_addf(out, "hra-record %d\ngame %s\n", record->version, game->spec);
    if (record->seed || record->number)
        hra_text_addf(out, "seed %llu\nnumber %llu\n", (unsigned long long)record->seed,
                      (unsigned long long)record->number);
    if (record->position) {
        hra_text_add(out, "position ");
        game->rules->text->write_position(game, hra_track_state(&record->track, 0), out);
        hra_text_add_char(out, '\n');
    }
    if (record->manual)
        hra_text_add(out, "dice manual\n");
    for (int seat = 0; seat < game->seats; seat++)
        hra_text_addf(out, "seat %d %s\n", seat, record->seats[seat] ? record->seats[seat] : "?");
    for (int seat = 0; seat < game->seats; seat++)
        if (record->manners.names[seat][0])
            hra_text_addf(out, "name %d %s\n", seat, record->manners.names[seat]);
    if (*record->date)
        hra_text_addf(out, "# Date: %s\n", record->date);
}

/* ---- what is written about the game ---------------------------------------------------------*/

/* A text in one line: a backslash stands before n for a new line, and before another one. */
static void add_escaped(const char *text, hra_text *out) {
    for (; *text; text++)
        if (*text == '\n' || *text == '\\')
            hra_text_addf(out, "\\%c", *text == '\n' ? 'n' : '\\');
        else if (*text != '\r')
            hra_text_add_char(out, *text);
}

static void add_note(const hra_note *note, hra_text *out) {
    hra_text_add(out, note->before ? "#: before " : "#: ");
    if (note->kind == HRA_NOTE_NAG) {
        hra_text_addf(out, "nag %d", note->value);
    } else {
        hra_text_add(out, note->kind == HRA_NOTE_COMMENT ? "comment " : "property ");
        if (note->kind == HRA_NOTE_PROPERTY)
            hra_text_addf(out, "%s ", note->name);
        add_escaped(note->text, out);
    }
    hra_text_add_char(out, '\n');
}

static void add_notes(const hra_annotated *a, int node, hra_text *out) {
    for (int i = a->nodes[node].note; i >= 0; i = a->notes[i].next)
        add_note(&a->notes[i], out);
}

static void add_move(const hra_record *record, const void *s, int mover, hra_move move, const char *mark,
                     hra_text *out) {
    hra_text_add(out, mark);
    if (mover == HRA_CHANCE)
        hra_text_add(out, "* ");
    else
        hra_text_addf(out, "%d ", mover);
    record->game->rules->text->show_move(record->game, s, move, out);
    hra_text_add_char(out, '\n');
}

/* At most HRA_MAX_VARIATIONS deep, since variations are. */
static void add_variations(const hra_record *record, int node, hra_text *out);

static void add_variation(const hra_record *record, int node, hra_text *out) {
    const hra_annotated *a = record->annotated;
    hra_text_add(out, "#: (\n");
    for (; node; node = a->nodes[node].first) {
        const hra_node *n = &a->nodes[node];
        add_move(record, hra_annotated_state(a, n->parent), n->mover, n->move, "#: ", out);
        add_notes(a, node, out);
        add_variations(record, node, out);
    }
    hra_text_add(out, "#: )\n");
}

/* What might have been played in place of a move. */
static void add_variations(const hra_record *record, int node, hra_text *out) {
    const hra_annotated *a = record->annotated;
    for (int other = a->nodes[node].sibling; other; other = a->nodes[other].sibling)
        if (a->nodes[other].beside == node)
            add_variation(record, other, out);
}

/* ---- all of it ------------------------------------------------------------------------------*/

static void add_moves(const hra_record *record, hra_text *out) {
    const hra_annotated *a = record->annotated;
    int node = 0;
    for (int ply = 0; ply < record->track.plies; ply++) {
        add_move(record, hra_track_state(&record->track, ply), record->track.movers[ply],
                 record->track.moves[ply], "", out);
        double seconds = hra_manners_seconds(&record->manners, ply);
        if (seconds >= 0)
            hra_text_addf(out, "time %.3f\n", seconds);
        node = a ? a->nodes[node].first : 0;
        if (node) {
            add_notes(a, node, out);
            add_variations(record, node, out);
        }
    }
}

static void add_terms(const hra_record *record, hra_text *out) {
    const hra_terms *terms = &record->manners.terms;
    if (terms->end == HRA_OUTCOME_RESIGNED)
        hra_text_addf(out, "resign %d\n", terms->by);
    else if (terms->end == HRA_OUTCOME_AGREED)
        hra_text_addf(out, "draw offer %d\ndraw accept %d\n", !terms->by, terms->by);
    else if (terms->end == HRA_OUTCOME_ADJUDICATED)
        hra_text_addf(out, "adjudicated %s %.17g\n", hra_adjudication_name(terms->why), terms->first + 0.0);
    else if (terms->offer >= 0)
        hra_text_addf(out, "draw offer %d\n", terms->offer);
}

hra_err hra_record_text(const hra_record *record, hra_text *out) {
    const hra_annotated *a = record->annotated;
    add_header(record, out);
    for (int i = 0; a && i < a->tag_count; i++) {
        hra_text_addf(out, "#: tag %s ", a->tags[i].name);
        add_escaped(a->tags[i].value, out);
        hra_text_add_char(out, '\n');
    }
    if (a)
        add_notes(a, 0, out);
    add_moves(record, out);
    add_terms(record, out);
    if (record->finished) {
        hra_text_add(out, "result");
        for (int seat = 0; seat < record->game->seats; seat++)
            hra_text_addf(out, " %.17g", record->info.returns[seat] + 0.0);
        hra_text_add_char(out, '\n');
    }
    return out->err;
}
