/* A wheel has libevent in its program, which asks glibc 2.36 for random numbers; older systems have those of the kernel. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

uint32_t arc4random(void);
void arc4random_buf(void *out, size_t size);

void arc4random_buf(void *out, size_t size) {
    for (size_t done = 0; done < size;) {
        const ssize_t got = getrandom((char *)out + done, size - done, 0);
        if (got < 0)
            abort(); /* as glibc does: a secret must not be guessed */
        done += (size_t)got;
    }
}

uint32_t arc4random(void) {
    uint32_t out;
    arc4random_buf(&out, sizeof out);
    return out;
}
