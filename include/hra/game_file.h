/* hra/game_file.h: the games of a file, one after the other, in any format that a game of the registry has: records,
 * PDN, match files, positions (one per line, each a game without moves). Its content decides the format.
 *
 *     while ((err = hra_game_file_next(file, &found, &why)) == 0 && found)
 *         if (found->record)
 *             look_at(found->record);
 *
 * A game that is damaged hides no other: what could be read of it is given, with its faults, and the next game follows. Of
 * the file only the game at hand is in memory.
 *
 * Thread-safety: one thread at a time uses a file. */
#ifndef HRA_GAME_FILE_H
#define HRA_GAME_FILE_H

#include "hra/annotated.h"
#include "hra/play.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hra_game_file hra_game_file;

typedef struct hra_game_file_setup {
    size_t size; /* sizeof(hra_game_file_setup) of the caller; members beyond it count as zero */
    const hra_host *
        host; /* opens the games; NULL: one that reads no files, which is right for files of unknown origin */
    const char *name; /* of the file: its suffix decides if the content does not; NULL: none */
    bool strict;      /* stop at the first fault that is not a remark, with HRA_EINPUT */
    /* Appends the next bytes of the file, UTF-8, to `text`; none: it is at its end. An error ends the file. NULL: the
     * file is the `length` bytes of `text` below, which are copied. */
    hra_err (*more)(void *self, hra_text *text, hra_error *why);
    void *self; /* passed to more */
    const char *text;
    size_t length;
} hra_game_file_setup;

/* A game of a file. */
typedef struct hra_game_found {
    int index;        /* from 0 */
    int line;         /* in the file, of its first line, from 1 */
    const char *text; /* its `length` bytes */
    size_t length;
    const hra_format
        *format; /* NULL: hra's own records; of positions one without functions, named "position" */
    const hra_record *record; /* what could be read; NULL: nothing */
    const hra_annotated
        *annotated;          /* what is written about it, without a game if it has no record; NULL: nothing */
    const hra_fault *faults; /* `fault_count` of them */
    int fault_count;
} hra_game_found;

/* Opens a file of games, which the caller closes; `setup` need not outlive the call. Returns
 *   HRA_EINPUT    if neither content nor name shows a format; the text of the error names those that are read
 *   HRA_EVERSION  if `setup` is of a newer library
 *   HRA_ENOMEM
 *   else what `more` returns. */
HRA_API hra_err hra_game_file_open(hra_game_file **out, const hra_game_file_setup *setup, hra_error *why);
HRA_API void hra_game_file_close(hra_game_file *file); /* NULL is allowed */
/* Finds the next game. *out is the file's, and valid until the next call; NULL: there are no more. Returns
 *   HRA_EINPUT   at the first fault, if the setup is strict
 *   HRA_ELIMIT   if a game is longer than 64 MiB
 *   HRA_ENOMEM
 *   else what `more` returns. */
HRA_API hra_err hra_game_file_next(hra_game_file *file, const hra_game_found **out, hra_error *why);

/* Passes the record that was found last to the caller, who closes it. NULL: it had none, or was passed already. */
HRA_API hra_record *hra_game_file_take(hra_game_file *file);

#ifdef __cplusplus
}
#endif
#endif
