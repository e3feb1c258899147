/* All output for people goes through here: words, warnings, progress, colour.
 *
 * Data goes to standard output, messages to standard error. Text from elsewhere (names, records, stores,
 * parts, errors that quote them) may be printed as it is: what would steer the terminal in it, or turn the
 * text around it, is shown as '?' (hra_text_harmless). */
#ifndef HRA_SPEECH_PRINT_H
#define HRA_SPEECH_PRINT_H

#include <hra/hra.h>

/* Exit statuses of every command. */
enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_WRONG = 2, EXIT_INTERRUPTED = 130 };

/* Short names, of which po/extract.sh makes the list of all sentences; the last is for tables. */
#define _(english) hra_translate(english)
#define _n(one, many, n) hra_translate_many(one, many, (uint64_t)(n))
#define N_(english) english

/* Prints data to standard output. If some of it cannot be printed, for lack of memory or of room, nothing
 * follows the gap, the work ends as if by Ctrl-C, and print_end reports it. */
void print(const char *format, ...) HRA_PRINTF(1, 2);
/* The string of a text, for printing; one that lacks memory counts as not printed. */
const char *print_string(const hra_text *text);
void print_whole(const hra_text *text);   /* prints it */
void print_drawing(const hra_text *text); /* the same of a board or a tree, which may be coloured */
/* The part of the text that fits, made safe for a terminal, for callers that write to the terminal
 * themselves. */
void print_harmless(const char *text, char *out, size_t capacity);
/* Orders to the terminal on standard output, in place of text: no word that came from elsewhere. */
void print_control(const char *orders);
/* Prints data in place of a file, even if messages have moved to standard error: all its bytes, or on a
 * terminal as print_drawing does. */
void print_data(const hra_text *text);
int print_text(hra_text *text); /* the same, and releases it; EXIT_FAILED where it lacks memory */
/* Prints a cell of a table: the text right-aligned in `width` columns, or left-aligned if `width` is
 * negative, as printf does it, which counts bytes. */
void print_cell(int width, const char *text);
void print_add_cell(hra_text *out, int width, const char *text); /* appends it */
void print_label(const char *text); /* of a line of figures: a cell at the left */
/* From now on only print_data writes to standard output; all other output goes to standard error. */
void print_to_stderr(void);
bool print_flush(void); /* writes out all that was printed; false: not all of it */
/* Lines of text with two blanks before each, on a terminal broken between words. */
void print_lines(const char *text);
void print_folded(int indent, const char *text, hra_text *out); /* appends them, each after `indent` blanks */
/* Prints an entry of a list: its name, and from column `indent` on its text, which is broken between words
 * on a terminal. */
void print_list_entry(const char *name, int indent, const char *text);
/* The value, or 0 if with `decimals` it would show only a sign ("-0.00"). */
double print_rounded(double value, int decimals);
/* Appends what a search did: "2 nodes, 1 leaf, 0 cut-offs". */
void print_effort(hra_text *out, uint64_t nodes, uint64_t leaves, uint64_t cutoffs);
int print_json(hra_text *text);                            /* print_text, and the end of the line */
void print_note(const char *format, ...) HRA_PRINTF(1, 2); /* talk, to standard error, with a newline */
/* Prints "hra: ..." to standard error, with a newline; takes no memory. If earlier output has failed,
 * prints that instead, once. */
void print_error(const char *format, ...) HRA_PRINTF(1, 2);
int print_no_memory(void); /* that as an error; EXIT_FAILED */

/* The exit status of an error: 2 for what was typed or sent, which does not get better by trying again; 1 for
 * the rest, such as a file that cannot be read; 130 for an interruption. */
int print_exit_status(hra_err err);
/* Prints what went wrong and returns the exit status.
 * `text` (may be NULL) is what was parsed: the place in it is named. One line. */
int print_failure(const hra_error *why, const char *text);

bool print_terminal(void);       /* standard input and output are a terminal */
bool print_progress_shown(void); /* standard error is one: progress may be drawn */
/* How boards are drawn on standard output: its width, whether it takes Unicode and colour
 * (NO_COLOR and TERM=dumb are respected). */
hra_board_style print_style(int seat);

int print_height(void); /* lines of the terminal, 24 where that is not known */

/* The number of terminal rows filled since print_mark_rows, by output and input. */
void print_mark_rows(void);
int print_rows(void);
int print_rows_of(int columns);     /* that a line so wide takes */
void print_count(const char *text); /* was written by another source, such as the person who types */

/* A progress line on standard error while work goes on; nothing if that is not a terminal. Stops when
 * Ctrl-C was pressed. */
const hra_progress *print_progress(void);
void print_progress_begin(const char *what); /* shows the line at once: the work will take its time */
void print_progress_done(void);              /* wipes it */

/* How far the work of this command has come; the last call counts. Without a call, what was reported as
 * progress. Takes no memory. */
void print_reached(const char *format, ...) HRA_PRINTF(1, 2);
/* The command was interrupted: after how long, and how far it was, in one line of error. */
void print_how_far(double seconds);

/* Ctrl-C: from now on it sets this stop instead of ending the program. Call once. */
hra_stop *print_catch_interrupt(void);
bool print_interrupted(void);

/* Ends standard output: returns `status`, or prints a line and returns EXIT_FAILED if something could not
 * be printed. */
int print_end(int status);

#endif
