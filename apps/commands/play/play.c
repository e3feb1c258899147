/* hra play: a person plays, or watches. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "after_play.h"
#include "choose_game.h"
#include "commands/commands.h"
#include "commands/record_store.h"
#include "commands/saved_numbers.h"
#include "opponent.h"
#include "term/arrow_view.h"
#include "term/table_commands.h"
#include "term/term_table.h"
#include "variant_name.h"

static const args_option options[] = {
    {.name = "advice", .help = "show advice on your turn"},
    {.name = "tutor", .help = "judge your moves before they are made; offer another"},
    {.name = "tutor-from",
     .value = "GRADE",
     .help = "least grade to warn of: inaccuracy, error, blunder (default: any loss)"},
    {.name = "explain", .help = "programs explain their moves (default: if no person plays)"},
    {.name = "adviser",
     .value = "PLAYER",
     .help = "player that advises and explains (default: the game's best)"},
    {.name = "resume",
     .value = "[FILE]",
     .stream = ARGS_ANYTHING, /* there is an answer of its own */
     .help = "continue a saved game, or number of 'plays' (default: the last)"},
    {.name = "position", .value = "P", .help = "start from this position", .section = N_("The game:")},
    {.name = "seed", .value = "N", .help = "random seed (default: random, printed)"},
    {.name = "time", .value = "T", .help = "limit per move of a program, such as 2s"},
    {.name = "names",
     .value = "NAME,...",
     .help = "names of the persons, in the order of seats; '': do not ask"},
    {.name = "dice", .value = "manual", .help = "manual: enter real dice by hand"},
    {.name = "auto-forced", .help = "play forced moves automatically"},
    {.name = "plain", .help = "print lines only: no screen drawn in place, no colour"},
    {.name = "type-moves", .help = "type moves instead of using arrow keys"},
    {.name = "record",
     .value = "FILE",
     .help = "append the game record to FILE (.pdn, .pgn, .mat, .sgf: these formats)",
     .section = N_("Files:")},
    STORE_FILES_OPTION,
    {.name = "data", .value = "DIR", .help = "directory for saved games and tablebases"},
    {0},
};

/* Everything of one run. */
typedef struct playing {
    const args *args;
    char data[STORE_PATH];
    char path[STORE_PATH]; /* of the file that was named; "": the play is kept in the folder of user data */
    file_store file;
    hra_store *folder;
    sitting sitting;
    seating_plan plan; /* who takes the seats for which no player was named */
    hra_text greeting; /* says so; "": all players were named */
    hra_text saved;    /* where it goes on, as words behind a command */
    bool lost;         /* the record, which was said */
} playing;

/* ---- which file -----------------------------------------------------------------------------*/

/* A play in FILE.part goes on in FILE too, so the whole is named. */
static void name_whole(char *path) {
    size_t n = strlen(path), suffix = strlen(".part");
    if (n <= suffix || strcmp(path + n - suffix, ".part") != 0)
        return;
    path[n - suffix] = '\0';
    if (!hra_registry_find_format(NULL, path))
        path[n - suffix] = '.';
}

static int name_file(playing *p, const char *path) {
    if (strlen(path) >= sizeof p->path) {
        print_error(_("play: the path is longer than %d characters"), STORE_PATH - 1);
        return EXIT_WRONG;
    }
    memcpy(p->path, path, strlen(path) + 1);
    return EXIT_DONE;
}

/* Options that say what the record already says are refused. */
static bool names_something_else(const args *a) {
    static const char *const known[] = {"seed", "position", "dice", "record"};
    const char *word = a->word_count ? a->words[0] : NULL;
    for (int i = 0; i < 4 && !word; i++)
        if (args_given(a, known[i]))
            word = known[i];
    if (word)
        print_error(_("play: --resume takes game, players, seed and dice from the record; omit '%s'"), word);
    return word != NULL;
}

static int name_resumed(playing *p, const char *named) {
    char path[STORE_PATH];
    if (!named)
        return EXIT_DONE;
    if (strcmp(named, "-") == 0) {
        print_error("%s",
                    _("play: --resume needs a file, since it also writes to it; '-' is standard input"));
        return EXIT_WRONG;
    }
    int status = strlen(named) < sizeof path ? saved_path(p->args, named, path) : EXIT_DONE;
    if (!status)
        status = name_file(p, strlen(named) < sizeof path ? path : named);
    if (status)
        return status;
    name_whole(p->path);
    const char *read = p->path;
    if (!file_store_init(&p->file, p->path))
        return EXIT_WRONG;
    p->file.goes_on = true;
    if (p->file.format)
        read = p->file.part;
    struct stat info;
    const bool found = stat(read, &info) == 0;
    if (found && S_ISREG(info.st_mode) && info.st_size > 0)
        return EXIT_DONE;
    if (found && S_ISDIR(info.st_mode)) {
        print_error(_("'%s': it is a folder"), read);
        return EXIT_FAILED;
    }
    if (found) {
        print_error(_("%s: the file is empty: no game to continue"), read);
        return EXIT_WRONG;
    }
    bool there = p->file.format && access(p->path, F_OK) == 0; /* what is over alone */
    if (there)
        print_error(_("%s: no game to continue; an unfinished one would be in %s"), p->path, read);
    else
        print_error(_("%s: cannot be read: %s"), p->path, hra_system_text(errno));
    return there ? EXIT_WRONG : EXIT_FAILED;
}

/* A format belongs to a game. */
static int check_format(const playing *p, const char *spec) {
    char name[HRA_NAME_LENGTH];
    const char *text;
    size_t length;
    hra_error why;
    if (!p->file.format || hra_spec_split(spec, name, &text, &length, NULL) != 0)
        return EXIT_DONE;
    const hra_rules *rules = hra_registry_find_game(NULL, name);
    if (!rules || file_store_fits(&p->file, rules, &why) == 0)
        return EXIT_DONE;
    return print_failure(&why, NULL);
}

static int name_record(playing *p, const args *a) {
    const char *record = args_text(a, "record", NULL);
    if (a->word_count < 1) {
        print_error("%s", _("play: missing GAME; 'hra games' lists the games"));
        return EXIT_WRONG;
    }
    int status = record ? name_file(p, record) : EXIT_DONE;
    if (!status && record && !file_store_init(&p->file, p->path))
        status = EXIT_WRONG;
    return status ? status : check_format(p, a->words[0]);
}

/* ---- the table ------------------------------------------------------------------------------*/

/* A folder that cannot be used does not prevent a game. */
static hra_err open_folder(playing *p, hra_error *why) {
    hra_error told;
    hra_err err = hra_store_open_folder(&p->folder, p->data, &told);
    if (err == HRA_ENOMEM)
        return hra_fail_as(why, &told);
    if (err)
        print_note(_("%s; the game is not saved."), told.text);
    return HRA_OK;
}

static int open_session(playing *p, const args *a, bool resumes) {
    hra_error why;
    hra_session_setup setup = {.size = sizeof setup, .data = p->data[0] ? p->data : NULL, .dated = true};
    const char *read = p->file.format ? p->file.part : p->path;
    setup.host = !resumes ? &cli_table_host : !p->path[0] ? &cli_file_host : store_record_host(a, read);
    if (p->path[0])
        setup.store = &p->file.store;
    else if (p->data[0] && open_folder(p, &why) != 0)
        return print_failure(&why, NULL);
    else
        setup.store = p->folder;
    print_reached("%s", _("preparing the players"));
    return sitting_open(&p->sitting, &setup, &why) ? print_failure(&why, NULL) : EXIT_DONE;
}

static void add_option(hra_text *line, const char *key, const char *value) {
    hra_text word;
    hra_text_init(&word);
    hra_text_addf(&word, "%s=%s", key, value);
    sitting_add_word(line, hra_text_string(&word));
    line->err = line->err ? line->err : word.err;
    hra_text_release(&word);
}

/* The players that take the seats left free at a terminal, and the position. */
static void add_players(playing *p, const args *a, bool resumes, hra_text *line) {
    hra_text position;
    hra_text_init(&position);
    if (args_text(a, "position", NULL))
        args_add_line(a, "position", &position);
    hra_err err = resumes || !print_terminal()
                      ? HRA_OK
                      : opponent_add_players(a, hra_text_string(&position), line, &p->plan);
    if (args_text(a, "position", NULL))
        add_option(line, "position", hra_text_string(&position));
    line->err = line->err ? line->err : err ? err : position.err;
    hra_text_release(&position);
}

static int write_line(playing *p, const args *a, bool resumes, hra_text *line) {
    double seconds;
    if (!args_seconds(a, "time", 0, &seconds))
        return EXIT_WRONG;
    hra_text_add(line, resumes ? "resume" : "new");
    if (resumes && p->path[0])
        sitting_add_word(line, FILE_STORE_ENTRY);
    for (int i = 0; i < a->word_count; i++)
        sitting_add_word(line, a->words[i]);
    add_players(p, a, resumes, line);
    if (args_given(a, "seed"))
        add_option(line, "seed", args_text(a, "seed", ""));
    if (args_given(a, "dice"))
        hra_text_add(line, " dice=manual");
    if (args_text(a, "time", NULL))
        add_option(line, "time", args_text(a, "time", ""));
    if (args_text(a, "adviser", NULL))
        add_option(line, "adviser", args_text(a, "adviser", ""));
    if (!resumes && p->path[0])
        hra_text_add(line, " save=" FILE_STORE_ENTRY);
    hra_text_add(line, args_given(a, "advice") ? " advise" : "");
    if (args_given(a, "tutor-from"))
        add_option(line, "tutor", args_text(a, "tutor-from", ""));
    else
        hra_text_add(line, args_given(a, "tutor") ? " tutor" : "");
    hra_text_add(line, " pause");
    return EXIT_DONE;
}

static int print_refusal(const playing *p, bool resumes) {
    const hra_error *why = &p->sitting.why;
    if (why->code == HRA_ESTOPPED)
        return EXIT_INTERRUPTED;
    if (why->code == HRA_EDENIED)
        return store_record_failure(p->path, why);
    if (resumes && p->path[0] && strncmp(why->text, p->path, strlen(p->path)) != 0) {
        print_error("%s: %s", p->path, why->text);
        return print_exit_status(why->code);
    }
    return print_failure(why, p->sitting.about);
}

/* Prints where the game is saved, so that a command that ends with these words resumes it. Adds
 * --allow-files if the game needs files to open, as a tree does. */
static void name_saved(playing *p) {
    const char *kept = hra_session_snapshot(p->sitting.session)->saved;
    const hra_game *game = hra_play_snapshot(hra_session_play(p->sitting.session))->game;
    hra_game *alone;
    if (!kept)
        return;
    const char *path = p->path[0] ? p->path : kept;
    const size_t data = strlen(p->data);
    if (p->path[0] && data && strncmp(path, p->data, data) == 0 && path[data] == '/')
        path += data + 1; /* it is among the saved games */
    const bool among = path != p->path && !args_given(p->args, "data") && strncmp(path, "plays/", 6) == 0 &&
                       !strchr(path + 6, '/');
    store_add_shell_path(&p->saved, path == p->path || among ? "" : p->data, among ? path + 6 : path);
    hra_err err = hra_game_open(&alone, NULL, game->spec, NULL);
    if (err == HRA_OK)
        hra_game_close(alone);
    else if (err != HRA_ENOMEM)
        hra_text_add(&p->saved, " --allow-files");
}

/* Names of people, divided by commas: an empty one leaves its seat without. */
static int tell_names(playing *p, const char *names) {
    const hra_play *now = hra_session_play(p->sitting.session);
    int seats = hra_play_snapshot(now)->game->seats, seat = 0;
    if (!*names)
        return EXIT_DONE;
    for (const char *at = names;; at++) {
        int length = (int)strcspn(at, ",");
        while (seat < seats && !hra_player_info_of(hra_play_snapshot(now)->players[seat])->human)
            seat++;
        if (seat == seats) {
            print_error(_("play: --names has more names than persons, from '%.60s' on"), at);
            return EXIT_WRONG;
        }
        if (length && sitting_tellf(&p->sitting, "name %d %.*s", seat, length, at) != 0)
            return print_failure(&p->sitting.why, NULL);
        seat++;
        at += length;
        if (!*at)
            return EXIT_DONE;
    }
}

static bool people_sat(const hra_play *play) {
    for (int seat = 0; seat < hra_play_snapshot(play)->game->seats; seat++)
        if (hra_player_info_of(hra_play_snapshot(play)->players[seat])->human)
            return true;
    return false;
}

/* "Chess: Chess960, seed 4. Opponent: ..." */
static int print_beginning(playing *p, const hra_play *play) {
    const hra_play_info *info = hra_play_snapshot(play);
    hra_text title, line, folded;
    hra_text_init(&title);
    hra_text_init(&line);
    hra_text_init(&folded);
    variant_add_title(info->game, &title);
    const bool tutors = args_given(p->args, "tutor") || args_given(p->args, "tutor-from");
    if (tutors && words_add_untutored(info->game, &p->greeting) && p->plan.opponent)
        hra_text_add_char(&p->greeting, ' ');
    opponent_say(p->args, info->game, &p->plan, &p->greeting);
    hra_text_addf(&line, _("%s, seed %llu"), print_string(&title), (unsigned long long)info->seed);
    hra_text_release(&title);
    if (p->greeting.length)
        hra_text_addf(&line, ". %s", hra_text_string(&p->greeting));
    print_folded(0, print_string(&line), &folded);
    hra_text_release(&line);
    return p->greeting.err ? print_no_memory() : print_text(&folded);
}

static int play(playing *p, const args *a, bool resumes) {
    hra_text line;
    int status = open_session(p, a, resumes);
    if (status)
        return status;
    hra_text_init(&line);
    status = write_line(p, a, resumes, &line);
    if (!status && line.err)
        status = print_no_memory();
    else if (!status && sitting_tell(&p->sitting, hra_text_string(&line)) != 0)
        status = print_refusal(p, resumes);
    hra_text_release(&line);
    if (status)
        return status;
    if (args_text(a, "names", NULL))
        status = tell_names(p, args_text(a, "names", ""));
    const hra_play *now = hra_session_play(p->sitting.session);
    bool explains =
        args_given(a, "explain") || !people_sat(now); /* what a machine thinks would tell how one stands */
    if (!status && explains && sitting_tell(&p->sitting, "explain on") != 0)
        status = print_failure(&p->sitting.why, NULL);
    if (status)
        return status;
    if (p->sitting.unheard.code) /* a folder that cannot be used does not prevent a game */
        print_note("%s", p->sitting.unheard.text);
    p->sitting.unheard = (hra_error){0};
    if ((status = print_beginning(p, now)) != EXIT_DONE)
        return status;
    name_saved(p);
    if (p->saved.err)
        return print_no_memory();
    table_setup table = {.sitting = &p->sitting,
                         .advise = hra_session_snapshot(p->sitting.session)->advises,
                         .forced = args_given(a, "auto-forced"),
                         .introduce = !resumes && !args_text(a, "names", NULL),
                         .greeting = hra_text_string(&p->greeting),
                         .saved = hra_text_string(&p->saved)};
    bool live =
        live_fits(hra_play_snapshot(now)->game) && !args_given(a, "type-moves") && !args_given(a, "dice");
    status = live ? live_play(&table, false) : table_play(&table);
    if (!status && people_sat(now))
        status = after_play(now, p->data);
    bool lost = p->saved.length && !hra_session_snapshot(p->sitting.session)->saved; /* which was said */
    p->lost = lost;
    return lost && !status ? EXIT_FAILED : status;
}

/* ---- the command ----------------------------------------------------------------------------*/

static int run_of(const args *a) {
    playing *p = calloc(1, sizeof *p);
    bool resumes = args_given(a, "resume");
    uint64_t seed;
    int status = EXIT_WRONG;
    if (!p)
        return print_no_memory();
    p->args = a;
    if (args_given(a, "plain"))
        print_plainly();
    p->file.fd = p->file.out = -1;
    if (args_number(a, "seed", 0, 0, UINT64_MAX, &seed) && !(resumes && names_something_else(a))) {
        store_folder(a, p->data);
        status = resumes ? name_resumed(p, args_text(a, "resume", NULL)) : name_record(p, a);
        if (!status)
            status = play(p, a, resumes);
    }
    sitting_close(&p->sitting);
    if (!status && p->sitting.unheard.code)
        status = print_failure(&p->sitting.unheard, NULL);
    if (p->path[0] && file_store_close(&p->file) != 0) {
        if (!status && !p->lost) /* else an error was said already */
            print_failure(&p->file.why, NULL);
        status = status ? status : EXIT_FAILED;
    }
    hra_store_close(p->folder);
    hra_text_release(&p->saved);
    hra_text_release(&p->greeting);
    free(p);
    return status;
}

/* At a terminal somebody who names no game may choose one. */
static int run(const args *a) {
    char spec[HRA_SPEC_LENGTH];
    args chosen = *a;
    if (a->word_count || args_given(a, "resume") || !print_terminal())
        return run_of(a);
    const input_kind kind = choose_game(spec, sizeof spec);
    if (kind != INPUT_LINE || !*spec)
        return kind == INPUT_FAILED ? EXIT_FAILED : kind == INPUT_INTERRUPTED ? EXIT_INTERRUPTED : EXIT_DONE;
    chosen.words[0] = spec;
    chosen.word_count = 1;
    return run_of(&chosen);
}

const args_command command_play = {
    .name = "play",
    .synopsis = "GAME [PLAYER...]",
    .summary = "play a game, or watch one",
    .group = ARGS_PLAY,
    .details = "Players take seats in order. At a terminal you take the first free seat, and the\n"
               "usual opponent the others: level 3, or the exact player of a small game.\n"
               "Elsewhere, the usual opponent or the game's best player takes free seats.\n"
               "\n"
               "  hra play checkers                        against a program\n"
               "  hra play checkers human expert:level=5   against another, level 5 of 10\n"
               "  hra play checkers human human            two persons\n"
               "  hra play yahtzee --advice                alone, with advice\n"
               "  hra play yahtzee optimal                 watch a program explain its moves\n"
               "  hra play --resume                        continue the last game\n",
    .notes = "Without GAME, a terminal lists the games and asks which. A game with a person\n"
             "in it is saved after each move. At a terminal, several persons are asked for\n"
             "their names. 'hra games GAME' lists the players of a game. During the game, ?\n"
             "lists what you can type.\n"
             "\n"
             "  hra play yahtzee human human optimal     two persons and a program\n"
             "  hra play checkers human human --names Anna,Bob\n"
             "  hra play empire:seats=3                  against two programs\n"
             "  hra play pacman                          with arrow keys\n",
    .options = options,
    .max_words = 1 + HRA_MAX_SEATS,
    .run = run,
};
