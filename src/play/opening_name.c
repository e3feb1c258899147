/* Which opening a play has followed. */
#include "play/play_object.h"

int hra_play_opening(const hra_play *play, int ply, hra_text *out) {
    while (ply >= 0 && !play->setup.present &&
           !hra_game_opening(play->setup.game, hra_play_state(play, ply), out))
        ply--;
    return play->setup.present ? -1 : ply;
}

int hra_record_opening(const hra_record *record, int ply, hra_text *out) {
    while (ply >= 0 && !hra_game_opening(hra_record_game(record), hra_record_state(record, ply), out))
        ply--;
    return ply;
}
