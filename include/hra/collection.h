/* hra/collection.h: games of many files, found by their positions. A collection has each position of each game, the
 * moves that were made there, and how these games ended. `hra index` saves one in a file; a program can have one in
 * memory.
 *
 *     hra_collection_open(&c, &setup, &why);
 *     hra_collection_add(c, record, NULL, NULL, &why);              for each game
 *     hra_collection_commit(c, &why);
 *     hra_collection_ask(c, &question, &answer, &why);              which games reach a position, and what was played
 *
 * Positions meet by hra_game_key, so by any order of moves; equal up to rotation and reflection, if the game has
 * `canonical`; and with the seats exchanged, if it has `exchange` (hra/rules.h). Results and moves are then turned
 * back.
 *
 * Thread-safety: several threads may use a collection; each call waits for the one before. A function `each` must not
 * use the collection that calls it. */
#ifndef HRA_COLLECTION_H
#define HRA_COLLECTION_H

#include "hra/play.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One game of a collection. Texts are never NULL; "": unknown. */
typedef struct hra_collection_game {
    size_t size;      /* sizeof(hra_collection_game) of the program that fills it */
    int64_t number;   /* in the collection, from 1 */
    const char *spec; /* of the game */
    int spec_number;  /* of hra_collection_spec */
    int seats;
    const char *players[HRA_MAX_SEATS]; /* a person's name, else the spec of a program */
    const char *event, *date;           /* "2026.11.22", with ? for unknown digits */
    const char *opening;                /* the name of the last opening that has one */
    const char *start;                  /* the starting position; "": the game's */
    const char *moves;     /* in the form of hra_rules_text.show_move, one a line, chance moves too */
    int64_t source, index; /* number of the file, and of the game in it, from 1 */
    int plies;
    bool over;                     /* the result is known */
    unsigned winners;              /* bit k: seat k; all seats: a draw */
    double returns[HRA_MAX_SEATS]; /* if over */
    uint64_t moves_key;            /* equal for games of the same rules, start and moves */
} hra_collection_game;

/* What a record does not say. */
typedef struct hra_collection_tags {
    const char *event; /* NULL: unknown */
    int64_t source, index;
} hra_collection_tags;

/* ---- where a collection is saved ------------------------------------------------------------
 * A storage is functions of its owner, who may get wrong data from a file: the collection checks all that it uses. Each
 * function may return
 *   HRA_EIO, HRA_EDAMAGED, HRA_ENOMEM, HRA_ESTOPPED. */

typedef struct hra_collection_spec {
    int number; /* from 1 */
    const char *text;
    uint64_t salt;  /* of the keys of its positions; the same for specs that mean the same */
    uint64_t probe; /* made of some keys: another library that has others cannot use the collection */
} hra_collection_spec;

typedef struct hra_collection_run {
    int64_t number, entries;
    int level;
} hra_collection_run;

typedef struct hra_collection_value {
    uint64_t next;       /* the move's key; of the collection */
    const char *analyst; /* spec of the player that valued it */
    double value;        /* for the mover */
    bool probability;    /* a win probability; else points */
} hra_collection_value;

typedef struct hra_collection_storage {
    size_t size; /* sizeof(hra_collection_storage) */
    void *self;
    /* Makes all changes since the last call last, together. */
    hra_err (*commit)(void *self, hra_error *why);
    /* Sets *games to the number of games; calls run(to, run) for each run, and spec(to, spec) for each spec, by
     * number. */
    hra_err (*load)(void *self, int64_t *games, hra_err (*run)(void *to, const hra_collection_run *run),
                    hra_err (*spec)(void *to, const hra_collection_spec *spec), void *to, hra_error *why);
    hra_err (*add_spec)(void *self, const hra_collection_spec *spec,
                        hra_error *why); /* before its first game */
    /* Adds game number `games` + 1. *known is set to whether a game with this moves_key was there. HRA_ELIMIT: it is
     * full. */
    hra_err (*add_game)(void *self, const hra_collection_game *game, bool *known, hra_error *why);
    hra_err (*game)(void *self, int64_t number, hra_err (*each)(void *to, const hra_collection_game *game),
                    void *to, hra_error *why); /* HRA_EMISSING */
    /* A run has blocks 1, 2, ... of bytes; `first` rises with their number, or stays the same. */
    hra_err (*add_run)(void *self, const hra_collection_run *run, hra_error *why);
    hra_err (*drop_run)(void *self, int64_t run, hra_error *why);
    hra_err (*add_block)(void *self, int64_t run, int64_t number, uint64_t first, const char *bytes,
                         size_t length, hra_error *why);
    /* Sets *number to the last block whose `first` is less than `key`; 0: none. */
    hra_err (*find_block)(void *self, int64_t run, uint64_t key, int64_t *number, hra_error *why);
    /* Sets *first, and appends the bytes. HRA_EMISSING: it has no such block. */
    hra_err (*read_block)(void *self, int64_t run, int64_t number, uint64_t *first, hra_text *out,
                          hra_error *why);
    /* Values of the moves in a position. Both may be NULL: none are saved. */
    hra_err (*add_value)(void *self, uint64_t key, const hra_collection_value *value, hra_error *why);
    hra_err (*values)(void *self, uint64_t key, hra_err (*each)(void *to, const hra_collection_value *value),
                      void *to, hra_error *why);
    void (*close)(void *self); /* NULL: nothing to close */
} hra_collection_storage;

/* ---- collections ----------------------------------------------------------------------------*/

typedef struct hra_collection hra_collection;

typedef struct hra_collection_setup {
    size_t size;                           /* sizeof(hra_collection_setup) of the caller */
    const hra_collection_storage *storage; /* copied; the collection closes it. NULL: in memory */
    uint64_t most;                         /* in memory: the most bytes; 0: no limit */
} hra_collection_setup;

/* Opens a collection, which the caller closes. `setup` NULL: one of zeros. The storage is closed after an error too.
 * Returns
 *   HRA_EINPUT    if `setup` has no size
 *   HRA_EVERSION  if `setup` is of a newer library
 *   HRA_EDAMAGED  if the storage has no collection that makes sense
 *   HRA_ENOMEM. */
HRA_API hra_err hra_collection_open(hra_collection **out, const hra_collection_setup *setup, hra_error *why);
/* Games that were added since the last commit are lost. NULL is allowed. */
HRA_API void hra_collection_close(hra_collection *collection);
HRA_API int64_t hra_collection_games(const hra_collection *collection); /* number of games */

/* Adds the game of a record; `tags` may be NULL. *known (may be NULL) is set to whether a game with the same moves was
 * there already; it is added all the same. Without a commit it is not found yet. Returns
 *   HRA_ELIMIT  if there is no room for it: the collection stays as it was
 *   HRA_ENOMEM. */
HRA_API hra_err hra_collection_add(hra_collection *collection, const hra_record *record,
                                   const hra_collection_tags *tags, bool *known, hra_error *why);
/* Returns whether a commit is due: many positions wait for it. */
HRA_API bool hra_collection_is_due(const hra_collection *collection);
/* Makes all games last that were added. A program that ends before it loses these games, and no other. */
HRA_API hra_err hra_collection_commit(hra_collection *collection, hra_error *why);
/* Returns the key of the moves of a record, as hra_collection_game has it. */
HRA_API uint64_t hra_collection_moves_key(const hra_record *record);
/* Calls each(to, game) for game `number`. HRA_EMISSING if there is none. */
HRA_API hra_err hra_collection_game_at(hra_collection *collection, int64_t number,
                                       hra_err (*each)(void *to, const hra_collection_game *game), void *to,
                                       hra_error *why);

/* ---- questions ------------------------------------------------------------------------------*/

typedef struct hra_collection_question {
    size_t size;          /* sizeof(hra_collection_question) of the caller */
    const hra_host *host; /* opens the games; NULL: built-in games, no files */
    const char *spec;     /* only games with the rules of this spec, whatever its options; NULL: all games */
    const char *position; /* NULL: the starting position */
    int most;             /* the most games that are listed */
    const hra_stop *stop; /* if it is set, the question ends with HRA_ESTOPPED; may be NULL */
} hra_collection_question;

/* How games ended. */
typedef struct hra_collection_count {
    int64_t games;
    int64_t wins
        [HRA_MAX_SEATS]; /* by seat, of the position as it was asked; a win of several seats counts for each */
    int64_t draws, unknown; /* draws: won by all seats */
    double points[2]; /* the sum of the returns of seats 0 and 1, without games whose result is unknown */
} hra_collection_count;

typedef struct hra_collection_move {
    char *move; /* as people type it */
    hra_collection_count count;
    double value; /* for the mover, by `analyst`; NAN: it was not worked out */
    bool probability;
    char *analyst; /* NULL: none */
    int place;     /* of the library */
} hra_collection_move;

typedef struct hra_collection_hit {
    int64_t game;   /* its number in the collection */
    int ply;        /* at which the position was reached first, from 0 */
    int move;       /* index in the moves of the answer; -1: the game ended here */
    bool exchanged; /* with the seats exchanged */
} hra_collection_hit;

typedef struct hra_collection_answer {
    size_t size;
    char *spec, *position; /* the first game in which the position makes sense, and its text there */
    int seats;
    int mover;   /* a seat, HRA_CHANCE or HRA_OVER */
    bool points; /* results are points: count.points says more than wins */
    hra_collection_count count;
    hra_collection_move *moves; /* that were made, the most frequent first */
    int move_count;
    hra_collection_hit *games; /* the first `most` that reach the position, by number */
    int game_count;
} hra_collection_answer;

/* Answers which games reach a position and what was played there; the caller frees the answer. The work grows with the
 * number of games that reach the position, and with the logarithm of all. Returns
 *   HRA_EINPUT    if the position makes sense in no game of the collection
 *   HRA_EMISSING  if the collection has no game, or none of the spec
 *   HRA_EDAMAGED  if the storage has what makes no sense
 *   HRA_ESTOPPED  if `stop` was set
 *   HRA_ENOMEM. */
HRA_API hra_err hra_collection_ask(hra_collection *collection, const hra_collection_question *question,
                                   hra_collection_answer **out, hra_error *why);
HRA_API void hra_collection_answer_free(hra_collection_answer *answer); /* NULL is allowed */

/* Saves what an analyst says of a move in a position, for later answers. Returns
 *   HRA_EFIT  if the storage has no values. */
HRA_API hra_err hra_collection_add_value(hra_collection *collection, const hra_game *game, const void *state,
                                         hra_move move, const hra_collection_value *value, hra_error *why);

/* Writes an answer: {"game","position","to_move","games","wins":[for each seat],"draws","unknown","points" (mean return
 * of seat 0, if results are
 * points),"moves":[{"move","games","wins","draws","unknown","points","value","unit","analyst"}, the value only if one
 * is saved],"found":[the members of hra_json_collection_facts, "ply","move" (null: the game ended),"exchanged"]}.
 * Errors of hra_collection_game_at. */
HRA_API hra_err hra_json_collection(hra_json *json, const char *key, hra_collection *collection,
                                    const hra_collection_answer *answer, hra_error *why);
/* Writes members of an object: "number","game","players","event","date","opening","result" (null:
 * unknown),"plies","index". */
HRA_API void hra_json_collection_facts(hra_json *json, const hra_collection_game *game);

#ifdef __cplusplus
}
#endif
#endif
