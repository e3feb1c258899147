/* program.h: the program in this process, with words, lines to read and files that lie in memory. */
#ifndef HRA_FUZZ_PROGRAM_H
#define HRA_FUZZ_PROGRAM_H

#include "target.h"

enum { PROGRAM_WORDS = 48 /* at most, with the program's name */ };

/* A command line that is put together. Memory for the words is its own. */
typedef struct program_line {
    char *word[PROGRAM_WORDS + 1];
    int count;
} program_line;

/* Begins with the program's name. */
void program_line_init(program_line *line);
void program_line_release(program_line *line);
/* Appends a word, of which each '@' becomes the folder of the program's files. What does not fit is left out.
 */
void program_line_add(program_line *line, const char *word, size_t length);

/* Runs the program in its folder, with `input` as its standard input, and holds what it says and how it ends
 * to what is promised of every command. After some hundredths of a second of processor time it is
 * interrupted, as by Ctrl-C. Returns its exit status. */
int program_run(program_line *line, const char *input, size_t length);

/* Files in the folder: a name is a plain one. The folder is empty when the process begins. */
void program_put(const char *name, const char *bytes, size_t length);
/* Appends what a file holds; false: there is none. */
bool program_get(const char *name, hra_text *out);
void program_clear(void); /* removes all of them */

#endif
