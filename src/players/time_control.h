/* How long to think on a clock that lasts for a whole game; for games and protocols. */
#ifndef HRA_PLAYERS_TIME_CONTROL_H
#define HRA_PLAYERS_TIME_CONTROL_H

#include "core/messages.h"
#include "hra/search.h"
#include "hra/spec.h"

/* Reads a time control with or without an increment, as in specs: "60s+0.6s", "5m". Returns false if the text is
 * none, or its time is 0. */
bool hra_time_control_read(const char *text, hra_time_control *out);

enum { HRA_TIME_MOVES = 25 /* moves that the rest of the time must last for, if the number is not given */ };

/* The option of a player that heeds limits, a row of its table (hra_player_kind.clocks). */
#define HRA_OPTION_CLOCK                                                                                     \
    {                                                                                                        \
        .name = "clock", .type = HRA_OPTION_TEXT, .choices = N_("TIME+INCREMENT such as 60s+0.6s"),          \
        .help = N_("time per game plus increment; a player that runs out of time loses")                     \
    }

/* What the lines of sessions say of a time that hra_duration_read refused: returns HRA_EINPUT. */
hra_err hra_duration_fail(hra_error *why, const char *text);
/* As hra_duration_read, for what each move adds to a clock, which may be nothing. */
bool hra_increment_read(const char *text, double *seconds);

/* Seconds for a move if the clock shows `time`, each move adds `inc`, and the time must last for `moves`
 * moves. Leaves out the time that an answer takes on its way: the clock of the other program runs until it
 * arrives. */
double hra_time_share(double time, double inc, double moves);
/* The same for the clock `shown` and HRA_TIME_MOVES moves. */
double hra_time_share_of(hra_time_control shown);

/* Seconds to spend at most where the move that was thought best turns out worse: three shares, but no more
 * than half of the clock unless the share itself is more. */
double hra_time_most(double time, double inc, double moves);

#endif
