/* hra analyse, one player: every move with its value, and counts. */
#include <string.h>
#include <unistd.h>

#include "analyse.h"
#include "analyse_show.h"

static const double LIVE_AFTER = 0.3; /* seconds after which a depth has a line of its own */

typedef struct searching {
    analysis *of;
    const hra_game *game;
    const char *method;
    void *state;
    bool unlimited;    /* no limit was given */
    hra_limits limits; /* that the search kept to */
    hra_analysis result;
    hra_analysis advice; /* with columns; empty: not asked for */
    analyse_view view;   /* of both */
} searching;

static int show_json(const searching *s) {
    hra_text out;
    hra_text_init(&out);
    hra_json json = hra_json_begin(&out);
    hra_json_analysis(&json, NULL, &s->result, s->game, s->state, s->method);
    return print_json(&out);
}

/* ---- as text --------------------------------------------------------------------------------*/

/* What is known of the position besides its value. */
static void add_best(const searching *s, hra_text *out) {
    const hra_analysis *r = &s->result;
    const hra_analysis_move *best = hra_analysis_best(r);
    if (best && r->kind == HRA_VALUE_MEAN)
        analyse_add_error(&s->view, best, out);
    if (best && best->tag == HRA_ROOT_PROOF)
        hra_text_addf(out, ", %s", _(hra_proof_text(r->proof)));
    if (r->range.vectors > 1) {
        hra_text_add(out, _("; undominated: "));
        analyse_add_range(&r->range, out);
    }
    if (r->distance >= 0 && !r->chance && !r->unsound && !analyse_says_end(&s->view, r->value, r->distance)) {
        hra_text_add(out, "; ");
        analyse_add_distance(&s->view, r->value, r->kind, r->distance, out);
    }
    if (r->unsound)
        hra_text_add(out, _("; unsound"));
}

/* What ended a search that was stopped. */
static void add_end(const searching *s, hra_text *out) {
    hra_text limit;
    hra_text_init(&limit);
    hra_limits_say_reached(&s->limits, &s->result, &limit);
    if (print_interrupted())
        hra_text_add(out, _(" (interrupted)"));
    else if (limit.length && s->unlimited)
        hra_text_addf(out, _(" (stopped by %s, since no limit was set; ~ marks estimates)"),
                      print_string(&limit));
    else if (limit.length)
        hra_text_addf(out, _(" (stopped by %s)"), print_string(&limit));
    hra_text_release(&limit);
}

static void add_summary(const searching *s, hra_text *out) {
    const hra_analysis *r = &s->result;
    hra_text_addf(out, "\n%s: ", s->method);
    if (r->chance)
        hra_text_add(out, _("chance is to move"));
    else
        hra_game_say_move(s->game, s->state, r->move, out);
    if (r->kind != HRA_VALUE_NONE) {
        const bool ends = analyse_says_end(&s->view, r->value, r->distance);
        hra_text_addf(out, ", %s%s", ends ? "" : analyse_label(&s->view), ends ? "" : " ");
        const bool several = s->view.first < s->view.last;
        hra_text_add(out, several ? "(" : "");
        analyse_add_values(&s->view, r->value, r->kind, r->distance, print_between(), out);
        hra_text_add(out, several ? ")" : "");
        if (r->counts && !s->view.percent && !ends)
            hra_text_addf(out, " (%s)", _(r->counts));
    }
    if (r->kind != HRA_VALUE_NONE && r->chance && s->view.first == s->view.last && s->game->seats > 1)
        hra_text_addf(out, _(" for %s"), hra_game_seat_name(s->game, s->view.first));
    add_best(s, out);
    hra_text_add(out, "\n  ");
    print_effort(out, r->nodes, r->leaves, r->cutoffs);
    if (r->playouts)
        hra_text_addf(out, _n(", %llu playout", ", %llu playouts", r->playouts),
                      (unsigned long long)r->playouts);
    if (r->depth)
        hra_text_addf(out, _(", depth %d"), r->depth);
    hra_text_addf(out, ", %.3F s", r->seconds);
    add_end(s, out);
    hra_text_add(out, "\n");
    if (r->pv_length > 1 || (r->pv_length && r->chance)) {
        const char *label = _("  principal variation: ");
        hra_text_add(out, label);
        analyse_add_line(&s->view, r->pv, 0, r->pv_length, print_style(-1).width - hra_text_columns(label),
                         out);
        hra_text_add(out, "\n");
    } else if (s->advice.reason[0])
        print_folded(2, s->advice.reason, out);
    analyse_add_equals(&s->view, out);
}

static void show(const searching *s) {
    hra_text out;
    hra_board_style look = print_style(s->game->rules->to_move(s->game, s->state));
    hra_text_init(&out);
    s->game->rules->text->show(s->game, s->state, &look, &out);
    print_drawing(&out);
    hra_text_clear(&out);
    add_summary(s, &out);
    hra_text_add(&out, "\n");
    analyse_add_moves(&s->view, &out);
    (void)print_text(&out);
}

/* ---- the answer -----------------------------------------------------------------------------*/

/* Prints what a depth found, as soon as it is known; an answer that comes at once needs no such lines. */
static void show_found(void *self, const hra_analysis *so_far) {
    const searching *s = self;
    hra_analysis found = *so_far;
    analyse_view view = {.game = s->game, .state = s->state, .kind = s->view.kind, .result = &found};
    hra_text line;
    if (so_far->seconds < LIVE_AFTER)
        return;
    found.move_count = 0;
    found.value_seat = -1;
    analyse_view_begin(&view);
    hra_text_init(&line);
    hra_text_addf(&line, _("  depth %2d  %6.1F s  "), so_far->depth, so_far->seconds);
    analyse_add_values(&view, so_far->value, so_far->kind, so_far->distance, " ", &line);
    hra_text_add(&line, "  ");
    analyse_add_line(&view, so_far->pv, 0, so_far->pv_length,
                     print_style(-1).width - 1 - hra_text_columns(print_string(&line)), &line);
    print_progress_done();
    print_note("%s", print_string(&line));
    hra_text_release(&line);
    print_waiting(_("searching; Ctrl-C shows the best move so far"));
}

static bool is_watched(const searching *s) {
    return !args_given(s->of->args, "json") && isatty(STDOUT_FILENO) && print_progress_shown();
}

/* Other players have the columns of advice in their analysis, or none; an exact one needs no search for them. */
static hra_err ask_advice(searching *s, hra_agent *agent, hra_question question) {
    const hra_analysis *r = &s->result;
    if (r->column_count)
        s->view.advice = r;
    if (r->chance || r->column_count || args_given(s->of->args, "json") || !s->view.kind->exact ||
        !(s->view.kind->answers & HRA_ANSWERS_ADVICE))
        return HRA_OK;
    question.want = HRA_WANT_ADVICE;
    question.found = NULL;
    hra_err err = hra_agent_ask(agent, &question, &s->advice);
    if (!err)
        s->view.advice = &s->advice;
    else
        s->advice.reason[0] = '\0';
    return err == HRA_ENOMEM ? err : HRA_OK; /* else the analysis is shown without columns */
}

/* Without any limit: a player that needs one has the usual one, all others are stopped as late. */
static hra_err ask(searching *s, hra_agent *agent) {
    hra_question question = s->of->question;
    const hra_player *player = hra_agent_player(agent);
    hra_limits usual = hra_limits_usual();
    s->unlimited = !s->of->limited && !hra_player_info_of(player)->limited;
    if (s->unlimited && !hra_player_info_of(player)->needs_limit)
        question.limits = usual;
    hra_agent_usual(agent, &usual);
    s->view.kind = hra_player_info_of(player)->kind;
    if (is_watched(s)) {
        question.found = show_found;
        question.found_self = s;
        print_waiting(_("searching; Ctrl-C shows the best move so far"));
    }
    hra_err err = hra_agent_ask(agent, &question, &s->result);
    s->limits = hra_agent_limits(agent, &question, NULL);
    if (!err)
        err = ask_advice(s, agent, question);
    print_progress_done();
    return err;
}

/* Shows what was found, or says why nothing was. */
static int tell(searching *s, hra_agent *agent, hra_err err) {
    print_reached("%s: %s", s->method, err ? hra_agent_why(agent)->text : _("showing its best move so far"));
    if (err && err != HRA_ESTOPPED)
        print_error("%s: %s", s->method, hra_agent_why(agent)->text);
    if (err)
        return err == HRA_ESTOPPED ? EXIT_INTERRUPTED : EXIT_FAILED;
    int status = EXIT_DONE;
    if (args_given(s->of->args, "json"))
        status = show_json(s);
    else {
        analyse_view_begin(&s->view);
        show(s);
    }
    return print_interrupted() ? EXIT_INTERRUPTED : status;
}

/* Opens the player; one that can search several best moves at once does so for --multipv. */
static int open_agent(const searching *s, hra_agent **agent) {
    const char *spec = s->method;
    hra_error why;
    hra_text several;
    hra_text_init(&several);
    hra_text_addf(&several, "%s%smultipv=%d", spec, strchr(spec, ':') ? "," : ":", s->of->best_moves);
    hra_err err = several.err;
    if (!err && s->of->best_moves && !strstr(spec, "multipv="))
        err = setup_try_agent(&s->of->setup, hra_text_string(&several), agent, &why);
    else if (!err)
        err = HRA_EINPUT; /* as where the player has no such option */
    hra_text_release(&several);
    if (err == HRA_ENOMEM)
        return print_no_memory();
    return err ? setup_agent(&s->of->setup, spec, agent) : EXIT_DONE;
}

int analyse_one(analysis *of) {
    hra_agent *agent;
    const hra_limits *typed = &of->question.limits;
    searching s = {.of = of, .game = of->game, .state = of->state, .method = of->players[0]};
    of->setup.deadline = hra_clock() + (typed->seconds > 0 ? typed->seconds : hra_limits_usual().seconds);
    int status = open_agent(&s, &agent);
    if (status)
        return print_interrupted() ? EXIT_INTERRUPTED : status;
    s.view =
        (analyse_view){.game = of->game, .state = of->state, .result = &s.result, .most = of->best_moves};
    hra_analysis_init(&s.result);
    hra_analysis_init(&s.advice);
    hra_err err = ask(&s, agent);
    bool begins = of->game->rules->to_move(of->game, of->state) == HRA_CHANCE && !of->placed;
    if (err == HRA_ELIMIT && begins && setup_throw(of->game, of->args, of->question.seed, of->state))
        err = ask(&s, agent);
    status = tell(&s, agent, err);
    hra_analysis_release(&s.result);
    hra_analysis_release(&s.advice);
    hra_agent_close(agent);
    return status;
}
