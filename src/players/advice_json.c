/* Advice as JSON. */
#include <math.h>

#include "core/messages.h"
#include "players/analysis.h"
#include "players/json.h"

static void add_column(hra_json *json, const char *key, const hra_column *column) {
    hra_json_object(json, key);
    hra_json_text(json, "key", column->key);
    hra_json_text(json, "label", _(column->label));
    hra_json_text(json, "unit", column->unit == HRA_UNIT_PROBABILITY ? "probability" : "points");
    hra_json_text(json, "kind", hra_value_kind_text(column->estimate ? HRA_VALUE_ESTIMATE : HRA_VALUE_EXACT));
    hra_json_end(json);
}

void hra_json_advice(hra_json *json, const char *key, const hra_game *game, const void *state,
                     const hra_analysis *advice) {
    hra_text move;
    hra_text_init(&move);
    hra_json_object(json, key);
    add_column(json, "value", &advice->what);
    if (advice->counts)
        hra_json_text(json, "counts", _(advice->counts));
    hra_json_list(json, "columns");
    for (int c = 0; c < advice->column_count; c++)
        add_column(json, NULL, &advice->columns[c]);
    hra_json_end(json);
    hra_json_list(json, "moves");
    const hra_analysis_move *best = advice->moves; /* there is one if there is any */
    for (int i = 0; i < advice->move_count; i++) {
        const hra_analysis_move *a = &advice->moves[i];
        const double value = a->value[advice->value_seat];
        bool known = a->kind != HRA_VALUE_NONE;
        bool compared = known && best->kind != HRA_VALUE_NONE && value <= best->value[advice->value_seat];
        hra_text_clear(&move);
        game->rules->text->show_move(game, state, a->move, &move);
        hra_json_object(json, NULL);
        hra_json_text(json, "move", hra_text_string(&move));
        if (move.err)
            json->out->err = move.err;
        hra_json_said(json, "move", game, state, a->move);
        hra_json_number(json, "value", known ? value : (double)NAN);
        hra_json_value_kind(json, a->kind);
        hra_json_end_of(json, game, value, a->kind, known ? a->distance : -1);
        hra_json_number(json, "loss", compared ? a->loss : (double)NAN);
        if (a->tag == HRA_ROOT_SAMPLED && a->sampled.visits)
            hra_json_samples(json, a->sampled.visits, a->sampled.error);
        if (advice->column_count)
            hra_json_numbers(json, "columns", a->column, advice->column_count);
        hra_json_end(json);
    }
    hra_json_end(json);
    hra_json_text(json, "reason", advice->reason[0] ? advice->reason : NULL);
    hra_json_end(json);
    hra_text_release(&move);
}
