/* One play of a game, stepped. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "core/rng.h"
#include "core/thread.h"
#include "play/play_object.h"
#include "play/record_object.h"
#include "play/seating.h"
#include "players/agent.h"
#include "players/player.h"
#include "players/player_name.h"
#include "rules/defaults.h"
#include "rules/game_properties.h"
#include "rules/rules_complete.h"

const hra_error *hra_play_why(const hra_play *play) {
    return &play->why;
}

/* ---- opening --------------------------------------------------------------------------------*/

static void cut_to_start(hra_play *play) {
    hra_track_cut(&play->track, 0);
    if (play->start)
        memcpy(hra_track_start(&play->track), play->start, play->setup.game->state_size);
    else if (!play->setup.position)
        hra_game_begin(play->setup.game, play->number, hra_track_start(&play->track));
}

/* Whether the game needs no bookkeeping beside its moves, until somebody names, offers or resigns. */
static bool is_bare(const hra_play *play) {
    bool bare = !play->setup.sink && !play->setup.times && !play->clocked;
    for (int p = 0; p < play->setup.game->seats; p++)
        bare = bare && !play->players[p]->outside;
    return bare;
}

static void forget_manners(hra_play *play) {
    hra_manners_forget(&play->manners);
    play->version = 1;
    play->took = -1;
    play->bare = is_bare(play);
}

/* Players take their names along to their seats. */
static void name_seats(hra_play *play) {
    for (int seat = 0; play->names && seat < play->setup.game->seats; seat++)
        memcpy(play->manners.names[seat], play->names[play->sitting[seat]], sizeof *play->names);
}

static void begin_anew(hra_play *play) {
    cut_to_start(play);
    hra_play_wind_clocks(play);
    if (!play->bare)
        forget_manners(play);
    name_seats(play);
    play->header_written = play->result_written = false;
    play->waiting = NOBODY;
    play->answered = false;
    hra_stop_clear(&play->stop);
}

/* Room to work in, and what is the same in all questions. */
static hra_err new_room(hra_play *play) {
    const hra_game *game = play->setup.game;
    size_t n = hra_game_move_capacity(game);
    hra_text_init(&play->line);
    play->thought.question.limits = play->setup.limits;
    play->thought.question.want = HRA_WANT_MOVE;
    play->thought.question.stop = play->setup.stop ? play->setup.stop : &play->stop;
    play->thought.timed = play->setup.times || play->clocked;
    play->thought.wake = play->setup.wake;
    play->thought.wake_self = play->setup.wake_self;
    play->list = malloc(n * sizeof *play->list);
    play->probability = malloc(n * sizeof *play->probability);
    bool whole = play->list && play->probability;
    if (game->rules->conduct->observation) {
        play->seen = malloc(game->state_size);
        play->look = malloc(game->state_size);
        whole = whole && play->seen && play->look;
    }
    return whole ? HRA_OK : HRA_ENOMEM;
}

/* Whether a record, the game or a player looks back, or the play has to begin at a position again. */
static bool needs_past(const hra_play *play) {
    const hra_play_setup *setup = &play->setup;
    bool needs =
        !setup->present || setup->sink || setup->times || setup->position || setup->game->repetition_limit;
    for (int p = 0; p < setup->game->seats; p++)
        needs = needs || !play->players[p]->info.kind || !play->players[p]->info.kind->state_only;
    return needs;
}

static hra_err start_streams(hra_play *play) {
    int purposes = HRA_STREAM_SEAT + play->setup.game->seats;
    play->started = malloc((size_t)(HRA_STARTED_PLIES * purposes) * sizeof *play->started);
    for (int i = 0; play->started && i < HRA_STARTED_PLIES * purposes; i++)
        play->started[i] =
            hra_stream_start_of(play->setup.seed, (uint64_t)(i / purposes), (uint64_t)(i % purposes));
    return play->started ? HRA_OK : HRA_ENOMEM;
}

static hra_err new_play(hra_play *play, hra_error *why) {
    const hra_game *game = play->setup.game;
    hra_err err = hra_track_init(&play->track, game, !needs_past(play));
    if (!err)
        err = new_room(play);
    if (!err && play->setup.present)
        err = start_streams(play);
    if (err)
        return err;
    if (play->setup.position)
        return hra_game_read_position(game, play->setup.position, hra_track_start(&play->track), why);
    hra_game_begin(game, play->number, hra_track_start(&play->track));
    return HRA_OK;
}

static const char *given_name(const hra_play_setup *setup, int player, hra_called *room) {
    if (setup->names)
        return setup->names[player] ? setup->names[player] : "";
    *room = hra_player_called(setup->players, setup->count, player);
    return setup->players[player]->info.name ? room->text : "";
}

static hra_err take_names(hra_play *play, hra_error *why) {
    bool some = false;
    hra_called room;
    for (int p = 0; p < play->setup.count; p++)
        some = some || *given_name(&play->setup, p, &room);
    if (!some)
        return HRA_OK;
    play->names = calloc((size_t)play->setup.count, sizeof *play->names);
    if (!play->names)
        return hra_no_memory(why);
    for (int p = 0; p < play->setup.count; p++)
        hra_name_clean(play->names[p], given_name(&play->setup, p, &room));
    name_seats(play);
    return HRA_OK;
}

hra_err hra_play_open(hra_play **out, const hra_play_setup *setup, hra_error *why) {
    hra_play_setup own;
    hra_err err = hra_take_struct(&own, sizeof own, setup, _("the setup of a game"), why);
    if (!err)
        err = hra_seats_check(own.game, own.players, own.count, why);
    if (err)
        return err;
    hra_play *play = calloc(1, sizeof *play);
    if (!play)
        return hra_no_memory(why);
    play->setup = own;
    play->number = own.number;
    hra_manners_init(&play->manners);
    play->version = 1;
    play->took = -1;
    play->streams = hra_streams_of(own.seed, own.number);
    for (int seat = 0; seat < own.game->seats; seat++) {
        play->players[seat] = own.players[seat];
        play->sitting[seat] = seat;
        play->clocked = play->clocked || own.players[seat]->info.clock.seconds > 0;
    }
    hra_play_wind_clocks(play);
    play->bare = is_bare(play);
    err = take_names(play, why);
    if (!err)
        err = new_play(play, why);
    if (err == HRA_ENOMEM)
        hra_fail(why, err, -1, "%s", hra_err_text(err));
    if (err)
        hra_play_close(play);
    else
        *out = play;
    return err;
}

void hra_play_close(hra_play *play) {
    if (!play)
        return;
    end_thinking(play);
    for (int p = 0; p < HRA_MAX_SEATS; p++)
        hra_agent_close(play->agents[p]);
    hra_track_release(&play->track);
    hra_manners_release(&play->manners);
    free(play->names);
    free(play->started);
    free(play->seen);
    free(play->look);
    free(play->list);
    free(play->probability);
    hra_text_release(&play->line);
    free(play);
}

hra_err hra_play_clone(hra_play **out, const hra_play *play, hra_error *why) {
    hra_play *clone = calloc(1, sizeof *clone);
    if (!clone)
        return hra_no_memory(why);
    clone->setup = play->setup;
    clone->setup.sink = NULL;
    clone->number = play->number;
    clone->start = play->start;
    clone->streams = play->streams;
    memcpy(clone->players, play->players, sizeof clone->players);
    memcpy(clone->sitting, play->sitting, sizeof clone->sitting);
    clone->waiting = play->waiting;
    clone->answered = play->answered;
    clone->answer = play->answer;
    clone->asked = play->asked;
    clone->took = play->took;
    clone->bare = play->bare;
    clone->clocked = play->clocked;
    memcpy(clone->left, play->left, sizeof clone->left);
    hra_err err = hra_track_clone(&clone->track, &play->track);
    if (!err)
        err = hra_manners_clone(&clone->manners, &play->manners);
    if (!err)
        err = new_room(clone);
    if (err) {
        hra_play_close(clone);
        return hra_no_memory(why);
    }
    *out = clone;
    return HRA_OK;
}

hra_err hra_play_restart(hra_play *play, uint64_t number, const int *seats, const void *state) {
    if (state && play->setup.position)
        return told(play, HRA_ESTATE, N_("a game that was opened at a position begins there"));
    end_thinking(play);
    play->number = number;
    play->start = state;
    play->streams = hra_streams_of(play->setup.seed, number);
    for (int seat = 0; seats && seat < play->setup.game->seats; seat++)
        play->sitting[seat] = seats[seat];
    for (int p = 0; p < play->setup.game->seats; p++)
        hra_agent_forget(play->agents[p]);
    begin_anew(play);
    return told(play, HRA_OK, NULL);
}

hra_agent *hra_play_set_agent(hra_play *play, int player, hra_agent *agent) {
    hra_agent *before = play->agents[player];
    end_thinking(play);
    play->agents[player] = agent;
    return before;
}

/* ---- stepping -------------------------------------------------------------------------------*/

static const void *now(const hra_play *play) {
    return hra_play_now(play);
}

/* Why the track took no move. */
static hra_err refuse(hra_play *play, hra_err err) {
    return told(play, err, err == HRA_ELIMIT ? N_("a game has at most 1,000,000 plies") : NULL);
}

/* What goes with the last move: how long it took, its line, and offers that it refuses. Where it cannot be
 * kept the move was not made. */
static hra_err keep_last(hra_play *play, int mover) {
    int ply = play->track.plies - 1;
    hra_err err = mover >= 0 && play->took >= 0 ? hra_manners_time(&play->manners, ply, play->took) : HRA_OK;
    if (!err)
        err = hra_play_write_move(play, ply);
    if (err) {
        hra_track_cut(&play->track, ply);
        if (play->manners.timed > ply)
            play->manners.timed = ply;
        return err;
    }
    hra_manners_moved(&play->manners, mover);
    play->took = -1;
    return HRA_OK;
}

static inline hra_err push(hra_play *play, int mover, hra_move move, hra_event *out) {
    hra_err err = hra_track_push(&play->track, move);
    if (err)
        return refuse(play, err);
    if (!play->bare && (err = keep_last(play, mover)) != 0)
        return err;
    *out = (hra_event){.kind = mover == HRA_CHANCE ? HRA_EVENT_CHANCE : HRA_EVENT_MOVE,
                       .seat = mover,
                       .move = move,
                       .ply = play->track.plies - 1};
    return HRA_OK;
}

static hra_err wait_for(hra_play *play, waiting who, hra_event_kind kind, int seat, hra_event *out) {
    if (play->setup.times && play->waiting != who)
        play->asked = hra_clock();
    play->waiting = who;
    *out = (hra_event){.kind = kind, .seat = seat, .ply = play->track.plies};
    return HRA_OK;
}

static hra_err step_chance(hra_play *play, hra_event *out) {
    if (play->setup.manual_chance)
        return wait_for(play, A_ROLL, HRA_EVENT_ROLL, HRA_CHANCE, out);
    hra_rng rng = hra_play_chance_rng(play, play->track.plies);
    hra_move move = hra_game_sample(play->setup.game, now(play), &rng, play->list, play->probability);
    return push(play, HRA_CHANCE, move, out);
}

/* Fills in what changes from ply to ply in a question to the player of `seat`; with `past` also the keys of
 * earlier states. */
static inline void ask(hra_play *play, int seat, bool past, hra_question *out) {
    out->seed = hra_play_seed(play, play->track.plies, seat);
    if (past)
        out->history = hra_track_history(&play->track, &out->history_length);
    out->state = hra_play_seen_by(play, seat);
}

static inline hra_err choose(thought *t) {
    return hra_agent_choose_for(t->agent, t->seat, &t->question, &t->move);
}

/* The same by the clock. */
static hra_err think(thought *t) {
    if (!t->timed)
        return choose(t);
    double from = hra_clock();
    hra_err err = choose(t);
    t->seconds = hra_clock() - from;
    return err;
}

/* The thought is done before the owner is woken; the job itself is done only when its thread has returned. */
static hra_err think_aside(void *self) {
    thought *t = self;
    hra_err err = think(t);
    __atomic_store_n(&t->done, true, __ATOMIC_RELEASE);
    if (t->wake)
        t->wake(t->wake_self);
    return err;
}

static hra_err start_aside(hra_play *play) {
    play->thought.done = false;
    return hra_job_start(&play->job, think_aside, &play->thought);
}

hra_err hra_play_need_agent(hra_play *play, int player) {
    if (play->agents[player])
        return HRA_OK;
    hra_err err = hra_agent_open(&play->agents[player], play->players[player]);
    if (!err)
        hra_agent_usual(play->agents[player], &play->setup.usual);
    return err;
}

static hra_err start_thinking(hra_play *play, int seat) {
    int player = play->sitting[seat];
    hra_err err = hra_play_need_agent(play, player);
    play->thought.agent = play->agents[player];
    if (err)
        return err;
    play->thought.seat = seat;
    play->thought.question.history = NULL;
    play->thought.question.history_length = 0;
    ask(play, seat, !play->players[player]->info.kind->state_only, &play->thought.question);
    if (play->clocked)
        hra_play_look_at_clocks(play, seat);
    return HRA_OK;
}

/* What a player may choose. */
static hra_err check_choice(const hra_play *play, hra_move move) {
    const hra_game *game = play->setup.game;
    const void *s = now(play);
    return hra_is_concession(game, s, move) ? HRA_EINPUT : hra_game_check_move(game, s, move);
}

/* Players that the library does not bring may name any number. */
static hra_err check_thought(hra_play *play, int seat) {
    const hra_player *player = hra_play_seated(play, seat);
    play->took = play->setup.times ? play->thought.seconds : -1;
    hra_err err = player->outside ? check_choice(play, play->thought.move) : HRA_OK;
    if (err != HRA_EINPUT)
        return err;
    return hra_fail(&play->why, HRA_EINPUT, -1, "player %.80s (%s) chose %lu, which is not a legal move here",
                    hra_player_info_of(player)->spec, hra_game_seat_name(play->setup.game, seat),
                    (unsigned long)play->thought.move);
}

/* What a program wrote to its standard error since its last move is a comment on this one; after a failure on the last
 * one that there is. */
static hra_err note_errors(hra_play *play, int seat) {
    hra_agent *agent = play->agents[play->sitting[seat]];
    hra_text errors;
    if (!agent || !play->setup.sink)
        return HRA_OK;
    hra_text_init(&errors);
    hra_agent_errors(agent, &errors);
    hra_err err = errors.length ? hra_play_write_comment(play, hra_text_string(&errors)) : HRA_OK;
    hra_text_release(&errors);
    return err;
}

static hra_err step_seat(hra_play *play, int seat, hra_event *out) {
    hra_err err = HRA_OK;
    if (!play->players[play->sitting[seat]]->info.kind)
        return wait_for(play, A_SEAT, HRA_EVENT_ASK, seat, out);
    if (!play->job) {
        err = start_thinking(play, seat);
        if (!err)
            err = play->setup.background ? start_aside(play)
                  : play->bare           ? choose(&play->thought)
                                         : think(&play->thought);
    }
    if (play->job) {
        if (!__atomic_load_n(&play->thought.done, __ATOMIC_ACQUIRE)) {
            *out = (hra_event){.kind = HRA_EVENT_THINKING, .seat = seat, .ply = play->track.plies};
            return HRA_OK;
        }
        err = hra_job_join(play->job);
        play->job = NULL;
    }
    if (!play->setup.stop)
        hra_stop_clear(&play->stop); /* it was meant for this decision, whether it was made or not */
    if (err && play->thought.agent && hra_agent_why(play->thought.agent)->code == err)
        play->why = *hra_agent_why(play->thought.agent);
    if (!err && !play->bare)
        err = check_thought(play, seat);
    if (!err && play->clocked)
        err = hra_play_press_clock(play, seat);
    err = err ? err : push(play, seat, play->thought.move, out);
    const bool writes = !play->bare && hra_play_seated(play, seat)->info.kind->errors;
    hra_err noted = writes ? note_errors(play, seat) : HRA_OK;
    return err ? err : noted;
}

static hra_err step(hra_play *play, hra_event *out) {
    int mover = play->bare ? hra_track_mover(&play->track) : hra_manners_mover(&play->manners, &play->track);
    if (play->answered) {
        hra_err err = push(play, mover, play->answer, out);
        play->answered = err != 0;
        return err;
    }
    if (mover == HRA_OVER) {
        *out = (hra_event){.kind = HRA_EVENT_OVER, .seat = HRA_CHANCE, .ply = play->track.plies};
        return hra_play_write_result(play);
    }
    return mover == HRA_CHANCE ? step_chance(play, out) : step_seat(play, mover, out);
}

hra_err hra_play_step(hra_play *play, hra_event *out) {
    forget_why(play);
    hra_err err = step(play, out);
    return err ? told(play, err, NULL) : HRA_OK;
}

static hra_err check_move(hra_play *play, hra_move move) {
    hra_err err = check_choice(play, move);
    return err ? told(play, err, err == HRA_EINPUT ? N_("this move cannot be made here") : NULL) : HRA_OK;
}

hra_err hra_play_answer(hra_play *play, hra_move move) {
    forget_why(play);
    if (play->waiting == NOBODY)
        return told(play, HRA_ESTATE, N_("no question was asked: no answer is expected"));
    hra_err err = check_move(play, move);
    if (err)
        return err;
    play->took = play->setup.times && play->waiting == A_SEAT ? hra_clock() - play->asked : -1;
    play->answer = move;
    play->answered = true;
    play->waiting = NOBODY;
    return HRA_OK;
}

/* Makes a move that was not waited for, or was answered otherwise. */
static hra_err make_now(hra_play *play, int mover, hra_move move) {
    hra_event event;
    hra_err err = push(play, mover, move, &event);
    if (!err) {
        play->waiting = NOBODY;
        play->answered = false;
    }
    return told(play, err, NULL);
}

hra_err hra_play_apply(hra_play *play, hra_move move) {
    int mover = hra_manners_mover(&play->manners, &play->track);
    forget_why(play);
    end_thinking(play);
    if (mover == HRA_OVER)
        return told(play, HRA_ESTATE, N_("the game is over: no move can be made"));
    hra_err err = check_move(play, move);
    if (err)
        return err;
    play->took = play->setup.times && play->waiting == A_SEAT ? hra_clock() - play->asked : -1;
    return make_now(play, mover, move);
}

hra_err hra_play_concede(hra_play *play, hra_move move) {
    const hra_game *game = play->setup.game;
    forget_why(play);
    if (hra_manners_mover(&play->manners, &play->track) == HRA_OVER)
        return told(play, HRA_ESTATE, N_("the game is over"));
    if (!hra_is_concession(game, now(play), move))
        return told(play, HRA_EINPUT, N_("this move gives up no part of the game"));
    end_thinking(play);
    play->took = -1;
    return make_now(play, hra_maker(game, now(play), move), move);
}

bool hra_play_wait(hra_play *play, double seconds) {
    return !play->job || hra_job_wait(play->job, seconds);
}

void hra_play_set_stop(hra_play *play, const hra_stop *stop) {
    play->setup.stop = stop;
    play->thought.question.stop = stop ? stop : &play->stop;
}

void hra_play_stop(hra_play *play) {
    hra_stop_set(&play->stop);
}

/* ---- going on with a record -----------------------------------------------------------------*/

hra_err hra_play_resume(hra_play *play, const hra_record *record) {
    forget_why(play);
    if (play->track.plies || play->header_written || play->manners.terms.end)
        return told(play, HRA_ESTATE,
                    N_("the game has begun: a record is resumed only before the first move"));
    hra_err err = HRA_OK;
    hra_manners manners;
    if (hra_manners_clone(&manners, &record->manners))
        return told(play, HRA_ENOMEM, NULL);
    for (int ply = 0; ply < record->track.plies && !err; ply++) {
        hra_move move = record->track.moves[ply];
        err = hra_play_at(play, ply).mover == HRA_OVER
                  ? HRA_EINPUT
                  : hra_game_check_move(play->setup.game, now(play), move);
        if (!err)
            err = hra_track_push(&play->track, move);
    }
    if (err) {
        cut_to_start(play);
        hra_manners_release(&manners);
        return told(play, err, err == HRA_EINPUT ? N_("the record is of another game or position") : NULL);
    }
    hra_manners_release(&play->manners);
    play->manners = manners;
    play->bare = false;
    play->version = record->version;
    play->header_written = true;
    play->result_written = record->finished;
    return HRA_OK;
}

/* ---- looking --------------------------------------------------------------------------------*/

int hra_play_plies(const hra_play *play) {
    return play->track.plies;
}

hra_ply hra_play_at(const hra_play *play, int ply) {
    return hra_manners_at(&play->manners, &play->track, ply);
}

hra_agent *hra_play_agent(const hra_play *play, int seat) {
    return play->job ? NULL : play->agents[play->sitting[seat]];
}

void hra_play_question(hra_play *play, hra_question *out) {
    int mover = hra_manners_mover(&play->manners, &play->track);
    *out = (hra_question){.limits = play->thought.question.limits, .stop = play->thought.question.stop};
    ask(play, mover < 0 ? 0 : mover, true, out);
}
