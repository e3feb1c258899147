/* The mistakes of a review, and the exercises that are made of them: one at a time, when it is wanted. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "players/player.h"
#include "session/session.h"

/* ---- the mistakes -------------------------------------------------------------------------------*/

static bool is_person(const hra_review_info *info, int seat) {
    return hra_spec_equal(info->players[seat], "human", HRA_NAME_PLAYER, info->game->rules, NULL);
}

static bool has_persons(const hra_review_info *info) {
    for (int seat = 0; seat < info->game->seats; seat++)
        if (is_person(info, seat))
            return true;
    return false;
}

/* The mistakes of persons; where no person played, all. */
static bool list_plies(review_mistakes *m, const hra_review *review) {
    const hra_review_info *info = hra_review_snapshot(review);
    const bool persons = has_persons(info);
    m->plies = calloc((size_t)info->done + 1, sizeof *m->plies);
    if (!m->plies)
        return false;
    for (int ply = 0; ply < info->done; ply++) {
        const hra_review_move *at = hra_review_ply(review, ply);
        if (at->mistake && at->mover >= 0 && (!persons || is_person(info, at->mover)))
            m->plies[m->count++] = ply;
    }
    return true;
}

void hra_session_drop_mistakes(review_mistakes **at) {
    review_mistakes *m = *at;
    *at = NULL;
    if (!m || --m->holders > 0)
        return;
    hra_record_close(m->record);
    free(m->plies);
    free(m);
}

bool hra_session_keep_mistakes(hra_session *s) {
    reviewing *r = &s->reviewing;
    review_mistakes *m = calloc(1, sizeof *m);
    hra_session_drop_mistakes(&s->reviewed);
    if (!m || !list_plies(m, r->review)) {
        free(m);
        return false;
    }
    m->holders = 1;
    m->record = r->record;
    r->record = NULL;
    m->threshold = hra_review_snapshot(r->review)->grade_from[HRA_GRADE_INACCURACY] / 2;
    hra_snprintf(m->analyst, sizeof m->analyst, "%s", s->agents.slots[SLOT_REVIEWER].spec);
    hra_snprintf(m->source, sizeof m->source, "%s", r->name);
    s->reviewed = m;
    s->reviewed_by = r->requester.client;
    return true;
}

/* A key is the same on every machine, so that the analyst's own limit is no time. */
static hra_err check_analyst(const review_mistakes *m, hra_error *why) {
    hra_player *check = NULL;
    hra_err err = hra_player_placeholder(&check, hra_record_info(m->record)->game, m->analyst, why);
    if (!err &&
        (hra_player_info_of(check)->limits.seconds > 0 || hra_player_info_of(check)->clock.seconds > 0))
        err = hra_fail(
            why, HRA_EFIT, -1,
            "%s: an exercise has no time limit; review with an analyst that has a depth, nodes or playouts",
            m->analyst);
    hra_player_close(check);
    return err;
}

hra_err hra_session_hold_mistakes(hra_session *s, int client, review_mistakes **out, hra_error *why) {
    if (!s->reviewed || s->reviewed_by != client)
        return hra_fail(why, HRA_ESTATE, -1,
                        "there is no finished review by this client; 'review' makes one");
    if (!s->reviewed->count)
        return hra_fail(why, HRA_EMISSING, -1, "the review found no mistakes");
    hra_err err = check_analyst(s->reviewed, why);
    if (err)
        return err;
    *out = s->reviewed;
    s->reviewed->holders++;
    return HRA_OK;
}

/* ---- the exercises ------------------------------------------------------------------------------*/

/* The slot is given to a player of the game of this record. */
static hra_err turn_slot(hra_session *s, review_mistakes *m, hra_error *why) {
    agent_slot *slot = &s->agents.slots[SLOT_EXERCISE];
    if (s->asked_of != m) {
        if (hra_session_slot_taken(s, SLOT_EXERCISE))
            return hra_fail(why, HRA_ESTATE, -1, "the search for an earlier exercise has not ended yet");
        hra_agent_slot_clear(s->agents.slots, slot);
        hra_session_drop_mistakes(&s->asked_of);
        s->asked_of = m;
        m->holders++;
    }
    if (!slot->busy)
        hra_snprintf(slot->spec, sizeof slot->spec, "%s", m->analyst);
    return HRA_OK;
}

hra_err hra_session_make_exercise(hra_session *s, const requester *who, review_mistakes *m, int index,
                                  hra_error *why) {
    const hra_ply at = hra_record_at(m->record, m->plies[index]);
    const hra_question question = {.state = at.state};
    hra_err err = turn_slot(s, m, why);
    if (err)
        return err;
    think_task *task = hra_think_task_new(THINK_EXERCISE, hra_record_info(m->record)->game, &question);
    if (!task)
        return hra_no_memory(why);
    task->ply = m->plies[index];
    task->seat = at.mover;
    task->move = at.move;
    task->threshold = m->threshold;
    task->source = m->source;
    (void)hra_session_think(s, task, SLOT_EXERCISE, who);
    return HRA_OK;
}

bool hra_session_makes_exercise(const hra_session *s) {
    for (const think_task *task = s->agents.tasks; task; task = task->next)
        if (task->kind == THINK_EXERCISE && !task->dropped)
            return true;
    return false;
}
