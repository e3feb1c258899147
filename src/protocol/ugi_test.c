/* Dialogues in the Universal Game Interface: as an arena leads them, in every game that it can play. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dialogue.h"
#include "rules/registry.h"

static hra_protocol_setup ugi(const char *game, const char *player) {
    return (hra_protocol_setup){.kind = hra_protocol_find("ugi"), .game = game, .player = player};
}

static void lead(const char *game, const char *player, const char *const *script) {
    other_lead_both(ugi(game, player), script);
}

/* The example of the interface's description (kz04px/cutegames, ugi.md, commit 0c6206e) goes like this, in
 * our game. */
static void an_arena_leads_a_dialogue(void **state) {
    lead("tictactoe", "minimax",
         (const char *const[]){"> ugi",
                               "< id name hra ",
                               "< id author ",
                               "< option name player type string default minimax",
                               "< option name seed type spin default 1 min 0 ",
                               "< ugiok",
                               "> isready",
                               "< readyok",
                               "> uginewgame",
                               "> position startpos",
                               "> query p1turn",
                               "< response true",
                               "> go depth 4",
                               "< bestmove ",
                               "> position startpos moves b2",
                               "> query p1turn",
                               "< response false",
                               "> query result",
                               "< response none",
                               "> query gameover",
                               "< response false",
                               "> position startpos moves a1 b1 a2 b2 a3",
                               "> query gameover",
                               "< response true",
                               "> query result",
                               "< response p1win",
                               "> position fen X.O/X.O/... moves a3",
                               "> query result",
                               "< response p1win",
                               "> position fen X.O/X.O/...  moves  b3   c3 ",
                               "> query result",
                               "< response p2win",
                               "> isready",
                               "< readyok",
                               "> quit",
                               NULL});
}

/* Nothing that was said before is lost by a line that makes no sense. */
static void lines_that_make_no_sense_are_answered(void **state) {
    lead("tictactoe", "minimax",
         (const char *const[]){"> position startpos moves b2 a1",
                               "> position startpos moves b2 b2",
                               "< info string",
                               "> position startpos moves a1 b1 a2 b2 a3 c3",
                               "< info string the game is over before c3",
                               "> position",
                               "< info string position needs startpos or fen",
                               "> position fen nonsense",
                               "< info string",
                               "> position startpos x",
                               "< info string position needs startpos or fen",
                               "> go depth x",
                               "< info string go: numbers are from 0 on",
                               "> go nodes -1",
                               "< info string go: numbers are from 0 on",
                               "> query colour",
                               "< info string query takes ",
                               "> setoption name hash value 3",
                               "< info string unknown option 'hash'; choose one of player, seed",
                               "> setoption player",
                               "< info string setoption needs name and value",
                               "> setoption name seed value -1",
                               "< info string seed: expected",
                               "> frobnicate",
                               ">   ",
                               "> stop",
                               "> query p1turn",
                               "< response true",
                               "> position startpos moves a1 b1 a2 b2 a3",
                               "> go",
                               "< info string the game is over in this position",
                               ".",
                               NULL});
}

static void players_are_named_by_the_arena(void **state) {
    lead("nim:rows=2-3", NULL,
         (const char *const[]){
             "> setoption name player value nobody", "> isready", "< info string nim has no player 'nobody'",
             "> go", "< info string nim has no player 'nobody'", "> setoption name player value human",
             "> isready", "< info string 'human' plays only in hra play",
             "> setoption name player value ext:cmd=true", "> isready", "< info string",
             "> setoption name player value exact", "> go", "< bestmove b1", ".", NULL});
}

/* What is found is kept until it is asked for, and a search in between ends with its move. */
static void a_search_without_end_waits_for_stop(void **state) {
    other o;
    hra_protocol_setup setup = ugi("tictactoe", "mcts:playouts=1000000000");
    setup.background = true;
    other_meet(&o, setup);
    other_lead(&o, (const char *const[]){"> isready",
                                         "< readyok",
                                         "> go infinite",
                                         "> isready",
                                         "< readyok",
                                         "> stop",
                                         "< bestmove ",
                                         "> go infinite",
                                         "> position startpos moves b2",
                                         "< bestmove ",
                                         "> setoption name player value minimax",
                                         "> go infinite",
                                         ".",
                                         "> stop",
                                         "< bestmove ",
                                         "> stop",
                                         ".",
                                         "> go infinite",
                                         "> quit",
                                         NULL});
    other_part(&o);
}

/* While the player opens, lines wait for their turn: `stop` is about the `go` before it; `quit` and the end of the lines come
 * after the move. */
static void nothing_overtakes_a_search(void **state) {
    lead("tictactoe", "mcts:playouts=1000000000",
         (const char *const[]){"> go infinite", "> stop", "< bestmove ", ".", "> go infinite", "> quit",
                               "< bestmove ", NULL});
    for (int background = 0; background < 2; background++) {
        other o;
        hra_protocol_setup setup = ugi("tictactoe", "minimax");
        setup.background = background;
        other_meet(&o, setup);
        other_tell(&o, "go depth 2");
        assert_int_equal(hra_protocol_line(o.dialogue, NULL, 0), 0);
        other_lead(&o, (const char *const[]){"< bestmove ", ".", NULL});
        assert_true(hra_protocol_status(o.dialogue).over);
        other_part(&o);
    }
}

static void the_same_seed_makes_the_same_moves(void **state) {
    char first[2][512], line[512];
    for (int i = 0; i < 2; i++) {
        other o;
        other_meet(&o, ugi("checkers", "random"));
        other_lead(&o, (const char *const[]){"> setoption name seed value 5", "> uginewgame", "> go", NULL});
        assert_true(other_await(&o, first[i]));
        bool varies = false;
        for (int game = 0; game < 20; game++) {
            other_lead(&o, (const char *const[]){"> uginewgame", "> go", NULL});
            assert_true(other_await(&o, line));
            varies = varies || strcmp(line, first[i]) != 0;
        }
        assert_true(varies); /* games of an arena are not all alike */
        other_part(&o);
    }
    assert_string_equal(first[0], first[1]);
}

/* Plays one game by random moves; sends each and asks for it as an arena does. */
static void play_through(const hra_game *game, unsigned char *s) {
    other o;
    hra_text moves;
    char line[512];
    hra_text_init(&moves);
    other_meet(&o, ugi(game->spec, "random"));
    game->rules->init(game, s);
    for (int ply = 0; game->rules->to_move(game, s) != HRA_OVER && ply < 60; ply++) {
        hra_text position;
        hra_text_init(&position);
        hra_text_addf(&position, "position startpos%s%s", moves.length ? " moves" : "",
                      hra_text_string(&moves));
        other_tell(&o, hra_text_string(&position));
        other_lead(&o, (const char *const[]){"> query gameover", "< response false", "> query p1turn",
                                             game->rules->to_move(game, s) == 0 ? "< response true"
                                                                                : "< response false",
                                             "> go", NULL});
        assert_true(other_await(&o, line) && strncmp(line, "bestmove ", 9) == 0);
        hra_move move;
        assert_int_equal(hra_game_parse_move(game, s, line + 9, &move, NULL), 0);
        assert_true(hra_game_legal(game, s, move));
        assert_null(strchr(line + 9, ' '));
        game->rules->apply(game, s, move);
        hra_text_addf(&moves, " %s", line + 9);
        /* Said as a position, it is the same. */
        hra_text_clear(&position);
        hra_text_add(&position, "position fen ");
        game->rules->text->write_position(game, s, &position);
        other_tell(&o, hra_text_string(&position));
        other_lead(&o, (const char *const[]){"> query gameover",
                                             game->rules->to_move(game, s) == HRA_OVER ? "< response true"
                                                                                       : "< response false",
                                             NULL});
        hra_text_release(&position);
    }
    hra_text_release(&moves);
    other_part(&o);
}

static void pass_over(void *self, const char *line, size_t length) {}

static void every_game_of_two_seats_without_chance_is_played(void **state) {
    static const char *const more[] = {"nim:last=loses", "tree", "pacman:seats=2", NULL};
    int played = 0;
    hra_error why;
    for (int i = 0; i < hra_registry_games(NULL) || more[i - hra_registry_games(NULL)]; i++) {
        const char *spec = i < hra_registry_games(NULL) ? hra_registry_game(NULL, i)->name
                                                        : more[i - hra_registry_games(NULL)];
        hra_game *game;
        hra_protocol *dialogue = NULL;
        if (hra_game_open(&game, NULL, spec, &why) != 0)
            continue;
        bool fits = game->seats == 2 && game->max_chances == 0;
        hra_protocol_setup setup = ugi(game->spec, NULL);
        setup.size = sizeof setup;
        setup.sink = pass_over;
        assert_int_equal(hra_protocol_open(&dialogue, &setup, &why), fits ? HRA_OK : HRA_EFIT);
        hra_protocol_close(dialogue);
        unsigned char *s = malloc(game->state_size);
        for (int n = 0; fits && n < 3; n++)
            play_through(game, s);
        played += fits;
        free(s);
        hra_game_close(game);
    }
    assert_true(played >= 5);
}

static void a_game_has_to_be_named(void **state) {
    hra_protocol *dialogue;
    hra_error why;
    hra_protocol_setup setup = ugi(NULL, NULL);
    setup.size = sizeof setup;
    setup.sink = pass_over;
    assert_int_equal(hra_protocol_open(&dialogue, &setup, &why), HRA_EINPUT);
    assert_non_null(strstr(why.text, "which one?"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_arena_leads_a_dialogue),
        cmocka_unit_test(lines_that_make_no_sense_are_answered),
        cmocka_unit_test(players_are_named_by_the_arena),
        cmocka_unit_test(a_search_without_end_waits_for_stop),
        cmocka_unit_test(nothing_overtakes_a_search),
        cmocka_unit_test(the_same_seed_makes_the_same_moves),
        cmocka_unit_test(every_game_of_two_seats_without_chance_is_played),
        cmocka_unit_test(a_game_has_to_be_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
