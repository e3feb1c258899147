/* A review: tasks are plies of a record, "plies FROM TO", and results what the judge says of them, which is counted in
 * the order of plies. A judge that remembers earlier decisions judges all plies in one task, so that a review is the
 * same whoever does it. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "players/player.h"
#include "work/kind.h"
#include "work/review_text.h"

enum { MOST = 1024 /* plies of a task */ };

typedef struct reviewing {
    hra_record *record;
    const hra_player *judge;
    hra_agent *agent;
    hra_review *review; /* what was counted */
    hra_limits limits;
    bool remembers; /* the judge does */
    uint64_t plies, counted;
    hra_review_part *parts; /* that wait for plies before them, in the order of plies */
    size_t waiting, capacity;
} reviewing;

static const hra_line_rule lines[] = {
    {.name = "player", .type = HRA_LINE_TEXT, .needed = true},
    {.name = "record", .type = HRA_LINE_TEXT, .needed = true, .many = true},
    HRA_LINES_LIMITS,
    {0},
};

/* ---- opening --------------------------------------------------------------------------------*/

static hra_err read_record(reviewing *r, hra_work *work, hra_error *why) {
    hra_text text;
    size_t used;
    hra_text_init(&text);
    hra_keyed_join(hra_work_keyed(work), "record", &text);
    hra_err err = text.err ? hra_no_memory(why)
                           : hra_record_parse(&r->record, hra_work_brought(work)->host, text.data,
                                              text.length, &used, 1, why);
    hra_text_release(&text);
    return err;
}

static void close_review(void *self) {
    reviewing *r = self;
    for (size_t i = 0; i < r->waiting; i++)
        hra_review_part_release(&r->parts[i]);
    free(r->parts);
    hra_review_close(r->review);
    hra_agent_close(r->agent);
    hra_record_close(r->record);
}

/* A review by an agent that is given, or opened for it. */
static hra_err open_own(const reviewing *r, hra_agent **agent, hra_review **out, hra_error *why) {
    hra_err err = hra_agent_open(agent, r->judge);
    if (err)
        return hra_fail(why, err, -1, "%s", hra_err_text(err));
    err = hra_review_open(out, *agent, r->record, why);
    if (!err)
        hra_review_limit(*out, r->limits);
    return err;
}

static hra_err open_review(void *self, hra_work *work, hra_error *why) {
    const hra_keyed *spec = hra_work_keyed(work);
    reviewing *r = self;
    r->limits = hra_work_limits(work);
    hra_err err = hra_work_player(work, hra_keyed_text(spec, "player", 0), &r->judge, why);
    if (!err)
        err = read_record(r, work, why);
    if (!err && !hra_player_info_of(r->judge)->kind)
        err = hra_fail(why, HRA_EINPUT, -1, "a person does not judge here; name a machine");
    if (!err && hra_record_info(r->record)->plies == 0)
        err = hra_fail(why, HRA_EINPUT, -1, "nothing was played in the record");
    if (!err)
        err = open_own(r, &r->agent, &r->review, why);
    if (err)
        return err;
    r->remembers = hra_player_info_of(r->judge)->kind->forget != NULL;
    r->plies = (uint64_t)hra_review_snapshot(r->review)->plies;
    return HRA_OK;
}

/* ---- tasks ----------------------------------------------------------------------------------*/

static const hra_task_form forms[] = {{"plies", 2}, {0}};

static bool fits(const void *self, const hra_task *t) {
    const reviewing *r = self;
    uint64_t from = t->number[0], to = t->number[1];
    return to <= r->plies && (r->remembers ? from == 0 && to == r->plies : to - from <= MOST);
}

static uint64_t cut(void *self, uint64_t from, uint64_t most) {
    const reviewing *r = self;
    uint64_t left = r->plies - from;
    most = most < MOST ? most : MOST;
    return left == 0 ? 0 : from + (r->remembers || left < most ? left : most);
}

/* ---- judging --------------------------------------------------------------------------------*/

static hra_err judge(hra_review *review, hra_review_part *part, const hra_stop *stop) {
    hra_err err = hra_review_begin(review, part->from, stop, part->start);
    const double *before = part->start;
    part->unit = hra_review_snapshot(review)->unit;
    for (int i = 0; i < part->count && !err; i++) {
        err = hra_stop_is_set(stop)
                  ? HRA_ESTOPPED
                  : hra_review_judge_ply(review, part->from + i, before, stop, &part->plies[i]);
        if (err)
            part->plies[i].line = NULL;
        before = part->plies[i].values;
    }
    return err;
}

static hra_err explain(const reviewing *r, const hra_agent *agent, hra_err err, hra_error *why) {
    const hra_error *said = hra_agent_why(agent);
    if (err == HRA_EFIT)
        return hra_fail(why, HRA_EFIT, -1, "%s cannot tell what a position is worth; name a judge with by=",
                        hra_player_info_of(r->judge)->spec);
    return hra_fail(why, err, -1, "%s", said && said->code == err ? said->text : hra_err_text(err));
}

static hra_err run(void *self, const hra_task *t, const hra_progress *progress, hra_text *result,
                   hra_text *records, hra_error *why) {
    const reviewing *r = self;
    hra_review_part part;
    hra_agent *agent = NULL;
    hra_review *review = NULL;
    hra_err err = hra_review_part_init(&part, (int)t->number[0], (int)(t->number[1] - t->number[0]));
    if (err)
        return hra_no_memory(why);
    err = open_own(r, &agent, &review, why);
    if (!err) {
        err = judge(review, &part, progress->stop);
        if (!err)
            err = hra_review_part_write(review, &part, result);
        if (err)
            err = explain(r, agent, err, why);
    }
    hra_review_part_release(&part);
    hra_review_close(review);
    hra_agent_close(agent);
    return err;
}

/* ---- counting -------------------------------------------------------------------------------*/

static void count_part(reviewing *r, hra_review_part *part) {
    if (part->from == 0)
        hra_review_count_start(r->review, part->unit, part->start);
    for (int i = 0; i < part->count; i++) {
        hra_review_count_ply(r->review, &part->plies[i]);
        part->plies[i].line = NULL; /* is the review's now */
    }
    r->counted += (uint64_t)part->count;
    hra_review_part_release(part);
}

/* Parts before which none is missing. */
static void count_parts(reviewing *r) {
    size_t whole = 0;
    while (whole < r->waiting && (uint64_t)r->parts[whole].from == r->counted)
        count_part(r, &r->parts[whole++]);
    r->waiting -= whole;
    if (whole)
        memmove(r->parts, r->parts + whole, r->waiting * sizeof *r->parts);
}

static hra_err make_room(reviewing *r) {
    if (r->waiting < r->capacity)
        return HRA_OK;
    size_t capacity = r->capacity ? 2 * r->capacity : 16;
    hra_review_part *parts = realloc(r->parts, capacity * sizeof *parts);
    if (!parts)
        return HRA_ENOMEM;
    r->parts = parts;
    r->capacity = capacity;
    return HRA_OK;
}

static hra_err add(void *self, const hra_task *t, const char *bytes, size_t length, hra_error *why) {
    reviewing *r = self;
    hra_review_part part;
    hra_error inner = {0};
    if (make_room(r) != 0 ||
        hra_review_part_init(&part, (int)t->number[0], (int)(t->number[1] - t->number[0])) != 0)
        return hra_no_memory(why);
    hra_err err = hra_review_part_read(r->review, bytes, length, &part, &inner);
    if (err) {
        hra_review_part_release(&part);
        return err == HRA_ENOMEM ? hra_no_memory(why) : hra_work_damaged(why);
    }
    size_t i = r->waiting++;
    for (; i > 0 && r->parts[i - 1].from > part.from; i--)
        r->parts[i] = r->parts[i - 1];
    r->parts[i] = part;
    count_parts(r);
    return HRA_OK;
}

static void look(void *self, uint64_t *done, uint64_t *of, bool *finished) {
    const reviewing *r = self;
    *done = r->counted;
    *of = r->plies;
    *finished = *done == *of;
}

static hra_err report(void *self, double seconds, hra_json *json, const char *key, hra_error *why) {
    hra_json_review(json, key, ((const reviewing *)self)->review);
    return HRA_OK;
}

const hra_work_kind hra_review_work = {
    .name = "review",
    .word = "review",
    .pieces = N_("plies"),
    .doing = N_("reviewing"),
    .lines = lines,
    .forms = forms,
    .self_size = sizeof(reviewing),
    .open = open_review,
    .close = close_review,
    .fits = fits,
    .cut = cut,
    .add = add,
    .texts = true,
    .look = look,
    .report = report,
    .run = run,
};

const hra_review *hra_work_review(hra_work *work) {
    const reviewing *r = hra_work_self(work, &hra_review_work);
    return r ? r->review : NULL;
}
