/* Ratings of resampled groups: how far the ratings of another night, of the same players, might be off.
 *
 * Groups that brought the same are one kind, and how many of each kind a sample has is drawn at once, so that
 * a sample of a million groups costs what one of some kinds does; the set of choices is the same in all
 * samples, and each fit begins where that of all games ended. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/array_alloc.h"
#include "core/messages.h"
#include "hra/stats.h"
#include "plackett_luce.h"
#include "rating/binomial.h"
#include "ratings.h"

/* Events of one kind of group: event[from..to-1]. */
typedef struct span {
    size_t from, to;
} span;

typedef struct groups {
    hra_ranking_choices choices;
    hra_event *event; /* of all kinds, one after the other */
    size_t events, capacity;
    span *kind;
    size_t kinds;
    uint64_t *times; /* how many groups are of each kind */
    uint64_t count;  /* of groups */
    uint32_t *slot;  /* a hash table of 1 + kind; 0 is free */
    size_t slots;
} groups;

/* ---- groups into kinds -------------------------------------------------------------------------*/

static int by_group(const void *a, const void *b) {
    uint64_t x = (*(const hra_ranking *const *)a)->group, y = (*(const hra_ranking *const *)b)->group;
    return (x > y) - (x < y);
}

static int by_event(const void *a, const void *b) {
    const hra_event *x = a, *y = b;
    if (x->choice != y->choice)
        return x->choice < y->choice ? -1 : 1;
    if (x->members != y->members)
        return x->members < y->members ? -1 : 1;
    return (x->weight > y->weight) - (x->weight < y->weight);
}

static hra_err add_events(groups *all, const hra_ranking *game) {
    if (all->capacity - all->events < HRA_RANKING_EVENTS) {
        size_t capacity = all->capacity + all->capacity / 2 + 4 * HRA_RANKING_EVENTS;
        hra_event *event =
            hra_room_fits(capacity, sizeof *event) ? realloc(all->event, capacity * sizeof *event) : NULL;
        if (!event)
            return HRA_ENOMEM;
        all->event = event;
        all->capacity = capacity;
    }
    hra_event *event = all->event + all->events;
    int count = hra_ranking_choices_take(&all->choices, game, event);
    if (count < 0)
        return count;
    for (int e = 0; e < count; e++)
        event[e].weight *= (double)game->times;
    all->events += (size_t)count;
    return 0;
}

/* Puts the events of a group in an order that does not depend on that of its games, and joins equal ones. */
static void tidy(groups *all, size_t from) {
    if (from == all->events)
        return;
    qsort(all->event + from, all->events - from, sizeof *all->event, by_event);
    size_t last = from;
    for (size_t e = from + 1; e < all->events; e++) {
        const hra_event *next = &all->event[e];
        if (all->event[last].choice == next->choice && all->event[last].members == next->members)
            all->event[last].weight += next->weight;
        else
            all->event[++last] = *next;
    }
    all->events = last + 1;
}

static bool is_same(const groups *all, span a, span b) {
    return a.to - a.from == b.to - b.from &&
           memcmp(all->event + a.from, all->event + b.from, (a.to - a.from) * sizeof *all->event) == 0;
}

/* Gives the group whose events are the last ones its kind; where that is known they go again. */
static void find_kind(groups *all, size_t from, uint64_t seen) {
    span own = {from, all->events};
    uint64_t key = own.to > own.from ? hra_hash(all->event + from, (own.to - from) * sizeof *all->event) : 0;
    size_t at = (size_t)key & (all->slots - 1);
    while (all->slot[at] != 0 && !is_same(all, all->kind[all->slot[at] - 1], own))
        at = (at + 1) & (all->slots - 1);
    if (all->slot[at] == 0) {
        all->kind[all->kinds++] = own;
        all->slot[at] = (uint32_t)all->kinds;
    } else
        all->events = from;
    all->times[all->slot[at] - 1] += seen;
    all->count += seen;
}

static hra_err sort_out(groups *all, const hra_ranking *games, const uint64_t *seen,
                        const hra_ranking **sorted, size_t count) {
    all->slots = 16;
    while (all->slots < 2 * count)
        all->slots *= 2;
    all->slot = hra_room(all->slots, sizeof *all->slot);
    all->kind = hra_room(count + 1, sizeof *all->kind);
    all->times = hra_room(count + 1, sizeof *all->times);
    if (!all->slot || !all->kind || !all->times)
        return HRA_ENOMEM;
    qsort(sorted, count, sizeof *sorted, by_group);
    for (size_t first = 0, g; first < count; first = g) {
        size_t from = all->events;
        for (g = first; g < count && sorted[g]->group == sorted[first]->group; g++) {
            hra_err err = add_events(all, sorted[g]);
            if (err != 0)
                return err;
        }
        tidy(all, from);
        find_kind(all, from, seen ? seen[sorted[first] - games] : 1);
    }
    return 0;
}

static hra_err take_groups(groups *all, const hra_ranking *games, const uint64_t *seen, size_t count,
                           hra_error *why) {
    const hra_ranking **sorted = hra_room(count + 1, sizeof *sorted);
    if (!sorted)
        return HRA_ENOMEM;
    size_t played = 0;
    for (size_t g = 0; g < count; g++)
        if (games[g].times > 0)
            sorted[played++] = &games[g];
    hra_err err = played < UINT32_MAX
                      ? sort_out(all, games, seen, sorted, played)
                      : hra_fail(why, HRA_ELIMIT, -1, "more than 2^32 rankings cannot be resampled");
    free(sorted);
    return err;
}

static void release_groups(groups *all) {
    hra_ranking_choices_release(&all->choices);
    free(all->event);
    free(all->kind);
    free(all->times);
    free(all->slot);
}

/* ---- samples ------------------------------------------------------------------------------------*/

/* Adds up drawn[k] groups of each kind k. */
static void sum_up(const groups *all, const uint64_t *drawn, hra_firsts *firsts) {
    memset(firsts, 0, all->choices.count * sizeof *firsts);
    for (size_t k = 0; k < all->kinds; k++)
        for (size_t e = all->kind[k].from; drawn[k] > 0 && e < all->kind[k].to; e++)
            hra_event_count(&all->event[e], (double)drawn[k], &firsts[all->event[e].choice]);
}

/* As many groups as there are, by chance: of those that are left to be drawn each kind gets its share of
 * those kinds that are left. */
static void draw(const groups *all, hra_rng *rng, uint64_t *drawn) {
    uint64_t left = all->count, of = all->count;
    for (size_t k = 0; k < all->kinds; k++) {
        drawn[k] = hra_binomial(rng, left, (double)all->times[k] / (double)of);
        left -= drawn[k];
        of -= all->times[k];
    }
}

/* theta[player * samples + sample] */
static hra_err draw_samples(const groups *all, hra_fit *fit, const hra_rating *start, size_t samples,
                            uint64_t seed, const hra_progress *progress, double *theta) {
    uint64_t *drawn = hra_room(all->kinds + 1, sizeof *drawn);
    hra_firsts *firsts = hra_room(all->choices.count + 1, sizeof *firsts);
    hra_err err = drawn && firsts ? 0 : HRA_ENOMEM;
    for (size_t s = 0; err == 0 && s < samples; s++) {
        hra_progress_report(progress, N_("resampling"), (double)s / (double)samples);
        if (hra_progress_stopped(progress)) {
            err = HRA_ESTOPPED;
            break;
        }
        hra_rng rng;
        hra_rng_init_stream(&rng, seed, s, 0, 0);
        draw(all, &rng, drawn);
        sum_up(all, drawn, firsts);
        for (size_t i = 0; i < fit->players; i++)
            fit->theta[i] = start[i].theta;
        hra_fit_solve(fit, firsts);
        for (size_t i = 0; i < fit->players; i++)
            theta[i * samples + s] = fit->theta[i];
    }
    free(drawn);
    free(firsts);
    return err;
}

static hra_err resample(groups *all, size_t samples, uint64_t seed, const hra_progress *progress,
                        hra_rating *rating) {
    size_t n = (size_t)all->choices.players;
    hra_fit fit;
    hra_err err = hra_fit_init(&fit, &all->choices);
    double *theta = hra_room((uint64_t)n * samples, sizeof *theta);
    if (err == 0)
        err = theta ? draw_samples(all, &fit, rating, samples, seed, progress, theta) : HRA_ENOMEM;
    for (size_t i = 0; err == 0 && i < n; i++) {
        if (isinf(rating[i].error))
            continue; /* there is no other player to compare with */
        hra_stats own;
        own = (hra_stats){0};
        for (size_t s = 0; s < samples && err == 0; s++)
            err = hra_stats_add(&own, theta[i * samples + s], 1);
        rating[i].low = hra_elo_of_theta(hra_stats_percentile(&own, 0.025));
        rating[i].high = hra_elo_of_theta(hra_stats_percentile(&own, 0.975));
        hra_stats_release(&own);
    }
    free(theta);
    hra_fit_release(&fit);
    return err;
}

/* Of all groups; `seen` may be NULL. */
static hra_err rate(const hra_ranking *games, const uint64_t *seen, size_t count, int players,
                    hra_rating *out, hra_error *why) {
    if (!seen)
        return hra_rate_gaps(games, count, players, out, NULL, why);
    hra_ranking *all = hra_room(count + 1, sizeof *all);
    if (!all)
        return HRA_ENOMEM;
    for (size_t g = 0; g < count; g++) {
        all[g] = games[g];
        all[g].times *= seen[g];
    }
    hra_err err = hra_rate_gaps(all, count, players, out, NULL, why);
    free(all);
    return err;
}

hra_err hra_rate_kinds(const hra_ranking *games, const uint64_t *seen, size_t count, int players,
                       uint64_t samples, uint64_t seed, const hra_progress *progress, hra_rating *out,
                       hra_error *why) {
    if (samples < 1 || samples > HRA_RATING_SAMPLES)
        return hra_fail(why, HRA_EINPUT, -1, "%llu samples: 1 to %d are possible, 1000 are usual",
                        (unsigned long long)samples, HRA_RATING_SAMPLES);
    hra_err err = hra_rankings_check(games, count, players, why);
    if (err != 0)
        return err;
    hra_rating *rating = hra_room((uint64_t)players, sizeof *rating);
    if (!rating)
        return hra_no_memory(why);
    groups all = {0};
    hra_ranking_choices_init(&all.choices, players);
    err = rate(games, seen, count, players, rating, why);
    if (err == 0)
        err = take_groups(&all, games, seen, count, why);
    if (err == 0)
        err = resample(&all, (size_t)samples, seed, progress, rating);
    if (err == 0)
        memcpy(out, rating, (size_t)players * sizeof *out);
    release_groups(&all);
    free(rating);
    if (err == HRA_ESTOPPED)
        return hra_fail(why, err, -1, "resampling was stopped");
    return err == HRA_ENOMEM ? hra_no_memory(why) : err;
}

static hra_err take_options(hra_rate_options *own, const hra_rate_options *options, hra_error *why) {
    *own = (hra_rate_options){0};
    if (!options)
        return HRA_OK;
    if (options->size < sizeof options->size)
        return hra_fail(why, HRA_EINPUT, -1, "%s does not begin with its size",
                        _("the list of options of a rating"));
    if (options->size > sizeof *own)
        return hra_fail(why, HRA_EVERSION, -1,
                        "%s has %zu bytes, and this library knows %zu: it was compiled for a newer one",
                        _("the list of options of a rating"), options->size, sizeof *own);
    memcpy(own, options, options->size);
    return HRA_OK;
}

hra_err hra_rate(const hra_ranking *games, size_t count, int players, const hra_rate_options *options,
                 hra_rating *out, hra_error *why) {
    hra_rate_options o;
    hra_err err = take_options(&o, options, why);
    if (!err && (o.gap || !o.samples))
        err = hra_rate_gaps(games, count, players, o.samples ? NULL : out, o.gap, why);
    if (!err && o.samples)
        err = hra_rate_kinds(games, NULL, count, players, o.samples, o.seed, o.progress, out, why);
    return err;
}
