/* Names, and draws by agreement. */
#include <string.h>

#include "core/messages.h"
#include "session/session_people.h"

/* What the play said when it refused. */
static hra_err refused(const hra_session *s, hra_error *why) {
    return hra_fail_as(why, hra_play_why(s->table.play));
}

hra_err hra_session_read_seat(const hra_session *s, const requester *who, char **line, int *out,
                              hra_error *why) {
    int seats = s->table.game->seats;
    uint64_t seat;
    char *word;
    hra_err err = hra_words_take(line, &word, why);
    if (err)
        return err;
    *out = hra_session_speaks_for(s, who->client);
    if (word) {
        err = hra_words_number(word, _("a seat"), 0, (uint64_t)seats - 1, &seat, why);
        if (err)
            return err;
        *out = (int)seat;
    }
    if (*out < 0)
        return hra_fail(why, HRA_EINPUT, -1, "missing seat; seats: 0 to %d", seats - 1);
    if (!hra_session_has_seat(s, who->client, *out) || !hra_session_is_person(s, *out))
        return hra_fail(why, HRA_EDENIED, -1, "you may not act for seat %d", *out);
    return HRA_OK;
}

hra_err hra_session_handle_name(hra_session *s, const requester *who, char *line, hra_error *why,
                                const char **about) {
    uint64_t seat;
    char *word;
    hra_err err = hra_words_take(&line, &word, why);
    if (!err && !word)
        err = hra_fail(why, HRA_EINPUT, -1, "name: missing seat or name; usage: name SEAT TEXT");
    if (!err)
        err = hra_words_number(word, _("a seat"), 0, (uint64_t)s->table.game->seats - 1, &seat, why);
    if (err)
        return err;
    if (!(hra_session_place(s, who->client) >> seat & 1))
        return hra_fail(why, HRA_EDENIED, -1, "you may not name seat %d", (int)seat);
    if (hra_play_name(s->table.play, (int)seat, hra_words_skip(line)) != 0)
        return refused(s, why);
    hra_emit_hello(s, who, true);
    hra_emit_ok(s, who, NULL);
    return HRA_OK;
}

void hra_session_end_talk(hra_session *s) {
    table *t = &s->table;
    hra_session_withdraw(s);
    hra_session_drop_takeback(s);
    if (t->drawer)
        hra_session_give_up(s, t->drawer);
    if (t->chooser)
        hra_session_drop(s, t->chooser);
    if (t->explainer)
        hra_session_drop(s, t->explainer);
    hra_session_quiet_tutor(s, -1, 0);
    t->drawer = t->chooser = t->explainer = NULL;
    t->asked = -1;
}

/* An estimate says little while the game has hardly begun: moves of its own before a machine agrees. */
enum { OPENING = 10 };

/* A fraction of the stakes by which a machine that estimates may be better off, and agrees all the same. */
static const double EQUAL = 0.02;

/* Whether the game is in its opening for a seat: one that starts from a position of its own has none. */
static bool is_opening(const hra_play *play, int seat) {
    int made = 0;
    for (int ply = 0; ply < hra_play_plies(play) && made < OPENING; ply++)
        made += hra_play_at(play, ply).mover == seat;
    return !hra_play_snapshot(play)->position && made < OPENING;
}

/* A machine agrees where it is no better off, as far as it can tell: exact values hold at once. */
static bool agrees_to(const hra_session *s, const think_task *task) {
    const table *t = &s->table;
    const bool exact = hra_player_info_of(t->players[task->slot])->exact;
    const hra_rules_conduct *conduct = t->game->rules->conduct;
    const double stakes = conduct->stakes ? conduct->stakes(t->game, hra_session_now(s)) : 1;
    return !task->err && task->worth[task->slot] <= (exact ? 0 : EQUAL * stakes);
}

/* A move that it made meanwhile was its answer. */
void hra_session_take_draw(hra_session *s, const think_task *task) {
    table *t = &s->table;
    const bool stands = hra_play_snapshot(t->play)->offer >= 0;
    const bool early = !hra_player_info_of(t->players[task->slot])->exact && is_opening(t->play, task->slot);
    bool agrees = stands && !early && agrees_to(s, task);
    t->drawer = NULL;
    if (stands)
        agrees =
            hra_play_draw(t->play, task->slot, agrees ? HRA_DRAW_ACCEPT : HRA_DRAW_REFUSE) == 0 && agrees;
    if (agrees) {
        hra_session_end_talk(s);
        hra_emit_position(s, NULL, true, false);
    }
    hra_emit_ok(s, &task->requester,
                agrees            ? _("the draw is agreed")
                : stands && early ? _("the draw is refused: the game has hardly begun")
                                  : _("the draw is refused"));
}

/* The other seat of two, if a machine sits there. */
static int machine_against(const hra_session *s, int seat) {
    return s->table.game->seats == 2 && !hra_session_is_person(s, 1 - seat) ? 1 - seat : -1;
}

hra_err hra_session_handle_draw(hra_session *s, const requester *who, char *line, hra_error *why,
                                const char **about) {
    static const char *const words[] = {"offer", "accept", "refuse", NULL};
    static const hra_draw what[] = {HRA_DRAW_OFFER, HRA_DRAW_ACCEPT, HRA_DRAW_REFUSE};
    int seat, i = 0;
    char *word;
    hra_err err = hra_words_take(&line, &word, why);
    if (err)
        return err;
    while (words[i] && (!word || strcmp(word, words[i]) != 0))
        i++;
    if (!words[i])
        return hra_fail_unknown(why, -1, word ? word : "", words, "draw: unknown word '%.40s'; choose one of",
                                word ? word : "");
    err = hra_session_read_seat(s, who, &line, &seat, why);
    if (err)
        return err;
    if (hra_play_draw(s->table.play, seat, what[i]) != 0)
        return refused(s, why);
    int machine = machine_against(s, seat);
    if (hra_play_snapshot(s->table.play)->offer >= 0 &&
        machine >= 0) { /* it answers when it has thought about it */
        think_task *task = hra_session_question(s, THINK_WORTH);
        if (!task)
            return hra_no_memory(why);
        s->table.drawer = hra_session_think(s, task, machine, who);
        return HRA_OK;
    }
    if (hra_play_snapshot(s->table.play)->outcome == HRA_OUTCOME_AGREED) {
        hra_session_end_talk(s);
        hra_emit_position(s, who, true, false);
    } else {
        hra_emit_waiting(s, who, true); /* with the offer, or without */
    }
    hra_emit_ok(s, who, NULL);
    return HRA_OK;
}
