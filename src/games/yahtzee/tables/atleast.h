/* The greatest chance of a final score of N or more: a goal (score_goal.h) from the
 * empty card, which takes some seconds and 100 to 400 MB, kept as a file
 *
 *     <data>/yahtzee/atleast-<rules>-<N>.table
 *
 * A header of 64 bytes (name, version, byte order, rules, N, number of values,
 * checksum by XXH3) and the values in single precision, in the byte order of
 * the machine.  The file is written under another name and then renamed, so a
 * whole file is there or none. */
#ifndef YZ_ATLEAST_H
#define YZ_ATLEAST_H

#include "score_goal.h"

/* Reads the table of `data` (NULL: no file is read or written), or computes it on `threads` threads and, if
 * `writes`, writes it there. A file that is damaged, cut off or of another kind is computed again and
 * replaced, and the text of the progress says so. A file of a newer version stays. If the table cannot be
 * written, that is not an error, and the text of the progress says so. HRA_ENOMEM, HRA_ESTOPPED. The caller
 * closes *out with yz_score_goal_close. */
hra_err yz_atleast_open(struct yz_score_goal **out, const struct yz_dice *dice, const struct yz_rules *rules,
                        int score, const char *data, bool writes, int threads, const hra_progress *progress);

/* The name of that file, to be freed by the caller; NULL: no memory. */
char *yz_atleast_path(const struct yz_rules *rules, int score, const char *data);

#endif
