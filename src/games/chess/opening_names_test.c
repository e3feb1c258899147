/* Names of openings, against plays of their moves by the rules. */
#include "opening_names.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"

static hra_game *game;

static int set_up(void **state) {
    return hra_game_open(&game, NULL, "chess", NULL);
}

static int clean_up(void **state) {
    hra_game_close(game);
    return 0;
}

/* The position behind moves "e4 e5", each written as hra writes it. */
static ch_state after(const char *moves) {
    char text[128], *rest = NULL;
    ch_state s;
    hra_text shown;
    hra_text_init(&shown);
    game->rules->init(game, &s);
    assert_true(strlen(moves) < sizeof text);
    (void)hra_snprintf(text, sizeof text, "%s", moves);
    for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        hra_move move;
        hra_error why = {0};
        if (hra_game_parse_move(game, &s, word, &move, &why))
            fail_msg("%s: %s: %s", moves, word, why.text);
        hra_text_clear(&shown);
        ch_show_move(game, &s, move, &shown);
        assert_string_equal(hra_text_string(&shown), word);
        game->rules->apply(game, &s, move);
    }
    hra_text_release(&shown);
    return s;
}

static void every_opening_is_found_by_its_moves(void **state) {
    int count = 0;
    for (const ch_opening *o = ch_openings; o->moves; o++, count++) {
        ch_state s = after(o->moves);
        assert_ptr_equal(ch_find_opening(&s), o->name); /* so no two are one position */
        for (const ch_opening *other = ch_openings; other < o; other++)
            assert_string_not_equal(other->name, o->name);
        s.turn ^= 1;
        assert_null(ch_find_opening(&s));
    }
    assert_true(count >= 120);
}

static void names_are_those_of_players(void **state) {
    static const struct {
        const char *moves, *name; /* NULL: none */
    } known[] = {
        {"", NULL},
        {"e4", "King's Pawn Game"},
        {"e4 e5 Nf3 Nc6 Bb5", "Ruy Lopez"},
        {"Nf3 Nc6 e4 e5 Bb5", "Ruy Lopez"}, /* by other moves */
        {"c4 e6 d4 d5", "Queen's Gambit Declined"},
        {"e4 e5 Ke2", NULL},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        ch_state s = after(known[i].moves);
        hra_text name;
        hra_text_init(&name);
        assert_true(hra_game_opening(game, &s, &name) == (known[i].name != NULL));
        assert_string_equal(hra_text_string(&name), known[i].name ? known[i].name : "");
        hra_text_release(&name);
    }
}

/* In Chess960 alone, by Scharnagl's numbers: 0 is BBQNNRKR, 518 the standard one. */
static void first_positions_of_chess960_have_numbers(void **state) {
    static const struct {
        const char *spec, *position, *name; /* NULL: the first one; none */
    } rows[] = {
        {"chess:variant=960,start=0", NULL, "Chess960, first position 0"},
        {"chess:variant=960,start=518", NULL, "Chess960, first position 518"},
        {"chess:variant=960,start=959", NULL, "Chess960, first position 959"},
        {"chess:variant=960", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1",
         "Chess960, first position 0"},
        {"chess:variant=960", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR b KQkq - 0 1", NULL},
        {"chess:variant=960", "bbqnnrkr/pppp1ppp/4p3/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 2", NULL},
        {"chess:variant=960", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
         "King's Pawn Game"},
        {"chess", NULL, NULL},
        {"chess:variant=losalamos", NULL, NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        hra_game *of = NULL;
        ch_state s;
        hra_text name;
        assert_int_equal(hra_game_open(&of, NULL, rows[i].spec, NULL), 0);
        of->rules->init(of, &s);
        if (rows[i].position)
            assert_int_equal(hra_game_read_position(of, rows[i].position, &s, NULL), 0);
        hra_text_init(&name);
        assert_true(hra_game_opening(of, &s, &name) == (rows[i].name != NULL));
        assert_string_equal(hra_text_string(&name), rows[i].name ? rows[i].name : "");
        hra_text_release(&name);
        hra_game_close(of);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_opening_is_found_by_its_moves),
        cmocka_unit_test(names_are_those_of_players),
        cmocka_unit_test(first_positions_of_chess960_have_numbers),
    };
    return cmocka_run_group_tests(tests, set_up, clean_up);
}
