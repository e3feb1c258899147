/* Exercises of a session: where they come from, and the decks that they are cards of. */
#ifndef HRA_SESSION_EXERCISE_H
#define HRA_SESSION_EXERCISE_H

#include "session/session.h"

/* ---- session_deck.c -------------------------------------------------------------------------*/

/* Reads "[NAME] now=SECONDS [zone=MINUTES]", and lists the cards of that day. */
hra_err hra_session_open_deck(hra_session *s, const requester *who, char *line, exercise_set *out,
                              hra_error *why);
void hra_session_release_deck(exercise_set *set);
/* The name of a deck's entry; NULL: that of hra drill. Only a client that may read and write the store gets it. */
hra_err hra_session_deck_name(const hra_session *s, const requester *who, const char *name,
                              char out[HRA_STORE_NAME], hra_error *why);
/* Writes a deck in place of an entry of `before` bytes; *hash (may be NULL): of its text, 0 after an error. */
hra_err hra_session_write_deck(hra_session *s, const char *name, const hra_deck *deck, size_t before,
                               uint64_t *hash, hra_error *why);
/* Opens the exercise of the current card. */
hra_err hra_session_read_card(const exercise_set *set, const hra_host *host, hra_exercise **out,
                              hra_error *why);
/* Each of these saves the deck; nothing changes after an error. */
hra_err hra_session_answer_card(hra_session *s, exercise_set *set, exercise_outcome outcome, hra_error *why);
hra_err hra_session_never_card(hra_session *s, exercise_set *set, hra_error *why);
hra_err hra_session_again_card(hra_session *s, exercise_set *set, const char *id, hra_error *why);
/* Takes back the last of those of this set; its card is the current one then. HRA_ESTATE: there is none. */
hra_err hra_session_undo_card(hra_session *s, exercise_set *set, hra_error *why);

/* ---- session_cards.c ------------------------------------------------------------------------*/

/* The rest of the line names the deck. */
hra_err hra_session_keep_card(hra_session *s, const requester *who, char *line, hra_error *why);
hra_err hra_session_merge_deck(hra_session *s, const requester *who, char *line, hra_error *why);
hra_err hra_session_write_anki(hra_session *s, const requester *who, char *line, hra_error *why);
void hra_session_add_today(hra_json *json, const exercise_set *set);

/* ---- session_predict.c ----------------------------------------------------------------------*/

/* Reads "PLAYER [depth=N] ...", and makes a course of one tree to fill in. */
hra_err hra_session_open_tree(hra_session *s, const requester *who, char *line, hra_course **out,
                              hra_error *why);

#endif
