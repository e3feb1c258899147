/* hra/session.h: a table to sit at. One game with its players, the play, an adviser who works in the
 * background, what is kept of it, and everybody who looks on.
 *
 * Lines of text go in, events come out; docs/session.md lists both, with an example of each. A session knows
 * no file descriptor, no socket and no screen: a terminal, a server, a page in a browser and a pipe are
 * transports of the same thing.
 *
 *     hra_session_open(&session, &setup, &why);
 *     int client = hra_session_attach(session, HRA_VIEW_TABLE);
 *     hra_session_line(session, client, "new yahtzee human optimal seed=17", 33);
 *     while (...) {
 *         wait until a line comes, or setup.wake was called;
 *         hra_session_line(session, client, line, length), or hra_session_step(session);
 *     }
 *
 * Each line ends in exactly one closing event for the client that wrote it, `ok` or `error`: at once, or
 * where somebody has to think first, when that is done. A line may begin with `@ID `, and every event that it
 * causes carries "re":"ID" then.
 *
 * Thinking is done in threads of the session, or handed out: `work` events go to the owner, who has them done
 * anywhere by an hra_worker and brings the result back with a line `done ID RESULT`. So a table answers while
 * a machine thinks, even where there is one thread only.
 *
 * Who is let in by hra_session_attach is trusted with the whole table, as one person at one screen is. An
 * owner that seats strangers, such as a server of many browsers, attaches himself first and lets them in by
 * hra_session_admit, which settles the seats that they have and what they may do. Whatever they write then,
 * they see what their seats may see and do what they were given; all else is an error (`denied`).
 *
 * Thread-safety: one thread at a time for a session; setup.wake is called from others. */
#ifndef HRA_SESSION_H
#define HRA_SESSION_H

#include "hra/match.h"
#include "hra/review.h"
#include "hra/store.h"
#include "hra/worker.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hra_session hra_session;

enum {
    HRA_SESSION_VERSION = 2,    /* of the lines and events, the last one; 1 is answered too */
    HRA_SESSION_LINE = 1 << 22, /* bytes of a line at most */
    HRA_SESSION_CLIENTS = 64,   /* at one session at most */
    HRA_SESSION_ID = 32,        /* bytes of an ID at most: letters, digits, '-', '_', '.' */
    HRA_SESSION_LEGAL = 500,    /* legal moves that an event `ask` lists at most */
    HRA_SESSION_LOG = 1 << 18,  /* bytes of events that are kept for `sync`, a client */
};

/* From where somebody looks: a seat from 0 (sees what that seat may see, and moves for it alone), or: */
enum {
    HRA_VIEW_TABLE = -1, /* all people at one screen: sees what the person who is asked may see */
    HRA_VIEW_WATCH = -2, /* sees what nobody hides, and moves for nobody */
};

/* Seats as a set, for hra_session_admit: seat k is bit k, none watches, and: */
#define HRA_SEATS_ALL (~0u) /* those in which people sit, whichever these are: all at one screen */

/* What somebody may do. Besides, everybody is told what his seats may see, and may ask for it (position,
 * moves, sync, help), end what he had begun (stop), and go (quit). */
enum {
    HRA_PERMIT_PLAY = 1 << 0, /* move, roll, name, resign and draw, for his seats */
    HRA_PERMIT_UNDO = 1 << 1, /* undo: take back the last decision of his seats */
    HRA_PERMIT_ASK = 1 << 2,  /* have somebody think for him: advice, analyse, tree, review, tutor, match */
    HRA_PERMIT_TABLE =
        1 << 3, /* what concerns everybody: new, resume, watch, leave, adviser, explain, hold, go;
                             * and stop for machines */
    HRA_PERMIT_READ = 1 << 4, /* all that is kept: plays, files, read; resume, watch and review of an entry */
    HRA_PERMIT_WRITE = 1 << 5, /* put, delete; and the name under which a play is kept (keep=) */
    HRA_PERMIT_VIEW = 1 << 6,  /* look: from other seats */
    HRA_PERMIT_ALL = (1 << 7) - 1
};

typedef enum hra_session_kind {
    HRA_SESSION_HELLO,    /* version; where a play is open, its game, players, seed */
    HRA_SESSION_POSITION, /* the position, with its scene */
    HRA_SESSION_ASK,      /* a person is to move */
    HRA_SESSION_ROLL,     /* dice are to be typed in */
    HRA_SESSION_MOVE,     /* a move was made, by chance too */
    HRA_SESSION_THINKING, /* somebody thinks; or what was found so far */
    HRA_SESSION_ADVICE,   /* moves with what they are worth */
    HRA_SESSION_ANALYSIS, /* what a player says of the position */
    HRA_SESSION_RESULT,   /* the play is over */
    HRA_SESSION_MOVES,    /* the legal moves */
    HRA_SESSION_REVIEW,   /* what moves cost */
    HRA_SESSION_KEPT,     /* kept plays and files */
    HRA_SESSION_WORK,     /* to the owner: something to be thought about, or no longer */
    HRA_SESSION_OK,       /* closes a line */
    HRA_SESSION_ERROR,    /* closes a line; without `re` and line: a machine failed */
    HRA_SESSION_BYE,      /* the session is over for this client */
    HRA_SESSION_MATCH,    /* what was played of a match so far */
    HRA_SESSION_GAMES,    /* what there is to play */
    HRA_SESSION_METHODS,  /* search methods */
    HRA_SESSION_TREE,     /* the tree that a player walked */
} hra_session_kind;

/* An event as C sees it. What it points to is valid during the call. Every event has kind, n, client, re and
 * json; the others are set where they mean something. */
typedef struct hra_session_event {
    hra_session_kind kind;
    int client;
    uint64_t n;       /* 1, 2, ... for each client */
    const char *re;   /* the ID of the line that caused it, NULL: none */
    const char *json; /* the whole event as one line of JSON, without a newline; NULL: not wanted */
    int seat, ply;    /* of POSITION, ASK, ROLL, MOVE, THINKING, ADVICE; seat -1: chance, or nobody */
    hra_move move;    /* of MOVE, where it is not secret */
    bool secret;      /* of MOVE: this client is not told which */
    const hra_analysis *advice; /* of ADVICE; of MOVE: what the adviser, or the machine itself, said of it */
    const hra_analysis
        *thought; /* of MOVE: what it rests on (HRA_WANT_LAST), where the machine itself can tell no more */
    bool pending; /* of ADVICE: the chance to win is still being worked out */
    const hra_analysis *result; /* of ANALYSIS */
    const hra_move_loss
        *cost;                /* of REVIEW, by the tutor: what the move of `ply` cost. Of work that was handed
                                  out, lines of moves in this and in what follows end where chance moves */
    const hra_review *review; /* of REVIEW, else */
    const hra_error *why;     /* of ERROR */
    const char *about;        /* of ERROR: the text that why->at is a place of, NULL: the line */
    const char *text; /* of OK and KEPT: what there is to say, such as the name of what is kept; of WORK: what
                         is to be done, NULL: nobody waits for it any more; of TREE: the tree as JSON */
    const hra_match_result *match; /* of MATCH; the session's, its values in order */
    uint64_t work;                 /* of WORK: its id, for `done` and `found` */
    bool again;                    /* told once more for `sync`; all there is of it is json */
    bool waits;                    /* of REVIEW, by the tutor: the table waits for `undo` or `confirm` */
    const hra_limits
        *usual; /* of MOVE, ADVICE, ANALYSIS, TREE: the limit that ended it, which nobody had named, so that
                                its values are estimates; of moves and advice told once of each player. NULL: none */
} hra_session_event;

typedef struct hra_session_setup {
    size_t size; /* sizeof(hra_session_setup) where it was compiled; what an older one lacks counts as zero */
    const hra_host
        *host; /* NULL: what is built in, no files, no caps; files put into the store are read even then */
    const hra_store *store; /* where plays are kept and files lie; NULL: nothing is kept */
    const char *data;       /* folder of tables, NULL: none */
    void (*event)(void *self, const hra_session_event *event); /* must not call the session */
    void (*wake)(
        void *self);      /* somebody has thought something: call hra_session_step soon. From any thread */
    void *self;           /* of event and wake */
    bool hand_out;        /* thinking is given to the owner instead of done in threads */
    bool typed;           /* events without their JSON */
    int threads;          /* that think at the same time, 0: 2; and blocks of a match */
    hra_limits caps;      /* of every decision, advice, analysis and question to a judge; 0: no such cap. A
                             cap of more than 5 s is no budget: it is nobody's time who has one of his own */
    uint64_t match_games; /* of a match at most; 0: no such cap */
    double match_seconds; /* after which a match ends with the games played so far; 0: no such cap */
    bool silent;    /* client 0 is the owner itself: he is told of work, and how his own lines end, nothing
                       else, and that without JSON */
    uint64_t plays; /* the number of the first play, less 1. Who shares workers among sessions gives each
                       numbers of its own, so that no play is taken for another */
    bool dated;     /* records of plays in which people sit say on which day they began */
    uint64_t put_bytes; /* that `put` may bring in all; 0: no such cap */
    hra_limits
        usual; /* nodes or seconds, of a decision or question of a player that needs a limit and has none; all
                         0: hra_limits_usual() */
    hra_worker_pool
        *pool; /* whose threads run the tasks, shared with others; it outlives the session. NULL: threads of
                              its own */
    int version; /* of the lines and events of clients until they say `session N` in their first line: 1 or 2; 0: 1 */
} hra_session_setup;

/* HRA_EINPUT, HRA_EVERSION: a setup without its size, of a newer library, or without `event`; HRA_ENOMEM. The
 * setup itself need not outlive the call; what it points to must. */
HRA_API hra_err hra_session_open(hra_session **out, const hra_session_setup *setup, hra_error *why);
/* Ends what is being thought, keeps what is kept. Says `bye` to everybody. NULL is allowed. */
HRA_API void hra_session_close(hra_session *session);

/* ---- clients -------------------------------------------------------------------------------*/

/* Somebody comes to look, from `seat`; is sent `hello` and, where a play is open, where it stands, before
 * this returns the number of the client, the smallest that is free; or HRA_ELIMIT: too many look on;
 * HRA_EINPUT: no such seat. Number 0 is the owner, who is given the work that is handed out. At a later play
 * that has no such seat he watches. */
HRA_API int hra_session_attach(hra_session *session, int seat);
/* The same with a settled place. Somebody comes to look from these seats (several: as people who share a
 * screen, each sees his own when he is asked) and may do what `may` says, HRA_PERMIT_PLAY | ...; what that is,
 * he is told in `hello`. Seats that a table does not have count for nothing: without any he watches.
 * HRA_ELIMIT; HRA_EINPUT: there are no such rights. */
HRA_API int hra_session_admit(hra_session *session, unsigned seats, unsigned may);
/* Reads from where somebody looks, as the line `look` writes it: "table" (HRA_SEATS_ALL), "watch" (no seat),
 * or one of the seats 0..count-1. HRA_EINPUT: it is none of these. Any thread. */
HRA_API hra_err hra_seats_read(const char *text, int count, unsigned *seats, hra_error *why);
/* Somebody who looks on already is given another place, which he is told as by `look`: who watched sits down,
 * who sat watches, or may do more or less. HRA_EINPUT: nobody has this number, or there are no such rights.
 */
HRA_API hra_err hra_session_reseat(hra_session *session, int client, unsigned seats, unsigned may);
/* What he waits for is given up, which he is told, and then `bye`. */
HRA_API void hra_session_detach(hra_session *session, int client);

/* ---- lines and moves -----------------------------------------------------------------------*/

/* Does what a line says. Whatever it holds, all that can happen is events: an error is told to the client.
 * `text` need not end with a newline nor with a zero. */
HRA_API void hra_session_line(hra_session *session, int client, const char *text, size_t length);

/* Makes a move for a client, or a roll where dice are to be typed in, as the lines `move` and `roll` with its text do, but
 * returns how it ended instead of sending `ok` or `error`. HRA_EINPUT: nobody has this number, or the move is not
 * legal; HRA_ESTATE: no play is open, or nobody is asked, or somebody else; HRA_ENOMEM. */
HRA_API hra_err hra_session_move(hra_session *session, int client, hra_move move, hra_error *why);

/* Goes on with what has been thought in the meantime. True: something is still being thought. */
HRA_API bool hra_session_step(hra_session *session);
/* Waits until something has been thought, at most so many seconds (negative: for ever); true where there is
 * something to step for. For owners that have nothing else to wait for. False at once where nobody thinks,
 * and where thinking is handed out: then the owner's own lines are all that can come. */
HRA_API bool hra_session_wait(hra_session *session, double seconds);

/* ---- state ---------------------------------------------------------------------------------*/

/* The play at the table, to look at; NULL: none is open. Valid until the next line or step. */
HRA_API const hra_play *hra_session_play(const hra_session *session);
/* How a session is. */
typedef struct hra_session_info {
    size_t size;       /* sizeof(hra_session_info) of the library: members beyond it are not there */
    const char *saved; /* the name under which the play is saved; NULL: it is not */
    bool advises; /* the people at the table want advice at every decision: `advise` of `new` and `resume`,
                              which stays with a saved play; asking for it is up to whoever shows the table */
    const char
        *preparing;  /* what a player that is being opened in a thread of the session does; NULL: none is */
    double prepared; /* how much of that is done, 0 to 1, or less than 0 where nobody knows */
} hra_session_info;

/* Returns how it is now. It is the session's, and valid until the next call with it. */
HRA_API const hra_session_info *hra_session_snapshot(hra_session *session);

#ifdef __cplusplus
}
#endif
#endif
