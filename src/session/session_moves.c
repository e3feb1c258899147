/* Moves that a person makes: in a line as text, or by a call. */
#include "core/messages.h"
#include "session/session_people.h"

static hra_err not_asked(const hra_session *s, const requester *who, int mover, hra_error *why) {
    const table *t = &s->table;
    const char *waits = mover == HRA_CHANCE ? _("chance is to move") : _("a program is to move");
    return t->held ? hra_fail(why, HRA_ESTATE, -1, "no move is expected: %s; '%s' continues the game", waits,
                              hra_session_command(s, who->client, "continue"))
                   : hra_fail(why, HRA_ESTATE, -1, "no move is expected: %s", waits);
}

static hra_err may_move(const hra_session *s, const requester *who, bool roll, hra_error *why) {
    const table *t = &s->table;
    int mover = hra_play_at(t->play, HRA_NOW).mover;
    if (mover == HRA_OVER)
        return hra_fail(why, HRA_ESTATE, -1, "the game is over");
    if (mover == HRA_CHANCE && !roll && t->how.manual_chance)
        return hra_fail(why, HRA_ESTATE, -1, "a roll is expected; usage: roll TEXT");
    if (mover >= 0 && roll)
        return hra_fail(why, HRA_ESTATE, -1, "no roll is expected");
    if (t->asked != hra_play_plies(t->play))
        return not_asked(s, who, mover, why);
    if (!hra_session_may_move(s, who->client, mover))
        return hra_fail(why, HRA_ESTATE, -1, "it is not your move; %s is to move",
                        hra_game_seat_name(t->game, mover));
    if (t->tentative.count > 0)
        return hra_fail(
            why, HRA_ESTATE, -1,
            "the tutor has a move that is not made yet: 'undo' takes it back, 'confirm' makes it");
    return HRA_OK;
}

hra_err hra_session_make_moves(hra_session *s, const requester *who, const hra_move *moves, int count,
                               int judged, hra_error *why) {
    hra_play *play = s->table.play;
    hra_event event;
    s->table.browses = false;
    for (int i = 0; i < count; i++) {
        hra_err err = i > 0 ? hra_play_step(play, &event) : HRA_OK; /* asks */
        if (!err)
            err = hra_session_study_has_room(s, why);
        if (err == HRA_ELIMIT)
            return err;
        if (!err && i > 0 && event.kind == HRA_EVENT_OVER)
            return hra_fail(why, HRA_ESTATE, -1, "the game is over after %d of the moves", i);
        if (!err)
            err = hra_play_apply(play, moves[i]);
        if (err)
            return hra_fail_as(why, hra_play_why(play));
        hra_session_moved(s, who, NULL);
        if (i >= judged)
            hra_session_judge_made(s, who, hra_play_plies(play) - 1);
    }
    return HRA_OK;
}

static hra_err move(hra_session *s, const requester *who, const char *text, bool roll, hra_error *why) {
    const hra_game *game = s->table.game;
    hra_move moves[SEVERAL_MOST];
    int count = 1;
    hra_err err = may_move(s, who, roll, why);
    if (err)
        return err;
    err = hra_game_parse_move(game, hra_session_now(s), text, moves, why);
    if (err == HRA_EINPUT && !*text) /* in some games that is a move */
        return roll ? hra_fail(why, HRA_EINPUT, -1, "roll: missing text of the roll")
                    : hra_fail(why, HRA_EINPUT, -1, "move: missing move; 'moves' lists the legal ones");
    if (err == HRA_EINPUT && !roll) {
        count = hra_several_read(game, hra_session_now(s), text, moves, why);
        err = count > 0 ? HRA_OK : count < 0 ? count : err;
    }
    if (err)
        return err;
    if (!roll && hra_session_tutor(s, who, moves, count, true))
        return HRA_OK; /* the line is closed when the moves are made */
    err = hra_session_make_moves(s, who, moves, count, 0, why);
    if (!err)
        hra_emit_ok(s, who, NULL);
    return err == HRA_EINPUT
               ? hra_fail(why, err, -1, "'%.80s' is not allowed here; 'moves' lists what is", text)
               : err;
}

hra_err hra_session_is_ready(const hra_session *s, const char *word, bool while_opening, hra_error *why) {
    if (!s->table.play)
        return hra_fail(why, HRA_ESTATE, -1, "%s: no game is open; 'new GAME PLAYER...' starts one", word);
    if (!while_opening && s->table.opening)
        return hra_fail(why, HRA_ESTATE, -1, "%s: the players are not ready yet", word);
    return HRA_OK;
}

hra_err hra_session_handle_move(hra_session *s, const requester *who, char *line, hra_error *why,
                                const char **about) {
    return move(s, who, *about = hra_words_skip(line), false, why);
}

hra_err hra_session_handle_roll(hra_session *s, const requester *who, char *line, hra_error *why,
                                const char **about) {
    return move(s, who, *about = hra_words_skip(line), true, why);
}

hra_err hra_session_move(hra_session *s, int client, hra_move move, hra_error *why) {
    const requester who = {.client = client};
    if (client < 0 || client >= HRA_SESSION_CLIENTS || !s->clients[client].open)
        return hra_fail(why, HRA_EINPUT, -1, "no client of this session has the number %d", client);
    hra_session_look_at_clock(s);
    hra_err err = hra_session_is_ready(s, "move", false, why);
    bool roll = !err && hra_play_at(s->table.play, HRA_NOW).mover == HRA_CHANCE;
    if (!err)
        err = may_move(s, &who, roll, why);
    if (!err && (roll || !hra_session_tutor(s, &who, &move, 1, false)))
        err = hra_session_make_moves(s, &who, &move, 1, 0, why);
    hra_session_advance(s);
    return err;
}
