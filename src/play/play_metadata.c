/* Names, resigning, draws by agreement, times: of a play and of a record alike. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "play/play_metadata.h"
#include "rules/game_properties.h"

#define NOT_TIMED UINT32_MAX

static const hra_terms no_terms = {.end = HRA_OUTCOME_NONE, .by = -1, .offer = -1};

void hra_manners_init(hra_manners *m) {
    *m = (hra_manners){.terms = no_terms};
}

void hra_manners_forget(hra_manners *m) {
    m->terms = no_terms;
    m->timed = 0;
    for (int seat = 0; seat < HRA_MAX_SEATS; seat++)
        m->names[seat][0] = '\0';
}

void hra_manners_release(hra_manners *m) {
    free(m->milliseconds);
    m->milliseconds = NULL;
    m->timed = m->capacity = 0;
}

hra_err hra_manners_clone(hra_manners *out, const hra_manners *m) {
    hra_manners copy = *m;
    copy.milliseconds = NULL;
    copy.capacity = m->timed;
    if (m->timed) {
        copy.milliseconds = malloc((size_t)m->timed * sizeof *copy.milliseconds);
        if (!copy.milliseconds)
            return HRA_ENOMEM;
        memcpy(copy.milliseconds, m->milliseconds, (size_t)m->timed * sizeof *copy.milliseconds);
    }
    *out = copy;
    return HRA_OK;
}

void hra_manners_cut(hra_manners *m, int plies) {
    m->terms = no_terms;
    if (m->timed > plies)
        m->timed = plies;
}

/* ---- times ----------------------------------------------------------------------------------*/

hra_err hra_manners_time(hra_manners *m, int ply, double seconds) {
    if (ply >= m->capacity) {
        int capacity = ply < 64 ? 128 : 2 * ply;
        uint32_t *all = realloc(m->milliseconds, (size_t)capacity * sizeof *all);
        if (!all)
            return HRA_ENOMEM;
        m->milliseconds = all;
        m->capacity = capacity;
    }
    while (m->timed < ply)
        m->milliseconds[m->timed++] = NOT_TIMED;
    double rounded = floor(seconds * 1000 + 0.5);
    m->milliseconds[ply] = rounded < NOT_TIMED ? (uint32_t)rounded : NOT_TIMED;
    m->timed = ply + 1;
    return HRA_OK;
}

double hra_manners_seconds(const hra_manners *m, int ply) {
    return ply < m->timed && m->milliseconds[ply] != NOT_TIMED ? m->milliseconds[ply] / 1000.0 : -1;
}

/* ---- resigning and agreeing -----------------------------------------------------------------*/

static double most_of(const hra_game *game) {
    return game->max_return > -game->min_return ? game->max_return : -game->min_return;
}

/* The maximum stake: a player must not gain by resigning a game that it is about to lose twofold. */
static double at_stake(const hra_track *track) {
    const hra_game *game = track->game;
    return game->rules->conduct->resign_value
               ? game->rules->conduct->resign_value(game, hra_track_state(track, track->plies))
               : most_of(game);
}

static hra_err may_end(const hra_manners *m, const hra_track *track, int seat, const char *what,
                       hra_error *why) {
    if (!hra_is_contest(track->game))
        return hra_fail(
            why, HRA_EFIT, -1,
            "%s is for games of two players, where one wins what the other loses; %s is another kind of game",
            _(what), _(track->game->rules->text->title));
    if (seat < 0 || seat >= track->game->seats)
        return hra_fail(why, HRA_EINPUT, -1, "there is no seat %d; there are 0 and 1", seat);
    if (hra_manners_mover(m, track) == HRA_OVER)
        return hra_fail(why, HRA_ESTATE, -1, "the game is over");
    return HRA_OK;
}

hra_err hra_manners_resign(hra_manners *m, const hra_track *track, int seat, hra_error *why) {
    hra_err err = may_end(m, track, seat, N_("resigning"), why);
    if (!err)
        m->terms = (hra_terms){.end = HRA_OUTCOME_RESIGNED, .by = seat, .offer = -1};
    return err;
}

hra_err hra_manners_draw(hra_manners *m, const hra_track *track, int seat, hra_draw what, hra_error *why) {
    hra_err err = may_end(m, track, seat, N_("a draw by agreement"), why);
    if (err)
        return err;
    bool own = m->terms.offer == seat, other = m->terms.offer >= 0 && !own;
    if (what != HRA_DRAW_OFFER && !other)
        return hra_fail(why, HRA_ESTATE, -1, "no draw is offered to %s",
                        hra_game_seat_name(track->game, seat));
    if (what == HRA_DRAW_OFFER && own)
        return hra_fail(why, HRA_ESTATE, -1, "%s offers a draw already",
                        hra_game_seat_name(track->game, seat));
    if (what == HRA_DRAW_REFUSE)
        m->terms.offer = -1;
    else if (other) /* who offers what is offered accepts it */
        m->terms = (hra_terms){.end = HRA_OUTCOME_AGREED, .by = seat, .offer = -1};
    else
        m->terms.offer = seat;
    return HRA_OK;
}

const char *hra_adjudication_name(hra_adjudication why) {
    static const char *const names[HRA_ADJUDICATIONS] = {NULL, "tables", "draw", "resign", "length"};
    return (int)why > 0 && (int)why < HRA_ADJUDICATIONS ? names[why] : NULL;
}

hra_err hra_manners_adjudicate(hra_manners *m, const hra_track *track, hra_adjudication reason, double first,
                               hra_error *why) {
    hra_err err = may_end(m, track, 0, N_("adjudication"), why);
    if (err)
        return err;
    if (!hra_adjudication_name(reason))
        return hra_fail(why, HRA_EINPUT, -1, "there is no adjudication %d", (int)reason);
    if (!(fabs(first) <= most_of(track->game)))
        return hra_fail(why, HRA_EINPUT, -1, "the highest return here is %g", most_of(track->game));
    m->terms = (hra_terms){
        .end = HRA_OUTCOME_ADJUDICATED, .by = -1, .offer = -1, .why = reason, .first = first + 0.0};
    return HRA_OK;
}

void hra_manners_moved(hra_manners *m, int seat) {
    if (seat >= 0 && m->terms.offer != seat)
        m->terms.offer = -1;
}

/* ---- the end --------------------------------------------------------------------------------*/

static int mover_at(const hra_manners *m, const hra_track *track, int ply) {
    return ply == track->plies ? hra_manners_mover(m, track) : hra_track_mover_at(track, ply);
}

void hra_manners_returns(const hra_manners *m, const hra_track *track, double *out) {
    if (!m->terms.end) {
        hra_track_returns(track, out);
        return;
    }
    /* Only where two play, and one wins what the other loses. */
    out[0] = m->terms.end == HRA_OUTCOME_AGREED     ? 0
             : m->terms.end == HRA_OUTCOME_RESIGNED ? at_stake(track) * (m->terms.by == 0 ? -1 : 1)
                                                    : m->terms.first;
    out[1] = 0 - out[0]; /* no -0 */
}

/* The last move gave up what decided the game. */
static bool ends_by_concession(const hra_track *track) {
    const int last = track->plies - 1;
    return track->stride && last >= 0 &&
           hra_is_concession(track->game, hra_track_state(track, last), track->moves[last]);
}

hra_outcome hra_manners_outcome(const hra_manners *m, const hra_track *track, int *seat) {
    if (seat)
        *seat = m->terms.end == HRA_OUTCOME_RESIGNED ? m->terms.by : -1;
    if (m->terms.end || hra_track_mover(track) != HRA_OVER)
        return m->terms.end;
    const hra_game *game = track->game;
    if (game->rules->to_move(game, hra_track_state(track, track->plies)) != HRA_OVER)
        return HRA_OUTCOME_REPETITION;
    if (!ends_by_concession(track))
        return HRA_OUTCOME_RULES;
    if (seat)
        *seat = track->movers[track->plies - 1];
    return HRA_OUTCOME_RESIGNED;
}

hra_ply hra_manners_at(const hra_manners *m, const hra_track *track, int ply) {
    ply = ply == HRA_NOW || !track->stride ? track->plies : ply; /* without a past all is the present */
    return (hra_ply){.state = hra_track_state(track, ply),
                     .mover = mover_at(m, track, ply),
                     .move = ply < track->plies ? track->moves[ply] : 0,
                     .seconds = hra_manners_seconds(m, ply)};
}

void hra_manners_info(const hra_manners *m, const hra_track *track, hra_play_info *out) {
    int resigned;
    hra_outcome outcome = hra_manners_outcome(m, track, &resigned);
    *out = (hra_play_info){.size = sizeof *out,
                           .game = track->game,
                           .plies = track->plies,
                           .outcome = outcome,
                           .resigned = resigned,
                           .adjudication = m->terms.why,
                           .offer = m->terms.offer,
                           .date = ""};
    hra_manners_returns(m, track, out->returns);
    for (int seat = 0; seat < track->game->seats; seat++)
        out->names[seat] = m->names[seat];
}
