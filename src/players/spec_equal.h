/* hra_spec_equal and hra_spec_renames for methods of learning, of which this room knows nothing. */
#ifndef HRA_PLAYERS_SPEC_EQUAL_H
#define HRA_PLAYERS_SPEC_EQUAL_H

#include "hra/game.h"

/* Finds a method by its name of today or an old one: its name, its options. False: there is none. */
typedef bool hra_method_finder(const hra_rules *rules, const char *name, const char **now,
                               const hra_option **options);

bool hra_spec_equal_by(hra_method_finder *find_method, const char *a, const char *b, const hra_rules *rules,
                       const hra_registry *registry);
void hra_spec_renames_by(hra_method_finder *find_method, const char *spec, const hra_rules *rules,
                         const hra_registry *registry, void (*tell)(void *self, const hra_rename *row),
                         void *self);

#endif
