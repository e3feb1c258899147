/* hra/protocol.h: protocols by which hra is an engine for other programs: lines of text in, lines of text out.
 *
 * A dialogue knows no file and no socket. Its owner (a pipe, a server, a test) passes it each line that comes, and gets
 * each line that goes out:
 *
 *     hra_protocol_setup setup = {.size = sizeof setup, .kind = hra_protocol_find("hub"),
 *                                 .background = true, .sink = send, .wake = wake, .self = me};
 *     hra_protocol_open(&dialogue, &setup, &why);
 *     while (!hra_protocol_status(dialogue).over) {
 *         wait for a line, or for wake;
 *         hra_protocol_line(dialogue, line, length);    if there is one
 *         hra_protocol_step(dialogue);                  after a wake
 *     }
 *     hra_protocol_close(dialogue);
 *
 * Long work is a search, or the opening of a player that builds tables. With `background` it runs in a thread of its
 * own, so that the dialogue answers meanwhile; the thread calls `wake`, and the owner then steps. Without `background`
 * each hra_protocol_step does a piece of the work, and lines are read between the pieces.
 *
 * Games offer protocols in their catalogues, with the data that a protocol needs (`protocols` of hra_rules_catalogue),
 * an hra_hub for Hub. UGI needs no data: it plays every game of two seats without chance.
 *
 * Thread-safety: one thread at a time uses a dialogue. Any thread and any signal handler may call hra_protocol_stop. */
#ifndef HRA_PROTOCOL_H
#define HRA_PROTOCOL_H

#include "hra/player.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HRA_PROTOCOL_LINE = 1 << 16,    /* lines must be shorter than this, in bytes */
    HRA_PROTOCOL_WAITING = 1 << 20, /* the most bytes of lines that wait for a player to be opened */
};

typedef struct hra_protocol_kind hra_protocol_kind;
typedef struct hra_protocol hra_protocol; /* one dialogue */

/* ---- a dialogue and its owner ---------------------------------------------------------------*/

typedef struct hra_protocol_setup {
    size_t size; /* sizeof(hra_protocol_setup) of the caller; members beyond it count as zero */
    const hra_protocol_kind *kind; /* must outlive the dialogue */
    const hra_host *host;          /* games, files, caps; NULL: as in hra_game_open */
    const char *game;              /* spec; NULL: the first game of the host that offers the protocol */
    const char *data;              /* data directory; NULL: none */
    bool background;               /* long work runs in a thread of its own */
    /* Gets a line that goes out, with its newline; called by hra_protocol_line and hra_protocol_step. */
    void (*sink)(void *self, const char *line, size_t length);
    /* Called with `background` only, from the thread of the work, if the owner should step. It must not wait for the
     * owner, and must not call functions of this header. NULL: not called. */
    void (*wake)(void *self);
    void *self; /* passed to both */
    /* Spec of the player, for protocols of many games (UGI); NULL: the game's best player. */
    const char *player;
} hra_protocol_setup;

/* Opens the game and begins the dialogue, which the caller closes. Texts of the setup are copied. Returns
 *   HRA_EINPUT    if there is no kind or no sink, a protocol of many games has no game, or the spec of the game is
 *                 wrong
 *   HRA_EFIT      if no game offers the protocol, or this game does not
 *   HRA_EVERSION  if the setup, or a struct of the game, is larger than this library knows
 *   HRA_ENOMEM. */
HRA_API hra_err hra_protocol_open(hra_protocol **out, const hra_protocol_setup *setup, hra_error *why);
/* Takes one line, with or without its newline. A line that does not fit the protocol, is too long, or has a NUL byte,
 * gets an answer in the words of the protocol. A line that needs an open player waits until it is open. `line` NULL:
 * there are no more lines; waiting lines are still handled, then the dialogue is over and a search is cancelled.
 * Returns
 *   HRA_ESTATE  if the dialogue is over, or there were to be no more lines
 *   HRA_ENOMEM  if lines that go out were lost. */
HRA_API hra_err hra_protocol_line(hra_protocol *dialogue, const char *line, size_t length);
/* Sends the lines that are due. Without `background` it does a piece of the work first: some milliseconds in a search
 * of Hub; in UGI, and in an opening, all of it. Returns
 *   HRA_ENOMEM  if lines that go out were lost. */
HRA_API hra_err hra_protocol_step(hra_protocol *dialogue);
/* State of a dialogue. */
typedef struct hra_protocol_state {
    bool over;    /* the other program ended it, or there are no more lines: close it */
    bool due;     /* hra_protocol_step has something to do now */
    bool working; /* a search or an opening runs */
} hra_protocol_state;

HRA_API hra_protocol_state hra_protocol_status(hra_protocol *dialogue);
/* Waits until the work in the background is done, at most `seconds` (negative: without limit). Returns true if none
 * runs; a step then sends its result. */
HRA_API bool hra_protocol_wait(hra_protocol *dialogue, double seconds);
/* Stops running work soon: a search answers with what it has found, an opening is cancelled. Any thread, signal
 * handlers too. */
HRA_API void hra_protocol_stop(hra_protocol *dialogue);
/* Stops running work, waits for it, and closes the dialogue; no more lines go out. NULL is allowed. */
HRA_API void hra_protocol_close(hra_protocol *dialogue);

/* ---- kinds of protocols ---------------------------------------------------------------------*/

/* Returns a built-in protocol: index 0 and up, NULL past the last. Static. */
HRA_API const hra_protocol_kind *hra_protocol_known(int index);

typedef enum hra_protocol_answer {
    HRA_PROTOCOL_DONE,  /* the line was handled */
    HRA_PROTOCOL_LATER, /* the same line, which was not changed, comes again after the work */
    HRA_PROTOCOL_BYE,   /* the dialogue is over */
} hra_protocol_answer;

/* A protocol. The owner's thread calls all functions except `work`. Only `work` may run at the same time as another
 * function; set what both use before hra_protocol_begin or after hra_protocol_halt. */
struct hra_protocol_kind {
    size_t size;         /* sizeof(hra_protocol_kind) of the author's program */
    const char *name;    /* in lower case, also the name of the command: "hub" */
    const char *summary; /* one line */
    const char *help;    /* what it understands, in a few lines */
    /* Begins a dialogue; the game is open. Returns HRA_ENOMEM, or an error of the data that the game offers. */
    hra_err (*open)(hra_protocol *, void **self, hra_error *);
    void (*close)(void *self); /* called while no work runs */
    /* Handles a line without its newline, and may change its text; NULL: there are no more lines. After LATER it must
     * answer LATER to all lines that can wait. */
    hra_protocol_answer (*line)(void *self, char *text);
    /* Sends an error about a line that the library refused: "a line is too long". */
    void (*refuse)(void *self, const char *why);
    /* Does a piece of the work that hra_protocol_begin began. Returns false after the last piece. If `stop` of the
     * context is set, it returns soon. Without `background` a piece of a search should take some milliseconds. */
    bool (*work)(void *self);
    /* Called after the last piece, unless hra_protocol_halt ended the work. */
    void (*worked)(void *self);
    /* Returns whether it plays this game, which offers it no data. NULL: it plays only games that offer it. */
    bool (*fits)(const hra_game *);
    /* The other program cannot read errors. If a line that goes out begins with `error`, the owner prints it for the
     * user, and the dialogue is over. The owner also skips NUL bytes before a line. */
    bool errors_to_stderr;
};

/* Returns the built-in protocol of that name, or NULL. Static. */
static inline const hra_protocol_kind *hra_protocol_find(const char *name) {
    for (int i = 0; hra_protocol_known(i); i++)
        if (strcmp(hra_protocol_known(i)->name, name) == 0)
            return hra_protocol_known(i);
    return NULL;
}

/* Facts about a dialogue, for its kind. */
typedef struct hra_protocol_context {
    size_t size; /* sizeof(hra_protocol_context) of the library: members beyond it do not exist */
    const hra_game *game;
    const void *words;    /* data that the game offers the protocol (hra_protocol_offer); NULL: none */
    const char *data;     /* data directory, or NULL */
    const char *player;   /* of the setup, or NULL */
    bool background;      /* work runs in a thread of its own */
    const hra_stop *stop; /* set if `work` should end soon */
} hra_protocol_context;

/* Returns the context of a dialogue, from `open` of its kind on. It is the dialogue's, and does not change. */
HRA_API const hra_protocol_context *hra_protocol_context_of(const hra_protocol *dialogue);
/* Sends a line; the library adds the newline. Also allowed in `work`. */
HRA_API void hra_protocol_say(hra_protocol *dialogue, const char *format, ...) HRA_PRINTF(2, 3);
/* Starts work: from now on `work` is called, piece by piece. No other work may run. Returns
 *   HRA_ENOMEM
 *   HRA_ETHREAD  if no thread could be started. */
HRA_API hra_err hra_protocol_begin(hra_protocol *dialogue);
/* Stops running work and waits for it; `worked` is not called. Does nothing if none runs. */
HRA_API void hra_protocol_halt(hra_protocol *dialogue);

/* ---- checking a program ---------------------------------------------------------------------
 * The other end: a program that speaks UGI or UBGI is played through the rules of the protocol, one after the other. */

typedef enum hra_rule_verdict {
    HRA_RULE_KEPT,    /* the program does what the rule says */
    HRA_RULE_HINT,    /* it plays, but other arenas may expect more */
    HRA_RULE_BROKEN,  /* it does not */
    HRA_RULE_SKIPPED, /* not tried, since the program could not be started, or the game has no such position */
} hra_rule_verdict;

/* A rule that was tried. Texts are valid during the call; lines in them end with newlines. Of texts from the program
 * control characters are replaced by '?'. */
typedef struct hra_rule_report {
    int number;       /* from 1 */
    const char *rule; /* "answers 'isready' with 'readyok'", in the language of the process */
    hra_rule_verdict verdict;
    const char *sent;     /* the last lines to the program */
    const char *came;     /* the last lines from it, and how it ended */
    const char *expected; /* one line; "" if the rule is kept */
    const char *advice;   /* one line, in the language of the process; "" if the rule is kept */
    const char *errors;   /* the end of its standard error during the rule */
} hra_rule_report;

typedef struct hra_program_check {
    size_t size;          /* sizeof(hra_program_check) of the caller */
    const hra_game *game; /* its host runs programs */
    const char *command;  /* a command line for the user's shell */
    const char *protocol; /* "ugi", "ubgi", "uci"; NULL: the first of UBGI, UCI, UGI that fits */
    double seconds;       /* time of a move, above 0 */
    double margin;        /* how much longer an answer may take */
    double timeout;       /* for starting, and for other answers */
    bool first;           /* end after the first broken rule */
    int games;            /* number of whole games against random moves */
    uint64_t seed;        /* of these moves */
    const hra_stop *stop; /* may be NULL */
    void (*judged)(void *self, const hra_rule_report *report);
    void *self;
} hra_program_check;

/* What a check found. */
typedef struct hra_program_checked {
    int broken;        /* number of broken rules */
    int hints;         /* number of rules with a hint */
    int moves;         /* number of answered questions */
    double first_move; /* seconds of the first of them, which often has a program's slow start in it */
    double slowest;    /* seconds of the slowest other one */
} hra_program_checked;

/* Starts the program, tries the rules in order, and calls `judged` for each. Returns
 *   HRA_EFIT      if the game does not fit the protocol
 *   HRA_EINPUT    if the protocol is unknown, or a number is out of range
 *   HRA_EDENIED   if the game's host runs no programs
 *   HRA_ESTOPPED  if `stop` was set
 *   HRA_EIO, HRA_ENOMEM. */
HRA_API hra_err hra_check_program(const hra_program_check *check, hra_program_checked *out, hra_error *why);

#ifdef __cplusplus
}
#endif
#endif
