/* Evaluations: what a state is worth to Pacman; to each ghost it is worth the negative.
 *
 * `near` and `better` are there to be compared. A reward for being near to something is lost when it
 * is eaten, so Pacman hovers beside it; a penalty for its being there is not. */
#include <stdlib.h>

#include "core/messages.h"
#include "pacman.h"

enum { MOST = 1000000000 };

void pac_give(const hra_game *game, double x, double *out) {
    x = x > MOST ? MOST : x < -MOST ? -MOST : x;
    out[0] = x;
    for (int k = 1; k < game->seats; k++)
        out[k] = x != 0 ? -x : 0;
}

/* ---- distances --------------------------------------------------------------------------------*/

/* Steps to the nearest food; 0 where all is eaten. With much left the first of those by distance is
 * soon found, with little left it is quicker to measure each. */
int pac_nearest_food(const pac_maze *maze, const pac_state *s, unsigned cell) {
    int best = PAC_FAR;
    if (s->food == 0)
        return 0;
    if (s->food * s->food > maze->food) {
        const uint16_t *list = maze->nearest + cell * (unsigned)maze->food;
        while (!(s->dots[*list / 64] >> *list % 64 & 1))
            list++;
        return pac_steps(maze, cell, maze->dot_cell[*list]) / 2;
    }
    for (int w = 0; w < maze->words; w++)
        for (uint64_t bits = s->dots[w]; bits; bits &= bits - 1) {
            int i = 64 * w + __builtin_ctzll(bits), d;
            if (i >= maze->food)
                break;
            d = pac_steps(maze, cell, maze->dot_cell[i]);
            best = d < best ? d : best;
        }
    return best / 2;
}

static uint64_t capsules_left(const pac_maze *maze, const pac_state *s) {
    int word = maze->food / 64, bit = maze->food % 64;
    uint64_t bits = maze->dots > maze->food ? s->dots[word] >> bit : 0;
    return bit && word + 1 < maze->words ? bits | s->dots[word + 1] << (64 - bit) : bits;
}

/* Few bits are set, and without its own instruction the compiler's count costs more. */
static int count(uint64_t bits) {
    int n = 0;
    for (; bits; bits &= bits - 1)
        n++;
    return n;
}

/* ---- better -----------------------------------------------------------------------------------*/

typedef struct weights {
    double food, capsule, ambush, scared, danger, way, pull;
} weights;

/* clang-format off */
static const hra_option better_options[] = {
    PAC_WEIGHT("food", "20", N_("penalty per remaining food")),
    PAC_WEIGHT("capsule", "500", N_("penalty per remaining capsule")),
    PAC_WEIGHT("ambush-capsule", "800", N_("penalty per capsule with a ghost within 5 steps of it")),
    PAC_WEIGHT("scared", "100", N_("reward for a scared ghost in reach, divided by its distance plus 1")),
    PAC_WEIGHT("ghost-penalty", "10000", N_("penalty for an active ghost within one step")),
    PAC_WEIGHT("food-distance", "1", N_("penalty per step to the nearest food")),
    PAC_WEIGHT("capsule-distance", "0", N_("penalty per step to the nearest capsule with a ghost near it")),
    {0},
};
/* clang-format on */

static hra_err open_better(const hra_game *game, const hra_options *options, void **self, hra_error *why) {
    weights *w = malloc(sizeof *w);
    if (!w)
        return hra_no_memory(why);
    *w = (weights){hra_options_real(options, "food"),
                   hra_options_real(options, "capsule"),
                   hra_options_real(options, "ambush-capsule"),
                   hra_options_real(options, "scared"),
                   hra_options_real(options, "ghost-penalty"),
                   hra_options_real(options, "food-distance"),
                   hra_options_real(options, "capsule-distance")};
    *self = w;
    return HRA_OK;
}

/* Steps to the nearest of these capsules; there is one. */
static int nearest_capsule(const pac_maze *maze, uint64_t capsules, unsigned cell) {
    int best = PAC_FAR;
    for (; capsules; capsules &= capsules - 1) {
        int d = pac_steps(maze, cell, maze->dot_cell[maze->food + __builtin_ctzll(capsules)]);
        best = d < best ? d : best;
    }
    return best / 2;
}

/* Pacman beside ghosts, and scared ghosts in reach. In the step that wins no ghost counts as danger. */
static double beside(const pac_maze *maze, const pac_state *s, const weights *w, unsigned cell) {
    double x = 0;
    for (int k = 1; k <= maze->ghosts; k++) {
        const pac_agent *g = &s->agent[k];
        int d = pac_half_steps(maze, cell, g->place);
        if (g->timer)
            x += d <= 2 * g->timer ? w->scared / (0.5 * d + 1) : 0;
        else if (d <= 2 && s->end != PAC_WON)
            x -= w->danger;
    }
    return x;
}

static void better(const hra_game *game, const void *self, void *scratch, const void *state, double *out) {
    const pac_maze *maze = game->data;
    const pac_state *s = state;
    const weights *w = self;
    unsigned cell = maze->cell[s->agent[0].place];
    double x = s->score - w->food * s->food - w->way * pac_nearest_food(maze, s, cell);
    uint64_t left = capsules_left(maze, s), guarded = 0;
    if (left) {
        for (int k = 1; k <= maze->ghosts; k++)
            guarded |= maze->guarded[s->agent[k].place];
        int ambushes = count(left & guarded);
        x -= w->capsule * (count(left) - ambushes) + w->ambush * ambushes;
        if (w->pull != 0 && ambushes)
            x -= w->pull * nearest_capsule(maze, left & guarded, cell);
    }
    x += beside(maze, s, w, cell);
    pac_give(game, x, out);
}

/* ---- near -------------------------------------------------------------------------------------*/

/* clang-format off */
static const hra_option near_options[] = {
    PAC_WEIGHT("food", "50", N_("reward, divided by the distance of the nearest food plus 1")),
    PAC_WEIGHT("ghost-penalty", "10000", N_("penalty for an active ghost within one step")),
    {0},
};
/* clang-format on */

static hra_err open_near(const hra_game *game, const hra_options *options, void **self, hra_error *why) {
    weights *w = calloc(1, sizeof *w);
    if (!w)
        return hra_no_memory(why);
    w->food = hra_options_real(options, "food");
    w->danger = hra_options_real(options, "ghost-penalty");
    *self = w;
    return HRA_OK;
}

static void near(const hra_game *game, const void *self, void *scratch, const void *state, double *out) {
    const pac_maze *maze = game->data;
    const pac_state *s = state;
    const weights *w = self;
    unsigned cell = maze->cell[s->agent[0].place];
    double x = s->score + (s->food ? w->food / (pac_nearest_food(maze, s, cell) + 1) : 0);
    for (int k = 1; k <= maze->ghosts && s->end != PAC_WON; k++)
        if (!s->agent[k].timer && pac_half_steps(maze, cell, s->agent[k].place) <= 2)
            x -= w->danger;
    pac_give(game, x, out);
}

/* ---- score ------------------------------------------------------------------------------------*/

static void by_score(const hra_game *game, const void *self, void *scratch, const void *s, double *out) {
    pac_give(game, ((const pac_state *)s)->score, out);
}

const hra_evaluation pac_evaluations[] = {
    {.name = "better",
     .help = "score minus food, capsules and ghost penalty left",
     .options = better_options,
     .open = open_better,
     .close = free,
     .value = better,
     .min = -MOST,
     .max = MOST,
     .ends = true},
    {.name = "near",
     .help = "score plus reward for near food",
     .options = near_options,
     .open = open_near,
     .close = free,
     .value = near,
     .min = -MOST,
     .max = MOST,
     .ends = true},
    {.name = "escape",
     .help = "score minus food left and capture risk",
     .options = pac_escape_options,
     .open = pac_eval_new,
     .close = pac_eval_free,
     .value = pac_eval_all,
     .min = -MOST,
     .max = MOST,
     .ends = true},
    {.name = "score", .help = "current score", .value = by_score},
    {0},
};
