/* hra/version.h: which library this is. */
#ifndef HRA_VERSION_H
#define HRA_VERSION_H

#include "hra/api.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The number of the interface, which is the soversion of the shared library too: libhra.so.3. It grows when
 * a program that was compiled against an earlier header would no longer run: when a function goes or changes,
 * or a struct changes otherwise than by members at the end of one that begins with its size. New functions
 * and such members leave it. docs/changes.md tells what changed. */
#define HRA_ABI 3

/* Of the library that runs, which may be newer than the headers. Built from git it names the commit, and what
 * was changed since by a sum: "0.2.0", "0.2.0-dev+8241368f", "0.2.0-dev+8241368f.dirty.1f0c22aa". Two of the same
 * name were built from the same sources. Any thread. */
HRA_API const char *hra_version(void); /* static */
HRA_API int hra_abi(void);             /* HRA_ABI where the library was compiled */

#ifdef __cplusplus
}
#endif
#endif
