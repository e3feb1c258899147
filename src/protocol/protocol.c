/* A dialogue: lines in and out, and the job that works beside it. What the lines mean is the protocol's. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "core/thread.h"
#include "protocol/known.h"
#include "rules/registry.h"

struct hra_protocol {
    hra_protocol_kind kind;
    hra_protocol_setup setup;
    hra_protocol_context context; /* for the kind: of the members below */
    hra_game *game;
    char *data, *player;
    void *self; /* of the kind */
    hra_stop stop;
    hra_lock lock;      /* of `out` and `finished`, which the job shares */
    hra_text out, sent; /* lines that are due; those that are being handed out */
    bool finished;      /* `work` has said that it is done */
    bool working;
    hra_job *job;     /* NULL while working: each step works */
    hra_text waiting; /* lines that were put off, each with its end */
    bool ended;       /* no more of them come */
    bool over;
    char line[HRA_PROTOCOL_LINE];
};

const hra_protocol_kind *hra_protocol_known(int index) {
    return index >= 0 && index < hra_builtin_count((const void *const *)hra_builtin_protocols)
               ? hra_builtin_protocols[index]
               : NULL;
}

const hra_protocol_offer *hra_protocol_offered(const hra_rules *rules, const char *name) {
    for (const hra_protocol_offer *o = hra_rules_offers(rules)->protocols; o && o->name; o++)
        if (strcmp(o->name, name) == 0)
            return o;
    return NULL;
}

/* ---- what goes out --------------------------------------------------------------------------*/

void hra_protocol_say(hra_protocol *p, const char *format, ...) {
    va_list list;
    va_start(list, format);
    hra_lock_take(&p->lock);
    hra_text_addv(&p->out, format, list);
    hra_text_add_char(&p->out, '\n');
    hra_lock_give(&p->lock);
    va_end(list);
}

/* Hands out what is due, each line for itself. */
static hra_err hand_out(hra_protocol *p) {
    hra_lock_take(&p->lock);
    hra_text due = p->out;
    p->out = p->sent;
    hra_lock_give(&p->lock);
    const char *text = hra_text_string(&due), *end;
    hra_err err = due.err;
    for (; !err && (end = strchr(text, '\n')) != NULL; text = end + 1)
        p->setup.sink(p->setup.self, text, (size_t)(end + 1 - text));
    hra_text_clear(&due);
    p->sent = due;
    return err;
}

/* ---- what works beside it -------------------------------------------------------------------*/

static bool is_finished(hra_protocol *p) {
    hra_lock_take(&p->lock);
    bool finished = p->finished;
    hra_lock_give(&p->lock);
    return finished;
}

static void wake(const hra_protocol *p) {
    if (p->setup.wake)
        p->setup.wake(p->setup.self);
}

void hra_protocol_ring(hra_protocol *p) {
    if (p->context.background)
        wake(p);
}

static hra_err run(void *self) {
    hra_protocol *p = self;
    while (p->kind.work(p->self))
        wake(p);
    hra_lock_take(&p->lock);
    p->finished = true;
    hra_lock_give(&p->lock);
    wake(p); /* not before: the owner then finds that it is done */
    return HRA_OK;
}

hra_err hra_protocol_begin(hra_protocol *p) {
    assert(!p->working);
    hra_stop_clear(&p->stop);
    p->finished = false;
    p->working = true;
    hra_err err = p->context.background ? hra_job_start(&p->job, run, p) : HRA_OK;
    if (err)
        p->working = false;
    return err;
}

void hra_protocol_halt(hra_protocol *p) {
    if (!p->working)
        return;
    hra_stop_set(&p->stop);
    if (p->job)
        (void)hra_job_join(p->job); /* run never fails */
    p->job = NULL;
    p->working = false;
}

/* The work is done; no line is being dealt with. */
static void settle(hra_protocol *p) {
    if (p->job)
        (void)hra_job_join(p->job);
    p->job = NULL;
    p->working = false;
    p->kind.worked(p->self);
}

/* ---- lines ----------------------------------------------------------------------------------*/

/* Hands in what waits, as far as it need not wait any longer. */
static void obey_waiting(hra_protocol *p) {
    size_t at = 0;
    hra_protocol_answer answer = HRA_PROTOCOL_DONE;
    while (at < p->waiting.length && answer == HRA_PROTOCOL_DONE) {
        const char *text = p->waiting.data + at;
        size_t length = strcspn(text, "\n");
        memcpy(p->line, text, length);
        p->line[length] = '\0';
        answer = p->kind.line(p->self, p->line);
        at += answer == HRA_PROTOCOL_LATER ? 0 : length + 1;
    }
    p->waiting.length -= at;
    if (at > 0)
        memmove(p->waiting.data, p->waiting.data + at, p->waiting.length + 1);
    if (answer == HRA_PROTOCOL_DONE && p->ended)
        answer = p->kind.line(p->self, NULL);
    p->over = p->over || answer == HRA_PROTOCOL_BYE;
}

static void put_off(hra_protocol *p, size_t length) {
    p->line[length] = '\n';
    if (p->waiting.length + length + 1 > HRA_PROTOCOL_WAITING)
        p->kind.refuse(p->self, "too many lines wait already");
    else
        hra_text_add_bytes(&p->waiting, p->line, length + 1);
    if (p->waiting.err) {
        p->waiting.err = HRA_OK; /* what was there is there */
        p->kind.refuse(p->self, "there is no memory for a line that has to wait");
    }
}

/* No more lines come. */
static hra_err end(hra_protocol *p) {
    p->ended = true;
    if (p->waiting.length == 0)
        p->over = p->kind.line(p->self, NULL) == HRA_PROTOCOL_BYE;
    return hand_out(p);
}

hra_err hra_protocol_line(hra_protocol *p, const char *text, size_t length) {
    if (p->over || p->ended)
        return HRA_ESTATE;
    if (!text)
        return end(p);
    length -= length > 0 && text[length - 1] == '\n';
    length -= length > 0 && text[length - 1] == '\r';
    if (length >= HRA_PROTOCOL_LINE) {
        p->kind.refuse(p->self, "a line is too long");
    } else if (memchr(text, '\0', length) || memchr(text, '\n', length)) {
        p->kind.refuse(p->self, "a line has a zero byte or another line in it");
    } else {
        memcpy(p->line, text, length);
        p->line[length] = '\0';
        hra_protocol_answer answer = p->kind.line(p->self, p->line);
        if (answer == HRA_PROTOCOL_LATER)
            put_off(p, length);
        p->over = answer == HRA_PROTOCOL_BYE;
    }
    return hand_out(p);
}

hra_err hra_protocol_step(hra_protocol *p) {
    if (p->working && !p->job && !p->over)
        p->finished = !p->kind.work(p->self);
    if (p->working && !p->over && is_finished(p)) {
        settle(p);
        obey_waiting(p);
    }
    return hand_out(p);
}

/* ---- asking ---------------------------------------------------------------------------------*/

static bool is_due(hra_protocol *p) {
    if (p->working && !p->over && (!p->job || is_finished(p)))
        return true;
    hra_lock_take(&p->lock);
    bool due = p->out.length > 0 || p->out.err;
    hra_lock_give(&p->lock);
    return due;
}

hra_protocol_state hra_protocol_status(hra_protocol *p) {
    return (hra_protocol_state){.over = p->over, .working = p->working, .due = is_due(p)};
}

bool hra_protocol_wait(hra_protocol *p, double seconds) {
    return !p->job || hra_job_wait(p->job, seconds);
}

void hra_protocol_stop(hra_protocol *p) {
    hra_stop_set(&p->stop);
}

const hra_protocol_context *hra_protocol_context_of(const hra_protocol *p) {
    return &p->context;
}

/* ---- beginning and end ----------------------------------------------------------------------*/

/* The first game that offers the protocol; NULL: none does. */
static const char *first_game(const hra_protocol *p, const hra_registry *registry) {
    for (int i = 0; hra_registry_game(registry, i); i++)
        if (hra_protocol_offered(hra_registry_game(registry, i), p->kind.name))
            return hra_registry_game(registry, i)->name;
    return NULL;
}

/* The game of the setup, or the first that offers the protocol. */
static hra_err open_game(hra_protocol *p, const hra_host *host, const char *spec, hra_error *why) {
    const char *name = p->kind.name;
    if (!spec && p->kind.fits)
        return hra_fail(why, HRA_EINPUT, -1, "the protocol %s plays many games: which one?", name);
    spec = spec ? spec : first_game(p, host ? host->registry : NULL);
    if (!spec)
        return hra_fail(why, HRA_EFIT, -1, "no game offers the protocol %s", name);
    hra_err err = hra_game_open(&p->game, host, spec, why);
    if (err)
        return err;
    if (p->kind.fits)
        return p->kind.fits(p->game)
                   ? HRA_OK
                   : hra_fail(why, HRA_EFIT, -1, "the protocol %s does not play %s", name, p->game->spec);
    const hra_protocol_offer *offer = hra_protocol_offered(p->game->rules, name);
    if (!offer)
        return hra_fail(why, HRA_EFIT, -1, "the game %s does not offer the protocol %s", p->game->rules->name,
                        name);
    p->context.words = offer->words;
    return HRA_OK;
}

/* A copy of what the owner named; false: no memory. */
static bool copy(const char *text, char **out) {
    if (!text)
        return true;
    size_t size = strlen(text) + 1;
    *out = malloc(size);
    if (*out)
        memcpy(*out, text, size);
    return *out != NULL;
}

static hra_err take_setup(hra_protocol *p, const hra_protocol_setup *setup, hra_error *why) {
    hra_err err = hra_take_struct(&p->setup, sizeof p->setup, setup, _("the setup of a dialogue"), why);
    if (err)
        return err;
    if (!p->setup.kind || !p->setup.sink)
        return hra_fail(why, HRA_EINPUT, -1, "the setup of a dialogue needs the kind of protocol and a sink");
    err = hra_take_struct(&p->kind, sizeof p->kind, p->setup.kind, _("the table of a protocol"), why);
    const char *spec = p->setup.game;
    if (!err && (!copy(p->setup.data, &p->data) || !copy(p->setup.player, &p->player)))
        return hra_no_memory(why);
    p->setup.data = p->setup.game = p->setup.player = NULL; /* the caller's */
    return err ? err : open_game(p, p->setup.host, spec, why);
}

/* Without threads a job would be done before it has begun. */
static bool has_background(const hra_protocol *p) {
#ifdef HRA_NO_THREADS
    return false;
#else
    return p->setup.background;
#endif
}

static void fill_context(hra_protocol *p) {
    p->context.size = sizeof p->context;
    p->context.game = p->game;
    p->context.data = p->data;
    p->context.player = p->player;
    p->context.background = has_background(p);
    p->context.stop = &p->stop;
}

hra_err hra_protocol_open(hra_protocol **out, const hra_protocol_setup *setup, hra_error *why) {
    hra_protocol *p = calloc(1, sizeof *p);
    if (!p || hra_lock_init(&p->lock) != 0) {
        free(p);
        return hra_no_memory(why);
    }
    hra_err err = take_setup(p, setup, why);
    fill_context(p);
    if (!err)
        err = p->kind.open(p, &p->self, why);
    if (err)
        hra_protocol_close(p);
    else
        *out = p;
    return err;
}

void hra_protocol_close(hra_protocol *p) {
    if (!p)
        return;
    hra_protocol_halt(p);
    if (p->self)
        p->kind.close(p->self);
    hra_game_close(p->game);
    hra_text_release(&p->out);
    hra_text_release(&p->sent);
    hra_text_release(&p->waiting);
    hra_lock_release(&p->lock);
    free(p->data);
    free(p->player);
    free(p);
}
