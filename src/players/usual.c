/* Searches without a limit: how long they may take, and how a result says so. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "players/agent.h"
#include "players/analysis.h"

/* Of the usual limit, for a search to the end: what is small enough for it is mostly done in that, and what is not
 * leaves enough to go deep. */
static const double whole_share = 0.6;

void hra_agent_usual(hra_agent *agent, const hra_limits *usual) {
    agent->usual = usual ? *usual : (hra_limits){0};
}

static bool is_named(const hra_limits *l) {
    return l->depth || l->nodes || l->playouts || l->seconds > 0;
}

/* Nodes and seconds that are left of the usual limit. */
static hra_limits rest_of(const hra_limits *usual, const hra_analysis *spent, double started) {
    hra_limits rest = *usual;
    if (rest.nodes)
        rest.nodes = rest.nodes > spent->nodes + 1 ? rest.nodes - spent->nodes : 1;
    if (rest.seconds > 0)
        rest.seconds = fmax(rest.seconds - (hra_clock() - started), 1e-3);
    return rest;
}

static hra_limits share_of(const hra_limits *usual) {
    hra_limits share = {.seconds = whole_share * usual->seconds};
    if (usual->nodes)
        share.nodes = 1 + (uint64_t)(whole_share * (double)usual->nodes);
    return share;
}

/* A stop may come just as the search has found that it is over a limit: the stop is what the caller hears of. */
static hra_err prefer_stop(hra_err err, const hra_question *question, hra_analysis *result) {
    return err == HRA_ELIMIT && hra_stop_is_set(question->stop)
               ? hra_analysis_fail(result, HRA_ESTOPPED, "stopped before any move was found")
               : err;
}

hra_err hra_agent_within_usual(hra_agent *agent, const hra_question *question, hra_agent_way *way,
                               hra_analysis *result) {
    agent->usual_ended = false;
    if (!is_named(&agent->usual) || agent->trying || !agent->player->info.needs_limit ||
        !agent->player->info.kind->needs_limit || is_named(&question->limits))
        return way(agent, question, result);
    double started = hra_clock();
    hra_question within = *question;
    within.limits = share_of(&agent->usual);
    agent->whole = true;
    hra_err err = way(agent, &within, result);
    agent->whole = false;
    bool cut = err == HRA_ESTOPPED || err == HRA_ELIMIT || (!err && result->stopped);
    if (!cut || hra_stop_is_set(question->stop))
        return prefer_stop(err, question, result);
    within.limits = rest_of(&agent->usual, result, started);
    agent->usual_ended = true;
    err = way(agent, &within, result);
    agent->usual_ended = !err && result->stopped && !hra_stop_is_set(question->stop);
    return prefer_stop(err, question, result);
}

/* ---- words ----------------------------------------------------------------------------------*/

static void add_limit(hra_text *out, const char *name, double value, const char *unit) {
    hra_text_addf(out, "%s%s=%.10g%s", out->length ? ", " : "", name, value, unit);
}

/* As in a player's spec: "nodes=100, time=0.5s". */
static void add_limits(hra_text *out, const hra_limits *l) {
    if (l->nodes)
        add_limit(out, "nodes", (double)l->nodes, "");
    if (l->playouts)
        add_limit(out, "playouts", (double)l->playouts, "");
    if (l->seconds > 0)
        add_limit(out, "time", l->seconds, "s");
}

hra_err hra_agent_too_short(const hra_agent *agent, const hra_question *question, hra_error *why) {
    hra_limits limits = is_named(&agent->shared) && !agent->usual_ended
                            ? agent->shared
                            : hra_agent_limits(agent, question, NULL);
    hra_text text;
    hra_text_init(&text);
    add_limits(&text, &limits);
    hra_err err = hra_fail(why, HRA_ELIMIT, -1,
                           "the search ended before any move had a value: %s is too small; set more, in the "
                           "player's spec or by the option of that name",
                           hra_text_string(&text));
    hra_text_release(&text);
    return err;
}

hra_limits hra_agent_limits(const hra_agent *agent, const hra_question *question, bool *usual_ended) {
    if (usual_ended)
        *usual_ended = agent->usual_ended;
    return agent->usual_ended ? agent->usual : hra_limits_join(question->limits, agent->player->info.limits);
}

void hra_limits_say_reached(const hra_limits *limits, const hra_analysis *result, hra_text *out) {
    hra_limits reached = {0};
    if (limits->nodes && result->nodes >= limits->nodes)
        reached.nodes = limits->nodes;
    else if (limits->playouts && result->playouts >= limits->playouts)
        reached.playouts = limits->playouts;
    else if (limits->seconds > 0)
        reached.seconds = limits->seconds;
    else
        reached.nodes = limits->nodes; /* shared among outcomes, the last of them may go unused */
    if (result->stopped)
        add_limits(out, &reached);
}

/* ---- before many games ----------------------------------------------------------------------*/

/* The first position of a seat, behind some moves of chance. False: the game ends before. */
static bool first_decision(const hra_game *game, unsigned char *state, hra_move *moves, double *probability) {
    enum { FIRST_MOVES = 1000 };
    int ply = 0;
    while (game->rules->to_move(game, state) == HRA_CHANCE && ply++ < FIRST_MOVES) {
        game->rules->chance_outcomes(game, state, moves, probability);
        game->rules->apply(game, state, moves[0]);
    }
    return game->rules->to_move(game, state) >= 0;
}

static hra_err try_player(const hra_player *player, const void *state, hra_error *told) {
    const hra_game *game = player->info.game;
    hra_agent *agent = NULL;
    unsigned char *copy = malloc(game->state_size);
    hra_move *moves = malloc(hra_game_move_capacity(game) * sizeof *moves);
    double *probability = malloc(hra_game_move_capacity(game) * sizeof *probability);
    hra_err err = copy && moves && probability ? hra_agent_open(&agent, player) : HRA_ENOMEM;
    if (!err) {
        memcpy(copy, state, game->state_size);
        if (first_decision(game, copy, moves, probability))
            err = hra_agent_check_limits(agent, &(hra_question){.state = copy}, told);
    }
    hra_agent_close(agent);
    free(probability);
    free(moves);
    free(copy);
    return err;
}

hra_err hra_player_check_limits(const hra_player *player, const hra_limits *limits, const void *state,
                                hra_error *why) {
    hra_error told = {0};
    if (!player->info.needs_limit || is_named(limits))
        return HRA_OK;
    hra_err err = try_player(player, state, &told);
    if (err == HRA_ELIMIT)
        return hra_fail(why, HRA_EINPUT, -1, "%s: %s", player->info.spec, told.text);
    return err ? hra_fail(why, err, -1, "%s", hra_err_text(err)) : HRA_OK;
}
