/* Programs that speak UCI, played by a script: `>` is what they expect, `<` what they answer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "asked.h"
#include "hra/play.h"
#include "scripted.h"

/* A player, an agent, and a state to ask about. */
typedef struct seat {
    scripts scripts;
    hra_host host;
    hra_game *game;
    hra_player *player;
    hra_agent *agent;
    void *state;
    hra_question question;
} seat;

/* Opens the player; HRA_OK: it can be asked. */
static hra_err sit_down(seat *a, const char *game, const char *spec, hra_error *why) {
    a->scripts.command = "./engine";
    a->host = (hra_host){.size = sizeof a->host, .run = scripts_start, .self = &a->scripts};
    assert_int_equal(hra_game_open(&a->game, &a->host, game, why), 0);
    hra_err err = hra_player_open(&a->player, a->game, spec, NULL, NULL, why);
    assert_int_equal(a->scripts.running, 0);
    if (err)
        return err;
    assert_int_equal(hra_agent_open(&a->agent, a->player), 0);
    a->state = malloc(a->game->state_size);
    assert_non_null(a->state);
    a->game->rules->init(a->game, a->state);
    a->question = (hra_question){.state = a->state};
    return HRA_OK;
}

static void get_up(seat *a) {
    hra_agent_close(a->agent);
    hra_player_close(a->player);
    hra_game_close(a->game);
    free(a->state);
    assert_int_equal(a->scripts.running, 0);
    assert_null(a->scripts.script[a->scripts.started]);
}

static void place(const seat *a, const char *position) {
    hra_error why;
    assert_int_equal(hra_game_read_position(a->game, position, a->state, &why), 0);
}

static hra_move move_of(const seat *a, const char *text) {
    hra_move move;
    hra_error why;
    assert_int_equal(hra_game_parse_move(a->game, a->state, text, &move, &why), 0);
    return move;
}

static void expect(const seat *a, const char *expected) {
    hra_move move;
    if (asked_choose(a->agent, &a->question, &move) != 0)
        fail_msg("%s", hra_agent_why(a->agent)->text);
    assert_int_equal(move, move_of(a, expected));
}

#define GREETING                                                                                             \
    "> uci", "< id name Deep 1", "< id author me",                                                           \
        "< option name Skill Level type spin default 20 min 0 max 20",                                       \
        "< option name UCI_Chess960 type check default false",                                               \
        "< option name Hash type spin default 1 min 1 max 2",                                                \
        "< option name UCI_Variant type combo default chess var chess var losalamos", "< uciok"
#define SET "> setoption name Skill Level value 3"
#define READY "> isready", "< readyok"
#define START "> position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define SPEC "ext:cmd=./engine,depth=5"

static const char *const plain[] = {GREETING, "> quit", NULL};

static void a_move_is_asked_for(void **state) {
    static const char *const tried[] = {GREETING, SET, "> quit", NULL};
    static const char *const plays[] = {
        GREETING,
        SET,
        READY,
        "> ucinewgame",
        READY,
        START,
        "> go depth 5",
        "< info string depth 99",
        "< info depth 4 seldepth 7 score cp 35 nodes 77 nps 9 pv e2e4 e7e5 g1f3",
        "< info depth 5 score cp 60 lowerbound nodes 99 pv d2d4",
        "< bestmove e2e4 ponder e7e5",
        "> ucinewgame",
        READY,
        START,
        "> go depth 3 nodes 100 movetime 500",
        "< who are you?",
        "< bestmove a2a3",
        "> quit",
        NULL};
    seat a = {.scripts.script = {tried, plays}};
    hra_error why;
    asked_decision thought;
    assert_int_equal(sit_down(&a, "chess", SPEC ",options=\"SkillLevel=3\"", &why), 0);
    assert_string_equal(hra_player_info_of(a.player)->name, "Deep 1");
    expect(&a, "e4");
    assert_int_equal(asked_recall(a.agent, &thought), 0);
    assert_int_equal(thought.depth, 5);
    assert_int_equal(thought.nodes, 99);
    assert_int_equal(thought.length, 3);
    assert_int_equal(thought.line[1], 52 | 36 << 6); /* e7 and e5 */
    /* lichess.org gives 35 hundredths of a pawn 53.2 % of the chances: 0.0644 in -1..1 */
    assert_true(thought.value[0] > 0.0643 && thought.value[0] < 0.0645 &&
                thought.value[1] == -thought.value[0]);
    hra_agent_forget(a.agent);
    a.question.limits = (hra_limits){.depth = 3, .nodes = 100, .seconds = 0.5};
    expect(&a, "a3");
    get_up(&a);
}

/* Each line `multipv` belongs to its move, for the seat to move; others are not known. */
static void lines_are_values_of_moves(void **state) {
    static const char *const plays[] = {GREETING,
                                        READY,
                                        "> ucinewgame",
                                        READY,
                                        "> position fen 4k3/8/8/8/8/8/4q3/K7 b - - 0 1",
                                        "> go depth 5",
                                        "< info depth 2 multipv 1 score cp 100 pv e2d2 a1b1",
                                        "< info depth 5 multipv 1 score mate 3 nodes 5 pv e2c2 a1z9",
                                        "< info depth 5 multipv 2 score mate -2 nodes 6 pv e2d1 a1a2",
                                        "< info depth 5 multipv 3 score cp 0 pv h7h8q",
                                        "< info depth 5 multipv 65 score cp 5 pv e8e7",
                                        "< info depth 5 multipv 0 score cp 5 pv e8e7",
                                        "< info depth 5 multipv 1 score cp x pv e8e7",
                                        "< info score",
                                        "< info depth 5 currmove e2e1 currmovenumber 4",
                                        "< bestmove e2c2",
                                        "> quit",
                                        NULL};
    seat a = {.scripts.script = {plain, plays}};
    hra_error why;
    hra_analysis r;
    assert_int_equal(sit_down(&a, "chess", SPEC, &why), 0);
    place(&a, "4k3/8/8/8/8/8/4q3/K7 b - - 0 1");
    hra_analysis_init(&r);
    assert_int_equal(hra_agent_ask(a.agent, &a.question, &r), 0);
    assert_int_equal(r.move, move_of(&a, "Qc2"));
    assert_true(r.kind == HRA_VALUE_ESTIMATE && r.value[1] == 1 && r.value[0] == -1 && r.distance == 5);
    assert_int_equal(r.pv_length, 1);
    int known = 0;
    for (int i = 0; i < r.move_count; i++) {
        known += r.moves[i].kind != HRA_VALUE_NONE;
        if (r.moves[i].move == move_of(&a, "Qd1+"))
            assert_true(r.moves[i].value[1] == -1 && r.moves[i].distance == 4 && r.moves[i].line_length == 2);
    }
    assert_int_equal(known, 2);
    hra_analysis_release(&r);
    get_up(&a);
}

/* A program may repeat itself, or say nothing of what it thinks: then only its move is known. */
static void moves_since_the_last_pawn_are_told(void **state) {
#define KNIGHTS "> position fen rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    static const char *const moves[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
    static const char *const plays[] = {GREETING,
                                        READY,
                                        "> ucinewgame",
                                        READY,
                                        KNIGHTS,
                                        "> go depth 5",
                                        "< bestmove g1f3",
                                        KNIGHTS " moves g1f3 g8f6",
                                        "> go depth 5",
                                        "< bestmove f3g1",
                                        KNIGHTS " moves g1f3 g8f6 f3g1 f6g8",
                                        "> go depth 5",
                                        "< bestmove a2a3",
                                        "> quit",
                                        NULL};
    seat a = {.scripts.script = {plain, plays}};
    hra_error why;
    uint64_t keys[4];
    assert_int_equal(sit_down(&a, "chess", SPEC, &why), 0);
    place(&a, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    a.question.history = keys;
    for (int i = 0; i < 4; i++) {
        keys[i] = hra_game_key(a.game, a.state);
        a.question.history_length = i;
        if (i % 2 == 0)
            expect(&a, moves[i]);
        a.game->rules->apply(a.game, a.state, move_of(&a, moves[i]));
    }
    a.question.history_length = 4;
    expect(&a, "a3");
    get_up(&a);
}

static void failures_have_words(void **state) {
    static const struct {
        const char *script[8]; /* after `go` */
        hra_err err;
        const char *why;
    } cases[] = {
        {{"< bestmove e2e5"}, HRA_EILLEGAL, "'./engine' chose the illegal move 'e2e5' while it thought"},
        {{"< bestmove (none)"}, HRA_EILLEGAL, "'./engine' chose the illegal move '(none)' while it thought"},
        {{"< bestmove 0000"}, HRA_EILLEGAL, "'./engine' chose the illegal move '0000' while it thought"},
        {{"< bestmove"}, HRA_EPROTOCOL, "'./engine' said 'bestmove' without a move while it thought"},
        {{"< best", "hang"},
         HRA_EHUNG,
         "'./engine' did not answer in time, but said 'best', while it thought"},
        {{"end"}, HRA_EENDED, "'./engine' ended with status 7 while it thought"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static const char *const before[] = {GREETING, READY, "> ucinewgame", READY, START, "> go depth 5"};
        enum { BEFORE = sizeof before / sizeof *before };
        const char *plays[BEFORE + 8];
        memcpy(plays, before, sizeof before);
        memcpy(plays + BEFORE, cases[i].script, sizeof cases[i].script);
        seat a = {.scripts.script = {plain, plays}};
        hra_error why;
        hra_move move;
        assert_int_equal(sit_down(&a, "chess", SPEC, &why), 0);
        assert_int_equal(asked_choose(a.agent, &a.question, &move), cases[i].err);
        assert_string_equal(hra_agent_why(a.agent)->text, cases[i].why);
        get_up(&a);
    }
}

static void what_cannot_be_played_is_refused(void **state) {
#define POOR "> uci", "< option name UCI_Variant type combo default chess var chess var losalamosx", "< uciok"
    static const char *const poor[] = {POOR, NULL};
    static const struct {
        const char *game, *options;
        hra_err err;
        const char *why;
    } cases[] = {
        {"chess", "Skil=3", HRA_EINPUT, "'./engine' has no option 'Skil' when it was started"},
        {"chess:variant=960", "", HRA_EFIT,
         "'./engine' does not play Chess960: it has no option UCI_Chess960, when it was started"},
        {"chess:variant=losalamos", "", HRA_EFIT,
         "'./engine' does not play losalamos: it has no such UCI_Variant, when it was started"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        seat a = {.scripts.script = {poor}};
        hra_error why;
        char spec[128];
        (void)hra_snprintf(spec, sizeof spec, SPEC "%s%s", *cases[i].options ? ",options=" : "",
                           cases[i].options);
        assert_int_equal(sit_down(&a, cases[i].game, spec, &why), cases[i].err);
        assert_string_equal(why.text, cases[i].why);
        hra_game_close(a.game);
    }
}

static void variants_are_named(void **state) {
    static const char *const tried[] = {GREETING, "> setoption name UCI_Chess960 value true", "> quit", NULL};
    static const char *const plays[] = {GREETING,       "> setoption name UCI_Chess960 value true",
                                        READY,          "> ucinewgame",
                                        READY,          "> position fen 4k3/8/8/8/8/8/8/1K4R1 w K - 0 1",
                                        "> go depth 5", "< bestmove b1g1",
                                        "> quit",       NULL};
    static const char *const small[] = {GREETING, "> setoption name UCI_Variant value losalamos", "> quit",
                                        NULL};
    static const char *const claims[] = {GREETING,
                                         READY,
                                         "> ucinewgame",
                                         READY,
                                         "> position fen 6k1/8/8/8/8/8/8/R3K3 w - - 120 80",
                                         "> go depth 5",
                                         "< bestmove a1a2",
                                         "> quit",
                                         NULL};
    seat c = {.scripts.script = {plain, claims}};
    seat a = {.scripts.script = {tried, plays}}, b = {.scripts.script = {small}};
    hra_error why;
    assert_int_equal(sit_down(&a, "chess:variant=960", SPEC, &why), 0);
    place(&a, "4k3/8/8/8/8/8/8/1K4R1 w K - 0 1");
    expect(&a, "O-O");
    get_up(&a);
    assert_int_equal(sit_down(&b, "chess:variant=losalamos", SPEC, &why), 0);
    get_up(&b);
    assert_int_equal(sit_down(&c, "chess:draws=claim", SPEC, &why), 0);
    place(&c, "6k1/8/8/8/8/8/8/R3K3 w - - 120 80 repeated");
    expect(&c, "Ra2");
    get_up(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_is_asked_for),
        cmocka_unit_test(lines_are_values_of_moves),
        cmocka_unit_test(moves_since_the_last_pawn_are_told),
        cmocka_unit_test(failures_have_words),
        cmocka_unit_test(what_cannot_be_played_is_refused),
        cmocka_unit_test(variants_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
