/* What programs that speak UGI or UBGI have in common as players. */
#include <string.h>

#include "rules/game_properties.h"
#include "ugi_common.h"
#include "ugi_common_client.h"

hra_err hra_arena_client_set(hra_client *c, int name_length, const char *name, int value_length,
                             const char *value) {
    return hra_client_say(c, "setoption name %.*s value %.*s", name_length, name, value_length, value);
}

void hra_arena_client_id(hra_client *c) {
    const char *id = hra_client_behind(c, "id");
    if (id && strncmp(id, "name ", 5) == 0)
        (void)hra_snprintf(c->name, sizeof c->name, "%s", id + 5 + strspn(id + 5, " \t"));
}

hra_err hra_arena_client_go(hra_client *c, const char *go, const hra_limits *limits) {
    hra_text line;
    hra_text_init(&line);
    hra_text_add(&line, go);
    if (limits->depth)
        hra_text_addf(&line, " depth %d", limits->depth);
    if (limits->nodes)
        hra_text_addf(&line, " nodes %llu", (unsigned long long)limits->nodes);
    if (limits->seconds > 0)
        hra_text_addf(&line, " movetime %.0f", 1000 * limits->seconds < 1 ? 1 : 1000 * limits->seconds);
    for (int seat = 0; seat < 2; seat++)
        if (c->clocks.of[seat].seconds > 0)
            hra_text_addf(&line, " p%dtime %.0f p%dinc %.0f", seat + 1, 1000 * c->clocks.of[seat].seconds,
                          seat + 1, 1000 * c->clocks.of[seat].increment);
    hra_err err = line.err ? hra_no_memory(&c->why) : hra_client_say(c, "%s", hra_text_string(&line));
    hra_text_release(&line);
    return err;
}

static void note(const char *info, hra_analysis *result) {
    double depth = result->depth, nodes = (double)result->nodes;
    if (strncmp(info, "string", 6) == 0) /* words to people */
        return;
    (void)hra_arena_number(info, "depth", &depth);
    (void)hra_arena_number(info, "nodes", &nodes);
    result->depth = depth < INT16_MAX ? (int)depth : INT16_MAX;
    result->nodes = (uint64_t)nodes;
}

hra_err hra_arena_client_hear(hra_client *c, hra_analysis *result, hra_err (*complains)(hra_client *)) {
    hra_err err;
    while ((err = hra_client_hear(c)) == 0 && !hra_client_behind(c, "bestmove")) {
        const char *info = hra_client_behind(c, "info");
        if (info)
            note(info, result);
        else if (complains && (err = complains(c)) != 0)
            return err;
        else
            hra_client_pass_over(c, hra_text_string(&c->line));
    }
    return err;
}

hra_err hra_arena_client_take(hra_client *c, const void *state, const char *move, hra_past *past,
                              hra_analysis *result) {
    hra_err err = hra_game_parse_move(c->game, state, move, &result->move, NULL);
    err = err ? err : hra_game_check_move(c->game, state, result->move);
    if (!err && hra_is_concession(c->game, state, result->move))
        err = HRA_EINPUT;
    if (err == HRA_ENOMEM)
        return hra_no_memory(&c->why);
    if (err)
        return hra_client_illegal(c, move);
    return hra_client_chose(c, past, result);
}
