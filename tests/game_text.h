/* For tests of file formats: the games of a text, as records, and what is wrong in it. */
#ifndef HRA_TESTS_GAME_TEXT_H
#define HRA_TESTS_GAME_TEXT_H

#include <string.h>

#include "hra/game_file.h"

/* Appends the records of the text's games to `out`, and its faults, "line 3, character 7: ...\n", to `faults`. Returns the
 * number of games that could be read; -1: it is not a file of games, which `faults` says. */
static inline int game_text_read(const char *name, const char *text, size_t length, hra_text *out,
                                 hra_text *faults) {
    const hra_game_file_setup setup = {.size = sizeof setup, .name = name, .text = text, .length = length};
    hra_game_file *file;
    const hra_game_found *found;
    hra_error why = {0};
    int games = 0;
    if (hra_game_file_open(&file, &setup, &why) != 0) {
        hra_text_addf(faults, "%s\n", why.text);
        return -1;
    }
    while (hra_game_file_next(file, &found, &why) == 0 && found) {
        for (int i = 0; i < found->fault_count; i++)
            hra_text_addf(faults, "line %d, character %d: %s\n", found->faults[i].line,
                          found->faults[i].column, found->faults[i].text);
        if (found->record && hra_record_text(found->record, out) == 0)
            games++;
    }
    hra_game_file_close(file);
    return games;
}

#endif
