/* Options that end games early. */
#include "adjudication.h"

static bool read_rule(const args *a, const char *rule, hra_adjudicator *out) {
    const char *text = args_text(a, rule, NULL);
    hra_error why;
    if (!text || hra_adjudicator_read(out, rule, text, &why) == 0)
        return true;
    print_error("%s: %s", a->command->name, why.text);
    return false;
}

bool adjudication_read(const args *a, hra_adjudicator *out) {
    uint64_t length;
    *out = (hra_adjudicator){0};
    if (!read_rule(a, "draw", out) || !read_rule(a, "resign", out) ||
        !args_number(a, "max-plies", 0, 1, 1000000, &length))
        return false;
    out->length = (int)length;
    return true;
}

bool adjudication_given(const args *a) {
    return args_given(a, "draw") || args_given(a, "resign") || args_given(a, "max-plies") ||
           args_given(a, "tablebases");
}

int adjudication_open_tables(const setup *s, const args *a, int threads, hra_solution **out) {
    hra_solve_setup how = {.size = sizeof how,
                           .threads = threads,
                           .data = s->data[0] ? s->data : NULL,
                           .progress = print_progress()};
    hra_error why;
    *out = NULL;
    if (!args_given(a, "tablebases"))
        return EXIT_DONE;
    hra_err err = hra_solution_open(out, s->game, &how, &why);
    print_progress_done();
    return err ? print_failure(&why, NULL) : EXIT_DONE;
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
    if (args_given(a, "tablebases"))
        hra_text_add(out, "tables yes\n");
}
