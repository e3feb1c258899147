/* Reviews of records: tasks are plies, "plies FROM TO", those of a record after those of the record before
 * it. Results are the analyst's values of them, which are counted in the order of plies. An analyst that
 * remembers earlier decisions values all plies of a record in one task, so that a review does not depend on
 * which process runs the tasks. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "players/player.h"
#include "work/kind.h"
#include "work/review_text.h"

enum { MOST = 1024 /* plies of a task */ };

/* A record, and what was counted of its review. */
typedef struct reviewed {
    hra_record *record;
    hra_review *review;
    uint64_t from, plies; /* where its plies begin among those of all records, and how many there are */
} reviewed;

/* An agent of the analyst, between tasks. It continues where it stopped without asking again for the value there. */
typedef struct analyst {
    struct analyst *next;
    hra_agent *agent;
    hra_review *review; /* NULL: none yet */
    const reviewed *of;
    int ply; /* the next one, whose state has the value `before`; -1: not known */
    double before[HRA_MAX_SEATS];
} analyst;

typedef struct reviewing {
    hra_work *work;
    reviewed *records;
    size_t count;
    const hra_player *player; /* the analyst */
    hra_agent *agent;         /* of the reviews that count; it is asked nothing */
    hra_limits limits;
    bool remembers; /* the analyst does */
    uint64_t plies, counted;
    hra_review_part *parts; /* that wait for plies before them, in the order of plies */
    size_t waiting, capacity;
    analyst *idle; /* guarded by hra_work_enter */
} reviewing;

static const hra_line_rule lines[] = {
    {.name = "player", .type = HRA_LINE_TEXT, .needed = true},
    {.name = "record", .type = HRA_LINE_TEXT, .needed = true, .many = true},
    HRA_LINES_LIMITS,
    {0},
};

/* ---- opening --------------------------------------------------------------------------------*/

static hra_err add_record(reviewing *r, hra_record *record, hra_error *why) {
    const int plies = hra_record_info(record)->plies;
    reviewed *more = r->count & (r->count - 1) /* room for a power of two */
                         ? r->records
                         : realloc(r->records, (r->count ? 2 * r->count : 1) * sizeof *more);
    if (!more) {
        hra_record_close(record);
        return hra_no_memory(why);
    }
    r->records = more;
    more[r->count++] = (reviewed){.record = record, .from = r->plies, .plies = (uint64_t)plies};
    r->plies += (uint64_t)plies;
    return plies ? HRA_OK : hra_fail(why, HRA_EINPUT, -1, "nothing was played in record %zu", r->count);
}

static hra_err read_records(reviewing *r, hra_error *why) {
    hra_text text;
    hra_text_init(&text);
    hra_keyed_join(hra_work_keyed(r->work), "record", &text);
    hra_err err = text.err ? hra_no_memory(why) : HRA_OK;
    int line = 1;
    for (size_t at = 0, used = 0; !err && at < text.length; at += used) {
        hra_record *record;
        err = hra_record_parse(&record, hra_work_brought(r->work)->host, text.data + at, text.length - at,
                               &used, line, why);
        if (!err)
            err = add_record(r, record, why);
        for (size_t i = 0; !err && i < used; i++)
            line += text.data[at + i] == '\n';
    }
    hra_text_release(&text);
    return err;
}

static void close_analyst(analyst *j) {
    hra_review_close(j->review);
    hra_agent_close(j->agent);
    free(j);
}

static void close_review(void *self) {
    reviewing *r = self;
    for (analyst *j = r->idle, *after; j; j = after) {
        after = j->next;
        close_analyst(j);
    }
    for (size_t i = 0; i < r->waiting; i++)
        hra_review_part_release(&r->parts[i]);
    free(r->parts);
    for (size_t i = 0; i < r->count; i++)
        hra_review_close(r->records[i].review);
    hra_agent_close(r->agent);
    for (size_t i = 0; i < r->count; i++)
        hra_record_close(r->records[i].record);
    free(r->records);
}

static hra_err open_agent(const reviewing *r, hra_agent **out, hra_error *why) {
    hra_err err = hra_agent_open(out, r->player);
    return err ? hra_fail(why, err, -1, "%s", hra_err_text(err)) : HRA_OK;
}

static hra_err open_review(void *self, hra_work *work, hra_error *why) {
    reviewing *r = self;
    r->work = work;
    r->limits = hra_work_limits(work);
    hra_err err = hra_work_player(work, hra_keyed_text(hra_work_keyed(work), "player", 0), &r->player, why);
    if (!err)
        err = read_records(r, why);
    if (!err && !hra_player_info_of(r->player)->kind)
        err = hra_fail(why, HRA_EINPUT, -1, "a person cannot be the analyst; name a program");
    if (!err)
        err = open_agent(r, &r->agent, why);
    for (size_t i = 0; i < r->count && !err; i++)
        err = hra_review_open(&r->records[i].review, r->agent, r->records[i].record, why);
    if (!err)
        r->remembers = hra_player_info_of(r->player)->kind->forget != NULL;
    return err;
}

/* ---- tasks ----------------------------------------------------------------------------------*/

static const hra_task_form forms[] = {{"plies", 2}, {0}};

/* The record that a ply is of, which is less than all. */
static reviewed *record_of(const reviewing *r, uint64_t ply) {
    size_t low = 0, high = r->count; /* low's begins at the ply or before, high's after it */
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        *(r->records[middle].from <= ply ? &low : &high) = middle;
    }
    return &r->records[low];
}

static bool fits(const void *self, const hra_task *t) {
    const reviewing *r = self;
    const uint64_t from = t->number[0], to = t->number[1];
    if (to > r->plies)
        return false;
    const reviewed *of = record_of(r, from);
    return to <= of->from + of->plies &&
           (r->remembers ? from == of->from && to == of->from + of->plies : to - from <= MOST);
}

static uint64_t cut(void *self, uint64_t from, uint64_t most) {
    const reviewing *r = self;
    if (from >= r->plies)
        return 0;
    const reviewed *of = record_of(r, from);
    const uint64_t left = of->from + of->plies - from;
    most = most < MOST ? most : MOST;
    return from + (r->remembers || left < most ? left : most);
}

/* ---- judging --------------------------------------------------------------------------------*/

/* How well an idle analyst suits a task: it stands before these plies, knows the record, or neither. */
static int suits(const analyst *j, const reviewed *of, int ply) {
    return j->of != of ? 0 : j->ply == ply ? 2 : 1;
}

/* Takes the idle analyst that suits best; NULL: there is none. */
static analyst *take_idle(reviewing *r, const reviewed *of, int ply) {
    hra_work_enter(r->work);
    analyst **best = &r->idle;
    for (analyst **at = &r->idle; *at; at = &(*at)->next)
        if (suits(*at, of, ply) > suits(*best, of, ply))
            best = at;
    analyst *j = *best;
    if (j)
        *best = j->next;
    hra_work_leave(r->work);
    return j;
}

static void give_idle(reviewing *r, analyst *j) {
    hra_work_enter(r->work);
    j->next = r->idle;
    r->idle = j;
    hra_work_leave(r->work);
}

static hra_err take_analyst(reviewing *r, const reviewed *of, int ply, analyst **out, hra_error *why) {
    analyst *j = *out = take_idle(r, of, ply);
    if (!j && !(j = *out = calloc(1, sizeof *j)))
        return hra_no_memory(why);
    hra_err err = j->agent ? HRA_OK : open_agent(r, &j->agent, why);
    if (err || (j->review && j->of == of))
        return err;
    hra_review_close(j->review);
    j->review = NULL;
    j->of = of;
    j->ply = -1;
    err = hra_review_open(&j->review, j->agent, of->record, why);
    if (!err)
        hra_review_limit(j->review, r->limits);
    return err;
}

static hra_err judge_part(analyst *j, hra_review_part *part, const hra_stop *stop) {
    hra_err err = j->ply == part->from ? HRA_OK : hra_review_begin(j->review, part->from, stop, j->before);
    memcpy(part->start, j->before, sizeof part->start);
    part->unit = j->review->unit;
    for (int i = 0; i < part->count && !err; i++) {
        err = hra_stop_is_set(stop)
                  ? HRA_ESTOPPED
                  : hra_review_judge_ply(j->review, part->from + i, j->before, stop, &part->plies[i]);
        if (err)
            part->plies[i].line = NULL;
        else
            memcpy(j->before, part->plies[i].values, sizeof j->before);
    }
    j->ply = part->from + part->count;
    return err;
}

static hra_err explain(const reviewing *r, const hra_agent *agent, hra_err err, hra_error *why) {
    const hra_error *said = hra_agent_why(agent);
    if (err == HRA_EFIT)
        return hra_fail(why, HRA_EFIT, -1, "%s does not value positions; name another analyst with by=",
                        hra_player_info_of(r->player)->spec);
    return hra_fail(why, err, -1, "%s", said && said->code == err ? said->text : hra_err_text(err));
}

/* A part for the plies of a task. */
static hra_err init_part(const reviewed *of, const hra_task *t, hra_review_part *part, hra_error *why) {
    hra_err err =
        hra_review_part_init(part, (int)(t->number[0] - of->from), (int)(t->number[1] - t->number[0]));
    part->before = of->from;
    return err ? hra_no_memory(why) : HRA_OK;
}

static hra_err run(void *self, const hra_task *t, const hra_progress *progress, hra_text *result,
                   hra_text *records, hra_error *why) {
    reviewing *r = self;
    const reviewed *of = record_of(r, t->number[0]);
    hra_review_part part;
    analyst *j;
    hra_err err = init_part(of, t, &part, why);
    if (err)
        return err;
    err = take_analyst(r, of, part.from, &j, why);
    if (!err) {
        err = judge_part(j, &part, progress->stop);
        if (!err)
            err = hra_review_part_write(j->review, &part, result);
        if (err)
            err = explain(r, j->agent, err, why);
    }
    hra_review_part_release(&part);
    if (!err)
        give_idle(r, j);
    else if (j)
        close_analyst(j);
    return err;
}

/* ---- counting -------------------------------------------------------------------------------*/

static void count_part(reviewing *r, hra_review_part *part) {
    hra_review *review = record_of(r, part->before + (uint64_t)part->from)->review;
    hra_review_count_part(review, part, part->count);
    r->counted += (uint64_t)part->count;
    hra_review_part_release(part);
}

static uint64_t first_of(const hra_review_part *part) {
    return part->before + (uint64_t)part->from;
}

/* Counts the parts up to the first gap. */
static void count_parts(reviewing *r) {
    size_t whole = 0;
    while (whole < r->waiting && first_of(&r->parts[whole]) == r->counted)
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
    const reviewed *of = record_of(r, t->number[0]);
    hra_review_part part;
    hra_error inner = {0};
    if (make_room(r) != 0)
        return hra_no_memory(why);
    hra_err err = init_part(of, t, &part, why);
    if (err)
        return err;
    err = hra_review_part_read(of->review, bytes, length, &part, &inner);
    if (err) {
        hra_review_part_release(&part);
        return err == HRA_ENOMEM ? hra_no_memory(why) : hra_work_damaged(why);
    }
    size_t i = r->waiting++;
    for (; i > 0 && first_of(&r->parts[i - 1]) > first_of(&part); i--)
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
    const reviewing *r = self;
    if (r->count > 1)
        hra_json_list(json, key);
    for (size_t i = 0; i < r->count; i++)
        hra_json_review(json, r->count > 1 ? NULL : key, r->records[i].review);
    if (r->count > 1)
        hra_json_end(json);
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

static const reviewed *find_record(hra_work *work, int index) {
    const reviewing *r = hra_work_self(work, &hra_review_work);
    return r && index >= 0 && (size_t)index < r->count ? &r->records[index] : NULL;
}

const hra_review *hra_work_review(hra_work *work, int index) {
    const reviewed *of = find_record(work, index);
    return of ? of->review : NULL;
}

const hra_record *hra_work_record(hra_work *work, int index) {
    const reviewed *of = find_record(work, index);
    return of ? of->record : NULL;
}
