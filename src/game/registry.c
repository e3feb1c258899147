/* The games that can be opened by name. games.def is the only place that names those built in. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "whole.h"

#define HRA_GAME(name) extern const hra_rules hra_rules_##name;
#include "games.def"
#undef HRA_GAME

#define HRA_GAME(name) &hra_rules_##name,
static const hra_rules *const built_in[] = {
#include "games.def"
};
#undef HRA_GAME

enum { BUILT_IN = sizeof built_in / sizeof *built_in };

/* The games that were added; those built in are known without being held. */
struct hra_registry {
    hra_whole_rules **games;
    int count;
};

hra_err hra_registry_open(hra_registry **out, hra_error *why) {
    hra_registry *registry = calloc(1, sizeof *registry);
    if (!registry)
        return hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    *out = registry;
    return HRA_OK;
}

void hra_registry_close(hra_registry *registry) {
    for (int i = 0; registry && i < registry->count; i++)
        free(registry->games[i]);
    if (registry)
        free(registry->games);
    free(registry);
}

static hra_err check_name(const hra_registry *registry, const char *name, hra_error *why) {
    size_t length = strlen(name);
    if (length == 0 || length >= HRA_NAME_LENGTH ||
        strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != length)
        return hra_fail(why, HRA_EINPUT, -1,
                        "a game cannot be called '%.40s': a name has 1 to %d small letters, digits and -",
                        name, HRA_NAME_LENGTH - 1);
    if (hra_registry_find_game(registry, name))
        return hra_fail(why, HRA_EINPUT, -1, "there is a game '%s' already", name);
    return HRA_OK;
}

hra_err hra_registry_add_game(hra_registry *registry, const hra_rules *rules, hra_error *why) {
    hra_whole_rules *whole = malloc(sizeof *whole);
    hra_whole_rules **games = realloc(registry->games, (size_t)(registry->count + 1) * sizeof *games);
    if (games)
        registry->games = games;
    if (!whole || !games) {
        free(whole);
        return hra_fail(why, HRA_ENOMEM, -1, "%s", hra_err_text(HRA_ENOMEM));
    }
    hra_err err = hra_rules_whole(whole, rules, "to be added", why);
    if (!err)
        err = check_name(registry, whole->rules.name, why);
    if (err) {
        free(whole);
        return err;
    }
    games[registry->count++] = whole;
    return HRA_OK;
}

int hra_registry_games(const hra_registry *registry) {
    return BUILT_IN + (registry ? registry->count : 0);
}

const hra_rules *hra_registry_game(const hra_registry *registry, int index) {
    return index < BUILT_IN ? built_in[index] : &registry->games[index - BUILT_IN]->rules;
}

const hra_rules *hra_registry_find_game(const hra_registry *registry, const char *name) {
    for (int i = 0; i < hra_registry_games(registry); i++)
        if (strcmp(hra_registry_game(registry, i)->name, name) == 0)
            return hra_registry_game(registry, i);
    return NULL;
}

const hra_rules_catalogue *hra_rules_offers(const hra_rules *rules) {
    static const hra_rules_catalogue nothing = {.size = sizeof nothing};
    return rules->catalogue ? rules->catalogue : &nothing;
}

const hra_model *hra_model_find(const hra_rules *rules, const char *name) {
    for (const hra_model *m = hra_rules_offers(rules)->models; m && m->name; m++)
        if (strcmp(m->name, name) == 0)
            return m;
    return NULL;
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
