/* A person, or a program, at a session: tells it lines, one at a time, and waits until they are done. */
#ifndef HRA_TERM_SESSION_CLIENT_H
#define HRA_TERM_SESSION_CLIENT_H

#include <hra/hra.h>
#include <hra/session.h>

typedef struct sitting {
    hra_session *session;
    int client;
    /* Called with each event but those that close lines; NULL: none. */
    void (*event)(void *self, const hra_session_event *event);
    void (*late)(void *self); /* called once if a line is not done after a second; NULL: none */
    void *self;
    double since;           /* when the line began; 0: there is none, or `late` was called */
    hra_session_kind waits; /* ASK, ROLL or RESULT where the table waits for that, REVIEW where it waits for
                             * `undo` or `confirm`; else OK */
    int seat;               /* of what it waits for */
    bool failed;            /* a machine could not move, which was said */
    bool closed;            /* the line that was sent is done, */
    bool warned;            /* or the tutor warns of its moves, which wait */
    hra_error why;          /* and what went wrong; code 0: nothing */
    char about[512];        /* the text that why.at is a place of */
    hra_error unheard;      /* the first that went wrong while `event` was NULL; code 0: nothing */
    char said[512];         /* what the session had to say to it; "": nothing */
} sitting;

/* `setup` without event, self and typed. Errors as of hra_session_open. */
hra_err sitting_open(sitting *s, const hra_session_setup *setup, hra_error *why);
void sitting_close(sitting *s);
/* One line, without its newline; what came of it is returned too. HRA_ESTOPPED: Ctrl-C was pressed. */
hra_err sitting_tell(sitting *s, const char *line);
hra_err sitting_tellf(sitting *s, const char *format, ...) HRA_PRINTF(2, 3);
/* Makes a move, or a roll, for the seat that is asked; returns the result as sitting_tell does. */
hra_err sitting_move(sitting *s, hra_move move);
/* Lets the thinking go on for a moment; false: Ctrl-C was pressed. */
bool sitting_wait(sitting *s);
/* Waits until no player thinks, such as a tutor; false: Ctrl-C was pressed. */
bool sitting_settle(sitting *s);
/* Appends a word as lines take it: in quotes where it needs them. */
void sitting_add_word(hra_text *line, const char *word);

#endif
