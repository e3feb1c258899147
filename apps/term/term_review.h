/* A review in the terminal: what each choice cost, the graph, the accounts, the costly choices one by one. */
#ifndef HRA_TERM_REVIEW_H
#define HRA_TERM_REVIEW_H

#include <hra/hra.h>

/* How a file numbers a move. */
typedef struct term_review_place {
    int game; /* of a match; 0: the file has one game */
    int move; /* 0: unknown */
} term_review_place;

typedef struct term_review {
    const hra_review *review;
    const char *player[HRA_MAX_SEATS]; /* what each is called: a name, else the spec */
    const term_review_place *places;   /* of each ply; NULL: turns are counted */
    int only;                          /* 1 and up: only this seat, from 1; 0: all */
    int mine;                          /* 1 and up: this seat comes first; 0: none does */
} term_review;

/* Appends the number of a move as its file has it, "12", or "3:7" in game 3; else that of the turn. */
void term_review_add_place(const term_review_place *places, const hra_review_move *at, int width,
                           hra_text *out);
/* What a decision lost, in the unit of its grade: of a game for points, divided by what was played for. */
double term_review_cost(const hra_review_move *at, const hra_review *review);

/* The line of a judged ply; `all`: whatever it is, else only what cost something and notable luck. */
void term_review_ply(const term_review *t, int ply, bool all);
/* What each began with, gained and lost; how the choices were graded, and by which bounds. */
void term_review_accounts(const term_review *t);
/* The worth over the plies, with the graded choices of each seat below, as wide as the screen. */
void term_review_graph(const term_review *t);
/* The bounds of the graph: from defeat to win, or as much of the scale as was reached. */
void term_review_scale(const hra_review *review, double *low, double *high);
/* The graded choices one after another, each with the board and what was better, as the person wishes. Exit
 * status. */
int term_review_walk(const term_review *t);

/* ---- parts ------------------------------------------------------------------------------------*/

/* Columns of tables. */
enum {
    TERM_REVIEW_TURN = 4,   /* of the number of a turn or move, at least */
    TERM_REVIEW_SEAT = 9,   /* of a seat's name */
    TERM_REVIEW_NUMBER = 8, /* of a number, a blank before it included where columns are close */
};

/* Whether the review is of this seat, or of all. */
bool term_review_shows(const term_review *t, int seat);
/* Prints the worth of each decision about the stakes that was close, and between which chances it lies; `line` is used. */
void term_review_stakes(const term_review *t, hra_text *line);

/* Appends a number in the unit and precision of the review, right-aligned in `width` columns; `sign`: "+"
 * to show the sign of positive numbers. */
void term_review_number(const hra_review *review, const char *sign, double value, int width, hra_text *out);
/* Appends at most `most` moves of a ply's best line, as far as no chance comes between; `second` is written before the
 * second one. */
void term_review_line(const hra_review *review, const hra_review_move *at, const char *second, int most,
                      hra_text *out);
/* Whether something was conceded in this game. */
bool term_review_conceded(const hra_review *review);
/* Whether chance made this ply; else a seat decided, or gave up a game of a points match. */
bool term_review_is_roll(const hra_review *review, const hra_review_move *at);
/* "?!", "?", "??"; "" of what is fine. */
const char *term_review_sign(hra_grade grade);

#endif
