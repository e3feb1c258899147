#include "secret.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "commands.h"
#include "data_dir.h"
#include "output.h"
#include "serve/sha256.h"

enum { MADE_BYTES = 32, LEAST = 16 };

/* A new secret, which only its owner may read. */
static int make_secret(const char *file, hra_text *out) {
    unsigned char bytes[MADE_BYTES];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) {
        print_error("%s: %s", file, hra_system_text(errno));
        return EXIT_FAILED;
    }
    for (size_t i = 0; i < sizeof bytes; i++)
        hra_text_addf(out, "%02x", bytes[i]);
    hra_text_add_char(out, '\n');
    const int descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    const bool good = descriptor >= 0 && output_write_all(descriptor, hra_text_string(out), out->length);
    const int reason = errno;
    const bool closed = descriptor >= 0 && close(descriptor) == 0;
    if (closed && good) {
        print_reached(_("%s: a new secret; save it, and do not pass it on"), file);
        return out->err ? print_no_memory() : EXIT_DONE;
    }
    if (descriptor >= 0)
        (void)unlink(file); /* a part of it would be taken for a secret */
    print_error(_("%s: cannot be written: %s"), file, hra_system_text(reason));
    return EXIT_FAILED;
}

int secret_read(const args *a, const char *file, hra_text *out) {
    if (access(file, F_OK) != 0)
        return make_secret(file, out);
    int status = store_read(a, file, false, out);
    if (!status && out->length < LEAST) {
        print_error(_("%s: a secret has at least 16 characters"), file);
        return EXIT_WRONG;
    }
    return status;
}

void secret_code(const hra_text *secret, const char *message, unsigned char out[SECRET_CODE]) {
    hmac_sha256(hra_text_string(secret), secret->length, message, strlen(message), out);
}

void secret_digest(const char *bytes, size_t length, char out[2 * SECRET_CODE + 1]) {
    unsigned char hash[SHA256_BYTES];
    sha256(bytes, length, hash);
    for (int i = 0; i < SHA256_BYTES; i++)
        (void)hra_snprintf(out + (ptrdiff_t)2 * i, 3, "%02x", hash[i]);
}
