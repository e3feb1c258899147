/* Exact solutions, and the slices of their tables, as JSON. */
#include <math.h>
#include <stdlib.h>

#include "hra/json.h"
#include "hra/solve.h"

/* Each seat's number; null where the solution does not hold the state (NULL: there is none). */
static void add_value(hra_json *json, const char *key, const hra_solution *solution, const hra_game *game,
                      const void *state) {
    double value[HRA_MAX_SEATS];
    bool held = state && hra_solution_value(solution, state, value) == 0;
    hra_json_list(json, key);
    for (int seat = 0; seat < game->seats; seat++)
        hra_json_number(json, NULL, held ? value[seat] : (double)NAN);
    hra_json_end(json);
}

static void add_beginning(hra_json *json, const hra_solution *solution, const hra_game *game) {
    void *state = malloc(game->state_size);
    if (state)
        game->rules->init(game, state);
    else
        json->out->err = HRA_ENOMEM;
    add_value(json, "value", solution, game, state);
    free(state);
}

static void add_position(hra_json *json, const hra_solution *solution, const hra_game *game,
                         const void *state) {
    int distance = hra_solution_distance(solution, state);
    add_value(json, "position_value", solution, game, state);
    if (distance < 0)
        hra_json_null(json, "position_distance");
    else
        hra_json_integer(json, "position_distance", distance);
}

static void add_rows(hra_json *json, const hra_statistic_rows *table) {
    hra_json_list(json, table->key);
    for (int row = 0; row < table->rows; row++) {
        hra_json_object(json, NULL);
        for (int i = 0; i < HRA_STATISTIC_COLUMNS && table->columns[i]; i++)
            hra_json_number(json, table->columns[i], table->value[row][i]);
        hra_json_end(json);
    }
    hra_json_end(json);
}

void hra_json_solution(hra_json *json, const char *key, const hra_solution *solution, const hra_game *game,
                       const void *position, double seconds) {
    const hra_solution_info *info = hra_solution_info_of(solution);
    hra_json_object(json, key);
    hra_json_text(json, "game", game->spec);
    add_beginning(json, solution, game);
    if (position)
        add_position(json, solution, game, position);
    if (info->states)
        hra_json_count(json, "states", info->states);
    else
        hra_json_null(json, "states");
    hra_json_seconds(json, "seconds", seconds);
    for (int i = 0; i < info->statistic_count; i++)
        hra_json_number(json, info->statistics[i].key, info->statistics[i].value);
    if (info->has_rows)
        add_rows(json, &info->rows);
    hra_json_end(json);
}

static void add_slice(hra_json *json, const char *key, const hra_slices *slices, int slice) {
    const hra_slice *s = hra_slices_at(slices, slice);
    hra_json_object(json, key);
    hra_json_text(json, "name", s->name);
    hra_json_count(json, "positions", s->positions);
    hra_json_list(json, "files");
    for (int i = 0; s->files[i]; i++)
        hra_json_text(json, NULL, s->files[i]);
    hra_json_end(json);
    hra_json_list(json, "needs");
    for (int i = 0; i < s->need_count; i++)
        hra_json_text(json, NULL, hra_slices_at(slices, s->needs[i])->name);
    hra_json_end(json);
    hra_json_end(json);
}

void hra_json_slices(hra_json *json, const char *key, const hra_slices *slices, const hra_game *game,
                     int slice) {
    if (slice >= 0) {
        add_slice(json, key, slices, slice);
        return;
    }
    hra_json_object(json, key);
    hra_json_text(json, "game", game->spec);
    hra_json_list(json, "slices");
    for (int i = 0; hra_slices_at(slices, i); i++)
        add_slice(json, NULL, slices, i);
    hra_json_end(json);
    hra_json_end(json);
}
