/* The registered games. games.def is the only place that names one. */
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
