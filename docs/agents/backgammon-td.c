/* Weights of a linear evaluation of backgammon; backgammon-td.py says more. */
#include "agent.h"

static const struct {
    const char *name;
    double weight;
} weights[] = {{"pips", -0.01}, {"blots", 0}, {"points", 0}, {"prime", 0}}; /* your part */

double evaluation(agent_state *s) {
    double sum = 0;
    if (s->seat == AGENT_OVER)
        return 1000 * agent_value(s, s->own);
    for (int i = 0; i < (int)(sizeof weights / sizeof *weights); i++)
        sum += weights[i].weight *
               (agent_term(s, s->own, weights[i].name) - agent_term(s, 1 - s->own, weights[i].name));
    return sum;
}
