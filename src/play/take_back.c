/* Taking moves back. */
#include "core/messages.h"
#include "play/play_object.h"
#include "players/player.h"

static bool is_irrevocable(const hra_play *play, int ply) {
    const hra_game *game = play->setup.game;
    return game->rules->conduct->irrevocable &&
           game->rules->conduct->irrevocable(game, hra_track_state(&play->track, ply),
                                             play->track.moves[ply]);
}

/* The ply of the last decision of `seat`, or roll that was typed in, that may be taken back, -1: none. */
static int last_answer(const hra_play *play, int seat) {
    for (int ply = play->track.plies - 1; ply >= 0; ply--) {
        int mover = play->track.movers[ply];
        if (mover == HRA_CHANCE && play->setup.manual_chance)
            return ply;
        if (mover == HRA_CHANCE)
            continue;
        if (is_irrevocable(play, ply))
            return -1;
        bool human = hra_player_info_of(hra_play_seated(play, mover))->human;
        if (mover == seat && (human || !play->setup.manual_chance))
            return ply; /* a machine decides the same again, so with typed dice the roll before it goes too */
        if (human)
            return -1;
    }
    return -1;
}

/* Whether what ended the play was this seat's word, or a machine's answer to it. */
static bool may_unsay(const hra_play *play, int seat) {
    int by = play->manners.terms.by;
    return by < 0 || by == seat || !hra_player_info_of(hra_play_seated(play, by))->human;
}

/* The moves from `ply` on; less than 0: there are none. */
static hra_err take_back(hra_play *play, int ply) {
    forget_why(play);
    if (ply < 0 || play->result_written || play->setup.present)
        return told(play, HRA_ESTATE, N_("no move of this seat can be taken back"));
    end_thinking(play);
    hra_err err = hra_play_write_undo(play, play->track.plies - ply);
    if (err)
        return told(play, err, NULL);
    hra_track_cut(&play->track, ply);
    hra_manners_cut(&play->manners, ply);
    play->waiting = NOBODY;
    play->answered = false;
    return HRA_OK;
}

hra_err hra_play_undo(hra_play *play, int seat) {
    int ply = play->setup.present        ? -1
              : !play->manners.terms.end ? last_answer(play, seat)
              : may_unsay(play, seat)    ? play->track.plies
                                         : -1;
    return take_back(play, ply);
}

int hra_play_last_decision(const hra_play *play, int seat) {
    int ply = play->setup.present || play->manners.terms.end ? -1 : play->track.plies - 1;
    for (; ply >= 0; ply--) {
        int mover = play->track.movers[ply];
        if (mover != HRA_CHANCE && is_irrevocable(play, ply))
            return -1;
        if (mover == seat)
            return ply;
    }
    return -1;
}

hra_err hra_play_undo_agreed(hra_play *play, int seat) {
    return take_back(play, hra_play_last_decision(play, seat));
}
