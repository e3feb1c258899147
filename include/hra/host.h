/* hra/host.h: what a program that hosts the library lends to all that it opens: which games there are, how
 * files are read, and how much threads and memory specs may ask for.
 *
 * A spec comes from anywhere, a record that somebody sent among it. So nothing that is opened by name reads
 * a file unless the program gave a reader, runs a program unless it gave a way to do so, nor takes more than
 * the program's caps. */
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
 * Built by one thread, then immutable and shared. Functions that look take NULL for what is built in. */
typedef struct hra_registry hra_registry;

/* Begins with all that is built in. HRA_ENOMEM. */
HRA_API hra_err hra_registry_open(hra_registry **out, hra_error *why);
/* Adds a game, behind all others. Its tables are copied; what they point to outlives the registry.
 * HRA_EINPUT: there is a game of this name, the name is none that a spec can have (small letters, digits
 * and -), or what hra_game_open_rules says of tables; HRA_EVERSION; HRA_ENOMEM. */
HRA_API hra_err hra_registry_add_game(hra_registry *registry, const hra_rules *rules, hra_error *why);
/* Adds a kind of player that plays every game (or says with HRA_EFIT which it does not), behind all others.
 * The table is copied; what it points to outlives the registry. Errors as of hra_registry_add_game. */
HRA_API hra_err hra_registry_add_player(hra_registry *registry, const hra_player_kind *kind, hra_error *why);
HRA_API void hra_registry_close(hra_registry *registry); /* after all games; NULL is allowed */

/* Those built in come first: index 0 and up, NULL past the last. */
HRA_API const hra_rules *hra_registry_game(const hra_registry *registry, int index);
HRA_API const hra_rules *hra_registry_find_game(const hra_registry *registry, const char *name); /* or NULL */
/* The players of every game, in the order of src/builtin/players.def, then those that were added: index 0 and
 * up, NULL past the last. Those with a title are methods. */
HRA_API const hra_player_kind *hra_registry_player(const hra_registry *registry, int index);
/* or NULL */
HRA_API const hra_player_kind *hra_registry_find_player(const hra_registry *registry, const char *name);
/* The format of any game whose suffix ends this path, in any case; NULL: none. */
HRA_API const hra_format *hra_registry_find_format(const hra_registry *registry, const char *path);

/* Whether two specs name the same: one thing, by its name of today or an old one, with the same options typed,
 * in any order, by any of their names, and with equal values: 64M is 65536K, and a spec in a spec is compared as
 * one. What is left out is not what is typed as its default, since an owner may ask which of the two it was.
 * `kind`: HRA_NAME_GAME, _PLAYER or _EVALUATION (methods of learning: hra_learn_spec_equal). `rules`: the game
 * whose players and evaluations are meant, NULL for a game or where it is not known; `registry`: NULL for what is
 * built in. Of what is not known, options are compared as text. */
HRA_API bool hra_spec_equal(const char *a, const char *b, hra_name_kind kind, const hra_rules *rules,
                            const hra_registry *registry);
/* Tells each old name in a spec: its own, those of its options and values, and of specs in it, in their order. A
 * spec that cannot be read ends it. */
HRA_API void hra_spec_renames(const char *spec, hra_name_kind kind, const hra_rules *rules,
                              const hra_registry *registry, void (*tell)(void *self, const hra_rename *row),
                              void *self);

/* ---- programs that run beside this one ------------------------------------------------------
 * A dialogue in lines. The library starts no program by itself: a host does that (`run` of hra_host), and a
 * channel is the interface that it returns. The program may write anything, stop answering, or end at any moment.
 * Deadlines are times of hra_clock. Thread-safety: a channel is used by one thread at a time, and not always by
 * the same one. */
enum { HRA_CHANNEL_LINE = 1 << 16 /* a line is shorter than so many bytes */ };

typedef struct hra_channel hra_channel;

struct hra_channel {
    size_t size; /* sizeof(hra_channel) where it was compiled */
    /* Hands over text[0..length-1], whole lines with their ends. HRA_EENDED: the program has ended, and `why`
     * says how: "ended with status 3"; HRA_EHUNG: it took none of it until the deadline; HRA_ESTOPPED: `stop`
     * (may be NULL) was set before; HRA_EIO: the log could not be written; HRA_ENOMEM. */
    hra_err (*write)(hra_channel *self, const char *text, size_t length, double deadline,
                     const hra_stop *stop, hra_error *why);
    /* The next line, without its end, in place of what was in `line`. Lines that came before the program
     * ended are still handed out. Errors as of write, and HRA_EPROTOCOL: what comes is no line of text. */
    hra_err (*read)(hra_channel *self, hra_text *line, double deadline, const hra_stop *stop, hra_error *why);
    /* Ends the program: its input ends, and where it has not ended after so many seconds more it is killed,
     * with all that it has started. Nothing of it is left when this returns, nor of what it has started in
     * its group of processes; the channel is freed. */
    void (*close)(hra_channel *self, double patience);
};

/* ---- the host -------------------------------------------------------------------------------*/

/* NULL stands for a host of zeros: what is built in, no files, no caps. The struct is copied when a game is
 * opened; the registry and `self` stay as they are until everything is closed. */
typedef struct hra_host {
    size_t size;                  /* sizeof(hra_host) */
    const hra_registry *registry; /* NULL: what is built in */
    /* Appends the whole of a file that an option names, at most `most` bytes; what it says in an error begins
     * with the name: "'city.lay': there is no such file". Several threads may call it. NULL: no spec may name
     * a file. */
    hra_err (*read)(void *self, const char *name, size_t most, hra_text *out, hra_error *why);
    void *self; /* handed to read and run */
    hra_caps caps;
    /* Runs a program that a spec names, for a player that sits in a seat as a process of its own: `command`
     * is a command line of the user's shell, `log` (NULL: none) a file that is to hold the dialogue. Several
     * threads may call it. It is for specs that the program's own user typed: one that came from anywhere
     * else must meet a host without it. NULL: no spec may run a program. */
    hra_err (*run)(void *self, const char *command, const char *log, hra_channel **out, hra_error *why);
    /* Folder of tables for players and solutions that are opened without a folder of data: what lies there is read,
     * and what is missing is worked out in memory; nothing is written. NULL: none. */
    const char *tables;
} hra_host;

/* A reader for programs whose users may read any file that the program may; `self` is not looked at.
 * HRA_EMISSING, HRA_EIO, HRA_ELIMIT, HRA_ENOMEM. */
HRA_API hra_err hra_host_read_file(void *self, const char *name, size_t most, hra_text *out, hra_error *why);

/* For programs whose users may run any program that they like; `self` is not looked at. The program has a
 * group of processes of its own, which ends with the channel, and with this program, however that ends.
 * HRA_EIO, HRA_ENOMEM; HRA_EFIT: the library was compiled without threads. */
HRA_API hra_err hra_host_run_program(void *self, const char *command, const char *log, hra_channel **out,
                                     hra_error *why);

#ifdef __cplusplus
}
#endif
#endif
