/* What the analyst chose in a seat where it played itself: asked again as the play asked it, with the same
 * limits, past and random numbers, and with a memory of the same decisions. */
#include <stdlib.h>
#include <string.h>

#include "players/agent.h"
#include "review/review_object.h"
#include "rules/rename.h"

/* ---- who sat there --------------------------------------------------------------------------*/

hra_err hra_review_own_open(hra_review *r) {
    const hra_player *analyst = hra_agent_player(r->judging.analyst);
    const hra_player_kind *kind = hra_player_info_of(analyst)->kind;
    bool any = false;
    for (int seat = 0; seat < r->game->seats && kind; seat++) {
        r->own[seat].is_analyst =
            hra_same_player(r->game, r->players[seat], hra_player_info_of(analyst)->spec);
        any = any || r->own[seat].is_analyst;
    }
    if (!any)
        return HRA_OK;
    hra_err err = hra_track_init(&r->track, r->game, false);
    if (err)
        return err;
    memcpy(hra_track_start(&r->track), hra_review_state(r, 0), r->game->state_size);
    return HRA_OK;
}

void hra_review_own_close(hra_review *r) {
    for (int seat = 0; seat < r->game->seats; seat++)
        hra_agent_close(r->own[seat].agent);
    hra_track_release(&r->track);
}

/* ---- asking ---------------------------------------------------------------------------------*/

/* The past up to a ply, which need not be the last one. */
static hra_err go_to(hra_review *r, int ply) {
    hra_err err = HRA_OK;
    if (r->track.plies > ply)
        hra_track_cut(&r->track, ply);
    while (!err && r->track.plies < ply)
        err = hra_track_push(&r->track, r->moves[r->track.plies]);
    return err;
}

static hra_err ask(hra_review *r, hra_agent *agent, int ply, const hra_stop *stop, hra_move *out) {
    const int seat = r->movers[ply];
    unsigned char *seen = NULL;
    hra_rng rng;
    hra_question question = {.state = hra_review_state(r, ply), .limits = r->limits, .stop = stop};
    hra_rng_init_stream(&rng, r->seed, r->number, (uint64_t)ply, (uint64_t)(HRA_STREAM_SEAT + seat));
    question.seed = hra_rng_next(&rng);
    if (!hra_player_info_of(hra_agent_player(agent))->kind->state_only) {
        hra_err err = go_to(r, ply);
        if (err)
            return err;
        question.history = hra_track_history(&r->track, &question.history_length);
    }
    if (r->game->rules->conduct->observation) {
        seen = malloc(r->game->state_size);
        if (!seen)
            return HRA_ENOMEM;
        hra_game_view(r->game, question.state, seat, seen);
        question.state = seen;
    }
    hra_err err = hra_agent_choose(agent, &question, out);
    free(seen);
    return err;
}

hra_err hra_review_own(hra_review *r, int ply, const hra_stop *stop, hra_move *out) {
    const int seat = r->movers[ply];
    own_seat *own = &r->own[seat];
    const hra_player *analyst = hra_agent_player(r->judging.analyst);
    hra_err err = own->agent ? HRA_OK : hra_agent_open(&own->agent, analyst);
    if (err)
        return err;
    if (!hra_player_info_of(analyst)->kind->forget) /* earlier decisions say nothing about this one */
        own->asked = ply;
    for (; !err && own->asked <= ply; own->asked++)
        if (r->movers[own->asked] == seat)
            err = ask(r, own->agent, own->asked, stop, out);
    if (err) { /* it remembers half a decision */
        hra_agent_forget(own->agent);
        own->asked = 0;
    }
    return err;
}
