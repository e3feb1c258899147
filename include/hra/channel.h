/* hra/channel.h: a dialogue in lines with a program that runs beside this one.
 *
 * The library opens none by itself: a host does that (`run` of hra_host), and a channel is what it hands
 * back, a table of functions. What is at the other end may say anything, stop answering, or die at any
 * moment.
 *
 * Deadlines are times of hra_clock. Thread-safety: a channel is used by one thread at a time, and not always
 * by the same one. */
#ifndef HRA_CHANNEL_H
#define HRA_CHANNEL_H

#include "hra/base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HRA_CHANNEL_LINE = 1 << 16 /* a line is shorter than so many bytes */ };

typedef struct hra_channel hra_channel;

struct hra_channel {
    size_t size; /* sizeof(hra_channel) where it was compiled */
    /* Hands over text[0..length-1], whole lines with their ends. HRA_EENDED: the program has ended, and `why`
     * says how: "ended with status 3"; HRA_EHUNG: it took none of it until the deadline; HRA_ESTOPPED: `stop`
     * (may be NULL) was set before; HRA_EIO: the log could not be written; HRA_ENOMEM. */
    hra_err (*write)(hra_channel *self, const char *text, size_t length, double deadline,
                     const hra_stop *stop, hra_error *why);
    /* The next line, without its end, in place of what was in `line`. Lines that came before the program
     * ended are still handed out. Errors as of write, and HRA_EPROTOCOL: what comes is no line of text. */
    hra_err (*read)(hra_channel *self, hra_text *line, double deadline, const hra_stop *stop, hra_error *why);
    /* Ends the program: its input ends, and where it has not ended after so many seconds more it is killed,
     * with all that it has started. Nothing of it is left when this returns, nor of what it has started in
     * its group of processes; the channel is freed. */
    void (*close)(hra_channel *self, double patience);
};

#ifdef __cplusplus
}
#endif
#endif
