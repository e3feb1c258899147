/* Alpha-beta that looks deeper where the moves of a game say so: what `selective` switches on. */
#ifndef HRA_SEARCH_MINIMAX_SELECTIVE_H
#define HRA_SEARCH_MINIMAX_SELECTIVE_H

#include "rules/loud.h"
#include "search/walk/tt.h"
#include "search/walk/walk.h"

enum {
    HRA_SELECTIVE_HISTORY = 1 << 14,
    HRA_SELECTIVE_ESTIMATES = 1 << 14,
    HRA_SELECTIVE_TABLE = 64, /* depths and numbers of moves for which there are reductions */
};

/* What a search keeps of each ply of its path. */
typedef struct hra_selective_ply {
    double estimate;     /* for the side to move; NAN: it is forced */
    uint64_t key, place; /* of the path, and of the table */
    hra_move killer[2];
    hra_move without; /* a move that is left out there; 0: none */
    int sort;         /* of the move that led there; HRA_LOUD_SORTS - 1: a pass, or none */
    int since;        /* the first place in `keys` of a state that may come again */
} hra_selective_ply;

typedef struct hra_selective_estimate {
    uint64_t key;
    double value; /* for the side to move */
} hra_selective_estimate;

typedef int16_t hra_selective_row[HRA_LOUD_SORTS];

typedef struct hra_selective {
    struct hra_deep *deep;
    const hra_selection *of;
    hra_selective_ply *plies;
    hra_selective_estimate *estimates;
    int16_t *history; /* by seat and move, hashed */
    hra_selective_row
        *after[2]; /* by the seat and sort of the move before, or of the one before that, and the sort */
    int8_t less[HRA_SELECTIVE_TABLE][HRA_SELECTIVE_TABLE]; /* plies, by depth and number of the move */
    int depth;                                             /* of the iteration */
} hra_selective;

/* `deep` has been opened and outlives it; the walk has at most 256 moves in a list. HRA_ENOMEM. */
hra_err hra_selective_open(hra_selective **out, struct hra_deep *deep);
void hra_selective_close(hra_selective *self);
void hra_selective_forget(hra_selective *self);
/* A run begins: the root is in slot 0. */
void hra_selective_begin(hra_selective *self);

/* After the move of `seat` in the state of slot ply - 1: its value, for that seat; `depth` is what is left before it, the
 * window that seat's. `cut`: it is expected to fail low there. */
double hra_selective_child(hra_selective *self, int ply, size_t base, int seat, hra_move move, int depth,
                           double alpha, double beta, bool cut);
/* How many plies less deep move i of the root is searched at first. */
int hra_selective_less_at_root(const hra_selective *self, hra_move m, int i, int depth);

#endif
