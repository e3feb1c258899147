/* Blocks that were kept: whatever part of them is there when a tournament goes on, it ends as if nothing had
 * happened. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"

enum { MOST_BLOCKS = 4096, MOST_PLAYERS = 4 };

typedef struct piece {
    int pairing;
    uint64_t from;
    char *text;
} piece;

typedef struct kept {
    piece block[MOST_BLOCKS];
    int count;
} kept;

static hra_err keep(void *self, const hra_tournament_block *block, hra_error *why) {
    kept *k = self;
    assert_in_range(k->count, 0, MOST_BLOCKS - 1);
    size_t size = strlen(block->result) + 1;
    piece *p = &k->block[k->count++];
    *p = (piece){block->pairing, block->from, malloc(size)};
    memcpy(p->text, block->result, size);
    return HRA_OK;
}

static int by_place(const void *a, const void *b) {
    const piece *x = a, *y = b;
    return x->pairing != y->pairing ? x->pairing - y->pairing : x->from < y->from ? -1 : x->from > y->from;
}

static void sort(kept *k) {
    qsort(k->block, (size_t)k->count, sizeof *k->block, by_place);
}

static void forget(kept *k) {
    for (int i = 0; i < k->count; i++)
        free(k->block[i].text);
    k->count = 0;
}

typedef struct night {
    hra_game *game;
    hra_player *opened[MOST_PLAYERS];
    hra_tournament_setup setup;
} night;

static void begin(night *n, const char *game, const char *const *players, int count, uint64_t groups) {
    *n = (night){0};
    assert_int_equal(hra_game_open(&n->game, NULL, game, NULL), 0);
    for (int i = 0; i < count; i++)
        assert_int_equal(hra_player_open(&n->opened[i], n->game, players[i], NULL, NULL, NULL), 0);
    n->setup = (hra_tournament_setup){.size = sizeof n->setup,
                                      .game = n->game,
                                      .players = (const hra_player *const *)n->opened,
                                      .count = count,
                                      .groups = groups,
                                      .seed = 7,
                                      .threads = 2};
}

static void end(night *n) {
    for (int i = 0; i < n->setup.count; i++)
        hra_player_close(n->opened[i]);
    hra_game_close(n->game);
}

static char *json_of(hra_tournament *t) {
    hra_text text;
    hra_text_init(&text);
    hra_json json = hra_json_begin(&text);
    assert_int_equal(hra_json_tournament(&json, NULL, t, NULL, NULL), 0);
    /* What was played after the end of a test depends on how long that took, and does not count. */
    for (char *at = text.data; (at = strstr(at, "\"after\":")) != NULL;)
        for (at += strlen("\"after\":"); *at >= '0' && *at <= '9';)
            memmove(at, at + 1, strlen(at));
    return text.data;
}

/* Plays on from those blocks that the bits of `which` choose, and keeps what is played. */
static char *play_on(night *n, const kept *before, unsigned which, kept *now) {
    hra_tournament *t;
    hra_error why = {0};
    hra_tournament_setup setup = n->setup;
    setup.keep = keep;
    setup.keep_self = now;
    assert_int_equal(hra_tournament_open(&t, &setup, &why), 0);
    for (int i = 0; i < before->count; i++)
        if (which >> (i % 32) & 1 && hra_tournament_restore(t, before->block[i].text, &why) != 0)
            fail_msg("%s: %.300s", why.text, before->block[i].text);
    assert_int_equal(hra_tournament_run(t, NULL, &why), 0);
    assert_true(hra_tournament_over(t));
    char *json = json_of(t);
    hra_tournament_close(t);
    return json;
}

static void any_part_is_enough(night *n, bool whole) {
    static const unsigned parts[] = {0xFFFFFFFF, 0, 1, 0x0F0F0F0F, 0xAAAAAAAA, 0x13579BDF, 0xFFFF0000};
    static kept all, more;
    char *first = play_on(n, &more, 0, &all);
    sort(&all);
    assert_true(all.count > 1);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        char *again = play_on(n, &all, parts[i], &more);
        assert_string_equal(again, first);
        if (whole && parts[i] == 0xFFFFFFFF)
            assert_int_equal(more.count, 0); /* nothing is played twice */
        free(again);
        forget(&more);
    }
    free(first);
    forget(&all);
}

static void a_tournament_goes_on_from_any_part(void **state) {
    night n;
    begin(&n, "tictactoe", (const char *const[]){"random", "greedy", "mcts:playouts=5,memory=1M"}, 3, 80);
    any_part_is_enough(&n, true);
    end(&n);
    begin(&n, "race:seats=3,pieces=1,ring=8", (const char *const[]){"random", "greedy", "random"}, 3, 20);
    any_part_is_enough(&n, true);
    end(&n);
    begin(&n, "pacman:layout=five", (const char *const[]){"random", "greedy"}, 2, 12); /* each alone */
    any_part_is_enough(&n, true);
    end(&n);
}

static void a_test_goes_on_from_any_part(void **state) {
    static const hra_sequential test = {.low = 0, .high = 40, .alpha = 0.05, .beta = 0.05};
    night n;
    begin(&n, "tictactoe", (const char *const[]){"mcts:playouts=4,memory=1M", "random"}, 2, 100000);
    n.setup.test = &test;
    n.setup.threads = 1; /* else what comes after the end varies */
    any_part_is_enough(&n, false);
    end(&n);
}

static void damaged_blocks_are_refused(void **state) {
    static kept all, none;
    night n;
    begin(&n, "tictactoe", (const char *const[]){"random", "greedy"}, 2, 40);
    free(play_on(&n, &none, 0, &all));
    sort(&all);
    hra_tournament *t;
    hra_error why = {0};
    assert_int_equal(hra_tournament_open(&t, &n.setup, &why), 0);
    const char *good = all.block[0].text;
    size_t length = strlen(good);
    char *text = malloc(length + 2);
    for (size_t cut = 0; cut < length; cut++) {
        memcpy(text, good, cut);
        text[cut] = '\0';
        assert_int_equal(hra_tournament_restore(t, text, &why), HRA_EDAMAGED);
    }
    memcpy(text, good, length + 1);
    text[length] = ' ';
    text[length + 1] = '\0';
    assert_int_equal(hra_tournament_restore(t, text, &why), HRA_EDAMAGED);
    free(text);
    static const char *const wrong[] = {
        "hra-block 2\npairing 0\ngroups 0 1\ngame 1 -1 1 1 0 7 3f 0 -1\ngame 1 -1 1 1 0 7 3f 0 -1\n",
        "hra-block 1\npairing 1\ngroups 0 1\ngame 1 -1 1 1 0 7 3f 0 -1\ngame 1 -1 1 1 0 7 3f 0 -1\n",
        "hra-block 1\npairing 0\ngroups 0 99999999999999999\ngame 1 -1 1 1 0 7 3f 0 -1\n",
        "hra-block 1\npairing 0\ngroups 1 0\n",
        "hra-block 1\npairing 0\ngroups 0 1\ngame 1 -1 1 0 0 7 3f 0 -1\ngame 1 -1 1 1 0 7 3f 0 -1\n",
        "hra-block 1\npairing 0\ngroups 0 1\ngame 1 -1 999 1 0 7 3f 0 -1\ngame 1 -1 1 1 0 7 3f 0 -1\n",
        "hra-block 1\npairing 0\ngroups 0 1\ngame 1 nan 1 1 0 7 3f 0 -1\ngame 1 -1 1 1 0 7 3f 0 -1\n",
        "",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(hra_tournament_restore(t, wrong[i], &why), i == 0 ? HRA_EVERSION : HRA_EDAMAGED);
    assert_int_equal(hra_tournament_restore(t, good, &why), HRA_OK);
    assert_int_equal(hra_tournament_restore(t, good, &why), HRA_EDAMAGED); /* it is there already */
    assert_non_null(strstr(why.text, "out of order"));
    hra_tournament_close(t);
    forget(&all);
    end(&n);
}

static hra_err full_after_three(void *self, const hra_tournament_block *block, hra_error *why) {
    return ++*(int *)self > 3 ? hra_fail(why, HRA_EIO, -1, "the disk is full") : HRA_OK;
}

/* What was not kept does not count. */
static void a_keeper_that_fails_ends_it(void **state) {
    night n;
    int calls = 0;
    hra_tournament *t;
    hra_error why = {0};
    begin(&n, "tictactoe", (const char *const[]){"random", "greedy"}, 2, 100000);
    n.setup.keep = full_after_three;
    n.setup.keep_self = &calls;
    assert_int_equal(hra_tournament_open(&t, &n.setup, &why), 0);
    assert_int_equal(hra_tournament_run(t, NULL, &why), HRA_EIO);
    assert_string_equal(why.text, "the disk is full");
    hra_tournament_close(t);
    end(&n);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tournament_goes_on_from_any_part),
        cmocka_unit_test(a_test_goes_on_from_any_part),
        cmocka_unit_test(damaged_blocks_are_refused),
        cmocka_unit_test(a_keeper_that_fails_ends_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
