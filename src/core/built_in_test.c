/* Files that are part of the library: their sums, which a page relies on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/built_in.h"

extern const hra_built_in bg_learnt, ck_learnt,
    ck_book_text; /* from tools/embed.sh, with the sums of cksum */

static uint32_t sum_of(const char *text) {
    return hra_cksum((const unsigned char *)text, strlen(text));
}

/* As `printf ... | cksum` prints them. */
static void sums_are_those_of_cksum(void **state) {
    (void)state;
    assert_true(sum_of("") == 4294967295u);
    assert_true(sum_of("123456789") == 930766865u);
}

static void files_have_their_sums(void **state) {
    (void)state;
    static const hra_built_in *const files[] = {&bg_learnt, &ck_learnt, &ck_book_text};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const unsigned char *bytes = hra_built_in_bytes(files[i], NULL);
        assert_non_null(bytes);
        assert_true(hra_cksum(bytes, files[i]->length) == files[i]->sum);
    }
}

static void a_file_that_cannot_be_fetched_is_an_error(void **state) {
    (void)state;
    static unsigned char *fetched;
    const hra_built_in missing = {"missing.net", NULL, &fetched, 3, 1};
    hra_error why;
    assert_null(hra_built_in_bytes(&missing, &why));
    assert_int_equal(why.code, HRA_EIO);
    assert_non_null(strstr(why.text, "missing.net"));
    assert_null(fetched);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_are_those_of_cksum),
        cmocka_unit_test(files_have_their_sums),
        cmocka_unit_test(a_file_that_cannot_be_fetched_is_an_error),
    };
    return cmocka_run_group_tests_name("core_built_in", tests, NULL, NULL);
}
