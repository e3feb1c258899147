/* Lines of match files, and where a match ends. */
#ifndef BG_MAT_TEXT_H
#define BG_MAT_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* hra writes this comment after the last move of a game drawn by agreement: match files cannot say it otherwise. */
#define BG_MAT_DRAWN "; [Result \"Draw\"]"

enum { BG_MAT_VALUE = 1000 }; /* bytes of a tag's name and of its value */

/* "7 point match", "Match length: 7"; -1: it is none. */
int bg_mat_length(const char *line);
/* The number in " Game 3"; -1: it is none. */
int bg_mat_game(const char *line);
/* Reads ; [Name "value"], with the ; or without it, into arrays of BG_MAT_VALUE bytes; false: it is none. */
bool bg_mat_tag(const char *line, char *name, char *value);
/* Reads "Anna : 3      Ben : 2": where the names are, and the points. Returns the place of the second name; -1: it is no such
 * line. */
typedef struct bg_mat_names {
    const char *at[2];
    size_t length[2];
    int score[2];
} bg_mat_names;
int bg_mat_read_names(const char *line, bg_mat_names *out);

/* Words of cells. */
typedef enum bg_mat_word {
    BG_MAT_DOUBLES,
    BG_MAT_TAKES,
    BG_MAT_DROPS,
    BG_MAT_BEAVERS,
    BG_MAT_WINS,
    BG_MAT_LOSES, /* resigns */
    BG_MAT_NONE,
} bg_mat_word;
bg_mat_word bg_mat_find_word(const char *text);
/* Whether the text begins with dice, "31:". */
bool bg_mat_is_throw(const char *text);
/* Returns where the next cell begins behind the one at `text`; the end of the line: there is none. */
const char *bg_mat_next_cell(const char *text);

#endif
