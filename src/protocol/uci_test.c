/* The Universal Chess Interface: dialogues as windows and arenas lead them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dialogue.h"

static hra_protocol_setup uci(const char *game, const char *player) {
    return (hra_protocol_setup){.kind = hra_protocol_find("uci"), .game = game, .player = player};
}

static void lead(const char *game, const char *player, const char *const *script) {
    other_lead_both(uci(game, player), script);
}

/* What c-chess-cli (lucasart/c-chess-cli) said to hra in its first game, its clocks included. */
static void an_arena_leads_a_dialogue(void **state) {
    lead("chess", NULL,
         (const char *const[]){
             "> uci",
             "< id name hra ",
             "< id author ",
             "< option name player type string default alphabeta:full,loud=holding,selective,eval=fitted",
             "< option name seed type spin default 1 min 0 ",
             "< option name Hash type spin default 64 min 1 ",
             "< option name Threads type spin default 1 min 1 max 1",
             "< option name MultiPV type spin default 1 min 1 max 256",
             "< option name Ponder type check default false",
             "< option name UCI_Chess960 type check default false",
             "< option name UCI_ShowWDL type check default false",
             "< option name UCI_LimitStrength type check default false",
             "< option name UCI_Elo type spin default 1780 min 1270 max 1780",
             "< option name UCI_Variant type combo default chess var chess",
             "< uciok",
             "> setoption name Hash value 1",
             "> ucinewgame",
             "> isready",
             "< readyok",
             "> position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
             "> isready",
             "< readyok",
             "> go wtime 202 winc 2 btime 200 binc 2",
             "< bestmove ",
             "> position fen rnbqkbnr/pppp1ppp/8/4p3/8/2N5/PPPPPPPP/R1BQKBNR w KQkq - 0 2",
             "> isready",
             "< readyok",
             "> go wtime 197 winc 2 btime 186 binc 2",
             "< bestmove ",
             "> quit",
             NULL});
}

/* Unknown words get no answer; each `go` gets a move, however it is spelled. */
static void lines_that_make_no_sense_are_answered(void **state) {
    lead("chess", "greedy",
         (const char *const[]){"> setoption name Fantasy value 3",
                               "> setoption name Clear Hash",
                               "> setoption name UCI_AnalyseMode value true",
                               "> frobnicate",
                               "> joho isready",
                               "< readyok",
                               "> debug on",
                               "> register later",
                               "> ponderhit",
                               "> stop",
                               ".",
                               "> setoption name MultiPV value 0",
                               "< info string MultiPV: expected a whole number in 1..256, found '0'",
                               "> setoption name UCI_ShowWDL value maybe",
                               "< info string UCI_ShowWDL: expected true or false, found 'maybe'",
                               "> setoption name seed value x",
                               "< info string seed: expected",
                               "> go depth x nodes",
                               "< info string go: depth needs a number",
                               "< info string go: nodes needs a number",
                               "< bestmove ",
                               "> go wtime -5 btime -5 movestogo 0 contempt 3",
                               "< bestmove ",
                               "> position startpos moves e2e4 e2e4",
                               "< info string illegal move e2e4",
                               "> go depth 1",
                               "< info string there is no position",
                               "< bestmove (none)",
                               "> position fen nonsense",
                               "< info string fen, character 2: rank 8 of the FEN: expected ",
                               "> position here",
                               "< info string position needs startpos or fen",
                               "> position startpos moves e2e4",
                               "> go searchmoves e7e5 b1c3 depth 1",
                               "< bestmove e7e5",
                               "> go searchmoves a7a6",
                               "< bestmove a7a6",
                               "> setoption name player value nobody",
                               "> isready",
                               "< info string chess has no player 'nobody'",
                               "< readyok",
                               "> go depth 1",
                               "< info string chess has no player 'nobody'",
                               "< bestmove (none)",
                               "> setoption name player value greedy",
                               "> isready",
                               "< readyok",
                               ".",
                               NULL});
}

static void ends_are_told(void **state) {
    lead("chess", "greedy",
         (const char *const[]){
             /* mated, stalemate, and a draw without a claim */
             "> position startpos moves f2f3 e7e5 g2g4 d8h4", "> go depth 1", "< bestmove (none)",
             "> position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "> go depth 1", "< bestmove (none)",
             "> position fen 8/8/8/4k3/8/8/8/K6R w - - 100 90", "> go depth 1", "< bestmove ",
             "> position fen 8/8/8/4k3/8/8/8/K6R w - - 99 90 moves h1h2 e5e6 h2h3", "> go depth 1",
             "< bestmove ", ".", NULL});
}

/* The next report with numbers, which comes by itself. */
static void await_info(other *o, char line[512]) {
    for (;;) {
        while (other_take(o, line))
            if (strncmp(line, "info ", 5) == 0)
                return;
        if (!hra_protocol_status(o->dialogue).working && !hra_protocol_status(o->dialogue).due)
            fail_msg("no info comes");
        (void)hra_protocol_wait(o->dialogue, 0.01);
        assert_int_equal(hra_protocol_step(o->dialogue), 0);
    }
}

/* Asks a player, and expects that some line `info` before the move has this text, none has that one unless it is NULL, and
 * that the move is this. */
static void expect_of(const char *player, const char *const *lines, const char *told, const char *untold,
                      const char *move) {
    other o;
    char line[512], all[8192] = "";
    other_meet(&o, uci("chess", player));
    for (; *lines; lines++)
        other_tell(&o, *lines);
    do {
        while (!other_take(&o, line)) {
            assert_true(hra_protocol_status(o.dialogue).due);
            assert_int_equal(hra_protocol_step(o.dialogue), 0);
        }
        strncat(all, line, sizeof all - strlen(all) - 1);
        strncat(all, "\n", sizeof all - strlen(all) - 1);
    } while (strncmp(line, "bestmove ", 9) != 0);
    if (!strstr(all, told))
        fail_msg("'%s' is not in\n%s", told, all);
    if (untold && strstr(all, untold))
        fail_msg("'%s' is in\n%s", untold, all);
    assert_memory_equal(line + 9, move, strlen(move));
    other_part(&o);
}

static void expect_told(const char *const *lines, const char *told, const char *move) {
    expect_of("alphabeta:full,tt=1M", lines, told, NULL, move);
}

/* Players count in pawns, or in results, and a win is worth 30000, 1000000 or 1. */
static void players_have_scales(void **state) {
    static const char *const queen_for_rook[] = {"position fen 3rk3/8/8/8/8/8/4P3/3QK3 w - - 0 1",
                                                 "go depth 3", NULL};
    static const char *const ladder[] = {"position fen 7k/8/R7/1R6/8/8/8/K7 w - - 0 1", "go depth 4", NULL};
    static const char *const queen[] = {"position fen 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "go depth 3", NULL};
    expect_of("shannon-a", queen_for_rook, " score cp 680 ", NULL, "");
    expect_of("alphabeta:full,eval=expr(9*queens + 5*rooks + pawns)", queen_for_rook, " score cp 500 ", NULL,
              "");
    expect_of("shannon-a", ladder, " score mate 2 ", NULL, "");
    expect_of("alphabeta:eval=expr(9*queens + 5*rooks + pawns)", ladder, " score mate 2 ", NULL, "");
    expect_of("mcts", queen, " score mate 1 ", " score cp 1 ", "");
}

/* A player without depths searches once; each report has a depth that was searched. */
static void lines_of_all_players(void **state) {
    static const char *const few[] = {"setoption name MultiPV value 3",
                                      "position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "go nodes 3000",
                                      NULL};
    static const char *const some[] = {"position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
                                       "go nodes 3000 searchmoves g2g3 a1a2 a1a8", NULL};
    static const char *const deep[] = {"setoption name MultiPV value 2", "go depth 9", NULL};
    expect_of("mcts", few, "info ", NULL, "a1a8");
    expect_of("mcts", some, "info ", NULL, "a1a8");
    expect_of("alphabeta:depth=2", deep, "info depth 3 multipv 2 ", "info depth 4 ", "");
}

/* The window does not claim a draw: hra searches on, by what is on the board. */
static void unclaimed_draws_are_searched(void **state) {
    expect_told(
        (const char *const[]){"position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 100 90", "go depth 2", NULL},
        " score mate 1 ", "a1a8");
    expect_told((const char *const[]){"position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8",
                                      "go depth 2", NULL},
                "info depth 2 multipv 1 score cp ", "");
}

/* While a player opens lines wait, and none overtakes the other; each `go` gets its move before the end. */
static void lines_come_in_turn(void **state) {
    lead("chess", "alphabeta:full,tt=1M",
         (const char *const[]){"> go infinite", "> stop", "< bestmove ", "> setoption name Hash value 8",
                               "> setoption name player value alphabeta:full", "> go infinite", "> stop",
                               "> isready", "< bestmove ", "< readyok", ".", NULL});
    for (int i = 0; i < 4; i++) {
        other o;
        char line[512];
        hra_protocol_setup setup = uci("chess", "alphabeta:full,tt=1M");
        setup.background = i % 2;
        other_meet(&o, setup);
        other_lead(&o, (const char *const[]){"> isready", "> go depth 2", NULL});
        if (i < 2)
            other_tell(&o, "quit");
        else
            assert_int_equal(hra_protocol_line(o.dialogue, NULL, 0), 0);
        other_lead(&o, (const char *const[]){"< readyok", "< bestmove ", NULL});
        assert_false(other_await(&o, line));
        assert_true(hra_protocol_status(o.dialogue).over);
        other_part(&o);
    }
}

static void scores_are_told(void **state) {
    expect_told((const char *const[]){"position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "go mate 2", NULL},
                " multipv 1 score mate 1 nodes ", "a1a8");
    expect_told((const char *const[]){"position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
                                      "setoption name UCI_ShowWDL value true", "go depth 3", NULL},
                " score mate 1 wdl 1000 0 0 nodes ", "a1a8");
    /* the king is mated whatever it does: two rooks against none */
    expect_told((const char *const[]){"position fen 7k/R7/1R6/8/8/8/8/K7 b - - 0 1", "go depth 4", NULL},
                " score mate -1 nodes ", "h8g8");
    /* a mate in two, by a ladder; and the same where every move is looked at */
    expect_told((const char *const[]){"position fen 7k/8/R7/1R6/8/8/8/K7 w - - 0 1", "go depth 4", NULL},
                " score mate 2 nodes ", "");
    expect_told((const char *const[]){"position fen 7k/8/R7/1R6/8/8/8/K7 w - - 0 1",
                                      "go depth 4 searchmoves b5b7", NULL},
                " score mate 2 nodes ", "b5b7");
    /* a queen more: the number is hundredths of a pawn, for the side to move */
    expect_told((const char *const[]){"position fen 4k3/8/8/8/8/8/3q4/K2Q4 w - - 0 1", "go depth 1", NULL},
                " score cp 8", "d1d2");
}

static void lines_are_told_best_first(void **state) {
    static const char *const asked[] = {"setoption name MultiPV value 3",
                                        "position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "go depth 3",
                                        NULL};
    other o;
    char line[512];
    other_meet(&o, uci("chess", "alphabeta:full,tt=1M"));
    for (int i = 0; asked[i]; i++)
        other_tell(&o, asked[i]);
    for (int depth = 2; depth <= 3; depth++)
        for (int i = 1; i <= 3; i++) {
            char begins[64];
            await_info(&o, line);
            (void)hra_snprintf(begins, sizeof begins, "info depth %d multipv %d score %s", depth, i,
                               i == 1 ? "mate 1" : "cp ");
            assert_memory_equal(line, begins, strlen(begins));
        }
    assert_true(other_await(&o, line));
    assert_string_equal(line, "bestmove a1a8");
    other_part(&o);
}

/* The king goes to its rook where that was said, or where the first position is not the usual one. */
static void castling_is_written_in_two_ways(void **state) {
    lead("chess", "greedy",
         (const char *const[]){
             "> position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1 e8e7",
             "> position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1h1 e8e7",
             "> position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "> go searchmoves e1h1", "< bestmove e1g1",
             "> setoption name UCI_Chess960 value true", "> go searchmoves e1g1", "< bestmove e1h1",
             "> setoption name UCI_Chess960 value false", "> position fen 1k6/8/8/8/8/8/8/1K4R1 w G - 0 1",
             "> go searchmoves b1g1", "< bestmove b1g1",
             /* a step of the king, and castling with the rook beside it */
             "> position fen 4k3/8/8/8/8/8/8/5KR1 w G - 0 1 moves f1g1 e8e7",
             "> position fen 4k3/8/8/8/8/8/8/1K4R1 w G - 0 1 moves b1c1 e8e7 g1g2", ".", NULL});
    lead("chess:variant=960", "greedy",
         (const char *const[]){"> position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "> go searchmoves e1g1",
                               "< bestmove e1h1",
                               "> position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1h1", ".", NULL});
}

static void promotions_and_variants(void **state) {
    lead("chess", "greedy",
         (const char *const[]){"> position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8q",
                               "> position fen "
                               "8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8N",
                               "> position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 "
                               "moves a7a8",
                               "< info string illegal move a7a8",
                               "> position fen 8/P6k/8/8/8/8/8/K7 w - "
                               "- 0 1 moves a7a8k",
                               "< info string illegal move a7a8k", ".", NULL});
    lead("chess:variant=losalamos", "greedy",
         (const char *const[]){"> position startpos moves b1c3 b6c4", "> position startpos moves g1g2",
                               "< info string illegal move g1g2", "> position startpos moves a2a4",
                               "< info string illegal move a2a4", ".", NULL});
}

/* A search without end is kept until it is asked for; the clock of one that ponders runs from ponderhit on. */
static void searches_wait(void **state) {
    other o;
    hra_protocol_setup setup = uci("chess", "alphabeta:full,tt=1M");
    setup.background = true;
    other_meet(&o, setup);
    other_lead(&o, (const char *const[]){"> isready",
                                         "< readyok",
                                         "> go infinite",
                                         "> isready",
                                         "< readyok",
                                         "> stop",
                                         "< bestmove ",
                                         "> go ponder wtime 10 btime 10",
                                         "> isready",
                                         "< readyok",
                                         "> ponderhit",
                                         "< bestmove ",
                                         "> go ponder wtime 10 btime 10",
                                         "> stop",
                                         "< bestmove ",
                                         "> go ponder depth 1",
                                         "> ponderhit",
                                         "< bestmove ",
                                         "> setoption name MultiPV value 4",
                                         "> go infinite",
                                         "> position startpos moves e2e4",
                                         "< bestmove ",
                                         "> go ponder movetime 1",
                                         "> ponderhit",
                                         "< bestmove ",
                                         "> stop",
                                         ".",
                                         "> go infinite",
                                         "> quit",
                                         NULL});
    other_part(&o);
}

/* Reports come while the search goes on. */
static void reports_come_at_once(void **state) {
    other o;
    char line[512];
    hra_protocol_setup setup = uci("chess", "alphabeta:full,tt=1M");
    setup.background = true;
    other_meet(&o, setup);
    other_lead(&o, (const char *const[]){"> isready", "< readyok", "> go infinite", NULL});
    await_info(&o, line);
    assert_memory_equal(line, "info depth 1 multipv 1 score cp ", 32);
    assert_true(hra_protocol_status(o.dialogue).working);
    other_lead(&o, (const char *const[]){"> stop", "< bestmove ", NULL});
    other_part(&o);
}

static void pass_over(void *self, const char *line, size_t length) {}

static void other_games_are_refused(void **state) {
    static const struct {
        const char *game;
        hra_err err;
    } cases[] = {{NULL, HRA_EINPUT},
                 {"checkers", HRA_EFIT},
                 {"tictactoe", HRA_EFIT},
                 {"chess:draws=claim", HRA_EFIT},
                 {"chess", HRA_OK}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_protocol *dialogue = NULL;
        hra_error why;
        hra_protocol_setup setup = uci(cases[i].game, NULL);
        setup.size = sizeof setup;
        setup.sink = pass_over;
        assert_int_equal(hra_protocol_open(&dialogue, &setup, &why), cases[i].err);
        hra_protocol_close(dialogue);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_arena_leads_a_dialogue),
        cmocka_unit_test(lines_that_make_no_sense_are_answered),
        cmocka_unit_test(ends_are_told),
        cmocka_unit_test(scores_are_told),
        cmocka_unit_test(players_have_scales),
        cmocka_unit_test(lines_of_all_players),
        cmocka_unit_test(unclaimed_draws_are_searched),
        cmocka_unit_test(lines_come_in_turn),
        cmocka_unit_test(lines_are_told_best_first),
        cmocka_unit_test(castling_is_written_in_two_ways),
        cmocka_unit_test(promotions_and_variants),
        cmocka_unit_test(searches_wait),
        cmocka_unit_test(reports_come_at_once),
        cmocka_unit_test(other_games_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
