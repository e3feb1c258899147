/* Reading the command line: tables of options say what a command takes, and become its help. */
#ifndef HRA_COMMANDS_ARGS_H
#define HRA_COMMANDS_ARGS_H

#include "speech/print.h"

enum { ARGS_MAX = 64 };

typedef enum args_stream {
    ARGS_NO_STREAM, /* a file alone is meant */
    ARGS_INPUT,
    ARGS_OUTPUT,
    ARGS_ANYTHING /* the command says what - is */
} args_stream;

typedef struct args_option {
    const char *name;  /* without the dashes; a table ends with NULL */
    char letter;       /* its short form, 0: none */
    const char *value; /* what its value is called in help: words in small letters are typed so; NULL: none */
    const char *help;
    bool many; /* takes all words up to the next option */
    const char
        *ends; /* its value is a file that is written and ends with one of these: ".csv .svg"; NULL: any */
    args_stream stream;  /* what - is instead of a file */
    const char *alias;   /* an old name: the option of this name is meant; in no list. NULL: none */
    const char *section; /* the heading of the options that begin here, in help; NULL: none begins */
} args_option;

typedef struct args args;

/* A word that may be the first of a command, before the name of a store or a file. */
typedef struct args_verb {
    const char *name;    /* a table ends with NULL */
    const char *options; /* the only ones that it takes, besides --help: names with a blank between them */
} args_verb;

typedef enum args_group { ARGS_PLAY, ARGS_STUDY, ARGS_MEASURE, ARGS_BUILD, ARGS_GROUPS } args_group;

typedef struct args_command {
    const char *name;     /* a table ends with NULL */
    const char *synopsis; /* what follows the name: "GAME [PLAYER...]" */
    const char *summary;  /* one line */
    const char *details;  /* a sentence or two, with examples; may be NULL */
    const char *notes;    /* what is after the options: paragraphs; may be NULL */
    const args_option *options;
    int min_words, max_words; /* positional arguments; behind a verb there may be one more */
    const args_verb *verbs;   /* what may stand for the first of them; NULL: nothing */
    args_group group;
    bool pages;                            /* its text is a list that may be longer than a screen */
    bool rare;                             /* listed by 'hra help all' alone */
    const struct args_command *stands_for; /* an old name of this command; in no list. NULL: none */
    void (*more)(void);                    /* prints what the help has after the notes; NULL: nothing */
    int (*run)(const args *);              /* returns the exit status */
} args_command;

struct args {
    const args_command *command;
    const char *words[ARGS_MAX]; /* positional arguments */
    int word_count;
    const char *values[ARGS_MAX][ARGS_MAX]; /* [option]: what was given, in order */
    int value_count[ARGS_MAX];
    bool given[ARGS_MAX];
    const hra_rename *renamed[ARGS_MAX]; /* old names of options, and of their values, that were typed */
    int renamed_count;
};

/* Fills *out. Returns false when the command should not run: help was printed (*status EXIT_DONE)
 * or the words were wrong and that was said (*status EXIT_WRONG). */
bool args_read(args *out, const args_command *command, int argc, char **argv, int *status);

/* Says of each old name that was typed what it is called now. */
void args_say_renames(const args *a);

bool args_given(const args *a, const char *option);
const char *args_text(const args *a, const char *option, const char *fallback);
/* Appends the first line of the option's value that is not empty; nothing if it is not given. */
void args_add_line(const args *a, const char *option, hra_text *out);
/* A whole number in min..max; says what is wrong and returns false. */
bool args_number(const args *a, const char *option, uint64_t fallback, uint64_t min, uint64_t max,
                 uint64_t *out);
/* A duration such as 2s, 200ms. */
bool args_seconds(const args *a, const char *option, double fallback, double *out);
int args_values(const args *a, const char *option, const char *const **out);

/* Whether a name begins with a word of at least one letter. */
bool args_begins(const char *name, const char *word, size_t length);
/* Whether a first word is one of the command's verbs. */
bool args_is_verb(const args_command *command, const char *word);
/* The same; NULL: it is none. */
const args_verb *args_find_verb(const args_command *command, const char *word);
bool args_verb_takes(const args_verb *verb, const char *option);
bool args_takes(const args_command *command, const char *option);
/* Whether one word, a store, follows the verb; if not, prints an error. */
bool args_wants_store(const args *a);
/* Says which word is missing after the first `words`, by the synopsis. */
void args_say_missing(const args_command *command, int words);
/* Says that a command takes no word there. */
void args_say_unexpected(const args_command *command, const char *word);

/* Whether a word has digits alone. */
bool args_is_digits(const char *word);
/* Reads a whole number that takes all of `text`. */
bool args_parse_number(const char *text, uint64_t *out);

#endif
