#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "asked.h"
#include "hra/hra.h"

/* ---- a table --------------------------------------------------------------------------------*/

/* A play with all that belongs to it; specs are one a seat. */
typedef struct table {
    hra_game *game;
    hra_player *players[HRA_MAX_SEATS];
    hra_play *play;
    hra_text record;
    hra_err sink_err; /* what the sink returns once it has taken sink_good more lines */
    int sink_good;
} table;

static hra_err take_line(void *self, const char *text, size_t length) {
    table *t = self;
    assert_true(length > 0 && text[length - 1] == '\n');
    if (t->sink_err && t->sink_good-- <= 0)
        return t->sink_err;
    hra_text_add_bytes(&t->record, text, length);
    return HRA_OK;
}

static void sit_down(table *t, const char *const *specs, hra_play_setup setup) {
    hra_error why = {0};
    for (int seat = 0; seat < t->game->seats; seat++)
        if (hra_player_open(&t->players[seat], t->game, specs[seat], NULL, NULL, &why) != 0)
            fail_msg("%s: %s", specs[seat], why.text);
    setup.size = sizeof setup;
    setup.game = t->game;
    setup.count = t->game->seats;
    setup.players = (const hra_player *const *)t->players;
    setup.sink = take_line;
    setup.sink_self = t;
    if (hra_play_open(&t->play, &setup, &why) != 0)
        fail_msg("%s", why.text);
}

static void open_table(table *t, const char *game, const char *first, const char *second,
                       hra_play_setup setup) {
    hra_error why = {0};
    *t = (table){0};
    hra_text_init(&t->record);
    if (hra_game_open(&t->game, NULL, game, &why) != 0)
        fail_msg("%s: %s", game, why.text);
    sit_down(t, (const char *[]){first, second}, setup);
}

static void close_table(table *t) {
    hra_play_close(t->play);
    for (int seat = 0; seat < HRA_MAX_SEATS; seat++)
        hra_player_close(t->players[seat]);
    hra_game_close(t->game);
    hra_text_release(&t->record);
}

static hra_event step(table *t) {
    hra_event event;
    hra_err err = hra_play_step(t->play, &event);
    if (err)
        fail_msg("step: %s", hra_err_text(err));
    return event;
}

static const void *now(const table *t) {
    return hra_play_at(t->play, HRA_NOW).state;
}

static hra_move move_of(const table *t, const char *text) {
    hra_move move = 0;
    hra_error why = {0};
    if (hra_game_parse_move(t->game, now(t), text, &move, &why) != 0)
        fail_msg("%s: %s", text, why.text);
    return move;
}

/* Answers what is asked with the words in turn; "undo 1" takes back for seat 1. */
static void play_words(table *t, const char *words) {
    char word[64];
    while (*words) {
        size_t n = strcspn(words, ";");
        assert_true(n < sizeof word);
        memcpy(word, words, n);
        word[n] = '\0';
        words += n + (words[n] == ';');
        hra_event event = step(t);
        while (event.kind == HRA_EVENT_MOVE || event.kind == HRA_EVENT_CHANCE)
            event = step(t);
        assert_true(event.kind == HRA_EVENT_ASK || event.kind == HRA_EVENT_ROLL);
        if (strncmp(word, "undo ", 5) == 0) {
            assert_int_equal(hra_play_undo(t->play, word[5] - '0'), 0);
            continue;
        }
        assert_int_equal(hra_play_answer(t->play, move_of(t, word)), 0);
        step(t);
    }
}

static void run_to_end(table *t) {
    while (step(t).kind != HRA_EVENT_OVER)
        continue;
}

static void check_position(const table *t, const char *expected) {
    hra_text text;
    hra_text_init(&text);
    t->game->rules->text->write_position(t->game, now(t), &text);
    assert_string_equal(hra_text_string(&text), expected);
    hra_text_release(&text);
}

/* ---- stepping -------------------------------------------------------------------------------*/

static void machines_play_to_the_end(void **state) {
    static const char *const games[] = {"tictactoe", "yahtzee:seats=2"};
    for (int g = 0; g < 2; g++) {
        table t;
        open_table(&t, games[g], "random", "random", (hra_play_setup){.seed = 3});
        unsigned char *s = malloc(t.game->state_size);
        t.game->rules->init(t.game, s);
        hra_event event = step(&t);
        int plies = 0;
        for (; event.kind != HRA_EVENT_OVER; event = step(&t), plies++) {
            int mover = t.game->rules->to_move(t.game, s);
            assert_int_equal(event.ply, plies);
            assert_int_equal(event.seat, mover);
            assert_int_equal(event.kind, mover == HRA_CHANCE ? HRA_EVENT_CHANCE : HRA_EVENT_MOVE);
            assert_int_equal(hra_play_at(t.play, plies).mover, mover);
            assert_int_equal(hra_play_at(t.play, plies).move, event.move);
            assert_true(hra_game_legal(t.game, s, event.move));
            t.game->rules->apply(t.game, s, event.move);
            assert_memory_equal(s, now(&t), t.game->state_size);
        }
        assert_int_equal(event.ply, plies);
        assert_int_equal(hra_play_plies(t.play), plies);
        assert_int_equal(hra_play_at(t.play, plies).mover, HRA_OVER);
        size_t length = t.record.length;
        assert_int_equal(step(&t).kind, HRA_EVENT_OVER);
        assert_int_equal(t.record.length, length); /* the result stands there once */
        free(s);
        close_table(&t);
    }
}

static void people_are_asked_and_may_be_wrong(void **state) {
    table t;
    open_table(&t, "tictactoe", "human", "human", (hra_play_setup){0});
    assert_int_equal(hra_play_answer(t.play, 4), HRA_ESTATE); /* no player was asked yet */
    for (int again = 0; again < 2; again++) {
        hra_event event = step(&t);
        assert_int_equal(event.kind, HRA_EVENT_ASK);
        assert_int_equal(event.seat, 0);
        assert_int_equal(event.ply, 0);
    }
    assert_int_equal(hra_play_answer(t.play, 9), HRA_EINPUT);
    assert_int_equal(step(&t).kind, HRA_EVENT_ASK);
    assert_int_equal(hra_play_answer(t.play, 4), 0);
    assert_int_equal(hra_play_answer(t.play, 4), HRA_ESTATE); /* it was answered */
    hra_event event = step(&t);
    assert_int_equal(event.kind, HRA_EVENT_MOVE);
    assert_int_equal(event.seat, 0);
    assert_int_equal(event.move, 4);
    event = step(&t);
    assert_int_equal(event.kind, HRA_EVENT_ASK);
    assert_int_equal(event.seat, 1);
    assert_int_equal(hra_play_answer(t.play, 4), HRA_EINPUT); /* the cell is taken */
    check_position(&t, ".../.X./...");
    close_table(&t);
}

static void dice_may_be_typed_in(void **state) {
    table t;
    open_table(&t, "yahtzee:seats=2", "human", "random", (hra_play_setup){.manual_chance = true});
    hra_event event = step(&t);
    assert_int_equal(event.kind, HRA_EVENT_ROLL);
    assert_int_equal(event.seat, HRA_CHANCE);
    assert_int_equal(hra_play_answer(t.play, 252), HRA_EINPUT);
    assert_int_equal(hra_play_answer(t.play, move_of(&t, "1-1-2-4-6")), 0);
    event = step(&t);
    assert_int_equal(event.kind, HRA_EVENT_CHANCE);
    assert_int_equal(event.seat, HRA_CHANCE);
    assert_int_equal(step(&t).kind, HRA_EVENT_ASK);
    assert_non_null(strstr(hra_text_string(&t.record), "\ndice manual\n"));
    close_table(&t);
}

static void a_play_may_begin_anywhere(void **state) {
    table t;
    open_table(&t, "tictactoe", "human", "human", (hra_play_setup){.position = "X.O/.X./..O"});
    play_words(&t, "a2");
    check_position(&t, "X.O/XX./..O");
    assert_string_equal(hra_text_string(&t.record), "hra-record 1\ngame tictactoe\nseed 0\nnumber 0\n"
                                                    "position X.O/.X./..O\n"
                                                    "seat 0 human\nseat 1 human\n0 a2\n");
    assert_int_equal(hra_play_restart(t.play, 1, NULL, NULL), 0);
    check_position(&t, "X.O/.X./..O");
    close_table(&t);
}

static void wrong_setups_are_refused(void **state) {
    table t;
    hra_error why = {0};
    open_table(&t, "tictactoe", "human", "random", (hra_play_setup){0});
    const hra_player *one[2] = {t.players[0], NULL};
    hra_play_setup setup = {.size = sizeof setup, .game = t.game, .players = one, .count = 2};
    hra_play *play = NULL;
    assert_int_equal(hra_play_open(&play, &setup, &why), HRA_EINPUT);
    assert_string_equal(why.text, "seat 1 is empty");
    one[1] = t.players[1];
    setup.position = "X.O/.?./..O";
    assert_int_equal(hra_play_open(&play, &setup, &why), HRA_EINPUT);
    assert_int_equal(why.at, 5);
    close_table(&t);
}

/* ---- taking back ----------------------------------------------------------------------------*/

static bool corners_commit(const hra_game *game, const void *s, hra_move m) {
    return m == 0 || m == 2 || m == 6 || m == 8;
}

static void what_can_be_taken_back(void **state) {
    static const struct {
        bool commit; /* corners may not be taken back */
        const char *second, *words;
        int seat, plies; /* who takes back, and the plies left; -1: it cannot be */
    } cases[] = {
        {false, "human", "", 0, -1},                                     /* nothing was decided */
        {false, "human", "b2", 0, 0},     {false, "human", "b2", 1, -1}, /* seat 1 has not moved */
        {false, "human", "b2;a1", 0, -1},                                /* seat 1, a person, moved since */
        {false, "human", "b2;a1", 1, 1},  {false, "random", "b2", 0, 0}, /* with the answer of the machine */
        {true, "human", "b1;b2", 1, 1},   {true, "human", "b1;a1", 1, -1}, /* a1 commits */
        {true, "human", "a1;b1", 1, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        table t = {0};
        hra_rules rules = *hra_registry_find_game(NULL, "tictactoe");
        const hra_rules_conduct conduct = {.size = sizeof conduct,
                                           .irrevocable = cases[i].commit ? corners_commit : NULL};
        rules.conduct = &conduct;
        hra_text_init(&t.record);
        assert_int_equal(hra_game_open_rules(&t.game, NULL, &rules, "tictactoe", NULL), 0);
        sit_down(&t, (const char *[]){"human", cases[i].second}, (hra_play_setup){.seed = 1});
        play_words(&t, cases[i].words);
        if (strcmp(cases[i].second, "random") == 0)
            step(&t);
        int before = hra_play_plies(t.play);
        hra_err err = hra_play_undo(t.play, cases[i].seat);
        if (err != (cases[i].plies < 0 ? HRA_ESTATE : HRA_OK))
            fail_msg("case %zu: %s", i, hra_err_text(err));
        assert_int_equal(hra_play_plies(t.play), cases[i].plies < 0 ? before : cases[i].plies);
        close_table(&t);
    }
}

/* Of tic-tac-toe seat 1 may see an empty board only. */
static void view_nothing(const hra_game *game, const void *s, int seat, void *out) {
    memcpy(out, s, game->state_size);
    if (seat == 1)
        game->rules->init(game, out);
}

static void who_thinks_sees_the_view(void **state) {
    table t = {0};
    hra_rules rules = *hra_registry_find_game(NULL, "tictactoe");
    hra_question question;
    const hra_rules_conduct conduct = {.size = sizeof conduct, .observation = view_nothing};
    rules.conduct = &conduct;
    hra_text_init(&t.record);
    assert_int_equal(hra_game_open_rules(&t.game, NULL, &rules, "tictactoe", NULL), 0);
    sit_down(&t, (const char *[]){"human", "human"}, (hra_play_setup){.seed = 1});
    play_words(&t, "b2");
    hra_play_question(t.play, &question);
    assert_int_equal(hra_game_key(t.game, question.state),
                     hra_game_key(t.game, hra_play_at(t.play, 0).state));
    play_words(&t, "a1");
    hra_play_question(t.play, &question);
    assert_int_equal(hra_game_key(t.game, question.state),
                     hra_game_key(t.game, hra_play_at(t.play, 2).state));
    close_table(&t);
}

static void undone_moves_stay_in_the_record(void **state) {
    table t;
    open_table(&t, "tictactoe", "human", "human", (hra_play_setup){.seed = 9, .number = 4});
    play_words(&t, "b2;a1;undo 1");
    assert_int_equal(hra_play_answer(t.play, 8), HRA_ESTATE); /* the question went with the move */
    play_words(&t, "c3;a1;undo 0;undo 1;a2");
    assert_string_equal(hra_text_string(&t.record), "hra-record 1\ngame tictactoe\nseed 9\nnumber 4\n"
                                                    "seat 0 human\nseat 1 human\n"
                                                    "0 b2\n1 a1\nundo 1\n1 c3\n0 a1\nundo 1\nundo 1\n1 a2\n");
    close_table(&t);
}

static void a_machine_s_answer_goes_back_too(void **state) {
    table t;
    open_table(&t, "tictactoe", "human", "random", (hra_play_setup){.seed = 9});
    play_words(&t, "b2");
    hra_move first = step(&t).move;
    assert_int_equal(hra_play_undo(t.play, 0), 0);
    assert_non_null(strstr(hra_text_string(&t.record), "\nundo 2\n"));
    play_words(&t, "b2");
    assert_int_equal(step(&t).move, first); /* it draws the same again */
    close_table(&t);
}

static void undo_meets_the_same_dice(void **state) {
    table t;
    open_table(&t, "yahtzee:seats=2", "human", "random", (hra_play_setup){.seed = 21});
    hra_move rolls[2];
    step(&t);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(step(&t).kind, HRA_EVENT_ASK);
        assert_int_equal(hra_play_answer(t.play, move_of(&t, "keep -")), 0);
        step(&t);
        rolls[i] = step(&t).move;
        assert_int_equal(hra_play_undo(t.play, 0), 0);
        assert_int_equal(hra_play_plies(t.play), 1);
    }
    assert_int_equal(rolls[0], rolls[1]);
    play_words(&t, "keep -;keep -");
    assert_int_equal(hra_play_at(t.play, 2).move, rolls[0]);
    assert_int_not_equal(step(&t).move, rolls[0]); /* of the next ply are others */
    close_table(&t);
}

/* Whichever was typed last goes, the first roll of a turn too; a box that was written stays. */
static void a_typed_roll_can_be_taken_back(void **state) {
    static const struct {
        const char *first, *words;
        int plies; /* left; -1: nothing can be taken back */
    } cases[] = {
        {"human", "", -1},
        {"human", "1-1-2-4-6", 0},
        {"human", "1-1-2-4-6;undo 0;1-1-2-4-5;keep 1-1", 1},
        {"human", "1-1-2-4-6;keep 1-1", 1},
        {"human", "1-1-2-4-6;keep 1-1;1-1-3-3-3", 2},
        {"human", "1-1-2-4-6;all;ones", -1},
        {"human", "1-1-2-4-6;all;ones;6-6-6-6-6", 3},
        {"human", "1-1-2-4-6;all;ones;6-6-6-6-6;undo 0;5-5-5-5-5", 3},
        {"greedy", "1-1-2-4-6", 0}, /* with the machine's keep */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        table t;
        open_table(&t, "yahtzee", cases[i].first, NULL, (hra_play_setup){.manual_chance = true});
        play_words(&t, cases[i].words);
        hra_event event = step(&t);
        while (event.kind == HRA_EVENT_MOVE)
            event = step(&t);
        hra_err err = hra_play_undo(t.play, 0);
        if (err != (cases[i].plies < 0 ? HRA_ESTATE : HRA_OK))
            fail_msg("case %zu: %s", i, hra_err_text(err));
        if (!err)
            assert_int_equal(hra_play_plies(t.play), cases[i].plies);
        close_table(&t);
    }
}

static void nothing_follows_the_result(void **state) {
    table t;
    open_table(&t, "tictactoe", "human", "human", (hra_play_setup){0});
    play_words(&t, "a1;a2;b1;b2;c1");
    assert_int_equal(step(&t).kind, HRA_EVENT_OVER);
    assert_int_equal(hra_play_undo(t.play, 0), HRA_ESTATE);
    assert_non_null(strstr(hra_text_string(&t.record), "\n0 c1\nresult 1 -1\n"));
    close_table(&t);
}

static void a_draw_has_no_negative_zero(void **state) {
    table t;
    open_table(&t, "tictactoe", "human", "human", (hra_play_setup){0});
    play_words(&t, "a1;b1;c1;b2;a2;c2;b3;a3;c3");
    step(&t);
    assert_non_null(strstr(hra_text_string(&t.record), "\nresult 0 0\n"));
    close_table(&t);
}

/* ---- randomness and resuming ----------------------------------------------------------------*/

static void the_record_of(hra_text *out, const char *game, const char *second, uint64_t seed,
                          uint64_t number) {
    table t;
    open_table(&t, game, "random", second, (hra_play_setup){.seed = seed, .number = number});
    run_to_end(&t);
    hra_text_clear(out);
    hra_text_add(out, strchr(strstr(hra_text_string(&t.record), "seat 1"), '\n'));
    close_table(&t);
}

static void seed_and_number_decide_everything(void **state) {
    hra_text a, b;
    hra_text_init(&a);
    hra_text_init(&b);
    the_record_of(&a, "yahtzee:seats=2", "random", 5, 0);
    the_record_of(&b, "yahtzee:seats=2", "random", 5, 0);
    assert_string_equal(hra_text_string(&a), hra_text_string(&b));
    the_record_of(&b, "yahtzee:seats=2", "random", 6, 0);
    assert_string_not_equal(hra_text_string(&a), hra_text_string(&b));
    the_record_of(&b, "yahtzee:seats=2", "random", 5, 1);
    assert_string_not_equal(hra_text_string(&a), hra_text_string(&b));
    hra_text_release(&a);
    hra_text_release(&b);
}

static void a_new_game_in_the_same_play_is_as_a_new_play(void **state) {
    table t;
    hra_text alone;
    hra_text_init(&alone);
    open_table(&t, "tictactoe", "random", "greedy", (hra_play_setup){.seed = 5});
    for (uint64_t number = 0; number < 4; number++) {
        assert_int_equal(hra_play_restart(t.play, number, NULL, NULL), 0);
        assert_true(hra_play_snapshot(t.play)->number == number);
        hra_text_clear(&t.record);
        run_to_end(&t);
        the_record_of(&alone, "tictactoe", "greedy", 5, number);
        assert_string_equal(strchr(strstr(hra_text_string(&t.record), "seat 1"), '\n'),
                            hra_text_string(&alone));
    }
    assert_int_equal(hra_play_restart(t.play, 9, (const int[]){1, 0}, NULL), 0);
    assert_ptr_equal(hra_play_snapshot(t.play)->players[0], t.players[1]);
    hra_text_clear(&t.record);
    step(&t);
    assert_non_null(strstr(hra_text_string(&t.record), "\nseat 0 greedy\nseat 1 random\n"));
    hra_text_release(&alone);
    close_table(&t);
}

/* Goes on with the first `length` bytes of a record; the whole record in the end goes to `out`. */
static void go_on(const char *text, size_t length, hra_text *out) {
    hra_record *record = NULL;
    hra_error why = {0};
    size_t used;
    table t;
    if (hra_record_parse(&record, NULL, text, length, &used, 1, &why) != 0)
        fail_msg("%s", why.text);
    open_table(
        &t, hra_record_info(record)->game->spec, hra_record_info(record)->specs[0],
        hra_record_info(record)->specs[1],
        (hra_play_setup){.seed = hra_record_info(record)->seed, .number = hra_record_info(record)->number});
    assert_int_equal(hra_play_resume(t.play, record), 0);
    assert_int_equal(hra_play_plies(t.play), hra_record_info(record)->plies);
    assert_int_equal(t.record.length, 0); /* nothing is written again */
    hra_text_add_bytes(&t.record, text, hra_record_info(record)->whole);
    run_to_end(&t);
    hra_text_clear(out);
    hra_text_add(out, hra_text_string(&t.record));
    hra_record_close(record);
    close_table(&t);
}

static void a_resumed_play_is_as_if_it_had_never_stopped(void **state) {
    static const struct {
        const char *game, *second;
    } cases[] = {
        {"tictactoe", "greedy"},
        {"yahtzee:seats=2", "greedy"},
        {"tictactoe", "montecarlo:playouts=50"},
        {"tictactoe",
         "mcts:playouts=30,solver=no,reuse=no,memory=1M"}, /* with reuse, its tree would be missed */
        {"nim", "alphabeta:depth=3"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        table t;
        hra_text again;
        hra_text_init(&again);
        open_table(&t, cases[i].game, "random", cases[i].second, (hra_play_setup){.seed = 17, .number = 2});
        run_to_end(&t);
        const char *whole = hra_text_string(&t.record);
        for (const char *p = strstr(whole, "seat 1"); *p; p++)
            if (*p == '\n') {
                go_on(whole, (size_t)(p - whole) + 1, &again);
                assert_string_equal(hra_text_string(&again), whole);
            }
        hra_text_release(&again);
        close_table(&t);
    }
}

static void a_record_of_another_game_is_not_resumed(void **state) {
    static const char text[] = "hra-record 1\ngame tictactoe\n0 c3\n1 b1\n";
    hra_record *record = NULL;
    size_t used;
    table t;
    assert_int_equal(hra_record_parse(&record, NULL, text, sizeof text - 1, &used, 1, NULL), 0);
    open_table(&t, "tictactoe", "human", "human", (hra_play_setup){.position = "XO./.../..."});
    assert_int_equal(hra_play_resume(t.play, record), HRA_EINPUT);
    check_position(&t, "XO./.../..."); /* left where it was */
    play_words(&t, "b2");
    assert_int_equal(hra_play_resume(t.play, record), HRA_ESTATE); /* it has begun */
    hra_record_close(record);
    close_table(&t);
}

/* ---- errors ---------------------------------------------------------------------------------*/

static void a_failed_write_leaves_the_play_where_it_was(void **state) {
    table t, good;
    hra_event event;
    open_table(&t, "yahtzee:seats=2", "random", "random", (hra_play_setup){.seed = 8});
    open_table(&good, "yahtzee:seats=2", "random", "random", (hra_play_setup){.seed = 8});
    for (;;) {
        int plies = hra_play_plies(t.play);
        t.sink_err = HRA_EIO;
        for (int lines = 0; lines <= (plies == 0);
             lines++) { /* the header is passed on before the first move */
            t.sink_good = lines;
            assert_int_equal(hra_play_step(t.play, &event), HRA_EIO);
            assert_int_equal(hra_play_plies(t.play), plies);
        }
        t.sink_err = HRA_OK;
        event = step(&t);
        if (event.kind == HRA_EVENT_OVER)
            break;
        assert_int_equal(event.ply, plies);
    }
    run_to_end(&good);
    assert_string_equal(hra_text_string(&t.record), hra_text_string(&good.record));
    close_table(&good);
    close_table(&t);
}

static void a_failed_write_keeps_the_answer(void **state) {
    table t;
    hra_event event;
    open_table(&t, "tictactoe", "human", "human", (hra_play_setup){0});
    step(&t);
    assert_int_equal(hra_play_answer(t.play, 4), 0);
    t.sink_err = HRA_EIO;
    assert_int_equal(hra_play_step(t.play, &event), HRA_EIO);
    t.sink_err = HRA_OK;
    event = step(&t);
    assert_int_equal(event.kind, HRA_EVENT_MOVE);
    assert_int_equal(event.move, 4);
    t.sink_err = HRA_EIO;
    assert_int_equal(hra_play_undo(t.play, 0), HRA_EIO);
    assert_int_equal(hra_play_plies(t.play), 1);
    close_table(&t);
}

/* ---- questions ------------------------------------------------------------------------------*/

static void a_question_knows_the_past(void **state) {
    table t;
    hra_question question, again;
    open_table(&t, "tictactoe", "human", "human", (hra_play_setup){.seed = 2, .limits = {.depth = 3}});
    play_words(&t, "b2;a1;c3");
    hra_play_question(t.play, &question);
    assert_ptr_equal(question.state, now(&t));
    assert_int_equal(question.limits.depth, 3);
    assert_int_equal(question.history_length, 3);
    for (int ply = 0; ply < 3; ply++)
        assert_true(question.history[ply] == hra_game_key(t.game, hra_play_at(t.play, ply).state));
    hra_play_question(t.play, &again);
    assert_true(question.seed == again.seed);
    assert_int_equal(hra_play_undo(t.play, 0), 0);
    assert_int_equal(hra_play_undo(t.play, 1), 0);
    play_words(&t, "a3;c1");
    hra_play_question(t.play, &again);
    assert_int_equal(again.history_length, 3);
    assert_true(again.history[2] == hra_game_key(t.game, hra_play_at(t.play, 2).state));
    play_words(&t, "b1");
    hra_play_question(t.play, &again);
    assert_true(question.seed != again.seed);
    close_table(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(machines_play_to_the_end),
        cmocka_unit_test(people_are_asked_and_may_be_wrong),
        cmocka_unit_test(dice_may_be_typed_in),
        cmocka_unit_test(a_play_may_begin_anywhere),
        cmocka_unit_test(wrong_setups_are_refused),
        cmocka_unit_test(what_can_be_taken_back),
        cmocka_unit_test(who_thinks_sees_the_view),
        cmocka_unit_test(undone_moves_stay_in_the_record),
        cmocka_unit_test(a_machine_s_answer_goes_back_too),
        cmocka_unit_test(undo_meets_the_same_dice),
        cmocka_unit_test(a_typed_roll_can_be_taken_back),
        cmocka_unit_test(nothing_follows_the_result),
        cmocka_unit_test(a_draw_has_no_negative_zero),
        cmocka_unit_test(seed_and_number_decide_everything),
        cmocka_unit_test(a_new_game_in_the_same_play_is_as_a_new_play),
        cmocka_unit_test(a_resumed_play_is_as_if_it_had_never_stopped),
        cmocka_unit_test(a_record_of_another_game_is_not_resumed),
        cmocka_unit_test(a_failed_write_leaves_the_play_where_it_was),
        cmocka_unit_test(a_failed_write_keeps_the_answer),
        cmocka_unit_test(a_question_knows_the_past),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
