/* The weights of the judge as a file. */
#include "weights_file.h"

#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "nets/learnt.h"

static void write_head(const hra_game *game, hra_text *out) {
    hra_text_addf(out, "weights of empire, %d seats\n", game->seats);
}

void em_weights_write(const hra_game *game, const int16_t (*weights)[EM_FEATURES], hra_text *out) {
    write_head(game, out);
    for (int k = 0; k < EM_KNOTS; k++)
        for (int f = 0; f < EM_FEATURES; f++)
            hra_text_addf(out, "%d%c", weights[k][f], f == EM_FEATURES - 1 ? '\n' : ',');
}

/* A number in -32768..32767 and the sign behind it. */
static bool take_number(const char **at, const char *end, char sign, int16_t *out) {
    int n = 0;
    const bool below = *at < end && **at == '-';
    const char *first = *at += below;
    for (; *at < end && **at >= '0' && **at <= '9' && n <= INT16_MAX; ++*at)
        n = 10 * n + (**at - '0');
    if (*at == first || n > INT16_MAX || *at == end || **at != sign)
        return false;
    ++*at;
    *out = (int16_t)(below ? -n : n);
    return true;
}

hra_err em_weights_read(const hra_game *game, const char *bytes, size_t length, em_weight_rows out) {
    const char *at = bytes, *end = bytes + length;
    hra_text head;
    hra_text_init(&head);
    write_head(game, &head);
    bool good = !head.err && length > head.length && memcmp(bytes, head.data, head.length) == 0;
    at += good ? head.length : 0;
    for (int k = 0; good && k < EM_KNOTS; k++)
        for (int f = 0; good && f < EM_FEATURES; f++)
            good = take_number(&at, end, f == EM_FEATURES - 1 ? '\n' : ',', &out[k][f]);
    hra_text_release(&head);
    return good && at == end ? HRA_OK : HRA_EDAMAGED;
}

hra_err em_weights_open(const hra_game *game, const char *file, em_weight_rows out, hra_error *why) {
    hra_text text;
    hra_bytes own;
    if (!file) {
        memcpy(out, em_weights[game->seats - 2], sizeof(em_weight_rows));
        return HRA_OK;
    }
    hra_text_init(&text);
    hra_err err = hra_game_read_file(game, file, N_("model"), HRA_LEARNT_BYTES, &text, why);
    if (!err)
        err = hra_learnt_find_own(file, hra_text_string(&text), text.length, &own, why);
    if (!err && em_weights_read(game, own.at, hra_bytes_left(&own), out) != 0)
        err = hra_fail(why, HRA_EDAMAGED, -1, "'%s': no weights of empire for %d seats in this file", file,
                       game->seats);
    hra_text_release(&text);
    return err;
}
