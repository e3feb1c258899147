/* What a rollout has found: means, their errors, and which alternative is best. */
#include <math.h>

#include "core/json_keys.h"
#include "players/json.h"
#include "rollout_parts.h"
#include "rollout_sums.h"

int hra_rollout_turn(const hra_rollout *r) {
    return r->strata;
}

/* What comes of an offer: the seat that is asked takes what is best for it. */
static int taken(const hra_rollout *r) {
    int best = 1;
    for (int i = 2; i < r->count; i++)
        if (r->asked ? r->sum[i] > r->sum[best] : r->sum[i] < r->sum[best])
            best = i;
    return best;
}

static int best_of(const hra_rollout *r) {
    int best = r->stake_actions ? taken(r) : 0;
    if (r->stake_actions)
        return r->asked || r->sum[best] >= r->sum[0] ? best : 0;
    for (int i = 1; i < r->count; i++)
        if (r->sum[i] > r->sum[best])
            best = i;
    return best;
}

hra_rollout_info hra_rollout_snapshot(const hra_rollout *r) {
    return (hra_rollout_info){
        .trials = r->trials, .count = r->count, .best = best_of(r), .stake_actions = r->stake_actions};
}

/* The standard error of the mean of all trials, from these sums. */
static double error_of(const hra_rollout *r, double sum, wide square) {
    double n = (double)r->trials, mean = sum / n;
    double squares =
        ((double)square.high * 0x1p64 + (double)square.low) * hra_rollout_unit * hra_rollout_unit;
    if (r->trials < 2)
        return (double)NAN;
    return r->span * sqrt(fmax(squares / n - mean * mean, 0) / (n - 1));
}

/* What the mean of one is above that of another, and its error. */
static double ahead(const hra_rollout *r, int i, int other, double *error) {
    double apart = (double)(r->sum[i] - r->sum[other]) * hra_rollout_unit;
    int low = i < other ? i : other, high = i < other ? other : i;
    *error = i == other ? 0 : error_of(r, apart, r->square[low * r->count + high]);
    return r->span * apart / (double)r->trials;
}

void hra_rollout_move(const hra_rollout *r, int i, hra_rolled *out) {
    double n = (double)r->trials, sum = (double)r->sum[i] * hra_rollout_unit,
           plain = (double)r->plain[i] * hra_rollout_unit;
    int from = r->stake_actions ? 0 : best_of(r);
    *out = (hra_rolled){.move = r->moves ? r->moves[i] : 0, .trials = r->trials};
    out->mean = r->span * sum / n;
    out->plain = r->span * plain / n;
    out->behind = ahead(r, from, i, &out->behind_error);
    out->error = error_of(r, sum, r->square[i * r->count + i]);
    out->plain_error = error_of(r, plain, r->plain_square[i]);
}

static bool is_apart(const hra_rollout *r, int i, int other, double errors) {
    double error, by = fabs(ahead(r, i, other, &error));
    return by > 0 && by >= errors * error;
}

bool hra_rollout_decided(const hra_rollout *r, double errors) {
    int best = r->stake_actions ? taken(r) : best_of(r);
    bool decided = r->count > 1 && r->trials > 1;
    for (int i = 0; decided && i < r->count; i++)
        decided = i == best || (i == 0 && r->asked) || is_apart(r, best, i, errors);
    return decided;
}

static void add_stake_action(hra_json *json, const char *name) {
    const size_t from = json->out->length;
    hra_json_text(json, "stake_action", name);
    hra_json_renamed(json, from, "stake_action", "outlook");
}

static void add_rolled(hra_json *json, const hra_rollout *r, int i) {
    hra_rolled told;
    hra_rollout_move(r, i, &told);
    hra_json_object(json, NULL);
    if (r->moves)
        hra_json_move(json, "move", r->game, r->state, told.move);
    else
        hra_json_null(json, "move");
    if (r->stake_actions)
        add_stake_action(json, r->game->rules->conduct->stake_actions[i]);
    hra_json_number(json, "mean", told.mean);
    hra_json_number(json, "stderr", told.error);
    hra_json_number(json, "plain", told.plain);
    hra_json_number(json, "plain_stderr", told.plain_error);
    hra_json_number(json, "behind", told.behind);
    hra_json_number(json, "behind_stderr", told.behind_error);
    hra_json_end(json);
}

void hra_json_rollout(hra_json *json, const char *key, const hra_rollout *r, double seconds) {
    hra_json_object(json, key);
    hra_json_text(json, "game", r->game->spec);
    hra_json_position(json, "position", r->game, r->state);
    hra_json_text(json, "player", hra_player_info_of(r->setup.player)->spec);
    hra_json_count(json, "seed", r->setup.seed);
    if (r->setup.plies)
        hra_json_integer(json, "plies", r->setup.plies);
    else
        hra_json_null(json, "plies");
    hra_json_bool(json, "luck", r->setup.luck);
    hra_json_count(json, "trials", r->trials);
    hra_json_integer(json, "seat", r->seat);
    hra_json_seconds(json, "seconds", seconds);
    hra_json_list(json, "moves");
    for (int i = 0; i < r->count; i++)
        add_rolled(json, r, i);
    hra_json_end(json);
    hra_json_end(json);
}
