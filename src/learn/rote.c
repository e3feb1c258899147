/* The method `rote`: positions met in play are kept with the worth that looking ahead from them has found,
 * and serve at the leaves of later searches, so that depth adds up.
 *
 * A. L. Samuel, "Some studies in machine learning using the game of checkers", IBM Journal 3, 1959. His
 * program kept the positions on tape, and what it kept was worth a little less with every step away from an
 * end, so that it took the shorter way to a win. Positions grow older, those that serve again become younger
 * (their age is halved), and the old ones are forgotten; so are the oldest where there are too many.
 *
 * What is learnt is a table. Ages stand beside it, under the same keys. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/array_alloc.h"
#include "core/messages.h"
#include "learn/learner.h"
#include "learn/trajectory.h"

enum { MOST_ROUND = 100000, MOST_PLIES = 1000000, MOST_DEPTH = 40, MOST_KEPT = 5000000, OLDEST = 65535 };

typedef struct rote {
    hra_learn_seats way; /* but for who looks ahead */
    int round, depth;
    double discount;
    int ageing, forget;
    size_t most;           /* entries of the table */
    hra_value_table ages;  /* whole numbers, under the keys of what was learnt */
    hra_eval sight;        /* judges what is not kept; kind NULL: nothing does */
    hra_text judge;        /* its spec; empty where there is none */
    hra_learnt_work work;  /* of the learning */
    hra_trail *trails;     /* of a round */
    hra_trail_work *works; /* one a thread, */
    hra_lookahead *aheads; /* and so are these */
} rote;

/* ---- opening --------------------------------------------------------------------------------*/

/* clang-format cannot align rows that are macros. */
/* clang-format off */
static const hra_option options[] = {
    {"depth", HRA_OPTION_INT, "3", 1, MOST_DEPTH, NULL, N_("search depth in decisions; then quiescence search of loud moves")},
    {"eval", HRA_OPTION_SPEC, NULL, 0, 0, NULL,
     N_("evaluation of positions not stored (default: the game's first, or a draw)")},
    {"discount", HRA_OPTION_REAL, NULL, 0, 1, NULL,
     N_("discount factor of stored values (default: 0.99; games for points: 1)")},
    {"max-positions", HRA_OPTION_INT, "100000", 1, MOST_KEPT, NULL, N_("maximum stored positions; the oldest are deleted after an iteration")},
    {"games-per-age", HRA_OPTION_INT, "100", 1, 1e9, NULL, N_("games after which all entries age by one; a used entry halves its age")},
    {"max-age", HRA_OPTION_INT, "100", 1, OLDEST, NULL, N_("delete older entries")},
    {"epsilon", HRA_OPTION_REAL, "0.1", 0, 1, NULL, N_("probability of a random move")},
    {"random-opening", HRA_OPTION_INT, "8", 0, MOST_PLIES, NULL,
     N_("start each game with 0 to N random moves")},
    {"games-per-iteration", HRA_OPTION_INT, "10", 1, MOST_ROUND, NULL, N_("games between two updates")},
    {"max-plies", HRA_OPTION_INT, "500", 1, MOST_PLIES, NULL, N_("stop games longer than N plies")},
    {0},
};
/* clang-format on */

static void read_options(const hra_game *game, rote *r, const hra_options *given) {
    r->way = (hra_learn_seats){.seats = (1u << game->seats) - 1,
                               .explore = hra_options_real(given, "epsilon"),
                               .opening = (int)hra_options_int(given, "random-opening"),
                               .plies = (int)hra_options_int(given, "max-plies")};
    r->round = (int)hra_options_int(given, "games-per-iteration");
    r->depth = (int)hra_options_int(given, "depth");
    r->discount = hra_options_given(given, "discount") ? hra_options_real(given, "discount")
                  : hra_learnt_bounded(game)           ? 0.99
                                                       : 1;
    r->ageing = (int)hra_options_int(given, "games-per-age");
    r->forget = (int)hra_options_int(given, "max-age");
    r->most = (size_t)hra_options_int(given, "max-positions") * (size_t)game->seats;
}

/* The evaluation that judges what is not kept. */
static const char *usual_judge(const hra_game *game) {
    const hra_evaluation *own = game->rules->catalogue->evaluations;
    return own && own->name ? own->name : "none";
}

static void rote_follows(const hra_game *game, bool small, const hra_options *typed, const char *option,
                         hra_text *out) {
    if (strcmp(option, "eval") == 0)
        hra_text_add(out, usual_judge(game));
    else if (strcmp(option, "discount") == 0)
        hra_text_add(out, hra_learnt_bounded(game) ? "0.99" : "1");
}

static void close_rote(hra_learner *l) {
    rote *r = l->own;
    for (int i = 0; r->trails && i < r->round; i++)
        hra_trail_release(&r->trails[i]);
    for (int i = 0; r->works && i < l->threads; i++)
        hra_trail_work_release(&r->works[i]);
    for (int i = 0; r->aheads && i < l->threads; i++)
        hra_lookahead_release(&r->aheads[i]);
    free(r->trails);
    free(r->works);
    free(r->aheads);
    hra_learnt_work_release(&r->work);
    hra_value_table_release(&r->ages);
    hra_eval_close(&r->sight);
    hra_text_release(&r->judge);
    free(r);
    l->own = NULL;
}

/* What judges at sight, as it was asked for, or as the game has it. */
static hra_err open_sight(const hra_game *game, rote *r, const char *named, hra_error *why) {
    const char *spec = named ? named : usual_judge(game);
    if (strcmp(spec, "none") == 0)
        return HRA_OK;
    hra_text_add(&r->judge, spec);
    return hra_eval_open(&r->sight, game, spec, why);
}

static hra_err open_threads(const hra_learner *l, rote *r) {
    const size_t threads = (size_t)l->threads;
    r->trails = calloc((size_t)r->round, sizeof *r->trails);
    r->works = calloc(threads, sizeof *r->works);
    r->aheads = calloc(threads, sizeof *r->aheads);
    if (!r->trails || !r->works || !r->aheads)
        return HRA_ENOMEM;
    for (int i = 0; i < r->round; i++)
        hra_trail_init(&r->trails[i], l->game);
    hra_err err = hra_learnt_work_init(&r->work, &l->learnt);
    for (int i = 0; !err && i < l->threads; i++) {
        err = hra_trail_work_init(&r->works[i], &l->learnt);
        if (!err)
            err = hra_lookahead_init(&r->aheads[i], &l->learnt, &r->sight, r->depth);
    }
    return err;
}

static hra_err open_rote(hra_learner *l, const hra_options *given, hra_error *why) {
    double unit;
    hra_err err = hra_lookahead_fits(l->game, hra_learn_rote.kind.name, why);
    if (err)
        return err;
    rote *r = l->own = calloc(1, sizeof *r);
    if (!r)
        return hra_no_memory(why);
    hra_text_init(&r->judge);
    read_options(l->game, r, given);
    err = open_sight(l->game, r, hra_options_text(given, "eval"), why);
    if (!err)
        err = hra_learn_unit(l->game, &unit, why);
    if (!err)
        err = hra_learnt_init(&l->learnt, l->game, HRA_LEARNT_TABLE, NULL, 0, unit, why);
    if (err)
        return err;
    err = open_threads(l, r);
    return err == HRA_ENOMEM || r->judge.err ? hra_no_memory(why) : err;
}

static void tell_player(const hra_learner *l, hra_text *out) {
    const rote *r = l->own;
    hra_text_addf(out, "alphabeta:full,depth=%d,tt=1M,eval=trained(file=*", r->depth);
    if (r->sight.kind)
        hra_text_addf(out, ",fallback=%s", hra_text_string(&r->judge));
    hra_text_add(out, ")");
}

/* ---- remembering ----------------------------------------------------------------------------*/

static uint64_t seat(void *self, int thread, uint64_t number, hra_learn_seats *out) {
    const rote *r = self;
    *out = r->way;
    for (int k = 0; k < HRA_MAX_SEATS; k++)
        out->ahead[k] = &r->aheads[thread];
    return number;
}

/* A position has served again. */
static void refresh(rote *r, uint64_t key) {
    if (hra_value_table_find(&r->ages, key)) {
        float *age = hra_value_table_put(&r->ages, key, 0);
        *age = floorf(*age / 2);
    }
}

/* Keeps what looking ahead from s has found it to be worth to the seat; it is new, or serves again. */
static hra_err keep(hra_learner *l, rote *r, const void *s, int to, double worth) {
    uint64_t key = hra_learnt_key(&r->work, s, to);
    double rest = r->discount * (worth - hra_learnt_gained(l->game, s, to));
    refresh(r, key);
    float output = (float)((rest - l->learnt.offset) / l->learnt.scale);
    float *value = hra_value_table_put(&l->learnt.table, key, output);
    if (!value || !hra_value_table_put(&r->ages, key, 0))
        return HRA_ENOMEM;
    *value = output;
    return HRA_OK;
}

static hra_err learn_game(hra_learner *l, rote *r, const hra_trail *trail) {
    hra_err err = HRA_OK;
    for (int i = 0; !err && i < trail->count; i++) {
        const hra_step *step = &trail->steps[i];
        if (!step->ahead)
            continue;
        for (int k = 0; !err && k < l->game->seats; k++) {
            refresh(r, hra_learnt_key(&r->work, hra_trail_behind(trail, i), k)); /* the leaf */
            err = keep(l, r, hra_trail_before(trail, i), k, k == step->seat ? step->worth : -step->worth);
        }
    }
    return err;
}

/* ---- forgetting -----------------------------------------------------------------------------*/

typedef struct aged {
    uint64_t key;
    float age;
} aged;

static int youngest_first(const void *a, const void *b) {
    const aged *x = a, *y = b;
    return x->age != y->age ? (x->age > y->age) - (x->age < y->age) : (x->key > y->key) - (x->key < y->key);
}

/* All entries, each older by `years`, without those that are too old, the youngest first. */
static size_t list_young(const rote *r, int years, aged *list) {
    size_t n = 0;
    for (size_t i = 0; i < r->ages.capacity; i++)
        if (!isnan(r->ages.values[i]) && r->ages.values[i] + (float)years <= (float)r->forget)
            list[n++] = (aged){r->ages.keys[i], r->ages.values[i] + (float)years};
    qsort(list, n, sizeof *list, youngest_first);
    return n;
}

/* Tables that hold what is listed and nothing else. */
static hra_err rebuild(hra_learner *l, rote *r, const aged *list, size_t n) {
    hra_value_table values = {0}, ages = {0};
    bool good = true;
    for (size_t i = 0; good && i < n; i++)
        good =
            hra_value_table_put(&values, list[i].key, *hra_value_table_find(&l->learnt.table, list[i].key)) &&
            hra_value_table_put(&ages, list[i].key, list[i].age);
    hra_value_table_release(good ? &l->learnt.table : &values);
    hra_value_table_release(good ? &r->ages : &ages);
    if (!good)
        return HRA_ENOMEM;
    l->learnt.table = values;
    r->ages = ages;
    return HRA_OK;
}

/* Where there are too many an eighth of what may stay goes too, so that it is not done after every round. */
static hra_err grow_older(hra_learner *l, rote *r, uint64_t from, uint64_t to) {
    const uint64_t span = (uint64_t)r->ageing;
    int years = (int)(to / span - from / span);
    if (!years && r->ages.count <= r->most)
        return HRA_OK;
    aged *list = hra_room(r->ages.count + 1, sizeof *list);
    if (!list)
        return HRA_ENOMEM;
    size_t n = list_young(r, years, list);
    hra_err err = rebuild(l, r, list, n > r->most ? r->most - r->most / 8 : n);
    free(list);
    return err;
}

static hra_err learn_round(hra_learner *l, uint64_t from, uint64_t to, const hra_progress *progress,
                           hra_error *why) {
    rote *r = l->own;
    const hra_trail_round round = {r->trails, r->works, l->threads, l->seed, seat, r};
    hra_err err = hra_trail_play_round(&round, from, to, progress ? progress->stop : NULL, why);
    for (uint64_t number = from; !err && number < to; number++)
        err = learn_game(l, r, &r->trails[number - from]);
    if (!err)
        err = grow_older(l, r, from, to);
    return err == HRA_ENOMEM ? hra_no_memory(why) : err;
}

static int round_of(const hra_learner *l) {
    return ((const rote *)l->own)->round;
}

/* ---- going on -------------------------------------------------------------------------------*/

static int by_key(const void *a, const void *b) {
    uint64_t x = ((const aged *)a)->key, y = ((const aged *)b)->key;
    return (x > y) - (x < y);
}

/* The ages, in the order of the keys. */
static void remember(const hra_learner *l, hra_text *out) {
    const rote *r = l->own;
    aged *list = hra_room(r->ages.count + 1, sizeof *list);
    if (!list) {
        out->err = HRA_ENOMEM;
        return;
    }
    size_t n = 0;
    for (size_t i = 0; i < r->ages.capacity; i++)
        if (!isnan(r->ages.values[i]))
            list[n++] = (aged){r->ages.keys[i], r->ages.values[i]};
    qsort(list, n, sizeof *list, by_key);
    for (size_t i = 0; i < n; i++) {
        hra_bytes_put(out, list[i].key, 8);
        hra_bytes_put(out, (uint64_t)list[i].age, 2);
    }
    free(list);
}

static hra_err recall(hra_learner *l, const hra_learnt *read, const char *name, const hra_text *memory,
                      hra_error *why) {
    rote *r = l->own;
    hra_bytes from = {hra_text_string(memory), hra_text_string(memory) + memory->length};
    hra_value_table ages = {0};
    hra_err err = hra_bytes_left(&from) == 10 * read->table.count ? HRA_OK : HRA_EDAMAGED;
    for (size_t i = 0; !err && i < read->table.count; i++) {
        uint64_t key = hra_bytes_take(&from, 8), age = hra_bytes_take(&from, 2);
        if (!hra_value_table_find(&read->table, key))
            err = HRA_EDAMAGED;
        else if (!hra_value_table_put(&ages, key, (float)age))
            err = HRA_ENOMEM;
    }
    if (!err && ages.count != read->table.count) /* a key twice */
        err = HRA_EDAMAGED;
    hra_value_table_release(err ? &ages : &r->ages);
    if (!err)
        r->ages = ages;
    return err == HRA_EDAMAGED ? hra_fail(why, err, -1, "'%s': the ages of the positions are damaged", name)
           : err               ? hra_no_memory(why)
                               : HRA_OK;
}

const hra_learner_interface hra_learn_rote = {
    .kind = {"rote", N_("Rote learning"), N_("store search values for the leaves of later searches"),
             options},
    .tell_player = tell_player,
    .open = open_rote,
    .close = close_rote,
    .follows = rote_follows,
    .round = round_of,
    .learn = learn_round,
    .remember = remember,
    .recall = recall,
};
