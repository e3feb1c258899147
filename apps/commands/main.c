/* hra: greets, or hands over to a subcommand. */
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "complete.h"
#include "program_language.h"
#include "serve/page_files.h"

static const args_command *const commands[] = {
    &command_play,  &command_match,   &command_tournament, &command_work,  &command_tune,
    &command_learn, &command_search,  &command_compare,    &command_tree,  &command_show,
    &command_solve, &command_review,  &command_replay,     &command_plays, &command_perft,
    &command_games, &command_rules,   &command_methods,    &command_bench, &command_session,
    &command_serve, &command_rollout,
};

enum { COMMANDS = sizeof commands / sizeof *commands, MOST = COMMANDS + 32 };

const args_command *command_at(int index) {
    return index < COMMANDS ? commands[index] : command_protocol(index - COMMANDS);
}

static void entry(const char *before, const char *name, int indent, const char *text) {
    char line[128];
    hra_snprintf(line, sizeof line, "  %s%s", before, name);
    say_entry(line, indent, _(text));
}

static void greet(void) {
    say("hra %s - %s\n\n%s\n", hra_version(), _("game search: games, methods, exact answers"), _("Games:"));
    for (int i = 0; i < hra_registry_games(NULL); i++)
        entry("", hra_registry_game(NULL, i)->name, 15, hra_registry_game(NULL, i)->text->summary);
    say("\n%s\n", _("What to do with them:"));
    const args_command *command;
    for (int i = 0; (command = command_at(i)) != NULL; i++)
        entry("hra ", command->name, 17, command->summary);
    say("\n%s\n", _("To begin with:"));
    for (int i = 0; i < hra_registry_games(NULL); i++)
        for (const hra_example *e = hra_rules_offers(hra_registry_game(NULL, i))->examples; e && e->command;
             e++)
            entry("hra ", e->command, 43, e->what);
    say("\n%s\n", _("'hra help COMMAND' explains a command."));
}

/* Of what others wrote and the program holds: that is in the page alone, which brings the texts. */
static void show_licences(void) {
    const page_file *texts = NULL;
    for (int i = 0; i < page_file_count; i++)
        if (strcmp(page_files[i].path, "/licences.txt") == 0)
            texts = &page_files[i];
    if (texts)
        say("%.*s", (int)texts->length, (const char *)texts->bytes);
    else
        say("%s\n", _("This hra was built without its page and holds nothing that others wrote."));
}

static int unknown_command(const char *word) {
    const char *names[MOST + 1] = {NULL};
    const args_command *command;
    for (int i = 0; i < MOST && (command = command_at(i)) != NULL; i++)
        names[i] = command->name;
    const char *guess = hra_did_you_mean(word, names);
    if (hra_registry_find_game(NULL, word))
        say_error(_("%s is a game: 'hra play %s' plays it, 'hra rules %s' tells how"), word, word, word);
    else if (guess)
        say_error(_("there is no command '%s'; did you mean 'hra %s'?"), word, guess);
    else
        say_error(_("there is no command '%s'; 'hra' alone lists them"), word);
    return EXIT_WRONG;
}

static int run(const args_command *command, int argc, char **argv) {
    static args read; /* too large for the stack of a thread, and there is one command line */
    int status;
    if (!args_read(&read, command, argc, argv, &status))
        return status;
    say_catch_interrupt();
    double began = hra_clock();
    status = command->run(&read);
    if (status == EXIT_INTERRUPTED)
        say_how_far(hra_clock() - began);
    return status;
}

const args_command *command_find(const char *name) {
    int i = 0;
    while (command_at(i) && strcmp(name, command_at(i)->name) != 0)
        i++;
    return command_at(i);
}

/* A file that is opened where a standard stream is closed would take what is said to that. */
static void fill_streams(void) {
    int file;
    do
        file = open("/dev/null", O_RDWR);
    while (file >= 0 && file <= STDERR_FILENO);
    if (file >= 0)
        close(file);
}

int main(int argc, char **argv) {
    fill_streams();
    (void)signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error of the write */
    speak_choose(argc, argv);
    bool help = argc > 1 && strcmp(argv[1], "help") == 0;
    if (argc < 2 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || (help && argc == 2)) {
        greet();
        return say_end(EXIT_DONE);
    }
    if (strcmp(argv[1], "--version") == 0) {
        say("hra %s\n", hra_version());
        return say_end(EXIT_DONE);
    }
    if (strcmp(argv[1], "--licences") == 0) {
        show_licences();
        return say_end(EXIT_DONE);
    }
    if (strcmp(argv[1], "--complete") == 0)
        return say_end(complete(argc - 2, argv + 2));
    char asked[] = "--help", *about[] = {asked, NULL};
    const args_command *command = command_find(argv[help ? 2 : 1]);
    if (!command)
        return say_end(unknown_command(argv[help ? 2 : 1]));
    return say_end(help ? run(command, 1, about) : run(command, argc - 2, argv + 2));
}
