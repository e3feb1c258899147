/* What a person typed for each line of a run's spec. */
#include "run_lines.h"

#include <string.h>

#include "speech/print.h"

typedef struct run_line {
    const char *kind; /* NULL: of any */
    const char *line;
    const char *option; /* NULL: a word of the command line, which `called` names */
    const char *called;
    const char *
        set; /* the value of a flag that was typed; "": any value, which is too long to be shown; NULL: no flag */
    bool numbers; /* the value is a list of numbers, or of KEY=NUMBER */
} run_line;

static const run_line lines[] = {
    {.line = "game", .called = N_("game")},
    {.line = "hra", .called = N_("version")},
    {.line = "work", .called = N_("kind")},
    {.line = "seed", .option = "seed"},
    {.line = "time", .option = "time"},
    {.line = "nodes", .option = "nodes"},
    {.line = "playouts", .option = "playouts"},
    {.line = "records", .called = N_("records"), .set = "yes"},
    {.line = "facts", .option = "csv", .set = "yes"},
    {.line = "opening", .option = "openings", .set = ""},
    {.kind = "rollout", .line = "player", .option = "player"},
    {.kind = "review", .line = "player", .option = "analyst"},
    {.line = "player", .called = N_("player")},
    {.line = "games", .option = "games"},
    {.line = "rotate", .option = "rotate", .set = "yes"},
    {.line = "schedule", .option = "gauntlet", .set = "gauntlet"},
    {.line = "groups", .option = "groups"},
    {.line = "test", .option = "sprt", .numbers = true},
    {.kind = "tournament", .line = "errors", .option = "sprt-errors", .numbers = true},
    {.line = "draw", .option = "draw", .numbers = true},
    {.line = "resign", .option = "resign", .numbers = true},
    {.line = "length", .option = "max-plies"},
    {.line = "tables", .option = "tablebases", .set = "yes"},
    {.line = "template", .called = N_("player")},
    {.line = "parameter", .option = "parameter", .numbers = true},
    {.line = "whole", .option = "integer"},
    {.line = "steps", .option = "iterations"},
    {.line = "batch", .option = "batch"},
    {.line = "rate", .option = "r-end", .numbers = true},
    {.line = "method", .option = "method"},
    {.kind = "rollout", .line = "position", .option = "position"},
    {.kind = "rollout", .line = "move", .option = "moves"},
    {.kind = "rollout", .line = "trials", .option = "trials"},
    {.kind = "rollout", .line = "plies", .option = "truncate"},
    {.kind = "rollout", .line = "errors", .option = "jsd"},
    {.kind = "rollout", .line = "luck", .option = "no-variance-reduction", .set = "no"},
    {.line = "record", .called = N_("record"), .set = ""},
    {.kind = "exercises", .line = "course", .called = N_("exercises"), .set = ""},
};

static const run_line *find(const char *kind, const char *line, const char *option) {
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        const run_line *l = &lines[i];
        const char *name = line ? l->line : l->option, *wanted = line ? line : option;
        if (name && strcmp(name, wanted) == 0 && (!l->kind || (kind && strcmp(l->kind, kind) == 0)))
            return l;
    }
    return NULL;
}

/* One item of a value: its key has the name of today, and a number the fewest digits. */
static void add_item(const run_line *l, const char *item, size_t length, hra_text *out) {
    char text[2 * HRA_NAME_LENGTH], owner[2 * HRA_NAME_LENGTH];
    const char *end;
    double number;
    hra_snprintf(text, sizeof text, "%.*s", (int)(length < sizeof text ? length : 0), item);
    char *value = strchr(text, '=');
    if (value)
        *value++ = '\0';
    if (!hra_number_read(value ? value : text, &end, &number) || *end) {
        hra_text_add_bytes(out, item, length);
        return;
    }
    if (value) {
        hra_snprintf(owner, sizeof owner, "--%s", l->option);
        const hra_rename *row = hra_rename_find(HRA_NAME_SUB_KEY, owner, text, NULL);
        hra_text_addf(out, "%s=", row ? row->now : text);
    }
    hra_text_add_number(out, number);
}

static void add_value(const run_line *l, const char *value, size_t length, hra_text *out) {
    if (!l->numbers) {
        hra_text_add_bytes(out, value, length);
        return;
    }
    for (size_t at = 0, item; at <= length; at += item + 1) {
        const char *comma = memchr(value + at, ',', length - at);
        item = comma ? (size_t)(comma - value) - at : length - at;
        if (at)
            hra_text_add_char(out, ',');
        add_item(l, value + at, item, out);
    }
}

static bool is_set(const run_line *l, const char *value, size_t length) {
    return !*l->set || (strlen(l->set) == length && memcmp(l->set, value, length) == 0);
}

static void add_line(const run_line *l, const char *value, size_t length, hra_text *out) {
    if (l->set && !is_set(l, value, length))
        return;
    if (l->option)
        hra_text_addf(out, "--%s", l->option);
    else
        hra_text_add(out, _(l->called));
    if (l->set)
        return;
    hra_text_add_char(out, ' ');
    add_value(l, value, length, out);
}

void run_add_line(const char *kind, const char *line, size_t length, hra_text *out) {
    char name[HRA_NAME_LENGTH];
    const size_t named = strcspn(line, " \n");
    hra_snprintf(name, sizeof name, "%.*s", (int)(named < sizeof name ? named : 0), line);
    const run_line *l = named < length ? find(kind, name, NULL) : NULL;
    if (l)
        add_line(l, line + named + 1, length - named - 1, out);
    else
        hra_text_add_bytes(out, line, length);
}

bool run_has_option(const char *kind, const char *option) {
    return find(kind, NULL, option) != NULL;
}

void run_add_option(const char *kind, const char *spec, const char *option, hra_text *out) {
    const run_line *l = find(kind, NULL, option);
    const size_t name = l ? strlen(l->line) : 0, begin = out->length;
    for (const char *at = l ? spec : NULL; at && *at; at = strchr(at, '\n'), at = at ? at + 1 : NULL) {
        if (strncmp(at, l->line, name) != 0 || at[name] != ' ')
            continue;
        const char *value = at + name + 1;
        if (out->length == begin)
            add_line(l, value, strcspn(value, "\n"), out);
        else if (!l->set) {
            hra_text_add_char(out, ' ');
            add_value(l, value, strcspn(value, "\n"), out);
        }
    }
}

const char *run_called(const char *kind) {
    static const char *const called[][2] = {
        {"match", N_("a match")},           {"rollout", N_("a rollout")},
        {"tournament", N_("a tournament")}, {"tune", N_("a run of tuning")},
        {"learn", N_("a training run")},    {"solve", N_("a build of tablebases")},
        {"review", N_("a review")},         {"exercises", N_("a run of making exercises")}};
    for (size_t i = 0; i < sizeof called / sizeof *called; i++)
        if (strcmp(called[i][0], kind) == 0)
            return _(called[i][1]);
    return kind;
}
