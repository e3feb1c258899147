/* The evaluation `escape`: what is left to eat, and the chance of getting away. */
#include <stdlib.h>

#include "eval.h"
#include "pacman.h"

const hra_option pac_escape_options[] = {PAC_JUDGE_OPTIONS, {0}};

hra_err pac_eval_open(pac_eval *j, const hra_game *game, const hra_options *options, const char *data,
                      const hra_progress *progress, hra_error *why) {
    *j = (pac_eval){.risk = hra_options_real(options, "death-penalty"),
                    .food = hra_options_real(options, "food"),
                    .way = hra_options_real(options, "food-distance"),
                    .capsule = hra_options_real(options, "capsule"),
                    .scared = hra_options_real(options, "scared"),
                    .foe = (pac_foe)hra_options_choice(options, "ghost-model")};
    if (j->foe == PAC_FOE_DIRECTIONAL)
        j->model = &pac_models[0];
    return pac_escape_open(&j->escape, game, j->model, j->foe == PAC_FOE_MINIMAX, data, progress, why);
}

void pac_eval_close(pac_eval *j) {
    pac_escape_close(j->escape);
    j->escape = NULL;
}

/* A ghost that flees by half a cell a step is caught after twice its distance. */
static double prey(const pac_eval *j, const pac_maze *maze, const pac_state *s, unsigned cell) {
    double sum = 0;
    for (int k = 1; k <= maze->ghosts; k++) {
        int timer = s->agent[k].timer;
        int halves = timer ? pac_half_steps(maze, cell, s->agent[k].place) : 0;
        if (timer && halves <= timer)
            sum += j->scared - halves;
    }
    return sum;
}

static int capsules(const pac_maze *maze, const pac_state *s) {
    int n = 0;
    for (int i = maze->food; i < maze->dots; i++)
        n += (int)(s->dots[i / 64] >> i % 64 & 1);
    return n;
}

/* As in `better`, food is a penalty as long as it is there, and stays one when Pacman is lost. */
double pac_eval_value(const pac_eval *j, const hra_game *game, const pac_state *s) {
    const pac_maze *maze = game->data;
    unsigned cell = maze->cell[s->agent[0].place];
    double x = s->score - j->food * s->food - j->way * pac_nearest_food(maze, s, cell);
    x += j->capsule * capsules(maze, s);
    if (s->mover != HRA_OVER)
        x += prey(j, maze, s, cell);
    return s->end == PAC_UNDECIDED ? x : x - j->risk * (1 - pac_escape_chance(j->escape, s));
}

/* What is left to eat brings its points, and costs a step for each and those to the nearest; the end that
 * is to come brings what it does. */
double pac_eval_points(const pac_eval *j, const hra_game *game, const pac_state *s) {
    const pac_maze *maze = game->data;
    unsigned cell = maze->cell[s->agent[0].place];
    if (s->mover == HRA_OVER)
        return s->score;
    double away = pac_escape_chance(j->escape, s);
    double rest = (PAC_FOOD - PAC_STEP) * s->food - PAC_STEP * pac_nearest_food(maze, s, cell) +
                  (maze->food ? PAC_WIN : 0);
    return s->score + away * (rest + prey(j, maze, s, cell)) - (1 - away) * PAC_CATCH;
}

/* ---- as an evaluation of the game -------------------------------------------------------------*/

hra_err pac_eval_new(const hra_game *game, const hra_options *options, void **self, hra_error *why) {
    pac_eval *j = malloc(sizeof *j);
    if (!j)
        return hra_no_memory(why);
    hra_err err = pac_eval_open(j, game, options, NULL, NULL, why);
    if (err)
        free(j);
    else
        *self = j;
    return err;
}

void pac_eval_free(void *self) {
    if (self)
        pac_eval_close(self);
    free(self);
}

void pac_eval_all(const hra_game *game, const void *self, void *scratch, const void *s, double *out) {
    pac_give(game, pac_eval_value(self, game, s), out);
}
