/* hra analyse, several players: their answers side by side. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyse.h"
#include "analyse_show.h"
#include "commands/commands.h"

/* One player's answer. */
typedef struct entry {
    const char *method;
    hra_analysis result;
    hra_limits limits; /* that it kept to */
    double took;       /* seconds, opening included */
    hra_err err;
    hra_error why;
} entry;

static const double least_patience = 0.5; /* seconds for a reference that was not named */

typedef struct comparison {
    analysis *of;
    const hra_game *game;
    void *state;
    int seat; /* who is to move; where that is chance: the first */
    bool chance;
    entry entries[ARGS_MAX];
    int count;
    entry reference;
    bool has_reference;
} comparison;

/* 'hra compare' has always let a player that ends by itself come to its end, but where chance is to move: of
 * hundreds of outcomes each costs what a decision costs otherwise. */
static hra_question question_for(const comparison *c, const hra_agent *agent) {
    const hra_player *player = hra_agent_player(agent);
    hra_question question = c->of->question;
    bool limited = c->of->limited || hra_player_info_of(player)->limited;
    if ((c->chance || c->of->args->command != &command_compare) && !limited &&
        !hra_player_info_of(player)->needs_limit)
        question.limits = hra_limits_usual();
    return question;
}

static void search(comparison *c, entry *e) {
    hra_agent *agent;
    hra_analysis_init(&e->result);
    e->err = setup_try_agent(&c->of->setup, e->method, &agent, &e->why);
    if (e->err)
        return;
    hra_question question = question_for(c, agent);
    hra_limits usual = hra_limits_usual();
    hra_agent_usual(agent, &usual);
    e->err = hra_agent_ask(agent, &question, &e->result);
    e->why = *hra_agent_why(agent);
    e->limits = hra_agent_limits(agent, &question, NULL);
    if (e->err == HRA_ENOMEM)
        hra_no_memory(&e->why);
    hra_agent_close(agent);
}

/* Is the player's move as good as the best one of the reference? "?" where that cannot be told. */
static const char *agreement(const comparison *c, const entry *e) {
    static const char *const words[] = {
        [HRA_AGREES] = N_("yes"), [HRA_DISAGREES] = N_("no"), [HRA_AGREEMENT_UNKNOWN] = "?"};
    if (!c->has_reference || e->err)
        return "?";
    return _(words[hra_analysis_agrees(&c->reference.result, &e->result, c->seat)]);
}

static void add_move(const comparison *c, hra_move move, hra_text *out) {
    hra_game_say_move(c->game, c->state, move, out);
}

/* ---- as text --------------------------------------------------------------------------------*/

static int widest_method(const comparison *c) {
    int width = hra_text_columns(_("method"));
    for (int i = 0; i < c->count; i++) {
        int columns = hra_text_columns(c->entries[i].method);
        width = columns > width ? columns : width;
    }
    return width < 40 ? width : 40;
}

enum { VALUE_WIDTH = 18 };

/* The number of the seat to move, and what it is. */
static void add_value(const comparison *c, const hra_analysis *r, hra_text *line) {
    const hra_analysis_move *best = hra_analysis_best(r);
    char number[64], error[32] = "";
    hra_text words;
    if (r->kind == HRA_VALUE_MEAN && best && best->tag == HRA_ROOT_SAMPLED && best->sampled.error >= 0)
        hra_snprintf(error, sizeof error, " +- %.2G", best->sampled.error);
    const double value = r->value[c->seat] + 0.0;
    const int decimals = analyse_decimals(r, value);
    hra_text_init(&words);
    if (r->kind == HRA_VALUE_NONE)
        hra_snprintf(number, sizeof number, "%s", _("no value"));
    else if (r->what.unit == HRA_UNIT_POINTS && !c->chance &&
             hra_value_say_bound(c->game, value, r->kind, true, r->distance, &words))
        hra_snprintf(number, sizeof number, "%s", print_string(&words));
    else
        hra_snprintf(number, sizeof number, "%s%.*F%s", hra_value_mark(r->kind, true, false), decimals,
                     print_rounded(value, decimals), error);
    hra_text_release(&words);
    hra_text_add_char(line, ' ');
    print_add_cell(line, VALUE_WIDTH, number);
}

static const char *proof(const hra_analysis *r) {
    const hra_analysis_move *best = hra_analysis_best(r);
    if (!best || best->tag != HRA_ROOT_PROOF)
        return "";
    return r->proof == HRA_SOLVED     ? _("  solved")
           : r->proof == HRA_UNSOLVED ? _("  unsolved")
                                      : _("  unknown");
}

/* What ended a search that was stopped. */
static void add_end(const entry *e, hra_text *line) {
    hra_text limit;
    hra_text_init(&limit);
    hra_limits_say_reached(&e->limits, &e->result, &limit);
    if (limit.length)
        hra_text_addf(line, _("  (stopped by %s)"), print_string(&limit));
    hra_text_release(&limit);
}

static void show_entry(const comparison *c, const entry *e, int width) {
    const hra_analysis *r = &e->result;
    hra_text line;
    hra_text_init(&line);
    hra_text_add(&line, e->method);
    hra_text_pad(&line, 0, width);
    hra_text_add(&line, "  ");
    if (e->err) {
        print("%s%s\n", print_string(&line), e->why.text);
    } else {
        size_t from = line.length;
        if (c->chance)
            hra_text_add(&line, "-");
        else
            add_move(c, r->move, &line);
        hra_text_pad(&line, from, 10);
        add_value(c, r, &line);
        hra_text_addf(&line, " %11llu %9llu %9.4F  ",
                      (unsigned long long)(r->playouts ? r->playouts : r->nodes),
                      (unsigned long long)r->cutoffs, r->seconds);
        print_add_cell(&line, -6, agreement(c, e));
        hra_text_addf(&line, "%s%s", proof(r), r->unsound ? _("  unsound") : "");
        add_end(e, &line);
        print("%s\n", print_string(&line));
    }
    hra_text_release(&line);
}

static void show_head(int width) {
    static const struct {
        int width;
        const char *title;
    } columns[] = {{-10, N_("move")},
                   {VALUE_WIDTH, N_("value")},
                   {11, N_("nodes")},
                   {9, N_("cut-offs")},
                   {9, N_("seconds")}};
    print_cell(-width - 1, _("method"));
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        print(" ");
        print_cell(columns[i].width, _(columns[i].title));
    }
    print("  %s\n", _("agrees"));
}

/* What the columns mean. */
static void show_legend(const comparison *c) {
    const char *seat = hra_game_seat_name(c->game, c->seat);
    if (c->has_reference && c->chance)
        print(_("\nchance is to move; value: for %s, the mean over all outcomes (~ of estimates,\n<= >= of "
                "bounds); nodes: playouts for Monte Carlo methods; agrees: after every\noutcome the reply is "
                "that of %s; unsound: drops moves or vectors, so the answer\nmay be wrong\n"),
              seat, c->reference.method);
    else if (c->has_reference)
        print(_("\nvalue: for %s, the side to move (~ a mean or an estimate, <= >= a bound);\nnodes: "
                "playouts for Monte Carlo methods; agrees: the move is as good as the\nbest one of %s; "
                "unsound: drops moves or vectors, so the answer\nmay be wrong\n"),
              seat, c->reference.method);
}

static void show(const comparison *c) {
    hra_text text;
    hra_board_style look = print_style(c->chance ? HRA_CHANCE : c->seat);
    int width = widest_method(c);
    hra_text_init(&text);
    c->game->rules->text->show(c->game, c->state, &look, &text);
    print_drawing(&text);
    print("\n");
    hra_text_release(&text);
    show_head(width);
    for (int i = 0; i < c->count; i++)
        show_entry(c, &c->entries[i], width);
    show_legend(c);
}

/* ---- as JSON --------------------------------------------------------------------------------*/

static hra_compared compared(const entry *e) {
    return (hra_compared){.method = e->method, .result = e->err ? NULL : &e->result, .error = e->why.text};
}

static int show_json(const comparison *c) {
    hra_compared entries[ARGS_MAX], reference = compared(&c->reference);
    hra_text out;
    hra_text_init(&out);
    for (int i = 0; i < c->count; i++)
        entries[i] = compared(&c->entries[i]);
    hra_json json = hra_json_begin(&out);
    hra_json_comparison(&json, NULL, c->game, c->state, entries, c->count,
                        c->has_reference ? &reference : NULL);
    return print_json(&out);
}

/* ---- the command ----------------------------------------------------------------------------*/

/* How long the slowest player took. */
static double longest(const comparison *c) {
    double seconds = 0;
    for (int i = 0; i < c->count; i++)
        seconds = fmax(seconds, c->entries[i].took);
    return seconds;
}

/* The reference: the one that was named; else exact, if it solves the game in not much longer than the
 * players took; else the first of them. */
static int find_reference(comparison *c, const args *a) {
    const char *named = args_text(a, "reference", NULL);
    double patience = fmax(least_patience, 10 * longest(c));
    print_reached("%s", _("all players have answered, but not the reference"));
    c->reference.method = named ? named : "exact";
    c->of->setup.deadline = named ? 0 : hra_clock() + patience;
    search(c, &c->reference);
    c->of->setup.deadline = 0;
    c->has_reference = c->reference.err == 0;
    if (print_interrupted())
        return EXIT_INTERRUPTED;
    if (!c->has_reference && (named || c->reference.err == HRA_ENOMEM))
        return print_failure(&c->reference.why, named);
    if (!c->has_reference && c->reference.err == HRA_ELIMIT)
        print_note(_("hra: no exact solution within %.1F s, so the first player is the reference; "
                     "--reference exact waits"),
                   patience);
    for (int i = 0; i < c->count && !c->has_reference; i++)
        if (!c->entries[i].err) {
            c->reference.method = c->entries[i].method;
            hra_analysis_release(&c->reference.result);
            search(c, &c->reference);
            c->has_reference = c->reference.err == 0;
            if (c->reference.err == HRA_ENOMEM)
                return print_no_memory();
        }
    return EXIT_DONE;
}

/* What was typed or is missing ends the command; a method that does not fit the position, or is over its limit,
 * has a row that says so. */
static bool is_fault(hra_err err) {
    return err == HRA_EINPUT || err == HRA_ENOMEM || err == HRA_EIO || err == HRA_EMISSING ||
           err == HRA_EDENIED || err == HRA_EDAMAGED || err == HRA_EVERSION;
}

/* When the players' solutions must be ready; 0: whenever they are. */
static double deadline(const analysis *of, double started) {
    double seconds = of->question.limits.seconds;
    if (seconds <= 0 && !of->limited && of->args->command != &command_compare)
        seconds = hra_limits_usual().seconds;
    return seconds > 0 ? started + seconds : 0;
}

static void forget(comparison *c) {
    for (int i = 0; i < c->count; i++)
        hra_analysis_release(&c->entries[i].result);
    memset(c->entries, 0, sizeof c->entries);
}

/* Asks all players. `*again`: chance has made its moves up to a decision, and all players have to be asked
 * about that one. */
static int ask_all(comparison *c, bool *again) {
    analysis *of = c->of;
    int mover = c->game->rules->to_move(c->game, c->state);
    c->chance = mover == HRA_CHANCE;
    c->seat = c->chance ? 0 : mover;
    *again = false;
    for (int i = 0; i < c->count && !print_interrupted(); i++) {
        entry *e = &c->entries[i];
        double started = hra_clock();
        print_reached(_("player %d of %d, %s"), i + 1, c->count, of->players[i]);
        e->method = of->players[i];
        of->setup.deadline = deadline(of, started);
        search(c, e);
        *again = e->err == HRA_ELIMIT && c->chance && !of->placed &&
                 setup_throw(c->game, of->args, of->question.seed, c->state);
        if (*again)
            return EXIT_DONE;
        e->took = hra_clock() - started;
        if (is_fault(e->err))
            return print_failure(&e->why, e->method);
    }
    return print_interrupted() ? EXIT_INTERRUPTED : EXIT_DONE;
}

static int compare(comparison *c) {
    bool again;
    int status = ask_all(c, &again);
    if (!status && again) {
        forget(c);
        status = ask_all(c, &again);
    }
    if (!status)
        status = find_reference(c, c->of->args);
    if (!status && args_given(c->of->args, "json"))
        status = show_json(c);
    else if (!status)
        show(c);
    return status;
}

int analyse_several(analysis *of) {
    comparison *c = calloc(1, sizeof *c);
    if (!c)
        return print_no_memory();
    c->of = of;
    c->game = of->game;
    c->state = of->state;
    c->count = of->count;
    int status = compare(c);
    forget(c);
    hra_analysis_release(&c->reference.result);
    free(c);
    return status;
}
