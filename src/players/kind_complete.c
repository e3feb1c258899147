/* Copies of kinds of players with all of their members. */
#include "core/messages.h"
#include "players/player.h"
#include "rules/rules_complete.h"

hra_err hra_kind_whole(hra_player_kind *out, const hra_player_kind *kind, hra_error *why) {
    hra_err err = hra_take_struct(out, sizeof *out, kind, _("a player to open"), why);
    if (err)
        return err;
    bool asked = out->ask && (out->answers & (HRA_ANSWERS_MOVE | HRA_ANSWERS_ALL | HRA_ANSWERS_ADVICE));
    return out->name && out->summary && out->open && asked
               ? HRA_OK
               : hra_fail(why, HRA_EINPUT, -1,
                          "player %s lacks a summary, open, ask, or an answer that is a move",
                          out->name ? out->name : _("without a name"));
}
