/* hra/store.h: where a table keeps plays and files: six functions that its owner gives. Two stores are here,
 * a folder of the file system and memory; a page in a browser fills memory at its start and is told of each
 * change, to keep it in a data base of its own.
 *
 * An entry is called FOLDER/NAME: FOLDER is "plays" (records, as hra/play.h writes them) or "files" (what
 * specs may name); NAME is 1 to 128 letters, digits, '-', '_' and '.', neither begins nor ends with a dot,
 * and is no device of any system (CON, nul.txt, COM1). So no name leads out of the store, on whatever it
 * lies.
 *
 * An entry is bytes that grow at their end. What is appended is there for every later read, in other
 * processes too, and hra_store_sync returns when it would survive a power cut. A process that is killed while
 * it appends leaves a beginning of what it appended. An append that fails (a full disk) leaves nothing of it.
 * What is written over an entry from its beginning (`at` 0) takes its place as a whole: whatever happens, the
 * entry is the old one or the new one.
 *
 * One play is open once: whoever goes on with an entry takes its lock first, then reads it, then appends.
 * While it is locked others may read and list it. The lock holds against all processes and all other stores
 * of this one, and against a second lock of the same store; it ends with the store and with the process.
 *
 * Thread-safety: the two stores here may be used by several threads at once, a function that they call back
 * excepted: it may use the store only where that is said. A store of an owner's own is as its owner makes it.
 */
#ifndef HRA_STORE_H
#define HRA_STORE_H

#include "hra/base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HRA_STORE_NAME = 136 }; /* room for the name of any entry, with its zero */

typedef struct hra_store_entry {
    const char *name; /* "plays/nim-17.hra"; valid until the call that was given it returns */
    size_t length;    /* bytes */
    double changed;   /* seconds since 1970; 0: not known */
} hra_store_entry;

typedef hra_err (*hra_store_each)(void *to, const hra_store_entry *entry);

/* What an owner gives. All six are there; the functions below call them with names that
 * such as are allowed, so they need not check them again. Each may fail with HRA_ENOMEM, and
 * with HRA_EIO and the owner's words. */
typedef struct hra_store {
    size_t size; /* sizeof(hra_store) where it was compiled */
    void *self;  /* handed to each of the functions */
    /* Calls each(to, entry) for every entry of a folder, in any order; what it returns, if not 0, ends the
     * list and is returned. A folder in which nothing was ever written is empty. */
    hra_err (*list)(void *self, const char *folder, hra_store_each each, void *to, hra_error *why);
    /* Appends the whole entry to `out`. HRA_EMISSING: there is none; HRA_ELIMIT: it is longer than `most`
     * bytes. */
    hra_err (*read)(void *self, const char *name, size_t most, hra_text *out, hra_error *why);
    /* Writes behind the first `at` bytes; what stands there is cut off. Makes the entry where `at` is 0, of
     * no bytes too, and replaces one that has bytes as a whole. HRA_ESTATE: it is shorter than `at`, or
     * locked by another store. */
    hra_err (*append)(void *self, const char *name, size_t at, const char *bytes, size_t length,
                      hra_error *why);
    /* What was appended is where a power cut leaves it. HRA_EMISSING: there is no such entry. */
    hra_err (*sync)(void *self, const char *name, hra_error *why);
    /* HRA_ESTATE: it is locked, by whichever store; HRA_EMISSING: there is no such entry. */
    hra_err (*remove)(void *self, const char *name, hra_error *why);
    /* Takes the lock, and makes an empty entry where there is none; or gives it back, and removes an entry
     * that is empty. HRA_ESTATE: it is open elsewhere, or by this store already; or not locked by this store.
     */
    hra_err (*lock)(void *self, const char *name, bool on, hra_error *why);
} hra_store;

/* ---- using a store --------------------------------------------------------------------------
 * These check what they are given and call the store. Besides what they say they return what the store does;
 * `why` may be NULL. */

/* Lists the entries of a folder, the last changed first, where that is equal by name, last first. `each` may
 * change the store: the list was made before its first call. Entries of other names, which others may have put
 * there, are passed over. HRA_EINPUT: no such folder; HRA_ENOMEM. */
HRA_API hra_err hra_store_list(const hra_store *store, const char *folder, hra_store_each each, void *to,
                               hra_error *why);
/* HRA_EINPUT: a bad name; after any error `out` is as it was. HRA_ENOMEM. */
HRA_API hra_err hra_store_read(const hra_store *store, const char *name, size_t most, hra_text *out,
                               hra_error *why);
/* HRA_EINPUT: a bad name. After an error the entry is as it was, or where it was to be cut, is cut. */
HRA_API hra_err hra_store_append(const hra_store *store, const char *name, size_t at, const char *bytes,
                                 size_t length, hra_error *why);
HRA_API hra_err hra_store_sync(const hra_store *store, const char *name, hra_error *why);
HRA_API hra_err hra_store_remove(const hra_store *store, const char *name, hra_error *why);
HRA_API hra_err hra_store_lock(const hra_store *store, const char *name, bool on, hra_error *why);

/* A reader for an hra_host, whose `self` is a `const hra_store`: specs name the entries of "files", without
 * the folder. As hra_store_read; errors begin with the name. */
HRA_API hra_err hra_store_read_file(void *self, const char *name, size_t most, hra_text *out, hra_error *why);

/* ---- stores ---------------------------------------------------------------------------------*/

/* Entries are files in `path`/plays and `path`/files; `path` is made where its parent is there, the other two
 * when they are needed. Below `path` no symbolic link is followed, nor is anything read or written that is no
 * plain file. A file system without locks locks within one store only.
 * HRA_EIO: there is no such folder and none can be made; HRA_ENOMEM. */
HRA_API hra_err hra_store_open_folder(hra_store **out, const char *path, hra_error *why);

/* All members may be zero. */
typedef struct hra_store_memory {
    size_t size; /* sizeof(hra_store_memory) where it was compiled */
    size_t most; /* bytes of all entries together; an append beyond them fails with HRA_ELIMIT. 0: no limit */
    /* Told of a change before it is made; an error (with words) keeps it from being made and is what the call
     * fails with. The entry's first `at` bytes stay, `bytes` come behind them; bytes NULL: the entry goes.
     * Not told of an entry that a lock made until something is appended. It must not use the store. */
    hra_err (*change)(void *self, const char *name, size_t at, const char *bytes, size_t length,
                      hra_error *why);
    void *self; /* handed to change */
} hra_store_memory;

/* Entries in memory, gone with the store. NULL for a setup of zeros. HRA_EINPUT: no size; HRA_EVERSION: a
 * setup of a newer library; HRA_ENOMEM. */
HRA_API hra_err hra_store_open_memory(hra_store **out, const hra_store_memory *setup, hra_error *why);
/* Puts a whole entry into a store in memory, as it was kept elsewhere: `change` is not told. What stands
 * under that name goes. HRA_EINPUT: a bad name, or a store of another kind; HRA_ESTATE: it is locked;
 * HRA_ELIMIT; HRA_ENOMEM. */
HRA_API hra_err hra_store_fill(hra_store *store, const hra_store_entry *entry, const char *bytes,
                               hra_error *why);

/* Closes a store that was opened here and gives its locks back. NULL is allowed. */
HRA_API void hra_store_close(hra_store *store);

/* ---- plays in a store -----------------------------------------------------------------------*/

/* Returns how many bytes of text[0..length-1], an entry of "plays", are whole lines; what is after them was cut
 * off by a kill, and whoever goes on appends there. *finished (may be NULL): the last whole line that is not empty
 * is a record's `result`, so its play is over. */
HRA_API size_t hra_store_whole(const char *text, size_t length, bool *finished);

#ifdef __cplusplus
}
#endif
#endif
