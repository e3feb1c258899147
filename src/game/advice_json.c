/* Advice as JSON. */
#include "hra/json.h"

static void add_column(hra_json *json, const char *key, const hra_column *column) {
    hra_json_object(json, key);
    hra_json_text(json, "key", column->key);
    hra_json_text(json, "label", column->label);
    hra_json_text(json, "unit", column->unit == HRA_UNIT_PROBABILITY ? "probability" : "points");
    hra_json_text(json, "kind", hra_value_kind_text(column->estimate ? HRA_VALUE_ESTIMATE : HRA_VALUE_EXACT));
    hra_json_end(json);
}

void hra_json_advice(hra_json *json, const char *key, const hra_game *game, const void *state,
                     const hra_advice *advice) {
    hra_text move;
    hra_text_init(&move);
    hra_json_object(json, key);
    add_column(json, "value", &advice->value);
    hra_json_list(json, "columns");
    for (int c = 0; c < advice->column_count; c++)
        add_column(json, NULL, &advice->columns[c]);
    hra_json_end(json);
    hra_json_list(json, "moves");
    for (int i = 0; i < advice->count; i++) {
        const hra_advised *a = &advice->moves[i];
        hra_text_clear(&move);
        game->rules->text->show_move(game, state, a->move, &move);
        hra_json_object(json, NULL);
        hra_json_text(json, "move", hra_text_string(&move));
        if (move.err)
            json->out->err = move.err;
        hra_json_number(json, "value", a->value);
        hra_json_number(json, "loss", a->loss);
        if (advice->column_count)
            hra_json_numbers(json, "columns", a->column, advice->column_count);
        hra_json_end(json);
    }
    hra_json_end(json);
    hra_json_text(json, "reason", advice->reason[0] ? advice->reason : NULL);
    hra_json_end(json);
    hra_text_release(&move);
}
