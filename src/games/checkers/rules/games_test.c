/* Thousands of games of the engine, at every level, with tables and without: each move is legal by the
 * second set of rules, and leads to the same board. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "asked.h"
#include "hra/player.h"
#include "reference_rules.h"
#include "rules/defaults.h"

enum { GAMES = 3000, PLIES = 400 };

static const char *const specs[] = {"expert:tablebase-pieces=3,nodes=150,tt=64K",
                                    "expert:tablebase-pieces=0,depth=2,tt=64K",
                                    "expert:tablebase-pieces=2,level=4,nodes=300,tt=1M",
                                    "expert:tablebase-pieces=0,eval=material,nodes=100,tt=64K"};
enum { PLAYERS = sizeof specs / sizeof *specs };

/* The board of the first rules in letters. */
static reference letters(const ck_state *s) {
    reference t = {.side = s->side == CK_BLACK ? 'b' : 'w'};
    for (int square = 1; square <= 32; square++) {
        ck_set at = (ck_set)1 << ck_bit(square - 1);
        char c = s->board.pieces[CK_BLACK] & at ? 'b' : s->board.pieces[CK_WHITE] & at ? 'w' : '.';
        t.at[square] = (char)(s->board.kings & at ? toupper(c) : c);
    }
    return t;
}

/* Makes a move after the second rules have found it among theirs. */
static void make(const hra_game *game, ck_state *s, hra_move move) {
    static reference_list list;
    reference before = letters(s);
    hra_text text;
    int i = 0;
    list.count = 0;
    reference_moves(&before, &list);
    hra_text_init(&text);
    game->rules->text->show_move(game, s, move, &text);
    while (i < list.count && strcmp(list.text[i], hra_text_string(&text)) != 0)
        i++;
    if (i == list.count)
        fail_msg("%s is no move", hra_text_string(&text));
    game->rules->apply(game, s, move);
    ck_state after = reference_state(&list.after[i]);
    assert_memory_equal(&after.board, &s->board, sizeof after.board);
    assert_int_equal(after.side, s->side);
    hra_text_release(&text);
}

/* One game; returns its plies. */
static int play(const hra_game *game, hra_agent *const *agents, uint64_t number) {
    uint64_t history[PLIES];
    ck_state s;
    int ply = 0;
    hra_game_begin(game, number, &s);
    for (; ply < PLIES && game->rules->to_move(game, &s) != HRA_OVER; ply++) {
        hra_move move;
        int back = s.quiet < ply ? s.quiet : ply;
        hra_question q = {.state = &s, .seed = number * PLIES + (uint64_t)ply};
        q.history = history + ply - back;
        q.history_length = back;
        assert_int_equal(asked_choose(agents[(number + s.side) % PLAYERS], &q, &move), HRA_OK);
        history[ply] = hra_game_key(game, &s);
        make(game, &s, move);
    }
    return ply;
}

static void thousands_of_games_are_legal(void **state) {
    hra_game *game = NULL;
    hra_player *players[PLAYERS];
    hra_agent *agents[PLAYERS];
    long plies = 0;
    assert_int_equal(hra_game_open(&game, NULL, "checkers:ballot=all", NULL), HRA_OK);
    for (int i = 0; i < PLAYERS; i++) {
        assert_int_equal(hra_player_open(&players[i], game, specs[i], NULL, NULL, NULL), HRA_OK);
        assert_int_equal(hra_agent_open(&agents[i], players[i]), HRA_OK);
    }
    for (uint64_t number = 0; number < GAMES; number++)
        plies += play(game, agents, number);
    assert_true(plies > 30L * GAMES);
    for (int i = 0; i < PLAYERS; i++) {
        hra_agent_close(agents[i]);
        hra_player_close(players[i]);
    }
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(thousands_of_games_are_legal)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
