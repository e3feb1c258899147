/* How long to think, whatever the protocol. */
#ifndef HRA_PROTOCOL_PACE_H
#define HRA_PROTOCOL_PACE_H

enum { HRA_PACE_MOVES = 25 /* that the rest of the time must do for where nobody says */ };

/* Seconds to spend on a move where the clock shows `time`, each move adds `inc`, and `moves` are to be made
 * with it. What an answer takes on its way is not spent: the clock of the other program runs until it is
 * there. */
double hra_pace_share(double time, double inc, double moves);

/* Seconds to spend at most where the move that was thought best turns out worse: three shares, but no more than half
 * of the clock unless the share itself is more. */
double hra_pace_most(double time, double inc, double moves);

#endif
