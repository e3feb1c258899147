/* Names that changed, within the library. */
#ifndef HRA_RULES_RENAME_H
#define HRA_RULES_RENAME_H

#include "hra/game.h"

/* Whether two names are one, where `_` equals `-`. */
bool hra_same_name(const char *a, const char *b);

/* All of them; the last has NULLs. Static. */
const hra_rename *hra_renames(void);

/* Told of a name that changed. */
typedef struct hra_rename_listener {
    void (*tell)(void *self, const hra_rename *row);
    void *self;
} hra_rename_listener;

/* hra_options_read without caps, which reports each old name of an option or a value to the listener (may
 * be NULL). A value that the option does not take, such as a parameter in braces, is NAN. */
hra_err hra_options_listen(hra_options *out, const hra_option *table, const char *what, const char *text,
                           size_t length, const hra_rename_listener *listener);

/* The evaluation of a game, or of every game, by its name of today or an old one; NULL: there is none. */
const hra_evaluation *hra_evaluation_find(const hra_rules *rules, const char *name);

/* hra_spec_equal where the game is open: for its own spec, its players. */
static inline bool hra_same_game(const hra_game *game, const char *spec) {
    return hra_spec_equal(game->spec, spec, HRA_NAME_GAME, NULL, game->host ? game->host->registry : NULL);
}

static inline bool hra_same_player(const hra_game *game, const char *a, const char *b) {
    return hra_spec_equal(a, b, HRA_NAME_PLAYER, game->rules, game->host ? game->host->registry : NULL);
}

#endif
