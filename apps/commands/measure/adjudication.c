/* Options that end games early. */
#include <string.h>

#include "adjudication.h"

static const hra_option draw[] = {
    {.name = "after",
     .type = HRA_OPTION_INT,
     .fallback = "0",
     .max = 1000000,
     .help = "not before each has made so many moves"},
    {.name = "moves",
     .type = HRA_OPTION_INT,
     .fallback = "8",
     .min = 1,
     .max = 1000000,
     .help = "so many of each in a row"},
    {.name = "score",
     .type = HRA_OPTION_REAL,
     .fallback = "0.05",
     .max = 1e9,
     .help = "at most so far from 0"},
    {0},
};

static const hra_option resign[] = {
    {.name = "moves",
     .type = HRA_OPTION_INT,
     .fallback = "4",
     .min = 1,
     .max = 1000000,
     .help = "so many in a row"},
    {.name = "score",
     .type = HRA_OPTION_REAL,
     .fallback = "0.9",
     .min = 1e-9,
     .max = 1e9,
     .help = "at least so far below 0"},
    {.name = "twosided", .type = HRA_OPTION_FLAG, .fallback = "no", .help = "the winner has to agree"},
    {0},
};

const hra_option *adjudication_keys(const char *option) {
    return strcmp(option, "draw") == 0 ? draw : strcmp(option, "resign") == 0 ? resign : NULL;
}

static bool read_options(const args *a, const char *option, hra_options *out) {
    const char *text = args_text(a, option, "");
    hra_error why;
    hra_text what;
    hra_text_init(&what);
    hra_text_addf(&what, "--%s", option);
    bool good = hra_options_read(out, adjudication_keys(option), NULL, hra_text_string(&what), text,
                                 strlen(text), 0, &why) == 0;
    hra_text_release(&what);
    if (!good)
        say_error("%s: %s", a->command->name, why.text);
    return good;
}

bool adjudication_read(const args *a, hra_adjudicator *out) {
    hra_options options;
    uint64_t length;
    *out = (hra_adjudicator){0};
    if (args_given(a, "draw")) {
        if (!read_options(a, "draw", &options))
            return false;
        out->draw_after = (int)hra_options_int(&options, "after");
        out->draw_moves = (int)hra_options_int(&options, "moves");
        out->draw_score = hra_options_real(&options, "score");
    }
    if (args_given(a, "resign")) {
        if (!read_options(a, "resign", &options))
            return false;
        out->resign_moves = (int)hra_options_int(&options, "moves");
        out->resign_score = hra_options_real(&options, "score");
        out->resign_twosided = hra_options_flag(&options, "twosided");
    }
    if (!args_number(a, "length", 0, 1, 1000000, &length))
        return false;
    out->length = (int)length;
    return true;
}

bool adjudication_given(const args *a) {
    return args_given(a, "draw") || args_given(a, "resign") || args_given(a, "length") ||
           args_given(a, "tables");
}

int adjudication_open_tables(const setup *s, const args *a, int threads, hra_solution **out) {
    hra_solve_setup how = {.size = sizeof how,
                           .threads = threads,
                           .data = s->data[0] ? s->data : NULL,
                           .progress = say_progress()};
    hra_error why;
    *out = NULL;
    if (!args_given(a, "tables"))
        return EXIT_DONE;
    hra_err err = hra_solution_open(out, s->game, &how, &why);
    say_progress_done();
    return err ? say_failure(&why, NULL) : EXIT_DONE;
}

void adjudication_write(const args *a, const hra_adjudicator *how, hra_text *out) {
    if (how->draw_moves)
        hra_text_addf(out, "draw after=%d,moves=%d,score=%.17g\n", how->draw_after, how->draw_moves,
                      how->draw_score);
    if (how->resign_moves)
        hra_text_addf(out, "resign moves=%d,score=%.17g,twosided=%s\n", how->resign_moves, how->resign_score,
                      how->resign_twosided ? "yes" : "no");
    if (how->length)
        hra_text_addf(out, "length %d\n", how->length);
    if (args_given(a, "tables"))
        hra_text_add(out, "tables yes\n");
}
