/* A system without files: see system.h. */
#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

static int nothing(void) {
    errno = ENOSYS;
    return -1;
}

int mkstemp(char *path) {
    (void)path;
    return nothing();
}

int fchmod(int descriptor, mode_t mode) {
    (void)descriptor;
    (void)mode;
    return nothing();
}

int flock(int descriptor, int operation) {
    (void)descriptor;
    (void)operation;
    return nothing();
}

void *mmap(void *address, size_t size, int protection, int flags, int descriptor, off_t offset) {
    (void)address, (void)size, (void)protection, (void)flags, (void)descriptor, (void)offset;
    (void)nothing();
    return MAP_FAILED;
}

int munmap(void *address, size_t size) {
    (void)address, (void)size;
    return nothing();
}

ssize_t getrandom(void *bytes, size_t size, unsigned flags) {
    (void)flags;
    return getentropy(bytes, size) == 0 ? (ssize_t)size : (ssize_t)-1;
}
