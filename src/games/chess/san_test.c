/* Moves of chess that are refused: what the message says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "chess.h"

#define OPEN "rnbqkbnr/ppp2ppp/8/3pp3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1"
#define KNIGHTS "8/4P1k1/8/8/8/8/8/1N3NK1 w - - 0 1"

/* Letters of pieces in Czech are not read, since S is a bishop there and a knight in German. */
static void czech_letters_are_refused_with_the_move(void **state) {
    static const struct {
        const char *position, *typed, *words;
    } rows[] = {
        {"startpos", "Jf3", "= the letters of pieces are K, Q, R, B and N; 'Jf3' in Czech letters is Nf3"},
        {"startpos", "jf3", "'jf3' in Czech letters is Nf3"},
        {"startpos", "JF3!", "'JF3!' in Czech letters is Nf3"},
        {OPEN, "Sb5", "'Sb5' in Czech letters is Bb5+"},
        {OPEN, "1. Dh5", "'1. Dh5' in Czech letters is Qh5"},
        {KNIGHTS, "e8=D", "'e8=D' in Czech letters is e8=Q"},
        {KNIGHTS, "e8(V)", "'e8(V)' in Czech letters is e8=R"},
        {KNIGHTS, "e8J+", "'e8J+' in Czech letters is e8=N+"},
        {KNIGHTS, "Jd2", "= 'Jd2' fits several moves: Nbd2, Nfd2"},
        {"startpos", "Vd1",
         "= illegal move 'Vd1'; the letters of pieces are K, Q, R, B and N, for Czech K, D, V, S and J"},
        {"startpos", "DD5", "illegal move 'DD5'; legal moves: "}, /* a file in capitals */
        {"startpos", "dd5", "illegal move 'dd5'; legal moves: "},
        {"startpos", "Kf3", "illegal move 'Kf3'; legal moves: "}, /* a king in both */
        {"startpos", "Schach", "expected a move such as Nf3"},
        {"startpos", "J", "expected a move such as Nf3"},
    };
    hra_game *game = NULL;
    assert_int_equal(hra_game_open(&game, NULL, "chess", NULL), 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const bool whole = strncmp(rows[i].words, "= ", 2) == 0;
        ch_state s;
        hra_move move;
        hra_error why = {0};
        assert_int_equal(hra_game_read_position(game, rows[i].position, &s, NULL), 0);
        const hra_err err = hra_game_parse_move(game, &s, rows[i].typed, &move, &why);
        const bool said =
            whole ? strcmp(why.text, rows[i].words + 2) == 0 : strstr(why.text, rows[i].words) != NULL;
        if (err != HRA_EINPUT || !said)
            fail_msg("'%s': %s", rows[i].typed, err ? why.text : "is read");
    }
    hra_game_close(game);
}

/* D is a file where nothing else is meant. */
static void capitals_are_still_read(void **state) {
    static const char *const typed[] = {"D4", "d4", "D2D4"};
    hra_game *game = NULL;
    assert_int_equal(hra_game_open(&game, NULL, "chess", NULL), 0);
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++) {
        ch_state s;
        hra_move move, usual;
        assert_int_equal(hra_game_read_position(game, "startpos", &s, NULL), 0);
        assert_int_equal(hra_game_parse_move(game, &s, "d2d4", &usual, NULL), 0);
        assert_int_equal(hra_game_parse_move(game, &s, typed[i], &move, NULL), 0);
        assert_int_equal(move, usual);
    }
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(czech_letters_are_refused_with_the_move),
        cmocka_unit_test(capitals_are_still_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
