/* What a game is called with its options. */
#include <string.h>

#include "speech/print.h"
#include "variant_name.h"

/* Whether the game has the values of all options that the variant names. */
static bool fits(const hra_options *game, const hra_options *variant) {
    for (int i = 0; i < variant->count; i++) {
        const char *name = variant->known[i].name, *a = hra_options_text(game, name),
                   *b = hra_options_text(variant, name);
        const bool is_text =
            variant->known[i].type == HRA_OPTION_TEXT || variant->known[i].type == HRA_OPTION_FILE;
        if (variant->given[i] &&
            (is_text ? !a || !b || strcmp(a, b) != 0 : game->number[i] != variant->number[i]))
            return false;
    }
    return true;
}

/* The only variant that fits; NULL: there is none. */
static const char *find_variant(const hra_game *game) {
    char name[HRA_NAME_LENGTH];
    const char *text, *found = NULL;
    size_t length;
    hra_option table[HRA_MAX_OPTIONS + 1];
    hra_options own, options;
    hra_rules_options(game->rules, table);
    if (hra_spec_split(game->spec, name, &text, &length, NULL) != 0 ||
        hra_options_read(&own, table, NULL, game->rules->name, text, length, 0, NULL) != 0)
        return NULL;
    for (const hra_variant *of = hra_rules_offers(game->rules)->variants; of && of->name; of++) {
        if (hra_options_read(&options, table, NULL, game->rules->name, of->options, strlen(of->options), 0,
                             NULL) != 0 ||
            !fits(&own, &options))
            continue;
        if (found)
            return NULL;
        found = of->name;
    }
    return found;
}

void variant_add_title(const hra_game *game, hra_text *out) {
    const char *variant = find_variant(game);
    hra_text_add(out, _(game->rules->text->title));
    if (variant)
        hra_text_addf(out, ": %s", _(variant));
}
