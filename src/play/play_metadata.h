/* What a play and a record know besides the moves: what people are called, what they agreed on, how long they
 * thought. All of it is what version 2 of a record adds. */
#ifndef HRA_PLAY_PLAY_METADATA_H
#define HRA_PLAY_PLAY_METADATA_H

#include "hra/play.h"
#include "play/history.h"

/* What the seats have come to between them. */
typedef struct hra_terms {
    hra_outcome end;      /* HRA_OUTCOME_RESIGNED, _AGREED, _ADJUDICATED, or _NONE */
    int by;               /* the seat that ended the game by a word; -1: none */
    int offer;            /* the seat that offers a draw, -1: none */
    hra_adjudication why; /* of HRA_OUTCOME_ADJUDICATED, */
    double first;         /* and what seat 0 gets then */
} hra_terms;

typedef struct hra_manners {
    char names[HRA_MAX_SEATS][HRA_NAME_BYTES + 1];
    hra_terms terms;
    uint32_t *milliseconds; /* of each of the first `timed` plies; NOT_TIMED: not known */
    int timed, capacity;
} hra_manners;

void hra_manners_init(hra_manners *manners); /* allocates nothing yet */
void hra_manners_release(hra_manners *manners);
hra_err hra_manners_clone(hra_manners *out, const hra_manners *manners); /* HRA_ENOMEM */
void hra_manners_forget(hra_manners *manners);                           /* as init, but keeps the memory */
/* As after an undo back to `plies` plies: later agreements and offers are void. */
void hra_manners_cut(hra_manners *manners, int plies);

/* How long the decision of a ply took, the last or later. HRA_ENOMEM. */
hra_err hra_manners_time(hra_manners *manners, int ply, double seconds);
double hra_manners_seconds(const hra_manners *manners, int ply); /* negative: not known */

/* These change the terms. HRA_EFIT: no game for it; HRA_EINPUT: no seat; HRA_ESTATE: not now. */
hra_err hra_manners_resign(hra_manners *manners, const hra_track *track, int seat, hra_error *why);
hra_err hra_manners_draw(hra_manners *manners, const hra_track *track, int seat, hra_draw what,
                         hra_error *why);
hra_err hra_manners_adjudicate(hra_manners *manners, const hra_track *track, hra_adjudication reason,
                               double first, hra_error *why);
/* A seat has moved: who is offered a draw and goes on has refused it. */
void hra_manners_moved(hra_manners *manners, int seat);

/* "tables", "draw", "resign", "length"; NULL for others. */
const char *hra_adjudication_name(hra_adjudication why);

/* Who is to move, now and at a ply that is kept; what each seat gets; why it is over, and who resigned. */
static inline int hra_manners_mover(const hra_manners *manners, const hra_track *track) {
    return manners->terms.end ? HRA_OVER : hra_track_mover(track);
}
/* *seat (may be NULL): the seat that resigned; -1: none. */
hra_outcome hra_manners_outcome(const hra_manners *manners, const hra_track *track, int *seat);
void hra_manners_returns(const hra_manners *manners, const hra_track *track, double *out);
hra_ply hra_manners_at(const hra_manners *manners, const hra_track *track, int ply);
/* What both tell of a play as a whole; the rest of `out` is 0. */
void hra_manners_info(const hra_manners *manners, const hra_track *track, hra_play_info *out);

#endif
