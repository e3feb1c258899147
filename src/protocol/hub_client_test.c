/* Programs that speak Hub, played by a script: `>` is what they expect, `<` what they answer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "asked.h"
#include "hra/play.h"
#include "scripted.h"

/* A player, an agent, and a state to ask about. */
typedef struct seat {
    hra_host host;
    hra_game *game;
    hra_player *player;
    hra_agent *agent;
    void *state;
    hra_question question;
} seat;

static void sit_down(seat *a, scripts *s, const char *position) {
    hra_error why = {0};
    *a = (seat){.host = {.size = sizeof a->host, .run = scripts_start, .self = s}};
    assert_int_equal(hra_game_open(&a->game, &a->host, "checkers", &why), 0);
    hra_err err = hra_player_open(
        &a->player, a->game, "ext:cmd=\"./engine -x\",options=\"tt=1 book=no\",depth=5", NULL, NULL, &why);
    if (err)
        fail_msg("%s", why.text);
    assert_int_equal(s->running, 0);
    assert_int_equal(hra_agent_open(&a->agent, a->player), 0);
    a->state = malloc(a->game->state_size);
    assert_non_null(a->state);
    assert_int_equal(hra_game_read_position(a->game, position, a->state, &why), 0);
    a->question = (hra_question){.state = a->state, .stop = &s->stop};
}

static void get_up(seat *a, const scripts *s) {
    hra_agent_close(a->agent);
    hra_player_close(a->player);
    hra_game_close(a->game);
    free(a->state);
    assert_int_equal(s->running, 0);
    assert_null(s->script[s->started]);
}

static void make(const seat *a, const char *text) {
    hra_move move;
    hra_error why;
    assert_int_equal(hra_game_parse_move(a->game, a->state, text, &move, &why), 0);
    a->game->rules->apply(a->game, a->state, move);
}

static hra_err ask(const seat *a, const char *expected) {
    hra_move move, wanted;
    hra_error why;
    hra_err err = asked_choose(a->agent, &a->question, &move);
    if (err || !expected)
        return err;
    assert_int_equal(hra_game_parse_move(a->game, a->state, expected, &wanted, &why), 0);
    assert_int_equal(move, wanted);
    return HRA_OK;
}

#define GREETING                                                                                             \
    "> hub", "< id name=x version=1",                                                                        \
        "< param name=variant value=normal type=enum values=\"normal english\"",                             \
        "< param name=tt value=9 type=int min=1 max=99", "< wait", "> set-param name=variant value=english", \
        "> set-param name=tt value=\"1\"", "> set-param name=book value=\"no\""
#define START "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"

static const char *const tried[] = {GREETING, "> quit", NULL};
static const char beginning[] = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";

static void a_move_is_asked_for(void **state) {
    static const char *const plays[] = {GREETING,
                                        "> init",
                                        "< ready",
                                        "> new-game",
                                        "> pos pos=" START,
                                        "> level depth=5",
                                        "> go think",
                                        "< info depth=4 nodes=77 pv=\"11-15\"",
                                        "< ",
                                        "< done move=11-15 ponder=22-18",
                                        "> new-game",
                                        "> pos pos=" START,
                                        "> level depth=3 nodes=100 move-time=0.5",
                                        "> go think",
                                        "< done move=9-13",
                                        "> quit",
                                        NULL};
    scripts s = {.command = "./engine -x", .script = {tried, plays}};
    seat a;
    asked_decision thought;
    sit_down(&a, &s, beginning);
    assert_int_equal(ask(&a, "11-15"), 0);
    assert_int_equal(asked_recall(a.agent, &thought), 0);
    assert_int_equal(thought.depth, 4);
    assert_int_equal(thought.nodes, 77);
    hra_agent_forget(a.agent);
    a.question.limits = (hra_limits){.depth = 3, .nodes = 100, .seconds = 0.5};
    assert_int_equal(ask(&a, "9-13"), 0);
    get_up(&a, &s);
}

/* Kings go to and fro; then a man moves, and what came before means nothing any more. */
static void moves_since_the_last_capture_are_told(void **state) {
    static const char *const plays[] = {
        GREETING,
        "> init",
        "< ready",
        "> new-game",
        "> pos pos=BBeeeeeeeeeeeeeeeeeeebeeeeeeeeWee",
        "> level depth=5",
        "> go think",
        "< done move=1-6",
        "> pos pos=BBeeeeeeeeeeeeeeeeeeebeeeeeeeeWee moves=\"1-6 30-26\"",
        "> level depth=5",
        "> go think",
        "< done move=6-1",
        "> pos pos=BBeeeeeeeeeeeeeeeeeeebeeeeeeeeWee moves=\"1-6 30-26 6-1 26-30\"",
        "> level depth=5",
        "> go think",
        "< done move=21-25",
        "> pos pos=BBeeeeeeeeeeeeeeeeeeeeeeeWeeeeeee",
        "> level depth=5",
        "> go think",
        "< done move=1-6",
        "> quit",
        NULL};
    static const char *const moves[] = {"1-6", "30-26", "6-1", "26-30"};
    uint64_t keys[4];
    scripts s = {.command = "./engine -x", .script = {tried, plays}};
    seat a;
    sit_down(&a, &s, "B:WK30:BK1,21");
    a.question.history = keys;
    for (int i = 0; i < 4; i++) {
        keys[i] = hra_game_key(a.game, a.state);
        a.question.history_length = i;
        if (i % 2 == 0)
            assert_int_equal(ask(&a, moves[i]), 0);
        make(&a, moves[i]);
    }
    a.question.history_length = 4;
    assert_int_equal(ask(&a, "21-25"), 0);
    assert_int_equal(hra_game_read_position(a.game, "B:WK25:BK1", a.state, NULL),
                     0); /* a play of somebody else */
    a.question.history_length = 0;
    assert_int_equal(ask(&a, "1-6"), 0);
    get_up(&a, &s);
}

static void who_fails_is_started_again(void **state) {
    static const char *const ends[] = {
        GREETING,          "> init",     "< ready", "> new-game", "> pos pos=" START,
        "> level depth=5", "> go think", "end",     NULL};
    static const char *const illegal[] = {
        GREETING,          "> init",     "< ready",           "> new-game", "> pos pos=" START,
        "> level depth=5", "> go think", "< done move=11-14", NULL};
    static const char *const unready[] = {GREETING, "> init", "< wait", "hang", NULL};
    static const char *const hangs[] = {GREETING, "> init", "hang", NULL};
    static const char *const plays[] = {GREETING,           "> init",
                                        "< reading tables", "< ready",
                                        "> new-game",       "> pos pos=" START,
                                        "> level depth=5",  "> go think",
                                        "< still here",     "< done move=11-15",
                                        "> quit",           NULL};
    static const struct {
        hra_err err;
        const char *words;
    } failures[] = {
        {HRA_EENDED, "'./engine -x' ended with status 7 while it thought"},
        {HRA_EILLEGAL, "'./engine -x' chose the illegal move '11-14' while it thought"},
        {HRA_EHUNG, "'./engine -x' did not answer in time, but said 'wait', when it was started"},
        {HRA_EHUNG, "'./engine -x' did not answer in time when it was started"},
    };
    scripts s = {.command = "./engine -x", .script = {tried, ends, illegal, unready, hangs, plays}};
    seat a;
    sit_down(&a, &s, beginning);
    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) {
        assert_int_equal(ask(&a, NULL), failures[i].err);
        assert_string_equal(hra_agent_why(a.agent)->text, failures[i].words);
        assert_int_equal(s.running, 0);
    }
    assert_int_equal(ask(&a, "11-15"), 0);
    get_up(&a, &s);
}

static void a_stop_takes_what_there_is(void **state) {
    static const char *const answers[] = {
        GREETING,     "> init", "< ready", "> new-game",     "> pos pos=" START,  "> level depth=5",
        "> go think", "stop",   "> stop",  "< info depth=2", "< done move=11-16", "> quit",
        NULL};
    static const char *const hangs[] = {
        GREETING, "> init", "< ready", "> new-game", "> pos pos=" START, "> level depth=5", "> go think",
        "stop",   "> stop", "hang",    NULL};
    scripts s = {.command = "./engine -x", .script = {tried, answers}},
            t = {.command = "./engine -x", .script = {tried, hangs}};
    seat a;
    sit_down(&a, &s, beginning);
    assert_int_equal(ask(&a, "11-16"), 0);
    get_up(&a, &s);
    sit_down(&a, &t, beginning);
    assert_int_equal(ask(&a, NULL), HRA_ESTOPPED);
    get_up(&a, &t);
}

static void players_that_cannot_be_are_refused(void **state) {
    static const struct {
        const char *game, *spec, *words;
        hra_err err;
        bool runs;
    } cases[] = {
        {"checkers", "ext:cmd=\"rm -rf\"",
         "'rm -rf': no program may be run that is named here; only a command line of one's own may",
         HRA_EDENIED, false},
        {"yahtzee", "ext:cmd=x", "player ext: no program can play yahtzee here: there is no protocol for it",
         HRA_EFIT, true},
        {"nim", "ext:cmd=x,protocol=hub", "player ext: the protocol hub does not play nim", HRA_EFIT, true},
        {"checkers", "ext", "player ext: missing cmd=COMMAND or address=PORT", HRA_EINPUT, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_host host = {.size = sizeof host, .run = cases[i].runs ? scripts_start : NULL};
        hra_game *game;
        hra_player *player;
        hra_error why = {0};
        assert_int_equal(hra_game_open(&game, &host, cases[i].game, NULL), 0);
        assert_int_equal(hra_player_open(&player, game, cases[i].spec, NULL, NULL, &why), cases[i].err);
        assert_string_equal(why.text, cases[i].words);
        hra_game_close(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_is_asked_for),
        cmocka_unit_test(moves_since_the_last_capture_are_told),
        cmocka_unit_test(who_fails_is_started_again),
        cmocka_unit_test(a_stop_takes_what_there_is),
        cmocka_unit_test(players_that_cannot_be_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
