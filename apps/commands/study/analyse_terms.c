/* hra analyse --terms: the terms of the position, those of which an evaluation may be made. */
#include "analyse.h"
#include "hra/term.h"

enum { NAME_WIDTH = 16, LEAST_WIDTH = 9 };

static int width_of(const hra_game *game, int seat) {
    const int length = hra_text_columns(hra_game_seat_name(game, seat));
    return length < LEAST_WIDTH ? LEAST_WIDTH : length;
}

/* A shared term has one number; its column is the first. */
static void print_term(const analysis *of, const hra_term *term, hra_text *number) {
    print("  ");
    print_cell(-NAME_WIDTH, term->name);
    for (int seat = 0; seat < (term->shared ? 1 : of->game->seats); seat++) {
        hra_text_clear(number);
        hra_text_addf(number, "%.4G", term->value(of->game, of->state, seat));
        print(" ");
        print_cell(width_of(of->game, seat), print_string(number));
    }
    print("%s\n", term->shared ? _("  of the position") : "");
}

int analyse_terms(analysis *of) {
    const hra_term *term = hra_rules_offers(of->game->rules)->terms;
    hra_text number;
    if (!term) {
        print_error(_("analyse: %s has no terms for formulas"), of->game->rules->name);
        return EXIT_WRONG;
    }
    hra_text_init(&number);
    print("\n  ");
    print_cell(-NAME_WIDTH, _("term"));
    for (int seat = 0; seat < of->game->seats; seat++) {
        print(" ");
        print_cell(width_of(of->game, seat), hra_game_seat_name(of->game, seat));
    }
    print("\n");
    for (; term->name; term++)
        print_term(of, term, &number);
    hra_text_release(&number);
    return EXIT_DONE;
}
