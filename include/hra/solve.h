/* hra/solve.h: exact solutions.
 *
 * A game may bring its own solver; every game small enough has the general one, which walks all
 * positions that can be reached. */
#ifndef HRA_SOLVE_H
#define HRA_SOLVE_H

#include "hra/game.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hra_solution hra_solution; /* immutable once opened, shared between threads */

/* A figure of a solution beyond its value: "standard deviation", 59.6079. */
typedef struct hra_statistic {
    const char *key;   /* of the JSON: stddev */
    const char *label; /* for a person */
    double value;
} hra_statistic;

enum { HRA_MAX_FIGURES = 16, HRA_FIGURE_COLUMNS = 8, HRA_FIGURE_ROWS = 16 };

/* Figures that make a table: a row for each number of pieces, say. */
typedef struct hra_statistic_rows {
    const char *key;                         /* of the JSON, where it is a list of objects: by_pieces */
    const char *columns[HRA_FIGURE_COLUMNS]; /* keys, read by persons too; NULL behind the last */
    int rows;
    double value[HRA_FIGURE_ROWS][HRA_FIGURE_COLUMNS];
} hra_statistic_rows;

typedef struct hra_solve_setup {
    size_t size;   /* sizeof(hra_solve_setup) where it was compiled; what an older one lacks counts as zero */
    int threads;   /* at most, and 256 at most; 0: one */
    size_t memory; /* bytes that the general solver may take, and some games' own; 0: 1 GiB */
    const char *data;             /* the folder of user data, NULL: none is used */
    bool figures;                 /* also work out the figures that take longer */
    const hra_progress *progress; /* may be NULL */
    /* A state of the game (NULL: none): the general solver also solves what can be reached from it, where no
     * play from the beginning leads there. Read during the call only. */
    const void *position;
} hra_solve_setup;

/* A game's own solver. `open` is handed a whole setup, of this library's size. */
typedef struct hra_solver {
    hra_err (*open)(const hra_game *, const hra_solve_setup *, void **self, hra_error *);
    void (*close)(void *self);
    /* The exact value of any state for each seat under best play. */
    hra_err (*value)(const void *self, const void *s, double *out);
    /* Plies to the end when the winner hurries and the loser delays; -1 where that is not known or
     * nobody wins. NULL: never known. */
    int (*distance)(const void *self, const void *s);
    uint64_t (*states)(const void *self);                 /* positions solved; 0: more than a number holds */
    int (*figures)(const void *self, hra_statistic *out); /* NULL: none; returns how many */
    bool (*rows)(const void *self, hra_statistic_rows *out); /* NULL or false: none */
} hra_solver;

/* How the tables of a game's solver are built in slices (below). Slices are numbered from 0, each behind
 * those that it needs; every number that is handed over is one of them, and a setup is a whole one. What
 * `open` made is not changed by the others, so threads may share it. */
typedef struct hra_slicing {
    hra_err (*open)(const hra_game *, void **self, hra_error *);
    void (*close)(void *self);
    int (*count)(const void *self);
    const char *(*name)(const void *self, int slice);
    const char *(*file)(const void *self, int slice, int i); /* NULL behind the last */
    uint64_t (*positions)(const void *self, int slice);
    int (*needs)(const void *self, int slice, int *out);
    hra_err (*build)(const void *self, int slice, const hra_solve_setup *, hra_error *);
} hra_slicing;

/* `setup` NULL: one of zeros. HRA_EFIT: neither a solver of its own nor small enough (says which limit);
 * HRA_EINPUT: a setup that does not begin with its size, threads out of range; HRA_EVERSION: a setup of a
 * newer library; HRA_ENOMEM; HRA_ESTOPPED. */
HRA_API hra_err hra_solution_open(hra_solution **out, const hra_game *game, const hra_solve_setup *setup,
                                  hra_error *why);
HRA_API void hra_solution_close(hra_solution *solution);
/* HRA_EINPUT: the solution does not hold this state: no play from the beginning leads to it, or the
 * game is solved only in part. */
HRA_API hra_err hra_solution_value(const hra_solution *solution, const void *state, double *out);
/* Plies to the end under best play, -1 where that is not known or nobody wins. */
HRA_API int hra_solution_distance(const hra_solution *solution, const void *state);
/* 0: not known, or more than a number holds */
HRA_API uint64_t hra_solution_states(const hra_solution *solution);
HRA_API int hra_solution_statistics(const hra_solution *solution, hra_statistic *out);
HRA_API bool hra_solution_rows(const hra_solution *solution,
                               hra_statistic_rows *out); /* false: there is none */

/* ---- a build in slices ----------------------------------------------------------------------
 * Some solvers keep their tables as files in the folder of data, and build them slice by slice. Whoever
 * spreads such a build over processes or machines takes a slice as a unit of work: named by a short text,
 * built from the files of the slices that it needs, giving files that carry their own checksums and whose
 * bytes depend on the game alone. So it does not matter who builds a slice, how often, or in which order
 * as long as each comes after those that it needs. hra_solution_open builds what is still missing by the
 * same function, and reads the rest.
 *
 * Thread-safety: immutable once opened, shared between threads; several slices may be built at once, and
 * one slice twice at once: a file takes its place whole. */
typedef struct hra_slices hra_slices;

/* The slices of the game's tables; the game outlives them. HRA_EFIT: its solver builds none; HRA_ENOMEM. */
HRA_API hra_err hra_slices_open(hra_slices **out, const hra_game *game, hra_error *why);
HRA_API void hra_slices_close(hra_slices *slices); /* NULL is allowed */
/* How many: slices are numbered from 0, each behind those that it needs. A number beyond them has no name,
 * no files, no positions and no needs. */
HRA_API int hra_slices_count(const hra_slices *slices);
/* A short text without blanks that names the slice in every program of this version; owned by `slices`. */
HRA_API const char *hra_slices_name(const hra_slices *slices, int slice);
/* The slice of that name. HRA_EINPUT: there is none. */
HRA_API hra_err hra_slices_find(const hra_slices *slices, const char *name, int *out, hra_error *why);
/* Its file number i from 0, as a path within the folder of data such as checkers/m0k1-m0k2.ckt; NULL
 * behind the last. Owned by `slices`. */
HRA_API const char *hra_slices_file(const hra_slices *slices, int slice, int i);
HRA_API uint64_t hra_slices_positions(const hra_slices *slices, int slice); /* a measure of the work */
/* The slices that it needs: fills out (room for hra_slices_count) and returns how many; all are lower. */
HRA_API int hra_slices_needs(const hra_slices *slices, int slice, int *out);
/* Builds one slice from those that it needs, whose files lie in the folder setup->data (which must be
 * there), and writes its own there. Where these are there already they are checked, and left. Of the setup
 * threads, data and progress count.
 * HRA_EINPUT: no such slice, no folder, a setup that makes no sense; HRA_EMISSING: a file that is needed
 * is not there; HRA_EIO: it cannot be read, or one cannot be written; HRA_EDAMAGED, HRA_EVERSION: of a file
 * that is needed or its own; HRA_ENOMEM; HRA_ESTOPPED. */
HRA_API hra_err hra_slices_build(const hra_slices *slices, int slice, const hra_solve_setup *setup,
                                 hra_error *why);

/* ---- as JSON --------------------------------------------------------------------------------*/

/* {"game","value","states" (null: more than a number holds),"seconds"} and a member for every figure and list
 * of figures that it has. "value" is that of the beginning, null for each seat where the solution does not
 * hold it; `position` (a state of the game, NULL: none) adds "position_value", likewise, and
 * "position_distance". seconds: how long it took.
 */
HRA_API void hra_json_solution(hra_json *json, const char *key, const hra_solution *solution,
                               const hra_game *game, const void *position, double seconds);

/* {"game","slices":[{"name","positions","files":[paths within the folder of data],"needs":[names]}]}, in an
 * order in which each comes behind those that it needs. hra_json_slice writes one of them. */
HRA_API void hra_json_slices(hra_json *json, const char *key, const hra_slices *slices, const hra_game *game);
HRA_API void hra_json_slice(hra_json *json, const char *key, const hra_slices *slices, int slice);

#ifdef __cplusplus
}
#endif
#endif
