/* What games begin with, from a file. */
#ifndef HRA_COMMANDS_MEASURE_OPENING_FILE_H
#define HRA_COMMANDS_MEASURE_OPENING_FILE_H

#include "commands/open_game.h"

/* Of every command that plays them. */
#define OPENING_OPTIONS                                                                                      \
    {.name = "openings",                                                                                     \
     .value = "FILE",                                                                                        \
     .stream = ARGS_INPUT,                                                                                   \
     .help = N_("start from positions in FILE, or from games (PDN, match files)")},                          \
        {.name = "opening-plies",                                                                            \
         .value = "N",                                                                                       \
         .help = N_("start from the position after N plies of each game (default: 6)")},                     \
    {                                                                                                        \
        .name = "opening-order", .value = "sequential|random",                                               \
        .help = N_("order of the openings (default: sequential)")                                            \
    }

/* Checks the values of these options before anything is opened; false: one is wrong, which is printed. */
bool openings_options_fit(const args *a);
/* Opens the game as setup_game does; options that the first position of --openings names are added to
 * the spec, unless that is standard input. */
int openings_game(setup *s, const args *a, const char *spec, int named);
/* Reads what --openings names, if anything (NULL: nothing), puts it in the order that --opening-order asks for by the
 * seed of `s`, whose game is open, and says what is wrong. Returns an exit status. */
int openings_open(const setup *s, const args *a, hra_openings **out);

#endif
