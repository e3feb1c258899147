/* hra/store.h: where games and files are saved. A store is six functions of its owner. This header has two stores:
 * a directory, and memory. A page in a browser fills a store in memory at its start. A callback gets each change, which
 * the page saves in a database of its own.
 *
 * Names: an entry is named FOLDER/NAME. FOLDER is "plays" (records, hra/play.h), "files" (what specs may name) or
 * "matches". NAME is 1 to 128 letters, digits, '-', '_' and '.'. It neither begins nor ends with a dot and is not the
 * name of a device of any system (CON, nul.txt, COM1). So no name leads out of the store.
 *
 * Writing: an entry is bytes that grow at their end. Every later read sees what was appended, in other processes too;
 * after hra_store_sync it survives a power cut. A process that is killed while it appends leaves the beginning of the
 * new bytes; an append that fails, such as on a full disk, leaves none of them. An append at 0 replaces the entry as a
 * whole: afterwards it is the old one or the new one, whatever happens.
 *
 * Locks: to continue an entry, take its lock, read it, then append. Others may read and list it meanwhile. A lock
 * excludes all other processes and stores, and a second lock of the same store. It ends with the store and with the
 * process.
 *
 * Thread-safety: several threads may use the two stores here at once. A callback must not use the store unless its
 * comment allows it. A store of another owner has the owner's rules. */
#ifndef HRA_STORE_H
#define HRA_STORE_H

#include "hra/base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HRA_STORE_NAME = 136 }; /* bytes for the name of any entry, NUL included */

typedef struct hra_store_entry {
    const char *name; /* "plays/nim-17.hra"; valid until the callback returns */
    size_t length;    /* bytes */
    double changed;   /* seconds since 1970; 0: unknown */
} hra_store_entry;

typedef hra_err (*hra_store_each)(void *to, const hra_store_entry *entry);

/* The functions of a store. All six are required. The functions below check names before they call them. Each may
 * return
 *   HRA_EIO  with the owner's words
 *   HRA_ENOMEM. */
typedef struct hra_store {
    size_t size; /* sizeof(hra_store) of the caller */
    void *self;  /* passed to each function */
    /* Calls each(to, entry) for every entry of a folder, in any order. If a call returns an error, the list ends and
     * returns it. A folder in which nothing was written is empty. */
    hra_err (*list)(void *self, const char *folder, hra_store_each each, void *to, hra_error *why);
    /* Appends the whole entry to `out`. Returns
     *   HRA_EMISSING  if there is no such entry
     *   HRA_ELIMIT    if it is longer than `most` bytes. */
    hra_err (*read)(void *self, const char *name, size_t most, hra_text *out, hra_error *why);
    /* Cuts the entry to its first `at` bytes, and appends `bytes`. With `at` 0 it creates the entry, even of no
     * bytes, or replaces the old one as a whole. Returns
     *   HRA_ESTATE  if the entry is shorter than `at`, or another store has locked it. */
    hra_err (*append)(void *self, const char *name, size_t at, const char *bytes, size_t length,
                      hra_error *why);
    /* Waits until what was appended would survive a power cut. Returns
     *   HRA_EMISSING  if there is no such entry. */
    hra_err (*sync)(void *self, const char *name, hra_error *why);
    /* Deletes the entry. Returns
     *   HRA_ESTATE    if any store has locked it
     *   HRA_EMISSING  if there is no such entry. */
    hra_err (*remove)(void *self, const char *name, hra_error *why);
    /* on: takes the lock, and creates an empty entry if there is none. Not on: releases the lock, and deletes an
     * empty entry. Returns
     *   HRA_ESTATE  on: if any store has locked it; not on: if this store has not. */
    hra_err (*lock)(void *self, const char *name, bool on, hra_error *why);
} hra_store;

/* ---- using a store --------------------------------------------------------------------------
 * These check their arguments and call the store. They also return the store's errors. `why` may be NULL. */

/* Lists the entries of a folder, the latest change first, then by descending name. The list is complete before the
 * first call of `each`, which may change the store. Files of other programs, with names that no entry has, are skipped.
 * Returns
 *   HRA_EINPUT  if there is no such folder
 *   HRA_ENOMEM. */
HRA_API hra_err hra_store_list(const hra_store *store, const char *folder, hra_store_each each, void *to,
                               hra_error *why);
/* Appends an entry of at most `most` bytes to `out`, which is unchanged after an error. Returns
 *   HRA_EINPUT    if the name is not allowed
 *   HRA_EMISSING  if there is no such entry
 *   HRA_ELIMIT    if it is longer
 *   HRA_ENOMEM. */
HRA_API hra_err hra_store_read(const hra_store *store, const char *name, size_t most, hra_text *out,
                               hra_error *why);
/* Cuts an entry to its first `at` bytes, and appends. After an error the entry is unchanged, or only cut. Returns
 *   HRA_EINPUT  if the name is not allowed
 *   HRA_ESTATE  if the entry is shorter than `at`, or another store has locked it. */
HRA_API hra_err hra_store_append(const hra_store *store, const char *name, size_t at, const char *bytes,
                                 size_t length, hra_error *why);
/* Waits until what was appended would survive a power cut. Returns
 *   HRA_EINPUT    if the name is not allowed
 *   HRA_EMISSING  if there is no such entry. */
HRA_API hra_err hra_store_sync(const hra_store *store, const char *name, hra_error *why);
/* Deletes an entry. Returns
 *   HRA_EINPUT    if the name is not allowed
 *   HRA_ESTATE    if any store has locked it
 *   HRA_EMISSING  if there is no such entry. */
HRA_API hra_err hra_store_remove(const hra_store *store, const char *name, hra_error *why);
/* Takes the lock of an entry, or releases it (`lock` of hra_store). Returns
 *   HRA_EINPUT  if the name is not allowed
 *   HRA_ESTATE  on: if any store has locked it; not on: if this store has not. */
HRA_API hra_err hra_store_lock(const hra_store *store, const char *name, bool on, hra_error *why);

/* `read` for an hra_host whose `self` is a pointer to an hra_store: specs name entries of "files", without the folder.
 * As hra_store_read; errors begin with the name. */
HRA_API hra_err hra_store_read_file(void *self, const char *name, size_t most, hra_text *out, hra_error *why);

/* ---- stores ---------------------------------------------------------------------------------*/

/* Opens a store of files in a directory, which the caller closes: entry "plays/x.hra" is the file `path`/plays/x.hra.
 * It creates `path` if the parent of that exists, and the folders in it when they are needed. Below `path` it follows
 * no symbolic link, and reads and writes only plain files. On a file system without locks, locks hold within one store
 * only. Returns
 *   HRA_EIO  if there is no such directory and it cannot be created
 *   HRA_ENOMEM. */
HRA_API hra_err hra_store_open_folder(hra_store **out, const char *path, hra_error *why);

/* The setup of a store in memory. All members but size may be zero. */
typedef struct hra_store_memory {
    size_t size; /* sizeof(hra_store_memory) of the caller */
    size_t
        most; /* the most bytes of all entries together; an append beyond them fails with HRA_ELIMIT. 0: no limit */
    /* Called before a change: the entry is cut to its first `at` bytes, and `bytes` are appended; bytes NULL: the entry
     * is deleted. An error prevents the change, and the call that made it returns the error. An empty entry that a lock
     * creates is reported with its first append. It must not use the store. */
    hra_err (*change)(void *self, const char *name, size_t at, const char *bytes, size_t length,
                      hra_error *why);
    void *self; /* passed to change */
} hra_store_memory;

/* Opens a store in memory, which the caller closes; its entries end with it. `setup` NULL: one of zeros. Returns
 *   HRA_EINPUT    if `setup` has no size
 *   HRA_EVERSION  if `setup` is of a newer library
 *   HRA_ENOMEM. */
HRA_API hra_err hra_store_open_memory(hra_store **out, const hra_store_memory *setup, hra_error *why);
/* Puts a whole entry into a store in memory, without a call of `change`; an entry of that name is replaced. For entries
 * that the caller saved elsewhere. Returns
 *   HRA_EINPUT  if the name is not allowed, or the store is of another kind
 *   HRA_ESTATE  if the entry is locked
 *   HRA_ELIMIT  if the entries would have more than `most` bytes
 *   HRA_ENOMEM. */
HRA_API hra_err hra_store_fill(hra_store *store, const hra_store_entry *entry, const char *bytes,
                               hra_error *why);

/* Closes a store that one of these functions opened, and releases its locks. NULL is allowed. */
HRA_API void hra_store_close(hra_store *store);

/* ---- saved games ----------------------------------------------------------------------------*/

/* Returns the number of bytes of text[0..length-1], an entry of "plays", that are whole lines. The rest is a line that
 * was cut off; a caller that continues the entry appends at that place. *finished (may be NULL) is set to whether the
 * last whole line that is not empty is the `result` of a record, so that the game is over. */
HRA_API size_t hra_store_whole(const char *text, size_t length, bool *finished);

#ifdef __cplusplus
}
#endif
#endif
