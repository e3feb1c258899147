/* What learning by default reaches in small games: no false move in any position that play can come to. The
 * judge is a search of the whole tree, written here, that shares nothing with the library's solver but the
 * rules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "asked.h"
#include "hra/hra.h"
#include "hra/lab.h"
#include "learning.h"

enum { PLACES = 1 << 14, STATE = 256, MOVES = 64 };

/* A position that was met, and what it is worth to seat 0. */
typedef struct met {
    uint64_t key;
    double value;
    bool used;
} met;

typedef struct judging {
    const hra_game *game;
    hra_agent *agent;
    met *met; /* PLACES of them */
    int positions, wrong;
    char *first; /* the first position with a false move */
} judging;

static met *place_of(judging *j, uint64_t key) {
    size_t at = key % PLACES;
    while (j->met[at].used && j->met[at].key != key)
        at = (at + 1) % PLACES;
    return &j->met[at];
}

static void judge_choice(judging *j, const void *s, const hra_move *moves, const double *values, int n,
                         double best) {
    const hra_question question = {.state = s, .seed = 1};
    hra_move choice;
    int at = 0;
    assert_int_equal(asked_choose(j->agent, &question, &choice), 0);
    while (at < n && moves[at] != choice)
        at++;
    assert_true(at < n);
    if (values[at] != best && j->wrong++ == 0)
        assert_int_equal(hra_state_position(j->game, s, &j->first, NULL), 0);
}

/* What a position is worth to seat 0 by best play; every move that is chosen below it is judged. */
static double value_of(judging *j, const unsigned char *s) {
    _Alignas(HRA_STATE_ALIGN) unsigned char child[STATE];
    double values[MOVES], best = 0;
    hra_move moves[MOVES];
    uint64_t key;
    int mover, n;
    assert_int_equal(hra_state_to_move(j->game, s, &mover, NULL), 0);
    if (mover == HRA_OVER) {
        assert_int_equal(hra_state_rewards(j->game, s, values, MOVES, NULL), 0);
        return values[0];
    }
    key = hra_game_key(j->game, s);
    if (place_of(j, key)->used)
        return place_of(j, key)->value;
    assert_int_equal(hra_state_moves(j->game, s, moves, NULL, MOVES, &n, NULL), 0);
    for (int i = 0; i < n; i++) {
        memcpy(child, s, (size_t)hra_encoding_of(j->game).state_size);
        assert_int_equal(hra_state_apply(j->game, child, moves[i], NULL), 0);
        values[i] = value_of(j, child);
        if (i == 0 || (mover == 0 ? values[i] > best : values[i] < best))
            best = values[i];
    }
    assert_true(++j->positions < PLACES / 2);
    judge_choice(j, s, moves, values, n, best);
    *place_of(j, key) = (met){key, best, true};
    return best;
}

/* The file that was learnt, whatever name is asked for. */
static hra_err read_learnt(void *self, const char *name, size_t most, hra_text *out, hra_error *why) {
    const hra_text *file = self;
    hra_text_add_bytes(out, file->data, file->length);
    return out->err;
}

/* Learns as `hra learn GAME --method METHOD --seed SEED` does, and judges the player that it names. */
static void no_false_move(const char *spec, const char *method, uint64_t seed) {
    hra_text file, whole, player;
    const hra_host host = {.size = sizeof host, .read = read_learnt, .self = &file};
    judging j = {.met = calloc(PLACES, sizeof *j.met)};
    hra_game *game = NULL;
    hra_player *opened = NULL;
    hra_error why = {0};
    uint64_t games;
    _Alignas(HRA_STATE_ALIGN) unsigned char first[STATE];
    hra_text_init(&whole);
    hra_text_init(&player);
    assert_non_null(j.met);
    assert_int_equal(hra_game_open(&game, &host, spec, &why), 0);
    assert_true(hra_encoding_of(game).state_size <= STATE && hra_game_move_capacity(game) <= MOVES);
    j.game = game;
    assert_int_equal(hra_learn_complete(game, method, &whole, &games, &why), 0);
    hra_learner *learner = open_learner(game, hra_text_string(&whole), seed, 1);
    run_to(learner, games);
    write_learner(learner, &file);
    hra_learner_best(learner, "F", &player);
    if (hra_player_open(&opened, game, hra_text_string(&player), NULL, NULL, &why) != 0)
        fail_msg("%s: %s", hra_text_string(&player), why.text);
    assert_int_equal(hra_agent_open(&j.agent, opened), 0);
    assert_int_equal(hra_state_init(game, 0, first, NULL), 0);
    (void)value_of(&j, first);
    if (j.wrong)
        fail_msg("%s by %s, seed %llu: %d false moves in %d positions, the first at %s", spec,
                 hra_text_string(&whole), (unsigned long long)seed, j.wrong, j.positions, j.first);
    hra_string_free(j.first);
    hra_agent_close(j.agent);
    hra_player_close(opened);
    hra_learner_close(learner);
    hra_game_close(game);
    hra_text_release(&file);
    hra_text_release(&whole);
    hra_text_release(&player);
    free(j.met);
}

/* With ALL=1 the seeds 1 to 5 of everything, a minute; else of what takes a tenth of a second, and seed 1 of
 * the rest but for the slowest, 8 s in all. */
static void learning_by_default_makes_no_false_move(void **state) {
    static const char *const games[] = {"tictactoe", "nim", "matches", NULL}, *const methods[] = {
                                                                                  "td",   "sarsa", "q",
                                                                                  "mc",   "vi",    "pi",
                                                                                  "rote", "zero",  NULL};
    const char *all = getenv("ALL");
    for (int g = 0; games[g]; g++)
        for (int m = 0; methods[m]; m++) {
            const bool zero = strcmp(methods[m], "zero") == 0, slow = g == 0 || zero;
            const uint64_t seeds = !slow || (all && *all) ? 5 : zero && g == 1 ? 0 : 1;
            for (uint64_t seed = 1; seed <= seeds; seed++)
                no_false_move(games[g], methods[m], seed);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(learning_by_default_makes_no_false_move)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
