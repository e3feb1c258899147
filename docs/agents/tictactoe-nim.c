/* Perfect play in two small games; tictactoe-nim.py says more. */
#include "agent.h"

int tictactoe(agent_state *s) {
    (void)s;
    return 0; /* your part */
}

int nim(agent_state *s) {
    (void)s;
    return 0; /* your part */
}
