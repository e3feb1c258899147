/* What `hra learn` takes where nothing was typed: how long, and by which options, by game and method.
 *
 * The table is the only place that says so; docs/learning/reached.md shows what runs by it reach. A length is
 * enough for the game, or about a minute of one core of HRA_LEARN_MACHINE; 0 where the records decide. Rows
 * without a game are for games that are not listed, or whose options make another kind of game of them. */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "exact/general_solver.h"
#include "learn/learner.h"
#include "rules/defaults.h"
#include "rules/rules_complete.h"

enum { COUNTABLE = 50000 /* positions, as of `vi` and `pi` */ };

/* Small games: one entry for each position, and games that begin anywhere, so that every position is
 * visited. */
#define ANYWHERE "learning-rate=0.5,epsilon=0.2,random-opening=8"
#define AMONG(rate_) "learning-rate=" rate_ ",epsilon=0.1,random-opening=8"

static const hra_learn_default table[] = {
    {"yahtzee", false, "td", 500000, "learning-rate=0.01", true},
    {"yahtzee", false, "sarsa", 500000, "learning-rate=0.01", false},
    {"yahtzee", false, "q", 300000, "learning-rate=0.01", false},
    {"yahtzee", false, "mc", 500000, "learning-rate=0.01", false},
    {"yahtzee", false, "zero", 10000, "", false},
    {"yahtzee", false, "records", 0, "", false},
    {"yahtzee", false, "heuristic", 8400, "", false},
    {"tictactoe", true, "td", 60000, ANYWHERE, true},
    {"tictactoe", true, "sarsa", 150000, AMONG("0.2"), false},
    {"tictactoe", true, "q", 150000, AMONG("0.5"), false},
    {"tictactoe", true, "mc", 200000, AMONG("0.1"), false},
    {"tictactoe", true, "vi", 100, "", false},
    {"tictactoe", true, "pi", 100, "", false},
    {"tictactoe", true, "rote", 10000, "", false},
    {"tictactoe", true, "samuel", 5000, "", false},
    {"tictactoe", true, "tdleaf", 5000, "learning-rate=0.5,epsilon=0.2", false},
    {"tictactoe", true, "zero", 40000, "hidden=128,random-opening=8,replay-games=5000,decay-games=10000",
     false},
    {"tictactoe", true, "records", 0, "", false},
    {"tictactoe", true, "rollout", 5000, "", false},
    {"nim", true, "td", 50000, ANYWHERE, true},
    {"nim", true, "sarsa", 50000, AMONG("0.2"), false},
    {"nim", true, "q", 50000, AMONG("0.5"), false},
    {"nim", true, "mc", 50000, AMONG("0.1"), false},
    {"nim", true, "vi", 100, "", false},
    {"nim", true, "pi", 100, "", false},
    {"nim", true, "rote", 2000, "", false},
    {"nim", true, "samuel", 5000, "", false},
    {"nim", true, "tdleaf", 5000, "learning-rate=0.5,epsilon=0.2", false},
    {"nim", true, "zero", 20000,
     "hidden=128x64,playouts=100,random-opening=8,replay-games=2000,decay-games=10000", false},
    {"nim", true, "records", 0, "", false},
    {"nim", true, "rollout", 5000, "", false},
    {"matches", true, "td", 20000, ANYWHERE, true},
    {"matches", true, "sarsa", 20000, AMONG("0.2"), false},
    {"matches", true, "q", 20000, AMONG("0.5"), false},
    {"matches", true, "mc", 20000, AMONG("0.1"), false},
    {"matches", true, "vi", 100, "", false},
    {"matches", true, "pi", 100, "", false},
    {"matches", true, "rote", 1000, "", false},
    {"matches", true, "samuel", 5000, "", false},
    {"matches", true, "tdleaf", 5000, "learning-rate=0.5,epsilon=0.2", false},
    {"matches", true, "zero", 5000, "random-opening=8", false},
    {"matches", true, "records", 0, "", false},
    {"matches", true, "rollout", 5000, "", false},
    {"tree", true, "td", 10000, ANYWHERE, true},
    {"tree", true, "sarsa", 10000, AMONG("0.2"), false},
    {"tree", true, "q", 10000, AMONG("0.5"), false},
    {"tree", true, "mc", 10000, AMONG("0.1"), false},
    {"tree", true, "vi", 100, "", false},
    {"tree", true, "pi", 100, "", false},
    {"tree", true, "rote", 1000, "", false},
    {"tree", true, "tdleaf", 1000, "learning-rate=0.5,epsilon=0.2", false},
    {"race", false, "td", 60000, "", true},
    {"race", false, "sarsa", 300000, "", false},
    {"race", false, "q", 300000, "", false},
    {"race", false, "mc", 300000, "", false},
    {"race", false, "zero", 8000, "replay-games=4000,learning-rate=0.001,replay-reuse=2,decay-games=10000",
     false},
    {"race", false, "records", 0, "", false},
    {"race", false, "rollout", 80000, "", false},
    {"pacman", false, "td", 5000, "", false},
    {"pacman", false, "sarsa", 1000, "representation=linear,discount=0.8,epsilon=0.05,decay-games=20", false},
    {"pacman", false, "q", 1000, "representation=linear,discount=0.8,epsilon=0.05,decay-games=20", true},
    {"pacman", false, "mc", 1000, "representation=linear,discount=0.8,epsilon=0.05,decay-games=20", false},
    {"pacman", false, "zero", 2000, "", false},
    {"pacman", false, "records", 0, "", false},
    {"checkers", false, "td", 400000, "random-opening=8", true},
    {"checkers", false, "sarsa", 400000, "random-opening=8", false},
    {"checkers", false, "q", 300000, "random-opening=8", false},
    {"checkers", false, "mc", 400000, "random-opening=8", false},
    {"checkers", false, "rote", 20000, "", false},
    {"checkers", false, "samuel", 3000, "", false},
    {"checkers", false, "tdleaf", 6000,
     "lambda=0.7,learning-rate=0.003,decay-games=1000,random-opening=2,epsilon=0", false},
    {"checkers", false, "zero", 8000,
     "replay-games=3000,games-per-iteration=100,learning-rate=0.001,replay-reuse=2,decay-games=20000", false},
    {"checkers", false, "records", 0, "", false},
    {"checkers", false, "rollout", 200000, "", false},
    {"checkers", false, "expert", 32000, "", false},
    {"empire", false, "td", 60000, "learning-rate=0.02", false},
    {"empire", false, "sarsa", 60000, "", true},
    {"empire", false, "q", 60000, "", false},
    {"empire", false, "mc", 60000, "", false},
    {"empire", false, "zero", 4000, "", false},
    {"empire", false, "records", 0, "", false},
    {"empire", false, "expert", 28000, "", false},
    {"backgammon", false, "td", 80000, "", true},
    {"backgammon", false, "sarsa", 80000, "", false},
    {"backgammon", false, "q", 40000, "", false},
    {"backgammon", false, "mc", 80000, "", false},
    {"backgammon", false, "zero", 1000, "", false},
    {"backgammon", false, "records", 0, "", false},
    {"backgammon", false, "rollout", 40000, "target=game,lambda=0.7,positions=0,random-opening=2,epochs=1",
     false},
    {"backgammon", false, "expert", 18400, "length=0.005", false},
    {NULL, true, "td", 100000, ANYWHERE, true},
    {NULL, true, "sarsa", 100000, AMONG("0.2"), false},
    {NULL, true, "q", 100000, AMONG("0.5"), false},
    {NULL, true, "mc", 100000, AMONG("0.1"), false},
    {NULL, true, "vi", 1000, "", false},
    {NULL, true, "pi", 100, "", false},
    {NULL, true, "rote", 10000, "", false},
    {NULL, true, "samuel", 5000, "", false},
    {NULL, true, "tdleaf", 5000, "learning-rate=0.5,epsilon=0.2", false},
    {NULL, true, "zero", 10000, "random-opening=8", false},
    {NULL, true, "rollout", 5000, "", false},
    {NULL, true, "records", 0, "", false},
    {NULL, false, "expert", 5000, "", false},
    {NULL, false, "td", 10000, "", true},
    {NULL, false, "sarsa", 10000, "", false},
    {NULL, false, "q", 10000, "", false},
    {NULL, false, "mc", 10000, "", false},
    {NULL, false, "vi", 1000, "", false},
    {NULL, false, "pi", 100, "", false},
    {NULL, false, "rote", 5000, "", false},
    {NULL, false, "samuel", 1000, "", false},
    {NULL, false, "tdleaf", 1000, "", false},
    {NULL, false, "zero", 1000, "", false},
    {NULL, false, "rollout", 1000, "", false},
    {NULL, false, "records", 0, "", false},
};

enum { ROWS = sizeof table / sizeof *table };

/* Of a method of a game's own that has no row. */
static const hra_learn_default unknown = {NULL, false, "", 1000, "", false};

const hra_learn_default *hra_learn_default_at(int index) {
    return index >= 0 && index < ROWS ? &table[index] : NULL;
}

const char *hra_learn_machine(void) {
    return "AMD EPYC (Zen 4), 2.6 GHz";
}

/* Whether a game is so small that each of its positions can have a number of its own. */
static hra_err is_small(const hra_game *game, bool *small, hra_error *why) {
    double tree;
    *small = false;
    if (game->rules->conduct->observation)
        return HRA_OK;
    void *s = malloc(game->state_size);
    if (!s)
        return hra_no_memory(why);
    hra_game_begin(game, 0, s);
    hra_err err = hra_general_count(game, s, COUNTABLE, NULL, &tree);
    free(s);
    *small = err == HRA_OK;
    return err == HRA_ENOMEM ? hra_no_memory(why) : HRA_OK;
}

/* The row of a method, or NULL: of the one that suits; a game's own comes before those of others. */
static const hra_learn_default *find_row(const hra_game *game, bool small, const char *method) {
    const hra_learn_default *general = NULL;
    for (int i = 0; i < ROWS; i++) {
        const hra_learn_default *row = &table[i];
        if (row->small != small || (method ? strcmp(row->method, method) != 0 : !row->suits))
            continue;
        if (row->game && strcmp(row->game, game->rules->name) == 0)
            return row;
        if (!row->game)
            general = row;
    }
    return general;
}

/* A value as a spec takes it, in quotes where it has signs of specs in it. */
static void add_value(hra_text *out, const char *key, const char *value) {
    const bool plain = value[0] && !value[strcspn(value, ",() ")];
    const char *options = strchr(hra_text_string(out), ':');
    hra_text_addf(out, "%s%s=", !options ? ":" : options[1] ? "," : "", key);
    hra_text_addf(out, plain ? "%s" : "\"%s\"", value);
}

/* Appends what was not typed, as the row says it or as it follows from the game. */
static hra_err add_missing(const hra_learner_interface *method, const hra_learn_default *row,
                           const hra_game *game, const hra_options *typed, hra_text *out, hra_error *why) {
    hra_options rows;
    hra_text value;
    hra_err err = hra_options_read(&rows, method->kind.options, NULL, row->method, row->options,
                                   strlen(row->options), 0, why);
    hra_text_init(&value);
    for (const hra_option *o = method->kind.options; !err && o->name; o++) {
        if (hra_options_given(typed, o->name))
            continue;
        hra_text_clear(&value);
        if (hra_options_given(&rows, o->name))
            hra_text_add(&value, hra_options_text(&rows, o->name));
        else if (method->follows)
            method->follows(game, row->small, typed, o->name, &value);
        if (value.length)
            add_value(out, o->name, hra_text_string(&value));
        err = value.err;
    }
    hra_text_release(&value);
    return err == HRA_ENOMEM ? hra_no_memory(why) : err;
}

hra_err hra_learn_complete(const hra_game *game, const char *method, hra_text *out, uint64_t *games,
                           hra_error *why) {
    const hra_learner_interface *found = NULL;
    hra_options typed;
    bool small = false;
    hra_text spec;
    hra_text_init(&spec);
    hra_err err = is_small(game, &small, why);
    const hra_learn_default *row = method ? NULL : find_row(game, small, NULL);
    if (!err)
        err = hra_learn_read(game, method ? method : row->method, &found, &typed, why);
    if (!err) {
        row = find_row(game, small, found->kind.name);
        row = row ? row : &unknown;
        hra_text_add(&spec, method ? method : row->method);
        err = add_missing(found, row, game, &typed, &spec, why);
    }
    if (!err && spec.err)
        err = hra_no_memory(why);
    if (!err && spec.length >= HRA_SPEC_LENGTH)
        err = hra_fail(why, HRA_EINPUT, -1, "method %s: too long with all its options", found->kind.name);
    if (!err)
        hra_text_add(out, hra_text_string(&spec));
    if (!err && out->err)
        err = hra_no_memory(why);
    if (!err && games)
        *games = row->games;
    hra_text_release(&spec);
    return err;
}
