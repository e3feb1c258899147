/* hra plays: what is kept. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "commands/commands.h"
#include "commands/data_dir.h"
#include "commands/output.h"
#include "commands/records_choice.h"
#include "commands/saved_numbers.h"
#include "hra/store.h"

static const args_option options[] = {
    {.name = "export", .value = "NAME", .help = "write one saved game, by number or name"},
    {.name = "output",
     .letter = 'o',
     .value = "FILE",
     .stream = ARGS_OUTPUT,
     .help = "file for --export: .hra, .pdn, .pgn, .mat, .sgf (default: standard output)"},
    {.name = "delete", .value = "NAME", .help = "delete saved games, by number or name", .many = true},
    {.name = "json", .help = "print JSON"},
    {.name = "data", .value = "DIR", .help = "directory for saved games and tablebases"},
    {0},
};

typedef struct listing {
    const hra_store *store;
    hra_json *json;           /* NULL: for people */
    const char *const *words; /* which an entry must hold */
    int word_count;
    int count, found;
    bool failed; /* an entry could not be read, which was said */
} listing;

/* People type numbers, or names as the list shows them, without the folder. */
static const char folder[] = "plays/";

static int name_entry(const hra_store *store, const char *word, char out[HRA_STORE_NAME]) {
    if (args_is_digits(word))
        return saved_name(store, "plays", word, out);
    bool whole = strncmp(word, folder, strlen(folder)) == 0;
    hra_snprintf(out, HRA_STORE_NAME, "%s%s", whole ? "" : folder, word);
    return EXIT_DONE;
}

/* ---- the list -------------------------------------------------------------------------------*/

static void add_people(const hra_record *record, hra_text *out) {
    const hra_game *game = hra_record_info(record)->game;
    for (int seat = 0; seat < game->seats; seat++) {
        const char *name = hra_record_info(record)->names[seat];
        hra_text_add(out, seat ? ", " : "");
        hra_text_add(out, *name ? name : hra_record_info(record)->specs[seat]);
    }
}

static void add_winners(const hra_game *game, unsigned winners, bool shared, hra_text *out) {
    hra_text names;
    hra_text_init(&names);
    for (int seat = 0; seat < game->seats; seat++)
        if (winners >> seat & 1) {
            hra_text_add(&names, names.length ? ", " : "");
            hra_text_add(&names, hra_game_seat_name(game, seat));
        }
    hra_text_addf(out, shared ? _("%s share the win") : _("%s wins"), hra_text_string(&names));
    out->err = out->err ? out->err : names.err;
    hra_text_release(&names);
}

static void add_end(const hra_record *record, hra_text *out) {
    const hra_play_info *info = hra_record_info(record);
    const hra_game *game = info->game;
    const double *value = info->returns;
    int plies = info->plies, share;
    if (!info->finished) {
        hra_text_addf(out, _n("unfinished, %d ply", "unfinished, %d plies", plies), plies);
        return;
    }
    unsigned winners = hra_game_winners(game, hra_record_at(record, plies).state, value, &share);
    if (game->seats == 1)
        hra_text_addf(out, "%.10G", value[0]);
    else if (winners + 1 == 1U << game->seats)
        hra_text_add(out, _("draw"));
    else
        add_winners(game, winners, share > 1, out);
}

static void add_time(double changed, hra_text *out) {
    time_t seconds = (time_t)changed;
    struct tm at;
    char text[32];
    if (changed > 0 && localtime_r(&seconds, &at) && strftime(text, sizeof text, "%Y-%m-%d %H:%M", &at))
        hra_text_add(out, text);
}

/* Date, game, players and result, in one line. */
static void add_summary(double changed, const hra_record *record, const hra_error *why, hra_text *out) {
    add_time(changed, out);
    if (record) {
        hra_text_addf(out, "  %s  ", hra_record_info(record)->game->spec);
        add_people(record, out);
        hra_text_add(out, ": ");
        add_end(record, out);
    } else {
        hra_text_addf(out, _("  cannot be read: %s"), why->text);
    }
}

/* The name is on a line of its own, so that it can be copied whole. */
static void show_entry(int number, const char *name, const char *summary) {
    enum { INDENT = 6 };
    char left[16];
    hra_snprintf(left, sizeof left, "%4d", number);
    print_list_entry(left, INDENT, summary);
    print("%*s%s\n", INDENT, "", name);
}

static bool is_wanted(const listing *l, const char *name, const char *summary) {
    for (int i = 0; i < l->word_count; i++)
        if (!records_contains(name, l->words[i]) && !records_contains(summary, l->words[i]))
            return false;
    return true;
}

static void add_entry(hra_json *json, int number, const char *name, const hra_store_entry *entry,
                      const hra_record *record) {
    hra_json_object(json, NULL);
    hra_json_integer(json, "number", number);
    hra_json_text(json, "name", name);
    hra_json_count(json, "bytes", entry->length);
    hra_json_number(json, "changed", entry->changed);
    if (!record)
        hra_json_null(json, "game");
    else
        hra_json_text(json, "game", hra_record_info(record)->game->spec);
    if (record) {
        hra_json_integer(json, "plies", hra_record_info(record)->plies);
        hra_json_bool(json, "finished", hra_record_info(record)->finished);
        hra_json_list(json, "players");
        for (int seat = 0; seat < hra_record_info(record)->game->seats; seat++)
            hra_json_text(json, NULL, hra_record_info(record)->specs[seat]);
        hra_json_end(json);
    }
    hra_json_end(json);
}

static void use_entry(listing *l, const hra_store_entry *entry, const hra_record *record,
                      const hra_error *why) {
    const char *name = entry->name + strlen(folder);
    hra_text summary;
    hra_text_init(&summary);
    add_summary(entry->changed, record, why, &summary);
    if (is_wanted(l, name, print_string(&summary))) {
        l->found++;
        if (l->json)
            add_entry(l->json, l->count, name, entry, record);
        else
            show_entry(l->count, name, print_string(&summary));
    }
    hra_text_release(&summary);
}

static hra_err list_entry(void *self, const hra_store_entry *entry) {
    listing *l = self;
    hra_text text;
    hra_record *record = NULL;
    hra_error why;
    size_t used;
    hra_text_init(&text);
    hra_err err = hra_store_read(l->store, entry->name, MAX_RECORDS, &text, &why);
    if (!err)
        err = hra_record_parse(&record, &cli_file_host, hra_text_string(&text), text.length, &used, 1, &why);
    l->count++;
    if (err == HRA_EIO || err == HRA_EMISSING) {
        print_error("%s", why.text);
        l->failed = true;
    } else if (err != HRA_ENOMEM) {
        use_entry(l, entry, record, &why);
    }
    hra_record_close(record);
    hra_text_release(&text);
    return err == HRA_ENOMEM ? err : print_interrupted() ? HRA_ESTOPPED : HRA_OK;
}

static int list(const hra_store *store, const args *a) {
    const bool json = args_given(a, "json");
    hra_text out;
    hra_error why;
    hra_text_init(&out);
    hra_json writer = hra_json_begin(&out);
    listing l = {
        .store = store, .json = json ? &writer : NULL, .words = a->words, .word_count = a->word_count};
    hra_json_object(&writer, NULL);
    hra_json_list(&writer, "plays");
    hra_err err = hra_store_list(store, "plays", list_entry, &l, &why);
    hra_json_end(&writer);
    hra_json_end(&writer);
    bool whole = !err && !l.failed; /* programs get all of it or nothing */
    int status = json && whole ? print_json(&out) : EXIT_DONE;
    if (!json || !whole)
        hra_text_release(&out);
    if (err == HRA_ESTOPPED)
        return EXIT_INTERRUPTED;
    if (err)
        return err == HRA_ENOMEM ? print_no_memory() : print_failure(&why, NULL);
    if (l.count == 0 && !json)
        print_note("%s", _("No saved games yet; 'hra play GAME' saves games with a person."));
    if (l.count && !l.found && !json && !l.failed) {
        print_error("%s", _("plays: no saved game has all of these words; 'hra plays' lists the games"));
        return EXIT_FAILED;
    }
    return l.failed ? EXIT_FAILED : status;
}

/* ---- one or some of them --------------------------------------------------------------------*/

/* Numbers change with each game that goes, so all are looked up first. */
static int drop(const hra_store *store, const char *const *words, int count) {
    hra_error why;
    char(*names)[HRA_STORE_NAME] = calloc((size_t)count, sizeof *names);
    int status = names ? EXIT_DONE : print_no_memory();
    for (int i = 0; i < count && !status; i++)
        status = name_entry(store, words[i], names[i]);
    for (int i = 0; i < count && !status; i++)
        if (hra_store_remove(store, names[i], &why) != 0)
            status = print_failure(&why, NULL);
        else
            print(_("deleted %s\n"), names[i] + strlen(folder));
    free(names);
    return status;
}

/* As the record that it is, or as another program's file of plays. */
static hra_err translate(const char *file, hra_text *text, hra_error *why) {
    const hra_format *format = file ? hra_registry_find_format(NULL, file) : NULL;
    hra_record *record;
    size_t used;
    if (!format)
        return HRA_OK;
    hra_err err =
        hra_record_parse(&record, &cli_file_host, hra_text_string(text), text->length, &used, 1, why);
    if (err)
        return err;
    hra_text_clear(text);
    err = hra_record_write(record, format, text);
    if (err)
        hra_fail(why, err, -1, "%s: %s", file,
                 err == HRA_EFIT ? _("this format is for another game") : hra_err_text(err));
    hra_record_close(record);
    return err;
}

/* A record goes into a file that its name says it is, or that has no ending. */
static bool ends_right(const char *file) {
    const hra_format *format = file ? hra_registry_find_format(NULL, file) : NULL;
    return !file || (format && format->write) || !*output_ending(file) ||
           output_ends("plays", "output", file, ".hra .txt .pdn .pgn .mat .sgf");
}

static int export(const hra_store *store, const char *word, const char *file) {
    char name[HRA_STORE_NAME];
    hra_text text;
    hra_error why;
    if (!output_fits(file))
        return EXIT_FAILED;
    int status = name_entry(store, word, name);
    if (status)
        return status;
    hra_text_init(&text);
    hra_err err = hra_store_read(store, name, MAX_RECORDS, &text, &why);
    if (!err)
        err = translate(file, &text, &why);
    status = err ? print_failure(&why, NULL) : output_write(file, &text);
    hra_text_release(&text);
    return status;
}

/* ---- the command ----------------------------------------------------------------------------*/

static int run(const args *a) {
    char data[STORE_PATH];
    const char *const *names;
    hra_store *store;
    hra_error why;
    int count = args_values(a, "delete", &names), status;
    if (args_text(a, "output", NULL) && !args_given(a, "export")) {
        print_error("%s", _("plays: --output needs --export NAME"));
        return EXIT_WRONG;
    }
    if (!ends_right(args_text(a, "output", NULL)))
        return EXIT_WRONG;
    if (a->word_count && (count || args_given(a, "export"))) {
        print_error(_("plays: unexpected word '%s'; words search the list, without --delete and --export"),
                    a->words[0]);
        return EXIT_WRONG;
    }
    store_folder(a, data);
    if (!data[0]) {
        print_error("%s", _("plays: no saved games without this directory"));
        return EXIT_FAILED;
    }
    if (hra_store_open_folder(&store, data, &why) != 0)
        return print_failure(&why, NULL);
    if (count)
        status = drop(store, names, count);
    else if (args_given(a, "export"))
        status = export(store, args_text(a, "export", ""), args_text(a, "output", NULL));
    else
        status = list(store, a);
    hra_store_close(store);
    return status;
}

const args_command command_plays = {
    .name = "plays",
    .pages = true,
    .synopsis = "[WORD...]",
    .summary = "list, search, export or delete saved games",
    .group = ARGS_PLAY,
    .rare = true,
    .details = "Lists the saved games with their numbers, the newest first. WORD searches them\n"
               "by game, name, date, result or file.\n"
               "\n"
               "  hra plays checkers Anna 2026-11 unfinished\n"
               "  hra play --resume 3\n"
               "  hra plays --export 3 -o game.pdn\n"
               "  hra plays --delete 4 7\n",
    .notes = "'hra play --resume', 'hra review' and 'hra replay' take a number too, unless a\n"
             "file has this name. 'hra play --resume' alone continues the last game, and\n"
             "'hra review' reviews it.\n",
    .max_words = ARGS_MAX,
    .options = options,
    .run = run,
};
