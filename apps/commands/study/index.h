/* What the files of `hra index` share. */
#ifndef HRA_COMMANDS_STUDY_INDEX_H
#define HRA_COMMANDS_STUDY_INDEX_H

#include "commands/commands.h"
#include "commands/open_game.h"
#include "queue/collection_file.h"

typedef struct indexing {
    const args *args;
    const char *path;     /* of the collection */
    const hra_host *host; /* of its games: it may be anybody's, so they read files only with --allow-files */
    collection_file *file;
    hra_collection *collection;
    bool json, writes;
    bool skip; /* no game whose moves are there */
    uint64_t limit;
    collection_filter filter;
    /* The file of games that is read */
    const char *source_path;
    collection_source source;
    int64_t index; /* of the game in it, from 1 */
    bool failed;   /* a game was not added */
    bool damaged;  /* a file has damaged games */
    /* So far */
    int64_t added, known, files, skipped;
    double began;
} indexing;

/* Adds games of a file. Exit status. */
int index_add_file(indexing *x, const char *path);
int index_commit(indexing *x);
/* --alias FILE */
int index_read_aliases(indexing *x, const char *path);

/* --position and --moves. */
int index_position(indexing *x);
/* --players, --player, --openings, --games, --duplicates; a summary without any. */
int index_players(indexing *x);
int index_player(indexing *x);
int index_openings(indexing *x);
int index_games(indexing *x, bool duplicates);
int index_summary(indexing *x);
/* --review PLAYER */
int index_review(indexing *x, const char *analyst);

/* Opens a game that the collection names: without files, unless they are allowed; then a player of it may read some. */
hra_err index_open_game(const indexing *x, const char *spec, hra_game **out, hra_error *why);
/* Prints an error of such a game; exit status. */
int index_game_failure(const indexing *x, const hra_error *why);
/* Prints an error of the collection; exit status. */
int index_failure(const hra_error *why);
/* The same of the value of an option; a player that is missing is a failure too. */
int index_option_failure(const char *option, const char *value, const hra_error *why);
/* The same of a question that --player may limit. */
int index_filter_failure(const indexing *x, const hra_error *why);
/* "40.8%" of all; "-" of none. */
void index_add_percent(hra_text *out, int64_t part, int64_t all, int width);
/* Who played, when and how it ended, on one line. */
void index_add_game(hra_text *out, const hra_collection_game *game);

#endif
