/* The method `expert` of backgammon: the nets of its expert learn from games against themselves, through the
 * course of course.h. What plays the games of a round is what was learnt before it. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "course.h"
#include "learn.h"
#include "learn/generations.h"

enum { MOST_ROUND = 100000 };

typedef struct trainer {
    hra_generations generations;
    bg_course course;
    hra_net_steps steps;
    hra_rollout_player **players; /* one a thread, opened when it plays */
} trainer;

static const hra_option options[] = {
    {.name = "init",
     .type = HRA_OPTION_FILE,
     .help = N_("start from this net of outcomes (default: random weights)")},
    {.name = "part",
     .type = HRA_OPTION_INT,
     .fallback = "1",
     .min = 1,
     .max = BG_PARTS,
     .help = N_("first part of the course: 1 to 4 train on results, 5 to 7 one roll ahead")},
    {.name = "length",
     .type = HRA_OPTION_REAL,
     .fallback = "1",
     .min = 0,
     .max = 100,
     .help = N_("length of the course (1: 3,580,400 games, as for the built-in nets)")},
    {.name = "tasks-per-iteration",
     .type = HRA_OPTION_INT,
     .fallback = "400",
     .min = 1,
     .max = MOST_ROUND,
     .help = N_("tasks between two updates")},
    {0},
};

/* ---- opening --------------------------------------------------------------------------------*/

static void close_players(hra_learner *l) {
    trainer *t = l->own;
    for (int i = 0; t->players && i < l->threads; i++) {
        hra_rollout_player_close(t->players[i]);
        t->players[i] = NULL;
    }
}

static void close_expert(hra_learner *l) {
    trainer *t = l->own;
    close_players(l);
    hra_generations_release(&t->generations);
    hra_net_steps_release(&t->steps);
    free(t->players);
    free(t);
    l->own = NULL;
}

/* Each part has a seed of its own. */
static uint64_t seed_of(const hra_learner *l, int part) {
    return l->seed + (uint64_t)part;
}

/* A net as wide as the part wants it that knows what the one before knew. */
static hra_err widen(const hra_learner *l, int part, const hra_learnt *before, hra_learnt *out,
                     hra_error *why) {
    int hidden = bg_parts[part].hidden;
    if (before && before->net.shape.width[0] > hidden)
        hidden = before->net.shape.width[0];
    return hra_pupil_begin(out, l->game, &hidden, 1, seed_of(l, part), before, why);
}

static hra_err open_net(hra_learner *l, const char *from, hra_error *why) {
    const trainer *t = l->own;
    hra_learnt first;
    if (!from)
        return widen(l, t->course.first, NULL, &l->learnt, why);
    hra_err err = hra_learnt_open(&first, l->game, from, N_("method expert"), why);
    if (err)
        return err;
    const hra_net_shape *shape = &first.net.shape;
    if (first.form != HRA_LEARNT_OUTCOMES || shape->layers != 2)
        err = hra_fail(why, HRA_EFIT, -1, "'%s': not a net of outcomes with one hidden layer", from);
    if (!err)
        err = hra_learnt_init(&l->learnt, l->game, HRA_LEARNT_OUTCOMES, shape->width, 1, 1, why);
    if (!err)
        memcpy(l->learnt.net.weights, first.net.weights, first.net.size * sizeof(float));
    hra_learnt_release(&first);
    return err;
}

static const hra_generation_kind generations;

static hra_err open_expert(hra_learner *l, const hra_options *given, hra_error *why) {
    trainer *t = l->own = calloc(1, sizeof *t);
    if (!t)
        return hra_no_memory(why);
    t->course = (bg_course){.length = hra_options_real(given, "length"),
                            .round = (int)hra_options_int(given, "tasks-per-iteration"),
                            .first = (int)hra_options_int(given, "part") - 1};
    hra_err err = open_net(l, hra_options_text(given, "init"), why);
    if (err)
        return err;
    t->players = calloc((size_t)l->threads, sizeof *t->players);
    err = hra_generations_init(&t->generations, &generations, t->course.round, 0);
    if (!err)
        err = hra_net_steps_init(&t->steps, &l->learnt.net, true);
    return !err && t->players ? HRA_OK : hra_no_memory(why);
}

/* ---- generations ----------------------------------------------------------------------------*/

static bg_place place_of(const trainer *t, uint64_t task) {
    return bg_course_place(&t->course, task / (uint64_t)t->course.round);
}

/* The number in its part of the first game of a task. */
static uint64_t first_game(const trainer *t, const bg_place *place, uint64_t task) {
    const uint64_t round = (uint64_t)t->course.round;
    return (place->before * round + task % round) * place->games;
}

static hra_err play(hra_learner *l, int thread, uint64_t task, hra_text *out) {
    trainer *t = l->own;
    const bg_place place = place_of(t, task);
    const hra_teaching teaching = bg_part_teaching(&bg_parts[place.part]);
    const uint64_t first = first_game(t, &place, task);
    hra_err err = HRA_OK;
    if (!t->players[thread])
        err = hra_rollout_player_open(&t->players[thread], &l->learnt);
    for (uint64_t i = 0; !err && i < place.games; i++)
        err = hra_rollout_player_play(t->players[thread], &teaching, seed_of(l, place.part), first + i, out);
    return err;
}

/* The lessons of a task. */
static hra_err read_task(const trainer *t, uint64_t task, bool check, const char *bytes, size_t length,
                         hra_lessons *out) {
    const bg_place place = place_of(t, task);
    const uint64_t first = first_game(t, &place, task);
    hra_bytes from = {bytes, bytes + length};
    hra_err err = HRA_OK;
    for (uint64_t i = 0; !err && i < place.games; i++)
        err = hra_lessons_read(out, first + i, check, &from);
    return err || !hra_bytes_left(&from) ? err : HRA_EDAMAGED;
}

static hra_err check_game(const hra_learner *l, uint64_t task, const char *bytes, size_t length) {
    hra_lessons lessons = {.game = l->game};
    hra_err err = read_task(l->own, task, true, bytes, length, &lessons);
    hra_lessons_release(&lessons);
    return err;
}

/* With the first round of a part, and with each that looks further, a net begins that goes on from what is known. */
static bool begins(const bg_place *place) {
    return place->before == 0 || bg_parts[place->part].far;
}

static void take_net(hra_learner *l, hra_learnt *net, hra_net_steps *steps) {
    trainer *t = l->own;
    const hra_net old = l->learnt.net;
    const hra_net_steps before = t->steps;
    close_players(l);
    l->learnt.net = net->net;
    t->steps = *steps;
    net->net = old;
    *steps = before;
}

static hra_err learn_new(hra_learner *l, const bg_place *place, uint64_t games, const hra_lessons *lessons,
                         const hra_progress *progress, hra_error *why) {
    const bg_part *part = &bg_parts[place->part];
    const hra_pupil_way way = bg_part_way(part, games);
    hra_learnt net;
    hra_net_steps steps = {0};
    hra_err err = widen(l, place->part, &l->learnt, &net, why);
    if (err)
        return err;
    err = hra_net_steps_init(&steps, &net.net, true);
    if (!err)
        err = hra_lessons_learn(lessons, &way, seed_of(l, place->part), games, &net, &steps, progress);
    if (!err)
        take_net(l, &net, &steps);
    hra_learnt_release(&net);
    hra_net_steps_release(&steps);
    return err;
}

static hra_err learn(hra_learner *l, uint64_t end, const hra_progress *progress, hra_error *why) {
    trainer *t = l->own;
    const uint64_t round = (uint64_t)t->course.round;
    const bg_place place = place_of(t, end - 1);
    const uint64_t games = (place.before + 1) * round * place.games; /* of the part, by now */
    hra_lessons lessons = {.game = l->game};
    hra_err err = HRA_OK;
    for (uint64_t n = end - round; !err && n < end; n++) {
        const hra_text *task = hra_generations_game(&t->generations, n);
        err = read_task(t, n, false, task->data, task->length, &lessons);
    }
    if (!err && begins(&place)) {
        err = learn_new(l, &place, games, &lessons, progress, why);
    } else if (!err) {
        const hra_pupil_way way = bg_part_way(&bg_parts[place.part], games);
        close_players(l);
        err =
            hra_lessons_learn(&lessons, &way, seed_of(l, place.part), games, &l->learnt, &t->steps, progress);
    }
    hra_lessons_release(&lessons);
    return err;
}

/* ---- going on -------------------------------------------------------------------------------*/

static void keep(const hra_learner *l, hra_text *out) {
    const trainer *t = l->own;
    hra_bytes_put(out, t->steps.taken, 8);
    hra_learnt_put_block(&l->learnt.net, t->steps.mean, out);
    hra_learnt_put_block(&l->learnt.net, t->steps.square, out);
}

static hra_err take(hra_learner *l, const hra_learnt *read, hra_bytes *from) {
    trainer *t = l->own;
    const hra_net_shape *shape = &read->net.shape;
    hra_net_steps steps = {0};
    if (shape->layers != 2 || shape->activation[0] != l->learnt.net.shape.activation[0] ||
        hra_bytes_left(from) < 8)
        return HRA_EDAMAGED;
    hra_err err = hra_net_steps_init(&steps, &read->net, true);
    if (err)
        return err;
    steps.taken = hra_bytes_take(from, 8);
    const bool whole = hra_learnt_take_block(&read->net, steps.mean, from) &&
                       hra_learnt_take_block(&read->net, steps.square, from) && !hra_bytes_left(from);
    if (whole) {
        const hra_net_steps before = t->steps;
        t->steps = steps;
        steps = before;
        close_players(l);
    }
    hra_net_steps_release(&steps);
    return whole ? HRA_OK : HRA_EDAMAGED;
}

static const hra_generation_kind generations = {
    .play = play, .check_game = check_game, .learn = learn, .keep = keep, .take = take};

const hra_learner_interface bg_learn_expert = {
    .kind = {"expert", N_("Backgammon net"), N_("train the net of the player expert by self-play"), options},
    .player = "expert:plies=0,file=*",
    .any_width = true,
    .open = open_expert,
    .close = close_expert,
    .round = hra_generations_round,
    .learn = hra_generations_learn,
    .remember = hra_generations_remember,
    .recall = hra_generations_recall,
    .play = hra_generations_play,
    .take = hra_generations_take,
};
