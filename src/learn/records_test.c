/* Learning from records: a player whose moves follow a rule is predicted, one that draws its moves is not; the same games
 * give the same file, stopped or not; and what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "hra/lab.h"

enum { GAMES = 60 };

static hra_game *game;
static hra_player *nobody;

static int open_all(void **state) {
    return hra_game_open(&game, NULL, "tictactoe", NULL) ||
           hra_player_open(&nobody, game, "random", NULL, NULL, NULL);
}

static int close_all(void **state) {
    hra_player_close(nobody);
    hra_game_close(game);
    return 0;
}

static hra_err take_text(void *self, const char *text, size_t length) {
    hra_text_add_bytes(self, text, length);
    return HRA_OK;
}

/* Game `number`: two moves are drawn by the number; after them the first legal one is made, or another drawn one. */
static hra_record *record_of(int number, bool drawn) {
    const hra_player *players[] = {nobody, nobody};
    hra_text text;
    hra_text_init(&text);
    const hra_play_setup setup = {.size = sizeof setup,
                                  .game = game,
                                  .players = players,
                                  .count = 2,
                                  .seed = (uint64_t)number,
                                  .sink = take_text,
                                  .sink_self = &text};
    hra_play *play;
    hra_record *record;
    size_t used;
    assert_int_equal(hra_play_open(&play, &setup, NULL), 0);
    for (int ply = 0; hra_play_at(play, HRA_NOW).mover != HRA_OVER; ply++) {
        hra_move moves[9];
        const uint64_t draw = hra_hash(&(uint64_t){(uint64_t)(16 * number + ply)}, sizeof(uint64_t));
        const int n = hra_game_moves(game, hra_play_at(play, HRA_NOW).state, moves);
        assert_int_equal(hra_play_apply(play, moves[ply < 2 || drawn ? draw % (uint64_t)n : 0]), 0);
    }
    hra_event event;
    assert_int_equal(hra_play_step(play, &event), 0); /* so that the record has its result */
    hra_play_close(play);
    assert_int_equal(hra_record_parse(&record, NULL, hra_text_string(&text), text.length, &used, 1, NULL), 0);
    hra_text_release(&text);
    return record;
}

static hra_learner *open_learner(const char *method) {
    hra_learner *learner;
    const hra_learn_setup setup = {
        .size = sizeof setup, .game = game, .method = method, .seed = 5, .threads = 1};
    hra_error why = {0};
    if (hra_learner_open(&learner, &setup, &why) != 0)
        fail_msg("%s", why.text);
    return learner;
}

static void add_games(hra_learner *learner, int from, bool drawn) {
    for (int i = from; i < from + GAMES; i++) {
        hra_record *record = record_of(i, drawn);
        assert_int_equal(hra_learner_add_record(learner, record, NULL), 0);
        hra_record_close(record);
    }
}

static hra_learn_accuracy taught(bool drawn, uint64_t games) {
    hra_learner *learner = open_learner("records:hidden=32,held-out=30,learning-rate=0.01");
    hra_learn_accuracy accuracy;
    add_games(learner, 0, drawn);
    assert_int_equal(hra_learner_run(learner, games, NULL, NULL), 0);
    hra_learner_measure(learner, &accuracy);
    hra_learner_close(learner);
    return accuracy;
}

/* Of a game of tic-tac-toe that lasts n plies, min(n, 8) are decisions, the k-th among 10 - k moves. */
static void a_rule_is_learnt_and_chance_is_not(void **state) {
    const hra_learn_accuracy before = taught(false, 1), rule = taught(false, 600), chance = taught(true, 600);
    assert_int_equal(rule.learnt + rule.held_out, GAMES);
    assert_in_range(rule.held_out, 8, 28);
    assert_in_range(rule.decisions, 5 * rule.held_out, 8 * rule.held_out);
    assert_true(rule.results >= rule.decisions);
    assert_true(rule.random_hits > 1.0 / 9 && rule.random_hits < 0.4);
    assert_true(before.hits < 0.5);
    assert_true(rule.hits > 0.65); /* two moves of each game are drawn */
    assert_true(rule.value_error < rule.mean_error);
    assert_true(chance.hits < 0.45);
}

static void write_to(hra_learner *learner, hra_text *out) {
    assert_int_equal(hra_learner_write(learner, out), 0);
}

static void stopped_and_resumed_is_the_same(void **state) {
    static const char method[] = "records:hidden=8";
    hra_learner *straight = open_learner(method), *first = open_learner(method),
                *second = open_learner(method);
    hra_text whole, half, resumed;
    hra_text_init(&whole);
    hra_text_init(&half);
    hra_text_init(&resumed);
    add_games(straight, 0, false);
    add_games(first, 0, false);
    assert_int_equal(hra_learner_run(straight, 90, NULL, NULL), 0);
    assert_int_equal(hra_learner_run(first, 37, NULL, NULL), 0);
    write_to(straight, &whole);
    write_to(first, &half);
    assert_int_equal(hra_learner_restore(second, "half", half.data, half.length, NULL), 0);
    add_games(second, 0, false);
    assert_int_equal(hra_learner_run(second, 90, NULL, NULL), 0);
    write_to(second, &resumed);
    assert_int_equal(whole.length, resumed.length);
    assert_memory_equal(whole.data, resumed.data, whole.length);
    hra_text_release(&whole);
    hra_text_release(&half);
    hra_text_release(&resumed);
    hra_learner_close(straight);
    hra_learner_close(first);
    hra_learner_close(second);
}

/* A game of a board of another width has no such positions; one with other draws has. */
static void options_may_differ_if_positions_fit(void **state) {
    static const char begin[] =
        "seed 1\nnumber 0\nseat 0 human\nseat 1 human\n0 11-15\n1 22-18\n0 15-22\n1 25-18\nresign 1\n";
    static const struct {
        const char *trained, *recorded, *moves;
        hra_err expected;
    } cases[] = {{"checkers", "checkers:draw-moves=0,repetition=0", begin, HRA_OK},
                 {"connect4", "connect4:width=6", "seed 1\nnumber 0\nseat 0 human\nseat 1 human\n0 a\n1 b\n",
                  HRA_EFIT}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_game *trained;
        hra_learner *learner;
        hra_record *record;
        hra_text text;
        size_t used;
        hra_error why = {0};
        hra_text_init(&text);
        hra_text_addf(&text, "hra-record 2\ngame %s\n%s", cases[i].recorded, cases[i].moves);
        assert_int_equal(hra_game_open(&trained, NULL, cases[i].trained, NULL), 0);
        const hra_learn_setup setup = {
            .size = sizeof setup, .game = trained, .method = "records:hidden=2,held-out=0", .threads = 1};
        assert_int_equal(hra_learner_open(&learner, &setup, NULL), 0);
        if (hra_record_parse(&record, NULL, hra_text_string(&text), text.length, &used, 1, &why) != 0)
            fail_msg("%s", why.text);
        assert_int_equal(hra_learner_add_record(learner, record, &why), cases[i].expected);
        hra_text_release(&text);
        hra_record_close(record);
        hra_learner_close(learner);
        hra_game_close(trained);
    }
}

static void other_games_are_refused(void **state) {
    hra_learner *learner = open_learner("records:hidden=8"), *other = open_learner("records:hidden=8"),
                *alone = open_learner("td:representation=table");
    hra_record *record = record_of(1, false), *strange;
    hra_text file;
    size_t used;
    static const char nim[] = "hra-record 1\ngame nim\nseed 1\nnumber 0\nseat 0 human\nseat 1 human\n";
    hra_text_init(&file);
    assert_int_equal(hra_record_parse(&strange, NULL, nim, sizeof nim - 1, &used, 1, NULL), 0);
    assert_true(hra_learner_wants_records(learner) && !hra_learner_wants_records(alone));
    assert_int_equal(hra_learner_add_record(alone, record, NULL), HRA_EFIT);
    assert_int_equal(hra_learner_add_record(learner, strange, NULL), HRA_EFIT);
    assert_int_equal(hra_learner_run(learner, 5, NULL, NULL), HRA_ESTATE);
    add_games(learner, 0, false);
    assert_int_equal(hra_learner_run(learner, 5, NULL, NULL), 0);
    write_to(learner, &file);
    assert_int_equal(hra_learner_restore(other, "file", file.data, file.length, NULL), 0);
    add_games(other, GAMES, false);
    assert_int_equal(hra_learner_run(other, 6, NULL, NULL), HRA_EFIT);
    for (size_t cut = 1; cut <= 17; cut += 8) /* of the optimiser */
        assert_int_equal(hra_learner_restore(other, "file", file.data, file.length - cut, NULL),
                         HRA_EDAMAGED);
    hra_text_release(&file);
    hra_record_close(record);
    hra_record_close(strange);
    hra_learner_close(learner);
    hra_learner_close(other);
    hra_learner_close(alone);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rule_is_learnt_and_chance_is_not),
        cmocka_unit_test(stopped_and_resumed_is_the_same),
        cmocka_unit_test(options_may_differ_if_positions_fit),
        cmocka_unit_test(other_games_are_refused),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
