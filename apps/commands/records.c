/* Going through the records of a file. */
#include <string.h>

#include "data_dir.h"
#include "records.h"
#include "records_choice.h"
#include "saved_numbers.h"

/* A file on the way through it. */
typedef struct reading {
    const char *path;
    const hra_host *host;
    const store_input *input; /* NULL: it was read already */
    int (*look)(void *, const record_found *);
    void *self;
    records_choice choice;
    bool all;  /* games without a record too */
    int index; /* of the next record */
    bool damaged;
    bool apart; /* the status is 0 though games were damaged */
} reading;

/* "Anna - Ben", of a game whose players are known. */
static void add_players(const hra_annotated *a, hra_text *out) {
    if (a && (*a->players[0] || *a->players[1]))
        hra_text_addf(out, " (%s - %s)", *a->players[0] ? a->players[0] : "?",
                      *a->players[1] ? a->players[1] : "?");
}

static void tell_fault(reading *r, const hra_game_found *game, const hra_fault *fault) {
    hra_text about;
    hra_text_init(&about);
    hra_text_addf(&about, _("game %d"), game->index + 1);
    add_players(game->annotated, &about);
    if (fault->code == HRA_EDENIED)
        print_error(_("%s, line %d, character %d: %s; --allow-files allows it"), r->path, fault->line,
                    fault->column, fault->text);
    else if (fault->remark)
        print_note(_("%s, line %d, character %d, %s: %s"), r->path, fault->line, fault->column,
                   hra_text_string(&about), fault->text);
    else
        print_error(_("%s, line %d, character %d, %s: %s"), r->path, fault->line, fault->column,
                    hra_text_string(&about), fault->text);
    hra_text_release(&about);
    r->damaged = r->damaged || !fault->remark;
}

hra_err records_text(const record_found *found, hra_text *out) {
    const hra_game_found *game = found->game;
    if (game->format)
        return hra_record_text(found->record, out);
    hra_text_add_bytes(out, game->text, game->length);
    return out->err;
}

static int look_at(reading *r, const hra_game_found *game) {
    const record_found found = {.record = game->record,
                                .game = game,
                                .index = r->index,
                                .host = r->host,
                                .encoding = r->input ? store_input_guessed(r->input) : NULL};
    r->index += game->record != NULL;
    return r->look(r->self, &found);
}

static int each(reading *r, hra_game_file *file) {
    const hra_game_found *game;
    hra_error why;
    int status = EXIT_DONE;
    bool any = false, chosen_any = false;
    while (!status && !print_interrupted()) {
        if (hra_game_file_next(file, &game, &why) != 0)
            return store_record_failure(r->path, &why);
        if (!game)
            break;
        const bool chosen = records_choice_has(&r->choice, game);
        any = true;
        chosen_any = chosen_any || chosen;
        for (int i = 0; i < game->fault_count && chosen; i++)
            tell_fault(r, game, &game->faults[i]);
        if (chosen && (game->record || r->all))
            status = look_at(r, game);
        if (records_choice_ends(&r->choice, game))
            break;
    }
    const bool broken = r->input && r->input->err; /* store_input_close prints why */
    if (!status && !chosen_any && !broken && !print_interrupted()) {
        print_error(any ? _("%s: no game fits --game, --name and --opening")
                        : _("%s: the file contains no game"),
                    r->path);
        return EXIT_FAILED;
    }
    status = status || !r->damaged || r->apart ? status : EXIT_WRONG;
    return print_interrupted() ? EXIT_INTERRUPTED : status;
}

static int open_and_look(reading *r, const args *a, hra_game_file_setup *setup) {
    hra_game_file *file;
    hra_error why;
    if (!records_choice_read(&r->choice, a))
        return EXIT_WRONG;
    r->host = store_record_host(a, r->path);
    setup->size = sizeof *setup;
    setup->host = r->host;
    setup->name = r->path;
    setup->strict = args_given(a, "strict");
    if (hra_game_file_open(&file, setup, &why) != 0)
        return r->input && r->input->err ? EXIT_DONE /* store_input_close prints why */
                                         : store_record_failure(r->path, &why);
    int status = each(r, file);
    hra_game_file_close(file);
    return status;
}

int records_in(const args *a, const char *path, const hra_text *text,
               int (*look)(void *, const record_found *), void *self) {
    reading r = {.path = path, .look = look, .self = self};
    hra_game_file_setup setup = {.text = hra_text_string(text), .length = text->length};
    return open_and_look(&r, a, &setup);
}

static int read_path(reading *r, const args *a) {
    char newest[STORE_PATH];
    store_input in;
    const bool fits = r->path && strlen(r->path) < sizeof newest;
    int status = !r->path ? store_newest(a, newest) : fits ? saved_path(a, r->path, newest) : EXIT_DONE;
    if (status)
        return status;
    r->path = !r->path || fits ? newest : r->path;
    print_reached(_("reading %s"), strcmp(r->path, "-") == 0 ? _("standard input") : r->path);
    status = store_input_open(&in, a, r->path);
    if (status)
        return status;
    r->input = &in;
    hra_game_file_setup setup = {.more = store_input_more, .self = &in};
    status = open_and_look(r, a, &setup);
    int ended = store_input_close(&in);
    return status && status != EXIT_WRONG ? status : ended ? ended : status;
}

int records_each(const args *a, const char *path, int (*look)(void *, const record_found *), void *self) {
    reading r = {.path = path, .look = look, .self = self};
    return read_path(&r, a);
}

int records_all(const args *a, const char *path, int (*look)(void *, const record_found *), void *self,
                bool *damaged) {
    reading r = {.path = path, .look = look, .self = self, .all = true, .apart = true};
    int status = read_path(&r, a);
    *damaged = *damaged || r.damaged;
    return status;
}
