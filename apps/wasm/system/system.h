/* What the library asks of a system and wasi-libc does not declare; included before every source. A page has
 * no file system: what there is to keep goes through the session's store (hra/store.h), so these only fail.
 */
#ifndef HRA_WASM_SYSTEM_H
#define HRA_WASM_SYSTEM_H

#include <sys/stat.h>
#include <sys/types.h>

int mkstemp(char *path);
int fchmod(int descriptor, mode_t mode);
int flock(int descriptor, int operation);
int getentropy(void *bytes, size_t size);
ssize_t getrandom(void *bytes, size_t size, unsigned flags);

#endif
