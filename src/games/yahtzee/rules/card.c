/* What a roll scores in each box under the five rule sets. */
#include <stddef.h>
#include <string.h>

#include "card.h"
#include "core/messages.h"

static const char *const rules_names[YZ_RULE_SETS] = {"hasbro", "free", "plain", "bonus", "yatzy"};

/* For translators: the names of the boxes alone, as on the card: "box" only tells what they are names of. */
static const char *const box_moves[YZ_BOXES] = {
    N_("box ones"),       N_("box twos"),           N_("box threes"),          N_("box fours"),
    N_("box fives"),      N_("box sixes"),          N_("box three-of-a-kind"), N_("box four-of-a-kind"),
    N_("box full-house"), N_("box small-straight"), N_("box large-straight"),  N_("box yahtzee"),
    N_("box chance"),
};

static const char *const yatzy_box_moves[YZ_Y_BOXES] = {
    N_("box ones"),           N_("box twos"),           N_("box threes"),
    N_("box fours"),          N_("box fives"),          N_("box sixes"),
    N_("box one-pair"),       N_("box two-pairs"),      N_("box three-of-a-kind"),
    N_("box four-of-a-kind"), N_("box small-straight"), N_("box large-straight"),
    N_("box full-house"),     N_("box chance"),         N_("box yatzy"),
};

/* The pattern of a roll, all that the boxes ask for. */
struct shape {
    int sum;
    int most;     /* dice of the most frequent face */
    int three;    /* a face (1..6) that at least three dice show, else 0 */
    int four;     /* at least four */
    int pair;     /* the highest face that at least two show, else 0 */
    int low_pair; /* the highest other such face, else 0 */
    int run;      /* longest run of consecutive faces */
    int lowest;   /* lowest face */
};

static struct shape shape_of(const struct yz_dice *dice, int roll) {
    const uint8_t *count = dice->count[YZ_ROLL0 + roll];
    struct shape s = {.sum = dice->sum[YZ_ROLL0 + roll], .lowest = dice->dice[YZ_ROLL0 + roll][0]};
    for (int face = 1, run = 0; face <= YZ_FACES; face++) {
        int n = count[face - 1];
        run = n > 0 ? run + 1 : 0;
        s.run = run > s.run ? run : s.run;
        s.most = n > s.most ? n : s.most;
        s.three = n >= 3 ? face : s.three;
        s.four = n >= 4 ? face : s.four;
        if (n >= 2) {
            s.low_pair = s.pair;
            s.pair = face;
        }
    }
    return s;
}

static int yahtzee_points(const struct shape *s, int box) {
    switch (box) {
    case YZ_THREE:
        return s->three ? s->sum : 0;
    case YZ_FOUR:
        return s->four ? s->sum : 0;
    case YZ_FULL_HOUSE:
        return s->most == 3 && s->low_pair ? 25 : 0;
    case YZ_SMALL_STRAIGHT:
        return s->run >= 4 ? 30 : 0;
    case YZ_LARGE_STRAIGHT:
        return s->run >= 5 ? 40 : 0;
    case YZ_YAHTZEE:
        return s->most == 5 ? 50 : 0;
    default:
        return s->sum; /* chance */
    }
}

static int yatzy_points(const struct shape *s, int box) {
    switch (box) {
    case YZ_Y_PAIR:
        return 2 * s->pair;
    case YZ_Y_TWO_PAIRS:
        return s->low_pair ? 2 * (s->pair + s->low_pair) : 0;
    case YZ_Y_THREE:
        return 3 * s->three;
    case YZ_Y_FOUR:
        return 4 * s->four;
    case YZ_Y_SMALL_STRAIGHT:
        return s->run == 5 && s->lowest == 1 ? 15 : 0;
    case YZ_Y_LARGE_STRAIGHT:
        return s->run == 5 && s->lowest == 2 ? 20 : 0;
    case YZ_Y_FULL_HOUSE:
        return s->most == 3 && s->low_pair ? s->sum : 0;
    case YZ_Y_CHANCE:
        return s->sum;
    default:
        return s->most == 5 ? 50 : 0; /* yatzy */
    }
}

static void score_roll(struct yz_rules *rules, const struct yz_dice *dice, int roll) {
    struct shape s = shape_of(dice, roll);
    rules->equal[roll] = (int8_t)(s.most == 5 ? s.lowest - 1 : -1);
    for (int box = 0; box < rules->boxes; box++) {
        int points;
        if (box < YZ_UPPER_BOXES)
            points = (box + 1) * dice->count[YZ_ROLL0 + roll][box];
        else if (rules->id == YZ_YATZY)
            points = yatzy_points(&s, box);
        else
            points = yahtzee_points(&s, box);
        rules->points[box][roll] = (uint8_t)points;
        rules->joker_points[box][roll] = (uint8_t)points;
    }
    if (rules->joker != YZ_JOKER_NONE && s.most == 5) {
        rules->joker_points[YZ_FULL_HOUSE][roll] = 25;
        rules->joker_points[YZ_SMALL_STRAIGHT][roll] = 30;
        rules->joker_points[YZ_LARGE_STRAIGHT][roll] = 40;
    }
}

static void find_totals(struct yz_rules *rules) {
    rules->totals[0] = 1;
    for (unsigned set = 1; set < 1u << YZ_UPPER_BOXES; set++) {
        int face = 1;
        while (!(set >> (face - 1) & 1u))
            face++;
        uint64_t before = rules->totals[set & (set - 1)];
        for (int t = 0; t <= YZ_UPPER_GOAL; t++) {
            for (int n = 0; n <= YZ_DICE && (before >> t & 1u); n++) {
                int total = t + n * face;
                rules->totals[set] |= (uint64_t)1 << (total < YZ_UPPER_GOAL ? total : YZ_UPPER_GOAL);
            }
        }
    }
}

static bool same_pattern(const struct yz_rules *rules, int a, int b) {
    for (int box = YZ_UPPER_BOXES; box < rules->boxes; box++)
        if (box != rules->chance && rules->points[box][a] != rules->points[box][b])
            return false;
    return true;
}

static void list_hits(struct yz_rules *rules, const int *example) {
    int n = 0;
    for (int box = 0; box < rules->boxes; box++) {
        rules->hit_first[box] = (uint16_t)n;
        if (box < YZ_UPPER_BOXES || box == rules->chance)
            continue;
        for (int p = 0; p < rules->patterns; p++)
            if (rules->points[box][example[p]] > 0)
                rules->hits[n++] = (struct yz_hit){(uint8_t)p, rules->points[box][example[p]]};
    }
    rules->hit_first[rules->boxes] = (uint16_t)n;
}

static void classify_rolls(struct yz_rules *rules, const struct yz_dice *dice) {
    int example[YZ_MAX_PATTERNS];
    for (int r = 0; r < YZ_ROLLS; r++) {
        int pattern = 0, class = 0, sum = dice->sum[YZ_ROLL0 + r];
        if (rules->equal[r] >= 0)
            continue; /* class 0: never asked for */
        while (pattern < rules->patterns && !same_pattern(rules, example[pattern], r))
            pattern++;
        if (pattern == rules->patterns)
            example[rules->patterns++] = r;
        while (class < rules->classes &&
               (rules->class_pattern[class] != pattern || rules->class_sum[class] != sum))
            class ++;
        if (class == rules->classes) {
            rules->class_pattern[class] = (uint8_t)pattern;
            rules->class_sum[class] = (uint8_t)sum;
            rules->classes++;
        }
        rules->class_of[r] = (uint8_t) class;
    }
    list_hits(rules, example);
}

int yz_rules_init(struct yz_rules *rules, const struct yz_dice *dice, int id) {
    if (id < 0 || id >= YZ_RULE_SETS)
        return -1;
    memset(rules, 0, sizeof *rules);
    rules->id = (enum yz_rules_id)id;
    rules->joker = id == YZ_HASBRO ? YZ_JOKER_FORCED : id == YZ_FREE ? YZ_JOKER_FREE : YZ_JOKER_NONE;
    rules->boxes = id == YZ_YATZY ? YZ_Y_BOXES : YZ_BOXES;
    rules->yahtzee = id == YZ_YATZY ? YZ_Y_YATZY : YZ_YAHTZEE;
    rules->chance = id == YZ_YATZY ? YZ_Y_CHANCE : YZ_CHANCE;
    rules->upper_bonus = id == YZ_YATZY ? 50 : 35;
    rules->hundred = id == YZ_PLAIN || id == YZ_YATZY ? 0 : 100;
    rules->all = (uint16_t)((1u << rules->boxes) - 1);
    for (int roll = 0; roll < YZ_ROLLS; roll++)
        score_roll(rules, dice, roll);
    classify_rolls(rules, dice);
    find_totals(rules);
    return 0;
}

int yz_rules_find(const char *name) {
    for (int id = 0; id < YZ_RULE_SETS; id++)
        if (strcmp(name, rules_names[id]) == 0)
            return id;
    return -1;
}

const char *yz_rules_name(int id) {
    return id >= 0 && id < YZ_RULE_SETS ? rules_names[id] : NULL;
}

const char *yz_box_move(const struct yz_rules *rules, int box) {
    return rules->id == YZ_YATZY ? yatzy_box_moves[box] : box_moves[box];
}

const char *yz_box_name(const struct yz_rules *rules, int box) {
    return yz_box_move(rules, box) + sizeof "box " - 1;
}

bool yz_card_valid(const struct yz_rules *rules, struct yz_card card) {
    if ((card.filled & ~rules->all) != 0 || card.upper > YZ_UPPER_GOAL || card.fifty > 1)
        return false;
    if (card.fifty && (rules->hundred == 0 || !yz_card_has(card, rules->yahtzee)))
        return false;
    return rules->totals[card.filled & YZ_UPPER_MASK] >> card.upper & 1u;
}

bool yz_card_joker(const struct yz_rules *rules, struct yz_card card, int roll) {
    int face = rules->equal[roll];
    if (rules->joker == YZ_JOKER_NONE || face < 0 || !yz_card_has(card, rules->yahtzee))
        return false;
    return yz_card_has(card, face);
}

unsigned yz_card_legal(const struct yz_rules *rules, struct yz_card card, int roll) {
    unsigned open = rules->all & ~(unsigned)card.filled;
    int face = rules->equal[roll];
    if (rules->joker != YZ_JOKER_FORCED || face < 0 || (open >> rules->yahtzee & 1u))
        return open;
    if (open >> face & 1u)
        return 1u << face;
    unsigned lower = open & ~(unsigned)YZ_UPPER_MASK;
    return lower != 0 ? lower : open;
}

struct yz_mark yz_card_mark(const struct yz_rules *rules, struct yz_card card, int roll, int box) {
    bool joker = yz_card_joker(rules, card, roll);
    struct yz_mark mark = {joker ? rules->joker_points[box][roll] : rules->points[box][roll], 0, 0};
    if (card.fifty && rules->equal[roll] >= 0)
        mark.hundred = (uint8_t)rules->hundred;
    if (box < YZ_UPPER_BOXES && card.upper < YZ_UPPER_GOAL && card.upper + mark.points >= YZ_UPPER_GOAL)
        mark.upper_bonus = (uint8_t)rules->upper_bonus;
    return mark;
}

struct yz_card yz_card_after(const struct yz_rules *rules, struct yz_card card, int roll, int box) {
    int points = rules->points[box][roll]; /* a joker changes no upper box and not the yahtzee box */
    card.filled = (uint16_t)(card.filled | 1u << box);
    if (box < YZ_UPPER_BOXES) {
        int upper = card.upper + points;
        card.upper = (uint8_t)(upper < YZ_UPPER_GOAL ? upper : YZ_UPPER_GOAL);
    } else if (box == rules->yahtzee && points > 0 && rules->hundred > 0) {
        card.fifty = 1;
    }
    return card;
}

int yz_highest_score(const struct yz_rules *rules) {
    int total = rules->upper_bonus;
    for (int box = 0; box < rules->boxes; box++) {
        int best = 0;
        for (int roll = 0; roll < YZ_ROLLS; roll++) {
            int points = rules->joker_points[box][roll];
            points += rules->equal[roll] >= 0 && box != rules->yahtzee ? rules->hundred : 0;
            best = points > best ? points : best;
        }
        total += best;
    }
    return total;
}
