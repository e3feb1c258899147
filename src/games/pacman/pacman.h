/* What the files of pacman share. */
#ifndef PACMAN_H
#define PACMAN_H

#include "hra/scene.h"
#include "hra/term.h"
#include "state.h"

/* rules.c */
void pac_score(const hra_game *game, const void *s, double *out); /* so far: the ghosts have its negative */

/* text.c */
void pac_show_move(const hra_game *game, const void *s, hra_move m, hra_text *out);
void pac_say_move(const hra_game *game, const void *s, hra_move m, hra_text *out);
hra_err pac_parse_move(const hra_game *game, const void *s, const char *text, hra_move *out, hra_error *why);
void pac_write_position(const hra_game *game, const void *s, hra_text *out);
hra_err pac_read_position(const hra_game *game, const char *text, void *s, hra_error *why);

/* board.c */
void pac_show(const hra_game *game, const void *s, const hra_board_style *look, hra_text *out);

/* estimate.c */
extern const hra_evaluation pac_evaluations[];
/* A number of Pacman's for each seat: the ghosts have the negative. Cut to the bounds of the evaluations. */
void pac_give(const hra_game *game, double x, double *out);
/* Steps from a cell to the nearest food; 0 where all is eaten. */
int pac_nearest_food(const pac_maze *maze, const pac_state *s, unsigned cell);

/* A row of a table of options: a number by which an estimate weighs something. */
#define PAC_WEIGHT(key, value, text)                                                                         \
    { key, HRA_OPTION_REAL, value, -1e6, 1e6, NULL, text }

/* eval.c: the evaluation `escape` */
extern const hra_option pac_escape_options[];
hra_err pac_eval_new(const hra_game *game, const hra_options *options, void **self, hra_error *why);
void pac_eval_free(void *self);
void pac_eval_all(const hra_game *game, const void *self, void *scratch, const void *s, double *out);

/* formula_terms.c */
extern const hra_term pac_terms[];

/* order.c */
void pac_order(const hra_game *game, const void *s, const hra_move *moves, int n, int *score);

/* model.c */
extern const hra_model pac_models[];
extern const hra_levels pac_levels;

/* scene.c */
extern const hra_rules_scene pac_scene;

/* numbers.c */
extern const hra_rules_encoding pac_numbers;

#endif
