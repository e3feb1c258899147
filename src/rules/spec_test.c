#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "hra/spec.h"

/* ---- splitting ------------------------------------------------------------------------------*/

static void specs_split_into_name_and_options(void **state) {
    static const struct {
        const char *spec, *name, *options;
    } cases[] = {
        {"yahtzee", "yahtzee", ""},
        {"yahtzee:", "yahtzee", ""},
        {"yahtzee:rules=plain,seats=2", "yahtzee", "rules=plain,seats=2"},
        {"alphabeta:depth=6,eval=corner(king=100)", "alphabeta", "depth=6,eval=corner(king=100)"},
        {"corner(king=100,corner-net=1200)", "corner", "king=100,corner-net=1200"},
        {"corner()", "corner", ""},
        {"a-b_C9:x", "a-b_C9", "x"},
        {"tree:file=\"a:b,(c\"", "tree", "file=\"a:b,(c\""},
        {"one:two:three", "one", "two:three"},
        {"abcdefghijklmnopqrstuvwxyz01234:x=1", "abcdefghijklmnopqrstuvwxyz01234", "x=1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char name[HRA_NAME_LENGTH];
        const char *options;
        size_t length;
        hra_error why = {0};
        if (hra_spec_split(cases[i].spec, name, &options, &length, &why) != 0)
            fail_msg("%s: %s", cases[i].spec, why.text);
        assert_string_equal(name, cases[i].name);
        assert_int_equal(length, strlen(cases[i].options));
        assert_memory_equal(options, cases[i].options, length);
        assert_true(options >= cases[i].spec && options + length <= cases[i].spec + strlen(cases[i].spec));
    }
}

static void wrong_specs_say_where(void **state) {
    static const struct {
        const char *spec;
        int at;
        const char *words; /* part of the message */
    } cases[] = {
        {"", 0, "a name is missing"},
        {":seats=2", 0, "a name is missing"},
        {"(x)", 0, "a name is missing"},
        {" nim", 0, "a name is missing"},
        {"nim rows", 3, "expected ':' after 'nim'"},
        {"nim=3", 3, "expected ':' after 'nim'"},
        {"corner(king=1", 6, "not closed at the end"},
        {"corner(king=1),x", 6, "not closed at the end"},
        {"corner(king=\"1)", 6, "not closed at the end"},
        {"abcdefghijklmnopqrstuvwxyz012345:x", 0, "longer than 31"},
        {"nim\n", 3, "control character"},
        {"nim:rows=3\n", 10, "control character"},
        {"tree:file=\"a\tb\"", 12, "control character"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char name[HRA_NAME_LENGTH] = "untouched";
        const char *options;
        size_t length;
        hra_error why = {0};
        assert_int_equal(hra_spec_split(cases[i].spec, name, &options, &length, &why), HRA_EINPUT);
        assert_int_equal(why.code, HRA_EINPUT);
        if (!strstr(why.text, cases[i].words) || why.at != cases[i].at)
            fail_msg("'%s': at %d: %s", cases[i].spec, why.at, why.text);
        assert_string_equal(name, "untouched");
        assert_int_equal(hra_spec_split(cases[i].spec, name, &options, &length, NULL), HRA_EINPUT);
    }
}

static void a_spec_has_at_most_1023_bytes(void **state) {
    char spec[HRA_SPEC_LENGTH + 1], name[HRA_NAME_LENGTH];
    const char *options;
    size_t length;
    memset(spec, 'x', sizeof spec);
    memcpy(spec, "nim:", 4);
    spec[HRA_SPEC_LENGTH] = '\0';
    assert_int_equal(hra_spec_split(spec, name, &options, &length, NULL), HRA_EINPUT);
    spec[HRA_SPEC_LENGTH - 1] = '\0';
    assert_int_equal(hra_spec_split(spec, name, &options, &length, NULL), HRA_OK);
    assert_int_equal(length, HRA_SPEC_LENGTH - 1 - 4);
}

/* ---- values ---------------------------------------------------------------------------------*/

static const hra_option table[] = {
    {.name = "depth", .type = HRA_OPTION_INT, .fallback = "4", .min = 1, .max = 99},
    {.name = "any", .type = HRA_OPTION_INT},
    {.name = "bonus", .type = HRA_OPTION_REAL, .fallback = "0.5", .min = -1, .max = 1},
    {.name = "far", .type = HRA_OPTION_REAL},
    {.name = "quick", .type = HRA_OPTION_FLAG, .fallback = "no"},
    {.name = "rules", .type = HRA_OPTION_CHOICE, .fallback = "hasbro", .choices = "hasbro|free|plain"},
    {.name = "file", .type = HRA_OPTION_TEXT},
    {.name = "eval", .type = HRA_OPTION_SPEC, .fallback = "material"},
    {.name = "time", .type = HRA_OPTION_DURATION},
    {.name = "turn", .type = HRA_OPTION_DURATION, .fallback = "1s", .min = 0.01, .max = 60},
    {.name = "table", .type = HRA_OPTION_SIZE, .fallback = "64M"},
    {0},
};

static hra_err read_text(hra_options *out, const char *text, hra_error *why) {
    return hra_options_read(out, table, NULL, "method deep", text, strlen(text), 100, why);
}

static void fallbacks_are_filled_in(void **state) {
    hra_options o;
    assert_int_equal(read_text(&o, "", NULL), 0);
    assert_int_equal(hra_options_int(&o, "depth"), 4);
    assert_true(hra_options_real(&o, "bonus") == 0.5);
    assert_false(hra_options_flag(&o, "quick"));
    assert_int_equal(hra_options_choice(&o, "rules"), 0);
    assert_null(hra_options_text(&o, "file"));
    assert_string_equal(hra_options_text(&o, "eval"), "material");
    assert_true(hra_options_real(&o, "turn") == 1);
    assert_int_equal(hra_options_size(&o, "table"), 64 << 20);
    for (int i = 0; table[i].name; i++)
        assert_false(hra_options_given(&o, table[i].name));
}

static void numbers_are_read(void **state) {
    static const struct {
        const char *text, *name;
        double value;
    } cases[] = {
        {"depth=1", "depth", 1},
        {"depth=99", "depth", 99},
        {"depth=+7", "depth", 7},
        {"depth=1e1", "depth", 10},
        {"any=-123456789", "any", -123456789},
        {"bonus=-1", "bonus", -1},
        {"bonus=.25", "bonus", 0.25},
        {"far=-1.5e300", "far", -1.5e300},
        {"quick", "quick", 1},
        {"quick=on", "quick", 1},
        {"quick=1", "quick", 1},
        {"quick=true", "quick", 1},
        {"quick=off", "quick", 0},
        {"rules=plain", "rules", 2},
        {"time=2", "time", 2},
        {"time=2s", "time", 2},
        {"time=200ms", "time", 200 * 1e-3},
        {"time=5m", "time", 300},
        {"time=1h", "time", 3600},
        {"turn=10ms", "turn", 10 * 1e-3},
        {"table=512", "table", 512},
        {"table=512K", "table", 524288},
        {"table=1G", "table", 1073741824},
        {"table=0.5k", "table", 512},
        {"table=2MiB", "table", 2097152},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_options o;
        hra_error why = {0};
        if (read_text(&o, cases[i].text, &why) != 0)
            fail_msg("%s: %s", cases[i].text, why.text);
        assert_true(hra_options_given(&o, cases[i].name));
        if (hra_options_real(&o, cases[i].name) != cases[i].value)
            fail_msg("%s gives %.17g", cases[i].text, hra_options_real(&o, cases[i].name));
    }
}

static void texts_are_read(void **state) {
    static const struct {
        const char *text, *name, *value;
    } cases[] = {
        {"file=a b", "file", "a b"},
        {"file=", "file", ""},
        {"file=\"\"", "file", ""},
        {"file=\"a,b(c\"", "file", "a,b(c"},
        {"file=x=y", "file", "x=y"},
        {"eval=corner(king=100,corner-net=(1,2)),depth=3", "eval", "corner(king=100,corner-net=(1,2))"},
        {"depth=3,eval=corner(file=\"),\")", "eval", "corner(file=\"),\")"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_options o, copy;
        hra_error why = {0};
        if (read_text(&o, cases[i].text, &why) != 0)
            fail_msg("%s: %s", cases[i].text, why.text);
        memcpy(&copy, &o, sizeof o);
        memset(&o, 0xff, sizeof o);
        assert_string_equal(hra_options_text(&copy, cases[i].name), cases[i].value);
    }
}

static void wrong_options_say_what_and_where(void **state) {
    static const struct {
        const char *text;
        int at; /* after the offset of 100 */
        const char *words;
    } cases[] = {
        {"dpeth=3", 0, "has no option 'dpeth'"},
        {"dpeth=3", 0, "did you mean 'depth'?"},
        {"depth=3,speed=2", 8, "it takes depth, any"},
        {"depth=0", 6, "option 'depth' takes 1..99, not '0'"},
        {"depth=100", 6, "1..99"},
        {"depth=2.5", 6, "1..99"},
        {"depth=x", 6, "not 'x'"},
        {"depth= 3", 6, "not ' 3'"},
        {"depth=0x10", 6, "not '0x10'"},
        {"depth=", 6, "not ''"},
        {"depth", 5, "needs a value: depth=1..99"},
        {"any=1e300", 4, "whole number"},
        {"bonus=nan", 6, "-1..1"},
        {"far=inf", 4, "number"},
        {"far=1e999", 4, "number"},
        {"quick=maybe", 6, "yes|no"},
        {"rules=plian", 6, "did you mean 'plain'?"},
        {"rules=", 6, "hasbro|free|plain"},
        {"rules=free|plain", 6, "hasbro|free|plain"},
        {"time=-1s", 5, "duration"},
        {"time=0s", 5, "from 1us to 8760h, such as 2s"},
        {"time=0", 5, "from 1us to 8760h"},
        {"time=1e-9s", 5, "from 1us to 8760h"},
        {"time=8761h", 5, "from 1us to 8760h"},
        {"time=1e300s", 5, "not '1e300s'"},
        {"time=nan", 5, "not 'nan'"},
        {"turn=0", 5, "from 10ms to 1m, such as"},
        {"time=3w", 5, "not '3w'"},
        {"turn=1ms", 5, "duration"},
        {"table=1.5", 6, "size such as 64M"},
        {"table=-1", 6, "size"},
        {"table=1X", 6, "size"},
        {"depth=3,depth=4", 8, "is given twice"},
        {"depth=3,", 8, "expected key=value"},
        {",depth=3", 0, "expected key=value"},
        {"=3", 0, "expected key=value"},
        {"eval=corner(king", 11, "'(' has no partner"},
        {"eval=corner)", 11, "')' has no partner"},
        {"file=\"abc", 5, "'\"' has no partner"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_options o;
        hra_error why = {0};
        assert_int_equal(read_text(&o, cases[i].text, &why), HRA_EINPUT);
        if (!strstr(why.text, cases[i].words) || why.at != 100 + cases[i].at)
            fail_msg("'%s': at %d: %s", cases[i].text, why.at - 100, why.text);
        assert_non_null(strstr(why.text, "method deep"));
        assert_null(strchr(why.text, '\n'));
    }
}

static void who_takes_no_options_says_so(void **state) {
    hra_options o;
    hra_error why = {0};
    assert_int_equal(hra_options_read(&o, NULL, NULL, "game go", "", 0, 0, &why), 0);
    assert_int_equal(hra_options_read(&o, NULL, NULL, "game go", "x=1", 3, 3, &why), HRA_EINPUT);
    assert_string_equal(why.text, "game go takes no options, found 'x'");
}

/* Every option there can be, each as long as a spec allows, fits the pool. */
static void a_full_table_fits(void **state) {
    static char names[HRA_MAX_OPTIONS][4];
    static hra_option many[HRA_MAX_OPTIONS + 1];
    char text[HRA_SPEC_LENGTH] = "";
    size_t length = 0;
    for (int i = 0; i < HRA_MAX_OPTIONS; i++) {
        memcpy(names[i], (char[4]){(char)('a' + i / 26), (char)('a' + i % 26), 0}, 4);
        many[i] = (hra_option){.name = names[i], .type = HRA_OPTION_FLAG};
        memcpy(text + length, names[i], 3);
        length += 2;
        text[length++] = ',';
    }
    many[HRA_MAX_OPTIONS] = (hra_option){0};
    hra_options o;
    hra_error why = {0};
    if (hra_options_read(&o, many, NULL, "all", text, length - 1, 0, &why) != 0)
        fail_msg("%s", why.text);
    for (int i = 0; i < HRA_MAX_OPTIONS; i++)
        assert_true(hra_options_flag(&o, names[i]) && hra_options_given(&o, names[i]));
}

static void values_are_described(void **state) {
    static const char *const words[] = {"1..99",
                                        "whole number",
                                        "-1..1",
                                        "number",
                                        "yes|no",
                                        "hasbro|free|plain",
                                        "text",
                                        "name(key=value,...)",
                                        "duration such as 2s or 200ms",
                                        "duration such as 2s or 200ms",
                                        "size such as 64M"};
    for (int i = 0; table[i].name; i++) {
        hra_text text;
        hra_text_init(&text);
        hra_option_describe(&table[i], &text);
        assert_string_equal(hra_text_string(&text), words[i]);
        hra_text_release(&text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(specs_split_into_name_and_options),
        cmocka_unit_test(wrong_specs_say_where),
        cmocka_unit_test(a_spec_has_at_most_1023_bytes),
        cmocka_unit_test(fallbacks_are_filled_in),
        cmocka_unit_test(numbers_are_read),
        cmocka_unit_test(texts_are_read),
        cmocka_unit_test(wrong_options_say_what_and_where),
        cmocka_unit_test(who_takes_no_options_says_so),
        cmocka_unit_test(a_full_table_fits),
        cmocka_unit_test(values_are_described),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
