/* hra solve: the exact value. */
#include <stdlib.h>

#include "commands/commands.h"
#include "commands/open_game.h"
#include "commands/output.h"
#include "commands/stored_work.h"
#include "hra/solve.h"

static const args_option options[] = {
    {.name = "position", .value = "P", .help = "also print the value of this position"},
    {.name = "statistics", .help = "also compute slow statistics"},
    {.name = "threads",
     .letter = 't',
     .value = "N",
     .help = "number of threads; does not change results (default: 1)"},
    {.name = "memory", .value = "SIZE", .help = "memory for the general solver, such as 512M (default: 1G)"},
    {.name = "json", .help = "print JSON"},
    {.name = "list-slices", .help = "list slices and their dependencies", .section = N_("Tablebases:")},
    {.name = "slice", .value = "NAME", .help = "build only this tablebase slice"},
    STORED_WORK_OPTIONS,
    {.name = "data", .value = "DIR", .help = "directory for saved games and tablebases"},
    {0},
};

typedef struct solving {
    setup setup;
    hra_solution *solution;
    void *start, *position; /* states; position: NULL, none was named */
    double seconds;
} solving;

static int show_json(const solving *s) {
    hra_text out;
    hra_text_init(&out);
    hra_json json = hra_json_begin(&out);
    hra_json_solution(&json, NULL, s->solution, s->setup.game, s->position, s->seconds);
    return print_json(&out);
}

static void show_values(const hra_game *game, const char *what, const double *value) {
    print_label(what);
    for (int seat = 0; seat < game->seats; seat++)
        print(" %18.12F", value[seat] + 0.0);
    print("\n");
}

static void show_table(const hra_statistic_rows *table) {
    print(" ");
    for (int i = 0; i < HRA_STATISTIC_COLUMNS && table->columns[i]; i++) {
        print(" ");
        print_cell(12, _(table->columns[i]));
    }
    print("\n");
    for (int row = 0; row < table->rows; row++) {
        print(" ");
        for (int i = 0; i < HRA_STATISTIC_COLUMNS && table->columns[i]; i++)
            print(" %12.10G", table->value[row][i]);
        print("\n");
    }
}

static void show(const solving *s, const double *start, const double *position) {
    const hra_game *game = s->setup.game;
    const hra_solution_info *info = hra_solution_info_of(s->solution);
    unsigned long long states = info->states;
    if (states)
        print(_n("%s: %llu position solved in %.3F s\n", "%s: %llu positions solved in %.3F s\n", states),
              game->spec, states, s->seconds);
    else
        print(_("%s: solved in %.3F s, too many positions to count\n"), game->spec, s->seconds);
    if (start)
        show_values(game, game->seats > 1 ? _("value per player") : _("value"), start);
    if (s->position)
        show_values(game, _("of this position"), position);
    int distance = s->position ? hra_solution_distance(s->solution, s->position) : -1;
    if (distance >= 0) {
        print_label(_("plies to the end"));
        print(" %18d\n", distance);
    }
    for (int i = 0; i < info->statistic_count; i++) {
        print_label(_(info->statistics[i].label));
        print(" %18.10G\n", info->statistics[i].value);
    }
    if (info->has_rows)
        show_table(&info->rows);
}

static int solve(solving *s, const args *a, hra_solve_setup *how) {
    double start[HRA_MAX_SEATS], position[HRA_MAX_SEATS];
    hra_error why = {0};
    int status = EXIT_DONE;
    s->start = malloc(s->setup.game->state_size);
    if (!s->start)
        return print_no_memory();
    s->setup.game->rules->init(s->setup.game, s->start);
    if (args_given(a, "position")) {
        s->position = setup_state(s->setup.game, a, &status);
        if (!s->position)
            return status;
        how->position = s->position;
    }
    double began = hra_clock();
    hra_err err = hra_solution_open(&s->solution, s->setup.game, how, &why);
    s->seconds = hra_clock() - began;
    print_progress_done();
    if (err)
        return print_failure(&why, NULL);
    err = hra_solution_value(s->solution, s->start, start);
    bool whole = err != HRA_EINPUT; /* the solution holds the beginning */
    if (!whole)
        err = HRA_OK;
    if (!err && s->position)
        err = hra_solution_value(s->solution, s->position, position);
    if (err == HRA_EINPUT) {
        print_error(_("solve: the solution of %s does not contain '%s'"), s->setup.game->spec,
                    args_text(a, "position", ""));
        return EXIT_WRONG;
    }
    if (err) {
        print_error("%s", hra_err_text(err));
        return EXIT_FAILED;
    }
    if (args_given(a, "json"))
        return show_json(s);
    show(s, whole ? start : NULL, position);
    return EXIT_DONE;
}

/* ---- slices -----------------------------------------------------------------------------------*/

static int show_slices(const hra_slices *slices, const hra_game *game, bool json) {
    hra_text out;
    hra_text_init(&out);
    if (json) {
        hra_json writer = hra_json_begin(&out);
        hra_json_slices(&writer, NULL, slices, game, -1);
        return print_json(&out);
    }
    const hra_slice *slice;
    for (int i = 0; (slice = hra_slices_at(slices, i)) != NULL; i++) {
        hra_text_addf(&out, "%-12s %12llu", slice->name, (unsigned long long)slice->positions);
        for (int k = 0; k < slice->need_count; k++)
            hra_text_addf(&out, "%s%s", k ? " " : "  ", hra_slices_at(slices, slice->needs[k])->name);
        hra_text_add(&out, "\n");
    }
    int status = output_write(NULL, &out);
    hra_text_release(&out);
    return status;
}

static int build_slice(const hra_slices *slices, const hra_game *game, const hra_solve_setup *how,
                       const char *name, bool json) {
    hra_error why = {0};
    int slice;
    if (hra_slices_find(slices, name, &slice, &why))
        return print_failure(&why, NULL);
    double began = hra_clock();
    hra_err err = hra_slices_build(slices, slice, how, &why);
    print_progress_done();
    if (err)
        return print_failure(&why, NULL);
    if (json) {
        hra_text out;
        hra_text_init(&out);
        hra_json writer = hra_json_begin(&out);
        hra_json_slices(&writer, NULL, slices, game, slice);
        return print_json(&out);
    }
    const hra_slice *built = hra_slices_at(slices, slice);
    unsigned long long positions = built->positions;
    print(_n("%s: slice %s, %llu position, in %.3F s\n", "%s: slice %s, %llu positions, in %.3F s\n",
             positions),
          game->spec, name, positions, hra_clock() - began);
    for (int i = 0; built->files[i]; i++)
        print("  %s/%s\n", how->data, built->files[i]);
    return EXIT_DONE;
}

static int solve_in_slices(const hra_game *game, const args *a, const hra_solve_setup *how) {
    const char *name = args_text(a, "slice", NULL);
    hra_slices *slices;
    hra_error why = {0};
    if (args_given(a, "position") || args_given(a, "statistics") || (name && args_given(a, "list-slices"))) {
        print_error("%s", _("solve: --list-slices, --slice, --position and --statistics exclude each other"));
        return EXIT_WRONG;
    }
    if (hra_slices_open(&slices, game, &why))
        return print_failure(&why, NULL);
    int status = name ? build_slice(slices, game, how, name, args_given(a, "json"))
                      : show_slices(slices, game, args_given(a, "json"));
    hra_slices_close(slices);
    return status;
}

/* A size such as 512M, through the same reader as in specs. */
static bool read_memory(const args *a, size_t *out) {
    static const hra_option size[] = {{.name = "memory", .type = HRA_OPTION_SIZE, .fallback = "1G"}, {0}};
    char item[80];
    hra_options read;
    int n = hra_snprintf(item, sizeof item, "memory=%.60s", args_text(a, "memory", "1G"));
    if (hra_options_read(&read, size, NULL, "size", item, (size_t)n, 0, NULL) != 0) {
        print_error(_("solve: --memory takes a size such as 512M, not '%s'"), args_text(a, "memory", ""));
        return false;
    }
    *out = hra_options_size(&read, "memory");
    return true;
}

/* ---- a store ---------------------------------------------------------------------------------*/

/* Builds the tables, with other processes if they take part, and puts all of them into the data directory. */
static int build_in_store(stored_work *s, const args *a, const hra_game *game) {
    hra_text spec;
    hra_error why;
    if (!s->setup->data[0]) {
        print_error("%s", _("solve: --store needs a data directory"));
        return EXIT_WRONG;
    }
    hra_text_init(&spec);
    stored_work_spec("tables", game, &spec);
    int status = stored_work_heed(s, a, args_text(a, "store", ""), NULL, NULL);
    if (!status)
        status = stored_work_begin(s, a, &spec);
    hra_text_release(&spec);
    if (status)
        return status;
    hra_err err = stored_work_run(s, true, &why);
    print_progress_done();
    if (!err && !hra_work_is_finished(s->share.work))
        return stored_work_say_done(s);
    if (!err)
        err = hra_work_tables(s->share.work, &why);
    return err ? print_failure(&why, NULL) : EXIT_DONE;
}

static int solve_in_store(const args *a, setup *s) {
    stored_work *stored = calloc(1, sizeof *stored);
    if (!stored)
        return print_no_memory();
    stored->setup = s;
    int status = build_in_store(stored, a, s->game);
    stored_work_close(stored);
    free(stored);
    return status;
}

static int run(const args *a) {
    uint64_t threads;
    hra_solve_setup how = {
        .size = sizeof how, .statistics = args_given(a, "statistics"), .progress = print_progress()};
    if (!args_number(a, "threads", 1, 1, 256, &threads) || !read_memory(a, &how.memory))
        return EXIT_WRONG;
    solving *s = calloc(1, sizeof *s);
    if (!s)
        return print_no_memory();
    store_folder(a, s->setup.data);
    how.threads = (int)threads;
    how.data = s->setup.data[0] ? s->setup.data : NULL;
    int status = setup_game_at(&s->setup, a, a->words[0]);
    if (!status && (args_given(a, "list-slices") || args_given(a, "slice")))
        status = solve_in_slices(s->setup.game, a, &how);
    else if (!status && args_given(a, "store"))
        status = solve_in_store(a, &s->setup);
    if (!status && !args_given(a, "list-slices") && !args_given(a, "slice"))
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
    .summary = "compute exact values or tablebases",
    .group = ARGS_STUDY,
    .details = "Solves the whole game, or builds its tablebases, and prints exact values.\n"
               "\n"
               "  hra solve yahtzee --statistics\n"
               "  hra solve nim:rows=3-5-7 --position 3-5-6/1\n"
               "  hra solve checkers:tablebase-pieces=5 -t 2\n"
               "  hra solve checkers:tablebase-pieces=6 --store postgresql://db.example/tables\n",
    .notes = "Slices allow a build on several machines: --list-slices prints which slices a\n"
             "slice needs, and --slice builds one from their files. With --store, 'hra work\n"
             "STORE' on other machines takes part.\n"
             "\n"
             "  hra solve checkers:tablebase-pieces=5 --list-slices\n"
             "  hra solve checkers:tablebase-pieces=5 --slice m0k1-m0k1\n",
    .options = options,
    .min_words = 1,
    .max_words = 1,
    .run = run,
};
