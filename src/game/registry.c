/* The registered games. games.def is the only place that names one. */
#include <ctype.h>
#include <string.h>

#include "hra/game.h"

#define HRA_GAME(name) extern const hra_rules hra_rules_##name;
#include "games.def"
#undef HRA_GAME

#define HRA_GAME(name) &hra_rules_##name,
static const hra_rules *const registered[] = {
#include "games.def"
};
#undef HRA_GAME

int hra_rules_count(void) {
    return (int)(sizeof registered / sizeof *registered);
}

const hra_rules *hra_rules_at(int index) {
    return registered[index];
}

const hra_rules *hra_rules_find(const char *name) {
    for (int i = 0; i < hra_rules_count(); i++)
        if (strcmp(registered[i]->name, name) == 0)
            return registered[i];
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

const hra_format *hra_format_find(const char *path) {
    for (int i = 0; i < hra_rules_count(); i++)
        for (const hra_format *f = hra_rules_offers(registered[i])->formats; f && f->name; f++)
            if (ends_with(path, f->suffix))
                return f;
    return NULL;
}
