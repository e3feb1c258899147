/* hra/base.h: what all other headers use: errors, numbers, text, JSON, random numbers, stopping, progress, threads.
 *
 * Thread-safety: any thread may call these functions; one thread at a time uses an object. Exceptions are named.
 * There is no global state. */
#ifndef HRA_BASE_H
#define HRA_BASE_H

#include "hra/api.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define HRA_PRINTF(at, first) __attribute__((__format__(__printf__, at, first)))
#else
#define HRA_PRINTF(at, first)
#endif

/* The version of these headers. hra_version() returns that of the library that runs, with its commit. */
#define HRA_VERSION "0.2.0"

/* ---- errors ---------------------------------------------------------------------------------
 * A call that can fail returns 0 or one of these negative numbers. It writes its result to an out-parameter, which
 * is unchanged after an error, unless the function says otherwise. */
typedef int hra_err;

enum {
    HRA_OK = 0,
    HRA_ENOMEM = -1,    /* memory ran out */
    HRA_EINPUT = -2,    /* a wrong text or argument; the hra_error says where and why */
    HRA_EFIT = -3,      /* the method or player does not fit this game */
    HRA_EIO = -4,       /* a file could not be read or written */
    HRA_EDAMAGED = -5,  /* a file is truncated, corrupted or of another kind */
    HRA_EVERSION = -6,  /* a file or a struct is of a newer version than this library knows */
    HRA_ESTOPPED = -7,  /* stopped before there was a result */
    HRA_ESTATE = -8,    /* the call is not possible in this state, such as an answer without a question */
    HRA_ELIMIT = -9,    /* larger than a stated limit */
    HRA_EDENIED = -10,  /* the host does not allow the file to be read */
    HRA_EMISSING = -11, /* no file, or no entry of a store, has that name */
    /* A player that is an external program failed, and so loses the game: */
    HRA_EENDED = -12,    /* it ended, by itself or by a signal */
    HRA_EHUNG = -13,     /* it did not answer in time */
    HRA_EILLEGAL = -14,  /* it chose an illegal move */
    HRA_EPROTOCOL = -15, /* its answer is not in its protocol */

    HRA_ETHREAD = -16, /* no thread could be started: the system's limit of threads is reached */
};

enum { HRA_FAILURES = 4 }; /* number of ways in which an external program fails */

/* Returns which of these an error is, 0..HRA_FAILURES-1 in the order above; -1: none. */
static inline int hra_failure(hra_err code) {
    return code <= HRA_EENDED && code >= HRA_EPROTOCOL ? HRA_EENDED - code : -1;
}

/* An error in words. Functions that take a pointer to one fill it after an error; it may be NULL. */
typedef struct hra_error {
    hra_err code;
    int at;         /* the place in the text that was passed, in bytes from 0; -1: none */
    char text[320]; /* one line without a full stop: the place, the problem, the fix */
} hra_error;

/* Returns a short phrase for a code, in the language of the process. Never NULL; static. */
HRA_API const char *hra_err_text(hra_err code);

/* Fills `why` if it is not NULL, and returns `code`, so that a function can end with it. Control characters,
 * characters that change the direction of text, and bytes that are not UTF-8 become '?'. why->text may be one of
 * the arguments. */
HRA_API hra_err hra_fail(hra_error *why, hra_err code, int at, const char *format, ...) HRA_PRINTF(4, 5);

/* Calls hra_fail with the text of the code. */
static inline hra_err hra_fail_code(hra_error *why, hra_err code) {
    return hra_fail(why, code, -1, "%s", hra_err_text(code));
}
static inline hra_err hra_no_memory(hra_error *why) {
    return hra_fail_code(why, HRA_ENOMEM);
}
/* Passes on the error of another call: copies it to `why` if that is not NULL, and returns its code. */
static inline hra_err hra_fail_as(hra_error *why, const hra_error *reported) {
    if (why)
        *why = *reported;
    return reported->code;
}
/* Returns whether the system lacks memory or a thread, so that the same call may succeed later. */
static inline bool hra_is_lack(hra_err code) {
    return code == HRA_ENOMEM || code == HRA_ETHREAD;
}

/* Returns the entry of `names` (ended by NULL) that is most like `word`, the first of equals; NULL if all are too
 * different. Close: the distance is at most a third of the longer word. It counts letters inserted, deleted, changed,
 * or swapped with a neighbour (Damerau 1964), and ignores case. */
HRA_API const char *hra_did_you_mean(const char *word, const char *const *names);

/* Calls hra_fail with HRA_EINPUT for a word that is not among `names` (ended by NULL). The text is that of `format`,
 * the names, and a guess: "there is no game '%s'; there are" gives "there is no game 'nimm'; there are nim, race;
 * did you mean 'nim'?". Names that do not fit become "...". */
HRA_API hra_err hra_fail_unknown(hra_error *why, int at, const char *word, const char *const *names,
                                 const char *format, ...) HRA_PRINTF(5, 6);

/* ---- numbers --------------------------------------------------------------------------------
 * These functions, and all that take a format, write and read numbers with a point and without grouping, in any
 * locale. They do not change the locale of other threads. %F, %E and %G write what %f, %e and %g do, with the decimal
 * mark of the language of the process (hra_language): for text that people read and nothing parses. */

/* As vsnprintf and snprintf. A text that does not fit is cut between characters of UTF-8. `size` is that of `out`,
 * NUL included. Negative: the C library failed, and `out` is undefined. */
HRA_API int hra_vsnprintf(char *out, size_t size, const char *format, va_list list) HRA_PRINTF(3, 0);
HRA_API int hra_snprintf(char *out, size_t size, const char *format, ...) HRA_PRINTF(3, 4);

/* Reads the finite decimal number at the start of `text`, such as -2.5e3: a sign, digits with or without a point, an
 * exponent. Blanks before it, "inf" and hexadecimal digits are not allowed. *end is set to what follows it; if `end`
 * is NULL, the text must end there. Returns false, and writes nothing, if there is no number or it is too large. */
HRA_API bool hra_number_read(const char *text, const char **end, double *out);

/* ---- text -----------------------------------------------------------------------------------
 * A growing buffer for text, always NUL-terminated. If memory runs out, `err` is set to HRA_ENOMEM and further
 * additions do nothing; so a check at the end is enough. */
typedef struct hra_text {
    char *data;
    size_t length, capacity;
    hra_err err;
} hra_text;

/* Makes an empty text; allocates nothing. The caller releases it. */
static inline void hra_text_init(hra_text *text) {
    text->data = NULL;
    text->length = text->capacity = 0;
    text->err = HRA_OK;
}
/* Empties the text and clears its error; its memory is used again. */
static inline void hra_text_clear(hra_text *text) {
    text->length = 0;
    text->err = HRA_OK;
    if (text->data)
        text->data[0] = '\0';
}
/* Returns the text. Never NULL; valid until the next addition. */
static inline const char *hra_text_string(const hra_text *text) {
    return text->data ? text->data : "";
}
HRA_API void
hra_text_release(hra_text *text); /* frees the memory; the text is then empty and may be used again */
HRA_API void hra_text_add_bytes(hra_text *text, const char *bytes, size_t length);
static inline void hra_text_add(hra_text *text, const char *string) {
    hra_text_add_bytes(text, string, strlen(string));
}
static inline void hra_text_add_char(hra_text *text, char c) {
    hra_text_add_bytes(text, &c, 1);
}
HRA_API void hra_text_addf(hra_text *text, const char *format, ...) HRA_PRINTF(2, 3);
HRA_API void hra_text_addv(hra_text *text, const char *format, va_list list) HRA_PRINTF(2, 0);
/* Appends a finite number with the fewest digits from which hra_number_read reads the same number; valid JSON. */
HRA_API void hra_text_add_number(hra_text *text, double x);
/* Appends text for XML, attributes included: & < > " ' become entities. Control characters, characters that change
 * the direction of text, and bytes that are not UTF-8 become '?'. */
HRA_API void hra_text_add_xml(hra_text *text, const char *string);
/* Returns the number of bytes of string[0..length-1] before the first character that could control a terminal or
 * change the direction of text. These characters are: control characters (ASCII, DEL, C1) except newline and tab,
 * U+202A to U+202E and U+2066 to U+2069. *steering is set to the bytes of that character; 0: there is none. */
HRA_API size_t hra_text_harmless(const char *string, size_t length, size_t *steering);
/* Appends spaces until the text from byte `from` on is `columns` columns wide (hra_text_columns). */
HRA_API void hra_text_pad(hra_text *text, size_t from, int columns);
/* Returns the columns that UTF-8 text needs on a terminal; ANSI colour sequences count 0. */
HRA_API int hra_text_columns(const char *string);
/* Returns the bytes of the longest start of UTF-8 text that ends between characters, has at most `bytes` bytes and
 * needs at most `columns` columns. SIZE_MAX, INT_MAX: no limit. */
HRA_API size_t hra_text_cut(const char *string, size_t bytes, int columns);

/* ---- JSON -----------------------------------------------------------------------------------
 * A writer of JSON. It adds commas, quotes and escapes:
 *
 *     hra_json json = hra_json_begin(&text);
 *     hra_json_object(&json, NULL);
 *     hra_json_text(&json, "game", "nim");
 *     hra_json_list(&json, "moves"); ... hra_json_end(&json);
 *     hra_json_end(&json);                                      {"game":"nim","moves":[...]}
 *
 * `key` names a member of an object; NULL: an entry of a list, or the whole value. Numbers are written as by
 * hra_text_add_number; a number that is not finite becomes null. If memory runs out, `err` of the text is set. */
enum {
    HRA_JSON_DEPTH = 64
}; /* the deepest nesting of objects and lists; a writer that goes deeper is a bug */

/* Which names renamed keys get (docs/json.md). */
typedef enum hra_json_keys {
    HRA_JSON_BOTH_KEYS, /* both, through 0.2.x: in commands, the library and Python */
    HRA_JSON_OLD_KEYS,  /* the old ones: in version 1 of sessions */
    HRA_JSON_NEW_KEYS   /* the new ones: in version 2 of sessions */
} hra_json_keys;

typedef struct hra_json {
    hra_text *out;
    uint64_t lists; /* bit d: depth d is a list, else an object */
    int depth;
    bool comma; /* the next member or entry needs one before it */
    hra_json_keys keys;
} hra_json;

/* Returns a writer that appends to `out`. */
static inline hra_json hra_json_begin(hra_text *out) {
    hra_json json = {out, 0, 0, false, HRA_JSON_BOTH_KEYS};
    return json;
}
HRA_API void hra_json_object(hra_json *json, const char *key);
HRA_API void hra_json_list(hra_json *json, const char *key);
HRA_API void hra_json_end(hra_json *json); /* ends the innermost object or list */
HRA_API void hra_json_text(hra_json *json, const char *key, const char *value); /* NULL: null */
HRA_API void hra_json_number(hra_json *json, const char *key, double value);
/* Writes a number, rounded to microseconds. */
HRA_API void hra_json_seconds(hra_json *json, const char *key, double value);
HRA_API void hra_json_integer(hra_json *json, const char *key, int64_t value);
HRA_API void hra_json_count(hra_json *json, const char *key, uint64_t value);
/* Writes a list of numbers. */
static inline void hra_json_numbers(hra_json *json, const char *key, const double *values, int count) {
    hra_json_list(json, key);
    for (int i = 0; i < count; i++)
        hra_json_number(json, NULL, values[i]);
    hra_json_end(json);
}
/* Writes a value that is JSON already, such as the text of another writer. */
HRA_API void hra_json_raw(hra_json *json, const char *key, const char *value);
static inline void hra_json_null(hra_json *json, const char *key) {
    hra_json_raw(json, key, "null");
}
static inline void hra_json_bool(hra_json *json, const char *key, bool value) {
    hra_json_raw(json, key, value ? "true" : "false");
}
/* Writes the members of `object`, JSON text "{...}", as members of the innermost object. */
HRA_API void hra_json_members(hra_json *json, const char *object);
/* Returns whether text[0..length-1] is one whole JSON value (RFC 8259), in UTF-8, on one line, nested at most
 * HRA_JSON_DEPTH deep. Use it for text of others before hra_json_raw. */
HRA_API bool hra_json_valid(const char *text, size_t length);

/* ---- random numbers -------------------------------------------------------------------------
 * xoshiro256** 1.0 (Blackman and Vigna, 2018), seeded by SplitMix64 (Steele, Lea and Flood, 2014). A copy continues
 * the same sequence, independently of the original. */
typedef struct hra_rng {
    uint64_t s[4];
} hra_rng;

/* Purposes of streams, any number. Plays use these; seat k uses HRA_STREAM_SEAT + k. */
enum { HRA_STREAM_CHANCE = 0, HRA_STREAM_SEAT = 1 };

HRA_API void hra_rng_init(hra_rng *rng, uint64_t seed);
/* Starts the stream of (seed, game number, ply, purpose). The same four give the same numbers, others give
 * independent numbers. So records and undo need no random state. */
HRA_API void hra_rng_init_stream(hra_rng *rng, uint64_t seed, uint64_t game, uint64_t ply, uint64_t purpose);
HRA_API uint64_t hra_rng_next(hra_rng *rng); /* 64 random bits */
/* Returns an integer, uniform in 0..bound-1, unbiased (Lemire 2019); bound >= 1. */
HRA_API uint32_t hra_rng_below(hra_rng *rng, uint32_t bound);
/* Returns a number, uniform in [0,1), of 53 bits. */
static inline double hra_rng_uniform(hra_rng *rng) {
    return (double)(hra_rng_next(rng) >> 11) / 9007199254740992.0;
}
/* Returns a random index, 0..n-1, with these probabilities, which add up to 1 except for rounding; n >= 1. */
HRA_API int hra_rng_pick(hra_rng *rng, const double *probability, int n);
/* Returns a seed from the operating system, of 32 bits so that it can be typed. */
HRA_API uint64_t hra_rng_entropy(void);

/* ---- hashing --------------------------------------------------------------------------------
 * A 64-bit hash of bytes, for tables in memory. Do not use it in files, or for security. */
HRA_API uint64_t hra_hash(const void *bytes, size_t length);

/* ---- stopping and progress ------------------------------------------------------------------*/

/* A request to stop. Any thread or signal handler may set it; work that has a pointer to it ends soon. */
typedef struct hra_stop {
    int flag;
} hra_stop;

HRA_API void hra_stop_set(hra_stop *stop);
HRA_API void hra_stop_clear(hra_stop *stop);
HRA_API bool hra_stop_is_set(const hra_stop *stop); /* false for NULL */

/* Gets the progress of long work, and can stop it. A function that takes a pointer to one accepts NULL. */
typedef struct hra_progress {
    /* `done` is the fraction that is done, 0..1; negative: unknown. Calls never overlap. NULL: no reports. */
    void (*report)(void *self, const char *what, double done);
    void *self;           /* passed to report */
    const hra_stop *stop; /* if it is set, the work ends with HRA_ESTOPPED; may be NULL */
    /* A number of the caller, 0 at first: the time of the next report, so that about ten reports per second pass,
     * and every report of 1. NULL: all reports pass. */
    double *due;
    double deadline; /* time of hra_clock() after which the work ends with HRA_ESTOPPED; 0: none */
} hra_progress;

/* Calls `report`, with `what` in the language of the process (hra/language.h). */
HRA_API void hra_progress_report(const hra_progress *progress, const char *what, double done);
/* Returns whether the work must end: `stop` is set, or the deadline is over. */
HRA_API bool hra_progress_stopped(const hra_progress *progress);

/* ---- one job in the background --------------------------------------------------------------*/

typedef struct hra_job hra_job;

/* Starts work(self) in a new thread, which gets no signals. The caller must join every job. If the library was
 * built without threads, the work is done when this returns. Returns
 *   HRA_ENOMEM
 *   HRA_ETHREAD  if no thread could be started. */
HRA_API hra_err hra_job_start(hra_job **out, hra_err (*work)(void *self), void *self);
/* Waits until the job is done, at most `seconds` (negative: without limit). Returns true if it is done. */
HRA_API bool hra_job_wait(hra_job *job, double seconds);
/* Waits until the job is done, frees it, and returns what its work returned. */
HRA_API hra_err hra_job_join(hra_job *job);

/* Returns the number of threads that can run at the same time, at least 1. */
HRA_API int hra_processors(void);
/* Binds the calling thread, and the threads and processes that it starts, to one of the processors on which it may
 * run: index `number`, modulo their number. Returns false if the system cannot do that. */
HRA_API bool hra_pin_thread(int number);

/* Returns the seconds of a clock that never goes back. */
HRA_API double hra_clock(void);

#ifdef __cplusplus
}
#endif
#endif
