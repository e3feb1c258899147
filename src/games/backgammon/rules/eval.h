/* The evaluation `chance_outcomes`, in its parts: a table of evaluations holds them itself. */
#ifndef BG_JUDGE_H
#define BG_JUDGE_H

#include "games/backgammon/rules/backgammon.h"

/* A row of options; those of whom a judge opens have it, and "file". */
#define BG_OPTION_EQUITIES                                                                                   \
    { .name = "met", .type = HRA_OPTION_FILE, .help = N_("match equity table, FILE (default: computed)") }
extern const hra_option bg_eval_options[];
hra_err bg_eval_open(const hra_game *game, const hra_options *given, void **self, hra_error *why);
void bg_eval_close(void *self);
hra_err bg_eval_begin(const hra_game *game, const void *self, void **scratch);
void bg_eval_end(void *scratch);
/* How likely each end of the game is, with `scratch` that bg_eval_begin made. */
void bg_eval_chances(const void *self, void *scratch, const bg_state *s, bg_chances *out);
/* The same of many states; with the same bits, and faster: nets answer several together, and positions that were looked at
 * before are remembered if they are worth that memory. */
void bg_eval_many(const void *self, void *scratch, const bg_state *s, int count, bool remember,
                  bg_chances *out);
/* What they are worth to White with the cube and the score as they are in s, which is not over. */
double bg_eval_worth(const hra_game *game, const void *self, const bg_state *s, const bg_chances *chances);
/* The options of the game, with what the points of a match are worth as this judge has it. */
const bg_setup *bg_eval_setup(const hra_game *game, const void *self);
void bg_eval_value(const hra_game *game, const void *self, void *scratch, const void *state, double *out);
void bg_eval_values(const hra_game *game, const void *self, void *scratch, const void *states, size_t stride,
                    int n, double *out);

#endif
