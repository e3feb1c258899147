/* The Hub protocol inside: a dialogue, and its search. */
#ifndef HRA_PROTOCOL_HUB_H
#define HRA_PROTOCOL_HUB_H

#include "hra/protocol.h"
#include "players/agent.h"
#include "protocol/hub_words.h"

enum { HRA_HUB_MOVES = 1024 /* of `pos moves=...` */ };

/* What a search may take; 0: no limit. */
typedef struct hub_level {
    int depth;
    double nodes, seconds;
    double most;   /* seconds, where what was thought best turns out worse */
    bool to_spend; /* all of the seconds: nothing of them is there for the next move */
} hub_level;

/* A search, deeper and deeper. Only the work looks at it while it goes on. */
typedef struct hub_search {
    hub_level limits;
    double start; /* when it was asked for, on hra_clock */
    int depth;    /* of the next round */
    int choices;  /* legal moves */
    double nodes; /* of all rounds */
    int rounds;
    uint64_t piece; /* nodes of a round at most, where lines are heard between rounds; 0: no such bound */
    hra_decision best;
} hub_search;

typedef enum hub_moment {
    HUB_IDLE,
    HUB_OPENING,   /* the player, and what it builds */
    HUB_SEARCHING, /* until it is found, or a limit comes */
    HUB_HOLDING,   /* the search has ended, but the move is not asked for yet */
} hub_moment;

typedef struct hub {
    hra_protocol *dialogue;
    const hra_game *game;
    hra_hub words;
    int parameters[HRA_HUB_PARAMETERS]; /* their values */
    hra_player *player;
    hra_agent *agent;
    hra_err failed; /* of the opening, and in words */
    hra_error why;
    void *state, *next; /* the position; and where moves are tried */
    hra_move *moves;
    uint64_t history[HRA_HUB_MOVES];
    int history_length;
    bool placed; /* a position was given */
    hub_level limits;
    hub_moment moment;
    bool open_ended; /* pondering or analysing: the move is sent when it is asked for */
    bool pondering;
    hub_search search;
} hub;

extern const hra_protocol_kind hra_protocol_hub;

/* Begins anew: nothing has been looked at. */
void hra_hub_prepare(hub *h, double start);
/* Takes other limits for what comes; false: it is over by them. */
bool hra_hub_limit(hub *h, const hub_level *limits);
/* One round; false: it was the last. */
bool hra_hub_look(hub *h);
/* Says the move, and the answer that is expected. */
void hra_hub_tell_choice(hub *h);

void hra_hub_complain(const hub *h, const char *text);

#endif
