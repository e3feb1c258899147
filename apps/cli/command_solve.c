/* hra solve: the exact value. */
#include <stdlib.h>

#include "commands.h"
#include "setup.h"

static const args_option options[] = {
    {.name = "position",                        .value = "P", .help = "the value of this position too"},
    {.name = "figures", .help = "also the figures that take longer, such as the distribution of the score"},
    {.name = "threads",                         .letter = 't', .value = "T", .help = "use so many threads; default 1"},
    {.name = "memory",
     .value = "SIZE",
     .help = "memory that the general solver may take, such as 512M; default 1G"},
    {.name = "json",    .help = "for programs"},
    {.name = "data", .value = "DIR", .help = "folder of tables"},
    {0                         },
};

typedef struct solving {
    setup setup;
    hra_solution *solution;
    void *start, *position; /* states; position: NULL, none was named */
    double seconds;
    hra_figure figures[HRA_MAX_FIGURES];
    int figure_count;
    hra_figure_rows table;
    bool has_table;
} solving;

static void add_values(const hra_game *game, const double *value, hra_text *out) {
    for (int seat = 0; seat < game->seats; seat++)
        say_number(out, seat ? "," : "", value[seat]);
}

static void add_key(hra_text *out, const char *before, const char *key, double value) {
    hra_text_addf(out, "%s\"%s\":", before, key);
    say_number(out, "", value);
}

/* "by_pieces":[{"pieces":2,...},...] */
static void add_table(const hra_figure_rows *table, hra_text *out) {
    hra_text_addf(out, ",\"%s\":[", table->key);
    for (int row = 0; row < table->rows; row++) {
        for (int i = 0; i < HRA_FIGURE_COLUMNS && table->columns[i]; i++)
            add_key(out, i ? "," : row ? ",{" : "{", table->columns[i], table->value[row][i]);
        hra_text_add(out, "}");
    }
    hra_text_add(out, "]");
}

/* start: NULL where the solution does not hold the beginning. */
static void show_json(const solving *s, const double *start, const double *position) {
    hra_text out;
    hra_text_init(&out);
    hra_text_add(&out, "{\"game\":");
    hra_text_add_json(&out, s->setup.game->spec);
    hra_text_add(&out, ",\"value\":[");
    if (start)
        add_values(s->setup.game, start, &out);
    for (int seat = 0; seat < s->setup.game->seats && !start; seat++)
        hra_text_add(&out, seat ? ",null" : "null");
    hra_text_add(&out, "]");
    if (s->position) {
        hra_text_add(&out, ",\"position_value\":[");
        add_values(s->setup.game, position, &out);
        hra_text_add(&out, "],\"position_distance\":");
        int distance = hra_solution_distance(s->solution, s->position);
        hra_text_addf(&out, distance < 0 ? "null" : "%d", distance);
    }
    hra_text_addf(&out, ",\"states\":%llu,\"seconds\":%.6f",
                  (unsigned long long)hra_solution_states(s->solution), s->seconds);
    for (int i = 0; i < s->figure_count; i++)
        add_key(&out, ",", s->figures[i].key, s->figures[i].value);
    if (s->has_table)
        add_table(&s->table, &out);
    say("%s}\n", hra_text_string(&out));
    hra_text_release(&out);
}

static void show_values(const hra_game *game, const char *what, const double *value) {
    say("  %-22s", what);
    for (int seat = 0; seat < game->seats; seat++)
        say(" %18.12f", value[seat] + 0.0);
    say("\n");
}

static void show_table(const hra_figure_rows *table) {
    say(" ");
    for (int i = 0; i < HRA_FIGURE_COLUMNS && table->columns[i]; i++)
        say(" %12s", _(table->columns[i]));
    say("\n");
    for (int row = 0; row < table->rows; row++) {
        say(" ");
        for (int i = 0; i < HRA_FIGURE_COLUMNS && table->columns[i]; i++)
            say(" %12.10g", table->value[row][i]);
        say("\n");
    }
}

static void show(const solving *s, const double *start, const double *position) {
    const hra_game *game = s->setup.game;
    say(_("%s: %llu positions solved in %.3f s\n"), game->spec,
        (unsigned long long)hra_solution_states(s->solution), s->seconds);
    if (start)
        show_values(game, game->seats > 1 ? _("value of each seat") : _("value"), start);
    if (s->position)
        show_values(game, _("of the position"), position);
    int distance = s->position ? hra_solution_distance(s->solution, s->position) : -1;
    if (distance >= 0)
        say("  %-22s %18d\n", _("plies to the end"), distance);
    for (int i = 0; i < s->figure_count; i++)
        say("  %-22s %18.10g\n", _(s->figures[i].label), s->figures[i].value);
    if (s->has_table)
        show_table(&s->table);
}

static int solve(solving *s, const args *a, const hra_solve_setup *how) {
    double start[HRA_MAX_SEATS], position[HRA_MAX_SEATS];
    hra_error why = {0};
    int status = EXIT_DONE;
    s->start = malloc(s->setup.game->state_size);
    if (!s->start)
        return EXIT_FAILED;
    s->setup.game->rules->init(s->setup.game, s->start);
    if (args_given(a, "position")) {
        s->position = setup_state(s->setup.game, a, &status);
        if (!s->position)
            return status;
    }
    double began = hra_clock();
    hra_err err = hra_solution_open(&s->solution, s->setup.game, how, &why);
    s->seconds = hra_clock() - began;
    say_progress_done();
    if (err)
        return say_failure(&why, NULL);
    s->figure_count = hra_solution_figures(s->solution, s->figures);
    s->has_table = hra_solution_rows(s->solution, &s->table);
    err = hra_solution_value(s->solution, s->start, start);
    bool whole = err != HRA_EINPUT; /* the solution holds the beginning */
    if (!whole)
        err = HRA_OK;
    if (!err && s->position)
        err = hra_solution_value(s->solution, s->position, position);
    if (err == HRA_EINPUT) {
        say_error(
            whole
                ? _("solve: no play from the beginning of %s leads to '%s'; hra search --method exact looks "
                    "there")
                : _("solve: the solution of %s does not hold '%s'"),
            s->setup.game->spec, args_text(a, "position", ""));
        return EXIT_WRONG;
    }
    if (err) {
        say_error("%s", hra_err_text(err));
        return EXIT_FAILED;
    }
    if (args_given(a, "json"))
        show_json(s, whole ? start : NULL, position);
    else
        show(s, whole ? start : NULL, position);
    return EXIT_DONE;
}

/* A size such as 512M, through the same reader as in specs. */
static bool read_memory(const args *a, size_t *out) {
    static const hra_option size[] = {
        {.name = "memory",  .type = HRA_OPTION_SIZE, .fallback = "1G"},
        {0}
    };
    char item[80];
    hra_options read;
    int n = hra_snprintf(item, sizeof item, "memory=%.60s", args_text(a, "memory", "1G"));
    if (hra_options_read(&read, size, NULL, "size", item, (size_t)n, 0, NULL) != 0) {
        say_error(_("solve: --memory takes a size such as 512M, not '%s'"), args_text(a, "memory", ""));
        return false;
    }
    *out = hra_options_size(&read, "memory");
    return true;
}

static int run(const args *a) {
    uint64_t threads;
    hra_solve_setup how = {
        .size = sizeof how, .figures = args_given(a, "figures"), .progress = say_progress()};
    if (!args_number(a, "threads", 1, 1, 256, &threads) || !read_memory(a, &how.memory))
        return EXIT_WRONG;
    solving *s = calloc(1, sizeof *s);
    if (!s)
        return EXIT_FAILED;
    store_folder(a, s->setup.data);
    how.threads = (int)threads;
    how.data = s->setup.data[0] ? s->setup.data : NULL;
    int status = setup_game(&s->setup, a->words[0], 0);
    if (!status)
        status = solve(s, a, &how);
    hra_solution_close(s->solution);
    free(s->start);
    free(s->position);
    setup_release(&s->setup);
    free(s);
    return status;
}

const args_command command_solve = {
    .name = "solve",
    .synopsis = "GAME",
    .summary = "the exact value of a game",
    .details = "  hra solve yahtzee --figures            the whole of Yahtzee\n"
               "  hra solve nim:rows=3-5-7 --position 3-5-6/1\n"
               "  hra solve checkers:pieces=5 -t 2      every ending with up to five pieces\n",
    .options = options,
    .min_words = 1,
    .max_words = 1,
    .run = run,
};
