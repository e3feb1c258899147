/* In another language: what a person types is understood in it and in English, what is said is in it, and
 * what is written stays as it is. The catalogue is made here, so that no translator changes what is expected.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "hra/hra.h"

/* In the order of their bytes, as a catalogue has them. */
static const char *const sentences[][2] = {
    {"%.1F in %s", "%2$s: %1$.1F"},
    {"GBRY", "ZMCY"},
    {"North", "Sever"},
    {"RBGYVn", "CMZCFn"}, /* two are the same: those of English stay */
    {"West", "Západ"},
    {"a number such as 0.5", "číslo jako 0,5"},
    {"blue", "modrý"},
    {"card %d", "karta %d"},
    {"destroy %d %s", "znič %d %s"},
    {"end", "konec"},
    {"gem", "drahokam"},
    {"green", "zelený"},
    {"left", "vlevo"},
    {"move %d>%d", "jdi %d>%d"},
    {"off", "start"},
    {"pass", "vynech"},
    {"place %d", "polož %d"},
};
enum { SENTENCES = sizeof sentences / sizeof *sentences };

static void put(FILE *file, size_t number) {
    uint32_t n = (uint32_t)number;
    assert_int_equal(fwrite(&n, sizeof n, 1, file), 1);
}

/* The manual of GNU gettext, "The Format of GNU MO Files". */
static void write_catalogue(const char *name) {
    FILE *file = fopen(name, "wb");
    assert_non_null(file);
    size_t at = 28 + 16 * SENTENCES;
    const size_t head[] = {0x950412de, 0, SENTENCES, 28, 28 + 8 * SENTENCES, 0, at};
    for (size_t i = 0; i < sizeof head / sizeof *head; i++)
        put(file, head[i]);
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < SENTENCES; i++) {
            put(file, strlen(sentences[i][side]));
            put(file, at);
            at += strlen(sentences[i][side]) + 1;
        }
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < SENTENCES; i++)
            (void)fwrite(sentences[i][side], strlen(sentences[i][side]) + 1, 1, file);
    assert_int_equal(fclose(file), 0);
}

static char folder[] = "/tmp/hra-foreign-XXXXXX", path[4][sizeof folder + 40];

static int speak(void **state) {
    static const char *const parts[] = {"", "/cs", "/cs/LC_MESSAGES", "/cs/LC_MESSAGES/hra.mo"};
    if (!mkdtemp(folder))
        return -1;
    for (int i = 0; i < 4; i++)
        (void)hra_snprintf(path[i], sizeof path[i], "%s%s", folder, parts[i]);
    if (mkdir(path[1], 0700) || mkdir(path[2], 0700))
        return -1;
    write_catalogue(path[3]);
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("LANGUAGE", "cs", 1);
    return hra_language_from(folder);
}

static int fall_silent(void **state) {
    (void)remove(path[3]);
    for (int i = 2; i >= 0; i--)
        (void)rmdir(path[i]);
    return 0;
}

static const char card_is_due[] =
    "red 9 12:3 / blue 14 3:1 12:3 / neutral left 0 / row 34 1 7 10 10 12 / gone 6 / "
    "goods red, blue food1 / first blue / red card";
static const char march_is_due[] =
    "red 9 12:3 / blue 14 3:1 12:3 / neutral left 0 / row 1 7 10 10 12 / gone 6 34 / "
    "goods red iron1, blue food1 / first blue / red act 34 part 1 left 3 last 1";
static const char kill_is_due[] =
    "red 9 12:3 / blue 14 3:1 12:3 / neutral left 0 / row 1 7 10 10 12 / gone 6 15 / "
    "goods red food1, blue food1 / first blue / red act 15 part 1 left 1 last 1";

/* What is said of a move can be typed. */
static void expect_said(const hra_game *game, const void *s, hra_move move) {
    hra_move again = ~move;
    hra_error why = {0};
    hra_text said;
    hra_text_init(&said);
    hra_game_say_move(game, s, move, &said);
    if (hra_game_parse_move(game, s, hra_text_string(&said), &again, &why))
        fail_msg("'%s': %s", hra_text_string(&said), why.text);
    assert_int_equal(again, move);
    hra_text_release(&said);
}

static void moves_are_said_in_the_language(void **state) {
    static const struct {
        const char *spec, *position, *move, *said;
    } cases[] = {
        {"race", "[],[],[],[] green 2", "pass", "vynech"},
        {"race", "[],[],[],[] green 6", "off-1", "start-1"},
        {"pacman", "turn=pacman", "West", "Západ"},
        {"pacman", "turn=pacman", "Stop", "Stop"}, /* which the catalogue lacks */
        {"empire:neutral-armies=0", card_is_due, "card 2", "karta 2 (drahokam: polož 1)"},
        {"empire:neutral-armies=0", kill_is_due, "12 blue", "znič 12 modrý"},
        {"tictactoe", "X../.../...", "b2", "b2"}, /* has no words */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game = NULL;
        hra_move move;
        hra_text said;
        hra_text_init(&said);
        assert_int_equal(hra_game_open(&game, NULL, cases[i].spec, NULL), 0);
        void *s = calloc(1, game->state_size);
        assert_int_equal(hra_game_read_position(game, cases[i].position, s, NULL), 0);
        assert_int_equal(hra_game_parse_move(game, s, cases[i].move, &move, NULL), 0);
        hra_game_say_move(game, s, move, &said);
        assert_string_equal(hra_text_string(&said), cases[i].said);
        hra_text_release(&said);
        free(s);
        hra_game_close(game);
    }
}

static void typed_moves_are_understood(void **state) {
    static const struct {
        const char *spec, *position, *typed, *move; /* NULL: none */
    } cases[] = {
        {"race", "[],[],[],[] green 6", "start-1", "off-1"},
        {"race", "[],[],[],[] green 6", "START", "off-1"},
        {"race", "[],[],[],[] green 6", "off", "off-1"},
        {"race", "[],[],[],[] green 2", " vynech\n", "pass"},
        {"race", "[],[],[],[] green 2", "pass", "pass"},
        {"race:dice=2", "[3],[],[],[] green 5+6", "6: start-1", "6: off-1"},
        {"pacman", "turn=pacman", "Západ", "West"},
        {"pacman", "turn=pacman", "zapad", "West"},
        {"pacman", "turn=pacman", "vlevo", "West"},
        {"pacman", "turn=pacman", "left", "West"},
        {"pacman", "turn=pacman", "n", "North"},
        {"pacman", "turn=pacman", "severák", NULL},
        {"empire:neutral-armies=0", card_is_due, "karta 2", "card 2 (gem: place 1)"},
        {"empire:neutral-armies=0", card_is_due, "KARTA2", "card 2 (gem: place 1)"},
        {"empire:neutral-armies=0", card_is_due, "card 2", "card 2 (gem: place 1)"},
        {"empire:neutral-armies=0", card_is_due, "2", "card 2 (gem: place 1)"},
        {"empire:neutral-armies=0", card_is_due, "karta 2 (drahokam: polož 1)", "card 2 (gem: place 1)"},
        {"empire:neutral-armies=0", card_is_due, "karta 2 (drahokam: polož 2)", NULL},
        {"empire:neutral-armies=0", card_is_due, "karta 7", NULL},
        {"empire:neutral-armies=0", march_is_due, "jdi 12-16", "move 12>16"},
        {"empire:neutral-armies=0", march_is_due, "konec", "end"},
        {"empire:neutral-armies=0", march_is_due, "jdi 1 2>16", NULL},
        {"empire:neutral-armies=0", kill_is_due, "znic 12 modry", "destroy 12 blue"},
        {"empire:neutral-armies=0", kill_is_due, "znič 12 modrý", "destroy 12 blue"},
        {"empire:neutral-armies=0", kill_is_due, "12 blue", "destroy 12 blue"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game = NULL;
        hra_error why = {0};
        hra_move move;
        hra_text shown;
        hra_text_init(&shown);
        assert_int_equal(hra_game_open(&game, NULL, cases[i].spec, &why), 0);
        void *s = calloc(1, game->state_size);
        if (hra_game_read_position(game, cases[i].position, s, &why))
            fail_msg("%s: %s", cases[i].position, why.text);
        hra_err err = hra_game_parse_move(game, s, cases[i].typed, &move, &why);
        if (err != (cases[i].move ? HRA_OK : HRA_EINPUT))
            fail_msg("'%s': %s", cases[i].typed, err ? why.text : "is read");
        if (!err) {
            game->rules->text->show_move(game, s, move, &shown);
            assert_string_equal(hra_text_string(&shown), cases[i].move);
            expect_said(game, s, move);
        }
        hra_text_release(&shown);
        free(s);
        hra_game_close(game);
    }
}

/* The letters of a legend go with the names, where the catalogue has one for each. */
static void drawings_have_letters_of_the_language(void **state) {
    static const struct {
        const char *spec, *shown;
    } cases[] = {
        {"race", "\n Z zelený  off 4"},
        {"race", "\n  10 mD1 mD2"},
        {"empire", "(12)= R3B3"},
        {"empire", "\nB modrý "},
    };
    const hra_board_style look = {.width = 80, .seat = -1};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *game = NULL;
        hra_text shown;
        hra_text_init(&shown);
        assert_int_equal(hra_game_open(&game, NULL, cases[i].spec, NULL), 0);
        void *s = calloc(1, game->state_size);
        game->rules->init(game, s);
        game->rules->text->show(game, s, &look, &shown);
        if (!strstr(hra_text_string(&shown), cases[i].shown))
            fail_msg("'%s' is not in\n%s", cases[i].shown, hra_text_string(&shown));
        hra_text_release(&shown);
        free(s);
        hra_game_close(game);
    }
}

/* Numbers for people have the mark of the language, and no other number has: none beside it, none in a name. */
static void numbers_have_the_mark_of_the_language(void **state) {
    char out[80];
    hra_snprintf(out, sizeof out, "%.2F %.2f %s %*.*F %+.3G.", 0.25, 0.25, "a.b", 8, 1, -1.5, 2e20);
    assert_string_equal(out, "0,25 0.25 a.b     -1,5 +2e+20.");
    hra_snprintf(out, sizeof out, hra_translate("%.1F in %s"), 0.5, "a.b");
    assert_string_equal(out, "a.b: 0,5");
    hra_snprintf(out, 4, "%.3F", 0.125);
    assert_string_equal(out, "0,1");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(typed_moves_are_understood),
        cmocka_unit_test(moves_are_said_in_the_language),
        cmocka_unit_test(numbers_have_the_mark_of_the_language),
        cmocka_unit_test(drawings_have_letters_of_the_language),
    };
    return cmocka_run_group_tests(tests, speak, fall_silent);
}
