/* A collection of games (hra/collection.h) in a file of SQLite, and questions about its games and players. A file may be
 * anybody's: it must have exactly the tables that hra makes, and no value in it is trusted. One thread at a time. */
#ifndef HRA_QUEUE_COLLECTION_FILE_H
#define HRA_QUEUE_COLLECTION_FILE_H

#include <hra/collection.h>
#include <hra/hra.h>

typedef struct collection_file collection_file;

/* Opens a file; with `writes` to add games, and creates it if it is missing. `progress` (NULL: none) only stops. Returns
 *   HRA_EMISSING  if there is no such file
 *   HRA_EINPUT    if it is something else
 *   HRA_EVERSION  if it is of a newer form
 *   HRA_EDAMAGED, HRA_EIO, HRA_ENOMEM. */
hra_err collection_file_open(collection_file **out, const char *path, bool writes,
                             const hra_progress *progress, hra_error *why);
void collection_file_close(collection_file *f); /* NULL is allowed; after the collection */
/* For hra_collection_open; the collection does not close the file. */
hra_collection_storage collection_file_storage(collection_file *f);

/* ---- files of games -------------------------------------------------------------------------*/

typedef struct collection_source {
    int64_t number, games; /* games: that are saved so far */
    bool whole;            /* all of it was read */
} collection_source;

/* Finds a file of games by its content, or adds it under this name; the name counts with the next commit. */
hra_err collection_file_source(collection_file *f, const char *name, uint64_t hash, int64_t length,
                               collection_source *out, hra_error *why);
hra_err collection_file_note_source(collection_file *f, const collection_source *source, hra_error *why);

/* Whether a game with these moves is there. */
hra_err collection_file_knows(collection_file *f, uint64_t moves_key, bool *known, hra_error *why);

/* ---- players --------------------------------------------------------------------------------*/

/* From now on games of `name` count for the player `player` too. */
hra_err collection_file_alias(collection_file *f, const char *name, const char *player, hra_error *why);

/* ---- questions ------------------------------------------------------------------------------
 * Each calls `each` for every row; its error ends the call. Texts are valid until it returns. */

typedef struct collection_total {
    const char *name;                   /* of a player, an opening, a game's spec; a year; "": unknown */
    int64_t games, wins, draws, losses; /* of the player, else of the first seat */
    double points;                      /* sum of the returns */
    int64_t reviewed;                   /* games that have a review, */
    int64_t decisions;                  /* the player's decisions in them, */
    double loss, scaled;                /* and what these lost (hra_review_summary) */
} collection_total;

typedef hra_err collection_each(void *to, const collection_total *total);

/* Which games; members may be 0: all. */
typedef struct collection_filter {
    const char *player;  /* HRA_EMISSING: no player has this name; letters match in both cases */
    const char *opening; /* begins so */
    const char *rules;   /* games of these rules, whatever their options */
    const char *analyst; /* whose reviews count; NULL: who has the most */
    const char *unreviewed_by;
    int64_t from; /* numbers from here on */
    int most;     /* rows; 0: all */
} collection_filter;

typedef hra_err collection_each_game(void *to, const hra_collection_game *game);

/* Players by their number of games. */
hra_err collection_file_players(collection_file *f, const collection_filter *filter, collection_each *each,
                                void *to, hra_error *why);
/* The sums of one player by year. *analyst (may be NULL) gets the analyst whose reviews count; "": no reviews. */
hra_err collection_file_years(collection_file *f, const collection_filter *filter, hra_text *analyst,
                              collection_each *each, void *to, hra_error *why);
/* Openings by their number of games; of one player, or of all. */
hra_err collection_file_openings(collection_file *f, const collection_filter *filter, collection_each *each,
                                 void *to, hra_error *why);
/* Specs of games by their number of games. */
hra_err collection_file_specs(collection_file *f, collection_each *each, void *to, hra_error *why);
/* Specs of games as they came, without counts: at once, however many games there are. */
hra_err collection_file_spec_names(collection_file *f, collection_each *each, void *to, hra_error *why);
/* Games, the lowest number first. */
hra_err collection_file_games(collection_file *f, const collection_filter *filter, collection_each_game *each,
                              void *to, hra_error *why);
/* Games that have the same moves as others: those of the lowest number first, with all that are equal after it. */
hra_err collection_file_duplicates(collection_file *f, const collection_filter *filter,
                                   collection_each_game *each, void *to, hra_error *why);
/* Appends the name of a file of games. */
hra_err collection_file_source_name(collection_file *f, int64_t number, hra_text *out, hra_error *why);

/* ---- reviews --------------------------------------------------------------------------------*/

typedef struct collection_review {
    int64_t game;
    int seat;
    const char *analyst;
    double loss, scaled; /* sums (hra_review_summary) */
    int64_t decisions, mistakes;
} collection_review;
hra_err collection_file_add_review(collection_file *f, const collection_review *review, hra_error *why);

#endif
