/* What people say at a play: names, resigning, draws, times; what they see; and how they are woken. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "asked.h"
#include "hra/hra.h"

typedef struct table {
    hra_game *game;
    hra_player *players[HRA_MAX_SEATS];
    hra_play *play;
    hra_text record;
    bool full;
} table;

static hra_err add_text(void *self, const char *text, size_t length) {
    table *t = self;
    if (t->full)
        return HRA_EIO;
    hra_text_add_bytes(&t->record, text, length);
    return HRA_OK;
}

/* The first player in seat 0, the other in all others. */
static void open_table(table *t, const char *game, const char *first, const char *other,
                       hra_play_setup setup) {
    hra_error why = {0};
    *t = (table){0};
    hra_text_init(&t->record);
    assert_int_equal(hra_game_open(&t->game, NULL, game, NULL), 0);
    for (int seat = 0; seat < t->game->seats; seat++)
        if (hra_player_open(&t->players[seat], t->game, seat ? other : first, NULL, NULL, &why) != 0)
            fail_msg("%s", why.text);
    setup.size = sizeof setup;
    setup.game = t->game;
    setup.players = (const hra_player *const *)t->players;
    setup.count = t->game->seats;
    setup.sink = add_text;
    setup.sink_self = t;
    if (hra_play_open(&t->play, &setup, &why) != 0)
        fail_msg("%s", why.text);
}

static void open_people(table *t) {
    open_table(t, "tictactoe", "human", "human", (hra_play_setup){.seed = 7, .number = 3});
}

static void close_table(table *t) {
    hra_play_close(t->play);
    for (int seat = 0; seat < t->game->seats; seat++)
        hra_player_close(t->players[seat]);
    hra_game_close(t->game);
    hra_text_release(&t->record);
}

#define HEAD(version) "hra-record " version "\ngame tictactoe\nseed 7\nnumber 3\nseat 0 human\nseat 1 human\n"

static void records(const table *t, const char *expected) {
    assert_string_equal(hra_text_string(&t->record), expected);
}

static void worked(const table *t, hra_err err) {
    if (err)
        fail_msg("%s", hra_play_why(t->play)->text);
    assert_string_equal(hra_play_why(t->play)->text, "");
}

static void failed(const table *t, hra_err err, hra_err expected, const char *words) {
    const hra_error *why = hra_play_why(t->play);
    assert_int_equal(err, expected);
    assert_int_equal(why->code, expected);
    if (!strstr(why->text, words))
        fail_msg("'%s' lacks '%s'", why->text, words);
}

static hra_event step(table *t) {
    hra_event event;
    worked(t, hra_play_step(t->play, &event));
    return event;
}

static void move(table *t, const char *word) {
    hra_move m;
    const void *s = hra_play_at(t->play, HRA_NOW).state;
    assert_int_equal(hra_game_parse_move(t->game, s, word, &m, NULL), 0);
    worked(t, hra_play_apply(t->play, m));
}

/* The end: why, by whom, and with what. */
static void ended(const table *t, hra_outcome expected, int seat, double first, double second) {
    const hra_play_info *info = hra_play_snapshot(t->play);
    const double *value = info->returns;
    assert_int_equal(info->outcome, expected);
    assert_int_equal(info->resigned, seat);
    assert_int_equal(hra_play_at(t->play, HRA_NOW).mover, HRA_OVER);
    assert_true(value[0] >= first && value[0] <= first && value[1] >= second && value[1] <= second);
}

static void goes_on(const table *t, int mover) {
    assert_int_equal(hra_play_snapshot(t->play)->outcome, HRA_OUTCOME_NONE);
    assert_int_equal(hra_play_at(t->play, HRA_NOW).mover, mover);
}

static hra_record *parse(const char *text) {
    hra_record *record = NULL;
    hra_error why = {0};
    size_t used;
    if (hra_record_parse(&record, NULL, text, strlen(text), &used, 1, &why) != 0)
        fail_msg("%s\nof\n%s", why.text, text);
    return record;
}

/* ---- names ----------------------------------------------------------------------------------*/

static void names_stand_in_the_header_or_behind_it(void **state) {
    table t;
    open_people(&t);
    worked(&t, hra_play_name(t.play, 0, "Anna"));
    worked(&t, hra_play_name(t.play, 0, "Žofie Nováková"));
    records(&t, ""); /* a game without a move has no record yet */
    move(&t, "b2");
    records(&t, HEAD("2") "name 0 Žofie Nováková\n0 b2\n");
    worked(&t, hra_play_name(t.play, 1, "Bob"));
    worked(&t, hra_play_name(t.play, 1, "Bob")); /* is not said twice */
    worked(&t, hra_play_name(t.play, 0, ""));
    records(&t, HEAD("2") "name 0 Žofie Nováková\n0 b2\nname 1 Bob\nname 0\n");
    assert_string_equal(hra_play_snapshot(t.play)->names[0], "");
    assert_string_equal(hra_play_snapshot(t.play)->names[1], "Bob");
    hra_record *record = parse(hra_text_string(&t.record));
    assert_string_equal(hra_record_info(record)->names[0], "");
    assert_string_equal(hra_record_info(record)->names[1], "Bob");
    assert_int_equal(hra_record_info(record)->version, 2);
    hra_record_close(record);
    worked(&t, hra_play_restart(t.play, 4, NULL, NULL));
    assert_string_equal(hra_play_snapshot(t.play)->names[1], "");
    close_table(&t);
}

static void a_record_becomes_version_2_where_it_must(void **state) {
    table t;
    open_people(&t);
    move(&t, "b2");
    records(&t, HEAD("1") "0 b2\n");
    worked(&t, hra_play_name(t.play, 1, "Bob"));
    worked(&t, hra_play_name(t.play, 0, "Anna"));
    records(&t, HEAD("1") "0 b2\nversion 2\nname 1 Bob\nname 0 Anna\n");
    assert_int_equal(hra_play_undo(t.play, 0), 0); /* names stay */
    assert_string_equal(hra_play_snapshot(t.play)->names[1], "Bob");
    hra_record *record = parse(hra_text_string(&t.record));
    assert_int_equal(hra_record_info(record)->version, 2);
    assert_int_equal(hra_record_info(record)->plies, 0);
    assert_string_equal(hra_record_info(record)->names[1], "Bob");
    hra_record_close(record);
    close_table(&t);
}

#define TEN "0123456789"

static void what_is_no_name_is_refused(void **state) {
    static const struct {
        const char *text, *words;
        int at;
    } cases[] = {
        {TEN TEN TEN TEN TEN TEN TEN TEN "1", "at most 80 bytes", 80},
        {" a", "nor ends with", 0},
        {"a ", "nor ends with", 1},
        {"a\nresign 0", "control character", 1},
        {"a\tb", "control character", 1},
        {"\x7f", "control character", 0},
        {"\xc2\x85", "control character", 0},
        {"ab\xe2\x80\xae", "control character", 2},
        {"a\xe2\x80\xa8", "control character", 1},
        {"a\xff", "byte 2 of this is", 1},
        {"\xc3", "byte 1 of this is", 0},
        {"\xed\xa0\x80", "byte 1 of this is", 0},
    };
    table t;
    open_people(&t);
    worked(&t, hra_play_name(t.play, 0, TEN TEN TEN TEN TEN TEN TEN TEN));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        failed(&t, hra_play_name(t.play, 0, cases[i].text), HRA_EINPUT, cases[i].words);
        assert_int_equal(hra_play_why(t.play)->at, cases[i].at);
    }
    failed(&t, hra_play_name(t.play, 2, "a"), HRA_EINPUT, "there is no seat 2; there are 0 to 1");
    failed(&t, hra_play_name(t.play, -1, "a"), HRA_EINPUT, "there is no seat -1");
    assert_string_equal(hra_play_snapshot(t.play)->names[0], TEN TEN TEN TEN TEN TEN TEN TEN);
    worked(&t, hra_play_resign(t.play, 0, NULL));
    step(&t);
    failed(&t, hra_play_name(t.play, 0, "b"), HRA_ESTATE, "nothing may follow");
    close_table(&t);
}

/* ---- resigning ------------------------------------------------------------------------------*/

static void who_resigns_loses(void **state) {
    table t;
    open_people(&t);
    move(&t, "b2");
    assert_int_equal(step(&t).kind, HRA_EVENT_ASK);
    worked(&t, hra_play_resign(t.play, 0, NULL)); /* it need not be asked */
    ended(&t, HRA_OUTCOME_RESIGNED, 0, -1, 1);
    assert_int_equal(hra_play_answer(t.play, 0), HRA_ESTATE);
    assert_int_equal(hra_play_apply(t.play, 0), HRA_ESTATE);
    failed(&t, hra_play_resign(t.play, 1, NULL), HRA_ESTATE, "the game is over");
    failed(&t, hra_play_draw(t.play, 1, HRA_DRAW_OFFER), HRA_ESTATE, "the game is over");
    assert_int_equal(step(&t).kind, HRA_EVENT_OVER);
    assert_int_equal(step(&t).kind, HRA_EVENT_OVER);
    records(&t, HEAD("1") "0 b2\nversion 2\nresign 0\nresult -1 1\n");
    assert_int_equal(hra_play_undo(t.play, 0), HRA_ESTATE);
    hra_record *record = parse(hra_text_string(&t.record));
    double value[2];
    assert_true(hra_record_info(record)->finished);
    assert_int_equal(hra_record_info(record)->outcome, HRA_OUTCOME_RESIGNED);
    assert_int_equal(hra_record_info(record)->resigned, 0);
    assert_int_equal(hra_record_at(record, 1).mover, HRA_OVER);
    memcpy(value, hra_record_info(record)->returns, sizeof value);
    assert_true(value[0] < 0 && value[1] > 0);
    hra_record_close(record);
    close_table(&t);
}

static void before_the_first_move_the_header_knows(void **state) {
    table t;
    open_people(&t);
    worked(&t, hra_play_resign(t.play, 1, NULL));
    step(&t);
    records(&t, HEAD("2") "resign 1\nresult 1 -1\n");
    close_table(&t);
}

static void a_resignation_can_be_taken_back(void **state) {
    table t;
    open_people(&t);
    move(&t, "b2");
    worked(&t, hra_play_resign(t.play, 0, NULL));
    failed(&t, hra_play_undo(t.play, 1), HRA_ESTATE, "no move of this seat can be taken back");
    worked(&t, hra_play_undo(t.play, 0));
    goes_on(&t, 1);
    assert_int_equal(hra_play_plies(t.play), 1);
    move(&t, "a1");
    records(&t, HEAD("1") "0 b2\nversion 2\nresign 0\nundo 0\n1 a1\n");
    hra_record *record = parse(hra_text_string(&t.record));
    assert_int_equal(hra_record_info(record)->plies, 2);
    assert_int_equal(hra_record_info(record)->outcome, HRA_OUTCOME_NONE);
    hra_record_close(record);
    close_table(&t);
}

static void nobody_thinks_on_after_the_end(void **state) {
    table t;
    open_table(&t, "checkers", "mcts:playouts=1000000000", "human", (hra_play_setup){.background = true});
    assert_int_equal(step(&t).kind, HRA_EVENT_THINKING);
    worked(&t, hra_play_draw(t.play, 1, HRA_DRAW_OFFER)); /* an offer does not interrupt the game */
    assert_int_equal(step(&t).kind, HRA_EVENT_THINKING);
    worked(&t, hra_play_resign(t.play, 1, NULL));
    assert_true(hra_play_wait(t.play, 0));
    assert_int_equal(step(&t).kind, HRA_EVENT_OVER);
    close_table(&t);
    open_table(&t, "tictactoe", "random", "human", (hra_play_setup){0});
    worked(&t, hra_play_resign(t.play, 0, NULL)); /* somebody gave the machine's game up */
    worked(&t, hra_play_undo(t.play, 1));         /* and a person takes that back */
    goes_on(&t, 0);
    close_table(&t);
}

static void an_answer_that_waits_is_forgotten(void **state) {
    table t;
    open_people(&t);
    step(&t);
    worked(&t, hra_play_answer(t.play, 4));
    worked(&t, hra_play_resign(t.play, 0, NULL));
    assert_int_equal(step(&t).kind, HRA_EVENT_OVER);
    assert_int_equal(hra_play_plies(t.play), 0);
    close_table(&t);
}

/* In every game: where two play for what the other loses, the most that there is; elsewhere words. */
static void only_contests_are_given_up(void **state) {
    int contests = 0, others = 0;
    for (int i = 0; hra_registry_game(NULL, i); i++) {
        const hra_rules *rules = hra_registry_game(NULL, i);
        table t;
        if (strcmp(rules->name, "tree") == 0)
            continue; /* has no tree of its own to be opened with */
        open_table(&t, rules->name, "random", "random", (hra_play_setup){0});
        bool contest = t.game->zero_sum && t.game->seats == 2 && !t.game->one_against_all;
        if (contest) {
            double value[HRA_MAX_SEATS];
            contests++;
            failed(&t, hra_play_resign(t.play, 2, NULL), HRA_EINPUT, "there is no seat 2");
            worked(&t, hra_play_resign(t.play, 1, NULL));
            memcpy(value, hra_play_snapshot(t.play)->returns, sizeof value);
            assert_true(value[0] >= t.game->max_return && value[0] <= t.game->max_return);
            assert_true(value[0] + value[1] >= 0 && value[0] + value[1] <= 0);
        } else {
            others++;
            failed(&t, hra_play_resign(t.play, 0, NULL), HRA_EFIT, rules->text->title);
            failed(&t, hra_play_draw(t.play, 0, HRA_DRAW_OFFER), HRA_EFIT, rules->text->title);
            assert_int_equal(t.record.length, 0);
        }
        close_table(&t);
    }
    assert_true(contests >= 3 && others >= 2);
}

/* Where the rules say what is at stake, it is that: three times the cube, not three times the highest one. */
static void who_resigns_loses_what_is_at_stake(void **state) {
    static const struct {
        const char *spec;
        int stake;
    } games[] = {
        {"backgammon", 3},
        {"backgammon:cube", 3},
        {"backgammon:cube,jacoby", 1},
        {"backgammon:match-length=5", 1},
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        table t;
        double value[HRA_MAX_SEATS];
        open_table(&t, games[i].spec, "random", "random", (hra_play_setup){0});
        worked(&t, hra_play_resign(t.play, 0, NULL));
        memcpy(value, hra_play_snapshot(t.play)->returns, sizeof value);
        assert_true(value[0] == -games[i].stake && value[1] == games[i].stake);
        close_table(&t);
    }
}

/* ---- draws ----------------------------------------------------------------------------------*/

static void a_draw_is_offered_and_accepted(void **state) {
    table t;
    open_people(&t);
    move(&t, "b2");
    assert_int_equal(hra_play_snapshot(t.play)->offer, -1);
    failed(&t, hra_play_draw(t.play, 1, HRA_DRAW_ACCEPT), HRA_ESTATE, "no draw is offered to O");
    failed(&t, hra_play_draw(t.play, 1, HRA_DRAW_REFUSE), HRA_ESTATE, "no draw is offered to O");
    worked(&t, hra_play_draw(t.play, 0, HRA_DRAW_OFFER));
    assert_int_equal(hra_play_snapshot(t.play)->offer, 0);
    failed(&t, hra_play_draw(t.play, 0, HRA_DRAW_OFFER), HRA_ESTATE, "offers a draw already");
    failed(&t, hra_play_draw(t.play, 0, HRA_DRAW_ACCEPT), HRA_ESTATE, "no draw is offered to X");
    worked(&t, hra_play_draw(t.play, 1, HRA_DRAW_REFUSE));
    assert_int_equal(hra_play_snapshot(t.play)->offer, -1);
    goes_on(&t, 1);
    worked(&t, hra_play_draw(t.play, 1, HRA_DRAW_OFFER));
    worked(&t, hra_play_draw(t.play, 0, HRA_DRAW_ACCEPT));
    ended(&t, HRA_OUTCOME_AGREED, -1, 0, 0);
    assert_int_equal(step(&t).kind, HRA_EVENT_OVER);
    records(&t, HEAD("1") "0 b2\nversion 2\ndraw offer 0\ndraw refuse 1\ndraw offer 1\ndraw accept 0\n"
                          "result 0 0\n");
    hra_record *record = parse(hra_text_string(&t.record));
    assert_int_equal(hra_record_info(record)->outcome, HRA_OUTCOME_AGREED);
    hra_record_close(record);
    close_table(&t);
}

static void a_move_of_the_other_refuses(void **state) {
    table t;
    open_people(&t);
    worked(&t, hra_play_draw(t.play, 0, HRA_DRAW_OFFER));
    move(&t, "b2"); /* one's own move does not */
    assert_int_equal(hra_play_snapshot(t.play)->offer, 0);
    move(&t, "a1");
    assert_int_equal(hra_play_snapshot(t.play)->offer, -1);
    failed(&t, hra_play_draw(t.play, 1, HRA_DRAW_ACCEPT), HRA_ESTATE, "no draw is offered");
    records(&t, HEAD("2") "draw offer 0\n0 b2\n1 a1\n");
    close_table(&t);
}

static void two_offers_are_an_agreement(void **state) {
    table t;
    open_people(&t);
    worked(&t, hra_play_draw(t.play, 0, HRA_DRAW_OFFER));
    worked(&t, hra_play_draw(t.play, 1, HRA_DRAW_OFFER));
    ended(&t, HRA_OUTCOME_AGREED, -1, 0, 0);
    failed(&t, hra_play_undo(t.play, 0), HRA_ESTATE, "no move");
    worked(&t, hra_play_undo(t.play, 1)); /* whose word it was */
    goes_on(&t, 0);
    assert_int_equal(hra_play_snapshot(t.play)->offer, -1);
    records(&t, HEAD("2") "draw offer 0\ndraw accept 1\nundo 0\n");
    close_table(&t);
}

static void an_undo_forgets_an_offer(void **state) {
    table t;
    open_people(&t);
    move(&t, "b2");
    worked(&t, hra_play_draw(t.play, 0, HRA_DRAW_OFFER));
    worked(&t, hra_play_undo(t.play, 0));
    assert_int_equal(hra_play_snapshot(t.play)->offer, -1);
    hra_record *record = parse(hra_text_string(&t.record));
    hra_record_close(record);
    close_table(&t);
}

static void what_cannot_be_written_is_not_said(void **state) {
    table t;
    open_people(&t);
    t.full = true;
    failed(&t, hra_play_resign(t.play, 0, NULL), HRA_EIO, "could not be written");
    goes_on(&t, 0);
    t.full = false;
    move(&t, "b2");
    records(&t, HEAD("1") "0 b2\n"); /* nothing was said, so plain it stays */
    t.full = true;
    failed(&t, hra_play_draw(t.play, 0, HRA_DRAW_OFFER), HRA_EIO, "could not be written");
    failed(&t, hra_play_name(t.play, 0, "Anna"), HRA_EIO, "could not be written");
    assert_int_equal(hra_play_snapshot(t.play)->offer, -1);
    assert_string_equal(hra_play_snapshot(t.play)->names[0], "");
    t.full = false;
    worked(&t, hra_play_resign(t.play, 0, NULL));
    t.full = true;
    failed(&t, hra_play_undo(t.play, 0), HRA_EIO, "could not be written");
    ended(&t, HRA_OUTCOME_RESIGNED, 0, -1, 1);
    records(&t, HEAD("1") "0 b2\nversion 2\nresign 0\n");
    close_table(&t);
}

static void rules_and_repetition_end_plays_too(void **state) {
    static const char *const round[] = {"31-26", "1-5", "26-31", "5-1"};
    table t;
    open_people(&t);
    static const char *const win[] = {"a1", "a2", "b1", "b2", "c1"};
    for (int i = 0; i < 5; i++)
        move(&t, win[i]);
    ended(&t, HRA_OUTCOME_RULES, -1, 1, -1);
    close_table(&t);
    open_table(&t, "checkers", "human", "human", (hra_play_setup){.position = "W:WK31,K32:BK1"});
    for (int i = 0; i < 8; i++)
        move(&t, round[i % 4]);
    ended(&t, HRA_OUTCOME_REPETITION, -1, 0, 0);
    close_table(&t);
}

/* ---- times ----------------------------------------------------------------------------------*/

/* The record has measured times in milliseconds. */
static void times_are_kept_where_they_are_asked_for(void **state) {
    table t;
    open_table(&t, "yahtzee:seats=2", "human", "random", (hra_play_setup){.times = true, .seed = 4});
    for (int machine = 0; machine < 3;) {
        hra_event event = step(&t);
        if (event.kind == HRA_EVENT_ASK) {
            hra_move all[4096];
            assert_true(t.game->max_moves <= 4096);
            (void)hra_game_moves(t.game, hra_play_at(t.play, event.ply).state, all);
            for (double from = hra_clock(); hra_clock() - from < 0.002;)
                continue;
            worked(&t, hra_play_answer(t.play, all[0]));
            continue;
        }
        double seconds = hra_play_at(t.play, event.ply).seconds;
        assert_true(event.seat < 0 ? seconds < 0 : seconds >= (event.seat == 0 ? 0.002 : 0));
        machine += event.seat == 1;
    }
    assert_memory_equal(t.record.data, "hra-record 2\n", 13);
    hra_record *record = parse(hra_text_string(&t.record));
    assert_int_equal(hra_record_info(record)->plies, hra_play_plies(t.play));
    for (int ply = 0; ply < hra_play_plies(t.play); ply++) {
        double own = hra_play_at(t.play, ply).seconds, read = hra_record_at(record, ply).seconds;
        assert_true(own >= read && own <= read);
    }
    hra_play *clone;
    assert_int_equal(hra_play_clone(&clone, t.play, NULL), 0);
    int last = hra_play_plies(t.play) - 1;
    assert_true(hra_play_at(clone, last).seconds >= hra_play_at(t.play, last).seconds);
    hra_play_close(clone);
    hra_record_close(record);
    close_table(&t);
}

static void times_go_with_their_moves(void **state) {
    table t;
    open_table(&t, "tictactoe", "human", "human", (hra_play_setup){.times = true});
    for (hra_move m = 0; m < 3; m++) {
        step(&t);
        worked(&t, hra_play_answer(t.play, m));
        step(&t);
    }
    worked(&t, hra_play_undo(t.play, 0));
    assert_true(hra_play_at(t.play, 1).seconds >= 0);
    assert_true(hra_play_at(t.play, 2).seconds < 0);
    move(&t, "c3"); /* from outside, before anybody was asked */
    assert_true(hra_play_at(t.play, 2).seconds < 0);
    hra_record *record = parse(hra_text_string(&t.record));
    assert_true(hra_record_at(record, 1).seconds >= 0 && hra_record_at(record, 2).seconds < 0);
    hra_record_close(record);
    close_table(&t);
}

static void nobody_looks_at_the_clock_unasked(void **state) {
    table t;
    open_table(&t, "tictactoe", "random", "random", (hra_play_setup){0});
    while (step(&t).kind != HRA_EVENT_OVER)
        assert_true(hra_play_at(t.play, hra_play_plies(t.play) - 1).seconds < 0);
    assert_null(strstr(hra_text_string(&t.record), "time"));
    assert_memory_equal(t.record.data, "hra-record 1\n", 13);
    close_table(&t);
}

/* ---- going on -------------------------------------------------------------------------------*/

static void go_on_with(table *t, const char *text, hra_play_setup setup) {
    setup.seed = 7;
    setup.number = 3;
    open_table(t, "tictactoe", "human", "human", setup);
    hra_record *record = parse(text);
    worked(t, hra_play_resume(t->play, record));
    hra_record_close(record);
}

static void what_was_said_is_gone_on_with(void **state) {
    table t;
    go_on_with(&t, HEAD("2") "name 0 Anna\n0 b2\ntime 1.5\ndraw offer 0\n", (hra_play_setup){0});
    assert_string_equal(hra_play_snapshot(t.play)->names[0], "Anna");
    assert_int_equal(hra_play_snapshot(t.play)->offer, 0);
    assert_true(hra_play_at(t.play, 0).seconds > 1.49 && hra_play_at(t.play, 0).seconds < 1.51);
    worked(&t, hra_play_draw(t.play, 1, HRA_DRAW_ACCEPT));
    step(&t);
    records(&t, "draw accept 1\nresult 0 0\n");
    close_table(&t);
    go_on_with(&t, HEAD("1") "0 b2\n", (hra_play_setup){.times = true});
    move(&t, "a1"); /* no player was asked, so there is no time */
    step(&t);
    worked(&t, hra_play_answer(t.play, 8));
    step(&t);
    assert_memory_equal(hra_text_string(&t.record), "1 a1\n0 c3\nversion 2\ntime ", 25);
    close_table(&t);
    go_on_with(&t, HEAD("1") "0 b2\nversion 2\nresign 1\n",
               (hra_play_setup){0}); /* cut off before the result */
    ended(&t, HRA_OUTCOME_RESIGNED, 1, 1, -1);
    step(&t);
    records(&t, "result 1 -1\n");
    close_table(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_stand_in_the_header_or_behind_it),
        cmocka_unit_test(a_record_becomes_version_2_where_it_must),
        cmocka_unit_test(what_is_no_name_is_refused),
        cmocka_unit_test(who_resigns_loses),
        cmocka_unit_test(before_the_first_move_the_header_knows),
        cmocka_unit_test(a_resignation_can_be_taken_back),
        cmocka_unit_test(who_resigns_loses_what_is_at_stake),
        cmocka_unit_test(nobody_thinks_on_after_the_end),
        cmocka_unit_test(an_answer_that_waits_is_forgotten),
        cmocka_unit_test(only_contests_are_given_up),
        cmocka_unit_test(a_draw_is_offered_and_accepted),
        cmocka_unit_test(a_move_of_the_other_refuses),
        cmocka_unit_test(two_offers_are_an_agreement),
        cmocka_unit_test(an_undo_forgets_an_offer),
        cmocka_unit_test(what_cannot_be_written_is_not_said),
        cmocka_unit_test(rules_and_repetition_end_plays_too),
        cmocka_unit_test(times_are_kept_where_they_are_asked_for),
        cmocka_unit_test(times_go_with_their_moves),
        cmocka_unit_test(nobody_looks_at_the_clock_unasked),
        cmocka_unit_test(what_was_said_is_gone_on_with),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
