/* Names of openings, against plays of their moves by the rules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ballots.h"
#include "games/checkers/formats/pdn.h"
#include "hra/play.h"
#include "opening_names.h"

static hra_game *game;

static int set_up(void **state) {
    return hra_game_open(&game, NULL, "checkers", NULL);
}

static int clean_up(void **state) {
    hra_game_close(game);
    return 0;
}

/* The position behind moves "9-13 22-17". */
static ck_state after(const char *moves) {
    char text[128], *rest = NULL;
    ck_state s;
    game->rules->init(game, &s);
    (void)hra_snprintf(text, sizeof text, "%s", moves);
    for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        hra_move move;
        hra_error why = {0};
        if (hra_game_parse_move(game, &s, word, &move, &why))
            fail_msg("%s: %s: %s", moves, word, why.text);
        game->rules->apply(game, &s, move);
    }
    return s;
}

static void every_opening_is_found_by_its_moves(void **state) {
    int ballots = 0;
    for (const ck_opening *o = ck_openings; o->moves; o++) {
        ck_state s = after(o->moves);
        assert_ptr_equal(ck_find_opening(&s), o); /* so no two are one position */
        assert_true(o->ballot || *o->name);
        ballots += o->ballot > 0;
        if (o->ballot)
            assert_string_equal(o->moves, ck_ballots[o->ballot - 1].moves);
        s.side ^= 1;
        assert_null(ck_find_opening(&s));
    }
    assert_int_equal(ballots, CK_BALLOTS);
}

static void names_are_those_of_players(void **state) {
    static const struct {
        const char *moves, *name; /* NULL: none */
    } known[] = {
        {"", NULL},
        {"9-13", "Edinburgh"},
        {"9-13 22-18 11-15", "Edinburgh Single, ballot 8"},
        {"10-14 24-20 9-13", "Edinburgh, ballot 31"}, /* by other moves */
        {"9-13 21-17 5-9", "Edinburgh, ballot 1"},
        {"11-15 22-17 8-11", "ballot 116"},
        {"11-15 23-19 8-11 22-17 4-8", "Old Fourteenth"},
        {"11-15 23-19 8-11 22-17 9-13", "Laird and Lady"},
        {"11-15 23-19 9-13", "Will o' the Wisp, ballot 127"},
        {"11-15 22-18 15x22", "Single Corner, ballot 120"},
        {"11-15 22-18 15x22 25x18", NULL},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        ck_state s = after(known[i].moves);
        hra_text name;
        hra_text_init(&name);
        assert_true(hra_game_opening(game, &s, &name) == (known[i].name != NULL));
        assert_string_equal(hra_text_string(&name), known[i].name ? known[i].name : "");
        hra_text_release(&name);
    }
}

/* What a play has followed, and since when; a record of it and its PDN say the same. */
static void a_play_has_the_last_of_them(void **state) {
    static const char play[] = "hra-record 1\ngame checkers\nseed 1\nnumber 0\nseat 0 human\nseat 1 human\n"
                               "0 11-15\n1 23-19\n0 8-11\n1 22-17\n0 4-8\n1 17-13\n";
    static const struct {
        int ply, since;
        const char *name;
    } expected[] = {
        {6, 5, "Old Fourteenth"},
        {5, 5, "Old Fourteenth"},
        {4, 3, "ballot 126"},
        {2, -1, ""},
    };
    hra_record *record;
    hra_text name;
    size_t used;
    assert_int_equal(hra_record_parse(&record, NULL, play, sizeof play - 1, &used, 1, NULL), 0);
    hra_text_init(&name);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        hra_text_clear(&name);
        assert_int_equal(hra_record_opening(record, expected[i].ply, &name), expected[i].since);
        assert_string_equal(hra_text_string(&name), expected[i].name);
    }
    hra_text_clear(&name);
    assert_int_equal(hra_record_write(record, ck_formats, &name), 0);
    assert_non_null(strstr(hra_text_string(&name), "[Opening \"Old Fourteenth\"]\n"));
    hra_text_release(&name);
    hra_record_close(record);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_opening_is_found_by_its_moves),
        cmocka_unit_test(names_are_those_of_players),
        cmocka_unit_test(a_play_has_the_last_of_them),
    };
    return cmocka_run_group_tests(tests, set_up, clean_up);
}
