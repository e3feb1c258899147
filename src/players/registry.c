/* Players that can be opened by name. */
#include <stdlib.h>
#include <string.h>

#include "players/player.h"
#include "rules/registry.h"
#include "rules/rename.h"

static hra_err check_player_name(const hra_registry *registry, const char *name, hra_error *why) {
    if (!hra_registry_is_name(name))
        return hra_fail(why, HRA_EINPUT, -1,
                        "a player cannot be called '%.40s': a name has 1 to %d small letters, digits and -",
                        name, HRA_NAME_LENGTH - 1);
    return strcmp(name, "human") == 0 || hra_registry_find_player(registry, name)
               ? hra_fail(why, HRA_EINPUT, -1, "a player '%s' exists already", name)
               : HRA_OK;
}

hra_err hra_registry_add_player(hra_registry *registry, const hra_player_kind *kind, hra_error *why) {
    hra_player_kind *whole = malloc(sizeof *whole);
    hra_player_kind **list = realloc(registry->players, (size_t)(registry->player_count + 1) * sizeof *list);
    if (list)
        registry->players = list;
    hra_err err = whole && list ? hra_kind_whole(whole, kind, why) : hra_no_memory(why);
    if (!err)
        err = check_player_name(registry, whole->name, why);
    if (err)
        free(whole);
    else
        list[registry->player_count++] = whole;
    return err;
}

const hra_player_kind *hra_registry_player(const hra_registry *registry, int index) {
    int own = hra_builtin_count((const void *const *)hra_builtin_players),
        added = registry ? registry->player_count : 0;
    if (index < 0 || index >= own + added)
        return NULL;
    return index < own ? hra_builtin_players[index] : registry->players[index - own];
}

static const hra_player_kind *player_called(const hra_registry *registry, const char *name) {
    const hra_player_kind *kind;
    for (int i = 0; (kind = hra_registry_player(registry, i)) != NULL; i++)
        if (strcmp(kind->name, name) == 0)
            return kind;
    return NULL;
}

const hra_player_kind *hra_registry_find_player(const hra_registry *registry, const char *name) {
    static const hra_name_kind kinds[] = {HRA_NAME_PLAYER, HRA_NAME_METHOD};
    const hra_player_kind *kind = player_called(registry, name);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (const hra_rename *row = NULL; !kind && (row = hra_rename_find(kinds[k], "", name, row)) != NULL;)
            kind = player_called(registry, row->now);
    return kind;
}

static const hra_player_kind *expert_called(const hra_rules *rules, const char *name) {
    const hra_player_kind *const *own = hra_rules_offers(rules)->experts;
    while (own && *own && strcmp((*own)->name, name) != 0)
        own++;
    return own ? *own : NULL;
}

const hra_player_kind *hra_expert_find(const hra_rules *rules, const char *name) {
    const hra_player_kind *kind = expert_called(rules, name);
    for (const hra_rename *row = NULL;
         !kind && (row = hra_rename_find(HRA_NAME_PLAYER, rules->name, name, row)) != NULL;)
        kind = expert_called(rules, row->now);
    return kind;
}

bool hra_registry_built_in(const hra_player_kind *kind) {
    for (int i = 0; hra_builtin_players[i]; i++)
        if (hra_builtin_players[i] == kind)
            return true;
    for (int i = 0; hra_builtin_games[i]; i++)
        for (const hra_player_kind *const *own = hra_rules_offers(hra_builtin_games[i])->experts; own && *own;
             own++)
            if (*own == kind)
                return true;
    return false;
}
