/* What reading a match works on: mat_read.c takes its lines and the heads of its games, mat_head.c what comes before the first
 * game, mat_rows.c the moves, mat_ends.c how a game ends. */
#ifndef BG_MAT_READER_H
#define BG_MAT_READER_H

#include "core/lines.h"
#include "mat.h"
#include "mat_text.h"

enum {
    BG_MAT_LINE = 2048,
    BG_MAT_RULES = 200,
    BG_MAT_ENDING = 100, /* bytes of the line that names the winner */
};

typedef struct bg_mat_reader {
    hra_lines l;
    hra_place place;
    hra_error told;         /* what l reported last */
    char line[BG_MAT_LINE]; /* that was read last, without blanks at its end */
    int tab;                /* place of the first tab in it, not at its beginning; -1: none */
    char rules[BG_MAT_RULES], position[BG_MAT_LINE];
    int match;
    int tags;           /* in the head, up to here */
    bool has_length;    /* the head has a line that says it */
    bool crawford_over; /* in the match as far as it was read: a side had come to one point less */
    bool said_over;     /* the same, by the rules in the file */
    const hra_host *host;
    hra_annotated *out;
    const hra_game *game; /* NULL: no game has begun */
    bg_state s;
    int node, plies;
    /* the game at hand */
    int number, row;            /* of it, and of the row that was read last; 0: unknown */
    int score[2];               /* in which it began */
    int column;                 /* where the right cell begins */
    bool ruled;                 /* it has ended by the rules */
    bool ended;                 /* that, or a line says so */
    bool pending;               /* dice are there without a word of how they were played */
    bool lost;                  /* something was wrong: the rest of it is passed over */
    bool bare;                  /* its head has no line after it yet */
    bool drawn;                 /* a remark says that the game was drawn by agreement */
    int winner, points;         /* that a line states; -1 and 0: none does */
    char ending[BG_MAT_ENDING]; /* that line */
    int part;              /* the number of the first game, if games before it are another play; else 0 */
    const char *text;      /* of the match */
    const char *next_play; /* the line of a game that does not follow from those before; NULL: all do */
    int next_line;         /* and its number */
} bg_mat_reader;

/* ---- mat_read.c -------------------------------------------------------------------------------*/

/* Puts the cursor to `found` in r->line. */
void bg_mat_go_to(bg_mat_reader *r, const char *found);
/* Errors at `found`, a place in r->line, and at the end of the text. `expected` is not translated yet. */
hra_err bg_mat_fail(bg_mat_reader *r, const char *expected, const char *found);
hra_err bg_mat_fail_at_end(bg_mat_reader *r, const char *expected);
hra_err bg_mat_fail_as(bg_mat_reader *r, hra_err err, const hra_error *told, const char *found);
/* Adds what was wrong to the faults, so that reading goes on. Returns what does not let it go on. */
hra_err bg_mat_pass(bg_mat_reader *r, hra_err err, bool remark);
/* hra_note.value of a note at the line that was read. */
int bg_mat_place(const bg_mat_reader *r);
hra_err bg_mat_add_note(bg_mat_reader *r, hra_note note);
hra_err bg_mat_add_property(bg_mat_reader *r, const char *name, const char *text);
/* The next line without what ends it, blanks of any kind as blanks; one that is too long is a fault and empty. False:
 * there is none. */
bool bg_mat_get_line(bg_mat_reader *r, hra_err *err);
/* A game of the match begins at this score. */
void bg_mat_note_score(bg_mat_reader *r, const int *score);

/* ---- mat_head.c -------------------------------------------------------------------------------*/

/* The remarks, the length of the match, and the line of the first game; the length may be missing in a file
 * of games for points. */
hra_err bg_mat_read_head(bg_mat_reader *r);
/* Opens the game by the rules that were read, and adds the notes of the head and the players. */
hra_err bg_mat_begin_play(bg_mat_reader *r, const bg_mat_names *names);

/* ---- mat_rows.c -------------------------------------------------------------------------------*/

hra_err bg_mat_make_move(bg_mat_reader *r, hra_move m, const char *spelling);
/* Whether the dice that nothing was said about cannot be played. */
bool bg_mat_is_pass(const bg_mat_reader *r);
/* Reads r->line, which is none of a head. */
hra_err bg_mat_read_line(bg_mat_reader *r);

/* ---- mat_ends.c -------------------------------------------------------------------------------*/

/* "Wins 2 points and the match", "Resigns" */
void bg_mat_take_ending(bg_mat_reader *r, int seat, const char *cell);
/* The game was given up, if it has not ended by the rules. `next`: the score of the next game; NULL: there is none. */
hra_err bg_mat_end_game(bg_mat_reader *r, const int *next);

#endif
