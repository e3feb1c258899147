/* The games of a file as a list. */
#include "replay_list.h"

#include <string.h>

#include "commands/record_origin.h"
#include "commands/records_json.h"
#include "speech/pager.h"
#include "speech/print.h"
#include "term/term_table.h"

enum { NAMES = 34, OPENING = 24 }; /* columns */

typedef struct listing {
    hra_json *json; /* NULL: lines */
    int games, damaged;
    uint64_t plies;
} listing;

/* ---- lines --------------------------------------------------------------------------------------*/

static void add_result(const hra_game_found *game, hra_text *out) {
    const hra_play_info *info = game->record ? hra_record_info(game->record) : NULL;
    const char *written = record_origin_result(game->annotated);
    if (written) {
        hra_text_add(out, written);
        return;
    }
    if (!info || info->outcome == HRA_OUTCOME_NONE) {
        hra_text_add(out, "*");
        return;
    }
    for (int seat = 0; seat < info->game->seats; seat++)
        hra_text_addf(out, "%s%G", seat ? " : " : "", info->returns[seat] + 0.0);
}

/* A text of at most this many columns, and blanks up to there. */
static void add_column(const char *text, int columns, hra_text *out) {
    size_t from = out->length, bytes = hra_text_cut(text, strlen(text), columns);
    hra_text_add_bytes(out, text, bytes);
    hra_text_pad(out, from, columns + 2);
}

static int print_game(const hra_game_found *game) {
    hra_text line, part;
    hra_text_init(&line);
    hra_text_init(&part);
    hra_text_addf(&line, "%6d  ", game->index + 1);
    for (int seat = 0; seat < records_seats(game); seat++)
        hra_text_addf(&part, "%s%s", seat ? " - " : "", records_player(game, seat));
    add_column(hra_text_string(&part), NAMES, &line);
    hra_text_clear(&part);
    add_result(game, &part);
    add_column(hra_text_string(&part), 9, &line);
    int plies = game->record ? hra_record_info(game->record)->plies : 0;
    hra_text_addf(&line, "%5d  ", plies);
    hra_text_clear(&part);
    if (records_is_damaged(game))
        hra_text_add(&part, _("damaged"));
    else if (game->record)
        (void)hra_record_opening(game->record, plies, &part);
    hra_text_add_bytes(&line, hra_text_string(&part),
                       hra_text_cut(hra_text_string(&part), part.length, OPENING));
    print("%s\n", hra_text_string(&line));
    bool lost = line.err || part.err;
    hra_text_release(&line);
    hra_text_release(&part);
    return lost ? print_no_memory() : EXIT_DONE;
}

/* ---- all of them --------------------------------------------------------------------------------*/

static int look(void *self, const record_found *found) {
    listing *l = self;
    l->games++;
    l->damaged += records_is_damaged(found->game);
    l->plies += found->record ? (uint64_t)hra_record_info(found->record)->plies : 0;
    if (!l->json)
        return print_game(found->game);
    records_json_game(l->json, found->game);
    return EXIT_DONE;
}

static int list_lines(const args *a, const char *path) {
    listing l = {0};
    bool damaged = false;
    int status = records_all(a, path, look, &l, &damaged);
    if (l.games) {
        print(_n("%d game, %llu plies", "%d games, %llu plies", (uint64_t)l.games), l.games,
              (unsigned long long)l.plies);
        if (l.damaged)
            print(_n(", %d damaged", ", %d damaged", (uint64_t)l.damaged), l.damaged);
        print("\n");
    }
    return status || !damaged ? status : EXIT_WRONG;
}

int replay_list(const args *a, const char *path) {
    hra_text out;
    if (!args_given(a, "json")) {
        pages_begin(&out);
        return pages_end(&out, list_lines(a, path));
    }
    hra_text_init(&out);
    hra_json json = hra_json_begin(&out);
    listing l = {.json = &json};
    hra_json_object(&json, NULL);
    hra_json_list(&json, "games");
    bool damaged = false;
    int status = records_all(a, path, look, &l, &damaged);
    hra_json_end(&json);
    hra_json_end(&json);
    if (!status && damaged)
        status = EXIT_WRONG;
    bool whole = status == EXIT_DONE || (status == EXIT_WRONG && l.games);
    int printed = whole ? print_json(&out) : EXIT_DONE;
    if (!whole)
        hra_text_release(&out);
    return printed ? printed : status;
}
