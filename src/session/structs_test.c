/* What C callers get of reviews, the tutor, advice and analyses: the same structs whether threads of the
 * session think or a worker does, without any JSON. */
#include "hra/session.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MANY = 64 };

typedef struct owner {
    hra_session *session;
    hra_worker *worker; /* NULL: threads of the session think */
    hra_text told;      /* all structs, in words of this test */
    uint64_t work[MANY];
    char *text[MANY]; /* tasks that were handed out */
    int works;
    uint64_t doing;
    int errors;
    char why[sizeof((hra_error *)NULL)->text];
} owner;

/* ---- structs as text ------------------------------------------------------------------------*/

static void write_number(hra_text *out, double number) {
    char text[64];
    snprintf(text, sizeof text, " %.17g", number);
    hra_text_add(out, number != number ? " nan" : text);
}

/* Moves up to a move of chance: tasks that were handed out report no more of them. */
static void write_line(hra_text *out, const hra_game *game, const void *state, const hra_move *line,
                       int length) {
    void *at = malloc(game->state_size);
    memcpy(at, state, game->state_size);
    hra_text_add(out, " line");
    for (int i = 0; i < length && game->rules->to_move(game, at) >= 0; i++) {
        hra_text_addf(out, " %lu", (unsigned long)line[i]);
        game->rules->apply(game, at, line[i]);
    }
    free(at);
}

static void write_column(hra_text *out, const hra_column *column) {
    hra_text_addf(out, "column %s %s %d %d\n", column->key, column->label, column->unit, column->estimate);
}

static void write_analysis(hra_text *out, const hra_game *game, const void *state, const hra_analysis *a) {
    const int seat = a->value_seat < 0 ? 0 : a->value_seat;
    hra_text_addf(out, "analysis %d %d %d %d %d %d %d %d %d %llu %llu %llu %llu %llu '%s'", a->chance,
                  a->kind, a->value_seat, a->depth, a->distance, a->stopped, a->horizon, a->unsound, a->proof,
                  (unsigned long long)a->nodes, (unsigned long long)a->leaves, (unsigned long long)a->cutoffs,
                  (unsigned long long)a->table_hits, (unsigned long long)a->playouts, a->reason);
    write_number(out, a->kind == HRA_VALUE_NONE ? 0 : a->value[seat]);
    write_line(out, game, state, a->pv, a->pv_length);
    hra_text_add(out, "\n");
    write_column(out, &a->what);
    for (int i = 0; i < a->column_count; i++)
        write_column(out, &a->columns[i]);
    for (int i = 0; i < a->move_count; i++) {
        const hra_analysis_move *m = &a->moves[i];
        hra_text_addf(out, "move %lu %d %d %d %d", (unsigned long)m->move, m->kind, m->depth, m->distance,
                      m->tag);
        write_number(out, m->kind == HRA_VALUE_NONE ? 0 : m->value[seat]);
        write_number(out, m->loss);
        if (m->tag == HRA_ROOT_SAMPLED)
            write_number(out, m->sampled.error);
        for (int k = 0; k < a->column_count; k++)
            write_number(out, m->column[k]);
        if (!a->chance)
            write_line(out, game, state, a->lines + m->line, m->line_length);
        hra_text_add(out, "\n");
    }
}

static void write_cost(hra_text *out, const hra_game *game, const void *state, const hra_move_loss *c) {
    hra_text_addf(out, "cost %lu %d %d %d %d", (unsigned long)c->best, c->unit, c->forced, c->exact,
                  c->bound);
    write_number(out, c->value);
    write_number(out, c->loss);
    write_line(out, game, state, c->line, c->length);
    hra_text_add(out, "\n");
}

static void write_review(hra_text *out, const hra_review *review) {
    const hra_review_info *info = hra_review_snapshot(review);
    const hra_review_move *at = hra_review_ply(review, info->done - 1);
    hra_text_addf(out, "review %d of %d: %d %lu %d %d %d %d %d %d %d %d %lu %d %d %d %d %d", info->done,
                  info->plies, at->mover, (unsigned long)at->move, at->owner, at->turn, at->mistake,
                  at->grade, at->forced, at->reassessed, at->better, at->not_close, (unsigned long)at->best,
                  at->chosen, at->responding, at->stake_action_count, at->threshold_count, info->unit);
    for (int seat = 0; seat < info->game->seats; seat++) {
        hra_review_summary sum;
        hra_review_seat(review, seat, &sum);
        write_number(out, at->values[seat]);
        write_number(out, at->gain[seat]);
        write_number(out, sum.result - sum.luck);
        hra_text_addf(out, " %d %d", sum.decisions, sum.mistakes);
        write_number(out, sum.accuracy);
    }
    write_number(out, at->loss);
    write_number(out, at->accuracy);
    for (int i = 0; i < at->stake_action_count; i++)
        write_number(out, at->stake_action[i]);
    for (int i = 0; i < at->threshold_count; i++)
        write_number(out, at->threshold[i]);
    write_line(out, info->game, hra_review_state(review, at->ply), at->line, at->line_length);
    hra_text_add(out, "\n");
}

/* ---- the owner ------------------------------------------------------------------------------*/

static void take_task(owner *o, const hra_session_event *e) {
    if (!e->text)
        return;
    assert_true(o->works < MANY);
    o->work[o->works] = e->task_id;
    const size_t size = strlen(e->text) + 1;
    o->text[o->works] = malloc(size);
    memcpy(o->text[o->works++], e->text, size);
}

static void hear(void *self, const hra_session_event *e) {
    owner *o = self;
    const hra_play *play = hra_session_play(o->session);
    const hra_game *game = play ? hra_play_snapshot(play)->game : NULL;
    const void *state =
        play && e->ply >= 0 && e->ply <= hra_play_plies(play) ? hra_play_at(play, e->ply).state : NULL;
    assert_null(e->json);
    if (e->kind == HRA_SESSION_TASK)
        take_task(o, e);
    if (e->kind == HRA_SESSION_ERROR) {
        o->errors++;
        snprintf(o->why, sizeof o->why, "%s", e->why->text);
    }
    if (e->kind == HRA_SESSION_REVIEW) {
        assert_true((e->loss != NULL) != (e->review != NULL));
        if (e->loss)
            write_cost(&o->told, game, state, e->loss);
        else
            write_review(&o->told, e->review);
    }
    if (e->advice)
        write_analysis(&o->told, game, state, e->advice);
    if (e->result && e->kind == HRA_SESSION_ANALYSIS)
        write_analysis(&o->told, game, state, e->result);
    if (e->thought) {
        hra_text_add(&o->told, "thought");
        write_number(&o->told, e->thought->value[e->seat]);
        hra_text_add(&o->told, "\n");
    }
}

static void send(owner *o, const char *word, uint64_t id, const char *text) {
    hra_text line;
    hra_text_init(&line);
    hra_text_addf(&line, "%s %llu %s", word, (unsigned long long)id, text);
    hra_session_line(o->session, 0, hra_text_string(&line), line.length);
    hra_text_release(&line);
}

static void hear_found(void *self, const char *found) {
    owner *o = self;
    send(o, "found", o->doing, found);
}

static void do_task(owner *o) {
    hra_text result;
    hra_text_init(&result);
    char *text = o->text[0];
    o->doing = o->work[0];
    o->works--;
    memmove(o->text, o->text + 1, (size_t)o->works * sizeof *o->text);
    memmove(o->work, o->work + 1, (size_t)o->works * sizeof *o->work);
    assert_int_equal(hra_worker_run(o->worker, text, NULL, &result), 0);
    send(o, "done", o->doing, hra_text_string(&result));
    hra_text_release(&result);
    free(text);
}

static void settle(owner *o) {
    while (o->worker && o->works)
        do_task(o);
    while (!o->worker && hra_session_step(o->session))
        (void)hra_session_wait(o->session, 1);
}

static void open_owner(owner *o, bool hand_out) {
    hra_error why = {0};
    *o = (owner){0};
    hra_text_init(&o->told);
    const hra_session_setup setup = {
        .size = sizeof setup, .event = hear, .self = o, .hand_out = hand_out, .typed = true, .threads = 1};
    assert_int_equal(hra_session_open(&o->session, &setup, &why), 0);
    if (hand_out) {
        assert_int_equal(hra_worker_open(&o->worker, NULL, NULL, &why), 0);
        hra_worker_on_progress(o->worker, hear_found, o);
    }
    assert_int_equal(hra_session_attach(o->session, HRA_VIEW_TABLE), 0);
}

static void close_owner(owner *o) {
    hra_session_close(o->session);
    hra_worker_close(o->worker);
    hra_text_release(&o->told);
    while (o->works)
        free(o->text[--o->works]);
}

static void say(owner *o, const char *line) {
    hra_session_line(o->session, 0, line, strlen(line));
    settle(o);
}

/* ---- the tests ------------------------------------------------------------------------------*/

static const struct {
    const char *lines[8], *expects; /* in what was sent */
} cases[] = {
    {{"new tictactoe human human adviser=exact seed=1", "tutor on", "move a1", "move a2", "confirm",
      "move c3"},
     "cost "},
    {{"new nim:rows=3-5 human human adviser=minimax seed=1 position=1-2/0", "tutor on", "move a1"}, "cost "},
    {{"new backgammon human human adviser=expert:plies=0 seed=5", "advice", "analyse expert:plies=0"},
     "analysis 0"},
    {{"new tictactoe human human seed=1", "analyse mcts:playouts=200,memory=1M", "analyse exact",
      "analyse andor", "analyse minimax:depth=2"},
     "analysis 0"},
    {{"new race:seats=3 human human human seed=1 dice=manual adviser=softmaxn:depth=2",
      "analyse maxn:depth=1"},
     "analysis 1"}, /* chance is to move */
    {{"new checkers human human seed=3 adviser=alphabeta:depth=2", "advice", "advice"}, "column win win"},
    {{"new tictactoe human minimax seed=1 explain adviser=minimax", "move b2"}, "analysis 0"},
    {{"new checkers human expert:nodes=500,tablebase-pieces=0 seed=1 explain "
      "adviser=expert:nodes=500,tablebase-pieces=0",
      "move 11-15"},
     ""},
    {{"new checkers random random seed=1 hold", "go 9", "review by=alphabeta:depth=2"}, "review 9 of 9"},
    {{"new tictactoe random random seed=2", "review by=mcts:playouts=30,memory=1M"}, "review 5 of"},
    {{"new backgammon:cube=yes random random seed=9 hold", "go 12", "review by=expert:plies=0"},
     "review 4 of 4"},
    {{"new pacman:layout=crossroads,ghosts=1 random directional seed=2 hold", "go 8",
      "review by=expert:depth=2"},
     "review 6 of 6"},
};

static void structs_are_the_same_handed_out(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        owner here, there;
        open_owner(&here, false);
        open_owner(&there, true);
        for (int k = 0; cases[i].lines[k]; k++) {
            say(&here, cases[i].lines[k]);
            say(&there, cases[i].lines[k]);
        }
        if (here.errors || there.errors)
            fail_msg("%s: %s%s", cases[i].lines[0], here.why, there.why);
        if (strcmp(hra_text_string(&here.told), hra_text_string(&there.told)) != 0)
            fail_msg("%s\n%s\nhanded out:\n%s", cases[i].lines[0], hra_text_string(&here.told),
                     hra_text_string(&there.told));
        if (!strstr(hra_text_string(&here.told), cases[i].expects))
            fail_msg("%s: no '%s' in\n%s", cases[i].lines[0], cases[i].expects, hra_text_string(&here.told));
        close_owner(&here);
        close_owner(&there);
    }
}

/* Each line of a result, and each byte of it, matters: what is cut off or put in another place is refused, and the task is still
 * waited for. */
static void a_result_that_was_cut_is_refused(void **state) {
    (void)state;
    static const char *const lines[][3] = {
        {"new tictactoe human human adviser=minimax seed=1", "advice"},
        {"new tictactoe human human seed=1", "analyse minimax"},
        {"new tictactoe random random seed=1", "review by=minimax"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        owner o;
        hra_text result, cut;
        hra_text_init(&result);
        hra_text_init(&cut);
        open_owner(&o, true);
        say(&o, lines[i][0]);
        hra_session_line(o.session, 0, lines[i][1], strlen(lines[i][1]));
        assert_int_equal(o.works, 1);
        const uint64_t id = o.work[0];
        assert_int_equal(hra_worker_run(o.worker, o.text[0], NULL, &result), 0);
        int before = o.errors;
        for (const char *at = strstr(result.data, "\\n"); at && strstr(at + 2, "\\n");
             at = strstr(at + 2, "\\n")) {
            hra_text_clear(&cut); /* a whole number of lines, all but the last */
            hra_text_addf(&cut, "%.*s\"", (int)(at + 2 - result.data), result.data);
            send(&o, "done", id, hra_text_string(&cut));
            if (o.errors == before) /* of an analysis the lines of moves may be fewer */
                break;
            before = o.errors;
        }
        hra_text_clear(&cut);
        hra_text_addf(&cut, "%.*smore\\n\"", (int)result.length - 1, result.data);
        if (hra_session_step(o.session)) {
            send(&o, "done", id, hra_text_string(&cut));
            assert_int_equal(o.errors, before + 1);
            send(&o, "done", id, hra_text_string(&result));
            assert_int_equal(o.errors, before + 1);
        }
        assert_false(hra_session_step(o.session));
        close_owner(&o);
        hra_text_release(&result);
        hra_text_release(&cut);
    }
}

static void other_plies_are_refused(void **state) {
    (void)state;
    owner o;
    open_owner(&o, true);
    say(&o, "new tictactoe random random seed=1");
    hra_session_line(o.session, 0, "review by=minimax", strlen("review by=minimax"));
    const uint64_t id = o.work[0];
    static const char *const wrong[] = {"{}", "\"\"", "\"plies 1 1 points\\nstart 0 0\\n\"",
                                        "\"plies 0 1 points\\nstart 0 0\\nply 0 0 0 0 0\\n\"", "7"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        send(&o, "found", id, wrong[i]);
        assert_int_equal(o.errors, 2 * (int)i + 1);
        hra_text review;
        hra_text_init(&review);
        hra_text_addf(&review, "review %s", wrong[i]);
        send(&o, "done", id, hra_text_string(&review));
        assert_int_equal(o.errors, 2 * (int)i + 2);
        hra_text_release(&review);
    }
    assert_int_equal(o.told.length, 0);
    settle(&o);
    assert_int_equal(o.errors, 2 * (int)(sizeof wrong / sizeof *wrong));
    assert_non_null(strstr(hra_text_string(&o.told), "review 5 of"));
    close_owner(&o);
}

static void ask(owner *o, const char *line, hra_text *result) {
    hra_session_line(o->session, 0, line, strlen(line));
    assert_int_equal(o->works, 1);
    hra_text_clear(result);
    assert_int_equal(hra_worker_run(o->worker, o->text[0], NULL, result), 0);
}

/* Bytes of a result that are others than they were: whatever comes of it, the session goes on. */
static void damaged_results_do_no_harm(void **state) {
    (void)state;
    static const char letters[] = "0123456789-. abcn\\\"";
    static const char *const lines[] = {"advice", "analyse minimax:depth=2", "review by=minimax:depth=2"};
    hra_rng rng;
    hra_rng_init(&rng, 7);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        owner o;
        hra_text result;
        hra_text_init(&result);
        open_owner(&o, true);
        say(&o,
            i < 2 ? "new tictactoe human human adviser=greedy seed=1" : "new tictactoe random random seed=1");
        ask(&o, lines[i], &result);
        int refused = 0;
        for (int k = 0; k < 300; k++) {
            const size_t at = strlen("advice ") + hra_rng_below(&rng, (uint32_t)result.length - 8);
            const char was = result.data[at];
            const int errors = o.errors;
            result.data[at] = letters[hra_rng_below(&rng, sizeof letters - 1)];
            send(&o, "done", o.work[0], result.data);
            result.data[at] = was;
            refused += o.errors > errors;
            if (o.errors > errors)
                continue;
            free(o.text[--o.works]);
            ask(&o, lines[i], &result); /* it was taken, as some numbers may be others */
        }
        assert_true(refused > 100);
        settle(&o);
        close_owner(&o);
        hra_text_release(&result);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(structs_are_the_same_handed_out),
        cmocka_unit_test(a_result_that_was_cut_is_refused),
        cmocka_unit_test(other_plies_are_refused),
        cmocka_unit_test(damaged_results_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
