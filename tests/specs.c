#include "specs.h"

#include "game_files.h"
#include "visit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

/* In some games another option says how many seats there are; these do not open with a different number. */
static void list_seats(spec_list *list, const hra_rules *rules, int seats) {
    hra_game *game;
    snprintf(list->spec[list->count], HRA_SPEC_LENGTH, "%s:seats=%d", rules->name, seats);
    if (seats == rules->seats.default_ ||
        hra_game_open(&game, &visit_files, list->spec[list->count], NULL) != 0)
        return;
    hra_game_close(game);
    list->count++;
}

/* Those of NAME.specs. */
static void list_more(spec_list *list) {
    static game_files files;
    game_file file;
    game_files_list(&files, ".specs");
    for (int i = 0; i < files.count; i++) {
        for (game_file_open(&file, files.path[i]); game_file_next(&file);) {
            if (list->count == (int)(sizeof list->spec / sizeof *list->spec))
                fail_msg("%s: more specs than the list of tests holds", files.path[i]);
            snprintf(list->spec[list->count++], HRA_SPEC_LENGTH, "%.*s", HRA_SPEC_LENGTH - 1, file.line);
        }
        game_file_close(&file);
    }
}

void specs_list(spec_list *list) {
    list->count = 0;
    for (int i = 0; hra_registry_game(NULL, i); i++) {
        const hra_rules *rules = hra_registry_game(NULL, i);
        snprintf(list->spec[list->count++], HRA_SPEC_LENGTH, "%s", rules->name);
        list_seats(list, rules, rules->seats.min);
        if (rules->seats.max > rules->seats.min)
            list_seats(list, rules, rules->seats.max);
    }
    list_more(list);
}
