/* Whether two texts say the same run: line for line, with specs in any way in which they can be written. */
#include <string.h>

#include "hra/learn.h"
#include "queue_inside.h"

/* Takes a line "NAME VALUE" off the text. False: there is none, or it is longer than a line with a spec. */
static bool take_line(const char **text, char line[2 * HRA_SPEC_LENGTH], const char **value) {
    const size_t length = strcspn(*text, "\n");
    if (!**text || length >= 2 * HRA_SPEC_LENGTH)
        return false;
    memcpy(line, *text, length);
    line[length] = '\0';
    *text += length + ((*text)[length] == '\n');
    char *blank = strchr(line, ' ');
    if (blank)
        *blank++ = '\0';
    *value = blank ? blank : "";
    return true;
}

static const hra_rules *rules_of(const char *game) {
    char name[HRA_NAME_LENGTH];
    const char *options;
    size_t length;
    return hra_spec_split(game, name, &options, &length, NULL) == 0 ? hra_registry_find_game(NULL, name)
                                                                    : NULL;
}

bool queue_same_run(const char *a, const char *b) {
    char line[2][2 * HRA_SPEC_LENGTH];
    const char *value[2];
    const hra_rules *rules = NULL;
    if (strcmp(a, b) == 0)
        return true;
    while (take_line(&a, line[0], &value[0]) && take_line(&b, line[1], &value[1])) {
        const bool game = strcmp(line[0], "game") == 0;
        if (strcmp(line[0], line[1]) != 0)
            return false;
        if (game)
            rules = rules_of(value[0]);
        if (game ? !hra_spec_equal(value[0], value[1], HRA_NAME_GAME, NULL, NULL)
                 : !hra_spec_equal(value[0], value[1], HRA_NAME_PLAYER, rules, NULL) &&
                       !hra_learn_spec_equal(value[0], value[1], rules, NULL))
            return false;
    }
    return !*a && !*b;
}
