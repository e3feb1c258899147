/* hra as the engine of an arena, as far as UCI, UGI and UBGI have it in common: a player of hra is opened when it
 * is first needed and thinks in the dialogue's job, options are set, lines are taken to pieces. What lines
 * mean is each interface's own. */
#ifndef HRA_PROTOCOL_UGI_COMMON_H
#define HRA_PROTOCOL_UGI_COMMON_H

#include "hra/protocol.h"
#include "players/agent.h"

enum { HRA_ARENA_MOVES = 4096 /* before a position that will be analysed */ };

typedef struct hra_arena hra_arena;

/* What is wrong with a line. */
typedef enum hra_arena_fault {
    HRA_ARENA_UNKNOWN,  /* there is no such command */
    HRA_ARENA_ARGUMENT, /* it cannot be read, or not be done so */
    HRA_ARENA_CONTEXT,  /* something has to be said before */
    HRA_ARENA_FEATURE,  /* it is known, and not had here */
    HRA_ARENA_FAILED,   /* of the engine: no memory, no player */
} hra_arena_fault;

/* A command; `rest` is what follows its name, without blanks around it and with none but ' ' in it. */
typedef struct hra_arena_command {
    const char *name; /* NULL: the table ends */
    void (*obey)(hra_arena *, char *rest);
    bool
        at_once; /* while something opens, too; others come in turn, so that none overtakes the `go` it is about */
    bool plays; /* once the player is open */
} hra_arena_command;

/* An interface. */
typedef struct hra_arena_kind {
    const hra_arena_command *commands;
    void (*complain)(const hra_arena *, hra_arena_fault, const char *text);
    /* The move in `choice`, in `state`: a search is over. */
    void (*say_move)(const hra_arena *);
    /* What is known by now. */
    void (*tell)(const hra_arena *, const hra_decision *, double seconds);
    /* An option of its own; false: it has none of this name. NULL: it has no options of its own. */
    bool (*set)(hra_arena *, const char *name, const char *value, hra_error *why);
    /* In the job: looks for `choice` in its own way, by `question`. NULL: asks the player once, and tells. */
    void (*think)(hra_arena *);
} hra_arena_kind;

typedef enum hra_arena_moment {
    HRA_ARENA_IDLE,
    HRA_ARENA_OPENING, /* the player, and what it builds */
    HRA_ARENA_THINKING,
    HRA_ARENA_HOLDING, /* the search has ended, but the move is not asked for yet */
} hra_arena_moment;

struct hra_arena {
    const hra_arena_kind *kind;
    hra_protocol *dialogue;
    const hra_game *game;
    char spec[HRA_SPEC_LENGTH]; /* of the player */
    double seed;                /* of its random numbers, a whole number */
    uint64_t games;             /* that were begun */
    hra_player *player;
    hra_agent *agent;
    hra_err failed; /* of the opening, and in words */
    hra_error why;
    void *state, *next; /* the position; and where moves are tried, by the work while there is any */
    hra_move *moves;    /* room for those of one state */
    uint64_t history[HRA_ARENA_MOVES];
    int history_length;
    hra_arena_moment moment;
    bool infinite, over;
    hra_question question;
    hra_move choice;
    int told; /* the depth that was sent last; -1: none */
};

/* Copies the interface that a game offers to the protocol of this name, `size` bytes. HRA_EFIT: there is
 * none; HRA_EVERSION: it is larger than this library knows; HRA_EINPUT: it does not begin with its size. */
hra_err hra_arena_words(void *out, size_t size, const hra_game *game, const char *protocol, hra_error *why);
/* The table lacks a member: HRA_EINPUT. */
hra_err hra_arena_lacks(const hra_game *game, const char *protocol, hra_error *why);

/* Begins a dialogue in memory that is all zeros. HRA_EINPUT: no such player, or a person; HRA_ENOMEM. */
hra_err hra_arena_open(hra_arena *a, const hra_arena_kind *kind, hra_protocol *dialogue, hra_error *why);
/* Gives back what it holds, but not itself. */
void hra_arena_close(hra_arena *a);

/* ---- what a kind of protocol asks for ------------------------------------------------------- */

hra_protocol_answer hra_arena_line(void *self, char *text);
void hra_arena_refuse(void *self, const char *why);
bool hra_arena_work(void *self);
void hra_arena_worked(void *self);

/* ---- commands that all have ---------------------------------------------------------------- */

void hra_arena_ready(hra_arena *a, char *rest);
void hra_arena_set_option(hra_arena *a, char *rest);
void hra_arena_stop(hra_arena *a, char *rest);
void hra_arena_quit(hra_arena *a, char *rest);

/* ---- what they are made of ------------------------------------------------------------------ */

/* Name, author, and the options of every arena. */
void hra_arena_introduce(const hra_arena *a);
/* Takes another player, which is opened when it is next needed. HRA_ELIMIT: its name is too long. */
hra_err hra_arena_name_player(hra_arena *a, const char *spec, hra_error *why);
/* Another game begins: nothing of the last one is remembered. */
void hra_arena_new_game(hra_arena *a);
/* A search that goes on ends with its move. */
void hra_arena_end_search(hra_arena *a);
/* Lets the player think about `state`; `infinite`: until it is stopped. */
void hra_arena_think(hra_arena *a, const hra_limits *limits, bool infinite);
/* The text behind a word that stands for itself in a line; NULL: it is not there. What comes before it ends
 * there. */
char *hra_arena_behind(char *text, const char *word);
/* The number behind a word that stands for itself in a line; *out stays where there is none. False: what
 * stands there is no number of 0..1e15. */
bool hra_arena_number(const char *line, const char *word, double *out);

#endif
