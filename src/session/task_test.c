/* Who thinks for a session: in threads, and handed out. */
#include "asked.h"
#include "session_desk.h"

#include <stdlib.h>
#include <string.h>

static const hra_limits far_away = {.seconds = 3600}; /* only a stop ends it */

static bool thinks(const desk *d, const char *task) {
    for (size_t i = d->count; i-- > 0;)
        if (strcmp(desk_text(d->events[i].json, "task"), task) == 0)
            return true;
    return false;
}

/* Steps until the players are ready and the machine is at its move. */
static void until_it_chooses(desk *d) {
    while (!thinks(d, "choose")) {
        (void)hra_session_wait(d->session, -1);
        (void)hra_session_step(d->session);
    }
}

static void open_long(desk *d, const char *line) {
    *d = (desk){.setup = {.usual = far_away, .threads = 3}};
    desk_open(d);
    desk_attach(d, HRA_VIEW_TABLE);
    desk_send(d, 0, "%s", line);
    until_it_chooses(d);
}

static const char *const endless[] = {
    "new checkers alphabeta:full,tt=1M human seed=1",
    "new checkers expert:tablebase-pieces=0,tt=1M,time=3600s human seed=1",
    "new race:seats=2 mcts:memory=4M,threads=2,parallel=root,time=3600s human seed=1",
};

/* ---- at the same time -----------------------------------------------------------------------*/

static void a_stop_ends_the_thinking(void **state) {
    for (size_t i = 0; i < sizeof endless / sizeof *endless; i++) {
        desk d;
        open_long(&d, endless[i]);
        desk_ok(&d, 0, "stop");
        desk_settle(&d);
        assert_int_equal(hra_play_at(hra_session_play(d.session), 0).mover == 0, i != 2);
        desk_close(&d);
    }
}

static void closing_and_leaving_end_the_thinking(void **state) {
    for (size_t i = 0; i < sizeof endless / sizeof *endless; i++) {
        desk d;
        open_long(&d, endless[i]);
        desk_send(&d, 0, "advice"); /* is closed too, by whatever comes */
        desk_send(&d, 0, "analyse alphabeta:full");
        if (i == 1)
            desk_ok(&d, 0, "leave");
        if (i == 2)
            desk_ok(&d, 0, "new nim human human");
        desk_close(&d);
    }
}

static void others_are_asked_while_a_machine_thinks(void **state) {
    desk d;
    open_long(&d, endless[0]);
    int watch = desk_attach(&d, HRA_VIEW_WATCH);
    assert_non_null(desk_find(&d, 0, watch, "thinking")); /* a snapshot tells who thinks */
    desk_send(&d, 0, "position");
    desk_send(&d, 0, "moves");
    assert_int_equal(desk_tell_count(&d, 0, 0, "moves"), 1);
    desk_send(&d, 0, "analyse minimax depth=2");
    while (!desk_find(&d, 0, 0, "analysis")) {
        (void)hra_session_wait(d.session, -1);
        (void)hra_session_step(d.session);
    }
    assert_int_equal(hra_play_plies(hra_session_play(d.session)), 0);
    desk_send(&d, watch, "quit");
    desk_ok(&d, 0, "stop");
    desk_close(&d);
}

static void taking_back_ends_the_thinking(void **state) {
    desk d;
    *(&d) = (desk){.setup = {.usual = far_away}};
    desk_open(&d);
    desk_attach(&d, 0);
    desk_send(&d, 0, "new checkers human alphabeta:full,tt=1M seed=1 adviser=alphabeta:full explain");
    while (!desk_find(&d, 0, 0, "ask")) {
        (void)hra_session_wait(d.session, -1);
        (void)hra_session_step(d.session);
    }
    for (int i = 0; i < 3; i++) {
        desk_send(&d, 0, "move 11-15");
        desk_send(&d, 0, "undo");
        assert_int_equal(hra_play_plies(hra_session_play(d.session)), 0);
        assert_string_equal(desk_text(d.events[d.count - 1].json, "event"), "ask");
        desk_send(&d, 0, "undo"); /* an error, that changes nothing */
    }
    desk_close(&d);
}

static void lines_come_at_any_moment(void **state) {
    static const char *const lines[] = {
        "undo",
        "advice",
        "stop",
        "analyse mcts:playouts=30,memory=1M",
        "move a1",
        "move b2",
        "go",
        "hold",
        "explain on",
        "adviser minimax",
        "adviser mcts:playouts=20,memory=1M",
        "sync",
        "tree minimax",
        "go 1",
        "new tictactoe human mcts:playouts=300,memory=1M explain seed=1 keep=no",
        "new tictactoe mcts:playouts=300,memory=1M mcts:playouts=300,memory=1M seed=1"};
    desk d = {.setup = {.threads = 2}};
    hra_rng rng;
    hra_rng_init(&rng, 8);
    desk_open(&d);
    desk_attach(&d, HRA_VIEW_TABLE);
    desk_attach(&d, 0);
    desk_ok(&d, 0, "%s", lines[14]);
    for (int i = 0; i < 600; i++) {
        desk_send(&d, (int)hra_rng_below(&rng, 2), "%s", lines[hra_rng_below(&rng, i % 8 ? 14 : 16)]);
        if (hra_rng_below(&rng, 3) == 0)
            (void)hra_session_wait(d.session, 0.0005);
        if (hra_rng_below(&rng, 2) == 0)
            (void)hra_session_step(d.session);
    }
    desk_close(&d);
}

/* Players are shared, and live as long as anybody who uses them. */
static void who_shares_a_player_keeps_it(void **state) {
    desk d;
    desk_open_plain(&d);
    desk_ok(&d, 0, "new tictactoe human exact seed=1 adviser=greedy");
    desk_settle(&d);
    desk_ok(&d, 0, "analyse mcts:playouts=9,memory=1M");
    desk_ok(&d, 0, "adviser mcts:playouts=9,memory=1M"); /* shares that of the analysis, */
    desk_ok(&d, 0, "advice");
    desk_ok(&d, 0, "analyse greedy"); /* which goes */
    desk_ok(&d, 0, "advice");
    desk_ok(&d, 0, "adviser exact"); /* shares that of the seat */
    desk_ok(&d, 0, "advice");
    desk_ok(&d, 0, "move a1");
    desk_settle(&d);
    desk_close(&d);
}

static void a_second_analysis_waits_for_nobody(void **state) {
    desk d = {.setup = {.threads = 1, .usual = far_away}};
    desk_open(&d);
    desk_attach(&d, HRA_VIEW_TABLE);
    desk_send(&d, 0, "new checkers alphabeta:full,tt=1M human seed=1");
    until_it_chooses(&d);
    desk_send(&d, 0, "analyse minimax depth=1"); /* there is no thread for it yet */
    size_t at = d.count;
    desk_send(&d, 0, "analyse random");
    assert_non_null(strstr(desk_text(desk_find(&d, at, 0, "error"), "text"), "an analysis is running"));
    desk_send(&d, 0, "advice");
    desk_send(&d, 0, "adviser random");
    assert_non_null(strstr(desk_text(desk_last(&d, 0, "error"), "text"), "the adviser is computing"));
    desk_ok(&d, 0, "stop");
    desk_settle(&d);
    desk_close(&d);
}

/* What an adviser says of a machine's move is of that position. */
static void moves_are_explained(void **state) {
    for (int hand_out = 0; hand_out < 2; hand_out++) {
        desk d = {.setup = {.hand_out = hand_out}};
        desk_open(&d);
        assert_int_equal(hra_worker_open(&d.worker, &d.host, NULL, NULL), 0);
        desk_attach(&d, HRA_VIEW_TABLE);
        size_t at = d.count;
        desk_ok(&d, 0, "new tictactoe random mcts:playouts=20 seed=1 adviser=minimax explain");
        desk_settle(&d);
        int explained = 0;
        for (size_t i = at; i < d.count; i++) {
            const json_t *advice = json_object_get(d.events[i].json, "advice");
            if (strcmp(desk_text(d.events[i].json, "event"), "move") != 0)
                continue;
            assert_non_null(advice);
            assert_int_equal(json_array_size(json_object_get(advice, "moves")),
                             9 - desk_int(d.events[i].json, "ply"));
            explained++;
        }
        assert_true(explained >= 5);
        desk_ok(&d, 0, "new tictactoe minimax random seed=1 adviser=minimax explain"); /* explains itself */
        desk_settle(&d);
        desk_close(&d);
    }
}

static void the_table_is_held(void **state) {
    desk d;
    desk_open_plain(&d);
    desk_ok(&d, 0, "new tictactoe random random seed=1 hold");
    desk_settle(&d);
    assert_int_equal(hra_play_plies(hra_session_play(d.session)), 0);
    desk_error(&d, 0, "no move is expected: a program is to move; 'go' continues the game", "move a1");
    desk_ok(&d, 0, "go 2");
    desk_settle(&d);
    assert_int_equal(hra_play_plies(hra_session_play(d.session)), 2);
    desk_ok(&d, 0, "go 1");
    desk_settle(&d);
    assert_int_equal(hra_play_plies(hra_session_play(d.session)), 3);
    desk_ok(&d, 0, "go");
    desk_settle(&d);
    desk_last(&d, 0, "result");
    desk_close(&d);
}

static void thinking_is_capped(void **state) {
    desk d = {.setup = {.caps = {.depth = 2, .nodes = 50}}};
    desk_open(&d);
    desk_attach(&d, HRA_VIEW_TABLE);
    desk_ok(&d, 0, "new checkers human alphabeta:depth=99 seed=1");
    desk_settle(&d);
    desk_ok(&d, 0, "analyse alphabeta:depth=99 depth=50 nodes=100000000");
    const json_t *analysis = json_object_get(desk_last(&d, 0, "analysis"), "analysis");
    assert_true(desk_int(analysis, "depth") <= 2);
    desk_ok(&d, 0, "move 11-15");
    desk_settle(&d);
    assert_int_equal(hra_play_plies(hra_session_play(d.session)), 2);
    desk_close(&d);
}

static void a_player_that_does_not_open_leaves_no_table(void **state) {
    desk d;
    desk_open_plain(&d);
    int watch = desk_attach(&d, HRA_VIEW_WATCH);
    size_t at = d.count;
    desk_ok(&d, 0, "new nim human human seed=1");
    desk_error(&d, 0, "duel needs two seats", "new yahtzee:seats=3 duel human human seed=1");
    assert_null(hra_session_play(d.session));
    const json_t *hello = desk_find(&d, at, watch, "hello");
    assert_true(json_is_null(json_object_get(hello, "spec")));
    desk_close(&d);
}

/* ---- handed out -----------------------------------------------------------------------------*/

static void open_handed_out(desk *d, bool worker) {
    *d = (desk){.setup = {.hand_out = true}};
    desk_open(d);
    if (worker)
        assert_int_equal(hra_worker_open(&d->worker, &d->host, NULL, NULL), 0);
    desk_attach(d, HRA_VIEW_TABLE);
}

/* Work goes to the owner alone; a stop takes it back, and late results are refused. */
static void work_is_handed_out(void **state) {
    desk d;
    open_handed_out(&d, false);
    int other = desk_attach(&d, HRA_VIEW_TABLE);
    desk_send(&d, other, "new tictactoe human mcts:playouts=10 seed=1");
    assert_int_equal(d.work_count, 1);
    assert_null(desk_find(&d, 0, other, "work"));
    assert_non_null(strstr(desk_text(d.work[0], "text"), "hra-work 1\ntask open\ngame tictactoe\n"));
    int id = desk_int(d.work[0], "id");
    desk_send(&d, other, "done %d ready", id);
    assert_non_null(
        strstr(desk_text(desk_last(&d, other, "error"), "text"), "the task was given to another worker"));
    desk_ok(&d, 0, "done %d ready", id);
    d.work_count = 0;
    desk_ok(&d, 0, "move b2");
    assert_int_equal(d.work_count, 1);
    id = desk_int(d.work[0], "id");
    assert_true(hra_session_step(d.session)); /* somebody thinks, but nothing can be waited for here */
    assert_false(hra_session_wait(d.session, -1));
    desk_ok(&d, 0, "stop");
    assert_int_equal(d.work_count, 0); /* `end` was sent */
    desk_error(&d, 0, "no task", "done %d move a1", id);
    assert_int_equal(hra_play_plies(hra_session_play(d.session)), 1);
    desk_ok(&d, 0, "go");
    assert_int_equal(d.work_count, 1);
    size_t at = d.count;
    desk_ok(&d, 0, "sync"); /* a worker that forgot its tasks gets them again */
    assert_non_null(desk_find(&d, at, 0, "work"));
    desk_send(&d, 0, "advice");
    assert_int_equal(d.work_count, 2);
    desk_close(&d);
}

static const struct {
    const char *result, *text;
} damaged[] = {
    {"", "the result must begin with 'move ...' or 'error ...', not ''"},
    {"ready", "the result must begin with 'move ...'"},
    {"advice {}", "the result must begin with 'move ...'"},
    {"move", "move"},
    {"move z9", "z9"},
    {"move b2", "b2"},
    {"move a1\tnothing", "expected 'what'"},
    {"move a1\t{", "expected 'what'"},
    {"move a1\t\"what points 0 value value", "double quotes"},
    {"move a1\t\"what points 0 value value\"", "expected search"},
    {"move a1\t\"a\" \"b\"", "unexpected word"},
};

static void results_are_not_trusted(void **state) {
    desk d;
    open_handed_out(&d, false);
    desk_send(&d, 0, "new tictactoe human minimax seed=1 explain adviser=minimax");
    desk_error(&d, 0, "only 'ready' is expected", "done %d ready now", desk_int(d.work[0], "id"));
    desk_ok(&d, 0, "done %d ready", desk_int(d.work[0], "id"));
    d.work_count = 0;
    desk_ok(&d, 0, "move b2");
    int id = desk_int(d.work[0], "id");
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++)
        desk_error(&d, 0, damaged[i].text, "done %d %s", id, damaged[i].result);
    desk_error(&d, 0, "no task", "done %d move a1", id + 1);
    desk_error(&d, 0, "a whole number", "done -1 move a1");
    desk_error(&d, 0, "a whole number", "done 99999999999999999999 move a1");
    desk_ok(&d, 0, "done %d error limit it took too long", id);
    d.work_count = 0;
    assert_string_equal(desk_text(desk_last(&d, 0, "error"), "text"), "it took too long");
    assert_string_equal(desk_text(desk_last(&d, 0, "error"), "code"), "limit");
    desk_ok(&d, 0, "go"); /* the table was held */
    id = desk_int(d.work[0], "id");
    desk_ok(&d, 0,
            "done %d move a1\t\"what points 0 value value\\nsearch 0 1 0 -1 0 0 0 0\\nvalue - 0\\neffort 0 0 "
            "0 0 0 0\\n\"",
            id);
    assert_int_equal(hra_play_plies(hra_session_play(d.session)), 2);
    desk_close(&d);
}

static void a_move_answers_an_offer(void **state) {
    desk d;
    open_handed_out(&d, false);
    desk_send(&d, 0, "new tictactoe human minimax seed=1");
    desk_ok(&d, 0, "done %d ready", desk_int(d.work[0], "id"));
    d.work_count = 0;
    desk_ok(&d, 0, "move b2");
    int choice = desk_int(d.work[0], "id");
    desk_send(&d, 0, "draw offer"); /* the machine chooses at the moment, and thinks about it then */
    d.work_count = 0;
    desk_ok(&d, 0, "done %d move a1", choice);
    assert_int_equal(hra_play_plies(hra_session_play(d.session)), 2);
    desk_ok(&d, 0, "done %d worth -1 -1", desk_int(d.work[0], "id"));
    assert_non_null(strstr(d.events[d.count - 2].line, "the draw is refused"));
    desk_close(&d);
}

/* Offers a draw to a machine to which the position is worth that; the answer. */
static const char *offer_draw(desk *d, double worth) {
    d->work_count = 0;
    desk_send(d, 0, "draw offer");
    desk_ok(d, 0, "done %d worth %g %g", desk_int(d->work[0], "id"), -worth, worth);
    for (size_t i = d->count; i-- > 0;)
        if (strstr(d->events[i].line, "the draw is "))
            return strstr(d->events[i].line, "the draw is ");
    return "";
}

/* Equal, with a margin where values are estimates; and these have to wait for the end of the opening. */
static void a_machine_agrees_to_a_draw_of_what_is_equal(void **state) {
    static const struct {
        const char *game;
        double worth;
        const char *said;
    } cases[] = {
        {"new tictactoe human minimax position=.../.../...", 0.02, "the draw is agreed"},
        {"new tictactoe human minimax position=.../.../...", 0.03, "the draw is refused\""},
        {"new tictactoe human minimax", 0, "the draw is refused: the game has hardly begun\""},
        {"new tictactoe human exact", 0, "the draw is agreed"},
        {"new tictactoe human exact", 0.01, "the draw is refused\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        desk d;
        open_handed_out(&d, false);
        desk_send(&d, 0, "%s", cases[i].game);
        desk_ok(&d, 0, "done %d ready", desk_int(d.work[0], "id"));
        const char *said = offer_draw(&d, cases[i].worth);
        assert_memory_equal(said, cases[i].said, strlen(cases[i].said));
        desk_close(&d);
    }
}

/* Not after nine moves of its own, but after ten. */
static void an_opening_has_an_end(void **state) {
    desk d;
    open_handed_out(&d, false);
    desk_send(&d, 0, "new nim:rows=30-30 human minimax");
    desk_ok(&d, 0, "done %d ready", desk_int(d.work[0], "id"));
    for (int made = 1; made <= 10; made++) {
        d.work_count = 0;
        desk_ok(&d, 0, "move a1");
        desk_ok(&d, 0, "done %d move b1", desk_int(d.work[0], "id"));
        if (made == 9)
            assert_non_null(strstr(offer_draw(&d, 0), "hardly begun"));
    }
    assert_non_null(strstr(offer_draw(&d, 0), "agreed"));
    desk_close(&d);
}

static void who_resigns_hears_of_the_offer(void **state) {
    desk d;
    open_handed_out(&d, false);
    desk_send(&d, 0, "new tictactoe human minimax seed=1");
    desk_ok(&d, 0, "done %d ready", desk_int(d.work[0], "id"));
    desk_send(&d, 0, "draw offer");
    desk_ok(&d, 0, "resign");
    assert_string_equal(desk_text(desk_last(&d, 0, "result"), "reason"), "resigned");
    desk_close(&d); /* each line was closed, the offer too */
}

static void a_tutor_speaks_up_after_a_costly_move(void **state) {
    desk d;
    desk_open_plain(&d);
    desk_attach(&d, HRA_VIEW_TABLE);
    desk_ok(&d, 0, "new nim human human adviser=exact"); /* 3-5-7: taking one anywhere wins, Bouton 1901 */
    desk_ok(&d, 0, "tutor on");
    desk_ok(&d, 0, "move a1");
    desk_settle(&d);
    assert_null(desk_find(&d, 0, 0, "review"));
    desk_ok(&d, 0, "move a2");
    desk_send(&d, 0, "move c1"); /* 5 and 7: two would have won */
    desk_settle(&d);
    const json_t *cost = json_object_get(desk_last(&d, 0, "review"), "cost");
    assert_int_equal(desk_int(desk_last(&d, 0, "review"), "ply"), 2);
    assert_string_equal(desk_text(cost, "move"), "c1");
    assert_string_equal(desk_text(cost, "best"), "c2");
    assert_true(json_number_value(json_object_get(cost, "loss")) > 0);
    desk_ok(&d, 0, "confirm");
    desk_close(&d);
}

/* ---- what was found so far ------------------------------------------------------------------*/

/* The events that say so, and that the depth grows. */
static int count_progress(const desk *d) {
    int count = 0, deepest = 0;
    for (size_t i = 0; i < d->count; i++) {
        const json_t *found = json_object_get(d->events[i].json, "found");
        if (!found)
            continue;
        assert_true(desk_int(found, "depth") >= deepest);
        deepest = desk_int(found, "depth");
        count++;
    }
    return count;
}

static void an_analysis_tells_what_it_has_found(void **state) {
    desk d;
    desk_open_plain(&d);
    desk_attach(&d, HRA_VIEW_TABLE);
    desk_ok(&d, 0, "new checkers human human");
    desk_send(&d, 0, "analyse alphabeta:full,tt=1M");
    while (count_progress(&d) < 2) {
        (void)hra_session_wait(d.session, 1);
        (void)hra_session_step(d.session);
    }
    desk_ok(&d, 0, "stop");
    desk_settle(&d);
    assert_non_null(desk_find(&d, 0, 0, "analysis"));
    desk_close(&d);
}

typedef struct hearing {
    int count;
    char line[1024];
} hearing;

static void hear_worker(void *self, const char *json) {
    hearing *h = self;
    h->count++;
    hra_snprintf(h->line, sizeof h->line, "%s", json);
}

static void what_was_found_elsewhere_is_told(void **state) {
    desk d;
    open_handed_out(&d, false);
    desk_ok(&d, 0, "new checkers human human");
    desk_send(&d, 0, "analyse alphabeta depth=9");
    int id = desk_int(d.work[0], "id");
    desk_ok(&d, 0, "found %d {\"depth\":3,\"line\":[\"9-13\"]}", id);
    assert_int_equal(count_progress(&d), 1);
    desk_error(&d, 0, "a JSON object", "found %d [3", id);
    desk_error(&d, 0, "no task", "found %d {}", id + 7);
    desk_close(&d);
}

static void a_worker_tells_what_it_has_found(void **state) {
    desk d;
    hearing heard = {0};
    open_handed_out(&d, true);
    d.overheard = true;
    hra_worker_on_progress(d.worker, hear_worker, &heard);
    desk_ok(&d, 0, "new checkers human human");
    desk_ok(&d, 0, "analyse alphabeta nodes=300000"); /* it deepens */
    assert_true(heard.count > 0 && hra_json_valid(heard.line, strlen(heard.line)));
    desk_close(&d);
}

/* The position, limits and history of real work, each damaged a little. */
static void a_worker_takes_damaged_text(void **state) {
    desk d;
    hra_rng rng;
    hra_text out;
    hra_rng_init(&rng, 3);
    open_handed_out(&d, true);
    desk_send(&d, 0, "new checkers human random seed=1 position=B:WK32:BK1");
    desk_settle(&d);
    hra_worker *worker = d.worker;
    d.worker = NULL;
    desk_ok(&d, 0, "move 1-5");
    assert_int_equal(d.work_count, 1);
    const char *text = desk_text(d.work[0], "text");
    assert_non_null(strstr(text, "\nhistory "));
    size_t length = strlen(text);
    hra_text_init(&out);
    for (int i = 0; i < 3000; i++) {
        char *copy = malloc(length + 1);
        assert_non_null(copy);
        memcpy(copy, text, length + 1);
        for (uint32_t k = hra_rng_below(&rng, 3); k < 3; k++)
            copy[hra_rng_below(&rng, (uint32_t)length)] = (char)(1 + hra_rng_below(&rng, 255));
        if (i % 3 == 0)
            copy[hra_rng_below(&rng, (uint32_t)length)] = '\0';
        hra_text_clear(&out);
        assert_int_equal(hra_worker_run(worker, copy, NULL, &out), 0);
        assert_true(out.length > 0 && !strchr(out.data, '\n'));
        free(copy);
    }
    hra_text_release(&out);
    hra_worker_close(worker);
    desk_close(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stop_ends_the_thinking),
        cmocka_unit_test(closing_and_leaving_end_the_thinking),
        cmocka_unit_test(others_are_asked_while_a_machine_thinks),
        cmocka_unit_test(taking_back_ends_the_thinking),
        cmocka_unit_test(lines_come_at_any_moment),
        cmocka_unit_test(who_shares_a_player_keeps_it),
        cmocka_unit_test(a_second_analysis_waits_for_nobody),
        cmocka_unit_test(moves_are_explained),
        cmocka_unit_test(the_table_is_held),
        cmocka_unit_test(thinking_is_capped),
        cmocka_unit_test(a_player_that_does_not_open_leaves_no_table),
        cmocka_unit_test(work_is_handed_out),
        cmocka_unit_test(results_are_not_trusted),
        cmocka_unit_test(a_move_answers_an_offer),
        cmocka_unit_test(a_machine_agrees_to_a_draw_of_what_is_equal),
        cmocka_unit_test(an_opening_has_an_end),
        cmocka_unit_test(who_resigns_hears_of_the_offer),
        cmocka_unit_test(a_tutor_speaks_up_after_a_costly_move),
        cmocka_unit_test(an_analysis_tells_what_it_has_found),
        cmocka_unit_test(what_was_found_elsewhere_is_told),
        cmocka_unit_test(a_worker_tells_what_it_has_found),
        cmocka_unit_test(a_worker_takes_damaged_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
