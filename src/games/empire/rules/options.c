/* The options of empire. */
#include <stdlib.h>
#include <string.h>

#include "core/file.h"
#include "core/messages.h"
#include "empire.h"

const hra_option em_options[] = {
    {.name = "map",
     .type = HRA_OPTION_FILE,
     .fallback = "a",
     .choices = "a|thesis|FILE",
     .help = "a, thesis (a small grid), or a file with a grid as 'hra rules empire' describes it"},
    {.name = "rules",
     .type = HRA_OPTION_CHOICE,
     .fallback = "printed",
     .choices = "printed|classroom|thesis",
     .help = "defaults of the options below; printed: their first choices, thesis: their second, classroom: "
             "the same but jokers=best"},
    {.name = "neutral",
     .type = HRA_OPTION_INT,
     .min = 0,
     .max = EM_MOST_NEUTRAL,
     .help = "neutral armies that two seats place before the play begins: 10, or 0"},
    {.name = "first",
     .type = HRA_OPTION_CHOICE,
     .fallback = "random",
     .choices = "random|bid|0|1|2|3|4",
     .help = "who is first: drawn by lot, bid for in secret, or a seat, 0 (red) to 4"},
    {.name = "jokers",
     .type = HRA_OPTION_CHOICE,
     .choices = "best|choose",
     .help = "at the end jokers count where they bring most, or as what their owner says"},
    {.name = "continents",
     .type = HRA_OPTION_CHOICE,
     .choices = "regions|armies",
     .help = "of what one has most on a continent that one owns; a city is an army there"},
    {.name = "ties",
     .type = HRA_OPTION_CHOICE,
     .choices = "armies|regions",
     .help = "of what the winner has more where points and coins are equal; the other comes last"},
    {.name = "wild",
     .type = HRA_OPTION_CHOICE,
     .choices = "owned|any",
     .help = "what a joker may count as: a good that its owner has, or any"},
    {.name = "sea",
     .type = HRA_OPTION_CHOICE,
     .choices = "straight|corner",
     .help = "how a step by sea crosses a cell of water of a grid: straight, or round a corner too"},
    {0},
};

static hra_err open_map(const hra_game *game, em_map *map, const char *name, bool corners, hra_error *why) {
    hra_text text;
    if (strcmp(name, "a") == 0)
        return em_map_a(map, why);
    if (strcmp(name, "thesis") == 0)
        return em_map_grid(map, name, em_grid_thesis, strlen(em_grid_thesis), corners, why);
    hra_text_init(&text);
    hra_err err = hra_game_read_file(game, name, N_("game empire: file"), EM_GRID_BYTES, &text, why);
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
    if (hra_options_given(chosen, "neutral"))
        g->neutral = (int)hra_options_int(chosen, "neutral");
    g->first = hra_options_choice(chosen, "first");
    g->jokers = is_second(chosen, "jokers", rules == THESIS);
    g->by_armies = is_second(chosen, "continents", classroom);
    g->regions_decide = is_second(chosen, "ties", classroom);
    g->any_good = is_second(chosen, "wild", classroom);
    g->on_grid = strcmp(hra_options_text(chosen, "map"), "a") != 0;
    g->round_corners = is_second(chosen, "sea", classroom);
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
        return hra_fail(why, HRA_EINPUT, -1, "game empire: neutral=%d is for two seats, not for %d",
                        g->neutral, g->seats);
    if (g->first - EM_FIRST_SEAT >= g->seats)
        return hra_fail(why, HRA_EINPUT, -1, "game empire: first=%d, but the seats are 0 to %d",
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
