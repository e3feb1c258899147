/* SPSA over numbers in a player's spec. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "core/rng.h"
#include "core/thread.h"
#include "rules/rules_complete.h"
#include "tournament/group_task.h"
#include "tournament/tune_tasks.h"

/* Spall's exponents, and how many steps, as a share of all, before the first ones stop being too long. */
static const double step_fades = 0.101, rate_fades = 0.602, settles = 0.1;

static const char heading[] = "hra-steps 1"; /* of what a task brought: a number each step follows */

enum { COINS = HRA_STREAM_SEAT + HRA_MAX_SEATS }; /* a stream that no play draws from */

struct hra_tune {
    hra_tune_setup setup;
    hra_lock lock;                     /* guards what follows */
    double value[HRA_TUNE_PARAMETERS]; /* with which the batch begins */
    uint64_t from;                     /* the first step of the batch */
    int count;                         /* of steps in it; 0: all are over */
    uint64_t handed;                   /* steps that were given out, from the first one on */
    double *gain; /* of each step of the batch: what the one moved by the coins got more, -1..1 */
    bool *played;
};

/* ---- specs ----------------------------------------------------------------------------------*/

static const hra_tune_parameter *find(const hra_tune_setup *setup, const char *name, size_t length) {
    for (int i = 0; i < setup->count; i++)
        if (strlen(setup->parameters[i].name) == length &&
            memcmp(setup->parameters[i].name, name, length) == 0)
            return &setup->parameters[i];
    return NULL;
}

/* As it goes into a spec: within its limits, and to a hundredth of a step, which is all that can be told. */
static double fit(const hra_tune_parameter *p, double value) {
    double digits = 2 - floor(log10(p->step));
    double low = p->low, high = p->high;
    if (p->is_integer) {
        digits = 0;
        low = ceil(low);
        high = floor(high);
    }
    if (digits >= 0 && digits <= 15) { /* a quotient of whole numbers has the fewest decimals */
        double parts = pow(10, digits);
        value = floor(value * parts + 0.5) / parts;
    }
    return fmin(fmax(value, low), high) + 0.0;
}

hra_err hra_tune_spec(const hra_tune_setup *setup, const double *values, hra_text *out, hra_error *why) {
    const char *at = setup->player;
    for (const char *open; (open = strchr(at, '{')) != NULL;) {
        const char *close = strchr(open, '}');
        size_t length = close ? (size_t)(close - open - 1) : strlen(open + 1);
        const hra_tune_parameter *p = close ? find(setup, open + 1, length) : NULL;
        if (!p)
            return hra_fail(why, HRA_EINPUT, (int)(open - setup->player), "{%.*s} is not a given parameter",
                            (int)(length < 40 ? length : 40), open + 1);
        hra_text_add_bytes(out, at, (size_t)(open - at));
        hra_text_add_number(out, fit(p, values[p - setup->parameters]));
        at = close + 1;
    }
    hra_text_add(out, at);
    return out->err ? hra_no_memory(why) : HRA_OK;
}

hra_err hra_tune_read_parameter(const char *text, hra_tune_parameter *out, char *name) {
    double *const numbers[] = {&out->start, &out->low, &out->high, &out->step};
    const char *at = strchr(text, '=');
    size_t length = at ? (size_t)(at - text) : 0;
    bool good = length > 0 && length < HRA_NAME_LENGTH;
    for (int i = 0; i < 4 && good; i++)
        good = hra_number_read(at + 1, &at, numbers[i]) && *at == (i < 3 ? ',' : '\0');
    if (!good)
        return HRA_EINPUT;
    memcpy(name, text, length);
    name[length] = '\0';
    out->name = name;
    out->is_integer = false;
    return HRA_OK;
}

hra_err hra_json_tune(hra_json *json, const char *key, const hra_tune_setup *setup, uint64_t steps,
                      const double *values, hra_error *why) {
    hra_text spec;
    hra_text_init(&spec);
    hra_err err = hra_tune_spec(setup, values, &spec, why);
    if (!err) {
        hra_json_object(json, key);
        hra_json_text(json, "game", setup->game->spec);
        hra_json_text(json, "template", setup->player);
        hra_json_count(json, "seed", setup->seed);
        hra_json_count(json, "steps", steps);
        hra_json_object(json, "values");
        for (int i = 0; i < setup->count; i++)
            hra_json_number(json, setup->parameters[i].name, values[i]);
        hra_json_end(json);
        hra_json_text(json, "player", hra_text_string(&spec));
        hra_json_end(json);
    }
    hra_text_release(&spec);
    return err;
}

/* ---- one step -------------------------------------------------------------------------------*/

/* A step's factor relative to the last one, in Spall's series; 1 at the end. */
static double fade(const hra_tune *t, uint64_t step, double exponent) {
    double all = (double)t->setup.steps, offset = settles * all;
    return pow((all + offset) / ((double)step + 1 + offset), exponent);
}

/* Up or down for each parameter: the same in every run with this seed. */
static void throw_coins(const hra_tune *t, uint64_t step, double *sign) {
    hra_rng rng;
    hra_rng_init_stream(&rng, t->setup.seed, step, 0, COINS);
    for (int i = 0; i < t->setup.count; i++)
        sign[i] = hra_rng_below(&rng, 2) ? 1 : -1;
}

/* The player at these numbers, moved by the coins or the other way round. */
static hra_err open_moved(const hra_tune *t, uint64_t step, const double *value, const double *sign,
                          double direction, hra_player **out, hra_error *why) {
    double moved[HRA_TUNE_PARAMETERS];
    hra_text spec;
    hra_text_init(&spec);
    for (int i = 0; i < t->setup.count; i++)
        moved[i] = value[i] + direction * sign[i] * t->setup.parameters[i].step * fade(t, step, step_fades);
    hra_err err = hra_tune_spec(&t->setup, moved, &spec, why);
    if (!err)
        err = hra_player_open(out, t->setup.game, hra_text_string(&spec), t->setup.data, NULL, why);
    hra_text_release(&spec);
    return err;
}

/* What the first one got of the group, less what the second one got, a game. */
static double gain_of(const hra_group_task *b) {
    hra_placing placing[HRA_MAX_SEATS];
    double gain = 0;
    int count = hra_group_task_placings(hra_group_task_group(b, b->from), b->count, placing);
    for (int i = 0; i < count; i++)
        gain += (placing[i].points[0] - placing[i].points[1]) / count;
    return gain;
}

/* HRA_ESTOPPED: not all of its games were played. */
static hra_err play_step(const hra_tune *t, uint64_t step, const double *value, const hra_progress *progress,
                         double *gain, hra_error *why) {
    static const int both[] = {0, 1};
    const hra_tune_setup *setup = &t->setup;
    double sign[HRA_TUNE_PARAMETERS];
    hra_player *up = NULL, *down = NULL;
    throw_coins(t, step, sign);
    hra_err err = open_moved(t, step, value, sign, 1, &up, why);
    if (!err)
        err = open_moved(t, step, value, sign, -1, &down, why);
    if (!err) {
        const hra_player *players[] = {up, down};
        hra_group_task *block = NULL;
        hra_tournament_setup how = {.game = setup->game,
                                    .players = players,
                                    .count = 2,
                                    .seed = setup->seed,
                                    .limits = setup->limits};
        err = hra_group_task_play(&block, &how, NULL, both, step, step + 1, progress, why);
        if (!err && block->to > block->from)
            *gain = gain_of(block);
        else if (!err)
            err = hra_fail(why, HRA_ESTOPPED, -1, "%s", hra_err_text(HRA_ESTOPPED));
        if (block)
            hra_group_task_release(block);
    }
    hra_player_close(up);
    hra_player_close(down);
    return err;
}

/* ---- a batch, with the lock held ------------------------------------------------------------*/

static void begin_batch(hra_tune *t) {
    uint64_t left = t->setup.steps - t->from;
    t->count = left < (uint64_t)t->setup.batch ? (int)left : t->setup.batch;
    memset(t->played, 0, (size_t)t->setup.batch * sizeof *t->played);
}

/* Steps of the batch that are not assigned yet, `most` at most; false: there are none. */
static bool take_steps(hra_tune *t, uint64_t most, hra_tune_task *out) {
    uint64_t end = t->from + (uint64_t)t->count;
    if (t->handed >= end)
        return false;
    out->from = t->handed;
    out->to = end - t->handed < most ? end : t->handed + most;
    t->handed = out->to;
    return true;
}

/* Goes where the steps of the batch lead, one after the other; how many were played before the first that was
 * not. */
static int follow(const hra_tune *t, double *value) {
    int i = 0;
    memcpy(value, t->value, sizeof t->value);
    for (; i < t->count && t->played[i]; i++) {
        uint64_t step = t->from + (uint64_t)i;
        double sign[HRA_TUNE_PARAMETERS];
        double far = t->setup.rate * fade(t, step, rate_fades) / fade(t, step, step_fades);
        throw_coins(t, step, sign);
        for (int k = 0; k < t->setup.count; k++) {
            const hra_tune_parameter *p = &t->setup.parameters[k];
            value[k] = fmin(fmax(value[k] + far * p->step * t->gain[i] * sign[k], p->low), p->high);
        }
    }
    return i;
}

/* To the next batch, where all of this one was played. */
static void advance(hra_tune *t) {
    double value[HRA_TUNE_PARAMETERS];
    if (t->count == 0 || follow(t, value) < t->count)
        return;
    memcpy(t->value, value, sizeof t->value);
    t->from += (uint64_t)t->count;
    begin_batch(t);
    if (t->setup.stepped)
        t->setup.stepped(t->setup.stepped_self, t->from, t->value);
}

/* ---- all of them ----------------------------------------------------------------------------*/

static hra_err check_parameters(const hra_tune_setup *setup, hra_error *why) {
    if (!setup->parameters || setup->count < 1 || setup->count > HRA_TUNE_PARAMETERS)
        return hra_fail(why, HRA_EINPUT, -1, "1 to %d parameters can be tuned, not %d", HRA_TUNE_PARAMETERS,
                        setup->count);
    for (int i = 0; i < setup->count; i++) {
        const hra_tune_parameter *p = &setup->parameters[i];
        char braced[HRA_NAME_LENGTH + 2];
        bool finite = isfinite(p->start) && isfinite(p->low) && isfinite(p->high) && isfinite(p->step);
        if (!finite || !(p->low <= p->start && p->start <= p->high && p->step > 0))
            return hra_fail(why, HRA_EINPUT, -1,
                            "parameter %s: needs START from MIN to MAX, and C_END above 0", p->name);
        if (p->is_integer && floor(p->high) < ceil(p->low))
            return hra_fail(why, HRA_EINPUT, -1, "parameter %s: no integer in %g..%g", p->name, p->low,
                            p->high);
        if (hra_snprintf(braced, sizeof braced, "{%s}", p->name) >= (int)sizeof braced ||
            !strstr(setup->player, braced))
            return hra_fail(why, HRA_EINPUT, -1, "the player's spec lacks {%s}: '%s'", p->name,
                            setup->player);
    }
    return HRA_OK;
}

static hra_err check(const hra_tune_setup *setup, hra_error *why) {
    if (!setup->game || !setup->player)
        return hra_fail(why, HRA_EINPUT, -1, "tuning needs a game and a player");
    if (setup->game->seats > 2)
        return hra_fail(why, HRA_EINPUT, -1, "tuning plays games of one or two seats; %s has %d",
                        setup->game->spec, setup->game->seats);
    if (setup->steps < 1 || setup->steps > UINT64_MAX / 4 || setup->batch < 1 || !(setup->rate > 0) ||
        !isfinite(setup->rate))
        return hra_fail(why, HRA_EINPUT, -1, "tuning needs steps, a batch and a rate above 0");
    return check_parameters(setup, why);
}

/* ---- opening --------------------------------------------------------------------------------*/

/* Checks a player that searches without a limit before the first game; the first step reports other errors
 * in its spec. */
static hra_err try_player(const hra_tune_setup *setup, hra_error *why) {
    double start[HRA_TUNE_PARAMETERS];
    hra_player *player = NULL;
    hra_text spec;
    hra_text_init(&spec);
    for (int i = 0; i < setup->count; i++)
        start[i] = setup->parameters[i].start;
    hra_err err = HRA_OK;
    void *state = malloc(setup->game->state_size);
    bool opened = state && hra_tune_spec(setup, start, &spec, NULL) == 0 &&
                  hra_player_open(&player, setup->game, hra_text_string(&spec), setup->data, NULL, NULL) == 0;
    if (opened) {
        setup->game->rules->init(setup->game, state);
        err = hra_player_check_limits(player, &setup->limits, state, why);
    }
    hra_player_close(player);
    hra_text_release(&spec);
    free(state);
    return err;
}

hra_err hra_tune_open(hra_tune **out, const hra_tune_setup *setup, hra_error *why) {
    hra_tune_setup own;
    hra_err err = hra_take_struct(&own, sizeof own, setup, _("the setup of tuning"), why);
    if (!err)
        err = check(&own, why);
    if (!err)
        err = try_player(&own, why);
    if (err)
        return err;
    hra_tune *t = calloc(1, sizeof *t);
    if (!t)
        return hra_no_memory(why);
    t->setup = own;
    for (int i = 0; i < own.count; i++)
        t->value[i] = own.parameters[i].start;
    t->gain = calloc((size_t)own.batch, sizeof *t->gain);
    t->played = calloc((size_t)own.batch, sizeof *t->played);
    if (!t->gain || !t->played || hra_lock_init(&t->lock) != 0) {
        free(t->gain);
        free(t->played);
        free(t);
        return hra_no_memory(why);
    }
    begin_batch(t);
    *out = t;
    return HRA_OK;
}

void hra_tune_close(hra_tune *t) {
    if (!t)
        return;
    hra_lock_release(&t->lock);
    free(t->gain);
    free(t->played);
    free(t);
}

uint64_t hra_tune_snapshot(hra_tune *t, double *values) {
    double value[HRA_TUNE_PARAMETERS];
    hra_lock_take(&t->lock);
    uint64_t steps = t->from + (uint64_t)follow(t, value);
    hra_lock_give(&t->lock);
    memcpy(values, value, (size_t)t->setup.count * sizeof *values);
    return steps;
}

bool hra_tune_is_finished(hra_tune *t) {
    hra_lock_take(&t->lock);
    bool over = t->count == 0;
    hra_lock_give(&t->lock);
    return over;
}

/* ---- tasks of work --------------------------------------------------------------------------*/

/* Steps of one batch, as it may be. */
static bool is_task(const hra_tune *t, const hra_tune_task *task) {
    uint64_t batch = (uint64_t)t->setup.batch;
    return task->from < task->to && task->to <= t->setup.steps &&
           task->from / batch == (task->to - 1) / batch;
}

bool hra_tune_next_task(hra_tune *t, uint64_t most, hra_tune_task *out) {
    hra_lock_take(&t->lock);
    bool some = take_steps(t, most, out);
    hra_lock_give(&t->lock);
    return some;
}

hra_err hra_tune_return_task(hra_tune *t, const hra_tune_task *task) {
    hra_lock_take(&t->lock);
    bool last = is_task(t, task) && t->handed == task->to;
    if (last)
        t->handed = task->from;
    hra_lock_give(&t->lock);
    return last ? HRA_OK : HRA_EINPUT;
}

hra_err hra_tune_mark_assigned(hra_tune *t, const hra_tune_task *task, hra_error *why) {
    hra_lock_take(&t->lock);
    bool next = is_task(t, task) && t->handed == task->from;
    if (next)
        t->handed = task->to;
    hra_lock_give(&t->lock);
    return next ? HRA_OK
                : hra_fail(why, HRA_EDAMAGED, -1, "steps %llu to %llu cannot come next",
                           (unsigned long long)task->from, (unsigned long long)task->to);
}

hra_tune_place hra_tune_place_of(hra_tune *t, const hra_tune_task *task) {
    hra_lock_take(&t->lock);
    hra_tune_place place = task->from < t->from                        ? HRA_TUNE_PAST
                           : task->from < t->from + (uint64_t)t->count ? HRA_TUNE_NOW
                                                                       : HRA_TUNE_LATER;
    hra_lock_give(&t->lock);
    return place;
}

hra_err hra_tune_run_task(hra_tune *t, const hra_tune_task *task, const hra_progress *progress,
                          hra_text *result, hra_error *why) {
    double value[HRA_TUNE_PARAMETERS];
    hra_lock_take(&t->lock);
    bool now = is_task(t, task) && task->from >= t->from && task->to <= t->from + (uint64_t)t->count;
    memcpy(value, t->value, sizeof value);
    hra_lock_give(&t->lock);
    if (!now)
        return hra_fail(why, HRA_EINPUT, -1, "steps %llu to %llu are not of this batch",
                        (unsigned long long)task->from, (unsigned long long)task->to);
    hra_text_addf(result, "%s", heading);
    for (uint64_t step = task->from; step < task->to; step++) {
        double gain = 0;
        hra_err err = play_step(t, step, value, progress, &gain, why);
        if (err)
            return err;
        hra_text_add_char(result, ' ');
        hra_text_add_number(result, gain);
    }
    hra_text_add_char(result, '\n');
    return result->err ? hra_no_memory(why) : HRA_OK;
}

/* What each step of a task brought; false: it is something else. */
static bool read_gains(const char *text, const hra_tune_task *task, double *gain) {
    size_t length = strlen(heading);
    bool good = strncmp(text, heading, length) == 0;
    text += good ? length : 0;
    for (uint64_t step = task->from; good && step < task->to; step++, gain++)
        good = *text == ' ' && hra_number_read(text + 1, &text, gain) && *gain >= -1 && *gain <= 1;
    return good && strcmp(text, "\n") == 0;
}

hra_err hra_tune_add_result(hra_tune *t, const hra_tune_task *task, const char *result, hra_error *why) {
    hra_lock_take(&t->lock);
    bool right = is_task(t, task) && task->from >= t->from && task->to <= t->from + (uint64_t)t->count &&
                 task->to <= t->handed && !t->played[task->from - t->from] &&
                 read_gains(result, task, t->gain + (task->from - t->from));
    for (uint64_t step = task->from; right && step < task->to; step++)
        t->played[step - t->from] = true;
    if (right)
        advance(t);
    hra_lock_give(&t->lock);
    return right ? HRA_OK : hra_fail(why, HRA_EDAMAGED, -1, "the result is not that of its task");
}
