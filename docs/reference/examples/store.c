/* A store in memory: entries that grow at their end. */
#include <hra/store.h>
#include <stdio.h>

static hra_err print(void *to, const hra_store_entry *entry) {
    printf("%s: %d bytes\n", entry->name, (int)entry->length);
    return HRA_OK;
}

int main(void) {
    hra_store *store;
    hra_error why;
    const hra_store_memory setup = {.size = sizeof setup, .most = 1 << 20};
    if (hra_store_open_memory(&store, &setup, &why) != 0)
        return 1;
    if (hra_store_append(store, "files/map.txt", 0, "one\n", 4, &why) != 0 ||
        hra_store_append(store, "files/map.txt", 4, "two\n", 4, &why) != 0)
        return 1;
    hra_store_list(store, "files", print, NULL, &why);
    if (hra_store_append(store, "files/../secret", 0, "x", 1, &why) != 0)
        printf("%s\n", why.text);
    hra_store_close(store);
    return 0;
}

/* It prints:

files/map.txt: 8 bytes
'files/../secret' is not a name of an entry: besides letters and digits only '-', '_' and '.' may be in it
*/
