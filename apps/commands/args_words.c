/* What people type in a place where something else belongs: what would be right there. */
#include "args_words.h"

#include <string.h>
#include <sys/stat.h>

#include "commands.h"
#include "data_dir.h"
#include "play/about.h"

/* ---- options --------------------------------------------------------------------------------*/

/* Words of other programs, and the option that does it here. */
static const char *const elsewhere[][2] = {
    {"save", "record"},  {"load", "resume"},   {"continue", "resume"}, {"out", "output"},
    {"file", "output"},  {"hint", "advice"},   {"hints", "advice"},    {"rounds", "games"},
    {"count", "games"},  {"jobs", "threads"},  {"cores", "threads"},   {"cpus", "threads"},
    {"fen", "position"}, {"xgid", "position"}, {"board", "position"},  {"path", "data"},
    {"random", "seed"},  {"help-me", "help"},  {"movetime", "time"},   {"seconds", "time"},
};

size_t args_dash_length(const char *word) {
    static const char *const dashes[] = {"\u2010", "\u2011", "\u2012", "\u2013", "\u2014", "\u2212"};
    for (size_t i = 0; i < sizeof dashes / sizeof *dashes; i++)
        if (strncmp(word, dashes[i], strlen(dashes[i])) == 0)
            return strlen(dashes[i]);
    return 0;
}

static const char *named_elsewhere(const args_command *command, const char *name) {
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
        if (strcmp(name, elsewhere[i][0]) == 0 && args_takes(command, elsewhere[i][1]))
            return elsewhere[i][1];
    return NULL;
}

/* Appends the commands that have the option; their number. */
static int commands_with(const char *name, hra_text *out) {
    int count = 0;
    for (int i = 0; command_at(i); i++)
        if (!command_at(i)->stands_for && args_takes(command_at(i), name))
            hra_text_addf(out, "%s%s", count++ ? ", " : "", command_at(i)->name);
    return count;
}

bool args_say_unknown(const args_command *command, const char *word) {
    const char *names[ARGS_MAX], *name = word + strspn(word, "-");
    char typed[HRA_NAME_LENGTH * 2];
    int n = 0;
    hra_text others;
    for (const args_option *o = command->options; o && o->name && n < ARGS_MAX - 2; o++)
        if (!o->alias)
            names[n++] = o->name;
    names[n++] = "help";
    names[n] = NULL;
    name += args_dash_length(name);
    hra_snprintf(typed, sizeof typed, "%.*s", (int)strcspn(name, "="), name);
    hra_text_init(&others);
    const char *own = named_elsewhere(command, typed);
    const int count = own || !*typed || args_takes(command, typed) ? 0 : commands_with(typed, &others);
    const char *guess = own ? own : hra_did_you_mean(typed, names);
    if (count)
        print_error(_("%s: unknown option '%s'; it is an option of %s"), command->name, word,
                    print_string(&others));
    else if (guess)
        print_error(_("%s: unknown option '%s'; did you mean '--%s'?"), command->name, word, guess);
    else
        print_error(_("%s: unknown option '%s'; 'hra %s --help' lists the options"), command->name, word,
                    command->name);
    hra_text_release(&others);
    return false;
}

/* The option that the word seems to belong to; NULL: it belongs to none. */
static const char *option_for(const args_command *command, const char *word) {
    if (args_takes(command, word))
        return word;
    if (args_is_digits(word) && args_takes(command, "port"))
        return "port";
    return args_takes(command, "method") && about_kinds(word, ABOUT_TRAINING) ? "method" : NULL;
}

void args_say_unexpected(const args_command *command, const char *word) {
    const char *option = option_for(command, word);
    if (option)
        print_error(_("%s: unexpected word '%s'; did you mean '--%s%s%s'?"), command->name, word, option,
                    option == word ? "" : " ", option == word ? "" : word);
    else
        print_error(_("%s: unexpected word '%s'; usage: hra %s%s%s"), command->name, word, command->name,
                    *command->synopsis ? " " : "", _(command->synopsis));
}

/* ---- words ----------------------------------------------------------------------------------*/

static bool takes_game(const args_command *command) {
    const char *synopsis = command->synopsis + (*command->synopsis == '[');
    return strncmp(synopsis, "GAME", 4) == 0 && synopsis[4] != '|';
}

static const hra_rules *game_of(const char *word) {
    char name[HRA_NAME_LENGTH];
    const char *options;
    size_t length;
    return hra_spec_split(word, name, &options, &length, NULL) == 0 ? hra_registry_find_game(NULL, name)
                                                                    : NULL;
}

static bool begins_with_game(const char *word) {
    char name[HRA_NAME_LENGTH];
    const size_t length = strcspn(word, ",: (");
    hra_snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : 0), word);
    return hra_registry_find_game(NULL, name) != NULL;
}

bool args_asks_help(const args *a) {
    return a->word_count == 1 && strcmp(a->words[0], "help") == 0 && takes_game(a->command);
}

bool args_is_tree_file(const char *word) {
    static const char end[] = ".tree";
    const size_t length = strlen(word), n = sizeof end - 1;
    return length > n && strcmp(word + length - n, end) == 0 && !strpbrk(word, ":,\"()") &&
           length < HRA_SPEC_LENGTH / 2;
}

/* What is typed for the game is none; false: what it is was said. */
static bool may_be_game(const args *a) {
    const args_command *command = a->command;
    const char *word = a->words[0];
    struct stat info;
    if (!*word) {
        args_say_missing(command, 0);
        return false;
    }
    for (int i = 1; i < a->word_count; i++)
        if (game_of(a->words[i])) {
            print_error(_("%s: GAME comes first, as in: hra %s %s"), command->name, command->name,
                        a->words[i]);
            return false;
        }
    if (args_is_tree_file(word)) {
        const bool known = strcmp(command->name, "play") != 0;
        if (!known)
            print_error(_("play: '%s' is a file of the game tree: hra play tree:file=%s"), word, word);
        return known;
    }
    const bool there = stat(word, &info) == 0;
    if ((!there && !store_names_games(word)) || (args_takes(command, "resume") && args_given(a, "resume")))
        return true;
    if (there && S_ISDIR(info.st_mode))
        print_error(_("%s: '%s' is a folder, not a game; usage: hra %s %s"), command->name, word,
                    command->name, _(command->synopsis));
    else if (strcmp(command->name, "play") == 0)
        print_error(_("play: '%s' names a file, not a game; 'hra play --resume %s' continues its game"), word,
                    word);
    else
        print_error(_("%s: '%s' names a file, not a game; 'hra replay %s' prints its games"), command->name,
                    word, word);
    return false;
}

/* KEY=VALUE, which belongs to the word before it. */
static bool is_lone_option(const char *word) {
    const size_t key = strspn(word, "abcdefghijklmnopqrstuvwxyz-");
    return key > 0 && word[key] == '=';
}

/* "nim exact" or "exact,random" in one word. */
static bool is_one_word(const args *a, const char *word) {
    const size_t name = strcspn(word, ",: (");
    if (!word[name] || !strchr(", ", word[name]) || !name)
        return true;
    print_error(_("%s: '%s' is not one word; type '%.*s' and '%s' apart"), a->command->name, word, (int)name,
                word, word + name + 1 + strspn(word + name + 1, ", "));
    return false;
}

static bool may_be_player(const args *a, const hra_rules *rules, const char *before, const char *word) {
    const char *command = a->command->name;
    if (is_lone_option(word)) {
        print_error(_("%s: unexpected word '%s'; options of a game or player follow it, as in: %s%s%s"),
                    command, word, before, strchr(before, ':') ? "," : ":", word);
        return false;
    }
    if (!strstr(a->command->synopsis, "PLAYER"))
        return true;
    if (!args_is_digits(word))
        return is_one_word(a, word);
    if (args_takes(a->command, "games"))
        print_error(_("%s: unexpected word '%s'; did you mean '--games %s'?"), command, word, word);
    else if (rules->seats.min < rules->seats.max)
        print_error(_("%s: unexpected word '%s'; did you mean '%s:seats=%s'?"), command, word, rules->name,
                    word);
    else
        return true;
    return false;
}

/* A game where a file of games belongs. */
static bool may_be_file(const args *a) {
    struct stat info;
    const char *word = a->words[0];
    if (strncmp(a->command->synopsis, "[FILE", 5) != 0 || !game_of(word) || stat(word, &info) == 0)
        return true;
    print_error(_("%s: '%s' is a game, not a file; 'hra %s' alone takes the last game"), a->command->name,
                word, a->command->name);
    return false;
}

bool args_words_fit(const args *a) {
    if (!a->word_count || args_is_verb(a->command, a->words[0]))
        return true;
    if (!takes_game(a->command))
        return may_be_file(a);
    const hra_rules *rules = game_of(a->words[0]);
    if (!rules)
        return (!begins_with_game(a->words[0]) || is_one_word(a, a->words[0])) && may_be_game(a);
    for (int i = 1; i < a->word_count; i++)
        if (!may_be_player(a, rules, a->words[i - 1], a->words[i]))
            return false;
    return true;
}
