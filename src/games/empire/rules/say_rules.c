/* The rules that options decide, in words. */
#include "core/messages.h"
#include "empire.h"

static void add(hra_text *out, const char *sentence) {
    hra_text_addf(out, "%s\n", _(sentence));
}

static void add_beginning(const em_game *g, hra_text *out) {
    if (g->neutral)
        hra_text_addf(out, _("Before the first turn the two seats place %d neutral armies in turn.\n"),
                      g->neutral);
    else
        add(out, N_("There are no neutral armies."));
    if (g->first == EM_FIRST_BID)
        add(out, N_("The seats bid in secret to be first; the highest bid is paid, and its seat says who is "
                    "first."));
    else if (g->first >= EM_FIRST_SEAT)
        hra_text_addf(out, _("The first player is %s.\n"), em_seat(g->first - EM_FIRST_SEAT));
    else
        add(out, N_("The first player is drawn by lot."));
}

static void add_end(const em_game *g, hra_text *out) {
    add(out, g->any_good ? N_("At the end each joker counts as one of any good.")
                         : N_("At the end each joker counts as one of a good that its owner has."));
    add(out, g->jokers ? N_("The owner of a joker chooses its good.")
                       : N_("Jokers count as the goods that bring the most points."));
    add(out,
        g->by_armies
            ? N_("A continent scores for the seat with the most armies on it; a city counts as one army.")
            : N_("A continent scores for the seat with the most regions on it."));
    add(out, g->regions_decide
                 ? N_("With equal points the most coins win, then the most regions, then the most armies.")
                 : N_("With equal points the most coins win, then the most armies, then the most regions."));
}

void em_say_rules(const hra_game *game, hra_text *out) {
    const em_game *g = em_of(game);
    add_beginning(g, out);
    if (g->on_grid)
        add(out, g->round_corners
                     ? N_("A step by sea crosses one cell of water, in a straight line or round a corner.")
                     : N_("A step by sea crosses one cell of water in a straight line."));
    add_end(g, out);
}
