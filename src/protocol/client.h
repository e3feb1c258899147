/* The other end of a protocol: a program plays, and here is who asks it. What all protocols share – the
 * program's process, lines, deadlines, failures in words – is in client.c; what the lines mean is a kind of
 * client's. */
#ifndef HRA_PROTOCOL_CLIENT_H
#define HRA_PROTOCOL_CLIENT_H

#include "hra/game.h"
#include "hra/player.h"
#include "move_history.h"

typedef struct hra_client_kind hra_client_kind;

/* What the program does. */
typedef enum hra_client_stage { HRA_CLIENT_STARTS, HRA_CLIENT_THINKS, HRA_CLIENT_ENDS } hra_client_stage;

typedef struct hra_client {
    const hra_game *game;
    const hra_client_kind *kind;
    const void *words;          /* what the game offers to the protocol */
    const hra_options *options; /* of the player: cmd or at, set, patience, margin, log */
    hra_channel *channel;       /* NULL: the program does not run */
    bool fresh;                 /* another game begins */
    hra_client_stage stage;     /* for words */
    double deadline;            /* of the lines sent and awaited now */
    hra_clocks clocks;          /* for the next move; seconds 0 of its seat: it has none */
    const hra_stop *stop;
    hra_text out, line; /* the line that goes out; the one that came last */
    hra_text errors;    /* standard error of a program that was ended, not yet taken */
    char unknown
        [72]; /* the last line that the protocol does not know there, for words; "": none since it was asked */
    char name[128]; /* how the program calls itself; "": it did not say */
    hra_error why;  /* of the last failure */
    void *self;     /* the kind's */
} hra_client;

/* A protocol from this end. Its functions but open return what hra_client_say, _hear and _fail do, after
 * which the program is ended. */
struct hra_client_kind {
    const char *name; /* as games offer it: "hub" */
    const char *bye;  /* the line that asks the program to end */
    bool clocks;      /* `ask` sends the time of clocks */
    /* Memory of one dialogue. HRA_EFIT: what the game offers is not enough for this end; HRA_ENOMEM. */
    hra_err (*open)(hra_client *);
    void (*close)(hra_client *);    /* after a failed open too */
    hra_err (*greet)(hra_client *); /* finds out that the program speaks the protocol and plays the game */
    /* Sets a parameter that the user names. */
    hra_err (*set)(hra_client *, int name_length, const char *name, int value_length, const char *value);
    hra_err (*prepare)(hra_client *); /* until it can play */
    /* Sends the position and the limits, and starts its search. */
    hra_err (*ask)(hra_client *, const hra_question *, const hra_limits *);
    /* Waits for its move; what it reports on the way goes into a result that was cleared. */
    hra_err (*hear_move)(hra_client *, hra_analysis *);
    /* Reads the text that it sent as a move in this state. */
    hra_err (*take_move)(hra_client *, const void *state, hra_analysis *);
    /* As of the protocol's other end: NULL: it plays the games that offer it. */
    bool (*fits)(const hra_game *);
};

extern const hra_client_kind hra_client_hub, hra_client_uci, hra_client_ugi, hra_client_ubgi,
    hra_client_gnubg;

/* Nothing runs yet. HRA_EFIT, HRA_ENOMEM in c->why; released then too. */
hra_err hra_client_init(hra_client *c);
void hra_client_release(hra_client *c);
/* Starts the program and greets it. HRA_EDENIED: the game's host runs none. */
hra_err hra_client_start(hra_client *c, const hra_stop *stop);
/* Its next move, or why there is none; a program that does not run is started first. One that failed, or did
 * not answer to a stop, is ended. */
hra_err hra_client_choose(hra_client *c, const hra_question *, const hra_limits *, hra_analysis *);

/* Appends what the program wrote to its standard error since the last call. */
void hra_client_errors(hra_client *c, hra_text *out);
/* Passes the reason of a failure, and the end of standard error, to the host. */
void hra_client_report(hra_client *c);

/* ---- for the kinds --------------------------------------------------------------------------*/

/* A line that goes out, without its end. */
hra_err hra_client_say(hra_client *c, const char *format, ...) HRA_PRINTF(2, 3);
/* Passes over this line, which the protocol does not know there: programs may say more than a protocol knows. */
void hra_client_pass_over(hra_client *c, const char *line);
/* The next line that is not empty, in c->line. */
hra_err hra_client_hear(hra_client *c);
/* The text after a word at the front of that line; NULL: the line begins with another word. */
const char *hra_client_behind(const hra_client *c, const char *word);
/* Fills the result whose move it chose after this past, and adds that. HRA_ENOMEM. */
hra_err hra_client_chose(hra_client *c, hra_past *past, hra_analysis *result);
/* The program named an illegal move. */
hra_err hra_client_illegal(hra_client *c, const char *move);
/* Writes the reason of a failure after the program's name: "'./engine' " format " while it thought". */
hra_err hra_client_fail(hra_client *c, hra_err code, const char *format, ...) HRA_PRINTF(3, 4);

#endif
