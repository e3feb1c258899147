/* Asking a person back before something is done that cannot be had back. Only at a terminal: a script means what it says. */
#ifndef HRA_TERM_ASK_BACK_H
#define HRA_TERM_ASK_BACK_H

#include <hra/hra.h>

#include "speech/input.h"

/* Whether a line says yes, or no, in English or in the person's language. */
bool ask_says_yes(const char *line);
bool ask_says_no(const char *line);
/* Asks until the answer is yes, no, "q" for no, or Enter, which stands for `enter`; *out: whether it was yes. `about`:
 * what is asked about, printed again after any other answer. INPUT_LINE, else how the input ended. */
input_kind ask_yes_or_no(input *in, const char *prompt, const char *about, bool enter, bool *out);
/* Asks; *out: whether the answer was yes, to which Enter does not belong. INPUT_LINE, else how the input ended. */
input_kind ask_back(input *in, const char *question, const char *about, bool *out);
/* Returns whether to make a move that was typed as `line`: asks if the game doubts that the person means it. */
bool ask_about_move(input *in, const hra_game *game, const void *state, const char *line);
/* Goes on with the prompt, after who moves: what is asked for; state NULL: a move. */
void ask_add_question(const hra_game *game, const void *state, hra_text *out);
/* Ends the prompt for a move: which keys there are, Enter among them if it is a move. */
void ask_add_keys(const hra_game *game, const void *state, hra_text *out);

#endif
