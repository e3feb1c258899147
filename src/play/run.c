/* A play whose plies are not watched: a match of quick players makes hundreds of millions of them, and whatever a ply
 * costs beside its rules counts. */
#include "play/run.h"

#include "play/play_object.h"
#include "players/agent.h"
#include "rules/defaults.h"

/* Only the present state is kept, nothing is written or measured, and all players answer at once. */
static bool is_quick(const hra_play *play) {
    bool quick = play->bare && !play->track.stride && !play->setup.background && !play->setup.manual_chance &&
                 !play->answered && !play->job && play->waiting == NOBODY;
    for (int seat = 0; seat < play->setup.game->seats; seat++)
        quick = quick && hra_play_seated(play, seat)->info.kind;
    return quick;
}

static hra_err open_agents(hra_play *play) {
    hra_err err = HRA_OK;
    for (int seat = 0; seat < play->setup.game->seats && !err; seat++)
        err = hra_play_need_agent(play, play->sitting[seat]);
    return err;
}

/* What a player would answer that chooses evenly among the legal moves; it need not be asked. */
static inline hra_move choose_evenly(const hra_play *play, const void *s, uint64_t seed) {
    const hra_game *game = play->setup.game;
    const uint64_t drawn = hra_rng_first(seed); /* while the moves are listed */
    int n = game->rules->moves(game, s, play->list);
    return play->list[hra_rng_first_below(seed, drawn, (uint32_t)n)];
}

static hra_err ask(hra_play *play, int seat, uint64_t seed, hra_move *out) {
    hra_agent *agent = play->agents[play->sitting[seat]];
    hra_question *question = &play->thought.question;
    question->state = hra_play_seen_by(play, seat);
    question->seed = seed;
    hra_err err = hra_agent_choose_for(agent, seat, question, out);
    if (err && hra_agent_why(agent)->code == err)
        play->why = *hra_agent_why(agent);
    return err;
}

/* The move of chance or of a seat; `shared` is what all that may move at this ply have in common. */
static inline hra_err choose(hra_play *play, int mover, uint64_t shared, const bool *even, hra_move *out) {
    const int ply = play->track.plies;
    const void *s = hra_play_now(play);
    if (mover == HRA_CHANCE) {
        hra_rng rng = hra_play_chance_rng(play, ply);
        *out = hra_game_sample(play->setup.game, s, &rng, play->list, play->probability);
        return HRA_OK;
    }
    const hra_stream_start start = hra_play_start_stream(play, ply, HRA_STREAM_SEAT + mover);
    const uint64_t seed = hra_streams_first_of(&play->streams, &start, shared);
    if (!even[mover])
        return ask(play, mover, seed, out);
    *out = choose_evenly(play, s, seed);
    return HRA_OK;
}

/* What an evenly choosing player in this seat draws at a ply. */
typedef struct drawn {
    uint64_t seed, first;
} drawn;

static inline __attribute__((__always_inline__)) drawn draw(const hra_play *play, int ply, int seat,
                                                            uint64_t shared) {
    const hra_stream_start start = hra_play_start_stream(play, ply, HRA_STREAM_SEAT + seat);
    const uint64_t seed = hra_streams_first_of(&play->streams, &start, shared);
    return (drawn){seed, hra_rng_first(seed)};
}

static bool all_choose_evenly(const hra_play *play) {
    bool all = true;
    for (int seat = 0; seat < play->setup.game->seats; seat++)
        all = all && hra_play_seated(play, seat)->info.kind->even;
    return all;
}

/* Plies of players that choose evenly, as long as the seats take turns: what a ply draws takes longer than the rules of a small
 * game, and so that of the next seat is worked out while this one moves. To guess in other games costs more than it gains. */
static hra_err run_in_turns(hra_play *play, const hra_stop *stop) {
    hra_track *track = &play->track;
    const int seats = play->setup.game->seats;
    int seat = hra_track_mover(track);
    if (seat < 0 || !all_choose_evenly(play))
        return HRA_OK;
    uint64_t shared = hra_streams_shared(&play->streams, (uint64_t)track->plies);
    drawn ahead = draw(play, track->plies, seat, shared);
    while (hra_track_mover(track) == seat && track->plies < HRA_TRACK_PLIES) {
        const drawn now = ahead;
        if (stop && __atomic_load_n(&stop->flag, __ATOMIC_RELAXED) != 0 && hra_stop_is_set(stop))
            return HRA_ESTOPPED;
        seat = seat + 1 < seats ? seat + 1 : 0;
        shared = hra_streams_shared(&play->streams, (uint64_t)track->plies + 1);
        ahead = draw(play, track->plies + 1, seat, shared);
        const int n = play->setup.game->rules->moves(play->setup.game, hra_play_now(play), play->list);
        const hra_move move = play->list[hra_rng_first_below(now.seed, now.first, (uint32_t)n)];
        const hra_err err = hra_track_push(track, move);
        if (err)
            return err;
    }
    return HRA_OK;
}

/* A game that becomes too long ends one ply earlier, so that a step finds out and says why. */
static hra_err run(hra_play *play, const hra_stop *stop, bool *over) {
    hra_track *track = &play->track;
    bool even[HRA_MAX_SEATS];
    for (int seat = 0; seat < play->setup.game->seats; seat++)
        even[seat] = hra_play_seated(play, seat)->info.kind->even;
    uint64_t shared = hra_streams_shared(&play->streams, (uint64_t)track->plies);
    int mover;
    while ((mover = hra_track_mover(track)) != HRA_OVER && track->plies < HRA_TRACK_PLIES) {
        const uint64_t now = shared;
        hra_move move;
        if (stop && __atomic_load_n(&stop->flag, __ATOMIC_RELAXED) != 0 && hra_stop_is_set(stop))
            return HRA_ESTOPPED;
        shared =
            hra_streams_shared(&play->streams, (uint64_t)track->plies + 1); /* before it is known who moves */
        hra_err err = choose(play, mover, now, even, &move);
        if (!err)
            err = hra_track_push(track, move);
        if (err)
            return err;
    }
    *over = mover == HRA_OVER;
    return HRA_OK;
}

hra_err hra_play_run(hra_play *play, const hra_stop *stop, bool *over) {
    *over = false;
    if (!is_quick(play))
        return HRA_OK;
    forget_why(play);
    play->thought.question.history = NULL;
    play->thought.question.history_length = 0;
    hra_err err = open_agents(play);
    if (!err)
        err = run_in_turns(play, stop);
    if (!err)
        err = run(play, stop, over);
    return told(play, err, NULL);
}

hra_outcome hra_play_end(const hra_play *play, hra_adjudication *adjudication,
                         double returns[HRA_MAX_SEATS]) {
    *adjudication = play->manners.terms.why;
    hra_manners_returns(&play->manners, &play->track, returns);
    return hra_manners_outcome(&play->manners, &play->track, NULL);
}
