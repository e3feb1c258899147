/* A match: tasks are blocks of games, "games FROM TO", and results parts of the match (hra_match_write). */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "rules/rename.h"
#include "work/kind.h"

enum { MOST = 16384 /* games of a task */, PARTS = 64 /* that are merged at a time */ };

typedef struct match {
    hra_match_setup setup; /* of the whole */
    const hra_player *players[HRA_MAX_SEATS];
    bool records;
    uint64_t counted;                  /* games */
    int part_count;                    /* 1 or more: the first says which match it is */
    hra_match_result parts[PARTS + 1]; /* and room for what they come to */
} match;

static const hra_line_rule lines[] = {
    {.name = "player", .type = HRA_LINE_TEXT, .many = true},
    {.name = "games", .type = HRA_LINE_NUMBER, .low = 1, .high = 1000000000000, .needed = true},
    {.name = "rotate", .type = HRA_LINE_YES},
    HRA_LINE_SEED,
    HRA_LINE_RECORDS,
    HRA_LINES_LIMITS,
    HRA_LINE_OPENINGS,
    {0},
};

/* ---- opening --------------------------------------------------------------------------------*/

static hra_err open_players(match *m, hra_work *work, hra_error *why) {
    const hra_game *game = m->setup.game;
    int named = hra_keyed_count(hra_work_keyed(work), "player");
    hra_err err = HRA_OK;
    if (named > game->seats)
        return hra_fail(why, HRA_EINPUT, -1, "%s has %d seats, and %d players are named", game->spec,
                        game->seats, named);
    for (int seat = 0; seat < game->seats && !err; seat++) {
        const char *spec = hra_keyed_text(hra_work_keyed(work), "player", seat);
        err = hra_work_player(work, spec ? spec : hra_player_default(game, seat, false), &m->players[seat],
                              why);
    }
    return err;
}

/* No game at all: says what is wrong with the match, and else which one it is. */
static hra_err begin(match *m, hra_error *why) {
    hra_match_setup none = m->setup;
    none.games = 0;
    none.whole = m->setup.games;
    m->parts[0].size = sizeof m->parts[0];
    m->part_count = 1;
    hra_err err = hra_match_run(&none, &m->parts[0], why);
    m->parts[0].seconds = 0;
    return err;
}

static void close_match(void *self) {
    match *m = self;
    for (int i = 0; i < m->part_count; i++)
        hra_match_release(&m->parts[i]);
}

static hra_err open_match(void *self, hra_work *work, hra_error *why) {
    const hra_keyed *spec = hra_work_keyed(work);
    match *m = self;
    m->setup = (hra_match_setup){.size = sizeof m->setup,
                                 .game = hra_work_game(work),
                                 .players = m->players,
                                 .count = hra_work_game(work)->seats,
                                 .games = hra_keyed_number(spec, "games", 0),
                                 .seed = hra_work_seed(work),
                                 .threads = 1,
                                 .limits = hra_work_limits(work),
                                 .rotate = hra_keyed_yes(spec, "rotate")};
    m->records = hra_work_has_records(work);
    hra_err err = open_players(m, work, why);
    if (!err)
        err = hra_work_openings(work, &m->setup.openings, why);
    return err ? err : begin(m, why);
}

static int named(const hra_keyed *spec) {
    return hra_keyed_count(spec, "player");
}

/* ---- tasks ----------------------------------------------------------------------------------*/

static const hra_task_form forms[] = {{"games", 2}, {0}};

static bool fits(const void *self, const hra_task *t) {
    return t->number[1] <= ((const match *)self)->setup.games && t->number[1] - t->number[0] <= MOST;
}

static uint64_t cut(void *self, uint64_t from, uint64_t most) {
    const uint64_t left = ((const match *)self)->setup.games - from;
    most = most < MOST ? most : MOST;
    return left ? from + (left < most ? left : most) : 0;
}

static hra_err add_record(void *self, const char *text, size_t length) {
    hra_text_add_bytes(self, text, length);
    return ((hra_text *)self)->err;
}

static hra_err run(void *self, const hra_task *t, const hra_progress *progress, hra_text *result,
                   hra_text *records, hra_error *why) {
    const match *m = self;
    hra_match_setup how = m->setup;
    hra_match_result part = {.size = sizeof part};
    how.first = t->number[0];
    how.games = t->number[1] - t->number[0];
    how.whole = m->setup.games;
    how.progress = progress;
    how.sink = m->records && records ? add_record : NULL;
    how.sink_self = records;
    hra_err err = hra_match_run(&how, &part, why);
    if (!err && part.games < how.games)
        err = hra_fail(why, HRA_ESTOPPED, -1, "%s", hra_err_text(HRA_ESTOPPED));
    if (!err)
        hra_match_write(&part, result);
    hra_match_release(&part);
    return err;
}

/* ---- results --------------------------------------------------------------------------------*/

/* Puts all parts together. */
static hra_err merge(match *m, hra_error *why) {
    const hra_match_result *list[PARTS];
    hra_match_result *whole = &m->parts[PARTS];
    if (m->part_count == 1)
        return HRA_OK;
    for (int i = 0; i < m->part_count; i++)
        list[i] = &m->parts[i];
    *whole = (hra_match_result){.size = sizeof *whole};
    hra_err err = hra_match_merge(whole, list, m->part_count, why);
    if (err) {
        hra_match_release(whole);
        return err;
    }
    for (int i = 0; i < m->part_count; i++)
        hra_match_release(&m->parts[i]);
    m->parts[0] = *whole;
    m->part_count = 1;
    return HRA_OK;
}

/* Whether it is this match, and these games of it. */
static bool is_part(const match *m, const hra_match_result *r, const hra_task *t) {
    const hra_match_result *own = &m->parts[0];
    bool same = hra_same_game(m->setup.game, r->game) && r->seed == own->seed && r->whole == own->whole &&
                r->rotate == own->rotate && r->count == own->count && r->limits.nodes == own->limits.nodes;
    same =
        same && r->range_count == 1 && r->ranges[0].from == t->number[0] && r->ranges[0].to == t->number[1];
    for (int i = 0; i < own->count && same; i++)
        same = hra_same_player(m->setup.game, r->players[i].spec, own->players[i].spec);
    return same;
}

static hra_err add(void *self, const hra_task *t, const char *bytes, size_t length, hra_error *why) {
    match *m = self;
    hra_error inner = {0};
    hra_err err = m->part_count == PARTS ? merge(m, why) : HRA_OK;
    hra_match_result *part = &m->parts[m->part_count];
    if (err)
        return err;
    *part = (hra_match_result){.size = sizeof *part};
    err = hra_match_read(part, bytes, length, &inner);
    if (!err && is_part(m, part, t)) {
        m->part_count++;
        m->counted += t->number[1] - t->number[0];
        return HRA_OK;
    }
    hra_match_release(part);
    return err == HRA_ENOMEM ? hra_fail_as(why, &inner) : hra_work_damaged(why);
}

static void look(void *self, uint64_t *done, uint64_t *of, bool *finished) {
    const match *m = self;
    *done = m->counted;
    *of = m->setup.games;
    *finished = m->counted == m->setup.games;
}

static hra_err report(void *self, double seconds, hra_json *json, const char *key, hra_error *why) {
    match *m = self;
    hra_err err = merge(m, why);
    if (!err)
        hra_json_match(json, key, m->setup.game, &m->parts[0]);
    return err;
}

const hra_work_kind hra_match_work = {
    .name = "match",
    .word = "match",
    .pieces = N_("games"),
    .doing = N_("games"),
    .lines = lines,
    .forms = forms,
    .named = named,
    .self_size = sizeof(match),
    .open = open_match,
    .close = close_match,
    .fits = fits,
    .cut = cut,
    .add = add,
    .look = look,
    .report = report,
    .run = run,
};

hra_err hra_work_match(hra_work *work, hra_match_result *out, hra_error *why) {
    match *m = hra_work_self(work, &hra_match_work);
    if (!m)
        return hra_fail(why, HRA_EFIT, -1, "%s", _("this work is no match"));
    hra_work_hold(work);
    hra_err err = merge(m, why);
    if (!err)
        err = hra_match_merge(out, (const hra_match_result *const[]){&m->parts[0]}, 1, why);
    hra_work_loose(work);
    return err;
}
