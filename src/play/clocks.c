/* The clocks of a game: they have their full time when a game begins, run while their players think, and
 * grow with each move. */
#include <math.h>

#include "play/play_object.h"
#include "players/agent.h"
#include "players/time_control.h"

static const double least = 0.001; /* seconds that a clock shows */

void hra_play_wind_clocks(hra_play *play) {
    for (int p = 0; p < play->setup.game->seats; p++)
        play->left[p] = play->players[p]->info.clock.seconds;
}

void hra_play_look_at_clocks(hra_play *play, int seat) {
    const hra_player *player = play->players[play->sitting[seat]];
    hra_limits *limits = &play->thought.question.limits;
    hra_clocks clocks = {.seat = seat};
    *limits = play->setup.limits;
    for (int each = 0; each < play->setup.game->seats; each++) {
        hra_time_control *clock = &clocks.of[each];
        *clock = play->players[play->sitting[each]]->info.clock;
        if (clock->seconds > 0) /* 0 would say that there is none */
            clock->seconds = fmax(play->left[play->sitting[each]], least);
    }
    if (player->info.clock.seconds <= 0)
        return;
    if (player->info.kind->clocks)
        player->info.kind->clocks(play->thought.agent->scratch, &clocks);
    else
        *limits = hra_limits_join(*limits, (hra_limits){.seconds = hra_time_share_of(clocks.of[seat])});
}

hra_err hra_play_press_clock(hra_play *play, int seat) {
    const hra_player *player = hra_play_seated(play, seat);
    double *left = &play->left[play->sitting[seat]];
    if (player->info.clock.seconds <= 0)
        return HRA_OK;
    *left -= play->thought.seconds;
    if (*left < -player->margin)
        return hra_fail(&play->why, HRA_EHUNG, -1,
                        "player %.80s (%s) has run out of time: its clock is %.3G s over",
                        hra_player_info_of(player)->spec, hra_game_seat_name(play->setup.game, seat), -*left);
    *left = fmax(*left, 0) + player->info.clock.increment;
    return HRA_OK;
}
