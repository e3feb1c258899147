/* One state as a player sees it, checked; and a game described. */
#include <math.h>
#include <stdlib.h>

#include "hra/json.h"
#include "rules/checked.h"

hra_err hra_game_describe(const hra_game *game, char **json, hra_error *why) {
    hra_text out;
    if (!game || !json)
        return hra_fail(why, HRA_EINPUT, -1, "no game was given, or no room for the answer");
    hra_text_init(&out);
    hra_json writer = hra_json_begin(&out);
    hra_json_game(&writer, NULL, game);
    return hra_state_give(&out, json, why);
}

static hra_err check_question(const hra_agent *agent, const void *state, int depth, double seconds,
                              const void *out, hra_error *why) {
    if (!agent)
        return hra_fail(why, HRA_EINPUT, -1, "no agent was given");
    hra_err err = hra_state_check_out(hra_player_game(hra_agent_player(agent)), state, out, why);
    if (!err && (depth < 0 || depth > HRA_TO_THE_END))
        err = hra_fail(why, HRA_EINPUT, -1, "a depth is 0 to %d, not %d", HRA_TO_THE_END, depth);
    if (!err && !(seconds >= 0 && isfinite(seconds)))
        err = hra_fail(why, HRA_EINPUT, -1, "a time is 0 or more seconds");
    return err;
}

static hra_err agent_failed(const hra_agent *agent, hra_err err, hra_error *why) {
    const char *words = hra_agent_why(agent)->text;
    return hra_fail(why, err, -1, "%s", *words ? words : hra_err_text(err));
}

hra_err hra_agent_describe(hra_agent *agent, const void *state, int depth, uint64_t nodes, uint64_t playouts,
                           double seconds, uint64_t seed, char **json, hra_error *why) {
    hra_analysis result;
    hra_text out;
    hra_err err = check_question(agent, state, depth, seconds, json, why);
    if (err)
        return err;
    const hra_question question = {.state = state, .limits = {depth, nodes, playouts, seconds}, .seed = seed};
    const hra_player *player = hra_agent_player(agent);
    hra_analysis_init(&result);
    hra_text_init(&out);
    err = hra_agent_ask(agent, &question, &result);
    if (err) {
        err = agent_failed(agent, err, why);
    } else {
        hra_json writer = hra_json_begin(&out);
        hra_json_analysis(&writer, NULL, &result, hra_player_game(player), state, hra_player_spec(player));
        err = hra_state_give(&out, json, why);
    }
    hra_analysis_release(&result);
    return err;
}

hra_err hra_agent_move(hra_agent *agent, const void *state, int depth, uint64_t nodes, uint64_t playouts,
                       double seconds, uint64_t seed, hra_move *move, hra_error *why) {
    hra_err err = check_question(agent, state, depth, seconds, move, why);
    if (err)
        return err;
    const hra_question question = {.state = state, .limits = {depth, nodes, playouts, seconds}, .seed = seed};
    err = hra_agent_choose(agent, &question, move);
    return err ? agent_failed(agent, err, why) : HRA_OK;
}
