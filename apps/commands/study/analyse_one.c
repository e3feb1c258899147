/* hra search: what one player finds in one position. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands/commands.h"
#include "commands/open_game.h"

static const args_option options[] = {
    {.name = "method",
     .letter = 'm',
     .value = "PLAYER",
     .help = "a method such as alphabeta:depth=6, or any player; default: the game's best"},
    {.name = "position", .value = "P", .help = "search there instead of at the beginning"},
    {.name = "nodes", .value = "N", .help = "at most so many states"},
    {.name = "playouts", .value = "N", .help = "at most so many simulations"},
    {.name = "time", .value = "T", .help = "at most so long, such as 2s; 5s where no limit is named"},
    {.name = "seed", .value = "N", .help = "of the search's random numbers; default 1"},
    {.name = "json", .help = "for programs"},
    {.name = "data", .value = "DIR", .help = "folder of tables"},
    {0},
};

typedef struct searching {
    setup setup;
    const hra_game *game;
    const char *method;
    void *state;
    bool unlimited; /* nobody named a limit */
    hra_question question;
    hra_limits limits; /* that the search kept to */
    hra_result result;
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
    hra_json_result(&json, NULL, &s->result, s->game, s->state, s->method);
    return say_json(&out);
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
    int mover = s->game->rules->to_move(s->game, s->state), told = s->result.told,
        first = told < 0 ? 0 : told;
    if (kind == HRA_VALUE_NONE)
        hra_text_add(out, _(" not told"));
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
    bool told = mover >= 0 && (s->result.told < 0 || s->result.told == mover);
    bool decided = s->game->zero_sum && told && kind == HRA_VALUE_EXACT && !s->result.unsound;
    if (decided && value[mover] > 0)
        hra_text_addf(out, _n("wins in %d ply", "wins in %d plies", plies), plies);
    else if (decided && value[mover] < 0)
        hra_text_addf(out, _n("loses in %d ply", "loses in %d plies", plies), plies);
    else
        hra_text_addf(out, _n("%d ply to the end", "%d plies to the end", plies), plies);
}

static void add_words(const searching *s, const hra_root_move *m, hra_text *line) {
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
    if (m->tag == HRA_ROOT_RANGE && m->range.share >= 0)
        hra_text_addf(line,
                      m->range.vectors > 1 ? _(", %.4g %% reach the need") : _("  %.4g %% reach the need"),
                      100 * m->range.share);
    if (m->distance >= 0) {
        hra_text_add(line, "  ");
        add_distance(s, m->value, m->kind, m->distance, line);
    }
    if (m->line_length > 1) {
        hra_text_add(line, "  ");
        add_line(s, s->state, s->result.lines + m->line, m->line_length < 8 ? m->line_length : 8, line);
    }
}

static void show_line(const searching *s, const hra_root_move *m, hra_text *line) {
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
    const hra_result *r = &s->result;
    const hra_root_move *best = hra_result_best(r);
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
    if (say_interrupted())
        hra_text_add(out, _(" (interrupted)"));
    else if (limit.length && s->unlimited)
        hra_text_addf(out, _(" (stopped by %s, as no limit was named; ~ marks estimates)"),
                      say_string(&limit));
    else if (limit.length)
        hra_text_addf(out, _(" (stopped by %s)"), say_string(&limit));
    hra_text_release(&limit);
}

static void add_summary(const searching *s, hra_text *out) {
    const hra_result *r = &s->result;
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
    say_effort(out, r->nodes, r->leaves, r->cutoffs);
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
    const hra_result *r = &s->result;
    hra_text out;
    hra_look look = say_look(s->game->rules->to_move(s->game, s->state));
    hra_text_init(&out);
    s->game->rules->text->show(s->game, s->state, &look, &out);
    say_drawn(&out);
    hra_text_clear(&out);
    add_summary(s, &out);
    hra_text_add(&out, r->chance ? _("\n  outcome          probability  value, and the best reply\n") : "\n");
    for (int i = 0; i < r->move_count; i++)
        show_line(s, &r->moves[i], &out);
    (void)say_text(&out);
}

/* ---- the command ----------------------------------------------------------------------------*/

/* Without any limit: a player that needs one has the usual one, all others are stopped as late. */
static hra_err analyse(searching *s, hra_agent *agent) {
    const hra_player *player = hra_agent_player(agent);
    hra_limits usual = hra_limits_usual();
    s->unlimited = s->unlimited && !hra_player_limited(player);
    if (s->unlimited && !hra_player_needs_limit(player))
        s->question.limits = usual;
    hra_agent_usual(agent, &usual);
    hra_err err = hra_agent_analyse(agent, &s->question, &s->result);
    s->limits = hra_agent_limits(agent, &s->question);
    return err;
}

static int search(searching *s, const args *a) {
    hra_agent *agent;
    bool json = args_given(a, "json");
    double seconds = s->question.limits.seconds > 0 ? s->question.limits.seconds : hra_limits_usual().seconds;
    bool none = !s->question.limits.nodes && !s->question.limits.playouts && s->question.limits.seconds <= 0;
    if (s->game->rules->to_move(s->game, s->state) == HRA_OVER) {
        say_error("%s", _("search: in this position the game is over; name another with --position"));
        return EXIT_WRONG;
    }
    s->unlimited = none;
    s->setup.deadline = hra_clock() + seconds;
    int status = setup_agent(&s->setup, s->method, &agent);
    if (status)
        return say_interrupted() ? EXIT_INTERRUPTED : status;
    s->question.state = s->state;
    s->question.stop = say_progress()->stop;
    hra_result_init(&s->result);
    hra_err err = analyse(s, agent);
    bool begins = s->game->rules->to_move(s->game, s->state) == HRA_CHANCE;
    if (err == HRA_ELIMIT && begins && setup_throw(s->game, a, s->question.seed, s->state))
        err = analyse(s, agent);
    say_reached("%s: %s", s->method, err ? hra_agent_why(agent)->text : _("its best move so far is shown"));
    if (!status && err) {
        if (err != HRA_ESTOPPED)
            say_error("%s: %s", s->method, hra_agent_why(agent)->text);
        status = err == HRA_ESTOPPED ? EXIT_INTERRUPTED : EXIT_FAILED;
    } else if (!status) {
        if (json)
            status = show_json(s);
        else
            show(s);
        status = say_interrupted() ? EXIT_INTERRUPTED : status;
    }
    hra_result_release(&s->result);
    hra_agent_close(agent);
    return status;
}

static int run(const args *a) {
    searching *s = calloc(1, sizeof *s);
    if (!s)
        return say_no_memory();
    hra_limits *limits = &s->question.limits;
    int status = EXIT_WRONG;
    if (args_number(a, "nodes", 0, 1, UINT64_MAX, &limits->nodes) &&
        args_number(a, "playouts", 0, 1, UINT64_MAX, &limits->playouts) &&
        args_number(a, "seed", 1, 0, UINT64_MAX, &s->question.seed) &&
        args_seconds(a, "time", 0, &limits->seconds)) {
        store_folder(a, s->setup.data);
        status = setup_game_at(&s->setup, a, a->words[0]);
    }
    if (!status) {
        s->game = s->setup.game;
        s->method = args_text(a, "method", hra_player_best(s->game));
        s->state = setup_state(s->game, a, &status);
        if (s->state)
            status = search(s, a);
        free(s->state);
    }
    setup_release(&s->setup);
    free(s);
    return status;
}

const args_command command_search = {
    .name = "search",
    .synopsis = "GAME [--method PLAYER]",
    .summary = "what a player finds in one position: every move with its value, and counts",
    .details =
        "A number without a mark is exact: the truth where the search reached the end of the game, else "
        "what\n"
        "follows from the evaluation at the depth that was named. ~ marks an estimate, such as the value of "
        "a\n"
        "search that a limit of nodes or time ended before the end of the game, or a mean of samples, with\n"
        "+- its standard error where they are independent. <= or >= marks a bound: the move is only known "
        "to\n"
        "be no better than the best one, or a goal to be proven. unsound: something was left out that may\n"
        "matter. Where chance is to move, every outcome is shown with its probability, its value and the "
        "best\n"
        "reply. Where no limit is named, a game that is small is searched to its end; else a search goes\n"
        "deeper and deeper, is stopped after 5 s, and says so. 'hra methods' lists the methods, 'hra games\n"
        "GAME' a game's own players.\n\n"
        "  hra search tictactoe --method alphabeta --position X.O/.X./..O\n"
        "  hra search checkers --method expert --time 1s\n"
        "  hra search yahtzee --method exact --position dice=1-1-2-4-6\n",
    .options = options,
    .min_words = 1,
    .max_words = 1,
    .run = run,
};
