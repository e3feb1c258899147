/* The five rule sets, and what a card needs to know of its past.
 *
 *   hasbro  +100 for a yahtzee while the yahtzee box holds 50; forced joker
 *   free    +100; any open box may be chosen, joker values once the yahtzee
 *           box and the upper box of that face are filled
 *   plain   neither bonus nor joker
 *   bonus   +100, no joker
 *   yatzy   the Scandinavian card of 15 boxes
 *
 * The upper bonus (35; yatzy 50) is paid with the box that brings the upper
 * total to 63.  The rest of the game is then worth the same for a total of 63
 * as for one that can never reach it, and a final score is simply the sum of
 * what each box brought.
 *
 * All functions are pure and may be called from any thread; the structs are
 * immutable after yz_rules_init. */
#ifndef YZ_CARD_H
#define YZ_CARD_H

#include "dice.h"

enum yz_rules_id { YZ_HASBRO, YZ_FREE, YZ_PLAIN, YZ_BONUS, YZ_YATZY, YZ_RULE_SETS };

/* Boxes 0..5 are ones .. sixes in every rule set. */
enum { YZ_UPPER_BOXES = 6, YZ_UPPER_MASK = 0x3f, YZ_UPPER_GOAL = 63, YZ_MAX_BOXES = 15, YZ_MAX_SCORE = 1575 };

enum { /* all but yatzy */
       YZ_THREE = 6,
       YZ_FOUR,
       YZ_FULL_HOUSE,
       YZ_SMALL_STRAIGHT,
       YZ_LARGE_STRAIGHT,
       YZ_YAHTZEE,
       YZ_CHANCE,
       YZ_BOXES
};

enum { /* yatzy, in the order of the Scandinavian card */
       YZ_Y_PAIR = 6,
       YZ_Y_TWO_PAIRS,
       YZ_Y_THREE,
       YZ_Y_FOUR,
       YZ_Y_SMALL_STRAIGHT,
       YZ_Y_LARGE_STRAIGHT,
       YZ_Y_FULL_HOUSE,
       YZ_Y_CHANCE,
       YZ_Y_YATZY,
       YZ_Y_BOXES
};

enum yz_joker { YZ_JOKER_NONE, YZ_JOKER_FORCED, YZ_JOKER_FREE };

enum { YZ_MAX_PATTERNS = 96, YZ_MAX_CLASSES = 224, YZ_MAX_HITS = 192 };

/* A pattern that scores in a box. */
struct yz_hit {
    uint8_t pattern, points;
};

struct yz_rules {
    enum yz_rules_id id;
    enum yz_joker joker;
    int boxes;       /* 13 or 15 */
    int yahtzee;     /* the box for five equal dice */
    int chance;      /* the box for any sum */
    int upper_bonus; /* 35 or 50 */
    int hundred;     /* 100 where further yahtzees pay, else 0 */
    uint16_t all;    /* the set of all boxes */

    uint8_t points[YZ_MAX_BOXES][YZ_ROLLS];       /* without joker, 0..50 */
    uint8_t joker_points[YZ_MAX_BOXES][YZ_ROLLS]; /* the same, but as a joker for five equal dice */
    int8_t equal[YZ_ROLLS];                       /* five equal dice: their face 0..5, else -1 */
    uint64_t totals[1 << YZ_UPPER_BOXES];         /* bit t: these upper boxes can add up to t (63: or more) */

    /* What the lower boxes see of a roll without five equal dice: its class,
     * which is a pattern (rolls that score the same in all of them but
     * chance) and a sum.  Box b scores with the patterns hits[hit_first[b]] ..
     * hits[hit_first[b + 1] - 1] and has 0 with all others. */
    int patterns, classes;
    uint8_t class_of[YZ_ROLLS];
    uint8_t class_pattern[YZ_MAX_CLASSES];
    uint8_t class_sum[YZ_MAX_CLASSES];
    struct yz_hit hits[YZ_MAX_HITS];
    uint16_t hit_first[YZ_MAX_BOXES + 1];
};

/* Everything of the past that the rest of the game depends on.  `fifty` is
 * kept 0 where it changes nothing (plain, yatzy), so that equal futures have
 * equal cards. */
struct yz_card {
    uint16_t filled; /* bit b: box b is filled */
    uint8_t upper;   /* total of the upper boxes, 63 for all of 63 and more */
    uint8_t fifty;   /* 1: the yahtzee box holds 50 and further yahtzees pay */
};

/* What one box brings; the score of a game is the sum of all three over all boxes. */
struct yz_mark {
    uint8_t points;      /* written into the box, joker value included */
    uint8_t hundred;     /* 100 for a further yahtzee, else 0 */
    uint8_t upper_bonus; /* 35 or 50 if this box reached 63, else 0 */
};

/* Fills *rules from the dice tables, which it does not keep.  0, or -1 if there is no such rule set. */
int yz_rules_init(struct yz_rules *rules, const struct yz_dice *dice, int id);

/* "hasbro" .. "yatzy"; yz_rules_find answers -1 for any other name, yz_rules_name NULL for a wrong id. */
int yz_rules_find(const char *name);
const char *yz_rules_name(int id);

/* The box as one word to type ("three-of-a-kind"), 0 <= box < rules->boxes, and the move that chooses it
 * ("box three-of-a-kind"); static. */
const char *yz_box_name(const struct yz_rules *rules, int box);
const char *yz_box_move(const struct yz_rules *rules, int box);

/* Could this card occur?  (Boxes that exist, a total that they can make, fifty only where it matters.) */
bool yz_card_valid(const struct yz_rules *rules, struct yz_card card);

/* Is this box filled? */
static inline bool yz_card_has(struct yz_card card, int box) {
    return (unsigned)card.filled >> box & 1u;
}

static inline bool yz_card_full(const struct yz_rules *rules, struct yz_card card) {
    return card.filled == rules->all;
}

/* Does this roll count as a joker on this card, so that joker_points hold? */
bool yz_card_joker(const struct yz_rules *rules, struct yz_card card, int roll);

/* The set of boxes that may be filled with this roll; empty only if the card is full. */
unsigned yz_card_legal(const struct yz_rules *rules, struct yz_card card, int roll);

/* What a legal box brings. */
struct yz_mark yz_card_mark(const struct yz_rules *rules, struct yz_card card, int roll, int box);

/* The card after a legal box was filled. */
struct yz_card yz_card_after(const struct yz_rules *rules, struct yz_card card, int roll, int box);

static inline int yz_mark_total(struct yz_mark mark) {
    return mark.points + mark.hundred + mark.upper_bonus;
}

/* No final score is higher: each box with its best roll, with the hundred where
 * that roll is a further yahtzee, and the upper bonus. */
int yz_highest_score(const struct yz_rules *rules);

/* How many boxes are in a set of them. */
static inline int yz_count_boxes(unsigned set) {
    int n = 0;
    for (; set != 0; set &= set - 1)
        n++;
    return n;
}

#endif
