/* Reviews as JSON. */
#include <math.h>

#include "hra/json.h"
#include "hra/review.h"

static void add_unit(hra_json *json, hra_unit unit) {
    hra_json_text(json, "unit", unit == HRA_UNIT_PROBABILITY ? "probability" : "points");
}

void hra_json_reviewed(hra_json *json, const char *key, const hra_review *review, int ply) {
    const hra_game *game = hra_review_game(review);
    const hra_reviewed *at = hra_review_ply(review, ply);
    const void *state = hra_review_state(review, ply);
    hra_json_object(json, key);
    hra_json_integer(json, "ply", at->ply);
    hra_json_integer(json, "turn", at->turn);
    if (at->mover < 0)
        hra_json_null(json, "seat");
    else
        hra_json_integer(json, "seat", at->mover);
    hra_json_move(json, "move", game, state, at->move);
    if (at->mover < 0) {
        hra_json_numbers(json, "luck", at->gain, game->seats);
    } else {
        hra_json_number(json, "loss", at->loss);
        hra_json_bool(json, "mistake", at->mistake);
        if (at->better)
            hra_json_move(json, "best", game, state, at->best);
        hra_json_bool(json, "forced", at->forced);
        hra_json_bool(json, "revised", at->revised);
        hra_json_number(json, "accuracy", at->accuracy);
        if (at->line_length)
            hra_json_line(json, "line", game, state, at->line, at->line_length);
    }
    hra_json_numbers(json, "worth", at->worth, game->seats);
    add_unit(json, hra_review_unit(review));
    hra_json_end(json);
}

static void add_seat(hra_json *json, const hra_review *review, int seat) {
    hra_account a;
    hra_review_seat(review, seat, &a);
    hra_json_object(json, NULL);
    hra_json_integer(json, "seat", seat);
    hra_json_text(json, "player", hra_review_player(review, seat));
    hra_json_number(json, "expected", a.start);
    hra_json_number(json, "luck", a.luck);
    hra_json_number(json, "others", a.others);
    hra_json_number(json, "revised", a.revised);
    hra_json_number(json, "loss", a.loss);
    hra_json_number(json, "result", a.end);
    hra_json_integer(json, "mistakes", a.mistakes);
    hra_json_integer(json, "choices", a.choices);
    hra_json_number(json, "mean_loss", a.choices ? a.loss / a.choices : (double)NAN);
    hra_json_number(json, "accuracy", a.accuracy);
    hra_json_end(json);
}

void hra_json_review(hra_json *json, const char *key, const hra_review *review) {
    const hra_game *game = hra_review_game(review);
    hra_json_object(json, key);
    hra_json_text(json, "game", game->spec);
    hra_json_text(json, "judge", hra_player_spec(hra_review_judge(review)));
    add_unit(json, hra_review_unit(review));
    hra_json_integer(json, "decimals", hra_review_decimals(review));
    hra_json_list(json, "seats");
    for (int seat = 0; seat < game->seats; seat++)
        add_seat(json, review, seat);
    hra_json_end(json);
    hra_json_list(json, "moves");
    for (int ply = 0; ply < hra_review_done(review); ply++)
        hra_json_reviewed(json, NULL, review, ply);
    hra_json_end(json);
    hra_json_end(json);
}

void hra_json_cost(hra_json *json, const char *key, const hra_game *game, const void *state, hra_move move,
                   const hra_cost *cost) {
    hra_json_object(json, key);
    hra_json_move(json, "move", game, state, move);
    hra_json_move(json, "best", game, state, cost->best);
    add_unit(json, cost->unit);
    hra_json_number(json, "value", cost->value);
    hra_json_number(json, "loss", cost->loss);
    hra_json_bool(json, "forced", cost->forced);
    hra_json_bool(json, "exact", cost->exact);
    hra_json_bool(json, "bound", cost->bound);
    hra_json_line(json, "line", game, state, cost->line, cost->length);
    hra_json_end(json);
}
