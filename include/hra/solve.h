/* hra/solve.h: exact solutions.
 *
 * A game may have its own solver. Every game that is small enough has the general one, which visits all reachable
 * positions.
 *
 *     hra_solution_open(&solution, game, NULL, &why);
 *     hra_solution_value(solution, state, value);
 *
 * Thread-safety: solutions and slices are immutable once opened, and shared by threads. */
#ifndef HRA_SOLVE_H
#define HRA_SOLVE_H

#include "hra/game.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hra_solution hra_solution;

/* A number of a solution besides its value: "standard deviation", 59.6079. */
typedef struct hra_statistic {
    const char *key;   /* in JSON: stddev */
    const char *label; /* for a person */
    double value;
} hra_statistic;

enum { HRA_SOLUTION_STATISTICS = 16, HRA_STATISTIC_COLUMNS = 8, HRA_STATISTIC_ROWS = 16 };

/* Statistics that form a table, such as a row for each number of pieces. */
typedef struct hra_statistic_rows {
    const char *key;                            /* in JSON, where it is a list of objects: by_pieces */
    const char *columns[HRA_STATISTIC_COLUMNS]; /* keys, which are printed too; NULL after the last */
    int rows;
    double value[HRA_STATISTIC_ROWS][HRA_STATISTIC_COLUMNS];
} hra_statistic_rows;

typedef struct hra_solve_setup {
    size_t size;                  /* sizeof(hra_solve_setup) of the caller; members beyond it count as zero */
    int threads;                  /* maximum number, 1..256; 0: one */
    size_t memory;                /* maximum bytes for the general solver, and some games' own; 0: 1 GiB */
    const char *data;             /* data directory; NULL: none */
    bool statistics;              /* also compute the statistics that take longer */
    const hra_progress *progress; /* may be NULL */
    /* A state of the game, or NULL: the general solver also solves all positions that are reachable from it. Read
     * during the call only. */
    const void *position;
    /* States are solved when their value is asked for: a solver that searches need not solve the beginning when it is
     * opened. A value that takes long is then HRA_EINPUT. Solvers that fill tables ignore it. */
    bool on_demand;
} hra_solve_setup;

/* ---- solutions ------------------------------------------------------------------------------*/

/* Facts about a solution. */
typedef struct hra_solution_info {
    size_t size; /* sizeof(hra_solution_info) of the library: members beyond it do not exist */
    const hra_game *game;
    uint64_t states; /* number of solved positions; 0: unknown, or more than 64 bits hold */
    int statistic_count;
    hra_statistic statistics[HRA_SOLUTION_STATISTICS];
    bool has_rows;
    hra_statistic_rows rows;
} hra_solution_info;

/* Opens a solution; the game stays open until it is closed. `setup` may be NULL. Returns
 *   HRA_EFIT if the game has no solver and is not small enough (the error names the limit)
 *   HRA_EINPUT if the setup does not begin with its size, or threads are out of range
 *   HRA_EVERSION if the setup is of a newer library
 *   HRA_ESTOPPED
 *   HRA_ENOMEM. */
HRA_API hra_err hra_solution_open(hra_solution **out, const hra_game *game, const hra_solve_setup *setup,
                                  hra_error *why);
HRA_API void hra_solution_close(hra_solution *solution); /* NULL is allowed */
/* Returns the facts about the solution, which owns them; they do not change. */
HRA_API const hra_solution_info *hra_solution_info_of(const hra_solution *solution);
/* Writes the exact value of a state for each seat. Returns
 *   HRA_EINPUT if the solution does not contain the state: it is not reachable from the start, or the game is
 *     solved only in part. */
HRA_API hra_err hra_solution_value(const hra_solution *solution, const void *state, double *out);
/* Returns the plies to the end if the winner hurries and the loser delays; -1 if they are not known, or no seat
 * wins. */
HRA_API int hra_solution_distance(const hra_solution *solution, const void *state);

/* ---- a build in slices ----------------------------------------------------------------------
 * Some solvers save their tablebases as files in the data directory, and build them slice by slice. To divide such a
 * build among processes or machines, make each slice a task. A slice has a short name, and is built from the files of
 * the slices that it needs. Its own files have checksums, and their bytes depend on the game alone. So any process may
 * build a slice, several times, after those that it needs. Several slices may be built at once, and a slice twice at
 * once: a file is replaced as a whole. hra_solution_open builds missing slices by the same function, and reads the
 * others. */
typedef struct hra_slices hra_slices;

/* One slice. */
typedef struct hra_slice {
    const char *name; /* a short text without blanks, the same in every program of this version */
    const char *const
        *files;         /* paths in the data directory, such as checkers/m0k1-m0k1.ckt; NULL after the last */
    uint64_t positions; /* a measure of the work */
    const int *needs;   /* numbers of the slices that it needs, all lower than its own */
    int need_count;
} hra_slice;

/* Opens the list of the slices of a game's tables; the game stays open until it is closed. Returns
 *   HRA_EFIT if its solver builds none
 *   HRA_ENOMEM. */
HRA_API hra_err hra_slices_open(hra_slices **out, const hra_game *game, hra_error *why);
HRA_API void hra_slices_close(hra_slices *slices); /* NULL is allowed */
/* Returns a slice by its number from 0, NULL after the last; owned by `slices`. */
HRA_API const hra_slice *hra_slices_at(const hra_slices *slices, int slice);
/* Sets *out to the number of the slice with that name. Returns
 *   HRA_EINPUT if there is none. */
HRA_API hra_err hra_slices_find(const hra_slices *slices, const char *name, int *out, hra_error *why);
/* Builds a slice from the files of those that it needs, in the directory setup->data, and writes its own files there.
 * If these exist, they are checked and stay. Of the setup, threads, data and progress count. Returns
 *   HRA_EINPUT if there is no such slice, no directory, or the setup is wrong
 *   HRA_EMISSING if a needed file is missing
 *   HRA_EIO if a file cannot be read or written
 *   HRA_EDAMAGED, HRA_EVERSION of a needed file or its own
 *   HRA_ESTOPPED
 *   HRA_ENOMEM. */
HRA_API hra_err hra_slices_build(const hra_slices *slices, int slice, const hra_solve_setup *setup,
                                 hra_error *why);

/* ---- how large a game is -----------------------------------------------------------------------*/

enum { HRA_SIZE_GAMES = 10000000 }; /* the most random games of an estimate */

/* How large a game is, by random games from its beginning; chance and ends included. */
typedef struct hra_game_size {
    uint64_t games; /* number of random games for the tree */
    double
        positions; /* a number that the positions are hardly below (A. Chao, 1987, by distance from the beginning) */
    bool tree_known; /* the next three are known: outcomes of chance can be listed, and random games end */
    double
        tree_log10; /* log10 of the number of games that can be played, which is that of the tree's leaves (D. Knuth,
                        * 1975: the mean of 1 / probability of a random game) */
    double tree_error; /* standard error of that number, as a fraction of it */
    double
        tree_largest; /* fraction of the sum that one game contributes; near 1 the error is unknown, and the number
                          * is probably too small */
} hra_game_size;

/* Estimates the size of a game from `games` random games, 1..HRA_SIZE_GAMES, in about a second more. The same game has
 * the same numbers. `progress` may be NULL. Returns
 *   HRA_EINPUT    if `games` is out of range
 *   HRA_ESTOPPED  if `progress` was stopped
 *   HRA_ENOMEM. */
HRA_API hra_err hra_game_size_of(const hra_game *game, uint64_t games, const hra_progress *progress,
                                 hra_game_size *out, hra_error *why);

/* ---- solvers of games -----------------------------------------------------------------------
 * For authors of games: the catalogue of a game lists one of each (hra/rules.h). */

/* A game's own solver. `open` gets a complete setup, of this library's size. */
typedef struct hra_solver {
    hra_err (*open)(const hra_game *, const hra_solve_setup *, void **self, hra_error *);
    void (*close)(void *self);
    /* Writes the exact value of any state for each seat under best play. */
    hra_err (*value)(const void *self, const void *s, double *out);
    /* Returns the plies to the end if the winner hurries and the loser delays; -1: unknown, or no seat wins. NULL:
     * always unknown. */
    int (*distance)(const void *self, const void *s);
    uint64_t (*states)(const void *self); /* positions solved; 0: more than a number holds */
    int (*statistics)(const void *self, hra_statistic *out); /* NULL: none; returns their number */
    bool (*rows)(const void *self, hra_statistic_rows *out); /* NULL or false: none */
} hra_solver;

/* How the tables of a game's solver are built in slices. Slices are numbered from 0, each after those that it needs;
 * the functions get valid numbers and complete setups only. The object of `open` does not change, so threads may share
 * it. */
typedef struct hra_slicing {
    hra_err (*open)(const hra_game *, void **self, hra_error *);
    void (*close)(void *self);
    int (*count)(const void *self);
    const char *(*name)(const void *self, int slice);
    const char *(*file)(const void *self, int slice, int i); /* NULL after the last */
    uint64_t (*positions)(const void *self, int slice);
    int (*needs)(const void *self, int slice, int *out);
    hra_err (*build)(const void *self, int slice, const hra_solve_setup *, hra_error *);
} hra_slicing;

/* ---- as JSON --------------------------------------------------------------------------------*/

/* Writes {"game","value","states" (null: more than a number holds),"seconds"} and a member for each statistic and table
 * of them. "value" is that of the beginning, null for each seat if the solution does not contain it. `position` (a
 * state of the game, or NULL) adds "position_value" and "position_distance". seconds: the time that solving took. */
HRA_API void hra_json_solution(hra_json *json, const char *key, const hra_solution *solution,
                               const hra_game *game, const void *position, double seconds);

/* Writes slice `slice` alone: {"name","positions","files":[paths in the data directory],"needs":[names]}. With slice -1
 * writes all, each after those that it needs: {"game","slices":[the same]}. */
HRA_API void hra_json_slices(hra_json *json, const char *key, const hra_slices *slices, const hra_game *game,
                             int slice);

#ifdef __cplusplus
}
#endif
#endif
