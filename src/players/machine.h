/* A player that is another one's spec under a name of its own, such as a machine of history. */
#ifndef HRA_PLAYERS_MACHINE_H
#define HRA_PLAYERS_MACHINE_H

#include "hra/kind.h"

/* The option of machines that search: how many plies, by default as many as the machine looked ahead. */
#define HRA_MACHINE_DEPTH(plies)                                                                             \
    {                                                                                                        \
        .name = "depth", .type = HRA_OPTION_INT, .fallback = (plies), .min = 1, .max = 64,                   \
        .help = N_("plies searched")                                                                         \
    }

/* Opens the player of `spec`, "alphabeta:eval=material", with the option depth if these options have one (NULL: none). What it returns
 * in *shared is for the functions below. Errors of hra_player_open. */
hra_err hra_machine_open(const hra_game *game, const char *spec, const hra_options *options, const char *data,
                         const hra_progress *progress, void **shared, hra_error *why);
/* Members of the kind. */
void hra_machine_close(void *shared);
hra_err hra_machine_begin(const void *shared, void **scratch);
void hra_machine_end(void *scratch);
void hra_machine_forget(void *scratch);
hra_err hra_machine_ask(const void *shared, void *scratch, const hra_question *question, hra_analysis *out);
hra_err hra_machine_observe(void *scratch, const hra_observer *observer);

#endif
