/* PDN: any bytes as a file of games. Each game is read as a record, which written as PDN again has the same
 * moves. */
#include <stdlib.h>
#include <string.h>

#include "target.h"

static hra_record *parse(const hra_text *lines) {
    hra_record *record = NULL;
    size_t used;
    hra_error why;
    hra_err err = hra_record_parse(&record, NULL, hra_text_string(lines), lines->length, &used, 1, &why);
    fuzz_expect(err == 0, "what PDN becomes is a record", err == 0 ? NULL : why.text);
    fuzz_expect(used == lines->length, "and nothing else", NULL);
    return record;
}

static void check_writing(const hra_format *pdn, const hra_record *record) {
    const hra_game *game = hra_record_game(record);
    int plies = hra_record_plies(record);
    hra_text written, lines;
    hra_error why;
    size_t used = 0;
    hra_text_init(&written);
    hra_text_init(&lines);
    hra_err err = hra_record_write(record, pdn, &written);
    fuzz_expect(err == 0, "a record of checkers is written", game->spec);
    err = pdn->read(hra_text_string(&written), written.length, &used, 1, &lines, &why);
    fuzz_expect(err == 0, "what is written is read", hra_text_string(&written));
    fuzz_expect(used == written.length, "as one game", hra_text_string(&written));
    hra_record *again = parse(&lines);
    fuzz_expect(hra_record_plies(again) == plies, "of as many moves", hra_text_string(&written));
    for (int ply = 0; ply <= plies; ply++) {
        fuzz_expect(memcmp(hra_record_state(record, ply), hra_record_state(again, ply), game->state_size) ==
                        0,
                    "that lead to the same positions", hra_text_string(&written));
    }
    for (int seat = 0; seat < game->seats; seat++) {
        fuzz_expect(strcmp(hra_record_player(record, seat), hra_record_player(again, seat)) == 0,
                    "by the same players", hra_text_string(&written));
    }
    hra_record_close(again);
    hra_text_release(&written);
    hra_text_release(&lines);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const hra_format *pdn = hra_registry_find_format(NULL, "games.pdn");
    char *text = malloc(size + 1);
    if (text == NULL || pdn == NULL) {
        free(text);
        return 0;
    }
    memcpy(text, data, size); /* zeros too */
    text[size] = '\0';
    for (size_t at = 0; at < size;) {
        hra_text lines;
        hra_error why;
        size_t used = 0;
        hra_text_init(&lines);
        hra_err err = pdn->read(text + at, size - at, &used, 1, &lines, &why);
        if (err == 0) {
            fuzz_expect(used > 0 && used <= size - at, "a game ends within its file, after its beginning",
                        NULL);
            hra_record *record = parse(&lines);
            check_writing(pdn, record);
            hra_record_close(record);
            at += used;
        } else {
            fuzz_expect_words(err, &why, size);
            at = size;
        }
        hra_text_release(&lines);
    }
    free(text);
    return 0;
}
