/* Reading a command line by its table of options, and printing help. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "args.h"
#include "args_words.h"
#include "output.h"
#include "speech/pager.h"

/* Every command has these besides its own. */
static const args_option common[] = {
    {.name = "help", .letter = 'h', .help = "print this help"},
    {0},
};

static int option_count(const args_command *command) {
    int n = 0;
    while (command->options && command->options[n].name)
        n++;
    return n;
}

/* The option at an index of values[]: the command's own first. */
static const args_option *option_at(const args_command *command, int index) {
    int own = option_count(command);
    return index < own ? &command->options[index] : &common[index - own];
}

/* `_` equals `-`. */
static int find_long(const args_command *command, const char *name, size_t length) {
    for (int i = 0; option_at(command, i)->name; i++) {
        const char *own = option_at(command, i)->name;
        size_t at = 0;
        while (at < length && (own[at] == name[at] || (own[at] == '-' && name[at] == '_')))
            at++;
        if (at == length && !own[at])
            return i;
    }
    return -1;
}

/* The option that had this name before; noted, so that it can be said. */
static int find_renamed(args *out, const char *name, size_t length) {
    char old[2 * HRA_NAME_LENGTH];
    if (length >= sizeof old)
        return -1;
    memcpy(old, name, length);
    old[length] = '\0';
    for (const hra_rename *row = NULL;
         (row = hra_rename_find(HRA_NAME_COMMAND_OPTION, out->command->name, old, row)) != NULL;) {
        int i = find_long(out->command, row->now, strlen(row->now));
        if (i < 0)
            continue;
        if (out->renamed_count < ARGS_MAX)
            out->renamed[out->renamed_count++] = row;
        return i;
    }
    return -1;
}

bool args_begins(const char *name, const char *word, size_t length) {
    return length > 0 && strncmp(name, word, length) == 0;
}

/* The one option that begins with `word`; old names are not considered. -1: no option does, or several do,
 * and then an error is printed. */
static int find_beginning(const args_command *command, const char *word, size_t length, bool *said) {
    hra_text names;
    int found = -1, count = 0;
    hra_text_init(&names);
    for (int i = 0; option_at(command, i)->name; i++)
        if (!option_at(command, i)->alias && args_begins(option_at(command, i)->name, word, length)) {
            hra_text_addf(&names, "%s--%s", count++ ? ", " : "", option_at(command, i)->name);
            found = i;
        }
    *said = count > 1;
    if (*said)
        print_error(_("%s: option '--%.*s' is ambiguous: %s"), command->name, (int)length, word,
                    print_string(&names));
    hra_text_release(&names);
    return count == 1 ? found : -1;
}

static int find_letter(const args_command *command, char letter) {
    for (int i = 0; option_at(command, i)->name; i++)
        if (option_at(command, i)->letter == letter)
            return i;
    return -1;
}

static int known(const args *a, const char *name) {
    int i = find_long(a->command, name, strlen(name));
    if (i < 0)
        abort(); /* the command asks for an option that is not in its table */
    return i;
}

/* Words that begin with - are options, but for - itself and negative numbers. */
static bool is_option(const char *word) {
    return word[0] == '-' && word[1] != '\0' && !(word[1] >= '0' && word[1] <= '9');
}

/* One more of the words, or of the values of an option. */
static bool add_word(const args *out, const char *list[ARGS_MAX], int *count, const char *word) {
    if (*count == ARGS_MAX) {
        print_error(_("%s: at most %d words, found one more: '%s'"), out->command->name, ARGS_MAX, word);
        return false;
    }
    list[(*count)++] = word;
    return true;
}

/* What is written says by its name what it is. */
static bool ends_well(const args *out, const args_option *option, const char *value) {
    return !option->ends || (option->stream && strcmp(value, "-") == 0) ||
           output_ends(out->command->name, option->name, value, option->ends);
}

/* Whether the value of an option, or a word of a usage line, is a file, a folder or a store. */
static bool names_a_file(const char *called) {
    static const char *const files[] = {"FILE", "[FILE", "DIR", "STORE"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (strncmp(called, files[i], strlen(files[i])) == 0)
            return true;
    return false;
}

/* Not to wait is a time too. */
static bool read_seconds(const char *option, const char *text, double *out) {
    bool none = strcmp(option, "wait") == 0 && (strcmp(text, "0") == 0 || strcmp(text, "0s") == 0);
    if (none)
        *out = 0;
    return none || hra_duration_read(text, out);
}

/* A T is a duration, but of threads. */
static bool is_duration(const args_option *option) {
    return option->value && strcmp(option->value, "T") == 0 && strcmp(option->name, "threads") != 0;
}

/* It is looked at even where the command has no use for it. */
static bool lasts(const args *out, const args_option *option, const char *value) {
    double seconds;
    if (!is_duration(option) || read_seconds(option->name, value, &seconds))
        return true;
    print_error(_("%s: --%s takes a duration from 1us to 8760h, such as 2s or 200ms, not '%s'"),
                out->command->name, option->name, value);
    return false;
}

/* Words in small letters are typed so: "sequential|random". */
static bool has_choices(const args_option *option) {
    return option->value && strspn(option->value, "abcdefghijklmnopqrstuvwxyz|") == strlen(option->value);
}

/* Whether a list of words, with blanks or | between them, has this one. */
static bool lists(const char *words, const char *word) {
    const size_t length = strlen(word);
    for (const char *at = words; *at; at += strcspn(at, " |"), at += *at != '\0')
        if (strcspn(at, " |") == length && memcmp(at, word, length) == 0)
            return true;
    return false;
}

/* What a choice is called today; noted, so that it can be said. */
static const char *value_now(args *out, const args_option *option, const char *value) {
    char owner[2 * HRA_NAME_LENGTH];
    if (!has_choices(option) || lists(option->value, value))
        return value;
    hra_snprintf(owner, sizeof owner, "--%s", option->name);
    const hra_rename *row = hra_rename_find(HRA_NAME_VALUE, owner, value, NULL);
    if (row && out->renamed_count < ARGS_MAX)
        out->renamed[out->renamed_count++] = row;
    return row ? row->now : value;
}

static bool add_value(args *out, int index, const char *value) {
    const args_option *option = option_at(out->command, index);
    value = value_now(out, option, value);
    if (has_choices(option) && !lists(option->value, value)) {
        print_error(_("%s: --%s takes %s, not '%s'"), out->command->name, option->name, option->value, value);
        return false;
    }
    if (!lasts(out, option, value))
        return false;
    if (option->value && !*value && names_a_file(option->value)) {
        print_error(_("%s: --%s needs %s, not an empty name"), out->command->name, option->name,
                    strcmp(option->value, "[FILE]") == 0 ? "FILE" : _(option->value));
        return false;
    }
    if (!option->stream && strcmp(value, "-") == 0 && option->value && names_a_file(option->value)) {
        print_error(_("%s: --%s takes a file name, not '-'"), out->command->name, option->name);
        return false;
    }
    if (!ends_well(out, option, value))
        return false;
    return add_word(out, out->values[index], &out->value_count[index], value);
}

/* Whether the next word is the option's value. One that may be left out takes no word that cannot be it. */
static bool takes_next(const args_option *option, const char *next) {
    if (!next || is_option(next))
        return false;
    return option->value[0] != '[' || !option->ends || strcmp(next, "-") == 0 ||
           output_is(next, option->ends);
}

/* The option that a word with dashes names; -1: none, and if that was said, *said. */
static int find_option(args *out, const char *word, const char **value, bool *said) {
    *said = false;
    if (word[1] != '-') {
        *value = word[2] ? word + 2 : NULL;
        const bool whole = word[2] && find_long(out->command, word + 1, strcspn(word + 1, "=")) >= 0;
        return whole ? -1 : find_letter(out->command, word[1]); /* -output is --output, not -o utput */
    }
    size_t length = strcspn(word + 2, "=");
    int index = find_long(out->command, word + 2, length);
    *value = word[2 + length] == '=' ? word + 3 + length : NULL;
    if (index < 0)
        index = find_renamed(out, word + 2, length);
    return index >= 0 ? index : find_beginning(out->command, word + 2, length, said);
}

/* Reads the option at argv[*i], and the words that belong to it. */
static bool read_option(args *out, int argc, char **argv, int *i) {
    const char *word = argv[*i], *value = NULL;
    bool said;
    const int typed = find_option(out, word, &value, &said);
    if (typed < 0)
        return !said && args_say_unknown(out->command, word);
    const args_option *option = option_at(out->command, typed);
    const int index = option->alias ? known(out, option->alias) : typed;
    out->given[index] = true;
    if (!option->value) {
        if (value)
            print_error(_("%s: --%s takes no value"), out->command->name, option->name);
        return !value;
    }
    if (!value && takes_next(option, *i + 1 < argc ? argv[*i + 1] : NULL))
        value = argv[++*i];
    if (!value && option->value[0] != '[') {
        print_error(_("%s: --%s needs %s"), out->command->name, option->name, _(option->value));
        return false;
    }
    bool good = !value || add_value(out, index, value);
    while (good && option->many && *i + 1 < argc && !is_option(argv[*i + 1]))
        good = add_value(out, index, argv[++*i]);
    return good;
}

/* Standard output takes one answer, and in it what --output names is the answer itself. */
static bool one_answer(const args *a) {
    hra_text names;
    int besides = 0, answers = 0;
    hra_text_init(&names);
    for (int i = 0; option_at(a->command, i)->name; i++) {
        const args_option *o = option_at(a->command, i);
        const char *last = a->value_count[i] ? a->values[i][a->value_count[i] - 1] : "";
        bool dash = o->stream == ARGS_OUTPUT && strcmp(last, "-") == 0;
        bool answer = strcmp(o->name, dash ? "output" : "json") == 0 && a->given[i];
        answers += answer;
        besides += dash && !answer;
        if (dash || answer)
            hra_text_addf(&names, "%s--%s%s", names.length ? ", " : "", o->name, dash ? " -" : "");
    }
    bool one = besides == 0 || (besides == 1 && answers == 0);
    if (!one)
        print_error(_("%s: only one of these can write to standard output: %s"), a->command->name,
                    print_string(&names));
    hra_text_release(&names);
    return one;
}

static bool read_words(args *out, int argc, char **argv) {
    bool options_over = false;
    for (int i = 0; i < argc; i++) {
        if (!options_over && strcmp(argv[i], "--") == 0)
            options_over = true;
        else if (!options_over && is_option(argv[i])) {
            if (!read_option(out, argc, argv, &i))
                return false;
        } else if (!options_over && args_dash_length(argv[i])) {
            return args_say_unknown(out->command, argv[i]);
        } else if (!add_word(out, out->words, &out->word_count, argv[i])) {
            return false;
        }
    }
    return true;
}

/* A verb is followed by a file, whatever a game is. */
static int most_words(const args *a) {
    int most = a->command->max_words;
    bool verb = a->word_count > 0 && args_is_verb(a->command, a->words[0]);
    return verb && most < 2 ? 2 : most;
}

/* What is read or gone on with is called by something. */
static bool words_have_names(const args *a) {
    for (int i = 0; i < a->word_count; i++) {
        bool file =
            i == 0 ? names_a_file(a->command->synopsis) : i == 1 && args_is_verb(a->command, a->words[0]);
        bool store = i == 1 || strncmp(a->command->synopsis, "STORE", 5) == 0;
        if (file && store && strcmp(a->words[i], "-") == 0) {
            print_error(_("%s: a store is a file or a database, not '-'"), a->command->name);
            return false;
        }
        if (file && !*a->words[i]) {
            print_error(_("%s: empty file name; usage: hra %s %s"), a->command->name, a->command->name,
                        _(a->command->synopsis));
            return false;
        }
    }
    return true;
}

static void print_help(const args_command *command);

bool args_read(args *out, const args_command *command, int argc, char **argv, int *status) {
    memset(out, 0, sizeof *out);
    out->command = command;
    *status = EXIT_WRONG;
    if (!read_words(out, argc, argv))
        return false;
    if (args_given(out, "help") || args_asks_help(out)) {
        print_help(command->stands_for ? command->stands_for : command);
        *status = EXIT_DONE;
        return false;
    }
    if (!one_answer(out) || !args_words_fit(out))
        return false;
    const int most = most_words(out);
    if (out->word_count >= command->min_words && out->word_count <= most)
        return words_have_names(out);
    if (out->word_count < command->min_words)
        args_say_missing(command, out->word_count);
    else
        args_say_unexpected(command, out->words[most]);
    return false;
}

void args_say_missing(const args_command *command, int words) {
    const char *usage = _(command->synopsis), *at = usage;
    for (int i = 0; i < words && at[strcspn(at, " ")]; i++)
        at += strcspn(at, " ") + 1;
    at += strspn(at, "[");
    print_error(_("%s: missing %.*s; usage: hra %s %s"), command->name, (int)strcspn(at, " .]"), at,
                command->name, usage);
}

const args_verb *args_find_verb(const args_command *command, const char *word) {
    for (const args_verb *verb = command->verbs; verb && verb->name; verb++)
        if (strcmp(word, verb->name) == 0)
            return verb;
    return NULL;
}

bool args_is_verb(const args_command *command, const char *word) {
    return args_find_verb(command, word) != NULL;
}

bool args_verb_takes(const args_verb *verb, const char *option) {
    return lists(verb->options, option) || strcmp(option, "help") == 0;
}

bool args_takes(const args_command *command, const char *option) {
    return find_long(command, option, strlen(option)) >= 0;
}

bool args_wants_store(const args *a) {
    if (a->word_count == 2)
        return true;
    print_error(_("%s: %s takes one STORE, as in: hra %s %s night.hra"), a->command->name, a->words[0],
                a->command->name, a->words[0]);
    return false;
}

bool args_given(const args *a, const char *option) {
    return a->given[known(a, option)];
}

const char *args_text(const args *a, const char *option, const char *fallback) {
    int i = known(a, option);
    return a->value_count[i] ? a->values[i][a->value_count[i] - 1] : fallback;
}

void args_add_line(const args *a, const char *option, hra_text *out) {
    const char *text = args_text(a, option, "");
    text += strspn(text, " \t\r\n");
    hra_text_add_bytes(out, text, strcspn(text, "\r\n"));
}

int args_values(const args *a, const char *option, const char *const **out) {
    int i = known(a, option);
    *out = a->values[i];
    return a->value_count[i];
}

bool args_is_digits(const char *word) {
    return *word && strspn(word, "0123456789") == strlen(word);
}

bool args_parse_number(const char *text, uint64_t *out) {
    char *end;
    if (*text < '0' || *text > '9')
        return false;
    errno = 0;
    *out = strtoull(text, &end, 10);
    return errno == 0 && *end == '\0';
}

bool args_number(const args *a, const char *option, uint64_t fallback, uint64_t min, uint64_t max,
                 uint64_t *out) {
    const char *text = args_text(a, option, NULL);
    *out = fallback;
    if (!text || (args_parse_number(text, out) && *out >= min && *out <= max))
        return true;
    print_error(_("%s: --%s takes a whole number from %llu to %llu, not '%s'"), a->command->name, option,
                (unsigned long long)min, (unsigned long long)max, text);
    return false;
}

bool args_seconds(const args *a, const char *option, double fallback, double *out) {
    const char *text = args_text(a, option, NULL);
    *out = fallback;
    return !text || read_seconds(option, text, out); /* else it was refused when the line was read */
}

static void print_option(const args_option *o) {
    char letter[8] = "    ";
    hra_text left;
    hra_text_init(&left);
    if (o->section)
        print("\n%s\n", _(o->section));
    if (o->letter)
        hra_snprintf(letter, sizeof letter, "-%c, ", o->letter);
    hra_text_addf(&left, "  %s--%s%s%s%s", letter, o->name, o->value ? " " : "", o->value ? _(o->value) : "",
                  o->many ? "..." : "");
    print_list_entry(print_string(&left), 29, _(o->help));
    hra_text_release(&left);
}

static bool has_duration(const args_command *command) {
    for (const args_option *o = command->options; o && o->name; o++)
        if (!o->alias && is_duration(o))
            return true;
    return false;
}

static void print_help(const args_command *command) {
    hra_text text;
    pages_begin(&text);
    print("hra %s%s%s\n\n%s\n", command->name, *command->synopsis ? " " : "", _(command->synopsis),
          _(command->summary));
    if (command->details)
        print("\n%s", _(command->details));
    print("\n%s\n", _("Options:"));
    for (int i = 0; option_at(command, i)->name; i++)
        if (!option_at(command, i)->alias)
            print_option(option_at(command, i));
    if (has_duration(command))
        print("\n%s\n", _("T is a duration such as 200ms, 2s or 5m; a number alone is seconds."));
    if (command->notes)
        print("\n%s", _(command->notes));
    if (command->more)
        command->more();
    (void)pages_end(&text, EXIT_DONE);
}
