/* Parts of the report of a review in HTML. */
#ifndef HRA_COMMANDS_STUDY_REVIEW_HTML_H
#define HRA_COMMANDS_STUDY_REVIEW_HTML_H

#include "hra/scene.h"
#include "pictures/html/html.h"
#include "review_output.h"

/* The boards of one game after another. What never changes in a game is in the page once and used by all. */
typedef struct review_boards {
    hra_scene *scene; /* of the game that is written now */
    hra_text shared;  /* the boards without what is on them, with the style of boards */
    char *spec;       /* the game whose board was added last */
    int count;
    double cell; /* width of a cell */
} review_boards;

enum { REVIEW_HTML_STYLES = 3 };
extern const char *const review_html_style[REVIEW_HTML_STYLES];

hra_err review_boards_game(review_boards *b, const hra_review *review); /* begins a game */
void review_boards_game_end(review_boards *b);
void review_boards_release(review_boards *b);
/* Appends the board before a decision, with arrows for the move that was made and for the best one. */
void review_boards_draw(review_boards *b, const hra_review *review, int ply, hra_text *out);

/* Appends the values over the game, each graded decision a mark that leads to it. */
void review_html_graph(const review_game *game, hra_text *out);
/* Appends the id of a decision: "d1-12". */
void review_html_id(const review_game *game, int ply, hra_text *out);
/* What a grade is called; "" of what is fine. */
const char *review_html_grade(hra_grade grade);

/* Appends an error rate over time as a picture, if at least two periods of `rows` are known. */
void review_html_curve(const review_row *rows, size_t count, hra_text *out);
/* Appends what was collected: sums of players, rates over time, lists of rolls. Links lead to games if these are in the
 * page. */
void review_html_players(const review_over_all *all, hra_text *out);
void review_html_trend(const review_over_all *all, hra_text *out);
void review_html_luck(const review_over_all *all, hra_text *out);

/* Releases a text that was added to `out`; if memory ran out for it, it did for all. */
void review_html_release(hra_text *text, hra_text *out);

/* Cells of tables. */
void review_html_value(hra_text *out, const review_scale *scale, const char *sign, double value);
void review_html_rate(hra_text *out, const review_scale *scale, int decisions, double loss, double scaled);
void review_html_count(hra_text *out, int count);
void review_html_percent(hra_text *out, double percent); /* NAN: "-" */

#endif
