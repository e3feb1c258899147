/* What people at a table share beside moves: names, draws, resignation, clocks,
 * moves taken back by agreement, and how a game ended. */
#ifndef HRA_SESSION_SESSION_PEOPLE_H
#define HRA_SESSION_SESSION_PEOPLE_H

#include "session/session.h"

/* ---- session_clock.c ------------------------------------------------------------------------*/

bool hra_session_has_clock(const table *t);
static inline bool hra_session_is_paused(const table *t) { /* nothing moves by itself */
    return t->held && !t->go;
}
hra_err hra_session_read_clock(const char *text, hra_time_control *out, hra_error *why);
/* Gives a new table the clock that was requested. HRA_EFIT: its game has none; HRA_EINPUT: this table has none. */
hra_err hra_session_wind_clock(table *t, const new_request *o, hra_error *why);
void hra_session_recall_clock(table *t);               /* of the record of this table */
void hra_session_press_clock(hra_session *s, int ply); /* after the move of this ply */
void hra_session_run_clock(hra_session *s);            /* of the seat that the table waits for, if any */
void hra_session_stop_clock(hra_session *s);           /* before the table goes */
void hra_session_look_at_clock(hra_session *s);        /* ends the game if the time has run out */
double hra_session_time_left(const hra_session *s);    /* seconds of the running one; negative: none runs */
void hra_emit_clock(hra_session *s, const requester *to); /* NULL: to all */

/* ---- session_takeback.c, session_result.c ---------------------------------------------------*/

handler hra_session_handle_clock, hra_session_handle_undo, hra_session_handle_takeback;
void hra_session_drop_takeback(hra_session *s);                /* what a seat asked for is void */
void hra_session_add_takeback(hra_json *json, const table *t); /* to `ask` and `roll` */
void hra_session_add_clock(hra_json *json, const table *t);
void hra_session_add_endings(hra_json *json, const hra_game *game);
void hra_session_add_result(hra_session *s);

/* ---- session_draws.c ------------------------------------------------------------------------*/

handler hra_session_handle_name, hra_session_handle_draw;
/* The seat that a line is about: the one that is named, else the one that the client speaks for. HRA_EINPUT; HRA_EDENIED:
 * the client may not act for it. */
hra_err hra_session_read_seat(const hra_session *s, const requester *who, char **line, int *out,
                              hra_error *why);
/* Ends the tasks and offers that the end of a game makes void; clients that wait for an answer get an event. */
void hra_session_end_talk(hra_session *s);
/* Takes the answer of a program to the offer of a draw. */
void hra_session_take_draw(hra_session *s, const think_task *task);

/* ---- session_resign.c -----------------------------------------------------------------------*/

handler hra_session_handle_resign;
/* Adds to an event what the client that is to move can resign, and what a seat offers to give up. */
void hra_session_add_resignation(hra_session *s, int client, int mover);
/* Takes the value of the position to a program that was offered a resignation. */
void hra_session_take_resignation(hra_session *s, const think_task *task);
void hra_session_withdraw(
    hra_session *s); /* what is offered; its client gets an event if a program has not answered */

#endif
