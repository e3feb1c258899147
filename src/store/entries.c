/* Entries of any store: what they are called, and calls that check before they ask the store. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "store/own_store.h"
#include "store/saved_game.h"

enum { MOST_LETTERS = 128 };

static const char *const folders[] = {"plays", "files", "matches", NULL};

/* ---- names ----------------------------------------------------------------------------------*/

static bool is_letter_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static char small(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Windows opens its devices under these names in every folder, whatever follows a dot. */
static bool is_device(const char *name) {
    static const char *const devices[] = {"con", "prn", "aux", "nul", "com", "lpt"};
    size_t n = strcspn(name, ".");
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
        bool same = n >= 3;
        for (size_t k = 0; same && k < 3; k++)
            same = small(name[k]) == devices[i][k];
        if (same && (i < 4 ? n == 3 : n == 4 && name[3] >= '0' && name[3] <= '9'))
            return true;
    }
    return false;
}

const char *hra_store_folder_of(const char *name, const char **rest) {
    for (int i = 0; folders[i]; i++) {
        size_t n = strlen(folders[i]);
        if (strncmp(name, folders[i], n) == 0 && name[n] == '/') {
            *rest = name + n + 1;
            return folders[i];
        }
    }
    return NULL;
}

static hra_err bad_name(hra_error *why, const char *name, size_t at, const char *what) {
    return hra_fail(why, HRA_EINPUT, (int)at, "'%.140s' is not a name of an entry: %s", name, _(what));
}

hra_err hra_store_check_name(const char *name, hra_error *why) {
    const char *rest;
    if (!name)
        return hra_fail(why, HRA_EINPUT, -1, "no name of an entry was given");
    if (!hra_store_folder_of(name, &rest))
        return bad_name(why, name, 0, N_("it does not begin with plays/, files/ or matches/"));
    size_t n = 0, from = (size_t)(rest - name);
    while (n <= MOST_LETTERS && (is_letter_or_digit(rest[n]) || (rest[n] && strchr("-_.", rest[n]))))
        n++;
    if (n > MOST_LETTERS)
        return bad_name(why, name, from + MOST_LETTERS, N_("more than 128 letters follow its folder"));
    if (rest[n])
        return bad_name(why, name, from + n,
                        N_("besides letters and digits only '-', '_' and '.' may be in it"));
    if (n == 0)
        return bad_name(why, name, from, N_("nothing follows its folder"));
    if (rest[0] == '.' || rest[n - 1] == '.')
        return bad_name(why, name, rest[0] == '.' ? from : from + n - 1,
                        N_("a dot neither begins nor ends it"));
    return is_device(rest) ? bad_name(why, name, from, N_("some systems call a device so")) : HRA_OK;
}

/* ---- words ----------------------------------------------------------------------------------*/

hra_err hra_store_missing(const char *name, hra_error *why) {
    return hra_fail(why, HRA_EMISSING, -1, "'%s': entry not found", name);
}

hra_err hra_store_is_open(const char *name, hra_error *why) {
    return hra_fail(why, HRA_ESTATE, -1, "'%s' is open elsewhere", name);
}

hra_err hra_store_not_locked(const char *name, hra_error *why) {
    return hra_fail(why, HRA_ESTATE, -1, "'%s' is not locked here, so its lock cannot be given back", name);
}

hra_err hra_store_too_short(const char *name, size_t length, size_t at, hra_error *why) {
    return hra_fail(why, HRA_ESTATE, -1, "'%s' was changed elsewhere: it has %zu bytes and should have %zu",
                    name, length, at);
}

hra_err hra_store_too_long(const char *name, size_t most, hra_error *why) {
    return hra_fail(why, HRA_ELIMIT, -1, "'%s' is longer than %zu bytes", name, most);
}

/* ---- calls ----------------------------------------------------------------------------------*/

hra_err hra_store_check(const hra_store *store, hra_error *why) {
    if (!store || store->size < sizeof store->size)
        return hra_fail(why, HRA_EINPUT, -1, "%s",
                        store ? _("the store does not begin with its size") : _("no store was given"));
    if (store->size > sizeof *store)
        return hra_fail(
            why, HRA_EVERSION, -1,
            "the store has %zu bytes, and this library knows %zu: it was compiled for a newer one",
            store->size, sizeof *store);
    bool whole = store->size == sizeof *store && store->list && store->read && store->append && store->sync &&
                 store->remove && store->lock;
    return whole ? HRA_OK
                 : hra_fail(why, HRA_EINPUT, -1,
                            "the store lacks one of list, read, append, sync, remove and lock");
}

static hra_err check_folder(const char *folder, hra_error *why) {
    for (int i = 0; folder && folders[i]; i++)
        if (strcmp(folder, folders[i]) == 0)
            return HRA_OK;
    return hra_fail_unknown(why, -1, folder ? folder : "", folders,
                            "a store has no folder '%s'; its folders are", folder ? folder : "");
}

/* Passes on what has a good name. */
typedef struct good_names {
    const char *folder;
    hra_store_each each;
    void *to;
} good_names;

static hra_err pass_good(void *to, const hra_store_entry *entry) {
    const good_names *pass = to;
    const char *rest;
    bool good = hra_store_check_name(entry->name, NULL) == 0 &&
                strcmp(hra_store_folder_of(entry->name, &rest), pass->folder) == 0;
    return good ? pass->each(pass->to, entry) : HRA_OK;
}

/* All entries of a folder, in the store's order. */
static hra_err pass_all(const hra_store *store, const char *folder, hra_store_each each, void *to,
                        hra_error *why) {
    good_names pass = {folder, each, to};
    hra_err err = check_folder(folder, why);
    return err ? err : store->list(store->self, folder, pass_good, &pass, why);
}

hra_err hra_store_read(const hra_store *store, const char *name, size_t most, hra_text *out, hra_error *why) {
    size_t from = out->length;
    hra_err err = hra_store_check_name(name, why);
    if (!err)
        err = store->read(store->self, name, most, out, why);
    if (!err && out->err)
        err = hra_no_memory(why);
    if (err && out->length > from) {
        out->length = from;
        out->data[from] = '\0';
    }
    return err;
}

hra_err hra_store_append(const hra_store *store, const char *name, size_t at, const char *bytes,
                         size_t length, hra_error *why) {
    hra_err err = hra_store_check_name(name, why);
    return err ? err : store->append(store->self, name, at, length ? bytes : "", length, why);
}

hra_err hra_store_sync(const hra_store *store, const char *name, hra_error *why) {
    hra_err err = hra_store_check_name(name, why);
    return err ? err : store->sync(store->self, name, why);
}

hra_err hra_store_remove(const hra_store *store, const char *name, hra_error *why) {
    hra_err err = hra_store_check_name(name, why);
    return err ? err : store->remove(store->self, name, why);
}

hra_err hra_store_lock(const hra_store *store, const char *name, bool on, hra_error *why) {
    hra_err err = hra_store_check_name(name, why);
    return err ? err : store->lock(store->self, name, on, why);
}

hra_err hra_store_read_file(void *self, const char *name, size_t most, hra_text *out, hra_error *why) {
    char whole[HRA_STORE_NAME];
    hra_error inner = {0};
    int n = hra_snprintf(whole, sizeof whole, "files/%s", name);
    hra_err err = n > 0 && n < (int)sizeof whole ? hra_store_check_name(whole, &inner)
                                                 : hra_fail(&inner, HRA_EINPUT, -1, "its name is too long");
    if (err)
        return hra_fail(why, HRA_EMISSING, -1, "'%.120s': not a valid file name in the store", name);
    err = hra_store_read(self, whole, most, out, &inner);
    if (!err)
        return HRA_OK;
    /* what the store says has the name in it, which the spec's user never saw */
    const char *said = inner.text, *rest = strstr(said, whole);
    return rest ? hra_fail(why, err, -1, "%.*s%s%s", (int)(rest - said), said, name, rest + strlen(whole))
                : hra_fail(why, err, -1, "'%s': %s", name, said);
}

void hra_store_close(hra_store *store) {
    hra_own_store *own = store ? store->self : NULL;
    if (own)
        own->close(own);
}

/* ---- the newest first -----------------------------------------------------------------------*/

typedef struct copy {
    char name[HRA_STORE_NAME];
    size_t length;
    double changed;
} copy;

typedef struct copies {
    copy *list;
    size_t count, capacity;
} copies;

static hra_err add_copy(void *to, const hra_store_entry *entry) {
    copies *all = to;
    if (all->count == all->capacity) {
        size_t capacity = all->capacity ? 2 * all->capacity : 64;
        copy *list = realloc(all->list, capacity * sizeof *list);
        if (!list)
            return HRA_ENOMEM;
        all->list = list;
        all->capacity = capacity;
    }
    copy *own = &all->list[all->count++];
    *own = (copy){.length = entry->length, .changed = entry->changed};
    hra_snprintf(own->name, HRA_STORE_NAME, "%s", entry->name); /* a good name fits */
    return HRA_OK;
}

static int newer_first(const void *a, const void *b) {
    const copy *x = a, *y = b;
    if (x->changed < y->changed || x->changed > y->changed)
        return x->changed < y->changed ? 1 : -1;
    return strcmp(y->name, x->name);
}

hra_err hra_store_list(const hra_store *store, const char *folder, hra_store_each each, void *to,
                       hra_error *why) {
    copies all = {0};
    hra_err err = pass_all(store, folder, add_copy, &all, why);
    if (err == HRA_ENOMEM)
        hra_no_memory(why);
    if (!err && all.count)
        qsort(all.list, all.count, sizeof *all.list, newer_first);
    for (size_t i = 0; !err && i < all.count; i++) {
        const copy *c = &all.list[i];
        hra_store_entry entry = {.name = c->name, .length = c->length, .changed = c->changed};
        err = each(to, &entry);
    }
    free(all.list);
    return err;
}
