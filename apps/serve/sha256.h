/* SHA-256 (FIPS 180-4), of texts that are all there: the keys of invitations are kept as their hash only. */
#ifndef HRA_SERVE_SHA256_H
#define HRA_SERVE_SHA256_H

#include <stddef.h>

enum { SHA256_BYTES = 32 };

/* HMAC-SHA-256 (RFC 2104) of a text of at most HMAC_MOST bytes. */
enum { HMAC_MOST = 512 };
void hmac_sha256(const void *key, size_t key_length, const char *text, size_t length,
                 unsigned char out[SHA256_BYTES]);

void sha256(const void *bytes, size_t length, unsigned char out[SHA256_BYTES]);

#endif
