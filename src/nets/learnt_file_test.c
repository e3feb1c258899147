/* Models whose nets have a first layer in integers, as files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <xxhash.h>

#include "hra/hra.h"
#include "nets/learnt.h"
#include "nets/net_integers.h"

enum { TAIL = 22 /* "\nsum ", sixteen digits, "\n" */, HIDDEN = 5 };

typedef struct bench {
    hra_game *game;
    hra_learnt learnt;
    hra_text file;
} bench;

static void write_file(bench *b) {
    hra_text_init(&b->file);
    assert_int_equal(hra_learnt_write(&b->learnt, NULL, &b->file), 0);
}

static void open_bench(bench *b) {
    static const int hidden[] = {HIDDEN};
    hra_rng rng;
    hra_rng_init(&rng, 4);
    assert_int_equal(hra_game_open(&b->game, NULL, "tictactoe", NULL), 0);
    assert_int_equal(hra_learnt_init(&b->learnt, b->game, HRA_LEARNT_NET, hidden, 1, 1, NULL), 0);
    hra_net_randomise(&b->learnt.net, 0, &rng);
    assert_int_equal(hra_net_quantise(&b->learnt.net, hra_learnt_group(&b->learnt), NULL), 0);
    write_file(b);
}

static void close_bench(bench *b) {
    hra_text_release(&b->file);
    hra_learnt_release(&b->learnt);
    hra_game_close(b->game);
}

static hra_err read_file(bench *b, hra_learnt *out, hra_error *why) {
    return hra_learnt_read(out, b->game, "F", b->file.data, b->file.length, NULL, why);
}

static void mend_sum(bench *b) {
    hra_snprintf(b->file.data + b->file.length - TAIL, TAIL + 1, "\nsum %016llx\n",
                 (unsigned long long)XXH64(b->file.data, b->file.length - TAIL, 0));
}

static double value_of(const hra_learnt *learnt, const void *s) {
    hra_learnt_work work;
    assert_int_equal(hra_learnt_work_init(&work, learnt), 0);
    const double out = hra_learnt_output(&work, s, s, 0);
    hra_learnt_work_release(&work);
    return out;
}

static void integers_read_back(void **state) {
    bench b;
    hra_learnt again;
    hra_text file;
    open_bench(&b);
    assert_memory_equal(b.file.data, "hra-learnt 2\n", 13);
    assert_int_equal(read_file(&b, &again, NULL), 0);
    assert_non_null(again.net.integers);
    hra_text_init(&file);
    assert_int_equal(hra_learnt_write(&again, NULL, &file), 0);
    assert_int_equal(file.length, b.file.length);
    assert_memory_equal(file.data, b.file.data, file.length);
    unsigned char s[64];
    assert_true(b.game->state_size <= sizeof s);
    b.game->rules->init(b.game, s);
    assert_true(value_of(&again, s) == value_of(&b.learnt, s));
    hra_text_release(&file);
    hra_learnt_release(&again);
    close_bench(&b);
}

/* As far as 16 bits allow, the floats of a quantised net are its integers; without them the file is an old one. */
static void floats_are_what_the_integers_are(void **state) {
    bench b;
    unsigned char s[64];
    open_bench(&b);
    b.game->rules->init(b.game, s);
    const double integers = value_of(&b.learnt, s);
    hra_net_drop_integers(&b.learnt.net);
    assert_float_equal(value_of(&b.learnt, s), integers, 1e-6);
    hra_text_release(&b.file);
    write_file(&b);
    assert_memory_equal(b.file.data, "hra-learnt 1\n", 13);
    close_bench(&b);
}

/* With a checksum that is right. */
static void hostile_numbers_are_refused(void **state) {
    bench b;
    hra_learnt read;
    hra_error why;
    open_bench(&b);
    const size_t after = 4 * (HIDDEN + 1), shifts = b.file.length - TAIL - after - HIDDEN,
                 weights = shifts - 4 * HIDDEN - 2 * (size_t)b.learnt.net.shape.inputs * HIDDEN;
    const struct {
        size_t at;
        const char *bytes;
        size_t length;
    } cases[] = {
        {shifts, "\x0f", 1},                      /* finer than a weight can be */
        {shifts + HIDDEN - 1, "\xff", 1},         /* the last one */
        {shifts - 4, "\xff\xff\xff\x7f", 4},      /* a bias that leaves no room */
        {shifts - 4, "\x00\x00\x00\x80", 4},      /* the same below 0 */
        {weights, "\x00\x80", 2},                 /* -32768 */
        {shifts - 4 * HIDDEN - 2, "\x00\x80", 2}, /* the last weight */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char before[4];
        memcpy(before, b.file.data + cases[i].at, cases[i].length);
        memcpy(b.file.data + cases[i].at, cases[i].bytes, cases[i].length);
        mend_sum(&b);
        assert_int_equal(read_file(&b, &read, &why), HRA_EDAMAGED);
        assert_string_equal(why.text, "'F': a number is too large for sums of 32 bits");
        memcpy(b.file.data + cases[i].at, before, cases[i].length);
    }
    mend_sum(&b);
    assert_int_equal(read_file(&b, &read, NULL), 0);
    hra_learnt_release(&read);
    close_bench(&b);
}

static void wrong_lengths_and_forms_are_refused(void **state) {
    bench b;
    hra_learnt read;
    hra_error why;
    open_bench(&b);
    for (size_t cut = 1; cut < 80; cut++) { /* from the end of the numbers */
        bench shorter = b;
        shorter.file.length -= cut;
        mend_sum(&shorter);
        assert_int_equal(read_file(&shorter, &read, &why), HRA_EDAMAGED);
        mend_sum(&b);
    }
    hra_text_release(&b.file);
    write_file(&b);
    char *version = b.file.data + strlen("hra-learnt ");
    *version = '1';
    mend_sum(&b);
    assert_int_equal(read_file(&b, &read, &why), HRA_EDAMAGED);
    assert_string_equal(why.text, "'F': the numbers do not fit the header");
    hra_text_release(&b.file);
    hra_learnt_release(&b.learnt);
    assert_int_equal(hra_learnt_init(&b.learnt, b.game, HRA_LEARNT_TABLE, NULL, 0, 1, NULL), 0);
    write_file(&b);
    b.file.data[strlen("hra-learnt ")] = '2';
    mend_sum(&b);
    assert_int_equal(read_file(&b, &read, &why), HRA_EDAMAGED);
    assert_non_null(strstr(why.text, "expected kind of model"));
    close_bench(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers_read_back),
        cmocka_unit_test(floats_are_what_the_integers_are),
        cmocka_unit_test(hostile_numbers_are_refused),
        cmocka_unit_test(wrong_lengths_and_forms_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
