/* hra/host.h: the host, by which a program controls what specs may use: games, files, programs, threads and memory.
 *
 * A spec may be of unknown origin, such as a record that was sent by mail. So a thing that is opened by a spec is
 * limited by the host: it reads files and runs programs only by functions of the host, and takes threads and memory
 * only up to the host's caps.
 *
 * Thread-safety: one thread builds a registry; afterwards threads share it. Callbacks name their own rules. */
#ifndef HRA_HOST_H
#define HRA_HOST_H

#include "hra/spec.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hra_rules hra_rules;             /* hra/rules.h */
typedef struct hra_format hra_format;           /* hra/rules.h */
typedef struct hra_player_kind hra_player_kind; /* hra/kind.h */

/* ---- the registry: what can be opened by name -----------------------------------------------
 * The functions that read a registry accept NULL: the built-in games and players. */
typedef struct hra_registry hra_registry;

/* Opens a registry of the built-in games and players, which the caller closes. HRA_ENOMEM. */
HRA_API hra_err hra_registry_open(hra_registry **out, hra_error *why);
/* Adds a game after all others. Its structs are copied; what they point to must outlive the registry. Returns
 *   HRA_EINPUT    if there is a game of this name, the name is not allowed in specs (lower case, digits, -), or
 *                 hra_game_open_rules would return it
 *   HRA_EVERSION  if a struct is larger than this library knows
 *   HRA_ENOMEM. */
HRA_API hra_err hra_registry_add_game(hra_registry *registry, const hra_rules *rules, hra_error *why);
/* Adds a kind of player for every game after all others; its `open` returns HRA_EFIT for games that it does not play.
 * The struct is copied; what it points to must outlive the registry. Errors as hra_registry_add_game. */
HRA_API hra_err hra_registry_add_player(hra_registry *registry, const hra_player_kind *kind, hra_error *why);
HRA_API void hra_registry_close(hra_registry *registry); /* after all games; NULL is allowed */

/* Returns a game, the built-in ones first: index 0 and up, NULL past the last. */
HRA_API const hra_rules *hra_registry_game(const hra_registry *registry, int index);
HRA_API const hra_rules *hra_registry_find_game(const hra_registry *registry, const char *name); /* or NULL */
/* Returns a player for every game, in the order of src/builtin/players.def, then the added ones: index 0 and up, NULL
 * past the last. Players with a title are search methods. */
HRA_API const hra_player_kind *hra_registry_player(const hra_registry *registry, int index);
/* Returns the player for every game of that name, or NULL. */
HRA_API const hra_player_kind *hra_registry_find_player(const hra_registry *registry, const char *name);
/* Returns the format, of any game, whose suffix this path ends with, ignoring case; NULL: none. A format without
 * `write` is only read. */
HRA_API const hra_format *hra_registry_find_format(const hra_registry *registry, const char *path);

/* Returns whether two specs are equal. They are if both name the same thing and have the same options with equal
 * values, in any order. Old names equal new ones, 64M equals 65536K, and specs in specs are compared in the same way.
 * An option that is left out differs from its default that is typed, since a caller may ask whether an option was
 * given.
 *   kind      HRA_NAME_GAME, _PLAYER or _EVALUATION (training methods: hra_learn_spec_equal)
 *   rules     the game of players and evaluations; NULL for a game, and if it is unknown
 *   registry  NULL: built-in games and players. Options of unknown things are compared as text. */
HRA_API bool hra_spec_equal(const char *a, const char *b, hra_name_kind kind, const hra_rules *rules,
                            const hra_registry *registry);
/* Calls `tell` for each old name in a spec, in order: its own, and those of its options, their values, and specs in it.
 * It stops at a part that cannot be read. */
HRA_API void hra_spec_renames(const char *spec, hra_name_kind kind, const hra_rules *rules,
                              const hra_registry *registry, void (*tell)(void *self, const hra_rename *row),
                              void *self);

/* ---- programs that run beside this one ------------------------------------------------------
 * The library starts no program by itself: `run` of the host does, and returns a channel for a dialogue in lines. The
 * program may write anything, stop answering, or end at any time. Deadlines are times of hra_clock. Thread-safety: one
 * thread at a time uses a channel, not always the same one. */
enum {
    HRA_CHANNEL_LINE = 1 << 16, /* lines are shorter than this, in bytes */
    HRA_CHANNEL_ERRORS = 8192,  /* the most bytes of standard error that are returned at a time */
};

typedef struct hra_channel hra_channel;

struct hra_channel {
    size_t size; /* sizeof(hra_channel) of the host's program */
    /* Sends text[0..length-1], whole lines with their newlines. `stop` may be NULL. Returns
     *   HRA_EENDED    if the program has ended; `why` says how: "ended with status 3"
     *   HRA_EHUNG     if it did not take the text before the deadline
     *   HRA_ESTOPPED  if `stop` was set before
     *   HRA_EIO       if the log could not be written
     *   HRA_ENOMEM. */
    hra_err (*write)(hra_channel *self, const char *text, size_t length, double deadline,
                     const hra_stop *stop, hra_error *why);
    /* Replaces `line` by the next line, without its newline. Lines that came before the program ended are still read.
     * Returns as `write`, and
     *   HRA_EPROTOCOL  if the program sends something that is not a line of text. */
    hra_err (*read)(hra_channel *self, hra_text *line, double deadline, const hra_stop *stop, hra_error *why);
    /* Ends the program, and frees the channel. It closes the program's input, waits `patience` seconds, then kills the
     * program. When it returns, all processes of the program's process group have ended. */
    void (*close)(hra_channel *self, double patience);
    /* Appends what the program wrote to its standard error since the last call: the last HRA_CHANNEL_ERRORS bytes of it.
     * It does not wait. NULL, or beyond `size`: unknown. */
    void (*errors)(hra_channel *self, hra_text *out);
};

/* ---- the host -------------------------------------------------------------------------------*/

/* A host. Functions accept NULL for a host of zeros: built-in games and players, no files, no caps. Opening a game
 * copies the struct; the registry and `self` must not change until everything is closed. */
typedef struct hra_host {
    size_t size;                  /* sizeof(hra_host) */
    const hra_registry *registry; /* NULL: the built-in games and players */
    /* Appends a whole file that an option names, of at most `most` bytes. An error begins with the name: "'city.lay':
     * there is no such file". Several threads may call it. NULL: specs cannot read files. */
    hra_err (*read)(void *self, const char *name, size_t most, hra_text *out, hra_error *why);
    void *self; /* passed to read and run */
    hra_caps caps;
    /* Runs an external program that a spec names as a player. `command` is a command line for the user's shell, `log` a
     * file for the dialogue (NULL: none). Several threads may call it. Only for specs that the program's own user
     * typed: open specs of unknown origin with a host without it. NULL: specs cannot run programs. */
    hra_err (*run)(void *self, const char *command, const char *log, hra_channel **out, hra_error *why);
    /* Directory of tablebases for players and solutions that are opened without a data directory. It is only read; what
     * is missing is computed in memory. NULL: none. */
    const char *tables;
    /* Called when an external program in a seat failed, with the reason and the end of its standard error ("": it wrote
     * none), which may have any bytes but 0. Several threads may call it. NULL: not called. */
    void (*failed)(void *self, const char *why, const char *errors);
} hra_host;

/* `read` of a host whose users may read any file that the program may read; ignores `self`. Returns
 *   HRA_EMISSING  if there is no such file
 *   HRA_EIO       if it cannot be read
 *   HRA_ELIMIT    if it is longer than `most` bytes
 *   HRA_ENOMEM. */
HRA_API hra_err hra_host_read_file(void *self, const char *name, size_t most, hra_text *out, hra_error *why);

/* `run` of a host whose users may run any program; ignores `self`. The program gets a process group of its own, which
 * ends with the channel, and with this program, even if that is killed. Returns
 *   HRA_EMISSING, HRA_EIO  if the program cannot be started, or the log cannot be opened
 *   HRA_EFIT               if this build cannot run programs
 *   HRA_ENOMEM. */
HRA_API hra_err hra_host_run_program(void *self, const char *command, const char *log, hra_channel **out,
                                     hra_error *why);

#ifdef __cplusplus
}
#endif
#endif
