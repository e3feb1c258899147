/* Where a command writes: a file that was named, or standard output. */
#ifndef HRA_COMMANDS_OUTPUT_H
#define HRA_COMMANDS_OUTPUT_H

#include "picture_file.h"

/* Whether the name of a file ends with one of `endings`, such as ".csv .svg", in any case; if not, prints
 * which endings are right. */
bool output_ends(const char *command, const char *option, const char *file, const char *endings);
bool output_is(const char *file, const char *endings); /* the same, without a word */
/* The ending of a file's name, with its dot and as it is written; "": it has none. */
const char *output_ending(const char *file);
/* Whether a name ends in a way that promises another kind of file than `ending`: a picture, a table, a page.
 */
bool output_misleads(const char *file, const char *ending);

/* Before long work: whether a file could be written now. False: an error was printed. NULL: no file is
 * requested. "-" is standard output: from now on all messages go to standard error. */
bool output_fits(const char *file);

/* Writes the text to `file`, NULL or "-": to standard output. A file is written whole under another name
 * beside it first, so that under its own there is never a half; a device or a pipe is written to. Exit status; what went wrong was
 * said. */
int output_write(const char *file, const hra_text *text);
/* The same of pictures, in the format of an ending, such as ".png"; NULL: by the name of the file. */
int output_write_picture(const char *file, const char *ending, const picture_source *from);
/* One picture; look NULL: as it is. `title` is that of a page. */
int output_write_svg(const char *file, const char *ending, hra_text *svg, const picture_look *look,
                     const char *title);

/* Writes all of the bytes to a descriptor, interrupted or not. False: errno says why. */
bool output_write_all(int file, const char *bytes, size_t length);

/* Behind a rename: what was renamed is where a power cut leaves it. False: errno says why. */
bool output_sync_folder(const char *path);

#endif
