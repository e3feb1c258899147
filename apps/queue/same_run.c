/* Whether two texts say the same run: line for line, with specs in any way in which they can be written. */
#include <string.h>

#include "hra/learn.h"
#include "queue_inside.h"
#include "run_lines.h"

/* A line "NAME VALUE" of a spec; length 0: the spec is over. */
typedef struct spec_line {
    const char *text;
    size_t length, name;
} spec_line;

static spec_line line_at(const char *text) {
    return (spec_line){text, strcspn(text, "\n"), strcspn(text, " \n")};
}

static const char *after(const spec_line *line) {
    return line->text + line->length + (line->text[line->length] == '\n');
}

static bool has_name(const spec_line *a, const spec_line *b) {
    return a->name == b->name && memcmp(a->text, b->text, a->name) == 0;
}

static bool is_game(const spec_line *line) {
    return line->name == 4 && memcmp(line->text, "game", 4) == 0;
}

/* The value with its zero; false: it is longer than any spec. */
static bool copy_value(const spec_line *line, char out[2 * HRA_SPEC_LENGTH]) {
    const size_t length = line->name < line->length ? line->length - line->name - 1 : 0;
    if (length >= 2 * HRA_SPEC_LENGTH)
        return false;
    memcpy(out, line->text + line->name + (length > 0), length);
    out[length] = '\0';
    return true;
}

static const hra_rules *rules_of(const char *game) {
    char name[HRA_NAME_LENGTH];
    const char *options;
    size_t length;
    return hra_spec_split(game, name, &options, &length, NULL) == 0 ? hra_registry_find_game(NULL, name)
                                                                    : NULL;
}

/* *rules: of the game, from its line on. */
static bool is_same_line(const spec_line *kept, const spec_line *typed, const hra_rules **rules) {
    char value[2][2 * HRA_SPEC_LENGTH];
    const bool game = is_game(kept),
               same = kept->length == typed->length && memcmp(kept->text, typed->text, kept->length) == 0;
    if (!has_name(kept, typed) || (same && !game))
        return same;
    if (!copy_value(kept, value[0]) || !copy_value(typed, value[1]))
        return same;
    if (game)
        *rules = rules_of(value[0]);
    return same || (game ? hra_spec_equal(value[0], value[1], HRA_NAME_GAME, NULL, NULL)
                         : hra_spec_equal(value[0], value[1], HRA_NAME_PLAYER, *rules, NULL) ||
                               hra_learn_spec_equal(value[0], value[1], *rules, NULL));
}

/* Whether the rest of a spec has a line with the name of this one. */
static bool comes(const spec_line *rest, const spec_line *line) {
    for (spec_line at = *rest; at.length; at = line_at(after(&at)))
        if (has_name(&at, line))
            return true;
    return false;
}

bool queue_same_run(const char *kept, const char *typed, hra_text *has, hra_text *wants) {
    const char *kind = hra_work_kind_of(kept);
    const hra_rules *rules = NULL;
    spec_line a = line_at(kept), b = line_at(typed);
    while (a.length && b.length && is_same_line(&a, &b, &rules)) {
        a = line_at(after(&a));
        b = line_at(after(&b));
    }
    const bool both = a.length && b.length && has_name(&a, &b);
    if (both || (a.length && !comes(&b, &a)))
        run_add_line(kind, a.text, a.length, has);
    if (both || (b.length && !comes(&a, &b)))
        run_add_line(kind, b.text, b.length, wants);
    return !*a.text && !*b.text;
}
