/* A study: the game at the table with all that was tried in it, as a tree of moves (hra/annotated.h). The play is the line
 * from the start to one node of it. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "play/record_object.h"
#include "rules/game_properties.h"
#include "session/session.h"

enum {
    STUDY_BYTES = 1 << 20, /* of the event that has all nodes */
    MOST_GLYPH = 255       /* of PGN's numeric annotation glyphs */
};

/* ---- as JSON --------------------------------------------------------------------------------*/

/* A note that a node would have in place of those of its kind, before it has it. */
typedef struct new_note {
    int node;
    hra_note note;
} new_note;

static void add_note(hra_json *json, const char *key, const hra_note *note, bool *any) {
    if (!*any)
        hra_json_list(json, key);
    *any = true;
    if (note->kind == HRA_NOTE_NAG)
        hra_json_integer(json, NULL, note->value);
    else
        hra_json_text(json, NULL, note->text);
}

/* The notes of a kind before or after a move, if there are any. to: NULL, or what would change. */
static void add_notes(hra_json *json, const char *key, const hra_annotated *a, int node, const hra_note *kind,
                      const new_note *to) {
    bool any = false;
    if (to && to->node == node && to->note.kind == kind->kind && !kind->before) {
        if (to->note.value || *to->note.text)
            add_note(json, key, &to->note, &any);
    } else
        for (int i = a->nodes[node].note; i >= 0; i = a->notes[i].next)
            if (a->notes[i].kind == kind->kind &&
                (kind->kind == HRA_NOTE_NAG || a->notes[i].before == kind->before))
                add_note(json, key, &a->notes[i], &any);
    if (any)
        hra_json_end(json);
}

static void add_node(hra_json *json, const hra_annotated *a, int node, const new_note *to) {
    const hra_node *n = &a->nodes[node];
    hra_json_object(json, NULL);
    hra_json_integer(json, "node", node);
    if (node) {
        hra_json_integer(json, "parent", n->parent);
        if (n->mover >= 0)
            hra_json_integer(json, "seat", n->mover);
        else
            hra_json_text(json, "seat", "chance");
        hra_json_move(json, "move", a->game, hra_annotated_state(a, n->parent), n->move);
    }
    hra_json_integer(json, "ply", n->ply);
    add_notes(json, "before", a, node, &(hra_note){.kind = HRA_NOTE_COMMENT, .before = true}, to);
    add_notes(json, "comments", a, node, &(hra_note){.kind = HRA_NOTE_COMMENT}, to);
    add_notes(json, "nags", a, node, &(hra_note){.kind = HRA_NOTE_NAG}, to);
    hra_json_end(json);
}

/* The node that follows in a walk through all lines, a line before the variations of its moves; 0: none. */
static int node_after(const hra_annotated *a, int node) {
    if (a->nodes[node].first)
        return a->nodes[node].first;
    while (node && !a->nodes[node].sibling)
        node = a->nodes[node].parent;
    return node ? a->nodes[node].sibling : 0;
}

static void add_about(hra_json *json, const hra_annotated *a) {
    hra_json_list(json, "tags");
    for (int i = 0; i < a->tag_count; i++) {
        hra_json_object(json, NULL);
        hra_json_text(json, "name", a->tags[i].name);
        hra_json_text(json, "value", a->tags[i].value);
        hra_json_end(json);
    }
    hra_json_end(json);
    hra_session_add_faults(json, a->faults, a->fault_count, a, NULL);
    hra_session_add_formats(json, a->game->rules);
}

/* Whether chance or a program would move, if somebody let it. */
static bool waits(const table *t) {
    int mover = t->play ? hra_play_at(t->play, HRA_NOW).mover : HRA_OVER;
    bool by_hand = mover == HRA_CHANCE ? t->how.manual_chance
                                       : mover >= 0 && hra_player_info_of(t->players[mover])->human;
    return t->browses && mover != HRA_OVER && !by_hand;
}

/* The members of the event. added -1: all nodes, 0: none, else the one that is new. */
static void write_study(const table *t, int version, int added, const new_note *to, hra_text *out) {
    const hra_annotated *a = t->study;
    hra_json json = hra_json_begin(out);
    json.keys = hra_session_json_keys(version);
    hra_json_object(&json, NULL);
    hra_json_integer(&json, "at", t->node);
    hra_json_bool(&json, "waits", waits(t));
    if (added < 0) {
        add_about(&json, a);
        hra_json_list(&json, "nodes");
        add_node(&json, a, 0, to);
        for (int node = 0; (node = node_after(a, node)) != 0;)
            add_node(&json, a, node, to);
        hra_json_end(&json);
    } else if (added) {
        hra_json_list(&json, "added");
        add_node(&json, a, added, to);
        hra_json_end(&json);
    }
    hra_json_end(&json);
}

/* To one client, or to all. */
static void emit(hra_session *s, const requester *to, bool all, int added) {
    for (int i = 0; i < HRA_SESSION_CLIENTS; i++) {
        const requester other = {.client = i}, *one = to && to->client == i ? to : &other;
        hra_text text;
        if (!s->clients[i].open || (!all && one != to))
            continue;
        hra_text_init(&text);
        write_study(&s->table, s->clients[i].version, added, NULL, &text);
        hra_emit_members(s, one, HRA_SESSION_STUDY, NULL, text.err ? NULL : hra_text_string(&text));
        hra_text_release(&text);
    }
}

void hra_session_emit_study(hra_session *s, const requester *to, bool all) {
    if (s->table.study)
        emit(s, to, all, -1);
}

/* ---- growing --------------------------------------------------------------------------------*/

static int child_of(const hra_annotated *a, int node, hra_move move) {
    int child = a->nodes[node].first;
    while (child && a->nodes[child].move != move)
        child = a->nodes[child].sibling;
    return child;
}

hra_err hra_session_study_has_room(const hra_session *s, hra_error *why) {
    const table *t = &s->table;
    return t->study && hra_annotated_full(t->study, t->node)
               ? hra_fail(why, HRA_ELIMIT, -1, "a study has at most %d moves, and variations %d deep",
                          HRA_MAX_NODES, HRA_MAX_VARIATIONS)
               : HRA_OK;
}

void hra_session_grow_study(hra_session *s, const requester *cause) {
    table *t = &s->table;
    const hra_move move = hra_play_at(t->play, hra_play_plies(t->play) - 1).move;
    int child = child_of(t->study, t->node, move),
        added = child ? 0 : hra_annotated_add(t->study, t->node, move);
    if (!child && !added) { /* it goes on as any other game */
        hra_error why;
        hra_annotated_close(t->study);
        t->study = NULL;
        hra_no_memory(&why);
        hra_emit_error(s, NULL, true, &why, NULL);
        hra_emit_hello(s, cause, true);
        return;
    }
    t->node = child ? child : added;
    emit(s, cause, true, added);
}

hra_err hra_session_begin_study(hra_session *s, table *t, hra_error *why) {
    if (t->game->rules->conduct->observation)
        return hra_fail(why, HRA_EFIT, -1, "a game with hidden information has no study");
    hra_err err = hra_annotated_open(&t->study, why);
    if (!err)
        err = hra_annotated_begin(t->study, &s->host, t->game->spec, NULL, why);
    if (!err && hra_annotated_start(t->study, hra_play_at(t->play, 0).state) != 0)
        err = hra_no_memory(why);
    return err;
}

static hra_err check_study(const table *t, const new_note *to, hra_error *why) {
    hra_text text;
    hra_text_init(&text);
    write_study(t, 2, -1, to, &text);
    hra_err err =
        text.err ? hra_no_memory(why)
        : text.length > STUDY_BYTES
            ? hra_fail(why, HRA_ELIMIT, -1, "this game has %zu kB of moves and comments; a study at most %d",
                       text.length >> 10, STUDY_BYTES >> 10)
            : HRA_OK;
    hra_text_release(&text);
    return err;
}

hra_err hra_session_check_study(const table *t, hra_error *why) {
    return check_study(t, NULL, why);
}

/* ---- going about ----------------------------------------------------------------------------*/

/* Nothing that was asked or thought about the present position counts. */
static void forget_present(hra_session *s) {
    table *t = &s->table;
    if (t->chooser)
        hra_session_drop(s, t->chooser);
    if (t->explainer)
        hra_session_drop(s, t->explainer);
    t->chooser = t->explainer = NULL;
    hra_session_quiet_tutor(s, -1, 0);
    t->asked = t->explained = -1;
    t->over = false;
    t->go = 0;
}

/* The moves from the start to a node, which the caller frees. */
static hra_err find_path(const hra_annotated *a, int node, hra_move **out, hra_error *why) {
    *out = malloc(((size_t)a->nodes[node].ply + 1) * sizeof **out);
    if (!*out)
        return hra_no_memory(why);
    for (; node; node = a->nodes[node].parent)
        (*out)[a->nodes[node].ply - 1] = a->nodes[node].move;
    return HRA_OK;
}

/* The play anew: what ended it, and its record, are about another line. Names stay. */
static void begin_again(table *t) {
    char names[HRA_MAX_SEATS][HRA_NAME_BYTES + 1];
    for (int seat = 0; seat < t->game->seats; seat++)
        (void)hra_snprintf(names[seat], sizeof names[seat], "%s", hra_play_snapshot(t->play)->names[seat]);
    (void)hra_play_restart(t->play, hra_play_snapshot(t->play)->number, NULL, NULL);
    hra_text_clear(&t->written);
    for (int seat = 0; seat < t->game->seats; seat++)
        if (*names[seat])
            (void)hra_play_name(t->play, seat, names[seat]);
}

/* Files hold moves that give up a game of a match, which no player can make. */
static hra_err make(table *t, hra_move move) {
    return hra_is_concession(t->game, hra_play_at(t->play, HRA_NOW).state, move)
               ? hra_play_concede(t->play, move)
               : hra_play_apply(t->play, move);
}

/* Goes as far as the rules let the line go: a draw by repetition ends it. */
static hra_err go_to(hra_session *s, const requester *who, int node, int event, hra_error *why) {
    table *t = &s->table;
    hra_move *path = NULL;
    const int plies = t->study->nodes[node].ply;
    hra_err err = find_path(t->study, node, &path, why);
    if (err)
        return err;
    forget_present(s);
    begin_again(t);
    t->node = 0;
    t->browses = true;
    for (int ply = 0; ply < plies && !err; ply++) {
        err = make(t, path[ply]);
        t->node = err ? t->node : child_of(t->study, t->node, path[ply]);
    }
    free(path);
    for (int i = 0; i < HRA_SESSION_CLIENTS; i++)
        hra_session_recall(s, i);
    hra_emit_position(s, who, true, false);
    emit(s, who, true, event);
    return err && err != HRA_ESTATE ? hra_fail_as(why, hra_play_why(t->play)) : HRA_OK;
}

/* One move on is a move, which can be seen. */
static hra_err go_on_to(hra_session *s, const requester *who, int node, hra_error *why) {
    table *t = &s->table;
    if (make(t, t->study->nodes[node].move) != 0)
        return hra_fail_as(why, hra_play_why(t->play));
    forget_present(s);
    t->browses = true;
    hra_session_moved(s, who, NULL);
    return HRA_OK;
}

/* ---- lines ----------------------------------------------------------------------------------*/

/* The number of a node, of at least `least`; `line` is then behind it. */
static hra_err take_node(hra_session *s, const char *command, char **line, int least, int *node,
                         hra_error *why) {
    uint64_t n = 0;
    char *word;
    if (!s->table.study)
        return hra_fail(why, HRA_ESTATE, -1, "%s: this game is not a study; 'study NAME' opens one", command);
    hra_err err = hra_words_take(line, &word, why);
    if (!err)
        err = hra_words_number(word ? word : "", _("a node"), (uint64_t)least,
                               (uint64_t)s->table.study->node_count - 1, &n, why);
    *node = (int)n;
    return err;
}

static hra_err read_node(hra_session *s, const char *command, char *line, int least, int *node,
                         hra_error *why) {
    char *more = NULL;
    hra_err err = take_node(s, command, &line, least, node, why);
    if (!err)
        err = hra_words_take(&line, &more, why);
    if (!err && more)
        err = hra_fail(why, HRA_EINPUT, -1, "unexpected word '%.40s'", more);
    return err;
}

hra_err hra_session_handle_node(hra_session *s, const requester *who, char *line, hra_error *why,
                                const char **about) {
    const table *t = &s->table;
    int node = 0;
    hra_err err = read_node(s, "node", line, 0, &node, why);
    if (!err && node != t->node)
        err = t->study->nodes[node].parent == t->node ? go_on_to(s, who, node, why)
                                                      : go_to(s, who, node, 0, why);
    if (!err)
        hra_emit_ok(s, who, NULL);
    return err;
}

hra_err hra_session_study_back(hra_session *s, const requester *who, hra_error *why) {
    const table *t = &s->table;
    if (!t->node)
        return hra_fail(why, HRA_ESTATE, -1, "no move can be taken back");
    hra_err err = go_to(s, who, t->study->nodes[t->node].parent, 0, why);
    if (!err)
        hra_emit_ok(s, who, NULL);
    return err;
}

/* Numbers of nodes have changed: the node where the play stands, or the last one before it that is left. */
static int find_again(const table *t) {
    int node = 0, child;
    for (int ply = 0; ply < hra_play_plies(t->play); ply++, node = child)
        if ((child = child_of(t->study, node, hra_play_at(t->play, ply).move)) == 0)
            break;
    return node;
}

static hra_err edit(hra_session *s, const requester *who, const char *command, char *line,
                    hra_err (*change)(hra_annotated *, int), hra_error *why) {
    table *t = &s->table;
    int node = 0;
    hra_err err = read_node(s, command, line, 1, &node, why);
    if (err)
        return err;
    if ((err = change(t->study, node)) != 0)
        return err == HRA_ELIMIT
                   ? hra_fail(why, err, -1, "variations are at most %d deep", HRA_MAX_VARIATIONS)
                   : hra_fail_code(why, err);
    t->node = find_again(t);
    if (t->study->nodes[t->node].ply < hra_play_plies(t->play))
        err = go_to(s, who, t->node, -1, why);
    else
        emit(s, who, true, -1);
    if (!err)
        hra_emit_ok(s, who, NULL);
    return err;
}

hra_err hra_session_handle_promote(hra_session *s, const requester *who, char *line, hra_error *why,
                                   const char **about) {
    return edit(s, who, "promote", line, hra_annotated_promote, why);
}

hra_err hra_session_handle_remove(hra_session *s, const requester *who, char *line, hra_error *why,
                                  const char **about) {
    return edit(s, who, "remove", line, hra_annotated_remove, why);
}

/* In place of all notes of its kind at the node; value 0 and no text: only these go. What is refused changes nothing. */
static hra_err annotate(hra_session *s, const requester *who, const new_note *to, hra_error *why) {
    hra_err err = check_study(&s->table, to, why);
    if (err)
        return err;
    err = hra_annotated_set_note(s->table.study, to->node, &to->note);
    if (err == HRA_ELIMIT)
        return hra_fail(why, err, -1, "a study has at most %d bytes of comments", HRA_MAX_NOTES);
    if (err)
        return hra_no_memory(why);
    emit(s, who, true, -1);
    hra_emit_ok(s, who, NULL);
    return HRA_OK;
}

hra_err hra_session_handle_comment(hra_session *s, const requester *who, char *line, hra_error *why,
                                   const char **about) {
    int node = 0;
    hra_err err = take_node(s, "comment", &line, 0, &node, why);
    const new_note to = {node, {.kind = HRA_NOTE_COMMENT, .text = err ? "" : hra_words_skip(line)}};
    return err ? err : annotate(s, who, &to, why);
}

hra_err hra_session_handle_glyph(hra_session *s, const requester *who, char *line, hra_error *why,
                                 const char **about) {
    int node = 0;
    uint64_t glyph = 0;
    char *word;
    hra_err err = take_node(s, "glyph", &line, 1, &node, why);
    if (!err)
        err = hra_words_only(line, &word, why);
    if (!err)
        err = hra_words_number(word ? word : "", _("a glyph"), 0, MOST_GLYPH, &glyph, why);
    const new_note to = {node, {.kind = HRA_NOTE_NAG, .value = (int)glyph, .text = ""}};
    return err ? err : annotate(s, who, &to, why);
}

/* NAME [game=N], which `watch` has too. */
hra_err hra_session_read_place(char *line, const char **name, uint64_t *number, hra_error *why) {
    hra_err err;
    const char *value;
    for (char *word; (err = hra_words_take(&line, &word, why)) == 0 && word;) {
        if ((value = hra_words_value(word, "game")) != NULL)
            err = hra_words_number(value, "game", 1, INT32_MAX, number, why);
        else if (*name)
            err = hra_fail(why, HRA_EINPUT, -1, "unexpected word '%.40s'", word);
        else
            *name = word;
        if (err)
            return err;
    }
    return err;
}

hra_err hra_session_handle_study(hra_session *s, const requester *who, char *line, hra_error *why,
                                 const char **about) {
    const char *name = NULL;
    uint64_t number = 0;
    hra_err err = hra_session_read_place(line, &name, &number, why);
    if (!err && !name)
        err = hra_fail(why, HRA_EINPUT, -1, "study: missing name; 'plays' and 'files' list entries");
    if (err)
        return err;
    *about = name;
    return hra_session_study(s, name, number, who, why);
}
