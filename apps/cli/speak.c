/* Finds the person's language and where its catalogue lies. */
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "speak.h"

enum { LONGEST_PATH = 4096 };

/* What a program reads never changes with the language of whoever started it. */
static bool is_for_programs(int argc, char **argv) {
    bool speaks = argc > 1 && strcmp(argv[1], "session") == 0;
    for (int i = 0; argc > 1 && command_protocol(i); i++)
        speaks = speaks || strcmp(argv[1], command_protocol(i)->name) == 0;
    for (int i = 1; i < argc && !speaks; i++)
        speaks = strcmp(argv[i], "--json") == 0;
    bool help = argc > 2 && (strcmp(argv[argc - 1], "--help") == 0 || strcmp(argv[argc - 1], "-h") == 0);
    return speaks && !help;
}

/* gettext gives no translation in the locale "C", which a system has that lacks the person's: then that is
 * named beside one that every system has. */
static void choose_locale(void) {
    if (setlocale(LC_MESSAGES, ""))
        return;
    const char *wanted = getenv("LC_ALL");
    if (!wanted || !*wanted)
        wanted = getenv("LC_MESSAGES");
    if (!wanted || !*wanted)
        wanted = getenv("LANG");
    const char *list = getenv("LANGUAGE");
    if (wanted && *wanted && (!list || !*list))
        setenv("LANGUAGE", wanted, 1);
    setlocale(LC_MESSAGES, "C.UTF-8");
}

/* Cuts the last part off a path; false: there is none. */
static bool go_up(char *path) {
    char *end = strrchr(path, '/');
    if (end)
        *end = '\0';
    return end != NULL;
}

static bool speaks_from(const char *root, const char *rest) {
    char folder[LONGEST_PATH], known[LONGEST_PATH];
    int length = hra_snprintf(folder, sizeof folder, "%s%s", root, rest);
    int longer = hra_snprintf(known, sizeof known, "%s/cs/LC_MESSAGES/hra.mo", folder);
    bool fits = length > 0 && length < LONGEST_PATH && longer < LONGEST_PATH;
    return fits && access(known, R_OK) == 0 && hra_language_from(folder) == HRA_OK;
}

/* Catalogues lie beside a program that was built, and as they were installed; else the system knows where. */
static void find_catalogues(void) {
    char path[LONGEST_PATH];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    path[length > 0 ? length : 0] = '\0';
    if (!go_up(path) || speaks_from(path, "/po"))
        return;
    bool relative = go_up(path) && speaks_from(path, "/share/locale");
    if (!relative)
        (void)hra_language_from(LOCALES);
}

void speak_choose(int argc, char **argv) {
    if (!setlocale(LC_CTYPE, "")) /* the person's locale is not installed: letters are UTF-8 all the same */
        setlocale(LC_CTYPE, "C.UTF-8");
    if (is_for_programs(argc, argv))
        return;
    choose_locale();
    find_catalogues();
}
