/* The luckiest and the unluckiest rolls of reviewed games, for the player whose turn they are. */
#ifndef HRA_COMMANDS_STUDY_REVIEW_LUCK_H
#define HRA_COMMANDS_STUDY_REVIEW_LUCK_H

#include "review_figures.h"
#include "review_game.h"

enum { REVIEW_LUCK_ROLLS = 1000 }; /* at most, of each list */

typedef struct review_roll {
    double luck;
    char *player, *seat, *move, *text,
        *file;                    /* move: for programs; text: for people; seat "": there is one */
    int number, index, ply, turn; /* number, index: of the game, as in review_game */
} review_roll;

typedef enum review_luck_end { REVIEW_LUCKIEST, REVIEW_UNLUCKIEST, REVIEW_LUCK_ENDS } review_luck_end;

/* Rolls are compared within games of the same spec. */
typedef struct review_luck_list {
    char *game;  /* the spec */
    char *title; /* of the game, for people */
    review_scale scale;
    review_roll *rolls[REVIEW_LUCK_ENDS];
    int count[REVIEW_LUCK_ENDS];
} review_luck_list;

typedef struct review_luck {
    int most; /* rolls of each list; set by the caller */
    review_luck_list *lists;
    size_t count;
} review_luck;

void review_luck_release(review_luck *luck);
hra_err review_luck_add(review_luck *luck, const review_game *game); /* HRA_ENOMEM */
const char *review_luck_title(review_luck_end end);
/* Writes all lists. */
void review_luck_text(const review_luck *luck, hra_text *out);
void review_luck_json(const review_luck *luck, hra_text *out); /* a line */

#endif
