/* Games of a file as JSON. */
#include "records_json.h"

#include <hra/hra.h>

const char *records_player(const hra_game_found *game, int seat) {
    const hra_play_info *info = game->record ? hra_record_info(game->record) : NULL;
    if (info && seat >= info->game->seats)
        return "";
    const char *name = !info                ? game->annotated ? game->annotated->players[seat] : ""
                       : *info->names[seat] ? info->names[seat]
                                            : info->specs[seat];
    return *name ? name : "?";
}

int records_seats(const hra_game_found *game) {
    return game->record ? hra_record_info(game->record)->game->seats : 2;
}

/* How many plies are kept up to a fault. */
static int ply_of(const hra_game_found *game, const hra_fault *fault) {
    if (game->annotated && game->annotated->node_count)
        return game->annotated->nodes[fault->node].ply;
    return game->record ? hra_record_info(game->record)->plies : 0;
}

void records_json_faults(hra_json *json, const char *name, const hra_game_found *game) {
    hra_json_list(json, name);
    for (int i = 0; i < game->fault_count; i++) {
        const hra_fault *fault = &game->faults[i];
        hra_json_object(json, NULL);
        hra_json_integer(json, "line", fault->line);
        hra_json_integer(json, "column", fault->column);
        hra_json_integer(json, "ply", ply_of(game, fault));
        hra_json_bool(json, "remark", fault->remark);
        hra_json_text(json, "text", fault->text);
        hra_json_end(json);
    }
    hra_json_end(json);
}

static void add_tags(hra_json *json, const hra_annotated *game) {
    hra_json_list(json, "tags");
    for (int i = 0; game && i < game->tag_count; i++) {
        hra_json_object(json, NULL);
        hra_json_text(json, "name", game->tags[i].name);
        hra_json_text(json, "value", game->tags[i].value);
        hra_json_end(json);
    }
    hra_json_end(json);
}

static void add_record(hra_json *json, const hra_record *record) {
    const hra_play_info *info = hra_record_info(record);
    hra_text opening;
    hra_text_init(&opening);
    hra_json_text(json, "game", info->game->spec);
    hra_json_integer(json, "plies", info->plies);
    hra_json_bool(json, "over", info->outcome != HRA_OUTCOME_NONE);
    hra_json_numbers(json, "returns", info->returns, info->game->seats);
    bool named = hra_record_opening(record, info->plies, &opening) >= 0;
    hra_json_text(json, "opening", named ? hra_text_string(&opening) : NULL);
    hra_text_release(&opening);
}

void records_json_game(hra_json *json, const hra_game_found *game) {
    hra_json_object(json, NULL);
    hra_json_integer(json, "number", game->index + 1);
    hra_json_integer(json, "line", game->line);
    hra_json_text(json, "format", game->format ? game->format->name : "hra");
    hra_json_list(json, "players");
    for (int seat = 0; seat < records_seats(game); seat++)
        hra_json_text(json, NULL, records_player(game, seat));
    hra_json_end(json);
    if (game->record)
        add_record(json, game->record);
    add_tags(json, game->annotated);
    records_json_faults(json, "faults", game);
    hra_json_end(json);
}
