/* hra play: a person plays, or watches. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "setup.h"
#include "term/live.h"
#include "term/term_table.h"

static const args_option options[] = {
    {.name = "advice",   .help = "an adviser speaks at each decision of a person"},
    {.name = "adviser",
     .value = "PLAYER",
     .help = "who advises and explains; default: the game's best player"},
    {.name = "dice",  .value = "manual", .help = "the dice are rolled on a real table and typed in"},
    {.name = "seed",                  .value = "N", .help = "of all dice; default: drawn and shown"},
    {.name = "position",.value = "P", .help = "begin there instead of at the beginning"},
    {.name = "record",
     .value = "FILE",
     .help =
         "add the record of the play to this file; FILE.pdn: as PDN, kept in FILE.pdn.part until it is over"},
    {.name = "resume",
     .value = "[FILE]",
     .help = "go on with a kept play; default: the last one left unfinished"},
    STORE_FILES_OPTION,
    {.name = "time",                  .value = "T", .help = "at most so long for a machine's decision, such as 2s"},
    {.name = "lines",       .help = "type moves even where the game can be played by arrow keys"},
    {.name = "data",                  .value = "DIR", .help = "folder of kept plays and tables"},
    {0   },
};

/* Where the record goes. */
typedef struct keeping {
    store_records records;
    char path[STORE_PATH];
    bool own; /* a new file among the kept plays, not one that was named */
    bool failed;
} keeping;

typedef struct session {
    setup setup;
    keeping keeping;
    table_setup table;
    hra_text text;        /* of the record that is resumed */
    hra_record *record;   /* NULL: a new play */
    store_read_part read; /* of the file that is resumed */
    hra_play *play;
} session;

/* A failed write is reported once, and the play goes on. */
static hra_err keep(void *self, const char *text, size_t length) {
    session *s = self;
    keeping *k = &s->keeping;
    if (k->records.file && !k->failed && store_records_add(&k->records, text, length) != 0) {
        k->failed = true;
        s->table.saved = NULL;
        say_error(_("%s could not be written; the play goes on without a record ('p' shows the position)"),
                  k->path);
    }
    return HRA_OK;
}

/* ---- a play that goes on --------------------------------------------------------------------*/

/* The last record of a file is the one that goes on. */
static int read_last_record(session *s, const args *a) {
    hra_error why;
    size_t at = 0, used;
    char part[STORE_PATH];
    const char *path = s->keeping.path;
    if (store_part_path(path, part)) {
        path = part;
        if (access(part, F_OK) != 0) {
            say_error(_("%s: no play to go on with; one that is not over would lie in %s"), s->keeping.path,
                      part);
            return EXIT_WRONG;
        }
    }
    const hra_host *host = store_record_host(a, path);
    int status = store_read(path, &s->text), line = 1;
    if (status)
        return status;
    do {
        hra_record_close(s->record);
        s->record = NULL;
        const char *from = hra_text_string(&s->text) + at;
        if (hra_record_parse(&s->record, host, from, s->text.length - at, &used, line, &why) != 0)
            return store_record_failure(path, &why);
        for (size_t i = 0; i < used; i++)
            line += from[i] == '\n';
        s->read = (store_read_part){s->text.length, at + hra_record_whole(s->record)};
        at += used;
    } while (at < s->text.length);
    if (!hra_record_finished(s->record))
        return EXIT_DONE;
    say_error(_("%s: this play is finished; 'hra review' and 'hra replay' look at it"), path);
    return EXIT_WRONG;
}

/* Options that say what the record already says are refused. */
static bool names_something_else(const args *a) {
    static const char *const known[] = {"seed", "position", "dice", "record"};
    const char *word = a->word_count ? a->words[0] : NULL;
    for (int i = 0; i < 4 && !word; i++)
        if (args_given(a, known[i]))
            word = known[i];
    if (word)
        say_error(_("play: --resume takes game, players, seed and dice from the record; leave '%s' out"),
                  word);
    return word != NULL;
}

static int name_file(keeping *k, const char *path) {
    size_t n = strlen(path);
    if (n < sizeof k->path) {
        memcpy(k->path, path, n + 1);
        return EXIT_DONE;
    }
    say_error(_("play: a path has at most %d characters"), STORE_PATH - 1);
    return EXIT_WRONG;
}

/* A play in FILE.part goes on in FILE too, so the whole is named. */
static void name_whole(keeping *k) {
    size_t n = strlen(k->path), suffix = strlen(".part");
    if (n <= suffix || strcmp(k->path + n - suffix, ".part") != 0)
        return;
    k->path[n - suffix] = '\0';
    if (!hra_registry_find_format(NULL, k->path))
        k->path[n - suffix] = '.';
}

static int resume(session *s, const args *a) {
    const char *path = args_text(a, "resume", NULL), *specs[HRA_MAX_SEATS];
    if (names_something_else(a))
        return EXIT_WRONG;
    if (path && strcmp(path, "-") == 0) {
        say_error("%s",
                  _("play: --resume goes on in the file that it reads, so it cannot be standard input"));
        return EXIT_WRONG;
    }
    if (!path && !store_newest(s->setup.data, false, s->keeping.path)) {
        say_error("%s", _("there is no unfinished play to go on with"));
        return EXIT_WRONG;
    }
    int status = path ? name_file(&s->keeping, path) : EXIT_DONE;
    if (!status) {
        name_whole(&s->keeping);
        status = read_last_record(s, a);
    }
    if (status)
        return status;
    s->setup.seed = hra_record_seed(s->record);
    status = setup_again(&s->setup, hra_record_game(s->record));
    for (int seat = 0; !status && seat < s->setup.game->seats; seat++) {
        specs[seat] = hra_record_player(s->record, seat);
        if (!*specs[seat])
            specs[seat] = "human";
    }
    return status ? status : setup_players(&s->setup, specs, s->setup.game->seats, NULL);
}

/* ---- a new play -----------------------------------------------------------------------------*/

static bool anybody_human(const setup *s) {
    for (int seat = 0; seat < s->game->seats; seat++)
        if (hra_player_human(s->players[seat]))
            return true;
    return false;
}

static int begin(session *s, const args *a) {
    setup *table = &s->setup;
    char name[256];
    if (a->word_count < 1) {
        say_error("%s", _("play: which game? 'hra games' lists them"));
        return EXIT_WRONG;
    }
    int named = a->word_count - 1, status = setup_game(table, a->words[0], named);
    if (!status)
        status = setup_players(table, a->words + 1, named, say_terminal() ? "human" : NULL);
    if (status)
        return status;
    const char *record = args_text(a, "record", NULL);
    store_record_name(table->game->spec, table->seed, name);
    s->keeping.own = !record;
    if (record)
        return name_file(&s->keeping, record);
    if (!anybody_human(table) || !store_path(table->data, "plays", name, s->keeping.path))
        s->keeping.path[0] = '\0';
    return EXIT_DONE;
}

/* The adviser: named, or the game's best player where it can tell the worth of moves. */
static int open_adviser(session *s, const args *a, const hra_player **out) {
    const char *named = args_text(a, "adviser", NULL);
    *out = NULL;
    return setup_player(&s->setup, named ? named : setup_best(s->setup.game), out);
}

static int open_play(session *s, const args *a) {
    hra_error why = {0};
    const char *position = s->record ? hra_record_position(s->record) : args_text(a, "position", NULL);
    hra_play_setup how = {.size = sizeof how,
                          .game = s->setup.game,
                          .players = s->setup.players,
                          .count = s->setup.game->seats,
                          .seed = s->setup.seed,
                          .position = position,
                          .manual_chance = s->record ? hra_record_manual(s->record) : args_given(a, "dice"),
                          .background = true,
                          .sink = keep,
                          .sink_self = s};
    if (!args_seconds(a, "time", 0, &how.limits.seconds))
        return EXIT_WRONG;
    if (hra_play_open(&s->play, &how, &why) != 0)
        return say_failure(&why, position);
    if (!s->record)
        return EXIT_DONE;
    hra_err err = hra_play_resume(s->play, s->record);
    if (err)
        say_error("%s: %s", s->keeping.path, hra_err_text(err));
    return err ? EXIT_FAILED : EXIT_DONE;
}

static int play(session *s, const args *a) {
    int status = args_given(a, "resume") ? resume(s, a) : begin(s, a);
    if (!status)
        status = open_adviser(s, a, &s->table.adviser);
    if (!status)
        status = open_play(s, a);
    if (status)
        return status;
    if (s->keeping.path[0]) {
        if (!store_records_open(&s->keeping.records, s->setup.game, s->keeping.path,
                                s->record ? &s->read : NULL))
            return EXIT_FAILED;
        s->table.saved = s->keeping.path;
    }
    say("%s, %s %llu\n", s->setup.game->rules->text->title, _("seed"), (unsigned long long)s->setup.seed);
    s->table.advise = args_given(a, "advice");
    s->table.play = s->play;
    bool live = live_fits(s->setup.game) && !args_given(a, "lines") && !args_given(a, "dice");
    status = live ? live_play(&s->table, false) : table_play(&s->table);
    return status == EXIT_DONE && s->keeping.failed ? EXIT_FAILED : status;
}

static int run(const args *a) {
    session *s = calloc(1, sizeof *s);
    const char *dice = args_text(a, "dice", "manual");
    if (!s) {
        say_error("%s", hra_err_text(HRA_ENOMEM));
        return EXIT_FAILED;
    }
    hra_text_init(&s->text);
    int status = EXIT_WRONG;
    if (strcmp(dice, "manual") != 0) {
        say_error(_("play: --dice takes manual, not '%s'"), dice);
    } else if (setup_seed(&s->setup, a)) {
        store_folder(a, s->setup.data);
        status = play(s, a);
    }
    hra_play_close(s->play);
    hra_record_close(s->record);
    hra_text_release(&s->text);
    bool opened = s->keeping.records.file != NULL;
    if (store_records_close(&s->keeping.records) != 0 && !s->keeping.failed) {
        say_error(_("%s could not be written"), s->keeping.path);
        status = status ? status : EXIT_FAILED;
    }
    if (opened && s->keeping.own)
        store_drop_empty(s->keeping.path);
    setup_release(&s->setup);
    free(s);
    return status;
}

const args_command command_play = {
    .name = "play",
    .synopsis = "GAME [PLAYER...]",
    .summary = "play a game, or watch one",
    .details = "Where no player is named for a seat, the game's usual opponent takes it if there is one, else a person\n"
               "on a terminal, the game's best player elsewhere. A play in which a person sits is kept as it goes,\n"
               "and can be resumed.\n\n"
               "  hra play yahtzee                       alone\n"
               "  hra play yahtzee --advice              alone, with an adviser\n"
               "  hra play yahtzee optimal               watch the machine, every decision explained\n"
               "  hra play yahtzee human human optimal   three at one table\n"
               "  hra play pacman                        by the arrow keys\n"
               "  hra play checkers human expert:level=3 against the machine, in ten strengths\n"
               "  hra play empire:seats=3 human expert   people in the other seats\n"
               "  hra play --resume                      go on with the last play\n",
    .options = options,
    .max_words = 1 + HRA_MAX_SEATS,
    .run = run,
};
