/* The evaluation `expr` of every game that has terms: a formula that somebody typed.
 *
 * Games whose result is a score have it in points. In the others the numbers have a scale of their own, on which a win is
 * worth more than any formula. Where two play against each other, a seat's value is half of the difference between
 * what the formula gives the two, so that one's loss is the other's gain, and a formula of differences alone is itself. */
#include <stdlib.h>

#include "core/messages.h"
#include "formula/formula.h"
#include "rules/host.h"

enum { WIN = 1000000, LARGEST = 900000 /* searches are shallower than the rest */ };

static const hra_option options[] = {
    {.name = "formula",
     .type = HRA_OPTION_BARE,
     .help = "the formula, in checkers such as expr(2*men + 3*kings)"},
    {.name = "file", .type = HRA_OPTION_FILE, .help = "FILE with the formula"},
    {0},
};

static hra_err read_given(hra_formula *out, const hra_game *game, const hra_options *given, hra_error *why) {
    const char *typed = hra_options_text(given, "formula"), *file = hra_options_text(given, "file");
    if (typed && file)
        return hra_fail(why, HRA_EINPUT, -1, "evaluation expr takes a formula or a file, not both");
    const hra_term *term = hra_rules_offers(game->rules)->terms;
    if (!term)
        return hra_fail(why, HRA_EFIT, -1, "%s has no terms for formulas", game->rules->name);
    if (!typed && !file)
        return hra_fail(why, HRA_EINPUT, -1, "evaluation expr needs a formula, such as expr(2*%s)",
                        term->name);
    if (typed)
        return hra_formula_read(out, game, typed, why);
    hra_text text;
    hra_text_init(&text);
    hra_err err = hra_game_read_text(game, file, N_("evaluation expr: file"), HRA_FORMULA_LENGTH, &text, why);
    if (!err)
        err = hra_formula_read(out, game, hra_text_string(&text), why);
    hra_text_release(&text);
    return err;
}

static hra_err open_formula(const hra_game *game, const hra_options *given, void **self, hra_error *why) {
    hra_formula *f = malloc(sizeof *f);
    if (!f)
        return hra_no_memory(why);
    hra_err err = read_given(f, game, given, why);
    if (err)
        free(f);
    else
        *self = f;
    return err;
}

static void within(double *value, int seats, double least, double most) {
    for (int seat = 0; seat < seats; seat++)
        value[seat] = value[seat] < least ? least : value[seat] > most ? most : value[seat];
}

/* What all the rest lose, one wins. */
static void balance(const hra_game *game, double *value) {
    if (game->zero_sum) {
        value[0] = (value[0] - value[1]) / 2;
        value[1] = -value[0];
    }
    for (int seat = 1; game->one_against_all && seat < game->seats; seat++)
        value[seat] = -value[0];
}

static void by_formula(const hra_game *game, const void *self, void *scratch, const void *s, double *out) {
    hra_formula_values(self, s, out);
    within(out, game->seats, -LARGEST, LARGEST);
    balance(game, out);
}

/* What both evaluations share. */
#define EXPR                                                                                                 \
    .name = "expr", .help = N_("your own formula of the game's terms"), .options = options,                  \
    .open = open_formula, .close = free, .value = by_formula, .min = -WIN, .max = WIN

static const hra_evaluation in_points = {EXPR};

/* Only a game of scores says what a seat has earned before the end. */
static const hra_evaluation *for_game(const hra_game *game) {
    const hra_rules_encoding *numbers = game->rules->encoding;
    return numbers && numbers->rewards && !game->zero_sum ? &in_points : &hra_formula_evaluation;
}

const hra_evaluation hra_formula_evaluation = {EXPR, .win = WIN, .for_game = for_game};
