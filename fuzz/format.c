/* The formats of other programs, PDN, PGN and match files: any bytes as a file of games. Each game that is read is a record, and is
 * written in its format again, from which the same comes back. */
#include <stdlib.h>
#include <string.h>

#include "hra/game_file.h"
#include "target.h"

static hra_game_file *open_text(const char *name, const char *text, size_t length) {
    const hra_game_file_setup setup = {.size = sizeof setup, .name = name, .text = text, .length = length};
    hra_game_file *file = NULL;
    hra_error why;
    hra_err err = hra_game_file_open(&file, &setup, &why);
    if (err)
        fuzz_expect_words(err, &why, length);
    return file;
}

static void check_faults(const hra_game_found *found) {
    for (int i = 0; i < found->fault_count; i++) {
        fuzz_expect(found->faults[i].line > 0 && found->faults[i].column > 0, "a fault has a place", NULL);
        fuzz_expect(found->faults[i].text[0] != '\0', "and a text", NULL);
    }
}

/* The same game as a record, in text and read again. */
static void check_text(const hra_record *record) {
    hra_record *again = NULL;
    hra_text lines, once_more;
    hra_error why;
    size_t used;
    hra_text_init(&lines);
    hra_text_init(&once_more);
    fuzz_expect(hra_record_text(record, &lines) == 0, "what is read can be written as a record", NULL);
    hra_err err = hra_record_parse(&again, NULL, hra_text_string(&lines), lines.length, &used, 1, &why);
    fuzz_expect(err == 0, "which is read", err == 0 ? NULL : why.text);
    fuzz_expect(used == lines.length, "as one record", hra_text_string(&lines));
    fuzz_expect(hra_record_text(again, &once_more) == 0 &&
                    strcmp(hra_text_string(&lines), hra_text_string(&once_more)) == 0,
                "and written the same", hra_text_string(&lines));
    hra_record_close(again);
    hra_text_release(&lines);
    hra_text_release(&once_more);
}

static void check_writing(const hra_format *format, const hra_record *record) {
    const hra_game *game = hra_record_info(record)->game;
    int plies = hra_record_info(record)->plies;
    const hra_game_found *found;
    hra_text written;
    hra_error why;
    hra_text_init(&written);
    fuzz_expect(hra_record_write(record, format, &written) == 0, "what was read can be written", game->spec);
    hra_game_file *file = open_text(format->suffix, hra_text_string(&written), written.length);
    fuzz_expect(file != NULL, "what is written is a file of games", hra_text_string(&written));
    fuzz_expect(hra_game_file_next(file, &found, &why) == 0 && found && found->record, "and is read",
                hra_text_string(&written));
    fuzz_expect(hra_record_info(found->record)->plies == plies, "as many moves", hra_text_string(&written));
    for (int ply = 0; ply <= plies; ply++)
        fuzz_expect(memcmp(hra_record_at(record, ply).state, hra_record_at(found->record, ply).state,
                           game->state_size) == 0,
                    "that lead to the same positions", hra_text_string(&written));
    for (int seat = 0; seat < game->seats; seat++)
        fuzz_expect(
            strcmp(hra_record_info(record)->specs[seat], hra_record_info(found->record)->specs[seat]) == 0,
            "by the same players", hra_text_string(&written));
    fuzz_expect(hra_game_file_next(file, &found, &why) == 0 && !found, "as one game",
                hra_text_string(&written));
    hra_game_file_close(file);
    hra_text_release(&written);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const hra_game_found *found;
    hra_error why;
    static const char *const names[] = {"x.mat", "x.pdn", "x.pgn"};
    hra_game_file *file = open_text(names[size % 3], (const char *)data, size);
    if (!file)
        return 0;
    while (hra_game_file_next(file, &found, &why) == 0 && found) {
        fuzz_expect(found->length <= size, "a game is part of its file", NULL);
        check_faults(found);
        if (found->record && found->format)
            check_text(found->record);
        if (found->record && found->format && found->format->write && found->fault_count == 0)
            check_writing(found->format, found->record);
    }
    hra_game_file_close(file);
    return 0;
}
