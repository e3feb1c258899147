/* What workers share: games and players that are opened once, and minds that remember a play. */
#ifndef HRA_WORK_WORKER_POOL_H
#define HRA_WORK_WORKER_POOL_H

#include "hra/session.h"
#include "work/think_task.h"

/* A game that is open, with its players. While somebody is in it, it stays. */
typedef struct room room;

const hra_host *hra_workshop_host(const hra_workshop *shop);
const char *hra_workshop_data(const hra_workshop *shop); /* the folder of tables, or NULL */
/* The room of this game, opened where there is none; until hra_workshop_leave. */
hra_err hra_workshop_enter(hra_workshop *shop, const char *game, room **out, hra_error *why);
void hra_workshop_leave(hra_workshop *shop, room *r);
const hra_game *hra_room_game(const room *r);

/* A mind for whoever `number` is at a table, with its player opened: the one that thought about this play
 * before, where it is still known. It belongs to the caller until hra_workshop_give. Waits while another
 * thread opens the same player. HRA_ESTOPPED; HRA_ELIMIT: all are taken; what hra_player_open returns. */
hra_err hra_workshop_take(hra_workshop *shop, room *r, int number, const char *spec, uint64_t play,
                          const hra_stop *stop, mind **out, hra_error *why);
void hra_workshop_give(hra_workshop *shop, mind *m); /* NULL is allowed */

#endif
