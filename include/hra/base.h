/* hra/base.h: what every part of hra stands on: errors, text, random numbers, stopping, progress.
 *
 * Thread-safety: every function here may be called from any thread as long as the object that it
 * is given is used by one thread at a time; exceptions are named. There is no global state. */
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

/* Of these headers. hra_version() is that of the library that runs, and says which commit it was built of. */
#define HRA_VERSION "0.2.0-dev"

/* ---- errors ---------------------------------------------------------------------------------
 * A call that can fail returns 0 or one of these negative numbers; its result comes through an
 * out-parameter, which is left alone on failure unless the function says otherwise. */
typedef int hra_err;

enum {
    HRA_OK = 0,
    HRA_ENOMEM = -1,    /* memory ran out */
    HRA_EINPUT = -2,    /* text or an argument that makes no sense; the hra_error says where and why */
    HRA_EFIT = -3,      /* the method or player does not fit this game */
    HRA_EIO = -4,       /* a file could not be read or written */
    HRA_EDAMAGED = -5,  /* a file is truncated, corrupted or not of the kind expected */
    HRA_EVERSION = -6,  /* a file is of a newer version than this program knows */
    HRA_ESTOPPED = -7,  /* stopped before there was anything to return */
    HRA_ESTATE = -8,    /* the call does not fit the moment, such as an answer nobody asked for */
    HRA_ELIMIT = -9,    /* larger than a stated limit */
    HRA_EDENIED = -10,  /* a file that the host does not allow to be read */
    HRA_EMISSING = -11, /* there is no file, or no entry of a store, of that name */
    /* A player that is a program of its own failed, which costs it the game: */
    HRA_EENDED = -12,    /* it ended, by itself or by a signal */
    HRA_EHUNG = -13,     /* it did not answer in time */
    HRA_EILLEGAL = -14,  /* it chose what is no legal move */
    HRA_EPROTOCOL = -15, /* it said what its protocol does not know */

    HRA_ETHREAD = -16, /* no thread could be started: the system's limit of threads is reached */
};

enum { HRA_FAILURES = 4 }; /* ways in which such a player fails */

/* Which of them an error is: 0..HRA_FAILURES-1 in the order above; -1: none. */
static inline int hra_failure(hra_err code) {
    return code <= HRA_EENDED && code >= HRA_EPROTOCOL ? HRA_EENDED - code : -1;
}

/* What went wrong, for a person. Filled by the functions that take one; they accept NULL. */
typedef struct hra_error {
    hra_err code;
    int at;         /* where in the text that was given, in bytes from 0; -1 where that means nothing */
    char text[320]; /* one clear line without a full stop: what, where, what would be right */
} hra_error;

/* A short phrase for a code, in the language of the process. Never NULL; static. */
HRA_API const char *hra_err_text(hra_err code);

/* Fills `why` (when not NULL) and returns `code`, so that a function can end with it. Control
 * characters in what is quoted, those that turn text, and bytes that are not UTF-8, become '?'; why->text itself may be
 * among the arguments. */
HRA_API hra_err hra_fail(hra_error *why, hra_err code, int at, const char *format, ...) HRA_PRINTF(4, 5);

/* hra_fail with a code and its own words. */
static inline hra_err hra_fail_code(hra_error *why, hra_err code) {
    return hra_fail(why, code, -1, "%s", hra_err_text(code));
}
static inline hra_err hra_no_memory(hra_error *why) {
    return hra_fail_code(why, HRA_ENOMEM);
}
/* Passes on what another call reported: fills `why` (when not NULL) with it and returns its code. */
static inline hra_err hra_fail_as(hra_error *why, const hra_error *reported) {
    if (why)
        *why = *reported;
    return reported->code;
}
/* Whether memory or a thread is lacking, which is no fault of what was asked for. */
static inline bool hra_is_lack(hra_err code) {
    return code == HRA_ENOMEM || code == HRA_ETHREAD;
}

/* The entry of `names` (ended by NULL) most like `word`, the first of equals, or NULL when nothing
 * is close: letters inserted, dropped, changed, or swapped with a neighbour (Damerau 1964, each
 * counting one) are at most a third of the longer word. Case counts nothing. */
HRA_API const char *hra_did_you_mean(const char *word, const char *const *names);

/* hra_fail with HRA_EINPUT for a word that is none of `names` (ended by NULL): what `format` gives, a
 * blank and the names, and what may have been meant: with "there is no game '%s'; there are" it makes
 * "there is no game 'nimm'; there are nim, race; did you mean 'nim'?". Names that do not fit become
 * "...". */
HRA_API hra_err hra_fail_unknown(hra_error *why, int at, const char *word, const char *const *names,
                                 const char *format, ...) HRA_PRINTF(5, 6);

/* ---- numbers --------------------------------------------------------------------------------
 * Whatever the locale of the program, numbers are written and read with a point and without grouping:
 * by these functions and by all that take a format. Nothing here changes the locale of another thread. */

/* As vsnprintf and snprintf; a text that does not fit is cut in whole characters of UTF-8. `size` is
 * that of `out`, with the zero. Negative: the C library could not write it, `out` is undefined. */
HRA_API int hra_vsnprintf(char *out, size_t size, const char *format, va_list list) HRA_PRINTF(3, 0);
HRA_API int hra_snprintf(char *out, size_t size, const char *format, ...) HRA_PRINTF(3, 4);

/* Reads the finite decimal number that `text` begins with: a sign, digits with or without a point, an
 * exponent, as in -2.5e3; no blanks before it, no "inf", no hexadecimal. *end is behind it; without
 * `end` nothing may follow. False: there is none or it is too large; nothing is written. */
HRA_API bool hra_number_read(const char *text, const char **end, double *out);

/* ---- text -----------------------------------------------------------------------------------
 * A growing buffer for text, always NUL-terminated. Running out of memory is remembered in `err`
 * and further additions do nothing, so only the end needs a check. */
typedef struct hra_text {
    char *data;
    size_t length, capacity;
    hra_err err;
} hra_text;

/* Empty; allocates nothing yet. */
static inline void hra_text_init(hra_text *text) {
    text->data = NULL;
    text->length = text->capacity = 0;
    text->err = HRA_OK;
}
/* Empties, keeps the memory, forgets an error. */
static inline void hra_text_clear(hra_text *text) {
    text->length = 0;
    text->err = HRA_OK;
    if (text->data)
        text->data[0] = '\0';
}
/* Never NULL; valid until the next addition. */
static inline const char *hra_text_string(const hra_text *text) {
    return text->data ? text->data : "";
}
HRA_API void hra_text_release(hra_text *text); /* frees; the text may be used again after it, empty */
HRA_API void hra_text_add_bytes(hra_text *text, const char *bytes, size_t length);
static inline void hra_text_add(hra_text *text, const char *string) {
    hra_text_add_bytes(text, string, strlen(string));
}
static inline void hra_text_add_char(hra_text *text, char c) {
    hra_text_add_bytes(text, &c, 1);
}
HRA_API void hra_text_addf(hra_text *text, const char *format, ...) HRA_PRINTF(2, 3);
HRA_API void hra_text_addv(hra_text *text, const char *format, va_list list) HRA_PRINTF(2, 0);
/* A finite number in the fewest digits that hra_number_read reads back as the same; also valid JSON. */
HRA_API void hra_text_add_number(hra_text *text, double x);
/* As text or an attribute of XML: & < > " ' become entities; control characters, those that turn text, and bytes
 * that are not UTF-8 become '?'. */
HRA_API void hra_text_add_xml(hra_text *text, const char *string);
/* Bytes of string[0..length-1], from its front, that may be shown to a person as they are: up to a character
 * that steers a terminal or turns the text around it. These are control characters but newline and tab (ASCII,
 * DEL, C1), U+202A to U+202E and U+2066 to U+2069. *steering: bytes of that character; 0: there is none. */
HRA_API size_t hra_text_harmless(const char *string, size_t length, size_t *steering);
/* Adds spaces until what was added since byte `from` takes `columns` columns (UTF-8, escapes count 0). */
HRA_API void hra_text_pad(hra_text *text, size_t from, int columns);
/* Columns that UTF-8 text takes on a terminal; ANSI colour sequences take none. */
HRA_API int hra_text_columns(const char *string);
/* Bytes of the longest beginning of UTF-8 text that ends between characters, has at most so many bytes and takes
 * at most so many columns; the whole where it fits. SIZE_MAX, INT_MAX: as many as there are. */
HRA_API size_t hra_text_cut(const char *string, size_t bytes, int columns);

/* ---- JSON -----------------------------------------------------------------------------------
 * Written piece by piece; the commas, quotes and escapes are the writer's:
 *
 *     hra_json json = hra_json_begin(&text);
 *     hra_json_object(&json, NULL);
 *     hra_json_text(&json, "game", "nim");
 *     hra_json_list(&json, "moves"); ... hra_json_end(&json);
 *     hra_json_end(&json);                                      {"game":"nim","moves":[...]}
 *
 * `key` names a member of an object; NULL: what is written is an entry of a list, or the whole. Numbers are
 * those of hra_text_add_number, and null where they are not finite. Running out of memory is remembered in
 * the text. */
enum { HRA_JSON_DEPTH = 64 }; /* objects and lists within each other at most; deeper is our own bug */

/* Names of the keys that were renamed (docs/json.md). */
typedef enum hra_json_keys {
    HRA_JSON_BOTH_KEYS, /* each member twice, through 0.2.x: of commands, the library and Python */
    HRA_JSON_OLD_KEYS,  /* the old ones: of sessions */
    HRA_JSON_NEW_KEYS   /* the new ones: of sessions from their version 2 on */
} hra_json_keys;

typedef struct hra_json {
    hra_text *out;
    uint64_t lists; /* bit d: what is open at depth d is a list */
    int depth;
    bool comma; /* before the next piece */
    hra_json_keys keys;
} hra_json;

/* Returns a writer that appends to `out`. */
static inline hra_json hra_json_begin(hra_text *out) {
    hra_json json = {out, 0, 0, false, HRA_JSON_BOTH_KEYS};
    return json;
}
HRA_API void hra_json_object(hra_json *json, const char *key);
HRA_API void hra_json_list(hra_json *json, const char *key);
HRA_API void hra_json_end(hra_json *json); /* of the innermost object or list */
HRA_API void hra_json_text(hra_json *json, const char *key, const char *value); /* NULL: null */
HRA_API void hra_json_number(hra_json *json, const char *key, double value);
/* rounded to whole microseconds */
HRA_API void hra_json_seconds(hra_json *json, const char *key, double value);
HRA_API void hra_json_integer(hra_json *json, const char *key, int64_t value);
HRA_API void hra_json_count(hra_json *json, const char *key, uint64_t value);
/* A list. */
static inline void hra_json_numbers(hra_json *json, const char *key, const double *values, int count) {
    hra_json_list(json, key);
    for (int i = 0; i < count; i++)
        hra_json_number(json, NULL, values[i]);
    hra_json_end(json);
}
/* What is JSON already, such as the text of another writer. */
HRA_API void hra_json_raw(hra_json *json, const char *key, const char *value);
static inline void hra_json_null(hra_json *json, const char *key) {
    hra_json_raw(json, key, "null");
}
static inline void hra_json_bool(hra_json *json, const char *key, bool value) {
    hra_json_raw(json, key, value ? "true" : "false");
}
/* The members of an object that is JSON already, "{...}", as members of the one that is being written. */
HRA_API void hra_json_members(hra_json *json, const char *object);
/* Whether text[0..length-1] is one whole JSON value (RFC 8259), at most HRA_JSON_DEPTH deep, in UTF-8 and in
 * one line: what comes from elsewhere is looked at before it is passed on. */
HRA_API bool hra_json_valid(const char *text, size_t length);

/* ---- random numbers -------------------------------------------------------------------------
 * xoshiro256** 1.0 (Blackman and Vigna, 2018), seeded through SplitMix64 (Steele, Lea and Flood,
 * 2014). Copies are independent continuations of the same sequence. */
typedef struct hra_rng {
    uint64_t s[4];
} hra_rng;

/* What a stream is for; any number will do, these are the ones that plays use. A seat k takes
 * HRA_STREAM_SEAT + k. */
enum { HRA_STREAM_CHANCE = 0, HRA_STREAM_SEAT = 1 };

HRA_API void hra_rng_init(hra_rng *rng, uint64_t seed);
/* The stream of (seed, game number, ply, purpose): the same four always give the same numbers,
 * different ones independent numbers. So no random state has to be kept in records or undone. */
HRA_API void hra_rng_init_stream(hra_rng *rng, uint64_t seed, uint64_t game, uint64_t ply, uint64_t purpose);
HRA_API uint64_t hra_rng_next(hra_rng *rng); /* 64 random bits */
/* uniform in 0..bound-1, unbiased (Lemire 2019); bound >= 1 */
HRA_API uint32_t hra_rng_below(hra_rng *rng, uint32_t bound);
/* Uniform in [0,1), 53 bits. */
static inline double hra_rng_uniform(hra_rng *rng) {
    return (double)(hra_rng_next(rng) >> 11) / 9007199254740992.0;
}
/* Index drawn with the given probabilities (they sum to 1 up to rounding); n >= 1. */
HRA_API int hra_rng_pick(hra_rng *rng, const double *probability, int n);
/* a seed from the operating system, 32 bits wide so that it can be typed */
HRA_API uint64_t hra_rng_entropy(void);

/* ---- hashing --------------------------------------------------------------------------------
 * A 64-bit hash of bytes for tables in memory; not for files and not against an adversary. */
HRA_API uint64_t hra_hash(const void *bytes, size_t length);

/* ---- stopping and progress ------------------------------------------------------------------*/

/* Set from any thread or a signal handler; whoever works looks at it and leaves soon. */
typedef struct hra_stop {
    int flag;
} hra_stop;

HRA_API void hra_stop_set(hra_stop *stop);
HRA_API void hra_stop_clear(hra_stop *stop);
HRA_API bool hra_stop_is_set(const hra_stop *stop); /* NULL is never set */

/* Told how far long work is. `report` is called from one thread at a time; done is 0..1, or
 * negative when unknown. Work given NULL reports nothing. */
typedef struct hra_progress {
    void (*report)(void *self, const char *what, double done); /* NULL: only `stop` counts */
    void *self;
    const hra_stop *stop; /* may be NULL; when set the work ends with HRA_ESTOPPED */
    double *due;          /* NULL: every report is passed on. Else a number that the caller owns and
                             starts at 0, the clock of the next report: some ten pass in a second,
                             and every report of 1 */
    double deadline;      /* the work ends with HRA_ESTOPPED when hra_clock() is past this, too; 0: never */
} hra_progress;

/* `what` is told in the language of the process (hra/language.h). */
HRA_API void hra_progress_report(const hra_progress *progress, const char *what, double done);
HRA_API bool hra_progress_stopped(const hra_progress *progress);

/* ---- one job in the background --------------------------------------------------------------*/

typedef struct hra_job hra_job;

/* Starts work(self) in a thread of its own, which takes no signals. Every job that was started
 * must be joined. Where there are no threads the work is done when this returns. HRA_ENOMEM,
 * HRA_ETHREAD. */
HRA_API hra_err hra_job_start(hra_job **out, hra_err (*work)(void *self), void *self);
/* Waits until the job is done, at most so many seconds (negative: for ever); true when it is done. */
HRA_API bool hra_job_wait(hra_job *job, double seconds);
/* Waits for ever, frees the job and returns what its work returned. */
HRA_API hra_err hra_job_join(hra_job *job);

/* How many threads can run at the same time: 1 or more. */
HRA_API int hra_processors(void);
/* The calling thread, with the threads and processes that it starts, stays on one of the processors on which
 * it may run, the one with this number, counted round. False: the system does not do that. */
HRA_API bool hra_pin_thread(int number);

/* Seconds on a clock that only goes forward. */
HRA_API double hra_clock(void);

#ifdef __cplusplus
}
#endif
#endif
