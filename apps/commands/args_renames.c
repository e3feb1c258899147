/* Old names on a command line: what each is called now, once. */
#include <string.h>

#include "args.h"
#include "hra/learn.h"

/* What was said already. */
typedef struct saying {
    const hra_rename *rows[ARGS_MAX];
    int count;
} saying;

static void print_row(void *self, const hra_rename *row) {
    saying *s = self;
    for (int i = 0; i < s->count; i++)
        if (s->rows[i] == row)
            return;
    if (s->count == ARGS_MAX)
        return;
    s->rows[s->count++] = row;
    switch (row->kind) {
    case HRA_NAME_GAME:
        print_error(_("game '%s' is now '%s'"), row->old, row->now);
        break;
    case HRA_NAME_PLAYER:
        print_error(_("player '%s' is now '%s'"), row->old, row->now);
        break;
    case HRA_NAME_METHOD:
        print_error(_("method '%s' is now '%s'"), row->old, row->now);
        break;
    case HRA_NAME_EVALUATION:
        print_error(_("evaluation '%s' is now '%s'"), row->old, row->now);
        break;
    case HRA_NAME_VALUE:
        print_error(_("value '%s' is now '%s'"), row->old, row->now);
        break;
    case HRA_NAME_COMMAND_OPTION:
        print_error(_("option '--%s' is now '--%s'"), row->old, row->now);
        break;
    default:
        print_error(_("option '%s' is now '%s'"), row->old, row->now);
    }
}

/* Keys of a value such as "after=10,moves=8". */
static void print_sub_keys(saying *s, const char *option, const char *value) {
    char owner[2 * HRA_NAME_LENGTH + 2], key[HRA_NAME_LENGTH];
    hra_snprintf(owner, sizeof owner, "--%s", option);
    for (const char *at = value; *at; at += strcspn(at, ","), at += *at == ',') {
        const size_t length = strcspn(at, "=,");
        hra_snprintf(key, sizeof key, "%.*s", (int)(length < sizeof key ? length : 0), at);
        const hra_rename *row = hra_rename_find(HRA_NAME_SUB_KEY, owner, key, NULL);
        if (row)
            print_row(s, row);
    }
}

/* What the value of an option names; false: no spec. */
static bool names(const args *a, const args_option *option, hra_name_kind *kind) {
    const char *value = option->value ? option->value : "";
    if (strncmp(value, "PLAYER", 6) == 0)
        *kind = HRA_NAME_PLAYER;
    else if (strcmp(value, "METHOD") == 0)
        *kind = HRA_NAME_METHOD;
    else
        return false;
    return true;
}

/* The game that is the first word, where a command takes one. */
static const hra_rules *print_game(saying *s, const args *a) {
    char name[HRA_NAME_LENGTH];
    const char *options, *synopsis = a->command->synopsis;
    size_t length;
    synopsis += *synopsis == '[';
    if (!a->word_count || strncmp(synopsis, "GAME", 4) != 0 || args_is_verb(a->command, a->words[0]) ||
        hra_spec_split(a->words[0], name, &options, &length, NULL) != 0)
        return NULL;
    hra_spec_renames(a->words[0], HRA_NAME_GAME, NULL, NULL, print_row, s);
    return hra_registry_find_game(NULL, name);
}

void args_say_renames(const args *a) {
    saying s = {.count = 0};
    const hra_rules *rules = print_game(&s, a);
    hra_name_kind kind;
    for (int i = 0; i < a->renamed_count; i++)
        print_row(&s, a->renamed[i]);
    for (int i = 1; rules && i < a->word_count && strstr(a->command->synopsis, "PLAYER"); i++)
        hra_spec_renames(a->words[i], HRA_NAME_PLAYER, rules, NULL, print_row, &s);
    for (const args_option *o = a->command->options; o && o->name; o++) {
        const char *const *values;
        const bool spec = names(a, o, &kind);
        for (int i = 0, count = args_values(a, o->name, &values); i < count; i++)
            if (spec && kind == HRA_NAME_METHOD)
                hra_learn_spec_renames(values[i], rules, NULL, print_row, &s);
            else if (spec)
                hra_spec_renames(values[i], kind, rules, NULL, print_row, &s);
            else
                print_sub_keys(&s, o->name, values[i]);
    }
}
