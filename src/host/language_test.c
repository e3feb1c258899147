/* Which language the environment asks for, and what is made of a catalogue. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/messages.h"

/* The manual of GNU gettext, "The Format of GNU MO Files": where the two tables begin, lengths and places. */
#define WORD(n) n "\0\0\0"
#define HEAD "\xDE\x12\x04\x95" WORD("\0") WORD("\2") WORD("\34") WORD("\54")
/* clang-format off */
static const char catalogue[] = HEAD WORD("\0") WORD("\0") /* no table of hashes */
    WORD("\20") WORD("\74") WORD("\2") WORD("\115")      /* two forms, "en" */
    WORD("\26") WORD("\120") WORD("\2") WORD("\147")     /* three forms, "cs" */
    "%d move\0%d moves" "\0" "en" "\0" "%d tah\0%d tahy\0%d tahu" "\0" "cs";
/* clang-format on */

static char root[] = "/tmp/hra-language-XXXXXX", path[4][sizeof root + 40];

static int make_folder(void **state) {
    static const char *const parts[] = {"", "/cs", "/cs/LC_MESSAGES", "/cs/LC_MESSAGES/hra.mo"};
    if (!mkdtemp(root))
        return -1;
    for (int i = 0; i < 4; i++)
        (void)hra_snprintf(path[i], sizeof path[i], "%s%s", root, parts[i]);
    return mkdir(path[1], 0700) || mkdir(path[2], 0700);
}

static int remove_folder(void **state) {
    (void)remove(path[3]);
    for (int i = 2; i >= 0; i--)
        (void)rmdir(path[i]);
    return 0;
}

static void write_file(const char *bytes, size_t size) {
    FILE *file = fopen(path[3], "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void say(const char *name, const char *value) {
    assert_int_equal(value ? setenv(name, value, 1) : unsetenv(name), 0);
}

static void environment_chooses(void **state) {
    static const struct {
        const char *all, *messages, *lang, *list;
        hra_err err;
        const char *language;
    } cases[] = {
        {"C.UTF-8", NULL, NULL, "cs", HRA_OK, "cs"},
        {NULL, NULL, NULL, "cs", HRA_OK, "cs"},
        {NULL, NULL, "cs_CZ.UTF-8", NULL, HRA_OK, "cs"},
        {NULL, "cs_CZ", "en_US.UTF-8", "", HRA_OK, "cs"},
        {"cs@latin", "en_GB", "C", NULL, HRA_OK, "cs"},
        {"de_DE.UTF-8", NULL, NULL, ":de:sk_SK:cs", HRA_OK, "cs"},
        {"C", NULL, NULL, "cs", HRA_OK, "en"},
        {"POSIX", "cs_CZ.UTF-8", NULL, "cs", HRA_OK, "en"},
        {NULL, NULL, "C", "cs", HRA_OK, "en"},
        {NULL, NULL, NULL, NULL, HRA_OK, "en"},
        {NULL, NULL, "cs_CZ.UTF-8", "en_US:cs", HRA_OK, "en"}, /* the first there is */
        {"C.UTF-8", NULL, NULL, NULL, HRA_EMISSING, "en"},
        {NULL, NULL, "de_DE.UTF-8", "csb:", HRA_EMISSING, "en"},
        {NULL, NULL, "x", "./cs:cs/", HRA_EMISSING, "en"},
    };
    write_file(catalogue, sizeof catalogue);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        say("LC_ALL", cases[i].all);
        say("LC_MESSAGES", cases[i].messages);
        say("LANG", cases[i].lang);
        say("LANGUAGE", cases[i].list);
        assert_int_equal(hra_language_load(NULL, 0), HRA_OK);
        hra_err err = hra_language_from(root);
        if (err != cases[i].err || strcmp(hra_language(), cases[i].language) != 0)
            fail_msg("case %zu: %s, '%s'", i, hra_err_text(err), hra_language());
    }
}

static void each_number_has_its_form(void **state) {
    assert_int_equal(hra_language_load(catalogue, sizeof catalogue), HRA_OK);
    assert_string_equal(_n("%d move", "%d moves", 1), "%d tah");
    assert_string_equal(_n("%d move", "%d moves", 4), "%d tahy");
    assert_string_equal(_n("%d move", "%d moves", 5), "%d tahu");
    assert_string_equal(_n("%d move", "%d moves", UINT64_MAX), "%d tahu");
    assert_string_equal(_("a sentence that it lacks"), "a sentence that it lacks");
    assert_true(hra_is_word("CS", 2, "en"));
}

/* Cut anywhere, or with any byte wrong, it is refused or read within its bounds. */
static void damage_is_refused(void **state) {
    char damaged[sizeof catalogue];
    write_file(catalogue, 50);
    say("LC_ALL", "cs");
    say("LANGUAGE", NULL);
    assert_int_equal(hra_language_load(NULL, 0), HRA_OK);
    assert_int_equal(hra_language_from(root), HRA_EDAMAGED);
    assert_string_equal(hra_language(), "en");
    for (size_t size = 0; size < sizeof catalogue; size++) {
        char *cut = malloc(size + 1);
        memcpy(cut, catalogue, size);
        assert_int_equal(hra_language_load(cut, size), HRA_EDAMAGED);
        free(cut);
    }
    for (size_t at = 0; at < sizeof catalogue; at++) {
        memcpy(damaged, catalogue, sizeof catalogue);
        damaged[at] = (char)(damaged[at] ^ 0xFF);
        (void)hra_language_load(damaged, sizeof damaged);
        (void)hra_language();
        (void)_n("%d move", "%d moves", 3);
    }
    assert_int_equal(hra_language_load(NULL, 0), HRA_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(environment_chooses),
        cmocka_unit_test(each_number_has_its_form),
        cmocka_unit_test(damage_is_refused),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
