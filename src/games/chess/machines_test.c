/* Machines of history: Torres' machine from every start, what Shannon, Turing and Bernstein counted, in positions that were
 * counted by hand, and Turing's own figures. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "chess.h"
#include "hra/hra.h"
#include "krk.h"

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

/* ---- Torres' machine, against rules of this file's own -------------------------------------------*/

enum { NEVER = 1000, SEEN = -1 };

typedef struct board {
    int king, rook, lone;
} board;

static int far_apart(int a, int b) {
    const int x = abs(a % 8 - b % 8), y = abs(a / 8 - b / 8);
    return x > y ? x : y;
}

/* Walks from the rook to the square; the white king is in the way, and `lone` where it is on the board. */
static bool rook_reaches(board b, int square, bool lone) {
    static const int way[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    for (int i = 0; i < 4; i++)
        for (int x = b.rook % 8 + way[i][0], y = b.rook / 8 + way[i][1]; x >= 0 && x < 8 && y >= 0 && y < 8;
             x += way[i][0], y += way[i][1]) {
            if (8 * y + x == square)
                return true;
            if (8 * y + x == b.king || (lone && 8 * y + x == b.lone))
                break;
        }
    return false;
}

static int lone_moves(board b, int out[8]) {
    int n = 0;
    for (int to = 0; to < 64; to++)
        if (far_apart(b.lone, to) == 1 && far_apart(b.king, to) > 1 && !rook_reaches(b, to, false))
            out[n++] = to;
    return n;
}

/* Makes the move of the machine, which has to be legal. */
static board answer(board b) {
    const ch_krk_move m = ch_krk_choose((ch_krk){b.king, b.rook, b.lone});
    bool legal = m.to != b.lone;
    if (m.from == b.rook) {
        legal = legal && m.to != b.king && rook_reaches(b, m.to, true);
        b.rook = m.to;
    } else {
        legal = legal && m.from == b.king && far_apart(b.king, m.to) == 1 && m.to != b.rook &&
                far_apart(b.lone, m.to) > 1;
        b.king = m.to;
    }
    if (!legal)
        fail_msg("king %d, rook %d, lone %d: rule %d moves %d to %d", b.king, b.rook, b.lone, m.rule, m.from,
                 m.to);
    return b;
}

/* The machine's moves until mate if the lone king, which is to move, lives as long as it can. */
static int length(int *known, board b) {
    int *at = &known[b.king << 12 | b.rook << 6 | b.lone], to[8];
    if (*at == SEEN)
        return NEVER;
    if (*at)
        return *at - 1;
    const int n = lone_moves(b, to);
    int longest = n || rook_reaches(b, b.lone, false) ? 0 : NEVER;
    *at = SEEN;
    for (int i = 0; i < n && longest < NEVER; i++) {
        board after = b;
        after.lone = to[i];
        const int plies = to[i] == b.rook ? NEVER : 1 + length(known, answer(after));
        longest = plies > longest ? plies : longest;
    }
    longest = longest > NEVER ? NEVER : longest;
    *at = longest + 1;
    return longest;
}

typedef struct tally {
    int starts, longest, over_fifty;
} tally;

static void add(tally *t, int moves) {
    assert_in_range(moves, 0, NEVER - 1);
    t->starts++;
    t->longest = moves > t->longest ? moves : t->longest;
    t->over_fifty += moves > 50;
}

#if defined(__SANITIZE_ADDRESS__)
enum { ONLY_IN_ORDER = true }; /* a tenth of the work */
#else
enum { ONLY_IN_ORDER = false };
#endif

/* docs/history.md has these figures. A start is left out if the lone king can take the rook at once, or is stalemated. */
static void the_machine_mates_from_every_start(void **state) {
    int *known = calloc(1 << 18, sizeof *known), to[8];
    tally all = {0}, upright = {0};
    int taken = 0, stalemates = 0;
    for (int i = 0; i < 1 << 18; i++) {
        const board b = {i >> 12, i >> 6 & 63, i & 63};
        if (b.king == b.rook || b.rook == b.lone || far_apart(b.king, b.lone) < 2)
            continue;
        const int n = lone_moves(b, to);
        bool takes = false;
        for (int k = 0; k < n; k++)
            takes = takes || to[k] == b.rook;
        taken += takes;
        stalemates += n == 0 && !rook_reaches(b, b.lone, false);
        if (takes || (n == 0 && !rook_reaches(b, b.lone, false)))
            continue;
        const int lone = b.lone / 8, rook = b.rook / 8, king = b.king / 8, file = b.rook % 8;
        if ((file < 2 || file > 5) && ((lone < rook && rook < king) || (lone > rook && rook > king)))
            add(&upright, length(known, b));
        if (!ONLY_IN_ORDER)
            add(&all, length(known, b));
    }
    free(known);
    print_message(
        "all: %d starts, at most %d moves, %d of more than fifty; %d with a rook lost, %d stalemates; "
        "in order: %d, %d, %d\n",
        all.starts, all.longest, all.over_fifty, taken, stalemates, upright.starts, upright.longest,
        upright.over_fifty);
    assert_int_equal(taken, 22176);
    assert_int_equal(stalemates, 68);
    if (!ONLY_IN_ORDER) {
        assert_int_equal(all.starts, 201700);
        assert_int_equal(all.longest, 88);
        assert_int_equal(all.over_fifty, 71812);
    }
    assert_int_equal(upright.starts, 25612);
    assert_int_equal(upright.longest, 66);
    assert_int_equal(upright.over_fifty, 3028);
}

static void expect_move(const hra_game *game, const char *player, const char *fen, const char *move) {
    ch_state s;
    hra_error why = {0};
    hra_agent *agent;
    hra_analysis found;
    hra_text text;
    read_position(game, fen, &s);
    if (hra_agent_open_spec(&agent, game, player, &why) != 0)
        fail_msg("%s: %s", player, why.text);
    hra_analysis_init(&found);
    const hra_question q = {.state = &s, .want = HRA_WANT_MOVE, .seed = 1};
    assert_int_equal(hra_agent_ask(agent, &q, &found), 0);
    hra_text_init(&text);
    ch_show_move(game, &s, found.move, &text);
    if (strcmp(hra_text_string(&text), move) != 0)
        fail_msg("%s in %s: %s, not %s", player, fen, hra_text_string(&text), move);
    hra_text_release(&text);
    hra_analysis_release(&found);
    hra_agent_close(agent);
}

/* One position for each of the six rules, and the same with Black's pieces. */
static void each_rule_moves_as_written(void **state) {
    hra_game *game = open_game("chess");
    static const char *const rows[][2] = {
        {"6K1/1R6/8/8/2k5/8/8/8 w - - 0 1", "Rh7"},  /* 1: the king is on c, the rook on b */
        {"6K1/1R6/8/8/4k3/8/8/8 w - - 0 1", "Rb6"},  /* 2: three ranks away */
        {"6K1/8/8/1R6/4k3/8/8/8 w - - 0 1", "Kg7"},  /* 3: the kings are four ranks apart */
        {"8/8/5K2/1R6/4k3/8/8/8 w - - 0 1", "Ra5"},  /* 4: one file */
        {"8/8/6K1/1R6/4k3/8/8/8 w - - 0 1", "Kf6"},  /* 5: two files */
        {"8/8/4K3/1R6/4k3/8/8/8 w - - 0 1", "Rb4+"}, /* 6: no file */
        {"8/8/8/4K3/1r6/4k3/8/8 b - - 0 1", "Rb5+"}, /* the same for Black, upside down */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        expect_move(game, "ajedrecista", rows[i][0], rows[i][1]);
    hra_game_close(game);
}

/* ---- terms -----------------------------------------------------------------------------------------*/

static double term(const hra_game *game, const ch_state *s, const char *name, int seat) {
    const hra_term *t = game->rules->catalogue->terms;
    while (t->name && strcmp(t->name, name) != 0)
        t++;
    assert_non_null(t->name);
    return t->value(game, s, seat);
}

static void expect_term(const hra_game *game, const char *fen, const char *name, double white, double black) {
    ch_state s;
    read_position(game, fen, &s);
    const double w = term(game, &s, name, CH_WHITE), b = term(game, &s, name, CH_BLACK);
    if (w < white - 1e-9 || w > white + 1e-9 || b < black - 1e-9 || b > black + 1e-9)
        fail_msg("%s of %s: %g and %g", name, fen, w, b);
}

static void terms_are_those_counted_by_hand(void **state) {
    hra_game *game = open_game("chess");
    static const char *const first = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    expect_term(game, first, "moves", 20, 20);
    expect_term(game, first, "guarded_pawns", 8, 8); /* each by a piece behind or beside it */
    expect_term(game, first, "guarded", 4, 4); /* the knights by rooks, bishops by king and queen; no rook */
    expect_term(game, first, "castling", 1, 1);
    expect_term(game, first, "area", 22, 22); /* two ranks but the corners, and the rank before the pawns */
    /* d3 cannot go to d4, which e5 attacks, and c4 and e4 are past it. */
    expect_term(game, "4k3/8/8/4p3/2P1P3/3P4/8/4K3 w - - 0 1", "backward", 1, 0);
    expect_term(game, "4k3/8/3p4/2p1p3/4P3/8/8/4K3 w - - 0 1", "backward", 0, 1);
    expect_term(game, "4k3/8/3p4/2p1p3/8/8/8/4K3 w - - 0 1", "backward", 0, 0); /* d6 may go on */
    expect_term(game, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "castling", 2, 0);
    expect_term(game, "4k3/8/8/8/8/8/8/R4RK1 w - - 0 1", "castling", 3, 0);
    /* A rook on a1 has 7 + 3 moves, the king of e1 five; a queen in its place could go to 3 + 3 + 7 + 3 + 4. */
    expect_term(game, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "king_roots", 2.23606797749979, 2.23606797749979);
    expect_term(game, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "roots", 3.1622776601683795, 0);
    expect_term(game, "k7/8/8/8/8/8/8/4K3 w - - 0 1", "exposure", 4.58257569495584, 4.58257569495584);
    expect_term(game, "7k/8/5K2/8/8/8/6Q1/8 w - - 0 1", "threats", 1, 0); /* Qg7 */
    expect_term(game, "7k/8/5K2/8/8/8/7Q/8 b - - 0 1", "checks", 1, 0);
    expect_term(game, "7k/8/5K2/8/8/8/7Q/8 b - - 0 1", "threats", 0, 0);
    hra_game_close(game);
}

/* What Turing's position play gains, by the record of the game of 1952 in his article, which has one decimal, some cut off,
 * some rounded: after White's moves 1 to 8. */
static void position_play_is_that_of_the_record(void **state) {
    static const char *const moves[] = {"e4",  "e5",  "Nc3", "Nf6", "d4", "Bb4", "Nf3", "d6",
                                        "Bd2", "Nc6", "d5",  "Nd4", "h4", "Bg4", "a4"};
    static const double gains[] = {4.2, 3.1, 2.6, 2.0, 3.5, 0.2, 1.1, 1.0};
    static const struct {
        const char *name;
        double weight;
    } parts[] = {{"roots", 1},   {"guarded", 1}, {"king_roots", 1},      {"exposure", -1}, {"castling", 1},
                 {"ranks", 0.2}, {"threats", 1}, {"guarded_pawns", 0.3}, {"checks", 0.5}};
    hra_game *game = open_game("chess");
    ch_state s;
    game->rules->init(game, &s);
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        hra_move m;
        double gain = 0;
        assert_int_equal(ch_parse_move(game, &s, moves[i], &m, NULL), 0);
        for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
            gain -= parts[k].weight * term(game, &s, parts[k].name, CH_WHITE);
        game->rules->apply(game, &s, m);
        for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
            gain += parts[k].weight * term(game, &s, parts[k].name, CH_WHITE);
        if (i % 2 == 0 && (gain < gains[i / 2] - 0.05 || gain >= gains[i / 2] + 0.1))
            fail_msg("%zu. %s: %g", i / 2 + 1, moves[i], gain);
    }
    hra_game_close(game);
}

/* ---- what is searched ------------------------------------------------------------------------------*/

static void expect_kept(const hra_game *game, const char *fen, const char *expected) {
    hra_move moves[CH_MAX_MOVES];
    hra_text text;
    ch_state s;
    read_position(game, fen, &s);
    hra_text_init(&text);
    const int n = ch_moves(ch_game_of(game), &s, moves), kept = ch_prunes[0].keep(game, &s, moves, n);
    for (int i = 0; i < kept; i++) {
        hra_text_add(&text, i ? " " : "");
        ch_show_move(game, &s, moves[i], &text);
    }
    if (strcmp(hra_text_string(&text), expected) != 0)
        fail_msg("%s: %s", fen, hra_text_string(&text));
    hra_text_release(&text);
}

static void expect_considerable(const hra_game *game, const char *fen, const char *before,
                                const char *expected) {
    unsigned char states[2 * sizeof(ch_state)];
    hra_move moves[CH_MAX_MOVES];
    hra_text text;
    bool forced = false;
    ch_state s;
    hra_move m;
    read_position(game, fen, &s);
    memcpy(states, &s, sizeof s);
    assert_int_equal(ch_parse_move(game, &s, before, &m, NULL), 0);
    game->rules->apply(game, &s, m);
    memcpy(states + sizeof s, &s, sizeof s);
    const hra_path path = {.game = game, .states = states, .stride = sizeof s, .ply = 1};
    const int n = ch_louds[0].moves(&path, moves, &forced);
    hra_text_init(&text);
    for (int i = 0; i < n; i++) {
        hra_text_add(&text, i ? " " : "");
        ch_show_move(game, &s, moves[i], &text);
    }
    assert_false(forced);
    if (strcmp(hra_text_string(&text), expected) != 0)
        fail_msg("%s %s: %s", fen, before, hra_text_string(&text));
    hra_text_release(&text);
}

static void considerable_moves_are_turings(void **state) {
    hra_game *game = open_game("chess");
    expect_considerable(game, "4k3/8/5n2/3p4/4P3/3B4/8/4K3 b - - 0 1", "dxe4", "Bxe4"); /* it takes back */
    expect_considerable(game, "4k3/8/5n2/8/4p3/3B4/8/4K3 b - - 0 1", "Kf8", "");        /* f6 defends e4 */
    expect_considerable(game, "4k3/8/8/8/4p3/3B4/8/4K3 b - - 0 1", "Kf8", "Bxe4");      /* nothing does */
    expect_considerable(game, "4k3/6p1/5n2/4P3/8/8/8/4K3 b - - 0 1", "Kf8", "exf6");    /* more than a pawn */
    expect_considerable(game, "4k3/8/2pp4/8/4P3/8/8/3QK3 b - - 0 1", "d5", "");         /* pawn for pawn */
    expect_considerable(game, "6k1/5ppp/8/8/8/8/8/3RK3 b - - 0 1", "h6", "");
    expect_considerable(game, "6k1/5ppp/8/8/7p/8/8/3RK3 b - - 0 1", "h3", "Rd8#");
    hra_game_close(game);
}

/* The questions in their order: what is won, what is saved, castling, pieces that come out, open files, pawns, pieces. */
static void plausible_moves_are_asked_for_in_order(void **state) {
    hra_game *game = open_game("chess");
    expect_kept(game, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5 e5 Kd1 Kf1 Kd2 Ke2 Kf2");
    expect_kept(game, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Nc3 Nf3 Na3 Nh3 d4 e4 d3");
    expect_kept(game, "r3k3/p7/8/3p4/2N5/8/PP3PPP/R3K2R w KQ - 0 1", "Ne5 Ne3 Nd6+ Nd2 Na5 Na3 O-O-O");
    expect_kept(game, "4k3/8/8/8/8/8/3q4/R3K2R w KQ - 0 1", "Kxd2 Kf1"); /* in check: all */
    expect_kept(game, "4k3/8/8/8/2p5/1P1B4/8/R3K2R w KQ - 0 1",
                "bxc4 Bxc4 Be4 Bf5 Be2 Bc2 Bg6+"); /* won, then saved */
    hra_game_close(game);
}

/* Los Alamos, Shannon and Bernstein are what docs/history.md says. */
static void each_machine_plays_a_legal_game(void **state) {
    static const char *const players[] = {"turochamp",          "shannon-a:depth=2", "shannon-b:depth=2",
                                          "los-alamos:depth=2", "bernstein:depth=2", "ajedrecista"};
    hra_game *game = open_game("chess");
    for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
        ch_state s;
        hra_move legal[CH_MAX_MOVES];
        hra_agent *agent;
        hra_analysis found;
        assert_int_equal(hra_agent_open_spec(&agent, game, players[i], NULL), 0);
        hra_analysis_init(&found);
        game->rules->init(game, &s);
        for (int ply = 0; ply < 60 && s.over == CH_GOES_ON; ply++) {
            const hra_question q = {.state = &s, .want = HRA_WANT_MOVE, .seed = (uint64_t)ply};
            const int n = ch_moves(ch_game_of(game), &s, legal);
            int at = 0;
            assert_int_equal(hra_agent_ask(agent, &q, &found), 0);
            while (at < n && legal[at] != found.move)
                at++;
            assert_true(at < n);
            game->rules->apply(game, &s, found.move);
        }
        hra_analysis_release(&found);
        hra_agent_close(agent);
    }
    hra_game_close(game);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_machine_mates_from_every_start),
    cmocka_unit_test(each_rule_moves_as_written),
    cmocka_unit_test(terms_are_those_counted_by_hand),
    cmocka_unit_test(position_play_is_that_of_the_record),
    cmocka_unit_test(considerable_moves_are_turings),
    cmocka_unit_test(plausible_moves_are_asked_for_in_order),
    cmocka_unit_test(each_machine_plays_a_legal_game),
};

int main(void) {
    return cmocka_run_group_tests(tests, NULL, NULL);
}
