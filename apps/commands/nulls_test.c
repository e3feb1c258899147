/* A caller that does not need the reason passes NULL: each call that opens, reads or parses, and each of a
 * queue, then returns its error code and writes nothing else, on bad input and on a database that cannot be
 * reached. tests/errors.py checks that each such call is tested here. */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include <hra/author.h>
#include <hra/hra.h>
#include <hra/lab.h>
#include <hra/session.h>
#include <hra/work.h>

#include "commands/record_file.h"
#include "queue/database.h"
#include "queue/queue.h"

static hra_game *open_game(const char *spec) {
    hra_game *game = NULL;
    assert_int_equal(hra_game_open(&game, NULL, spec, NULL), 0);
    return game;
}

static hra_player *open_player(const hra_game *game, const char *spec) {
    hra_player *player = NULL;
    assert_int_equal(hra_player_open(&player, game, spec, NULL, NULL, NULL), 0);
    return player;
}

#define FAILS(call) assert_in_range(-(call), 1, 15)

/* ---- the library ----------------------------------------------------------------------------*/

static void games_and_specs(void **state) {
    hra_game *game = open_game("nim"), *other = NULL;
    char name[HRA_NAME_LENGTH];
    const char *options;
    size_t length;
    hra_eval eval;
    hra_options read;
    hra_text text;
    FAILS(hra_game_open(&other, NULL, "nowhere", NULL));
    FAILS(hra_game_open_at(&other, NULL, "nowhere", 2, "zz", NULL));
    FAILS(hra_game_open_at(&other, NULL, "nowhere", 2, NULL, NULL));
    FAILS(hra_game_open_rules(&other, NULL, game->rules, "rows=x", NULL));
    FAILS(hra_spec_split("", name, &options, &length, NULL));
    FAILS(hra_options_read(&read, game->rules->options, NULL, "nim", "what=1", 6, 0, NULL));
    FAILS(hra_eval_open(&eval, game, "nowhere", NULL));
    FAILS(hra_game_file_open(
        &(hra_game_file *){NULL},
        &(hra_game_file_setup){.size = sizeof(hra_game_file_setup), .text = "x", .length = 1}, NULL));
    FAILS(hra_game_file_open(&(hra_game_file *){NULL}, &(hra_game_file_setup){.size = SIZE_MAX}, NULL));
    FAILS(hra_seats_read("zz", 2, &(unsigned){0}, NULL));
    hra_text_init(&text);
    FAILS(hra_game_read_file(game, "/nowhere/x", "a file", 100, &text, NULL));
    FAILS(hra_host_read_file(NULL, "/nowhere/x", 100, &text, NULL));
    hra_text_release(&text);
    hra_game_close(game);
}

static void states_and_records(void **state) {
    hra_game *game = open_game("nim");
    void *s = calloc(1, (size_t)hra_encoding_of(game).state_size);
    hra_move move = 0;
    hra_record *record = NULL;
    hra_openings *openings = NULL;
    size_t used;
    assert_int_equal(hra_state_init(game, 0, s, NULL), 0);
    FAILS(hra_game_parse_move(game, s, "zz", &move, NULL));
    FAILS(hra_state_parse(game, s, "zz", &move, NULL));
    FAILS(hra_path_check("M0", NULL));
    FAILS(hra_game_read_position(game, "zz", s, NULL));
    FAILS(hra_state_read(game, "zz", s, NULL));
    FAILS(hra_record_parse(&record, NULL, "zz", 2, &used, 1, NULL));
    FAILS(hra_record_parse(&record, NULL, "hra-record 1\ngame nowhere\n", 26, &used, 1, NULL));
    FAILS(hra_openings_read(&openings, game, "zz\n", 3, NULL));
    free(s);
    hra_game_close(game);
}

static void inputs(void **state) {
    hra_input *input = NULL;
    hra_text text;
    hra_text_init(&text);
    FAILS(hra_input_open(&input, "/nowhere/x", NULL, NULL));
    FAILS(hra_input_open(&input, "/dev/null", "no-encoding", NULL));
    FAILS(hra_input_open_bytes(&input, "a", 1, "no-encoding", NULL));
    assert_null(input);
    assert_int_equal(hra_input_open_bytes(&input, "\x1f\x8b\x08", 3, NULL, NULL), 0);
    FAILS(hra_input_read(input, 100, &text, NULL));
    FAILS(hra_input_read_all(input, 100, &text, NULL));
    hra_input_close(input);
    assert_int_equal(hra_input_open(&input, "/tmp", NULL, NULL), 0);
    FAILS(hra_input_read(input, 100, &text, NULL));
    hra_input_close(input);
    assert_int_equal(text.length, 0);
    hra_text_release(&text);
}

static void limits_of_players(void **state) {
    hra_game *game = open_game("checkers");
    hra_player *player = open_player(game, "minimax");
    const hra_limits none = {0};
    void *s = malloc(game->state_size);
    assert_non_null(s);
    game->rules->init(game, s);
    FAILS(hra_player_check_limits(player, &none, s, NULL));
    free(s);
    hra_player_close(player);
    hra_game_close(game);
}

static void players_and_plays(void **state) {
    hra_game *game = open_game("nim"), *other = open_game("tictactoe");
    hra_player *player = NULL, *random = open_player(game, "random");
    const hra_player *seats[] = {random, random};
    hra_agent *agent = NULL;
    hra_play *play = NULL;
    hra_record *record = NULL;
    hra_review *review = NULL;
    hra_protocol *protocol = NULL;
    size_t used;
    static const char text[] =
        "hra-record 1\ngame nim\nseed 1\nnumber 0\nseat 0 random\nseat 1 random\n0 c1\n";
    FAILS(hra_player_open(&player, game, "nowhere", NULL, NULL, NULL));
    FAILS(hra_grade_player_open(&player, game, "random", NULL, NULL));
    FAILS(hra_player_open_kind(&player, game, hra_player_info_of(random)->kind, "what=1", NULL, NULL, NULL));
    FAILS(hra_agent_open_spec(&agent, game, "nowhere", NULL));
    FAILS(hra_play_open(
        &play,
        &(hra_play_setup){
            .size = sizeof(hra_play_setup), .game = game, .players = seats, .count = 2, .position = "zz"},
        NULL));
    FAILS(hra_protocol_open(&protocol,
                            &(hra_protocol_setup){.size = sizeof(hra_protocol_setup),
                                                  .kind = hra_protocol_find("ugi"),
                                                  .game = "nowhere"},
                            NULL));
    assert_int_equal(hra_record_parse(&record, NULL, text, strlen(text), &used, 1, NULL), 0);
    assert_int_equal(hra_agent_open_spec(&agent, other, "minimax", NULL), 0);
    FAILS(hra_review_open(&review, agent, record, NULL)); /* of another game */
    hra_agent_close(agent);
    hra_record_close(record);
    hra_player_close(random);
    hra_game_close(other);
    hra_game_close(game);
}

static void runs(void **state) {
    hra_game *game = open_game("nim");
    hra_match_result result = {.size = sizeof result};
    FAILS(hra_match_read(&result, "zz", 2, NULL));
    FAILS(hra_adjudicator_check(&(hra_adjudicator){.max_plies = -1}, game, NULL));
    FAILS(hra_sequential_check(&(hra_sequential){.low = 1, .high = 0}, NULL));
    hra_game_close(game);
}

static void learners_and_rollouts(void **state) {
    hra_learner *learner = NULL;
    hra_game *taught = open_game("tictactoe");
    hra_learn_setup learn = {.size = sizeof learn, .game = taught, .method = "nowhere", .threads = 1};
    FAILS(hra_learner_open(&learner, &learn, NULL));
    learn.method = "zero:playouts=20,games-per-iteration=20,replay-games=50,hidden=16";
    assert_int_equal(hra_learner_open(&learner, &learn, NULL), 0);
    FAILS(hra_learner_restore(learner, "x", "zz", 2, NULL));
    hra_learner_close(learner);
    hra_game_close(taught);
}

static void solutions(void **state) {
    hra_game *game = open_game("nim"), *checkers = open_game("checkers:tablebase-pieces=2");
    hra_slices *slices = NULL;
    hra_solution *solution = NULL;
    int slice;
    FAILS(hra_slices_open(&slices, game, NULL));
    assert_int_equal(hra_slices_open(&slices, checkers, NULL), 0);
    FAILS(hra_slices_find(slices, "zz", &slice, NULL));
    hra_slices_close(slices);
    FAILS(hra_solution_open(&solution, checkers,
                            &(hra_solve_setup){.size = sizeof(hra_solve_setup), .threads = 1000}, NULL));
    hra_game_close(checkers);
    hra_game_close(game);
}

static void work_and_adjudication(void **state) {
    hra_work *work = NULL;
    hra_adjudicator how = {0};
    hra_text text;
    uint64_t games;
    size_t used;
    hra_text_init(&text);
    FAILS(hra_adjudicator_read(&how, "draw", "zz", NULL));
    FAILS(hra_work_open(&work, "zz", "work zz\n", NULL, NULL));
    FAILS(hra_work_open(&work, NULL, "work match\ngame nim\n", NULL, NULL));
    assert_int_equal(hra_work_open(&work, NULL,
                                   "work match\ngame nim\nplayer random\nplayer greedy\ngames 4\n", NULL,
                                   NULL),
                     0);
    FAILS(hra_work_restore(work, "zz\n", 3, &used, NULL));
    FAILS(hra_work_model(work, &text, &games, NULL));
    FAILS(hra_work_tables(work, NULL));
    FAILS(hra_work_mark_assigned(work, "games 1 2", NULL));
    assert_int_equal(hra_work_mark_assigned(work, "games 0 1", NULL), 0);
    FAILS(hra_work_add_result(work, "games 0 1", "zz", 2, NULL));
    FAILS(hra_work_run_task(work, "games 3 9", NULL, &text, NULL, NULL));
    hra_text_release(&text);
    hra_work_close(work);
}

static void stores_and_sessions(void **state) {
    hra_store *store = NULL;
    hra_text text;
    hra_session *session = NULL;
    hra_collection *collection = NULL;
    hra_collection_answer *answer = NULL;
    hra_worker_pool *pool = NULL;
    hra_worker *worker = NULL;
    hra_exercise *exercise;
    hra_course *course;
    hra_deck *deck;
    hra_text_init(&text);
    FAILS(hra_store_open_folder(&store, "/dev/null/x", NULL));
    assert_int_equal(
        hra_store_open_memory(&store, &(hra_store_memory){.size = sizeof(hra_store_memory), .most = 4}, NULL),
        0);
    FAILS(hra_store_read(store, "plays/x", 100, &text, NULL));
    FAILS(hra_store_read(store, "..", 100, &text, NULL));
    FAILS(hra_store_read_file(store, "zz", 100, &text, NULL));
    FAILS(hra_store_fill(store, &(hra_store_entry){.name = "..", .length = 1}, "x", NULL));
    FAILS(hra_store_append(store, "plays/x", 0, "12345", 5, NULL));
    hra_store_close(store);
    FAILS(hra_collection_open(&collection, &(hra_collection_setup){0}, NULL));
    assert_int_equal(hra_collection_open(&collection, NULL, NULL), 0);
    FAILS(hra_collection_ask(collection, &(hra_collection_question){.size = sizeof(hra_collection_question)},
                             &answer, NULL));
    FAILS(hra_collection_game_at(collection, 1, NULL, NULL, NULL));
    hra_collection_close(collection);
    FAILS(hra_exercise_open(&exercise, NULL, "", 0, NULL));
    FAILS(hra_exercise_make(&exercise, NULL, NULL, "hra-exercise 1\nkind fill\n", 25, NULL, NULL));
    FAILS(hra_exercise_random_tree(&exercise, NULL, 1, 9, 0, NULL, NULL));
    FAILS(hra_course_open(&course, "x", 1, NULL));
    FAILS(hra_deck_open(&deck, "x", 1, NULL));
    FAILS(hra_session_open(&session, &(hra_session_setup){.size = sizeof(hra_session_setup), .threads = -1},
                           NULL));
    FAILS(hra_worker_pool_open(
        &pool, &(hra_worker_pool_setup){.size = sizeof(hra_worker_pool_setup), .agents = -1}, NULL));
    (void)hra_worker_open(&worker, NULL, NULL, NULL); /* nothing that it is given is bad */
    hra_worker_close(worker);
    hra_text_release(&text);
}

/* ---- queues ---------------------------------------------------------------------------------*/

/* A call while another process holds the file: it waits, says so, and is stopped then. */
static hra_stop stop;

static void stop_at_once(void *self, const char *why) {
    if (why)
        hra_stop_set(&stop);
}

static void names_that_are_no_stores(void **state) {
    queue *q = NULL;
    static const char *const names[] = {"/nowhere/x",
                                        "/dev/null/x",
                                        "postgresql://h:p@q@nowhere/x",
                                        "nosuch://x",
                                        "postgresql://a/b?host=/nowhere",
                                        "password=a'b",
                                        "/",
                                        "host=/nowhere",
                                        "postgresql://x/y?what=1"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        FAILS(queue_open(&q, &(queue_setup){.name = names[i]}, NULL));
        if (queue_open(&q, &(queue_setup){.name = names[i], .works = true, .begins = true}, NULL) == 0) {
            FAILS(queue_begin(q, "hra x\n", NULL)); /* a file that cannot be made */
            queue_close(q);
        }
    }
}

static void remove_store(const char *folder) {
    static const char *const ends[] = {"", "-wal", "-shm"};
    char name[64];
    for (int i = 0; i < 3; i++) {
        hra_snprintf(name, sizeof name, "%s/s%s", folder, ends[i]);
        (void)unlink(name);
    }
    assert_int_equal(rmdir(folder), 0);
}

/* A run of another build, and of a kind that only hra grade continues. */
static void fail_with_another_build(const char *name, hra_work *work, hra_text *text) {
    queue *q = NULL;
    assert_int_equal(queue_open(&q, &(queue_setup){.name = name}, NULL), 0);
    FAILS(queue_check_build(q, NULL));
    FAILS(queue_check_players(q, NULL));
    FAILS(queue_news(q, work, NULL));
    FAILS(queue_result(q, 1, text, NULL));
    FAILS(queue_records(q, 1, text, NULL));
    FAILS(queue_shares(q, NULL, NULL, NULL));
    queue_close(q);
}

static void a_database_that_is_away(void **state) {
    char folder[] = "/tmp/hra-nulls-XXXXXX", name[64], spec[128];
    sqlite3 *other = NULL;
    hra_progress progress = {.stop = &stop};
    hra_text text;
    queue *q = NULL;
    hra_work *work = NULL;
    assert_non_null(mkdtemp(folder));
    hra_snprintf(name, sizeof name, "%s/s", folder);
    hra_snprintf(spec, sizeof spec, "hra %s\nwork match\ngame nim\ngames 9\n", hra_version());
    assert_int_equal(hra_work_open(&work, NULL, spec, NULL, NULL), 0);
    hra_text_init(&text);
    hra_text_add(&text, "result");
    const queue_setup how = {
        .name = name, .works = true, .begins = true, .lease = 1000, .progress = &progress};
    assert_int_equal(queue_open(&q, &how, NULL), 0);
    assert_int_equal(queue_begin(q, spec, NULL), 0);
    queue_tell_waits(q, stop_at_once, NULL);
    queue_task task = {0};
    queue_file file = {.name = 7};
    assert_int_equal(queue_assign(q, work, 2, NULL), 0);
    assert_int_equal(queue_claim(q, 0, &task, NULL), 0);
    FAILS(queue_result(q, 99, &text, NULL));
    FAILS(queue_find_file(q, &file, NULL));
    assert_int_equal(sqlite3_open(name, &other), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(other, "BEGIN EXCLUSIVE; UPDATE hra_run SET finished = 0", NULL, NULL, NULL), SQLITE_OK);
    hra_stop_set(&stop); /* so that each waits for a moment only */
    FAILS(queue_finish(q, &task, &text, &text, 1, NULL));
    FAILS(queue_assign(q, work, 2, NULL));
    FAILS(queue_claim(q, 1, &task, NULL));
    FAILS(queue_note_file(q, &file, NULL));
    queue *second = NULL;
    FAILS(queue_open(&second, &how, NULL));
    assert_int_equal(
        sqlite3_exec(other, "ROLLBACK; DROP TABLE hra_unit; DROP TABLE hra_file", NULL, NULL, NULL),
        SQLITE_OK);
    sqlite3_close(other);
    FAILS(queue_give_back(q, &task, NULL));
    FAILS(queue_forget(q, 1, 9, NULL));
    FAILS(queue_renew(q, NULL));
    FAILS(queue_extend(q, "hra 9\n", NULL));
    queue_close(q);
    assert_int_equal(sqlite3_open(name, &other), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(
            other,
            "CREATE TABLE hra_unit (number); UPDATE hra_run SET spec = 'hra 9\nplayer submission:name=a'",
            NULL, NULL, NULL),
        SQLITE_OK);
    sqlite3_close(other);
    hra_stop_clear(&stop);
    fail_with_another_build(name, work, &text);
    hra_work_close(work);
    hra_text_release(&text);
    remove_store(folder);
}

/* What somebody put into a file may take for ever; a stop ends it. */
static void a_statement_without_end(void **state) {
    char folder[] = "/tmp/hra-nulls-XXXXXX", name[64];
    hra_progress progress = {.stop = &stop};
    database *db = NULL;
    assert_non_null(mkdtemp(folder));
    hra_snprintf(name, sizeof name, "%s/s", folder);
    assert_int_equal(database_sqlite.open(&db, name, true, NULL), 0);
    db->progress = &progress;
    assert_int_equal(database_sqlite.connect(db, NULL), 0);
    hra_stop_set(&stop);
    assert_int_equal(
        database_sqlite.run(
            db, "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT count(*) FROM r",
            NULL, 0, NULL, NULL, NULL, NULL),
        HRA_ESTOPPED);
    assert_false(db->lost);
    hra_stop_clear(&stop);
    database_sqlite.close(db);
    (void)unlink(name);
    assert_int_equal(rmdir(folder), 0);
}

static void files_of_records(void **state) {
    record_file file;
    hra_game *game = open_game("nim");
    FAILS(record_file_open(&file, "/nowhere/x", RECORD_APPEND, game, NULL, NULL));
    FAILS(record_file_open(&file, "/dev/null/x.pdn", RECORD_NEW, game, NULL, NULL));
    hra_game_close(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_and_specs),
        cmocka_unit_test(states_and_records),
        cmocka_unit_test(inputs),
        cmocka_unit_test(limits_of_players),
        cmocka_unit_test(players_and_plays),
        cmocka_unit_test(runs),
        cmocka_unit_test(learners_and_rollouts),
        cmocka_unit_test(solutions),
        cmocka_unit_test(work_and_adjudication),
        cmocka_unit_test(stores_and_sessions),
        cmocka_unit_test(names_that_are_no_stores),
        cmocka_unit_test(a_database_that_is_away),
        cmocka_unit_test(files_of_records),
        cmocka_unit_test(a_statement_without_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
