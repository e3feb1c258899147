/* SPSA over numbers in a player's spec. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/rng.h"
#include "core/sentences.h"
#include "core/thread.h"
#include "game/whole.h"
#include "hra/tune.h"
#include "tournament/block.h"

/* Spall's exponents, and how many steps, as a share of all, before the first ones stop being too long. */
static const double step_fades = 0.101, rate_fades = 0.602, settles = 0.1;

enum { COINS = HRA_STREAM_SEAT + HRA_MAX_SEATS }; /* a stream that no play draws from */

typedef struct tune {
    const hra_tune_setup *setup;
    double value[HRA_TUNE_PARAMETERS];
    uint64_t from; /* the first step of the batch */
    int count;     /* of steps in it */
    hra_blocks blocks;
    double *gain; /* of each step of the batch: what the one moved by the coins got more, -1..1 */
    bool *played;
    hra_lock lock; /* guards what follows */
    hra_error why;
} tune;

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
    if (p->whole) {
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
            return hra_fail(why, HRA_EINPUT, (int)(open - setup->player),
                            "{%.*s} is no parameter that was given", (int)(length < 40 ? length : 40),
                            open + 1);
        hra_text_add_bytes(out, at, (size_t)(open - at));
        hra_text_add_number(out, fit(p, values[p - setup->parameters]));
        at = close + 1;
    }
    hra_text_add(out, at);
    return out->err ? hra_no_memory(why) : HRA_OK;
}

/* ---- one step -------------------------------------------------------------------------------*/

/* How far from the start to the end so many steps are, as Spall's series have it; 1 at the end. */
static double fade(const tune *t, uint64_t step, double exponent) {
    double all = (double)t->setup->steps, offset = settles * all;
    return pow((all + offset) / ((double)step + 1 + offset), exponent);
}

/* Up or down for each parameter: the same in every run with this seed. */
static void throw_coins(const tune *t, uint64_t step, double *sign) {
    hra_rng rng;
    hra_rng_init_stream(&rng, t->setup->seed, step, 0, COINS);
    for (int i = 0; i < t->setup->count; i++)
        sign[i] = hra_rng_below(&rng, 2) ? 1 : -1;
}

static hra_err open_moved(const tune *t, uint64_t step, const double *sign, double direction,
                          hra_player **out, hra_error *why) {
    double moved[HRA_TUNE_PARAMETERS];
    hra_text spec;
    hra_text_init(&spec);
    for (int i = 0; i < t->setup->count; i++)
        moved[i] =
            t->value[i] + direction * sign[i] * t->setup->parameters[i].step * fade(t, step, step_fades);
    hra_err err = hra_tune_spec(t->setup, moved, &spec, why);
    if (!err)
        err = hra_player_open(out, t->setup->game, hra_text_string(&spec), t->setup->data, NULL, why);
    hra_text_release(&spec);
    return err;
}

/* What the first one got of the group, less what the second one got, a game. */
static double gain_of(const hra_block *b) {
    hra_placing placing[HRA_MAX_SEATS];
    double gain = 0;
    int count = hra_block_placings(b, b->from, placing);
    for (int i = 0; i < count; i++)
        gain += (placing[i].points[0] - placing[i].points[1]) / count;
    return gain;
}

static hra_err play_step(tune *t, int index, hra_error *why) {
    static const int both[] = {0, 1};
    const hra_tune_setup *setup = t->setup;
    uint64_t step = t->from + (uint64_t)index;
    double sign[HRA_TUNE_PARAMETERS];
    hra_player *up = NULL, *down = NULL;
    throw_coins(t, step, sign);
    hra_err err = open_moved(t, step, sign, 1, &up, why);
    if (!err)
        err = open_moved(t, step, sign, -1, &down, why);
    if (!err) {
        const hra_player *players[] = {up, down};
        hra_block *block = NULL;
        hra_tournament_setup how = {.game = setup->game,
                                    .players = players,
                                    .count = 2,
                                    .seed = setup->seed,
                                    .limits = setup->limits};
        err = hra_block_play(&block, &how, both, step, step + 1, setup->progress, why);
        if (!err && block->to > block->from) {
            t->gain[index] = gain_of(block);
            t->played[index] = true;
        }
        if (!err)
            hra_block_release(block);
    }
    hra_player_close(up);
    hra_player_close(down);
    return err;
}

static hra_err work(void *self, int worker) {
    tune *t = self;
    uint64_t from, to;
    hra_err err = HRA_OK;
    while (!err && !hra_progress_stopped(t->setup->progress) && hra_blocks_take(&t->blocks, &from, &to)) {
        hra_error why = {0};
        err = play_step(t, (int)from, &why);
        if (err) {
            hra_blocks_close(&t->blocks);
            hra_lock_take(&t->lock);
            t->why = why;
            hra_lock_give(&t->lock);
        }
    }
    return err;
}

/* Goes where the steps of the batch lead, one after the other; how many were played before the first that was
 * not. */
static int follow(tune *t) {
    int i = 0;
    for (; i < t->count && t->played[i]; i++) {
        uint64_t step = t->from + (uint64_t)i;
        double sign[HRA_TUNE_PARAMETERS];
        double far = t->setup->rate * fade(t, step, rate_fades) / fade(t, step, step_fades);
        throw_coins(t, step, sign);
        for (int k = 0; k < t->setup->count; k++) {
            const hra_tune_parameter *p = &t->setup->parameters[k];
            t->value[k] = fmin(fmax(t->value[k] + far * p->step * t->gain[i] * sign[k], p->low), p->high);
        }
    }
    return i;
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
                            "parameter %s: expected numbers in order, least, start, most, and a step above 0",
                            p->name);
        if (p->whole && floor(p->high) < ceil(p->low))
            return hra_fail(why, HRA_EINPUT, -1, "parameter %s: there is no whole number in %g..%g", p->name,
                            p->low, p->high);
        if (hra_snprintf(braced, sizeof braced, "{%s}", p->name) >= (int)sizeof braced ||
            !strstr(setup->player, braced))
            return hra_fail(why, HRA_EINPUT, -1, "the player does not name {%s}: '%s'", p->name,
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
    if (setup->steps < 1 || setup->steps > UINT64_MAX / 4 || setup->batch < 1 || setup->threads < 1 ||
        setup->threads > HRA_MATCH_THREADS || !(setup->rate > 0) || !isfinite(setup->rate))
        return hra_fail(why, HRA_EINPUT, -1,
                        "tuning needs steps, a batch, a rate above 0 and 1 to %d threads", HRA_MATCH_THREADS);
    return check_parameters(setup, why);
}

static hra_err run_batches(tune *t, uint64_t *steps) {
    const hra_tune_setup *setup = t->setup;
    hra_err err = HRA_OK;
    bool whole = true;
    while (!err && whole && *steps < setup->steps && !hra_progress_stopped(setup->progress)) {
        uint64_t left = setup->steps - *steps;
        t->from = *steps;
        t->count = left < (uint64_t)setup->batch ? (int)left : setup->batch;
        memset(t->played, 0, (size_t)t->count * sizeof *t->played);
        hra_blocks_init(&t->blocks, (uint64_t)t->count, 1);
        err = hra_workers_run(setup->threads, work, t);
        int followed = err ? 0 : follow(t);
        whole = followed == t->count;
        *steps += (uint64_t)followed;
        if (followed && setup->stepped)
            setup->stepped(setup->stepped_self, *steps, t->value);
        hra_progress_report(setup->progress, N_("steps"), (double)*steps / (double)setup->steps);
    }
    return err;
}

hra_err hra_tune_run(const hra_tune_setup *setup, double *values, uint64_t *steps, hra_error *why) {
    hra_tune_setup own;
    uint64_t done = 0;
    hra_err err = hra_take_struct(&own, sizeof own, setup, _("the setup of tuning"), why);
    if (!err)
        err = check(&own, why);
    if (err)
        return err;
    tune t = {.setup = &own};
    for (int i = 0; i < own.count; i++)
        t.value[i] = own.parameters[i].start;
    t.gain = calloc((size_t)own.batch, sizeof *t.gain);
    t.played = calloc((size_t)own.batch, sizeof *t.played);
    if (!t.gain || !t.played || hra_lock_init(&t.lock) != 0) {
        err = hra_no_memory(why);
    } else {
        err = run_batches(&t, &done);
        if (err)
            hra_fail(why, err, t.why.at, "%s", t.why.text[0] ? t.why.text : hra_err_text(err));
        hra_lock_release(&t.lock);
    }
    free(t.gain);
    free(t.played);
    if (!err)
        memcpy(values, t.value, (size_t)own.count * sizeof *values);
    if (steps)
        *steps = done;
    return err;
}
