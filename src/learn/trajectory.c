/* One game as a learner plays it. */
#include "learn/trajectory.h"

#include <stdlib.h>
#include <string.h>

#include "core/thread.h"
#include "players/agent.h"
#include "rules/defaults.h"

enum { LEARN_STREAM = 64 }; /* beside those of plays */

void hra_trail_init(hra_trail *t, const hra_game *game) {
    *t = (hra_trail){.game = game};
}

void hra_trail_release(hra_trail *t) {
    free(t->steps);
    free(t->states);
    free(t->keys);
    free(t->moves);
    *t = (hra_trail){0};
}

const void *hra_trail_before(const hra_trail *t, int step) {
    return t->states + 2 * (size_t)step * t->game->state_size;
}

const void *hra_trail_behind(const hra_trail *t, int step) {
    return t->states + (2 * (size_t)step + 1) * t->game->state_size;
}

const void *hra_trail_from(const hra_trail *t, int step) {
    return t->steps[step].ahead ? hra_trail_behind(t, step) : hra_trail_before(t, step);
}

static hra_err make_room(hra_trail *t) {
    if (t->count < t->capacity)
        return HRA_OK;
    int capacity = t->capacity ? 2 * t->capacity : 64;
    hra_step *steps = realloc(t->steps, (size_t)capacity * sizeof *steps);
    if (!steps)
        return HRA_ENOMEM;
    t->steps = steps;
    unsigned char *states = realloc(t->states, 2 * (size_t)capacity * t->game->state_size);
    if (!states)
        return HRA_ENOMEM;
    t->states = states;
    t->capacity = capacity;
    return HRA_OK;
}

/* ---- the memory of a thread -----------------------------------------------------------------*/

void hra_trail_work_release(hra_trail_work *w) {
    hra_learnt_work_release(&w->work);
    hra_learnt_company_release(&w->company);
    free(w->value);
    free(w->s);
    free(w->seen);
    free(w->moves);
    free(w->probability);
    *w = (hra_trail_work){0};
}

hra_err hra_trail_work_init(hra_trail_work *w, const hra_learnt *learnt) {
    size_t capacity = hra_game_move_capacity(learnt->game);
    *w = (hra_trail_work){0};
    w->s = malloc(learnt->game->state_size);
    w->seen = malloc(learnt->game->state_size);
    w->moves = malloc(capacity * sizeof *w->moves);
    w->probability = malloc(capacity * sizeof *w->probability);
    w->value = malloc(capacity * sizeof *w->value);
    bool some = w->s && w->seen && w->moves && w->probability && w->value;
    hra_err err = some ? hra_learnt_work_init(&w->work, learnt) : HRA_ENOMEM;
    if (!err)
        err = hra_learnt_company_init(&w->company, learnt);
    if (err)
        hra_trail_work_release(w);
    return err;
}

/* ---- choosing -------------------------------------------------------------------------------*/

int hra_trail_best(hra_trail_work *w, const void *s, int seat, hra_rng *rng, double *worth) {
    const hra_game *game = w->work.learnt->game;
    int n = game->rules->to_move(game, s) == seat ? game->rules->moves(game, s, w->moves) : 0, best = -1;
    double gained = hra_learnt_gained(game, s, seat);
    uint32_t equals = 0;
    *worth = 0;
    hra_learnt_moves(&w->work, &w->company, s, w->moves, n, seat, w->value);
    for (int i = 0; i < n; i++) {
        double value = w->value[i] - gained;
        if (best >= 0 && value < *worth)
            continue;
        equals = best >= 0 && value == *worth ? equals + 1 : 1;
        if (equals > 1 && (!rng || hra_rng_below(rng, equals)))
            continue;
        best = i;
        *worth = value;
    }
    return best;
}

/* ---- a game ---------------------------------------------------------------------------------*/

/* Counts this occurrence of the position, and tells it of those before. *drawn: it has occurred often enough for a draw by repetition. */
static hra_err repeated(hra_trail *t, void *s, bool *drawn) {
    *drawn = false;
    if (!t->game->repetition_limit)
        return HRA_OK;
    if (t->key_count == t->key_room) {
        int capacity = t->key_room ? 2 * t->key_room : 64;
        uint64_t *keys = realloc(t->keys, (size_t)capacity * sizeof *keys);
        if (!keys)
            return HRA_ENOMEM;
        t->keys = keys;
        t->key_room = capacity;
    }
    uint64_t key = hra_game_key(t->game, s);
    int times = 1;
    for (int i = 0; i < t->key_count; i++)
        times += t->keys[i] == key;
    if (t->game->rules->conduct->recall)
        t->game->rules->conduct->recall(t->game, s, t->keys, t->key_count);
    t->keys[t->key_count++] = key;
    *drawn = times >= t->game->repetition_limit;
    return HRA_OK;
}

static hra_err others_move(hra_trail_work *w, const hra_learn_seats *seats, int seat, hra_rng *rng,
                           hra_move *out, hra_error *why) {
    double worth;
    if (!seats->others) {
        *out = w->moves[hra_trail_best(w, w->s, seat, rng, &worth)];
        return HRA_OK;
    }
    const hra_question question = {.state = w->seen, .seed = hra_rng_next(rng)};
    hra_game_view(w->work.learnt->game, w->s, seat, w->seen);
    hra_err err = hra_agent_choose(seats->others, &question, out);
    if (err)
        (void)hra_fail_as(why, hra_agent_why(seats->others));
    return err;
}

static hra_move drawn_move(const hra_game *game, hra_trail_work *w, hra_rng *rng) {
    int n = game->rules->moves(game, w->s, w->moves);
    return w->moves[hra_rng_below(rng, (uint32_t)n)];
}

static hra_err own_move(hra_trail *t, hra_trail_work *w, const hra_learn_seats *seats, int seat, hra_rng *rng,
                        hra_move *out) {
    const hra_game *game = t->game;
    hra_lookahead *ahead = seats->ahead[seat];
    hra_err err = make_room(t);
    if (err)
        return err;
    hra_step step = {.seat = seat, .explored = seats->explore > 0 && hra_rng_uniform(rng) < seats->explore};
    step.ply = t->plies;
    step.ahead = ahead && !step.explored;
    if (step.explored)
        *out = drawn_move(game, w, rng);
    else if (ahead)
        err = hra_lookahead_choose(ahead, w->s, seats->stop, out, &step.worth);
    else
        *out = w->moves[hra_trail_best(w, w->s, seat, rng, &step.worth)];
    t->steps[t->count] = step;
    memcpy(t->states + 2 * (size_t)t->count * game->state_size, w->s, game->state_size);
    return err;
}

/* The learner has moved: what that has led to. */
static void keep_step(hra_trail *t, const hra_trail_work *w, const hra_lookahead *ahead) {
    const size_t size = t->game->state_size;
    memcpy(t->states + (2 * (size_t)t->count + 1) * size, t->steps[t->count].ahead ? ahead->leaf : w->s,
           size);
    t->count++;
}

static hra_err note_move(hra_trail *t, hra_move move) {
    if (t->plies == t->ply_room) {
        const int capacity = t->ply_room ? 2 * t->ply_room : 128;
        hra_move *moves = realloc(t->moves, (size_t)capacity * sizeof *moves);
        if (!moves)
            return HRA_ENOMEM;
        t->moves = moves;
        t->ply_room = capacity;
    }
    t->moves[t->plies++] = move;
    return HRA_OK;
}

static hra_err play_ply(hra_trail *t, hra_trail_work *w, const hra_learn_seats *seats, int mover,
                        hra_rng *rng, int *opening, hra_error *why) {
    const hra_game *game = t->game;
    bool decides = mover >= 0, opens = decides && (*opening)-- > 0;
    bool own = decides && !opens && (seats->seats >> mover & 1);
    hra_move move;
    hra_err err = HRA_OK;
    if (mover == HRA_CHANCE)
        move = hra_game_sample(game, w->s, rng, w->moves, w->probability);
    else if (opens)
        move = drawn_move(game, w, rng);
    else if (own)
        err = own_move(t, w, seats, mover, rng, &move);
    else
        err = others_move(w, seats, mover, rng, &move, why);
    if (!err && t->notes_moves)
        err = note_move(t, move);
    if (err)
        return err;
    game->rules->apply(game, w->s, move);
    if (own)
        keep_step(t, w, seats->ahead[mover]);
    return own && seats->moved ? seats->moved(seats->moved_self, t) : HRA_OK;
}

hra_err hra_trail_play(hra_trail *t, hra_trail_work *w, const hra_learn_seats *seats, uint64_t seed,
                       uint64_t number, hra_error *why) {
    const hra_game *game = t->game;
    hra_rng rng;
    bool drawn = false;
    t->count = t->key_count = t->plies = 0;
    t->over = false;
    memset(t->result, 0, sizeof t->result);
    hra_rng_init_stream(&rng, seed, number, 0, LEARN_STREAM);
    hra_game_begin(game, number, w->s);
    hra_agent_forget(seats->others);
    int opening = seats->opening > 0 ? (int)hra_rng_below(&rng, (uint32_t)seats->opening + 1) : 0;
    for (int ply = 0; ply < seats->plies; ply++) {
        int mover = game->rules->to_move(game, w->s);
        hra_err err = mover == HRA_OVER ? HRA_OK : repeated(t, w->s, &drawn);
        t->over = mover == HRA_OVER || drawn;
        if (!err && !t->over)
            err = play_ply(t, w, seats, mover, &rng, &opening, why);
        if (err || t->over) {
            if (!err && mover == HRA_OVER)
                game->rules->returns(game, w->s, t->result);
            return err;
        }
    }
    return HRA_OK;
}

/* ---- rounds ---------------------------------------------------------------------------------*/

typedef struct playing {
    const hra_trail_round *round;
    uint64_t from;
    hra_task_ranges blocks;
    const hra_stop *stop;
    hra_error *why; /* of the thread that fails first */
    hra_lock lock;
} playing;

static hra_err play_game(const playing *p, int thread, uint64_t i, hra_error *why) {
    const hra_trail_round *r = p->round;
    hra_learn_seats seats;
    if (hra_stop_is_set(p->stop))
        return HRA_ESTOPPED;
    uint64_t number = r->seat(r->self, thread, p->from + i, &seats);
    seats.stop = p->stop;
    return hra_trail_play(&r->trails[i], &r->works[thread], &seats, r->seed, number, why);
}

static hra_err play_games(void *self, int thread) {
    playing *p = self;
    uint64_t i, end;
    while (hra_task_ranges_take(&p->blocks, &i, &end))
        for (; i < end; i++) {
            hra_error why = {0};
            hra_err err = play_game(p, thread, i, &why);
            if (!err)
                continue;
            hra_task_ranges_close(&p->blocks);
            hra_lock_take(&p->lock);
            if (why.text[0])
                (void)hra_fail_as(p->why, &why);
            hra_lock_give(&p->lock);
            return err;
        }
    return HRA_OK;
}

hra_err hra_trail_play_round(const hra_trail_round *round, uint64_t from, uint64_t to, const hra_stop *stop,
                             hra_error *why) {
    playing p = {.round = round, .from = from, .stop = stop, .why = why};
    hra_err err = hra_lock_init(&p.lock);
    if (err)
        return err;
    hra_task_ranges_init(&p.blocks, to - from, 1);
    err = hra_workers_run(round->threads, play_games, &p);
    hra_lock_release(&p.lock);
    return err;
}
