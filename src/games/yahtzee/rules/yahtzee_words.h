/* Dice and boxes as words: what moves, positions and the drawing share.  All
 * functions are pure; errors tell what was found and what would be right, with
 * `at` counted from `offset`. */
#ifndef YZ_WORDS_H
#define YZ_WORDS_H

#include "yahtzee.h"

/* Appends the dice of a keep or roll (YZ_ROLL0 + roll): "1-1-6", "none" for keep 0. */
void yz_add_dice(const struct yz_dice *dice, int keep, hra_text *out);

/* The same, and the names of a set of boxes ("ones, fours, chance"), in a buffer that they return. */
enum { YZ_DICE_TEXT = 12, YZ_BOXES_TEXT = 200 };
const char *yz_dice_text(const struct yz_dice *dice, int keep, char out[YZ_DICE_TEXT]);
const char *yz_boxes_text(const struct yz_rules *rules, unsigned set, char out[YZ_BOXES_TEXT]);

/* Reads up to five faces, one behind the other or with spaces, commas or
 * hyphens between them.  Returns how many there are, or HRA_EINPUT. */
int yz_read_faces(const char *text, size_t length, int offset, uint8_t faces[YZ_DICE], hra_error *why);

/* Finds a box by its number 1.., its name, a prefix that no other name shares,
 * or a usual abbreviation; case, spaces and hyphens count nothing.
 * HRA_EINPUT: no such box, or several. */
hra_err yz_read_box(const struct yz_rules *rules, const char *text, size_t length, int offset, int *box,
                    hra_error *why);

#endif
