/* hra/protocol.h: protocols, by which other programs play with hra: lines of text in, lines of text out.
 *
 * A dialogue knows no file and no socket. Whoever owns it – a pipe, a server with many of them, a test –
 * hands it each line that came and is handed each line that goes out:
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
 * What takes long – a search, the opening of a player that builds tables – is done in a job of its own where
 * the owner allows that (`background`), so that the dialogue answers while it thinks; `wake` then tells the
 * owner, from that job, to come for what is due. Where it does not, each hra_protocol_step does a piece of
 * the work, and lines are heard between the pieces.
 *
 * Which game is played: a protocol is offered by games, in their catalogues, together with what it has to
 * know of them (`protocols` of hra_rules_catalogue), for Hub an hra_hub. UGI plays every game of two seats
 * without chance, of which it has to know nothing.
 *
 * Thread-safety: a dialogue is used by one thread at a time, several dialogues by as many; hra_protocol_stop
 * may be called from any thread and from a signal handler. */
#ifndef HRA_PROTOCOL_H
#define HRA_PROTOCOL_H

#include "hra/player.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HRA_PROTOCOL_LINE = 1 << 16,    /* a line is shorter than so many bytes */
    HRA_PROTOCOL_WAITING = 1 << 20, /* bytes of lines that wait until something is open, at most */
};

typedef struct hra_protocol_kind hra_protocol_kind;
typedef struct hra_protocol hra_protocol; /* one dialogue */

/* ---- a dialogue and its owner ---------------------------------------------------------------*/

typedef struct hra_protocol_setup {
    size_t
        size; /* sizeof(hra_protocol_setup) where it was compiled; what an older one lacks counts as zero */
    const hra_protocol_kind *kind; /* outlives the dialogue */
    const hra_host *host;          /* which games there are, files, caps; NULL: as of hra_game_open */
    const char *game;              /* spec; NULL: the first game of the host that offers the protocol */
    const char *data;              /* folder of user data; NULL: none may be used */
    bool background;               /* long work is done in a thread of its own */
    /* Takes a line that goes out, with its newline; called by hra_protocol_line and _step. */
    void (*sink)(void *self, const char *line, size_t length);
    /* Something is due: step soon. Called with `background` only, from the thread that works; it must not
     * wait for the owner, nor call anything of this header. NULL: the owner steps without being told. */
    void (*wake)(void *self);
    void *self; /* handed to both */
    /* Spec of who plays, for protocols of many games (UGI); NULL: the game's best player. */
    const char *player;
} hra_protocol_setup;

/* Opens the game and begins the dialogue; the texts of the setup are copied. HRA_EINPUT: no kind or no sink,
 * no game for a protocol of many, or what hra_game_open says of the spec; HRA_EFIT: no game offers the
 * protocol, or this one does not, or is none that it plays; HRA_EVERSION: a setup, or a table of the game,
 * that is larger than this library knows; HRA_ENOMEM. */
HRA_API hra_err hra_protocol_open(hra_protocol **out, const hra_protocol_setup *setup, hra_error *why);
/* Takes one line, with its end or without. What does not fit the protocol is answered in its words, and so is
 * a line that is too long or holds a zero byte. What can only be done when something is open waits until it
 * is. `line` NULL: no more lines come; those that wait are still obeyed, then the dialogue is over, and a search
 * is given up. HRA_ESTATE: the dialogue is over, or no more lines were to come; HRA_ENOMEM: lines that go out were lost. */
HRA_API hra_err hra_protocol_line(hra_protocol *dialogue, const char *line, size_t length);
/* Hands out what is due; without `background` it does a piece of the work first, which takes some
 * milliseconds in a search of Hub, and in an opening or a search of UGI as long as that takes. HRA_ENOMEM:
 * lines were lost. */
HRA_API hra_err hra_protocol_step(hra_protocol *dialogue);
/* How a dialogue is doing. */
typedef struct hra_protocol_state {
    bool over;    /* it was said good-bye, or there are no more lines: time to close */
    bool due;     /* step has something to do at once */
    bool working; /* something is under way: a search, an opening */
} hra_protocol_state;

HRA_API hra_protocol_state hra_protocol_status(hra_protocol *dialogue);
/* Waits until the job in the background is done, at most so many seconds (negative: for ever); true when
 * there is none or it is done, and a step tells what came of it. */
HRA_API bool hra_protocol_wait(hra_protocol *dialogue, double seconds);
/* Ends soon what is under way, as far as it has come: a search answers with what it has found, an opening is
 * given up. Any thread, a signal handler too. */
HRA_API void hra_protocol_stop(hra_protocol *dialogue);
/* Stops what is under way and waits for that; nothing goes out any more. NULL is allowed. */
HRA_API void hra_protocol_close(hra_protocol *dialogue);

/* ---- kinds of protocols ---------------------------------------------------------------------*/

/* The protocols that are built in: index 0 and up, NULL past the last. */
HRA_API const hra_protocol_kind *hra_protocol_known(int index);

typedef enum hra_protocol_answer {
    HRA_PROTOCOL_DONE,  /* the line was dealt with */
    HRA_PROTOCOL_LATER, /* not now: it is handed in again when the work is over; the text was left alone */
    HRA_PROTOCOL_BYE,   /* the dialogue is over */
} hra_protocol_answer;

/* A protocol. All of its functions but `work` are called by the owner's thread, none while another one runs
 * but beside `work`; what both look at is set before hra_protocol_begin or after hra_protocol_halt. */
struct hra_protocol_kind {
    size_t size;         /* sizeof(hra_protocol_kind) where the table was compiled */
    const char *name;    /* in small letters, of the program's command too: "hub" */
    const char *summary; /* one line */
    const char *help;    /* what it understands, in a few lines */
    /* Begins; the game is open. HRA_ENOMEM, or what the game's offer lacks. */
    hra_err (*open)(hra_protocol *, void **self, hra_error *);
    void (*close)(void *self); /* nothing is under way */
    /* A line without its end, which may be taken to pieces where it stands; NULL: no more of them come. Once
     * a line was put off (LATER), all that follow have to be, except those that cannot wait. */
    hra_protocol_answer (*line)(void *self, char *text);
    /* Says that a line could not be taken: "a line is too long". */
    void (*refuse)(void *self, const char *why);
    /* A piece of what hra_protocol_begin began; false: it was the last. Where `stop` of the context is set it
     * ends soon. Without `background` a piece of a search should take some milliseconds. */
    bool (*work)(void *self);
    /* The last piece is done, and hra_protocol_halt did not ask for that. */
    void (*worked)(void *self);
    /* Whether it plays this game, which has nothing to tell it; NULL: it plays those that offer it. */
    bool (*fits)(const hra_game *);
    /* What is wrong is not for the other end, which could not bear it: a line that goes out and begins with
     * `error` is for the owner to say, and the dialogue is over then. Zero bytes before a line are passed
     * over by the owner too. */
    bool errors_to_stderr;
};

/* Returns the built-in protocol of that name, or NULL. */
static inline const hra_protocol_kind *hra_protocol_find(const char *name) {
    for (int i = 0; hra_protocol_known(i); i++)
        if (strcmp(hra_protocol_known(i)->name, name) == 0)
            return hra_protocol_known(i);
    return NULL;
}

/* What a kind needs to know of its dialogue. */
typedef struct hra_protocol_context {
    size_t size; /* sizeof(hra_protocol_context) of the library: members beyond it are not there */
    const hra_game *game;
    const void *words;    /* what the game offers the protocol (hra_protocol_offer); NULL: nothing */
    const char *data;     /* folder of user data, or NULL */
    const char *player;   /* the setup's, or NULL */
    bool background;      /* work is done in a thread of its own */
    const hra_stop *stop; /* set when `work` should end soon */
} hra_protocol_context;

/* Returns that of a dialogue, from `open` of its kind on. It is the dialogue's, and does not change. */
HRA_API const hra_protocol_context *hra_protocol_context_of(const hra_protocol *dialogue);
/* A line that goes out, without its end; from `work` too. */
HRA_API void hra_protocol_say(hra_protocol *dialogue, const char *format, ...) HRA_PRINTF(2, 3);
/* From now on `work` is called, piece by piece; nothing is under way. HRA_ENOMEM, HRA_ETHREAD. */
HRA_API hra_err hra_protocol_begin(hra_protocol *dialogue);
/* Stops what is under way and waits for it; `worked` is not called. Nothing where there is none. */
HRA_API void hra_protocol_halt(hra_protocol *dialogue);

#ifdef __cplusplus
}
#endif
#endif
