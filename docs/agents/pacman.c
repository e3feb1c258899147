/* Agents for Pacman. Fill in what is marked, and check it: hra grade pacman pacman.c
 * agent.h lists what a state has. pacman.py says what each task asks for. A function returns the index of a move. */
#include "agent.h"

/* q1: looks one move ahead. */
int reflex(agent_state *s) {
    (void)s;
    return 0; /* your part */
}

/* q2 */
int minimax(agent_state *s) {
    (void)s;
    return 0; /* your part */
}

/* q3: leave a node only if its value is beyond alpha or beta, not if it is equal. */
int alphabeta(agent_state *s) {
    (void)s;
    return 0; /* your part */
}

/* q4 */
int expectimax(agent_state *s) {
    (void)s;
    return 0; /* your part */
}

/* q5: higher if Pacman stands better. */
double better_evaluation(agent_state *s) {
    return agent_term(s, 0, "score"); /* your part */
}
