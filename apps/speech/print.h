/* All output for people: text, errors, progress, colour.
 *
 * Data goes to standard output, messages to standard error. Text from elsewhere (names, records, stores,
 * parts, errors that quote them) may be printed as it is: characters that would control the terminal or change
 * the direction of text become '?' (hra_text_harmless). */
#ifndef HRA_SPEECH_PRINT_H
#define HRA_SPEECH_PRINT_H

#include <hra/hra.h>

/* Exit statuses of every command. */
enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_WRONG = 2, EXIT_INTERRUPTED = 130 };

/* Short names, of which po/extract.sh makes the list of all sentences; the last is for tables. */
#define _(english) hra_translate(english)
#define _n(one, many, n) hra_translate_many(one, many, (uint64_t)(n))
#define N_(english) english

/* Prints data to standard output. If memory runs out, or the disk is full, nothing more is printed, the command
 * stops as after Ctrl-C, and print_end reports the error. */
void print(const char *format, ...) HRA_PRINTF(1, 2);
/* Returns the string of a text. If the text ran out of memory, print_end will report it. */
const char *print_string(const hra_text *text);
void print_drawing(const hra_text *text); /* prints a board or a tree, which may be coloured */
/* Writes as much of the text as fits into out, safe for a terminal, for callers that write there themselves. */
void print_harmless(const char *text, char *out, size_t capacity);
/* Prints control sequences of the terminal. Never text of others. */
void print_control(const char *orders);
void print_other_screen(bool on); /* another screen without a cursor, or the first one again; at once */
/* Prints data that would else be in a file, also after print_to_stderr: all its bytes; on a terminal as
 * print_drawing. */
void print_data(const hra_text *text);
int print_text(hra_text *text); /* the same, and releases it; EXIT_FAILED if it ran out of memory */
/* Prints a cell of a table: the text right-aligned in `width` columns, or left-aligned if `width` is
 * negative, as printf does it, which counts bytes. */
void print_cell(int width, const char *text);
void print_add_cell(hra_text *out, int width, const char *text); /* appends it */
void print_label(const char *text); /* prints the label at the left of a line of numbers */
/* From now on all that would be printed, errors and notes too, is appended to `into`, in lines for `width` columns
 * (0: those of the terminal; PRINT_OUTPUT: the same, and errors and notes are printed). NULL: no longer. */
enum { PRINT_OUTPUT = -1 };
void print_capture(hra_text *into, int width);
/* From now on only print_data writes to standard output; all other output goes to standard error. */
void print_to_stderr(void);
bool print_flush(void); /* writes all that was printed; false: some could not be written */
/* Prints lines of text, indented by two blanks; on a terminal long lines are broken between words. */
void print_lines(const char *text);
void print_folded(int indent, const char *text, hra_text *out); /* appends them, indented by `indent` */
/* The same, but broken in a pipe too, at 80 columns. */
void print_wrapped(int indent, const char *text, hra_text *out);
/* Prints an entry of a list: its name, and from column `indent` on its text, which is broken between words
 * on a terminal. */
void print_list_entry(const char *name, int indent, const char *text);
/* Returns the value; 0 if it would be printed as "-0.00" with these decimals. */
double print_rounded(double value, int decimals);
/* ", " between numbers; "; " in a language with a decimal comma, which would be lost among commas. */
const char *print_between(void);
/* "%", or " %" in a language with a blank before it. */
const char *print_percent(void);
/* Appends a cell with a percentage of one decimal, which has its blank there. */
void print_add_percent(hra_text *out, int width, double percent);
/* Appends what a search did: "2 nodes, 1 leaf, 0 cut-offs". */
void print_effort(hra_text *out, uint64_t nodes, uint64_t leaves, uint64_t cutoffs);
int print_json(hra_text *text); /* print_text, and the end of the line */
void print_note(const char *format, ...)
    HRA_PRINTF(1, 2); /* prints a note to standard error, with a newline */
/* Prints "hra: ..." to standard error, with a newline; takes no memory. If earlier output has failed,
 * prints that instead, once. */
void print_error(const char *format, ...) HRA_PRINTF(1, 2);
int print_no_memory(void); /* that as an error; EXIT_FAILED */

/* Returns the exit status of an error: 2 for wrong input, 130 for an interruption, 1 for the rest, such as a file
 * that cannot be read. */
int print_exit_status(hra_err err);
/* Prints the error in one line and returns its exit status. `text` (may be NULL) was parsed: the line names the
 * place in it. */
int print_failure(const hra_error *why, const char *text);

bool print_terminal(void); /* whether standard input and output are a terminal */
/* Whether that terminal may be drawn in place: not with TERM=dumb or none, HRA_PLAIN, or after print_plainly. */
bool print_terminal_moves(void);
void print_plainly(void);        /* from now on lines only: no colour, and the cursor is not moved */
bool print_progress_shown(void); /* whether standard error is one, so that progress may be drawn */
/* Returns how to draw boards on standard output: width, Unicode, colour. NO_COLOR, HRA_PLAIN and TERM=dumb are
 * respected. */
hra_board_style print_style(int seat);

int print_height(void);         /* lines of the terminal; 24 if unknown */
int print_terminal_width(void); /* columns; 80 if unknown */
/* Empties the terminal; `scrolled`: what it shows is scrolled away before. */
void print_clear_in_place(bool scrolled);
/* Draws lines from the top of the terminal on, and puts the cursor at the left of row `cursor`, 1... */
void print_rows_in_place(const hra_text *rows, int cursor);

/* Returns a progress that draws a line on standard error, if that is a terminal, and stops after Ctrl-C. */
const hra_progress *print_progress(void);
void print_progress_begin(const char *what); /* draws the line at once, for long work */
void print_waiting(const char *text);        /* draws a line for work that does not report how far it is */
void print_progress_done(void);              /* removes it */

/* Sets the text that print_how_far prints; without it, the last report of progress. Allocates nothing. */
void print_reached(const char *format, ...) HRA_PRINTF(1, 2);
/* Prints after what time the command was interrupted, and how far it was, in one line. */
void print_how_far(double seconds);

/* Ctrl-C: from now on it sets this stop instead of ending the program. Call once. */
hra_stop *print_catch_interrupt(void);
bool print_interrupted(void);

/* Ends standard output: returns `status`, or prints a line and returns EXIT_FAILED if something could not
 * be printed. */
int print_end(int status);

#endif
