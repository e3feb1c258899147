/* Taking moves back: at once, or with the consent of persons who play elsewhere.
 *
 * A client that has the seats of all persons takes back with `undo`. Otherwise a seat asks for it, and the persons of
 * the other seats agree or refuse. A move, an undo and the end of the game withdraw what is not answered. */
#include <string.h>

#include "core/messages.h"
#include "play/play_object.h"
#include "session/session_people.h"

/* The seats of persons that other clients play, and this one does not. */
static unsigned seats_elsewhere(const hra_session *s, int client) {
    unsigned seats = 0;
    for (int seat = 0; seat < s->table.game->seats; seat++)
        for (int i = 0; i < HRA_SESSION_CLIENTS; i++)
            if (s->clients[i].open && (s->clients[i].may & HRA_PERMIT_PLAY) &&
                hra_session_is_person(s, seat) && hra_session_has_seat(s, i, seat) &&
                !hra_session_has_seat(s, client, seat))
                seats |= 1u << seat;
    return seats;
}

void hra_session_drop_takeback(hra_session *s) {
    s->table.takeback = (take_back){0};
}

/* Whatever was said or thought about moves that are gone is void. */
static void end_undo(hra_session *s, const requester *who) {
    table *t = &s->table;
    if (t->drawer)
        hra_session_give_up(s, t->drawer);
    t->drawer = NULL;
    hra_session_withdraw(s);
    hra_session_drop_takeback(s);
    if (t->chooser)
        hra_session_drop(s, t->chooser);
    if (t->explainer)
        hra_session_drop(s, t->explainer);
    t->chooser = t->explainer = NULL;
    hra_session_quiet_tutor(s, -1, hra_play_plies(t->play));
    t->asked = t->explained = -1;
    t->over = false;
    for (int i = 0; i < HRA_SESSION_CLIENTS; i++)
        hra_session_recall(s, i);
    hra_emit_position(s, who, true, false);
    hra_emit_ok(s, who, NULL);
}

/* ---- at once --------------------------------------------------------------------------------*/

/* Of somebody who has several seats that one takes back whose decision was the last: of the others the play
 * says that a decision of a person lies between. */
static hra_err undo(const hra_session *s, int client) {
    hra_err err = HRA_ESTATE;
    for (int seat = 0; seat < s->table.game->seats && err == HRA_ESTATE; seat++)
        if (hra_session_has_seat(s, client, seat))
            err = hra_play_undo(s->table.play, seat);
    return err;
}

/* Why nothing can be taken back: the last decision is final, or another person's, or there is none. */
static hra_err refuse_undo(const hra_session *s, int client, hra_error *why) {
    const hra_rules_conduct *conduct = s->table.game->rules->conduct;
    for (int ply = hra_play_plies(s->table.play) - 1; ply >= 0 && !s->table.over; ply--) {
        const hra_ply at = hra_play_at(s->table.play, ply);
        hra_text move;
        if (at.mover < 0)
            continue;
        if (!conduct->irrevocable || !conduct->irrevocable(s->table.game, at.state, at.move)) {
            if (hra_session_is_person(s, at.mover) && !hra_session_has_seat(s, client, at.mover))
                return hra_fail(why, HRA_ESTATE, -1, "no move can be taken back: %s has moved since",
                                hra_game_seat_name(s->table.game, at.mover));
            continue;
        }
        if (conduct->hidden && conduct->hidden(s->table.game, at.state, at.move))
            return hra_fail(why, HRA_ESTATE, -1, "no move can be taken back: a secret choice is final");
        hra_text_init(&move);
        hra_game_say_move(s->table.game, at.state, at.move, &move);
        hra_err err = move.err ? hra_no_memory(why)
                               : hra_fail(why, HRA_ESTATE, -1,
                                          "no move can be taken back: '%s' ended a turn, and that is final",
                                          hra_text_string(&move));
        hra_text_release(&move);
        return err;
    }
    return hra_fail(why, HRA_ESTATE, -1,
                    s->table.over ? N_("no move can be taken back: the game is over")
                                  : N_("no move can be taken back: you have not moved yet"));
}

hra_err hra_session_handle_undo(hra_session *s, const requester *who, char *line, hra_error *why,
                                const char **about) {
    if (!hra_session_place(s, who->client))
        return hra_fail(why, HRA_ESTATE, -1, "a spectator cannot take back moves");
    if (s->table.study)
        return hra_session_study_back(s, who, why);
    if (hra_session_take_tentative_back(s, who->client)) {
        hra_emit_ok(s, who, NULL);
        return HRA_OK;
    }
    if (seats_elsewhere(s, who->client))
        return hra_fail(why, HRA_ESTATE, -1,
                        "undo: another person plays elsewhere; 'takeback offer' asks for consent");
    if (undo(s, who->client) != 0)
        return refuse_undo(s, who->client, why);
    end_undo(s, who);
    return HRA_OK;
}

/* ---- by agreement ---------------------------------------------------------------------------*/

static hra_err offer(hra_session *s, const requester *who, char *line, hra_error *why) {
    table *t = &s->table;
    int seat;
    hra_err err = hra_session_read_seat(s, who, &line, &seat, why);
    if (err)
        return err;
    unsigned others = seats_elsewhere(s, who->client);
    if (!others)
        return hra_fail(why, HRA_ESTATE, -1,
                        "takeback: no other person plays elsewhere; 'undo' takes the move back");
    if (t->takeback.awaited)
        return hra_fail(why, HRA_ESTATE, -1, "takeback: %s has asked for it already",
                        hra_game_seat_name(t->game, t->takeback.seat));
    if (t->asked != hra_play_plies(t->play))
        return hra_fail(why, HRA_ESTATE, -1, "takeback: no person is to move");
    if (hra_play_last_decision(t->play, seat) < 0)
        return hra_fail(why, HRA_ESTATE, -1, "no move can be taken back");
    t->takeback = (take_back){.seat = seat, .awaited = others};
    hra_emit_waiting(s, who, true);
    hra_emit_ok(s, who, NULL);
    return HRA_OK;
}

static hra_err reply(hra_session *s, const requester *who, bool accepts, hra_error *why) {
    take_back *asked = &s->table.takeback;
    unsigned own = 0;
    for (int seat = 0; seat < s->table.game->seats; seat++)
        own |= (unsigned)hra_session_has_seat(s, who->client, seat) << seat;
    if (!(asked->awaited & own))
        return hra_fail(why, HRA_ESTATE, -1, "takeback: no other seat asks you for it");
    asked->awaited = accepts ? asked->awaited & ~own : 0;
    if (!accepts || asked->awaited) {
        hra_emit_waiting(s, who, true);
        hra_emit_ok(s, who, NULL);
        return HRA_OK;
    }
    if (hra_play_undo_agreed(s->table.play, asked->seat) != 0)
        return hra_fail_as(why, hra_play_why(s->table.play));
    end_undo(s, who);
    return HRA_OK;
}

hra_err hra_session_handle_takeback(hra_session *s, const requester *who, char *line, hra_error *why,
                                    const char **about) {
    static const char *const words[] = {"offer", "accept", "refuse", NULL};
    char *word;
    int i = 0;
    hra_err err = hra_words_take(&line, &word, why);
    if (err)
        return err;
    while (words[i] && (!word || strcmp(word, words[i]) != 0))
        i++;
    if (!words[i])
        return hra_fail_unknown(why, -1, word ? word : "", words,
                                "takeback: unknown word '%.40s'; choose one of", word ? word : "");
    return i == 0 ? offer(s, who, line, why) : reply(s, who, i == 1, why);
}

void hra_session_add_takeback(hra_json *json, const table *t) {
    if (t->takeback.awaited)
        hra_json_integer(json, "takeback", t->takeback.seat);
}
