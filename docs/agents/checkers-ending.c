/* An evaluation for the ending two kings against one; checkers-ending.py says more. */
#include "agent.h"

double evaluation(agent_state *s) {
    return agent_term(s, s->own, "kings") - agent_term(s, 1 - s->own, "kings"); /* your part */
}
