/* Resigning at a table in the terminal. */
#ifndef HRA_TERM_TERM_RESIGN_H
#define HRA_TERM_TERM_RESIGN_H

#include "session_client.h"
#include "speech/input.h"

/* Resigns for a seat what the rest of the line names: "gammon", or all that the game has. If the line names no part,
 * but the game has some, asks which; Enter is none.
 * Another person is asked whether to accept it. Prints what came of it. INPUT_LINE: done, else how asking ended. */
input_kind resign_at_table(sitting *s, input *in, int seat, const char *part);
/* Appends "resign" and what it can be followed by, for a help text, a line each. */
void resign_add_help(hra_session *session, int seat, hra_text *out);

#endif
