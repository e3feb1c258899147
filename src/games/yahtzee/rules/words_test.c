/* Words that are typed, in English and in Czech, whose catalogue lies in the build. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/language.h"
#include "words.h"

extern const hra_rules hra_rules_yahtzee;

enum { NONE = -1, SEVERAL = -2 };

static hra_game *open_game(const char *spec) {
    hra_game *game = NULL;
    hra_error why = {0};
    if (hra_game_open_rules(&game, NULL, &hra_rules_yahtzee, spec, &why) != 0)
        fail_msg("%s: %s", spec, why.text);
    return game;
}

typedef struct box_case {
    const char *typed;
    int box, yatzy_box;
} box_case;

/* The box, NONE or SEVERAL: only the error for NONE says how many boxes there are. */
static int read_box(const hra_game *game, const char *typed, bool spoken) {
    hra_error why = {0};
    int box = NONE;
    if (yz_read_box(&yz_game_of(game)->rules, typed, strlen(typed), 0, spoken, &box, &why) == 0)
        return box;
    assert_int_equal(why.code, HRA_EINPUT);
    return strstr(why.text, " 1 ") ? NONE : SEVERAL; /* "there are 1 to 13", "jsou 1 až 13" */
}

static void check_boxes(const box_case *cases, size_t n, bool spoken) {
    hra_game *games[] = {open_game("yahtzee"), open_game("yahtzee:rules=yatzy")};
    for (size_t i = 0; i < n; i++) {
        int box = read_box(games[0], cases[i].typed, spoken),
            yatzy_box = read_box(games[1], cases[i].typed, spoken);
        if (box != cases[i].box || yatzy_box != cases[i].yatzy_box)
            fail_msg("'%s' is box %d, of yatzy %d", cases[i].typed, box, yatzy_box);
    }
    hra_game_close(games[0]);
    hra_game_close(games[1]);
}

static const box_case english[] = {
    {"aces", 0, 0},
    {"1", 0, 0},
    {"Four-of-a-Kind", YZ_FOUR, YZ_Y_FOUR},
    {"three of a kind", YZ_THREE, YZ_Y_THREE},
    {"3k", YZ_THREE, YZ_Y_THREE},
    {"4OAK", YZ_FOUR, YZ_Y_FOUR},
    {"house", YZ_FULL_HOUSE, YZ_Y_FULL_HOUSE},
    {"ss", YZ_SMALL_STRAIGHT, YZ_Y_SMALL_STRAIGHT},
    {"large", YZ_LARGE_STRAIGHT, YZ_Y_LARGE_STRAIGHT},
    {"chance", YZ_CHANCE, YZ_Y_CHANCE},
    {"ch", YZ_CHANCE, YZ_Y_CHANCE},
    {"y", YZ_YAHTZEE, YZ_Y_YATZY},
    {"yahtzee", YZ_YAHTZEE, YZ_Y_YATZY},
    {"pair", NONE, YZ_Y_PAIR},
    {"2 pairs", NONE, YZ_Y_TWO_PAIRS},
    {"two-pairs", NONE, YZ_Y_TWO_PAIRS},
    {"two", 1, SEVERAL},
    {"f", SEVERAL, SEVERAL},
    {"", NONE, NONE},
    {"16", NONE, NONE},
    {"sixth", NONE, NONE},
};

static void boxes_in_english(void **state) {
    (void)state;
    check_boxes(english, sizeof english / sizeof *english, true);
    check_boxes(english, sizeof english / sizeof *english, false);
}

static void words_of_a_list(void **state) {
    (void)state;
    assert_true(yz_is_listed("keep", "keep k hold; at", false));
    assert_true(yz_is_listed("hold", "keep k hold; at", false));
    assert_false(yz_is_listed("at", "keep k hold; at", false)); /* of the next part */
    assert_false(yz_is_listed("kee", "keep k hold; at", false));
    assert_false(yz_is_listed("", "keep k hold; at", false));
    assert_true(yz_is_listed("at", " at", false));
    assert_false(yz_is_listed("at", "", false));
    assert_true(yz_is_listed("prehodit", "přehodit hodit", true));
    assert_false(yz_is_listed("prehodit", "přehodit hodit", false));
}

/* ---- in Czech ---------------------------------------------------------------------------------*/

static int speak_czech(void **state) {
    (void)state;
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("LANGUAGE", "cs", 1);
    (void)hra_language_from("po");
    return 0;
}

static int speak_english(void **state) {
    (void)state;
    return hra_language_load(NULL, 0);
}

/* There may be no msgfmt to make a catalogue. */
static void need_czech(void) {
    if (strcmp(hra_translate("box chance"), "šance") != 0)
        skip();
}

static void boxes_in_czech(void **state) {
    static const box_case cases[] = {
        {"jedničky", 0, 0},
        {"JEDNICKY", 0, 0},
        {"šestky", 5, 5},
        {"trojice", YZ_THREE, YZ_Y_THREE},
        {"tri stejne", YZ_THREE, YZ_Y_THREE},
        {"čtv", YZ_FOUR, YZ_Y_FOUR},
        {"malá postupka", YZ_SMALL_STRAIGHT, YZ_Y_SMALL_STRAIGHT},
        {"mala p", YZ_SMALL_STRAIGHT, YZ_Y_SMALL_STRAIGHT},
        {"vp", YZ_LARGE_STRAIGHT, YZ_Y_LARGE_STRAIGHT},
        {"ŠANCE", YZ_CHANCE, YZ_Y_CHANCE},
        {"dva páry", NONE, YZ_Y_TWO_PAIRS},
        {"pár", NONE, YZ_Y_PAIR},
        {"dv", 1, SEVERAL},
        {"tr", SEVERAL, SEVERAL},
        {"c", SEVERAL, SEVERAL}, /* chance, čtyřky, čtveřice */
        {"křivky", NONE, NONE},
        {"\xC5", NONE, NONE}, /* half a letter */
    };
    (void)state;
    need_czech();
    check_boxes(cases, sizeof cases / sizeof *cases, true);
    for (size_t i = 0; i < sizeof english / sizeof *english; i++)
        if (strlen(english[i].typed) > 1) /* a letter may begin names of both */
            check_boxes(&english[i], 1, true);
}

/* What a position means does not depend on who reads it. */
static void positions_name_boxes_in_english(void **state) {
    hra_game *game = open_game("yahtzee");
    union yz_room room;
    (void)state;
    need_czech();
    assert_int_equal(hra_game_read_position(game, "card=chance:20", &room, NULL), HRA_OK);
    assert_int_equal(hra_game_read_position(game, "card=c:20", &room, NULL), HRA_OK);
    assert_int_equal(hra_game_read_position(game, "card=sance:20", &room, NULL), HRA_EINPUT);
    hra_game_close(game);
}

static void moves_in_czech(void **state) {
    static const struct {
        const char *position, *typed, *move; /* NULL: refused */
    } cases[] = {
        {"dice=11246", "keep 1-1", "keep 1-1"},
        {"dice=11246", "nechat 1-1", "keep 1-1"},
        {"dice=11246", "NECH 11", "keep 1-1"},
        {"dice=11246", "n 4", "keep 4"},
        {"dice=11246", "nechat pozice 0 3", "keep 1-4"},
        {"dice=11246", "držet místa 0 3", "keep 1-4"},
        {"dice=11246", "přehodit 1 4", "keep 1-2-4"},
        {"dice=11246", "prehodit vse", "keep none"},
        {"dice=11246", "přehodit nic", "keep all"},
        {"dice=11246", "vše", "keep all"},
        {"dice=11246", "nic", "keep none"},
        {"dice=11246", "reroll all", "keep none"},
        {"dice=11246", "šance", NULL},
        {"dice=11246", "kolonka šance", NULL},
        {"dice=11246 rolls=0", "šance", "box chance"},
        {"dice=11246 rolls=0", "kolonka jednicky", "box ones"},
        {"dice=11246 rolls=0", "box ones", "box ones"},
        {"dice=11246 rolls=0", "vše", NULL},
        {"dice=11246 rolls=0", "přehodit 1", NULL},
    };
    hra_game *game = open_game("yahtzee");
    hra_text text;
    hra_text_init(&text);
    (void)state;
    need_czech();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        union yz_room room;
        hra_error why = {0};
        hra_move move;
        assert_int_equal(hra_game_read_position(game, cases[i].position, &room, &why), HRA_OK);
        hra_text_clear(&text);
        if (yz_parse_move(game, &room, cases[i].typed, &move, &why) == 0)
            yz_show_move(game, &room, move, &text);
        if (strcmp(hra_text_string(&text), cases[i].move ? cases[i].move : "") != 0)
            fail_msg("'%s' is '%s' %s", cases[i].typed, hra_text_string(&text), why.text);
    }
    hra_text_release(&text);
    hra_game_close(game);
}

/* Who names a box while rolls are left wants it written; a letter alone is not enough. */
static void a_box_before_the_last_roll(void **state) {
    static const struct {
        const char *typed;
        bool meant;
    } cases[] = {
        {"šance", true},
        {"sanc", true},
        {"š", false},
        {"13", false},
    };
    hra_game *game = open_game("yahtzee");
    union yz_room room;
    (void)state;
    need_czech();
    assert_int_equal(hra_game_read_position(game, "dice=11246", &room, NULL), HRA_OK);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_text text;
        hra_text_init(&text);
        if (yz_mean_moves(game, &room, cases[i].typed, &text) != cases[i].meant)
            fail_msg("'%s'", cases[i].typed);
        assert_string_equal(hra_text_string(&text), cases[i].meant ? "keep all, box chance" : "");
        hra_text_release(&text);
    }
    hra_game_close(game);
}

/* ---- the card ---------------------------------------------------------------------------------*/

/* Checks that no line is wider than 80 columns, and that under the rule the halves of the card meet below its
 * cross. */
static void check_columns(const char *drawing) {
    int cross = -1;
    for (const char *line = drawing; *line;) {
        char one[600];
        size_t length = strcspn(line, "\n");
        assert_true(length < sizeof one);
        memcpy(one, line, length);
        one[length] = '\0';
        if (hra_text_columns(one) > 80)
            fail_msg("%d columns: %s", hra_text_columns(one), one);
        char *at = strstr(one, cross < 0 ? "-+-" : " | ");
        assert_true(at || cross < 0);
        if (at)
            *at = '\0';
        if (at && cross >= 0)
            assert_int_equal(hra_text_columns(one), cross);
        cross = at ? hra_text_columns(one) : cross;
        line += length + (line[length] == '\n');
    }
    assert_true(cross > 0);
}

static void a_card_is_aligned(void **state) {
    static const char *const specs[] = {"yahtzee", "yahtzee:seats=2", "yahtzee:seats=6",
                                        "yahtzee:rules=yatzy,seats=6"};
    static const char *const positions[] = {"", "dice=44444 rolls=0 card=.,.,9,12", "dice=11246 rolls=2",
                                            "keep=3-3 rolls=1"};
    (void)state;
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        hra_game *game = open_game(specs[i]);
        for (size_t k = 0; k < 2 * sizeof positions / sizeof *positions; k++) {
            union yz_room room;
            hra_board_style look = {.width = 80, .seat = 0, .compact = k % 2 == 1};
            hra_text text;
            hra_text_init(&text);
            assert_int_equal(hra_game_read_position(game, positions[k / 2], &room, NULL), HRA_OK);
            yz_show(game, &room, &look, &text);
            check_columns(hra_text_string(&text));
            hra_text_release(&text);
        }
        hra_game_close(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_in_english),
        cmocka_unit_test(words_of_a_list),
        cmocka_unit_test(a_card_is_aligned),
    };
    const struct CMUnitTest czech[] = {
        cmocka_unit_test(boxes_in_czech),    cmocka_unit_test(positions_name_boxes_in_english),
        cmocka_unit_test(moves_in_czech),    cmocka_unit_test(a_box_before_the_last_roll),
        cmocka_unit_test(a_card_is_aligned),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return failed + cmocka_run_group_tests(czech, speak_czech, speak_english);
}
