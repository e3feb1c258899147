/* Exercises as text, whatever their kind. */
#include "exercise_object.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "core/text.h"
#include "hra/spec.h"
#include "rules/options.h"

enum { MOST_POINTS = 1000, MOST_PLY = 1000000 };

const exercise_kind *const hra_exercise_kinds[] = {&hra_exercise_move, &hra_exercise_fill,
                                                   &hra_exercise_agent, &hra_exercise_uct, NULL};

/* ---- opening and closing ----------------------------------------------------------------------*/

hra_exercise *hra_exercise_new(const exercise_kind *kind) {
    hra_exercise *x = calloc(1, sizeof *x);
    if (!x)
        return NULL;
    x->kind = kind;
    x->self = calloc(1, kind->self_size);
    x->info = (hra_exercise_info){.size = sizeof x->info,
                                  .kind = kind->name,
                                  .title = "",
                                  .game = "",
                                  .position = "",
                                  .analyst = "",
                                  .source = "",
                                  .points = 1,
                                  .needs_process = kind->needs_process};
    if (x->self)
        return x;
    hra_exercise_close(x);
    return NULL;
}

static void free_string(const char **at) {
    if (**at) /* an empty one is a constant */
        free((void *)(uintptr_t)*at);
    *at = "";
}

hra_err hra_exercise_set(const char **at, const char *text) {
    char *copy = *text ? strdup(text) : NULL;
    if (*text && !copy)
        return HRA_ENOMEM;
    free_string(at);
    *at = copy ? copy : "";
    return HRA_OK;
}

void hra_exercise_close(hra_exercise *x) {
    if (!x)
        return;
    if (x->self && x->kind->close)
        x->kind->close(x->self);
    free(x->self);
    free_string(&x->info.title);
    free_string(&x->info.game);
    free_string(&x->info.position);
    free_string(&x->info.analyst);
    free_string(&x->info.source);
    free(x);
}

const hra_exercise_info *hra_exercise_info_of(const hra_exercise *x) {
    return &x->info;
}

hra_err hra_exercise_take_setup(hra_exercise *x, const hra_exercise_setup *setup, hra_error *why) {
    hra_exercise_setup all = {0};
    if (setup)
        memcpy(&all, setup, setup->size < sizeof all ? setup->size : sizeof all);
    if (all.limits.seconds > 0)
        return hra_fail(why, HRA_EINPUT, -1,
                        "an exercise has no time limit, since its key must be the same everywhere; "
                        "use depth, nodes or playouts");
    if (all.ply < 0 || all.ply > MOST_PLY)
        return hra_fail(why, HRA_EINPUT, -1, "an exercise is of a ply from 0 to %d", MOST_PLY);
    x->info.limits = all.limits;
    x->info.ply = all.ply;
    x->info.seed = all.seed;
    x->info.threshold = all.threshold;
    x->info.points = all.points > 0 ? all.points : 1;
    hra_err err = hra_exercise_set(&x->info.title, all.title ? all.title : "");
    if (!err)
        err = hra_exercise_set(&x->info.source, all.source ? all.source : "");
    return err ? hra_no_memory(why) : HRA_OK;
}

/* ---- the id -------------------------------------------------------------------------------------*/

/* FNV-1a of 64 bits (Fowler, Noll and Vo; http://www.isthe.com/chongo/tech/comp/fnv/): ids are in files, so this never
 * changes. */
static void write_id(const hra_text *text, char out[HRA_EXERCISE_ID]) {
    uint64_t hash = 0xcbf29ce484222325;
    for (size_t i = 0; i < text->length; i++)
        hash = (hash ^ (unsigned char)text->data[i]) * 0x100000001b3;
    (void)hra_snprintf(out, HRA_EXERCISE_ID, "%08x%08x", (unsigned)(hash >> 32), (unsigned)hash);
}

static bool is_default(const hra_options *options, const hra_option *o) {
    const char *value = hra_options_text(options, o->name);
    if (!hra_options_given(options, o->name) || !value)
        return true;
    return o->fallback && strcmp(value, o->fallback) == 0;
}

void hra_exercise_game_name(const hra_game *game, hra_text *out) {
    char name[HRA_NAME_LENGTH];
    hra_option table[HRA_MAX_OPTIONS];
    hra_options given;
    const char *options;
    size_t length;
    char before = ':';
    hra_text_add(out, game->rules->name);
    hra_rules_options(game->rules, table);
    if (hra_spec_split(game->spec, name, &options, &length, NULL) ||
        hra_options_read(&given, table, NULL, game->rules->name, options, length, 0, NULL))
        return;
    for (const hra_option *o = table; o->name; o++) {
        if (is_default(&given, o))
            continue;
        hra_text_addf(out, "%c%s=%s", before, o->name, hra_options_text(&given, o->name));
        before = ',';
    }
}

hra_err hra_exercise_complete(hra_exercise *x, const hra_host *host, hra_error *why) {
    hra_text text;
    hra_err err = x->kind->finish(x, host, why);
    if (err)
        return err;
    hra_text_init(&text);
    hra_text_addf(&text, "%s\n", x->kind->name);
    x->kind->identify(x, &text);
    err = text.err ? hra_no_memory(why) : HRA_OK;
    if (!err)
        write_id(&text, x->info.id);
    hra_text_release(&text);
    return err;
}

/* ---- reading ------------------------------------------------------------------------------------*/

char *hra_exercise_line_text(hra_lines *l) {
    const size_t capacity = 3 * hra_lines_left(l) + 1; /* a byte of Windows-1252 becomes up to three */
    char *text = malloc(capacity);
    if (!text) {
        (void)hra_lines_no_memory(l);
        return NULL;
    }
    if (!hra_lines_rest(l, text, capacity)) {
        free(text);
        return NULL;
    }
    size_t steering;
    for (char *at = text; *at;) {
        at += hra_text_harmless(at, strlen(at), &steering);
        for (; steering; steering--)
            *at++ = '?';
    }
    for (char *tab = strchr(text, '\t'); tab; tab = strchr(tab, '\t'))
        *tab = ' ';
    l->at = l->end;
    return text;
}

static void read_text(hra_lines *l, const char **at) {
    char *text = hra_exercise_line_text(l);
    if (!text)
        return;
    free_string(at);
    *at = text;
    if (!*text) {
        free(text);
        *at = "";
    }
}

static void read_unit(hra_exercise *x, hra_lines *l) {
    if (hra_lines_key(l, "probability"))
        x->unit = HRA_UNIT_PROBABILITY;
    else if (!hra_lines_key(l, "points"))
        (void)hra_lines_expected(l, _("'points' or 'probability'"));
}

/* The lines that every kind has. */
static bool read_common(hra_exercise *x, hra_lines *l) {
    static const char *const names[] = {"title", "game", "position", "analyst", "source"};
    hra_exercise_info *info = &x->info;
    const char **const texts[] = {&info->title, &info->game, &info->position, &info->analyst, &info->source};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (hra_lines_key(l, names[i])) {
            read_text(l, texts[i]);
            return true;
        }
    if (hra_lines_key(l, "id"))
        (void)hra_lines_hex(l); /* worked out anew */
    else if (hra_lines_key(l, "ply"))
        info->ply = hra_lines_int(l, 0, MOST_PLY);
    else if (hra_lines_key(l, "depth"))
        info->limits.depth = hra_lines_int(l, 1, HRA_TO_THE_END);
    else if (hra_lines_key(l, "nodes"))
        info->limits.nodes = hra_lines_whole(l, 1, UINT64_MAX);
    else if (hra_lines_key(l, "playouts"))
        info->limits.playouts = hra_lines_whole(l, 1, UINT64_MAX);
    else if (hra_lines_key(l, "seed"))
        info->seed = hra_lines_whole(l, 0, UINT64_MAX);
    else if (hra_lines_key(l, "threshold"))
        info->threshold = hra_lines_number(l, 0, 1e9);
    else if (hra_lines_key(l, "points"))
        info->points = hra_lines_number(l, 0, MOST_POINTS);
    else if (hra_lines_key(l, "difficulty"))
        x->difficulty = hra_lines_int(l, 1, HRA_EXERCISE_DIFFICULTIES);
    else if (hra_lines_key(l, "unit"))
        read_unit(x, l);
    else
        return false;
    hra_lines_done(l);
    return true;
}

/* "hra-exercise 1" and "kind move". */
static const exercise_kind *read_head(hra_lines *l) {
    while (hra_lines_next(l) && !hra_lines_left(l)) {
    }
    hra_lines_expect_key(l, "hra-exercise");
    if (!l->err && hra_lines_whole(l, 1, 1000000) > 1)
        (void)hra_lines_fail(l, HRA_EVERSION, "an exercise of a newer version of hra");
    hra_lines_done(l);
    if (l->err || !hra_lines_next(l)) {
        if (!l->err)
            (void)hra_lines_expected(l, _("a line 'kind'"));
        return NULL;
    }
    hra_lines_expect_key(l, "kind");
    for (const exercise_kind *const *kind = hra_exercise_kinds; *kind && !l->err; kind++)
        if (hra_lines_key(l, (*kind)->name)) {
            hra_lines_done(l);
            return *kind;
        }
    (void)hra_lines_expected(l, _("'move', 'fill', 'agent' or 'uct'"));
    return NULL;
}

static void read_lines(hra_exercise *x, hra_lines *l) {
    while (hra_lines_next(l)) {
        if (!hra_lines_left(l))
            continue;
        if (hra_lines_key(l, "end"))
            break;
        if (!read_common(x, l) && !x->kind->read_line(x, l))
            (void)hra_lines_expected(l, _("a line of this kind of exercise"));
    }
    while (!l->err && hra_lines_next(l))
        hra_lines_done(l);
}

hra_err hra_exercise_read(hra_exercise **out, const char *text, size_t length, hra_error *why) {
    hra_lines l;
    *out = NULL;
    if (length > HRA_EXERCISE_BYTES)
        return hra_fail(why, HRA_ELIMIT, -1, "an exercise of more than %d bytes", HRA_EXERCISE_BYTES);
    hra_lines_open(&l, text, length, 1, why);
    const exercise_kind *kind = read_head(&l);
    if (!kind)
        return l.err;
    hra_exercise *x = hra_exercise_new(kind);
    if (!x)
        return hra_no_memory(why);
    read_lines(x, &l);
    hra_err err = l.err;
    if (!err && !*x->info.game && !x->difficulty)
        err = hra_fail(why, HRA_EINPUT, -1, "the exercise has no line '%s'", "game");
    if (err)
        hra_exercise_close(x);
    else
        *out = x;
    return err;
}

hra_err hra_exercise_open(hra_exercise **out, const hra_host *host, const char *text, size_t length,
                          hra_error *why) {
    hra_err err = hra_exercise_read(out, text, length, why);
    if (!err)
        err = hra_exercise_complete(*out, host, why);
    if (err) {
        hra_exercise_close(*out);
        *out = NULL;
    }
    return err;
}

/* ---- writing ------------------------------------------------------------------------------------*/

static void write_text(hra_text *out, const char *name, const char *value) {
    if (*value)
        hra_text_addf(out, "%s %s\n", name, value);
}

static void write_number(hra_text *out, const char *name, double value) {
    hra_text_addf(out, "%s ", name);
    hra_text_add_number(out, value);
    hra_text_add_char(out, '\n');
}

static void write_whole(hra_text *out, const char *name, uint64_t value) {
    if (value)
        hra_text_addf(out, "%s %llu\n", name, (unsigned long long)value);
}

hra_err hra_exercise_write(const hra_exercise *x, hra_text *out) {
    const hra_exercise_info *info = &x->info;
    hra_text_addf(out, "hra-exercise 1\nkind %s\nid %s\n", info->kind, info->id);
    write_text(out, "title", info->title);
    write_text(out, "game", info->game);
    write_text(out, "position", info->position);
    write_text(out, "analyst", info->analyst);
    write_whole(out, "depth", (uint64_t)info->limits.depth);
    write_whole(out, "nodes", info->limits.nodes);
    write_whole(out, "playouts", info->limits.playouts);
    write_whole(out, "seed", info->seed);
    if (info->threshold > 0)
        write_number(out, "threshold", info->threshold);
    if (x->unit == HRA_UNIT_PROBABILITY)
        write_text(out, "unit", "probability");
    if (info->points != 1)
        write_number(out, "points", info->points);
    write_text(out, "source", info->source);
    write_whole(out, "ply", (uint64_t)info->ply);
    x->kind->write(x, out);
    hra_text_add(out, "end\n");
    return out->err;
}

/* ---- asking and judging -------------------------------------------------------------------------*/

hra_err hra_exercise_judge(const hra_exercise *x, const char *attempt, hra_exercise_verdict *out,
                           hra_error *why) {
    hra_exercise_verdict_release(out);
    if (!x->kind->judge)
        return hra_fail(why, HRA_EFIT, -1,
                        "judging this exercise plays games, which needs a program beside the page");
    hra_err err = x->kind->judge(x, attempt, out, why);
    if (err)
        hra_exercise_verdict_release(out);
    else
        hra_verdict_count(out);
    return err;
}

hra_err hra_exercise_hint(const hra_exercise *x, int number, hra_text *out) {
    if (number < 1 || number > x->info.hints)
        return HRA_EINPUT;
    x->kind->hint(x, number, out);
    return out->err;
}

hra_err hra_exercise_answer(const hra_exercise *x, const char *attempt, hra_text *out) {
    return x->kind->answer(x, attempt, out);
}
