/* Names that changed: by tests/renamed.def, which stands in this program where src/rules/renamed.def stands in the library,
 * each kind of old name is what has the new one; and both tables hold what is asked of such a table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "../apps/commands/commands.h"
#include "hra/learn.h"
#include "hra/match.h"
#include "match/adjudicator.h"
#include "rules/rename.h"
#include "rules/renamed.c" /* by HRA_RENAMED_DEF the table of the test */

static const hra_rename product[] = {
#include "rules/renamed.def"
    {HRA_NAME_GAME, NULL, NULL, NULL},
};

/* ---- what is called so today ----------------------------------------------------------------*/

typedef bool look(void *self, const char *owner, const hra_option *table);

/* Whether any option table, of anything, is what is looked for. */
static bool any_table(look *is, void *self) {
    const hra_player_kind *player;
    const hra_learn_method *learning;
    const hra_evaluation *general;
    for (int i = 0; hra_registry_game(NULL, i); i++) {
        hra_option table[HRA_MAX_OPTIONS + 1];
        const hra_rules *rules = hra_registry_game(NULL, i);
        const hra_rules_catalogue *offers = hra_rules_offers(rules);
        hra_rules_options(rules, table);
        if (is(self, rules->name, table))
            return true;
        for (const hra_player_kind *const *own = offers->experts; own && *own; own++)
            if (is(self, (*own)->name, (*own)->options))
                return true;
        for (const hra_evaluation *own = offers->evaluations; own && own->name; own++)
            if (is(self, own->name, own->options))
                return true;
        for (int j = 0; (learning = hra_learn_own_at(rules, j)) != NULL; j++)
            if (is(self, learning->name, learning->options))
                return true;
    }
    for (int i = 0; (player = hra_registry_player(NULL, i)) != NULL; i++)
        if (is(self, player->name, player->options))
            return true;
    for (int i = 0; (general = hra_general_evaluation(i)) != NULL; i++)
        if (is(self, general->name, general->options))
            return true;
    for (int i = 0; (learning = hra_learn_method_at(i)) != NULL; i++)
        if (is(self, learning->name, learning->options))
            return true;
    return false;
}

static const hra_option *option_of(const hra_option *table, const char *name) {
    for (const hra_option *o = table; o && o->name; o++)
        if (hra_same_name(o->name, name))
            return o;
    return NULL;
}

static bool is_word_of(const char *choices, const char *name) {
    const size_t length = strlen(name);
    for (const char *at = choices; *at; at += *at == '|') {
        const size_t n = strcspn(at, "|");
        if (n == length && strncmp(at, name, n) == 0)
            return true;
        at += n;
    }
    return false;
}

static bool is_choice(const hra_option *o, const char *name) {
    return o && o->type == HRA_OPTION_CHOICE && is_word_of(o->choices, name);
}

/* An owner with this name as an option, or as a choice of one; *also too. */
typedef struct search {
    const hra_rename *row;
    const char *name, *also;
} search;

static bool has_option(void *self, const char *owner, const hra_option *table) {
    const search *s = self;
    if (*s->row->owner && strcmp(s->row->owner, owner) != 0)
        return false;
    return option_of(table, s->name) && (!s->also || option_of(table, s->also));
}

static bool has_value(void *self, const char *owner, const hra_option *table) {
    const search *s = self;
    const char *dot = strchr(s->row->owner, '.');
    const size_t length = dot ? (size_t)(dot - s->row->owner) : 0;
    if (!dot || (length && (strncmp(s->row->owner, owner, length) != 0 || owner[length])))
        return false;
    const hra_option *o = option_of(table, dot + 1);
    return is_choice(o, s->name) && (!s->also || is_choice(o, s->also));
}

static bool is_game(const char *name) {
    for (int i = 0; hra_registry_game(NULL, i); i++)
        if (strcmp(hra_registry_game(NULL, i)->name, name) == 0)
            return true;
    return false;
}

static bool is_general(const char *name, bool method) {
    const hra_player_kind *kind;
    for (int i = 0; (kind = hra_registry_player(NULL, i)) != NULL; i++)
        if (strcmp(kind->name, name) == 0)
            return !method || kind->title;
    return false;
}

static bool is_own(const char *game, const char *name) {
    const hra_rules_catalogue *offers =
        is_game(game) ? hra_rules_offers(hra_registry_find_game(NULL, game)) : NULL;
    for (const hra_player_kind *const *own = offers ? offers->experts : NULL; own && *own; own++)
        if (strcmp((*own)->name, name) == 0)
            return true;
    for (const hra_model *m = offers ? offers->models : NULL; m && m->name; m++)
        if (strcmp(m->name, name) == 0)
            return true;
    return false;
}

static bool is_method(const char *name) {
    const hra_learn_method *kind;
    for (int i = 0; (kind = hra_learn_method_at(i)) != NULL; i++)
        if (strcmp(kind->name, name) == 0)
            return true;
    return is_general(name, true);
}

static bool is_evaluation(const char *game, const char *name) {
    const hra_evaluation *kind;
    const hra_evaluation *own =
        *game && is_game(game) ? hra_rules_offers(hra_registry_find_game(NULL, game))->evaluations : NULL;
    for (; own && own->name; own++)
        if (strcmp(own->name, name) == 0)
            return true;
    for (int i = 0; !*game && (kind = hra_general_evaluation(i)) != NULL; i++)
        if (strcmp(kind->name, name) == 0)
            return true;
    return false;
}

static bool is_command_option(const char *command, const char *name) {
    for (int i = 0; command_at(i); i++)
        for (const args_option *o = command_at(i)->options; o && o->name; o++)
            if ((!*command || strcmp(command_at(i)->name, command) == 0) && hra_same_name(o->name, name))
                return true;
    return false;
}

static bool is_command_value(const char *option, const char *name) {
    for (int i = 0; command_at(i); i++)
        for (const args_option *o = command_at(i)->options; o && o->name; o++)
            if (o->value && strchr(o->value, '|') && strcmp(o->name, option) == 0 &&
                is_word_of(o->value, name))
                return true;
    return false;
}

/* Whether it is a name of today; `also` (or NULL) one of the same thing. */
static bool is_now(const hra_rename *row, const char *name, const char *also) {
    search s = {row, name, also};
    switch (row->kind) {
    case HRA_NAME_GAME:
        return is_game(name);
    case HRA_NAME_PLAYER:
        return *row->owner ? is_own(row->owner, name) : is_general(name, false);
    case HRA_NAME_METHOD:
        return is_method(name);
    case HRA_NAME_EVALUATION:
        return is_evaluation(row->owner, name);
    case HRA_NAME_OPTION:
        return any_table(has_option, &s);
    case HRA_NAME_VALUE:
        if (strncmp(row->owner, "--", 2) == 0)
            return is_command_value(row->owner + 2, name);
        return any_table(has_value, &s);
    case HRA_NAME_COMMAND_OPTION:
        return is_command_option(row->owner, name);
    case HRA_NAME_SUB_KEY:
        return strncmp(row->owner, "--", 2) == 0 && option_of(hra_adjudicator_keys(row->owner + 2), name);
    }
    return false;
}

/* ---- what a table may not hold --------------------------------------------------------------*/

/* Whether the old name is one of today of what has the new one. */
static bool is_taken(const hra_rename *row) {
    const bool shared = row->kind == HRA_NAME_OPTION || row->kind == HRA_NAME_VALUE;
    if (row->kind == HRA_NAME_PLAYER && is_general(row->old, false)) /* which a game of its own would hide */
        return true;
    if (row->kind == HRA_NAME_COMMAND_OPTION && !*row->owner) {
        for (int i = 0; command_at(i); i++)
            if (is_command_option(command_at(i)->name, row->now) &&
                is_command_option(command_at(i)->name, row->old))
                return true;
        return false;
    }
    return is_now(row, row->old, shared ? row->now : NULL);
}

static bool same_owner(const hra_rename *a, const hra_rename *b) {
    return a->kind == b->kind && (!*a->owner || !*b->owner || hra_same_name(a->owner, b->owner));
}

/* What is wrong with a table; NULL: nothing. */
static const char *fault_of(const hra_rename *rows) {
    for (const hra_rename *row = rows; row->old; row++) {
        if (is_taken(row))
            return "an old name is one of today";
        for (const hra_rename *other = rows; other->old; other++) {
            if (same_owner(row, other) && hra_same_name(row->now, other->old))
                return "a new name is an old one";
            if (other != row && same_owner(row, other) && strcmp(row->owner, other->owner) == 0 &&
                hra_same_name(row->old, other->old))
                return "an old name leads to two";
        }
        if (!is_now(row, row->now, NULL))
            return "a new name is nowhere";
    }
    return NULL;
}

static void test_tables_hold(void **unused) {
    const char *fault = fault_of(product);
    if (fault)
        fail_msg("src/rules/renamed.def: %s", fault);
    fault = fault_of(hra_renames());
    if (fault)
        fail_msg("tests/renamed.def: %s", fault);
}

#define ROW(kind, owner, old, now)                                                                           \
    { HRA_NAME_##kind, owner, old, now }
#define END                                                                                                  \
    { HRA_NAME_GAME, NULL, NULL, NULL }

static void test_wrong_tables_are_refused(void **unused) {
    static const struct {
        const char *fault;
        hra_rename rows[3];
    } cases[] = {
        {"an old name is one of today", {ROW(GAME, "", "nim", "tictactoe"), END}},
        {"an old name is one of today", {ROW(PLAYER, "", "greedy", "random"), END}},
        {"an old name is one of today", {ROW(PLAYER, "yahtzee", "random", "heuristic"), END}},
        {"an old name is one of today", {ROW(METHOD, "", "q", "td"), END}},
        {"an old name is one of today", {ROW(EVALUATION, "checkers", "material", "corner"), END}},
        {"an old name is one of today", {ROW(OPTION, "td", "learning-rate", "decay-games"), END}},
        {"an old name is one of today", {ROW(OPTION, "", "learning-rate", "decay-games"), END}},
        {"an old name is one of today", {ROW(OPTION, "heuristic", "bonus-par", "bonus_slope"), END}},
        {"an old name is one of today", {ROW(VALUE, "yahtzee.rules", "free", "plain"), END}},
        {"an old name is one of today", {ROW(VALUE, "--opening-order", "random", "sequential"), END}},
        {"a new name is nowhere", {ROW(VALUE, "--opening-order", "mixed", "shuffled"), END}},
        {"a new name is nowhere", {ROW(VALUE, "--order", "mixed", "random"), END}},
        {"an old name is one of today", {ROW(COMMAND_OPTION, "match", "seed", "games"), END}},
        {"an old name is one of today", {ROW(COMMAND_OPTION, "", "games", "seed"), END}},
        {"an old name is one of today", {ROW(SUB_KEY, "--draw", "movecount", "movenumber"), END}},
        {"a new name is an old one", {ROW(GAME, "", "xo", "ox"), ROW(GAME, "", "ox", "tictactoe"), END}},
        {"a new name is an old one", {ROW(OPTION, "td", "a", "b"), ROW(OPTION, "", "b", "decay-games"), END}},
        {"an old name leads to two",
         {ROW(OPTION, "td", "a", "learning-rate"), ROW(OPTION, "td", "a", "decay-games"), END}},
        {"a new name is nowhere", {ROW(GAME, "", "xo", "shogi"), END}},
        {"a new name is nowhere", {ROW(PLAYER, "", "thumb", "heuristic"), END}},
        {"a new name is nowhere", {ROW(PLAYER, "nim", "thumb", "heuristic"), END}},
        {"a new name is nowhere", {ROW(METHOD, "", "uct", "random"), END}},
        {"a new name is nowhere", {ROW(EVALUATION, "nim", "rows", "lines"), END}},
        {"a new name is nowhere", {ROW(OPTION, "mcts", "decay", "decay-games"), END}},
        {"a new name is nowhere", {ROW(OPTION, "", "decay", "nonsense"), END}},
        {"a new name is nowhere", {ROW(VALUE, "yahtzee.seats", "simple", "plain"), END}},
        {"a new name is nowhere", {ROW(VALUE, "rules", "simple", "plain"), END}},
        {"a new name is nowhere", {ROW(COMMAND_OPTION, "search", "number", "games"), END}},
        {"a new name is nowhere", {ROW(SUB_KEY, "--resign", "behind", "movenumber"), END}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *fault = fault_of(cases[i].rows);
        if (!fault || strcmp(fault, cases[i].fault) != 0)
            fail_msg("%s -> %s: found %s, not '%s'", cases[i].rows->old, cases[i].rows->now,
                     fault ? fault : "nothing", cases[i].fault);
    }
}

/* ---- old names are read ---------------------------------------------------------------------*/

static hra_game *game_of(const char *spec) {
    hra_error why = {.text = ""};
    hra_game *game = NULL;
    if (hra_game_open(&game, NULL, spec, &why) != 0)
        fail_msg("%s: %s", spec, why.text);
    return game;
}

static void test_games(void **unused) {
    hra_game *game = game_of("noughts"), *other = game_of("yahtzee:variant=simple,seats=2"),
             *now = game_of("yahtzee:rules=plain,seats=2");
    assert_string_equal(game->rules->name, "tictactoe");
    assert_string_equal(game->spec, "noughts"); /* as it was typed */
    assert_int_equal(other->seats, 2);
    assert_int_equal(other->state_size, now->state_size);
    assert_ptr_equal(other->rules->open, now->rules->open);
    hra_game_close(game);
    hra_game_close(other);
    hra_game_close(now);
    assert_ptr_equal(hra_registry_find_game(NULL, "noughts"), hra_registry_find_game(NULL, "tictactoe"));
}

static void opens(const hra_game *game, const char *spec, const char *kind) {
    hra_error why = {.text = ""};
    hra_player *player = NULL;
    if (hra_player_open(&player, game, spec, NULL, NULL, &why) != 0)
        fail_msg("%s: %s", spec, why.text);
    assert_string_equal(hra_player_info_of(player)->kind->name, kind);
    assert_string_equal(hra_player_info_of(player)->spec, spec);
    hra_player_close(player);
}

static void test_players(void **unused) {
    hra_game *game = game_of("tictactoe"), *yahtzee = game_of("yahtzee"), *pacman = game_of("pacman");
    opens(game, "chance", "random");
    opens(game, "uct:trials=9", "mcts");
    opens(game, "minimax:levels=2,eval=rows", "minimax");
    opens(game, "alphabeta:cut=beyond", "alphabeta");
    opens(yahtzee, "thumb:bonus-par=2", "heuristic");
    opens(pacman, "chasing", "modelled");
    hra_player *player;
    assert_int_equal(hra_player_open(&player, game, "thumb", NULL, NULL, &(hra_error){0}), HRA_EINPUT);
    assert_int_equal(hra_player_open(&player, game, "mcts:decay=2", NULL, NULL, &(hra_error){0}), HRA_EINPUT);
    assert_int_equal(hra_player_open(&player, game, "minimax:depth=2,levels=2", NULL, NULL, &(hra_error){0}),
                     HRA_EINPUT); /* given twice */
    hra_game_close(game);
    hra_game_close(yahtzee);
    hra_game_close(pacman);
}

static void test_evaluations(void **unused) {
    hra_game *game = game_of("tictactoe");
    hra_eval eval;
    assert_int_equal(hra_eval_open(&eval, game, "rows", &(hra_error){0}), HRA_OK);
    assert_string_equal(eval.kind->name, "lines");
    hra_eval_close(&eval);
    assert_int_equal(hra_eval_open(&eval, game, "nonsense", &(hra_error){0}), HRA_EINPUT);
    hra_game_close(game);
}

static void test_learning(void **unused) {
    hra_game *game = game_of("tictactoe");
    hra_learner *one, *two;
    hra_error why = {.text = ""};
    hra_text text;
    hra_learn_setup how = {
        .size = sizeof how, .game = game, .method = "temporal:learning-rate=0.5,decay=100", .threads = 1};
    if (hra_learner_open(&one, &how, &why) != 0 || hra_learner_run(one, 20, NULL, &why) != 0)
        fail_msg("%s", why.text);
    hra_text_init(&text);
    assert_int_equal(hra_learner_write(one, &text), HRA_OK);
    assert_non_null(strstr(hra_text_string(&text),
                           "method temporal:learning-rate=0.5,decay=100\n")); /* as it was typed */
    how.method = "td:decay-games=100,learning-rate=0.5";
    if (hra_learner_open(&two, &how, &why) != 0 ||
        hra_learner_restore(two, "file", hra_text_string(&text), text.length, &why) != 0)
        fail_msg("%s", why.text);
    hra_learner_close(two);
    how.method = "td:decay-games=101,learning-rate=0.5";
    assert_int_equal(hra_learner_open(&two, &how, &why), HRA_OK);
    assert_int_equal(hra_learner_restore(two, "file", hra_text_string(&text), text.length, &why), HRA_EFIT);
    hra_learner_close(two);
    hra_learner_close(one);
    hra_text_release(&text);
    hra_game_close(game);
}

/* ---- the same -------------------------------------------------------------------------------*/

static bool are_same(hra_name_kind kind, const hra_rules *rules, const char *a, const char *b) {
    return kind == HRA_NAME_METHOD ? hra_learn_spec_equal(a, b, rules, NULL)
                                   : hra_spec_equal(a, b, kind, rules, NULL);
}

static void test_equal(void **unused) {
    static const struct {
        hra_name_kind kind;
        const char *game, *a, *b;
        bool same;
    } cases[] = {
        {HRA_NAME_GAME, NULL, "tictactoe", "noughts", true},
        {HRA_NAME_GAME, NULL, "tictactoe", "nim", false},
        {HRA_NAME_GAME, NULL, "yahtzee:rules=plain,seats=2", "yahtzee(seats=2,variant=simple)", true},
        {HRA_NAME_GAME, NULL, "yahtzee:rules=plain", "yahtzee:rules=free", false},
        {HRA_NAME_GAME, NULL, "yahtzee:rules=plain", "yahtzee", false},
        {HRA_NAME_GAME, NULL, "unknown:x=1,y=2", "unknown:x=1,y=2", true},
        {HRA_NAME_GAME, NULL, "unknown:x=1,y=2", "unknown:y=2,x=1", false}, /* as text */
        {HRA_NAME_GAME, NULL, "no spec!", "no spec!", true},
        {HRA_NAME_GAME, NULL, "no spec!", "no spec?", false},
        {HRA_NAME_PLAYER, "tictactoe", "random", "chance", true},
        {HRA_NAME_PLAYER, "tictactoe", "mcts:playouts=9,memory=1M", "uct:memory=1024K,trials=9", true},
        {HRA_NAME_PLAYER, "tictactoe", "mcts:playouts=9", "mcts:playouts=10", false},
        {HRA_NAME_PLAYER, "tictactoe", "minimax:time=2s", "minimax:time=2000ms", true},
        {HRA_NAME_PLAYER, "tictactoe", "alphabeta:pvs", "alphabeta:pvs=on", true},
        {HRA_NAME_PLAYER, "tictactoe", "alphabeta:pvs=no", "alphabeta", false}, /* `full` asks which */
        {HRA_NAME_PLAYER, "tictactoe", "alphabeta:cut=strict", "alphabeta:cut=beyond", true},
        {HRA_NAME_PLAYER, "tictactoe", "minimax:depth=2,eval=lines", "minimax(eval=rows(),levels=2)", true},
        {HRA_NAME_PLAYER, "tictactoe", "minimax:eval=trained(file=x)", "minimax:eval=\"network:file=x\"",
         true},
        {HRA_NAME_PLAYER, "tictactoe", "minimax:eval=trained(file=x)", "minimax:eval=trained(file=y)", false},
        {HRA_NAME_PLAYER, "tictactoe", "minimax:eval=trained(fallback=lines)",
         "minimax:eval=trained(fallback=rows)", true},
        {HRA_NAME_PLAYER, "nim", "minimax:eval=lines", "minimax:eval=rows",
         false}, /* no such evaluation there */
        {HRA_NAME_PLAYER, "yahtzee", "heuristic:bonus_par=2", "thumb:bonus-par=2.0", true},
        {HRA_NAME_PLAYER, "tictactoe", "heuristic", "thumb", false},
        {HRA_NAME_PLAYER, "yahtzee", "heuristic:bonus_par={x}", "heuristic:bonus-par={x}", true},
        {HRA_NAME_PLAYER, "yahtzee", "heuristic:bonus_par={x}", "heuristic:bonus-par={y}", false},
        {HRA_NAME_PLAYER, "tictactoe", "minimax:depth=1,depth=1", "minimax:depth=1", false},
        {HRA_NAME_PLAYER, NULL, "minimax:levels=3", "minimax:depth=3", true},
        {HRA_NAME_PLAYER, "tictactoe", "Jan", "Eva", false},
        {HRA_NAME_METHOD, "tictactoe", "td:decay-games=9,learning-rate=0.5",
         "temporal:learning-rate=5e-1,decay=9", true},
        {HRA_NAME_METHOD, "tictactoe", "sarsa:opponent=uct", "sarsa:opponent=mcts", true},
        {HRA_NAME_METHOD, "tictactoe", "td:decay-games=9", "q:decay-games=9", false},
        {HRA_NAME_EVALUATION, "tictactoe", "rows", "lines", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const hra_rules *rules = cases[i].game ? hra_registry_find_game(NULL, cases[i].game) : NULL;
        for (int turned = 0; turned < 2; turned++)
            if (are_same(cases[i].kind, rules, turned ? cases[i].b : cases[i].a,
                         turned ? cases[i].a : cases[i].b) != cases[i].same)
                fail_msg("%s and %s are %s", cases[i].a, cases[i].b,
                         cases[i].same ? "the same" : "not the same");
    }
}

static void add_row(void *self, const hra_rename *row) {
    hra_text_addf(self, "%s>%s ", row->old, row->now);
}

static void test_old_names_are_told(void **unused) {
    static const struct {
        hra_name_kind kind;
        const char *game, *spec, *told;
    } cases[] = {
        {HRA_NAME_GAME, NULL, "noughts", "noughts>tictactoe "},
        {HRA_NAME_GAME, NULL, "tictactoe", ""},
        {HRA_NAME_GAME, NULL, "yahtzee:variant=simple", "variant>rules simple>plain "},
        {HRA_NAME_PLAYER, "tictactoe", "uct:trials=3", "uct>mcts trials>playouts "},
        {HRA_NAME_PLAYER, "tictactoe", "minimax:eval=network(fallback=rows)", "network>trained rows>lines "},
        {HRA_NAME_PLAYER, "yahtzee", "thumb:bonus-par=2", "thumb>heuristic "},
        {HRA_NAME_METHOD, "tictactoe", "sarsa:opponent=uct(trials=2)", "uct>mcts trials>playouts "},
        {HRA_NAME_METHOD, "tictactoe", "temporal:decay=2", "temporal>td decay>decay-games "},
        {HRA_NAME_PLAYER, "tictactoe", "Jan Novak", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hra_text text;
        hra_text_init(&text);
        const hra_rules *rules = cases[i].game ? hra_registry_find_game(NULL, cases[i].game) : NULL;
        if (cases[i].kind == HRA_NAME_METHOD)
            hra_learn_spec_renames(cases[i].spec, rules, NULL, add_row, &text);
        else
            hra_spec_renames(cases[i].spec, cases[i].kind, rules, NULL, add_row, &text);
        assert_string_equal(hra_text_string(&text), cases[i].told);
        hra_text_release(&text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables_hold), cmocka_unit_test(test_wrong_tables_are_refused),
        cmocka_unit_test(test_games),       cmocka_unit_test(test_players),
        cmocka_unit_test(test_evaluations), cmocka_unit_test(test_learning),
        cmocka_unit_test(test_equal),       cmocka_unit_test(test_old_names_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
