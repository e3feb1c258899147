/* Games that teach, and what is learnt from them. */
#include "learn/rollout_game.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/array_alloc.h"
#include "rules/defaults.h"

enum {
    START_STREAM = 70,
    PICK_STREAM,
    ROLL_STREAM,
    LEARN_STREAM,
    FIRST = 64,
    CHECK = 64 /* steps from stop to stop */
};

static size_t numbers_of(const hra_game *game) {
    return (size_t)game->seats * (size_t)hra_learnt_outcomes(game);
}

/* ---- playing and picking --------------------------------------------------------------------*/

hra_err hra_rollout_player_open(hra_rollout_player **out, const hra_learnt *teacher) {
    hra_rollout_player *p = *out = calloc(1, sizeof *p);
    hra_err err = p ? hra_rollout_work_init(&p->work, teacher) : HRA_ENOMEM;
    if (!err) {
        hra_trail_init(&p->trail, teacher->game);
        p->trail.notes_moves = true;
    }
    if (err) {
        free(p);
        *out = NULL;
    }
    return err;
}

void hra_rollout_player_close(hra_rollout_player *p) {
    if (!p)
        return;
    hra_rollout_work_release(&p->work);
    hra_trail_release(&p->trail);
    free(p->picked);
    free(p->other);
    free(p->targets);
    free(p);
}

static hra_err make_room(hra_rollout_player *p) {
    const int all = p->trail.count;
    if (all <= p->capacity)
        return HRA_OK;
    free(p->picked);
    free(p->other);
    free(p->targets);
    p->picked = hra_room((uint64_t)all, sizeof *p->picked);
    p->other = hra_room((uint64_t)all, sizeof *p->other);
    p->targets = hra_room((uint64_t)all * numbers_of(p->trail.game), sizeof *p->targets);
    p->capacity = p->picked && p->other && p->targets ? all : 0;
    return p->capacity ? HRA_OK : HRA_ENOMEM;
}

/* Picks the requested number of positions uniformly at random, and drops those that are over. */
static hra_err pick(hra_rollout_player *p, const hra_teaching *teaching, uint64_t seed, uint64_t number) {
    const hra_trail *t = &p->trail;
    hra_rng rng;
    p->count = 0;
    hra_rng_init_stream(&rng, seed, number, 0, PICK_STREAM);
    int left = t->count, wanted = teaching->positions ? teaching->positions : left;
    if (make_room(p) != 0)
        return HRA_ENOMEM;
    for (int step = 0; step < t->count; step++, left--) {
        if ((int)hra_rng_below(&rng, (uint32_t)left) >= wanted)
            continue;
        wanted--;
        if (t->game->rules->to_move(t->game, hra_trail_behind(t, step)) == HRA_OVER)
            continue;
        p->other[p->count] = t->moves[t->steps[step].ply];
        p->picked[p->count++] = step;
    }
    return HRA_OK;
}

/* ---- targets --------------------------------------------------------------------------------*/

static void add(float *out, const float *chance, double weight, size_t numbers) {
    for (size_t k = 0; k < numbers; k++)
        out[k] = (float)((1 - weight) * (double)out[k] + weight * (double)chance[k]);
}

/* By how the game ended, from its last step to its first: `now` is what a step is taught, one behind the other
 * the seats. */
static void teach_by_end(hra_rollout_player *p, const hra_teaching *teaching) {
    const hra_trail *t = &p->trail;
    const hra_game *game = t->game;
    const int ends = hra_learnt_outcomes(game);
    const size_t numbers = numbers_of(game);
    const bool known = t->over || teaching->lambda < 1;
    float now[HRA_MAX_SEATS * (2 * HRA_LEARNT_FEW + 1)] = {0};
    for (int seat = 0; t->over && seat < game->seats; seat++)
        now[seat * ends + hra_learnt_outcome(game, t->result[seat])] = 1;
    for (int step = t->count - 1, i = p->count - 1; step >= 0 && i >= 0; step--) {
        const void *s = hra_trail_behind(t, step);
        const bool last = step == t->count - 1;
        if (p->picked[i] == step) {
            float *out = p->targets + (size_t)i-- * numbers;
            memcpy(out, now, numbers * sizeof *out);
            out[0] = known && (t->over || !last) ? out[0] : -1;
        }
        const double weight = last && !t->over ? 1 : 1 - teaching->lambda;
        if (weight > 0 && known) {
            hra_learnt_all_chances(&p->work.teacher.work, s, s, p->work.chance);
            add(now, p->work.chance, weight, numbers);
        }
    }
}

static void teach_by_rollouts(hra_rollout_player *p, const hra_teaching *teaching, uint64_t seed,
                              uint64_t number) {
    const size_t numbers = numbers_of(p->trail.game);
    for (int i = 0; i < p->count; i++) {
        const int step = p->picked[i];
        float *out = p->targets + (size_t)i * numbers;
        hra_rng rng;
        hra_rng_init_stream(&rng, seed, number, (uint64_t)step, ROLL_STREAM);
        if (teaching->near > 0)
            p->other[i] = hra_rollout_beside(&p->work, &p->trail, step, teaching->near, &rng);
        if (!hra_rollout_target(&p->work, &teaching->way, hra_trail_behind(&p->trail, step), &rng, out))
            out[0] = -1;
    }
}

/* ---- as bytes -------------------------------------------------------------------------------*/

/* Seven bits a byte, the lowest first. */
static void put_number(hra_text *out, uint64_t x) {
    for (; x > 127; x >>= 7)
        hra_text_add_char(out, (char)((x & 127) | 128));
    hra_text_add_char(out, (char)x);
}

static bool take_number(hra_bytes *from, uint64_t most, uint64_t *out) {
    unsigned char byte = 128;
    *out = 0;
    for (int shift = 0; byte & 128 && shift < 63; shift += 7) {
        if (!hra_bytes_left(from))
            return false;
        byte = (unsigned char)*from->at++;
        *out |= (uint64_t)(byte & 127) << shift;
    }
    return !(byte & 128) && *out <= most;
}

/* Which seats look at a position in a way of their own: from, and how many. */
static int first_view(const hra_game *game, const void *s, int *count) {
    const int viewer = hra_learnt_viewer(game, s, -1);
    *count = viewer < 0 ? game->seats : 1;
    return viewer < 0 ? 0 : viewer;
}

/* Of a position the ply whose move leads to it, that move if another one was made, and its targets, as far as
 * somebody looks at it: a count of them, 0 where nothing is known. */
static void write_lesson(const hra_rollout_player *p, int i, int before, hra_text *out) {
    const hra_trail *t = &p->trail;
    const int step = p->picked[i], ply = t->steps[step].ply, ends = hra_learnt_outcomes(t->game);
    const float *target = p->targets + (size_t)i * numbers_of(t->game);
    int views;
    const int first = first_view(t->game, hra_trail_behind(t, step), &views);
    const int count = target[0] < 0 ? 0 : views * ends;
    put_number(out, (uint64_t)(ply - before));
    put_number(out, p->other[i] == t->moves[ply] ? 0 : (uint64_t)p->other[i] + 1);
    put_number(out, (uint64_t)count);
    for (int k = 0; k < count; k++) {
        uint32_t bits;
        memcpy(&bits, &target[first * ends + k], sizeof bits);
        hra_bytes_put(out, bits, 4);
    }
}

static void write_game(const hra_rollout_player *p, hra_text *out) {
    put_number(out, (uint64_t)p->trail.plies);
    for (int i = 0; i < p->trail.plies; i++)
        put_number(out, p->trail.moves[i]);
    put_number(out, (uint64_t)p->count);
    for (int i = 0; i < p->count; i++)
        write_lesson(p, i, i ? p->trail.steps[p->picked[i - 1]].ply : 0, out);
}

hra_err hra_rollout_player_play(hra_rollout_player *p, const hra_teaching *teaching, uint64_t seed,
                                uint64_t number, hra_text *out) {
    const hra_learn_seats seats = {
        .seats = (1U << p->trail.game->seats) - 1, .opening = teaching->opening, .plies = teaching->way.most};
    hra_err err = hra_trail_play(&p->trail, &p->work.teacher, &seats, seed, number, NULL);
    if (!err)
        err = pick(p, teaching, seed, number);
    if (err)
        return err;
    if (teaching->by_game)
        teach_by_end(p, teaching);
    else
        teach_by_rollouts(p, teaching, seed, number);
    write_game(p, out);
    return out->err;
}

/* ---- lessons --------------------------------------------------------------------------------*/

void hra_lessons_release(hra_lessons *l) {
    free(l->states);
    free(l->targets);
    *l = (hra_lessons){.game = l->game};
}

static const void *state_at(const hra_lessons *l, int i) {
    return l->states + (size_t)i * l->game->state_size;
}

static hra_err grow(hra_lessons *l) {
    if (l->count < l->capacity)
        return HRA_OK;
    const uint64_t capacity = l->capacity ? 2 * (uint64_t)l->capacity : FIRST;
    const size_t size = l->game->state_size, numbers = numbers_of(l->game);
    if (capacity > INT32_MAX || !hra_room_fits(capacity, size) ||
        !hra_room_fits(capacity, numbers * sizeof(float)))
        return HRA_ENOMEM;
    unsigned char *states = realloc(l->states, (size_t)capacity * size);
    if (states)
        l->states = states;
    float *targets = states ? realloc(l->targets, (size_t)capacity * numbers * sizeof *targets) : NULL;
    if (!targets)
        return HRA_ENOMEM;
    l->targets = targets;
    l->capacity = (int)capacity;
    return HRA_OK;
}

/* A game as it is read: the state before its ply, and the lesson that comes next. */
typedef struct reading {
    hra_lessons *lessons;
    unsigned char *s;
    bool check;
    hra_bytes moves, from; /* what is left of either */
    uint64_t ply, left;    /* of the next lesson; how many lessons there are from it on */
} reading;

static hra_err check_move(const reading *r, hra_move m) {
    const hra_game *game = r->lessons->game;
    if (!r->check)
        return HRA_OK;
    if (game->rules->to_move(game, r->s) == HRA_OVER)
        return HRA_EDAMAGED;
    const hra_err err = hra_game_check_move(game, r->s, m);
    return err == HRA_EINPUT ? HRA_EDAMAGED : err;
}

static bool take_targets(reading *r, const void *s, float *out) {
    const hra_game *game = r->lessons->game;
    const int ends = hra_learnt_outcomes(game);
    int views;
    const int first = first_view(game, s, &views);
    uint64_t count;
    if (!take_number(&r->from, (uint64_t)(views * ends), &count) ||
        (count && count != (uint64_t)(views * ends)) || hra_bytes_left(&r->from) < 4 * count)
        return false;
    memset(out, 0, numbers_of(game) * sizeof *out);
    if (!count)
        out[0] = -1;
    for (uint64_t k = 0; k < count; k++) {
        const uint32_t bits = (uint32_t)hra_bytes_take(&r->from, 4);
        float *x = &out[first * ends + (int)k];
        memcpy(x, &bits, sizeof bits);
        if (!(*x >= 0 && *x <= 1.001F)) /* nor NaN; rounding aside they are chances */
            return false;
    }
    return true;
}

/* The lesson behind the move `made` at this ply; after it the ply of the next one. */
static hra_err take_lesson(reading *r, hra_move made) {
    hra_lessons *l = r->lessons;
    const hra_game *game = l->game;
    uint64_t other, ahead = 0;
    if (!take_number(&r->from, (uint64_t)UINT32_MAX + 1, &other))
        return HRA_EDAMAGED;
    if (grow(l) != 0)
        return HRA_ENOMEM;
    unsigned char *s = l->states + (size_t)l->count * game->state_size;
    const hra_move m = other ? (hra_move)(other - 1) : made;
    const hra_err err = other ? check_move(r, m) : HRA_OK;
    if (err)
        return err;
    memcpy(s, r->s, game->state_size);
    game->rules->apply(game, s, m);
    if (r->check && game->rules->to_move(game, s) == HRA_OVER)
        return HRA_EDAMAGED;
    if (!take_targets(r, s, l->targets + (size_t)l->count * numbers_of(game)))
        return HRA_EDAMAGED;
    l->count++;
    if (--r->left && (!take_number(&r->from, INT32_MAX, &ahead) || !ahead))
        return HRA_EDAMAGED;
    r->ply += ahead;
    return HRA_OK;
}

static hra_err read_plies(reading *r, uint64_t plies) {
    const hra_game *game = r->lessons->game;
    hra_err err = HRA_OK;
    for (uint64_t ply = 0; !err && ply < plies; ply++) {
        uint64_t m;
        if (!take_number(&r->moves, UINT32_MAX, &m))
            return HRA_EDAMAGED;
        err = check_move(r, (hra_move)m);
        if (!err && r->left && ply == r->ply)
            err = game->rules->to_move(game, r->s) < 0 ? HRA_EDAMAGED : take_lesson(r, (hra_move)m);
        if (!err)
            game->rules->apply(game, r->s, (hra_move)m);
    }
    return err || !r->left ? err : HRA_EDAMAGED;
}

hra_err hra_lessons_read(hra_lessons *l, uint64_t number, bool check, hra_bytes *from) {
    reading r = {.lessons = l, .check = check, .from = *from};
    uint64_t plies, skipped;
    if (!take_number(&r.from, INT32_MAX, &plies))
        return HRA_EDAMAGED;
    r.moves = r.from;
    for (uint64_t i = 0; i < plies; i++)
        if (!take_number(&r.from, UINT32_MAX, &skipped))
            return HRA_EDAMAGED;
    if (!take_number(&r.from, plies, &r.left) || (r.left && !take_number(&r.from, INT32_MAX, &r.ply)))
        return HRA_EDAMAGED;
    r.s = malloc(l->game->state_size);
    if (!r.s)
        return HRA_ENOMEM;
    hra_game_begin(l->game, number, r.s);
    hra_err err = read_plies(&r, plies);
    free(r.s);
    *from = r.from;
    return err;
}

/* ---- learning -------------------------------------------------------------------------------*/

typedef struct learning {
    const hra_lessons *lessons;
    const hra_pupil_way *way;
    hra_learnt_work pupil;
    float *gradient, *wanted;
    float *weights, *mean, *square; /* as they were */
    uint64_t taken;
} learning;

/* A seat's view of a lesson, or that of who looks for it: cross-entropy goes down by the slope. */
static void learn_view(learning *l, int i, int seat) {
    const hra_game *game = l->lessons->game;
    const void *s = state_at(l->lessons, i);
    const int ends = hra_learnt_outcomes(game);
    seat = hra_learnt_viewer(game, s, seat);
    const float *said = hra_learnt_said(&l->pupil, s, s, seat),
                *target = l->lessons->targets + (size_t)i * numbers_of(game) + (size_t)(seat * ends);
    for (int k = 0; k < ends; k++)
        l->wanted[k] = target[k] - said[k];
    hra_net_backward_fitting(&l->pupil.net, l->wanted);
    hra_net_accumulate(&l->pupil.net, l->pupil.features, l->pupil.count, 1 / (float)l->way->batch,
                       l->gradient);
}

static uint64_t steps_of(const learning *l) {
    uint64_t all = 0;
    for (int i = 0, views; i < l->lessons->count; i++) {
        (void)first_view(l->lessons->game, state_at(l->lessons, i), &views);
        all += (uint64_t)views;
    }
    return (uint64_t)(l->way->passes * (double)all / l->way->batch + 0.5);
}

static hra_err take_steps(learning *l, hra_rng *rng, hra_net *net, hra_net_steps *steps,
                          const hra_progress *progress) {
    const hra_lessons *lessons = l->lessons;
    const hra_pupil_way *way = l->way;
    const size_t numbers = numbers_of(lessons->game);
    const uint64_t all = steps_of(l);
    for (uint64_t step = 0; step < all; step++) {
        if (step % CHECK == 0 && progress && hra_stop_is_set(progress->stop))
            return HRA_ESTOPPED;
        for (int b = 0; b < way->batch; b++) {
            const int i = (int)hra_rng_below(rng, (uint32_t)lessons->count),
                      seat = (int)hra_rng_below(rng, (uint32_t)lessons->game->seats);
            if (lessons->targets[(size_t)i * numbers] >= 0)
                learn_view(l, i, seat);
        }
        const double left = way->fall ? 1 - (double)step / (double)all : 1;
        hra_net_adamw(net, steps, l->gradient, (float)(left * way->rate), (float)way->decay);
    }
    return HRA_OK;
}

/* Keeps what was known before, or goes back to it. */
static void copy_all(const hra_net *net, const hra_net_steps *steps, learning *l, bool back) {
    float *const now[] = {net->weights, steps->mean, steps->square}, *const before[] = {l->weights, l->mean,
                                                                                        l->square};
    for (int i = 0; i < 3; i++)
        memcpy(back ? now[i] : before[i], back ? before[i] : now[i], net->size * sizeof(float));
}

hra_err hra_lessons_learn(const hra_lessons *lessons, const hra_pupil_way *way, uint64_t seed, uint64_t end,
                          hra_learnt *pupil, hra_net_steps *steps, const hra_progress *progress) {
    hra_net *net = &pupil->net;
    learning l = {.lessons = lessons,
                  .way = way,
                  .gradient = hra_net_block(net),
                  .weights = hra_net_block(net),
                  .mean = hra_net_block(net),
                  .square = hra_net_block(net),
                  .wanted = hra_room((uint64_t)hra_net_outputs(net), sizeof *l.wanted),
                  .taken = steps->taken};
    hra_rng rng;
    hra_err err = l.gradient && l.weights && l.mean && l.square && l.wanted ? HRA_OK : HRA_ENOMEM;
    if (!err)
        err = hra_learnt_work_init(&l.pupil, pupil);
    if (!err) {
        copy_all(net, steps, &l, false);
        hra_rng_init_stream(&rng, seed, end, 0, LEARN_STREAM);
        err = take_steps(&l, &rng, net, steps, progress);
    }
    if (err == HRA_ESTOPPED) {
        copy_all(net, steps, &l, true);
        steps->taken = l.taken;
    }
    hra_learnt_work_release(&l.pupil);
    free(l.gradient);
    free(l.weights);
    free(l.mean);
    free(l.square);
    free(l.wanted);
    return err;
}

/* ---- beginning ------------------------------------------------------------------------------*/

/* The rows of a layer, to row `first` on, and its biases; what is wider stays as it is. */
static void copy_layer(const hra_net *from, hra_net *to, int layer, int first) {
    const hra_net_layer *a = &from->layer[layer], *b = &to->layer[layer];
    const float *row = from->weights + a->rows;
    float *out = to->weights + b->rows + (size_t)first * (size_t)b->stride;
    for (int i = 0; i <= a->inputs; i++, row += a->stride, out += b->stride) {
        if (i == a->inputs)
            out = to->weights + b->biases;
        memcpy(out, row, (size_t)a->outputs * sizeof *out);
    }
}

/* What comes from units that are new counts for nothing yet. */
static void clear_rows(hra_net *net, int layer, int first, int count) {
    const hra_net_layer *at = &net->layer[layer];
    memset(net->weights + at->rows + (size_t)first * (size_t)at->stride, 0,
           (size_t)count * (size_t)at->stride * sizeof(float));
}

static void begin_alike(const hra_learnt *teacher, hra_learnt *pupil) {
    const hra_net_shape *a = &teacher->net.shape, *b = &pupil->net.shape;
    bool whole = teacher->form == HRA_LEARNT_OUTCOMES,
         alike = (whole || teacher->form == HRA_LEARNT_NET) && a->layers == b->layers;
    for (int i = 0; alike && i + 1 < a->layers; i++)
        alike = a->width[i] <= b->width[i] && a->activation[i] == b->activation[i];
    for (int i = 0; alike && i < a->layers - !whole; i++) {
        for (int row = 0; row < b->inputs; row += i ? b->inputs : a->inputs)
            copy_layer(&teacher->net, &pupil->net, i, row);
        if (i)
            clear_rows(&pupil->net, i, a->width[i - 1], b->width[i - 1] - a->width[i - 1]);
    }
}

hra_err hra_pupil_begin(hra_learnt *pupil, const hra_game *game, const int *hidden, int layers, uint64_t seed,
                        const hra_learnt *teacher, hra_error *why) {
    hra_rng rng;
    hra_err err = hra_learnt_init(pupil, game, HRA_LEARNT_OUTCOMES, hidden, layers, 1, why);
    if (err)
        return err;
    hra_rng_init_stream(&rng, seed, 0, 0, START_STREAM);
    if (layers)
        hra_net_randomise(&pupil->net, game->rules->encoding->feature_room(game), &rng);
    if (teacher)
        begin_alike(teacher, pupil);
    return HRA_OK;
}
