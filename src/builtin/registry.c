/* What can be opened by name. games.def, players.def and evaluations.def are the only places that name what
 * is built in. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "players/player.h"
#include "rules/rules_complete.h"

#define HRA_GAME(name) extern const hra_rules hra_rules_##name;
#include "games.def"
#undef HRA_GAME

#define HRA_GAME(name) &hra_rules_##name,
static const hra_rules *const built_in[] = {
#include "games.def"
};
#undef HRA_GAME

#define HRA_PLAYER(name) extern const hra_player_kind name;
#include "players.def"
#undef HRA_PLAYER

#define HRA_PLAYER(name) &(name),
static const hra_player_kind *const players[] = {
#include "players.def"
};
#undef HRA_PLAYER

#define HRA_EVALUATION(name) extern const hra_evaluation name;
#include "evaluations.def"
#undef HRA_EVALUATION

#define HRA_EVALUATION(name) &(name),
static const hra_evaluation *const evaluations[] = {
#include "evaluations.def"
};
#undef HRA_EVALUATION

enum { BUILT_IN = sizeof built_in / sizeof *built_in, PLAYERS = sizeof players / sizeof *players };

/* The games that were added; those built in are known without being held. */
struct hra_registry {
    hra_whole_rules **games;
    hra_player_kind **players;
    int count, player_count;
};

const hra_evaluation *hra_general_evaluation(int index) {
    return index >= 0 && index < (int)(sizeof evaluations / sizeof *evaluations) ? evaluations[index] : NULL;
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

static bool is_good_name(const char *name) {
    size_t length = strlen(name);
    return length > 0 && length < HRA_NAME_LENGTH &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == length;
}

static hra_err check_game_name(const hra_registry *registry, const char *name, hra_error *why) {
    if (!is_good_name(name))
        return hra_fail(why, HRA_EINPUT, -1,
                        "a game cannot be called '%.40s': a name has 1 to %d small letters, digits and -",
                        name, HRA_NAME_LENGTH - 1);
    return hra_registry_find_game(registry, name)
               ? hra_fail(why, HRA_EINPUT, -1, "there is a game '%s' already", name)
               : HRA_OK;
}

static hra_err check_player_name(const hra_registry *registry, const char *name, hra_error *why) {
    if (!is_good_name(name))
        return hra_fail(why, HRA_EINPUT, -1,
                        "a player cannot be called '%.40s': a name has 1 to %d small letters, digits and -",
                        name, HRA_NAME_LENGTH - 1);
    return strcmp(name, "human") == 0 || hra_registry_find_player(registry, name)
               ? hra_fail(why, HRA_EINPUT, -1, "there is a player '%s' already", name)
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

const hra_player_kind *hra_registry_player(const hra_registry *registry, int index) {
    int added = registry ? registry->player_count : 0;
    if (index < 0 || index >= PLAYERS + added)
        return NULL;
    return index < PLAYERS ? players[index] : registry->players[index - PLAYERS];
}

const hra_player_kind *hra_registry_find_player(const hra_registry *registry, const char *name) {
    const hra_player_kind *kind;
    for (int i = 0; (kind = hra_registry_player(registry, i)) != NULL; i++)
        if (strcmp(kind->name, name) == 0)
            return kind;
    return NULL;
}

bool hra_registry_built_in(const hra_player_kind *kind) {
    for (int i = 0; i < PLAYERS; i++)
        if (players[i] == kind)
            return true;
    for (int i = 0; i < BUILT_IN; i++)
        for (const hra_player_kind *const *own = hra_rules_offers(built_in[i])->experts; own && *own; own++)
            if (*own == kind)
                return true;
    return false;
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
