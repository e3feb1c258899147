/* hra/spec.h: specs, the one way in which games, methods, players and evaluations are named.
 *
 *     name[:key=value[,key=value...]]        yahtzee:rules=plain,seats=2
 *     name(key=value,...)                    inside a value: alphabeta:depth=6,eval=corner(king=100)
 *
 * A key alone means yes. A value with , ( ) or " in it stands in double quotes, or has its
 * parentheses balanced. Durations: 2s, 200ms, 5m; a bare number is seconds. Sizes: 64M, 1G, 512K. */
#ifndef HRA_SPEC_H
#define HRA_SPEC_H

#include "hra/base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HRA_SPEC_LENGTH = 1024, /* bytes of a spec at most */
    HRA_NAME_LENGTH = 32,   /* bytes of a name at most */
    HRA_MAX_OPTIONS = 64,   /* options of one thing at most */
};

typedef enum hra_option_type {
    HRA_OPTION_INT,      /* whole number in min..max */
    HRA_OPTION_REAL,     /* finite number in min..max */
    HRA_OPTION_FLAG,     /* yes/no, on/off, true/false, 1/0; the key alone means yes */
    HRA_OPTION_CHOICE,   /* one of choices, "hasbro|free|plain" */
    HRA_OPTION_TEXT,     /* anything */
    HRA_OPTION_SPEC,     /* another spec, such as an evaluation */
    HRA_OPTION_DURATION, /* seconds in min..max, without these HRA_DURATION_LEAST..HRA_DURATION_MOST */
    HRA_OPTION_SIZE,     /* bytes in min..max, and at most the cap of memory */
    HRA_OPTION_FILE,     /* a file's name, to be read through the host (hra_game_read_file) */
    HRA_OPTION_THREADS,  /* whole number in min..max, and at most the cap of threads */
} hra_option_type;

/* What specs may ask for at most, each for itself; 0: no cap. */
typedef struct hra_caps {
    int threads;
    size_t memory; /* bytes */
} hra_caps;

/* One named option. A table of them ends with a NULL name. */
typedef struct hra_option {
    const char *name;
    hra_option_type type;
    const char *fallback; /* as it would be typed; NULL: none, see hra_options_given */
    double min, max;      /* bounds of numbers, both 0: unbounded (sizes and counts: >= 0) */
    const char *choices;  /* of HRA_OPTION_CHOICE; of texts and files for help only, may be NULL */
    const char *help;     /* one line */
} hra_option;

/* The values of a table of options. A plain struct: copy it, keep no pointers into it. */
typedef struct hra_options {
    const hra_option *known;
    int count;
    double number[HRA_MAX_OPTIONS]; /* of numbers; index of a choice; 0 or 1 of a flag */
    int16_t text[HRA_MAX_OPTIONS];  /* where the value's text starts in pool, -1: no value */
    bool given[HRA_MAX_OPTIONS];    /* typed, rather than its fallback */
    char pool[3 * HRA_SPEC_LENGTH];
} hra_options;

/* Splits `spec` into its name (at most HRA_NAME_LENGTH-1 bytes, copied to `name`) and the text of
 * its options (a pointer and a length into `spec`; empty when there are none).
 * HRA_EINPUT: an empty or over-long name, an unbalanced parenthesis or quote; `at` counts in spec. */
HRA_API hra_err hra_spec_split(const char *spec, char name[HRA_NAME_LENGTH], const char **options,
                               size_t *length, hra_error *why);

/* Reads option text against `table` (NULL: takes no options), fallbacks filled in; those above a cap are
 * lowered to it (caps NULL: none). `what` names the owner in errors ("game yahtzee"), by its last word, whose
 * old names of options and values are read too (hra_rename); `offset` is added to the positions of errors. `_`
 * equals `-` in a key.
 * HRA_EINPUT names the key, what was found, what would be right, and a did-you-mean; HRA_ELIMIT names
 * the cap that a value is over. */
HRA_API hra_err hra_options_read(hra_options *out, const hra_option *table, const hra_caps *caps,
                                 const char *what, const char *text, size_t length, int offset,
                                 hra_error *why);

/* Seconds of a duration whose option has no bounds of its own: a microsecond to a year. */
#define HRA_DURATION_LEAST 1e-6
#define HRA_DURATION_MOST 31536000.0

/* Reads a duration, "2s", "200ms" or a bare number of seconds. Returns false if it is none, or outside these
 * bounds. */
HRA_API bool hra_duration_read(const char *text, double *seconds);

/* Access by name; asking for a name that is not in the table is a bug (assert). */
HRA_API bool hra_options_given(const hra_options *options, const char *name);
HRA_API double hra_options_real(const hra_options *options, const char *name); /* durations in seconds too */
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
/* NULL when neither given nor fallback */
HRA_API const char *hra_options_text(const hra_options *options, const char *name);

/* ---- names that changed ---------------------------------------------------------------------*/

/* What has a name. */
typedef enum hra_name_kind {
    HRA_NAME_GAME,
    HRA_NAME_PLAYER,
    HRA_NAME_METHOD, /* of searching or learning */
    HRA_NAME_EVALUATION,
    HRA_NAME_OPTION,
    HRA_NAME_VALUE, /* a choice of an option */
    HRA_NAME_COMMAND_OPTION,
    HRA_NAME_SUB_KEY, /* in the value of a command's option */
} hra_name_kind;

/* A name that changed. Whatever reads names reads the old one too, and does not mention it; a program tells
 * whoever typed it. */
typedef struct hra_rename {
    hra_name_kind kind;
    const char *owner; /* which has the name, as src/rules/renamed.def says */
    const char *old, *now;
} hra_rename;

/* The first row behind `after` (NULL: of all) by which something of this owner was called `old`; NULL: there is
 * none. Whether the owner still has what it leads to is the caller's to look. */
HRA_API const hra_rename *hra_rename_find(hra_name_kind kind, const char *owner, const char *old,
                                          const hra_rename *after);

/* One option's values in words for help: "hasbro|free|plain", "1..5", "yes|no", in the language of the
 * process where it is words. Appends. */
HRA_API void hra_option_describe(const hra_option *option, hra_text *out);

#ifdef __cplusplus
}
#endif
#endif
