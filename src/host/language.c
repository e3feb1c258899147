/* Which language the environment asks for, and the file that it lies in. */
#include <stdlib.h>
#include <string.h>

#include "core/file.h"
#include "core/messages.h"

enum { LONGEST_PATH = 4096, MOST = 16 << 20 };

/* The value of a variable that says something, else NULL. */
static const char *said(const char *name) {
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

/* What the person wants, "cs" or "cs_CZ.UTF-8:sk"; "": English. The order is that of gettext (its manual,
 * "Locale Environment Variables"), but that LANGUAGE counts where no locale is named too. */
static const char *wanted(void) {
    const char *locale = said("LC_ALL"), *list = said("LANGUAGE");
    locale = locale ? locale : said("LC_MESSAGES");
    locale = locale ? locale : said("LANG");
    if (locale && (strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0))
        return "";
    return list ? list : locale ? locale : "";
}

/* "cs_CZ.UTF-8@latin" is that of "cs_CZ", or else of "cs". HRA_EMISSING: the folder has no such catalogue. */
static hra_err load(const char *folder, const char *name, size_t length, hra_text *out) {
    char path[LONGEST_PATH];
    hra_error why;
    int size = hra_snprintf(path, sizeof path, "%s/%.*s/LC_MESSAGES/hra.mo", folder, (int)length, name);
    return size < 0 || size >= LONGEST_PATH ? HRA_EMISSING : hra_file_read(path, MOST, out, &why);
}

/* Of one language of the list. HRA_OK with nothing in `out`: it is English. */
static hra_err load_one(const char *folder, const char *name, size_t length, hra_text *out) {
    size_t country = strcspn(name, ".@:"), language = strcspn(name, "_.@:");
    country = country < length ? country : length;
    if (country == 0 || country > 32 || memchr(name, '/', country))
        return HRA_EMISSING;
    if (language == 2 && memcmp(name, "en", 2) == 0)
        return HRA_OK;
    hra_err err = load(folder, name, country, out);
    return err == HRA_EMISSING && language < country ? load(folder, name, language, out) : err;
}

hra_err hra_language_from(const char *folder) {
    hra_err err = HRA_EMISSING;
    hra_text text;
    hra_text_init(&text);
    const char *at = wanted();
    if (!*at)
        err = HRA_OK;
    for (size_t length; *at && err == HRA_EMISSING; at += length + (at[length] == ':')) {
        length = strcspn(at, ":");
        err = load_one(folder, at, length, &text);
    }
    if (!err && text.length)
        return hra_language_keep(text.data, text.length);
    if (!err)
        err = hra_language_load(NULL, 0);
    hra_text_release(&text);
    return err;
}
