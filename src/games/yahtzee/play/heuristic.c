/* The rules of thumb of `heuristic`, and their parameters. */
#include <math.h>

#include "core/messages.h"
#include "heuristic.h"

/* The table of parameters. Defaults are the result of hra learn; docs/games/yahtzee/heuristic.md says how
 * they were found and what they reach. */
#define REAL HRA_OPTION_REAL
/* clang-format off */
const hra_option yz_heuristic_options[YZ_PARAMETERS + 3] = {
    {"bonus-weight",       REAL, "0.938",    0,  4, NULL, N_("weight of the probability of the upper bonus")},
    {"bonus-par",            REAL, "2.85",     1,  5, NULL, N_("odds: dice of its face that an open upper box will score")},
    {"bonus-slope",          REAL, "1.74",     0,  8, NULL, N_("odds: how fast the probability changes around bonus-par")},
    {"bonus-power",          REAL, "1.7",    0.1,  6, NULL, N_("share: exponent of the fraction")},
    {"further-yahtzees",     REAL, "5.03",     0, 60, NULL, N_("value of a first 50 for later hundreds, at the start")},
    {"open-ones",            REAL, "9.86",    -5, 35, NULL, N_("value of open ones")},
    {"open-twos",            REAL, "10.8",    -5, 35, NULL, N_("value of open twos")},
    {"open-threes",          REAL, "12.9",    -5, 35, NULL, N_("value of open threes")},
    {"open-fours",           REAL, "15",      -5, 35, NULL, N_("value of open fours")},
    {"open-fives",           REAL, "17.2",    -5, 35, NULL, N_("value of open fives")},
    {"open-sixes",           REAL, "19.6",    -5, 35, NULL, N_("value of open sixes")},
    {"open-three",           REAL, "26.2",    -5, 35, NULL, N_("value of an open three of a kind")},
    {"open-four",            REAL, "16.2",    -5, 35, NULL, N_("value of an open four of a kind at the end")},
    {"open-full",            REAL, "19.7",    -5, 35, NULL, N_("value of an open full house at the end")},
    {"open-small",           REAL, "29.9",    -5, 35, NULL, N_("value of an open small straight at the end")},
    {"open-large",           REAL, "21.9",    -5, 35, NULL, N_("value of an open large straight at the end")},
    {"open-yahtzee",         REAL, "13.5",    -5, 35, NULL, N_("value of an open yahtzee at the end")},
    {"open-chance",          REAL, "31.7",    -5, 35, NULL, N_("value of an open chance")},
    {"yatzy-pair",           REAL, "19.6",    -5, 35, NULL, N_("yatzy: value of an open pair")},
    {"yatzy-two-pairs",      REAL, "23.7",    -5, 35, NULL, N_("yatzy: value of open two pairs")},
    {"yatzy-three",          REAL, "20.3",    -5, 35, NULL, N_("yatzy: value of an open three of a kind")},
    {"yatzy-four",           REAL, "15.5",    -5, 35, NULL, N_("yatzy: value of an open four of a kind")},
    {"yatzy-small",          REAL, "11.2",    -5, 35, NULL, N_("yatzy: value of an open small straight")},
    {"yatzy-large",          REAL, "11.8",    -5, 35, NULL, N_("yatzy: value of an open large straight")},
    {"yatzy-full",           REAL, "18.9",    -5, 35, NULL, N_("yatzy: value of an open full house")},
    {"yatzy-chance",         REAL, "30.9",    -5, 35, NULL, N_("yatzy: value of an open chance")},
    {"yatzy-yatzy",          REAL, "12.7",    -5, 35, NULL, N_("yatzy: value of an open yatzy")},
    {"early-four",           REAL, "0.873",  -10, 30, NULL, N_("extra value at the start: four of a kind")},
    {"early-full",           REAL, "3.72",   -10, 30, NULL, N_("extra value at the start: full house")},
    {"early-small",          REAL, "5.55",   -10, 30, NULL, N_("extra value at the start: small straight")},
    {"early-large",          REAL, "10.5",   -10, 30, NULL, N_("extra value at the start: large straight")},
    {"early-yahtzee",        REAL, "-6.59",  -10, 30, NULL, N_("extra value at the start: yahtzee")},
    {"chance-early",         REAL, "0.0531",   0,  3, NULL, N_("cost per point below the target, 10 or more rounds left")},
    {"chance-early-target",  REAL, "18.6",     5, 30, NULL, N_("target sum for chance, 10 or more rounds left")},
    {"chance-middle",        REAL, "0.0802",   0,  3, NULL, N_("cost per point below the target, 5 to 9 rounds left")},
    {"chance-middle-target", REAL, "21.7",     5, 30, NULL, N_("target sum for chance, 5 to 9 rounds left")},
    {"weak-fours",           REAL, "0.659",    0, 10, NULL, N_("cost per missing four below three, at the start")},
    {"weak-fives",           REAL, "0.424",    0, 10, NULL, N_("cost per missing five below three, at the start")},
    {"weak-sixes",           REAL, "3.16",     0, 10, NULL, N_("cost per missing six below three, at the start")},
    {"weak-three",           REAL, "0.16",     0,  3, NULL, N_("cost per point below the target, at the start")},
    {"weak-three-target",    REAL, "21.5",     5, 30, NULL, N_("target sum of three of a kind; not in yatzy")},
    {"weak-four",            REAL, "0.0303",   0,  3, NULL, N_("cost per point below the target, at the start")},
    {"weak-four-target",     REAL, "22.9",     5, 30, NULL, N_("target sum of four of a kind; not in yatzy")},
    {"zero-upper",           REAL, "0.866",    0, 10, NULL, N_("cost of a zero in an upper box, times its face")},
    {"zero-full",            REAL, "8.21",     0, 40, NULL, N_("cost of a zero in full house, 8 or more rounds left")},
    {"zero-small",           REAL, "18.2",     0, 40, NULL, N_("cost of a zero in small straight, 8 or more rounds left")},
    {"zero-large",           REAL, "0",        0, 40, NULL, N_("cost of a zero in large straight, 8 or more rounds left")},
    {"zero-yahtzee",         REAL, "6.19",     0, 40, NULL, N_("cost of a zero in yahtzee, 8 or more rounds left")},
    {"zero-yahtzee-early",   REAL, "5.05",     0, 40, NULL, N_("extra cost for yahtzee, times the phase (1 .. 0)")},
    {"zero-late",            REAL, "0.0845",   0,  1, NULL, N_("fraction of the cost of a lower zero that remains at the end")},
    {"bonus-model", HRA_OPTION_CHOICE, "odds", 0, 0, "odds|share|paid",
     N_("model of the bonus probability")},
    {"file", HRA_OPTION_FILE, NULL, 0, 0, NULL,
     N_("model file with the other parameters, written by hra learn")},
    {0},
};
/* clang-format on */
#undef REAL

/* The parameters that make one lower box. */
struct box_parameters {
    int8_t open, early, zero; /* negative: none */
};

/* clang-format off */
static const struct box_parameters yahtzee_boxes[YZ_BOXES] = {
    [YZ_THREE] = {YZ_P_OPEN_THREE, -1, -1},
    [YZ_FOUR] = {YZ_P_OPEN_FOUR, YZ_P_EARLY_FOUR, -1},
    [YZ_FULL_HOUSE] = {YZ_P_OPEN_FULL, YZ_P_EARLY_FULL, YZ_P_ZERO_FULL},
    [YZ_SMALL_STRAIGHT] = {YZ_P_OPEN_SMALL, YZ_P_EARLY_SMALL, YZ_P_ZERO_SMALL},
    [YZ_LARGE_STRAIGHT] = {YZ_P_OPEN_LARGE, YZ_P_EARLY_LARGE, YZ_P_ZERO_LARGE},
    [YZ_YAHTZEE] = {YZ_P_OPEN_YAHTZEE, YZ_P_EARLY_YAHTZEE, YZ_P_ZERO_YAHTZEE},
    [YZ_CHANCE] = {YZ_P_OPEN_CHANCE, -1, -1},
};

static const struct box_parameters yatzy_boxes[YZ_Y_BOXES] = {
    [YZ_Y_PAIR] = {YZ_P_YATZY_PAIR, -1, -1},
    [YZ_Y_TWO_PAIRS] = {YZ_P_YATZY_TWO_PAIRS, -1, -1},
    [YZ_Y_THREE] = {YZ_P_YATZY_THREE, -1, -1},
    [YZ_Y_FOUR] = {YZ_P_YATZY_FOUR, -1, -1},
    [YZ_Y_SMALL_STRAIGHT] = {YZ_P_YATZY_SMALL, -1, -1},
    [YZ_Y_LARGE_STRAIGHT] = {YZ_P_YATZY_LARGE, -1, -1},
    [YZ_Y_FULL_HOUSE] = {YZ_P_YATZY_FULL, -1, -1},
    [YZ_Y_YATZY] = {YZ_P_YATZY_YATZY, -1, -1},
    [YZ_Y_CHANCE] = {YZ_P_YATZY_CHANCE, -1, -1},
};
/* clang-format on */

void yz_heuristic_init(struct yz_heuristic *h, const hra_options *options) {
    for (int i = 0; i < YZ_PARAMETERS; i++)
        h->p[i] = hra_options_real(options, yz_heuristic_options[i].name);
    h->shape = (enum yz_bonus_shape)hra_options_choice(options, "bonus-model");
}

void yz_heuristic_greedy(struct yz_heuristic *h) {
    *h = (struct yz_heuristic){.shape = YZ_BONUS_PAID};
    h->p[YZ_P_BONUS_PRESSURE] = 1;
}

/* ---- the upper bonus ------------------------------------------------------------------------*/

/* The chance of it with these boxes filled and this upper total, as a rule of thumb. */
static double bonus_chance(const struct yz_heuristic *h, unsigned filled, int upper) {
    int missing = YZ_UPPER_GOAL - upper, faces = 0, squares = 0;
    for (int f = 0; f < YZ_FACES; f++) {
        if (!(filled >> f & 1u)) {
            faces += f + 1;
            squares += (f + 1) * (f + 1);
        }
    }
    if (missing <= 0)
        return 1;
    if (missing > YZ_DICE * faces || h->shape == YZ_BONUS_PAID)
        return 0;
    if (h->shape == YZ_BONUS_SHARE) {
        double most = YZ_DICE * faces;
        return pow((most - missing) / most, h->p[YZ_P_BONUS_POWER]);
    }
    /* Open boxes bring par * faces on average, and about sqrt(squares) more or less. */
    double surplus = (h->p[YZ_P_BONUS_PAR] * faces - missing) / sqrt(squares);
    return 1 / (1 + exp(-h->p[YZ_P_BONUS_SLOPE] * surplus));
}

/* ---- one box --------------------------------------------------------------------------------*/

/* What all boxes of one card have in common. */
struct moment {
    const struct yz_heuristic *h;
    const struct yz_rules *rules;
    struct yz_card card;
    int left;
    double phase;
    double bonus; /* the chance of it before this turn */
};

static struct moment moment_of(const struct yz_heuristic *h, const struct yz_rules *rules,
                               struct yz_card card) {
    struct moment m = {.h = h, .rules = rules, .card = card, .left = rules->boxes};
    for (unsigned set = card.filled; set; set &= set - 1)
        m.left--;
    m.phase = (double)(m.left - 1) / (rules->boxes - 1);
    m.bonus = bonus_chance(h, card.filled, card.upper);
    return m;
}

static double upper_worth(const struct moment *m, int box, int points) {
    const double *p = m->h->p;
    int dice = points / (box + 1);
    double after = bonus_chance(m->h, m->card.filled | 1u << box, m->card.upper + points);
    double worth = points - p[YZ_P_OPEN_ONES + box];
    worth += p[YZ_P_BONUS_PRESSURE] * m->rules->upper_bonus * (after - m->bonus);
    if (box >= 3 && dice < 3)
        worth -= p[YZ_P_WEAK_FOURS + box - 3] * m->phase * (3 - dice);
    if (dice == 0)
        worth -= p[YZ_P_ZERO_UPPER] * (box + 1);
    return worth;
}

static double below(double target, int points) {
    return points < target ? target - points : 0;
}

static double chance_cost(const struct moment *m, int points) {
    const double *p = m->h->p;
    if (m->left > 9)
        return p[YZ_P_CHANCE_EARLY] * below(p[YZ_P_CHANCE_EARLY_TARGET], points);
    if (m->left > 4)
        return p[YZ_P_CHANCE_MIDDLE] * below(p[YZ_P_CHANCE_MIDDLE_TARGET], points);
    return 0;
}

/* Of a kind, but with few points; yatzy counts the matching dice only and has no such notion. */
static double weak_cost(const struct moment *m, int box, int points) {
    const double *p = m->h->p;
    if (m->rules->id == YZ_YATZY || points == 0)
        return 0;
    if (box == YZ_THREE)
        return m->phase * p[YZ_P_WEAK_THREE] * below(p[YZ_P_WEAK_THREE_TARGET], points);
    if (box == YZ_FOUR)
        return m->phase * p[YZ_P_WEAK_FOUR] * below(p[YZ_P_WEAK_FOUR_TARGET], points);
    return 0;
}

static double zero_cost(const struct moment *m, int box, int parameter) {
    const double *p = m->h->p;
    double cost = p[parameter], late = p[YZ_P_ZERO_LATE], share = (m->left - 4) / 4.0;
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    if (box == m->rules->yahtzee && m->left > 7)
        cost += p[YZ_P_ZERO_YAHTZEE_EARLY] * m->phase;
    return cost * (late + (1 - late) * share);
}

static double lower_worth(const struct moment *m, int box, int points) {
    const double *p = m->h->p;
    struct box_parameters own = (m->rules->id == YZ_YATZY ? yatzy_boxes : yahtzee_boxes)[box];
    double worth = points - p[own.open] - weak_cost(m, box, points);
    if (own.early >= 0)
        worth -= p[own.early] * m->phase;
    if (own.zero >= 0 && points == 0)
        worth -= zero_cost(m, box, own.zero);
    if (box == m->rules->chance)
        worth -= chance_cost(m, points);
    if (box == m->rules->yahtzee && points > 0 && m->rules->hundred > 0)
        worth += p[YZ_P_FURTHER_YAHTZEES] * m->phase;
    return worth;
}

static double box_worth(const struct moment *m, int box, int points) {
    return box < YZ_UPPER_BOXES ? upper_worth(m, box, points) : lower_worth(m, box, points);
}

double yz_heuristic_worth(const struct yz_heuristic *h, const struct yz_rules *rules, struct yz_card card,
                          int box, int points) {
    struct moment m = moment_of(h, rules, card);
    return box_worth(&m, box, points);
}

/* ---- the turn -------------------------------------------------------------------------------*/

enum { MOST_POINTS = 50 };

/* A box asks for nothing but the points that it gets, and 252 rolls share few
 * of those: so each is judged once. */
static void judge_boxes(double worth[YZ_MAX_BOXES][MOST_POINTS + 1], const struct moment *m) {
    for (int box = 0; box < m->rules->boxes; box++) {
        if (yz_card_has(m->card, box))
            continue;
        int step = box < YZ_UPPER_BOXES ? box + 1 : 1;
        int most = box < YZ_UPPER_BOXES ? YZ_DICE * step : MOST_POINTS;
        for (int points = 0; points <= most; points += step)
            worth[box][points] = box_worth(m, box, points);
    }
}

void yz_heuristic_turn(struct yz_turn *turn, const struct yz_heuristic *h, const struct yz_dice *dice,
                       const struct yz_rules *rules, struct yz_card card) {
    double worth[YZ_MAX_BOXES][MOST_POINTS + 1];
    struct moment m = moment_of(h, rules, card);
    judge_boxes(worth, &m);
    for (int roll = 0; roll < YZ_ROLLS; roll++) {
        const uint8_t(*points)[YZ_ROLLS] =
            yz_card_joker(rules, card, roll) ? rules->joker_points : rules->points;
        unsigned legal = yz_card_legal(rules, card, roll);
        double best = -1e300; /* yz_better compares finite numbers */
        for (int box = 0; legal >> box; box++) {
            if ((legal >> box & 1u) && yz_better(worth[box][points[box][roll]], best)) {
                best = worth[box][points[box][roll]];
                turn->box[roll] = (uint8_t)box;
            }
        }
        int hundred = card.fifty && rules->equal[roll] >= 0 ? rules->hundred : 0;
        turn->keep[0][YZ_ROLL0 + roll] = best + hundred;
    }
    yz_turn_keeps(turn, dice);
}
