/* Everything that is said to a person goes through here: words, warnings, progress, colour.
 *
 * Data goes to standard output, talk to standard error. Whatever comes from elsewhere (names, records, stores,
 * parts, errors that quote them) may be said as it is: what would steer the terminal in it, or turn the text
 * around it, is shown as '?' (hra_text_harmless). */
#ifndef HRA_SPEECH_SAY_H
#define HRA_SPEECH_SAY_H

#include <hra/hra.h>

/* Exit statuses of every command. */
enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_WRONG = 2, EXIT_INTERRUPTED = 130 };

/* Short names, of which po/extract.sh makes the list of all sentences; the last is for tables. */
#define _(english) hra_translate(english)
#define _n(one, many, n) hra_translate_many(one, many, (uint64_t)(n))
#define N_(english) english

/* Data, to standard output. Where some of it cannot be said, for want of memory or of room where it goes,
 * nothing comes behind the gap, the work ends as if by Ctrl-C, and say_end tells. */
void say(const char *format, ...) HRA_PRINTF(1, 2);
/* The string of a text that is to be said; one that lacks memory counts as not said. */
const char *say_string(const hra_text *text);
void say_whole(const hra_text *text); /* says it */
void say_drawn(const hra_text *text); /* the same of a board or a tree, which may be coloured */
/* What fits of the text, as it may be shown, for who writes to the terminal himself. */
void say_tame(const char *text, char *out, size_t room);
/* Orders to the terminal on standard output, in place of text: no word that came from elsewhere. */
void say_steer(const char *orders);
/* What stands in for a file, even where talk has yielded: all its bytes, or on a terminal as say_drawn. */
void say_data(const hra_text *text);
int say_text(hra_text *text); /* the same, and releases it; EXIT_FAILED where it lacks memory */
/* A cell of a table: the text in so many columns, at their right, or where `width` is negative at the left,
 * as printf does it, which counts bytes. */
void say_cell(int width, const char *text);
void say_add_cell(hra_text *out, int width, const char *text); /* appends it */
void say_label(const char *text);                              /* of a line of figures: a cell at the left */
/* Standard output takes nothing but say_data from now on; all else that is said goes to standard error. */
void say_yield(void);
bool say_flush(void); /* what was said is out; false: not all of it */
/* Lines of text with two blanks before each, on a terminal broken between words. */
void say_lines(const char *text);
void say_fold(int indent, const char *text, hra_text *out); /* appends them, with so many blanks */
/* An entry of a list: what it is called, and from column `indent` on what is said of it, which on a terminal
 * is broken between words. */
void say_entry(const char *name, int indent, const char *text);
/* The value, and 0 where so many decimals would show no more than a sign of it ("-0.00"). */
double say_rounded(double value, int decimals);
/* Appends what a search did: "2 nodes, 1 leaf, 0 cut-offs". */
void say_effort(hra_text *out, uint64_t nodes, uint64_t leaves, uint64_t cutoffs);
int say_json(hra_text *text);                             /* say_text, and the end of the line */
void say_aside(const char *format, ...) HRA_PRINTF(1, 2); /* talk, to standard error, with a newline */
/* "hra: ...", to standard error, with a newline; takes no memory. Where something could not be said, that is
 * told instead, once. */
void say_error(const char *format, ...) HRA_PRINTF(1, 2);
int say_no_memory(void); /* that as an error; EXIT_FAILED */

/* The exit status of an error: 2 for what was typed or sent, which does not get better by trying again; 1 for
 * the rest, such as a file that cannot be read; 130 for an interruption. */
int say_exit_status(hra_err err);
/* Says what went wrong and gives the exit status that fits.
 * `text` (may be NULL) is what was parsed: the place in it is named. One line. */
int say_failure(const hra_error *why, const char *text);

bool say_terminal(void);          /* standard input and output are a terminal */
bool say_talks_to_terminal(void); /* standard error is one: progress may be drawn */
/* How boards are drawn on standard output: its width, whether it takes Unicode and colour
 * (NO_COLOR and TERM=dumb are respected). */
hra_look say_look(int seat);

int say_height(void); /* lines of the terminal, 24 where that is not known */

/* How many rows of a terminal were filled since say_mark, by what was said and typed. */
void say_mark(void);
int say_rows(void);
int say_rows_of(int columns);     /* that a line so wide takes */
void say_count(const char *text); /* was written by somebody else, such as who types */

/* A progress line on standard error while work goes on; nothing where that is no terminal.
 * Stops when Ctrl-C was pressed. */
const hra_progress *say_progress(void);
void say_progress_begin(const char *what); /* shows the line at once: the work will take its time */
void say_progress_done(void);              /* wipes it */

/* How far the work of this command has come; the last word counts. Where nobody says so, what was reported as
 * progress. Takes no memory. */
void say_reached(const char *format, ...) HRA_PRINTF(1, 2);
/* The command was interrupted: after how long, and how far it was, in one line of error. */
void say_how_far(double seconds);

/* Ctrl-C: from now on it sets this stop instead of ending the program. Call once. */
hra_stop *say_catch_interrupt(void);
bool say_interrupted(void);

/* Ends standard output: `status`, or EXIT_FAILED with a line where something could not be said. */
int say_end(int status);

#endif
