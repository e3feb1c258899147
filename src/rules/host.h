/* What a game's host lends: programs, tables, and what its caps leave. */
#ifndef HRA_RULES_HOST_H
#define HRA_RULES_HOST_H

#include "hra/game.h"

/* hra_game_read_file of a text that people write, as UTF-8 without a byte order mark; the file may be packed and in
 * another encoding (hra/input.h). At most `most` bytes, before and behind unpacking. */
hra_err hra_game_read_text(const hra_game *, const char *name, const char *what, size_t most, hra_text *out,
                           hra_error *why);

/* For players that are programs: runs one by the host, as `run` of hra_host says. HRA_EDENIED: the host runs
 * none. */
hra_err hra_game_run(const hra_game *, const char *command, const char *log, hra_channel **out,
                     hra_error *why);

/* For players that are programs which run already and listen on this machine: connects to a port of
 * 127.0.0.1 or to a socket of the file system. HRA_EDENIED: the host runs no programs; HRA_EIO: no program
 * listens there; HRA_EINPUT, HRA_ENOMEM. */
hra_err hra_game_connect(const hra_game *, const char *at, const char *log, hra_channel **out,
                         hra_error *why);

/* For players and solvers that keep tables: the folder to read them from, `data` (NULL: none was given) or else the
 * host's; NULL: there is none. *writes: what is worked out may be written there. */
const char *hra_game_tables(const hra_game *, const char *data, bool *writes);

/* `wanted` threads, or bytes, limited by the host's caps; for defaults, not for values of an option. */
int hra_game_threads(const hra_game *, int wanted);

size_t hra_game_memory(const hra_game *, size_t wanted);

#endif
