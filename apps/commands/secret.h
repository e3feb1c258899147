/* A teacher's secret: what is derived from it cannot be made, nor led back, by who does not have the file. */
#ifndef HRA_COMMANDS_SECRET_H
#define HRA_COMMANDS_SECRET_H

#include "args.h"

enum { SECRET_CODE = 32 }; /* bytes */

/* Reads the secret in FILE, or makes one that only its owner may read. Prints errors; returns the exit status. */
int secret_read(const args *a, const char *file, hra_text *out);
/* HMAC-SHA-256 of a message of at most 512 bytes. */
void secret_code(const hra_text *secret, const char *message, unsigned char out[SECRET_CODE]);
/* SHA-256 of any bytes, in hexadecimal digits. */
void secret_digest(const char *bytes, size_t length, char out[2 * SECRET_CODE + 1]);

#endif
