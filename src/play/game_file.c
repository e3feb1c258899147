/* Going through the games of a file: a window on its text, which is moved from game to game. */
#include "hra/game_file.h"

#include <stdlib.h>
#include <string.h>

#include "annotated/game_spare.h"
#include "core/lines.h"
#include "core/messages.h"
#include "play/position_lines.h"
#include "play/record_object.h"

enum {
    FRONT = 1 << 14, /* bytes that show the format */
    MOVES_ONLY = 40, /* how sure a format is of moves without tags, which may be a position too */
    MOST = 1 << 26,  /* bytes of a game */
};

struct hra_game_file {
    hra_game_file_setup setup;
    const hra_format *format;      /* &records_format: hra's own; &hra_position_format */
    hra_position_lines *positions; /* of this format; NULL: the file is of another */
    hra_text window;
    size_t at;   /* of the next game in the window */
    size_t unit; /* bytes of the text that `split` found there; 0: not found yet */
    size_t part; /* of it that is read */
    hra_format_mark mark;
    int line; /* of window[at] */
    bool all; /* there is no more text */
    bool ended;
    hra_annotated *annotated;
    hra_record *record;
    hra_game *spare; /* of a game before */
    hra_fault fault; /* of a record, or of a text without a game */
    char fault_text[sizeof((hra_error *)0)->text];
    hra_game_found found;
};

/* ---- hra's own records ------------------------------------------------------------------------*/

static const char own[] = "hra-record ";

/* Behind blank lines and comments. */
static int looks_like_record(const char *text, size_t length) {
    hra_lines l;
    hra_lines_open(&l, text, length, 1, NULL);
    while (hra_lines_next(&l))
        if (hra_lines_peek(&l) >= 0 && *l.at != '#')
            return hra_lines_key(&l, "hra-record") ? 100 : 0;
    return 0;
}

/* Up to the next line that begins a record. */
static size_t split_records(const char *text, size_t length, bool last) {
    const size_t n = sizeof own - 1;
    bool begun = false;
    for (const char *at = text, *end = text + length; at < end;) {
        if ((size_t)(end - at) < n && !last)
            return 0;
        bool begins = (size_t)(end - at) >= n && memcmp(at, own, n) == 0;
        if (begins && begun)
            return (size_t)(at - text);
        begun = begun || begins;
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        if (!newline)
            newline = memchr(at, '\r', (size_t)(end - at));
        if (!newline)
            break;
        at = newline + 1;
    }
    return 0;
}

static const hra_format records_format = {
    .name = "hra", .suffix = ".hra", .looks = looks_like_record, .split = split_records};

/* ---- which format it is -----------------------------------------------------------------------*/

/* Calls `look` for each format of the registry. */
static void each_format(const hra_registry *registry, void (*look)(void *, const hra_format *), void *self) {
    look(self, &records_format);
    for (int game = 0; hra_registry_game(registry, game); game++)
        for (const hra_format *f = hra_rules_offers(hra_registry_game(registry, game))->formats; f && f->name;
             f++)
            look(self, f);
}

/* A game of others may have a format that is only written. */
static bool is_read(const hra_format *format) {
    return format == &records_format || (format->looks && format->split && format->read);
}

typedef struct guess {
    const char *text;
    size_t length;
    const hra_format *named; /* by the suffix of the file; NULL: by none */
    int best;
    const hra_format *format;
} guess;

static void look_at_format(void *self, const hra_format *format) {
    guess *g = self;
    int likely = is_read(format) ? format->looks(g->text, g->length) : 0;
    if (likely > g->best || (likely && likely == g->best && format == g->named)) {
        g->best = likely;
        g->format = format;
    }
}

static void add_name(void *self, const hra_format *format) {
    hra_text *names = self;
    if (format != &records_format && is_read(format))
        hra_text_addf(names, ", %s", format->name);
}

static hra_err refuse(const hra_registry *registry, hra_error *why) {
    hra_text names;
    hra_text_init(&names);
    each_format(registry, add_name, &names);
    hra_err err =
        hra_fail(why, HRA_EINPUT, -1, "not a file of games; what is read: records of hra%s, positions",
                 hra_text_string(&names));
    hra_text_release(&names);
    return err;
}

static hra_err fetch(hra_game_file *f, size_t wanted, hra_error *why) {
    while (!f->all && f->window.length - f->at < wanted) {
        size_t before = f->window.length;
        hra_err err = f->setup.more(f->setup.self, &f->window, why);
        if (err || f->window.err)
            return err ? err : hra_no_memory(why);
        f->all = f->window.length == before;
    }
    return HRA_OK;
}

static hra_err choose_format(hra_game_file *f, hra_error *why) {
    const hra_registry *registry = f->setup.host ? f->setup.host->registry : NULL;
    const char *name = f->setup.name;
    hra_err err = fetch(f, FRONT, why);
    if (err)
        return err;
    size_t mark = hra_lines_mark(hra_text_string(&f->window), f->window.length);
    if (f->window.length == mark)
        return hra_fail(why, HRA_EINPUT, -1, "the file is empty");
    guess g = {.text = hra_text_string(&f->window) + mark,
               .length = f->window.length - mark < FRONT ? f->window.length - mark : FRONT,
               .named = name ? hra_registry_find_format(registry, name) : NULL};
    each_format(registry, look_at_format, &g);
    if (g.best <= MOVES_ONLY)
        err = hra_position_lines_open(&f->positions, f->setup.host, g.text, g.length);
    if (err)
        return hra_fail_code(why, err);
    if (f->positions) {
        f->format = &hra_position_format;
        return HRA_OK;
    }
    f->format = g.format ? g.format : g.named;
    return f->format && is_read(f->format) ? HRA_OK : refuse(registry, why);
}

hra_err hra_game_file_open(hra_game_file **out, const hra_game_file_setup *setup, hra_error *why) {
    if (setup->size > sizeof *setup)
        return hra_fail_code(why, HRA_EVERSION);
    hra_game_file *f = calloc(1, sizeof *f);
    if (!f)
        return hra_no_memory(why);
    memcpy(&f->setup, setup, setup->size);
    hra_text_init(&f->window);
    f->line = 1;
    f->found.index = -1;
    f->all = !setup->more;
    if (f->all && f->setup.length)
        hra_text_add_bytes(&f->window, f->setup.text, f->setup.length);
    hra_err err = f->window.err ? hra_no_memory(why) : choose_format(f, why);
    f->setup.name = NULL;
    if (err) {
        hra_game_file_close(f);
        return err;
    }
    *out = f;
    return HRA_OK;
}

/* The next game is probably by the same spec. */
static void keep_rules(hra_game_file *f) {
    if (!f->annotated || f->format == &records_format || !f->annotated->game)
        return;
    hra_game_close(f->spare);
    f->spare = hra_annotated_take_game(f->annotated);
}

static void forget_game(hra_game_file *f) {
    keep_rules(f);
    if (f->record)
        hra_record_close(f->record); /* and the annotated game, which is its own */
    else
        hra_annotated_close(f->annotated);
    f->record = NULL;
    f->annotated = NULL;
}

void hra_game_file_close(hra_game_file *f) {
    if (!f)
        return;
    forget_game(f);
    hra_game_close(f->spare);
    hra_position_lines_close(f->positions);
    hra_text_release(&f->window);
    free(f);
}

/* ---- the next game ----------------------------------------------------------------------------*/

/* The text that is not read yet; never NULL, though an empty window has no memory. */
static const char *rest(const hra_game_file *f) {
    return hra_text_string(&f->window) + f->at;
}

/* Moves the window behind what was read. */
static void pass_over(hra_game_file *f, size_t bytes) {
    f->line += hra_lines_count(f->window.data + f->at, f->window.length - f->at, bytes);
    f->at += bytes;
    if (f->at < f->window.length / 2)
        return;
    f->window.length -= f->at;
    memmove(f->window.data, f->window.data + f->at, f->window.length);
    f->window.data[f->window.length] = '\0';
    f->at = 0;
}

static size_t split(const hra_game_file *f, size_t left, hra_err *err) {
    if (f->positions)
        return hra_position_lines_split(f->positions, rest(f), left, f->all, err);
    return f->format->split(rest(f), left, f->all);
}

/* The bytes of the next game; 0: there is none. The window grows until its end is found, twofold, so that the text of a
 * game is looked through a few times at most. */
static hra_err find_unit(hra_game_file *f, size_t *unit, hra_error *why) {
    for (size_t wanted = FRONT;; wanted = 2 * (f->window.length - f->at)) {
        hra_err err = fetch(f, wanted, why);
        if (err)
            return err;
        f->at += hra_lines_mark(rest(f), f->window.length - f->at); /* files put together */
        size_t left = f->window.length - f->at;
        *unit = left ? split(f, left, &err) : 0;
        if (err)
            return hra_fail_code(why, err);
        if (!*unit && f->all)
            *unit = left;
        if (*unit || f->all)
            return HRA_OK;
        if (left >= MOST) {
            f->ended = true;
            return hra_fail(why, HRA_ELIMIT, -1, "line %d: a game may have at most %d MiB", f->line,
                            MOST >> 20);
        }
    }
}

static void note_fault(hra_game_file *f, const hra_place *place, const hra_error *why) {
    (void)hra_snprintf(f->fault_text, sizeof f->fault_text, "%s", why->text);
    f->fault = (hra_fault){
        .code = why->code, .line = place->line, .column = place->character, .text = f->fault_text};
    f->found.faults = &f->fault;
    f->found.fault_count = 1;
}

static hra_err read_own(hra_game_file *f, hra_error *why) {
    const hra_record_source from = {.text = rest(f), .length = f->unit, .line = f->line};
    hra_place place = {.line = f->line, .character = 1};
    size_t used;
    f->part = f->unit;
    hra_err err = hra_record_read(&f->record, f->setup.host, &from, &used, &place, why);
    if (hra_is_lack(err))
        return err;
    f->annotated = f->record ? f->record->annotated : NULL;
    if (err)
        note_fault(f, &place, why);
    return HRA_OK;
}

static hra_err read_text(hra_game_file *f, size_t *used, hra_place *place, hra_error *why) {
    const hra_format_input in = {.host = f->setup.host,
                                 .text = rest(f),
                                 .length = f->unit,
                                 .at = f->part,
                                 .line = f->line,
                                 .mark = &f->mark};
    if (f->positions)
        return hra_position_lines_read(f->positions, in.text, in.length, in.line, f->annotated, place, why);
    return f->format->read(&in, f->annotated, used, why);
}

static hra_err read_foreign(hra_game_file *f, hra_error *why) {
    hra_place place = {.line = f->line, .character = 1};
    hra_err err = hra_annotated_open(&f->annotated, why);
    if (err)
        return err;
    f->annotated->format = f->format;
    hra_annotated_lend(f->annotated, f->spare);
    f->spare = NULL;
    size_t used = f->unit;
    err = read_text(f, &used, &place, why);
    f->part = used > f->part && !err ? used : f->unit;
    if (hra_is_lack(err))
        return err;
    f->found.faults = f->annotated->faults;
    f->found.fault_count = f->annotated->fault_count;
    if (err) {
        if (!f->annotated->fault_count)
            note_fault(f, &place, why);
        return HRA_OK;
    }
    return f->annotated->game ? hra_record_of(&f->record, f->annotated, why) : HRA_OK;
}

/* A header that was cut off, and another play behind it or before it, is none. */
static bool is_no_game(hra_game_file *f) {
    if (f->record || f->found.fault_count == 0)
        return !f->record && f->format != &records_format && !f->annotated->game;
    bool alone = f->found.index == 0 && f->all && f->at + f->unit == f->window.length;
    return f->format == &records_format && !alone && hra_record_is_stub(f->setup.host, rest(f), f->unit);
}

static hra_err read_next(hra_game_file *f, hra_error *why) {
    f->found = (hra_game_found){.index = f->found.index + 1, .line = f->line};
    f->found.format = f->format == &records_format ? NULL : f->format;
    hra_err err = f->found.format ? read_foreign(f, why) : read_own(f, why);
    f->found.text = rest(f);
    f->found.length = f->unit;
    f->found.record = f->record;
    f->found.annotated = f->annotated;
    return err;
}

static hra_err check_strict(hra_game_file *f, hra_error *why) {
    for (int i = 0; i < f->found.fault_count && f->setup.strict; i++) {
        const hra_fault *fault = &f->found.faults[i];
        if (!fault->remark) {
            f->ended = true;
            return hra_place_fail(why, fault->code, NULL, fault->line, fault->column, fault->text);
        }
    }
    return HRA_OK;
}

hra_err hra_game_file_next(hra_game_file *f, const hra_game_found **out, hra_error *why) {
    *out = NULL;
    for (;;) {
        forget_game(f);
        if (f->unit && f->part >= f->unit) {
            pass_over(f, f->unit);
            f->unit = 0;
        }
        hra_err err = HRA_OK;
        if (!f->unit) {
            f->part = 0;
            f->mark = (hra_format_mark){0};
            err = f->ended ? HRA_OK : find_unit(f, &f->unit, why);
        }
        if (err || !f->unit)
            return err;
        err = read_next(f, why);
        if (!err)
            err = check_strict(f, why);
        if (err)
            return err;
        if (!is_no_game(f))
            break;
        f->found.index--;
    }
    *out = &f->found;
    return HRA_OK;
}

hra_record *hra_game_file_take(hra_game_file *f) {
    hra_record *record = f->record;
    f->record = NULL;
    f->annotated = NULL;
    return record;
}
