/* What the stores of the library have in common. */
#ifndef HRA_STORE_OWN_STORE_H
#define HRA_STORE_OWN_STORE_H

#include "hra/store.h"

/* What each of them begins with. */
typedef struct hra_own_store {
    hra_store store; /* its self is this struct */
    void (*close)(struct hra_own_store *own);
} hra_own_store;

/* "'plays/x': there is no such entry", with HRA_EMISSING. */
hra_err hra_store_missing(const char *name, hra_error *why);
/* "'plays/x' is open elsewhere", with HRA_ESTATE. */
hra_err hra_store_is_open(const char *name, hra_error *why);
/* A lock is given back that was not taken. HRA_ESTATE. */
hra_err hra_store_not_locked(const char *name, hra_error *why);
/* Something is appended at a place that the entry does not reach. HRA_ESTATE. */
hra_err hra_store_too_short(const char *name, size_t length, size_t at, hra_error *why);
hra_err hra_store_too_long(const char *name, size_t most, hra_error *why); /* HRA_ELIMIT */

/* The folder of an entry in the list of folders, "plays" for one; *rest is its name there. The name is good.
 */
const char *hra_store_folder_of(const char *name, const char **rest);

#endif
