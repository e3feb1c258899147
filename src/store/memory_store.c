/* Entries in memory, whose owner may be told of each change. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/thread.h"
#include "store/own_store.h"
#include "store/saved_game.h"

typedef struct memory_entry {
    char name[HRA_STORE_NAME];
    char *bytes;
    size_t length, capacity;
    double changed;
    bool locked, told; /* told: the owner knows of it */
} memory_entry;

typedef struct memory_store {
    hra_own_store own;
    hra_store_memory setup;
    hra_lock lock; /* of all that follows */
    memory_entry **entries;
    size_t count, capacity;
    size_t total; /* bytes of all entries */
    double newest;
} memory_store;

/* ---- entries --------------------------------------------------------------------------------*/

static memory_entry *find(const memory_store *m, const char *name) {
    for (size_t i = 0; i < m->count; i++)
        if (strcmp(m->entries[i]->name, name) == 0)
            return m->entries[i];
    return NULL;
}

static hra_err make_entry(memory_store *m, const char *name, memory_entry **out, hra_error *why) {
    if (m->count == m->capacity) {
        size_t capacity = m->capacity ? 2 * m->capacity : 16;
        memory_entry **entries = realloc(m->entries, capacity * sizeof *entries);
        if (!entries)
            return hra_no_memory(why);
        m->entries = entries;
        m->capacity = capacity;
    }
    memory_entry *entry = calloc(1, sizeof *entry);
    if (!entry)
        return hra_no_memory(why);
    hra_snprintf(entry->name, HRA_STORE_NAME, "%s", name); /* a good name fits */
    m->entries[m->count++] = entry;
    *out = entry;
    return HRA_OK;
}

static void free_entry(memory_entry *entry) {
    free(entry->bytes);
    free(entry);
}

static void drop(memory_store *m, memory_entry *entry) {
    size_t i = 0;
    while (m->entries[i] != entry)
        i++;
    m->entries[i] = m->entries[--m->count];
    m->total -= entry->length;
    free_entry(entry);
}

static hra_err have_room(memory_entry *entry, size_t length, hra_error *why) {
    size_t capacity = entry->capacity ? entry->capacity : 256;
    if (length <= entry->capacity)
        return HRA_OK;
    while (capacity < length)
        capacity = capacity > SIZE_MAX / 2 ? length : 2 * capacity;
    char *bytes = realloc(entry->bytes, capacity);
    if (!bytes)
        return hra_no_memory(why);
    entry->bytes = bytes;
    entry->capacity = capacity;
    return HRA_OK;
}

/* Later than every change before, however coarse the clock is. */
static double next_time(memory_store *m) {
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_REALTIME, &now);
    double time = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
    m->newest = time > m->newest ? time : m->newest + 1e-6;
    return m->newest;
}

/* Room for `length` bytes behind the first `at` of an entry, in memory and within the limit. */
static hra_err reserve(const memory_store *m, memory_entry *entry, size_t at, size_t length, hra_error *why) {
    size_t others = m->total - entry->length;
    if (length > SIZE_MAX / 2 - at)
        return hra_no_memory(why);
    if (m->setup.most && (others > m->setup.most || at + length > m->setup.most - others))
        return hra_fail(why, HRA_ELIMIT, -1, "'%s': the store is full: it holds at most %zu bytes",
                        entry->name, m->setup.most);
    return have_room(entry, at + length, why);
}

static void put(memory_store *m, memory_entry *entry, size_t at, const char *bytes, size_t length) {
    if (length)
        memcpy(entry->bytes + at, bytes, length);
    m->total = m->total - entry->length + at + length;
    entry->length = at + length;
    entry->told = true;
}

static hra_err tell(const memory_store *m, const char *name, size_t at, const char *bytes, size_t length,
                    hra_error *why) {
    return m->setup.change ? m->setup.change(m->setup.self, name, at, bytes, length, why) : HRA_OK;
}

/* ---- the six functions ----------------------------------------------------------------------*/

typedef struct memory_name {
    char name[HRA_STORE_NAME];
    size_t length;
    double changed;
} memory_name;

/* Copies, since `each` may read the store. */
static hra_err copy_names(memory_store *m, const char *folder, memory_name **out, size_t *count) {
    size_t n = strlen(folder);
    *count = 0;
    *out = malloc((m->count ? m->count : 1) * sizeof **out);
    for (size_t i = 0; *out && i < m->count; i++) {
        const memory_entry *e = m->entries[i];
        if (strncmp(e->name, folder, n) != 0 || e->name[n] != '/')
            continue;
        memory_name *copy = &(*out)[(*count)++];
        *copy = (memory_name){.length = e->length, .changed = e->changed};
        hra_snprintf(copy->name, HRA_STORE_NAME, "%s", e->name);
    }
    return *out ? HRA_OK : HRA_ENOMEM;
}

static hra_err memory_list(void *self, const char *folder, hra_store_each each, void *to, hra_error *why) {
    memory_store *m = self;
    memory_name *names;
    size_t count;
    hra_lock_take(&m->lock);
    hra_err err = copy_names(m, folder, &names, &count);
    hra_lock_give(&m->lock);
    if (err)
        return hra_no_memory(why);
    for (size_t i = 0; !err && i < count; i++) {
        hra_store_entry entry = {
            .name = names[i].name, .length = names[i].length, .changed = names[i].changed};
        err = each(to, &entry);
    }
    free(names);
    return err;
}

static hra_err memory_read(void *self, const char *name, size_t most, hra_text *out, hra_error *why) {
    memory_store *m = self;
    hra_err err = HRA_OK;
    hra_lock_take(&m->lock);
    const memory_entry *entry = find(m, name);
    if (!entry)
        err = hra_store_missing(name, why);
    else if (entry->length > most)
        err = hra_store_too_long(name, most, why);
    else if (entry->length)
        hra_text_add_bytes(out, entry->bytes, entry->length);
    hra_lock_give(&m->lock);
    return err || !out->err ? err : hra_no_memory(why);
}

static hra_err append(memory_store *m, const char *name, size_t at, const char *bytes, size_t length,
                      hra_error *why) {
    memory_entry *entry = find(m, name);
    bool made = !entry && at == 0;
    hra_err err = made ? make_entry(m, name, &entry, why) : entry ? HRA_OK : hra_store_missing(name, why);
    if (err)
        return err;
    if (at > entry->length)
        err = hra_store_too_short(name, entry->length, at, why);
    if (!err)
        err = reserve(m, entry, at, length, why);
    if (!err)
        err = tell(m, name, at, bytes, length, why);
    if (err && made) {
        drop(m, entry);
    } else if (!err) {
        put(m, entry, at, bytes, length);
        entry->changed = next_time(m);
    }
    return err;
}

static hra_err memory_append(void *self, const char *name, size_t at, const char *bytes, size_t length,
                             hra_error *why) {
    memory_store *m = self;
    hra_lock_take(&m->lock);
    hra_err err = append(m, name, at, bytes, length, why);
    hra_lock_give(&m->lock);
    return err;
}

static hra_err memory_sync(void *self, const char *name, hra_error *why) {
    memory_store *m = self;
    hra_lock_take(&m->lock);
    bool there = find(m, name) != NULL;
    hra_lock_give(&m->lock);
    return there ? HRA_OK : hra_store_missing(name, why);
}

static hra_err memory_remove(void *self, const char *name, hra_error *why) {
    memory_store *m = self;
    hra_lock_take(&m->lock);
    memory_entry *entry = find(m, name);
    hra_err err = !entry          ? hra_store_missing(name, why)
                  : entry->locked ? hra_store_is_open(name, why)
                  : !entry->told  ? HRA_OK
                                  : tell(m, name, 0, NULL, 0, why);
    if (!err)
        drop(m, entry);
    hra_lock_give(&m->lock);
    return err;
}

static hra_err lock_entry(memory_store *m, const char *name, hra_error *why) {
    memory_entry *entry = find(m, name);
    hra_err err = entry && entry->locked ? hra_store_is_open(name, why) : HRA_OK;
    if (!err && !entry) {
        err = make_entry(m, name, &entry, why);
        if (!err)
            entry->changed = next_time(m);
    }
    if (!err)
        entry->locked = true;
    return err;
}

/* The lock is given back even where the owner would keep an empty entry. */
static hra_err unlock_entry(memory_store *m, const char *name, hra_error *why) {
    memory_entry *entry = find(m, name);
    if (!entry || !entry->locked)
        return hra_store_not_locked(name, why);
    entry->locked = false;
    if (entry->length)
        return HRA_OK;
    hra_err err = entry->told ? tell(m, name, 0, NULL, 0, why) : HRA_OK;
    if (!err)
        drop(m, entry);
    return err;
}

static hra_err memory_lock(void *self, const char *name, bool on, hra_error *why) {
    memory_store *m = self;
    hra_lock_take(&m->lock);
    hra_err err = on ? lock_entry(m, name, why) : unlock_entry(m, name, why);
    hra_lock_give(&m->lock);
    return err;
}

/* ---- the store ------------------------------------------------------------------------------*/

static void close_memory(hra_own_store *own) {
    memory_store *m = (memory_store *)own;
    for (size_t i = 0; i < m->count; i++)
        free_entry(m->entries[i]);
    free(m->entries);
    hra_lock_release(&m->lock);
    free(m);
}

hra_err hra_store_open_memory(hra_store **out, const hra_store_memory *setup, hra_error *why) {
    if (setup && setup->size < sizeof setup->size)
        return hra_fail(why, HRA_EINPUT, -1, "the setup of a store does not begin with its size");
    if (setup && setup->size > sizeof *setup)
        return hra_fail(
            why, HRA_EVERSION, -1,
            "the setup of a store has %zu bytes, and this library knows %zu: it was compiled for a "
            "newer one",
            setup->size, sizeof *setup);
    memory_store *m = calloc(1, sizeof *m);
    if (!m || hra_lock_init(&m->lock)) {
        free(m);
        return hra_no_memory(why);
    }
    if (setup)
        memcpy(&m->setup, setup, setup->size);
    m->own = (hra_own_store){.store = {.size = sizeof(hra_store),
                                       .self = m,
                                       .list = memory_list,
                                       .read = memory_read,
                                       .append = memory_append,
                                       .sync = memory_sync,
                                       .remove = memory_remove,
                                       .lock = memory_lock},
                             .close = close_memory};
    *out = &m->own.store;
    return HRA_OK;
}

static hra_err fill(memory_store *m, const hra_store_entry *entry, const char *bytes, hra_error *why) {
    memory_entry *own = find(m, entry->name);
    bool made = !own;
    if (own && own->locked)
        return hra_store_is_open(entry->name, why);
    hra_err err = made ? make_entry(m, entry->name, &own, why) : HRA_OK;
    if (err)
        return err;
    err = reserve(m, own, 0, entry->length, why);
    if (!err) {
        put(m, own, 0, bytes, entry->length);
        own->changed = entry->changed;
        if (m->newest < own->changed)
            m->newest = own->changed;
    } else if (made) {
        drop(m, own);
    }
    return err;
}

hra_err hra_store_fill(hra_store *store, const hra_store_entry *entry, const char *bytes, hra_error *why) {
    hra_err err = hra_store_check_name(entry->name, why);
    if (err)
        return err;
    if (store->append != memory_append)
        return hra_fail(why, HRA_EINPUT, -1, "this store is not one in memory, so it cannot be filled");
    memory_store *m = store->self;
    hra_lock_take(&m->lock);
    err = fill(m, entry, bytes, why);
    hra_lock_give(&m->lock);
    return err;
}
