/* Exercises "find the move": made of plays of several games, judged, written and read. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/exercise.h"

enum { MOST_PLIES = 400, PLAYS = 20 };

/* O threatens to win at c1, where X would win too; X plays b1. */
static const char blunders[] = "hra-record 1\ngame tictactoe\nseed 1\nnumber 0\nseat 0 human\nseat 1 random\n"
                               "0 a1\n1 b2\n0 c3\n1 a3\n0 b1\n1 c1\nresult -1 1\n";

typedef struct reviewed {
    hra_game *game;
    hra_agent *analyst;
    hra_review *review;
} reviewed;

static void close_reviewed(reviewed *o) {
    hra_review_close(o->review);
    hra_agent_close(o->analyst);
    hra_game_close(o->game);
}

static void review_record(reviewed *o, const char *text, size_t length, const char *analyst) {
    hra_record *record;
    hra_error why = {0};
    size_t used;
    *o = (reviewed){0};
    if (hra_record_parse(&record, NULL, text, length, &used, 1, &why) ||
        hra_game_open(&o->game, NULL, hra_record_info(record)->game->spec, &why) ||
        hra_agent_open_spec(&o->analyst, o->game, analyst, &why) ||
        hra_review_open(&o->review, o->analyst, record, &why))
        fail_msg("%s", why.text);
    hra_record_close(record);
    while (hra_review_snapshot(o->review)->done < hra_review_snapshot(o->review)->plies)
        assert_int_equal(hra_review_step(o->review, NULL), 0);
}

static hra_exercise *make(const reviewed *o, int ply) {
    hra_exercise *x = NULL;
    hra_error why = {0};
    if (hra_exercise_from_review(&x, o->review, ply, NULL, NULL, NULL, &why))
        fail_msg("ply %d: %s", ply, why.text);
    return x;
}

static char *write(const hra_exercise *x) {
    hra_text text;
    hra_text_init(&text);
    assert_int_equal(hra_exercise_write(x, &text), 0);
    return text.data;
}

static bool is_right(const hra_exercise *x, const char *attempt, char reason[16]) {
    hra_exercise_verdict verdict = {0};
    hra_error why = {0};
    if (hra_exercise_judge(x, attempt, &verdict, &why))
        fail_msg("%s: %s", attempt, why.text);
    assert_int_equal(verdict.count, 1);
    assert_true(*verdict.items[0].why);
    assert_true(verdict.points == verdict.items[0].right);
    bool right = verdict.items[0].right;
    (void)hra_snprintf(reason, 16, "%s", verdict.items[0].reason);
    hra_exercise_verdict_release(&verdict);
    return right;
}

static void a_mistake_becomes_an_exercise(void **state) {
    (void)state;
    reviewed o;
    char reason[16];
    hra_error why;
    hra_exercise_verdict verdict = {0};
    hra_exercise *again;
    review_record(&o, blunders, strlen(blunders), "exact");
    hra_exercise *x = make(&o, 4);
    assert_string_equal(hra_exercise_info_of(x)->kind, "move");
    assert_int_equal(hra_exercise_info_of(x)->ply, 4);
    assert_true(is_right(x, "c1", reason));
    assert_string_equal(reason, "best");
    assert_false(is_right(x, "b1", reason));
    assert_string_equal(reason, "worse");
    assert_int_equal(hra_exercise_judge(x, "a1", &verdict, &why), HRA_EINPUT); /* taken */
    assert_int_equal(hra_exercise_judge(x, "", &verdict, &why), HRA_EINPUT);
    char *text = write(x);
    assert_non_null(strstr(text, "played b1\n"));
    assert_int_equal(hra_exercise_open(&again, NULL, text, strlen(text), &why), 0);
    char *other = write(again);
    assert_string_equal(text, other);
    hra_exercise_close(again);
    free(other);
    const hra_exercise_setup setup = {
        .size = sizeof setup, .threshold = hra_exercise_info_of(x)->threshold, .played = "b1", .ply = 4};
    const hra_question question = {.state = hra_review_state(o.review, 4), .want = HRA_WANT_ALL};
    assert_int_equal(hra_exercise_from_state(&again, o.analyst, &question, &setup, &why), 0);
    other = write(again);
    assert_string_equal(text, other);
    hra_exercise_close(again);
    hra_exercise_close(x);
    free(text);
    free(other);
    /* no decision is asked about twice by what is not one */
    assert_int_equal(hra_exercise_from_review(&x, o.review, 99, NULL, NULL, NULL, &why), HRA_EINPUT);
    const hra_exercise_setup timed = {.size = sizeof timed, .limits = {.seconds = 1}};
    assert_int_equal(hra_exercise_from_review(&x, o.review, 4, NULL, &timed, NULL, &why), HRA_EINPUT);
    close_reviewed(&o);
}

/* Hints and questions do not name the answer, and each hint is there. */
static void hints_do_not_say_the_answer(void **state) {
    (void)state;
    reviewed o;
    hra_text text;
    hra_text_init(&text);
    review_record(&o, blunders, strlen(blunders), "exact");
    hra_exercise *x = make(&o, 4);
    for (int i = 1; i <= hra_exercise_info_of(x)->hints; i++)
        assert_int_equal(hra_exercise_hint(x, i, &text), 0);
    assert_int_equal(hra_exercise_hint(x, hra_exercise_info_of(x)->hints + 1, &text), HRA_EINPUT);
    hra_json json = hra_json_begin(&text);
    hra_json_exercise(&json, NULL, x);
    assert_null(strstr(hra_text_string(&text), "c1"));
    assert_non_null(strstr(hra_text_string(&text), "b1")); /* what was played */
    hra_text_clear(&text);
    assert_int_equal(hra_exercise_answer(x, NULL, &text), 0);
    assert_int_equal(strncmp(hra_text_string(&text), "c1", 2), 0);
    hra_text_release(&text);
    hra_exercise_close(x);
    close_reviewed(&o);
}

static const char *id_of(const char *position) {
    static char id[2][HRA_EXERCISE_ID];
    static int at;
    hra_game *game;
    hra_agent *analyst;
    hra_exercise *x;
    hra_error why;
    unsigned char state[4096];
    assert_int_equal(hra_game_open(&game, NULL, "tictactoe", &why), 0);
    assert_true(game->state_size <= sizeof state);
    assert_int_equal(hra_agent_open_spec(&analyst, game, "minimax", &why), 0);
    assert_int_equal(hra_game_read_position(game, position, state, &why), 0);
    const hra_question question = {.state = state, .want = HRA_WANT_ALL};
    if (hra_exercise_from_state(&x, analyst, &question, NULL, &why))
        fail_msg("%s", why.text);
    at = !at;
    (void)hra_snprintf(id[at], sizeof id[at], "%s", hra_exercise_info_of(x)->id);
    hra_exercise_close(x);
    hra_agent_close(analyst);
    hra_game_close(game);
    return id[at];
}

static void turned_boards_are_one_exercise(void **state) {
    (void)state;
    assert_string_equal(id_of("XO./.../..."), id_of("X../O../..."));
    assert_string_not_equal(id_of("XO./.../..."), id_of("X.O/.../..."));
}

/* ---- plays of six games -------------------------------------------------------------------------*/

typedef struct tried {
    const char *game, *analyst;
    int plays; /* twenty in all */
} tried;

/* Random moves, as the lines of a record. */
static void play_random(const char *spec, uint64_t seed, hra_text *out) {
    hra_game *game;
    hra_error why;
    hra_rng rng;
    int plies = 0;
    assert_int_equal(hra_game_open(&game, NULL, spec, &why), 0);
    hra_move *moves = calloc(hra_game_move_capacity(game), sizeof *moves);
    double *probability = calloc(hra_game_move_capacity(game), sizeof *probability);
    void *state = calloc(1, game->state_size);
    assert_true(moves && probability && state);
    game->rules->init(game, state);
    hra_rng_init(&rng, seed);
    hra_text_addf(out, "hra-record 1\ngame %s\nseed 1\nnumber 0\n", spec);
    for (int seat = 0; seat < game->seats; seat++)
        hra_text_addf(out, "seat %d human\n", seat);
    for (int mover; plies < MOST_PLIES && (mover = game->rules->to_move(game, state)) != HRA_OVER; plies++) {
        hra_move move = mover == HRA_CHANCE
                            ? hra_game_sample(game, state, &rng, moves, probability)
                            : moves[hra_rng_below(&rng, (uint32_t)hra_game_moves(game, state, moves))];
        hra_text_addf(out, mover == HRA_CHANCE ? "* " : "%d ", mover);
        game->rules->text->show_move(game, state, move, out);
        hra_text_add_char(out, '\n');
        game->rules->apply(game, state, move);
    }
    free(moves);
    free(probability);
    free(state);
    hra_game_close(game);
}

/* Judges every legal move, and compares with what the analyst says of that move alone. Returns the points that a random
 * player has on average. */
static double check_all_moves(const hra_exercise *x, hra_agent *analyst) {
    const void *state;
    const hra_game *game = hra_exercise_game(x, &state);
    hra_move *moves = calloc(hra_game_move_capacity(game), sizeof *moves);
    const int count = hra_game_moves(game, state, moves);
    int right = 0;
    bool best_is_right = false;
    for (int i = 0; i < count; i++) {
        hra_move_loss loss;
        hra_text text;
        char reason[16];
        const hra_question question = {.state = state, .want = HRA_WANT_ALL};
        hra_text_init(&text);
        game->rules->text->show_move(game, state, moves[i], &text);
        assert_int_equal(hra_review_loss(analyst, &question, moves[i], &loss), 0);
        const bool judged = is_right(x, hra_text_string(&text), reason);
        const double threshold = hra_exercise_info_of(x)->threshold;
        if (!loss.bound || loss.loss > threshold + 1e-9)
            assert_int_equal(judged, loss.loss <= threshold + 1e-9);
        right += judged;
        best_is_right = best_is_right || (judged && moves[i] == loss.best);
        hra_text_release(&text);
    }
    assert_true(best_is_right);
    free(moves);
    return (double)right / count;
}

static void plays_of_six_games_become_exercises(void **state) {
    static const tried games[] = {{"tictactoe", "minimax", 5},           {"nim:rows=2-3-4", "exact", 4},
                                  {"matches:count=15", "exact", 3},      {"checkers", "minimax:depth=2", 3},
                                  {"race", "expectiminimax:depth=1", 3}, {"backgammon", "greedy", 2}};
    (void)state;
    int plays = 0;
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        int made = 0;
        double random = 0;
        for (int i = 0; i < games[g].plays; i++, plays++) {
            hra_text text;
            reviewed o;
            hra_text_init(&text);
            play_random(games[g].game, (uint64_t)(i + 1), &text);
            review_record(&o, hra_text_string(&text), text.length, games[g].analyst);
            for (int ply = 0; ply < hra_review_snapshot(o.review)->done && made < 25 * (i + 1); ply++) {
                if (!hra_review_ply(o.review, ply)->mistake)
                    continue;
                hra_exercise *x = make(&o, ply);
                random += check_all_moves(x, o.analyst);
                made++;
                hra_exercise_close(x);
            }
            hra_text_release(&text);
            close_reviewed(&o);
        }
        print_message("%s: %d exercises, a random player gets %.2f of each\n", games[g].game, made,
                      random / made);
        assert_true(made > 0 && random / made < 0.9);
    }
    assert_int_equal(plays, PLAYS);
}

/* ---- hostile texts ------------------------------------------------------------------------------*/

static void wrong_texts_are_refused(void **state) {
    (void)state;
    static const char *const texts[] = {
        "",
        "hra-exercise 2\nkind move\n",
        "hra-exercise 1\n",
        "hra-exercise 1\nkind dance\n",
        "hra-exercise 1\nkind move\ngame nosuchgame\nend\n",
        "hra-exercise 1\nkind move\ngame tictactoe\nend\n",                              /* no moves */
        "hra-exercise 1\nkind move\ngame tictactoe\nmove 0 exact a1\nend\n",             /* one of nine */
        "hra-exercise 1\nkind move\ngame tictactoe\nmove 0 exact a1\nmove 0 exact a1\n", /* twice */
        "hra-exercise 1\nkind move\ngame tictactoe\nmove 0 exact d9\nend\n",
        "hra-exercise 1\nkind move\ngame tictactoe\nmove nan exact a1\nend\n",
        "hra-exercise 1\nkind move\ngame tictactoe\nmove 0 sure a1\nend\n",
        "hra-exercise 1\nkind move\ngame tictactoe:file=/etc/passwd\nend\n",
        "hra-exercise 1\nkind move\ngame tictactoe\nposition XXX/OO./...\nend\n", /* over */
        "hra-exercise 1\nkind fill\ngame tree\nask values\nend\n",
        "hra-exercise 1\nkind fill\ngame tree\nask values\nnode A - max 0 1 -\nnode B A end 0 1 a\nend\n",
        "hra-exercise 1\nkind fill\ngame tree\nnode B A end 0 1 a\nend\n",
        ("hra-exercise 1\nkind fill\ngame tree\nask values\nnode A - max 0 1 -\nnode B A end 0 1 a\n"
         "key A 2 - - - 1\nkey B 1 - - - 2\nend\n"), /* the key does not follow */
        "hra-exercise 1\nkind agent\ngame tictactoe\nend\n",
        "hra-exercise 1\nkind agent\ngame tictactoe\ngames 10\nend\nmore\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        hra_exercise *x = NULL;
        hra_error why = {0};
        const hra_err err = hra_exercise_open(&x, NULL, texts[i], strlen(texts[i]), &why);
        if (err == 0 || x || why.code != err || !*why.text)
            fail_msg("text %zu: %d '%s'", i, err, why.text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mistake_becomes_an_exercise),
        cmocka_unit_test(hints_do_not_say_the_answer),
        cmocka_unit_test(turned_boards_are_one_exercise),
        cmocka_unit_test(plays_of_six_games_become_exercises),
        cmocka_unit_test(wrong_texts_are_refused),
    };
    return cmocka_run_group_tests_name("exercise", tests, NULL, NULL);
}
