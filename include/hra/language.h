/* hra/language.h: texts for people in their language.
 *
 * Sentences in the sources are English. The library returns them, such as errors and names of shapes, in the language
 * of the process: that of the catalogue that was loaded, a .mo file of gettext; without one, English. Texts for
 * programs are always English: specs, moves, positions, records, and keys of JSON.
 *
 * Thread-safety: any thread may call these functions, while no thread loads a catalogue. */
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

/* Returns a sentence in the language of the process: `english` itself, or a text that is valid until another catalogue
 * is loaded. */
HRA_API const char *hra_translate(const char *english) HRA_FORMAT_OF(1);
/* Returns a sentence about n things. English has two forms ("%d move", "%d moves"); other languages have other numbers
 * of forms. */
HRA_API const char *hra_translate_many(const char *one, const char *many, uint64_t n) HRA_FORMAT_OF(1)
    HRA_FORMAT_OF(2);
/* Returns whether typed[0..length-1], in UTF-8, is this word, in English or in the language of the process. It ignores
 * case and missing accents ("zpet" is "zpět"). */
HRA_API bool hra_is_word(const char *typed, size_t length, const char *english);
/* Returns the text of an error of the system, a number of errno: "No such file or directory". Rare ones are in English.
 * Never NULL; valid until the next call in this thread. */
HRA_API const char *hra_system_text(int number);
/* Returns the language of the process as a tag of RFC 5646: "en", "cs". */
HRA_API const char *hra_language(void);

/* Loads the catalogue FOLDER/LANGUAGE/LC_MESSAGES/hra.mo for the language of the environment: the first one of the
 * list LANGUAGE that has a catalogue, or without LANGUAGE that of the locale, which need not be installed. If the first
 * of LC_ALL, LC_MESSAGES and LANG that is set is "C" or "POSIX", it is English. Call it in main, before other threads
 * start. After an error the language is unchanged, except for HRA_EDAMAGED. Returns HRA_OK for English, too, or
 *   HRA_EMISSING         if the folder has none of the languages
 *   HRA_EIO, HRA_ELIMIT  if the catalogue cannot be read
 *   HRA_EDAMAGED         if it is no catalogue; the language is then English
 *   HRA_ENOMEM. */
HRA_API hra_err hra_language_from(const char *folder);
/* Loads a catalogue, the bytes of a .mo file. The caller owns it; it must outlive all use of the library. NULL:
 * English. Returns
 *   HRA_EDAMAGED  if it is no catalogue; the language is then English. */
HRA_API hra_err hra_language_load(const void *catalogue, size_t length);

#ifdef __cplusplus
}
#endif
#endif
