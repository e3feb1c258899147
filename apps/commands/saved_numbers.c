/* Which saved game is meant. */
#include "saved_numbers.h"

#include <string.h>
#include <unistd.h>

#include "data_home.h"

typedef struct numbering {
    uint64_t wanted, count;
    char *name;
} numbering;

static hra_err count_entry(void *self, const hra_store_entry *entry) {
    numbering *n = self;
    if (++n->count == n->wanted)
        hra_snprintf(n->name, HRA_STORE_NAME, "%s", entry->name);
    return HRA_OK;
}

int saved_name(const hra_store *store, const char *command, const char *word, char out[HRA_STORE_NAME]) {
    numbering n = {.name = out};
    hra_error why;
    out[0] = '\0';
    if (!args_parse_number(word, &n.wanted))
        n.wanted = 0;
    if (hra_store_list(store, "plays", count_entry, &n, &why) != 0)
        return print_failure(&why, NULL);
    if (out[0])
        return EXIT_DONE;
    if (n.count)
        print_error(_("%s: no saved game has number %s; 'hra plays' lists 1 to %llu"), command, word,
                    (unsigned long long)n.count);
    else
        print_error(_("%s: no saved game has number %s: no game is saved yet"), command, word);
    return EXIT_FAILED;
}

int saved_path(const args *a, const char *word, char out[STORE_PATH]) {
    char folder[STORE_PATH], name[HRA_STORE_NAME];
    hra_store *store;
    hra_error why;
    const bool number = args_is_digits(word);
    hra_snprintf(out, STORE_PATH, "%s", word);
    if (strchr(word, '/') || (!number && !store_names_games(word)) || access(word, F_OK) == 0)
        return EXIT_DONE;
    store_folder(a, folder);
    if (!number && folder[0]) {
        hra_snprintf(out, STORE_PATH, "%s/plays/%s", folder, word);
        if (access(out, F_OK) != 0)
            hra_snprintf(out, STORE_PATH, "%s", word);
    }
    if (!number || !folder[0])
        return number ? EXIT_FAILED : EXIT_DONE;
    if (hra_store_open_folder(&store, folder, &why) != 0)
        return print_failure(&why, NULL);
    int status = saved_name(store, a->command->name, word, name);
    hra_store_close(store);
    if (!status)
        hra_snprintf(out, STORE_PATH, "%s/%s", folder, name);
    return status;
}

typedef struct naming {
    void (*each)(void *self, const char *name);
    void *self;
} naming;

static hra_err name_entry(void *self, const hra_store_entry *entry) {
    const naming *n = self;
    const char *slash = strrchr(entry->name, '/');
    n->each(n->self, slash ? slash + 1 : entry->name);
    return HRA_OK;
}

void saved_each(void (*each)(void *self, const char *name), void *self) {
    char folder[STORE_PATH];
    naming n = {each, self};
    hra_store *store;
    const int length = data_home(folder, sizeof folder);
    if (length <= 0 || length >= STORE_PATH || access(folder, F_OK) != 0 ||
        hra_store_open_folder(&store, folder, NULL) != 0)
        return;
    (void)hra_store_list(store, "plays", name_entry, &n, NULL);
    hra_store_close(store);
}
