/* External programs between the tasks of a tournament. */
#include "tournament/idle_programs.h"

#include <string.h>

#include "play/play_object.h"

hra_err hra_idle_programs_init(hra_idle_programs *idle) {
    idle->count = 0;
    return hra_lock_init(&idle->lock);
}

void hra_idle_programs_release(hra_idle_programs *idle) {
    for (int i = 0; i < idle->count; i++)
        hra_agent_close(idle->agents[i]);
    hra_lock_release(&idle->lock);
}

static bool is_program(const hra_player *player) {
    const hra_player_kind *kind = hra_player_info_of(player)->kind;
    return kind && kind->program;
}

/* The lock is held. */
static hra_agent *take_at(hra_idle_programs *idle, int i) {
    hra_agent *agent = idle->agents[i];
    idle->count--;
    memmove(idle->agents + i, idle->agents + i + 1, (size_t)(idle->count - i) * sizeof *idle->agents);
    return agent;
}

static hra_agent *take(hra_idle_programs *idle, const hra_player *player) {
    hra_agent *found = NULL;
    hra_lock_take(&idle->lock);
    for (int i = idle->count - 1; i >= 0 && !found; i--)
        if (hra_agent_player(idle->agents[i]) == player)
            found = take_at(idle, i);
    hra_lock_give(&idle->lock);
    return found;
}

static void keep(hra_idle_programs *idle, hra_agent *agent) {
    hra_agent *oldest = NULL;
    hra_lock_take(&idle->lock);
    if (idle->count == HRA_IDLE_PROGRAMS)
        oldest = take_at(idle, 0);
    idle->agents[idle->count++] = agent;
    hra_lock_give(&idle->lock);
    hra_agent_close(oldest); /* which may take a while */
}

void hra_idle_programs_lend(hra_idle_programs *idle, hra_play *play, const hra_player *const *players,
                            int count) {
    for (int p = 0; idle && p < count; p++)
        if (is_program(players[p]))
            hra_play_set_agent(play, p, take(idle, players[p]));
}

void hra_idle_programs_take_back(hra_idle_programs *idle, hra_play *play, const hra_player *const *players,
                                 int count) {
    for (int p = 0; idle && p < count; p++) {
        hra_agent *agent = is_program(players[p]) ? hra_play_set_agent(play, p, NULL) : NULL;
        if (agent)
            keep(idle, agent);
    }
}
