/* What an analysis found, as JSON. */
#include <stdlib.h>
#include <string.h>

#include "hra/json.h"

typedef struct shown {
    const hra_game *game;
    const void *state;
    const hra_result *result;
} shown;

static void add_move(const hra_game *game, const void *state, hra_move move, hra_text *out) {
    hra_text text;
    hra_text_init(&text);
    game->rules->text->show_move(game, state, move, &text);
    hra_text_add_json(out, hra_text_string(&text));
    if (text.err)
        out->err = text.err;
    hra_text_release(&text);
}

/* The moves of a line. Chance moves are left out of it, so its text ends where one is due: the moves
 * behind it are of states that nobody knows yet. */
static void add_line(const shown *s, const void *from, const hra_move *line, int length, hra_text *out) {
    unsigned char *state = malloc(s->game->state_size);
    if (!state) {
        out->err = HRA_ENOMEM;
        return;
    }
    memcpy(state, from, s->game->state_size);
    for (int i = 0; i < length && s->game->rules->to_move(s->game, state) >= 0; i++) {
        hra_text_add(out, i ? "," : "");
        add_move(s->game, state, line[i], out);
        s->game->rules->apply(s->game, state, line[i]);
    }
    free(state);
}

/* Each seat's number; null where it was not told. */
static void add_values(const shown *s, const double *value, hra_value_kind kind, hra_text *out) {
    int told = s->result->told;
    hra_text_add(out, "[");
    for (int seat = 0; seat < s->game->seats; seat++) {
        hra_text_add(out, seat ? "," : "");
        if (kind == HRA_VALUE_NONE || (told >= 0 && seat != told))
            hra_text_add(out, "null");
        else
            hra_text_addf(out, "%.17g", value[seat] + 0.0); /* never -0 */
    }
    hra_text_addf(out, "],\"kind\":\"%s\"", hra_value_kind_text(kind));
}

static void add_distance(int distance, hra_text *out) {
    hra_text_add(out, ",\"distance\":");
    if (distance < 0)
        hra_text_add(out, "null");
    else
        hra_text_addf(out, "%d", distance);
}

static const char *proof_text(hra_proof proof) {
    return proof == HRA_SOLVED ? "solved" : proof == HRA_UNSOLVED ? "unsolved" : "unknown";
}

/* What this kind of method knows of a root move besides the common part. */
static void add_tagged(const hra_root_move *m, hra_text *out) {
    hra_text_addf(out, ",\"visits\":%llu",
                  m->tag == HRA_ROOT_SAMPLED ? (unsigned long long)m->sampled.visits : 0ULL);
    if (m->tag == HRA_ROOT_SAMPLED && m->sampled.error >= 0)
        hra_text_addf(out, ",\"stderr\":%.17g", m->sampled.error);
    if (m->tag == HRA_ROOT_PROOF)
        hra_text_addf(out, ",\"proof\":\"%s\"", proof_text(m->proof));
    if (m->tag == HRA_ROOT_RANGE)
        hra_text_addf(out, ",\"vectors\":%d,\"worst\":%.17g,\"best\":%.17g", m->range.vectors, m->range.worst,
                      m->range.best);
}

static void add_json_move(const shown *s, const hra_root_move *m, hra_text *out) {
    hra_text_add(out, "{\"move\":");
    add_move(s->game, s->state, m->move, out);
    hra_text_add(out, ",\"value\":");
    add_values(s, m->value, m->kind, out);
    hra_text_addf(out, ",\"exact\":%s,\"depth\":%d", m->kind == HRA_VALUE_EXACT ? "true" : "false", m->depth);
    add_tagged(m, out);
    add_distance(m->distance, out);
    hra_text_add(out, ",\"line\":[");
    add_line(s, s->state, s->result->lines + m->line, m->line_length, out);
    hra_text_add(out, "]}");
}

/* The state after an outcome of chance; malloc'ed, NULL without memory. */
static void *state_after(const shown *s, hra_move outcome) {
    void *state = malloc(s->game->state_size);
    if (state) {
        memcpy(state, s->state, s->game->state_size);
        s->game->rules->apply(s->game, state, outcome);
    }
    return state;
}

static void add_json_outcome(const shown *s, const hra_root_move *m, hra_text *out) {
    void *after = state_after(s, m->move);
    if (!after)
        out->err = HRA_ENOMEM;
    hra_text_add(out, "{\"outcome\":");
    add_move(s->game, s->state, m->move, out);
    hra_text_addf(out, ",\"probability\":%.17g,\"value\":", m->probability);
    add_values(s, m->value, m->kind, out);
    hra_text_addf(out, ",\"depth\":%d,\"reply\":", m->depth);
    if (after && m->line_length)
        add_move(s->game, after, s->result->lines[m->line], out);
    else
        hra_text_add(out, "null");
    hra_text_add(out, "}");
    free(after);
}

static void add_json_list(const shown *s, hra_text *out) {
    const hra_result *r = s->result;
    hra_text_add(out, r->chance ? ",\"outcomes\":[" : ",\"moves\":[");
    for (int i = 0; i < r->move_count; i++) {
        hra_text_add(out, i ? "," : "");
        if (r->chance)
            add_json_outcome(s, &r->moves[i], out);
        else
            add_json_move(s, &r->moves[i], out);
    }
    hra_text_add(out, "]");
}

static void add_head(const shown *s, const char *method, hra_text *out) {
    hra_text position;
    hra_text_init(&position);
    s->game->rules->text->write_position(s->game, s->state, &position);
    hra_text_add(out, "{\"game\":");
    hra_text_add_json(out, s->game->spec);
    hra_text_add(out, ",\"position\":");
    hra_text_add_json(out, hra_text_string(&position));
    hra_text_add(out, ",\"method\":");
    hra_text_add_json(out, method);
    hra_text_add(out, ",\"move\":");
    if (s->result->chance)
        hra_text_add(out, "null");
    else
        add_move(s->game, s->state, s->result->move, out);
    if (position.err)
        out->err = position.err;
    hra_text_release(&position);
}

void hra_json_result(const hra_result *r, const hra_game *game, const void *state, const char *method,
                     hra_text *out) {
    const shown it = {game, state, r}, *s = &it;
    add_head(s, method, out);
    hra_text_add(out, ",\"value\":");
    add_values(s, r->value, r->kind, out);
    hra_text_addf(out,
                  ",\"depth\":%d,\"nodes\":%llu,\"leaves\":%llu,\"cutoffs\":%llu,\"table_hits\":%llu,"
                  "\"playouts\":%llu,\"seconds\":%.6f,\"stopped\":%s,\"unsound\":%s,",
                  r->depth, (unsigned long long)r->nodes, (unsigned long long)r->leaves,
                  (unsigned long long)r->cutoffs, (unsigned long long)r->table_hits,
                  (unsigned long long)r->playouts, r->seconds, r->stopped ? "true" : "false",
                  r->unsound ? "true" : "false");
    if (r->move_count && r->moves[0].tag == HRA_ROOT_PROOF)
        hra_text_addf(out, "\"proof\":\"%s\",", proof_text(r->proof));
    hra_text_add(out, "\"pv\":[");
    add_line(s, s->state, r->pv, r->pv_length, out);
    hra_text_add(out, "]");
    add_distance(r->distance, out);
    add_json_list(s, out);
    hra_text_add(out, "}");
}
