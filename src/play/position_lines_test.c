/* Files of positions as files of games. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/game_file.h"
#include "hra/hra.h"

#define XGID "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
#define POSITION "white 24:2 13:5 8:3 6:5, black 24:2 13:5 8:3 6:5, white 31, cube 1"
#define BOARD                                                                                                \
    "\n\nX:Anna   O:Ben\nScore is X:0 O:0. Unlimited Game\n +13-14-15-16-17-18------19-20-21-22-23-24-+\n"   \
    " | X           O    |   | O              X |\nPip count  X: 167  O: 167 X-O: 0-0\nCube: 1\nX to play "  \
    "31\n"

/* A text that is passed on in pieces of `piece` bytes. */
typedef struct source {
    const char *text;
    size_t piece;
} source;

static hra_err more(void *self, hra_text *text, hra_error *why) {
    source *from = self;
    size_t n = strlen(from->text) < from->piece ? strlen(from->text) : from->piece;
    hra_text_add_bytes(text, from->text, n);
    from->text += n;
    return HRA_OK;
}

/* "checkers W:W21:B1 | fault 2:3 ...": the games of a text. */
static void list(const char *text, size_t piece, hra_text *out) {
    source from = {text, piece};
    const hra_game_file_setup setup = {.size = sizeof setup, .more = more, .self = &from};
    hra_game_file *file;
    const hra_game_found *found;
    hra_error why;
    hra_text_clear(out);
    if (hra_game_file_open(&file, &setup, &why) != 0) {
        hra_text_add(out, "none");
        return;
    }
    while (hra_game_file_next(file, &found, &why) == 0 && found) {
        hra_text_add(out, found->index ? " | " : "");
        assert_non_null(found->format);
        assert_string_equal(found->format->name, "position");
        for (int i = 0; i < found->fault_count; i++)
            hra_text_addf(out, "%d:%d %s", found->faults[i].line, found->faults[i].column,
                          found->faults[i].text);
        assert_true((found->fault_count == 0) == (found->record != NULL));
        if (!found->record)
            continue;
        const hra_play_info *info = hra_record_info(found->record);
        assert_int_equal(info->plies, 0);
        hra_text_addf(out, "%s ", info->game->spec);
        info->game->rules->text->write_position(info->game, hra_record_at(found->record, 0).state, out);
    }
    hra_game_file_close(file);
}

static void positions_are_games_without_moves(void **state) {
    static const struct {
        const char *text, *games;
    } cases[] = {
        {"W:W21,22:B1\n", "checkers W:W21,22:B1"},
        {"\xef\xbb\xbfW:W21,22:B1", "checkers W:W21,22:B1"},
        {"# two\r\n\r\nW:W21:B1\r\n B:W21:BK1 \r\n", "checkers W:W21:B1 | checkers B:W21:BK1"},
        {"X.O/.X./..O\n", "tictactoe X.O/.X./..O"},
        {"1-2-3\n3-2-1\n", "nim 1-2-3/0 | nim 3-2-1/0"}, /* a move of PDN looks so too */
        {XGID, "backgammon:cube " POSITION},
        {XGID BOARD, "backgammon:cube " POSITION},
        {XGID BOARD "\n" XGID BOARD "W:W21:B1",
         "backgammon:cube " POSITION " | backgammon:cube " POSITION " | checkers W:W21:B1"},
        {"4HPwATDgc/ABMA\ncIllAAAAAAAE\n" XGID,
         "backgammon:match-length=3 " POSITION ", score 0-0 | backgammon:cube " POSITION},
        /* What is wrong hides no other, and has its place. */
        {"W:W21:B1\nW:W99:B1\nB:W21:B1\n",
         "checkers W:W21:B1 | 2:4 expected a square from 1 to 32, K before a king, or a range such as 1-4, "
         "found '99:B1' | checkers B:W21:B1"},
        {XGID BOARD "XGID=-b\n" XGID,
         "backgammon:cube " POSITION
         " | 10:8 expected 26 places, - or a letter each, found '' | backgammon:cube " POSITION},
        {"words\n", "none"},
        {"words\nW:W21:B1\n", "none"},
        {"# W:W21:B1\n", "none"},
        {"# a damaged tag\n[FEN \"W:W21:B1\"]\n1. 21-17 *\n", "none"},
    };
    hra_text out;
    hra_text_init(&out);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t piece = 1; piece < 200; piece += piece < 4 ? 1 : 97) {
            list(cases[i].text, piece, &out);
            if (strcmp(hra_text_string(&out), cases[i].games) != 0)
                fail_msg("%s\nis\n%s\nnot\n%s", cases[i].text, hra_text_string(&out), cases[i].games);
        }
    hra_text_release(&out);
}

/* What was found is a record, which is read again. */
static void they_become_records(void **state) {
    const hra_game_file_setup setup = {
        .size = sizeof setup, .text = XGID BOARD, .length = strlen(XGID BOARD)};
    hra_game_file *file;
    const hra_game_found *found;
    hra_record *again;
    hra_text out;
    size_t used;
    hra_text_init(&out);
    assert_int_equal(hra_game_file_open(&file, &setup, NULL), 0);
    assert_int_equal(hra_game_file_next(file, &found, NULL), 0);
    assert_int_equal(hra_record_text(found->record, &out), 0);
    assert_int_equal(hra_record_parse(&again, NULL, out.data, out.length, &used, 1, NULL), 0);
    assert_memory_equal(hra_record_at(again, 0).state, hra_record_at(found->record, 0).state,
                        hra_record_info(again)->game->state_size);
    assert_int_equal(hra_record_write(found->record, hra_registry_find_format(NULL, "x.mat"), &out), 0);
    hra_record_close(again);
    hra_game_file_close(file);
    hra_text_release(&out);
}

/* Many lines that could go on with a position, a line that is too long, and bytes 0 end it. */
static void limits_are_kept(void **state) {
    hra_text text, out;
    hra_text_init(&text);
    hra_text_init(&out);
    hra_text_add(&text, XGID "\n");
    for (int i = 0; i < 70; i++)
        hra_text_add(&text, "| x\n");
    for (int i = 0; i < 5000; i++)
        hra_text_add_char(&text, '|');
    hra_text_add(&text, "\n" XGID "\n");
    list(hra_text_string(&text), 1000, &out);
    assert_non_null(strstr(hra_text_string(&out), "backgammon:cube " POSITION " | 66:1 "));
    assert_null(strstr(hra_text_string(&out), " 65:1 "));
    assert_non_null(strstr(hra_text_string(&out), " | 72:4097 expected a line of at most 4096 bytes"));
    assert_non_null(strstr(hra_text_string(&out), " | backgammon:cube " POSITION));
    hra_text_release(&text);
    hra_text_release(&out);
}

static void a_byte_0_is_a_fault(void **state) {
    static const char text[] = "W:W21:B1\nW:W21\0:B1\nB:W21:B1\n";
    const hra_game_file_setup setup = {.size = sizeof setup, .text = text, .length = sizeof text - 1};
    hra_game_file *file;
    const hra_game_found *found;
    hra_error why;
    int games = 0;
    assert_int_equal(hra_game_file_open(&file, &setup, &why), 0);
    while (hra_game_file_next(file, &found, &why) == 0 && found) {
        assert_int_equal(found->fault_count, games == 1);
        assert_int_equal(found->line, games + 1);
        games++;
    }
    assert_int_equal(games, 3);
    hra_game_file_close(file);
}

/* A position of each game, along a game of random moves, is found to be one of that game alone. */
static void positions_of_all_games_are_found(void **state) {
    hra_text lines, found;
    hra_text_init(&lines);
    hra_text_init(&found);
    for (int i = 0; hra_registry_game(NULL, i); i++) {
        const char *name = hra_registry_game(NULL, i)->name;
        hra_rng rng;
        hra_game *game;
        hra_rng_init(&rng, (uint64_t)i);
        assert_int_equal(hra_game_open(&game, NULL, name, NULL), 0);
        hra_move *moves = malloc(hra_game_move_capacity(game) * sizeof *moves);
        unsigned char *s = malloc(game->state_size);
        assert_true(moves && s);
        game->rules->init(game, s);
        for (int ply = 0; ply < 30 && game->rules->to_move(game, s) != HRA_OVER; ply++) {
            int n = hra_game_moves(game, s, moves);
            game->rules->apply(game, s, moves[hra_rng_below(&rng, (uint32_t)n)]);
        }
        hra_text_clear(&lines);
        game->rules->text->write_position(game, s, &lines);
        hra_text_add_char(&lines, '\n');
        list(hra_text_string(&lines), 5000, &found);
        if (strncmp(hra_text_string(&found), name, strlen(name)) != 0 ||
            strstr(hra_text_string(&found), " | "))
            fail_msg("%s: %s is %s", name, hra_text_string(&lines), hra_text_string(&found));
        free(moves);
        free(s);
        hra_game_close(game);
    }
    hra_text_release(&lines);
    hra_text_release(&found);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_are_games_without_moves),
        cmocka_unit_test(they_become_records),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(a_byte_0_is_a_fault),
        cmocka_unit_test(positions_of_all_games_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
