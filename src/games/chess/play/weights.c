/* The file of the weights: src/games/chess/play/chess.learnt, and what the trainer writes.
 *
 *     bytes 0..7   "hra-chw\n"
 *           8..15  XXH3 of what follows
 *           16..   the weights with all pieces, then those with few, 16 bits each
 *
 * All numbers are little-endian. */
#include "weights.h"

#include <stdlib.h>
#include <string.h>

#include "core/built_in.h"
#include "core/messages.h"
#include "nets/bytes.h"
#include "nets/learnt.h"

enum { HEAD = 16 };

extern const hra_built_in ch_learnt; /* chess.learnt, as `hra learn` makes it */

static const char magic[] = "hra-chw\n";

void ch_weights_begin(const ch_game *g, ch_weights *out) {
    *out = (ch_weights){0};
    for (int kind = 0; kind < CH_KINDS; kind++) {
        const int base = kind == CH_KING ? 0 : g->worth[0][kind][g->size / 2 * 8 + g->size / 2];
        if (kind != CH_KING)
            out->all[CH_TERM_MATERIAL + kind] = out->few[CH_TERM_MATERIAL + kind] =
                (int16_t)(base * CH_FINENESS);
        for (int square = 0; square < CH_SQUARES; square++)
            if (g->cells >> square & 1) {
                const int at = CH_TERM_PLACE + 64 * kind + square;
                out->all[at] = (int16_t)((g->worth[0][kind][square] - base) * CH_FINENESS);
                out->few[at] = (int16_t)((g->worth[1][kind][square] - base) * CH_FINENESS);
            }
    }
}

static void put_weights(const int16_t *weights, hra_text *out) {
    for (int i = 0; i < CH_TERMS; i++)
        hra_bytes_put(out, (uint16_t)weights[i], 2);
}

void ch_weights_write(const ch_weights *weights, hra_text *out) {
    hra_text numbers;
    hra_text_init(&numbers);
    put_weights(weights->all, &numbers);
    put_weights(weights->few, &numbers);
    hra_text_add_bytes(out, magic, 8);
    hra_bytes_put(out, hra_hash(hra_text_string(&numbers), numbers.length), 8);
    hra_text_add_bytes(out, hra_text_string(&numbers), numbers.length);
    if (numbers.err)
        out->err = numbers.err;
    hra_text_release(&numbers);
}

hra_err ch_weights_read(const char *bytes, size_t length, ch_weights *out) {
    if (length != CH_WEIGHTS_BYTES || memcmp(bytes, magic, 8) != 0)
        return HRA_EDAMAGED;
    hra_bytes from = {bytes + 8, bytes + length};
    if (hra_bytes_take(&from, 8) != hra_hash(bytes + HEAD, length - HEAD))
        return HRA_EDAMAGED;
    for (int i = 0; i < CH_TERMS; i++)
        out->all[i] = (int16_t)hra_bytes_take(&from, 2);
    for (int i = 0; i < CH_TERMS; i++)
        out->few[i] = (int16_t)hra_bytes_take(&from, 2);
    return HRA_OK;
}

static hra_err read_own(const char *name, const char *bytes, size_t length, ch_weights *out, hra_error *why) {
    hra_bytes own;
    hra_err err = hra_learnt_find_own(name, bytes, length, &own, why);
    if (err || ch_weights_read(own.at, hra_bytes_left(&own), out) == HRA_OK)
        return err;
    return hra_fail(why, HRA_EDAMAGED, -1, "'%s': no weights of chess in this file", name);
}

hra_err ch_weights_open(const hra_game *game, const char *file, ch_weights *out, hra_error *why) {
    if (!file && ch_game_of(game)->variant == CH_LOS_ALAMOS) {
        ch_weights_begin(ch_game_of(game), out);
        return HRA_OK;
    }
    if (!file) {
        const unsigned char *bytes = hra_built_in_bytes(&ch_learnt, why);
        return bytes ? read_own("chess", (const char *)bytes, ch_learnt.length, out, why) : HRA_EIO;
    }
    hra_text text;
    hra_text_init(&text);
    hra_err err = hra_game_read_file(game, file, N_("model"), HRA_LEARNT_BYTES, &text, why);
    if (!err)
        err = read_own(file, hra_text_string(&text), text.length, out, why);
    hra_text_release(&text);
    return err;
}

/* ---- the evaluation -----------------------------------------------------------------------------*/

const hra_option ch_fitted_options[] = {
    {.name = "weights",
     .type = HRA_OPTION_FILE,
     .help = N_("weights, a file of hra learn (default: those of the program)")},
    {0},
};

hra_err ch_fitted_open(const hra_game *game, const hra_options *options, void **self, hra_error *why) {
    const char *file = hra_options_text(options, "weights");
    ch_weights weights;
    hra_err err = ch_weights_open(game, file, &weights, why);
    ch_packed_weights *packed = err ? NULL : malloc(sizeof *packed);
    if (err || !packed)
        return err ? err : hra_no_memory(why);
    ch_pack_weights(&weights, packed);
    *self = packed;
    return HRA_OK;
}

void ch_fitted_close(void *self) {
    free(self);
}

void ch_fitted_value(const hra_game *game, const void *self, void *scratch, const void *state, double *out) {
    out[0] = ch_pawns(ch_evaluate(ch_game_of(game), self, state));
    out[1] = -out[0];
}
