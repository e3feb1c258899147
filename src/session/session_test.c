/* What lines do, and which errors they get if they can do nothing. */
#include "session_desk.h"

#include <stdlib.h>
#include <string.h>

/* ---- errors ---------------------------------------------------------------------------------*/

typedef struct fault {
    const char *line, *text;
} fault;

static const fault without_a_play[] = {
    {"", "empty line; 'help' lists the commands"},
    {"   ", "empty line"},
    {"xyz", "unknown command 'xyz'; choose one of new, resume"},
    {"mvoe 1", "did you mean 'move'?"},
    {"\xff\xfe", "unknown command '?"},
    {"move 1", "move: no game is open; 'new GAME PLAYER...' starts one"},
    {"moves", "moves: no game is open"},
    {"position", "no game is open"},
    {"advice", "no game is open"},
    {"analyse", "no game is open"},
    {"adviser minimax", "no game is open"},
    {"undo", "no game is open"},
    {"hold", "no game is open"},
    {"go", "no game is open"},
    {"explain on", "no game is open"},
    {"leave", "no game is open"},
    {"new", "new: missing game; usage: new GAME PLAYER..."},
    {"new nimm", "did you mean 'nim'?"},
    {"new nim human human human", "nim has 2 seats, but 3 players are named"},
    {"new nim 1 2 3 4 5 6 7 8 9", "no game has more than 8 seats"},
    {"new nim human minimaxx", "did you mean 'minimax'?"},
    {"new nim seed=x", "seed is a whole number from 0 to 18446744073709551615, not 'x'"},
    {"new nim seed=18446744073709551616", "seed is a whole number"},
    {"new nim seed=-1", "seed is a whole number"},
    {"new nim sed=1", "unknown option 'sed=1'"},
    {"new nim dice=x", "dice is own, manual or given, not 'x'"},
    {"new nim rest=x", "rest is machines or people, not 'x'"},
    {"new nim time=soon", "time is a duration from 1us to 8760h, such as"},
    {"new nim position=zzz", "zzz"},
    {"new nim adviser=nobody", "nobody"},
    {"new nim keep=../x", "../x"},
    {"new \"nim", "double quotes without an end"},
    {"new \"ni\\m\"", "a backslash with something that JSON does not know"},
    {"new tree:file=nothing", "nothing"},
    {"resume plays/none", "plays/none: saved game not found; 'plays' lists saved games"},
    {"resume ../none", "none"},
    {"resume plays/none seed=3", "seed, dice, position and clock cannot be set: the record has them"},
    {"read", "read: missing entry, such as plays/NAME or files/NAME"},
    {"read none", "none"},
    {"read files/none", "files/none"},
    {"read files/none too", "unexpected word 'too'"},
    {"read \"files/none", "double quotes without an end"},
    {"put", "put: missing entry"},
    {"put files/x", "put: missing text, a JSON string"},
    {"put files/x \"a", "double quotes without an end"},
    {"put files/x a b", "unexpected word 'b'"},
    {"put /etc/x a", "/etc/x"},
    {"put files/nul a", "nul"},
    {"delete files/none", "files/none"},
    {"delete files/none 2", "unexpected word '2'"},
    {"look", "look: missing view: a seat, 'table' or 'watch'"},
    {"look 8", "a seat is a whole number from 0 to 7, not '8'"},
    {"look there", "'there' is not a view"},
    {"look 0 1", "unexpected word '1'"},
    {"look \"0", "double quotes without an end"},
    {"sync x", "the number of an event is a whole number"},
    {"sync 1 2", "unexpected word '2'"},
    {"sync \"", "double quotes without an end"},
    {"done", "done: missing the task's number or result"},
    {"done x", "the number of a task is a whole number"},
    {"done 5 move 1", "no task 5 is pending"},
    {"plays now", "plays takes no arguments, found 'now'"},
    {"files now", "files takes no arguments"},
    {"stop it", "stop takes no arguments"},
    {"help me", "help takes no arguments"},
    {"quit now", "quit takes no arguments"},
};

static const fault at_tictactoe[] = {
    {"move", "move: missing move; 'moves' lists the legal ones"},
    {"move z9", "z9"},
    {"move a1 b1 c1 a1", "a1"},
    {"move a1, b1", "after 'a1' it is no longer your move; no move was made"},
    {"roll 3", "no roll is expected"},
    {"undo", "no move can be taken back"},
    {"undo 2", "undo takes no arguments"},
    {"moves all", "moves takes no arguments"},
    {"position 3", "position takes no arguments"},
    {"analyse nobody", "nobody"},
    {"analyse human", "a person cannot analyse"},
    {"analyse \"min", "double quotes without an end"},
    {"analyse minimax depth=0", "depth is a whole number from 1 to 1000, not '0'"},
    {"analyse minimax nodes=x", "nodes is a whole number"},
    {"analyse minimax playouts=-1", "playouts is a whole number"},
    {"analyse minimax time=x", "time is a duration"},
    {"analyse minimax mood=1", "unknown limit 'mood=1'; choose one of depth="},
    {"adviser", "adviser: missing player; usage: adviser PLAYER"},
    {"adviser nobody", "nobody"},
    {"adviser human", "a person cannot be the adviser"},
    {"adviser minimax 2", "unexpected word '2'"},
    {"explain", "explain is off or on, not ''"},
    {"explain maybe", "explain is off or on, not 'maybe'"},
    {"explain on off", "unexpected word 'off'"},
    {"go 0", "how many plies is a whole number from 1 to 1000000"},
    {"go 1 2", "unexpected word '2'"},
    {"hold on", "hold takes no arguments"},
    {"leave it", "leave takes no arguments"},
    {"look 2", "a seat is a whole number from 0 to 1, not '2'"},
};

static void what_cannot_be_done_is_said(void **state) {
    desk d;
    desk_open_plain(&d);
    for (size_t i = 0; i < sizeof without_a_play / sizeof *without_a_play; i++)
        desk_error(&d, 0, without_a_play[i].text, "%s", without_a_play[i].line);
    assert_null(hra_session_play(d.session));
    desk_ok(&d, 0, "new tictactoe human human seed=1");
    for (size_t i = 0; i < sizeof at_tictactoe / sizeof *at_tictactoe; i++)
        desk_error(&d, 0, at_tictactoe[i].text, "%s", at_tictactoe[i].line);
    assert_int_equal(hra_play_plies(hra_session_play(d.session)), 0);
    for (size_t i = 0; i < sizeof without_a_play / sizeof *without_a_play; i++)
        if (strncmp(without_a_play[i].line, "new", 3) == 0)
            desk_error(&d, 0, without_a_play[i].text, "%s", without_a_play[i].line);
    desk_ok(&d, 0, "move b2"); /* the table is still there */
    desk_close(&d);
}

/* An error with a place in a text has that text. */
static void errors_tell_the_place(void **state) {
    desk d;
    desk_open_plain(&d);
    desk_error(&d, 0, "roze", "new yahtzee:roze=plain human");
    const json_t *error = desk_last(&d, 0, "error");
    assert_string_equal(desk_text(error, "in"), "yahtzee:roze=plain");
    assert_int_equal(desk_int(error, "at"), 8);
    assert_string_equal(desk_text(error, "code"), "input");
    desk_close(&d);
}

static const json_t *raw(desk *d, const char *line, size_t length) {
    hra_session_line(d->session, 0, line, length);
    return d->events[d->count - 1].json;
}

static void ids_are_told_back(void **state) {
    desk d;
    desk_open_plain(&d);
    assert_string_equal(desk_text(raw(&d, "@a.B-9_ help\r\n", 14), "re"), "a.B-9_");
    assert_null(json_object_get(raw(&d, "help", 4), "re"));
    static const char *const bad[] = {"@", "@ help", "@a!b help", "@123456789012345678901234567890123 help"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const json_t *end = raw(&d, bad[i], strlen(bad[i]));
        assert_string_equal(desk_text(end, "event"), "error");
        assert_non_null(strstr(desk_text(end, "text"), "an ID is '@' and 1 to 32 letters"));
    }
    assert_string_equal(desk_text(raw(&d, "@12345678901234567890123456789012 help", 38), "event"), "ok");
    assert_string_equal(desk_text(raw(&d, "@e", 2), "re"), "e");
    desk_close(&d);
}

/* Those that are not even read have an ID too. */
static void lines_of_any_bytes_are_closed(void **state) {
    enum { LONG = HRA_SESSION_LINE };
    desk d;
    desk_open_plain(&d);
    const json_t *end = raw(&d, "@z help\0me", 10);
    assert_string_equal(desk_text(end, "re"), "z");
    assert_string_equal(desk_text(end, "text"), "a line holds no zero byte and no line break");
    assert_string_equal(desk_text(raw(&d, "@y he\nlp", 8), "re"), "y");
    char *line = malloc(LONG + 1);
    assert_non_null(line);
    memset(line, 'x', LONG + 1);
    memcpy(line, "@x ", 3);
    end = raw(&d, line, LONG + 1);
    assert_string_equal(desk_text(end, "re"), "x");
    assert_string_equal(desk_text(end, "text"), "a line has at most 4194304 bytes, not 4194305");
    assert_string_equal(desk_text(end, "code"), "limit");
    end = raw(&d, line, LONG);
    assert_string_equal(desk_text(end, "code"), "input");
    free(line);
    size_t before = d.count;
    hra_session_line(d.session, 7, "help", 4); /* there is no such client */
    hra_session_line(d.session, -1, "help", 4);
    assert_int_equal(before, d.count);
    desk_close(&d);
}

/* ---- a play ---------------------------------------------------------------------------------*/

static void a_play_is_told(void **state) {
    desk d;
    desk_open_plain(&d);
    size_t at = d.count;
    desk_ok(&d, 0, "new tictactoe human human seed=7");
    assert_string_equal(desk_text(d.events[at].json, "event"), "hello");
    assert_string_equal(desk_text(d.events[at].json, "re"), d.id);
    assert_string_equal(desk_text(d.events[at + 1].json, "event"), "position");
    assert_string_equal(desk_text(d.events[at + 2].json, "event"), "ok");
    assert_string_equal(desk_text(d.events[at + 3].json, "event"), "ask");
    assert_int_equal(desk_int(desk_last(&d, 0, "hello"), "seed"), 7);
    static const char *const moves[] = {"a1", "b1", "b2", "a2"};
    for (int i = 0; i < 4; i++) {
        desk_ok(&d, 0, "move %s", moves[i]);
        const json_t *move = desk_last(&d, 0, "move");
        assert_string_equal(desk_text(move, "move"), moves[i]);
        assert_string_equal(desk_text(move, "re"), d.id);
        assert_int_equal(desk_int(move, "ply"), i);
        assert_int_equal(desk_int(move, "seat"), i % 2);
        assert_int_equal(desk_int(desk_last(&d, 0, "ask"), "seat"), 1 - i % 2);
    }
    desk_ok(&d, 0, "moves");
    assert_int_equal(json_array_size(json_object_get(desk_last(&d, 0, "moves"), "moves")), 5);
    desk_ok(&d, 0, "position");
    assert_non_null(strstr(desk_text(desk_last(&d, 0, "position"), "board"), "a   b   c"));
    desk_ok(&d, 0, "look 0");
    desk_error(&d, 0, "no move can be taken back", "undo"); /* seat 1 moved since */
    desk_ok(&d, 0, "look table");
    desk_ok(&d, 0, "undo"); /* by the seat that moved last, though seat 0 is asked */
    assert_int_equal(desk_int(desk_last(&d, 0, "position"), "ply"), 3);
    desk_ok(&d, 0, "move a2");
    at = d.count;
    desk_ok(&d, 0, "move c3");
    const json_t *result = desk_find(&d, at, 0, "result");
    assert_non_null(result);
    assert_int_equal(json_array_size(json_object_get(result, "winners")), 1);
    assert_string_equal(desk_text(result, "reason"), "rules");
    desk_error(&d, 0, "the game is over", "move c1");
    desk_error(&d, 0, "no move can be taken back", "undo");
    desk_error(&d, 0, "no advice is possible", "advice");
    desk_error(&d, 0, "nothing to analyse", "analyse");
    int other = desk_attach(&d, HRA_VIEW_WATCH);
    desk_ok(&d, 0, "leave"); /* which all clients get */
    assert_true(json_is_null(json_object_get(desk_last(&d, other, "hello"), "spec")));
    desk_error(&d, 0, "no game is open", "position");
    desk_close(&d);
}

/* The spec is completed by what the ID says: front ends and the record have the whole. */
static void an_id_opens_the_game_that_it_names(void **state) {
    desk d;
    desk_open_plain(&d);
    desk_ok(&d, 0, "new backgammon human human position=XGID=-b----E-C---eE---c-e----B-:0:0:1:00:3:2:0:7:10");
    assert_string_equal(desk_text(desk_last(&d, 0, "hello"), "spec"), "backgammon:match-length=7,score=3-2");
    assert_non_null(
        strstr(desk_text(desk_last(&d, 0, "position"), "position"), ", white, cube 1, score 3-2"));
    desk_ok(&d, 0, "move double");
    desk_ok(
        &d, 0,
        "new backgammon:cube=no human human position=XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:3:0:10");
    assert_string_equal(desk_text(desk_last(&d, 0, "hello"), "spec"), "backgammon:cube=no");
    desk_error(&d, 0, "the ID has a score of 3 in a match of 3",
               "new backgammon:match-length=3 human human "
               "position=XGID=-b----E-C---eE---c-e----B-:0:0:1:00:3:2:0:7:10");
    desk_close(&d);
}

static void dice_are_typed_in(void **state) {
    desk d;
    desk_open_plain(&d);
    desk_ok(&d, 0, "new yahtzee human seed=1 dice=manual");
    desk_last(&d, 0, "roll");
    desk_error(&d, 0, "a roll is expected; usage: roll TEXT", "move keep 1");
    desk_error(&d, 0, "roll: missing text of the roll", "roll");
    desk_error(&d, 0, "", "roll 7-7-7-7-7");
    desk_ok(&d, 0, "moves");
    const json_t *outcomes = json_object_get(desk_last(&d, 0, "moves"), "outcomes");
    assert_int_equal(json_array_size(outcomes), 252);
    double sum = 0;
    for (size_t i = 0; i < json_array_size(outcomes); i++)
        sum += json_real_value(json_object_get(json_array_get(outcomes, i), "probability"));
    assert_true(sum > 0.999999 && sum < 1.000001);
    desk_ok(&d, 0, "roll 1-2-3-4-6");
    desk_ok(&d, 0, "moves");
    assert_null(json_object_get(desk_last(&d, 0, "moves"), "outcomes"));
    desk_last(&d, 0, "ask");
    desk_ok(&d, 0, "move keep 1-2-3-4");
    desk_ok(&d, 0, "roll 5");
    desk_close(&d);
}

/* ---- who looks ------------------------------------------------------------------------------*/

static void who_looks_moves_for_his_seat(void **state) {
    desk d;
    desk_open_plain(&d);
    int one = desk_attach(&d, 1), watch = desk_attach(&d, HRA_VIEW_WATCH), far = desk_attach(&d, 7);
    desk_ok(&d, 0, "look 0");
    desk_ok(&d, 0, "new tictactoe human human seed=1");
    assert_true(json_is_true(json_object_get(desk_last(&d, 0, "ask"), "you")));
    assert_true(json_is_false(json_object_get(desk_last(&d, one, "ask"), "you")));
    assert_null(json_object_get(desk_last(&d, one, "ask"), "re"));
    desk_error(&d, one, "it is not your move; X is to move", "move a1");
    desk_error(&d, watch, "it is not your move", "move a1");
    desk_error(&d, far, "it is not your move", "move a1"); /* a seat that this game does not have */
    desk_ok(&d, 0, "move a1");
    desk_error(&d, 0, "it is not your move; O is to move", "move a2");
    desk_error(&d, watch, "a spectator cannot take back moves", "undo");
    desk_error(&d, one, "another person plays elsewhere", "undo");
    desk_ok(&d, one, "move a2");
    assert_string_equal(desk_text(desk_last(&d, watch, "move"), "move"), "a2");
    assert_string_equal(desk_text(desk_last(&d, far, "position"), "position"),
                        desk_text(desk_last(&d, 0, "position"), "position"));
    assert_int_equal(hra_session_attach(d.session, 2), HRA_EINPUT);
    assert_int_equal(hra_session_attach(d.session, -3), HRA_EINPUT);
    desk_ok(&d, watch, "quit");
    assert_false(d.here[watch]);
    assert_int_equal(desk_attach(&d, HRA_VIEW_WATCH), watch); /* his number is free */
    desk_close(&d);
}

static void of_two_moves_at_once_one_is_made(void **state) {
    desk d;
    desk_open_plain(&d);
    int other = desk_attach(&d, HRA_VIEW_TABLE);
    desk_ok(&d, 0, "new tictactoe human human seed=1");
    for (int i = 0; i < 2; i++) {
        size_t at = d.count;
        desk_send(&d, i ? other : 0, "move %s", i ? "c1" : "a1");
        desk_send(&d, i ? 0 : other, "move %s", i ? "c1" : "a1");
        assert_int_equal(desk_tell_count(&d, at, i ? other : 0, "ok"), 1);
        assert_int_equal(desk_tell_count(&d, at, i ? 0 : other, "error"), 1);
        assert_int_equal(desk_tell_count(&d, at, 0, "move"), 1);
        assert_int_equal(desk_tell_count(&d, at, other, "move"), 1);
    }
    desk_close(&d);
}

static void a_table_has_so_many_clients(void **state) {
    desk d;
    desk_open_plain(&d);
    for (int i = 1; i < HRA_SESSION_CLIENTS; i++)
        assert_int_equal(desk_attach(&d, HRA_VIEW_WATCH), i);
    assert_int_equal(hra_session_attach(d.session, 0), HRA_ELIMIT);
    desk_ok(&d, 9, "new nim human human seed=1");
    for (int i = 0; i < HRA_SESSION_CLIENTS; i++)
        desk_last(&d, i, "position");
    desk_close(&d);
}

/* ---- again ----------------------------------------------------------------------------------*/

static void what_was_missed_is_told_again(void **state) {
    desk d;
    desk_open_plain(&d);
    desk_ok(&d, 0, "new nim human human seed=1");
    desk_ok(&d, 0, "moves");
    uint64_t last = d.n[0];
    for (uint64_t n = 0; n <= last; n++) {
        size_t at = d.count;
        desk_ok(&d, 0, "sync %d", (int)n);
        uint64_t now = d.n[0] - 1; /* what came before the ok */
        assert_int_equal(d.count - at, now - n + 1);
        for (size_t i = at; i + 1 < d.count; i++) {
            assert_true(d.events[i].again);
            assert_int_equal(desk_int(d.events[i].json, "n"), n + 1 + (i - at));
            for (size_t k = 0; k < at; k++)
                if (desk_int(d.events[k].json, "n") == desk_int(d.events[i].json, "n") && !d.events[k].again)
                    assert_string_equal(d.events[i].line, d.events[k].line);
        }
    }
    desk_close(&d);
}

/* A snapshot says all that somebody needs who knows nothing. */
static void expect_snapshot(const desk *d, size_t at, const char *waits) {
    const json_t *hello = d->events[at].json;
    assert_string_equal(desk_text(hello, "event"), "hello");
    assert_true(json_is_true(json_object_get(hello, "snapshot")));
    assert_false(d->events[at].again);
    assert_non_null(desk_find(d, at, 0, "position"));
    if (waits)
        assert_non_null(desk_find(d, at, 0, waits));
}

static void what_is_no_more_known_is_told_as_it_stands(void **state) {
    desk d;
    desk_open_plain(&d);
    desk_ok(&d, 0, "new nim human human seed=1");
    size_t at = d.count;
    desk_ok(&d, 0, "sync 100000");
    expect_snapshot(&d, at, "ask");
    at = d.count;
    desk_ok(&d, 0, "sync");
    expect_snapshot(&d, at, "ask");
    at = d.count;
    desk_ok(&d, 0, "look watch");
    expect_snapshot(&d, at, "ask");
    desk_ok(&d, 0, "look table");
    for (size_t told = 0; told < 2 * HRA_SESSION_LOG; told += strlen(d.events[d.count - 2].line))
        desk_ok(&d, 0, "moves");
    at = d.count;
    desk_ok(&d, 0, "sync 3");
    expect_snapshot(&d, at, "ask");
    at = d.count;
    desk_ok(&d, 0, "sync %d", (int)d.n[0] - 20);
    assert_int_equal(d.count - at, 21);
    desk_close(&d);
}

static void an_event_larger_than_the_log_is_passed_over(void **state) {
    desk d;
    desk_open_plain(&d);
    char *text = malloc(HRA_SESSION_LOG + 10);
    assert_non_null(text);
    memset(text, 'x', HRA_SESSION_LOG);
    text[HRA_SESSION_LOG] = '\0';
    desk_ok(&d, 0, "put files/large %s", text);
    desk_ok(&d, 0, "read files/large");
    assert_string_equal(desk_text(desk_last(&d, 0, "kept"), "text"), text);
    int n = (int)d.n[0];
    size_t at = d.count;
    desk_ok(&d, 0, "sync %d", n - 2);
    assert_string_equal(desk_text(d.events[at].json, "event"), "hello");
    at = d.count;
    desk_ok(&d, 0, "sync %d", n);
    assert_int_equal(desk_int(d.events[at].json, "n"), n + 1);
    free(text);
    desk_close(&d);
}

/* ---- any lines ------------------------------------------------------------------------------*/

static const char *const vocabulary[] = {"new",
                                         "resume",
                                         "move",
                                         "roll",
                                         "moves",
                                         "position",
                                         "advice",
                                         "analyse",
                                         "tree",
                                         "adviser",
                                         "explain",
                                         "undo",
                                         "stop",
                                         "hold",
                                         "go",
                                         "look",
                                         "sync",
                                         "plays",
                                         "files",
                                         "read",
                                         "put",
                                         "delete",
                                         "done",
                                         "leave",
                                         "help",
                                         "nim",
                                         "tictactoe",
                                         "matches",
                                         "human",
                                         "random",
                                         "minimax",
                                         "seed=1",
                                         "dice=manual",
                                         "race:pieces=1,track=8",
                                         "keep=no",
                                         "hold",
                                         "plays/a",
                                         "files/b",
                                         "\"a b\"",
                                         "keep=plays/a",
                                         "on",
                                         "off",
                                         "table",
                                         "watch",
                                         "0",
                                         "1",
                                         "2",
                                         "3",
                                         "a1",
                                         "b2",
                                         "c3",
                                         "a1, b2",
                                         "depth=2",
                                         "nodes=10",
                                         "explain",
                                         "\"",
                                         "mcts:playouts=5",
                                         "position=",
                                         "empire:first-player=bid",
                                         "greedy",
                                         "time=1ms",
                                         "rest=people"};

static void random_lines_are_closed(void **state) {
    desk d;
    hra_rng rng;
    hra_rng_init(&rng, 4);
    d = (desk){.setup = {.caps = {.depth = 3, .nodes = 300, .playouts = 20}}};
    desk_open(&d);
    for (int i = 0; i < 3; i++)
        desk_attach(&d, i - 1);
    for (int i = 0; i < 6000; i++) {
        hra_text line;
        hra_text_init(&line);
        int words = 1 + (int)hra_rng_below(&rng, 4), first = hra_rng_below(&rng, 3) ? 24 : 57;
        for (int k = 0; k < words; k++)
            hra_text_addf(&line, "%s%s", k ? " " : "",
                          vocabulary[hra_rng_below(&rng, (uint32_t)(k ? 57 : first))]);
        desk_send(&d, (int)hra_rng_below(&rng, 3), "%s", hra_text_string(&line));
        if (hra_rng_below(&rng, 4) == 0)
            desk_settle(&d);
        hra_text_release(&line);
        for (; d.count > 4000;) { /* what was looked at is let go */
            d.count--;
            json_decref(d.events[d.count].json);
            free(d.events[d.count].line);
        }
    }
    desk_settle(&d);
    desk_close(&d);
}

/* ---- setups ---------------------------------------------------------------------------------*/

static void emit_nobody(void *self, const hra_session_event *event) {
    ++*(int *)self;
    assert_null(event->json);
}

static void setups_are_looked_at(void **state) {
    hra_session *session;
    hra_error why = {0};
    int told = 0;
    hra_session_setup setup = {.size = sizeof setup};
    assert_int_equal(hra_session_open(&session, &setup, &why), HRA_EINPUT);
    assert_non_null(strstr(why.text, "no receiver of events"));
    setup.event = emit_nobody;
    setup.self = &told;
    setup.size = 0;
    assert_int_equal(hra_session_open(&session, &setup, &why), HRA_EINPUT);
    setup.size = 2 * sizeof setup;
    assert_int_equal(hra_session_open(&session, &setup, &why), HRA_EVERSION);
    setup.size = sizeof setup;
    hra_host host = {.size = 0};
    setup.host = &host;
    assert_int_equal(hra_session_open(&session, &setup, &why), HRA_EINPUT);
    setup.host = NULL;
    setup.typed = true; /* without a store, without JSON */
    assert_int_equal(hra_session_open(&session, &setup, &why), 0);
    assert_int_equal(hra_session_attach(session, HRA_VIEW_TABLE), 0);
    static const char *const lines[] = {"new tictactoe human human seed=1",
                                        "move a1",
                                        "moves",
                                        "undo",
                                        "sync 1",
                                        "plays",
                                        "put files/x a",
                                        "read files/x"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        hra_session_line(session, 0, lines[i], strlen(lines[i]));
    assert_true(told > 10);
    assert_null(hra_session_snapshot(session)->saved);
    hra_session_close(session);
    hra_session_close(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_cannot_be_done_is_said),
        cmocka_unit_test(errors_tell_the_place),
        cmocka_unit_test(ids_are_told_back),
        cmocka_unit_test(lines_of_any_bytes_are_closed),
        cmocka_unit_test(a_play_is_told),
        cmocka_unit_test(an_id_opens_the_game_that_it_names),
        cmocka_unit_test(dice_are_typed_in),
        cmocka_unit_test(who_looks_moves_for_his_seat),
        cmocka_unit_test(of_two_moves_at_once_one_is_made),
        cmocka_unit_test(a_table_has_so_many_clients),
        cmocka_unit_test(what_was_missed_is_told_again),
        cmocka_unit_test(what_is_no_more_known_is_told_as_it_stands),
        cmocka_unit_test(an_event_larger_than_the_log_is_passed_over),
        cmocka_unit_test(random_lines_are_closed),
        cmocka_unit_test(setups_are_looked_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
