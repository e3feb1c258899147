/* Asking players. The questions that a kind of player does not answer itself are answered here, in one
 * place, from those that it does. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "players/agent.h"
#include "players/analysis.h"
#include "players/gates.h"

/* ---- opening --------------------------------------------------------------------------------*/

static hra_err take_memory(hra_agent *agent) {
    const hra_game *game = agent->player->info.game;
    hra_analysis_init(&agent->result);
    hra_analysis_init(&agent->aside);
    hra_analysis_init(&agent->told);
    agent->state = malloc(game->state_size);
    agent->moves = malloc(((size_t)game->max_moves + 1) * sizeof *agent->moves);
    return agent->state && agent->moves ? HRA_OK : HRA_ENOMEM;
}

static void give_memory(hra_agent *agent) {
    hra_analysis_release(&agent->result);
    hra_analysis_release(&agent->aside);
    hra_analysis_release(&agent->told);
    free(agent->state);
    free(agent->moves);
    free(agent);
}

hra_err hra_agent_open(hra_agent **out, const hra_player *player) {
    hra_agent *agent = calloc(1, sizeof *agent);
    if (!agent)
        return HRA_ENOMEM;
    agent->player = player;
    const hra_player_kind *kind = player->info.kind;
    hra_err err = take_memory(agent);
    if (!err && kind && kind->begin)
        err = kind->begin(player->shared, &agent->scratch);
    if (err)
        give_memory(agent);
    else
        *out = agent;
    return err;
}

hra_err hra_agent_open_spec(hra_agent **out, const hra_game *game, const char *spec, hra_error *why) {
    hra_player *player;
    hra_err err = hra_player_open(&player, game, spec, NULL, NULL, why);
    if (err)
        return err;
    err = hra_agent_open(out, player);
    if (err) {
        hra_player_close(player);
        return hra_fail(why, err, -1, "%s", hra_err_text(err));
    }
    (*out)->own = player;
    return HRA_OK;
}

void hra_agent_close(hra_agent *agent) {
    if (!agent)
        return;
    hra_player *own = agent->own;
    const hra_player_kind *kind = agent->player->info.kind;
    if (kind && kind->end)
        kind->end(agent->scratch);
    give_memory(agent);
    hra_player_close(own);
}

const hra_player *hra_agent_player(const hra_agent *agent) {
    return agent->player;
}

void hra_agent_forget(hra_agent *agent) {
    if (!agent)
        return;
    agent->last = HRA_LAST_OTHER;
    if (agent->player->info.kind && agent->player->info.kind->forget)
        agent->player->info.kind->forget(agent->scratch);
}

const hra_error *hra_agent_why(const hra_agent *agent) {
    return &agent->why;
}

static void forget_why(hra_agent *agent) {
    agent->why.code = HRA_OK;
    agent->why.text[0] = '\0';
}

/* Remembers why a call failed, with the text of `told` if it has some (NULL: none); returns err. */
static hra_err remember(hra_agent *agent, hra_err err, const hra_error *told) {
    forget_why(agent);
    if (!err)
        return err;
    if (told && told->code == err)
        agent->why = *told;
    else
        hra_fail(&agent->why, err, -1, "%s", hra_err_text(err));
    return err;
}

/* HRA_OK if this player may be asked about the state; `chance`: even where chance is to move. */
static hra_err may_ask(hra_agent *agent, const void *state, bool chance) {
    int mover = agent->player->info.game->rules->to_move(agent->player->info.game, state);
    agent->mover = mover;
    if (agent->player->info.kind && (mover >= 0 || (mover == HRA_CHANCE && chance))) {
        forget_why(agent);
        return HRA_OK;
    }
    return hra_fail(&agent->why, HRA_ESTATE, -1, "%s",
                    !agent->player->info.kind
                        ? _("this player is a person; only the game can ask for the move")
                    : mover == HRA_OVER ? _("the game is over")
                                        : _("chance is to move, not a seat"));
}

/* ---- analyses made of something else --------------------------------------------------------*/

/* Fills in the values of the other seats where they follow from the mover's. */
static void tell_others(const hra_game *game, int mover, hra_analysis *result) {
    bool chance = result->what.unit == HRA_UNIT_PROBABILITY && game->seats == 2;
    if (game->seats == 1)
        return;
    if (!chance && !game->zero_sum) {
        result->value_seat = mover;
        return;
    }
    for (int i = 0; i <= result->move_count; i++) {
        double *value = i < result->move_count ? result->moves[i].value : result->value;
        value[!mover] = chance ? 1 - value[mover] : -value[mover];
    }
}

static hra_err list_moves(hra_agent *agent, const void *state, hra_analysis *result) {
    const hra_game *game = agent->player->info.game;
    hra_err err = hra_analysis_reserve(result, game->max_moves, 1);
    if (err)
        return err;
    result->move_count = game->rules->moves(game, state, agent->moves);
    for (int i = 0; i < result->move_count; i++)
        result->moves[i] = (hra_analysis_move){.move = agent->moves[i], .probability = 1, .distance = -1};
    return HRA_OK;
}

static void choose_best(hra_analysis *result, hra_move best) {
    result->move = result->pv[0] = best;
    result->pv_length = 1;
}

/* The player's own advice, as it gives it. */
static hra_err take_advice(hra_agent *agent, const hra_question *question, hra_analysis *out) {
    hra_analysis_clear(out);
    hra_err err = hra_analysis_reserve(out, agent->player->info.game->max_moves, 1);
    out->value_seat = agent->player->info.game->rules->to_move(agent->player->info.game, question->state);
    return err ? err : hra_agent_ask_player(agent, question, HRA_WANT_ADVICE, out);
}

static hra_err analyse_by_advice(hra_agent *agent, const hra_question *question, hra_analysis *result) {
    const hra_player *player = agent->player;
    const hra_analysis *advice = &agent->told;
    hra_err err = list_moves(agent, question->state, result);
    if (!err)
        err = take_advice(agent, question, &agent->told);
    if (err)
        return err;
    int mover = advice->value_seat, best = 0;
    result->what = advice->what;
    result->column_count = advice->column_count;
    memcpy(result->columns, advice->columns, sizeof result->columns);
    memcpy(result->reason, advice->reason, sizeof result->reason);
    result->kind = advice->what.estimate ? HRA_VALUE_ESTIMATE : HRA_VALUE_EXACT;
    for (int k = 0; k < advice->move_count; k++) {
        const double value = advice->moves[k].value[mover];
        best = value > advice->moves[best].value[mover] ? k : best;
        for (int i = 0; i < result->move_count; i++)
            if (result->moves[i].move == advice->moves[k].move) {
                result->moves[i].value[mover] = value;
                memcpy(result->moves[i].column, advice->moves[k].column, sizeof result->moves[i].column);
                result->moves[i].kind = isnan(value) ? HRA_VALUE_NONE : result->kind;
            }
    }
    result->value[mover] = advice->moves[best].value[mover];
    choose_best(result, advice->moves[best].move);
    tell_others(player->info.game, mover, result);
    return HRA_OK;
}

/* A player that only chooses: nothing is known but its move. */
static hra_err analyse_by_choice(hra_agent *agent, const hra_question *question, hra_analysis *result) {
    hra_err err = list_moves(agent, question->state, result);
    if (!err)
        err = hra_agent_ask_player(agent, question, HRA_WANT_MOVE, result);
    if (!err)
        choose_best(result, result->move);
    return err;
}

/* To the end of the game, for as long as the limits of the question say. */
static hra_err analyse_whole(hra_agent *agent, const hra_question *question, hra_analysis *result) {
    hra_question whole = *question;
    whole.limits = (hra_limits){0};
    whole.patience = question->limits;
    return hra_agent_ask_player(agent, &whole, HRA_WANT_ALL, result);
}

static hra_err analyse_seat(hra_agent *agent, const hra_question *question, hra_analysis *result) {
    const hra_player *player = agent->player;
    hra_analysis_clear(result);
    if (hra_agent_answers(agent, HRA_ANSWERS_ALL)) {
        hra_err err = agent->whole ? analyse_whole(agent, question, result)
                                   : hra_agent_ask_player(agent, question, HRA_WANT_ALL, result);
        if (!err) {
            hra_agent_follow_principal(agent, question->state, result);
            hra_gate_result(player, result);
        }
        return err;
    }
    double started = hra_clock();
    hra_err err = hra_agent_answers(agent, HRA_ANSWERS_ADVICE) ? analyse_by_advice(agent, question, result)
                                                               : analyse_by_choice(agent, question, result);
    result->seconds = hra_clock() - started;
    if (!err)
        hra_gate_result(player, result);
    return err;
}

/* A limit, and not a stop, ended it before it had looked at a single move. */
static bool was_too_short(const hra_agent *agent, hra_err err, const hra_question *question) {
    return err == HRA_ESTOPPED && !agent->trying && !hra_stop_is_set(question->stop);
}

/* A caller that wants the values of moves gets an error if a limit ended the search too early. */
static hra_err look_at_moves(hra_agent *agent, const hra_question *question, hra_analysis *result) {
    hra_err err = analyse_seat(agent, question, result);
    return was_too_short(agent, err, question) ? hra_agent_too_short(agent, question, &result->why) : err;
}

hra_err hra_agent_look(hra_agent *agent, const hra_question *question, int ways, hra_analysis *result) {
    const hra_game *game = agent->player->info.game;
    return game->rules->to_move(game, question->state) == HRA_CHANCE
               ? hra_agent_look_at_outcomes(agent, question, ways, result)
               : look_at_moves(agent, question, result);
}

/* ---- asking ---------------------------------------------------------------------------------*/

static hra_err look(hra_agent *agent, const hra_question *question, hra_analysis *result) {
    return hra_agent_look(agent, question, 1, result);
}

static hra_err analyse(hra_agent *agent, const hra_question *asked, hra_analysis *result) {
    hra_listener listening = {agent, asked};
    hra_question heard;
    const hra_question *question = asked->found ? hra_agent_listen(&listening, &heard) : asked;
    hra_err err = may_ask(agent, asked->state, true);
    agent->last = HRA_LAST_OTHER;
    if (err) {
        hra_analysis_clear(result);
        result->why = agent->why;
        return err;
    }
    err = hra_agent_within_usual(agent, question, look, result);
    if (!err)
        hra_agent_tell_ends(agent, result);
    if (!err && !result->chance)
        hra_agent_follow_lines(agent, question->state, result);
    remember(agent, err, &result->why);
    if (err)
        result->why = agent->why;
    return err;
}

hra_err hra_agent_check_limits(hra_agent *agent, const hra_question *question, hra_error *why) {
    const hra_player *player = agent->player;
    const hra_limits *l = &question->limits;
    hra_question trial = *question;
    bool limited = player->info.limited || l->depth || l->nodes || l->playouts || l->seconds > 0;
    if (limited || !player->info.kind->needs_limit)
        return HRA_OK;
    trial.trial = agent->trying = true;
    hra_err err = analyse(agent, &trial, &agent->result);
    agent->trying = false;
    return err == HRA_ELIMIT || hra_is_lack(err) ? hra_fail(why, err, -1, "%s", agent->why.text) : HRA_OK;
}

hra_err hra_agent_choose_anyhow(hra_agent *agent, hra_err err, const hra_error *told,
                                const hra_question *question, hra_move *out) {
    const hra_game *game = agent->player->info.game;
    if (!was_too_short(agent, err, question))
        return remember(agent, err, told);
    game->rules->moves(game, question->state, agent->moves);
    *out = agent->moves[0];
    return remember(agent, HRA_OK, NULL);
}

hra_err hra_agent_choose_by_analysis(hra_agent *agent, const hra_question *question, hra_move *out) {
    hra_err err = hra_agent_best_within_usual(agent, question, analyse_seat, &agent->result);
    agent->last = err ? HRA_LAST_OTHER : HRA_LAST_CHOICE;
    if (err)
        return hra_agent_choose_anyhow(agent, err, &agent->result.why, question, out);
    *out = agent->result.move;
    return remember(agent, HRA_OK, NULL);
}

hra_err hra_agent_choose(hra_agent *agent, const hra_question *question, hra_move *out) {
    hra_err err = may_ask(agent, question->state, false);
    agent->last = HRA_LAST_OTHER;
    return err ? err : hra_agent_choose_for(agent, agent->mover, question, out);
}

/* ---- what an answer rests on ----------------------------------------------------------------*/

static void recall_result(const hra_analysis *result, hra_decision *out) {
    memcpy(out->value, result->value, sizeof out->value);
    out->depth = result->depth;
    out->nodes = result->nodes;
    out->line[0] = result->move;
    out->length = 1;
    for (int i = 1; i < result->pv_length && i < HRA_THOUGHT_LINE && result->pv[0] == result->move; i++)
        out->line[out->length++] = result->pv[i];
}

/* What the player itself says. */
static hra_err recall_told(hra_agent *agent, hra_want want, hra_decision *out) {
    hra_analysis *told = &agent->told;
    hra_analysis_clear(told);
    hra_err err = hra_analysis_reserve(told, 0, HRA_THOUGHT_LINE);
    if (!err)
        err = hra_agent_ask_player(agent, &(hra_question){.want = want}, want, told);
    if (err)
        return err;
    *out = (hra_decision){.depth = told->depth, .nodes = told->nodes, .length = told->pv_length};
    memcpy(out->value, told->value, sizeof out->value);
    memcpy(out->line, told->pv, (size_t)told->pv_length * sizeof *out->line);
    return HRA_OK;
}

/* The value of a state in which chance is to move, or that was looked up, rests on no move. */
static hra_err recall_value(hra_agent *agent, hra_decision *out) {
    hra_decision decision = {.length = 0};
    hra_err err = HRA_OK;
    if (hra_agent_answers(agent, HRA_ANSWERS_LAST_VALUE))
        err = recall_told(agent, HRA_WANT_LAST_VALUE, &decision);
    else if (!hra_agent_answers(agent, HRA_ANSWERS_VALUE) && !agent->aside.chance && agent->aside.move_count)
        recall_result(&agent->aside, &decision);
    if (err || decision.length == 0)
        return err ? err : HRA_EFIT;
    *out = decision;
    hra_gate_thought(agent->player, out);
    return HRA_OK;
}

hra_err hra_agent_recall(hra_agent *agent, hra_decision *out) {
    bool analysed = agent->player->info.kind && !hra_agent_answers(agent, HRA_ANSWERS_MOVE);
    hra_err err = HRA_OK;
    if (agent->last == HRA_LAST_WORTH)
        return recall_value(agent, out);
    if (!analysed && !hra_agent_answers(agent, HRA_ANSWERS_LAST))
        return HRA_EFIT;
    if (agent->last != HRA_LAST_CHOICE)
        return HRA_ESTATE;
    *out = (hra_decision){.length = 0};
    if (analysed)
        recall_result(&agent->result, out);
    else
        err = recall_told(agent, HRA_WANT_LAST, out);
    if (!err)
        hra_gate_thought(agent->player, out);
    return err;
}

/* ---- advice ---------------------------------------------------------------------------------*/

static bool comes_before(const hra_analysis_move *a, const hra_analysis_move *b, int seat) {
    const double lead = a->value[seat] - b->value[seat],
                 firm = (b->kind == HRA_VALUE_AT_MOST) - (a->kind == HRA_VALUE_AT_MOST);
    return a->kind != HRA_VALUE_NONE && (b->kind == HRA_VALUE_NONE || lead > 0 || (lead == 0 && firm > 0));
}

/* Best first; equal ones stay in the order of the rules, but bounds come last (insertion sort is stable, lists are short). */
static void put_in_order(hra_analysis *advice) {
    hra_analysis_move *moves = advice->moves;
    for (int i = 1; i < advice->move_count; i++) {
        hra_analysis_move one = moves[i];
        int j = i;
        for (; j > 0 && comes_before(&one, &moves[j - 1], advice->value_seat); j--)
            moves[j] = moves[j - 1];
        moves[j] = one;
    }
}

/* What the player would play comes first among equals, and where nothing is known of the best move. */
static void put_first(hra_analysis *advice, hra_move best) {
    hra_analysis_move *moves = advice->moves;
    int i = 0, seat = advice->value_seat;
    while (i < advice->move_count && moves[i].move != best)
        i++;
    bool beaten = i < advice->move_count && moves[i].value[seat] < moves[0].value[seat] &&
                  moves[0].kind != HRA_VALUE_AT_MOST;
    if (i == advice->move_count || (beaten && moves[i].kind != HRA_VALUE_NONE))
        return;
    hra_analysis_move one = moves[i];
    memmove(moves + 1, moves, (size_t)i * sizeof *moves);
    moves[0] = one;
}

/* Computes losses; move, kind and value of the whole are those of the first move. */
static void count_losses(hra_analysis *advice) {
    hra_analysis_move *moves = advice->moves;
    int seat = advice->value_seat;
    for (int i = 0; i < advice->move_count; i++) {
        bool known = moves[i].kind != HRA_VALUE_NONE && moves[0].kind != HRA_VALUE_NONE;
        double loss = moves[0].value[seat] - moves[i].value[seat];
        moves[i].loss = known && loss > 0 ? loss : 0;
    }
    if (advice->move_count == 0)
        return;
    advice->move = moves[0].move;
    advice->kind = moves[0].kind;
    memcpy(advice->value, moves[0].value, sizeof advice->value);
}

/* Only a player that looks to the end of the game everywhere knows; what others call exact holds within
 * their depth. */
static bool is_estimate(const hra_player *player, const hra_analysis *result) {
    bool estimate = !player->info.exact;
    for (int i = 0; i < result->move_count; i++)
        estimate = estimate || result->moves[i].kind != HRA_VALUE_EXACT;
    return estimate;
}

static hra_err advise_by_analysis(const hra_agent *agent, const hra_analysis *result, int mover,
                                  hra_analysis *out) {
    hra_err err = hra_analysis_reserve(out, result->move_count, 1);
    if (err)
        return err;
    out->what = result->what;
    out->what.estimate = is_estimate(agent->player, result);
    out->value_seat = mover;
    out->move_count = result->move_count;
    for (int i = 0; i < out->move_count; i++) {
        const hra_analysis_move *m = &result->moves[i];
        hra_analysis_move *to = &out->moves[i];
        *to = (hra_analysis_move){.move = m->move, .probability = 1, .kind = m->kind, .distance = -1};
        to->value[mover] = m->value[mover];
        if (m->tag == HRA_ROOT_SAMPLED && m->kind == HRA_VALUE_MEAN) {
            to->tag = HRA_ROOT_SAMPLED;
            to->sampled = m->sampled;
        }
    }
    put_in_order(out);
    put_first(out, result->move);
    count_losses(out);
    return HRA_OK;
}

/* The player's own values: their kind is the same for all moves. */
static void finish_advice(hra_analysis *out) {
    for (int i = 0; i < out->move_count; i++) {
        hra_analysis_move *m = &out->moves[i];
        m->probability = 1;
        m->distance = -1;
        if (m->kind == HRA_VALUE_NONE && !isnan(m->value[out->value_seat]))
            m->kind = out->what.estimate ? HRA_VALUE_ESTIMATE : HRA_VALUE_EXACT;
    }
    put_in_order(out);
    count_losses(out);
}

static hra_err advise(hra_agent *agent, const hra_question *question, hra_analysis *out) {
    const hra_player *player = agent->player;
    if (!hra_agent_answers(agent, HRA_ANSWERS_ADVICE | HRA_ANSWERS_ALL))
        return remember(agent, HRA_EFIT, NULL);
    hra_err err = may_ask(agent, question->state, false);
    if (err)
        return err;
    agent->last = HRA_LAST_OTHER;
    if (hra_agent_answers(agent, HRA_ANSWERS_ADVICE)) {
        hra_error told = {0};
        err = take_advice(agent, question, out);
        if (was_too_short(agent, err, question))
            err = hra_agent_too_short(agent, question, &told);
        remember(agent, err, &told);
        if (!err)
            finish_advice(out);
    } else {
        err = hra_agent_within_usual(agent, question, look_at_moves, &agent->aside);
        remember(agent, err, &agent->aside.why);
        if (!err)
            err = advise_by_analysis(agent, &agent->aside, agent->mover, out);
    }
    if (!err) {
        hra_agent_tell_ends(agent, out);
        hra_gate_advice(player, out);
    }
    return err;
}

/* The moves too, as they were judged, of those who judge all of them. */
static hra_err recall(hra_agent *agent, hra_analysis *out) {
    hra_decision decision;
    bool chose = agent->last == HRA_LAST_CHOICE && !hra_agent_answers(agent, HRA_ANSWERS_MOVE);
    hra_err err = hra_agent_recall(agent, &decision);
    if (!err && chose)
        err = advise_by_analysis(agent, &agent->result, agent->mover, out);
    if (!err)
        err = hra_analysis_reserve(out, out->move_count, HRA_THOUGHT_LINE);
    if (err)
        return err;
    memcpy(out->value, decision.value, sizeof out->value);
    out->depth = decision.depth;
    out->nodes = decision.nodes;
    memcpy(out->pv, decision.line, (size_t)decision.length * sizeof *out->pv);
    out->pv_length = decision.length;
    out->move = decision.line[0];
    hra_agent_tell_ends(agent, out);
    return HRA_OK;
}

/* What an analysis says, where its numbers are what each seat gets. */
static hra_err worth_by_analysis(hra_agent *agent, const hra_question *question, double *out) {
    const hra_game *game = agent->player->info.game;
    if (game->rules->to_move(game, question->state) == HRA_OVER) {
        game->rules->returns(game, question->state, out);
        return HRA_OK;
    }
    if (game->rules->conduct->settled && game->rules->conduct->settled(game, question->state, out))
        return HRA_OK;
    hra_err err = hra_agent_best_within_usual(agent, question, look, &agent->aside);
    hra_value_kind got = agent->aside.kind;
    if (!err && (agent->aside.value_seat >= 0 || agent->aside.what.unit != HRA_UNIT_POINTS ||
                 got == HRA_VALUE_NONE || got == HRA_VALUE_AT_MOST || got == HRA_VALUE_AT_LEAST))
        err = HRA_EFIT; /* its numbers are not what each seat gets */
    if (!err)
        memcpy(out, agent->aside.value, (size_t)game->seats * sizeof *out);
    return err;
}

hra_err hra_agent_value(hra_agent *agent, const hra_question *question, double *out) {
    const hra_player *player = agent->player;
    const bool own = hra_agent_answers(agent, HRA_ANSWERS_VALUE);
    if (!own && !hra_agent_answers(agent, HRA_ANSWERS_ADVICE | HRA_ANSWERS_ALL))
        return remember(agent, HRA_EFIT, NULL);
    agent->last = HRA_LAST_OTHER;
    hra_err err = own ? hra_agent_ask_player(agent, question, HRA_WANT_VALUE, &agent->aside)
                      : worth_by_analysis(agent, question, out);
    if (!err && own)
        memcpy(out, agent->aside.value, (size_t)player->info.game->seats * sizeof *out);
    if (!err)
        hra_gate_worth(player, out);
    if (!err && hra_stop_is_set(question->stop)) /* then it may be less than half a number */
        err = HRA_ESTOPPED;
    if (!err && player->info.game->rules->to_move(player->info.game, question->state) >= 0)
        agent->last = HRA_LAST_WORTH;
    return remember(agent, err, own ? NULL : &agent->aside.why);
}

hra_err hra_agent_ask(hra_agent *agent, const hra_question *question, hra_analysis *out) {
    hra_err err;
    if (question->want == HRA_WANT_ALL)
        return analyse(agent, question, out);
    if (question->want == HRA_WANT_MOVE)
        return hra_agent_choose(agent, question, &out->move);
    hra_analysis_clear(out);
    if (question->want == HRA_WANT_VALUE)
        err = hra_agent_value(agent, question, out->value);
    else if (question->want == HRA_WANT_ADVICE)
        err = advise(agent, question, out);
    else
        err = recall(agent, out);
    if (err && !agent->why.code)
        remember(agent, err, NULL);
    if (err)
        out->why = agent->why;
    return err;
}

hra_err hra_agent_luck(hra_agent *agent, const hra_question *question, hra_move m, double *out) {
    const hra_player_kind *kind = agent->player->info.kind;
    if (!kind || !kind->luck)
        return remember(agent, HRA_EFIT, NULL);
    agent->last = HRA_LAST_OTHER;
    hra_err err = kind->luck(agent->player->shared, agent->scratch, question, m, out);
    if (!err)
        hra_gate_luck(agent->player, out);
    return remember(agent, hra_stop_is_set(question->stop) ? HRA_ESTOPPED : err, NULL);
}

hra_err hra_agent_set_observer(hra_agent *agent, const hra_observer *observer) {
    const hra_player_kind *kind = agent->player->info.kind;
    if (!kind || !kind->observe)
        return remember(agent, HRA_EFIT, NULL);
    agent->observer = observer;
    return remember(agent, kind->observe(agent->scratch, observer), NULL);
}
