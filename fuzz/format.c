/* The formats of other programs, PDN and match files: any bytes as a file of plays in each. Each play is read as a
 * record, which written in the format again has the same moves. */
#include <stdlib.h>
#include <string.h>

#include "target.h"

/* The record that begins there; *at moves behind it. */
static hra_record *parse(const hra_text *lines, size_t *at) {
    hra_record *record = NULL;
    size_t used = 0;
    hra_error why;
    hra_err err =
        hra_record_parse(&record, NULL, hra_text_string(lines) + *at, lines->length - *at, &used, 1, &why);
    fuzz_expect(err == 0, "what is read are records", err == 0 ? NULL : why.text);
    *at += used;
    return record;
}

static void check_writing(const hra_format *format, const hra_record *record) {
    const hra_game *game = hra_record_info(record)->game;
    int plies = hra_record_info(record)->plies;
    hra_text written, lines;
    hra_error why;
    size_t used = 0, at = 0;
    hra_text_init(&written);
    hra_text_init(&lines);
    hra_err err = hra_record_write(record, format, &written);
    fuzz_expect(err == 0, "what was read can be written", game->spec);
    err = format->read(hra_text_string(&written), written.length, &used, 1, &lines, &why);
    fuzz_expect(err == 0, "what is written is read", hra_text_string(&written));
    fuzz_expect(used == written.length, "as one play", hra_text_string(&written));
    hra_record *again = parse(&lines, &at);
    fuzz_expect(at == lines.length, "and one record", hra_text_string(&lines));
    fuzz_expect(hra_record_info(again)->plies == plies, "of as many moves", hra_text_string(&written));
    for (int ply = 0; ply <= plies; ply++) {
        fuzz_expect(
            memcmp(hra_record_at(record, ply).state, hra_record_at(again, ply).state, game->state_size) == 0,
            "that lead to the same positions", hra_text_string(&written));
    }
    for (int seat = 0; seat < game->seats; seat++) {
        fuzz_expect(strcmp(hra_record_info(record)->specs[seat], hra_record_info(again)->specs[seat]) == 0,
                    "by the same players", hra_text_string(&written));
    }
    hra_record_close(again);
    hra_text_release(&written);
    hra_text_release(&lines);
}

static void check_file(const hra_format *format, const char *text, size_t size) {
    for (size_t at = 0; at < size;) {
        hra_text lines;
        hra_error why;
        size_t used = 0;
        hra_text_init(&lines);
        hra_err err = format->read(text + at, size - at, &used, 1, &lines, &why);
        if (err == 0) {
            fuzz_expect(used > 0 && used <= size - at, "a play ends within its file, after its beginning",
                        NULL);
            for (size_t part = 0; part < lines.length;) {
                hra_record *record = parse(&lines, &part);
                check_writing(format, record);
                hra_record_close(record);
            }
            at += used;
        } else {
            fuzz_expect_words(err, &why, size);
            at = size;
        }
        hra_text_release(&lines);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    if (text == NULL)
        return 0;
    memcpy(text, data, size); /* zeros too */
    text[size] = '\0';
    for (int i = 0; hra_registry_game(NULL, i); i++) {
        const hra_format *format = hra_rules_offers(hra_registry_game(NULL, i))->formats;
        for (; format && format->name; format++)
            check_file(format, text, size);
    }
    free(text);
    return 0;
}
