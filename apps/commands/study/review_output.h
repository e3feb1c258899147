/* Where a review is written besides the text on a terminal: files and lists, in formats of a table.
 *
 * A format is a writer: it gets every game that was reviewed with its decisions, and at the end what was collected over
 * all games. To add one, write a review_format and a row in review_output.c. */
#ifndef HRA_COMMANDS_STUDY_REVIEW_OUTPUT_H
#define HRA_COMMANDS_STUDY_REVIEW_OUTPUT_H

#include "commands/picture_file.h"
#include "hra/game_file.h"
#include "review_game.h"
#include "review_luck.h"
#include "review_summary.h"
#include "review_totals.h"
#include "review_worst.h"

/* What was collected over all games. */
typedef struct review_over_all {
    review_totals totals;
    review_luck luck;
    review_worst worst;
    review_period period; /* of the trend */
    int games;
    bool all_moves; /* decisions without a loss are written too */
    bool games_too; /* false: only what was collected is written */
    picture_look look;
} review_over_all;

typedef struct review_writer review_writer;

typedef struct review_format {
    const char *name;    /* of --format */
    const char *endings; /* of files */
    bool lists;          /* it can write what was collected */
    bool streams;        /* what a game appends to `out` is final at once */
    size_t self_size;
    void (*begin)(review_writer *w);
    void (*game)(review_writer *w, const review_game *game); /* a game whose review is done */
    /* A decision of this game that had a loss; with --all-moves every decision and roll. */
    void (*decision)(review_writer *w, const review_game *game, int ply);
    void (*game_end)(review_writer *w, const review_game *game);
    void (*end)(review_writer *w);
    int (*write)(review_writer *w);    /* writes the file in place of `out`: an exit status */
    void (*release)(review_writer *w); /* of what `self` owns */
} review_format;

struct review_writer {
    const review_format *format;
    const char *file; /* NULL: standard output */
    hra_text out;     /* not yet written; it remembers a lack of memory */
    void *self;
    int status; /* set to an exit status when an error was printed; the work then ends */
    const review_over_all *all;
};

enum { REVIEW_FILES = ARGS_MAX };

typedef struct review_output {
    review_writer writers[REVIEW_FILES];
    int count;
    bool text;               /* the review is printed as text, by the caller */
    bool luck, trend, worst; /* the lists are printed */
    int unread;              /* games that were written without a review */
    bool broken;             /* there was no memory for a game: nothing more is written */
    review_over_all all;
} review_output;

/* Reads the options: 0, or the exit status after an error was printed. */
int review_output_open(review_output *o, const args *a);
int review_output_game(review_output *o, const review_game *game);
/* JSON has a game of which nothing could be read too, as 'hra replay --list --json' has it. */
int review_output_unread(review_output *o, const hra_game_found *game);
/* Writes all files and lists; sum: NULL if it is not asked for. `whole` false: the run was interrupted; then no file is
 * written, and what is printed is of the games so far. */
int review_output_end(review_output *o, const review_sum *sum, bool whole);
void review_output_release(review_output *o);

/* Appends a text with lines in which texts out of files are: what would control a terminal, or change the direction of text, becomes
 * '?'. */
void review_add_harmless(const char *text, size_t length, hra_text *out);

/* The values over a game as a picture. */
enum { REVIEW_SVG, REVIEW_PNG, REVIEW_PDF, REVIEW_GIF, REVIEW_PICTURES };
extern const review_format review_pictures[REVIEW_PICTURES];

extern const review_format review_csv, review_html, review_mat, review_pdn, review_pgn, review_sgf,
    review_text;

#endif
