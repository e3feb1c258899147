/* Games, players and agents that workers share. The lock is held for looking and for marking, never while
 * something is opened. */
#include "work/shared_agents.h"
#include "rules/rename.h"

#include <stdlib.h>
#include <string.h>

#include "core/thread.h"
#include "rules/rules_complete.h"

enum {
    GAMES = 8,    /* unused games that are kept open, */
    PLAYERS = 16, /* and unused players of each */
    FOUND = 8     /* agents that had to begin anew, which one that found its memory outweighs */
};

typedef struct opened {
    struct opened *next;
    hra_player *player; /* NULL: somebody opens it */
    int users;          /* slots, and the thread that opens it */
    uint64_t used;      /* when */
    char spec[HRA_SPEC_LENGTH];
} opened;

struct shared_game {
    shared_game *next;
    hra_game *game;
    opened *players;
    int users; /* workers, and slots */
    uint64_t used;
};

/* A slot and where it belongs. */
typedef struct desk {
    agent_slot slot;   /* first, so that it leads back here */
    shared_game *game; /* NULL: free */
    opened *player;
    uint64_t used;
} desk;

struct hra_agents {
    hra_host host;
    const char *data;
    hra_lock lock;
    hra_bell bell; /* a player was opened, or will not be */
    shared_game *games;
    uint64_t clock; /* counts what is used, to give up what was not for longest */
    int count;
    int few;   /* that stay open in a crowd */
    int crowd; /* 0..4 * count: rises with each agent that begins anew, and falls where one finds its memory */
    desk desks[];
};

const hra_host *hra_agents_host(const hra_agents *agents) {
    return &agents->host;
}

const char *hra_agents_data(const hra_agents *agents) {
    return agents->data;
}

const hra_game *hra_agents_game(const shared_game *r) {
    return r->game;
}

/* ---- what is not needed ---------------------------------------------------------------------*/

static void close_player(shared_game *r, opened *o) {
    opened **at = &r->players;
    while (*at != o)
        at = &(*at)->next;
    *at = o->next;
    hra_player_close(o->player);
    free(o);
}

/* The one of `r` that has lain idle for longest, where more do than are kept; NULL: none has to go. */
static opened *find_spare_player(const shared_game *r) {
    opened *oldest = NULL;
    int idle = 0;
    for (opened *o = r->players; o; o = o->next)
        if (o->users == 0) {
            idle++;
            oldest = !oldest || o->used < oldest->used ? o : oldest;
        }
    return idle > PLAYERS ? oldest : NULL;
}

static void close_game(hra_agents *agents, shared_game *r) {
    shared_game **at = &agents->games;
    while (*at != r)
        at = &(*at)->next;
    *at = r->next;
    while (r->players)
        close_player(r, r->players);
    hra_game_close(r->game);
    free(r);
}

static void tidy_games(hra_agents *agents) {
    shared_game *oldest = NULL;
    int idle = 0;
    for (shared_game *r = agents->games; r; r = r->next)
        if (r->users == 0) {
            idle++;
            oldest = !oldest || r->used < oldest->used ? r : oldest;
        }
    if (idle > GAMES)
        close_game(agents, oldest);
}

static void clear_desk(hra_agents *agents, desk *d) {
    shared_game *r = d->game;
    if (!r)
        return;
    hra_agent_close(d->slot.agent);
    d->player->users--;
    r->users--;
    *d = (desk){0};
    for (opened *o; (o = find_spare_player(r)) != NULL;)
        close_player(r, o);
    tidy_games(agents);
}

/* ---- opening --------------------------------------------------------------------------------*/

hra_err hra_agents_open(hra_agents **out, const hra_host *host, const char *data, int most, int few,
                        hra_error *why) {
    if (most < 1)
        return hra_fail(why, HRA_EINPUT, -1, "workers share at least one agent");
    hra_agents *agents = calloc(1, sizeof *agents + (size_t)most * sizeof agents->desks[0]);
    if (!agents)
        return hra_no_memory(why);
    hra_err err = hra_host_whole(&agents->host, host, why);
    if (!err && hra_lock_init(&agents->lock) != 0)
        err = hra_no_memory(why);
    if (!err && hra_bell_init(&agents->bell) != 0) {
        hra_lock_release(&agents->lock);
        err = hra_no_memory(why);
    }
    if (err) {
        free(agents);
        return err;
    }
    agents->data = data;
    agents->count = most;
    agents->few = few;
    *out = agents;
    return HRA_OK;
}

void hra_agents_close(hra_agents *agents) {
    if (!agents)
        return;
    for (int i = 0; i < agents->count; i++)
        clear_desk(agents, &agents->desks[i]);
    while (agents->games)
        close_game(agents, agents->games);
    hra_bell_release(&agents->bell);
    hra_lock_release(&agents->lock);
    free(agents);
}

/* ---- games ----------------------------------------------------------------------------------*/

/* Under the lock; NULL: there is none. */
static shared_game *enter_known(hra_agents *agents, const char *game) {
    shared_game *r = agents->games;
    while (r && !hra_same_game(r->game, game))
        r = r->next;
    if (r) {
        r->users++;
        r->used = ++agents->clock;
    }
    return r;
}

hra_err hra_agents_enter(hra_agents *agents, const char *game, shared_game **out, hra_error *why) {
    hra_lock_take(&agents->lock);
    shared_game *known = enter_known(agents, game);
    hra_lock_give(&agents->lock);
    if (known) {
        *out = known;
        return HRA_OK;
    }
    shared_game *r = calloc(1, sizeof *r);
    if (!r)
        return hra_no_memory(why);
    hra_err err = hra_game_open(&r->game, &agents->host, game, why);
    if (err) {
        free(r);
        return err;
    }
    hra_lock_take(&agents->lock);
    known = enter_known(agents, r->game->spec); /* others were quicker, or the order writes it otherwise */
    if (!known) {
        r->users = 1;
        r->used = ++agents->clock;
        r->next = agents->games;
        agents->games = r;
    }
    hra_lock_give(&agents->lock);
    *out = known ? known : r;
    if (known) {
        hra_game_close(r->game);
        free(r);
    }
    return HRA_OK;
}

void hra_agents_leave(hra_agents *agents, shared_game *r) {
    hra_lock_take(&agents->lock);
    r->users--;
    tidy_games(agents);
    hra_lock_give(&agents->lock);
}

/* ---- players --------------------------------------------------------------------------------*/

/* Under the lock. */
static opened *find_player(shared_game *r, const char *spec) {
    opened *o = r->players;
    while (o && !hra_same_player(r->game, o->spec, spec))
        o = o->next;
    return o;
}

/* Under the lock, but for the opening itself: meanwhile the entry keeps others from doing the same. */
static hra_err open_player(hra_agents *agents, shared_game *r, const char *spec, const hra_stop *stop,
                           opened **out, hra_error *why) {
    const hra_progress quiet = {.stop = stop};
    hra_player *player = NULL;
    opened *o = calloc(1, sizeof *o);
    if (!o)
        return hra_no_memory(why);
    hra_snprintf(o->spec, sizeof o->spec, "%s", spec);
    o->users = 1;
    o->next = r->players;
    r->players = o;
    hra_lock_give(&agents->lock);
    hra_err err = hra_player_open(&player, r->game, o->spec, agents->data, &quiet, why);
    hra_lock_take(&agents->lock);
    o->player = player;
    hra_bell_ring(&agents->bell);
    if (err)
        close_player(r, o);
    else
        *out = o;
    return err;
}

/* Somebody else opens it. A bell wakes one, and a stop rings none, so each looks again from time to time; at the stop
 * without the lock, since there may be a pause. False: it is set. */
static bool wait_for(hra_agents *agents, const hra_stop *stop) {
    hra_lock_give(&agents->lock);
    bool stopped = hra_stop_is_set(stop);
    if (!stopped)
        (void)hra_bell_wait(&agents->bell, 0.02);
    hra_lock_take(&agents->lock);
    return !stopped;
}

/* Under the lock; the player has one user more. */
static hra_err need_player(hra_agents *agents, shared_game *r, const char *spec, const hra_stop *stop,
                           opened **out, hra_error *why) {
    opened *o = NULL;
    while ((o = find_player(r, spec)) != NULL && !o->player)
        if (!wait_for(agents, stop))
            return hra_fail(why, HRA_ESTOPPED, -1, "stopped before the player was opened");
    hra_err err = o ? HRA_OK : open_player(agents, r, spec, stop, out, why);
    if (err)
        return err;
    if (o) {
        o->users++;
        *out = o;
    }
    (*out)->used = ++agents->clock;
    return HRA_OK;
}

/* ---- slots ----------------------------------------------------------------------------------*/

static bool knows(const desk *d, const opened *o, int number, uint64_t play) {
    return d->player == o && d->slot.number == number && d->slot.play == play;
}

/* Whether memory of agents is of no use: nearly every play finds that another one took it since. */
static bool is_crowded(const hra_agents *agents) {
    return agents->crowd > 2 * agents->count;
}

static int count_desks(const hra_agents *agents) {
    int used = 0;
    for (int i = 0; i < agents->count; i++)
        used += agents->desks[i].game != NULL;
    return used;
}

/* The agent that thought about this game; else a free one; else an unused one of this player, else any
 * unused one, the one used longest ago. In a crowd a free one comes last. NULL: all are busy. */
static desk *choose_desk(hra_agents *agents, const opened *o, int number, uint64_t play) {
    const bool full = is_crowded(agents) && count_desks(agents) >= agents->few;
    desk *best = NULL;
    int rank = 0;
    for (int i = 0; i < agents->count; i++) {
        desk *d = &agents->desks[i];
        if (d->slot.busy)
            continue;
        int own = knows(d, o, number, play) ? 5 : !d->game ? (full ? 1 : 4) : d->player == o ? 3 : 2;
        if (own > rank || (own == rank && d->used < best->used)) {
            best = d;
            rank = own;
        }
    }
    if (best && rank == 5)
        agents->crowd = agents->crowd > FOUND ? agents->crowd - FOUND : 0;
    else if (agents->crowd < 4 * agents->count)
        agents->crowd++;
    return best;
}

/* In a crowd the agents that were not used for longest go, up to the few. */
static void thin_out(hra_agents *agents) {
    for (int spare = is_crowded(agents) ? count_desks(agents) - agents->few : 0; spare > 0; spare--) {
        desk *oldest = NULL;
        for (int i = 0; i < agents->count; i++) {
            desk *d = &agents->desks[i];
            if (d->game && !d->slot.busy && (!oldest || d->used < oldest->used))
                oldest = d;
        }
        if (!oldest)
            return;
        clear_desk(agents, oldest);
    }
}

hra_err hra_agents_take(hra_agents *agents, shared_game *r, int number, const char *spec, uint64_t play,
                        const hra_stop *stop, agent_slot **out, hra_error *why) {
    opened *o = NULL;
    hra_lock_take(&agents->lock);
    hra_err err = need_player(agents, r, spec, stop, &o, why);
    desk *d = err ? NULL : choose_desk(agents, o, number, play);
    if (!err && !d) {
        o->users--;
        err = hra_fail(why, HRA_ELIMIT, -1, "all workers are busy");
    }
    if (!err && d->player == o) {
        o->users--; /* it counts as one already */
    } else if (!err) {
        clear_desk(agents, d);
        *d = (desk){.game = r, .player = o, .slot = {.player = o->player, .ready = true}};
        hra_snprintf(d->slot.spec, sizeof d->slot.spec, "%s", spec);
        r->users++;
    }
    if (!err) {
        d->slot.busy = true;
        d->used = ++agents->clock;
        *out = &d->slot;
        thin_out(agents);
    }
    hra_lock_give(&agents->lock);
    return err;
}

void hra_agents_give(hra_agents *agents, agent_slot *m) {
    desk *d = (desk *)m;
    if (!d)
        return;
    hra_lock_take(&agents->lock);
    d->slot.busy = false;
    hra_lock_give(&agents->lock);
}
