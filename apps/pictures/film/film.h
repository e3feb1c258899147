/* A recorded play as pictures: a board after each ply, as single SVGs or as one that is animated. */
#ifndef HRA_PICTURES_FILM_FILM_H
#define HRA_PICTURES_FILM_FILM_H

#include <hra/hra.h>
#include <hra/scene.h>

typedef struct film film;

/* How it is drawn. */
typedef struct film_look {
    const char *title; /* a line above the board; NULL: the names of the players; "": none */
    bool caption;      /* below the board: the last move, and who is to move */
    double seconds;    /* that a frame is shown; the last one for three seconds at least */
} film_look;

/* The record and the look outlive it. HRA_ENOMEM. */
hra_err film_open(film **out, const hra_record *record, const film_look *look);
void film_close(film *f);                      /* NULL is allowed */
int film_frames(const film *f);                /* plies and the position at the start */
double film_seconds(const film *f, int frame); /* how long a frame is shown */
/* Appends the caption of a frame: "last: X b2; O is to move". Running out of memory is remembered in the text. */
void film_caption(film *f, int frame, hra_text *out);
/* Appends a frame as a picture of its own. All have the same size. */
void film_frame(film *f, int frame, hra_text *out);
/* Appends one position as a picture, drawn in the same way. HRA_ENOMEM. */
hra_err film_still(const hra_game *game, const hra_scene_view *view, const film_look *look, hra_text *out);
/* Appends all frames as one picture, animated without end; what shows no animation, or whose user prefers none, shows
 * the last one. */
void film_animation(film *f, hra_text *out);

#endif
