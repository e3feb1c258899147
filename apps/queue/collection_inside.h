/* What the files of a collection in SQLite share. */
#ifndef HRA_QUEUE_COLLECTION_INSIDE_H
#define HRA_QUEUE_COLLECTION_INSIDE_H

#include <sqlite3.h>

#include "collection_file.h"

/* Statements that stay prepared. */
typedef enum collection_statement {
    ADD_SPEC,
    ADD_GAME,
    ADD_SEAT,
    ADD_NAME,
    FIND_NAME,
    FIND_MOVES,
    ADD_RUN,
    DROP_RUN,
    DROP_BLOCKS,
    ADD_BLOCK,
    FIND_BLOCK,
    READ_BLOCK,
    READ_GAME,
    READ_NAME,
    ADD_VALUE,
    READ_VALUES,
    ADD_REVIEW,
    COLLECTION_STATEMENTS
} collection_statement;

struct collection_file {
    sqlite3 *db;
    char *path;
    bool writes, changed; /* changed: a transaction is open */
    const hra_progress *progress;
    sqlite3_stmt *kept[COLLECTION_STATEMENTS];
};

enum {
    COLLECTION_LONGEST = 1 << 26, /* bytes of a value */
    COLLECTION_TEXT = 1 << 16     /* bytes of a name */
};

/* ---- statements -----------------------------------------------------------------------------*/

hra_err collection_fail(collection_file *f, hra_error *why);
hra_err collection_damaged(collection_file *f, hra_error *why);
hra_err collection_execute(collection_file *f, const char *sql, hra_error *why);
/* A statement of the list; NULL: *err says why. */
sqlite3_stmt *collection_take(collection_file *f, collection_statement which, hra_err *err, hra_error *why);
/* Goes on: HRA_OK with *row; ends a statement of the list after its last row. */
hra_err collection_step(collection_file *f, sqlite3_stmt *s, bool *row, hra_error *why);
hra_err collection_finish(collection_file *f, sqlite3_stmt *s, hra_error *why); /* one that gives no row */
void collection_bind_text(sqlite3_stmt *s, int at, const char *text);
/* A whole number of a column; false: not a number, or outside. */
bool collection_number(sqlite3_stmt *s, int column, int64_t least, int64_t most, int64_t *out);
/* A text without zeros, of UTF-8 and at most `most` bytes; NULL: not a text. */
const char *collection_text(sqlite3_stmt *s, int column, size_t most);
/* The game of a row of READ_GAME's columns. */
hra_err collection_take_game(collection_file *f, sqlite3_stmt *s,
                             hra_err (*each)(void *to, const hra_collection_game *game), void *to,
                             hra_error *why);
#define COLLECTION_GAME_COLUMNS                                                                              \
    "g.id, g.spec, s.text, g.players, e.text, g.date, o.text, g.start, g.moves, g.source, g.number, "        \
    "g.plies,"                                                                                               \
    " g.winners, g.result, g.moves_key"
#define COLLECTION_GAME_TABLES                                                                               \
    "game g JOIN spec s ON s.id = g.spec LEFT JOIN name e ON e.id = g.event LEFT JOIN name o ON o.id = "     \
    "g.opening"

/* ---- names (collection_questions.c) ---------------------------------------------------------*/

/* Sets which player a new name is. */
hra_err collection_name_player(collection_file *f, int64_t name, const char *text, hra_error *why);
/* The number of a name, which is added; 0: there is no text. */
hra_err collection_intern(collection_file *f, const char *text, int64_t *out, hra_error *why);
hra_err collection_begin(collection_file *f, hra_error *why); /* a transaction, unless one is open */

/* ---- games (collection_games.c), as hra_collection_storage has them --------------------------*/

hra_err collection_add_game(void *self, const hra_collection_game *g, bool *known, hra_error *why);
hra_err collection_game_at(void *self, int64_t number, hra_err (*each)(void *to, const hra_collection_game *),
                           void *to, hra_error *why);

/* ---- tables (collection_schema.c) -----------------------------------------------------------*/

/* Makes the tables in an empty file, or checks that they are exactly these. */
hra_err collection_check_tables(collection_file *f, hra_error *why);

#endif
