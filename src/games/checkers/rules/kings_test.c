/* Kings alone, two against one and two against two: the full engine at a tenth of a second a move wins
 * every position that the tables call won, in no more plies than they say.
 *
 * That every choice leads to a position lost one ply sooner is the same, by induction, as playing each of
 * them out against every defence. The tables asked here are built by this test, not the player's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "asked.h"
#include "checkers.h"
#include "games/checkers/tables/tables.h"
#include "hra/player.h"

typedef struct match {
    hra_game *game;
    hra_player *player;
    hra_agent *agent;
    ck_tables *tables;
} match;

static int set_up(void **state) {
    static match m;
    *state = &m;
    return hra_game_open(&m.game, NULL, "checkers", NULL) ||
           hra_player_open(&m.player, m.game, "expert:tablebase-pieces=4", NULL, NULL, NULL) ||
           hra_agent_open(&m.agent, m.player) ||
           ck_tables_build(&m.tables, NULL, 4, (size_t)64 << 20, 1, NULL, NULL);
}

static int clean_up(void **state) {
    match *m = *state;
    hra_agent_close(m->agent);
    hra_player_close(m->player);
    hra_game_close(m->game);
    ck_tables_close(m->tables);
    return 0;
}

/* Chooses a move in a position that is won in DISTANCE plies. */
static void choose(const match *m, const ck_state *s, int distance) {
    ck_state after = *s;
    hra_move move;
    int wdl = 0, left = -1;
    hra_question question = {.state = s, .limits = {.seconds = 0.1}};
    assert_int_equal(asked_choose(m->agent, &question, &move), HRA_OK);
    m->game->rules->apply(m->game, &after, move);
    if (m->game->rules->to_move(m->game, &after) == HRA_OVER)
        left = 0, wdl = -1;
    else
        assert_true(ck_tables_probe(m->tables, NULL, &after.board, after.side, &wdl, &left));
    if (wdl != -1 || left != distance - 1)
        fail_msg("%llx against %llx, won in %d plies: after the move %d in %d",
                 (unsigned long long)s->board.pieces[s->side], (unsigned long long)s->board.pieces[!s->side],
                 distance, wdl, left);
}

/* The next set of squares with the same number of squares; 0 after the last. */
static uint64_t next_set(uint64_t set) {
    uint64_t low = set & -set, ripple = set + low;
    uint64_t next = ripple | ((set ^ ripple) >> 2) / low;
    return next < UINT64_C(1) << CK_SQUARES ? next : 0;
}

static ck_set bits_of(uint64_t squares) {
    ck_set set = 0;
    for (; squares; squares &= squares - 1)
        set |= (ck_set)1 << ck_bit(__builtin_ctzll(squares));
    return set;
}

/* Every `stride`-th position of two kings of `side`, to move, against these others; returns how many are
 * won. */
static int play_all(const match *m, int side, int others, int stride) {
    ck_state s;
    int wdl, distance, won = 0, number = 0;
    m->game->rules->init(m->game, &s);
    s.side = (uint8_t)side;
    for (uint64_t two = 3; two; two = next_set(two))
        for (uint64_t other = others == 1 ? 1 : 3; other; other = next_set(other)) {
            if (two & other || number++ % stride)
                continue;
            s.board.pieces[side] = bits_of(two);
            s.board.pieces[!side] = bits_of(other);
            s.board.kings = s.board.pieces[0] | s.board.pieces[1];
            assert_true(ck_tables_probe(m->tables, NULL, &s.board, side, &wdl, &distance));
            if (wdl < 1)
                continue;
            choose(m, &s, distance);
            won++;
        }
    return won;
}

static void two_against_one(void **state) {
    assert_int_equal(play_all(*state, CK_WHITE, 1, 1), 14846); /* of 14,880; the spec page says so */
    assert_int_equal(play_all(*state, CK_BLACK, 1, 1), 14846); /* the board turned */
}

static void two_against_two(void **state) {
    int won = play_all(*state, CK_WHITE, 2, 1);
    assert_in_range(won, 1000, 215760);
    assert_int_equal(play_all(*state, CK_BLACK, 2, 1), won);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_against_one),
        cmocka_unit_test(two_against_two),
    };
    return cmocka_run_group_tests(tests, set_up, clean_up);
}
