/* `reflex`: one step ahead, by what it sees of food and ghosts. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "hra/player.h"
#include "pacman.h"
#include "players.h"
#include "players/analysis.h"

/* clang-format off */
static const hra_option options[] = {
    PAC_WEIGHT("food", "5", N_("reward, divided by the distance of the nearest food")),
    PAC_WEIGHT("ghost-penalty", "1000", N_("penalty for an active ghost nearer than 2")),
    PAC_WEIGHT("scared", "50", N_("reward per scared ghost, divided by its distance")),
    {0},
};
/* clang-format on */

enum { NEAR = 4 }; /* half cells: 2 steps */

typedef struct reflex {
    const hra_game *game;
    double food, danger, scared;
} reflex;

static hra_err open_reflex(const hra_game *game, const hra_options *o, const char *data,
                           const hra_progress *progress, void **shared, hra_error *why) {
    reflex *r = malloc(sizeof *r);
    if (!r)
        return hra_no_memory(why);
    *r = (reflex){game, hra_options_real(o, "food"), hra_options_real(o, "ghost-penalty"),
                  hra_options_real(o, "scared")};
    *shared = r;
    return HRA_OK;
}

static hra_err begin(const void *shared, void **scratch) {
    *scratch = malloc(((const reflex *)shared)->game->state_size);
    return *scratch ? HRA_OK : HRA_ENOMEM;
}

static double worth(const reflex *r, const pac_state *s) {
    const pac_maze *maze = r->game->data;
    unsigned cell = maze->cell[s->agent[0].place];
    double x = s->score;
    if (s->food)
        x += r->food / pac_nearest_food(maze, s, cell); /* never 0: food on this cell is eaten */
    for (int k = 1; k <= maze->ghosts && s->end != PAC_WON; k++) {
        int halves = pac_half_steps(maze, cell, s->agent[k].place);
        if (s->agent[k].timer)
            x += r->scared / (0.5 * halves + 0.5);
        else if (halves < NEAR)
            x -= r->danger;
    }
    return x;
}

/* What each move leads to, for the seat that makes it. */
static int weigh(const reflex *r, pac_state *child, const pac_state *s, hra_move *moves, double *value) {
    int n = r->game->rules->moves(r->game, s, moves);
    for (int i = 0; i < n; i++) {
        memcpy(child, s, r->game->state_size);
        pac_apply(r->game->data, child, moves[i]);
        value[i] = s->mover == 0 ? worth(r, child) : -worth(r, child);
    }
    return n;
}

static hra_err choose(const void *shared, void *scratch, const hra_question *question, hra_move *out) {
    hra_move moves[PAC_MOVES];
    double value[PAC_MOVES];
    int best = 0;
    if (((const pac_state *)question->state)->mover < 0)
        return HRA_ESTATE;
    int n = weigh(shared, scratch, question->state, moves, value);
    for (int i = 1; i < n; i++)
        best = value[i] > value[best] ? i : best;
    *out = moves[best];
    return HRA_OK;
}

static hra_err advise(const void *shared, void *scratch, const hra_question *question, hra_analysis *out) {
    hra_move moves[PAC_MOVES];
    double value[PAC_MOVES];
    if (((const pac_state *)question->state)->mover < 0)
        return HRA_ESTATE;
    out->what = (hra_column){"worth", N_("points and corrections"), HRA_UNIT_POINTS, true};
    out->move_count = weigh(shared, scratch, question->state, moves, value);
    for (int i = 0; i < out->move_count; i++)
        hra_analysis_tell(out, i, moves[i], value[i]);
    return HRA_OK;
}

static hra_err ask(const void *shared, void *scratch, const hra_question *question, hra_analysis *out) {
    return question->want == HRA_WANT_MOVE ? choose(shared, scratch, question, &out->move)
                                           : advise(shared, scratch, question, out);
}

const hra_player_kind pac_expert_reflex = {
    .size = sizeof(hra_player_kind),
    .name = "reflex",
    .summary = "one ply ahead by distances",
    .options = options,
    .open = open_reflex,
    .close = free,
    .begin = begin,
    .end = free,
    .ask = ask,
    .answers = HRA_ANSWERS_MOVE | HRA_ANSWERS_ADVICE,
    .own_scale = true,
};
