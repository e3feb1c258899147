/* The tutor: it judges the moves of a person's line before any is made. Until then only the client that moves knows of
 * them. */
#include "review/grade.h"
#include "session/session_people.h"

#include <stdlib.h>
#include <string.h>

/* ---- which moves ----------------------------------------------------------------------------*/

/* Not in games that run on while a person decides or have a clock, and no secret move: the other seats choose at the same
 * time. */
static bool is_judged(const hra_session *s, int client, int seat, const void *state, hra_move move) {
    const table *t = &s->table;
    const hra_rules_conduct *conduct = t->game->rules->conduct;
    return s->clients[client].tutors && t->adviser[0] && !t->study && !conduct->arrow &&
           !hra_session_has_clock(t) && hra_session_is_person(s, seat) &&
           !(conduct->hidden && conduct->hidden(t->game, state, move));
}

static think_task *judge(hra_session *s, think_task *task, const requester *who, int ply, hra_move move) {
    if (!task)
        return NULL;
    task->ply = ply;
    task->seat = s->table.game->rules->to_move(s->table.game, task->state);
    task->move = move;
    task->quiet = true;
    return hra_session_think(s, task, SLOT_ADVISER, who);
}

void hra_session_judge_made(hra_session *s, const requester *who, int ply) {
    const requester later = {.client = who->client}; /* the line is closed before the adviser has thought */
    const hra_ply at = hra_play_at(s->table.play, ply);
    if (is_judged(s, who->client, at.mover, at.state, at.move))
        (void)judge(s, hra_session_question_at(s, THINK_COST, ply), &later, ply, at.move);
}

/* ---- tentative moves ------------------------------------------------------------------------*/

/* The state after the first `count` of the moves, in s->seen. */
static const void *state_after(hra_session *s, const hra_move *moves, int count) {
    const hra_game *game = s->table.game;
    memcpy(s->seen, hra_play_at(s->table.play, HRA_NOW).state, game->state_size);
    for (int i = 0; i < count; i++)
        game->rules->apply(game, s->seen, moves[i]);
    return s->seen;
}

/* The board after all of the moves, and the steps to it. `before`: room for a state. */
static hra_err write_scene_after(hra_session *s, int client, void *before, hra_json *json) {
    const table *t = &s->table;
    const tentative_line *now = &t->tentative;
    bool open = false;
    hra_err err = HRA_OK;
    for (int i = 0; !err && i < now->count; i++) {
        memcpy(before, state_after(s, now->moves, i), t->game->state_size);
        err = hra_session_write_steps(json, t->scene, before, now->moves[i], &open);
    }
    if (open)
        hra_json_end(json);
    const int view = hra_session_view_of(s, client);
    const hra_scene_view moment = {.state = state_after(s, now->moves, now->count),
                                   .before = before,
                                   .last = now->moves[now->count - 1],
                                   .seat = view >= 0 ? view : -1,
                                   .manual_dice = t->how.manual_chance && !t->given};
    if (!err && (err = hra_scene_set(t->scene, &moment)) == 0)
        hra_json_scene(json, "scene", t->scene, HRA_SCENE_NOW);
    return err;
}

static void add_scene_after(hra_session *s, int client, hra_json *json) {
    void *before = malloc(s->table.game->state_size);
    if (!before || write_scene_after(s, client, before, json) != 0)
        json->out->err = HRA_ENOMEM;
    free(before);
}

/* "place 5, place 7", as they are written, or said. */
static void add_moves(hra_session *s, bool said, hra_text *out) {
    const tentative_line *now = &s->table.tentative;
    const hra_game *game = s->table.game;
    for (int i = 0; i < now->count; i++) {
        const void *state = state_after(s, now->moves, i);
        hra_text_add(out, i ? ", " : "");
        if (said)
            hra_game_say_move(game, state, now->moves[i], out);
        else
            game->rules->text->show_move(game, state, now->moves[i], out);
    }
}

static void write_moves(hra_session *s, hra_json *json) {
    hra_text shown, said;
    hra_text_init(&shown);
    hra_text_init(&said);
    add_moves(s, false, &shown);
    add_moves(s, true, &said);
    hra_json_text(json, "move", hra_text_string(&shown));
    if (s->table.game->rules->text->say_move && strcmp(hra_text_string(&shown), hra_text_string(&said)) != 0)
        hra_json_text(json, "move_said", hra_text_string(&said));
    if (shown.err || said.err)
        json->out->err = HRA_ENOMEM;
    hra_text_release(&shown);
    hra_text_release(&said);
}

/* What the tutor says of a line that waits, in the order of its moves. */
static void emit_warnings(hra_session *s, const requester *to, const think_task *last, bool waits) {
    if (!last)
        return;
    emit_warnings(s, to, last->next, waits);
    hra_emit_cost(s, to, last, waits);
}

void hra_session_emit_tentative(hra_session *s, const requester *to) {
    const tentative_line *now = &s->table.tentative;
    hra_text text;
    if (!now->count || now->who.client != to->client)
        return;
    hra_text_init(&text);
    hra_json json = hra_json_begin(&text);
    json.keys = HRA_JSON_NEW_KEYS;
    hra_json_object(&json, NULL);
    hra_json_integer(&json, "ply", hra_play_plies(s->table.play));
    hra_json_integer(&json, "seat", hra_play_at(s->table.play, HRA_NOW).mover);
    write_moves(s, &json);
    if (!hra_session_hides_now(s, to->client)) /* else the moves might show what is hidden */
        add_scene_after(s, to->client, &json);
    hra_json_end(&json);
    if (s->clients[to->client].version > 1)
        hra_emit_members(s, to, HRA_SESSION_TENTATIVE, NULL, text.err ? NULL : hra_text_string(&text));
    if (!now->judging)
        emit_warnings(s, to, now->warnings, true);
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

/* Has the next move of the line judged; false: there is none, or no memory to do so. */
static bool judge_next(hra_session *s) {
    tentative_line *now = &s->table.tentative;
    hra_question question;
    now->judging = NULL;
    if (now->judged == now->count)
        return false;
    hra_play_question(s->table.play, &question);
    question.state = state_after(s, now->moves, now->judged);
    now->judging = judge(s, hra_think_task_new(THINK_COST, s->table.game, &question), &now->who,
                         hra_play_plies(s->table.play) + now->judged, now->moves[now->judged]);
    now->judged += now->judging != NULL;
    return now->judging != NULL;
}

bool hra_session_tutor(hra_session *s, const requester *who, const hra_move *moves, int count, bool by_line) {
    tentative_line *now = &s->table.tentative;
    const int seat = hra_play_at(s->table.play, HRA_NOW).mover;
    bool judged = s->clients[who->client].may & HRA_PERMIT_UNDO;
    for (int i = 0; judged && i < count; i++)
        judged = is_judged(s, who->client, seat, state_after(s, moves, i), moves[i]);
    if (!judged)
        return false;
    end_advice(s, who->client);
    *now = (tentative_line){.who = *who, .count = count, .by_line = by_line};
    memcpy(now->moves, moves, (size_t)count * sizeof *moves);
    if (!judge_next(s)) {
        *now = (tentative_line){0};
        return false;
    }
    hra_session_emit_tentative(s, who);
    return true;
}

static void free_warnings(think_task *last) {
    while (last) {
        think_task *before = last->next;
        hra_think_task_free(last);
        last = before;
    }
}

void hra_session_forget_tentative(hra_session *s) {
    free_warnings(s->table.tentative.warnings);
    s->table.tentative = (tentative_line){0};
}

/* They are moves now. What is not judged yet is heard of later, and belongs to no line. */
static hra_err make(hra_session *s, hra_error *why) {
    const tentative_line line = s->table.tentative;
    const requester later = {.client = line.who.client};
    s->table.tentative = (tentative_line){0};
    if (line.judging)
        line.judging->requester.id[0] = '\0';
    hra_err err = hra_session_make_moves(s, &line.who, line.moves, line.count, line.judged, why);
    if (line.judging)
        emit_warnings(s, &later, line.warnings, false);
    free_warnings(line.warnings);
    if (err)
        hra_emit_error(s, &line.who, false, why, NULL);
    else if (line.by_line)
        hra_emit_ok(s, &line.who, NULL);
    return err;
}

static void drop_tentative(hra_session *s) {
    const tentative_line line = s->table.tentative;
    hra_error why;
    s->table.tentative = (tentative_line){0};
    free_warnings(line.warnings);
    if (line.judging)
        hra_session_drop(s, line.judging);
    hra_fail(&why, HRA_ESTOPPED, -1, "the move was not made");
    if (line.by_line)
        hra_emit_error(s, &line.who, false, &why, NULL);
}

bool hra_session_take_tentative_back(hra_session *s, int client) {
    const tentative_line *now = &s->table.tentative;
    const requester who = {.client = client};
    if (!now->count || now->who.client != client)
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
    if (!from)
        return true;
    /* where a game has no grades, a bound does not say how much was lost */
    return hra_grade_loss(s->table.game, task->state, loss, &grade) ? grade >= from : !loss->bound;
}

bool hra_session_take_cost(hra_session *s, think_task *task) {
    tentative_line *now = &s->table.tentative;
    const requester who = {.client = task->requester.client}; /* the line is closed later */
    const bool warned = warns(s, task);
    hra_error why;
    if (hra_is_lack(task->err))
        hra_emit_error(s, NULL, true, &task->why, NULL);
    if (task != now->judging) {
        if (warned)
            hra_emit_cost(s, &who, task, false);
        return false;
    }
    if (warned) {
        task->next = now->warnings;
        now->warnings = task;
    }
    if (judge_next(s))
        return warned;
    if (now->warnings)
        emit_warnings(s, &who, now->warnings, true);
    else
        (void)make(s, &why);
    return warned;
}

void hra_session_quiet_tutor(hra_session *s, int client, int ply) {
    const tentative_line *now = &s->table.tentative;
    if (now->count && (client < 0 || now->who.client == client))
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
    const tentative_line *now = &s->table.tentative;
    if (!on && now->count && now->who.client == who->client)
        err = make(s, why);
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
    const tentative_line *now = &s->table.tentative;
    if (!now->count || now->who.client != who->client)
        return hra_fail(why, HRA_ESTATE, -1, "confirm: no move is waiting for the tutor");
    hra_err err = make(s, why);
    if (!err)
        hra_emit_ok(s, who, NULL);
    return err;
}
