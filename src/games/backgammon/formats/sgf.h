/* Files of GNU Backgammon (.sgf): a tree for each game, the trees of a match after each other.
 *
 * The annotated game has what hra reads of it as moves, tags, comments and glyphs, and besides all properties as they are, so that
 * they can be written again: HRA_NOTE_PROPERTY, whose text is the values in their brackets. Three names are no properties:
 *
 *     (;   a tree begins: the properties of its first node follow
 *     ;    a node begins
 *     (    variations begin, of which the first one is read; the others are in ), which is written at the end of the tree
 *
 * Notes of a node are behind its move. What follows (; at the last move of a game is of the next one. Properties of hra's own hold what
 * the format lacks: HR (options of the game), HP, HD (the dice of an automatic double). */
#ifndef BG_SGF_H
#define BG_SGF_H

#include "games/backgammon/rules/backgammon.h"
#include "hra/annotated.h"
#include "sgf_text.h"

#define BG_SGF_TREE "(;"
#define BG_SGF_REVIEW                                                                                        \
    " (hra: " /* a line of a comment that begins so is a comment of its own: that of a review */
#define BG_SGF_RULES "HR"
#define BG_SGF_POSITION "HP"
#define BG_SGF_DOUBLE "HD"

enum {
    BG_SGF_VALUE = 2000, /* bytes of a value other than a comment, with a zero */
};

/* The first node of a tree. */
typedef struct bg_sgf_head {
    int length, game, score[2];
    bool crawford, crawford_game, jacoby, no_cube, nackgammon;
    int checkers; /* 0: all */
    char names[2][BG_SGF_VALUE], result[64], rules[200], position[BG_SGF_VALUE];
} bg_sgf_head;

void bg_sgf_read_head(const char *at, const char *end, bg_sgf_head *out);
/* Appends the options of a match that begins with this tree, as match files have them. */
void bg_sgf_rules(const bg_sgf_head *h, hra_text *out);

/* Appends the position as hra writes it; nothing: the tree sets up none, or one that cannot be. */
void bg_sgf_position(const char *at, const char *end, const bg_sgf_head *h, hra_text *out);

/* The place of a letter: 1 to 24 as the side counts, y is the bar, z off; and back. */
int bg_sgf_place(int seat, char letter);
char bg_sgf_letter(int seat, int place);
/* Glyphs and the properties for them, ended by a NULL name: BM[1] is 2, a bad move. */
typedef struct bg_sgf_glyph {
    const char *name, *values;
    int nag;
} bg_sgf_glyph;
extern const bg_sgf_glyph bg_sgf_glyphs[];

/* Root properties and the tags they are; ended by NULL. */
extern const char *const bg_sgf_tags[][2];

#endif
