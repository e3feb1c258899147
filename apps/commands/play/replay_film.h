/* hra replay --output: a game as a picture. */
#ifndef HRA_COMMANDS_PLAY_REPLAY_FILM_H
#define HRA_COMMANDS_PLAY_REPLAY_FILM_H

#include "commands/picture_file.h"

#define REPLAY_FILM_OPTIONS                                                                                  \
    PICTURE_OPTIONS,                                                                                         \
        {.name = "fps", .value = "N", .help = N_("frames per second of a picture (default: 1)")},            \
        {.name = "frame", .value = "N", .help = N_("draw only the position after N plies")}, {               \
        .name = "frames", .help = N_("write a file for each position: FILE-000.svg, FILE-001.svg ...")       \
    }

/* Whether an option above is given; `option` is set to its name. */
bool replay_film_asked(const args *a, const char **option);
/* Draws the only chosen game of the file at `path`, or the last saved game if it is NULL, into `file` (NULL: standard output),
 * in the format of an ending. Returns the exit status; errors were printed. */
int replay_film(const args *a, const char *path, const char *file, const char *ending);

#endif
