/* For submissions in C. hra grade compiles FILE.c with the wrapper, inside the sandbox.
 *
 * A task that asks for moves wants a function `int NAME(agent_state *s)`, which returns the index of a move; one that asks
 * for an evaluation wants `double NAME(agent_state *s)`. */
#ifndef AGENT_H
#define AGENT_H

enum { AGENT_CHANCE = -1, AGENT_OVER = -2 };

/* A state. It stays valid until the function of the task returns. */
typedef struct agent_state {
    int number;
    int seat;     /* the seat to move, from 0; AGENT_CHANCE, AGENT_OVER */
    int own;      /* your seat */
    int count;    /* of moves; at chance of outcomes */
    char **moves; /* as texts */
} agent_state;

extern int agent_depth; /* of the test: rounds to search; 0: to the end */

agent_state *agent_after(agent_state *s, int move); /* the state after a move, by its index */
double agent_value(agent_state *s, int seat); /* what the game gives this state; at the end the result */
double agent_term(agent_state *s, int seat,
                  const char *name); /* as `hra games GAME --terms` lists them; 0: unknown */
double agent_probability(agent_state *s, int outcome); /* at chance */
const char *agent_text(agent_state *s);                /* the position; until the next call */

#endif
