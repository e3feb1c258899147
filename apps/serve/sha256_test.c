/* SHA-256 against the examples of FIPS 180-4 and of NIST, and lengths around the end of a block. */
#include "sha256.h"

#include <hra/base.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void check(const void *bytes, size_t length, const char *wanted) {
    unsigned char hash[SHA256_BYTES];
    char found[2 * SHA256_BYTES + 1];
    sha256(bytes, length, hash);
    for (int i = 0; i < SHA256_BYTES; i++)
        hra_snprintf(found + 2 * i, 3, "%02x", hash[i]);
    assert_string_equal(found, wanted);
}

static void texts_have_their_hashes(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check(cases[i][0], strlen(cases[i][0]), cases[i][1]);
}

/* The hashes of n times 'a', by another program (sha256sum). */
static void lengths_around_a_block(void **state) {
    (void)state;
    static const struct {
        size_t length;
        const char *hash;
    } cases[] = {
        {32, "3ba3f5f43b92602683c19aee62a20342b084dd5971ddd33808d81a328879a547"},
        {55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"},
        {56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"},
        {63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"},
        {64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"},
        {65, "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"},
        {119, "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb"},
        {120, "2f3d335432c70b580af0e8e1b3674a7c020d683aa5f73aaaedfdc55af904c21c"},
        {128, "6836cf13bac400e9105071cd6af47084dfacad4e5e302c94bfed24e013afb73e"},
        {1000000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
    };
    char *text = malloc(1000000);
    assert_non_null(text);
    memset(text, 'a', 1000000);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check(text, cases[i].length, cases[i].hash);
    free(text);
}

/* RFC 4231, cases 1, 2, 3 and 6. */
static void messages_have_their_codes(void **state) {
    (void)state;
    char many[131], fifty[50];
    memset(many, 0xaa, sizeof many);
    memset(fifty, 0xdd, sizeof fifty);
    char eleven[20];
    memset(eleven, 0x0b, sizeof eleven);
    const struct {
        const char *key;
        size_t key_length;
        const char *text;
        size_t length;
        const char *code;
    } cases[] = {
        {eleven, 20, "Hi There", 8, "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"},
        {"Jefe", 4, "what do ya want for nothing?", 28,
         "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"},
        {many, 20, fifty, 50, "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"},
        {many, 131, "Test Using Larger Than Block-Size Key - Hash Key First", 54,
         "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        unsigned char code[SHA256_BYTES];
        char found[2 * SHA256_BYTES + 1];
        hmac_sha256(cases[i].key, cases[i].key_length, cases[i].text, cases[i].length, code);
        for (int k = 0; k < SHA256_BYTES; k++)
            (void)hra_snprintf(found + 2 * k, 3, "%02x", code[k]);
        assert_string_equal(found, cases[i].code);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_have_their_hashes),
        cmocka_unit_test(lengths_around_a_block),
        cmocka_unit_test(messages_have_their_codes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
