/* Resigning: all at once, or a part of the game, which the other side may have to accept.
 *
 * A part is offered. What is all that the seat can still lose counts at once. Of anything less a program is asked
 * what the position is worth to it: it accepts what gains it as much, but for CLOSE. A person says so. A move, an undo or the end
 * of the game withdraws the offer. */
#include <string.h>

#include "core/messages.h"
#include "rules/game_properties.h"
#include "session/session_people.h"

/* ---- what can be given up -------------------------------------------------------------------*/

/* The rest of the game with all that would follow; it is no move. */
static const hra_concession everything = {.name = N_("match"), .said = N_("the whole match")};

/* Writes the state after the move to s->seen. */
static void see_after(hra_session *s, hra_move move) {
    const hra_game *game = s->table.game;
    memcpy(s->seen, hra_session_now(s), game->state_size);
    game->rules->apply(game, s->seen, move);
}

int hra_session_concessions(hra_session *s, int seat, hra_concession *out) {
    const hra_game *game = s->table.play ? s->table.game : NULL;
    if (!game || seat < 0 || seat >= game->seats)
        return 0;
    const hra_rules_conduct *conduct = game->rules->conduct;
    if (!conduct->concessions || !hra_is_contest(game) || s->table.study ||
        hra_play_at(s->table.play, HRA_NOW).mover == HRA_OVER)
        return 0;
    int n = conduct->concessions(game, hra_session_now(s), seat, out);
    if (n < 1)
        return 0;
    see_after(s, out[n - 1].move);
    if (game->rules->to_move(game, s->seen) != HRA_OVER)
        out[n++] = everything;
    return n;
}

/* What a seat gains by a move of the other one that gives something up; false: that is not known. */
static bool find_gain(hra_session *s, hra_move move, int seat, double *out) {
    const hra_game *game = s->table.game;
    const hra_rules_conduct *conduct = game->rules->conduct;
    double value[HRA_MAX_SEATS] = {0};
    see_after(s, move);
    bool over = game->rules->to_move(game, s->seen) == HRA_OVER;
    if (over)
        game->rules->returns(game, s->seen, value);
    bool known = over || (conduct->settled && conduct->settled(game, s->seen, value));
    *out = value[seat];
    return known;
}

/* ---- what is done ---------------------------------------------------------------------------*/

void hra_session_withdraw(hra_session *s) {
    table *t = &s->table;
    think_task *task = t->answerer;
    t->resigning = (hra_concession){0};
    t->answerer = NULL;
    if (task)
        hra_session_give_up(s, task);
}

static hra_err resign_all(hra_session *s, const requester *who, int seat, hra_error *why) {
    if (hra_play_resign(s->table.play, seat, NULL) != 0)
        return hra_fail_as(why, hra_play_why(s->table.play));
    hra_session_end_talk(s);
    hra_emit_position(s, who, true, false);
    return HRA_OK;
}

static hra_err give_up(hra_session *s, const requester *who, hra_move move, hra_error *why) {
    table *t = &s->table;
    if (hra_play_concede(t->play, move) != 0)
        return hra_fail_as(why, hra_play_why(t->play));
    hra_session_end_talk(s);
    hra_emit_move(s, who, hra_play_plies(t->play) - 1, NULL);
    hra_emit_position(s, who, true, false);
    return HRA_OK;
}

/* ---- what a program answers -----------------------------------------------------------------*/

/* A fraction of the stakes that is not worth playing on for: values of nets are not exact. */
static const double CLOSE = 0.01;

/* Whether a part gains the program what the position is worth to it. */
static bool is_enough(hra_session *s, const think_task *task, hra_move move) {
    const hra_game *game = s->table.game;
    const hra_rules_conduct *conduct = game->rules->conduct;
    double gain, stakes = conduct->stakes ? conduct->stakes(game, hra_session_now(s)) : 1;
    return !task->err && find_gain(s, move, task->slot, &gain) &&
           gain >= task->worth[task->slot] - CLOSE * stakes;
}

/* "61.2%", or points. */
static void add_value(const hra_game *game, double value, hra_text *out) {
    const char *sample = strstr(_("a fraction such as 50%"), "50");
    if (game->max_return <= 1 && game->min_return >= -1)
        hra_text_addf(out, "%.1F%s", 50 * (value + 1), sample ? sample + 2 : "%");
    else
        hra_text_addf(out, "%.2F", value);
}

/* Why it refuses, and the least that it accepts: a program without values, all that can still be lost. */
static void add_refusal(hra_session *s, const think_task *task, const hra_concession *offered, int by,
                        hra_text *out) {
    const hra_game *game = s->table.game;
    const int seat = task->slot;
    const char *player = hra_player_info_of(s->table.players[seat])->spec;
    hra_concession all[HRA_MAX_CONCESSIONS];
    hra_text worth, gain;
    double gained = 0;
    int n = hra_session_concessions(s, by, all), least = 0;
    n -= n > 0 && !all[n - 1].move;
    while (least < n - 1 && !is_enough(s, task, all[least].move))
        least++;
    if (task->err || !find_gain(s, offered->move, seat, &gained)) {
        hra_text_addf(
            out, _("%s refuses: it does not value positions, and accepts only what can be lost at most, %s"),
            player, _(all[least].said));
        return;
    }
    hra_text_init(&worth);
    hra_text_init(&gain);
    add_value(game, task->worth[seat], &worth);
    add_value(game, gained, &gain);
    hra_text_addf(out, _("%s refuses: the position is worth %s to it, and %s only %s; it accepts %s"), player,
                  hra_text_string(&worth), _(offered->said), hra_text_string(&gain), _(all[least].said));
    out->err = out->err ? out->err : worth.err ? worth.err : gain.err;
    hra_text_release(&worth);
    hra_text_release(&gain);
}

void hra_session_take_resignation(hra_session *s, const think_task *task) {
    table *t = &s->table;
    const hra_concession offered = t->resigning;
    const int by = t->resigner;
    hra_error why = {0};
    hra_text text;
    hra_text_init(&text);
    t->answerer = NULL;
    t->resigning = (hra_concession){0};
    bool accepts = is_enough(s, task, offered.move);
    if (accepts && give_up(s, &task->requester, offered.move, &why) == 0)
        hra_text_add(&text, _("the resignation is accepted"));
    else if (!why.code)
        add_refusal(s, task, &offered, by, &text);
    if (!why.code && text.err)
        hra_no_memory(&why);
    if (why.code)
        hra_emit_error(s, &task->requester, false, &why, NULL);
    else
        hra_emit_ok(s, &task->requester, hra_text_string(&text));
    hra_text_release(&text);
}

/* A program that is choosing its move does that later, if it comes to it. */
static hra_err ask_program(hra_session *s, const requester *who, int seat, hra_error *why) {
    table *t = &s->table;
    think_task *task = hra_session_question(s, THINK_WORTH);
    if (!task)
        return hra_no_memory(why);
    if (t->chooser)
        hra_session_drop(s, t->chooser);
    if (t->explainer)
        hra_session_drop(s, t->explainer);
    t->chooser = t->explainer = NULL;
    t->answerer = hra_session_think(s, task, seat, who);
    return HRA_OK;
}

/* ---- events ---------------------------------------------------------------------------------*/

static void add_concession(hra_session *s, const char *key, const hra_concession *part) {
    hra_json_object(&s->json, key);
    hra_json_text(&s->json, "name", part->name);
    hra_json_text(&s->json, "said", _(part->said));
}

void hra_session_add_resignation(hra_session *s, int client, int mover) {
    const table *t = &s->table;
    hra_concession all[HRA_MAX_CONCESSIONS];
    bool may = mover >= 0 && hra_session_may_move(s, client, mover);
    int n = may ? hra_session_concessions(s, mover, all) : 0;
    if (n)
        hra_json_list(&s->json, "concessions");
    for (int i = 0; i < n; i++) {
        add_concession(s, NULL, &all[i]);
        hra_json_end(&s->json);
    }
    if (n)
        hra_json_end(&s->json);
    if (!t->resigning.name || t->answerer)
        return;
    add_concession(s, "resigns", &t->resigning);
    hra_json_integer(&s->json, "seat", t->resigner);
    hra_json_end(&s->json);
}

/* ---- lines ----------------------------------------------------------------------------------*/

/* As records have it, for clients that repeat one: "Black resigns 2 points". */
static bool read_recorded(const hra_session *s, int seat, const char *text, hra_concession *out) {
    const hra_game *game = s->table.game;
    const void *now = hra_session_now(s);
    hra_move move;
    if (hra_game_parse_move(game, now, text, &move, NULL) != 0 || !hra_is_concession(game, now, move) ||
        hra_maker(game, now, move) != seat)
        return false;
    *out = (hra_concession){.move = move, .name = N_("part"), .said = N_("a part of the game")};
    return true;
}

/* Finds the part of this name. */
static hra_err read_part(hra_session *s, int seat, const char *word, hra_concession *out, bool *whole,
                         hra_error *why) {
    hra_concession all[HRA_MAX_CONCESSIONS];
    const char *names[HRA_MAX_CONCESSIONS + 1] = {NULL};
    int n = hra_session_concessions(s, seat, all), i = 0;
    if (n == 0)
        return hra_play_at(s->table.play, HRA_NOW).mover == HRA_OVER
                   ? hra_fail(why, HRA_ESTATE, -1, "the game is over")
                   : hra_fail(why, HRA_EFIT, -1, "%s is only resigned as a whole; usage: resign [SEAT]",
                              _(s->table.game->rules->text->title));
    for (int k = 0; k < n; k++)
        names[k] = all[k].name;
    while (i < n && strcmp(word, names[i]) != 0)
        i++;
    if (i == n && strcmp(word, everything.name) == 0 && s->table.game->max_return <= 1)
        all[i = n++] = everything; /* less ends the match as well */
    if (i == n && read_recorded(s, seat, word, out))
        return HRA_OK;
    if (i == n)
        return hra_fail_unknown(why, -1, word, names, "'%.40s' cannot be resigned here; choose one of", word);
    *out = all[i];
    *whole = i == n - 1 || !all[i + 1].move;
    return HRA_OK;
}

static hra_err offer(hra_session *s, const requester *who, int seat, const char *word, hra_error *why) {
    table *t = &s->table;
    hra_concession part;
    bool whole = false;
    int program = !hra_session_is_person(s, !seat) ? !seat : -1;
    hra_err err = read_part(s, seat, word, &part, &whole, why);
    if (err)
        return err;
    hra_session_withdraw(s);
    if (!part.move || whole) {
        err = part.move ? give_up(s, who, part.move, why) : resign_all(s, who, seat, why);
        if (!err)
            hra_emit_ok(s, who, NULL);
        return err;
    }
    t->resigning = part;
    t->resigner = seat;
    if (program >= 0) {
        err = ask_program(s, who, program, why);
        t->resigning = err ? (hra_concession){0} : part;
        return err;
    }
    hra_emit_waiting(s, who, true);
    hra_emit_ok(s, who, NULL);
    return HRA_OK;
}

static hra_err reply(hra_session *s, const requester *who, int seat, bool accepts, hra_error *why) {
    table *t = &s->table;
    const hra_move move = t->resigning.move;
    if (!t->resigning.name || t->answerer || t->resigner == seat)
        return hra_fail(why, HRA_ESTATE, -1, "%s was offered no resignation",
                        hra_game_seat_name(t->game, seat));
    hra_session_withdraw(s);
    hra_err err = accepts ? give_up(s, who, move, why) : HRA_OK;
    if (err)
        return err;
    if (!accepts)
        hra_emit_waiting(s, who, true);
    hra_emit_ok(s, who, NULL);
    return HRA_OK;
}

hra_err hra_session_handle_resign(hra_session *s, const requester *who, char *line, hra_error *why,
                                  const char **about) {
    const table *t = &s->table;
    int seat = -1;
    char *word = NULL, *at = hra_words_skip(line);
    hra_err err = *at && (*at < '0' || *at > '9') ? hra_words_take(&line, &word, why) : HRA_OK;
    bool replies = word && (strcmp(word, "accept") == 0 || strcmp(word, "refuse") == 0);
    if (!err && replies && t->resigning.name && !*hra_words_skip(line) &&
        hra_session_has_seat(s, who->client, !t->resigner))
        seat = !t->resigner; /* a client of both seats answers for the other one */
    if (!err && seat < 0)
        err = hra_session_read_seat(s, who, &line, &seat, why);
    if (err)
        return err;
    if (replies)
        return reply(s, who, seat, *word == 'a', why);
    if (word)
        return offer(s, who, seat, word, why);
    err = resign_all(s, who, seat, why);
    if (!err)
        hra_emit_ok(s, who, NULL);
    return err;
}
