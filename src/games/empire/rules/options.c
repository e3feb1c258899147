/* The options of empire. */
#include <stdlib.h>
#include <string.h>

#include "core/file.h"
#include "core/messages.h"
#include "empire.h"
#include "rules/host.h"

const hra_option em_options[] = {
    {.name = "map",
     .type = HRA_OPTION_FILE,
     .fallback = "a",
     .choices = "a|thesis|FILE",
     .help = "map: a, thesis (a small grid), or FILE with a grid ('hra rules empire')"},
    {.name = "rules",
     .type = HRA_OPTION_CHOICE,
     .fallback = "printed",
     .choices = "printed|classroom|thesis",
     .help = "defaults of other options: printed game, thesis, or classroom variant"},
    {.name = "neutral-armies",
     .type = HRA_OPTION_INT,
     .min = 0,
     .max = EM_MOST_NEUTRAL,
     .help = "neutral armies placed by two players before the game: 10 or 0"},
    {.name = "first-player",
     .type = HRA_OPTION_CHOICE,
     .fallback = "random",
     .choices = "random|bid|0|1|2|3|4",
     .help = "first player: random, by sealed bids, or a seat, 0 (red) to 4"},
    {.name = "wild-scoring",
     .type = HRA_OPTION_CHOICE,
     .choices = "best|declared",
     .help = "wild cards count at the end: where they score most, or as declared"},
    {.name = "continents",
     .type = HRA_OPTION_CHOICE,
     .choices = "regions|armies",
     .help = "owner of a continent: most regions, or most armies (a city is one)"},
    {.name = "ties",
     .type = HRA_OPTION_CHOICE,
     .choices = "armies|regions",
     .help = "first tie-break after points and coins; the other one is last"},
    {.name = "wild-goods",
     .type = HRA_OPTION_CHOICE,
     .choices = "owned|any",
     .help = "wild cards count as a good that their owner has, or as any good"},
    {.name = "sea-path",
     .type = HRA_OPTION_CHOICE,
     .choices = "straight|corner",
     .help = "sea moves cross water of a grid straight, or also around a corner"},
    {0},
};

static hra_err open_map(const hra_game *game, em_map *map, const char *name, bool corners, hra_error *why) {
    hra_text text;
    if (strcmp(name, "a") == 0)
        return em_map_a(map, why);
    if (strcmp(name, "thesis") == 0)
        return em_map_grid(map, name, em_grid_thesis, strlen(em_grid_thesis), corners, why);
    hra_text_init(&text);
    hra_err err = hra_game_read_text(game, name, N_("game empire: file"), EM_GRID_BYTES, &text, why);
    if (!err)
        err = em_map_grid(map, name, hra_text_string(&text), text.length, corners, why);
    hra_text_release(&text);
    return err;
}

static bool are_equal(const em_card *a, const em_card *b) {
    return a->good == b->good && a->goods == b->goods &&
           memcmp(a->action, b->action, sizeof a->action) == 0 &&
           memcmp(a->amount, b->amount, sizeof a->amount) == 0 && a->joined == b->joined;
}

/* Kinds are those of all cards, so that a card has one name with any number of seats. */
static void sort_deck(em_game *g) {
    for (int i = 1; i <= EM_CARDS; i++) {
        int kind = 1;
        while (!are_equal(&em_cards[kind], &em_cards[i]))
            kind++;
        g->kind[i] = (uint8_t)kind;
        if (!em_cards[i].five || g->seats == EM_SEATS) {
            g->deck |= UINT64_C(1) << i;
            g->same[kind] |= UINT64_C(1) << i;
        }
    }
    for (int i = 1; i <= EM_CARDS; i++)
        g->same[i] = g->same[g->kind[i]];
}

/* The values of `rules`. Those of the classroom are the thesis' but for the jokers: they stay as records know
 * them. */
enum { PRINTED, CLASSROOM, THESIS };

/* Whether the second choice of an option was taken; `fallback`: whether it is the default. */
static bool is_second(const hra_options *chosen, const char *name, bool fallback) {
    return hra_options_given(chosen, name) ? hra_options_choice(chosen, name) == 1 : fallback;
}

static void take_rules(em_game *g, const hra_options *chosen) {
    int rules = hra_options_choice(chosen, "rules");
    bool classroom = rules != PRINTED;
    g->neutral = classroom ? 0 : g->setup.neutral;
    if (hra_options_given(chosen, "neutral-armies"))
        g->neutral = (int)hra_options_int(chosen, "neutral-armies");
    g->first = hra_options_choice(chosen, "first-player");
    g->jokers = is_second(chosen, "wild-scoring", rules == THESIS);
    g->by_armies = is_second(chosen, "continents", classroom);
    g->regions_decide = is_second(chosen, "ties", classroom);
    g->any_good = is_second(chosen, "wild-goods", classroom);
    g->on_grid = strcmp(hra_options_text(chosen, "map"), "a") != 0;
    g->round_corners = is_second(chosen, "sea-path", classroom);
}

hra_err em_open(hra_game *game, const hra_options *chosen, hra_error *why) {
    em_game *g = calloc(1, sizeof *g);
    if (!g)
        return hra_no_memory(why);
    game->data = g;
    g->seats = game->seats;
    g->setup = em_setups[g->seats - 2];
    take_rules(g, chosen);
    if (g->neutral && g->seats > 2)
        return hra_fail(why, HRA_EINPUT, -1, "game empire: neutral-armies=%d is for two seats, not for %d",
                        g->neutral, g->seats);
    if (g->first - EM_FIRST_SEAT >= g->seats)
        return hra_fail(why, HRA_EINPUT, -1, "game empire: first-player=%d, but the seats are 0 to %d",
                        g->first - EM_FIRST_SEAT, g->seats - 1);
    hra_err err = open_map(game, &g->map, hra_options_text(chosen, "map"), g->round_corners, why);
    if (err)
        return err;
    sort_deck(g);
    em_draw_areas(&g->map, &g->drawing);
    game->state_size = sizeof(em_state);
    game->max_moves = EM_MAX_MOVES;
    game->max_chances = EM_MAX_CHANCES;
    game->min_return = 0;
    game->max_return = 1;
    game->sum_bounded = true;
    game->max_sum = 1;
    return HRA_OK;
}

void em_close(hra_game *game) {
    em_game *g = game->data;
    if (g)
        em_map_release(&g->map);
    free(g);
}
