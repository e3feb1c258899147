/* What several players found in one state, held against one of them. */
#include <math.h>

#include "hra/json.h"
#include "players/analysis.h"
#include "players/json.h"

static const hra_analysis_move *find(const hra_analysis *result, hra_move move) {
    for (int i = 0; i < result->move_count; i++)
        if (result->moves[i].move == move && result->moves[i].kind != HRA_VALUE_NONE)
            return &result->moves[i];
    return NULL;
}

/* The move that is expected after an outcome; false: the game is over there, or the move is not known. */
static bool reply_to(const hra_analysis *result, int i, hra_move *out) {
    const hra_analysis_move *at = &result->moves[i];
    if (at->line_length)
        *out = result->lines[at->line];
    return at->line_length > 0;
}

/* Another reply may be as good, which the reference does not tell. */
static hra_agreement replies_agree(const hra_analysis *reference, const hra_analysis *result) {
    bool same = reference->chance == result->chance && reference->move_count == result->move_count;
    for (int i = 0; same && i < result->move_count; i++) {
        hra_move one = 0, other = 0;
        same = reference->moves[i].move == result->moves[i].move &&
               reply_to(reference, i, &one) == reply_to(result, i, &other) && one == other;
    }
    return same ? HRA_AGREES : HRA_AGREEMENT_UNKNOWN;
}

hra_agreement hra_analysis_agrees(const hra_analysis *reference, const hra_analysis *result, int seat) {
    if (reference->chance || result->chance)
        return replies_agree(reference, result);
    if (result->move == reference->move)
        return HRA_AGREES;
    const hra_analysis_move *best = find(reference, reference->move), *chosen = find(reference, result->move);
    if (!best || !chosen)
        return HRA_AGREEMENT_UNKNOWN;
    double wanted = best->value[seat], more = chosen->value[seat] - wanted,
           near = 1e-9 * fmax(1, fabs(wanted));
    /* A bound tells the two apart where it lies on the right side of the other number. */
    bool open = more < -near ? best->kind == HRA_VALUE_AT_MOST || chosen->kind == HRA_VALUE_AT_LEAST
                             : best->kind == HRA_VALUE_AT_LEAST || chosen->kind == HRA_VALUE_AT_MOST;
    return open ? HRA_AGREEMENT_UNKNOWN : fabs(more) <= near ? HRA_AGREES : HRA_DISAGREES;
}

static void add_found(hra_json *json, const hra_game *game, const void *state, const hra_analysis *r,
                      const hra_compared *reference) {
    if (r->chance)
        hra_json_null(json, "move");
    else
        hra_json_move(json, "move", game, state, r->move);
    const hra_analysis_move *best = r->chance ? NULL : hra_analysis_best(r);
    hra_json_values(json, r->value, game->seats, r->kind, r->value_seat);
    if (best && best->tag == HRA_ROOT_SAMPLED)
        hra_json_samples(json, best->sampled.visits, best->sampled.error);
    if (best && best->tag == HRA_ROOT_PROOF)
        hra_json_text(json, "proof", hra_proof_text(r->proof));
    hra_json_count(json, "nodes", r->nodes);
    hra_json_count(json, "leaves", r->leaves);
    hra_json_count(json, "cutoffs", r->cutoffs);
    hra_json_count(json, "playouts", r->playouts);
    hra_json_seconds(json, "seconds", r->seconds);
    hra_json_bool(json, "stopped", r->stopped);
    hra_json_bool(json, "unsound", r->unsound);
    hra_agreement agrees = HRA_AGREEMENT_UNKNOWN;
    if (reference && reference->result)
        agrees = hra_analysis_agrees(reference->result, r, game->rules->to_move(game, state));
    if (agrees == HRA_AGREEMENT_UNKNOWN)
        hra_json_null(json, "agrees");
    else
        hra_json_bool(json, "agrees", agrees == HRA_AGREES);
}

void hra_json_comparison(hra_json *json, const char *key, const hra_game *game, const void *state,
                         const hra_compared *methods, int count, const hra_compared *reference) {
    hra_json_object(json, key);
    hra_json_text(json, "game", game->spec);
    hra_json_position(json, "position", game, state);
    hra_json_text(json, "reference", reference ? reference->method : NULL);
    hra_json_list(json, "methods");
    for (int i = 0; i < count; i++) {
        hra_json_object(json, NULL);
        hra_json_text(json, "method", methods[i].method);
        if (methods[i].result)
            add_found(json, game, state, methods[i].result, reference);
        else
            hra_json_text(json, "error", methods[i].error);
        hra_json_end(json);
    }
    hra_json_end(json);
    hra_json_end(json);
}
