/* Dice and boxes as words: what moves, positions and the drawing share.  All
 * functions are pure; errors tell what was found and what would be right, with
 * `at` counted from `offset`. */
#ifndef YZ_WORDS_H
#define YZ_WORDS_H

#include "yahtzee.h"

/* Appends the dice of a keep or roll (YZ_ROLL0 + roll): "1-1-6", "none" for keep 0. */
void yz_add_dice(const struct yz_dice *dice, int keep, hra_text *out);

/* The same in a buffer that it returns. */
enum { YZ_DICE_TEXT = 12 };
const char *yz_dice_text(const struct yz_dice *dice, int keep, char out[YZ_DICE_TEXT]);

/* The name of a box; `spoken`: as a person says it, in that person's language, else as it is written. */
const char *yz_box_word(const struct yz_rules *rules, int box, bool spoken);

/* Those of a set of boxes ("ones, fours, chance"), in a buffer that it returns. */
enum { YZ_BOXES_TEXT = 240 };
const char *yz_boxes_text(const struct yz_rules *rules, unsigned set, bool spoken, char out[YZ_BOXES_TEXT]);

/* Whether a word of small letters is one of a list, which has blanks between them and ends with the text or
 * at a
 * ';'. `foreign`: the list is a translation, whose accents need not be typed. */
bool yz_is_listed(const char *word, const char *list, bool foreign);

/* Reads up to five faces, one behind the other or with spaces, commas or
 * hyphens between them.  Returns how many there are, or HRA_EINPUT. */
int yz_read_faces(const char *text, size_t length, int offset, uint8_t faces[YZ_DICE], hra_error *why);

/* Finds a box by its number 1.., its name, a prefix that no other name shares,
 * or a usual abbreviation; case, spaces and hyphens count nothing. `spoken`:
 * in English or in the person's language, else in English alone.
 * HRA_EINPUT: no such box, or several. */
hra_err yz_read_box(const struct yz_rules *rules, const char *text, size_t length, int offset, bool spoken,
                    int *box, hra_error *why);

#endif
