#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "yahtzee.h"

extern const hra_rules hra_rules_yahtzee;

static hra_game *open_game(const char *spec) {
    hra_game *game = NULL;
    hra_error why = {0};
    if (hra_game_open_rules(&game, NULL, &hra_rules_yahtzee, spec, &why) != 0)
        fail_msg("%s: %s", spec, why.text);
    return game;
}

static void read_position(const hra_game *game, const char *text, union yz_room *out) {
    hra_error why = {0};
    if (hra_game_read_position(game, text, out, &why) != 0)
        fail_msg("%s: %s", text, why.text);
}

/* ---- drawing --------------------------------------------------------------------------------*/

static void check_drawing(const char *spec, const char *position, hra_board_style look,
                          const char *expected) {
    hra_game *game = open_game(spec);
    union yz_room room;
    hra_text text;
    hra_text_init(&text);
    read_position(game, position, &room);
    hra_text_add(&text, "\n");
    game->rules->text->show(game, &room, &look, &text);
    assert_string_equal(hra_text_string(&text), expected);
    hra_text_release(&text);
    hra_game_close(game);
}

static void a_table_of_two(void **state) {
    (void)state;
    check_drawing("yahtzee:seats=2",
                  "dice=11246 rolls=1 card=3,.,9,.,20,24,.,.,25,.,.,50,17 hundreds=1; card=3,8,9,16,20,30",
                  (hra_board_style){.unicode = true, .width = 80, .seat = -1},
                  "\n"
                  " ┌───────┐ ┌───────┐ ┌───────┐ ┌───────┐ ┌───────┐   round 7 of 13\n"
                  " │       │ │       │ │     ● │ │ ●   ● │ │ ●   ● │   player 2 to move\n"
                  " │   ●   │ │   ●   │ │       │ │       │ │ ●   ● │   1 roll left\n"
                  " │       │ │       │ │ ●     │ │ ●   ● │ │ ●   ● │\n"
                  " └───────┘ └───────┘ └───────┘ └───────┘ └───────┘   +n  the box would score n\n"
                  "     0         1         2         3         4\n"
                  "\n"
                  "   upper boxes        1   >2 │    lower boxes        1   >2\n"
                  "─────────────────────────────┼─────────────────────────────\n"
                  " 1 ones               3    3 │  7 three of a kind    .   +0\n"
                  " 2 twos               .    8 │  8 four of a kind     .   +0\n"
                  " 3 threes             9    9 │  9 full house        25   +0\n"
                  " 4 fours              .   16 │ 10 small straight     .   +0\n"
                  " 5 fives             20   20 │ 11 large straight     .   +0\n"
                  " 6 sixes             24   30 │ 12 yahtzee           50   +0\n"
                  "   upper total       56   86 │ 13 chance            17  +14\n"
                  "   missing to 63      7    0 │    hundreds         100    0\n"
                  "   upper bonus        .   35 │    TOTAL            248  121\n");
}

static void a_joker_in_ascii(void **state) {
    (void)state;
    check_drawing("yahtzee", "dice=44444 rolls=0 card=.,.,9,12,.,.,.,.,.,.,.,50,20",
                  (hra_board_style){.width = 80, .seat = 0},
                  "\n"
                  " +-------+ +-------+ +-------+ +-------+ +-------+   round 5 of 13\n"
                  " | o   o | | o   o | | o   o | | o   o | | o   o |\n"
                  " |       | |       | |       | |       | |       |   no roll left: a box\n"
                  " | o   o | | o   o | | o   o | | o   o | | o   o |\n"
                  " +-------+ +-------+ +-------+ +-------+ +-------+   +n  the box would score n\n"
                  "     0         1         2         3         4       x   closed to this roll\n"
                  "\n"
                  "   upper boxes    score |    lower boxes    score\n"
                  "------------------------+------------------------\n"
                  " 1 ones               x |  7 three of a kind +120\n"
                  " 2 twos               x |  8 four of a kind  +120\n"
                  " 3 threes             9 |  9 full house      +125\n"
                  " 4 fours             12 | 10 small straight  +130\n"
                  " 5 fives              x | 11 large straight  +140\n"
                  " 6 sixes              x | 12 yahtzee           50\n"
                  "   upper total       21 | 13 chance            20\n"
                  "   missing to 63     42 |    hundreds           0\n"
                  "   upper bonus        . |    TOTAL             91\n");
}

static void held_dice_before_a_roll_in_colors(void **state) {
    (void)state;
    check_drawing("yahtzee", "keep=3-3 card=0,0,0,0,5,.",
                  (hra_board_style){.unicode = true, .color = true, .width = 48, .seat = 0},
                  "\n"
                  " round 6 of 13\n"
                  " 2 rolls left\n"
                  " \033[1;32m╔═══════╗\033[0m \033[1;32m╔═══════╗\033[0m ┌───────┐ ┌───────┐ ┌───────┐\n"
                  " \033[1;32m║     ● ║\033[0m \033[1;32m║     ● ║\033[0m │       │ │       │ │       │\n"
                  " \033[1;32m║   ●   ║\033[0m \033[1;32m║   ●   ║\033[0m │   ?   │ │   ?   │ │   ?   │\n"
                  " \033[1;32m║ ●     ║\033[0m \033[1;32m║ ●     ║\033[0m │       │ │       │ │       │\n"
                  " \033[1;32m╚═══════╝\033[0m \033[1;32m╚═══════╝\033[0m └───────┘ └───────┘ └───────┘\n"
                  "    held      held\n"
                  "\n"
                  "   upper boxes    score\n"
                  "───────────────────────\n"
                  " 1 ones               0\n"
                  " 2 twos               0\n"
                  " 3 threes             0\n"
                  " 4 fours              0\n"
                  " 5 fives              5\n"
                  " 6 sixes              .\n"
                  "   upper total        5\n"
                  "   missing to 63     58\n"
                  "   upper bonus        0\n"
                  "   lower boxes    score\n"
                  "───────────────────────\n"
                  " 7 three of a kind    .\n"
                  " 8 four of a kind     .\n"
                  " 9 full house         .\n"
                  "10 small straight     .\n"
                  "11 large straight     .\n"
                  "12 yahtzee            .\n"
                  "13 chance             .\n"
                  "   hundreds           0\n"
                  "   TOTAL              \033[1m5\033[0m\n");
}

static const char six_cards[] =
    "dice=11246 rolls=1 card=3,.,9,.,20,24,.,.,25,.,.,50,17 hundreds=1; card=3,8,9,16,20,30; card=-; card=5; "
    "card=5; card=5";

/* Five and six seats: names and columns are narrower. */
static void a_table_of_six(void **state) {
    (void)state;
    check_drawing("yahtzee:seats=6", six_cards, (hra_board_style){.width = 80, .seat = -1},
                  "\n"
                  " +-------+ +-------+ +-------+ +-------+ +-------+   round 1 of 13\n"
                  " |       | |       | |     o | | o   o | | o   o |   player 3 to move\n"
                  " |   o   | |   o   | |       | |       | | o   o |   1 roll left\n"
                  " |       | |       | | o     | | o   o | | o   o |\n"
                  " +-------+ +-------+ +-------+ +-------+ +-------+   +n  the box would score n\n"
                  "     0         1         2         3         4\n"
                  "\n"
                  "   upper boxes   1   2  >3   4   5   6 |    lower boxes   1   2  >3   4   5   6\n"
                  "---------------------------------------+---------------------------------------\n"
                  " 1 ones          3   3  +2   5   5   5 |  7 3 of a kind   .   .  +0   .   .   .\n"
                  " 2 twos          .   8  +2   .   .   . |  8 4 of a kind   .   .  +0   .   .   .\n"
                  " 3 threes        9   9  +0   .   .   . |  9 full house   25   .  +0   .   .   .\n"
                  " 4 fours         .  16  +4   .   .   . | 10 sm straight   .   .  +0   .   .   .\n"
                  " 5 fives        20  20  +0   .   .   . | 11 lg straight   .   .  +0   .   .   .\n"
                  " 6 sixes        24  30  +6   .   .   . | 12 yahtzee      50   .  +0   .   .   .\n"
                  "   upper total  56  86   0   5   5   5 | 13 chance       17   . +14   .   .   .\n"
                  "   to go to 63   7   0  63  58  58  58 |    hundreds    100   0   0   0   0   0\n"
                  "   upper bonus   .  35   .   .   .   . |    TOTAL       248 121   0   5   5   5\n");
}

static void a_compact_table(void **state) {
    (void)state;
    check_drawing("yahtzee:seats=6", six_cards, (hra_board_style){.compact = true, .width = 80, .seat = -1},
                  "\n"
                  " dice   1  1  2  4  6    round 1 of 13, player 3 to move, 1 roll left\n"
                  " at     0  1  2  3  4    +n  the box would score n\n"
                  "   upper boxes   1   2  >3   4   5   6 |    lower boxes   1   2  >3   4   5   6\n"
                  "---------------------------------------+---------------------------------------\n"
                  " 1 ones          3   3  +2   5   5   5 |  7 3 of a kind   .   .  +0   .   .   .\n"
                  " 2 twos          .   8  +2   .   .   . |  8 4 of a kind   .   .  +0   .   .   .\n"
                  " 3 threes        9   9  +0   .   .   . |  9 full house   25   .  +0   .   .   .\n"
                  " 4 fours         .  16  +4   .   .   . | 10 sm straight   .   .  +0   .   .   .\n"
                  " 5 fives        20  20  +0   .   .   . | 11 lg straight   .   .  +0   .   .   .\n"
                  " 6 sixes        24  30  +6   .   .   . | 12 yahtzee      50   .  +0   .   .   .\n"
                  "   upper total  56  86   0   5   5   5 | 13 chance       17   . +14   .   .   .\n"
                  "   to go to 63   7   0  63  58  58  58 |    hundreds    100   0   0   0   0   0\n"
                  "   upper bonus   .  35   .   .   .   . |    TOTAL       248 121   0   5   5   5\n");
    check_drawing("yahtzee:rules=yatzy", "keep=3-3 card=0,0,0,0,5,.",
                  (hra_board_style){.compact = true, .width = 80, .seat = -1},
                  "\n"
                  " dice  [3][3] ?  ?  ?    round 6 of 15, 2 rolls left\n"
                  " [n]: held\n"
                  "   upper boxes    score |    lower boxes    score\n"
                  "------------------------+------------------------\n"
                  " 1 ones               0 |  7 one pair           .\n"
                  " 2 twos               0 |  8 two pairs          .\n"
                  " 3 threes             0 |  9 three of a kind    .\n"
                  " 4 fours              0 | 10 four of a kind     .\n"
                  " 5 fives              5 | 11 small straight     .\n"
                  " 6 sixes              . | 12 large straight     .\n"
                  "   upper total        5 | 13 full house         .\n"
                  "   missing to 63     58 | 14 chance             .\n"
                  "   upper bonus        0 | 15 yatzy              .\n"
                  "                        |    TOTAL              5\n");
}

/* The screen has 24 lines of 80 columns; a prompt needs four. */
static void every_table_fits_its_screen(void **state) {
    (void)state;
    static const char *const cards =
        "card=5,10,15,20,25,30,30,30,25,30,40,50 hundreds=9;card=-;card=5;card=5;card=5;card=5";
    for (int seats = 1; seats <= YZ_MAX_SEATS; seats++) {
        for (int yatzy = 0; yatzy < 2; yatzy++) {
            char spec[] = "yahtzee:rules=hasbro,seats=N";
            spec[sizeof spec - 2] = (char)('0' + seats);
            if (yatzy) {
                memcpy(spec + 14, "yatzy,seats=", 12);
                spec[26] = (char)('0' + seats);
                spec[27] = '\0';
            }
            hra_game *game = open_game(spec);
            hra_board_style look = {.unicode = true, .width = 80, .seat = -1};
            union yz_room room;
            hra_text text;
            int lines = 0;
            hra_text_init(&text);
            read_position(game, yatzy || seats < 6 ? "dice=44444 rolls=0" : cards, &room);
            game->rules->text->show(game, &room, &look, &text);
            for (char *at = text.data, *end; (end = strchr(at, '\n')) != NULL; at = end + 1) {
                *end = '\0';
                assert_true(hra_text_columns(at) <= look.width);
                assert_true(end == at || end[-1] != ' ' || yatzy);
                lines++;
            }
            assert_true(lines <= 20);
            hra_text_release(&text);
            hra_game_close(game);
        }
    }
}

/* ---- moves ----------------------------------------------------------------------------------*/

struct move_case {
    const char *position, *typed, *read; /* read: the move's own text, or how the error begins */
};

static void check_moves(const char *spec, const struct move_case *cases, size_t n) {
    hra_game *game = open_game(spec);
    hra_text text;
    hra_text_init(&text);
    for (size_t i = 0; i < n; i++) {
        union yz_room room;
        hra_error why = {0};
        hra_move m = 0;
        read_position(game, cases[i].position, &room);
        hra_text_clear(&text);
        if (hra_game_parse_move(game, &room, cases[i].typed, &m, &why) == 0) {
            game->rules->text->show_move(game, &room, m, &text);
            assert_true(hra_game_legal(game, &room, m));
        } else {
            hra_text_add(&text, "! ");
            hra_text_add(&text, why.text);
            assert_true(why.at >= 0 && (size_t)why.at <= strlen(cases[i].typed));
        }
        if (strncmp(hra_text_string(&text), cases[i].read, strlen(cases[i].read)) != 0)
            fail_msg("'%s' at '%s': %s", cases[i].typed, cases[i].position, hra_text_string(&text));
    }
    hra_text_release(&text);
    hra_game_close(game);
}

static void dice_are_held_as_people_type(void **state) {
    (void)state;
    static const struct move_case cases[] = {
        {"dice=11246", "", "keep all"},
        {"dice=11246", "  \r\n", "keep all"},
        {"dice=11246", "all", "keep all"},
        {"dice=11246", "KEEP ALL", "keep all"},
        {"dice=11246", "none", "keep none"},
        {"dice=11246", "keep none", "keep none"},
        {"dice=11246", "0 1", "keep 1-1"},
        {"dice=11246", "1,4",
         "! '1,4' may be positions or faces: 'at 1,4' keeps by position, 'keep 1-4' by face"},
        {"dice=11246", "3",
         "! '3' may be a position, a face or a box: 'at 3' keeps by position, 'keep 3' by face, "
         "'box 3' fills the box"},
        {"dice=11246", "12",
         "! '12' may be a position, a face or a box: 'at 12' keeps by position, 'keep 1-2'"},
        {"dice=11246", "1 3", "keep 1-4"},
        {"dice=33456", "3 4", "! '3 4' may be positions or faces"},
        {"dice=11246", "at 1 4", "keep 1-6"},
        {"dice=11246", " 0, 2, 3 ", "keep 1-2-4"},
        {"dice=11246", "420", "keep 1-2-6"},
        {"dice=11246", "0 1 2 3 4", "keep all"},
        {"dice=11246", "reroll 1 3", "keep 1-2-6"},
        {"dice=11246", "Throw 4,0", "keep 1-2-4"},
        {"dice=11246", "r 0 1 2 3 4", "keep none"},
        {"dice=11246", "reroll at 2", "keep 1-1-4-6"},
        {"dice=11246", "reroll all", "keep none"},
        {"dice=11246", "throw none", "keep all"},
        {"dice=11246", "keep at 0 2 4", "keep 1-2-6"},
        {"dice=11246", "hold position 3", "keep 4"},
        {"dice=11246", "at 3 4", "keep 4-6"},
    };
    check_moves("yahtzee", cases, sizeof cases / sizeof cases[0]);
}

static void dice_are_not_held(void **state) {
    (void)state;
    static const struct move_case cases[] = {
        {"dice=11246", "reroll", "! which dice? their positions"},
        {"dice=11246", "keep at", "! which dice? their positions"},
        {"dice=11246", "reroll 5", "! the dice are at positions 0 to 4, found '5'"},
        {"dice=11246", "reroll 1 1", "! position 1 is named twice"},
        {"dice=11246", "reroll 1-1", "! positions have spaces or commas between them"},
        {"dice=11246 rolls=0", "reroll 1", "! no rolls left"},
        {"dice=11246", "keep 1-1", "keep 1-1"},
        {"dice=11246", "k 11", "keep 1-1"},
        {"dice=11246", "k11", "keep 1-1"},
        {"dice=11246", "f 1 1", "keep 1-1"},
        {"dice=11246", "hold 6,4,2", "keep 2-4-6"},
        {"dice=11246", "keep 6-4-2-1-1", "keep all"},
        {"dice=11246", "5",
         "! positions are 0 to 4, found '5': 'keep 5' keeps by face, 'box 5' fills the box"},
        {"dice=11246", "0 2 x", "! the dice are at positions 0 to 4, found 'x'"},
        {"dice=11246", "1 1", "! position 1 is named twice; faces are held by 'keep 1-1'"},
        {"dice=11246", "1-1", "! positions have spaces or commas"},
        {"dice=11246", "keep 4-4", "! 2 of the dice would have to show 4, but of 1-1-2-4-6 only 1"},
        {"dice=11246", "keep 0 2", "! a die shows 1 to 6, found '0'"},
        {"dice=11246", "keep 112461", "! there are five dice"},
        {"dice=11246", "keep", "! which dice?"},
        {"dice=11246", "keep al",
         "! 'keep al' holds no dice; type positions as in 0 2 4, 'all', 'none', 'reroll 1 3', or 'keep 1-1'; "
         "did you mean "
         "'all'?"},
        {"dice=11246", "kep 1-1",
         "! 'kep 1-1' holds no dice; type positions as in 0 2 4, 'all', 'none', 'reroll 1 3', or 'keep 1-1'; "
         "did you mean "
         "'keep'?"},
        {"dice=11246", "all 1", "! expected the end, found '1'"},
        {"dice=11246", "y", "! yahtzee would score 0, and rolls are left; 'all, yahtzee' fills it"},
        {"dice=11246", "box yahtzee", "! yahtzee would score 0"},
        {"dice=11246", "c", "! rolls are left; 'box chance' fills that box"},
        {"dice=11246 card=fours:12", "fours", "! fours is filled already, with 12; open: ones,"},
        {"dice=11246 card=fours:12", "box 4", "! fours is filled already, with 12; open: ones,"},
        {"dice=11246", "box", "! which box? its name or number"},
        {"dice=11246", "box 14", "! there is no box '14'"},
        {"dice=11246", "\033[2J", "! '?[2J' holds no dice"},
        {"dice=11246", "žluťoučký kůň", "! '"},
    };
    check_moves("yahtzee", cases, sizeof cases / sizeof cases[0]);
}

static void boxes_are_named_as_people_type(void **state) {
    (void)state;
    static const struct move_case cases[] = {
        {"dice=11246 rolls=0", "box fours", "box fours"},
        {"dice=11246 rolls=0", "fours", "box fours"},
        {"dice=11246 rolls=0", "FOU", "! 'FOU' may be one of fours, four-of-a-kind"},
        {"dice=11246 rolls=0", "four", "! 'four' may be one of"},
        {"dice=11246 rolls=0", "four o", "box four-of-a-kind"},
        {"dice=11246 rolls=0", "Four of a Kind", "box four-of-a-kind"},
        {"dice=11246 rolls=0", "b 4", "box fours"},
        {"dice=11246 rolls=0", "box 13", "box chance"},
        {"dice=11246 rolls=0", "1", "box ones"},
        {"dice=11246 rolls=0", "3k", "box three-of-a-kind"},
        {"dice=11246 rolls=0", "4K", "box four-of-a-kind"},
        {"dice=11246 rolls=0", "fh", "box full-house"},
        {"dice=11246 rolls=0", "full", "box full-house"},
        {"dice=11246 rolls=0", "ss", "box small-straight"},
        {"dice=11246 rolls=0", "ls", "box large-straight"},
        {"dice=11246 rolls=0", "y", "box yahtzee"},
        {"dice=11246 rolls=0", "ch\n", "box chance"},
        {"dice=11246 rolls=0", "", "! a box must be chosen"},
        {"dice=11246 rolls=0", "box", "! a box must be chosen"},
        {"dice=11246 rolls=0", "14", "! there is no box '14'"},
        {"dice=11246 rolls=0", "0", "! there is no box '0'"},
        {"dice=11246 rolls=0", "99999999999999", "! there is no box '99999999999999'"},
        {"dice=11246 rolls=0", "chanse",
         "! there is no box 'chanse'; there are 1 to 13: ones, twos, threes, fours, fives, sixes, "
         "three-of-a-kind, "
         "four-of-a-kind, full-house, small-straight, large-straight, yahtzee, chance; did you mean "
         "'chance'?"},
        {"dice=11246 rolls=0", "all", "! no rolls left"},
        {"dice=11246 rolls=0", "keep 1-1", "! no rolls left"},
        {"dice=11246 rolls=0 card=fours:12", "fours", "! fours is filled already, with 12; open: ones,"},
        {"dice=44444 rolls=0 card=y:50", "ch", "! this yahtzee must go to fours, not to chance"},
        {"dice=44444 rolls=0 card=y:50,4s:12,ch:20", "ones",
         "! this yahtzee must go to one of three-of-a-kind, four"},
        {"dice=44444 rolls=0 card=y:50,4s:12,ch:20", "ls", "box large-straight"},
    };
    static const struct move_case yatzy[] = {
        {"dice=11246 rolls=0", "pair", "box one-pair"},     {"dice=11246 rolls=0", "2p", "box two-pairs"},
        {"dice=11246 rolls=0", "15", "box yatzy"},          {"dice=11246 rolls=0", "yahtzee", "box yatzy"},
        {"dice=11246 rolls=0", "o", "! 'o' may be one of"}, {"dice=11246 rolls=0", "fh", "box full-house"},
    };
    check_moves("yahtzee", cases, sizeof cases / sizeof cases[0]);
    check_moves("yahtzee:rules=yatzy", yatzy, sizeof yatzy / sizeof yatzy[0]);
}

static void rolled_dice_are_typed_in(void **state) {
    (void)state;
    static const struct move_case cases[] = {
        {"", "11246", "1-1-2-4-6"},
        {"", "6 4 2 1 1", "1-1-2-4-6"},
        {"", "1-1-2-4-6", "1-1-2-4-6"},
        {"", "1124", "! five dice were rolled, found 4"},
        {"", "", "! five dice were rolled, found 0"},
        {"", "112467", "! a die shows 1 to 6, found '7'"},
        {"", "112466", "! there are five dice, found a sixth"},
        {"keep=4-4 rolls=1", "4-4-1-2-3", "1-2-3-4-4"},
        {"keep=4-4 rolls=1", "1 2 3", "1-2-3-4-4"},
        {"keep=4-4 rolls=1", "12345", "! 2 of the held dice show 4, but only 1 of these five"},
        {"keep=1-4 rolls=1", "22334", "! 1 of the held dice shows 1, but only 0 of these five"},
        {"keep=4-4 rolls=1", "1 2", "! 3 of the dice were rolled, found 2"},
        {"keep=none rolls=1", "1 2 3 4 5", "1-2-3-4-5"},
    };
    check_moves("yahtzee", cases, sizeof cases / sizeof cases[0]);
}

/* ---- positions ------------------------------------------------------------------------------*/

static const struct {
    const char *typed, *read; /* read: the canonical line, or how the error begins */
    int at;                   /* of an error */
} position_cases[] = {
    {"", "card=-", 0},
    {"  ;; ", "card=-", 0},
    {"dice=11246", "dice=1-1-2-4-6 rolls=2 card=-", 0},
    {"dice=6,4,2,1,1 rolls=0", "dice=1-1-2-4-6 rolls=0 card=-", 0},
    {"card=3,.,9,.,. dice=11246", "dice=1-1-2-4-6 rolls=2 card=3,.,9", 0},
    {"card=chance:22,fours:12;card=fh:25", "card=.,.,.,12,.,.,.,.,.,.,.,.,22; card=.,.,.,.,.,.,.,.,25", 0},
    {"card=y:50,ones:5 hundreds=1 turn=0", "turn=0 card=5,.,.,.,.,.,.,.,.,.,.,50 hundreds=1", 0},
    {"card=-;card=3 turn=1", "turn=1 card=-; card=3", 0},
    {"card=3 turn=1", "card=3", 0},
    {"keep=11", "keep=1-1 rolls=2 card=-", 0},
    {"keep=none rolls=1", "keep=none rolls=1 card=-", 0},
    {"rolls=3", "card=-", 0},
    {"dise=11246",
     "! a position is made of card=, hundreds=, dice=, keep=, rolls=, "
     "turn=; found 'dise'; did you mean 'dice'?",
     0},
    {"11246", "! expected fields as in dice=1-1-2-4-6", 0},
    {"dice=1124", "! dice are the five on the table, found 4", 5},
    {"dice=11247", "! a die shows 1 to 6, found '7'", 9},
    {"dice=11246 dice=11246", "! dice is given twice", 11},
    {"dice=11246 keep=11", "! dice= are on the table, keep=", 16},
    {"dice=11246 rolls=3", "! rolls is 0 to 2 with dice on the table, not 3", 17},
    {"keep=11 rolls=0", "! rolls is 1 or 2 with dice held, not 0", 14},
    {"rolls=2", "! rolls is 3 before the first roll", 6},
    {"rolls=99999999999", "! rolls is the number of rolls left in the turn, 0 to 3", 6},
    {"keep=11246", "! with five dice held no roll is left", 5},
    {"turn=2", "! turn is the seat to move, 0 to 1, not '2'", 5},
    {"card=3;card=3;card=3", "! one card too many: the game has 2 seats", 14},
    {"card=1,.,4", "! threes scores 0, 3, 6, 9, 12, 15, not '4'", 9},
    {"card=.,.,.,.,.,.,4", "! three-of-a-kind scores 0, 5..30, not '4'", 17},
    {"card=fh:24", "! full-house scores 0, 25, not '24'", 8},
    {"card=ch:0", "! chance scores 5..30, not '0'", 8},
    {"card=ones:", "! ones scores 0..5, not ''", 10},
    {"card=ones:3,1:2", "! ones is filled twice", 14},
    {"card=3,fours:12", "! give boxes in order (3,.,9) or by name", 5},
    {"card=foo:3", "! there is no box 'foo'", 5},
    {"card=,", "! ones scores 0..5, not ''", 5},
    {"card=.,.,.,.,.,.,.,.,.,.,.,.,.,3", "! a card has 13 boxes, found one more", 31},
    {"card=3 hundreds=1", "! hundreds are paid only while the yahtzee box holds 50", 16},
    {"card=y:50,ones:3,twos:4 hundreds=1",
     "! 1 hundreds, but only 0 of the filled boxes can have taken a yahtzee", 33},
    {"hundreds=1 card=y:50", "! give hundreds once per card", 0},
    {"card=0,0,0,0,0,0,0,0,0,0,0,0,5;card=0,0,0,0,0,0,0,0,0,0,0,0,5 dice=11246", "! every card is full", 67},
    {"card=0,0,0,0,0,0,0,0,0,0,0,0,5 turn=0", "! seat 0 has filled every box", 36},
};

static void positions_are_read_as_people_type(void **state) {
    (void)state;
    hra_game *game = open_game("yahtzee:seats=2");
    hra_text text;
    hra_text_init(&text);
    for (size_t i = 0; i < sizeof position_cases / sizeof position_cases[0]; i++) {
        union yz_room room, again;
        hra_error why = {0};
        hra_text_clear(&text);
        if (hra_game_read_position(game, position_cases[i].typed, &room, &why) == 0) {
            game->rules->text->write_position(game, &room, &text);
            read_position(game, hra_text_string(&text), &again);
            assert_memory_equal(&room, &again, game->state_size);
            assert_string_equal(hra_text_string(&text), position_cases[i].read);
        } else {
            hra_text_add(&text, "! ");
            hra_text_add(&text, why.text);
            if (strncmp(hra_text_string(&text), position_cases[i].read, strlen(position_cases[i].read)) !=
                    0 ||
                why.at != position_cases[i].at)
                fail_msg("'%s': %s (at %d)", position_cases[i].typed, hra_text_string(&text), why.at);
        }
    }
    hra_text_release(&text);
    hra_game_close(game);
}

static void other_rules_pay_no_hundreds(void **state) {
    (void)state;
    hra_game *game = open_game("yahtzee:rules=plain");
    union yz_room room;
    hra_error why = {0};
    assert_int_equal(hra_game_read_position(game, "card=y:50,ones:5 hundreds=1", &room, &why), HRA_EINPUT);
    assert_string_equal(why.text, "rules=plain pay no hundreds");
    hra_game_close(game);
}

/* Hostile text: whatever is typed, it is read or refused with a reason, and nothing is overrun. */
static void noise_is_refused_in_words(void **state) {
    (void)state;
    static const char *const seeds[] = {"dice=11246 rolls=2 card=3,.,9,.,.,.,.,.,25,.,.,50 hundreds=1",
                                        "keep=1-1 rolls=1 card=ones:3,fh:25;card=- turn=1", "keep 1-1",
                                        "0 2 4", "box four-of-a-kind"};
    static const char *const positions[] = {"", "keep=11", "dice=11246", "dice=11246 rolls=0"};
    hra_game *game = open_game("yahtzee:seats=2");
    hra_rng rng;
    hra_rng_init(&rng, 1);
    for (int i = 0; i < 20000; i++) {
        char text[2000] = {0};
        const char *seed = seeds[hra_rng_below(&rng, 5)];
        union yz_room room, at;
        hra_error why = {0};
        hra_move m;
        memcpy(text, seed, strlen(seed));
        for (int k = 0; k < 4; k++) {
            text[hra_rng_below(&rng, (uint32_t)strlen(seed))] =
                "=,;.:- 0123456789abcdefkgrxyz\t\n\x80\xff\x1b"[hra_rng_below(&rng, 33)];
        }
        if (hra_rng_below(&rng, 100) == 0)
            memset(text, text[0], sizeof text - 1);
        if (hra_game_read_position(game, text, &room, &why) != 0)
            assert_true(why.text[0] != '\0' && why.at >= 0 && (size_t)why.at <= strlen(text));
        read_position(game, positions[i % 4], &at);
        why.text[0] = '\0';
        if (hra_game_parse_move(game, &at, text, &m, &why) != 0)
            assert_true(why.text[0] != '\0' && why.at >= 0 && (size_t)why.at <= strlen(text));
        else
            assert_true(hra_game_legal(game, &at, m));
    }
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_of_two),
        cmocka_unit_test(a_joker_in_ascii),
        cmocka_unit_test(held_dice_before_a_roll_in_colors),
        cmocka_unit_test(a_table_of_six),
        cmocka_unit_test(a_compact_table),
        cmocka_unit_test(every_table_fits_its_screen),
        cmocka_unit_test(dice_are_held_as_people_type),
        cmocka_unit_test(dice_are_not_held),
        cmocka_unit_test(boxes_are_named_as_people_type),
        cmocka_unit_test(rolled_dice_are_typed_in),
        cmocka_unit_test(positions_are_read_as_people_type),
        cmocka_unit_test(other_rules_pay_no_hundreds),
        cmocka_unit_test(noise_is_refused_in_words),
    };
    return cmocka_run_group_tests_name("yahtzee text", tests, NULL, NULL);
}
