/* Exercises and verdicts as JSON. What is asked never has anything of the key. */
#include "hra/json.h"
#include "exercise_object.h"

void hra_json_exercise(hra_json *json, const char *key, const hra_exercise *x) {
    const hra_exercise_info *info = &x->info;
    hra_json_object(json, key);
    hra_json_text(json, "kind", info->kind);
    hra_json_text(json, "id", info->id);
    hra_json_text(json, "title", *info->title ? info->title : NULL);
    hra_json_text(json, "game", info->game);
    hra_json_text(json, "position", *info->position ? info->position : NULL);
    hra_json_text(json, "analyst", info->analyst);
    hra_json_number(json, "threshold", info->threshold);
    hra_json_text(json, "unit", x->unit == HRA_UNIT_PROBABILITY ? "probability" : "points");
    hra_json_number(json, "points", info->points);
    hra_json_integer(json, "items", info->items);
    hra_json_integer(json, "hints", info->hints);
    hra_json_bool(json, "needs_process", info->needs_process);
    x->kind->ask_json(x, json);
    hra_json_end(json);
}

void hra_json_exercise_answer(hra_json *json, const char *key, const hra_exercise *x) {
    hra_json_object(json, key);
    hra_json_text(json, "id", x->info.id);
    x->kind->answer_json(x, json);
    hra_json_end(json);
}

void hra_json_exercise_verdict(hra_json *json, const char *key, const hra_exercise_verdict *verdict) {
    hra_json_object(json, key);
    hra_json_number(json, "points", verdict->points);
    hra_json_integer(json, "unanswered", verdict->unanswered);
    hra_json_list(json, "items");
    for (int i = 0; i < verdict->count; i++) {
        const hra_exercise_verdict_item *item = &verdict->items[i];
        hra_json_object(json, NULL);
        hra_json_text(json, "item", item->name);
        hra_json_bool(json, "right", item->right);
        hra_json_text(json, "reason", item->reason);
        hra_json_text(json, "why", item->why);
        hra_json_end(json);
    }
    hra_json_end(json);
    hra_json_end(json);
}
