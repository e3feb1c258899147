/* Games that can be opened by name. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/messages.h"
#include "rules/defaults.h"
#include "rules/registry.h"
#include "rules/rename.h"

int hra_builtin_count(const void *const *list) {
    int n = 0;
    while (list[n])
        n++;
    return n;
}

static int built_in(void) {
    return hra_builtin_count((const void *const *)hra_builtin_games);
}

const hra_evaluation *hra_general_evaluation(int index) {
    return index >= 0 && index < hra_builtin_count((const void *const *)hra_builtin_evaluations)
               ? hra_builtin_evaluations[index]
               : NULL;
}

hra_err hra_registry_open(hra_registry **out, hra_error *why) {
    hra_registry *registry = calloc(1, sizeof *registry);
    if (!registry)
        return hra_no_memory(why);
    *out = registry;
    return HRA_OK;
}

void hra_registry_close(hra_registry *registry) {
    if (!registry)
        return;
    for (int i = 0; i < registry->count; i++)
        free(registry->games[i]);
    for (int i = 0; i < registry->player_count; i++)
        free(registry->players[i]);
    free(registry->games);
    free(registry->players);
    free(registry);
}

bool hra_registry_is_name(const char *name) {
    size_t length = strlen(name);
    return length > 0 && length < HRA_NAME_LENGTH &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == length;
}

static hra_err check_game_name(const hra_registry *registry, const char *name, hra_error *why) {
    if (!hra_registry_is_name(name))
        return hra_fail(why, HRA_EINPUT, -1,
                        "a game cannot be called '%.40s': a name has 1 to %d small letters, digits and -",
                        name, HRA_NAME_LENGTH - 1);
    return hra_registry_find_game(registry, name)
               ? hra_fail(why, HRA_EINPUT, -1, "there is a game '%s' already", name)
               : HRA_OK;
}

hra_err hra_registry_add_game(hra_registry *registry, const hra_rules *rules, hra_error *why) {
    hra_whole_rules *whole = malloc(sizeof *whole);
    hra_whole_rules **games = realloc(registry->games, (size_t)(registry->count + 1) * sizeof *games);
    if (games)
        registry->games = games;
    if (!whole || !games) {
        free(whole);
        return hra_no_memory(why);
    }
    hra_err err = hra_rules_whole(whole, rules, _("to be added"), why);
    if (!err)
        err = check_game_name(registry, whole->rules.name, why);
    if (err) {
        free(whole);
        return err;
    }
    games[registry->count++] = whole;
    return HRA_OK;
}

int hra_registry_games(const hra_registry *registry) {
    return built_in() + (registry ? registry->count : 0);
}

const hra_rules *hra_registry_game(const hra_registry *registry, int index) {
    int own = built_in();
    return index < 0 || index >= hra_registry_games(registry) ? NULL
           : index < own                                      ? hra_builtin_games[index]
                                                              : &registry->games[index - own]->rules;
}

static const hra_rules *game_called(const hra_registry *registry, const char *name) {
    for (int i = 0; i < hra_registry_games(registry); i++)
        if (strcmp(hra_registry_game(registry, i)->name, name) == 0)
            return hra_registry_game(registry, i);
    return NULL;
}

const hra_rules *hra_registry_find_game(const hra_registry *registry, const char *name) {
    const hra_rules *rules = game_called(registry, name);
    const hra_rename *row = rules ? NULL : hra_rename_find(HRA_NAME_GAME, "", name, NULL);
    return row ? game_called(registry, row->now) : rules;
}

const hra_rules_catalogue *hra_rules_offers(const hra_rules *rules) {
    static const hra_rules_catalogue nothing = {.size = sizeof nothing};
    return rules->catalogue ? rules->catalogue : &nothing;
}

static const hra_model *model_called(const hra_rules *rules, const char *name) {
    for (const hra_model *m = hra_rules_offers(rules)->models; m && m->name; m++)
        if (strcmp(m->name, name) == 0)
            return m;
    return NULL;
}

const hra_model *hra_model_find(const hra_rules *rules, const char *name) {
    const hra_model *model = model_called(rules, name);
    for (const hra_rename *row = NULL;
         !model && (row = hra_rename_find(HRA_NAME_PLAYER, rules->name, name, row)) != NULL;)
        model = model_called(rules, row->now);
    return model;
}

static bool ends_with(const char *path, const char *suffix) {
    size_t n = strlen(path), m = strlen(suffix);
    for (size_t i = 0; n >= m && i < m; i++)
        if (tolower((unsigned char)path[n - m + i]) != suffix[i])
            return false;
    return n >= m;
}

const hra_format *hra_registry_find_format(const hra_registry *registry, const char *path) {
    for (int i = 0; i < hra_registry_games(registry); i++)
        for (const hra_format *f = hra_rules_offers(hra_registry_game(registry, i))->formats; f && f->name;
             f++)
            if (ends_with(path, f->suffix))
                return f;
    return NULL;
}

/* Whether a text has this word, whatever the case of its letters; those beyond ASCII have to be the same. */
static bool has_word(const char *text, const char *word) {
    const size_t length = strlen(word);
    for (const char *at = text; *at;) {
        const size_t n = strcspn(at, " ,;:()");
        if (n == length && strncasecmp(at, word, n) == 0)
            return true;
        at += n + (at[n] != '\0');
    }
    return false;
}

enum { LEAST_WORD = 4 }; /* bytes; shorter ones, such as "and", say nothing of a game */

const char *hra_registry_described(const hra_registry *registry, const char *word) {
    const char *found = NULL;
    for (int i = 0; strlen(word) >= LEAST_WORD && i < hra_registry_games(registry); i++) {
        const hra_rules *rules = hra_registry_game(registry, i);
        const char *summary = rules->text->summary;
        if (!summary || !(has_word(summary, word) || has_word(_(summary), word)))
            continue;
        if (found)
            return NULL;
        found = rules->name;
    }
    return found;
}
