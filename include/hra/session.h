/* hra/session.h: one open game with its players, an adviser that works in the background, its saved record and
 * its clients.
 *
 * Lines of text go in, events come out; docs/session.md lists both, with an example of each. A session knows no
 * file descriptor, socket or screen. A terminal, a server, a page in a browser and a pipe all use it the same way.
 *
 *     hra_session_open(&session, &setup, &why);
 *     int client = hra_session_attach(session, HRA_VIEW_TABLE);
 *     hra_session_line(session, client, "session 2", 9);
 *     hra_session_line(session, client, "new yahtzee human optimal seed=17", 33);
 *     while (...) {
 *         wait for a line, or for a call of setup.wake;
 *         hra_session_line(session, client, line, length), or hra_session_step(session);
 *     }
 *
 * Each line ends in exactly one closing event for its client, `ok` or `error`: at once, or when the search that
 * it asked for is done. A line may begin with `@ID `; every event that it causes then names this ID.
 *
 * Players search in threads of the session, or outside it. In the second case the owner gets events of kind TASK,
 * runs each task in an hra_worker anywhere, and returns its result by the line `task-result ID RESULT`. So a
 * session answers lines while a program searches, even if there is only one thread.
 *
 * A client from hra_session_attach may do everything, as a person alone at a screen. An owner with clients that it
 * does not trust, such as a server, attaches itself first and lets them in by hra_session_admit, which fixes their
 * seats and permissions. Such a client sees what its seats may see; a line beyond its permissions is an error
 * (`denied`).
 *
 * The first line of a client names the version of its lines and events, 1 or 2. Without it, and without
 * setup.version, the version is 1. Lines are named here as in version 2; docs/session.md lists the names of version 1.
 *
 * Thread-safety: one thread at a time uses a session. The session calls setup.wake from other threads. */
#ifndef HRA_SESSION_H
#define HRA_SESSION_H

#include "hra/collection.h"
#include "hra/exercise.h"
#include "hra/match.h"
#include "hra/review.h"
#include "hra/store.h"
#include "hra/worker.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hra_session hra_session;

enum {
    HRA_SESSION_VERSION = 2,                 /* the latest version of lines and events; version 1 works too */
    HRA_SESSION_LINE = 1 << 22,              /* the most bytes of a line */
    HRA_SESSION_CLIENTS = 64,                /* the most clients of a session */
    HRA_SESSION_ID = 32,                     /* the most bytes of an ID: letters, digits, '-', '_', '.' */
    HRA_SESSION_LEGAL = 500,                 /* the most legal moves that an event `ask` lists */
    HRA_SESSION_COLLECTION_BYTES = 64 << 20, /* the most bytes of the games that a session has indexed */
    HRA_SESSION_LOG = 1 << 16,               /* bytes of events that `sync` can repeat, per client */
};

/* The view of a client: a seat from 0 (sees what that seat may see, and moves for it alone), or: */
enum {
    HRA_VIEW_TABLE = -1, /* all persons at one screen: sees what the person to move may see */
    HRA_VIEW_WATCH = -2, /* a spectator: sees what every seat may see, and moves for no seat */
};

/* A set of seats, for hra_session_admit: seat k is bit k. No bit: a spectator. Or: */
#define HRA_SEATS_ALL (~0u) /* every seat with a person: all at one screen */

/* Permissions of a client. Every client also sees what its seats may see, may ask for it (position, moves, sync,
 * clock, help), may end what it began (stop), and may leave (quit). */
enum {
    HRA_PERMIT_PLAY = 1 << 0, /* move, roll, name, resign, draw and takeback, for its seats */
    HRA_PERMIT_UNDO = 1 << 1, /* undo: take back the last decision of its seats */
    HRA_PERMIT_ASK =
        1 << 2, /* searches for this client: advice, analyse, tree, review, tutor, match, exercise */
    /* What concerns all clients: new, resume, watch, close, adviser, explain, pause, continue; and
     * stop for programs. */
    HRA_PERMIT_TABLE = 1 << 3,
    /* The store: plays, files, read, contents, export, index, explore; resume, watch, study, review and exercise of an
     * entry. */
    HRA_PERMIT_READ = 1 << 4,
    /* write, delete; the name under which a game is saved (save=); with READ, exercises of a deck. */
    HRA_PERMIT_WRITE = 1 << 5,
    HRA_PERMIT_VIEW = 1 << 6, /* view: other views */
    HRA_PERMIT_ALL = (1 << 7) - 1
};

/* Who somebody is at a table that several people share, as the owner of a session may define it by permissions. */
typedef enum hra_session_role {
    HRA_ROLE_OWNER,    /* opened the table: everything but other views */
    HRA_ROLE_SEAT,     /* was invited to one seat: plays */
    HRA_ROLE_WATCHER,  /* was invited to watch: sees what every seat may see */
    HRA_ROLE_STRANGER, /* anybody else, never a client */
    HRA_ROLES
} hra_session_role;

typedef enum hra_session_kind {
    HRA_SESSION_HELLO,      /* version; of an open game its spec, players and seed */
    HRA_SESSION_POSITION,   /* the position, with its scene */
    HRA_SESSION_ASK,        /* a person is to move */
    HRA_SESSION_ROLL,       /* a person enters the dice */
    HRA_SESSION_MOVE,       /* a move was made, by a player or by chance */
    HRA_SESSION_THINKING,   /* a search began, or what it has found so far */
    HRA_SESSION_ADVICE,     /* moves with their values */
    HRA_SESSION_ANALYSIS,   /* a player's analysis of the position */
    HRA_SESSION_RESULT,     /* the game is over */
    HRA_SESSION_MOVES,      /* the legal moves */
    HRA_SESSION_REVIEW,     /* losses of moves */
    HRA_SESSION_SAVED,      /* saved games and files */
    HRA_SESSION_TASK,       /* to the owner: a task to run, or one that is cancelled */
    HRA_SESSION_OK,         /* closes a line */
    HRA_SESSION_ERROR,      /* closes a line; without `reply_to` and line: a program failed */
    HRA_SESSION_BYE,        /* the session is over for this client */
    HRA_SESSION_MATCH,      /* the results of a match so far */
    HRA_SESSION_GAMES,      /* list of games */
    HRA_SESSION_METHODS,    /* list of search methods */
    HRA_SESSION_TREE,       /* a player's search tree */
    HRA_SESSION_COLLECTION, /* games that `index` has added */
    HRA_SESSION_EXPLORER,   /* what a collection has of the position */
    HRA_SESSION_CONTENTS,   /* the games of a file */
    HRA_SESSION_STUDY,      /* the tree of moves of a study, or what is new in it */
    HRA_SESSION_EXPORT,     /* a study as text */
    HRA_SESSION_EXERCISE,   /* an exercise to solve, without its key */
    HRA_SESSION_VERDICT,    /* the verdict on an attempt, or the answer */
    HRA_SESSION_ROLLOUT,    /* the results of a rollout so far */
    HRA_SESSION_DRAFT,      /* a position that is set up */
    HRA_SESSION_TENTATIVE,  /* a move of this client that the tutor judges before it is made */
    HRA_SESSION_CLOCK,      /* what the clocks of persons show (hra_session_info.clock_left) */
} hra_session_kind;

/* An event, for C. Its pointers are valid during the call. Every event has kind, seq, client, reply_to and json; the
 * other members are set for the kinds that they name. */
typedef struct hra_session_event {
    hra_session_kind kind;
    int client;
    uint64_t seq;         /* 1, 2, ... for each client */
    const char *reply_to; /* the ID of the line that caused it; NULL: none */
    const char *json;     /* the whole event as one line of JSON, without a newline; NULL: not wanted */
    int seat,
        ply; /* POSITION, ASK, ROLL, MOVE, THINKING, ADVICE, REVIEW by the tutor; seat -1: chance, or no seat */
    hra_move move; /* MOVE, unless secret; REVIEW by the tutor */
    bool secret;   /* MOVE: this client may not see which */
    /* ADVICE; MOVE: values of the moves before it, by the adviser or by the program that made it. */
    const hra_analysis *advice;
    /* MOVE: what the program found for it (HRA_WANT_LAST), if it has no advice of its own. */
    const hra_analysis *thought;
    bool pending;               /* ADVICE: the win probability is still being computed */
    const hra_analysis *result; /* ANALYSIS */
    /* REVIEW, by the tutor: the loss of the move of `ply`. After a task that ran outside the session, lines of
     * moves in this and the following members end at the first chance move. */
    const hra_move_loss *loss;
    const hra_review *review; /* REVIEW, else */
    const hra_error *why;     /* ERROR */
    const char *about;        /* ERROR: the text in which why->at is a place; NULL: the line */
    /* OK and SAVED: a text, such as the name of a saved game. TASK: the task; NULL: it is cancelled. TREE: the
     * tree as JSON. */
    const char *text;
    const hra_match_result *match; /* MATCH; owned by the session, its values are sorted */
    uint64_t task_id;              /* TASK: the id of the task, for `task-result` and `task-progress` */
    bool again;                    /* repeated for `sync`; only json is set */
    bool waits; /* REVIEW, by the tutor: the move is not made, and waits for `undo` or `confirm` */
    /* MOVE, ADVICE, ANALYSIS, TREE: the usual limit, which ended a search that nothing else limited, so that its
     * values are estimates. Sent once for each player of moves and advice. NULL: none. */
    const hra_limits *usual;
    const hra_collection_answer *explorer; /* EXPLORER */
    const hra_exercise *exercise;          /* EXERCISE; NULL: there are no more. VERDICT */
    const hra_exercise_verdict *verdict;   /* VERDICT; NULL: nothing was tried */
    /* REVIEW, by the tutor: in which `move` and `loss->best` are legal. NULL: else. */
    const void *state;
    int moves; /* REVIEW, by the tutor: of the line with this move, while they are tentative; 0: the move was made */
} hra_session_event;

typedef struct hra_session_setup {
    size_t size; /* sizeof(hra_session_setup) of the caller; members beyond it count as zero */
    /* NULL: built-in games and players, no files, no caps. Specs can read files of the store in any case. */
    const hra_host *host;
    const hra_store *store; /* of saved games and files; NULL: none */
    const char *data;       /* data directory, of tablebases and caches; NULL: none */
    void (*event)(void *self, const hra_session_event *event); /* must not call the session */
    /* Called when a search has found something; call hra_session_step soon. Called from any thread. */
    void (*wake)(void *self);
    void *self;    /* passed to event and wake */
    bool hand_out; /* the owner runs the tasks, by events TASK; else threads do */
    bool typed;    /* events without JSON */
    int threads;   /* tasks that run at the same time, those of a match included; 0: 2 */
    /* Caps on every search; 0: no cap. A cap is not a budget: a player that ends by itself is not
     * affected by a cap on time of more than 5 s, which others would use up. */
    hra_limits caps;
    uint64_t match_games; /* cap on the games of a match; 0: none */
    double match_seconds; /* time after which a match ends with the games played so far; 0: none */
    /* Client 0 is the owner itself: it gets only tasks and the closing events of its own lines, without JSON. */
    bool silent;
    /* The number of the first game, less 1. Sessions that share workers need different ranges, so that workers
     * tell their games apart. */
    uint64_t plays;
    bool dated;           /* records of games with persons have the date on which they began */
    uint64_t write_bytes; /* cap on the bytes of all lines `write` together; 0: none */
    /* Nodes or seconds of a search by a player that needs a limit and has none; all 0: hra_limits_usual(). */
    hra_limits usual;
    /* Its threads run the tasks, for several sessions; it must outlive the session. With hand_out they only ask the
     * collection. NULL: threads of the session; with hand_out none. */
    hra_worker_pool *pool;
    /* Of lines and events, for clients whose first line is not `session N`: 1 or 2; 0: 1. */
    int version;
    /* Answers `explore`, in threads of the session or of `pool`; several sessions may share it. `index` is an error then.
     * The owner closes it after the session. NULL: `index` makes one in memory. */
    hra_collection *collection;
} hra_session_setup;

/* Opens a session, which the caller closes. `setup` itself need not outlive the call; what it points to must
 * outlive the session. Returns
 *   HRA_EINPUT    if `setup` has no size or no `event`
 *   HRA_EVERSION  if `setup` is of a newer library
 *   HRA_ENOMEM. */
HRA_API hra_err hra_session_open(hra_session **out, const hra_session_setup *setup, hra_error *why);
/* Stops all searches and sends `bye` to every client. Saved games stay in the store. NULL is allowed. */
HRA_API void hra_session_close(hra_session *session);

/* ---- clients -------------------------------------------------------------------------------*/

/* Adds a client with a view and all permissions, and sends it a snapshot: `hello` and, if a game is open, its
 * state. The client is a spectator in a later game that lacks its seat. Returns
 *   the number of the client, the smallest that is free. Client 0 is the owner, which gets the tasks
 *   HRA_ELIMIT  if there are HRA_SESSION_CLIENTS clients
 *   HRA_EINPUT  if there is no such seat. */
HRA_API int hra_session_attach(hra_session *session, int seat);
/* Adds a client with fixed seats and permissions (HRA_PERMIT_PLAY | ...), which `hello` lists. With several seats
 * the client is a screen that persons share: it sees what the one to move may see. Seats that the game lacks are
 * ignored; without any seat the client is a spectator. Returns as hra_session_attach, and
 *   HRA_EINPUT  if there is no such permission. */
HRA_API int hra_session_admit(hra_session *session, unsigned seats, unsigned may);
/* Returns the permissions of a role, for hra_session_admit; docs/session.md lists the lines of each. 0: it has none, or
 * there is no such role. Any thread. */
HRA_API unsigned hra_session_role_permissions(hra_session_role role);
/* Reads a view, as in the line `view`: "table" (HRA_SEATS_ALL), "watch" (no seat) or a seat, 0..count-1. Any
 * thread. Returns
 *   HRA_EINPUT  if the text is none of these. */
HRA_API hra_err hra_seats_read(const char *text, int count, unsigned *seats, hra_error *why);
/* Changes the seats and permissions of a client, and sends it a snapshot. Returns
 *   HRA_EINPUT  if there is no such client or permission. */
HRA_API hra_err hra_session_reseat(hra_session *session, int client, unsigned seats, unsigned may);
/* Removes a client: cancels its searches, closes their lines, and sends `bye`. */
HRA_API void hra_session_detach(hra_session *session, int client);

/* ---- lines and moves -----------------------------------------------------------------------*/

/* Runs a line of a client. Every result is an event; a bad line is an event `error` for the client.
 * text[0..length-1] needs no newline and no NUL at its end. */
HRA_API void hra_session_line(hra_session *session, int client, const char *text, size_t length);

/* Makes a move for a client, or a roll if dice are typed in, as the lines `move` and `roll` do. With the tutor on, the
 * move is made when it is judged (TENTATIVE, docs/session.md). It sends no `ok` or `error`; instead it returns
 *   HRA_EINPUT  if there is no such client, or the move is not legal
 *   HRA_ESTATE  if no game is open, or the client is not to move
 *   HRA_ENOMEM. */
HRA_API hra_err hra_session_move(hra_session *session, int client, hra_move move, hra_error *why);

/* Uses what searches have found, and goes on with the game. Returns true while a search runs. */
HRA_API bool hra_session_step(hra_session *session);
/* Waits until a search has found something, at most `seconds` (negative: without limit). For owners that wait for
 * nothing else. Returns true if there is a reason to call hra_session_step. Returns false at once if no search
 * runs, or if the owner runs the tasks: then only its own lines bring results. */
HRA_API bool hra_session_wait(hra_session *session, double seconds);

/* ---- state ---------------------------------------------------------------------------------*/

/* Returns the open game, or NULL. It is the session's, and valid until the next line or step. */
HRA_API const hra_play *hra_session_play(const hra_session *session);
/* Facts about a session. */
typedef struct hra_session_info {
    size_t size;       /* sizeof(hra_session_info) of the library: members beyond it do not exist */
    const char *saved; /* the name under which the game is saved; NULL: it is not */
    /* The persons want advice at every decision: `advise` of `new` and `resume`, saved with the game. The front
     * end asks for the advice. */
    bool advises;
    /* What a player that is being opened in a thread of the session does now; NULL: no player is being opened. */
    const char *preparing;
    double prepared; /* the fraction of that which is done, 0 to 1; negative: unknown */
    /* What a person offers to give up, if the person in the other seat accepts (the line `resign`); NULL: nothing. */
    const hra_concession *resigning;
    int resigner; /* the seat that offers it; -1: none */
    /* Seconds until the clock that runs shows 0; negative: none runs. Call hra_session_step then: it ends the game. */
    double clock_left;
} hra_session_info;

/* Returns the facts as of now. They are the session's, and valid until the next call with it. */
HRA_API const hra_session_info *hra_session_snapshot(hra_session *session);
/* Writes what a seat can resign now by the line `resign`, the least first, and returns how many these are, at most
 * HRA_MAX_CONCESSIONS: `concessions` of the game's rules, and the whole match if more games would follow, which has no
 * move. Returns 0 if no game is open, it is over, or it is only resigned as a whole. */
HRA_API int hra_session_concessions(hra_session *session, int seat, hra_concession *out);

#ifdef __cplusplus
}
#endif
#endif
