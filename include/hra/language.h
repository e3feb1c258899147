/* hra/language.h: what a person reads, in that person's language.
 *
 * Sentences are English in the sources. The library gives them, errors and the names of shapes among them, in
 * the language of the catalogue that the process took, a .mo file of gettext's; as long as it took none, in
 * English. What programs read is in English whatever the language: specs, moves, positions, records, and the
 * names in JSON.
 *
 * Thread-safety: any thread, as long as none takes a catalogue meanwhile. */
#ifndef HRA_LANGUAGE_H
#define HRA_LANGUAGE_H

#include "hra/base.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#define HRA_FORMAT_OF(at) __attribute__((__format_arg__(at)))
#else
#define HRA_FORMAT_OF(at)
#endif

/* The sentence in the language of the process: `english` itself, or static until another catalogue is taken. */
HRA_API const char *hra_translate(const char *english) HRA_FORMAT_OF(1);
/* The same of a sentence about n things, of which English has two forms ("%d move", "%d moves") and other
 * languages as many as they need. */
HRA_API const char *hra_translate_many(const char *one, const char *many, uint64_t n) HRA_FORMAT_OF(1)
    HRA_FORMAT_OF(2);
/* Whether what was typed is this word, in English or in the language of the process: case counts nothing, nor
 * whether an accent was typed ("zpet" is "zpět"). `typed` is UTF-8 of `length` bytes. */
HRA_API bool hra_is_word(const char *typed, size_t length, const char *english);
/* That of hra_translate as a tag of RFC 5646: "en", "cs". */
HRA_API const char *hra_language(void);

/* Takes the language that the environment asks for: LANGUAGE, a list, unless LC_ALL, LC_MESSAGES or LANG, the
 * first that is set, is "C" or "POSIX"; without LANGUAGE that of the locale, which need not be installed. Its
 * catalogue is FOLDER/LANGUAGE/LC_MESSAGES/hra.mo. For main, before there is a second thread. HRA_OK, with
 * English where that is asked for; HRA_EMISSING: the folder has none of the languages; HRA_EIO, HRA_ELIMIT,
 * HRA_ENOMEM: it cannot be read, and the language stays what it was; HRA_EDAMAGED as below. */
HRA_API hra_err hra_language_from(const char *folder);
/* Takes the language from a catalogue (the bytes of a .mo file), which stays the caller's and must outlive the
 * last call; NULL: English again. HRA_EDAMAGED: it is none; it is English then. */
HRA_API hra_err hra_language_load(const void *catalogue, size_t length);

#ifdef __cplusplus
}
#endif
#endif
