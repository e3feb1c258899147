/* The file of the nets: src/games/checkers/play/checkers.learnt, and what the trainer writes.
 *
 *     bytes 0..7   "hra-ckn\n"
 *           8..15  XXH3 of what follows
 *           16..   the nets by phase: rows, hidden, second as 16 bits; offset, last, bias as 32 bits
 *
 * All numbers are little-endian. */
#include <string.h>

#include "core/messages.h"
#include "nets/learnt.h"
#include "weights.h"

enum { HEAD = 16 };

static const char magic[] = "hra-ckn\n";

static uint64_t get(const unsigned char *at, int bytes) {
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++)
        value |= (uint64_t)at[i] << 8 * i;
    return value;
}

static void put(unsigned char *at, int bytes, uint64_t value) {
    for (int i = 0; i < bytes; i++)
        at[i] = (unsigned char)(value >> 8 * i);
}

static const unsigned char *get_short(const unsigned char *at, int16_t *to, size_t count) {
    for (size_t i = 0; i < count; i++, at += 2)
        to[i] = (int16_t)get(at, 2);
    return at;
}

static const unsigned char *get_long(const unsigned char *at, int32_t *to, size_t count) {
    for (size_t i = 0; i < count; i++, at += 4)
        to[i] = (int32_t)get(at, 4);
    return at;
}

static unsigned char *put_short(unsigned char *at, const int16_t *from, size_t count) {
    for (size_t i = 0; i < count; i++, at += 2)
        put(at, 2, (uint16_t)from[i]);
    return at;
}

static unsigned char *put_long(unsigned char *at, const int32_t *from, size_t count) {
    for (size_t i = 0; i < count; i++, at += 4)
        put(at, 4, (uint32_t)from[i]);
    return at;
}

static hra_err read_nets(const unsigned char *bytes, size_t length, ck_weights *out) {
    if (length != CK_WEIGHTS_BYTES || memcmp(bytes, magic, 8) != 0 ||
        get(bytes + 8, 8) != hra_hash(bytes + HEAD, length - HEAD))
        return HRA_EDAMAGED;
    const unsigned char *at = bytes + HEAD;
    for (int i = 0; i < CK_PHASES; i++) {
        ck_net *net = &out->net[i];
        at = get_short(at, net->row[0], CK_ROWS * CK_HIDDEN);
        at = get_short(at, net->hidden, CK_HIDDEN);
        at = get_short(at, net->second[0][0], CK_HIDDEN * CK_SECOND);
        at = get_long(at, net->offset, CK_SECOND);
        at = get_long(at, net->last, CK_SECOND);
        at = get_long(at, &net->bias, 1);
    }
    return HRA_OK;
}

/* The bytes of a file of `hra learn`, or those that there are. */
static hra_err find_nets(const char *name, const unsigned char *bytes, size_t length, hra_bytes *out,
                         hra_error *why) {
    const char *text = (const char *)bytes;
    *out = (hra_bytes){text, text + length};
    return length >= 8 && memcmp(bytes, magic, 8) == 0 ? HRA_OK
                                                       : hra_learnt_find_own(name, text, length, out, why);
}

hra_err ck_weights_read(const unsigned char *bytes, size_t length, ck_weights *out) {
    hra_bytes nets;
    hra_err err = find_nets("checkers", bytes, length, &nets, NULL);
    return err ? HRA_EDAMAGED : read_nets((const unsigned char *)nets.at, hra_bytes_left(&nets), out);
}

hra_err ck_weights_open(const hra_game *game, const char *file, ck_weights *out, bool *known,
                        hra_error *why) {
    hra_text text;
    hra_bytes nets;
    hra_text_init(&text);
    hra_err err = hra_game_read_file(game, file, N_("model"), HRA_LEARNT_BYTES, &text, why);
    if (!err)
        err = find_nets(file, (const unsigned char *)hra_text_string(&text), text.length, &nets, why);
    *known = !err && hra_bytes_left(&nets) > 0;
    if (*known && read_nets((const unsigned char *)nets.at, hra_bytes_left(&nets), out) != 0)
        err = hra_fail(why, HRA_EDAMAGED, -1, "'%s': no nets of checkers in this file", file);
    hra_text_release(&text);
    return err;
}

hra_err ck_weights_read_own(const hra_game *game, const char *file, hra_text *text, size_t *first,
                            size_t *length, hra_error *why) {
    hra_bytes own;
    hra_err err = hra_game_read_file(game, file, N_("model"), HRA_LEARNT_BYTES, text, why);
    if (!err)
        err = hra_learnt_find_own(file, hra_text_string(text), text->length, &own, why);
    if (!err) {
        *first = (size_t)(own.at - hra_text_string(text));
        *length = hra_bytes_left(&own);
    }
    return err;
}

hra_err ck_weights_learnt(ck_weights *out, hra_error *why) {
    const unsigned char *bytes = hra_built_in_bytes(&ck_learnt, why);
    if (!bytes)
        return HRA_EIO;
    hra_err err = ck_weights_read(bytes, ck_learnt.length, out);
    return err ? hra_fail(why, err, -1, "the weights of checkers are damaged") : HRA_OK;
}

void ck_weights_write(const ck_weights *weights, unsigned char out[CK_WEIGHTS_BYTES]) {
    unsigned char *at = out + HEAD;
    for (int i = 0; i < CK_PHASES; i++) {
        const ck_net *net = &weights->net[i];
        at = put_short(at, net->row[0], CK_ROWS * CK_HIDDEN);
        at = put_short(at, net->hidden, CK_HIDDEN);
        at = put_short(at, net->second[0][0], CK_HIDDEN * CK_SECOND);
        at = put_long(at, net->offset, CK_SECOND);
        at = put_long(at, net->last, CK_SECOND);
        at = put_long(at, &net->bias, 1);
    }
    memcpy(out, magic, 8);
    put(out + 8, 8, hra_hash(out + HEAD, CK_WEIGHTS_BYTES - HEAD));
}
