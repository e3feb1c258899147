/* Formulas: against a twin that evaluates a tree instead of steps, on random formulas and positions of every game; errors,
 * with their place; and the terms, which keep their ranges. */
#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "formula/formula.h"
#include "hra/hra.h"

enum { MOST_TERMS = 16 };

/* ---- positions ------------------------------------------------------------------------------*/

typedef struct walk {
    hra_game *game;
    const hra_term *terms;
    int term_count;
    void *state;
    hra_rng rng;
} walk;

static void begin(walk *w, const char *spec) {
    memset(w, 0, sizeof *w);
    assert_int_equal(hra_game_open(&w->game, NULL, spec, NULL), 0);
    w->terms = hra_rules_offers(w->game->rules)->terms;
    while (w->terms && w->terms[w->term_count].name)
        w->term_count++;
    w->state = malloc((size_t)hra_encoding_of(w->game).state_size);
    assert_non_null(w->state);
    assert_int_equal(hra_state_init(w->game, 0, w->state, NULL), 0);
    hra_rng_init(&w->rng, 7);
}

static void end(walk *w) {
    free(w->state);
    hra_game_close(w->game);
}

/* A random move, or one of chance; from the beginning where the game is over. */
static void step(walk *w) {
    int mover = 0, count = 0;
    hra_move move, moves[4096];
    assert_int_equal(hra_state_to_move(w->game, w->state, &mover, NULL), 0);
    if (mover == HRA_OVER) {
        assert_int_equal(hra_state_init(w->game, 0, w->state, NULL), 0);
        return;
    }
    if (mover == HRA_CHANCE) {
        assert_int_equal(hra_state_roll(w->game, w->state, hra_rng_next(&w->rng), &move, NULL), 0);
    } else {
        assert_int_equal(hra_state_moves(w->game, w->state, moves, NULL, 4096, &count, NULL), 0);
        move = moves[hra_rng_below(&w->rng, (uint32_t)count)];
    }
    assert_int_equal(hra_state_apply(w->game, w->state, move, NULL), 0);
}

static const char *const games[] = {"checkers",
                                    "race",
                                    "race:seats=2,pieces=2",
                                    "backgammon",
                                    "yahtzee:seats=3",
                                    "pacman",
                                    "nim",
                                    "matches",
                                    "tictactoe",
                                    "empire",
                                    "empire:seats=5",
                                    "yahtzee",
                                    NULL};

/* ---- the twin: a tree that writes itself as text and has a value -----------------------------*/

typedef struct node {
    const char *name; /* of the operation or function; "" for a number, "." for a term */
    double number;
    int term, whose; /* 0 mine, 1 theirs, 2 alone */
    int count;
    struct node *part[3];
} node;

static const struct {
    const char *name;
    int count;
} operations[] = {{"+", 2},   {"-", 2},   {"*", 2},     {"/", 2},   {"<", 2},   {"<=", 2},   {"==", 2},
                  {">", 2},   {">=", 2},  {"!=", 2},    {"and", 2}, {"or", 2},  {"not", 1},  {"neg", 1},
                  {"min", 2}, {"max", 2}, {"clamp", 3}, {"if", 3},  {"abs", 1}, {"sqrt", 1}, {"floor", 1}};

static node *grow(walk *w, int depth) {
    node *n = calloc(1, sizeof *n);
    assert_non_null(n);
    if (depth == 0 || hra_rng_below(&w->rng, 5) == 0) {
        n->name = hra_rng_below(&w->rng, 3) ? "." : "";
        n->number = hra_rng_below(&w->rng, 4000) / 16.0; /* short in decimals */
        n->term = (int)hra_rng_below(&w->rng, (uint32_t)w->term_count);
        n->whose = w->terms[n->term].shared ? 2 : (int)hra_rng_below(&w->rng, 3);
        if (n->whose == 1 && w->game->seats == 1)
            n->whose = 0;
        return n;
    }
    uint32_t i = hra_rng_below(&w->rng, sizeof operations / sizeof *operations);
    n->name = operations[i].name;
    n->count = operations[i].count;
    for (int k = 0; k < n->count; k++)
        n->part[k] = grow(w, depth - 1);
    return n;
}

static void cut(node *n) {
    for (int k = 0; k < n->count; k++)
        cut(n->part[k]);
    free(n);
}

static bool is_word(const char *name) {
    return *name >= 'a' && *name <= 'z';
}

static void write(const walk *w, const node *n, hra_text *out) {
    static const char *const whose[] = {"mine.", "theirs.", ""};
    if (!*n->name) {
        hra_text_addf(out, "%.10g", n->number);
    } else if (strcmp(n->name, ".") == 0) {
        hra_text_addf(out, "%s%s", whose[n->whose], w->terms[n->term].name);
    } else if (strcmp(n->name, "neg") == 0 || strcmp(n->name, "not") == 0) {
        hra_text_add(out, *n->name == 'n' && n->name[1] == 'e' ? "(- (" : "(not (");
        write(w, n->part[0], out);
        hra_text_add(out, "))");
    } else if (n->count == 2 &&
               (!is_word(n->name) || strcmp(n->name, "and") == 0 || strcmp(n->name, "or") == 0)) {
        hra_text_add(out, "(");
        write(w, n->part[0], out);
        hra_text_addf(out, " %s ", n->name);
        write(w, n->part[1], out);
        hra_text_add(out, ")");
    } else {
        hra_text_addf(out, "%s(", n->name);
        for (int k = 0; k < n->count; k++) {
            hra_text_add(out, k ? ", " : "");
            write(w, n->part[k], out);
        }
        hra_text_add(out, ")");
    }
}

static double bound(double x) {
    return fmax(fmin(x, 1e15), -1e15);
}

static double of_term(const walk *w, const node *n, int seat) {
    const hra_term *t = &w->terms[n->term];
    double mine = t->value(w->game, w->state, t->shared ? 0 : seat), others = 0;
    if (t->shared || w->game->seats == 1)
        return mine;
    for (int other = 0; other < w->game->seats; other++)
        if (other != seat)
            others += t->value(w->game, w->state, other);
    others /= w->game->seats - 1;
    return n->whose == 0 ? mine : n->whose == 1 ? others : mine - others;
}

static double value(const walk *w, const node *n, int seat) {
    double x[3];
    const char *name = n->name;
    if (!*name)
        return n->number;
    if (strcmp(name, ".") == 0)
        return of_term(w, n, seat);
    for (int k = 0; k < n->count; k++)
        x[k] = value(w, n->part[k], seat);
#define IS(word) (strcmp(name, word) == 0)
    return IS("+")       ? bound(x[0] + x[1])
           : IS("-")     ? bound(x[0] - x[1])
           : IS("*")     ? bound(x[0] * x[1])
           : IS("/")     ? (x[1] == 0 ? 0 : bound(x[0] / x[1]))
           : IS("<")     ? x[0] < x[1]
           : IS("<=")    ? x[0] <= x[1]
           : IS(">")     ? x[0] > x[1]
           : IS(">=")    ? x[0] >= x[1]
           : IS("==")    ? x[0] == x[1]
           : IS("!=")    ? x[0] != x[1]
           : IS("and")   ? (x[0] != 0) & (x[1] != 0)
           : IS("or")    ? (x[0] != 0) | (x[1] != 0)
           : IS("not")   ? x[0] == 0
           : IS("neg")   ? -x[0]
           : IS("min")   ? fmin(x[0], x[1])
           : IS("max")   ? fmax(x[0], x[1])
           : IS("if")    ? (x[0] != 0 ? x[1] : x[2])
           : IS("abs")   ? fabs(x[0])
           : IS("sqrt")  ? sqrt(fmax(x[0], 0))
           : IS("floor") ? floor(x[0])
                         : fmax(x[1], fmin(x[0], x[2])); /* clamp */
#undef IS
}

static void random_formulas_have_the_value_of_their_tree(void **state) {
    for (const char *const *spec = games; *spec; spec++) {
        walk w;
        begin(&w, *spec);
        for (int i = 0; i < 300; i++) {
            hra_formula f;
            hra_error why;
            hra_text text;
            double out[HRA_MAX_SEATS];
            node *root = grow(&w, 4);
            hra_text_init(&text);
            write(&w, root, &text);
            if (hra_formula_read(&f, w.game, hra_text_string(&text), &why) != 0)
                fail_msg("%s: %s", hra_text_string(&text), why.text);
            for (int k = 0; k < 10; k++) {
                step(&w);
                hra_formula_values(&f, w.state, out);
                for (int seat = 0; seat < w.game->seats; seat++)
                    if (out[seat] != value(&w, root, seat))
                        fail_msg("%s: %s: %.17g, not %.17g", *spec, hra_text_string(&text), out[seat],
                                 value(&w, root, seat));
            }
            hra_text_release(&text);
            cut(root);
        }
        end(&w);
    }
}

/* ---- what binds more ------------------------------------------------------------------------*/

static double constant(const char *text) {
    walk w;
    hra_formula f;
    hra_error why;
    double out[HRA_MAX_SEATS];
    begin(&w, "nim");
    if (hra_formula_read(&f, w.game, text, &why) != 0)
        fail_msg("%s: %s", text, why.text);
    hra_formula_values(&f, w.state, out);
    end(&w);
    return out[0];
}

static void operations_bind_as_in_arithmetic(void **state) {
    static const struct {
        const char *text;
        double value;
    } rows[] = {{"1+2*3", 7},        {"10-3-2", 5},         {"64/4/2", 8},
                {"-2*-3", 6},        {"- - 2", 2},          {"2-(3-4)", 3},
                {"1+1<3", 1},        {"1<2==1", 1},         {"not 1 == 2", 1},
                {"not not 5", 1},    {"1 or 0 and 0", 1},   {"(1 or 0) and 0", 0},
                {"5/0", 0},          {"sqrt(-4)", 0},       {"1e300", 1e15},
                {"1e15*1e15", 1e15}, {"-1e15-1e15", -1e15}, {"clamp(5,1,3)", 3},
                {"clamp(5,7,3)", 7}, {"min(4,2,3)", 2},     {"max(1,2,3,0)", 3},
                {"if(0,1,2)", 2},    {"floor(-1.5)", -2},   {".5+1.", 1.5},
                {" 2\t+ 2 ", 4},     {"abs(-3)*2", 6},      {"3 != 3", 0},
                {"1.5e2", 150}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (constant(rows[i].text) != rows[i].value)
            fail_msg("%s is %g, not %g", rows[i].text, constant(rows[i].text), rows[i].value);
}

/* ---- errors ---------------------------------------------------------------------------------*/

static void errors_say_where(void **state) {
    static const struct {
        const char *game, *text, *part;
    } rows[] = {{"checkers", "10*mn", "character 4"},
                {"checkers", "10*mn", "did you mean 'men'"},
                {"checkers", "mine.", "mine.men"},
                {"checkers", "theirs", "mine.men"},
                {"checkers", "men +", "ends where"},
                {"checkers", "", "ends where"},
                {"checkers", "(men", "ends where"},
                {"checkers", "men kings", "character 5"},
                {"checkers", "men,kings", "character 4"},
                {"checkers", "sqrt(1,2)", "character 1"},
                {"checkers", "if(1,2)", "with 3 numbers, not with 2"},
                {"checkers", "min(1)", "two numbers"},
                {"checkers", "clamp", "'('"},
                {"checkers", "men & kings", "character 5"},
                {"checkers", "1e999", "a number"},
                {"checkers", "0x10", "found 'x10'"},
                {"checkers", "inf", "no term 'inf'"},
                {"checkers", "men\xc3\xa9", "character 4"},
                {"nim", "mine.rows", "belongs to the position"},
                {"yahtzee", "theirs.score", "only one"},
                {"tree", "1", "has no terms"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        hra_game *game;
        hra_formula f;
        hra_error why = {0};
        assert_int_equal(hra_game_open(&game, NULL, rows[i].game, NULL), 0);
        assert_int_not_equal(hra_formula_read(&f, game, rows[i].text, &why), 0);
        if (!strstr(why.text, rows[i].part))
            fail_msg("'%s': %s", rows[i].text, why.text);
        hra_game_close(game);
    }
}

/* `unit` again and again between `open` and `close`. */
static hra_err repeated(const char *open, const char *unit, const char *close, int count) {
    walk w;
    hra_text text;
    hra_formula f;
    begin(&w, "checkers");
    hra_text_init(&text);
    for (int i = 0; i < count; i++)
        hra_text_add(&text, open);
    hra_text_add(&text, "1");
    for (int i = 0; i < count; i++)
        hra_text_addf(&text, "%s%s", unit, close);
    hra_err err = hra_formula_read(&f, w.game, hra_text_string(&text), NULL);
    hra_text_release(&text);
    end(&w);
    return err;
}

static void long_and_deep_formulas_are_refused(void **state) {
    assert_int_equal(repeated("", "+1", "", 127), 0); /* 128 numbers, 127 operations */
    assert_int_equal(repeated("", "+1", "", 128), HRA_ELIMIT);
    assert_int_equal(repeated("(", "", ")", 63), 0);
    assert_int_equal(repeated("(", "", ")", 64), HRA_ELIMIT);
    assert_int_equal(repeated("-", "", "", 63), 0);
    assert_int_equal(repeated("-", "", "", 5000), HRA_ELIMIT);
    assert_int_equal(repeated("not ", "", "", 200), HRA_ELIMIT);
    assert_int_equal(repeated(" ", "", "", 4095), 0);
    assert_int_equal(repeated(" ", "", "", 4096), HRA_ELIMIT);
}

/* ---- the evaluation -------------------------------------------------------------------------*/

static uint64_t nodes_of(hra_game *game, const char *spec, const void *at, hra_move *move) {
    hra_agent *agent;
    hra_error why;
    hra_analysis analysis;
    const hra_question question = {.state = at, .seed = 1};
    if (hra_agent_open_spec(&agent, game, spec, &why) != 0)
        fail_msg("%s: %s", spec, why.text);
    hra_analysis_init(&analysis);
    assert_int_equal(hra_agent_ask(agent, &question, &analysis), 0);
    const uint64_t nodes = analysis.nodes;
    *move = analysis.move;
    hra_analysis_release(&analysis);
    hra_agent_close(agent);
    return nodes;
}

/* A formula that copies a compiled evaluation has its tree. */
static void a_copy_of_material_searches_the_same_tree(void **state) {
    walk w;
    begin(&w, "checkers");
    for (int i = 0, mover; i < 20; i++) {
        hra_move by_material, by_formula;
        step(&w);
        assert_int_equal(hra_state_to_move(w.game, w.state, &mover, NULL), 0);
        if (mover < 0)
            continue;
        uint64_t nodes = nodes_of(w.game, "alphabeta:depth=5,eval=material", w.state, &by_material);
        assert_true(nodes ==
                    nodes_of(w.game, "alphabeta:depth=5,eval=expr(men + 1.5*kings)", w.state, &by_formula));
        assert_true(by_material == by_formula);
    }
    end(&w);
}

static void two_sides_lose_what_the_other_wins(void **state) {
    walk w;
    hra_eval eval;
    hra_evaluator e;
    double out[HRA_MAX_SEATS], by[HRA_MAX_SEATS];
    hra_formula f;
    begin(&w, "checkers");
    const char *text = "3*mine.men*mine.steps - theirs.back";
    assert_int_equal(hra_formula_read(&f, w.game, text, NULL), 0);
    assert_int_equal(hra_eval_open(&eval, w.game, "expr(3*mine.men*mine.steps - theirs.back)", NULL), 0);
    assert_int_equal(hra_evaluator_open(&e, &eval), 0);
    for (int i = 0; i < 200; i++) {
        step(&w);
        hra_formula_values(&f, w.state, by);
        hra_evaluate(&e, w.state, out);
        assert_true(out[0] == (by[0] - by[1]) / 2 && out[1] == -out[0]);
    }
    hra_evaluator_close(&e);
    hra_eval_close(&eval);
    end(&w);
}

/* The same bits of 100,000 positions, whatever compiler and machine. */
static void values_are_the_same_everywhere(void **state) {
    walk w;
    hra_formula f;
    uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a */
    begin(&w, "checkers");
    assert_int_equal(
        hra_formula_read(&f, w.game,
                         "10*men + 15.1*kings - 2*mine.back/(1 + theirs.edge) + sqrt(mine.steps)/3 + "
                         "floor(7*apart)/9 - if(mine.corner < near, mine.rows/11, 0.1)",
                         NULL),
        0);
    for (int i = 0; i < 100000; i++) {
        double out[2];
        step(&w);
        hra_formula_values(&f, w.state, out);
        for (int k = 0; k < 2; k++) {
            uint64_t bits;
            memcpy(&bits, &out[k], sizeof bits);
            for (int b = 0; b < 64; b += 8)
                hash = (hash ^ (bits >> b & 255)) * UINT64_C(1099511628211);
        }
    }
    if (hash != UINT64_C(0xef7889ce194a6244))
        fail_msg("the hash is %016" PRIx64, hash);
    end(&w);
}

/* ---- terms ----------------------------------------------------------------------------------*/

static void names_are_words(const walk *w) {
    for (int i = 0; i < w->term_count; i++) {
        const char *name = w->terms[i].name;
        assert_true(strlen(name) < HRA_NAME_LENGTH && *name >= 'a' && *name <= 'z');
        assert_int_equal(strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_"), strlen(name));
        assert_true(w->terms[i].help && *w->terms[i].help && w->terms[i].least < w->terms[i].most);
        for (int k = 0; k < i; k++)
            assert_string_not_equal(name, w->terms[k].name);
    }
}

static void terms_keep_their_ranges(void **state) {
    for (const char *const *spec = games; *spec; spec++) {
        walk w;
        bool differs[MOST_TERMS] = {false};
        double first[MOST_TERMS];
        begin(&w, *spec);
        assert_true(w.term_count > 0 && w.term_count <= MOST_TERMS);
        names_are_words(&w);
        for (int i = 0; i < 5000; i++, step(&w))
            for (int t = 0; t < w.term_count; t++)
                for (int seat = 0; seat < (w.terms[t].shared ? 1 : w.game->seats); seat++) {
                    double x = w.terms[t].value(w.game, w.state, seat);
                    if (!(x >= w.terms[t].least && x <= w.terms[t].most))
                        fail_msg("%s: %s of seat %d is %g", *spec, w.terms[t].name, seat, x);
                    first[t] = i + seat ? first[t] : x;
                    differs[t] = differs[t] || x != first[t];
                }
        for (int t = 0; t < w.term_count; t++)
            if (!differs[t] && strcmp(w.terms[t].name, "bonus") != 0 &&
                strcmp(w.terms[t].name, "further") != 0)
                fail_msg("%s: %s never changed", *spec, w.terms[t].name);
        end(&w);
    }
}

static double at_position(const char *spec, const char *position, const char *text) {
    walk w;
    hra_formula f;
    double out[HRA_MAX_SEATS];
    begin(&w, spec);
    assert_int_equal(hra_state_read(w.game, position, w.state, NULL), 0);
    assert_int_equal(hra_formula_read(&f, w.game, text, NULL), 0);
    hra_formula_values(&f, w.state, out);
    end(&w);
    return out[0];
}

/* Counted by hand. */
static void terms_count_what_they_say(void **state) {
    const char *card = "card=fours:12,fives:25,sixes:30,yahtzee:50";
    assert_true(at_position("yahtzee", card, "bonus") == 1 && at_position("yahtzee", card, "further") == 1);
    assert_true(at_position("yahtzee", card, "score") == 152 && at_position("yahtzee", card, "boxes") == 9);
    assert_true(at_position("yahtzee", card, "surplus") == 63 - 45 &&
                at_position("yahtzee", card, "upper_boxes") == 3);
    const char *ending = "W:W18,K27:BK1,K10,4"; /* White moves; Black is seat 0 */
    assert_true(at_position("checkers", ending, "mine.kings") == 2 &&
                at_position("checkers", ending, "kings") == 1);
    assert_true(at_position("checkers", ending, "mine.back") == 1 &&
                at_position("checkers", ending, "mine.corner") == 0);
    assert_true(at_position("checkers", ending, "theirs.corner") == 1 &&
                at_position("checkers", ending, "mine.near") == 2);
    assert_true(at_position("checkers", ending, "theirs.turn") == 1 &&
                at_position("checkers", ending, "theirs.rows") == 3);
    assert_true(at_position("nim:rows=3-5-7", "1-5-7", "nim_sum") == 3 &&
                at_position("nim:rows=3-5-7", "1-5-7", "ones") == 1);
    assert_true(at_position("tictactoe", "X../.O./..X", "twos") == 0 &&
                at_position("tictactoe", "X.X/.O./...", "twos") == 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_formulas_have_the_value_of_their_tree),
        cmocka_unit_test(operations_bind_as_in_arithmetic),
        cmocka_unit_test(errors_say_where),
        cmocka_unit_test(long_and_deep_formulas_are_refused),
        cmocka_unit_test(a_copy_of_material_searches_the_same_tree),
        cmocka_unit_test(two_sides_lose_what_the_other_wins),
        cmocka_unit_test(values_are_the_same_everywhere),
        cmocka_unit_test(terms_keep_their_ranges),
        cmocka_unit_test(terms_count_what_they_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
