/* hra/version.h: versions of the library and of its interface. Thread-safety: any thread may call these functions. */
#ifndef HRA_VERSION_H
#define HRA_VERSION_H

#include "hra/api.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the binary interface, which is the soversion of the shared library too: libhra.so.3. It rises if
 * programs compiled with earlier headers would no longer run: a function is removed or changed, or a struct changes.
 * New functions do not raise it, nor new members at the end of a struct that begins with its size. docs/changes.md
 * lists changes. */
#define HRA_ABI 3

/* Returns the version of the library that runs, which may be newer than the headers: "0.2.0", "0.2.0-dev+8241368f" with
 * the git commit, or "0.2.0-dev+8241368f.dirty.1f0c22aa" with a checksum of changes since. Libraries of the same
 * version were built from the same sources. Static. */
HRA_API const char *hra_version(void);
HRA_API int hra_abi(void); /* HRA_ABI of the library that runs */

#ifdef __cplusplus
}
#endif
#endif
