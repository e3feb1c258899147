/* What a collection says of a position, as JSON. */
#include <math.h>

#include "collection/own_collection.h"
#include "hra/json.h"

static void add_count(hra_json *json, const hra_collection_answer *a, const hra_collection_count *count) {
    const int64_t known = count->games - count->unknown;
    hra_json_integer(json, "games", count->games);
    hra_json_list(json, "wins");
    for (int seat = 0; seat < a->seats; seat++)
        hra_json_integer(json, NULL, count->wins[seat]);
    hra_json_end(json);
    hra_json_integer(json, "draws", count->draws);
    hra_json_integer(json, "unknown", count->unknown);
    if (a->points && known > 0)
        hra_json_number(json, "points", count->points[0] / (double)known);
}

static void add_move(hra_json *json, const hra_collection_answer *a, const hra_collection_move *m) {
    hra_json_object(json, NULL);
    hra_json_text(json, "move", m->move);
    add_count(json, a, &m->count);
    if (m->analyst) {
        hra_json_number(json, "value", m->value);
        hra_json_text(json, "unit", m->probability ? "probability" : "points");
        hra_json_text(json, "analyst", m->analyst);
    }
    hra_json_end(json);
}

void hra_json_collection_facts(hra_json *json, const hra_collection_game *game) {
    hra_json_integer(json, "number", game->number);
    hra_json_text(json, "game", game->spec);
    hra_json_list(json, "players");
    for (int seat = 0; seat < game->seats; seat++)
        hra_json_text(json, NULL, game->players[seat]);
    hra_json_end(json);
    hra_json_text(json, "event", game->event);
    hra_json_text(json, "date", game->date);
    hra_json_text(json, "opening", *game->opening ? game->opening : NULL);
    if (game->over)
        hra_json_numbers(json, "result", game->returns, game->seats);
    else
        hra_json_null(json, "result");
    hra_json_integer(json, "plies", game->plies);
    hra_json_integer(json, "index", game->index);
}

typedef struct hit_writer {
    hra_json *json;
    const hra_collection_answer *answer;
    const hra_collection_hit *hit;
} hit_writer;

static hra_err add_hit(void *to, const hra_collection_game *game) {
    const hit_writer *w = to;
    hra_json_object(w->json, NULL);
    hra_json_collection_facts(w->json, game);
    hra_json_integer(w->json, "ply", w->hit->ply);
    hra_json_text(w->json, "move", w->hit->move < 0 ? NULL : w->answer->moves[w->hit->move].move);
    hra_json_bool(w->json, "exchanged", w->hit->exchanged);
    hra_json_end(w->json);
    return HRA_OK;
}

hra_err hra_json_collection(hra_json *json, const char *key, hra_collection *collection,
                            const hra_collection_answer *a, hra_error *why) {
    hra_err err = HRA_OK;
    hra_json_object(json, key);
    hra_json_text(json, "game", a->spec);
    hra_json_text(json, "position", a->position);
    if (a->mover >= 0)
        hra_json_integer(json, "to_move", a->mover);
    else
        hra_json_text(json, "to_move", a->mover == HRA_CHANCE ? "chance" : "over");
    add_count(json, a, &a->count);
    hra_json_list(json, "moves");
    for (int i = 0; i < a->move_count; i++)
        add_move(json, a, &a->moves[i]);
    hra_json_end(json);
    hra_json_list(json, "found");
    for (int i = 0; i < a->game_count && !err; i++) {
        hit_writer w = {json, a, &a->games[i]};
        err = hra_collection_game_at(collection, a->games[i].game, add_hit, &w, why);
    }
    hra_json_end(json);
    hra_json_end(json);
    return err;
}
