/* Counts that are typed, of games or of game pairs, and what a tournament says of them. */
#include "tournament_counts.h"

#include <string.h>

#include "strength_report.h"

enum { PAIRS = 5, GAMES = 3 };

static const double values[PAIRS] = {0, 0.25, 0.5, 0.75, 1};

/* The three or five counts, from no points to all. */
typedef struct counts {
    int kinds; /* GAMES or PAIRS */
    uint64_t count[PAIRS];
    double value[PAIRS];
} counts;

/* ---- reading --------------------------------------------------------------------------------*/

/* A whole number that ends with a comma or the text; more than a count can be: false. */
static bool read_count(const char **at, uint64_t *out) {
    uint64_t n = 0;
    const char *from = *at;
    while (**at >= '0' && **at <= '9' && *at - from < 16)
        n = 10 * n + (uint64_t)(*(*at)++ - '0');
    *out = n;
    return *at > from && (!**at || **at == ',');
}

static bool read_pairs(const char *at, counts *out) {
    out->kinds = PAIRS;
    for (int i = 0; i < PAIRS; i++, at += i < PAIRS)
        if (!read_count(&at, &out->count[i]) || (i < PAIRS - 1 && *at != ','))
            return false;
    return !*at;
}

/* Each key at most once, in any order. */
static bool read_games(const char *at, counts *out) {
    static const char *const keys[GAMES] = {"losses=", "draws=", "wins="};
    bool given[GAMES] = {false};
    out->kinds = GAMES;
    while (*at) {
        int k = 0;
        while (k < GAMES && strncmp(at, keys[k], strlen(keys[k])) != 0)
            k++;
        if (k == GAMES || given[k])
            return false;
        given[k] = true;
        at += strlen(keys[k]);
        if (!read_count(&at, &out->count[k]))
            return false;
        at += *at == ',';
    }
    return given[0] && given[2];
}

static bool read_counts(const args *a, counts *out) {
    static const char pairs[] = "ptnml=";
    const char *text = args_text(a, "from-counts", "");
    *out = (counts){0};
    bool good = strncmp(text, pairs, sizeof pairs - 1) == 0 ? read_pairs(text + sizeof pairs - 1, out)
                                                            : read_games(text, out);
    uint64_t sum = 0;
    for (int i = 0; i < out->kinds; i++) {
        out->value[i] = out->kinds == PAIRS ? values[i] : values[2 * i];
        sum += out->count[i];
    }
    if (good && sum > 0)
        return true;
    print_error(_("%s: --from-counts takes counts such as wins=60,draws=900,losses=40 or "
                  "ptnml=2,24,160,30,4, with at least one game, not '%s'"),
                a->command->name, text);
    return false;
}

/* Nothing is played, so that nothing else can be asked for. */
static bool fits(const args *a) {
    static const char *const with[] = {"from-counts", "sprt", "sprt-model", "sprt-errors", "json"};
    if (a->word_count) {
        print_error(_("%s: --from-counts takes no game and players, found '%s'"), a->command->name,
                    a->words[0]);
        return false;
    }
    for (const args_option *o = a->command->options; o->name; o++) {
        bool fitting = !args_given(a, o->name);
        for (size_t i = 0; i < sizeof with / sizeof *with; i++)
            fitting = fitting || strcmp(o->name, with[i]) == 0;
        if (!fitting) {
            print_error(_("%s: --from-counts and --%s exclude each other"), a->command->name, o->name);
            return false;
        }
    }
    return true;
}

/* ---- what is printed ------------------------------------------------------------------------*/

static void show(const counts *c, const hra_elo_stats *s) {
    if (c->kinds == PAIRS) {
        print(_n("%llu game pair; score rate %.4F\n", "%llu game pairs; score rate %.4F\n", s->groups),
              (unsigned long long)s->groups, s->mean);
        pairs_show(c->count);
    } else {
        print(_n("%llu game: %llu won, %llu drawn, %llu lost; score rate %.4F\n",
                 "%llu games: %llu won, %llu drawn, %llu lost; score rate %.4F\n", s->groups),
              (unsigned long long)s->groups, (unsigned long long)c->count[2], (unsigned long long)c->count[1],
              (unsigned long long)c->count[0], s->mean);
    }
    strength_show(s);
    if (c->kinds == GAMES)
        print("%s", _("  (which games are pairs is unknown: the intervals are upper estimates, and those\n"
                      "  of pairs are narrower; ptnml= takes pairs)\n"));
}

static void add_counts(hra_json *json, const counts *c) {
    if (c->kinds == PAIRS) {
        hra_json_list(json, "pairs");
        for (int i = 0; i < PAIRS; i++)
            hra_json_count(json, NULL, c->count[i]);
        hra_json_end(json);
        return;
    }
    hra_json_count(json, "wins", c->count[2]);
    hra_json_count(json, "draws", c->count[1]);
    hra_json_count(json, "losses", c->count[0]);
}

static int show_json(const counts *c, const hra_elo_stats *s, const hra_sequential *test,
                     const hra_sequential_state *state) {
    static const char *const verdicts[] = {
        [HRA_GO_ON] = "open", [HRA_ACCEPT_LOW] = "low", [HRA_ACCEPT_HIGH] = "high"};
    hra_text out;
    hra_text_init(&out);
    hra_json json = hra_json_begin(&out);
    hra_json_object(&json, NULL);
    hra_json_count(&json, "groups", s->groups);
    add_counts(&json, c);
    hra_json_object(&json, "strength");
    hra_json_number(&json, "mean", s->mean);
    hra_json_number(&json, "stddev", s->stddev);
    hra_json_number(&json, "normalized", s->normalized);
    hra_json_number(&json, "normalized_error", s->normalized_error);
    hra_json_number(&json, "elo", s->elo);
    hra_json_number(&json, "low", s->low);
    hra_json_number(&json, "high", s->high);
    hra_json_number(&json, "los", s->los);
    hra_json_end(&json);
    if (test) {
        hra_json_sequential(&json, "test", test);
        hra_json_number(&json, "llr", state->llr);
        hra_json_text(&json, "verdict", verdicts[state->verdict]);
    }
    hra_json_end(&json);
    return print_json(&out);
}

int tournament_from_counts(const args *a) {
    counts c;
    hra_sequential test;
    hra_elo_stats strength;
    if (!fits(a) || !read_counts(a, &c) || !test_read(a, &test))
        return EXIT_WRONG;
    const hra_sample sample = {.value = c.value,
                               .count = c.count,
                               .kinds = c.kinds,
                               .reference = 0.5,
                               .games = c.kinds == PAIRS ? 2 : 1};
    const bool tested = args_given(a, "sprt");
    hra_elo_stats_of(&sample, &strength);
    const hra_sequential_state state = hra_sequential_judge(&test, &sample);
    if (args_given(a, "json"))
        return show_json(&c, &strength, tested ? &test : NULL, &state);
    show(&c, &strength);
    if (tested)
        test_show(&test, state.llr, state.verdict);
    return EXIT_DONE;
}
