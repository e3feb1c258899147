/* The tutor: it judges a person's move before it is made. Until then only the client that moves knows of it. */
#include "review/grade.h"
#include "session/session_people.h"

#include <string.h>

/* ---- which moves ----------------------------------------------------------------------------*/

/* Not in games that run on while a person decides or have a clock, and no secret move: the other seats choose at the same
 * time. */
static bool is_judged(const hra_session *s, int client, int ply, hra_move move) {
    const table *t = &s->table;
    const hra_rules_conduct *conduct = t->game->rules->conduct;
    const hra_ply at = hra_play_at(t->play, ply);
    return s->clients[client].tutors && t->adviser[0] && !t->study && !conduct->arrow &&
           !hra_session_has_clock(t) && hra_session_is_person(s, at.mover) &&
           !(conduct->hidden && conduct->hidden(t->game, at.state, move));
}

static think_task *judge(hra_session *s, const requester *who, int ply, hra_move move) {
    think_task *task = hra_session_question_at(s, THINK_COST, ply);
    if (!task)
        return NULL;
    task->ply = ply;
    task->seat = hra_play_at(s->table.play, ply).mover;
    task->move = move;
    task->quiet = true;
    return hra_session_think(s, task, SLOT_ADVISER, who);
}

void hra_session_judge_made(hra_session *s, const requester *who, int ply) {
    const requester later = {.client = who->client}; /* the line is closed before the adviser has thought */
    hra_move move = hra_play_at(s->table.play, ply).move;
    if (is_judged(s, who->client, ply, move))
        (void)judge(s, &later, ply, move);
}

/* ---- a tentative move -----------------------------------------------------------------------*/

static void add_scene_after(hra_session *s, const think_task *task, hra_json *json) {
    const table *t = &s->table;
    if (hra_session_write_steps(json, t->scene, task->state, task->move) != 0)
        json->out->err = HRA_ENOMEM;
    memcpy(s->seen, task->state, t->game->state_size);
    t->game->rules->apply(t->game, s->seen, task->move);
    int view = hra_session_view_of(s, task->requester.client);
    const hra_scene_view moment = {.state = s->seen,
                                   .before = task->state,
                                   .last = task->move,
                                   .seat = view >= 0 ? view : -1,
                                   .manual_dice = t->how.manual_chance && !t->given};
    if (hra_scene_set(t->scene, &moment) == 0)
        hra_json_scene(json, "scene", t->scene, HRA_SCENE_NOW);
    else
        json->out->err = HRA_ENOMEM;
}

void hra_session_emit_tentative(hra_session *s, const requester *to) {
    const tentative_move *now = &s->table.tentative;
    const think_task *task = now->task;
    hra_text text;
    if (!task || task->requester.client != to->client)
        return;
    hra_text_init(&text);
    hra_json json = hra_json_begin(&text);
    json.keys = HRA_JSON_NEW_KEYS;
    hra_json_object(&json, NULL);
    hra_json_integer(&json, "ply", task->ply);
    hra_json_integer(&json, "seat", task->seat);
    hra_json_move(&json, "move", s->table.game, task->state, task->move);
    if (!hra_session_hides_now(s, to->client)) /* else the move might show what is hidden */
        add_scene_after(s, task, &json);
    hra_json_end(&json);
    if (s->clients[to->client].version > 1)
        hra_emit_members(s, to, HRA_SESSION_TENTATIVE, NULL, text.err ? NULL : hra_text_string(&text));
    if (now->warned)
        hra_emit_cost(s, to, task, true);
    hra_text_release(&text);
}

/* The adviser is wanted for the move: what it was asked about the position before is late. */
static void end_advice(hra_session *s, int client) {
    for (think_task *task = s->agents.tasks, *after; task; task = after) {
        after = task->next;
        if (task->kind != THINK_ADVISE || task->requester.client != client)
            continue;
        hra_stop_set(&task->turn.pause.stop);
        if (!hra_session_has_begun(s, task))
            hra_session_give_up(s, task);
    }
}

bool hra_session_tutor(hra_session *s, const requester *who, hra_move move, bool by_line) {
    tentative_move *now = &s->table.tentative;
    int ply = hra_play_plies(s->table.play);
    if (!(s->clients[who->client].may & HRA_PERMIT_UNDO) || !is_judged(s, who->client, ply, move))
        return false;
    end_advice(s, who->client);
    think_task *task = judge(s, who, ply, move);
    if (!task)
        return false;
    *now = (tentative_move){.task = task, .by_line = by_line};
    hra_session_emit_tentative(s, who);
    return true;
}

/* It is a move now. */
static hra_err make(hra_session *s, tentative_move *now, hra_error *why) {
    requester who = now->task->requester;
    hra_move move = now->task->move;
    bool by_line = now->by_line;
    if (now->warned)
        hra_think_task_free(now->task);
    else
        now->task->requester.id[0] = '\0'; /* what the adviser finds later belongs to no line */
    *now = (tentative_move){0};
    hra_err err = hra_session_make_move(s, &who, move, why);
    if (err)
        hra_emit_error(s, &who, false, why, NULL);
    else if (by_line)
        hra_emit_ok(s, &who, NULL);
    return err;
}

static void drop_tentative(hra_session *s) {
    tentative_move now = s->table.tentative;
    const requester who = now.task->requester;
    hra_error why;
    s->table.tentative = (tentative_move){0};
    if (now.warned)
        hra_think_task_free(now.task);
    else
        hra_session_drop(s, now.task);
    hra_fail(&why, HRA_ESTOPPED, -1, "the move was not made");
    if (now.by_line)
        hra_emit_error(s, &who, false, &why, NULL);
}

bool hra_session_take_tentative_back(hra_session *s, int client) {
    const tentative_move *now = &s->table.tentative;
    const requester who = {.client = client};
    if (!now->task || now->task->requester.client != client)
        return false;
    drop_tentative(s);
    hra_emit_waiting(s, &who, false); /* for the same move as before */
    return true;
}

/* ---- the judgement --------------------------------------------------------------------------*/

/* Whether the tutor of this client speaks of it. */
static bool warns(const hra_session *s, const think_task *task) {
    const hra_move_loss *loss = &task->cost;
    if (task->err || loss->loss < HRA_MIN_MISTAKE_LOSS || task->requester.client < 0)
        return false;
    hra_grade from = s->clients[task->requester.client].tutor_from, grade;
    return !from || !hra_grade_loss(s->table.game, task->state, loss, &grade) || grade >= from;
}

bool hra_session_take_cost(hra_session *s, think_task *task) {
    tentative_move *now = &s->table.tentative;
    const bool waits = task == now->task;
    hra_error why;
    if (hra_is_lack(task->err))
        hra_emit_error(s, NULL, true, &task->why, NULL);
    if (warns(s, task)) {
        const requester who = {.client = task->requester.client}; /* the line is closed later */
        hra_emit_cost(s, &who, task, waits);
        now->warned = waits;
        return waits;
    }
    if (waits)
        (void)make(s, now, &why);
    return false;
}

void hra_session_quiet_tutor(hra_session *s, int client, int ply) {
    const think_task *tentative = s->table.tentative.task;
    if (tentative && (client < 0 || tentative->requester.client == client))
        drop_tentative(s);
    for (think_task *task = s->agents.tasks, *after; task; task = after) {
        after = task->next;
        if (task->kind == THINK_COST && task->ply >= ply && (client < 0 || task->requester.client == client))
            hra_session_drop(s, task);
    }
}

void hra_session_add_tutor(hra_session *s, const session_client *c) {
    const bool tutors = c->tutors && !hra_session_has_clock(&s->table);
    hra_json_bool(&s->json, "tutor", tutors);
    if (tutors && c->tutor_from)
        hra_json_text(&s->json, "tutor_from", hra_grade_word(c->tutor_from));
}

/* ---- lines ----------------------------------------------------------------------------------*/

hra_err hra_session_read_grade(const char *word, hra_grade *out, hra_error *why) {
    const char *words[HRA_GRADES] = {NULL};
    for (int grade = 1; grade < HRA_GRADES; grade++) {
        words[grade - 1] = hra_grade_word((hra_grade)grade);
        if (strcmp(word, words[grade - 1]) == 0) {
            *out = (hra_grade)grade;
            return HRA_OK;
        }
    }
    return hra_fail_unknown(why, -1, word, words, "tutor: '%.40s' is not a grade; grades are", word);
}

/* on [GRADE] or off. */
hra_err hra_session_handle_tutor(hra_session *s, const requester *who, char *line, hra_error *why,
                                 const char **about) {
    session_client *c = &s->clients[who->client];
    hra_grade from = HRA_GRADE_FINE;
    char *word, *grade = NULL;
    bool on = false;
    hra_err err = hra_words_take(&line, &word, why);
    if (!err)
        err = hra_words_choice(word ? word : "", "tutor", "off", "on", &on, why);
    if (!err && on)
        err = hra_words_only(line, &grade, why);
    if (!err && grade)
        err = hra_session_read_grade(grade, &from, why);
    if (!err && on && hra_session_has_clock(&s->table))
        err = hra_fail(why, HRA_ESTATE, -1, "tutor: a game with a clock has no tutor");
    if (err)
        return err;
    c->tutors = on;
    c->tutor_from = from;
    tentative_move *now = &s->table.tentative;
    if (!on && now->task && now->task->requester.client == who->client)
        err = make(s, now, why);
    if (!on)
        hra_session_quiet_tutor(s, who->client, 0);
    if (err)
        return err;
    hra_kept_note_help(s);
    hra_emit_ok(s, who, NULL);
    return HRA_OK;
}

hra_err hra_session_handle_confirm(hra_session *s, const requester *who, char *line, hra_error *why,
                                   const char **about) {
    tentative_move *now = &s->table.tentative;
    if (!now->task || now->task->requester.client != who->client)
        return hra_fail(why, HRA_ESTATE, -1, "confirm: no move is waiting for the tutor");
    hra_err err = make(s, now, why);
    if (!err)
        hra_emit_ok(s, who, NULL);
    return err;
}
