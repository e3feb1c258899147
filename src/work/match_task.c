/* Matches in blocks. */
#include "work/match_task.h"

#include <stdlib.h>
#include <string.h>

static void close_contest(contest *c) {
    for (int seat = 0; seat < HRA_MAX_SEATS; seat++) {
        bool own = true;
        for (int before = 0; before < seat; before++)
            own = own && c->players[before] != c->players[seat];
        if (own)
            hra_player_close(c->players[seat]);
    }
    for (int seat = 0; seat < HRA_MAX_SEATS; seat++)
        free(c->specs[seat]);
    hra_game_close(c->game);
    free(c);
}

hra_err hra_contest_open(contest **out, hra_game *game, const char *const *specs) {
    contest *c = calloc(1, sizeof *c);
    if (!c) {
        hra_game_close(game);
        return HRA_ENOMEM;
    }
    c->users = 1;
    c->game = game;
    for (int seat = 0; seat < game->seats; seat++) {
        size_t size = strlen(specs[seat]) + 1;
        c->specs[seat] = malloc(size);
        if (!c->specs[seat]) {
            close_contest(c);
            return HRA_ENOMEM;
        }
        memcpy(c->specs[seat], specs[seat], size);
    }
    *out = c;
    return HRA_OK;
}

contest *hra_contest_hold(contest *c) {
    c->users++;
    return c;
}

void hra_contest_release(contest *c) {
    if (c && --c->users == 0)
        close_contest(c);
}

static hra_err open_players(contest *c, const char *data, const hra_stop *stop, hra_error *why) {
    const hra_progress quiet = {.stop = stop};
    for (int seat = 0; seat < c->game->seats; seat++) {
        for (int before = 0; before < seat && !c->players[seat]; before++)
            if (strcmp(c->specs[before], c->specs[seat]) == 0)
                c->players[seat] = c->players[before];
        hra_err err = c->players[seat]
                          ? HRA_OK
                          : hra_player_open(&c->players[seat], c->game, c->specs[seat], data, &quiet, why);
        if (err)
            return err;
    }
    return HRA_OK;
}

hra_err hra_contest_play(contest *c, const char *data, uint64_t first, uint64_t games, const hra_stop *stop,
                         hra_match_result *part, hra_error *why) {
    const hra_progress progress = {.stop = stop};
    const hra_match_setup how = {.size = sizeof how,
                                 .game = c->game,
                                 .players = (const hra_player *const *)c->players,
                                 .count = c->game->seats,
                                 .games = games,
                                 .seed = c->seed,
                                 .threads = 1,
                                 .rotate = c->rotate,
                                 .limits = c->limits,
                                 .progress = &progress,
                                 .first = first,
                                 .whole = c->games};
    hra_err err = c->ready ? HRA_OK : open_players(c, data, stop, why);
    return err ? err : hra_match_run(&how, part, why);
}
