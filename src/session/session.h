/* What the parts of a session share: who looks on, the table, and who thinks for it.
 *
 *   session.c        lookers, and what happens next at the table
 *   session_words.c  what lines mean (words.c: their words), those about thinking in session_thinking.c
 *   session_event.c  what is told to whom, session_sight.c what of it he may see
 *   deal.c           new plays, and plays that go on
 *   kept.c           what lies in the store
 *   unit.c           thinking: in threads, or handed out (unit_text.c)
 *   several.c        several moves of a line */
#ifndef HRA_SESSION_SESSION_H
#define HRA_SESSION_SESSION_H

#include "hra/json.h"
#include "hra/session.h"
#include "session/several.h"
#include "session/unit.h"

/* Somebody who looks on. The first one is the owner, who is given work. */
typedef struct onlooker {
    bool open;
    int seat;
    uint64_t n;     /* of the last event */
    hra_text log;   /* the last events, a line each, as JSON */
    uint64_t log_n; /* of the first of these */
    int untold;     /* the first ply that was kept from him and not told yet, -1: none */
} onlooker;

/* What is kept of the play. */
typedef struct keeping {
    char name[HRA_STORE_NAME]; /* in the store; "": nowhere */
    size_t end;                /* of the record in its entry */
    bool failed;               /* it could not be written, which was said once */
} keeping;

/* One game, with its players. */
typedef struct table {
    hra_game *game; /* NULL: nobody plays */
    hra_play *play;
    hra_player *players[HRA_MAX_SEATS]; /* stand-ins: who thinks is a mind */
    hra_play_setup how;
    uint64_t seed;
    hra_text about;     /* the game as JSON, written once; empty: not yet */
    hra_record *record; /* that is resumed; NULL: a new play */
    asker opener;       /* whose line it was */
    int opening;        /* players that are not ready yet */
    char adviser[HRA_SPEC_LENGTH];
    bool explains;          /* the adviser says what machines' moves are worth */
    bool held;              /* nothing moves by itself */
    int go;                 /* but so many plies that were asked for */
    int asked;              /* the ply that a person, or a roll, was asked for; -1: none */
    bool over;              /* its result was told */
    unit *chooser;          /* a machine that thinks about its move */
    unit *explainer, *said; /* the adviser before it, and what he said */
    int explained;          /* the ply about which he was asked, -1: none */
    keeping keeping;
} table;

struct hra_session {
    hra_session_setup setup;
    hra_host host; /* the owner's, but that files of the store are read first */
    onlooker lookers[HRA_SESSION_LOOKERS];
    table table;
    uint64_t plays; /* opened at this session: minds forget when another begins */
    thinkers thinkers;
    void *seen;      /* scratch: a state, */
    hra_move *moves; /* and a list of moves of the game at the table */
    hra_json json;   /* the event that is being written, into text */
    hra_text text, words;
    char poor[160]; /* the event that there was no memory for */
};

/* ---- session.c ------------------------------------------------------------------------------*/

/* Moves of chance and machines, until somebody is asked, thinks, or the play is over. */
void session_advance(hra_session *s);
/* A move was made, by a line (`cause`) or by itself; `said`: what somebody said of it, or NULL. */
void session_moved(hra_session *s, const asker *cause, const unit *said);
bool session_may_move(const hra_session *s, int looker, int seat);
const void *session_now(const hra_session *s);
/* A unit about the present state. NULL: no memory. */
unit *session_question(hra_session *s, unit_task task);
/* Has somebody think about it, for `who` (NULL: the table); takes the unit, which may be NULL, and returns
 * it. */
unit *session_think(hra_session *s, unit *u, int thinker, const asker *who);
void session_drop(hra_session *s, unit *u);    /* nobody waits for it any more */
void session_give_up(hra_session *s, unit *u); /* the same, and who asked for it is told */
void session_drop_all(hra_session *s);         /* and everybody who thinks goes home */
void session_finish(hra_session *s, unit *u);  /* it is done */
void session_clear_mind(hra_session *s, mind *m);
bool session_mind_taken(const hra_session *s, int i); /* it thinks, or has to do so soon */

/* ---- deal.c ---------------------------------------------------------------------------------*/

typedef struct order {
    const char *game, *players[HRA_MAX_SEATS], *position, *keep, *adviser;
    int named;
    bool people; /* who is not named is a person, not the best player */
    bool seeded, manual, held, explains;
    uint64_t seed;
    double seconds;
} order;

/* Opens a new table in place of the one there is, which stays after an error. *about: the text that why->at
 * is a place of. */
hra_err session_deal(hra_session *s, const order *o, const asker *who, hra_error *why, const char **about);
hra_err session_resume(hra_session *s, const char *name, const order *o, const asker *who, hra_error *why);
void session_leave(hra_session *s);                     /* the table is cleared; what is kept stays */
void session_refuse_opener(hra_session *s, int looker); /* the players will not be ready for him */
void session_opened(hra_session *s, unit *u);           /* one of the players is ready, or will never be */
/* Whether the chance to win is still being worked out for this advice; it is begun with the first. */
bool session_chances_pending(hra_session *s, const unit *u);
void session_name_adviser(hra_session *s, const char *spec);

/* ---- kept.c ---------------------------------------------------------------------------------*/

hra_err kept_begin(hra_session *s, keeping *k, const char *name, hra_error *why); /* takes its lock */
/* The same for an entry that is not there yet: "plays/nim-17-2.hra" where "plays/nim-17.hra" is. */
hra_err kept_begin_new(hra_session *s, keeping *k, const char *name, hra_error *why);
hra_err kept_sink(void *self, const char *text, size_t length);
void kept_end(hra_session *s, keeping *k);
void kept_sync(hra_session *s);
hra_err kept_host_read(void *self, const char *name, size_t most, hra_text *out, hra_error *why);
hra_err kept_list(hra_session *s, const asker *who, const char *folder, hra_error *why);
hra_err kept_read(hra_session *s, const char *name, hra_text *out, hra_error *why);
hra_err kept_put(hra_session *s, const char *name, const char *text, size_t length, hra_error *why);
hra_err kept_remove(hra_session *s, const char *name, hra_error *why);

/* ---- session_words.c ------------------------------------------------------------------------*/

void session_obey(hra_session *s, asker *who, char *line);         /* fills who->id */
void session_peek_id(const char *text, size_t length, asker *who); /* of a line that is not obeyed */

/* ---- session_thinking.c ---------------------------------------------------------------------*/

hra_err session_obey_advice(hra_session *s, const asker *who, hra_error *why);
hra_err session_obey_analyse(hra_session *s, const asker *who, char *line, hra_error *why,
                             const char **about);
hra_err session_obey_adviser(hra_session *s, const asker *who, char *line, hra_error *why,
                             const char **about);
void session_obey_stop(hra_session *s, const asker *who);
hra_err session_obey_done(hra_session *s, const asker *who, char *line, hra_error *why);

/* ---- session_event.c ------------------------------------------------------------------------*/

/* Each tells one looker, or everybody (`all`) what he may see; `re` goes to the one who caused it (NULL:
 * nobody did). */
void tell_hello(hra_session *s, const asker *to, bool all);
void tell_position(hra_session *s, const asker *to, bool all, bool board);
void tell_waiting(hra_session *s, const asker *to, bool all); /* ask, roll or result, whichever it is now */
void tell_move(hra_session *s, const asker *cause, int ply, const unit *said);
void tell_thinking(hra_session *s, const asker *to, bool all, const unit *u);
void tell_error(hra_session *s, const asker *to, bool all, const hra_error *why, const char *about);
void tell_moves(hra_session *s, const asker *to);
void tell_advice(hra_session *s, const asker *to, const unit *u, bool pending);
void tell_analysis(hra_session *s, const asker *to, const unit *u);
void tell_work(hra_session *s, const unit *u, bool end);
void tell_ok(hra_session *s, const asker *to, const char *text);
void tell_bye(hra_session *s, int looker);
/* An entry of the store, with its text where that was asked for. */
void tell_kept(hra_session *s, const asker *to, const hra_store_entry *entry, bool finished,
               const hra_text *text);
void tell_snapshot(hra_session *s, const asker *to);          /* how it stands */
void tell_again(hra_session *s, const asker *to, uint64_t n); /* what came after n, or how it stands */

/* ---- session_sight.c ------------------------------------------------------------------------*/

bool session_is_person(const hra_session *s, int seat);
/* Where he looks from at this table: a seat that it does not have is a place to watch from. */
int session_place(const hra_session *s, int looker);
/* The seat whose view he has; negative: none in particular. */
int session_view_of(const hra_session *s, int looker);
/* Writes the present state as he may see it to s->seen; false: there is nothing that he may see. */
bool session_see(hra_session *s, int looker);
bool session_sees_all(hra_session *s, int looker); /* nothing is hidden from him now */
/* May he not be told the move of this ply as it is made? */
bool session_is_secret(const hra_session *s, int looker, int ply);
/* Is anything hidden from him before the move of this ply, or now, so that secrets stay secrets? */
bool session_is_hidden(hra_session *s, int looker, int ply);
bool session_hides_now(hra_session *s, int looker);
/* Finds out which moves were kept from him and are to be told when they lie open. */
void session_recall(hra_session *s, int looker);

#endif
