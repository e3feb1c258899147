/* Counts of states as JSON. */
#include "hra/json.h"

void hra_json_perft(hra_json *json, const char *key, const hra_game *game, int depth,
                    const hra_perft_count *total, double seconds, const void *state,
                    const hra_perft_move *moves, int count) {
    hra_json_object(json, key);
    hra_json_text(json, "game", game->spec);
    hra_json_integer(json, "depth", depth);
    hra_json_count(json, "leaves", total->leaves);
    hra_json_count(json, "nodes", total->nodes);
    hra_json_seconds(json, "seconds", seconds);
    if (moves) {
        hra_json_list(json, "divide");
        for (int i = 0; i < count; i++) {
            hra_json_object(json, NULL);
            hra_json_move(json, "move", game, state, moves[i].move);
            hra_json_count(json, "leaves", moves[i].leaves);
            hra_json_end(json);
        }
        hra_json_end(json);
    }
    hra_json_end(json);
}
