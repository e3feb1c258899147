/* The evaluation `escape`: what is still to be eaten, and how likely Pacman gets away. */
#ifndef PACMAN_JUDGE_H
#define PACMAN_JUDGE_H

#include "escape.h"

/* What the ghosts are taken for. */
typedef enum pac_foe { PAC_FOE_RANDOM, PAC_FOE_DIRECTIONAL, PAC_FOE_MINIMAX } pac_foe;

typedef struct pac_eval {
    double risk, food, way, capsule, scared; /* weights */
    pac_foe foe;
    const hra_model *model; /* NULL: at random, or the worst */
    pac_escape *escape;
} pac_eval;

/* `options` was read from pac_escape_options, or from a table that has the same names; `data` as of
 * pac_escape_open. */
hra_err pac_eval_open(pac_eval *judge, const hra_game *game, const hra_options *options, const char *data,
                      const hra_progress *progress, hra_error *why);
void pac_eval_close(pac_eval *judge);
double pac_eval_value(const pac_eval *judge, const hra_game *game, const pac_state *s);
/* About the score that a play which stands here ends with. The weights have no say but for `scared`. */
double pac_eval_points(const pac_eval *judge, const hra_game *game, const pac_state *s);

/* The options by which both the evaluation and the expert are opened. */
/* clang-format off */
#define PAC_JUDGE_OPTIONS                                                                                    \
    {.name = "ghost-model", .type = HRA_OPTION_CHOICE, .fallback = "directional",                                  \
     .choices = "random|directional|minimax", .help = "how ghosts are assumed to move"},                      \
    {.name = "death-penalty", .type = HRA_OPTION_REAL, .fallback = "3000", .max = 1e6,                                \
     .help = "score lost when caught, times its probability"},                                        \
    {.name = "food", .type = HRA_OPTION_REAL, .fallback = "25", .max = 1e6,                                  \
     .help = "penalty per remaining food"},                                                        \
    {.name = "food-distance", .type = HRA_OPTION_REAL, .fallback = "1", .max = 1e6,                                    \
     .help = "penalty per step to the nearest food"},                                                 \
    {.name = "capsule", .type = HRA_OPTION_REAL, .fallback = "0", .min = -1e6, .max = 1e6,                  \
     .help = "reward per remaining capsule"},                                                         \
    {.name = "scared", .type = HRA_OPTION_REAL, .fallback = "100", .max = 1e6,                               \
     .help = "reward for a scared ghost in reach, minus its distance in half cells"}
/* clang-format on */

#endif
