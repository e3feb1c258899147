/* What a session keeps: records, going on with them, kills, stores that fail, files that specs name. */
#include "core/text.h"
#include "session_desk.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- a play with given answers --------------------------------------------------------------*/

/* Games small enough for many plays, and at least one way of each game: who sits there, besides people. */
static const struct {
    const char *game, *rest;
    int answers; /* at most, of each play */
} plays[] = {
    {"tictactoe", "human random", 99},
    {"tictactoe", "human minimax", 99},
    {"nim", "human mcts:playouts=50", 99},
    {"matches", "human greedy", 99},
    {"race:pieces=1,track=8,seats=2", "human random", 99},
    {"tree:file=docs/examples/lecture.tree", "human random", 99},
    {"yahtzee:rules=plain,seats=2", "human greedy", 30},
    {"checkers", "human alphabeta:depth=3", 12},
    {"checkers", "mcts:playouts=40,reuse=yes,memory=1M human", 8},
    {"pacman:layout=crossroads,ghosts=1,max-rounds=20", "human random", 30},
    {"empire:seats=3,first-player=bid", "human human planner", 10},
};

enum { PLAYS = sizeof plays / sizeof *plays };

static const hra_host files = {.size = sizeof(hra_host), .read = hra_host_read_file};

static hra_err add_line(void *self, const char *text, size_t length) {
    hra_text_add_bytes(self, text, length);
    return HRA_OK;
}

/* The answer that somebody without a plan gives: of ply and seed. */
static hra_move answer_of(const hra_play *play, uint64_t seed, hra_move *moves) {
    const hra_game *game = hra_play_snapshot(play)->game;
    int ply = hra_play_plies(play), n = hra_game_moves(game, hra_play_at(play, ply).state, moves);
    hra_rng rng;
    hra_rng_init(&rng, seed * 1000 + (uint64_t)ply);
    return moves[hra_rng_below(&rng, (uint32_t)n)];
}

/* What a play without a session writes for the same answers. */
static char *expected_record(const char *spec, const char *rest, uint64_t seed, int answers) {
    hra_game *game;
    hra_player *player[HRA_MAX_SEATS] = {NULL};
    hra_play *play;
    hra_event event;
    hra_text record;
    char who[HRA_SPEC_LENGTH];
    int seats = 0;
    hra_text_init(&record);
    assert_int_equal(chdir(HRA_ROOT), 0);
    assert_int_equal(hra_game_open(&game, &files, spec, NULL), 0);
    for (size_t n; *rest; rest += n + (rest[n] == ' '), seats++) {
        n = strcspn(rest, " ");
        hra_snprintf(who, sizeof who, "%.*s", (int)n, rest);
        assert_int_equal(hra_player_open(&player[seats], game, who, NULL, NULL, NULL), 0);
    }
    assert_int_equal(seats, game->seats);
    const hra_play_setup setup = {.size = sizeof setup,
                                  .game = game,
                                  .players = (const hra_player *const *)player,
                                  .count = seats,
                                  .seed = seed,
                                  .sink = add_line,
                                  .sink_self = &record};
    hra_move *moves = malloc((size_t)(game->max_moves + game->max_chances) * sizeof *moves);
    assert_non_null(moves);
    assert_int_equal(hra_play_open(&play, &setup, NULL), 0);
    for (event.kind = HRA_EVENT_CHANCE; event.kind != HRA_EVENT_OVER;) {
        assert_int_equal(hra_play_step(play, &event), 0);
        if (event.kind != HRA_EVENT_ASK)
            continue;
        if (answers-- == 0)
            break;
        assert_int_equal(hra_play_answer(play, answer_of(play, seed, moves)), 0);
    }
    hra_play_close(play);
    for (int seat = 0; seat < seats; seat++)
        hra_player_close(player[seat]);
    hra_game_close(game);
    free(moves);
    return record.data; /* the caller's to free */
}

/* Answers the question that is open; false: there is none. */
static bool answer(desk *d, uint64_t seed) {
    const hra_play *play = hra_session_play(d->session);
    int ply = hra_play_plies(play), mover = hra_play_at(play, ply).mover;
    if (mover < 0)
        return false;
    const hra_game *game = hra_play_snapshot(play)->game;
    hra_move *moves = malloc((size_t)(game->max_moves + game->max_chances) * sizeof *moves);
    hra_text text;
    hra_text_init(&text);
    assert_non_null(moves);
    game->rules->text->show_move(game, hra_play_at(play, ply).state, answer_of(play, seed, moves), &text);
    desk_ok(d, 0, "move %s", hra_text_string(&text));
    desk_settle(d);
    hra_text_release(&text);
    free(moves);
    return true;
}

/* Plays it in a session; leaves and resumes it after every `leave_after` answers. Returns its record. */
static char *play_at_table(desk *d, int i, uint64_t seed, int leave_after) {
    char name[HRA_STORE_NAME];
    desk_ok(d, 0, "new %s %s seed=%d", plays[i].game, plays[i].rest, (int)seed);
    desk_settle(d);
    assert_non_null(hra_session_snapshot(d->session)->saved);
    hra_snprintf(name, sizeof name, "%s", hra_session_snapshot(d->session)->saved);
    for (int k = 0; k < plays[i].answers && answer(d, seed); k++)
        if (leave_after && k % leave_after == 0 &&
            hra_play_at(hra_session_play(d->session), HRA_NOW).mover >= 0) {
            desk_ok(d, 0, "leave");
            desk_ok(d, 0, "resume %s", name);
            desk_settle(d);
        }
    desk_ok(d, 0, "leave");
    return desk_record(d, name);
}

static void a_record_is_what_a_play_alone_writes(void **state) {
    for (int hand_out = 0; hand_out < 2; hand_out++)
        for (int i = 0; i < PLAYS; i++)
            for (uint64_t seed = 1; seed < 3; seed++) {
                desk d = {.setup = {.hand_out = hand_out}};
                desk_open(&d);
                if (hand_out)
                    assert_int_equal(hra_worker_open(&d.worker, &d.host, NULL, NULL), 0);
                desk_attach(&d, HRA_VIEW_TABLE);
                char *expected = expected_record(plays[i].game, plays[i].rest, seed, plays[i].answers),
                     *record = play_at_table(&d, i, seed, 0);
                assert_string_equal(record, expected);
                free(record);
                free(expected);
                desk_close(&d);
            }
}

/* Players that keep what they found between moves start afresh. */
static bool forgets_nothing(int i) {
    return !strstr(plays[i].rest, "reuse");
}

static void a_play_goes_on_after_any_move(void **state) {
    char folder[] = "/tmp/hra-session-XXXXXX", command[64];
    assert_non_null(mkdtemp(folder));
    for (int in_folder = 0; in_folder < 2; in_folder++)
        for (int i = 0; i < PLAYS; i++) {
            desk d = {0};
            if (!forgets_nothing(i) || (in_folder && i % 3))
                continue;
            if (in_folder)
                assert_int_equal(hra_store_open_folder(&d.store, folder, NULL), 0);
            desk_open(&d);
            desk_attach(&d, HRA_VIEW_TABLE);
            char *expected = expected_record(plays[i].game, plays[i].rest, 5, plays[i].answers),
                 *record = play_at_table(&d, i, 5, 1);
            assert_string_equal(record, expected);
            free(record);
            free(expected);
            desk_close(&d);
        }
    hra_snprintf(command, sizeof command, "rm -rf %s", folder);
    assert_int_equal(system(command), 0);
}

/* ---- kills ----------------------------------------------------------------------------------*/

typedef struct child {
    hra_session *session;
    int out; /* a byte for every ok */
} child;

static void hra_emit_ok(void *self, const hra_session_event *event) {
    if (event->kind == HRA_SESSION_OK)
        (void)!write(((child *)self)->out, "k", 1);
}

static const char *const moves_of_each[] = {"a1", "b1", "b2", "a2"};
enum { OKS_OF_EACH = 6, MOVES_OF_EACH = 4 }; /* new, the moves, leave */

/* Begins one play after the other, without an end. */
static void play_until_killed(const char *folder, int out) {
    child c = {.out = out};
    hra_store *store;
    hra_session_setup setup = {.size = sizeof setup, .event = hra_emit_ok, .self = &c, .typed = true};
    if (hra_store_open_folder(&store, folder, NULL) != 0)
        _exit(1);
    setup.store = store;
    if (hra_session_open(&c.session, &setup, NULL) != 0)
        _exit(1);
    int client = hra_session_attach(c.session, HRA_VIEW_TABLE);
    for (int play = 0;; play++) {
        char line[80];
        int n = hra_snprintf(line, sizeof line, "new tictactoe human human seed=1 keep=plays/%d", play);
        hra_session_line(c.session, client, line, (size_t)n);
        for (int i = 0; i < MOVES_OF_EACH; i++) {
            n = hra_snprintf(line, sizeof line, "move %s", moves_of_each[i]);
            hra_session_line(c.session, client, line, (size_t)n);
        }
        hra_session_line(c.session, client, "leave", 5);
    }
}

/* Kills a child after `oks` oks; returns how many it had sent. */
static int kill_after(const char *folder, int oks) {
    int ends[2], status, seen = 0;
    char byte;
    assert_int_equal(pipe(ends), 0);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        close(ends[0]);
        play_until_killed(folder, ends[1]);
    }
    close(ends[1]);
    while (seen < oks && read(ends[0], &byte, 1) == 1)
        seen++;
    kill(pid, SIGKILL);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFSIGNALED(status));
    while (read(ends[0], &byte, 1) == 1)
        seen++;
    close(ends[0]);
    return seen;
}

static void a_kill_loses_nothing_that_was_acknowledged(void **state) {
    for (int oks = 1; oks < 60; oks += 3) {
        char folder[] = "/tmp/hra-session-XXXXXX", command[64];
        desk d = {0};
        assert_non_null(mkdtemp(folder));
        int seen = kill_after(folder, oks);
        assert_int_equal(hra_store_open_folder(&d.store, folder, NULL), 0);
        desk_open(&d);
        desk_attach(&d, HRA_VIEW_TABLE);
        for (int play = 0; play <= seen / OKS_OF_EACH; play++) {
            int least = play < seen / OKS_OF_EACH ? MOVES_OF_EACH : seen % OKS_OF_EACH - 1;
            if (least <= 0)
                continue; /* of this one nothing was acknowledged but that it began */
            desk_ok(&d, 0, "resume plays/%d", play);
            int plies = hra_play_plies(hra_session_play(d.session));
            assert_true(plies >= least && plies <= MOVES_OF_EACH);
            desk_ok(&d, 0, "move %s", plies < MOVES_OF_EACH ? moves_of_each[plies] : "c3");
        }
        desk_close(&d);
        hra_snprintf(command, sizeof command, "rm -rf %s", folder);
        assert_int_equal(system(command), 0);
    }
}

/* ---- stores that fail -----------------------------------------------------------------------*/

typedef struct failing {
    int changes; /* until it fails */
} failing;

static hra_err fail_later(void *self, const char *name, size_t at, const char *bytes, size_t length,
                          hra_error *why) {
    failing *f = self;
    return f->changes-- > 0 ? HRA_OK : hra_fail(why, HRA_EIO, -1, "'%s': the disk is full", name);
}

static void a_full_disk_is_told_once_and_the_play_goes_on(void **state) {
    for (int changes = 0; changes < 6; changes++) {
        failing f = {changes};
        const hra_store_memory memory = {.size = sizeof memory, .change = fail_later, .self = &f};
        desk d = {0};
        assert_int_equal(hra_store_open_memory(&d.store, &memory, NULL), 0);
        desk_open(&d);
        desk_attach(&d, HRA_VIEW_TABLE);
        int watch = desk_attach(&d, HRA_VIEW_WATCH);
        desk_ok(&d, 0, "new nim human random seed=1");
        desk_settle(&d);
        for (int i = 0; i < 4; i++)
            answer(&d, 1);
        assert_int_equal(desk_tell_count(&d, 0, watch, "error"), 1);
        assert_int_equal(desk_tell_count(&d, 0, 0, "error"), 1);
        assert_string_equal(desk_text(desk_last(&d, 0, "error"), "code"), "io");
        assert_non_null(strstr(desk_text(desk_last(&d, 0, "error"), "text"),
                               "the disk is full; the game continues without"));
        assert_null(hra_session_snapshot(d.session)->saved);
        assert_true(hra_play_plies(hra_session_play(d.session)) >= 2);
        desk_error(&d, 0, "the disk is full", "put files/x text");
        desk_close(&d);
    }
}

/* A disk that is there, but gives nothing back. */
typedef struct unreadable {
    hra_store store;
    const hra_store *within;
    bool broken;
} unreadable;

static hra_err read_from_it(void *self, const char *name, size_t most, hra_text *out, hra_error *why) {
    const unreadable *task = self;
    if (!task->broken)
        return task->within->read(task->within->self, name, most, out, why);
    return hra_fail(why, HRA_EIO, -1, "'%s': it cannot be read (Input/output error)", name);
}

static hra_err list_it(void *self, const char *folder, hra_store_each each, void *to, hra_error *why) {
    const hra_store *within = ((const unreadable *)self)->within;
    return within->list(within->self, folder, each, to, why);
}

static hra_err append_to_it(void *self, const char *name, size_t at, const char *bytes, size_t length,
                            hra_error *why) {
    const hra_store *within = ((const unreadable *)self)->within;
    return within->append(within->self, name, at, bytes, length, why);
}

static hra_err sync_it(void *self, const char *name, hra_error *why) {
    const hra_store *within = ((const unreadable *)self)->within;
    return within->sync(within->self, name, why);
}

static hra_err remove_from_it(void *self, const char *name, hra_error *why) {
    const hra_store *within = ((const unreadable *)self)->within;
    return within->remove(within->self, name, why);
}

static hra_err lock_in_it(void *self, const char *name, bool on, hra_error *why) {
    const hra_store *within = ((const unreadable *)self)->within;
    return within->lock(within->self, name, on, why);
}

static void what_cannot_be_read_is_not_taken_for_missing(void **state) {
    desk d;
    unreadable task = {.store = {sizeof task.store, &task, list_it, read_from_it, append_to_it, sync_it,
                                 remove_from_it, lock_in_it}};
    desk_open_plain(&d);
    hra_session_close(d.session);
    task.within = d.store;
    d.setup.store = &task.store;
    assert_int_equal(hra_session_open(&d.session, &d.setup, NULL), 0);
    int own = desk_attach(&d, HRA_VIEW_TABLE);
    desk_ok(&d, own, "new nim human human seed=1");
    answer(&d, 1);
    desk_ok(&d, own, "put files/textbook.tree nothing");
    desk_ok(&d, own, "leave");
    task.broken = true;
    desk_error(&d, own, "cannot be read (Input", "resume");
    desk_error(&d, own, "cannot be read (Input", "plays"); /* but it is named */
    assert_int_equal(desk_tell_count(&d, 0, own, "kept"), 1);
    desk_error(&d, own, "cannot be read (Input", "new tree:file=textbook.tree");
    desk_ok(&d, own, "new nim human human seed=2"); /* without a request to save it */
    assert_non_null(strstr(desk_text(desk_last(&d, own, "error"), "text"), "; the game is not saved"));
    assert_null(hra_session_snapshot(d.session)->saved);
    answer(&d, 1);
    desk_close(&d);
}

static void without_a_store_nothing_is_kept(void **state) {
    desk d = {0};
    desk_open(&d);
    hra_session_close(d.session);
    d.setup.store = NULL;
    assert_int_equal(hra_session_open(&d.session, &d.setup, NULL), 0);
    desk_attach(&d, HRA_VIEW_TABLE);
    static const char *const lines[] = {"plays",
                                        "files",
                                        "read files/x",
                                        "put files/x y",
                                        "delete files/x",
                                        "resume plays/x",
                                        "new nim human human keep=plays/x"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        desk_error(&d, 0, "nothing is saved here: this session has no store", "%s", lines[i]);
    desk_ok(&d, 0, "new nim human human seed=1");
    desk_ok(&d, 0, "move a1");
    desk_close(&d);
}

/* ---- what lies there ------------------------------------------------------------------------*/

static void files_are_put_and_named_by_specs(void **state) {
    desk d;
    desk_open_plain(&d);
    desk_ok(&d, 0, "put files/own.tree \"something else\"");
    hra_text text;
    hra_text_init(&text);
    assert_int_equal(hra_host_read_file(NULL, HRA_ROOT "/docs/examples/textbook.tree", 1 << 20, &text, NULL),
                     0);
    hra_text line;
    hra_text_init(&line);
    hra_text_add_json(&line, hra_text_string(&text));
    desk_ok(&d, 0, "put files/own.tree %s", hra_text_string(&line));
    desk_ok(&d, 0, "read files/own.tree");
    assert_string_equal(desk_text(desk_last(&d, 0, "kept"), "text"), hra_text_string(&text));
    desk_ok(&d, 0, "new tree:file=own.tree minimax random seed=1");
    desk_settle(&d);
    static const char maze[] = "put files/maze.lay \"%%%%%%\\n%P..G%\\n%....%\\n%%%%%%\\n\"";
    desk_ok(&d, 0, "%s", maze);
    desk_ok(&d, 0, "new pacman:layout=maze.lay human random seed=1 keep=no");
    desk_settle(&d);
    assert_null(hra_session_snapshot(d.session)->saved);
    desk_ok(&d, 0, "files");
    assert_int_equal(desk_tell_count(&d, 0, 0, "kept"), 3);
    desk_ok(&d, 0, "delete files/own.tree");
    desk_error(&d, 0, "own.tree", "new tree:file=own.tree human");
    hra_text_release(&line);
    hra_text_release(&text);
    desk_close(&d);
}

/* What is put over and over again counts each time, and what was refused does not. */
static void what_is_put_has_an_end(void **state) {
    desk d = {.setup = {.write_bytes = 10}};
    desk_open(&d);
    assert_int_equal(desk_attach(&d, HRA_VIEW_TABLE), 0);
    desk_ok(&d, 0, "put files/a \"123456\"");
    desk_error(&d, 0, "accepts at most 10 bytes; it has 6, and these are 5 more", "put files/b \"12345\"");
    desk_error(&d, 0, "own.tree", "delete files/own.tree");
    desk_ok(&d, 0, "put files/a \"1234\"");
    desk_error(&d, 0, "it has 10", "put files/a \"1\"");
    desk_ok(&d, 0, "put files/a \"\"");
    desk_close(&d);
}

static void kept_plays_are_listed(void **state) {
    desk d;
    desk_open_plain(&d);
    desk_ok(&d, 0, "new tictactoe human human seed=1 keep=plays/one");
    desk_ok(&d, 0, "move a1");
    desk_error(&d, 0, "this game is already open in this session", "resume plays/one"); /* it is open here */
    desk_error(&d, 0, "plays/one", "delete plays/one");
    desk_error(&d, 0, "plays/one", "put plays/one \"hra-record 1\\n\"");
    static const char *const rest[] = {"b1", "b2", "a2", "c3"};
    for (int i = 0; i < 4; i++)
        desk_ok(&d, 0, "move %s", rest[i]);
    desk_ok(&d, 0, "leave");
    size_t at = d.count;
    desk_ok(&d, 0, "plays");
    const json_t *kept = desk_find(&d, at, 0, "kept");
    assert_string_equal(desk_text(kept, "name"), "plays/one");
    assert_true(json_is_true(json_object_get(kept, "finished")));
    desk_error(&d, 0, "this game is over", "resume plays/one");
    desk_ok(&d, 0, "new nim human human seed=2 keep=plays/one"); /* behind it */
    desk_ok(&d, 0, "move a1");
    desk_ok(&d, 0, "leave");
    desk_ok(&d, 0, "resume plays/one");
    assert_int_equal(hra_play_plies(hra_session_play(d.session)), 1);
    desk_ok(&d, 0, "leave");
    desk_ok(&d, 0, "put files/text \"no record\"");
    desk_error(&d, 0, "not a file of records", "new nim human human keep=files/text");
    desk_error(&d, 0, "not a file of games", "resume files/text");
    desk_ok(&d, 0, "delete plays/one");
    desk_error(&d, 0, "plays/one", "read plays/one");
    desk_close(&d);
}

/* Two plays of one game, seed and second. */
static void no_play_is_kept_over_another(void **state) {
    desk d;
    desk_open_plain(&d);
    for (int i = 0; i < 5; i++) {
        desk_ok(&d, 0, "new nim human human seed=1");
        desk_ok(&d, 0, "move a1");
    }
    desk_ok(&d, 0, "leave");
    size_t at = d.count;
    desk_ok(&d, 0, "plays");
    assert_int_equal(desk_tell_count(&d, at, 0, "kept"), 5);
    desk_close(&d);
}

static void a_play_is_open_once(void **state) {
    char folder[] = "/tmp/hra-session-XXXXXX", command[64];
    desk one = {0}, two = {0};
    assert_non_null(mkdtemp(folder));
    assert_int_equal(hra_store_open_folder(&one.store, folder, NULL), 0);
    assert_int_equal(hra_store_open_folder(&two.store, folder, NULL), 0);
    desk_open(&one);
    desk_open(&two);
    desk_attach(&one, HRA_VIEW_TABLE);
    desk_attach(&two, HRA_VIEW_TABLE);
    desk_ok(&one, 0, "new nim human human seed=1 keep=plays/it");
    desk_ok(&one, 0, "move a1");
    desk_error(&two, 0, "plays/it", "resume plays/it");
    assert_string_equal(desk_text(desk_last(&two, 0, "error"), "code"), "state");
    desk_error(&two, 0, "plays/it", "new nim human human keep=plays/it");
    desk_ok(&two, 0, "read plays/it");
    desk_ok(&one, 0, "leave");
    desk_ok(&two, 0, "resume plays/it");
    desk_close(&one);
    desk_close(&two);
    hra_snprintf(command, sizeof command, "rm -rf %s", folder);
    assert_int_equal(system(command), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_is_what_a_play_alone_writes),
        cmocka_unit_test(a_play_goes_on_after_any_move),
        cmocka_unit_test(a_kill_loses_nothing_that_was_acknowledged),
        cmocka_unit_test(a_full_disk_is_told_once_and_the_play_goes_on),
        cmocka_unit_test(what_cannot_be_read_is_not_taken_for_missing),
        cmocka_unit_test(without_a_store_nothing_is_kept),
        cmocka_unit_test(files_are_put_and_named_by_specs),
        cmocka_unit_test(what_is_put_has_an_end),
        cmocka_unit_test(kept_plays_are_listed),
        cmocka_unit_test(no_play_is_kept_over_another),
        cmocka_unit_test(a_play_is_open_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
