/* A review of a play, ply by ply: of the one at the table, or of one that is kept. */
#include "session/session.h"
#include "work/review_text.h"

#include <string.h>

void hra_session_end_review(hra_session *s) {
    reviewing *r = &s->reviewing;
    hra_review_close(r->review);
    hra_agent_close(r->agent);
    hra_player_close(r->placeholder);
    hra_agent_slot_clear(s->agents.slots, &s->agents.slots[SLOT_REVIEWER]); /* who may be of its game */
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
        return hra_fail(why, HRA_ESTATE, -1,
                        "review: no game is open; 'review plays/NAME' reviews a saved one");
    bool over = hra_play_at(t->play, HRA_NOW).mover == HRA_OVER;
    if (!over && !t->watched && t->game->rules->conduct->observation)
        return hra_fail(why, HRA_ESTATE, -1,
                        "a game with hidden information can be reviewed only when it is over");
    if (hra_play_plies(t->play) == 0)
        return hra_fail(why, HRA_ESTATE, -1, "review: the game has no moves yet");
    hra_text_add_bytes(&r->text, t->written.data, t->written.length);
    if (t->written.err || r->text.err)
        return hra_no_memory(why);
    return hra_record_parse(&r->record, t->game->host, r->text.data, r->text.length, &used, 1, why);
}

/* A review that counts what a worker judges: its own agent is asked nothing. */
static hra_err open_counting(hra_session *s, const char *analyst, hra_error *why) {
    reviewing *r = &s->reviewing;
    hra_err err = hra_player_placeholder(&r->placeholder, hra_record_info(r->record)->game, analyst, why);
    if (!err && hra_agent_open(&r->agent, r->placeholder) != 0)
        err = hra_no_memory(why);
    return err ? err : hra_review_open(&r->review, r->agent, r->record, why);
}

/* The next ply; where thinking is handed out, all. False: no memory. */
static bool judge_next(hra_session *s, bool first) {
    reviewing *r = &s->reviewing;
    think_task *task = hra_think_task_new(THINK_REVIEW, hra_record_info(r->record)->game, NULL);
    if (!task)
        return false;
    task->review = &r->review;
    task->quiet = !first; /* its event is sent once */
    task->record = r->record;
    task->record_text = hra_text_string(&r->text);
    (void)hra_session_think(s, task, SLOT_REVIEWER, &r->requester);
    return true;
}

hra_err hra_session_handle_review(hra_session *s, const requester *who, char *line, hra_error *why,
                                  const char **about) {
    const char *name = NULL, *analyst = NULL, *value;
    hra_player *check = NULL;
    if (s->reviewing.record)
        return hra_fail(why, HRA_ESTATE, -1, "a review is running; 'stop' ends it");
    hra_err err;
    for (char *word; (err = hra_words_take(&line, &word, why)) == 0 && word;) {
        if ((value = hra_words_value(word, "by")) != NULL)
            analyst = value;
        else if (!name)
            name = word;
        else
            return hra_fail(why, HRA_EINPUT, -1,
                            "unexpected word '%.40s'; usage: review [plays/NAME] [by=PLAYER]", word);
    }
    if (err)
        return err;
    *about = name;
    err = !name || (s->clients[who->client].may & HRA_PERMIT_READ)
              ? take_source(s, name, why)
              : hra_fail(why, HRA_EDENIED, -1, "this client may review only the open game");
    if (!err) {
        const hra_game *game = hra_record_info(s->reviewing.record)->game;
        analyst = analyst ? analyst : hra_player_suggest(game).best;
        *about = analyst;
        err = hra_player_placeholder(&check, game, analyst, why);
        if (!err && hra_player_info_of(check)->human)
            err = hra_fail(why, HRA_EINPUT, 0, "a person cannot be the analyst; name a program");
        hra_player_close(check);
    }
    if (!err) {
        s->reviewing.requester = *who;
        hra_snprintf(s->reviewing.name, HRA_STORE_NAME, "%s", name ? name : s->table.save.name);
        hra_snprintf(s->agents.slots[SLOT_REVIEWER].spec, HRA_SPEC_LENGTH, "%s", analyst);
        err = s->setup.hand_out ? open_counting(s, analyst, why) : HRA_OK;
    }
    if (!err) {
        *about = NULL;
        err = judge_next(s, true) ? HRA_OK : hra_no_memory(why);
    }
    if (err)
        hra_session_end_review(s);
    return err;
}

hra_err hra_session_count_review(hra_session *s, const think_task *task, bool all, hra_error *why) {
    reviewing *r = &s->reviewing;
    const hra_review_info *info = hra_review_snapshot(r->review);
    const int done = info->done;
    hra_review_part part;
    hra_error inner = {0};
    if (done == info->plies)
        return all ? HRA_OK : hra_fail(why, HRA_EINPUT, -1, "all plies are already reviewed");
    if (hra_review_part_init(&part, all ? 0 : done, all ? info->plies : 1) != 0)
        return hra_no_memory(why);
    hra_err err = hra_review_part_read(r->review, task->part.data, task->part.length, &part, &inner);
    if (err == HRA_ENOMEM)
        hra_no_memory(why);
    else if (err)
        err = hra_fail(why, HRA_EINPUT, -1, "the result does not have the plies of its task");
    for (int i = done - part.from; i < part.count && !err; i++) {
        hra_review_count_part(r->review, &part, i + 1);
        if (info->done < info->plies || !all)
            hra_emit_review(s, &task->requester, r->review, false);
    }
    hra_review_part_release(&part);
    return err;
}

void hra_session_take_review(hra_session *s, think_task *task) {
    reviewing *r = &s->reviewing;
    const requester who = r->requester;
    if (task->err) {
        if (task->err == HRA_EFIT)
            hra_fail(&task->why, HRA_EFIT, -1, "%s does not value positions; name another analyst with by=",
                     s->agents.slots[SLOT_REVIEWER].spec);
        hra_session_end_review(s);
        hra_emit_error(s, &who, false, &task->why, NULL);
        return;
    }
    const hra_review_info *info = hra_review_snapshot(r->review);
    bool more = info->done < info->plies;
    hra_emit_review(s, &who, r->review, !more);
    if (more && judge_next(s, false))
        return;
    const bool kept = !more && hra_session_keep_mistakes(s);
    hra_session_end_review(s);
    if (kept) {
        hra_emit_ok(s, &who, NULL);
        return;
    }
    hra_error why;
    hra_no_memory(&why);
    hra_emit_error(s, &who, false, &why, NULL);
}
