/* Who sits where. */
#include <stdlib.h>

#include "play/seating.h"

hra_err hra_seats_check(const hra_game *game, const hra_player *const *players, int count, hra_error *why) {
    if (!game)
        return hra_fail(why, HRA_EINPUT, -1, "the setup names no game");
    if (count != game->seats || !players)
        return hra_fail(why, HRA_EINPUT, -1, "%s has %d seats, and %d players were given", game->spec,
                        game->seats, players ? count : 0);
    for (int seat = 0; seat < count; seat++) {
        if (!players[seat])
            return hra_fail(why, HRA_EINPUT, -1, "seat %d is empty", seat);
        const hra_game *other = hra_player_info_of(players[seat])->game;
        if (other != game)
            return hra_fail(
                why, HRA_EINPUT, -1,
                "'%s' in seat %d was opened for another game, %s: a player sits only where the very "
                "game is played that it was opened for",
                hra_player_info_of(players[seat])->spec, seat, other->spec);
    }
    return HRA_OK;
}

hra_err hra_seats_try(const hra_game *game, const hra_player *const *players, int count,
                      const hra_limits *limits, const void *from, hra_error *why) {
    void *state = malloc(game->state_size);
    hra_err err = state ? HRA_OK : hra_no_memory(why);
    if (!err)
        game->rules->init(game, state);
    for (int i = 0; !err && i < count; i++)
        err = hra_player_check_limits(players[i], limits, from ? from : state, why);
    free(state);
    return err;
}
