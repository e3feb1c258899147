/* A player for Yahtzee; yahtzee.py says more. */
#include "agent.h"

int yahtzee(agent_state *s) {
    (void)s;
    return 0; /* your part */
}
