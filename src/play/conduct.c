/* People at a play: what they are called, what they agree on, what is known of it all, what they may see. */
#include <string.h>

#include "core/messages.h"
#include "play/play_object.h"
#include "players/player_name.h"

/* ---- names ----------------------------------------------------------------------------------*/

hra_err hra_play_name(hra_play *play, int seat, const char *text) {
    forget_why(play);
    if (seat < 0 || seat >= play->setup.game->seats)
        return hra_fail(&play->why, HRA_EINPUT, -1, "there is no seat %d; there are 0 to %d", seat,
                        play->setup.game->seats - 1);
    hra_err err = hra_name_check(text, &play->why);
    if (err)
        return err;
    if (play->result_written)
        return told(play, HRA_ESTATE, N_("the record has a result, and nothing may follow it"));
    if (play->header_written && strcmp(play->manners.names[seat], text) != 0)
        err = hra_play_write_manner(play, "name", seat, text);
    if (!err) {
        hra_snprintf(play->manners.names[seat], sizeof play->manners.names[seat], "%s", text);
        play->bare = false;
    }
    return told(play, err, NULL);
}

/* ---- resigning and agreeing -----------------------------------------------------------------*/

/* What was said counts, or where it could not be written is unsaid. */
static hra_err said(hra_play *play, const hra_terms *before, hra_err err) {
    if (err) {
        play->manners.terms = *before;
        return told(play, err, NULL);
    }
    play->bare = false;
    if (play->manners.terms.end) {
        end_thinking(play);
        play->waiting = NOBODY;
        play->answered = false;
    }
    return told(play, HRA_OK, NULL);
}

static hra_err say(hra_play *play, const hra_terms *before, const char *word, int seat) {
    return said(play, before, hra_play_write_manner(play, word, seat, NULL));
}

hra_err hra_play_resign(hra_play *play, int seat, const char *why) {
    const hra_terms before = play->manners.terms;
    forget_why(play);
    hra_err err = hra_manners_resign(&play->manners, &play->track, seat, &play->why);
    if (!err)
        err = say(play, &before, "resign", seat);
    if (!err && why && (err = hra_play_write_note(play, seat, why)) != 0)
        return told(play, err, NULL);
    return err;
}

hra_err hra_play_draw(hra_play *play, int seat, hra_draw what) {
    const hra_terms before = play->manners.terms;
    forget_why(play);
    hra_err err = hra_manners_draw(&play->manners, &play->track, seat, what, &play->why);
    if (err)
        return err;
    const char *word = play->manners.terms.end  ? "draw accept"
                       : what == HRA_DRAW_OFFER ? "draw offer"
                                                : "draw refuse";
    return say(play, &before, word, seat);
}

hra_err hra_play_adjudicate(hra_play *play, hra_adjudication why, double first) {
    const hra_terms before = play->manners.terms;
    forget_why(play);
    hra_err err = hra_manners_adjudicate(&play->manners, &play->track, why, first, &play->why);
    return err ? err : said(play, &before, hra_play_write_adjudicated(play, why, first));
}

/* ---- facts ----------------------------------------------------------------------------------*/

const hra_play_info *hra_play_snapshot(const hra_play *play) {
    hra_play_info *info =
        (hra_play_info *)(uintptr_t)&play->info; /* scratch of a play, which is never constant itself */
    hra_manners_info(&play->manners, &play->track, info);
    info->seed = play->setup.seed;
    info->number = play->number;
    info->position = play->setup.position;
    info->manual_chance = play->setup.manual_chance;
    info->version = play->version;
    info->finished = play->result_written;
    for (int seat = 0; seat < play->setup.game->seats; seat++) {
        info->players[seat] = hra_play_seated(play, seat);
        info->specs[seat] = hra_player_info_of(info->players[seat])->spec;
    }
    return info;
}

/* ---- what may be seen -----------------------------------------------------------------------*/

void hra_play_seen(const hra_play *play, int ply, int seat, void *out) {
    const hra_game *game = play->setup.game;
    const void *s = hra_play_at(play, ply).state;
    if (seat >= 0) {
        hra_game_view(game, s, seat, out);
        return;
    }
    memcpy(out, s, game->state_size);
    for (int each = 0; play->look && each < game->seats; each++) {
        hra_game_view(game, out, each, play->look);
        memcpy(out, play->look, game->state_size);
    }
}
