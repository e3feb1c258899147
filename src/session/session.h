/* What the parts of a session share: clients, the table, and the tasks of players.
 *
 *   session.c        clients, and what happens next at the table; session_tasks.c tasks, and their threads
 *   session_words.c  what lines mean (command_parser.c: words), session_thinking.c and session_moves.c
 *   session_names.c  what they are called by the version of a client, session_rights.c who may say them
 *   session_event.c  events and their clients; session_visibility.c what a client may see,
 *                    session_scene.c how it looks, session_again.c events sent once more
 *   session_study.c  a tree of what was tried at the table, session_contents.c games of a file
 *   session_draws.c, session_resign.c, session_takeback.c, session_clock.c, session_result.c
 *                    names, draws; resignation; moves taken back; clocks; how a game ended
 *   session_review.c, session_tutor.c, session_match.c
 *                    losses of moves, and before they are made; matches (work/match_task.c)
 *   session_exercise.c
 *                    exercises: what is asked, tried and shown (session_exercise.h); session_mistakes.c makes them of a review
 *   new_game.c       new games, and games that are resumed
 *   saved_games.c    games in the store, saved_games_import.c records of other programs
 *   session_collection.c, session_explore.c
 *                    collections, and questions to them
 *   session_edit.c   positions that are set up on the board
 *   session_limits.c limits of tasks
 *   work/think_task.c  tasks: in threads, or as text (think_text.c) for a worker (worker.c)
 *   multi_move.c     several moves of a line */
#ifndef HRA_SESSION_SESSION_H
#define HRA_SESSION_SESSION_H

#include "hra/annotated.h"
#include "hra/deck.h"
#include "hra/exercise.h"
#include "hra/json.h"
#include "hra/language.h"
#include "hra/scene.h"
#include "hra/session.h"
#include "hra/version.h"
#include "scene/draft.h"
#include "session/command_parser.h"
#include "session/multi_move.h"
#include "session/session_clock.h"
#include "session/session_names.h"
#include "work/think_task.h"
#include "work/worker_pool.h"

/* A client. The first one is the owner, which gets tasks. */
typedef struct session_client {
    bool open;
    int version;          /* of its lines and events, 1 or 2 */
    bool spoke;           /* a line that did not name the version */
    bool tutors;          /* its moves are judged, */
    hra_grade tutor_from; /* and it hears of this grade and worse ones; HRA_GRADE_FINE: of every loss */
    unsigned seats, may;  /* as of hra_session_admit */
    uint64_t n;           /* of the last event */
    hra_text log;         /* the last events, a line each, as JSON */
    uint64_t log_n;       /* of the first of these */
    uint64_t begin_n;     /* of the first event in its version, which begins a snapshot */
    hra_scene *shown;     /* the scene that was sent last, NULL: none of this game yet */
    int first_hidden;     /* the first ply that is hidden from it and was not sent yet, -1: none */
} session_client;

/* Where the game is saved. */
typedef struct save_state {
    char name[HRA_STORE_NAME]; /* in the store; "": nowhere */
    size_t end;                /* of the record in its entry */
    bool failed;               /* it could not be written, which was reported once */
} save_state;

/* The moves of a line, which the tutor judges one after the other before any is made. */
typedef struct tentative_line {
    requester who;
    hra_move moves[SEVERAL_MOST];
    int count, judged;    /* moves; 0: there is no line. Those that are judged, the one in work included */
    think_task *judging;  /* NULL: all are judged, and the line waits for `undo` or `confirm` */
    think_task *warnings; /* judgements of costly moves, the last one first, which are the table's */
    bool by_line;         /* the line of the moves is not closed yet */
} tentative_line;

/* One game, with its players. */
typedef struct table {
    hra_game *game; /* NULL: no game is open */
    hra_play *play;
    hra_scene *scene;
    hra_player *players[HRA_MAX_SEATS]; /* placeholders: the players that think are in agent slots */
    hra_play_setup how;
    uint64_t seed;
    hra_text about;     /* the game as JSON, written once; empty: not yet */
    hra_text written;   /* the record of the game, so far */
    hra_record *record; /* that is resumed; NULL: a new game */
    requester opener;   /* the client that opened it */
    int opening;        /* players that are not ready yet */
    char adviser[HRA_SPEC_LENGTH];
    bool explains;            /* the adviser values the moves of programs */
    bool advises;             /* persons get advice at every decision */
    bool watched;             /* a record that is only looked at */
    bool held;                /* nothing moves by itself */
    bool given;               /* a program enters what chance brings: boards offer no dice to press */
    int go;                   /* but this number of plies, as requested */
    int asked;                /* the ply that a person, or a roll, was asked for; -1: none */
    bool over;                /* the event of its result was sent */
    think_task *drawer;       /* a program that was offered a draw */
    hra_concession resigning; /* what a seat offers to give up, until it is answered; no name: nothing */
    int resigner;             /* that seat */
    think_task *answerer; /* a program that values the position before it answers; NULL: a person answers */
    think_task *chooser;  /* a program that thinks about its move */
    think_task *explainer, *said; /* the adviser before it, and its advice */
    unsigned usual; /* bit k: the event was sent that the usual limit ended a decision of slot k */
    int explained;  /* the ply about which the adviser was asked, -1: none */
    tentative_line tentative;
    hra_draft *draft;     /* a position that is set up; NULL: none yet */
    hra_annotated *study; /* all that was tried; NULL: the game is not a study */
    int node;             /* of the study, where the play stands */
    bool browses; /* somebody went there: chance and programs wait for a move of a person, or `continue` */
    table_clock clock;
    take_back takeback;
    save_state save;
    bool unnoted; /* the advisers have to be noted after the header of the record, */
    bool undated; /* and the day */
} table;

/* A review that goes on. */
typedef struct reviewing {
    hra_record *record;      /* NULL: none goes on */
    hra_text text;           /* of the record */
    hra_review *review;      /* NULL: its first ply is not judged yet */
    hra_player *placeholder; /* of the judge, if the task is handed out: */
    hra_agent *agent;        /* the review only counts what a worker judged */
    requester requester;
    char name[HRA_STORE_NAME]; /* of the record in the store; "": none */
} reviewing;

/* The mistakes of a review, of which exercises are made. */
typedef struct review_mistakes {
    int holders;
    hra_record *record;
    char analyst[HRA_SPEC_LENGTH], source[HRA_STORE_NAME];
    double threshold; /* a smaller loss is not asked about */
    int *plies, count;
} review_mistakes;

/* How an exercise was solved. */
typedef enum exercise_outcome { OUTCOME_NONE, OUTCOME_RIGHT, OUTCOME_HINTED, OUTCOME_WRONG } exercise_outcome;

/* A card of a deck that is asked. */
typedef struct exercise_card {
    char id[HRA_EXERCISE_ID];
    int changes; /* by this client, that can be taken back */
} exercise_card;

/* Exercises that a client solves. */
typedef struct exercise_set {
    bool open;
    int client;                /* that opened it; all others are refused */
    hra_course *course;        /* one of these three: */
    review_mistakes *mistakes; /* made when they come */
    hra_deck *deck;            /* whose answers are saved */
    char deck_name[HRA_STORE_NAME];
    uint64_t saved;         /* hash of the deck's text as this session knows it in the store */
    hra_local_time now;     /* as the client has said */
    exercise_card *cards;   /* to ask, of the deck */
    int of, number;         /* exercises, and the current one, from 1; number > of: there are no more */
    hra_exercise *exercise; /* the current one; NULL: none */
    hra_exercise_verdict verdict;
    int tries, hints;
    bool shown;               /* the answer was sent */
    exercise_outcome outcome; /* by the first attempt; it stays */
} exercise_set;

/* A match that goes on. */
typedef struct matching {
    match_runner *runner; /* NULL: none */
    hra_work *work;       /* counts */
    hra_player *places[HRA_MAX_SEATS];
    int placed; /* placeholders for the work that counts */
    requester requester;
    int threads, playing;      /* tasks at the same time, at most and now */
    double began;              /* by the clock */
    bool told;                 /* an event said that its programs think */
    bool ending;               /* no more tasks are begun */
    char name[HRA_STORE_NAME]; /* of the entry where it is saved; "": it is not */
    size_t saved;              /* bytes there */
    bool lost;                 /* it could not be written */
} matching;

/* A question to a collection (session_explore.c). */
typedef struct exploration exploration;

/* Games of the store, in memory; and questions to these, or to the owner's collection. */
typedef struct session_collection {
    hra_collection *own; /* NULL: none yet */
    uint64_t *sources;   /* hashes of the entries that were added */
    int source_count;
    exploration *asked; /* the first one runs, the others wait */
    int waiting;        /* how many these are */
} session_collection;

/* What a line `index` has added. */
typedef struct hra_collection_added {
    int64_t games, added, known; /* in all; by this line; of these with moves that were there */
    int failed;                  /* saved games that cannot be read */
    uint64_t bytes;
    bool full;
} hra_collection_added;

struct hra_session {
    hra_session_setup setup;
    hra_session_info info; /* filled when it is asked for */
    char preparing[48];    /* of info */
    hra_host host;         /* the owner's, but that files of the store are read first */
    session_client clients[HRA_SESSION_CLIENTS];
    table table;
    uint64_t plays; /* games opened by this session: slots forget a game when the next one begins */
    uint64_t put;   /* bytes that `put` has brought */
    session_agents agents;
    hra_scheduler *pool; /* whose threads run tasks */
    bool own_pool;       /* not shared */
    reviewing reviewing;
    matching matching;
    session_collection collection;
    exercise_set exercises;
    review_mistakes *reviewed; /* of the last review, NULL: none; */
    int reviewed_by;           /* the client that asked for it */
    review_mistakes *asked_of; /* whose game the player of SLOT_EXERCISE plays; NULL: none */
    void *seen;                /* scratch: a state, */
    hra_move *moves;           /* and a list of moves of the game at the table */
    int version;               /* of the client of the event that is being written */
    const hra_limits *usual;   /* ended the request of this event; NULL: did not, or was reported */
    bool mute;                 /* the current event has no JSON */
    hra_json json;             /* the event that is being written, into text */
    hra_text text, words;
    char no_memory_event[160]; /* the event that there was no memory for */
};

/* ---- session.c ------------------------------------------------------------------------------*/

/* Makes moves of chance and programs until a person is asked, a program thinks, or the game is over. */
void hra_session_advance(hra_session *s);
/* Call it after a move, made by a line (`cause`) or by itself; `said`: its values, or NULL. */
void hra_session_moved(hra_session *s, const requester *cause, const think_task *said);
/* seat < 0: chance, whose dice are typed in. */
bool hra_session_may_move(const hra_session *s, int client, int seat);
const void *hra_session_now(const hra_session *s);
/* A task about the present state. NULL: no memory. */
think_task *hra_session_question(hra_session *s, think_kind kind);
/* The same about the state before move `ply`. */
think_task *hra_session_question_at(hra_session *s, think_kind kind, int ply);
void hra_session_finish(hra_session *s, think_task *task); /* it is done */

/* ---- session_tasks.c ------------------------------------------------------------------------*/

/* A session that has nothing but threads; NULL: no memory. */
hra_session *hra_session_open_threads(const hra_session_setup *setup);
void hra_session_close_threads(hra_session *s); /* when it has no tasks any more */
/* Starts the tasks that do not wait for another one of this session. */
void hra_session_start_tasks(hra_session *s);
bool hra_session_is_done(hra_session *s, const think_task *task);
/* Starts thinking for `who` (NULL: the table); takes the task, which may be NULL, and returns it. */
think_task *hra_session_think(hra_session *s, think_task *task, int slot, const requester *who);
void hra_session_drop(hra_session *s, think_task *task); /* its result is not wanted any more */
bool hra_session_has_begun(hra_session *s,
                           think_task *task); /* in a thread; one that has not will not do so by itself */
void hra_session_give_up(hra_session *s, think_task *task);     /* the same, and its client gets an event */
void hra_session_drop_all(hra_session *s);                      /* and stops all of them */
void hra_session_unlink_task(hra_session *s, think_task *task); /* from the list of tasks */
bool hra_session_slot_taken(const hra_session *s, int i);       /* its player thinks, or will soon */

/* ---- new_game.c -----------------------------------------------------------------------------*/

typedef struct new_request {
    roster roster;
    int version; /* of the client that asks */
    const char *position, *save, *adviser;
    bool people; /* a seat without a name gets a person, not the best player */
    bool seeded, manual, given, held, explains, timed, advises, tutors, study, threat;
    hra_grade tutor_from;
    uint64_t seed;
    uint64_t number; /* of a game of the file that is watched; 0: the last */
    double seconds;
    hra_time_control clock; /* seconds 0: none */
} new_request;

/* Opens a new table in place of the one there is, which stays after an error. *about: the text that why->at
 * is a place of. */
hra_err hra_session_deal(hra_session *s, const new_request *o, const requester *who, hra_error *why,
                         const char **about);
/* Resumes a saved game, or only shows it (`watch`), even if another session has it open. */
hra_err hra_session_resume(hra_session *s, const char *name, bool watch, const new_request *given,
                           const requester *who, hra_error *why);
/* Opens a game of an entry as a study, the start before its first move. number 0: the last game. */
hra_err hra_session_study(hra_session *s, const char *name, uint64_t number, const requester *who,
                          hra_error *why);
void hra_session_leave(hra_session *s);                     /* clears the table; the saved game stays */
void hra_session_refuse_opener(hra_session *s, int client); /* the players will not be ready */
void hra_session_opened(hra_session *s, think_task *task); /* one of the players is ready, or will never be */
/* Whether the win probabilities for this advice are still being computed; the first call starts that. */
bool hra_session_chances_pending(hra_session *s, const think_task *task);
void hra_session_name_adviser(hra_session *s, const char *spec);

/* ---- saved_games.c --------------------------------------------------------------------------*/

/* Writes the adviser and the tutored seats into the record, in a line that does not change the game; and
 * reads the last such line, for options that the request does not give. `adviser`: room for a spec. */
void hra_kept_note_help(hra_session *s);
void hra_kept_read_help(const hra_text *record, new_request *o, char adviser[HRA_SPEC_LENGTH]);

hra_err hra_kept_begin(hra_session *s, save_state *k, const char *name, hra_error *why); /* takes its lock */
/* The same for an entry that is not there yet: "plays/nim-17-2.hra" where "plays/nim-17.hra" is. */
hra_err hra_kept_begin_new(hra_session *s, save_state *k, const char *name, hra_error *why);
hra_err hra_kept_sink(void *self, const char *text, size_t length);
void hra_kept_emit_lost(hra_session *s, const hra_error *why, const char *so); /* to all clients */
void hra_kept_end(hra_session *s, save_state *k);
void hra_kept_sync(hra_session *s);
hra_err hra_kept_host_run(void *self, const char *command, const char *log, hra_channel **out,
                          hra_error *why);
hra_err hra_kept_host_read(void *self, const char *name, size_t most, hra_text *out, hra_error *why);
hra_err hra_kept_list(hra_session *s, const requester *who, const char *folder, hra_error *why);
/* The last record of an entry, for the caller to close, its text, and where it ends in the entry; in a file of
 * another program HRA_KEPT_SHOWN, since nothing is written there. */
#define HRA_KEPT_SHOWN SIZE_MAX
hra_err hra_kept_record(hra_session *s, const char *name, hra_record **out, hra_text *own, size_t *end,
                        hra_error *why);
hra_err hra_kept_newest(hra_session *s, char name[HRA_STORE_NAME], hra_error *why); /* that is not over */
hra_err hra_kept_read(hra_session *s, const char *name, hra_text *out, hra_error *why);
hra_err hra_kept_put(hra_session *s, const char *name, const char *text, size_t length, hra_error *why);
hra_err hra_kept_remove(hra_session *s, const char *name, hra_error *why);

/* ---- saved_games_import.c -------------------------------------------------------------------*/

/* Whether a text is records of hra. */
bool hra_kept_is_own(const char *text, size_t length);
/* Appends the records of all games that can be read in a file of another program. `told` gets the first fault of what cannot.
 * HRA_EINPUT: there is no game in it. */
hra_err hra_kept_translate(const hra_session *s, const char *name, const hra_text *text, hra_text *out,
                           hra_error *told, hra_error *why);
/* Puts a record into the store as it is; each game of a text of another program becomes an entry of its
 * own. */
hra_err hra_kept_import(hra_session *s, const char *name, const char *text, hra_error *why);

/* ---- session_words.c ------------------------------------------------------------------------*/

void hra_session_handle(hra_session *s, requester *who, char *line);       /* fills who->id */
void hra_session_peek_id(const char *text, size_t length, requester *who); /* of a line that is not handled */
unsigned hra_session_right(const char *line);  /* permissions that it takes; named as in the last version */
extern const char *const hra_session_rights[]; /* words for HRA_PERMIT_..., then NULL */
/* What the client that wrote a line calls the command that the last version calls `now`. */
const char *hra_session_command(const hra_session *s, int client, const char *now);

/* Handles a line, `line` being the part after its command; or returns an error, and in *about the text that
 * why->at is a place of. The handler sends the event that closes the line. */
typedef hra_err handler(hra_session *s, const requester *who, char *line, hra_error *why, const char **about);

/* ---- session_moves.c ------------------------------------------------------------------------*/

handler hra_session_handle_move, hra_session_handle_roll;
/* Makes moves of a person, of which the first is waited for. The tutor judges those from `judged` on afterwards. */
hra_err hra_session_make_moves(hra_session *s, const requester *who, const hra_move *moves, int count,
                               int judged, hra_error *why);
/* HRA_ESTATE: no game is open, or its players are not ready, which `while_opening` allows. `word`: of the
 * line. */
hra_err hra_session_is_ready(const hra_session *s, const char *word, bool while_opening, hra_error *why);

/* ---- session_thinking.c ---------------------------------------------------------------------*/

/* The usual limit, if it ended the task of the current event of this kind; else NULL. */
const hra_limits *hra_session_usual(const hra_session *s, hra_session_kind kind);
/* The usual limit that ended this task, if an event has to say so: for an analysis, and once for each slot
 * that plays or advises. Else NULL. */
const hra_limits *hra_session_usual_of(hra_session *s, const think_task *task);
handler hra_session_handle_advice, hra_session_handle_analyse, hra_session_handle_tree,
    hra_session_handle_adviser, hra_session_handle_stop, hra_session_handle_task_progress,
    hra_session_handle_task_result;

/* ---- session_limits.c -----------------------------------------------------------------------*/

/* Sets the limits of a task for a player of this spec, from those of its question. */
void hra_session_limit(const hra_session *s, think_task *task, const char *spec);
/* The same for each decision in a match; seconds: the requested ones, 0: none. */
hra_limits hra_session_match_limits(const hra_session *s, double seconds);

/* ---- session_review.c -----------------------------------------------------------------------*/

handler hra_session_handle_review;
/* Counts plies of a review that was handed out, in task->part: the next one, or `all`; emits events of all but the last.
 * HRA_EINPUT: not the plies that were to be judged. */
hra_err hra_session_count_review(hra_session *s, const think_task *task, bool all, hra_error *why);
void hra_session_take_review(hra_session *s,
                             think_task *task); /* a ply is judged, or all of a task that was handed out */
void hra_session_end_review(hra_session *s);    /* while no player thinks about it */

/* ---- session_tutor.c ------------------------------------------------------------------------*/

handler hra_session_handle_tutor, hra_session_handle_confirm;
/* Has moves of a person judged before they are made. False: there is no tutor for them. `by_line`: a line waits. */
bool hra_session_tutor(hra_session *s, const requester *who, const hra_move *moves, int count, bool by_line);
/* The same of a move that is made, of which the client hears later. */
void hra_session_judge_made(hra_session *s, const requester *who, int ply);
/* Takes the tutor's judgement: after the last the moves are made, or they wait. True: the task is kept. */
bool hra_session_take_cost(hra_session *s, think_task *task);
/* False: no move of this client is tentative. */
bool hra_session_take_tentative_back(hra_session *s, int client);
void hra_session_forget_tentative(hra_session *s); /* while no player thinks about it */
/* Sends this client's tentative moves, if there are any, and what the tutor says of them. */
void hra_session_emit_tentative(hra_session *s, const requester *to);
/* Drops the tentative moves, and judgements of moves from `ply` on; client -1: those of all clients. */
void hra_session_quiet_tutor(hra_session *s, int client, int ply);
void hra_session_add_tutor(hra_session *s, const session_client *c); /* to `hello` */
/* A grade of the review by its word; HRA_EINPUT. */
hra_err hra_session_read_grade(const char *word, hra_grade *out, hra_error *why);

/* ---- session_exercise.c ---------------------------------------------------------------------*/

handler hra_session_handle_exercise;
/* Takes an exercise that was made, and sends it. */
void hra_session_take_exercise(hra_session *s, think_task *task);
void hra_session_close_exercises(hra_session *s,
                                 int client); /* of this client, and what it had reviewed; -1: all */
/* Sends the current one of the set that is open. HRA_ENOMEM: nothing was sent. */
hra_err hra_emit_exercise(hra_session *s, const requester *to, hra_error *why);

/* ---- session_mistakes.c ---------------------------------------------------------------------*/

/* Keeps the mistakes of the review that is done, with its record. False: no memory. */
bool hra_session_keep_mistakes(hra_session *s);
void hra_session_drop_mistakes(review_mistakes **at); /* one holder less; *at is NULL then */
/* HRA_ESTATE: the client has reviewed nothing, or an exercise is still being made. */
hra_err hra_session_hold_mistakes(hra_session *s, int client, review_mistakes **out, hra_error *why);
/* Has the exercise of mistake `index` made. */
hra_err hra_session_make_exercise(hra_session *s, const requester *who, review_mistakes *m, int index,
                                  hra_error *why);
bool hra_session_makes_exercise(const hra_session *s); /* one is being made, for a client that waits for it */

/* ---- session_lists.c ------------------------------------------------------------------------*/

handler hra_session_handle_games, hra_session_handle_methods;

/* ---- session_collection.c -------------------------------------------------------------------*/

handler hra_session_handle_index;
void hra_session_close_collection(hra_session *s);

/* ---- session_explore.c ----------------------------------------------------------------------*/

handler hra_session_handle_explore;
bool hra_session_is_explored(hra_session *s);   /* a question is answered, */
void hra_session_take_explored(hra_session *s); /* emits the answers */
/* Stops the questions of a client, -1: of all, which get an error. */
void hra_session_end_explorations(hra_session *s, int client);
void hra_session_free_explorations(hra_session *s); /* when no thread runs any more */

/* ---- session_contents.c ---------------------------------------------------------------------*/

handler hra_session_handle_contents;
/* Opens a game of an entry, which the caller closes; number 0: the last one. HRA_EDAMAGED: nothing of it can be read. */
hra_err hra_session_find_game(hra_session *s, const char *name, uint64_t number, hra_annotated **out,
                              hra_error *why);
/* One of `a` and `record` may be NULL. */
void hra_session_add_faults(hra_json *json, const hra_fault *faults, int count, const hra_annotated *a,
                            const hra_record *record);

/* ---- session_export.c -----------------------------------------------------------------------*/

handler hra_session_handle_export;

/* ---- session_edit.c -------------------------------------------------------------------------*/

handler hra_session_handle_edit;
/* Adds "formats": in which games of the rules are written. */
void hra_session_add_formats(hra_json *json, const hra_rules *rules);

/* ---- session_study.c ------------------------------------------------------------------------*/

handler hra_session_handle_study, hra_session_handle_node, hra_session_handle_promote,
    hra_session_handle_remove, hra_session_handle_comment, hra_session_handle_glyph;
/* Reads "NAME [game=N]"; they stay as they are if they are missing. */
hra_err hra_session_read_place(char *line, const char **name, uint64_t *number, hra_error *why);
/* Begins the study of a table that was just opened. HRA_EFIT: the game has none. */
hra_err hra_session_begin_study(hra_session *s, table *t, hra_error *why);
hra_err hra_session_check_study(const table *t, hra_error *why); /* HRA_ELIMIT: it is too long to be sent */
/* HRA_ELIMIT: no other move can be added here. */
hra_err hra_session_study_has_room(const hra_session *s, hra_error *why);
/* Adds the last move of the play, or finds it there, and emits that. */
void hra_session_grow_study(hra_session *s, const requester *cause);
/* `undo` in a study: to the node before. */
hra_err hra_session_study_back(hra_session *s, const requester *who, hra_error *why);
void hra_session_emit_study(hra_session *s, const requester *to, bool all); /* all of it, if there is one */

/* ---- session_match.c ------------------------------------------------------------------------*/

handler hra_session_handle_match;
void hra_session_take_match(hra_session *s, think_task *task); /* a task was run */
/* Adds the result of a task that was handed out. HRA_EINPUT: not the games that were to be played. */
hra_err hra_session_count_match(hra_session *s, think_task *task, hra_error *why);
void hra_session_stop_match(hra_session *s, int client); /* of this client, with the games played so far */
void hra_session_end_match(hra_session *s); /* without one; the client that asked for it gets an event */
/* Begins another work as a match is run, which none may be yet. Takes the game. */
hra_err hra_session_begin_work(hra_session *s, const requester *who, const hra_text *spec, hra_game *game,
                               hra_error *why);

/* ---- session_rollout.c ----------------------------------------------------------------------*/

handler hra_session_handle_rollout;
void hra_session_emit_rollout(hra_session *s); /* what was found so far, to the client that asked */

/* ---- session_event.c ------------------------------------------------------------------------*/

/* The name of a key in the version of the client of the current event; and the keys inside events. */
const char *hra_session_key(const hra_session *s, const char *now);
hra_json_keys hra_session_json_keys(int version);

/* Each sends an event to one client, or to all (`all`), with what each may see; `re` goes to the one that
 * caused it (NULL: no client). */
void hra_emit_hello(hra_session *s, const requester *to, bool all);
void hra_emit_position(hra_session *s, const requester *to, bool all, bool board);
void hra_emit_waiting(hra_session *s, const requester *to,
                      bool all); /* ask, roll or result, whichever it is now */
void hra_emit_move(hra_session *s, const requester *cause, int ply, const think_task *said);
void hra_emit_thinking(hra_session *s, const requester *to, bool all, const think_task *task);
/* Thinking, with what was found so far: `found`, or `json` of a task that was handed out. */
void hra_emit_progress(hra_session *s, const think_task *task, const think_progress *found, const char *json);
/* `waits`: the table does, for `undo` or `confirm`. */
void hra_emit_cost(hra_session *s, const requester *to, const think_task *task, bool waits);
/* The ply that was judged last, `whole`: and all of them. */
void hra_emit_review(hra_session *s, const requester *to, const hra_review *review, bool whole);
void hra_emit_match(hra_session *s, const requester *to, const hra_game *game, hra_match_result *so_far);
void hra_emit_error(hra_session *s, const requester *to, bool all, const hra_error *why, const char *about);
void hra_emit_failure(hra_session *s, int seat,
                      const hra_error *why); /* a program did not move; the table is held */
void hra_emit_moves(hra_session *s, const requester *to);
void hra_emit_advice(hra_session *s, const requester *to, const think_task *task, bool pending);
void hra_emit_analysis(hra_session *s, const requester *to, const think_task *task); /* or a tree */
void hra_emit_work(hra_session *s, const think_task *task, bool end);
/* The games, or the one, or the methods that play all of them. */
void hra_emit_list(hra_session *s, const requester *to, bool games, const hra_rules *only);
/* COLLECTION, EXPLORER, EXERCISE and VERDICT: with the members of an object. `typed` (may be NULL): explorer, exercise
 * and verdict of the event. */
void hra_emit_members(hra_session *s, const requester *to, hra_session_kind kind,
                      const hra_session_event *typed, const char *members);
void hra_emit_ok(hra_session *s, const requester *to, const char *text);
void hra_emit_bye(hra_session *s, int client);
/* An entry of the store, with its text if that was requested. */
void hra_emit_kept(hra_session *s, const requester *to, const hra_store_entry *entry, bool finished,
                   const hra_text *text);

/* ---- session_again.c ------------------------------------------------------------------------*/

void hra_emit_snapshot(hra_session *s, const requester *to); /* how it stands */
void hra_emit_again(hra_session *s, const requester *to,
                    uint64_t n); /* what came after n, or how it stands */

/* ---- session_visibility.c -------------------------------------------------------------------*/

bool hra_session_is_person(const hra_session *s, int seat);
/* The seats from which a client views this table, 0: it watches. */
unsigned hra_session_place(const hra_session *s, int client);
bool hra_session_has_seat(const hra_session *s, int client, int seat);
/* The seat of a line that names none: the client's only one, else the one that is asked; negative: neither. */
int hra_session_speaks_for(const hra_session *s, int client);
/* The seat whose view the client has; negative: none in particular. */
int hra_session_view_of(const hra_session *s, int client);
/* Writes the present state as the client may see it to s->seen; false: it may see nothing. */
bool hra_session_see(hra_session *s, int client);
bool hra_session_sees_all(hra_session *s, int client); /* nothing is hidden from this client now */
/* Whether the move of this ply is hidden from the client when it is made. */
bool hra_session_is_secret(const hra_session *s, int client, int ply);
/* Whether anything is hidden from the client before the move of this ply, or now, so that secrets stay
 * secrets. */
bool hra_session_is_hidden(hra_session *s, int client, int ply);
bool hra_session_hides_now(hra_session *s, int client);
/* Adds "look", and "may" unless that is all. */
void hra_session_add_place(hra_session *s, const session_client *c);
void hra_session_add_rules(hra_session *s);
/* Finds the moves that were hidden from this client and have to be sent when they are revealed. */
void hra_session_recall(hra_session *s, int client);

/* ---- session_scene.c ------------------------------------------------------------------------*/

/* Sets the scene of the table to what the client sees now, and s->seen; false: it may see nothing. */
bool hra_session_set_scene(hra_session *s, int client);
/* Adds to a position "opening", if it has followed one with a name; then "scene", all shapes of the board,
 * or "change", those that have changed since the last. */
void hra_session_add_scene(hra_session *s, int client, bool whole);
void hra_session_forget_scenes(hra_session *s); /* before their game goes */
/* Adds "moves": the legal ones, with their presses; if chance is to move, "outcomes" too. */
void hra_session_add_moves(hra_session *s, int client);
/* Adds "moves": the text of each legal move, and "moves_left_out": the number of those left out. For the
 * client that is to move. */
void hra_session_add_legal(hra_session *s, int client);
/* Adds "steps": how pieces went in the move of this ply; nothing if none did. */
void hra_session_add_steps(hra_session *s, int client, int ply);
/* The same of a move, into a list that the first step begins (*open) and the caller ends. HRA_ENOMEM. */
hra_err hra_session_write_steps(hra_json *json, hra_scene *scene, const void *state, hra_move move,
                                bool *open);

#endif
