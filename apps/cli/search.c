/* hra search: one search on one position. */
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "setup.h"

static const args_option options[] = {
    {.name = "method",
     .letter = 'm',
     .value = "METHOD",
     .help = "such as alphabeta:depth=6; 'hra methods' lists them"},
    {.name = "position", .value = "P", .help = "search there instead of at the beginning"},
    {.name = "nodes",                 .value = "N", .help = "at most so many states"},
    {.name = "playouts",     .value = "N", .help = "at most so many simulations"},
    {.name = "time",                 .value = "T", .help = "at most so long, such as 2s"},
    {.name = "seed",
     .value = "N",
     .help = "of the search's random numbers, and of first moves that are chance's; default 1"},
    {.name = "json",                 .help = "for programs"},
    {.name = "data", .value = "DIR", .help = "folder of tables"},
    {0                },
};

typedef struct searching {
    const hra_game *game;
    const char *method;
    void *state;
    hra_question question;
    hra_result result;
} searching;

static void add_move(const hra_game *game, const void *state, hra_move move, hra_text *out, bool json) {
    hra_text text;
    hra_text_init(&text);
    game->rules->text->show_move(game, state, move, &text);
    if (json)
        hra_text_add_json(out, hra_text_string(&text));
    else
        hra_text_add(out, hra_text_string(&text));
    hra_text_release(&text);
}

/* The moves of the principal variation. Chance moves are left out of it, so its text ends where
 * one is due: the moves behind it are of states that nobody knows yet. */
static void add_pv(const searching *s, hra_text *out, bool json) {
    unsigned char *state = malloc(s->game->state_size);
    if (!state)
        return;
    memcpy(state, s->state, s->game->state_size);
    for (int i = 0; i < s->result.pv_length && s->game->rules->to_move(s->game, state) >= 0; i++) {
        hra_text_add(out, i == 0 ? "" : json ? "," : " ");
        add_move(s->game, state, s->result.pv[i], out, json);
        s->game->rules->apply(s->game, state, s->result.pv[i]);
    }
    free(state);
}

static void add_values(const hra_game *game, const double *value, hra_text *out) {
    hra_text_add(out, "[");
    for (int seat = 0; seat < game->seats; seat++)
        hra_text_addf(out, "%s%.17g", seat ? "," : "", value[seat] + 0.0); /* never -0 */
    hra_text_add(out, "]");
}

static void add_distance(int distance, hra_text *out) {
    hra_text_add(out, ",\"distance\":");
    if (distance < 0)
        hra_text_add(out, "null");
    else
        hra_text_addf(out, "%d", distance);
}

static void show_json(const searching *s) {
    const hra_result *r = &s->result;
    hra_text out;
    hra_text_init(&out);
    hra_text_add(&out, "{\"game\":");
    hra_text_add_json(&out, s->game->spec);
    hra_text_add(&out, ",\"position\":");
    hra_text position;
    hra_text_init(&position);
    s->game->rules->text->write_position(s->game, s->state, &position);
    hra_text_add_json(&out, hra_text_string(&position));
    hra_text_release(&position);
    hra_text_add(&out, ",\"method\":");
    hra_text_add_json(&out, s->method);
    hra_text_add(&out, ",\"move\":");
    add_move(s->game, s->state, r->move, &out, true);
    hra_text_add(&out, ",\"value\":");
    add_values(s->game, r->value, &out);
    hra_text_addf(&out,
                  ",\"depth\":%d,\"nodes\":%llu,\"leaves\":%llu,\"cutoffs\":%llu,\"table_hits\":%llu,"
                  "\"playouts\":%llu,\"seconds\":%.6f,\"stopped\":%s,\"pv\":[",
                  r->depth, (unsigned long long)r->nodes, (unsigned long long)r->leaves,
                  (unsigned long long)r->cutoffs, (unsigned long long)r->table_hits,
                  (unsigned long long)r->playouts, r->seconds, r->stopped ? "true" : "false");
    add_pv(s, &out, true);
    hra_text_add(&out, "]");
    add_distance(r->distance, &out);
    hra_text_add(&out, ",\"moves\":[");
    for (int i = 0; i < r->move_count; i++) {
        hra_text_add(&out, i ? ",{\"move\":" : "{\"move\":");
        add_move(s->game, s->state, r->moves[i].move, &out, true);
        hra_text_add(&out, ",\"value\":");
        add_values(s->game, r->moves[i].value, &out);
        hra_text_addf(&out, ",\"exact\":%s,\"visits\":%llu", r->moves[i].exact ? "true" : "false",
                      (unsigned long long)r->moves[i].visits);
        add_distance(r->moves[i].distance, &out);
        hra_text_add(&out, "}");
    }
    say("%s]}\n", hra_text_string(&out));
    hra_text_release(&out);
}

static void show_line(const searching *s, const hra_root_move *m, hra_text *line) {
    size_t from = line->length;
    int mover = s->game->rules->to_move(s->game, s->state);
    hra_text_add(line, m->move == s->result.move ? "> " : "  ");
    add_move(s->game, s->state, m->move, line, false);
    hra_text_pad(line, from, 22);
    for (int seat = 0; seat < s->game->seats; seat++)
        hra_text_addf(line, " %s%.6g", m->exact ? "" : seat == mover ? "<=" : ">=", m->value[seat] + 0.0);
    if (m->visits)
        hra_text_addf(line, "  %llu visits", (unsigned long long)m->visits);
    if (m->distance >= 0)
        hra_text_addf(line, "  %d plies to the end", m->distance);
    hra_text_add(line, "\n");
}

static void show(const searching *s) {
    const hra_result *r = &s->result;
    hra_text out;
    hra_look look = say_look(s->game->rules->to_move(s->game, s->state));
    hra_text_init(&out);
    s->game->rules->text->show(s->game, s->state, &look, &out);
    hra_text_addf(&out, "\n%s: ", s->method);
    add_move(s->game, s->state, r->move, &out, false);
    for (int seat = 0; seat < s->game->seats; seat++)
        hra_text_addf(&out, "%s%.10g", seat ? ", " : _(", value "), r->value[seat] + 0.0);
    hra_text_addf(&out, _("\n  %llu nodes, %llu leaves, %llu cut-offs"), (unsigned long long)r->nodes,
                  (unsigned long long)r->leaves, (unsigned long long)r->cutoffs);
    if (r->playouts)
        hra_text_addf(&out, _(", %llu playouts"), (unsigned long long)r->playouts);
    hra_text_addf(&out, ", %.3f s%s\n", r->seconds, r->stopped ? _(" (stopped by a limit)") : "");
    if (r->pv_length) {
        hra_text_add(&out, _("  principal variation: "));
        add_pv(s, &out, false);
        hra_text_add(&out, "\n");
    }
    hra_text_add(&out, "\n");
    for (int i = 0; i < r->move_count; i++)
        show_line(s, &r->moves[i], &out);
    say("%s", hra_text_string(&out));
    hra_text_release(&out);
}

static int search(searching *s, const args *a, bool json) {
    hra_search *search;
    hra_error why;
    char with_data[HRA_SPEC_LENGTH];
    if (s->game->rules->to_move(s->game, s->state) < 0) {
        say_error("%s", _("search: in this position no seat is to move; name one with --position"));
        return EXIT_WRONG;
    }
    if (hra_search_open(&search, s->game, setup_method(s->game, a, s->method, with_data), &why) != 0)
        return say_failure(&why, s->method);
    s->question.state = s->state;
    s->question.stop = say_progress()->stop;
    hra_result_init(&s->result);
    hra_err err = hra_search_run(search, &s->question, &s->result);
    int status = EXIT_DONE;
    if (err) {
        say_error("%s: %s", s->method, s->result.why.code == err ? s->result.why.text : hra_err_text(err));
        status = err == HRA_ESTOPPED ? EXIT_INTERRUPTED : EXIT_FAILED;
    } else {
        if (json)
            show_json(s);
        else
            show(s);
        status = say_interrupted() ? EXIT_INTERRUPTED : EXIT_DONE;
    }
    hra_result_release(&s->result);
    hra_search_close(search);
    return status;
}

static int run(const args *a) {
    hra_game *game;
    hra_error why;
    int status = EXIT_DONE;
    searching s = {.method = args_text(a, "method", "exact")};
    hra_limits *limits = &s.question.limits;
    if (!args_number(a, "nodes", 0, 1, UINT64_MAX, &limits->nodes) ||
        !args_number(a, "playouts", 0, 1, UINT64_MAX, &limits->playouts) ||
        !args_number(a, "seed", 1, 0, UINT64_MAX, &s.question.seed) ||
        !args_seconds(a, "time", 0, &limits->seconds))
        return EXIT_WRONG;
    if (hra_game_open(&game, &cli_host, a->words[0], &why) != 0)
        return say_failure(&why, a->words[0]);
    s.game = game;
    s.state = setup_decision(game, a, s.question.seed, &status);
    if (s.state)
        status = search(&s, a, args_given(a, "json"));
    free(s.state);
    hra_game_close(game);
    return status;
}

const args_command command_search = {
    .name = "search",
    .synopsis = "GAME --method METHOD",
    .summary = "one search on one position, with values and counts",
    .details =
        "A value behind <= or >= is a bound: the move is only known to be no better than the best one.\n\n"
        "  hra search tictactoe --method alphabeta --position X.O/.X./..O\n"
        "  hra search yahtzee --method exact --position dice=1-1-2-4-6\n",
    .options = options,
    .min_words = 1,
    .max_words = 1,
    .run = run,
};
