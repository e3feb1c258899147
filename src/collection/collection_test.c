/* Collections in memory against a list of all positions of all games, and games whose seats can be exchanged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "collection/own_collection.h"
#include "hra/hra.h"
#include "rules/defaults.h"

/* ---- games at random ------------------------------------------------------------------------*/

static bool comes_again(const uint64_t *keys, int ply) {
    for (int i = 0; i < ply; i++)
        if (keys[i] == keys[ply])
            return true;
    return false;
}

/* A game of at most `most` plies, as a record. */
static void write_game(const hra_game *game, uint64_t seed, int most, hra_text *out) {
    unsigned char *s = calloc(1, game->state_size);
    hra_move *moves = calloc(hra_game_move_capacity(game), sizeof *moves);
    double *probability = calloc(hra_game_move_capacity(game), sizeof *probability);
    hra_rng rng;
    assert_true(s && moves && probability);
    hra_rng_init(&rng, seed);
    hra_text_addf(out, "hra-record 1\ngame %s\nseed 0\nnumber 0\n", game->spec);
    for (int seat = 0; seat < game->seats; seat++)
        hra_text_addf(out, "seat %d random\n", seat);
    hra_first_state(game, s);
    uint64_t keys[200];
    for (int ply = 0; ply < most && game->rules->to_move(game, s) != HRA_OVER; ply++) {
        keys[ply] = hra_game_key(game, s);
        if (game->repetition_limit && comes_again(keys, ply))
            break; /* the reader would end the game by itself */
        const int mover = game->rules->to_move(game, s);
        const int n = mover >= 0 ? hra_game_moves(game, s, moves) : 0;
        /* few different moves, so that games meet */
        hra_move m = mover >= 0 ? moves[hra_rng_below(&rng, n < 3 ? (uint32_t)n : 3)]
                                : hra_game_sample(game, s, &rng, moves, probability);
        hra_text_addf(out, mover >= 0 ? "%d " : "* ", mover);
        game->rules->text->show_move(game, s, m, out);
        hra_text_add(out, "\n");
        game->rules->apply(game, s, m);
    }
    if (game->rules->to_move(game, s) == HRA_OVER) {
        double value[HRA_MAX_SEATS];
        game->rules->returns(game, s, value);
        hra_text_add(out, "result");
        for (int seat = 0; seat < game->seats; seat++) {
            hra_text_add(out, " ");
            hra_text_add_number(out, value[seat]);
        }
        hra_text_add(out, "\n");
    }
    free(s);
    free(moves);
    free(probability);
}

static hra_record *read_game(const hra_text *text) {
    hra_record *record;
    size_t used;
    hra_error why = {0};
    if (hra_record_parse(&record, NULL, text->data, text->length, &used, 1, &why) != 0)
        fail_msg("%s in\n%s", why.text, text->data);
    return record;
}

static hra_record *random_game(const hra_game *game, uint64_t seed, int most) {
    hra_text text;
    hra_text_init(&text);
    write_game(game, seed, most, &text);
    hra_record *record = read_game(&text);
    hra_text_release(&text);
    return record;
}

/* ---- the list -------------------------------------------------------------------------------*/

typedef struct seen {
    char *position; /* the lesser of two texts where seats can be exchanged */
    int game;
} seen;

/* The text that stands for a position and all that equal it; games here have no other symmetries than `canonical` knows. */
static char *name_of(const hra_game *game, const void *s) {
    unsigned char *other = calloc(2, game->state_size), *least = other + game->state_size;
    hra_text own, turned;
    hra_text_init(&own);
    hra_text_init(&turned);
    hra_game_canonical(game, s, least);
    game->rules->text->write_position(game, least, &own);
    if (game->rules->hints->exchange) {
        game->rules->hints->exchange(game, s, other);
        hra_game_canonical(game, other, least);
        game->rules->text->write_position(game, least, &turned);
        if (strcmp(hra_text_string(&turned), hra_text_string(&own)) < 0) {
            hra_text_clear(&own);
            hra_text_add(&own, hra_text_string(&turned));
        }
    }
    char *out = strdup(hra_text_string(&own));
    hra_text_release(&own);
    hra_text_release(&turned);
    free(other);
    return out;
}

static int games_of(const seen *list, int count, const char *position) {
    int games = 0, last = -1;
    for (int i = 0; i < count; i++)
        if (list[i].game != last && strcmp(list[i].position, position) == 0) {
            games++;
            last = list[i].game;
        }
    return games;
}

enum { GAMES = 60, MOST = 30, COMMITS = 20 };

static void ask_and_compare(hra_collection *c, const hra_game *game, const hra_record *record, int ply,
                            const seen *list, int count) {
    hra_text text;
    hra_error why = {0};
    hra_collection_answer *a;
    hra_text_init(&text);
    const void *s = hra_record_at(record, ply).state;
    game->rules->text->write_position(game, s, &text);
    const hra_collection_question q = {
        .size = sizeof q, .spec = game->rules->name, .position = hra_text_string(&text), .most = 5};
    if (hra_collection_ask(c, &q, &a, &why) != 0)
        fail_msg("%s: %s", hra_text_string(&text), why.text);
    char *name = name_of(game, s);
    const int expected = games_of(list, count, name);
    if (a->count.games != expected)
        fail_msg("%s, %s: %d games, expected %d", game->spec, name, (int)a->count.games, expected);
    assert_int_equal(a->game_count, expected < 5 ? expected : 5);
    int64_t sum = 0;
    for (int i = 0; i < a->move_count; i++)
        sum += a->moves[i].count.games;
    assert_true(sum <= a->count.games * 2); /* a game may come back and move otherwise */
    for (int i = 1; i < a->game_count; i++)
        assert_true(a->games[i - 1].game < a->games[i].game);
    free(name);
    hra_text_release(&text);
    hra_collection_answer_free(a);
}

static void compare_with_a_list(const char *spec) {
    hra_game *game;
    hra_collection *c;
    hra_record *records[GAMES];
    seen *list = calloc(GAMES * (MOST + 1), sizeof *list);
    int count = 0;
    assert_int_equal(hra_game_open(&game, NULL, spec, NULL), 0);
    assert_int_equal(hra_collection_open(&c, NULL, NULL), 0);
    for (int i = 0; i < GAMES; i++) {
        records[i] = random_game(game, (uint64_t)i, MOST);
        assert_int_equal(hra_collection_add(c, records[i], NULL, NULL, NULL), 0);
        for (int ply = 0; ply <= hra_record_info(records[i])->plies; ply++)
            list[count++] = (seen){name_of(game, hra_record_at(records[i], ply).state), i};
        if (i % (GAMES / COMMITS) == 0) /* runs of both levels */
            assert_int_equal(hra_collection_commit(c, NULL), 0);
    }
    assert_int_equal(hra_collection_commit(c, NULL), 0);
    assert_int_equal(hra_collection_games(c), GAMES);
    for (int i = 0; i < GAMES; i += 7)
        for (int ply = 0; ply <= hra_record_info(records[i])->plies; ply += 3)
            ask_and_compare(c, game, records[i], ply, list, count);
    for (int i = 0; i < count; i++)
        free(list[i].position);
    for (int i = 0; i < GAMES; i++)
        hra_record_close(records[i]);
    free(list);
    hra_collection_close(c);
    hra_game_close(game);
}

static void positions_are_those_of_a_list(void **state) {
    /* not yahtzee, whose key is equal for cards with the same continuations */
    static const char *const specs[] = {"tictactoe", "nim",    "checkers", "backgammon",
                                        "race",      "empire", "matches",  NULL};
    for (int i = 0; specs[i]; i++)
        compare_with_a_list(specs[i]);
}

/* ---- commits of any size --------------------------------------------------------------------*/

static hra_collection_answer *ask(hra_collection *c, const hra_game *game, const void *s) {
    hra_text text;
    hra_error why = {0};
    hra_collection_answer *a;
    hra_text_init(&text);
    game->rules->text->write_position(game, s, &text);
    const hra_collection_question q = {.size = sizeof q, .position = hra_text_string(&text), .most = 300};
    if (hra_collection_ask(c, &q, &a, &why) != 0)
        fail_msg("%s: %s", hra_text_string(&text), why.text);
    hra_text_release(&text);
    return a;
}

static void same_answers(hra_collection *x, hra_collection *y, const hra_game *game, const void *s) {
    hra_collection_answer *a = ask(x, game, s), *b = ask(y, game, s);
    assert_memory_equal(&a->count, &b->count, sizeof a->count);
    assert_int_equal(a->move_count, b->move_count);
    assert_int_equal(a->game_count, b->game_count);
    for (int i = 0; i < a->move_count; i++) {
        assert_string_equal(a->moves[i].move, b->moves[i].move);
        assert_memory_equal(&a->moves[i].count, &b->moves[i].count, sizeof a->moves[i].count);
    }
    for (int i = 0; i < a->game_count; i++) {
        assert_int_equal(a->games[i].game, b->games[i].game);
        assert_int_equal(a->games[i].ply, b->games[i].ply);
    }
    hra_collection_answer_free(a);
    hra_collection_answer_free(b);
}

enum { COPIES = 2000, SMALL = 900 /* games of a commit */ };

/* The large commit is sorted in several parts, and in parts that are larger than usual. */
static void a_large_commit_finds_what_small_ones_find(void **state) {
    hra_game *game;
    hra_collection *large, *small;
    hra_record *records[GAMES];
    assert_int_equal(hra_game_open(&game, NULL, "tictactoe", NULL), 0);
    assert_int_equal(hra_collection_open(&large, NULL, NULL), 0);
    assert_int_equal(hra_collection_open(&small, NULL, NULL), 0);
    for (int i = 0; i < GAMES; i++)
        records[i] = random_game(game, (uint64_t)i, MOST);
    for (int i = 0; i < GAMES * COPIES; i++) {
        const hra_record *record = records[(i * 7 + i / GAMES) % GAMES];
        assert_int_equal(hra_collection_add(large, record, NULL, NULL, NULL), 0);
        assert_int_equal(hra_collection_add(small, record, NULL, NULL, NULL), 0);
        if (i % SMALL == 0)
            assert_int_equal(hra_collection_commit(small, NULL), 0);
    }
    assert_true(large->count > 600000); /* more than 16 of the usual parts */
    assert_int_equal(hra_collection_commit(large, NULL), 0);
    assert_int_equal(hra_collection_commit(small, NULL), 0);
    hra_collection_answer *a = ask(large, game, hra_record_at(records[0], 0).state);
    assert_int_equal(a->count.games, GAMES * COPIES);
    hra_collection_answer_free(a);
    for (int i = 0; i < GAMES; i += 5)
        for (int ply = 0; ply <= hra_record_info(records[i])->plies; ply++)
            same_answers(large, small, game, hra_record_at(records[i], ply).state);
    for (int i = 0; i < GAMES; i++)
        hra_record_close(records[i]);
    hra_collection_close(large);
    hra_collection_close(small);
    hra_game_close(game);
}

/* ---- seats exchanged ------------------------------------------------------------------------*/

static void check_exchange(const hra_game *game, const unsigned char *s) {
    unsigned char *other = calloc(2, game->state_size), *back = other + game->state_size;
    const int mover = game->rules->to_move(game, s);
    hra_move *moves = calloc(hra_game_move_capacity(game), sizeof *moves);
    assert_true(other && moves);
    game->rules->hints->exchange(game, s, other);
    game->rules->hints->exchange(game, other, back);
    assert_memory_equal(back, s, game->state_size);
    const int turned = game->rules->to_move(game, other);
    assert_int_equal(turned, mover == 0 || mover == 1 ? !mover : mover);
    if (mover == HRA_OVER) {
        double own[HRA_MAX_SEATS], theirs[HRA_MAX_SEATS];
        game->rules->returns(game, s, own);
        game->rules->returns(game, other, theirs);
        assert_true(own[0] == theirs[1] && own[1] == theirs[0]);
    } else {
        assert_int_equal(hra_game_moves(game, s, moves), hra_game_moves(game, other, moves));
    }
    free(other);
    free(moves);
}

static void exchanged_seats_play_the_same_game(void **state) {
    int found = 0;
    for (int i = 0; hra_registry_game(NULL, i); i++) {
        hra_game *game;
        if (hra_game_open(&game, NULL, hra_registry_game(NULL, i)->name, NULL) != 0)
            continue; /* it needs a file */
        found += game->rules->hints->exchange != NULL;
        for (uint64_t seed = 0; seed < 20 && game->rules->hints->exchange; seed++) {
            hra_record *record = random_game(game, seed, 200);
            for (int ply = 0; ply <= hra_record_info(record)->plies; ply++)
                check_exchange(game, hra_record_at(record, ply).state);
            hra_record_close(record);
        }
        hra_game_close(game);
    }
    assert_true(found > 0);
}

/* ---- the limit in memory --------------------------------------------------------------------*/

static void memory_ends_with_words(void **state) {
    hra_game *game;
    hra_collection *c;
    hra_error why = {0};
    const hra_collection_setup setup = {.size = sizeof setup, .most = 1 << 20};
    hra_err err = HRA_OK;
    int games = 0;
    assert_int_equal(hra_game_open(&game, NULL, "checkers", NULL), 0);
    assert_int_equal(hra_collection_open(&c, &setup, NULL), 0);
    for (uint64_t seed = 0; !err; seed++) {
        hra_record *record = random_game(game, seed, 60);
        err = hra_collection_add(c, record, NULL, NULL, &why);
        games += !err;
        if (hra_collection_is_due(c))
            assert_int_equal(hra_collection_commit(c, NULL), 0);
        hra_record_close(record);
    }
    assert_int_equal(err, HRA_ELIMIT);
    assert_int_equal(hra_collection_games(c), games);
    assert_true(games > 300 && strstr(why.text, "full"));
    assert_int_equal(hra_collection_commit(c, NULL), 0);
    assert_true(hra_collection_bytes(c) < 4 << 20); /* what waits for a commit comes on top */
    const hra_collection_question q = {.size = sizeof q};
    hra_collection_answer *a;
    assert_int_equal(hra_collection_ask(c, &q, &a, NULL), 0);
    assert_int_equal(a->count.games, games);
    hra_collection_answer_free(a);
    hra_collection_close(c);
    hra_game_close(game);
}

static void wrong_questions_are_refused(void **state) {
    hra_collection *c;
    hra_collection_answer *a;
    hra_collection_question q = {.size = sizeof q};
    hra_error why = {0};
    assert_int_equal(hra_collection_open(&c, NULL, NULL), 0);
    assert_int_equal(hra_collection_ask(c, &q, &a, &why), HRA_EMISSING);
    q.spec = "no-game";
    assert_int_equal(hra_collection_ask(c, &q, &a, &why), HRA_EINPUT);
    q.size = 0;
    assert_int_equal(hra_collection_ask(c, &q, &a, &why), HRA_EINPUT);
    q.size = sizeof q + 1;
    assert_int_equal(hra_collection_ask(c, &q, &a, &why), HRA_EVERSION);
    assert_null(a);
    hra_collection_close(c);
    hra_collection_close(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_are_those_of_a_list),
        cmocka_unit_test(a_large_commit_finds_what_small_ones_find),
        cmocka_unit_test(exchanged_seats_play_the_same_game),
        cmocka_unit_test(memory_ends_with_words),
        cmocka_unit_test(wrong_questions_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
