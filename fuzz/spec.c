/* Specs: splitting, reading options of every type, opening games. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "target.h"

static const hra_option every_type[] = {
    {.name = "int", .type = HRA_OPTION_INT, .fallback = "3", .min = -5, .max = 9, .help = "bounded"},
    {.name = "count", .type = HRA_OPTION_INT, .fallback = "0", .help = "unbounded"},
    {.name = "real", .type = HRA_OPTION_REAL, .fallback = "0.5", .min = 0, .max = 1, .help = "bounded"},
    {.name = "weight", .type = HRA_OPTION_REAL, .help = "unbounded, no fallback"},
    {.name = "flag", .type = HRA_OPTION_FLAG, .fallback = "no", .help = "yes or no"},
    {.name = "rules",
     .type = HRA_OPTION_CHOICE,
     .fallback = "b",
     .choices = "a|b|long-one",
     .help = "one of"},
    {.name = "file", .type = HRA_OPTION_TEXT, .help = "anything"},
    {.name = "eval", .type = HRA_OPTION_SPEC, .fallback = "material", .help = "another spec"},
    {.name = "time",
     .type = HRA_OPTION_DURATION,
     .fallback = "200ms",
     .min = 0,
     .max = 3600,
     .help = "seconds"},
    {.name = "size", .type = HRA_OPTION_SIZE, .fallback = "64M", .min = 1024, .max = 1e12, .help = "bytes"},
    {.name = NULL},
};

static void expect_between(double x, double min, double max, const char *what) {
    fuzz_expect(isfinite(x) && x >= min && x <= max, "a value lies within the bounds of its option", what);
}

static void check_values(const hra_options *o) {
    expect_between((double)hra_options_int(o, "int"), -5, 9, "int");
    expect_between(hra_options_real(o, "real"), 0, 1, "real");
    expect_between(hra_options_real(o, "time"), 0, 3600, "time");
    expect_between((double)hra_options_size(o, "size"), 1024, 1e12, "size");
    int choice = hra_options_choice(o, "rules");
    fuzz_expect(choice >= 0 && choice < 3, "a choice is one of those offered", "rules");
    hra_options_int(o, "count");
    hra_options_flag(o, "flag");
    if (hra_options_given(o, "weight"))
        fuzz_expect(isfinite(hra_options_real(o, "weight")), "numbers are finite", "weight");
    fuzz_expect((hra_options_text(o, "file") != NULL) == hra_options_given(o, "file"),
                "text without fallback is there when given", "file");
    const char *eval = hra_options_text(o, "eval");
    fuzz_expect(eval != NULL && strlen(eval) < HRA_SPEC_LENGTH, "text is there and ends", "eval");
    hra_options copy = *o; /* a plain struct: a copy answers alike */
    fuzz_expect(strcmp(hra_options_text(&copy, "eval"), eval) == 0, "a copy of options is as good", eval);
}

static void check_options(const char *text, size_t length, int offset, size_t total) {
    static hra_options options;
    hra_error why;
    hra_err err = hra_options_read(&options, every_type, NULL, "fuzz", text, length, offset, &why);
    if (err != 0)
        fuzz_expect_words(err, &why, total);
    else
        check_values(&options);
    err = hra_options_read(&options, NULL, NULL, "fuzz", text, length, offset, &why);
    fuzz_expect((err == 0) == (length == 0), "options are refused where none are taken", text);
}

static void check_game(const char *spec) {
    /* A spec may name files for a game to read, but none that never end. */
    if (strstr(spec, "/dev") != NULL || strstr(spec, "/proc") != NULL)
        return;
    hra_game *game = NULL;
    hra_error why;
    hra_err err = hra_game_open(&game, NULL, spec, &why);
    if (err != 0) {
        fuzz_expect_words(err, &why, strlen(spec));
        return;
    }
    fuzz_expect(strcmp(game->spec, spec) == 0, "a game keeps its spec as it was typed", spec);
    fuzz_expect(game->state_size > 0 && game->state_size <= HRA_MAX_STATE, "a state has a size", spec);
    void *state = malloc(game->state_size);
    if (state != NULL) {
        fuzz_lists lists;
        game->rules->init(game, state);
        fuzz_lists_init(&lists, game);
        fuzz_check_state(game, state, &lists);
        fuzz_lists_release(&lists);
        free(state);
    }
    hra_game_close(game);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *spec = fuzz_string(data, size);
    size_t total = strlen(spec), length = 0;
    char name[HRA_NAME_LENGTH];
    const char *options = NULL;
    hra_error why;
    hra_err err = hra_spec_split(spec, name, &options, &length, &why);
    if (err != 0) {
        fuzz_expect_words(err, &why, total);
        hra_game *game = NULL;
        fuzz_expect(hra_game_open(&game, NULL, spec, NULL) != 0, "what cannot be split opens nothing", spec);
    } else {
        fuzz_expect(name[0] != '\0' && memchr(name, '\0', sizeof name) != NULL, "a name is not empty", spec);
        fuzz_expect(options >= spec && length <= total && options + length <= spec + total,
                    "options lie in the spec", spec);
        check_options(options, length, (int)(options - spec), total);
        check_game(spec);
    }
    check_options(spec, total, 0, total);
    free(spec);
    return 0;
}
