/* Checks the JSON of a command on standard input: that it is one value, and has the keys that other
 * programs rely on.
 *
 *     hra perft tictactoe 9 --json | json_check perft
 *     hra perft tictactoe 9 --json | json_check perft leaves      prints that number
 *
 * Exit status: 0 good, 1 not, 2 wrong use. */
#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Types: s text, i whole number, n number, b yes or no, a list, o object; ? also null. */
static bool has_type(const json_t *value, const char *type) {
    if (type[1] == '?' && json_is_null(value))
        return true;
    switch (type[0]) {
    case 's':
        return json_is_string(value);
    case 'i':
        return json_is_integer(value);
    case 'n':
        return json_is_number(value) && isfinite(json_number_value(value));
    case 'b':
        return json_is_boolean(value);
    case 'a':
        return json_is_array(value);
    default:
        return json_is_object(value);
    }
}

/* keys: "game:s seed:i seat:i?" */
static bool has_keys(const json_t *object, const char *where, const char *keys) {
    char key[40], type[4];
    int n;
    if (!json_is_object(object)) {
        fprintf(stderr, "%s is no object\n", where);
        return false;
    }
    for (; sscanf(keys, " %39[^:]:%3s%n", key, type, &n) == 2; keys += n) {
        const json_t *value = json_object_get(object, key);
        if (!value || !has_type(value, type)) {
            fprintf(stderr, "%s: key '%s' is %s (type %s)\n", where, key,
                    value ? "of another type" : "missing", type);
            return false;
        }
    }
    return true;
}

/* Each entry of the list at `name` has these keys; there is at least one. */
static bool each_has(const json_t *object, const char *name, const char *keys) {
    const json_t *list = json_object_get(object, name);
    if (json_array_size(list) == 0) {
        fprintf(stderr, "the list '%s' is empty\n", name);
        return false;
    }
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!has_keys(json_array_get(list, i), name, keys))
            return false;
    return true;
}

static bool all_numbers(const json_t *list) {
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!has_type(json_array_get(list, i), "n")) {
            fprintf(stderr, "a list of values holds something else\n");
            return false;
        }
    return json_array_size(list) > 0;
}

/* ---- one function for each command ----------------------------------------------------------*/

#define OPTIONS "name:s values:s default:s? help:s?"

static bool options_of_each(const json_t *root, const char *name) {
    const json_t *list = json_object_get(root, name);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *options = json_object_get(json_array_get(list, i), "options");
        if (json_array_size(options) && !each_has(json_array_get(list, i), "options", OPTIONS))
            return false;
    }
    return true;
}

static bool check_games(const json_t *root) {
    const json_t *games = json_object_get(root, "games");
    if (!each_has(root, "games",
                  "name:s title:s summary:s options:a seats:o players:a evaluations:a protocols:a") ||
        !options_of_each(root, "games"))
        return false;
    for (size_t i = 0; i < json_array_size(games); i++) {
        const json_t *game = json_array_get(games, i);
        if (!has_keys(json_object_get(game, "seats"), "seats", "min:i max:i default:i") ||
            !options_of_each(game, "players") || !options_of_each(game, "evaluations"))
            return false;
    }
    return true;
}

static bool check_methods(const json_t *root) {
    return each_has(root, "methods", "name:s summary:s options:a") && options_of_each(root, "methods");
}

static bool check_plays(const json_t *root) {
    return each_has(root, "plays", "name:s bytes:i changed:n game:s? plies:i finished:b players:a");
}

static bool check_match(const json_t *root) {
    const json_t *players = json_object_get(root, "players");
    if (!has_keys(root, "match", "game:s seed:i games:i of:i groups:i partial:i seconds:n players:a") ||
        !each_has(
            root, "players",
            "player:s seat:i? mean:n stddev:n median:n min:n max:n percentiles:o wins:i draws:i losses:i "
            "score_rate:n? stderr:n by_seat:a histogram:o"))
        return false;
    for (size_t i = 0; i < json_array_size(players); i++) {
        const json_t *p = json_array_get(players, i);
        double low = json_number_value(json_object_get(p, "min")),
               high = json_number_value(json_object_get(p, "max"));
        double median = json_number_value(json_object_get(p, "median"));
        if (!has_keys(json_object_get(p, "percentiles"), "percentiles", "10:n 25:n 50:n 75:n 90:n"))
            return false;
        const json_t *histogram = json_object_get(p, "histogram"), *bars = json_object_get(histogram, "bars");
        if (!has_keys(histogram, "histogram", "from:n width:n bars:a"))
            return false;
        json_int_t counted = 0;
        for (size_t k = 0; k < json_array_size(bars); k++)
            counted += json_integer_value(json_array_get(bars, k));
        if (counted != json_integer_value(json_object_get(root, "games"))) {
            fprintf(stderr, "the bars of a histogram do not hold all games\n");
            return false;
        }
        if (!(low <= median && median <= high)) {
            fprintf(stderr, "min, median and max are out of order\n");
            return false;
        }
    }
    return true;
}

/* The numbers of "value" are of the kind that is told: where none is known all are null, else one is a
 * number; a bound says of which side. */
static bool says_what_it_is(const json_t *object) {
    static const char *const known[] = {"none", "exact", "bound", "mean", "estimate"};
    const json_t *value = json_object_get(object, "value");
    const char *kind = json_string_value(json_object_get(object, "kind"));
    const char *bound = json_string_value(json_object_get(object, "bound"));
    size_t at = 0, numbers = 0, nulls = 0, all = json_array_size(value);
    while (kind && at < sizeof known / sizeof *known && strcmp(known[at], kind) != 0)
        at++;
    for (size_t i = 0; i < all; i++) {
        numbers += json_is_number(json_array_get(value, i));
        nulls += json_is_null(json_array_get(value, i));
    }
    bool sided = bound && (strcmp(bound, "at most") == 0 || strcmp(bound, "at least") == 0);
    bool good = kind && at < sizeof known / sizeof *known && all > 0 && numbers + nulls == all &&
                (at == 0 ? numbers == 0 : numbers > 0) && (at == 2 ? sided : !bound);
    if (!good)
        fprintf(stderr, "a value is not of the kind '%s'\n", kind ? kind : "");
    return good;
}

static bool each_says(const json_t *list) {
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!says_what_it_is(json_array_get(list, i)))
            return false;
    return true;
}

static bool check_search(const json_t *root) {
    const json_t *moves = json_object_get(root, "moves");
    if (!has_keys(
            root, "search",
            "game:s position:s method:s move:s value:a depth:i nodes:i leaves:i cutoffs:i seconds:n pv:a "
            "distance:i? moves:a") ||
        !each_has(root, "moves", "move:s value:a exact:b visits:i distance:i?"))
        return false;
    return says_what_it_is(root) && each_says(moves);
}

/* A search of a position where chance is to move. */
static bool check_chance(const json_t *root) {
    return json_is_null(json_object_get(root, "move")) && !json_object_get(root, "moves") &&
           has_keys(root, "chance",
                    "game:s position:s method:s value:a depth:i nodes:i leaves:i seconds:n outcomes:a") &&
           each_has(root, "outcomes", "outcome:s probability:n value:a kind:s depth:i reply:s?") &&
           all_numbers(json_object_get(root, "value"));
}

static bool check_compare(const json_t *root) {
    return has_keys(root, "compare", "game:s position:s reference:s methods:a") &&
           each_has(root, "methods", "method:s move:s? value:a nodes:i seconds:n agrees:b?") &&
           each_says(json_object_get(root, "methods"));
}

static bool check_solve(const json_t *root) {
    const json_t *value = json_object_get(root, "value");
    bool unknown = json_is_null(json_array_get(value, 0)); /* solved in part, not up to the beginning */
    return has_keys(root, "solve", "game:s value:a states:i seconds:n") && (unknown || all_numbers(value));
}

static bool check_slices(const json_t *root) {
    return has_keys(root, "slices", "game:s slices:a") &&
           each_has(root, "slices", "name:s positions:i files:a needs:a");
}

static bool check_perft(const json_t *root) {
    return has_keys(root, "perft", "game:s depth:i leaves:i nodes:i seconds:n");
}

/* Expected + luck + others + revised - loss = result, for every seat. */
static bool check_review(const json_t *root) {
    const json_t *seats = json_object_get(root, "seats");
    if (!has_keys(root, "review",
                  "game:s judge:s unit:s decimals:i measure:s? curves:i grades:o? seats:a moves:a") ||
        !each_has(root, "seats",
                  "seat:i player:s expected:n luck:n others:n revised:n loss:n result:n mistakes:i choices:i "
                  "mean_loss:n? inaccuracies:i errors:i blunders:i accuracy:n?") ||
        !each_has(root, "moves", "ply:i turn:i seat:i? move:s worth:a unit:s"))
        return false;
    for (size_t i = 0; i < json_array_size(seats); i++) {
        const json_t *s = json_array_get(seats, i);
        double sum =
            json_number_value(json_object_get(s, "expected")) +
            json_number_value(json_object_get(s, "luck")) + json_number_value(json_object_get(s, "others")) +
            json_number_value(json_object_get(s, "revised")) - json_number_value(json_object_get(s, "loss"));
        double result = json_number_value(json_object_get(s, "result"));
        if (!(fabs(sum - result) < 1e-6)) {
            fprintf(stderr,
                    "seat %zu: expected + luck + others + revised - loss is %.9g, not the result %.9g\n", i,
                    sum, result);
            return false;
        }
    }
    return true;
}

static bool check_bench(const json_t *root) {
    return each_has(root, "benchmarks", "name:s rate:n unit:s seconds:n check:i");
}

static bool check_show(const json_t *root) {
    const json_t *board = json_object_get(root, "board"), *now = json_object_get(root, "now");
    return has_keys(root, "show", "game:s position:s board:o now:o presses:a") &&
           has_keys(board, "board", "seats:a shapes:a") && each_has(board, "seats", "name:s color:s") &&
           has_keys(now, "now", "size:a shapes:a") &&
           each_has(now, "shapes", "id:s kind:s at:a size:a name:s") &&
           each_has(root, "presses", "move:s press:a");
}

static bool check_any(const json_t *root) {
    return json_is_object(root);
}

static const struct kind {
    const char *name;
    bool (*check)(const json_t *root);
} kinds[] = {
    {"games", check_games},   {"methods", check_methods}, {"plays", check_plays},     {"match", check_match},
    {"search", check_search}, {"chance", check_chance},   {"compare", check_compare}, {"solve", check_solve},
    {"slices", check_slices}, {"perft", check_perft},     {"review", check_review},   {"bench", check_bench},
    {"show", check_show},     {"any", check_any},
};

static int check(const struct kind *kind, const char *key) {
    json_error_t error;
    json_t *root = json_loadf(stdin, JSON_REJECT_DUPLICATES, &error);
    if (!root) {
        fprintf(stderr, "no JSON: line %d, column %d: %s\n", error.line, error.column, error.text);
        return 1;
    }
    bool good = kind->check(root);
    if (good && key) {
        json_t *value = json_object_get(root, key);
        char *text = value ? json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(15)) : NULL;
        printf("%s\n", text ? text : "missing");
        free(text);
    }
    json_decref(root);
    return good ? 0 : 1;
}

int main(int argc, char **argv) {
    for (size_t i = 0; argc > 1 && i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(argv[1], kinds[i].name) == 0)
            return check(&kinds[i], argc > 2 ? argv[2] : NULL);
    fprintf(stderr, "usage: json_check games|methods|match|search|solve|slices|perft|review|bench|show|any "
                    "[KEY] < JSON\n");
    return 2;
}
