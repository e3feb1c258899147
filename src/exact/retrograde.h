/* Retrograde analysis: win, loss or draw and the distance to the end for every position of a game that can
 * number its positions (Thompson 1986 for chess, Lake, Schaeffer and Lu 1994 for checkers).
 *
 * Positions are divided into slices and numbered from 0 within each. The side to move is part of a position:
 * sides take turns, and "won" and "lost" are from the view of the side to move. A move is *inner* if it leads
 * to the slice's partner, *outer* if it leads to a slice that is computed before. A slice and its partner
 * (often the slice itself) are computed together and need only the slices that `needs` names: they are the
 * task, and any machine can build them.
 *
 * A value is one byte: 0 is a draw, 1 + n means that best play ends after n plies (the winner hurries, the
 * loser delays). A side without a move has lost, so n is odd if the side to move wins and even if it
 * loses. */
#ifndef HRA_EXACT_RETROGRADE_H
#define HRA_EXACT_RETROGRADE_H

#include "hra/base.h"

enum {
    HRA_RETRO_LOST = -1,       /* as a slice: the end, the side to move has lost */
    HRA_RETRO_DRAWN = -2,      /* as a slice: the end, a draw */
    HRA_RETRO_MAX_INNER = 126, /* inner moves of a position */
    HRA_RETRO_MAX_PLIES = 254, /* the longest distance that fits in a value */
};

typedef struct hra_retro_place {
    int slice; /* or HRA_RETRO_LOST, HRA_RETRO_DRAWN */
    uint64_t index;
} hra_retro_place;

typedef struct hra_retro_game {
    const void *self;
    const char *what; /* for the progress: "building tables" */
    int slices;
    int max_moves;  /* of any position, and parents of any position */
    size_t scratch; /* bytes of working memory for each worker, zero at first; what the functions
                       left there at the last position, they find at the next */
    uint64_t (*size)(const void *self, int slice);
    int (*partner)(const void *self, int slice); /* the partner's partner is the slice */
    /* The slices to which outer moves of this slice may lead: returns how many. They and their
     * partners have lower numbers than this slice and its partner. */
    int (*needs)(const void *self, int slice, int *out);
    /* Outer moves: fills out with where they lead and returns how many; *inner is the number of
     * the other moves. With no move at all the position is lost. */
    int (*outer)(const void *self, void *scratch, int slice, uint64_t index, hra_retro_place *out,
                 int *inner);
    /* Inner moves: the positions of the partner to which they lead, and how many. */
    int (*inner)(const void *self, void *scratch, int slice, uint64_t index, uint64_t *out);
    /* The positions of the partner from which an inner move leads here, each as often as such
     * moves there are. */
    int (*parents)(const void *self, void *scratch, int slice, uint64_t index, uint64_t *out);
} hra_retro_game;

typedef struct hra_retro_summary {
    uint64_t won, lost, drawn;
    int longest; /* plies of the longest win */
} hra_retro_summary;

/* Where finished slices are kept. */
typedef struct hra_retro_store {
    void *self;
    bool (*has)(void *self, int slice);
    hra_err (*load)(void *self, int slice, uint8_t *out, hra_error *why); /* size(slice) values */
    hra_err (*save)(void *self, int slice, const uint8_t *values, const hra_retro_summary *summary,
                    hra_error *why);
} hra_retro_store;

static inline bool hra_retro_is_draw(uint8_t value) {
    return value == 0;
}

static inline bool hra_retro_is_win(uint8_t value) {
    return value != 0 && value % 2 == 0;
}

static inline int hra_retro_plies(uint8_t value) {
    return value - 1; /* not of a draw */
}

/* The units, named by the lower of their slices, each behind those that it needs: fills out (room for
 * every slice) and returns how many. */
int hra_retro_units(const hra_retro_game *game, int *out);
/* The units that a unit needs, each once: fills out (room for twice as many as there are slices) and
 * returns how many. */
int hra_retro_unit_needs(const hra_retro_game *game, int unit, int *out);

/* Builds a unit, followed by a pass that holds every value against the best of its successors, and saves
 * its slices; where the store has them already nothing is done. What is saved depends on the game alone.
 * Takes two bytes for each position of the unit, and one for each of the slices that it needs.
 * HRA_EIO: the store lacks one of these; else as hra_retro_build. */
hra_err hra_retro_build_unit(const hra_retro_game *game, const hra_retro_store *store, int unit, int threads,
                             const hra_progress *progress, hra_error *why);

/* Builds every unit so, in the order of hra_retro_units; slices stay in memory while a unit to come needs
 * them. A slice is saved before the next one is begun, so a build that was stopped goes on where it was.
 * HRA_ENOMEM; HRA_ESTOPPED; HRA_ELIMIT: a distance over HRA_RETRO_MAX_PLIES; HRA_EDAMAGED: the
 * final pass found a contradiction, so the game's functions do not fit together; what the store
 * returns. Nothing of the unit at work is saved then. */
hra_err hra_retro_build(const hra_retro_game *game, const hra_retro_store *store, int threads,
                        const hra_progress *progress, hra_error *why);

#endif
