/* A position that is set up on its board, step by step, by the editor of its game. */
#ifndef HRA_SCENE_DRAFT_H
#define HRA_SCENE_DRAFT_H

#include "hra/scene.h"

typedef struct hra_draft hra_draft;

/* Begins with a state of the game. The caller closes it before the game. HRA_EFIT if the game has no editor;
 * HRA_ENOMEM. */
hra_err hra_draft_open(hra_draft **out, const hra_game *game, const void *state, hra_error *why);
void hra_draft_close(hra_draft *draft); /* NULL is allowed */

/* Each returns HRA_EINPUT, and the draft is as it was, if the game refuses the step or there is no such name. */

/* Puts a piece of the palette on a place; NULL: takes one from it. */
hra_err hra_draft_put(hra_draft *draft, const char *piece, const char *place, hra_error *why);
hra_err hra_draft_move(hra_draft *draft, const char *from, const char *to, hra_error *why);
hra_err hra_draft_set(hra_draft *draft, const char *name, const char *value, hra_error *why);
void hra_draft_clear(hra_draft *draft);
void hra_draft_start(hra_draft *draft); /* the start of the game */
/* Takes back the last step that was not refused; at most 64. HRA_ESTATE. */
hra_err hra_draft_undo(hra_draft *draft, hra_error *why);

/* The state, which may be a wrong one: then `why` says what is wrong. HRA_EINPUT; HRA_ENOMEM. */
const void *hra_draft_state(const hra_draft *draft);
hra_err hra_draft_check(const hra_draft *draft, hra_error *why);

/* Adds the members {"position","problem","scene","palette":[shapes],"fields":[ids],"settings":[{"name","label",
 * "value","min","max","options":[{"value","label"}]}]} to an open object. "problem" is left out of a right position,
 * "fields" are the shapes on which a piece can be put. HRA_ENOMEM. */
hra_err hra_json_draft(hra_json *json, hra_draft *draft);

#endif
