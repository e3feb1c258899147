/* Chess: known counts, the pitfalls of the rules, moves and positions as people and programs write them. tests/chess.py has a
 * second set of rules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "chess.h"
#include "hra/hra.h"
#include "rules/defaults.h"
#include "scene/shapes.h"

#define LOS_ALAMOS "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1"
#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

static hra_game *open_game(const char *spec) {
    hra_game *game;
    assert_int_equal(hra_game_open(&game, NULL, spec, NULL), 0);
    return game;
}

static void read_position(const hra_game *game, const char *fen, ch_state *s) {
    hra_error why = {0};
    if (hra_game_read_position(game, fen, s, &why) != 0)
        fail_msg("%s: %s", fen, why.text);
}

static void expect_position(const hra_game *game, const ch_state *s, const char *fen) {
    hra_text text;
    hra_text_init(&text);
    ch_write_fen(game, s, &text);
    assert_string_equal(hra_text_string(&text), fen);
    hra_text_release(&text);
}

/* ---- counts -----------------------------------------------------------------------------------*/

typedef struct counted {
    const char *position;
    uint64_t leaves[6]; /* of 1 ply and more; 0: not counted */
} counted;

static void check_counts(const char *spec, const counted *rows, size_t n) {
    hra_game *game = open_game(spec);
    for (size_t i = 0; i < n; i++)
        for (int depth = 1; depth <= 6 && rows[i].leaves[depth - 1]; depth++) {
            ch_state s;
            hra_perft_count count;
            read_position(game, rows[i].position, &s);
            assert_int_equal(hra_perft(game, &s, depth, NULL, &count), 0);
            if (count.leaves != rows[i].leaves[depth - 1])
                fail_msg("%s, depth %d: %llu leaves", rows[i].position, depth,
                         (unsigned long long)count.leaves);
        }
    hra_game_close(game);
}

#if defined(__SANITIZE_ADDRESS__)
#define SLOW(leaves) 0 /* the last plies are the same code again */
#else
#define SLOW(leaves) leaves
#endif

/* chessprogramming.org, "Perft Results"; Stockfish 15.1 counts the same. */
static void leaves_are_those_of_other_programs(void **state) {
    static const counted rows[] = {
        {START, {20, 400, 8902, 197281, 4865609, SLOW(119060324)}},
        {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
         {48, 2039, 97862, 4085603, SLOW(193690690)}},
        {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", {14, 191, 2812, 43238, 674624, 11030083}},
        {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
         {6, 264, 9467, 422333, SLOW(15833292)}},
        {"r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
         {6, 264, 9467, 422333, SLOW(15833292)}},
        {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", {44, 1486, 62379, 2103487}},
        {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
         {46, 2079, 89890, 3894594}},
    };
    check_counts("chess", rows, sizeof rows / sizeof *rows);
}

/* Fairy-Stockfish 11.1, UCI_Variant losalamos. */
static void leaves_on_the_small_board(void **state) {
    static const counted rows[] = {
        {"rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1", {10, 100, 1212, 14332, 191846, 2549164}},
    };
    check_counts("chess:variant=losalamos", rows, sizeof rows / sizeof *rows);
}

/* chessprogramming.org, "Chess960 Perft Results", positions 1 and 2. */
static void leaves_of_chess960(void **state) {
    static const counted rows[] = {
        {"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
         {21, 528, 12189, 326672, SLOW(8146062)}},
        {"2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
         {21, 807, 18002, 667366, SLOW(16253601)}},
    };
    check_counts("chess:variant=960", rows, sizeof rows / sizeof *rows);
}

/* ---- the rules ----------------------------------------------------------------------------------*/

typedef struct made {
    const char *position, *move, *after;
    int over; /* why the game is over then */
} made;

/* An empty `after`: only the end is compared. */
static void moves_lead_where_the_rules_say(void **state) {
    static const made rows[] = {
        /* en passant is written only if a legal move takes: no pawn is beside, or its own king would be in check */
        {START, "e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", CH_GOES_ON},
        {"4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e4", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", CH_GOES_ON},
        {"8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e4", "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1", CH_GOES_ON},
        {"3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1", "e4", "3k4/8/8/8/3pP3/8/8/3RK3 b - - 0 1", CH_GOES_ON},
        {"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "dxe3", "4k3/8/8/8/8/4p3/8/4K3 w - - 0 2", CH_GOES_ON},
        /* rights go with the king, with the rook, and with a rook that is taken */
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 9", "Kf1", "r3k2r/8/8/8/8/8/8/R4K1R b kq - 6 9", CH_GOES_ON},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 9", "Rxh8", "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 9", CH_GOES_ON},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 9", "O-O", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 6 9", CH_GOES_ON},
        {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 5 9", "O-O-O", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 6 10", CH_GOES_ON},
        /* the ends */
        {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80", "Ra8", "", CH_MATE}, /* mate counts before the plies */
        {"6k1/8/8/8/8/8/8/R3K3 w - - 99 80", "Ra7", "", CH_QUIET},
        {"k7/8/1K6/8/8/8/2Q5/8 w - - 0 1", "Qc7", "", CH_STALEMATE},
        {"4k3/8/8/8/8/8/3r4/4K3 w - - 0 1", "Kxd2", "", CH_DEAD},
        {"4k3/8/8/8/8/8/3r4/4K1N1 w - - 0 1", "Kxd2", "", CH_DEAD},
        {"4kb2/8/8/8/8/8/3r4/2B1K3 w - - 0 1", "Kxd2", "", CH_DEAD}, /* both bishops are on dark squares */
        {"2b1k3/8/8/8/8/8/3r4/2B1K3 w - - 0 1", "Kxd2", "",
         CH_GOES_ON}, /* one on each colour can help to mate */
        {"4k1n1/8/8/8/8/8/3r4/4K1N1 w - - 0 1", "Kxd2", "", CH_GOES_ON},
    };
    hra_game *game = open_game("chess");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ch_state s;
        hra_move move;
        hra_error why = {0};
        read_position(game, rows[i].position, &s);
        if (hra_game_parse_move(game, &s, rows[i].move, &move, &why) != 0)
            fail_msg("%s: %s", rows[i].position, why.text);
        game->rules->apply(game, &s, move);
        if (*rows[i].after)
            expect_position(game, &s, rows[i].after);
        if (s.over != rows[i].over)
            fail_msg("%s, %s: it ends by %d", rows[i].position, rows[i].move, s.over);
    }
    hra_game_close(game);
}

static void a_mate_is_won_by_the_side_that_gives_it(void **state) {
    hra_game *game = open_game("chess");
    ch_state s;
    double value[2];
    read_position(game, "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", &s);
    assert_int_equal(game->rules->to_move(game, &s), HRA_OVER);
    game->rules->returns(game, &s, value);
    assert_true(value[0] == -1 && value[1] == 1);
    hra_game_close(game);
}

/* The key leaves out the counters, and has what decides. */
static void equal_positions_have_equal_keys(void **state) {
    static const struct {
        const char *a, *b;
        bool equal;
    } rows[] = {
        {START, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 8 5", true},
        {START, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 8 5", false},
        {"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1", false},
        {"4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", true}, /* no pawn can take */
    };
    hra_game *game = open_game("chess");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ch_state a, b;
        read_position(game, rows[i].a, &a);
        read_position(game, rows[i].b, &b);
        assert_int_equal(hra_game_key(game, &a) == hra_game_key(game, &b), rows[i].equal);
    }
    hra_game_close(game);
}

/* ---- texts --------------------------------------------------------------------------------------*/

#define ROOKS "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
#define KNIGHTS "4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1"
#define PAWN "3r1k2/2P5/8/8/8/8/8/4K3 w - - 0 1"

/* A move as it is typed; an empty `written`: refused. */
typedef struct typed {
    const char *spec, *position, *typed, *written;
} typed;

static const typed typed_moves[] = {
    {"chess", KNIGHTS, "Nge2", "Nge2"},
    {"chess", KNIGHTS, "nge2", "Nge2"},
    {"chess", KNIGHTS, "g1e2", "Nge2"},
    {"chess", KNIGHTS, "Ng1-e2+!?", "Nge2"},
    {"chess", KNIGHTS, "Ne2", ""}, /* two can */
    {"chess", KNIGHTS, "Nb5", "Nb5"},
    {"chess", KNIGHTS, "e2", ""}, /* a pawn is meant */
    {"chess", ROOKS, "O-O", "O-O"},
    {"chess", ROOKS, "0-0-0", "O-O-O"},
    {"chess", ROOKS, "oo", "O-O"},
    {"chess", ROOKS, "e1g1", "O-O"},
    {"chess", ROOKS, "e1h1", "O-O"},
    {"chess", ROOKS, "Ke1c1", "O-O-O"},
    {"chess", ROOKS, "Rxa8", "Rxa8+"},
    {"chess", ROOKS, "R1", ""},
    {"chess", PAWN, "c8Q", "c8=Q"},
    {"chess", PAWN, "c8=n", "c8=N"},
    {"chess", PAWN, "cxd8(R)", "cxd8=R+"},
    {"chess", PAWN, "c7d8q", "cxd8=Q+"},
    {"chess", PAWN, "cd8b", ""}, /* a small b is a file, but behind two squares */
    {"chess", PAWN, "c7c8b", "c8=B"},
    {"chess", PAWN, "c8", ""}, /* into what? */
    {"chess", "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "exd", "exd5"},
    {"chess", "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "cd5", "cxd5"},
    {"chess", "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "d5", ""},
    {"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6 e.p.", "exd6"},
    {"chess", "4k3/8/8/8/8/8/1P6/2B1K3 w - - 0 1", "b4", "b4"},
    {"chess", "4k3/7p/8/8/8/8/8/2B1K3 w - - 0 1", "bd2", "Bd2"},
    {"chess", "4k3/7p/8/8/8/8/8/2B1K3 w - - 0 1", "hello", ""},
    {"chess", "4k3/7p/8/8/8/8/8/2B1K3 w - - 0 1", "", ""},
    {"chess", START, "E4", "e4"},
    {"chess", START, "NF3", "Nf3"},
    {"chess", START, "G1F3", "Nf3"},
    {"chess", START, "B1C3", "Nc3"},
    {"chess", START, "E5", ""},
    {"chess", KNIGHTS, "NGE2", "Nge2"},
    {"chess", ROOKS, "RXA8", "Rxa8+"},
    {"chess", PAWN, "CXD8=Q", "cxd8=Q+"},
    {"chess", PAWN, "CXD8(R)", "cxd8=R+"},
    {"chess", PAWN, "C7C8B", "c8=B"},
    {"chess", "4k3/8/8/8/8/p1p5/1P6/B3K3 w - - 0 1", "BXC3", "bxc3"},
    {"chess", "4k3/8/8/8/8/2p5/1P6/B3K3 w - - 0 1", "BC3", "bxc3"}, /* the bishop is shut in */
    {"chess", "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "EXD", "exd5"},
    {"chess:variant=960", "4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "f1g1", "O-O"},
    {"chess:variant=960", "4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1g1", "Kg1"},
    {"chess:variant=960", "4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1h1", "O-O"},
    {"chess:variant=losalamos", "2r1k1/1P4/6/6/6/4K1 w - - 0 1", "bxc6=Q", "bxc6=Q+"},
    {"chess:variant=losalamos", "2r1k1/1P4/6/6/6/4K1 w - - 0 1", "b6=B", ""},
};

static void moves_are_read_as_people_type_them(void **state) {
    for (size_t i = 0; i < sizeof typed_moves / sizeof *typed_moves; i++) {
        const typed *row = &typed_moves[i];
        hra_game *game = open_game(row->spec);
        ch_state s;
        hra_move move;
        hra_text text;
        hra_text_init(&text);
        read_position(game, row->position, &s);
        const hra_err err = hra_game_parse_move(game, &s, row->typed, &move, NULL);
        if (!err)
            ch_show_move(game, &s, move, &text);
        if (strcmp(hra_text_string(&text), row->written) != 0)
            fail_msg("'%s' is read as '%s'", row->typed, hra_text_string(&text));
        hra_text_release(&text);
        hra_game_close(game);
    }
}

static void wrong_positions_are_refused(void **state) {
    static const struct {
        const char *position, *words; /* which rank or field, and what would be right */
    } rows[] = {
        {"", "rank 8 of the FEN: '' has 0 squares; a rank has 8"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
         "field 2 of the FEN, side to move: expected w or b, found 'the end'"},
        {"rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
         "rank 6 of the FEN: '9' has 9 squares; a rank has 8"},
        {"rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
         "rank 7 of the FEN: 'ppppppp' has 7 squares; a rank has 8"},
        {"rnbqkbnr/pppJpppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
         "rank 7 of the FEN: expected PNBRQK (White), pnbrqk (Black) or a number of free squares, found "
         "'Jpppp'"},
        {"rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
         "the board of the FEN ends after 7 of 8 ranks"},
        {"rnbqkbnr/pppppppp/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
         "the board of the FEN has more than 8 ranks"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
         "field 2 of the FEN, side to move: expected w or b, found 'x'"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KK - 0 1",
         "field 3 of the FEN, castling: expected one rook at each side of a king, found 'K'"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQx - 0 1",
         "field 3 of the FEN, castling: expected rooks that may castle, such as KQkq or HAha, or '-', found "
         "'x'"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w KQkq - 0 1",
         "for 'Q' White needs a king and a rook to its left on rank 1"},
        {"1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
         "for 'a' Black needs a king on rank 8 and a rook on a8"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 1",
         "field 4 of the FEN, en passant: expected the square that a pawn has just passed over, or '-', "
         "found 'e3'"},                                                            /* whose pawn? */
        {"4k3/8/8/8/3pP3/8/4P3/4K3 b - e3 0 1", "field 4 of the FEN, en passant"}, /* it came from e2 */
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 151 1",
         "field 5 of the FEN, plies without progress: expected the number of plies without a capture or a "
         "pawn move, at most 150, found '151'"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 x",
         "field 6 of the FEN, number of the move: expected a number, found 'x'"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 x",
         "expected the end after the 6 fields of the FEN, found 'x'"},
        {"startpos moves e2e4", "expected the end after 'startpos', found 'moves e2e4'"},
        {"8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king; each side needs one"},
        {"4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "White has 2 kings; each side needs one"},
        {"4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn is on rank 8; pawns are on ranks 2 to 7"},
        {"4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1",
         "White has more pieces than its pawns can have become"}, /* nine queens' worth of pawns */
        {"4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "Black is in check, but White is to move"},
        {"4k3/8/3N1N2/8/4R3/8/8/4K3 b - - 0 1", "more than two pieces give check"},
    };
    hra_game *game = open_game("chess");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ch_state s;
        hra_error why = {0};
        if (hra_game_read_position(game, rows[i].position, &s, &why) != HRA_EINPUT ||
            !strstr(why.text, rows[i].words))
            fail_msg("'%s': %s", rows[i].position, why.text);
    }
    hra_game_close(game);
}

/* As in UCI: the first position; of Chess960 that of `start`, else the standard one. */
static void startpos_is_the_first_position(void **state) {
    static const struct {
        const char *spec, *position;
    } rows[] = {
        {"chess", START},
        {"chess:draws=claim", START},
        {"chess:ending=KQK", START},
        {"chess:variant=960", START},
        {"chess:variant=960,start=0", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"},
        {"chess:variant=losalamos", LOS_ALAMOS},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        hra_game *game = open_game(rows[i].spec);
        ch_state s;
        read_position(game, " startpos ", &s);
        expect_position(game, &s, rows[i].position);
        hra_game_close(game);
    }
}

/* X-FEN: K and Q are the outermost rooks, another one is its file; Shredder-FEN has files only. Both are read. */
static void castling_is_written_in_two_ways(void **state) {
    static const struct {
        const char *read, *fen, *shredder;
    } rows[] = {
        {START, START, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"},
        {"rk2r3/8/8/8/8/8/8/RK2R1R1 w EAea - 0 1", "rk2r3/8/8/8/8/8/8/RK2R1R1 w EQkq - 0 1",
         "rk2r3/8/8/8/8/8/8/RK2R1R1 w EAea - 0 1"},
        {"4k3/8/8/8/8/8/8/4K3 w", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
    };
    hra_game *game = open_game("chess:variant=960");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ch_state s, again;
        hra_text text;
        read_position(game, rows[i].read, &s);
        expect_position(game, &s, rows[i].fen);
        hra_text_init(&text);
        ch_write_shredder(game, &s, &text);
        assert_string_equal(hra_text_string(&text), rows[i].shredder);
        read_position(game, hra_text_string(&text), &again);
        assert_memory_equal(&s, &again, sizeof s);
        hra_text_release(&text);
    }
    hra_game_close(game);
}

/* Six ranks need no variant= in the spec. */
static void a_small_board_is_los_alamos(void **state) {
    static const struct {
        const char *spec, *position, *opened;
    } rows[] = {
        {"chess", LOS_ALAMOS, "chess:variant=losalamos"},
        {"chess", START, "chess"},
        {"chess:variant=losalamos", LOS_ALAMOS, "chess:variant=losalamos"},
        {"chess:variant=standard", LOS_ALAMOS, NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        hra_game *game = NULL;
        ch_state s;
        const hra_err err = hra_game_open_at(&game, NULL, rows[i].spec, 0, rows[i].position, NULL);
        if (rows[i].opened) {
            assert_int_equal(err, 0);
            assert_string_equal(game->spec, rows[i].opened);
            read_position(game, rows[i].position, &s);
        } else if (!err) {
            assert_int_equal(hra_game_read_position(game, rows[i].position, &s, NULL), HRA_EINPUT);
        }
        hra_game_close(game);
    }
}

/* A game in no match has its number by its seed, the first one of a pair. */
static void a_single_game_of_960_begins_by_its_seed(void **state) {
    static const struct {
        const char *spec;
        uint64_t seed, number;
    } rows[] = {{"chess:variant=960", 7, 14},
                {"chess:variant=960", 0, 0},
                {"chess:variant=960,start=518", 7, 0},
                {"chess", 7, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        hra_game *game = open_game(rows[i].spec);
        uint64_t number = 1;
        assert_int_equal(hra_game_number_of(game, rows[i].seed, &number), 0);
        assert_int_equal(number, rows[i].number);
        hra_game_close(game);
    }
}

/* Every number gives another back rank, with bishops on both colours and the king between the rooks; that is all there are.
 * 518 is the standard one (Scharnagl). */
static void there_are_960_first_positions(void **state) {
    static const int standard[8] = {CH_ROOK, CH_KNIGHT, CH_BISHOP, CH_QUEEN,
                                    CH_KING, CH_BISHOP, CH_KNIGHT, CH_ROOK};
    static bool seen[6 * 6 * 6 * 6 * 6 * 6 * 6 * 6];
    for (int number = 0; number < 960; number++) {
        int kind[8], rooks = 0, count[CH_KINDS] = {0}, colours = 0;
        unsigned code = 0;
        ch_back_rank(number, kind);
        for (int file = 0; file < 8; file++) {
            code = code * CH_KINDS + (unsigned)kind[file];
            count[kind[file]]++;
            colours |= kind[file] == CH_BISHOP ? 1 << file % 2 : 0;
            rooks += kind[file] == CH_ROOK;
            assert_true(kind[file] != CH_KING || rooks == 1);
        }
        assert_true(count[CH_KING] == 1 && count[CH_QUEEN] == 1 && count[CH_ROOK] == 2 &&
                    count[CH_KNIGHT] == 2 && colours == 3);
        assert_false(seen[code]);
        seen[code] = true;
        assert_int_equal(memcmp(kind, standard, sizeof kind) == 0, number == 518);
    }
}

/* ---- searches -----------------------------------------------------------------------------------*/

static void searches_find_mates(void **state) {
    static const struct {
        const char *position, *move;
    } rows[] = {
        {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8#"},
        {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "Ra6"}, /* in 2; Paul Morphy */
        {"r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "Qxf7#"},
    };
    hra_game *game = open_game("chess");
    hra_agent *agent;
    assert_int_equal(hra_agent_open_spec(&agent, game, "alphabeta:full,depth=5,tt=1M", NULL), 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ch_state s;
        hra_analysis found;
        hra_text text;
        hra_text_init(&text);
        hra_analysis_init(&found);
        read_position(game, rows[i].position, &s);
        assert_int_equal(hra_agent_ask(agent, &(hra_question){.state = &s}, &found), 0);
        ch_show_move(game, &s, found.move, &text);
        assert_string_equal(hra_text_string(&text), rows[i].move);
        hra_analysis_release(&found);
        hra_text_release(&text);
    }
    hra_agent_close(agent);
    hra_game_close(game);
}

/* One agent that was asked shortly before the limit and then long before it: the queen wins still. */
static void a_table_knows_the_plies_without_progress(void **state) {
    static const struct {
        const char *position;
        bool wins;
    } rows[] = {{"k7/8/2K5/8/8/8/8/7Q w - - 98 60", false}, {"k7/8/2K5/8/8/8/8/7Q w - - 0 60", true}};
    hra_game *game = open_game("chess");
    hra_agent *agent;
    assert_int_equal(hra_agent_open_spec(&agent, game, "alphabeta:full,depth=5,tt=1M", NULL), 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ch_state s;
        hra_analysis found;
        hra_analysis_init(&found);
        read_position(game, rows[i].position, &s);
        assert_int_equal(hra_agent_ask(agent, &(hra_question){.state = &s}, &found), 0);
        assert_int_equal(found.value[0] > 10000, rows[i].wins);
        hra_analysis_release(&found);
    }
    hra_agent_close(agent);
    hra_game_close(game);
}

/* Losses are win probabilities: by pawns where these are known, a mate is certain. */
static void losses_are_probabilities(void **state) {
    static const struct {
        const char *position, *move;
        double least, most; /* loss */
    } rows[] = {
        {"rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2", "g4", 0.35, 0.6},
        {"rnb1kbnr/pppp1ppp/8/4p3/6Pq/8/PPPPPP1P/RNBQKBNR w KQkq - 0 3", "a3", 0.0, 0.3},
        {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8", 0, 0},
        {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra7", 0.05, 0.6},
    };
    hra_game *game = open_game("chess");
    hra_agent *analyst;
    assert_int_equal(hra_agent_open_spec(&analyst, game, "alphabeta:full,depth=3", NULL), 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ch_state s;
        hra_move move;
        hra_move_loss cost;
        read_position(game, rows[i].position, &s);
        assert_int_equal(hra_game_parse_move(game, &s, rows[i].move, &move, NULL), 0);
        const hra_question question = {.state = &s};
        assert_int_equal(hra_review_loss(analyst, &question, move, &cost), 0);
        assert_int_equal(cost.unit, HRA_UNIT_PROBABILITY);
        if (cost.loss < rows[i].least || cost.loss > rows[i].most)
            fail_msg("%s, %s: %g is lost of %g", rows[i].position, rows[i].move, cost.loss, cost.value);
    }
    hra_agent_close(analyst);
    hra_game_close(game);
}

/* As many queens as fit on the rim have more moves than a list holds, and an empty board has no king: moves are not listed. */
static void an_editor_may_hold_any_board(void **state) {
    hra_game *game = open_game("chess");
    const hra_scene_editor *editor = game->rules->scene->editor;
    ch_state s;
    hra_shapes shapes = {0};
    game->rules->init(game, &s);
    editor->clear(game, &s);
    for (int square = 0; square < 64; square++) {
        const char place[] = {(char)('a' + square % 8), (char)('1' + square / 8), 0};
        if (square % 8 == 0 || square % 8 == 7 || square / 8 == 0 || square / 8 == 7)
            assert_int_equal(editor->put(game, &s, "white.queen", place, NULL), 0);
        hra_shapes_clear(&shapes);
        game->rules->scene->now(game, &(hra_scene_view){.state = &s, .seat = -1}, &shapes);
    }
    hra_shapes_release(&shapes);
    hra_game_close(game);
}

/* A king that an editor moves leaves the rights of the other one. */
static void an_edited_king_loses_its_own_rights(void **state) {
    hra_game *game = open_game("chess");
    const hra_scene_editor *editor = game->rules->scene->editor;
    ch_state s;
    game->rules->init(game, &s);
    assert_int_equal(editor->put(game, &s, NULL, "e1", NULL), 0);
    assert_int_equal(editor->put(game, &s, "white.king", "e4", NULL), 0);
    assert_true((s.castle & 0xff) == 0 && s.castle >> 56 == 0x81);
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaves_are_those_of_other_programs),
        cmocka_unit_test(leaves_on_the_small_board),
        cmocka_unit_test(leaves_of_chess960),
        cmocka_unit_test(moves_lead_where_the_rules_say),
        cmocka_unit_test(a_mate_is_won_by_the_side_that_gives_it),
        cmocka_unit_test(equal_positions_have_equal_keys),
        cmocka_unit_test(moves_are_read_as_people_type_them),
        cmocka_unit_test(wrong_positions_are_refused),
        cmocka_unit_test(startpos_is_the_first_position),
        cmocka_unit_test(castling_is_written_in_two_ways),
        cmocka_unit_test(there_are_960_first_positions),
        cmocka_unit_test(a_small_board_is_los_alamos),
        cmocka_unit_test(a_single_game_of_960_begins_by_its_seed),
        cmocka_unit_test(searches_find_mates),
        cmocka_unit_test(a_table_knows_the_plies_without_progress),
        cmocka_unit_test(losses_are_probabilities),
        cmocka_unit_test(an_editor_may_hold_any_board),
        cmocka_unit_test(an_edited_king_loses_its_own_rights),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
