/* PGN: what is read becomes records; damage hides no game; what looks like it. tests/pgn_test.py has the dialects. */
#include "pgn.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "game_text.h"
#include "hra/hra.h"

static void games_are_read(void **state) {
    static const struct {
        const char *text, *lines; /* behind the line of the game */
    } cases[] = {
        {"1. e4 e5 *", "seat 0 ?\nseat 1 ?\n0 e4\n1 e5\n"},
        {"1.e4! e5$14 2.Nf3?? {[%clk 0:01:00] so} *", "seat 0 ?\nseat 1 ?\n0 e4\n#: nag 1\n1 e5\n#: nag "
                                                      "14\n0 Nf3\n#: nag 4\n#: comment [%clk 0:01:00] so\n"},
        {"1. e4 (1. d4 d5 (1... Nf6)) e5 0-1",
         "seat 0 ?\nseat 1 ?\n0 e4\n#: (\n#: 0 d4\n#: 1 d5\n#: (\n#: 1 Nf6\n#: )\n#: )\n1 e5\nresign 0\n"
         "result -1 1\n"},
        {"[White \"A\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 9\"]\n\n9. a8(Q)+ 1-0",
         "position 4k3/P7/8/8/8/8/8/4K3 w - - 0 9\nseat 0 A\nseat 1 ?\n#: tag White A\n"
         "#: tag FEN 4k3/P7/8/8/8/8/8/4K3 w - - 0 9\n0 a8=Q+\nresign 1\nresult 1 -1\n"},
        {"1. \xe2\x99\x98"
         "f3 \xe2\x99\x9f"
         "d5 2. 0-0-0 *",
         NULL},                                   /* drawn pieces; there is no castling yet */
        {"1. e4\xe2\x80\xbc 1 ... e5 } *", NULL}, /* with remarks */
        {"1. \xe2\x99\x98"
         "f3 d5 *",
         "seat 0 ?\nseat 1 ?\n0 Nf3\n1 d5\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_text out, faults;
        hra_text_init(&out);
        hra_text_init(&faults);
        assert_int_equal(game_text_read("x.pgn", cases[i].text, strlen(cases[i].text), &out, &faults), 1);
        assert_true((faults.length > 0) == !cases[i].lines);
        const char *lines = strstr(hra_text_string(&out), "game chess:draws=claim\n");
        assert_non_null(lines);
        if (cases[i].lines)
            assert_string_equal(strchr(lines, '\n') + 1, cases[i].lines);
        hra_text_release(&out);
        hra_text_release(&faults);
    }
}

/* Games that go on where their rules end them say so; what is behind a fifth occurrence stays with the game. */
static void moves_behind_an_end_are_told(void **state) {
    static const char round[] = "Nf3 Nf6 Ng1 Ng8 ", fen[] = "[FEN \"%s\"]\n\n";
    static const struct {
        const char *fen;
        int rounds;
        const char *moves, *fault; /* "": none */
        const char *last;          /* what the record ends with */
    } rows[] = {
        {NULL, 3, "e4 e5 *", "", "1 Ng8\n0 e4\n1 e5\n"},
        {NULL, 4, "1/2-1/2", "", "1 Ng8\nresult 0 0\n"},
        {NULL, 4, "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7# 1-0", "has occurred 5 times", "1 Ng8\nresult 0 0\n"},
        {NULL, 4, "(4... Nc6 Nc3) e4 *", "has occurred 5 times", "#: 0 Nc3\n#: )\nresult 0 0\n"},
        {NULL, 3, "Nf3 Nf6 Ng1 (Nd4 Ng8 Nf3 Nf6 Ng1 Ng8 e4) a5 *", "", "1 a5\n"},
        {"k7/8/8/8/8/8/8/K6R w - - 149 99", 0, "Rh2 *", "", "0 Rh2\nresult 0 0\n"},
        {"k7/8/8/8/8/8/8/K6R w - - 149 99", 0, "Rh2 Kb7 Rh3 *", "(75 moves without a capture",
         "0 Rh2\nresult 0 0\n"},
        {"k7/8/1K6/8/8/8/8/7R w - - 0 1", 0, "Rh8# Ka7 *", "(mate)", "0 Rh8#\nresult 1 -1\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        hra_text text, faults, out;
        hra_text_init(&text);
        hra_text_init(&faults);
        hra_text_init(&out);
        if (rows[i].fen)
            hra_text_addf(&text, fen, rows[i].fen);
        for (int n = 0; n < rows[i].rounds; n++)
            hra_text_add(&text, round);
        hra_text_add(&text, rows[i].moves);
        assert_int_equal(game_text_read("x.pgn", hra_text_string(&text), text.length, &out, &faults), 1);
        const size_t end = strlen(rows[i].last);
        assert_true(*rows[i].fault ? strstr(hra_text_string(&faults), rows[i].fault) != NULL
                                   : !faults.length);
        assert_true(out.length > end);
        assert_string_equal(hra_text_string(&out) + out.length - end, rows[i].last);
        hra_text_release(&text);
        hra_text_release(&faults);
        hra_text_release(&out);
    }
}

/* Any character of a good file changed: the game behind it is read. */
static void no_damage_hides_a_game(void **state) {
    static const char next[] = "\n\n[Event \"next\"]\n1. c3 *\n";
    static const char game[] =
        "[White \"A\\\\B\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 9\"]\n9. Kd2 {x} Kd7 $1 10. "
        "a8=Q (10. a8(N) Kd6) Ke7 ;y\n1/2-1/2";
    char copy[sizeof game + sizeof next];
    for (size_t at = 0; at < sizeof game - 1; at++)
        for (int c = 0; c < 256; c += c < 128 ? 3 : 25) {
            hra_text out, faults;
            hra_text_init(&out);
            hra_text_init(&faults);
            (void)hra_snprintf(copy, sizeof copy, "%s%s", game, next);
            copy[at] = (char)c;
            assert_true(game_text_read("x.pgn", copy, strlen(game) + strlen(next), &out, &faults) > 0);
            if (!strstr(hra_text_string(&out), "#: tag Event next\n0 c3\n"))
                fail_msg("%s\nis read as\n%s", copy, hra_text_string(&out));
            hra_text_release(&out);
            hra_text_release(&faults);
        }
}

static void what_looks_like_it(void **state) {
    static const struct {
        const char *text;
        int likely;
    } rows[] = {
        {"1. e4 e5", 40},
        {"e2e4", 40},
        {"[Event \"x\"]\n\n1. Nf3 *", 70},
        {"[Event \"x\"]\n\n1. e2-e4 *", 70},
        {"[Event \"x\"]\n\n1. c3-d4 *", 60}, /* of draughts too */
        {"[Event \"x\"]\n\n1. 11-15 *", 60},
        {"[Event \"x\"]\n\n*", 60},
        {"[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n*", 70},
        {"[GameType \"21\"]\n\n1. Nf3 *", 0},
        {"11-15 22-18", 0},
        {"hello", 0},
        {"", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (ch_pgn_looks(rows[i].text, strlen(rows[i].text)) != rows[i].likely)
            fail_msg("%s: %d", rows[i].text, ch_pgn_looks(rows[i].text, strlen(rows[i].text)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_read),
        cmocka_unit_test(moves_behind_an_end_are_told),
        cmocka_unit_test(no_damage_hides_a_game),
        cmocka_unit_test(what_looks_like_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
