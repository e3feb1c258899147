/* A solution in a file comes back as it was, or not at all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "escape_cache.h"

enum { ONE = 300, TWO = 70000 };

static uint16_t one[ONE], two[TWO];
static char folder[] = "/tmp/hra-chases-XXXXXX";

static void name_file(char path[128], uint64_t key) {
    hra_snprintf(path, 128, "%s/chases/%016llx.chases", folder, (unsigned long long)key);
}

static pac_escape_cache numbers(uint64_t key) {
    return (pac_escape_cache){.data = folder, .key = key, .part = {one, two}, .count = {ONE, TWO}};
}

static void fill(void) {
    for (int i = 0; i < ONE; i++)
        one[i] = (uint16_t)(i * 7);
    for (int i = 0; i < TWO; i++)
        two[i] = (uint16_t)((unsigned)i * (unsigned)i >> 3);
}

static void what_is_kept_comes_back(void **state) {
    static uint16_t same_one[ONE], same_two[TWO];
    pac_escape_cache k = numbers(17), other = numbers(18);
    (void)state;
    fill();
    memcpy(same_one, one, sizeof one);
    memcpy(same_two, two, sizeof two);
    assert_false(pac_escape_cache_load(&k)); /* nothing is there yet */
    pac_escape_cache_save(&k);
    memset(one, 0, sizeof one);
    memset(two, 0, sizeof two);
    assert_true(pac_escape_cache_load(&k));
    assert_memory_equal(one, same_one, sizeof one);
    assert_memory_equal(two, same_two, sizeof two);
    assert_false(pac_escape_cache_load(&other)); /* of another maze */
    k.count[1]--;
    assert_false(pac_escape_cache_load(&k));
}

/* Whatever byte is another one, whatever is missing. */
static void what_is_damaged_does_not(void **state) {
    char path[128];
    static char bytes[1 << 20];
    pac_escape_cache k = numbers(19);
    (void)state;
    fill();
    pac_escape_cache_save(&k);
    name_file(path, 19);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    assert_true(size > 100 && size < sizeof bytes);
    for (size_t at = 0; at < size; at += at < 64 ? 1 : size / 50) {
        bytes[at] = (char)(bytes[at] ^ 0x10);
        file = fopen(path, "wb");
        assert_int_equal(fwrite(bytes, 1, size, file), size);
        fclose(file);
        assert_false(pac_escape_cache_load(&k));
        bytes[at] = (char)(bytes[at] ^ 0x10);
    }
    for (size_t length = 0; length < size; length += 1 + size / 20) {
        file = fopen(path, "wb");
        assert_int_equal(fwrite(bytes, 1, length, file), length);
        fclose(file);
        assert_false(pac_escape_cache_load(&k));
    }
    pac_escape_cache_save(&k); /* a damaged one is replaced */
    assert_true(pac_escape_cache_load(&k));
}

static void without_a_folder_nothing_is_kept(void **state) {
    pac_escape_cache k = numbers(20);
    (void)state;
    k.data = "/tmp/hra-chases-XXXXXX/nowhere/at/all";
    pac_escape_cache_save(&k);
    assert_false(pac_escape_cache_load(&k));
}

static int make_folder(void **state) {
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state) {
    char path[128];
    (void)state;
    for (uint64_t key = 17; key <= 20; key++) {
        name_file(path, key);
        (void)unlink(path);
    }
    hra_snprintf(path, sizeof path, "%s/chases", folder);
    (void)rmdir(path);
    return rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_kept_comes_back),
        cmocka_unit_test(what_is_damaged_does_not),
        cmocka_unit_test(without_a_folder_nothing_is_kept),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
