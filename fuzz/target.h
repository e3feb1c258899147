/* target.h: what the fuzz targets share. A target is one function that takes any bytes; a broken
 * promise ends the process with a line that names it. */
#ifndef HRA_FUZZ_TARGET_H
#define HRA_FUZZ_TARGET_H

#include <hra/hra.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the process with `promise`, and `text` where it is not NULL, unless `kept`. */
void fuzz_expect(bool kept, const char *promise, const char *text);

/* An error comes with words in one line, its code, and a place within a text of `length` bytes. */
void fuzz_expect_words(hra_err err, const hra_error *why, size_t length);

/* Whether an error in a file names the line, or the byte of packed or wrongly encoded text. */
bool fuzz_names_place(const hra_error *why);

/* The bytes as a string, cut at the first zero; freed by the caller. */
char *fuzz_string(const uint8_t *data, size_t size);

/* Takes the first line off *text: the spec of a game. Where it does not open, its first two bytes choose a
 * game: one is the index in the registry, the bits of the other give the seats and the values of flags and
 * choices. The game is kept for a while and must not be closed; NULL where even these options do not go
 * together. */
const hra_game *fuzz_game(const char **text);

/* Lists for moves and probabilities that are long enough for a game; freed by fuzz_lists_release. */
typedef struct fuzz_lists {
    hra_move *moves;
    double *probability;
    const hra_eval *eval; /* ended by a kind NULL; asked in every state */
    hra_eval *own;        /* those that are closed with the lists; may be NULL */
} fuzz_lists;

/* For a game of fuzz_game the evaluations are open already; for any other there are none yet. */
void fuzz_lists_init(fuzz_lists *lists, const hra_game *game);
void fuzz_lists_evaluate(fuzz_lists *lists, const hra_game *game); /* opens them; that may take long */
void fuzz_lists_release(fuzz_lists *lists);

/* A host for games that read their map by name: every file of it holds these bytes. */
typedef struct fuzz_file {
    const uint8_t *bytes;
    size_t size;
} fuzz_file;

hra_host fuzz_host(fuzz_file *file);

/* Whether this word occurs in the bytes. */
bool fuzz_has(const uint8_t *line, size_t length, const char *word);

/* Checks all that the interface promises of one state, for any seat to move. Returns the number of moves,
 * of chance too, now in lists->moves. */
int fuzz_check_state(const hra_game *game, const void *s, fuzz_lists *lists);

/* Makes moves from s on until the path or the game ends: each byte picks one move of the list. */
void fuzz_walk(const hra_game *game, void *s, const char *path, size_t length, fuzz_lists *lists);

/* Random plays from the beginning, each of a number of moves; every state on the way is checked. */
void fuzz_plays(const hra_game *game, int plays, int deepest, fuzz_lists *lists);

#endif
