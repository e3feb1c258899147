/* Pairings in blocks, which are tasks. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "core/thread.h"
#include "match/openings.h"
#include "play/seating.h"
#include "rating/ratings.h"
#include "rules/rules_complete.h"
#include "tournament/pairing_progress.h"
#include "tournament/schedule.h"
#include "tournament/tournament_tasks.h"

struct hra_tournament {
    hra_tournament_setup setup;
    const hra_player **players;
    hra_sequential test;
    hra_lock lock; /* guards everything below */
    hra_idle_programs idle;
    hra_pairing_progress *courses;
    int count; /* of them */
    int from; /* where the next task is looked for: pairings before it have more groups assigned, or have ended */
    uint64_t least;         /* groups assigned to the pairing that was found last: no other one has fewer */
    hra_tournament_sum sum; /* of all pairings, so that a look at it need not visit them */
    hra_error why;
};

/* ---- opening --------------------------------------------------------------------------------*/

static int pairing_size(const hra_tournament_setup *setup) {
    return setup->game->seats > 1 ? setup->game->seats : 2;
}

static hra_err check_players(const hra_tournament_setup *setup, hra_error *why) {
    int size = pairing_size(setup);
    if (setup->count < size || setup->count > HRA_TOURNAMENT_PLAYERS)
        return hra_fail(why, HRA_EINPUT, -1, "a tournament of %s takes %d to %d players, not %d",
                        setup->game->spec, size, HRA_TOURNAMENT_PLAYERS, setup->count);
    for (int i = 0; i < setup->count; i++) {
        const hra_player *alike[HRA_MAX_SEATS];
        for (int seat = 0; seat < setup->game->seats; seat++)
            alike[seat] = setup->players[i];
        hra_err err = hra_seats_check(setup->game, alike, setup->game->seats, why);
        if (err)
            return err;
        if (hra_player_info_of(setup->players[i])->human)
            return hra_fail(why, HRA_EINPUT, -1,
                            "a tournament takes only programs; use 'human' with hra play");
    }
    return HRA_OK;
}

static hra_err check_listed(const hra_tournament_setup *setup, hra_error *why) {
    for (int i = 0; i < setup->pairings; i++) {
        const hra_listed_pairing *p = &setup->listed[i];
        bool good = p->groups <= setup->groups;
        for (int k = 0; k < pairing_size(setup); k++)
            good = good && p->player[k] >= (k ? p->player[k - 1] + 1 : 0) && p->player[k] < setup->count;
        if (!good)
            return hra_fail(
                why, HRA_EINPUT, -1,
                "pairing %d names players in ascending order, from 0 to %d, and at most %llu groups", i,
                setup->count - 1, (unsigned long long)setup->groups);
    }
    return setup->pairings > 0 ? HRA_OK : hra_fail(why, HRA_EINPUT, -1, "no pairing is listed");
}

static hra_err check(const hra_tournament_setup *setup, int *pairings, hra_error *why) {
    if (!setup->game || !setup->players)
        return hra_fail(why, HRA_EINPUT, -1, "a tournament needs a game and players");
    hra_err err = check_players(setup, why);
    if (err)
        return err;
    *pairings = setup->schedule == HRA_LISTED
                    ? setup->pairings
                    : hra_schedule_count(setup->schedule, setup->count, pairing_size(setup));
    if (*pairings > HRA_TOURNAMENT_PAIRINGS)
        return hra_fail(why, HRA_EINPUT, -1, "%d players of %s make more than %d pairings", setup->count,
                        setup->game->spec, HRA_TOURNAMENT_PAIRINGS);
    err = setup->schedule == HRA_LISTED ? check_listed(setup, why) : HRA_OK;
    if (err)
        return err;
    err = setup->adjudicator ? hra_adjudicator_check(setup->adjudicator, setup->game, why) : HRA_OK;
    if (err)
        return err;
    if (setup->groups < 1 || setup->groups > UINT64_MAX / HRA_MAX_SEATS / HRA_TOURNAMENT_PAIRINGS)
        return hra_fail(why, HRA_EINPUT, -1, "a pairing has at least one group, and at most %llu",
                        (unsigned long long)(UINT64_MAX / HRA_MAX_SEATS / HRA_TOURNAMENT_PAIRINGS));
    if (setup->threads < 1 || setup->threads > HRA_MATCH_THREADS)
        return hra_fail(why, HRA_EINPUT, -1, "a tournament is played by 1 to %d threads, not %d",
                        HRA_MATCH_THREADS, setup->threads);
    if (setup->test && *pairings > 1)
        return hra_fail(why, HRA_EINPUT, -1, "a sequential test compares two players, not %d", setup->count);
    if (setup->test && setup->test->logistic && setup->game->seats != 2)
        return hra_fail(why, HRA_EFIT, -1,
                        "a test of logistic Elo needs a game of two seats; normalized Elo is for all games");
    return setup->test ? hra_sequential_check(setup->test, why) : HRA_OK;
}

static hra_err fill(hra_tournament *t) {
    int pairing[HRA_MAX_SEATS];
    t->players = malloc((size_t)t->setup.count * sizeof *t->players);
    t->courses = calloc((size_t)t->count, sizeof *t->courses);
    if (!t->players || !t->courses)
        return HRA_ENOMEM;
    memcpy(t->players, t->setup.players, (size_t)t->setup.count * sizeof *t->players);
    t->setup.players = t->players;
    if (t->setup.test) {
        t->test = *t->setup.test;
        t->setup.test = &t->test;
    }
    int size = pairing_size(&t->setup);
    for (int i = 0; i < size; i++)
        pairing[i] = i;
    for (int i = 0; i < t->count; i++) {
        const hra_listed_pairing *listed = t->setup.listed ? &t->setup.listed[i] : NULL;
        const uint64_t groups = listed ? listed->groups : t->setup.groups;
        hra_pairing_progress_init(&t->courses[i], &t->setup, listed ? listed->player : pairing, groups);
        t->sum.planned += groups;
        t->sum.ended += t->courses[i].ended;
        if (!listed)
            hra_schedule_next(t->setup.schedule, t->setup.count, size, pairing);
    }
    t->setup.listed = NULL; /* it is the caller's */
    hra_err err = hra_lock_init(&t->lock);
    if (!err && (err = hra_idle_programs_init(&t->idle)) != 0)
        hra_lock_release(&t->lock);
    return err;
}

hra_err hra_tournament_open(hra_tournament **out, const hra_tournament_setup *setup, hra_error *why) {
    int pairings = 0;
    hra_err err = check(setup, &pairings, why);
    if (!err)
        err = hra_seats_try(setup->game, setup->players, setup->count, &setup->limits,
                            setup->openings ? hra_openings_state(setup->openings, 0) : NULL, why);
    if (err)
        return err;
    hra_tournament *t = calloc(1, sizeof *t);
    if (!t)
        return hra_no_memory(why);
    t->setup = *setup;
    t->setup.pairings = t->count = pairings;
    if (fill(t) != 0) {
        free(t->players);
        free(t->courses);
        free(t);
        return hra_no_memory(why);
    }
    *out = t;
    return HRA_OK;
}

void hra_tournament_close(hra_tournament *t) {
    if (!t)
        return;
    for (int i = 0; i < t->count; i++)
        hra_pairing_progress_release(&t->courses[i]);
    hra_idle_programs_release(&t->idle);
    hra_lock_release(&t->lock);
    free(t->courses);
    free(t->players);
    free(t);
}

/* ---- playing --------------------------------------------------------------------------------*/

/* The first pairing from here on with the fewest assigned groups, or with at most `enough`; NULL: none. */
static hra_pairing_progress *find_open(const hra_tournament *t, int from, uint64_t enough) {
    hra_pairing_progress *found = NULL;
    for (int i = from; i < t->count; i++) {
        hra_pairing_progress *c = &t->courses[i];
        if (c->ended || c->handed >= c->limit)
            continue;
        if (c->handed <= enough && enough < UINT64_MAX)
            return c;
        if (enough == UINT64_MAX && (!found || c->handed < found->handed))
            found = c;
    }
    return found;
}

/* The pairing with the fewest assigned groups is next, so that all pairings advance alike. The caller holds
 * the lock. */
static hra_pairing_progress *take(hra_tournament *t, uint64_t most, uint64_t *from, uint64_t *to) {
    hra_pairing_progress *next = find_open(t, t->from, t->least);
    if (!next)
        next = find_open(t, 0, UINT64_MAX);
    if (!next)
        return NULL;
    t->from = (int)(next - t->courses);
    t->least = next->handed;
    uint64_t left = next->limit - next->handed;
    uint64_t share = left / (2 * (uint64_t)t->setup.threads);
    most = share < 1 ? 1 : share < most ? share : most;
    return hra_pairing_progress_take(next, most, from, to) ? next : NULL;
}

/* Reports what a block has changed; `before`: number of groups counted before. */
static hra_err tell(hra_tournament *t, hra_pairing_progress *c, uint64_t before, bool was_alike) {
    bool alike = c->shown.deterministic && !was_alike;
    if (c->shown.groups != before && t->setup.counted)
        t->setup.counted(t->setup.counted_self, &c->shown);
    if (alike && c->test && c->limit == 1)
        return hra_fail(&t->why, HRA_EINPUT, -1,
                        "%s and %s played the same moves in each of %d groups, so more groups add nothing: "
                        "add --openings, or random players",
                        hra_player_called(t->players, t->setup.count, c->shown.player[0]).text,
                        hra_player_called(t->players, t->setup.count, c->shown.player[1]).text,
                        HRA_TOURNAMENT_DETERMINISTIC);
    return HRA_OK;
}

/* The block counts, and is owned from now on. The lock is held. */
static hra_err count(hra_tournament *t, hra_pairing_progress *c, hra_group_task *block) {
    uint64_t before = c->shown.groups;
    bool was_alike = c->shown.deterministic, had_ended = c->ended;
    hra_err err = hra_pairing_progress_put(c, block);
    t->sum.groups += c->shown.groups - before;
    t->sum.deterministic += c->shown.deterministic - was_alike;
    t->sum.ended += c->ended - had_ended;
    t->sum.planned -= c->shown.deterministic && !was_alike ? c->groups - c->limit : 0;
    return err ? hra_no_memory(&t->why) : tell(t, c, before, was_alike);
}

/* ---- tasks ----------------------------------------------------------------------------------*/

bool hra_tournament_next_task(hra_tournament *t, uint64_t most, hra_tournament_task *out) {
    hra_lock_take(&t->lock);
    hra_pairing_progress *c = take(t, most, &out->from, &out->to);
    out->pairing = c ? (int)(c - t->courses) : -1;
    hra_lock_give(&t->lock);
    return c != NULL;
}

/* NULL: there is no such pairing, or it has no such groups. */
static hra_pairing_progress *course_of(hra_tournament *t, const hra_tournament_task *task) {
    bool good = task->pairing >= 0 && task->pairing < t->count && task->from < task->to &&
                task->to <= t->courses[task->pairing].groups && task->to - task->from <= HRA_BLOCK_GROUPS;
    return good ? &t->courses[task->pairing] : NULL;
}

hra_err hra_tournament_return_task(hra_tournament *t, const hra_tournament_task *task) {
    hra_pairing_progress *c = course_of(t, task);
    hra_lock_take(&t->lock);
    bool last = c && c->handed == task->to;
    if (last) {
        c->handed = task->from;
        t->from = 0; /* it has fewer now than those that were passed */
        t->least = 0;
    }
    hra_lock_give(&t->lock);
    return last ? HRA_OK : HRA_EINPUT;
}

hra_err hra_tournament_mark_assigned(hra_tournament *t, const hra_tournament_task *task, hra_error *why) {
    hra_pairing_progress *c = course_of(t, task);
    hra_lock_take(&t->lock);
    bool next = c && c->handed == task->from;
    if (next)
        c->handed = task->to;
    hra_lock_give(&t->lock);
    return next ? HRA_OK
                : hra_fail(why, HRA_EDAMAGED, -1, "groups %llu to %llu of pairing %d cannot come next",
                           (unsigned long long)task->from, (unsigned long long)task->to, task->pairing);
}

bool hra_tournament_is_needed(hra_tournament *t, const hra_tournament_task *task) {
    hra_pairing_progress *c = course_of(t, task);
    hra_lock_take(&t->lock);
    bool wants = c && !c->ended;
    hra_lock_give(&t->lock);
    return wants;
}

hra_err hra_tournament_run_task(hra_tournament *t, const hra_tournament_task *task,
                                const hra_progress *progress, hra_text *result, hra_text *records,
                                hra_error *why) {
    hra_group_task *block;
    hra_pairing_progress *c = course_of(t, task);
    if (!c)
        return hra_fail(why, HRA_EINPUT, -1, "unknown task of this tournament");
    hra_err err = hra_group_task_play(&block, &t->setup, &t->idle, c->shown.player, task->from, task->to,
                                      progress, why);
    if (err)
        return err;
    bool whole = block->to == task->to;
    if (whole)
        hra_group_task_write(block, task->pairing, result);
    if (whole && records)
        hra_text_add_bytes(records, block->records.data, block->records.length);
    hra_group_task_release(block);
    if (!whole)
        return hra_fail(why, HRA_ESTOPPED, -1, "%s", hra_err_text(HRA_ESTOPPED));
    return result->err || (records && records->err) ? hra_no_memory(why) : HRA_OK;
}

hra_err hra_tournament_add_result(hra_tournament *t, const hra_tournament_task *task, const char *result,
                                  hra_error *why) {
    hra_group_task *block;
    int pairing;
    hra_pairing_progress *c = course_of(t, task);
    hra_err err = hra_group_task_read(&block, &t->setup, result, &pairing, why);
    if (err)
        return err;
    hra_lock_take(&t->lock);
    bool right = c && pairing == task->pairing && block->from == task->from && block->to == task->to &&
                 task->to <= c->handed;
    if (right)
        err = count(t, c, block);
    if (err)
        err = hra_fail(why, err, -1, "%s", t->why.text[0] ? t->why.text : hra_err_text(err));
    hra_lock_give(&t->lock);
    if (right)
        return err;
    hra_group_task_release(block);
    return hra_fail(why, HRA_EDAMAGED, -1, "the result is not that of its task");
}

/* ---- looking --------------------------------------------------------------------------------*/

bool hra_tournament_over(hra_tournament *t) {
    hra_tournament_sum sum;
    hra_tournament_sums(t, &sum);
    return sum.ended == t->count;
}

void hra_tournament_sums(hra_tournament *t, hra_tournament_sum *out) {
    hra_lock_take(&t->lock);
    *out = t->sum;
    hra_lock_give(&t->lock);
}

void hra_tournament_snapshot(hra_tournament *t, int pairing, hra_pairing *out) {
    hra_lock_take(&t->lock);
    *out = t->courses[pairing].shown;
    hra_lock_give(&t->lock);
}

const hra_tournament_setup *hra_tournament_setup_of(const hra_tournament *t) {
    return &t->setup;
}

double hra_tournament_points(hra_tournament *t, int player) {
    double points = 0;
    hra_lock_take(&t->lock);
    for (int i = 0; i < t->count; i++)
        for (int k = 0; k < t->courses[i].shown.count; k++)
            points += t->courses[i].shown.player[k] == player ? t->courses[i].shown.points[k] : 0;
    hra_lock_give(&t->lock);
    return points;
}

/* All results, one group of each kind, and how often that was; NULL: no memory. The lock is held. */
static hra_ranking *rankings(hra_tournament *t, size_t *count, uint64_t **times) {
    size_t capacity = 1;
    uint64_t group = 0;
    for (int i = 0; i < t->count; i++)
        capacity += hra_pairing_progress_ranked(&t->courses[i]);
    hra_ranking *games = malloc(capacity * sizeof *games);
    *times = malloc(capacity * sizeof **times);
    *count = 0;
    for (int i = 0; i < t->count && games && *times; i++) {
        group = hra_pairing_progress_rankings(&t->courses[i], group, games + *count, *times + *count);
        *count += hra_pairing_progress_ranked(&t->courses[i]);
    }
    if (*times && games)
        return games;
    free(*times);
    free(games);
    return NULL;
}

/* Each kind of group as often as it was. */
static void multiply(hra_ranking *games, const uint64_t *times, size_t count) {
    for (size_t g = 0; g < count; g++)
        games[g].times = times[g];
}

hra_err hra_tournament_rate(hra_tournament *t, uint64_t samples, const hra_progress *progress,
                            hra_rating *out, bool *sampled, hra_error *why) {
    size_t count;
    uint64_t *times;
    hra_lock_take(&t->lock);
    hra_ranking *games = rankings(t, &count, &times);
    hra_lock_give(&t->lock);
    if (!games)
        return hra_no_memory(why);
    hra_err err = HRA_ESTOPPED;
    if (samples && count)
        err = hra_rate_kinds(games, times, count, t->setup.count, samples, t->setup.seed, progress, out, why);
    *sampled = err == HRA_OK;
    multiply(games, times, count);
    if (err == HRA_ESTOPPED)
        err = hra_rate(games, count, t->setup.count, NULL, out, why);
    free(games);
    free(times);
    return err;
}

hra_err hra_tournament_ties(hra_tournament *t, hra_tie_rating *out, double tie[HRA_MAX_SEATS + 1],
                            hra_error *why) {
    size_t count;
    uint64_t *times;
    hra_lock_take(&t->lock);
    hra_ranking *games = rankings(t, &count, &times);
    hra_lock_give(&t->lock);
    if (!games)
        return hra_no_memory(why);
    multiply(games, times, count);
    hra_err err = hra_rate_ties(games, count, t->setup.count, out, tie, why);
    free(games);
    free(times);
    return err;
}
