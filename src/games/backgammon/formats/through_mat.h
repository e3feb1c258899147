/* Reading another format by the reader of match files: its games become the text of a match file, a line for each event, and the
 * annotated game that comes of it gets what else the file has.
 *
 * What stands behind a move is a comment of that text, which names a place in the file ("p120-133"), and so comes to the move. Nothing
 * of the file but dice, points and scores is in that text, so no name or comment in it can pass for one of its lines. */
#ifndef BG_THROUGH_MAT_H
#define BG_THROUGH_MAT_H

#include "games/backgammon/rules/backgammon.h"
#include "hra/annotated.h"

enum { BG_THROUGH_GAMES = 1000 /* of a match */ };

typedef struct bg_through {
    const char *text, *end;
    hra_text out; /* the text of the match file */
    int *lines;   /* in the file, of each line in `out` */
    int count, room;
    int first_line;                                      /* of the text, in the file */
    int line;                                            /* in the text, from 1 */
    const char *counted;                                 /* up to there */
    size_t from[BG_THROUGH_GAMES], to[BG_THROUGH_GAMES]; /* where games begin, in the file and in `out` */
    int games;
    size_t bytes; /* of notes */
    bool cut;     /* there was no room for a note */
    hra_err err;
    /* Adds what is at a place to a node of the annotated game: what was written before the next move. */
    hra_err (*add)(struct bg_through *t, hra_annotated *out, int node, char kind, const char *at,
                   const char *end);
    /* Adds tags and players; `at`: the first game that is read. */
    hra_err (*head)(struct bg_through *t, hra_annotated *out, const char *at);
} bg_through;

void bg_through_open(bg_through *t, const hra_format_input *in);
void bg_through_close(bg_through *t);
/* Adds a line of the match file, for what is at `at`. */
void bg_through_line(bg_through *t, const char *at, const char *line);
/* Adds a cell, "31: 8/5 6/5", in the column of a seat. */
void bg_through_cell(bg_through *t, const char *at, int seat, const char *cell);
/* Adds the head of a game, whose names are not those of the file. */
void bg_through_game(bg_through *t, const char *at, int number, const int score[2]);
/* Adds who has won how many points. */
void bg_through_result(bg_through *t, const char *at, int seat, int points);
/* Adds a place, for bg_through.add. */
void bg_through_place(bg_through *t, char kind, const char *at, const char *end);

/* Adds a note, if there is room; a player's name or a tag as UTF-8 in one line. HRA_ENOMEM, HRA_ELIMIT. */
hra_err bg_through_note(bg_through *t, hra_annotated *out, int node, const hra_note *note);
hra_err bg_through_player(hra_annotated *out, int seat, const char *name);
hra_err bg_through_tag(hra_annotated *out, const char *name, const char *value);

/* As bg_mat_read, when the text of the match file is there. */
hra_err bg_through_read(bg_through *t, const hra_format_input *in, hra_annotated *out, size_t *used,
                        hra_error *why);

#endif
