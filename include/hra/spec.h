/* hra/spec.h: specs, the names of games, methods, players and evaluations with their options.
 *
 *     name[:key=value[,key=value...]]        yahtzee:rules=plain,seats=2
 *     name(key=value,...)                    inside a value: alphabeta:depth=6,eval=corner(king=100)
 *
 * A key alone means yes. Players have the option `name`. A thing with a bare option takes its value alone: expr(men + 2*kings). A value with , ( ) or " is in double quotes, or has balanced parentheses. Durations: 2s,
 * 200ms, 5m; a number alone is seconds. Sizes: 64M, 1G, 512K.
 *
 * Thread-safety: any thread may call these functions; one thread at a time changes an object. */
#ifndef HRA_SPEC_H
#define HRA_SPEC_H

#include "hra/base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HRA_SPEC_LENGTH = 1024, /* the most bytes of a spec */
    HRA_NAME_LENGTH = 32,   /* the most bytes of a name, NUL included */
    HRA_MAX_OPTIONS = 64,   /* the most options of one thing */
};

typedef enum hra_option_type {
    HRA_OPTION_INT,      /* integer in min..max */
    HRA_OPTION_REAL,     /* finite number in min..max */
    HRA_OPTION_FLAG,     /* yes/no, on/off, true/false, 1/0; the key alone means yes */
    HRA_OPTION_CHOICE,   /* one of choices, "hasbro|free|plain" */
    HRA_OPTION_TEXT,     /* any text */
    HRA_OPTION_SPEC,     /* another spec, such as an evaluation */
    HRA_OPTION_DURATION, /* seconds in min..max; without bounds HRA_DURATION_LEAST..HRA_DURATION_MOST */
    HRA_OPTION_SIZE,     /* bytes in min..max, and at most the cap of memory */
    HRA_OPTION_FILE,     /* name of a file, which the host reads (hra_game_read_file) */
    HRA_OPTION_THREADS,  /* integer in min..max, and at most the cap of threads */
    HRA_OPTION_BARE,     /* any text; an item without key= is its value: expr(10*men + 15*kings) */
} hra_option_type;

/* Caps of a host, for each spec that it opens; 0: no cap. */
typedef struct hra_caps {
    int threads;
    size_t memory; /* bytes */
} hra_caps;

/* One named option. A table of them ends with a NULL name. */
typedef struct hra_option {
    const char *name;
    hra_option_type type;
    const char *fallback; /* the default, as a person would type it; NULL: none, see hra_options_given */
    double min, max;      /* bounds of numbers; both 0: unbounded (sizes and threads: >= 0) */
    const char *choices;  /* for HRA_OPTION_CHOICE; for texts and files only for help, may be NULL */
    const char *help;     /* one line */
} hra_option;

/* The values of a table of options. It can be copied; do not store pointers into it. */
typedef struct hra_options {
    const hra_option *known;
    int count;
    double number[HRA_MAX_OPTIONS]; /* a number; the index of a choice; 0 or 1 for a flag */
    int16_t text[HRA_MAX_OPTIONS];  /* start of the value's text in pool; -1: no value */
    bool given[HRA_MAX_OPTIONS];    /* the spec has the option; else the value is its default */
    char pool[3 * HRA_SPEC_LENGTH];
} hra_options;

/* Splits `spec` into its name, which is copied to `name`, and the text of its options: a pointer into `spec`, and a
 * length, 0 if there are none. Returns
 *   HRA_EINPUT  if the name is empty or too long, or a parenthesis or quote is not closed; why->at is the place in
 *               `spec`. */
HRA_API hra_err hra_spec_split(const char *spec, char name[HRA_NAME_LENGTH], const char **options,
                               size_t *length, hra_error *why);

/* Reads the text of options by `table` (NULL: no options) and fills in defaults; a default above a cap is lowered to it
 * (caps NULL: none). `what` names the owner in errors ("game yahtzee"). Old names of options and values of the owner,
 * the last word of `what`, are read too (hra_rename). `_` equals `-` in a key. `offset` is added to why->at. Returns
 *   HRA_EINPUT  if a key or a value is wrong; the error names the key, the value, what is allowed, and a similar name
 *   HRA_ELIMIT  if a value is above a cap, which the error names. */
HRA_API hra_err hra_options_read(hra_options *out, const hra_option *table, const hra_caps *caps,
                                 const char *what, const char *text, size_t length, int offset,
                                 hra_error *why);

/* Bounds of durations whose option has none, in seconds: a microsecond to a year. */
#define HRA_DURATION_LEAST 1e-6
#define HRA_DURATION_MOST 31536000.0

/* Reads a duration: "2s", "200ms" or a number of seconds. Returns false if the text is wrong or outside these
 * bounds. */
HRA_API bool hra_duration_read(const char *text, double *seconds);

/* Returns whether the spec has the option. Here and below, a name that is not in the table is a bug of the caller
 * (assert). */
HRA_API bool hra_options_given(const hra_options *options, const char *name);
/* Returns a number; a duration in seconds. */
HRA_API double hra_options_real(const hra_options *options, const char *name);
static inline int64_t hra_options_int(const hra_options *options, const char *name) {
    return (int64_t)hra_options_real(options, name);
}
static inline bool hra_options_flag(const hra_options *options, const char *name) {
    return hra_options_real(options, name) != 0;
}
/* Returns the index in the option's choices. */
static inline int hra_options_choice(const hra_options *options, const char *name) {
    return (int)hra_options_real(options, name);
}
static inline size_t hra_options_size(const hra_options *options, const char *name) {
    return (size_t)hra_options_real(options, name);
}
/* Returns the text of a value; NULL: the option has neither a value nor a default. */
HRA_API const char *hra_options_text(const hra_options *options, const char *name);

/* ---- names that changed ---------------------------------------------------------------------*/

/* Kinds of names. */
typedef enum hra_name_kind {
    HRA_NAME_GAME,
    HRA_NAME_PLAYER,
    HRA_NAME_METHOD, /* of search or training */
    HRA_NAME_EVALUATION,
    HRA_NAME_OPTION,
    HRA_NAME_VALUE, /* a choice of an option */
    HRA_NAME_COMMAND_OPTION,
    HRA_NAME_SUB_KEY, /* in the value of a command's option */
} hra_name_kind;

/* A name that changed. The library reads old names without a notice; a program prints one for names that were typed. */
typedef struct hra_rename {
    hra_name_kind kind;
    const char *owner; /* the thing that has the name, as in src/rules/renamed.def */
    const char *old, *now;
} hra_rename;

/* Returns the first row after `after` (NULL: of all) for the old name `old` of this owner; NULL: there is none. The
 * owner may no longer have the new name; the caller checks that. Static. */
HRA_API const hra_rename *hra_rename_find(hra_name_kind kind, const char *owner, const char *old,
                                          const hra_rename *after);

/* Appends the possible values of an option, for help: "hasbro|free|plain", "1..5", "yes|no"; words are in the language
 * of the process. */
HRA_API void hra_option_describe(const hra_option *option, hra_text *out);

#ifdef __cplusplus
}
#endif
#endif
