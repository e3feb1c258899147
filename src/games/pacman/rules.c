/* Pacman: the table of rules. The steps themselves are in state.h. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "core/rng.h"
#include "pacman.h"
#include "players.h"
#include "rules/fast.h"

static const hra_option options[] = {
    {.name = "layout",
     .type = HRA_OPTION_FILE,
     .fallback = "crossroads",
     .choices = pac_layout_names,
     .help = "a built-in maze, or FILE.lay"},
    {.name = "ghosts",
     .type = HRA_OPTION_INT,
     .min = 0,
     .max = PAC_GHOSTS,
     .help = "maximum number of ghosts, the first of the maze (default: all)"},
    {.name = "max-rounds",
     .type = HRA_OPTION_INT,
     .fallback = "2000",
     .min = 0,
     .max = 60000,
     .help = "end the game after N rounds, with its score (0: none)"},
    {0},
};

static hra_err open_game(hra_game *game, const hra_options *chosen, hra_error *why) {
    pac_maze *maze = NULL;
    int ghosts = hra_options_given(chosen, "ghosts") ? (int)hra_options_int(chosen, "ghosts") : -1;
    hra_err err = pac_maze_by_name(game, &maze, hra_options_text(chosen, "layout"), ghosts, why);
    if (err)
        return err;
    maze->limit = (int)hra_options_int(chosen, "max-rounds");
    game->data = maze;
    if (!maze->limit && !maze->food && !maze->ghosts)
        return hra_fail(
            why, HRA_EINPUT, -1,
            "a maze without food and ghosts needs max-rounds=1 or more: nothing else ends the game");
    game->seats = 1 + maze->ghosts;
    game->state_size = sizeof(pac_state) + (size_t)maze->words * sizeof(uint64_t);
    game->max_moves = PAC_MOVES;
    game->one_against_all = true;
    game->zero_sum = game->seats == 2;
    game->integer_returns = true;
    int scares = maze->dots - maze->food + 1; /* a position that is typed may begin with one */
    double most = PAC_FOOD * maze->food + PAC_WIN + PAC_GHOST * maze->ghosts * scares;
    double least = maze->limit ? maze->limit * PAC_STEP + PAC_CATCH * maze->ghosts : 1e9;
    game->max_return = most > least ? most : least; /* of a ghost: the negative of Pacman's */
    game->min_return = -game->max_return;
    return HRA_OK;
}

static void close_game(hra_game *game) {
    pac_maze_close(game->data);
}

static void init(const hra_game *game, void *state) {
    const pac_maze *maze = game->data;
    pac_state *s = state;
    memset(s, 0, game->state_size);
    s->food = (uint16_t)maze->food;
    for (int k = 0; k <= maze->ghosts; k++)
        s->agent[k] = (pac_agent){.place = maze->start[k], .direction = PAC_STOP};
    for (int i = 0; i < maze->dots; i++)
        s->dots[i / 64] |= (uint64_t)1 << i % 64;
}

static int to_move(const hra_game *game, const void *s) {
    return ((const pac_state *)s)->mover;
}

/* The moves of each set of ways, so that listing them takes no branch. */
static const struct {
    int n;
    hra_move move[PAC_MOVES];
} lists[1 << PAC_MOVES] = {
    {0, {0}},       {1, {0}},          {1, {1}},          {2, {0, 1}},
    {1, {2}},       {2, {0, 2}},       {2, {1, 2}},       {3, {0, 1, 2}},
    {1, {3}},       {2, {0, 3}},       {2, {1, 3}},       {3, {0, 1, 3}},
    {2, {2, 3}},    {3, {0, 2, 3}},    {3, {1, 2, 3}},    {4, {0, 1, 2, 3}},
    {1, {4}},       {2, {0, 4}},       {2, {1, 4}},       {3, {0, 1, 4}},
    {2, {2, 4}},    {3, {0, 2, 4}},    {3, {1, 2, 4}},    {4, {0, 1, 2, 4}},
    {2, {3, 4}},    {3, {0, 3, 4}},    {3, {1, 3, 4}},    {4, {0, 1, 3, 4}},
    {3, {2, 3, 4}}, {4, {0, 2, 3, 4}}, {4, {1, 2, 3, 4}}, {5, {0, 1, 2, 3, 4}},
};

static int moves(const hra_game *game, const void *s, hra_move *out) {
    unsigned ways = pac_ways(game->data, s);
    memcpy(out, lists[ways].move, sizeof lists[ways].move);
    return lists[ways].n;
}

static void apply(const hra_game *game, void *s, hra_move m) {
    pac_apply(game->data, s, m);
}

/* A random move is taken from the lists where they are. */
static uint64_t playout(const hra_game *game, unsigned char *at, hra_move *list, double *probability,
                        hra_rng *rng, uint64_t most) {
    const pac_maze *maze = game->data;
    pac_state *s = (pac_state *)(void *)at;
    uint64_t ply = 0;
    for (; ply < most && s->mover != HRA_OVER; ply++) {
        const unsigned ways = pac_ways(maze, s);
        const int n = lists[ways].n;
        pac_apply(maze, s, lists[ways].move[n > 1 ? hra_rng_below(rng, (uint32_t)n) : 0]);
    }
    return ply;
}

static const struct hra_fast fast = {.playout = playout};

void pac_score(const hra_game *game, const void *s, double *out) {
    double score = ((const pac_state *)s)->score;
    out[0] = score;
    for (int k = 1; k < game->seats; k++)
        out[k] = score != 0 ? -score : 0;
}

/* Where Pacman looks does not change how it goes on; rounds are counted only where they are limited. */
static uint64_t key(const hra_game *game, const void *state) {
    union {
        pac_state state;
        unsigned char bytes[sizeof(pac_state) + PAC_WORDS * sizeof(uint64_t)];
    } copy;
    memcpy(copy.bytes, state, game->state_size);
    copy.state.agent[0].direction = 0;
    return hra_hash(copy.bytes, game->state_size);
}

static bool arrow(const hra_game *game, const void *s, hra_arrow key, hra_move *out) {
    static const hra_move to[] = {[HRA_LEFT] = PAC_WEST,
                                  [HRA_RIGHT] = PAC_EAST,
                                  [HRA_UP] = PAC_NORTH,
                                  [HRA_DOWN] = PAC_SOUTH,
                                  [HRA_STAY] = PAC_STOP};
    if (((const pac_state *)s)->mover < 0 || !(pac_ways(game->data, s) >> to[key] & 1))
        return false;
    *out = to[key];
    return true;
}

static unsigned winners(const hra_game *game, const void *state) {
    const pac_state *s = state;
    return s->end == PAC_WON ? 1 : s->end == PAC_LOST ? ~1U : 0;
}

static const char *const facts[] = {N_("Pacman won"), N_("food left"), NULL};

static void fact(const hra_game *game, const void *state, int seat, double *out) {
    const pac_maze *maze = game->data;
    const pac_state *s = state;
    out[0] = s->end == PAC_WON;
    out[1] = maze->food ? (double)s->food / maze->food : 0;
}

static const struct hra_player_kind *const experts[] = {&pac_expert_expert, &pac_expert_reflex, NULL};

static const char *const seat_names[PAC_AGENTS] = {N_("Pacman"),  N_("ghost 1"), N_("ghost 2"),
                                                   N_("ghost 3"), N_("ghost 4"), N_("ghost 5"),
                                                   N_("ghost 6"), N_("ghost 7")};

static const hra_example examples[] = {
    {"play pacman", N_("play by the arrow keys")},
    {"match pacman expert --games 100", N_("measure a program")},
    {0},
};

static const hra_rules_text rules_text = {
    .size = sizeof(hra_rules_text),
    .title = "Pacman",
    .summary = "one player against the ghosts of a maze",
    .seat_names = seat_names,
    .show = pac_show,
    .show_move = pac_show_move,
    .parse_move = pac_parse_move,
    .move_help =
        "West, Stop, East, North or South; also w x e n s, or left up right down\n"
        "The ball (in plain text < > ^ v) is Pacman. Eat all dots; ghosts bear numbers, and may be "
        "eaten while they are drawn hollow (plain: ~), which the big dots (o) make them for a while.",
    .write_position = pac_write_position,
    .read_position = pac_read_position,
    .say_move = pac_say_move,
};

static const hra_rules_conduct rules_manners = {
    .size = sizeof(hra_rules_conduct),
    .winners = winners,
    .arrow = arrow,
    .statistics = facts,
    .statistic = fact,
};

static const hra_rules_hints rules_hints = {
    .size = sizeof(hra_rules_hints),
    .key = key,
    .fast = &fast,
    .score_moves = pac_order,
    .rounds = true,
};

static const hra_variant variants[] = {
    {N_("A small maze with one ghost"), "layout=trap"},
    {N_("The orchard, a large maze"), "layout=orchard"},
    {N_("The city, a larger maze"), "layout=city"},
    {N_("The metropolis, the largest maze"), "layout=metropolis"},
    {0},
};

static const hra_rules_catalogue rules_catalogue = {
    .size = sizeof(hra_rules_catalogue),
    .levels = &pac_levels,
    .variants = variants,
    .examples = examples,
    .best = "expert",
    .opponent = "directional",
    .evaluations = pac_evaluations,
    .terms = pac_terms,
    .experts = experts,
    .models = pac_models,
};

const hra_rules hra_rules_pacman = {
    .size = sizeof(hra_rules),
    .name = "pacman",
    .seats.min = 1,
    .seats.max = PAC_AGENTS,
    .seats.default_ = 3,
    .seats.from_game = true,
    .options = options,
    .open = open_game,
    .close = close_game,
    .init = init,
    .to_move = to_move,
    .moves = moves,
    .apply = apply,
    .returns = pac_score,
    .text = &rules_text,
    .conduct = &rules_manners,
    .hints = &rules_hints,
    .catalogue = &rules_catalogue,
    .scene = &pac_scene,
    .encoding = &pac_numbers,
};
