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
    out->max_plies = (int)length;
    return true;
}

bool adjudication_fits(const args *a, const hra_adjudicator *how, const hra_game *game) {
    const struct {
        const char *option;
        hra_adjudicator rule;
    } rules[] = {
        {"draw",
         {.draw_after = how->draw_after, .draw_moves = how->draw_moves, .draw_score = how->draw_score}},
        {"resign", {.resign_moves = how->resign_moves, .resign_score = how->resign_score}},
        {"max-plies", {.max_plies = how->max_plies}},
        {"tablebases", {0}},
    };
    hra_error why;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (args_given(a, rules[i].option) && hra_adjudicator_check(&rules[i].rule, game, &why) != 0) {
            print_error("%s: --%s: %s", a->command->name, rules[i].option, why.text);
            return false;
        }
    if (!args_given(a, "tablebases") || !game->max_chances)
        return true;
    print_error(_("%s: --tablebases: %s has chance: the value of a position does not decide a game"),
                a->command->name, _(game->rules->text->title));
    return false;
}

void adjudication_write(const args *a, const hra_adjudicator *how, hra_text *out) {
    if (how->draw_moves)
        hra_text_addf(out, "draw after=%d,moves=%d,score=%.17g\n", how->draw_after, how->draw_moves,
                      how->draw_score);
    if (how->resign_moves)
        hra_text_addf(out, "resign moves=%d,score=%.17g,twosided=%s\n", how->resign_moves, how->resign_score,
                      how->resign_twosided ? "yes" : "no");
    if (how->max_plies)
        hra_text_addf(out, "length %d\n", how->max_plies);
    if (args_given(a, "tablebases"))
        hra_text_add(out, "tables yes\n");
}
