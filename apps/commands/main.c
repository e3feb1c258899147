/* hra: greets, or hands over to a subcommand. */
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "complete.h"
#include "help_search.h"
#include "play/about.h"
#include "program_language.h"
#include "serve/page_files.h"
#include "speech/pager.h"
#include "stored_work.h"

/* In the order of their lists, group by group; old names come last. */
static const args_command *const commands[] = {
    &command_play,    &command_replay,  &command_plays,      &command_rules,     &command_games,
    &command_methods, &command_players, &command_serve,      &command_analyse,   &command_tree,
    &command_show,    &command_solve,   &command_rollout,    &command_review,    &command_drill,
    &command_index,   &command_match,   &command_tournament, &command_exercises, &command_worksheet,
    &command_grade,   &command_tune,    &command_perft,      &command_bench,     &command_learn,
    &command_work,    &command_session, &command_engine,     &command_doctor,    &command_search,
    &command_compare,
};

enum { COMMANDS = sizeof commands / sizeof *commands, MOST = COMMANDS + 32 };

static const char *const groups[ARGS_GROUPS] = {[ARGS_PLAY] = N_("Play:"),
                                                [ARGS_STUDY] = N_("Study:"),
                                                [ARGS_MEASURE] = N_("Measure:"),
                                                [ARGS_BUILD] = N_("Build:")};

static const char *const headings[ARGS_GROUPS] = {[ARGS_PLAY] = N_("Commands to play:"),
                                                  [ARGS_STUDY] = N_("Commands to study:"),
                                                  [ARGS_MEASURE] = N_("Commands to measure:"),
                                                  [ARGS_BUILD] = N_("Commands to build:")};

const args_command *command_at(int index) {
    return index < COMMANDS ? commands[index] : command_protocol(index - COMMANDS, true);
}

/* Those that have names of today. */
static const args_command *listed_at(int index) {
    return commands[index]->stands_for ? NULL : commands[index];
}

static void title(void) {
    print("hra %s - %s\n", hra_version(), _("games, methods, exact answers"));
}

/* The names of all games, in lines as long as those of a terminal usually are. */
static void list_names(void) {
    enum { COLUMNS = 80, LABEL = 10 };
    int column = LABEL;
    print_cell(-LABEL, _("Games:"));
    for (int i = 0; hra_registry_game(NULL, i); i++) {
        const char *name = hra_registry_game(NULL, i)->name;
        int width = (int)strlen(name);
        bool fits = column + 1 + width <= COLUMNS;
        print("%s%s", i == 0 ? "" : fits ? " " : "\n          ", name);
        column = (fits ? column + (i > 0) : LABEL) + width;
    }
    print("\n\n");
}

/* What fits on a screen of 24 lines, with the next prompt of the shell. */
static void greet(void) {
    int last = -1;
    title();
    list_names();
    for (int i = 0; listed_at(i); i++) {
        if (listed_at(i)->rare)
            continue;
        int group = (int)listed_at(i)->group;
        hra_text left;
        hra_text_init(&left);
        print_add_cell(&left, -10, group == last ? "" : _(groups[group]));
        hra_text_add(&left, listed_at(i)->name);
        print_list_entry(print_string(&left), 22, _(listed_at(i)->summary));
        hra_text_release(&left);
        last = group;
    }
    print("%s\n", _("See also: hra help COMMAND|NAME, hra help all, hra help --search TERM"));
}

static void entry(const char *before, const char *name, int indent, const char *text) {
    char line[128];
    hra_snprintf(line, sizeof line, "  %s%s", before, name);
    print_list_entry(line, indent, _(text));
}

static void list_aliases(void) {
    const args_command *command;
    hra_text line;
    hra_text_init(&line);
    print("\n%s\n", _("Other names:"));
    for (int i = 0; (command = command_at(i)) != NULL; i++)
        if (command->stands_for) {
            hra_text_clear(&line);
            hra_text_addf(&line, "hra %s", command->stands_for->name);
            entry("hra ", command->name, 17, print_string(&line));
        }
    hra_text_release(&line);
}

static void list_everything(void) {
    int last = -1;
    title();
    print("\n%s\n", _("Games:"));
    for (int i = 0; hra_registry_game(NULL, i); i++)
        entry("", hra_registry_game(NULL, i)->name, 15, hra_registry_game(NULL, i)->text->summary);
    for (int i = 0; listed_at(i); i++) {
        int group = (int)listed_at(i)->group;
        if (group != last)
            print("\n%s\n", _(headings[group]));
        entry("hra ", listed_at(i)->name, 17, listed_at(i)->summary);
        last = group;
    }
    list_aliases();
    print("\n%s\n", _("Examples:"));
    for (int i = 0; hra_registry_game(NULL, i); i++)
        for (const hra_example *e = hra_rules_offers(hra_registry_game(NULL, i))->examples; e && e->command;
             e++)
            entry("hra ", e->command, 43, e->what);
    print("\n%s\n", _("Names of commands and options can be shortened if they stay unique.\n'hra help NAME' "
                      "explains a command, game, method, player or evaluation."));
}

/* Of what others wrote and the program holds: that is in the page alone, which brings the texts. */
static void show_licences(void) {
    const page_file *texts = NULL;
    for (int i = 0; i < page_file_count; i++)
        if (strcmp(page_files[i].path, "/licences.txt") == 0)
            texts = &page_files[i];
    if (texts)
        print("%.*s", (int)texts->length, (const char *)texts->bytes);
    else
        print("%s\n", _("This hra was built without its page and contains no software of others."));
}

/* The names that begin with the word; their number. */
static int beginning_with(const char *word, hra_text *names, const args_command **one) {
    int count = 0;
    for (int i = 0; listed_at(i); i++)
        if (args_begins(listed_at(i)->name, word, strlen(word))) {
            if (names)
                hra_text_addf(names, "%s%s", count ? ", " : "", listed_at(i)->name);
            *one = listed_at(i);
            count++;
        }
    return count;
}

static void unknown_option(const char *word) {
    static const char *const known[] = {"--help", "--version", "--licences", NULL};
    const char *guess = strcmp(word, "-v") == 0 ? "-V" : hra_did_you_mean(word, known);
    if (guess)
        print_error(_("unknown option '%s'; did you mean 'hra %s'?"), word, guess);
    else
        print_error(_("unknown option '%s'; a command comes first; 'hra' lists the commands"), word);
}

static int unknown_command(const char *word) {
    const char *names[MOST + 1] = {NULL};
    const args_command *command;
    hra_text several;
    hra_text_init(&several);
    for (int i = 0; i < MOST && (command = command_at(i)) != NULL; i++)
        names[i] = command->name;
    const char *guess = hra_did_you_mean(word, names);
    if (guess && command_find(guess)->stands_for)
        guess = command_find(guess)->stands_for->name;
    if (word[0] == '-')
        unknown_option(word);
    else if (beginning_with(word, &several, &command) > 1)
        print_error(_("command '%s' is ambiguous: %s"), word, print_string(&several));
    else if (hra_registry_find_game(NULL, word))
        print_error(_("%s is a game: 'hra play %s' plays it, 'hra rules %s' shows its rules"), word, word,
                    word);
    else if (about_kinds(word, ABOUT_ANYTHING))
        print_error(_("unknown command '%s'; 'hra help %s' explains what has this name"), word, word);
    else if (guess)
        print_error(_("unknown command '%s'; did you mean 'hra %s'?"), word, guess);
    else
        print_error(_("unknown command '%.60s'; 'hra' lists the commands"), word);
    hra_text_release(&several);
    return EXIT_WRONG;
}

static int unknown_topic(const char *word) {
    static const char *const known[] = {"--search", NULL};
    const char *names[MOST + 1] = {NULL}, *guess;
    const args_command *command;
    for (int i = 0; i < MOST && (command = command_at(i)) != NULL; i++)
        names[i] = command->name;
    guess = hra_did_you_mean(word, word[0] == '-' ? known : names);
    if (guess)
        print_error(_("help: nothing is called '%s'; did you mean 'hra help %s'?"), word, guess);
    else
        print_error(_("help: nothing is called '%s'; 'hra help --search %s' looks for it"), word, word);
    return EXIT_WRONG;
}

static int run(const args_command *command, int argc, char **argv) {
    static args read; /* too large for the stack of a thread, and there is one command line */
    int status;
    if (!args_read(&read, command, argc, argv, &status))
        return status;
    args_say_renames(&read);
    if (!stored_work_options_fit(&read))
        return EXIT_WRONG;
    print_catch_interrupt();
    double began = hra_clock();
    hra_text text;
    const bool pages = command->pages && !args_given(&read, "json");
    if (pages)
        pages_begin(&text);
    status = command->run(&read);
    if (pages)
        status = pages_end(&text, status);
    if (status == EXIT_INTERRUPTED)
        print_how_far(hra_clock() - began);
    return status;
}

const args_command *command_find(const char *name) {
    const args_command *one = NULL;
    for (int i = 0; command_at(i); i++)
        if (strcmp(name, command_at(i)->name) == 0)
            return command_at(i);
    return beginning_with(name, NULL, &one) == 1 ? one : NULL;
}

/* If a standard stream is closed, the next file that is opened would get its number, and messages would go
 * into that file. */
static void fill_streams(void) {
    int file;
    do
        file = open("/dev/null", O_RDWR);
    while (file >= 0 && file <= STDERR_FILENO);
    if (file >= 0)
        close(file);
}

/* Whether a word is the name of a game, a method, a player or an evaluation, or was. */
static bool explains(const char *word) {
    return hra_registry_find_game(NULL, word) ||
           about_kinds(about_current(word, ABOUT_ANYTHING), ABOUT_ANYTHING);
}

static int explain(char *word) {
    char *words[] = {word, NULL};
    hra_text text;
    if (hra_registry_find_game(NULL, word))
        return run(&command_games, 1, words);
    pages_begin(&text);
    return pages_end(&text, about_print(word, ABOUT_ANYTHING));
}

/* words[0] names a command, with help its page is meant; of 'engine' the next word may name a protocol. */
static int obey(int count, char **words, bool help) {
    char asked[] = "--help", *about[] = {asked, NULL};
    const args_command *command = command_find(words[0]), *protocol;
    const bool exact = command && strcmp(command->name, words[0]) == 0;
    if (help && !exact && count == 1 && explains(words[0]))
        return explain(words[0]);
    if (!command)
        return help ? unknown_topic(words[0]) : unknown_command(words[0]);
    words++;
    count--;
    if (command == &command_engine && count > 0 && (protocol = command_engine_of(words[0])) != NULL) {
        command = protocol;
        words++;
        count--;
    }
    if (!help)
        return run(command, count, words);
    if (count > 0) {
        print_error(_("help: unexpected word '%s'; 'hra help %s' explains %s alone"), words[0], command->name,
                    command->name);
        return EXIT_WRONG;
    }
    const int status = run(command, 1, about);
    if (exact && count == 0 && about_kinds(command->name, ABOUT_SEARCH | ABOUT_TRAINING))
        print(_("\n'hra methods %s' explains the method of this name.\n"), command->name);
    return status;
}

static bool is(const char *word, const char *name, const char *short_name) {
    return strcmp(word, name) == 0 || strcmp(word, short_name) == 0;
}

int main(int argc, char **argv) {
    fill_streams();
    (void)signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error of the write */
    speak_choose(argc, argv);
    bool help = argc > 1 && strcmp(argv[1], "help") == 0;
    if (argc < 2 || is(argv[1], "--help", "-h") || (help && argc == 2)) {
        greet();
        return print_end(EXIT_DONE);
    }
    if (help && strcmp(argv[2], "all") == 0) {
        hra_text text;
        pages_begin(&text);
        list_everything();
        return print_end(pages_end(&text, EXIT_DONE));
    }
    if (help && strcmp(argv[2], "--search") == 0)
        return print_end(help_search(argc - 3, argv + 3));
    if (is(argv[1], "--version", "-V") || strcmp(argv[1], "version") == 0) {
        print("hra %s\n", hra_version());
        return print_end(EXIT_DONE);
    }
    if (strcmp(argv[1], "--licences") == 0) {
        show_licences();
        return print_end(EXIT_DONE);
    }
    if (strcmp(argv[1], "--complete") == 0)
        return print_end(complete(argc - 2, argv + 2));
    return print_end(obey(argc - 1 - help, argv + 1 + help, help));
}
