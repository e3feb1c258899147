/* Units of work: whatever part of the results is there when a tournament goes on, it ends as if nothing had
 * happened. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "hra/lab.h"
#include "tournament/tournament_tasks.h"

enum { MOST_BLOCKS = 4096, MOST_PLAYERS = 4 };

typedef struct piece {
    hra_tournament_task task;
    char *text;
} piece;

typedef struct kept {
    piece block[MOST_BLOCKS];
    int count;
} kept;

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
    n->setup = (hra_tournament_setup){.game = n->game,
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
    for (char *at = text.data; (at = strstr(at, "\"uncounted_groups\":")) != NULL;)
        for (at += strlen("\"uncounted_groups\":"); *at >= '0' && *at <= '9';)
            memmove(at, at + 1, strlen(at));
    for (char *at = text.data; (at = strstr(at, "\"after\":")) != NULL;)
        for (at += strlen("\"after\":"); *at >= '0' && *at <= '9';)
            memmove(at, at + 1, strlen(at));
    return text.data;
}

/* Plays a task of `a` and counts it there; the process that assigns it counts it in the same way as all
 * others. */
static void play_unit(hra_tournament *t, const hra_tournament_task *task, kept *now) {
    hra_error why = {0};
    hra_text result;
    hra_text_init(&result);
    assert_int_equal(hra_tournament_run_task(t, task, NULL, &result, NULL, &why), 0);
    if (hra_tournament_add_result(t, task, result.data, &why) != 0)
        fail_msg("%s: %.300s", why.text, result.data);
    assert_in_range(now->count, 0, MOST_BLOCKS - 1);
    now->block[now->count++] = (piece){*task, result.data};
}

/* Plays on from the results that the bits of `which` choose, and keeps what is played. */
static char *play_on(night *n, const kept *before, unsigned which, kept *now) {
    hra_tournament *t;
    hra_tournament_task task;
    hra_error why = {0};
    assert_int_equal(hra_tournament_open(&t, &n->setup, &why), 0);
    for (int i = 0; i < before->count; i++)
        assert_int_equal(hra_tournament_mark_assigned(t, &before->block[i].task, &why), 0);
    for (int i = before->count - 1; i >= 0; i--) /* in any order */
        if (which >> (i % 32) & 1 &&
            hra_tournament_add_result(t, &before->block[i].task, before->block[i].text, &why) != 0)
            fail_msg("%s: %.300s", why.text, before->block[i].text);
    for (int i = 0; i < before->count; i++)
        if (!(which >> (i % 32) & 1) && hra_tournament_is_needed(t, &before->block[i].task))
            play_unit(t, &before->block[i].task, now);
    for (int most = 1; hra_tournament_next_task(t, (uint64_t)most % 7 + 1, &task); most++) {
        if (most % 3 == 0) {
            hra_tournament_task same = task;
            assert_int_equal(hra_tournament_return_task(t, &task), 0);
            assert_true(hra_tournament_next_task(t, (uint64_t)most % 7 + 1, &task));
            assert_memory_equal(&same, &task, sizeof same);
        }
        play_unit(t, &task, now);
    }
    assert_true(hra_tournament_over(t));
    char *json = json_of(t);
    hra_tournament_close(t);
    return json;
}

/* The results, group by group. */
static char *play_in_order(night *n) {
    hra_tournament *t;
    assert_int_equal(hra_tournament_open(&t, &n->setup, NULL), 0);
    hra_tournament_task task;
    while (hra_tournament_next_task(t, 1, &task)) {
        hra_text result;
        hra_text_init(&result);
        assert_int_equal(hra_tournament_run_task(t, &task, NULL, &result, NULL, NULL), 0);
        assert_int_equal(hra_tournament_add_result(t, &task, hra_text_string(&result), NULL), 0);
        hra_text_release(&result);
    }
    char *json = json_of(t);
    hra_tournament_close(t);
    return json;
}

static void any_part_is_enough(night *n, bool whole) {
    static const unsigned parts[] = {0xFFFFFFFF, 0, 1, 0x0F0F0F0F, 0xAAAAAAAA, 0x13579BDF, 0xFFFF0000};
    static kept all, more;
    char *first = play_in_order(n), *tasks = play_on(n, &more, 0, &all);
    assert_string_equal(tasks, first);
    free(tasks);
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
    begin(&n, "race:seats=3,pieces=1,track=8", (const char *const[]){"random", "greedy", "random"}, 3, 20);
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

static void damaged_results_are_refused(void **state) {
    static kept all, none;
    night n;
    begin(&n, "tictactoe", (const char *const[]){"random", "greedy"}, 2, 40);
    free(play_on(&n, &none, 0, &all));
    hra_tournament *t;
    hra_error why = {0};
    assert_int_equal(hra_tournament_open(&t, &n.setup, &why), 0);
    const hra_tournament_task *task = &all.block[0].task;
    const char *good = all.block[0].text;
    size_t length = strlen(good);
    char *text = malloc(length + 2);
    assert_int_equal(hra_tournament_add_result(t, task, good, &why), HRA_EDAMAGED); /* not handed out */
    assert_int_equal(hra_tournament_mark_assigned(t, task, &why), 0);
    for (size_t cut = 0; cut < length; cut++) {
        memcpy(text, good, cut);
        text[cut] = '\0';
        assert_int_equal(hra_tournament_add_result(t, task, text, &why), HRA_EDAMAGED);
    }
    memcpy(text, good, length + 1);
    text[length] = ' ';
    text[length + 1] = '\0';
    assert_int_equal(hra_tournament_add_result(t, task, text, &why), HRA_EDAMAGED);
    free(text);
    const char *const wrong[] = {
        "hra-block 3\npairing 0\ngroups 0 1\nmoves 3f 3f\nkind 1 -1 1 1 0 0 -1 1 -1 1 1 0 0 -1\norder 0\n",
        "hra-block 1\npairing 0\ngroups 0 1\nmoves 3f 3f\nkind 1 -1 1 1 0 0 -1 1 -1 1 1 0 0 -1\norder 0\n",
        "hra-block 2\npairing 1\ngroups 0 1\nmoves 3f 3f\nkind 1 -1 1 1 0 0 -1 1 -1 1 1 0 0 -1\norder 0\n",
        "hra-block 2\npairing 0\ngroups 0 99999999999999999\nmoves 3f 3f\nkind 1 -1 1 1 0 0 -1 1 -1 1 1 0 0 "
        "-1\norder 0\n",
        "hra-block 2\npairing 0\ngroups 1 0\nmoves 3f 3f\nkind 1 -1 1 1 0 0 -1 1 -1 1 1 0 0 -1\norder 0\n",
        "hra-block 2\npairing 0\ngroups 0 1\nmoves 3f 3f\nkind 1 -1 1 0 0 0 -1 1 -1 1 0 0 0 -1\norder 0\n",
        "hra-block 2\npairing 0\ngroups 0 1\nmoves 3f 3f\nkind 1 -1 999 1 0 0 -1 1 -1 999 1 0 0 -1\norder "
        "0\n",
        "hra-block 2\npairing 0\ngroups 0 1\nmoves 3f 3f\nkind 1 nan 1 1 0 0 -1 1 nan 1 1 0 0 -1\norder 0\n",
        "hra-block 2\npairing 0\ngroups 0 1\nmoves 3f 3f\nkind 1 -1 1 1 0 0 -1 1 -1 1 1 0 0 -1\norder 1\n",
        "hra-block 2\npairing 0\ngroups 0 1\nmoves 3f 3f\nkind 1 -1 1 1 0 0 -1 1 -1 1 1 0 0 -1\norder 00\n",
        "hra-block 2\npairing 0\ngroups 0 1\nmoves 3f 3f\nkind 1 -1 1 1 0 0 -1 1 -1 1 1 0 0 -1\norder \n",
        "hra-block 2\npairing 0\ngroups 0 1\nmoves 3f 3f\nkind 1 -1 1 1 0 0 -1 1 -1 1 1 0 0 -1\norder !\n",
        "hra-block 2\npairing 0\ngroups 0 1\nkind 1 -1 1 1 0 0 -1 1 -1 1 1 0 0 -1\norder 0\n",
        "hra-block 2\npairing 0\ngroups 0 1\nmoves 3f\nkind 1 -1 1 1 0 0 -1 1 -1 1 1 0 0 -1\norder 0\n",
        "hra-block 2\npairing 0\ngroups 0 1\nmoves 3f 3f\norder 0\n",
        "hra-block 2\npairing 0\ngroups 0 1\nmoves 3f 3f\nkind 1 -1 1 1 0 0 -1 1 -1 1 1 0 0 -1\nkind 1 -1 1 "
        "1 0 0 -1 1 -1 1 1 0 0 -1\norder 0\n",
        "hra-block 2\npairing 0\ngroups 0 5000\nmoves 3f\n",
        "",
        all.block[1].text,
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(hra_tournament_add_result(t, task, wrong[i], &why),
                         i == 0 ? HRA_EVERSION : HRA_EDAMAGED);
    assert_int_equal(hra_tournament_add_result(t, task, wrong[8], &why), HRA_EDAMAGED);
    assert_string_equal(why.text, "not a block of this tournament: line 6, character 7: expected a kind that "
                                  "there is, found '1'");
    assert_int_equal(hra_tournament_add_result(t, task, good, &why), HRA_OK);
    hra_tournament_close(t);
    forget(&all);
    end(&n);
}

static void units_that_cannot_be_are_refused(void **state) {
    static const hra_tournament_task wrong[] = {
        {0, 1, 2},  {0, 0, 0}, {0, 2, 1},          {1, 0, 1},
        {-1, 0, 1}, {0, 0, 5}, {0, 0, UINT64_MAX}, {0, UINT64_MAX, 0},
    };
    night n;
    hra_tournament *t;
    hra_error why = {0};
    hra_text text;
    hra_text_init(&text);
    begin(&n, "tictactoe", (const char *const[]){"random", "greedy"}, 2, 4);
    assert_int_equal(hra_tournament_open(&t, &n.setup, &why), 0);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(hra_tournament_mark_assigned(t, &wrong[i], &why), HRA_EDAMAGED);
        assert_int_equal(hra_tournament_return_task(t, &wrong[i]), HRA_EINPUT);
        assert_true(i == 0 || !hra_tournament_is_needed(t, &wrong[i]));
        if (i > 0)
            assert_int_equal(hra_tournament_run_task(t, &wrong[i], NULL, &text, NULL, &why), HRA_EINPUT);
    }
    hra_text_release(&text);
    hra_tournament_close(t);
    end(&n);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tournament_goes_on_from_any_part),
        cmocka_unit_test(a_test_goes_on_from_any_part),
        cmocka_unit_test(damaged_results_are_refused),
        cmocka_unit_test(units_that_cannot_be_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
