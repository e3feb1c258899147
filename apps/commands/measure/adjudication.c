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
