/* What somebody meant who typed a game or a level that does not exist. */
#include "rules/hints.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/messages.h"
#include "rules/game_properties.h"
#include "rules/registry.h"

/* ---- games ----------------------------------------------------------------------------------*/

enum {
    GAMES = 63,
    WORDS = 160,     /* games, and up to four words of each variant */
    WORD = 48,       /* bytes; longer words are not compared */
    FUZZY = 6,       /* letters; a shorter word of a variant has to be typed exactly */
    LEAST_NUMBER = 3 /* digits: 960 names a variant, 7 does not */
};

/* Words, and what is typed for each: a game, or a game with the options of a variant. */
typedef struct vocabulary {
    const char *typed;
    char words[WORDS][WORD];
    const hra_rules *rules[WORDS];
    const hra_variant *variants[WORDS]; /* NULL: the game as it is */
    int count;
} vocabulary;

static void add_word(vocabulary *v, const hra_rules *rules, const hra_variant *variant, const char *prefix,
                     const char *word, size_t length) {
    const size_t before = strlen(prefix), all = before + length;
    if (v->count >= WORDS || !length || all >= WORD)
        return;
    char *to = v->words[v->count];
    memcpy(to, prefix, before);
    memcpy(to + before, word, length);
    to[all] = '\0';
    if (variant && all < FUZZY && strcasecmp(to, v->typed) != 0)
        return;
    v->rules[v->count] = rules;
    v->variants[v->count++] = variant;
}

/* "Los Alamos (6x6, without bishops)": up to the first sign. */
static size_t head_of(const char *name) {
    size_t n = strcspn(name, "(,:;.");
    while (n && name[n - 1] == ' ')
        n--;
    return n;
}

/* A value says nothing by itself if many options have it. */
static bool is_telling(const char *value, size_t length) {
    bool number = length < LEAST_NUMBER;
    for (size_t i = 0; i < length && number; i++)
        number = isdigit((unsigned char)value[i]);
    return !number && !(length == 3 && memcmp(value, "yes", 3) == 0);
}

static void add_variant(vocabulary *v, const hra_rules *rules, const hra_variant *variant) {
    const char *value = strchr(variant->options, '='), *name = variant->name, *own = _(name);
    add_word(v, rules, variant, "", name, head_of(name));
    if (strcmp(own, name) != 0)
        add_word(v, rules, variant, "", own, head_of(own));
    const size_t length = value ? strcspn(++value, ",") : 0;
    if (!length || !is_telling(value, length))
        return;
    add_word(v, rules, variant, "", value, length);
    add_word(v, rules, variant, rules->name, value, length);
}

/* Games first: of two words that are equally near the first one is meant. */
static void list_words(vocabulary *v, const hra_registry *registry) {
    for (int i = 0; i < hra_registry_games(registry); i++) {
        const hra_rules *rules = hra_registry_game(registry, i);
        add_word(v, rules, NULL, "", rules->name, strlen(rules->name));
    }
    for (int i = 0; i < hra_registry_games(registry); i++) {
        const hra_rules *rules = hra_registry_game(registry, i);
        for (const hra_variant *of = hra_rules_offers(rules)->variants; of && of->name; of++)
            add_variant(v, rules, of);
    }
}

/* The word that is nearest to the one that was typed, or -1. */
static int nearest(const vocabulary *v) {
    const char *names[WORDS + 1];
    for (int i = 0; i < v->count; i++)
        names[i] = v->words[i];
    names[v->count] = NULL;
    const char *found = hra_did_you_mean(v->typed, names);
    for (int i = 0; found && i < v->count; i++)
        if (found == names[i])
            return i;
    return -1;
}

hra_err hra_fail_game(const hra_registry *registry, const char *name, hra_error *why) {
    const char *names[GAMES + 1];
    int n = 0;
    for (; n < hra_registry_games(registry) && n < GAMES; n++)
        names[n] = hra_registry_game(registry, n)->name;
    names[n] = NULL;
    vocabulary *v = calloc(1, sizeof *v);
    if (!v)
        return hra_no_memory(why);
    v->typed = name;
    list_words(v, registry);
    const int found = nearest(v);
    hra_err err;
    if (found >= 0 && v->variants[found]) {
        err = hra_fail(why, HRA_EINPUT, 0, "unknown game '%.60s'; did you mean '%s:%s'?", name,
                       v->rules[found]->name, v->variants[found]->options);
    } else {
        /* a name that is nearly right is meant before one that a word describes */
        const char *meant = found >= 0 ? NULL : hra_registry_described(registry, name);
        err = hra_fail_unknown(why, 0, meant ? meant : name, names, "unknown game '%.60s'; choose one of",
                               name);
    }
    free(v);
    return err;
}

/* ---- levels ---------------------------------------------------------------------------------*/

static const char LEVEL[] = "level";

/* The place of an option `level`, or -1. */
static int find_level(const char *options, size_t length) {
    const size_t n = sizeof LEVEL - 1;
    for (size_t i = 0; i + n <= length; i++)
        if ((i == 0 || options[i - 1] == ',') && memcmp(options + i, LEVEL, n) == 0 &&
            (i + n == length || options[i + n] == '=' || options[i + n] == ','))
            return (int)i;
    return -1;
}

bool hra_typed_level_find(const hra_rules *rules, const char *options, size_t length, hra_typed_level *out) {
    const hra_levels *levels = hra_rules_offers(rules)->levels;
    const int at = find_level(options, length);
    if (!levels || at < 0)
        return false;
    size_t from = (size_t)at + sizeof LEVEL;
    *out = (hra_typed_level){.number = 0};
    while (out->count < HRA_MAX_LEVELS && levels->of[out->count].player)
        out->count++;
    for (; from < length && isdigit((unsigned char)options[from]) && out->number < HRA_MAX_LEVELS; from++)
        out->number = 10 * out->number + options[from] - '0';
    if (out->number < 1)
        out->number = 1;
    if (out->number > out->count)
        out->number = out->count;
    out->level = &levels->of[out->number - 1];
    return out->count > 0;
}

hra_err hra_fail_level(hra_error *why, const hra_error *told, const hra_rules *rules, const char *what,
                       const char *options, size_t length, int offset) {
    hra_typed_level typed;
    const int at = find_level(options, length);
    if (told->code != HRA_EINPUT || at < 0 || told->at != offset + at ||
        !hra_typed_level_find(rules, options, length, &typed))
        return hra_fail_as(why, told);
    return hra_fail(why, HRA_EINPUT, told->at,
                    "%s has no option 'level'; level %d of the %d levels of %s is the player '%.120s'", what,
                    typed.number, typed.count, rules->name, typed.level->player);
}
