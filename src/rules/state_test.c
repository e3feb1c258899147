/* States in the hands of programs in other languages: every game, and everything wrong that can be given. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "rules/registry.h"

enum { MOST = 4000 }; /* plies of a play in a test */

typedef struct one {
    hra_game *game;
    void *state, *copy;
    hra_move *moves;
    double *probability;
    int size, capacity;
} one;

static void open_one(one *o, const char *spec) {
    const hra_host host = {.size = sizeof host, .read = hra_host_read_file};
    assert_int_equal(hra_game_open(&o->game, &host, spec, NULL), 0);
    o->size = hra_encoding_of(o->game).state_size;
    o->capacity = (int)hra_game_move_capacity(o->game);
    assert_true(o->size % HRA_STATE_ALIGN == 0 && (size_t)o->size >= o->game->state_size);
    o->state = malloc((size_t)o->size);
    o->copy = malloc((size_t)o->size);
    o->moves = malloc((size_t)o->capacity * sizeof *o->moves);
    o->probability = malloc((size_t)o->capacity * sizeof *o->probability);
    assert_non_null(o->state);
    assert_int_equal(hra_state_init(o->game, 0, o->state, NULL), 0);
}

static void close_one(one *o) {
    free(o->state);
    free(o->copy);
    free(o->moves);
    free(o->probability);
    hra_game_close(o->game);
}

/* Every game; one is read from a file. */
static const char *spec_of(int index) {
    const char *name = hra_registry_game(NULL, index)->name;
    return strcmp(name, "tree") == 0 ? "tree:file=" HRA_ROOT "/docs/examples/star.tree" : name;
}

static int mover_of(const one *o, const void *state) {
    int mover = 99;
    assert_int_equal(hra_state_to_move(o->game, state, &mover, NULL), 0);
    assert_true(mover >= HRA_OVER && mover < o->game->seats);
    return mover;
}

static int list(one *o) {
    int count = -1;
    assert_int_equal(hra_state_moves(o->game, o->state, o->moves, o->probability, o->capacity, &count, NULL),
                     0);
    return count;
}

/* A uniformly random move, or one of chance; the game is not over. */
static hra_move draw(one *o, hra_rng *rng) {
    hra_move move = 0;
    if (mover_of(o, o->state) != HRA_CHANCE)
        return o->moves[hra_rng_below(rng, (uint32_t)list(o))];
    assert_int_equal(hra_state_roll(o->game, o->state, hra_rng_next(rng), &move, NULL), 0);
    return move;
}

/* ---- one state ------------------------------------------------------------------------------*/

static void try_illegal(one *o, hra_rng *rng, int n, int *refused) {
    hra_move wild = hra_rng_below(rng, 2) ? (hra_move)hra_rng_next(rng) : hra_rng_below(rng, 4096);
    hra_error why = {0};
    bool listed = false;
    for (int i = 0; i < n; i++)
        listed = listed || o->moves[i] == wild;
    assert_int_equal(hra_game_check_move(o->game, o->state, wild), listed ? HRA_OK : HRA_EINPUT);
    if (listed)
        return;
    memcpy(o->copy, o->state, (size_t)o->size);
    assert_int_equal(hra_state_apply(o->game, o->state, wild, &why), n ? HRA_EINPUT : HRA_ESTATE);
    assert_true(why.text[0] != '\0');
    assert_memory_equal(o->copy, o->state, (size_t)o->size);
    char *text = NULL;
    assert_true(hra_state_show_move(o->game, o->state, wild, &text, NULL) != 0);
    assert_null(text);
    ++*refused;
}

static void check_list(const one *o, int n, int mover) {
    double sum = 0;
    assert_true(n > 0 && n < o->capacity);
    for (int i = 0; i < n; i++)
        sum += mover == HRA_CHANCE ? o->probability[i] : o->probability[i] / n;
    assert_true(fabs(sum - 1) < 1e-9);
}

static void check_texts(one *o, int n) {
    char *text = NULL;
    hra_move read = 0;
    assert_int_equal(hra_state_show_move(o->game, o->state, o->moves[n / 2], &text, NULL), 0);
    if (mover_of(o, o->state) >= 0) {
        assert_int_equal(hra_state_parse(o->game, o->state, text, &read, NULL), 0);
        assert_int_equal(read, o->moves[n / 2]);
    }
    hra_string_free(text);
    assert_int_equal(hra_state_position(o->game, o->state, &text, NULL), 0);
    assert_int_equal(hra_state_read(o->game, text, o->copy, NULL), 0);
    assert_int_equal(mover_of(o, o->copy), mover_of(o, o->state));
    hra_string_free(text);
    assert_int_equal(hra_state_show(o->game, o->state, -1, 80, 0, 0, &text, NULL), 0);
    assert_true(strlen(text) > 0);
    hra_string_free(text);
}

static void every_game_is_played_and_refuses_what_is_not_legal(void **state) {
    int refused = 0;
    for (int g = 0; hra_registry_game(NULL, g); g++) {
        one o;
        hra_rng rng;
        int ply = 0, mover;
        double returns[HRA_MAX_SEATS];
        open_one(&o, spec_of(g));
        hra_rng_init(&rng, 5);
        for (; (mover = mover_of(&o, o.state)) != HRA_OVER && ply < MOST; ply++) {
            int n = list(&o);
            check_list(&o, n, mover);
            for (int i = 0; i < (ply < 200 ? 10 : 1); i++)
                try_illegal(&o, &rng, n, &refused);
            if (ply % 8 < 2)
                check_texts(&o, list(&o));
            assert_int_equal(hra_state_apply(o.game, o.state, draw(&o, &rng), NULL), 0);
        }
        assert_int_equal(mover, HRA_OVER);
        assert_int_equal(list(&o), 0);
        for (int i = 0; i < 100; i++)
            try_illegal(&o, &rng, 0, &refused);
        assert_int_equal(hra_state_rewards(o.game, o.state, returns, HRA_MAX_SEATS, NULL), 0);
        for (int seat = 0; seat < o.game->seats; seat++)
            assert_true(returns[seat] >= o.game->min_return && returns[seat] <= o.game->max_return);
        close_one(&o);
    }
    assert_true(refused > 3000);
}

/* ---- what is refused ------------------------------------------------------------------------*/

static void what_makes_no_sense_is_refused(void **state) {
    one o;
    hra_error why = {0};
    hra_move move;
    int n = 7, bad = HRA_EINPUT;
    double value[2];
    char *text = NULL;
    open_one(&o, "tictactoe");
    void *s = o.state, *odd = (char *)o.state + 1;
    const hra_game *g = o.game;
    const hra_encoding none = hra_encoding_of(NULL);
    assert_int_equal(none.state_size + none.seats + (int)hra_game_move_capacity(NULL), 0);
    assert_int_equal(none.features + none.actions + none.terms, 0);
    assert_int_equal(hra_state_init(NULL, 0, s, &why), bad);
    assert_string_equal(why.text, "no game was given");
    assert_int_equal(hra_state_init(g, 0, NULL, &why), bad);
    assert_int_equal(hra_state_init(g, 0, odd, &why), bad);
    assert_non_null(strstr(why.text, "16 divides"));
    assert_int_equal(hra_state_to_move(g, s, NULL, NULL), bad);
    assert_int_equal(hra_state_to_move(NULL, s, &n, NULL), bad);
    assert_int_equal(hra_state_moves(g, s, o.moves, NULL, 3, &n, &why), HRA_ELIMIT);
    assert_int_equal(n, 9);
    assert_non_null(strstr(why.text, "there are 9 moves, and room for 3"));
    assert_int_equal(hra_state_moves(g, s, o.moves, NULL, -3, &n, &why), HRA_ELIMIT);
    assert_int_equal(hra_state_moves(g, s, NULL, NULL, 0, &n, NULL), 0);
    assert_int_equal(hra_state_moves(g, s, o.moves, NULL, 9, NULL, NULL), bad);
    assert_int_equal(hra_state_apply(g, NULL, 4, NULL), bad);
    assert_int_equal(hra_state_apply(g, s, 9, &why), bad);
    assert_string_equal(why.text, "9 is not a legal move here");
    assert_int_equal(hra_state_roll(g, s, 1, &move, &why), HRA_ESTATE);
    assert_int_equal(hra_state_rewards(g, s, value, 1, &why), HRA_ELIMIT);
    for (int seat = -2; seat < 9; seat += 4) {
        assert_int_equal(hra_state_view(g, s, seat == 2 ? 8 : seat, o.copy, NULL), bad);
        assert_int_equal(hra_state_show(g, s, seat, 80, 0, 0, &text, &why), bad);
    }
    assert_int_equal(hra_state_show(g, s, 0, 0, 0, 0, &text, &why), bad);
    assert_int_equal(hra_state_show(g, s, 0, 80, 0, 0, NULL, &why), bad);
    assert_int_equal(hra_state_parse(g, s, NULL, &move, &why), bad);
    assert_int_equal(hra_state_parse(g, s, "z9", &move, &why), bad);
    memcpy(o.copy, s, (size_t)o.size);
    assert_int_equal(hra_state_read(g, "XO", s, &why), bad);
    assert_memory_equal(o.copy, s, (size_t)o.size);
    assert_int_equal(hra_state_read(g, NULL, s, &why), bad);
    assert_int_equal(hra_state_read(g, "XXX/OO./...", s, &why), 0);
    assert_int_equal(hra_state_parse(g, s, "c1", &move, &why), bad);
    assert_null(text);
    close_one(&o);
}

/* ---- many states ----------------------------------------------------------------------------*/

enum { MANY = 150 };

/* Moves for all states, every fifth of them wild. */
static void draw_all(one *o, const unsigned char *states, hra_rng *rng, hra_move *moves) {
    void *own = o->state;
    for (int i = 0; i < MANY; i++) {
        o->state = (void *)(uintptr_t)(states + i * o->size);
        moves[i] = mover_of(o, o->state) == HRA_OVER || hra_rng_below(rng, 5) == 0
                       ? (hra_move)hra_rng_next(rng)
                       : draw(o, rng);
    }
    o->state = own;
}

static void a_step_of_many_is_a_step_of_each(void **state) {
    for (int g = 0; hra_registry_game(NULL, g); g++) {
        one o;
        hra_rng rng;
        hra_move moves[MANY];
        int movers[MANY], errors[MANY];
        open_one(&o, spec_of(g));
        hra_rng_init(&rng, 8);
        unsigned char *many = malloc((size_t)(MANY * o.size)), *each = malloc((size_t)(MANY * o.size));
        for (int i = 0; i < MANY; i++)
            assert_int_equal(hra_state_init(o.game, (uint64_t)i, many + i * o.size, NULL), 0);
        memcpy(each, many, (size_t)(MANY * o.size));
        for (int round = 0; round < 30; round++) {
            hra_error why = {0};
            hra_err first = 0;
            draw_all(&o, many, &rng, moves);
            hra_err err = hra_states_apply(o.game, many, MANY, moves, movers, errors, 1 + round % 4, &why);
            for (int i = 0; i < MANY; i++) {
                hra_err alone = hra_state_apply(o.game, each + i * o.size, moves[i], NULL);
                char words[32];
                assert_int_equal(errors[i], alone);
                assert_int_equal(movers[i], mover_of(&o, each + i * o.size));
                (void)hra_snprintf(words, sizeof words, "state %d: ", i);
                if (alone && !first && strncmp(why.text, words, strlen(words)) != 0)
                    fail_msg("state %d failed first, not as in: %s", i, why.text);
                first = first ? first : alone;
            }
            assert_int_equal(err, first);
            assert_memory_equal(many, each, (size_t)(MANY * o.size));
        }
        free(many);
        free(each);
        close_one(&o);
    }
}

static void playouts_are_the_same_for_any_number_of_threads(void **state) {
    for (int g = 0; hra_registry_game(NULL, g); g++) {
        one o;
        uint64_t seeds[MANY];
        double *returns[2];
        int plies[2][MANY];
        open_one(&o, spec_of(g));
        unsigned char *states = malloc((size_t)(MANY * o.size)), *before = malloc((size_t)(MANY * o.size));
        for (int i = 0; i < MANY; i++) {
            seeds[i] = (uint64_t)i / 2; /* two of each */
            assert_int_equal(hra_state_init(o.game, 0, states + i * o.size, NULL), 0);
        }
        memcpy(before, states, (size_t)(MANY * o.size));
        size_t numbers = (size_t)(MANY * o.game->seats);
        for (int t = 0; t < 2; t++) {
            returns[t] = malloc(numbers * sizeof(double));
            assert_int_equal(
                hra_states_playout(o.game, states, MANY, seeds, 0, returns[t], plies[t], t ? 5 : 1, NULL), 0);
        }
        assert_memory_equal(returns[0], returns[1], numbers * sizeof(double));
        assert_memory_equal(plies[0], plies[1], sizeof plies[0]);
        assert_memory_equal(states, before, (size_t)(MANY * o.size));
        for (int i = 0; i < MANY; i += 2)
            assert_int_equal(plies[0][i], plies[0][i + 1]); /* a seed is a play */
        hra_error why = {0};
        assert_int_equal(hra_states_playout(o.game, states, 2, seeds, 1, returns[0], plies[0], 1, &why),
                         HRA_ELIMIT);
        assert_string_equal(why.text, "state 0: its game has not ended after 1 plies");
        assert_int_equal(plies[0][0], -1);
        assert_true(returns[0][0] == 0);
        free(returns[0]);
        free(returns[1]);
        free(states);
        free(before);
        close_one(&o);
    }
}

static void wrong_lists_of_states_are_refused(void **state) {
    one o;
    hra_error why = {0};
    hra_move move = 4;
    uint64_t seed = 1;
    double returns[2];
    open_one(&o, "tictactoe");
    const hra_game *g = o.game;
    const int bad = HRA_EINPUT;
    assert_int_equal(hra_states_apply(g, o.state, -1, &move, NULL, NULL, 1, &why), bad);
    assert_int_equal(hra_states_apply(g, o.state, 1, NULL, NULL, NULL, 1, &why), bad);
    assert_int_equal(hra_states_apply(g, NULL, 1, &move, NULL, NULL, 1, &why), bad);
    assert_int_equal(hra_states_apply(NULL, o.state, 1, &move, NULL, NULL, 1, &why), bad);
    assert_int_equal(hra_states_apply(g, o.state, 1, &move, NULL, NULL, 0, &why), bad);
    assert_int_equal(hra_states_apply(g, o.state, 1, &move, NULL, NULL, 257, &why), bad);
    assert_int_equal(hra_states_apply(g, NULL, 0, NULL, NULL, NULL, 1, &why), 0);
    assert_int_equal(hra_states_apply(g, o.state, 1, &move, NULL, NULL, 1, &why), 0);
    assert_int_equal(hra_states_playout(g, o.state, 1, NULL, 0, returns, NULL, 1, &why), bad);
    assert_int_equal(hra_states_playout(g, o.state, 1, &seed, 0, NULL, NULL, 1, &why), bad);
    assert_int_equal(hra_states_playout(g, o.state, 1, &seed, -1, returns, NULL, 1, &why), bad);
    assert_int_equal(hra_states_playout(g, o.state, 1, &seed, 0, returns, NULL, 256, &why), 0);
    close_one(&o);
}

/* ---- in numbers -----------------------------------------------------------------------------*/

static void tictactoe_in_numbers(void **state) {
    one o;
    hra_error why = {0};
    float x[19];
    int bad = HRA_EINPUT;
    char *text = NULL;
    open_one(&o, "tictactoe");
    const hra_game *g = o.game;
    const hra_encoding encoding = hra_encoding_of(g);
    assert_int_equal(encoding.features, 19);
    assert_int_equal(encoding.actions, 9);
    assert_int_equal(encoding.terms, 4);
    assert_int_equal(hra_state_read(g, "X.O/.X./...", o.state, NULL), 0);
    assert_int_equal(hra_state_features(g, o.state, 0, x, 19, &why), 0);
    const float other_to_move[19] = {1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, -1};
    assert_memory_equal(x, other_to_move, sizeof x);
    assert_int_equal(hra_state_features(g, o.state, 1, x, 19, &why), 0);
    const float to_move[19] = {0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    assert_memory_equal(x, to_move, sizeof x);
    assert_int_equal(hra_state_features(g, o.state, 2, x, 19, &why), bad);
    assert_int_equal(hra_state_features(g, o.state, 1, NULL, 19, &why), bad);
    assert_int_equal(hra_state_features(g, o.state, 1, x, 18, &why), HRA_ELIMIT);
    assert_string_equal(why.text, "there are 19 numbers, and room for 18");
    assert_int_equal(hra_state_number_name(g, HRA_NUMBER_FEATURE, 11, &text, &why), 0);
    assert_string_equal(text, "other mark on c1");
    hra_string_free(text);
    assert_int_equal(hra_state_number_name(g, HRA_NUMBER_FEATURE, 19, &text, &why), bad);
    close_one(&o);
}

static hra_err move_of(const hra_game *game, const void *state, int action, hra_move *move, hra_error *why) {
    return hra_states_action_moves(game, state, 1, &action, move, NULL, 1, why);
}

static void moves_of_tictactoe_in_numbers(void **state) {
    one o;
    hra_error why = {0};
    int actions[9], n = -1, bad = HRA_EINPUT;
    int8_t mask[9];
    char *text;
    double value[4];
    hra_move move = 99;
    open_one(&o, "tictactoe");
    const hra_game *g = o.game;
    assert_int_equal(hra_state_read(g, "X.O/.X./...", o.state, NULL), 0);
    assert_int_equal(hra_state_actions(g, o.state, actions, 9, &n, &why), 0);
    assert_int_equal(n, 6);
    assert_int_equal(actions[0], 1);
    assert_int_equal(hra_state_actions(g, o.state, actions, 5, &n, &why), HRA_ELIMIT);
    assert_int_equal(hra_states_action_masks(g, o.state, 1, mask, 1, &why), 0);
    const int8_t free_cells[9] = {0, 1, 0, 1, 0, 1, 1, 1, 1};
    assert_memory_equal(mask, free_cells, sizeof mask);
    assert_int_equal(move_of(g, o.state, 3, &move, &why), 0);
    assert_int_equal(move, 3);
    assert_int_equal(move_of(g, o.state, 4, &move, &why), bad);
    assert_string_equal(why.text, "state 0: no move that can be made there has the number 4");
    assert_int_equal(hra_state_rewards(g, o.state, value, 2, &why), 0);
    assert_true(value[0] == 0 && value[1] == 0);
    assert_int_equal(hra_state_rewards(g, o.state, value, 1, &why), HRA_ELIMIT);
    assert_int_equal(hra_state_terms(g, NULL, o.state, 0, value, 4, &why), 0);
    assert_true(value[0] == 5 && value[1] == 2 && value[2] == 1 && value[3] == 0);
    assert_int_equal(hra_state_terms(g, o.state, o.state, 2, value, 4, &why), bad);
    assert_int_equal(hra_state_terms(g, o.state, o.state, 1, value, 3, &why), HRA_ELIMIT);
    assert_int_equal(hra_state_number_name(g, HRA_NUMBER_TERM, 0, &text, &why), 0);
    assert_string_equal(text, "open lines");
    hra_string_free(text);
    assert_int_equal(hra_state_number_name(g, HRA_NUMBER_TERM, 4, &text, &why), HRA_EINPUT);
    assert_string_equal(why.text, "the terms are 0 to 3, not 4");
    assert_int_equal(hra_state_read(g, "XXX/OO./...", o.state, &why), 0);
    assert_int_equal(hra_state_rewards(g, o.state, value, 2, &why), 0);
    assert_true(value[0] == 1 && value[1] == -1);
    assert_int_equal(hra_state_actions(g, o.state, actions, 9, &n, &why), 0);
    assert_int_equal(n, 0);
    assert_int_equal(move_of(g, o.state, 5, &move, &why), HRA_ESTATE);
    close_one(&o);
}

static void what_a_game_lacks_is_refused(void **state) {
    one o;
    hra_error why = {0};
    float x = 0;
    int n = 0;
    int8_t mask = 0;
    double value = 0;
    hra_move move = 0;
    open_one(&o, spec_of(hra_registry_games(NULL) - 1));
    for (int g = 0; hra_encoding_of(o.game).features; g++) {
        close_one(&o);
        open_one(&o, spec_of(g));
    }
    assert_int_equal(hra_state_features(o.game, o.state, 0, &x, 1, &why), HRA_EFIT);
    assert_non_null(strstr(why.text, " has no features"));
    assert_int_equal(hra_states_features(o.game, o.state, 1, NULL, &x, 1, &why), HRA_EFIT);
    if (hra_encoding_of(o.game).actions == 0) {
        assert_int_equal(hra_state_actions(o.game, o.state, &n, 1, &n, &why), HRA_EFIT);
        assert_int_equal(hra_states_action_masks(o.game, o.state, 1, &mask, 1, &why), HRA_EFIT);
        assert_int_equal(move_of(o.game, o.state, 0, &move, &why), HRA_EFIT);
    }
    if (hra_encoding_of(o.game).terms == 0)
        assert_int_equal(hra_state_terms(o.game, NULL, o.state, 0, &value, 1, &why), HRA_EFIT);
    close_one(&o);
}

/* Plays `many` on, each by some moves of its own. */
static void play_some(one *o, unsigned char *many, hra_rng *rng) {
    void *own = o->state;
    for (int i = 0; i < MANY; i++) {
        o->state = many + i * o->size;
        assert_int_equal(hra_state_init(o->game, (uint64_t)i, o->state, NULL), 0);
        for (int ply = 0; ply < i && mover_of(o, o->state) != HRA_OVER; ply++)
            assert_int_equal(hra_state_apply(o->game, o->state, draw(o, rng), NULL), 0);
    }
    o->state = own;
}

static void check_features_of_many(one *o, const unsigned char *many, float *x, int count, hra_rng *rng) {
    float *alone = malloc((size_t)count * sizeof *alone);
    int seats[MANY];
    for (int way = 0; way < 2; way++) {
        for (int i = 0; i < MANY; i++)
            seats[i] =
                way ? (int)hra_rng_below(rng, (uint32_t)o->game->seats) : mover_of(o, many + i * o->size);
        assert_int_equal(hra_states_features(o->game, many, MANY, way ? seats : NULL, x, 1 + way, NULL), 0);
        for (int i = 0; i < MANY; i++) {
            int seat = seats[i] < 0 ? 0 : seats[i];
            assert_int_equal(hra_state_features(o->game, many + i * o->size, seat, alone, count, NULL), 0);
            assert_memory_equal(alone, x + i * count, (size_t)count * sizeof *alone);
        }
    }
    hra_error why = {0};
    seats[7] = o->game->seats;
    assert_int_equal(hra_states_features(o->game, many, MANY, seats, x, 2, &why), HRA_EINPUT);
    assert_non_null(strstr(why.text, "state 7: "));
    free(alone);
}

/* A mask is what is listed, and each number in it is the move that it was made of. */
static void check_actions_of_many(one *o, const unsigned char *many, int8_t *masks, int count) {
    int actions[MANY], errors[MANY], *list = malloc((size_t)o->capacity * sizeof *list);
    hra_move moves[MANY];
    assert_int_equal(hra_states_action_masks(o->game, many, MANY, masks, 2, NULL), 0);
    for (int i = 0; i < MANY; i++) {
        const void *s = many + i * o->size;
        int n = -1, marked = 0, moves_here = 0;
        hra_move found;
        assert_int_equal(hra_state_actions(o->game, s, list, o->capacity, &n, NULL), 0);
        assert_int_equal(hra_state_moves(o->game, s, o->moves, NULL, o->capacity, &moves_here, NULL), 0);
        for (int k = 0; k < count; k++)
            marked += masks[i * count + k];
        assert_int_equal(marked, n);
        for (int k = 0; k < n && k < 50; k++) {
            assert_int_equal(masks[i * count + list[k]], 1);
            assert_int_equal(move_of(o->game, s, list[k], &found, NULL), 0);
            assert_int_equal(found, o->moves[k]);
        }
        assert_true(n == (mover_of(o, s) < 0 ? 0 : moves_here));
        actions[i] = n ? list[n - 1] : 0;
    }
    hra_states_action_moves(o->game, many, MANY, actions, moves, errors, 3, NULL);
    for (int i = 0; i < MANY; i++) {
        hra_move alone = 0;
        int err = move_of(o->game, many + i * o->size, actions[i], &alone, NULL);
        assert_int_equal(errors[i], err);
        assert_true(err || moves[i] == alone);
    }
    free(list);
}

static void numbers_of_many_are_those_of_each(void **state) {
    for (int g = 0; hra_registry_game(NULL, g); g++) {
        one o;
        hra_rng rng;
        open_one(&o, spec_of(g));
        hra_rng_init(&rng, 21);
        int features = hra_encoding_of(o.game).features, actions = hra_encoding_of(o.game).actions;
        unsigned char *many = malloc((size_t)(MANY * o.size));
        float *x = malloc((size_t)(MANY * features + 1) * sizeof *x);
        int8_t *masks = malloc((size_t)(MANY * actions + 1));
        play_some(&o, many, &rng);
        if (features)
            check_features_of_many(&o, many, x, features, &rng);
        if (actions)
            check_actions_of_many(&o, many, masks, actions);
        free(many);
        free(x);
        free(masks);
        close_one(&o);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_is_played_and_refuses_what_is_not_legal),
        cmocka_unit_test(what_makes_no_sense_is_refused),
        cmocka_unit_test(a_step_of_many_is_a_step_of_each),
        cmocka_unit_test(playouts_are_the_same_for_any_number_of_threads),
        cmocka_unit_test(wrong_lists_of_states_are_refused),
        cmocka_unit_test(tictactoe_in_numbers),
        cmocka_unit_test(moves_of_tictactoe_in_numbers),
        cmocka_unit_test(what_a_game_lacks_is_refused),
        cmocka_unit_test(numbers_of_many_are_those_of_each),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
