/* Time limits of tasks: the requested one, else the usual one of the task, never more than the caps. A cap
 * is not a budget: it never makes a task longer than it would be without it. */
#include "players/player.h"
#include "session/session.h"

/* Seconds that each task takes if neither the line nor the spec of the player limits it. */
static const double usual[] = {
    [THINK_ADVISE] = 1.5, [THINK_COST] = 0.6, /* a person waits, at every move */
    [THINK_ANALYSE] = 5,  [THINK_WORTH] = 5,  /* asked for by itself */
    [THINK_TREE] = 0,     [THINK_OPEN] = 0,   /* 0: the player's own end, */
    [THINK_CHOOSE] = 0,   [THINK_REVIEW] = 0, [THINK_MATCH] = 0, [THINK_EXERCISE] = 0};

/* A cap of more than this is above all that is usual. */
enum { USUAL_SECONDS = 5 };

static bool is_limited(const hra_limits *l) {
    return l->depth || l->nodes || l->playouts || l->seconds > 0;
}

/* The caps on who ends by himself: he would use a longer time to its end. */
static hra_limits counts_of(hra_limits caps) {
    if (caps.seconds > USUAL_SECONDS)
        caps.seconds = 0;
    return caps;
}

/* What a player that needs a limit has where nothing limits it: no longer than is usual for the task. */
static hra_limits usual_of(const hra_session *s, think_kind kind) {
    hra_limits out = s->setup.usual;
    if (usual[kind] > 0 && out.seconds > usual[kind])
        out.seconds = usual[kind];
    return hra_limits_join(out, s->setup.caps);
}

/* The key of an exercise is the same everywhere, so that no time limits it: who would have one has nodes. */
static hra_limits counted(const hra_session *s, const think_task *task, const char *spec) {
    enum { NODES = 200000 };
    hra_limits out = hra_limits_join(task->question.limits, s->setup.caps);
    hra_player *player = NULL;
    bool timed = out.seconds > 0, needs = false, limited = false;
    if (hra_player_placeholder(&player, task->game, spec, NULL) == 0) {
        needs = hra_player_info_of(player)->needs_limit;
        limited = hra_player_info_of(player)->limited;
    }
    hra_player_close(player);
    out.seconds = 0;
    if (!is_limited(&out) && !limited && (needs || timed))
        out.nodes = NODES;
    return out;
}

/* Of a player who is named by that spec; what cannot be looked at ends by itself. */
static hra_limits budget(const hra_session *s, think_task *task, const char *spec) {
    const hra_limits *asked = &task->question.limits, caps = s->setup.caps;
    bool of_play = task->kind == THINK_ADVISE || task->kind == THINK_COST ||
                   task->kind == THINK_WORTH; /* which is a machine's time */
    hra_player *player = NULL;
    hra_error why;
    bool opened = hra_player_placeholder(&player, task->game, spec, &why) == 0;
    bool clocked =
        opened && hra_player_info_of(player)->clock.seconds > 0; /* of its seat, where it has one */
    bool limited =
        (opened && hra_player_info_of(player)->limited && !clocked) || (!of_play && is_limited(asked));
    bool needs = opened && hra_player_info_of(player)->needs_limit && !is_limited(asked);
    hra_player_close(player);
    if (limited)
        return hra_limits_join(*asked, caps);
    if (needs && task->kind != THINK_REVIEW) { /* which makes many decisions */
        task->standard = true;
        task->usual = usual_of(s, task->kind);
        return (hra_limits){0};
    }
    hra_limits own = hra_limits_join(*asked, (hra_limits){.seconds = usual[task->kind]});
    return hra_limits_join(own, usual[task->kind] > 0 ? caps : counts_of(caps));
}

void hra_session_limit(const hra_session *s, think_task *task, const char *spec) {
    if (task->kind == THINK_EXERCISE)
        task->question.limits = counted(s, task, spec);
    else if (task->game && task->kind != THINK_MATCH)
        task->question.limits = budget(s, task, spec);
}

hra_limits hra_session_match_limits(const hra_session *s, double seconds) {
    const hra_limits asked = {.seconds = seconds};
    return hra_limits_join(seconds > 0 ? s->setup.caps : counts_of(s->setup.caps), asked);
}
