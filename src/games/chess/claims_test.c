/* Draws by repetition and by 50 moves, that end a game or are claimed. What repetition says is compared with the FENs of all
 * positions of the game, in random games of few pieces. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "annotated/line_keys.h"
#include "chess.h"
#include "core/rng.h"
#include "hra/hra.h"

typedef struct table {
    hra_game *game;
    hra_player *human;
    hra_play *play;
    hra_text record;
} table;

static hra_err add_text(void *self, const char *text, size_t length) {
    hra_text_add_bytes(self, text, length);
    return HRA_OK;
}

static void open_table(table *t, const char *spec, const char *position) {
    assert_int_equal(hra_game_open(&t->game, NULL, spec, NULL), 0);
    assert_int_equal(hra_player_open(&t->human, t->game, "human", NULL, NULL, NULL), 0);
    hra_text_init(&t->record);
    const hra_player *players[2] = {t->human, t->human};
    hra_play_setup setup = {.size = sizeof setup,
                            .game = t->game,
                            .players = players,
                            .count = 2,
                            .position = position,
                            .sink = add_text,
                            .sink_self = &t->record};
    assert_int_equal(hra_play_open(&t->play, &setup, NULL), 0);
}

static void close_table(table *t) {
    hra_play_close(t->play);
    hra_player_close(t->human);
    hra_game_close(t->game);
    hra_text_release(&t->record);
}

static const ch_state *now(const table *t) {
    return hra_play_at(t->play, HRA_NOW).state;
}

/* Goes on to the next decision; false: the game is over. */
static bool asked(table *t) {
    hra_event event;
    assert_int_equal(hra_play_step(t->play, &event), 0);
    return event.kind == HRA_EVENT_ASK;
}

static void answer(table *t, hra_move move) {
    hra_event event;
    assert_int_equal(hra_play_answer(t->play, move), 0);
    assert_int_equal(hra_play_step(t->play, &event), 0);
}

/* Makes the moves, a space between two; returns how many were made before the game was over. */
static int play_on(table *t, const char *words) {
    int made = 0;
    for (; asked(t) && *words; made++) {
        char word[16];
        const size_t n = strcspn(words, " ");
        hra_move move;
        hra_error why = {0};
        memcpy(word, words, n);
        word[n] = '\0';
        words += n + (words[n] == ' ');
        if (hra_game_parse_move(t->game, now(t), word, &move, &why) != 0)
            fail_msg("%s", why.text);
        answer(t, move);
    }
    return made;
}

static bool offered(const table *t) {
    hra_move moves[CH_MAX_MOVES];
    const int n = t->game->rules->moves(t->game, now(t), moves);
    bool found = false;
    for (int i = 0; i < n; i++)
        found = found || moves[i] == CH_CLAIM;
    return found;
}

#define ROUND "Nf3 Nf6 Ng1 Ng8 " /* and the first position stands again */

static void a_third_time_ends_the_game_or_may_be_claimed(void **state) {
    static const struct {
        const char *spec, *moves;
        int made;
        bool over, offered;
    } rows[] = {
        {"chess", ROUND ROUND ROUND, 8, true, false},
        {"chess:draws=claim", ROUND "Nf3 Nf6 ", 6, false, false},
        {"chess:draws=claim", ROUND "Nf3 Nf6 Ng1 ", 7, false,
         true}, /* by Ng8 it stands there for the third time */
        {"chess:draws=claim", ROUND ROUND, 8, false, true},
        {"chess:draws=claim", ROUND ROUND "e4 ", 9, false, false},
        {"chess:draws=claim", ROUND ROUND "claim ", 9, true, false},
        {"chess:draws=claim", ROUND "Nf3 Nf6 Ng1 = ", 8, true, false},
        {"chess:draws=claim", ROUND ROUND ROUND ROUND ROUND, 16, true, false}, /* the fifth time */
        /* after Ke2 no king may castle: the first position never comes again */
        {"chess:draws=claim", "e4 e5 Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8 ", 10, false, false},
        {"chess:draws=claim", "e4 e5 Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8 Ke2 ", 11, false, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        table t;
        open_table(&t, rows[i].spec, NULL);
        assert_int_equal(play_on(&t, rows[i].moves), rows[i].made);
        assert_int_equal(hra_play_at(t.play, HRA_NOW).mover == HRA_OVER, rows[i].over);
        assert_int_equal(!rows[i].over && offered(&t), rows[i].offered);
        if (rows[i].over)
            assert_true(hra_play_snapshot(t.play)->returns[0] == 0);
        close_table(&t);
    }
}

static void plies_without_progress_end_the_game_or_may_be_claimed(void **state) {
    static const struct {
        const char *spec, *position, *moves;
        int over; /* why */
        bool offered;
    } rows[] = {
        {"chess", "6k1/8/8/8/8/8/8/R3K3 w - - 99 80", "Ra7 ", CH_QUIET, false},
        {"chess:draws=claim", "6k1/8/8/8/8/8/8/R3K3 w - - 98 80", "", CH_GOES_ON, false},
        {"chess:draws=claim", "6k1/8/8/8/8/8/8/R3K3 w - - 99 80", "", CH_GOES_ON,
         true}, /* by its next move */
        {"chess:draws=claim", "6k1/8/8/8/8/8/8/R3K3 w - - 99 80", "Ra7 ", CH_GOES_ON, true},
        {"chess:draws=claim", "6k1/8/8/8/8/8/8/R3K3 w - - 99 80", "Ra7 claim ", CH_CLAIMED, false},
        {"chess:draws=claim", "6k1/8/8/8/8/8/8/R3K3 w - - 149 99", "Ra7 ", CH_QUIET, false},
        {"chess:draws=claim", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 149 99", "Ra8 ", CH_MATE, false},
        /* all moves are the pawn's */
        {"chess:draws=claim", "k7/P7/K7/8/8/8/7p/6B1 b - - 99 80", "", CH_GOES_ON, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        table t;
        open_table(&t, rows[i].spec, rows[i].position);
        (void)play_on(&t, rows[i].moves);
        assert_int_equal(now(&t)->over, rows[i].over);
        assert_int_equal(rows[i].over == CH_GOES_ON && offered(&t), rows[i].offered);
        if (rows[i].over == CH_MATE)
            assert_true(hra_play_snapshot(t.play)->returns[0] == 1);
        close_table(&t);
    }
}

/* ---- against all FENs of a game ----------------------------------------------------------------*/

enum { PLIES = 120 };

/* What decides whether a position is the same: the first four fields. */
typedef struct fen {
    char text[96];
} fen;

static fen fen_of(const hra_game *game, const ch_state *s) {
    fen out = {""};
    hra_text text;
    hra_text_init(&text);
    ch_write_fen(game, s, &text);
    const char *at = hra_text_string(&text);
    for (int i = 0, blanks = 0; at[i] && blanks < 4; i++) {
        blanks += at[i] == ' ';
        out.text[i] = at[i];
        out.text[i + 1] = '\0';
    }
    hra_text_release(&text);
    return out;
}

static int stood(const fen *at, const fen *all, int count) {
    int n = 0;
    for (int i = 0; i < count; i++)
        n += strcmp(at->text, all[i].text) == 0;
    return n;
}

/* The present position, or one after a move, stands there for the third time. */
static bool expected(const table *t, const fen *all, int count) {
    hra_move moves[CH_MAX_MOVES];
    const ch_game *g = ch_game_of(t->game);
    const int n = ch_moves(g, now(t), moves);
    bool found = stood(&all[count], all, count) >= 2;
    for (int i = 0; i < n && !found; i++) {
        ch_state after = *now(t);
        ch_make(g, &after, moves[i]);
        const fen reached = fen_of(t->game, &after);
        found = stood(&reached, all, count + 1) >= 2;
    }
    return found;
}

static void claims_are_those_of_the_whole_game(void **state) {
    static const char *const positions[] = {"k7/8/8/8/8/8/8/K6R w - - 0 1", "k7/P7/8/8/8/8/8/K7 w - - 0 1",
                                            "1k5r/8/8/8/8/8/8/R3K2R w KQ - 0 1"};
    static fen all[PLIES + 1];
    int claims = 0;
    for (int game = 0; game < 12; game++) {
        table t;
        hra_rng rng;
        hra_rng_init(&rng, (uint64_t)game);
        open_table(&t, "chess:draws=claim", positions[game % 3]);
        for (int ply = 0; ply < PLIES && asked(&t); ply++) {
            hra_move moves[CH_MAX_MOVES];
            const int n = ch_moves(ch_game_of(t.game), now(&t), moves);
            const int few = n < 3 ? n : 3; /* so that positions come again */
            all[ply] = fen_of(t.game, now(&t));
            const bool right = expected(&t, all, ply);
            if (now(&t)->quiet < CH_FIFTY_MOVES - 1 && offered(&t) != right)
                fail_msg("game %d, ply %d, %s", game, ply, all[ply].text);
            claims += right;
            answer(&t, moves[hra_rng_below(&rng, (uint32_t)few)]);
        }
        close_table(&t);
    }
    assert_true(claims > 20);
}

/* An annotated game, with variations beside each move, half of which are removed again, knows on each line what the play
 * knows; and how often each position has stood there. */
static void annotated_games_know_the_same(void **state) {
    enum { GAMES = 6 };
    int offers = 0, again = 0;
    for (int game = 0; game < GAMES; game++) {
        table t;
        hra_rng rng;
        hra_annotated *a;
        int node = 0;
        static fen all[PLIES + 1];
        hra_rng_init(&rng, (uint64_t)game);
        open_table(&t, "chess:draws=claim", "k7/8/8/8/8/8/8/K6R w - - 0 1");
        assert_int_equal(hra_annotated_open(&a, NULL), 0);
        assert_int_equal(hra_annotated_begin(a, NULL, t.game->spec, "k7/8/8/8/8/8/8/K6R w - - 0 1", NULL), 0);
        for (int ply = 0; ply < PLIES && asked(&t); ply++) {
            hra_move moves[CH_MAX_MOVES];
            const int n = ch_moves(ch_game_of(t.game), now(&t), moves), few = n < 3 ? n : 3;
            all[ply] = fen_of(t.game, now(&t));
            assert_memory_equal(hra_annotated_state(a, node), now(&t), sizeof(ch_state));
            assert_int_equal(hra_annotated_occurrences(a, node), stood(&all[ply], all, ply) + 1);
            offers += offered(&t);
            again += hra_annotated_occurrences(a, node) > 1;
            const hra_move move = moves[hra_rng_below(&rng, (uint32_t)few)];
            const int beside = hra_annotated_add(a, node, moves[0]), more = hra_annotated_add(a, node, move);
            assert_true(beside > 0 && more > 0 && hra_annotated_add(a, beside, CH_CLAIM) >= 0);
            node = more;
            if (ply % 2 == 0) { /* with the claim behind it; the numbers close up */
                assert_int_equal(hra_annotated_remove(a, beside), 0);
                node--;
            }
            answer(&t, move);
        }
        hra_annotated_close(a);
        close_table(&t);
    }
    assert_true(offers > 20 && again > 50);
}

/* ---- searches ---------------------------------------------------------------------------------*/

static void ask(const hra_game *game, const char *method, const char *position, const char *moves,
                hra_analysis *result) {
    hra_agent *agent;
    table t;
    hra_error why = {0};
    open_table(&t, game->spec, position);
    (void)play_on(&t, moves);
    if (hra_agent_open_spec(&agent, game, method, &why) != 0)
        fail_msg("%s: %s", method, why.text);
    hra_question question;
    (void)asked(&t);
    hra_play_question(t.play, &question);
    question.seed = 1;
    assert_int_equal(hra_agent_ask(agent, &question, result), 0);
    hra_agent_close(agent);
    close_table(&t);
}

/* White, a rook down and before a mate, has a perpetual check and no other draw, as Stockfish says (0.00, then -8.27 at
 * depth 18). Mean values of `mcts` come near 0 for it alone, if it values repetition. */
static void mcts_finds_a_perpetual_check(void **state) {
    static const char position[] = "6k1/6p1/8/7Q/8/8/qr4PP/7K w - - 0 1";
    static const struct {
        const char *method, *moves;
        bool found;
    } rows[] = {
        {"mcts:eval=pieces,playout-plies=0,playouts=50000", "", true},
        {"mcts:eval=pieces,playout-plies=0,playouts=50000", "Qe8+ Kh7 Qh5+ Kg8 ", true},
        {"mcts:eval=pieces,playout-plies=0,playouts=50000,parallel=tree,threads=2", "", true},
        {"mcts:eval=pieces,playout-plies=0,playouts=50000,repetition=no", "", false},
        {"alphabeta:depth=6,repetition", "", true},
    };
    hra_game *game;
    hra_analysis result;
    assert_int_equal(hra_game_open(&game, NULL, "chess", NULL), 0);
    hra_analysis_init(&result);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        hra_move perpetual;
        ch_state s;
        assert_int_equal(hra_game_read_position(game, position, &s, NULL), 0);
        assert_int_equal(hra_game_parse_move(game, &s, "Qe8+", &perpetual, NULL), 0);
        ask(game, rows[i].method, position, rows[i].moves, &result);
        if ((result.move == perpetual) != rows[i].found)
            fail_msg("%s: %g", rows[i].method, result.value[0]);
    }
    hra_analysis_release(&result);
    hra_game_close(game);
}

/* What a FEN says of claims is read back. */
static void a_position_keeps_its_claim(void **state) {
    table t;
    ch_state s;
    open_table(&t, "chess:draws=claim", NULL);
    (void)play_on(&t, ROUND ROUND);
    for (int i = 0; i < 2; i++) {
        hra_text text;
        hra_text_init(&text);
        ch_write_fen(t.game, now(&t), &text);
        assert_int_equal(hra_game_read_position(t.game, hra_text_string(&text), &s, NULL), 0);
        assert_memory_equal(&s, now(&t), sizeof s);
        hra_text_release(&text);
        if (i == 0)
            answer(&t, CH_CLAIM);
    }
    assert_int_equal(s.over, CH_CLAIMED);
    close_table(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_third_time_ends_the_game_or_may_be_claimed),
        cmocka_unit_test(plies_without_progress_end_the_game_or_may_be_claimed),
        cmocka_unit_test(claims_are_those_of_the_whole_game),
        cmocka_unit_test(annotated_games_know_the_same),
        cmocka_unit_test(mcts_finds_a_perpetual_check),
        cmocka_unit_test(a_position_keeps_its_claim),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
