/* Reviews, the tutor, advice and matches: the same events whether threads of the session think or a worker
 * does; and what bounds them. */
#include "played.h"
#include "session_desk.h"

#include <stdlib.h>
#include <string.h>

/* Both ways of thinking at the same table. */
static void open_both(desk d[2], hra_limits caps) {
    for (int i = 0; i < 2; i++) {
        d[i] = (desk){.setup = {.hand_out = i == 1, .caps = caps}};
        desk_open(&d[i]);
        desk_attach(&d[i], HRA_VIEW_TABLE);
        if (i == 1)
            assert_int_equal(hra_worker_open(&d[i].worker, &d[i].host, NULL, NULL), 0);
    }
}

static void both_ok(desk d[2], const char *line) {
    for (int i = 0; i < 2; i++)
        desk_ok(&d[i], 0, "%s", line);
}

/* An event without its number: what is handed out makes more events. */
static const char *behind_number(const desk_event *e) {
    const char *at = strstr(e->line, "\"n\":");
    at = at ? at : strstr(e->line, "\"seq\":");
    assert_non_null(at);
    return at + strcspn(at, ",}");
}

/* Number i of the events of a kind; NULL: there are fewer. */
static const desk_event *of_kind(const desk *d, const char *kind, int i) {
    for (size_t k = 0; k < d->count; k++)
        if (strcmp(desk_text(d->events[k].json, "event"), kind) == 0 && i-- == 0)
            return &d->events[k];
    return NULL;
}

/* All events of a kind are the same to the byte; returns how many there are. */
static int compare(const desk d[2], const char *kind) {
    for (int i = 0;; i++) {
        const desk_event *one = of_kind(&d[0], kind, i), *other = of_kind(&d[1], kind, i);
        if (!one || !other) {
            assert_true(!one && !other);
            return i;
        }
        assert_string_equal(behind_number(one), behind_number(other));
    }
}

static void close_both(desk d[2]) {
    desk_close(&d[0]);
    desk_close(&d[1]);
}

/* ---- reviews --------------------------------------------------------------------------------*/

static const struct {
    const char *game;
    int plies;
    const char *judge;
} reviews[] = {
    {"tictactoe random random", 9, ""},
    {"nim:rows=1-2-3 random random", 9, " by=minimax"},
    {"race:pieces=1,track=8,seats=2 random random", 12, " by=expectiminimax:depth=2"},
    {"checkers random random position=B:WK32,K31:BK1,5", 8, " by=alphabeta:depth=3"},
    {"checkers random random", 3, " by=expert:tablebase-pieces=0,nodes=2000"},
    {"yahtzee:rules=plain,seats=2 random greedy", 24, " by=expectiminimax:depth=1"},
    {"yahtzee:rules=plain random", 10, " by=greedy"},
    {"pacman:layout=crossroads,ghosts=1 random directional", 10, " by=expert:depth=2"},
    {"tree:file=docs/examples/lecture.tree random random", 3, ""},
    {"chess random random \"position=7k/8/8/8/8/8/R7/1R5K w - - 0 1\"", 6, " by=alphabeta:full,depth=4"},
};

static void a_review_is_the_same_handed_out(void **state) {
    for (size_t i = 0; i < sizeof reviews / sizeof *reviews; i++) {
        desk d[2];
        char line[300];
        open_both(d, (hra_limits){0});
        hra_snprintf(line, sizeof line, "new %s seed=5 hold", reviews[i].game);
        both_ok(d, line);
        hra_snprintf(line, sizeof line, "go %d", reviews[i].plies);
        both_ok(d, line);
        int plies = hra_play_plies(hra_session_play(d[0].session));
        assert_int_equal(plies, hra_play_plies(hra_session_play(d[1].session)));
        hra_snprintf(line, sizeof line, "review%s", reviews[i].judge);
        both_ok(d, line);
        assert_int_equal(compare(d, "review"), plies);
        both_ok(d, line); /* and once more, with what is remembered */
        assert_int_equal(compare(d, "review"), 2 * plies);
        const json_t *last = json_object_get(desk_last(&d[1], 0, "review"), "review");
        assert_int_equal(json_array_size(json_object_get(last, "moves")), plies);
        close_both(d);
    }
}

/* "#2" of a mate: after a move that leads to it, and after the best one in place of one that does not. */
static void a_review_says_mates(void **state) {
    static const char *const lines[] = {
        "new chess human human save=no \"position=7k/8/8/8/8/8/R7/1R5K w - - 0 1\"", "move Ra3", "move Kg7",
        "move Kg2", "review by=alphabeta:full,depth=5"};
    desk d[2];
    open_both(d, (hra_limits){0});
    both_ok(d, "session 2");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        both_ok(d, lines[i]);
    assert_int_equal(compare(d, "review"), 3);
    const json_t *last = json_object_get(desk_last(&d[1], 0, "review"), "review");
    const json_t *moves = json_object_get(last, "moves");
    assert_string_equal(desk_text(json_array_get(moves, 1), "end_said"), "#-3");
    assert_string_equal(desk_text(json_array_get(moves, 2), "best_end_said"), "#3");
    close_both(d);
}

static void a_kept_play_is_reviewed_by_a_worker(void **state) {
    desk d[2];
    open_both(d, (hra_limits){0});
    both_ok(d, "new nim human human seed=1 keep=plays/one");
    both_ok(d, "name 0 Anna");
    both_ok(d, "move c3");
    both_ok(d, "move a1");
    both_ok(d, "move b2");
    both_ok(d, "resign 1");
    both_ok(d, "new tictactoe random random seed=1 keep=no"); /* `exact` of this game is not the judge */
    both_ok(d, "adviser exact");
    both_ok(d, "review plays/one by=exact");
    assert_int_equal(compare(d, "review"), 3);
    both_ok(d, "review plays/one by=alphabeta:full,tt=1M");
    assert_int_equal(compare(d, "review"), 6);
    for (int i = 0; i < 2; i++) {
        desk_error(&d[i], 0, "entry not found", "review plays/two");
        desk_error(&d[i], 0, "does not value positions", "review plays/one by=random");
        desk_ok(&d[i], 0, "new nim human human keep=no");
        desk_error(&d[i], 0, "the game has no moves", "review");
    }
    close_both(d);
}

/* A judge's player is never one of a game that goes with the review. */
static void who_judges_serves_nobody_else(void **state) {
    desk d[2];
    open_both(d, (hra_limits){0});
    both_ok(d, "new nim:rows=1-2-3 random random seed=1 keep=plays/one");
    both_ok(d, "new nim:rows=1-2-3 human human seed=1 keep=no adviser=greedy");
    both_ok(d, "review plays/one by=minimax");
    both_ok(d, "adviser minimax");
    both_ok(d, "review plays/one by=minimax");
    both_ok(d, "advice");
    both_ok(d, "review plays/one by=minimax");
    both_ok(d, "advice");
    assert_true(compare(d, "review") > 0);
    assert_int_equal(compare(d, "advice"), 2);
    close_both(d);
}

static void a_stop_ends_a_review(void **state) {
    static const char *const judges[] = {"alphabeta:full,time=3600", "mcts:time=3600",
                                         "expert:tablebase-pieces=0,time=3600"};
    for (size_t i = 0; i < sizeof judges / sizeof *judges; i++) {
        desk d = {0};
        desk_open(&d);
        desk_attach(&d, HRA_VIEW_TABLE);
        desk_ok(&d, 0, "new checkers random random seed=1 hold keep=no");
        desk_ok(&d, 0, "go 4");
        desk_send(&d, 0, "review by=%s", judges[i]);
        desk_send(&d, 0, "review"); /* refused: one at a time */
        assert_non_null(desk_find(&d, 0, 0, "error"));
        desk_ok(&d, 0, "stop");
        desk_settle(&d);
        assert_string_equal(desk_text(desk_last(&d, 0, "error"), "code"), "stopped");
        desk_ok(&d, 0, "review by=alphabeta:depth=1"); /* the next one goes */
        desk_close(&d);
    }
}

/* The client that asked leaves while other tasks run: the next review is dropped. */
static void a_review_ends_with_its_client(void **state) {
    for (int hand_out = 0; hand_out < 2; hand_out++) {
        desk d = {.setup = {.hand_out = hand_out, .threads = 1}};
        desk_open(&d);
        desk_attach(&d, HRA_VIEW_TABLE);
        if (hand_out)
            assert_int_equal(hra_worker_open(&d.worker, &d.host, NULL, NULL), 0);
        int other = desk_attach(&d, HRA_VIEW_TABLE);
        desk_ok(&d, 0, "new checkers random random seed=1 hold keep=no");
        desk_ok(&d, 0, "go 4");
        desk_send(&d, 0, "analyse alphabeta:full time=3600s"); /* the one thread there is */
        desk_send(&d, other, "review by=alphabeta:depth=2");
        desk_send(&d, other, "quit");
        desk_send(&d, 0, "stop");
        desk_ok(&d, 0, "review by=alphabeta:depth=2");
        desk_close(&d);
    }
}

/* A judge whose spec has no end answers within the caps of the session. */
static void judges_are_capped(void **state) {
    static const hra_limits caps[] = {{.depth = 2}, {.nodes = 2000}, {.seconds = 0.01}};
    static const char *const judges[] = {"alphabeta:full", "alphabeta:time=3600s",
                                         "expert:tablebase-pieces=0"};
    for (int i = 0; i < 9; i++) {
        desk d[2];
        char line[100];
        open_both(d, caps[i / 3]);
        both_ok(d, "new checkers random random seed=1 hold keep=no");
        both_ok(d, "go 4");
        hra_snprintf(line, sizeof line, "review by=%s", judges[i % 3]);
        both_ok(d, line);
        if (i / 3 < 2) /* by the clock they differ */
            assert_int_equal(compare(d, "review"), 4);
        close_both(d);
    }
}

static void judges_take_no_more_threads(void **state) {
    desk d = {.host = {.caps = {.threads = 2}}};
    desk_open(&d);
    desk_attach(&d, HRA_VIEW_TABLE);
    desk_ok(&d, 0, "new checkers random random seed=1 hold keep=no");
    desk_ok(&d, 0, "go 4");
    desk_error(&d, 0, "threads", "review by=mcts:threads=64,playouts=10");
    desk_close(&d);
}

/* ---- one move -------------------------------------------------------------------------------*/

static void a_tutor_is_handed_out(void **state) {
    desk d[2];
    open_both(d, (hra_limits){0});
    both_ok(d, "new nim human human adviser=exact seed=1");
    both_ok(d, "tutor on");
    both_ok(d, "move a1");
    both_ok(d, "move a2");
    for (int i = 0; i < 2; i++) {
        desk_send(&d[i], 0, "move c1");
        desk_settle(&d[i]);
    }
    assert_int_equal(compare(d, "review"), 1); /* no event is sent for moves without a loss */
    const json_t *cost = json_object_get(desk_last(&d[1], 0, "review"), "cost");
    assert_string_equal(desk_text(cost, "best"), "c2");
    close_both(d);
}

static void advice_has_the_chance_to_win(void **state) {
    static const struct {
        const char *line;
        int pending; /* of the first advice */
    } cases[] = {
        {"new checkers human human seed=3 adviser=alphabeta:depth=2", 1},
        {"new checkers human human seed=3 adviser=expert:nodes=20000", 0}, /* it tells nothing else */
        {"new nim human human seed=3 adviser=exact", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        desk d[2];
        open_both(d, (hra_limits){0});
        both_ok(d, cases[i].line);
        both_ok(d, "advice");
        for (int k = 0; k < 2; k++) {
            const json_t *first = desk_last(&d[k], 0, "advice");
            assert_int_equal(json_is_true(json_object_get(first, "pending")), cases[i].pending);
            desk_settle(&d[k]);
        }
        both_ok(d, "advice");
        assert_int_equal(compare(d, "advice"), 2);
        const json_t *advice = json_object_get(desk_last(&d[1], 0, "advice"), "advice");
        bool has = false;
        for (size_t k = 0; k < json_array_size(json_object_get(advice, "columns")); k++)
            has = has ||
                  strcmp(desk_text(json_array_get(json_object_get(advice, "columns"), k), "key"), "win") == 0;
        assert_int_equal(has, cases[i].pending);
        close_both(d);
    }
}

/* ---- matches --------------------------------------------------------------------------------*/

/* What `hra match --json` says, but for the seconds: the match played at once. */
static json_t *played_at_once(const char *spec, const char *const *who, uint64_t games, bool rotate) {
    hra_game *game;
    hra_player *players[HRA_MAX_SEATS] = {NULL};
    hra_text text;
    hra_text_init(&text);
    hra_json json = hra_json_begin(&text);
    json.keys = HRA_JSON_OLD_KEYS; /* as a session */
    hra_match_result result = {.size = sizeof result};
    int count = 0;
    while (who[count])
        count++;
    assert_int_equal(hra_game_open_at(&game, NULL, spec, count, NULL, NULL), 0);
    assert_int_equal(game->seats, count);
    for (int seat = 0; seat < count; seat++)
        assert_int_equal(hra_player_open(&players[seat], game, who[seat], NULL, NULL, NULL), 0);
    const played_setup how = {.game = game,
                              .players = (const hra_player *const *)players,
                              .count = count,
                              .games = games,
                              .seed = 7,
                              .threads = 1,
                              .rotate = rotate};
    assert_int_equal(played_match(&how, &result, NULL), 0);
    hra_json_match(&json, NULL, game, &result);
    json_t *out = json_loads(hra_text_string(&text), JSON_DECODE_INT_AS_REAL, NULL);
    hra_match_release(&result);
    for (int seat = 0; seat < count; seat++)
        hra_player_close(players[seat]);
    hra_game_close(game);
    hra_text_release(&text);
    return out;
}

static const struct {
    const char *game, *who[4];
    int games;
    bool rotate;
} matches[] = {
    {"tictactoe", {"random", "greedy"}, 5000, false},
    {"tictactoe", {"random", "greedy"}, 5001, true},
    {"empire", {"random", "random", "greedy"}, 40, true},
    {"yahtzee:rules=plain", {"greedy"}, 50, false},
    {"pacman:layout=crossroads,ghosts=1", {"random", "directional"}, 30, false},
    {"race:pieces=1,track=8,seats=2", {"mcts:playouts=20,memory=1M", "random"}, 20, true},
};

/* Every number of the last event is that of the match played at once, no matter which worker played it. */
static void a_match_says_what_it_says_at_once(void **state) {
    for (size_t i = 0; i < sizeof matches / sizeof *matches; i++) {
        desk d[2];
        char line[300];
        open_both(d, (hra_limits){0});
        hra_snprintf(line, sizeof line, "match %s %s %s %s games=%d seed=7 threads=%d %s", matches[i].game,
                     matches[i].who[0], matches[i].who[1] ? matches[i].who[1] : "",
                     matches[i].who[1] && matches[i].who[2] ? matches[i].who[2] : "", matches[i].games,
                     1 + (int)i % 2, matches[i].rotate ? "rotate" : "");
        both_ok(d, line);
        json_t *whole =
            played_at_once(matches[i].game, matches[i].who, (uint64_t)matches[i].games, matches[i].rotate);
        for (int k = 0; k < 2; k++) {
            json_t *told = json_object_get(desk_last(&d[k], 0, "match"), "match");
            json_object_set(told, "seconds", json_object_get(whole, "seconds"));
            char *one = json_dumps(told, 0), *other = json_dumps(whole, 0); /* in the order of their keys */
            assert_string_equal(one, other);
            free(one);
            free(other);
            assert_true(desk_tell_count(&d[k], 0, 0, "match") > 1);
            assert_int_equal(desk_tell_count(&d[k], 0, 0, "thinking"), 1);
        }
        json_decref(whole);
        close_both(d);
    }
}

static void a_stop_keeps_what_was_played(void **state) {
    for (int hand_out = 0; hand_out < 2; hand_out++) {
        desk d = {.setup = {.hand_out = hand_out}};
        desk_open(&d);
        desk_attach(&d, HRA_VIEW_TABLE);
        hra_worker *worker = NULL;
        if (hand_out)
            assert_int_equal(hra_worker_open(&worker, &d.host, NULL, NULL), 0);
        desk_send(&d, 0, "match tictactoe random greedy games=1000000000 rotate threads=2");
        desk_send(&d, 0, "match nim"); /* one at a time */
        assert_non_null(desk_find(&d, 0, 0, "error"));
        d.worker = worker;
        while (desk_tell_count(&d, 0, 0, "match") < 3)
            if (hand_out)
                desk_work_once(&d);
            else if (hra_session_wait(d.session, -1))
                (void)hra_session_step(d.session);
        d.worker = NULL;
        int client = desk_attach(&d, HRA_VIEW_WATCH);
        size_t at = d.count;
        desk_send(&d, client, "stop"); /* it is not his */
        assert_int_equal(desk_tell_count(&d, at, 0, "ok"), 0);
        desk_ok(&d, 0, "stop");
        desk_settle(&d);
        assert_true(desk_tell_count(&d, at, 0, "ok") == 2);
        const json_t *match = json_object_get(desk_last(&d, 0, "match"), "match");
        assert_true(desk_int(match, "games") >= 3);
        const json_t *first = json_object_get(of_kind(&d, "match", 0)->json, "match");
        assert_int_equal(desk_int(first, "games"), 1); /* news come with the first game */
        assert_int_equal(d.work_count, 0);
        desk_send(&d, 0, "match checkers mcts:time=3600 random");
        desk_ok(&d, 0, "new nim human human keep=no"); /* the table goes, and the match */
        assert_string_equal(desk_text(desk_find(&d, at, 0, "error"), "code"), "stopped");
        desk_send(&d, client, "match checkers mcts:time=3600 random");
        hra_worker_close(worker);
        desk_close(&d);
    }
}

/* The numbers of the last event, without the time that they took. */
static char *figures(const desk *d) {
    json_t *match = json_deep_copy(json_object_get(desk_last(d, 0, "match"), "match"));
    (void)json_object_del(match, "seconds");
    char *out = json_dumps(match, JSON_SORT_KEYS);
    json_decref(match);
    return out;
}

/* Played to its end in three sessions with one store, a match has the same result as in one. */
static void a_saved_match_goes_on(void **state) {
    static const char line[] = "match tictactoe random greedy games=3000 rotate";
    const hra_store_memory memory = {.size = sizeof memory};
    hra_store *store;
    char *whole = NULL;
    assert_int_equal(hra_store_open_memory(&store, &memory, NULL), 0);
    for (int session = 0; session < 4; session++) {
        desk d = {.setup = {.hand_out = session == 1}, .store = store};
        desk_open(&d);
        desk_attach(&d, HRA_VIEW_TABLE);
        assert_int_equal(hra_worker_open(&d.worker, &d.host, NULL, NULL), 0);
        if (session == 0) {
            desk_ok(&d, 0, "%s seed=7", line);
            whole = figures(&d);
        } else if (session == 1) {
            desk_ok(&d, 0, "%s save=a look seed=7", line); /* nothing is saved */
            assert_null(desk_find(&d, 0, 0, "match"));
            hra_worker *worker = d.worker;
            d.worker = NULL;
            desk_send(&d, 0, "%s seed=7 save=a", line);
            d.worker = worker;
            while (desk_tell_count(&d, 0, 0, "match") < 4)
                desk_work_once(&d);
            d.worker = NULL;
            desk_send(&d, 0, "stop");
            d.worker = worker;
            desk_settle(&d);
        } else if (session == 2) {
            desk_ok(&d, 0, "%s save=a look", line); /* it has the seed that is saved */
            const json_t *match = json_object_get(desk_last(&d, 0, "match"), "match");
            assert_true(desk_int(match, "games") > 0 && desk_int(match, "games") < 3000);
            assert_int_equal(desk_int(match, "seed"), 7);
            desk_error(&d, 0, "another match is saved as a",
                       "match tictactoe random random games=3000 save=a");
            desk_error(&d, 0, "go with save=NAME", "%s look", line);
            desk_error(&d, 0, "is not a name of an entry", "%s save=../a", line);
            desk_ok(&d, 0, "%s save=a", line);
            char *all = figures(&d);
            assert_string_equal(all, whole);
            free(all);
        } else {
            desk_ok(&d, 0, "%s save=a", line); /* nothing is left to play */
            char *all = figures(&d);
            assert_string_equal(all, whole);
            free(all);
            assert_null(desk_find(&d, 0, 0, "thinking"));
            desk_ok(&d, 0, "match tictactoe random random games=10 seed=1 save=a anew");
            assert_int_equal(desk_int(json_object_get(desk_last(&d, 0, "match"), "match"), "games"), 10);
        }
        hra_worker_close(d.worker);
        d.worker = NULL;
        d.store = NULL; /* the next session goes on with it */
        desk_close(&d);
    }
    free(whole);
    hra_store_close(store);
}

static void matches_are_bounded(void **state) {
    desk d = {.setup = {.match_games = 100, .match_seconds = 1e-9, .caps = {.playouts = 5}}};
    desk_open(&d);
    desk_attach(&d, HRA_VIEW_TABLE);
    desk_error(&d, 0, "at most 100 games", "match nim random random games=101");
    desk_ok(&d, 0, "match nim random mcts:playouts=100000000 games=100 threads=200");
    const json_t *match = json_object_get(desk_last(&d, 0, "match"), "match");
    assert_true(desk_int(match, "games") < 100); /* its time is over with the first block */
    assert_int_equal(desk_int(match, "of"), 100);
    desk_error(&d, 0, "a person cannot play a match", "match nim human random");
    desk_error(&d, 0, "did you mean", "match nim rando random");
    desk_error(&d, 0, "unknown game", "match nimm");
    desk_error(&d, 0, "missing game", "match");
    desk_error(&d, 0, "a whole number", "match nim games=0");
    desk_error(&d, 0, "unknown option", "match nim gams=3");
    desk_error(&d, 0, "seats", "match nim random random random");
    desk_close(&d);
}

/* Who plays for a session may not say what it likes. */
static void parts_are_not_trusted(void **state) {
    static const struct {
        const char *result, *text;
    } damaged[] = {
        {"part", "a string of JSON"},
        {"part \"nothing\"", "does not have the games"},
        {"part \"", "double quotes"},
        {"move a1", "the result must begin with 'part"},
        {"ready", "the result must begin with 'part"},
    };
    desk d = {.setup = {.hand_out = true}};
    desk_open(&d);
    desk_attach(&d, HRA_VIEW_TABLE);
    hra_worker *worker;
    hra_text part, other;
    hra_text_init(&part);
    hra_text_init(&other);
    assert_int_equal(hra_worker_open(&worker, &d.host, NULL, NULL), 0);
    desk_send(&d, 0, "match nim random random games=10 seed=7");
    const char *text = desk_text(d.work[0], "text");
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++)
        desk_error(&d, 0, damaged[i].text, "done 1 %s", damaged[i].result);
    assert_int_equal(hra_worker_run(worker, text, NULL, &part), 0);
    const char *at = strstr(text, "\nseed 7\n");
    assert_non_null(at);
    hra_text_addf(&other, "%.*s\nseed 8\n%s", (int)(at - text), text, at + 8);
    hra_text result;
    hra_text_init(&result);
    assert_int_equal(hra_worker_run(worker, hra_text_string(&other), NULL, &result), 0);
    desk_error(&d, 0, "does not have the games of its task", "done 1 %s", hra_text_string(&result));
    desk_ok(&d, 0, "done 1 %s", hra_text_string(&part));
    desk_error(&d, 0, "does not have the games of its task", "done 2 %s", hra_text_string(&part));
    hra_text_release(&result);
    hra_text_release(&other);
    hra_text_release(&part);
    hra_worker_close(worker);
    desk_close(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_review_is_the_same_handed_out),
        cmocka_unit_test(a_review_says_mates),
        cmocka_unit_test(a_kept_play_is_reviewed_by_a_worker),
        cmocka_unit_test(who_judges_serves_nobody_else),
        cmocka_unit_test(a_stop_ends_a_review),
        cmocka_unit_test(a_review_ends_with_its_client),
        cmocka_unit_test(judges_are_capped),
        cmocka_unit_test(judges_take_no_more_threads),
        cmocka_unit_test(a_tutor_is_handed_out),
        cmocka_unit_test(advice_has_the_chance_to_win),
        cmocka_unit_test(a_match_says_what_it_says_at_once),
        cmocka_unit_test(a_stop_keeps_what_was_played),
        cmocka_unit_test(a_saved_match_goes_on),
        cmocka_unit_test(matches_are_bounded),
        cmocka_unit_test(parts_are_not_trusted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
