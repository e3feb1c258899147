#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "asked.h"
#include "games/yahtzee/rules/yahtzee.h"
#include "heuristic.h"
#include "hra/player.h"
#include "players.h"

extern const hra_rules hra_rules_yahtzee;

static struct yz_dice D;
static struct yz_rules R[YZ_RULE_SETS];
static struct yz_heuristic H; /* as it is by default */

/* The options as they would follow `heuristic:` in a spec. */
static hra_err read(struct yz_heuristic *h, const char *text, hra_error *why) {
    static hra_options options;
    hra_err err = hra_options_read(&options, yz_heuristic_options, NULL, "player heuristic", text,
                                   strlen(text), 0, why);
    if (!err)
        yz_heuristic_init(h, &options);
    return err;
}

static struct yz_heuristic with(const char *text) {
    struct yz_heuristic h;
    hra_error why;
    if (read(&h, text, &why) != 0)
        fail_msg("%s: %s", text, why.text);
    return h;
}

/* Everything off but what is named. */
static struct yz_heuristic only(int parameter, double value) {
    struct yz_heuristic h = {.shape = YZ_BONUS_ODDS};
    h.p[parameter] = value;
    return h;
}

/* A card is drawn as a row of boxes: '.' open, '#' filled, and in the box for
 * five equal dice '5' if it holds 50 and '0' if it holds 0.
 *
 *   123456 34fslYc           123456 12tfSLhcY  (yatzy) */
static struct yz_card card_of(const struct yz_rules *rules, const char *drawn, int upper) {
    struct yz_card card = {0, (uint8_t)upper, 0};
    int box = 0;
    for (; *drawn; drawn++) {
        if (*drawn != ' ') {
            card.filled = (uint16_t)(card.filled | (*drawn != '.') << box++);
            card.fifty = *drawn == '5' || card.fifty;
        }
    }
    assert_int_equal(box, rules->boxes);
    assert_true(yz_card_valid(rules, card));
    return card;
}

/* ---- the turn -------------------------------------------------------------------------------*/

struct naive {
    double leaf[YZ_ROLLS]; /* each last roll */
    double once[YZ_ROLLS]; /* each roll with one reroll */
};

static double naive_leaf(const struct yz_heuristic *h, const struct yz_rules *rules, struct yz_card card,
                         int roll, int *best_box) {
    double best = -1e9;
    for (int box = 0; box < rules->boxes; box++) {
        if (yz_card_legal(rules, card, roll) >> box & 1u) {
            struct yz_mark mark = yz_card_mark(rules, card, roll, box);
            double worth = yz_heuristic_worth(h, rules, card, box, mark.points) + mark.hundred;
            if (worth > best + 1e-9) {
                best = worth;
                *best_box = box;
            }
        }
    }
    return best;
}

/* The average over all ways in which the dice outside the mask can fall, one after the other. */
static double naive_fall(const double *value, uint8_t *dice, unsigned mask, int from) {
    double sum = 0;
    while (from < YZ_DICE && (mask >> from & 1u))
        from++;
    if (from == YZ_DICE)
        return value[yz_dice_roll(&D, dice)];
    uint8_t before = dice[from];
    for (uint8_t face = 1; face <= YZ_FACES; face++) {
        dice[from] = face;
        sum += naive_fall(value, dice, mask, from + 1);
    }
    dice[from] = before;
    return sum / YZ_FACES;
}

static double naive_best(const double *value, int roll) {
    double best = -1e9;
    for (unsigned mask = 0; mask < 32; mask++) {
        uint8_t dice[YZ_DICE];
        memcpy(dice, D.dice[YZ_ROLL0 + roll], sizeof dice);
        best = fmax(best, naive_fall(value, dice, mask, 0));
    }
    return best;
}

static void check_turn(const struct yz_heuristic *h, const struct yz_rules *rules, struct yz_card card) {
    static struct yz_turn turn;
    static struct naive n;
    yz_heuristic_turn(&turn, h, &D, rules, card);
    for (int r = 0; r < YZ_ROLLS; r++) {
        int box = -1;
        n.leaf[r] = naive_leaf(h, rules, card, r, &box);
        assert_true(fabs(n.leaf[r] - yz_turn_roll(&turn, 0, r)) < 1e-9);
        assert_int_equal(box, turn.box[r]);
    }
    for (int r = 0; r < YZ_ROLLS; r++) {
        n.once[r] = naive_best(n.leaf, r);
        assert_true(fabs(n.once[r] - yz_turn_roll(&turn, 1, r)) < 1e-9);
    }
    for (int r = 0; r < YZ_ROLLS; r += 31)
        assert_true(fabs(naive_best(n.once, r) - yz_turn_roll(&turn, 2, r)) < 1e-9);
}

static void the_turn_is_what_the_whole_tree_says(void **state) {
    (void)state;
    static const struct {
        enum yz_rules_id rules;
        const char *card;
        int upper;
    } cases[] = {
        {YZ_PLAIN, "...... .......", 0},    {YZ_PLAIN, "##.#.. .#.#.#.", 14},
        {YZ_PLAIN, "###.## #######", 51},   {YZ_HASBRO, ".#.### .....5.", 40},
        {YZ_HASBRO, "...#.. ##...0#", 8},   {YZ_FREE, "#..#.. ..##.5#", 9},
        {YZ_BONUS, "...... #####5#", 0},    {YZ_YATZY, "...... .........", 0},
        {YZ_YATZY, "..#### .#.#.#.#.", 54},
    };
    struct yz_heuristic greedy;
    yz_heuristic_greedy(&greedy);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct yz_rules *rules = &R[cases[i].rules];
        check_turn(&H, rules, card_of(rules, cases[i].card, cases[i].upper));
        check_turn(&greedy, rules, card_of(rules, cases[i].card, cases[i].upper));
    }
}

static void greedy_counts_what_a_box_brings(void **state) {
    (void)state;
    static const char *const cards[YZ_RULE_SETS] = {"###... .#...5#", "###... .#...5#", "###... .#...##",
                                                    "###... .#...5#", "###... .#......#"};
    struct yz_heuristic greedy;
    struct yz_turn turn;
    yz_heuristic_greedy(&greedy);
    for (int id = 0; id < YZ_RULE_SETS; id++) {
        struct yz_card card = card_of(&R[id], cards[id], 30);
        yz_heuristic_turn(&turn, &greedy, &D, &R[id], card);
        for (int r = 0; r < YZ_ROLLS; r++) {
            int most = 0;
            for (int box = 0; box < R[id].boxes; box++) {
                if (yz_card_legal(&R[id], card, r) >> box & 1u) {
                    int total = yz_mark_total(yz_card_mark(&R[id], card, r, box));
                    most = total > most ? total : most;
                }
            }
            assert_true(fabs(yz_turn_roll(&turn, 0, r) - most) < 1e-9);
        }
    }
}

/* ---- the corrections ------------------------------------------------------------------------*/

/* One parameter alone, worked out by hand. */
/* clang-format off */
static const struct {
    const char *options, *card;
    int upper, box, points;
    double correction;
} by_hand[] = {
    /* the bonus counts when it is paid, and once */
    {"bonus-model=paid,bonus-weight=1",                "#####. .......", 45, 5, 18, 35},
    {"bonus-model=paid,bonus-weight=1",                "#####. .......", 45, 5, 12, 0},
    {"bonus-model=paid,bonus-weight=2",                "#####. .......", 63, 5, 18, 0},
    /* fives and sixes can bring 55 and must bring 30; then sixes 30 and 15 */
    {"bonus-model=share,bonus-weight=1,bonus-power=1", "####.. .......", 33, 4, 15, 35 * (15 / 30. - 25 / 55.)},
    {"bonus-model=share,bonus-weight=1,bonus-power=2", "####.. .......", 33, 4, 15, 35 * (1 / 4. - 25 * 25 / 3025.)},
    {"bonus-model=share,bonus-weight=1,bonus-power=1", "####.. .......", 33, 4, 0,  35 * (0 - 25 / 55.)},
    /* as many dice as par: even odds, whatever the slope */
    {"bonus-weight=1,bonus-par=3,bonus-slope=2",       "####.. .......", 30, 4, 15, 0},
    {"bonus-weight=1,bonus-par=3,bonus-slope=2",       "####.. .......", 30, 4, 20, 35 * 0.341130895119},
    {"bonus-weight=1,bonus-par=3,bonus-slope=2",       "#####. .......", 45, 5, 18, 35 * 0.5},
    {"bonus-weight=1,bonus-par=3,bonus-slope=2",       "#####. .......", 30, 5, 18, 0},
    /* an open box, in the first, the seventh and the last round */
    {"open-fours=9",                                     "...... .......", 0, 3, 12, -9},
    {"open-large=10,early-large=12",                     "...... .......", 0, YZ_LARGE_STRAIGHT, 40, -22},
    {"open-large=10,early-large=12",                     "###### .......", 10, YZ_LARGE_STRAIGHT, 40, -16},
    {"open-large=10,early-large=12",                     "###### ####.##", 10, YZ_LARGE_STRAIGHT, 40, -10},
    /* chance: 10 rounds left, 9, 4 */
    {"chance-early=2,chance-early-target=24",            "###... .......", 6, YZ_CHANCE, 20, -8},
    {"chance-early=2,chance-early-target=24",            "###... .......", 6, YZ_CHANCE, 25, 0},
    {"chance-early=2,chance-early-target=24",            "####.. .......", 6, YZ_CHANCE, 20, 0},
    {"chance-middle=2,chance-middle-target=22",          "####.. .......", 6, YZ_CHANCE, 20, -4},
    {"chance-middle=2,chance-middle-target=22",          "###### ###....", 10, YZ_CHANCE, 20, 0},
    /* few dice */
    {"weak-fives=2",                                     "...... .......", 0, 4, 5, -4},
    {"weak-fives=2",                                     "...... .......", 0, 4, 15, 0},
    {"weak-fives=2",                                     "###.## ###....", 10, 4, 0, -2 * 3 * 4 / 12.},
    {"weak-three=1,weak-three-target=22",                "...... .......", 0, YZ_THREE, 17, -5},
    {"weak-three=1,weak-three-target=22",                "...... .......", 0, YZ_THREE, 0, 0},
    {"weak-four=1,weak-four-target=22",                  "...... .......", 0, YZ_FOUR, 21, -1},
    /* a zero: 13, 6 and 4 rounds left */
    {"zero-upper=0.5",                                   "...... .......", 0, 5, 0, -3},
    {"zero-upper=0.5",                                   "...... .......", 0, 5, 6, 0},
    {"zero-small=20,zero-late=0.2",                      "...... .......", 0, YZ_SMALL_STRAIGHT, 0, -20},
    {"zero-small=20,zero-late=0.2",                      "...... .......", 0, YZ_SMALL_STRAIGHT, 30, 0},
    {"zero-small=20,zero-late=0.2",                      "###### #......", 10, YZ_SMALL_STRAIGHT, 0, -12},
    {"zero-small=20,zero-late=0.2",                      "###### ###....", 10, YZ_SMALL_STRAIGHT, 0, -4},
    {"zero-yahtzee=20,zero-yahtzee-early=8",             "...... .......", 0, YZ_YAHTZEE, 0, -28},
    {"zero-yahtzee=20,zero-yahtzee-early=8",             "#..... .......", 1, YZ_YAHTZEE, 0, -20 - 8 * 11 / 12.},
    {"zero-yahtzee=20,zero-yahtzee-early=8",             "###### .......", 10, YZ_YAHTZEE, 0, -15},
    /* plain pays no hundreds */
    {"further-yahtzees=12",                              "...... .......", 0, YZ_YAHTZEE, 50, 0},
};
/* clang-format on */

static void corrections_by_hand(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof by_hand / sizeof by_hand[0]; i++) {
        struct yz_heuristic given = with(by_hand[i].options), h = {.shape = given.shape};
        for (int p = 0; p < YZ_PARAMETERS; p++)
            h.p[p] = strstr(by_hand[i].options, yz_heuristic_options[p].name) ? given.p[p] : 0;
        struct yz_card card = card_of(&R[YZ_PLAIN], by_hand[i].card, by_hand[i].upper);
        double worth = yz_heuristic_worth(&h, &R[YZ_PLAIN], card, by_hand[i].box, by_hand[i].points);
        if (fabs(worth - by_hand[i].points - by_hand[i].correction) > 1e-9) {
            fail_msg("%s on %s: %d points in box %d corrected by %.6f instead of %.6f", by_hand[i].options,
                     by_hand[i].card, by_hand[i].points, by_hand[i].box, worth - by_hand[i].points,
                     by_hand[i].correction);
        }
    }
}

static void hundreds_to_come(void **state) {
    (void)state;
    struct yz_heuristic h = only(YZ_P_FURTHER_YAHTZEES, 12);
    struct yz_card card = card_of(&R[YZ_HASBRO], "###### .......", 10);
    assert_true(fabs(yz_heuristic_worth(&h, &R[YZ_HASBRO], card, YZ_YAHTZEE, 50) - 56) < 1e-9);
    assert_true(fabs(yz_heuristic_worth(&h, &R[YZ_HASBRO], card, YZ_YAHTZEE, 0)) < 1e-9);
}

static bool worth_differs(const struct yz_rules *rules, const struct yz_heuristic *a,
                          const struct yz_heuristic *b) {
    for (unsigned filled = 0; filled < rules->all; filled += 61) {
        struct yz_card card = {(uint16_t)filled, 0, 0};
        for (int box = 0; box < rules->boxes; box++) {
            for (int roll = 0; !yz_card_has(card, box) && roll < YZ_ROLLS; roll += 9) {
                int points = rules->points[box][roll];
                if (fabs(yz_heuristic_worth(a, rules, card, box, points) -
                         yz_heuristic_worth(b, rules, card, box, points)) > 1e-9)
                    return true;
            }
        }
    }
    return false;
}

/* In the middle of all bounds no weight is 0, so that targets count too. */
static void each_parameter_has_an_effect(void **state) {
    (void)state;
    for (int p = 0; p < YZ_PARAMETERS; p++) {
        struct yz_heuristic a = {.shape = p == YZ_P_BONUS_POWER ? YZ_BONUS_SHARE : YZ_BONUS_ODDS}, b;
        for (int i = 0; i < YZ_PARAMETERS; i++)
            a.p[i] = (yz_heuristic_options[i].min + yz_heuristic_options[i].max) / 2;
        b = a;
        b.p[p] = yz_heuristic_options[p].max;
        bool yatzy = strncmp(yz_heuristic_options[p].name, "yatzy-", 6) == 0;
        if (!worth_differs(&R[yatzy ? YZ_YATZY : YZ_HASBRO], &a, &b))
            fail_msg("%s changes nothing", yz_heuristic_options[p].name);
    }
}

/* ---- the options ----------------------------------------------------------------------------*/

static void the_table_names_the_parameters(void **state) {
    (void)state;
    static const struct {
        int parameter;
        const char *name;
    } some[] = {
        {YZ_P_BONUS_PRESSURE, "bonus-weight"}, {YZ_P_OPEN_ONES + 5, "open-sixes"},
        {YZ_P_OPEN_THREE, "open-three"},       {YZ_P_OPEN_CHANCE, "open-chance"},
        {YZ_P_YATZY_PAIR, "yatzy-pair"},       {YZ_P_YATZY_YATZY, "yatzy-yatzy"},
        {YZ_P_EARLY_FOUR, "early-four"},       {YZ_P_CHANCE_EARLY, "chance-early"},
        {YZ_P_WEAK_FOURS, "weak-fours"},       {YZ_P_ZERO_UPPER, "zero-upper"},
        {YZ_P_ZERO_LATE, "zero-late"},         {YZ_PARAMETERS, "bonus-model"},
    };
    const hra_option *options = yz_heuristic_options;
    for (size_t i = 0; i < sizeof some / sizeof some[0]; i++)
        assert_string_equal(options[some[i].parameter].name, some[i].name);
    for (int p = 0; p <= YZ_PARAMETERS; p++) {
        assert_non_null(options[p].fallback);
        assert_true(strlen(options[p].help) > 10);
        assert_true(p == YZ_PARAMETERS || options[p].min < options[p].max);
        for (int q = 0; q < p; q++)
            assert_string_not_equal(options[p].name, options[q].name);
    }
    assert_string_equal(options[YZ_PARAMETERS + 1].name, "file");
    assert_null(options[YZ_PARAMETERS + 2].name);
}

static void options_are_read_into_their_places(void **state) {
    (void)state;
    struct yz_heuristic h = with("bonus-weight=1.25,yatzy-pair=3,zero-late=0.75,bonus-model=share");
    hra_error why;
    assert_true(h.p[YZ_P_BONUS_PRESSURE] == 1.25 && h.p[YZ_P_YATZY_PAIR] == 3 && h.p[YZ_P_ZERO_LATE] == 0.75);
    assert_int_equal(h.shape, YZ_BONUS_SHARE);
    assert_true(h.p[YZ_P_OPEN_CHANCE] == H.p[YZ_P_OPEN_CHANCE]);
    assert_int_equal(read(&h, "bonus-weigth=1", &why), HRA_EINPUT);
    assert_non_null(strstr(why.text, "did you mean 'bonus-weight'"));
    assert_int_equal(read(&h, "bonus-weight=5", &why), HRA_EINPUT);
    assert_non_null(strstr(why.text, "0..4"));
    assert_int_equal(read(&h, "bonus-model=even", &why), HRA_EINPUT);
}

/* ---- the players ----------------------------------------------------------------------------*/

struct table {
    hra_game *game;
    const hra_player_kind *expert;
    void *shared, *scratch, *other; /* `other` is asked at random moments, so it remembers other cards */
};

static struct table sit_down(const hra_player_kind *expert, const char *game) {
    struct table t = {.expert = expert};
    static hra_options options;
    hra_error why = {0};
    if (hra_game_open_rules(&t.game, NULL, &hra_rules_yahtzee, game, &why) != 0 ||
        hra_options_read(&options, expert->options, NULL, expert->name, "", 0, 0, &why) != 0 ||
        expert->open(t.game, &options, NULL, NULL, &t.shared, &why) != 0)
        fail_msg("%s: %s", game, why.text);
    assert_int_equal(expert->begin(t.shared, &t.scratch), 0);
    assert_int_equal(expert->begin(t.shared, &t.other), 0);
    return t;
}

static void stand_up(struct table *t) {
    t->expert->end(t->scratch);
    t->expert->end(t->other);
    t->expert->close(t->shared);
    hra_game_close(t->game);
}

/* Asks the kind itself, as an agent does. */
static hra_err choose_of(const struct table *t, const hra_question *question, hra_move *out) {
    hra_analysis answer;
    hra_question asked = *question;
    asked.want = HRA_WANT_MOVE;
    hra_err err = t->expert->ask(t->shared, t->scratch, &asked, &answer);
    if (!err)
        *out = answer.move;
    return err;
}

static hra_err advise_of(const struct table *t, const hra_question *question, asked_list *out) {
    hra_analysis answer;
    hra_question asked = *question;
    asked.want = HRA_WANT_ADVICE;
    hra_analysis_init(&answer);
    assert_int_equal(hra_analysis_reserve(&answer, t->game->max_moves, 1), 0);
    answer.value_seat = ((const struct yz_state *)question->state)->seat;
    hra_err err = t->expert->ask(t->shared, t->other, &asked, &answer);
    if (!err)
        asked_take(&answer, out);
    hra_analysis_release(&answer);
    return err;
}

static void check_advice(const struct table *t, const hra_question *question, hra_move chosen) {
    asked_move moves[YZ_MAX_MOVES] = {{0}};
    asked_list advice = {.moves = moves};
    hra_move legal[YZ_MAX_MOVES];
    assert_int_equal(advise_of(t, question, &advice), 0);
    assert_int_equal(advice.count, hra_game_moves(t->game, question->state, legal));
    assert_int_equal(advice.moves[0].move, chosen);
    for (int i = 1; i < advice.count; i++)
        assert_true(advice.moves[i].value <= advice.moves[0].value);
}

/* Plays one game; the mean return of the seats. */
static double play(const struct table *t, uint64_t game, bool check) {
    union yz_room room;
    hra_move moves[YZ_MAX_CHANCES], m = 0;
    double probability[YZ_MAX_CHANCES], score[YZ_MAX_SEATS], sum = 0;
    hra_question question = {.state = &room};
    uint64_t ply = 0;
    int mover;
    t->game->rules->init(t->game, &room);
    while ((mover = t->game->rules->to_move(t->game, &room)) != HRA_OVER) {
        hra_rng rng;
        hra_rng_init_stream(&rng, 20, game, ply++, HRA_STREAM_CHANCE);
        if (mover == HRA_CHANCE) {
            m = hra_game_sample(t->game, &room, &rng, moves, probability);
        } else {
            assert_int_equal(choose_of(t, &question, &m), 0);
            assert_true(!check || hra_game_legal(t->game, &room, m));
            if (check && hra_rng_below(&rng, 4) == 0)
                check_advice(t, &question, m);
        }
        t->game->rules->apply(t->game, &room, m);
    }
    t->game->rules->returns(t->game, &room, score);
    for (int i = 0; i < t->game->seats; i++)
        sum += score[i];
    assert_int_equal(choose_of(t, &question, &m), HRA_ESTATE);
    return sum / t->game->seats;
}

static void decisions_are_legal_and_do_not_depend_on_memory(void **state) {
    (void)state;
    static const char *const games[] = {"yahtzee", "yahtzee:rules=free,seats=2", "yahtzee:rules=plain",
                                        "yahtzee:rules=bonus", "yahtzee:rules=yatzy,seats=3"};
    static const hra_player_kind *const experts[] = {&yz_expert_heuristic, &yz_expert_greedy};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        for (int e = 0; e < 2; e++) {
            struct table t = sit_down(experts[e], games[i]);
            double first = play(&t, i, true);
            assert_true(play(&t, i, true) == first);
            stand_up(&t);
        }
    }
}

/* Means of 400 games have a standard error of 2; the floors lie 6 of them and more below. */
static void strength(void **state) {
    (void)state;
    static const struct {
        const hra_player_kind *expert;
        const char *game;
        double floor;
    } cases[] = {
        {&yz_expert_heuristic, "yahtzee:rules=plain", 232},
        {&yz_expert_heuristic, "yahtzee:rules=hasbro", 236},
        {&yz_expert_heuristic, "yahtzee:rules=yatzy", 234},
        {&yz_expert_greedy, "yahtzee:rules=plain", 199},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct table t = sit_down(cases[i].expert, cases[i].game);
        double sum = 0;
        for (uint64_t g = 0; g < 400; g++)
            sum += play(&t, g, false);
        if (sum / 400 < cases[i].floor) {
            fail_msg("%s in %s: mean %.2f, expected at least %.0f", cases[i].expert->name, cases[i].game,
                     sum / 400, cases[i].floor);
        }
        stand_up(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_turn_is_what_the_whole_tree_says),
        cmocka_unit_test(greedy_counts_what_a_box_brings),
        cmocka_unit_test(corrections_by_hand),
        cmocka_unit_test(hundreds_to_come),
        cmocka_unit_test(each_parameter_has_an_effect),
        cmocka_unit_test(the_table_names_the_parameters),
        cmocka_unit_test(options_are_read_into_their_places),
        cmocka_unit_test(decisions_are_legal_and_do_not_depend_on_memory),
        cmocka_unit_test(strength),
    };
    yz_dice_init(&D);
    for (int id = 0; id < YZ_RULE_SETS; id++)
        yz_rules_init(&R[id], &D, id);
    H = with("");
    return cmocka_run_group_tests_name("yahtzee heuristic", tests, NULL, NULL);
}
