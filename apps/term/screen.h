/* A screen of fixed parts: how many rows each has, and what is in each row. Draws nothing and knows no terminal. */
#ifndef HRA_TERM_SCREEN_H
#define HRA_TERM_SCREEN_H

#include <hra/hra.h>

/* In the order in which they get their rows; the last ones give way first. */
typedef enum screen_part {
    SCREEN_PROMPT,
    SCREEN_TALK,
    SCREEN_BOARD,
    SCREEN_LAST,
    SCREEN_ADVICE,
    SCREEN_PLAYERS,
    SCREEN_PARTS,
} screen_part;

/* Heights that make sense for a part; both 0: the part is empty. */
typedef struct screen_wish {
    int least, most;
    bool whole; /* none between these two */
} screen_wish;

/* Shares the rows: first each part gets its least, or what is left of it; of the rest the board what it has use for, then
 * the others in their order. */
void screen_share(const screen_wish wish[SCREEN_PARTS], int height, int rows[SCREEN_PARTS]);

typedef struct screen {
    int width, height;
    int rows[SCREEN_PARTS];
    const char *text[SCREEN_PARTS]; /* lines of each part, of which the first rows are shown */
    const char *side;               /* lines beside all parts but talk and prompt; NULL: none */
    int left;                       /* columns of the parts that have this beside them */
} screen;

/* Appends `height` lines: from the top players, board, last moves and advice, at the bottom talk and prompt. */
void screen_compose(const screen *s, hra_text *out);

/* Returns where line `n` of a text begins, 0...; its end, if there are fewer. */
const char *screen_line_at(const char *text, int n);
/* Appends line `n` of a text, 0..., cut to the columns. */
void screen_add_line(const char *text, int n, int columns, hra_text *out);

/* Appends a board with the places in reverse video at which it differs from one that was drawn before the last move, as
 * far as they are still as they were after it. All three have the same layout. */
void screen_add_marked(const char *board, const char *before, const char *after, hra_text *out);

#endif
