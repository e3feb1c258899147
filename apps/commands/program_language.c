/* Finds the person's language and where its catalogue lies. */
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "program_language.h"

enum { LONGEST_PATH = 4096 };

/* Output for programs never depends on the language of the user. */
static bool is_for_programs(int argc, char **argv) {
    bool speaks = false;
    for (int i = 1; i < argc && !speaks; i++)
        speaks = strcmp(argv[i], "--json") == 0;
    bool help = argc > 2 && (strcmp(argv[argc - 1], "--help") == 0 || strcmp(argv[argc - 1], "-h") == 0);
    return speaks && !help;
}

void speak_to_programs(void) {
    (void)hra_language_load(NULL, 0);
}

/* Cuts the last part off a path; false: there is none. */
static bool go_up(char *path) {
    char *end = strrchr(path, '/');
    if (end)
        *end = '\0';
    return end != NULL;
}

static bool speaks_from(const char *root, const char *rest) {
    char folder[LONGEST_PATH];
    int length = hra_snprintf(folder, sizeof folder, "%s%s", root, rest);
    return length > 0 && length < LONGEST_PATH && hra_language_from(folder) == HRA_OK;
}

/* Catalogues lie beside a program that was built, and as they were installed. */
static void find_catalogues(void) {
    char path[LONGEST_PATH];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    path[length > 0 ? length : 0] = '\0';
    if (!go_up(path) || speaks_from(path, "/po"))
        return;
    if (!go_up(path) || !speaks_from(path, "/share/locale"))
        (void)speaks_from(LOCALES, "");
}

void speak_choose(int argc, char **argv) {
    if (!setlocale(LC_CTYPE, "")) /* the person's locale is not installed: letters are UTF-8 all the same */
        setlocale(LC_CTYPE, "C.UTF-8");
    if (is_for_programs(argc, argv))
        return;
    find_catalogues();
    /* LANGUAGE alone was set, and no locale */
    if (strcmp(hra_language(), "en") != 0 && strcmp(setlocale(LC_CTYPE, NULL), "C") == 0)
        setlocale(LC_CTYPE, "C.UTF-8");
}
