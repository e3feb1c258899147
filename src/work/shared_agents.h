/* What workers share: games and players that are opened once, and agents that remember a game. */
#ifndef HRA_WORK_SHARED_AGENTS_H
#define HRA_WORK_SHARED_AGENTS_H

#include "hra/host.h"
#include "work/think_task.h"

/* An open game with its players. It stays open while it is in use. */
typedef struct shared_game shared_game;

typedef struct hra_agents hra_agents;

/* At most `most` agents, idle or busy; `few` of them, and the busy ones, while fewer than
 * one in nine finds its memory of a game again. HRA_EINPUT: none; HRA_EVERSION: a host of a newer library;
 * HRA_ENOMEM. */
hra_err hra_agents_open(hra_agents **out, const hra_host *host, const char *data, int most, int few,
                        hra_error *why);
void hra_agents_close(hra_agents *agents); /* when no agent is in use; NULL is allowed */

const hra_host *hra_agents_host(const hra_agents *agents);
const char *hra_agents_data(const hra_agents *agents); /* the folder of tables, or NULL */
/* The room of this game, opened where there is none; until hra_agents_leave. */
hra_err hra_agents_enter(hra_agents *agents, const char *game, shared_game **out, hra_error *why);
void hra_agents_leave(hra_agents *agents, shared_game *r);
const hra_game *hra_agents_game(const shared_game *r);

/* A slot for thinker `number` of a session, with its player opened: the one that thought about this game
 * before, if it is still known. It belongs to the caller until hra_agents_give. Waits while another thread
 * opens the same player. HRA_ESTOPPED; HRA_ELIMIT: all are taken; what hra_player_open returns. */
hra_err hra_agents_take(hra_agents *agents, shared_game *r, int number, const char *spec, uint64_t play,
                        const hra_stop *stop, agent_slot **out, hra_error *why);
void hra_agents_give(hra_agents *agents, agent_slot *m); /* NULL is allowed */

#endif
