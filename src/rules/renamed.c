/* The table of names that changed. Alone in its file, so that a test may put another in its place. */
#include "hra/spec.h"
#include "rules/rename.h"

#ifndef HRA_RENAMED_DEF
#define HRA_RENAMED_DEF "rules/renamed.def"
#endif

#define HRA_RENAMED(kind, owner, old, now) {HRA_NAME_##kind, owner, old, now},

const hra_rename *hra_renames(void) {
    static const hra_rename rows[] = {
#include HRA_RENAMED_DEF
        {HRA_NAME_GAME, NULL, NULL, NULL},
    };
    return rows;
}
