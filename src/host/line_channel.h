/* Lines to another program and from it, with deadlines, over files that do not block: the ends of two pipes,
 * or a socket. What hra/host.h says of reading and writing holds here. */
#ifndef HRA_HOST_LINE_CHANNEL_H
#define HRA_HOST_LINE_CHANNEL_H

#include "hra/host.h"

typedef struct hra_lines {
    int from, to, log; /* files, -1: none; a socket is both of the first two */
    int errors;        /* the program's standard error, which is read beside its output; -1: none */
    long number;       /* of the process, for the log */
    void *owner;
    /* Whether the other end has ended, though a file may still be open. NULL: not known. */
    bool (*has_ended)(void *owner);
    /* Says why it ended: HRA_EENDED. */
    hra_err (*tell_end)(void *owner, hra_error *why);
    hra_text note;     /* the line of the log that is being put together */
    size_t begin, end; /* what has been read and not handed out */
    char buffer[HRA_CHANNEL_LINE];
    size_t said;                   /* bytes of standard error that were not taken yet */
    char tail[HRA_CHANNEL_ERRORS]; /* the last of them */
} hra_lines;

void hra_lines_init(hra_lines *lines); /* without any file */
/* Closes the files; the owner is the caller's. */
void hra_lines_release(hra_lines *lines);
/* Reads what there is of standard error, without waiting: the log gets all of it. Returns whether more may come. */
bool hra_lines_read_errors(hra_lines *lines);
/* Appends the end of standard error, as `errors` of a channel. */
void hra_lines_take_errors(hra_lines *lines, hra_text *out);
/* Opens the log, to which lines are added; NULL: there is none. HRA_EIO and others of hra_file_failed. */
hra_err hra_lines_open_log(hra_lines *lines, const char *log, hra_error *why);
/* Errors as of the functions of a channel. */
hra_err hra_lines_write(hra_lines *lines, const char *text, size_t length, double deadline,
                        const hra_stop *stop, hra_error *why);
hra_err hra_lines_read(hra_lines *lines, hra_text *line, double deadline, const hra_stop *stop,
                       hra_error *why);

/* The file again, above the standard streams wherever these are closed, and not for programs that are
 * started; the old number is closed. Negative: as it was, or errno says why. */
int hra_file_above(int file);
void hra_file_end(int *file); /* closed, and -1 */

#endif
