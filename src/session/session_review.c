/* A review of a play, ply by ply: of the one at the table, or of one that is kept. */
#include "session/session.h"

#include <string.h>

void hra_session_end_review(hra_session *s) {
    reviewing *r = &s->reviewing;
    hra_review_close(r->review);
    hra_mind_clear(s->thinkers.minds, &s->thinkers.minds[MIND_JUDGE]); /* who may be of its game */
    hra_record_close(r->record);
    hra_text_release(&r->text);
    *r = (reviewing){0};
}

/* What is reviewed: `name`, or NULL: the play at the table as it stands. */
static hra_err take_source(hra_session *s, const char *name, hra_error *why) {
    const table *t = &s->table;
    reviewing *r = &s->reviewing;
    size_t used;
    if (name)
        return hra_kept_record(s, name, &r->record, &r->text, &used, why);
    if (!t->play)
        return hra_fail(why, HRA_ESTATE, -1, "review: no play is open; 'review plays/NAME' takes a kept one");
    bool over = hra_play_at(t->play, HRA_NOW).mover == HRA_OVER;
    if (!over && !t->watched && t->game->rules->conduct->observation)
        return hra_fail(why, HRA_ESTATE, -1,
                        "the play is reviewed when it is over: something is hidden in it");
    if (hra_play_plies(t->play) == 0)
        return hra_fail(why, HRA_ESTATE, -1, "review: nothing has been played yet");
    hra_text_add_bytes(&r->text, t->written.data, t->written.length);
    if (t->written.err || r->text.err)
        return hra_no_memory(why);
    return hra_record_parse(&r->record, t->game->host, r->text.data, r->text.length, &used, 1, why);
}

/* The next ply; where thinking is handed out, all. False: no memory. */
static bool judge_next(hra_session *s) {
    reviewing *r = &s->reviewing;
    unit *u = hra_unit_new(UNIT_REVIEW, hra_record_info(r->record)->game, NULL);
    if (!u)
        return false;
    u->review = &r->review;
    u->quiet = r->review != NULL; /* it is told once */
    u->record = r->record;
    u->record_text = hra_text_string(&r->text);
    (void)hra_session_think(s, u, MIND_JUDGE, &r->asker);
    return true;
}

hra_err hra_session_obey_review(hra_session *s, const asker *who, char *line, hra_error *why,
                                const char **about) {
    const char *name = NULL, *judge = NULL, *value;
    hra_player *check = NULL;
    if (s->reviewing.record)
        return hra_fail(why, HRA_ESTATE, -1, "a review is running; 'stop' ends it");
    hra_err err;
    for (char *word; (err = hra_words_take(&line, &word, why)) == 0 && word;) {
        if ((value = hra_words_value(word, "by")) != NULL)
            judge = value;
        else if (!name)
            name = word;
        else
            return hra_fail(why, HRA_EINPUT, -1, "'%.40s' is too much: review [plays/NAME] [by=PLAYER]",
                            word);
    }
    if (err)
        return err;
    *about = name;
    err = !name || (s->lookers[who->looker].may & HRA_PERMIT_READ)
              ? take_source(s, name, why)
              : hra_fail(why, HRA_EDENIED, -1, "from this place only the play at the table is reviewed");
    if (!err) {
        const hra_game *game = hra_record_info(s->reviewing.record)->game;
        judge = judge ? judge : hra_player_best(game);
        *about = judge;
        err = hra_player_placeholder(&check, game, judge, why);
        if (!err && hra_player_human(check))
            err = hra_fail(why, HRA_EINPUT, 0, "a person does not judge here; name a machine");
        hra_player_close(check);
    }
    if (!err) {
        s->reviewing.asker = *who;
        hra_snprintf(s->thinkers.minds[MIND_JUDGE].spec, HRA_SPEC_LENGTH, "%s", judge);
        err = judge_next(s) ? HRA_OK : hra_no_memory(why);
    }
    if (err)
        hra_session_end_review(s);
    return err;
}

void hra_session_take_review(hra_session *s, unit *u) {
    reviewing *r = &s->reviewing;
    const asker who = r->asker;
    if (u->err) {
        if (u->err == HRA_EFIT)
            hra_fail(&u->why, HRA_EFIT, -1, "%s cannot tell what a position is worth; name a judge with by=",
                     s->thinkers.minds[MIND_JUDGE].spec);
        hra_session_end_review(s);
        hra_tell_error(s, &who, false, &u->why, NULL);
        return;
    }
    bool more = !u->json && hra_review_done(r->review) < hra_review_plies(r->review);
    hra_tell_review(s, &who, r->review, !more, u->json);
    if (more && judge_next(s))
        return;
    hra_session_end_review(s);
    hra_tell_ok(s, &who, NULL);
}

/* ---- the tutor ------------------------------------------------------------------------------*/

void hra_session_tutor(hra_session *s, const asker *cause, int ply) {
    const table *t = &s->table;
    const asker who = {.looker = cause->looker}; /* the line is closed before he has thought */
    if (!s->lookers[cause->looker].tutors || !t->adviser[0] ||
        !hra_session_is_person(s, hra_play_at(t->play, ply).mover))
        return;
    unit *u = hra_session_question_at(s, UNIT_COST, ply);
    if (!u)
        return;
    u->ply = ply;
    u->seat = hra_play_at(t->play, ply).mover;
    u->move = hra_play_at(t->play, ply).move;
    u->quiet = true;
    (void)hra_session_think(s, u, MIND_ADVISER, &who);
}

/* Whether nobody sits at the table but in seats of this looker: others are not kept waiting, which would also
 * tell them what the tutor says to one alone. */
static bool sits_alone(const hra_session *s, int looker) {
    for (int seat = 0; seat < s->table.game->seats; seat++)
        if (hra_session_is_person(s, seat) && !hra_session_has_seat(s, looker, seat))
            return false;
    return true;
}

/* Whether chance, a machine or the end is next, so that a move that is not taken back now has its answer. */
static bool would_go_on(const table *t) {
    int mover = hra_play_at(t->play, HRA_NOW).mover;
    bool person = mover >= 0 && hra_player_human(hra_play_snapshot(t->play)->players[mover]);
    return !person && !(mover == HRA_CHANCE && t->how.manual_chance);
}

bool hra_session_tutor_waits(const hra_session *s) {
    bool waits = s->table.warning != NULL;
    for (const unit *u = s->thinkers.units; u && !waits; u = u->next)
        waits = u->task == UNIT_COST && u->asker.looker >= 0 && sits_alone(s, u->asker.looker);
    return waits;
}

bool hra_session_take_cost(hra_session *s, unit *u) {
    table *t = &s->table;
    int looker = u->asker.looker;
    if (hra_is_lack(u->err))
        hra_tell_error(s, NULL, true, &u->why, NULL);
    if (u->err || u->cost.loss < HRA_MIN_MISTAKE_LOSS || looker < 0) /* who cannot tell says nothing */
        return false;
    bool waits = (s->lookers[looker].may & HRA_PERMIT_UNDO) && would_go_on(t) && sits_alone(s, looker);
    hra_tell_cost(s, &u->asker, u, waits);
    if (!waits)
        return false;
    hra_unit_free(t->warning);
    t->warning = u;
    return true;
}

void hra_session_quiet_tutor(hra_session *s, int looker, int ply) {
    table *t = &s->table;
    if (t->warning && (looker < 0 || t->warning->asker.looker == looker)) {
        hra_unit_free(t->warning);
        t->warning = NULL;
    }
    for (unit *u = s->thinkers.units, *after; u; u = after) {
        after = u->next;
        if (u->task == UNIT_COST && u->ply >= ply && (looker < 0 || u->asker.looker == looker))
            hra_session_drop(s, u);
    }
}

hra_err hra_session_obey_confirm(hra_session *s, const asker *who, char *line, hra_error *why,
                                 const char **about) {
    table *t = &s->table;
    if (!t->warning || t->warning->asker.looker != who->looker)
        return hra_fail(why, HRA_ESTATE, -1, "confirm: no warning of the tutor waits for your answer");
    hra_unit_free(t->warning);
    t->warning = NULL;
    hra_tell_ok(s, who, NULL);
    return HRA_OK;
}
