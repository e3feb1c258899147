/* What an analysis found, as JSON. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "players/analysis.h"
#include "players/json.h"

typedef struct shown {
    const hra_game *game;
    const void *state;
    const hra_analysis *result;
} shown;

/* Shows a move for programs, or says it to people. */
typedef void move_writer(const hra_game *, const void *state, hra_move, hra_text *out);

static void add_line_move(hra_json *json, move_writer *show, const hra_game *game, const void *state,
                          hra_move m) {
    hra_text words;
    hra_text_init(&words);
    show(game, state, m, &words);
    hra_json_text(json, NULL, hra_text_string(&words));
    if (words.err)
        json->out->err = words.err;
    hra_text_release(&words);
}

static void add_line(hra_json *json, const char *key, move_writer *show, const hra_game *game,
                     const void *state, const hra_move *line, int length) {
    unsigned char *at = malloc(game->state_size);
    hra_json_list(json, key);
    if (at)
        memcpy(at, state, game->state_size);
    else
        json->out->err = HRA_ENOMEM;
    for (int i = 0; at && i < length && game->rules->to_move(game, at) >= 0; i++) {
        add_line_move(json, show, game, at, line[i]);
        game->rules->apply(game, at, line[i]);
    }
    hra_json_end(json);
    free(at);
}

/* Takes the second of two lists away, written at `to` after that of `key` at `from`, if they are the same. */
static void drop_if_same(hra_json *json, const char *key, size_t from, size_t to) {
    hra_text *out = json->out;
    if (out->err)
        return;
    const char *first = out->data + from + (out->data[from] == ',') + strlen(key) + strlen("\"\":");
    const char *second = out->data + to + strlen(",") + strlen(key) + strlen("\"_said\":");
    size_t length = (size_t)(out->data + to - first);
    if (length != (size_t)(out->data + out->length - second) || memcmp(first, second, length) != 0)
        return;
    out->length = to;
    out->data[to] = '\0';
}

void hra_json_line(hra_json *json, const char *key, const hra_game *game, const void *state,
                   const hra_move *line, int length) {
    const hra_rules_text *text = game->rules->text;
    char said[32];
    size_t from = json->out->length;
    add_line(json, key, text->show_move, game, state, line, length);
    if (json->keys != HRA_JSON_NEW_KEYS || !text->say_move || json->out->err)
        return;
    size_t to = json->out->length;
    (void)hra_snprintf(said, sizeof said, "%s_said", key);
    add_line(json, said, text->say_move, game, state, line, length);
    drop_if_same(json, key, from, to);
}

void hra_json_value_kind(hra_json *json, hra_value_kind kind) {
    hra_json_text(json, "kind", hra_value_kind_text(kind));
    if (kind == HRA_VALUE_AT_MOST || kind == HRA_VALUE_AT_LEAST)
        hra_json_text(json, "bound", kind == HRA_VALUE_AT_MOST ? "at most" : "at least");
}

void hra_json_values(hra_json *json, const double *value, int seats, hra_value_kind kind, int told) {
    hra_json_list(json, "value");
    for (int seat = 0; seat < seats; seat++)
        hra_json_number(json, NULL,
                        kind == HRA_VALUE_NONE || (told >= 0 && seat != told) ? (double)NAN : value[seat]);
    hra_json_end(json);
    hra_json_value_kind(json, kind);
}

void hra_json_samples(hra_json *json, uint64_t visits, double error) {
    hra_json_count(json, "visits", visits);
    if (error >= 0)
        hra_json_number(json, "stderr", error);
}

static void add_values(hra_json *json, const shown *s, const double *value, hra_value_kind kind) {
    hra_json_values(json, value, s->game->seats, kind, s->result->value_seat);
}

static void add_distance(hra_json *json, int distance) {
    if (distance < 0)
        hra_json_null(json, "distance");
    else
        hra_json_integer(json, "distance", distance);
}

/* In words, where the number alone says little. */
static void add_said(hra_json *json, const hra_game *game, double value, hra_value_kind kind, int distance) {
    hra_text words;
    hra_text_init(&words);
    if (json->keys == HRA_JSON_NEW_KEYS && hra_value_say_bound(game, value, kind, true, distance, &words))
        hra_json_text(json, "value_said", hra_text_string(&words));
    if (words.err)
        json->out->err = words.err;
    hra_text_release(&words);
}

void hra_json_end_of(hra_json *json, const hra_game *game, double value, hra_value_kind kind, int distance) {
    if (distance >= 0)
        add_distance(json, distance);
    add_said(json, game, value, kind, distance);
}

void hra_json_end_at(hra_json *json, const hra_game *game, const void *state, const double *value,
                     hra_value_kind kind, int distance) {
    const int mover = game->rules->to_move(game, state);
    if (mover >= 0)
        add_said(json, game, value[mover], kind, distance);
}

static void add_range(hra_json *json, const hra_range *range) {
    hra_json_integer(json, "vectors", range->vectors);
    hra_json_bool(json, "more", range->more);
    hra_json_number(json, "worst", range->worst);
    hra_json_number(json, "best", range->best);
    if (range->fraction >= 0)
        hra_json_number(json, "share", range->fraction);
}

/* What this kind of method knows of a root move besides the common part. */
static void add_tagged(hra_json *json, const hra_analysis_move *m) {
    bool sampled = m->tag == HRA_ROOT_SAMPLED;
    hra_json_samples(json, sampled ? m->sampled.visits : 0, sampled ? m->sampled.error : -1);
    if (m->tag == HRA_ROOT_PROOF)
        hra_json_text(json, "proof", hra_proof_text(m->proof));
    if (m->tag == HRA_ROOT_RANGE)
        add_range(json, &m->range);
}

static void add_root_move(hra_json *json, const shown *s, const hra_analysis_move *m) {
    hra_json_object(json, NULL);
    hra_json_move(json, "move", s->game, s->state, m->move);
    add_values(json, s, m->value, m->kind);
    hra_json_bool(json, "exact", m->kind == HRA_VALUE_EXACT);
    hra_json_integer(json, "depth", m->depth);
    add_tagged(json, m);
    add_distance(json, m->distance);
    hra_json_end_at(json, s->game, s->state, m->value, m->kind, m->distance);
    hra_json_line(json, "line", s->game, s->state, s->result->lines + m->line, m->line_length);
    hra_json_end(json);
}

/* The best answer to an outcome of chance. */
static void add_reply(hra_json *json, const shown *s, const hra_analysis_move *m) {
    void *after = m->line_length ? malloc(s->game->state_size) : NULL;
    if (after) {
        memcpy(after, s->state, s->game->state_size);
        s->game->rules->apply(s->game, after, m->move);
        hra_json_move(json, "reply", s->game, after, s->result->lines[m->line]);
    } else {
        hra_json_null(json, "reply");
        if (m->line_length)
            json->out->err = HRA_ENOMEM;
    }
    free(after);
}

static void add_outcome(hra_json *json, const shown *s, const hra_analysis_move *m) {
    hra_json_object(json, NULL);
    hra_json_move(json, "outcome", s->game, s->state, m->move);
    hra_json_number(json, "probability", m->probability);
    add_values(json, s, m->value, m->kind);
    hra_json_integer(json, "depth", m->depth);
    add_reply(json, s, m);
    hra_json_end(json);
}

static void add_counts(hra_json *json, const hra_analysis *r) {
    hra_json_integer(json, "depth", r->depth);
    hra_json_count(json, "nodes", r->nodes);
    hra_json_count(json, "leaves", r->leaves);
    hra_json_count(json, "cutoffs", r->cutoffs);
    hra_json_count(json, "table_hits", r->table_hits);
    hra_json_count(json, "playouts", r->playouts);
    hra_json_seconds(json, "seconds", r->seconds);
    hra_json_bool(json, "stopped", r->stopped);
    hra_json_bool(json, "unsound", r->unsound);
}

/* What the method knows of the whole position. */
static void add_best(hra_json *json, const hra_analysis *r) {
    const hra_analysis_move *best = hra_analysis_best(r);
    if (best && best->tag == HRA_ROOT_SAMPLED)
        hra_json_samples(json, best->sampled.visits, best->sampled.error);
    if (best && best->tag == HRA_ROOT_PROOF)
        hra_json_text(json, "proof", hra_proof_text(r->proof));
    if (r->range.vectors)
        add_range(json, &r->range);
}

void hra_json_analysis(hra_json *json, const char *key, const hra_analysis *r, const hra_game *game,
                       const void *state, const char *method) {
    const shown it = {game, state, r}, *s = &it;
    hra_json_object(json, key);
    hra_json_text(json, "game", game->spec);
    hra_json_position(json, "position", game, state);
    hra_json_text(json, "method", method);
    if (r->chance)
        hra_json_null(json, "move");
    else
        hra_json_move(json, "move", game, state, r->move);
    add_values(json, s, r->value, r->kind);
    add_best(json, r);
    add_counts(json, r);
    hra_json_line(json, "pv", game, state, r->pv, r->pv_length);
    add_distance(json, r->distance);
    hra_json_end_at(json, s->game, s->state, r->value, r->kind, r->distance);
    if (r->counts)
        hra_json_text(json, "counts", _(r->counts));
    hra_json_list(json, r->chance ? "outcomes" : "moves");
    for (int i = 0; i < r->move_count; i++)
        if (r->chance)
            add_outcome(json, s, &r->moves[i]);
        else
            add_root_move(json, s, &r->moves[i]);
    hra_json_end(json);
    hra_json_end(json);
}

void hra_json_limits(hra_json *json, const char *key, const hra_limits *limits) {
    hra_json_object(json, key);
    if (limits->depth)
        hra_json_integer(json, "depth", limits->depth);
    if (limits->nodes)
        hra_json_count(json, "nodes", limits->nodes);
    if (limits->playouts)
        hra_json_count(json, "playouts", limits->playouts);
    if (limits->seconds > 0)
        hra_json_number(json, "seconds", limits->seconds);
    hra_json_end(json);
}
