/* Reviews a game with an analyst, ply by ply. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "review/review_object.h"
#include "rules/game_properties.h"

/* ---- numbers --------------------------------------------------------------------------------*/

static double least(const hra_review *r) {
    return r->unit == HRA_UNIT_PROBABILITY ? 0 : r->game->min_return;
}

static double span_of(const hra_review *r) {
    return r->unit == HRA_UNIT_PROBABILITY ? 1 : r->game->max_return - r->game->min_return;
}

static bool thousandths(const hra_review *r) {
    return hra_game_thousandths(r->game) && r->unit == HRA_UNIT_POINTS;
}

/* A two-thousandth of the span can be seen; where the analyst is exact a tenth of that. */
static int decimals_of(const hra_review *r) {
    enum { MOST = 6 };
    int decimals = 0;
    if (r->unit == HRA_UNIT_PROBABILITY)
        return 2;
    if (!r->estimates && r->game->integer_returns && r->game->max_chances == 0)
        return 0;
    if (thousandths(r))
        return 3;
    for (double span = span_of(r); span < 2000 && decimals < MOST; span *= 10)
        decimals++;
    return decimals + !r->estimates;
}

static bool is_mistake(const hra_review *r, double loss) {
    double shown = r->unit == HRA_UNIT_PROBABILITY ? 100 * loss : loss;
    for (int i = decimals_of(r); i > 0; i--)
        shown *= 10;
    return loss >= HRA_MIN_MISTAKE_LOSS && shown >= 0.5;
}

/* ---- grades ---------------------------------------------------------------------------------*/

/* The points that a seat was expected to get, used as the stakes if these are not known. */
static double stake(const hra_review *r) {
    double most = 0;
    if (r->chances)
        return r->off_scale ? 0 : span_of(r);
    for (int seat = 0; seat < r->game->seats; seat++)
        most = fmax(most, fabs(r->accounts[seat].expected));
    return most > 0 ? most / 10 : span_of(r);
}

static double grade_from(const hra_review *r, hra_grade grade) {
    const double share = hra_grade_share(thousandths(r), grade);
    return thousandths(r) ? share : stake(r) * share;
}

static hra_grade grade_of(const hra_review *r, const hra_review_move *at) {
    const double loss = at->loss / at->stakes;
    int grade = HRA_GRADES - 1;
    if (!at->mistake || !(stake(r) > 0))
        return HRA_GRADE_FINE;
    /* a loss of exactly this size, computed from two values, may come out a little below */
    while (grade > HRA_GRADE_FINE && loss < grade_from(r, (hra_grade)grade) * (1 - 1e-9))
        grade--;
    return (hra_grade)grade;
}

static hra_measure measure_of(const hra_review *r) {
    if (r->chances)
        return r->off_scale ? HRA_MEASURE_NONE : HRA_MEASURE_CHANCES;
    return r->game->min_return >= 0 ? HRA_MEASURE_POINTS : HRA_MEASURE_NONE;
}

static int curves_of(const hra_review *r) {
    const hra_game *game = r->game;
    bool mirrored = game->seats == 2 && (game->zero_sum || r->unit == HRA_UNIT_PROBABILITY);
    return mirrored || game->one_against_all ? 1 : game->seats;
}

void hra_review_refresh(hra_review *r) {
    hra_review_info *info = &r->info;
    bool graded = info->grade_from[HRA_GRADE_BLUNDER] > 0;
    info->done = r->done;
    info->unit = r->unit;
    info->decimals = decimals_of(r);
    info->thousandths = thousandths(r);
    info->span = span_of(r);
    info->measure = measure_of(r);
    info->curves = curves_of(r);
    for (int grade = 0; grade < HRA_GRADES; grade++)
        info->grade_from[grade] = grade_from(r, (hra_grade)grade);
    if (graded && !(stake(r) > 0)) /* the last ply brought values on a scale of their own */
        for (int ply = 0; ply < r->done; ply++)
            r->judged[ply].grade = HRA_GRADE_FINE;
}

/* ---- turns ----------------------------------------------------------------------------------*/

static int owner_of(const hra_review *r, int ply) {
    int mover = r->movers[ply];
    if (ply < r->plies && hra_is_concession(r->game, hra_review_state(r, ply), r->moves[ply]))
        return hra_maker(r->game, hra_review_state(r, ply), r->moves[ply]);
    while (mover == HRA_CHANCE && ply < r->plies)
        mover = r->movers[++ply];
    return mover >= 0 ? mover : r->owner < 0 ? 0 : r->owner;
}

static void count_turn(hra_review *r, hra_review_move *at) {
    const hra_rules_conduct *conduct = r->game->rules->conduct;
    int owner = owner_of(r, at->ply);
    if (owner != r->owner || r->turn_over)
        r->turns[owner]++;
    r->owner = at->owner = owner;
    at->turn = r->turns[owner];
    r->turn_over = at->mover >= 0 && (!conduct->irrevocable ||
                                      conduct->irrevocable(r->game, hra_review_state(r, at->ply), at->move));
}

/* ---- one ply --------------------------------------------------------------------------------*/

double hra_accuracy(double before, double after) {
    /* lichess counts chances in percent */
    double percent = 103.1668 * exp(-0.04354 * 100 * (before - after)) - 3.1669;
    return after >= before ? 100 : percent < 0 ? 0 : percent;
}

/* The win probability of a value; NAN if it has none. */
static double chance_of(const hra_review *r, double worth) {
    double share = (worth - least(r)) / span_of(r);
    if (!r->chances || !(share >= -1e-9 && share <= 1 + 1e-9))
        return NAN;
    return share < 0 ? 0 : share > 1 ? 1 : share;
}

/* By the loss that was charged, which is nothing where the analyst only changed its mind. */
static double accuracy_of(const hra_review *r, double before, double after, double loss) {
    double chance = chance_of(r, before);
    if (isnan(chance) || isnan(chance_of(r, after)))
        return NAN;
    return hra_accuracy(chance, chance - loss / span_of(r));
}

/* Of any state, and what the analyst would do there. */
static hra_err worth_of(const hra_review *r, const void *state, const hra_stop *stop, double *out,
                        hra_decision *would, int *distance) {
    const hra_game *game = r->game;
    const hra_question question = {.state = state, .limits = r->limits, .stop = stop};
    hra_err err = HRA_OK;
    bool asked = false;
    *distance = 0;
    would->length = 0;
    if (state == hra_review_state(r, r->plies) && r->movers[r->plies] == HRA_OVER) {
        memcpy(out, r->returns, sizeof r->returns); /* of a draw by repetition */
    } else if (game->rules->to_move(game, state) == HRA_OVER) {
        game->rules->returns(game, state, out);
    } else {
        asked = true;
        err = hra_agent_value(r->judging.analyst, &question, out);
        if (!err && hra_agent_recall(r->judging.analyst, would) != 0)
            would->length = 0;
    }
    if (!err && asked && r->judging.by && (*distance = hra_plies_to_win(r->judging.by, out[0])) < 0)
        *distance = 0;
    for (int seat = 0; !err && r->unit == HRA_UNIT_PROBABILITY && seat < game->seats; seat++)
        out[seat] = asked && r->judging.by
                        ? hra_judging_chance(&r->judging, out[seat])
                        : (out[seat] - game->min_return) / (game->max_return - game->min_return);
    return err;
}

/* Before ply number ply. */
static hra_err worth(const hra_review *r, int ply, const hra_stop *stop, double *out, hra_decision *would,
                     int *distance) {
    return worth_of(r, hra_review_state(r, ply), stop, out, would, distance);
}

static hra_err keep_line(hra_review_move *at, const hra_move *moves, int length) {
    hra_move *line = length ? malloc((size_t)length * sizeof *line) : NULL;
    if (!line)
        return length ? HRA_ENOMEM : HRA_OK;
    memcpy(line, moves, (size_t)length * sizeof *line);
    at->line = line;
    at->line_length = length;
    return HRA_OK;
}

/* The analyst's choice, which most analysts return with the value of the state, so that no second search is
 * needed. *told: it is known. */
static hra_err find_best(hra_review *r, const hra_question *question, hra_review_move *at, bool *told) {
    judging *j = &r->judging;
    *told = true;
    if (r->now.length) {
        at->best = r->now.line[0];
        at->better = at->best != at->move;
        return at->better ? keep_line(at, r->now.line, r->now.length) : HRA_OK;
    }
    hra_err err = hra_judging_ask(j, question);
    if (hra_is_lack(err) || hra_stop_is_set(question->stop))
        return err ? err : HRA_ESTOPPED;
    *told = !err; /* an analyst that values states may have no advice */
    at->best = err ? at->move : j->advised[j->best].move;
    at->better = at->best != at->move;
    return at->better ? keep_line(at, j->line, j->length) : HRA_OK;
}

/* The same if the analyst played this seat itself: its move is its choice. *told becomes true if that is
 * the move that was made. */
static hra_err find_own(hra_review *r, const hra_stop *stop, hra_review_move *at, bool *told) {
    hra_move chosen;
    if (!r->own[at->mover].is_analyst || at->loss <= 0 || (*told && !at->better))
        return HRA_OK;
    hra_err err = hra_review_own(r, at->ply, stop, &chosen);
    if (err == HRA_ENOMEM || hra_stop_is_set(stop))
        return err ? err : HRA_ESTOPPED;
    if (err || chosen != at->move)
        return HRA_OK;
    *told = true;
    at->best = at->move;
    at->better = false;
    free((void *)(uintptr_t)at->line);
    at->line = NULL;
    at->line_length = 0;
    return HRA_OK;
}

/* What is not charged to the mover: the analyst's own error. */
static void revise(const hra_review *r, hra_review_move *at) {
    at->reassessed = r->estimates;
    at->gain[at->mover] = r->estimates ? -at->loss : 0;
    at->loss = 0;
}

/* What the choice cost, and where that is something, whether the analyst would have made it too. */
static hra_err judge_choice(hra_review *r, const double *before, const hra_stop *stop, hra_review_move *at) {
    hra_question question = {.state = hra_review_state(r, at->ply), .limits = r->limits, .stop = stop};
    const double rounding = 1e-12 * span_of(r);
    hra_err err = HRA_OK;
    at->loss = before[at->mover] - at->values[at->mover];
    if (fabs(at->loss) <= rounding)
        at->loss = 0;
    hra_judging_list(&r->judging, question.state);
    at->forced = r->judging.legal_count == 1;
    bool told = at->forced;
    at->best = at->move;
    if (at->loss > 0 && !told)
        err = find_best(r, &question, at, &told);
    if (!err)
        err = find_own(r, stop, at, &told);
    if ((at->loss > 0 && told && !at->better) || (at->loss < 0 && r->estimates))
        revise(r, at);
    return err;
}

/* Whether the decision is trivial: offering would have been a blunder, and not offering had no loss. */
static bool is_idle(const hra_review *r, const hra_review_move *at) {
    double offered = INFINITY;
    for (int i = 1; i < at->stake_action_count; i++)
        offered = fmin(offered, at->stake_action[i]);
    return at->stake_action_count && at->chosen == 0 && at->loss < HRA_MIN_MISTAKE_LOSS &&
           at->stake_action[0] - offered >= grade_from(r, HRA_GRADE_BLUNDER) * at->stakes;
}

/* What follows from the loss. A choice that does not count is charged nothing, so that sums of losses are
 * over those choices that are counted. */
static void charge(hra_review *r, const double *before, hra_review_move *at) {
    if ((at->forced || at->not_close) && at->loss != 0)
        revise(r, at);
    at->mistake = is_mistake(r, at->loss);
    if (!at->forced)
        at->accuracy = accuracy_of(r, before[at->mover], at->values[at->mover], at->loss);
}

/* Whether a legal move of the choice that was judged leads there; `after` has room for a state. */
static bool is_open(const hra_review *r, const void *from, const void *to, void *after) {
    for (int i = 0; i < r->judging.legal_count; i++) {
        memcpy(after, from, r->game->state_size);
        r->game->rules->apply(r->game, after, r->judging.legal[i]);
        if (memcmp(after, to, r->game->state_size) == 0)
            return true;
    }
    return false;
}

/* Computes the value of each stake action; that of the action taken is known already. */
static hra_err look_out(hra_review *r, const hra_stop *stop, hra_review_move *at) {
    const hra_game *game = r->game;
    const hra_rules_conduct *conduct = game->rules->conduct;
    double value[HRA_MAX_SEATS];
    hra_decision aside;
    int distance;
    hra_err err = HRA_OK;
    const void *from = hra_review_state(r, at->ply);
    unsigned char *state = conduct->stake_action ? malloc(2 * r->stride) : NULL;
    if (!state)
        return conduct->stake_action ? HRA_ENOMEM : HRA_OK;
    at->chosen = -1;
    for (int i = 0; !err && conduct->stake_actions[i]; i++) {
        if (!conduct->stake_action(game, from, i, state))
            break;
        if (i == 0)
            at->responding = !is_open(r, from, state, state + r->stride);
        if (memcmp(state, hra_review_state(r, at->ply + 1), game->state_size) == 0) {
            at->chosen = i;
            memcpy(value, at->values, sizeof value);
        } else {
            err = worth_of(r, state, stop, value, &aside, &distance);
        }
        at->stake_action[at->stake_action_count++] = value[at->mover];
    }
    free(state);
    for (; r->margin_eval.kind && conduct->thresholds[at->threshold_count]; at->threshold_count++)
        continue;
    if (at->threshold_count && !conduct->threshold(game, &r->margin_eval, from, at->threshold))
        at->threshold_count = 0;
    return err;
}

static void add_to_accounts(hra_review *r, const hra_review_move *at) {
    const bool conceded = hra_is_concession(r->game, hra_review_state(r, at->ply), at->move);
    for (int seat = 0; seat < r->game->seats; seat++) {
        hra_review_summary *a = &r->accounts[seat];
        r->off_scale = r->off_scale || isnan(chance_of(r, at->values[seat]));
        double *owed_to = at->mover < 0 ? &a->luck : at->reassessed ? &a->reassessed : &a->others;
        double *behind = conceded ? &a->conceded : &a->reassessed;
        *owed_to += at->gain[seat];
        if (at->mover < 0) /* not luck: the analyst's search sees more or less after the roll */
            *behind += at->values[seat] - a->result - at->gain[seat];
        a->result = at->values[seat];
    }
    if (at->mover < 0)
        return;
    hra_review_summary *own = &r->accounts[at->mover];
    own->loss += at->loss;
    own->scaled += at->loss / at->stakes;
    own->mistakes += at->mistake;
    if (!at->forced && !at->not_close) {
        own->decisions++;
        r->accuracy[at->mover] += at->accuracy;
    }
}

/* The unit of the analyst's advice, from a short question. Analysts whose value of a state comes from an
 * analysis use points, chances if the game tells what these lead to, or have none. */
static hra_err ask_unit(hra_review *r, const hra_stop *stop) {
    const hra_player_kind *kind = hra_player_info_of(hra_agent_player(r->judging.analyst))->kind;
    int ply = 0;
    while (ply < r->plies && r->movers[ply] < 0)
        ply++;
    const bool tells =
        kind && (r->judging.by || !(~kind->answers & (HRA_ANSWERS_VALUE | HRA_ANSWERS_ADVICE)));
    if (!r->chances || !tells || r->movers[ply] < 0)
        return HRA_OK;
    const hra_question question = {.state = hra_review_state(r, ply),
                                   .limits =
                                       hra_limits_join(r->limits, (hra_limits){.depth = 1, .playouts = 1}),
                                   .stop = stop};
    hra_err err = hra_judging_ask(&r->judging, &question);
    if (!err)
        r->unit = r->judging.unit;
    return hra_is_lack(err) || (err && hra_stop_is_set(stop)) ? err : HRA_OK;
}

hra_err hra_review_begin(hra_review *r, int ply, const hra_stop *stop, double *value) {
    double aside[HRA_MAX_SEATS];
    hra_decision other;
    int distance;
    hra_err err = ask_unit(r, stop);
    hra_agent_forget(r->judging.analyst);
    if (!err)
        err = worth(r, ply, stop, value, &r->now, &distance);
    if (err || ply > 0)
        return err;
    while (ply < r->plies && r->movers[ply] != HRA_CHANCE)
        ply++;
    return ply > 0 && ply < r->plies ? worth(r, ply, stop, aside, &other, &distance) : HRA_OK;
}

/* What was resigned, agreed or adjudicated is the result, though no move brought it about. */
static void count_conceded(hra_review *r) {
    const double least = r->game->min_return, most = r->game->max_return;
    for (int seat = 0; seat < r->game->seats && r->conceded && r->done == r->plies; seat++) {
        const double value = r->returns[seat];
        hra_review_summary *a = &r->accounts[seat];
        const double result = r->unit == HRA_UNIT_PROBABILITY ? (value - least) / (most - least) : value;
        a->conceded += result - a->result;
        a->result = result;
    }
}

void hra_review_count_start(hra_review *r, hra_unit unit, const double *value) {
    r->unit = unit;
    for (int seat = 0; seat < r->game->seats; seat++) {
        r->accounts[seat].expected = r->accounts[seat].result = value[seat];
        r->off_scale = r->off_scale || isnan(chance_of(r, value[seat]));
    }
    r->begun = true;
    count_conceded(r);
    hra_review_refresh(r);
}

/* The luck, which an analyst may separate from what it sees better after the roll. */
static hra_err judge_chance(hra_review *r, const hra_stop *stop, hra_review_move *at) {
    const hra_question question = {.state = hra_review_state(r, at->ply), .limits = r->limits, .stop = stop};
    double luck[HRA_MAX_SEATS];
    hra_err err = hra_agent_luck(r->judging.analyst, &question, at->move, luck);
    for (int seat = 0; !err && seat < r->game->seats; seat++)
        at->gain[seat] = r->unit == HRA_UNIT_PROBABILITY ? luck[seat] / span_of(r) : luck[seat];
    return err == HRA_EFIT ? HRA_OK : err;
}

hra_review_move hra_review_blank(const hra_review *r, int ply) {
    const hra_rules_conduct *conduct = r->game->rules->conduct;
    const void *state = hra_review_state(r, ply);
    hra_review_move at = {.ply = ply, .mover = r->movers[ply], .move = r->moves[ply], .accuracy = NAN};
    if (at.mover >= 0)
        at.best = at.move;
    at.stakes = conduct->stakes ? conduct->stakes(r->game, state) : 1;
    at.decision_type = conduct->decision_type && at.mover >= 0 ? conduct->decision_type(r->game, state) : 0;
    return at;
}

hra_err hra_review_judge_ply(hra_review *r, int ply, const double *before, const hra_stop *stop,
                             hra_review_move *at) {
    hra_decision next;
    *at = hra_review_blank(r, ply);
    hra_err err = worth(r, ply + 1, stop, at->values, &next, &at->distance);
    for (int seat = 0; seat < r->game->seats && !err; seat++)
        if (seat != at->mover) /* the values of the others change too, with two seats always */
            at->gain[seat] = at->values[seat] - before[seat];
    if (!err && hra_is_concession(r->game, hra_review_state(r, ply), at->move))
        memset(at->gain, 0, sizeof at->gain); /* no luck either */
    else if (!err && at->mover == HRA_CHANCE)
        err = judge_chance(r, stop, at);
    if (!err && at->mover >= 0)
        err = judge_choice(r, before, stop, at);
    if (!err && at->mover >= 0)
        err = look_out(r, stop, at);
    if (err)
        free((void *)(uintptr_t)at->line);
    else
        r->now = next;
    return err;
}

bool hra_review_say_end(const hra_review *r, int ply, int seat, bool brief, hra_text *out) {
    const double least = r->unit == HRA_UNIT_PROBABILITY ? 0 : r->game->min_return;
    if (ply < 0 || ply >= r->done || !r->judged[ply].distance)
        return false;
    const bool wins = r->judged[ply].values[seat] > least + span_of(r) / 2;
    return hra_value_say_end(r->game, wins ? r->game->max_return : r->game->min_return,
                             r->judged[ply].distance, brief, out);
}

void hra_review_count_ply(hra_review *r, const hra_review_move *judged) {
    double before[HRA_MAX_SEATS];
    hra_review_move at = *judged;
    for (int seat = 0; seat < r->game->seats; seat++)
        before[seat] = r->accounts[seat].result;
    at.not_close = is_idle(r, &at);
    if (at.mover >= 0)
        charge(r, before, &at);
    count_turn(r, &at);
    add_to_accounts(r, &at);
    at.grade = grade_of(r, &at);
    r->judged[r->done++] = at;
    count_conceded(r);
    hra_review_refresh(r);
}

hra_err hra_review_step(hra_review *r, const hra_stop *stop) {
    double value[HRA_MAX_SEATS] = {0};
    hra_review_move at;
    hra_err err = hra_stop_is_set(stop) ? HRA_ESTOPPED : HRA_OK;
    if (!err && !r->begun) {
        err = hra_review_begin(r, 0, stop, value);
        if (!err)
            hra_review_count_start(r, r->unit, value);
    }
    if (err || r->done == r->plies)
        return err;
    for (int seat = 0; seat < r->game->seats; seat++)
        value[seat] = r->accounts[seat].result;
    err = hra_review_judge_ply(r, r->done, value, stop, &at);
    if (!err)
        hra_review_count_ply(r, &at);
    return err;
}

/* ---- looking --------------------------------------------------------------------------------*/

const hra_review_info *hra_review_snapshot(const hra_review *r) {
    return &r->info;
}

const void *hra_review_state(const hra_review *r, int ply) {
    return r->states + (size_t)ply * r->stride;
}

const hra_review_move *hra_review_ply(const hra_review *r, int ply) {
    return &r->judged[ply];
}

static void count_decision(const hra_review_move *at, hra_review_summary *out) {
    hra_review_type_summary *type = &out->types[at->decision_type];
    bool counts = !at->forced && !at->not_close;
    out->graded[at->grade] += counts;
    type->decisions += counts;
    type->mistakes += at->mistake;
    type->loss += at->loss;
    type->scaled += at->loss / at->stakes;
}

void hra_review_third(const hra_review *r, int seat, int third, hra_review_summary *out) {
    const int from = third * r->plies / HRA_REVIEW_THIRDS, to = (third + 1) * r->plies / HRA_REVIEW_THIRDS;
    double accuracy = 0;
    *out = (hra_review_summary){0};
    for (int ply = from; ply < to && ply < r->done; ply++) {
        const hra_review_move *at = &r->judged[ply];
        const bool counts = !at->forced && !at->not_close;
        if (at->mover != seat)
            continue;
        count_decision(at, out);
        out->loss += at->loss;
        out->scaled += at->loss / at->stakes;
        out->mistakes += at->mistake;
        out->decisions += counts;
        accuracy += counts ? at->accuracy : 0;
    }
    const bool known = out->decisions && r->info.measure == HRA_MEASURE_CHANCES;
    out->accuracy = known ? accuracy / out->decisions : (double)NAN;
}

void hra_review_seat(const hra_review *r, int seat, hra_review_summary *out) {
    *out = r->accounts[seat];
    for (int ply = 0; ply < r->done; ply++)
        if (r->judged[ply].mover == seat)
            count_decision(&r->judged[ply], out);
    out->accuracy = (double)NAN;
    if (out->decisions && r->info.measure == HRA_MEASURE_CHANCES)
        out->accuracy = r->accuracy[seat] / out->decisions;
    else if (out->decisions && r->info.measure == HRA_MEASURE_POINTS && out->result + out->loss > 0)
        out->accuracy = 100 * out->result / (out->result + out->loss);
}
