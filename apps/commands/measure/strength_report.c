/* Elo, LOS and a sequential test, as every command prints them. */
#include "strength_report.h"

#include <math.h>
#include <string.h>

/* ---- options --------------------------------------------------------------------------------*/

/* Two numbers with a comma between them. */
static bool read_two(const args *a, const char *option, double *first, double *second) {
    const char *text = args_text(a, option, NULL), *end;
    if (!text)
        return true;
    if (hra_number_read(text, &end, first) && *end == ',' && hra_number_read(end + 1, &end, second) && !*end)
        return true;
    print_error(_("%s: --%s takes two numbers, such as %s, not '%s'"), a->command->name, option,
                strcmp(option, "sprt") == 0 ? "0,5" : "0.05,0.05", text);
    return false;
}

/* The usual error rates show which of the two options is wrong. */
static bool test_fits(const args *a, const hra_sequential *test) {
    hra_sequential usual = {.low = test->low, .high = test->high, .alpha = 0.05, .beta = 0.05};
    hra_error why;
    const bool wanted = args_given(a, "sprt");
    for (int i = 0; i < 2 && !wanted; i++)
        if (args_given(a, i ? "sprt-model" : "sprt-errors")) {
            print_error(_("%s: --%s needs --sprt"), a->command->name, i ? "sprt-model" : "sprt-errors");
            return false;
        }
    if (!wanted || hra_sequential_check(test, &why) == 0)
        return true;
    print_error("%s: --%s: %s", a->command->name,
                hra_sequential_check(&usual, NULL) == 0 ? "sprt-errors" : "sprt", why.text);
    return false;
}

bool test_read(const args *a, hra_sequential *test) {
    *test = (hra_sequential){.alpha = 0.05,
                             .beta = 0.05,
                             .logistic = strcmp(args_text(a, "sprt-model", "normalized"), "logistic") == 0};
    return read_two(a, "sprt", &test->low, &test->high) &&
           read_two(a, "sprt-errors", &test->alpha, &test->beta) && test_fits(a, test);
}

/* ---- text -----------------------------------------------------------------------------------*/

void pairs_show(const uint64_t pairs[5]) {
    print(_("Ptnml(0-2), game pairs with 0, 1/2, 1, 3/2, 2 points: %llu, %llu, %llu, %llu, %llu\n"),
          (unsigned long long)pairs[0], (unsigned long long)pairs[1], (unsigned long long)pairs[2],
          (unsigned long long)pairs[3], (unsigned long long)pairs[4]);
}

void elo_show(double elo, double low, double high, double los) {
    print(_(" %+.1F  (95 %%: %+.1F %+.1F); LOS %.1F %%\n"), print_rounded(elo, 1),
          print_rounded(low - elo, 1), print_rounded(high - elo, 1), 100 * los);
}

void strength_show(const hra_elo_stats *s) {
    if (isfinite(s->normalized) && isfinite(s->normalized_error))
        print(_("normalized Elo %+.1F  (95 %%: %+.1F %+.1F)\n"), print_rounded(s->normalized, 1),
              print_rounded(-s->normalized_error, 1), print_rounded(s->normalized_error, 1));
    if (s->logistic && isfinite(s->elo) && isfinite(s->low) && isfinite(s->high)) {
        print("Elo");
        elo_show(s->elo, s->low, s->high, s->los);
    }
}

void test_show(const hra_sequential *test, double llr, hra_verdict verdict) {
    const hra_sequential_state begin = hra_sequential_judge(test, NULL);
    print(test->logistic
              ? _("test of %G against %G logistic Elo: log-likelihood ratio %.3F of %.3F .. %.3F: ")
              : _("test of %G against %G normalized Elo: log-likelihood ratio %.3F of %.3F .. %.3F: "),
          test->low, test->high, print_rounded(llr, 3), begin.lower, begin.upper);
    if (verdict == HRA_GO_ON)
        print("%s", _("not decided\n"));
    else
        print(_("%G is accepted\n"), verdict == HRA_ACCEPT_HIGH ? test->high : test->low);
}
