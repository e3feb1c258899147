/* hra analyse, one player: every move with its value, and counts. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyse.h"

typedef struct searching {
    analysis *of;
    const hra_game *game;
    const char *method;
    void *state;
    bool unlimited;    /* no limit was given */
    hra_limits limits; /* that the search kept to */
    hra_analysis result;
} searching;

static void add_move(const hra_game *game, const void *state, hra_move move, hra_text *out) {
    hra_game_say_move(game, state, move, out);
}

/* The moves of a line. Lines leave out moves of chance, so the text ends where one is due: it is not known to
 * which states the later moves belong. */
static void add_line(const searching *s, const void *from, const hra_move *line, int length, hra_text *out) {
    unsigned char *state = malloc(s->game->state_size);
    if (!state) {
        out->err = HRA_ENOMEM;
        return;
    }
    memcpy(state, from, s->game->state_size);
    for (int i = 0; i < length && s->game->rules->to_move(s->game, state) >= 0; i++) {
        hra_text_add(out, i == 0 ? "" : " ");
        add_move(s->game, state, line[i], out);
        s->game->rules->apply(s->game, state, line[i]);
    }
    free(state);
}

static int show_json(const searching *s) {
    hra_text out;
    hra_text_init(&out);
    hra_json json = hra_json_begin(&out);
    hra_json_analysis(&json, NULL, &s->result, s->game, s->state, s->method);
    return print_json(&out);
}

/* ---- as text --------------------------------------------------------------------------------*/

/* The state after an outcome of chance; malloc'ed, NULL without memory. */
static void *state_after(const searching *s, hra_move outcome) {
    void *state = malloc(s->game->state_size);
    if (state) {
        memcpy(state, s->state, s->game->state_size);
        s->game->rules->apply(s->game, state, outcome);
    }
    return state;
}

/* `before` is printed between two numbers; where it is empty, a blank is. */
static void add_numbers(const searching *s, const double *value, hra_value_kind kind, int digits,
                        const char *before, hra_text *out) {
    int mover = s->game->rules->to_move(s->game, s->state), told = s->result.value_seat,
        first = told < 0 ? 0 : told;
    if (kind == HRA_VALUE_NONE)
        hra_text_add(out, _(" no value"));
    for (int seat = first; kind != HRA_VALUE_NONE && seat < s->game->seats; seat++)
        if (told < 0 || told == seat)
            hra_text_addf(out, "%s%s%.*g", *before && seat > first ? before : " ",
                          hra_value_mark(kind, seat == mover, false), digits, value[seat] + 0.0);
}

static void add_range(const hra_range *range, hra_text *out) {
    hra_text_addf(out, _n("%.6g to %.6g in %d vector", "%.6g to %.6g in %d vectors", range->vectors),
                  range->worst, range->best, range->vectors);
    if (range->more)
        hra_text_add(out, _(" or more"));
}

/* How many plies are left, and where one seat wins what the other loses what they come to. */
static void add_distance(const searching *s, const double *value, hra_value_kind kind, int plies,
                         hra_text *out) {
    int mover = s->game->rules->to_move(s->game, s->state);
    bool told = mover >= 0 && (s->result.value_seat < 0 || s->result.value_seat == mover);
    bool decided = s->game->zero_sum && told && kind == HRA_VALUE_EXACT && !s->result.unsound;
    if (decided && value[mover] > 0)
        hra_text_addf(out, _n("wins in %d ply", "wins in %d plies", plies), plies);
    else if (decided && value[mover] < 0)
        hra_text_addf(out, _n("loses in %d ply", "loses in %d plies", plies), plies);
    else
        hra_text_addf(out, _n("%d ply to the end", "%d plies to the end", plies), plies);
}

static void add_words(const searching *s, const hra_analysis_move *m, hra_text *line) {
    if (m->tag == HRA_ROOT_SAMPLED && m->kind == HRA_VALUE_MEAN && m->sampled.error >= 0)
        hra_text_addf(line, " +- %.2g", m->sampled.error);
    if (m->tag == HRA_ROOT_SAMPLED)
        hra_text_addf(line, _n("  %llu visit", "  %llu visits", m->sampled.visits),
                      (unsigned long long)m->sampled.visits);
    if (m->tag == HRA_ROOT_PROOF)
        hra_text_addf(line, "  %s", _(hra_proof_text(m->proof)));
    if (m->tag == HRA_ROOT_RANGE && m->range.vectors > 1) {
        hra_text_add(line, "  ");
        add_range(&m->range, line);
    }
    if (m->tag == HRA_ROOT_RANGE && m->range.fraction >= 0)
        hra_text_addf(
            line, m->range.vectors > 1 ? _(", %.4g %% reach the target") : _("  %.4g %% reach the target"),
            100 * m->range.fraction);
    if (m->distance >= 0) {
        hra_text_add(line, "  ");
        add_distance(s, m->value, m->kind, m->distance, line);
    }
    if (m->line_length > 1) {
        hra_text_add(line, "  ");
        add_line(s, s->state, s->result.lines + m->line, m->line_length < 8 ? m->line_length : 8, line);
    }
}

static void show_line(const searching *s, const hra_analysis_move *m, hra_text *line) {
    size_t from = line->length;
    hra_text_add(line, !s->result.chance && m->move == s->result.move ? "> " : "  ");
    add_move(s->game, s->state, m->move, line);
    hra_text_pad(line, from, 22);
    if (s->result.chance) {
        void *after = state_after(s, m->move);
        hra_text_addf(line, " %8.6f ", m->probability);
        add_numbers(s, m->value, m->kind, 6, "", line);
        if (after && m->line_length) {
            hra_text_add(line, "  ");
            add_move(s->game, after, s->result.lines[m->line], line);
        }
        line->err = after ? line->err : HRA_ENOMEM;
        free(after);
    } else {
        add_numbers(s, m->value, m->kind, 6, "", line);
        add_words(s, m, line);
    }
    hra_text_add(line, "\n");
}

/* What is known of the position besides its value. */
static void add_best(const searching *s, hra_text *out) {
    const hra_analysis *r = &s->result;
    const hra_analysis_move *best = hra_analysis_best(r);
    if (best && best->tag == HRA_ROOT_SAMPLED && r->kind == HRA_VALUE_MEAN && best->sampled.error >= 0)
        hra_text_addf(out, " +- %.2g", best->sampled.error);
    if (best && best->tag == HRA_ROOT_PROOF)
        hra_text_addf(out, ", %s", _(hra_proof_text(r->proof)));
    if (r->range.vectors > 1) {
        hra_text_add(out, _("; undominated: "));
        add_range(&r->range, out);
    }
    if (r->distance >= 0 && !r->chance && !r->unsound) {
        hra_text_add(out, "; ");
        add_distance(s, r->value, r->kind, r->distance, out);
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
        add_move(s->game, s->state, r->move, out);
    if (r->kind != HRA_VALUE_NONE) {
        hra_text_addf(out, ", %s", _(r->what.label));
        add_numbers(s, r->value, r->kind, 10, ", ", out);
    }
    add_best(s, out);
    hra_text_add(out, "\n  ");
    print_effort(out, r->nodes, r->leaves, r->cutoffs);
    if (r->playouts)
        hra_text_addf(out, _n(", %llu playout", ", %llu playouts", r->playouts),
                      (unsigned long long)r->playouts);
    if (r->depth)
        hra_text_addf(out, _(", depth %d"), r->depth);
    hra_text_addf(out, ", %.3f s", r->seconds);
    add_end(s, out);
    hra_text_add(out, "\n");
    if (r->pv_length) {
        hra_text_add(out, _("  principal variation: "));
        add_line(s, s->state, r->pv, r->pv_length, out);
        hra_text_add(out, "\n");
    }
}

static void show(const searching *s) {
    const hra_analysis *r = &s->result;
    hra_text out;
    hra_board_style look = print_style(s->game->rules->to_move(s->game, s->state));
    hra_text_init(&out);
    s->game->rules->text->show(s->game, s->state, &look, &out);
    print_drawing(&out);
    hra_text_clear(&out);
    add_summary(s, &out);
    hra_text_add(&out, r->chance ? _("\n  outcome          probability  value, and the best reply\n") : "\n");
    for (int i = 0; i < r->move_count; i++)
        show_line(s, &r->moves[i], &out);
    (void)print_text(&out);
}

/* ---- the answer -----------------------------------------------------------------------------*/

/* Without any limit: a player that needs one has the usual one, all others are stopped as late. */
static hra_err ask(searching *s, hra_agent *agent) {
    hra_question question = s->of->question;
    const hra_player *player = hra_agent_player(agent);
    hra_limits usual = hra_limits_usual();
    s->unlimited = !s->of->limited && !hra_player_info_of(player)->limited;
    if (s->unlimited && !hra_player_info_of(player)->needs_limit)
        question.limits = usual;
    hra_agent_usual(agent, &usual);
    hra_err err = hra_agent_ask(agent, &question, &s->result);
    s->limits = hra_agent_limits(agent, &question, NULL);
    return err;
}

/* Shows what was found, or says why nothing was. */
static int tell(const searching *s, hra_agent *agent, hra_err err) {
    print_reached("%s: %s", s->method, err ? hra_agent_why(agent)->text : _("showing its best move so far"));
    if (err && err != HRA_ESTOPPED)
        print_error("%s: %s", s->method, hra_agent_why(agent)->text);
    if (err)
        return err == HRA_ESTOPPED ? EXIT_INTERRUPTED : EXIT_FAILED;
    int status = EXIT_DONE;
    if (args_given(s->of->args, "json"))
        status = show_json(s);
    else
        show(s);
    return print_interrupted() ? EXIT_INTERRUPTED : status;
}

int analyse_one(analysis *of) {
    hra_agent *agent;
    const hra_limits *typed = &of->question.limits;
    searching s = {.of = of, .game = of->game, .state = of->state, .method = of->players[0]};
    of->setup.deadline = hra_clock() + (typed->seconds > 0 ? typed->seconds : hra_limits_usual().seconds);
    int status = setup_agent(&of->setup, s.method, &agent);
    if (status)
        return print_interrupted() ? EXIT_INTERRUPTED : status;
    hra_analysis_init(&s.result);
    hra_err err = ask(&s, agent);
    bool begins = of->game->rules->to_move(of->game, of->state) == HRA_CHANCE && !of->placed;
    if (err == HRA_ELIMIT && begins && setup_throw(of->game, of->args, of->question.seed, of->state))
        err = ask(&s, agent);
    status = tell(&s, agent, err);
    hra_analysis_release(&s.result);
    hra_agent_close(agent);
    return status;
}
