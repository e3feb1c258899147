/* Terms of a position of race for formulas: those of the lecture's evaluation, and two more. */
#include "core/messages.h"
#include "race.h"

static double home(const hra_game *game, const void *s, int seat) {
    const race_setup *setup = game->data;
    int n = 0;
    for (int i = 0; i < setup->pieces; i++)
        n += ((const race_state *)s)->place[seat][i] > setup->ring;
    return n;
}

static double track(const hra_game *game, const void *s, int seat) {
    const race_setup *setup = game->data;
    int n = 0;
    for (int i = 0; i < setup->pieces; i++) {
        int place = ((const race_state *)s)->place[seat][i];
        n += place > 0 && place <= setup->ring;
    }
    return n;
}

static double off(const hra_game *game, const void *s, int seat) {
    const race_setup *setup = game->data;
    int n = 0;
    for (int i = 0; i < setup->pieces; i++)
        n += ((const race_state *)s)->place[seat][i] == 0;
    return n;
}

static double steps(const hra_game *game, const void *s, int seat) {
    const race_setup *setup = game->data;
    int n = 0;
    for (int i = 0; i < setup->pieces; i++)
        n += ((const race_state *)s)->place[seat][i];
    return n;
}

static double reach(const hra_game *game, const void *s, int seat) {
    return race_count_ahead(game->data, s, seat).reach;
}

static double threat(const hra_game *game, const void *s, int seat) {
    return race_count_ahead(game->data, s, seat).threats;
}

static double turn(const hra_game *game, const void *s, int seat) {
    return ((const race_state *)s)->turn == seat;
}

const hra_term race_terms[] = {
    {"home", N_("pieces in the lane (the lecture's d)"), 0, RACE_PIECES, false, home},
    {"track", N_("pieces on the track (the lecture's p)"), 0, RACE_PIECES, false, track},
    {"reach", N_("pieces that one roll can bring into the lane (the lecture's dd)"), 0, RACE_PIECES, false,
     reach},
    {"threat", N_("hits that one roll can make, each piece and each face counted (the lecture's pZM, pMZ)"),
     0, RACE_PIECES *RACE_FACE, false, threat},
    {"off", N_("pieces not on the board yet"), 0, RACE_PIECES, false, off},
    {"steps", N_("steps made by all pieces"), 0, RACE_PIECES *UINT8_MAX, false, steps},
    {"turn", N_("1 if the seat is to move"), 0, 1, false, turn},
    {0},
};
