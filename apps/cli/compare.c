/* hra compare: one position under several methods. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "setup.h"

static const args_option options[] = {
    {.name = "methods",
     .letter = 'm',
     .value = "METHOD",
     .many = true,
     .help = "the same, where they do not follow the game at once"},
    {.name = "position",                                                           .value = "P", .help = "search there instead of at the beginning"},
    {.name = "reference",
     .value = "METHOD",
     .help = "who is right; default: exact where it fits, else the first method"},
    {.name = "time",                                                          .value = "T", .help = "at most so long for each, such as 2s"},
    {.name = "seed",
     .value = "N",
     .help = "of the searches' random numbers, and of first moves that are chance's; default 1"},
    {.name = "json",                                                         .help = "for programs"},
    {.name = "data", .value = "DIR", .help = "folder of tables"},
    {0                                                             },
};

/* One method's answer. */
typedef struct entry {
    const char *method;
    hra_result result;
    hra_err err;
    hra_error why;
} entry;

typedef struct comparison {
    const args *args;
    const hra_game *game;
    void *state;
    int seat;
    hra_question question;
    entry entries[ARGS_MAX];
    int count;
    entry reference;
    bool has_reference;
} comparison;

static void search(const comparison *c, entry *e) {
    hra_search *search;
    char with_data[HRA_SPEC_LENGTH];
    hra_result_init(&e->result);
    e->err = hra_search_open(&search, c->game, setup_method(c->game, c->args, e->method, with_data), &e->why);
    if (e->err)
        return;
    e->err = hra_search_run(search, &c->question, &e->result);
    if (e->err)
        hra_fail(&e->why, e->err, -1, "%s",
                 e->result.why.code == e->err ? e->result.why.text : hra_err_text(e->err));
    hra_search_close(search);
}

/* What a move is worth by the reference; false where that only has a bound for it. */
static bool reference_value(const comparison *c, hra_move move, double *out) {
    for (int i = 0; i < c->reference.result.move_count; i++) {
        const hra_root_move *m = &c->reference.result.moves[i];
        *out = m->value[c->seat];
        if (m->move == move)
            return m->exact || move == c->reference.result.move;
    }
    return false;
}

/* Does the method's move agree with the reference: is it as good as the best? "?" where nobody knows. */
static const char *agreement(const comparison *c, const entry *e) {
    double best, chosen;
    if (!c->has_reference || e->err)
        return "?";
    if (e->result.move == c->reference.result.move)
        return "yes";
    if (!reference_value(c, c->reference.result.move, &best) || !reference_value(c, e->result.move, &chosen))
        return "?";
    return fabs(best - chosen) <= 1e-9 * fmax(1, fabs(best)) ? "yes" : "no";
}

static void add_move(const comparison *c, hra_move move, hra_text *out) {
    c->game->rules->text->show_move(c->game, c->state, move, out);
}

/* ---- as text --------------------------------------------------------------------------------*/

static int widest_method(const comparison *c) {
    int width = 6;
    for (int i = 0; i < c->count; i++) {
        int columns = hra_text_columns(c->entries[i].method);
        width = columns > width ? columns : width;
    }
    return width < 40 ? width : 40;
}

static void show_entry(const comparison *c, const entry *e, int width) {
    const hra_result *r = &e->result;
    hra_text line;
    hra_text_init(&line);
    hra_text_add(&line, e->method);
    hra_text_pad(&line, 0, width);
    hra_text_add(&line, "  ");
    if (e->err) {
        say("%s%s\n", hra_text_string(&line), e->why.text);
    } else {
        size_t from = line.length;
        add_move(c, r->move, &line);
        hra_text_pad(&line, from, 10);
        hra_text_addf(&line, " %10.6g %11llu %9llu %9.4f  %-6s%s%s", r->value[c->seat],
                      (unsigned long long)(r->playouts ? r->playouts : r->nodes),
                      (unsigned long long)r->cutoffs, r->seconds, agreement(c, e),
                      r->unsound ? _("  unsound") : "", r->stopped ? _("  (stopped)") : "");
        say("%s\n", hra_text_string(&line));
    }
    hra_text_release(&line);
}

static void show(const comparison *c) {
    hra_text text;
    hra_look look = say_look(c->seat);
    int width = widest_method(c);
    hra_text_init(&text);
    c->game->rules->text->show(c->game, c->state, &look, &text);
    say("%s\n%-*s  %-10s %10s %11s %9s %9s  %s\n", hra_text_string(&text), width, _("method"), _("move"),
        _("value"), _("nodes"), _("cut-offs"), _("seconds"), _("agrees"));
    hra_text_release(&text);
    for (int i = 0; i < c->count; i++)
        show_entry(c, &c->entries[i], width);
    hra_text seat;
    hra_text_init(&seat);
    hra_game_add_seat(c->game, c->seat, &seat);
    if (c->has_reference)
        say(_("\nvalue: for %s, who is to move; nodes: playouts for Monte Carlo methods; agrees: the "
              "move is as\n"
              "good as the best one of %s; unsound: drops moves, so its value may be wrong\n"),
            hra_text_string(&seat), c->reference.method);
    hra_text_release(&seat);
}

/* ---- as JSON --------------------------------------------------------------------------------*/

static void add_entry(const comparison *c, const entry *e, hra_text *out) {
    const hra_result *r = &e->result;
    hra_text_add(out, "{\"method\":");
    hra_text_add_json(out, e->method);
    if (e->err) {
        hra_text_add(out, ",\"error\":");
        hra_text_add_json(out, e->why.text);
    } else {
        hra_text move;
        hra_text_init(&move);
        add_move(c, r->move, &move);
        hra_text_add(out, ",\"move\":");
        hra_text_add_json(out, hra_text_string(&move));
        hra_text_release(&move);
        hra_text_add(out, ",\"value\":[");
        for (int seat = 0; seat < c->game->seats; seat++)
            hra_text_addf(out, "%s%.17g", seat ? "," : "", r->value[seat]);
        const char *agrees = agreement(c, e);
        hra_text_addf(out,
                      "],\"nodes\":%llu,\"leaves\":%llu,\"cutoffs\":%llu,\"playouts\":%llu,\"seconds\":%.6f,"
                      "\"stopped\":%s,\"unsound\":%s,\"agrees\":%s",
                      (unsigned long long)r->nodes, (unsigned long long)r->leaves,
                      (unsigned long long)r->cutoffs, (unsigned long long)r->playouts, r->seconds,
                      r->stopped ? "true" : "false", r->unsound ? "true" : "false",
                      *agrees == 'y'   ? "true"
                      : *agrees == 'n' ? "false"
                                       : "null");
    }
    hra_text_add(out, "}");
}

static void show_json(const comparison *c) {
    hra_text out, position;
    hra_text_init(&out);
    hra_text_init(&position);
    c->game->rules->text->write_position(c->game, c->state, &position);
    hra_text_add(&out, "{\"game\":");
    hra_text_add_json(&out, c->game->spec);
    hra_text_add(&out, ",\"position\":");
    hra_text_add_json(&out, hra_text_string(&position));
    hra_text_add(&out, ",\"reference\":");
    if (c->has_reference)
        hra_text_add_json(&out, c->reference.method);
    else
        hra_text_add(&out, "null");
    hra_text_add(&out, ",\"methods\":[");
    for (int i = 0; i < c->count; i++) {
        hra_text_add(&out, i ? "," : "");
        add_entry(c, &c->entries[i], &out);
    }
    say("%s]}\n", hra_text_string(&out));
    hra_text_release(&position);
    hra_text_release(&out);
}

/* ---- the command ----------------------------------------------------------------------------*/

/* The reference: named; else exact, where the game is small enough; else the first method. */
static int find_reference(comparison *c, const args *a) {
    const char *named = args_text(a, "reference", NULL);
    c->reference.method = named ? named : "exact";
    search(c, &c->reference);
    c->has_reference = c->reference.err == 0;
    if (!c->has_reference && named)
        return say_failure(&c->reference.why, named);
    if (!c->has_reference && !c->entries[0].err) {
        c->reference.method = c->entries[0].method;
        hra_result_release(&c->reference.result);
        search(c, &c->reference);
        c->has_reference = c->reference.err == 0;
    }
    return EXIT_DONE;
}

static int compare(comparison *c, const args *a) {
    const char *const *methods;
    c->seat = c->game->rules->to_move(c->game, c->state);
    c->count = args_values(a, "methods", &methods);
    if (!c->count) {
        methods = a->words + 1;
        c->count = a->word_count - 1;
    }
    if (c->seat < 0) {
        say_error("%s", _("compare: in this position no seat is to move; name one with --position"));
        return EXIT_WRONG;
    }
    c->question.state = c->state;
    c->question.stop = say_progress()->stop;
    bool wrong = false;
    for (int i = 0; i < c->count && !say_interrupted(); i++) {
        c->entries[i].method = methods[i];
        search(c, &c->entries[i]);
        if (c->entries[i].err == HRA_EINPUT) {
            say_failure(&c->entries[i].why, methods[i]);
            wrong = true;
        }
    }
    if (say_interrupted())
        return EXIT_INTERRUPTED;
    int status = wrong ? EXIT_WRONG : find_reference(c, a);
    if (!status && args_given(a, "json"))
        show_json(c);
    else if (!status)
        show(c);
    return status;
}

static int run(const args *a) {
    hra_game *game;
    hra_error why;
    comparison *c = calloc(1, sizeof *c);
    int status = EXIT_DONE;
    if (!c)
        return EXIT_FAILED;
    if (args_given(a, "methods") == (a->word_count > 1)) {
        say_error(
            _("compare: name the methods once, such as hra compare %s minimax alphabeta mcts:playouts=1000"),
            a->words[0]);
        status = EXIT_WRONG;
    } else if (!args_number(a, "seed", 1, 0, UINT64_MAX, &c->question.seed) ||
               !args_seconds(a, "time", 0, &c->question.limits.seconds)) {
        status = EXIT_WRONG;
    } else if (hra_game_open(&game, &cli_host, a->words[0], &why) != 0) {
        status = say_failure(&why, a->words[0]);
    } else {
        c->args = a;
        c->game = game;
        c->state = setup_decision(game, a, c->question.seed, &status);
        if (c->state)
            status = compare(c, a);
        for (int i = 0; i < c->count; i++)
            hra_result_release(&c->entries[i].result);
        hra_result_release(&c->reference.result);
        free(c->state);
        hra_game_close(game);
    }
    free(c);
    return status;
}

const args_command command_compare = {
    .name = "compare",
    .synopsis = "GAME METHOD...",
    .summary = "one position under several methods",
    .details = "'hra methods' lists the methods.\n\n"
               "  hra compare tictactoe minimax alphabeta mcts:playouts=10000\n"
               "  hra compare nim:rows=3-4-5 --position 1-2-3 --methods alphabeta andor andor:pn\n",
    .options = options,
    .min_words = 1,
    .max_words = ARGS_MAX,
    .run = run,
};
