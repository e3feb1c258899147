/* The rules of UGI, UBGI and UCI, in the order in which they are tried: first what a program needs at all, then what
 * arenas do besides. */
#include <string.h>

#include "check.h"

enum {
    UGI = HRA_CHECK_UGI,
    UBGI = HRA_CHECK_UBGI,
    UCI = HRA_CHECK_UCI,
    BOARD = UGI | UCI,
    ALL = UGI | UBGI | UCI,
    TIMED = 3 /* moves whose time is measured */
};

#define LONG 2.0      /* seconds of a search that is stopped */
#define STOP_SOON 1.0 /* seconds after which a stop counts as ignored */
#define END_SOON 2.0  /* seconds to end after 'quit', at least */

/* ---- what a program needs -------------------------------------------------------------------*/

static bool starts(hra_checker *c) {
    return hra_check_running(c);
}

static bool says_its_name(hra_checker *c) {
    if (!c->named)
        hra_check_hint(c,
                       N_("say 'id name NAME' before 'ugiok', 'ubgiok' or 'uciok': results show that name"),
                       N_("a line 'id name NAME'"));
    return true;
}

static bool is_ready(hra_checker *c) {
    return hra_check_ready(c);
}

static bool begins_a_game(hra_checker *c) {
    return hra_check_say(c, c->uci ? "ucinewgame" : c->ubgi ? "newgame" : "uginewgame") && hra_check_ready(c);
}

static bool plays_the_start(hra_checker *c) {
    hra_move move;
    hra_check_walk(c, 0);
    return begins_a_game(c) && hra_check_position(c, HRA_CHECK_STARTPOS) && hra_check_go_in_time(c, &move);
}

static bool plays_after_moves(hra_checker *c) {
    hra_move move;
    for (int plies = 1; plies <= 3; plies++) {
        hra_check_walk(c, plies);
        if (!hra_check_position(c, HRA_CHECK_STARTPOS) || !hra_check_go_in_time(c, &move))
            return false;
    }
    return true;
}

/* The position itself, without the moves that led to it. */
static bool plays_a_position(hra_checker *c) {
    hra_move move;
    hra_check_walk(c, 2);
    memcpy(c->begin, c->state, c->game->state_size);
    c->count = 0;
    return hra_check_position(c, HRA_CHECK_FEN) && hra_check_go_in_time(c, &move);
}

static bool plays_a_position_and_moves(hra_checker *c) {
    hra_move move;
    hra_check_walk(c, 1);
    memcpy(c->begin, c->state, c->game->state_size);
    c->count = 0;
    return hra_check_random_move(c) && c->game->rules->to_move(c->game, c->state) >= 0
               ? hra_check_position(c, HRA_CHECK_FEN) && hra_check_go_in_time(c, &move)
               : true;
}

/* ---- backgammon -----------------------------------------------------------------------------*/

static bool plays_kind(hra_checker *c, hra_check_kind kind) {
    hra_move move;
    if (!hra_check_find(c, kind)) {
        c->verdict = HRA_RULE_SKIPPED;
        return false;
    }
    return hra_check_position(c, HRA_CHECK_FEN) && hra_check_go_in_time(c, &move);
}

static bool plays_doubles(hra_checker *c) {
    return plays_kind(c, HRA_CHECK_DOUBLES);
}

static bool comes_in(hra_checker *c) {
    return plays_kind(c, HRA_CHECK_BAR);
}

static bool bears_off(hra_checker *c) {
    return plays_kind(c, HRA_CHECK_OFF);
}

static bool passes(hra_checker *c) {
    return plays_kind(c, HRA_CHECK_PASS);
}

/* ---- limits and time ------------------------------------------------------------------------*/

static bool takes_limits(hra_checker *c) {
    static const char *const limits[3][4] = {{" depth 1", " nodes 100", " p1time 60000 p2time 60000",
                                              " movetime 100 p1time 60000 p1inc 100 p2time 60000 p2inc 100"},
                                             {" depth 1", " nodes 100", " movetime 100", ""},
                                             {" depth 1", " nodes 100", " wtime 6000 btime 6000",
                                              " wtime 6000 btime 6000 winc 100 binc 100 movestogo 40"}};
    hra_move move;
    for (int i = 0; i < 4; i++) {
        hra_check_walk(c, i);
        if (!hra_check_position(c, HRA_CHECK_STARTPOS) ||
            !hra_check_go(c, limits[c->uci ? 2 : c->ubgi][i], &move))
            return false;
    }
    return true;
}

static bool is_in_time(hra_checker *c) {
    hra_move move;
    for (int i = 0; i < TIMED; i++) {
        hra_check_walk(c, 2 * i);
        if (!hra_check_position(c, HRA_CHECK_STARTPOS) || !hra_check_go_in_time(c, &move))
            return false;
    }
    return true;
}

static bool answers_once(hra_checker *c) {
    hra_move move;
    hra_check_walk(c, 1);
    return hra_check_position(c, HRA_CHECK_STARTPOS) && hra_check_go_in_time(c, &move) && hra_check_ready(c);
}

static bool stops(hra_checker *c) {
    char limits[40];
    hra_move move;
    hra_check_walk(c, 0);
    (void)hra_snprintf(limits, sizeof limits, c->ubgi ? "go role chequer movetime %.0f" : "go movetime %.0f",
                       1000 * LONG);
    if (!hra_check_position(c, HRA_CHECK_STARTPOS) || !hra_check_say(c, "%s", limits) ||
        !hra_check_say(c, "stop"))
        return false;
    double began = hra_clock();
    if (!hra_check_answer(c, LONG + c->how->timeout, &move) || !hra_check_ready(c))
        return false;
    if (hra_clock() - began > STOP_SOON)
        hra_check_hint(c,
                       N_("look for 'stop' while you think, if moves take long: hra sends it after Ctrl-C"),
                       N_("a move soon after 'stop'"));
    return true;
}

/* A window that analyses: the search lasts until `stop`, the program hears lines meanwhile, and its move comes at once. */
static bool goes_on(hra_checker *c) {
    hra_error what = {0};
    hra_err err;
    double until = hra_clock() + c->how->timeout;
    bool ready = false;
    while ((err = hra_check_read(c, until > hra_clock() ? until - hra_clock() : 0, &what)) == HRA_OK) {
        if (hra_check_after(c, "bestmove"))
            return hra_check_break(c, N_("after 'go infinite' go on, or wait, until 'stop' comes"),
                                   N_("no move before '%s'"), "stop");
        if (!ready && hra_check_after(c, "readyok")) {
            ready = true;
            until = hra_clock() + c->how->seconds;
        }
    }
    if (ready && err == HRA_EHUNG)
        return true;
    return hra_check_break(c, N_("read standard input while you think, and answer 'isready' then too"),
                           N_("a line that begins with '%s'"), ready ? "bestmove" : "readyok");
}

static bool analyses(hra_checker *c) {
    hra_move move;
    hra_check_walk(c, 2);
    if (!hra_check_position(c, HRA_CHECK_STARTPOS) || !hra_check_say(c, "go infinite") ||
        !hra_check_say(c, "isready") || !goes_on(c))
        return false;
    const double began = hra_clock();
    if (!hra_check_say(c, "stop") || !hra_check_answer(c, c->how->timeout, &move))
        return false;
    return hra_clock() - began <= c->how->margin
               ? hra_check_ready(c)
               : hra_check_break(c, N_("look for 'stop' while you think, and answer it at once"),
                                 N_("a move within %.3G s of '%s'"), c->how->margin, "stop");
}

/* ---- moves of chess ---------------------------------------------------------------------------*/

static bool plays_after(hra_checker *c, const char *moves) {
    hra_move move;
    if (!hra_check_follow(c, moves)) {
        c->verdict = HRA_RULE_SKIPPED;
        return false;
    }
    return hra_check_position(c, HRA_CHECK_STARTPOS) && hra_check_go_in_time(c, &move);
}

static bool reads_castling(hra_checker *c) {
    return plays_after(c,
                       c->rook ? "e2e4 c7c5 g1f3 d7d6 f1b5 c8d7 e1h1" : "e2e4 c7c5 g1f3 d7d6 f1b5 c8d7 e1g1");
}

static bool reads_en_passant(hra_checker *c) {
    return plays_after(c, "e2e4 a7a6 e4e5 d7d5 e5d6");
}

static bool reads_promotions(hra_checker *c) {
    return plays_after(c, "a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 g8f6 b7a8n");
}

/* ---- what arenas do besides -----------------------------------------------------------------*/

/* Says a line that no program knows. UCI has them pass over it; windows pass over an answer, too. */
static bool says_unknown(hra_checker *c, const char *line) {
    hra_text earlier = c->stray;
    hra_text_init(&c->stray);
    const bool good = hra_check_say(c, "%s", line) && hra_check_say(c, "%s", "") && hra_check_ready(c);
    if (good && c->uci && c->stray.length)
        hra_check_hint(c, N_("say nothing about what you do not know, or say it as 'info string TEXT'"),
                       N_("no line but 'readyok'"));
    if (c->uci || earlier.length) {
        hra_text_release(&c->stray);
        c->stray = earlier;
    } else {
        hra_text_release(&earlier);
    }
    return good;
}

static bool ignores_unknown_lines(hra_checker *c) {
    return says_unknown(c, "an-unknown-command 1 2 3");
}

static bool ignores_unknown_options(hra_checker *c) {
    return says_unknown(c, "setoption name NoSuchOption value 1");
}

/* `query` asks who is to move, and the result: arenas that know no rules ask it. */
static bool answers_queries(hra_checker *c) {
    hra_error what = {0};
    hra_check_walk(c, 0);
    if (!hra_check_position(c, HRA_CHECK_STARTPOS) || !hra_check_say(c, "query result") ||
        !hra_check_say(c, "isready"))
        return false;
    bool answered = false;
    while (hra_check_read(c, c->how->timeout, &what) == HRA_OK && !hra_check_after(c, "readyok")) {
        const char *response = hra_check_after(c, "response");
        answered = answered || response;
        if (response && strncmp(response, "none", 4) != 0)
            return hra_check_break(
                c, N_("answer 'query result' with p1win, p2win, draw or, before the end, none"),
                "response none");
    }
    if (!answered)
        hra_check_hint(c,
                       N_("answer 'query result', 'query p1turn' and 'query gameover' if an arena without "
                          "rules of the game, such as cutegames, is to use your program; hra does not ask"),
                       N_("response none"));
    return true;
}

/* One program plays all of them, from both seats. */
static bool play_game(hra_checker *c, int own) {
    hra_move move;
    int seat;
    hra_check_walk(c, 0);
    if (!begins_a_game(c))
        return false;
    while ((seat = c->game->rules->to_move(c->game, c->state)) != HRA_OVER) {
        if (seat != own || seat == HRA_CHANCE) {
            if (!hra_check_random_move(c))
                return true;
            continue;
        }
        if (!hra_check_position(c, HRA_CHECK_FEN) || !hra_check_go_in_time(c, &move))
            return false;
        hra_check_make(c, move);
    }
    return true;
}

static bool plays_games(hra_checker *c) {
    for (int game = 0; game < c->how->games; game++)
        if (!play_game(c, game % 2))
            return false;
    return true;
}

static bool says_no_other_lines(hra_checker *c) {
    if (!c->stray.length)
        return true;
    hra_text_addf(&c->came, "%.160s\n", hra_text_string(&c->stray));
    if (c->uci) { /* windows pass over a line of greeting */
        hra_check_hint(c, N_("write notes to standard error, or as 'info string TEXT'"),
                       N_("lines of the protocol alone"));
        return true;
    }
    return hra_check_break(c, N_("write notes to standard error, or as 'info string TEXT'"),
                           N_("lines of the protocol alone"));
}

/* ---- the end --------------------------------------------------------------------------------*/

/* Waits for the end of the program, which a channel reports as the end of its lines. */
static bool ends(hra_checker *c, const char *advice) {
    hra_error what = {0};
    hra_err err;
    double seconds = c->how->timeout > END_SOON ? c->how->timeout : END_SOON;
    double until = hra_clock() + seconds;
    do
        err = hra_check_read(c, until - hra_clock(), &what);
    while (!err);
    if (err != HRA_EHUNG && err != HRA_EENDED && err != HRA_EPROTOCOL) {
        c->fatal = err;
        c->why = what;
        return false;
    }
    hra_error well; /* as a channel says it, without words of standard error */
    hra_fail(&well, HRA_EENDED, -1, "ended with status %d%s", 0, "");
    const bool good = err == HRA_EENDED && strncmp(what.text, well.text, strlen(well.text)) == 0;
    if (err == HRA_EENDED)
        hra_text_addf(&c->came, "(%s)\n", what.text);
    else
        hra_text_addf(&c->came, _("(it still runs after %.3G s)\n"), seconds);
    if (!good)
        (void)hra_check_break(c, advice, N_("the program's end, with status 0"));
    hra_check_end(c);
    return good;
}

static bool quits(hra_checker *c) {
    return hra_check_say(c, "quit") && ends(c, N_("end with status 0 after 'quit'"));
}

/* The arena is gone: a program that waits for ever for its lines would stay. */
static bool ends_with_its_input(hra_checker *c) {
    hra_text command;
    hra_text_init(&command);
    hra_text_addf(&command, "( %s\n) </dev/null", c->how->command);
    if (command.err)
        c->fatal = hra_no_memory(&c->why);
    bool started = !command.err && hra_check_start(c, hra_text_string(&command));
    hra_text_release(&command);
    return started && ends(c, N_("end with status 0 when standard input ends: in Python a loop "
                                 "'for line in sys.stdin', in C fgets that returns NULL"));
}

/* clang-format off */
const hra_check_rule hra_check_rules[] = {
    {N_("answers the greeting"),                            starts,                     ALL,   false},
    {N_("says its name"),                                   says_its_name,              ALL,   false},
    {N_("answers 'isready'"),                               is_ready,                   ALL,   false},
    {N_("plays the starting position"),                     plays_the_start,            ALL,   false},
    {N_("plays after 'startpos moves ...'"),                plays_after_moves,          BOARD, false},
    {N_("plays 'position fen ...'"),                        plays_a_position,           BOARD, false},
    {N_("plays after 'fen ... moves ...'"),                 plays_a_position_and_moves, BOARD, false},
    {N_("plays after castling"),                            reads_castling,             UCI,   false},
    {N_("plays after a capture en passant"),                reads_en_passant,           UCI,   false},
    {N_("plays after a promotion"),                         reads_promotions,           UCI,   false},
    {N_("plays doubles"),                                   plays_doubles,              UBGI,  false},
    {N_("enters from the bar"),                             comes_in,                   UBGI,  false},
    {N_("bears off"),                                       bears_off,                  UBGI,  false},
    {N_("passes when no checker can move"),                 passes,                     UBGI,  false},
    {N_("answers 'go' with each kind of limit"),            takes_limits,               ALL,   false},
    {N_("answers within 'movetime'"),                       is_in_time,                 ALL,   false},
    {N_("answers each 'go' once"),                          answers_once,               ALL,   false},
    {N_("survives 'stop'"),                                 stops,                      ALL,   false},
    {N_("thinks until 'stop' after 'go infinite'"),         analyses,                   UCI,   false},
    {N_("ignores unknown commands"),                        ignores_unknown_lines,      ALL,   false},
    {N_("ignores unknown options"),                         ignores_unknown_options,    ALL,   false},
    {N_("answers 'query'"),                                 answers_queries,            UGI,   false},
    {N_("plays whole games, one after the other"),          plays_games,                ALL,   false},
    {N_("says lines of the protocol only"),                 says_no_other_lines,        ALL,   false},
    {N_("ends after 'quit'"),                               quits,                      ALL,   false},
    {N_("ends when standard input ends"),                   ends_with_its_input,        ALL,   true},
    {0},
};
/* clang-format on */
