/* Reviews as JSON. */
#include <math.h>

#include "core/json_keys.h"
#include "hra/json.h"
#include "hra/review.h"
#include "players/json.h"
#include "review/grade.h"

static void add_unit(hra_json *json, hra_unit unit) {
    hra_json_text(json, "unit", unit == HRA_UNIT_PROBABILITY ? "probability" : "points");
}

/* Stakes, such as those of a doubling cube: what each action would come to. */
static void add_stakes(hra_json *json, const hra_rules_conduct *conduct, const hra_review_move *at) {
    size_t from = json->out->length;
    hra_json_bool(json, "not_close", at->not_close);
    hra_json_renamed(json, from, "not_close", "idle");
    from = json->out->length;
    hra_json_bool(json, "responding", at->responding);
    hra_json_renamed(json, from, "responding", "asked");
    from = json->out->length;
    hra_json_text(json, "chosen", at->chosen < 0 ? NULL : conduct->stake_actions[at->chosen]);
    hra_json_renamed(json, from, "chosen", "made");
    from = json->out->length;
    hra_json_object(json, "stake_actions");
    for (int i = 0; i < at->stake_action_count; i++)
        hra_json_number(json, conduct->stake_actions[i], at->stake_action[i]);
    hra_json_end(json);
    hra_json_renamed(json, from, "stake_actions", "outlooks");
    if (!at->threshold_count)
        return;
    from = json->out->length;
    hra_json_object(json, "thresholds");
    for (int i = 0; i < at->threshold_count; i++)
        hra_json_number(json, conduct->thresholds[i], at->threshold[i]);
    hra_json_end(json);
    hra_json_renamed(json, from, "thresholds", "margins");
}

/* Of games that distinguish types of decisions. */
static void add_decision(hra_json *json, const hra_game *game, const hra_review_move *at) {
    const hra_rules_conduct *conduct = game->rules->conduct;
    size_t from = json->out->length;
    if (conduct->decision_types) {
        hra_json_text(json, "decision_type", conduct->decision_types[at->decision_type]);
        hra_json_renamed(json, from, "decision_type", "kind");
    }
    from = json->out->length;
    if (conduct->stakes) {
        hra_json_number(json, "stakes", at->stakes);
        hra_json_renamed(json, from, "stakes", "scale");
    }
    if (at->stake_action_count)
        add_stakes(json, conduct, at);
}

/* "#3": what the position after `ply` says to a seat of the end of the game. */
static void add_end(hra_json *json, const char *key, const hra_review *review, int ply, int seat) {
    hra_text words;
    hra_text_init(&words);
    if (json->keys == HRA_JSON_NEW_KEYS && hra_review_say_end(review, ply, seat, true, &words))
        hra_json_text(json, key, hra_text_string(&words));
    if (words.err)
        json->out->err = words.err;
    hra_text_release(&words);
}

static void add_choice(hra_json *json, const hra_review *review, const hra_review_move *at, int ply) {
    const hra_game *game = hra_review_snapshot(review)->game;
    const void *state = hra_review_state(review, ply);
    hra_json_number(json, "loss", at->loss);
    hra_json_bool(json, "mistake", at->mistake);
    if (hra_review_ply(review, ply)->grade != HRA_GRADE_FINE)
        hra_json_text(json, "grade", hra_grade_word(hra_review_ply(review, ply)->grade));
    if (at->better)
        hra_json_move(json, "best", game, state, at->best);
    if (at->better)
        add_end(json, "best_end_said", review, at->ply - 1, at->mover);
    add_end(json, "end_said", review, at->ply, at->mover);
    hra_json_bool(json, "forced", at->forced);
    size_t from = json->out->length;
    hra_json_bool(json, "reassessed", at->reassessed);
    hra_json_renamed(json, from, "reassessed", "revised");
    hra_json_number(json, "accuracy", at->accuracy);
    add_decision(json, game, at);
    if (at->line_length)
        hra_json_line(json, "line", game, state, at->line, at->line_length);
}

void hra_json_review_move(hra_json *json, const char *key, const hra_review *review, int ply) {
    const hra_game *game = hra_review_snapshot(review)->game;
    const hra_review_move *at = hra_review_ply(review, ply);
    const void *state = hra_review_state(review, ply);
    hra_json_object(json, key);
    hra_json_integer(json, "ply", at->ply);
    hra_json_integer(json, "turn", at->turn);
    if (at->mover < 0)
        hra_json_null(json, "seat");
    else
        hra_json_integer(json, "seat", at->mover);
    hra_json_move(json, "move", game, state, at->move);
    if (at->mover < 0)
        hra_json_numbers(json, "luck", at->gain, game->seats);
    else
        add_choice(json, review, at, ply);
    size_t from = json->out->length;
    hra_json_numbers(json, "values", at->values, game->seats);
    hra_json_renamed(json, from, "values", "worth");
    if (at->distance)
        hra_json_integer(json, "distance", at->distance);
    add_unit(json, hra_review_snapshot(review)->unit);
    hra_json_end(json);
}

static void add_kinds(hra_json *json, const hra_review *review, const hra_review_summary *sums) {
    const char *const *kinds = hra_review_snapshot(review)->game->rules->conduct->decision_types;
    if (!kinds)
        return;
    hra_json_list(json, "kinds");
    for (int kind = 0; kinds[kind]; kind++) {
        const hra_review_type_summary a = sums->types[kind];
        hra_json_object(json, NULL);
        size_t from = json->out->length;
        hra_json_text(json, "decision_type", kinds[kind]);
        hra_json_renamed(json, from, "decision_type", "kind");
        from = json->out->length;
        hra_json_integer(json, "decisions", a.decisions);
        hra_json_renamed(json, from, "decisions", "choices");
        hra_json_integer(json, "mistakes", a.mistakes);
        hra_json_number(json, "loss", a.loss);
        if (hra_review_snapshot(review)->thousandths)
            hra_json_number(json, "error_rate", a.decisions ? 1000 * a.scaled / a.decisions : (double)NAN);
        hra_json_end(json);
    }
    hra_json_end(json);
}

/* How well a seat played as the game went on. */
static void add_thirds(hra_json *json, const hra_review *review, int seat) {
    const hra_review_info *info = hra_review_snapshot(review);
    if (info->plies < HRA_REVIEW_LEAST_THIRDS)
        return;
    hra_json_list(json, "thirds");
    for (int third = 0; third < HRA_REVIEW_THIRDS; third++) {
        hra_review_summary a;
        hra_review_third(review, seat, third, &a);
        hra_json_object(json, NULL);
        const size_t from = json->out->length;
        hra_json_integer(json, "decisions", a.decisions);
        hra_json_renamed(json, from, "decisions", "choices");
        hra_json_integer(json, "mistakes", a.mistakes);
        hra_json_number(json, "mean_loss", a.decisions ? a.loss / a.decisions : (double)NAN);
        if (info->thousandths)
            hra_json_number(json, "pr", a.decisions ? 500 * a.scaled / a.decisions : (double)NAN);
        hra_json_number(json, "accuracy", a.accuracy);
        hra_json_end(json);
    }
    hra_json_end(json);
}

static void add_seat(hra_json *json, const hra_review *review, int seat) {
    hra_review_summary a;
    hra_review_seat(review, seat, &a);
    hra_json_object(json, NULL);
    hra_json_integer(json, "seat", seat);
    hra_json_text(json, "player", hra_review_snapshot(review)->players[seat]);
    hra_json_number(json, "expected", a.expected);
    hra_json_number(json, "luck", a.luck);
    hra_json_number(json, "others", a.others);
    size_t from = json->out->length;
    hra_json_number(json, "reassessed", a.reassessed);
    hra_json_renamed(json, from, "reassessed", "revised");
    hra_json_number(json, "loss", a.loss);
    hra_json_number(json, "conceded", a.conceded);
    hra_json_number(json, "result", a.result);
    hra_json_integer(json, "mistakes", a.mistakes);
    from = json->out->length;
    hra_json_integer(json, "decisions", a.decisions);
    hra_json_renamed(json, from, "decisions", "choices");
    hra_json_number(json, "mean_loss", a.decisions ? a.loss / a.decisions : (double)NAN);
    from = json->out->length;
    hra_json_number(json, "luck_adjusted", a.result - a.luck);
    hra_json_renamed(json, from, "luck_adjusted", "without_luck");
    if (hra_review_snapshot(review)->thousandths) {
        double mean = a.decisions ? a.scaled / a.decisions : (double)NAN;
        hra_json_number(json, "error_rate", 1000 * mean);
        hra_json_number(json, "pr", 500 * mean);
    }
    hra_json_integer(json, "inaccuracies", a.graded[HRA_GRADE_INACCURACY]);
    hra_json_integer(json, "errors", a.graded[HRA_GRADE_ERROR]);
    hra_json_integer(json, "blunders", a.graded[HRA_GRADE_BLUNDER]);
    hra_json_number(json, "accuracy", a.accuracy);
    add_kinds(json, review, &a);
    add_thirds(json, review, seat);
    hra_json_end(json);
}

/* The scales of accuracy and grades, and which curves can be drawn. */
static void add_scales(hra_json *json, const hra_review *review) {
    static const char *const measures[] = {NULL, "chances", "points"};
    const hra_review_info *info = hra_review_snapshot(review);
    const char *measure = measures[info->measure];
    if (measure)
        hra_json_text(json, "measure", measure);
    else
        hra_json_null(json, "measure");
    hra_json_integer(json, "curves", info->curves);
    if (!(info->grade_from[HRA_GRADE_INACCURACY] > 0)) {
        hra_json_null(json, "grades");
        return;
    }
    hra_json_object(json, "grades");
    for (int grade = 1; grade < HRA_GRADES; grade++)
        hra_json_number(json, hra_grade_word((hra_grade)grade), info->grade_from[grade]);
    hra_json_end(json);
}

/* The last on the way that has a name. */
static void add_opening(hra_json *json, const hra_review *review) {
    const hra_review_info *info = hra_review_snapshot(review);
    hra_text name;
    hra_text_init(&name);
    for (int ply = info->plies; ply >= 0; ply--)
        if (hra_game_opening(info->game, hra_review_state(review, ply), &name)) {
            hra_json_text(json, "opening", hra_text_string(&name));
            break;
        }
    json->out->err = json->out->err ? json->out->err : name.err;
    hra_text_release(&name);
}

/* Rolls belong to the seat that they are for. */
static bool is_of(const hra_review *review, int ply, int seat) {
    const hra_review_move *at = hra_review_ply(review, ply);
    return seat < 0 || (at->mover < 0 ? at->owner : at->mover) == seat;
}

void hra_json_review(hra_json *json, const char *key, const hra_review *review) {
    hra_json_review_of(json, key, review, -1);
}

void hra_json_review_of(hra_json *json, const char *key, const hra_review *review, int seat) {
    const hra_review_info *info = hra_review_snapshot(review);
    const hra_game *game = info->game;
    hra_json_object(json, key);
    hra_json_text(json, "game", game->spec);
    const size_t from = json->out->length;
    hra_json_text(json, "analyst", hra_player_info_of(info->analyst)->spec);
    hra_json_renamed(json, from, "analyst", "judge");
    add_opening(json, review);
    add_unit(json, info->unit);
    hra_json_integer(json, "decimals", info->decimals);
    add_scales(json, review);
    hra_json_list(json, "seats");
    for (int each = 0; each < game->seats; each++)
        add_seat(json, review, each);
    hra_json_end(json);
    if (seat >= 0)
        hra_json_integer(json, "of", seat);
    hra_json_list(json, "moves");
    for (int ply = 0; ply < info->done; ply++)
        if (is_of(review, ply, seat))
            hra_json_review_move(json, NULL, review, ply);
    hra_json_end(json);
    hra_json_end(json);
}

void hra_json_move_loss(hra_json *json, const char *key, const hra_game *game, const void *state,
                        hra_move move, const hra_move_loss *cost) {
    hra_grade grade;
    hra_json_object(json, key);
    hra_json_move(json, "move", game, state, move);
    hra_json_move(json, "best", game, state, cost->best);
    add_unit(json, cost->unit);
    hra_json_number(json, "value", cost->value);
    hra_json_number(json, "loss", cost->loss);
    if (hra_grade_loss(game, state, cost, &grade) && grade != HRA_GRADE_FINE)
        hra_json_text(json, "grade", hra_grade_word(grade));
    hra_json_bool(json, "forced", cost->forced);
    hra_json_bool(json, "exact", cost->exact);
    hra_json_bool(json, "bound", cost->bound);
    hra_json_line(json, "line", game, state, cost->line, cost->length);
    hra_json_end(json);
}
