#include "libpq.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

/* The number of its interface, which libpq-fe.h does not say: it has been 5 since PostgreSQL 8.2. */
#ifdef __APPLE__
#define FILE_NAME "libpq.5.dylib"
#else
#define FILE_NAME "libpq.so.5"
#endif
static const char file[] = FILE_NAME;

static const struct {
    const char *name;
    size_t at;
} functions[] = {
#define FUNCTION(name) {#name, offsetof(libpq, name)},
    LIBPQ_FUNCTIONS(FUNCTION)
#undef FUNCTION
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static libpq loaded;
const libpq *const pq = &loaded;
static bool whole;
static char complaint[200];

/* dlsym returns an object's address; C has no conversion to a function's, so the bytes are copied. */
static void load(void) {
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
#ifdef __APPLE__ /* Homebrew's is where the loader does not look, but where the headers were found */
    if (library == NULL)
        library = dlopen(LIBPQ_FOLDER "/" FILE_NAME, RTLD_NOW | RTLD_LOCAL);
#endif
    whole = library != NULL;
    for (size_t i = 0; whole && i < sizeof functions / sizeof *functions; i++) {
        void *function = dlsym(library, functions[i].name);
        memcpy((char *)&loaded + functions[i].at, &function, sizeof function);
        whole = function != NULL;
    }
    if (!whole) {
        const char *said = dlerror();
        hra_snprintf(complaint, sizeof complaint, "%.190s", said ? said : file);
    }
}

hra_err libpq_load(hra_error *why) {
    (void)pthread_once(&once, load);
    if (whole)
        return HRA_OK;
    return hra_fail(why, HRA_EIO, -1, "stores in PostgreSQL need libpq; install libpq5 (Debian's name): %s",
                    complaint);
}
