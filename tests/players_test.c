/* Every player of every game makes some moves, and is asked all that it can tell about the states it meets.
 *
 *     players_test quick|long
 *
 * Long: only the players that take seconds to open, which is too long under a sanitizer; quick: the others.
 * Each game is played with its default options and with one more set; with ALL=1 in the environment, with all
 * sets that the conformance test knows. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "asked.h"
#include "roster.h"
#include "specs.h"
#include "visit.h"

enum { DECISIONS = 3 };

static bool only_long;

/* A player at work. */
typedef struct table {
    visit c;
    const char *who;
    hra_player *player;
    hra_agent *agent;
    hra_question question;
    asked_move *advised;
    int chosen;          /* moves that it chose */
    unsigned char *view; /* what the seat to move may see: all that a player is asked about */
} table;

static const hra_limits little = {.depth = 4, .nodes = 2000, .playouts = 20};

/* False: the method does not fit the game. */
static bool sit_down(table *t, const char *who, const char *data) {
    hra_error why = {0};
    t->who = who;
    t->chosen = 0;
    hra_err err = hra_player_open(&t->player, t->c.game, who, data, NULL, &why);
    if (err == HRA_EFIT && why.text[0])
        return false;
    if (err)
        fail_msg("%s: %s does not open: %s", t->c.spec, who, why.text);
    assert_int_equal(hra_agent_open(&t->agent, t->player), 0);
    return true;
}

static void get_up(table *t) {
    hra_agent_close(t->agent);
    hra_player_close(t->player);
}

static void check_numbers(const table *t, const double *value, const char *what) {
    for (int seat = 0; seat < t->c.game->seats; seat++)
        if (!isfinite(value[seat]))
            visit_broken(&t->c, "%s: %s gives seat %d %g", t->who, what, seat, value[seat]);
}

/* The limits were too small for a first move, the evaluation exceeds the bounds that the method relies on for
 * its cut-offs, the game is solved only in part, or chance has too many outcomes. */
static bool is_no_answer(hra_err err) {
    return err == HRA_ESTOPPED || err == HRA_EFIT || err == HRA_EINPUT || err == HRA_ELIMIT;
}

static void check_advice(table *t) {
    asked_list advice = {.moves = t->advised};
    hra_err err = asked_advice(t->agent, &t->question, &advice);
    if (is_no_answer(err))
        return;
    if (err)
        visit_broken(&t->c, "%s: advise gives %s", t->who, hra_err_text(err));
    if (advice.count < 1 || advice.count > t->c.n)
        visit_broken(&t->c, "%s advises %d of %d moves", t->who, advice.count, t->c.n);
    for (int i = 0; i < advice.count; i++) {
        const asked_move *a = &advice.moves[i];
        bool sorted = i == 0 || a[-1].kind == HRA_VALUE_NONE || a->kind == HRA_VALUE_NONE ||
                      a->value <= a[-1].value ||
                      (i == 1 && a->kind == HRA_VALUE_AT_MOST && a[-1].kind == HRA_VALUE_AT_LEAST);
        if (!isfinite(a->value) || !(a->loss >= 0) || !sorted)
            visit_broken(&t->c, "%s advises move %u of value %g, loss %g in place %d", t->who, a->move,
                         a->value, a->loss, i);
        if (i > 1 && a[-1].kind == HRA_VALUE_NONE && a->kind != HRA_VALUE_NONE)
            visit_broken(&t->c, "%s advises a move with a value behind one without", t->who);
        if (!hra_game_legal(t->c.game, t->c.s, a->move))
            visit_broken(&t->c, "%s advises %u, which is not legal", t->who, a->move);
        for (int k = 0; k < advice.column_count; k++)
            if (!isfinite(a->column[k]))
                visit_broken(&t->c, "%s: column %s is %g", t->who, advice.columns[k].key, a->column[k]);
    }
}

static void check_recall(table *t, hra_move chosen) {
    asked_decision thought;
    hra_err err = asked_recall(t->agent, &thought);
    if (err == HRA_EFIT || err == HRA_ESTATE) /* a limit came before any move was looked at */
        return;
    if (err)
        visit_broken(&t->c, "%s: recall gives %s", t->who, hra_err_text(err));
    check_numbers(t, thought.value, "recall");
    if (thought.length < 0 || thought.length > HRA_THOUGHT_LINE || thought.depth < 0)
        visit_broken(&t->c, "%s recalls a line of %d moves, depth %d", t->who, thought.length, thought.depth);
    if (thought.length && thought.line[0] != chosen)
        visit_broken(&t->c, "%s chose %u and recalls %u", t->who, chosen, thought.line[0]);
}

/* A player without a `value` of its own analyses every outcome of chance instead: where there are hundreds,
 * that is left to the whole sweep. */
static bool is_long(const table *t, const void *s) {
    const char *all = getenv("ALL");
    bool analyses = !(hra_player_info_of(t->player)->kind->answers & HRA_ANSWERS_VALUE);
    return analyses && t->c.rules->to_move(t->c.game, s) == HRA_CHANCE && t->c.game->max_chances > 64 &&
           !(all && *all);
}

static void check_value(table *t, const void *s) {
    double value[HRA_MAX_SEATS] = {0};
    if (is_long(t, s))
        return;
    hra_err err = asked_value(t->agent, s, value);
    if (err && !is_no_answer(err))
        visit_broken(&t->c, "%s: value gives %s", t->who, hra_err_text(err));
    if (!err)
        check_numbers(t, value, "value");
    asked_decision thought;
    int mover = t->c.rules->to_move(t->c.game, s);
    if (err || asked_recall(t->agent, &thought) != 0)
        return;
    check_numbers(t, thought.value, "recall of a value");
    if (mover < 0 || thought.length < 1 || thought.length > HRA_THOUGHT_LINE ||
        !hra_game_legal(t->c.game, s, thought.line[0]))
        visit_broken(&t->c, "%s: the value of a state of seat %d rests on %d moves", t->who, mover,
                     thought.length);
}

/* Everything that can be asked about the state of the visit; returns the move. */
static hra_move ask(table *t) {
    hra_move m = 0;
    hra_game_view(t->c.game, t->c.s, t->c.mover, t->view);
    t->question = (hra_question){.state = t->view, .limits = little, .seed = t->c.seed};
    hra_err err = asked_choose(t->agent, &t->question, &m);
    if (is_no_answer(err))
        return t->c.moves[0];
    if (err)
        visit_broken(&t->c, "%s: choose gives %s", t->who, hra_err_text(err));
    if (!hra_game_legal(t->c.game, t->c.s, m))
        visit_broken(&t->c, "%s chose %u, which is not legal", t->who, m);
    t->chosen++;
    check_recall(t, m);
    check_advice(t);
    check_value(t, t->view);
    return m;
}

/* Random moves first, then some decisions of the player for every seat. Returns the length. */
static int play(table *t, uint64_t seed, int random_plies) {
    visit *c = &t->c;
    int decisions = 0;
    hra_rng_init(&c->rng, seed);
    hra_agent_forget(t->agent);
    c->seed = seed;
    c->rules->init(c->game, c->s);
    for (c->ply = 0; decisions < DECISIONS; c->ply++) {
        visit_list_moves(c);
        bool ours = c->mover >= 0 && c->ply >= random_plies;
        if (c->mover < 0 && c->ply >= random_plies)
            check_value(t, c->s);
        if (c->mover == HRA_OVER)
            break;
        hra_move m = ours                     ? ask(t)
                     : c->mover == HRA_CHANCE ? c->moves[hra_rng_pick(&c->rng, c->probability, c->n)]
                                              : c->moves[hra_rng_below(&c->rng, (uint32_t)c->n)];
        c->rules->apply(c->game, c->s, m);
        decisions += ours;
    }
    return c->ply;
}

/* From the beginning, from the middle of a random play, and before its end. */
static void play_some(table *t) {
    play(t, 1, 0);
    int plies = play(t, 2, 1000000);
    play(t, 2, plies / 2);
    play(t, 2, plies > 6 ? plies - 6 : 0);
}

/* Told by how the specs of the game and of the player begin. `optimal` and `atleast` solve yahtzee. */
static bool takes_long(const char *game, const char *who) {
    static const char *const which[][2] = {
        {"yahtzee", "duel"},    {"yahtzee", "exact"},  {"yahtzee", "optimal"},
        {"yahtzee", "atleast"}, {"checkers", "exact"},
    };
    for (size_t i = 0; i < sizeof which / sizeof *which; i++)
        if (strncmp(game, which[i][0], strlen(which[i][0])) == 0 &&
            strncmp(who, which[i][1], strlen(which[i][1])) == 0)
            return true;
    return false;
}

static void everybody_plays(const char *spec) {
    roster list;
    table t = {0};
    int players = 0;
    visit_open(&t.c, spec);
    t.advised = calloc((size_t)t.c.game->max_moves, sizeof *t.advised);
    t.view = calloc(1, t.c.game->state_size);
    assert_true(t.advised && t.view);
    roster_list(&list, t.c.rules);
    for (int i = 0; i < list.count; i++) {
        if (takes_long(spec, list.spec[i]) != only_long || !sit_down(&t, list.spec[i], NULL))
            continue;
        play_some(&t);
        get_up(&t);
        players += t.chosen > 0;
    }
    assert_true(players > 4 || only_long); /* else hardly any player fits, and this tests nothing */
    free(t.advised);
    free(t.view);
    visit_close(&t.c);
}

static void every_player_of_every_game_plays(void **state) {
    const spec_list *specs = *state;
    bool all = getenv("ALL") && *getenv("ALL");
    for (int g = 0; hra_registry_game(NULL, g); g++) {
        const char *name = hra_registry_game(NULL, g)->name;
        size_t length = strlen(name);
        for (int i = 0, taken = 0; i < specs->count && (all || taken < 2); i++) {
            const char *spec = specs->spec[i];
            if (strncmp(spec, name, length) != 0 || (spec[length] && spec[length] != ':'))
                continue;
            if (!all && strncmp(spec + length, ":seats=", 7) == 0)
                continue;
            everybody_plays(spec);
            taken++;
        }
    }
}

int main(int argc, char **argv) {
    static spec_list specs;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(every_player_of_every_game_plays, &specs),
    };
    if (argc != 2 || (strcmp(argv[1], "quick") != 0 && strcmp(argv[1], "long") != 0)) {
        fprintf(stderr, "usage: %s quick|long\n", argv[0]);
        return 2;
    }
    only_long = strcmp(argv[1], "long") == 0;
    specs_list(&specs);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
