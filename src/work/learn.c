/* Training by rounds of games: tasks are games of a round, "games FROM TO", whose results are these games,
 * and once all of a round have results, "learn TO", whose result is the model after games 0..TO-1. With it
 * any process plays games of the next round. So only one process trains; and only the last model and the
 * games after it are needed: other results are deleted. */
#include "learn/learner.h"

#include <stdlib.h>

#include "core/messages.h"
#include "work/kind.h"

enum { PARTS = 16 /* of a round, at least, so that many have something to do */, IDLE = 64 };
enum { GAMES, LEARN }; /* forms */

typedef struct learning {
    hra_work *work;
    hra_learn_setup how;
    uint64_t round, games; /* of the whole, all rounds */
    /* Guarded by the lock of the work. */
    uint64_t assigned, assigned_learn; /* games that will be played, and trained on */
    uint64_t played, learnt;           /* the same of those that have a result */

    /* Guarded by hra_work_enter. */
    uint64_t kept; /* games that the file has learnt from */
    hra_text file; /* empty: nothing was learnt */
    hra_learner *idle[IDLE];
    int idle_count;
} learning;

static const hra_line_rule lines[] = {
    {.name = "method", .type = HRA_LINE_TEXT, .needed = true},
    {.name = "games", .type = HRA_LINE_NUMBER, .low = 1, .high = 1000000000000000, .needed = true},
    HRA_LINE_SEED,
    {0},
};

/* ---- opening --------------------------------------------------------------------------------*/

static void close_learning(void *self) {
    learning *l = self;
    while (l->idle_count)
        hra_learner_close(l->idle[--l->idle_count]);
    hra_text_release(&l->file);
}

static hra_err open_learning(void *self, hra_work *work, hra_error *why) {
    const hra_keyed *spec = hra_work_keyed(work);
    const uint64_t games = hra_keyed_number(spec, "games", 0);
    learning *l = self;
    hra_text_init(&l->file);
    l->work = work;
    l->how = (hra_learn_setup){.size = sizeof l->how,
                               .game = hra_work_game(work),
                               .method = hra_keyed_text(spec, "method", 0),
                               .seed = hra_work_seed(work),
                               .threads = 1,
                               .data = hra_work_brought(work)->data};
    hra_err err = hra_learner_open(&l->idle[0], &l->how, why);
    if (err)
        return err;
    l->idle_count = 1;
    l->round = hra_learner_round(l->idle[0]);
    if (!l->round)
        return hra_fail(
            why, HRA_EFIT, -1,
            "%s updates its model after every game, so a run cannot be divided; use zero or rollout",
            hra_learner_method(l->idle[0])->name);
    l->games = (games + l->round - 1) / l->round * l->round;
    return HRA_OK;
}

/* ---- tasks ----------------------------------------------------------------------------------*/

static const hra_task_form forms[] = {{"games", 2}, {"learn", 1}, {0}};

static hra_task learn_task(uint64_t to) {
    return (hra_task){.form = LEARN, .number = {to}};
}

static uint64_t end_of(const hra_task *t) {
    return t->number[t->form == GAMES];
}

/* The games that have to be learnt from before it. */
static uint64_t begin_of(const learning *l, const hra_task *t) {
    const uint64_t last = end_of(t) - 1;
    return last - last % l->round;
}

static bool fits(const void *self, const hra_task *t) {
    const learning *l = self;
    if (!end_of(t) || end_of(t) > l->games)
        return false;
    return t->form == LEARN ? end_of(t) % l->round == 0 : t->number[0] >= begin_of(l, t);
}

/* Games of a round in their order, then what is learnt from them. */
static bool assigned(void *self, const hra_task *t) {
    learning *l = self;
    const bool full = l->assigned > l->assigned_learn && l->assigned % l->round == 0;
    if ((t->form == LEARN) != full || t->number[0] != l->assigned)
        return false;
    *(full ? &l->assigned_learn : &l->assigned) = end_of(t);
    return true;
}

static bool next(void *self, uint64_t most, hra_task *out) {
    learning *l = self;
    const uint64_t end = l->learnt + l->round, from = l->assigned, part = (l->round + PARTS - 1) / PARTS;
    most = most < part ? most : part;
    if (l->learnt == l->games || l->assigned_learn == end || (from == end && l->played != end))
        return false;
    *out =
        from == end ? learn_task(end) : (hra_task){.number = {from, end - from < most ? end : from + most}};
    return assigned(l, out);
}

static void undo(void *self, const hra_task *t) {
    learning *l = self;
    if (t->form == LEARN)
        l->assigned_learn = begin_of(l, t);
    else
        l->assigned = t->number[0];
}

static bool ready(void *self, const hra_task *t) {
    const learning *l = self;
    return t->form == LEARN ? end_of(t) <= l->played : begin_of(l, t) <= l->learnt;
}

/* ---- what a task needs ----------------------------------------------------------------------*/

static uint64_t learnt_now(const learning *l) {
    hra_work_hold(l->work);
    const uint64_t learnt = l->learnt;
    hra_work_loose(l->work);
    return learnt;
}

/* Gets the model after `games` games. */
static hra_err need_file(learning *l, uint64_t games, hra_error *why) {
    const hra_task learnt = learn_task(games);
    if (l->kept == games)
        return HRA_OK;
    l->kept = UINT64_MAX;
    hra_text_clear(&l->file);
    hra_err err = games ? hra_work_fetch(l->work, &learnt, &l->file, why) : HRA_OK;
    if (!err && games && !l->file.length)
        return hra_work_damaged(why);
    l->kept = err ? UINT64_MAX : games;
    return err;
}

/* Opens a learner with the model after `games` games; the caller holds the lock. */
static hra_err open_at(learning *l, uint64_t games, hra_learner **out, hra_error *why) {
    hra_err err = need_file(l, games, why);
    if (err)
        return err;
    *out = l->idle_count ? l->idle[--l->idle_count] : NULL;
    if (*out && games == 0 && hra_learner_games(*out) != 0) {
        hra_learner_close(*out);
        *out = NULL;
    }
    if (!*out)
        err = hra_learner_open(out, &l->how, why);
    if (!err && hra_learner_games(*out) != games)
        err = hra_learner_restore(*out, "learn", l->file.data, l->file.length, why);
    return err;
}

/* The number of assigned tasks up to the last one that trains on at most `games` games, which it includes. */
static size_t tasks_until(const learning *l, uint64_t games) {
    size_t count = hra_work_assigned(l->work);
    for (; count > 0; count--) {
        const hra_task *t = hra_work_assigned_at(l->work, count - 1);
        if (t->form == LEARN && end_of(t) <= games)
            break;
    }
    return count;
}

/* The task of this index; false: it is none of games. */
static bool task_of_games(const learning *l, size_t index, hra_task *out) {
    hra_work_hold(l->work);
    const bool some =
        index < hra_work_assigned(l->work) && hra_work_assigned_at(l->work, index)->form == GAMES;
    if (some)
        *out = *hra_work_assigned_at(l->work, index);
    hra_work_loose(l->work);
    return some;
}

/* The games of the round that begins there, one task after the other. Deletes what is not needed any more:
 * the games of the round before, and the model that played them. A process that still needs one of these
 * has a task that already has its result. */
static hra_err fetch_games(const learning *l, uint64_t begin, hra_text *out, hra_error *why) {
    hra_task t;
    hra_work_hold(l->work);
    const size_t first = tasks_until(l, begin), old = begin ? tasks_until(l, begin - l->round) : 0;
    hra_work_loose(l->work);
    hra_err err = first ? hra_work_forget(l->work, old ? old - 1 : 0, first - 1, why) : HRA_OK;
    for (size_t i = first; !err && task_of_games(l, i, &t); i++)
        err = hra_work_fetch(l->work, &t, out, why);
    return err;
}

/* ---- doing it -------------------------------------------------------------------------------*/

/* The next round is played with this model, unless another thread has set a later one. */
static void take_over(learning *l, uint64_t games, const hra_text *file) {
    hra_work_enter(l->work);
    if (learnt_now(l) < games) {
        hra_text_clear(&l->file);
        hra_text_add_bytes(&l->file, file->data, file->length);
        l->kept = l->file.err ? UINT64_MAX : games;
    }
    hra_work_leave(l->work);
}

static hra_err learn(learning *l, const hra_task *t, hra_learner *own, const hra_progress *progress,
                     hra_text *result, hra_error *why) {
    hra_text games;
    hra_text_init(&games);
    hra_err err = fetch_games(l, begin_of(l, t), &games, why);
    if (!err)
        err = hra_learner_add_result(own, end_of(t), hra_text_string(&games), games.length, progress, why);
    if (!err && hra_learner_write(own, result) != 0)
        err = hra_no_memory(why);
    hra_text_release(&games);
    if (!err)
        take_over(l, end_of(t), result);
    return err;
}

static hra_err run(void *self, const hra_task *t, const hra_progress *progress, hra_text *result,
                   hra_text *records, hra_error *why) {
    learning *l = self;
    hra_learner *own = NULL;
    hra_work_enter(l->work);
    hra_err err = begin_of(l, t) < learnt_now(l) ? hra_fail(why, HRA_EINPUT, -1, "this round is over")
                                                 : open_at(l, begin_of(l, t), &own, why);
    hra_work_leave(l->work);
    if (!err)
        err = t->form == LEARN ? learn(l, t, own, progress, result, why)
                               : hra_learner_run_task(own, t->number[0], t->number[1], progress, result, why);
    hra_work_enter(l->work);
    if (own && !err && l->idle_count < IDLE) {
        l->idle[l->idle_count++] = own;
        own = NULL;
    }
    hra_work_leave(l->work);
    hra_learner_close(own);
    return err;
}

/* ---- counting -------------------------------------------------------------------------------*/

/* Whether bytes are a model of this training after `games` games. */
static hra_err check_file(const learning *l, uint64_t games, const char *bytes, size_t length,
                          hra_error *why) {
    hra_learner *own;
    hra_error inner = {0};
    hra_err err = hra_learner_open(&own, &l->how, why);
    if (err)
        return err;
    err = hra_learner_restore(own, "learn", bytes, length, &inner);
    const bool right = !err && hra_learner_games(own) == games;
    hra_learner_close(own);
    return err == HRA_ENOMEM ? hra_fail_as(why, &inner) : right ? HRA_OK : hra_work_damaged(why);
}

/* Nothing is learnt before all is played, nor played of a round before the one before it is learnt. Games are looked
 * at when it is learnt from them. */
static hra_err add(void *self, const hra_task *t, const char *bytes, size_t length, hra_error *why) {
    learning *l = self;
    if (t->form == LEARN ? end_of(t) != l->played : begin_of(l, t) != l->learnt)
        return hra_work_damaged(why);
    if (t->form == GAMES) {
        l->played += t->number[1] - t->number[0];
        return HRA_OK;
    }
    hra_err err = bytes ? check_file(l, end_of(t), bytes, length, why) : HRA_OK;
    if (!err)
        l->learnt = end_of(t);
    return err;
}

static void look(void *self, uint64_t *done, uint64_t *of, bool *finished) {
    const learning *l = self;
    *done = l->learnt;
    *of = l->games;
    *finished = l->learnt == l->games;
}

static hra_err report(void *self, double seconds, hra_json *json, const char *key, hra_error *why) {
    const learning *l = self;
    hra_json_object(json, key);
    hra_json_text(json, "game", l->how.game->spec);
    hra_json_text(json, "method", l->how.method);
    hra_json_count(json, "seed", l->how.seed);
    hra_json_count(json, "games", l->learnt);
    hra_json_count(json, "games_planned", l->games);
    hra_json_end(json);
    return HRA_OK;
}

const hra_work_kind hra_learn_work = {
    .name = "learn",
    .word = "learning",
    .pieces = N_("games"),
    .doing = N_("learning"),
    .lines = lines,
    .forms = forms,
    .fetches = true,
    .holds = true,
    .self_size = sizeof(learning),
    .open = open_learning,
    .close = close_learning,
    .fits = fits,
    .next = next,
    .assigned = assigned,
    .undo = undo,
    .ready = ready,
    .add = add,
    .look = look,
    .report = report,
    .run = run,
};

/* While it is fetched others may learn on, so that it is forgotten. */
hra_err hra_work_model(hra_work *work, hra_text *out, uint64_t *games, hra_error *why) {
    learning *l = hra_work_self(work, &hra_learn_work);
    const size_t before = out->length;
    hra_err err = HRA_OK;
    if (!l)
        return hra_fail(why, HRA_EFIT, -1, "%s", _("this work is not a training"));
    do {
        const hra_task last = learn_task(*games = learnt_now(l));
        err = *games ? hra_work_fetch(work, &last, out, why) : HRA_OK;
    } while (!err && out->length == before && learnt_now(l) != *games);
    return !err && *games && out->length == before ? hra_work_damaged(why) : err;
}
